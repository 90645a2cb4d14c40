#!/usr/bin/env python3
"""Draws docs/progress.svg: a terminal in which `queens count 20` is stopped with Ctrl-C and resumed.

    scripts/picture-of-progress.py [QUEENS]     QUEENS: the program, target/release/queens if not given

Runs the program in a terminal of its own, interrupts it a third of the way and draws what stands there when the second
run is at two thirds. Takes about as long as N = 20 does, and nothing in the picture was typed by hand.
"""

import fcntl
import html
import os
import pty
import re
import signal
import struct
import sys
import tempfile
import termios

COLUMNS, LINE, CHARACTER = 94, 21, 8.43
COMMAND = ["queens", "count", "20"]
COLORS = {"32": "#4ec98a", "2": "#5c6370", "0": "#d7dae0"}


def run(program, percent):
    """What the program wrote to its terminal until it showed `percent` percent and was interrupted."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(program, COMMAND)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
    written, shown = "", None
    while True:
        try:
            written += os.read(terminal, 4096).decode(errors="replace")
        except OSError:  # how Linux says that the other side has gone
            break
        figures = re.findall(r" (\d+)\.\d% ", written)
        if shown is None and figures and int(figures[-1]) >= percent:
            shown = written
            os.kill(pid, signal.SIGINT)
    os.waitpid(pid, 0)
    if shown is None:
        sys.exit(f"{' '.join(COMMAND)} ended before {percent}%: is there a {COMMAND[0]}-20.run here already?")
    return shown, written


def lines(text):
    """The lines that a terminal shows after `text`, each a list of (color, characters)."""
    for line in text.replace("\r\n", "\n").split("\n"):
        visible = line.split("\r\x1b[2K")[-1].rstrip("\r")  # the last of the bars that were drawn over each other
        color, parts = COLORS["0"], []
        for code, characters in re.findall(r"(?:\x1b\[(\d*)m)?([^\x1b]*)", visible):
            color = COLORS.get(code, color) if code else color
            if characters:
                parts.append((color, characters))
        yield parts


def picture(rows):
    """The rows as a terminal window."""
    width, height = (COLUMNS + 2) * CHARACTER + 40, len(rows) * LINE + 44
    body = []
    for index, row in enumerate(rows):
        column = 0
        for color, characters in row:
            x, y = 20 + column * CHARACTER, 36 + index * LINE
            words = html.escape(characters.strip()).replace(" ", "\N{NO-BREAK SPACE}")  # no viewer runs these together
            x += (len(characters) - len(characters.lstrip())) * CHARACTER
            if words:
                size = f'textLength="{len(characters.strip()) * CHARACTER:.1f}"'
                body.append(f'<text x="{x:.1f}" y="{y}" fill="{color}" {size}>{words}</text>')
            column += len(characters)
    font = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" height="{height}"'
            ' role="img" aria-label="A run of queens count 20 that is stopped and resumed">',
            f'<rect width="{width:.0f}" height="{height}" rx="8" fill="#20232a"/>',
            f'<g font-family="{font}" font-size="14">',
            *body,
            "</g>",
            "</svg>",
            "",
        ]
    )


def main():
    repository = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    program = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else f"{repository}/target/release/queens")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        prompt = [("#8fb8ff", "$ "), (COLORS["0"], " ".join(COMMAND))]
        bar, stopped = run(program, 33)
        at_the_end = stopped[len(bar) :].split("\r\x1b[2K")[-1]
        going_on, _ = run(program, 66)
    interrupted = [*list(lines(bar))[-1], (COLORS["0"], "^C")]
    rows = [prompt, interrupted, *lines(at_the_end.rstrip()), prompt, *lines(going_on)]
    with open(f"{repository}/docs/progress.svg", "w", encoding="utf-8") as file:
        file.write(picture([row for row in rows if row]))


main()
