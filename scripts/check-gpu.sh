#!/usr/bin/env bash
# Counts on a device: runs the tests of devices, one after the other, and the oracle chain with a
# device. QUEENS_TEST_DEVICE names it by a part of its name; by default it is a software device, Mesa's
# llvmpipe. Says nothing about speed.
. "$(dirname "$0")/common.sh"
[ -n "${QUEENS_TEST_DEVICE-}" ] || need mesa-vulkan-drivers "$LAVAPIPE"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A folder that some drivers want.
export XDG_RUNTIME_DIR=$work CARGO_TARGET_DIR=$PWD/target
if [ -z "${QUEENS_TEST_DEVICE-}" ]; then
    # No other device.
    VK_DRIVER_FILES=$(find /usr/share/vulkan/icd.d -name 'lvp_icd*.json' | head -n 1)
    [ -n "$VK_DRIVER_FILES" ] || skip "the Vulkan loader does not know $LAVAPIPE"
    export VK_DRIVER_FILES
fi

# Both are built in three fifths of the time, and hardly count on the CPU here.
export CARGO_PROFILE_DEV_OPT_LEVEL=1
test=(cargo test --locked --quiet --package queens --package queens-cli --features gpu)
library=("${test[@]}" --lib --)
tests=(search::gpu tests::chain::device)
list=$("${library[@]}" --list)
names_tests "$list" "${tests[@]}"
"${library[@]}" "${tests[@]}" --test-threads 1
"${test[@]}" --test gpu -- --test-threads 1
echo "check-gpu: units, runs and faults of ${QUEENS_TEST_DEVICE:-llvmpipe}"
