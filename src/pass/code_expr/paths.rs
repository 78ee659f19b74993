//! The value of acyclic blocks: what holds of every path through them, or of some path.

use rustc_hash::{FxHashMap, FxHashSet};

use super::flatten::{Exit, FlatBlock, FlatCmd};
use super::outcome::{Both, Outcomes};
use crate::base::ids::{ExprId, VarId};
use crate::ir::visit::{substitute, walk};
use crate::ir::{ExprKind, Program, Var, VarKind};

/// A block that is reached with more different values than this is expressed over fresh variables.
const VARIANTS: usize = 64;

/// The blocks that are reached from the first, successors before predecessors; `Err`: where control turns back.
pub(super) fn order(blocks: &[FlatBlock]) -> Result<Vec<usize>, ivl::source::Span> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut state = vec![State::New; blocks.len()];
    let mut order = Vec::with_capacity(blocks.len());
    let mut stack = vec![(0, false)];
    while let Some((block, successors_done)) = stack.pop() {
        if successors_done {
            state[block] = State::Done;
            order.push(block);
            continue;
        }
        if state[block] != State::New {
            continue;
        }
        state[block] = State::Open;
        stack.push((block, true));
        if let Exit::Goto(targets) = &blocks[block].exit {
            for &target in targets {
                match state[target] {
                    State::New => stack.push((target, false)),
                    State::Open => return Err(blocks[block].span),
                    State::Done => {}
                }
            }
        }
    }
    Ok(order)
}

/// The conditions of every path through the blocks, and of some path.
pub(super) fn paths(program: &mut Program, blocks: &[FlatBlock], order: &[usize]) -> Both {
    let live = live_in(program, blocks, order);
    let every = along(program, blocks, &live, Outcomes::Every);
    Both { every, some: along(program, blocks, &live, Outcomes::Some) }
}

fn along(program: &mut Program, blocks: &[FlatBlock], live: &[Vec<VarId>], outcomes: Outcomes) -> ExprId {
    let n = blocks.len();
    let mut wp = Wp {
        program,
        blocks,
        live,
        outcomes,
        variants: FxHashMap::default(),
        count: vec![0; n],
        general: FxHashMap::default(),
        fresh: Vec::new(),
    };
    // The first block begins with the havoc of all locals.
    let value = wp.block(0, &Env::default());
    let fresh = std::mem::take(&mut wp.fresh);
    let used = variables(program, [value]);
    let vars: Vec<VarId> = fresh.into_iter().filter(|v| used.contains(v)).collect();
    outcomes.over(&mut program.exprs, vars, value)
}

/// The values of the variables that the code expression assigns.
type Env = FxHashMap<VarId, ExprId>;

fn variables(program: &Program, roots: impl IntoIterator<Item = ExprId>) -> FxHashSet<VarId> {
    let mut vars = FxHashSet::default();
    walk(&program.exprs, roots, |_, kind| {
        if let ExprKind::Var(v) = kind {
            vars.insert(*v);
        }
    });
    vars
}

/// For each block the variables whose values at its start matter, in order.
fn live_in(program: &Program, blocks: &[FlatBlock], order: &[usize]) -> Vec<Vec<VarId>> {
    let mut live: Vec<Vec<VarId>> = vec![Vec::new(); blocks.len()];
    for &block in order {
        let mut now: FxHashSet<VarId> = match &blocks[block].exit {
            Exit::Goto(targets) => targets.iter().flat_map(|&t| &live[t]).copied().collect(),
            Exit::Return(value) => variables(program, [value.every, value.some]),
        };
        for cmd in blocks[block].cmds.iter().rev() {
            match cmd {
                FlatCmd::Assign(pairs) => {
                    let read = pairs.iter().filter(|(v, _)| now.contains(v)).map(|&(_, e)| e);
                    let read = variables(program, read.collect::<Vec<_>>());
                    pairs.iter().for_each(|(v, _)| {
                        now.remove(v);
                    });
                    now.extend(read);
                }
                FlatCmd::Havoc(vars) => vars.iter().for_each(|v| {
                    now.remove(v);
                }),
                FlatCmd::Assume(e) | FlatCmd::Assert(e) => now.extend(variables(program, [*e])),
            }
        }
        live[block] = now.into_iter().collect();
        live[block].sort_unstable();
    }
    live
}

struct Wp<'a> {
    program: &'a mut Program,
    blocks: &'a [FlatBlock],
    live: &'a [Vec<VarId>],
    outcomes: Outcomes,
    /// The expression of a block for given values of its live variables.
    variants: FxHashMap<(usize, Vec<Option<ExprId>>), ExprId>,
    /// How many variants a block has.
    count: Vec<usize>,
    /// A block's fresh variables and its expression over them.
    general: FxHashMap<usize, (Env, ExprId)>,
    /// The variables to quantify over.
    fresh: Vec<VarId>,
}

impl Wp<'_> {
    fn block(&mut self, block: usize, env: &Env) -> ExprId {
        let key = (block, self.live[block].iter().map(|v| env.get(v).copied()).collect());
        if let Some(&known) = self.variants.get(&key) {
            return known;
        }
        let value =
            if self.count[block] < VARIANTS { self.cmds(block, env.clone()) } else { self.generalised(block, env) };
        self.count[block] += 1;
        self.variants.insert(key, value);
        value
    }

    /// `v' == env(v) && … ==> wp(block over v')`; with `&&` for some path.
    fn generalised(&mut self, block: usize, env: &Env) -> ExprId {
        let (general, body) = match self.general.get(&block) {
            Some(known) => known.clone(),
            None => {
                // Variables without a value live outside.
                let inner: Vec<VarId> = self.live[block].iter().copied().filter(|v| env.contains_key(v)).collect();
                let general: Env = inner.into_iter().map(|v| (v, self.fresh(v))).collect();
                let body = self.cmds(block, general.clone());
                self.general.insert(block, (general.clone(), body));
                (general, body)
            }
        };
        let mut equations = Vec::new();
        for v in &self.live[block] {
            if let Some(&parameter) = general.get(v) {
                equations.push(self.program.exprs.eq(parameter, env[v]));
            }
        }
        let premise = self.program.exprs.and(&equations);
        self.outcomes.given(&mut self.program.exprs, premise, body)
    }

    fn cmds(&mut self, block: usize, mut env: Env) -> ExprId {
        let blocks = self.blocks;
        // (assumed?, condition)
        let mut conditions = Vec::new();
        for cmd in &blocks[block].cmds {
            match cmd {
                FlatCmd::Assign(pairs) => {
                    let values: Vec<ExprId> = pairs.iter().map(|&(_, e)| self.at(e, &env)).collect();
                    env.extend(pairs.iter().map(|&(v, _)| v).zip(values));
                }
                FlatCmd::Havoc(vars) => {
                    for &v in vars {
                        let value = self.fresh(v);
                        env.insert(v, value);
                    }
                }
                FlatCmd::Assume(e) => conditions.push((true, self.at(*e, &env))),
                FlatCmd::Assert(e) => conditions.push((false, self.at(*e, &env))),
            }
        }
        let end = match &blocks[block].exit {
            Exit::Return(value) => self.at(value.get(self.outcomes), &env),
            Exit::Goto(targets) => {
                let values: Vec<ExprId> = targets.iter().map(|&t| self.block(t, &env)).collect();
                self.outcomes.join(&mut self.program.exprs, &values)
            }
        };
        let (outcomes, exprs) = (self.outcomes, &mut self.program.exprs);
        conditions.into_iter().rev().fold(end, |rest, (assumed, c)| match (assumed, outcomes) {
            (true, _) => outcomes.given(exprs, c, rest),
            (false, Outcomes::Every) => exprs.and(&[c, rest]),
            (false, Outcomes::Some) => exprs.implies(c, rest),
        })
    }

    fn at(&mut self, e: ExprId, env: &Env) -> ExprId {
        substitute(&mut self.program.exprs, e, env)
    }

    /// A variable to quantify over, of the name and type of `v`.
    fn fresh(&mut self, v: VarId) -> ExprId {
        let like = &self.program.vars[v];
        let (name, ty, span) = (like.name.clone(), like.ty, like.span);
        let var = Var { name, ty, kind: VarKind::Bound, where_clause: None, attrs: [].into(), span };
        let fresh = self.program.vars.push(var);
        self.fresh.push(fresh);
        self.program.exprs.var(fresh, ty)
    }
}
