#!/usr/bin/env bash
# Compares the speed of this working tree with another revision: builds both, then counts the same board with each in
# turn, A B then B A, and prints every pair's ratio and their median. A clock that drifts moves both sides alike.
#
# Usage: scripts/bench-vs-base.sh REV [N [KERNEL [PAIRS]]]      N = 17, KERNEL = auto, PAIRS = 6
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -ge 1 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
revision=$1 n=${2:-17} kernel=${3:-auto} pairs=${4:-6}
. scripts/interleave.sh

base=$(mktemp -d)
trap 'git worktree remove --force "$base/tree" 2>/dev/null || true; rm -rf "$base"' EXIT
git worktree add --quiet --detach "$base/tree" "$revision"
(cd "$base/tree" && CARGO_TARGET_DIR=$base/target cargo build --release --quiet)
CARGO_TARGET_DIR=$PWD/target cargo build --release --quiet

count() { cpu_seconds "$1" count "$n" --threads 1 --kernel "$kernel" --no-checkpoint; }
run_a() { count target/release/queens; }
run_b() { count "$base/target/release/queens"; }
echo "A: this tree, B: $revision, processor seconds for N = $n on one thread, kernel $kernel"
interleave "$pairs"
