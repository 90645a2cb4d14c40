//! The memory of a thread, estimated before a count.

/// Megabytes of a thread, from N = 16 on: a tenth more than what a process with one thread had resident
/// after 10 to 12 s, less the program; from N = 29 on a quarter more than N = 32 had after 60 s. Up to
/// N = 25, lists and tables grow with the board; from then on [`super::product`] bounds both.
const MEASURED: [f64; 14] = [1.0, 1.2, 1.3, 2.0, 2.7, 4.8, 7.5, 17.0, 25.0, 43.0, 72.0, 78.0, 82.0, 88.0];

/// Bytes that a thread needs for a board of `n` rows.
pub fn thread_memory(n: usize) -> u64 {
    let megabytes = MEASURED[n.saturating_sub(16).min(MEASURED.len() - 1)];
    (megabytes * 1e6) as u64
}
