//! Functions that end without the value that they should have: their callers must not use it (C17 6.9.1, 12).
//!
//! ```text
//! int f(int n) { if (n > 0) return 1; }   x = f(0);   →   control must not reach the end of f
//!                                         f(0);       →   any value
//! ```
//!
//! A function that is called in both ways is told by its first parameter which it is.

use ivl::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Lower;
use crate::cir::*;
use crate::types::INT;

impl Lower<'_> {
    /// Falling off the end: `main` returns 0, other values are undefined.
    pub(super) fn fall_off(&mut self, func: FuncId, close: Span) {
        if let Some(ret) = self.frame.ret {
            if &*self.program.funcs[func.index()].name == self.config.entry.as_str() {
                let ty = self.program.vars[ret.index()].ty;
                self.emit(StmtKind::Set(ret, Expr::int(0, ty, close)), close);
            } else {
                self.emit(StmtKind::Undefined(ret), close);
            }
        }
        let open = self.frame.open.clone();
        self.emit(StmtKind::Leave(open, None), close);
        self.emit(StmtKind::Return, close);
    }

    /// The ends where there is none are errors for callers who use it, if somebody wants to know; `scan` gives functions what a
    /// `switch` does not have.
    pub(super) fn check_results(&mut self) {
        let is_checked = self.config.checks.uninit && self.config.environment.is_none();
        let Program { funcs, vars, .. } = &mut self.program;
        let mut told = FxHashSet::default();
        for (number, func) in funcs.iter_mut().enumerate() {
            let Some((end, span)) = end_without_value(func) else { continue };
            if !is_checked || func.address_taken {
                continue;
            }
            let is_wanted = if self.defined.unused.values().any(|callee| callee.index() == number) {
                told.insert(FuncId(number as u32));
                let wanted = VarId(vars.len() as u32);
                vars.push(Var { name: "$wanted".into(), ty: INT, width: None, global: false, span });
                func.params.insert(0, wanted);
                Expr::new(ExprKind::Var(wanted), INT, span)
            } else {
                Expr::int(1, INT, span)
            };
            let message = "control leaves a function without a value, which its caller uses";
            let may_end = Expr::new(ExprKind::Not(is_wanted), INT, span);
            let kind = StmtKind::Assert(may_end, Failure::Assertion(message.into()));
            func.body.iter_mut().for_each(|body| body.insert(end, Stmt { kind: kind.clone(), span }));
        }
        for stmt in funcs.iter_mut().filter_map(|func| func.body.as_mut()).flatten() {
            if let StmtKind::Call { ret, callee: Callee::Direct(callee), args, .. } = &mut stmt.kind
                && told.contains(callee)
            {
                let is_wanted = ret.is_some_and(|ret| !self.defined.unused.contains_key(&ret));
                args.insert(0, Expr::int(u8::from(is_wanted), INT, stmt.span));
            }
        }
    }
}

/// What a function gives where nothing is done with it: the register that it goes to.
pub(super) type Unused = FxHashMap<VarId, FuncId>;

/// Where a function ends without its value, which is any then: the statement, by its number. `None`: it always returns one before.
fn end_without_value(func: &mut Func) -> Option<(usize, Span)> {
    let (ret, body) = (func.ret?, func.body.as_mut()?);
    let end = body.iter().position(|stmt| matches!(stmt.kind, StmtKind::Undefined(var) if var == ret))?;
    body[end].kind = StmtKind::Havoc(ret);
    let returns_before = end > 0 && matches!(body[end - 1].kind, StmtKind::Return);
    (!returns_before).then(|| (end, body[end].span))
}
