//! The order of the sources, and figures that documents quote.

mod circles;
mod figures;
mod layout;
