//! The engine's own methods, on one thread.
//!
//! [`Method::Cross`] first places queens on the central rows and columns. It tries one placement from each
//! class under the eight symmetries. A kernel then looks ahead from each placement. The scalar kernel takes
//! one placement at a time, and a batched kernel takes one per CPU lane.
//!
//! [`Method::Colours`] places the white and the black queens separately, and multiplies the numbers of
//! placements.

use queens::{Count, CountError, Kernel, Method};

use super::RungResult;

/// Counts a board on one thread. Uses the fastest kernel if `kernel` is `None`. Fails if `n` is 0 or more
/// than 32, or if no thread can be started.
pub fn count(n: usize, method: Method, kernel: Option<Kernel>) -> Result<RungResult, CountError> {
    let outcome = Count::new(n)?.method(method).kernel(kernel).threads(1).prepare()?.run(&mut ())?;
    Ok(RungResult { solutions: outcome.sums().solutions as u64, examined: outcome.sums().nodes as u64 })
}
