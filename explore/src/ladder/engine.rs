//! The engine's own methods, on one thread. The search first places queens on the central rows and columns,
//! one placement of each class under the eight symmetries ([`Method::Cross`]); a kernel looks ahead from
//! there. The scalar kernel takes one placement at a time, a batched kernel one per CPU lane.
//! [`Method::Colours`] multiplies placements of the white and the black queens.

use queens::{Count, CountError, Kernel, Method};

use super::RungResult;

/// Counts a board on one thread, by default with the fastest kernel. Fails if there is no such board (0 or
/// more than 32 rows), or if no thread can be started.
pub fn count(n: usize, method: Method, kernel: Option<Kernel>) -> Result<RungResult, CountError> {
    let outcome = Count::new(n)?.method(method).kernel(kernel).threads(1).prepare()?.run(&mut ())?;
    Ok(RungResult { solutions: outcome.sums().solutions as u64, examined: outcome.sums().nodes as u64 })
}
