//! Chooses the split for a count that was not asked for one: whichever is measured to be faster with the kernels at hand.

use std::str::FromStr;

use crate::board::BoardSize;
use crate::count::engine::KernelChoice;
use crate::methods::kernel::Kernel;
use crate::methods::split::{Split, UnknownSplit};
use crate::plan::kernels;

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

/// The smallest board that halves count faster with the first kernel than the search by cross does with the second.
///
/// Processor seconds of `queens count N --threads 1 --no-checkpoint --kernel K --split S`, medians of 2 to 15 runs in turn, on an AMD EPYC
/// (Zen 4), search / halves:
///
/// | kernel   | N = 15        | N = 16        | N = 17        | N = 18      |
/// |----------|---------------|---------------|---------------|-------------|
/// | avx512   | 0.012 / 0.028 | 0.055 / 0.053 | 0.342 / 0.276 | 2.51 / 1.13 |
/// | avx2     | 0.014 / 0.035 | 0.071 / 0.086 | 0.440 / 0.472 | 3.52 / 2.23 |
/// | portable | 0.079 / 0.144 | 0.519 / 0.423 | 3.60 / 3.09   |             |
///
/// A CPU with AVX-512 but without the extensions that halves want searches with `avx512` and joins with `avx2`. The plain recursion,
/// the kernel `scalar` of halves, is slower than the search on every board.
fn smallest(halves: Kernel, search: Kernel) -> Option<usize> {
    match (halves, search) {
        (Kernel::Scalar, _) => None,
        (Kernel::Portable, _) => Some(16),
        (Kernel::Neon | Kernel::Avx2, _) => Some(18),
        (Kernel::Avx512, _) => Some(17),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn auto(n: usize, kernel: KernelChoice) -> Split {
        SplitChoice::Auto.split(BoardSize::new(n).unwrap(), kernel)
    }

    #[test]
    fn small_boards_are_searched_and_large_ones_joined() {
        for kernel in kernels(Split::Halves) {
            let choice = KernelChoice::One(kernel);
            assert_eq!(auto(12, choice), Split::Cross, "{kernel}");
            let large = if kernel == Kernel::Scalar { Split::Cross } else { Split::Halves };
            assert_eq!(auto(20, choice), large, "{kernel}");
        }
        assert_eq!(
            (auto(12, KernelChoice::Auto), auto(20, KernelChoice::Auto)),
            (Split::Cross, Split::Halves)
        );
    }

    #[test]
    fn a_split_that_is_asked_for_is_taken() {
        for split in Split::ALL {
            let choice: SplitChoice = split.to_string().parse().unwrap();
            assert_eq!(choice.split(BoardSize::new(20).unwrap(), KernelChoice::Auto), split);
        }
        assert_eq!("auto".parse(), Ok(SplitChoice::Auto));
        assert!("Auto".parse::<SplitChoice>().unwrap_err().to_string().contains("'halves'"));
    }
}
