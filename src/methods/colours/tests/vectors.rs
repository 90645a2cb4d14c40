//! The operations of every kernel, against loops.

use super::super::kernels::PlacementVector;
use super::*;

fn check_keys<V: PlacementVector>(v: V, rng: &mut Rng) {
    let keys: Vec<u16> = (0..V::WIDTH).map(|_| rng.u16(..)).collect();
    let mask = rng.u64(..) & rng.u64(..) & u64::MAX >> (64 - V::WIDTH);
    for mask in [mask, !mask & u64::MAX >> (64 - V::WIDTH), 0, u64::MAX >> (64 - V::WIDTH)] {
        // Nothing behind a vector's keys is written.
        let mut into = vec![7; V::WIDTH + 1];
        v.compress_keys(mask, &keys, &mut into);
        let kept = keys.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1).map(|(_, &key)| key);
        let kept: Vec<u16> = kept.collect();
        assert_eq!((&into[..kept.len()], into[V::WIDTH]), (&kept[..], 7), "mask {mask:x}");
    }
}

fn check_maps<V: PlacementVector>(v: V, rng: &mut Rng) {
    let mut sources = [0; 8];
    for source in &mut sources {
        *source = if rng.u8(..4) == 0 { 0 } else { 1 << rng.u8(..8) };
    }
    let bytes: Vec<u8> = (0..V::WIDTH).map(|_| rng.u8(..)).collect();
    let mut into = vec![0; V::WIDTH];
    v.store(v.map_bits(v.bit_map(sources), v.load(&bytes)), &mut into);
    for (&byte, mapped) in bytes.iter().zip(into) {
        let bit = |i: usize| u8::from(byte & sources[i] != 0) << i;
        assert_eq!(mapped, (0..8).map(bit).sum::<u8>(), "{byte:b} by {sources:?}");
    }
}

#[test]
fn keys_are_compressed_in_order() {
    let mut rng = Rng::with_seed(71);
    (0..300).for_each(|_| with_every_vector!(check_keys(&mut rng)));
}

#[test]
fn maps_move_each_bit_from_its_source() {
    let mut rng = Rng::with_seed(72);
    (0..300).for_each(|_| with_every_vector!(check_maps(&mut rng)));
}
