//! Code expressions become ordinary ones.
//!
//! ```text
//! |{ var x: int;                          (forall x: int ::
//!    A: assume x > y; goto B, C;    →        x > y ==> p(x) && (q(x) ==> x + 1 > y))
//!    B: return p(x);
//!    C: assume q(x); x := x + 1; return x > y; }|
//! ```
//!
//! The value is the weakest precondition of the acyclic blocks:
//!
//! ```text
//! wp(assume c; S) = c ==> wp(S)        wp(goto B, C) = wp(B) && wp(C)
//! wp(assert c; S) = c && wp(S)         wp(return e)  = e
//! wp(x := e; S)   = wp(S)[x := e]      wp(havoc x; S) = forall x' :: where(x') ==> wp(S)[x := x']
//! ```
//!
//! All quantifiers stand together in front, which is equivalent: they are never below a negation. Assignments are
//! carried forward as substitutions. A block that is reached with the same values of its live variables has one
//! expression; one that is reached with many different ones ([`VARIANTS`]) is expressed once over fresh variables `v'`
//! and used as `v' == e ==> …`, so that the result is linear in the blocks.
//!
//! Calls are inlined: preconditions are asserted, then the body, postconditions and the results; a procedure without
//! a body gives arbitrary results that satisfy its postconditions. Runs before monomorphisation. What does not fit
//! (loops, recursion, changes of variables outside, polymorphic callees) is a diagnostic.

mod flatten;

use ivl::diag::Diagnostic;
use rustc_hash::{FxHashMap, FxHashSet};

use self::flatten::{Exit, FlatBlock, FlatCmd, flatten};
use crate::base::ids::{CodeId, ExprId, IdVec, VarId};
use crate::ir::roots::map_roots;
use crate::ir::visit::{Rewriter, substitute, walk};
use crate::ir::{Expr, ExprArena, ExprKind, Program, Quantifier, QuantifierKind, TypeTable, Var, VarKind};

/// A block that is reached with more different values than this is expressed over fresh variables.
const VARIANTS: usize = 64;

/// Replaces all code expressions; `program.codes` is empty afterwards.
pub fn eliminate_code_exprs(program: &mut Program) -> Result<(), Vec<Diagnostic>> {
    if program.codes.is_empty() {
        return Ok(());
    }
    let mut values = Values { of: FxHashMap::default(), open: Vec::new(), diags: Vec::new() };
    for code in program.codes.ids() {
        values.compute(program, code);
    }
    if !values.diags.is_empty() {
        return Err(values.diags);
    }
    program.codes = IdVec::new();
    let mut rewriter = values.rewriter();
    map_roots(program, |exprs, e| rewriter.rewrite(exprs, e));
    Ok(())
}

/// The values of code expressions, as far as they are computed.
struct Values {
    of: FxHashMap<CodeId, ExprId>,
    /// Those that are being computed.
    open: Vec<CodeId>,
    diags: Vec<Diagnostic>,
}

impl Values {
    /// Replaces code expressions by their values.
    fn rewriter(&self) -> Rewriter<impl FnMut(&mut ExprArena, ExprId) -> Option<ExprId> + use<'_>> {
        Rewriter::new(|exprs, e| match exprs.kind(e) {
            ExprKind::Code(code) => self.of.get(code).copied(),
            _ => None,
        })
    }

    fn compute(&mut self, program: &mut Program, code: CodeId) {
        if self.of.contains_key(&code) {
            return;
        }
        let body = program.codes[code].body.clone();
        let span = body.blocks[body.entry].span;
        let mut value = program.exprs.bool(true);
        if self.open.contains(&code) {
            let message = "not supported: a code expression that calls itself through a procedure";
            self.diags.push(Diagnostic::error(message, span));
        } else if let Some(mut blocks) = flatten(program, &body, &mut self.diags) {
            self.open.push(code);
            for inner in inner_codes(program, &blocks) {
                self.compute(program, inner);
            }
            self.open.pop();
            {
                let mut rewriter = self.rewriter();
                for_each_expr(&mut blocks, |e| *e = rewriter.rewrite(&mut program.exprs, *e));
            }
            match order(&blocks) {
                Ok(order) => value = weakest_precondition(program, &blocks, &order),
                Err(looping) => {
                    self.diags.push(Diagnostic::error("not supported: a loop in a code expression", looping))
                }
            }
        }
        self.of.insert(code, value);
    }
}

fn for_each_expr(blocks: &mut [FlatBlock], mut visit: impl FnMut(&mut ExprId)) {
    for block in blocks {
        for cmd in &mut block.cmds {
            match cmd {
                FlatCmd::Assign(pairs) => pairs.iter_mut().for_each(|(_, e)| visit(e)),
                FlatCmd::Assume(e) | FlatCmd::Assert(e) => visit(e),
                FlatCmd::Havoc(_) => {}
            }
        }
        if let Exit::Return(e) = &mut block.exit {
            visit(e);
        }
    }
}

/// The code expressions in the blocks' expressions.
fn inner_codes(program: &Program, blocks: &[FlatBlock]) -> Vec<CodeId> {
    let mut roots = Vec::new();
    for block in blocks {
        for cmd in &block.cmds {
            match cmd {
                FlatCmd::Assign(pairs) => roots.extend(pairs.iter().map(|&(_, e)| e)),
                FlatCmd::Assume(e) | FlatCmd::Assert(e) => roots.push(*e),
                FlatCmd::Havoc(_) => {}
            }
        }
        if let Exit::Return(e) = block.exit {
            roots.push(e);
        }
    }
    let mut codes = Vec::new();
    walk(&program.exprs, roots, |_, kind| {
        if let ExprKind::Code(code) = kind {
            codes.push(*code);
        }
    });
    codes
}

/// The blocks that are reached from the first, successors before predecessors; `Err`: where control turns back.
fn order(blocks: &[FlatBlock]) -> Result<Vec<usize>, ivl::source::Span> {
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

fn weakest_precondition(program: &mut Program, blocks: &[FlatBlock], order: &[usize]) -> ExprId {
    let live = live_in(program, blocks, order);
    let n = blocks.len();
    let mut wp = Wp {
        program,
        blocks,
        live,
        variants: FxHashMap::default(),
        count: vec![0; n],
        general: FxHashMap::default(),
        fresh: Vec::new(),
    };
    // The first block begins with the havoc of all locals.
    let value = wp.block(0, &Env::default());
    let fresh = std::mem::take(&mut wp.fresh);
    let used = variables(program, [value]);
    let vars: Box<[VarId]> = fresh.into_iter().filter(|v| used.contains(v)).collect();
    if vars.is_empty() {
        return value;
    }
    let quantifier = Quantifier {
        kind: QuantifierKind::Forall,
        type_params: Box::default(),
        vars,
        triggers: Box::default(),
        weight: None,
        name: None,
        place: Default::default(),
        body: value,
    };
    program.exprs.intern(Expr { kind: ExprKind::Quantifier(Box::new(quantifier)), ty: TypeTable::BOOL })
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
            Exit::Return(e) => variables(program, [*e]),
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
    live: Vec<Vec<VarId>>,
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

    /// `v' == env(v) && … ==> wp(block over v')`
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
        self.program.exprs.implies(premise, body)
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
            Exit::Return(e) => self.at(*e, &env),
            Exit::Goto(targets) => {
                let values: Vec<ExprId> = targets.iter().map(|&t| self.block(t, &env)).collect();
                self.program.exprs.and(&values)
            }
        };
        let exprs = &mut self.program.exprs;
        conditions.into_iter().rev().fold(end, |rest, (assumed, c)| match assumed {
            true => exprs.implies(c, rest),
            false => exprs.and(&[c, rest]),
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
