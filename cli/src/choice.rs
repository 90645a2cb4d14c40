//! What a command line chooses of a count: what counts, and where its units are saved.

use std::path::PathBuf;
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

/// Whether and where finished units are saved, and what happens to a run that is there.
#[derive(Clone, Debug)]
pub struct Save {
    /// The run directory, unless nothing is saved.
    pub path: Option<PathBuf>,
    /// When a count is saved that has no directory yet.
    pub when: When,
    pub fresh: bool,
    pub repair: bool,
}

/// When a count is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    Always,
    /// When it turns out to be long, or if it is stopped and `or_stopped` is set.
    Long {
        or_stopped: bool,
    },
}

impl Save {
    pub fn apply<'a>(&self, count: Count<'a>) -> Count<'a> {
        let count = count.fresh(self.fresh).repair(self.repair);
        match (&self.path, self.when) {
            (None, _) => count,
            (Some(path), When::Always) => count.saved_in(path),
            (Some(path), When::Long { or_stopped }) => count.saved_when_long(path, or_stopped),
        }
    }
}
