# shellcheck shell=bash
# Programs for other machines: static programs for Linux on x86-64 and ARM, and one for Windows. The scripts
# that build, test or lint these programs source this file in the root of the source tree, so that each
# program is built only once.

readonly WINDOWS=x86_64-pc-windows-gnu ARM=aarch64-unknown-linux-musl
readonly STATIC_TARGETS=(x86_64-unknown-linux-musl $ARM)

# Use the toolchain's linker, so that no other package is needed or affects the result.
export CARGO_TARGET_X86_64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld
export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=$PWD/scripts/windows/linker.sh
# Panics name source files, whose paths must be the same on every machine.
export RUSTFLAGS="--remap-path-prefix=$PWD=queens --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
export CARGO_PROFILE_RELEASE_DEBUG=false CARGO_PROFILE_RELEASE_STRIP=symbols
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
PROFILE=release

# quick_builds: makes later calls build quickly instead of for download. At optimisation level 1, building the
# engine takes two to four times as long.
quick_builds() {
    PROFILE=dev
    export CARGO_PROFILE_DEV_OPT_LEVEL=${LEVEL:-0}
}

# cargo_for TARGET COMMAND...: runs cargo with the profile and the settings for TARGET.
cargo_for() {
    local flags=$RUSTFLAGS
    rustup --quiet target add "$1"
    # Code for other systems is linted only here.
    [ $PROFILE = release ] || flags+=" -Dwarnings"
    # Otherwise, ld would put the current time into the program.
    [ "$1" != $WINDOWS ] || flags+=" -Clink-arg=-Wl,--no-insert-timestamp"
    RUSTFLAGS=$flags cargo "$2" --profile "$PROFILE" --locked --target "$1" "${@:3}"
}

# program_for TARGET: prints the path of the program for TARGET.
program_for() {
    local program=$CARGO_TARGET_DIR/$1/${PROFILE/dev/debug}/queens
    [ "$1" != $WINDOWS ] || program+=.exe
    echo "$program"
}
