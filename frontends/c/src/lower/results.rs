//! Functions that end without the value that they should have: their callers must not use it (C17 6.9.1, 12).
//!
//! ```text
//! int f(int n) { if (n > 0) return 1; }   x = f(0);   →   control must not reach the end of f
//!                                         f(0);       →   any value
//! ```

use ivl::source::Span;
use rustc_hash::FxHashSet;

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

    /// Of functions whose results all callers use, the ends where there is none are errors, if somebody wants to know; `scan` gives
    /// functions what a `switch` does not have.
    pub(super) fn check_results(&mut self) {
        let is_checked = self.config.checks.uninit && self.config.environment.is_none();
        let unused = &self.defined.unused;
        for (number, func) in self.program.funcs.iter_mut().enumerate() {
            let is_used = is_checked && !func.address_taken && !unused.contains(&FuncId(number as u32));
            check_result(func, is_used);
        }
    }
}

/// Functions some call of which does nothing with their result.
pub(super) type Unused = FxHashSet<FuncId>;

fn check_result(func: &mut Func, is_used: bool) {
    let (Some(ret), Some(body)) = (func.ret, &mut func.body) else { return };
    let ends = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Undefined(var) if var == ret);
    let Some(end) = body.iter().position(ends) else { return };
    let span = body[end].span;
    body[end].kind = StmtKind::Havoc(ret);
    if is_used {
        let never = Expr::int(0, INT, span);
        let message = "control leaves a function without a value, which its caller uses";
        let kind = StmtKind::Assert(never, Failure::Assertion(message.into()));
        body.insert(end, Stmt { kind, span });
    }
}
