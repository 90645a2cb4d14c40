#!/usr/bin/env python3
"""Puts faults into a copy of the program and makes sure that the tests of the library notice each: those that would do
most harm on large boards, in weights, sums, resumed counts, ranges of shards, merges, and stops.

    scripts/faults.py

All faults are built into one test program, and an environment variable turns on one at a time. A fault that no test
notices is printed, and the exit code is 1. `cargo mutants` tries every small fault instead; docs/internals/checking.md has both.

Only tests of the library may be named here. Those of the program clear the environment of the programs that they start, so
that every fault would survive them: cli/tests/support/surroundings.rs would have to pass the variable on.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# In the same place every time, so that only what changed is built.
COPY = ROOT / "target/faults"
# Longer than any of these tests takes: a fault may also make them hang.
HANGS_S = 120

# File, function, the fault, and the test that must notice. A fault is what comes first in the body of the function, with
# FAULT as its switch; or, where that is too early, a part of the function and what takes its place.
FAULTS = [
    # Weights.
    ("src/methods/search/cross.rs", "fn prefix(", "let stabiliser = &stabiliser[..stabiliser.len().min(if FAULT { 2 } else { 8 })];",
     "plans_keep_their_units_and_hashes"),
    ("src/methods/halves/sets/mod.rs", "fn sets", ("{ symmetric }", "{ if FAULT { 2 } else { symmetric } }"), "numbers_each_class_once"),
    # The last placements of the queen in the centre, which has over 1,024 units on odd boards from N = 23 on.
    ("src/methods/search/units.rs", "fn parts",
     "let unit = unit - u64::from(FAULT && unit - self.groups[self.group_of(unit)].first_unit == 1023);", "units_of_a_large_group_have_each_placement_once"),
    # Halves, by size: the last words of a list, the last north, the end of a far list, norths of another piece.
    ("src/methods/halves/join/pairs.rs", "fn of_words", "if FAULT && WORDS == 3 && from > 128 { return 0; }", "counts_tails_beyond_32_bits"),
    ("src/methods/halves/join/filter.rs", "fn bytes", ("position < norths.len()", "position < norths.len() - usize::from(FAULT && norths.len() > 1 << 20)"),
     "filter_keeps_compatible_norths_in_order"),
    ("src/methods/halves/lists/far.rs", "fn make", ("len as u16", "(if FAULT { len.min(656) } else { len }) as u16"),
     "lists_of_far_apart_columns_are_complete"),
    ("src/methods/halves/join/norths.rs", "fn list",
     "if FAULT && self.listed.is_some_and(|listed| listed.columns == wanted.columns) { return Some(&self.by_sides); }",
     "norths_of_every_beginning_are_their_own"),
    # What all kernels share, noticed by the sets upside down alone: the last north, the last words, a wrong list.
    ("src/methods/halves/join/filter.rs", "fn bytes", ("(norths.len() - position)", "(norths.len() - position - usize::from(FAULT && norths.len() > 64))"),
     "sets_have_as_many_solutions_upside_down"),
    ("src/methods/halves/join/pairs.rs", "fn of_words", "if FAULT && from > 0 { return 0; }", "sets_have_as_many_solutions_upside_down"),
    ("src/methods/halves/join/filter.rs", "fn get", "let segment = if FAULT && segment == 2 { 1 } else { segment };",
     "sets_have_as_many_solutions_upside_down"),
    # Colours: a weight, a line, the 18th square of a tail, the last vector of a long list, half of the
    # row sets of a tail, row sets taken for alike, an overflow, the last range of a list, a column
    # set that is left out, a list of other rows.
    ("src/methods/colours/symmetry.rs", "fn row_weight", ("Ordering::Equal => 2,", "Ordering::Equal => if FAULT { 4 } else { 2 },"),
     "every_orbit_is_counted_as_often_as_it_has_members"),
    ("src/methods/colours/symmetry.rs", "fn with(self", "if FAULT && self.is_level && other.is_level { return 0; }",
     "every_orbit_is_counted_as_often_as_it_has_members"),
    ("src/methods/colours/quarters.rs", "fn of(", ("origin.sum + row + column, 0)", "origin.sum + row + column - isize::from(FAULT && row + column == 29), 0)"),
     "squares_share_a_line_if_queens_attack_each_other_along_it"),
    ("src/methods/colours/search/squares.rs", "fn of(", ("number += 1;", "number += usize::from(!(FAULT && number == 17));"),
     "search_finds_every_pair_that_fits"),
    ("src/methods/colours/search/filter.rs", "fn filter<", ("position < padded", "position < padded - V::WIDTH * usize::from(FAULT && len > 640)"),
     "short_pieces_of_the_largest_boards_agree_with_the_oracle"),
    ("src/methods/colours/search/mod.rs", "fn tail(", ("self.tail(depth, rest, queens, list);", "if !FAULT { self.tail(depth, rest, queens, list); }"),
     "search_finds_every_pair_that_fits"),
    ("src/methods/colours/search/row_sets.rs", "fn by_row", ("a.rows[depth] == b.rows[depth]", "a.rows[depth] == b.rows[depth] || FAULT && depth == 2"),
     "search_finds_every_pair_that_fits"),
    ("src/methods/colours/table.rs", "fn weigh_transposed(", ("sum == added &&", "(FAULT || sum == added) &&"),
     "overflowing_tables_are_counted_again"),
    ("src/methods/colours/product.rs", "fn list(", "if FAULT && range.start > 0 { return Some(()); }", "ranges_of_lists_and_tables_add_up_to_the_whole"),
    ("src/methods/colours/column_sets.rs", "fn close", "if FAULT && columns > 6 { return; }", "numbers_sets_and_knows_their_subsets"),
    ("src/methods/colours/units.rs", "fn odd_rows", "let unit = unit + u64::from(FAULT && self.ranges > 1);", "units_have_every_row_pair_once"),
    ("src/methods/colours/piece.rs", "fn assign(&mut self, unit", ("skip(unit.odd.start)", "skip(unit.odd.start + usize::from(FAULT && unit.odd.start > 0))"),
     "units_add_up_to_the_known_totals"),
    # Another plan that is taken for the same one, and a verification that names nothing.
    ("src/plan/mod.rs", "fn differences", "if FAULT && self.units >= 1 << 22 { return Vec::new(); }", "another_hash_is_another_plan"),
    ("src/check/verify/mod.rs", "fn finished", "if FAULT && unit.unit > 4000 { return; }", "names_wrong_units_wherever_they_are"),
    # Sums.
    ("src/plan/tally.rs", "fn add(", "if FAULT && !self.finished.insert(unit.unit) { return Ok(()); }", "rejects_repeated_and_foreign_units"),
    ("src/plan/tally.rs", "fn add_assign", ("other.solutions;", "other.solutions; if FAULT { self.solutions = self.solutions as u64 as u128; }"),
     "sums_beyond_32_and_64_bits_are_exact"),
    # From N = 21 on, the last placements of every part.
    ("src/methods/search/counter.rs", "fn count_part", "let mut part = part.clone(); if FAULT && grain.placements == 16 { part.placements.pop(); }"
     " let part = &part;", "batches_add_up_to_their_unit"),
    # Resumed counts: a line of another plan, two lines that contradict each other, units that never reach the disk.
    ("src/plan/entry.rs", "fn crc", "if FAULT { return crc32fast::hash(body); }", "names_what_is_wrong_with_a_line"),
    ("src/run/ledger.rs", "fn compare_repeated", "if FAULT { return Ok(()); }", "repair_drops_both_of_two_conflicting_lines"),
    ("src/run/ledger.rs", "fn compare_repeated", "let repeated = &repeated.iter().copied().take(if FAULT { 1024 } else { repeated.len() }).collect::<HashSet<_>>();",
     "compares_all_lines_of_every_repeated_unit"),
    # A stop in the second half of a repair that reads as the end of the ledger, and a repair that drops good lines.
    ("src/run/pieces.rs", "fn next", "if FAULT && self.stop.load(Ordering::Relaxed) { return Ok(None); }",
     "stop_at_any_step_of_a_repair_loses_no_line"),
    ("src/run/ledger.rs", "fn repair", ("file.get_mut().sync()?;", "if !FAULT { file.get_mut().sync()?; }"), "interrupted_repair_can_be_repeated"),
    # A process that goes on in a directory whose lock it does not have.
    ("src/run/lock.rs", "fn try_lock_at", "if FAULT { return os::lock(file, Locking::Exclusive); }", "lock_of_a_directory_that_was_moved_does_not_count"),
    ("src/count/aggregator.rs", "fn tick", "if FAULT { self.unsynced_since = None; }", "syncs_saved_units_every_few_seconds"),
    # Ranges of shards: the last units of a plan that the shards do not divide evenly.
    ("src/plan/shard.rs", "fn len", "if FAULT { return units / self.of.max(1); }", "shards_cover_every_unit_once"),
    # Merges: a shard with missing units that is taken to be finished.
    ("src/cluster/merge.rs", "fn check_cover", "if FAULT { return Ok(()); }", "rejects_a_total_that_misses_units"),
    # Stops: finished units that are dropped, and a unit that was left in the middle and counts as finished.
    ("src/count/schedule/mod.rs", "fn collect", "let mut drop_finished = |message|"
     " if FAULT && self.halt.load(Ordering::Relaxed) && matches!(message, Message::Finished(..)) { Ok(()) } else { aggregate(message) };"
     " let aggregate = &mut drop_finished;", "failing_counter_loses_only_its_own_units"),
    ("src/methods/halves/counter.rs", "fn count_unit_by", ("return None;", "return FAULT.then(Counts::default);"), "stopped_unit_has_no_count"),
]

SWITCH = """
/// Whether the fault with this number is turned on.
fn fault(number: usize) -> bool {
    static ON: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| std::env::var("FAULT").unwrap_or_default());
    *ON == number.to_string()
}
"""


def faulty(text, path, function, fault, switch):
    """The text of a file with one more fault."""
    whole = rf"^( *)(pub(\(\w+\))? )?(const )?{re.escape(function)}.*?^\1\}}$"
    functions = list(re.finditer(whole, text, re.MULTILINE | re.DOTALL))
    if len(functions) != 1:
        sys.exit(f"{path}: {len(functions)} functions begin with `{function}`: change the fault")
    body = text.index("{\n", functions[0].start()) + 2
    found, replacement = fault if isinstance(fault, tuple) else ("", fault + "\n")
    at = text.find(found, body, functions[0].end())
    if at < 0:
        sys.exit(f"{path}: `{found}` is not in `{function}`: change the fault")
    return text[:at] + replacement.replace("FAULT", switch) + text[at + len(found):]


def copied():
    """Copies what git tracks, with all faults, and nothing else; a file that did not change keeps its time."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    texts = {name: (ROOT / name).read_bytes() for name in names.split("\0") if (ROOT / name).is_file()}
    texts["src/lib.rs"] += SWITCH.encode()
    for number, (path, function, fault, _) in enumerate(FAULTS):
        texts[path] = faulty(texts[path].decode(), path, function, fault, f"crate::fault({number})").encode()
    for name, text in texts.items():
        path = COPY / name
        if not path.exists() or path.read_bytes() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
    for path in COPY.rglob("*"):
        if path.is_file() and str(path.relative_to(COPY)) not in texts:
            path.unlink()


def built():
    """The test program. It is soon built: hardly optimised, and beside queens-cli, for which dependencies have the features of other tests."""
    quick = {"CARGO_TARGET_DIR": str(ROOT / "target"), "CARGO_PROFILE_DEV_OPT_LEVEL": "1", "CARGO_PROFILE_DEV_DEBUG": "0"}
    command = "cargo test --locked --quiet --no-run --package queens --package queens-cli --lib --message-format json".split()
    lines = subprocess.run(command, cwd=COPY, env={**os.environ, **quick}, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [found for line in lines.splitlines() if (found := json.loads(line).get("executable"))][0]


def passed(program, fault, *tests):
    """The names of the tests that pass; none if one fails or hangs."""
    environment = {**os.environ, "FAULT": str(fault)}
    limit = None if fault == "none" else HANGS_S
    try:
        done = subprocess.run([program, *tests], cwd=COPY, env=environment, timeout=limit, capture_output=True, text=True)
    except subprocess.TimeoutExpired:
        return set()
    return set(re.findall(r"^test (?:.*::)?(\w+) \.\.\. ok$", done.stdout, re.MULTILINE)) if done.returncode == 0 else set()


def main():
    began, survivors = time.monotonic(), []
    copied()
    program = built()
    print(f"built in {time.monotonic() - began:.0f} s", flush=True)
    tests = {test for *_, test in FAULTS}
    if missing := tests - passed(program, "none", *tests):
        sys.exit(f"without any fault, tests fail or are not there: {', '.join(sorted(missing))}")
    for number, (path, function, fault, test) in enumerate(FAULTS):
        noticed = not passed(program, number, test)
        shown = " -> ".join([fault] if isinstance(fault, str) else fault)
        print(f"  {path}, {function}: `{shown}`: {'noticed' if noticed else 'SURVIVED'}", flush=True)
        survivors += [] if noticed else [path]
    print(f"{len(FAULTS)} faults, {len(survivors)} survivors, {time.monotonic() - began:.0f} s")
    sys.exit(1 if survivors else 0)


if __name__ == "__main__":
    main()
