//! What a command line chooses of a count.

use std::sync::Arc;

use queens::methods::Device;
use queens::{Count, Kernel, Method};

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
