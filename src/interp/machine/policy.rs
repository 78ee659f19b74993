//! What a program leaves open, and who decides it.

use crate::base::budget::Stop;
use crate::base::ids::{BlockId, ExprId, ProcId, VarId};
use crate::interp::eval::Evaluator;
use crate::interp::stuck::{Slot, Stuck};
use crate::ir::{Body, Cmd};
use crate::verdict::{Decision, Value};
use ivl::source::Span;

/// Why another thread may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnAt {
    /// The thread that runs is about to access what others access.
    Access,
    /// Another mark, or it has spawned a thread.
    Mark,
    /// It has ended.
    End,
    /// It waits, and was taken back to where its turn began.
    Wait,
}

/// A choice of the thread that runs next.
pub struct Turn<'p, 't> {
    pub at: TurnAt,
    /// Where it is, and the index of its next command; `None`: it has ended.
    pub place: Option<(&'p Body, At, usize)>,
    /// The thread that has run.
    pub now: usize,
    /// Those that can run, in order; at least one.
    pub ready: &'t [usize],
}

/// Where an execution is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    pub proc: ProcId,
    pub block: BlockId,
}

/// Writes down a decision about a value, unless there is none.
pub fn note_value(decisions: &mut Vec<Decision>, slot: &Slot, decision: impl FnOnce(Value) -> Decision) {
    decisions.extend(slot.as_ref().ok().cloned().map(decision));
}

/// Writes down where control goes, if there are several ways.
pub fn note_goto(decisions: &mut Vec<Decision>, body: &Body, At { proc, block }: At, target: BlockId) {
    if body.blocks[block].transfer.targets().len() > 1 {
        decisions.push(Decision::Goto { proc, block, target });
    }
}

/// Decides what a program leaves open.
pub trait Policy<'p> {
    /// Its memory of an activation.
    type Note;

    /// The value of an out-parameter or local before it is assigned.
    fn initial(&mut self, eval: &mut Evaluator<'p>, note: &mut Self::Note, var: VarId) -> Slot;

    /// The value of a havoc.
    fn havoc(&mut self, eval: &mut Evaluator<'p>, at: At, note: &mut Self::Note, var: VarId) -> Slot;

    /// The successor that control goes to; `open` are those whose leading assumptions hold, or the only one. `None`: the
    /// execution ends here.
    fn goto(&mut self, body: &Body, at: At, note: &mut Self::Note, open: &[BlockId]) -> Option<BlockId>;

    /// The note of an activation that a call begins; `None`: the execution ends here.
    fn call(&mut self, at: At, note: &mut Self::Note, callee: ProcId) -> Option<Self::Note>;

    /// An expression is about to be assigned or handed on; `None`: the execution ends here.
    fn settle(&mut self, _eval: &mut Evaluator<'p>, _e: ExprId) -> Option<()> {
        Some(())
    }

    /// The truth value that a condition without a value counts as; `None`: the execution ends here.
    fn unknown(&mut self, _eval: &mut Evaluator<'p>, _e: ExprId, _condition: Condition) -> Option<bool> {
        None
    }

    /// A command with attributes was executed; a call has begun.
    fn passed(&mut self, _eval: &mut Evaluator<'p>, _cmd: &Cmd) {}

    /// Control reaches the beginning of a block.
    fn arrive(&mut self, _eval: &Evaluator<'p>, _at: At) {}

    /// An activation of that procedure ends; its results are in its variables.
    fn leave(&mut self, _eval: &Evaluator<'p>, _proc: ProcId) {}

    /// The thread that has the next turn, of those that can. The state is that of the one that has run.
    fn turn(&mut self, _eval: &mut Evaluator<'p>, turn: &Turn<'p, '_>) -> usize {
        turn.ready[0]
    }

    /// Whether the thread that runs makes an access that races with one which another thread is about to make; the
    /// condition says that there is none in the variables of a thread that waits.
    fn races(&mut self, _eval: &mut Evaluator<'p>, _condition: ExprId) -> bool {
        false
    }

    /// What the thread did in its turn is undone, for it reached an assumption that does not hold. Whether it tries
    /// once more, with other values.
    fn undone(&mut self) -> bool {
        false
    }
}

/// A condition on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    Assumed,
    Asserted,
    /// It is assumed at the beginning of a block that control may go to.
    Ahead,
}

/// How an execution ends.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// The entry returns.
    Returned,
    /// An assertion does not hold.
    Violated {
        proc: ProcId,
        condition: ExprId,
        span: Span,
    },
    /// An assumption does not hold, or the policy knows no way to go on.
    Blocked,
    /// A condition has no value.
    Stuck(Stuck),
    /// More commands than allowed.
    TooLong,
    Stopped(Stop),
}
