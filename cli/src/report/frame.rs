//! Frames of the progress bar, which indicatif draws.

use std::io;
use std::mem;
use std::sync::{Mutex, PoisonError};

use console::Term;
use indicatif::TermLike;

use super::streams::stderr;

/// Returns the bar's width in columns. The last column stays empty, because terminals treat it differently.
pub fn width() -> usize {
    Term::stderr().size_checked().map_or(80, |(_, columns)| usize::from(columns).saturating_sub(1))
}

/// Clears the cursor's line. The bar occupies only one line.
const CLEAR_LINE: &str = "\r\u{1b}[2K";

/// A fake terminal for indicatif. It only collects frames, so drawing never waits for the reader of stderr.
#[derive(Debug, Default)]
pub struct Frame(Mutex<String>);

impl Frame {
    fn add(&self, text: &str) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push_str(text);
        Ok(())
    }

    /// Moves the cursor up (`A`), down (`B`), right (`C`) or left (`D`).
    fn go(&self, columns: usize, direction: char) -> io::Result<()> {
        if columns > 0 { self.add(&format!("\u{1b}[{columns}{direction}")) } else { Ok(()) }
    }
}

impl TermLike for Frame {
    fn width(&self) -> u16 {
        width() as u16
    }

    fn move_cursor_up(&self, lines: usize) -> io::Result<()> {
        self.go(lines, 'A')
    }

    fn move_cursor_down(&self, lines: usize) -> io::Result<()> {
        self.go(lines, 'B')
    }

    fn move_cursor_right(&self, columns: usize) -> io::Result<()> {
        self.go(columns, 'C')
    }

    fn move_cursor_left(&self, columns: usize) -> io::Result<()> {
        self.go(columns, 'D')
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.add(text)?;
        self.add("\n")
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.add(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.add(CLEAR_LINE)
    }

    fn flush(&self) -> io::Result<()> {
        let frame = mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some(frame) = replacing(frame) {
            stderr::frame(frame.into_bytes());
        }
        Ok(())
    }
}

/// Returns `frame` preceded by a command that clears the line, or `None` if `frame` is empty. Indicatif
/// clears only what it drew itself, but the previous frame may not have been written, or may belong to a
/// different bar.
fn replacing(frame: String) -> Option<String> {
    match &*frame {
        "" => None,
        drawn if drawn.starts_with(CLEAR_LINE) => Some(frame),
        _ => Some(format!("{CLEAR_LINE}{frame}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_frame_clears_the_one_before() {
        let framed = |text: &str| replacing(text.to_owned());
        assert_eq!(framed(""), None, "it would replace the frame that removes the bar");
        assert_eq!(framed("\r\u{1b}[2K").unwrap(), "\r\u{1b}[2K");
        assert_eq!(framed("\r\u{1b}[2K20%").unwrap(), "\r\u{1b}[2K20%");
        assert_eq!(framed("10%").unwrap(), "\r\u{1b}[2K10%");
    }
}
