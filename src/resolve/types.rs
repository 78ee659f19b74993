//! Names of types: constructors, synonyms and type variables; `ast::Type` -> [`TypeId`].
//!
//! Synonyms are expanded where they are used. Inside a synonym's body its parameters are the variables of a binder
//! around the body, so that expanding is the same as opening a polymorphic map type.

use ivl::ast::{self, Ident, TypeKind};
use ivl::diag::Diagnostic;
use ivl::source::Span;

use super::Resolver;
use super::floats::is_format;
use super::infer::{ERROR_ID, Ty, site_of};
use super::tables::{Binder, Synonym, SynonymState, TypeName};
use crate::base::ids::{TypeId, TypeParamId};
use crate::ir::{Type, TypeTable};

/// Bit-vectors wider than this are refused: no solver can work with them.
pub(super) const MAX_BITS: u32 = 1 << 24;

/// The binders that were open at some point; see [`Resolver::close_type_params`].
#[derive(Clone, Copy)]
pub(super) struct BinderMark(usize);

impl<'a> Resolver<'a> {
    /// Resolves the bodies of all synonyms, used or not.
    pub(super) fn resolve_synonyms(&mut self) {
        for i in 0..self.types.synonyms.len() {
            self.synonym(i);
        }
    }

    /// The body of a synonym, its parameters being the variables of a binder around it.
    fn synonym(&mut self, index: usize) -> TypeId {
        let Synonym { decl, state } = &self.types.synonyms[index];
        let decl = *decl;
        match state {
            SynonymState::Done(body) => return *body,
            SynonymState::InProgress => {
                // those from this one on lead to it
                let start = self.types.in_progress.iter().position(|&i| i == index).unwrap_or(0);
                for &member in &self.types.in_progress[start..].to_vec() {
                    let name = self.types.synonyms[member].decl.name.clone();
                    let message = format!("the type synonym `{}` is defined in terms of itself", name.name);
                    self.error(message, name.span);
                    self.types.synonyms[member].state = SynonymState::Done(ERROR_ID);
                }
                return ERROR_ID;
            }
            SynonymState::New => {}
        }
        self.types.synonyms[index].state = SynonymState::InProgress;
        self.types.in_progress.push(index);
        // a synonym may be resolved in the middle of another declaration: its scope is its own
        let outer_binders = std::mem::take(&mut self.types.binders);
        let outer_level = std::mem::replace(&mut self.types.level, 0);
        self.open_bound(&decl.params);
        let body = match &decl.synonym {
            Some(body) => self.type_id(body),
            None => ERROR_ID,
        };
        self.types.binders = outer_binders;
        self.types.level = outer_level;
        self.types.in_progress.pop();
        if let SynonymState::Done(broken) = self.types.synonyms[index].state {
            return broken;
        }
        self.types.synonyms[index].state = SynonymState::Done(body);
        body
    }

    // ---- type variables ------------------------------------------------------------------------------------

    /// Declares type parameters of a declaration or quantifier until [`Resolver::close_type_params`].
    pub(super) fn open_type_params(&mut self, names: &'a [Ident]) -> (Vec<TypeParamId>, BinderMark) {
        let mark = BinderMark(self.types.binders.len());
        let mut params = Vec::with_capacity(names.len());
        for name in names {
            if self.check_binder_name(name) {
                let param = match self.made.type_params.get(&site_of(name)) {
                    Some(&param) => param,
                    None => self.program.type_params.push(name.name.clone()),
                };
                if self.inferring {
                    self.made.type_params.insert(site_of(name), param);
                }
                self.types.binders.push((&name.name, Binder::Param(param), name.span));
                params.push(param);
            }
        }
        (params, mark)
    }

    /// Declares type parameters that exist already under the names that are given for them.
    pub(super) fn open_named_type_params(&mut self, params: &[(&'a Ident, TypeParamId)]) -> BinderMark {
        let mark = BinderMark(self.types.binders.len());
        for &(name, param) in params {
            self.types.binders.push((&name.name, Binder::Param(param), name.span));
        }
        mark
    }

    /// [`Resolver::open_named_type_params`] for the declaration that made them, whose names are theirs.
    pub(super) fn reopen_type_params(&mut self, names: &'a [Ident], params: &[TypeParamId]) -> BinderMark {
        let of = |p: TypeParamId| names.iter().find(|n| n.name == self.program.type_params[p]).map(|n| (n, p));
        let named: Vec<_> = params.iter().filter_map(|&p| of(p)).collect();
        self.open_named_type_params(&named)
    }

    pub(super) fn close_type_params(&mut self, mark: BinderMark) {
        self.types.binders.truncate(mark.0);
    }

    fn open_bound(&mut self, names: &'a [Ident]) {
        let level = self.types.level;
        self.types.level += u32::from(!names.is_empty());
        for (i, name) in names.iter().enumerate() {
            let good = self.check_binder_name(name);
            let binder = if good { Binder::Bound { level, index: i as u32 } } else { Binder::Broken };
            self.types.binders.push((&name.name, binder, name.span));
        }
    }

    fn check_binder_name(&mut self, name: &'a Ident) -> bool {
        let text = &*name.name;
        if numbered(text, "bv").is_some() {
            self.error(format!("`{text}` is the name of a bit-vector type"), name.span);
            return false;
        }
        if let Some(&(_, span)) = self.types.names.get(text) {
            let diagnostic = Diagnostic::error(format!("the type variable `{text}` has the name of a type"), name.span);
            self.report(diagnostic.related(span, "the type is declared here"));
            return false;
        }
        if let Some(&(_, _, span)) = self.types.binders.iter().find(|(n, _, _)| *n == text) {
            let diagnostic = Diagnostic::error(format!("the type variable `{text}` is declared twice"), name.span);
            self.report(diagnostic.related(span, "the other declaration"));
            return false;
        }
        true
    }

    /// Complains about type parameters that none of the types mentions; puts the others in order of occurrence.
    pub(super) fn order_type_params(
        &mut self,
        params: &mut [TypeParamId],
        types: &[TypeId],
        names: &'a [Ident],
        whose: &str,
    ) {
        if params.is_empty() {
            return;
        }
        let order = self.infer.params_in_order(types);
        for &param in params.iter() {
            if !order.contains(&param) && !types.contains(&ERROR_ID) {
                let name = self.program.type_params[param].clone();
                let span = names.iter().find(|n| n.name == name).map_or(Span::NONE, |n| n.span);
                self.error(format!("the type variable `{name}` must occur in the types of the {whose}"), span);
            }
        }
        let position = |p: &TypeParamId| order.iter().position(|q| q == p).unwrap_or(usize::MAX);
        params.sort_by_key(position);
    }

    // ---- types ---------------------------------------------------------------------------------------------

    /// Resolves a type; [`ERROR_ID`] after a complaint.
    pub(super) fn type_id(&mut self, ty: &'a ast::Type) -> TypeId {
        match &ty.kind {
            TypeKind::Bool => TypeTable::BOOL,
            TypeKind::Int => TypeTable::INT,
            TypeKind::Real => TypeTable::REAL,
            TypeKind::Named(name, args) => self.named_type(name, args, ty.span),
            TypeKind::Map { type_params, args, result } => self.map_type(type_params, args, result, ty.span),
        }
    }

    fn named_type(&mut self, name: &'a Ident, args: &'a [ast::Type], span: Span) -> TypeId {
        let text = &*name.name;
        if let Some(basic) = self.basic_type(text, span) {
            if !args.is_empty() {
                self.error(format!("the type `{text}` takes no arguments"), span);
                return ERROR_ID;
            }
            return basic;
        }
        if let Some(&(_, binder, _)) = self.types.binders.iter().find(|(n, _, _)| *n == text) {
            if !args.is_empty() {
                self.error(format!("the type variable `{text}` takes no arguments"), span);
                return ERROR_ID;
            }
            return match binder {
                Binder::Param(param) => self.infer.table.intern(Type::Param(param)),
                Binder::Bound { level, index } => {
                    self.infer.table.intern(Type::Bound { depth: self.types.level - level - 1, index })
                }
                Binder::Broken => ERROR_ID,
            };
        }
        let Some(&(meaning, declared)) = self.types.names.get(text) else {
            self.undeclared_type(name);
            return ERROR_ID;
        };
        let arity = match meaning {
            TypeName::Con(con) => self.program.type_cons[con].arity,
            TypeName::Synonym(index) => self.types.synonyms[index].decl.params.len(),
        };
        if args.len() != arity {
            let diagnostic = Diagnostic::error(
                format!("the type `{text}` takes {}, not {}", count(arity, "argument"), args.len()),
                span,
            );
            self.report(diagnostic.related(declared, "declared here"));
            return ERROR_ID;
        }
        let args: Vec<TypeId> = args.iter().map(|a| self.type_id(a)).collect();
        match meaning {
            TypeName::Con(con) => self.infer.table.intern(Type::Con(con, args.into())),
            TypeName::Synonym(index) => {
                let body = self.synonym(index);
                if args.is_empty() || body == ERROR_ID {
                    return body;
                }
                let args: Vec<Ty> = args.into_iter().map(Ty::ground).collect();
                let expanded = self.infer.open_binders(Ty::ground(body), &args);
                self.infer.known(expanded).expect("internal: the expansion of a synonym is ground")
            }
        }
    }

    /// `bv32`, `float24e8` and the like.
    fn basic_type(&mut self, name: &str, span: Span) -> Option<TypeId> {
        let ty = match name {
            "rmode" => Type::RoundingMode,
            "string" => Type::String,
            "regex" => Type::Regex,
            _ => {
                if let Some(width) = numbered(name, "bv") {
                    match width.filter(|&w| w <= MAX_BITS) {
                        Some(width) => Type::Bv(width),
                        None => {
                            self.error(format!("bit-vectors have at most {MAX_BITS} bits"), span);
                            return Some(ERROR_ID);
                        }
                    }
                } else {
                    let (significand, exponent) = name.strip_prefix("float")?.split_once('e')?;
                    match (digits(significand)?, digits(exponent)?) {
                        (Some(significand), Some(exponent)) if is_format(significand, exponent) => {
                            Type::Float { exponent, significand }
                        }
                        _ => {
                            self.error(format!("`{name}` is not a floating-point format"), span);
                            return Some(ERROR_ID);
                        }
                    }
                }
            }
        };
        Some(self.infer.table.intern(ty))
    }

    fn map_type(&mut self, names: &'a [Ident], args: &'a [ast::Type], result: &'a ast::Type, span: Span) -> TypeId {
        let mark = self.types.binders.len();
        let level = self.types.level;
        let errors = self.errors;
        self.open_bound(names);
        let args: Vec<TypeId> = args.iter().map(|a| self.type_id(a)).collect();
        let result = self.type_id(result);
        self.types.binders.truncate(mark);
        self.types.level = level;
        let good = self.errors == errors;
        if names.is_empty() {
            return self.infer.table.map(args.into(), result);
        }
        // binders are numbered in the order in which they occur, so that types which differ in their order are one
        let parts: Vec<TypeId> = args.iter().copied().chain([result]).collect();
        let order = self.infer.bound_in_order(&parts);
        if order.len() < names.len() {
            for (i, name) in names.iter().enumerate() {
                if !order.contains(&(i as u32)) && good {
                    let message = format!("the type variable `{}` must occur in the map type", name.name);
                    self.error(message, span);
                }
            }
            return ERROR_ID;
        }
        let mut new_index = vec![0; names.len()];
        for (new, &old) in order.iter().enumerate() {
            new_index[old as usize] = new as u32;
        }
        let args = args.into_iter().map(|a| self.infer.permute_bound(a, &new_index)).collect();
        let result = self.infer.permute_bound(result, &new_index);
        self.infer.table.intern(Type::Map { binders: names.len() as u32, args, result })
    }

    /// Whether the name may be given to a type; complains if not.
    pub(super) fn check_type_name(&mut self, name: &Ident) -> bool {
        let reserved = numbered(&name.name, "bv").is_some();
        if reserved {
            self.error(format!("`{}` is the name of a bit-vector type", name.name), name.span);
        }
        !reserved
    }
}

/// The number in a name that is `prefix` and digits: `Some(None)` if it is too large.
fn numbered(name: &str, prefix: &str) -> Option<Option<u32>> {
    digits(name.strip_prefix(prefix)?)
}

fn digits(text: &str) -> Option<Option<u32>> {
    (!text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok())
}

/// `1 argument`, `2 arguments`
pub(super) fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
