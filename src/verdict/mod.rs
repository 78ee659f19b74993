//! What rmt says about a program: never a bool.

pub mod certificate;
pub mod check;
pub mod cut_off;
pub mod execution;
pub mod survey;
pub mod trace;
pub mod value;
pub mod verification;

use crate::base::budget::Stop;
pub use certificate::{BOUNDED, Certificate, Invariant, InvariantPlace, Obligation};
pub use check::{Check, Status};
pub use cut_off::CutOff;
pub use execution::{Binding, Execution, Failure, SourceLine, Step, StepKind};
pub use survey::{Answered, Subject};
pub use trace::{Decision, Division, Open, Trace};
pub use value::{FuncValue, MapBase, MapValue, Value};
pub use verification::{Certainty, Finding, Verification};

/// How far loops and recursion were followed: each loop's back edge at most that many times per entry,
/// each procedure re-entered at most that many times while it is active.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bound(pub u32);

/// Whether a program can go wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict<T = Execution> {
    /// Proved, whatever the bound.
    Safe(Certificate),
    /// No violation within the bound; something was cut off.
    SafeUpTo(Bound),
    /// A violation, replayed by the interpreter.
    Unsafe(T),
    /// Not decided.
    Unknown(Why),
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// A limit was reached, or the user wanted it to end.
    Stopped(Stop),
    /// The same, when deepening had found nothing within this bound.
    StoppedAfter(Stop, Bound),
    /// Of what was checked though nobody asked for it, some is not decided.
    AllElseHolds {
        /// Why it is not.
        why: Box<Why>,
        /// Who has proved all else.
        engine: String,
    },
    /// The solver gave up: its reason.
    Incomplete(String),
    /// The program uses something that the engine does not interpret.
    Unsupported(String),
    /// The interpreter did not confirm the solver's execution: an internal error or an imprecise theory.
    ReplayDisagrees(String),
}

impl<T> Verdict<T> {
    /// The bound up to which nothing was found, of what is not proved.
    pub fn within(&self) -> Option<Bound> {
        match self {
            Verdict::SafeUpTo(bound) | Verdict::Unknown(Why::StoppedAfter(_, bound)) => Some(*bound),
            _ => None,
        }
    }

    /// The process exit code of this verdict.
    pub fn exit_code(&self, require_proof: bool) -> u8 {
        match self {
            Verdict::Safe(_) => 0,
            Verdict::SafeUpTo(_) if require_proof => 20,
            Verdict::SafeUpTo(_) => 0,
            Verdict::Unsafe(_) => 10,
            Verdict::Unknown(_) => 20,
        }
    }
}
