//! A split: a handle to a [`Method`], identified by name.
//!
//! Options, run directories, plans and records name a split. The registry below maps the name to
//! the method; it is the only list of methods.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::str::FromStr;
use std::sync::{PoisonError, RwLock};

use serde::{Deserialize, Serialize};

use super::Method;
use crate::board::BoardSize;

/// The methods of this program, in the order in which `auto` considers them.
const BUILT_IN: [Split; 3] = [
    Split::HALVES, // src/methods/halves
    Split::CROSS,  // src/methods/search
    Split::ROWS,   // src/methods/search
];

/// The methods that programs around this library added.
static REGISTERED: RwLock<Vec<Split>> = RwLock::new(Vec::new());

/// A handle on a method; it dereferences to [`Method`]. Splits are equal when their numbers are.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub struct Split(&'static dyn Method);

impl Split {
    /// The handle on a method, whether or not it is registered.
    #[must_use]
    pub const fn of(method: &'static dyn Method) -> Self {
        Self(method)
    }

    /// Every split there is: those of this program, then those that were [registered](register).
    #[must_use]
    pub fn all() -> Vec<Self> {
        let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
        [&BUILT_IN, &**registered].concat()
    }
}

/// A method that cannot be registered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the split '{name}' with the number {number} cannot be registered: '{taken}' already uses that name or number"
)]
pub struct RegisterError {
    name: &'static str,
    number: u64,
    taken: Split,
}

/// Adds a method, whose split is then known by its name everywhere.
///
/// # Errors
/// If another method has its name or its number.
pub fn register(method: &'static dyn Method) -> Result<Split, RegisterError> {
    let split = Split::of(method);
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    let (name, number) = (split.name(), split.number());
    let taken = |other: &&Split| other.name() == name || other.number() == number;
    if let Some(&taken) = BUILT_IN.iter().chain(&*registered).find(taken) {
        return Err(RegisterError { name, number, taken });
    }
    registered.push(split);
    Ok(split)
}

impl Default for Split {
    fn default() -> Self {
        Self::CROSS
    }
}

impl Deref for Split {
    type Target = dyn Method;

    fn deref(&self) -> &Self::Target {
        self.0
    }
}

impl PartialEq for Split {
    fn eq(&self, other: &Self) -> bool {
        self.number() == other.number()
    }
}

impl Eq for Split {}

impl PartialOrd for Split {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Split {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.number().cmp(&other.number())
    }
}

impl Hash for Split {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number().hash(state);
    }
}

impl fmt::Debug for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Split {
    type Err = UnknownSplit;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::all().into_iter().find(|split| split.name() == text);
        found.ok_or_else(|| UnknownSplit(text.to_owned()))
    }
}

impl TryFrom<String> for Split {
    type Error = UnknownSplit;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Split> for &'static str {
    fn from(split: Split) -> Self {
        split.0.name()
    }
}

/// A name that no split has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown split '{0}': there are {names}", names = names())]
pub struct UnknownSplit(String);

/// The names of all splits, as in `'cross' and 'rows'`.
fn names() -> String {
    let quoted: Vec<String> = Split::all().iter().map(|split| format!("'{split}'")).collect();
    let (last, others) = quoted.split_last().expect("there are the built-in splits");
    format!("{} and {last}", others.join(", "))
}

/// A depth that a board cannot be split at.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DepthError {
    /// No board can.
    #[error("the depth must be a number of queens from 1 to {max}, not {depth}")]
    OutOfRange {
        /// The depth asked for.
        depth: usize,
        /// The greatest one there is.
        max: usize,
    },
    /// This board is too large for it.
    #[error("a depth of {depth} splits a board of {size} into more than {max} placements")]
    TooDeep {
        /// The depth asked for.
        depth: usize,
        /// The board.
        size: BoardSize,
        /// The most placements that a plan may have.
        max: u64,
    },
    /// There is nothing smaller to cut the board into, or a run may not have that many units.
    #[error("a depth of {depth} makes more than the {most} units that a board of {size} may have")]
    TooFine {
        /// The depth asked for.
        depth: usize,
        /// The board.
        size: BoardSize,
        /// The most units.
        most: u64,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_go_by_their_names_and_numbers() {
        for split in Split::all() {
            assert_eq!(split.to_string().parse(), Ok(split));
            let json = serde_json::to_string(&split).unwrap();
            assert_eq!(json, format!("\"{split}\""));
            assert_eq!(serde_json::from_str::<Split>(&json).unwrap(), split);
            assert_ne!(split.checked_by(), split);
        }
        assert_eq!([Split::CROSS, Split::ROWS, Split::HALVES].map(|split| split.number()), [0, 1, 2]);
        let error = "diagonals".parse::<Split>().unwrap_err().to_string();
        assert_eq!(error, "unknown split 'diagonals': there are 'halves', 'cross' and 'rows'");
    }

    #[test]
    fn a_name_or_a_number_is_given_once() {
        for built_in in BUILT_IN {
            let error = register(built_in.0).unwrap_err().to_string();
            assert!(error.contains(&format!("'{built_in}' already uses that name or number")), "{error}");
        }
    }

    #[test]
    fn every_method_has_a_name_for_ledgers_and_kernels_of_which_one_runs_anywhere() {
        for split in Split::all() {
            let (all, available) = (split.kernels(), split.available());
            assert!(!available.is_empty() && available.iter().all(|kernel| all.contains(kernel)), "{split}");
            let order = |kernel| all.iter().position(|other| *other == kernel);
            assert!(available.is_sorted_by_key(|&kernel| order(kernel)), "{split}: {available:?}");
            for name in all.iter().map(|kernel| kernel.name()) {
                let allowed = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_');
                assert!((1..=32).contains(&name.len()) && name.bytes().all(allowed), "{name}");
            }
        }
    }
}
