//! `queens work`: counts a plan's shards in order, each in its own run directory.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use queens::ErrorKind;
use queens::cluster::{ClusterError, ShardDirectories, ShardList, ShardState, ShardedPlan, Survey};
use queens::plan::{Plan, Shard};
use queens::run::{Action, RunError};
use queens::{Count, CountError, PreparedCount};

use super::{Exit, Failure, counting};
use crate::advice::Doing;
use crate::options::{ShardChoice, WorkArgs};
use crate::output::Output;
use crate::program::PROGRAM;
use crate::report;
use crate::report::cluster::shortened_list;
use crate::report::progress::ProgressDisplay;
use crate::report::result;
use crate::report::series::ShardPlace;
use crate::signals::Signals;

pub fn run(args: &WorkArgs, output: &Output) -> Result<Exit, Failure> {
    let signals = Signals::install()?;
    let (plan_path, dir) = args.places()?;
    let sharded = counting::read_plan(&plan_path)?;
    if let ShardChoice::Listed(list) = &args.shards {
        list.last().map_or(Ok(()), |last| sharded.shard(last).map(drop))?;
    }
    if let Some(method) = sharded.identity().method.current() {
        // Check the kernel before building the plan, which can take a second.
        method.kernel(args.execution.kernel)?;
    }
    signals.stop_after(args.max_time);
    let plan = sharded.plan(&plan_path).map_err(ClusterError::Plan)?;
    let doing = Doing::WithShards { plan: Some(&plan_path), shards: sharded.shards() };
    ShardDirectories::create_directory(&dir).map_err(Failure::when(doing))?;
    let sites = counting::scan(&sharded, doing, std::slice::from_ref(&dir))?;
    let shards = match &args.shards {
        ShardChoice::Listed(list) => list.clone(),
        ShardChoice::All => ShardList::from_iter(0..sharded.shards()),
        ShardChoice::Missing => match missing(&sharded, &sites, &signals, output)? {
            Some(missing) => missing,
            None => return Ok(Exit::Stopped),
        },
    };
    let display = ProgressDisplay::new(output, &signals);
    let mut worker = Worker {
        args,
        dir,
        sharded,
        doing,
        shards,
        plan,
        signals: &signals,
        output,
        display,
        has_said_memory: false,
        exit: Exit::Done,
    };
    let ended = worker.work();
    worker.display.remove_bar();
    ended.map(|()| worker.exit).map_err(|failure| failure.after(worker.exit))
}

/// Returns the shards that are neither finished in the directory nor being counted. If stopped while looking
/// for them, prints a message and returns `None`.
fn missing(
    sharded: &ShardedPlan,
    sites: &ShardDirectories,
    signals: &Signals,
    output: &Output,
) -> Result<Option<ShardList>, Failure> {
    let survey = match Survey::of(sharded, sites, signals.stop()) {
        Err(stopped) if stopped.kind() == ErrorKind::Stopped => {
            counting::print_stopped_between(&stopped.to_string(), output);
            return Ok(None);
        }
        survey => survey?,
    };
    let running: Vec<u64> = survey.shards(ShardState::Running).iter().collect();
    let is_free = |number: &u64| running.binary_search(number).is_err();
    let shards: ShardList = survey.missing.iter().filter(is_free).collect();
    let text = match (shards.is_empty(), running.len()) {
        (true, 0) => "no shard is missing".to_owned(),
        (true, _) => "other processes are already counting all missing shards".to_owned(),
        (false, _) => format!("counting the missing shards: {}", shortened_list(&shards)),
    };
    report::say(output, &text);
    Ok(Some(shards))
}

/// The state shared by all shards of a command.
struct Worker<'a> {
    args: &'a WorkArgs,
    dir: PathBuf,
    sharded: ShardedPlan,
    doing: Doing<'a>,
    shards: ShardList,
    plan: Plan,
    signals: &'a Signals,
    output: &'a Output,
    display: ProgressDisplay,
    has_said_memory: bool,
    /// The worst exit code so far.
    exit: Exit,
}

impl<'a> Worker<'a> {
    /// Counts all requested shards. A problem in one shard's directory does not stop the other shards.
    fn work(&mut self) -> Result<(), Failure> {
        let left = if self.args.fresh { self.start_over()? } else { self.shards.iter().collect() };
        let shards = left.len() as u64;
        for (shard, shards_done) in left.into_iter().zip(0..) {
            self.display.set_shard(ShardPlace { shard, shards_done, shards });
            let counted = self.work_on(shard)?;
            self.exit = self.exit.max(counted);
            if counted == Exit::Stopped {
                break;
            }
        }
        Ok(())
    }

    fn count(&self, number: u64) -> Count {
        let WorkArgs { execution, .. } = self.args;
        let count = Count::of_shard(&self.plan, Shard { number, of: self.sharded.shards() });
        let count = count.counted_by(PROGRAM).kernel(execution.kernel).threads(execution.threads.count());
        let directory = ShardDirectories::shard_directory(&self.dir, number);
        count.saved_in(directory).stop_flag(self.signals.stop())
    }

    /// Moves all shards' saved directories aside before counting the first one. Returns the shards that start
    /// over. After a stop, the same command without `--fresh` resumes the count. Stop requests between moves
    /// are ignored. Otherwise, the remaining shards' old units would be mistaken for new ones.
    fn start_over(&mut self) -> Result<Vec<u64>, Failure> {
        if self.signals.stop().load(Ordering::Relaxed) {
            counting::print_stopped_between(&CountError::Stopped.to_string(), self.output);
            self.exit = Exit::Stopped;
            return Ok(Vec::new());
        }
        let mut moved = Vec::new();
        let shards: Vec<u64> = self.shards.iter().collect();
        for &number in &shards {
            if let Err(error) = self.move_aside(number) {
                let exit = self.after(number, error);
                let Ok(exit) = exit else {
                    self.say_moved(&moved, &shards);
                    return exit.map(|_| moved);
                };
                self.exit = self.exit.max(exit);
            } else {
                moved.push(number);
            }
        }
        self.say_moved(&moved, &shards);
        Ok(moved)
    }

    /// Moves a shard's saved directory aside, if it exists.
    fn move_aside(&mut self, number: u64) -> Result<(), CountError> {
        if ShardDirectories::shard_directory(&self.dir, number).try_exists().unwrap_or(true) {
            let count = self.count(number).fresh(true).stop_flag(&Arc::default());
            count.prepare()?.tell(&mut self.display);
        }
        Ok(())
    }

    /// Reports which `shards` do not start over, if any.
    fn say_moved(&self, moved: &[u64], shards: &[u64]) {
        if moved.len() < shards.len() {
            let list =
                |numbers: &mut dyn Iterator<Item = u64>| shortened_list(&numbers.collect::<ShardList>());
            let kept = list(&mut shards.iter().copied().filter(|shard| moved.binary_search(shard).is_err()));
            let moved = match moved {
                [] => "no shard starts over:".to_owned(),
                _ => format!("only shards {} start over", list(&mut moved.iter().copied())),
            };
            self.display.with_bar_hidden(|| report::print_error(&format!("{moved}, not {kept}")));
        }
    }

    fn work_on(&mut self, number: u64) -> Result<Exit, Failure> {
        let mut was_finished = false;
        let counted = self.count(number).prepare().and_then(|ready| {
            was_finished = ready.total().is_some();
            self.say_memory(&ready);
            ready.run(&mut self.display)
        });
        let mut outcome = match counted {
            Ok(outcome) => outcome,
            Err(error) => return self.after(number, error),
        };
        if let Some(error) = outcome.save_error.take() {
            return self.after(number, error);
        }
        let Some(total) = &outcome.total else {
            self.display.remove_bar();
            let units = self.sharded.shard(number)?.len(self.plan.units());
            let saved = Ok((&*self.dir, None));
            counting::print_stopped(&outcome, units, Some(number), saved, self.args.fresh, self.output);
            return Ok(Exit::Stopped);
        };
        self.display.with_bar_hidden(|| result::print_shard(total, was_finished, self.output));
        Ok(Exit::Done)
    }

    /// Warns if the threads need more memory than is available. Warns only once, because every shard needs
    /// the same amount.
    fn say_memory(&mut self, ready: &PreparedCount) {
        if !self.has_said_memory && ready.total().is_none() {
            self.has_said_memory = true;
            self.display.with_bar_hidden(|| counting::say_memory(ready, self.output));
        }
    }

    /// Handles an error from shard `number`. An error in this shard's directory is reported here and does not
    /// stop the other shards. An error that affects all shards is returned. The bar is hidden while printing.
    fn after(&self, number: u64, error: CountError) -> Result<Exit, Failure> {
        let doing = self.doing;
        let error = match error {
            CountError::Run(RunError::Locked { holder, .. }) => {
                let skipped = format!("skipped shard {number}: {holder} is counting it");
                self.display.with_bar_hidden(|| report::say(self.output, &skipped));
                return Ok(Exit::Locked);
            }
            CountError::Run(error) => {
                let directory = ShardDirectories::shard_directory(&self.dir, number);
                let is_of_all = match &error {
                    RunError::Io { action: Action::Create, path, .. } => *path == directory,
                    error => error.is_of_the_whole_disk(),
                };
                if is_of_all {
                    return Err(Failure::when(doing)(error));
                }
                ClusterError::from(error)
            }
            stopped @ CountError::Stopped => {
                let when = format!("{stopped}; {}", report::resume_hint(self.args.fresh));
                self.display.with_bar_hidden(|| counting::print_stopped_between(&when, self.output));
                return Ok(Exit::Stopped);
            }
            other => return Err(other.into()),
        };
        let failure = Failure::when(doing)(error);
        Ok(self.display.with_bar_hidden(|| report::report_failure(&failure)))
    }
}
