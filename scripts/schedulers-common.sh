# shellcheck shell=bash
# check-slurm.sh and check-parallel.sh source this file. Sets work to an empty private directory, dir to the
# directory for shards inside it, and KNOWN to the total for N = 15.
# shellcheck source=scripts/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# within SECONDS WHAT COMMAND...: waits until the command succeeds.
within() {
    local seconds=$1 what=$2
    shift 2
    local end=$((SECONDS + seconds))
    until "$@"; do
        [ $SECONDS -lt $end ] || die "$what: not within $seconds s"
        sleep 0.3
    done
}

# Prints the number of shards in "$dir" that have a result.
results() { find "$dir" -name result.json | wc -l; }
results_reach() { [ "$(results)" -ge "$1" ]; }

work=$(mktemp -d "${TMPDIR:-/tmp}/queens-check.XXXXXX")
dir=$work/shards
mkdir "$dir"
KNOWN=$("$QUEENS" count 15 --no-checkpoint --quiet)
readonly KNOWN

# slow_program SECONDS: writes "$work/slow-queens", which pauses before and after each shard of plan.json.
# Otherwise, all shards would be finished before anything could be killed.
slow_program() {
    cat >"$work/slow-queens" <<WRAPPER
#!/bin/bash
[[ "\$1 \$2" == work\ */plan.json ]] || exec "$QUEENS" "\$@"
sleep $1
"$QUEENS" "\$@"
code=\$?
sleep $1
exit \$code
WRAPPER
    chmod +x "$work/slow-queens"
}
