//! Writes events to stderr: as plain text, or with `--progress json` as one JSON object per line.

use std::sync::atomic::{AtomicBool, Ordering};

use queens::board::BoardSize;
use queens::check::plausibility::Check;
use queens_format::{Printable, cpu_time, duration, grouped, metric, printable};
use serde::Serialize;

use super::figures::Figures;
use super::json::json_line;
use super::result::{CountReport, known_value, slowed};
use super::stream;

/// True if events are JSON. It is a global because errors may come from anywhere in the process.
static JSON: AtomicBool = AtomicBool::new(false);

/// Switches events to JSON: from now on, each is a line of JSON.
pub fn use_json() {
    JSON.store(true, Ordering::Relaxed);
}

/// An event. docs/json.md describes the fields.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    Notice {
        text: String,
    },
    /// An error: what went wrong, and what to do.
    Error {
        text: String,
    },
    Progress(Figures),
    /// A run was stopped before its end.
    Stopped(Stopped),
    /// A count came to its end, and its total passed the checks.
    Finished(Finished),
}

impl Event {
    /// Writes the event to stderr.
    pub fn print(&self) {
        let line = if JSON.load(Ordering::Relaxed) { self.json() } else { format!("{}\n", self.text()) };
        stream::line(line.into_bytes());
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
            Self::Stopped(stopped) => stopped.text(),
            Self::Finished(finished) => finished.text(),
        }
    }
}

/// Says how to resume what this command was stopped at. A second `--fresh` would move aside what was saved.
pub fn again() -> &'static str {
    if std::env::args_os().any(|argument| argument == "--fresh") {
        "type the same command again, without --fresh, to resume"
    } else {
        "type the same command again to resume"
    }
}

/// A run that was stopped before its end.
#[derive(Clone, Debug, Serialize)]
pub struct Stopped {
    /// The shard, if it was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<u64>,
    pub units_done: u64,
    pub units: u64,
    /// Solutions of the finished units: a part of the total.
    pub solutions_so_far: String,
    /// The directory where the finished units are saved, if they are.
    pub directory: Option<String>,
    /// The reason why they are not saved, and the way to save them.
    #[serde(skip)]
    pub unsaved: &'static str,
    /// The command that resumes the run.
    pub resume_command: Option<String>,
}

impl Stopped {
    fn text(&self) -> Printable {
        let Self { shard, units_done, units, directory, unsaved, .. } = self;
        let place = shard.map_or_else(String::new, |number| format!("in shard {number} "));
        let [done, units] = [*units_done, *units].map(|units| grouped(units.into()));
        let stopped = format!("stopped {place}with {done} of {units} units finished");
        printable(match directory {
            Some(directory) => format!("{stopped}, saved in {directory}; {}", again()),
            None => format!("{stopped}; nothing was saved, {unsaved}"),
        })
    }
}

/// A count that came to its end.
#[derive(Clone, Debug, Serialize)]
pub struct Finished {
    n: BoardSize,
    method: String,
    /// Wall time of the last session; null for a merge.
    wall_s: Option<f64>,
    /// CPU time spent in units by all threads of all sessions.
    cpu_s: Option<f64>,
    /// True if other work took cores from the threads; `slowed` says what it was.
    machine_was_busy: bool,
    #[serde(skip)]
    slowed: Option<&'static str>,
    /// Units that earlier sessions counted.
    resumed: u64,
    /// The speed of the last session; null if it is not known.
    solutions_per_s: Option<f64>,
    #[serde(serialize_with = "super::json::checks")]
    checks: Vec<Check>,
}

impl Finished {
    /// The end of this count, whose last session found `found` solutions.
    pub fn new(count: &CountReport, found: Option<u128>) -> Self {
        let total = &count.total;
        let speed = |found, wall_s: f64| found as f64 / wall_s.max(1e-9);
        Self {
            n: total.n,
            method: total.method.clone(),
            wall_s: total.wall_s,
            cpu_s: total.cpu_s,
            machine_was_busy: total.machine_was_busy(),
            slowed: slowed(total),
            resumed: total.resumed.unwrap_or_default(),
            solutions_per_s: found.zip(total.wall_s).map(|(found, wall_s)| speed(found, wall_s)),
            checks: count.checks.clone(),
        }
    }

    fn text(&self) -> Printable {
        let Self { n, wall_s, cpu_s, slowed, resumed, solutions_per_s, checks, .. } = self;
        let [last, all] = match *resumed {
            0 => [""; 2],
            _ => [" in the last session", " in all sessions"],
        };
        let mut figures =
            Vec::from_iter(wall_s.map(|wall_s| format!("{} wall time{last}", duration(wall_s))));
        figures.extend(cpu_s.map(|cpu_s| format!("{} CPU time{all}", cpu_time(cpu_s))));
        let speed = solutions_per_s.filter(|speed| *speed > 0.0);
        figures.extend(speed.map(|speed| format!("{}solutions/s", metric(speed))));
        figures.push(known_value(checks).to_owned());
        let slowed = slowed.map_or_else(String::new, |why| format!("; {why}"));
        printable(format!("N = {n}: {}{slowed}", figures.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use queens_format::is_printable;

    use super::*;

    #[test]
    fn final_line_gives_time_speed_and_match() {
        let n = BoardSize::new(20).unwrap();
        let whole = Finished {
            n,
            method: "cross".to_owned(),
            wall_s: Some(39.4),
            cpu_s: Some(78.2),
            machine_was_busy: true,
            slowed: Some("the machine was busy"),
            resumed: 0,
            solutions_per_s: Some(9.9e8),
            checks: vec![Check::Known { size: n, found: 1, known: 1 }],
        };
        let unknown = Finished { cpu_s: None, slowed: None, resumed: 7, checks: Vec::new(), ..whole.clone() };
        let repeated = Finished { slowed: None, resumed: 7, solutions_per_s: None, ..whole.clone() };
        for (finished, text) in [
            (
                whole,
                "N = 20: 39.4 s wall time, 1 min 18 s CPU time, 990 Msolutions/s, matches A000170; the machine was busy",
            ),
            (
                unknown,
                "N = 20: 39.4 s wall time in the last session, 990 Msolutions/s, no known value to compare with",
            ),
            (
                repeated,
                "N = 20: 39.4 s wall time in the last session, 1 min 18 s CPU time in all sessions, matches A000170",
            ),
        ] {
            assert_eq!(finished.text().to_string(), text);
        }
        assert_eq!([0.0, 0.001].map(cpu_time), ["< 1 ms", "1 ms"]);
    }

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
