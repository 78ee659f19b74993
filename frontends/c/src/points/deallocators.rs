//! Functions that free what they are given and do nothing else with it: `if (p) free(p);`
//!
//! What different calls of them free is told apart, as it is for `free` itself.

use std::collections::BTreeSet;

use super::Targets;
use super::allocators::{mentions, uses};
use crate::cir::*;
use crate::types::Scalar;

/// By function: of which parameters it is so. `targets`: whom calls through pointers may reach.
pub(super) fn deallocators(program: &Program, targets: &Targets) -> Vec<Vec<bool>> {
    let is_pointer = |param: &VarId| program.vars[param.index()].ty == Scalar::Ptr;
    let given = |func: &Func| func.params.iter().map(|param| func.body.is_some() && is_pointer(param)).collect();
    let mut found: Vec<Vec<bool>> = program.funcs.iter().map(given).collect();
    loop {
        let mut changed = false;
        for (i, func) in program.funcs.iter().enumerate() {
            for (j, param) in func.params.iter().enumerate() {
                if found[i][j] && !only_frees(program, (i, *param), &found, targets) {
                    found[i][j] = false;
                    changed = true;
                }
            }
        }
        if !changed {
            return found;
        }
    }
}

/// Whether a function compares a parameter with constants and has it freed, and that is all.
fn only_frees(program: &Program, (func, param): (usize, VarId), known: &[Vec<bool>], targets: &Targets) -> bool {
    let Some(body) = &program.funcs[func].body else { return false };
    let Some(copies) = copies(program, &program.funcs[func], param) else { return false };
    // What is no parameter is not looked at.
    let frees = |callee: &FuncId, at: usize| {
        program.funcs[callee.index()].body.is_some() && known[callee.index()].get(at).is_none_or(|frees| *frees)
    };
    body.iter().enumerate().all(|(i, stmt)| match &stmt.kind {
        StmtKind::Set(_, value) if is_copy(value, &copies) => true,
        StmtKind::Library(Library::Free { ptr, .. }) if is_copy(ptr, &copies) => true,
        StmtKind::Call { callee: Callee::Indirect(address), .. } if mentions(address, &copies) => false,
        StmtKind::Call { callee, args, .. } => {
            let reached = match callee {
                Callee::Direct(callee) => std::slice::from_ref(callee),
                Callee::Indirect(_) => targets.get(&(func, i)).map_or(&[][..], Vec::as_slice),
            };
            let is_freed = |at| !reached.is_empty() && reached.iter().all(|callee| frees(callee, at));
            args.iter().enumerate().all(|(at, arg)| !mentions(arg, &copies) || is_copy(arg, &copies) && is_freed(at))
        }
        kind => !uses(kind, &copies),
    })
}

/// The registers that hold a parameter; `None` if a variable of the file does, or the result.
fn copies(program: &Program, func: &Func, param: VarId) -> Option<Vec<VarId>> {
    let mut found = vec![param];
    let mut known = BTreeSet::from([param]);
    let mut at = 0;
    while at < found.len() {
        for stmt in func.body.iter().flatten() {
            if let StmtKind::Set(to, value) = &stmt.kind
                && is_copy(value, &found[at..=at])
                && known.insert(*to)
            {
                if program.vars[to.index()].global || func.ret == Some(*to) {
                    return None;
                }
                found.push(*to);
            }
        }
        at += 1;
    }
    Some(found)
}

/// One of the registers as it is.
fn is_copy(e: &Expr, of: &[VarId]) -> bool {
    e.ty == Scalar::Ptr
        && match &*e.kind {
            ExprKind::Var(var) => of.contains(var),
            ExprKind::Cast(inner) => is_copy(inner, of),
            _ => false,
        }
}
