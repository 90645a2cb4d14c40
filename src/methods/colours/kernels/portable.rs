//! Eight bytes in a plain word.

use super::PlacementVector;
use crate::methods::vectors::bits::FIRST_BYTES;
use crate::methods::vectors::portable::Portable;

impl PlacementVector for Portable {
    type BitMap = [u8; 8];

    #[inline(always)]
    fn compress_keys(self, mask: u64, from: &[u16], into: &mut [u16]) {
        let (from, into) = (&from[..8], &mut into[..8]);
        let mut end = 0;
        for (i, &key) in from.iter().enumerate() {
            into[end] = key;
            end += (mask >> i & 1) as usize;
        }
    }

    #[inline(always)]
    fn bit_map(self, sources: [u8; 8]) -> [u8; 8] {
        sources
    }

    #[inline(always)]
    fn map_bits(self, map: [u8; 8], bytes: u64) -> u64 {
        let mut mapped = 0;
        for (i, source) in map.into_iter().enumerate() {
            if source != 0 {
                mapped |= (bytes >> source.trailing_zeros() & FIRST_BYTES) << i;
            }
        }
        mapped
    }
}
