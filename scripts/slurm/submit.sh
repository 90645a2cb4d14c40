#!/bin/sh
# Submits a plan's unfinished shards as a Slurm job array, several per task:
#
#     scripts/slurm/submit.sh PLAN DIR
#
# Run it again whenever the queue is empty. It finds the missing shards from the results in DIR, not from the
# queue, and reports if nothing is missing. DIR must have the same path on all nodes. See docs/cluster.md.
set -euf

# Site settings. The settings of a task are at the top of task.sh.
#
# The time of a task is the time of all its shards together, which depends on the plan. With these settings, a
# task takes half an hour for N = 28 in 2,000 shards (docs/n28.md), but half a minute for N = 24 in 100 shards
# (docs/cluster.md).
SHARDS_PER_TASK=${SHARDS_PER_TASK:-10}  # raise it if tasks are too short
MAX_TASKS=${MAX_TASKS:-1000}            # what the site's MaxArraySize allows, less one
TASKS_AT_ONCE=${TASKS_AT_ONCE:-}        # empty: as many as fit
CPUS_PER_TASK=${CPUS_PER_TASK:-64}      # each with a thread
MEMORY=${MEMORY:-}                      # such as 8G; empty: what `queens estimate` reports, plus a quarter
SBATCH_OPTIONS=${SBATCH_OPTIONS:-}      # such as: --account=me --partition=long
WORK_OPTIONS=${WORK_OPTIONS:-}          # such as: --kernel avx2
QUEENS=${QUEENS:-queens}                # the program, on all nodes

fail() { echo "$0: $*" >&2; exit 2; }
absolute() { case $1 in /*) echo "$1" ;; *) echo "$PWD/$1" ;; esac; }
quoted() { printf "'%s'" "$(printf %s "$1" | sed "s/'/'\\\\''/g")"; }
[ $# -eq 2 ] || fail "needs PLAN DIR"
plan=$(absolute "$1") dir=$(absolute "$2")
program=$(command -v "$QUEENS") || fail "there is no program '$QUEENS': set QUEENS to it"
queens=$(absolute "$program")
mkdir -p "$dir/log"
dir=$(cd "$dir" && pwd -P)
# Use a checksum of the path, because squeue would split the path itself at commas.
name=queens-$(printf %s "$dir" | cksum | tr ' ' -)

queued=$(squeue --noheader --me --name="$name" --format=%i)
[ -z "$queued" ] || {
    echo "tasks of $dir are still queued: wait for them, or cancel them with: scancel --me --name=$name" >&2
    exit 1
}

# A list such as 0-3,7, which includes damaged shards. If a shard is damaged, stderr says how, and the exit
# code is nonzero. The list is submitted anyway, and the script exits with the same code.
code=0
missing=$("$queens" status "$dir" --plan "$plan" --missing) || code=$?
if [ -z "$missing" ]; then
    [ "$code" -ne 0 ] ||
        echo "nothing is missing; the total: $(quoted "$queens") merge $(quoted "$plan") --dir $(quoted "$dir")"
    exit "$code"
fi

if [ -z "$MEMORY" ]; then
    field() { sed -n "s/^ *\"$1\": \"\{0,1\}\([a-z0-9]*\).*/\1/p" "$plan"; }
    bytes=$("$queens" estimate "$(field n)" --method "$(field method)" --threads "$CPUS_PER_TASK" --time 0.1 --json |
        sed -n 's/.*"memory_bytes":\([0-9]*\).*/\1/p')
    MEMORY=$((bytes / 800000 + 64))M    # 64 MB for the program and the ledger
fi

# Task 0 counts the plan's first shards, and so on. Finished shards take no time.
last=${missing##*[,-]}
per_task=$((last / MAX_TASKS + 1))
[ "$per_task" -ge "$SHARDS_PER_TASK" ] || per_task=$SHARDS_PER_TASK
tasks=$(echo "$missing" | tr , '\n' | awk -F- -v per_task="$per_task" \
    '{ for (i = int($1 / per_task); i <= int($NF / per_task); i++) print i }' | uniq | paste -sd , -)
# shellcheck disable=SC2086 # options, in words
sbatch --job-name="$name" --output="$(echo "$dir" | sed 's/%/%%/g')/log/%A_%a.log" \
    --cpus-per-task="$CPUS_PER_TASK" --mem="$MEMORY" $SBATCH_OPTIONS \
    --array="$tasks${TASKS_AT_ONCE:+%$TASKS_AT_ONCE}" "$(dirname "$(readlink -f "$0")")/task.sh" \
    "$per_task" "$last" "$plan" "$dir" "$queens" $WORK_OPTIONS
echo "shards $missing in tasks of up to $per_task"
exit "$code"
