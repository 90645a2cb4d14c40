//! Kernels that this CPU can run.

use super::cpu::Extensions;
use super::kernel::Kernel;

/// What the kernels of a method run on.
pub trait Backend: Copy {
    /// What `kernel` runs on; `None` if the method has no such kernel, or if this CPU cannot run
    /// it.
    fn of(kernel: Kernel) -> Option<Self>;
}

/// A kernel of a method that this CPU can run and that `QUEENS_CPU` leaves: having the value proves
/// it.
#[derive(Clone, Copy, Debug)]
pub struct Runnable<B> {
    name: Kernel,
    backend: B,
}

impl<B: Backend> Runnable<B> {
    /// The kernel with this name; `None` when this CPU cannot run it.
    #[must_use]
    pub fn new(name: Kernel) -> Option<Self> {
        let backend = B::of(name).filter(|_| Extensions::allowed().suffice_for(name))?;
        Some(Self { name, backend })
    }

    /// Every kernel that this CPU can run, fastest first. Never empty.
    pub fn available() -> impl Iterator<Item = Self> {
        Kernel::ALL.into_iter().filter_map(Self::new)
    }

    /// The fastest kernel that this CPU can run.
    #[must_use]
    pub fn fastest() -> Self {
        Self::available().next().expect("a kernel of every method runs anywhere")
    }

    /// The name in ledgers and results.
    #[must_use]
    pub fn name(self) -> Kernel {
        self.name
    }

    #[must_use]
    pub fn backend(self) -> B {
        self.backend
    }
}
