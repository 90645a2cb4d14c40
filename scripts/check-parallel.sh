#!/bin/bash
# Counts N = 15 in 40 shards with GNU parallel, which is killed halfway twice: once alone, so that its jobs
# outlive it, and once with all its jobs. The same command must finish the remaining shards, also over
# simulated SSH hosts, and the merge must give the known total. Then it checks what run.sh refuses, and what
# it does not repeat. Takes about 20 s. QUEENS names the binary; by default, a release build is made.
# shellcheck source=scripts/schedulers-common.sh
. "$(dirname "$0")/schedulers-common.sh"

# Everything that is started here is in its own session, which identifies it.
session=
nobody() { [ -z "$(members)" ]; }
members() { [ -z "$session" ] || pgrep -s "$session" || true; }
clean_up() {
    local code=$?
    trap '' INT TERM HUP
    members | xargs -r kill -9 2>/dev/null || true
    if [ $code -eq 0 ]; then rm -rf "$work"; else echo "left for inspection: $work" >&2; fi
}
trap clean_up EXIT
trap 'exit 143' INT TERM HUP

need "parallel procps" parallel pgrep

slow_program 0.3
# A stand-in for every SSH host: runs the command here, in the environment that sshd gives. That
# includes SHELL, with which the remote half of parallel runs its jobs.
cat >"$work/ssh" <<'SSH'
#!/bin/bash
while [ "${1#-}" != "$1" ]; do shift; done
echo "$1" >>"${0%/*}/hosts.seen"
shift
[ "$1" != -- ] || shift
exec env -i HOME="${HOME:-/}" PATH="$PATH" SHELL=/bin/sh sh -c "$*"
SSH
chmod +x "$work/ssh"
printf '2/one.example\n2/two.example\n' >"$work/hosts"

start() {
    setsid env QUEENS="$work/slow-queens" JOBS=2 "$@" scripts/parallel/run.sh "$work/plan.json" "$dir" \
        >>"$work/parallel.log" 2>&1 &
    session=$!
}

"$QUEENS" plan 15 --shards 40 --output "$work/plan.json" --quiet >/dev/null

start
within 30 "ten shards" results_reach 10
pgrep -s "$session" -f /parallel | grep -vx "$session" | xargs -r kill -9 || true # run.sh is the session's leader
echo "killed parallel at $(results) of 40 shards; its jobs go on"
within 20 "the end of its jobs" nobody
wait "$session" && die "run.sh did not notice that parallel was killed"

start
within 30 "twenty shards" results_reach 20
members | xargs -r kill -9 || true # one of them may have ended since it was listed
{ wait "$session" && die "run.sh survived"; } 2>/dev/null
at=$(results)
echo "killed parallel and all its jobs at $at of 40 shards"
[ "$at" -lt 40 ] || die "everything was done before the kill"
[ -n "$("$QUEENS" status "$dir" --plan "$work/plan.json" --missing)" ] || die "nothing is missing after the kill"
if "$QUEENS" merge "$work/plan.json" --dir "$dir" 2>/dev/null; then die "an incomplete merge gave a total"; fi

start HOSTS="$work/hosts" PARALLEL_SSH="$work/ssh"
wait "$session" || die "the rest was not finished: $(tail -3 "$work/parallel.log")"
expect 2 "$(sort -u "$work/hosts.seen" | wc -l)" "hosts that took part"
expect "" "$("$QUEENS" status "$dir" --plan "$work/plan.json" --missing)" "missing shards"
expect "$KNOWN" "$("$QUEENS" merge "$work/plan.json" --dir "$dir" --run "$work/merged.run")" "the merged total"
within 10 "the end of all processes" nobody
echo "finished the rest over two hosts and merged: $KNOWN is right"

# The program of the same name in moreutils, and none at all.
mkdir "$work/none" "$work/more" "$work/a place"
for tool in bash env; do ln -s "$(command -v $tool)" "$work/none/"; done
cp -a "$work/none/." "$work/more/"
printf '#!/bin/bash\necho "parallel: invalid option" >&2; exit 1\n' >"$work/more/parallel"
chmod +x "$work/more/parallel"
for path in none more; do
    code=0
    PATH=$work/$path scripts/parallel/run.sh "$work/plan.json" "$dir" 2>"$work/said" || code=$?
    expect 2 "$code" "the exit code with the programs in $path"
    grep -q 'needs GNU parallel' "$work/said" || die "with the programs in $path: $(cat "$work/said")"
done
echo "refused to run without GNU parallel"

# A shard that was stopped in an orderly way, and a damaged one, at a path with a space.
place="$work/a place"
"$QUEENS" plan 18 --shards 1 --method cross --output "$place/long" --quiet >/dev/null
code=0
WORK_OPTIONS="--max-time 0.3" scripts/parallel/run.sh "$place/long" "$place/d" >/dev/null 2>"$work/said" || code=$?
expect 3 "$code" "the exit code after a time limit"
if grep resuming "$work/said"; then die "a shard that was stopped by its time limit was started again"; fi
grep -qF "$(printf 'resume with: scripts/parallel/run.sh %q %q' "$(realpath "$place/long")" "$(realpath "$place/d")")" "$work/said" ||
    die "no command that resumes: $(cat "$work/said")"
"$QUEENS" plan 10 --shards 3 --output "$place/short" --quiet >/dev/null
"$QUEENS" work "$place/short" --shards 0-2 --dir "$place/e" --quiet >/dev/null
echo '{' >"$place/e/shard-00000/manifest.json"
code=0
scripts/parallel/run.sh "$place/short" "$place/e" >/dev/null 2>"$work/said" || code=$?
expect 4 "$code" "the exit code with a damaged shard"
expect 2 "$(grep -c 'is corrupt' "$work/said")" "reports of a damaged shard, one of the list and one of its job"
echo "repeated no shard that ended in an orderly way"

# Jobs so large that no two fit into the memory.
cat >"$work/greedy-queens" <<GREEDY
#!/bin/bash
[ "\$1" != estimate ] || { echo '{"memory_bytes":999999999999999}'; exit; }
exec "$QUEENS" "\$@"
GREEDY
chmod +x "$work/greedy-queens"
for jobs in 2 100%; do
    QUEENS=$work/greedy-queens JOBS=$jobs scripts/parallel/run.sh "$place/short" "$place/$jobs" >/dev/null 2>"$work/said" ||
        die "$(cat "$work/said")"
    grep -q "1 jobs on each host instead of JOBS=$jobs" "$work/said" || die "no word about memory: $(cat "$work/said")"
done
echo "ran no more jobs than fit"
