//! The engine of a count: which kernel of this CPU counts, on how many threads.
//!
//! [`KernelChoice`] is what a user asks for. It becomes an [`Engine`] once there is a plan, because each method has kernels of
//! its own: `auto` means the fastest one of the plan's method on this CPU.

use std::str::FromStr;

use crate::methods::counter::Counter;
use crate::methods::kernel::Kernel;
use crate::methods::split::Split;
use crate::plan::{self, Plan};

/// What a user asks for: a kernel by name, or the fastest there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KernelChoice {
    /// The fastest kernel of the plan's method that this CPU can run.
    #[default]
    Auto,
    /// This one.
    One(Kernel),
}

/// A kernel that cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KernelChoiceError {
    /// There is no such kernel anywhere.
    #[error("no kernel is called '{name}': this machine has auto, {available}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        available: String,
    },
    /// There is one, but not for this CPU.
    #[error("this CPU cannot run the {kernel} kernel: this machine has auto, {available}")]
    Unavailable {
        /// What was asked for.
        kernel: Kernel,
        /// What there is.
        available: String,
    },
    /// There is one, but this CPU cannot count units of this split with it.
    #[error("this CPU cannot count by {split} with the {kernel} kernel: choose auto, {available}")]
    OtherSplit {
        /// What was asked for.
        kernel: Kernel,
        /// How the board is cut.
        split: Split,
        /// What there is for it.
        available: String,
    },
}

impl FromStr for KernelChoice {
    type Err = KernelChoiceError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let (kernels, available) = (available(), list(&available()));
        match name.parse::<Kernel>() {
            _ if name == "auto" => Ok(Self::Auto),
            Ok(kernel) if kernels.contains(&kernel) => Ok(Self::One(kernel)),
            Ok(kernel) => Err(KernelChoiceError::Unavailable { kernel, available }),
            Err(_) => Err(KernelChoiceError::Unknown { name: name.to_owned(), available }),
        }
    }
}

impl KernelChoice {
    /// The kernel that is meant for units of `split`.
    ///
    /// # Errors
    /// When this CPU cannot count them with it. Nothing else takes its place.
    pub fn kernel(self, split: Split) -> Result<Kernel, KernelChoiceError> {
        let kernels = plan::kernels(split);
        let kernel = match self {
            // Every method has a kernel that runs anywhere.
            Self::Auto => kernels.first().copied().unwrap_or(Kernel::Portable),
            Self::One(kernel) => kernel,
        };
        match kernels.contains(&kernel) {
            true => Ok(kernel),
            false => Err(KernelChoiceError::OtherSplit { kernel, split, available: list(&kernels) }),
        }
    }
}

/// The kernels by which this CPU can count at all, by one split or another, fastest first.
#[must_use]
pub fn available() -> Vec<Kernel> {
    let all = Split::ALL.map(plan::kernels).concat();
    Kernel::ALL.into_iter().filter(|kernel| all.contains(kernel)).collect()
}

fn list(kernels: &[Kernel]) -> String {
    kernels.iter().map(Kernel::to_string).collect::<Vec<_>>().join(", ")
}

/// What counts the units of a plan.
#[derive(Clone, Copy, Debug)]
pub struct Engine<'a> {
    plan: &'a Plan,
    kernel: Kernel,
    threads: usize,
}

impl<'a> Engine<'a> {
    /// The engine that counts `plan` with the kernel of `choice` on `threads` threads.
    ///
    /// # Errors
    /// When this CPU cannot count the plan with that kernel.
    pub fn new(plan: &'a Plan, choice: KernelChoice, threads: usize) -> Result<Self, KernelChoiceError> {
        Ok(Self { plan, kernel: choice.kernel(plan.split())?, threads })
    }

    /// Its kernel.
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Threads that count.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// What it counts.
    #[must_use]
    pub fn plan(&self) -> &'a Plan {
        self.plan
    }

    /// A counter for every thread.
    #[must_use]
    pub fn counters(&self) -> Vec<Box<dyn Counter + 'a>> {
        let counter = || self.plan.method().counter(self.kernel).expect("an engine has a kernel of its plan");
        (0..self.threads).map(|_| counter()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;

    #[test]
    fn auto_is_the_fastest_kernel_of_the_plan_and_a_name_is_itself() {
        let size = BoardSize::new(8).unwrap();
        for split in Split::ALL {
            let (plan, kernels) = (Plan::standard(size, split), plan::kernels(split));
            let auto = Engine::new(&plan, KernelChoice::Auto, 3).unwrap();
            assert_eq!((auto.kernel(), auto.counters().len()), (kernels[0], 3));
            for kernel in Kernel::ALL {
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
        for kernel in Kernel::ALL {
            let chosen = kernel.to_string().parse::<KernelChoice>();
            assert_eq!(chosen.is_ok(), available().contains(&kernel), "{kernel}");
        }
        let error = "mmx".parse::<KernelChoice>().unwrap_err().to_string();
        assert!(error.contains("no kernel is called 'mmx'") && error.contains("auto, "), "{error}");
    }
}
