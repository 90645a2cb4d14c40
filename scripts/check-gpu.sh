#!/usr/bin/env bash
# Counts on a software device, Mesa's llvmpipe: runs the tests of devices, one after the other, and
# the oracle chain with a device. Says nothing about speed, nor about real GPUs.
. "$(dirname "$0")/common.sh"
need mesa-vulkan-drivers "$LAVAPIPE"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# No other device, and a folder that some drivers want.
VK_DRIVER_FILES=$(find /usr/share/vulkan/icd.d -name 'lvp_icd*.json' | head -n 1)
[ -n "$VK_DRIVER_FILES" ] || skip "the Vulkan loader does not know $LAVAPIPE"
export VK_DRIVER_FILES XDG_RUNTIME_DIR=$work CARGO_TARGET_DIR=$PWD/target

# Both are built in three fifths of the time, and hardly count on the CPU here.
export CARGO_PROFILE_DEV_OPT_LEVEL=1
library=(cargo test --locked --quiet --package queens --features gpu --lib --)
tests=(search::gpu tests::chain::device)
list=$("${library[@]}" --list)
names_tests "$list" "${tests[@]}"
"${library[@]}" "${tests[@]}" --test-threads 1
cargo test --locked --quiet --package queens --package queens-cli --features gpu --test gpu -- --test-threads 1
echo "check-gpu: units, runs and faults of llvmpipe"
