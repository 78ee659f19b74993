//! Commands of the symbolic run.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::holding::Holding;
use super::places::{Key, Owner, cell};
use super::run::{Event, Outcome, Run, Thread};
use super::schedule::Step;
use super::simplify;
use super::state::{Guard, State};
use super::{Asked, NotOrdered};
use crate::base::ids::{ExprId, ProcId, VarId};
use crate::cfg::maps::is_map;
use crate::cfg::threads::{Mark, is_spawn, mark};
use crate::ir::visit::{for_each_child, substitute};
use crate::ir::{AssertKind, Cmd, CmdKind, Definition, Expr, ExprKind, FunctionKind, Op, TypeTable, VarKind};

/// A value with a larger tree has a name.
const LARGE: u32 = 12;

/// A write that is about to happen: the variable, the index, the value, and under which condition.
type Write = (VarId, Option<Box<[ExprId]>>, ExprId, Option<ExprId>);

impl Run<'_> {
    /// The state behind a command; `None`: control does not come there.
    pub fn command(&mut self, cmd: &Cmd, mut state: State) -> Outcome<Option<State>> {
        match (mark(cmd), &cmd.kind) {
            (Some(Mark::Yield), _) => {
                let begins = self.begins_segment(&state);
                if begins && !self.is_busy(&state) {
                    return Ok(None);
                }
                let mut state = self.yields(state);
                if begins {
                    self.halt(&mut state);
                }
                return Ok(Some(state));
            }
            (Some(Mark::Begin { nests }), _) => {
                state.in_atomic = if nests { state.in_atomic + 1 } else { 1 };
            }
            (Some(Mark::End { nests }), _) => {
                state.in_atomic = if nests { state.in_atomic.saturating_sub(1) } else { 0 };
            }
            (Some(which @ (Mark::Own | Mark::Child)), CmdKind::Havoc(vars)) => {
                let number = if which == Mark::Own { self.threads[self.now].number } else { state.child };
                for &var in vars {
                    let value = match number {
                        Some(number) => number,
                        None => self.arbitrary(var),
                    };
                    self.decided(&state, var, value);
                    self.assign(var, value, &mut state)?;
                }
            }
            (_, CmdKind::Assign(pairs)) => {
                let mut writes = Vec::new();
                for &(var, e) in pairs {
                    self.writes(var, e, None, &mut state, &mut writes)?;
                }
                for write in writes {
                    self.write(write, &mut state);
                }
            }
            (_, CmdKind::Havoc(vars)) => {
                for &var in vars {
                    let value = self.arbitrary(var);
                    self.decided(&state, var, value);
                    self.assign(var, value, &mut state)?;
                }
            }
            (_, CmdKind::Assume(e)) => {
                let e = self.eval(*e, &mut state)?;
                if state.known != Some(e) {
                    if !self.require(&state, e) {
                        return Ok(None);
                    }
                    self.learn(&mut state, e);
                }
            }
            (_, CmdKind::Assert(e, kind)) => return self.asserted(*e, *kind, state),
            (_, CmdKind::Call { callee, ins, outs, .. }) => {
                let args = ins.iter().map(|&e| self.eval(e, &mut state)).collect::<Outcome<Vec<ExprId>>>()?;
                let args = args.into_iter().map(|e| self.named(e)).collect();
                if is_spawn(cmd) {
                    return self.spawn(*callee, args, state).map(Some);
                }
                let Some((mut returned, results)) = self.call(*callee, args, state)? else { return Ok(None) };
                for (&out, value) in outs.iter().zip(results) {
                    self.assign(out, value, &mut returned)?;
                }
                return Ok(Some(returned));
            }
        }
        Ok(Some(state))
    }

    fn arbitrary(&mut self, var: VarId) -> ExprId {
        let (name, ty) = (self.program.vars[var].name.to_string(), self.program.vars[var].ty);
        let value = self.choice(&name, ty);
        self.program.var_expr(value)
    }

    /// The trace of the program has this value for the variable.
    fn decided(&mut self, state: &State, var: VarId, value: ExprId) {
        if let ExprKind::Var(from) = *self.program.exprs.kind(value) {
            self.entry(state, Step::Value { var, from });
        }
    }

    fn asserted(&mut self, e: ExprId, kind: AssertKind, mut state: State) -> Outcome<Option<State>> {
        if matches!(kind, AssertKind::Stop(_)) {
            return Err(NotOrdered("a place to stop at"));
        }
        let e = self.eval(e, &mut state)?;
        let exprs = &mut self.program.exprs;
        let (not, fine) = (exprs.not(e), exprs.not(state.failed));
        let fails = exprs.and(&[state.guard.expr, fine, not]);
        if *exprs.kind(fails) == ExprKind::Bool(false) {
            return Ok(Some(state));
        }
        let command = self.cmds.len();
        let fails = self.told("fails", fails);
        self.tested(&state, (e, true), command);
        let when = self.source(fails);
        if let Some(when) = when {
            self.threads[self.now].entries.push(super::schedule::Entry { when, step: Step::Fail });
        }
        self.may_fail(&state);
        match self.asked {
            Asked::Failures => self.fails.push(fails),
            Asked::Beyond => {
                let holds = self.program.exprs.not(fails);
                self.assume(holds);
            }
        }
        if *self.program.exprs.kind(e) == ExprKind::Bool(false) {
            return Ok(None);
        }
        state.failed = self.program.exprs.or(&[state.failed, fails]);
        Ok(Some(state))
    }

    // ---- Threads.

    /// Others may run here; the thread may stay here for good.
    fn yields(&mut self, mut state: State) -> State {
        if state.in_atomic > 0 {
            return state;
        }
        if !self.begins_segment(&state) {
            self.entry(&state, Step::Stay);
            return state;
        }
        let goes_on = self.choice("goes_on", TypeTable::BOOL);
        let goes_on = self.program.var_expr(goes_on);
        self.begin_segment(&mut state, goes_on);
        state
    }

    /// Whether a segment ends where others may run.
    pub fn begins_segment(&self, state: &State) -> bool {
        state.in_atomic == 0 && state.is_concurrent && !(state.is_quiet && state.holding.open.is_empty())
    }

    /// The thread goes on later, if it does.
    fn begin_segment(&mut self, state: &mut State, goes_on: ExprId) {
        let here = self.program.exprs.and(&[state.guard.expr, goes_on]);
        let expr = self.told("on", here);
        state.guard = Guard { expr, node: self.nodes.add(Some(state.guard.node)) };
        let fine = self.program.exprs.not(state.failed);
        let unless_failed = self.program.exprs.implies(expr, fine);
        self.assume(unless_failed);
        state.failed = self.program.exprs.bool(false);
        let clock = self.choice("clock", TypeTable::INT);
        let now = self.program.var_expr(clock);
        let later = self.program.exprs.op(Op::Lt, [state.clock, now], TypeTable::BOOL);
        self.assume(later);
        state.before = Some(state.clock);
        state.clock = now;
        self.end_segment(state);
        state.view = Rc::default();
        state.is_quiet = true;
        state.holding.open = Rc::default();
        self.keeps_locks(state);
        self.entry(state, Step::Segment { clock });
    }

    fn spawn(&mut self, callee: ProcId, args: Vec<ExprId>, mut state: State) -> Outcome<State> {
        if !std::mem::replace(&mut state.is_concurrent, true) {
            self.begun.push(state.clone());
        }
        let yes = self.program.exprs.bool(true);
        state.note_change(self.program, yes);
        let number = self.next_number();
        let (parent, child) = (self.now, self.threads.len());
        let key: Key = self.place_in_program() | 1;
        let events = self.threads[parent].events;
        let parent_of = Some((parent, events));
        self.threads.push(Thread { key, parent: parent_of, events: 0, number, entries: Vec::new() });
        self.entry(&state, Step::Spawn { child });
        state.child = number;
        self.now = child;
        let mut own = State {
            known: None,
            cells: Rc::default(),
            locals: Rc::default(),
            in_atomic: 0,
            child: None,
            holding: Holding { held: Rc::default(), ..state.holding.clone() },
            halt: None,
            ..state.clone()
        };
        let goes_on = self.choice("begins", TypeTable::BOOL);
        let goes_on = self.program.var_expr(goes_on);
        self.begin_segment(&mut own, goes_on);
        self.begin_own(&mut own)?;
        let path = std::mem::take(&mut self.path);
        if let Some((end, _)) = self.call(callee, args, own)? {
            self.keeps_locks(&end);
        }
        self.path = path;
        self.now = parent;
        state.is_quiet = false;
        Ok(self.yields(state))
    }

    /// The thread's own variables are arbitrary.
    fn begin_own(&mut self, state: &mut State) -> Outcome<()> {
        let own: Vec<VarId> = self.program.globals.iter().copied().filter(|&g| self.is_own(g)).collect();
        for &var in &own {
            let value = self.arbitrary(var);
            self.decided(state, var, value);
            Rc::make_mut(&mut state.globals).insert(var, value);
        }
        for var in own {
            if let Some(clause) = self.program.vars[var].where_clause {
                let clause = self.eval(clause, state)?;
                self.require(state, clause);
            }
        }
        Ok(())
    }

    /// The number of a new thread: greater than all before.
    pub fn next_number(&mut self) -> Option<ExprId> {
        let ty = self.numbers?;
        let number = self.choice("number", ty);
        let number = self.program.var_expr(number);
        let least = match self.last_number {
            Some(last) => last,
            None => self.program.exprs.int(0),
        };
        let above = self.program.exprs.op(Op::Lt, [least, number], TypeTable::BOOL);
        self.assume(above);
        self.last_number = Some(number);
        Some(number)
    }

    // ---- Accesses.

    /// Where the values of a place are.
    fn owner(&self, state: &State, var: VarId, index: Option<&[ExprId]>) -> Where {
        if !state.is_concurrent || !self.shared.contains(&var) {
            return Where::Variable;
        }
        let key = self.threads[self.now].key;
        let is_own = |owner: Owner| owner == Owner::Nobody || owner == Owner::Thread(key);
        let cell = index.and_then(|index| cell(self.program, var, index));
        let of_cell = cell.and_then(|cell| self.guess.cells.get(&cell).copied());
        match (self.guess.vars.get(&var).copied(), of_cell) {
            (Some(owner), _) if is_own(owner) => Where::Variable,
            (_, Some(owner)) if is_own(owner) => Where::Cell,
            (Some(Owner::Unread), _) | (_, Some(Owner::Unread)) => Where::Unread,
            _ => Where::Shared,
        }
    }

    /// Whether accesses to a variable are events.
    pub fn is_followed(&self, var: VarId, state: &State) -> bool {
        matches!(self.owner(state, var, Some(&[])), Where::Shared)
    }

    pub fn global(&mut self, state: &State, var: VarId) -> ExprId {
        match state.globals.get(&var) {
            Some(&value) => value,
            None => self.program.var_expr(var),
        }
    }

    /// What is at a place that nobody has written since there are several threads.
    pub fn untouched(&mut self, state: &State, var: VarId, index: &[ExprId]) -> ExprId {
        let value = self.global(state, var);
        if index.is_empty() { value } else { simplify::select(self.program, value, index) }
    }

    fn read(&mut self, var: VarId, index: &[ExprId], state: &mut State) -> ExprId {
        if state.is_concurrent && self.shared.contains(&var) {
            let key = self.threads[self.now].key;
            let hits = self.hits(index, state);
            self.accesses.add(self.program, (var, Some(index)), (key, false), hits);
        }
        let place = (var, Box::from(index));
        match self.owner(state, var, Some(index)) {
            Where::Variable => return self.untouched(state, var, index),
            Where::Cell => {
                let known = state.cells.get(&place).copied();
                return known.unwrap_or_else(|| self.untouched(state, var, index));
            }
            Where::Shared | Where::Unread => {}
        }
        if let Some(&value) = state.view.get(&place) {
            return value;
        }
        let initial = self.untouched(state, var, index);
        self.note_first(&place, initial);
        let (name, ty) = (format!("read_{}", self.program.vars[var].name), self.program.exprs.ty(initial));
        let value = self.fresh(&name, ty);
        self.reads.insert(value, (place.clone(), initial));
        let value = self.program.var_expr(value);
        let moves = self.read_moves(state, &place, initial);
        self.event(state, (var, Some(place.1.clone())), value, (state.guard, Some(initial)));
        state.is_quiet &= moves;
        Rc::make_mut(&mut state.view).insert(place, value);
        value
    }

    fn event(
        &mut self,
        state: &mut State,
        (var, index): (VarId, Option<Box<[ExprId]>>),
        value: ExprId,
        (guard, initial): (Guard, Option<ExprId>),
    ) {
        let thread = self.now;
        let at = self.threads[thread].events;
        self.threads[thread].events += 1;
        let (clock, before) = (state.clock, state.before);
        let (held, passed) = (self.surely_held(state), state.holding.passed.clone());
        let (tests, failures) = (self.tests.len(), self.failures.len());
        self.events.push(Event {
            thread,
            at,
            tests,
            failures,
            clock,
            before,
            guard,
            var,
            index,
            value,
            initial,
            held,
            passed,
        });
    }

    /// The writes that an assignment stands for.
    fn writes(
        &mut self,
        var: VarId,
        e: ExprId,
        when: Option<ExprId>,
        state: &mut State,
        writes: &mut Vec<Write>,
    ) -> Outcome<()> {
        let is_global = self.program.vars[var].kind == VarKind::Global;
        if is_global && !self.whole.contains(&var) && self.shared.contains(&var) {
            match self.program.exprs.kind(e).clone() {
                ExprKind::Var(same) if same == var => return Ok(()),
                ExprKind::Op(Op::Store, args) if is_spine(self.program, var, e) => {
                    self.writes(var, args[0], when, state, writes)?;
                    let index = args[1..args.len() - 1].iter().map(|&e| self.eval(e, state));
                    let index = index.collect::<Outcome<Box<[ExprId]>>>()?;
                    let index = index.iter().map(|&e| self.named(e)).collect();
                    let value = self.eval(args[args.len() - 1], state)?;
                    writes.push((var, Some(index), self.named(value), when));
                    return Ok(());
                }
                ExprKind::Op(Op::Ite, args) if is_spine(self.program, var, e) => {
                    let condition = self.eval(args[0], state)?;
                    for (condition, branch) in [(condition, args[1]), (self.program.exprs.not(condition), args[2])] {
                        let before: Vec<ExprId> = when.into_iter().collect();
                        let all: Vec<ExprId> = before.into_iter().chain([condition]).collect();
                        let when = self.program.exprs.and(&all);
                        self.writes(var, branch, Some(when), state, writes)?;
                    }
                    return Ok(());
                }
                _ => {}
            }
        }
        let value = self.eval(e, state)?;
        writes.push((var, self.all_of(var), self.named(value), when));
        Ok(())
    }

    fn assign(&mut self, var: VarId, value: ExprId, state: &mut State) -> Outcome<()> {
        self.write((var, self.all_of(var), value, None), state);
        Ok(())
    }

    /// The index of a write to all of a variable: none where it is followed by element.
    fn all_of(&self, var: VarId) -> Option<Box<[ExprId]>> {
        (!is_map(self.program, var) || self.whole.contains(&var)).then(Box::default)
    }

    fn write(&mut self, (var, index, value, when): Write, state: &mut State) {
        if self.program.vars[var].kind != VarKind::Global {
            Rc::make_mut(&mut state.locals).insert(var, value);
            return;
        }
        if state.is_concurrent && self.shared.contains(&var) {
            let key = self.threads[self.now].key;
            let hits = index.as_deref().and_then(|index| self.hits(index, state));
            self.accesses.add(self.program, (var, index.as_deref()), (key, true), hits);
            if index.as_deref() == Some(&[]) {
                self.note_growth((var, value), when.is_some(), state);
            }
        }
        let place = (var, index.clone().unwrap_or_default());
        match self.owner(state, var, index.as_deref()) {
            Where::Variable => {
                let before = self.global(state, var);
                let mut after = match index.as_deref() {
                    None | Some([]) => value,
                    Some(index) => simplify::store(self.program, before, index, value),
                };
                if let Some(when) = when {
                    after = simplify::ite(self.program, when, after, before);
                }
                Rc::make_mut(&mut state.globals).insert(var, after);
            }
            Where::Cell => {
                let known = state.cells.get(&place).copied();
                let before = known.unwrap_or_else(|| self.untouched(state, var, &place.1));
                let after = when.map_or(value, |when| simplify::ite(self.program, when, value, before));
                Rc::make_mut(&mut state.cells).insert(place, after);
            }
            Where::Unread => {}
            Where::Shared => {
                self.note_write((index.is_some(), &place), value, when, state);
                let mut guard = state.guard;
                if let Some(when) = when {
                    let here = self.program.exprs.and(&[guard.expr, when]);
                    guard = Guard { expr: self.told("writes", here), node: self.nodes.add(Some(guard.node)) };
                }
                let moves = self.write_moves(state, (var, index.as_deref()), value, when.is_some());
                self.event(state, (var, index.clone()), value, (guard, None));
                state.is_quiet &= moves;
                let program = &*self.program;
                let differs = |other: &[ExprId]| {
                    let pairs = other.iter().zip(&place.1);
                    index.is_some() && pairs.into_iter().any(|(&a, &b)| simplify::differ(program, a, b))
                };
                let view: BTreeMap<_, _> = state
                    .view
                    .iter()
                    .filter(|((of, other), _)| *of != var || differs(other))
                    .map(|(place, value)| (place.clone(), *value))
                    .collect();
                state.view = Rc::new(view);
                if index.is_some() && when.is_none() {
                    Rc::make_mut(&mut state.view).insert(place, value);
                }
            }
        }
    }

    // ---- Expressions.

    /// The value of an expression in a state. What it reads are events.
    pub fn eval(&mut self, e: ExprId, state: &mut State) -> Outcome<ExprId> {
        let mut done = FxHashMap::default();
        self.value(e, state, &mut done)
    }

    fn value(&mut self, e: ExprId, state: &mut State, done: &mut FxHashMap<ExprId, ExprId>) -> Outcome<ExprId> {
        if let Some(&value) = done.get(&e) {
            return Ok(value);
        }
        let Expr { kind, ty } = self.program.exprs.get(e).clone();
        let value = match kind {
            ExprKind::Var(var) => self.variable(var, e, state),
            ExprKind::Old(_) => return Err(NotOrdered("old")),
            ExprKind::Code(_) => return Err(NotOrdered("a code expression")),
            ExprKind::Op(Op::Select, args) => {
                let index: Vec<ExprId> =
                    args[1..].iter().map(|&arg| self.value(arg, state, done)).collect::<Outcome<_>>()?;
                match *self.program.exprs.kind(args[0]) {
                    ExprKind::Var(map) if self.is_by_element(map) => {
                        let index: Vec<ExprId> = index.into_iter().map(|e| self.named(e)).collect();
                        self.read(map, &index, state)
                    }
                    _ => {
                        let map = self.value(args[0], state, done)?;
                        simplify::select(self.program, map, &index)
                    }
                }
            }
            ExprKind::Op(op, args) => {
                let args = self.arguments(op, &args, state, done)?;
                simplify::op(self.program, op, args, ty)
            }
            ExprKind::Call { func, types, args } => {
                let args: Box<[ExprId]> =
                    args.iter().map(|&arg| self.value(arg, state, done)).collect::<Outcome<_>>()?;
                self.applied(Expr { kind: ExprKind::Call { func, types, args }, ty })
            }
            ExprKind::Quantifier(_) | ExprKind::Lambda { .. } => {
                let vars = self.free.of(self.program, e).to_vec();
                let mut values = FxHashMap::default();
                for var in vars {
                    let own = self.program.var_expr(var);
                    values.insert(var, self.variable(var, own, state));
                }
                substitute(&mut self.program.exprs, e, &values)
            }
            _ => e,
        };
        done.insert(e, value);
        Ok(value)
    }

    /// The values of an operator's arguments. What is not looked at, since others decide, is not read, and may be anything.
    fn arguments(
        &mut self,
        op: Op,
        args: &[ExprId],
        state: &mut State,
        done: &mut FxHashMap<ExprId, ExprId>,
    ) -> Outcome<Vec<ExprId>> {
        let mut values = Vec::with_capacity(args.len());
        for (n, &arg) in args.iter().enumerate() {
            let first = values.first().map(|&first| self.program.exprs.kind(first));
            let is_skipped = match (op, first) {
                (Op::Ite, Some(ExprKind::Bool(condition))) => n == if *condition { 2 } else { 1 },
                _ => false,
            };
            let value = if is_skipped { arg } else { self.value(arg, state, done)? };
            values.push(value);
            let decides = match (op, self.program.exprs.kind(value)) {
                (Op::And, ExprKind::Bool(value)) => !value,
                (Op::Or, ExprKind::Bool(value)) => *value,
                _ => false,
            };
            if decides {
                values.resize(args.len(), value);
                break;
            }
        }
        Ok(values)
    }

    fn is_by_element(&self, var: VarId) -> bool {
        self.program.vars[var].kind == VarKind::Global && self.shared.contains(&var) && !self.whole.contains(&var)
    }

    fn variable(&mut self, var: VarId, e: ExprId, state: &mut State) -> ExprId {
        match self.program.vars[var].kind {
            VarKind::Global if self.is_by_element(var) && is_map(self.program, var) => self.global(state, var),
            VarKind::Global => self.read(var, &[], state),
            VarKind::Const { .. } | VarKind::Bound => e,
            VarKind::In | VarKind::Out | VarKind::Local => self.local(state, var),
        }
    }

    /// A function of arguments that are evaluated.
    fn applied(&mut self, call: Expr) -> ExprId {
        let ExprKind::Call { func, args, .. } = &call.kind else { panic!("internal: not a call") };
        match &self.program.funcs[*func].kind {
            FunctionKind::Defined { body, style: Definition::Inline | Definition::Define } => {
                let params = self.program.funcs[*func].params.iter().copied().zip(args.iter().copied()).collect();
                let body = *body;
                self.simplified(body, &params, &mut FxHashMap::default())
            }
            FunctionKind::Builtin(builtin) => {
                let builtin = builtin.clone();
                simplify::builtin(self.program, &builtin, args).unwrap_or_else(|| self.program.exprs.intern(call))
            }
            _ => self.program.exprs.intern(call),
        }
    }

    /// The body of a function over its arguments.
    fn simplified(
        &mut self,
        e: ExprId,
        params: &FxHashMap<VarId, ExprId>,
        done: &mut FxHashMap<ExprId, ExprId>,
    ) -> ExprId {
        if let Some(&known) = done.get(&e) {
            return known;
        }
        let Expr { kind, ty } = self.program.exprs.get(e).clone();
        let value = match kind {
            ExprKind::Var(var) => params.get(&var).copied().unwrap_or(e),
            ExprKind::Op(op, args) => {
                let args = args.iter().map(|&arg| self.simplified(arg, params, done)).collect();
                simplify::op(self.program, op, args, ty)
            }
            ExprKind::Call { func, types, args } => {
                let args = args.iter().map(|&arg| self.simplified(arg, params, done)).collect();
                self.applied(Expr { kind: ExprKind::Call { func, types, args }, ty })
            }
            ExprKind::Quantifier(_) | ExprKind::Lambda { .. } => substitute(&mut self.program.exprs, e, params),
            _ => e,
        };
        done.insert(e, value);
        value
    }

    /// A large value is told apart by a name, so that what is made of it stays small.
    pub fn named(&mut self, value: ExprId) -> ExprId {
        let ty = self.program.exprs.ty(value);
        if self.program.types.is_map(ty) || self.size(value) <= LARGE {
            return value;
        }
        let name = self.fresh("value", ty);
        self.named.insert(name, value);
        self.cmds.extend(Cmd::assign(vec![(name, value)], ivl::source::Span::NONE));
        self.program.var_expr(name)
    }

    /// The size of a tree, as far as it is not large.
    fn size(&mut self, e: ExprId) -> u32 {
        if let Some(&size) = self.sizes.get(&e) {
            return size;
        }
        let mut children = Vec::new();
        for_each_child(self.program.exprs.kind(e), |child| children.push(child));
        let mut size = 1;
        for child in children {
            size += self.size(child);
            if size > LARGE {
                break;
            }
        }
        self.sizes.insert(e, size);
        size
    }
}

/// Where the values of a place are found.
enum Where {
    /// In the state, by variable; nobody else is concerned.
    Variable,
    /// In the state, by element.
    Cell,
    /// In the events.
    Shared,
    /// Nowhere.
    Unread,
}

/// Whether an expression is a map with changes to some elements.
pub(super) fn is_spine(program: &crate::ir::Program, var: VarId, e: ExprId) -> bool {
    match program.exprs.kind(e) {
        ExprKind::Var(same) => *same == var,
        ExprKind::Op(Op::Store, args) => is_spine(program, var, args[0]),
        ExprKind::Op(Op::Ite, args) => is_spine(program, var, args[1]) && is_spine(program, var, args[2]),
        _ => false,
    }
}
