//! Whole numbers that JSON has as text.

use serde::Serialize;

/// A whole number in decimal digits. Text, because readers of JSON lose digits of numbers beyond 2^53.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "natural"))]
pub struct Natural(
    #[cfg_attr(feature = "schema", schemars(with = "String", regex(pattern = "^[0-9]+$")))] pub u128,
);

impl Serialize for Natural {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}
