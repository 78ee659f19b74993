//! Simple statements: `assert`, `assume`, `havoc`, assignments and calls.
//!
//! Assignments to parts become assignments of wholes, on the state before:
//! `m[i][j], x := e, f` → `m, x := m[i := m[i][j := e]], f`.

use ivl::ast::{self, Ident, Lhs, LhsStep, Stmt, StmtKind};
use ivl::diag::Diagnostic;
use ivl::source::Span;
use rustc_hash::FxHashSet;

use super::infer::{Ty, site_of};
use super::scopes::Binding;
use super::types::count;
use super::undeclared::undeclared;
use super::{Resolver, State, Typed};
use crate::base::ids::{ExprId, TypeId, VarId};
use crate::ir::{AssertKind, Attr, Cmd, CmdKind, FunctionKind, VarKind};

/// The left side of an assignment: the variable, and the parts on the way to what is assigned.
struct Target<'a> {
    var: VarId,
    steps: Vec<Step<'a>>,
    /// What stands there now; its type is that of the new value.
    value: Typed,
    span: Span,
}

enum Step<'a> {
    Index { map: Typed, indexes: Vec<Typed> },
    Field { value: Typed, field: &'a Ident },
}

impl<'a> Resolver<'a> {
    /// Lowers a statement without control flow.
    pub(super) fn command(&mut self, s: &'a Stmt, out: &mut Vec<Cmd>) {
        if let StmtKind::Assert { attrs, .. } | StmtKind::Assume { attrs, .. } = &s.kind {
            self.check_id(attrs, s.span);
        }
        let (kind, attrs) = match &s.kind {
            StmtKind::Assert { attrs, expr } => {
                (CmdKind::Assert(self.condition(expr, "an assertion"), AssertKind::Assert), attrs)
            }
            StmtKind::Assume { attrs, expr } => (CmdKind::Assume(self.condition(expr, "an assumption")), attrs),
            StmtKind::Havoc { attrs, vars } => {
                let mut seen = FxHashSet::default();
                let vars = vars.iter().filter_map(|v| self.assigned(v)).filter(|&v| seen.insert(v)).collect();
                (CmdKind::Havoc(vars), attrs)
            }
            StmtKind::Assign { attrs, lhs, rhs } => match self.assign(lhs, rhs, s.span) {
                Some(assigns) => (CmdKind::Assign(assigns), attrs),
                None => return,
            },
            StmtKind::Unpack { attrs, constructor, vars, rhs } => {
                let Some((test, assigns)) = self.unpack(constructor, vars, rhs, s) else { return };
                let made = self.attributes(attrs);
                let kind = CmdKind::Assert(test, AssertKind::Assert);
                out.push(Cmd { kind, attrs: made, span: s.span });
                (CmdKind::Assign(assigns), attrs)
            }
            StmtKind::Call(call) => {
                let Some(kind) = self.call_cmd(call, s.span) else { return };
                let mut attrs = self.attributes(&call.attrs);
                if call.async_ {
                    attrs = self.with_marker(&attrs, Attr::Async);
                }
                if call.free {
                    attrs = self.with_marker(&attrs, Attr::Free);
                }
                out.push(Cmd { kind, attrs, span: s.span });
                return;
            }
            StmtKind::CallForall { attrs, callee, args } => match self.call_forall(callee, args, s.span) {
                Some(kind) => (kind, attrs),
                None => return,
            },
            StmtKind::Measure(measure) => {
                let mark = self.measure_mark(measure);
                out.push(mark);
                return;
            }
            StmtKind::Hint(_) => return,
            StmtKind::Label(_)
            | StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::Break(_)
            | StmtKind::Goto(_)
            | StmtKind::Return
            | StmtKind::ReturnExpr(_) => panic!("internal: not a simple statement"),
        };
        let attrs = self.attributes(attrs);
        self.add_to_pools(&attrs, s.span, out);
        out.push(Cmd { kind, attrs, span: s.span });
    }

    /// A variable that a statement assigns.
    fn assigned(&mut self, name: &'a Ident) -> Option<VarId> {
        let (what, declared) = match self.vars.get(&name.name) {
            Some(Binding::Var(var)) => {
                let v = &self.program.vars[var];
                match v.kind {
                    VarKind::Global | VarKind::Out | VarKind::Local => return Some(var),
                    VarKind::In => ("an in-parameter", v.span),
                    VarKind::Const { .. } => ("a constant", v.span),
                    VarKind::Bound => ("a bound variable", v.span),
                }
            }
            Some(Binding::Value(..)) => ("a bound variable", Span::NONE),
            Some(Binding::Builtin(func)) => ("a constant", self.program.funcs[func].span),
            None => {
                self.undeclared_variable(name);
                return None;
            }
        };
        let diagnostic = Diagnostic::error(format!("`{}` is {what} and cannot be assigned", name.name), name.span);
        self.report(diagnostic.related(declared, "declared here"));
        None
    }

    // ---- assignments ---------------------------------------------------------------------------------------

    fn assign(&mut self, lhs: &'a [Lhs], rhs: &'a [ast::Expr], span: Span) -> Option<Vec<(VarId, ExprId)>> {
        if lhs.len() != rhs.len() {
            let message =
                format!("{} on the left, but {} on the right", count(lhs.len(), "target"), count(rhs.len(), "value"));
            self.error(message, span);
        }
        self.check_assumption_assignment(lhs, rhs, span);
        self.inferring(|r| {
            let targets: Vec<Option<Target>> = lhs.iter().map(|l| r.target(l)).collect();
            r.check_distinct(&targets);
            let values: Vec<Typed> = rhs.iter().map(|e| r.expr(e)).collect();
            if lhs.len() != rhs.len() {
                return None;
            }
            // all of them, so that each is complained about
            let assigns: Vec<Option<(VarId, ExprId)>> = targets
                .into_iter()
                .zip(values)
                .zip(rhs)
                .map(|((t, value), rhs)| r.assign_one(t?, value, rhs.span))
                .collect();
            assigns.into_iter().collect()
        })
    }

    fn target(&mut self, lhs: &'a Lhs) -> Option<Target<'a>> {
        let var = self.assigned(&lhs.base)?;
        let ty = Ty::ground(self.program.vars[var].ty);
        let expr = self.program.var_expr(var);
        let mut value = Typed { expr, ty };
        let mut steps = Vec::with_capacity(lhs.path.len());
        for step in &lhs.path {
            let next = match step {
                LhsStep::Index(args) => {
                    let indexes: Vec<Typed> = args.iter().map(|a| self.expr(a)).collect();
                    let next = self.select_at(value, lhs.span, &indexes, args, site_of(step), lhs.span);
                    steps.push(Step::Index { map: value, indexes });
                    next
                }
                LhsStep::Field(field) => {
                    let next = self.field(value, field);
                    steps.push(Step::Field { value, field });
                    next
                }
            };
            value = next;
        }
        (!value.is_error()).then_some(Target { var, steps, value, span: lhs.span })
    }

    fn check_distinct(&mut self, targets: &[Option<Target>]) {
        let mut seen = FxHashSet::default();
        for target in targets.iter().flatten() {
            if !seen.insert(target.var) {
                let name = self.program.vars[target.var].name.clone();
                self.error(format!("`{name}` is assigned twice by one statement"), target.span);
            }
        }
    }

    fn assign_one(&mut self, target: Target, value: Typed, rhs: Span) -> Option<(VarId, ExprId)> {
        if !self.infer.unify(target.value.ty, value.ty) {
            let (found, expected) = (self.show(value.ty), self.show(target.value.ty));
            let declared = self.program.vars[target.var].span;
            let message = format!("a value of type `{found}` cannot be assigned to a `{expected}`");
            let diagnostic = Diagnostic::error(message, target.span).related(rhs, format!("this is of type `{found}`"));
            self.report(diagnostic.related(declared, "declared here"));
            return None;
        }
        let mut new = value;
        for step in target.steps.into_iter().rev() {
            new = match step {
                Step::Index { map, indexes } => self.store_at(map, &indexes, new),
                Step::Field { value, field } => self.update_field(value, field, new, target.span),
            };
        }
        (!new.is_error()).then_some((target.var, new.expr))
    }

    /// `C(x, y) := e` → `assert e is C; x, y := e->f, e->g`
    fn unpack(
        &mut self,
        constructor: &'a Ident,
        vars: &'a [Lhs],
        rhs: &'a ast::Expr,
        s: &'a Stmt,
    ) -> Option<(ExprId, Vec<(VarId, ExprId)>)> {
        let Some(&func) = self.funcs.get(&constructor.name) else {
            let constructors = self.program.funcs.iter().filter(|f| matches!(f.kind, FunctionKind::Constructor { .. }));
            let diagnostic = undeclared("constructor", constructor, constructors.map(|f| (&*f.name, f.span)));
            self.report(diagnostic);
            return None;
        };
        let declared = self.program.funcs[func].span;
        let FunctionKind::Constructor { datatype, fields } = self.program.funcs[func].kind.clone() else {
            let message = format!("`{}` is not a constructor of a datatype", constructor.name);
            self.report(Diagnostic::error(message, constructor.span).related(declared, "declared here"));
            return None;
        };
        if fields.len() != vars.len() {
            let message = format!("`{}` has {}, not {}", constructor.name, count(fields.len(), "field"), vars.len());
            self.report(Diagnostic::error(message, s.span).related(declared, "declared here"));
            return None;
        }
        self.inferring(|r| {
            let targets: Vec<Option<Target>> = vars.iter().map(|l| r.target(l)).collect();
            r.check_distinct(&targets);
            let value = r.expr(rhs);
            let params = r.program.funcs[func].type_params.clone();
            let map = r.instantiate(&params, constructor, s.span);
            let types: Vec<Ty> = map.iter().map(|&(_, t)| t).collect();
            let wanted = r.infer.con(datatype, &types);
            if !r.infer.unify(wanted, value.ty) {
                let (found, expected) = (r.show(value.ty), r.show(wanted));
                r.error(format!("a value of type `{expected}` is expected, not `{found}`"), rhs.span);
                return None;
            }
            if value.is_error() {
                return None;
            }
            let test = r.test_constructor(value, datatype, &types, func);
            let mut assigns = Vec::with_capacity(targets.len());
            let mut good = true;
            for (target, &selector) in targets.into_iter().zip(&fields) {
                let ty = r.infer.substitute(r.program.funcs[selector].result, &map);
                let selected = r.apply(selector, &types, &[value], ty);
                match target.and_then(|t| r.assign_one(t, selected, rhs.span)) {
                    Some(assign) => assigns.push(assign),
                    None => good = false,
                }
            }
            good.then_some((test.expr, assigns))
        })
    }

    // ---- calls ---------------------------------------------------------------------------------------------

    fn call_cmd(&mut self, call: &'a ast::Call, span: Span) -> Option<CmdKind> {
        let name = &call.callee;
        let mut outs = Vec::with_capacity(call.outs.len());
        for out in &call.outs {
            let Some(var) = self.assigned(out) else { continue };
            if outs.contains(&var) {
                self.error(format!("`{}` receives two results of one call", out.name), out.span);
            }
            outs.push(var);
        }
        self.check_id(&call.attrs, span);
        let Some(&callee) = self.procs.get(&*name.name) else {
            let mut diagnostic = self.undeclared_procedure(name);
            if self.funcs.contains_key(&name.name) {
                diagnostic = diagnostic.note("there is a function of this name; functions are used in expressions");
            }
            self.report(diagnostic);
            self.inferring(|r| {
                for arg in &call.args {
                    r.expr(arg);
                }
            });
            return None;
        };
        let proc = &self.program.procs[callee];
        let (type_params, declared) = (proc.type_params.clone(), proc.span);
        let (formal_ins, formal_outs) = (proc.ins.clone(), proc.outs.clone());
        if self.cx.state == State::None && !self.pure_procs.contains(&callee) {
            let message = format!("a pure procedure cannot call `{}`, which is not pure", name.name);
            self.report(Diagnostic::error(message, span).related(declared, "declared here"));
        }
        let good = self.inferring(|r| {
            let ins: Vec<Typed> = call.args.iter().map(|a| r.expr(a)).collect();
            let mut arity = |found: usize, expected: usize, what: &str| {
                if found != expected {
                    let message = format!("`{}` has {}, not {found}", name.name, count(expected, what));
                    r.report(Diagnostic::error(message, span).related(declared, "declared here"));
                }
                found == expected
            };
            let fits = arity(ins.len(), formal_ins.len(), "in-parameter")
                & arity(call.outs.len(), formal_outs.len(), "out-parameter");
            if !fits || outs.len() < call.outs.len() {
                return None;
            }
            let map = r.instantiate(&type_params, call, span);
            let mut good = true;
            for ((&formal, actual), arg) in formal_ins.iter().zip(&ins).zip(&call.args) {
                good &= !actual.is_error();
                let ty = r.infer.substitute(r.program.vars[formal].ty, &map);
                good &= r.passes(actual.ty, ty, formal, arg.span, "the argument for");
            }
            for ((&formal, &actual), out) in formal_outs.iter().zip(&outs).zip(&call.outs) {
                let ty = r.infer.substitute(r.program.vars[formal].ty, &map);
                let actual = Ty::ground(r.program.vars[actual].ty);
                good &= r.passes(actual, ty, formal, out.span, "what receives");
            }
            let mut types: Vec<TypeId> = Vec::with_capacity(map.len());
            for (_, ty) in map {
                match r.infer.known(ty) {
                    Some(ty) => types.push(ty),
                    None => r.infer.dirty = true,
                }
            }
            good.then(|| (types, ins.iter().map(|t| t.expr).collect::<Vec<ExprId>>()))
        });
        let (types, ins) = good?;
        Some(CmdKind::Call { callee, types: types.into(), ins, outs })
    }

    fn passes(&mut self, actual: Ty, formal_ty: Ty, formal: VarId, span: Span, what: &str) -> bool {
        if self.infer.unify(formal_ty, actual) {
            return true;
        }
        let (found, expected) = (self.show(actual), self.show(formal_ty));
        let (name, declared) = (self.program.vars[formal].name.clone(), self.program.vars[formal].span);
        let message = format!("{what} `{name}` must be of type `{expected}`, not `{found}`");
        self.report(Diagnostic::error(message, span).related(declared, "declared here"));
        false
    }
}
