//! The entry of a finished unit, and its line in the ledger.
//!
//! An entry can be written in exactly one way, and the parser accepts no other, so the line read is
//! the line written. The CRC-32 covers the hash of the plan, which the line does not repeat, and
//! every byte before the comma that precedes the CRC. So the checksum alone exposes a line of
//! another plan before it changes the total. A line of the plan `c7f4e1330e24f6c79df9d5ac381b271f`:
//!
//! ```text
//! {"unit":7,"solutions":"92","nodes":"57","wall_ms":4,"cpu_ms":3,"kernel":"avx2","crc":"e3a72acc"}
//! ```

use std::borrow::Cow;
use std::str::FromStr;

use crate::board::numbers::grouped;
use crate::methods::Kernel;

/// A finished unit, as in the ledger: a [`Finished`](crate::methods::Finished) as it is saved, with
/// times in whole milliseconds and the name of a kernel, which a later version may have added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Number of the unit in its plan.
    pub unit: u64,
    /// Solutions of the whole board that the unit accounts for.
    pub solutions: u128,
    /// The size of the work: see [`Finished::nodes`](crate::methods::Finished::nodes).
    pub nodes: u64,
    /// Wall time that its counter spent on it, in milliseconds.
    pub wall_ms: u64,
    /// CPU time that its thread spent on it, in milliseconds.
    pub cpu_ms: u64,
    /// The kernel that counted it: 1 to 32 of the characters a-z, 0-9, `-` and `_`.
    pub kernel: Cow<'static, str>,
}

/// Longest line to read, without its line end. The longest possible entry has 236 bytes.
pub const MAX_LINE: usize = 255;

/// Longest name of a kernel.
const MAX_KERNEL: usize = 32;

/// The byte order mark that some programs put before a text: U+FEFF in UTF-8.
pub(crate) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

const BEFORE_CRC: &[u8] = b",\"crc\":\"";
const AFTER_CRC: &[u8] = b"\"}";

/// The seed of a ledger's checksums, which makes them depend on the hash of the plan, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChecksumSeed {
    /// The CRC-32 of the hash, from which that of every line starts.
    seed: u32,
}

impl ChecksumSeed {
    /// The seed for a ledger with units of the plan `plan_hash`.
    pub fn new(plan_hash: &str) -> Self {
        Self { seed: crc32fast::hash(plan_hash.as_bytes()) }
    }

    fn crc(self, body: &[u8]) -> u32 {
        let mut hasher = crc32fast::Hasher::new_with_initial(self.seed);
        hasher.update(body);
        hasher.finalize()
    }
}

/// The reason why a line is not an entry of this run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LineError {
    /// A line of nothing but zeros, as some file systems leave it if data had not reached the disk.
    #[error("it consists of NUL bytes, as after a power cut")]
    Nul,
    #[error("it is too long to be an entry")]
    TooLong,
    /// An entry that was changed by a program that converts texts.
    #[error("it ends with CR LF instead of LF: an editor or a copy has converted the file")]
    CarriageReturn,
    #[error("it begins with a byte order mark (BOM): an editor or a copy has converted the file")]
    ByteOrderMark,
    /// Cut short, or not an entry at all.
    #[error("it does not end with a checksum")]
    NoCrc,
    #[error("its checksum does not match: it was damaged or changed, or is of another plan")]
    WrongCrc,
    /// Intact, but in another form.
    #[error("`{0}` is missing, out of range or not in the form that this version writes")]
    Field(&'static str),
    /// Intact, with an additional field.
    #[error("it has a field that this version does not know")]
    UnknownField,
    #[error("unit {0} is not a unit of this run")]
    OutOfRange(u64),
    /// Two lines of one unit contradict each other; `first` is its first line.
    #[error("unit {unit} has other solutions here than in line {first}")]
    Conflict { unit: u64, first: u64 },
    #[error("unit {unit} has {solutions} solutions here, more than the whole board can have", solutions = grouped(*.solutions))]
    Implausible { unit: u64, solutions: u128 },
}

impl Entry {
    /// The line of this entry, with its line end.
    pub(crate) fn to_line(&self, seed: ChecksumSeed) -> String {
        let Self { unit, solutions, nodes, wall_ms, cpu_ms, kernel } = self;
        let body = format!(
            r#"{{"unit":{unit},"solutions":"{solutions}","nodes":"{nodes}","wall_ms":{wall_ms},"cpu_ms":{cpu_ms},"kernel":"{kernel}""#
        );
        let crc = seed.crc(body.as_bytes());
        format!("{body},\"crc\":\"{crc:08x}\"}}\n")
    }

    /// The entry in `line`, given without its line end.
    ///
    /// # Errors
    /// If the line differs in any byte from the result of [`Entry::to_line`] for the same entry and
    /// form.
    pub(crate) fn parse(line: &[u8], seed: ChecksumSeed) -> Result<Self, LineError> {
        if line.len() > MAX_LINE {
            return Err(LineError::TooLong);
        }
        let body = unseal(line, seed).map_err(|error| match line {
            [_, ..] if line.iter().all(|&byte| byte == 0) => LineError::Nul,
            [.., b'\r'] => LineError::CarriageReturn,
            _ if line.starts_with(BYTE_ORDER_MARK) => LineError::ByteOrderMark,
            _ => error,
        })?;
        let mut rest = Unread(body);
        let unit = rest.number("unit", b"{\"unit\":")?;
        let solutions = rest.number("solutions", b",\"solutions\":\"")?;
        let nodes = rest.number("nodes", b"\",\"nodes\":\"")?;
        let wall_ms = rest.number("wall_ms", b"\",\"wall_ms\":")?;
        let cpu_ms = rest.number("cpu_ms", b",\"cpu_ms\":")?;
        let entry = Self { unit, solutions, nodes, wall_ms, cpu_ms, kernel: rest.kernel()? };
        if rest.0.is_empty() { Ok(entry) } else { Err(LineError::UnknownField) }
    }
}

/// The part of `line` that the checksum at its end covers, if the checksum is right.
fn unseal(line: &[u8], seed: ChecksumSeed) -> Result<&[u8], LineError> {
    let rest = line.strip_suffix(AFTER_CRC).ok_or(LineError::NoCrc)?;
    let (rest, crc) = rest.split_last_chunk::<8>().ok_or(LineError::NoCrc)?;
    let body = rest.strip_suffix(BEFORE_CRC).ok_or(LineError::NoCrc)?;
    let computed = seed.crc(body);
    let digit = |i: usize| b"0123456789abcdef"[(computed >> (28 - 4 * i) & 15) as usize];
    if (0..8).all(|i| crc[i] == digit(i)) { Ok(body) } else { Err(LineError::WrongCrc) }
}

/// The part of a line that is not read yet.
struct Unread<'a>(&'a [u8]);

impl Unread<'_> {
    /// The number after `before`, in decimal without leading zeros.
    fn number<T: FromStr>(&mut self, field: &'static str, before: &[u8]) -> Result<T, LineError> {
        let wrong = LineError::Field(field);
        let Some(text) = self.0.strip_prefix(before) else { return Err(wrong) };
        let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, rest) = text.split_at(length);
        if length > 1 && digits[0] == b'0' {
            return Err(wrong);
        }
        self.0 = rest;
        str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok()).ok_or(wrong)
    }

    fn kernel(&mut self) -> Result<Cow<'static, str>, LineError> {
        let wrong = LineError::Field("kernel");
        let Some(text) = self.0.strip_prefix(b",\"kernel\":\"") else { return Err(wrong) };
        let allowed = |byte: &&u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_');
        let length = text.iter().take_while(allowed).count();
        let (name, rest) = text.split_at(length);
        let Some(rest) = rest.strip_prefix(b"\"") else { return Err(wrong) };
        self.0 = rest;
        if (1..=MAX_KERNEL).contains(&length) { Ok(kernel_named(name)) } else { Err(wrong) }
    }
}

/// The kernel with these letters as its name, without a copy of them if this version has it.
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

    /// `body` with a right checksum: what a wrong writer would leave, rather than damage.
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
        assert_eq!(Entry::parse(line.trim_end().as_bytes(), seed), Ok(entry));
    }

    #[test]
    fn longest_entry_round_trips() {
        let longest = Entry {
            unit: u64::MAX,
            solutions: u128::MAX,
            nodes: u64::MAX,
            wall_ms: u64::MAX,
            cpu_ms: u64::MAX,
            kernel: "x".repeat(MAX_KERNEL).into(),
        };
        let line = longest.to_line(seed());
        assert!(line.len() <= MAX_LINE);
        assert_eq!(Entry::parse(line.trim_end().as_bytes(), seed()), Ok(longest));
    }

    #[test]
    fn rejects_unusual_spelling_despite_a_valid_checksum() {
        let good = r#"{"unit":1,"solutions":"2","nodes":"3","wall_ms":5,"cpu_ms":4,"kernel":"avx2""#;
        assert!(Entry::parse(&sealed(good), seed()).is_ok());
        for (from, to, error) in [
            ("\"unit\":1", "\"unit\":01", LineError::Field("unit")),
            ("\"unit\":1", "\"unit\": 1", LineError::Field("unit")),
            ("\"unit\":1", "\"unit\":18446744073709551616", LineError::Field("unit")),
            ("\"2\"", "\"-2\"", LineError::Field("solutions")),
            ("\"2\"", "\"340282366920938463463374607431768211456\"", LineError::Field("solutions")),
            ("\"nodes\":\"3\",", "", LineError::Field("nodes")),
            ("\"cpu_ms\":4", "\"cpu_ms\":4.5", LineError::Field("kernel")),
            ("\"cpu_ms\":4", "\"cpu_ms\":04", LineError::Field("cpu_ms")),
            ("\"wall_ms\":5,\"cpu_ms\":4", "\"cpu_ms\":4,\"wall_ms\":5", LineError::Field("wall_ms")),
            ("\"wall_ms\":5,", "", LineError::Field("wall_ms")),
            ("avx2", "AVX2", LineError::Field("kernel")),
            ("avx2", "", LineError::Field("kernel")),
            ("\"avx2\"", "\"avx2\",\"host\":\"x\"", LineError::UnknownField),
        ] {
            assert_eq!(Entry::parse(&sealed(&good.replace(from, to)), seed()), Err(error), "{to}");
        }
        let shouting = String::from_utf8(sealed(good)).unwrap().replace("crc", "CRC");
        assert_eq!(Entry::parse(shouting.as_bytes(), seed()), Err(LineError::NoCrc));
        assert_eq!(Entry::parse(&[0; 40], seed()), Err(LineError::Nul));
        assert_eq!(Entry::parse(b"", seed()), Err(LineError::NoCrc));
    }
}
