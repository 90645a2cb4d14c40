#!/usr/bin/env bash
# The crash suite: runs of the release build are killed and stopped at random moments, and starved of
# space. Each must end with the right total and every unit in the ledger exactly once. The ledger is read,
# and its checksums computed, without the program. `src/run/tests/` has every single step fail; here the
# system, signals and threads are real. Linux only.
#
#   scripts/check-crashes.sh [--minutes M] [--seed S]
#
#   --minutes M     how long runs are interrupted: 0.3 if not given, more makes for more rounds
#   --seed S        repeats the random choices of a run that printed this seed
#
# QUEENS names the binary; without it a release build is made. What needs a small file system is
# skipped with a notice where none may be mounted.
. "$(dirname "$0")/common.sh"
need python3 python3

# In a mount namespace of its own nothing stays mounted, whatever ends this script.
scratch=$(mktemp -d)
alone=() mounts=()
for namespace in 'unshare --mount' 'unshare --user --map-root-user --mount'; do
    if $namespace mount -t tmpfs -o size=64k tmpfs "$scratch" 2>/dev/null; then
        read -ra alone <<<"$namespace"
        mounts=(--mounts)
        break
    fi
done
rmdir "$scratch"
exec "${alone[@]}" python3 -B scripts/crashes.py "${mounts[@]}" "$@" "$QUEENS"
