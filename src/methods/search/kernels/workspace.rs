//! The buffers in which placements wait, one per row of the search.

use super::lanes::{Lanes, MAX_LANES};

/// Vectors of children collected before the search goes one row deeper.
///
/// Few entries into a row are wanted, and that two neighbouring rows stay in the first-level cache.
/// Measured on N = 16 and 18 (`docs/lab/kernels.md`).
const FULL: usize = 64;

/// Placements collected by `L` before the search goes one row deeper.
pub const fn full<L: Lanes>() -> usize {
    FULL * L::COUNT
}

/// Places in a buffer. Up to one vector more than [`full`] may arrive, and reads and writes at the
/// end touch a whole vector. Three more vectors put the words of a placement far from a multiple of
/// 4,096 bytes apart: there, a load waits for stores that have nothing to do with it.
const CAPACITY: usize = (FULL + 2 + 3) * MAX_LANES;

/// A placement that waits: the untried squares of its row, and columns, antidiagonals and
/// diagonals; with three rows left, the unused columns and the free squares of the last two rows.
pub(super) type Words<W> = [W; 4];

/// The buffers of a batched search, reused from call to call; one per thread. Nothing is allocated until
/// a search needs it: then 17 KiB per row.
#[derive(Debug, Default)]
pub struct Workspace {
    levels: Vec<Buffer>,
}

impl Workspace {
    /// The levels for `rows_left` rows and fewer, indexed by rows left.
    pub(super) fn levels(&mut self, rows_left: usize) -> &mut [Buffer] {
        if self.levels.len() <= rows_left {
            self.levels.resize_with(rows_left + 1, Buffer::default);
        }
        &mut self.levels[..=rows_left]
    }
}

/// Placements in order of arrival, word by word. They are visited in rounds, from the front:
/// `next..len` remain to be visited in this round, `0..kept` were visited and will be again, and
/// the places in between are free.
///
/// First in, first out: the address of the next vector does not depend on the number of lanes that
/// the last one kept.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Buffer {
    table: Words<[u32; CAPACITY]>,
    kept: usize,
    next: usize,
    len: usize,
}

impl Default for Buffer {
    fn default() -> Self {
        Self { table: [[0; CAPACITY]; 4], kept: 0, next: 0, len: 0 }
    }
}

impl Buffer {
    /// Adds one placement. No more than [`full`] are added to an empty buffer this way.
    pub fn push(&mut self, words: Words<u32>) {
        for (array, word) in self.table.iter_mut().zip(words) {
            array[self.len] = word;
        }
        self.len += 1;
    }

    /// The buffer with its ends held in registers; [`Buffer::close`] takes them back.
    #[inline(always)]
    pub fn open(&mut self) -> Queue<'_> {
        Queue { kept: self.kept, next: self.next, len: self.len, table: &mut self.table }
    }

    /// Stores the ends of a buffer from [`Buffer::open`].
    #[inline(always)]
    pub fn close(&mut self, (kept, next, len): (usize, usize, usize)) {
        (self.kept, self.next, self.len) = (kept, next, len);
    }
}

/// An open [`Buffer`].
pub(super) struct Queue<'a> {
    table: &'a mut Words<[u32; CAPACITY]>,
    kept: usize,
    next: usize,
    len: usize,
}

impl Queue<'_> {
    /// Placements to be visited in this round.
    #[inline(always)]
    pub fn waiting(&self) -> usize {
        self.len - self.next
    }

    /// Placements to be visited in this round and the next.
    #[inline(always)]
    pub fn total(&self) -> usize {
        self.kept + self.waiting()
    }

    /// Returns whether it is time to go one row deeper.
    #[inline(always)]
    pub fn is_full<L: Lanes>(&self) -> bool {
        self.len >= full::<L>()
    }

    /// The ends, for [`Buffer::close`].
    #[inline(always)]
    pub fn ends(&self) -> (usize, usize, usize) {
        (self.kept, self.next, self.len)
    }

    /// The first waiting placements, a vector full.
    #[inline(always)]
    pub fn take<L: Lanes>(&mut self, lanes: L) -> Words<L::Words> {
        let words = self.load(lanes);
        self.next += L::COUNT;
        words
    }

    /// The last waiting placements, and the lanes that hold them; the other lanes are arbitrary.
    #[inline(always)]
    pub fn take_rest<L: Lanes>(&mut self, lanes: L) -> (L::Set, Words<L::Words>) {
        let set = lanes.first(self.waiting());
        let words = self.load(lanes);
        self.next = self.len;
        (set, words)
    }

    /// Keeps the lanes of `set` for the next round. No more can be kept than were taken.
    #[inline(always)]
    pub fn keep<L: Lanes>(&mut self, lanes: L, set: L::Set, words: Words<L::Words>) {
        self.kept = self.write(lanes, self.kept, set, words);
    }

    /// Appends the lanes of `set`.
    #[inline(always)]
    pub fn append<L: Lanes>(&mut self, lanes: L, set: L::Set, words: Words<L::Words>) {
        self.len = self.write(lanes, self.len, set, words);
    }

    /// Writes the lanes of `set` side by side from `at` on, and returns where they end.
    #[inline(always)]
    fn write<L: Lanes>(&mut self, lanes: L, at: usize, set: L::Set, words: Words<L::Words>) -> usize {
        assert!(at <= CAPACITY - MAX_LANES);
        let range = at..at + MAX_LANES;
        let [a, b, c, d] = &mut *self.table;
        let into = [&mut a[range.clone()], &mut b[range.clone()], &mut c[range.clone()], &mut d[range]];
        lanes.compress(set, words, into);
        at + lanes.len(set)
    }

    /// Ends the round when less than a vector waits: it goes behind the kept placements.
    #[inline(always)]
    pub fn next_round<L: Lanes>(&mut self, lanes: L) {
        let rest = self.waiting();
        if rest > 0 {
            let words = self.load(lanes);
            let at = self.kept;
            assert!(at <= CAPACITY - MAX_LANES);
            for (array, word) in self.table.iter_mut().zip(words) {
                lanes.store(word, &mut array[at..at + MAX_LANES]);
            }
        }
        (self.kept, self.next, self.len) = (0, 0, self.kept + rest);
    }

    #[inline(always)]
    fn load<L: Lanes>(&self, lanes: L) -> Words<L::Words> {
        let at = self.next;
        assert!(at <= CAPACITY - MAX_LANES);
        let range = at..at + MAX_LANES;
        let [a, b, c, d] = &*self.table;
        let a = lanes.load(&a[range.clone()]);
        let b = lanes.load(&b[range.clone()]);
        [a, b, lanes.load(&c[range.clone()]), lanes.load(&d[range])]
    }
}
