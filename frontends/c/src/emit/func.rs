//! Procedures and statements.

use ivl::ast;
use ivl::make::*;
use ivl::source::Span;
use rustc_hash::FxHashSet;

use crate::cir::*;
use crate::types::Scalar;

use super::{Emit, Labels, SourceState, kinds};

impl Emit<'_> {
    pub(super) fn procedure(&mut self, index: usize, func: &Func) -> ast::ProcedureDecl {
        let Some(stmts) = &func.body else { panic!("internal: a function without a body") };
        let mut assigned: FxHashSet<VarId> = FxHashSet::default();
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Set(var, _) | StmtKind::Havoc(var) | StmtKind::Undefined(var) => _ = assigned.insert(*var),
                StmtKind::Call { ret: Some(var), .. } => _ = assigned.insert(*var),
                _ => {}
            }
        }
        self.source = SourceState::function(func.span.file);
        let mut locals = vec![];
        let mut ins = vec![];
        for &param in &func.params {
            let decl = &self.program.vars[param.index()];
            let name = self.var_names[param.index()].to_string();
            if assigned.contains(&param) {
                // Parameters of the IVL cannot be assigned.
                let given = format!("{name}.in");
                ins.push(self.declared(param, &given));
                locals.push(self.declared(param, &name));
                self.push(assign(name, var(given)), decl.span);
                self.annotate(flag("silent"));
            } else {
                ins.push(self.declared(param, &name));
            }
        }
        let mut outs = vec![];
        if let Some(ret) = func.ret {
            let mut out = self.declared(ret, &self.var_names[ret.index()]);
            out.attrs = self.shown_result(ret);
            outs.push(out);
        }
        for &local in &func.locals {
            locals.push(self.declared(local, &self.var_names[local.index()]));
            if let Some(shadow) = self.var_shadow(local) {
                let span = self.program.vars[local.index()].span;
                locals.push(named(&shadow, bool_type(), span));
            }
        }
        for &obj in &func.objs {
            let decl = &self.program.objs[obj.index()];
            locals.push(named(&self.obj_names[obj.index()], self.word_type(), decl.span));
            if self.blocks_die() && decl.kind == ObjKind::Local {
                let nowhere = self.word(0);
                self.push(assign(self.obj_names[obj.index()].to_string(), nowhere), decl.span);
            }
        }
        if func.is_thread() {
            self.own_variables();
        }
        self.statements(stmts, index);
        locals.extend(self.dropped_results());
        let mut procedure = procedure(self.func_names[index].to_string(), ins, outs);
        if func.span != Span::NONE {
            procedure.attrs.push(attr_str("shown", crate::contracts::shown(&func.name)));
        }
        if self.program.strict {
            // Nothing is proved of it by itself.
            procedure.attrs.push(attr("inline", vec![ast::AttributeArg::Expr(int(1))]));
        }
        if self.threads && func.name.starts_with("__VERIFIER_atomic_") {
            procedure.attrs.push(flag("atomic"));
        }
        if let Some(squeezing) = &func.squeezing {
            procedure.attrs.extend(self.squeezing(squeezing));
        }
        procedure.span = func.span;
        procedure.name.span = func.span;
        let mut body = body(locals, std::mem::take(&mut self.out));
        body.close = func.close;
        procedure.body = Some(body);
        procedure
    }

    /// `{:squeeze "main", "n", "addr.a"} {:rank "n", 2}`
    fn squeezing(&self, Squeezing { of, meant, rank, base }: &Squeezing) -> [ast::Attribute; 2] {
        let text = |name: &str| ast::AttributeArg::Str(name.to_string());
        let name = |e: &Expr| match &*e.kind {
            ExprKind::Obj(obj) => text(&self.obj_names[obj.index()]),
            ExprKind::Var(var) => text(&self.var_names[var.index()]),
            _ => panic!("internal: a parameter that stands for no variable"),
        };
        let of = std::iter::once(text(&self.func_names[of.index()])).chain(meant.iter().map(name));
        let base = ast::AttributeArg::Expr(int(*base));
        [attr("squeeze", of.collect()), attr("rank", vec![text(&self.var_names[rank.index()]), base])]
    }

    /// What a thread has for itself begins like that of the first one.
    fn own_variables(&mut self) {
        for stmt in &self.program.init_own {
            self.stmt(stmt, &Labels::new());
        }
    }

    /// Where results go that the caller has no place for: through a pointer to a function that returns nothing, or as
    /// what a thread runs.
    fn dropped_results(&mut self) -> Vec<ast::Variable> {
        let dropped = std::mem::take(&mut self.own.dropped);
        let results = dropped.into_iter().filter_map(|func| Some((func, self.program.funcs[func.index()].ret?)));
        let mut locals: Vec<_> = results.map(|(func, ret)| self.declared(ret, &self.dropped_name(func))).collect();
        locals.iter_mut().for_each(|local| local.attrs.clear());
        locals
    }

    fn dropped_name(&self, func: FuncId) -> String {
        format!("$dropped.{}", self.func_names[func.index()])
    }

    fn dropped(&mut self, func: FuncId) -> Vec<String> {
        self.own.dropped.insert(func);
        vec![self.dropped_name(func)]
    }

    fn is_of_another_size(&self, from: VarId, to: VarId) -> bool {
        let class = |var: VarId| {
            let ty = self.program.vars[var.index()].ty;
            (self.types.scalar_size(ty), matches!(ty, Scalar::Float(_)))
        };
        class(from) != class(to)
    }

    fn declared(&self, var: VarId, name: &str) -> ast::Variable {
        let decl = &self.program.vars[var.index()];
        let mut variable = named(name, self.ivl_type(decl.ty), decl.span);
        variable.attrs = self.shown(var);
        variable
    }

    pub(super) fn statements(&mut self, stmts: &[Stmt], index: usize) {
        let mut targets: FxHashSet<LabelId> = FxHashSet::default();
        for stmt in stmts {
            match stmt.kind {
                StmtKind::Goto(label) | StmtKind::Branch(_, label, _) => _ = targets.insert(label),
                _ => {}
            }
        }
        let mut labels = Labels::new();
        for stmt in stmts {
            if let StmtKind::Label(label) = stmt.kind
                && targets.contains(&label)
            {
                let name = match &self.program.labels[label.index()].name {
                    Some(name) => legal_name(name),
                    None => format!("L{}", labels.len() + 1),
                };
                let name = if labels.values().any(|n| *n == name) { format!("{name}.{}", labels.len()) } else { name };
                labels.insert(label, name);
            }
        }
        for (i, stmt) in stmts.iter().enumerate() {
            self.current = (index, i);
            self.stmt(stmt, &labels);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, labels: &Labels) {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Set(target, given) => {
                let copied = self.copied_flag(*target, given);
                let value = self.value(given).e;
                self.copies = false;
                // Where the value comes from may depend on what the target held.
                match (copied, self.copied.take()) {
                    (Some(shadow), Some(flag)) => {
                        self.push(assign(shadow, flag), span);
                        self.assign_var(*target, value, span);
                    }
                    _ => self.set(*target, value, span),
                }
                if let ExprKind::Pure(name, _) = &*given.kind {
                    self.input(name, given.ty);
                }
                if self.program.funcs.get(self.current.0).is_some_and(|f| f.ret == Some(*target)) {
                    // The return says it.
                    self.annotate(flag("silent"));
                }
            }
            StmtKind::Havoc(target) if self.current.0 == crate::points::INIT && self.is_given_pointer(stmt) => {
                self.any_foreign(*target, None, span);
            }
            StmtKind::Havoc(target) => self.havoc_var(*target, span),
            StmtKind::Undefined(target) => {
                self.havoc_var(*target, span);
                if let Some(shadow) = self.var_shadow(*target) {
                    self.push(assign(shadow, boolean(false)), span);
                }
            }
            StmtKind::Seal(obj) => self.seal(*obj, span),
            StmtKind::Leave(gone, target) => self.leave(gone, *target, span),
            StmtKind::Store { addr, value, site } => self.store(addr, value, *site, span),
            StmtKind::Copy { dst, src, size, dst_site, src_site } => {
                self.copy_record(dst, src, *size, (*dst_site, *src_site), span);
            }
            StmtKind::Call { ret, callee, args, .. } => self.call(*ret, callee, args, span),
            StmtKind::Alloc(obj, size) => self.alloc_local(*obj, size.as_ref(), span),
            StmtKind::Zero { addr, size, site } => self.zero(addr, *size, *site, span),
            StmtKind::Branch(cond, label, told) => {
                let Some(name) = labels.get(label) else { panic!("internal: a jump to nowhere") };
                let told = told.as_deref().map(|told| (told, cond));
                let cond = self.cond(cond);
                if let Some((told, cond)) = told {
                    self.condition(told, cond, span);
                }
                let jump = goto([name.as_str()]).at(span);
                self.push(if_stmt(ast::Guard::Expr(cond), vec![jump], vec![]), span);
            }
            StmtKind::Goto(label) => {
                let Some(name) = labels.get(label) else { panic!("internal: a jump to nowhere") };
                self.push(goto([name.as_str()]), span);
            }
            StmtKind::Label(label) => {
                if let Some(name) = labels.get(label) {
                    self.push(ivl::make::label(name.as_str()), span);
                    self.source.label();
                }
            }
            StmtKind::Return => {
                self.push(return_stmt(), span);
            }
            StmtKind::End => {
                if self.config.checks.cleanup {
                    self.nothing_left(span);
                }
                self.push(assume(vec![], boolean(false)), span);
            }
            StmtKind::Assume(cond) => {
                self.assuming = true;
                let cond = self.cond(cond);
                self.assuming = false;
                self.push(assume(vec![], cond), span);
            }
            StmtKind::Assert(cond, Failure::Assertion(message)) => {
                let holds = self.cond(cond);
                self.push(assert(kinds::said(message), holds), span);
                self.about_variables(cond);
            }
            StmtKind::Atomic(begins) => {
                if self.threads {
                    let what = if *begins { "enter" } else { "leave" };
                    self.push(assume(vec![attr_str("atomic", what)], boolean(true)), span);
                }
            }
            StmtKind::Library(library) => self.library(library, span),
            StmtKind::Cover(cover) => self.cover(*cover, span),
        }
    }

    pub(super) fn set(&mut self, target: VarId, value: ast::Expr, span: Span) {
        self.assign_var(target, value, span);
        self.mark_var(target, span);
    }

    fn assign_var(&mut self, target: VarId, value: ast::Expr, span: Span) {
        let name = self.var_names[target.index()].clone();
        if self.program.vars[target.index()].global {
            self.modify(&name);
        }
        self.push(assign(name.to_string(), value), span);
    }

    /// Where a value is only copied, it need not have been set: the flag of the target says so then.
    fn copied_flag(&mut self, target: VarId, value: &Expr) -> Option<String> {
        let shadow = self.var_shadow(target)?;
        self.copies = is_copy(value);
        self.copied = None;
        self.copies.then_some(shadow)
    }

    /// The flag that says whether a local has a value, where that is checked.
    pub(super) fn var_shadow(&self, target: VarId) -> Option<String> {
        self.undefined.contains(&target).then(|| format!("$set.{}", self.var_names[target.index()]))
    }

    fn mark_var(&mut self, target: VarId, span: Span) {
        if let Some(shadow) = self.var_shadow(target) {
            self.push(assign(shadow, boolean(true)), span);
        }
    }

    pub(super) fn havoc_var(&mut self, target: VarId, span: Span) {
        self.any_value(target, None, true, span);
    }

    /// The variable may have any value of its type; where it is an input, the function that gives it.
    fn any_value(&mut self, target: VarId, input: Option<&str>, ranged: bool, span: Span) {
        let decl = &self.program.vars[target.index()];
        let name = self.var_names[target.index()].clone();
        if decl.global {
            self.modify(&name);
        }
        self.push(havoc([name.to_string()]), span);
        if let Some(function) = input {
            self.input(function, decl.ty);
        }
        let int = match decl.ty {
            Scalar::Int(int) => Some(int),
            Scalar::Ptr => Some(self.types.ptr_int(false)),
            Scalar::Float(_) => None,
        };
        if let (Some(int), true) = (int, ranged)
            && let Some(range) = self.in_width(var(name.to_string()), int, decl.width)
        {
            self.push(assume(vec![], range), span);
        }
        self.mark_var(target, span);
    }

    /// The variable is null, or points to memory that is not the program's.
    fn any_foreign(&mut self, target: VarId, input: Option<&str>, span: Span) {
        self.any_value(target, input, self.tight, span);
        let name = self.var_names[target.index()].to_string();
        let own = self.foreign_pointer(var(name));
        self.push(assume(vec![], own), span);
    }

    fn call(&mut self, ret: Option<VarId>, callee: &Callee, args: &[Expr], span: Span) {
        let values: Vec<(ast::Expr, Scalar)> = args.iter().map(|arg| (self.value(arg).e, arg.ty)).collect();
        match callee {
            Callee::Direct(func) => self.call_one(*func, ret, &values, args, span),
            Callee::Indirect(address) => {
                let at = self.value(address).e;
                let key = self.current;
                let targets = self.points.targets.get(&key).cloned().unwrap_or_default();
                if targets.is_empty() && self.runs_threads() {
                    self.error("the function that a thread runs is not known", span);
                }
                let may_be_foreign = self.foreign && !self.is_of_constant(address);
                // if (at == f) { call f } else if … else { any result }
                let outer = std::mem::take(&mut self.out);
                let other = {
                    if self.config.checks.deref {
                        let message = "the called pointer points to no function of matching type";
                        // What comes from outside may be a function of its own.
                        let foreign = if may_be_foreign { self.is_foreign(at.clone()) } else { boolean(false) };
                        self.push(assert(kinds::said(message), foreign), span);
                    }
                    match ret {
                        Some(ret) if self.foreign && self.program.vars[ret.index()].ty == Scalar::Ptr => {
                            self.any_foreign(ret, None, span);
                        }
                        Some(ret) => self.havoc_var(ret, span),
                        None => {}
                    }
                    if may_be_foreign || !self.config.checks.deref {
                        self.assumptions.insert(
                            "calls through pointers to unknown functions return, with any result, and change nothing else"
                                .to_string(),
                        );
                    }
                    std::mem::take(&mut self.out)
                };
                let mut chain = other;
                for &func in targets.iter().rev() {
                    self.call_one(func, ret, &values, args, span);
                    let body = std::mem::take(&mut self.out);
                    let test = eq(at.clone(), self.func_address(func));
                    chain = vec![if_stmt(ast::Guard::Expr(test), body, chain).at(span)];
                }
                self.out = outer;
                self.out.extend(chain);
            }
        }
    }

    /// Whether a pointer stands in a constant of the program, which holds nothing from outside.
    fn is_of_constant(&self, pointer: &Expr) -> bool {
        match &*pointer.kind {
            ExprKind::Load(_, site) => self.node_of(*site).is_some_and(|node| self.points.layout.constant[node]),
            ExprKind::Cast(inner) => self.is_of_constant(inner),
            _ => false,
        }
    }

    /// Whether the present function is what a thread runs.
    fn runs_threads(&self) -> bool {
        self.program.funcs.get(self.current.0).is_some_and(Func::is_thread)
    }

    fn call_one(
        &mut self,
        func: FuncId,
        ret: Option<VarId>,
        values: &[(ast::Expr, Scalar)],
        args: &[Expr],
        span: Span,
    ) {
        let decl = &self.program.funcs[func.index()];
        if decl.body.is_none() {
            if let Some(ret) = ret {
                match gives_foreign(decl, self.program.vars[ret.index()].ty) {
                    true => self.any_foreign(ret, Some(&decl.name), span),
                    false => self.any_value(ret, Some(&decl.name), true, span),
                }
            }
            return;
        }
        let mut given = vec![];
        for (i, &param) in decl.params.iter().enumerate() {
            let ty = self.program.vars[param.index()].ty;
            match values.get(i) {
                Some((value, from)) if *from == ty => given.push(value.clone()),
                Some(_) => {
                    // Without a prototype, or through a pointer of another type.
                    let cast = Expr::new(ExprKind::Cast(args[i].clone()), ty, span);
                    given.push(self.value(&cast).e);
                }
                None => return self.error("a call with too few arguments", span),
            }
        }
        self.own.callees.insert(func);
        let name = self.func_names[func.index()].to_string();
        let outs: Vec<String> = match (decl.ret, ret) {
            (Some(from), Some(ret)) if self.is_of_another_size(from, ret) && self.runs_threads() => {
                let outs = self.dropped(func);
                self.push(call(vec![], outs, name, given), span);
                return self.havoc_var(ret, span);
            }
            (Some(_), Some(ret)) => {
                let name = self.var_names[ret.index()].clone();
                if self.program.vars[ret.index()].global {
                    self.modify(&name);
                }
                vec![name.to_string()]
            }
            (Some(_), None) => self.dropped(func),
            (None, Some(ret)) => {
                // The definition returns nothing: the result must not be used.
                self.push(call(vec![], Vec::<String>::new(), name, given), span);
                return self.havoc_var(ret, span);
            }
            (None, None) => vec![],
        };
        let stmt = if decl.is_thread() { async_call(name, given) } else { call(vec![], outs, name, given) };
        self.push(stmt, span);
        if let Some(ret) = ret {
            self.mark_var(ret, span);
            if let Some(node) = self.points.layout.given_node.get(&(func, ret)).copied() {
                let block = var(self.var_names[ret.index()].to_string());
                self.shape(block, Some(node), span);
            }
        }
        if let (Some(from), Some(to)) = (decl.ret, ret) {
            let (from, to_ty) = (self.program.vars[from.index()].ty, self.program.vars[to.index()].ty);
            let same = self.width(from) == self.width(to_ty) || !self.is_bits();
            if from != to_ty
                && !(same
                    && matches!(from, Scalar::Int(_) | Scalar::Ptr)
                    && matches!(to_ty, Scalar::Int(_) | Scalar::Ptr))
            {
                return self.error("the result of this call has another type than its definition", span);
            }
            if from != to_ty {
                let result = Expr::new(ExprKind::Var(to), from, span);
                let cast = Expr::new(ExprKind::Cast(result), to_ty, span);
                let value = self.value(&cast).e;
                self.set(to, value, span);
            }
        }
    }
}

/// `x`, `*p`, `(T)x`
pub(super) fn is_copy(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Var(_) | ExprKind::Load(..) => true,
        ExprKind::Cast(inner) => {
            let is_float = |ty| matches!(ty, Scalar::Float(_));
            is_float(e.ty) == is_float(inner.ty) && is_copy(inner)
        }
        _ => false,
    }
}

/// Whether what a function returns is the address of memory from outside.
pub(super) fn gives_foreign(func: &Func, ty: Scalar) -> bool {
    func.body.is_none() && ty == Scalar::Ptr && !func.name.contains("nondet")
}

fn named(name: &str, ty: ast::Type, span: Span) -> ast::Variable {
    let mut v = variable(name.to_string(), ty);
    v.name.span = span;
    v
}
