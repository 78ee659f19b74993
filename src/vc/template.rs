//! A procedure's verification condition, compiled once and instantiated at every inlined call.
//!
//! The condition of an instance is a set of clauses over its literals. For a block `b` with literal `B`:
//! `B ⇒ φ` for each assumption φ (calls contribute their literal), `B ⇒ ⋁ E` over its outgoing edges, and
//! `E ⇒ target`, `E ⇒ equation` where an edge has a literal of its own. The entry block's literal is the caller's
//! call literal, in-parameters are the caller's terms and results the caller's incarnations, so that inlining
//! `call c` only adds clauses that begin with ¬c; nothing is ever retracted.

use rustc_hash::FxHashMap;

use super::passive::{Event, Passive};
use super::translate::Translator;
use crate::base::ids::{BlockId, ExprId, ProcId, VarId};
use crate::ir::visit::for_each_child;
use crate::ir::{ExprKind, Program};
use crate::smt::{Session, Term};

/// One procedure's condition.
pub struct Template {
    pub proc: ProcId,
    /// Terms that depend on the instance, each after those that it is made of.
    nodes: Vec<Node>,
    /// Variables that get a value in each instance: the parameters and results first, then fresh constants.
    slots: Vec<VarId>,
    params: usize,
    results: usize,
    entry: usize,
    clauses: Vec<Clause>,
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

struct Node {
    expr: ExprId,
    args: Vec<Arg>,
}

/// `literal ⇒ ⋁ heads`
struct Clause {
    literal: usize,
    heads: Vec<Arg>,
}

/// What is needed to read an execution off a model.
pub struct TemplateBlock {
    pub block: BlockId,
    pub events: Vec<TemplateEvent>,
    /// Position in `blocks` and literal of each edge; empty: the block returns.
    pub targets: Vec<(usize, Arg)>,
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

    pub fn new(program: &Program, passive: &Passive) -> Template {
        let mut compiler = Compiler { program, nodes: Vec::new(), slots: Vec::new(), places: FxHashMap::default() };
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

    /// Adds an instance: `control` says that it is entered, `args` and `results` are the caller's terms.
    pub fn instantiate(
        &self,
        translator: &mut Translator,
        session: &Session,
        program: &Program,
        control: Term,
        args: &[Term],
        results: &[Term],
    ) -> Instance {
        debug_assert!(args.len() == self.params && results.len() == self.results);
        let mut values = Vec::with_capacity(self.slots.len() + self.nodes.len());
        values.extend_from_slice(args);
        values.extend_from_slice(results);
        values.push(control);
        debug_assert_eq!(self.entry, values.len() - 1);
        for &slot in &self.slots[values.len()..] {
            let var = &program.vars[slot];
            let sort = translator.sort(session, program, var.ty);
            values.push(session.fresh_constant(&var.name, sort));
        }
        let mut instance = Instance { values };
        let mut children = Vec::new();
        for node in &self.nodes {
            children.clear();
            for arg in &node.args {
                let child = instance.term(*arg, translator, session, program);
                children.push(child);
            }
            let term = translator.build(session, program, node.expr, &children);
            instance.values.push(term);
        }
        let mut heads = Vec::new();
        for clause in &self.clauses {
            heads.clear();
            heads.push(session.not(instance.values[clause.literal]));
            for head in &clause.heads {
                let head = instance.term(*head, translator, session, program);
                heads.push(head);
            }
            session.assert(session.or(&heads));
        }
        instance
    }
}

impl Instance {
    pub fn term(&self, arg: Arg, translator: &mut Translator, session: &Session, program: &Program) -> Term {
        match arg {
            Arg::Local(position) => self.values[position],
            Arg::Closed(e) => translator.closed(session, program, e),
        }
    }
}

struct Compiler<'a> {
    program: &'a Program,
    nodes: Vec<Node>,
    slots: Vec<VarId>,
    /// Positions of slots by variable expression's variable.
    places: FxHashMap<Key, Arg>,
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
        let roots: Vec<ExprId> = roots(passive);
        let mut found = Vec::new();
        crate::ir::visit::walk(&self.program.exprs, roots, |_, kind| {
            if let ExprKind::Var(v) = kind
                && self.program.vars[*v].kind == crate::ir::VarKind::Local
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
            if let ExprKind::Var(v) = self.program.exprs.kind(e) {
                let arg = self.places.get(&Key::Var(*v)).copied().unwrap_or(Arg::Closed(e));
                self.places.insert(Key::Expr(e), arg);
                continue;
            }
            let mut children = Vec::new();
            for_each_child(self.program.exprs.kind(e), |c| children.push(c));
            if !children_done {
                stack.push((e, true));
                stack.extend(children.into_iter().rev().map(|c| (c, false)));
                continue;
            }
            let args: Vec<Arg> = children.iter().map(|c| self.places[&Key::Expr(*c)]).collect();
            let arg = if args.iter().all(|a| matches!(a, Arg::Closed(_))) {
                Arg::Closed(e)
            } else {
                self.nodes.push(Node { expr: e, args });
                Arg::Local(self.slots.len() + self.nodes.len() - 1)
            };
            self.places.insert(Key::Expr(e), arg);
        }
        self.places[&Key::Expr(root)]
    }

    fn finish(mut self, passive: &Passive, entry: usize) -> Template {
        let position: FxHashMap<BlockId, usize> =
            passive.blocks.iter().enumerate().map(|(i, b)| (b.block, i)).collect();
        let literal_of: Vec<usize> = passive.blocks.iter().map(|b| self.slot(b.literal)).collect();
        let (mut clauses, mut blocks, mut calls) = (Vec::new(), Vec::new(), Vec::new());
        for (block, &literal) in passive.blocks.iter().zip(&literal_of) {
            for &assumed in &block.assumes {
                let head = self.expr(assumed);
                clauses.push(Clause { literal, heads: vec![head] });
            }
            let mut targets = Vec::new();
            let mut heads = Vec::new();
            for edge in block.targets.iter().flatten() {
                let at = position[&edge.target];
                let own = self.slot(edge.literal);
                targets.push((at, Arg::Local(own)));
                heads.push(Arg::Local(own));
                if own != literal_of[at] {
                    clauses.push(Clause { literal: own, heads: vec![Arg::Local(literal_of[at])] });
                }
                let from = if own == literal_of[at] && block.targets.as_ref().is_some_and(|t| t.len() == 1) {
                    // The only edge: its equations hold whenever the block is left.
                    literal
                } else {
                    own
                };
                for &equation in &edge.equations {
                    let head = self.expr(equation);
                    clauses.push(Clause { literal: from, heads: vec![head] });
                }
            }
            if !heads.is_empty() && !heads.contains(&Arg::Local(literal)) {
                clauses.push(Clause { literal, heads });
            }
            let mut events = Vec::new();
            for event in &block.events {
                events.push(match event {
                    Event::Havoc { var, incarnation } => {
                        TemplateEvent::Havoc { var: *var, value: Arg::Local(self.slot(*incarnation)) }
                    }
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
            blocks.push(TemplateBlock { block: block.block, events, targets });
        }
        let uninitialised = passive.uninitialised.iter().map(|&(var, inc)| (var, Arg::Local(self.slot(inc)))).collect();
        Template {
            proc: passive.proc,
            nodes: self.nodes,
            slots: self.slots,
            params: passive.params.len(),
            results: passive.results.len(),
            entry,
            clauses,
            blocks,
            calls,
            uninitialised,
        }
    }
}

fn roots(passive: &Passive) -> Vec<ExprId> {
    let mut roots = Vec::new();
    for block in &passive.blocks {
        roots.extend(block.assumes.iter().copied());
        for edge in block.targets.iter().flatten() {
            roots.extend(edge.equations.iter().copied());
        }
        for event in &block.events {
            if let Event::Call(_, call) = event {
                roots.extend(call.args.iter().copied());
            }
        }
    }
    roots
}
