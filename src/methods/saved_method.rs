//! A saved plan's method. This version of the program may lack it.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::Method;

/// The method named in a saved file. Counts by a former method can be shown, but not repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SavedMethod {
    /// A method of this version.
    Current(Method),
    /// A method that only earlier versions had. The name is one of [`Method::FORMER_NAMES`].
    Former(&'static str),
}

impl SavedMethod {
    /// Returns the current or former method with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let former =
            || Method::FORMER_NAMES.iter().find(|known| **known == name).map(|known| Self::Former(known));
        name.parse().ok().map(Self::Current).or_else(former)
    }

    /// Returns the name of the method in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Current(method) => method.name(),
            Self::Former(name) => name,
        }
    }

    /// Returns the method, or `None` if this version lacks it.
    #[must_use]
    pub fn current(self) -> Option<Method> {
        match self {
            Self::Current(method) => Some(method),
            Self::Former(_) => None,
        }
    }
}

impl From<Method> for SavedMethod {
    fn from(method: Method) -> Self {
        Self::Current(method)
    }
}

impl fmt::Display for SavedMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for SavedMethod {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for SavedMethod {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::named(&name).ok_or_else(|| de::Error::custom("its method is unknown"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn former_and_current_methods_keep_their_names() {
        let names =
            Method::ALL.iter().map(|method| method.name()).chain(Method::FORMER_NAMES.iter().copied());
        for name in names {
            let method = SavedMethod::named(name).unwrap();
            assert_eq!(serde_json::to_value(method).unwrap(), name);
            assert_eq!(serde_json::from_value::<SavedMethod>(name.into()).unwrap(), method);
            assert_eq!(method.current().is_none(), Method::FORMER_NAMES.contains(&name));
        }
        assert_eq!(SavedMethod::named("diagonals"), None);
    }
}
