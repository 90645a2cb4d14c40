//! Writes events to stderr as text or, with `--progress json`, as JSON lines.

use std::sync::atomic::{AtomicBool, Ordering};

use queens_format::{Printable, printable};
use serde::Serialize;

use super::figures::Figures;
use super::json::json_line;
use super::streams::stderr;

/// Whether events are written as JSON. This is global, because errors may come from anywhere in the process.
static IS_JSON: AtomicBool = AtomicBool::new(false);

/// Writes all further events as JSON lines.
pub fn use_json() {
    IS_JSON.store(true, Ordering::Relaxed);
}

/// A line on stderr with `--progress json`.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "event"))]
pub enum Event {
    /// For the user.
    Notice { text: String },
    /// What went wrong, and what to do about it.
    Error { text: String },
    /// Every `--interval`, and at once on SIGUSR1.
    Progress(#[cfg_attr(test, schemars(with = "super::figures::FigureFields"))] Figures),
}

impl Event {
    /// Writes the event to stderr. The next progress event replaces one still waiting.
    pub fn print(&self) {
        match self {
            Self::Progress(_) => self.show(),
            _ => stderr::line(self.line()),
        }
    }

    /// Writes the event to stderr as a progress line. The next progress line replaces it if it is still
    /// waiting.
    pub fn show(&self) {
        stderr::progress(self.line());
    }

    fn line(&self) -> Vec<u8> {
        let line = if IS_JSON.load(Ordering::Relaxed) { self.json() } else { format!("{}\n", self.text()) };
        line.into_bytes()
    }

    fn json(&self) -> String {
        let mut line = Vec::new();
        json_line(&mut line, self).expect("an event is plain data");
        String::from_utf8(line).expect("JSON is UTF-8")
    }

    fn text(&self) -> Printable {
        match self {
            Self::Notice { text } => printable(text),
            Self::Error { text } => printable(format!("error: {text}")),
            Self::Progress(figures) => {
                printable(format!("{} done, {}", figures.whole_share(), figures.words().join(", ")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use queens_format::is_printable;

    use super::*;

    #[test]
    fn json_escapes_control_characters() {
        let text = "a\nb\u{1b}[2J\u{7f}\u{9b}\u{202e}\u{e0041}\"é\\";
        let line = Event::Notice { text: text.to_owned() }.json();
        let line = line.strip_suffix('\n').unwrap();
        assert!(line.chars().all(is_printable), "{line:?}");
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(value, serde_json::json!({"event": "notice", "text": text}));
    }
}
