//! rmt decides reachability modulo theories: can this program violate an assertion?

pub mod base;
pub mod ir;
pub mod resolve;
pub mod verdict;
