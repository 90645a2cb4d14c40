#!/usr/bin/env bash
# The crash suite: runs of the release build are killed, stopped, damaged, starved of space and started twice, at random
# moments and places, and each must end with the right total and every unit in the ledger exactly once, or with the
# documented error and exit code. The ledger is read and its checksums computed without the program. Linux only.
#
#   scripts/check-crashes.sh [--minutes M] [--seed S] [--only WORDS]
#
#   --minutes M     about how long it takes on two cores; 2 if not given, more makes for more rounds
#   --seed S        repeats the random choices of a run that printed this seed
#   --only WORDS    only phases with these words in their names
#
# QUEENS names the binary; without it the release build is made and used. What this machine does not permit (mounting
# a small file system, installing libfaketime) is skipped with a notice.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

install() {
    [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null || return 0
    echo "installing $*" >&2
    { timeout 300 apt-get update && timeout 300 env DEBIAN_FRONTEND=noninteractive apt-get install -y \
        --no-install-recommends "$@"; } >/dev/null || true
}

command -v python3 >/dev/null || install python3
if ! command -v python3 >/dev/null; then
    echo "SKIPPED: the crash suite needs python3" >&2
    [ "${CI:-}" != true ]
    exit
fi
compgen -G '/usr/lib/*/faketime/libfaketimeMT.so.1' >/dev/null || install faketime

if [ -z "${QUEENS:-}" ]; then
    (cd "$here/.." && CARGO_TARGET_DIR=$PWD/target cargo build --release --locked --quiet)
    QUEENS=$here/../target/release/queens
fi

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
exec "${alone[@]}" python3 -B "$here/crashes" "${mounts[@]}" "$@" "$QUEENS"
