"""Several processes on one run directory: one of them counts, the others say who it is and exit 5."""

import time

from tools import check_complete, expect

LONG = ("count", "20", "--kernel", "scalar", "--threads", "1")


def two_processes(program, _rounds, _rng_of, folder):
    run = folder / "run"
    turned_away = 0
    for stopped in (False, True):
        holder = program.start(*LONG, "--run", run)
        lock = run / "lock"
        holder.wait_until("its lock", lambda: lock.exists() and f"process {holder.pid} on" in lock.read_text())
        if stopped:
            # A process that is suspended holds it as well.
            holder.signal("STOP")
        for more in ((), ("--repair",), ("--fresh",), ("--method", "rows")):
            program.run(*LONG, *more, "--run", run).expect(5, f"is in use by process {holder.pid}")
            turned_away += 1
        expect(f"process {holder.pid}" in program.run("status", run).expect(0).out, "status does not name the holder")
        holder.signal("KILL")
        holder.end().expect(-9)
    # A file left behind means nothing: the lock ended with the process.
    expect((run / "lock").exists(), "no lock file is left, so this shows nothing")
    after = program.start(*LONG, "--run", run)
    after.wait_for_handlers()
    after.signal("TERM")
    after.end().expect(3)
    expect(len(list(folder.iterdir())) == 1, "a second process moved the directory aside")
    return f"{turned_away} turned away, none after a SIGKILL of the holder"


def race(program, rounds, rng_of, folder):
    """Several start at the same moment, where there is no directory yet."""
    races = turned_away = 0
    for number in rounds(4):
        rng, place = rng_of(number), folder / f"race-{number}"
        place.mkdir()
        count = rng.randint(2, 4)
        if number % 4 == 3:
            # Without --run the directory is made when the run has turned out to be long.
            racers = [program.start(*LONG, cwd=place) for _ in range(count)]
            end = time.monotonic() + 60
            while sum(racer.alive() for racer in racers) > 1:
                expect(time.monotonic() < end, "two processes count in one directory")
                time.sleep(0.01)
            for racer in racers:
                racer.signal("TERM")
            codes = sorted(racer.end().expect((3, 5)).code for racer in racers)
            expect(codes == [3] + [5] * (count - 1), f"exit codes {codes}")
        else:
            board = ("16", "--kernel", rng.choice(["scalar", "portable"]), "--threads", "1")
            racers = [program.start("count", *board, "--run", place / "run") for _ in range(count)]
            codes = [racer.end().expect((0, 5)).code for racer in racers]
            expect(0 in codes, f"exit codes {codes}")
            check_complete(place / "run", 16)
        races += 1
        turned_away += codes.count(5)
    return f"{races} races, {turned_away} turned away"
