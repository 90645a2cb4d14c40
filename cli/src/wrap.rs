//! Breaks long lines between words.

/// `line` in lines of at most `width` characters, unless a word is longer. Those after the first are
/// indented by `indent` spaces. Several spaces in a row stay, as in a table.
pub fn wrapped(line: &str, width: usize, indent: usize) -> String {
    let mut text = String::new();
    let mut rest = line;
    let mut room = width;
    while let Some(end) = end_of_line(rest, room) {
        text += rest[..end].trim_end();
        text.push('\n');
        text.extend(std::iter::repeat_n(' ', indent));
        rest = rest[end..].trim_start();
        room = width.saturating_sub(indent);
    }
    text + rest
}

/// The space at which `text` is broken to leave at most `room` characters before it; `None` if it
/// fits, or is one word.
fn end_of_line(text: &str, room: usize) -> Option<usize> {
    let (limit, _) = text.char_indices().nth(room)?;
    let spaces = text.match_indices(' ').map(|(at, _)| at).filter(|&at| !text[..at].trim().is_empty());
    let (fitting, longer): (Vec<_>, Vec<_>) = spaces.partition(|&at| at <= limit);
    fitting.last().or(longer.first()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_between_words_only() {
        assert_eq!(wrapped("one two three", 13, 2), "one two three");
        assert_eq!(wrapped("one two three", 12, 2), "one two\n  three");
        assert_eq!(wrapped("one two three", 7, 2), "one two\n  three");
        assert_eq!(wrapped("one  two three", 5, 2), "one\n  two\n  three");
        assert_eq!(wrapped("  a  b   long-word é", 9, 4), "  a  b\n    long-word\n    é");
        assert_eq!(wrapped("", 3, 1), "");
    }
}
