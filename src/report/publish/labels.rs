//! Where the labels of a chart go, so that none covers another or a point.

/// The height of a line of labels, in pixels.
pub const LINE: i32 = 15;

/// The width of a text in pixels, for each pixel of the font's size: an estimate on the wide side, for nobody knows the
/// reader's font.
const CHARACTER: f64 = 0.62;

/// The same for a bold font.
const BOLD_CHARACTER: f64 = 0.7;

/// The width of a text of `size` pixels.
pub fn width(text: &str, size: u32, bold: bool) -> i32 {
    let character = if bold { BOLD_CHARACTER } else { CHARACTER };
    (text.chars().count() as f64 * f64::from(size) * character).ceil() as i32
}

/// The room between a point and its label.
const GAP: i32 = 9;

/// A rectangle of pixels, from `left`, `top` to `right`, `bottom`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Left edge.
    pub left: i32,
    /// Upper edge.
    pub top: i32,
    /// Right edge.
    pub right: i32,
    /// Lower edge.
    pub bottom: i32,
}

impl Area {
    /// The square around a point.
    pub fn around(point: (i32, i32), radius: i32) -> Self {
        let (x, y) = point;
        Self { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius }
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// The point of the area that is nearest to `point`.
    pub fn nearest(&self, point: (i32, i32)) -> (i32, i32) {
        (point.0.clamp(self.left, self.right), point.1.clamp(self.top, self.bottom))
    }

    /// The square of the distance from a point.
    fn distance(&self, point: (i32, i32)) -> i32 {
        let (x, y) = self.nearest(point);
        (x - point.0).pow(2) + (y - point.1).pow(2)
    }

    /// Whether a reader takes what stands here for the label of `point` without being led to it.
    pub fn is_beside(&self, point: (i32, i32)) -> bool {
        self.distance(point) <= (GAP + 3).pow(2)
    }

    fn contains(&self, other: &Self) -> bool {
        self.left <= other.left
            && self.top <= other.top
            && other.right <= self.right
            && other.bottom <= self.bottom
    }
}

/// Places labels one after the other.
pub struct Labels {
    bounds: Area,
    taken: Vec<Area>,
}

impl Labels {
    /// Room within `bounds`, where `taken` must stay free.
    pub fn new(bounds: Area, taken: Vec<Area>) -> Self {
        Self { bounds, taken }
    }

    /// The place of a label of `width` pixels for the point at `point`: to its right if there is room, to its left, or
    /// the nearest place that is free; where there is none at all, to the left.
    pub fn place(&mut self, point: (i32, i32), width: i32) -> Area {
        let (x, y) = point;
        let area = |(left, middle)| Area {
            left,
            top: middle - LINE / 2,
            right: left + width,
            bottom: middle + LINE / 2,
        };
        let free =
            |area: &Area| self.bounds.contains(area) && !self.taken.iter().any(|taken| taken.overlaps(area));
        let sides = [x + GAP, x - GAP - width];
        let beside = sides.into_iter().flat_map(|left| [0, -6, 6, -11, 11].map(|shift| (left, y + shift)));
        let place = beside
            .map(area)
            .find(free)
            .or_else(|| self.anywhere(width).filter(free).min_by_key(|area| area.distance(point)));
        let place = place.unwrap_or(area((sides[1], y)));
        self.taken.push(place);
        place
    }

    /// Places all over the bounds, a few pixels from each other.
    fn anywhere(&self, width: i32) -> impl Iterator<Item = Area> + use<> {
        let Area { left, top, right, bottom } = self.bounds;
        let rows = (top..=bottom - LINE).step_by(3);
        rows.flat_map(move |top| {
            let columns = (left..=right - width).step_by(3);
            columns.map(move |left| Area { left, top, right: left + width, bottom: top + LINE })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_clear_of_each_other_and_of_the_edge() {
        let bounds = Area { left: 0, top: 0, right: 300, bottom: 200 };
        let points = [(100, 100), (100, 104), (290, 100), (100, 96)];
        let mut labels = Labels::new(bounds, points.map(|point| Area::around(point, 4)).to_vec());
        let areas = points.map(|point| labels.place(point, width("eight by", 12, false)));
        for (i, area) in areas.iter().enumerate() {
            assert!(bounds.contains(area), "{area:?}");
            assert!(!areas[..i].iter().any(|other| other.overlaps(area)), "{areas:?}");
            assert!(!points.iter().any(|point| Area::around(*point, 4).overlaps(area)), "{area:?}");
        }
        assert_eq!(areas[0].left, 109);
    }
}
