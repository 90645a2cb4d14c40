"""File systems that are full or read-only: the program says so, exits 1, and goes on once it can write."""

import contextlib
import subprocess

import ledger
from ledger import expect


@contextlib.contextmanager
def tmpfs(place, options):
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", place], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", place], check=True)


def full(program, options, folder):
    """With room for 0, 1, 2, … pages, and for 1, 2, 3, … files, until a run fits in."""
    if not options.mounts:
        return "SKIPPED: nothing may be mounted here"
    refusals = 0
    for kind in ("pages", "files"):
        for room in range(64):
            place = folder / f"{kind}-{room}"
            with tmpfs(place, "size=1m,nr_inodes=16"):
                run, ballast = place / "run", place / "ballast"
                ballast.mkdir()
                if kind == "pages":
                    (ballast / "file").write_bytes(bytes((256 - room) * 4096))
                for number in range(14 - room if kind == "files" else 0):
                    (ballast / str(number)).touch()
                ended, saved = program.run("count", "15", "--run", run), ledger.units(run)
                if ended.code == 0:
                    ledger.check_complete(run, program.total(15))
                    break
                # Still full, the same happens again.
                for refused in (ended, program.run("count", "15", "--run", run)):
                    refused.expect(1, "No space left on device", "free some space and", "run the same command again")
                    expect(refused.out == "", f"a result of a run that failed: {refused}")
                kept = ledger.read(run)
                expect(not kept or not kept.torn, f"a full disk left a torn line in {run}")
                expect(saved <= ledger.units(run), f"units were lost in {run}")
                subprocess.run(["rm", "-r", ballast], check=True)
                program.finish(run, 15)
                refusals += 1
        else:
            expect(False, "no run ever fitted")
    return f"{refusals} refusals, every run finished with more room"


def read_only(program, options, folder):
    """A run that is half done, and one that is done, on a file system that became read-only."""
    if not options.mounts:
        return "SKIPPED: nothing may be mounted here"
    place = folder / "medium"
    with tmpfs(place, "size=4m"):
        half, done = place / "half", place / "done"
        program.finish(done, 12)
        running = program.start("count", "17", "--kernel", "scalar", "--run", half)
        while running.lasts(0.01) and not ledger.units(half):
            pass
        running.signals("KILL")
        running.end().expect(-9)
        subprocess.run(["mount", "-o", "remount,bind,ro", place], check=True)
        for n, run in ((17, half), (12, place / "new")):
            ended = program.run("count", n, "--run", run)
            ended.expect(1, "Read-only file system", "name a writable directory with --run DIR")
        # What is finished is read without its lock.
        program.finish(done, 12)
        program.run("status", half).expect(0)
        subprocess.run(["mount", "-o", "remount,bind,rw", place], check=True)
        program.finish(half, 17)
    return "refused, shown by status, and continued once it could be written; a finished run is read"
