//! A replayed execution, as users see it: source positions, calls, and the values that matter.

use ivl::source::Span;

use super::value::Value;

/// The steps of an execution that ends in a violation.
#[derive(Clone, Debug, PartialEq)]
pub struct Execution {
    /// Initial values of the constants and globals that the execution reads, by name.
    pub initial: Vec<Binding>,
    /// From the entry to the violation.
    pub steps: Vec<Step>,
    /// What the outside world gave, in order, also to functions that are not shown; those make no allocations that fail.
    pub inputs: Vec<Given>,
    /// Where there are several threads: who goes on without others, in order.
    pub turns: Vec<Turn>,
    /// How many steps are not among them, of an execution that is so long that in the middle only calls, returns and
    /// inputs were kept.
    pub forgotten: u64,
    /// The violation at the end.
    pub failure: Failure,
    /// Every condition on the way was decided. Otherwise a quantifier over an infinite type holds as far as it was
    /// tested, and that it holds is the solver's word.
    pub certain: bool,
}

/// A value from outside.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// Who got it, as in [`Step::thread`].
    pub thread: u32,
    /// What it is called, and what it is.
    pub value: Binding,
}

/// What a thread does without others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// As in [`Step::thread`].
    pub thread: u32,
    /// Where it could have been interrupted in front of an access.
    pub came_to: Vec<Span>,
    /// Why it ends.
    pub end: TurnEnd,
}

/// Why others go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnEnd {
    /// In front of the last access that the thread reached.
    Before,
    /// In front of the next access, after the last one that it came to, if it reached one.
    Next,
    /// The thread has ended.
    Ended,
    /// The violation.
    Violation,
}

/// Steps that readers are told at each end of a long execution.
pub const TOLD: usize = 2_000;

impl Execution {
    /// What readers are told: the steps, without the middle of a long execution, and how many are left out there.
    pub fn told(&self) -> (&[Step], u64, &[Step]) {
        let len = self.steps.len();
        if self.forgotten == 0 && len <= 8 * TOLD {
            return (&self.steps, 0, &[]);
        }
        let (first, last) = (TOLD.min(len), len.saturating_sub(TOLD).max(TOLD.min(len)));
        (&self.steps[..first], self.forgotten + (last - first) as u64, &self.steps[last..])
    }
}

/// A name of the program and a value for it; `text` is the value as the program's author would write it.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// The name in the program's own words.
    pub name: String,
    /// The value as its author would write it.
    pub text: String,
    /// The value.
    pub value: Value,
}

/// A step of an execution.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Where in the checked text; `Span::NONE` for what has no text.
    pub span: Span,
    /// Where in the original source, when an annotation of the program says so.
    pub source: Option<SourceLine>,
    /// Number of active calls above this one.
    pub depth: u32,
    /// Which thread does it, where there are several: 0 is the one that begins, the others as they are spawned.
    pub thread: Option<u32>,
    /// The step itself.
    pub kind: StepKind,
}

/// `{:sourcefile "f"} {:sourceline n}` or SMACK's `{:sourceloc "f", line, column}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLine {
    /// The file, as the annotation names it.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1.
    pub column: Option<u32>,
}

/// An event, with the values that it reads or gives.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // The fields are explained with the variants.
pub enum StepKind {
    /// A procedure is entered, with its in-parameters.
    Call { procedure: String, args: Vec<Binding> },
    /// A procedure is left, with its out-parameters.
    Return { procedure: String, results: Vec<Binding> },
    /// A thread is made that runs a procedure.
    Spawn { procedure: String, child: u32 },
    /// Variables receive values. For a map: the cells that changed, named `m[i]`.
    Assign { changes: Vec<Binding> },
    /// Values that the program does not determine.
    Havoc { changes: Vec<Binding> },
    /// The outside world gives a value: the function that asked for it, and the value.
    Input { input: Binding },
    /// Control goes by a condition of the original source: its text, whether it holds, and the values in it.
    Condition { text: String, holds: bool, values: Vec<Binding> },
    /// A condition that steered the execution: the text of a branch guard or assumption that holds.
    Assume { condition: String },
    /// A goto with several targets.
    Goto { label: String },
    /// `{:print …}`-style and `boogie_si_record_*` annotations: a text, or an expression and its value.
    Print { text: String },
}

/// The assertion that failed.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// Where the check happens (for a precondition: the call).
    pub span: Span,
    /// The same, in the original source.
    pub source: Option<SourceLine>,
    /// Where the condition is written, when elsewhere; of a leak: where what is left was allocated.
    pub related: Option<Span>,
    /// "assertion", "precondition", "postcondition" or "loop invariant"
    pub what: &'static str,
    /// The condition's text and the values of the variables in it.
    pub condition: String,
    /// The values of the variables in the condition.
    pub values: Vec<Binding>,
    /// What is wrong: `{:msg "…"}`, or more exactly where the execution tells.
    pub message: Option<String>,
    /// `{:check "…"}`
    pub check: Option<String>,
    /// `{:msg "…"}`
    pub label: Option<String>,
    /// Whether an author wrote the check; else a front end has added it, and the message says what it is.
    pub written: bool,
    /// The procedure of the check.
    pub procedure: String,
    /// The thread of the check, where there may be several.
    pub thread: Option<u32>,
    /// Of an access: the block that is meant, as far as the address tells.
    pub block: Option<Block>,
    /// Whether the condition mentions no variable: wherever executions reach it, it fails.
    pub always: bool,
}

/// A block of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// As executions call it: `node#3`.
    pub name: String,
    /// Whether it lives.
    pub lives: bool,
}

impl Failure {
    /// The code of the kind of check, under which `docs/checks.md` has it: `RMT-deref-null`.
    pub fn code(&self) -> String {
        let kind = self.check.as_deref().unwrap_or(match self.what {
            "access" => "race",
            "precondition" => "precondition",
            "postcondition" => "postcondition",
            "deadlock" => "deadlock",
            what if what.starts_with("loop invariant") => "loop-invariant",
            _ => "assertion",
        });
        format!("RMT-{kind}")
    }
}
