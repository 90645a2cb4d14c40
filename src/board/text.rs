//! Parts of messages and files: numbers, hashes and quotations. `queens-format` has its own, so that none of
//! these is public.

/// A count with its digits in groups of three. Numbers that identify a unit, a shard or a line are not
/// grouped, so that they can be typed and searched for.
pub fn grouped(count: impl Into<u128>) -> String {
    let digits = count.into().to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

/// A number of things, as in `1 unit` and `150,000 units`.
pub fn counted(count: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// The first `max_chars` characters of an untrusted text, for a message.
pub fn shortened(text: &str, max_chars: usize) -> String {
    match text.char_indices().nth(max_chars) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The bytes of a hash as hexadecimal digits.
pub fn hexadecimal(hash: &[u8]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}
