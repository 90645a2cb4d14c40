//! One count of a board: the count itself, its second count, and its record.

use std::path::PathBuf;

use super::{Failure, command_line, counting};
use crate::board::BoardSize;
use crate::check::rotations::Unchanged;
use crate::cli::options::CountSettings;
use crate::cli::records::record::Record;
use crate::cli::records::recorder::Recorder;
use crate::cli::records::spent::Spent;
use crate::cli::report;
use crate::cli::report::event::Event;
use crate::cli::report::progress::Screen;
use crate::cli::report::result;
use crate::cli::report::series::Series;
use crate::cli::settings::Output;
use crate::cli::signals::Signals;
use crate::count::{Count, How, Save, schedule};
use crate::methods::Method;
use crate::run::{Options, RunResult};

/// One count of a board.
pub struct BoardCount<'a> {
    n: BoardSize,
    how: How,
    save: Save,
    options: Options,
    recorder: Option<Recorder>,
    /// The series that it is part of, if it is one of several.
    pub series: Option<Series>,
    signals: &'a Signals,
    output: &'a Output,
}

/// A finished count.
pub struct Finished {
    pub result: RunResult,
    directory: Option<PathBuf>,
    /// The time it took, unless an earlier result was returned again.
    spent: Option<Spent>,
}

impl<'a> BoardCount<'a> {
    /// The count of `n` that `settings` ask for.
    pub fn of(
        settings: &CountSettings,
        n: BoardSize,
        signals: &'a Signals,
        output: &'a Output,
    ) -> Result<Self, Failure> {
        let recorder = settings.record.as_deref().map(Recorder::start).transpose()?;
        let (how, save, options) = (settings.how.clone(), settings.save.clone(), settings.options);
        Ok(Self { n, how, save, options, recorder, series: None, signals, output })
    }

    fn count(&self) -> Result<Count<'a>, Failure> {
        let count = Count::new(self.n.get())?.how(self.how.clone()).stop(self.signals.stop());
        Ok(count.saved(self.save.clone(), self.options))
    }

    /// Counts, resumes, or returns the result of a finished run again. `None` if stopped.
    pub fn run(&self, fundamental: bool) -> Result<Option<Finished>, Failure> {
        let before = Spent::so_far().unwrap_or_default();
        let Some(ready) = counting::prepare(self.count()?, command_line::again(), self.output)? else {
            return Ok(None);
        };
        let (is_repeated, found_before) = (ready.result().is_some(), ready.saved().solutions());
        let units = ready.plan().units();
        let mut screen = Screen::new(self.output, self.signals).in_series(self.series.clone());
        let outcome = ready.run(&mut screen)?;
        screen.finish();
        let Some(mut result) = outcome.result.clone() else {
            counting::print_stopped(&outcome, units, None, self.output)?;
            return Ok(None);
        };
        let spent = if is_repeated { None } else { Some(Spent::so_far()?.since(before)) };
        counting::check_total(&mut result)?;
        if fundamental && !self.add_fundamental(&mut result)? {
            return Ok(None);
        }
        let found = match is_repeated {
            true => (result.resumed == Some(0)).then_some(result.solutions),
            false => Some(result.solutions - found_before),
        };
        if !self.output.quiet && result.failed_checks().next().is_none() {
            Event::finished(&result, found).print();
        }
        let directory = match is_repeated {
            true => match &self.save {
                Save::Nothing => None,
                Save::In(path) | Save::WhenLong { path, .. } => Some(path.clone()),
            },
            false => outcome.directory,
        };
        Ok(Some(Finished { result, directory, spent }))
    }

    /// Counts the solutions up to rotation and reflection; `false` if stopped meanwhile.
    fn add_fundamental(&self, result: &mut RunResult) -> Result<bool, Failure> {
        let pool = schedule::pool(self.how.threads)?;
        let Some(unchanged) = pool.install(|| Unchanged::count(result.n, self.signals.stop())) else {
            let (when, command) = ("while counting the symmetric solutions", command_line::resume());
            counting::print_stopped_between(when, &command, self.output);
            return Ok(false);
        };
        result::add_fundamental(result, unchanged);
        Ok(true)
    }

    /// Moves what is saved of this count and of its second one aside; `false` if stopped meanwhile.
    pub fn move_both_aside(&mut self) -> Result<bool, Failure> {
        let Some(method) = self.method()? else { return Ok(false) };
        self.options.fresh = false;
        self.second(method).move_aside()
    }

    /// The method of this count, whose directory is opened to find out; `None` if stopped.
    fn method(&self) -> Result<Option<Method>, Failure> {
        let ready = counting::prepare(self.count()?, command_line::again(), self.output)?;
        Ok(ready.map(|ready| {
            ready.tell(&mut Screen::new(self.output, self.signals));
            ready.plan().method()
        }))
    }

    /// The second count of `--double-check`, after a first one by `method`: by another method,
    /// whose kernels share no code with the first, in a directory beside the first.
    pub fn second(&self, method: Method) -> BoardCount<'a> {
        let method = method.checked_by();
        let beside = |path: &PathBuf| {
            let mut path: PathBuf = path.components().collect();
            path.as_mut_os_string().push(format!(".{method}"));
            path
        };
        let save = match &self.save {
            Save::Nothing => Save::Nothing,
            Save::In(path) => Save::In(beside(path)),
            Save::WhenLong { path, or_stopped } => {
                Save::WhenLong { path: beside(path), or_stopped: *or_stopped }
            }
        };
        // At its standard depth, with the same kernel if the method has that.
        let kernel = self.how.kernel.filter(|&kernel| method.kernel(Some(kernel)).is_ok());
        BoardCount {
            n: self.n,
            how: How { threads: self.how.threads, kernel, method: Some(method), ..How::default() },
            save,
            options: Options { fresh: false, ..self.options },
            recorder: None,
            series: None,
            signals: self.signals,
            output: self.output,
        }
    }

    /// Where the second count runs, if the first one ran elsewhere.
    pub fn on_cpu(&self) -> &'static str {
        if self.how.device.is_some() { ", on the CPU" } else { "" }
    }

    /// Moves what is saved of this count aside; `false` if stopped meanwhile.
    fn move_aside(mut self) -> Result<bool, Failure> {
        let (Save::In(path) | Save::WhenLong { path, .. }) = &self.save else { return Ok(true) };
        if !path.exists() {
            return Ok(true);
        }
        self.options.fresh = true;
        let ready = counting::prepare(self.count()?, command_line::again(), self.output)?;
        Ok(ready.inspect(|ready| ready.tell(&mut Screen::new(self.output, self.signals))).is_some())
    }

    /// Writes a record if one was requested.
    pub fn record(&self, finished: &Finished) -> Result<(), Failure> {
        if let Some(recorder) = &self.recorder {
            let Finished { result, directory, spent } = finished;
            let command = command_line::for_record();
            let path = Record::keep(recorder, result, spent.as_ref(), command, directory.as_deref())?;
            let busy = if result.machine_was_busy() { ", marked as busy" } else { "" };
            report::say(self.output, &format!("recorded in {}{busy}", path.display()));
        }
        Ok(())
    }
}
