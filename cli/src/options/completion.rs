//! Completions for shells: the scripts of clap_complete, with two additions. For bash and fish, they
//! complete the values of arguments that follow no option; for zsh, the options after a list of boards.

use std::collections::BTreeSet;

use clap::builder::PossibleValue;
use clap::{Arg, Command, CommandFactory, ValueHint};
use clap_complete::Shell;

use super::Cli;

/// The script that makes `shell` complete the commands, options and values of the program.
pub fn script(shell: Shell) -> String {
    let mut program = with_hints(Cli::command());
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut program, "queens", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    match shell {
        Shell::Bash => with_places(&script, &program),
        Shell::Fish => script + &values(&program),
        // With two colons, zsh would take the rest of the command line for boards and offer no option.
        Shell::Zsh => script.replace("'*::boards", "'*:boards"),
        _ => script,
    }
}

/// `program`, whose numbers, times and names are not taken for files by bash: it completes files
/// wherever it has no hint.
fn with_hints(program: Command) -> Command {
    program.mut_subcommands(|command| {
        command.mut_args(|argument| {
            let is_free = argument.get_action().takes_values() && argument.get_possible_values().is_empty();
            match argument.get_value_hint() {
                ValueHint::Unknown if is_free => argument.value_hint(ValueHint::Other),
                _ => argument,
            }
        })
    })
}

/// The commands whose first argument has this hint.
fn taking(hint: ValueHint, program: &Command) -> impl Iterator<Item = &str> {
    let takes = move |command: &&Command| {
        command.get_positionals().next().is_some_and(|argument| argument.get_value_hint() == hint)
    };
    program.get_subcommands().filter(takes).map(Command::get_name)
}

/// `script` for bash, which offers files or directories where a command begins with one; options
/// alone, as clap_complete has it, would keep bash from offering them. Elsewhere it offers none: bash
/// takes an empty list for a request of files. It also separates an option from its value at `=`,
/// where bash does.
fn with_places(script: &str, program: &Command) -> String {
    let commands = |hint| taking(hint, program).collect::<Vec<_>>().join(" | ");
    let directories = commands(ValueHint::DirPath);
    let files = commands(ValueHint::FilePath);
    let is_place =
        |argument: &&Arg| [ValueHint::DirPath, ValueHint::FilePath].contains(&argument.get_value_hint());
    let options: BTreeSet<String> = program
        .get_subcommands()
        .flat_map(|command| command.get_opts().filter(is_place))
        .flat_map(|option| {
            let long = option.get_long_and_visible_aliases().unwrap_or_default();
            let short = option.get_short_and_visible_aliases().unwrap_or_default();
            let long = long.into_iter().map(|name| format!("--{name}"));
            long.chain(short.into_iter().map(|name| format!("-{name}"))).collect::<Vec<_>>()
        })
        .collect();
    let options = options.into_iter().collect::<Vec<_>>().join(" | ");
    let places = format!(
        "
_queens_places() {{
    if [[ $2 == = ]]; then
        set -- \"$1\" \"\" \"$3\"
    elif [[ $3 == = ]]; then
        set -- \"$1\" \"$2\" \"${{COMP_WORDS[COMP_CWORD - 2]}}\"
    fi
    _queens \"$@\"
    if [[ $COMP_CWORD -eq 2 && $2 != -* ]]; then
        case \"${{COMP_WORDS[1]}}\" in
            {directories})
                COMPREPLY=()
                [[ ${{BASH_VERSINFO[0]}} -lt 4 ]] || compopt -o plusdirs
                return 0
                ;;
            {files})
                COMPREPLY=()
                return 0
                ;;
        esac
    fi
    case \"$3\" in
        {options}) ;;
        *) [[ ${{#COMPREPLY[@]}} -gt 0 ]] || COMPREPLY=(\"$2\") ;;
    esac
}}
"
    );
    script.replace("complete -F _queens ", "complete -F _queens_places ") + &places
}

/// The values of first arguments, for fish. It offers files where it knows none.
fn values(program: &Command) -> String {
    let directories = taking(ValueHint::DirPath, program)
        .map(|command| (command, "(__fish_complete_directories)".to_owned()));
    let names = program.get_subcommands().filter_map(|command| {
        let values = command.get_positionals().next()?.get_possible_values();
        let names: Vec<_> = values.iter().map(PossibleValue::get_name).collect();
        (!names.is_empty()).then(|| (command.get_name(), names.join(" ")))
    });
    let line = |(command, values)| {
        format!("complete -c queens -n \"__fish_queens_using_subcommand {command}\" -f -a \"{values}\"\n")
    };
    directories.chain(names).map(line).collect()
}
