//! A stranger's crate that uses the engine: it can do all that the program does, except print.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use queens::board::BoardSize;
use queens::check::estimate::{Estimate, SampleGoal};
use queens::check::known::Sequence;
use queens::check::plausibility::Check;
use queens::check::reference;
use queens::check::rotations::Unchanged;
use queens::check::verify::Verification;
use queens::cluster::{Merged, PlanFile, ShardDirectories, ShardState, ShardedPlan, Survey};
use queens::run::{Program, SavedRun};
use queens::{Count, CountError, Kernel, Method, Observer, Plan, Progress, Silent};
use tempfile::tempdir;

fn size(n: usize) -> BoardSize {
    BoardSize::new(n).unwrap()
}

/// This program.
const MINE: Program = Program { name: "mine", version: "3.1", commit: "abc" };

/// The program that the files of a finished run name.
fn saved_by(path: &Path) -> [String; 4] {
    let text = fs::read_to_string(SavedRun::at(path).result()).unwrap();
    let result: serde_json::Value = serde_json::from_str(&text).unwrap();
    let [program, version, commit] =
        ["program", "version", "commit"].map(|name| result[name].as_str().unwrap().to_owned());
    [program, version, commit, SavedRun::at(path).manifest().unwrap().program_version]
}

/// Sets a flag as soon as a unit is finished.
struct StopSoon<'a>(&'a AtomicBool);

impl Observer for StopSoon<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.0.fetch_or(progress.units_done > 0, Ordering::Relaxed);
    }
}

#[test]
fn counts_checks_and_double_checks() {
    Kernel::check_environment().unwrap();
    assert!(Kernel::available().contains(&Kernel::Portable));
    let first = Count::new(12).unwrap().prepare().unwrap();
    let by = first.plan().method().checked_by(size(12));
    let second = Count::new(12).unwrap().method(by).prepare().unwrap();
    assert!(first.memory() > 0);
    let total = first.run(&mut Silent).unwrap().solutions();
    assert_eq!(second.run(&mut Silent).unwrap().solutions(), total);
    assert_eq!(Some(total), Sequence::Solutions.known(size(12)));
    let unchanged = Unchanged::count(size(12), 2, &AtomicBool::new(false)).unwrap().unwrap();
    let checks = [
        Check::of_total(size(12), total),
        Check::of_fundamental(size(12), total, unchanged),
        vec![Check::Estimate {
            solutions: total,
            estimated: Estimate::of_solutions(size(12), 2, 1).unwrap(),
        }],
    ]
    .concat();
    assert!(checks.len() == 7 && checks.iter().all(Check::passed), "{checks:?}");
    assert_eq!(u128::from(reference::count(6)), Sequence::Solutions.known(size(6)).unwrap());
}

#[test]
fn stops_resumes_inspects_and_verifies() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("queens-15.run");
    let stop = Arc::default();
    let count = || Count::new(15).unwrap().method(Method::Halves).saved_in(&path);
    let slow = count().kernel(Kernel::Scalar).threads(1).stop(&stop).prepare().unwrap();
    assert!(!slow.run(&mut StopSoon(&stop)).unwrap().complete);
    assert!(matches!(count().stop(&stop).prepare(), Err(CountError::Stopped)));

    let ready = count().kernel(Kernel::Portable).prepare().unwrap();
    let saved = ready.saved().finished().len();
    let outcome = ready.run(&mut Silent).unwrap();
    assert_eq!(saved_by(&path), [""; 4], "no program is named");
    assert!(saved > 0 && outcome.complete && outcome.resumed == saved);
    assert_eq!(Some(outcome.solutions()), Sequence::Solutions.known(size(15)));

    let mut entries = Vec::new();
    let found = SavedRun::at(&path).inspect(|entry| entries.push(entry.clone())).unwrap();
    assert_eq!(found.saved.total.as_ref().map(|total| total.solutions), Some(outcome.solutions()));
    assert_eq!(SavedRun::at(&path).ledger_sha256().unwrap().len(), 64);
    let sample = found.saved.tally.finished().choose(5, 7);
    entries.retain(|entry| sample.contains(&entry.unit));
    entries[0].solutions += 1;
    let plan = found.manifest.plan(&path).unwrap();
    let [upright, upside_down] = [(); 2].map(|()| Verification::of(&plan));
    for verification in [upright.kernel(Kernel::Portable), upside_down.upside_down().unwrap()] {
        let findings = verification.threads(2).run(entries.clone(), &mut Silent).unwrap();
        assert_eq!((findings.checked(), findings.mismatches.len(), findings.complete), (5, 1, true));
    }
    // A run that was moved aside is not listed; one that lost its files is, if its name says so.
    count().fresh(true).prepare().map(drop).unwrap();
    for name in ["lost.run", "other"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    let mut runs = SavedRun::names_in(folder.path(), |name| name == "lost.run").unwrap();
    runs.sort();
    assert_eq!(runs, ["lost.run", "queens-15.run"].map(PathBuf::from));
    // Neither images nor some units of a plan are a run that could be opened again.
    let unsaved = folder.path().join("unsaved.run");
    let refused = Count::of_units(&plan, [1]).saved_in(&unsaved).prepare().err();
    assert!(matches!(refused, Some(CountError::CannotSaveUnits)) && !unsaved.exists());
}

#[test]
fn counts_shards_surveys_merges_and_saves() {
    let folder = tempdir().unwrap();
    let [file, shards, merged_run] = ["plan", "shards", "merged.run"].map(|name| folder.path().join(name));
    PlanFile::new(&Plan::standard(size(13), Method::Cross), 3).unwrap().by(MINE).write(&file).unwrap();
    let plan_file = PlanFile::read(&file).unwrap();
    let plan = plan_file.plan(&file).unwrap();
    ShardDirectories::create_directory(&shards).unwrap();
    let work = |number| {
        let count = Count::of_shard(&plan, plan_file.sharded.shard(number).unwrap());
        let count = count.by(MINE).saved_in(ShardDirectories::shard_directory(&shards, number));
        count.prepare().unwrap().run(&mut Silent).unwrap()
    };
    let sites = || ShardDirectories::scan(plan_file.sharded.shards, std::slice::from_ref(&shards)).unwrap();
    work(0);
    let survey = Survey::of(&plan_file.sharded, &sites());
    assert_eq!(
        (survey.missing.to_string(), survey.shards(ShardState::Finished).to_string()),
        ("1-2".into(), "0".into())
    );
    assert!(!Merged::of(&plan_file.sharded, &sites()).unwrap().is_complete());
    work(1);
    work(2);
    assert_eq!(saved_by(&ShardDirectories::shard_directory(&shards, 2)), ["mine", "3.1", "abc", "3.1"]);

    let sharded = ShardedPlan::found_in(&shards).unwrap();
    assert_eq!(sharded, plan_file.sharded);
    sharded.check_units(&shards).unwrap();
    let merged = Merged::of(&sharded, &sites()).unwrap().by(MINE);
    assert!(merged.is_complete());
    let total = merged.total();
    assert_eq!(Some(total.solutions), Sequence::Solutions.known(size(13)));
    sites().check_output(&merged_run).unwrap();
    assert!(sites().check_output(&shards.join("shard-00001")).is_err());
    for before in [None, Some(total.solutions)] {
        let found = merged.save(&merged_run, false).unwrap();
        assert_eq!(found.total.as_ref().map(|total| total.solutions), before);
    }
    let saved = SavedRun::at(&merged_run).inspect(|_| ()).unwrap().saved;
    assert_eq!(saved.total.unwrap(), total);
    assert_eq!(saved_by(&merged_run), ["mine", "3.1", "abc", "3.1"]);
}

#[test]
fn estimates() {
    let ready = Count::new(13).unwrap().threads(2).prepare().unwrap();
    let goal = SampleGoal { error: 0.5, time: Duration::from_secs(5), is_patient: false };
    let estimate = Estimate::of(&ready, goal, 1, &mut |_, _, _| ()).unwrap();
    assert!(estimate.sample.is_complete() && estimate.ledger_bytes(&ready) > 0);
    assert_eq!(estimate.solutions.mean, 73_712.0);
}
