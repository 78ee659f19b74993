//! Formulas of Boogie as expressions of C. Numbers are computed as `long long`, so that sums of what is no wider than
//! `int` are those of the formula.

use ivl::ast::{BinaryOp, Expr, ExprKind, UnaryOp};

/// The parts of a conjunction.
pub fn conjuncts(expr: Expr) -> Vec<Expr> {
    match *expr.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => [conjuncts(a), conjuncts(b)].concat(),
        _ => vec![expr],
    }
}

/// `None`: C has no such expression, or a variable has no name there.
pub fn c_expression(expr: &Expr, named: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let part = |e: &Expr| c_expression(e, named);
    Some(match &*expr.kind {
        ExprKind::Bool(value) => u8::from(*value).to_string(),
        ExprKind::Int(number) => format!("{}LL", i64::try_from(number).ok().filter(|n| *n != i64::MIN)?),
        ExprKind::Var(name) => format!("(long long){}", named(&name.name)?),
        ExprKind::Unary(UnaryOp::Not, arg) => format!("!({})", part(arg)?),
        ExprKind::Unary(UnaryOp::Neg, arg) => format!("-({})", part(arg)?),
        ExprKind::Binary(BinaryOp::Implies, a, b) => format!("(!({}) || {})", part(a)?, part(b)?),
        ExprKind::Binary(BinaryOp::Explies, a, b) => format!("({} || !({}))", part(a)?, part(b)?),
        ExprKind::Binary(BinaryOp::Iff, a, b) => format!("(!({}) == !({}))", part(a)?, part(b)?),
        ExprKind::Binary(op, a, b) => format!("({} {} {})", part(a)?, operator(*op)?, part(b)?),
        ExprKind::Ite(c, a, b) => format!("({} ? {} : {})", part(c)?, part(a)?, part(b)?),
        _ => return None,
    })
}

/// Operators that mean the same. Division does not: C rounds towards zero.
fn operator(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
        BinaryOp::Eq => "==",
        BinaryOp::Neq => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::origin::expression;
    use super::*;

    fn translated(text: &str) -> Option<String> {
        let named = |name: &str| name.strip_prefix("main_").map(str::to_string);
        c_expression(&expression(text).expect("a formula"), &named)
    }

    #[test]
    fn formulas_are_expressions_of_c() {
        assert_eq!(translated("main_x - 2 <= main_y").as_deref(), Some("(((long long)x - 2LL) <= (long long)y)"));
        assert_eq!(
            translated("main_a == 0 ==> !(main_b > -1)").as_deref(),
            Some("(!(((long long)a == 0LL)) || !(((long long)b > -(1LL))))")
        );
        assert_eq!(translated("main_x div 2 == 1"), None, "C rounds otherwise");
        assert_eq!(translated("$heap[main_x] == 1"), None);
        assert_eq!(translated("other == 1"), None, "the name means nothing there");
        assert_eq!(conjuncts(expression("a && (b || c) && d").expect("a formula")).len(), 3);
    }
}
