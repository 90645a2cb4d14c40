//! The library as other programs use it: every way to count against every other, and what saved runs rely on.

mod exactness;
mod golden;
mod layout;
