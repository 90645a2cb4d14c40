//! The units of the search as the rest of the program sees them.

#[cfg(feature = "gpu")]
use std::any::Any;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

#[cfg(feature = "gpu")]
use super::gpu::{Gpu, GpuCounter};
use super::{SearchKernel, SearchUnits, UnitCounter, kernels};
use crate::methods::MethodError;
use crate::methods::Units;
use crate::methods::counter::Counter;
use crate::methods::device::Device;
use crate::methods::kernel::Kernel;

/// A unit that kept its thread busy no longer than this is cheap: the scalar kernel, which needs
/// about 30 times the time of `avx512` (N = 17 on Zen 5, docs/checking.md), then takes a fraction
/// of a second.
const CHEAP: Duration = Duration::from_millis(10);

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

    fn counters(&self, kernel: Kernel, threads: usize) -> Result<Vec<Box<dyn Counter + '_>>, MethodError> {
        let kernel = SearchKernel::new(kernel).ok_or_else(|| MethodError::unavailable(kernel))?;
        Ok((0..threads).map(|_| Box::new(UnitCounter::new(self, kernel)) as Box<dyn Counter>).collect())
    }

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

    /// The scalar kernel shares least with the others, as it counts one placement at a time, but
    /// needs about 30 times as long as `avx512`. So it takes the units that are cheap or consist of
    /// whole prefixes, and the fastest other kernel takes the rest. The time of a device does not
    /// show which are cheap.
    fn checking_kernel(&self, unit: u64, counted_by: &str, cpu: Duration) -> Kernel {
        let other = |kernel: &Kernel| kernel.name() != counted_by;
        let cheap = cpu <= CHEAP && counted_by != Kernel::Gpu.name() || self.is_whole(unit);
        match cheap && other(&Kernel::Scalar) {
            true => Kernel::Scalar,
            false => {
                SearchKernel::available().map(SearchKernel::name).find(other).unwrap_or(Kernel::Portable)
            }
        }
    }

    /// The tables, and the buffers of each thread. The placements of a unit are negligible: some
    /// tens of 12 bytes.
    fn memory(&self, kernel: Kernel, threads: usize) -> u64 {
        let tables = size_of_val(&*self.prefixes) + size_of_val(&*self.groups);
        (tables + threads * kernels::memory(kernel, self.size.get())) as u64
    }
}
