//! The engine's own methods, on one thread. The search first places queens on the central rows and
//! columns, one placement of each class under the eight symmetries ([`Method::Cross`]); below them a
//! kernel looks ahead. [`count_one_by_one`] uses the scalar kernel, one placement at a time;
//! [`count_in_batches`] the batched kernel, which works on one placement per lane of the CPU.
//! [`count_by_halves`] joins half boards ([`Method::Halves`]).

use queens::{Count, CountError, Kernel, Method, Outcome, Silent};

use super::RungResult;

/// Counts the solutions of a board with the scalar kernel.
pub fn count_one_by_one(n: usize) -> RungResult {
    count(n, Method::Cross, Some(Kernel::Scalar))
}

/// Counts the solutions of a board with the fastest batched kernel.
pub fn count_in_batches(n: usize) -> RungResult {
    count(n, Method::Cross, None)
}

/// Counts the solutions of a board by joining half boards, with the fastest kernel.
pub fn count_by_halves(n: usize) -> RungResult {
    count(n, Method::Halves, None)
}

/// Counts a board on one thread. The result is empty if the board does not exist (0 or more than 32
/// rows) or if no thread can be started.
fn count(n: usize, method: Method, kernel: Option<Kernel>) -> RungResult {
    let count = || -> Result<Outcome, CountError> {
        Count::new(n)?.method(method).kernel(kernel).threads(1).prepare()?.run(&mut Silent)
    };
    count().map_or_else(
        |_| RungResult::default(),
        |outcome| RungResult {
            solutions: outcome.solutions() as u64,
            examined: outcome.tally.nodes() as u64,
        },
    )
}
