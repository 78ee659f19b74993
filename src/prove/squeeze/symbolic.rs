//! Code without loops as expressions over the state at its beginning.

use rustc_hash::FxHashMap;

use crate::base::ids::{BlockId, ExprId, VarId};
use crate::forms::inlined::is_branch;
use crate::ir::visit::substitute;
use crate::ir::{Body, CmdKind, Op, Program};

/// Paths that are followed, at most.
const MOST_PATHS: usize = 64;

/// One way through the code.
pub struct Path {
    /// Where it ends.
    pub end: BlockId,
    pub conditions: Vec<ExprId>,
    /// What assigned variables are in the end.
    pub values: FxHashMap<VarId, ExprId>,
}

/// The ways from a block, which end where `ends` says, or where there is nothing behind. `None`: too many of them, or something
/// is havocked on the way.
pub fn paths(program: &mut Program, body: &Body, start: BlockId, ends: &dyn Fn(BlockId) -> bool) -> Option<Vec<Path>> {
    let mut done = Vec::new();
    let mut pending = vec![Path { end: start, conditions: Vec::new(), values: FxHashMap::default() }];
    while let Some(Path { end: block, mut conditions, mut values }) = pending.pop() {
        for cmd in &body.blocks[block].cmds {
            match &cmd.kind {
                CmdKind::Assign(pairs) => {
                    let new: Vec<(VarId, ExprId)> =
                        pairs.iter().map(|&(v, e)| (v, substitute(&mut program.exprs, e, &values))).collect();
                    values.extend(new);
                }
                CmdKind::Assume(e) if is_branch(cmd) => {
                    conditions.push(substitute(&mut program.exprs, *e, &values));
                }
                CmdKind::Assume(_) | CmdKind::Assert(..) => {}
                CmdKind::Havoc(_) | CmdKind::Call { .. } => return None,
            }
        }
        let targets = body.blocks[block].transfer.targets();
        if targets.is_empty() {
            done.push(Path { end: block, conditions, values });
            continue;
        }
        for &target in targets {
            let path = Path { end: target, conditions: conditions.clone(), values: values.clone() };
            if ends(target) { done.push(path) } else { pending.push(path) }
        }
        if done.len() + pending.len() > MOST_PATHS {
            return None;
        }
    }
    Some(done)
}

/// The value of a variable behind the first of some paths whose conditions hold.
pub fn value_behind(program: &mut Program, paths: &[&Path], var: VarId) -> ExprId {
    let old = program.var_expr(var);
    let ty = program.vars[var].ty;
    let value_on = |path: &Path| path.values.get(&var).copied().unwrap_or(old);
    let Some((last, others)) = paths.split_last() else { return old };
    let mut value = value_on(last);
    for path in others.iter().rev() {
        let (own, condition) = (value_on(path), program.exprs.and(&path.conditions));
        if own != value {
            value = program.exprs.op(Op::Ite, [condition, own, value], ty);
        }
    }
    value
}
