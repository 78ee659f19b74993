//! The attributes whose use Boogie restricts.
//!
//! * `{:minimize e}`, `{:maximize e}`: one argument of type `int`, `real` or a bit-vector type
//! * `{:verified_under e}`: one Boolean argument
//! * `{:id "name"}` on assertions, assumptions, invariants and calls: each name once in a program
//! * `var {:assumption} a: bool`: no where clause, and at most one assignment, of the form `a := a && e`

use ivl::ast::{self, BinaryOp, Expr as Ast, ExprKind as Kind, Lhs};
use ivl::diag::Diagnostic;
use ivl::source::Span;

use super::Resolver;
use super::attributes::{has_bool_attribute, string_attribute};
use super::scopes::Binding;
use crate::base::ids::VarId;
use crate::ir::{Attr, AttributeValue, Type, TypeTable};

impl<'a> Resolver<'a> {
    /// Checks an attribute's arguments; `args` are the resolved ones.
    pub(super) fn check_attribute(&mut self, attr: &'a ast::Attribute, args: &[AttributeValue]) {
        let kind = Attr::named(&attr.name.name);
        let wanted = match kind {
            Some(Attr::Minimize | Attr::Maximize) => "of type int, real or a bit-vector type",
            Some(Attr::VerifiedUnder) => "of type bool",
            _ => return,
        };
        let good = match args {
            [AttributeValue::Expr(e)] => {
                let ty = self.infer.table.get(self.program.exprs.ty(*e));
                if kind == Some(Attr::VerifiedUnder) {
                    *ty == Type::Bool
                } else {
                    matches!(ty, Type::Int | Type::Real | Type::Bv(_))
                }
            }
            _ => false,
        };
        if !good {
            self.error(format!("`:{}` takes one argument, {wanted}", attr.name.name), attr.span);
        }
    }

    /// Checks that the name in `{:id "name"}` is new.
    pub(super) fn check_id(&mut self, attrs: &'a [ast::Attribute], span: Span) {
        let Some(id) = string_attribute(attrs, Attr::Id) else { return };
        if let Some(&first) = self.known_attributes.ids.get(id) {
            // the statement may be elaborated several times
            if first != span {
                let diagnostic = Diagnostic::error(format!("two statements have the id \"{id}\""), span);
                self.report(diagnostic.related(first, "the other statement"));
            }
        } else {
            self.known_attributes.ids.insert(id, span);
        }
    }

    /// Notes a variable that is `{:assumption}`, and checks its declaration.
    pub(super) fn check_assumption_variable(&mut self, id: VarId, var: &'a ast::Variable) {
        if !has_bool_attribute(&var.attrs, Attr::Assumption) {
            return;
        }
        if var.where_clause.is_some() {
            self.error(
                format!("the assumption variable `{}` cannot have a where clause", var.name.name),
                var.name.span,
            );
        }
        let ty = self.program.vars[id].ty;
        if ty != TypeTable::BOOL {
            let found = self.show_id(ty);
            let message = format!("the assumption variable `{}` must be of type bool, not `{found}`", var.name.name);
            self.error(message, var.name.span);
        }
        self.known_attributes.assumptions.insert(id, None);
    }

    /// Checks assignments to assumption variables.
    pub(super) fn check_assumption_assignment(&mut self, lhs: &'a [Lhs], rhs: &'a [Ast], span: Span) {
        if self.known_attributes.assumptions.is_empty() {
            return;
        }
        for (target, value) in lhs.iter().zip(rhs).filter(|(target, _)| target.path.is_empty()) {
            let Some(Binding::Var(var)) = self.vars.get(&target.base.name) else { continue };
            let Some(&assigned) = self.known_attributes.assumptions.get(&var) else { continue };
            let name = &target.base.name;
            let is_conjunction = match &*value.kind {
                Kind::Binary(BinaryOp::And, first, _) => {
                    matches!(&*first.kind, Kind::Var(v) if v.name == *name)
                }
                _ => false,
            };
            if !is_conjunction {
                let message = format!("an assumption variable is assigned like this: `{name} := {name} && …`");
                self.error(message, span);
            } else if let Some(first) = assigned.filter(|&first| first != span) {
                let message = format!("the assumption variable `{name}` is assigned a second time");
                self.report(Diagnostic::error(message, span).related(first, "the first time"));
            } else {
                self.known_attributes.assumptions.insert(var, Some(span));
            }
        }
    }
}
