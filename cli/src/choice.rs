//! What a command line chooses of a count.

use std::sync::Arc;

use queens::methods::{Device, MethodError, devices};
use queens::{Count, Kernel, Method};

/// The default number of threads: one for each core that this process may use.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The processor to count on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Processor {
    /// The cores of the CPU.
    Cpu,
    /// The first GPU.
    Gpu,
    /// The first device whose name contains this text, in lower case.
    Named(String),
}

impl Processor {
    /// The device, unless it is the CPU.
    pub fn open(&self) -> Result<Option<Arc<dyn Device>>, MethodError> {
        match self {
            Self::Cpu => Ok(None),
            Self::Gpu => devices::open(None).map(Some),
            Self::Named(part) => devices::open(Some(part)).map(Some),
        }
    }
}

/// What counts, and by which plan; `None` leaves the choice to the engine.
#[derive(Clone, Debug)]
pub struct How {
    pub threads: usize,
    pub kernel: Option<Kernel>,
    pub method: Option<Method>,
    pub depth: Option<usize>,
    /// The device that counts instead of the CPU.
    pub device: Option<Arc<dyn Device>>,
}

impl How {
    pub fn apply<'a>(&self, count: Count<'a>) -> Count<'a> {
        let Self { threads, kernel, method, depth, device } = self;
        count.threads(*threads).kernel(*kernel).method(*method).depth(*depth).device(device.clone())
    }
}
