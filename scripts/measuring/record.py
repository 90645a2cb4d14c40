"""Records every board, method and kernel, estimates larger boards, then runs `queens publish`."""

import json
import re
import shutil
import sys

from .runs import CORES, GROWTH, ROOT, Run, about, add_options, count_command, this_program


class Recorder:
    """Records each board, method, kernel and number of threads not yet recorded for this commit and processor."""

    def __init__(self, options):
        self.queens, self.options, self.records = this_program(), options, options.output / "records"
        self.records.mkdir(parents=True, exist_ok=True)
        self.own = about(self.queens)
        if self.own["commit"].endswith("-modified"):
            why = "this build has changes that are not committed: no commit has what its records name"
            print(f"measure.py: {why}", file=sys.stderr)
        self.kernels = kernels(self.queens)

    def done(self, n, method, kernel, threads):
        """Returns the wall seconds of all such records by this commit on this processor."""
        wanted = {"n": n, "method": method, "kernel": kernel, "threads": threads}
        wanted |= {name: self.own[name] for name in ("host", "commit")}
        lines = [line for path in self.records.glob("*.jsonl") for line in path.open(encoding="utf-8")]
        records = [json.loads(line) for line in lines]
        results = [record.get("result", {}) for record in records]
        return [result["wall_s"] for result in results if wanted.items() <= result.items()]

    def series(self, method, kernel, threads, first, limit_s):
        """Records boards in order, until one would take longer than the limit."""
        for n in range(first, self.options.up_to + 1):
            predicted = min(self.done(n - 1, method, kernel, threads), default=0) * GROWTH
            what = f"N = {n}, {method}, {kernel}, {threads} threads"
            if predicted > limit_s:
                print(f"{what}: skipped, would take up to {predicted:.3g} s (limit {limit_s:g} s)")
                return
            found = self.measure(n, method, kernel, threads, predicted)
            print(f"{what}: {f'{min(found):.4g} s' if found else 'not recorded'}", flush=True)

    def measure(self, n, method, kernel, threads, predicted):
        large = predicted > 120
        runs = min(1 if large else 3 if predicted > 2 else self.options.runs, self.options.runs)
        # Save a long count, so that it resumes if this script is stopped.
        directory = ROOT / f"record-N{n}-{method}-{self.own['commit']}.run"
        keep = ["--run", directory] if large else ["--no-checkpoint"]
        for _ in range(runs - len(self.done(n, method, kernel, threads))):
            command = count_command(self.queens, n, method, kernel, threads, "--quiet")
            # Use all cores. A record contains the number of cores, so a record from fewer cores would
            # describe a different machine.
            Run([*command, *keep, "--record", self.records], len(CORES))
        found = self.done(n, method, kernel, threads)
        if large and len(found) >= runs and directory.exists():
            shutil.rmtree(directory)
        return found


def kernels(queens):
    """Returns the program's kernels on this machine, fastest first."""
    version = Run([queens, "--version"]).stdout
    return re.search(r"kernels: (.*)\)", version)[1].split(", ")


def estimates(queens, output):
    """Estimates every board from N = 20 up for each column of a table: all cores, one core, and one core with AVX2.
    Keeps other machines' estimates."""
    path, host = output / "estimate.json", about(queens)["host"]
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []
    others = [line for line in lines if json.loads(line)["host"] != host]
    ways = {(threads, "auto") for threads in (1, len(CORES))}
    ways |= {(1, "avx2")} & {(1, kernel) for kernel in kernels(queens)[1:]}
    for threads, kernel in sorted(ways):
        command = [queens, "estimate", "20..28", "--threads", threads, "--kernel", kernel, "--json", "--quiet"]
        others.append(Run(command, len(CORES)).stdout)
    path.write_text("".join(others), encoding="utf-8")


def publish(queens, options):
    out, readme = options.output, options.readme
    command = [queens, "publish", "--records", out / "records", "--rivals", out / "rivals", "--output", out]
    print(Run([*command, *(["--readme", readme] if readme.exists() else [])]).text, end="")


def estimate(options):
    queens = this_program()
    estimates(queens, options.output)
    publish(queens, options)


def record(options):
    recorder, methods = Recorder(options), options.methods.split(",")
    for method in methods:
        for kernel in recorder.kernels:
            for threads in sorted({1, len(CORES)}):
                recorder.series(method, kernel, threads, 12, options.each)
    recorder.series(methods[0], recorder.kernels[0], len(CORES), 20, options.budget)
    estimates(recorder.queens, options.output)
    publish(recorder.queens, options)


RECORD = """The standard table: from N = 12 on by every method and kernel of this machine, on one thread and on all, best of
several runs; then larger boards with the fastest kernel on all threads; estimates of larger boards. Run it on a quiet
machine. Stop it and start it again as you like: what is recorded is not measured again, and a long count resumes."""


ESTIMATE = """Estimates of N = 20 to 28 on this machine, into estimate.json, then `queens publish`."""


def add_to(command):
    records = command("record", record, RECORD)
    add_options(
        records,
        ("--up-to", 22, "N", "the largest board"),
        ("--methods", "colours,cross", "LIST", "the one for large boards first"),
        ("--each", 60.0, "SECONDS", "skip a count that probably takes longer"),
        ("--budget", 3600.0, "SECONDS", "the same for N = 20 and more with the fastest kernel"),
        ("--runs", 5, "COUNT", "of a count of up to 2 s; three at most up to two minutes, one above"),
    )
    for sub in (records, command("estimate", estimate, ESTIMATE)):
        add_options(
            sub,
            ("--output", ROOT / "results", "FOLDER", "where to publish; the records are in its folder records"),
            ("--readme", ROOT / "README.md", "FILE", "the file for the sentence on speed and the table"),
        )
