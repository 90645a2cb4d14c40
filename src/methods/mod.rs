//! The methods: ways to count that share nothing but the adding up.
//!
//! * [`split`] names the ways to cut a board into units; the split decides the method.
//! * [`kernel`] names the innermost loops; [`cpu`] says which instructions they may use.
//! * [`counter`] is what a method gives to the threads: units are claimed and handed over when they are counted.
//! * [`search`] places the first queens and searches below them. [`halves`] fills both halves of the board and joins them.

pub mod counter;
pub mod cpu;
pub mod halves;
pub mod kernel;
pub mod search;
pub mod split;
