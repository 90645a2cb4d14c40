//! Checks a device before it counts: it counts a small board, and each unit is compared with the kernel
//! `scalar`.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use crate::board::BoardSize;
use crate::device::{Device, DeviceError, DeviceInfo};
use crate::methods::counter::{Claims, Counter};
use crate::methods::runner::Runner;
use crate::methods::{Kernel, Method, MethodError, Units};

/// The board that is counted.
const CHECKED: usize = 12;

/// Checks that `device` counts rightly by `method`, unless it has done so before.
pub fn check(device: &Device, method: Method) -> Result<(), MethodError> {
    device.check_once(method.name(), || {
        let size = BoardSize::new(CHECKED).expect("a board of this size is valid");
        let units = method.units(size, method.standard_depth(size))?;
        let runner = Runner::Devices { devices: vec![device.clone()], threads: 1 };
        let mut counters = units.counters(&runner).map_err(|error| unusable(device.info(), &error))?;
        compare(device.info(), &mut *counters[0], CHECKED, &*units)
    })
}

/// Compares the units of a board of `n` rows by a counter on a device with those by the kernel `scalar`.
pub fn compare(
    device: &DeviceInfo,
    counter: &mut dyn Counter,
    n: usize,
    units: &dyn Units,
) -> Result<(), MethodError> {
    let all = units.count();
    let found = solutions(counter, all).map_err(|error| unusable(device, &error))?;
    let scalar = Runner::Cpu { kernel: Kernel::Scalar, threads: 1 };
    let expected = solutions(&mut *units.counters(&scalar)?[0], all)?;
    for (unit, expected) in expected {
        let found = found.get(&unit).copied().unwrap_or(0);
        if found != expected {
            return Err(MethodError::WrongDevice { name: device.name.clone(), n, unit, expected, found });
        }
    }
    Ok(())
}

fn unusable(device: &DeviceInfo, error: &MethodError) -> MethodError {
    DeviceError::Unusable { name: device.name.clone(), reason: error.to_string() }.into()
}

/// The solutions of each of `all` units by a counter.
fn solutions(counter: &mut dyn Counter, all: u64) -> Result<BTreeMap<u64, u128>, MethodError> {
    let mut next = 0..all;
    let never = AtomicBool::new(false);
    let mut found = BTreeMap::new();
    let mut claims = || next.next();
    counter.run(&mut Claims::new(&mut claims, &never), &mut |unit| {
        found.insert(unit.unit, unit.solutions);
    })?;
    Ok(found)
}
