//! One count of a board: the count itself, its second count, and its record.

use std::path::PathBuf;

use queens::board::BoardSize;
use queens::check::rotations::Unchanged;
use queens::methods::Method;
use queens::run::RunResult;
use queens::{Count, Ready};

use super::{Failure, command_line, counting};
use crate::choice::How;
use crate::options::CountSettings;
use crate::output::Output;
use crate::records;
use crate::records::recorder::Recorder;
use crate::records::spent::Spent;
use crate::report;
use crate::report::event::Event;
use crate::report::progress::Screen;
use crate::report::result;
use crate::report::series::Series;
use crate::signals::Signals;

/// One count of a board.
pub struct BoardCount<'a> {
    n: BoardSize,
    settings: CountSettings,
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
        Ok(Self { n, settings: settings.clone(), recorder, series: None, signals, output })
    }

    /// The first step of the count; `None` if it was stopped.
    fn prepare(&self) -> Result<Option<Ready<'a>>, Failure> {
        let CountSettings { how, save, .. } = &self.settings;
        let count = save.apply(how.apply(Count::new(self.n.get())?)).stop(self.signals.stop());
        Ok(counting::prepare(count, command_line::again(), self.output)?)
    }

    /// The directory that the count is or may be saved in.
    fn directory(&self) -> Option<&PathBuf> {
        self.settings.save.path.as_ref()
    }

    /// Counts, resumes, or returns the result of a finished run again. `None` if stopped.
    pub fn run(&self, fundamental: bool) -> Result<Option<Finished>, Failure> {
        let before = Spent::so_far().unwrap_or_default();
        let Some(ready) = self.prepare()? else { return Ok(None) };
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
            true => self.directory().cloned(),
            false => outcome.directory,
        };
        Ok(Some(Finished { result, directory, spent }))
    }

    /// Counts the solutions up to rotation and reflection; `false` if stopped meanwhile.
    fn add_fundamental(&self, result: &mut RunResult) -> Result<bool, Failure> {
        let threads = self.settings.how.threads;
        let Some(unchanged) = Unchanged::count(result.n, threads, self.signals.stop())? else {
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
        self.settings.save.fresh = false;
        let mut second = self.second(method);
        if !second.directory().is_some_and(|path| path.exists()) {
            return Ok(true);
        }
        second.settings.save.fresh = true;
        Ok(second.method()?.is_some())
    }

    /// The method of this count, whose directory is opened to find out, or moved aside if it is to
    /// start over; `None` if stopped.
    fn method(&self) -> Result<Option<Method>, Failure> {
        Ok(self.prepare()?.map(|ready| {
            ready.tell(&mut Screen::new(self.output, self.signals));
            ready.plan().method()
        }))
    }

    /// The second count of `--double-check`, after a first one by `method`: by another method,
    /// whose kernels share no code with the first, in a directory beside the first.
    pub fn second(&self, method: Method) -> BoardCount<'a> {
        let method = method.checked_by();
        let mut settings = self.settings.clone();
        settings.save.fresh = false;
        if let Some(path) = &mut settings.save.path {
            // Without a slash at the end.
            *path = path.components().collect();
            path.as_mut_os_string().push(format!(".{method}"));
        }
        // At its standard depth, with the same kernel if the method has that.
        let kernel = settings.how.kernel.filter(|&kernel| method.kernel(Some(kernel)).is_ok());
        settings.how =
            How { threads: settings.how.threads, kernel, method: Some(method), depth: None, device: None };
        BoardCount {
            n: self.n,
            settings,
            recorder: None,
            series: None,
            signals: self.signals,
            output: self.output,
        }
    }

    /// Where the second count runs, if the first one ran elsewhere.
    pub fn on_cpu(&self) -> &'static str {
        if self.settings.how.device.is_some() { ", on the CPU" } else { "" }
    }

    /// Writes a record if one was requested.
    pub fn record(&self, finished: &Finished) -> Result<(), Failure> {
        if let Some(recorder) = &self.recorder {
            let Finished { result, directory, spent } = finished;
            let command = command_line::for_record();
            let path = records::count::keep(recorder, result, spent.as_ref(), command, directory.as_deref())?;
            let busy = if result.machine_was_busy() { ", marked as busy" } else { "" };
            report::say(self.output, &format!("recorded in {}{busy}", path.display()));
        }
        Ok(())
    }
}
