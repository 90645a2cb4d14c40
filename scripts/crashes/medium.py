"""Media that refuse: full, read-only, limited. The program says what is wrong, exits 1, and goes on once it can."""

import contextlib
import resource
import signal
import subprocess

from tools import check_complete, expect, read_ledger

# Whether a file system can be mounted here; set by the suite.
MOUNTS = False

PAGE = 4096


@contextlib.contextmanager
def tmpfs(place, options):
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", place], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", place], check=True)


def full_file_system(program, _rounds, _rng_of, folder):
    """A file system with room for 0, 1, 2, … pages, and with 1, 2, 3, … files, until a run fits in."""
    if not MOUNTS:
        return "SKIPPED: nothing may be mounted here"
    refusals, saved = 0, 0
    for kind in ("pages", "files"):
        for room in range(64):
            place = folder / f"{kind}-{room}"
            with tmpfs(place, "size=1m,nr_inodes=16"):
                ballast = place / "ballast"
                if kind == "pages":
                    ballast.write_bytes(bytes(256 * PAGE - room * PAGE))
                else:
                    ballast.mkdir()
                    for number in range(14 - room):
                        (ballast / str(number)).touch()
                run = place / "run"
                ended = program.run("count", "15", "--run", run)
                if ended.code == 0:
                    check_complete(run, 15)
                    break
                ended.expect(1, "No space left on device", "free some space and", "run the same command again")
                expect(ended.out == "", f"a result of a run that failed: {ended}")
                refusals += 1
                ledger = read_ledger(run) if run.exists() else None
                if ledger:
                    expect(not (ledger.torn or ledger.bad or ledger.repeated), f"a full disk spoilt {run}")
                    saved += len(ledger.units)
                    # Still full, the same happens again.
                    program.run("count", "15", "--run", run).expect(1, "No space left on device")
                    expect(read_ledger(run).units >= ledger.units, f"units were lost in {run}")
                subprocess.run(["rm", "-r", ballast], check=True)
                program.finish(run, "15")
        else:
            expect(False, "no run ever fitted")
    return f"{refusals} refusals, {saved} units saved by them, every run finished with more room"


def limited_files(program, rounds, rng_of, folder):
    """A limit on the size of a file, at any byte: the write that meets it leaves a part of a line behind."""
    refused = 0
    for number in rounds(6):
        rng, run = rng_of(number), folder / f"run-{number}"
        # Python ignores SIGXFSZ, which the program inherits; a shell does not.
        ignored = rng.random() < 0.5
        while True:
            size = (run / "ledger.jsonl").stat().st_size if (run / "ledger.jsonl").exists() else 0
            limit = size + rng.randint(1, 20_000)

            def limit_files():
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN if ignored else signal.SIG_DFL)

            ended = program.run("count", "15", "--run", run, preexec_fn=limit_files, restore_signals=False)
            if ended.code == 0:
                break
            ended.expect(1, "File too large", "raise the file size limit and run the same command again")
            refused += 1
            ledger = read_ledger(run)
            expect(not (ledger and ledger.torn), f"a torn line was left in {run}")
        program.finish(run, "15")
    return f"{refused} refusals"


def read_only(program, _rounds, _rng_of, folder):
    """A run that is half done, and one that is done, on a file system that became read-only."""
    if not MOUNTS:
        return "SKIPPED: nothing may be mounted here"
    place = folder / "medium"
    with tmpfs(place, "size=4m"):
        half, done = place / "half", place / "done"
        program.finish(done, "12")
        running = program.start("count", "17", "--kernel", "scalar", "--run", half)
        running.wait_until("a finished unit", lambda: half.exists() and (ledger := read_ledger(half)) and ledger.units)
        running.signal("KILL")
        running.end().expect(-9)
        subprocess.run(["mount", "-o", "remount,bind,ro", place], check=True)
        for n, run in ((17, half), (12, place / "new")):
            ended = program.run("count", n, "--run", run)
            ended.expect(1, "Read-only file system", "name a writable directory with --run DIR")
        # What is finished is read without its lock.
        program.finish(done, "12")
        program.run("status", half).expect(0)
        expect("finished" in program.run("status", done).expect(0).out, "the status of a finished run does not say so")
        subprocess.run(["mount", "-o", "remount,bind,rw", place], check=True)
        program.finish(half, "17")
    return "refused, shown by status, and continued once it could be written; a finished run is read"


def full_streams(program, _rounds, _rng_of, folder):
    """A result that cannot be printed is an error, but not lost; notices that cannot be printed change nothing."""
    full = open("/dev/full", "w")
    run = folder / "result"
    program.run("count", "12", "--run", run, stdout=full).expect(1, "cannot write to stdout")
    program.finish(run, "12")
    program.run("--help", stdout=full).expect(1, "cannot write to stdout")
    closed = subprocess.run(["sh", "-c", 'exec "$0" count 12 --run "$1" >&-', program.path, folder / "closed"],
                            stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    expect(closed.returncode == 1 and "stdout is closed" in closed.stderr, f"a closed stdout: {closed}")
    for display in ("plain", "bar", "json"):
        run = folder / display
        program.run("count", "12", "--run", run, "--progress", display, stderr=full).expect(0)
        check_complete(run, 12)
        running = program.start("count", "20", "--kernel", "scalar", "--run", folder / f"long-{display}",
                                "--progress", display, "--interval", "0.1", stderr=full)
        running.wait_for_handlers()
        running.signal("TERM")
        running.end().expect(3)
    program.run("count", "13", "--run", folder / "result", stderr=full).expect(1)
    full.close()
    return "as documented"
