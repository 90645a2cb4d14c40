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

use crate::choice::PROGRAM;

/// The version of the objects that `--json` prints. New fields do not change it; see
/// `docs/json.md`. Versions 1.0 and 1.1 had 4.
pub const JSON_FORMAT: u32 = 5;

/// The program in its reports.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Program {
    program: &'static str,
    version: &'static str,
    /// The commit that the program was built from.
    commit: &'static str,
}

impl Program {
    pub const THIS: Self = Self { program: PROGRAM.name, version: PROGRAM.version, commit: PROGRAM.commit };
}

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
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, Printable))?;
    out.write_all(b"\n")
}

/// Escapes in strings whatever a terminal would not show, which JSON allows.
struct Printable;

impl Formatter for Printable {
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

/// Writes the fields of an object, one after the other. A report borrows what the library found,
/// and gives each field its name here.
pub struct Fields<M>(M);

impl<M: SerializeMap> Fields<M> {
    pub fn of<S: Serializer<SerializeMap = M>>(serializer: S) -> Result<Self, S::Error> {
        serializer.serialize_map(None).map(Self)
    }

    pub fn put(&mut self, name: &'static str, value: impl Serialize) -> Result<(), M::Error> {
        self.0.serialize_entry(name, &value)
    }

    /// A field that is left out where there is no value.
    pub fn put_some(&mut self, name: &'static str, value: Option<impl Serialize>) -> Result<(), M::Error> {
        value.map_or(Ok(()), |value| self.put(name, value))
    }

    /// A whole number that may exceed 2^53, where readers of JSON lose digits: as a string.
    pub fn put_text(&mut self, name: &'static str, value: impl ToString) -> Result<(), M::Error> {
        self.put(name, value.to_string())
    }

    pub fn put_board(&mut self, plan: &PlanIdentity) -> Result<(), M::Error> {
        self.put("n", plan.n)?;
        self.put("method", plan.method)?;
        self.put("depth", plan.depth)
    }

    /// Checks as objects of their names, outcomes and numbers.
    pub fn put_checks(&mut self, checks: &[Check]) -> Result<(), M::Error> {
        self.put("checks", checks.iter().map(CheckObject::from).collect::<Vec<_>>())
    }

    /// An estimate and its standard error, which are null where they are not known.
    pub fn put_estimated(
        &mut self,
        [mean, standard_error]: [&'static str; 2],
        estimated: Option<EstimatedValue>,
    ) -> Result<(), M::Error> {
        self.put(mean, estimated.map(|estimated| estimated.mean))?;
        self.put(standard_error, estimated.map(|estimated| estimated.standard_error))
    }

    /// The program that prints the object.
    pub fn put_program(&mut self) -> Result<(), M::Error> {
        let Program { program, version, commit } = Program::THIS;
        self.put("program", program)?;
        self.put("version", version)?;
        self.put("commit", commit)
    }

    pub fn end(self) -> Result<M::Ok, M::Error> {
        self.0.end()
    }
}
