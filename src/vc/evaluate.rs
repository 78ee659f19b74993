//! An instance of a body, evaluated under what is known of its arguments: constants propagate, branches that they
//! decide vanish with what lies behind them, and a name is made only where values differ that meet.
//!
//! ```text
//! template                                  instance for x = 3, M = m[8 := 1]
//! B ⇒ (C ∨ D)                               C has the literal of B, D is false
//! C ⇒ x > 0 ∧ j₁ = M[8]            →        j₁ is 1
//! D ⇒ ¬(x > 0) ∧ j₁ = 2                     (no clause)
//! ```
//!
//! Evaluation stops at each call. Whoever drives it leaves the call open, or evaluates the callee first and says what
//! it returns. So values flow through the calls that are evaluated in the order of the program, as in symbolic
//! execution that merges paths where they meet.
//!
//! What every execution of the instance passes that is left has the literal of the instance: joins make a literal only
//! where some execution passes by.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::clause::Clause;
use super::encoder::Encoder;
use super::facts::Facts;
use super::fold;
use super::guard::Guard;
use super::large::{LARGEST, Large};
use super::lifted::{Integers, Lifted};
use super::template::{Arg, Step, Template, TemplateBlock};
use super::value::{Value, counted, join};
use super::vocabulary::Vocabulary;
use crate::base::ids::ExprId;
use crate::ir::visit::for_each_child;
use crate::ir::{Builtin, ExprKind, FunctionKind, Op, Type, TypeTable};
use crate::smt::{Session, Term};

/// Blocks, and assumptions of each, among which the condition that leads somewhere is looked for.
const FEW: usize = 6;

/// Parts of a condition that are looked at again where a guard holds.
const LARGE: usize = 200;

/// Where terms are made and clauses go, and what all instances share.
pub struct World<'p> {
    pub encoder: Encoder<'p>,
    /// Expressions that are the same in all instances.
    closed: FxHashMap<ExprId, Value>,
    /// Clauses of instances so far.
    pub clauses: usize,
    facts: Facts,
    lifted: Lifted,
    large: Large,
}

impl<'p> World<'p> {
    pub fn new(encoder: Encoder<'p>) -> World<'p> {
        World {
            encoder,
            closed: FxHashMap::default(),
            clauses: 0,
            facts: Facts::default(),
            lifted: Lifted::default(),
            large: Large::default(),
        }
    }

    /// Forgets all instances; from now on it is about these words.
    pub fn begin_anew(&mut self, vocabulary: Vocabulary<'p>) {
        self.encoder.begin_anew(vocabulary);
        (self.closed, self.clauses, self.facts) = (FxHashMap::default(), 0, Facts::default());
        (self.lifted, self.large) = (Lifted::default(), Large::default());
    }

    pub fn session(&self) -> &Session {
        &self.encoder.session
    }
}

/// What an instance gives to its caller.
pub enum Results {
    /// These terms equal the results.
    Given(Vec<Term>),
    /// The caller takes them as they come.
    Wanted,
}

/// How far evaluation has got.
pub enum Progress {
    /// A call, by its index: the driver says what becomes of it.
    Call { call: usize, guard: Guard, args: Vec<Value> },
    /// The end; the results where they are wanted and some execution returns.
    Done(Option<Vec<Value>>),
}

/// An instance while it is evaluated.
pub struct Evaluation {
    template: Rc<Template>,
    instance: Instance,
    control: Guard,
    results: Results,
    /// By position, as `values` of the instance, for nodes.
    nodes: Vec<Option<Value>>,
    /// By block: the edges on which executions arrive: block, edge.
    arrivals: Vec<Vec<(usize, usize)>>,
    /// By block, once executions arrive.
    guards: Vec<Guard>,
    /// Blocks that are left along several edges, with these.
    forks: Vec<(usize, Vec<usize>)>,
    edge_guards: FxHashMap<(usize, usize), Guard>,
    /// Edges whose targets were not looked at yet.
    pending: usize,
    /// By return: its guard and the results that matter.
    returns: Vec<(Guard, Vec<Option<Value>>)>,
    /// What is assumed where a guard holds.
    assumed: FxHashMap<Guard, Vec<Value>>,
    /// Of a guard that begins where one edge arrives: the guard of the block where that begins.
    around: FxHashMap<Guard, Guard>,
    block: usize,
    step: usize,
}

/// The values of one instance.
#[derive(Default)]
pub struct Instance {
    /// By slot. `None`: nobody asked for it, or no execution comes there.
    values: Vec<Option<Value>>,
    /// Of the calls that were left open.
    open: Vec<(usize, Vec<Value>)>,
}

impl Instance {
    /// The term of a slot. Literals of what no execution passes are false.
    pub fn term(&mut self, template: &Template, arg: Arg, world: &mut World) -> Term {
        match arg {
            Arg::Local(slot) if slot < self.values.len() => {
                if self.values[slot].is_none() && template.is_literal(slot) {
                    return world.session().bool(false);
                }
                let value = self.values[slot].get_or_insert_with(|| world.fresh(template, slot));
                value.term(world.session())
            }
            Arg::Local(_) => panic!("internal: instances keep the values of slots alone"),
            Arg::Closed(e) => world.encoder.closed(e),
        }
    }

    /// The arguments of an open call.
    pub fn args(&self, call: usize) -> Option<&[Value]> {
        self.open.iter().find(|(open, _)| *open == call).map(|(_, args)| &args[..])
    }
}

impl World<'_> {
    fn fresh(&mut self, template: &Template, slot: usize) -> Value {
        Value::Term(self.encoder.fresh(template.slots[slot]))
    }

    /// `guard ⇒ head`
    fn clause(&mut self, guard: Guard, head: &Value) {
        if guard == Guard::Never || *head == Value::Bool(true) {
            return;
        }
        let session = self.session();
        let unless = if let Guard::If(literal) = guard { Some(session.not(literal)) } else { None };
        let heads = match head {
            Value::Bool(false) if unless.is_some() => Vec::new(),
            head => vec![head.term(session)],
        };
        self.clauses += 1;
        self.encoder.add(Clause { unless, heads });
    }

    fn equal(&mut self, left: Term, right: &Value) -> Value {
        let sides = [Value::Term(left), right.clone()];
        let session = self.session();
        fold::operator(session, crate::ir::Op::Eq, &sides, false)
            .unwrap_or_else(|| Value::Term(session.eq(left, right.term(session))))
    }

    /// The value of an expression from the values of its children.
    fn apply(&mut self, e: ExprId, args: &[Value]) -> Value {
        let Encoder { vocabulary, session, .. } = &self.encoder;
        let program = vocabulary.program;
        let defers = !vocabulary.facts.quantifies_bits;
        let mut integers = Integers { session, facts: &mut self.facts, defers, known: Vec::new() };
        let folded = match vocabulary.exprs.kind(e) {
            ExprKind::Op(op, operands) => match program.types.get(vocabulary.exprs.ty(operands[0])) {
                // A map without arguments is its only value.
                Type::Map { args, .. } if args.is_empty() => None,
                Type::Map { args: index, .. } => fold::operator(session, *op, args, index[0] == TypeTable::INT),
                Type::Int => {
                    fold::operator(session, *op, args, false).or_else(|| integers.facts.fold(*op, args, Guard::Always))
                }
                _ => fold::operator(session, *op, args, false),
            },
            ExprKind::Call { func, .. } => match &program.funcs[*func].kind {
                FunctionKind::Builtin(Builtin::MapConst) => {
                    return Value::everywhere(self.build(e, args), args[0].clone());
                }
                FunctionKind::Builtin(builtin) => {
                    let ty = program.types.get(vocabulary.exprs.ty(e));
                    let natural = || self.lifted.natural(builtin, args, &mut integers);
                    fold::builtin(builtin, args).or_else(natural).filter(|value| is_of(value, ty))
                }
                _ => return Value::Term(self.build(e, args)),
            },
            _ => {
                let term = self.build(e, args);
                return Value::of(self.session(), term);
            }
        };
        for known in integers.known {
            self.encoder.add(Clause::fact(known));
        }
        folded.unwrap_or_else(|| {
            let is_constant = !args.is_empty() && args.iter().all(Value::is_constant);
            if is_constant { self.constant(e, args) } else { self.unknown(e, args) }
        })
    }

    /// The value of an expression of constants.
    fn constant(&mut self, e: ExprId, args: &[Value]) -> Value {
        let Vocabulary { exprs, .. } = &self.encoder.vocabulary;
        let ty = exprs.ty(e);
        let op = match exprs.kind(e) {
            ExprKind::Op(op, _) if [TypeTable::INT, TypeTable::REAL].contains(&ty) => Some(*op),
            _ => None,
        };
        let bits = op.map_or(0, |op| self.large.bits(op, args));
        if bits > LARGEST {
            let sort = self.encoder.sort(ty);
            return Value::Term(self.session().fresh_constant("large", sort));
        }
        let term = self.build(e, args);
        let simple = self.session().simplify(term);
        match Value::of(self.session(), simple) {
            Value::Term(_) => self.noted(e, term, args),
            constant => {
                self.large.note(&constant, bits);
                constant
            }
        }
    }

    /// The value of an expression of which something is not known.
    fn unknown(&mut self, e: ExprId, args: &[Value]) -> Value {
        let term = self.build(e, args);
        match Value::of(self.session(), term) {
            Value::Term(_) => self.noted(e, term, args),
            constant => constant,
        }
    }

    /// The value of an operator of integers where the guard holds, if what is known of numbers there tells.
    fn apply_under(&self, e: ExprId, args: &[Value], guard: Guard) -> Option<Value> {
        let Encoder { vocabulary, .. } = &self.encoder;
        match vocabulary.exprs.kind(e) {
            ExprKind::Op(op, operands) if vocabulary.exprs.ty(operands[0]) == TypeTable::INT => {
                self.facts.fold(*op, args, guard)
            }
            _ => None,
        }
    }

    /// A term, of which note is taken: the numbers that it may be, and what bits are made of.
    fn noted(&mut self, e: ExprId, term: Term, args: &[Value]) -> Value {
        let vocabulary = &self.encoder.vocabulary;
        if let ExprKind::Op(op, _) = vocabulary.exprs.kind(e)
            && vocabulary.exprs.ty(e) == TypeTable::INT
        {
            self.facts.apply(term, *op, args);
        }
        if let ExprKind::Call { func, args: operands, .. } = vocabulary.exprs.kind(e)
            && let FunctionKind::Builtin(builtin) = &vocabulary.program.funcs[*func].kind
            && (!matches!(builtin, Builtin::IntToBv(_)) || vocabulary.exprs.ty(operands[0]) == TypeTable::INT)
        {
            self.lifted.note(term, builtin, args);
        }
        Value::Term(term)
    }

    fn build(&mut self, e: ExprId, args: &[Value]) -> Term {
        let terms: Vec<Term> = args.iter().map(|arg| arg.term(self.session())).collect();
        self.encoder.build(e, &terms)
    }

    /// The value of an expression without incarnations.
    fn closed(&mut self, root: ExprId) -> Value {
        let mut stack = vec![(root, false)];
        let mut children = Vec::new();
        while let Some((e, children_done)) = stack.pop() {
            if self.closed.contains_key(&e) {
                continue;
            }
            let kind = self.encoder.vocabulary.exprs.kind(e);
            let value = match kind {
                ExprKind::Op(..) | ExprKind::Call { .. } => {
                    children.clear();
                    for_each_child(kind, |child| children.push(child));
                    if !children_done {
                        stack.push((e, true));
                        stack.extend(children.iter().rev().map(|&child| (child, false)));
                        continue;
                    }
                    let args: Vec<Value> = children.iter().map(|child| self.closed[child].clone()).collect();
                    self.apply(e, &args)
                }
                _ => {
                    let term = self.encoder.closed(e);
                    Value::of(self.session(), term)
                }
            };
            self.closed.insert(e, value);
        }
        self.closed[&root].clone()
    }
}

/// Whether a function that was declared to give a type gives what its theory makes: a number or truth value.
fn is_of(value: &Value, ty: &Type) -> bool {
    match value {
        Value::Bool(_) => *ty == Type::Bool,
        Value::Bv(_, width) => *ty == Type::Bv(*width),
        _ => *ty == Type::Int,
    }
}

impl Evaluation {
    /// Begins an instance that `control` says to be entered, with the caller's arguments.
    pub fn new(template: &Rc<Template>, control: Guard, args: Vec<Value>, results: Results) -> Evaluation {
        debug_assert!(args.len() == template.params);
        let mut values: Vec<Option<Value>> = args.into_iter().map(Some).collect();
        values.resize(template.slots.len(), None);
        let blocks = template.blocks.len();
        Evaluation {
            instance: Instance { values, open: Vec::new() },
            control,
            results,
            nodes: vec![None; template.nodes.len()],
            arrivals: vec![Vec::new(); blocks],
            guards: vec![Guard::Never; blocks],
            forks: Vec::new(),
            edge_guards: FxHashMap::default(),
            pending: 0,
            returns: Vec::new(),
            assumed: FxHashMap::default(),
            around: FxHashMap::default(),
            block: 0,
            step: 0,
            template: template.clone(),
        }
    }

    /// Goes on to the next call or the end.
    pub fn resume(&mut self, world: &mut World) -> Progress {
        let template = self.template.clone();
        while let Some(block) = template.blocks.get(self.block) {
            if self.step == 0 {
                self.guards[self.block] = self.arrive(self.block, world);
            }
            let guard = self.guards[self.block];
            let mut is_left = guard != Guard::Never;
            while is_left && let Some(&step) = block.steps.get(self.step) {
                match step {
                    Step::Assume(condition) => {
                        let value = self.value(condition, world).expect("internal: calls come before what they return");
                        let holds = self.under(condition, guard, world).unwrap_or_else(|| value.clone());
                        world.clause(guard, &holds);
                        if !matches!(holds, Value::Bool(_)) {
                            self.learn(condition, true, guard, world);
                            self.assumed.entry(guard).or_default().push(value);
                        }
                        is_left = holds != Value::Bool(false);
                        self.step += 1;
                    }
                    Step::Call(call) => {
                        let args = template.calls[call].args.iter();
                        let args = args.map(|&arg| self.value(arg, world));
                        let args = args.map(|arg| arg.expect("internal: calls come before what they return"));
                        return Progress::Call { call, guard, args: args.collect() };
                    }
                }
            }
            if is_left {
                self.leave(block, world);
            }
            (self.block, self.step) = (self.block + 1, 0);
        }
        Progress::Done(self.finish(world))
    }

    /// The callee was evaluated with the guard of the call. No results: no execution returns from it.
    pub fn returned(&mut self, results: Option<Vec<Value>>, world: &mut World) {
        let (call, guard) = self.present_call();
        let template = self.template.clone();
        self.set_literal(template.calls[call].literal, guard);
        match results {
            Some(results) => {
                for (&slot, value) in template.calls[call].results.iter().zip(results) {
                    self.set(slot, value);
                }
                self.step += 1;
            }
            None => {
                world.clause(guard, &Value::Bool(false));
                (self.block, self.step) = (self.block + 1, 0);
            }
        }
    }

    /// The call is never made: nothing comes by.
    pub fn shut(&mut self, world: &mut World) {
        let (_, guard) = self.present_call();
        world.clause(guard, &Value::Bool(false));
        (self.block, self.step) = (self.block + 1, 0);
    }

    /// The call stays open; its literal.
    pub fn leave_open(&mut self, args: Vec<Value>, world: &mut World) -> Term {
        let (call, guard) = self.present_call();
        let template = self.template.clone();
        let call_slots = &template.calls[call];
        self.instance.open.push((call, args));
        let literal = self.instance.term_of_new(&template, call_slots.literal, world);
        world.facts.enclose(Guard::If(literal), guard);
        world.clause(guard, &Value::Term(literal));
        for &slot in &call_slots.results {
            self.instance.term_of_new(&template, slot, world);
        }
        self.step += 1;
        literal
    }

    /// The values, once evaluation has reached the end.
    pub fn into_instance(self) -> Instance {
        self.instance
    }

    fn present_call(&self) -> (usize, Guard) {
        match self.template.blocks[self.block].steps[self.step] {
            Step::Call(call) => (call, self.guards[self.block]),
            Step::Assume(_) => panic!("internal: evaluation stops at calls alone"),
        }
    }

    fn set(&mut self, arg: Arg, value: Value) {
        match arg {
            Arg::Local(slot) => self.instance.values[slot] = Some(value),
            Arg::Closed(_) => panic!("internal: results and literals have slots"),
        }
    }

    fn set_literal(&mut self, arg: Arg, guard: Guard) {
        self.set(arg, guard.value());
    }

    /// The guard of a block, from the edges that arrive there, and the values of its joins.
    fn arrive(&mut self, at: usize, world: &mut World) -> Guard {
        let template = self.template.clone();
        let block = &template.blocks[at];
        if at == 0 {
            self.set_literal(Arg::Local(block.literal), self.control);
            return self.control;
        }
        let arrivals = std::mem::take(&mut self.arrivals[at]);
        if arrivals.is_empty() {
            return Guard::Never;
        }
        let all_come_here = self.pending == arrivals.len() && self.returns.is_empty();
        self.pending -= arrivals.len();
        let (&(from, edge), is_alone) = (&arrivals[0], arrivals.len() == 1);
        let is_only_way = |(from, _): (usize, usize)| !self.forks.iter().rev().any(|(fork, _)| *fork == from);
        let only_ways: Vec<bool> = arrivals.iter().map(|&arrival| is_only_way(arrival)).collect();
        let guard = if all_come_here {
            self.control
        } else if is_alone && only_ways[0] {
            self.guards[from]
        } else {
            Guard::If(world.encoder.fresh(template.slots[block.literal]))
        };
        if is_alone && guard != self.guards[from] {
            self.around.insert(guard, self.guards[from]);
        }
        let before: Vec<Guard> = arrivals.iter().map(|&(from, _)| self.guards[from]).collect();
        // What all executions pass that are left is around nothing.
        if guard != self.control
            && let Some(outer) = world.facts.around_all(&before)
        {
            world.facts.enclose(guard, outer);
        }
        if self.instance.values[block.literal].is_none() {
            self.set_literal(Arg::Local(block.literal), guard);
        }
        // By name: what it is on each way.
        let mut named: Vec<(Term, Vec<Value>)> = Vec::new();
        for (number, &(slot, _)) in template.blocks[from].joins[edge].iter().enumerate() {
            let ways: Vec<Value> = arrivals
                .iter()
                .map(|&(from, edge)| {
                    let value = self.value(template.blocks[from].joins[edge][number].1, world);
                    value.expect("internal: values come before joins")
                })
                .collect();
            let joined = self.join(&template, slot, &ways, &mut named, world);
            self.instance.values[slot] = Some(joined);
        }
        for (name, values) in &named {
            world.facts.join(*name, values.iter().zip(before.iter().copied()));
        }
        for (way, &(from, edge)) in arrivals.iter().enumerate() {
            let own = if only_ways[way] {
                self.guards[from]
            } else if named.is_empty() {
                guard
            } else {
                Guard::If(world.session().fresh_constant("edge", world.session().bool_sort()))
            };
            self.edge_guards.insert((from, edge), own);
            if let (_, Arg::Local(slot)) = template.blocks[from].targets[edge]
                && slot != block.literal
            {
                self.instance.values[slot] = Some(own.value());
            }
            if own != guard && guard != self.control {
                world.clause(own, &guard.value());
            }
            for (name, values) in &named {
                let equation = world.equal(*name, &values[way]);
                world.clause(own, &equation);
            }
        }
        if !named.is_empty()
            && let [(one, _), (other, _)] = arrivals[..]
            && let Some(condition) = self.parts(one, other, world)
        {
            for (name, values) in &named {
                let lemma = counted(world.session(), *name, condition, values);
                lemma.into_iter().for_each(|lemma| world.clause(guard, &Value::Term(lemma)));
            }
        }
        guard
    }

    /// A condition that is assumed on the way to one block, while its negation is assumed on the way to the other.
    fn parts(&self, one: usize, other: usize, world: &World) -> Option<Term> {
        let session = world.session();
        let not: Vec<Term> = self.assumed_at(one).map(|assumed| assumed.term(session)).collect();
        self.assumed_at(other).find_map(|assumed| {
            let otherwise = assumed.term(session);
            not.iter().copied().find(|&c| session.not(c) == otherwise || session.not(otherwise) == c)
        })
    }

    /// What is assumed in a block, and in those that alone lead to it, as far as that is near.
    fn assumed_at(&self, block: usize) -> impl Iterator<Item = &Value> {
        let around = std::iter::successors(Some(self.guards[block]), |guard| self.around.get(guard).copied());
        around.take(FEW).flat_map(|guard| self.assumed.get(&guard).into_iter().flat_map(|all| all.iter().take(FEW)))
    }

    /// The value behind several ways; what differs gets a name.
    fn join(
        &mut self,
        template: &Template,
        slot: usize,
        ways: &[Value],
        named: &mut Vec<(Term, Vec<Value>)>,
        world: &mut World,
    ) -> Value {
        let session = world.session();
        join(session, ways, &mut |part, values| {
            let text = &world.encoder.vocabulary.var(template.slots[slot]).name;
            let sort = session.sort_of(values[0].term(session));
            let name = session.fresh_constant(part.unwrap_or(text), sort);
            named.push((name, values.to_vec()));
            Value::Term(name)
        })
    }

    /// Goes on along the edges that no constant closes.
    fn leave(&mut self, block: &TemplateBlock, world: &mut World) {
        let template = self.template.clone();
        let guard = self.guards[self.block];
        if block.targets.is_empty() {
            let values = block.returns.iter().map(|&value| self.value(value, world));
            let values: Option<Vec<Value>> = values.collect();
            let mut values = values.expect("internal: calls come before what they return");
            let mut matters = vec![true; values.len()];
            if let Some(flag) = template.flag
                && (values[flag] == Value::Bool(true) || self.is_assumed(guard, &values[flag]))
            {
                values[flag] = Value::Bool(true);
                matters.fill(false);
                matters[flag] = true;
            }
            if let Results::Given(results) = &self.results {
                for ((&result, value), _) in results.iter().zip(&values).zip(&matters).filter(|(_, matters)| **matters)
                {
                    let equation = world.equal(result, value);
                    world.clause(guard, &equation);
                }
            }
            let values = values.into_iter().zip(matters).map(|(value, matters)| matters.then_some(value));
            self.returns.push((guard, values.collect()));
            return;
        }
        let mut open = Vec::new();
        for (edge, &(target, _)) in block.targets.iter().enumerate() {
            if template.blocks[target].preds > 1 || self.may_enter(&template.blocks[target], world) {
                self.arrivals[target].push((self.block, edge));
                self.pending += 1;
                open.push(edge);
            }
        }
        match open.len() {
            0 => world.clause(guard, &Value::Bool(false)),
            1 => {}
            _ => self.forks.push((self.block, open)),
        }
    }

    /// Whether a condition was assumed under this guard.
    fn is_assumed(&self, guard: Guard, condition: &Value) -> bool {
        self.assumed.get(&guard).is_some_and(|assumed| assumed.contains(condition))
    }

    /// Whether no assumption in front of a block's first call is false. Only where one edge leads to it.
    fn may_enter(&mut self, block: &TemplateBlock, world: &mut World) -> bool {
        for &step in &block.steps {
            match step {
                Step::Call(_) => break,
                Step::Assume(condition) => {
                    if self.under(condition, self.guards[self.block], world) == Some(Value::Bool(false)) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// The value of a condition where the guard holds, by what is known of names there; `None`: it waits for a call.
    fn under(&mut self, condition: Arg, guard: Guard, world: &mut World) -> Option<Value> {
        let value = self.value(condition, world)?;
        match value {
            Value::Term(_) => Some(self.narrowed(condition, guard, &mut FxHashMap::default(), world)),
            known => Some(known),
        }
    }

    /// The same of a part of a condition, whose values are known. `seen`: parts that were looked at, of which there are at most [`LARGE`].
    fn narrowed(&self, arg: Arg, guard: Guard, seen: &mut FxHashMap<usize, Value>, world: &mut World) -> Value {
        let slots = self.template.slots.len();
        let position = match arg {
            Arg::Closed(e) => return world.closed(e),
            Arg::Local(position) => position,
        };
        let known = self.known(position, slots).cloned().expect("internal: parts have values before the whole");
        let Some(node) = position.checked_sub(slots).map(|node| &self.template.nodes[node]) else { return known };
        if node.is_bound || known.is_constant() || seen.len() >= LARGE {
            return known;
        }
        if let Some(value) = seen.get(&position) {
            return value.clone();
        }
        seen.insert(position, known.clone());
        let args: Vec<Value> = node.args.iter().map(|&arg| self.narrowed(arg, guard, seen, world)).collect();
        let value = world.apply_under(node.expr, &args, guard).unwrap_or_else(|| {
            let is_same = node.args.iter().zip(&args).all(|(&arg, value)| self.is_known(arg, value));
            if is_same { known } else { world.apply(node.expr, &args) }
        });
        seen.insert(position, value.clone());
        value
    }

    fn is_known(&self, arg: Arg, value: &Value) -> bool {
        match arg {
            Arg::Closed(_) => true,
            Arg::Local(position) => self.known(position, self.template.slots.len()) == Some(value),
        }
    }

    /// Where the guard holds, so does a condition, or does not.
    fn learn(&mut self, condition: Arg, holds: bool, guard: Guard, world: &mut World) {
        let template = self.template.clone();
        let Some((op, args)) = operator(&template, condition, world) else { return };
        match (op, args) {
            (Op::Not, [a]) => self.learn(*a, !holds, guard, world),
            (Op::And, all) if holds => all.iter().for_each(|arg| self.learn(*arg, true, guard, world)),
            (Op::Or, all) if !holds => all.iter().for_each(|arg| self.learn(*arg, false, guard, world)),
            (_, &[a, b]) => {
                let Some(op) = (if holds { Some(op) } else { op.negated() }) else { return };
                if let (Some(a), Some(b)) = (self.value(a, world), self.value(b, world)) {
                    world.facts.learn(op, (&a, &b), guard);
                }
            }
            _ => {}
        }
    }

    fn finish(&mut self, world: &mut World) -> Option<Vec<Value>> {
        for (from, edges) in std::mem::take(&mut self.forks) {
            let ways: Vec<Guard> = edges.iter().map(|&edge| self.edge_guards[&(from, edge)]).collect();
            if !ways.contains(&Guard::Always) {
                let ways: Vec<Term> = ways.iter().map(|way| way.term(world.session())).collect();
                let one = Value::Term(world.session().or(&ways));
                world.clause(self.guards[from], &one);
            }
        }
        let returns = std::mem::take(&mut self.returns);
        if matches!(self.results, Results::Given(_)) || returns.is_empty() {
            return None;
        }
        let template = self.template.clone();
        let mut named = Vec::new();
        let slots = template.params..template.params + template.results;
        let results = slots.map(|slot| {
            let ways =
                returns.iter().filter_map(|(guard, values)| Some((*guard, values[slot - template.params].clone()?)));
            let (guards, ways): (Vec<Guard>, Vec<Value>) = ways.unzip();
            if ways.is_empty() {
                // Any value will do.
                return world.fresh(&template, slot);
            }
            let result = self.join(&template, slot, &ways, &mut named, world);
            for (name, values) in named.drain(..) {
                world.facts.join(name, values.iter().zip(guards.iter().copied()));
                for (guard, value) in guards.iter().zip(&values) {
                    let equation = world.equal(name, value);
                    world.clause(*guard, &equation);
                }
            }
            result
        });
        Some(results.collect())
    }

    /// The value of a term of the template; `None`: it waits for a call.
    fn value(&mut self, arg: Arg, world: &mut World) -> Option<Value> {
        let template = self.template.clone();
        let slots = template.slots.len();
        let root = match arg {
            Arg::Closed(e) => return Some(world.closed(e)),
            Arg::Local(position) => position,
        };
        let mut stack = vec![root];
        let mut args = Vec::new();
        'next: while let Some(&position) = stack.last() {
            if position < slots {
                if self.instance.values[position].is_none() {
                    if template.is_set(position) {
                        return None;
                    }
                    self.instance.values[position] = Some(world.fresh(&template, position));
                }
                stack.pop();
                continue;
            }
            if self.nodes[position - slots].is_some() {
                stack.pop();
                continue;
            }
            let node = &template.nodes[position - slots];
            args.clear();
            for &arg in &node.args {
                let value = match arg {
                    Arg::Closed(e) if node.is_bound => Value::Term(world.encoder.closed(e)),
                    Arg::Closed(e) => world.closed(e),
                    Arg::Local(child) => match self.known(child, slots) {
                        Some(value) => value.clone(),
                        None => {
                            stack.push(child);
                            continue 'next;
                        }
                    },
                };
                args.push(value);
            }
            let value = match node.is_bound {
                true => Value::Term(world.build(node.expr, &args)),
                false => world.apply(node.expr, &args),
            };
            self.nodes[position - slots] = Some(value);
            stack.pop();
        }
        self.known(root, slots).cloned()
    }

    fn known(&self, position: usize, slots: usize) -> Option<&Value> {
        if position < slots { self.instance.values[position].as_ref() } else { self.nodes[position - slots].as_ref() }
    }
}

/// The operator of a node, and what it is applied to.
fn operator<'t>(template: &'t Template, arg: Arg, world: &World) -> Option<(Op, &'t [Arg])> {
    let Arg::Local(position) = arg else { return None };
    let node = template.nodes.get(position.checked_sub(template.slots.len())?)?;
    match world.encoder.vocabulary.exprs.kind(node.expr) {
        ExprKind::Op(op, _) if !node.is_bound => Some((*op, &node.args)),
        _ => None,
    }
}

impl Instance {
    fn term_of_new(&mut self, template: &Template, arg: Arg, world: &mut World) -> Term {
        match arg {
            Arg::Local(slot) => {
                let term = world.encoder.fresh(template.slots[slot]);
                self.values[slot] = Some(Value::Term(term));
                term
            }
            Arg::Closed(_) => panic!("internal: results and literals have slots"),
        }
    }
}
