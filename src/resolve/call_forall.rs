//! `call forall P(*, e)` of Boogie 2: uses what a lemma procedure proves, for all values of the starred parameters.
//!
//! `procedure P(x: int, y: int); requires R(x, y); ensures E(x, y);`
//!
//! `call forall P(*, e);` → `assume (forall x: int :: R(x, e) ==> E(x, e));`
//!
//! The callee must change nothing; `old` in its postconditions is then the present state.

use ivl::ast::{self, Ident};
use ivl::diag::Diagnostic;
use ivl::source::Span;
use rustc_hash::FxHashMap;

use super::Resolver;
use super::infer::Ty;
use super::types::count;
use crate::base::ids::{ExprId, VarId};
use crate::ir::visit::{Rewriter, walk};
use crate::ir::{
    CmdKind, Expr, ExprArena, ExprKind, Procedure, Program, Quantifier, QuantifierKind, TypeTable, VarKind,
};

impl<'a> Resolver<'a> {
    pub(super) fn call_forall(
        &mut self,
        callee: &'a Ident,
        args: &'a [Option<ast::Expr>],
        span: Span,
    ) -> Option<CmdKind> {
        let Some(&proc) = self.procs.get(&*callee.name) else {
            self.report(self.undeclared_procedure(callee));
            return None;
        };
        let proc = &self.program.procs[proc];
        let (ins, declared) = (proc.ins.clone(), proc.span);
        let (requires, ensures) = (proc.requires.clone(), proc.ensures.clone());
        let obstacle = match (proc.modifies.is_empty(), proc.outs.is_empty(), proc.type_params.is_empty()) {
            (false, _, _) => Some("modifies global variables"),
            (_, false, _) => Some("has out-parameters"),
            (_, _, false) => Some("has type parameters"),
            _ if mentions_code(&self.program, proc) => Some("has a code expression in its contract"),
            _ => None,
        };
        if args.len() != ins.len() {
            let message = format!("`{}` takes {}, not {}", callee.name, count(ins.len(), "argument"), args.len());
            self.report(Diagnostic::error(message, span).related(declared, "declared here"));
            return None;
        }
        if let Some(obstacle) = obstacle {
            let message = format!("`call forall` of a procedure that {obstacle} is not supported");
            self.report(Diagnostic::error(message, span).related(declared, "the procedure"));
            return None;
        }
        let mut map: FxHashMap<VarId, ExprId> = FxHashMap::default();
        let mut vars = Vec::new();
        for (&formal, arg) in ins.iter().zip(args) {
            let ty = self.program.vars[formal].ty;
            let value = match arg {
                Some(arg) => self.argument(arg, Ty::ground(ty))?,
                None => {
                    let mut var = self.program.vars[formal].clone();
                    var.kind = VarKind::Bound;
                    var.where_clause = None;
                    let var = self.program.vars.push(var);
                    vars.push(var);
                    self.program.var_expr(var)
                }
            };
            map.insert(formal, value);
        }
        // the state does not change, so that the old one is the present one
        let vars_of = &self.program.vars;
        let mut instance = Rewriter::new(|exprs: &mut ExprArena, e| match *exprs.kind(e) {
            ExprKind::Var(v) => map.get(&v).copied(),
            ExprKind::Old(v) => Some(exprs.var(v, vars_of[v].ty)),
            _ => None,
        });
        let exprs = &mut self.program.exprs;
        let pre: Vec<ExprId> = requires.iter().filter(|c| !c.free).map(|c| instance.rewrite(exprs, c.expr)).collect();
        let post: Vec<ExprId> = ensures.iter().map(|c| instance.rewrite(exprs, c.expr)).collect();
        let (pre, post) = (exprs.and(&pre), exprs.and(&post));
        let mut lemma = exprs.implies(pre, post);
        if !vars.is_empty() {
            let quantifier = Quantifier {
                kind: QuantifierKind::Forall,
                type_params: Box::default(),
                vars: vars.into(),
                triggers: Box::default(),
                weight: None,
                name: None,
                place: Default::default(),
                body: lemma,
            };
            let kind = ExprKind::Quantifier(Box::new(quantifier));
            lemma = exprs.intern(Expr { kind, ty: TypeTable::BOOL });
        }
        Some(CmdKind::Assume(lemma))
    }

    fn argument(&mut self, arg: &'a ast::Expr, ty: Ty) -> Option<ExprId> {
        let typed = self.inferring(|r| {
            let typed = r.expr(arg);
            if !r.infer.unify(typed.ty, ty) {
                let (found, expected) = (r.show(typed.ty), r.show(ty));
                r.error(format!("the argument must be of type `{expected}`, not `{found}`"), arg.span);
            }
            typed
        });
        (!typed.is_error()).then_some(typed.expr)
    }
}

fn mentions_code(program: &Program, proc: &Procedure) -> bool {
    let mut found = false;
    let clauses = proc.requires.iter().chain(&proc.ensures).map(|c| c.expr);
    walk(&program.exprs, clauses, |_, kind| found |= matches!(kind, ExprKind::Code(_)));
    found
}
