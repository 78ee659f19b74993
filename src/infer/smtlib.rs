//! Verification conditions as SMT-LIB 2, for other solvers: a procedure keeps its contract if its condition is
//! unsatisfiable.

use super::goals::{Grouping, Split, split_all};
use super::modular;
use super::query::Query;
use crate::base::budget::Budget;
use crate::base::ids::ProcId;
use crate::ir::Program;
use crate::smt::Settings;
use crate::vc::vocabulary::Vocabulary;

/// The condition of each procedure that has something to verify, as a script that ends in `(check-sat)`; `None` where
/// the program uses what no theory interprets.
pub fn conditions(program: &Program, procs: &[ProcId], solver: &Settings) -> Vec<(ProcId, Option<String>)> {
    let modular::Isolated { program: isolated, declined } =
        modular::isolate(program.clone(), procs, &modular::Config::default());
    let wanted: Vec<ProcId> = procs.iter().copied().filter(|proc| !declined.contains(proc)).collect();
    let (compiled, split) = split_all(&isolated, &wanted, Grouping::Single);
    let words = Vocabulary::new(&compiled);
    let mut scripts = Vec::new();
    for &proc in procs {
        let Some(Split { goals, .. }) = split.iter().find(|split| split.proc == proc) else {
            scripts.push((proc, None));
            continue;
        };
        if goals.is_empty() {
            continue;
        }
        let query = Query::new(words.above(), proc, solver, &Budget::unlimited());
        let query = query.expect("internal: an unlimited budget is never used up");
        let script = || format!("(set-logic ALL)\n{}\n(check-sat)\n", query.session().to_smtlib());
        scripts.push((proc, query.unsupported().is_none().then(script)));
    }
    scripts
}
