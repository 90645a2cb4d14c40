#!/bin/sh
# One task of a Slurm job array, which submit.sh submits; docs/cluster.md explains it. Its arguments:
#
#     SHARDS-PER-TASK LAST-SHARD PLAN DIR QUEENS [OPTION OF queens work]...
#
# Not variables: with --export=NONE, the default of some sites, a task does not get them.
#
# The settings of the site. Options that submit.sh sets take precedence.
#SBATCH --job-name=queens
#SBATCH --time=12:00:00
# A task whose node dies or whose time runs out (below) is requeued and appends to its log.
#SBATCH --requeue
#SBATCH --open-mode=append
# A minute to save before the time is up; the shard resumes later.
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

# In the background: a waiting shell would defer the signal. The signal ends the first wait, the
# program the second.
"$queens" work "$plan" --shards "$first-$last" --dir "$dir" --threads "${SLURM_CPUS_PER_TASK:-1}" "$@" &
worker=$! told=
trap 'told=yes; kill -TERM "$worker"' TERM
wait "$worker"
code=$?
if [ -n "$told" ]; then
    wait "$worker"
    code=$?
fi

# Stopped by the signal, and saved. A cancelled task is no longer RUNNING and must not come back.
# By array and task: the number of a job may be that of its whole array.
job=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
if [ "$code" -eq 3 ] && [ "$(squeue --noheader --jobs="$job" --format=%T)" = RUNNING ]; then
    scontrol requeue "$job"
fi
exit "$code"
