# shellcheck shell=bash
# Programs for other machines: static ones for Linux on x86-64 and ARM, and one for Windows. The scripts that
# build, test or lint them source this at the root of the sources, so that each program is built once.

readonly WINDOWS=x86_64-pc-windows-gnu ARM=aarch64-unknown-linux-musl
readonly STATIC_TARGETS=(x86_64-unknown-linux-musl $ARM)

# The linker of the toolchain, so that no other package is needed or affects the result.
export CARGO_TARGET_X86_64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld
export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=$PWD/scripts/windows/linker.sh
# Panics name source files, so their paths must be the same on every machine.
export RUSTFLAGS="--remap-path-prefix=$PWD=queens --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
export CARGO_PROFILE_RELEASE_DEBUG=false CARGO_PROFILE_RELEASE_STRIP=symbols
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
PROFILE=release

# quick_builds: later calls make programs that build quickly, instead of programs to download. At optimisation
# level 1, the engine takes two to four times as long to build.
quick_builds() {
    PROFILE=dev
    export CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_DEV_OPT_LEVEL=${LEVEL:-0}
}

# cargo_for TARGET COMMAND...: runs cargo with the profile and the settings of a target.
cargo_for() {
    local flags=$RUSTFLAGS
    rustup --quiet target add "$1"
    # Code that only another system compiles is linted only here.
    [ $PROFILE = release ] || flags+=" -Dwarnings"
    # Otherwise, ld would write the time into the program.
    [ "$1" != $WINDOWS ] || flags+=" -Clink-arg=-Wl,--no-insert-timestamp"
    RUSTFLAGS=$flags cargo "$2" --profile "$PROFILE" --locked --target "$1" "${@:3}"
}

# program_for TARGET: prints the path of a target's program.
program_for() {
    local program=$CARGO_TARGET_DIR/$1/${PROFILE/dev/debug}/queens
    [ "$1" != $WINDOWS ] || program+=.exe
    echo "$program"
}
