"""SIGKILL at random moments, with other threads, another kernel and another progress display on every resume."""

import json
import subprocess

from tools import TOTALS, expect, read_ledger

# Boards that take long enough to be killed many times, cut into few units and into many.
BOARDS = [
    ("16",), ("16", "--method", "cross", "--depth", "6"), ("17", "--method", "cross"), ("16", "--method", "halves"),
    ("16", "--method", "rows", "--depth", "5"), ("17", "--method", "cross", "--depth", "3"),
    ("16", "--method", "cross", "--depth", "7"),
]

# What `QUEENS_CPU` hides, to play an older CPU.
HIDDEN = {"": (), "avx2": ("avx512",), "scalar": ("avx512", "avx2")}


def random_resume(rng, kernels):
    """Options that must not change the total, and how to start the program with them."""
    cpu = rng.choice(list(HIDDEN))
    kernel = rng.choice(["auto", *(kernel for kernel in kernels if kernel not in HIDDEN[cpu])])
    display = rng.choice(["bar", "plain", "json", "none", "auto"])
    options = ["--threads", rng.randint(1, 4), "--kernel", kernel, "--progress", display, "--interval", "0.1"]
    if rng.random() < 0.2:
        options.append("--quiet")
    return options, {"env": {"QUEENS_CPU": cpu}, "terminal": display in ("bar", "auto")}


def check_stop(program, directory, before, ended):
    """Asserts what must hold wherever a run was stopped; returns the units that are finished."""
    ledger = read_ledger(directory) if directory.exists() else None
    if ledger is None:
        expect(not before, f"the manifest of {directory} is gone")
        return before
    expect(not ledger.bad and not ledger.repeated, f"bad or repeated lines in the ledger of {directory}")
    expect(before <= ledger.units, f"units were lost in {directory}: {sorted(before - ledger.units)}")
    shown = [json.loads(line).get("units_done", 0) for line in ended.err.splitlines() if line.startswith("{")]
    expect(max(shown, default=0) <= len(ledger.units), f"more was shown than saved: {ended}")
    status = json.loads(program.run("status", directory, "--json").expect(0).out)
    expect(status["units_done"] == len(ledger.units), f"status miscounts: {status}")
    expect(status["solutions_so_far"] == str(ledger.solutions) and status["running"] is None, f"status: {status}")
    return ledger.units


def kill_until_finished(program, rng, directory, board):
    """One run, killed again and again until it ends; returns how often."""
    finished, kills, patience_s = set(), 0, 0.12
    while True:
        options, start = random_resume(rng, program.kernels)
        running = program.start("count", *board, "--run", directory, *options, **start)
        try:
            running.process.wait(rng.uniform(0, patience_s))
        except subprocess.TimeoutExpired:
            running.signal("KILL")
        ended = running.end().expect((0, -9))
        finished = check_stop(program, directory, finished, ended)
        if ended.code == 0:
            expect(ended.out.strip() == str(TOTALS[int(board[0])]), f"a wrong total: {ended}")
            return kills
        kills += 1
        # Longer each time, so that the run ends however busy the machine is.
        patience_s *= 1.06


def random_kills(program, rounds, rng_of, folder):
    kills = []
    for number in rounds(3):
        directory, board = folder / f"run-{number}", BOARDS[number % len(BOARDS)]
        kills.append(kill_until_finished(program, rng_of(number), directory, board))
        program.finish(directory, *board)
    return f"{len(kills)} runs finished after {sum(kills)} kills, {max(kills)} of them in one run"
