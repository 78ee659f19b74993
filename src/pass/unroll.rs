//! Loops become their first iterations, inner loops first; what would go on ends.

use crate::cfg::flow::drop_unreachable;
use crate::cfg::loops::loops;
use crate::ir::build::unroll;
use crate::ir::{Body, Names, Program};

/// Follows back edges at most `times` times per entry of a loop. Each loop has one entry.
pub fn unroll_loops(program: &mut Program, body: &mut Body, times: usize) {
    let mut names = Names::of_blocks(body);
    // Unrolling changes the loops around, so they are found anew; innermost ones come first.
    while let Some(l) = loops(body).into_iter().next() {
        unroll(program, body, l.region(), times, &mut names);
        drop_unreachable(body);
    }
}
