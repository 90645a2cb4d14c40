//! The effect of a power cut on files and names that were not synced.

use fastrand::Rng;

/// The kinds of loss in a power cut, by what is left of unsynced data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// None of it is left.
    Everything,
    /// All of it is left.
    Nothing,
    /// A beginning is left, cut at any byte.
    Tail,
    /// A beginning is left, then NUL bytes.
    Nul,
    /// NUL bytes may be anywhere, and any of the names may be left: the writes reached the disk in
    /// another order.
    Holes,
}

impl Loss {
    pub const ALL: [Self; 5] = [Self::Everything, Self::Nothing, Self::Tail, Self::Nul, Self::Holes];
}

/// The contents of a file that a power cut leaves.
pub fn what_is_left(current: &[u8], durable: &[u8], loss: Loss, random: &mut Rng) -> Vec<u8> {
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

/// The changes to a directory that a power cut leaves, in their order.
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
