//! Pointers in disguise: registers of an integer type that hold pointers and nothing else.
//!
//! ```text
//! int t = malloc(n); return (char *)t;   →   void *t = malloc(n); return t;
//! ```
//!
//! Such a register is only set to pointers and zero, compared with zero, and made a pointer again. It becomes one, so
//! that no address is looked at as a number. Where it is narrower than a pointer, what it holds is taken for whole.

use std::collections::BTreeSet;

use crate::cir::*;
use crate::types::{Scalar, Types};

use super::convert::is_zero;

/// What is narrower is no attempt to keep a pointer.
const NARROWEST: u32 = 32;

/// Makes pointers of them.
pub(super) fn unmask(program: &mut Program, types: &Types, entry: FuncId, assumptions: &mut BTreeSet<String>) {
    let mut masks = Masks { holds: program.vars.iter().map(|var| is_wide(var.ty)).collect(), changed: false };
    for (i, func) in program.funcs.iter().enumerate() {
        let is_open = func.address_taken || func.body.is_none() || FuncId(i as u32) == entry;
        if is_open {
            func.params.iter().chain(&func.ret).for_each(|&var| masks.expose(var));
        }
    }
    loop {
        masks.changed = false;
        for stmt in statements(program) {
            masks.statement(program, stmt);
        }
        if !masks.changed {
            break;
        }
    }
    masks.keep_pointers(program);
    if !masks.holds.contains(&true) && !masks.is_needed(program) {
        return;
    }
    let mut rewriting = Rewriting { holds: masks.holds, least: types.ptr_int(false).bits };
    let params: Vec<Vec<VarId>> = program.funcs.iter().map(|func| func.params.clone()).collect();
    let bodies = program.funcs.iter_mut().filter_map(|func| func.body.as_mut());
    for stmt in bodies.chain([&mut program.init]).flatten() {
        rewriting.statement(stmt, &params);
    }
    for (var, holds) in program.vars.iter_mut().zip(&rewriting.holds) {
        if let (true, Scalar::Int(int)) = (*holds, var.ty) {
            rewriting.least = rewriting.least.min(int.bits);
            var.ty = Scalar::Ptr;
        }
    }
    if rewriting.least < types.ptr_int(false).bits {
        assumptions.insert(format!("a pointer that is kept in {} bits is whole", rewriting.least));
    }
}

fn statements(program: &Program) -> impl Iterator<Item = &Stmt> {
    program.init.iter().chain(program.funcs.iter().flat_map(|func| func.body.iter().flatten()))
}

fn is_wide(ty: Scalar) -> bool {
    matches!(ty, Scalar::Int(int) if int.bits >= NARROWEST && !int.boolean)
}

/// The registers that may be pointers in disguise.
struct Masks {
    holds: Vec<bool>,
    changed: bool,
}

impl Masks {
    /// The register is used as a number.
    fn expose(&mut self, var: VarId) {
        self.changed |= std::mem::replace(&mut self.holds[var.index()], false);
    }

    /// A value goes to a register.
    fn flow(&mut self, value: &Expr, to: VarId) {
        if self.holds[to.index()] && is_masked(value, &self.holds) {
            self.inside(value);
        } else {
            self.expose(to);
            self.expression(value);
        }
    }

    fn statement(&mut self, program: &Program, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Set(var, value) => self.flow(value, *var),
            StmtKind::Havoc(var)
            | StmtKind::Library(Library::Room { ret: var, .. } | Library::Block { ret: var, .. }) => self.expose(*var),
            StmtKind::Call { ret, callee: Callee::Direct(func), args, .. } => {
                let callee = &program.funcs[func.index()];
                for (i, arg) in args.iter().enumerate() {
                    match callee.params.get(i) {
                        Some(&param) => self.flow(arg, param),
                        None => self.expression(arg),
                    }
                }
                // Arguments that are left out may be anything.
                callee.params.iter().skip(args.len()).for_each(|&param| self.expose(param));
                if let (Some(to), Some(from)) = (*ret, callee.ret)
                    && self.holds[to.index()] != self.holds[from.index()]
                {
                    self.expose(to);
                    self.expose(from);
                }
                if let (Some(to), None) = (*ret, callee.ret) {
                    self.expose(to);
                }
            }
            StmtKind::Call { ret, callee: Callee::Indirect(address), args, .. } => {
                ret.iter().for_each(|&var| self.expose(var));
                args.iter().chain([address]).for_each(|e| self.expression(e));
            }
            kind => kind.operands().into_iter().for_each(|e| self.expression(e)),
        }
    }

    fn expression(&mut self, e: &Expr) {
        match &*e.kind {
            ExprKind::Var(var) => self.expose(*var),
            _ if is_unmasked(e, &self.holds) => e.children().into_iter().for_each(|child| self.inside(child)),
            _ => e.children().into_iter().for_each(|child| self.expression(child)),
        }
    }

    /// The pointers in something masked.
    fn inside(&mut self, e: &Expr) {
        match &*e.kind {
            ExprKind::Cast(inner) if inner.ty == Scalar::Ptr => self.expression(inner),
            ExprKind::Cast(inner) => self.inside(inner),
            _ => {}
        }
    }

    /// Of the registers that flow together, only those count that some pointer flows to.
    fn keep_pointers(&mut self, program: &Program) {
        let mut groups = Groups { parents: (0..self.holds.len()).collect(), pointers: vec![false; self.holds.len()] };
        let mut values = |value: &Expr, to: VarId| {
            if self.holds[to.index()] {
                groups.flow(value, to.index());
            }
        };
        for stmt in statements(program) {
            match &stmt.kind {
                StmtKind::Set(var, value) => values(value, *var),
                StmtKind::Call { callee: Callee::Direct(func), args, .. } => {
                    let params = &program.funcs[func.index()].params;
                    args.iter().zip(params).for_each(|(arg, param)| values(arg, *param));
                }
                _ => {}
            }
        }
        for stmt in statements(program) {
            if let StmtKind::Call { ret: Some(to), callee: Callee::Direct(func), .. } = &stmt.kind
                && let Some(from) = program.funcs[func.index()].ret
                && self.holds[to.index()]
            {
                groups.unite(to.index(), from.index());
            }
        }
        for var in 0..self.holds.len() {
            let root = groups.root(var);
            self.holds[var] &= groups.pointers[root];
        }
    }

    /// Whether something is unmasked where it was masked: `(char *)(int)p`.
    fn is_needed(&self, program: &Program) -> bool {
        fn found(e: &Expr, holds: &[bool]) -> bool {
            (e.ty == Scalar::Ptr && is_unmasked(e, holds)) || e.children().into_iter().any(|child| found(child, holds))
        }
        statements(program).any(|stmt| stmt.kind.operands().into_iter().any(|e| found(e, &self.holds)))
    }
}

/// A number that is a pointer in disguise, or zero.
fn is_masked(e: &Expr, holds: &[bool]) -> bool {
    match &*e.kind {
        ExprKind::Const(n) => is_wide(e.ty) && n.sign() == num_bigint::Sign::NoSign,
        ExprKind::Var(var) => holds[var.index()],
        ExprKind::Cast(inner) => is_wide(e.ty) && (inner.ty == Scalar::Ptr || is_masked(inner, holds)),
        _ => false,
    }
}

/// Whether masked operands are used as the pointers that they are.
fn is_unmasked(e: &Expr, holds: &[bool]) -> bool {
    match &*e.kind {
        ExprKind::Cast(inner) => e.ty == Scalar::Ptr && inner.constant().is_none() && is_masked(inner, holds),
        ExprKind::Cmp(CmpOp::Eq | CmpOp::Ne, a, b) => {
            let is_held = |e: &Expr| e.register_below_casts().is_some() && is_masked(e, holds);
            (is_held(a) && is_zero(b)) || (is_zero(a) && is_held(b))
        }
        _ => false,
    }
}

/// Registers that flow together.
struct Groups {
    parents: Vec<usize>,
    /// By root.
    pointers: Vec<bool>,
}

impl Groups {
    fn root(&mut self, mut var: usize) -> usize {
        while self.parents[var] != var {
            self.parents[var] = self.parents[self.parents[var]];
            var = self.parents[var];
        }
        var
    }

    fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a] = b;
        self.pointers[b] |= self.pointers[a];
    }

    fn flow(&mut self, value: &Expr, to: usize) {
        match &*value.kind {
            ExprKind::Var(var) => self.unite(var.index(), to),
            ExprKind::Cast(inner) if inner.ty == Scalar::Ptr => {
                let root = self.root(to);
                self.pointers[root] |= inner.constant().is_none();
            }
            ExprKind::Cast(inner) => self.flow(inner, to),
            _ => {}
        }
    }
}

struct Rewriting {
    holds: Vec<bool>,
    /// The least width that a pointer was kept in.
    least: u32,
}

impl Rewriting {
    fn statement(&mut self, stmt: &mut Stmt, params: &[Vec<VarId>]) {
        match &mut stmt.kind {
            StmtKind::Set(var, value) if self.holds[var.index()] => self.unmask(value),
            StmtKind::Call { ret, callee: Callee::Direct(func), args, ret_ty } => {
                for (i, arg) in args.iter_mut().enumerate() {
                    match params[func.index()].get(i) {
                        Some(param) if self.holds[param.index()] => self.unmask(arg),
                        _ => self.expression(arg),
                    }
                }
                if ret.is_some_and(|ret| self.holds[ret.index()]) {
                    *ret_ty = Some(Scalar::Ptr);
                }
            }
            kind => kind.operands_mut().into_iter().for_each(|e| self.expression(e)),
        }
    }

    fn expression(&mut self, e: &mut Expr) {
        if !is_unmasked(e, &self.holds) {
            return e.children_mut().into_iter().for_each(|child| self.expression(child));
        }
        match &mut *e.kind {
            ExprKind::Cmp(_, a, b) => {
                self.unmask(a);
                self.unmask(b);
            }
            ExprKind::Cast(inner) => {
                self.unmask(inner);
                *e = inner.clone();
            }
            _ => {}
        }
    }

    /// A masked number becomes the pointer that it is.
    fn unmask(&mut self, e: &mut Expr) {
        if let (Scalar::Int(int), false) = (e.ty, is_zero(e)) {
            self.least = self.least.min(int.bits);
        }
        match &mut *e.kind {
            ExprKind::Cast(inner) if inner.ty == Scalar::Ptr => {
                self.expression(inner);
                *e = inner.clone();
            }
            ExprKind::Cast(inner) => {
                self.unmask(inner);
                *e = inner.clone();
            }
            _ => e.ty = Scalar::Ptr,
        }
    }
}
