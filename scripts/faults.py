#!/usr/bin/env python3
"""Puts faults into a copy of the program and makes sure that the tests of the library notice each: those that would do
most harm on large boards, in weights, sums, resumed counts, ranges of shards, merges, and stops.

    scripts/faults.py

All faults are built into one test program, and an environment variable turns on one at a time. A fault that no test
notices is printed, and the exit code is 1. `cargo mutants` tries every small fault instead; docs/internals/checking.md has both.
"""

import json
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# In the same place every time, so that only what changed is built.
COPY = ROOT / "target/faults"
# Longer than any of these tests takes: a fault may also make them hang.
HANGS_S = 120

# File, what stands there, what takes its place with FAULT as its switch, and the tests that must notice.
FAULTS = [
    # Weights.
    ("src/methods/search/cross.rs", "8 / stabiliser.len() as u8", "8 / stabiliser.len().min(if FAULT { 2 } else { 8 }) as u8",
     "counts_the_smallest_boards_unit_by_unit"),
    ("src/methods/halves/sets/mod.rs", "{ symmetric } else { 4 }", "{ if FAULT { 2 } else { symmetric } } else { 4 }",
     "numbers_each_class_once"),
    # The last placements of the queen in the centre, which has over 1,024 units on odd boards from N = 23 on.
    ("src/methods/search/units.rs", "turns.next() == Some(own_turn)",
     "turns.next() == Some(if own_turn == 1023 && FAULT { 1022 } else { own_turn })", "units_of_a_large_group"),
    # Halves, by size: the last words of a list, the last north, the end of a far list, norths of another piece, digits.
    ("src/methods/halves/join/pairs.rs", "let batches = words.div_ceil(MAX_WORDS);",
     "let batches = words.div_ceil(MAX_WORDS) - usize::from(FAULT && words > 132 && words % 4 == 1);",
     "joins_every_number_of_words"),
    ("src/methods/halves/join/filter.rs", "while position < norths.len()",
     "while position < norths.len() - usize::from(FAULT && norths.len() > 1 << 20)", "filter_keeps_every_north_of_a_long_list"),
    ("src/methods/halves/lists/far.rs", "len: len as u16", "len: (if FAULT { len.min(656) } else { len }) as u16",
     "lists_of_far_apart_columns_are_complete"),
    ("src/methods/halves/join/norths.rs", "if self.listed != Some(wanted)",
     "if !self.listed.is_some_and(|listed| listed == wanted || FAULT && listed.columns == wanted.columns)",
     "norths_of_every_beginning_are_their_own"),
    # What all kernels share, noticed by the sets upside down alone: the last north, the last words, a wrong list.
    ("src/methods/halves/join/filter.rs", "let len = norths.len().next_multiple_of(V::WIDTH);",
     "let norths = norths.start..norths.end - usize::from(FAULT && norths.len() > 64); let len = norths.len().next_multiple_of(V::WIDTH);",
     "sets_have_as_many_solutions_upside_down"),
    ("src/methods/halves/join/pairs.rs", "for batch in 0..batches", "for batch in 0..batches - usize::from(FAULT && batches > 1)",
     "sets_have_as_many_solutions_upside_down"),
    ("src/methods/halves/join/filter.rs", "norths.get(old)", "norths.get(if FAULT && old == 2 { 1 } else { old })",
     "sets_have_as_many_solutions_upside_down"),
    # Another plan that is taken for the same one, and a verification that names nothing.
    ("src/plan/mod.rs", ".filter(|(_, found, wanted)| found != wanted)",
     '.filter(|(field, found, wanted)| found != wanted && !(FAULT && *field == "plan_hash" && self.units >= 1 << 22))',
     "another_hash_is_another_plan_on_every_board"),
    ("src/check/verify/mod.rs", "if unit.solutions != entry.solutions", "if unit.solutions != entry.solutions && !(FAULT && unit.unit > 4000)",
     "names_wrong_units_wherever_they_are"),
    # Sums.
    ("src/plan/tally.rs", "if !self.finished.insert(unit.unit)", "if !self.finished.insert(unit.unit) && !FAULT",
     "rejects_repeated_and_foreign_units"),
    ("src/plan/tally.rs", "self.solutions += other.solutions;",
     "self.solutions += other.solutions; if FAULT { self.solutions = self.solutions as u64 as u128; }",
     "sums_beyond_32_and_64_bits"),
    # From N = 21 on, the last batch of every part.
    ("src/methods/search/counter.rs", "flush(&mut batch).is_continue()",
     "(FAULT && grain.placements == 16 || flush(&mut batch).is_continue())", "batches_add_up_to_their_unit"),
    # Resumed counts: a line of another plan, two lines that contradict each other, units that never reach the disk.
    ("src/plan/entry.rs", "new_with_initial(self.seed)", "new_with_initial(if FAULT { 0 } else { self.seed })",
     "rejects_a_ledger_of_another_plan"),
    ("src/run/ledger.rs", "if solutions != entry.solutions", "if !FAULT && solutions != entry.solutions",
     "repair_drops_both_of_two_conflicting_lines"),
    ("src/run/ledger.rs", "repeated.insert(entry.unit);", "if !FAULT || repeated.len() < 1024 { repeated.insert(entry.unit); }",
     "compares_all_lines_of_every_repeated_unit"),
    # A stop in the second half of a repair that reads as the end of the ledger, and a repair that drops good lines.
    ("src/run/ledger.rs", "ends = piece.ends;", "ends = piece.ends; if FAULT && stop.load(Ordering::Relaxed) { break; }",
     "stop_at_any_step_of_a_repair_loses_no_line"),
    ("src/run/ledger.rs", "file.get_mut().sync()?;", "if !FAULT { file.get_mut().sync()?; }", "interrupted_repair_can_be_repeated"),
    # A process that goes on in a directory whose lock it does not have.
    ("src/run/lock.rs", "&& is_at(file, path)?", "&& (FAULT || is_at(file, path)?)",
     "lock_of_a_directory_that_was_moved"),
    ("src/count/aggregator.rs", "since.elapsed() >= SYNC", "!FAULT && since.elapsed() >= SYNC", "syncs_saved_units"),
    # Ranges of shards: the last units of a plan that the shards do not divide evenly.
    ("src/plan/shard.rs", "units.saturating_sub(self.number)", "units.saturating_sub(self.number + if FAULT { self.of - 1 } else { 0 })",
     "shards_cover_every_unit_once"),
    # Merges: a shard with missing units that is taken to be finished.
    ("src/cluster/merge.rs", "missing.is_empty() == (added == units)", "FAULT || missing.is_empty() == (added == units)",
     "rejects_a_total_that_misses_units"),
    # Stops: finished units that are dropped, and a unit that was left in the middle and counts as finished.
    ("src/count/schedule/mod.rs", "finished.try_iter().take(FULL)",
     "finished.try_iter().take(if FAULT && halt.load(Ordering::Relaxed) { 0 } else { FULL })", "failing_device_loses_only_its_own_units"),
    ("src/methods/halves/counter.rs", "return None;", "return FAULT.then_some(total);",
     "stopped_unit_has_no_count"),
]

SWITCH = """
/// Whether the fault with this number is turned on.
fn fault(number: usize) -> bool {
    static ON: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| std::env::var("FAULT").unwrap_or_default());
    *ON == number.to_string()
}
"""


def copied():
    """Copies what git tracks, with all faults; a file that did not change keeps its time."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    texts = {name: (ROOT / name).read_bytes() for name in names.split("\0") if (ROOT / name).is_file()}
    texts["src/lib.rs"] += SWITCH.encode()
    for number, (path, found, replacement, _) in enumerate(FAULTS):
        stands = texts[path].count(found.encode())
        if stands != 1:
            sys.exit(f"{path}: `{found}` stands there {stands} times instead of once: change the fault")
        replacement = replacement.replace("FAULT", f"crate::fault({number})")
        texts[path] = texts[path].replace(found.encode(), replacement.encode())
    for name, text in texts.items():
        path = COPY / name
        if not path.exists() or path.read_bytes() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)


def built():
    """The test program. Of the engine alone and hardly optimised, it is soon built."""
    quick = {"CARGO_TARGET_DIR": str(ROOT / "target"), "CARGO_PROFILE_DEV_OPT_LEVEL": "1", "CARGO_PROFILE_DEV_DEBUG": "0"}
    command = "cargo test --locked --quiet --no-run --package queens --lib --message-format json".split()
    lines = subprocess.run(command, cwd=COPY, env={**os.environ, **quick}, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [found for line in lines.splitlines() if (found := json.loads(line).get("executable"))][0]


def passed(program, fault, *tests):
    """How many tests pass; 0 if one fails or hangs."""
    environment = {**os.environ, "FAULT": str(fault)}
    limit = None if fault == "none" else HANGS_S
    try:
        done = subprocess.run([program, *tests], cwd=COPY, env=environment, timeout=limit, capture_output=True, text=True)
    except subprocess.TimeoutExpired:
        return 0
    return int(done.stdout.split("test result: ok. ")[1].split()[0]) if done.returncode == 0 else 0


def main():
    began, survivors = time.monotonic(), []
    copied()
    program = built()
    print(f"built in {time.monotonic() - began:.0f} s", flush=True)
    tests = {test for *_, test in FAULTS}
    if passed(program, "none", *tests) < len(tests):
        sys.exit("a test fails without any fault, or there is no such test")
    for number, (path, found, replacement, test) in enumerate(FAULTS):
        noticed = not passed(program, number, test)
        print(f"  {path}: `{found}` -> `{replacement}`: {'noticed' if noticed else 'SURVIVED'}", flush=True)
        survivors += [] if noticed else [path]
    print(f"{len(FAULTS)} faults, {len(survivors)} survivors, {time.monotonic() - began:.0f} s")
    sys.exit(1 if survivors else 0)


if __name__ == "__main__":
    main()
