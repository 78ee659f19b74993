//! The symbolic run of all threads, one where it is spawned: commands become definitions and conditions, accesses to what
//! threads share become events.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use ivl::source::Span;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::Asked;
use super::NotOrdered;
use super::holding::{Facts, Place, Seen};
use super::live::Live;
use super::places::{Accesses, Guess, Key};
use super::schedule::{Entry, Source, Step};
use super::simplify;
use super::state::{Changes, Guard, Halt, Head, Nodes, State};
use crate::base::budget::Budget;
use crate::base::ids::{BlockId, ExprId, IdVec, ProcId, TypeId, VarId};
use crate::cfg::flow::{leading_to, reverse_postorder};
use crate::cfg::free_vars::FreeVars;
use crate::cfg::threads::{Mark, is_atomic, is_thread_local, mark};
use crate::ir::{Body, Cmd, CmdKind, ExprKind, Op, Procedure, Program, TypeTable, VarKind};
use crate::pass::loops::is_loop_procedure;

/// Iterations of a loop that constants decide, which cost no bound.
const DECIDED: u32 = 64;
/// Activations that are nested, at most.
const DEEPEST: usize = 2_000;
/// Activations, at most: what they cost is not counted in units.
const MOST_ACTIVATIONS: usize = 20_000;
/// Commands that are made, at most.
const MOST_COMMANDS: usize = 150_000;

/// An access to what threads share.
pub(super) struct Event {
    pub thread: usize,
    /// Its place among those of its thread.
    pub at: usize,
    /// How many tests, and how many places where a thread may fail, are in front of it.
    pub tests: usize,
    pub failures: usize,
    pub clock: ExprId,
    /// The time of what is just before its segment in the thread's program, if that is known.
    pub before: Option<ExprId>,
    pub guard: Guard,
    pub var: VarId,
    /// Of a write to all of a map, `None`.
    pub index: Option<Box<[ExprId]>>,
    /// What is read or written.
    pub value: ExprId,
    /// Of a read, what is there if nobody has written; of a write, `None`.
    pub initial: Option<ExprId>,
    /// The locks that the thread surely holds, and what it has seen written.
    pub held: Rc<[Place]>,
    pub passed: Rc<BTreeSet<Place>>,
}

pub(super) struct Thread {
    pub key: Key,
    /// The thread that spawned it, and how many events that had had.
    pub parent: Option<(usize, usize)>,
    pub events: usize,
    pub number: Option<ExprId>,
    pub entries: Vec<Entry>,
}

/// A body, and in which order its blocks are run.
pub(super) struct Plan {
    pub body: Body,
    order: Vec<BlockId>,
    leads_back: IdVec<BlockId, bool>,
    /// Of a loop: others may run where a round begins.
    pub yields_first: bool,
}

/// An activation.
pub(super) struct Active {
    pub proc: ProcId,
    /// Back edges that the bound counts, and that it does not.
    counted: u32,
    decided: u32,
    /// Constants have decided that the present iteration is not the last.
    goes_on: bool,
    /// Variables that were read before they were assigned.
    initial: FxHashMap<VarId, VarId>,
    /// Where these are listed, by which the activation is known.
    pub list: usize,
    /// Of a round of a loop that may wait: what it begins with.
    pub head: Option<Head>,
    /// What the caller's variables hold.
    pub outer: Rc<BTreeMap<VarId, ExprId>>,
}

pub(super) struct Run<'a> {
    pub program: &'a mut Program,
    plans: FxHashMap<ProcId, Rc<Plan>>,
    procs: Rc<IdVec<ProcId, Procedure>>,
    /// The globals that threads share, and those of them whose accesses are not of single elements.
    pub shared: FxHashSet<VarId>,
    pub whole: FxHashSet<VarId>,
    pub guess: &'a Guess,
    pub accesses: Accesses,
    /// What there is where a second thread begins, and on other ways that meet those behind.
    pub begun: Vec<State>,
    bound: u32,
    pub asked: Asked,
    pub budget: &'a Budget,
    pub cmds: Vec<Cmd>,
    /// Variables whose values say which execution it is.
    pub chosen: Vec<VarId>,
    is_chosen: FxHashSet<VarId>,
    /// All that the run makes.
    pub locals: Vec<VarId>,
    pub events: Vec<Event>,
    pub threads: Vec<Thread>,
    pub now: usize,
    pub nodes: Nodes,
    pub fails: Vec<ExprId>,
    pub cut: Vec<ProcId>,
    /// The places in the program where that is.
    pub cut_at: BTreeSet<Key>,
    pub active: Vec<Active>,
    pub halts: Vec<Halt>,
    /// Initial values by list.
    pub lists: Vec<Vec<(VarId, VarId)>>,
    pub path: Vec<(ProcId, BlockId, usize)>,
    /// The number that was given to a thread last, if the program asks for them.
    pub last_number: Option<ExprId>,
    pub numbers: Option<TypeId>,
    pub sizes: FxHashMap<ExprId, u32>,
    pub free: FreeVars,
    pub live: Live,
    /// What is assumed or asserted of the values of a segment.
    pub tests: Vec<Test>,
    /// The segments in which a thread may fail, a place in the program one after the other.
    pub failures: Vec<ExprId>,
    /// What names stand for; a command says so of each.
    pub named: FxHashMap<VarId, ExprId>,
    pub facts: Facts,
    pub seen_locks: Seen,
    /// Of the value of a read: where it was read, and what was there in the beginning.
    pub reads: FxHashMap<VarId, (Place, ExprId)>,
}

/// A condition that stands in a segment.
pub(super) struct Test {
    pub clock: ExprId,
    pub guard: ExprId,
    pub condition: ExprId,
    /// It fails if it does not hold.
    pub fails: bool,
    /// The command that says so.
    pub command: usize,
    /// How many places where a thread may fail are in front of it.
    pub failures: usize,
}

pub(super) type Outcome<T> = Result<T, NotOrdered>;

impl<'a> Run<'a> {
    pub fn new(
        program: &'a mut Program,
        (bound, asked): (u32, Asked),
        guess: &'a Guess,
        budget: &'a Budget,
    ) -> Run<'a> {
        let procs = Rc::new(program.procs.clone());
        Run {
            program,
            plans: FxHashMap::default(),
            procs,
            shared: FxHashSet::default(),
            whole: FxHashSet::default(),
            guess,
            accesses: Accesses::default(),
            begun: Vec::new(),
            bound,
            asked,
            budget,
            cmds: Vec::new(),
            chosen: Vec::new(),
            is_chosen: FxHashSet::default(),
            locals: Vec::new(),
            events: Vec::new(),
            threads: Vec::new(),
            now: 0,
            nodes: Nodes::default(),
            fails: Vec::new(),
            cut: Vec::new(),
            cut_at: BTreeSet::new(),
            active: Vec::new(),
            halts: Vec::new(),
            lists: Vec::new(),
            path: Vec::new(),
            last_number: None,
            numbers: None,
            sizes: FxHashMap::default(),
            free: FreeVars::default(),
            live: Live::default(),
            tests: Vec::new(),
            failures: Vec::new(),
            named: FxHashMap::default(),
            facts: Facts::default(),
            seen_locks: Seen::default(),
            reads: FxHashMap::default(),
        }
    }

    // ---- What is made.

    pub fn fresh(&mut self, name: &str, ty: TypeId) -> VarId {
        let var = self.program.new_var(name, VarKind::Local, ty, Span::NONE);
        self.locals.push(var);
        var
    }

    /// A variable with an arbitrary value that the trace tells.
    pub fn choice(&mut self, name: &str, ty: TypeId) -> VarId {
        let var = self.fresh(name, ty);
        self.chosen.push(var);
        self.is_chosen.insert(var);
        var
    }

    pub fn assume(&mut self, e: ExprId) {
        if *self.program.exprs.kind(e) != ExprKind::Bool(true) {
            self.cmds.push(Cmd::assume(e, Span::NONE));
        }
    }

    /// A condition whose value the trace tells: a constant, a variable or the negation of one.
    pub fn told(&mut self, name: &str, e: ExprId) -> ExprId {
        match self.source(e) {
            Some(_) => e,
            None => {
                let var = self.choice(name, TypeTable::BOOL);
                let var = self.program.var_expr(var);
                let defined = self.program.exprs.eq(var, e);
                self.assume(defined);
                var
            }
        }
    }

    /// Where the trace tells the value of a condition.
    pub fn source(&self, e: ExprId) -> Option<Source> {
        match self.program.exprs.kind(e) {
            ExprKind::Bool(value) => Some(Source::Constant(*value)),
            ExprKind::Var(v) if self.is_chosen.contains(v) => Some(Source::Var(*v)),
            ExprKind::Op(Op::Not, args) => match self.program.exprs.kind(args[0]) {
                ExprKind::Var(v) if self.is_chosen.contains(v) => Some(Source::Not(*v)),
                _ => None,
            },
            _ => None,
        }
    }

    pub fn entry(&mut self, state: &State, step: Step) {
        let when = self.source(state.guard.expr).unwrap_or(Source::Constant(true));
        self.threads[self.now].entries.push(Entry { when, step });
    }

    /// The condition holds wherever control is in this state, or nothing of that matters; whether it can be there at all.
    pub fn require(&mut self, state: &State, e: ExprId) -> bool {
        let exprs = &mut self.program.exprs;
        let is_fine = exprs.not(state.failed);
        let here = exprs.and(&[state.guard.expr, is_fine]);
        let holds = exprs.implies(here, e);
        let command = self.cmds.len();
        self.assume(holds);
        self.tested(state, (e, false), command);
        *self.program.exprs.kind(e) != ExprKind::Bool(false)
    }

    /// Notes that the command says of the present segment that a condition holds, or fails.
    pub fn tested(&mut self, state: &State, (condition, fails): (ExprId, bool), command: usize) {
        if self.cmds.len() == command {
            return;
        }
        let (clock, guard) = (state.clock, state.guard.expr);
        self.tests.push(Test { clock, guard, condition, fails, command, failures: self.failures.len() });
    }

    /// Notes that the thread may fail here, or go on beyond the bound: whichever of these is asked for.
    pub fn may_fail(&mut self, state: &State) {
        self.failures.push(state.clock);
    }

    // ---- Procedures.

    pub fn plan(&mut self, proc: ProcId) -> Outcome<Rc<Plan>> {
        if let Some(plan) = self.plans.get(&proc) {
            return Ok(plan.clone());
        }
        let Some(body) = self.procs[proc].body.clone() else { return Err(NotOrdered("a procedure without a body")) };
        let is_back = |block: &BlockId| body.blocks[*block].cmds.iter().any(|cmd| cmd.callee() == Some(proc));
        let is_loop = is_loop_procedure(&self.procs[proc]);
        let (last, mut order): (Vec<BlockId>, Vec<BlockId>) =
            reverse_postorder(&body).into_iter().partition(|block| is_loop && is_back(block));
        let leads_back = leading_to(&body, last.iter().copied());
        order.extend(last);
        let yields = |block: &BlockId| body.blocks[*block].cmds.first().and_then(mark) == Some(Mark::Yield);
        let yields_first = is_loop && body.blocks[body.entry].transfer.targets().first().is_some_and(yields);
        let plan = Rc::new(Plan { body, order, leads_back, yields_first });
        self.plans.insert(proc, plan.clone());
        Ok(plan)
    }

    /// A call; what is there behind it, and the results. `None`: control does not come back.
    pub fn call(
        &mut self,
        callee: ProcId,
        args: Vec<ExprId>,
        mut state: State,
    ) -> Outcome<Option<(State, Vec<ExprId>)>> {
        if self.active.last().is_some_and(|last| last.proc == callee) && is_loop_procedure(&self.procs[callee]) {
            let idle = self.idle(callee, &args, &state);
            let is_busy = self.program.exprs.not(idle);
            if !self.require(&state, is_busy) {
                return Ok(None);
            }
        }
        let Some(mut active) = self.enter(callee) else {
            self.cut_off(callee, &state);
            return Ok(None);
        };
        let is_large = self.lists.len() > MOST_ACTIVATIONS || self.cmds.len() > MOST_COMMANDS;
        if self.active.len() > DEEPEST || is_large || self.budget.check().is_err() {
            return Err(NotOrdered("the program is too large"));
        }
        let list = active.list;
        let mut before = self.program.exprs.bool(false);
        if is_loop_procedure(&self.procs[callee]) {
            let none = Changes::none(before);
            before = self.settled(&state.changes, &state);
            state.changes = none;
            active.head = self.head(callee, &args, &state);
        }
        let proc = &self.procs.clone()[callee];
        let outer = std::mem::replace(&mut state.locals, Rc::new(proc.ins.iter().copied().zip(args).collect()));
        active.outer = outer.clone();
        self.active.push(active);
        self.entry(&state, Step::Initial(list));
        let (child, in_atomic) = (state.child.take(), state.in_atomic);
        state.in_atomic += u32::from(is_atomic(self.program, proc));
        let returned = self.body(callee, state)?;
        let result = returned.map(|mut state| {
            let outs = proc.outs.iter().map(|&out| self.local(&state, out)).collect();
            (state.locals, state.child) = (outer, child);
            state.changes.some = self.program.exprs.or(&[before, state.changes.some]);
            if is_atomic(self.program, proc) {
                state.in_atomic = in_atomic;
            }
            (state, outs)
        });
        self.active.pop();
        Ok(result)
    }

    /// The thread, and the way to where it is by calls.
    pub fn place_in_program(&self) -> Key {
        let mut hasher = FxHasher::default();
        self.threads[self.now].key.hash(&mut hasher);
        self.path.hash(&mut hasher);
        hasher.finish()
    }

    /// The bound ends the executions that come here.
    fn cut_off(&mut self, callee: ProcId, state: &State) {
        if !self.cut.contains(&callee) {
            self.cut.push(callee);
        }
        let here = self.place_in_program();
        self.cut_at.insert(here);
        self.may_fail(state);
        match self.asked {
            Asked::Failures => {
                let never = self.program.exprs.bool(false);
                self.require(state, never);
            }
            Asked::Beyond => {
                let beyond = self.told("beyond", state.guard.expr);
                self.fails.push(beyond);
            }
        }
    }

    /// A new activation; `None`: it is beyond the bound.
    fn enter(&mut self, callee: ProcId) -> Option<Active> {
        let list = self.lists.len();
        let fresh = Active {
            proc: callee,
            counted: 0,
            decided: 0,
            goes_on: false,
            initial: FxHashMap::default(),
            list,
            head: None,
            outer: Rc::default(),
        };
        let active = if is_loop_procedure(&self.procs[callee]) {
            match self.active.last() {
                Some(last) if last.proc == callee => {
                    if last.goes_on && last.decided < DECIDED {
                        Active { counted: last.counted, decided: last.decided + 1, ..fresh }
                    } else if last.counted < self.bound {
                        Active { counted: last.counted + 1, decided: last.decided, ..fresh }
                    } else {
                        return None;
                    }
                }
                _ => fresh,
            }
        } else {
            let again = self.active.iter().filter(|active| active.proc == callee).count();
            if again > self.bound as usize {
                return None;
            }
            fresh
        };
        self.lists.push(Vec::new());
        Some(active)
    }

    /// The value of a local.
    pub fn local(&mut self, state: &State, var: VarId) -> ExprId {
        match state.locals.get(&var) {
            Some(&value) => value,
            None => self.initial(var),
        }
    }

    /// The arbitrary value of a local that the present activation begins with.
    fn initial(&mut self, var: VarId) -> ExprId {
        let known = self.active.last().and_then(|active| active.initial.get(&var).copied());
        let value = known.unwrap_or_else(|| {
            let (name, ty) = (self.program.vars[var].name.to_string(), self.program.vars[var].ty);
            let value = self.choice(&name, ty);
            if let Some(active) = self.active.last_mut() {
                active.initial.insert(var, value);
                self.lists[active.list].push((var, value));
            }
            value
        });
        self.program.var_expr(value)
    }

    /// Runs a body; the state at its returns.
    fn body(&mut self, proc: ProcId, state: State) -> Outcome<Option<State>> {
        let plan = self.plan(proc)?;
        let mut incoming: FxHashMap<BlockId, Vec<State>> = FxHashMap::default();
        incoming.insert(plan.body.entry, vec![state]);
        let mut returns = Vec::new();
        for &block in &plan.order {
            let Some(states) = incoming.remove(&block) else { continue };
            let state = self.merged(states)?;
            let Some(state) = self.commands(proc, block, &plan.body.blocks[block].cmds, state)? else { continue };
            let targets = plan.body.blocks[block].transfer.targets();
            if targets.is_empty() {
                returns.push(state);
            } else {
                for (target, state) in self.branch(proc, block, targets, &plan, state)? {
                    incoming.entry(target).or_default().push(state);
                }
            }
        }
        if returns.is_empty() { Ok(None) } else { self.merged(returns).map(Some) }
    }

    fn commands(&mut self, proc: ProcId, block: BlockId, cmds: &[Cmd], mut state: State) -> Outcome<Option<State>> {
        for (index, cmd) in cmds.iter().enumerate() {
            self.path.push((proc, block, index));
            let next = self.command(cmd, state);
            self.path.pop();
            match next? {
                Some(next) => state = next,
                None => return Ok(None),
            }
        }
        Ok(Some(state))
    }

    /// The ways from the end of a block.
    fn branch(
        &mut self,
        proc: ProcId,
        block: BlockId,
        targets: &[BlockId],
        plan: &Plan,
        mut state: State,
    ) -> Outcome<Vec<(BlockId, State)>> {
        if let &[only] = targets {
            return Ok(vec![(only, state)]);
        }
        let never = self.program.exprs.bool(false);
        let mut ways = Vec::new();
        for &target in targets {
            let (condition, is_about_state) = self.test(&plan.body.blocks[target].cmds, &mut state)?;
            if condition != never {
                ways.push((target, condition));
            } else if is_about_state
                && !plan.leads_back[target]
                && let Some(active) = self.active.last_mut()
            {
                active.goes_on = true;
            }
        }
        let conditions: Vec<ExprId> = ways.iter().map(|way| way.1).collect();
        let is_decided = matches!(conditions[..], [a, b] if self.program.exprs.not(a) == b);
        let guards = self.edges(state.guard, &conditions, is_decided);
        if guards.is_empty() {
            self.require(&state, never);
        }
        let mut next = Vec::new();
        for ((target, condition), guard) in ways.into_iter().zip(guards) {
            let mut state = State { guard, known: is_decided.then_some(condition), ..state.clone() };
            if is_decided {
                self.learn(&mut state, condition);
            }
            self.entry(&state, Step::Goto { proc, block, target });
            next.push((target, state));
        }
        Ok(next)
    }

    /// What a block assumes first, and whether that is about variables.
    fn test(&mut self, cmds: &[Cmd], state: &mut State) -> Outcome<(ExprId, bool)> {
        let (mut conditions, mut is_about_state) = (Vec::new(), false);
        for cmd in cmds {
            let CmdKind::Assume(e) = cmd.kind else { break };
            if crate::cfg::threads::mark(cmd).is_some() {
                break;
            }
            is_about_state |= !self.free.of(self.program, e).is_empty();
            conditions.push(self.eval(e, state)?);
        }
        Ok((self.program.exprs.and(&conditions), is_about_state))
    }

    /// The guards of the ways from a place. Where the conditions decide between two, nothing is chosen.
    fn edges(&mut self, from: Guard, conditions: &[ExprId], is_decided: bool) -> Vec<Guard> {
        let mut guards = Vec::new();
        if conditions.len() == 1 {
            return vec![from];
        }
        let mut rest = from.expr;
        for (index, &condition) in conditions.iter().enumerate() {
            let taken = match (is_decided, index + 1 == conditions.len()) {
                (true, _) => condition,
                (false, true) => self.program.exprs.bool(true),
                (false, false) => {
                    let choice = self.choice("choice", TypeTable::BOOL);
                    self.program.var_expr(choice)
                }
            };
            let base = if is_decided { from.expr } else { rest };
            let way = self.program.exprs.and(&[base, taken]);
            let expr = self.told("way", way);
            guards.push(Guard { expr, node: self.nodes.add(Some(from.node)) });
            let not = self.program.exprs.not(taken);
            let left = self.program.exprs.and(&[rest, not]);
            rest = left;
        }
        self.nodes.branch(from, guards.clone());
        guards
    }

    // ---- Ways that come together.

    fn merged(&mut self, mut states: Vec<State>) -> Outcome<State> {
        if states.len() == 1 {
            return Ok(states.remove(0));
        }
        let first = states[0].clone();
        if states.iter().any(|state| state.in_atomic != first.in_atomic) {
            return Err(NotOrdered("whether an atomic section goes on depends on the way there"));
        }
        let (guards, node) = self.nodes.join(states.iter().map(|state| state.guard).collect());
        let exprs: Vec<ExprId> = guards.iter().map(|guard| guard.expr).collect();
        let any = self.program.exprs.or(&exprs);
        let guard = Guard { expr: self.told("joined", any), node };
        let ways: Vec<ExprId> = states.iter().map(|state| state.guard.expr).collect();
        let failed: Vec<ExprId> = states.iter().map(|state| state.failed).collect();
        let failed = simplify::op(self.program, Op::Or, failed, TypeTable::BOOL);
        let changes = states.iter().map(|state| (&state.changes, state)).collect();
        let changes = self.merged_changes(changes, &ways);
        let halt = self.merged_halt(&states, &ways);
        let same_clock = states.iter().all(|state| state.clock == first.clock);
        let clock = if same_clock { first.clock } else { self.joined_clock(&states) };
        let children: Vec<Option<ExprId>> = states.iter().map(|state| state.child).collect();
        let child = match children.iter().copied().collect::<Option<Vec<ExprId>>>() {
            Some(numbers) => Some(self.choose_value(&ways, &numbers)),
            None => children.into_iter().flatten().next(),
        };
        let globals = self.merged_map(&states, &ways, |state| &state.globals, |run, _, &var| run.program.var_expr(var));
        let locals = self.merged_map(&states, &ways, |state| &state.locals, |run, _, &var| run.initial(var));
        let cells = self.merged_map(
            &states,
            &ways,
            |state| &state.cells,
            |run, state, (var, index)| run.untouched(state, *var, index),
        );
        let view = self.merged_view(&states, &ways);
        let holding = self.merged_holding(&mut states, &ways);
        let is_quiet = same_clock && states.iter().all(|state| state.is_quiet);
        let is_concurrent = states.iter().any(|state| state.is_concurrent);
        self.begun.extend(states.iter().filter(|state| is_concurrent && !state.is_concurrent).cloned());
        Ok(State {
            guard,
            known: None,
            failed,
            changes,
            halt,
            globals,
            cells,
            view,
            locals,
            clock,
            before: first.before.filter(|_| same_clock),
            is_quiet,
            holding,
            in_atomic: first.in_atomic,
            is_concurrent,
            child,
        })
    }

    fn joined_clock(&mut self, states: &[State]) -> ExprId {
        let clock = self.fresh("clock", TypeTable::INT);
        let clock = self.program.var_expr(clock);
        for state in states {
            let same = self.program.exprs.eq(clock, state.clock);
            let same = self.program.exprs.implies(state.guard.expr, same);
            self.assume(same);
        }
        clock
    }

    /// The value on the way that was taken.
    pub fn choose_value(&mut self, ways: &[ExprId], values: &[ExprId]) -> ExprId {
        let mut value = values[values.len() - 1];
        for (&way, &other) in ways.iter().zip(values).rev().skip(1) {
            value = simplify::ite(self.program, way, other, value);
        }
        self.named(value)
    }

    pub fn merged_map<K: Ord + Clone>(
        &mut self,
        states: &[State],
        ways: &[ExprId],
        of: impl Fn(&State) -> &Rc<std::collections::BTreeMap<K, ExprId>>,
        missing: impl Fn(&mut Self, &State, &K) -> ExprId,
    ) -> Rc<std::collections::BTreeMap<K, ExprId>> {
        let first = of(&states[0]);
        if states.iter().all(|state| Rc::ptr_eq(of(state), first) || of(state) == first) {
            return first.clone();
        }
        let mut keys: Vec<&K> = states.iter().flat_map(|state| of(state).keys()).collect();
        keys.sort();
        keys.dedup();
        let mut merged = std::collections::BTreeMap::new();
        for key in keys {
            let values: Vec<ExprId> = states
                .iter()
                .map(|state| of(state).get(key).copied().unwrap_or_else(|| missing(self, state, key)))
                .collect();
            merged.insert(key.clone(), self.choose_value(ways, &values));
        }
        Rc::new(merged)
    }

    /// What was seen on all ways.
    fn merged_view(&mut self, states: &[State], ways: &[ExprId]) -> Rc<std::collections::BTreeMap<Place, ExprId>> {
        let first = states[0].view.clone();
        let mut merged = std::collections::BTreeMap::new();
        for place in first.keys() {
            let values: Option<Vec<ExprId>> = states.iter().map(|state| state.view.get(place).copied()).collect();
            if let Some(values) = values {
                merged.insert(place.clone(), self.choose_value(ways, &values));
            }
        }
        Rc::new(merged)
    }

    /// Whether each thread has a variable of its own.
    pub fn is_own(&self, var: VarId) -> bool {
        is_thread_local(self.program, var)
    }
}
