//! Vectors of eight bytes in a plain word. They need no vector instructions, so they work on every machine.

use super::PlacementVector;
use crate::methods::cpu::Portable;

/// A word with the number 1 in each byte.
const FIRST_BYTES: u64 = 0x0101_0101_0101_0101;

impl PlacementVector for Portable {
    type Bytes = u64;
    type CompressMask = u64;
    type BitMap = [u8; 8];
    const WIDTH: usize = 8;

    #[inline(always)]
    fn splat(self, value: u8) -> u64 {
        FIRST_BYTES * u64::from(value)
    }

    #[inline(always)]
    fn load(self, from: &[u8]) -> u64 {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&from[..8]);
        u64::from_le_bytes(bytes)
    }

    #[inline(always)]
    fn store(self, bytes: u64, into: &mut [u8]) {
        into[..8].copy_from_slice(&bytes.to_le_bytes());
    }

    #[inline(always)]
    fn or(self, a: u64, b: u64) -> u64 {
        a | b
    }

    #[inline(always)]
    fn bytes_lacking(self, bytes: u64, bits: u64) -> u64 {
        const LOW_7_BITS: u64 = 0x7f * FIRST_BYTES;
        let masked = bytes & bits;
        // Set the highest bit in each zero byte, then move these eight bits next to each other.
        let free = !(((masked & LOW_7_BITS) + LOW_7_BITS) | masked | LOW_7_BITS);
        (free >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
    }

    #[inline(always)]
    fn compress_mask(self, mask: u64) -> u64 {
        mask
    }

    #[inline(always)]
    fn compress(self, mask: u64, bytes: u64, into: &mut [u8]) {
        let into = &mut into[..8];
        let mut at = 0;
        for (i, byte) in bytes.to_le_bytes().into_iter().enumerate() {
            into[at & 7] = byte;
            at += (mask >> i & 1) as usize;
        }
    }

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
