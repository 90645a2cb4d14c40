//! The runner of a count: threads of the CPU, or devices. A count carries it from its options to
//! its counters.

use super::{Kernel, Method};
use crate::board::BoardSize;
use crate::device::Device;

/// The threads of the CPU or the devices that count. As an option of a count, the kernel may be
/// `None`: the fastest of the method.
#[derive(Clone, Debug)]
pub enum Runner<K = Kernel> {
    /// Threads of the CPU.
    Cpu {
        /// The kernel that they count with.
        kernel: K,
        /// Their number, at least 1.
        threads: usize,
    },
    /// Devices, which share the units.
    Devices {
        /// The devices, at least one.
        devices: Vec<Device>,
        /// Threads of the CPU that prepare work for them, at least 1.
        threads: usize,
    },
}

impl<K> Runner<K> {
    /// Threads of the CPU, at least 1.
    #[must_use]
    pub fn threads(&self) -> usize {
        let (Self::Cpu { threads, .. } | Self::Devices { threads, .. }) = self;
        *threads
    }

    /// The same with so many threads of the CPU; 0 means 1.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        let (Self::Cpu { threads: own, .. } | Self::Devices { threads: own, .. }) = &mut self;
        *own = threads.max(1);
        self
    }

    /// The devices; none for the CPU.
    #[must_use]
    pub fn devices(&self) -> &[Device] {
        match self {
            Self::Cpu { .. } => &[],
            Self::Devices { devices, .. } => devices,
        }
    }

    /// The number of counters that run side by side: one for each thread of the CPU, or one for
    /// each device.
    #[must_use]
    pub fn counters(&self) -> usize {
        match self {
            Self::Cpu { threads, .. } => *threads,
            Self::Devices { devices, .. } => devices.len(),
        }
    }
}

impl Runner {
    /// The kernel that ledgers and results name.
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        match self {
            Self::Cpu { kernel, .. } => *kernel,
            Self::Devices { .. } => Kernel::Gpu,
        }
    }
}

impl Runner<Option<Kernel>> {
    /// The method that counts a board of this size where none was asked for.
    pub(crate) fn method(&self, size: BoardSize) -> Method {
        match self {
            Self::Cpu { kernel, .. } => Method::fastest(size, *kernel),
            Self::Devices { .. } => Method::Cross,
        }
    }
}

impl From<Runner> for Runner<Option<Kernel>> {
    fn from(runner: Runner) -> Self {
        match runner {
            Runner::Cpu { kernel, threads } => Self::Cpu { kernel: Some(kernel), threads },
            Runner::Devices { devices, threads } => Self::Devices { devices, threads },
        }
    }
}
