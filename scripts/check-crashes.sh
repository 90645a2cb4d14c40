#!/usr/bin/env bash
# The crash suite: runs of the release build are killed and stopped at random moments. Each must end with the
# right total and every unit in the ledger exactly once. The ledger is read, and its checksums computed,
# without the program. `src/run/tests/` has every single step fail, as on a full disk; here the system,
# signals and threads are real. Linux only.
#
#   scripts/check-crashes.sh [--minutes M] [--seed S]
#
#   --minutes M     how long runs are interrupted: 0.3 if not given, more makes for more rounds
#   --seed S        repeats the random choices of a run that printed this seed
#
# QUEENS names the binary; without it a release build is made.
. "$(dirname "$0")/common.sh"
need python3 python3
exec python3 -B scripts/crashes.py "$@" "$QUEENS"
