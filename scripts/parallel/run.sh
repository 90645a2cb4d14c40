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
JOBS=${JOBS:-100%}                 # shards at a time on each host, no more than its memory allows; 100% is one per core
THREADS=${THREADS:-1}              # threads per shard
HOSTS=${HOSTS:-}                   # a file of hosts, one per line as in 64/user@host; all must see PLAN and DIR. Empty: this one
RETRIES=${RETRIES:-3}              # attempts at a shard whose host or process dies
WORK_OPTIONS=${WORK_OPTIONS:-}     # such as: --kernel avx2
QUEENS=${QUEENS:-queens}           # the program, on all hosts

if [ $# -ne 2 ]; then
    echo "usage: $0 PLAN DIR" >&2
    exit 2
fi
fail() { echo "$0: $*" >&2; exit 2; }
# The package moreutils has a program of the same name.
version=$(parallel --version 2>/dev/null || true)
[[ $version == "GNU parallel"* ]] || fail "this needs GNU parallel: install the package 'parallel', or use queens work --shards missing"
for tool in realpath seq; do
    command -v "$tool" >/dev/null || fail "there is no $tool here: install it, or use queens work --shards missing"
done
[ -f "$1" ] || fail "$1 is not a plan; usage: $0 PLAN DIR"
mkdir -p "$2"
PLAN=$(realpath "$1")
DIR=$(realpath "$2")
program=$(command -v "$QUEENS") || fail "there is no program '$QUEENS': set QUEENS to it"
QUEENS=$program
# For commands that are printed.
shown() { printf ' %q' "$@"; }

# The list, as in 0-3,7, is correct even if a directory is damaged or belongs to another plan: it
# includes that shard, stderr explains why, and the exit code is not 0. The other shards are counted
# anyway, and the script exits with that code. list_missing FD: what status says goes to this file descriptor.
code=0
list_missing() {
    code=0
    missing=$("$QUEENS" status "$DIR" --plan "$PLAN" --missing 2>&"$1") || code=$?
    # Without a list there is nothing to work on, such as with a plan that cannot be read.
    if [ "$code" -ne 0 ] && [ -z "$missing" ]; then
        echo "$0: there is no list of the shards in $DIR" >&2
        exit "$code"
    fi
    # One shard per line.
    [ -z "$missing" ] ||
        missing=$(tr ',' '\n' <<<"$missing" | while IFS=- read -r first last; do seq "$first" "${last:-$first}"; done)
}

# Prints the number of jobs, which is JOBS unless that many do not fit into the memory of a host.
fitting_jobs() {
    local field bytes available fit jobs=$JOBS
    field() { sed -n "s/^ *\"$1\": \"\{0,1\}\([a-z0-9]*\).*/\1/p" "$PLAN"; }
    bytes=$("$QUEENS" estimate "$(field n)" --method "$(field method)" --threads "$THREADS" --time 0.1 --json --quiet |
        sed -n 's/.*"memory_bytes":\([0-9]*\).*/\1/p') || true
    # Each host prints its memory in kB and its cores.
    local memory='echo "$(sed -n "s/^MemAvailable: *\([0-9]*\) kB/\1/p" /proc/meminfo) $(nproc)"'
    while read -r available cores; do
        fit=$((available * 1024 / ${bytes:-1}))
        [ "$fit" -gt 0 ] || fit=1
        case $jobs in
        *%) [ "$fit" -ge $((cores * ${jobs%\%} / 100)) ] || jobs=$fit ;;
        *[!0-9]* | '') ;;
        *) [ "$fit" -ge "$jobs" ] || jobs=$fit ;;
        esac
    done < <(if [ -n "$HOSTS" ]; then parallel --nonall --sshloginfile "$HOSTS" "$memory"; else bash -c "$memory"; fi |
        grep -x '[0-9]* [0-9]*')
    [ "$jobs" = "$JOBS" ] ||
        echo "$0: $jobs jobs on each host instead of JOBS=$JOBS: each takes up to $((bytes / 1000000)) MB of memory" >&2
    echo "$jobs"
}

# Shards that ended in an orderly way are not repeated: stopped (3), damaged (4) or locked by another process
# (5). On SIGTERM, the shell of a job waits until its shard is saved.
readonly WORK='trap : INT TERM; "$@"; code=$?; case $code in 3 | 4 | 5) exit 0 ;; esac; exit $code'

list_missing 2
if [ -n "$missing" ]; then
    # A shard has half a minute to save its units when parallel stops. Every run has a new log of
    # times and exit codes; the results, not the log, show what is missing.
    options=(${HOSTS:+--sshloginfile "$HOSTS"})
    read -ra work_options <<<"$WORK_OPTIONS"
    jobs=$(fitting_jobs)
    log=$DIR/joblog.$(date +%Y%m%dT%H%M%S).$$
    parallel --jobs "$jobs" --retries "$RETRIES" --termseq TERM,30000,KILL,100 --quote "${options[@]}" \
        --joblog "$log" \
        sh -c "$WORK" queens "$QUEENS" work "$PLAN" --shards {} --dir "$DIR" --threads "$THREADS" "${work_options[@]}" \
        <<<"$missing" || echo "parallel ended with $?; see $log" >&2
    # The first list or the job itself has said why a shard cannot be finished.
    list_missing 3 3>/dev/null
fi
if [ -n "$missing" ]; then
    echo "shards not finished: $(wc -l <<<"$missing"); resume with:$(shown "$0" "$PLAN" "$DIR")" >&2
    if [ "$code" -eq 0 ]; then code=3; fi
    exit "$code"
fi
echo "nothing is missing; the total:$(shown "$QUEENS" merge "$PLAN" --dir "$DIR")" >&2
