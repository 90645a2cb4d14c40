# shellcheck shell=bash
# Static programs for Linux on x86-64 and ARM: targets and settings, for scripts that build them. They
# source this at the root of the sources.

readonly STATIC_TARGETS=(x86_64-unknown-linux-musl aarch64-unknown-linux-musl)

for target in "${STATIC_TARGETS[@]}"; do
    rustup --quiet target add "$target"
    # The linker of the toolchain, so that no other package is needed and none makes a difference.
    variable=CARGO_TARGET_$(tr 'a-z-' 'A-Z_' <<<"$target")_LINKER
    export "$variable=rust-lld"
done
# Panics name source files, by paths that are the same on every machine.
export RUSTFLAGS="--remap-path-prefix=$PWD=queens --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
export CARGO_PROFILE_RELEASE_DEBUG=false CARGO_PROFILE_RELEASE_STRIP=symbols
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}/static
# The profile, and its folder below that of a target: the tests' own where nobody will use the program.
readonly PROFILE=${PROFILE:-release}
readonly PROFILE_FOLDER=${PROFILE/dev/debug}
