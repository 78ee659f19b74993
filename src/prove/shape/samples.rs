//! Whether what was found holds of runs of the program: a second opinion about what states and kinds mean.
//!
//! ```text
//! t := $next; $next := $next + K; $site := $site[t := 7];    run with drawn inputs; at each loop head:
//! one of the states says what variables and the objects they point to hold, and all other objects are of one of the kinds
//! ```
//!
//! Nothing of the abstract steps is used: a run is one of the interpreter, and edges are counted in its heap
//! ([`super::heaps`]). Programs with threads are run under many schedules ([`super::interleavings`]).

use std::collections::BTreeMap;

use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use super::explore::Explored;
use super::heaps::Run;
use super::interleavings::interleaved;
use super::state::State;
use super::subject::Subject;
use crate::base::budget::Budget;
use crate::base::ids::{BlockId, ProcId, VarId};
use crate::interp::draws::below;
use crate::interp::machine::{At, End};
use crate::interp::run::{Inputs, run};
use crate::interp::{Evaluator, Interpretation};
use crate::ir::build::fresh_local;
use crate::ir::{Cmd, CmdKind, Op, Program, Type, TypeTable};
use crate::prove::loops::steps::add;
use crate::verdict::{MapBase, MapValue, Value as Concrete};
use ivl::source::Span;

/// Runs, the heaps that are enough, commands of a run, and how often a loop head is looked at in one.
const RUNS: u64 = 100;
pub const ENOUGH: u64 = 300;
const LONGEST: u64 = 6_000;
pub const VISITS: u32 = 20;
/// Of so many numbers, one is zero, and of so many choices, one is the first: by turns, for loops to be short and long.
pub const RARE: [usize; 3] = [2, 4, 10];

/// What was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sampled {
    /// Heaps at loop heads.
    pub heaps: u64,
    /// Objects that no variable held, in all of them.
    pub objects: u64,
}

/// What was found of a program does not hold of it: what is met.
#[derive(Debug)]
pub struct Unforeseen(pub String);

/// Runs the program. `Err`: a heap that the states and kinds do not describe, or a violation.
pub fn sampled(subject: &Subject, explored: &Explored, budget: &Budget) -> Result<Sampled, Unforeseen> {
    if subject.threads {
        return interleaved(subject, explored, budget);
    }
    let (program, entry, site) = noted(subject);
    let by_block = by_block(subject, explored);
    let mut sampled = Sampled::default();
    for number in 0..RUNS {
        let mut draws = Draws {
            subject,
            explored,
            by_block: &by_block,
            program: &program,
            site,
            rare: RARE[number as usize % RARE.len()],
            random: 0x9e37_79b9_7f4a_7c15 ^ (number + 1),
            visits: FxHashMap::default(),
            sampled,
            fault: None,
        };
        let ran = run(&program, entry, &mut draws, Interpretation::default(), LONGEST, budget);
        sampled = draws.sampled;
        if let Some(fault) = draws.fault {
            return Err(Unforeseen(fault));
        }
        if let End::Violated { .. } = ran.end {
            return Err(Unforeseen("a run violates an assertion".into()));
        }
        if matches!(ran.end, End::Stopped(_)) || sampled.heaps >= ENOUGH {
            break;
        }
    }
    Ok(sampled)
}

/// The states at each loop head.
pub fn by_block<'a>(subject: &Subject, explored: &'a Explored) -> FxHashMap<BlockId, Vec<&'a State>> {
    let mut found: FxHashMap<BlockId, Vec<&State>> = FxHashMap::default();
    for (block, state) in explored.seen.iter().filter(|(block, _)| subject.point(*block).cut) {
        found.entry(*block).or_default().push(state);
    }
    found
}

/// The program as one procedure that notes which site each block comes from.
pub fn noted(subject: &Subject) -> (Program, ProcId, VarId) {
    let (mut program, mut body) = (subject.program.clone(), subject.body.clone());
    let ty = program.types.map(Box::new([TypeTable::INT]), TypeTable::INT);
    let site = fresh_local(&mut program, &mut body, "$site", ty, Span::NONE);
    let mut places: Vec<(BlockId, usize)> = subject.sites.keys().copied().collect();
    places.sort();
    for &(block, at) in places.iter().rev() {
        let Some(var) = body.blocks[block].cmds[at].assigned().next() else { continue };
        let number = program.exprs.int(place_number(&places, (block, at)));
        let args = [program.var_expr(site), program.var_expr(var), number];
        let stored = program.exprs.op(Op::Store, args, ty);
        let note = Cmd::new(CmdKind::Assign(vec![(site, stored)]), Span::NONE);
        body.blocks[block].cmds.insert(at + 1, note);
    }
    add(&mut program, "all".into(), body);
    let entry = program.procs.ids().last().expect("internal: a procedure was added");
    (program, entry, site)
}

fn place_number(places: &[(BlockId, usize)], place: (BlockId, usize)) -> i64 {
    places.binary_search(&place).map_or(-1, |n| n as i64)
}

/// A value for a variable; in one of `rare` cases, zero. `None`: any of its type will do.
pub fn drawn(program: &Program, var: VarId, random: &mut u64, rare: usize) -> Option<Concrete> {
    match *program.types.get(program.vars[var].ty) {
        Type::Int if below(random, rare) == 0 => Some(Concrete::Int(BigInt::ZERO)),
        Type::Int => Some(Concrete::Int(BigInt::from([1, 2, 3, 5, -1][below(random, 5)]))),
        Type::Bool => Some(Concrete::Bool(below(random, rare) == 0)),
        // What nobody has written is no null pointer.
        Type::Map { result: TypeTable::INT, binders: 0, .. } => {
            let base = MapBase::Const(Concrete::Int(BigInt::from(7)));
            Some(Concrete::Map(MapValue { base, entries: BTreeMap::new() }.into()))
        }
        _ => None,
    }
}

struct Draws<'a> {
    subject: &'a Subject,
    explored: &'a Explored,
    by_block: &'a FxHashMap<BlockId, Vec<&'a State>>,
    program: &'a Program,
    site: VarId,
    rare: usize,
    random: u64,
    visits: FxHashMap<BlockId, u32>,
    sampled: Sampled,
    fault: Option<String>,
}

impl Inputs for Draws<'_> {
    fn value(&mut self, var: VarId) -> Option<Concrete> {
        drawn(self.program, var, &mut self.random, self.rare)
    }

    fn choose(&mut self, _: At, open: &[BlockId]) -> usize {
        // An allocation that fails is the first of two ways.
        if below(&mut self.random, self.rare) == 0 { 0 } else { 1 + below(&mut self.random, open.len() - 1) }
    }

    fn visit(&mut self, eval: &Evaluator<'_>, at: At) {
        let visits = self.visits.entry(at.block).or_default();
        *visits += 1;
        if self.fault.is_some() || *visits > VISITS || !self.subject.point(at.block).cut {
            return;
        }
        let Some(run) = Run::new(self.subject, eval, self.site, at.block) else { return };
        let states = self.by_block.get(&at.block).map_or(&[][..], |states| states);
        let alike: Vec<&&State> = states.iter().filter(|state| run.is_described(state)).collect();
        match alike.iter().find_map(|state| run.others(state, self.explored, at.block).ok()) {
            Some(objects) => {
                self.sampled.heaps += 1;
                self.sampled.objects += objects;
            }
            None => {
                let why = alike.iter().find_map(|state| run.others(state, self.explored, at.block).err());
                let why = why.map_or_else(|| "no state is like it".into(), |unforeseen| unforeseen.0);
                self.fault = Some(format!("a heap is met that was not foreseen: {why}"));
            }
        }
    }
}
