//! The whole program as one body: calls inlined, contracts written out, globals as locals, no choice but by havoc.
//!
//! ```text
//! assert (forall j: int :: P(j));   →   havoc j; L: goto B, X;   B: assert P(j); j := j + 1; goto L;   X: …
//! goto A, B;                        →   havoc c; goto A', B';    A': assume c == 0; goto A;   B': assume c != 0; goto B;
//! ```
//!
//! Branches on a condition and its negation stay; their assumptions are marked, since no execution ends there. What
//! comes behind `assert false` and `assume false` is dropped.

use rustc_hash::FxHashMap;

use crate::base::ids::{BlockId, ExprId, FuncId, IdVec, ProcId, VarId};
use crate::cfg::flow::{drop_unreachable, predecessors};
use crate::engine::{Declined, Question};
use crate::ir::build::{Renaming, fresh_local, splice, split_block};
use crate::ir::visit::{Rewriter, substitute, walk};
use crate::ir::{
    AssertKind, Attr, Attribute, Attributes, Block, Body, Cmd, CmdKind, Expr, ExprArena, ExprKind, Function,
    FunctionKind, Names, Op, Procedure, Program, QuantifierKind, Transfer, TypeTable, VarKind, has_attribute,
};
use ivl::source::Span;

/// A program that is one body; it has no procedures.
#[derive(Clone)]
pub struct Flat {
    pub program: Program,
    pub body: Body,
}

/// Blocks of the body, at most.
const MOST: usize = 2_000;

pub fn is_branch(cmd: &Cmd) -> bool {
    has_attribute(&cmd.attrs, Attr::Branch)
}

/// The program of a question. The assertions that its executions can violate are those of the question's.
pub(super) fn flatten(question: &Question) -> Result<Flat, Declined> {
    if question.program.procs.iter().any(|p| p.implements.is_some()) {
        return Err(Declined("several implementations of a procedure".into()));
    }
    let desugared = super::desugared(question);
    let (mut program, entry) = (desugared.program.clone(), desugared.entry);
    let mut body = inline(&mut program, entry)?;
    no_existentials(&program, &body)?;
    program.procs = IdVec::new();
    for cmd in body.cmds_mut() {
        // There is no callee any more.
        if let CmdKind::Assert(e, AssertKind::Requires(..)) = cmd.kind {
            cmd.kind = CmdKind::Assert(e, AssertKind::Assert);
        }
    }
    for &var in &program.globals {
        program.vars[var].kind = VarKind::Local;
        body.locals.push(var);
    }
    program.globals.clear();
    // They are commands by now.
    program.vars.ids().for_each(|v| program.vars[v].where_clause = None);
    truncate(&program, &mut body);
    drop_unreachable(&mut body);
    quantified_assertions(&mut program, &mut body);
    branches(&mut program, &mut body);
    Ok(Flat { program, body })
}

/// Whoever looks at what a body reads would take what is bound in such an assertion for a variable of the program.
pub fn no_existentials(program: &Program, body: &Body) -> Result<(), Declined> {
    let asserted = body.cmds().filter_map(|cmd| match cmd.kind {
        CmdKind::Assert(e, _) => Some(e),
        _ => None,
    });
    let mut found = false;
    walk(&program.exprs, asserted, |_, kind| {
        found |= matches!(kind, ExprKind::Quantifier(q) if q.kind == QuantifierKind::Exists);
    });
    if found { Err(Declined("an assertion says that something exists".into())) } else { Ok(()) }
}

/// Products of unknowns become calls of a function of which nothing is known: what holds whatever it is holds of products.
pub fn opaque_products(flat: &mut Flat) {
    let Flat { program, body } = flat;
    let mut times = None;
    loop {
        let mut rest = Vec::new();
        walk(&program.exprs, body.cmds().flat_map(Cmd::exprs), |e, _| rest.extend(product(&program.exprs, e)));
        if rest.is_empty() {
            return;
        }
        let func = *times.get_or_insert_with(|| times_function(program));
        let mut rewriter = Rewriter::new(|exprs: &mut ExprArena, e| {
            let args = product(exprs, e)?;
            Some(exprs.intern(Expr { kind: ExprKind::Call { func, types: Box::new([]), args }, ty: TypeTable::INT }))
        });
        for cmd in body.cmds_mut() {
            cmd.map_exprs(|e| rewriter.rewrite(&mut program.exprs, e));
        }
    }
}

fn times_function(program: &mut Program) -> FuncId {
    let params = ["x", "y"].map(|name| program.new_var(name, VarKind::Bound, TypeTable::INT, Span::NONE));
    program.funcs.push(Function {
        name: "$times".into(),
        type_params: Vec::new(),
        params: params.into(),
        result: TypeTable::INT,
        kind: FunctionKind::Uninterpreted,
        attrs: Attributes::from([]),
        span: Span::NONE,
    })
}

/// The factors of a product of integers of which none is a constant.
fn product(exprs: &ExprArena, e: ExprId) -> Option<Box<[ExprId]>> {
    match exprs.kind(e) {
        ExprKind::Op(Op::Mul, args)
            if exprs.ty(e) == TypeTable::INT && !args.iter().any(|&arg| is_constant(exprs, arg)) =>
        {
            Some(args.clone())
        }
        _ => None,
    }
}

fn is_constant(exprs: &ExprArena, e: ExprId) -> bool {
    match exprs.kind(e) {
        ExprKind::Int(_) => true,
        ExprKind::Op(Op::Neg, args) => is_constant(exprs, args[0]),
        _ => false,
    }
}

/// A command that no source has.
pub fn command(kind: CmdKind) -> Cmd {
    Cmd::new(kind, Span::NONE)
}

/// The body of a procedure with all calls inlined; its parameters become locals.
fn inline(program: &mut Program, entry: ProcId) -> Result<Body, Declined> {
    let procs: IdVec<ProcId, Procedure> = program.procs.clone();
    let own = &procs[entry];
    let mut body = own.body.clone().expect("internal: every procedure has a body after the contracts");
    for &var in own.ins.iter().chain(&own.outs) {
        program.vars[var].kind = VarKind::Local;
        body.locals.push(var);
    }
    let mut names = Names::of_blocks(&body);
    let mut pending: Vec<(BlockId, Vec<ProcId>)> = body.blocks.ids().map(|b| (b, vec![entry])).collect();
    pending.reverse();
    while let Some((block, active)) = pending.pop() {
        let Some(at) = body.blocks[block].cmds.iter().position(|cmd| cmd.callee().is_some()) else { continue };
        let mut rest = body.blocks[block].cmds.split_off(at);
        let call = rest.remove(0);
        let CmdKind::Call { callee, ins, outs, .. } = call.kind else { panic!("internal: not a call") };
        if has_attribute(&call.attrs, Attr::Async) {
            return Err(Declined("asynchronous calls".into()));
        }
        if active.contains(&callee) {
            return Err(Declined(format!("{} is recursive", procs[callee].name)));
        }
        let proc = &procs[callee];
        let inner = proc.body.as_ref().expect("internal: every procedure has a body after the contracts");
        if body.blocks.len() + inner.blocks.len() > MOST {
            return Err(Declined("the program is too large".into()));
        }
        let mut renaming = Renaming::default();
        for &var in proc.ins.iter().chain(&proc.outs).chain(&inner.locals) {
            let (name, ty) = (format!("{}_{}", proc.name, program.vars[var].name), program.vars[var].ty);
            renaming.vars.insert(var, fresh_local(program, &mut body, &name, ty, call.span));
        }
        let arguments = proc.ins.iter().map(|&v| renaming.var(v)).zip(ins).collect();
        let fresh: Vec<VarId> = inner.locals.iter().chain(&proc.outs).map(|&v| renaming.var(v)).collect();
        let cmds = &mut body.blocks[block].cmds;
        cmds.extend(Cmd::assign(arguments, Span::NONE));
        cmds.extend(Cmd::havoc(fresh, Span::NONE));
        let results = proc.outs.iter().map(|&v| program.var_expr(renaming.var(v)));
        rest.splice(0..0, Cmd::assign(outs.into_iter().zip(results).collect(), Span::NONE));
        let spliced = splice(program, &mut body, block, proc, &renaming, &mut names);
        body.blocks[spliced.after].cmds = rest;
        let mut within = active.clone();
        within.push(callee);
        pending.push((spliced.after, active));
        pending.extend(inner.blocks.ids().map(|id| (spliced.copies[&id], within.clone())));
    }
    Ok(body)
}

/// Nothing comes behind `assert false` and `assume false`.
fn truncate(program: &Program, body: &mut Body) {
    for block in body.blocks.iter_mut() {
        if let Some(end) = block.cmds.iter().position(|cmd| ends(program, cmd)) {
            block.cmds.truncate(end + 1);
            block.transfer = Transfer::Return;
        }
    }
}

/// Whether no execution goes on behind a command.
pub fn ends(program: &Program, cmd: &Cmd) -> bool {
    match cmd.kind {
        CmdKind::Assume(e) | CmdKind::Assert(e, _) => *program.exprs.kind(e) == ExprKind::Bool(false),
        _ => false,
    }
}

/// An assertion that something holds of all integers becomes a loop that asserts it of some in a row.
fn quantified_assertions(program: &mut Program, body: &mut Body) {
    let mut names = Names::of_blocks(body);
    let mut pending: Vec<BlockId> = body.blocks.ids().collect();
    while let Some(block) = pending.pop() {
        let quantified = body.blocks[block].cmds.iter().enumerate().find_map(|(at, cmd)| match cmd.kind {
            CmdKind::Assert(e, _) => Some((at, parts(program, e))).filter(|(_, p)| p.iter().any(|p| !p.0.is_empty())),
            _ => None,
        });
        let Some((at, parts)) = quantified else { continue };
        let after = split_block(body, block, at + 1, &mut names);
        body.blocks[block].cmds.pop();
        let span = body.blocks[block].span;
        pending.push(after);
        let mut current = block;
        for (bound, e) in parts {
            let mut map = FxHashMap::default();
            let mut locals = Vec::new();
            for var in bound {
                let name = program.vars[var].name.to_string();
                let local = fresh_local(program, body, &name, TypeTable::INT, span);
                map.insert(var, program.var_expr(local));
                locals.push(local);
            }
            let e = substitute(&mut program.exprs, e, &map);
            current = assert_all(program, body, &mut names, current, &locals, e);
        }
        body.blocks[current].transfer = Transfer::Goto(vec![after]);
    }
}

/// What an assertion consists of: conditions that hold of all values of some bound integers.
fn parts(program: &mut Program, e: ExprId) -> Vec<(Vec<VarId>, ExprId)> {
    match program.exprs.kind(e).clone() {
        ExprKind::Op(Op::And, args) => args.iter().flat_map(|&arg| parts(program, arg)).collect(),
        ExprKind::Op(Op::Implies, args) => {
            let parts = parts(program, args[1]);
            parts.into_iter().map(|(vars, e)| (vars, program.exprs.implies(args[0], e))).collect()
        }
        ExprKind::Quantifier(q) if q.kind == QuantifierKind::Forall && q.type_params.is_empty() => {
            if q.vars.iter().any(|&v| program.vars[v].ty != TypeTable::INT) {
                return vec![(Vec::new(), e)];
            }
            let with_outer = |(inner, e): (Vec<VarId>, ExprId)| (q.vars.iter().copied().chain(inner).collect(), e);
            let (plain, deeper): (Vec<_>, Vec<_>) =
                parts(program, q.body).into_iter().partition(|(inner, _)| inner.is_empty());
            // What is said of the same integers stays together.
            let plain: Vec<ExprId> = plain.into_iter().map(|(_, e)| e).collect();
            let whole = (!plain.is_empty()).then(|| (Vec::new(), program.exprs.and(&plain)));
            whole.into_iter().chain(deeper).map(with_outer).collect()
        }
        _ => vec![(Vec::new(), e)],
    }
}

/// Asserts a condition of all values of some locals, one loop in the other. Returns the block behind.
fn assert_all(
    program: &mut Program,
    body: &mut Body,
    names: &mut Names,
    block: BlockId,
    locals: &[VarId],
    e: ExprId,
) -> BlockId {
    let Some((&local, inner)) = locals.split_first() else {
        body.blocks[block].cmds.push(command(CmdKind::Assert(e, AssertKind::Assert)));
        return block;
    };
    let span = body.blocks[block].span;
    let mut push = |body: &mut Body, name: &str| {
        let transfer = Transfer::Return;
        body.blocks.push(Block { name: names.fresh(name), cmds: Vec::new(), transfer, span })
    };
    let (head, step, behind) = (push(body, "all"), push(body, "one"), push(body, "behind"));
    body.blocks[block].cmds.push(command(CmdKind::Havoc(vec![local])));
    body.blocks[block].transfer = Transfer::Goto(vec![head]);
    body.blocks[head].transfer = Transfer::Goto(vec![step, behind]);
    let end = assert_all(program, body, names, step, inner, e);
    let (now, one) = (program.var_expr(local), program.exprs.int(1));
    let next = program.exprs.op(Op::Add, [now, one], TypeTable::INT);
    body.blocks[end].cmds.push(command(CmdKind::Assign(vec![(local, next)])));
    body.blocks[end].transfer = Transfer::Goto(vec![head]);
    behind
}

/// Makes each branch depend on a condition or on a variable that was havocked.
fn branches(program: &mut Program, body: &mut Body) {
    let mut names = Names::of_blocks(body);
    let preds = predecessors(body);
    // Only what is made here is a mark: anyone may write the attribute.
    for cmd in body.cmds_mut().filter(|cmd| is_branch(cmd)) {
        cmd.attrs = cmd.attrs.iter().filter(|a| !a.is(Attr::Branch)).cloned().collect();
    }
    for block in body.blocks.ids().collect::<Vec<_>>() {
        let targets = body.blocks[block].transfer.targets().to_vec();
        if targets.len() < 2 {
            continue;
        }
        if let Some(conditions) = complementary(program, body, &targets) {
            let mut new = Vec::new();
            for (target, condition) in targets.into_iter().zip(conditions) {
                if preds[target].len() == 1 && target != body.entry {
                    body.blocks[target].cmds[0] = branch(condition);
                    new.push(target);
                } else {
                    new.push(edge(body, &mut names, target, condition));
                }
            }
            body.blocks[block].transfer = Transfer::Goto(new);
            continue;
        }
        let span = body.blocks[block].span;
        let choice = fresh_local(program, body, "choice", TypeTable::INT, span);
        body.blocks[block].cmds.push(command(CmdKind::Havoc(vec![choice])));
        let last = targets.len() - 1;
        let mut new = Vec::new();
        for (i, target) in targets.into_iter().enumerate() {
            let (now, number) = (program.var_expr(choice), program.exprs.int(i.min(last.saturating_sub(1))));
            let condition = match i == last {
                false if i == 0 => program.exprs.op(Op::Le, [now, number], TypeTable::BOOL),
                false => program.exprs.eq(now, number),
                true => program.exprs.op(Op::Gt, [now, number], TypeTable::BOOL),
            };
            new.push(edge(body, &mut names, target, condition));
        }
        body.blocks[block].transfer = Transfer::Goto(new);
    }
}

/// A block on the edge to a target, which is taken under a condition.
fn edge(body: &mut Body, names: &mut Names, target: BlockId, condition: ExprId) -> BlockId {
    let Block { name, span, .. } = &body.blocks[target];
    let name = names.fresh(&format!("to_{name}"));
    let transfer = Transfer::Goto(vec![target]);
    body.blocks.push(Block { name, cmds: vec![branch(condition)], transfer, span: *span })
}

fn branch(condition: ExprId) -> Cmd {
    let mark = Attribute::marker(Attr::Branch);
    Cmd { attrs: Attributes::from([mark]), ..command(CmdKind::Assume(condition)) }
}

/// The conditions under which two targets are taken, if one is the negation of the other.
pub fn complementary(program: &mut Program, body: &Body, targets: &[BlockId]) -> Option<[ExprId; 2]> {
    let [a, b] = targets else { return None };
    let first = |b: &BlockId| match body.blocks[*b].cmds.first()?.kind {
        CmdKind::Assume(e) => Some(e),
        _ => None,
    };
    let (a, b) = (first(a)?, first(b)?);
    (program.exprs.not(a) == b || program.exprs.not(b) == a).then_some([a, b])
}
