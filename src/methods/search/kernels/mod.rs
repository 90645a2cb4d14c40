//! The search kernels. Given placements below a prefix, a kernel counts the ways to fill the remaining rows.
//!
//! Kernels are pure functions, without threads, clock, input or output. All kernels find the same solutions.
//!
//! * [`scalar`] recurses over the rows, one placement at a time. It runs anywhere.
//! * `batch` processes many placements at once, in lanes. It is generic over the trait in `lanes`. The trait
//!   is implemented by `avx512` (16 lanes), `avx2` and `portable` (8 lanes).
//! * [`count_batch_with`] selects a kernel.
//!
//! A search's state is a placement ([`super::remaining_rows`]).

use self::batch::{BatchBuffers, BatchCount};
use self::lanes::Lanes;
use super::remaining_rows::{AlignedPlacement, RemainingRows};
use crate::methods::Kernel;
use crate::methods::counter::Counts;
use crate::methods::cpu::Portable;
#[cfg(target_arch = "x86_64")]
use crate::methods::cpu::{Avx2, Avx512F};

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod batch;
mod buffer;
mod lanes;
mod portable;
pub mod scalar;
#[cfg(test)]
pub(super) mod tests;

/// Placements to complete.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    pub rows: &'a RemainingRows,
    /// The row that all placements fill next, as an index into `rows`. At most `rows.len`.
    pub row: usize,
    pub placements: &'a [AlignedPlacement],
}

/// A function that counts the completions of a batch's placements. Calls reuse buffers, but no data carries
/// over from one call to the next.
pub type CountBatch = Box<dyn FnMut(Batch) -> Counts + Send>;

/// Returns the kernels that this CPU can run, fastest first. There is always at least one kernel.
pub fn available() -> impl Iterator<Item = Kernel> {
    Kernel::ALL.iter().copied().filter(|&kernel| count_batch_with(kernel).is_some())
}

/// Returns a function that counts batches with `kernel`, or `None` if the search has no such kernel or this
/// CPU cannot run it.
pub fn count_batch_with(kernel: Kernel) -> Option<CountBatch> {
    Some(match kernel {
        Kernel::Scalar => Box::new(scalar::count),
        Kernel::Portable => in_lanes(Portable),
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx2 => in_lanes(Avx2::new()?),
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx512 => in_lanes(Avx512F::new()?),
        _ => return None,
    })
}

fn in_lanes(lanes: impl Lanes) -> CountBatch {
    let mut buffers = BatchBuffers::default();
    Box::new(move |batch| lanes.enter(BatchCount { batch, buffers: &mut buffers }))
}

/// Returns the size of one thread's buffers for at most `rows` rows, in bytes.
pub fn memory(kernel: Kernel, rows: usize) -> usize {
    if kernel == Kernel::Scalar { 0 } else { (rows + 1) * size_of::<buffer::Buffer>() }
}
