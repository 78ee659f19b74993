//! A toy engine: looks at all executions of programs over finite types.

use rmt::internal::base::budget::Budget;
use rmt::internal::engine::{Answer, Answered, Declined, Engine, Oracle, Question};
use rmt::internal::interp::explore::{Options, Outcome, explore};
use rmt::internal::ir::Type;
use rmt::internal::verdict::{Bound, Certificate, Why};

pub struct Exhaustive;

impl Engine for Exhaustive {
    fn name(&self) -> &'static str {
        "exhaustive"
    }

    fn answer(&self, question: &Question, _: &mut dyn Oracle, _: &Budget) -> Answered {
        let program = question.program;
        if program.vars.iter().any(|var| matches!(program.types.get(var.ty), Type::Int)) {
            return Answered::free(Answer::Declined(Declined("integers are not enumerated".into())));
        }
        // Without calls, a loop of n states has been in all of them after n rounds.
        let states = 1u32 << program.vars.len().min(16);
        let is_small = program.procs.len() == 1 && states <= 64;
        let options = Options { bound: states, ..Options::default() };
        Answered::free(match explore(program, question.entry, &options) {
            Outcome::Unsafe(trace) => Answer::Unsafe(trace),
            Outcome::Safe { .. } if is_small => Answer::Safe(Certificate {
                engine: "exhaustive".into(),
                method: "exhaustive exploration".into(),
                ..Certificate::default()
            }),
            Outcome::Safe { .. } => Answer::SafeUpTo(Bound(states)),
            other => Answer::Unknown(Why::Incomplete(format!("{other:?}"))),
        })
    }
}
