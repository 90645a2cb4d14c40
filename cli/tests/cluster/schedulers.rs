//! The scripts for Slurm and GNU parallel, with stand-ins for both: the shards they submit, and how
//! they end. The check scripts use the real schedulers.

use std::os::unix::fs::PermissionsExt;

use super::*;
use crate::support::{PROGRAM, command, repository};

/// A stand-in for GNU parallel, which runs one shard at a time.
const PARALLEL: &str = r#"#!/bin/bash
[ "$1" != --version ] || exec echo "GNU parallel 1"
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

/// A plan of four shards: shard 0 finished, shard 1 damaged, 2 and 3 never started.
fn with_a_damaged_shard() -> Workplace {
    let place = Workplace::new(12, 4);
    place.work("d", "0-1").printed();
    fs::write(place.shard("d", 1).join("manifest.json"), "damaged\n").unwrap();
    place
}

/// Runs a script on the site `d` of `place`.
fn script(place: &Workplace, script: &str) -> Finished {
    script_with(place, script, PROGRAM)
}

/// The same with another program.
fn script_with(place: &Workplace, script: &str, program: &str) -> Finished {
    let bin = place.path("bin");
    fs::create_dir_all(&bin).unwrap();
    for (name, text) in [("parallel", PARALLEL), ("squeue", SQUEUE), ("sbatch", SBATCH)] {
        fs::write(bin.join(name), text).unwrap();
        fs::set_permissions(bin.join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let mut script = command(repository().join("scripts").join(script));
    script.args(["plan.json", "d"]).current_dir(&place.0).env("PATH", path).env("QUEENS", program);
    Finished::by(script.env("CPUS_PER_TASK", "4").env("SHARDS_PER_TASK", "2"))
}

#[test]
fn parallel_works_on_past_a_damaged_shard() {
    let place = with_a_damaged_shard();
    for _ in 0..2 {
        let worked = script(&place, "parallel/run.sh");
        worked.ends(4, &["shards not finished: 1; resume with: "]);
        assert_eq!(worked.stderr().matches("is corrupt").count(), 2, "by the list and by its job");
        assert!(place.shard("d", 2).join("result.json").exists());
        assert!(place.shard("d", 3).join("result.json").exists());
    }
    place.work("d", "1 --fresh").printed();
    script(&place, "parallel/run.sh").ends(0, &["nothing is missing"]);
    place.merge("d").prints_total(12);
}

#[test]
fn slurm_works_on_past_a_damaged_shard() {
    let place = with_a_damaged_shard();
    script(&place, "slurm/submit.sh").shows(&["submitted 1,2 3"]).ends(4, &[]);
    place.work("d", "1 --fresh").printed();
    script(&place, "slurm/submit.sh").shows(&["submitted 2,3"]).ends(0, &[]);
    // The task as Slurm starts it with --export=NONE.
    let task = fs::read_to_string(place.path("bin/sbatch.task")).unwrap();
    let mut bash = command("bash");
    bash.args(task.lines()).current_dir(&place.0).env("SLURM_ARRAY_JOB_ID", "1");
    Finished::by(&mut bash).ends(2, &["is a task of a job array: submit it with submit.sh PLAN DIR"]);
    Finished::by(bash.env("SLURM_ARRAY_TASK_ID", "0")).shows(&["shard 3 of 4: "]).ends(0, &[]);
    script(&place, "slurm/submit.sh").shows(&["nothing is missing"]).ends(0, &[]);
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
fn unreadable_plan_is_an_error() {
    let place = with_a_damaged_shard();
    fs::write(place.path("plan.json"), "damaged").unwrap();
    for name in ["parallel/run.sh", "slurm/submit.sh"] {
        let ended = script(&place, name);
        let said = ended.stdout() + &ended.ends(4, &["plan.json is corrupt"]).stderr();
        assert!(!said.contains("nothing is missing"), "{said}");
    }
}

#[test]
fn names_a_missing_program() {
    let place = Workplace::new(12, 4);
    for name in ["parallel/run.sh", "slurm/submit.sh"] {
        let says = "there is no program 'no-queens': set QUEENS to it";
        script_with(&place, name, "no-queens").ends(2, &[says]);
    }
}

/// The package moreutils has a program of the same name.
#[test]
fn names_missing_gnu_parallel() {
    let place = Workplace::new(12, 4);
    let bin = place.path("bin");
    fs::create_dir(&bin).unwrap();
    for tool in ["bash", "env"] {
        std::os::unix::fs::symlink(Path::new("/usr/bin").join(tool), bin.join(tool)).unwrap();
    }
    let run = || {
        let mut script = command(repository().join("scripts/parallel/run.sh"));
        script.args(["plan.json", "d"]).current_dir(&place.0).env("PATH", &bin).env("QUEENS", PROGRAM);
        Finished::by(&mut script).fails(2, &["this needs GNU parallel: install the package 'parallel'"]);
        assert!(!place.path("d").exists());
    };
    run();
    fs::write(bin.join("parallel"), "#!/bin/bash\necho 'invalid option' >&2\nexit 1\n").unwrap();
    fs::set_permissions(bin.join("parallel"), fs::Permissions::from_mode(0o755)).unwrap();
    run();
}

#[test]
fn names_missing_slurm() {
    let place = Workplace::new(12, 4);
    let bin = place.path("bin");
    fs::create_dir(&bin).unwrap();
    for tool in ["mkdir", "realpath", "basename", "cksum", "cut"] {
        std::os::unix::fs::symlink(Path::new("/usr/bin").join(tool), bin.join(tool)).unwrap();
    }
    let mut script = command(repository().join("scripts/slurm/submit.sh"));
    script.args(["plan.json", "d"]).current_dir(&place.0).env("PATH", bin).env("QUEENS", PROGRAM);
    Finished::by(&mut script).fails(2, &["there is no squeue here"]);
}

#[test]
fn slurm_job_requests_the_estimated_memory() {
    let place = Workplace::new(12, 4);
    let method = place.read_plan().identity().method;
    let estimate = place.run(&format!("estimate 12 --method {method} --threads 4 --json")).json();
    let megabytes = estimate["memory_bytes"].as_u64().unwrap() * 5 / 4 / 1_000_000 + 64;
    script(&place, "slurm/submit.sh").shows(&[&format!("--cpus-per-task=4 --mem={megabytes}M")]);
}
