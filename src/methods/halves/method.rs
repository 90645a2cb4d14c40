//! Implements `Method` and `Units` for halves, with its split.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use super::timing::Pieces;
use super::{HalvesKernel, HalvesUnits, STANDARD_DEPTH, UnitCounter};
use crate::board::BoardSize;
use crate::methods::counter::{Counter, CounterError};
use crate::methods::kernel::Kernel;
use crate::methods::split::{DepthError, Split};
use crate::methods::work::{Timing, Work};
use crate::methods::{self, Method};

impl Split {
    /// The columns of the queens in the upper half: both halves are filled, and joined.
    pub const HALVES: Self = Self::of(&Halves);
}

struct Halves;

impl Method for Halves {
    fn name(&self) -> &'static str {
        "halves"
    }

    fn number(&self) -> u64 {
        2
    }

    fn first_plan_format(&self) -> u32 {
        2
    }

    fn checked_by(&self) -> Split {
        Split::CROSS
    }

    fn kernels(&self) -> &'static [Kernel] {
        &HalvesKernel::NAMES
    }

    fn available(&self) -> Vec<Kernel> {
        HalvesKernel::available().map(HalvesKernel::name).collect()
    }

    /// From where halves count faster than the search by cross.
    ///
    /// CPU seconds of `queens count N --threads 1 --no-checkpoint --kernel K --split S`, medians of
    /// 1 to 15 runs in turn, on an Intel Xeon with AVX-512, search / halves:
    ///
    /// | kernel   | N = 15        | N = 16        | N = 17        |
    /// |----------|---------------|---------------|---------------|
    /// | avx512   | 0.014 / 0.025 | 0.053 / 0.043 |               |
    /// | avx2     |               | 0.093 / 0.095 | 0.548 / 0.576 |
    /// | portable |               | 0.797 / 0.402 | 5.03 / 1.82   |
    ///
    /// On an AMD EPYC (Zen 4) an earlier version, whose halves took 1.2 to 1.5 times as long, gave
    /// 0.055 / 0.053 at N = 16 and 0.342 / 0.276 at 17 with `avx512`, 0.440 / 0.472 at 17 and
    /// 3.52 / 2.23 at 18 with `avx2`. A CPU with AVX-512 but without the extensions that
    /// halves need searches with `avx512` and joins with `avx2`. The plain recursion, the kernel
    /// `scalar` of halves, is slower than the search on every board. The threshold of `neon` is a
    /// guess between those of `avx2` and `portable`; it is not measured.
    fn auto_from(&self, kernel: Kernel) -> Option<usize> {
        match kernel {
            Kernel::AVX512 => Some(16),
            Kernel::AVX2 => Some(18),
            Kernel::NEON => Some(17),
            Kernel::PORTABLE => Some(16),
            _ => None,
        }
    }

    fn standard_depth(&self, _: BoardSize) -> usize {
        STANDARD_DEPTH
    }

    fn units(&self, size: BoardSize, depth: usize) -> Result<Arc<dyn methods::Units>, DepthError> {
        Ok(Arc::new(HalvesUnits::new(size, depth)?))
    }
}

impl methods::Units for HalvesUnits {
    fn count(&self) -> u64 {
        self.count()
    }

    fn cost(&self, _: u64) -> f64 {
        self.cost()
    }

    fn costs(&self) -> Box<dyn Iterator<Item = (Range<u64>, f64)> + '_> {
        Box::new(self.costs())
    }

    fn describe(&self, write: &mut dyn FnMut(u64)) {
        self.describe(write);
    }

    fn counters(&self, kernel: Kernel, threads: usize) -> Result<Vec<Box<dyn Counter + '_>>, CounterError> {
        let kernel = HalvesKernel::new(kernel).ok_or_else(|| CounterError::unavailable(kernel))?;
        Ok((0..threads).map(|_| Box::new(UnitCounter::new(self, kernel)) as Box<dyn Counter>).collect())
    }

    fn checking_kernel(&self, _: u64, counted_by: &str, cpu: Duration) -> Kernel {
        self.checking_kernel(counted_by, cpu)
    }

    /// Work is in shares; the number of column sets is known.
    fn work(&self, _: Kernel, _: u64) -> Work {
        Work::Shares
    }

    fn timings(&self, kernel: Kernel, threads: usize) -> Result<Vec<Box<dyn Timing + '_>>, CounterError> {
        let kernel = HalvesKernel::new(kernel).ok_or_else(|| CounterError::unavailable(kernel))?;
        Ok((0..threads).map(|_| Box::new(Pieces::new(self, kernel)) as Box<dyn Timing>).collect())
    }

    fn memory(&self, kernel: Kernel, threads: usize) -> u64 {
        self.memory(kernel, threads)
    }
}
