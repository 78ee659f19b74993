//! A path so far: where it is, what variables hold, what it has taken for granted.

use std::ops::{Index, IndexMut};
use std::rc::Rc;

use super::groups::Groups;
use super::model::Model;
use super::novelty::Visits;
use super::ranges::Ranges;
use super::rounds::{Need, Rounds};
use super::term::{Node, TermId, Terms};
use super::tree;
use super::value::Val;
use crate::base::ids::{BlockId, Id, ProcId, VarId};
use crate::ir::Body;

#[derive(Clone)]
pub struct State<'p> {
    pub vars: Vars,
    pub frames: Vec<Frame<'p>>,
    /// What conditions say of single terms.
    pub ranges: Ranges,
    /// All conditions, by the inputs that they share.
    pub groups: Groups,
    /// Inputs that satisfy the conditions.
    pub model: Model,
    /// How many values were left open.
    pub opened: u32,
    /// How many times control could go to several blocks.
    pub branches: u64,
    pub history: History,
    /// What was taken since ways parted that are to be merged.
    pub guard: Guard,
    /// How many choices there were.
    pub picked: u32,
    /// Control has reached the beginning of a block just now.
    pub has_arrived: bool,
    /// How many values were left open, and conditions taken, when it was compared with others last.
    pub compared: (u32, u32),
    /// Within what the path is so far.
    pub need: Need,
    /// Like one that was followed, but for rounds that it made less.
    pub is_alike: bool,
    /// How often something else was tried where one of very many values was picked.
    pub guesses: u32,
    /// How often it reached places.
    pub visits: Visits,
    /// Its place among the paths that were forked.
    pub node: tree::Node,
    /// What counts for coverage that it was the first to pass, as far as is known.
    pub news: Vec<usize>,
}

/// What variables hold; paths share it until they write.
#[derive(Clone)]
pub struct Vars(rpds::Vector<Val>);

impl FromIterator<Val> for Vars {
    fn from_iter<I: IntoIterator<Item = Val>>(values: I) -> Vars {
        Vars(values.into_iter().collect())
    }
}

impl Index<VarId> for Vars {
    type Output = Val;

    fn index(&self, var: VarId) -> &Val {
        &self.0[var.index()]
    }
}

impl IndexMut<VarId> for Vars {
    fn index_mut(&mut self, var: VarId) -> &mut Val {
        &mut self.0[var.index()]
    }
}

/// What conditions do not tell of a path, the last first.
pub type History = Option<Rc<Past>>;

/// An event, and those before.
pub struct Past {
    pub event: Event,
    pub before: History,
}

pub enum Event {
    /// Where control went after so many branches, when conditions did not tell.
    Pick { branches: u64, target: BlockId },
    /// Ways that parted were merged: which of them it was, guards tell.
    Merge { parted: Count, ways: Box<[Way]>, merged: Count },
}

/// A way that was merged with others.
pub struct Way {
    pub guard: TermId,
    pub history: History,
    pub end: Count,
}

/// How much a path has left open so far, and the branches on it.
#[derive(Clone, Copy, Default)]
pub struct Count {
    pub opened: u32,
    pub branches: u64,
}

/// What tells a way from the others.
#[derive(Clone, Default)]
pub struct Guard {
    pub conditions: Vec<TermId>,
    /// How often conditions did not tell the ways of a fork apart.
    pub alike: u32,
}

/// An activation of a procedure.
#[derive(Clone)]
pub struct Frame<'p> {
    pub proc: ProcId,
    pub body: &'p Body,
    pub block: BlockId,
    pub next: usize,
    /// What the caller finds again in variables that are the callee's now.
    pub saved: Rc<[(VarId, Val)]>,
    pub outs: &'p [VarId],
    pub rounds: Rounds,
}

impl State<'_> {
    /// A condition holds from here on, which the model satisfies.
    pub fn take(&mut self, terms: &mut Terms, condition: TermId) {
        let parts = match terms.node(condition) {
            Node::And(all) => all.to_vec(),
            _ => vec![condition],
        };
        let are_several = parts.len() > 1;
        for part in parts {
            if self.ranges.known(terms, part) != Some(true) {
                self.groups.add(terms, part);
                self.ranges.learn(terms, part);
                self.guard.conditions.push(part);
            }
        }
        // What is known by very many parts is not found out again.
        if are_several {
            self.ranges.learn(terms, condition);
        }
    }

    /// How often the path went where another one did not.
    pub fn decided(&self) -> u32 {
        self.groups.taken() + self.picked
    }

    /// Control goes to a block, which is one of several.
    pub fn pick(&mut self, target: BlockId) {
        self.happen(Event::Pick { branches: self.branches, target });
        self.picked += 1;
    }

    pub fn happen(&mut self, event: Event) {
        let before = self.history.take();
        self.history = Some(Rc::new(Past { event, before }));
    }

    pub fn count(&self) -> Count {
        Count { opened: self.opened, branches: self.branches }
    }
}
