//! rmt decides reachability modulo theories: can this program violate an assertion?

pub mod base;
pub mod interp;
pub mod ir;
pub mod verdict;
pub mod smt;
pub mod cfg;
pub mod pass;
