//! Tables for instruction sets with 16-byte look-ups.

use crate::methods::compaction::compaction_table;

/// For each mask of eight keys, the byte indices that move the kept keys to the front.
pub static KEPT_KEYS: [[u8; 16]; 256] = compaction_table::<2, 16, 256>();

/// For each mask of eight bytes, the indices that move the kept bytes to the front.
pub static KEPT_BYTES: [[u8; 8]; 256] = compaction_table::<1, 8, 256>();

/// For each of a nibble's four bits, the nibbles in which this bit is set. Byte `i` of a number is `0xff` if
/// nibble `i` has the bit.
const NIBBLES: [u128; 4] = [
    0xff00_ff00_ff00_ff00_ff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000_ffff_0000_ffff_0000,
    0xffff_ffff_0000_0000_ffff_ffff_0000_0000,
    0xffff_ffff_ffff_ffff_0000_0000_0000_0000,
];

/// Returns two tables for [`super::PlacementVector::bit_map`]. They have the mapped byte for each value of
/// the lower half of a byte, and for each value of the upper half.
#[inline(always)]
pub fn nibbles(sources: [u8; 8]) -> [[u8; 16]; 2] {
    let mut tables = [0_u128; 2];
    for (i, source) in sources.into_iter().enumerate().filter(|(_, source)| *source != 0) {
        let bit = source.trailing_zeros() as usize;
        let mapped = u128::from_le_bytes([1 << i; 16]);
        tables[bit / 4] |= NIBBLES[bit % 4] & mapped;
    }
    tables.map(u128::to_le_bytes)
}
