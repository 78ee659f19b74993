//! Explores all executions of a small program within a bound: an oracle that shares nothing with the engines but the
//! definition of the bound.
//!
//! The bound is the contract of `--bound N`: each loop's back edge is taken at most N times per entry of the loop, each
//! procedure has at most N + 1 activations at a time.
//!
//! A variable without a value (an initial one, a havocked one) stays without until something looks at it; then every
//! value is tried. Booleans, small bit-vectors and what is built from them have all their values; integers those of a
//! range, so the answer is exact only for programs that keep their arbitrary integers in it. What the language leaves
//! open (uninterpreted functions, division by zero) is chosen the same way, point by point.
//!
//! A call is explored once for each state in which it is made: its result is the set of states at its returns.

mod code;
mod live;
mod nest;
mod path;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::rc::Rc;

use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};

use self::code::{Code, Micro};
use self::path::{Event, Flat};
use super::domain::{ENUMERATED, product, table};
use super::eval::{Evaluator, Interpretation, Limits};
use super::stuck::{Point, Slot, Stuck};
use crate::base::ids::{BlockId, Id, IdVec, ProcId, TypeId, VarId};
use crate::ir::{Program, Type, VarKind};
use crate::verdict::{Division, FuncValue, Trace, Value};

/// Limits of an exploration.
#[derive(Clone, Debug)]
pub struct Options {
    /// `--bound`
    pub bound: u32,
    /// The integers that a variable may have when the program does not determine it.
    pub ints: RangeInclusive<i64>,
    /// The number of elements of each uninterpreted type.
    pub elements: u64,
    /// States visited before giving up.
    pub states: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { bound: 1, ints: -2..=2, elements: 2, states: 1_000_000 }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// An assertion is violated by this execution.
    Unsafe(Trace),
    /// No execution within the bound violates an assertion. `cut_off`: some execution goes beyond the bound.
    Safe { cut_off: bool },
    /// More states than allowed.
    TooBig,
    /// No violation was found, but something could not be evaluated or enumerated.
    Unclear(Stuck),
}

/// What a procedure does, and what is live where.
fn code_of(program: &Program, proc: ProcId, is_entry: bool) -> Code<'_> {
    let mut code = Code::new(program, proc, is_entry);
    if program.procs[proc].body.is_some() {
        code.live = live::live_at_blocks(program, &code);
    }
    code
}

/// All executions of `entry`.
pub fn explore(program: &Program, entry: ProcId, options: &Options) -> Outcome {
    super::on_deep_stack(|| Explorer::new(program, entry, options).run())
}

/// A point in a procedure's execution and the values there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    block: BlockId,
    next: usize,
    /// How often the back edge of each loop around was taken.
    counts: Vec<u32>,
    /// In the order of [`Code::vars`], then [`Code::olds`].
    values: Vec<Option<Value>>,
    points: Rc<BTreeMap<Point, Value>>,
}

/// A state that was reached, and how.
struct Node {
    state: Rc<State>,
    parent: Option<usize>,
    /// The events since the parent.
    events: Vec<Event>,
}

/// Everything that the outcome of a call depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct CallKey {
    proc: ProcId,
    /// Constants, globals and in-parameters.
    values: Vec<Option<Value>>,
    points: Rc<BTreeMap<Point, Value>>,
    /// Activations of each procedure, this one included.
    active: Vec<u32>,
}

/// Constants, globals and out-parameters at a return, and the open points.
type CallResult = (Vec<Option<Value>>, Rc<BTreeMap<Point, Value>>);

/// An explored call.
struct Instance {
    proc: ProcId,
    nodes: Vec<Node>,
    /// The ends at returns, with different results.
    exits: Vec<Node>,
}

/// Why exploration ended early.
enum Halt {
    /// From the start of the innermost procedure.
    Violation(Vec<Flat>),
    TooBig,
}

/// How a step ends.
enum Progress {
    Next,
    /// The path ends here: blocked, violated the bound, or handed to other nodes.
    End,
    /// A choice must be made first.
    Choice(Stuck),
}

struct Explorer<'p> {
    program: &'p Program,
    entry: ProcId,
    options: &'p Options,
    eval: Evaluator<'p>,
    codes: IdVec<ProcId, Option<Rc<Code<'p>>>>,
    /// See [`live::mentioned_globals`].
    mentioned: IdVec<ProcId, Vec<bool>>,
    instances: Vec<Instance>,
    known: FxHashMap<CallKey, usize>,
    active: Vec<u32>,
    points: Rc<BTreeMap<Point, Value>>,
    visited: usize,
    cut_off: bool,
    unclear: Option<Stuck>,
}

/// An exploration of one call that is under way.
struct Search {
    nodes: Vec<Node>,
    seen: FxHashMap<Rc<State>, usize>,
    exits: Vec<Node>,
    results: FxHashSet<CallResult>,
}

impl Search {
    fn add(&mut self, state: State, parent: Option<usize>, events: Vec<Event>) {
        let state = Rc::new(state);
        if !self.seen.contains_key(&state) {
            self.seen.insert(state.clone(), self.nodes.len());
            self.nodes.push(Node { state, parent, events });
        }
    }
}

impl<'p> Explorer<'p> {
    fn new(program: &'p Program, entry: ProcId, options: &'p Options) -> Explorer<'p> {
        let model = Interpretation { lazy: true, ..Interpretation::default() };
        let mut eval = Evaluator::new(program, model, Limits { fuel: 1_000_000, ..Limits::default() });
        eval.domain.set_elements(options.elements);
        Explorer {
            program,
            entry,
            options,
            eval,
            codes: IdVec::filled(None, program.procs.len()),
            mentioned: live::mentioned_globals(program),
            instances: Vec::new(),
            known: FxHashMap::default(),
            active: vec![0; program.procs.len()],
            points: Rc::default(),
            visited: 0,
            cut_off: false,
            unclear: None,
        }
    }

    fn run(mut self) -> Outcome {
        if self.program.procs[self.entry].body.is_none() {
            return Outcome::Safe { cut_off: false };
        }
        let vars = self.program.consts.len() + self.program.globals.len() + self.program.procs[self.entry].ins.len();
        let mut active = self.active.clone();
        active[self.entry.index()] = 1;
        let key = CallKey { proc: self.entry, values: vec![None; vars], points: Rc::default(), active };
        match self.call(key, true) {
            Err(Halt::Violation(events)) => {
                Outcome::Unsafe(path::trace(self.program, &mut self.eval.domain, self.entry, events))
            }
            Err(Halt::TooBig) => Outcome::TooBig,
            Ok(_) => match self.unclear {
                Some(stuck) => Outcome::Unclear(stuck),
                None => Outcome::Safe { cut_off: self.cut_off },
            },
        }
    }

    fn code(&mut self, proc: ProcId, is_entry: bool) -> Rc<Code<'p>> {
        if is_entry {
            return Rc::new(code_of(self.program, proc, true));
        }
        let program = self.program;
        self.codes[proc].get_or_insert_with(|| Rc::new(code_of(program, proc, false))).clone()
    }

    /// Explores a call, or finds it among those explored.
    fn call(&mut self, key: CallKey, is_entry: bool) -> Result<usize, Halt> {
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let proc = key.proc;
        let code = self.code(proc, is_entry);
        let outer = std::mem::replace(&mut self.active, key.active.clone());
        let mut values = key.values.clone();
        values.resize(code.vars.len() + code.olds.len(), None);
        let start = State { block: code.start(), next: 0, counts: Vec::new(), values, points: key.points.clone() };
        let mut search =
            Search { nodes: Vec::new(), seen: FxHashMap::default(), exits: Vec::new(), results: FxHashSet::default() };
        search.add(start, None, Vec::new());
        let mut next = search.nodes.len();
        let mut open: Vec<usize> = (0..next).collect();
        // Depth first, so that violations deep in the program are met early.
        while let Some(node) = open.pop() {
            self.visited += 1;
            if self.visited > self.options.states {
                return Err(Halt::TooBig);
            }
            self.visit(&code, &mut search, node)?;
            open.extend(next..search.nodes.len());
            next = search.nodes.len();
        }
        self.active = outer;
        self.instances.push(Instance { proc, nodes: search.nodes, exits: search.exits });
        let index = self.instances.len() - 1;
        self.known.insert(key, index);
        Ok(index)
    }

    /// Puts a state's values where the evaluator finds them.
    fn load(&mut self, code: &Code<'p>, state: &State) {
        let slot = |v: VarId, value: &Option<Value>| -> Slot { value.clone().ok_or(Stuck::Unassigned(v)) };
        let (vars, olds) = state.values.split_at(code.vars.len());
        for (&v, value) in code.vars.iter().zip(vars) {
            self.eval.set(v, slot(v, value));
        }
        for (&v, value) in code.olds.iter().zip(olds) {
            self.eval.set_old(v, slot(v, value));
        }
        self.eval.forget_calls();
        if *self.points != *state.points {
            self.points = state.points.clone();
            self.load_points();
        }
    }

    fn load_points(&mut self) {
        let model = &mut self.eval.model;
        model.functions.clear();
        model.divisions.clear();
        for (point, value) in self.points.iter() {
            let empty = || FuncValue { entries: BTreeMap::new(), default: value.clone() };
            let (table, args) = match point {
                Point::Function(func, args) => (model.functions.entry(*func).or_insert_with(empty), args.clone()),
                Point::Division(op, dividend) => {
                    (model.divisions.entry(*op).or_insert_with(empty), vec![dividend.clone()])
                }
            };
            table.entries.insert(args, value.clone());
        }
    }

    /// Executes from a node until the path ends or branches.
    fn visit(&mut self, code: &Code<'p>, search: &mut Search, node: usize) -> Result<(), Halt> {
        let start = search.nodes[node].state.clone();
        self.load(code, &start);
        let mut state = State::clone(&start);
        let mut events = Vec::new();
        loop {
            match self.step(code, search, node, &mut state, &mut events)? {
                Progress::Next => state.next += 1,
                Progress::End => return Ok(()),
                Progress::Choice(stuck) => {
                    self.branch(code, search, node, &state, &events, stuck);
                    return Ok(());
                }
            }
        }
    }

    /// One successor for each way to make a choice.
    fn branch(
        &mut self,
        code: &Code<'p>,
        search: &mut Search,
        node: usize,
        state: &State,
        events: &[Event],
        choice: Stuck,
    ) {
        let (ty, position) = match &choice {
            Stuck::Unassigned(v) => match code.vars.iter().position(|x| x == v) {
                Some(position) => (self.program.vars[*v].ty, Some(position)),
                None => return self.give_up(choice),
            },
            Stuck::Open(point) => match &**point {
                Point::Function(func, _) => (self.program.funcs[*func].result, None),
                Point::Division(Division::Real, _) => return self.give_up(choice),
                Point::Division(..) => (crate::ir::TypeTable::INT, None),
            },
            _ => return self.give_up(choice),
        };
        let Some(values) = self.values(ty) else { return self.give_up(Stuck::NoValues(ty)) };
        for value in values {
            let mut next = state.clone();
            let mut events = events.to_vec();
            match (&choice, position) {
                (Stuck::Unassigned(v), Some(position)) => {
                    events.push(Event::Fix(*v, value.clone()));
                    next.values[position] = Some(value);
                }
                (Stuck::Open(point), _) => {
                    events.push(Event::Point(Point::clone(point), value.clone()));
                    let mut points = BTreeMap::clone(&next.points);
                    points.insert(Point::clone(point), value);
                    next.points = Rc::new(points);
                }
                _ => {}
            }
            search.add(next, Some(node), events);
        }
    }

    /// How many values at the front of a state are those of constants and globals.
    fn shared(&self) -> usize {
        self.program.consts.len() + self.program.globals.len()
    }

    /// All values that a variable of the type may have.
    fn values(&mut self, ty: TypeId) -> Option<Vec<Value>> {
        let program = self.program;
        match program.types.get(ty) {
            Type::Int => Some(self.options.ints.clone().map(|n| Value::Int(BigInt::from(n))).collect()),
            Type::Map { binders: 0, args, result } if self.eval.domain.all(ty).is_none() => {
                let points = self.eval.domain.tuples(args)?;
                let results = self.values(*result)?;
                let count = u32::try_from(points.len()).ok().and_then(|p| (results.len() as u64).checked_pow(p));
                count.filter(|&n| n <= ENUMERATED)?;
                let columns = vec![Rc::from(results); points.len()];
                Some(product(&columns).into_iter().map(|row| table(&points, row)).collect())
            }
            _ => self.eval.domain.all(ty).map(|all| all.to_vec()),
        }
    }

    fn give_up(&mut self, stuck: Stuck) {
        self.unclear.get_or_insert(stuck);
    }

    /// What follows when a condition has no certain value.
    fn without_value(&mut self, stuck: Stuck) -> Progress {
        if stuck.is_choice() {
            return Progress::Choice(stuck);
        }
        self.give_up(stuck);
        Progress::End
    }

    fn store(&mut self, code: &Code<'p>, state: &mut State, var: VarId, value: Option<Value>) {
        if let Some(position) = code.vars.iter().position(|&v| v == var) {
            self.eval.set(var, value.clone().ok_or(Stuck::Unassigned(var)));
            state.values[position] = value;
        }
    }

    fn step(
        &mut self,
        code: &Code<'p>,
        search: &mut Search,
        node: usize,
        state: &mut State,
        events: &mut Vec<Event>,
    ) -> Result<Progress, Halt> {
        match &code.blocks[state.block.index()][state.next] {
            Micro::Assign(pairs) => {
                let mut values = Vec::with_capacity(pairs.len());
                for &(_, e) in *pairs {
                    match self.eval.eval(e) {
                        Ok(value) => values.push(value),
                        Err(stuck) => return Ok(self.without_value(stuck)),
                    }
                }
                for (&(var, _), value) in pairs.iter().zip(values) {
                    self.store(code, state, var, Some(value));
                }
            }
            Micro::Havoc(vars) => {
                for &v in vars {
                    self.store(code, state, v, None);
                }
                events.push(Event::Havoc(vars.clone()));
            }
            Micro::Assume(e) => match self.eval.holds(*e) {
                Ok(true) => {}
                Ok(false) => return Ok(Progress::End),
                Err(stuck) => return Ok(self.without_value(stuck)),
            },
            Micro::Assert(e) => match self.eval.holds(*e) {
                Ok(true) => {}
                Ok(false) => {
                    let flat = self.flatten(&search.nodes, Some(node), events);
                    return Err(Halt::Violation(flat));
                }
                Err(stuck) => return Ok(self.without_value(stuck)),
            },
            Micro::Distinct(vars) => {
                for (i, &a) in vars.iter().enumerate() {
                    let a = match self.eval.var(a) {
                        Ok(value) => value.clone(),
                        Err(stuck) => return Ok(Progress::Choice(stuck.clone())),
                    };
                    if vars[..i].iter().any(|&b| *self.eval.var(b) == Ok(a.clone())) {
                        return Ok(Progress::End);
                    }
                }
            }
            Micro::Snapshot => {
                if let Some(choice) = self.snapshot(code, state) {
                    return Ok(choice);
                }
            }
            Micro::Call { callee, ins, outs } => {
                let mut args = Vec::with_capacity(ins.len());
                for &e in *ins {
                    match self.eval.eval(e) {
                        Ok(value) => args.push(value),
                        Err(stuck) => return Ok(self.without_value(stuck)),
                    }
                }
                return self.make_call(code, search, node, state, events, (*callee, args, outs));
            }
            Micro::Goto(targets) => {
                for &target in *targets {
                    // The entry block is entered without an edge.
                    let counts = code.nest.step(state.block, target, &state.counts, self.options.bound);
                    let Some(counts) = counts else {
                        self.cut_off = true;
                        continue;
                    };
                    let mut events = events.clone();
                    if targets.len() > 1 {
                        events.push(Event::Goto { block: state.block, target });
                    }
                    let mut next = State { block: target, next: 0, counts, ..state.clone() };
                    live::forget_dead(&code.live, target, self.shared(), &mut next.values);
                    search.add(next, Some(node), events);
                }
                return Ok(Progress::End);
            }
            Micro::Exit => return Ok(self.exit(code, search, node, state, events)),
        }
        Ok(Progress::Next)
    }

    /// Remembers the globals under `old`; the choice that one of them needs first, if any.
    fn snapshot(&mut self, code: &Code<'p>, state: &mut State) -> Option<Progress> {
        for &g in &code.olds {
            if let Err(stuck) = self.eval.var(g) {
                return Some(Progress::Choice(stuck.clone()));
            }
        }
        for (i, &g) in code.olds.iter().enumerate() {
            let slot = self.eval.var(g).clone();
            state.values[code.vars.len() + i] = slot.clone().ok();
            self.eval.set_old(g, slot);
        }
        None
    }

    /// Notes a state in which the procedure returns, once for what callers see of it.
    fn exit(
        &mut self,
        code: &Code<'p>,
        search: &mut Search,
        node: usize,
        state: &State,
        events: &mut Vec<Event>,
    ) -> Progress {
        let shared = self.shared();
        let mut result: Vec<Option<Value>> = state.values[..shared].to_vec();
        for (&v, value) in code.vars.iter().zip(&state.values).skip(shared) {
            if self.program.vars[v].kind == VarKind::Out {
                if value.is_none() {
                    return Progress::Choice(Stuck::Unassigned(v));
                }
                result.push(value.clone());
            }
        }
        if search.results.insert((result, state.points.clone())) {
            let events = std::mem::take(events);
            search.exits.push(Node { state: Rc::new(state.clone()), parent: Some(node), events });
        }
        Progress::End
    }

    /// Goes on after a call in each state in which it can return.
    fn make_call(
        &mut self,
        code: &Code<'p>,
        search: &mut Search,
        node: usize,
        state: &State,
        events: &[Event],
        (callee, args, outs): (ProcId, Vec<Value>, &[VarId]),
    ) -> Result<Progress, Halt> {
        // Checked before control enters, so also where that would be beyond the bound.
        match self.precondition(callee, &args) {
            Ok(true) => {}
            Ok(false) => return Err(Halt::Violation(self.flatten(&search.nodes, Some(node), events))),
            Err(stuck) => return Ok(self.without_value(stuck)),
        }
        let mut active = self.active.clone();
        if self.program.procs[callee].body.is_some() {
            if active[callee.index()] > self.options.bound {
                self.cut_off = true;
                return Ok(Progress::End);
            }
            active[callee.index()] += 1;
        }
        let shared = self.shared();
        let mut values = state.values[..shared].to_vec();
        // Globals that the callee does not know pass by.
        let consts = self.program.consts.len();
        let mentioned = self.mentioned[callee].clone();
        for (value, _) in values[consts..].iter_mut().zip(&mentioned).filter(|(_, known)| !**known) {
            *value = None;
        }
        values.extend(args.into_iter().map(Some));
        let key = CallKey { proc: callee, values, points: state.points.clone(), active };
        let instance = match self.call(key, false) {
            Ok(instance) => instance,
            Err(Halt::Violation(inside)) => {
                let mut flat = self.flatten(&search.nodes, Some(node), events);
                flat.push(Flat::Enter(callee));
                flat.extend(inside);
                return Err(Halt::Violation(flat));
            }
            Err(halt) => return Err(halt),
        };
        let decl = &self.program.procs[callee];
        for exit in 0..self.instances[instance].exits.len() {
            let end = self.instances[instance].exits[exit].state.clone();
            let mut next = State { next: state.next + 1, points: end.points.clone(), ..state.clone() };
            next.values[..consts].clone_from_slice(&end.values[..consts]);
            for (i, _) in mentioned.iter().enumerate().filter(|(_, known)| **known) {
                next.values[consts + i] = end.values[consts + i].clone();
            }
            let first_out = shared + decl.ins.len();
            for (i, &var) in outs.iter().enumerate() {
                if let Some(position) = code.vars.iter().position(|&v| v == var) {
                    next.values[position] = end.values[first_out + i].clone();
                }
            }
            let mut events = events.to_vec();
            events.push(Event::Call { instance, exit });
            search.add(next, Some(node), events);
        }
        Ok(Progress::End)
    }

    /// The checked `requires` of a procedure for these arguments.
    fn precondition(&mut self, callee: ProcId, args: &[Value]) -> Result<bool, Stuck> {
        let decl = &self.program.procs[callee];
        let ins = decl.ins.iter().zip(args);
        let saved: Vec<Slot> = ins.map(|(&v, value)| self.eval.swap(v, Ok(value.clone()))).collect();
        let mut result = Ok(true);
        for clause in decl.requires.iter().filter(|c| !c.free) {
            result = self.eval.holds(clause.expr);
            if result != Ok(true) {
                break;
            }
        }
        for (&v, slot) in decl.ins.iter().zip(saved) {
            self.eval.set(v, slot);
        }
        result
    }

    /// What happened from the start of a procedure until a node and the events after it, calls written out.
    fn flatten(&self, nodes: &[Node], node: Option<usize>, events: &[Event]) -> Vec<Flat> {
        let mut pieces = vec![events];
        let mut at = node;
        while let Some(node) = at {
            pieces.push(&nodes[node].events);
            at = nodes[node].parent;
        }
        let mut flat = Vec::new();
        for event in pieces.into_iter().rev().flatten() {
            match event {
                Event::Call { instance, exit } => {
                    let called = &self.instances[*instance];
                    let end = &called.exits[*exit];
                    flat.push(Flat::Enter(called.proc));
                    flat.extend(self.flatten(&called.nodes, end.parent, &end.events));
                    flat.push(Flat::Exit);
                }
                event => flat.push(Flat::Event(event.clone())),
            }
        }
        flat
    }
}
