//! Makes the document a web page that works with and without JavaScript.

use minijinja::value::Value;
use minijinja::{Error, context};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::escape;
use crate::cli::report::ours::MARK;

/// The page of a document, with a link to each of its sections.
pub fn page(document: &str) -> Result<String, Error> {
    let (mut events, mut sections) = (Vec::new(), Vec::new());
    for event in Parser::new_ext(document, Options::ENABLE_TABLES) {
        match event {
            // The document has its mark in HTML. Whatever else there may be is not ours.
            Event::Html(_) | Event::InlineHtml(_) => {}
            Event::Start(Tag::Table(_)) => {
                events.extend([Event::Html("<div class=\"table\" tabindex=\"0\">".into()), event]);
            }
            Event::End(TagEnd::Table) => events.extend([event, Event::Html("</div>\n".into())]),
            Event::Text(title) => {
                if let Some(Event::Start(Tag::Heading { level: HeadingLevel::H2, id, .. })) =
                    events.last_mut()
                {
                    let name = title.to_lowercase().replace(' ', "-");
                    sections.push(context! { name => &name, title => &*title });
                    *id = Some(name.into());
                }
                events.push(Event::Text(title));
            }
            event => events.push(event),
        }
    }
    let mut body = String::new();
    html::push_html(&mut body, events.into_iter());
    escape::render(
        "page.html",
        include_str!("page.html"),
        context! { mark => MARK, sections, body => Value::from_safe_string(body) },
    )
}
