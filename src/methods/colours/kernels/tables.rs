//! Tables for instruction sets that look up 16 bytes.

/// For each mask of eight keys, the bytes that bring the kept ones to the front.
pub static KEPT: [[u8; 16]; 256] = {
    let mut table = [[0; 16]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut key, mut end) = (0, 0);
        while key < 8 {
            if mask >> key & 1 == 1 {
                table[mask][2 * end] = 2 * key as u8;
                table[mask][2 * end + 1] = 2 * key as u8 + 1;
                end += 1;
            }
            key += 1;
        }
        mask += 1;
    }
    table
};

/// For each bit of half a byte, the halves that have it: all bits of their bytes.
const HALVES: [u128; 4] = [
    0xff00_ff00_ff00_ff00_ff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000_ffff_0000_ffff_0000,
    0xffff_ffff_0000_0000_ffff_ffff_0000_0000,
    0xffff_ffff_ffff_ffff_0000_0000_0000_0000,
];

/// The map of [`super::PlacementVector::bit_map`]: a byte for each value of the lower half of a byte,
/// and one for each of the upper half.
#[inline(always)]
pub fn halves(sources: [u8; 8]) -> [[u8; 16]; 2] {
    let mut tables = [0_u128; 2];
    for (i, source) in sources.into_iter().enumerate().filter(|(_, source)| *source != 0) {
        let bit = source.trailing_zeros() as usize;
        let mapped = u128::from_le_bytes([1 << i; 16]);
        tables[bit / 4] |= HALVES[bit % 4] & mapped;
    }
    tables.map(u128::to_le_bytes)
}
