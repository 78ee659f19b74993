//! That blocks are allocated where none lives.

use num_bigint::BigInt;
use num_traits::Zero;

use super::flatten::{Flat, plain};
use super::relax::{block_born, is_var, next_of};
use crate::base::ids::{ExprId, VarId};
use crate::cfg::flow::predecessors;
use crate::cfg::heap::Heap;
use crate::ir::{Body, Builtin, Cmd, CmdKind, ExprKind, FunctionKind, Op, Program};
use crate::prove::terms::{Terms, literal};

/// Assumes `!$live[t]` where a block is about to be allocated at `t`, if all that live lie in front of `$next`. Where a
/// block may lie elsewhere in its room, there is still a run with each block at `$next`.
pub fn assume_fresh(flat: &mut Flat) {
    let mut body = flat.take_body();
    let program = &mut flat.program;
    if let Some(live) = live_in_front(program, &body) {
        for block in body.blocks.ids() {
            let cmds = std::mem::take(&mut body.blocks[block].cmds);
            for cmd in cmds {
                let born = born_at_next(program, &body, &cmd);
                let span = cmd.span;
                let mut t = Terms(program);
                let dead = born.map(|at| {
                    let (live, at) = (t.var(live), t.var(at));
                    let cell = t.select(live, at);
                    t.not(cell)
                });
                body.blocks[block].cmds.push(cmd);
                body.blocks[block].cmds.extend(dead.map(|dead| plain(CmdKind::Assume(dead), span)));
            }
        }
    }
    flat.put_body(body);
}

/// `t := $next`, where a block is allocated: `t`.
fn born_at_next(program: &Program, body: &Body, cmd: &Cmd) -> Option<VarId> {
    let next = next_of(program, body)?;
    match &cmd.kind {
        CmdKind::Assign(pairs) if block_born(cmd).is_some() => match pairs[..] {
            [(target, e)] if is_var(program, e, next) => Some(target),
            _ => None,
        },
        _ => None,
    }
}

/// The map of live blocks, if all that live lie in front of `$next` whenever a block is put there. It begins as false
/// everywhere, and `$next` as a constant; then `$next` grows behind each block that is put there, in the same block of
/// commands, before the new block is marked as live; and what else is marked is a constant in front of the first.
fn live_in_front(program: &Program, body: &Body) -> Option<VarId> {
    let next = next_of(program, body)?;
    let live = Heap::of(program, &body.locals).live?;
    if !predecessors(body)[body.entry].is_empty() {
        return None;
    }
    let mut first: Option<BigInt> = None;
    let mut marked_first: Option<BigInt> = None;
    let mut cleared = false;
    for (id, block) in body.blocks.iter_enumerated() {
        // Put there, and then passed.
        let (mut put, mut passed): (Option<VarId>, Vec<VarId>) = (None, Vec::new());
        for cmd in &block.cmds {
            if let Some(target) = born_at_next(program, body, cmd) {
                let early = id == body.entry && (first.is_none() || !cleared);
                if early || put.replace(target).is_some() {
                    return None;
                }
                passed.retain(|&v| v != target);
                continue;
            }
            let pairs = match &cmd.kind {
                CmdKind::Assign(pairs) => pairs.clone(),
                CmdKind::Havoc(vars) if vars.iter().any(|&v| v == next || v == live || put == Some(v)) => return None,
                CmdKind::Havoc(vars) => {
                    passed.retain(|v| !vars.contains(v));
                    continue;
                }
                _ => continue,
            };
            for (var, e) in pairs {
                if var == next {
                    match first {
                        None if id == body.entry => first = Some(literal(program, e)?),
                        None => return None,
                        Some(_) => {
                            grows(program, e, next).then_some(())?;
                            passed.extend(put.take());
                        }
                    }
                } else if var == live {
                    match marked(program, e, live) {
                        Mark::Cleared if id == body.entry && !cleared => cleared = true,
                        Mark::Dead => {}
                        Mark::Alive(at) => match program.exprs.kind(at) {
                            ExprKind::Var(v) if passed.contains(v) => {}
                            _ => {
                                let at = literal(program, at)?;
                                marked_first = Some(marked_first.map_or(at.clone(), |m| m.max(at)));
                            }
                        },
                        _ => return None,
                    }
                } else if put == Some(var) {
                    return None;
                } else {
                    passed.retain(|&v| v != var);
                }
            }
        }
        if put.is_some() {
            return None;
        }
    }
    let first = first.filter(|_| cleared)?;
    marked_first.is_none_or(|m| m < first).then_some(live)
}

/// `$next + n` with `n > 0`
fn grows(program: &Program, e: ExprId, next: VarId) -> bool {
    matches!(program.exprs.kind(e), ExprKind::Op(Op::Add, args)
        if is_var(program, args[0], next) && literal(program, args[1]).is_some_and(|n| n > BigInt::zero()))
}

enum Mark {
    /// False everywhere.
    Cleared,
    /// False at one place.
    Dead,
    Alive(ExprId),
    Other,
}

/// What is stored into the map of live blocks.
fn marked(program: &Program, e: ExprId, live: VarId) -> Mark {
    let is_false = |e: ExprId| *program.exprs.kind(e) == ExprKind::Bool(false);
    match program.exprs.kind(e) {
        ExprKind::Call { func, args, .. }
            if matches!(program.funcs[*func].kind, FunctionKind::Builtin(Builtin::MapConst)) && is_false(args[0]) =>
        {
            Mark::Cleared
        }
        ExprKind::Op(Op::Store, args) if args.len() == 3 && is_var(program, args[0], live) => match is_false(args[2]) {
            true => Mark::Dead,
            false => Mark::Alive(args[1]),
        },
        _ => Mark::Other,
    }
}
