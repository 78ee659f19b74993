//! What paths cover of a program, and with which inputs.

pub use super::symbolic::Test;

use super::symbolic::{self, Cover, Turns};
use super::{ALL, declined, part, told, unsuited};
use crate::base::budget::Budget;
use crate::engine::{Answered, Question};
use crate::forms;
use crate::interp::on_deep_stack;
use crate::ir::cover::Goals;
use crate::verdict::Trace;

/// The part of the time for paths; runs of those that have not ended get the rest.
const PATHS_PART: f64 = 0.9;

/// What is known of a program's coverage.
pub struct Covered {
    /// What is counted.
    pub goals: Goals,
    /// Inputs of executions that reach some of them.
    pub tests: Vec<Test>,
    /// Executions that violate assertions, one for each.
    pub violations: Vec<Trace>,
    /// The outcome of all paths, where all were followed.
    pub answered: Answered,
}

/// Follows paths to whatever counts. Violations do not end that.
pub fn cover(question: &Question, budget: &Budget) -> Covered {
    let goals = Goals::of(question.program);
    // Of a program that has more executions than the one it stands for, none need be one.
    let weakened = || question.program.weakened.then(|| declined("the program has parts that are not interpreted"));
    if let Some(declined) = unsuited(question).or_else(weakened) {
        let answered = Answered::free(declined);
        return Covered { goals, tests: Vec::new(), violations: Vec::new(), answered };
    }
    let stated = forms::desugared(question);
    let (answered, tests, violations) = on_deep_stack(|| {
        let mut cover = Cover::new(&goals, &stated.program, budget);
        let paths = budget.within(part(budget, PATHS_PART));
        let found = symbolic::search(&stated.program, stated.entry, &ALL, Some(&mut cover), Turns::one(&paths));
        let Cover { tests, violations, lost, .. } = cover;
        let mut answered = told(question, &stated, found);
        answered.notes.push(format!("{} tests; {lost} runs did not follow their paths", tests.len()));
        (answered, tests, violations)
    });
    let violations = violations.into_iter().map(|trace| stated.original(question.program, trace)).collect();
    Covered { goals, tests, violations, answered }
}
