//! Fills templates and escapes untrusted text. Records may come from anywhere, so their text is shown as text
//! and never as markup. Every value is escaped here, except the links, which this module creates.

use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, Error, UndefinedBehavior, Value, escape_formatter};
use queens_format::{
    MAX_NAME_CHARS, counted, counted_in_words, duration, factor, grouped, is_printable, shortened,
};

/// Fills a template with `values`. The template is Markdown if `name` ends in `.md`, and SVG otherwise.
pub fn render(name: &str, template: &str, values: Value) -> Result<String, Error> {
    let mut environment = Environment::new();
    let mut syntax = SyntaxConfig::builder();
    syntax.trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true);
    environment.set_syntax(syntax.build()?);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    let is_markdown = name.ends_with(".md");
    environment.set_formatter(move |out, state, value| match value {
        _ if value.is_safe() || value.is_undefined() => escape_formatter(out, state, value),
        _ if value.is_none() => Ok(()),
        _ if is_markdown => out.write_str(&markdown(value)).map_err(Error::from),
        _ => escape_formatter(out, state, &Value::from(plain(value))),
    });
    environment.add_filter("cores", |count: usize| counted_in_words(count, "core"));
    environment.add_filter("counted", |count: u64, thing: &str| counted(count, thing));
    environment.add_filter("duration", duration);
    environment.add_filter("file", file);
    environment.add_filter("grouped", |count: Option<u128>| count.map(grouped));
    environment.add_filter("link", link);
    environment.add_filter("linked_time", linked_time);
    environment.add_filter("factor", factor);
    environment.render_named_str(name, template, values)
}

/// Escapes a value as plain text in a Markdown line, including table cells. Most characters become entities,
/// because Markdown parsers disagree about backslashes in tables.
fn markdown(value: &Value) -> String {
    let escaped = |c: char| match c {
        '&' | '<' | '>' | '[' | ']' | '|' | '\\' | '`' | '~' | '$' | '"' => format!("&#{};", u32::from(c)),
        '*' | '_' => format!("\\{c}"),
        c => c.to_string(),
    };
    plain(value).chars().map(escaped).collect()
}

/// Returns a Markdown link, or only the label if `address` is not a web address.
fn link(label: Value, address: Option<String>) -> Value {
    let is_web = |address: &String| {
        let address = address.to_ascii_lowercase();
        ["http://", "https://"].iter().any(|start| address.starts_with(start))
    };
    match address.filter(is_web) {
        Some(address) => linked(&label, &address, ":?=&%+,;@"),
        None => Value::from_safe_string(markdown(&label)),
    }
}

/// Returns a Markdown link to a file. `path` is relative to the document and may name a line, as in
/// `a.json#L7`.
fn file(label: Value, path: &str) -> Value {
    linked(&label, path, "")
}

/// Returns a time as text. If the time was measured, the text is a link to its record in the folder
/// `records`.
fn linked_time(time: &Value, records: &str) -> Result<Value, Error> {
    let [text, place] = [time.get_attr("text")?, time.get_attr("place")?];
    Ok(match place.as_str() {
        Some(place) => file(text, &format!("{records}/{place}")),
        None => text,
    })
}

/// Returns a Markdown link. Escapes the address's special characters, except those in `signs`.
fn linked(label: &Value, address: &str, signs: &str) -> Value {
    let stays = |c: char| c.is_ascii_alphanumeric() || "-._/#".contains(c) || signs.contains(c);
    let encoded = address.bytes().map(|byte| match char::from(byte) {
        c if stays(c) => c.to_string(),
        _ => format!("%{byte:02X}"),
    });
    Value::from_safe_string(format!("[{}]({})", markdown(label), encoded.collect::<String>()))
}

/// Returns the value as one line of limited length. Removes invisible characters, because they could change
/// how the line is shown.
fn plain(value: &Value) -> String {
    let blank = |c: char| if c.is_control() || c.is_whitespace() { ' ' } else { c };
    let text: String = value.to_string().chars().map(blank).filter(|&c| is_printable(c)).collect();
    shortened(text.trim(), MAX_NAME_CHARS)
}

#[cfg(test)]
mod tests {
    use minijinja::context;

    use super::*;

    #[test]
    fn links_only_to_the_web_and_to_paths() {
        let link = |address: &str| link(Value::from("a]"), Some(address.to_owned())).to_string();
        for address in ["https://a.org/b?c#d", "HTTP://a.org"] {
            assert_eq!(link(address), format!("[a&#93;]({address})"));
        }
        let refused =
            "javascript:alert(1)|JaVaScRiPt:x|java\nscript:x| https://a.org|data:text/html,x|https:x|//a.org";
        for address in refused.split('|').chain(["/etc", "\\a", "file:///a", ":", "", "é", "records/a.json"])
        {
            assert_eq!(link(address), "a&#93;", "{address}");
        }
        assert_eq!(link("https://a.org/x) <b \"c|"), "[a&#93;](https://a.org/x%29%20%3Cb%20%22c%7C)");
        let file = |path: &str| file(Value::from("a"), path).to_string();
        assert_eq!(file("../records/a-1.jsonl#L1"), "[a](../records/a-1.jsonl#L1)");
        assert_eq!(file("javascript:alert(1)/a?b"), "[a](javascript%3Aalert%281%29/a%3Fb)");
    }

    #[test]
    fn templates_shorten_values() {
        let text = "é".repeat(MAX_NAME_CHARS + 1);
        assert_eq!(
            render("a.md", "{{ text }}", context! { text }).unwrap(),
            "é".repeat(MAX_NAME_CHARS) + "…"
        );
    }
}
