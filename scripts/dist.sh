#!/usr/bin/env bash
# Makes the archives to download: for x86-64 and ARM Linux a static program that runs on any
# distribution, with its manual pages, completions, licences and README, and the SHA-256 sums of the
# archives. Two builds of one commit with one toolchain are the same to the byte, wherever they are
# made: `sha256sum --check SHA256SUMS` compares a rebuild.
#
#     scripts/dist.sh [FOLDER [TARGET...]]
#
# FOLDER is target/dist, and the targets are both, if none is named.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-target/dist}
. scripts/static-builds.sh
targets=("${@:2}")
[ ${#targets[@]} -gt 0 ] || targets=("${STATIC_TARGETS[@]}")

die() { echo "dist: $*" >&2; exit 1; }

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
# Every file gets the time of the commit.
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)} || die "set SOURCE_DATE_EPOCH, for this is no git repository"
cargo build --profile "$PROFILE" --locked "${targets[@]/#/--target=}"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
native=$CARGO_TARGET_DIR/$(uname -m)-unknown-linux-musl/$PROFILE_FOLDER/queens
mkdir -p "$folder" "$work/share/man/man1" "$work/share/completions"
"$native" man --output "$work/share/man/man1"
"$native" completions bash >"$work/share/completions/queens.bash"
"$native" completions zsh >"$work/share/completions/_queens"
"$native" completions fish >"$work/share/completions/queens.fish"

rm -f "$folder"/queens-*.tar.gz "$folder/SHA256SUMS"
for target in "${targets[@]}"; do
    name=queens-$version-$target
    mkdir "$work/$name"
    cp "$CARGO_TARGET_DIR/$target/$PROFILE_FOLDER/queens" README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$work/$name"
    cp -r "$work/share/man" "$work/share/completions" "$work/$name"
    tar --create --directory "$work" --format=ustar --sort=name --mtime="@$epoch" \
        --owner=0 --group=0 --numeric-owner --mode='u=rwX,go=rX' "$name" | gzip -9n >"$folder/$name.tar.gz"
done
(cd "$folder" && sha256sum queens-*.tar.gz | tee SHA256SUMS)
