//! The library as other programs use it: every way of counting compared with every other, and what
//! saved runs rely on.

mod exactness;
mod figures;
mod golden;
mod layout;
