#!/bin/bash
# Counts the unfinished shards of a plan with GNU parallel, on this host or on many over SSH:
#
#     scripts/parallel/run.sh PLAN DIR
#
# The same command resumes after any interruption: the results in DIR show what is missing. Ctrl-C
# stops it within seconds and loses nothing. Inside one allocation of a batch system it replaces
# thousands of small jobs. docs/cluster.md explains it.
set -euo pipefail

# The settings of the site.
JOBS=${JOBS:-100%}                 # shards at a time on each host; 100% is one per core
THREADS=${THREADS:-1}              # threads per shard
HOSTS=${HOSTS:-}                   # a file of hosts, one per line as in 64/user@host; all must see PLAN and DIR. Empty: this one
RETRIES=${RETRIES:-3}              # attempts at a shard whose host or process dies
WORK_OPTIONS=${WORK_OPTIONS:-}     # such as: --kernel avx2
QUEENS=${QUEENS:-queens}           # the program, on all hosts

if [ $# -ne 2 ]; then
    echo "usage: $0 PLAN DIR" >&2
    exit 2
fi
for tool in parallel realpath seq; do
    command -v "$tool" >/dev/null || { echo "$0: there is no $tool here: install it, or use queens work --shards missing" >&2; exit 2; }
done
if [ -d "$1" ] || [ ! -e "$1" ]; then
    echo "$0: $1 is not a plan; usage: $0 PLAN DIR" >&2
    exit 2
fi
mkdir -p "$2"
PLAN=$(realpath "$1")
DIR=$(realpath "$2")
program=$(command -v "$QUEENS") || { echo "$0: there is no program '$QUEENS': set QUEENS to it" >&2; exit 2; }
QUEENS=$program

# The list, as in 0-3,7, is correct even if a directory is damaged or belongs to another plan: it
# includes that shard, stderr explains why, and the exit code is not 0. The other shards are counted
# anyway, and the script exits with that code.
code=0
list_missing() {
    code=0
    missing=$("$QUEENS" status "$DIR" --plan "$PLAN" --missing) || code=$?
    # Without a list there is nothing to work on, such as with a plan that cannot be read.
    if [ "$code" -ne 0 ] && [ -z "$missing" ]; then exit "$code"; fi
    # One shard per line.
    [ -z "$missing" ] ||
        missing=$(tr ',' '\n' <<<"$missing" | while IFS=- read -r first last; do seq "$first" "${last:-$first}"; done)
}

list_missing
if [ -n "$missing" ]; then
    # A shard has half a minute to save its units when parallel stops. Every run has a new log of
    # times and exit codes; the results, not the log, show what is missing.
    options=(${HOSTS:+--sshloginfile "$HOSTS"})
    read -ra work_options <<<"$WORK_OPTIONS"
    parallel --jobs "$JOBS" --retries "$RETRIES" --termseq TERM,30000,KILL,100 --quote "${options[@]}" \
        --joblog "$DIR/joblog.$(date +%Y%m%dT%H%M%S).$$" \
        "$QUEENS" work "$PLAN" --shards {} --dir "$DIR" --threads "$THREADS" "${work_options[@]}" \
        <<<"$missing" || echo "parallel ended with $?; see $DIR/joblog.*" >&2
    list_missing
fi
if [ -n "$missing" ]; then
    echo "shards not finished: $(wc -l <<<"$missing"); resume with: $0 $PLAN $DIR" >&2
    if [ "$code" -eq 0 ]; then code=3; fi
    exit "$code"
fi
echo "nothing is missing; the total: $QUEENS merge $PLAN --dir $DIR" >&2
