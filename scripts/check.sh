#!/usr/bin/env bash
# Types what the README shows and what a user may try next, against the release build, and compares what comes back.
# Bounded to about a minute. Usage: scripts/check.sh
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TARGET_DIR=$PWD/target
cargo build --release --locked --quiet
queens=$PWD/target/release/queens
scripts=$PWD/scripts
work=$(mktemp -d)
run=
trap '[ -z "$run" ] || kill "$run" 2>/dev/null; rm -rf "$work"' EXIT
cd "$work"

fail() { printf 'check: %s\n' "$*" >&2; exit 1; }

# expect CODE STDOUT COMMAND...: runs it and compares exit code and stdout.
expect() {
    local code=$1 stdout=$2 got status=0
    shift 2
    got=$("$@" 2>stderr) || status=$?
    [ "$status" -eq "$code" ] || fail "$* exited $status instead of $code: $(cat stderr)"
    [ "$got" = "$stdout" ] || fail "$* printed '$got' instead of '$stdout'"
}

for split in halves cross rows; do
    expect 0 14772512 "$queens" count 16 --split "$split"
    expect 0 95815104 "$queens" count 17 --split "$split"
done
expect 0 666090624 "$queens" count 18 --no-checkpoint
expect 0 92 "$queens" count 8 --quiet
expect 2 "" "$queens" count 0
"$queens" count 8 --json | grep -q '"solutions":"92"' || fail "no JSON result"

# A result that cannot be written is an error, not a success.
expect 1 "" sh -c "'$queens' count 8 >/dev/full"
# A reader that leaves early is none.
expect 0 1 sh -c "'$queens' list 10 | head -n 1 | wc -l"

# A million queens, checked without the program.
QUEENS=$queens "$scripts/check-find.sh" 1000000 >/dev/null || fail "a board of a million rows is not solved"

# Resident memory at N = 20, three seconds in; the run is then stopped and must say how to go on.
"$queens" count 20 --run big --threads 2 --kernel scalar 2>stderr & run=$!
sleep 3
resident=$(awk '/^VmHWM:/ { print $2 }' "/proc/$run/status")
kill -TERM "$run"
status=0; wait "$run" || status=$?
run=
[ "$status" -eq 3 ] || fail "SIGTERM led to exit $status: $(cat stderr)"
grep -q 'go on with' stderr || fail "no word on how to go on: $(cat stderr)"
[ "$resident" -lt 65536 ] || fail "$resident KiB resident at N = 20"
"$queens" status big >/dev/null || fail "no status of an interrupted run"

began=$SECONDS
"$queens" selftest
[ $((SECONDS - began)) -lt 20 ] || fail "the self-test took $((SECONDS - began)) s"
echo "check: all as documented"
