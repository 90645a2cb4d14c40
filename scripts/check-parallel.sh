#!/bin/bash
# Counts N = 15 in 40 shards with GNU parallel over simulated SSH hosts. One host is down, and another dies
# after some shards. Everything is killed halfway. The same command must then finish the rest, and the merge
# must yield the known total. Then checks how run.sh ends. Takes about 20 s. QUEENS is the program's path. If
# it is not set, a release build is made.
# shellcheck source=scripts/schedulers-common.sh
. "$(dirname "$0")/schedulers-common.sh"

# Everything started here runs in a new session, so that it can be found again.
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

need "parallel procps shellcheck" parallel pgrep shellcheck

# This also reports syntax that only some shells understand.
shellcheck scripts/parallel/run.sh scripts/slurm/*.sh

slow_program 0.3
# A fake ssh, which runs the command here in the environment that sshd would provide. This includes SHELL,
# because the remote half of parallel uses it to run its jobs.
cat >"$work/ssh" <<'SSH'
#!/bin/bash
while [ "${1#-}" != "$1" ]; do shift; done
echo "$1" >>"${0%/*}/hosts.seen"
if [ "$1" = down.example ] || [ "$1" = two.example ] && [ -e "${0%/*}/two.is.down" ]; then exit 255; fi
shift
[ "$1" != -- ] || shift
exec env -i HOME="${HOME:-/}" PATH="$PATH" SHELL=/bin/sh sh -c "$*"
SSH
chmod +x "$work/ssh"
printf '%s\n' one.example two.example down.example >"$work/hosts"

# run PLAN DIR: runs the script. Sets code to its exit code, and writes its output to "$work/said".
run() {
    code=0
    scripts/parallel/run.sh "$@" >"$work/said" 2>&1 || code=$?
}
start() {
    setsid env QUEENS="$work/slow-queens" JOBS=2 HOSTS="$work/hosts" PARALLEL_SSH="$work/ssh" \
        scripts/parallel/run.sh "$work/plan.json" "$dir" >>"$work/parallel.log" 2>&1 &
    session=$!
}

"$QUEENS" plan 15 --shards 40 --output "$work/plan.json" --quiet >/dev/null

start
within 30 "ten shards" results_reach 10
touch "$work/two.is.down"
pgrep -s "$session" -f two.example | grep -vx "$session" | xargs -r kill -9 || true
echo "killed the jobs of a host at $(results) of 40 shards"
within 30 "twenty shards" results_reach 20
members | xargs -r kill -9 || true # one of them may have ended since it was listed
{ wait "$session" && die "run.sh survived"; } 2>/dev/null
at=$(results)
echo "killed everything at $at of 40 shards"
[ "$at" -lt 40 ] || die "everything was done before the kill"
[ -n "$("$QUEENS" status "$dir" --plan "$work/plan.json" --missing)" ] || die "nothing is missing after the kill"
if "$QUEENS" merge "$work/plan.json" --dir "$dir" 2>/dev/null; then die "an incomplete merge gave a total"; fi

grep -q 'Removed .*two.example' "$work/parallel.log" || die "no round without the host that died"

rm "$work/two.is.down"
start
wait "$session" || die "the rest was not finished: $(tail -3 "$work/parallel.log")"
expect 3 "$(sort -u "$work/hosts.seen" | wc -l)" "hosts that were asked"
expect "" "$("$QUEENS" status "$dir" --plan "$work/plan.json" --missing)" "missing shards"
expect "$KNOWN" "$("$QUEENS" merge "$work/plan.json" --dir "$dir" --run "$work/merged.run")" "the merged total"
within 10 "the end of all processes" nobody
echo "finished the rest over two hosts and merged: $KNOWN is right"

# Test names that are special to parallel or to shells, and a user's settings for parallel.
place="$work/a 'place'"
mkdir "$place"
"$QUEENS" plan 10 --shards 3 --output "$place/{}" --quiet >/dev/null
PARALLEL=--dry-run run "$place/{}" "$place/{#}"
expect 0 "$code" "the exit code of a count in $place: $(cat "$work/said")"
expect 724 "$(eval "$(sed -n 's/.*the total: //p' "$work/said")")" "the total of the printed command"
echo "counted where a name is a pattern"

# Test a shard that stopped at its time limit, a damaged shard, and invalid settings.
"$QUEENS" plan 18 --shards 1 --method cross --output "$place/long" --quiet >/dev/null
WORK_OPTIONS="--max-time 0.3" run "$place/long" "$place/d"
expect 3 "$code" "the exit code after a time limit"
if grep resuming "$work/said"; then die "a shard that was stopped by its time limit was started again"; fi
echo damaged >"$place/{#}/shard-00000/ledger.jsonl"
rm "$place/{#}/shard-00000/result.json"
rm -r "$place/{#}/shard-00002"
run "$place/{}" "$place/{#}"
expect 4 "$code" "the exit code with a damaged shard"
expect 2 "$(grep -c 'no usable line' "$work/said")" "reports of a damaged shard, one of the list and one of its job"
[ -e "$place/{#}/shard-00002/result.json" ] || die "a damaged shard kept another from being finished"
for setting in "2 WORK_OPTIONS=--nope" "255 HOSTS=$work/none" "255 JOBS=none" "2 QUEENS=none" "1 HOME=$work"; do
    into="$place/e"
    [ "${setting% *}" != 1 ] || into=/dev/null/e
    expect "${setting%% *}" "$(env "${setting#* }" scripts/parallel/run.sh "$place/{}" "$into" >"$work/said" 2>&1; echo $?)" \
        "the exit code with $setting"
    [ "$(grep -c "unexpected argument '--nope'" "$work/said")" -le 1 ] || die "a usage error was tried again"
done
echo "ended with the code of what failed"
