//! Code that all reports in JSON share.

use std::io::{self, Write};

use queens::check::plausibility::Check;
use queens::methods::EstimatedValue;
use queens::plan::PlanIdentity;
use queens_format::is_printable;
use queens_format::wire::total::CheckObject;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::ser::Formatter;

use crate::program::PROGRAM;

/// The version of the objects that `--json` prints. New fields do not change it; see
/// `docs/json.md`. Versions 1.0 and 1.1 had 4.
pub const JSON_FORMAT: u32 = 5;

/// A result as one line of JSON: the number of its format, then its fields.
pub fn numbered_json_line(out: &mut dyn Write, result: &impl Serialize) -> io::Result<()> {
    #[derive(Serialize)]
    struct Numbered<'a, T> {
        format: u32,
        #[serde(flatten)]
        result: &'a T,
    }
    json_line(out, &Numbered { format: JSON_FORMAT, result })
}

/// A value as one line of JSON.
pub fn json_line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, PrintableFormatter))?;
    out.write_all(b"\n")
}

/// Escapes characters that a terminal would not show. JSON allows that.
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

/// Writes the fields of an object in order. Reports use it instead of a struct if their fields come from
/// several values of the library.
pub struct Fields<M>(M);

impl<M: SerializeMap> Fields<M> {
    pub fn of<S: Serializer<SerializeMap = M>>(serializer: S) -> Result<Self, S::Error> {
        serializer.serialize_map(None).map(Self)
    }

    pub fn put(&mut self, name: &'static str, value: impl Serialize) -> Result<(), M::Error> {
        self.0.serialize_entry(name, &value)
    }

    /// Writes a field, unless it has no value.
    pub fn put_some(&mut self, name: &'static str, value: Option<impl Serialize>) -> Result<(), M::Error> {
        value.map_or(Ok(()), |value| self.put(name, value))
    }

    /// Writes a whole number as a string, because it may exceed 2^53, beyond which readers of JSON lose
    /// digits. The engine, which reads such strings back, has code of its own (`src/run/decimal.rs`).
    pub fn put_text(&mut self, name: &'static str, value: impl ToString) -> Result<(), M::Error> {
        self.put(name, value.to_string())
    }

    pub fn put_board(&mut self, plan: &PlanIdentity) -> Result<(), M::Error> {
        self.put("n", plan.n)?;
        self.put("method", plan.method)?;
        self.put("depth", plan.depth)
    }

    /// Writes checks as objects with their names, outcomes and numbers.
    pub fn put_checks(&mut self, checks: &[Check]) -> Result<(), M::Error> {
        self.put("checks", checks.iter().map(CheckObject::from).collect::<Vec<_>>())
    }

    /// Writes an estimate and its standard error, or null if they are not known.
    pub fn put_estimated(
        &mut self,
        [mean, standard_error]: [&'static str; 2],
        estimated: Option<EstimatedValue>,
    ) -> Result<(), M::Error> {
        self.put(mean, estimated.map(|estimated| estimated.mean))?;
        self.put(standard_error, estimated.map(|estimated| estimated.standard_error))
    }

    /// Writes the name, version and commit of this program.
    pub fn put_program(&mut self) -> Result<(), M::Error> {
        self.put("program", PROGRAM.name)?;
        self.put("version", PROGRAM.version)?;
        self.put("commit", PROGRAM.commit)
    }

    pub fn end(self) -> Result<M::Ok, M::Error> {
        self.0.end()
    }
}
