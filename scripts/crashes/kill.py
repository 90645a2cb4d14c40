"""SIGKILL, SIGINT and SIGTERM at random moments, with another kernel and other threads on every resume."""

import json
import shutil
import time

import ledger
from ledger import expect

# Few units and many, from less than a millisecond to many seconds.
BOARDS = [
    (16,), (16, "--method", "cross", "--depth", "7"), (17, "--method", "cross", "--depth", "2"), (16, "--method", "halves"),
    (16, "--method", "rows", "--depth", "5"),
]


def interrupted(program, rounds, rng_of, folder):
    """Runs that are stopped in some way again and again until they end."""
    codes = {}
    for number in rounds(5):
        rng, run, board = rng_of(number), folder / f"run-{number}", BOARDS[number % len(BOARDS)]
        finished, patience_s, code = set(), 0.12, None
        while code != 0:
            code = session(program, rng, run, board, patience_s)
            now = ledger.units(run)
            expect(finished <= now, f"units were lost in {run}: {sorted(finished - now)}")
            # Longer each time, so that the run ends however busy the machine is.
            finished, patience_s = now, patience_s * 1.2
            codes[code] = codes.get(code, 0) + 1
        program.finish(run, *board)
    return "exit codes " + ", ".join(f"{code}: {count} times" for code, count in sorted(codes.items()))


def session(program, rng, run, board, patience_s):
    """Counts until it is stopped; returns the exit code."""
    options = ["--threads", rng.randint(1, 4), "--kernel", rng.choice(program.kernels), "--interval", "0.1"]
    running = program.start("count", *board, "--run", run, "--progress", "json", *options)
    running.lasts(rng.uniform(0, patience_s))
    handled = running.handles_signals()
    first = rng.choice(["KILL", "KILL", "INT", "TERM"])
    running.signals(first)
    if rng.random() < 0.3:
        time.sleep(rng.choice([0, 0.001, 0.01]))
        running.signals(rng.choice(["INT", "TERM"]))
    asked, ended = time.monotonic(), running.end()
    # Without handlers yet it is killed; a second signal may leave at once, or come with the first.
    ended.expect((0, -9) if first == "KILL" else (0, 3, 130) if handled else (0, 3, 130, -2, -15))
    expect(time.monotonic() - asked < 60, f"it took a minute to stop: {ended}")
    if ended.out:
        # Who is killed just after the end has printed the total; who was stopped has none.
        total = program.total(board[0])
        expect(ended.code != 3 and int(ended.out) == total, f"a wrong total, or one of a run that was stopped: {ended}")
        ledger.check_complete(run, total)
    shown = [json.loads(line).get("units_done", 0) for line in ended.err.splitlines() if line.startswith("{")]
    expect(max(shown, default=0) <= len(ledger.units(run)), f"more was shown than saved: {ended}")
    return ended.code


def final_write(program, rounds, rng_of, folder):
    """All units are there and only the result is missing: it is written again and again, and the signal comes during it."""
    board, run = (16, "--method", "cross", "--depth", "6"), folder / "run"
    program.finish(run, *board)
    took_s, outcomes = 0.1, {}
    for number in rounds(20):
        rng = rng_of(number)
        (run / "result.json").unlink()
        running = program.start("count", *board, "--run", run)
        running.lasts(rng.uniform(0, 1.3 * took_s))
        running.signals(*rng.choice([("TERM",), ("TERM",), ("INT", "TERM"), ("KILL",)]))
        ended = running.end().expect((0, 3, 130, -2, -9, -15))
        written = (run / "result.json").exists()
        expect(written or ended.code != 0, f"success without a result: {ended}")
        expect(not (written and ended.code == 3), f"a result of a run that was stopped: {ended}")
        if written:
            # Whole or not at all, whoever dies.
            ledger.check_complete(run, program.total(16))
        outcomes[written] = outcomes.get(written, 0) + 1
        began = time.monotonic()
        program.finish(run, *board)
        took_s = time.monotonic() - began
    shutil.rmtree(run)
    return f"{outcomes.get(True, 0)} times with a result, {outcomes.get(False, 0)} times without"
