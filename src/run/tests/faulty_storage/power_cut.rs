//! What a power cut leaves of files and names that were not synced.

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
pub fn what_is_left(current: &[u8], durable: &[u8], loss: Loss, random: &mut Random) -> Vec<u8> {
    let kept = match loss {
        Loss::Everything => return durable.to_vec(),
        Loss::Nothing => return current.to_vec(),
        // Cut down and not synced: either length, but what both have in common is whole.
        _ if !current.starts_with(durable) => {
            return if random.up_to(1) == 0 { durable.to_vec() } else { current.to_vec() };
        }
        _ => durable.len() + random.up_to(current.len() - durable.len()),
    };
    let mut left = current[..kept].to_vec();
    let hole = durable.len() + random.up_to(kept - durable.len());
    match loss {
        Loss::Nul => left[hole..].fill(0),
        Loss::Holes => left[hole..hole + random.up_to(kept - hole)].fill(0),
        _ => {}
    }
    left
}

/// What a power cut leaves of the changes to a directory, in their order.
pub fn which_are_left<T>(pending: Vec<T>, loss: Loss, random: &mut Random) -> Vec<T> {
    let kept = match loss {
        Loss::Everything => 0,
        Loss::Nothing => pending.len(),
        _ => random.up_to(pending.len()),
    };
    let mut number = 0;
    let mut is_kept = |_: &T| {
        number += 1;
        if loss == Loss::Holes { random.up_to(1) == 1 } else { number <= kept }
    };
    pending.into_iter().filter(&mut is_kept).collect()
}

/// A small pseudorandom generator (SplitMix64: Steele, Lea and Flood, 2014).
pub struct Random(pub u64);

impl Random {
    /// A number from 0 to `most`.
    pub fn up_to(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % (most as u64 + 1)) as usize
    }
}
