//! Functions that give back new memory and do nothing else with it: `p = malloc(n); if (!p) exit(1); return p;`
//!
//! What different calls of them give back is told apart, as it is for `malloc` itself.

use super::Targets;
use crate::cir::*;

/// By function: where it allocates what it gives back; `None`: it is no such function. `targets`: whom calls through pointers
/// may reach.
pub(super) fn allocators(program: &Program, targets: &Targets) -> Vec<Option<Vec<SiteId>>> {
    let mut found: Vec<Option<Vec<SiteId>>> = vec![None; program.funcs.len()];
    loop {
        let mut changed = false;
        for i in 0..program.funcs.len() {
            if found[i].is_none()
                && let Some(sites) = allocates(program, i, &found, targets)
            {
                found[i] = Some(sites);
                changed = true;
            }
        }
        if !changed {
            return found;
        }
    }
}

/// The sites where what a function gives back is allocated.
fn allocates(program: &Program, index: usize, known: &[Option<Vec<SiteId>>], targets: &Targets) -> Option<Vec<SiteId>> {
    let func = &program.funcs[index];
    let (ret, body) = (func.ret?, func.body.as_ref()?);
    let given = given_back(program, ret, body);
    let is_given = |var: VarId| given.contains(&var);
    if func.params.iter().any(|param| is_given(*param)) {
        return None;
    }
    let mut sites = vec![];
    for (i, stmt) in body.iter().enumerate() {
        match &stmt.kind {
            StmtKind::Set(var, value) if is_given(*var) => {
                if !is_copy(value, &given) {
                    return None;
                }
            }
            StmtKind::Library(Library::Malloc { ret, size, zero: false, site, .. }) if is_given(*ret) => {
                if mentions(&size.count, &given) {
                    return None;
                }
                sites.push(*site);
            }
            StmtKind::Library(Library::Realloc { ret, .. } | Library::Malloc { ret, .. }) if is_given(*ret) => {
                return None;
            }
            StmtKind::Call { ret: Some(to), callee, args, .. } if is_given(*to) => {
                let reached = match callee {
                    Callee::Direct(callee) => std::slice::from_ref(callee),
                    Callee::Indirect(address) if mentions(address, &given) => return None,
                    Callee::Indirect(_) => targets.get(&(index, i))?,
                };
                if reached.is_empty() || args.iter().any(|arg| mentions(arg, &given)) {
                    return None;
                }
                for callee in reached {
                    sites.extend(known[callee.index()].as_ref()?);
                }
            }
            // What a function gives that ends without a result must not be used.
            StmtKind::Havoc(to) if *to == ret => {}
            StmtKind::Havoc(to) if is_given(*to) => return None,
            kind => {
                if uses(kind, &given) {
                    return None;
                }
            }
        }
    }
    (!sites.is_empty()).then_some(sites)
}

/// The registers whose value may be given back; `None` among them: globals, which others see.
fn given_back(program: &Program, ret: VarId, body: &[Stmt]) -> Vec<VarId> {
    let mut given = vec![ret];
    let mut at = 0;
    while at < given.len() {
        let to = given[at];
        for stmt in body {
            if let StmtKind::Set(var, value) = &stmt.kind
                && *var == to
                && let Some(from) = value.register_below_casts()
                && !program.vars[from.index()].global
                && !given.contains(&from)
            {
                given.push(from);
            }
        }
        at += 1;
    }
    given
}

/// A constant, or one of the registers as it is.
fn is_copy(e: &Expr, given: &[VarId]) -> bool {
    match &*e.kind {
        ExprKind::Const(_) => true,
        ExprKind::Var(var) => given.contains(var),
        ExprKind::Cast(inner) => is_copy(inner, given),
        _ => false,
    }
}

/// Whether a statement uses one of the registers other than to compare it with a constant.
pub(super) fn uses(stmt: &StmtKind, given: &[VarId]) -> bool {
    match stmt {
        StmtKind::Branch(e, ..) | StmtKind::Assume(e) | StmtKind::Assert(e, _) => mentions_below(e, given),
        _ => stmt.operands().into_iter().any(|e| mentions(e, given)),
    }
}

/// Whether one of the registers is used other than in a comparison with a constant.
pub(super) fn mentions(e: &Expr, given: &[VarId]) -> bool {
    match &*e.kind {
        ExprKind::Var(var) => given.contains(var),
        ExprKind::Cmp(CmpOp::Eq | CmpOp::Ne, a, b) if b.constant().is_some() || a.constant().is_some() => {
            mentions_below(a, given) || mentions_below(b, given)
        }
        ExprKind::Not(e) => mentions_below(e, given),
        ExprKind::And(a, b) | ExprKind::Or(a, b) => mentions_below(a, given) || mentions_below(b, given),
        _ => e.children().into_iter().any(|child| mentions(child, given)),
    }
}

/// The same of what is compared with zero.
fn mentions_below(e: &Expr, given: &[VarId]) -> bool {
    !is_copy(e, given) && mentions(e, given)
}
