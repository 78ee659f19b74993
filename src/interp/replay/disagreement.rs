//! How an execution can fail to be what its trace says.

use ivl::source::Span;

use crate::base::budget::Stop;
use crate::base::ids::{AxiomId, BlockId, ExprId, ProcId, VarId};
use crate::interp::stuck::{Point, Stuck};
use crate::interp::text;
use crate::ir::Program;
use crate::verdict::Decision;

/// Why a trace is not an execution that violates an assertion.
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement {
    pub kind: DisagreementKind,
    /// The command or clause at which it shows.
    pub span: Span,
    /// The procedure that was running.
    pub proc: ProcId,
    /// How many decisions had been used.
    pub decisions: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub enum DisagreementKind {
    /// The entry procedure has no body.
    NoBody,
    /// A value is not of its variable's type.
    IllTyped(VarId),
    /// Two unique constants are equal.
    NotUnique(VarId, VarId),
    /// An assumption is false here.
    Blocked(Condition, ExprId),
    /// An assumption or assertion has no value: the interpreter cannot judge this trace.
    CannotEvaluate(Condition, ExprId, Stuck),
    /// At the end of a block with several successors the next decision is not one of them.
    NoGoto { block: BlockId, found: Option<Decision> },
    /// The thread whose turn it is was never spawned, or has ended.
    NoThread(u32),
    /// A variable that asks for the number of a thread gets another one.
    NotItsNumber(VarId),
    /// The entry procedure returned. `unsure`: an assertion that may have been violated.
    NoViolation { unsure: Option<ExprId> },
    /// The same, where the trace has no value for a real variable that was read.
    NoNumber(VarId),
    /// The program has what only passes remove: code expressions, type parameters.
    NotLowered,
    /// The budget ended first.
    Stopped(Stop),
    /// More commands than allowed.
    Steps,
}

/// The role of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    Axiom(AxiomId),
    Where(VarId),
    /// Of the entry, or a free one.
    Requires(ProcId),
    Ensures(ProcId),
    Assume,
    Assert,
}

impl Disagreement {
    /// Whether the interpreter knows too little, as opposed to having found the trace wrong.
    pub fn is_ignorance(&self) -> bool {
        match self.kind {
            DisagreementKind::CannotEvaluate(..)
            | DisagreementKind::NoViolation { unsure: Some(_) }
            | DisagreementKind::NoNumber(_)
            | DisagreementKind::Stopped(_)
            | DisagreementKind::Steps => true,
            DisagreementKind::NoBody
            | DisagreementKind::IllTyped(_)
            | DisagreementKind::NotUnique(..)
            | DisagreementKind::Blocked(..)
            | DisagreementKind::NoGoto { .. }
            | DisagreementKind::NoThread(_)
            | DisagreementKind::NotItsNumber(_)
            | DisagreementKind::NoViolation { unsure: None }
            | DisagreementKind::NotLowered => false,
        }
    }

    /// One sentence, for a message to the developers of rmt.
    pub fn describe(&self, program: &Program) -> String {
        let name = |v: VarId| &program.vars[v].name;
        let condition = |c: &Condition| match c {
            Condition::Axiom(a) => format!("axiom {}", a.0),
            Condition::Where(v) => format!("the where clause of {}", name(*v)),
            Condition::Requires(p) => format!("a precondition of {}", program.procs[*p].name),
            Condition::Ensures(p) => format!("a postcondition of {}", program.procs[*p].name),
            Condition::Assume => "an assumption".to_string(),
            Condition::Assert => "an assertion".to_string(),
        };
        let what = match &self.kind {
            DisagreementKind::NoBody => "the procedure has no body".to_string(),
            DisagreementKind::IllTyped(v) => format!("the value of {} is not of its type", name(*v)),
            DisagreementKind::NotUnique(a, b) => {
                format!("the unique constants {} and {} are equal", name(*a), name(*b))
            }
            DisagreementKind::Blocked(c, _) => format!("{} is false", condition(c)),
            DisagreementKind::CannotEvaluate(c, _, stuck) => {
                format!("{} cannot be evaluated: {}", condition(c), describe_stuck(stuck, program))
            }
            DisagreementKind::NoThread(thread) => format!("thread {thread} cannot have a turn"),
            DisagreementKind::NotItsNumber(v) => format!("the value of {} is not the number of its thread", name(*v)),
            DisagreementKind::NoGoto { block, found } => {
                let block = match &program.procs[self.proc].body {
                    Some(body) => &*body.blocks[*block].name,
                    None => "?",
                };
                let found = match found {
                    None => "there is no further decision".to_string(),
                    Some(Decision::Value { var, .. } | Decision::Initial { var, .. }) => {
                        format!("the next decision is a value of {}", name(*var))
                    }
                    Some(Decision::Turn { thread }) => format!("the next decision is a turn of thread {thread}"),
                    Some(Decision::Goto { proc, target, .. }) => {
                        format!("the next decision goes to block {} of {}", target.0, program.procs[*proc].name)
                    }
                };
                format!("no successor is chosen at the end of block {block}: {found}")
            }
            DisagreementKind::NoViolation { unsure: None } => "no assertion is violated".to_string(),
            DisagreementKind::NoViolation { unsure: Some(_) } => {
                "no assertion is certainly violated, and one could not be decided".to_string()
            }
            DisagreementKind::NoNumber(v) => {
                format!("`{}` has a value that cannot be written as a fraction", name(*v))
            }
            DisagreementKind::NotLowered => "code expressions and type parameters are not evaluated".to_string(),
            DisagreementKind::Stopped(stop) => format!("stopped: {stop:?}"),
            DisagreementKind::Steps => "too many steps".to_string(),
        };
        format!("{what} (in {}, after {} decisions)", program.procs[self.proc].name, self.decisions)
    }
}

/// A phrase for the reason.
pub fn describe_stuck(stuck: &Stuck, program: &Program) -> String {
    match stuck {
        Stuck::Unsure(b) => format!("{b} as far as was seen"),
        Stuck::Undecided => "it depends on a quantifier or map equality that is not decided".to_string(),
        Stuck::Unassigned(v) => format!("{} has no value", program.vars[*v].name),
        Stuck::Open(point) => match &**point {
            Point::Function(f, args) => {
                format!("{}({}) has no value", program.funcs[*f].name, text::list_text(program, args))
            }
            Point::Division(_, dividend) => {
                format!("{} divided by zero has no value", text::value_text(program, dividend))
            }
        },
        Stuck::Builtin(f) => format!("{} is not interpreted", program.funcs[*f].name),
        Stuck::Symbol(_) | Stuck::Unknown => "a cell of a map is not known".to_string(),
        Stuck::Operation => "an operation has no exact value".to_string(),
        Stuck::Map => "a map cannot be tabulated".to_string(),
        Stuck::NoValues(_) => "a type has no known values".to_string(),
        Stuck::NotLowered => "a code expression or a polymorphic construct".to_string(),
        Stuck::Depth => "it nests too deeply".to_string(),
        Stuck::Fuel => "it takes too many steps".to_string(),
    }
}
