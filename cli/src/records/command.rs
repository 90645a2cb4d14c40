//! The command for a record, which may be published.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use crate::typed::quoted;

/// The command as typed, but with only the last part of every path.
pub fn for_record() -> String {
    let arguments = std::env::args_os().skip(1).map(|argument| quoted(&without_folders(&argument)));
    std::iter::once("queens".to_owned()).chain(arguments).collect::<Vec<_>>().join(" ")
}

/// An argument, or the value in `--option=value`, without the folders that lead to it. A path of
/// folders alone, as `..`, has no last part to show.
fn without_folders(argument: &OsStr) -> OsString {
    let last = |path: &OsStr| match (Path::new(path).components().count(), Path::new(path).file_name()) {
        (2.., name) => name.unwrap_or(OsStr::new(".")).to_owned(),
        _ => path.to_owned(),
    };
    match argument.to_str().and_then(|text| text.split_once('=')) {
        Some((option, value)) if option.starts_with('-') => {
            let mut shown = OsString::from(format!("{option}="));
            shown.push(last(OsStr::new(value)));
            shown
        }
        _ => last(argument),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_name_no_folders() {
        for (typed, recorded) in [
            ("--run", "--run"),
            ("24", "24"),
            ("3,-,-", "3,-,-"),
            ("queens-24.run", "queens-24.run"),
            ("/home/x/r", "r"),
            ("../../x/r/", "r"),
            ("results/records", "records"),
            ("--run=/home/x/r", "--run=r"),
            ("--record=rec", "--record=rec"),
            ("/home/..", "."),
            ("-r/home/x/r", "r"),
        ] {
            assert_eq!(without_folders(OsStr::new(typed)), recorded, "{typed}");
        }
    }
}
