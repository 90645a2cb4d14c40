#!/usr/bin/env bash
# Builds the archives to download, and their SHA-256 sums. Each archive for Linux, on x86-64 or ARM, contains
# a static program that runs on any distribution, with manual pages, completions, licences and README. The
# archive for Windows is a zip file. Two builds from the same commit and toolchain are identical byte for
# byte, wherever they are made. `sha256sum --check SHA256SUMS` compares a rebuild.
#
#     scripts/dist.sh [FOLDER [TARGET...]]
#
# FOLDER defaults to target/dist, and TARGET to all targets. The Windows archive needs mingw and zip.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-target/dist}
. scripts/targets.sh
[ "${QUICK:-}" != 1 ] || quick_builds
targets=("${@:2}")
can_make_windows() { command -v x86_64-w64-mingw32-gcc >/dev/null && command -v zip >/dev/null; }

die() { echo "dist: $*" >&2; exit 1; }

if [ ${#targets[@]} -eq 0 ]; then
    # A quick check omits this machine's archive, because a chroot runs its program just like the ARM one.
    if [ "${QUICK:-}" = 1 ]; then targets=("$ARM"); else targets=("${STATIC_TARGETS[@]}"); fi
    if can_make_windows; then
        targets+=("$WINDOWS")
    else
        echo "dist: no archive for Windows: it needs gcc-mingw-w64-x86-64 and zip" >&2
    fi
fi

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
# Every file gets the time of the commit.
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)} || die "set SOURCE_DATE_EPOCH, because this is not a git repository"
for target in "${targets[@]}"; do
    [ "$target" != $WINDOWS ] || can_make_windows || die "$WINDOWS needs gcc-mingw-w64-x86-64 and zip"
    cargo_for "$target" build
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
native=$(program_for "$(uname -m)-unknown-linux-musl")
[ "${QUICK:-}" != 1 ] || native=$QUEENS
mkdir -p "$folder" "$work/share/man/man1" "$work/share/completions"
"$native" man --output "$work/share/man/man1"
"$native" completions bash >"$work/share/completions/queens.bash"
"$native" completions zsh >"$work/share/completions/_queens"
"$native" completions fish >"$work/share/completions/queens.fish"

rm -f "$folder"/queens-*.tar.gz "$folder"/queens-*.zip "$folder/SHA256SUMS"
for target in "${targets[@]}"; do
    name=queens-$version-$target
    mkdir "$work/$name"
    cp README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$work/$name"
    if [ "$target" = $WINDOWS ]; then
        cp "$(program_for "$target")" "$work/$name"
        "$native" completions powershell >"$work/$name/queens.ps1"
        chmod -R u=rwX,go=rX "$work/$name"
        find "$work/$name" -exec touch --date="@$epoch" {} +
        (cd "$work" && find "$name" -type f | LC_ALL=C sort | TZ=UTC zip -9 --quiet -X "$name.zip" -@)
        cp "$work/$name.zip" "$folder"
        continue
    fi
    cp "$(program_for "$target")" "$work/$name"
    cp -r "$work/share/man" "$work/share/completions" "$work/$name"
    tar --create --directory "$work" --format=ustar --sort=name --mtime="@$epoch" \
        --owner=0 --group=0 --numeric-owner --mode='u=rwX,go=rX' "$name" | gzip -9n >"$folder/$name.tar.gz"
done
(cd "$folder" && sha256sum queens-* | tee SHA256SUMS)
