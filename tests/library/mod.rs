//! The order of the sources, the types of the public interface, and figures that documents quote.

mod circles;
mod figures;
mod layout;
mod public;
