#!/usr/bin/env bash
# Measures the standard table and publishes it: from N = 8 on by every split and with every kernel that this machine has, in
# one thread and in all, as far as they go in a minute, best of several runs; then larger boards by the first split, with
# the fastest kernel in all threads; then the ladder and the estimates of larger boards. Run it on a quiet machine.
#
#   scripts/record.sh [--up-to N] [--splits LIST] [--each SECONDS] [--budget SECONDS] [--runs COUNT]
#                     [--any-commit] [--output DIR] [--readme FILE]
#
#   --up-to N         the largest board (22)
#   --splits LIST     the splits, the one for large boards first ("halves cross")
#   --each SECONDS    leave out a count that will probably take longer, by the time of the board before it (60)
#   --budget SECONDS  the same for the larger boards (3600)
#   --runs COUNT      runs of a count that takes up to 2 s; three at most up to a minute, one above (5)
#   --any-commit      records of other commits count as done
#   --output DIR      where to publish; the records are in DIR/records (results)
#   --readme FILE     the file to put the sentence on the speed and the table into (README.md)
#
# It can be stopped and started again: records that exist for this commit, processor, N, split, kernel and threads are not
# measured again, and a long count goes on where it was. QUEENS names the binary; without it a release build is made.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TARGET_DIR=$PWD/target LC_ALL=C

up_to=22 splits='halves cross' each=60 budget=3600 most_runs=5 any_commit=false out=results readme=README.md
while [[ $# -gt 0 ]]; do
    case $1 in
        --up-to) up_to=$2; shift 2 ;;
        --splits) splits=$2; shift 2 ;;
        --each) each=$2; shift 2 ;;
        --budget) budget=$2; shift 2 ;;
        --runs) most_runs=$2; shift 2 ;;
        --any-commit) any_commit=true; shift ;;
        --output) out=$2; shift 2 ;;
        --readme) readme=$2; shift 2 ;;
        *) sed -n '2,/^set /{/^set /!s/^# \{0,1\}//p}' "$0" >&2; exit 2 ;;
    esac
done

queens=${QUEENS:-target/release/queens}
[[ -n ${QUEENS:-} ]] || cargo build --release --locked
records=$out/records
mkdir -p "$records"

# Boards take up to this many times as long as the one before; 7 to 10 times from N = 15 on.
growth=10

# A field of JSON, a text or a number.
field() { sed -n -e "s/.*\"$1\": *\"\([^\"]*\)\".*/\1/p; t" -e "s/.*\"$1\": *\([^\",]*\).*/\1/p" | head -1; }
this=$("$queens" count 1 --json --no-checkpoint --quiet)
commit=$(field commit <<<"$this") cpu=$(field cpu <<<"$this")
kernels=$("$queens" --version | sed -n 's/.*kernels: \(.*\))/\1/p' | tr -d ,)
all=$(nproc)
if [[ $commit == *-modified ]]; then
    echo "record.sh: this build has changes that are not committed: its records will name no commit that has them" >&2
fi

# The records of a board, split, kernel and number of threads that count as done.
done_already() {
    local file
    for file in "$records/$(printf 'N%02d' "$1")-$3-${4}t-"*.json; do
        [[ -e $file ]] && grep -qF "\"cpu\": \"$cpu\"" "$file" && grep -qF "\"split\": \"$2\"" "$file" || continue
        if $any_commit || grep -qF "\"commit\": \"$commit\"" "$file"; then echo "$file"; fi
    done
}

# The shortest time of the files named on stdin, in seconds; nothing if there are none.
shortest() { while read -r file; do field wall_s <"$file"; done | sort -g | head -1; }

# Whether a time in seconds is over a limit; no time is over none.
over() { awk -v time="${1:-0}" -v limit="$2" 'BEGIN { exit !(time > limit) }'; }

# Brings a board, split, kernel and number of threads to the wanted number of records, and says what it did.
# Arguments: N, split, kernel, threads, predicted seconds. Leaves the best time in $best.
measure() {
    local n=$1 split=$2 kernel=$3 threads=$4 predicted=$5 runs=$most_runs have keep
    over "$predicted" 2 && runs=$((runs < 3 ? runs : 3))
    over "$predicted" 60 && runs=1
    keep=(--no-checkpoint)
    if ((n >= 20)); then
        runs=1
        keep=(--run "record-N$n-$split-$commit.run")
    fi
    have=$(done_already "$n" "$split" "$kernel" "$threads" | wc -l)
    while ((have < runs)); do
        "$queens" count "$n" --split "$split" --kernel "$kernel" --threads "$threads" "${keep[@]}" --record "$records" --quiet >/dev/null
        have=$((have + 1))
    done
    best=$(done_already "$n" "$split" "$kernel" "$threads" | shortest)
    # Only what is recorded is not needed any more.
    if ((n >= 20 && $(done_already "$n" "$split" "$kernel" "$threads" | wc -l) >= runs)); then rm -rf "record-N$n-$split-$commit.run"; fi
    printf 'N = %d, %s, %s, %d threads: %s s\n' "$n" "$split" "$kernel" "$threads" "${best:-not recorded}"
}

series() {
    local split=$1 kernel=$2 threads=$3 first=$4 limit=$5 n predicted
    best=$(done_already $((first - 1)) "$split" "$kernel" "$threads" | shortest)
    for ((n = first; n <= up_to; n++)); do
        predicted=$(awk -v best="${best:-0}" -v growth=$growth 'BEGIN { print best * growth }')
        if over "$predicted" "$limit"; then
            echo "N = $n, $split, $kernel, $threads threads: left out, would take up to $predicted s (limit $limit s)"
            return
        fi
        measure "$n" "$split" "$kernel" "$threads" "$predicted"
    done
}

for split in $splits; do
    for kernel in $kernels; do
        for threads in $(printf '1\n%d\n' "$all" | sort -nu); do
            series "$split" "$kernel" "$threads" 8 "$each"
        done
    done
done
series "${splits%% *}" "${kernels%% *}" "$all" 20 "$budget"

"$queens" ladder --json >"$out/ladder.json.new"
mv "$out/ladder.json.new" "$out/ladder.json"
"$queens" estimate 22..27 --json >"$out/estimate.json.new"
mv "$out/estimate.json.new" "$out/estimate.json"
publish=(publish --records "$records" --rivals "$out/rivals" --output "$out")
[[ -e $readme ]] && publish+=(--readme "$readme")
"$queens" "${publish[@]}"
