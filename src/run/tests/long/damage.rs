//! Long ledgers that are cut, damaged, repeated and contradictory.

use super::*;
use crate::plan::entry::ChecksumSeed;

#[test]
fn lines_are_as_long_as_those_of_real_runs_may_be() {
    let lengths = LEDGER_LINES.iter().map(String::len);
    assert_eq!((LEDGER_LINES.len() as u64, lengths.clone().max()), (LINES, Some(MAX_LINE_BYTES)));
    assert!(lengths.sum::<usize>() > 198 * LINES as usize);
    assert!((0..LINES as usize).any(|place| unit_at(place) >= 1 << 20));
}

#[test]
fn adds_up_every_line() {
    let storage = with_long_ledger(ledger_with(&[], long_line));
    let mut visited = 0;
    let looked = look_until(&storage, &NEVER_STOP, |entry| {
        assert_eq!(*entry, long_entry(unit_at(visited)));
        visited += 1;
    });
    let saved = resume(&storage).unwrap().1;
    assert_eq!((visited as u64, looked.as_ref().unwrap()), (LINES, &saved));
    assert_finished(&saved, 0..LINES as usize);
    let sums = saved.sums();
    assert!(sums.solutions > 1 << 112 && sums.nodes > 1 << 80 && sums.wall_ms > 1 << 57, "{sums:?}");
    assert!(saved.notices.is_empty(), "{:?}", saved.notices);
}

#[test]
fn skips_damaged_lines_wherever_they_are() {
    let flipped = |unit: u64, byte: usize, bit: u8| {
        let mut line = long_line(unit).into_bytes();
        line[byte] ^= 1 << bit;
        String::from_utf8_lossy(&line).into_owned()
    };
    let most = long().identity.n.most_solutions();
    let kinds: [&dyn Fn(u64) -> String; 10] = [
        // A digit of the unit, of its solutions and of its checksum, and a letter of its kernel.
        &|unit| flipped(unit, 8, 0),
        &|unit| flipped(unit, 40, 1),
        &|unit| flipped(unit, 190, 0),
        &|unit| long_line(unit).replace("letters", "lettert"),
        &|_| "\0".repeat(MAX_LINE_BYTES - 1) + "\n",
        &|unit| long_line(unit).replace('\n', "\r\n"),
        &|unit| long_entry(unit).to_line(ChecksumSeed::new(OTHER_HASH)),
        &|unit| long_line(RUN_UNITS + unit),
        &|unit| line(&Entry { solutions: most + 1, ..long_entry(unit) }),
        &|_| "x".repeat(100_000) + "\n",
    ];
    // Each kind at one or two places.
    let kind_of =
        |unit: u64| BORDER_PLACES.iter().position(|&place| unit_at(place) == unit).unwrap() % kinds.len();
    let storage = with_long_ledger(ledger_with(&BORDER_PLACES, |unit| kinds[kind_of(unit)](unit)));
    let (mut directory, saved) = resume(&storage).unwrap();
    // The ledger is as long as all lines together, the longest included.
    directory.sync().unwrap();
    assert_finished(&saved, all_but(&BORDER_PLACES));
    assert_eq!(skipped(&saved), Some((BORDER_PLACES.len() as u64, 1)));
    let last = LINES as usize - 1;
    let saved = resume(&with_long_ledger(ledger_with(&[last], |unit| flipped(unit, 30, 3)))).unwrap().1;
    assert_finished(&saved, 0..last);
    assert_eq!(skipped(&saved), Some((1, LINES)));
}

#[test]
fn flipped_bit_costs_its_line_alone() {
    let whole = ledger_with(&[], long_line).into_bytes();
    let mut random = fastrand::Rng::with_seed(102);
    let ends: Vec<usize> = LEDGER_LINES
        .iter()
        .scan(0, |end, line| {
            *end += line.len();
            Some(*end)
        })
        .collect();
    let mut damaged = whole.clone();
    let mut places: Vec<usize> = (0..5_000).map(|_| random.usize(..LINES as usize)).collect();
    places.sort_unstable();
    places.dedup();
    for &place in &places {
        // Not the newline, without which two lines are one.
        let byte = ends[place] - 2 - random.usize(..LEDGER_LINES[place].len() - 2);
        damaged[byte] ^= 1 << random.u8(..8);
        // Nor may a new one appear.
        if damaged[byte] == b'\n' {
            damaged[byte] = 0;
        }
    }
    let saved = resume(&with_long_ledger(damaged)).unwrap().1;
    assert_finished(&saved, all_but(&places));
    assert_eq!(skipped(&saved), Some((places.len() as u64, places[0] as u64 + 1)));
}

#[test]
fn truncation_costs_the_torn_line_alone() {
    let whole = ledger_with(&[], long_line);
    let mut random = fastrand::Rng::with_seed(5);
    for place in [327, 65_536, LINES as usize - 1] {
        let begin: usize = LEDGER_LINES[..place].iter().map(String::len).sum();
        let length = LEDGER_LINES[place].len();
        let is_even = place % 2 == 0;
        // At any byte, or so that the line lacks only its newline and is accepted.
        let cut = begin + if is_even { random.usize(1..length - 1) } else { length - 1 };
        let storage = with_long_ledger(&whole[..cut]);
        let finished = place + usize::from(!is_even);
        let (mut directory, saved) = resume(&storage).unwrap();
        assert_finished(&saved, 0..finished);
        assert_eq!(skipped(&saved), is_even.then_some((1, place as u64 + 1)));
        // The next unit gets a line of its own.
        directory.append(&long_entry(unit_at(finished))).unwrap();
        directory.sync().unwrap();
        drop(directory);
        assert_finished(&resume(&storage).unwrap().1, 0..=finished);
        assert!(storage.bytes(LEDGER).starts_with(&whole.as_bytes()[..cut]));
    }
}

#[test]
fn counts_every_repeated_line_once() {
    let ledger = ledger_with(&[], long_line);
    // The second time from the last line to the first, and the middle a third time.
    let back: String = LEDGER_LINES.iter().rev().map(String::as_str).collect();
    let middle = LEDGER_LINES[50_000..150_000].concat();
    let storage = with_long_ledger(ledger + &back + &middle);
    let mut visited = 0;
    look_until(&storage, &NEVER_STOP, |_| visited += 1).unwrap();
    assert_eq!(visited, LINES, "each unit is passed on once");
    let saved = resume(&storage).unwrap().1;
    assert_finished(&saved, 0..LINES as usize);
    assert_eq!(saved.notices, [Notice::Repeated { path: LEDGER.into(), lines: LINES + 100_000 }]);
    assert!(saved.notices[0].to_string().contains("300,000 lines"), "{}", saved.notices[0]);
}

#[test]
fn names_both_lines_of_a_contradiction() {
    let ledger = ledger_with(&[], long_line);
    for (place, bit, is_last) in [(65_536, 64, true), (LINES as usize - 1, 53, false)] {
        let unit = unit_at(place);
        let other = line(&Entry { solutions: long_entry(unit).solutions ^ (1 << bit), ..long_entry(unit) });
        // Behind the whole ledger, or where all of it comes again.
        let (again, second) = if is_last {
            (other, LINES + 1)
        } else {
            (ledger_with(&[place], |_| other.clone()), LINES + place as u64 + 1)
        };
        let storage = with_long_ledger(ledger.clone() + &again);
        let says = format!("lines {} and {second} have different solutions of unit {unit},", place + 1);
        let error = resume(&storage).err().unwrap();
        assert!(is_corrupt(&error) && text(&error).contains(&says), "bit {bit}: {error}");
    }
}

#[test]
fn dropped_units_leave_every_other_line() {
    // Numbers that differ in their 21st bit alone, and a unit that is there twice.
    let mut units: Vec<u64> = (0..LINES as usize).map(unit_at).filter(|unit| unit % (1 << 20) != 5).collect();
    units.extend([(1 << 20) + 5, 5, unit_at(70_000)]);
    let ledger_of = |units: &[u64]| units.iter().copied().map(long_line).collect::<String>();
    let storage = with_long_ledger(ledger_of(&units));
    let dropped = [(1 << 20) + 5, units[0], unit_at(70_000), units[131_072]];
    assert_eq!(run_in(&storage).lock().unwrap().drop_units(&dropped).unwrap(), 5);
    units.retain(|unit| !dropped.contains(unit));
    assert!(storage.bytes(LEDGER) == ledger_of(&units).into_bytes(), "other lines were dropped or changed");
}
