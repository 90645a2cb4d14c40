#!/usr/bin/env bash
# Runs the tests that depend most on their environment in two hostile environments, at the same time and in
# the same checkout:
#
# * Signals, run directories, shards, streams and the command line are tested with signals ignored as by
#   nohup, with stdin closed, and with every variable set that the program or the terminal knows. The path of
#   temporary files contains a space and a non-ASCII letter. The umask is 077, at most 64 files may be
#   open, and there is one core.
# * Signals, run directories and the command line are tested with no variables but PATH and TMPDIR, with
#   stderr closed, as another user, and at a date beyond 2038.
set -euo pipefail
cd "$(dirname "$0")/.."

tests=(counting::stopping run_directory command_line::environment command_line::output)
# The remaining tests depend on the environment in the same ways.
full_tests=("${tests[@]}" counting::table cluster::{merging,working} streams::later
    command_line::{hostile,progress,records,shell,wrong_input})
built=$(cargo test --locked --quiet --no-run --test suite --message-format json)
suite=$(sed -n '/cli.tests.suite.rs"/ s/.*"executable":"\([^"]*\)".*/\1/p' <<<"$built")
for name in "${full_tests[@]}"; do
    grep -q "^$name::" <<<"$("$suite" --list)" || { echo "check-environment: no test is called $name" >&2; exit 1; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"

# Some machines lack these.
one_core=$(command -v taskset >/dev/null && echo "taskset -c 0" || true)
clock=$(compgen -G '/usr/lib/*/faketime/libfaketimeMT.so.1' || true)
nobody="setpriv --reuid 65534 --regid 65534 --clear-groups"
$nobody test -x "$suite" 2>/dev/null || nobody=

full() (
    trap '' HUP INT QUIT TERM USR1 PIPE
    umask 077
    ulimit -n 64
    export TMPDIR="$work/höhere Gewalt" TZ=Pacific/Kiritimati LANG=tr_TR.UTF-8 TERM=dumb COLUMNS=20 SHELL=/bin/false
    export QUEENS_THREADS=many
    export CLICOLOR_FORCE=1 FORCE_COLOR=1 NO_COLOR=1 RAYON_NUM_THREADS=7
    mkdir "$TMPDIR"
    # LD_PRELOAD does not support paths with spaces.
    $one_core "$suite" "${full_tests[@]}" --skip run_directory::large --skip run_directory::disk <&-
)

bare() (
    mkdir -m 777 "$work/bare"
    # Two tests check file times, which the faked clock does not change.
    local dated="--skip shows_the_shards_of_a_plan_together --skip stopped_run_shows_the_resume_command"
    $nobody env -i PATH="$PATH" TMPDIR="$work/bare" \
        ${clock:+LD_PRELOAD="$clock" FAKETIME=+12y FAKETIME_DONT_FAKE_MONOTONIC=1} "$suite" "${tests[@]}" \
        ${clock:+$dated} 2>&-
)

full >"$work/full.log" 2>&1 &
failed=
bare >"$work/bare.log" || failed+=" $work/bare.log"
wait $! || failed+=" $work/full.log"
[ -z "$failed" ] || { cat $failed; exit 1; }
sed -n 's/^test result: /check-environment: /p' "$work"/{full,bare}.log
