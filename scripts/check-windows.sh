#!/usr/bin/env bash
# Checks the Windows program without Windows. Builds it with mingw and runs it under Wine. Covers the
# self-test, every kernel, Ctrl-C, a kill, run directories that move from Linux to Windows and back, a merge
# of shards from both, a damaged ledger, and the engine's tests of files and times.
#
# The tests of kernels, large plans and units would take minutes under Wine, and compute the same everywhere.
# Wine 8 cannot test a real file system, Ctrl-Break, a closed console or a log-off. A second Ctrl-C is not
# tested, because it must come a second after the first, and every count stops sooner.
#
# QUEENS is the path of the Linux program.
. "$(dirname "$0")/common.sh"
need "gcc-mingw-w64-x86-64 wine64 jq" x86_64-w64-mingw32-gcc /usr/lib/wine/wine64 jq
installed rustup || skip "it needs rustup, for the standard libraries of other machines"
work=$(mktemp -d)
export WINEPREFIX=$work/prefix WINEDEBUG=-all
trap '/usr/lib/wine/wineserver64 -k 2>/dev/null || true; rm -rf "$work"' EXIT

. scripts/targets.sh
quick_builds
export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=/usr/lib/wine/wine64
folder=$CARGO_TARGET_DIR/$WINDOWS/debug
program=$(program_for $WINDOWS)
windows() { /usr/lib/wine/wine64 "$program" "$@"; }

cargo_for $WINDOWS build --quiet
# Wine 8 lacks the library that provides random numbers to Rust's standard library.
x86_64-w64-mingw32-gcc -shared -O2 -o "$work/bcryptprimitives.dll" scripts/windows/prng.c -ladvapi32
for place in "$folder" "$folder/deps"; do mkdir -p "$place" && cp "$work/bcryptprimitives.dll" "$place"; done

tests=(run::tests::damage run::tests::lost_files run::tests::directory run::tests::strangers run::lock files::tests cluster::sharded_plan)
list=$(cargo_for $WINDOWS test --quiet --package queens --package queens-cli --lib -- --list)
names_tests "$list" "${tests[@]}"
cargo_for $WINDOWS test --quiet --package queens --package queens-cli --lib -- "${tests[@]}"

windows selftest --small >"$work/selftest" || die "selftest: $(cat "$work/selftest")"
for kernel in scalar portable avx2 avx512; do
    if grep -q "with .*$kernel" "$work/selftest"; then
        expect 14200 "$(windows count 12 --kernel $kernel --quiet)" "N = 12 with $kernel"
    fi
done
cd "$work"

# stopped SIGNAL DIR [MORE...]: starts a long count and sends it the signal, or sends it twice if there are
# more arguments. Wine turns SIGINT into Ctrl-C. Prints the exit code.
stopped() {
    local starter code=0
    # Do not start this through a function, because the function's process would get the signal.
    /usr/lib/wine/wine64 "$program" count 20 --run "$2" --quiet 2>"$2.said" >"$2.total" &
    starter=$!
    until [ -s "$2/ledger.jsonl" ]; do sleep 0.5; done
    kill "-$1" "$starter"
    [ $# -eq 2 ] || { sleep 0.02 && kill "-$1" "$starter"; }
    wait $starter || code=$?
    echo $code
}
expect 3 "$(stopped INT stopped)" "exit code after Ctrl-C"
windows status stopped >said || die "status after a stop"
grep -q "of 1,758" said || die "status after a stop: $(cat said)"
# If a second signal arrives within a second, it was sent by a program that forwards signals.
expect 3 "$(stopped INT twice again)" "exit code after Ctrl-C, passed on by another program"
[ "$(stopped KILL killed)" -gt 128 ] || die "the count survived the kill"

there_and_back moved cross windows
total=$("$QUEENS" count 13 --run moved --quiet)
if grep -lr $'\r' moved stopped killed; then die "a file has lines that end with CR LF"; fi

# Long paths must work.
code=0 && windows count 20 --run "two words" --max-time 1 --progress none 2>said || code=$?
expect 3 $code "exit code after the time"
grep -q "run the same command again" said || die "what resumes a run: $(cat said)"
deep=$(printf 'folder-%02d-with-a-long-name/' {1..12})
mkdir -p "$deep"
for _ in first again; do expect 92 "$(windows count 8 --run "${deep}run" --quiet)" "a run in a path of 340 characters"; done

# Test a torn line and a damaged line.
printf '{"unit":' >>stopped/ledger.jsonl
windows count 20 --run stopped --max-time 1 --quiet 2>/dev/null || expect 3 $? "resumed behind a torn line"
sed -i '2s/"unit":/"unit":9/' moved/ledger.jsonl
expect "$total" "$(windows count 13 --run moved --quiet)" "a run with a damaged line"
expect "$total" "$(windows count 13 --run moved --fresh --quiet)" "a run started anew"
[ -d moved.old-1 ] || die "--fresh moved nothing aside"

windows plan 14 --shards 3 -o plan.json --quiet >/dev/null
"$QUEENS" plan 14 --shards 3 -o linux.json --quiet >/dev/null
cmp plan.json linux.json || die "another plan on Windows"
windows work plan.json --shards 0,2 --dir shards --quiet >/dev/null
"$QUEENS" work plan.json --shards 1 --dir shards --quiet >/dev/null
for machine in windows "$QUEENS"; do
    expect 365596 "$($machine merge plan.json --dir shards --quiet)" "a merge of shards of both by $machine"
done
# On Windows, names that differ only in case refer to the same folder.
code=0 && windows merge plan.json --dir shards --dir SHARDS --quiet 2>said || code=$?
expect 2 $code "exit code for a folder by two names"
grep -q "SHARDS was given twice" said || die "a merge of one folder by two names: $(cat said)"
expect "$total" "$(windows count 13 --run MOVED --quiet)" "a finished run by another name"
windows count 13 --record --quiet >/dev/null || die "a count that is recorded"
windows publish --quiet >/dev/null || die "publish"
if grep -lr $'\r' results; then die "a document has lines that end with CR LF"; fi
echo "check-windows: under Wine, the self-test, every kernel, a stop, a kill, and runs of Linux resumed on Windows and back"
