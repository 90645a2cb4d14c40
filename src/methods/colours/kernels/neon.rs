//! Thirty-two bytes with NEON: keys are compressed by a table of permutations, bits mapped by two
//! tables, one for each half of a byte.
#![allow(unsafe_code)]

use core::arch::aarch64::*;

use super::PlacementVector;
use super::tables::{self, KEPT};
use crate::methods::cpu::Neon;

impl PlacementVector for Neon {
    /// The mapped byte for each lower and each upper half of a byte.
    type BitMap = [uint8x16_t; 2];

    #[inline(always)]
    fn compress_keys(self, mask: u64, from: &[u16], into: &mut [u16]) {
        let (from, into) = (&from[..32], &mut into[..32]);
        let mut end = 0;
        for (group, from) in from.chunks_exact(8).enumerate() {
            let mask = (mask >> (8 * group)) as u8;
            debug_assert!(end <= 8 * group);
            // SAFETY: `self` proves NEON. There are eight keys to read; at most as many were kept as were
            // read before, so that there are eight more to write.
            unsafe {
                let kept = vld1q_u8(KEPT[usize::from(mask)].as_ptr());
                let keys = vqtbl1q_u8(vreinterpretq_u8_u16(vld1q_u16(from.as_ptr())), kept);
                vst1q_u16(into.as_mut_ptr().add(end), vreinterpretq_u16_u8(keys));
            }
            end += mask.count_ones() as usize;
        }
    }

    #[inline(always)]
    fn bit_map(self, sources: [u8; 8]) -> [uint8x16_t; 2] {
        // SAFETY: `self` proves NEON, and there are 16 bytes to read.
        tables::nibbles(sources).map(|table| unsafe { vld1q_u8(table.as_ptr()) })
    }

    #[inline(always)]
    fn map_bits(self, [lower, upper]: [uint8x16_t; 2], bytes: [uint8x16_t; 2]) -> [uint8x16_t; 2] {
        // SAFETY: `self` proves NEON.
        bytes.map(|bytes| unsafe {
            let lower = vqtbl1q_u8(lower, vandq_u8(bytes, vdupq_n_u8(0x0f)));
            vorrq_u8(lower, vqtbl1q_u8(upper, vshrq_n_u8::<4>(bytes)))
        })
    }
}
