# shellcheck shell=bash
# What the checks of schedulers share; sourced by check-slurm.sh and check-parallel.sh. Sets work, an
# empty private directory, and dir, the place for shards in it.
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

# Shards of "$dir" with a result.
results() { find "$dir" -name result.json | wc -l; }
results_reach() { [ "$(results)" -ge "$1" ]; }

work=$(mktemp -d "${TMPDIR:-/tmp}/queens-check.XXXXXX")
dir=$work/shards
mkdir "$dir"
