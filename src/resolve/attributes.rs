//! Attributes: `{:name arg, …}`.
//!
//! Names and kinds are open-ended; arguments must be well typed. Where a declaration without a state has an argument
//! that speaks of variables, it is kept as text.

use std::sync::Arc;

use ivl::ast::{self, AttributeArg, ExprKind};

use super::{Context, Resolver, State};
use crate::ir::{Attr, Attribute, AttributeValue, Attributes, has_attribute};

impl<'a> Resolver<'a> {
    pub(super) fn attributes(&mut self, attrs: &'a [ast::Attribute]) -> Attributes {
        if attrs.is_empty() {
            return self.no_attrs.clone();
        }
        attrs.iter().map(|a| self.attribute(a)).collect()
    }

    /// The attributes of a declaration that is made in two places.
    pub(super) fn more_attributes(&mut self, first: &Attributes, attrs: &'a [ast::Attribute]) -> Attributes {
        if attrs.is_empty() {
            return first.clone();
        }
        first.iter().cloned().chain(attrs.iter().map(|a| self.attribute(a))).collect()
    }

    /// The attributes with one without arguments behind them.
    pub(super) fn with_marker(&mut self, attrs: &Attributes, kind: Attr) -> Attributes {
        if has_attribute(attrs, kind) {
            return attrs.clone();
        }
        attrs.iter().cloned().chain([Attribute::marker(kind)]).collect()
    }

    fn attribute(&mut self, attr: &'a ast::Attribute) -> Attribute {
        let args: Vec<AttributeValue> = attr.args.iter().map(|arg| self.attribute_arg(arg)).collect();
        self.check_attribute(attr, &args);
        Attribute { name: attr.name.name.clone(), args }
    }

    fn attribute_arg(&mut self, arg: &'a AttributeArg) -> AttributeValue {
        let expr = match arg {
            AttributeArg::Str(s) => return AttributeValue::Str(s.as_str().into()),
            AttributeArg::Expr(e) => e,
        };
        let old = self.cx.old;
        let within = |r: &mut Self, state: State| {
            let cx = Context { state, trigger: false, old };
            r.within(cx, |r| r.inferring(|r| r.expr(expr)))
        };
        let resolved = match self.cx.state {
            State::None => self.quietly(|r| within(r, State::None)),
            State::One | State::Two => Some(within(self, State::Two)),
        };
        match resolved {
            Some(typed) if !typed.is_error() => AttributeValue::Expr(typed.expr),
            Some(_) => AttributeValue::Text(self.text_of(expr)),
            None => {
                within(self, State::Two);
                AttributeValue::Text(self.text_of(expr))
            }
        }
    }

    fn text_of(&self, expr: &ast::Expr) -> Arc<str> {
        match (self.sources.text(expr.span), &*expr.kind) {
            (Some(text), _) => text.into(),
            (None, ExprKind::Var(name)) => name.name.clone(),
            (None, _) => "".into(),
        }
    }
}

/// Whether `{:name}` or `{:name true}` stands there.
pub(super) fn has_bool_attribute(attrs: &[ast::Attribute], kind: Attr) -> bool {
    attrs.iter().any(|a| {
        &*a.name.name == kind.name()
            && match &a.args[..] {
                [] => true,
                [AttributeArg::Expr(e)] => matches!(*e.kind, ExprKind::Bool(true)),
                _ => false,
            }
    })
}

/// The text of the first `{:name "text"}`.
pub(super) fn string_attribute(attrs: &[ast::Attribute], kind: Attr) -> Option<&str> {
    attrs.iter().find_map(|a| match &a.args[..] {
        [AttributeArg::Str(s)] if &*a.name.name == kind.name() => Some(s.as_str()),
        _ => None,
    })
}

/// The integers of the first `{:name 1, 2}`; an argument that is no small integer is left out.
pub(super) fn int_attribute(attrs: &[ast::Attribute], kind: Attr) -> Vec<u32> {
    let Some(attr) = attrs.iter().find(|a| &*a.name.name == kind.name()) else { return Vec::new() };
    attr.args
        .iter()
        .filter_map(|arg| match arg {
            AttributeArg::Expr(e) => match &*e.kind {
                ExprKind::Int(n) => u32::try_from(n).ok(),
                _ => None,
            },
            AttributeArg::Str(s) => s.parse().ok(),
        })
        .collect()
}
