//! Passive form: acyclic blocks without assignments, over incarnations of the variables.
//!
//! ```text
//! A: x := y + 1; goto B, C;                 A ⇒ B ∨ C
//! B: havoc y; goto D;                       B ⇒ x₁ = y₀ + 1 ∧ y₂ = y₁ ∧ D
//! C: x := 2; goto D;                →       C ⇒ x₁ = 2 ∧ y₂ = y₀ ∧ D
//! D: assume x == y; return;                 D ⇒ x₁ = y₂ ∧ (results)
//! ```
//!
//! An assigned variable *is* its right side, so only havocs, calls and joins make new incarnations, and what is not
//! live makes none. Each block has a Boolean that says "control passes here".

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};

use super::vocabulary::Vocabulary;
use crate::base::ids::{BlockId, ExprId, IdVec, ProcId, TypeId, VarId};
use crate::cfg::flow::{predecessors, reverse_postorder};
use crate::cfg::liveness::Liveness;
use crate::ir::{CmdKind, Transfer, TypeTable};

/// A procedure in passive form. Every variable in it is an incarnation, a constant or bound.
#[derive(Debug)]
pub struct Passive {
    pub proc: ProcId,
    /// Incarnations of [`Liveness::needed_in`], in that order.
    pub params: Vec<VarId>,
    /// Incarnations that stand for [`Liveness::needed_out`], in that order, when the procedure returns.
    pub results: Vec<VarId>,
    /// Blocks in an order in which each comes before its successors; the first is the entry.
    pub blocks: Vec<PassiveBlock>,
    /// Locals and out-parameters that are read before they are assigned.
    pub uninitialised: Vec<(VarId, VarId)>,
}

#[derive(Debug)]
pub struct PassiveBlock {
    pub block: BlockId,
    /// "Control passes here".
    pub literal: VarId,
    pub assumes: Vec<ExprId>,
    pub events: Vec<Event>,
    /// `None`: the block returns.
    pub targets: Option<Vec<Edge>>,
}

#[derive(Debug)]
pub struct Edge {
    pub target: BlockId,
    /// "Control goes along this edge": the target's literal unless the edge needs its own.
    pub literal: VarId,
    /// What holds on the edge: incarnations at the join equal those of this side.
    pub equations: Vec<ExprId>,
}

/// What happens in a block besides assumptions, in order.
#[derive(Debug)]
pub enum Event {
    /// A variable gets this incarnation.
    Havoc {
        var: VarId,
        incarnation: VarId,
    },
    /// A variable gets a value that is the only one that assumptions behind it allow.
    Defined {
        var: VarId,
        value: ExprId,
    },
    Call(usize, PassiveCall),
}

#[derive(Debug)]
pub struct PassiveCall {
    pub callee: ProcId,
    /// "Control passes through this call".
    pub literal: VarId,
    /// Values for the callee's `needed_in`.
    pub args: Vec<ExprId>,
    /// Incarnations that receive the callee's `needed_out`.
    pub results: Vec<VarId>,
}

impl Passive {
    /// All expressions in it.
    pub(super) fn roots(&self) -> Vec<ExprId> {
        let mut roots = Vec::new();
        for block in &self.blocks {
            roots.extend(block.assumes.iter().copied());
            for edge in block.targets.iter().flatten() {
                roots.extend(edge.equations.iter().copied());
            }
            for event in &block.events {
                match event {
                    Event::Havoc { .. } => {}
                    Event::Defined { value, .. } => roots.push(*value),
                    Event::Call(_, call) => roots.extend(call.args.iter().copied()),
                }
            }
        }
        roots
    }
}

type Env = FxHashMap<VarId, ExprId>;

/// The body must be acyclic and free of assertions.
pub fn passive_form(vocabulary: &mut Vocabulary, liveness: &Liveness, proc: ProcId) -> Passive {
    let program = vocabulary.program;
    let body = program.procs[proc].body.as_ref().expect("internal: only procedures with bodies are compiled");
    let mut maker = Maker { vocabulary, liveness, proc, calls: 0, made: 0, uninitialised: Vec::new() };
    let params: Vec<VarId> = liveness.needed_in(proc).iter().map(|&v| maker.incarnation(v)).collect();
    let results: Vec<VarId> = liveness.needed_out(proc).iter().map(|&v| maker.incarnation(v)).collect();
    let mut initial = Env::default();
    for (&var, &param) in liveness.needed_in(proc).iter().zip(&params) {
        initial.insert(var, maker.vocabulary.var_expr(param));
    }

    let order = reverse_postorder(body);
    let preds = predecessors(body);
    let mut literal: IdVec<BlockId, Option<VarId>> = IdVec::filled(None, body.blocks.len());
    for &id in &order {
        literal[id] = Some(match preds[id][..] {
            // Control passes here iff it passes there.
            [only] if body.blocks[only].transfer.targets().len() == 1 => {
                literal[only].expect("internal: predecessors come first")
            }
            _ => maker.boolean(&body.blocks[id].name),
        });
    }
    let mut env_out: IdVec<BlockId, Option<Env>> = IdVec::filled(None, body.blocks.len());
    let mut blocks = Vec::with_capacity(order.len());
    // Joins give their predecessors equations; the edges are filled in as the joins are reached.
    let mut equations: FxHashMap<(BlockId, BlockId), Vec<ExprId>> = FxHashMap::default();
    for &id in &order {
        let mut env = if id == body.entry {
            let mut env = initial.clone();
            maker.add_uninitialised(&mut env, liveness.live_in(proc, id));
            env
        } else {
            maker.join(liveness.live_in(proc, id), &preds[id], id, &env_out, &mut equations)
        };
        let block = &body.blocks[id];
        let (mut assumes, mut events) = (Vec::new(), Vec::new());
        for (index, cmd) in block.cmds.iter().enumerate() {
            maker.command(id, index, &cmd.kind, &mut env, &mut assumes, &mut events);
        }
        if block.transfer == Transfer::Return {
            for (&var, &result) in liveness.needed_out(proc).iter().zip(&results) {
                let value = maker.value(&mut env, var);
                let result = maker.vocabulary.var_expr(result);
                assumes.push(maker.vocabulary.exprs.eq(result, value));
            }
        }
        let literal = literal[id].expect("internal: every reachable block has a literal");
        blocks.push(PassiveBlock { block: id, literal, assumes, events, targets: None });
        env_out[id] = Some(env);
    }
    for passive in &mut blocks {
        if let Transfer::Goto(targets) = &body.blocks[passive.block].transfer {
            let alone = targets.len() == 1;
            let edge = |&target: &BlockId| {
                let equations = equations.remove(&(passive.block, target)).unwrap_or_default();
                let at_target = literal[target].expect("internal: targets of reachable blocks are reachable");
                let own = !alone && !equations.is_empty();
                let literal = if own { maker.boolean("edge") } else { at_target };
                Edge { target, literal, equations }
            };
            passive.targets = Some(targets.iter().map(edge).collect());
        }
    }
    let uninitialised = std::mem::take(&mut maker.uninitialised);
    Passive { proc, params, results, blocks, uninitialised }
}

struct Maker<'a, 'p> {
    vocabulary: &'a mut Vocabulary<'p>,
    liveness: &'a Liveness,
    proc: ProcId,
    calls: usize,
    /// Incarnations so far: they are numbered per procedure.
    made: usize,
    uninitialised: Vec<(VarId, VarId)>,
}

impl Maker<'_, '_> {
    fn incarnation(&mut self, var: VarId) -> VarId {
        let like = self.vocabulary.var(var);
        let (name, ty) = (like.name.clone(), like.ty);
        self.new_var(&name, ty)
    }

    fn number(&mut self) -> usize {
        self.made += 1;
        self.made
    }

    fn boolean(&mut self, name: &str) -> VarId {
        self.new_var(name, TypeTable::BOOL)
    }

    fn new_var(&mut self, name: &str, ty: TypeId) -> VarId {
        let name = format!("{name}#{}", self.number());
        self.vocabulary.incarnation(name, ty)
    }

    fn add_uninitialised(&mut self, env: &mut Env, live: &[VarId]) {
        for &var in live {
            if let Entry::Vacant(place) = env.entry(var) {
                let incarnation = self.incarnation(var);
                self.uninitialised.push((var, incarnation));
                place.insert(self.vocabulary.var_expr(incarnation));
            }
        }
    }

    /// The incarnations at the start of a block with these predecessors.
    fn join(
        &mut self,
        live: &[VarId],
        preds: &[BlockId],
        at: BlockId,
        env_out: &IdVec<BlockId, Option<Env>>,
        equations: &mut FxHashMap<(BlockId, BlockId), Vec<ExprId>>,
    ) -> Env {
        let envs: Vec<&Env> =
            preds.iter().map(|p| env_out[*p].as_ref().expect("internal: the graph is acyclic")).collect();
        let mut env = Env::default();
        for &var in live {
            let values: Vec<ExprId> = envs
                .iter()
                .map(|e| *e.get(&var).expect("internal: a live variable has an incarnation on every path"))
                .collect();
            if values.iter().all(|v| *v == values[0]) {
                env.insert(var, values[0]);
                continue;
            }
            let joined = self.incarnation(var);
            let joined = self.vocabulary.var_expr(joined);
            for (&pred, &value) in preds.iter().zip(&values) {
                let equation = self.vocabulary.exprs.eq(joined, value);
                equations.entry((pred, at)).or_default().push(equation);
            }
            env.insert(var, joined);
        }
        env
    }

    fn value(&mut self, env: &mut Env, var: VarId) -> ExprId {
        if let Some(&value) = env.get(&var) {
            return value;
        }
        // Not live where it was last assigned: any value will do.
        let incarnation = self.incarnation(var);
        let value = self.vocabulary.var_expr(incarnation);
        env.insert(var, value);
        value
    }

    fn expr(&mut self, env: &Env, e: ExprId) -> ExprId {
        self.vocabulary.expand(e, &mut |v| env.get(&v).copied())
    }

    fn command(
        &mut self,
        block: BlockId,
        index: usize,
        cmd: &CmdKind,
        env: &mut Env,
        assumes: &mut Vec<ExprId>,
        events: &mut Vec<Event>,
    ) {
        match cmd {
            CmdKind::Assume(e) => assumes.push(self.expr(env, *e)),
            CmdKind::Assert(..) => panic!("internal: an assertion is left in front of the passive form"),
            CmdKind::Assign(pairs) => {
                let live = |pair: usize| !self.liveness.is_dead(self.proc, block, index, pair);
                let live: Vec<bool> = (0..pairs.len()).map(live).collect();
                let values: Vec<Option<ExprId>> =
                    pairs.iter().zip(live).map(|(&(_, e), live)| live.then(|| self.expr(env, e))).collect();
                for (&(var, _), value) in pairs.iter().zip(values) {
                    match value {
                        Some(value) => env.insert(var, value),
                        None => env.remove(&var),
                    };
                }
            }
            CmdKind::Havoc(vars) => {
                for &var in vars {
                    let incarnation = self.incarnation(var);
                    env.insert(var, self.vocabulary.var_expr(incarnation));
                    events.push(Event::Havoc { var, incarnation });
                }
            }
            CmdKind::Call { callee, ins, outs, .. } => {
                let call = self.call(*callee, ins, outs, env);
                assumes.push(self.vocabulary.var_expr(call.literal));
                events.push(Event::Call(self.calls, call));
                self.calls += 1;
            }
        }
    }

    fn call(&mut self, callee: ProcId, ins: &[ExprId], outs: &[VarId], env: &mut Env) -> PassiveCall {
        let procedure = &self.vocabulary.program.procs[callee];
        let (formal_ins, formal_outs) = (procedure.ins.clone(), procedure.outs.clone());
        let name = format!("call_{}", procedure.name);
        let mut args = Vec::new();
        for &var in self.liveness.needed_in(callee) {
            let arg = match formal_ins.iter().position(|p| *p == var) {
                Some(position) => self.expr(env, ins[position]),
                None => self.value(env, var),
            };
            args.push(arg);
        }
        let modified: Vec<VarId> = self.liveness.modified(callee).to_vec();
        let mut results = Vec::new();
        let mut stale: FxHashSet<VarId> = outs.iter().copied().chain(modified).collect();
        let mut received = Vec::new();
        for &var in self.liveness.needed_out(callee) {
            let formal = formal_outs.iter().position(|p| *p == var);
            let target = formal.map_or(var, |position| outs[position]);
            let incarnation = self.incarnation(target);
            results.push(incarnation);
            stale.remove(&target);
            received.push((formal.is_some(), target, incarnation));
        }
        // `call g := P()` where P modifies g: the result is assigned last.
        received.sort_by_key(|&(is_result, ..)| is_result);
        for (_, target, incarnation) in received {
            env.insert(target, self.vocabulary.var_expr(incarnation));
        }
        for var in stale {
            env.remove(&var);
        }
        PassiveCall { callee, literal: self.boolean(&name), args, results }
    }
}
