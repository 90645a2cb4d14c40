//! The document as a web page: one file that needs nothing else, with or without JavaScript.

use std::collections::BTreeMap;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::escape::may_be_followed;
use crate::cli::report::ours::MARK;

/// The page of a document, with its charts drawn in place. Of HTML in the document nothing is left,
/// and a link that may not be followed is plain text: both would be somebody else's.
pub fn page(document: &str, charts: &BTreeMap<&'static str, String>) -> String {
    let (mut events, mut navigation) = (Vec::new(), String::new());
    let (mut heading, mut is_in_image, mut links) = (None, false, Vec::new());
    for event in Parser::new_ext(document, Options::ENABLE_TABLES) {
        match event {
            Event::Html(_) | Event::InlineHtml(_) => {}
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(level)) => {
                let title = heading.take().unwrap_or_default();
                let (id, mut shown) = (slug(&title), String::new());
                html::push_html(&mut shown, [Event::Text(title.into())].into_iter());
                if level == HeadingLevel::H2 {
                    navigation += &format!("<a href=\"#{id}\">{shown}</a>\n");
                }
                events.push(raw(format!("<{level} id=\"{id}\">{shown}</{level}>\n")));
            }
            Event::Text(text) | Event::Code(text) if heading.is_some() => {
                heading.get_or_insert_default().push_str(&text);
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                is_in_image = true;
                events.extend(charts.get(&*dest_url).map(|svg| raw(svg.clone())));
            }
            Event::End(TagEnd::Image) => is_in_image = false,
            _ if is_in_image => {}
            Event::Start(Tag::Link { ref dest_url, .. }) => {
                links.push(may_be_followed(dest_url));
                events.extend(may_be_followed(dest_url).then_some(event));
            }
            Event::End(TagEnd::Link) => events.extend(links.pop().unwrap_or(false).then_some(event)),
            Event::Start(Tag::Table(_)) => {
                events.extend([raw("<div class=\"table\" tabindex=\"0\">".into()), event]);
            }
            Event::End(TagEnd::Table) => events.extend([event, raw("</div>\n".into())]),
            event => events.push(event),
        }
    }
    let mut body = String::new();
    html::push_html(&mut body, events.into_iter());
    // One pass: what is filled in is never looked through for places to fill.
    format!(
        include_str!("page.html"),
        mark = MARK,
        style = include_str!("page.css"),
        script = include_str!("page.js"),
        navigation = navigation,
        body = body,
    )
}

fn raw(html: String) -> Event<'static> {
    Event::Html(CowStr::from(html))
}

/// An identifier on the page, made of a heading.
fn slug(heading: &str) -> String {
    let words = heading.to_lowercase();
    words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}
