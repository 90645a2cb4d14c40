//! Counts a piece's solutions. One colour's hits fill a table, and the other colour's hits read it.
//!
//! ```text
//! for some sets of odd rows, together:
//!     for each compatible pair of the light colour's placements:
//!         table[odd rows][its even columns, its odd columns] += 1
//!     multiply the tables by the weights of the column pairs
//!     for each compatible pair of the heavy colour's placements:
//!         sum[odd rows] += table[odd rows][the even columns left, the odd columns left]
//! ```
//!
//! The light colour is the colour with fewer queens. Several sets of odd rows are counted together, so that
//! the search places queens in their common rows only once. Table entries have 16 bits. If an entry
//! overflows, the same sets are counted again with 32-bit entries. If a list would be too long, the columns
//! are split into ranges, and each pair of ranges is counted separately.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::column_sets::ColumnSets;
use super::hit_sinks::{TableFiller, TableReader};
use super::kernels::PlacementVector;
use super::limits::Limits;
use super::piece::{Piece, PieceCounter, WeightedColumnSets};
use super::placements::{PlacementList, PlacementQuery};
use super::quarters::Colour;
#[cfg(test)]
use super::reach::{self, Size};
use super::search::row_sets::RowSets;
use super::search::{Search, SearchedQuarter};
use super::symmetry::ColumnWeight;
use super::table::{TableEntry, Tables, assert_room};
use crate::board::mask;
use crate::methods::counter::Counts;

/// Counts pieces, one at a time, with a kernel's vectors.
pub struct Product<V, E = u16> {
    n: usize,
    limits: Limits,
    search: Search<V>,
    white: ColourLists,
    black: ColourLists,
    tables: ProductTables<E>,
    /// Used instead of `tables` after an entry has overflowed.
    wide_tables: ProductTables<u32>,
}

/// A colour and its lists.
#[derive(Debug)]
struct ColourLists {
    colour: Colour,
    /// True for black. The black queens fill the rows and columns without white queens.
    is_black: bool,
    /// The column sets of the listed quarter. Their numbers are the keys.
    listed: ColumnSets,
    searched: ColumnSets,
    list: PlacementList,
    /// The row sets of the searched quarter.
    rows: RowSets,
    /// The number of placements in the listed quarter with each key.
    counts: Vec<u32>,
    /// Ranges of keys whose lists are within the limit.
    ranges: Vec<Range<usize>>,
}

impl ColourLists {
    fn new(colour: Colour, is_black: bool) -> Self {
        Self {
            colour,
            is_black,
            listed: ColumnSets::default(),
            searched: ColumnSets::default(),
            list: PlacementList::default(),
            rows: RowSets::default(),
            counts: Vec::new(),
            ranges: Vec::new(),
        }
    }

    /// Returns the columns of `piece` for the listed and the searched quarter.
    fn columns<'a>(&self, piece: &'a Piece) -> [&'a WeightedColumnSets; 2] {
        let Piece { even_columns, odd_columns, .. } = piece;
        if self.is_black { [odd_columns, even_columns] } else { [even_columns, odd_columns] }
    }

    /// Assigns keys to a range of the listed quarter's column sets.
    fn assign_keys(&mut self, piece: &Piece, range: Range<usize>) {
        let [listed, _] = self.columns(piece);
        let columns = self.colour.listed.columns;
        let sets = listed.sets[range].iter().map(|&white| own(self.is_black, white, columns));
        self.listed.assign(columns, sets);
    }

    /// Returns the rows in the listed quarter that this colour fills.
    fn listed_rows(&self, piece: &Piece) -> u32 {
        own(self.is_black, piece.even_rows, self.colour.listed.rows)
    }

    /// Returns the numbers of queens in the listed and the searched quarter.
    fn queens(&self, piece: &Piece) -> [usize; 2] {
        [self.listed_rows(piece).count_ones() as usize, self.rows.queens]
    }

    /// Splits the keys into ranges of at most `max` placements each. Only a single key may have more. Returns
    /// `None` if stopped.
    fn split_into_ranges(&mut self, piece: &Piece, max: u32, stop: &AtomicBool) -> Option<()> {
        self.assign_keys(piece, 0..self.columns(piece)[0].sets.len());
        let rows = self.listed_rows(piece);
        let Self { colour, listed, counts, .. } = &mut *self;
        PlacementQuery { quarter: &colour.listed, rows, sets: listed }.count(counts, stop)?;
        self.ranges.clear();
        let (mut begin, mut sum) = (0, 0);
        for (key, &count) in self.counts.iter().enumerate() {
            if key > begin && sum + count > max {
                self.ranges.push(begin..key);
                (begin, sum) = (key, 0);
            }
            sum += count;
        }
        self.ranges.push(begin..self.counts.len());
        Some(())
    }

    /// Lists the placements for a range of keys. Returns `None` if stopped.
    fn list(&mut self, piece: &Piece, range: Range<usize>, stop: &AtomicBool) -> Option<()> {
        self.assign_keys(piece, range.clone());
        let rows = self.listed_rows(piece);
        let Self { list, colour, listed, counts, .. } = self;
        let query = PlacementQuery { quarter: &colour.listed, rows, sets: listed };
        list.list(query, colour.bytes(), &counts[range], stop)
    }

    /// Restricts the search to the column sets in `range`.
    fn restrict_search_to(&mut self, piece: &Piece, range: Range<usize>) {
        let [_, searched] = self.columns(piece);
        let columns = self.colour.searched.columns;
        let sets = searched.sets[range].iter().map(|&white| own(self.is_black, white, columns));
        self.searched.assign(columns, sets);
    }

    /// Replaces the searched quarter's row sets with the sets of odd rows in `rows`.
    fn assign_rows(&mut self, rows: &[(u32, u64)]) {
        let quarter = &self.colour.searched;
        self.rows.assign(quarter.rows, rows.iter().map(|&(odd, _)| own(self.is_black, odd, quarter.rows)));
    }

    fn searched(&self) -> SearchedQuarter<'_> {
        let Self { colour, rows, searched: sets, .. } = self;
        SearchedQuarter { quarter: &colour.searched, rows, sets, bytes: colour.bytes() }
    }
}

/// Returns the rows or columns that this colour fills if the white queens fill `white`. For black, this is
/// the complement in `side` bits.
fn own(is_black: bool, white: u32, side: usize) -> u32 {
    if is_black { !white & mask(side) } else { white }
}

impl<V: PlacementVector, E: TableEntry> Product<V, E> {
    pub fn new(v: V, n: usize, limits: Limits) -> Self {
        Self {
            n,
            limits,
            search: Search::new(v, limits),
            white: ColourLists::new(Colour::white(n), false),
            black: ColourLists::new(Colour::black(n), true),
            tables: ProductTables::default(),
            wide_tables: ProductTables::default(),
        }
    }
}

impl<V: PlacementVector, E: TableEntry> PieceCounter for Product<V, E> {
    /// Each hit of either colour is a node.
    fn count(&mut self, piece: &Piece, stop: &AtomicBool) -> Option<Counts> {
        let queens = |rows: &(u32, u64)| (piece.even_rows.count_ones() + rows.0.count_ones()) as usize;
        let white_queens = piece.odd_rows.first().map_or(0, queens);
        let Self { limits, search, white, black, tables, wide_tables, .. } = self;
        let (light, heavy) = if 2 * white_queens < self.n { (white, black) } else { (black, white) };
        light.split_into_ranges(piece, limits.placements, stop)?;
        heavy.split_into_ranges(piece, limits.placements, stop)?;
        #[cfg(test)]
        record_lists(piece, light, heavy);
        let mut counts = Counts::default();
        for light_index in 0..light.ranges.len() {
            let light_keys = light.ranges[light_index].clone();
            light.list(piece, light_keys.clone(), stop)?;
            heavy.restrict_search_to(piece, light_keys.clone());
            for heavy_index in 0..heavy.ranges.len() {
                let heavy_keys = heavy.ranges[heavy_index].clone();
                heavy.list(piece, heavy_keys.clone(), stop)?;
                light.restrict_search_to(piece, heavy_keys.clone());
                let weights = [
                    &light.columns(piece)[0].weights[light_keys.clone()],
                    &heavy.columns(piece)[0].weights[heavy_keys.clone()],
                ];
                // Count as many row pairs at a time as the tables have room for.
                let rows_per_pass = (limits.entries / (light_keys.len() * heavy_keys.len()).max(1)).max(1);
                #[cfg(test)]
                record_tables(piece, rows_per_pass, light_keys.len() * heavy_keys.len());
                for rows in piece.odd_rows.chunks(rows_per_pass) {
                    light.assign_rows(rows);
                    heavy.assign_rows(rows);
                    let colours = [&*light, &*heavy];
                    let (hits, sums) = match tables.count(search, colours, weights, stop)? {
                        Some(hits) => (hits, &tables.sums),
                        // A 16-bit entry overflowed.
                        None => {
                            assert_room(light.queens(piece), weights);
                            (
                                wide_tables
                                    .count(search, colours, weights, stop)?
                                    .expect("32-bit entries cannot overflow"),
                                &wide_tables.sums,
                            )
                        }
                    };
                    counts.nodes += hits;
                    for (&sum, &(_, weight)) in sums.iter().zip(rows) {
                        #[cfg(test)]
                        reach::record(Size::SumBits, u64::BITS - sum.leading_zeros());
                        counts.solutions += u128::from(weight) * u128::from(sum);
                    }
                }
            }
        }
        Some(counts)
    }
}

#[cfg(test)]
fn record_lists(piece: &Piece, light: &ColourLists, heavy: &ColourLists) {
    reach::add(Size::Pieces);
    reach::record(Size::RowSets, piece.odd_rows.len());
    reach::record(Size::LineBytes, heavy.colour.bytes());
    reach::record(Size::LightRanges, light.ranges.len());
    reach::record(Size::HeavyRanges, heavy.ranges.len());
    light.counts.iter().chain(&heavy.counts).for_each(|&count| reach::record(Size::PlacementsOfKey, count));
}

/// Each table has `entries` entries, and up to `rows_per_pass` tables are counted together.
#[cfg(test)]
fn record_tables(piece: &Piece, rows_per_pass: usize, entries: usize) {
    let rows = piece.odd_rows.chunks(rows_per_pass);
    reach::record(Size::RowSetChunks, rows.len());
    let largest_pass = rows.map(<[_]>::len).max().unwrap_or(0);
    reach::record(Size::RowSetsTogether, largest_pass);
    reach::record(Size::TableEntries, largest_pass * entries);
}

/// The light colour's tables. The heavy colour reads them in transposed and weighted form.
#[derive(Debug, Default)]
struct ProductTables<E> {
    counted: Tables<E>,
    weighted: Tables<E>,
    /// The number of solutions for each row pair, not yet multiplied by the pair's weight.
    sums: Vec<u64>,
}

impl<E: TableEntry> ProductTables<E> {
    /// Stores the number of solutions for each row pair in `self.sums`, and returns how many hits both
    /// colours have. `weights` has one weight per key. Returns `None` if stopped, and `Some(None)` if a table
    /// entry overflowed.
    fn count<V: PlacementVector>(
        &mut self,
        search: &mut Search<V>,
        [light, heavy]: [&ColourLists; 2],
        weights: [&[ColumnWeight]; 2],
        stop: &AtomicBool,
    ) -> Option<Option<u64>> {
        let Self { counted, weighted, sums } = self;
        let [of_light, of_heavy] = weights;
        let pairs = light.rows.sets.len();
        counted.clear(pairs, of_heavy.len(), of_light.len());
        let mut filler = TableFiller { v: search.v, tables: counted, hits: 0 };
        search.run(light.searched(), &light.list, &mut filler, stop)?;
        let light_hits = filler.hits;
        if weighted.weigh_transposed(counted, light_hits, of_light, of_heavy).is_none() {
            return Some(None);
        }
        sums.clear();
        sums.resize(pairs, 0);
        let mut reader = TableReader::new(search.v, weighted, sums);
        search.run(heavy.searched(), &heavy.list, &mut reader, stop)?;
        Some(Some(light_hits + reader.finish()))
    }
}
