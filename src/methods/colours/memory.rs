//! The memory of a thread, estimated before a count.

/// Megabytes of a thread, from N = 16 on: a little more than what a process with one thread had resident
/// after 12 s, less the program. Up to N = 25, lists and tables grow with the board; from then on
/// [`super::product`] bounds both.
const MEASURED: [f64; 14] = [2.0, 2.7, 3.7, 8.0, 14.0, 27.0, 36.0, 56.0, 60.0, 80.0, 88.0, 96.0, 97.0, 100.0];

/// Bytes that a thread needs for a board of `n` rows.
pub fn thread_memory(n: usize) -> u64 {
    let megabytes = MEASURED[n.saturating_sub(16).min(MEASURED.len() - 1)];
    (megabytes * 1e6) as u64
}
