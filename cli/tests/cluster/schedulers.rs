//! The scripts for Slurm and GNU parallel, with stand-ins for both: the shards they submit, and how
//! they end. The check scripts use the real schedulers.

use std::ffi::OsStr;
use std::os::unix::fs::PermissionsExt;
use std::process::Output;

use super::*;

/// A stand-in for GNU parallel: one shard after the other.
const PARALLEL: &str = r#"#!/bin/bash
while [ "$1" != "$QUEENS" ]; do shift; done
code=0
while read -r shard; do "${@//\{\}/$shard}" || code=1; done
exit $code
"#;

/// An empty queue.
const SQUEUE: &str = "#!/bin/bash\n";

/// Accepts the array and prints the shards of its tasks, and the options; keeps the command of a task.
const SBATCH: &str = r#"#!/bin/bash
options=$*
until [[ $1 == */task.sh ]]; do shift; done
printf '%s\n' "$@" >"$0.task"
echo "submitted $(paste -sd' ' "$2") with $options"
"#;

/// A plan of four shards: shard 0 finished, shard 1 damaged, 2 and 3 never begun.
fn with_a_damaged_shard() -> Workplace {
    let place = Workplace::new(12, 4);
    place.work("d", "0-1").printed();
    fs::write(place.ledger("d", 1), "damaged\n").unwrap();
    place
}

/// Runs a script on the site `d` of `place`.
fn script(place: &Workplace, script: &str) -> Output {
    script_with(place, script, support::PROGRAM)
}

/// The same with another program.
fn script_with(place: &Workplace, script: &str, program: impl AsRef<OsStr>) -> Output {
    let bin = place.path("bin");
    fs::create_dir_all(&bin).unwrap();
    for (name, text) in [("parallel", PARALLEL), ("squeue", SQUEUE), ("sbatch", SBATCH)] {
        fs::write(bin.join(name), text).unwrap();
        fs::set_permissions(bin.join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    support::command(support::repository().join("scripts").join(script))
        .arg(&place.plan)
        .arg(place.path("d"))
        .env("PATH", path)
        .env("QUEENS", program)
        .env("CPUS_PER_TASK", "4")
        .env("SHARDS_PER_TASK", "2")
        .output()
        .unwrap()
}

#[track_caller]
fn ends(output: &Output, code: i32, says: &str) {
    let text = [&output.stdout[..], &output.stderr].concat();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(output.status.code(), Some(code), "{text}");
    assert!(text.contains(says), "{text}");
}

#[test]
fn parallel_works_on_past_a_damaged_shard() {
    let place = with_a_damaged_shard();
    for _ in 0..2 {
        ends(&script(&place, "parallel/run.sh"), 4, "shards not finished: 1; resume with");
        assert!(place.shard("d", 2).join("result.json").exists());
        assert!(place.shard("d", 3).join("result.json").exists());
    }
    place.work_with("d", "1", &["--fresh"]).printed();
    ends(&script(&place, "parallel/run.sh"), 0, "nothing is missing");
    assert_eq!(place.merge(&["d"]).printed(), known(12));
}

#[test]
fn slurm_works_on_past_a_damaged_shard() {
    let place = with_a_damaged_shard();
    ends(&script(&place, "slurm/submit.sh"), 4, "submitted 1,2 3");
    place.work_with("d", "1", &["--fresh"]).printed();
    ends(&script(&place, "slurm/submit.sh"), 0, "submitted 2,3");
    // The task as Slurm starts it with --export=NONE.
    let task = fs::read_to_string(place.path("bin/sbatch.task")).unwrap();
    let mut bash = support::command("bash");
    bash.args(task.lines()).env("SLURM_ARRAY_JOB_ID", "1");
    ends(&bash.output().unwrap(), 2, "is a task of a job array: submit it with submit.sh PLAN DIR");
    ends(&bash.env("SLURM_ARRAY_TASK_ID", "0").output().unwrap(), 0, "shard 3 of 4: ");
    ends(&script(&place, "slurm/submit.sh"), 0, "nothing is missing");
}

#[test]
fn every_scheduler_numbers_the_first_and_the_last_shard() {
    let document = fs::read_to_string(support::repository().join("docs/cluster.md")).unwrap();
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
            let output = support::command("bash").args(["-c", &shard]).env(name, number).output().unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap().trim(), shard_of, "{row}");
        }
    }
}

#[test]
fn unreadable_plan_is_an_error() {
    let place = with_a_damaged_shard();
    fs::write(&place.plan, "damaged").unwrap();
    for name in ["parallel/run.sh", "slurm/submit.sh"] {
        let output = script(&place, name);
        ends(&output, 4, "not a valid plan");
        assert!(!String::from_utf8_lossy(&output.stdout).contains("nothing is missing"));
        assert!(!String::from_utf8_lossy(&output.stderr).contains("nothing is missing"));
    }
}

#[test]
fn names_a_missing_program() {
    let place = Workplace::new(12, 4);
    for name in ["parallel/run.sh", "slurm/submit.sh"] {
        ends(&script_with(&place, name, "no-queens"), 2, "there is no program 'no-queens': set QUEENS to it");
    }
}

#[test]
fn slurm_job_requests_the_estimated_memory() {
    let place = Workplace::new(12, 4);
    let method = place.read_plan().sharded.identity.method.to_string();
    let estimate = queens(["estimate", "12", "--method", &method, "--threads", "4", "--json"]).json();
    let needed = estimate["memory_bytes"].as_u64().unwrap();
    let submitted = String::from_utf8(script(&place, "slurm/submit.sh").stdout).unwrap();
    let asked = submitted.split("--cpus-per-task=4 --mem=").nth(1).unwrap_or_else(|| panic!("{submitted}"));
    let megabytes: u64 = asked.split('M').next().unwrap().parse().unwrap();
    assert_eq!(megabytes, needed * 5 / 4 / 1_000_000 + 64, "{submitted}");
}
