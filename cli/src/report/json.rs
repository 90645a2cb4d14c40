//! JSON helpers for all reports.

use std::io::{self, Write};

use queens::board::BoardSize;
use queens::plan::PlanIdentity;
use queens_format::is_printable;
use serde::Serialize;
use serde_json::ser::Formatter;

/// The version of what `--json` prints. New fields do not change it (see `docs/json.md`). Versions 1.0 and
/// 1.1 had format 4.
pub const JSON_FORMAT: u32 = 5;

// A result with its format number. This is not a doc comment, because the schema describes only the result.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Numbered<T> {
    /// The version of this interface.
    #[cfg_attr(test, schemars(extend("const" = JSON_FORMAT)))]
    format: u32,
    #[serde(flatten)]
    result: T,
}

/// Writes a result as one JSON line, starting with the format number.
pub fn numbered_json_line(out: &mut dyn Write, result: &impl Serialize) -> io::Result<()> {
    json_line(out, &Numbered { format: JSON_FORMAT, result })
}

/// Writes `value` as one JSON line.
pub fn json_line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, PrintableFormatter))?;
    out.write_all(b"\n")
}

/// A JSON formatter that escapes the characters that terminals do not show.
struct PrintableFormatter;

impl Formatter for PrintableFormatter {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        for c in fragment.chars() {
            if is_printable(c) {
                out.write_all(c.encode_utf8(&mut [0; 4]).as_bytes())?;
            } else {
                c.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(out, "\\u{unit:04x}"))?;
            }
        }
        Ok(())
    }
}

/// A report's fields about its plan.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BoardFields {
    /// Rows of the board.
    #[cfg_attr(test, schemars(with = "queens_format::wire::schema::BoardRows"))]
    pub n: BoardSize,
    /// The counting method: `colours`, `cross` or `rows`; `halves` in counts by versions 1.0 and 1.1.
    pub method: String,
    /// The depth at which the board is cut into units.
    pub depth: u32,
}

impl From<&PlanIdentity> for BoardFields {
    fn from(PlanIdentity { n, method, depth, .. }: &PlanIdentity) -> Self {
        Self { n: *n, method: method.to_string(), depth: *depth }
    }
}
