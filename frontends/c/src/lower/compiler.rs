//! Builtins of the compiler: what is constant, sizes of objects, arithmetic that says whether it overflowed.

use ivl::source::Span;

use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::{INT, IntType, Scalar, Type, TypeRef};

use super::Lower;
use super::builtin::Done;

impl<'a> Lower<'a> {
    /// Builtins of the compiler.
    pub(super) fn compiler_builtin(&mut self, name: &str, args: &'a [Node], ret_ty: &TypeRef, span: Span) -> Done {
        Some(match (name, args) {
            ("__pthread_register_cancel", [buffer]) => {
                self.register_handler(buffer, span);
                None
            }
            ("__sigsetjmp" | "__sigsetjmp_cancel", [buffer, ..]) if self.is_of_handler(buffer) => {
                Some(Expr::int(0, INT, span))
            }
            ("expect" | "expect_with_probability" | "assume_aligned", [value, rest @ ..]) => {
                let value = self.value(value);
                let mark = self.out.len();
                rest.iter().for_each(|arg| self.effect(arg));
                Some(self.pin(value, mark))
            }
            ("constant_p", [value]) => {
                let constant = self.is_constant(value);
                if !constant {
                    let assumption = "`__builtin_constant_p` holds of constant expressions alone";
                    self.notes.assumptions.insert(assumption.to_string());
                }
                Some(Expr::int(u8::from(constant), INT, span))
            }
            ("object_size" | "dynamic_object_size", [object, kind]) => {
                let kind = self.constant(self.frame.unit, kind);
                let size_t = self.types.ptr_int(false);
                let value = match self.known_object(object) {
                    Some(size) => size.into(),
                    None => {
                        let assumption = format!("`__builtin_{name}` knows the sizes of variables alone");
                        self.notes.assumptions.insert(assumption);
                        // Unknown: -1 or 0.
                        if kind.is_some_and(|k| k >= 2.into()) { 0.into() } else { super::wrap(&(-1).into(), size_t) }
                    }
                };
                Some(Expr::int(value, Scalar::Int(size_t), span))
            }
            (
                "prefetch" | "ia32_pause" | "ia32_lfence" | "ia32_sfence" | "ia32_mfence" | "va_end" | "__SMACK_dummy"
                | "__CPROVER_input" | "__CPROVER_output" | "__CPROVER_cover",
                _,
            ) => {
                args.iter().for_each(|arg| self.effect(arg));
                None
            }
            ("fpclassify", [kinds @ .., number]) => {
                return Some(self.classified(kinds, number, span)).filter(Option::is_some);
            }
            ("va_start", [list, ..]) => {
                self.va_start(list, span);
                None
            }
            ("va_copy", [to, from]) => {
                self.va_copy(to, from, span);
                None
            }
            _ if args.len() == 3 && overflowing(name).is_some() => {
                let op = overflowing(name)?;
                self.checked_arithmetic(op, args, span)
            }
            _ if super::math::is_known(name, args.len(), self.config.floats) => {
                self.math_call(name, args, ret_ty, span)
            }
            ("setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp", [buffer, rest @ ..]) => {
                Some(self.set_jump(buffer, rest.first(), span))
            }
            _ => return None,
        })
    }

    /// Whether a compiler takes an expression for a constant, however it optimises.
    pub(super) fn is_constant(&mut self, node: &'a Node) -> bool {
        match (node.kind, node.inner.last()) {
            (Kind::FloatingLiteral | Kind::StringLiteral | Kind::UnaryExprOrTypeTraitExpr, _) => true,
            (Kind::ParenExpr | Kind::ConstantExpr | Kind::ImplicitCastExpr | Kind::CStyleCastExpr, Some(inner)) => {
                node.cast_kind.as_deref() != Some("LValueToRValue") && self.is_constant(inner)
            }
            (Kind::UnaryOperator, Some(inner)) => {
                matches!(node.opcode.as_deref(), Some("-" | "+" | "~" | "!" | "__extension__"))
                    && self.is_constant(inner)
            }
            (Kind::BinaryOperator, _) => {
                node.opcode.as_deref() != Some("=") && node.inner.iter().all(|part| self.is_constant(part))
            }
            (Kind::ConditionalOperator, _) => node.inner.iter().all(|part| self.is_constant(part)),
            _ => self.constant(self.frame.unit, node).is_some(),
        }
    }

    /// What is left of a variable behind an address in it.
    fn known_object(&mut self, node: &'a Node) -> Option<u64> {
        match node.kind {
            Kind::ParenExpr => self.known_object(node.inner.last()?),
            Kind::ImplicitCastExpr | Kind::CStyleCastExpr => match node.cast_kind.as_deref()? {
                "ArrayToPointerDecay" => self.variable_size(node.inner.last()?),
                "BitCast" | "NoOp" => self.known_object(node.inner.last()?),
                _ => None,
            },
            Kind::UnaryOperator if node.opcode.as_deref() == Some("&") => {
                let operand = node.inner.last()?;
                match (operand.kind, &operand.inner[..]) {
                    (Kind::ArraySubscriptExpr, [array, index]) => self.known_rest(array, index),
                    _ => self.variable_size(operand),
                }
            }
            Kind::BinaryOperator if node.opcode.as_deref() == Some("+") => {
                let [array, index] = &node.inner[..] else { return None };
                self.known_rest(array, index)
            }
            _ => None,
        }
    }

    /// What is left of the variable behind so many elements.
    fn known_rest(&mut self, array: &'a Node, index: &'a Node) -> Option<u64> {
        let all = self.known_object(array)?;
        let index = u64::try_from(self.constant(self.frame.unit, index)?).ok()?;
        let pointer = self.ty(array);
        let Type::Ptr(elem) = &*pointer else { return None };
        Some(all.saturating_sub(index.checked_mul(self.types.size(elem)?)?))
    }

    fn variable_size(&mut self, node: &'a Node) -> Option<u64> {
        match node.kind {
            Kind::ParenExpr => self.variable_size(node.inner.last()?),
            Kind::DeclRefExpr | Kind::StringLiteral => {
                let ty = self.ty(node);
                self.types.size(&ty)
            }
            _ => None,
        }
    }

    /// `__builtin_add_overflow(a, b, &r)`: the exact result goes to `r`, cut to its type; whether that changed it.
    fn checked_arithmetic(&mut self, op: BinOp, args: &'a [Node], span: Span) -> Option<Expr> {
        let [a, b, target] = args else { return None };
        // Wide enough for exact results.
        let wide = Scalar::Int(IntType::new(256, true));
        let operand = |this: &mut Self, node: &'a Node| {
            let value = this.value(node);
            let value = this.convert(value, wide, span);
            this.snapshot(value)
        };
        let (a, b) = (operand(self, a), operand(self, b));
        let pointer = self.ty(target);
        let Type::Ptr(elem) = &*pointer else { return None };
        let ty = self.scalar(&elem.clone(), span);
        let addr = self.value(target);
        let addr = self.snapshot(addr);
        let exact = Expr::new(ExprKind::Binary(op, a, b), wide, span);
        let exact = self.snapshot(exact);
        let cut = self.convert(exact.clone(), ty, span);
        let cut = self.snapshot(cut);
        self.store(super::lvalue::Place::Mem { addr, bits: None, hint: None }, cut.clone(), span);
        let back = self.convert(cut, wide, span);
        Some(Expr::new(ExprKind::Cmp(CmpOp::Ne, exact, back), INT, span))
    }
}

/// `add_overflow`, `saddl_overflow`, `usubll_overflow` and the like.
fn overflowing(name: &str) -> Option<BinOp> {
    let name = name.strip_suffix("_overflow")?;
    let is = |base: &str| {
        let typed = name.strip_prefix(['s', 'u']).and_then(|rest| rest.strip_prefix(base));
        name == base || matches!(typed, Some("" | "l" | "ll"))
    };
    [("add", BinOp::Add), ("sub", BinOp::Sub), ("mul", BinOp::Mul)].into_iter().find(|(base, _)| is(base)).map(|f| f.1)
}
