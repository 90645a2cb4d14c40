#!/usr/bin/env python3
"""Draws docs/progress.svg: a terminal in which `queens count 20` is stopped with Ctrl-C and resumed.

    scripts/progress_picture.py [QUEENS]     QUEENS: the program, target/release/queens if not given

Runs the program in a terminal of its own, presses Ctrl-C at a third of the count, and draws the bar of that moment, all that the
program says then, and the bar of the second run at two thirds. Takes about as long as N = 20 does.
"""

import fcntl
import html
import os
import pty
import re
import struct
import sys
import tempfile
import termios

CAPTION = "A terminal in which a count of N = 20 is stopped and resumed"
COMMAND = ["queens", "count", "20"]
COLUMNS, LINE, CHARACTER = 94, 21, 8.43
PROMPT, PLAIN = "#8fb8ff", "#d7dae0"
COLORS = {"32": "#4ec98a", "2": "#5c6370", "0": PLAIN}
ERASE = "\r\x1b[2K"  # before a bar is drawn over another one


def run(program, percent):
    """What the program wrote until its bar showed `percent` percent, and what it wrote after the Ctrl-C that came then."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(program, COMMAND)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
    before, after, stopped = "", "", False
    while True:
        try:
            text = os.read(terminal, 65536).decode(errors="replace")
        except OSError:  # how Linux says that the other side is closed
            break
        if stopped:
            after += text
            continue
        before += text
        shares = re.findall(r" (\d+)\.\d% ", before)
        if shares and int(shares[-1]) >= percent:
            os.write(terminal, b"\x03")
            stopped = True
    os.waitpid(pid, 0)
    if not stopped:
        sys.exit(f"{' '.join(COMMAND)} ended before {percent}%")
    return before, after


def rows(text):
    """The lines that stay on a terminal, each a list of colours and characters."""
    for line in text.replace("\r\n", "\n").rstrip().split("\n"):
        color, parts = PLAIN, []
        for code, characters in re.findall(r"(?:\x1b\[(\d+)m)?([^\x1b]*)", line.split(ERASE)[-1].rstrip()):
            color = COLORS.get(code, color)
            if characters:
                parts.append((color, characters))
        yield parts


def texts(row, y):
    """The SVG elements of a row."""
    column = 0
    for color, characters in row:
        words = characters.strip()
        x = 20 + (column + len(characters) - len(characters.lstrip())) * CHARACTER
        column += len(characters)
        if words:
            # With spaces that no viewer runs together.
            shown = html.escape(words).replace(" ", "\N{NO-BREAK SPACE}")
            yield f'<text x="{x:.1f}" y="{y}" fill="{color}" textLength="{len(words) * CHARACTER:.1f}">{shown}</text>'


def picture(drawn):
    """The rows as a terminal window."""
    width, height = round((COLUMNS + 2) * CHARACTER + 40), len(drawn) * LINE + 44
    font = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img"'
        f' aria-label="{CAPTION}">',
        f'<rect width="{width}" height="{height}" rx="8" fill="#20232a"/>',
        f'<g font-family="{font}" font-size="14">',
        *(element for index, row in enumerate(drawn) for element in texts(row, 36 + index * LINE)),
        "</g>",
        "</svg>",
        "",
    ]
    return "\n".join(lines)


def main():
    repository = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    program = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else f"{repository}/target/release/queens")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        bar, said = run(program, 33)
        resumed, _ = run(program, 66)
    prompt = [(PROMPT, "$ "), (PLAIN, " ".join(COMMAND))]
    stopped = [*list(rows(bar))[-1], (PLAIN, "  ^C")]
    # The Ctrl-C, as the terminal repeats it, stands at the end of the bar.
    said = said[said.rindex(ERASE) :]
    drawn = [prompt, stopped, *rows(said), prompt, *rows(resumed)]
    with open(f"{repository}/docs/progress.svg", "w", encoding="utf-8") as file:
        file.write(picture([row for row in drawn if row]))


main()
