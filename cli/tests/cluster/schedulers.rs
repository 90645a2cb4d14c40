//! Tests `submit.sh` with a fake Slurm, and the documented commands for other schedulers.
//! `scripts/check-slurm.sh` tests the real Slurm, and `scripts/check-parallel.sh` tests GNU parallel.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;

use super::*;
use crate::support::{PROGRAM, command, repository};

/// A fake `squeue` with a single job, whose name is in the file `squeue.queued`. As in Slurm, `--name` takes
/// a comma-separated list.
const SQUEUE: &str = r#"#!/bin/sh
case ,$(echo "$*" | sed 's/.*--name=\([^ ]*\).*/\1/'), in *,"$(cat "$0.queued" 2>/dev/null)",*) echo 1_0 ;; esac
"#;

/// A fake `sbatch` that accepts any job. It prints its options, and saves the job's name and the task's
/// command line.
const SBATCH: &str = r#"#!/bin/sh
echo "submitted $*"
echo "$1" | sed 's/--job-name=//' >"${0%sbatch}squeue.submitted"
until [ "${1%/task.sh}" != "$1" ]; do shift; done
[ -x "$1" ] && printf '%s\n' "$@" >"$0.task"
"#;

/// Creates a plan with four shards. Shard 0 is finished, shard 1 is damaged, and shards 2 and 3 were never
/// started.
fn with_a_damaged_shard() -> Workplace {
    let place = Workplace::new(12, 4);
    place.work("d", "0-1").printed();
    fs::write(place.shard("d", 1).join("ledger.jsonl"), "damaged\n").unwrap();
    fs::remove_file(place.shard("d", 1).join("result.json")).unwrap();
    place
}

/// Returns a call of `submit.sh` through a symlink, like one in `~/bin`.
fn submit(place: &Workplace, site: &str) -> Command {
    let bin = place.path("bin");
    fs::create_dir_all(&bin).unwrap();
    for (name, text) in [("squeue", SQUEUE), ("sbatch", SBATCH)] {
        fs::write(bin.join(name), text).unwrap();
        fs::set_permissions(bin.join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let link = bin.join("my-submit");
    if !link.exists() {
        symlink(repository().join("scripts/slurm/submit.sh"), &link).unwrap();
    }
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let mut script = command(link);
    script.args(["plan.json", site]).current_dir(&place.0).env("PATH", path).env("QUEENS", PROGRAM);
    script.env("CPUS_PER_TASK", "4").env("SHARDS_PER_TASK", "2");
    script
}

fn submitted(place: &Workplace) -> Finished {
    Finished::by(&mut submit(place, "d"))
}

#[test]
fn slurm_works_on_past_a_damaged_shard() {
    let place = with_a_damaged_shard();
    submitted(&place).shows(&["--array=0,1 ", "shards 1-3 in tasks"]).ends(4, &["no usable line"]);
    place.work("d", "1 --fresh").printed();
    submitted(&place).shows(&["--array=1 "]).ends(0, &[]);
    // Run the task without the caller's variables, as Slurm does with --export=NONE.
    let task = fs::read_to_string(place.path("bin/sbatch.task")).unwrap();
    let mut sh = command("sh");
    sh.args(task.lines()).current_dir(&place.0).env("SLURM_ARRAY_JOB_ID", "1");
    Finished::by(&mut sh).ends(2, &["is a task of a job array: submit it with submit.sh PLAN DIR"]);
    let counted = Finished::by(sh.env("SLURM_ARRAY_TASK_ID", "1"));
    counted.shows(&["shard 2 of 4: ", "shard 3 of 4: "]).ends(0, &[]);
    submitted(&place).shows(&["nothing is missing"]).ends(0, &[]);
}

/// The directory's name contains a Slurm pattern, a comma, quotes and two spaces in a row.
#[test]
fn names_of_directories_mean_nothing_to_slurm() {
    let place = Workplace::new(12, 4);
    let site = "100%j, 'a  b'";
    let ran = Finished::by(&mut submit(&place, site));
    ran.shows(&["/100%%j, 'a  b'/log/%A_%a.log "]).ends(0, &[]);
    fs::rename(place.path("bin/squeue.submitted"), place.path("bin/squeue.queued")).unwrap();
    Finished::by(&mut submit(&place, site)).ends(1, &["are still queued", "scancel --me --name=queens-"]);
    Finished::by(&mut submit(&place, "another")).ends(0, &[]);
    fs::remove_file(place.path("bin/squeue.queued")).unwrap();
    Finished::by(
        command(PROGRAM).args(["work", "plan.json", "--shards", "0-3", "--dir", site]).current_dir(&place.0),
    )
    .ends(0, &[]);
    let finished = Finished::by(&mut submit(&place, site)).printed();
    let (_, merge) = finished.split_once("the total: ").expect("a command");
    Finished::by(command("sh").args(["-c", merge])).shows(&["14200"]).ends(0, &[]);
}

#[test]
fn slurm_gets_no_more_tasks_than_it_takes() {
    let place = Workplace::new(12, 12);
    for (tasks, array) in [("2", "0,1"), ("3", "0,1,2"), ("1000", "0,1,2,3,4,5")] {
        Finished::by(submit(&place, "d").env("MAX_TASKS", tasks)).shows(&[&format!("--array={array} ")]);
    }
    place.work("d", "0-5,8,10").printed();
    Finished::by(submit(&place, "d").env("TASKS_AT_ONCE", "1")).shows(&["--array=3,4,5%1 "]);
    // The task script's arguments are the shards per task and the last missing shard, where the last task
    // ends.
    let task = fs::read_to_string(place.path("bin/sbatch.task")).unwrap();
    assert_eq!(task.lines().skip(1).take(2).collect::<Vec<_>>(), ["2", "11"]);
}

#[test]
fn every_scheduler_numbers_the_first_and_the_last_shard() {
    let document = fs::read_to_string(repository().join("docs/cluster.md")).unwrap();
    for (name, tasks, numbers) in [
        ("PBS_ARRAY_INDEX", "-J 0-99`", ["0", "99"]),
        ("LSB_JOBINDEX", "[1-100]", ["1", "100"]),
        ("SGE_TASK_ID", "-t 1-100 ", ["1", "100"]),
        ("AWS_BATCH_JOB_ARRAY_INDEX", "size 100 ", ["0", "99"]),
        ("JOB_COMPLETION_INDEX", "`completions: 100`", ["0", "99"]),
    ] {
        let row = document.lines().find(|line| line.starts_with('|') && line.contains(name)).unwrap();
        assert!(row.contains(tasks), "{row}");
        let shard = format!("echo {}", row.rsplit('`').nth(1).unwrap());
        for (number, shard_of) in numbers.into_iter().zip(["0", "99"]) {
            let printed = Finished::by(command("bash").args(["-c", &shard]).env(name, number)).printed();
            assert_eq!(printed, shard_of, "{row}");
        }
    }
}

#[test]
fn names_what_submitting_needs() {
    let place = with_a_damaged_shard();
    let missing = Finished::by(submit(&place, "d").env("QUEENS", "no-queens"));
    missing.fails(2, &["there is no program 'no-queens': set QUEENS to it"]);
    fs::write(place.path("plan.json"), "no plan").unwrap();
    submitted(&place).fails(1, &["plan.json is not a plan"]);
}

/// moreutils installs an unrelated `parallel`, so the script must check which one it found.
#[test]
fn names_missing_gnu_parallel() {
    let place = Workplace::new(12, 4);
    submit(&place, "d");
    let path = format!("{}:{}", place.path("bin").display(), std::env::var("PATH").unwrap());
    symlink("squeue", place.path("bin/parallel")).unwrap();
    let mut script = command(repository().join("scripts/parallel/run.sh"));
    script.args(["plan.json", "d"]).current_dir(&place.0).env("PATH", path).env("QUEENS", PROGRAM);
    Finished::by(&mut script).fails(2, &["this needs GNU parallel: install the package 'parallel'"]);
}

#[test]
fn slurm_job_requests_the_estimated_memory() {
    let place = Workplace::new(12, 4);
    let method = place.read_plan().identity().method;
    let estimate = place.run(&format!("estimate 12 --method {method} --threads 4 --json")).json();
    let megabytes = estimate["memory_bytes"].as_u64().unwrap() * 5 / 4 / 1_000_000 + 64;
    submitted(&place).shows(&[&format!("--cpus-per-task=4 --mem={megabytes}M")]);
}
