//! Makes the manual pages from the definition of the command line and the sections of `reference`.

use std::fmt::Display;
use std::io::{self, Write};

use clap::{Arg, ArgAction, Command};
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

/// The page of a command.
pub fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = format!(".\\\" {MARK}\n").into_bytes();
    Man::new(command.clone()).render(&mut page)?;
    // clap_mangen calls the text below the options EXTRA.
    let text = String::from_utf8_lossy(&page).replace(".SH EXTRA\n", ".SH NOTES\n");
    let mut page = with_synopsis(&text, &synopsis(command)).into_bytes();
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

/// `page` with this synopsis instead of that of clap_mangen, which names no values.
fn with_synopsis(page: &str, synopsis: &str) -> String {
    let (before, rest) = page.split_once(".SH SYNOPSIS\n").expect("a page has a synopsis");
    let (_, after) = rest.split_once("\n.SH ").expect("a description follows");
    // Nothing is hyphenated or stretched.
    format!("{before}.SH SYNOPSIS\n.nh\n.ad l\n{synopsis}\n.ad\n.hy\n.SH {after}")
}

/// How to write `command`: its options, each with its value, what it needs last. No line is broken
/// within an option.
fn synopsis(command: &Command) -> String {
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
    let mut arguments: Vec<_> = command.get_arguments().filter(|argument| !argument.is_hide_set()).collect();
    arguments.sort_by_key(|argument| (argument.is_positional(), argument.is_required_set()));
    let mut words = vec![format!("\\fB{}\\fR", escaped(name).replace(' ', "\\ "))];
    words.extend(arguments.into_iter().map(usage));
    if command.has_subcommands() {
        words.push("\\fICOMMAND\\fR".to_owned());
    }
    words.join(" ")
}

/// An argument in a synopsis, as in `[-t|--threads THREADS]`.
fn usage(argument: &Arg) -> String {
    let short = argument.get_short().map(|short| format!("\\fB\\-{short}\\fR"));
    let long = argument.get_long().map(|long| format!("\\fB\\-\\-{}\\fR", escaped(long)));
    let mut text = short.into_iter().chain(long).collect::<Vec<_>>().join("|");
    if argument.get_action().takes_values() {
        let names = argument.get_value_names().unwrap_or_default();
        let value = match names.first() {
            Some(name) => format!("\\fI{name}\\fR"),
            None => format!("\\fI{}\\fR", argument.get_id().as_str().to_uppercase()),
        };
        let is_optional = argument.get_num_args().is_some_and(|values| values.min_values() == 0);
        text += if argument.is_positional() { "" } else { "\\ " };
        text += &if is_optional { format!("[{value}]") } else { value };
    }
    let text = if argument.is_required_set() { text } else { format!("[{text}]") };
    let is_repeated = matches!(argument.get_action(), ArgAction::Append);
    if is_repeated { text + "..." } else { text }
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
            let synopsis = page
                .split(".SH ")
                .find_map(|section| section.strip_prefix("SYNOPSIS\n.nh\n.ad l\n"))
                .unwrap();
            let synopsis = synopsis.replace("\\fB", "").replace("\\fI", "").replace("\\fR", "");
            let synopsis = synopsis.replace("\\-", "-").replace("\\ ", " ").replace(".ad\n.hy\n", "");
            let expected = match &*name {
                "queens.1" => "queens [-V|--version] [-h|--help] COMMAND\n",
                "queens-status.1" => {
                    "queens status [--run-dir DIR] [--plan PLAN] [-t|--threads THREADS] [--json] [-q|--quiet] \
                     [-h|--help] [DIR]\n"
                }
                "queens-merge.1" => {
                    "queens merge [-r|--run RUN] [--fresh] [--record [DIR]] [--json] [-q|--quiet] [-h|--help] \
                     --dir DIR... PLAN\n"
                }
                "queens-estimate.1" => "N...\n",
                _ => "\n",
            };
            assert!(synopsis.ends_with(expected), "{name}: {synopsis}");
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
