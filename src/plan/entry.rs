//! A finished unit's ledger entry, and the line that stores it.
//!
//! There is only one way to write an entry, and the parser accepts no other. The CRC-32 covers the plan hash
//! and every byte in the line up to the comma before the CRC. The hash is not part of the line, so a line
//! copied from a different plan has a wrong checksum. This is a line of the plan
//! `c7f4e1330e24f6c79df9d5ac381b271f`:
//!
//! ```text
//! {"unit":7,"solutions":"92","nodes":"57","wall_ms":4,"cpu_ms":3,"kernel":"avx2","crc":"e3a72acc"}
//! ```

use std::borrow::Cow;
use std::str::FromStr;

use crate::methods::Kernel;

/// The start of every line.
pub(crate) const LINE_START: &[u8] = b"{\"unit\":";

/// A finished unit as saved in the ledger, made from a [`FinishedUnit`](crate::methods::FinishedUnit). The
/// kernel is saved by name, because a later version of the program may have added it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The unit's number in its plan.
    pub unit: u64,
    /// The unit's contribution to the number of solutions.
    pub solutions: u128,
    /// The size of the work. See [`FinishedUnit::nodes`](crate::methods::FinishedUnit::nodes).
    pub nodes: u64,
    /// The wall time spent on the unit, in whole milliseconds.
    pub wall_ms: u64,
    /// The CPU time spent on the unit, in whole milliseconds.
    pub cpu_ms: u64,
    /// The name of the kernel that counted the unit. It has 1 to 32 characters out of a-z, 0-9, `-` and `_`.
    pub kernel: Cow<'static, str>,
}

/// A line's maximum length, without its newline. No entry takes more than 236 bytes.
pub const MAX_ENTRY_BYTES: usize = 255;

/// A kernel name's maximum length.
const MAX_KERNEL_CHARS: usize = 32;

const BEFORE_CRC: &[u8] = b",\"crc\":\"";
const AFTER_CRC: &[u8] = b"\"}";

/// The seed for the checksums in a ledger, computed from the plan hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChecksumSeed {
    /// The CRC-32 of the plan hash. Each line's CRC-32 continues from this value.
    seed: u32,
}

impl ChecksumSeed {
    /// Returns the seed for ledgers whose plan has this hash.
    pub fn new(plan_hash: &str) -> Self {
        Self { seed: crc32fast::hash(plan_hash.as_bytes()) }
    }

    fn crc(self, body: &[u8]) -> u32 {
        let mut hasher = crc32fast::Hasher::new_with_initial(self.seed);
        hasher.update(body);
        hasher.finalize()
    }
}

impl Entry {
    /// Returns whether one of `kernels` counted the unit.
    pub(crate) fn is_by_one_of(&self, kernels: &[Kernel]) -> bool {
        kernels.iter().any(|kernel| kernel.name() == self.kernel)
    }

    /// Returns the entry as a line, with its newline.
    pub(crate) fn to_line(&self, seed: ChecksumSeed) -> String {
        let Self { unit, solutions, nodes, wall_ms, cpu_ms, kernel } = self;
        let body = format!(
            r#"{{"unit":{unit},"solutions":"{solutions}","nodes":"{nodes}","wall_ms":{wall_ms},"cpu_ms":{cpu_ms},"kernel":"{kernel}""#
        );
        let crc = seed.crc(body.as_bytes());
        format!("{body},\"crc\":\"{crc:08x}\"}}\n")
    }

    /// Parses `line`, without its newline. Returns an entry only if [`Entry::to_line`] would write exactly
    /// this line.
    pub(crate) fn parse(line: &[u8], seed: ChecksumSeed) -> Option<Self> {
        if line.len() > MAX_ENTRY_BYTES {
            return None;
        }
        let mut rest = UnreadText(unseal(line, seed)?);
        let unit = rest.number(LINE_START)?;
        let solutions = rest.number(b",\"solutions\":\"")?;
        let nodes = rest.number(b"\",\"nodes\":\"")?;
        let wall_ms = rest.number(b"\",\"wall_ms\":")?;
        let cpu_ms = rest.number(b",\"cpu_ms\":")?;
        let entry = Self { unit, solutions, nodes, wall_ms, cpu_ms, kernel: rest.kernel()? };
        rest.0.is_empty().then_some(entry)
    }
}

/// Returns the part of `line` that its checksum covers, or `None` if the checksum is wrong.
fn unseal(line: &[u8], seed: ChecksumSeed) -> Option<&[u8]> {
    let (rest, crc) = line.strip_suffix(AFTER_CRC)?.split_last_chunk::<8>()?;
    let body = rest.strip_suffix(BEFORE_CRC)?;
    let computed = seed.crc(body);
    let digit = |i: usize| b"0123456789abcdef"[(computed >> (28 - 4 * i) & 15) as usize];
    (0..8).all(|i| crc[i] == digit(i)).then_some(body)
}

/// The part of a line that is still to be read.
struct UnreadText<'a>(&'a [u8]);

impl UnreadText<'_> {
    /// Skips `before` and reads a decimal number without leading zeros.
    fn number<T: FromStr>(&mut self, before: &[u8]) -> Option<T> {
        let text = self.0.strip_prefix(before)?;
        let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, rest) = text.split_at(length);
        self.0 = rest;
        let is_padded = length > 1 && digits[0] == b'0';
        str::from_utf8(digits).ok().filter(|_| !is_padded)?.parse().ok()
    }

    fn kernel(&mut self) -> Option<Cow<'static, str>> {
        let text = self.0.strip_prefix(b",\"kernel\":\"")?;
        let allowed = |byte: &&u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_');
        let length = text.iter().take_while(allowed).count();
        let (name, rest) = text.split_at(length);
        self.0 = rest.strip_prefix(b"\"")?;
        (1..=MAX_KERNEL_CHARS).contains(&length).then(|| kernel_named(name))
    }
}

/// Returns `name` as a string, borrowed if this version has a kernel with that name.
fn kernel_named(name: &[u8]) -> Cow<'static, str> {
    let known = Kernel::ALL.iter().map(|kernel| kernel.name()).find(|known| known.as_bytes() == name);
    known.map_or_else(|| String::from_utf8_lossy(name).into_owned().into(), Cow::Borrowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: &str = "c7f4e1330e24f6c79df9d5ac381b271f";

    fn seed() -> ChecksumSeed {
        ChecksumSeed::new(PLAN)
    }

    fn entry() -> Entry {
        Entry { unit: 17, solutions: 92, nodes: 2057, wall_ms: 4, cpu_ms: 3, kernel: "scalar".into() }
    }

    /// Returns `body` followed by a correct checksum.
    fn sealed(body: &str) -> Vec<u8> {
        format!("{body},\"crc\":\"{:08x}\"}}", seed().crc(body.as_bytes())).into_bytes()
    }

    #[test]
    fn writes_the_documented_line() {
        let seed = seed();
        let entry = entry();
        let line = entry.to_line(seed);
        assert_eq!(
            line,
            "{\"unit\":17,\"solutions\":\"92\",\"nodes\":\"2057\",\"wall_ms\":4,\"cpu_ms\":3,\
             \"kernel\":\"scalar\",\"crc\":\"57d969e4\"}\n"
        );
        assert_eq!(Entry::parse(line.trim_end().as_bytes(), seed), Some(entry));
    }

    #[test]
    fn longest_entry_round_trips() {
        let longest = Entry {
            unit: u64::MAX,
            solutions: u128::MAX,
            nodes: u64::MAX,
            wall_ms: u64::MAX,
            cpu_ms: u64::MAX,
            kernel: "x".repeat(MAX_KERNEL_CHARS).into(),
        };
        let line = longest.to_line(seed());
        assert!(line.len() <= MAX_ENTRY_BYTES);
        assert_eq!(Entry::parse(line.trim_end().as_bytes(), seed()), Some(longest));
    }

    #[test]
    fn rejects_unusual_spelling_despite_a_valid_checksum() {
        let good = r#"{"unit":1,"solutions":"2","nodes":"3","wall_ms":5,"cpu_ms":4,"kernel":"avx2""#;
        assert!(Entry::parse(&sealed(good), seed()).is_some());
        for (from, to) in [
            ("\"unit\":1", "\"unit\":01"),
            ("\"unit\":1", "\"unit\": 1"),
            ("\"unit\":1", "\"unit\":18446744073709551616"),
            ("\"2\"", "\"-2\""),
            ("\"2\"", "\"340282366920938463463374607431768211456\""),
            ("\"nodes\":\"3\",", ""),
            ("\"cpu_ms\":4", "\"cpu_ms\":4.5"),
            ("\"cpu_ms\":4", "\"cpu_ms\":04"),
            ("\"wall_ms\":5,\"cpu_ms\":4", "\"cpu_ms\":4,\"wall_ms\":5"),
            ("\"wall_ms\":5,", ""),
            ("avx2", "AVX2"),
            ("avx2", ""),
            ("\"avx2\"", "\"avx2\",\"host\":\"x\""),
        ] {
            assert_eq!(Entry::parse(&sealed(&good.replace(from, to)), seed()), None, "{to}");
        }
        let shouting = String::from_utf8(sealed(good)).unwrap().replace("crc", "CRC");
        for wrong in [shouting.as_bytes(), &[0; 40], b""] {
            assert_eq!(Entry::parse(wrong, seed()), None);
        }
    }
}
