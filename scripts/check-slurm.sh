#!/bin/bash
# Starts a two-node Slurm on 127.0.0.1 without systemd. First, a task that is told to stop must return to the
# queue, and a cancelled task must not. Then submits N = 15 in 40 shards with scripts/slurm/submit.sh, kills a
# node with its tasks, restarts it, submits the missing shards, merges, and compares with the known total.
# Takes about a minute, and ends every process that it started. QUEENS is the program's path. If it is not
# set, a release build is made.
# shellcheck source=scripts/schedulers-common.sh
. "$(dirname "$0")/schedulers-common.sh"
conf=$work/slurm.conf

# Every daemon and task started here has SLURM_CONF and its node's name in its environment.
slurm() { SLURM_CONF=$conf "$@"; }
processes() { grep -lzsxF "SLURM_CONF=$conf" /proc/[0-9]*/environ | cut -d/ -f3; }
processes_of() {
    local process
    for process in $(processes); do
        if grep -qzsxF -e "QUEENS_NODE=$1" -e "SLURMD_NODENAME=$1" "/proc/$process/environ"; then echo "$process"; fi
    done
}
clean_up() {
    local code=$?
    trap '' INT TERM HUP
    for signal in TERM KILL; do
        processes | xargs -r kill -$signal 2>/dev/null || true
        for _ in 1 2 3 4 5 6 7 8 9 10; do
            [ -n "$(processes)" ] || break
            sleep 0.3
        done
    done
    if [ -n "$(processes)" ]; then echo "still running: $(processes | tr '\n' ' ')" >&2; fi
    if [ $code -eq 0 ]; then rm -rf "$work"; else echo "left for inspection: $work" >&2; fi
}
trap clean_up EXIT
trap 'exit 143' INT TERM HUP

need "slurmctld slurmd slurm-client munge procps" slurmctld slurmd sbatch squeue scontrol munged
[ "$(id -u)" -eq 0 ] || die "slurmd must be started as root"

# Finds three consecutive unused ports.
ports() {
    local base port
    for _ in {1..50}; do
        base=$((20000 + RANDOM % 10000))
        for port in $base $((base + 1)) $((base + 2)); do
            ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || continue 2
        done
        echo $base
        return
    done
}

configure() {
    local host base
    host=$(uname -n)
    base=$(ports)
    # munged requires that every user can search the directories above its socket.
    chmod 711 "$work"
    mkdir -p "$work"/{log,state,spool.n1,spool.n2}
    (umask 077 && dd if=/dev/urandom of="$work/munge.key" bs=1 count=1024 status=none)
    cat >"$conf" <<CONF
ClusterName=queens
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
CredType=cred/munge
SlurmctldPort=$base
SlurmctldPidFile=$work/slurmctld.pid
SlurmctldLogFile=$work/log/slurmctld.log
StateSaveLocation=$work/state
SlurmdPidFile=$work/slurmd.%n.pid
SlurmdLogFile=$work/log/slurmd.%n.log
SlurmdSpoolDir=$work/spool.%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
SlurmdTimeout=20
KillWait=5
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((base + 1)) CPUs=2 State=UNKNOWN
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((base + 2)) CPUs=2 State=UNKNOWN
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
# By default, waiting tasks are checked only every half minute.
SchedulerParameters=bf_interval=2
# Keeps every listener on 127.0.0.1.
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
CONF
}

start_node() { QUEENS_NODE=$1 slurm slurmd -N "$1"; }
nodes_are_ready() { [ "$(slurm sinfo -N --noheader --states=idle,mixed,allocated 2>/dev/null | wc -l)" = 2 ]; }
queue() { slurm squeue --noheader "$@"; }
queue_is_empty() { [ -z "$(queue --format=%i)" ]; }
missing() { "$QUEENS" status "$dir" --plan "$work/plan.json" --missing; }

# Starts two tasks with shards that take minutes. Sends them the signal that Slurm sends before the time
# limit, and then cancels them. There are two, because one of them has the same number as the whole array.
check_stop() {
    local array task logs
    echo "two tasks that are told to stop"
    "$QUEENS" plan 20 --shards 20 --output "$work/long.json" >/dev/null
    # In an sbatch pattern, %x would be the job's name.
    local long="$work/100%xlong, two"
    SHARDS_PER_TASK=10 WORK_OPTIONS="--kernel scalar" submit "$work/long.json" "$long"
    within 30 "a unit in the first ledger" [ -s "$long/shard-00000/ledger.jsonl" ]
    within 30 "a unit in the second ledger" [ -s "$long/shard-00010/ledger.jsonl" ]
    array=$(queue --format=%F | sort -u)
    slurm scancel --batch --signal=TERM "$array"
    are_back() { [ "$(queue --array --format=%T | paste -sd,)" = PENDING,PENDING ]; }
    within 15 "the tasks' return to the queue" are_back
    logs=("$long"/log/*.log)
    expect 2 "$(grep -l "stopped in shard 1*0 with " "${logs[@]}" | wc -l)" "tasks that saved their shard"
    # By default, Slurm waits two minutes. Within a second of the requeue, it rejects a new start time.
    for task in $(queue --array --format=%i); do slurm scontrol update jobid="$task" starttime=now+3; done
    are_running() { [ "$(queue --format=%T | paste -sd,)" = RUNNING,RUNNING ]; }
    within 30 "the tasks' second run" are_running
    are_going_on() { [ "$(grep -l "resuming with" "${logs[@]}" | wc -l)" = 2 ]; }
    within 10 "the tasks going on" are_going_on
    slurm scancel "$array"
    within 20 "the end of the cancelled tasks" queue_is_empty
    sleep 2
    queue_is_empty || die "a cancelled task came back"
}

# Tasks get an empty environment, as on some sites.
submit() { slurm env QUEENS="$work/slow-queens" SBATCH_OPTIONS="--export=NONE --cpus-per-task=1 --mem=0 --time=10" scripts/slurm/submit.sh "$@"; }

slow_program 1
configure
QUEENS_NODE=munge slurm munged --key-file="$work/munge.key" --socket="$work/munge.socket" \
    --pid-file="$work/munged.pid" --log-file="$work/log/munged.log" --seed-file="$work/munge.seed"
QUEENS_NODE=controller slurm slurmctld -i
start_node n1
start_node n2
within 30 "two nodes" nodes_are_ready
echo "two nodes are up"

check_stop

"$QUEENS" plan 15 --shards 40 --output "$work/plan.json" >/dev/null
SHARDS_PER_TASK=2 submit "$work/plan.json" "$dir"
within 60 "eight shards" results_reach 8
processes_of n1 | xargs -r kill -9 2>/dev/null || true # one of them may have ended since it was listed
echo "killed node n1 and its tasks at $(results) of 40 shards"
[ "$(results)" -lt 40 ] || die "everything was done before the kill"
[ -n "$(missing)" ] || die "nothing is missing after the kill"
if "$QUEENS" merge "$work/plan.json" --dir "$dir" 2>/dev/null; then die "an incomplete merge gave a total"; fi
if submit "$work/plan.json" "$dir" 2>/dev/null; then die "submitted twice"; fi

# Submit the shards without a result again, as an operator would after a crash. First cancel all tasks,
# because Slurm may wait for tasks whose results exist, or delay other tasks for minutes.
slurm scancel --user="$(id -un)"
within 60 "an empty queue" queue_is_empty
start_node n1
slurm scontrol update nodename=n1,n2 state=resume 2>/dev/null || true
within 60 "the nodes' return" nodes_are_ready
SHARDS_PER_TASK=2 submit "$work/plan.json" "$dir"
within 120 "the rest" results_reach 40
expect "$KNOWN" "$("$QUEENS" merge "$work/plan.json" --dir "$dir" --run "$work/merged.run")" "the merged total"
echo "submitted what was missing, and merged: $KNOWN is right"
