//! Makes untrusted text safe for a terminal.

use std::fmt::{self, Display};

/// Untrusted strings are shortened to this many characters.
pub const MAX_NAME_CHARS: usize = 120;

/// Text that is safe to show on a terminal. Only [`printable`] creates values of this type. A function that
/// takes it therefore never receives raw text from a damaged or forged file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printable(String);

/// Makes text safe for a terminal. Escapes every character that is not [`is_printable`], including newlines.
/// The text may come from a damaged or forged file, or contain a file's name.
pub fn printable(text: impl Display) -> Printable {
    let escaped = |c: char| if is_printable(c) { c.to_string() } else { c.escape_default().to_string() };
    Printable(text.to_string().chars().map(escaped).collect())
}

impl Display for Printable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Returns true if a terminal shows this character and does nothing else with it.
///
/// Returns false for control characters, and for invisible separators, joiners, fillers and tags. Also
/// returns false for direction marks, because they can disguise one text as another. This covers all
/// characters that Unicode lets software ignore, except the variation selectors up to U+FE0F.
pub fn is_printable(c: char) -> bool {
    let is_hidden = matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180e}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}');
    !c.is_control() && !is_hidden
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn untrusted_text_cannot_control_the_terminal() {
        assert_eq!(printable("höhere\tGewalt 王后 ♛\n").to_string(), "höhere\\tGewalt 王后 ♛\\n");
        // Contains escape, DEL, a C1 control that begins a sequence, a direction override, and invisible
        // characters.
        let hostile = "\u{1b}[2J\u{7f}\u{9b}2J\u{202e}nwod\u{2069}\u{200f}\u{34f}\u{feff}\u{e0041}";
        let shown = printable(hostile).to_string();
        assert!(shown.is_ascii() && shown.chars().all(is_printable), "{shown}");
        assert_eq!(shown.matches("\\u{").count(), 9, "{shown}");
    }
}
