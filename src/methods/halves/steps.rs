//! The steps of the join, each an entry compiled for the CPU that a kernel is for.

use std::ops::Range;

use super::Shape;
use super::far::FarLists;
use super::list::{Footprints, List, Needed, Question};
use super::norths::{Entries, FarRows, Near};
use super::pairs::Planes;
use super::tails::{Completions, Tail};
use super::vector::Vector;

/// What is done with vectors, called from what is not.
pub trait Steps: Vector {
    fn norths(
        self,
        footprints: &Footprints,
        far_rows: FarRows,
        near: &[Vec<Near>],
        needed: &Needed,
        entries: &mut Entries,
        classes: &mut [List],
    );
    fn filter(
        self,
        from: &List,
        norths: Range<usize>,
        question: Question,
        needed: &Needed,
        into: &mut List,
        at: usize,
    ) -> usize;
    fn completions(self, far: &FarLists, tail: &Tail, into: &mut Completions);
    fn pairs(
        self,
        shape: &Shape,
        list: &List,
        segments: &[Range<usize>; 2],
        tail: &Tail,
        completions: &Completions,
        planes: &mut Planes<Self::Word>,
    ) -> u64;
}

/// Writes the norths of `from[norths]` that leave free what is asked for into `into`, from `at` on; returns how many.
#[inline(always)]
pub fn filter<V: Vector>(
    v: V,
    from: &List,
    norths: Range<usize>,
    question: Question,
    needed: &Needed,
    into: &mut List,
    at: usize,
) -> usize {
    let (from, into) = (from.slices(), into.slices_mut());
    let [(a, a_bit), (b, b_bit)] = question;
    let (a, b, a_bit, b_bit) = (from[a], from[b], v.splat(a_bit), v.splat(b_bit));
    let mut end = at;
    for position in norths.clone().step_by(V::WIDTH) {
        let valid = u64::MAX >> 64_usize.saturating_sub((norths.end - position).min(V::WIDTH));
        let left =
            valid & v.without(v.load(&a[position..]), a_bit) & v.without(v.load(&b[position..]), b_bit);
        let order = v.order(left);
        for &byte in needed.bytes() {
            v.compress(order, v.load(&from[byte][position..]), &mut into[byte][end..]);
        }
        end += left.count_ones() as usize;
    }
    end - at
}

/// Implements [`Steps`] for a kernel's vector by entries with its CPU features, if it wants any.
macro_rules! entries {
    ($vector:ty $(, $features:literal)?) => {
        impl super::steps::Steps for $vector {
            super::steps::entry!($vector, [$($features)?], norths = super::norths::norths(
                footprints: &super::list::Footprints, far_rows: super::norths::FarRows,
                near: &[Vec<super::norths::Near>], needed: &super::list::Needed,
                entries: &mut super::norths::Entries, classes: &mut [super::list::List]));
            super::steps::entry!($vector, [$($features)?], filter = super::steps::filter(
                from: &super::list::List, norths: std::ops::Range<usize>, question: super::list::Question,
                needed: &super::list::Needed, into: &mut super::list::List, at: usize) -> usize);
            super::steps::entry!($vector, [$($features)?], completions = super::tails::completions(
                far: &super::far::FarLists, tail: &super::tails::Tail, into: &mut super::tails::Completions));
            super::steps::entry!($vector, [$($features)?], pairs = super::pairs::pairs(
                shape: &super::Shape, list: &super::list::List, segments: &[std::ops::Range<usize>; 2],
                tail: &super::tails::Tail, completions: &super::tails::Completions,
                planes: &mut super::pairs::Planes<<$vector as super::vector::Vector>::Word>) -> u64);
        }
    };
}

/// One step: the generic code in an entry.
macro_rules! entry {
    ($vector:ty, [], $name:ident = $($path:ident)::+ ($($argument:ident: $type:ty),*) $(-> $returned:ty)?) => {
        fn $name(self, $($argument: $type),*) $(-> $returned)? {
            $($path)::+(self, $($argument),*)
        }
    };
    ($vector:ty, [$features:literal], $name:ident = $($path:ident)::+ ($($argument:ident: $type:ty),*)
     $(-> $returned:ty)?) => {
        fn $name(self, $($argument: $type),*) $(-> $returned)? {
            #[target_feature(enable = $features)]
            fn entry(v: $vector, $($argument: $type),*) $(-> $returned)? {
                $($path)::+(v, $($argument),*)
            }
            // SAFETY: `self` proves the features.
            unsafe { entry(self, $($argument),*) }
        }
    };
}

pub(super) use {entries, entry};
