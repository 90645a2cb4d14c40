#!/usr/bin/env bash
# Compares the speed of this program on one thread with a foreign C++ program that is given N as its argument, in turn,
# A B then B A, by the processor time of the whole command.
#
# Usage: scripts/bench-vs-prototype.sh FILE.cpp [N [KERNEL [PAIRS]]]      N = 17, KERNEL = auto, PAIRS = 6
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -ge 1 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
source=$1 n=${2:-17} kernel=${3:-auto} pairs=${4:-6}
. scripts/interleave.sh

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${CXX:-g++}" -O3 -march=native "$source" -o "$work/foreign"
CARGO_TARGET_DIR=$PWD/target cargo build --release --quiet

run_a() { cpu_seconds target/release/queens count "$n" --threads 1 --kernel "$kernel" --no-checkpoint; }
run_b() { cpu_seconds "$work/foreign" "$n"; }
echo "A: queens, B: $(basename "$source"), processor seconds for N = $n on one thread, kernel $kernel"
interleave "$pairs"
