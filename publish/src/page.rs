//! Makes the document a web page that works with and without JavaScript.

use minijinja::{Error, Value, context};
use pulldown_cmark::{Alignment, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::template;
use crate::MARK;

/// The page of a document, with a link to each of its sections.
pub fn html(document: &str) -> Result<String, Error> {
    let events: Vec<_> = Parser::new_ext(document, Options::ENABLE_TABLES).collect();
    let mut page = Page::default();
    for index in 0..events.len() {
        page.add(&events[index..]);
    }
    let mut body = String::new();
    html::push_html(&mut body, page.events.into_iter());
    let values = context! { mark => MARK, sections => page.sections, body => Value::from_safe_string(body) };
    template::render("page.html", include_str!("page.html"), values)
}

/// The page under construction, made from the events of the document.
#[derive(Default)]
struct Page<'a> {
    events: Vec<Event<'a>>,
    /// The name and the title of every section.
    sections: Vec<Value>,
    /// The column alignments of the table that is being read, and the column of its next cell.
    alignments: Vec<Alignment>,
    column: usize,
    /// True if the table is in one element with its heading.
    is_grouped: bool,
}

impl<'a> Page<'a> {
    /// Adds the first of the events that are left.
    fn add(&mut self, left: &[Event<'a>]) {
        match &left[0] {
            // The document has its mark and the values of its cells in HTML. There should be no other.
            Event::Html(_) | Event::InlineHtml(_) => {}
            Event::Start(Tag::Heading { level: HeadingLevel::H2, .. }) => self.start_section(left),
            Event::Start(Tag::Heading { level: HeadingLevel::H3, .. }) => {
                // A heading and its table in one element: several of them fit beside each other.
                let end =
                    left.iter().position(|event| *event == Event::End(TagEnd::Heading(HeadingLevel::H3)));
                let next = end.and_then(|end| left.get(end + 1));
                self.is_grouped = matches!(next, Some(Event::Start(Tag::Table(_))));
                if self.is_grouped {
                    self.write("<section>\n");
                }
                self.events.push(left[0].clone());
            }
            Event::Start(Tag::Table(alignments)) => {
                self.alignments.clone_from(alignments);
                self.write("<div class=\"table\" tabindex=\"0\">");
                self.events.push(left[0].clone());
            }
            Event::End(TagEnd::Table) => {
                self.events.push(left[0].clone());
                self.write(if self.is_grouped { "</div></section>\n" } else { "</div>\n" });
                self.is_grouped = false;
            }
            Event::Start(Tag::TableHead | Tag::TableRow) => {
                self.column = 0;
                self.events.push(left[0].clone());
            }
            Event::Start(Tag::TableCell) => self.start_cell(left),
            event => self.events.push(event.clone()),
        }
    }

    fn start_section(&mut self, left: &[Event<'a>]) {
        let words = left[1..].iter().map_while(|event| match event {
            Event::Text(words) => Some(&**words),
            _ => None,
        });
        let title: String = words.collect();
        let name = title.to_lowercase().replace(' ', "-");
        let (id, classes, attrs) = (Some(name.clone().into()), Vec::new(), Vec::new());
        self.events.push(Event::Start(Tag::Heading { level: HeadingLevel::H2, id, classes, attrs }));
        self.sections.push(context! { name, title });
    }

    /// A cell has its value as an attribute, so that the page can sort by it.
    fn start_cell(&mut self, left: &[Event<'a>]) {
        let value = match left.get(1) {
            Some(Event::InlineHtml(mark)) => template::value_in(mark),
            _ => None,
        };
        match value {
            Some(value) => {
                let style = match self.alignments.get(self.column) {
                    Some(Alignment::Left) => " style=\"text-align: left\"",
                    Some(Alignment::Center) => " style=\"text-align: center\"",
                    Some(Alignment::Right) => " style=\"text-align: right\"",
                    Some(Alignment::None) | None => "",
                };
                self.write(&format!("<td{style} data-value=\"{value}\">"));
            }
            None => self.events.push(left[0].clone()),
        }
        self.column += 1;
    }

    fn write(&mut self, markup: &str) {
        self.events.push(Event::Html(markup.to_owned().into()));
    }
}
