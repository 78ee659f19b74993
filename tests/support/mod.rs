//! What the test runners share. Each uses a part.
#![allow(dead_code)]

pub mod explored;
pub mod generate;
pub mod load;
