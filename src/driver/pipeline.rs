//! The passes in front of the engine, in order.

use std::fmt;

use crate::base::budget::Budget;
use crate::base::ids::{ProcId, VarId};
use crate::ir::Program;
use crate::pass::error_flag::{self, Goals};
use crate::pass::guarantee::Guarantee;
use crate::pass::order::{self, NotOrdered, Ordered};
use crate::pass::{Back, Effect, Step, contracts, entry, inline, loops, prune, sequentialise};

/// A pass, by the name that `-p` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pass {
    Prune,
    Entry,
    Contracts,
    Sequentialise,
    Loops,
    ErrorFlag,
    Inline,
}

/// A body with more blocks is no use to anybody who asks for it.
const MOST_BLOCKS: usize = 100_000;

impl Pass {
    pub const ALL: [Pass; 7] =
        [Pass::Prune, Pass::Entry, Pass::Contracts, Pass::Sequentialise, Pass::Loops, Pass::ErrorFlag, Pass::Inline];
    /// Those in front of the engine, in their order.
    pub const PIPELINE: [Pass; 6] =
        [Pass::Prune, Pass::Entry, Pass::Contracts, Pass::Sequentialise, Pass::Loops, Pass::ErrorFlag];

    pub fn name(self) -> &'static str {
        match self {
            Pass::Prune => "prune",
            Pass::Entry => "entry",
            Pass::Contracts => "contracts",
            Pass::Sequentialise => "sequentialise",
            Pass::Loops => "loops",
            Pass::ErrorFlag => "error-flag",
            Pass::Inline => "inline",
        }
    }

    /// Guarantees that must hold in front of it.
    fn needs(self) -> &'static [Guarantee] {
        use Guarantee::{ContractsWritten, EntryUncalled};
        match self {
            Pass::Prune | Pass::Entry => &[],
            Pass::Contracts => &[EntryUncalled],
            Pass::Sequentialise | Pass::Loops | Pass::ErrorFlag | Pass::Inline => &[ContractsWritten],
        }
    }

    /// The guarantee that holds behind it.
    fn gives(self) -> Option<Guarantee> {
        match self {
            Pass::Prune | Pass::Sequentialise | Pass::Inline => None,
            Pass::Entry => Some(Guarantee::EntryUncalled),
            Pass::Contracts => Some(Guarantee::ContractsWritten),
            Pass::Loops => Some(Guarantee::LoopsExtracted),
            Pass::ErrorFlag => Some(Guarantee::AssertionsFlagged),
        }
    }

    /// Guarantees that need not hold behind it any more.
    fn spoils(self) -> &'static [Guarantee] {
        use Guarantee::{AssertionsFlagged, ContractsWritten};
        match self {
            Pass::Prune | Pass::ErrorFlag | Pass::Inline => &[],
            // The new caller has a contract of its own.
            Pass::Entry => &[ContractsWritten],
            // Contracts become assertions.
            Pass::Contracts => &[AssertionsFlagged],
            // Loops become calls, behind which the flag is not tested. Threads bring an assertion.
            Pass::Loops | Pass::Sequentialise => &[AssertionsFlagged],
        }
    }
}

/// Why passes do not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The first needs the second in front of it.
    Lacks(Pass, Pass),
    /// The first undoes what the second, in front of it, is for.
    Late(Pass, Pass),
    /// It has been done.
    Twice(Pass),
    /// The result of the pass would be too large.
    TooLarge(Pass),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Lacks(pass, first) => write!(f, "the pass {} needs {} in front of it", pass.name(), first.name()),
            Refused::Late(pass, before) => {
                write!(f, "the pass {} has its place in front of {}, not behind it", pass.name(), before.name())
            }
            Refused::Twice(pass) => write!(f, "the pass {} is done twice", pass.name()),
            Refused::TooLarge(pass) => write!(f, "the pass {} makes more than {MOST_BLOCKS} blocks", pass.name()),
        }
    }
}

/// The guarantees that hold behind passes, in the order in which they were given.
#[derive(Default)]
struct Stage {
    holds: Vec<Guarantee>,
}

impl Stage {
    /// `Err`: the pass does not belong here.
    fn pass(&mut self, pass: Pass) -> Result<(), Refused> {
        let giver = |wanted: Guarantee| Pass::ALL.into_iter().find(|p| p.gives() == Some(wanted)).unwrap_or(pass);
        if let Some(&lacking) = pass.needs().iter().find(|g| !self.holds.contains(g)) {
            return Err(Refused::Lacks(pass, giver(lacking)));
        }
        if let Some(&spoilt) = pass.spoils().iter().find(|g| self.holds.contains(g)) {
            return Err(Refused::Late(pass, giver(spoilt)));
        }
        if let Some(given) = pass.gives() {
            if self.holds.contains(&given) {
                return Err(Refused::Twice(pass));
            }
            self.holds.push(given);
        }
        Ok(())
    }
}

/// A program ready for the engine, and the way back.
pub struct Prepared {
    pub program: Program,
    pub entry: ProcId,
    /// The error flag; only after [`Pass::ErrorFlag`].
    pub error: VarId,
    /// Whether the entry can reach an assertion at all.
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

/// The whole pipeline.
pub fn prepare(program: Program, entry: ProcId) -> Prepared {
    whole(program, entry, Asked::default())
}

/// The whole pipeline, for executions of that many rounds where there are threads.
pub fn prepare_rounds(program: Program, entry: ProcId, contexts: usize) -> Prepared {
    whole(program, entry, Asked { contexts, ..Asked::default() })
}

/// The same, such that each assertion can be asked about.
pub fn prepare_goals(program: Program, entry: ProcId, contexts: usize) -> Prepared {
    whole(program, entry, Asked { goals: true, contexts })
}

/// A program whose threads take turns in all ways, and what of its loops and recursion is beyond the bound.
pub struct PreparedOrder {
    pub prepared: Prepared,
    pub cut: Vec<ProcId>,
    pub extent: order::Extent,
}

/// The pipeline for all interleavings of threads up to a bound, where there are threads.
pub fn prepare_ordered(
    program: Program,
    entry: ProcId,
    asked: (u32, order::Asked),
    budget: &Budget,
) -> Result<PreparedOrder, NotOrdered> {
    let passes = [Pass::Prune, Pass::Entry, Pass::Contracts, Pass::Loops];
    let mut prepared = run_with(program, entry, &passes, Asked::default())
        .unwrap_or_else(|refused| panic!("internal: in the pipeline, {refused}"));
    let Ordered { step, cut, extent } =
        order::run(std::mem::take(&mut prepared.program), prepared.entry, asked, budget)?;
    prepared.program = step.program;
    prepared.backs.push(step.back);
    prepared.effect = step.effect;
    #[cfg(debug_assertions)]
    crate::ir::verify::assert_valid(&prepared.program, "order");
    apply(&mut prepared, Pass::ErrorFlag, Asked::default())
        .unwrap_or_else(|refused| panic!("internal: in the pipeline, {refused}"));
    Ok(PreparedOrder { prepared, cut, extent })
}

fn whole(program: Program, entry: ProcId, asked: Asked) -> Prepared {
    run_with(program, entry, &Pass::PIPELINE, asked)
        .unwrap_or_else(|refused| panic!("internal: in the pipeline, {refused}"))
}

/// The passes named, in the order given.
pub fn run(program: Program, entry: ProcId, passes: &[Pass]) -> Result<Prepared, Refused> {
    run_with(program, entry, passes, Asked::default())
}

/// Whether passes go together in this order.
pub fn check_order(passes: &[Pass]) -> Result<(), Refused> {
    let mut stage = Stage::default();
    passes.iter().try_for_each(|&pass| stage.pass(pass))
}

fn run_with(program: Program, entry: ProcId, passes: &[Pass], asked: Asked) -> Result<Prepared, Refused> {
    let mut prepared = Prepared {
        program,
        entry,
        error: VarId(u32::MAX),
        can_fail: true,
        goals: None,
        backs: Vec::new(),
        effect: Effect::Equivalent,
    };
    let mut stage = Stage::default();
    for &pass in passes {
        stage.pass(pass)?;
        apply(&mut prepared, pass, asked)?;
        #[cfg(debug_assertions)]
        {
            crate::ir::verify::assert_valid(&prepared.program, pass.name());
            crate::pass::guarantee::assert_kept(&prepared.program, prepared.entry, &stage.holds, pass.name());
        }
    }
    Ok(prepared)
}

fn apply(prepared: &mut Prepared, pass: Pass, asked: Asked) -> Result<(), Refused> {
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
            let (step, start) = sequentialise::run(program, prepared.entry, asked.contexts, asked.goals);
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
        Pass::Inline => inline::run(program, prepared.entry, MOST_BLOCKS).ok_or(Refused::TooLarge(pass))?,
    };
    prepared.program = program;
    prepared.backs.push(back);
    prepared.effect =
        prepared.effect.then(effect).expect("internal: the pipeline has passes whose effects do not compose");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_passes_matters() {
        use Pass::{Contracts, Entry, ErrorFlag, Inline, Loops, Prune};
        assert_eq!(check_order(&Pass::PIPELINE), Ok(()));
        assert_eq!(check_order(&[Entry, Contracts, Loops, Inline, ErrorFlag, Prune]), Ok(()));
        assert_eq!(check_order(&[ErrorFlag, Contracts]), Err(Refused::Lacks(ErrorFlag, Contracts)));
        assert_eq!(check_order(&[Contracts]), Err(Refused::Lacks(Contracts, Entry)));
        assert_eq!(check_order(&[Entry, Contracts, Entry]), Err(Refused::Late(Entry, Contracts)));
        assert_eq!(check_order(&[Entry, Contracts, ErrorFlag, Loops]), Err(Refused::Late(Loops, ErrorFlag)));
        assert_eq!(check_order(&[Entry, Contracts, Contracts]), Err(Refused::Twice(Contracts)));
    }
}
