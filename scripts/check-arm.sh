#!/usr/bin/env bash
# Checks the ARM program without an ARM machine. Builds it for Linux and runs it under qemu-user, and lints it
# for macOS. Counts N = 13 with each kernel and method, and moves a run directory from x86-64 to ARM and back.
# With --tests, also runs the self-test, all kernel tests, and the tests of units that must never change. Does
# not measure speed. QUEENS is the path of the x86-64 program.
. "$(dirname "$0")/common.sh"
need "qemu-user-static gcc-aarch64-linux-gnu jq" qemu-aarch64-static aarch64-linux-gnu-gcc jq
installed rustup || skip "it needs rustup, for the standard libraries of other machines"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

readonly MACOS=aarch64-apple-darwin
. scripts/targets.sh
# The kernel tests take minutes.
[ "${1:-}" != --tests ] || export LEVEL=1
quick_builds
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_RUNNER=qemu-aarch64-static
arm_program=$(program_for $ARM)
arm() { qemu-aarch64-static "$arm_program" "$@"; }

cargo_for $ARM build --quiet
# On an ARM machine, `cargo test` runs all tests. In an emulator, the kernel tests and the self-test take
# minutes.
if [ "${1:-}" = --tests ]; then
    tests=(methods::search::kernels methods::colours::tests os::cpuinfo check::tests::golden)
    list=$(cargo_for $ARM test --quiet --package queens --package queens-cli --lib -- --list)
    names_tests "$list" "${tests[@]}"
    cargo_for $ARM test --quiet --package queens --package queens-cli --lib -- "${tests[@]}"
    arm selftest --small >"$work/selftest" || die "selftest on ARM: $(cat "$work/selftest")"
fi

expect neon "$(arm count 8 --method colours --json --quiet | jq -r .kernel)" "the kernel that auto chooses"
expect 92 "$(arm count 8 --kernel neon --quiet)" "a small board with the kernel neon"
expect portable "$(QUEENS_CPU=scalar arm count 8 --json --quiet | jq -r .kernel)" "the kernel without extensions"
for method in cross rows colours; do
    for kernel in neon portable; do
        # There is no `neon` search kernel.
        if [[ $kernel$method =~ neon(cross|rows) ]]; then continue; fi
        expect 73712 "$(arm count 13 --method $method --kernel $kernel --quiet --no-checkpoint)" "$method with $kernel"
    done
done
for machine in arm "$QUEENS"; do
    other=$([ "$machine" = arm ] && echo avx2 || echo neon)
    if "$machine" count 8 --kernel "$other" 2>"$work/said"; then die "$machine takes the kernel $other"; fi
    grep -q "invalid value '$other' for --kernel" "$work/said" || die "$machine about $other: $(cat "$work/said")"
done

for method in cross colours; do
    run=$work/$method
    there_and_back "$run" $method arm
    kernel=$([ "$method" = cross ] && echo portable || echo neon)
    jq -r .kernel "$run/ledger.jsonl" | grep -qx "$kernel" || die "$method: ARM counted no unit with $kernel"
    for program in "$QUEENS" arm; do
        "$program" plan 20 --method $method --shards 7 --output "$run-${program##*/}" --quiet >/dev/null
    done
    cmp "$run-arm" "$run-${QUEENS##*/}" || die "$method: another plan on ARM"
done

cargo_for $MACOS clippy --quiet -- -D warnings
echo "check-arm: every kernel, and runs of x86-64 resumed on ARM and back"
