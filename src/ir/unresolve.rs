//! The typed program as a syntax tree again, which `ivl` prints: `--dump`, `rmt emit`, `-p PASS`.
//!
//! What comes out resolves to the same program, but for ids, for names that had to be changed to be unique in their
//! scope, and for the kinds of assertions, which become attributes:
//!
//! ```text
//! Assert(x > 0, Invariant)    assert {:loop_invariant} x > 0;
//! Assert(x > 0, Requires(P))  assert {:precondition "P"} x > 0;
//! ```
//!
//! Control flow is labelled blocks, the entry first. Declarations stand in the order types, constants, functions,
//! axioms, globals, procedures. Old features have old syntax, so that other Boogie tools read the text.

mod body;
mod expr;
mod literal;
mod names;

use ivl::ast;
use ivl::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use self::names::Names;
use super::roots::{Place, procedure_roots, walk_with_code};
use super::{
    Attribute, AttributeValue, Attributes, Clause, Cmd, Definition, ExprKind, Function, FunctionKind, Name, Procedure,
    Program, TypeCon, Var, VarKind, has_attribute,
};
use crate::base::ids::{ExprId, FuncId, ProcId, TypeParamId, VarId};
use crate::ir::Attr;

/// The program as syntax.
pub fn unresolve(program: &Program) -> ast::Program {
    Unresolver::new(program).program()
}

/// One expression as syntax. Variables have the names that their declarations gave them.
pub fn unresolve_expr(program: &Program, e: ExprId, span: Span) -> ast::Expr {
    Expressions::new(program).of(e, span)
}

/// The same for many expressions of one program.
pub struct Expressions<'p>(Unresolver<'p>);

impl<'p> Expressions<'p> {
    /// Gives names to everything in the program.
    pub fn new(program: &'p Program) -> Expressions<'p> {
        Expressions(Unresolver::new(program))
    }

    /// An expression as syntax.
    pub fn of(&mut self, e: ExprId, span: Span) -> ast::Expr {
        self.0.span = span;
        self.0.lets.clear();
        self.0.whole(e)
    }
}

struct Unresolver<'p> {
    program: &'p Program,
    names: Names,
    /// The position that expressions get: of the command or declaration around them.
    span: Span,
    /// The type variables of the polymorphic map types around, outermost first.
    type_binders: Vec<Vec<Name>>,
    /// Expressions that a `let` around has named.
    lets: FxHashMap<ExprId, Name>,
    sizes: FxHashMap<ExprId, u64>,
}

impl<'p> Unresolver<'p> {
    fn new(program: &'p Program) -> Self {
        Unresolver {
            program,
            names: Names::new(program),
            span: Span::NONE,
            type_binders: Vec::new(),
            lets: FxHashMap::default(),
            sizes: FxHashMap::default(),
        }
    }

    fn program(mut self) -> ast::Program {
        let program = self.program;
        let mut decls = Vec::new();
        for (id, con) in program.type_cons.iter_enumerated() {
            let name = self.names.types[id].clone();
            self.type_con(name, con, &mut decls);
        }
        for &v in &program.consts {
            decls.push(self.constant(v, &program.vars[v]));
        }
        for (id, func) in program.funcs.iter_enumerated() {
            decls.extend(self.function(id, func));
        }
        for axiom in program.axioms.iter() {
            self.span = axiom.span;
            self.open_scope([axiom.expr]);
            let attrs = self.attributes(&axiom.attrs);
            let expr = self.whole(axiom.expr);
            decls.push(ast::Decl::Axiom(ast::AxiomDecl { attrs, expr, span: axiom.span }));
        }
        for &v in &program.globals {
            let var = &program.vars[v];
            self.span = var.span;
            self.open_scope(var.where_clause);
            let name = self.var_ident(v);
            let vars = vec![self.variable(v, name)];
            decls.push(ast::Decl::Var(ast::VarDecl { vars, span: var.span }));
        }
        let implementations = Implementations::of(program);
        for (id, target) in implementations.targets.iter() {
            if let Some(target) = target {
                self.names.procs[*id] = self.names.procs[*target].clone();
            }
        }
        for (id, procedure) in program.procs.iter_enumerated() {
            if implementations.targets[id.0 as usize].1.is_some() {
                continue;
            }
            let further = &implementations.further[id.0 as usize];
            self.procedure(id, procedure, further, &mut decls);
            for &other in further {
                let own = own_attributes(&program.procs[other], procedure);
                decls.push(self.implementation(other, &program.procs[other], &own));
            }
        }
        ast::Program { decls }
    }

    fn ident(&self, name: &str) -> ast::Ident {
        ast::Ident { name: name.into(), span: self.span }
    }

    fn var_ident(&self, var: VarId) -> ast::Ident {
        ast::Ident { name: self.names.vars[var].clone(), span: self.span }
    }

    /// Starts the scope of a declaration that consists of these expressions.
    fn open_scope(&mut self, exprs: impl IntoIterator<Item = ExprId>) {
        let mut mentioned = FxHashSet::default();
        let mut order = Vec::new();
        let program = self.program;
        walk_with_code(program, exprs, |_, kind| {
            if let ExprKind::Var(v) | ExprKind::Old(v) = kind
                && is_program_wide(&program.vars[*v])
                && mentioned.insert(*v)
            {
                order.push(*v);
            }
        });
        self.names.open_scope(order);
    }

    /// Declares a variable of the open scope.
    fn declare(&mut self, var: VarId) -> ast::Variable {
        let name = self.names.declare(self.program, var);
        let name = ast::Ident { name, span: self.program.vars[var].span };
        self.variable(var, name)
    }

    fn variable(&mut self, var: VarId, name: ast::Ident) -> ast::Variable {
        let program = self.program;
        let declared = &program.vars[var];
        let ty = self.ty(declared.ty);
        let where_clause = declared.where_clause.map(|e| self.whole(e));
        ast::Variable { attrs: self.attributes(&declared.attrs), name, ty, where_clause }
    }

    /// Declares variables whose where clauses may mention each other.
    fn declare_all(&mut self, vars: &[VarId]) -> Vec<ast::Variable> {
        let names: Vec<ast::Ident> = vars
            .iter()
            .map(|&v| {
                let name = self.names.declare(self.program, v);
                ast::Ident { name, span: self.program.vars[v].span }
            })
            .collect();
        vars.iter().zip(names).map(|(&v, name)| self.variable(v, name)).collect()
    }

    fn declare_type_params(&mut self, params: &[TypeParamId]) -> Vec<ast::Ident> {
        params
            .iter()
            .map(|&p| {
                let name = self.names.declare_type_param(self.program, p);
                self.ident(&name)
            })
            .collect()
    }

    fn forget_type_params(&mut self, names: &[ast::Ident]) {
        for name in names {
            self.names.type_space.release(&name.name);
        }
    }

    fn attribute(&self, name: &str, args: Vec<ast::AttributeArg>) -> ast::Attribute {
        ast::Attribute { name: self.ident(name), args, span: self.span }
    }

    fn attributes(&mut self, attrs: &[Attribute]) -> Vec<ast::Attribute> {
        attrs
            .iter()
            .map(|a| {
                let args = a.args.iter().map(|arg| self.attribute_arg(arg)).collect();
                self.attribute(&a.name, args)
            })
            .collect()
    }

    fn attribute_arg(&mut self, arg: &AttributeValue) -> ast::AttributeArg {
        match arg {
            AttributeValue::Str(text) => ast::AttributeArg::Str(text.to_string()),
            AttributeValue::Expr(e) => ast::AttributeArg::Expr(self.whole(*e)),
            AttributeValue::Text(text) => {
                let name = ast::ExprKind::Var(self.ident(text));
                ast::AttributeArg::Expr(ast::Expr::new(name, self.span))
            }
        }
    }

    /// Datatypes are declared in the older way, `type {:datatype} D; function {:constructor} C(x: int): D;`, because it
    /// has a function for each selector: for a field that several constructors share, `e->x` means all of them.
    fn type_con(&mut self, name: Name, con: &TypeCon, decls: &mut Vec<ast::Decl>) {
        self.span = con.span;
        self.open_scope([]);
        let mut attrs = self.attributes(&con.attrs);
        let name = self.ident(&name);
        let Some(constructors) = &con.constructors else {
            let made_up: Vec<Name> = (0..con.arity).map(|_| self.names.type_space.claim("a")).collect();
            let params: Vec<ast::Ident> = made_up.iter().map(|n| self.ident(n)).collect();
            self.forget_type_params(&params);
            decls.push(ast::Decl::Type(ast::TypeDecl { attrs, name, params, synonym: None, span: con.span }));
            return;
        };
        let params = self.declare_type_params(&con.params);
        self.forget_type_params(&params);
        if !has_attribute(&con.attrs, Attr::Datatype) {
            attrs.push(self.attribute(Attr::Datatype.name(), Vec::new()));
        }
        decls.push(ast::Decl::Type(ast::TypeDecl { attrs, name, params, synonym: None, span: con.span }));
        for &c in constructors {
            decls.push(self.constructor(c, &self.program.funcs[c]));
        }
    }

    /// `function {:constructor} C<a>(x: a): D a;`
    fn constructor(&mut self, id: FuncId, func: &Function) -> ast::Decl {
        self.span = func.span;
        self.open_scope([]);
        let type_params = self.declare_type_params(&func.type_params);
        let fields = func.params.iter().enumerate().map(|(i, &v)| {
            let name = names::field_name(self.program, id, i);
            let name = self.ident(&name);
            let ty = self.ty(self.program.vars[v].ty);
            ast::FunctionParam { attrs: Vec::new(), name: Some(name), ty }
        });
        let params = fields.collect();
        let result = ast::FunctionParam { attrs: Vec::new(), name: None, ty: self.ty(func.result) };
        self.forget_type_params(&type_params);
        ast::Decl::Function(ast::FunctionDecl {
            attrs: vec![self.attribute(Attr::Constructor.name(), Vec::new())],
            name: self.ident(&self.names.funcs[id]),
            type_params,
            params,
            result,
            body: None,
            uses: Vec::new(),
            span: func.span,
        })
    }

    fn constant(&mut self, id: VarId, var: &Var) -> ast::Decl {
        self.span = var.span;
        self.open_scope([]);
        ast::Decl::Const(ast::ConstDecl {
            attrs: self.attributes(&var.attrs),
            unique: var.kind == VarKind::Const { unique: true },
            names: vec![self.var_ident(id)],
            ty: self.ty(var.ty),
            parents: None,
            uses: Vec::new(),
            span: var.span,
        })
    }

    fn function(&mut self, id: FuncId, func: &Function) -> Option<ast::Decl> {
        self.span = func.span;
        let (body, implied) = match &func.kind {
            FunctionKind::Uninterpreted => (None, None),
            FunctionKind::Defined { body, style: Definition::Inline } => (Some(*body), Some((Attr::Inline, None))),
            FunctionKind::Defined { body, style: Definition::Define } => (Some(*body), Some((Attr::Define, None))),
            FunctionKind::Defined { body, style: Definition::Axiom | Definition::Matched } => (Some(*body), None),
            FunctionKind::Builtin(builtin) => (None, Some((Attr::Builtin, Some(builtin.text())))),
            FunctionKind::Constructor { .. } | FunctionKind::Selector { .. } | FunctionKind::Tester { .. } => {
                return None;
            }
        };
        self.open_scope(body);
        let mut attrs = self.attributes(&func.attrs);
        if let Some((kind, text)) = implied {
            let other = if kind == Attr::Builtin { Attr::BvBuiltin } else { kind };
            if !has_attribute(&func.attrs, kind) && !has_attribute(&func.attrs, other) {
                let args = text.into_iter().map(ast::AttributeArg::Str).collect();
                attrs.push(self.attribute(kind.name(), args));
            }
        }
        let type_params = self.declare_type_params(&func.type_params);
        let params = self.declare_all(&func.params);
        let params =
            params.into_iter().map(|v| ast::FunctionParam { attrs: v.attrs, name: Some(v.name), ty: v.ty }).collect();
        let result = ast::FunctionParam { attrs: Vec::new(), name: None, ty: self.ty(func.result) };
        let body = body.map(|e| self.whole(e));
        self.forget_type_params(&type_params);
        let name = self.ident(&self.names.funcs[id]);
        let uses = Vec::new();
        Some(ast::Decl::Function(ast::FunctionDecl {
            attrs,
            name,
            type_params,
            params,
            result,
            body,
            uses,
            span: func.span,
        }))
    }

    /// Starts the scope of a procedure: contract and body together.
    fn open_procedure(&mut self, procedure: &Procedure) {
        let program = self.program;
        let mut roots = Vec::new();
        procedure_roots(procedure, &mut |place, e| {
            if place == Place::Meaning {
                roots.push(e);
            }
        });
        let locals = procedure.body.iter().flat_map(|b| &b.locals);
        let declared = procedure.ins.iter().chain(&procedure.outs).chain(locals);
        roots.extend(declared.filter_map(|&v| program.vars[v].where_clause));
        self.open_scope(roots);
        let cmds = procedure.cmds();
        let assigned = cmds.flat_map(Cmd::assigned);
        let assigned: Vec<VarId> = assigned.filter(|&v| is_program_wide(&program.vars[v])).collect();
        self.names.also_mentioned(procedure.modifies.iter().copied().chain(assigned));
    }

    fn procedure(&mut self, id: ProcId, procedure: &Procedure, further: &[ProcId], decls: &mut Vec<ast::Decl>) {
        self.span = procedure.span;
        self.open_procedure(procedure);
        // What all implementations have is the procedure's; the rest is the first implementation's.
        let shared: Attributes = match !further.is_empty() && procedure.body.is_some() {
            true => {
                let others: Vec<&Attributes> = further.iter().map(|&p| &self.program.procs[p].attrs).collect();
                let in_all = |a: &&Attribute| others.iter().all(|other| other.contains(a));
                procedure.attrs.iter().filter(in_all).cloned().collect()
            }
            false => procedure.attrs.clone(),
        };
        let split = shared.len() != procedure.attrs.len();
        let attrs = self.attributes(&shared);
        let name = self.ident(&self.names.procs[id]);
        let type_params = self.declare_type_params(&procedure.type_params);
        let (ins, outs) = self.params(procedure);
        let mut specs = Vec::new();
        for clause in &procedure.requires {
            let (attrs, expr) = self.clause(clause);
            specs.push(ast::Spec::Requires { free: clause.free, attrs, expr, span: clause.span });
        }
        self.span = procedure.span;
        if !procedure.modifies.is_empty() {
            let names = procedure.modifies.iter().map(|&v| self.var_ident(v)).collect();
            specs.push(ast::Spec::Modifies { names, span: procedure.span });
        }
        for clause in &procedure.ensures {
            let (attrs, expr) = self.clause(clause);
            specs.push(ast::Spec::Ensures { free: clause.free, attrs, expr, span: clause.span });
        }
        let body = procedure.body.as_ref().filter(|_| !split).map(|b| self.body(b));
        self.span = procedure.span;
        self.forget_type_params(&type_params);
        decls.push(ast::Decl::Procedure(ast::ProcedureDecl {
            attrs,
            name,
            type_params,
            ins,
            outs,
            specs,
            body,
            pure_: false,
            span: procedure.span,
        }));
        if split {
            let own: Vec<Attribute> = procedure.attrs.iter().filter(|a| !shared.contains(a)).cloned().collect();
            decls.push(self.implementation(id, procedure, &own));
        }
    }

    fn params(&mut self, procedure: &Procedure) -> (Vec<ast::Variable>, Vec<ast::Variable>) {
        let all: Vec<VarId> = procedure.ins.iter().chain(&procedure.outs).copied().collect();
        let mut ins = self.declare_all(&all);
        let outs = ins.split_off(procedure.ins.len());
        (ins, outs)
    }

    fn clause(&mut self, clause: &Clause) -> (Vec<ast::Attribute>, ast::Expr) {
        self.span = clause.span;
        (self.attributes(&clause.attrs), self.whole(clause.expr))
    }

    fn implementation(&mut self, id: ProcId, procedure: &Procedure, own: &[Attribute]) -> ast::Decl {
        self.span = procedure.span;
        self.open_procedure(procedure);
        let attrs = self.attributes(own);
        let name = self.ident(&self.names.procs[id]);
        let type_params = self.declare_type_params(&procedure.type_params);
        let (mut ins, mut outs) = self.params(procedure);
        for param in ins.iter_mut().chain(&mut outs) {
            // Where clauses and attributes are the procedure's.
            param.where_clause = None;
        }
        let Some(body) = &procedure.body else { panic!("internal: implementation {} without a body", procedure.name) };
        let body = self.body(body);
        self.forget_type_params(&type_params);
        ast::Decl::Implementation(ast::ImplementationDecl {
            attrs,
            name,
            type_params,
            ins,
            outs,
            body,
            span: procedure.span,
        })
    }
}

fn is_program_wide(var: &Var) -> bool {
    matches!(var.kind, VarKind::Const { .. } | VarKind::Global)
}

/// The attributes of an implementation beyond its procedure's.
fn own_attributes(procedure: &Procedure, target: &Procedure) -> Vec<Attribute> {
    procedure.attrs.iter().filter(|a| !target.attrs.contains(a)).cloned().collect()
}

/// Which procedures are printed as further implementations of others.
struct Implementations {
    targets: Vec<(ProcId, Option<ProcId>)>,
    /// For each procedure, its further implementations.
    further: Vec<Vec<ProcId>>,
}

impl Implementations {
    /// One that is called itself, or whose contract is no longer its procedure's, is a procedure in the text.
    fn of(program: &Program) -> Implementations {
        let called: FxHashSet<ProcId> =
            program.procs.iter().flat_map(Procedure::cmds).filter_map(Cmd::callee).collect();
        let mut further = vec![Vec::new(); program.procs.len()];
        let mut targets = Vec::with_capacity(program.procs.len());
        for (id, procedure) in program.procs.iter_enumerated() {
            let target = procedure.implements.filter(|&t| {
                let shape = |p: &Procedure| {
                    (
                        p.ins.len(),
                        p.outs.len(),
                        p.requires.len(),
                        p.ensures.len(),
                        p.modifies.len(),
                        p.type_params.len(),
                    )
                };
                procedure.body.is_some() && !called.contains(&id) && shape(procedure) == shape(&program.procs[t])
            });
            if let Some(target) = target {
                further[target.0 as usize].push(id);
            }
            targets.push((id, target));
        }
        Implementations { targets, further }
    }
}
