//! Foreign text on its way into a document. Records, estimates and ladders may come from anybody;
//! what they say is shown as it is read, and is never markup. All of it passes through here.

/// Letters of a text that are shown.
const LONGEST: usize = 120;

/// `foreign` as plain text in a line of Markdown, in a table or out of one. Entities rather than
/// backslashes, which every reader of Markdown takes apart in its own way inside of tables.
pub fn markdown(foreign: &str) -> String {
    let mut text = String::new();
    for c in plain(foreign).chars() {
        match c {
            '&' | '<' | '>' | '[' | ']' | '|' | '\\' | '`' | '~' | '$' | '"' => {
                text += &format!("&#{};", u32::from(c));
            }
            '*' | '_' => text.extend(['\\', c]),
            c => text.push(c),
        }
    }
    text
}

/// A link in Markdown, or plain text where the address may not be followed.
pub fn link(label: &str, address: &str) -> String {
    if !may_be_followed(address) {
        return markdown(label);
    }
    let mut encoded = String::new();
    for byte in address.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => encoded.push(byte.into()),
            _ if b"-._/:#?=&%+,;@".contains(&byte) => encoded.push(byte.into()),
            _ => encoded += &format!("%{byte:02X}"),
        }
    }
    format!("[{}]({encoded})", markdown(label))
}

/// Whether an address leads to the web (http, https) or to what lies beside the document.
pub fn may_be_followed(address: &str) -> bool {
    let web = ["http://", "https://"]
        .iter()
        .any(|start| address.get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start)));
    web || ["records", "rivals", "index.html"].contains(&address.split('/').next().unwrap_or_default())
}

/// `foreign` as text of an element of SVG or of an attribute.
pub fn xml(foreign: &str) -> String {
    plain(foreign).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// One line of limited length, without characters that are not seen but change how others are.
fn plain(foreign: &str) -> String {
    let seen = |c: &char| !matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    let blank = |c: char| if c.is_control() || c.is_whitespace() { ' ' } else { c };
    let text: String = foreign.chars().filter(seen).map(blank).collect();
    let text = text.trim();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_web_and_files_below_are_followed() {
        for address in
            ["https://a.org/b?c#d", "HTTP://a.org", "records/a.jsonl#L1", "rivals/a:b.json", "index.html"]
        {
            assert!(may_be_followed(address), "{address}");
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
            assert!(!may_be_followed(address), "{address}");
            assert_eq!(link("a", address), "a");
        }
        assert_eq!(link("a]", "https://a.org/x) <b \"c|"), "[a&#93;](https://a.org/x%29%20%3Cb%20%22c%7C)");
    }

    #[test]
    fn text_is_one_line_of_limited_length() {
        assert_eq!(markdown(" a\n|\tb\u{202e}c\u{0} "), "a &#124; bc");
        assert_eq!(markdown(&"é".repeat(LONGEST + 1)), "é".repeat(LONGEST) + "…");
        assert_eq!(xml("<a b=\"&\">"), "&lt;a b=&quot;&amp;&quot;&gt;");
    }
}
