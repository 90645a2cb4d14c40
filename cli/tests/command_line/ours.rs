//! Tests that the program replaces only files that it wrote itself.

use std::fs;

use tempfile::tempdir;

use crate::support::records::files;
use crate::support::{is_built, run};

#[test]
fn replaces_its_own_files_but_no_others() {
    let folder = tempdir().unwrap();
    // These boards take milliseconds. The chart omits anything shorter.
    run(&folder, "count 12..14 --runs 1 --threads 1 --kernel scalar --record").printed();
    let out = folder.path().join("out");
    let chart = out.join("time.svg");
    let write = || run(&folder, "publish -o out");
    write().prints("");
    let first = files(&out);
    // The last two contain the mark, but not in the place where a chart has it.
    for thesis in [
        "# My thesis\n",
        "The chart below was made by queens publish.\n\n<!-- made by queens -->\n",
        "<!-- made by queens -->\n<!-- made by queens, and by me -->\n",
    ]
    .map(str::to_owned)
    {
        fs::write(&chart, &thesis).unwrap();
        fs::remove_file(out.join("README.md")).unwrap();
        write().fails(1, &["time.svg", "is not marked as made by queens", "with -o", "--force"]);
        assert_eq!(files(&out), [(chart.clone(), thesis)].into(), "nothing is written");
        run(&folder, "publish -o out --force").prints("");
        assert!(files(&out) == first);
    }
    // An older chart or an empty file may be replaced, because nothing is lost.
    for text in ["<svg>\n<!-- made by queens -->\nold", "<svg>\r\n<!-- made by queens -->\r\nold", ""] {
        fs::write(&chart, text).unwrap();
        write().prints("");
        assert!(files(&out) == first, "{text}");
    }
}

#[test]
fn page_and_manual_are_marked() {
    let folder = tempdir().unwrap();
    let writers = [("board -o board.html", "board.html"), ("man -o man", "man/queens-count.1")];
    for (writer, file) in writers.into_iter().filter(|(words, _)| is_built(words)) {
        run(&folder, writer).prints("");
        run(&folder, writer).prints("");
        let file = folder.path().join(file);
        for start in ["A page made by queens and by me\n", ".\\\" made by queens, and by me\n"] {
            let mine = start.to_owned() + &fs::read_to_string(&file).unwrap();
            fs::write(&file, &mine).unwrap();
            run(&folder, writer).fails(1, &["is not marked as made by queens"]);
            assert_eq!(fs::read_to_string(&file).unwrap(), mine);
        }
    }
}

#[cfg(feature = "explore")]
#[test]
fn rejects_a_pipe_or_folder_as_output() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    assert!(crate::support::command("mkfifo").arg(folder.path().join("pipe")).status().unwrap().success());
    for place in ["folder", "pipe"] {
        run(&folder, &format!("board -o {place} --force")).fails(
            1,
            &[place, "is not a regular file, so nothing was written; choose a different place with -o"],
        );
    }
}
