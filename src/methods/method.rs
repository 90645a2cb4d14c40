//! The three methods for counting a board, with their names, kernels and units. Also chooses the fastest
//! method for a board.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::colours::{self, ColourUnits};
use super::search::{self, Prefixes, SearchUnits};
use super::{Kernel, MethodError, Units, kernel};
use crate::board::BoardSize;

/// A way to count. [`Method::fastest`] tries the methods in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Method {
    /// Places the white and the black queens separately and multiplies the numbers of placements, for
    /// all rows and columns that the white queens may have.
    Colours,
    /// Searches below queens on the central rows and columns, one placement of each class under the
    /// eight symmetries.
    Cross,
    /// Searches below a queen in the left half of the first row. Slower than `cross`, with which it
    /// shares everything below the first queens, kernels included.
    Rows,
}

impl Method {
    /// All methods, starting with the fastest on large boards.
    pub const ALL: &'static [Self] = &[Self::Colours, Self::Cross, Self::Rows];

    /// The names of methods that only earlier versions had. Their saved counts can be read and shown, but not
    /// resumed.
    pub const FORMER_NAMES: &'static [&'static str] = &["halves"];

    /// The largest board that `cross` counts within minutes on a machine with a few cores.
    const LARGEST_DOUBLE_CHECKED: usize = 21;

    /// Returns the name of the method in run directories, plans and results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Colours => "colours",
            Self::Cross => "cross",
            Self::Rows => "rows",
        }
    }

    /// Returns the method that double-checks counts by this method. The two methods have no lists or search
    /// code in common. Returns `None` if the second count would take hours.
    #[must_use]
    pub fn checked_by(self, size: BoardSize) -> Option<Self> {
        match self {
            Self::Colours => Some(Self::Cross).filter(|_| size.get() <= Self::LARGEST_DOUBLE_CHECKED),
            Self::Cross | Self::Rows => Some(Self::Colours),
        }
    }

    /// Returns the fastest method for a board with the given kernel, or the fastest method with any kernel if
    /// `kernel` is `None`. Skips methods that lack the kernel. If all methods lack it, returns
    /// [`Self::Cross`].
    #[must_use]
    pub fn fastest(size: BoardSize, kernel: Option<Kernel>) -> Self {
        let fastest = |method: &Self| {
            let from = method.kernel(kernel).ok().and_then(|kernel| method.smallest_fastest_board(kernel));
            from.is_some_and(|from| size.get() >= from)
        };
        let has = |method: &Self| method.kernel(kernel).is_ok();
        let mut methods = Self::ALL.iter().copied();
        methods.clone().find(fastest).or_else(|| methods.find(has)).unwrap_or(Self::Cross)
    }

    /// Returns the smallest board on which this method is the fastest with `kernel`, or `None` if there is no
    /// such board.
    fn smallest_fastest_board(self, kernel: Kernel) -> Option<usize> {
        match self {
            Self::Colours => colours::smallest_fastest_board(kernel),
            Self::Cross => Some(1),
            Self::Rows => None,
        }
    }

    /// Returns the kernels of this method that this machine can run, fastest first. Leaves out hidden
    /// kernels. There is always at least one kernel.
    #[must_use]
    pub fn available(self) -> Vec<Kernel> {
        let is_visible = |kernel: &Kernel| !kernel.is_hidden();
        match self {
            Self::Colours => colours::available().filter(is_visible).collect(),
            Self::Cross | Self::Rows => search::kernels::available().filter(is_visible).collect(),
        }
    }

    /// Returns the requested kernel, or the fastest kernel if none is requested.
    ///
    /// # Errors
    /// Fails if this method cannot use the requested kernel on this CPU.
    pub fn kernel(self, requested: Option<Kernel>) -> Result<Kernel, MethodError> {
        let available = self.available();
        let kernel = requested.unwrap_or(available[0]);
        if available.contains(&kernel) { Ok(kernel) } else { Err(self.kernel_error(kernel)) }
    }

    /// Returns the reason why this method cannot count with `kernel` on this CPU.
    pub(crate) fn kernel_error(self, kernel: Kernel) -> MethodError {
        let available = kernel::list(&self.available());
        let of_method = MethodError::NoKernelOfMethod { kernel, method: self, available };
        kernel.check_available().err().unwrap_or(of_method)
    }

    /// Returns the default depth, from 3 to 6. A greater depth gives more and smaller units.
    pub(crate) fn standard_depth(self, size: BoardSize) -> usize {
        match self {
            Self::Colours => colours::STANDARD_DEPTH,
            Self::Cross => Prefixes::Cross.standard_depth(size),
            Self::Rows => Prefixes::Rows.standard_depth(size),
        }
    }

    /// Divides a board into units at `depth`, which is at least 1. The units are the same on every machine.
    ///
    /// # Errors
    /// Fails if there are more units than the method can handle. This never happens at the standard depth.
    pub(crate) fn units(self, size: BoardSize, depth: usize) -> Result<Arc<dyn Units>, MethodError> {
        Ok(match self {
            Self::Colours => Arc::new(ColourUnits::new(size, depth)?),
            Self::Cross => Arc::new(SearchUnits::new(size, Prefixes::Cross, depth)?),
            Self::Rows => Arc::new(SearchUnits::new(size, Prefixes::Rows, depth)?),
        })
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Method {
    type Err = MethodError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let method = Self::ALL.iter().copied().find(|method| method.name() == name);
        method.ok_or_else(|| MethodError::UnknownName { what: "method", name: name.to_owned() })
    }
}

impl Kernel {
    /// Returns the kernels that this CPU can run for at least one method, fastest first.
    #[must_use]
    pub fn all_available() -> Vec<Self> {
        let has = |kernel: &Self| Method::ALL.iter().any(|method| method.available().contains(kernel));
        Self::ALL.iter().copied().filter(has).collect()
    }

    /// Checks that this CPU can run the kernel for at least one method.
    ///
    /// # Errors
    /// Returns [`MethodError::NoKernel`] if this CPU cannot run the kernel for any method.
    pub fn check_available(self) -> Result<(), MethodError> {
        let kernels = Self::all_available();
        let available = kernel::list(&kernels);
        if kernels.contains(&self) { Ok(()) } else { Err(MethodError::NoKernel { kernel: self, available }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fastest(n: usize, kernel: Option<Kernel>) -> Method {
        Method::fastest(BoardSize::new(n).unwrap(), kernel)
    }

    #[test]
    fn fastest_method_depends_on_board_and_kernel() {
        // The smallest board on which colours is the fastest. For `neon`, this is N = 1, because cross lacks
        // this kernel.
        let first = [(Kernel::Avx512, 18), (Kernel::Avx2, 18), (Kernel::Neon, 1), (Kernel::Portable, 14)];
        for kernel in Method::Colours.available() {
            let board = first.iter().find(|(name, _)| *name == kernel);
            let colours = board.map_or(usize::MAX, |&(_, first)| first);
            for n in 1..=BoardSize::MAX {
                let expected = if n >= colours { Method::Colours } else { Method::Cross };
                assert_eq!(fastest(n, Some(kernel)), expected, "N = {n}, {kernel}");
            }
        }
        assert_eq!(fastest(12, None), Method::Cross);
    }

    #[test]
    fn another_kind_of_method_double_checks_within_minutes() {
        let checked_by = |method: Method, n: usize| method.checked_by(BoardSize::new(n).unwrap());
        assert_eq!(
            [1, 21, 22].map(|n| checked_by(Method::Colours, n)),
            [Some(Method::Cross), Some(Method::Cross), None]
        );
        for method in [Method::Cross, Method::Rows] {
            assert_eq!([1, 21, 22, 32].map(|n| checked_by(method, n)), [Some(Method::Colours); 4]);
        }
    }

    #[test]
    fn methods_run_only_their_own_kernels() {
        for &method in Method::ALL {
            let kernels = method.available();
            assert!(kernels.is_sorted() && kernels.contains(&Kernel::Scalar), "{method}: {kernels:?}");
            assert_eq!(method.kernel(None), Ok(kernels[0]));
            let units = method.units(BoardSize::new(8).unwrap(), 3).unwrap();
            for &kernel in Kernel::ALL {
                assert_eq!(units.counter(kernel).is_some(), kernels.contains(&kernel));
                if kernels.contains(&kernel) {
                    assert_eq!(method.kernel(Some(kernel)), Ok(kernel));
                } else {
                    assert!(method.kernel(Some(kernel)).unwrap_err().to_string().contains("scalar"));
                }
            }
        }
    }

    #[test]
    fn rejects_an_unavailable_kernel_with_the_reason() {
        let refused = |kernel| Method::Cross.kernel(Some(kernel)).unwrap_err();
        let foreign = if cfg!(target_arch = "x86_64") { Kernel::Neon } else { Kernel::Avx2 };
        assert!(matches!(refused(foreign), MethodError::NoKernel { .. }));
    }

    #[test]
    fn parses_every_name() {
        for &method in Method::ALL {
            assert_eq!(method.to_string().parse(), Ok(method));
            assert_eq!(serde_json::to_string(&method).unwrap(), format!("\"{method}\""));
        }
        assert!(Method::ALL.is_sorted());
        let unknown = "diagonals".parse::<Method>().unwrap_err().to_string();
        assert_eq!(unknown, "no method is called 'diagonals'");
        assert!(Method::FORMER_NAMES.iter().all(|name| name.parse::<Method>().is_err()));
    }
}
