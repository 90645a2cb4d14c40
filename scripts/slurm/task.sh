#!/bin/sh
# A task of a Slurm job array, submitted by submit.sh. See docs/cluster.md. The arguments are:
#
#     SHARDS-PER-TASK LAST-SHARD PLAN DIR QUEENS [OPTION OF queens work]...
#
# They are not environment variables, because a task would not get these with --export=NONE, which is the
# default on some sites.
#
# Site settings. Options set by submit.sh take precedence.
#SBATCH --job-name=queens
#SBATCH --time=12:00:00
# A task is requeued if its node dies or its time runs out (see below). It then appends to its log.
#SBATCH --requeue
#SBATCH --open-mode=append
# A minute before the time limit, the task is told to save. The shard is resumed later.
#SBATCH --signal=B:TERM@60

set -u

if [ $# -lt 5 ] || [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
    echo "$0 is a task of a job array: submit it with submit.sh PLAN DIR" >&2
    exit 2
fi
first=$((SLURM_ARRAY_TASK_ID * $1)) last=$((SLURM_ARRAY_TASK_ID * $1 + $1 - 1))
[ "$last" -le "$2" ] || last=$2
plan=$3 dir=$4 queens=$5
shift 5

# Run the program in the background, because a shell defers signals while a program runs in the foreground.
# The signal ends the first wait, and the program's exit ends the second.
"$queens" work "$plan" --shards "$first-$last" --dir "$dir" --threads "${SLURM_CPUS_PER_TASK:-1}" "$@" &
worker=$! told=
trap 'told=yes; kill -TERM "$worker"' TERM
wait "$worker"
code=$?
if [ -n "$told" ]; then
    wait "$worker"
    code=$?
fi

# The task was told to stop, and has saved. A cancelled task is no longer RUNNING and must not come back. Name
# the task by array and task number, because a job's number may be the number of its whole array.
job=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
if [ "$code" -eq 3 ] && [ "$(squeue --noheader --jobs="$job" --format=%T)" = RUNNING ]; then
    scontrol requeue "$job"
fi
exit "$code"
