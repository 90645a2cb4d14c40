//! Simulates what a power cut does to unsynced files and names.

use std::mem;

use fastrand::Rng;

use super::{FaultyStorage, Node};

/// What happens to unsynced data in a power cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// All of it is lost.
    Everything,
    /// All of it survives.
    Nothing,
    /// A prefix survives, cut at any byte.
    Tail,
    /// A prefix survives, followed by NUL bytes.
    Nul,
    /// The writes reached the disk in a different order. So NUL bytes may be anywhere, and any of the names
    /// may survive.
    Holes,
}

impl Loss {
    pub const ALL: [Self; 5] = [Self::Everything, Self::Nothing, Self::Tail, Self::Nul, Self::Holes];
}

impl FaultyStorage {
    /// Simulates a power cut. Where `loss` leaves a choice, `seed` determines how much is lost.
    pub fn lose_power(&self, loss: Loss, seed: u64) {
        let mut state = self.state();
        let mut random = Rng::with_seed(seed);
        state.locked.clear();
        for node in &mut state.nodes {
            match node {
                Node::File { current, durable } => {
                    *current = what_is_left(current, durable, loss, &mut random);
                    durable.clone_from(current);
                }
                Node::Directory { current, durable, pending } => {
                    for change in which_are_left(mem::take(pending), loss, &mut random) {
                        change.apply(durable);
                    }
                    current.clone_from(durable);
                }
            }
        }
    }
}

/// Returns what a power cut leaves of a file's contents.
fn what_is_left(current: &[u8], durable: &[u8], loss: Loss, random: &mut Rng) -> Vec<u8> {
    let kept = match loss {
        Loss::Everything => return durable.to_vec(),
        Loss::Nothing => return current.to_vec(),
        _ => durable.len() + random.usize(..=current.len() - durable.len()),
    };
    let mut left = current[..kept].to_vec();
    let hole = durable.len() + random.usize(..=kept - durable.len());
    match loss {
        Loss::Nul => left[hole..].fill(0),
        Loss::Holes => left[hole..hole + random.usize(..=kept - hole)].fill(0),
        _ => {}
    }
    left
}

/// Returns the changes to a directory that survive a power cut, in order.
fn which_are_left<T>(pending: Vec<T>, loss: Loss, random: &mut Rng) -> Vec<T> {
    let kept = match loss {
        Loss::Everything => 0,
        Loss::Nothing => pending.len(),
        _ => random.usize(..=pending.len()),
    };
    let mut number = 0;
    let mut is_kept = |_: &T| {
        number += 1;
        if loss == Loss::Holes { random.bool() } else { number <= kept }
    };
    pending.into_iter().filter(&mut is_kept).collect()
}
