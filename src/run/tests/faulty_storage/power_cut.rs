//! What a power cut leaves of files and names that were not synced.

use fastrand::Rng;

/// What a power cut leaves of what was not synced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Nothing.
    Everything,
    /// All of it.
    Nothing,
    /// A beginning, cut at any byte.
    Tail,
    /// A beginning, then NUL bytes.
    Nul,
    /// NUL bytes anywhere, and any of the names: what was written reached the disk in another
    /// order.
    Holes,
}

impl Loss {
    pub const ALL: [Self; 5] = [Self::Everything, Self::Nothing, Self::Tail, Self::Nul, Self::Holes];
}

/// What a power cut leaves of a file.
pub fn what_is_left(current: &[u8], durable: &[u8], loss: Loss, random: &mut Rng) -> Vec<u8> {
    let kept = match loss {
        Loss::Everything => return durable.to_vec(),
        Loss::Nothing => return current.to_vec(),
        // Cut down and not synced: either length, but what both have in common is whole.
        _ if !current.starts_with(durable) => {
            return if random.bool() { durable.to_vec() } else { current.to_vec() };
        }
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

/// What a power cut leaves of the changes to a directory, in their order.
pub fn which_are_left<T>(pending: Vec<T>, loss: Loss, random: &mut Rng) -> Vec<T> {
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
