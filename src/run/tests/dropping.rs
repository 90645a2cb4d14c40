//! Tests that units can be removed from a ledger and counted again.

use faulty_storage::{Fault, Loss};

use super::*;

fn drop(storage: &FaultyStorage) -> Result<u64, RunError> {
    run_in(storage).lock()?.drop_units(&[3])
}

#[test]
fn dropped_units_are_counted_again_and_nothing_else_is_lost() {
    let ledger = lines(0..UNITS) + &damaged_line(2) + &other_line(3);
    let without = (lines([0, 1, 2, 4, 5, 6]) + &damaged_line(2)).into_bytes();
    for fault in [Fault::Refuse, Fault::Full] {
        for step in 0.. {
            let storage = with_ledger(&ledger);
            storage.put(RESULT, b"wrong");
            storage.strike(step, fault);
            let dropped = drop(&storage);
            let is_struck = storage.calm();
            if let Ok(lines) = dropped {
                assert_eq!((lines, storage.bytes(LEDGER)), (2, without.clone()), "{fault:?} at step {step}");
            } else {
                let bytes = storage.bytes(LEDGER);
                assert!(bytes == ledger.as_bytes() || bytes == without, "{fault:?} at step {step}");
                // If the disk is too full for the copy of the ledger, nothing must change.
                let is_changed = !storage.has(RESULT) || storage.has(&format!("{LEDGER}.tmp"));
                assert!(fault == Fault::Refuse || !is_changed, "{fault:?} at step {step}");
            }
            if !is_struck {
                assert!(step > 6, "{step} steps");
                ends_well(&storage);
                break;
            }
        }
    }
    // No units can be dropped while another process is counting.
    let storage = with_ledger(lines(0..UNITS));
    let _held = open(&storage, RESUMED_RUN).unwrap();
    assert!(matches!(drop(&storage), Err(RunError::Locked { .. })));
    assert_eq!(storage.bytes(LEDGER), lines(0..UNITS).into_bytes());
}

/// A power cut cannot undo a drop that has reported success.
#[test]
fn power_cut_at_any_step_of_a_drop_leaves_all_lines_or_all_but_the_dropped_ones() {
    let (ledger, without) = (lines(0..UNITS).into_bytes(), lines([0, 1, 2, 4, 5, 6]).into_bytes());
    for (loss, seed) in Loss::ALL.into_iter().flat_map(|loss| (0..12).map(move |seed| (loss, seed))) {
        for step in 0.. {
            let storage = with_result();
            storage.put(LEDGER, &ledger);
            storage.strike(step, Fault::Kill);
            let dropped = drop(&storage);
            let is_struck = storage.calm();
            storage.lose_power(loss, seed);
            let what = format!("{loss:?}, seed {seed}, step {step}: {dropped:?}");
            let bytes = storage.bytes(LEDGER);
            assert!(bytes == without || bytes == ledger && dropped.is_err(), "{what}");
            assert!(bytes == ledger || !storage.has(RESULT), "a result beside too few lines: {what}");
            ends_well(&storage);
            if !is_struck {
                break;
            }
        }
    }
}

#[test]
fn all_contradicted_units_are_dropped_in_one_pass() {
    let again = (0..UNITS).filter(|unit| unit % 2 == 1).map(other_line).collect::<String>();
    let storage = with_ledger(lines(0..UNITS) + &again + &damaged_line(0) + &again + &lines([2]));
    assert!(matches!(look(&storage), Err(RunError::Contradiction { .. })));
    let locked = run_in(&storage).lock().unwrap();
    assert!(matches!(open_error(&storage, RESUMED_RUN), RunError::Locked { .. }));
    assert_eq!(locked.drop_contradicted().unwrap(), [1, 3, 5]);
    assert_eq!(storage.bytes(LEDGER), (lines([0, 2, 4, 6]) + &damaged_line(0) + &lines([2])).into_bytes());
    std::mem::drop(locked);
    ends_well(&storage);
}

#[cfg(unix)]
#[test]
fn ledger_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let (mut directory, _) = on_disk(&path, RESUMED_RUN).unwrap();
    append(&mut directory, 0..3);
    std::mem::drop(directory);
    let run = SavedRun::at(&path);
    for mode in [0o664, 0o600, 0o640] {
        std::fs::set_permissions(run.ledger(), PermissionsExt::from_mode(mode)).unwrap();
        run.lock().unwrap().drop_units(&[1]).unwrap();
        assert_eq!(run.ledger().metadata().unwrap().permissions().mode() & 0o777, mode);
    }
}

/// A killed process may leave a line without its newline. The end of an overlong line must not be mistaken
/// for a line.
#[test]
fn drops_a_last_line_without_its_newline_and_no_part_of_an_overlong_one() {
    let overlong = "x".repeat(1 << 16) + &lines([3, 4]);
    for (ledger, dropped, left) in [
        (lines([1, 3]).trim_end(), 1, lines([1])),
        ((lines([1, 3, 2]) + &other_line(3)).trim_end(), 2, lines([1, 2])),
        ((overlong.clone() + &lines([3])).as_str(), 1, overlong),
    ] {
        let storage = with_ledger(ledger);
        assert_eq!(drop(&storage).unwrap(), dropped);
        assert_eq!(storage.bytes(LEDGER), left.as_bytes());
        ends_well(&storage);
    }
}

#[test]
fn drops_no_unit_whose_number_shares_the_lowest_bits() {
    let run = Manifest { identity: PlanIdentity { units: 1 << 28, ..manifest().identity }, ..manifest() };
    let units = [0, 16, 20, 27].map(|bit| (1 << bit) + 5);
    for dropped in units {
        let storage = FaultyStorage::default();
        open_for(&storage, &run, RESUMED_RUN).unwrap();
        storage.put(LEDGER, lines(units).as_bytes());
        assert_eq!(run_in(&storage).lock().unwrap().drop_units(&[dropped]).unwrap(), 1);
        let others = units.into_iter().filter(|&unit| unit != dropped);
        assert_eq!(storage.bytes(LEDGER), lines(others).into_bytes());
    }
}
