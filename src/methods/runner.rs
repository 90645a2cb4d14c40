//! The runner of a count: threads with a kernel. A count carries it from its options to its counters.

use super::{Kernel, Method};
use crate::board::BoardSize;

/// The threads that count. As an option of a count, the kernel may be `None`: the fastest of the method.
#[derive(Clone, Copy, Debug)]
pub enum Runner<K = Kernel> {
    /// Threads of the CPU.
    Cpu {
        /// The kernel that they count with.
        kernel: K,
        /// Their number, at least 1.
        threads: usize,
    },
}

impl<K> Runner<K> {
    /// Threads of the CPU, at least 1.
    #[must_use]
    pub fn threads(&self) -> usize {
        let Self::Cpu { threads, .. } = self;
        *threads
    }

    /// The same with so many threads of the CPU; 0 means 1.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        let Self::Cpu { threads: own, .. } = &mut self;
        *own = threads.max(1);
        self
    }
}

impl Runner {
    /// The kernel that ledgers and results name.
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        let Self::Cpu { kernel, .. } = self;
        *kernel
    }
}

impl Runner<Option<Kernel>> {
    /// The method that counts a board of this size where none was asked for.
    pub(crate) fn method(&self, size: BoardSize) -> Method {
        let Self::Cpu { kernel, .. } = self;
        Method::fastest(size, *kernel)
    }
}

impl From<Runner> for Runner<Option<Kernel>> {
    fn from(Runner::Cpu { kernel, threads }: Runner) -> Self {
        Self::Cpu { kernel: Some(kernel), threads }
    }
}
