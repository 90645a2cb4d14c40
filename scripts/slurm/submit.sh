#!/bin/bash
# Submits the unfinished shards of a plan as a Slurm job array, several per task:
#
#     scripts/slurm/submit.sh PLAN DIR
#
# Run it again whenever the queue is empty: it reads the results in DIR, never the queue, to find
# what is missing, and reports if nothing is. DIR must have the same path on all nodes.
# docs/cluster.md explains it.
set -euo pipefail

# The settings of the site; those of a task are at the top of task.sh.
#
# A task takes as long as its shards together, which depends on the plan: with these settings, half an hour
# for N = 28 in 2,000 shards (docs/n28.md), but half a minute for N = 24 in 100 shards (docs/cluster.md).
SHARDS_PER_TASK=${SHARDS_PER_TASK:-10}  # raise it if tasks are too short
MAX_TASKS=${MAX_TASKS:-1000}            # what the site's MaxArraySize allows, less one
TASKS_AT_ONCE=${TASKS_AT_ONCE:-}        # empty: as many as fit
CPUS_PER_TASK=${CPUS_PER_TASK:-64}      # each with a thread
MEMORY=${MEMORY:-}                      # such as 8G; empty: what `queens estimate` reports, plus a quarter
SBATCH_OPTIONS=${SBATCH_OPTIONS:-}      # such as: --account=me --partition=long
WORK_OPTIONS=${WORK_OPTIONS:-}          # such as: --kernel avx2
QUEENS=${QUEENS:-queens}                # the program, on all nodes

if [ $# -ne 2 ]; then
    echo "usage: $0 PLAN DIR" >&2
    exit 2
fi
[ -f "$1" ] || { echo "$0: $1 is not a plan; usage: $0 PLAN DIR" >&2; exit 2; }
mkdir -p "$2/log"
PLAN=$(realpath "$1")
DIR=$(realpath "$2")
program=$(command -v "$QUEENS") || { echo "$0: there is no program '$QUEENS': set QUEENS to it" >&2; exit 2; }
QUEENS=$program
# The full path distinguishes directories of the same name.
name=queens-$(basename "$DIR")-$(cksum <<<"$DIR" | cut -d ' ' -f 1)

for tool in squeue sbatch; do
    command -v "$tool" >/dev/null || { echo "$0: there is no $tool here: submit from a machine with Slurm" >&2; exit 2; }
done
queued=$(squeue --noheader --me --name="$name" --format=%i)
if [ -n "$queued" ]; then
    echo "tasks of $DIR are still queued: wait for them, or cancel them with: scancel --me --name=$name" >&2
    exit 1
fi

# The list, as in 0-3,7, is correct even if a directory is damaged or belongs to another plan: it
# includes that shard, stderr explains why, and the exit code is not 0. The other shards are submitted
# anyway, and the script exits with that code.
code=0
missing=$("$QUEENS" status "$DIR" --plan "$PLAN" --missing) || code=$?
if [ -z "$missing" ]; then
    # Without a list there is nothing to submit, such as with a plan that cannot be read.
    if [ "$code" -ne 0 ]; then exit "$code"; fi
    echo "nothing is missing; the total: $QUEENS merge $PLAN --dir $DIR"
    exit 0
fi

# One shard per line, then one line of shards per task.
missing=$(tr ',' '\n' <<<"$missing" | while IFS=- read -r first last; do seq "$first" "${last:-$first}"; done)
shards=$(wc -l <<<"$missing")
most=$(((shards + MAX_TASKS - 1) / MAX_TASKS))
per_task=$((most > SHARDS_PER_TASK ? most : SHARDS_PER_TASK))
LIST=$DIR/tasks.$(date +%Y%m%dT%H%M%S).$$
xargs -n "$per_task" <<<"$missing" | tr ' ' ',' >"$LIST"
tasks=$(wc -l <"$LIST")

if [ -z "$MEMORY" ]; then
    field() { sed -n "s/^ *\"$1\": \"\{0,1\}\([a-z0-9]*\).*/\1/p" "$PLAN"; }
    bytes=$("$QUEENS" estimate "$(field n)" --method "$(field method)" --threads "$CPUS_PER_TASK" --time 0.1 --json |
        sed -n 's/.*"memory_bytes":\([0-9]*\).*/\1/p')
    MEMORY=$((bytes / 800000 + 64))M    # 64 MB for the program and the ledger
fi

read -ra options <<<"$SBATCH_OPTIONS"
read -ra work_options <<<"$WORK_OPTIONS"
sbatch --job-name="$name" --output="$DIR/log/%A_%a.log" \
    --cpus-per-task="$CPUS_PER_TASK" --mem="$MEMORY" "${options[@]}" \
    --array="0-$((tasks - 1))${TASKS_AT_ONCE:+%$TASKS_AT_ONCE}" "$(dirname "$0")/task.sh" \
    "$LIST" "$PLAN" "$DIR" "$QUEENS" "${work_options[@]}"
echo "$shards shards in $tasks tasks of up to $per_task; list: $LIST"
exit "$code"
