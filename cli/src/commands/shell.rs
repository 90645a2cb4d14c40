//! `queens completions` and `queens man`: shell completions and manual pages, generated from the command
//! line's definition.

use std::io;
use std::path::Path;

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use queens_publish::MARK;

use super::{Exit, Failure};
use crate::options::{Cli, complete};
use crate::program::PROGRAM;
use crate::{generated_files, report};

/// Prints a completion script for `shell`, with commands, options and values.
pub fn completions(shell: Shell) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "queens", &mut script);
    // With two colons, zsh would treat the rest of the command line as boards and offer no options.
    let script = String::from_utf8_lossy(&script).replace("'*::boards", "'*:boards");
    // By default, Bash would insert the dash that all options start with, and offer no files.
    let script = script.replace(r#"-W "${opts}" --"#, r#"-W "${opts}" -X "${cur:+#}-*" --"#);
    report::to_stdout(|out| out.write_all(script.as_bytes()));
    Ok(Exit::Done)
}

/// Prints the program's manual page, or writes all commands' pages into `folder`.
pub fn man(folder: Option<&Path>, force: bool) -> Result<Exit, Failure> {
    // The manual applies to every machine, so omit the kernels of this one.
    let mut program = complete(Cli::command().long_version(None)).disable_help_subcommand(true);
    program.build();
    let Some(folder) = folder else {
        let page = page(&program)?;
        report::to_stdout(|out| out.write_all(&page));
        return Ok(Exit::Done);
    };
    let all = program.get_subcommands().chain([&program]);
    let pages = all.map(|command| Ok((Man::new(command.clone()).get_filename(), page(command)?)));
    let pages = generated_files::placed_in(folder, pages.collect::<io::Result<Vec<_>>>()?)?;
    generated_files::replace(&pages, force)?;
    Ok(Exit::Done)
}

/// Renders a command's manual page. The synopsis is the usage line of the help, because clap_mangen's own
/// synopsis omits the values. By default, clap_mangen would also omit the text of options hidden
/// from the short help, and print everything after the options under the heading "EXTRA".
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = format!(".\\\" {MARK}\n").into_bytes();
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").to_owned();
    let rest = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
    let command = command.clone().override_usage(usage).after_help(None).after_long_help(None);
    let command = command.mut_args(|argument| argument.hide_short_help(false));
    Man::new(command).source(format!("queens {}", PROGRAM.version)).render(&mut page)?;
    page.extend(sections(&rest).to_roff().into_bytes());
    Ok(page)
}

/// Renders `text` with one section per heading. Paragraphs without a heading go to the section NOTES.
fn sections(text: &str) -> Roff {
    let mut roff = Roff::new();
    let mut section = String::new();
    for paragraph in text.split("\n\n") {
        let (heading, lines) = match paragraph.split_once(":\n") {
            Some((heading, lines)) => (heading.to_uppercase(), lines),
            None => ("NOTES".to_owned(), paragraph),
        };
        if heading == section {
            roff.control("PP", []);
        } else {
            roff.control("SH", [heading.as_str()]);
        }
        section = heading;
        for line in lines.lines() {
            roff.text([roman(line)]);
        }
    }
    roff
}
