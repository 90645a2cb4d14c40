#!/usr/bin/env bash
# Builds the archives with scripts/dist.sh and unpacks each into an otherwise empty root, without a C library,
# /proc, /dev or /tmp. Counts, saves and resumes there. The ARM program runs under qemu-user. The Windows
# archive is only listed, because check-windows.sh runs such a program. With --twice, builds the archives for
# this machine and for Windows again in a different folder. The two builds must be identical byte for byte.
# Also lints the workflow that attaches the archives to a tag. QUEENS is the path of the ordinary build.
. "$(dirname "$0")/common.sh"
need "qemu-user-static yamllint gcc-mingw-w64-x86-64 zip unzip" qemu-aarch64-static yamllint x86_64-w64-mingw32-gcc zip unzip
installed rustup || skip "it needs rustup, for the standard libraries of other machines"
[ "$(id -u)" -eq 0 ] || skip "it needs root, for chroot"
git rev-parse --quiet --verify HEAD >/dev/null || skip "this is no git repository"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

yamllint --strict -d '{extends: default, rules: {document-start: disable, truthy: {check-keys: false}, line-length: {max: 130}}}' \
    .github/workflows

# A comparison of two builds needs release builds. Otherwise, package the programs that check-arm.sh and
# check-windows.sh run.
[ "${1:-}" = --twice ] || export QUICK=1
scripts/dist.sh target/dist
if [ "${1:-}" = --twice ]; then
    # Clones the same commit and applies the same uncommitted changes.
    git clone --quiet --shared . "$work/copy"
    git diff --binary HEAD >"$work/changes"
    [ ! -s "$work/changes" ] || git -C "$work/copy" apply "$work/changes"
    env -u CARGO_TARGET_DIR "$work/copy/scripts/dist.sh" "$work/again" "$(uname -m)-unknown-linux-musl" \
        x86_64-pc-windows-gnu >/dev/null
    (cd target/dist && sha256sum --check --quiet "$work/again/SHA256SUMS") || die "two builds of the same sources differ"
fi

version=$("$QUEENS" --version | cut -d' ' -f2)
archive=target/dist/queens-$version-x86_64-pc-windows-gnu.zip
for file in queens.exe queens.ps1 README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT; do
    [ "$(unzip -p "$archive" "*/$file" | wc -c)" -gt 0 ] || die "$archive has no $file"
done
for archive in target/dist/queens-*.tar.gz; do
    root=$work/root
    rm -rf "$root" && mkdir "$root"
    tar --extract --file "$archive" --directory "$root" --strip-components=1
    for file in queens README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT man/man1/queens.1 man/man1/queens-count.1 \
        completions/queens.bash completions/_queens completions/queens.fish; do
        [ -s "$root/$file" ] || die "$archive has no $file"
    done
    emulator=()
    if [[ $archive == *aarch64* ]]; then
        cp "$(command -v qemu-aarch64-static)" "$root/emulator"
        emulator=(/emulator)
    fi
    alone() { env -i TMPDIR=/ "$(command -v chroot)" "$root" "${emulator[@]}" /queens "$@"; }
    expect "queens $version" "$(alone --version | cut -d' ' -f1-2)" "$archive: --version"
    total=$("$QUEENS" count 12 --quiet)
    expect "$total" "$(alone count 12 --method colours --run /run --quiet)" "$archive: N = 12 in a run directory"
    expect "$total" "$(alone count 12 --method colours --run /run --quiet)" "$archive: N = 12 again"
    alone verify /run --quiet >/dev/null || die "$archive: verify"
    echo "check-dist: $(basename "$archive"): $(stat -c %s "$archive") bytes, $(stat -c %s "$root/queens") unpacked;" \
        "alone in a chroot: $(alone --version)"
done
