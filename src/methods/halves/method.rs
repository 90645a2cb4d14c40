//! Halves as the rest of the program sees it: its units, and the boards on which it is the fastest
//! method.

use std::ops::Range;
use std::sync::Arc;

use super::join::memory::thread_memory;
use super::{HalvesKernel, HalvesUnits, UnitCounter};
use crate::methods::counter::Counter;
use crate::methods::{Device, Kernel, Method, MethodError, Units};

/// The board from which on halves is faster than the search by cross; `None` if it never is.
///
/// CPU seconds of counts on one thread, medians of 1 to 15 runs in turn, on an Intel Xeon with
/// AVX-512, search / halves:
///
/// | kernel   | N = 15        | N = 16        | N = 17        |
/// |----------|---------------|---------------|---------------|
/// | avx512   | 0.014 / 0.025 | 0.053 / 0.043 |               |
/// | avx2     |               | 0.093 / 0.095 | 0.548 / 0.576 |
/// | portable |               | 0.797 / 0.402 | 5.03 / 1.82   |
///
/// The same on an AMD EPYC (Zen 5), medians of 3 to 11; `avx2` there is that much faster since its
/// join has no groups of completions:
///
/// | kernel   | N = 15        | N = 16        | N = 17        |
/// |----------|---------------|---------------|---------------|
/// | avx512   | 0.004 / 0.012 | 0.024 / 0.020 |               |
/// | avx2     | 0.007 / 0.013 | 0.043 / 0.033 | 0.287 / 0.192 |
/// | portable |               | 0.341 / 0.177 | 2.276 / 1.348 |
///
/// A CPU with AVX-512 but without the extensions that halves needs searches with `avx512` and joins
/// with `avx2`. The plain recursion, the kernel `scalar`, is slower than the search on every board.
/// The threshold of `neon` is a guess between `avx2` and `portable`, not measured.
pub fn fastest_from(kernel: Kernel) -> Option<usize> {
    match kernel {
        Kernel::Avx512 | Kernel::Avx2 | Kernel::Portable => Some(16),
        Kernel::Neon => Some(17),
        _ => None,
    }
}

impl Units for HalvesUnits {
    fn count(&self) -> u64 {
        self.count
    }

    /// All units have the same share of the column sets; the cost of a set is known only when it is
    /// counted.
    fn cost(&self, _: u64) -> f64 {
        1.0 / self.count as f64
    }

    fn costs(&self) -> Box<dyn Iterator<Item = (Range<u64>, f64)> + '_> {
        Box::new(std::iter::once((0..self.count, self.cost(0))))
    }

    fn describe(&self, write: &mut dyn FnMut(u64)) {
        self.write_words(write);
    }

    fn counters(
        &self,
        kernel: Kernel,
        _: Option<&Arc<dyn Device>>,
        threads: usize,
    ) -> Result<Vec<Box<dyn Counter + '_>>, MethodError> {
        let kernel = HalvesKernel::new(kernel).ok_or_else(|| Method::Halves.refusal(kernel))?;
        let counter = || Box::new(UnitCounter::new(self, kernel)) as Box<dyn Counter>;
        Ok((0..threads).map(|_| counter()).collect())
    }

    fn is_whole(&self, _: u64) -> bool {
        false
    }

    fn upside_down(&self) -> Option<Arc<dyn Units>> {
        Some(Arc::new(self.upside_down()))
    }

    /// The far lists, and the lists of norths of each thread.
    fn memory(&self, kernel: Kernel, threads: usize) -> u64 {
        match kernel {
            Kernel::Scalar => 0,
            _ => self.far.memory() + threads as u64 * thread_memory(&self.shape),
        }
    }
}
