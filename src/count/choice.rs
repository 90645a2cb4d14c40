//! The choice of split, kernel and number of threads for a count.
//!
//! A user names a split and a kernel, or leaves the choice to the program ([`SplitChoice`],
//! [`KernelChoice`]). The choice of a kernel becomes an [`Engine`] once there is a plan, because
//! each method has its own kernels: `auto` means the fastest one of the plan's method on this
//! machine.

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use crate::board::BoardSize;
use crate::methods::counter::{Counter, CounterError};
use crate::methods::device::{Device, Processors};
use crate::methods::kernel::{self, Kernel};
use crate::methods::split::Split;
use crate::plan::Plan;
use crate::run;

/// How many threads count unless a user names a number: one for each core that this process may
/// use.
#[must_use]
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The choice of a split: by name, or the fastest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SplitChoice {
    /// The fastest split for the board ([`crate::methods::Method::auto_from`]).
    #[default]
    Auto,
    /// This one.
    One(Split),
}

impl SplitChoice {
    /// The split for a board that is counted with the kernel of `kernel`, or on a device. The run
    /// that is saved in the directory `begun` is resumed by its own split, unless the user names
    /// another.
    #[must_use]
    pub fn split_or_begun(
        self,
        size: BoardSize,
        kernel: KernelChoice,
        on_device: bool,
        begun: Option<&Path>,
    ) -> Split {
        let saved = match self {
            Self::Auto => begun.and_then(|path| run::read_manifest(path).ok()),
            Self::One(_) => None,
        };
        match saved {
            Some(manifest) if manifest.n == size => manifest.split,
            _ if on_device => self.split_on_device(),
            _ => self.split(size, kernel),
        }
    }

    /// The split for a board that is counted with the kernel of `kernel`.
    #[must_use]
    pub fn split(self, size: BoardSize, kernel: KernelChoice) -> Split {
        let fastest = |split: &Split| {
            let from = kernel.kernel(*split).ok().and_then(|kernel| split.auto_from(kernel));
            from.is_some_and(|from| size.get() >= from)
        };
        match self {
            Self::One(split) => split,
            Self::Auto => Split::all().into_iter().find(fastest).unwrap_or_default(),
        }
    }

    /// The split for a board that a device counts.
    #[must_use]
    pub fn split_on_device(self) -> Split {
        let on_device = |split: &Split| split.device_kernel().is_some();
        match self {
            Self::One(split) => split,
            Self::Auto => Split::all().into_iter().find(on_device).unwrap_or_default(),
        }
    }
}

/// A name that no split has, and that is not `auto`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no split is called '{name}': choose auto, {}", Split::all().iter().map(Split::to_string).collect::<Vec<_>>().join(", "))]
pub struct UnknownSplitChoice {
    name: String,
}

impl FromStr for SplitChoice {
    type Err = UnknownSplitChoice;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name {
            "auto" => Ok(Self::Auto),
            name => name.parse().map(Self::One).map_err(|_| UnknownSplitChoice { name: name.to_owned() }),
        }
    }
}

/// The choice of a kernel: by name, or the fastest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KernelChoice {
    /// The fastest kernel of the plan's method that this CPU can run.
    #[default]
    Auto,
    /// This one.
    One(Kernel),
}

/// Why a kernel cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KernelChoiceError {
    /// No kernel has this name.
    #[error("no kernel is called '{name}': this machine has auto, {available}")]
    Unknown {
        /// The requested kernel.
        name: String,
        /// The available kernels.
        available: String,
    },
    /// This CPU cannot run the kernel.
    #[error("this CPU cannot run the {kernel} kernel: this machine has auto, {available}")]
    Unavailable {
        /// The requested kernel.
        kernel: Kernel,
        /// The available kernels.
        available: String,
    },
    /// This CPU cannot count units of this split with the kernel.
    #[error("the {split} split has no {kernel} kernel on this CPU: choose auto, {available}")]
    OtherSplit {
        /// The requested kernel.
        kernel: Kernel,
        /// How the board is cut.
        split: Split,
        /// The kernels available for it.
        available: String,
    },
    /// The kernel runs only on devices.
    #[error("the {kernel} kernel runs on devices, not on the CPU: this machine has auto, {available}")]
    OfDevice {
        /// The requested kernel.
        kernel: Kernel,
        /// The kernels of the CPU.
        available: String,
    },
    /// A device cannot count units of this split.
    #[error("the {split} split runs only on the CPU, not on devices")]
    NoDevice {
        /// How the board is cut.
        split: Split,
    },
}

impl FromStr for KernelChoice {
    type Err = KernelChoiceError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let kernels = Kernel::available();
        let available = kernel::list(&kernels);
        match name.parse::<Kernel>() {
            _ if name == "auto" => Ok(Self::Auto),
            Ok(kernel) if kernels.contains(&kernel) => Ok(Self::One(kernel)),
            Ok(Kernel::GPU) => Err(KernelChoiceError::OfDevice { kernel: Kernel::GPU, available }),
            Ok(kernel) => Err(KernelChoiceError::Unavailable { kernel, available }),
            Err(_) => Err(KernelChoiceError::Unknown { name: name.to_owned(), available }),
        }
    }
}

impl KernelChoice {
    /// The kernel that is meant for units of `split`.
    ///
    /// # Errors
    /// If this CPU cannot count them with it. Nothing else takes its place.
    pub fn kernel(self, split: Split) -> Result<Kernel, KernelChoiceError> {
        let kernels = split.available();
        let kernel = match self {
            // Every method has a kernel that runs anywhere.
            Self::Auto => kernels.first().copied().unwrap_or(Kernel::PORTABLE),
            Self::One(kernel) => kernel,
        };
        match kernels.contains(&kernel) {
            true => Ok(kernel),
            false => Err(KernelChoiceError::OtherSplit { kernel, split, available: kernel::list(&kernels) }),
        }
    }
}

/// The counters for the units of a plan.
#[derive(Clone, Copy, Debug)]
pub struct Engine<'a> {
    plan: &'a Plan,
    kernel: Kernel,
    threads: usize,
    processors: Option<&'a Processors>,
}

impl<'a> Engine<'a> {
    /// The engine that counts `plan` with the kernel of `choice` on `threads` threads.
    ///
    /// # Errors
    /// If this CPU cannot count the plan with that kernel.
    pub fn new(plan: &'a Plan, choice: KernelChoice, threads: usize) -> Result<Self, KernelChoiceError> {
        Ok(Self { plan, kernel: choice.kernel(plan.split())?, threads, processors: None })
    }

    /// The same engine, on `processors` instead of the CPU alone.
    ///
    /// # Errors
    /// If there are devices among them, and the plan's method counts on the CPU only.
    pub fn on(self, processors: &'a Processors) -> Result<Self, KernelChoiceError> {
        let split = self.plan.split();
        if processors.devices.is_empty() {
            return Ok(self);
        }
        match split.device_kernel() {
            Some(_) => {
                let threads = if processors.cpu { self.threads } else { 0 };
                Ok(Self { threads, processors: Some(processors), ..self })
            }
            None => Err(KernelChoiceError::NoDevice { split }),
        }
    }

    /// The devices that count.
    #[must_use]
    pub fn devices(&self) -> &'a [Arc<Device>] {
        self.processors.map_or(&[][..], |processors| &processors.devices)
    }

    /// Its kernel on the CPU.
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// The names of all kernels that count, as in `avx2+gpu`.
    #[must_use]
    pub fn kernels(&self) -> String {
        let on_device = self.plan.split().device_kernel().filter(|_| !self.devices().is_empty());
        let kernels = [Some(self.kernel).filter(|_| self.threads > 0), on_device];
        kernels.into_iter().flatten().map(Kernel::name).collect::<Vec<_>>().join("+")
    }

    /// Threads of the CPU that count.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The plan that it counts.
    #[must_use]
    pub fn plan(&self) -> &'a Plan {
        self.plan
    }

    /// The counters: one for every device, and one for every thread.
    ///
    /// # Errors
    /// If one cannot start, as a device that has no room.
    pub fn counters(&self) -> Result<Vec<Box<dyn Counter + 'a>>, CounterError> {
        let units = self.plan.method_units();
        let on_devices = self.devices().iter().map(|device| units.device_counter(device));
        let mut counters = on_devices.collect::<Result<Vec<_>, _>>()?;
        counters.extend(units.counters(self.kernel, self.threads)?);
        Ok(counters)
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
        for kernel in Split::HALVES.available() {
            let choice = KernelChoice::One(kernel);
            assert_eq!(auto(12, choice), Split::CROSS, "{kernel}");
            let large = if kernel == Kernel::SCALAR { Split::CROSS } else { Split::HALVES };
            assert_eq!(auto(20, choice), large, "{kernel}");
        }
        assert_eq!(
            (auto(12, KernelChoice::Auto), auto(20, KernelChoice::Auto)),
            (Split::CROSS, Split::HALVES)
        );
    }

    #[test]
    fn auto_joins_halves_from_a_first_board_that_depends_on_the_kernel() {
        let first = [(Kernel::AVX512, 16), (Kernel::AVX2, 18), (Kernel::NEON, 17), (Kernel::PORTABLE, 16)];
        for kernel in Split::HALVES.available() {
            let from = first.iter().find(|(name, _)| *name == kernel).map(|&(_, from)| from);
            for n in 1..=BoardSize::MAX {
                let faster = from.is_some_and(|from| n >= from);
                let split = if faster { Split::HALVES } else { Split::CROSS };
                assert_eq!(auto(n, KernelChoice::One(kernel)), split, "N = {n}, {kernel}");
            }
        }
    }

    #[test]
    fn a_split_that_is_asked_for_is_taken() {
        for split in Split::all() {
            let choice: SplitChoice = split.to_string().parse().unwrap();
            assert_eq!(choice.split(BoardSize::new(20).unwrap(), KernelChoice::Auto), split);
        }
        assert_eq!("auto".parse(), Ok(SplitChoice::Auto));
        assert!("Auto".parse::<SplitChoice>().unwrap_err().to_string().contains("auto, halves"));
    }

    #[test]
    fn auto_is_the_fastest_kernel_of_the_plan_and_a_name_is_itself() {
        let size = BoardSize::new(8).unwrap();
        for split in Split::all() {
            let (plan, kernels) = (Plan::standard(size, split), split.available());
            let auto = Engine::new(&plan, KernelChoice::Auto, 3).unwrap();
            assert_eq!((auto.kernel(), auto.counters().unwrap().len()), (kernels[0], 3));
            for kernel in Kernel::all() {
                let engine = Engine::new(&plan, KernelChoice::One(kernel), 1);
                match kernels.contains(&kernel) {
                    true => assert_eq!(engine.unwrap().kernel(), kernel),
                    false => assert!(engine.unwrap_err().to_string().contains("scalar")),
                }
            }
        }
    }

    #[test]
    fn a_kernel_is_chosen_by_a_name_that_this_machine_has() {
        assert_eq!("auto".parse(), Ok(KernelChoice::Auto));
        for kernel in Kernel::all() {
            let chosen = kernel.to_string().parse::<KernelChoice>();
            assert_eq!(chosen.is_ok(), Kernel::available().contains(&kernel), "{kernel}");
        }
        let error = "mmx".parse::<KernelChoice>().unwrap_err().to_string();
        assert!(error.contains("no kernel is called 'mmx'") && error.contains("auto, "), "{error}");
    }
}
