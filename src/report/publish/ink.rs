//! The colours of the charts, for light and dark.
//!
//! Charts are drawn in the colours for light. Afterwards every coloured shape gets a class, by which a style sheet
//! gives it the colour for dark where that is preferred; a reader that knows no style sheets still shows the light one.

use plotters::style::RGBColor;

/// A colour by what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// The ground.
    Card,
    /// Lines to measure by.
    Grid,
    /// Words.
    Words,
    /// Words of less weight.
    Soft,
    /// What others have measured.
    Other,
    /// The first line of our own.
    First,
    /// The second.
    Second,
    /// The third.
    Third,
    /// The fourth.
    Fourth,
}

/// Every colour: its class, the colour for light, the colour for dark.
const INKS: [(Ink, &str, u32, u32); 9] = [
    (Ink::Card, "card", 0xfffdf9, 0x1d2024),
    (Ink::Grid, "grid", 0xe8e1d5, 0x30343a),
    (Ink::Words, "words", 0x26231f, 0xece8e1),
    (Ink::Soft, "soft", 0x655e54, 0xa9a49a),
    (Ink::Other, "other", 0x8a6d3b, 0xc9a86a),
    (Ink::First, "first", 0x2f6b4f, 0x7cc8a0),
    (Ink::Second, "second", 0x3d63a8, 0x93b8f5),
    (Ink::Third, "third", 0xa8481f, 0xf0a07a),
    (Ink::Fourth, "fourth", 0x7a4a9c, 0xcda6ea),
];

impl Ink {
    /// The colour of the `index`-th line.
    pub fn of_line(index: usize) -> Self {
        [Self::First, Self::Second, Self::Third, Self::Fourth][index % 4]
    }

    /// The colour for light.
    pub fn light(self) -> RGBColor {
        let light = INKS.iter().find(|(ink, ..)| *ink == self).map_or(0, |(_, _, light, _)| *light);
        let [_, red, green, blue] = light.to_be_bytes();
        RGBColor(red, green, blue)
    }
}

/// The style sheet.
pub fn style() -> String {
    let rules: String = (INKS.iter())
        .map(|(_, class, _, dark)| format!(".f-{class}{{fill:#{dark:06x}}}.s-{class}{{stroke:#{dark:06x}}}"))
        .collect();
    format!("@media (prefers-color-scheme: dark){{{rules}}}")
}

/// A drawing with a class on every coloured shape.
pub fn classed(drawing: &str) -> String {
    let mut drawing = drawing.to_owned();
    for (_, class, light, _) in INKS {
        for (attribute, letter) in [("fill", 'f'), ("stroke", 's')] {
            let color = format!("{attribute}=\"#{light:06X}\"");
            drawing = drawing.replace(&color, &format!("{color} class=\"{letter}-{class}\""));
        }
    }
    drawing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_coloured_shape_gets_a_class_that_the_style_sheet_knows() {
        let drawing = "<text fill=\"#26231F\"/><line stroke=\"#2F6B4F\"/><circle fill=\"none\"/>";
        assert_eq!(
            classed(drawing),
            "<text fill=\"#26231F\" class=\"f-words\"/><line stroke=\"#2F6B4F\" class=\"s-first\"/><circle fill=\"none\"/>"
        );
        assert!(style().contains(".f-words{fill:#ece8e1}") && style().contains(".s-first{stroke:#7cc8a0}"));
    }

    #[test]
    fn no_two_inks_share_a_colour() {
        for (i, a) in INKS.iter().enumerate() {
            assert!(INKS[i + 1..].iter().all(|b| a.1 != b.1 && a.2 != b.2), "{a:?}");
        }
    }
}
