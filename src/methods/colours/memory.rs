//! The memory of a thread, estimated before a count.

/// Bytes that a thread needs.
pub fn thread_memory(n: usize) -> u64 {
    let _ = n;
    50_000_000
}
