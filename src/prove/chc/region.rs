//! The ways from one place of a body to another, as one formula.
//!
//! ```text
//! S: goto T, F;                                 t ==> x > 0
//! T: assume x > 0; y := x; goto J;        →     f ==> !(x > 0)
//! F: assume !(x > 0); y := 0; goto J;           t || f
//! J: …                                          t ==> y' == x,  f ==> y' == 0
//! ```
//!
//! Blocks are split at assertions, which lead to an error or on. A block that all ways go through has no condition.

use rustc_hash::{FxHashMap, FxHashSet};

use super::smtlib::sort;
use super::values::{State, Values, equal};
use crate::base::ids::{BlockId, ExprId, IdVec, ProcId, VarId};
use crate::cfg::liveness::Liveness;
use crate::ir::{Body, CmdKind, ExprKind, Transfer, TypeTable};

/// Where ways begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    Entry,
    Loop(BlockId),
    Behind(BlockId),
}

/// Where ways end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    Loop(BlockId),
    Return,
    /// The call at the end of the block.
    Call(BlockId),
    /// An assertion that fails.
    Error,
}

#[derive(Clone, Copy)]
enum To {
    Node(usize),
    Target(Target),
}

/// A part of a block without assertions and calls.
struct Node {
    block: BlockId,
    cmds: std::ops::Range<usize>,
    edges: Vec<Edge>,
}

struct Edge {
    /// What holds on the way, in the state at the end of the node.
    condition: Option<ExprId>,
    to: To,
}

/// The nodes of a body.
pub struct Graph<'b> {
    body: &'b Body,
    nodes: Vec<Node>,
    first: IdVec<BlockId, usize>,
}

impl<'b> Graph<'b> {
    pub fn new(values: &mut Values, body: &'b Body, heads: &FxHashSet<BlockId>) -> Graph<'b> {
        let mut first = IdVec::filled(0, body.blocks.len());
        let mut next = 0;
        for id in body.blocks.ids() {
            first[id] = next;
            let asserts = body.blocks[id].cmds.iter().filter(|c| matches!(c.kind, CmdKind::Assert(..)));
            next += 1 + asserts.count();
        }
        let mut nodes = Vec::with_capacity(next);
        for (id, block) in body.blocks.iter_enumerated() {
            let mut begin = 0;
            for (index, cmd) in block.cmds.iter().enumerate() {
                let CmdKind::Assert(e, _) = cmd.kind else { continue };
                let exprs = &mut values.program().exprs;
                let fails = exprs.not(e);
                let mut edges = vec![Edge { condition: Some(fails), to: To::Target(Target::Error) }];
                if *exprs.kind(e) != ExprKind::Bool(false) {
                    edges.push(Edge { condition: Some(e), to: To::Node(nodes.len() + 1) });
                }
                nodes.push(Node { block: id, cmds: begin..index, edges });
                begin = index + 1;
            }
            let calls = matches!(block.cmds.last().map(|c| &c.kind), Some(CmdKind::Call { .. }));
            let end = block.cmds.len() - usize::from(calls);
            let plain = |to| Edge { condition: None, to };
            let edges = match &block.transfer {
                _ if calls => vec![plain(To::Target(Target::Call(id)))],
                Transfer::Goto(targets) => {
                    let to = |t: &BlockId| {
                        if heads.contains(t) { To::Target(Target::Loop(*t)) } else { To::Node(first[*t]) }
                    };
                    targets.iter().map(|t| plain(to(t))).collect()
                }
                Transfer::Return | Transfer::ReturnExpr(_) => vec![plain(To::Target(Target::Return))],
            };
            nodes.push(Node { block: id, cmds: begin..end, edges });
        }
        Graph { body, nodes, first }
    }

    /// Where ways from the start of a block end, in order of discovery.
    pub fn targets(&self, from: BlockId) -> Vec<Target> {
        let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
        for node in self.postorder(self.first[from]).into_iter().rev() {
            for edge in &self.nodes[node].edges {
                if let To::Target(target) = edge.to
                    && seen.insert(target)
                {
                    found.push(target);
                }
            }
        }
        found
    }

    fn postorder(&self, start: usize) -> Vec<usize> {
        let mut seen = vec![false; self.nodes.len()];
        let mut order = Vec::new();
        let mut stack = vec![(start, 0)];
        seen[start] = true;
        while let Some((node, next)) = stack.last_mut() {
            match self.nodes[*node].edges.get(*next) {
                Some(edge) => {
                    *next += 1;
                    if let To::Node(to) = edge.to
                        && !std::mem::replace(&mut seen[to], true)
                    {
                        stack.push((to, 0));
                    }
                }
                None => {
                    order.push(*node);
                    stack.pop();
                }
            }
        }
        order
    }
}

/// All ways from a block to a target.
pub struct Region<'a> {
    pub graph: &'a Graph<'a>,
    pub proc: ProcId,
    pub from: BlockId,
    pub target: Target,
    pub live: &'a Liveness,
}

/// What holds of the ways, and the state at the target.
pub struct Way {
    pub constraints: Vec<ExprId>,
    pub state: State,
}

/// What comes in over an edge.
struct Arrival {
    /// `None`: nothing else can be the case.
    guard: Option<ExprId>,
    state: State,
}

impl Region<'_> {
    /// `None`: there is no way.
    pub fn encode(&self, values: &mut Values, state: State) -> Option<Way> {
        let start = self.graph.first[self.from];
        let order = self.useful(start);
        if order.is_empty() {
            return None;
        }
        let mut constraints = Vec::new();
        let mut arrivals: FxHashMap<usize, Vec<Arrival>> = FxHashMap::default();
        let mut at_target = Vec::new();
        arrivals.insert(start, vec![Arrival { guard: None, state }]);
        let position: FxHashMap<usize, usize> = order.iter().copied().zip(0..).collect();
        // Edges that lead past the current node.
        let mut open = 0_usize;
        for &node in &order {
            let arrived = arrivals.remove(&node).unwrap_or_default();
            open = open.saturating_sub(arrived.len());
            let is_start = node == start;
            let certain = is_start || open == 0;
            let block = self.graph.nodes[node].block;
            let (guard, mut state) = if is_start {
                single(arrived)
            } else {
                self.join(values, arrived, certain, Some(block), &mut constraints)
            };
            self.commands(values, node, guard, &mut state, &mut constraints);
            let wanted = |to: &To| match to {
                To::Node(n) => position.contains_key(n),
                To::Target(target) => *target == self.target,
            };
            let edges: Vec<&Edge> = self.graph.nodes[node].edges.iter().filter(|e| wanted(&e.to)).collect();
            let choice = edges.len() > 1;
            for edge in edges {
                let mut state = state.clone();
                let mut guard = guard;
                if choice {
                    let taken = values.fresh("taken", TypeTable::BOOL);
                    if let Some(guard) = guard {
                        constraints.push(values.program().exprs.implies(taken, guard));
                    }
                    guard = Some(taken);
                }
                if let Some(condition) = edge.condition {
                    let value = values.of(condition, &mut state);
                    let value = values.witnessed(value, true);
                    push(values, &mut constraints, guard, value);
                }
                let arrival = Arrival { guard, state };
                match edge.to {
                    To::Node(to) => arrivals.entry(to).or_default().push(arrival),
                    To::Target(_) => at_target.push(arrival),
                }
                open += 1;
            }
        }
        let (_, state) = self.join(values, at_target, true, None, &mut constraints);
        Some(Way { constraints, state })
    }

    /// The nodes on the ways, each before those behind it.
    fn useful(&self, start: usize) -> Vec<usize> {
        let mut leads = FxHashSet::default();
        let mut order = Vec::new();
        for node in self.graph.postorder(start) {
            let good = self.graph.nodes[node].edges.iter().any(|e| match e.to {
                To::Node(n) => leads.contains(&n),
                To::Target(target) => target == self.target,
            });
            if good {
                leads.insert(node);
                order.push(node);
            }
        }
        order.reverse();
        order
    }

    /// The state where several ways meet.
    fn join(
        &self,
        values: &mut Values,
        arrived: Vec<Arrival>,
        certain: bool,
        block: Option<BlockId>,
        constraints: &mut Vec<ExprId>,
    ) -> (Option<ExprId>, State) {
        if arrived.len() == 1 {
            let (guard, state) = single(arrived);
            let Some(condition) = guard.filter(|_| certain) else { return (guard, state) };
            constraints.push(condition);
            return (None, state);
        }
        let guards: Vec<ExprId> = arrived.iter().filter_map(|a| a.guard).collect();
        let some = values.program().exprs.or(&guards);
        let guard = if certain {
            constraints.push(some);
            None
        } else {
            let here = values.fresh("here", TypeTable::BOOL);
            constraints.push(values.program().exprs.implies(here, some));
            Some(here)
        };
        let live: Option<FxHashSet<_>> = block.map(|b| self.live.live_in(self.proc, b).iter().copied().collect());
        let mut vars: Vec<_> = arrived.iter().flat_map(|a| a.state.keys().copied()).collect();
        vars.sort();
        vars.dedup();
        let mut state = State::default();
        for var in vars {
            let ty = values.program().vars[var].ty;
            let first = arrived[0].state.get(&var).copied();
            if let Some(value) = first
                && arrived.iter().all(|a| a.state.get(&var) == Some(&value))
            {
                state.insert(var, value);
                continue;
            }
            let dead = values.is_own(var) && live.as_ref().is_some_and(|live| !live.contains(&var));
            if dead || sort(values.program(), ty).is_none() {
                continue;
            }
            let merged = values.initial(var);
            for arrival in &arrived {
                if let Some(&value) = arrival.state.get(&var) {
                    let same = equal(values.program(), merged, value);
                    push(values, constraints, arrival.guard, same);
                }
            }
            state.insert(var, merged);
        }
        (guard, state)
    }

    fn commands(
        &self,
        values: &mut Values,
        node: usize,
        guard: Option<ExprId>,
        state: &mut State,
        constraints: &mut Vec<ExprId>,
    ) {
        let Node { block, cmds, .. } = &self.graph.nodes[node];
        for index in cmds.clone() {
            match &self.graph.body.blocks[*block].cmds[index].kind {
                CmdKind::Assume(e) => {
                    let value = values.of(*e, state);
                    let value = values.witnessed(value, true);
                    push(values, constraints, guard, value);
                }
                CmdKind::Havoc(vars) => vars.iter().for_each(|v| {
                    state.remove(v);
                }),
                CmdKind::Assign(pairs) => {
                    let mut new = Vec::new();
                    for (pair, &(var, e)) in pairs.iter().enumerate() {
                        if !self.live.is_dead(self.proc, *block, index, pair) {
                            new.push((var, values.of(e, state)));
                        }
                    }
                    pairs.iter().for_each(|(var, _)| {
                        state.remove(var);
                    });
                    for (var, value) in new {
                        let value = named(values, var, value, constraints);
                        state.insert(var, value);
                    }
                }
                CmdKind::Assert(..) | CmdKind::Call { .. } => panic!("internal: these end nodes"),
            }
        }
    }
}

/// A variable that has the value, unless it is small.
fn named(values: &mut Values, var: VarId, value: ExprId, constraints: &mut Vec<ExprId>) -> ExprId {
    let program = values.program();
    let small = matches!(
        program.exprs.kind(value),
        ExprKind::Var(_) | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Bv { .. }
    );
    if small || sort(program, program.vars[var].ty).is_none() {
        return value;
    }
    let name = values.initial(var);
    let same = equal(values.program(), name, value);
    constraints.push(same);
    name
}

fn single(mut arrived: Vec<Arrival>) -> (Option<ExprId>, State) {
    let Arrival { guard, state } = arrived.pop().expect("internal: nothing arrives at a node on the way");
    (guard, state)
}

fn push(values: &mut Values, constraints: &mut Vec<ExprId>, guard: Option<ExprId>, e: ExprId) {
    let exprs = &mut values.program().exprs;
    let e = match guard {
        Some(guard) => exprs.implies(guard, e),
        None => e,
    };
    if *exprs.kind(e) != ExprKind::Bool(true) {
        constraints.push(e);
    }
}
