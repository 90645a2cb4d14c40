"""The test of the published page and charts; scripts/check-pages.sh says what it needs and runs it.

    check_pages.py FOLDER [FOLDER FOR SCREENSHOTS]
"""

import json
import pathlib
import sys

from browser import expect, on_every_screen

# Texts of a drawing that leave it, cover each other, or hardly differ from its ground (WCAG asks for 4.5 to 1).
FAULTS_OF_DRAWING = """
const drawing = document.documentElement;
const light = (color) => {
  const [r, g, b] = color.match(/[0-9.]+/g).map((c) => c / 255).map((c) => c <= 0.04 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
const ground = light(getComputedStyle(drawing.querySelector("rect")).fill);
const frame = drawing.getBoundingClientRect();
const texts = [...drawing.querySelectorAll("text")].map((text) => [text, text.getBoundingClientRect()]);
const faults = [];
texts.forEach(([text, box], index) => {
  const name = text.textContent.trim();
  if (box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom)
    faults.push(`'${name}' leaves the drawing`);
  if (contrast(light(getComputedStyle(text).fill), ground) < 4.5) faults.push(`'${name}' is faint`);
  for (const [other, its] of texts.slice(0, index)) {
    const wide = Math.min(box.right, its.right) - Math.max(box.left, its.left);
    const high = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
    if (wide > 1 && high > 5) faults.push(`'${name}' covers '${other.textContent.trim()}'`);
  }
});
return faults;
"""

COLUMN = """
const table = document.querySelector("#counts ~ .table table");
return [...table.tBodies[0].rows].map((row) => row.cells[arguments[0]].textContent);
"""


def whole(browser, boards):
    """The page fits the screen, has every board, and its best times lead to records."""
    wide = browser.execute_script("return document.documentElement.scrollWidth - innerWidth")
    expect(wide <= 0, f"the page is {wide} pixels wider than the screen")
    shown = [int(n) for n in browser.execute_script(COLUMN, 0)]
    expect(shown == boards, f"the table of counts has {shown} instead of {boards}")
    links = browser.execute_script("return [...document.querySelectorAll('a[href^=\"records/\"]')].map((link) => link.getAttribute('href'))")
    expect(len(links) == len(boards) and all(".json" in link for link in links), f"links to records: {links}")
    broken = browser.execute_script(
        "return [...document.querySelectorAll('nav a')].filter((a) => !document.querySelector(a.getAttribute('href'))).length"
    )
    expect(broken == 0, "a link of the navigation leads nowhere")
    charts = browser.execute_script("return [...document.images].map((image) => image.complete && image.naturalWidth)")
    expect(charts and all(charts), f"charts are missing: {charts}")


# Short cells and arrows of headings that are broken off onto a line of their own.
BROKEN_LINES = """
const bottoms = (element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return [...range.getClientRects()].map((box) => box.bottom);
};
const cells = [...document.querySelectorAll("tbody td[style]")].filter((cell) => cell.textContent);
const buttons = [...document.querySelectorAll("thead button")];
return [
  ...cells.filter((cell) => Math.max(...bottoms(cell)) - Math.min(...bottoms(cell)) > 8),
  ...buttons.filter((button) => button.getBoundingClientRect().bottom - Math.max(...bottoms(button)) > 14),
].map((element) => element.textContent);
"""


def layout(browser, screen):
    """No number, name or date is broken; a wide screen is used, and a narrow one shows the times of estimates."""
    broken = browser.execute_script(BROKEN_LINES)
    expect(not broken, f"broken onto several lines: {broken}")
    share = browser.execute_script("return document.body.clientWidth / innerWidth")
    expect(share > 0.9, f"the page takes {share:.0%} of a screen of {screen['width']} pixels")
    empty = browser.execute_script(
        "return [...document.querySelectorAll('.table')].map((card) => card.clientWidth - card.firstElementChild.offsetWidth)"
    )
    expect(max(empty) < 2, f"cards are wider than their tables, by pixels: {empty}")
    out = browser.execute_script(
        "return [...document.querySelectorAll('#estimates ~ section td:nth-child(2)')].filter((cell) => cell.getBoundingClientRect().right > innerWidth).length"
    )
    expect(out == 0, f"the times of {out} estimates are out of sight")


# The columns of a table: texts, values and alignment of the cells, from top to bottom, after each of three clicks on the heading.
CLICKED = """
const table = document.querySelectorAll("main table")[arguments[0]];
return [...table.tHead.rows[0].cells].map((heading, index) => [0, 1, 2].map(() => {
  heading.querySelector("button").click();
  const cells = [...table.tBodies[0].rows].map((row) => row.cells[index]);
  return [heading.ariaSort, cells.map((cell) => [cell.textContent, cell.dataset.value ?? null, cell.style.textAlign === "right"])];
}));
"""


def sorting(browser):
    """Every heading sorts its column: up, down and back; numbers by their value, and cells without one last."""
    tables = browser.execute_script("return document.querySelectorAll('main table').length")
    kinds = set()
    for table in range(tables):
        for states in browser.execute_script(CLICKED, table):
            expect([state for state, _ in states] == ["ascending", "descending", None], f"a heading says {states}")
            original = states[2][1]
            key = 1 if any(value is not None for _, value, _ in original) else 0
            for _, cells in states[:2]:
                known = [cell for cell in cells if cell[key]]
                expect(cells[: len(known)] == known, f"missing values are not last: {cells}")
                expect(sorted(map(str, cells)) == sorted(map(str, original)), f"sorting changed the cells: {cells}")
                bare = [text for text, value, is_right in cells if is_right and value is None]
                expect(set(bare) <= {"", "not known"}, f"cells of numbers have no value: {bare}")
            if key == 1:
                up, down = ([ordered(value) for _, value, _ in cells if value is not None] for _, cells in states[:2])
                expect(up == sorted(up) and down == up[::-1], f"not in order: {up}, {down}")
                kinds.add(type(up[0]))
    expect(kinds == {float, str}, f"no numbers or no dates: {kinds}")


def ordered(value):
    """A value of a cell: a number, or a date."""
    try:
        return float(value)
    except ValueError:
        return value


def without_scripts(browser, address, boards):
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    browser.open(address)
    expect(browser.execute_script("return document.querySelectorAll('thead button').length") == 0, "scripts still run")
    whole(browser, boards)
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def main(folder, pictures=None):
    folder = pathlib.Path(folder).resolve()
    lines = [line for path in (folder / "records").glob("*.jsonl") for line in path.open(encoding="utf-8")]
    records = [json.loads(line) for line in lines]
    boards = sorted({record.get("result", record)["n"] for record in records})
    address = (folder / "index.html").as_uri()
    grounds = {}

    def test(browser, screen):
        browser.open(address)
        browser.picture(screen["name"])
        whole(browser, boards)
        layout(browser, screen)
        sorting(browser)
        without_scripts(browser, address, boards)
        ground = browser.execute_script("return getComputedStyle(document.documentElement).backgroundColor")
        grounds[screen.get("dark", False)] = ground
        expect(list(grounds.values()).count(ground) == 1, f"light and dark look the same: {ground}")
        for drawing in sorted(folder.glob("*.svg")):
            browser.screen(900, 600, dark=screen.get("dark", False))
            browser.open(drawing.as_uri())
            browser.picture(f"{screen['name']}-{drawing.stem}")
            faults = browser.execute_script(FAULTS_OF_DRAWING)
            expect(not faults, f"{drawing.name}: {faults}")

    on_every_screen("published page", test, pictures)


if __name__ == "__main__":
    main(*sys.argv[1:])
