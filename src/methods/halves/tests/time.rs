//! Sampled times against whole counts, on a clock that counts steps of the join.

use std::cell::Cell;
use std::time::Duration;

use super::*;
use crate::methods::halves::kernels::portable::Portable;
use crate::methods::halves::kernels::vector::{Completion, Step, Tables, Vector};
use crate::methods::halves::set_counter::clocked_set_counter;

thread_local! {
    /// Steps that this thread has run.
    static STEPS: Cell<u32> = const { Cell::new(0) };
}

/// A second a step.
fn clock() -> Duration {
    Duration::from_secs(STEPS.get().into())
}

/// The portable kernel, with its steps counted.
#[derive(Clone, Copy)]
struct Counted;

macro_rules! as_portable {
    ($($name:ident($($argument:ident: $type:ty),*) -> $out:ty;)*) => {
        $(fn $name(self, $($argument: $type),*) -> $out {
            Portable.$name($($argument),*)
        })*
    };
}

impl Vector for Counted {
    type Bytes = <Portable as Vector>::Bytes;
    type PairTable = <Portable as Vector>::PairTable;
    type Word = <Portable as Vector>::Word;
    type Sum = <Portable as Vector>::Sum;
    type Order = <Portable as Vector>::Order;
    const WIDTH: usize = Portable::WIDTH;

    fn enter<S: Step<Self>>(self, step: S) -> S::Out {
        STEPS.set(STEPS.get() + 1);
        step.run(self)
    }

    as_portable! {
        splat(value: u8) -> Self::Bytes;
        load(from: &[u8]) -> Self::Bytes;
        store(bytes: Self::Bytes, into: &mut [u8]) -> ();
        or(a: Self::Bytes, b: Self::Bytes, c: Self::Bytes) -> Self::Bytes;
        without(bytes: Self::Bytes, bits: Self::Bytes) -> u64;
        pair_table(upper: u64, lower: u64) -> Self::PairTable;
        look_up(table: Self::PairTable, pairs: Self::Bytes) -> Self::Bytes;
        left_of_seven(a: Self::Bytes, b: Self::Bytes, c: Self::Bytes) -> Self::Bytes;
        order(mask: u64) -> Self::Order;
        compress(order: Self::Order, bytes: Self::Bytes, into: &mut [u8]) -> ();
        ones() -> Self::Word;
        and(a: Self::Word, b: Self::Word) -> Self::Word;
        bit_planes(bytes: &[u8]) -> [Self::Word; 8];
        word(lanes: &[u64]) -> Self::Word;
        nothing() -> Self::Sum;
        lanes(sum: Self::Sum) -> [u64; 8];
        prefetch(byte: &u8) -> ();
        transpose(words: [u64; 8]) -> [u64; 8];
        extract(word: u32, mask: u32) -> u32;
    }

    fn join<const WORDS: usize>(
        self,
        first: &[Self::Word; WORDS],
        tables: &Tables<Self::Word>,
        completions: &[Completion],
        sums: &mut [Self::Sum; WORDS],
    ) {
        Portable.join(first, tables, completions, sums);
    }
}

#[test]
fn samples_of_a_set_take_on_average_what_its_count_takes() {
    let mut rng = Rng::with_seed(71);
    for (n, samples) in [(14, 2_000), (16, 10), (17, 500), (18, 300)] {
        let shape = shape(n);
        let (far, set) = (FarLists::new(n, shape.far), random_set(&mut rng, n));
        for rows in 0..=shape.near_north().min(2) {
            let first = random_first(&mut rng, &set, rows);
            let counter = || clocked_set_counter(Counted, &shape, clock);
            // The first count makes the far lists that the set needs.
            counter().count(&far, &set, first, &NEVER);
            let began = clock();
            counter().count(&far, &set, first, &NEVER);
            let counted = (clock() - began).as_secs_f64();
            let mut sets = counter();
            let mut sample = || {
                let SetTime { listing, searching } = sets.time(&far, &set, first, &mut rng);
                listing + searching
            };
            let mean = (0..samples).map(|_| sample()).sum::<f64>() / f64::from(samples);
            let what = format!("N = {n}, {first:?}: {mean} s instead of {counted} s");
            assert!((mean / counted - 1.0).abs() < 0.05, "{what}");
        }
    }
}

#[test]
fn far_lists_made_beforehand_are_all_that_a_count_needs() {
    let (shape, mut rng) = (shape(14), Rng::with_seed(72));
    let far = FarLists::new(14, shape.far);
    let mut sets = clocked_set_counter(Counted, &shape, clock);
    sets.make_far_lists(&far, &mut rng);
    let made = far.made();
    for _ in 0..20 {
        sets.count(&far, &random_set(&mut rng, 14), FirstQueens::ANY, &NEVER);
    }
    assert!(made > 0 && far.made() == made, "{made} bytes, then {}", far.made());
}
