#!/usr/bin/env bash
# The crash suite. It kills and stops runs of the release build at random moments. Each run must end with the
# correct total, and its ledger must contain every unit exactly once. The suite reads the ledger and computes
# its checksums without the program. `src/run/tests/` simulates a failure, such as a full disk, at every
# single step. Here, the system, signals and threads are real. Linux only.
#
#   scripts/check-crashes.sh [--minutes M] [--seed S]
#
#   --minutes M     how long to interrupt runs, 0.3 by default; a longer time means more rounds
#   --seed S        repeat the random choices of the run that printed this seed
#
# QUEENS is the program's path. If it is not set, a release build is made.
. "$(dirname "$0")/common.sh"
need python3 python3
exec python3 -B scripts/crashes.py "$@" "$QUEENS"
