"""The ratios that README.md and docs/ promise, into results/ratios.md."""

import datetime
import os
import pathlib
import statistics
import subprocess
import tempfile

from .runs import Run, about, count_command, in_turn, this_program

# Every K-th unit of N = 22 is the sample of it: about half a minute of the search.
SAMPLE = 200

# By the CPU that the program is limited to: rungs of the ladder, and the kernels that they run.
LADDER = {"scalar": {"central cross": "`scalar`", "batches": "`portable`"}, "avx512": {"batches": "`avx512`"}}


class Ratios:
    """The rows of results/ratios.md."""

    def __init__(self, options):
        self.queens, self.options, self.rows = this_program(), options, []
        self.few = max(3, options.pairs // 2)

    def add(self, what, values, command, environment=""):
        typed = " ".join([f"{environment}queens", *(str(part) for part in command[1:])])
        median, spread = statistics.median(values), f"{min(values):.2f} to {max(values):.2f}"
        self.rows.append(f"| {what} | **{median:.2f}** | {spread} | `{typed}` |")
        print(self.rows[-1], flush=True)

    def compare(self, what, slow, fast, pairs, clock="cpu_s", threads=1):
        """How many times as long `slow` takes, both run once before. A command may be a function of the pair's number."""

        def seconds(command):
            return lambda pair: getattr(Run(command(pair) if callable(command) else command, threads), clock)

        for command in (slow, fast):
            seconds(command)(0)
        values = [b / a for a, b in in_turn(seconds(fast), seconds(slow), pairs)]
        self.add(what, values, fast(0) if callable(fast) else fast)

    def count(self, n, kernel="avx512", method="cross", threads=1):
        command = count_command(self.queens, n, method, kernel, threads, "--no-checkpoint")
        return [str(part) for part in command]

    def pairs(self, n):
        return self.options.pairs if n < 20 else self.few

    def boards(self, *boards):
        return [board for board in boards if board[0] <= self.options.up_to]

    def kernels(self):
        """The kernels of the search against the textbook and against each other."""
        for (n,) in self.boards((14,), (16,)):
            ladder = [self.queens, "ladder", n]
            for cpu, rungs in LADDER.items():
                runs = [
                    Run([*ladder, "--json", "--quiet"], environment={"QUEENS_CPU": cpu}).json()
                    for _ in range(self.few)
                ]
                times = [{rung["name"]: rung.get("wall_s") for rung in run["rungs"]} for run in runs]
                for rung, kernel in rungs.items():
                    values = [time["mirror halving"] / time[rung] for time in times]
                    self.add(f"textbook recursion / {kernel}, N = {n}", values, ladder, f"QUEENS_CPU={cpu} ")
        for (n,) in self.boards((16,), (18,)):
            self.compare(
                f"search `avx2` / `avx512`, N = {n}", self.count(n, "avx2"), self.count(n), self.pairs(n)
            )

    def methods(self):
        """The search against halves."""
        for n, kernel in self.boards((18, "avx512"), (19, "avx512"), (20, "avx512"), (20, "avx2")):
            search, halves = self.count(n, kernel), self.count(n, kernel, "halves")
            self.compare(f"search `{kernel}` / halves `{kernel}`, N = {n}", search, halves, self.pairs(n))
        if self.options.up_to >= 22:
            with tempfile.TemporaryDirectory() as folder:
                search, halves = (
                    self.sampled(pathlib.Path(folder) / method, method) for method in ("cross", "halves")
                )
                self.compare(
                    f"search / halves, `avx512`, N = 22, one shard of {SAMPLE}", search, halves, self.few
                )

    def sampled(self, folder, method):
        """A command for every pair: another shard, the same for every method, as pieces of the same size of the whole."""
        folder.mkdir()
        plan = folder / "n22.plan"
        Run([self.queens, "plan", 22, "--shards", SAMPLE, "--method", method, "--output", plan])
        work = [self.queens, "work", plan, *"--threads 1 --kernel avx512 --fresh".split()]
        return lambda pair: [*work, "--shards", pair, "--dir", folder / "shards"]

    def automatic(self):
        """The method that is chosen against the better one of the two, all three in turn."""
        for n in range(8, min(self.options.up_to, 20) + 1):
            # A board of milliseconds is counted several times, or the start of the program is all that is seen.
            found, times = [], max(1, 10 * (17 - n))
            for pair in range(self.pairs(n)):
                methods = ["auto", "cross", "halves"]
                methods = methods[pair % 3 :] + methods[: pair % 3]
                spent = {
                    method: sum(Run(self.count(n, "auto", method)).cpu_s for _ in range(times))
                    for method in methods
                }
                found.append(spent["auto"] / min(spent["cross"], spent["halves"]))
            self.add(
                f"`auto` / the better of search and halves, N = {n}", found, self.count(n, "auto", "auto")
            )

    def foreign(self, source, boards):
        """A C++ program against the fastest kernel. `boards`: name of the row, N, method, what the program is given."""
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "foreign"
            subprocess.run(["g++", "-O3", "-march=native", source, "-o", program], check=True)
            for n, what, method, given in self.boards(*boards):
                ours = self.count(n, method=method)
                self.compare(f"{what} / `avx512`, N = {n}", [program, *given], ours, self.pairs(n))

    def threads(self):
        for n, method in self.boards((17, "cross"), (18, "cross"), (20, "halves")):
            one, two = (self.count(n, method=method, threads=threads) for threads in (1, 2))
            self.compare(
                f"one thread / two threads, wall time, {method}, N = {n}", one, two, self.pairs(n), "wall_s", 2
            )

    def write(self):
        own = about(self.queens)
        compiler = subprocess.run(
            ["rustc", "--version"], check=True, capture_output=True, text=True
        ).stdout.strip()
        self.options.output.write_text(
            "# Ratios\n\n"
            f"Made by `scripts/measure.py ratios` on {datetime.date.today()}: {own['host']['cpu']}, {os.cpu_count()} cores, "
            f"commit {own['commit']}, {compiler}.\n"
            "Each is the median of pairs of runs made in turn, A B then B A, with the least and the greatest pair. "
            "CPU time of the whole command, unless it says wall time. The textbook recursion is shifted bit masks "
            "with mirror halving, one thread. The research program is the AVX-512 prototype that the batched kernel "
            "started from, the prototype of halves the one that halves started from, both built by `g++ -O3 "
            "-march=native`.\n\n"
            "| ratio | median | spread | command |\n|---|---|---|---|\n" + "\n".join(self.rows) + "\n",
            encoding="utf-8",
        )


def measure_ratios(options):
    ratios = Ratios(options)
    if options.threads_only:
        lines = options.output.read_text(encoding="utf-8").splitlines()
        ratios.rows = [
            line for line in lines if line.startswith("| ") and "**" in line and "wall time" not in line
        ]
    else:
        ratios.kernels()
        ratios.methods()
        ratios.automatic()
        if options.foreign:
            ratios.foreign(options.foreign, [(n, "research program", "cross", [n]) for n in (16, 17, 18, 19)])
        if options.halves:
            ratios.foreign(
                options.halves,
                [
                    (n, f"prototype of halves, K = {digits}", "halves", [n, 1, digits])
                    for n, digits in ((18, 1), (20, 2))
                ],
            )
    ratios.threads()
    ratios.write()


def add_to(command):
    ratios = command(
        "ratios",
        measure_ratios,
        "The promised ratios. Run it on a quiet machine, from a commit without changes.",
    )
    ratios.add_argument("--pairs", type=int, default=7, metavar="COUNT", help="default: %(default)s")
    ratios.add_argument(
        "--up-to",
        type=int,
        default=22,
        metavar="N",
        help="the largest board; 20 and 22 take most of the time",
    )
    ratios.add_argument(
        "--foreign",
        metavar="FILE.cpp",
        help="a program that counts N, its argument, to compare the search with",
    )
    ratios.add_argument(
        "--halves",
        metavar="FILE.cpp",
        help="a program that counts even N, given N, 1 and the digits that it "
        "compares for the flip along a diagonal, to compare halves with",
    )
    ratios.add_argument(
        "--threads-only", action="store_true", help="measure the rows about threads again and keep the others"
    )
    ratios.add_argument(
        "--output", type=pathlib.Path, default=pathlib.Path("results/ratios.md"), help="default: %(default)s"
    )
