//! Opens a device, and checks its counts of a small board.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use wgpu::Adapter;

use super::{Gpu, GpuCounter, Settings};
use crate::board::BoardSize;
use crate::methods::counter::{Claims, Counter, UnitCounts};
use crate::methods::device::DeviceInfo;
use crate::methods::search::counter::UnitCounter;
use crate::methods::search::{Prefixes, SearchKernel, SearchUnits};
use crate::methods::{MethodError, Units};

/// The board that is counted when a device is opened.
const CHECKED: usize = 12;

/// Opens a device and checks its count of N = 12.
///
/// # Errors
/// If it does not open, is lost meanwhile, or counts wrongly.
pub fn open(info: DeviceInfo, adapter: &Adapter, settings: Settings) -> Result<Arc<Gpu>, MethodError> {
    let gpu = Gpu::unchecked(info, adapter, settings)?;
    self_check(&gpu)?;
    Ok(gpu)
}

/// Counts a small board on the device and with the scalar kernel.
fn self_check(gpu: &Arc<Gpu>) -> Result<(), MethodError> {
    let size = BoardSize::new(CHECKED).map_err(|error| gpu.unusable(&error.to_string()))?;
    let units = SearchUnits::standard(size, Prefixes::Cross);
    let mut next = 0..units.count();
    let never = AtomicBool::new(false);
    let mut finished = Vec::new();
    let counted = GpuCounter::new(&units, gpu).and_then(|mut counter| {
        counter.run(&mut Claims::new(&mut || next.next(), &never), &mut |unit| finished.push(unit))
    });
    counted.map_err(|error| gpu.unusable(&error.to_string()))?;
    finished.sort_by_key(|unit| unit.unit);
    let mut by_scalar = UnitCounter::new(&units, SearchKernel::Scalar);
    for unit in 0..units.count() {
        let Some(UnitCounts { solutions: expected, .. }) = by_scalar.count(unit, &never) else { break };
        let found = finished.get(unit as usize).filter(|found| found.unit == unit);
        let found = found.map_or(0, |found| found.solutions);
        if found != expected {
            let name = gpu.info().name.clone();
            return Err(MethodError::WrongDevice { name, n: CHECKED, unit, expected, found });
        }
    }
    Ok(())
}
