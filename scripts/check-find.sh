#!/usr/bin/env bash
# Finds solutions of large boards and checks them without the program: every row has one queen, and
# no column, diagonal or antidiagonal has two.
#
#   scripts/check-find.sh [ROWS...]     1000000 if not given
#
# QUEENS names the binary; without it a release build is made.
. "$(dirname "$0")/common.sh"
need python3 python3

[ $# -gt 0 ] || set -- 1000000
for rows in "$@"; do
    "$QUEENS" find "$rows" --seed 1 --json | timeout 120 python3 -c '
import json, sys
rows, columns = int(sys.argv[1]), json.load(sys.stdin)["columns"]
lines = [columns, *([column + sign * row for row, column in enumerate(columns)] for sign in (1, -1))]
sound = len(columns) == rows and min(columns) == 1 and max(columns) == rows
sys.exit(not (sound and all(len(set(line)) == rows for line in lines)))
' "$rows" || die "$rows rows: what it printed is no solution"
    echo "find $rows: ok"
done
