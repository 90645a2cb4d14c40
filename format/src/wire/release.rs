//! Releases of the program.

use std::fmt;

/// A major and minor version, as in `2.0`. A release includes its patch releases, such as `2.0.3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Release {
    major: u32,
    minor: u32,
}

impl Release {
    /// Returns the release of a version such as `2.0.3`, or `None` if the version is invalid.
    #[must_use]
    pub fn of(version: &str) -> Option<Self> {
        let mut numbers = version.splitn(3, '.');
        let mut number = || numbers.next()?.parse().ok();
        let release = Self { major: number()?, minor: number()? };
        let is_patch = |c: char| c.is_ascii_alphanumeric() || "-.+".contains(c);
        numbers.next().is_some_and(|patch| patch.chars().all(is_patch)).then_some(release)
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_releases_by_their_numbers() {
        let releases =
            ["1.1.0", "2.0.0", "2.9.3-rc.1", "2.10.0"].map(|version| Release::of(version).unwrap());
        assert!(releases.is_sorted() && releases.map(|release| release.to_string())[3] == "2.10");
        assert_eq!(Release::of("2.0.0"), Release::of("2.0.1"));
        for other in ["", "2", "2.0", "two.0.0", "2.0.0 <b>", "-1.0.0"] {
            assert_eq!(Release::of(other), None, "{other}");
        }
    }
}
