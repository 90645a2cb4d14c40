//! Makes the document a web page that works with and without JavaScript.

use minijinja::{Error, Value, context};
use pulldown_cmark::{Event, Options, Parser, html};

use super::template;
use crate::MARK;

/// The page of a document, with a link to each of its sections.
pub fn html(document: &str) -> Result<String, Error> {
    // The document has its mark in HTML. Whatever else there may be is not ours.
    let is_ours = |event: &Event<'_>| !matches!(event, Event::Html(_) | Event::InlineHtml(_));
    let mut body = String::new();
    html::push_html(&mut body, Parser::new_ext(document, Options::ENABLE_TABLES).filter(is_ours));
    // Every `<` in the text of a record is an entity by now, so these tags belong to the document.
    body = body.replace("<table>", "<div class=\"table\" tabindex=\"0\"><table>");
    body = body.replace("</table>", "</table></div>");
    body = in_groups(&body);
    let mut sections = Vec::new();
    for title in document.lines().filter_map(|line| line.strip_prefix("## ")) {
        let name = title.to_lowercase().replace(' ', "-");
        body = body.replace(&format!("<h2>{title}</h2>"), &format!("<h2 id=\"{name}\">{title}</h2>"));
        sections.push(context! { name, title });
    }
    let values = context! { mark => MARK, sections, body => Value::from_safe_string(body) };
    template::render("page.html", include_str!("page.html"), values)
}

/// `body` with every heading of a table and the table in an element of their own, so that several
/// of them fit beside each other.
fn in_groups(body: &str) -> String {
    let mut parts = body.split("<h3>");
    let first = parts.next().unwrap_or_default().to_owned();
    let groups = parts.map(|part| match part.split_once("</table></div>") {
        Some((table, rest)) => format!("<section><h3>{table}</table></div></section>{rest}"),
        None => format!("<h3>{part}"),
    });
    first + &groups.collect::<String>()
}
