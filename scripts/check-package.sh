#!/usr/bin/env bash
# Creates the archives that `cargo publish` would upload, one per package, unpacks them outside this
# repository, and builds the program there. Checks that:
#
# * the program knows its commit
# * every archive contains both licences
# * the library's archive contains every file that the README links to
# * CITATION.cff and Cargo.toml agree on the version
# * a package that uses the library as shown in the README runs
. "$(dirname "$0")/common.sh"
export CARGO_TARGET_DIR=$PWD/target

# An archive contains its commit, which only a Git repository can provide.
commit=$(git rev-parse HEAD 2>/dev/null) || skip "this is no git repository"
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
grep -qx "version: $version" CITATION.cff || die "CITATION.cff is not about version $version"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cargo package --no-verify --allow-dirty --locked --quiet
packages=(queens queens-format queens-publish queens-explore)
patches=()
archives=()
# The library's version is not the program's.
version_of() { cargo pkgid --package "$1" | sed 's/.*[#@]//'; }
for package in "${packages[@]}" queens-cli; do
    name=$package-$(version_of "$package")
    archives+=("target/package/$name.crate")
    tar -xzf "target/package/$name.crate" -C "$work"
    # The README calls the library's folder by this name.
    mv "$work/$name" "$work/$package"
    for licence in LICENSE-APACHE LICENSE-MIT; do
        cmp -s "$licence" "$work/$package/$licence" || die "the archive of $package lacks $licence"
    done
done
# Pretend that the packages are already published.
for package in "${packages[@]}"; do patches+=(--config "patch.crates-io.$package.path='$work/$package'"); done
archive=$work/queens

for page in README.md docs/commands.md; do
    # Links and pictures without a scheme are relative to the page.
    grep -o '](\([^)#]*\)' "$archive/$page" | cut -c3- | grep -v '^[a-z]*:' | while read -r link; do
        [[ -e $archive/$(dirname "$page")/$link ]] || die "$page leads to $link, which is not in the archive"
    done
done

# The program need not be fast. The rest of the profile is as in Cargo.toml, so the tests and the package
# below can share these builds of the dependencies.
export CARGO_PROFILE_DEV_OPT_LEVEL=0 CARGO_PROFILE_DEV_CODEGEN_UNITS=32 CARGO_PROFILE_DEV_LTO=off
(cd "$work/queens-cli" && cargo build --quiet "${patches[@]}")
said=$("$CARGO_TARGET_DIR/debug/queens" --version)
[[ $said == *"(commit ${commit:0:12}"* ]] || die "the program built from the archives says '$said' instead of commit ${commit:0:12}"
# Creates the README's package next to the archive. At the README's optimisation level, building the engine
# would take minutes.
mkdir -p "$work/mine/src"
cp "$archive/Cargo.lock" "$work/mine/"
block() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" README.md | grep -v '^```'; }
block rust >"$work/mine/src/main.rs"
(printf '[package]\nname = "mine"\nversion = "0.1.0"\nedition = "2024"\n\n'; block toml) >"$work/mine/Cargo.toml"
(cd "$work/mine" && cargo run --quiet --config profile.dev.package.queens.opt-level=0) || die "the package that README.md shows does not run"
echo "check-package: $(du -hc "${archives[@]}" | tail -n 1 | cut -f1), builds, commit ${commit:0:12}"
