//! Operators of the language and of `{:builtin}` attributes as solver terms.

use crate::ir::{Builtin, Op, Type};
use crate::smt::{FpArith, FpSource, Session, Sort, Term};

/// The language's own operators.
pub fn operator(session: &Session, op: Op, args: &[Term], is_float: bool) -> Term {
    let s = session;
    let nearest = || s.rounding_mode(ivl::ast::RoundingMode::NearestEven);
    match op {
        Op::Not => s.not(args[0]),
        Op::And => s.and(args),
        Op::Or => s.or(args),
        Op::Implies => s.implies(args[0], args[1]),
        Op::Iff => s.eq(args[0], args[1]),
        Op::Eq => s.eq(args[0], args[1]),
        Op::Neq => s.not(s.eq(args[0], args[1])),
        Op::Lt if is_float => s.fp_lt(args[0], args[1]),
        Op::Le if is_float => s.fp_le(args[0], args[1]),
        Op::Gt if is_float => s.fp_gt(args[0], args[1]),
        Op::Ge if is_float => s.fp_ge(args[0], args[1]),
        Op::Lt => s.lt(args[0], args[1]),
        Op::Le => s.le(args[0], args[1]),
        Op::Gt => s.gt(args[0], args[1]),
        Op::Ge => s.ge(args[0], args[1]),
        Op::Neg if is_float => s.fp_neg(args[0]),
        Op::Neg => s.neg(args[0]),
        Op::Add if is_float => s.fp_arith(FpArith::Add, nearest(), args[0], args[1]),
        Op::Sub if is_float => s.fp_arith(FpArith::Sub, nearest(), args[0], args[1]),
        Op::Mul if is_float => s.fp_arith(FpArith::Mul, nearest(), args[0], args[1]),
        Op::RealDiv if is_float => s.fp_arith(FpArith::Div, nearest(), args[0], args[1]),
        Op::Add => s.add(args),
        Op::Sub => s.sub(args),
        Op::Mul => s.mul(args),
        Op::Div => s.div(args[0], args[1]),
        Op::Mod => s.modulo(args[0], args[1]),
        Op::RealDiv => s.div(args[0], args[1]),
        Op::Pow => s.power(args[0], args[1]),
        Op::IntToReal => s.int_to_real(args[0]),
        Op::RealToInt => s.real_to_int(args[0]),
        Op::Concat => s.concat(args[0], args[1]),
        // Ours excludes the high bit, SMT-LIB's includes it.
        Op::Extract { hi, lo } => s.extract(hi.saturating_sub(1), lo, args[0]),
        Op::Ite => s.ite(args[0], args[1], args[2]),
        Op::Select => s.select(args[0], &args[1..]),
        Op::Store => s.store(args[0], &args[1..args.len() - 1], args[args.len() - 1]),
    }
}

/// What a builtin's meaning depends on besides its arguments.
pub struct Signature<'a> {
    pub result_sort: Sort,
    /// Index sort of the result, when it is a map of one argument.
    pub domain: Option<Sort>,
    /// Type of the last parameter.
    pub from: Option<&'a Type>,
    /// Element sort of the map parameters.
    pub element: Option<Sort>,
}

/// An operator of `{:builtin}` or `{:bvbuiltin}`; `None` when it is not interpreted, or not for arguments and a result of these sorts.
pub fn builtin(session: &Session, op: &Builtin, args: &[Term], sig: &Signature) -> Option<Term> {
    let built = session.attempt(|| interpreted(session, op, args, sig))?;
    (session.sort_of(built) == sig.result_sort).then_some(built)
}

fn interpreted(session: &Session, op: &Builtin, args: &[Term], sig: &Signature) -> Option<Term> {
    bit_vectors(session, op, args)
        .or_else(|| arithmetic_and_logic(session, op, args, sig))
        .or_else(|| floats(session, op, args, sig))
        .or_else(|| map_combinator(session, op, args, sig))
}

pub(super) fn bit_vectors(session: &Session, op: &Builtin, args: &[Term]) -> Option<Term> {
    let s = session;
    Some(match (op, args) {
        (Builtin::BvNot, &[a]) => s.bv_not(a),
        (Builtin::BvNeg, &[a]) => s.bv_neg(a),
        (Builtin::BvAdd, &[a, b]) => s.bv_add(a, b),
        (Builtin::BvSub, &[a, b]) => s.bv_sub(a, b),
        (Builtin::BvMul, &[a, b]) => s.bv_mul(a, b),
        (Builtin::BvUdiv, &[a, b]) => s.bv_udiv(a, b),
        (Builtin::BvUrem, &[a, b]) => s.bv_urem(a, b),
        (Builtin::BvSdiv, &[a, b]) => s.bv_sdiv(a, b),
        (Builtin::BvSrem, &[a, b]) => s.bv_srem(a, b),
        (Builtin::BvSmod, &[a, b]) => s.bv_smod(a, b),
        (Builtin::BvAnd, &[a, b]) => s.bv_and(a, b),
        (Builtin::BvOr, &[a, b]) => s.bv_or(a, b),
        (Builtin::BvXor, &[a, b]) => s.bv_xor(a, b),
        (Builtin::BvNand, &[a, b]) => s.bv_nand(a, b),
        (Builtin::BvNor, &[a, b]) => s.bv_nor(a, b),
        (Builtin::BvXnor, &[a, b]) => s.bv_xnor(a, b),
        (Builtin::BvComp, &[a, b]) => {
            let bit = |value: u32| s.bv(&value.into(), 1);
            s.ite(s.eq(a, b), bit(1), bit(0))
        }
        (Builtin::BvShl, &[a, b]) => s.bv_shl(a, b),
        (Builtin::BvLshr, &[a, b]) => s.bv_lshr(a, b),
        (Builtin::BvAshr, &[a, b]) => s.bv_ashr(a, b),
        (Builtin::BvUlt, &[a, b]) => s.bv_ult(a, b),
        (Builtin::BvUle, &[a, b]) => s.bv_ule(a, b),
        (Builtin::BvUgt, &[a, b]) => s.bv_ugt(a, b),
        (Builtin::BvUge, &[a, b]) => s.bv_uge(a, b),
        (Builtin::BvSlt, &[a, b]) => s.bv_slt(a, b),
        (Builtin::BvSle, &[a, b]) => s.bv_sle(a, b),
        (Builtin::BvSgt, &[a, b]) => s.bv_sgt(a, b),
        (Builtin::BvSge, &[a, b]) => s.bv_sge(a, b),
        (Builtin::Concat, &[a, b]) => s.concat(a, b),
        (Builtin::SignExtend(n), &[a]) => s.sign_extend(*n, a),
        (Builtin::ZeroExtend(n), &[a]) => s.zero_extend(*n, a),
        (Builtin::RotateLeft(n), &[a]) => s.rotate_left(*n, a),
        (Builtin::RotateRight(n), &[a]) => s.rotate_right(*n, a),
        (Builtin::Repeat(n), &[a]) => s.repeat(*n, a),
        (Builtin::Extract { hi, lo }, &[a]) => s.extract(*hi, *lo, a),
        (Builtin::IntToBv(n), &[a]) => s.int_to_bv(*n, a),
        (Builtin::BvToInt | Builtin::BvToNat | Builtin::UbvToInt, &[a]) => s.bv_to_int(a, false),
        (Builtin::SbvToInt, &[a]) => s.bv_to_int(a, true),
        _ => return None,
    })
}

fn arithmetic_and_logic(session: &Session, op: &Builtin, args: &[Term], sig: &Signature) -> Option<Term> {
    let s = session;
    Some(match (op, args) {
        (Builtin::Add, [_, ..]) => s.add(args),
        (Builtin::Sub, &[a]) => s.neg(a),
        (Builtin::Sub, [_, _, ..]) => s.sub(args),
        (Builtin::Mul, [_, ..]) => s.mul(args),
        (Builtin::Div | Builtin::RealDiv, &[a, b]) => s.div(a, b),
        (Builtin::Mod, &[a, b]) => s.modulo(a, b),
        (Builtin::Rem, &[a, b]) => s.rem(a, b),
        (Builtin::Abs, &[a]) => s.abs(a),
        (Builtin::ToReal, &[a]) => s.int_to_real(a),
        (Builtin::ToInt, &[a]) => s.real_to_int(a),
        (Builtin::IsInt, &[a]) => s.is_int(a),
        (Builtin::Lt, &[a, b]) => s.lt(a, b),
        (Builtin::Le, &[a, b]) => s.le(a, b),
        (Builtin::Gt, &[a, b]) => s.gt(a, b),
        (Builtin::Ge, &[a, b]) => s.ge(a, b),
        (Builtin::Eq, &[a, b]) => s.eq(a, b),
        (Builtin::Distinct, [_, _, ..]) => s.distinct(args),
        (Builtin::Not, &[a]) => s.not(a),
        (Builtin::And, _) => s.and(args),
        (Builtin::Or, _) => s.or(args),
        (Builtin::Xor, &[a, b]) => s.xor(a, b),
        (Builtin::Implies, &[a, b]) => s.implies(a, b),
        (Builtin::Ite, &[a, b, c]) => s.ite(a, b, c),
        (Builtin::MapConst, &[a]) => s.const_array(sig.domain?, a),
        _ => return None,
    })
}

fn floats(session: &Session, op: &Builtin, args: &[Term], sig: &Signature) -> Option<Term> {
    let s = session;
    use ivl::ast::RoundingMode as Mode;
    Some(match (op, args) {
        (Builtin::FpAbs, &[a]) => s.fp_abs(a),
        (Builtin::FpNeg, &[a]) => s.fp_neg(a),
        (Builtin::FpAdd, &[m, a, b]) => s.fp_arith(FpArith::Add, m, a, b),
        (Builtin::FpSub, &[m, a, b]) => s.fp_arith(FpArith::Sub, m, a, b),
        (Builtin::FpMul, &[m, a, b]) => s.fp_arith(FpArith::Mul, m, a, b),
        (Builtin::FpDiv, &[m, a, b]) => s.fp_arith(FpArith::Div, m, a, b),
        (Builtin::FpFma, &[m, a, b, c]) => s.fp_fma(m, a, b, c),
        (Builtin::FpSqrt, &[m, a]) => s.fp_sqrt(m, a),
        (Builtin::FpRem, &[a, b]) => s.fp_rem(a, b),
        (Builtin::FpRoundToIntegral, &[m, a]) => s.fp_round_to_integral(m, a),
        (Builtin::FpMin, &[a, b]) => s.fp_min(a, b),
        (Builtin::FpMax, &[a, b]) => s.fp_max(a, b),
        (Builtin::FpLe, &[a, b]) => s.fp_le(a, b),
        (Builtin::FpLt, &[a, b]) => s.fp_lt(a, b),
        (Builtin::FpGe, &[a, b]) => s.fp_ge(a, b),
        (Builtin::FpGt, &[a, b]) => s.fp_gt(a, b),
        (Builtin::FpEq, &[a, b]) => s.fp_eq(a, b),
        (Builtin::FpIsNormal, &[a]) => s.fp_is_normal(a),
        (Builtin::FpIsSubnormal, &[a]) => s.fp_is_subnormal(a),
        (Builtin::FpIsZero, &[a]) => s.fp_is_zero(a),
        (Builtin::FpIsInfinite, &[a]) => s.fp_is_infinite(a),
        (Builtin::FpIsNan, &[a]) => s.fp_is_nan(a),
        (Builtin::FpIsNegative, &[a]) => s.fp_is_negative(a),
        (Builtin::FpIsPositive, &[a]) => s.fp_is_positive(a),
        (Builtin::FpToReal, &[a]) => s.fp_to_real(a),
        (Builtin::FpToUbv(n), &[m, a]) => s.fp_to_bv(m, a, *n, false),
        (Builtin::FpToSbv(n), &[m, a]) => s.fp_to_bv(m, a, *n, true),
        (Builtin::ToFp { .. }, &[bits]) if matches!(sig.from, Some(Type::Bv(_))) => {
            s.fp_from_bits(bits, sig.result_sort)
        }
        (Builtin::Rounded(op, mode), args) => {
            let all: Vec<Term> = std::iter::once(s.rounding_mode(*mode)).chain(args.iter().copied()).collect();
            return interpreted(session, op, &all, sig);
        }
        (Builtin::ToFp { .. }, &[m, a]) => {
            let source = match sig.from? {
                Type::Int => return Some(s.fp_convert(m, s.int_to_real(a), FpSource::Real, sig.result_sort)),
                Type::Float { .. } => FpSource::Float,
                Type::Real => FpSource::Real,
                Type::Bv(_) => FpSource::Signed,
                _ => return None,
            };
            s.fp_convert(m, a, source, sig.result_sort)
        }
        (Builtin::ToFpUnsigned { .. }, &[m, a]) => s.fp_convert(m, a, FpSource::Unsigned, sig.result_sort),
        (Builtin::RoundNearestEven, []) => s.rounding_mode(Mode::NearestEven),
        (Builtin::RoundNearestAway, []) => s.rounding_mode(Mode::NearestAway),
        (Builtin::RoundTowardPositive, []) => s.rounding_mode(Mode::TowardPositive),
        (Builtin::RoundTowardNegative, []) => s.rounding_mode(Mode::TowardNegative),
        (Builtin::RoundTowardZero, []) => s.rounding_mode(Mode::TowardZero),
        _ => return None,
    })
}

/// `MapAdd(a, b)[i] == a[i] + b[i]` and so on: the combinators of generalised arrays.
fn map_combinator(session: &Session, op: &Builtin, args: &[Term], sig: &Signature) -> Option<Term> {
    let s = session;
    let element = sig.element?;
    // Any terms of the right sorts: only the operator at the head matters.
    let sample = |n: usize| s.constant(&format!("sample{n}"), element);
    let (a, b) = (sample(0), sample(1));
    let condition = s.constant("sample", s.bool_sort());
    let applied = match op {
        Builtin::MapAdd => s.add(&[a, b]),
        Builtin::MapSub => s.sub(&[a, b]),
        Builtin::MapMul => s.mul(&[a, b]),
        Builtin::MapDiv => s.div(a, b),
        Builtin::MapMod => s.modulo(a, b),
        Builtin::MapEq => s.eq(a, b),
        Builtin::MapGt => s.gt(a, b),
        Builtin::MapGe => s.ge(a, b),
        Builtin::MapLt => s.lt(a, b),
        Builtin::MapLe => s.le(a, b),
        Builtin::MapOr => s.or_all(&[a, b]),
        Builtin::MapAnd => s.and_all(&[a, b]),
        Builtin::MapNot => s.not(a),
        Builtin::MapImp => s.implies(a, b),
        Builtin::MapIff => s.eq(a, b),
        Builtin::MapIte => s.ite(condition, a, b),
        _ => return None,
    };
    Some(s.map_array(s.head(applied)?, args))
}
