#!/usr/bin/env python3
"""Puts faults into a copy of the program, one at a time, and makes sure that the tests notice each.

    scripts/mutants.py                      the selection below: what .ci/run does, in about two minutes
    scripts/mutants.py --all FILE...        every small fault that can be put into these files; hours for many files
        [--tests ARGUMENTS]                 the tests that are to notice them, as for `cargo test`
        [--at N/M]                          only every M-th of them, from the N-th on
        [--limit SECONDS]                   longer than the tests take: a fault that makes them hang is noticed, too

TMPDIR on a file system in memory, as /dev/shm, spares the tests of run directories the wait for the disk.

A fault that no test notices is a survivor: it is printed, and the exit code is 1. docs/checking.md lists those that are
known and why they are harmless.
"""

import argparse
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

# File, what stands there, what is put in its place, and the tests of the library that must notice.
SELECTION = [
    ("src/plan/tally.rs", "if !self.finished.insert(unit.unit)", "if !self.finished.insert(unit.unit) && false", "tally"),
    ("src/plan/tally.rs", "solutions: unit.solutions,", "solutions: unit.solutions & 0xffff_ffff,", "tally"),
    ("src/count/aggregator.rs", "since.elapsed() >= SYNC", "since.elapsed() >= SYNC && false", "count::"),
    ("src/count/session.rs", "Some(_) if session.enough", "Some(_) if false && session.enough", "count::"),
    ("src/count/schedule/mod.rs", "finished.try_iter().take(FULL)",
     "finished.try_iter().take(if self.stop.load(Ordering::Relaxed) { 0 } else { FULL })", "count::"),
    ("src/run/entry.rs", "new_with_initial(self.seed)", "new_with_initial(0)", "run::"),
    ("src/run/ledger.rs", "if solutions != entry.solutions", "if false && solutions != entry.solutions", "run::"),
    ("src/run/file.rs", "open_with(options, O_NOFOLLOW, path)", "open_with(options, 0, path)", "run::"),
    # The last batch of every part from N = 21 on; a placement of every batch from N = 26 on.
    ("src/methods/search/counter.rs", "flush(&mut batch).is_continue()",
     "(grain.placements == 16 || flush(&mut batch).is_continue())", "search::counter"),
    ("src/methods/search/counter.rs", "batch, &mut self.workspace)",
     "&batch[usize::from(grain.rows >= 5)..], &mut self.workspace)", "search::counter"),
    # Samples: the error of few units, the cold units, and how they end.
    ("src/check/sample.rs", " * few_values(count - 1.0)", "", "check::sample"),
    ("src/check/sample.rs", "if place < cold {", "if place < 1 {", "check::sample"),
    ("src/count/pace.rs", "counted -= *gap;", "", "count::pace"),
]

# Every small fault: what is looked for in a line, and what takes its place.
OPERATORS = [
    (r" == ", " != "), (r" != ", " == "), (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "),
    (r" && ", " || "), (r" \|\| ", " && "), (r" \+ ", " - "), (r" - ", " + "), (r" \+= ", " -= "), (r" % ", " / "),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"(?<![\w.])!(?=[a-z(])", ""), (r"\b0\b(?!\.)", "1"), (r"\b1\b(?!\.)", "2"),
    (r"\.is_some\(\)", ".is_none()"), (r"\.is_none\(\)", ".is_some()"), (r"\.min\(", ".max("), (r"\.max\(", ".min("),
    (r"(?<=\w)\?;$", ".ok();"), (r"\bOk\(None\)", "panic!()"), (r"^( +)(self\.\w+(\.\w+)*\(.*\)\??;)$", r"\1"),
    (r"^( +)([a-z_]+\.\w+\(.*\)\??;)$", r"\1"), (r"\.ok_or\(\w+\)\?", ".unwrap_or_default()"),
]


def mutants_of(text):
    """(line number, line, changed line) for every small fault in the code of a file, without its tests and comments."""
    in_attribute = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("mod tests {"):
            return
        in_attribute = in_attribute or line.lstrip().startswith("#[")
        code = line.split("//")[0].rstrip()
        if not in_attribute and code and not re.match(r"\s*(use|pub use|mod|pub mod|const \w+: &str)\b", code):
            for pattern, replacement in OPERATORS:
                for match in re.finditer(pattern, code):
                    # Not in a text.
                    if code[:match.start()].count('"') % 2 == 0:
                        changed = code[:match.start()] + match.expand(replacement) + code[match.end():]
                        yield number, line, changed
        if in_attribute and line.rstrip().endswith("]"):
            in_attribute = False


class Copy:
    """A copy of what git tracks, in which faults are tried."""

    def __init__(self, folder, limit_s):
        self.folder, self.limit_s = folder, limit_s
        names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
        for name in filter(None, names.split("\0")):
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        target = os.environ.get("CARGO_TARGET_DIR", str(ROOT / "target"))
        # Most of the time goes into building: without optimisation that takes a fifth.
        quick = {"CARGO_PROFILE_DEV_OPT_LEVEL": "0", "CARGO_PROFILE_DEV_DEBUG": "0", "RUST_BACKTRACE": "0"}
        self.environment = {**os.environ, "CARGO_TARGET_DIR": target, **quick}

    def passes(self, tests):
        """Whether the tests pass without any fault. This builds everything, so it may take its time."""
        return self.test(tests, None) == "passed"

    def test(self, tests, limit_s):
        """'passed', 'failed' or 'does not compile'."""
        command = ["cargo", "test", "--quiet", "--locked", *shlex.split(tests)]
        # In a session of its own, so that nothing that a fault lets hang stays behind.
        process = subprocess.Popen(command, cwd=self.folder, env=self.environment, text=True, start_new_session=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            said, _ = process.communicate(timeout=limit_s)
        except subprocess.TimeoutExpired:
            return "failed"
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
        if process.returncode == 0:
            return "passed"
        return "does not compile" if "could not compile" in said else "failed"

    def test_with(self, path, text, tests):
        """The same with `text` in the place of a file."""
        original = self.text(path)
        (self.folder / path).write_text(text)
        try:
            return self.test(tests, self.limit_s)
        finally:
            (self.folder / path).write_text(original)

    def text(self, path):
        """A file as it was when it was copied."""
        return (self.folder / path).read_text()


def selected(copy):
    """Tries the selection; returns what went wrong."""
    wrong = []
    # Without the program, a build takes half the time.
    library = "--no-default-features --lib"
    for tests in sorted({tests for *_, tests in SELECTION}):
        if not copy.passes(f"{library} {tests}"):
            return [f"cargo test {library} {tests}: it fails without any fault"]
    for path, found, replacement, tests in SELECTION:
        text = copy.text(path)
        if text.count(found) != 1:
            wrong.append(f"{path}: `{found}` stands there {text.count(found)} times instead of once; change the selection")
            continue
        outcome = copy.test_with(path, text.replace(found, replacement), f"{library} {tests}")
        print(f"  {path}: `{found}` -> `{replacement}`: {outcome}", flush=True)
        if outcome != "failed":
            wrong.append(f"{path}: `{found}` -> `{replacement}`: cargo test {tests}: {outcome}")
    return wrong


def all_of(copy, paths, tests, at):
    """Tries every small fault; returns the survivors."""
    first, step = at
    if not copy.passes(tests):
        return [f"cargo test {tests}: it fails without any fault"]
    wrong, tried = [], 0
    every = [(path, mutant) for path in paths for mutant in mutants_of(copy.text(path))]
    for path, (number, line, changed) in every[first::step]:
        lines = copy.text(path).split("\n")
        lines[number - 1] = changed
        outcome = copy.test_with(path, "\n".join(lines), tests)
        tried += outcome != "does not compile"
        if outcome == "passed":
            wrong.append(f"{path}:{number}: {line.strip()}  ->  {changed.strip()}")
            print(f"  survivor {wrong[-1]}", flush=True)
    print(f"{tried} faults, {len(wrong)} survivors")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", nargs="+", metavar="FILE", help="every small fault in these files")
    parser.add_argument("--tests", default="", help="arguments of cargo test")
    parser.add_argument("--at", default="0/1", metavar="N/M", help="every M-th fault, from the N-th on")
    parser.add_argument("--limit", type=float, default=120, metavar="SECONDS", help="longer than the tests take")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped by SIGTERM"))
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="queens-mutants-") as folder:
        copy = Copy(pathlib.Path(folder), options.limit)
        first, step = (int(part) for part in options.at.split("/"))
        wrong = all_of(copy, options.all, options.tests, (first, step)) if options.all else selected(copy)
    print(f"{time.monotonic() - began:.0f} s")
    sys.exit("\n".join(wrong) or None)


if __name__ == "__main__":
    main()
