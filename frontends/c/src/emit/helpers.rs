//! The functions that emitted programs use, declared when first needed.

use std::collections::BTreeMap;

use ivl::ast;
use ivl::make::*;
use num_bigint::BigInt;

use crate::types::{IntType, limits};

#[derive(Default)]
pub struct Helpers {
    /// By name, so that the order does not depend on the program's.
    decls: BTreeMap<String, ast::Decl>,
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

    /// Says what a function's values lie between.
    fn in_range(&mut self, name: &str, low: BigInt, high: BigInt) {
        if let Some(ast::Decl::Function(function)) = self.decls.get_mut(name) {
            function
                .attrs
                .push(attr("range", vec![ast::AttributeArg::Expr(int(low)), ast::AttributeArg::Expr(int(high))]));
        }
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
            let below = ite(lt(x(), int(low.clone())), add(x(), int(modulus(ty))), x());
            let body = ite(gt(x(), int(high.clone())), sub(x(), int(modulus(ty))), below);
            self.inline(&name, &["x"], body);
            self.in_range(&name, low, high);
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

    /// A function of which no more is known than its types, which are part of its name here.
    pub fn uninterpreted(&mut self, name: &str, params: Vec<ast::Type>, result: ast::Type) -> String {
        let types: Vec<String> = params.iter().chain([&result]).map(ToString::to_string).collect();
        let name = legal_name(&format!("$fn.{name}.{}", types.join(".")));
        if self.missing(&name) {
            let params = params.into_iter().enumerate().map(|(i, t)| variable(format!("x{i}"), t)).collect();
            self.decls.insert(name.clone(), function(name.clone(), params, result).into());
        }
        name
    }

    /// A function of a theory of the solver.
    fn builtin(
        &mut self,
        name: String,
        params: Vec<ast::Type>,
        result: ast::Type,
        attribute: &str,
        text: &str,
    ) -> String {
        if self.missing(&name) {
            let params = params.into_iter().enumerate().map(|(i, t)| variable(format!("x{i}"), t)).collect();
            let mut function = function(name.clone(), params, result);
            function.attrs.push(attr_str(attribute, text));
            self.decls.insert(name.clone(), function.into());
        }
        name
    }

    /// A function of floating-point numbers of the solver.
    pub fn theory(&mut self, name: &str, params: Vec<ast::Type>, result: ast::Type, text: &str) {
        self.builtin(name.to_string(), params, result, "builtin", text);
    }

    /// `op` on bit patterns of a width, on numbers that are not negative.
    pub fn lifted(&mut self, op: &str, width: u32, a: ast::Expr, b: ast::Expr) -> ast::Expr {
        let (a, b) = (self.bits_of(width, a), self.bits_of(width, b));
        let e = self.bv(op, width, a, b);
        self.number_of(width, e)
    }

    /// The lowest bits of a number.
    pub fn bits_of(&mut self, width: u32, a: ast::Expr) -> ast::Expr {
        let text = format!("(_ int2bv {width})");
        let name = self.builtin(format!("$int2bv.{width}"), vec![int_type()], bv_type(width), "bvbuiltin", &text);
        apply(name, vec![a])
    }

    /// The number that is not negative of a bit pattern.
    pub fn number_of(&mut self, width: u32, a: ast::Expr) -> ast::Expr {
        let name = self.builtin(format!("$bv2int.{width}"), vec![bv_type(width)], int_type(), "bvbuiltin", "bv2nat");
        apply(name, vec![a])
    }

    pub fn bv(&mut self, op: &str, width: u32, a: ast::Expr, b: ast::Expr) -> ast::Expr {
        let ty = || bv_type(width);
        let name = self.builtin(format!("${op}.{width}"), vec![ty(), ty()], ty(), "bvbuiltin", op);
        apply(name, vec![a, b])
    }

    pub fn bv_unary(&mut self, op: &str, width: u32, a: ast::Expr) -> ast::Expr {
        let ty = || bv_type(width);
        let name = self.builtin(format!("${op}.{width}"), vec![ty()], ty(), "bvbuiltin", op);
        apply(name, vec![a])
    }

    pub fn bv_test(&mut self, op: &str, width: u32, a: ast::Expr, b: ast::Expr) -> ast::Expr {
        let ty = || bv_type(width);
        let name = self.builtin(format!("${op}.{width}"), vec![ty(), ty()], bool_type(), "bvbuiltin", op);
        apply(name, vec![a, b])
    }

    /// `zero_extend` or `sign_extend`
    pub fn extend(&mut self, op: &str, from: u32, to: u32, a: ast::Expr) -> ast::Expr {
        let text = format!("(_ {op} {})", to - from);
        let name = self.builtin(format!("${op}.{from}.{to}"), vec![bv_type(from)], bv_type(to), "bvbuiltin", &text);
        apply(name, vec![a])
    }

    /// The map that holds one value everywhere.
    pub fn constant_map(&mut self, index: ast::Type, ty: ast::Type, value: ast::Expr) -> ast::Expr {
        let name = format!("$const.{index}.{ty}");
        let result = map_type(vec![index], ty.clone());
        apply(self.builtin(name, vec![ty], result, "builtin", "MapConst"), vec![value])
    }

    /// The map that is false everywhere.
    pub fn nowhere(&mut self, index: ast::Type) -> ast::Expr {
        self.constant_map(index, bool_type(), boolean(false))
    }

    /// A name for the address of a block that is known before the program starts.
    pub fn address(&mut self, name: &str, ty: ast::Type, value: ast::Expr) {
        if self.missing(name) {
            let mut function = function(name, vec![], ty);
            function.attrs.push(flag("inline"));
            function.body = Some(value);
            self.decls.insert(name.to_string(), function.into());
        }
    }

    pub fn constant(&mut self, name: &str, ty: ast::Type) {
        if self.missing(name) {
            self.decls.insert(name.to_string(), ast::Decl::Const(constant(name, ty)));
        }
    }
}
