//! What is known of a thread at a place of its program, on all ways there at once.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::holding::{Holding, Place};
use crate::base::ids::{BlockId, ExprId, ProcId, VarId};

/// Under which condition control comes somewhere. Nodes are a tree: whoever reaches a node has reached those above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Guard {
    pub expr: ExprId,
    pub node: usize,
}

#[derive(Clone)]
pub(super) struct State {
    pub guard: Guard,
    /// What the guard says of the last branch.
    pub known: Option<ExprId>,
    /// Whether an assertion has failed since the thread's last yield. What comes behind is of no interest.
    pub failed: ExprId,
    /// Since the present round of a loop, or the activation, began.
    pub changes: Changes,
    /// Where the thread last stood in a loop, and the changes since then.
    pub halt: Option<(usize, Changes)>,
    /// Where several threads may run, of a variable that is written in events: its value when the second one began.
    pub globals: Rc<BTreeMap<VarId, ExprId>>,
    /// Elements that are this thread's alone, although its variable is not.
    pub cells: Rc<BTreeMap<Place, ExprId>>,
    /// What was read or written in the present segment.
    pub view: Rc<BTreeMap<Place, ExprId>>,
    pub locals: Rc<BTreeMap<VarId, ExprId>>,
    /// The time of the present segment, and of what is just before it in the thread's program; `None`: it depends on the way.
    pub clock: ExprId,
    pub before: Option<ExprId>,
    /// Nothing was done in the present segment that others may see, or that sees what they do, but for right movers.
    pub is_quiet: bool,
    pub holding: Holding,
    pub in_atomic: u32,
    /// Another thread may have begun.
    pub is_concurrent: bool,
    /// The number of the thread that the activation spawned last.
    pub child: Option<ExprId>,
}

/// What others see otherwise than it was.
#[derive(Clone)]
pub(super) struct Changes {
    /// Whether anything is, but for what is in `written`.
    pub some: ExprId,
    /// What was written since then in the present segment, and what was there. What is there is in the view.
    pub written: Rc<BTreeMap<Place, ExprId>>,
}

/// Where others may run in a round of a loop, and what the thread is like there.
pub(super) struct Halt {
    /// The activation of the loop.
    pub round: usize,
    /// From the loop to there.
    pub way: Vec<(ProcId, BlockId, usize)>,
    /// The values that matter behind it.
    pub locals: Vec<Option<ExprId>>,
    pub state: State,
}

/// What a thread is like at the head of a loop.
pub(super) struct Head {
    pub args: Vec<ExprId>,
    pub state: State,
}

/// The tree of guards.
#[derive(Default)]
pub(super) struct Nodes {
    parents: Vec<Option<usize>>,
    /// By each node that a branch made: the branch.
    of: FxHashMap<usize, usize>,
    branches: Vec<(Guard, Vec<Guard>)>,
}

impl Nodes {
    pub fn add(&mut self, parent: Option<usize>) -> usize {
        self.parents.push(parent);
        self.parents.len() - 1
    }

    /// One of these edges is taken wherever control reaches the guard.
    pub fn branch(&mut self, from: Guard, edges: Vec<Guard>) {
        for edge in &edges {
            self.of.insert(edge.node, self.branches.len());
        }
        self.branches.push((from, edges));
    }

    /// Whether whoever reaches the node `below` has reached `above`.
    pub fn is_above(&self, above: usize, below: usize) -> bool {
        let mut at = Some(below);
        // Parents have smaller numbers.
        while let Some(node) = at.filter(|&node| node >= above) {
            if node == above {
                return true;
            }
            at = self.parents[node];
        }
        false
    }

    fn lowest_common(&self, a: usize, b: usize) -> Option<usize> {
        let (mut a, mut b) = (a, b);
        while a != b {
            let larger = a.max(b);
            let up = self.parents[larger]?;
            if a == larger { a = up } else { b = up }
        }
        Some(a)
    }

    /// The guards of ways that come together, branches that are over taken back; and the node of all of them.
    pub fn join(&mut self, mut guards: Vec<Guard>) -> (Vec<Guard>, usize) {
        while guards.len() > 1 {
            let whole = guards.iter().find_map(|guard| {
                let branch = *self.of.get(&guard.node)?;
                let edges = &self.branches[branch].1;
                edges.iter().all(|edge| guards.contains(edge)).then_some(branch)
            });
            let Some(branch) = whole else { break };
            let (from, edges) = &self.branches[branch];
            guards.retain(|guard| !edges.contains(guard));
            guards.push(*from);
        }
        if let [one] = guards[..] {
            return (guards, one.node);
        }
        let above = guards.iter().skip(1).try_fold(guards[0].node, |all, guard| self.lowest_common(all, guard.node));
        let node = self.add(above);
        (guards, node)
    }
}
