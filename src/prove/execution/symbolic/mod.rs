//! Paths with a solver: what the program leaves open is a term, and conditions are asked of Z3 where ranges do not tell.
//!
//! ```text
//! havoc c; line[n] := c; …        c: input 3        line: { 0: input 3, 1: input 7, … }
//! if (c == a) { … } else { … }    two paths, where both are possible: one with `a - c == 0`, one without
//! table[c]                        a path for each value, where they are few; else a choice over cells
//! ```
//!
//! Memory is as the program has it: addresses are numbers more often than not, and a map is a table of terms. After C. Cadar, D. Dunbar,
//! D. Engler, *KLEE: Unassisted and Automatic Generation of High-Coverage Tests*, OSDI 2008. All paths that end without a violation are a
//! proof; a path that is given up is none.

mod cover;
mod digest;
mod distance;
mod eval;
mod frontier;
mod groups;
mod heat;
mod joins;
mod merge;
mod model;
mod novelty;
mod pieces;
mod quantified;
mod ranges;
mod rounds;
mod search;
mod solver;
mod state;
mod step;
mod sums;
mod term;
mod together;
mod told;
mod tree;
mod trial;
mod turns;
mod value;
mod visited;
mod witness;

pub use cover::{Cover, Test};
pub use search::{Limits, Outcome, Searched, search};
pub use turns::{Progress, Turn, Turns};
