//! A count in a few calls, for programs that use the library.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::choice::{self, Engine, KernelChoice, KernelChoiceError, SplitChoice};
use super::session::{self, Job, Keep, Outcome, Status, Watch};
use crate::board::{BoardSize, BoardSizeError};
use crate::methods::counter::CounterError;
use crate::methods::device::Processors;
use crate::methods::kernel::Kernel;
use crate::methods::split::Split;
use crate::plan::tally::Tally;
use crate::plan::{Plan, Shard};
use crate::run::{self, Manifest, Options, RunDirectory};

/// A board that could not be counted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// The board size is invalid.
    #[error(transparent)]
    Size(#[from] BoardSizeError),
    /// The kernel cannot count it on this CPU.
    #[error(transparent)]
    Kernel(#[from] KernelChoiceError),
    /// A counter could not start.
    #[error(transparent)]
    Counter(#[from] CounterError),
    /// The run directory cannot be used.
    #[error(transparent)]
    Run(#[from] run::Error),
    /// The session failed.
    #[error(transparent)]
    Session(#[from] session::Error),
}

/// Counts all solutions of a board of `n` rows and `n` columns, 1 to 32, on every core of this
/// machine with its fastest kernel. Nothing is printed and nothing is saved; [`Count`] can report
/// and save.
///
/// # Errors
/// If `n` is 0 or above 32, or if the threads cannot be started.
///
/// ```
/// assert_eq!(queens::count(10)?, 724);
/// assert!(queens::count(33).is_err());
/// # Ok::<(), queens::CountError>(())
/// ```
pub fn count(n: usize) -> Result<u128, CountError> {
    Ok(Count::new(n)?.run()?.tally.solutions())
}

/// A count with options: threads, split and kernel, progress, a flag that stops it, and a directory
/// that saves it.
///
/// Unless chosen, the split and the kernel are the fastest for the board on this machine, and one
/// thread runs per core.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// let stop = AtomicBool::new(false);
/// let mut done = 0;
/// let outcome = queens::Count::new(12)?
///     .threads(2)
///     .on_progress(|status| done = status.units_done)
///     .stop(&stop)
///     .run()?;
/// assert!(outcome.complete && done == outcome.tally.finished().len());
/// assert_eq!(outcome.tally.solutions(), 14_200);
/// # Ok::<(), queens::CountError>(())
/// ```
#[must_use]
pub struct Count<'a> {
    size: BoardSize,
    split: SplitChoice,
    kernel: KernelChoice,
    threads: usize,
    processors: Processors,
    directory: Option<PathBuf>,
    stop: Option<&'a AtomicBool>,
    progress: Box<dyn FnMut(&Status) + 'a>,
}

impl<'a> Count<'a> {
    /// A count of the board with `n` rows and `n` columns, 1 to 32.
    ///
    /// # Errors
    /// If `n` is 0 or above 32.
    pub fn new(n: usize) -> Result<Self, BoardSizeError> {
        Ok(Self {
            size: BoardSize::new(n)?,
            split: SplitChoice::Auto,
            kernel: KernelChoice::Auto,
            threads: choice::cores(),
            processors: Processors::default(),
            directory: None,
            stop: None,
            progress: Box::new(|_| ()),
        })
    }

    /// Counts on this many threads; 0 means 1.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Cuts the board with this split.
    pub fn split(mut self, split: Split) -> Self {
        self.split = SplitChoice::One(split);
        self
    }

    /// Counts with this kernel.
    pub fn kernel(mut self, kernel: Kernel) -> Self {
        self.kernel = KernelChoice::One(kernel);
        self
    }

    /// Counts on these processors instead of the CPU. Devices use the search unless a split is
    /// chosen.
    pub fn processors(mut self, processors: Processors) -> Self {
        self.processors = processors;
        self
    }

    /// Saves every finished unit in the run directory at `path`, and resumes an existing run. A run
    /// is resumed with its own split unless [`Count::split`] names one. The program `queens` can
    /// resume it too: `queens count N --run PATH`.
    ///
    /// `result.json` is not written; [`RunDirectory::finish`] on [`Outcome::directory`] does that.
    pub fn run_directory(mut self, path: impl Into<PathBuf>) -> Self {
        self.directory = Some(path.into());
        self
    }

    /// Stops soon after `stop` is set, with [`Outcome::complete`] false and the finished units in
    /// [`Outcome::tally`].
    pub fn stop(mut self, stop: &'a AtomicBool) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Calls `watch` several times a second and at the end, on the thread that calls
    /// [`Count::run`].
    pub fn on_progress(mut self, watch: impl FnMut(&Status) + 'a) -> Self {
        self.progress = Box::new(watch);
        self
    }

    /// Counts on new threads, and returns when all units are counted or the count is stopped.
    ///
    /// # Errors
    /// If this CPU lacks the kernel, if the threads cannot be started, or if the run
    /// directory cannot be used; [`run::Error`] and [`session::Error`] report what was saved.
    pub fn run(self) -> Result<Outcome, CountError> {
        let on_device = !self.processors.devices.is_empty();
        let split = self.split.split_or_begun(self.size, self.kernel, on_device, self.directory.as_deref());
        let plan = Plan::standard(self.size, split);
        // Before a directory is made, which a count that cannot begin would leave behind.
        let counters = Engine::new(&plan, self.kernel, self.threads)?.on(&self.processors)?.counters()?;
        let (keep, tally) = match &self.directory {
            None => (Keep::Nothing, Tally::new(plan.units())),
            Some(path) => {
                let manifest = Manifest::of(&plan, Shard::WHOLE);
                let (directory, saved) = RunDirectory::open(path, &manifest, Options::default())?;
                if saved.result.is_some() {
                    return Ok(Outcome {
                        resumed: plan.units(),
                        tally: saved.tally,
                        directory: Some(directory),
                        complete: true,
                        elapsed: Duration::ZERO,
                    });
                }
                (Keep::Directory(directory), saved.tally)
            }
        };
        let never = AtomicBool::new(false);
        let stop = self.stop.unwrap_or(&never);
        let job = Job { plan: &plan, shard: Shard::WHOLE, stop, expected_s: None };
        Ok(session::count(&job, counters, tally, keep, &mut Progress(self.progress))?)
    }
}

struct Progress<'a>(Box<dyn FnMut(&Status) + 'a>);

impl Watch for Progress<'_> {
    fn status(&mut self, status: &Status) {
        (self.0)(status);
    }
    fn notice(&mut self, _: &str) {}
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::check::known;

    #[test]
    fn small_boards_are_counted_in_one_call() {
        for size in BoardSize::all().take(12) {
            assert_eq!(count(size.get()).ok(), known::solutions(size), "N = {size}");
        }
        assert!(matches!(count(0), Err(CountError::Size(_))));
    }

    #[test]
    fn a_count_that_is_stopped_is_resumed_from_its_directory_by_its_own_split() {
        let folder = tempfile::tempdir().unwrap();
        let (path, stop) = (folder.path().join("run"), AtomicBool::new(false));
        let count = || Count::new(14).unwrap().run_directory(&path);
        let first = count()
            .split(Split::ROWS)
            .kernel(Kernel::SCALAR)
            .threads(0)
            .stop(&stop)
            .on_progress(|status| stop.store(status.units_done > 0, Ordering::Relaxed))
            .run()
            .unwrap();
        let done = first.tally.finished().len();
        assert!(!first.complete && done > 0);
        drop(first);
        let mut second = count().run().unwrap();
        assert!(second.complete && second.resumed == done);
        assert_eq!(second.tally.solutions(), 365_596);
        let mut directory = second.directory.take().unwrap();
        assert_eq!(directory.manifest().split, Split::ROWS);
        directory.finish(&serde_json::json!({ "solutions": "365596" })).unwrap();
        drop(directory);
        let third = count().run().unwrap();
        assert!(third.complete && third.resumed == third.tally.finished().len());
        drop(third);
        let other = Count::new(13).unwrap().run_directory(&path).run();
        assert!(matches!(other, Err(CountError::Run(run::Error::Mismatch { .. }))));
    }
}
