#!/usr/bin/env bash
# Finds solutions of large boards and checks them without the program: every row has one queen, and no column, diagonal
# or antidiagonal has two.
#
#   scripts/check-find.sh [ROWS...]     1000000 if not given
#
# QUEENS names the binary; without it `cargo run --release` is used.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
queens() {
    if [[ -n ${QUEENS:-} ]]; then "$QUEENS" "$@"; else (cd "$here/.." && cargo run --release --quiet -- "$@"); fi
}

if ! command -v python3 >/dev/null; then
    echo "SKIPPED: the solutions of large boards were not checked, for python3 is missing" >&2
    [[ ${CI:-} != true ]]
    exit
fi
[[ $# -gt 0 ]] || set -- 1000000
for rows in "$@"; do
    queens find "$rows" --seed 1 --format json | timeout 120 python3 -c '
import json, sys
rows, columns = int(sys.argv[1]), json.load(sys.stdin)["columns"]
lines = [columns, *([column + sign * row for row, column in enumerate(columns)] for sign in (1, -1))]
sound = len(columns) == rows and min(columns) == 1 and max(columns) == rows
sys.exit(not (sound and all(len(set(line)) == rows for line in lines)))
' "$rows" || { echo "find $rows: what it printed is no solution" >&2; exit 1; }
    echo "find $rows: ok"
done
