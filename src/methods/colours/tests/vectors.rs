//! Checks every kernel's vector operations against loops.

use super::*;

fn random_bytes(rng: &mut Rng, len: usize) -> Vec<u8> {
    (0..len).map(|_| rng.u8(..)).collect()
}

fn check_bytes<V: PlacementVector>(v: V, rng: &mut Rng) {
    let [a, b] = [(); 2].map(|()| random_bytes(rng, V::WIDTH));
    let mut either = vec![0; V::WIDTH];
    v.store(v.or(v.load(&a), v.load(&b)), &mut either);
    assert!(either.into_iter().eq(a.iter().zip(&b).map(|(a, b)| a | b)));

    for bit in 0..8 {
        let free = v.bytes_lacking(v.load(&a), v.splat(1 << bit));
        let expected = (0..V::WIDTH).filter(|&i| a[i] >> bit & 1 == 0).fold(0, |set, i| set | 1 << i);
        assert_eq!(free, expected, "bit {bit}");
    }
    let zeros: Vec<u8> = a.iter().map(|byte| if byte % 2 == 0 { 0 } else { *byte }).collect();
    let expected = (0..V::WIDTH).filter(|&i| zeros[i] == 0).fold(0, |set, i| set | 1 << i);
    assert_eq!(v.bytes_lacking(v.load(&zeros), v.splat(u8::MAX)), expected);
}

fn check_compression<V: PlacementVector>(v: V, rng: &mut Rng) {
    let all = u64::MAX >> (64 - V::WIDTH);
    for mask in [0, 1, all, all >> 1, rng.u64(..), rng.u64(..) & rng.u64(..), rng.u64(..) | rng.u64(..)] {
        let mask = mask & all;
        let from = random_bytes(rng, V::WIDTH);
        let mut into = vec![0; 128];
        v.compress(v.compress_mask(mask), v.load(&from), &mut into);
        let kept: Vec<u8> = (0..V::WIDTH).filter(|&i| mask >> i & 1 == 1).map(|i| from[i]).collect();
        assert_eq!(&into[..kept.len()], kept, "{mask:#b}");
        assert!(into[V::WIDTH..].iter().all(|&behind| behind == 0), "{mask:#b}: written too far");
    }
}

fn check_keys<V: PlacementVector>(v: V, rng: &mut Rng) {
    let keys: Vec<u16> = (0..V::WIDTH).map(|_| rng.u16(..)).collect();
    let mask = rng.u64(..) & rng.u64(..) & u64::MAX >> (64 - V::WIDTH);
    for mask in [mask, !mask & u64::MAX >> (64 - V::WIDTH), 0, u64::MAX >> (64 - V::WIDTH)] {
        // Nothing may be written past a vector's width.
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
    let bytes = random_bytes(rng, V::WIDTH);
    let mut into = vec![0; V::WIDTH];
    v.store(v.map_bits(v.bit_map(sources), v.load(&bytes)), &mut into);
    for (&byte, mapped) in bytes.iter().zip(into) {
        let bit = |i: usize| u8::from(byte & sources[i] != 0) << i;
        assert_eq!(mapped, (0..8).map(bit).sum::<u8>(), "{byte:b} by {sources:?}");
    }
}

#[test]
fn operations_treat_every_byte_alike() {
    let mut rng = Rng::with_seed(73);
    for _ in 0..100 {
        with_every_vector!(check_bytes(&mut rng));
        with_every_vector!(check_compression(&mut rng));
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
