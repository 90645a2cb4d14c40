//! Breaks long lines between words.

use textwrap::{Options, WordSeparator, WordSplitter};

/// `line` in lines of at most `width` characters, unless a word is longer. Those after the first are
/// indented by `indent` spaces. Several spaces in a row stay, as in a table.
pub fn wrapped(line: &str, width: usize, indent: usize) -> String {
    let indent = " ".repeat(indent);
    let options = Options::new(width)
        .subsequent_indent(&indent)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(line, options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_between_words_only() {
        assert_eq!(wrapped("one two three", 13, 2), "one two three");
        assert_eq!(wrapped("one two three", 7, 2), "one two\n  three");
        assert_eq!(wrapped("  a  b   long-word é", 9, 4), "  a  b\n    long-word\n    é");
    }
}
