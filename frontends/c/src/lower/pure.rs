//! Functions of their arguments of which no more is known, but for the range of what they give: `sin` and its kin, and what
//! CBMC calls uninterpreted.
//!
//! ```text
//! y = cos(x);   →   t := $fn.cos(x); assume -1 <= t && t <= 1; y := t
//! ```

use ivl::source::Span;

use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::config::FloatMode;
use crate::test_case::External;
use crate::types::{INT, Scalar, TypeRef};

use super::Lower;

/// Above π in every format.
const PI: &str = "3.1415928";
const HALF_PI: &str = "1.5707964";

/// A condition on the first argument, under which the result lies between two numbers.
struct Range {
    from: Option<&'static str>,
    to: Option<&'static str>,
    least: Option<&'static str>,
    most: Option<&'static str>,
}

const fn range(
    (from, to): (Option<&'static str>, Option<&'static str>),
    (least, most): (Option<&'static str>, Option<&'static str>),
) -> Range {
    Range { from, to, least, most }
}

/// Of a function of numbers: how many it takes, and what is known of its results.
fn known(name: &str) -> Option<(usize, Vec<Range>)> {
    let any = (None, None);
    let natural = (Some("0.0"), None);
    let unit = (Some("-1.0"), Some("1.0"));
    let (zero, one) = ((Some("0.0"), Some("0.0")), (Some("1.0"), Some("1.0")));
    let at_zero = || range(zero, zero);
    Some(match name {
        "sin" => (1, vec![range(any, unit), at_zero()]),
        "cos" => (1, vec![range(any, unit), range(zero, one)]),
        "tanh" | "erf" => (1, vec![range(any, unit), range(natural, natural), at_zero()]),
        "acos" => (1, vec![range(unit, (Some("0.0"), Some(PI)))]),
        "asin" => {
            (1, vec![range(unit, (Some("-1.5707964"), Some(HALF_PI))), range((Some("0.0"), Some("1.0")), natural)])
        }
        "atan" => (1, vec![range(any, (Some("-1.5707964"), Some(HALF_PI))), range(natural, natural)]),
        "atan2" => (2, vec![range(any, (Some("-3.1415928"), Some(PI)))]),
        "exp" | "exp2" | "exp10" => {
            (1, vec![range(any, natural), range(natural, (Some("1.0"), None)), range(zero, one)])
        }
        "cosh" => (1, vec![range(any, (Some("1.0"), None)), range(zero, one)]),
        "log" | "log2" | "log10" => {
            (1, vec![range((Some("1.0"), None), natural), range((Some("0.0"), Some("1.0")), (None, Some("0.0")))])
        }
        "sqrt" => (
            1,
            vec![
                range(natural, natural),
                range((Some("1.0"), None), (Some("1.0"), None)),
                range((Some("0.0"), Some("1.0")), (None, Some("1.0"))),
            ],
        ),
        "sinh" | "cbrt" | "asinh" | "log1p" | "expm1" => (1, vec![range(natural, natural), at_zero()]),
        "hypot" => (2, vec![range(any, natural)]),
        "pow" => (2, vec![range(natural, natural)]),
        "fmod" => (2, vec![range(natural, natural), range((None, Some("0.0")), (None, Some("0.0")))]),
        "tan" | "atanh" | "acosh" | "erfc" | "tgamma" | "lgamma" => (1, vec![]),
        "remainder" => (2, vec![]),
        _ => return None,
    })
}

/// `sinf` and `sinl` are `sin` of other types.
fn base(name: &str) -> &str {
    name.strip_suffix(['f', 'l']).filter(|base| known(base).is_some()).unwrap_or(name)
}

/// The power of a whole number that every format has without rounding.
fn exact_power(base: i64, exponent: i64) -> Option<String> {
    let power = base.checked_pow(u32::try_from(exponent).ok()?)?;
    (power.unsigned_abs() < 1 << 24).then(|| format!("{power}.0"))
}

impl<'a> Lower<'a> {
    /// A call of such a function; `None`: it is none.
    pub(super) fn pure_call(&mut self, name: &str, args: &'a [Node], ret_ty: &TypeRef, span: Span) -> Option<Expr> {
        let result = self.types.scalar(ret_ty)?;
        if name.starts_with("__CPROVER_uninterpreted_") {
            let values = args.iter().map(|arg| self.given(arg, None, span)).collect::<Option<Vec<Expr>>>()?;
            return Some(self.function_of(name, values, result, span));
        }
        let (count, ranges) = known(base(name))?;
        if args.len() != count || !matches!(result, Scalar::Float(_)) {
            return None;
        }
        let values = args.iter().map(|arg| self.given(arg, Some(result), span)).collect::<Option<Vec<Expr>>>()?;
        if let ("pow", [a, b]) = (base(name), args)
            && let (Some(a), Some(b)) = (self.whole_number(a, &values[0]), self.whole_number(b, &values[1]))
            && let Some(power) = exact_power(a, b)
        {
            return Some(self.number(&power, result, span));
        }
        let text = crate::types::type_text(Some(result));
        self.notes.externals.insert(External { name: name.to_string(), result: text });
        let given = self.function_of(name, values.clone(), result, span);
        for range in ranges {
            self.assume_range(&range, &values, &given, span);
        }
        if base(name) == "fmod" {
            self.assume_smaller(&values, &given, span);
        }
        let assumption = "of `sin`, `sqrt`, `pow` and their kin no more is known than the range of what they give";
        self.notes.assumptions.insert(assumption.to_string());
        Some(given)
    }

    /// A literal that is a whole number.
    fn whole_number(&mut self, arg: &'a Node, value: &Expr) -> Option<i64> {
        if let ExprKind::FloatConst(text) = &*value.kind {
            return text.parse::<f64>().ok().filter(|n| n.fract() == 0.0 && n.abs() < 1e6).map(|n| n as i64);
        }
        let arg = if arg.kind == Kind::ImplicitCastExpr { arg.inner.last()? } else { arg };
        self.constant(self.frame.unit, arg)?.try_into().ok()
    }

    fn given(&mut self, arg: &'a Node, ty: Option<Scalar>, span: Span) -> Option<Expr> {
        let own = self.ty(arg);
        self.types.scalar(&own)?;
        let value = self.value(arg);
        let value = match ty {
            Some(ty) => self.convert(value, ty, span),
            None => value,
        };
        Some(self.snapshot(value))
    }

    fn function_of(&mut self, name: &str, values: Vec<Expr>, ty: Scalar, span: Span) -> Expr {
        let call = Expr::new(ExprKind::Pure(name.into(), values), ty, span);
        let result = self.temp(ty, span);
        self.emit(StmtKind::Set(result, call), span);
        Expr::new(ExprKind::Var(result), ty, span)
    }

    fn number(&self, text: &str, ty: Scalar, span: Span) -> Expr {
        Expr::new(ExprKind::FloatConst(text.into()), ty, span)
    }

    /// Neither infinite nor no number.
    fn finite(&self, e: &Expr, span: Span) -> Vec<Expr> {
        if self.config.floats == FloatMode::Real {
            return vec![];
        }
        let size = Expr::new(ExprKind::FloatFn(FloatFn::Abs, e.clone()), e.ty, span);
        vec![Expr::new(ExprKind::Cmp(CmpOp::Lt, size, self.number("inf", e.ty, span)), INT, span)]
    }

    fn between(&self, e: &Expr, least: Option<&str>, most: Option<&str>, span: Span) -> Vec<Expr> {
        let compare =
            |op, text: &str| Expr::new(ExprKind::Cmp(op, e.clone(), self.number(text, e.ty, span)), INT, span);
        let least = least.map(|text| compare(CmpOp::Ge, text));
        least.into_iter().chain(most.map(|text| compare(CmpOp::Le, text))).collect()
    }

    fn assume_range(&mut self, range: &Range, args: &[Expr], result: &Expr, span: Span) {
        let mut when: Vec<Expr> = args.iter().flat_map(|arg| self.finite(arg, span)).collect();
        when.extend(args.first().map(|arg| self.between(arg, range.from, range.to, span)).unwrap_or_default());
        let then = self.between(result, range.least, range.most, span);
        self.assume_that(when, then, span);
    }

    /// What is left of a division is less than the divisor, and not more than the dividend.
    fn assume_smaller(&mut self, args: &[Expr], result: &Expr, span: Span) {
        let [a, b] = args else { return };
        let size = |e: &Expr| Expr::new(ExprKind::FloatFn(FloatFn::Abs, e.clone()), e.ty, span);
        let compare = |op, a, b| Expr::new(ExprKind::Cmp(op, a, b), INT, span);
        let mut when: Vec<Expr> = args.iter().flat_map(|arg| self.finite(arg, span)).collect();
        when.push(compare(CmpOp::Ne, b.clone(), self.number("0.0", b.ty, span)));
        let then = vec![compare(CmpOp::Lt, size(result), size(b)), compare(CmpOp::Le, size(result), size(a))];
        self.assume_that(when, then, span);
    }

    fn assume_that(&mut self, when: Vec<Expr>, then: Vec<Expr>, span: Span) {
        let both = |a, b| Expr::new(ExprKind::And(a, b), INT, span);
        let Some(then) = then.into_iter().reduce(both) else { return };
        let all = match when.into_iter().reduce(both) {
            None => then,
            Some(when) => {
                let not = Expr::new(ExprKind::Not(when), INT, span);
                Expr::new(ExprKind::Or(not, then), INT, span)
            }
        };
        self.emit(StmtKind::Assume(all), span);
    }
}
