"""SIGKILL, SIGINT and SIGTERM at random moments, with another kernel and other threads on every resume."""

import json
import random
import time

import ledger
from ledger import expect

# Few units and many, from less than a millisecond to many seconds.
BOARDS = [
    (16,), (16, "--method", "cross", "--depth", "7"), (17, "--method", "cross", "--depth", "2"), (16, "--method", "halves"),
    (16, "--method", "rows", "--depth", "5"),
]


def interrupted(program, options, folder):
    """Runs that are stopped in some way again and again until they end: one of each board, then more until the time is over."""
    number, codes, end = 0, {}, time.monotonic() + 60 * options.minutes
    while number < len(BOARDS) or time.monotonic() < end:
        # A round has its own random choices, however many kills the rounds before it needed.
        rng, run, board = random.Random(f"{options.seed} {number}"), folder / f"run-{number}", BOARDS[number % len(BOARDS)]
        finished, patience_s, code = set(), 0.12, None
        while code != 0:
            code = session(program, rng, run, board, patience_s)
            now = ledger.units(run)
            expect(finished <= now, f"units were lost in {run}: {sorted(finished - now)}")
            # Longer each time, so that the run ends however busy the machine is.
            finished, patience_s = now, patience_s * 1.2
            codes[code] = codes.get(code, 0) + 1
        program.finish(run, *board)
        number += 1
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
