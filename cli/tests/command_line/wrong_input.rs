//! Typing errors: each gets an error that says what to do, and nothing is lost.

use tempfile::tempdir;

use crate::support::{is_built, run};

/// A file that was pasted instead of its name.
#[test]
fn repeats_no_more_of_an_argument_than_a_user_reads() {
    let folder = tempdir().unwrap();
    run(&folder, "plan 8 --shards 2 -o plan").printed();
    // Longer than any path. The time of the search for a similar option grows with the square of the length.
    let long = "7x".repeat(5_000);
    for words in [
        "LONG",
        "--LONG",
        "count LONG",
        "count 8 --LONG",
        "count 8 --LONG=1",
        "count 8 --run LONG",
        "count 8 --method LONG",
        "count 8 --threads LONG",
        "count 8 --max-time LONG",
        "count 8 --record LONG",
        "status LONG",
        "status --json LONG",
        "verify LONG",
        "verify plan --sample LONG",
        "plan LONG --shards 2 -o p",
        "plan 8 --shards 2 -o LONG",
        "work LONG --shards 0 --dir d",
        "work plan --shards LONG --dir d",
        "work plan --shards 0 --dir LONG",
        "merge plan --dir LONG",
        "find 12 --complete LONG",
        "list LONG",
        "publish --records LONG",
    ]
    .into_iter()
    .filter(|words| is_built(words))
    {
        let finished = run(&folder, &words.replace("LONG", &long));
        let (said, shown) = (finished.stderr(), finished.stdout());
        assert!([1, 2].contains(&finished.code()), "{words}: {}", finished.code());
        assert!(said.len() < 2_000 && shown.len() < 2_000, "{words}: {said:.3000}{shown:.3000}");
        assert!(said.contains('…') || words == "--LONG", "{words}: {said}");
    }
}
