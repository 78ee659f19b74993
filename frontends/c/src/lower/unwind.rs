//! A thread that ends by `pthread_exit` leaves the functions that it is in: their variables die.
//!
//! ```text
//! f();   →   f(); if leaving goto end; …      end: the blocks of all variables die; return
//! ```
//!
//! Where `f` may come to `pthread_exit`, whose model says so in a variable of the thread. What runs the thread looks at it last.

use rustc_hash::FxHashSet;

use crate::cir::*;
use crate::types::INT;

/// The variable, where the models have it.
const LEAVING: &str = "__rmt_leaving";

/// What the models do when the first thread has left its functions.
pub(super) const END_FIRST: &str = "__rmt_end_first";

/// Adds the ways out.
pub(super) fn leave_threads(program: &mut Program) {
    let is_it = |var: &Var| var.global && &*var.name == LEAVING;
    let Some(leaving) = program.vars.iter().position(is_it).map(|index| VarId(index as u32)) else { return };
    program.leaving = Some(leaving);
    let exiting = exiting(program);
    let through_pointers = may_exit_through_pointers(program, &exiting);
    for index in 0..program.funcs.len() {
        if !exiting.contains(&FuncId(index as u32)) || program.funcs[index].is_thread() {
            continue;
        }
        let Some(stmts) = program.funcs[index].body.take() else { continue };
        let label = LabelId(program.labels.len() as u32);
        program.labels.push(Label::default());
        let mut out = Vec::with_capacity(stmts.len());
        for stmt in stmts {
            let may_exit = match &stmt.kind {
                StmtKind::Call { callee: Callee::Direct(func), .. } => exiting.contains(func),
                StmtKind::Call { callee: Callee::Indirect(_), .. } => through_pointers,
                _ => false,
            };
            let span = stmt.span;
            out.push(stmt);
            if may_exit {
                let value = Expr::new(ExprKind::Var(leaving), program.vars[leaving.index()].ty, span);
                let zero = Expr::int(0, value.ty, span);
                let leaves = Expr::new(ExprKind::Cmp(CmpOp::Ne, value, zero), INT, span);
                out.push(Stmt { kind: StmtKind::Branch(leaves, label, None), span });
            }
        }
        let func = &mut program.funcs[index];
        let span = func.close;
        let end = [StmtKind::Label(label), StmtKind::Leave(func.objs.clone(), None), StmtKind::Return];
        out.extend(end.map(|kind| Stmt { kind, span }));
        func.body = Some(out);
    }
}

/// The functions that may come to `pthread_exit`, which is one of them.
fn exiting(program: &Program) -> FxHashSet<FuncId> {
    let first = program.funcs.iter().position(|func| &*func.name == "pthread_exit" && func.body.is_some());
    let mut found: FxHashSet<FuncId> = first.map(|index| FuncId(index as u32)).into_iter().collect();
    loop {
        let through_pointers = may_exit_through_pointers(program, &found);
        let comes = |func: &Func| {
            func.body.iter().flatten().any(|stmt| match &stmt.kind {
                StmtKind::Call { callee: Callee::Direct(callee), .. } => found.contains(callee),
                StmtKind::Call { callee: Callee::Indirect(_), .. } => through_pointers,
                _ => false,
            })
        };
        let more: Vec<FuncId> = (0..program.funcs.len())
            .map(|index| FuncId(index as u32))
            .filter(|id| !found.contains(id))
            .filter(|id| !program.funcs[id.index()].is_thread() && comes(&program.funcs[id.index()]))
            .collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

/// Whether a call through a pointer may come to `pthread_exit`: which function it calls is not known yet.
fn may_exit_through_pointers(program: &Program, exiting: &FxHashSet<FuncId>) -> bool {
    exiting.iter().any(|func| program.funcs[func.index()].address_taken)
}
