//! One line of the ledger: one finished unit.
//!
//! An entry is written in exactly one way, and the parser accepts no other, so the line read is the
//! line written. The CRC-32 covers the hash of the plan, which is not written again, and every byte
//! before the comma that precedes it. So the checksum alone exposes a line of another plan, before
//! it changes the total. This is a line of the plan `c7f4e1330e24f6c79df9d5ac381b271f`:
//!
//! ```text
//! {"unit":17,"solutions":"92","nodes":"2057","ms":3,"kernel":"scalar","crc":"9af0d600"}
//! ```

use crate::plan::tally::Entry;

/// Longest line that is read, without its line end. The longest that is written has 201 bytes.
pub const MAX_LINE: usize = 255;

/// Longest name of a kernel.
const MAX_KERNEL: usize = 32;

const BEFORE_CRC: &[u8] = b",\"crc\":\"";
const AFTER_CRC: &[u8] = b"\"}";

/// What the checksum of a line covers before the line itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(u32);

impl Seed {
    /// Nothing, as in format 1.
    pub const NONE: Self = Self(0);

    /// The hash of a plan, as in format 2.
    #[must_use]
    pub fn of_plan(plan_hash: &str) -> Self {
        Self(crc32fast::hash(plan_hash.as_bytes()))
    }

    fn crc(self, body: &[u8]) -> u32 {
        let mut hasher = crc32fast::Hasher::new_with_initial(self.0);
        hasher.update(body);
        hasher.finalize()
    }
}

/// Why a line is not an entry of this run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// Zeros only, as some file systems leave them where data had not reached the disk.
    #[error("it is full of NUL bytes, as after a power cut")]
    Nul,
    /// Longer than [`MAX_LINE`].
    #[error("it is too long to be an entry")]
    TooLong,
    /// Cut short, or not an entry at all.
    #[error("it does not end with a checksum")]
    NoCrc,
    /// Damaged.
    #[error("its checksum does not match: it was damaged or changed, or is of another plan")]
    WrongCrc,
    /// Written whole, but by something else.
    #[error("`{0}` is missing, out of range or not written as this version does")]
    Field(&'static str),
    /// Written whole, with something more.
    #[error("it has a field that this version does not know")]
    UnknownField,
    /// Not a unit of this run.
    #[error("unit {0} is not a unit of this run")]
    OutOfRange(u64),
    /// Two lines of one unit that contradict each other.
    #[error("unit {unit} has other numbers here than in line {first}")]
    Conflict {
        /// The unit.
        unit: u64,
        /// The line that says otherwise.
        first: u64,
    },
    /// A unit with more solutions than its whole board can have.
    #[error("unit {unit} has {solutions} solutions here, more than the whole board can have")]
    Implausible {
        /// The unit.
        unit: u64,
        /// What the line says.
        solutions: u128,
    },
}

impl Entry {
    /// The line of this entry, with its line end.
    #[must_use]
    pub fn to_line(&self, seed: Seed) -> String {
        let Self { unit, solutions, nodes, ms, kernel } = self;
        let body = format!(
            r#"{{"unit":{unit},"solutions":"{solutions}","nodes":"{nodes}","ms":{ms},"kernel":"{kernel}""#
        );
        let crc = seed.crc(body.as_bytes());
        format!("{body},\"crc\":\"{crc:08x}\"}}\n")
    }

    /// The entry in `line`, given without its line end.
    ///
    /// # Errors
    /// When the line differs in any byte from what [`Entry::to_line`] makes of the same entry with
    /// the same seed.
    pub fn parse(line: &[u8], seed: Seed) -> Result<Self, LineError> {
        if line.len() > MAX_LINE {
            return Err(LineError::TooLong);
        }
        let body = unseal(line, seed).map_err(|error| {
            let nul = !line.is_empty() && line.iter().all(|&byte| byte == 0);
            if nul { LineError::Nul } else { error }
        })?;
        let mut rest = Rest(body);
        let entry = Self {
            unit: rest.number("unit", b"{\"unit\":")?,
            solutions: rest.number("solutions", b",\"solutions\":\"")?,
            nodes: rest.number("nodes", b"\",\"nodes\":\"")?,
            ms: rest.number("ms", b"\",\"ms\":")?,
            kernel: rest.kernel()?,
        };
        if rest.0.is_empty() { Ok(entry) } else { Err(LineError::UnknownField) }
    }
}

/// What the checksum at the end of `line` covers, when it is right.
fn unseal(line: &[u8], seed: Seed) -> Result<&[u8], LineError> {
    let rest = line.strip_suffix(AFTER_CRC).ok_or(LineError::NoCrc)?;
    let (rest, crc) = rest.split_last_chunk::<8>().ok_or(LineError::NoCrc)?;
    let body = rest.strip_suffix(BEFORE_CRC).ok_or(LineError::NoCrc)?;
    let computed = seed.crc(body);
    let digit = |i: usize| b"0123456789abcdef"[(computed >> (28 - 4 * i) & 15) as usize];
    if (0..8).all(|i| crc[i] == digit(i)) { Ok(body) } else { Err(LineError::WrongCrc) }
}

/// What is left of a line.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    /// The number after `before`, in decimal without leading zeros.
    fn number<T: TryFrom<u128>>(&mut self, field: &'static str, before: &[u8]) -> Result<T, LineError> {
        let wrong = LineError::Field(field);
        let Some(text) = self.0.strip_prefix(before) else { return Err(wrong) };
        let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, rest) = text.split_at(length);
        if digits.is_empty() || (digits[0] == b'0' && length > 1) {
            return Err(wrong);
        }
        let mut value = 0u128;
        for digit in digits {
            let next = value.checked_mul(10).and_then(|tens| tens.checked_add(u128::from(digit - b'0')));
            let Some(next) = next else { return Err(wrong) };
            value = next;
        }
        self.0 = rest;
        T::try_from(value).map_err(|_| wrong)
    }

    fn kernel(&mut self) -> Result<String, LineError> {
        let wrong = LineError::Field("kernel");
        let Some(text) = self.0.strip_prefix(b",\"kernel\":\"") else { return Err(wrong) };
        let allowed = |byte: &&u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_');
        let length = text.iter().take_while(allowed).count();
        let (name, rest) = text.split_at(length);
        let Some(rest) = rest.strip_prefix(b"\"") else { return Err(wrong) };
        self.0 = rest;
        match (1..=MAX_KERNEL).contains(&length) {
            true => Ok(name.iter().map(|&byte| char::from(byte)).collect()),
            false => Err(wrong),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seed() -> Seed {
        Seed::of_plan("c7f4e1330e24f6c79df9d5ac381b271f")
    }

    fn entry() -> Entry {
        Entry { unit: 17, solutions: 92, nodes: 2057, ms: 3, kernel: "scalar".to_owned() }
    }

    /// `body` with a right checksum: what a wrong writer would leave, rather than damage.
    fn sealed(body: &str) -> Vec<u8> {
        format!("{body},\"crc\":\"{:08x}\"}}", seed().crc(body.as_bytes())).into_bytes()
    }

    #[test]
    fn the_line_of_an_entry_is_the_documented_one() {
        for (seed, crc) in [(seed(), "9af0d600"), (Seed::NONE, "2ad1d7db")] {
            assert_eq!(
                entry().to_line(seed),
                format!(
                    "{{\"unit\":17,\"solutions\":\"92\",\"nodes\":\"2057\",\"ms\":3,\"kernel\":\"scalar\",\"crc\":\"{crc}\"}}\n"
                )
            );
        }
    }

    #[test]
    fn a_line_of_another_plan_or_format_is_refused() {
        for written in [Seed::of_plan("another"), Seed::NONE] {
            let line = entry().to_line(written);
            assert_eq!(Entry::parse(line.trim_end().as_bytes(), seed()), Err(LineError::WrongCrc));
        }
    }

    #[test]
    fn the_longest_entry_is_read_as_it_was_written() {
        let longest = Entry {
            unit: u64::MAX,
            solutions: u128::MAX,
            nodes: u64::MAX,
            ms: u64::MAX,
            kernel: "x".repeat(MAX_KERNEL),
        };
        for entry in [longest, entry()] {
            let line = entry.to_line(seed());
            assert!(line.len() <= MAX_LINE);
            assert_eq!(Entry::parse(line.trim_end().as_bytes(), seed()), Ok(entry));
        }
    }

    #[test]
    fn every_flipped_bit_of_a_line_is_noticed() {
        let line = entry().to_line(seed()).trim_end().as_bytes().to_vec();
        for bit in 0..line.len() * 8 {
            let mut damaged = line.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(Entry::parse(&damaged, seed()).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn a_line_with_a_right_checksum_must_still_be_written_our_way() {
        let good = r#"{"unit":1,"solutions":"2","nodes":"3","ms":4,"kernel":"avx2""#;
        assert!(Entry::parse(&sealed(good), seed()).is_ok());
        for (from, to, error) in [
            ("\"unit\":1", "\"unit\":01", LineError::Field("unit")),
            ("\"unit\":1", "\"unit\": 1", LineError::Field("unit")),
            ("\"unit\":1", "\"unit\":18446744073709551616", LineError::Field("unit")),
            ("\"2\"", "\"-2\"", LineError::Field("solutions")),
            ("\"2\"", "\"340282366920938463463374607431768211456\"", LineError::Field("solutions")),
            ("\"nodes\":\"3\",", "", LineError::Field("nodes")),
            ("\"ms\":4", "\"ms\":4.5", LineError::Field("kernel")),
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
