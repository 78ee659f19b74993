//! Verification conditions as SMT-LIB 2, for other solvers: a procedure keeps its contract if its condition is
//! unsatisfiable.

use super::goals::{Grouping, split_goals};
use super::modular;
use super::query::{Prepared, Query};
use crate::base::budget::Budget;
use crate::base::ids::ProcId;
use crate::ir::Program;
use crate::smt::Settings;

/// The condition of each procedure that has something to verify, as a script that ends in `(check-sat)`; `None` where
/// the program uses what no theory interprets.
pub fn conditions(program: &Program, procs: &[ProcId], solver: &Settings) -> Vec<(ProcId, Option<String>)> {
    let modular::Isolated { program: mut isolated, declined } =
        modular::isolate(program.clone(), procs, &modular::Config::default());
    let mut prepared = Prepared::new(&mut isolated);
    let mut scripts = Vec::new();
    for &proc in procs {
        if declined.contains(&proc) {
            scripts.push((proc, None));
            continue;
        }
        let (goals, _) = split_goals(&mut isolated, proc, Grouping::Single);
        if goals.is_empty() {
            continue;
        }
        let query = Query::new(&mut isolated, &mut prepared, proc, solver, &Budget::unlimited());
        let query = query.expect("internal: an unlimited budget is never used up");
        let script = || format!("(set-logic ALL)\n{}\n(check-sat)\n", query.session.to_smtlib());
        scripts.push((proc, query.unsupported().is_none().then(script)));
    }
    scripts
}
