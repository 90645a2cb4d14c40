# shellcheck shell=bash
# Every check sources this file first. Changes into the repository, and sets QUEENS to the program's path. If
# the caller has not set it, this is the release build, which is built first.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

die() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# expect WANTED FOUND WHAT
expect() { [ "$1" = "$2" ] || die "$3: '$2' instead of '$1'"; }

# names_tests LIST NAME...: ensures that each name selects at least one test in LIST, a test program's list.
names_tests() {
    local list=$1 name
    for name in "${@:2}"; do grep -q "$name.*: test\$" <<<"$list" || die "no test is called $name"; done
}

# keep DIR UNITS: cuts a finished run down to the state that a kill after UNITS units would leave.
keep() { rm "$1/result.json" && head -n "$2" "$1/ledger.jsonl" >"$1.lines" && mv "$1.lines" "$1/ledger.jsonl"; }

# counts_of DIR: prints the parts of a run's ledger that do not depend on the machine.
counts_of() { jq -cS '[.unit, .solutions]' "$1/ledger.jsonl" | sort; }

# there_and_back DIR METHOD COMMAND...: starts a run of N = 13 here, resumes it with COMMAND, which is another
# machine's program, and finishes it here.
there_and_back() {
    local run=$1 count=(count 13 --method "$2" --run "$1" --quiet) there=("${@:3}") total units
    total=$("$QUEENS" "${count[@]}")
    counts_of "$run" >"$run.counts"
    cp "$run/manifest.json" "$run.manifest"
    units=$(wc -l <"$run.counts")
    keep "$run" $((units / 3))
    expect "$total" "$("${there[@]}" "${count[@]}")" "$run, resumed there"
    "${there[@]}" verify "$run" --quiet >/dev/null || die "$run: verify there"
    keep "$run" $((2 * units / 3))
    expect "$total" "$("$QUEENS" "${count[@]}")" "$run, resumed here"
    "$QUEENS" verify "$run" --quiet >/dev/null || die "$run: verify here"
    expect "$(cat "$run.counts")" "$(counts_of "$run")" "$run, the ledger after the way there and back"
    cmp "$run/manifest.json" "$run.manifest" || die "$run: another manifest after the way there and back"
}

# skip REASON: skips the whole check. .ci/run lists the reasons. If CI is set, no check may be skipped.
skip() {
    echo "SKIPPED ${0##*/}: $*" >&2
    [ -z "${CI:-}" ] || die "nothing may be skipped where CI is set"
    exit 0
}

installed() {
    local command
    for command in "$@"; do command -v "$command" >/dev/null || [ -e "$command" ] || return 1; done
}

# need "PACKAGES" COMMAND...: ensures that these commands or files exist. If one is missing, installs the
# packages on Debian as root, and otherwise skips the check.
need() {
    local packages log
    read -ra packages <<<"$1"
    shift
    ! installed "$@" || return 0
    if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
        echo "installing ${packages[*]}" >&2
        log=$(mktemp)
        install_with_apt "${packages[@]}" >"$log" 2>&1 || tail -n 5 "$log" >&2
        rm -f "$log"
    fi
    installed "$@" || skip "it needs $* (apt-get install ${packages[*]})"
}

# Another check may be installing something, so apt waits for its lock.
install_with_apt() {
    local apt=(timeout 600 env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300)
    local install=("${apt[@]}" install -y --no-install-recommends "$@")
    "${install[@]}" || { "${apt[@]}" update && "${install[@]}"; }
}

if [ -z "${QUEENS:-}" ]; then
    cargo build --release --locked --quiet --target-dir target
    QUEENS=target/release/queens
fi
QUEENS=$(realpath "$QUEENS")
export QUEENS
