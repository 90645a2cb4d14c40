//! Parses and formats lists of shards such as `3,7,10-20`.

use std::fmt;
use std::str::FromStr;

use super::ClusterError;

/// A set of shard numbers. It is written in job scheduler syntax, as in `3,7,10-20`. Numbers start at 0, and
/// ranges include both ends. Parsing also accepts spaces instead of commas, `10..20` instead of `10-20`, and
/// backward ranges. Since the set is stored as ranges, a million consecutive shards take no more memory than
/// one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShardList {
    /// The first and last number of each range, in ascending order. Ranges neither touch nor overlap.
    ranges: Vec<(u64, u64)>,
}

impl ShardList {
    /// Returns whether the list is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Returns the number of shards in the list.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.ranges.iter().map(|(first, last)| (last - first).saturating_add(1)).fold(0, u64::saturating_add)
    }

    /// Returns the largest number in the list.
    #[must_use]
    pub fn last(&self) -> Option<u64> {
        self.ranges.last().map(|&(_, last)| last)
    }

    /// Iterates over the numbers in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.ranges.iter().flat_map(|&(first, last)| first..=last)
    }

    fn from_ranges(mut ranges: Vec<(u64, u64)>) -> Self {
        ranges.sort_unstable();
        let mut list = Self::default();
        for (first, last) in ranges {
            list.push(first, last);
        }
        list
    }

    /// Adds a range. It must not begin before the last range.
    pub(super) fn push(&mut self, first: u64, last: u64) {
        match self.ranges.last_mut() {
            Some((_, end)) if first <= end.saturating_add(1) => *end = last.max(*end),
            _ => self.ranges.push((first, last)),
        }
    }
}

impl FromIterator<u64> for ShardList {
    fn from_iter<I: IntoIterator<Item = u64>>(numbers: I) -> Self {
        Self::from_ranges(numbers.into_iter().map(|number| (number, number)).collect())
    }
}

impl FromStr for ShardList {
    type Err = ClusterError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |digits: &str| {
            if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse::<u64>().ok() } else { None }
        };
        let range = |part: &str| {
            let ends = part.split_once("..").or_else(|| part.split_once('-')).unwrap_or((part, part));
            match (number(ends.0), number(ends.1)) {
                (Some(first), Some(last)) => Ok((first.min(last), first.max(last))),
                _ => Err(ClusterError::NotAList),
            }
        };
        // Spaces may surround or replace a comma, but two commas need a number between them.
        let parts = text.split(',').flat_map(|part| {
            let words: Vec<_> = part.split_whitespace().collect();
            if words.is_empty() { vec![""] } else { words }
        });
        let ranges: Vec<_> = parts.map(range).collect::<Result<_, _>>()?;
        Ok(Self::from_ranges(ranges))
    }
}

impl fmt::Display for ShardList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (first, last)) in self.ranges.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            if first == last { write!(f, "{comma}{first}")? } else { write!(f, "{comma}{first}-{last}")? }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str) -> ShardList {
        text.parse().unwrap()
    }

    #[test]
    fn reads_any_order_and_writes_ascending_ranges() {
        for (text, canonical, len) in [
            ("3,7,10-20", "3,7,10-20", 13),
            ("20,19,0,18,1", "0-1,18-20", 5),
            ("5-9,0-6,7,7", "0-9", 10),
            ("0,2,4-5,7", "0,2,4-5,7", 5),
            ("5..9, 0..6 7 7", "0-9", 10),
            ("0-18446744073709551615", "0-18446744073709551615", u64::MAX),
        ] {
            assert_eq!((list(text).to_string().as_str(), list(text).len()), (canonical, len), "{text}");
        }
        assert_eq!(list("7,3-4").iter().collect::<Vec<_>>(), [3, 4, 7]);
        assert_eq!(list("7,3-4").last(), Some(7));
    }

    #[test]
    fn collects_numbers_in_any_order() {
        for numbers in [vec![0, 1, 2, 5], vec![5, 2, 1, 0], vec![1, 5, 0, 2, 2]] {
            assert_eq!(numbers.into_iter().collect::<ShardList>(), list("0-2,5"));
        }
        assert!(ShardList::default().is_empty() && ShardList::default().to_string().is_empty());
    }

    #[test]
    fn rejects_malformed_lists() {
        for text in
            ["", ",", "1,", "x", "-1", "1-", "..8", "1...2", "+1", "0x3", "1-2-3", "18446744073709551616"]
        {
            assert!(matches!(text.parse::<ShardList>(), Err(ClusterError::NotAList)), "{text}");
        }
    }
}
