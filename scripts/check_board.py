"""The test of the board page; scripts/check-board.sh says what it needs and runs it.

    check_board.py PAGE.html [FOLDER FOR SCREENSHOTS]
"""

import pathlib
import sys

from browser import expect, on_every_screen
from selenium.webdriver.common.keys import Keys


class Board:
    """The page as its user sees it: rows and columns from 1."""

    def __init__(self, browser, address, screen):
        self.browser = browser
        self.address = address
        self.width = screen["width"]
        self.press = browser.tap if screen.get("touch") else browser.click

    def open(self, fragment=""):
        self.browser.open(self.address + fragment)

    def square(self, row, column):
        return f'.cell[aria-label^="row {row}, column {column}:"]'

    def says(self, row, column):
        """What a screen reader says of a square."""
        label = self.browser.execute_script("return document.querySelector(arguments[0]).ariaLabel", self.square(row, column))
        return label.partition(": ")[2]

    def queens(self):
        """Rows and columns of the queens, from the labels of the squares."""
        return self.browser.execute_script(
            "return [...document.querySelectorAll('.cell')].map((cell) => cell.ariaLabel)"
            ".filter((label) => label.includes('queen')).map((label) => label.match(/\\d+/g).map(Number))"
        )

    def expect_summary(self, part):
        self.browser.wait_text("#summary", part)

    def expect_message(self, part):
        self.browser.wait_text("#message", part)

    def expect_solved(self, n):
        self.expect_summary(f"Solved: all {n} queens")
        queens = self.queens()
        expect(len(queens) == n, f"{len(queens)} queens on a solved board of {n} rows")
        for line in (
            lambda row, column: row, lambda row, column: column,
            lambda row, column: row + column, lambda row, column: row - column,
        ):
            expect(len({line(*queen) for queen in queens}) == n, f"queens attack each other: {queens}")
        self.browser.wait(
            "const [red, green] = getComputedStyle(document.querySelector('.cell.queen')).color.match(/[0-9.]+/g);"
            "return document.querySelector('#board.solved') !== null && Number(green) > Number(red) + 50",
            "a solved board is green",
        )


def queens_by_hand(board, picture):
    board.open()
    board.expect_summary("0 of 8 queens, 64 free squares")
    board.press(board.square(1, 1))
    board.expect_summary("1 of 8 queens, 42 free squares")
    expect(board.says(1, 1) == "queen" and board.says(5, 5) == "attacked", "squares do not say what they are")
    expect(board.says(2, 3) == "free", "a square that no queen attacks is not free")
    counts = board.browser.execute_script("return [...document.querySelectorAll('[role=rowheader]')].map((c) => c.ariaLabel)")
    expect(counts[:2] == ["row 1: has a queen", "row 2: 6 free squares"], f"free squares per row: {counts}")
    board.press(board.square(5, 5))
    board.expect_summary("2 queens in conflict")
    expect(board.says(1, 1) == "queen, in conflict", "the conflict is not said")
    board.browser.wait(
        "const [red, green] = getComputedStyle(document.querySelector('.cell.conflict')).color.match(/[0-9.]+/g);"
        "return Number(red) > Number(green) + 50",
        "a queen in conflict is red",
    )
    picture("conflict")
    board.press("#hint")
    board.expect_message("Remove queens")
    board.press(board.square(5, 5))
    board.expect_summary("1 of 8 queens")


def solving(board, picture):
    board.press("#hint")
    board.expect_message("Hint: a queen on row")
    picture("hint")
    board.press("#solve")
    board.expect_message("Solution 1 of 4.")
    board.expect_solved(8)
    picture("solved")
    expect(board.says(1, 1) == "queen", "solving changed the queen that was placed by hand")
    found = [board.says(*queen) for queen in board.queens()].count("queen, found")
    expect(found == 7, f"{found} of 7 queens are marked as found")
    seen = set()
    for index in (2, 3, 4, 1):
        board.press("#next")
        board.expect_message(f"Solution {index} of 4.")
        board.expect_solved(8)
        seen.add(str(board.queens()))
    expect(len(seen) == 4, "solutions come twice")
    board.press("#undo")
    board.expect_message("One step back")
    board.press("#clear")
    board.expect_summary("0 of 8 queens")
    board.press("#undo")
    board.expect_solved(8)


def boards_without_solution(board):
    board.open("#6:1,-,-,-,-,-")
    board.press("#solve")
    board.expect_message("No solution has these queens")
    board.open("#4:1,-,-,-")
    board.press(board.square(2, 3))
    board.expect_summary("Row 3 has none left")


def large_boards(board, picture):
    board.open("#32:" + ",".join(["-"] * 32))
    width = board.browser.execute_script("return document.documentElement.scrollWidth")
    expect(width <= board.width, f"the page is {width} wide on a screen of {board.width}")
    box = board.browser.execute_script(
        "const box = document.querySelector('#board').getBoundingClientRect();"
        "return { left: box.left, right: box.right, top: box.top, bottom: box.bottom, height: innerHeight }"
    )
    expect(0 <= box["left"] and box["right"] <= board.width and box["bottom"] <= box["height"], f"32 rows do not fit: {box}")
    board.press("#solve")
    board.expect_solved(32)
    board.press("#next")
    board.expect_message("Another of very many")
    board.expect_solved(32)
    picture("32")
    board.press("#larger")
    board.expect_summary("Solved: all 32 queens")
    board.press("#smaller")
    board.expect_summary("0 of 31 queens")


def keyboard(board):
    browser = board.browser
    board.open()
    browser.execute_script("document.querySelector('.cell').focus()")
    browser.keys(Keys.RIGHT, Keys.DOWN, Keys.DOWN, Keys.SPACE)
    expect(board.says(3, 2) == "queen", "arrows and the space bar do not place a queen")
    browser.keys(Keys.END, Keys.ENTER)
    expect(board.says(3, 8) == "queen, in conflict", "End and Enter do not place a queen")
    browser.keys("u")
    board.expect_summary("1 of 8 queens")
    browser.keys(Keys.LEFT, "s")
    board.expect_solved(8)
    before = board.queens()
    browser.keys("n")
    browser.wait("return document.querySelector('#message').textContent.includes('Solution 2 of')", "N shows another")
    expect(before != board.queens(), "the next solution is the same")


def links(board):
    board.open("#5:1,3,5,2,4")
    board.expect_solved(5)
    board.open("#5:1%2C3%2C5%2C2%2C4")
    board.expect_solved(5)
    board.open("#5:1+2,-,-,-,-")
    board.expect_summary("2 queens in conflict")
    address = board.browser.execute_script("return location.hash")
    board.press(board.square(5, 5))
    expect(board.browser.execute_script("return location.hash") != address, "the link does not follow the board")
    for wrong in ("#5:1,2", "#99:1", "#4:9,-,-,-", "#nonsense", "#%"):
        board.open(wrong)
        board.expect_message("does not describe a board")
    board.open("#8:1,5,8,6,3,7,2,4")
    text = "return document.querySelector('#text').value"
    expect(board.browser.execute_script(text) == "8:15863724", f"the board's text is {board.browser.execute_script(text)}")
    board.browser.execute_script("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    board.press("#share")
    board.browser.wait_text("#message", "Link copied")
    copied = board.browser.execute_script("return window.copied")
    expect(copied.endswith("board.html#8:15863724"), f"{copied} is copied instead of a link")
    for pasted, shown in (
        ("25741863", "8:25741863"), ("10:1 3 5 7 9 - - - - -", "10:1,3,5,7,9,-,-,-,-,-"),
        ("https://example.org/board.html#5:1----", "5:1----"),
    ):
        board.browser.execute_script("const t = document.querySelector('#text'); t.value = arguments[0]; t.dispatchEvent(new Event('change'))", pasted)
        board.expect_message("Board from the text")
        expect(board.browser.execute_script(text) == shown, f"{pasted} is shown as {board.browser.execute_script(text)}")
    board.browser.execute_script("const t = document.querySelector('#text'); t.value = '8:1'; t.dispatchEvent(new Event('change'))")
    board.expect_message("does not describe a board")


def browsers_that_refuse(board):
    """The board goes on where the address may not change, and the address follows without changing often."""
    browser = board.browser
    board.open("#5:1----")
    browser.execute_script("window.permitted = history.replaceState; history.replaceState = () => { throw new Error('too often'); }")
    browser.execute_script("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    board.press(board.square(2, 3))
    board.expect_summary("2 of 5 queens")
    expect(browser.execute_script("return document.querySelector('#text').value") == "5:13---", "the text is another board's")
    board.press("#share")
    board.expect_message("Link copied")
    copied = browser.execute_script("return window.copied")
    expect(copied.endswith("board.html#5:13---"), f"{copied} is copied, which is another board")
    browser.execute_script(
        "window.changes = 0; history.replaceState = (...all) => { changes += 1; permitted.apply(history, all); };"
        "for (const row of document.querySelectorAll('.row')) row.querySelector('.cell')?.click()"
    )
    browser.wait("return location.hash === `#${document.querySelector('#text').value}`", "the address is the board's")
    changes = browser.execute_script("return changes")
    expect(0 < changes <= 2, f"five queens change the address {changes} times")


def old_browsers(board, page):
    """Without round(), the squares are there, too."""
    style = page.read_text(encoding="utf-8")
    old = page.with_name("old.html")
    old.write_text(style.replace("round(", "unknown("), encoding="utf-8")
    board.browser.open(old.as_uri())
    sizes = board.browser.execute_script(
        "return [...document.querySelectorAll('.cell')].map((cell) => [cell.offsetWidth, cell.offsetHeight])"
    )
    are_squares = all(width > 20 and abs(width - height) <= 1 for width, height in sizes)
    expect(len(sizes) == 64 and are_squares, f"squares without round() have the sizes {sizes[:3]}")
    expect(style.count("@supports") == 1 and "unknown(" not in style, "round() is not looked for")


def searches_that_last(board):
    """A worker that never answers stands in for a search that takes long."""
    board.open()
    board.browser.execute_script("window.Worker = class { postMessage() {} terminate() {} }")
    board.press("#solve")
    board.browser.wait("return !document.querySelector('#searching').hidden", "the search is shown")
    board.press("#cancel")
    board.expect_message("Search cancelled")
    board.press("#solve")
    board.browser.execute_script("const now = performance.now.bind(performance); performance.now = () => now() + 30000")
    board.expect_message("No answer within 20 s")
    expect(not board.browser.execute_script("return document.querySelector('#solve').disabled"), "solving stays disabled")


def themes(board):
    colour = "return getComputedStyle(document.documentElement).backgroundColor"
    board.open()
    first = board.browser.execute_script(colour)
    board.press("#theme")
    light = board.browser.execute_script(colour)
    board.press("#theme")
    dark = board.browser.execute_script(colour)
    expect(light != dark and first in (light, dark), f"themes: {first}, {light}, {dark}")
    board.press("#theme")
    expect(board.browser.execute_script(colour) == first, "the theme does not come back to the system's")


def main(page, pictures=None):
    def test(browser, screen):
        board = Board(browser, pathlib.Path(page).resolve().as_uri(), screen)

        def picture(what):
            browser.picture(f"{screen['name']}-{what}")

        queens_by_hand(board, picture)
        solving(board, picture)
        boards_without_solution(board)
        large_boards(board, picture)
        keyboard(board)
        links(board)
        browsers_that_refuse(board)
        old_browsers(board, pathlib.Path(page))
        searches_that_last(board)
        themes(board)

    on_every_screen("board page", test, pictures)


if __name__ == "__main__":
    main(*sys.argv[1:])
