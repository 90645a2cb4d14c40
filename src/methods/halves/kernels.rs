//! The kernels of halves, and which of them this CPU can run.

use super::far::FarLists;
use super::portable::Portable;
use super::sets::{ColumnSet, Part};
use super::souths::{Counts, Join};
use super::steps::Steps;
use super::{Shape, plain};
#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512};
#[cfg(target_arch = "x86_64")]
use crate::methods::cpu::Extensions;
use crate::methods::kernel::Kernel;
use std::sync::atomic::AtomicBool;

/// A kernel that this CPU can run: having the value is the proof.
#[derive(Clone, Copy, Debug)]
pub enum HalvesKernel {
    /// The plain recursion.
    Scalar,
    /// The join, on words of 64 norths.
    Portable,
    /// The join, on words of 256 norths.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// The join, on words of 512 norths.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl HalvesKernel {
    /// The names of all of them, fastest first.
    pub const NAMES: [Kernel; 4] = [Kernel::AVX512, Kernel::AVX2, Kernel::PORTABLE, Kernel::SCALAR];

    /// The kernel of this name, if this CPU can run it.
    #[must_use]
    pub fn new(kernel: Kernel) -> Option<Self> {
        match kernel {
            Kernel::SCALAR => Some(Self::Scalar),
            Kernel::PORTABLE => Some(Self::Portable),
            #[cfg(target_arch = "x86_64")]
            Kernel::AVX2 => Avx2::new().filter(|_| Extensions::allowed() >= Extensions::Avx2).map(Self::Avx2),
            #[cfg(target_arch = "x86_64")]
            Kernel::AVX512 => {
                Avx512::new().filter(|_| Extensions::allowed() >= Extensions::All).map(Self::Avx512)
            }
            _ => None,
        }
    }

    /// The kernels that this CPU can run, fastest first.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::NAMES.into_iter().filter_map(Self::new)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> Kernel {
        match self {
            Self::Scalar => Kernel::SCALAR,
            Self::Portable => Kernel::PORTABLE,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => Kernel::AVX2,
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => Kernel::AVX512,
        }
    }

    /// What counts column sets of boards of this shape with it.
    #[must_use]
    pub fn sets(self, shape: &Shape) -> Box<dyn CountSets> {
        match self {
            Self::Scalar => Box::new(Plain(*shape)),
            Self::Portable => Box::new(Join::new(Portable, shape)),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(avx2) => Box::new(Join::new(avx2, shape)),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(avx512) => Box::new(Join::new(avx512, shape)),
        }
    }
}

/// Counts column sets, one after the other.
pub trait CountSets: Send {
    /// Counts the solutions of `part` of `set`; `None` when it was stopped.
    fn count(&mut self, far: &FarLists, set: &ColumnSet, part: Part, stop: &AtomicBool) -> Option<Counts>;
}

impl<S: Steps + Send> CountSets for Join<S>
where
    S::Word: Send,
{
    fn count(&mut self, far: &FarLists, set: &ColumnSet, part: Part, stop: &AtomicBool) -> Option<Counts> {
        Self::count(self, far, set, part, stop)
    }
}

/// The plain recursion on boards of a shape.
struct Plain(Shape);

impl CountSets for Plain {
    fn count(&mut self, _: &FarLists, set: &ColumnSet, part: Part, stop: &AtomicBool) -> Option<Counts> {
        plain::count(&self.0, set, part, stop)
    }
}
