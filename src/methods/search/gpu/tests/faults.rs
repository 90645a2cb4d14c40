//! A failing device: a clear error, and no wrong or repeated unit.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::{DEVICE, units, with};
use crate::device::{Device, DeviceError, DeviceKind, tests};
use crate::methods::MethodError;
use crate::methods::Units;
use crate::methods::counter::{Claims, Counter};
use crate::methods::device_check::compare;
use crate::methods::search::counter::count_unit_with;
use crate::methods::search::gpu::{GpuCounter, Settings};
use crate::methods::search::{Prefixes, kernels};

/// Counts a board on `device` until it ends or fails; `at` is called with the number of units that are
/// done. Finished units are compared with the fastest kernel.
fn count(device: &Device, settings: Settings, n: usize, at: &dyn Fn(usize)) -> (usize, Option<MethodError>) {
    let units = units(n, Prefixes::Cross);
    let never = AtomicBool::new(false);
    let mut next = 0..units.count();
    let mut found = BTreeMap::new();
    let outcome = GpuCounter::new(&units, device, 2, settings).and_then(|mut counter| {
        counter.run(&mut Claims::new(&mut || next.next(), &never), &mut |unit| {
            assert!(found.insert(unit.unit, unit.solutions).is_none(), "unit {} came twice", unit.unit);
            at(found.len());
        })
    });
    let mut check = count_unit_with(kernels::available().next().unwrap(), &units).unwrap();
    for (&unit, &solutions) in &found {
        let expected = check(unit, &AtomicBool::new(false)).unwrap();
        assert_eq!(solutions, expected.solutions, "unit {unit}");
    }
    (found.len(), outcome.err())
}

/// The reason of a counter that failed.
fn reason(error: Option<MethodError>) -> String {
    match error {
        Some(MethodError::Device(error @ DeviceError::Failed { .. })) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn stops_a_count_of_hours() {
    // Opening the device takes a while, and no stop is seen meanwhile.
    let units = units(20, Prefixes::Cross);
    let mut next = 0..units.count();
    let mut counter = GpuCounter::new(&units, &DEVICE, 2, with(|_| ())).unwrap();
    let stop = AtomicBool::new(false);
    let began = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_secs(1));
            stop.store(true, Ordering::Relaxed);
        });
        counter.run(&mut Claims::new(&mut || next.next(), &stop), &mut |_| ()).unwrap();
    });
    let took = began.elapsed();
    assert!(took > Duration::from_secs(1) && took < Duration::from_secs(60), "{took:?}");
}

#[test]
fn names_a_lost_device() {
    let device = tests::open();
    let settings = with(|_| ());
    let (done, error) = count(&device, settings, 15, &|units| {
        if units == 50 {
            device.gpu.destroy();
        }
    });
    let reason = reason(error);
    assert!(
        done >= 50 && reason.contains(&device.info().name) && reason.contains("was lost"),
        "{done}: {reason}"
    );
    let (done, error) = count(&device, settings, 12, &|_| ());
    assert!(done == 0 && error.is_some(), "a lost device counts {done} units");
}

#[test]
fn gives_up_on_a_hung_device() {
    // Its own, because closing it would wait for ever.
    let device = tests::open();
    let settings = with(|settings| {
        (settings.first_steps, settings.patience) = (32_768, Duration::from_millis(1));
    });
    let (done, error) = count(&device, settings, 16, &|_| ());
    let reason = reason(error);
    assert!(done == 0 && reason.contains("has not answered for 0.001 s"), "{done}: {reason}");
}

#[test]
#[allow(clippy::print_stderr, reason = "says that it was skipped")]
fn detects_a_device_that_ends_loops_early() {
    if DEVICE.info().kind != DeviceKind::Software {
        eprintln!("skipped: only software devices end loops early");
        return;
    }
    let settings = with(|settings| {
        (settings.groups, settings.first_steps, settings.most_steps) = (1, 200_000, 200_000);
    });
    let (_, error) = count(&DEVICE, settings, 15, &|_| ());
    let reason = reason(error);
    assert!(reason.contains("of its lanes short"), "{reason}");
}

#[test]
fn rejects_a_device_that_counts_wrongly() {
    let units = units(12, Prefixes::Cross);
    let settings = with(|settings| settings.levels = 2);
    let mut counter = GpuCounter::new(&units, &DEVICE, 2, settings).unwrap();
    let error = compare(DEVICE.info(), &mut counter, 12, &units).unwrap_err();
    assert!(matches!(error, MethodError::WrongDevice { n: 12, .. }), "{error}");
}
