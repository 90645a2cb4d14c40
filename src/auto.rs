//! Chooses the split for a count that was not asked for one: whichever is measured to be faster with the kernels at hand.

use std::str::FromStr;

use crate::board::BoardSize;
use crate::engine::KernelChoice;
use crate::kernel::Kernel;
use crate::plan::kernels;
use crate::split::{Split, UnknownSplit};

/// What a user asks for: a split by name, or the faster one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SplitChoice {
    /// The split that counts the board fastest.
    #[default]
    Auto,
    /// This one.
    One(Split),
}

impl SplitChoice {
    /// The split for a board that is counted with the kernel of `kernel`.
    #[must_use]
    pub fn split(self, size: BoardSize, kernel: KernelChoice) -> Split {
        match self {
            Self::One(split) => split,
            Self::Auto if halves_are_faster(size, kernel) => Split::Halves,
            Self::Auto => Split::Cross,
        }
    }
}

impl FromStr for SplitChoice {
    type Err = UnknownSplit;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        if name == "auto" { Ok(Self::Auto) } else { name.parse().map(Self::One) }
    }
}

fn halves_are_faster(size: BoardSize, kernel: KernelChoice) -> bool {
    let of = |split| match kernel {
        KernelChoice::Auto => kernels(split).first().copied(),
        KernelChoice::One(kernel) => kernels(split).into_iter().find(|&available| available == kernel),
    };
    let (Some(halves), Some(search)) = (of(Split::Halves), of(Split::Cross)) else { return false };
    smallest(halves, search).is_some_and(|smallest| size.get() >= smallest)
}

/// The smallest board that halves count faster with the first kernel than the search does with the second.
///
/// TODO
fn smallest(halves: Kernel, search: Kernel) -> Option<usize> {
    match (halves, search) {
        (Kernel::Scalar, _) => None,
        (Kernel::Portable, _) => Some(17),
        (Kernel::Avx2, Kernel::Avx512) => Some(18),
        (Kernel::Avx2, _) => Some(17),
        (Kernel::Avx512, _) => Some(17),
    }
}
