//! Formats numbers, times, hashes and quoted strings in messages and files, for all packages.

use std::time::SystemTime;

use jiff::Timestamp;

pub mod decimal;

/// Formats a count with its digits in groups of three. Don't use this for unit, shard or line numbers,
/// because users may type them or search for them.
pub fn grouped(count: impl Into<u128>) -> String {
    let digits = count.into().to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

/// Formats a count together with its noun, such as `1 unit` or `150,000 units`.
pub fn counted(count: impl Into<u128>, thing: &str) -> String {
    let count = count.into();
    format!("{} {thing}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// Shortens an untrusted string to `max_chars` characters, so that a message can quote it.
pub fn shortened(text: &str, max_chars: usize) -> String {
    match text.char_indices().nth(max_chars) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Formats a hash in hexadecimal.
pub fn hexadecimal(hash: &[u8]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Formats `time` in UTC as specified by RFC 3339, with `decimals` decimal places. A time before 1970 or
/// after 9999 is replaced by the nearest time in that range, because a wrong clock must not prevent a count
/// or a report.
pub fn utc(time: SystemTime, decimals: usize) -> String {
    let time = Timestamp::try_from(time.max(SystemTime::UNIX_EPOCH)).unwrap_or(Timestamp::MAX);
    format!("{time:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_digits_in_threes() {
        assert_eq!([0_u64, 999, 1000, 14_772_512].map(grouped), ["0", "999", "1,000", "14,772,512"]);
        assert_eq!([1_u64, 20_000].map(|count| counted(count, "shard")), ["1 shard", "20,000 shards"]);
    }
}
