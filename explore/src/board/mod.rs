//! The page for placing queens by hand: one HTML file that loads nothing else.
//!
//! Its parts are separate files, so that editors recognise their types: `page.html`, `page.css`, and the
//! page's script in reading order, `board.js`, `view.js`, `solver.js`, `search.js` and `page.js`.

/// The page's parts, and where they go in `page.html`.
const PARTS: [(&str, &str); 6] = [
    ("/* page.css */", include_str!("page.css")),
    ("/* board.js */", include_str!("board.js")),
    ("/* view.js */", include_str!("view.js")),
    ("/* solver.js */", include_str!("solver.js")),
    ("/* search.js */", include_str!("search.js")),
    ("/* page.js */", include_str!("page.js")),
];

/// Returns the page, with its CSS and scripts inlined.
pub fn page() -> String {
    PARTS.iter().fold(include_str!("page.html").to_owned(), |page, (place, part)| page.replace(place, part))
}

#[cfg(test)]
mod tests {
    #[test]
    fn page_is_complete_and_loads_nothing_external() {
        let page = super::page();
        for (place, part) in super::PARTS {
            assert!(page.contains(part) && !page.contains(place), "{place}");
        }
        let without_namespace = page.replace("http://www.w3.org/2000/svg", "");
        // Older browsers lack light-dark().
        for elsewhere in ["http:", "https:", "src=", "@import", "fetch(", "light-dark("] {
            assert!(!without_namespace.contains(elsewhere), "{elsewhere}");
        }
        assert_eq!(page.matches("</script>").count(), 1);
    }
}
