//! Every message of the program is shown on a page, as its reader sees it, or listed among those that no page
//! can provoke.
//!
//! This protects users from messages that were never read where they appear. It also protects readers of the
//! list, which would otherwise name messages that are gone.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::Lit;

use super::{all_pages, blocks, pages};
use crate::support::repository;

/// The folders with code that says something to users.
const SOURCES: [&str; 4] = ["src", "cli/src", "publish/src", "format/src"];

/// Files whose texts are no messages: examples of the help, what a system or a record says, and parts of
/// published documents.
const NO_MESSAGES: [&str; 7] = [
    "cli/src/options/reference.rs",
    "src/os/cpuinfo.rs",
    "publish/src/chart.rs",
    "publish/src/document.rs",
    "publish/src/processor.rs",
    "publish/src/tables.rs",
    "publish/src/template.rs",
];

/// Calls whose texts only a bug shows, or a compiler reads.
const UNSHOWN_CALLS: [&str; 7] =
    ["assert", "assert_eq", "assert_ne", "asm", "expect", "panic", "unreachable"];

/// The files of Rust in a folder, without tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.file_stem().is_some_and(|name| name == "tests") {
            continue;
        }
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
    found
}

/// Adds the string literals of the code that users run: not of documentation, help of options, and tests.
fn add_literals(code: TokenStream, found: &mut Vec<String>) {
    let mut tokens = code.into_iter().peekable();
    let mut is_shown = true;
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(mark) if mark.as_char() == '#' => {
                tokens.next_if(|next| matches!(next, TokenTree::Punct(_)));
                let Some(TokenTree::Group(attribute)) = tokens.next() else { continue };
                let text = attribute.stream().to_string();
                if text.starts_with("error") {
                    add_literals(attribute.stream(), found);
                } else if text.starts_with("cfg") && text.contains("test") {
                    let is_end = |token: &TokenTree| match token {
                        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                        TokenTree::Punct(mark) => mark.as_char() == ';',
                        _ => false,
                    };
                    tokens.by_ref().find(is_end);
                }
            }
            TokenTree::Ident(name) => is_shown = !UNSHOWN_CALLS.contains(&&*name.to_string()),
            TokenTree::Group(group) => {
                if is_shown {
                    add_literals(group.stream(), found);
                }
                is_shown = true;
            }
            TokenTree::Literal(literal) => {
                if let Lit::Str(text) = Lit::new(literal) {
                    found.push(text.value());
                }
            }
            TokenTree::Punct(_) => {}
        }
    }
}

/// The text in a line, with single spaces.
fn in_a_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The parts of a message between its holes, without those that are too short to recognise it.
fn parts(message: &str, hole: impl Fn(char) -> bool) -> Vec<String> {
    let has_words =
        |part: &String| part.split(' ').filter(|word| word.contains(char::is_alphabetic)).count() >= 2;
    message.split(hole).map(in_a_line).filter(has_words).collect()
}

/// The fixed parts of all messages in the sources, each with its file.
fn messages() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for path in SOURCES.iter().flat_map(|folder| sources(&repository().join(folder))) {
        let name = path.strip_prefix(repository()).unwrap().display().to_string();
        if NO_MESSAGES.contains(&&*name) {
            continue;
        }
        let mut literals = Vec::new();
        add_literals(fs::read_to_string(&path).unwrap().parse().unwrap(), &mut literals);
        for literal in literals {
            // A hole of `format!` becomes one character.
            let mut depth = 0;
            let marked: String = literal
                .chars()
                .map(|character| {
                    depth += i32::from(character == '{');
                    let marked = if depth > 0 { HOLE } else { character };
                    depth -= i32::from(character == '}');
                    marked
                })
                .collect();
            found.extend(
                parts(&marked, |character| character == HOLE).into_iter().map(|part| (name.clone(), part)),
            );
        }
    }
    found
}

/// Stands for what differs in a message.
const HOLE: char = '…';

/// What the pages show, without the commands.
fn shown() -> String {
    let mut shown = String::new();
    for page in all_pages() {
        let text = fs::read_to_string(page).unwrap();
        for line in blocks(&text).flat_map(str::lines).filter(|line| !line.starts_with("$ ")) {
            shown += line;
            shown.push('\n');
        }
    }
    in_a_line(&shown)
}

/// A message that no page shows.
struct Unshown {
    text: String,
    /// The file with a test that shows it, if there is one.
    shown_by: String,
}

/// The rows of the tables of messages that no page shows.
fn unshown() -> Vec<Unshown> {
    let text = fs::read_to_string(pages().join("unshown/messages.md")).unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let cells = rows.map(|row| row.split(" | ").map(str::to_owned).collect::<Vec<_>>());
    cells
        .filter(|cells| !["message", "---"].contains(&&*cells[0]))
        .map(|cells| Unshown { text: cells[0].clone(), shown_by: cells[cells.len() - 1].replace('`', "") })
        .collect()
}

#[test]
fn every_message_is_on_a_page_or_in_the_list() {
    let shown = shown();
    let listed: String = unshown().iter().map(|message| in_a_line(&message.text) + "\n").collect();
    let missing: Vec<_> =
        messages().into_iter().filter(|(_, part)| !shown.contains(part) && !listed.contains(part)).collect();
    let lines: String = missing.iter().map(|(file, part)| format!("{file}: {part}\n")).collect();
    assert!(
        missing.is_empty(),
        "show these messages in a transcript or, if no command can provoke them, list them in \
         unshown/messages.md:\n{lines}"
    );
}

#[test]
fn list_of_unshown_messages_names_what_exists_and_is_not_shown() {
    let (shown, messages) = (shown(), messages());
    for Unshown { text, shown_by } in unshown() {
        let is_mark =
            |character: char| character.is_ascii_punctuation() && character != '`' || character == ' ';
        let parts = parts(&text, |character| character == HOLE);
        for part in parts.iter().map(|part| part.trim_matches(is_mark)) {
            let exists = messages.iter().any(|(_, message)| message.contains(part));
            assert!(exists, "no message of the program contains '{part}'");
        }
        assert!(parts.iter().any(|part| !shown.contains(part)), "a page shows '{text}'");
        let exists = shown_by == "no test" || repository().join(&shown_by).is_file();
        assert!(exists, "'{text}' is shown by {shown_by}, which is no file");
    }
}
