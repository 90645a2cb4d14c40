//! Pairs: counts the norths and souths of two lists that have no line in common.
//!
//! ```text
//! lines  = the lines that halves of both lists have: 20 to 27 of them, in three or four groups
//! planes = the list for which that is cheaper, the longer one as a rule; items = the other one
//! for each item: its entry in the table of each group, by its lines among the group's
//! for each word of the planes, 512 halves with AVX-512, or two of 256:
//!     plane  = for each line: the halves that lack it
//!     tables = for each group, for each set of its lines: the AND of their planes
//!     for each item:
//!         found += popcount(AND of its entries in the tables)
//! ```
//!
//! A table is made by doubling, one AND and one store for each entry. An item costs an extraction and a
//! deposit of bits once (`pext` and `pdep`), and for each word as many loads as there are groups. More
//! and smaller groups pay for few items.
//!
//! Tables have room for 32 lines. Should there be more, the items are taken in classes by the others:
//! those of a class go with the planes that lack the lines of the class.

use crate::board::bits;
use crate::methods::halves::alternation::sorted::Segment;
use crate::methods::halves::kernels::vector::{
    Entries, GROUPS, LANE, LINE_ENTRIES, LineGroups, LineTables, MAX_WORDS, MOST_LINES, Step, Vector,
};
use crate::methods::halves::lists::footprint::{BYTES, NeededBytes};
use crate::methods::halves::lists::half_list::HalfList;

/// Memory for the tables of a batch of words, and for the items, made once.
pub struct Memory<Word> {
    tables: Box<LineTables<Word>>,
    items: Vec<Entries>,
}

impl<Word: Copy> Memory<Word> {
    pub fn new(word: Word) -> Self {
        let tables = vec![word; LINE_ENTRIES * MAX_WORDS].into_boxed_slice().try_into();
        Self { tables: tables.unwrap_or_else(|_| unreachable!("the length fits")), items: Vec::new() }
    }
}

/// Some segments of a list.
type Some<'a> = (&'a HalfList, &'a [Segment]);

/// Counts the pairs of a north and a south without a common line.
pub struct CountPairs<'a, Word> {
    pub norths: Some<'a>,
    pub souths: Some<'a>,
    /// The bytes of the lines that both may have.
    pub needed: &'a NeededBytes,
    pub memory: &'a mut Memory<Word>,
}

/// What the planes and the tables of a word cost, in items that are looked up in it.
const WORD: usize = 170;

impl<V: Vector> Step<V> for CountPairs<'_, V::Word> {
    type Out = u64;

    #[inline(always)]
    fn run(self, v: V) -> u64 {
        let Self { norths, souths, needed, memory } = self;
        let len = |(_, segments): Some| segments.iter().map(|segment| segment.len).sum::<usize>();
        let cost = |planes: usize, items: usize| planes.div_ceil(8 * V::WIDTH) * (items + WORD) + items;
        let [a, b] = [len(norths), len(souths)];
        let (planes, items) = if cost(a, b) <= cost(b, a) { (norths, souths) } else { (souths, norths) };
        let all = lines_of(v, planes, needed) & lines_of(v, items, needed);
        let mut lines = all;
        while lines.count_ones() > MOST_LINES {
            lines &= lines - 1;
        }
        let others = all ^ lines;
        let groups = LineGroups::of(lines, a.min(b));
        let mut found = 0;
        let mut class = others;
        loop {
            look_up(v, items, needed, &groups, [others, class], &mut memory.items);
            if !memory.items.is_empty() {
                let planes = Planes { halves: planes, needed, groups, without: class };
                found += planes.count(v, memory);
            }
            if class == 0 {
                return found;
            }
            class = (class - 1) & others;
        }
    }
}

/// The lines of any of these halves.
#[inline(always)]
fn lines_of<V: Vector>(v: V, (list, segments): Some, needed: &NeededBytes) -> u64 {
    let mut lines = [0_u8; BYTES];
    for &byte in needed.bytes() {
        let array = list.arrays[byte].as_slice();
        let mut all = v.splat(0);
        for segment in segments {
            // Halves behind the segment have no line.
            for at in (segment.begin..segment.end()).step_by(V::WIDTH) {
                let bytes = v.load(&array[at..]);
                all = v.or(all, bytes, bytes);
            }
        }
        let mut stored = [0; LANE];
        v.store(all, &mut stored);
        lines[byte] = stored.iter().fold(0, |lines, byte| lines | byte);
    }
    u64::from_le_bytes(lines)
}

impl LineGroups {
    /// Groups of these lines, for so many items.
    pub fn of(lines: u64, items: usize) -> Self {
        let count = lines.count_ones();
        let three = count <= 18 || count <= 21 && items > 500 || count <= 24 && items > 2500;
        let groups = if three { 3 } else { GROUPS };
        let mut all = Self { lines, sizes: [0; GROUPS], bases: [0; GROUPS], groups };
        let mut rest = count;
        let mut base = 0;
        for group in 0..groups {
            all.sizes[group] = rest.div_ceil((groups - group) as u32);
            all.bases[group] = base;
            rest -= all.sizes[group];
            base += 1 << all.sizes[group];
        }
        all
    }
}

/// Looks up the entries of the halves whose lines among `others` are `class`.
#[inline(always)]
fn look_up<V: Vector>(
    v: V,
    (list, segments): Some,
    needed: &NeededBytes,
    groups: &LineGroups,
    [others, class]: [u64; 2],
    items: &mut Vec<Entries>,
) {
    let arrays = list.slices();
    items.clear();
    for segment in segments {
        for at in (segment.begin..segment.end()).step_by(8) {
            let mut words = [0; 8];
            for &byte in needed.bytes() {
                let bytes = arrays[byte][at..].first_chunk().expect("a lane of padding is behind a segment");
                words[byte] = u64::from_le_bytes(*bytes);
            }
            let footprints = v.transpose(words);
            let entries = v.entries(footprints, groups);
            let len = (segment.end() - at).min(8);
            if others == 0 {
                items.extend_from_slice(&entries);
                items.truncate(items.len() - 8 + len);
            } else {
                let of_class = footprints.iter().zip(entries).take(len);
                items.extend(
                    of_class.filter(|(lines, _)| *lines & others == class).map(|(_, entries)| entries),
                );
            }
        }
    }
}

/// The halves that become planes.
struct Planes<'a> {
    halves: Some<'a>,
    needed: &'a NeededBytes,
    groups: LineGroups,
    /// Lines that no half may have.
    without: u64,
}

impl Planes<'_> {
    /// Counts the pairs with the items of `memory`.
    #[inline(always)]
    fn count<V: Vector>(&self, v: V, memory: &mut Memory<V::Word>) -> u64 {
        let mut found = 0;
        for segment in self.halves.1 {
            let words = segment.len.div_ceil(8 * V::WIDTH);
            let mut word = 0;
            while word < words {
                let at = segment.begin + 8 * V::WIDTH * word;
                let len = segment.end() - at;
                let batch = (words - word).min(V::BATCH);
                found += match batch {
                    1 => self.words::<V, 1>(v, at, len, memory),
                    2 => self.words::<V, 2>(v, at, len, memory),
                    3 => self.words::<V, 3>(v, at, len, memory),
                    _ => self.words::<V, MAX_WORDS>(v, at, len, memory),
                };
                word += batch;
            }
        }
        found
    }

    /// Counts the pairs with `WORDS` words of planes: `len` halves from `at` on.
    #[inline(always)]
    fn words<V: Vector, const WORDS: usize>(
        &self,
        v: V,
        at: usize,
        len: usize,
        memory: &mut Memory<V::Word>,
    ) -> u64 {
        let Self { groups, .. } = self;
        let mut valid = [v.ones(); WORDS];
        for (word, valid) in valid.iter_mut().enumerate() {
            let len = len.saturating_sub(8 * V::WIDTH * word);
            if len < 8 * V::WIDTH {
                let mut lanes = [0; 8];
                for (lane, bits) in lanes[..V::WIDTH / 8].iter_mut().enumerate() {
                    let len = len.saturating_sub(LANE * lane);
                    *bits = if len == 0 { 0 } else { u64::MAX >> LANE.saturating_sub(len) };
                }
                *valid = v.word(&lanes);
            }
        }
        let planes = self.planes(v, at, &mut valid);
        let tables = &mut *memory.tables;
        let mut plane = 0;
        for group in 0..groups.groups {
            let base = WORDS * usize::from(groups.bases[group]);
            for word in 0..WORDS {
                tables[base + word] = if group == 0 { valid[word] } else { v.ones() };
            }
            for size in 0..groups.sizes[group] {
                let half = WORDS << size;
                let (old, new) = tables[base..][..2 * half].split_at_mut(half);
                let lacking = &planes[plane % MOST_LINES as usize];
                // By index: an iterator of chunks would be a call for each.
                let new = &mut new[..half];
                for at in (0..half).step_by(WORDS) {
                    for word in 0..WORDS {
                        new[at + word] = v.and(old[at + word], lacking[word]);
                    }
                }
                plane += 1;
            }
        }
        let mut sums = [v.nothing(); WORDS];
        if groups.groups == 3 {
            v.count_common::<3, WORDS>(tables, &memory.items, len, &mut sums);
        } else {
            v.count_common::<GROUPS, WORDS>(tables, &memory.items, len, &mut sums);
        }
        let mut found = 0;
        for sum in sums {
            found += v.lanes(sum).iter().sum::<u64>();
        }
        found
    }

    /// The planes of all lines of the groups, in their order; `valid` loses the halves with other lines
    /// that none may have.
    #[inline(always)]
    fn planes<V: Vector, const WORDS: usize>(
        &self,
        v: V,
        at: usize,
        valid: &mut [V::Word; WORDS],
    ) -> [[V::Word; WORDS]; MOST_LINES as usize] {
        let arrays = self.halves.0.slices();
        let mut planes = [[v.ones(); WORDS]; MOST_LINES as usize];
        let mut before = 0;
        for &byte in self.needed.bytes() {
            let lines = u32::from(self.groups.lines.to_le_bytes()[byte]);
            let without = u32::from(self.without.to_le_bytes()[byte]);
            if lines | without == 0 {
                continue;
            }
            for word in 0..WORDS {
                let of_byte = v.bit_planes(&arrays[byte][at + 8 * V::WIDTH * word..]);
                for (number, bit) in bits(lines).enumerate() {
                    planes[(before + number) % MOST_LINES as usize][word] = of_byte[bit % 8];
                }
                for bit in bits(without) {
                    valid[word] = v.and(valid[word], of_byte[bit % 8]);
                }
            }
            before += lines.count_ones() as usize;
        }
        planes
    }
}
