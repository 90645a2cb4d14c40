//! The order of the sources, and figures that documents quote.

mod figures;
mod layout;
