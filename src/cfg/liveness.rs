//! Interprocedural liveness: which globals, parameters and locals can still matter, where.
//!
//! What matters in the end is whether a path is feasible, so assumptions (and assertions) use their variables, and
//! an assignment uses its right side only while its left side is live. A call uses the arguments and globals that
//! the callee needs; the callee in turn must deliver what some caller needs of it. Both are grown to a fixpoint over
//! the call graph. Anything that is not live can be left out of a formula without changing any verdict.

use rustc_hash::{FxHashMap, FxHashSet};

use super::flow::reverse_postorder;
use super::free_vars::FreeVars;
use super::mod_sets::mod_sets;
use crate::base::ids::{BlockId, ExprId, IdVec, ProcId, VarId};
use crate::ir::{Body, Cmd, CmdKind, Program, Transfer, VarKind};

type Set = fixedbitset::FixedBitSet;

/// Live variables of the procedures that are reachable from an entry.
pub struct Liveness {
    procs: FxHashMap<ProcId, ProcLiveness>,
}

struct ProcLiveness {
    /// In-parameters and globals whose values at entry matter, in order of declaration (parameters first).
    needed_in: Vec<VarId>,
    /// Out-parameters and modified globals that some caller needs, in order of declaration.
    needed_out: Vec<VarId>,
    /// Globals that it may modify, in order of declaration.
    modified: Vec<VarId>,
    live_in: IdVec<BlockId, Vec<VarId>>,
    /// Assignments to variables that are not live: block, command, position in the parallel assignment.
    dead: FxHashSet<(BlockId, usize, usize)>,
}

impl Liveness {
    /// In-parameters, then globals, whose values at entry matter.
    pub fn needed_in(&self, proc: ProcId) -> &[VarId] {
        &self.procs[&proc].needed_in
    }

    /// Out-parameters, then globals that it modifies, whose values at return matter to some caller.
    pub fn needed_out(&self, proc: ProcId) -> &[VarId] {
        &self.procs[&proc].needed_out
    }

    /// Live variables at the start of a block, in a fixed order.
    pub fn live_in(&self, proc: ProcId, block: BlockId) -> &[VarId] {
        &self.procs[&proc].live_in[block]
    }

    /// Globals that a call may modify.
    pub fn modified(&self, proc: ProcId) -> &[VarId] {
        &self.procs[&proc].modified
    }

    /// Whether nobody reads what the `pair`-th assignment of a command assigns.
    pub fn is_dead(&self, proc: ProcId, block: BlockId, command: usize, pair: usize) -> bool {
        self.procs[&proc].dead.contains(&(block, command, pair))
    }
}

/// `needed_at_exit`: the variables of `entry` that the query looks at when it returns.
pub fn liveness(program: &Program, entry: ProcId, needed_at_exit: &[VarId]) -> Liveness {
    let mut analysis = Analysis::new(program, entry);
    analysis.require_out(entry, needed_at_exit);
    analysis.solve();
    analysis.finish()
}

struct Analysis<'a> {
    program: &'a Program,
    mods: IdVec<ProcId, Vec<VarId>>,
    /// Dense numbers: globals first, then the variables of each procedure.
    globals: FxHashMap<VarId, usize>,
    states: FxHashMap<ProcId, State>,
    /// Procedures to look at again; bottom-up order matters for speed only.
    pending: Vec<ProcId>,
    queued: IdVec<ProcId, bool>,
    callers: IdVec<ProcId, Vec<ProcId>>,
    free_vars: FreeVars,
    /// Dead assignments of the block that is being looked at, last first: command, position.
    dead: Vec<(usize, usize)>,
}

struct State {
    /// Numbers of this procedure's own variables.
    numbers: FxHashMap<VarId, usize>,
    vars: Vec<VarId>,
    order: Vec<BlockId>,
    live_in: IdVec<BlockId, Set>,
    needed_out: Set,
    needed_in: Set,
}

impl<'a> Analysis<'a> {
    fn new(program: &'a Program, entry: ProcId) -> Self {
        let globals: FxHashMap<VarId, usize> = program.globals.iter().copied().zip(0..).collect();
        let reachable = super::call_graph::reachable(program, entry);
        let called = super::call_graph::callees(program);
        let mut callers = IdVec::filled(Vec::new(), program.procs.len());
        let mut states = FxHashMap::default();
        for &id in &reachable {
            for &callee in &called[id] {
                callers[callee].push(id);
            }
            states.insert(id, State::new(program, id));
        }
        let mut queued = IdVec::filled(false, program.procs.len());
        // Callees are popped first.
        let mut pending = Vec::new();
        for group in super::call_graph::bottom_up(program).into_iter().rev() {
            for id in group.into_iter().filter(|id| states.contains_key(id)) {
                queued[id] = true;
                pending.push(id);
            }
        }
        let mods = mod_sets(program);
        Analysis {
            program,
            mods,
            globals,
            states,
            pending,
            queued,
            callers,
            free_vars: FreeVars::default(),
            dead: Vec::new(),
        }
    }

    fn require_out(&mut self, proc: ProcId, vars: &[VarId]) {
        for &var in vars {
            let number = self.number(proc, var);
            if let (Some(n), Some(state)) = (number, self.states.get_mut(&proc))
                && !state.needed_out.put(n)
                && !std::mem::replace(&mut self.queued[proc], true)
            {
                self.pending.push(proc);
            }
        }
    }

    fn number(&self, proc: ProcId, var: VarId) -> Option<usize> {
        self.globals.get(&var).or_else(|| self.states.get(&proc)?.numbers.get(&var)).copied()
    }

    fn solve(&mut self) {
        while let Some(id) = self.pending.pop() {
            self.queued[id] = false;
            let mut demands = Vec::new();
            let changed = self.procedure(id, &mut demands);
            if changed {
                for caller in self.callers[id].clone() {
                    if !std::mem::replace(&mut self.queued[caller], true) {
                        self.pending.push(caller);
                    }
                }
            }
            for (callee, vars) in demands {
                self.require_out(callee, &vars);
            }
        }
    }

    /// Recomputes one procedure; collects what it needs of its callees. True if it needs more at its entry.
    fn procedure(&mut self, id: ProcId, demands: &mut Vec<(ProcId, Vec<VarId>)>) -> bool {
        let mut state = self.states.remove(&id).expect("internal: only reachable procedures are looked at");
        if let Some(body) = &self.program.procs[id].body {
            let mut changed = true;
            while changed {
                changed = false;
                demands.clear();
                for &block in state.order.iter().rev() {
                    let live = self.block(&state, body, block, demands);
                    if live != state.live_in[block] {
                        state.live_in[block] = live;
                        changed = true;
                    }
                }
            }
        }
        let mut needed = Set::with_capacity(state.vars.len());
        if let Some(body) = &self.program.procs[id].body {
            for n in state.live_in[body.entry].ones() {
                let kind = self.program.vars[state.vars[n]].kind;
                if matches!(kind, VarKind::In | VarKind::Global) {
                    needed.insert(n);
                }
            }
        }
        let changed = needed != state.needed_in;
        state.needed_in = needed;
        self.states.insert(id, state);
        changed
    }

    fn block(&mut self, state: &State, body: &Body, id: BlockId, demands: &mut Vec<(ProcId, Vec<VarId>)>) -> Set {
        let block = &body.blocks[id];
        let mut live = match &block.transfer {
            Transfer::Return => state.needed_out.clone(),
            transfer => {
                let mut union = Set::with_capacity(state.vars.len());
                for &target in transfer.targets() {
                    union.union_with(&state.live_in[target]);
                }
                union
            }
        };
        self.dead.clear();
        for (index, cmd) in block.cmds.iter().enumerate().rev() {
            self.command(state, index, cmd, &mut live, demands);
        }
        live
    }

    fn command(
        &mut self,
        state: &State,
        index: usize,
        cmd: &Cmd,
        live: &mut Set,
        demands: &mut Vec<(ProcId, Vec<VarId>)>,
    ) {
        let number = |v: VarId| self.globals.get(&v).or_else(|| state.numbers.get(&v)).copied();
        match &cmd.kind {
            CmdKind::Assume(e) | CmdKind::Assert(e, _) => self.gen_expr(state, *e, live),
            CmdKind::Havoc(vars) => vars.iter().filter_map(|&v| number(v)).for_each(|n| live.set(n, false)),
            CmdKind::Assign(pairs) => {
                let mut kept = Vec::new();
                for (pair, &(var, e)) in pairs.iter().enumerate() {
                    if number(var).is_some_and(|n| live.contains(n)) {
                        kept.push(e);
                    } else {
                        self.dead.push((index, pair));
                    }
                }
                pairs.iter().filter_map(|&(v, _)| number(v)).for_each(|n| live.set(n, false));
                kept.into_iter().for_each(|e| self.gen_expr(state, e, live));
            }
            CmdKind::Call { callee, ins, outs, .. } => {
                let procedure = &self.program.procs[*callee];
                let mut needed_outs = Vec::new();
                for (&lhs, &formal) in outs.iter().zip(&procedure.outs) {
                    if let Some(n) = number(lhs) {
                        if live.contains(n) {
                            needed_outs.push(formal);
                        }
                        live.set(n, false);
                    }
                }
                for &global in &self.mods[*callee] {
                    let n = self.globals[&global];
                    if live.contains(n) {
                        needed_outs.push(global);
                    }
                    live.set(n, false);
                }
                demands.push((*callee, needed_outs));
                // A procedure that calls itself is out of the table while it is looked at.
                let callee_state = self.states.get(callee).unwrap_or(state);
                let needed: Vec<VarId> = callee_state.needed_in.ones().map(|n| callee_state.vars[n]).collect();
                for var in needed {
                    match self.globals.get(&var) {
                        Some(&n) => live.insert(n),
                        None => {
                            let position = procedure.ins.iter().position(|&p| p == var);
                            let position = position.expect("internal: only in-parameters are needed at entry");
                            self.gen_expr(state, ins[position], live);
                        }
                    }
                }
            }
        }
    }

    fn gen_expr(&mut self, state: &State, e: ExprId, live: &mut Set) {
        for &var in self.free_vars.of(self.program, e) {
            if let Some(&n) = self.globals.get(&var).or_else(|| state.numbers.get(&var)) {
                live.insert(n);
            }
        }
    }

    fn finish(mut self) -> Liveness {
        let mut dead: FxHashMap<ProcId, FxHashSet<(BlockId, usize, usize)>> = FxHashMap::default();
        let ids: Vec<ProcId> = self.program.procs.ids().filter(|id| self.states.contains_key(id)).collect();
        for id in ids {
            let (Some(state), Some(body)) = (self.states.remove(&id), &self.program.procs[id].body) else { continue };
            for &block in &state.order {
                self.block(&state, body, block, &mut Vec::new());
                let found = self.dead.iter().map(|&(command, pair)| (block, command, pair));
                dead.entry(id).or_default().extend(found);
            }
            self.states.insert(id, state);
        }
        let procs = self
            .states
            .into_iter()
            .map(|(id, state)| {
                let names = |set: &Set| set.ones().map(|n| state.vars[n]).collect::<Vec<VarId>>();
                let split = |set: &Set| {
                    let (globals, own): (Vec<VarId>, Vec<VarId>) =
                        names(set).into_iter().partition(|v| self.program.vars[*v].kind == VarKind::Global);
                    own.into_iter().chain(globals).collect::<Vec<VarId>>()
                };
                let modified = &self.mods[id];
                let outs = split(&state.needed_out);
                let is_out = |v: &VarId| self.program.vars[*v].kind != VarKind::Global || modified.contains(v);
                let facts = ProcLiveness {
                    needed_in: split(&state.needed_in),
                    needed_out: outs.into_iter().filter(is_out).collect(),
                    modified: modified.clone(),
                    live_in: state.live_in.iter().map(names).collect(),
                    dead: dead.remove(&id).unwrap_or_default(),
                };
                (id, facts)
            })
            .collect();
        Liveness { procs }
    }
}

impl State {
    fn new(program: &Program, id: ProcId) -> State {
        let proc = &program.procs[id];
        let mut vars: Vec<VarId> = program.globals.clone();
        let mut numbers = FxHashMap::default();
        let locals = proc.body.iter().flat_map(|b| &b.locals);
        for &var in proc.ins.iter().chain(&proc.outs).chain(locals) {
            numbers.insert(var, vars.len());
            vars.push(var);
        }
        let n = vars.len();
        let blocks = proc.body.as_ref().map_or(0, |b| b.blocks.len());
        State {
            numbers,
            order: proc.body.as_ref().map(reverse_postorder).unwrap_or_default(),
            live_in: IdVec::filled(Set::with_capacity(n), blocks),
            needed_out: Set::with_capacity(n),
            needed_in: Set::with_capacity(n),
            vars,
        }
    }
}
