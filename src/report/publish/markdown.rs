//! `README.md` of the published results.

use std::fmt::Write as _;

use super::Contents;
use super::study::Machine;

/// The whole file.
pub fn readme(contents: &Contents<'_>) -> String {
    let picture = |name: &str| {
        let chart = contents.charts.iter().find(|(file, _)| *file == name);
        chart.map_or_else(String::new, |(file, chart)| format!("![{}]({file})\n\n", chart.title))
    };
    let mut sections = vec![("Counts", picture("time.svg") + &contents.counts.markdown())];
    for (times, speeds) in &contents.times {
        sections.push((&times.caption, times.markdown()));
        sections.push((&speeds.caption, speeds.markdown()));
    }
    sections.push(("Kernels and threads", picture("kernels.svg") + &picture("threads.svg")));
    let comparison = [comparison_note(contents), contents.comparison.markdown(), contents.methods.markdown()];
    sections.push(("Other programs", comparison.join("\n\n")));
    if let Some(ladder) = &contents.ladder {
        sections.push((&ladder.caption, picture("ladder.svg") + &ladder.markdown()));
    }
    let notes = how_made(contents).iter().map(|note| format!("- {note}\n")).collect();
    sections.push(("How the numbers were made", notes));
    let mut text = String::from(
        "# Results\n\n\
         Made by `queens publish` from the files in [`records/`](records); every change here is overwritten. The same with \
         tables that can be sorted: [`index.html`](index.html). All figures in full: [`records.csv`](records.csv).\n",
    );
    for (title, body) in sections.iter().filter(|(_, body)| !body.is_empty()) {
        let _ = write!(text, "\n## {title}\n\n{}\n", body.trim_end());
    }
    text
}

/// What to know before comparing.
pub fn comparison_note(contents: &Contents<'_>) -> String {
    let machines: Vec<_> = contents.machines.iter().map(Machine::name).collect();
    format!(
        "Measured \"by us\" means on {}; \"by us, on another machine\" means on one core of an AMD Zen 4 with 2 cores near \
         2.0 GHz. All other times are the authors' own, on the machine named. ≈ is an estimate, theirs or, for \
         N-Queens-Count-Sol, ours from a sample of the work. Times are only comparable on machines of the same kind: a \
         graphics processor or an FPGA is not a core.",
        machines.join("; ")
    )
}

/// How the numbers were made, a paragraph each, without markup.
pub fn how_made(contents: &Contents<'_>) -> Vec<String> {
    let machines = contents.machines.iter().map(|machine| {
        let os = machine.os;
        format!("Machine: {} ({os}).", machine.name())
    });
    let mut notes: Vec<String> = machines.collect();
    if let [first, _, ..] = contents.machines.as_slice() {
        notes.push(format!("The charts show the machine with most records, {}.", first.name()));
    }
    notes.extend([
        format!("Built with {}.", contents.compilers.join("; ")),
        "Every row comes from a file in records/, written by the program itself when the count was finished: the result, the \
         command line, processor, kernel, threads, commit, compiler, time and memory. Records are only ever added."
            .to_owned(),
        "A time is the best of all records of the same machine, kernel and number of threads. It is time by the clock from \
         the first look at the board to the total, splitting the board included."
            .to_owned(),
        "A time with † was counted in several sessions: it is the time that its units took, divided by the threads."
            .to_owned(),
        "Every total passed the checks that its record lists before it was recorded, first of all the comparison with the known \
         value (OEIS A000170); a wrong one is never written. Fundamental solutions are those up to rotation and reflection, \
         the known values of OEIS A002562."
            .to_owned(),
        "Nodes are queens placed by the search, which depends on the kernel: compare times across kernels, and nodes per \
         second within one."
            .to_owned(),
    ]);
    notes
}
