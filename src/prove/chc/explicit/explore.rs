//! Exploration of all values that the followed variables may have: procedures are entered once with what is known of what they
//! look at, and what they reach is kept for all calls. After T. Reps, S. Horwitz, M. Sagiv, *Precise Interprocedural Dataflow
//! Analysis via Graph Reachability*, POPL 1995.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::known::{Known, Values};
use crate::base::budget::Budget;
use crate::base::ids::{BlockId, ExprId, ProcId, VarId};
use crate::cfg::liveness::Liveness;
use crate::cfg::relevance::Relevance;
use crate::ir::{CmdKind, Program, Transfer};

/// Where control comes with what is known, at most.
const MOST: usize = 200_000;
/// Values of one variable at one place; with more, none is known.
const MOST_VALUES: usize = 12;
/// Visits between two looks at the clock.
const PATIENCE: usize = 256;

/// What variables are assigned.
type New = Vec<(VarId, Option<i128>)>;

/// A procedure that is entered with what is known of what it looks at.
pub struct Context {
    pub proc: ProcId,
    pub entry: Known,
    /// What is known when it returns, each with where from.
    pub exits: Vec<(Known, usize)>,
    /// The visits that call it.
    pub callers: Vec<usize>,
}

/// Control at the beginning of a block, or in front of the call that the block ends in.
pub struct Visit {
    pub context: usize,
    pub block: BlockId,
    pub known: Known,
    pub from: From,
}

/// How control reaches a visit.
#[derive(Clone, Copy)]
pub enum From {
    Entry,
    Visit(usize),
    /// Behind a call, where the callee returned.
    Return {
        call: usize,
        last: usize,
    },
}

/// The outcome of an exploration.
pub enum Explored {
    /// No assertion fails.
    All,
    /// One may, on this visit.
    Violated(usize),
    TooMuch,
    Stopped,
}

pub struct Explorer<'a, 'v> {
    pub values: &'v mut Values<'a>,
    plain: &'a Program,
    slice: &'a Relevance,
    live: &'a Liveness,
    heads: &'a FxHashSet<(ProcId, BlockId)>,
    pub contexts: Vec<Context>,
    entered: FxHashMap<(ProcId, Known), usize>,
    pub visits: Vec<Visit>,
    /// What is known at the beginning of blocks, by context.
    pub seen: IndexSet<(usize, BlockId, Known), FxBuildHasher>,
    /// Values of variables at loop heads and where procedures begin.
    met: FxHashMap<(ProcId, BlockId, VarId), FxHashSet<i128>>,
    waiting: Vec<usize>,
}

impl<'a, 'v> Explorer<'a, 'v> {
    pub fn new(
        plain: &'a Program,
        (slice, live, heads): (&'a Relevance, &'a Liveness, &'a FxHashSet<(ProcId, BlockId)>),
        values: &'v mut Values<'a>,
    ) -> Explorer<'a, 'v> {
        Explorer {
            values,
            plain,
            slice,
            live,
            heads,
            contexts: Vec::new(),
            entered: FxHashMap::default(),
            visits: Vec::new(),
            seen: IndexSet::default(),
            met: FxHashMap::default(),
            waiting: Vec::new(),
        }
    }

    pub fn explore(&mut self, entry: ProcId, budget: &Budget) -> Explored {
        self.enter(entry, Known::default());
        let mut done: usize = 0;
        while let Some(visit) = self.waiting.pop() {
            done += 1;
            if done.is_multiple_of(PATIENCE) && budget.check().is_err() {
                return Explored::Stopped;
            }
            if self.visits.len() > MOST {
                return Explored::TooMuch;
            }
            if !self.block(visit) {
                return Explored::Violated(visit);
            }
        }
        Explored::All
    }

    /// The context, by its number.
    fn enter(&mut self, proc: ProcId, mut known: Known) -> usize {
        if let Some(body) = &self.plain.procs[proc].body {
            self.forget_many(proc, body.entry, &mut known);
        }
        if let Some(&context) = self.entered.get(&(proc, known.clone())) {
            return context;
        }
        let context = self.contexts.len();
        self.entered.insert((proc, known.clone()), context);
        self.contexts.push(Context { proc, entry: known.clone(), exits: Vec::new(), callers: Vec::new() });
        if let Some(body) = &self.plain.procs[proc].body {
            self.visit(context, body.entry, known, From::Entry);
        }
        context
    }

    /// Of variables that have ever more values at a place, nothing is known.
    fn forget_many(&mut self, proc: ProcId, block: BlockId, known: &mut Known) {
        for (var, value) in known.iter() {
            let met = self.met.entry((proc, block, var)).or_default();
            if met.insert(value) && met.len() > MOST_VALUES {
                self.values.left_out.insert(var);
            }
        }
        let values = &self.values;
        known.retain(|var| !values.left_out.contains(&var));
    }

    fn visit(&mut self, context: usize, block: BlockId, mut known: Known, from: From) {
        let proc = self.contexts[context].proc;
        let live = self.live.live_in(proc, block);
        known.retain(|var| live.contains(&var));
        if self.heads.contains(&(proc, block)) {
            self.forget_many(proc, block, &mut known);
        }
        if self.seen.insert((context, block, known.clone())) {
            self.waiting.push(self.visits.len());
            self.visits.push(Visit { context, block, known, from });
        }
    }

    /// Goes through a block. `false`: an assertion may fail.
    fn block(&mut self, visit: usize) -> bool {
        let Visit { context, block, .. } = self.visits[visit];
        let proc = self.contexts[context].proc;
        let plain = self.plain;
        let Some(body) = &plain.procs[proc].body else { return true };
        let mut ways = vec![self.visits[visit].known.clone()];
        for cmd in &body.blocks[block].cmds {
            match &cmd.kind {
                CmdKind::Assume(e) => {
                    let e = self.values.plain(*e);
                    ways.retain_mut(|known| self.values.learn(known, e, true));
                }
                CmdKind::Assert(e, _) => {
                    let e = self.values.plain(*e);
                    if ways.iter().any(|known| self.values.learn(&mut known.clone(), e, false)) {
                        return false;
                    }
                }
                CmdKind::Assign(pairs) => {
                    let mut all: Vec<(Known, New)> = ways.drain(..).map(|known| (known, New::new())).collect();
                    for &(var, e) in pairs {
                        if !self.values.follows(var) {
                            continue;
                        }
                        let e = self.values.plain(e);
                        let of = |(known, before): (Known, New)| {
                            let with =
                                move |(known, value)| (known, before.iter().copied().chain([(var, value)]).collect());
                            self.values.values(known, e).into_iter().map(with).collect::<Vec<(Known, New)>>()
                        };
                        all = all.into_iter().flat_map(of).collect();
                    }
                    for (mut known, new) in all {
                        new.into_iter().for_each(|(var, value)| known.set(var, value));
                        ways.push(known);
                    }
                }
                CmdKind::Havoc(vars) => {
                    ways.iter_mut().for_each(|known| vars.iter().for_each(|&var| known.set(var, None)));
                }
                CmdKind::Call { callee, ins, outs, .. } => {
                    if plain.procs[*callee].body.is_some() && self.slice.follows(*callee) {
                        let next = body.blocks[block].transfer.targets()[0];
                        ways.into_iter().for_each(|known| self.call(visit, (*callee, ins, next), known));
                        return true;
                    }
                    for known in &mut ways {
                        known.retain(|var| !outs.contains(&var) && !self.slice.modified[*callee].contains(&var));
                    }
                }
            }
            let mut seen = FxHashSet::default();
            ways.retain(|known| seen.insert(known.clone()));
        }
        match &body.blocks[block].transfer {
            Transfer::Goto(targets) => {
                for known in ways {
                    for &target in targets {
                        self.visit(context, target, known.clone(), From::Visit(visit));
                    }
                }
            }
            Transfer::Return | Transfer::ReturnExpr(_) => {
                ways.into_iter().for_each(|known| self.leave(context, visit, known));
            }
        }
        true
    }

    /// A visit ends in a call.
    fn call(&mut self, visit: usize, (callee, ins, next): (ProcId, &[ExprId], BlockId), known: Known) {
        let mut inside = known.clone();
        let needed = self.live.needed_in(callee);
        inside.retain(|var| needed.contains(&var));
        for (&formal, &actual) in self.plain.procs[callee].ins.iter().zip(ins) {
            if self.values.follows(formal) {
                let actual = self.values.plain(actual);
                inside.set(formal, self.values.value(&known, actual));
            }
        }
        let callee = self.enter(callee, inside);
        // What is known of the caller's own is that of a visit.
        let caller = self.visits.len();
        let Visit { context, block, .. } = self.visits[visit];
        self.visits.push(Visit { context, block, known, from: From::Visit(visit) });
        self.contexts[callee].callers.push(caller);
        for at in 0..self.contexts[callee].exits.len() {
            self.behind(callee, at, caller, next);
        }
    }

    /// A context returns.
    fn leave(&mut self, context: usize, visit: usize, mut known: Known) {
        let proc = self.contexts[context].proc;
        let (modified, outs) = (self.live.modified(proc), &self.plain.procs[proc].outs);
        known.retain(|var| modified.contains(&var) || outs.contains(&var));
        if self.contexts[context].exits.iter().any(|(other, _)| *other == known) {
            return;
        }
        let at = self.contexts[context].exits.len();
        self.contexts[context].exits.push((known, visit));
        for caller in self.contexts[context].callers.clone() {
            let Visit { context: of, block, .. } = self.visits[caller];
            if let Some(body) = &self.plain.procs[self.contexts[of].proc].body {
                self.behind(context, at, caller, body.blocks[block].transfer.targets()[0]);
            }
        }
    }

    /// Control is behind a call, of which the callee reached an exit.
    fn behind(&mut self, callee: usize, exit: usize, caller: usize, next: BlockId) {
        let Visit { context, block, .. } = self.visits[caller];
        let Some(body) = &self.plain.procs[self.contexts[context].proc].body else { return };
        let Some(CmdKind::Call { outs, .. }) = body.blocks[block].cmds.last().map(|cmd| &cmd.kind) else { return };
        let proc = self.contexts[callee].proc;
        let (exit, last) = self.contexts[callee].exits[exit].clone();
        let mut known = self.visits[caller].known.clone();
        for &global in self.live.modified(proc) {
            known.set(global, exit.get(global).filter(|_| self.values.follows(global)));
        }
        for (&actual, &formal) in outs.iter().zip(&self.plain.procs[proc].outs) {
            known.set(actual, exit.get(formal).filter(|_| self.values.follows(actual)));
        }
        self.visit(context, next, known, From::Return { call: caller, last });
    }
}
