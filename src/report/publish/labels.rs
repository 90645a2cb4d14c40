//! Where the labels of a chart go, so that none covers another, a line or a point.

/// The height of a line of text, in pixels.
pub const LINE: i32 = 16;

/// The room between a point and its label.
const GAP: i32 = 9;

/// The width of a text in pixels: an estimate on the wide side, for nobody knows the reader's font.
pub fn width(text: &str) -> i32 {
    (text.chars().count() as f64 * 13.0 * 0.62).ceil() as i32
}

/// A rectangle of pixels, from `left`, `top` to `right`, `bottom`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

impl Area {
    fn around((x, y): (i32, i32), radius: i32) -> Self {
        Self { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius }
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// The point of the area that is nearest to `point`.
    pub fn nearest(&self, (x, y): (i32, i32)) -> (i32, i32) {
        (x.clamp(self.left, self.right), y.clamp(self.top, self.bottom))
    }

    /// The distance from `point`, squared; what is nearer than a gap is as good as any other such place.
    fn distance(&self, point: (i32, i32)) -> i32 {
        let (x, y) = self.nearest(point);
        ((x - point.0).pow(2) + (y - point.1).pow(2)).max((GAP - 2).pow(2))
    }

    /// Whether a reader takes what stands here for the label of `point` without being led to it.
    pub fn is_beside(&self, point: (i32, i32)) -> bool {
        self.distance(point) <= (GAP + 3).pow(2)
    }
}

/// Places labels one after the other.
pub struct Labels {
    bounds: Area,
    taken: Vec<Area>,
}

impl Labels {
    /// Room within `bounds`.
    pub fn new(bounds: Area) -> Self {
        Self { bounds, taken: Vec::new() }
    }

    /// Keeps a line through `points` free.
    pub fn keep_free(&mut self, points: &[(i32, i32)]) {
        self.taken.extend(points.iter().map(|point| Area::around(*point, 5)));
        for pair in points.windows(2) {
            let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
            let steps = ((x1 - x0).abs().max((y1 - y0).abs()) / 4).max(1);
            let on_the_way = |step| (x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps);
            self.taken.extend((0..steps).map(|step| Area::around(on_the_way(step), 2)));
        }
    }

    /// The place of a label of `width` pixels for the point at `point`: to its right if there is room, or the nearest place
    /// that is free; where there is none at all, to the left.
    pub fn place(&mut self, point: (i32, i32), width: i32) -> Area {
        let at = |left, top| Area { left, top, right: left + width, bottom: top + LINE };
        let free = |area: &Area| {
            area.right <= self.bounds.right && !self.taken.iter().any(|taken| taken.overlaps(area))
        };
        let level = point.1 - LINE / 2;
        let beside = Some(at(point.0 + GAP, level)).filter(free);
        let anywhere = (self.bounds.top..=self.bounds.bottom - LINE).step_by(3).flat_map(|top| {
            (self.bounds.left..=self.bounds.right - width).step_by(3).map(move |left| at(left, top))
        });
        let place = beside
            .or_else(|| anywhere.filter(free).min_by_key(|area| area.distance(point)))
            .unwrap_or(at(point.0 - GAP - width, level));
        self.taken.push(place);
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_clear_of_each_other_of_lines_and_of_the_edge() {
        let bounds = Area { left: 0, top: 0, right: 300, bottom: 200 };
        let mut labels = Labels::new(bounds);
        labels.keep_free(&[(100, 100), (200, 100), (290, 60)]);
        let ends = [(100, 100), (100, 104), (290, 60), (150, 100)];
        let areas = ends.map(|point| labels.place(point, width("eight by")));
        for (i, area) in areas.iter().enumerate() {
            let inside = area.left >= 0 && area.top >= 0 && area.right <= 300 && area.bottom <= 200;
            assert!(inside && !areas[..i].iter().any(|other| other.overlaps(area)), "{areas:?}");
            assert!((100..=200).all(|x| !Area::around((x, 100), 1).overlaps(area)), "{area:?}");
        }
    }

    #[test]
    fn a_label_stands_to_the_right_of_its_point_where_there_is_room() {
        let mut labels = Labels::new(Area { left: 0, top: 0, right: 300, bottom: 200 });
        let place = labels.place((100, 100), 50);
        assert_eq!((place.left, place.top + LINE / 2), (109, 100));
    }
}
