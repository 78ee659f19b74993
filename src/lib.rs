//! rmt decides reachability modulo theories: can this program violate an assertion?

pub mod base;
pub mod cfg;
pub mod cli;
pub mod driver;
pub mod interp;
pub mod ir;
pub mod pass;
pub mod reach;
pub mod report;
pub mod resolve;
pub mod smt;
pub mod vc;
pub mod verdict;
