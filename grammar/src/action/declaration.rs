//! Declarations.

use rustc_hash::FxHashSet;

use super::{Context, Group, Place, Signature};
use crate::ast::*;
use crate::diag::Diagnostic;

impl Context<'_> {
    /// `type {:attrs} A, B = T;`: the attributes are those of each.
    pub fn types(&mut self, attrs: Vec<Attribute>, mut types: Vec<TypeDecl>, start: u32, end: u32) -> Vec<Decl> {
        if let [only] = &mut types[..] {
            only.span = self.span(start, end);
        }
        if !self.may_copy(types.len(), &attrs, None, 0) {
            types.truncate(1);
        }
        types.into_iter().map(|decl| Decl::Type(TypeDecl { attrs: attrs.clone(), ..decl })).collect()
    }

    pub fn datatype(
        &mut self,
        attrs: Vec<Attribute>,
        name: Ident,
        params: Vec<Ident>,
        constructors: Vec<ConstructorDecl>,
        start: u32,
        end: u32,
    ) -> Decl {
        let mut names = FxHashSet::default();
        for constructor in &constructors {
            if !names.insert(&constructor.name.name) {
                let message = format!("the datatype has a constructor `{}` already", constructor.name.name);
                self.error(message, constructor.name.span);
            }
        }
        Decl::Datatype(DatatypeDecl { attrs, name, params, constructors, span: self.span(start, end) })
    }

    pub fn constructor(&mut self, name: Ident, fields: Vec<Group>) -> ConstructorDecl {
        ConstructorDecl { name, fields: self.formals(fields, Place::Bare("fields")) }
    }

    /// `name : ty`, where the name has been read as a type.
    pub fn named_param(&mut self, attrs: Vec<Attribute>, name: Type, ty: Type) -> FunctionParam {
        let name = match name.kind {
            TypeKind::Named(name, args) if args.is_empty() => Some(name),
            _ => {
                self.error("expected a name before `:`, found a type", name.span);
                None
            }
        };
        FunctionParam { attrs, name, ty }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of a function, called by one production")]
    pub fn function(
        &mut self,
        attrs: Vec<Attribute>,
        name: Ident,
        type_params: Vec<Ident>,
        params: Vec<FunctionParam>,
        result: FunctionParam,
        end_part: (Option<Expr>, Vec<AxiomDecl>),
        start: u32,
        end: u32,
    ) -> Decl {
        let (body, uses) = end_part;
        let params = self.name_params(params);
        if body.is_some() && is_set(&attrs, "define") {
            if is_set(&attrs, "inline") {
                self.error("a function is either `:inline` or `:define`", name.span);
            } else if let Some(param) = type_params.first() {
                let span = param.span;
                self.error("a `:define` function has no type parameters", span);
            }
        }
        Decl::Function(FunctionDecl {
            attrs,
            name,
            type_params,
            params,
            result,
            body,
            uses,
            span: self.span(start, end),
        })
    }

    /// In `f(x, y: int)` the first parameter reads as a type. If any parameter has a name, all are to have one, and
    /// those that seem to be types are names with the type of the next.
    fn name_params(&mut self, mut params: Vec<FunctionParam>) -> Vec<FunctionParam> {
        if params.iter().all(|param| param.name.is_none()) {
            return params;
        }
        let mut next: Option<Type> = None;
        let mut copied = 0;
        for param in params.iter_mut().rev() {
            if param.name.is_some() {
                next = Some(param.ty.clone());
                continue;
            }
            let Some(ty) = &next else {
                self.error("the type of the last parameter is missing", param.ty.span);
                break;
            };
            copied += (ty.span.end - ty.span.start) as usize;
            if copied > 1 << 23 {
                self.error("this is too large to be shared by so many names; declare them one by one", ty.span);
                break;
            }
            match &param.ty.kind {
                TypeKind::Named(name, args) if args.is_empty() => {
                    param.name = Some(name.clone());
                    param.ty = ty.clone();
                }
                _ => self.error("expected the name of a parameter, found a type", param.ty.span),
            }
        }
        params
    }

    pub fn procedure(
        &mut self,
        pure_: bool,
        signature: Signature,
        end_part: (Vec<Spec>, Option<Body>),
        start: u32,
        end: u32,
    ) -> Decl {
        self.unclaimed_returns();
        let Signature { attrs, name, type_params, ins, outs, .. } = signature;
        let (specs, body) = end_part;
        let ins = self.formals(ins, Place::Free);
        let outs = self.formals(outs, Place::Free);
        let span = self.span(start, end);
        Decl::Procedure(ProcedureDecl { attrs, name, type_params, ins, outs, specs, body, pure_, span })
    }

    pub fn implementation(&mut self, signature: Signature, body: Body, start: u32, end: u32) -> Decl {
        self.unclaimed_returns();
        let Signature { attrs, name, type_params, ins, outs, .. } = signature;
        let ins = self.formals(ins, Place::Bare("the parameters of an implementation"));
        let outs = self.formals(outs, Place::Bare("the results of an implementation"));
        let span = self.span(start, end);
        Decl::Implementation(ImplementationDecl { attrs, name, type_params, ins, outs, body, span })
    }

    fn unclaimed_returns(&mut self) {
        for span in std::mem::take(&mut self.returns) {
            self.report.add(
                Diagnostic::error("`return` takes a value only in a code expression", span)
                    .note("assign to the result, then `return;`"),
            );
        }
    }
}

/// `{:name}` or `{:name true}`
fn is_set(attrs: &[Attribute], name: &str) -> bool {
    attrs.iter().filter(|attr| &*attr.name.name == name).any(|attr| match &attr.args[..] {
        [] => true,
        [AttributeArg::Expr(e)] => *e.kind == ExprKind::Bool(true),
        _ => false,
    })
}
