//! The memory of a thread, estimated before a count.

use crate::methods::halves::Shape;
use crate::methods::halves::lists::footprint::NeededBytes;

/// Bytes besides the lists: tables and completions.
pub const TABLES: u64 = 300_000;

/// Bytes that a thread needs: a list of norths, the lists filtered from it, and [`TABLES`].
///
/// Of some hundred random sets the one with the most had 14,000 norths at N = 19, 69,000 at 20,
/// 402,000 at 22 and 2.0 million at 24: 2.42 times as many for each row.
pub fn thread_memory(shape: &Shape) -> u64 {
    let bytes_of_a_north = NeededBytes::by(shape, 0, shape.row_mask()).bytes().len();
    let most_norths = 69_000.0 * 2.42_f64.powi(shape.n as i32 - 20);
    let odd = if shape.n % 2 == 1 { 0.6 } else { 1.0 };
    // Lists grow to the size that the largest set so far needs, and norths are unevenly divided
    // among first queens.
    let growth = |from: usize| 1.25_f64.powi(shape.n.saturating_sub(from) as i32);
    let share = match shape.first_queens {
        0 => 4.0 * growth(24),
        1 => 7.4 * growth(26) / shape.north as f64,
        _ => 18.0 / (shape.north as f64).powi(2),
    };
    (share * odd * most_norths * bytes_of_a_north as f64) as u64 + TABLES
}
