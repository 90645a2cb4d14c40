//! Bits and bytes in plain words: transposed, extracted, compressed.

#[cfg(target_arch = "x86_64")]
use super::vector::{Entries, LineGroups};

/// For each mask of eight bytes, the places of the kept bytes, side by side: a permutation that
/// compresses, for kernels that have no instruction for it.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub static KEPT: [u64; 256] = {
    let mut table = [0; 256];
    let mut mask = 0;
    while mask < 256 {
        let mut kept = 0;
        let mut i = 0;
        while i < 8 {
            if mask >> i & 1 == 1 {
                table[mask] |= i << (8 * kept);
                kept += 1;
            }
            i += 1;
        }
        mask += 1;
    }
    table
};

/// Byte `j` of word `i` becomes byte `i` of word `j`: blocks of four, two and one bytes change
/// places in turn.
pub fn transpose_bytes(mut words: [u64; 8]) -> [u64; 8] {
    for (size, mask) in [(4, 0xffff_ffff), (2, 0x0000_ffff_0000_ffff), (1, 0x00ff_00ff_00ff_00ff_u64)] {
        for i in (0..8).filter(|i| i & size == 0) {
            let moved = (words[i] >> (8 * size) ^ words[i + size]) & mask;
            words[i] ^= moved << (8 * size);
            words[i + size] ^= moved;
        }
    }
    words
}

/// Bit `j` of byte `i` becomes bit `i` of byte `j`.
pub fn transpose_bits(mut word: u64) -> u64 {
    for (shift, mask) in [(28, 0xf0f0_f0f0), (14, 0x0000_cccc_0000_cccc), (7, 0x00aa_00aa_00aa_00aa_u64)] {
        let moved = (word ^ word >> shift) & mask;
        word ^= moved ^ moved << shift;
    }
    word
}

/// The bits of `word` at the places of `mask`, side by side from bit 0.
///
/// Callers extract the six, seven or eight places of one mask from many words. Eight steps without
/// a condition are unrolled, so that these places are found only once.
#[inline(always)]
pub fn extract(word: u32, mut mask: u32) -> u32 {
    let mut found = 0;
    for place in 0..8 {
        // Place 32 of a mask that is used up has no bit.
        found |= (u64::from(word) >> mask.trailing_zeros() & 1) << place;
        mask &= mask.wrapping_sub(1);
    }
    let mut place = 8;
    while mask != 0 {
        found |= u64::from(word >> mask.trailing_zeros() & 1) << place;
        place += 1;
        mask &= mask - 1;
    }
    found as u32
}

/// The entries of footprints, by one extraction and one deposit each.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "bmi2")]
pub fn entries(footprints: [u64; 8], groups: &LineGroups) -> [Entries; 8] {
    use core::arch::x86_64::{_pdep_u64, _pext_u64};
    let mut places = 0;
    let mut bases = 0;
    for (table, (&size, &base)) in groups.sizes.iter().zip(&groups.bases).enumerate() {
        places |= ((1_u64 << size) - 1) << (16 * table + 6);
        bases |= u64::from(base) << (16 * table + 6);
    }
    let mut found = [Entries::default(); 8];
    for (found, footprint) in found.iter_mut().zip(footprints) {
        let entries = bases + _pdep_u64(_pext_u64(footprint, groups.lines), places);
        *found =
            Entries([entries as u16, (entries >> 16) as u16, (entries >> 32) as u16, (entries >> 48) as u16]);
    }
    found
}

/// The bits of `word` at the places of `mask`, side by side from bit 0.
///
/// Parallel suffix (H. S. Warren, "Hacker's Delight", 7-4): the moves depend on the mask alone.
#[inline(always)]
pub fn extract_long(word: u64, mask: u64) -> u64 {
    let mut word = word & mask;
    let mut mask = mask;
    let mut zeros = !mask << 1;
    for step in 0..6 {
        let mut parity = zeros ^ zeros << 1;
        parity ^= parity << 2;
        parity ^= parity << 4;
        parity ^= parity << 8;
        parity ^= parity << 16;
        parity ^= parity << 32;
        let moved = parity & mask;
        mask = mask ^ moved | moved >> (1 << step);
        let bits = word & moved;
        word = word ^ bits | bits >> (1 << step);
        zeros &= !parity;
    }
    word
}
