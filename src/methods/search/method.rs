//! The units of the search as the rest of the program sees them.

#[cfg(feature = "gpu")]
use std::any::Any;
use std::ops::Range;
use std::sync::Arc;

#[cfg(feature = "gpu")]
use super::gpu::{Gpu, GpuCounter};
use super::{SearchKernel, SearchUnits, UnitCounter, kernels};
use crate::methods::counter::Counter;
use crate::methods::{Device, Kernel, Method, MethodError, Units};

impl Units for SearchUnits {
    fn count(&self) -> u64 {
        self.count
    }

    /// By its number of placements.
    fn cost(&self, unit: u64) -> f64 {
        self.cost_in(self.group_of(unit))
    }

    fn costs(&self) -> Box<dyn Iterator<Item = (Range<u64>, f64)> + '_> {
        Box::new((0..self.groups.len()).map(|group| {
            let first = self.groups[group].first_unit;
            (first..first + self.units_in(group), self.cost_in(group))
        }))
    }

    fn describe(&self, write: &mut dyn FnMut(u64)) {
        write(self.placements);
        for prefix in &self.prefixes {
            let lines = &prefix.occupancy;
            let words = [lines.rows.into(), lines.columns.into(), lines.diagonals, lines.antidiagonals];
            words.into_iter().for_each(&mut *write);
            write(u64::from(prefix.weight));
        }
        for group in &self.groups {
            write(group.first_prefix.into());
            write(group.first_unit);
        }
    }

    fn counters(
        &self,
        kernel: Kernel,
        device: Option<&Arc<dyn Device>>,
        threads: usize,
    ) -> Result<Vec<Box<dyn Counter + '_>>, MethodError> {
        if let Some(device) = device {
            return Ok(vec![self.device_counter(device)?]);
        }
        // The kernels of `rows` are the same.
        let kernel = SearchKernel::new(kernel).ok_or_else(|| Method::Cross.refusal(kernel))?;
        let counter = || Box::new(UnitCounter::new(self, kernel)) as Box<dyn Counter>;
        Ok((0..threads).map(|_| counter()).collect())
    }

    fn is_whole(&self, unit: u64) -> bool {
        self.units_in(self.group_of(unit)) == 1
    }

    /// The tables, and the buffers of each thread. The placements of a unit are negligible: some
    /// tens of 12 bytes.
    fn memory(&self, kernel: Kernel, threads: usize) -> u64 {
        let tables = size_of_val(&*self.prefixes) + size_of_val(&*self.groups);
        (tables + threads * kernels::memory(kernel, self.size.get())) as u64
    }
}

impl SearchUnits {
    /// The counter on `device`, which must be one that this program opened.
    fn device_counter(&self, device: &Arc<dyn Device>) -> Result<Box<dyn Counter + '_>, MethodError> {
        #[cfg(feature = "gpu")]
        {
            let device: Arc<dyn Any + Send + Sync> = device.clone();
            if let Ok(gpu) = device.downcast::<Gpu>() {
                return Ok(Box::new(GpuCounter::new(self, &gpu)?));
            }
        }
        let reason = format!("the search has no kernel for the device '{}'", device.info().name);
        Err(MethodError::Start { kernel: Kernel::Gpu, reason })
    }
}
