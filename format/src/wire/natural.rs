//! Whole numbers as JSON strings.

use queens::text::decimal;
use serde::Serialize;

/// A whole number in decimal digits. Text, because JSON parsers lose digits beyond 2^53.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "natural"))]
pub struct Natural(
    #[cfg_attr(feature = "schema", schemars(with = "String", regex(pattern = "^[0-9]+$")))]
    #[serde(serialize_with = "decimal::serialize")]
    pub u128,
);
