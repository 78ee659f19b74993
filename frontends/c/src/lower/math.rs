//! Functions of floating-point numbers: of the C library (`math.h`) and the compiler's own.

use ivl::source::Span;

use crate::cir::*;
use crate::clang::Node;
use crate::config::FloatMode;
use crate::types::{INT, Scalar, TypeRef};

use super::Lower;

/// `floorf` and `floorl` are `floor` of other types, and so are `__CPROVER_isnanf` and `__CPROVER_isnand` for CBMC.
fn base(name: &str) -> &str {
    if let Some(name) = name.strip_prefix("__CPROVER_") {
        let own = ["isnan", "isinf", "isfinite", "isnormal", "sign"];
        let typed = |base: &&&str| name.strip_prefix(**base).is_some_and(|ty| ["", "f", "d", "ld"].contains(&ty));
        return match own.iter().find(typed) {
            Some(&"sign") => "signbit",
            Some(base) => base,
            None if name == "fabs" || name == "fabsf" || name == "fabsl" => "fabs",
            None => "",
        };
    }
    name.strip_suffix(['f', 'l']).filter(|base| known(base).is_some()).unwrap_or(name)
}

enum Known {
    Function(FloatFn),
    /// `fmax` or `fmin`: which comparison chooses the first.
    Choice(CmpOp),
    /// A test of one number.
    Test,
    /// A comparison without exceptions.
    Comparison(CmpOp),
    Unordered,
    /// One is less than the other.
    Different,
    Constant(&'static str),
}

fn known(name: &str) -> Option<Known> {
    Some(match name {
        "fabs" => Known::Function(FloatFn::Abs),
        "sqrt" => Known::Function(FloatFn::Sqrt),
        "floor" => Known::Function(FloatFn::Floor),
        "ceil" => Known::Function(FloatFn::Ceil),
        "trunc" => Known::Function(FloatFn::Trunc),
        "round" => Known::Function(FloatFn::Round),
        "rint" | "nearbyint" | "roundeven" => Known::Function(FloatFn::Nearest),
        "fmax" => Known::Choice(CmpOp::Gt),
        "fmin" => Known::Choice(CmpOp::Lt),
        "isnan" | "isinf" | "isinf_sign" | "isfinite" | "isnormal" | "finite" | "__isnan" | "__isinf" | "__finite"
        | "signbit" | "__signbit" => Known::Test,
        "isgreater" => Known::Comparison(CmpOp::Gt),
        "isgreaterequal" => Known::Comparison(CmpOp::Ge),
        "isless" => Known::Comparison(CmpOp::Lt),
        "islessequal" => Known::Comparison(CmpOp::Le),
        "islessgreater" => Known::Different,
        "isunordered" => Known::Unordered,
        "inf" | "huge_val" => Known::Constant("inf"),
        "nan" => Known::Constant("nan"),
        _ => return None,
    })
}

/// Whether a call has a meaning here. Among real numbers, roots and the choice of an even neighbour have none.
pub(super) fn is_known(name: &str, arguments: usize, floats: FloatMode) -> bool {
    match known(base(name)) {
        Some(Known::Function(FloatFn::Sqrt | FloatFn::Nearest)) => arguments == 1 && floats == FloatMode::Ieee,
        Some(Known::Function(_) | Known::Test) => arguments == 1,
        Some(Known::Choice(_) | Known::Comparison(_) | Known::Unordered | Known::Different) => arguments == 2,
        Some(Known::Constant(_)) => true,
        None => false,
    }
}

impl<'a> Lower<'a> {
    pub(super) fn math_call(&mut self, name: &str, args: &'a [Node], ret_ty: &TypeRef, span: Span) -> Option<Expr> {
        let name = base(name);
        let known = known(name)?;
        if let Known::Constant(text) = known {
            let ty = self.scalar(ret_ty, span);
            return Some(Expr::new(ExprKind::FloatConst(text.into()), ty, span));
        }
        // The declarations of the library convert arguments, those of the compiler's functions do not.
        let result = self.types.scalar(ret_ty).filter(|ty| matches!(ty, Scalar::Float(_)));
        let mut values = vec![];
        for arg in args {
            let value = self.value(arg);
            let value = match result {
                Some(ty) => self.convert(value, ty, span),
                None => value,
            };
            values.push(self.snapshot(value));
        }
        let ty = values.first()?.ty;
        let compare = |op, a: &Expr, b: &Expr| Expr::new(ExprKind::Cmp(op, a.clone(), b.clone()), INT, span);
        let nan = |a: &Expr| compare(CmpOp::Ne, a, a);
        let or = |a, b| Expr::new(ExprKind::Or(a, b), INT, span);
        Some(match (known, &values[..]) {
            (Known::Function(function), [a]) => Expr::new(ExprKind::FloatFn(function, a.clone()), ty, span),
            (Known::Choice(op), [a, b]) => {
                let first = or(compare(op, a, b), nan(b));
                Expr::new(ExprKind::Cond(first, a.clone(), b.clone()), ty, span)
            }
            (Known::Test, [a]) if name.ends_with("isnan") => nan(a),
            (Known::Test, [a]) if name.ends_with("signbit") => {
                let zero = self.zero(ty, span);
                let negative = compare(CmpOp::Lt, a, &zero);
                if self.config.floats == FloatMode::Real {
                    return Some(negative);
                }
                // -0 has a sign, which its reciprocal shows; that of what is no number may be any.
                let one = Expr::new(ExprKind::FloatConst("1.0".into()), ty, span);
                let reciprocal = Expr::new(ExprKind::Binary(BinOp::Div, one, a.clone()), ty, span);
                let any = self.temp(INT, span);
                self.emit(StmtKind::Havoc(any), span);
                let below = compare(CmpOp::Lt, &reciprocal, &zero);
                let sign = Expr::new(ExprKind::Or(negative, below), INT, span);
                Expr::new(ExprKind::Cond(nan(a), Expr::new(ExprKind::Var(any), INT, span), sign), INT, span)
            }
            (Known::Test, [a]) if name.ends_with("isnormal") => {
                let size = Expr::new(ExprKind::FloatFn(FloatFn::Abs, a.clone()), ty, span);
                if self.config.floats == FloatMode::Real {
                    let zero = self.zero(ty, span);
                    return Some(compare(CmpOp::Ne, a, &zero));
                }
                let number = |text: &str| Expr::new(ExprKind::FloatConst(text.into()), ty, span);
                let big = compare(CmpOp::Ge, &size, &number(least_normal(ty)));
                Expr::new(ExprKind::And(big, compare(CmpOp::Lt, &size, &number("inf"))), INT, span)
            }
            (Known::Test, [a]) => {
                let finite = name.ends_with("finite");
                if self.config.floats == FloatMode::Real {
                    return Some(Expr::int(i64::from(finite), INT, span));
                }
                let size = Expr::new(ExprKind::FloatFn(FloatFn::Abs, a.clone()), ty, span);
                let infinite = Expr::new(ExprKind::FloatConst("inf".into()), ty, span);
                if finite {
                    return Some(compare(CmpOp::Lt, &size, &infinite));
                }
                // The sign says which infinity it is.
                let zero = self.zero(ty, span);
                let sign = |n: i64| Expr::int(n, INT, span);
                let signed = Expr::new(ExprKind::Cond(compare(CmpOp::Lt, a, &zero), sign(-1), sign(1)), INT, span);
                Expr::new(ExprKind::Cond(compare(CmpOp::Eq, &size, &infinite), signed, sign(0)), INT, span)
            }
            (Known::Comparison(op), [a, b]) => compare(op, a, b),
            (Known::Different, [a, b]) => or(compare(CmpOp::Lt, a, b), compare(CmpOp::Gt, a, b)),
            (Known::Unordered, [a, b]) => or(nan(a), nan(b)),
            _ => return None,
        })
    }

    /// `__builtin_fpclassify`: which of five numbers is given back depends on a sixth argument.
    pub(super) fn classified(&mut self, kinds: &'a [Node], number: &'a Node, span: Span) -> Option<Expr> {
        let number = self.value(number);
        let number = self.snapshot(number);
        let ty = number.ty;
        let mut values = vec![];
        for kind in kinds {
            let kind = self.value(kind);
            values.push(self.snapshot(kind));
        }
        let [nan, infinite, normal, subnormal, zero] = &values[..] else { return None };
        let compare = |op, a: &Expr, b: &Expr| Expr::new(ExprKind::Cmp(op, a.clone(), b.clone()), INT, span);
        let choose = |holds, a: &Expr, b: Expr| Expr::new(ExprKind::Cond(holds, a.clone(), b), INT, span);
        let is_zero = compare(CmpOp::Eq, &number, &self.zero(ty, span));
        if self.config.floats == FloatMode::Real {
            return Some(choose(is_zero, zero, normal.clone()));
        }
        let of = |text: &str| Expr::new(ExprKind::FloatConst(text.into()), ty, span);
        let size = Expr::new(ExprKind::FloatFn(FloatFn::Abs, number.clone()), ty, span);
        let small = choose(compare(CmpOp::Ge, &size, &of(least_normal(ty))), normal, subnormal.clone());
        let finite = choose(is_zero, zero, small);
        let number_or_not = choose(compare(CmpOp::Eq, &size, &of("inf")), infinite, finite);
        Some(choose(compare(CmpOp::Ne, &number, &number), nan, number_or_not))
    }
}

/// The least positive number that has all its digits.
fn least_normal(ty: Scalar) -> &'static str {
    match ty {
        Scalar::Float(32) => "1.1754943508222875e-38",
        Scalar::Float(64) => "2.2250738585072014e-308",
        _ => "3.3621031431120935063e-4932",
    }
}
