//! Implements `Method` and `Units` for the search, with its two splits.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

#[cfg(feature = "gpu")]
use super::gpu::GpuCounter;
use super::timing::Pieces;
use super::{Prefixes, SearchKernel, SearchUnits, UnitCounter, kernels, sample};
use crate::board::BoardSize;
use crate::methods::counter::{Counter, CounterError};
#[cfg(feature = "gpu")]
use crate::methods::device::Device;
use crate::methods::kernel::Kernel;
use crate::methods::split::{DepthError, Split};
use crate::methods::work::{Timing, Work};
use crate::methods::{Method, Units};

/// A unit that kept its thread busy no longer than this is cheap: the scalar kernel, which needs
/// about 30 times the time of `avx512` (N = 17 on Zen 5, docs/checking.md), then takes a fraction
/// of a second.
const CHEAP: Duration = Duration::from_millis(10);

/// Every kernel, fastest first. The speed of `gpu` is not measured yet; it is chosen by a device.
const KERNELS: [Kernel; 6] = {
    let [avx512, avx2, neon, portable, scalar] = SearchKernel::NAMES;
    [avx512, avx2, neon, portable, scalar, Kernel::GPU]
};

impl Split {
    /// The search below queens on the central rows and columns, one of each class under the eight
    /// symmetries.
    pub const CROSS: Self = Self::of(&Search {
        name: "cross",
        number: 0,
        prefixes: Prefixes::Cross,
        // Every board that no faster method takes.
        auto_from: Some(1),
    });

    /// The search below the first row's queen in the left half, mirrored: the independent
    /// cross-check.
    pub const ROWS: Self =
        Self::of(&Search { name: "rows", number: 1, prefixes: Prefixes::Rows, auto_from: None });
}

/// The search below prefixes of one kind.
struct Search {
    name: &'static str,
    number: u64,
    prefixes: Prefixes,
    auto_from: Option<usize>,
}

impl Method for Search {
    fn name(&self) -> &'static str {
        self.name
    }

    fn number(&self) -> u64 {
        self.number
    }

    fn first_plan_format(&self) -> u32 {
        1
    }

    fn checked_by(&self) -> Split {
        Split::HALVES
    }

    fn kernels(&self) -> &'static [Kernel] {
        &KERNELS
    }

    fn available(&self) -> Vec<Kernel> {
        SearchKernel::available().map(SearchKernel::name).collect()
    }

    fn device_kernel(&self) -> Option<Kernel> {
        Some(Kernel::GPU)
    }

    fn auto_from(&self, _: Kernel) -> Option<usize> {
        self.auto_from
    }

    fn standard_depth(&self, size: BoardSize) -> usize {
        self.prefixes.standard_depth(size)
    }

    fn units(&self, size: BoardSize, depth: usize) -> Result<Arc<dyn Units>, DepthError> {
        Ok(Arc::new(SearchUnits::new(size, self.prefixes, depth)?))
    }
}

impl Units for SearchUnits {
    fn count(&self) -> u64 {
        self.count
    }

    /// Judged by its number of placements.
    fn cost(&self, unit: u64) -> f64 {
        self.cost_in(self.group_of(unit))
    }

    fn costs(&self) -> Box<dyn Iterator<Item = (Range<u64>, f64)> + '_> {
        Box::new((0..self.groups.len()).map(|group| {
            let first = self.groups[group].first_unit;
            (first..first + self.pieces(group), self.cost_in(group))
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

    fn counters(&self, kernel: Kernel, threads: usize) -> Result<Vec<Box<dyn Counter + '_>>, CounterError> {
        let kernel = SearchKernel::new(kernel).ok_or_else(|| CounterError::unavailable(kernel))?;
        Ok((0..threads).map(|_| Box::new(UnitCounter::new(self, kernel)) as Box<dyn Counter>).collect())
    }

    #[cfg(feature = "gpu")]
    fn device_counter(&self, device: &Arc<Device>) -> Result<Box<dyn Counter + '_>, CounterError> {
        Ok(Box::new(GpuCounter::new(self, device)?))
    }

    /// The scalar kernel shares least with the others, one placement at a time against batches of
    /// them, but needs several times as long. So it takes the units that are cheap or consist of
    /// whole prefixes, and the fastest other kernel takes the rest. The time of a device is no
    /// measure of that.
    fn checking_kernel(&self, unit: u64, counted_by: &str, cpu: Duration) -> Kernel {
        let other = |kernel: &Kernel| kernel.name() != counted_by;
        let cheap = cpu <= CHEAP && counted_by != Kernel::GPU.name() || self.is_whole(unit);
        match cheap && other(&Kernel::SCALAR) {
            true => Kernel::SCALAR,
            false => {
                SearchKernel::available().map(SearchKernel::name).find(other).unwrap_or(Kernel::PORTABLE)
            }
        }
    }

    fn work(&self, kernel: Kernel, seed: u64) -> Work {
        Work::Nodes(sample::size(self, SearchKernel::new_or_fastest(kernel), seed))
    }

    fn timings(&self, kernel: Kernel, threads: usize) -> Result<Vec<Box<dyn Timing + '_>>, CounterError> {
        let kernel = SearchKernel::new(kernel).ok_or_else(|| CounterError::unavailable(kernel))?;
        Ok((0..threads).map(|_| Box::new(Pieces::new(self, kernel)) as Box<dyn Timing>).collect())
    }

    /// The tables, and the buffers of each thread. The placements of a unit, some tens of 12 bytes,
    /// are not worth a line.
    fn memory(&self, kernel: Kernel, threads: usize) -> u64 {
        let tables = size_of_val(&*self.prefixes) + size_of_val(&*self.groups);
        (tables + threads * kernels::memory(kernel, self.size.get())) as u64
    }
}
