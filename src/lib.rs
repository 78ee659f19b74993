//! rmt decides reachability modulo theories: can this program violate an assertion?

pub mod base;
pub mod cfg;
pub mod ir;
pub mod pass;
pub mod report;
pub mod smt;
pub mod verdict;
