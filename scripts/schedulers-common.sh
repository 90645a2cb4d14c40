# shellcheck shell=bash
# What the checks of schedulers and of other machines share; sourced by check-slurm.sh, check-parallel.sh, check-arm.sh and
# check-dist.sh. Gives them QUEENS, the program,
# work, an empty private directory, and dir, the place for shards in it.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# need PACKAGES COMMAND...: makes sure that these commands are there, or installs the packages, given as one word. Where that is not possible the check is
# left out with a notice; with CI=true that is a failure.
need() {
    local packages lacking=()
    read -ra packages <<<"$1"
    shift
    for command in "$@"; do
        command -v "$command" >/dev/null || lacking+=("$command")
    done
    [ ${#lacking[@]} -gt 0 ] || return 0
    if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
        echo "installing ${packages[*]} for ${lacking[*]}"
        install() { timeout 300 env DEBIAN_FRONTEND=noninteractive apt-get install -yqq --no-install-recommends "${packages[@]}"; }
        if { install || { timeout 300 apt-get update -qq && install; }; } >"$work/install.log" 2>&1; then
            return 0
        fi
        tail -5 "$work/install.log" >&2
    fi
    if [ "${CI:-}" = true ]; then
        die "${lacking[*]} cannot be installed here (apt-get install ${packages[*]} as root)"
    fi
    echo "SKIPPED: $0 needs ${lacking[*]}: apt-get install ${packages[*]}" >&2
    exit 0
}

die() {
    echo "FAILED: $*" >&2
    exit 1
}

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

# expect WANTED FOUND WHAT
expect() { [ "$1" = "$2" ] || die "$3: '$2' instead of '$1'"; }

if [ -z "${QUEENS:-}" ]; then
    CARGO_TARGET_DIR=$PWD/target cargo build --release --locked --quiet
    QUEENS=target/release/queens
fi
QUEENS=$(realpath "$QUEENS")

work=$(mktemp -d "${TMPDIR:-/tmp}/queens-check.XXXXXX")
dir=$work/shards
mkdir "$dir"
