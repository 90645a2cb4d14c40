#!/usr/bin/env python3
"""Compares the public interface of the library with docs/interface.txt, so that each change of it shows in the diff.

    scripts/interface.py           compares; fails if they differ
    scripts/interface.py --write   writes the list anew

The list is what rustdoc shows: every item with its fields or variants, its methods and the traits that it implements.
Tools that read rustdoc's JSON need a nightly compiler, so this reads the pages. A different version of rustdoc may show
the same interface differently; then the comparison is skipped.
"""

import difflib
import html
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "docs" / "interface.txt"
KINDS = ("constant", "enum", "fn", "macro", "static", "struct", "trait", "type")
# Traits that are derived, and those that the compiler implements.
USUAL = re.compile(
    r" (Clone|Copy|Debug|Default|Eq|PartialEq|Hash|Ord|PartialOrd|StructuralPartialEq|Error)(<\w+>)? for "
)


def text(markup):
    """The visible text of a piece of a page, in one line."""
    markup = re.sub(r'<details class="toggle[^>]*><summary.*?</summary>', "", markup, flags=re.S)
    # Skip the docs and notes between the fields of an item.
    return html.unescape(re.sub(r"<[^>]+>", "", markup))


def item(page, path):
    """The lines of an item: its declaration, then its methods and implementations."""
    declaration = re.search(r'<pre class="rust item-decl"><code>(.*?)</code></pre>', page, re.S)
    if declaration is None:
        sys.exit(f"{path}: rustdoc shows no declaration: does {__file__} read the pages of this version?")
    marked = declaration.group(1).replace("#[non_exhaustive]</div>", "#[non_exhaustive]\n</div>")
    # The commit and the compiler differ from build to build.
    lines = [re.sub(r'(: &str) = ".*";$', r"\1;", line.rstrip()) for line in text(marked).splitlines()]
    yield path
    yield from (f"    {line}" for line in lines if line and not line.lstrip().startswith("#[must_use"))
    own = page.split('id="synthetic-implementations"')[0]
    headers = re.findall(r'<h[34] class="code-header">(.*?)</h[34]>', own, re.S)
    headers = {" ".join(text(header).split()) for header in headers}
    # The methods of a trait's implementation are listed with the trait.
    kept = (header for header in headers if header.startswith(("pub ", "impl")) and not USUAL.search(header))
    yield from (f"    {header}" for header in sorted(kept) if not re.match(r"impl(<[^>]*>)? \w+(<[^>]*>)?$", header))


def interface(documents, version):
    """The list of all public items, as this version of rustdoc shows them."""
    pages = sorted(documents.rglob("*.html"))
    lines, items = [], 0
    for page in pages:
        kind, _, name = page.name.removesuffix(".html").partition(".")
        content = page.read_text()
        # Public items of a private module are shown where they are exported.
        if kind not in KINDS or 'http-equiv="refresh"' in content:
            continue
        path = "::".join(["queens", *page.parent.relative_to(documents).parts, name])
        lines += [*item(content, f"{kind} {path}"), ""]
        items += 1
    return [f"{items} public items, as {version} shows them", "", *lines]


def main():
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    build = ["cargo", "doc", "--no-deps", "--locked", "--quiet"]
    subprocess.run(["rm", "-rf", str(target / "doc" / "queens")], check=True)
    subprocess.run(build, cwd=ROOT, check=True)
    rustdoc = [os.environ.get("RUSTDOC", "rustdoc"), "--version"]
    version = " ".join(subprocess.run(rustdoc, check=True, capture_output=True, text=True).stdout.split()[:2])
    found = "\n".join(interface(target / "doc" / "queens", version))
    if "--write" in sys.argv[1:]:
        LIST.write_text(found)
        return
    listed = LIST.read_text()
    if found.partition("\n")[2] == listed.partition("\n")[2]:
        return
    # Installing a package would not help, so this is not a failure even if CI is set.
    if f" as {version} shows them" not in listed:
        print(f"SKIPPED {Path(__file__).name}: {LIST.name} was not made with {version}", file=sys.stderr)
        return
    names = (str(LIST.relative_to(ROOT)), "the interface")
    print(*difflib.unified_diff(listed.split("\n"), found.split("\n"), *names, lineterm=""), sep="\n")
    sys.exit("The public interface has changed: if it should, write the list anew with scripts/interface.py --write")


if __name__ == "__main__":
    main()
