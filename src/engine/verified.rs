//! That obligations hold: the one place where results of verification become part of a proof.

use crate::ir::Program;
use crate::verdict::verification::Verification;

/// Every procedure of a program that has a body keeps its contract, and there is such a procedure. Nothing else makes
/// one: what was not looked at, or says nothing, is no part of a proof.
#[derive(Clone, Copy, Debug)]
pub struct Verified(());

impl Verified {
    /// `results`: those of the program's procedures with bodies, in order.
    pub fn of(program: &Program, results: &[Verification]) -> Option<Verified> {
        let mut bodies = program.procs.iter().filter(|proc| proc.body.is_some()).map(|proc| &*proc.name);
        let all = results.iter().all(|result| bodies.next() == Some(&*result.procedure) && result.is_verified());
        (all && bodies.next().is_none() && !results.is_empty()).then_some(Verified(()))
    }

    /// All of them together; there must be some.
    pub fn all(each: impl IntoIterator<Item = Option<Verified>>) -> Option<Verified> {
        let mut each = each.into_iter().peekable();
        each.peek()?;
        each.all(|one| one.is_some()).then_some(Verified(()))
    }
}
