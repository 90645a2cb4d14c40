"""SIGINT, SIGTERM and SIGUSR1 at random moments, also twice and during the final write."""

import shutil
import subprocess
import time

from tools import check_complete, expect, read_ledger

SLOW = ("--kernel", "scalar", "--threads", "1")


def stop_once(program, rng, board, run):
    """One stop at a random moment; returns the exit code."""
    running = program.start("count", *board, "--run", run, "--progress", rng.choice(["plain", "bar", "none"]))
    early = rng.random() < 0.3
    try:
        running.process.wait(rng.uniform(0, 0.05 if early else 0.6))
    except subprocess.TimeoutExpired:
        pass
    first, second = rng.choice(["INT", "TERM"]), rng.choice(["INT", "TERM"])
    handled = not early and running.wait_for_handlers()
    if handled and rng.random() < 0.2:
        running.signal("USR1")
    running.signal(first)
    asked = time.monotonic()
    twice = rng.random() < 0.4
    if twice:
        time.sleep(rng.choice([0, 0, 0.001, 0.01]))
        running.signal(second)
    ended = running.end()
    # A process without handlers yet is killed; two signals that arrive as one are one.
    killed = () if handled else (-2, -15)
    ended.expect((0, 3, *killed, *((130,) if twice else ())))
    expect(time.monotonic() - asked < 30, f"stopping took {time.monotonic() - asked:.0f} s: {ended}")
    if ended.code == 3:
        ended.expect(3, "resume with")
        expect(ended.out == "", f"a result of a run that was stopped: {ended}")
    return ended.code


def stopping(program, rounds, rng_of, folder):
    """A run is stopped a few times, then finished by another kernel."""
    codes = {}
    for number in rounds(6):
        rng, run = rng_of(number), folder / f"run-{number}"
        # Units from less than a millisecond to many seconds: there a stop comes before any unit is finished.
        board, finish = rng.choice([
            (("17", *SLOW), ("17",)),
            (("16", "--method", "cross", "--depth", "7", *SLOW), ("16", "--depth", "7")),
            (("17", "--method", "cross", "--depth", "1", *SLOW), ("17", "--depth", "1")),
            (("16", "--method", "halves", *SLOW), ("16",)),
        ])
        finished = set()
        for _ in range(rng.randint(1, 4)):
            code = stop_once(program, rng, board, run)
            codes[code] = codes.get(code, 0) + 1
            ledger = read_ledger(run) if run.exists() else None
            expect(finished <= (ledger.units if ledger else set()), f"units were lost in {run}")
            finished = ledger.units if ledger else set()
        program.finish(run, *finish)
    return "exit codes " + ", ".join(f"{code}: {count} times" for code, count in sorted(codes.items()))


def leaving_at_once(program, _rounds, _rng_of, folder):
    """Two signals that wait together while the process is suspended: the second leaves at once, and nothing is lost."""
    run, left = folder / "run", 0
    for _ in range(6):
        before = read_ledger(run).units if run.exists() else set()
        running = program.start("count", "17", *SLOW, "--run", run)
        running.wait_until("a unit", lambda: run.exists() and (ledger := read_ledger(run)) and ledger.units > before)
        running.signal("STOP", "INT", "TERM", "CONT")
        # Two threads may take a signal each at the same instant: then both are the first.
        left += running.end().expect((3, 130)).code == 130
        expect(before < read_ledger(run).units, f"units were lost in {run}")
    expect(left > 0, "a second signal never leaves at once")
    program.finish(run, "17")
    return f"{left} of 6 left with exit 130, and what they had counted was kept"


def final_write(program, rounds, rng_of, folder):
    """All units are there and only the result is missing: it is written again and again, and the signal comes during it."""
    board = ("16", "--method", "cross", "--depth", "6")
    base, run = folder / "base", folder / "run"
    program.finish(base, *board)
    (base / "result.json").unlink()
    shutil.copytree(base, run)
    began = time.monotonic()
    program.finish(run, *board)
    takes = time.monotonic() - began
    outcomes = {}
    for number in rounds(20):
        rng = rng_of(number)
        (run / "result.json").unlink(missing_ok=True)
        running = program.start("count", *board, "--run", run)
        time.sleep(rng.uniform(0, 1.3 * takes))
        sent = rng.choice([("TERM",), ("TERM",), ("INT", "TERM"), ("KILL",)])
        running.signal(*sent)
        # A stop that comes while the units are still being read ends the run before it counts anything.
        ended = running.end().expect((0, 3, 130, -2, -9, -15))
        written = (run / "result.json").exists()
        expect(written or ended.code != 0, f"success without a result: {ended}")
        if ended.code == 3:
            ended.expect(3, "resume with")
            expect(not written and ended.out == "", f"a result of a run that was stopped: {ended}")
        if written:
            # Whole or not at all, whoever dies.
            check_complete(run, 16)
        outcome = f"{ended.code} {'with' if written else 'without'} a result"
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
        program.finish(run, *board)
    return "exit " + ", ".join(f"{outcome}: {count} times" for outcome, count in sorted(outcomes.items()))


def short_runs(program, _rounds, rng_of, folder):
    """Stopped before it is known to be long: no directory is made, and the message says that nothing was saved."""
    stopped = 0
    for number in range(20):
        running = program.start("count", "20", *SLOW, cwd=folder)
        running.wait_for_handlers()
        time.sleep(rng_of(number).uniform(0, 0.2))
        running.signal("INT")
        ended = running.end().expect(3)
        expect(ended.out == "", f"a result of a run that was stopped: {ended}")
        if "saved in" in ended.err:
            # The machine was so busy that it had become a long one.
            shutil.rmtree(folder / "queens-20.run")
            continue
        ended.expect(3, "nothing was saved")
        expect(not list(folder.iterdir()), f"a short run left something behind: {ended}")
        stopped += 1
        if stopped == 5:
            return f"{stopped} stopped, nothing left behind"
    expect(False, "20 short runs were all taken for long ones")
