#!/usr/bin/env bash
# The crash suite: runs of the release build are killed and stopped at random moments, starved of
# space, and counted while the clock jumps. Each must end with the right total and every unit in the
# ledger exactly once, or with the documented error and exit code. The ledger is read and its
# checksums computed without the program. Linux only.
#
#   scripts/check-crashes.sh [--minutes M] [--seed S] [--only WORDS]
#
#   --minutes M     about how long it takes on two cores; 0.5 if not given, more makes for more rounds
#   --seed S        repeats the random choices of a run that printed this seed
#   --only WORDS    only phases with these words in their names
#
# QUEENS names the binary; without it a release build is made. A phase that this machine does not
# permit (mounting a small file system, installing libfaketime) is skipped with a notice.
. "$(dirname "$0")/common.sh"
need python3 python3
compgen -G '/usr/lib/*/faketime/libfaketimeMT.so.1' >/dev/null || (need faketime faketime) || true

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
exec "${alone[@]}" python3 -B scripts/crashes "${mounts[@]}" "$@" "$QUEENS"
