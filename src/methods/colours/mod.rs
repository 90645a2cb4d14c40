//! Counting by the colours of squares: place the white and the black queens separately, then multiply.
//!
//! # Idea
//!
//! A diagonal never leaves its colour, so a queen on a white square (row + column is even) and a queen on a
//! black square attack each other only along a row or a column. Let A be the white queens' rows, and B their
//! columns. Then the black queens fill the other rows and columns, in any way:
//!
//! ```text
//! Q(n) = sum over A and B of   W(A, B) * K(the rows not in A, the columns not in B)
//!
//! W = placements of white queens that fill the rows A and the columns B, none attacking another
//! K = the same for black queens
//! ```
//!
//! No diagonal is ever compared between the colours. By the parity of row and column, the board divides into
//! four *quarters*, two of each colour:
//!
//! ```text
//! even rows    W  k  W  k        W  even rows, even columns      k  even rows, odd columns
//! odd rows     K  w  K  w        w  odd rows, odd columns        K  odd rows, even columns
//!              W  k  W  k
//!              K  w  K  w        white: W and w                  black: k and K
//! ```
//!
//! If W has `q` queens, w has `q` as well on an even board, and `q - 1` on an odd one. The two black quarters
//! share the remaining queens equally. So A combines a set of even rows with a set of odd rows, B a set of
//! even columns with a set of odd columns, and each quarter is a board of half the side with given rows and
//! columns.
//!
//! Two more rows multiply the pairs (A, B) by about 14, but the solutions by 70 to 115. That is why each
//! solution costs less on a larger board.
//!
//! # The whole in 30 lines
//!
//! ```text
//! count(n):                                                                     counter
//!     for each unit: even rows Ae, and some sets of odd rows Ao:                units
//!         total += sum over Ao of weight of (Ae, Ao) * found[Ao]                symmetry
//!
//! found, for some sets of odd rows Ao with the same even rows Ae:               product
//!     light, heavy = the colour with fewer queens, the other one
//!     table[Ao][even columns, odd columns] = 0                                  table
//!     for each compatible pair of the light colour's placements:
//!         table[Ao][their columns] += 1
//!     table *= weight of the columns                                            symmetry
//!     for each compatible pair of the heavy colour's placements:
//!         found[Ao] += table[Ao][the columns they leave]
//!
//! compatible pairs of a colour's placements:                                    search
//!     list = the placements of its quarter with even rows                       placements
//!     for each placement of its quarter with odd rows, a queen at a time:
//!         drop from the list what the queen attacks                             search/filter
//!     the placements left in the list fit the searched placement
//! ```
//!
//! Both lists depend only on the even rows. A unit combines several sets of odd rows with the same even rows,
//! so it builds the lists once, and the search places queens in the sets' common rows only once.
//!
//! # Why the count is exact
//!
//! docs/internals/colours.md contains the proof, and a worked example. Symmetry skips some A and B, and
//! weights account for them ([`symmetry`]). Within a colour, the quarters' rows and columns differ in parity,
//! so two placements fit unless they meet on a diagonal that runs through both quarters ([`quarters`]).
//!
//! # Words
//!
//! | word | meaning |
//! |---|---|
//! | quarter | the squares with rows of one parity and columns of one parity |
//! | placement | queens in given rows of a quarter, none attacking another |
//! | pair | a set of even and a set of odd rows, or columns, of the white queens |
//! | piece | pairs of rows with the same even rows, and the pairs of columns counted with them |
//! | unit | a piece, as scheduled and recorded |
//! | listed, searched quarter | a colour's quarter with even rows, and the one with odd rows |
//! | line | a diagonal or antidiagonal through both quarters of a colour |
//! | diagonal, antidiagonal | column plus row, or column minus row, is constant; rows go down |
//! | key | the number of a column set of the listed quarter |
//! | hit | two compatible placements of a colour |
//! | light, heavy colour | the colour with fewer queens, which fills the table, and the other one |
//! | tail | a search's last four rows, filled in one step of a kernel |
//!
//! # Files
//!
//! ```text
//! quarters, symmetry -> units -> piece -> column_sets -> placements -> search -> table -> product -> counter
//! ```
//!
//! `quarters` defines squares and lines, and `symmetry` which rows and columns are counted with which weight.
//! `units` and `piece` define a unit, also upside down. `product` implements the pseudocode above; its steps
//! are in `placements`, `search` and `table`, built on the operations in `kernels`. `plain_recursion` is the
//! oracle for all of this. `limits` bounds the memory, and `memory` estimates it. `counter` connects the
//! method to the rest of the program. For what spans several files, see docs/internals/colours.md; for
//! numbers and experiments, docs/lab/colours-experiments.md; for sources, docs/internals/references.md.
//!
//! # Cost
//!
//! N = 24 has 34 hits for each thousand solutions. With `avx512` on a Zen 5, a hit costs 1.3 ns on
//! average. Up to N = 17 `cross` is faster; docs/lab/colours-experiments.md has the times.

mod column_sets;
pub mod counter;
mod hit_sinks;
mod kernels;
mod limits;
mod memory;
mod piece;
mod placements;
mod plain_recursion;
mod product;
mod quarters;
#[cfg(test)]
mod reach;
mod row_order;
mod search;
mod symmetry;
mod table;
#[cfg(test)]
mod tests;
mod units;

pub use counter::available;
pub use kernels::smallest_fastest_board;
pub use units::{ColourUnits, STANDARD_DEPTH};
