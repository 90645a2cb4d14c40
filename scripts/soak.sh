#!/usr/bin/env bash
# The soak: counts a board with six kinds of interruption (SIGTERM, SIGINT, two signals at once,
# SIGKILL, suspended and killed, killed with a torn ledger), every session with another kernel or
# other threads, and writes what happened, the total and the ledger's SHA-256 to
# results/soak-N20.md. Takes about four minutes on two cores with AVX-512.
#
#   scripts/soak.sh [--n N] [--seconds S] [--report FILE] [--run DIR]
#
#   --n N          the board; 20 if not given
#   --seconds S    how long an interrupted session lasts; 10 if not given. Six of them must not finish the board
#   --report FILE  where the report goes instead
#   --run DIR      keeps the run directory there
#
# QUEENS names the binary; without it a release build is made.
. "$(dirname "$0")/common.sh"
need python3 python3
exec python3 -B scripts/crashes/soak.py "$@" "$QUEENS"
