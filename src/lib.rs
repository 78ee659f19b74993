//! rmt decides reachability modulo theories: can this program violate an assertion?

pub mod base;
pub mod cfg;
pub mod ir;
pub mod pass;
pub mod reach;
pub mod report;
pub mod resolve;
pub mod smt;
pub mod vc;
pub mod verdict;
