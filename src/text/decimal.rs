//! Stores whole numbers in JSON as decimal strings, because other readers lose digits beyond 2^53. We don't
//! use `serde_with`, because it would also accept `+5` and `05`, and would take 3 s of CPU time to build.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::Serializer;

/// Writes `number` as a string.
///
/// # Errors
/// Fails if `serializer` fails.
pub fn serialize<S: Serializer>(number: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

/// Reads a number from a string without a sign or leading zeros.
///
/// # Errors
/// Fails if the value is anything else.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u128, D::Error> {
    let text = String::deserialize(deserializer)?;
    let number = text.parse::<u128>().ok().filter(|number| number.to_string() == text);
    number.ok_or_else(|| D::Error::custom(format!("\"{text}\" is not a whole number")))
}
