//! Vectors of 32 bytes with NEON, as two 16-byte registers. A single 32-bit mask covers both.
//!
//! NEON has neither bit masks nor a compress instruction. A mask is made by weighting the bytes and adding
//! neighbours three times, which leaves one bit for each byte. Bytes and keys are compressed eight at a time,
//! with tables that have a permutation for each eight-bit mask. Bits are mapped with two tables, one for each
//! half of a byte.
#![allow(unsafe_code)]

use core::arch::aarch64::*;
use core::arch::asm;

use super::PlacementVector;
use super::tables::{self, KEPT_BYTES, KEPT_KEYS};
use crate::methods::cpu::Neon;

/// The permutations for both registers, and the number of bytes kept before each group of eight bytes.
#[derive(Clone, Copy)]
pub struct NeonCompressMask {
    places: [uint8x16_t; 2],
    kept_before: u32,
}

impl PlacementVector for Neon {
    type Bytes = [uint8x16_t; 2];
    type CompressMask = NeonCompressMask;
    /// The mapped byte for each value of the lower half of a byte, and for each value of the upper half.
    type BitMap = [uint8x16_t; 2];
    const WIDTH: usize = 32;

    #[inline(always)]
    fn splat(self, value: u8) -> Self::Bytes {
        // SAFETY: `self` proves NEON.
        unsafe { [vdupq_n_u8(value); 2] }
    }

    #[inline(always)]
    fn load(self, from: &[u8]) -> Self::Bytes {
        let from = &from[..32];
        // SAFETY: `self` proves NEON, and there are 32 bytes to read.
        unsafe { [vld1q_u8(from.as_ptr()), vld1q_u8(from.as_ptr().add(16))] }
    }

    #[inline(always)]
    fn store(self, bytes: Self::Bytes, into: &mut [u8]) {
        let into = &mut into[..32];
        // SAFETY: `self` proves NEON, and there are 32 bytes to write.
        unsafe {
            vst1q_u8(into.as_mut_ptr(), bytes[0]);
            vst1q_u8(into.as_mut_ptr().add(16), bytes[1]);
        }
    }

    #[inline(always)]
    fn or(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes {
        // SAFETY: `self` proves NEON.
        unsafe { [vorrq_u8(a[0], b[0]), vorrq_u8(a[1], b[1])] }
    }

    #[inline(always)]
    fn bytes_lacking(self, bytes: Self::Bytes, bits: Self::Bytes) -> u64 {
        // SAFETY: `self` proves NEON.
        let mask = unsafe {
            let weights = vreinterpretq_u8_u64(vdupq_n_u64(0x8040_2010_0804_0201));
            let low = vbicq_u8(weights, vtstq_u8(bytes[0], bits[0]));
            let high = vbicq_u8(weights, vtstq_u8(bytes[1], bits[1]));
            let pairs = vpaddq_u8(low, high);
            let fours = vpaddq_u8(pairs, pairs);
            vgetq_lane_u32::<0>(vreinterpretq_u32_u8(vpaddq_u8(fours, fours)))
        };
        mask.into()
    }

    #[inline(always)]
    fn compress_mask(self, mask: u64) -> NeonCompressMask {
        let mask = mask as u32;
        let [a, b, c, d] = mask.to_le_bytes().map(|mask| u64::from_le_bytes(KEPT_BYTES[usize::from(mask)]));
        // Added to indices into a register's upper eight bytes, because these bytes begin at index 8.
        const UPPER_OFFSETS: u64 = 0x0808_0808_0808_0808;
        // SAFETY: `self` proves NEON.
        let kept = unsafe { vget_lane_u32::<0>(vreinterpret_u32_u8(vcnt_u8(vcreate_u8(mask.into())))) };
        // SAFETY: the same.
        let both = |lower, upper| unsafe { vcombine_u8(vcreate_u8(lower), vcreate_u8(upper)) };
        NeonCompressMask {
            places: [both(a, b + UPPER_OFFSETS), both(c, d + UPPER_OFFSETS)],
            kept_before: kept.wrapping_mul(0x0101_0100),
        }
    }

    #[inline(always)]
    fn compress(self, mask: NeonCompressMask, bytes: Self::Bytes, into: &mut [u8]) {
        let into = &mut into[..32];
        let [_, a, b, c] = mask.kept_before.to_le_bytes().map(usize::from);
        // SAFETY: `self` proves NEON. The four groups of eight bytes are written to offsets of at most 0, 8,
        // 16 and 24, because each starts after the bytes kept from earlier groups. So all writes are within
        // the 32 bytes of `into`. Only `compress_mask` computes these offsets.
        unsafe {
            let low = vreinterpretq_u64_u8(vqtbl1q_u8(bytes[0], mask.places[0]));
            let high = vreinterpretq_u64_u8(vqtbl1q_u8(bytes[1], mask.places[1]));
            let into = into.as_mut_ptr();
            into.cast::<u64>().write_unaligned(vgetq_lane_u64::<0>(low));
            into.add(a).cast::<u64>().write_unaligned(vgetq_lane_u64::<1>(low));
            into.add(b).cast::<u64>().write_unaligned(vgetq_lane_u64::<0>(high));
            into.add(c).cast::<u64>().write_unaligned(vgetq_lane_u64::<1>(high));
        }
    }

    #[inline(always)]
    fn compress_keys(self, mask: u64, from: &[u16], into: &mut [u16]) {
        let (from, into) = (&from[..32], &mut into[..32]);
        let mut end = 0;
        for (group, from) in from.chunks_exact(8).enumerate() {
            let mask = (mask >> (8 * group)) as u8;
            debug_assert!(end <= 8 * group);
            // SAFETY: `self` proves NEON. There are eight keys to read. So far, at most as many were kept as
            // were read, so there is room to write eight more.
            unsafe {
                let kept = vld1q_u8(KEPT_KEYS[usize::from(mask)].as_ptr());
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

    #[inline(always)]
    fn prefetch<T>(self, value: &T) {
        // SAFETY: a prefetch neither reads nor writes what the program can see.
        unsafe { asm!("prfm pldl1keep, [{}]", in(reg) value, options(nostack, readonly, preserves_flags)) }
    }
}
