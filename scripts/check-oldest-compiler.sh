#!/usr/bin/env bash
# Checks all packages with the oldest compiler that Cargo.toml allows.
. "$(dirname "$0")/common.sh"
installed rustup || skip "it needs rustup, for another compiler"
version=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
# Downloads may fail anywhere, so CI passes without this compiler.
timeout 300 rustup --quiet toolchain install "$version" --profile minimal --no-self-update ||
    CI='' skip "rustup cannot install Rust $version"
CARGO_TARGET_DIR=$PWD/target/oldest-compiler rustup run "$version" cargo check --workspace --locked --quiet
echo "check-oldest-compiler: Rust $version compiles all packages"
