//! A page for placing queens by hand. It is a single HTML file that loads nothing else.
//!
//! The page has several source files, so that editors recognise their types. The script is split into
//! `board.js`, `view.js`, `solver.js`, `search.js` and `page.js`, in reading order. `page.html` and
//! `page.css` are the other parts.

/// The placeholders in `page.html`, and the files that replace them.
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
