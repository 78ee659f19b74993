//! Declarations, in rounds: types; then what has a type (constants, globals, signatures); then what mentions those
//! (bodies of functions, axioms, contracts, attributes); bodies of procedures come last.

use ivl::ast::{self, Decl, Program};
use ivl::diag::Diagnostic;

use super::Resolver;
use super::attributes::{has_bool_attribute, int_attribute, string_attribute};
use super::infer::{Ty, site_of};
use super::scopes::Binding;
use super::{State, Typed};
use crate::base::ids::{ExprId, TypeId, VarId};
use crate::ir::{Attr, Axiom, Builtin, Function, FunctionKind, TypeCon, Var, VarKind};

impl<'a> Resolver<'a> {
    /// The first round: names and bodies of types.
    pub(super) fn declare_types(&mut self, program: &'a Program) {
        self.register_names(program);
        for (i, decl) in program.decls.iter().enumerate() {
            if self.registry.ignores((i, 0)) {
                continue;
            }
            match decl {
                Decl::Type(d) => {
                    if !self.check_type_name(&d.name) {
                        continue;
                    }
                    if d.synonym.is_some() {
                        self.types.declare_synonym(d);
                        continue;
                    }
                    let con = self.program.type_cons.push(TypeCon {
                        name: d.name.name.clone(),
                        arity: d.params.len(),
                        attrs: self.no_attrs.clone(),
                        constructors: None,
                        params: Vec::new(),
                        span: d.name.span,
                    });
                    self.types.declare_con(&d.name, con);
                    if has_bool_attribute(&d.attrs, Attr::Datatype) {
                        let (params, mark) = self.open_type_params(&d.params);
                        self.close_type_params(mark);
                        self.declare_datatype(con, params);
                    }
                }
                Decl::Datatype(d) => {
                    if !self.check_type_name(&d.name) {
                        continue;
                    }
                    let con = self.program.type_cons.push(TypeCon {
                        name: d.name.name.clone(),
                        arity: d.params.len(),
                        attrs: self.no_attrs.clone(),
                        constructors: None,
                        params: Vec::new(),
                        span: d.name.span,
                    });
                    self.types.declare_con(&d.name, con);
                }
                _ => {}
            }
        }
        self.resolve_synonyms();
    }

    /// The second round: everything that has a type of its own.
    pub(super) fn declare_values(&mut self, program: &'a Program) {
        for (i, decl) in program.decls.iter().enumerate() {
            match decl {
                Decl::Const(d) => self.declare_consts(d, i),
                Decl::Var(d) => {
                    for (k, var) in d.vars.iter().enumerate() {
                        if !self.registry.ignores((i, k)) {
                            let id = self.declare_var(var, VarKind::Global);
                            self.program.globals.push(id);
                            self.vars.declare(&var.name.name, Binding::Var(id));
                        }
                    }
                }
                Decl::Datatype(d) if !self.registry.ignores((i, 0)) => self.declare_constructors(d, i),
                Decl::Function(d) if !self.registry.ignores((i, 0)) => self.declare_function(d),
                Decl::Procedure(d) if !self.registry.ignores((i, 0)) => self.declare_procedure(d),
                _ => {}
            }
        }
        self.check_datatypes();
    }

    /// The later rounds: everything that mentions declarations.
    pub(super) fn resolve_declarations(&mut self, program: &'a Program) {
        for (i, decl) in program.decls.iter().enumerate() {
            let is_ignored = self.registry.ignores((i, 0));
            if is_ignored && !matches!(decl, Decl::Const(_) | Decl::Var(_) | Decl::Function(_)) {
                continue;
            }
            match decl {
                Decl::Type(ast::TypeDecl { attrs, name, .. })
                | Decl::Datatype(ast::DatatypeDecl { attrs, name, .. }) => {
                    if let Some(super::tables::TypeName::Con(con)) = self.types.get(&name.name) {
                        self.program.type_cons[con].attrs = self.attributes(attrs);
                    }
                }
                Decl::Const(d) => {
                    self.const_attributes(d, i);
                    d.uses.iter().for_each(|a| self.axiom(a));
                }
                Decl::Var(d) => self.global_vars(d, i),
                Decl::Function(d) => {
                    if !is_ignored {
                        self.define_function(d);
                    }
                    d.uses.iter().for_each(|a| self.axiom(a));
                }
                Decl::Axiom(d) => self.axiom(d),
                Decl::Procedure(d) => self.resolve_contract(d),
                Decl::Implementation(_) => {}
            }
        }
        self.bodies_of_extern_functions(program);
        for (i, decl) in program.decls.iter().enumerate() {
            match decl {
                Decl::Procedure(d) if !self.registry.ignores((i, 0)) => self.resolve_own_body(d),
                Decl::Implementation(d) => self.resolve_implementation(d),
                _ => {}
            }
        }
        self.bodies_of_extern_procedures(program);
    }

    // ---- constants and variables ---------------------------------------------------------------------------

    fn declare_consts(&mut self, d: &'a ast::ConstDecl, index: usize) {
        let ty = self.type_id(&d.ty);
        let builtin = string_attribute(&d.attrs, Attr::Builtin).or_else(|| string_attribute(&d.attrs, Attr::BvBuiltin));
        for (k, name) in d.names.iter().enumerate() {
            if self.registry.ignores((index, k)) {
                continue;
            }
            let binding = match builtin {
                Some(text) => {
                    let builtin = Builtin::parse(text, &int_attribute(&d.attrs, Attr::Indices));
                    Binding::Builtin(self.program.funcs.push(Function {
                        name: name.name.clone(),
                        type_params: Vec::new(),
                        params: Vec::new(),
                        result: ty,
                        kind: FunctionKind::Builtin(builtin),
                        attrs: self.no_attrs.clone(),
                        span: name.span,
                    }))
                }
                None => {
                    let var = self.new_var(name, ty, VarKind::Const { unique: d.unique });
                    self.program.consts.push(var);
                    Binding::Var(var)
                }
            };
            self.vars.declare(&name.name, binding);
        }
    }

    fn const_attributes(&mut self, d: &'a ast::ConstDecl, index: usize) {
        if d.attrs.is_empty() {
            return;
        }
        let attrs = self.in_state(State::One, |r| r.attributes(&d.attrs));
        for (k, name) in d.names.iter().enumerate() {
            if self.registry.ignores((index, k)) {
                continue;
            }
            match self.vars.get(&name.name) {
                Some(Binding::Var(var)) => self.program.vars[var].attrs = attrs.clone(),
                Some(Binding::Builtin(func)) => self.program.funcs[func].attrs = attrs.clone(),
                _ => {}
            }
        }
    }

    /// A variable that no where clause or attribute has been given to yet.
    pub(super) fn new_var(&mut self, name: &ast::Ident, ty: TypeId, kind: VarKind) -> VarId {
        self.program.vars.push(Var {
            name: name.name.clone(),
            ty,
            kind,
            where_clause: None,
            attrs: self.no_attrs.clone(),
            span: name.span,
        })
    }

    pub(super) fn declare_var(&mut self, var: &'a ast::Variable, kind: VarKind) -> VarId {
        let ty = self.type_id(&var.ty);
        if let Some(&made) = self.made.vars.get(&site_of(var)) {
            return made;
        }
        let id = self.new_var(&var.name, ty, kind);
        if self.inferring {
            self.made.vars.insert(site_of(var), id);
        }
        id
    }

    fn global_vars(&mut self, d: &'a ast::VarDecl, index: usize) {
        for (k, var) in d.vars.iter().enumerate() {
            if self.registry.ignores((index, k)) {
                continue;
            }
            if let Some(Binding::Var(id)) = self.vars.get(&var.name.name) {
                self.in_state(State::One, |r| r.complete_var(id, var));
            }
        }
    }

    /// Resolves the where clause and the attributes of a variable.
    pub(super) fn complete_var(&mut self, id: VarId, var: &'a ast::Variable) {
        self.check_assumption_variable(id, var);
        if let Some(clause) = &var.where_clause {
            let clause = self.condition(clause, "a where clause");
            self.program.vars[id].where_clause = Some(clause);
        }
        if !var.attrs.is_empty() {
            self.program.vars[id].attrs = self.attributes(&var.attrs);
        }
    }

    // ---- axioms --------------------------------------------------------------------------------------------

    fn axiom(&mut self, d: &'a ast::AxiomDecl) {
        self.in_state(State::None, |r| {
            let expr = r.condition(&d.expr, "an axiom");
            let attrs = r.attributes(&d.attrs);
            r.program.axioms.push(Axiom { expr, attrs, span: d.span });
        });
    }

    // ---- whole expressions ---------------------------------------------------------------------------------

    /// A top-level expression that must be Boolean; `what` names it in the message.
    pub(super) fn condition(&mut self, e: &'a ast::Expr, what: &str) -> ExprId {
        self.inferring(|r| {
            let typed = r.expr(e);
            r.expect_bool(typed, e, what).expr
        })
    }

    pub(super) fn expect_bool(&mut self, typed: Typed, e: &ast::Expr, what: &str) -> Typed {
        if !self.infer.unify(typed.ty, Ty::BOOL) {
            let ty = self.show(typed.ty);
            let diagnostic = Diagnostic::error(format!("{what} must be of type bool, not `{ty}`"), e.span);
            let diagnostic = self.with_declaration(diagnostic, e);
            self.report(match &*e.kind {
                ast::ExprKind::Var(name) if typed.ty == Ty::INT => {
                    diagnostic.note(format!("a number is no condition: did you mean `{} != 0`?", name.name))
                }
                _ => diagnostic,
            });
            return Typed::ERROR;
        }
        typed
    }
}
