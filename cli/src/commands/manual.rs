//! Manual pages: what the definition of the command line has, and the sections of `reference`.

use std::fmt::Display;
use std::io::{self, Write};

use clap::Command;
use clap_mangen::Man;
use queens_publish::MARK;

use crate::options::reference;

/// The pages of the program and of every command, each with the name of its file.
pub fn pages(command: Command) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let all = command.get_subcommands().cloned().chain([command.clone()]);
    all.map(|command| Ok((Man::new(command.clone()).get_filename(), page(&command)?))).collect()
}

/// The page of a command.
pub fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = format!(".\\\" {MARK}\n").into_bytes();
    Man::new(command.clone()).render(&mut page)?;
    // clap_mangen calls the text below the options EXTRA.
    let mut page = String::from_utf8_lossy(&page).replace(".SH EXTRA\n", ".SH NOTES\n").into_bytes();
    section(&mut page, "EXIT STATUS", &reference::exit_codes(command))?;
    section(&mut page, "ENVIRONMENT", &reference::environment(command))?;
    let about = reference::about(command);
    section(&mut page, "FILES", about.files)?;
    writeln!(page, ".SH EXAMPLES")?;
    for example in about.examples {
        writeln!(page, ".PP\n.nf\n\\fB{}\\fR\n.fi", escaped(example))?;
    }
    Ok(page)
}

/// A section with a paragraph per term, unless there is none.
fn section<T: Display>(page: &mut Vec<u8>, title: &str, entries: &[(T, &str)]) -> io::Result<()> {
    if !entries.is_empty() {
        writeln!(page, ".SH \"{title}\"")?;
    }
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
    fn pages_list_exit_codes_variables_and_files() {
        for (name, page) in pages(Cli::command()).unwrap() {
            let page = String::from_utf8(page).unwrap();
            for part in [".SH \"EXIT STATUS\"\n.TP\n\\fB0\\fR\n", ".SH EXAMPLES\n.PP"] {
                assert!(page.contains(part), "{name}: {part}");
            }
            let of_count = ["queens.1", "queens-count.1"].contains(&&*name);
            for part in ["QUEENS_DEVICE\\fR", "QUEENS_RUN_DIR\\fR", "\\fB130\\fR"] {
                assert!(page.contains(part) || !of_count, "{name}: {part}");
            }
            assert_eq!(
                page.contains("\\fBNO_COLOR"),
                page.contains("\\-\\-color") || name == "queens.1",
                "{name}"
            );
        }
    }
}
