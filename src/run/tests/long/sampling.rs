//! Long ledgers while they are read: samples, stops, failures, and another process that writes.

use std::sync::atomic::Ordering;

use faulty_storage::Fault;

use super::*;

fn sample(storage: &FaultyStorage, size: u64, seed: u64) -> Result<(Inspection, Vec<Entry>), RunError> {
    run_in(storage).sample(|_| size, seed)
}

#[test]
fn sample_has_units_from_everywhere_as_the_ledger_has_them() {
    let storage = with_long_ledger(ledger_with(&BORDER_PLACES, |_| "\n".to_owned()));
    let in_ledger: BTreeSet<u64> = all_but(&BORDER_PLACES).map(unit_at).collect();
    let mut chosen = Vec::new();
    for (size, seed) in [(3_000, 1), (3_000, 1), (3_000, 2), (u64::MAX, 3)] {
        let (inspection, entries) = sample(&storage, size, seed).unwrap();
        assert_finished(&inspection, all_but(&BORDER_PLACES));
        assert_eq!(entries.len() as u64, size.min(in_ledger.len() as u64));
        assert!(entries.is_sorted_by(|a, b| a.unit < b.unit), "each once, in order");
        for entry in &entries {
            assert!(in_ledger.contains(&entry.unit) && *entry == long_entry(entry.unit), "{entry:?}");
        }
        for part in (0..10).filter(|_| size == 3_000) {
            let part = RUN_UNITS * part / 10..RUN_UNITS * (part + 1) / 10;
            let here = entries.iter().filter(|entry| part.contains(&entry.unit)).count();
            assert!((200..400).contains(&here), "{here} of 3,000 in {part:?}");
        }
        chosen.push(entries);
    }
    assert!(chosen[0] == chosen[1] && chosen[1] != chosen[2], "the seed decides");
}

#[test]
fn sample_never_mixes_two_ledgers() {
    let whole = ledger_with(&[], long_line);
    let half = whole[..whole.len() / 2].to_owned();
    // A ledger in its place that agrees in no unit.
    let other = ledger_with(&Vec::from_iter(0..LINES as usize), |unit| {
        line(&Entry { solutions: 1, ..long_entry(unit) })
    });
    let steps = 2 * whole.len() as u64 / (1 << 16);
    for (number, changed) in [half, other].into_iter().enumerate() {
        for step in [steps / 2 - 2, steps - 20] {
            let storage = with_long_ledger(&whole);
            let (others, changed) = (storage.clone(), changed.clone());
            storage.meanwhile(step, move || match number {
                0 => others.overwrite(LEDGER, changed.as_bytes()),
                _ => others.replace(LEDGER, changed.as_bytes()),
            });
            match sample(&storage, u64::MAX, 1) {
                Ok((inspection, entries)) => {
                    let mut sampled = Tally::new(RUN_UNITS);
                    entries.iter().for_each(|entry| assert!(sampled.add(entry)));
                    assert!(sampled == inspection.tally, "change {number} at step {step}");
                }
                Err(error) => {
                    assert!(error.to_string().contains("changed while it was being read"), "{error}");
                }
            }
        }
    }
}

#[test]
fn stop_and_failure_end_the_reading_anywhere() {
    let ledger = ledger_with(&[], long_line);
    let steps = ledger.len() as u64 / (1 << 16);
    for step in [steps / 3, steps - 1] {
        let storage = with_long_ledger(&ledger);
        let stop = Arc::new(AtomicBool::new(false));
        let flag = stop.clone();
        storage.meanwhile(step, move || flag.store(true, Ordering::Relaxed));
        let stopped = open_until(&storage, &long(), RESUMED_RUN, &stop).err().unwrap();
        assert!(matches!(stopped, RunError::Stopped { .. }), "{stopped}");
        storage.strike(step, Fault::Refuse);
        let failed = look(&storage).unwrap_err();
        assert!(is_an_obstacle(&failed) && text(&failed).starts_with("cannot read /"), "{failed}");
        storage.calm();
        assert!(storage.bytes(LEDGER) == ledger.as_bytes());
    }
}

#[test]
fn names_the_holder_of_a_long_run_and_what_it_is_writing() {
    let ledger = ledger_with(&[], long_line);
    let storage = with_long_ledger(&ledger[..ledger.len() - 100]);
    let (_directory, _) = resume(&storage).unwrap();
    storage.overwrite(LEDGER, &ledger.as_bytes()[..ledger.len() - 100]);
    let lock = format!("{RUN}/lock");
    for (text_in_lock, shown) in [
        ("process 4194304 on a-machine\n".to_owned(), "process 4194304 on a-machine".to_owned()),
        // At most one line of untrusted text.
        ("x".repeat(1 << 20), "x".repeat(200)),
    ] {
        storage.overwrite(&lock, text_in_lock.as_bytes());
        let looked = look(&storage).unwrap();
        assert_eq!((looked.holder.as_ref(), &looked.notices[..]), (Some(&shown), &[][..]));
        assert_finished(&looked, 0..LINES as usize - 1);
        let refused = resume(&storage).err().unwrap();
        assert!(matches!(&refused, RunError::Locked { holder, .. } if *holder == shown), "{refused}");
    }
    storage.overwrite(LEDGER, ledger_with(&[65_536], |_| "torn\n".to_owned()).as_bytes());
    assert_eq!(skipped(&look(&storage).unwrap()), Some((1, 65_537)));
}
