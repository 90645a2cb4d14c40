//! Escapes foreign text in documents. Records, estimates and ladders may come from anybody, so
//! their text is shown as text and never as markup. Every template passes its values through this
//! module, unless the module made them.

use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, Error, UndefinedBehavior, Value, escape_formatter};

use crate::cli::report::text::{duration_with_error, estimated, grouped, megabytes, metric, times};

/// Letters of a text that are shown.
const LONGEST: usize = 120;

/// Fills a template with `values`. One whose name ends in `.md` is Markdown; all others are HTML or
/// SVG.
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
    environment.add_filter("megabytes", megabytes);
    environment.add_filter("duration", |seconds: f64, error: Option<f64>| {
        duration_with_error(seconds, error.unwrap_or(0.0))
    });
    environment.add_filter("estimated", estimated);
    environment.add_filter("grouped", |count: Option<u128>| count.map(grouped));
    environment.add_filter("link", link);
    environment.add_filter("metric", |rate: f64| metric(rate).trim_end().to_owned());
    environment.add_filter("times", |factor: Option<f64>| factor.map(times));
    environment.render_named_str(name, template, values)
}

/// A value as plain text in a line of Markdown, in a table or outside. Entities rather than
/// backslashes, which every reader of Markdown takes apart in its own way inside tables.
fn markdown(value: &Value) -> String {
    if value.is_safe() {
        return value.to_string();
    }
    let escaped = |c: char| match c {
        '&' | '<' | '>' | '[' | ']' | '|' | '\\' | '`' | '~' | '$' | '"' => format!("&#{};", u32::from(c)),
        '*' | '_' => format!("\\{c}"),
        c => c.to_string(),
    };
    plain(value).chars().map(escaped).collect()
}

/// A link in Markdown, or plain text where the address leads neither to the web nor to a file
/// beside the document.
fn link(label: Value, address: Option<String>) -> Value {
    let label = markdown(&label);
    let is_followed = |address: &String| {
        let address = address.to_ascii_lowercase();
        ["http://", "https://", "records/", "rivals/"].iter().any(|start| address.starts_with(start))
    };
    let Some(address) = address.filter(is_followed) else { return Value::from_safe_string(label) };
    let encoded = address.bytes().map(|byte| match char::from(byte) {
        c if c.is_ascii_alphanumeric() || "-._/:#?=&%+,;@".contains(c) => c.to_string(),
        _ => format!("%{byte:02X}"),
    });
    Value::from_safe_string(format!("[{label}]({})", encoded.collect::<String>()))
}

/// One line of limited length, without characters that are not seen but change how others are.
fn plain(value: &Value) -> String {
    let seen = |c: &char| !matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    let blank = |c: char| if c.is_control() || c.is_whitespace() { ' ' } else { c };
    let text: String = value.to_string().chars().filter(seen).map(blank).collect();
    let text = text.trim();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use minijinja::context;

    use super::*;

    #[test]
    fn only_the_web_and_files_beside_the_document_are_followed() {
        let link = |address: &str| link(Value::from("a]"), Some(address.to_owned())).to_string();
        for address in ["https://a.org/b?c#d", "HTTP://a.org", "records/a.jsonl#L1", "rivals/a:b.json"] {
            assert_eq!(link(address), format!("[a&#93;]({address})"));
        }
        let refused = [
            "javascript:alert(1)",
            "JaVaScRiPt:x",
            "java\nscript:x",
            " https://a.org",
            "data:text/html,x",
            "https:x",
            "//a.org",
            "/etc",
            "\\a",
            "file:///a",
            ":",
            "",
            "é",
            "records:x",
        ];
        for address in refused {
            assert_eq!(link(address), "a&#93;", "{address}");
        }
        assert_eq!(link("https://a.org/x) <b \"c|"), "[a&#93;](https://a.org/x%29%20%3Cb%20%22c%7C)");
    }

    #[test]
    fn a_value_is_one_line_of_text_of_limited_length_in_every_template() {
        let render =
            |name: &str, text: &str| render(name, "{{ text }}|{{ none }}", context! { text }).unwrap();
        assert_eq!(render("a.md", " a\n|\tb\u{202e}c*\u{0} "), "a &#124; bc\\*|");
        assert_eq!(render("a.md", &"é".repeat(LONGEST + 1)), "é".repeat(LONGEST) + "…|");
        assert_eq!(render("a.svg", "<a b=\"&\">\n{{ text }}"), "&lt;a b=&quot;&amp;&quot;&gt; {{ text }}|");
        assert_eq!(render("a.html", "<a b='"), "&lt;a b=&#x27;|");
    }

    #[test]
    fn cells_keep_their_columns() {
        let values = context! { cells => ["a|b", "<c>", ""], place => "records/x?a&b" };
        let row = "|{% for cell in cells %} {{ cell }} |{% endfor %} {{ 'd|'|link(place) }} |";
        let text = render("a.md", row, values).unwrap();
        assert_eq!(text, "| a&#124;b | &#60;c&#62; |  | [d&#124;](records/x?a&b) |");
    }
}
