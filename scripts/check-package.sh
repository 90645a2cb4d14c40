#!/usr/bin/env bash
# Makes the archive that `cargo publish` would send, unpacks it outside this repository and builds
# it there. The program must know the commit it was made from, every file that the README leads to
# must be in the archive, and CITATION.cff and Cargo.toml must agree on the version.
. "$(dirname "$0")/common.sh"
export CARGO_TARGET_DIR=$PWD/target

# An archive notes the commit, which a folder without git has not.
commit=$(git rev-parse HEAD 2>/dev/null) || skip "this is no git repository"
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
grep -qx "version: $version" CITATION.cff || die "CITATION.cff is not about version $version"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cargo package --no-verify --allow-dirty --locked --quiet
tar -xzf "target/package/queens-$version.crate" -C "$work"
archive=$work/queens-$version

for page in README.md docs/commands.md; do
    # Links and pictures without a scheme, relative to the page.
    grep -o '](\([^)#]*\)' "$archive/$page" | cut -c3- | grep -v '^[a-z]*:' | while read -r link; do
        [[ -e $archive/$(dirname "$page")/$link ]] || die "$page leads to $link, which is not in the archive"
    done
done

# The dependencies are those of the tests; the program itself need not be fast.
(cd "$archive" && CARGO_PROFILE_DEV_OPT_LEVEL=0 CARGO_PROFILE_DEV_DEBUG=0 cargo build --locked --quiet)
said=$("$CARGO_TARGET_DIR/debug/queens" --version)
[[ $said == *"(commit ${commit:0:12}"* ]] || die "the program built from the archive says '$said' instead of commit ${commit:0:12}"
echo "check-package: $(du -h "target/package/queens-$version.crate" | cut -f1), builds, commit ${commit:0:12}"
