//! Registers that only ever hold numbers that are addresses of no block: null, `(void *)-1` and the like.
//!
//! ```text
//! int registered = 0; … registered = 1; … handler = (Handler)registered;
//! ```

use std::collections::BTreeSet;

use crate::cir::*;

use crate::types::{Scalar, Types};

use super::FIRST_ADDRESS;

/// By register. What is set to constants, and to such registers, alone.
pub(super) fn small(program: &Program, types: &Types) -> Vec<bool> {
    let mut small = vec![true; program.vars.len()];
    let called = called(program);
    for (i, func) in program.funcs.iter().enumerate() {
        // Whoever calls it gives anything.
        let is_open = func.address_taken || func.body.is_none() || !called.contains(&FuncId(i as u32));
        if is_open {
            func.params.iter().chain(&func.ret).for_each(|var| small[var.index()] = false);
        }
    }
    loop {
        let before = small.clone();
        for stmt in program.init.iter().chain(program.funcs.iter().flat_map(|func| func.body.iter().flatten())) {
            statement(program, types, &stmt.kind, &mut small);
        }
        if small == before {
            return small;
        }
    }
}

/// The functions that the program calls by name.
pub(super) fn called(program: &Program) -> BTreeSet<FuncId> {
    let statements = program.init.iter().chain(program.funcs.iter().flat_map(|func| func.body.iter().flatten()));
    let callee = |stmt: &Stmt| match stmt.kind {
        StmtKind::Call { callee: Callee::Direct(called), .. } => Some(called),
        _ => None,
    };
    statements.filter_map(callee).collect()
}

fn statement(program: &Program, types: &Types, stmt: &StmtKind, small: &mut [bool]) {
    match stmt {
        StmtKind::Set(var, value) => small[var.index()] &= is_small(value, small, types),
        StmtKind::Havoc(var) | StmtKind::Undefined(var) => small[var.index()] = false,
        StmtKind::Call { ret, callee: Callee::Direct(func), args, .. } => {
            let callee = &program.funcs[func.index()];
            for (i, param) in callee.params.iter().enumerate() {
                small[param.index()] &= args.get(i).is_some_and(|arg| is_small(arg, small, types));
            }
            if let Some(to) = ret {
                small[to.index()] &= callee.ret.is_some_and(|from| small[from.index()]);
            }
        }
        StmtKind::Call { ret: Some(to), .. } => small[to.index()] = false,
        StmtKind::Library(
            Library::Malloc { ret, .. }
            | Library::Realloc { ret, .. }
            | Library::Room { ret, .. }
            | Library::Block { ret, .. },
        ) => small[ret.index()] = false,
        _ => {}
    }
}

/// Whether a number is the address of no block for sure.
pub(super) fn is_small(e: &Expr, small: &[bool], types: &Types) -> bool {
    match &*e.kind {
        ExprKind::Const(n) => *n < FIRST_ADDRESS.into() || n.bits() >= 64,
        ExprKind::Var(var) => small[var.index()],
        ExprKind::Cast(inner) => keeps(inner.ty, e.ty, types) && is_small(inner, small, types),
        ExprKind::Cmp(..) | ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..) => true,
        ExprKind::Cond(_, a, b) => is_small(a, small, types) && is_small(b, small, types),
        _ => false,
    }
}

/// Whether a conversion keeps small numbers small; negative ones become addresses that are too high.
fn keeps(from: Scalar, to: Scalar, types: &Types) -> bool {
    let width = types.ptr_int(false);
    let of = |ty| match ty {
        Scalar::Int(int) => Some(int),
        Scalar::Ptr => Some(width),
        Scalar::Float(_) => None,
    };
    let (Some(from), Some(to)) = (of(from), of(to)) else { return false };
    let is_wide = from.bits <= to.bits && to.bits <= width.bits;
    is_wide && (to.signed || !from.signed || to.bits == width.bits)
}
