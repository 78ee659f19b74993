//! Does each procedure keep its contract?

use super::check::solver_is_there;
use super::program::{Program, Rejected};
use crate::base::budget::{Budget, Cancel, Limits};
use crate::base::stats::Stats;
use crate::base::workers;
use crate::driver::elaborate::elaborate_resolved_beside_triggers;
use crate::infer::verify_all;
use crate::smt::Settings;
use crate::verdict::Verification;

/// Verifies each procedure that has a body by itself: calls do what contracts say, loops begin wherever their invariants
/// allow. The limits are those of all procedures together.
///
/// ```
/// use rmt::Limits;
///
/// let text = "procedure abs(x: int) returns (y: int) ensures y >= 0; { y := x; }";
/// let program = rmt::resolve(&rmt::parse("abs.bpl", text)?)?;
/// let verified = rmt::verify(&program, &Limits::default())?;
/// assert_eq!(verified[0].procedure, "abs");
/// assert_eq!(verified[0].findings[0].failure.what, "postcondition");
/// # Ok::<(), rmt::Rejected>(())
/// ```
pub fn verify(program: &Program, limits: &Limits) -> Result<Vec<Verification>, Rejected> {
    solver_is_there()?;
    workers::on_deep_stack(|| {
        let (elaborated, _) = elaborate_resolved_beside_triggers(program.resolved.clone(), &mut Stats::default())
            .map_err(|diagnostics| Rejected::new(&diagnostics, &program.sources))?;
        let solver = Settings { memory: limits.memory, ..Settings::default() };
        let budget = Budget::new(*limits, Cancel::default());
        let verified = verify_all(&elaborated, &solver, 1, Some(5), &budget);
        Ok(verified.into_iter().map(|one| one.verification).collect())
    })
}
