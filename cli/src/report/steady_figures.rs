//! Keeps the figures beside the progress bar in place.

/// Remembers the widths of the figures, so that they start in the same columns in the next frame.
#[derive(Debug, Default)]
pub struct SteadyFigures {
    columns: Vec<usize>,
}

impl SteadyFigures {
    /// Joins the first figures, as many as fit into `room` columns. Figures are never truncated, because a
    /// truncated number would be misread.
    pub fn fitted(&mut self, mut figures: Vec<String>, room: usize) -> String {
        /// A figure keeps its width if it shrinks by at most this much, as from `1 min 59 s` to `2 min`.
        const MAX_KEPT_COLUMNS: usize = 5;
        self.columns.resize(figures.len(), 0);
        for (figure, kept) in figures.iter_mut().zip(&mut self.columns) {
            let columns = figure.chars().count();
            if !(columns..=columns + MAX_KEPT_COLUMNS).contains(kept) {
                *kept = columns;
            }
            *figure += &" ".repeat(*kept - columns);
        }
        let shown = |figures: &[String]| figures.join("  ").trim_end().to_owned();
        while shown(&figures).chars().count() > room {
            figures.pop();
        }
        shown(&figures)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_stand_still_while_a_number_gets_shorter() {
        let mut figures = SteadyFigures::default();
        let mut shown =
            |left: &str, room| figures.fitted(vec![left.to_owned(), "9 s elapsed".to_owned()], room);
        for (left, room, expected) in [
            ("time left not known yet", 40, "time left not known yet  9 s elapsed"),
            ("2 min 10 s left", 40, "2 min 10 s left  9 s elapsed"),
            ("2 min 9 s left", 40, "2 min 9 s left   9 s elapsed"),
            ("2 min left", 40, "2 min left       9 s elapsed"),
            ("2 min left", 27, "2 min left"),
            ("59 s left", 40, "59 s left  9 s elapsed"),
        ] {
            assert_eq!(shown(left, room), expected);
        }
    }
}
