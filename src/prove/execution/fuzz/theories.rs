//! What functions of the theories of bit-vectors and floating-point numbers are, where they are about integers.

use num_traits::ToPrimitive;

use super::code::{Binary, Code, Kind};
use super::compile::{Compiler, kind_of};
use super::floats::{FloatOp, Width};
use crate::base::ids::ExprId;
use crate::interp::floats;
use crate::ir::bits::BitOp;
use crate::ir::expr::RoundingMode;
use crate::ir::{Builtin, ExprKind, FunctionKind, Op};
use crate::verdict::Value;

impl<'p> Compiler<'p> {
    /// A call of such a function.
    pub(super) fn builtin(&mut self, e: ExprId, builtin: &'p Builtin, args: &'p [ExprId]) -> Code {
        if let Some(op) = builtin.operator(args.len()) {
            return self.op(op, args);
        }
        let code = match (builtin, args) {
            (Builtin::BvToNat, [bits]) => self.bits(*bits).map(|(code, _)| code),
            (Builtin::BvSlt, [a, b]) => self.signed_less(*a, *b),
            _ => self.float(e, builtin, args),
        };
        code.unwrap_or(Code::Unknown)
    }

    /// An operator of the language on floating-point numbers; `None`: it is about their bit patterns.
    pub(super) fn float_op(&mut self, op: Op, width: Width, args: &'p [ExprId]) -> Option<Code> {
        let (op, is_swapped) = match op {
            Op::Neg => (FloatOp::Neg, false),
            Op::Add => (FloatOp::Add, false),
            Op::Sub => (FloatOp::Sub, false),
            Op::Mul => (FloatOp::Mul, false),
            Op::RealDiv => (FloatOp::Div, false),
            Op::Lt => (FloatOp::Lt, false),
            Op::Le => (FloatOp::Le, false),
            Op::Gt => (FloatOp::Lt, true),
            Op::Ge => (FloatOp::Le, true),
            _ => return None,
        };
        let mut parts: Vec<Code> = args.iter().map(|&arg| self.code(arg)).collect();
        if is_swapped {
            parts.reverse();
        }
        Some(Code::Float(op, width, parts))
    }

    /// A function that is about floating-point numbers.
    fn float(&mut self, e: ExprId, builtin: &'p Builtin, args: &'p [ExprId]) -> Option<Code> {
        let (builtin, mode, operands) = self.rounded(builtin, args);
        let width = |e: ExprId| match kind_of(self.program, self.program.exprs.ty(e)) {
            Some(Kind::Float(width)) => Some(width),
            _ => None,
        };
        let &[first, ..] = operands else { return None };
        if let Builtin::ToFp { .. } | Builtin::ToFpUnsigned { .. } = builtin {
            let own = width(e)?;
            let is_signed = matches!(builtin, Builtin::ToFp { .. });
            return match (self.program.exprs.kind(first), width(first)) {
                (ExprKind::Real(n), _) => {
                    match floats::apply(builtin, &[Value::RoundingMode(mode), Value::Real(n.clone())])? {
                        Value::Float { bits, .. } => bits.to_i128().map(Code::Const),
                        _ => None,
                    }
                }
                _ if mode != RoundingMode::NearestEven || operands.len() == args.len() => None,
                (_, Some(other)) => Some(Code::Float(FloatOp::Of(other), own, vec![self.code(first)])),
                (_, None) => {
                    let (pattern, bits) = self.bits(first)?;
                    let number = if is_signed { signed(pattern, bits) } else { pattern };
                    Some(Code::Float(FloatOp::OfInt, own, vec![number]))
                }
            };
        }
        let op = match builtin {
            Builtin::FpRoundToIntegral => FloatOp::ToIntegral(mode),
            _ if mode != RoundingMode::NearestEven => return None,
            _ => FloatOp::of(builtin)?,
        };
        let parts = operands.iter().map(|&arg| self.code(arg)).collect();
        Some(Code::Float(op, width(first)?, parts))
    }

    /// A function without its rounding mode, that, and the operands.
    fn rounded(&self, builtin: &'p Builtin, args: &'p [ExprId]) -> (&'p Builtin, RoundingMode, &'p [ExprId]) {
        match (builtin, args) {
            (Builtin::Rounded(op, mode), args) => (&**op, *mode, args),
            (op, [first, rest @ ..]) if let &ExprKind::RoundingMode(mode) = self.program.exprs.kind(*first) => {
                (op, mode, rest)
            }
            (op, args) => (op, RoundingMode::NearestEven, args),
        }
    }

    /// A bit-vector as a number that is not negative, and its width.
    fn bits(&mut self, e: ExprId) -> Option<(Code, u32)> {
        let program = self.program;
        let (builtin, args) = match program.exprs.kind(e) {
            ExprKind::Bv { value, width } => return Some((Code::Const(value.to_i128()?), narrow(*width)?)),
            ExprKind::Call { func, args, .. } => match &program.funcs[*func].kind {
                FunctionKind::Builtin(builtin) => (builtin, &args[..]),
                _ => return None,
            },
            _ => return None,
        };
        if let (&Builtin::IntToBv(width), [number]) = (builtin, args) {
            return Some((modulo(self.code(*number), narrow(width)?), width));
        }
        if let (&Builtin::FpToSbv(width) | &Builtin::FpToUbv(width), mode, &[number]) = self.rounded(builtin, args) {
            let Some(Kind::Float(format)) = kind_of(program, program.exprs.ty(number)) else { return None };
            let whole = Code::Float(FloatOp::ToInt(mode), format, vec![self.code(number)]);
            return Some((modulo(whole, narrow(width)?), width));
        }
        let (op, &[a, b]) = (BitOp::of(builtin)?, args) else { return None };
        let ((a, width), (b, _)) = (self.bits(a)?, self.bits(b)?);
        Some((Code::Binary(Binary::Bits(op, width), Box::new([a, b])), width))
    }

    fn signed_less(&mut self, a: ExprId, b: ExprId) -> Option<Code> {
        let ((a, width), (b, _)) = (self.bits(a)?, self.bits(b)?);
        Some(Code::Binary(Binary::Lt, Box::new([signed(a, width), signed(b, width)])))
    }
}

/// Widths that shifts of numbers of 128 bits have room for.
fn narrow(width: u32) -> Option<u32> {
    (1..=64).contains(&width).then_some(width)
}

fn modulo(number: Code, width: u32) -> Code {
    Code::Binary(Binary::Mod, Box::new([number, Code::Const(1 << width)]))
}

/// The number of a pattern in two's complement: `(n + h) mod 2h - h`, where `h` is the weight of the first bit.
fn signed(pattern: Code, width: u32) -> Code {
    let half = || Code::Const(1 << (width - 1));
    let shifted = Code::Binary(Binary::Add, Box::new([pattern, half()]));
    Code::Binary(Binary::Sub, Box::new([modulo(shifted, width), half()]))
}
