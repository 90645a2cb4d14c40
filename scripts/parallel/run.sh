#!/bin/sh
# Counts a plan's unfinished shards with GNU parallel, on many hosts over SSH or on this one:
#
#     HOSTS=FILE scripts/parallel/run.sh PLAN DIR
#
# The results in DIR show what is missing, so the same command resumes after any interruption. Ctrl-C stops
# the count within seconds and saves everything. The exit code is that of `queens work`, or that of parallel
# if parallel fails. See docs/cluster.md.
set -euf

# Site settings.
HOSTS=${HOSTS:-}                # a file with a host per line, such as user@host; empty: this one
JOBS=${JOBS:-1}                 # shards at a time on each host, each with one thread per core
WORK_OPTIONS=${WORK_OPTIONS:-}  # such as: --kernel avx2
QUEENS=${QUEENS:-queens}        # the program; it, PLAN and DIR need the same paths on all hosts

fail() { echo "$0: $*" >&2; exit 2; }
absolute() { case $1 in /*) echo "$1" ;; *) echo "$PWD/$1" ;; esac; }
quoted() { printf "'%s'" "$(printf %s "$1" | sed "s/'/'\\\\''/g")"; }
[ $# -eq 2 ] || fail "needs PLAN DIR"
# moreutils installs an unrelated program called `parallel`.
parallel --version 2>/dev/null | grep -q '^GNU parallel' ||
    fail "this needs GNU parallel: install the package 'parallel', or use queens work --shards missing"
PLAN=$(absolute "$1") DIR=$(absolute "$2")
program=$(command -v "$QUEENS") || fail "there is no program '$QUEENS': set QUEENS to it"
QUEENS=$(absolute "$program")
# Jobs read these from their environment, because parallel would replace strings such as {} in a command.
export PLAN DIR QUEENS WORK_OPTIONS

# Sets missing to a list such as 0-3,7. The list includes damaged shards, which also make code nonzero. All
# other shards in the list are still counted.
list() { code=0; missing=$("$QUEENS" status "$DIR" --plan "$PLAN" --missing) || code=$?; }

# Jobs get half a minute to save. The first job that fails ends the round, unless its shard is damaged (4) or
# another process is counting it (5).
count() {
    # shellcheck disable=SC2016 # expanded by the job's shell
    echo "$missing" | tr , '\n' | awk -F- '{ for (i = $1; i <= $NF; i++) print i }' |
        PARALLEL_SHELL=/bin/sh parallel --plain --jobs "$JOBS" ${HOSTS:+--sshloginfile "$HOSTS"} --filter-hosts \
            --env PLAN --env DIR --env QUEENS --env WORK_OPTIONS --termseq TERM,30000,KILL,100 --halt soon,fail=1 \
            'trap : INT TERM; "$QUEENS" work "$PLAN" --shards {} --dir "$DIR" $WORK_OPTIONS; code=$?
            case $code in 4 | 5) ;; *) exit $code ;; esac'
}

mkdir -p "$DIR"
list
trap 'echo "stopped; the same command resumes" >&2; exit 3' INT
failed=0
while [ -n "$missing" ]; do
    before=$missing failed=0
    count || failed=$?
    list 2>/dev/null
    # If a process or host died, the next round continues without that host. If this round finished nothing,
    # there is no next round.
    if [ "$failed" -le 5 ] || [ "$missing" = "$before" ]; then break; fi
done
[ "$failed" -eq 0 ] || exit "$failed"
[ "$code" -eq 0 ] || exit "$code"
[ -z "$missing" ] || { echo "not finished, because others are counting them: shards $missing" >&2; exit 5; }
echo "nothing is missing; the total: $(quoted "$QUEENS") merge $(quoted "$PLAN") --dir $(quoted "$DIR")"
