//! Sets of rows or columns. A set is a word in which bit `i` stands for row or column `i`.

/// Returns the positions of `mask`'s set bits, lowest first.
#[inline(always)]
pub fn bits(mask: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut mask = mask.into();
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        bit
    })
}

/// Returns the next larger number with the same number of set bits. Returns `None` if `set` is 0 or if no
/// larger number fits in 64 bits.
///
/// Source: M. Beeler, R. W. Gosper, R. Schroeppel, "HAKMEM", MIT AI memo 239, 1972, item 175.
#[inline]
fn next_combination(set: u64) -> Option<u64> {
    let lowest = set & set.wrapping_neg();
    let ripple = set.checked_add(lowest).filter(|_| set != 0)?;
    Some((set ^ ripple) >> 2 >> lowest.trailing_zeros() | ripple)
}

/// Returns all sets of `chosen` bits out of the lowest `len` bits, in ascending order.
pub fn subsets(len: usize, chosen: usize) -> impl Iterator<Item = u32> {
    let first = (chosen <= len).then(|| (1_u64 << chosen) - 1);
    std::iter::successors(first, |&set| next_combination(set))
        .take_while(move |&set| set >> len == 0)
        .map(|set| set as u32)
}

/// Returns the number of ways to choose `chosen` elements out of `from`.
pub const fn binomial(from: u32, chosen: u32) -> u64 {
    let mut ways = 1;
    let mut i = 0;
    while i < chosen {
        ways = ways * from.saturating_sub(i) as u64 / (i as u64 + 1);
        i += 1;
    }
    ways
}

/// Returns a mask of the lowest `len` bits. `len` is at most 31.
pub fn mask(len: usize) -> u32 {
    (1 << len) - 1
}

/// Reverses the lowest `len` bits of `set`.
pub fn reversed(set: u32, len: usize) -> u32 {
    if len == 0 { 0 } else { set.reverse_bits() >> (32 - len) }
}
