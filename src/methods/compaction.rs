//! Permutation tables that replace a compress instruction.

/// Returns a table with one permutation for each mask of `SIZE`-byte elements. The permutation lists the byte
/// indices of the elements in the mask, in ascending order, padded with zeros.
pub const fn compaction_table<const SIZE: usize, const BYTES: usize, const MASKS: usize>()
-> [[u8; BYTES]; MASKS] {
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
