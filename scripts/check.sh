#!/usr/bin/env bash
# Runs the commands in the README and others that a user may try next, and checks their output. Takes
# about a minute on two cores. QUEENS names the binary; without it a release build is made.
. "$(dirname "$0")/common.sh"
work=$(mktemp -d)
run=
trap '[ -z "$run" ] || kill "$run" 2>/dev/null; rm -rf "$work"' EXIT
cd "$work"

# expect CODE STDOUT COMMAND...: runs it and compares exit code and stdout.
expect() {
    local code=$1 stdout=$2 got status=0
    shift 2
    got=$("$@" 2>stderr) || status=$?
    [ "$status" -eq "$code" ] || die "$* exited $status instead of $code: $(cat stderr)"
    [ "$got" = "$stdout" ] || die "$* printed '$got' instead of '$stdout'"
}

# check-halves.sh counts them by halves.
for method in cross rows; do
    expect 0 14772512 "$QUEENS" count 16 --method "$method"
    expect 0 95815104 "$QUEENS" count 17 --method "$method"
done
expect 0 666090624 "$QUEENS" count 18 --no-checkpoint
expect 0 92 "$QUEENS" count 8 --quiet
expect 2 "" "$QUEENS" count 0
"$QUEENS" count 8 --json | grep -q '"solutions":"92"' || die "no JSON result"

# A result that cannot be written is an error, not a success.
expect 1 "" sh -c "'$QUEENS' count 8 >/dev/full"
# A reader that closes early is not an error.
expect 0 1 sh -c "'$QUEENS' list 10 | head -n 1 | wc -l"

# Resident memory at N = 20 after three seconds; then the run is stopped and must print how to resume.
"$QUEENS" count 20 --run big --threads 2 --kernel scalar 2>stderr & run=$!
sleep 3
resident=$(awk '/^VmHWM:/ { print $2 }' "/proc/$run/status")
kill -TERM "$run"
status=0; wait "$run" || status=$?
run=
[ "$status" -eq 3 ] || die "SIGTERM led to exit $status: $(cat stderr)"
grep -q 'resume with' stderr || die "no word on how to resume: $(cat stderr)"
[ "$resident" -lt 65536 ] || die "$resident KiB resident at N = 20"
"$QUEENS" status big >/dev/null || die "no status of an interrupted run"

began=$SECONDS
"$QUEENS" selftest
[ $((SECONDS - began)) -lt 20 ] || die "the self-test took $((SECONDS - began)) s"
echo "check: all as documented"
