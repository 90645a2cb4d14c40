//! Checks the structure of the engine's source code and the links in the documentation.
#![allow(clippy::disallowed_methods, reason = "tests open files as other programs do")]

mod documents;
mod layout;
