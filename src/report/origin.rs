//! What a proof says, in the words of the program as it was written.
//!
//! Provers work on a program in which calls are inlined: `main_x` and `main_L1` there are `x` and the loop `L1` of
//! `main`; front ends give variables names of their own, which `{:shown}` explains.

use ivl::ast::{BinaryOp, Decl, Expr, ExprKind, UnaryOp};
use ivl::source::{SourceMap, Span};
use num_bigint::BigInt;

use crate::verdict::{Invariant, InvariantPlace};

/// The names of a program.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    pub globals: Vec<Variable>,
    pub procedures: Vec<Procedure>,
}

/// Of a program about which nothing is known: a proof is in its own words.
pub static UNKNOWN: Origin = Origin { globals: Vec::new(), procedures: Vec::new() };

#[derive(Clone, Debug)]
pub struct Procedure {
    pub name: String,
    /// In the original source.
    pub shown: String,
    /// Inlining makes one copy at most: one chain of calls leads here.
    pub once: bool,
    pub variables: Vec<Variable>,
    /// Blocks, which may be heads of loops: label, place.
    pub blocks: Vec<(String, Span)>,
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    /// In the original source; `None`: it is not there.
    pub shown: Option<String>,
    pub span: Span,
}

/// A loop, as a proof names it.
#[derive(Clone, Copy, Debug)]
pub struct Loop<'a> {
    pub procedure: &'a Procedure,
    pub label: &'a str,
    pub span: Span,
    /// Names of the procedure have its name in front.
    inlined: bool,
}

impl Origin {
    /// Which loop an invariant is about.
    pub fn loop_of(&self, invariant: &Invariant) -> Option<Loop<'_>> {
        let InvariantPlace::Loop(head) = &invariant.place else { return None };
        let blocks =
            || self.procedures.iter().flat_map(|p| p.blocks.iter().map(move |(label, span)| (p, label, *span)));
        let own = blocks().find(|(p, label, _)| p.name == invariant.procedure && *label == head);
        if let Some((procedure, label, span)) = own {
            return Some(Loop { procedure, label, span, inlined: false });
        }
        let head = stem(head);
        let mut copied = blocks().filter(|(p, label, _)| is_inlined(head, &p.name, label));
        match (copied.next(), copied.next()) {
            (Some((procedure, label, span)), None) => Some(Loop { procedure, label, span, inlined: true }),
            _ => None,
        }
    }

    /// The variable that a name in an invariant of this loop stands for.
    pub fn variable<'a>(&'a self, at: &Loop<'a>, name: &str) -> Option<&'a Variable> {
        let own = |v: &&Variable| match at.inlined {
            true => is_inlined(stem(name), &at.procedure.name, &v.name),
            false => v.name == name,
        };
        let local = at.procedure.variables.iter().find(own);
        local.or_else(|| self.globals.iter().find(|v| v.name == name))
    }

    /// The formula with the names of the source, and easier to read. As it is where that cannot be.
    pub fn written(&self, at: &Loop, formula: &str) -> String {
        let named = |name: &str| self.variable(at, name).map(|v| v.shown.as_ref().unwrap_or(&v.name).clone());
        expression(formula).map_or(formula.to_string(), |expr| readable(expr, &named).to_string())
    }
}

/// `x#2` is made of `x`.
fn stem(name: &str) -> &str {
    match name.rsplit_once('#') {
        Some((stem, number)) if number.bytes().all(|b| b.is_ascii_digit()) => stem,
        _ => name,
    }
}

fn is_inlined(name: &str, procedure: &str, own: &str) -> bool {
    name.strip_prefix(procedure).and_then(|rest| rest.strip_prefix('_')) == Some(own)
}

/// A formula of Boogie; `None`: it is none.
pub fn expression(text: &str) -> Option<Expr> {
    let mut sources = SourceMap::default();
    let file = sources.add("formula".into(), format!("axiom {text};"));
    let (mut program, diagnostics) = ivl::parse(&sources, file);
    match program.decls.pop() {
        Some(Decl::Axiom(axiom)) if diagnostics.is_empty() => Some(axiom.expr),
        _ => None,
    }
}

/// Negated comparisons the other way round, differences for sums with `-1 * x`, other names.
pub fn readable(expr: Expr, named: &dyn Fn(&str) -> Option<String>) -> Expr {
    let Expr { kind, span, .. } = expr;
    let kind = match *kind {
        ExprKind::Var(mut name) => {
            if let Some(other) = named(&name.name) {
                name.name = other.into();
            }
            ExprKind::Var(name)
        }
        ExprKind::Unary(op, arg) => negated(op, readable(arg, named)),
        ExprKind::Binary(op, a, b) => sum(op, readable(a, named), readable(b, named)),
        ExprKind::Select(map, at) => {
            ExprKind::Select(readable(map, named), at.into_iter().map(|e| readable(e, named)).collect())
        }
        ExprKind::Call(f, args) => ExprKind::Call(f, args.into_iter().map(|e| readable(e, named)).collect()),
        ExprKind::Ite(c, a, b) => ExprKind::Ite(readable(c, named), readable(a, named), readable(b, named)),
        // Names that are bound there may be the same.
        other => other,
    };
    Expr::new(kind, span)
}

fn negated(op: UnaryOp, arg: Expr) -> ExprKind {
    use BinaryOp::{Eq, Ge, Gt, Le, Lt, Neq};
    match (op, *arg.kind) {
        (UnaryOp::Not, ExprKind::Binary(inner @ (Lt | Le | Gt | Ge | Eq | Neq), a, b)) => {
            let other = match inner {
                Lt => Ge,
                Le => Gt,
                Gt => Le,
                Ge => Lt,
                Eq => Neq,
                _ => Eq,
            };
            ExprKind::Binary(other, a, b)
        }
        (UnaryOp::Not, ExprKind::Unary(UnaryOp::Not, inner)) => *inner.kind,
        (op, kind) => ExprKind::Unary(op, Expr::new(kind, arg.span)),
    }
}

/// `a + -1 * b` is `a - b`.
fn sum(op: BinaryOp, a: Expr, b: Expr) -> ExprKind {
    if op == BinaryOp::Add
        && let ExprKind::Binary(BinaryOp::Mul, factor, rest) = &*b.kind
        && is_minus_one(factor)
    {
        return ExprKind::Binary(BinaryOp::Sub, a, rest.clone());
    }
    ExprKind::Binary(op, a, b)
}

fn is_minus_one(expr: &Expr) -> bool {
    match &*expr.kind {
        ExprKind::Int(n) => *n == BigInt::from(-1),
        ExprKind::Unary(UnaryOp::Neg, arg) => matches!(&*arg.kind, ExprKind::Int(n) if *n == BigInt::from(1)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn procedure(name: &str, variable: &str, label: &str) -> Procedure {
        let span = Span::NONE;
        let shown = Some(variable.trim_end_matches(".1").to_string());
        let variables = vec![Variable { name: variable.into(), shown, span }];
        Procedure { name: name.into(), shown: name.into(), once: true, variables, blocks: vec![(label.into(), span)] }
    }

    #[test]
    fn inlined_names_are_those_of_the_source() {
        let procedures = vec![procedure("main", "x.1", "L1"), procedure("step", "x", "L2")];
        let origin = Origin { globals: Vec::new(), procedures };
        let at = |procedure: &str, label: &str| Invariant {
            procedure: procedure.into(),
            place: InvariantPlace::Loop(label.into()),
            formula: String::new(),
        };
        let invariant = at("$start", "main_L1#2");
        let found = origin.loop_of(&invariant).expect("it is that of main");
        assert_eq!((&*found.procedure.name, found.label), ("main", "L1"));
        assert_eq!(origin.written(&found, "!(main_x.1 + -1 * y >= 1)"), "x - y < 1");
        let invariant = at("step", "L2");
        let found = origin.loop_of(&invariant).expect("it is that of step");
        assert_eq!(origin.written(&found, "x > 0 && main_x.1 == 2"), "x > 0 && main_x.1 == 2");
        assert!(origin.loop_of(&at("$start", "other_L1")).is_none());
    }
}
