//! Bits and bytes in plain words: transposed, extracted, compressed.

/// Byte 0 of eight.
pub const FIRST_BYTES: u64 = 0x0101_0101_0101_0101;

/// The places of the bytes of the kept elements, side by side, for each mask of elements of `SIZE` bytes:
/// permutations that compress, for kernels that have no instruction for it.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub const fn kept<const SIZE: usize, const BYTES: usize, const MASKS: usize>() -> [[u8; BYTES]; MASKS] {
    let mut table = [[0; BYTES]; MASKS];
    let mut mask = 0;
    while mask < MASKS {
        let mut end = 0;
        let mut byte = 0;
        while byte < BYTES {
            if mask >> (byte / SIZE) & 1 == 1 {
                table[mask][end] = byte as u8;
                end += 1;
            }
            byte += 1;
        }
        mask += 1;
    }
    table
}

/// [`kept`] for eight bytes.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub static KEPT: [[u8; 8]; 256] = kept::<1, 8, 256>();

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
