//! Makes the manual pages from the definition of the command line and the sections of `reference`.

use std::fmt::Display;
use std::io::{self, Write};

use clap::Command;
use clap_mangen::Man;
use queens_publish::MARK;

use crate::options::{reference, with_headings};

/// The pages of the program and of every command, each with the name of its file.
pub fn pages(command: Command) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut command = with_headings(command.disable_help_subcommand(true));
    command.build();
    let all = command.get_subcommands().cloned().chain([command.clone()]);
    all.map(|command| Ok((Man::new(command.clone()).get_filename(), page(&command)?))).collect()
}

/// The page of a command. Its synopsis is the usage line of the help, because clap_mangen's own names no
/// values.
pub fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = format!(".\\\" {MARK}\n").into_bytes();
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").to_owned();
    Man::new(command.clone().override_usage(usage)).render(&mut page)?;
    if command.has_subcommands() {
        section(&mut page, "EXIT STATUS", reference::EXIT_CODES)?;
        section(&mut page, "ENVIRONMENT", reference::ENVIRONMENT)?;
        section(&mut page, "FILES", reference::FILES)?;
    }
    writeln!(page, ".SH EXAMPLES")?;
    for example in reference::examples(command) {
        writeln!(page, ".PP\n.nf\n\\fB{}\\fR\n.fi", escaped(example))?;
    }
    Ok(page)
}

/// A section with a paragraph per term.
fn section<T: Display>(page: &mut Vec<u8>, title: &str, entries: &[(T, &str)]) -> io::Result<()> {
    writeln!(page, ".SH \"{title}\"")?;
    for (term, meaning) in entries {
        writeln!(page, ".TP\n\\fB{}\\fR\n{}", escaped(&term.to_string()), escaped(meaning))?;
    }
    Ok(())
}

/// Text in which a hyphen stays the ASCII hyphen, for copying.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::options::Cli;

    #[test]
    fn pages_have_a_synopsis_and_examples() {
        for (name, page) in pages(Cli::command()).unwrap() {
            let page = String::from_utf8(page).unwrap();
            assert!(page.contains(".SH EXAMPLES\n.PP"), "{name}");
            let synopsis = page.split(".SH SYNOPSIS\n").nth(1).unwrap().lines().next().unwrap();
            match &*name {
                "queens.1" => assert_eq!(synopsis, "\\fBqueens\\fR <COMMAND>"),
                "queens-merge.1" => {
                    assert_eq!(synopsis, "\\fBqueens merge\\fR [OPTIONS] \\-\\-dir <DIR> <PLAN>");
                }
                _ => assert!(synopsis.starts_with("\\fBqueens "), "{name}: {synopsis}"),
            }
            let parts = [
                ".SH \"EXIT STATUS\"\n.TP\n\\fB0\\fR\n",
                "QUEENS_RUN_DIR\\fR",
                "\\fB130\\fR",
                "NO_COLOR\\fR",
            ];
            for part in parts {
                assert_eq!(page.contains(part), name == "queens.1", "{name}: {part}");
            }
        }
    }
}
