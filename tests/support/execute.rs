//! Runs a deterministic program whose procedures have no contracts: every choice of successors has one whose
//! assumptions hold.

use rmt::internal::base::budget::Budget;
use rmt::internal::base::ids::{BlockId, ProcId};
use rmt::internal::interp::Interpretation;
use rmt::internal::interp::machine::{At, End};
use rmt::internal::interp::run::{Inputs, Ran, run};
use rmt::internal::ir::Program;

/// Commands executed before giving up.
const LONGEST_RUN: u64 = 1_000_000;

/// Initial values are any.
#[derive(Default)]
struct Any {
    /// There were several ways to go on.
    chose: bool,
}

impl Inputs for Any {
    fn choose(&mut self, _: At, _: &[BlockId]) -> usize {
        self.chose = true;
        0
    }
}

/// Executes the procedure; true: it returns, false: an assertion does not hold. The error says where the program is not
/// deterministic.
pub fn returns(program: &Program, entry: ProcId) -> Result<bool, String> {
    let mut any = Any::default();
    let Ran { end, .. } = run(program, entry, &mut any, Interpretation::default(), LONGEST_RUN, &Budget::unlimited());
    match end {
        _ if any.chose => Err("several ways to go on".into()),
        End::Returned => Ok(true),
        End::Violated { .. } => Ok(false),
        other => Err(format!("{other:?}")),
    }
}
