//! The operations on vectors, one by one, against loops over bytes and bits.

use super::*;
use crate::methods::vectors::vector::{Completion, MAX_WORDS, TABLE_LEN, Tables, Vector};

fn bytes(rng: &mut Rng, len: usize) -> Vec<u8> {
    (0..len).map(|_| rng.u8(..)).collect()
}

fn stored<V: Vector>(v: V, vector: V::Bytes) -> Vec<u8> {
    let mut into = vec![0; V::WIDTH];
    v.store(vector, &mut into);
    into
}

fn check_bytes<V: Vector>(v: V, rng: &mut Rng) {
    let [a, b, c] = [(); 3].map(|()| bytes(rng, 64));
    let [x, y, z] = [&a, &b, &c].map(|bytes| v.load(bytes));
    let mut either = (0..V::WIDTH).map(|i| a[i] | b[i] | c[i]);
    assert!(stored(v, v.or(x, y, z)).into_iter().eq(&mut either));

    for bit in 0..8 {
        let free = v.without(x, v.splat(1 << bit));
        let expected = (0..V::WIDTH).filter(|&i| a[i] >> bit & 1 == 0).fold(0, |set, i| set | 1 << i);
        assert_eq!(free, expected, "bit {bit}");
    }
    let zeros: Vec<u8> = a.iter().map(|byte| if byte % 2 == 0 { 0 } else { *byte }).collect();
    let expected = (0..V::WIDTH).filter(|&i| zeros[i] == 0).fold(0, |set, i| set | 1 << i);
    assert_eq!(v.without(v.load(&zeros), v.splat(u8::MAX)), expected);
}

fn check_compression<V: Vector>(v: V, rng: &mut Rng) {
    let all = u64::MAX >> (64 - V::WIDTH);
    for mask in [0, 1, all, all >> 1, rng.u64(..), rng.u64(..) & rng.u64(..), rng.u64(..) | rng.u64(..)] {
        let mask = mask & all;
        let from = bytes(rng, 64);
        let mut into = vec![0; 128];
        v.compress(v.permutation(mask), v.load(&from), &mut into);
        let kept: Vec<u8> = (0..V::WIDTH).filter(|&i| mask >> i & 1 == 1).map(|i| from[i]).collect();
        assert_eq!(&into[..kept.len()], kept, "{mask:#b}");
        assert!(into[V::WIDTH..].iter().all(|&behind| behind == 0), "{mask:#b}: written too far");
    }
}

fn check_tables<V: Vector>(v: V, rng: &mut Rng) {
    let upper = rng.u64(..);
    let lower = rng.u64(..);
    let ranks: Vec<u8> = (0..64).map(|_| rng.u8(..TABLE_LEN as u8)).collect();
    let found = stored(v, v.look_up(v.rank_table(upper, lower), v.load(&ranks)));
    for (found, ranks) in found.into_iter().zip(ranks) {
        let of = |word: u64, rank: u8| word.to_le_bytes()[usize::from(rank)];
        assert_eq!(found, of(upper, ranks / 8) | of(lower, ranks % 8), "ranks {ranks}");
    }
    // Seven ranks in any order, and the bytes behind the last entry of a list.
    let mut orders = vec![[7; 7]; 64];
    orders[1..].iter_mut().for_each(|order| {
        *order = [0, 1, 2, 3, 4, 5, 6];
        rng.shuffle(order);
    });
    let two =
        |row: usize| -> Vec<u8> { orders.iter().map(|order| 8 * order[row] + order[row + 1]).collect() };
    let missing = v.missing_rank(v.load(&two(1)), v.load(&two(3)), v.load(&two(5)));
    assert!(stored(v, missing).iter().zip(&orders).all(|(missing, order)| *missing == order[0]));
    let words: [u64; 8] = std::array::from_fn(|_| rng.u64(..));
    let transposed = v.transpose(words);
    for (i, j) in (0..8).flat_map(|i| (0..8).map(move |j| (i, j))) {
        assert_eq!(transposed[j].to_le_bytes()[i], words[i].to_le_bytes()[j], "byte {j} of word {i}");
    }
    let ranks = [(); 4].map(|()| (0..64).map(|_| rng.u8(..TABLE_LEN as u8)).collect::<Vec<u8>>());
    let mut completions = [Completion::default(); 64];
    v.completions(ranks.each_ref().map(Vec::as_slice), &mut completions);
    for (i, completion) in completions.into_iter().enumerate() {
        assert_eq!(completion, Completion::new(ranks.each_ref().map(|ranks| ranks[i])));
    }
    let word = rng.u32(..);
    let mask = rng.u32(..);
    let extracted = bits(mask).enumerate().fold(0, |set, (i, place)| set | (word >> place & 1) << i);
    assert_eq!(v.extract(word, mask), extracted, "{word:#b}, {mask:#b}");
    v.prefetch(&0);
    // Anywhere, also behind the end.
    v.prefetch_write(&[0; 8], 4096);
}

/// The number of bits that `word` and `valid` share, by lane.
fn counted<V: Vector>(v: V, word: V::Bytes, valid: &[u64; 8]) -> [u64; 8] {
    let tables: Tables<V::Bytes> = [[v.and(word, v.word(valid)); MAX_WORDS]; 257];
    let mut sums = [v.nothing()];
    v.join(&tables, &[Completion::default()], 8 * V::WIDTH, &mut sums);
    v.lanes(sums[0])
}

fn check_planes<V: Vector>(v: V, rng: &mut Rng) {
    let norths = bytes(rng, 8 * V::WIDTH);
    let planes = v.bit_planes(&norths);
    for (bit, plane) in planes.into_iter().enumerate() {
        for (i, north) in norths.iter().enumerate() {
            let mut only = [0; 8];
            only[i / 64] = 1 << (i % 64);
            let mut expected = [0; 8];
            expected[i / 64] = u64::from(north >> bit & 1 == 0);
            assert_eq!(counted(v, plane, &only), expected, "bit {bit} of north {i}");
        }
    }
}

/// Joins completions with random words of norths, of which the last word has only `last`.
fn check_join<V: Vector, const WORDS: usize>(v: V, rng: &mut Rng, completions: usize, last: usize) {
    let count = V::WIDTH / 8;
    let mut random = || -> [u64; 8] {
        std::array::from_fn(|lane| if lane < count { rng.u64(..) | rng.u64(..) } else { 0 })
    };
    let mut lanes: Vec<[[u64; 8]; MAX_WORDS]> = (0..257).map(|_| std::array::from_fn(|_| random())).collect();
    for words in &mut lanes {
        for (lane, bits) in words[WORDS - 1].iter_mut().enumerate() {
            let norths = last.saturating_sub(64 * lane).min(64);
            *bits &= u64::MAX.checked_shr(64 - norths as u32).unwrap_or(0);
        }
    }
    // Any indices, not only one in each table.
    let completions: Vec<Completion> =
        (0..completions).map(|_| Completion(std::array::from_fn(|_| u16::from(rng.u8(..)) << 8))).collect();

    let words: Box<Tables<V::Bytes>> =
        Box::new(std::array::from_fn(|index| lanes[index].map(|lanes| v.word(&lanes))));
    let mut sums = [v.nothing(); WORDS];
    let (some, others) = completions.split_at(completions.len() / 3);
    for completions in [some, others] {
        v.join(&words, completions, 8 * V::WIDTH * (WORDS - 1) + last, &mut sums);
    }
    for (word, sum) in sums.into_iter().enumerate() {
        let expected: [u64; 8] = std::array::from_fn(|lane| {
            let left = |completion: &Completion| {
                let [a, b, c, d] = completion.indices().map(|index| lanes[index][word][lane]);
                u64::from((a & b & c & d).count_ones())
            };
            completions.iter().map(left).sum()
        });
        let completions = completions.len();
        assert_eq!(
            v.lanes(sum),
            expected,
            "{completions} completions, {last} norths, word {word} of {WORDS}"
        );
    }
}

fn check_joins<V: Vector>(v: V, rng: &mut Rng) {
    for completions in (0..=35).chain([63, 64, 65, 300]) {
        for last in [1, 4 * V::WIDTH, 4 * V::WIDTH + 1, 8 * V::WIDTH] {
            check_join::<V, 1>(v, rng, completions, last);
            check_join::<V, 2>(v, rng, completions, last);
            check_join::<V, 3>(v, rng, completions, last);
            check_join::<V, 4>(v, rng, completions, last);
        }
    }
}

/// Joins completions that every north fits: here sums that a kernel keeps in few bits overflow
/// first.
fn check_full_words<V: Vector>(v: V) {
    let full: Tables<V::Bytes> = [[v.ones(); MAX_WORDS]; 257];
    for completions in [31, 32, 33, 255, 256, 257, 5_000] {
        let mut sums = [v.nothing(); 2];
        v.join(&full, &vec![Completion::default(); completions], 16 * V::WIDTH, &mut sums);
        let expected =
            std::array::from_fn(|lane| if lane < V::WIDTH / 8 { 64 * completions as u64 } else { 0 });
        for sum in sums {
            assert_eq!(v.lanes(sum), expected, "{completions} completions");
        }
    }
}

#[test]
fn completions_have_an_index_in_each_table() {
    for ranks in 0..TABLE_LEN as u8 {
        let others = TABLE_LEN as u8 - 1 - ranks;
        let expected = [ranks, 64 + others, 128 + ranks, 192 + others].map(usize::from);
        assert_eq!(Completion::new([ranks, others, ranks, others]).indices(), expected);
    }
}

#[test]
fn compares_bytes_with_bits() {
    let mut rng = Rng::with_seed(31);
    (0..200).for_each(|_| with_every_vector!(check_bytes(&mut rng)));
}

#[test]
fn compression_keeps_bytes_and_stays_within_a_vector() {
    let mut rng = Rng::with_seed(32);
    (0..200).for_each(|_| with_every_vector!(check_compression(&mut rng)));
}

#[test]
fn tables_transpose_and_extract_like_loops() {
    let mut rng = Rng::with_seed(33);
    (0..200).for_each(|_| with_every_vector!(check_tables(&mut rng)));
}

#[test]
fn planes_mark_the_norths_without_a_bit() {
    let mut rng = Rng::with_seed(34);
    (0..5).for_each(|_| with_every_vector!(check_planes(&mut rng)));
}

#[test]
fn joins_count_the_norths_of_all_tables() {
    let mut rng = Rng::with_seed(35);
    with_every_vector!(check_joins(&mut rng));
}

#[test]
fn sums_of_full_words_do_not_overflow() {
    with_every_vector!(check_full_words());
}
