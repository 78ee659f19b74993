//! A procedure's verification condition, compiled once and instantiated at every inlined call.
//!
//! The condition of an instance is a set of clauses over its literals. For a block `b` with literal `B`:
//! `B ⇒ φ` for each assumption φ (calls contribute their literal), `B ⇒ ⋁ E` over its outgoing edges, and
//! `E ⇒ target`, `E ⇒ equation` where an edge has a literal of its own. The entry block's literal is the caller's
//! call literal, in-parameters are the caller's terms and results the caller's incarnations, so that inlining
//! `call c` only adds clauses that begin with ¬c; nothing is ever retracted.

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use super::clause::Clause;
use super::encoder::Encoder;
use super::passive::{Event, Passive, PassiveBlock};
use super::vocabulary::Vocabulary;
use crate::base::ids::{BlockId, ExprId, ProcId, VarId};
use crate::ir::visit::for_each_child;
use crate::ir::{ExprKind, Op, VarKind};
use crate::smt::{Allowance, Term};

/// So many terms or clauses are made before somebody looks at what they cost.
const A_WHILE: usize = 64;

/// One procedure's condition.
pub struct Template {
    pub proc: ProcId,
    /// Terms that depend on the instance, each after those that it is made of.
    pub(super) nodes: Vec<Node>,
    /// Variables that get a value in each instance: the parameters and results first, then fresh constants.
    pub(super) slots: Vec<VarId>,
    pub(super) params: usize,
    pub(super) results: usize,
    /// The result that says whether an assertion failed: where one did nobody asks for the others.
    pub flag: Option<usize>,
    entry: usize,
    /// Slots that evaluation sets: literals, joins, results. The others get a name when somebody asks.
    set: FixedBitSet,
    literals: FixedBitSet,
    clauses: Vec<Implication>,
    pub blocks: Vec<TemplateBlock>,
    pub calls: Vec<TemplateCall>,
    pub uninitialised: Vec<(VarId, Arg)>,
}

/// A term: of this instance, by position (slots, then nodes), or the same in all instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arg {
    Local(usize),
    Closed(ExprId),
}

pub(super) struct Node {
    pub expr: ExprId,
    pub args: Vec<Arg>,
    /// Below a binder: terms there may be patterns, which stay as they are written.
    pub is_bound: bool,
}

/// `literal ⇒ ⋁ heads`
struct Implication {
    literal: usize,
    heads: Vec<Arg>,
}

/// What is needed to read an execution off a model.
pub struct TemplateBlock {
    pub block: BlockId,
    pub events: Vec<TemplateEvent>,
    /// Position in `blocks` and literal of each edge; empty: the block returns.
    pub targets: Vec<(usize, Arg)>,
    /// Slot of its literal.
    pub literal: usize,
    pub(super) steps: Vec<Step>,
    /// By edge: what the slots of the target's joins get.
    pub(super) joins: Vec<Vec<(usize, Arg)>>,
    /// What the results get where the block returns.
    pub(super) returns: Vec<Arg>,
    /// Number of edges that lead here.
    pub preds: usize,
}

/// What a block does, in order.
#[derive(Clone, Copy)]
pub(super) enum Step {
    Assume(Arg),
    /// Index into `calls`.
    Call(usize),
}

pub enum TemplateEvent {
    Havoc {
        var: VarId,
        value: Arg,
    },
    /// Index into `calls`.
    Call(usize),
}

pub struct TemplateCall {
    pub block: BlockId,
    pub callee: ProcId,
    pub literal: Arg,
    pub args: Vec<Arg>,
    pub results: Vec<Arg>,
}

/// The terms of one instance.
pub struct Instance {
    values: Vec<Term>,
}

impl Template {
    /// Number of terms and clauses that an instance adds.
    pub fn size(&self) -> usize {
        self.nodes.len() + self.clauses.len()
    }

    pub(super) fn is_set(&self, slot: usize) -> bool {
        self.set.contains(slot)
    }

    pub(super) fn is_literal(&self, slot: usize) -> bool {
        self.literals.contains(slot)
    }

    pub fn new(vocabulary: &Vocabulary, passive: &Passive) -> Template {
        let mut compiler = Compiler {
            vocabulary,
            nodes: Vec::new(),
            slots: Vec::new(),
            places: FxHashMap::default(),
            bound: below_binders(vocabulary, passive),
        };
        for &var in passive.params.iter().chain(&passive.results) {
            compiler.slot(var);
        }
        let entry_literal = passive.blocks[0].literal;
        let entry = compiler.slot(entry_literal);
        // All slots come before all nodes, so that positions are final.
        for block in &passive.blocks {
            compiler.slot(block.literal);
            for event in &block.events {
                match event {
                    Event::Havoc { incarnation, .. } => {
                        compiler.slot(*incarnation);
                    }
                    Event::Defined { .. } => {}
                    Event::Call(_, call) => {
                        compiler.slot(call.literal);
                        call.results.iter().for_each(|r| {
                            compiler.slot(*r);
                        });
                    }
                }
            }
            for edge in block.targets.iter().flatten() {
                compiler.slot(edge.literal);
            }
        }
        for &(_, incarnation) in &passive.uninitialised {
            compiler.slot(incarnation);
        }
        compiler.add_free_incarnations(passive);
        compiler.finish(passive, entry)
    }

    /// The block (position in `blocks`) of a call.
    pub fn block_of_call(&self, call: usize) -> usize {
        let calls = |event: &TemplateEvent| matches!(event, TemplateEvent::Call(c) if *c == call);
        self.blocks.iter().position(|b| b.events.iter().any(calls)).expect("internal: every call is in a block")
    }

    /// The blocks (positions in `blocks`) from which control can reach one, itself included.
    pub fn leads_to(&self, block: usize) -> FixedBitSet {
        let mut leads = FixedBitSet::with_capacity(self.blocks.len());
        leads.insert(block);
        // Blocks come before their successors.
        for (at, block) in self.blocks.iter().enumerate().rev() {
            if block.targets.iter().any(|&(target, _)| leads.contains(target)) {
                leads.insert(at);
            }
        }
        leads
    }

    /// Whether some path from the entry block to a return does not pass through a call.
    pub fn may_pass_by(&self, call: usize) -> bool {
        let calls = self.block_of_call(call);
        let mut reached = FixedBitSet::with_capacity(self.blocks.len());
        reached.set(0, calls != 0);
        for (at, block) in self.blocks.iter().enumerate() {
            if reached.contains(at) {
                if block.targets.is_empty() {
                    return true;
                }
                let onwards = block.targets.iter().map(|&(target, _)| target).filter(|&target| target != calls);
                reached.extend(onwards);
            }
        }
        false
    }

    /// Adds an instance: `control` says that it is entered, `args` and `results` are the caller's terms. `None`: it
    /// costs more than is allowed.
    pub fn instantiate(
        &self,
        encoder: &mut Encoder,
        control: Term,
        (args, results): (&[Term], &[Term]),
        allowance: Allowance,
    ) -> Option<Instance> {
        debug_assert!(args.len() == self.params && results.len() == self.results);
        let mut values = Vec::with_capacity(self.slots.len() + self.nodes.len());
        values.extend_from_slice(args);
        values.extend_from_slice(results);
        values.push(control);
        debug_assert_eq!(self.entry, values.len() - 1);
        for &slot in &self.slots[values.len()..] {
            values.push(encoder.fresh(slot));
        }
        let mut instance = Instance { values };
        let mut children = Vec::new();
        for (number, node) in self.nodes.iter().enumerate() {
            if number % A_WHILE == 0 && !encoder.session.has_left(allowance) {
                return None;
            }
            children.clear();
            for arg in &node.args {
                children.push(instance.term(*arg, encoder));
            }
            let term = encoder.build(node.expr, &children);
            instance.values.push(term);
        }
        for (number, clause) in self.clauses.iter().enumerate() {
            if number % A_WHILE == 0 && !encoder.session.has_left(allowance) {
                return None;
            }
            let unless = Some(encoder.session.not(instance.values[clause.literal]));
            let heads = clause.heads.iter().map(|&head| instance.term(head, encoder)).collect();
            encoder.add(Clause { unless, heads });
        }
        Some(instance)
    }
}

impl Instance {
    pub fn term(&self, arg: Arg, encoder: &mut Encoder) -> Term {
        match arg {
            Arg::Local(position) => self.values[position],
            Arg::Closed(e) => encoder.closed(e),
        }
    }
}

struct Compiler<'a> {
    vocabulary: &'a Vocabulary<'a>,
    nodes: Vec<Node>,
    slots: Vec<VarId>,
    /// Positions of slots by variable expression's variable.
    places: FxHashMap<Key, Arg>,
    bound: FxHashSet<ExprId>,
}

#[derive(PartialEq, Eq, Hash, Clone, Copy)]
enum Key {
    Var(VarId),
    Expr(ExprId),
}

impl Compiler<'_> {
    fn slot(&mut self, var: VarId) -> usize {
        match self.places.get(&Key::Var(var)) {
            Some(Arg::Local(position)) => *position,
            _ => {
                let position = self.slots.len();
                self.slots.push(var);
                self.places.insert(Key::Var(var), Arg::Local(position));
                position
            }
        }
    }

    /// Joins and stale values make incarnations that only expressions mention.
    fn add_free_incarnations(&mut self, passive: &Passive) {
        let roots: Vec<ExprId> = passive.roots();
        let mut found = Vec::new();
        crate::ir::visit::walk(&self.vocabulary.exprs, roots, |_, kind| {
            if let ExprKind::Var(v) = kind
                && self.vocabulary.var(*v).kind == VarKind::Local
            {
                found.push(*v);
            }
        });
        found.sort();
        for var in found {
            self.slot(var);
        }
    }

    /// The place of an expression; adds the nodes that it needs. Iterative: expressions can be deep.
    fn expr(&mut self, root: ExprId) -> Arg {
        let mut stack = vec![(root, false)];
        while let Some((e, children_done)) = stack.pop() {
            if self.places.contains_key(&Key::Expr(e)) {
                continue;
            }
            if let ExprKind::Var(v) = self.vocabulary.exprs.kind(e) {
                let arg = self.places.get(&Key::Var(*v)).copied().unwrap_or(Arg::Closed(e));
                self.places.insert(Key::Expr(e), arg);
                continue;
            }
            let mut children = Vec::new();
            for_each_child(self.vocabulary.exprs.kind(e), |c| children.push(c));
            if !children_done {
                stack.push((e, true));
                stack.extend(children.into_iter().rev().map(|c| (c, false)));
                continue;
            }
            let args: Vec<Arg> = children.iter().map(|c| self.places[&Key::Expr(*c)]).collect();
            let arg = if args.iter().all(|a| matches!(a, Arg::Closed(_))) {
                Arg::Closed(e)
            } else {
                self.nodes.push(Node { expr: e, args, is_bound: self.bound.contains(&e) });
                Arg::Local(self.slots.len() + self.nodes.len() - 1)
            };
            self.places.insert(Key::Expr(e), arg);
        }
        self.places[&Key::Expr(root)]
    }

    /// The slot on the left of an equation that the passive form made, and what stands on the right.
    fn sides(&mut self, equation: ExprId) -> (usize, Arg) {
        let ExprKind::Op(Op::Eq, sides) = self.vocabulary.exprs.kind(equation) else {
            panic!("internal: joins and results are equations")
        };
        match (self.expr(sides[0]), sides[1]) {
            (Arg::Local(slot), value) => (slot, self.expr(value)),
            _ => panic!("internal: joins and results have slots"),
        }
    }

    fn finish(mut self, passive: &Passive, entry: usize) -> Template {
        let position: FxHashMap<BlockId, usize> =
            passive.blocks.iter().enumerate().map(|(i, b)| (b.block, i)).collect();
        let literals: Vec<usize> = passive.blocks.iter().map(|b| self.slot(b.literal)).collect();
        let mut preds = vec![0; passive.blocks.len()];
        for edge in passive.blocks.iter().flat_map(|b| b.targets.iter().flatten()) {
            preds[position[&edge.target]] += 1;
        }
        let mut made = Made { clauses: Vec::new(), blocks: Vec::new(), calls: Vec::new() };
        for ((block, &literal), preds) in passive.blocks.iter().zip(&literals).zip(preds) {
            let (steps, returns) = self.steps(block, literal, passive.results.len(), &mut made);
            let (targets, joins) = self.edges(block, literal, &position, &literals, &mut made.clauses);
            let events = self.events(block, &mut made.calls);
            made.blocks.push(TemplateBlock {
                block: block.block,
                events,
                targets,
                literal,
                steps,
                joins,
                returns,
                preds,
            });
        }
        let uninitialised = passive.uninitialised.iter().map(|&(var, inc)| (var, Arg::Local(self.slot(inc)))).collect();
        let Made { clauses, blocks, calls } = made;
        let (params, results) = (passive.params.len(), passive.results.len());
        let (set, literals) = set_slots(&literals, &blocks, &calls, params..params + results);
        Template {
            proc: passive.proc,
            nodes: self.nodes,
            slots: self.slots,
            params,
            results,
            flag: None,
            entry,
            set,
            literals,
            clauses,
            blocks,
            calls,
            uninitialised,
        }
    }

    /// What a block does, in order, and what the results get where it returns; with the clauses that say so.
    fn steps(
        &mut self,
        block: &PassiveBlock,
        literal: usize,
        results: usize,
        made: &mut Made,
    ) -> (Vec<Step>, Vec<Arg>) {
        let first_call = made.calls.len();
        let mut steps = Vec::new();
        let mut waiting =
            block.events.iter().filter_map(|e| if let Event::Call(_, call) = e { Some(call) } else { None });
        let mut next_call = waiting.next();
        for &assumed in &block.assumes {
            let head = self.expr(assumed);
            made.clauses.push(Implication { literal, heads: vec![head] });
            match next_call {
                Some(call) if head == Arg::Local(self.slot(call.literal)) => {
                    let calls = steps.iter().filter(|step| matches!(step, Step::Call(_))).count();
                    steps.push(Step::Call(first_call + calls));
                    next_call = waiting.next();
                }
                _ => steps.push(Step::Assume(head)),
            }
        }
        let mut returns = Vec::new();
        if block.targets.is_none() {
            // They come last: `result == value` for each result.
            let equations = &block.assumes[block.assumes.len() - results..];
            returns.extend(equations.iter().map(|&equation| self.sides(equation).1));
            steps.truncate(steps.len() - equations.len());
        }
        (steps, returns)
    }

    /// Where control goes from a block, and what the slots of the targets' joins get; with the clauses that say so.
    fn edges(
        &mut self,
        block: &PassiveBlock,
        literal: usize,
        position: &FxHashMap<BlockId, usize>,
        literals: &[usize],
        clauses: &mut Vec<Implication>,
    ) -> Edges {
        let mut joins: Vec<Vec<(usize, Arg)>> = Vec::new();
        let mut targets = Vec::new();
        let mut heads = Vec::new();
        for edge in block.targets.iter().flatten() {
            let at = position[&edge.target];
            let own = self.slot(edge.literal);
            targets.push((at, Arg::Local(own)));
            heads.push(Arg::Local(own));
            if own != literals[at] {
                clauses.push(Implication { literal: own, heads: vec![Arg::Local(literals[at])] });
            }
            let from = if own == literals[at] && block.targets.as_ref().is_some_and(|t| t.len() == 1) {
                // The only edge: its equations hold whenever the block is left.
                literal
            } else {
                own
            };
            let mut joined = Vec::new();
            for &equation in &edge.equations {
                let head = self.expr(equation);
                clauses.push(Implication { literal: from, heads: vec![head] });
                let sides = self.sides(equation);
                if !joined.contains(&sides) {
                    joined.push(sides);
                }
            }
            // Of several edges to the same block the first one has the equations.
            let first = targets.iter().position(|&(target, _)| target == at);
            joins.push(match first {
                Some(first) if first < joins.len() => joins[first].clone(),
                _ => joined,
            });
        }
        if !heads.is_empty() && !heads.contains(&Arg::Local(literal)) {
            clauses.push(Implication { literal, heads });
        }
        (targets, joins)
    }

    /// What is needed to read off a model what happens in a block.
    fn events(&mut self, block: &PassiveBlock, calls: &mut Vec<TemplateCall>) -> Vec<TemplateEvent> {
        let mut events = Vec::new();
        for event in &block.events {
            events.push(match event {
                Event::Havoc { var, incarnation } => {
                    TemplateEvent::Havoc { var: *var, value: Arg::Local(self.slot(*incarnation)) }
                }
                Event::Defined { var, value } => TemplateEvent::Havoc { var: *var, value: self.expr(*value) },
                Event::Call(_, call) => {
                    calls.push(TemplateCall {
                        block: block.block,
                        callee: call.callee,
                        literal: Arg::Local(self.slot(call.literal)),
                        args: call.args.iter().map(|&a| self.expr(a)).collect(),
                        results: call.results.iter().map(|&r| Arg::Local(self.slot(r))).collect(),
                    });
                    TemplateEvent::Call(calls.len() - 1)
                }
            });
        }
        events
    }
}

/// Targets with the literals of the edges to them, and by edge what the slots of the target's joins get.
type Edges = (Vec<(usize, Arg)>, Vec<Vec<(usize, Arg)>>);

/// What a template has so far.
struct Made {
    clauses: Vec<Implication>,
    blocks: Vec<TemplateBlock>,
    calls: Vec<TemplateCall>,
}

/// The slots that evaluation sets, and those of them that are literals.
fn set_slots(
    own: &[usize],
    blocks: &[TemplateBlock],
    calls: &[TemplateCall],
    results: std::ops::Range<usize>,
) -> (FixedBitSet, FixedBitSet) {
    let (mut set, mut literals) = (FixedBitSet::default(), FixedBitSet::default());
    let slot_of = |arg: Arg| if let Arg::Local(slot) = arg { Some(slot) } else { None };
    let edges = blocks.iter().flat_map(|b| b.targets.iter().map(|&(_, literal)| literal));
    let of_calls = calls.iter().map(|call| call.literal);
    let found = edges.chain(of_calls).filter_map(slot_of).chain(own.iter().copied());
    found.for_each(|slot| literals.grow_and_insert(slot));
    set.union_with(&literals);
    let given = calls.iter().flat_map(|call| call.results.iter().copied()).filter_map(slot_of);
    let joins = blocks.iter().flat_map(|b| b.joins.iter().flatten().map(|&(slot, _)| slot));
    given.chain(joins).chain(results).for_each(|slot| set.grow_and_insert(slot));
    (set, literals)
}

/// The expressions below quantifiers and lambdas.
fn below_binders(vocabulary: &Vocabulary, passive: &Passive) -> FxHashSet<ExprId> {
    let mut binders = Vec::new();
    crate::ir::visit::walk(&vocabulary.exprs, passive.roots(), |e, kind| {
        if matches!(kind, ExprKind::Quantifier(_) | ExprKind::Lambda { .. }) {
            binders.push(e);
        }
    });
    let mut below = FxHashSet::default();
    crate::ir::visit::walk(&vocabulary.exprs, binders, |e, _| {
        below.insert(e);
    });
    below
}
