//! The functions that emitted programs use, declared when first needed.

use std::collections::BTreeMap;

use ivl::ast;
use ivl::make::*;
use num_bigint::BigInt;

use crate::types::IntType;

#[derive(Default)]
pub struct Helpers {
    /// By name, so that the order does not depend on the program's.
    decls: BTreeMap<String, ast::Decl>,
}

/// Least and greatest value.
pub fn limits(int: IntType) -> (BigInt, BigInt) {
    if int.boolean {
        (0.into(), 1.into())
    } else if int.signed {
        let half = BigInt::from(1) << (int.bits - 1);
        (-half.clone(), half - 1)
    } else {
        (0.into(), (BigInt::from(1) << int.bits) - 1)
    }
}

/// `s32`, `u8`
pub fn type_name(int: IntType) -> String {
    format!("{}{}", if int.signed { "s" } else { "u" }, int.bits)
}

pub fn modulus(int: IntType) -> BigInt {
    BigInt::from(1) << int.bits
}

impl Helpers {
    pub fn into_decls(self) -> Vec<ast::Decl> {
        self.decls.into_values().collect()
    }

    fn inline(&mut self, name: &str, params: &[&str], body: ast::Expr) {
        let params = params.iter().map(|p| variable(*p, int_type())).collect();
        let mut function = function(name, params, int_type());
        function.attrs.push(flag("inline"));
        function.body = Some(body);
        self.decls.insert(name.to_string(), function.into());
    }

    fn missing(&self, name: &str) -> bool {
        !self.decls.contains_key(name)
    }

    /// Brings a number that is at most one modulus away into the range of a type.
    pub fn wrap_once(&mut self, x: ast::Expr, ty: IntType) -> ast::Expr {
        let name = format!("$wrap.{}", type_name(ty));
        if self.missing(&name) {
            let (low, high) = limits(ty);
            let x = || var("x");
            let below = ite(lt(x(), int(low)), add(x(), int(modulus(ty))), x());
            let body = ite(gt(x(), int(high)), sub(x(), int(modulus(ty))), below);
            self.inline(&name, &["x"], body);
        }
        apply(name, vec![x])
    }

    /// Brings any number into the range of a type.
    pub fn wrap_any(&mut self, x: ast::Expr, ty: IntType) -> ast::Expr {
        let name = format!("$mod.{}", type_name(ty));
        if self.missing(&name) {
            let m = modulus(ty);
            let body = if ty.signed {
                let half: BigInt = m.clone() / 2;
                sub(modulo(add(var("x"), int(half.clone())), int(m)), int(half))
            } else {
                modulo(var("x"), int(m))
            };
            self.inline(&name, &["x"], body);
        }
        apply(name, vec![x])
    }

    /// Division that rounds towards zero. For `a >= 0` the Euclidean quotient does.
    pub fn quotient(&mut self, a: ast::Expr, b: ast::Expr) -> ast::Expr {
        if self.missing("$quot") {
            let body = ite(ge(var("a"), int(0)), div(var("a"), var("b")), neg(div(neg(var("a")), var("b"))));
            self.inline("$quot", &["a", "b"], body);
        }
        apply("$quot", vec![a, b])
    }

    /// The remainder with the sign of the dividend.
    pub fn remainder(&mut self, a: ast::Expr, b: ast::Expr) -> ast::Expr {
        if self.missing("$rem") {
            let body = ite(ge(var("a"), int(0)), modulo(var("a"), var("b")), neg(modulo(neg(var("a")), var("b"))));
            self.inline("$rem", &["a", "b"], body);
        }
        apply("$rem", vec![a, b])
    }

    /// `op` on bit patterns of a width, on numbers that are not negative.
    pub fn lifted(&mut self, op: &str, width: u32, a: ast::Expr, b: ast::Expr) -> ast::Expr {
        let bv = || bv_type(width);
        let mut builtin = |name: String, params: Vec<ast::Type>, result: ast::Type, text: String| {
            if self.missing(&name) {
                let params = params.into_iter().enumerate().map(|(i, t)| variable(format!("x{i}"), t)).collect();
                let mut function = function(name.clone(), params, result);
                function.attrs.push(attr_str("bvbuiltin", &text));
                self.decls.insert(name.clone(), function.into());
            }
            name
        };
        let to = builtin(format!("$int2bv.{width}"), vec![int_type()], bv(), format!("(_ int2bv {width})"));
        let from = builtin(format!("$bv2int.{width}"), vec![bv()], int_type(), "bv2nat".into());
        let op = builtin(format!("${op}.{width}"), vec![bv(), bv()], bv(), op.to_string());
        apply(from, vec![apply(op, vec![apply(to.clone(), vec![a]), apply(to, vec![b])])])
    }

    /// The map that holds zero everywhere.
    pub fn zero_map(&mut self, real: bool) -> ast::Expr {
        let (name, ty) = if real { ("$zeroes.real", real_type()) } else { ("$zeroes", int_type()) };
        if self.missing(name) {
            let mut function = function(name, vec![variable("value", ty.clone())], map_type(vec![int_type()], ty));
            function.attrs.push(attr_str("builtin", "MapConst"));
            self.decls.insert(name.to_string(), function.into());
        }
        apply(name, vec![if real { ivl::make::real(0, 0) } else { int(0) }])
    }

    /// A name for the address of a block that is known before the program starts.
    pub fn address(&mut self, name: &str, value: BigInt) {
        if self.missing(name) {
            self.inline(name, &[], int(value));
        }
    }

    /// An address that is not quite known.
    pub fn loose_address(&mut self, name: &str, base: BigInt, slack: BigInt, align: u64) {
        if self.missing(name) {
            self.decls.insert(name.to_string(), ast::Decl::Const(constant(name, int_type())));
            let at = || var(name);
            let range = and(le(int(base.clone()), at()), lt(at(), int(base + slack)));
            let aligned = eq(modulo(at(), int(align)), int(0));
            self.decls.insert(format!("{name}$"), axiom(and(range, aligned)));
        }
    }
}
