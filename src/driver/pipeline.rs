//! The passes in front of the engine, in order.

use crate::base::ids::{ProcId, VarId};
use crate::ir::Program;
use crate::pass::error_flag::{self, Goals};
use crate::pass::{Back, Effect, Step, contracts, entry, loops, prune, sequentialise};

/// A pass of the pipeline, by the name that `-p` takes. The order is that of the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pass {
    Prune,
    Entry,
    Contracts,
    Sequentialise,
    Loops,
    ErrorFlag,
}

impl Pass {
    pub const ALL: [Pass; 6] =
        [Pass::Prune, Pass::Entry, Pass::Contracts, Pass::Sequentialise, Pass::Loops, Pass::ErrorFlag];

    pub fn name(self) -> &'static str {
        match self {
            Pass::Prune => "prune",
            Pass::Entry => "entry",
            Pass::Contracts => "contracts",
            Pass::Sequentialise => "sequentialise",
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

/// What is asked of the passes.
#[derive(Clone, Copy)]
struct Asked {
    /// Each assertion can be asked about.
    goals: bool,
    /// The rounds in which threads take turns.
    contexts: usize,
}

impl Default for Asked {
    fn default() -> Asked {
        Asked { goals: false, contexts: sequentialise::CONTEXTS }
    }
}

/// The whole pipeline, for executions of that many rounds where there are threads.
pub fn prepare_rounds(program: Program, entry: ProcId, contexts: usize) -> Prepared {
    run_with(program, entry, &Pass::ALL, Asked { contexts, ..Asked::default() })
}

/// The whole pipeline.
pub fn prepare(program: Program, entry: ProcId) -> Prepared {
    run(program, entry, &Pass::ALL)
}

/// The whole pipeline, such that each assertion can be asked about.
pub fn prepare_goals(program: Program, entry: ProcId) -> Prepared {
    run_with(program, entry, &Pass::ALL, Asked { goals: true, ..Asked::default() })
}

/// The passes named, in the order given.
pub fn run(program: Program, entry: ProcId, passes: &[Pass]) -> Prepared {
    run_with(program, entry, passes, Asked::default())
}

fn run_with(program: Program, entry: ProcId, passes: &[Pass], asked: Asked) -> Prepared {
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
        apply(&mut prepared, *pass, asked);
        #[cfg(debug_assertions)]
        crate::ir::verify::assert_valid(&prepared.program, pass.name());
    }
    prepared
}

fn apply(prepared: &mut Prepared, pass: Pass, asked: Asked) {
    let program = std::mem::take(&mut prepared.program);
    let Step { program, back, effect } = match pass {
        Pass::Prune => prune::run(program, prepared.entry),
        Pass::Entry => {
            let (step, start) = entry::run(program, prepared.entry);
            prepared.entry = start;
            step
        }
        Pass::Contracts => contracts::run(program, prepared.entry),
        Pass::Sequentialise => {
            let (step, start) = sequentialise::run(program, prepared.entry, asked.contexts);
            prepared.entry = start;
            step
        }
        Pass::Loops => loops::run(program),
        Pass::ErrorFlag => {
            let instrumented = error_flag::run(program, prepared.entry, asked.goals);
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
