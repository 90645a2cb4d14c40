//! Counts placements on the white and on the black squares separately, and multiplies the two numbers.
//!
//! # Idea
//!
//! All squares of a diagonal have the same colour. So a queen on a white square (row + column is even) and a
//! queen on a black square attack each other only along a row or a column. Let A be the rows of the white
//! queens, and B their columns. The black queens fill the remaining rows and columns, regardless of where in
//! A and B the white queens are:
//!
//! ```text
//! Q(n) = sum over A and B of   W(A, B) * K(the rows not in A, the columns not in B)
//!
//! W = placements of white queens that fill the rows A and the columns B, none attacking another
//! K = the same for black queens
//! ```
//!
//! The diagonals of white and black queens never have to be compared. The parities of row and column divide
//! the board into four *quarters*, two of each colour:
//!
//! ```text
//! even rows    W  k  W  k        W  even rows, even columns      k  even rows, odd columns
//! odd rows     K  w  K  w        w  odd rows, odd columns        K  odd rows, even columns
//!              W  k  W  k
//!              K  w  K  w        white: W and w                  black: k and K
//! ```
//!
//! If quarter W has `q` queens, quarter w has `q` on an even board and `q - 1` on an odd one. The two black
//! quarters share the remaining queens equally. So A consists of a set of even rows and a set of odd rows,
//! and B of a set of even columns and a set of odd columns. Each quarter is a board of half the side with
//! given rows and columns.
//!
//! From N = 20 on, two more rows multiply the number of pairs (A, B) by about 14, but the number of solutions
//! by 69 to 115. So the larger the board, the less each solution costs.
//!
//! # Pseudocode
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
//! Both colours' lists depend only on the even rows. A unit combines one set of even rows with several sets
//! of odd rows, so it builds the lists once. If sets of odd rows have rows in common, the search places
//! queens in these rows only once.
//!
//! # Why the count is exact
//!
//! docs/internals/colours.md contains the proof and a worked example. Of symmetric pairs (A, B), only some
//! are counted, and weights account for the rest ([`symmetry`]). The two quarters of a colour have no row or
//! column in common, so two placements are compatible unless their queens attack each other along a diagonal
//! through both quarters ([`quarters`]).
//!
//! # Glossary
//!
//! | word | meaning |
//! |---|---|
//! | quarter | the squares in rows of one parity and columns of one parity |
//! | placement | queens in given rows of a quarter, none attacking another |
//! | pair | the white queens' sets of even and odd rows, or of even and odd columns |
//! | piece | row pairs with the same even rows, and the column pairs counted with them |
//! | unit | a piece, as scheduled and recorded |
//! | listed, searched quarter | the quarter of a colour with even rows, and the quarter with odd rows |
//! | line | a diagonal or antidiagonal through both quarters of a colour |
//! | diagonal | the squares with the same row + column; rows are numbered from the top |
//! | antidiagonal | the squares with the same column - row |
//! | key | the number of a column set of the listed quarter |
//! | hit | two compatible placements of a colour, one in each quarter |
//! | light, heavy colour | the colour with fewer queens, which fills the table, and the other colour |
//! | tail | the last four rows of a search, filled in one step of a kernel |
//!
//! # Files
//!
//! ```text
//! quarters, symmetry -> units -> piece -> column_sets -> placements -> search -> table -> product -> counter
//! ```
//!
//! * `quarters` defines squares and lines. `symmetry` defines which rows and columns are counted, and with
//!   which weights.
//! * `units` and `piece` define units. `piece` also flips them upside down.
//! * `product` implements the pseudocode above. Its steps are in `placements`, `search` and `table`, which
//!   use the vector operations in `kernels`.
//! * `plain_recursion` counts the same solutions in a simple way. Tests compare the other kernels with it.
//! * `limits` bounds the memory, and `memory` estimates it.
//! * `counter` connects the method to the rest of the program.
//!
//! docs/internals/colours.md explains ideas that span several files. docs/lab/colours-experiments.md has
//! measurements and experiments, and docs/internals/references.md has the sources.
//!
//! # Cost
//!
//! At N = 24, there are 34 hits for every thousand solutions. With `avx512` on a Zen 5, a hit takes 1.3 ns on
//! average. Up to N = 17, `cross` is faster with `avx512`. docs/lab/colours-experiments.md has the times.

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
