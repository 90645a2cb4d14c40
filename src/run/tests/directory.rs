//! Tests which directories are accepted, and when a run can be finished. Uses the real disk where that
//! matters.

use std::fs;
use std::sync::atomic::Ordering;

use sha2::{Digest, Sha256};

use super::*;
use crate::plan::Shard;

#[test]
fn ledger_hash_covers_its_bytes() {
    let directory = tempfile::tempdir().unwrap();
    // Try lengths around the size of one read, and much longer ones.
    for length in [0, 1, (1 << 16) - 1, 1 << 16, (1 << 16) + 1, (1 << 20) + 7, (17 << 20) + 9] {
        let bytes: Vec<u8> = (0..length).map(|i: u32| (i.wrapping_mul(0x9e37_79b9) >> 24) as u8).collect();
        fs::write(directory.path().join("ledger.jsonl"), &bytes).unwrap();
        let expected: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(SavedRun::at(directory.path()).ledger_sha256().unwrap(), expected, "{length} bytes");
    }
}

#[test]
fn inspection_shows_all_units_and_changes_nothing() {
    let torn = lines([0, 1, 2, 1]) + "{\"unit\":3,";
    let storage = with_ledger(&torn);
    let mut units = Vec::new();
    let inspection = look_until(&storage, &NEVER_STOP, |entry| units.push(entry.unit)).unwrap();
    assert_eq!((units, finished(&inspection)), (vec![0, 1, 2], (0..3).collect()));
    assert_eq!((inspection.manifest, inspection.notices.len()), (manifest(), 2));
    assert_eq!(storage.bytes(LEDGER), torn.as_bytes());

    assert_eq!(look(&with_result()).unwrap().total, Some(total()));
}

#[test]
fn sample_and_inspection_are_of_one_ledger() {
    // Either truncate the ledger or replace it.
    let changes: [fn(&FaultyStorage); 2] = [
        |storage| storage.overwrite(LEDGER, lines(0..3).as_bytes()),
        |storage| storage.replace(LEDGER, (0..UNITS - 1).map(other_line).collect::<String>().as_bytes()),
    ];
    let [mut read, mut refused] = [0, 0];
    for (number, change) in changes.into_iter().enumerate() {
        for step in 0.. {
            let storage = with_units(0..UNITS - 1);
            storage.chunk(40);
            let (others, changed) = (storage.clone(), Arc::new(AtomicBool::new(false)));
            let is_changed = changed.clone();
            storage.meanwhile(step, move || {
                change(&others);
                is_changed.store(true, Ordering::Relaxed);
            });
            match run_in(&storage).sample(|units| units, 1) {
                Ok((inspection, entries)) => {
                    let mut sampled = Tally::new(UNITS);
                    entries.iter().for_each(|entry| assert!(sampled.add(entry)));
                    assert_eq!(sampled, inspection.tally, "change {number} at step {step}");
                    read += 1;
                }
                Err(error) => {
                    assert!(error.to_string().contains("changed while it was being read"), "{error}");
                    refused += 1;
                }
            }
            if !changed.load(Ordering::Relaxed) {
                break;
            }
        }
    }
    assert!(read > 20 && refused > 3, "{read} read, {refused} refused");
}

#[test]
fn leaves_a_file_alone_and_makes_missing_parents() {
    let parent = tempfile::tempdir().unwrap();
    let file = parent.path().join("file");
    fs::write(&file, "mine").unwrap();
    for fresh in [RESUMED_RUN, FRESH_RUN] {
        let error = on_disk(&file, fresh).map(|_| ()).unwrap_err();
        assert!(matches!(error, RunError::NotARun { .. }) && is_an_obstacle(&error), "{error}");
    }
    assert_eq!(fs::read(&file).unwrap(), b"mine");
    let below = on_disk(&file.join("run"), RESUMED_RUN).map(|_| ()).unwrap_err();
    assert!(matches!(below, RunError::Io { .. }), "{below}");
    on_disk(&parent.path().join("no/such/place"), RESUMED_RUN).unwrap();
    assert!(parent.path().join("no/such/place").is_dir());
}

#[test]
fn names_how_another_run_differs() {
    let storage = with_units(0..3);
    let hashes = format!("counts plan {PLAN_HASH}, not {OTHER_HASH}");
    let plan = || manifest().identity;
    let of = |identity| Manifest { identity, ..manifest() };
    let later = |manifest| Manifest { program_version: "9.1.0".to_owned(), ..manifest };
    let other_units = of(PlanIdentity { plan_hash: OTHER_HASH.to_owned(), ..plan() });
    let version = format!(
        "was made by queens 0.1.0, whose units differ from this version's: plan {PLAN_HASH}, not {OTHER_HASH}"
    );
    let others = [
        (of(PlanIdentity { n: BoardSize::new(9).unwrap(), ..plan() }), "counts N = 8, not 9"),
        (of(PlanIdentity { method: Method::Rows.into(), ..plan() }), "counts by cross, not rows"),
        (of(PlanIdentity { depth: 5, ..plan() }), "counts at depth 4, not 5"),
        (of(PlanIdentity { units: 8, ..plan() }), "counts 7 units, not 8"),
        (other_units.clone(), hashes.as_str()),
        (later(other_units), version.as_str()),
        (later(of(PlanIdentity { depth: 5, ..plan() })), "counts at depth 4, not 5"),
        (
            Manifest { shard: Some(Shard { number: 1, of: 4 }), ..manifest() },
            "counts all shards, not shard 1 of 4",
        ),
    ];
    for (other, difference) in others {
        let error = open_for(&storage, &other, RESUMED_RUN).map(drop).unwrap_err();
        assert!(is_an_obstacle(&error) && error.to_string().contains(difference), "{error}");
    }
    assert_eq!(storage.bytes(LEDGER), lines(0..3).as_bytes());

    let later = Manifest {
        program_version: "0.2.0".to_owned(),
        started: "2027-01-01T00:00:00Z".to_owned(),
        ..manifest()
    };
    let (directory, _) = open_for(&storage, &later, RESUMED_RUN).unwrap();
    assert_eq!(directory.manifest(), &manifest());
}

#[test]
fn newer_run_names_required_version() {
    // Try the next format, and numbers whose lowest bits are the same as in the current format.
    let format = u64::from(FORMAT);
    let formats = [format + 1, 1_001, format + (1 << 8), format + (1 << 16), format + (1 << 32), u64::MAX];
    let formats = formats.map(|format| ("format", serde_json::json!(format), format!("format {format}")));
    let spiral = ("method", "spiral".into(), "the method 'spiral'".to_owned());
    for (field, value, unknown) in formats.into_iter().chain([spiral]) {
        let mut newer =
            serde_json::to_value(Manifest { program_version: "9.1.0".to_owned(), ..manifest() }).unwrap();
        newer[field] = value;
        let storage = with_units(0..3);
        storage.put(MANIFEST, &sealed::seal(&newer).unwrap());
        let error = open_error(&storage, RESUMED_RUN);
        assert!(is_an_obstacle(&error), "{error}");
        let says =
            format!("{RUN} was made by a newer version of queens, 9.1.0: this one does not know {unknown}");
        assert_eq!(text(&error), says);
        assert_eq!(text(&look(&storage).unwrap_err()), text(&error));
        let files = [MANIFEST, LEDGER].map(|file| storage.bytes(file));
        assert_eq!(files, [sealed::seal(&newer).unwrap(), lines(0..3).into_bytes()]);
        assert!(matches!(reopen(&storage, FRESH_RUN).unwrap().notices[..], [Notice::MovedAside { .. }]));
    }
}

#[test]
fn leaves_the_run_of_a_development_build_alone() {
    let mut older = serde_json::to_value(manifest()).unwrap();
    // The first development builds wrote different fields.
    older.as_object_mut().unwrap().remove("method");
    older["split"] = "rows".into();
    for format in 1..FORMAT {
        older["format"] = format.into();
        let sealed = sealed::seal(&older).unwrap();
        let storage = with_units(0..3);
        storage.put(MANIFEST, &sealed);
        let says = format!("{RUN} has format {format}, which only development builds of queens read;");
        for error in [open_error(&storage, RESUMED_RUN), look(&storage).unwrap_err()] {
            assert!(is_an_obstacle(&error) && text(&error).starts_with(&says), "{error}");
        }
        assert_eq!([MANIFEST, LEDGER].map(|file| storage.bytes(file)), [sealed, lines(0..3).into_bytes()]);
    }
}

#[test]
fn fresh_start_moves_old_directories_aside() {
    let parent = tempfile::tempdir().unwrap();
    // The path ends in a slash, to test that suffixes are appended correctly.
    let path = parent.path().join("x.run/");
    for start in 0..3 {
        // A copy of the directory may lack the lock file.
        let _ = fs::remove_file(path.join("lock"));
        let (mut directory, saved) = on_disk(&path, FRESH_RUN).unwrap();
        assert!(saved.tally.finished().len() == 0);
        assert_eq!(saved.notices.len(), usize::from(start > 0));
        directory.append(&entry(start)).unwrap();
    }
    for (name, unit) in [("x.run.old-1", 0), ("x.run.old-2", 1), ("x.run", 2)] {
        let (_, saved) = on_disk(&parent.path().join(name), RESUMED_RUN).unwrap();
        assert_eq!(finished(&saved), BTreeSet::from([unit]));
    }
}

#[cfg(unix)]
#[test]
fn rejects_a_lock_opened_before_the_move() {
    use crate::run::storage::Storage;

    let storage = with_units([0]);
    let _fresh = open(&storage, FRESH_RUN).unwrap();
    assert!(storage.is_locked(Path::new("/runs/queens-8.run.old-1/lock")).unwrap());
    for fresh in [RESUMED_RUN, FRESH_RUN] {
        let error = open_error(&storage, fresh);
        let holder = format!("in use by process {}", std::process::id());
        assert!(matches!(error, RunError::Locked { .. }) && text(&error).contains(&holder), "{error}");
    }
}

#[test]
fn shard_takes_only_its_own_units() {
    let shard = Manifest { shard: Some(Shard { number: 1, of: 3 }), ..manifest() };
    let directory = tempfile::tempdir().unwrap();
    let (mut run, _) = RunDirectory::open(directory.path(), &shard, RESUMED_RUN, &NEVER_STOP).unwrap();
    assert!(run.append(&entry(0)).is_err());
    run.append(&entry(1)).unwrap();
    assert!(
        run.finish(&total_of(&shard, [1]))
            .unwrap_err()
            .to_string()
            .contains("its units is 1, but this run has 2")
    );
    run.append(&entry(4)).unwrap();
    run.finish(&total_of(&shard, [1, 4])).unwrap();
}

#[test]
fn refuses_units_that_would_spoil_the_run() {
    let storage = FaultyStorage::default();
    let (mut directory, _) = open(&storage, RESUMED_RUN).unwrap();
    directory.append(&entry(0)).unwrap();
    let impossible = Entry { solutions: manifest().identity.n.most_solutions() + 1, ..entry(1) };
    for wrong in [entry(UNITS), entry(u64::MAX >> 1), impossible] {
        assert!(matches!(directory.append(&wrong), Err(RunError::Refused { .. })));
    }
    assert_eq!(storage.bytes(LEDGER), lines([0]).as_bytes());
    assert!(directory.finish(&total_of(&manifest(), [0])).is_err());
    append(&mut directory, 1..UNITS);
    for bit in [0, 63, 64, 114] {
        let wrong = Total { solutions: total().solutions ^ 1 << bit, ..total() };
        assert!(directory.finish(&wrong).is_err(), "bit {bit}");
    }
    assert!(!storage.has(RESULT));
    directory.finish(&total()).unwrap();
    assert!(directory.append(&entry(0)).unwrap_err().to_string().contains("the run is finished"));
}
