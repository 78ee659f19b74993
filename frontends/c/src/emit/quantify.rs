//! Quantifiers over indices become quantifiers over addresses.
//!
//! ```text
//! forall k :: 0 <= k < 256 ==> M[p + 2 * k] <= 9   →   forall {M[a]} a :: (a - p) mod 2 == 0 ==>
//!                                                          0 <= (a - p) div 2 < 256 ==> M[a] <= 9
//! ```
//!
//! The solver instantiates a quantifier where a term looks like its trigger. `M[p + 2 * k]` hardly looks like any once
//! sums are in their normal form; `M[a]` looks like all that is read of the map. The two say the same.

use ivl::ast::{self, BinaryOp, ExprKind, UnaryOp};
use ivl::make::*;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};

/// As many maps have a quantifier of their own, at most.
const MOST: usize = 3;

/// `forall index :: body`, for every map that is read at an address that depends on the index, at most `most` of them.
/// `None`: there is no such map.
pub(super) fn by_address(index: &str, body: &ast::Expr, all: bool) -> Option<ast::Expr> {
    let mut reads: Vec<Read> = vec![];
    find_reads(body, index, &mut reads);
    reads.truncate(if all { MOST } else { 1 });
    let made = reads.iter().enumerate().map(|(n, read)| read.quantifier(index, body, n));
    made.reduce(and)
}

/// A quantifier over so few numbers is that of its instances.
const FEW: u32 = 8;

/// `forall index :: low <= index < high ==> body` as the conjunction of its instances, if they are few and there is a
/// quantifier in it: no term need look like the outer one's trigger then. `limits`: those of the index's type.
pub(super) fn by_instances(index: &str, body: &ast::Expr, limits: (BigInt, BigInt)) -> Option<ast::Expr> {
    let ExprKind::Binary(BinaryOp::Or, guard, rest) = &*body.kind else { return None };
    let ExprKind::Unary(UnaryOp::Not, guard) = &*guard.kind else { return None };
    if !has_quantifier(rest) {
        return None;
    }
    let (mut low, mut high) = limits;
    narrow(guard, index, &mut low, &mut high);
    let instance = |n: BigInt| {
        let value = int(n);
        Replace { index, at: &var(index), address: value.clone(), value }.expr(body)
    };
    if &high - &low >= BigInt::from(FEW) {
        return None;
    }
    let mut all = vec![];
    while low <= high {
        all.push(instance(low.clone()));
        low += 1;
    }
    Some(all.into_iter().reduce(and).unwrap_or_else(|| boolean(true)))
}

/// What a conjunction says of the least and the greatest value of a variable.
fn narrow(guard: &ast::Expr, index: &str, low: &mut BigInt, high: &mut BigInt) {
    let ExprKind::Binary(op, a, b) = &*guard.kind else { return };
    let is_index = |e: &ast::Expr| matches!(&*e.kind, ExprKind::Var(name) if *name.name == *index);
    match (op, &*a.kind, &*b.kind) {
        (BinaryOp::And, ..) => {
            narrow(a, index, low, high);
            narrow(b, index, low, high);
        }
        (BinaryOp::Le, ExprKind::Int(n), _) if is_index(b) => *low = n.clone().max(low.clone()),
        (BinaryOp::Lt, ExprKind::Int(n), _) if is_index(b) => *low = (n + 1u32).max(low.clone()),
        (BinaryOp::Le, _, ExprKind::Int(n)) if is_index(a) => *high = n.clone().min(high.clone()),
        (BinaryOp::Lt, _, ExprKind::Int(n)) if is_index(a) => *high = (n - 1u32).min(high.clone()),
        _ => {}
    }
}

fn has_quantifier(e: &ast::Expr) -> bool {
    matches!(&*e.kind, ExprKind::Quantifier(_)) || children(e).into_iter().any(has_quantifier)
}

/// `map[rest + factor * index]`
struct Read {
    map: ast::Expr,
    at: ast::Expr,
    factor: BigInt,
    rest: ast::Expr,
}

impl Read {
    fn quantifier(&self, index: &str, body: &ast::Expr, number: usize) -> ast::Expr {
        let name = format!("$a.{index}.{number}");
        let address = || var(name.clone());
        let distance = || sub(address(), self.rest.clone());
        let factor = || int(self.factor.clone());
        let (value, whole) = if self.factor == BigInt::from(1) {
            (distance(), None)
        } else {
            (div(distance(), factor()), Some(eq(modulo(distance(), factor()), int(0))))
        };
        let replaced = Replace { index, value, at: &self.at, address: address() }.expr(body);
        let body = whole.into_iter().fold(replaced, |body, whole| implies(whole, body));
        let quantifier = forall(vec![variable(&*name, int_type())], body);
        triggered(quantifier, vec![select(self.map.clone(), address())])
    }
}

struct Replace<'a> {
    index: &'a str,
    value: ast::Expr,
    at: &'a ast::Expr,
    address: ast::Expr,
}

impl Replace<'_> {
    fn expr(&self, e: &ast::Expr) -> ast::Expr {
        if same(e, self.at) {
            return self.address.clone();
        }
        if let ExprKind::Var(name) = &*e.kind
            && *name.name == *self.index
        {
            return self.value.clone();
        }
        let mut e = e.clone();
        for child in children_mut(&mut e) {
            *child = self.expr(child);
        }
        ast::Expr::new(*e.kind, e.span)
    }
}

fn same(a: &ast::Expr, b: &ast::Expr) -> bool {
    a.to_string() == b.to_string()
}

/// What is read at an address that is a multiple of the index away from something, a map once.
fn find_reads(e: &ast::Expr, index: &str, found: &mut Vec<Read>) {
    if let ExprKind::Select(map, at) = &*e.kind
        && let [at] = &at[..]
        && !mentions(map, index)
        && let Some((factor, rest)) = linear(at, index)
        && factor.is_positive()
        && !found.iter().any(|read| same(&read.map, map) && (same(&read.at, at) || found.len() >= MOST))
    {
        found.push(Read { map: map.clone(), at: at.clone(), factor, rest });
    }
    // What another quantifier binds means nothing outside of it.
    if !matches!(&*e.kind, ExprKind::Quantifier(_)) {
        children(e).into_iter().for_each(|child| find_reads(child, index, found));
    }
}

/// `factor` and `rest` of `rest + factor * index`.
fn linear(e: &ast::Expr, index: &str) -> Option<(BigInt, ast::Expr)> {
    if !mentions(e, index) {
        return Some((BigInt::zero(), e.clone()));
    }
    match &*e.kind {
        ExprKind::Var(_) => Some((1.into(), int(0))),
        ExprKind::Unary(UnaryOp::Neg, a) => {
            let (factor, rest) = linear(a, index)?;
            Some((-factor, neg(rest)))
        }
        ExprKind::Binary(BinaryOp::Add, a, b) => {
            let ((f, r), (g, s)) = (linear(a, index)?, linear(b, index)?);
            Some((f + g, plus(r, s)))
        }
        ExprKind::Binary(BinaryOp::Sub, a, b) => {
            let ((f, r), (g, s)) = (linear(a, index)?, linear(b, index)?);
            Some((f - g, if is_zero(&s) { r } else { sub(r, s) }))
        }
        ExprKind::Binary(BinaryOp::Mul, a, b) => {
            let (number, other) = match (&*a.kind, &*b.kind) {
                (ExprKind::Int(n), _) => (n.clone(), b),
                (_, ExprKind::Int(n)) => (n.clone(), a),
                _ => return None,
            };
            let (factor, rest) = linear(other, index)?;
            let rest = if is_zero(&rest) { rest } else { mul(rest, int(number.clone())) };
            Some((factor * number, rest))
        }
        _ => None,
    }
}

/// Whether nothing is multiplied but by numbers.
pub(super) fn is_linear(e: &ast::Expr) -> bool {
    let is_number = |e: &ast::Expr| matches!(&*e.kind, ExprKind::Int(_));
    let multiplies = matches!(&*e.kind, ExprKind::Binary(BinaryOp::Mul, a, b) if !is_number(a) && !is_number(b));
    !multiplies && children(e).into_iter().all(is_linear)
}

fn plus(a: ast::Expr, b: ast::Expr) -> ast::Expr {
    match (is_zero(&a), is_zero(&b)) {
        (true, _) => b,
        (_, true) => a,
        _ => add(a, b),
    }
}

fn is_zero(e: &ast::Expr) -> bool {
    matches!(&*e.kind, ExprKind::Int(n) if n.is_zero())
}

fn mentions(e: &ast::Expr, name: &str) -> bool {
    match &*e.kind {
        ExprKind::Var(own) => *own.name == *name,
        _ => children(e).into_iter().any(|child| mentions(child, name)),
    }
}

fn children(e: &ast::Expr) -> Vec<&ast::Expr> {
    match &*e.kind {
        ExprKind::Old(a) | ExprKind::Unary(_, a) | ExprKind::Coerce(a, _) | ExprKind::Extract { arg: a, .. } => vec![a],
        ExprKind::Binary(_, a, b) => vec![a, b],
        ExprKind::Call(_, args) => args.iter().collect(),
        ExprKind::Select(map, at) => std::iter::once(map).chain(at).collect(),
        ExprKind::Store(map, at, value) => std::iter::once(map).chain(at).chain([value]).collect(),
        ExprKind::Ite(c, a, b) => vec![c, a, b],
        ExprKind::Quantifier(q) => {
            let triggers = q.triggers.iter().flat_map(|trigger| &trigger.exprs);
            std::iter::once(&q.body).chain(triggers).collect()
        }
        _ => vec![],
    }
}

fn children_mut(e: &mut ast::Expr) -> Vec<&mut ast::Expr> {
    match &mut *e.kind {
        ExprKind::Old(a) | ExprKind::Unary(_, a) | ExprKind::Coerce(a, _) | ExprKind::Extract { arg: a, .. } => vec![a],
        ExprKind::Binary(_, a, b) => vec![a, b],
        ExprKind::Call(_, args) => args.iter_mut().collect(),
        ExprKind::Select(map, at) => std::iter::once(map).chain(at).collect(),
        ExprKind::Store(map, at, value) => std::iter::once(map).chain(at).chain([value]).collect(),
        ExprKind::Ite(c, a, b) => vec![c, a, b],
        ExprKind::Quantifier(q) => {
            let triggers = q.triggers.iter_mut().flat_map(|trigger| &mut trigger.exprs);
            std::iter::once(&mut q.body).chain(triggers).collect()
        }
        _ => vec![],
    }
}
