#!/usr/bin/env bash
# Counts by halves: boards of 16 to 18 rows with every kernel that this machine has, checked by the
# other method, interrupted, in shards; and stops a unit of 28 rows. Takes a minute or two on two
# cores. QUEENS names the binary; without it a release build is made.
. "$(dirname "$0")/common.sh"
work=$(mktemp -d)
run=
trap '[ -z "$run" ] || kill "$run" 2>/dev/null; rm -rf "$work"' EXIT
cd "$work"

# expect STDOUT COMMAND...: runs it and compares stdout.
expect() {
    local stdout=$1 got
    shift
    got=$("$@" 2>stderr) || die "$* exited $?: $(cat stderr)"
    [ "$got" = "$stdout" ] || die "$* printed '$got' instead of '$stdout'"
}

# stop SECONDS: ends the command in the background, which must save what it has and be gone soon.
stop() {
    local began=$SECONDS status=0
    kill -TERM "$run"
    wait "$run" || status=$?
    run=
    [ "$status" -eq 3 ] || die "SIGTERM led to exit $status: $(cat stderr)"
    [ $((SECONDS - began)) -le "$1" ] || die "it took $((SECONDS - began)) s to stop"
}

kernels=()
for kernel in avx512 avx2 portable; do
    if "$QUEENS" count 8 --method halves --kernel $kernel >/dev/null 2>&1; then kernels+=("$kernel"); fi
done
[ ${#kernels[@]} -gt 0 ] || die "no kernel counts by halves"

# The plain recursion as well where it takes seconds.
expect 14772512 "$QUEENS" count 16 --method halves --kernel scalar
for kernel in "${kernels[@]}"; do
    expect 14772512 "$QUEENS" count 16 --method halves --kernel "$kernel"
    expect 95815104 "$QUEENS" count 17 --method halves --kernel "$kernel"
done
expect 666090624 "$QUEENS" count 18 --method halves --no-checkpoint
for n in 16 17; do
    "$QUEENS" count $n --method halves --double-check --no-checkpoint --json >result 2>stderr || die "$(cat stderr)"
    grep -q '"double_check":{.*"method":"cross"' result || die "no second count by cross: $(cat result)"
done

# Interrupted, then with another kernel and another number of threads; the ledger has every unit
# once.
"$QUEENS" count 18 --method halves --kernel portable --threads 1 --run run 2>stderr & run=$!
for _ in $(seq 600); do
    if [ -s run/ledger.jsonl ]; then break; fi
    sleep 0.1
done
[ -s run/ledger.jsonl ] || die "no unit was finished in a minute"
stop 3
saved=$(wc -l <run/ledger.jsonl)
expect 666090624 "$QUEENS" count 18 --threads 2 --run run
grep -q "resuming with $saved of" stderr || die "the run began anew: $(cat stderr)"
[ "$(grep -o '"unit":[0-9]*' run/ledger.jsonl | sort -u | wc -l)" -eq "$(wc -l <run/ledger.jsonl)" ] || die "a unit is there twice"
"$QUEENS" verify run --sample 20 >/dev/null || die "units of the run do not verify"

# Shards, in two sittings and with two kernels.
"$QUEENS" plan 16 --method halves --shards 4 -o plan.json 2>/dev/null
"$QUEENS" work plan.json --shards 0,3 --dir shards --kernel "${kernels[0]}" >/dev/null 2>&1 || die "no work on shards 0 and 3"
"$QUEENS" work plan.json --shards 1-2 --dir shards --kernel "${kernels[-1]}" >/dev/null 2>&1 || die "no work on shards 1 and 2"
expect 14772512 "$QUEENS" merge plan.json --dir shards

# A board that nobody has counted: a part of a set takes much longer than stopping may.
"$QUEENS" plan 28 --method halves --shards 1000000 -o plan-28.json 2>/dev/null
"$QUEENS" work plan-28.json --shards 7 --dir shards-28 --threads 1 2>stderr & run=$!
sleep 5
stop 3
echo "check-halves: all agree"
