//! States that paths have reached before: what follows from them is looked at once.
//!
//! Two states are alike if they are at the same place, hold the same in all variables that somebody may look at, and take the same for
//! granted of the inputs in these, whatever else they took for granted on the way: it is about inputs that nobody looks at any more.
//! Which input it is does not matter, only where else it occurs:
//!
//! ```text
//! while ((c = getchar()) != EOF)      any two rounds that end with the same `in_word` are alike
//!   if (c == ' ') in_word = 0; else in_word = 1;
//! ```
//!
//! So a loop over input ends where its states repeat. Rounds do not make a state another one, but a state that made less of them goes on
//! within bounds within which the other does not. States are kept as hashes of 128 bits (U. Stern, D. Dill, *Improved Probabilistic
//! Verification by Hash Compaction*, CHARME 1995).

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::digest::Digest;
use super::groups::Groups;
use super::rounds::{Made, are_no_more};
use super::state::{Frame, State};
use super::term::{Node, TermId, Terms, children};
use super::value::{Base, Map, Val};
use crate::base::ids::{BlockId, IdVec, ProcId, VarId};
use crate::cfg::liveness::{Liveness, liveness};
use crate::ir::Program;
use crate::ir::visit::walk;

/// Parts of one state; a larger one is like no other.
const MOST_PARTS: usize = 20_000;

/// Where fewer than one of so many states were seen before, of enough, one of so many is compared.
const RARE: u64 = 16;
const ENOUGH: u64 = 200;

/// Whether a state is like one before.
pub enum Again {
    No,
    /// All that follows is looked at within the same bounds.
    Yes,
    /// All that follows is looked at, but the other had made more rounds.
    ButForRounds,
}

pub struct Visited<'p> {
    program: &'p Program,
    liveness: Liveness,
    /// Blocks that control reaches from several.
    joins: FxHashSet<(ProcId, BlockId)>,
    /// What may be looked at from a command on, by its place.
    live: FxHashMap<(ProcId, BlockId, usize), Rc<[VarId]>>,
    /// What was seen, with the rounds that were made until then, by loops.
    seen: FxHashMap<u128, Box<[Made]>>,
    /// How often states were compared, and found.
    compared: u64,
    found: u64,
}

impl<'p> Visited<'p> {
    pub fn new(program: &'p Program, entry: ProcId) -> Visited<'p> {
        let mut joins = FxHashSet::default();
        for (id, proc) in program.procs.iter_enumerated() {
            let Some(body) = &proc.body else { continue };
            let mut before: IdVec<BlockId, u32> = IdVec::filled(0, body.blocks.len());
            body.blocks.iter().flat_map(|block| block.transfer.targets()).for_each(|&target| before[target] += 1);
            joins.extend(body.blocks.ids().filter(|&block| before[block] > 1).map(|block| (id, block)));
        }
        let liveness = liveness(program, entry, &[]);
        Visited {
            program,
            liveness,
            joins,
            live: FxHashMap::default(),
            seen: FxHashMap::default(),
            compared: 0,
            found: 0,
        }
    }

    /// Whether a path that reaches the beginning of a block is like one before.
    pub fn again(&mut self, terms: &mut Terms, state: &mut State<'p>) -> Again {
        let now = (state.opened, state.groups.taken());
        // What constants decide does not repeat.
        if state.compared == now {
            return Again::No;
        }
        let is_join = |frame: &Frame<'p>| frame.next == 0 && self.joins.contains(&(frame.proc, frame.block));
        if !state.frames.last().is_some_and(is_join) {
            return Again::No;
        }
        state.compared = now;
        self.compared += 1;
        let is_rare = self.compared > ENOUGH && self.found * RARE < self.compared;
        if is_rare && !self.compared.is_multiple_of(RARE) {
            return Again::No;
        }
        let mut key = Key::new(terms);
        // They are live everywhere, for bodies of functions may read them.
        self.program.consts.iter().for_each(|&var| key.value(&state.vars[var]));
        for at in 0..state.frames.len() {
            let frame = &state.frames[at];
            key.number(u64::from(frame.proc.0) << 32 | u64::from(frame.block.0));
            key.number(frame.next as u64);
            for &var in self.live_at(frame).iter() {
                key.number(u64::from(var.0));
                key.value(held(state, at, var));
            }
        }
        key.conditions(&state.groups);
        let Some(key) = key.done() else { return Again::No };
        let rounds = state.frames.iter().flat_map(|frame| frame.rounds.made());
        let needs = [state.need.bound, state.need.wide].map(|need| (None, need));
        let now: Box<[Made]> = needs.into_iter().chain(rounds).collect();
        let Some(before) = self.seen.get_mut(&key) else {
            self.seen.insert(key, now);
            return Again::No;
        };
        self.found += 1;
        if are_no_more(before, &now) {
            return Again::Yes;
        }
        *before = now;
        Again::ButForRounds
    }

    /// The variables that may be looked at from where a path is.
    pub fn live(&mut self, state: &State<'p>) -> Vec<VarId> {
        let mut live: Vec<VarId> = state.frames.iter().flat_map(|frame| self.live_at(frame).to_vec()).collect();
        live.sort_unstable();
        live.dedup();
        live
    }

    /// The variables that may be looked at from where an activation is.
    fn live_at(&mut self, frame: &Frame<'p>) -> Rc<[VarId]> {
        let place = (frame.proc, frame.block, frame.next);
        if let Some(known) = self.live.get(&place) {
            return known.clone();
        }
        let mut live = Vec::new();
        if frame.next == 0 {
            live.extend(self.liveness.live_in(frame.proc, frame.block));
        } else {
            let block = &frame.body.blocks[frame.block];
            let exprs = block.cmds[frame.next..].iter().flat_map(|cmd| cmd.exprs());
            walk(&self.program.exprs, exprs, |_, kind| {
                if let crate::ir::ExprKind::Var(var) = *kind {
                    live.push(var);
                }
            });
            for &target in block.transfer.targets() {
                live.extend(self.liveness.live_in(frame.proc, target));
            }
            // What its caller looks at, and what it calls.
            live.extend(&self.program.procs[frame.proc].outs);
            live.extend(&self.program.globals);
        }
        live.sort_unstable();
        live.dedup();
        let live: Rc<[VarId]> = live.into();
        self.live.insert(place, live.clone());
        live
    }
}

/// What a variable of the activation holds that is the n-th from outside.
fn held<'s>(state: &'s State<'_>, at: usize, var: VarId) -> &'s Val {
    let saved = state.frames[at + 1..].iter().find_map(|frame| frame.saved.iter().find(|(own, _)| *own == var));
    saved.map_or(&state.vars[var], |(_, value)| value)
}

/// A state as numbers, in which inputs are numbered as they occur.
struct Key<'t> {
    terms: &'t mut Terms,
    digest: Digest,
    parts: usize,
    numbers: FxHashMap<u32, u64>,
    inputs: FxHashSet<TermId>,
    /// Terms that were told, by their own numbers.
    told: FxHashMap<TermId, u64>,
}

impl Key<'_> {
    fn new(terms: &mut Terms) -> Key<'_> {
        let (numbers, inputs, told) = Default::default();
        Key { terms, digest: Digest::default(), parts: 0, numbers, inputs, told }
    }

    fn done(self) -> Option<u128> {
        (self.parts <= MOST_PARTS).then(|| self.digest.whole())
    }

    fn number(&mut self, n: u64) {
        self.parts += 1;
        self.digest.write_u64(n);
    }

    fn wide(&mut self, n: i128) {
        self.number(n as u64);
        self.number((n >> 64) as u64);
    }

    /// What was left open as the n-th.
    fn opened(&mut self, n: u32) {
        let next = self.numbers.len() as u64;
        let number = *self.numbers.entry(n).or_insert(next);
        self.number(number);
    }

    fn value(&mut self, value: &Val) {
        if self.parts > MOST_PARTS {
            return;
        }
        match value {
            Val::Unknown => self.number(0),
            Val::Known(value) => {
                self.number(1);
                value.hash(&mut self.digest);
            }
            Val::Term(term) => {
                self.number(2);
                self.term(*term);
            }
            Val::Map(map) => {
                self.number(3);
                self.map(map);
            }
        }
    }

    fn map(&mut self, map: &Map) {
        self.number(map.entries.len() as u64);
        for (&at, value) in &map.entries {
            self.wide(at);
            self.value(value);
        }
        match &map.base {
            Base::Same(value) => {
                self.number(0);
                self.value(value);
            }
            Base::Open(n, _) => {
                self.number(1);
                self.opened(*n);
            }
            Base::Over(below, index, value) => {
                self.number(2);
                self.term(*index);
                self.value(value);
                self.map(below);
            }
            Base::Lambda(lambda, env) => {
                self.number(3);
                self.number(u64::from(lambda.0));
                for (var, value) in env.iter() {
                    self.number(u64::from(var.0));
                    self.value(value);
                }
            }
        }
    }

    fn term(&mut self, term: TermId) {
        if let Some(&known) = self.told.get(&term) {
            self.number(u64::MAX);
            self.number(known);
            return;
        }
        if self.parts > MOST_PARTS {
            return;
        }
        let node = self.terms.node(term).clone();
        std::mem::discriminant(&node).hash(&mut self.digest);
        match &node {
            Node::Int(n) => self.wide(*n),
            Node::Bool(b) => self.number(u64::from(*b)),
            Node::Input(n) | Node::Truth(n) => self.opened(*n),
            Node::Cell(n, at) | Node::TruthCell(n, at) => {
                self.opened(*n);
                self.wide(*at);
            }
            Node::Sum(n, parts) => {
                self.wide(*n);
                parts.iter().for_each(|&(_, k)| self.wide(k));
            }
            Node::Bits(op, width, ..) => {
                self.number(u64::from(*width));
                op.hash(&mut self.digest);
            }
            _ => {}
        }
        let children = children(&node);
        self.number(children.len() as u64);
        children.into_iter().for_each(|child| self.term(child));
        match node {
            Node::Int(_) | Node::Bool(_) => {}
            Node::Input(_) | Node::Truth(_) | Node::Cell(..) | Node::TruthCell(..) => drop(self.inputs.insert(term)),
            _ => {
                let number = self.told.len() as u64;
                self.told.insert(term, number);
            }
        }
    }

    /// What is taken for granted of the inputs that occur, directly or by others.
    fn conditions(&mut self, groups: &Groups) {
        // Another cell of the same map is another input, but of what may still be read.
        let cells = self.numbers.keys().flat_map(|&map| groups.cells(map));
        let mut inputs: Vec<TermId> = self.inputs.iter().copied().chain(cells).collect();
        inputs.sort_unstable();
        inputs.dedup();
        let kept = groups.of_inputs(&inputs).conditions;
        self.number(kept.len() as u64);
        kept.into_iter().for_each(|condition| self.term(condition));
    }
}
