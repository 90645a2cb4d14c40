#!/usr/bin/env bash
# The soak: counts a board with interruptions of six kinds on the way (SIGTERM, SIGINT, two signals at once, SIGKILL,
# suspended and killed, killed with a torn ledger), every session with another kernel or other threads, and writes what
# happened, the total and the ledger's SHA-256 to results/soak-N20.md. Takes about four minutes on two cores with AVX-512.
#
#   scripts/soak.sh [--n N] [--seconds S] [--report FILE] [--run DIR]
#
#   --n N          the board; 20 if not given
#   --seconds S    how long an interrupted session lasts; 10 if not given. Six of them must not finish the board
#   --report FILE  where the report goes instead
#   --run DIR      keeps the run directory there
#
# QUEENS names the binary; without it the release build is made and used. Needs python3.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -z "${QUEENS:-}" ]; then
    CARGO_TARGET_DIR=$PWD/target cargo build --release --locked --quiet
    QUEENS=target/release/queens
fi
exec python3 -B scripts/crashes/soak.py "$@" "$QUEENS"
