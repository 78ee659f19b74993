//! The passes in front of the engine, in order.

use crate::base::ids::{ProcId, VarId};
use crate::ir::Program;
use crate::pass::error_flag::{self, Goals};
use crate::pass::{Back, Effect, Step, contracts, entry, loops, prune};

/// A pass of the pipeline, by the name that `-p` takes. The order is that of the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pass {
    Prune,
    Entry,
    Contracts,
    Loops,
    ErrorFlag,
}

impl Pass {
    pub const ALL: [Pass; 5] = [Pass::Prune, Pass::Entry, Pass::Contracts, Pass::Loops, Pass::ErrorFlag];

    pub fn name(self) -> &'static str {
        match self {
            Pass::Prune => "prune",
            Pass::Entry => "entry",
            Pass::Contracts => "contracts",
            Pass::Loops => "loops",
            Pass::ErrorFlag => "error-flag",
        }
    }
}

/// A program ready for the engine, and the way back.
pub struct Prepared {
    pub program: Program,
    pub entry: ProcId,
    /// The error flag; only after [`Pass::ErrorFlag`].
    pub error: VarId,
    /// Whether the entry can come to an assertion at all.
    pub can_fail: bool,
    /// The assertions one by one; only when asked for.
    pub goals: Option<Goals>,
    /// One a pass, in order: a trace is mapped back from the last to the first.
    pub backs: Vec<Back>,
    pub effect: Effect,
}

/// The whole pipeline.
pub fn prepare(program: Program, entry: ProcId) -> Prepared {
    run(program, entry, &Pass::ALL)
}

/// The whole pipeline, such that each assertion can be asked about.
pub fn prepare_goals(program: Program, entry: ProcId) -> Prepared {
    run_with(program, entry, &Pass::ALL, true)
}

/// The passes named, in the order given.
pub fn run(program: Program, entry: ProcId, passes: &[Pass]) -> Prepared {
    run_with(program, entry, passes, false)
}

fn run_with(program: Program, entry: ProcId, passes: &[Pass], with_goals: bool) -> Prepared {
    let mut prepared = Prepared {
        program,
        entry,
        error: VarId(u32::MAX),
        can_fail: true,
        goals: None,
        backs: Vec::new(),
        effect: Effect::Equivalent,
    };
    for pass in passes {
        apply(&mut prepared, *pass, with_goals);
        #[cfg(debug_assertions)]
        crate::ir::verify::assert_valid(&prepared.program, pass.name());
    }
    prepared
}

fn apply(prepared: &mut Prepared, pass: Pass, with_goals: bool) {
    let program = std::mem::take(&mut prepared.program);
    let Step { program, back, effect } = match pass {
        Pass::Prune => prune::run(program, prepared.entry),
        Pass::Entry => {
            let (step, start) = entry::run(program, prepared.entry);
            prepared.entry = start;
            step
        }
        Pass::Contracts => contracts::run(program, prepared.entry),
        Pass::Loops => loops::run(program),
        Pass::ErrorFlag => {
            let instrumented = error_flag::run(program, prepared.entry, with_goals);
            (prepared.error, prepared.can_fail) = (instrumented.error, instrumented.can_fail);
            prepared.goals = instrumented.goals;
            instrumented.step
        }
    };
    prepared.program = program;
    prepared.backs.push(back);
    prepared.effect =
        prepared.effect.then(effect).expect("internal: the pipeline has passes whose effects do not compose");
}
