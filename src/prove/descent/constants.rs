//! What a program computes from constants alone.
//!
//! ```text
//! size := 1 * 16; … $size[t] := size;  →  … $size[t] := 16;      p + 8 - 8  →  p
//! goto A, B; A: assume false; …        →  goto B;
//! goto A, B; A: p := 0; goto C; B: p := t; goto C; C: assume p != 0; …  →  goto B; B: p := t; …
//! ```
//!
//! So an allocation of a node has a size that is known, and one way; and a `do … while (0)` is no loop.

use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};

use super::dead::live;
use super::flatten::{Flat, plain};
use crate::base::ids::{BlockId, ExprId, VarId};
use crate::ir::visit::{Rewriter, substitute};
use crate::ir::{AttributeValue, Body, Cmd, CmdKind, ExprArena, ExprKind, Op, Program, Transfer, TypeTable};

/// Puts constants in the place of variables that have no other value, until there is none any more.
pub fn spread(flat: &mut Flat) {
    let mut body = flat.take_body();
    let program = &mut flat.program;
    block_ways(program, &mut body);
    close_ways(program, &mut body);
    for cmd in commands(&mut body) {
        rewrite(program, cmd, &mut |program, e| tidy(program, e));
    }
    loop {
        let found = constants(program, &body);
        if found.is_empty() {
            break;
        }
        for block in body.blocks.ids() {
            let kept = |cmd: &Cmd| !matches!(&cmd.kind, CmdKind::Assign(pairs) if pairs.iter().all(|(v, _)| found.contains_key(v)));
            body.blocks[block].cmds.retain(kept);
            for cmd in &mut body.blocks[block].cmds {
                if let CmdKind::Assign(pairs) = &mut cmd.kind {
                    pairs.retain(|(v, _)| !found.contains_key(v));
                }
                rewrite(program, cmd, &mut |program, e| substitute(&mut program.exprs, e, &found));
            }
        }
    }
    flat.put_body(body);
}

fn commands(body: &mut Body) -> impl Iterator<Item = &mut Cmd> {
    body.blocks.iter_mut().flat_map(|b| b.cmds.iter_mut())
}

fn rewrite(program: &mut Program, cmd: &mut Cmd, change: &mut dyn FnMut(&mut Program, ExprId) -> ExprId) {
    match &mut cmd.kind {
        CmdKind::Assume(e) | CmdKind::Assert(e, _) => *e = change(program, *e),
        CmdKind::Assign(pairs) => pairs.iter_mut().for_each(|(_, e)| *e = change(program, *e)),
        CmdKind::Havoc(_) | CmdKind::Call { .. } => {}
    }
    let mentions = |v: &AttributeValue| matches!(v, AttributeValue::Expr(_));
    if cmd.attrs.iter().any(|a| a.args.iter().any(mentions)) {
        let mut attrs = cmd.attrs.to_vec();
        for value in attrs.iter_mut().flat_map(|a| a.args.iter_mut()) {
            if let AttributeValue::Expr(e) = value {
                *e = change(program, *e);
            }
        }
        cmd.attrs = attrs.into();
    }
}

/// Marks the ends of blocks behind which an assumption fails, whatever happened before.
fn block_ways(program: &mut Program, body: &mut Body) {
    for block in body.blocks.ids() {
        let Transfer::Goto(targets) = &body.blocks[block].transfer else { continue };
        let [target] = targets[..] else { continue };
        let mut known = FxHashMap::default();
        let ends = body.blocks[block].cmds.iter().any(|cmd| fails(program, cmd, &mut known));
        if !ends && !fails_first(program, &body.blocks[target].cmds, &mut known) {
            continue;
        }
        let never = plain(CmdKind::Assume(program.exprs.bool(false)), body.blocks[block].span);
        let cmds = &mut body.blocks[block].cmds;
        if !cmds.iter().any(|cmd| matches!(cmd.kind, CmdKind::Assert(..))) {
            cmds.clear();
        }
        cmds.push(never);
    }
}

/// Whether an assumption fails, and no assertion comes before it, where these variables have these values.
fn fails_first(program: &Program, cmds: &[Cmd], known: &mut FxHashMap<VarId, BigInt>) -> bool {
    for cmd in cmds {
        if matches!(cmd.kind, CmdKind::Assert(..)) {
            return false;
        }
        if fails(program, cmd, known) {
            return true;
        }
    }
    false
}

/// Whether it is an assumption that fails, where these variables have these values; they become those behind the command.
fn fails(program: &Program, cmd: &Cmd, known: &mut FxHashMap<VarId, BigInt>) -> bool {
    let now = |known: &FxHashMap<VarId, BigInt>, e: ExprId| match program.exprs.kind(e) {
        ExprKind::Var(v) => known.get(v).cloned(),
        _ => value(program, e),
    };
    match &cmd.kind {
        CmdKind::Assume(e) => {
            let (e, holds) = match program.exprs.kind(*e) {
                ExprKind::Op(Op::Not, args) => (args[0], false),
                _ => (*e, true),
            };
            if let ExprKind::Op(op @ (Op::Eq | Op::Neq), args) = program.exprs.kind(e)
                && let (Some(a), Some(b)) = (now(known, args[0]), now(known, args[1]))
            {
                return ((a == b) == (*op == Op::Eq)) != holds;
            }
        }
        CmdKind::Assign(pairs) => {
            let new: Vec<_> = pairs.iter().map(|&(v, e)| (v, now(known, e))).collect();
            for (var, value) in new {
                match value {
                    Some(value) => known.insert(var, value),
                    None => known.remove(&var),
                };
            }
        }
        CmdKind::Havoc(vars) => known.retain(|v, _| !vars.contains(v)),
        CmdKind::Assert(..) => {}
        CmdKind::Call { .. } => panic!("internal: a call in a flat body"),
    }
    false
}

/// Control does not go where nothing gets any further, if it can go elsewhere.
fn close_ways(program: &Program, body: &mut Body) {
    let closed: FxHashSet<BlockId> = body
        .blocks
        .iter_enumerated()
        .filter(|(_, b)| {
            let first = b.cmds.first().map(|c| &c.kind);
            matches!(first, Some(CmdKind::Assume(e)) if *program.exprs.kind(*e) == ExprKind::Bool(false))
        })
        .map(|(block, _)| block)
        .collect();
    for block in body.blocks.ids() {
        if let Transfer::Goto(targets) = &mut body.blocks[block].transfer
            && targets.iter().any(|t| !closed.contains(t))
        {
            targets.retain(|t| !closed.contains(t));
        }
    }
}

/// `x + c - c` is `x`.
fn tidy(program: &mut Program, e: ExprId) -> ExprId {
    Rewriter::new(|exprs: &mut ExprArena, e| {
        let ExprKind::Op(Op::Sub, sides) = exprs.kind(e) else { return None };
        let ExprKind::Op(Op::Add, sum) = exprs.kind(sides[0]) else { return None };
        let same = sum[1] == sides[1] && matches!(exprs.kind(sides[1]), ExprKind::Int(_));
        (same && matches!(exprs.kind(sum[0]), ExprKind::Var(_))).then_some(sum[0])
    })
    .rewrite(&mut program.exprs, e)
}

/// The integers to which one value is assigned and that are not read before, with that value.
fn constants(program: &mut Program, body: &Body) -> FxHashMap<VarId, ExprId> {
    let live = live(program, body, &[]);
    let mut values: FxHashMap<VarId, BigInt> = FxHashMap::default();
    let mut others: FxHashSet<VarId> = FxHashSet::default();
    for cmd in body.cmds() {
        match &cmd.kind {
            CmdKind::Assign(pairs) => {
                for &(var, e) in pairs {
                    match value(program, e) {
                        Some(new) if values.get(&var).is_none_or(|old| *old == new) => {
                            values.insert(var, new);
                        }
                        _ => {
                            others.insert(var);
                        }
                    }
                }
            }
            CmdKind::Havoc(vars) => others.extend(vars),
            _ => {}
        }
    }
    let mut found: Vec<(VarId, BigInt)> = values.into_iter().filter(|(v, _)| !others.contains(v)).collect();
    found.retain(|&(v, _)| !live.at(body.entry, v) && program.vars[v].ty == TypeTable::INT);
    found.sort();
    found.into_iter().map(|(v, n)| (v, program.exprs.int(n))).collect()
}

fn value(program: &Program, e: ExprId) -> Option<BigInt> {
    let of = |e: ExprId| value(program, e);
    match program.exprs.kind(e) {
        ExprKind::Int(n) => Some(n.clone()),
        ExprKind::Op(Op::Neg, args) => of(args[0]).map(|n| -n),
        ExprKind::Op(Op::Add, args) if args.len() == 2 => Some(of(args[0])? + of(args[1])?),
        ExprKind::Op(Op::Sub, args) if args.len() == 2 => Some(of(args[0])? - of(args[1])?),
        ExprKind::Op(Op::Mul, args) if args.len() == 2 => Some(of(args[0])? * of(args[1])?),
        _ => None,
    }
}
