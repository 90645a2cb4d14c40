//! The product: counts the solutions of a piece by a table between the colours.
//!
//! ```text
//! for each set of odd rows:
//!     for each pair of placements of the lighter colour that fits:
//!         table[its even columns, its odd columns] += 1
//!     multiply the table by the weights of the column pairs
//!     for each pair of placements of the heavier colour that fits:
//!         sum += table[the even columns left, the odd columns left]
//! ```
//!
//! The lighter colour has fewer queens. Its list has few placements, its table mostly small numbers. A table and
//! the list of the heavier colour have bounded sizes: if they would be larger, columns are cut into
//! ranges, and all is done for each two.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use super::column_sets::ColumnSets;
use super::kernels::PlacementVector;
use super::piece::{Columns, Piece};
use super::placements::{self, Placements};
use super::quarters::Colour;
use super::search::{Search, Searched, Sink};
use super::symmetry::mask;
use super::table::Table;
use crate::methods::counter::UnitCounts;

/// What the memory of a thread allows.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most placements of a list, unless one column set has more.
    pub placements: u32,
    /// The most entries of a table, unless one row or column has more.
    pub entries: usize,
}

impl Limits {
    /// Two lists of 10 MB and two tables of 12 MB.
    pub const STANDARD: Self = Self { placements: 1 << 20, entries: 3 << 20 };
}

/// Counts pieces, one after the other, with the vectors of one kernel. It keeps its memory from piece to
/// piece.
pub struct Product<V> {
    n: usize,
    limits: Limits,
    search: Search<V>,
    white: Side,
    black: Side,
    table: Table,
    weighted: Table,
}

/// A colour, with its lists.
#[derive(Debug)]
struct Side {
    colour: Colour,
    /// Whether its columns are those that the white queens leave.
    is_black: bool,
    /// Column sets of the listed quarter, by key, and of the searched one.
    listed: ColumnSets,
    searched: ColumnSets,
    list: Placements,
    /// Placements of the listed quarter by key.
    counts: Vec<u32>,
    /// Ranges of keys, whose lists are not too long.
    ranges: Vec<Range<usize>>,
}

impl Side {
    fn new(colour: Colour, is_black: bool) -> Self {
        Self {
            colour,
            is_black,
            listed: ColumnSets::default(),
            searched: ColumnSets::default(),
            list: Placements::default(),
            counts: Vec::new(),
            ranges: Vec::new(),
        }
    }

    /// Its rows, or columns, of a quarter with `side` of them, if these are the white queens'.
    fn own(&self, white: u32, side: usize) -> u32 {
        if self.is_black { !white & mask(side) } else { white }
    }

    /// The columns of a piece that its listed quarter fills, and those of its searched one.
    fn columns<'a>(&self, piece: &'a Piece) -> [&'a Columns; 2] {
        let Piece { even_columns, odd_columns, .. } = piece;
        if self.is_black { [odd_columns, even_columns] } else { [even_columns, odd_columns] }
    }

    /// The rows of its listed quarter.
    fn listed_rows(&self, piece: &Piece) -> u32 {
        self.own(piece.even_rows, self.colour.listed.rows)
    }

    /// Cuts the keys into ranges of at most so many, with at most so many placements.
    fn cut(&mut self, piece: &Piece, most: usize, most_placements: u32) {
        let columns = self.colour.listed.columns;
        let [listed, _] = self.columns(piece);
        let black = if self.is_black { mask(columns) } else { 0 };
        self.listed.assign(columns, listed.sets.iter().map(|set| set ^ black));
        placements::count(&self.colour.listed, self.listed_rows(piece), &self.listed, &mut self.counts);
        self.ranges.clear();
        let (mut begin, mut sum) = (0, 0);
        for (key, &count) in self.counts.iter().enumerate() {
            if key > begin && (sum + count > most_placements || key - begin == most) {
                self.ranges.push(begin..key);
                (begin, sum) = (key, 0);
            }
            sum += count;
        }
        self.ranges.push(begin..self.counts.len());
    }

    /// Lists the placements of a range of keys.
    fn list(&mut self, piece: &Piece, range: Range<usize>) {
        let columns = self.colour.listed.columns;
        let black = if self.is_black { mask(columns) } else { 0 };
        let [listed, _] = self.columns(piece);
        self.listed.assign(columns, listed.sets[range.clone()].iter().map(|set| set ^ black));
        let rows = self.listed_rows(piece);
        let Self { list, colour, listed, counts, .. } = self;
        list.list(&colour.listed, colour.bytes(), rows, listed, &counts[range]);
    }

    /// Makes the column sets in `range` those that the search may fill.
    fn search(&mut self, piece: &Piece, range: Range<usize>) {
        let columns = self.colour.searched.columns;
        let black = if self.is_black { mask(columns) } else { 0 };
        let [_, searched] = self.columns(piece);
        self.searched.assign(columns, searched.sets[range].iter().map(|set| set ^ black));
    }

    /// The searched quarter with the white queens in these odd rows.
    fn searched(&self, odd_rows: u32) -> Searched<'_> {
        let quarter = &self.colour.searched;
        let rows = self.own(odd_rows, quarter.rows);
        Searched { quarter, rows, sets: &self.searched, bytes: self.colour.bytes() }
    }
}

/// Counts the hits of the lighter colour in a table.
struct Fill<'a> {
    table: &'a mut Table,
    hits: u64,
}

impl Sink for Fill<'_> {
    #[inline(always)]
    fn hits(&mut self, number: u16, keys: &[u16]) {
        self.table.add(number, keys);
        self.hits += keys.len() as u64;
    }
}

/// Adds up the entries of the hits of the heavier colour.
struct Gather<'a> {
    table: &'a Table,
    sum: u64,
    hits: u64,
}

impl Sink for Gather<'_> {
    #[inline(always)]
    fn hits(&mut self, number: u16, keys: &[u16]) {
        self.sum += self.table.sum(number, keys);
        self.hits += keys.len() as u64;
    }
}

impl<V: PlacementVector> Product<V> {
    /// A product for boards of `n` rows.
    pub fn new(v: V, n: usize, limits: Limits) -> Self {
        Self {
            n,
            limits,
            search: Search::new(v),
            white: Side::new(Colour::white(n), false),
            black: Side::new(Colour::black(n), true),
            table: Table::default(),
            weighted: Table::default(),
        }
    }

    /// Counts the solutions of `piece`, and as nodes the hits of both colours; `None` if it was stopped.
    pub fn count_piece(&mut self, piece: &Piece, stop: &AtomicBool) -> Option<UnitCounts> {
        let queens = |rows: &(u32, u64)| (piece.even_rows.count_ones() + rows.0.count_ones()) as usize;
        let white_queens = piece.odd_rows.first().map_or(0, queens);
        let Self { limits, search, white, black, table, weighted, .. } = self;
        let (light, heavy) = if 2 * white_queens < self.n { (white, black) } else { (black, white) };
        light.cut(piece, usize::MAX, limits.placements);
        let most = light.ranges.iter().map(ExactSizeIterator::len).max().unwrap_or(1);
        heavy.cut(piece, (limits.entries / most.max(1)).max(1), limits.placements);
        let mut counts = UnitCounts::default();
        for light_index in 0..light.ranges.len() {
            let light_range = light.ranges[light_index].clone();
            light.list(piece, light_range.clone());
            heavy.search(piece, light_range.clone());
            for heavy_index in 0..heavy.ranges.len() {
                let heavy_range = heavy.ranges[heavy_index].clone();
                heavy.list(piece, heavy_range.clone());
                light.search(piece, heavy_range.clone());
                let [keys_of_heavy, keys_of_light] = heavy.columns(piece);
                let weights =
                    [&keys_of_light.weights[light_range.clone()], &keys_of_heavy.weights[heavy_range]];
                for (rows, weight) in piece.rows() {
                    if stop.load(Ordering::Relaxed) {
                        return None;
                    }
                    table.clear(weights[1].len(), weights[0].len());
                    let mut fill = Fill { table, hits: 0 };
                    search.run(light.searched(rows.odd), &light.list, &mut fill, stop)?;
                    counts.nodes += fill.hits;
                    weighted.weigh_transposed(table, weights[0], weights[1]);
                    let mut gather = Gather { table: weighted, sum: 0, hits: 0 };
                    search.run(heavy.searched(rows.odd), &heavy.list, &mut gather, stop)?;
                    counts.nodes += gather.hits;
                    counts.solutions += u128::from(weight) * u128::from(gather.sum);
                }
            }
        }
        Some(counts)
    }
}
