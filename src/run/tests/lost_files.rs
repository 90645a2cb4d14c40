//! Tests run directories with missing or damaged files.

use super::damage::is_moved_aside;
use super::*;
use crate::plan::Shard;
use crate::run::storage::Storage;

/// Returns a finished run's directory with these bytes as its manifest, or without a manifest.
fn with_manifest(bytes: Option<&[u8]>) -> FaultyStorage {
    let storage = with_result();
    match bytes {
        Some(bytes) => storage.put(MANIFEST, bytes),
        None => storage.remove(Path::new(MANIFEST)).unwrap(),
    }
    storage
}

#[test]
fn writes_a_lost_or_damaged_manifest_again() {
    let intact = manifest().to_bytes().unwrap();
    assert!(intact.starts_with(Manifest::PREFIX));
    let mut flipped = intact.clone();
    flipped[9] ^= 1;
    for bytes in [None, Some(&flipped[..]), Some(&intact[..60]), Some(b""), Some(b"\0\0\0\0"), Some(b"[]")] {
        let storage = with_manifest(bytes);
        let looked = look(&storage).unwrap_err();
        assert!(looked.is_of_the_manifest() && is_corrupt(&looked), "{looked}");
        // Test a finished run first, and then an unfinished one.
        for left in [0, 3] {
            storage.put(LEDGER, lines(left..UNITS).as_bytes());
            let saved = reopen(&storage, RESUMED_RUN).unwrap();
            let units = UNITS - left;
            assert_eq!(saved.notices[0], Notice::ManifestRestored { path: MANIFEST.into(), units });
            assert_eq!((finished(&saved), saved.total.is_some()), ((left..UNITS).collect(), left == 0));
            assert_eq!(storage.bytes(MANIFEST), intact);
            assert_eq!(reopen(&storage, RESUMED_RUN).unwrap().notices.len(), usize::from(left > 0));
            storage.put(MANIFEST, b"damaged");
        }
        is_moved_aside(&storage);
        // If the ledger is empty, the run starts over, unless the manifest may belong to another program.
        let storage = with_manifest(bytes);
        storage.put(LEDGER, b"");
        match bytes {
            Some(bytes) if !bytes.starts_with(Manifest::PREFIX) => {
                assert!(matches!(open_error(&storage, RESUMED_RUN), RunError::NotARun { .. }));
                assert_eq!(storage.bytes(MANIFEST), bytes);
            }
            _ => ends_well(&storage),
        }
    }
}

#[test]
fn replaces_a_lost_manifest_by_no_other_runs_manifest() {
    let shard = |number| Manifest { shard: Some(Shard { number, of: 3 }), ..manifest() };
    let other = PlanIdentity { plan_hash: OTHER_HASH.to_owned(), ..manifest().identity };
    let other = Manifest { identity: other, ..manifest() };
    for (ledger, wanted, says) in [
        (lines(0..3), other.clone(), "has no usable line: none is for this board"),
        (lines(0..3).replace('\n', "\r\n"), manifest(), "changed to CR LF"),
        (lines(0..3), shard(1), "counts units of other shards"),
        (lines([0, 3, 6]), shard(1), "counts units of other shards"),
        (lines([0, 0]) + &other_line(0), manifest(), "contradicts itself"),
        (String::new(), Manifest { shard: shard(1).shard, ..other }, "manifest.json"),
    ] {
        for bytes in [None, Some(&manifest().to_bytes().unwrap()[..90])] {
            let storage = with_manifest(bytes);
            storage.put(LEDGER, ledger.as_bytes());
            let error = open_for(&storage, &wanted, RESUMED_RUN).map(drop).unwrap_err();
            assert!(text(&error).contains(says), "{error}");
            assert_eq!(storage.bytes(LEDGER), ledger.as_bytes());
            assert_eq!(storage.has(MANIFEST).then(|| storage.bytes(MANIFEST)).as_deref(), bytes);
        }
    }
    let storage = with_manifest(None);
    storage.remove(Path::new(RESULT)).unwrap();
    storage.put(LEDGER, lines([1, 4]).as_bytes());
    let (_, saved) = open_for(&storage, &shard(1), RESUMED_RUN).unwrap();
    assert_eq!((saved.manifest.shard(), finished(&saved)), (shard(1).shard(), BTreeSet::from([1, 4])));
}

#[test]
fn writes_a_damaged_result_again_from_the_ledger() {
    let intact = with_result().bytes(RESULT);
    let mut flipped = intact.clone();
    flipped[9] ^= 1;
    for damaged in [&flipped[..], b"", &intact[..40]] {
        let storage = with_result();
        storage.put(RESULT, damaged);
        let saved = reopen(&storage, RESUMED_RUN).unwrap();
        assert!(matches!(&saved.notices[..], [Notice::DamagedResult { .. }]), "{:?}", saved.notices);
        assert!(saved.total.is_none() && finished(&saved) == (0..UNITS).collect());
        ends_well(&storage);
        assert_eq!(storage.bytes(RESULT), intact);
    }
}

#[test]
fn takes_a_run_without_its_ledger_for_an_incomplete_copy() {
    let whole = with_result();
    let storage = FaultyStorage::default();
    storage.create_directory(Path::new(RUN)).unwrap();
    storage.put(&format!("{RUN}/lock"), b"");
    for file in [MANIFEST, RESULT] {
        storage.put(file, &whole.bytes(file));
    }
    assert_corrupt(&storage, &format!("{RUN} is incomplete: it has no ledger.jsonl"));
    is_moved_aside(&storage);
    // The result shows that the directory belongs to this run.
    let storage = with_manifest(None);
    storage.remove(Path::new(LEDGER)).unwrap();
    let saved = reopen(&storage, RESUMED_RUN).unwrap();
    assert!(matches!(saved.notices[..], [Notice::ManifestRestored { units: 0, .. }, Notice::Lost { .. }]));
    ends_well(&storage);
}
