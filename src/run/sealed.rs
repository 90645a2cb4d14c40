//! Sealed JSON is a JSON object that ends with a checksum of everything before it.
//!
//! `manifest.json`, `result.json` and plan files are sealed JSON. The object spans several lines, so that
//! people can read it. Its last field, `crc`, is the CRC-32 of all bytes before the preceding comma. All
//! other bytes from that comma on are fixed, so any flipped bit in the file is detected.

use std::cmp::Ordering;
use std::io::{self, Read};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::{RunError, prefixed_version};
use super::names::RunFile;
use crate::methods::SavedMethod;
use crate::text::shortened;

/// A sealed file's maximum length. This program never writes a longer one.
const MAX_FILE_BYTES: u64 = 1 << 20;

/// The maximum length of a version, a method's name or a time.
pub(super) const MAX_NAME_BYTES: usize = 100;

/// The maximum length of any string. The names of processors and drivers are much shorter.
const MAX_TEXT_BYTES: usize = 1000;

/// The maximum length of an error message, which may quote the file.
const MAX_MESSAGE_CHARS: usize = 300;

const BEFORE_CRC: &[u8] = b",\n  \"crc\": \"";
const AFTER_CRC: &[u8] = b"\"\n}\n";

/// Returns `value` as sealed JSON. The value must serialise to an object with at least one field.
pub(crate) fn seal(value: &impl Serialize) -> Result<Vec<u8>, String> {
    let mut text = serde_json::to_vec_pretty(value).map_err(|error| error.to_string())?;
    if !text.starts_with(b"{") || !text.ends_with(b"\n}") {
        return Err("it is not a JSON object".to_owned());
    }
    text.truncate(text.len() - 2);
    let crc = crc32fast::hash(&text);
    text.extend_from_slice(BEFORE_CRC);
    text.extend_from_slice(format!("{crc:08x}").as_bytes());
    text.extend_from_slice(AFTER_CRC);
    Ok(text)
}

/// Explains why a file has carriage returns, and how to remove them.
pub(super) const CR_LF: &str = "its newlines were changed to CR LF (dos2unix changes them back)";

/// Removes the seal from sealed JSON. If the seal is broken, returns the reason.
fn unseal(bytes: &[u8]) -> Result<Vec<u8>, &'static str> {
    const NO_SEAL: &str = "it does not end with a checksum, as every file written by queens does";
    if bytes.is_empty() {
        return Err("it is empty");
    }
    if bytes.ends_with(b"}\r\n") {
        return Err(CR_LF);
    }
    let (body, crc) = split(bytes).ok_or(NO_SEAL)?;
    if format!("{:08x}", crc32fast::hash(body)).as_bytes() != crc {
        return Err("its checksum does not match its contents");
    }
    Ok([body, b"\n}"].concat())
}

/// Splits sealed JSON into the part before the seal, and the checksum.
fn split(bytes: &[u8]) -> Option<(&[u8], &[u8; 8])> {
    let (rest, crc) = bytes.strip_suffix(AFTER_CRC)?.split_last_chunk()?;
    Some((rest.strip_suffix(BEFORE_CRC)?, crc))
}

/// Returns whether `bytes` may be damaged sealed JSON. They must begin like sealed JSON, end with a seal, or
/// be empty.
pub(crate) fn may_be_damaged(bytes: &[u8]) -> bool {
    let begins = [b"{\n  \"format\"".as_slice(), b"{\r\n"].iter().any(|start| bytes.starts_with(start));
    bytes.is_empty() || begins || split(bytes).is_some()
}

/// The fields that every format keeps, like the seal.
#[derive(Deserialize)]
struct AnyFormat {
    format: u64,
    program_version: String,
    /// Newer versions may support more methods.
    method: Option<String>,
}

/// Parses sealed JSON. It must have this `format`, and a method that this version knows, even if only earlier
/// versions support it. `path` is the plan file. If `file` is given, `path` is the run directory that
/// contains it.
pub(crate) fn parse<T: DeserializeOwned>(
    bytes: &[u8],
    format: u32,
    path: &Path,
    file: Option<RunFile>,
) -> Result<T, RunError> {
    let corrupt = |reason: String| {
        let path = file.map_or_else(|| path.to_owned(), |file| path.join(file));
        RunError::Corrupt { path, file, reason }
    };
    let AnyFormat { format: found, program_version, method } = value(bytes).map_err(corrupt)?;
    let names = [("program_version", Some(&program_version)), ("method", method.as_ref())];
    if let Some((field, _)) =
        names.into_iter().find(|(_, name)| name.is_some_and(|name| name.len() > MAX_NAME_BYTES))
    {
        return Err(corrupt(format!("its {field} is longer than any name")));
    }
    let newer = |unknown: String| {
        let version = prefixed_version(", ", &program_version);
        format!("was made by a newer version of queens{version}: this one does not know {unknown}")
    };
    let unknown = method.filter(|method| SavedMethod::named(method).is_none());
    let reason = match (found.cmp(&u64::from(format)), unknown) {
        (Ordering::Less, _) => format!(
            "has format {found}, which only development builds of queens read; this version leaves it \
             unchanged"
        ),
        (Ordering::Greater, _) => newer(format!("format {found}")),
        (_, Some(method)) => newer(format!("the method '{method}'")),
        (Ordering::Equal, None) => return value(bytes).map_err(corrupt),
    };
    Err(RunError::OtherVersion { path: path.to_owned(), reason })
}

/// Parses sealed JSON. On failure, returns the reason. The file is untrusted, and parts of it may be shown in
/// a terminal. So we refuse overlong strings and shorten error messages.
pub(crate) fn value<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    let body = unseal(bytes).map_err(str::to_owned)?;
    let damaged = |error: serde_json::Error| shortened(&error.to_string(), MAX_MESSAGE_CHARS);
    check_texts("object", &serde_json::from_slice(&body).map_err(damaged)?)?;
    serde_json::from_slice(&body).map_err(damaged)
}

/// Checks every string's length in the field `name`.
fn check_texts(name: &str, value: &Value) -> Result<(), String> {
    match value {
        Value::String(text) if text.len() > MAX_TEXT_BYTES => Err(format!(
            "its {} is longer than any that this program writes",
            shortened(name, MAX_MESSAGE_CHARS)
        )),
        Value::Array(parts) => parts.iter().try_for_each(|part| check_texts(name, part)),
        Value::Object(fields) => fields.iter().try_for_each(|(name, value)| {
            check_texts("longest field name", &Value::from(name.as_str()))?;
            check_texts(name, value)
        }),
        _ => Ok(()),
    }
}

/// Reads `input`, but stops one byte after the maximum length of sealed JSON.
pub(crate) fn read_from(input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seals_only_objects_with_fields() {
        for value in [serde_json::json!({}), serde_json::json!([1]), serde_json::json!("x")] {
            assert!(seal(&value).is_err());
        }
    }

    /// The longer file is as large as a merge result from 20,000 machines.
    #[test]
    fn detects_every_flipped_bit_of_a_long_file() {
        // Flip every bit in a file of a few thousand bytes, and some bits in a very long file.
        for (machines, step) in [(60, 1), (20_000, 262_139)] {
            let name = |number| format!("a machine with the number {number}");
            let machines: Vec<_> = (0..machines).map(name).collect();
            let bytes = seal(&serde_json::json!({ "solutions": "92", "machines": machines })).unwrap();
            assert!(bytes.len() as u64 <= MAX_FILE_BYTES && unseal(&bytes).is_ok());
            assert_eq!(read_from(&*bytes).unwrap(), bytes);
            for cut in (1..bytes.len()).step_by(step) {
                assert!(unseal(&bytes[..cut]).is_err() && unseal(&bytes[cut..]).is_err(), "cut at {cut}");
            }
            let mut damaged = bytes;
            for bit in (0..damaged.len() * 8).step_by(step).chain([damaged.len() * 8 - 1]) {
                damaged[bit / 8] ^= 1 << (bit % 8);
                assert!(unseal(&damaged).is_err(), "bit {bit}");
                damaged[bit / 8] ^= 1 << (bit % 8);
            }
        }
    }

    #[test]
    fn sealed_times_keep_their_last_digit() {
        let value = serde_json::json!({ "wall_s": 1.337_994_322_000_000_1 });
        let body = unseal(&seal(&value).unwrap()).unwrap();
        assert_eq!(serde_json::from_slice::<serde_json::Value>(&body).unwrap(), value);
    }
}
