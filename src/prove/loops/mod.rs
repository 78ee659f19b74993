//! What provers about loops share: the program as one body, its loops, and copies of its runs.

pub mod emit;
pub mod invariants;
pub mod landmarks;
pub mod shape;
pub mod steps;
