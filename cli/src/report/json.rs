//! What all reports in JSON have in common.

use std::io::{self, Write};

use queens::methods::Estimated;
use queens::run::COMMIT;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// The version of the objects that `--json` prints. New fields do not change it; see
/// `docs/json.md`. Lower numbers belong to development builds.
const JSON_FORMAT: u32 = 4;

/// The program in its reports.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Program {
    program: &'static str,
    version: &'static str,
    /// What it was built from.
    commit: &'static str,
}

impl Program {
    pub const THIS: Self = Self { program: "queens", version: env!("CARGO_PKG_VERSION"), commit: COMMIT };
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
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

/// An estimate as two fields of these names, which are null where it is not known: to be flattened
/// into an object.
#[derive(Clone, Copy, Debug)]
pub struct EstimatedFields {
    pub names: [&'static str; 2],
    pub estimated: Option<Estimated>,
}

impl Serialize for EstimatedFields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { names: [mean, standard_error], estimated } = self;
        let mut fields = serializer.serialize_map(Some(2))?;
        fields.serialize_entry(mean, &estimated.map(|estimated| estimated.mean))?;
        fields.serialize_entry(standard_error, &estimated.map(|estimated| estimated.standard_error))?;
        fields.end()
    }
}
