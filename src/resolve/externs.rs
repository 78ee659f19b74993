//! The bodies of declarations that give way to others of the same name. They are not lost: in Boogie, the body of a
//! procedure is an implementation by itself, and that of a function an axiom.

use ivl::ast::{self, Decl, Program};
use ivl::diag::Diagnostic;
use rustc_hash::FxHashMap;

use super::Resolver;
use super::procedures::Implementing;
use crate::base::ids::{FuncId, TypeId};
use crate::ir::{FunctionKind, Type};

impl<'a> Resolver<'a> {
    /// Whether another declaration of the name counts.
    fn gives_way(&self, index: usize) -> bool {
        self.registry.ignores((index, 0))
    }

    /// Functions whose declarations have no bodies get those of declarations that give way to them.
    pub(super) fn bodies_of_extern_functions(&mut self, program: &'a Program) {
        let function = |decl: &'a Decl| if let Decl::Function(d) = decl { Some(d) } else { None };
        let decls = || program.decls.iter().enumerate().filter_map(|(i, decl)| Some((i, function(decl)?)));
        let further: Vec<_> = decls().filter(|&(i, d)| self.gives_way(i) && d.body.is_some()).map(|(_, d)| d).collect();
        if further.is_empty() {
            return;
        }
        let mut with_body: FxHashMap<&str, &ast::FunctionDecl> = FxHashMap::default();
        for (i, d) in decls() {
            if !self.gives_way(i) && d.body.is_some() {
                with_body.insert(&d.name.name, d);
            }
        }
        for d in further {
            let Some(&func) = self.funcs.get(&d.name.name) else { continue };
            match with_body.get(&*d.name.name) {
                Some(first) if is_same(first, d) => {}
                Some(first) => {
                    let message = format!("the function `{}` has two bodies that differ", d.name.name);
                    self.report(Diagnostic::error(message, d.name.span).related(first.name.span, "the other"));
                }
                None => {
                    with_body.insert(&d.name.name, d);
                    self.body_of_extern_function(d, func);
                }
            }
        }
    }

    fn body_of_extern_function(&mut self, d: &'a ast::FunctionDecl, func: FuncId) {
        if !matches!(self.program.funcs[func].kind, FunctionKind::Uninterpreted) {
            return;
        }
        let errors = self.errors;
        let (mut type_params, mark) = self.open_type_params(&d.type_params);
        let types = self.named_params(&d.params).into_iter().map(|(_, ty)| ty).chain([&d.result.ty]);
        let types: Vec<&'a ast::Type> = types.collect();
        let mut types: Vec<TypeId> = types.into_iter().map(|ty| self.type_id(ty)).collect();
        self.close_type_params(mark);
        self.order_type_params(&mut type_params, &types, &d.type_params, "parameters or the result");
        if self.errors > errors {
            return;
        }
        let kept = &self.program.funcs[func];
        let (span, own_params) = (kept.span, kept.type_params.clone());
        let mut own: Vec<TypeId> = kept.params.iter().map(|&p| self.program.vars[p].ty).collect();
        own.push(kept.result);
        if type_params.len() == own_params.len() {
            let map: Vec<_> = std::iter::zip(&type_params, &own_params)
                .map(|(&from, &to)| (from, self.infer.table.intern(Type::Param(to))))
                .collect();
            types = types.into_iter().map(|ty| self.infer.substitute_ground(ty, &map)).collect();
        }
        if types != own {
            let message = format!("this body of `{}` is for other types", d.name.name);
            self.report(Diagnostic::error(message, d.name.span).related(span, "the declaration that counts"));
            return;
        }
        let name_of = |p| d.type_params.iter().find(|n| n.name == self.program.type_params[p]);
        let named: Vec<_> =
            std::iter::zip(type_params, own_params).filter_map(|(p, to)| Some((name_of(p)?, to))).collect();
        let mark = self.open_named_type_params(&named);
        self.with_params(d, func, |r| d.body.iter().for_each(|body| r.function_body(d, func, body)));
        self.close_type_params(mark);
    }

    /// The bodies of procedures whose declarations give way are further implementations.
    pub(super) fn bodies_of_extern_procedures(&mut self, program: &'a Program) {
        let mut texts: FxHashMap<&str, Vec<String>> = FxHashMap::default();
        let bodies = |decl: &'a Decl| match decl {
            Decl::Procedure(d) => Some((d, d.body.as_ref()?)),
            _ => None,
        };
        for (i, decl) in program.decls.iter().enumerate() {
            if let Some((d, _)) = bodies(decl)
                && self.gives_way(i)
            {
                texts.insert(&d.name.name, Vec::new());
            }
        }
        if texts.is_empty() {
            return;
        }
        for (i, decl) in program.decls.iter().enumerate() {
            if let Some((d, _)) = bodies(decl)
                && !self.gives_way(i)
                && let Some(known) = texts.get_mut(&*d.name.name)
            {
                known.push(decl.to_string());
            }
        }
        for (i, decl) in program.decls.iter().enumerate() {
            // Once is enough for those that are the same.
            let Some((d, body)) = bodies(decl).filter(|_| self.gives_way(i)) else { continue };
            let text = decl.to_string();
            if let Some(known) = texts.get_mut(&*d.name.name)
                && !known.contains(&text)
            {
                known.push(text);
                let ast::ProcedureDecl { attrs, name, type_params, ins, outs, .. } = d;
                self.implement(Implementing { attrs, name, type_params, ins, outs, body });
            }
        }
    }
}

/// Whether two functions have the same parameters and body.
fn is_same(a: &ast::FunctionDecl, b: &ast::FunctionDecl) -> bool {
    let signature = |d: &ast::FunctionDecl| {
        let names = |names: &[ast::Ident]| names.iter().map(|n| n.to_string()).collect::<Vec<_>>();
        let params = d.params.iter().map(|p| (p.name.as_ref().map(|n| n.to_string()), p.ty.to_string()));
        (
            names(&d.type_params),
            params.collect::<Vec<_>>(),
            d.result.ty.to_string(),
            d.body.as_ref().map(|b| b.to_string()),
        )
    };
    signature(a) == signature(b)
}
