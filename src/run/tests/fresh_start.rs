//! Tests that a fresh start survives a failure, a kill, a power cut or another process at any step.

use std::sync::atomic::Ordering;

use faulty_storage::{Fault, Loss};

use super::crashes::{SEEDS, at_every_step};
use super::*;

#[test]
fn moves_aside_what_another_process_began_before_the_lock() {
    let mut moved = 0;
    for step in 0.. {
        let storage = FaultyStorage::default();
        let done = Arc::new(AtomicBool::new(false));
        let (other, flag) = (storage.clone(), done.clone());
        // Between two steps of this process, another process begins the run, saves a unit and ends.
        storage.meanwhile(step, move || {
            if let Ok((mut directory, _)) = open(&other, RESUMED_RUN) {
                append(&mut directory, [0]);
                directory.sync().unwrap();
                flag.store(true, Ordering::Relaxed);
            }
        });
        let saved = reopen(&storage, FRESH_RUN).unwrap();
        if !done.load(Ordering::Relaxed) {
            break;
        }
        assert!(matches!(saved.notices[..], [Notice::MovedAside { .. }]), "step {step}: {:?}", saved.notices);
        assert_eq!(finished(&saved), BTreeSet::new(), "step {step}");
        assert_eq!(storage.bytes("/runs/queens-8.run.old-1/ledger.jsonl"), lines([0]).as_bytes());
        moved += 1;
    }
    assert!(moved > 1, "{moved} steps before the lock");
}

#[test]
fn keeps_the_old_directory_if_interrupted() {
    let old = || (with_units([0, 1]), Promises::default());
    for loss in Loss::ALL {
        for seed in 0..2 * SEEDS {
            at_every_step(Fault::Kill, FRESH_RUN, old, |storage, _, _| {
                storage.lose_power(loss, seed);
                let aside = "/runs/queens-8.run.old-1/ledger.jsonl";
                if storage.has(aside) {
                    assert_eq!(storage.bytes(aside), lines([0, 1]).as_bytes());
                } else {
                    let saved = reopen(&storage, RESUMED_RUN).unwrap();
                    assert_eq!(finished(&saved), BTreeSet::from([0, 1]));
                }
            });
        }
    }
}

#[test]
fn leaves_the_old_run_in_place_or_says_where_it_is() {
    let aside = "/runs/queens-8.run.old-1";
    let is_aside = |storage: &FaultyStorage| storage.has(&format!("{aside}/ledger.jsonl"));
    for fault in [Fault::Refuse, Fault::Full] {
        let mut told = 0;
        for step in 0.. {
            let storage = with_units([0, 1]);
            storage.strike(step, fault);
            let opened = reopen(&storage, FRESH_RUN);
            let is_struck = storage.calm();
            match opened {
                Ok(saved) => assert!(matches!(saved.notices[..], [Notice::MovedAside { .. }])),
                Err(RunError::NotStarted { moved_to, .. }) => {
                    assert!(is_aside(&storage) && moved_to == Path::new(aside), "step {step}");
                    told += 1;
                }
                Err(error) => assert!(!is_aside(&storage), "step {step}: {error}"),
            }
            if !is_struck {
                break;
            }
        }
        assert!(told > 3, "{fault:?}: {told}");
    }
    for step in 0.. {
        let storage = with_units([0, 1]);
        let stop = Arc::new(AtomicBool::new(false));
        let flag = stop.clone();
        storage.meanwhile(step, move || flag.store(true, Ordering::Relaxed));
        let opened = open_until(&storage, &manifest(), FRESH_RUN, &stop).map(|(_, saved)| saved.notices);
        match opened {
            Err(RunError::Stopped { .. }) => assert!(!is_aside(&storage), "step {step}"),
            opened => assert!(matches!(opened.unwrap()[..], [Notice::MovedAside { .. }]), "step {step}"),
        }
        if !stop.load(Ordering::Relaxed) {
            break;
        }
    }
}
