//! What a count has chosen: units of a plan, and what counts them.

use std::sync::Arc;

use super::Notice;
use crate::methods::counter::Counter;
use crate::methods::{Device, Kernel, MethodError};
use crate::os;
use crate::plan::{Plan, Shard};
use crate::run::Manifest;

/// Bytes that the program takes to count a small board.
const PROGRAM: u64 = 7_000_000;

/// Sets of finished units, a bit each: that of the session, and at the end another one, when the
/// ledger is read again.
const SETS: u64 = 2;

/// The units of a count, and what counts them.
#[derive(Clone)]
pub(super) struct Chosen {
    pub plan: Plan,
    pub shard: Shard,
    /// The units to count in their order; `None` for all.
    pub units: Option<Arc<[u64]>>,
    pub kernel: Kernel,
    /// The device that counts instead of the CPU.
    pub device: Option<Arc<dyn Device>>,
    /// Threads of the CPU; one drives a device.
    pub threads: usize,
}

impl Chosen {
    /// The number of units to count.
    pub fn len(&self) -> u64 {
        match &self.units {
            Some(units) => units.len() as u64,
            None => self.shard.len(self.plan.units()),
        }
    }

    /// The cost of all these units, as a share of the plan.
    pub fn cost(&self) -> f64 {
        match &self.units {
            Some(units) => units.iter().map(|&unit| self.plan.cost(unit)).sum(),
            None => self.plan.cost_of(self.shard),
        }
    }

    pub fn manifest(&self) -> Manifest {
        Manifest::of(self.plan.identity(), self.shard)
    }

    /// The counters: one for the device, or one for every thread.
    pub fn counters(&self) -> Result<Vec<Box<dyn Counter + '_>>, MethodError> {
        check_memory(self.memory(self.threads))?;
        self.plan.method_units().counters(self.kernel, self.device.as_ref(), self.threads)
    }

    /// Bytes that the count needs with this many threads.
    pub fn memory(&self, threads: usize) -> u64 {
        let sets = SETS * self.plan.units().div_ceil(8);
        PROGRAM + sets + self.plan.method_units().memory(self.kernel, threads)
    }

    /// The notice for a count that needs more memory than is free.
    pub fn memory_short(&self) -> Option<Notice> {
        /// Memory that every machine and every job has: a small board is counted before the system answers.
        const LITTLE: u64 = 16 << 20;
        match self.memory(self.threads) {
            ..=LITTLE => None,
            _ => memory_short(os::available_memory()?, self.threads, |threads| self.memory(threads)),
        }
    }
}

/// The notice for `threads` threads, if `needed` gives the bytes that a number of threads needs and
/// `available` are free.
fn memory_short(available: u64, threads: usize, needed: impl Fn(usize) -> u64) -> Option<Notice> {
    let fit = (1..threads).rev().find(|&fewer| needed(fewer) <= available);
    let needed = needed(threads);
    (needed > available).then_some(Notice::MemoryShort { needed, available, threads, fit })
}

/// Checks that the system gives this process `needed` bytes: where a limit refuses them, an allocation in
/// the midst of counting would end the process. They are not touched, so this takes no memory.
fn check_memory(needed: u64) -> Result<(), MethodError> {
    let mut room: Vec<u8> = Vec::new();
    let bytes = usize::try_from(needed).unwrap_or(usize::MAX);
    let given = room.try_reserve_exact(bytes);
    // Otherwise the compiler leaves out what nobody uses.
    std::hint::black_box(&mut room);
    given.map_err(|_| MethodError::Memory { needed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusal_of_the_system_is_an_error() {
        assert_eq!(check_memory(20_000_000), Ok(()));
        for needed in [1 << 60, u64::MAX] {
            assert_eq!(check_memory(needed), Err(MethodError::Memory { needed }));
        }
    }

    #[test]
    fn memory_error_names_the_threads_that_fit() {
        let needed = |threads| 100 * threads as u64;
        assert_eq!(memory_short(400, 4, needed), None);
        let short = |fit, threads, available| {
            Some(Notice::MemoryShort { needed: needed(threads), available, threads, fit })
        };
        assert_eq!(memory_short(399, 4, needed), short(Some(3), 4, 399));
        assert_eq!(memory_short(99, 4, needed), short(None, 4, 99));
        assert_eq!(memory_short(99, 1, needed), short(None, 1, 99));
    }
}
