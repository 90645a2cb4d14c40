//! Lists: far lists, which say how to fill the outermost rows of a half, and lists of norths.
//!
//! # An entry of a far list
//!
//! An entry is one way to fill six or seven rows with as many given columns. It has *ranks* instead
//! of columns: the indices of the columns among the given ones. A byte has the ranks of two rows,
//! `8 * a + b`; row 0 of seven has no byte.
//!
//! ```text
//! columns     3   4   6   7  10  12  15
//! rank        0   1   2   3   4   5   6
//!
//! row         0      1   2      3   4      5   6
//! column      7      3   6     12  10     15   4
//! rank        3      0   2      5   4      6   1
//! byte        -    8*0 + 2    8*5 + 4    8*6 + 1     = 2, 44, 49
//! ```
//!
//! *Row 0.* The exclusive or of the ranks 0 to 6 is 7, so the missing rank is the exclusive or of 7
//! and the six others: 0 ^ 2 ^ 5 ^ 4 ^ 6 ^ 1 = 4, and 4 ^ 7 = 3.
//!
//! *Order.* Entries ascend by the rank in row 0, so that those that begin alike stand together.
//!
//! *Mirror images.* Two queens attack each other or not by the distance of their columns. So
//! shifted and mirrored sets of columns share a list. A mirrored set reads its ranks from the other
//! end, 0 for the highest column.
//!
//! *Blocks.* Sixty-four entries make a block: 64 first bytes, 64 second ones, 64 third ones. A
//! vector instruction handles up to 64 entries, and [`entry::RowTables`] turns each into a byte: by
//! a table of 64 bytes for each of its bytes, and one for row 0.
//!
//! # A north in a list
//!
//! A list of norths has their *footprints*: a bit for each line that crosses the cut. Lines of
//! either direction have numbers: antidiagonals their column in row 0 of the north, diagonals the
//! same counted from the right. Both directions, with at most 31 lines each, fit into 64 bits:
//!
//! ```text
//! byte               0       1       2       3           4             5       6           7
//! diagonals         0..7   8..15                   16..19 (low)     20..27          28..31 (low)
//! antidiagonals                    0..7   8..15    16..19 (high)            20..27  28..31 (high)
//! ```
//!
//! A list stores the bytes apart: byte 0 of all norths, then byte 1 of all norths, and so on. So a
//! filter tests 64 norths by one instruction, and bytes that no row further out can test are
//! dropped. Lines 16 to 19 of both directions share a byte, because up to N = 21 no line has a
//! number above 19: these boards need five bytes instead of six. Lines from 28 on, which only
//! boards from N = 30 on have, share a byte as well.

pub mod entry;
pub mod far;
pub mod far_rows;
pub mod footprint;
pub mod half_list;
pub mod numbers;
