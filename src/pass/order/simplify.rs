//! Expressions that are made of known values: operators on constants are carried out, reads see through writes.
//!
//! What is not decided here stays as it is; nothing depends on it but how much is left to the solver.

use num_bigint::BigInt;
use num_traits::Zero;

use crate::base::ids::{ExprId, TypeId};
use crate::interp::bitvectors;
use crate::interp::numbers;
use crate::ir::{Builtin, Expr, ExprKind, FunctionKind, Op, Program, TypeTable};
use crate::verdict::Value;

/// The operator on these arguments.
pub(super) fn op(program: &mut Program, op: Op, args: Vec<ExprId>, ty: TypeId) -> ExprId {
    let exprs = &mut program.exprs;
    match (op, &args[..]) {
        (Op::Not, &[a]) => return exprs.not(a),
        (Op::And, _) => return exprs.and(&distinct(&args)),
        (Op::Or, _) => return exprs.or(&distinct(&args)),
        (Op::Implies, &[a, b]) => return exprs.implies(a, b),
        (Op::Eq | Op::Iff, &[a, b]) => {
            if let Some(equal) = equal(program, a, b) {
                return equal;
            }
        }
        (Op::Neq, &[a, b]) => {
            if let Some(equal) = equal(program, a, b) {
                return program.exprs.not(equal);
            }
            let equal = program.exprs.eq(a, b);
            return program.exprs.not(equal);
        }
        (Op::Ite, &[c, a, b]) => return ite(program, c, a, b),
        (Op::Select, [map, index @ ..]) => return select(program, *map, index),
        (Op::Neg | Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Mod | Op::Lt | Op::Le | Op::Gt | Op::Ge, _)
            if program.exprs.ty(args[0]) == TypeTable::INT =>
        {
            if let Some(done) = arithmetic(program, op, &args) {
                return done;
            }
        }
        _ => {}
    }
    program.exprs.op(op, args, ty)
}

fn distinct(args: &[ExprId]) -> Vec<ExprId> {
    let mut kept: Vec<ExprId> = Vec::with_capacity(args.len());
    for &arg in args {
        if !kept.contains(&arg) {
            kept.push(arg);
        }
    }
    kept
}

/// A function of a theory on constants.
pub(super) fn builtin(program: &mut Program, builtin: &Builtin, args: &[ExprId]) -> Option<ExprId> {
    let bits = |e: &ExprId| match program.exprs.kind(*e) {
        ExprKind::Bv { value, width } => Some((value.clone(), *width)),
        _ => None,
    };
    let known: Vec<_> = args.iter().map(bits).collect::<Option<_>>()?;
    let value = match &known[..] {
        [(a, width)] => bitvectors::unary(builtin, a, *width)?,
        [(a, width), (b, _)] => bitvectors::binary(builtin, a, b, *width)?,
        _ => return None,
    };
    literal(program, value)
}

fn literal(program: &mut Program, value: Value) -> Option<ExprId> {
    Some(match value {
        Value::Bool(value) => program.exprs.bool(value),
        Value::Int(value) => program.exprs.int(value),
        Value::Bv { value, width } => {
            let ty = program.types.bv(width);
            program.exprs.intern(Expr { kind: ExprKind::Bv { value, width }, ty })
        }
        _ => return None,
    })
}

pub(super) fn ite(program: &mut Program, condition: ExprId, a: ExprId, b: ExprId) -> ExprId {
    let exprs = &mut program.exprs;
    let (yes, no) = (exprs.bool(true), exprs.bool(false));
    let negated = exprs.not(condition);
    match () {
        () if condition == yes || a == b => a,
        () if condition == no => b,
        () if a == yes => exprs.or(&[condition, b]),
        () if a == no => exprs.and(&[negated, b]),
        () if b == yes => exprs.or(&[negated, a]),
        () if b == no => exprs.and(&[condition, a]),
        () => {
            let ty = exprs.ty(a);
            exprs.op(Op::Ite, [condition, a, b], ty)
        }
    }
}

/// Whether two expressions of one type are equal, where that is known or can be said of smaller ones.
pub(super) fn equal(program: &mut Program, a: ExprId, b: ExprId) -> Option<ExprId> {
    if a == b {
        return Some(program.exprs.bool(true));
    }
    if differ(program, a, b) {
        return Some(program.exprs.bool(false));
    }
    for (a, b) in [(a, b), (b, a)] {
        match (program.exprs.kind(a).clone(), program.exprs.kind(b).clone()) {
            (ExprKind::Bool(true), _) => return Some(b),
            (ExprKind::Bool(false), _) => return Some(program.exprs.not(b)),
            // A number that stands for a condition.
            (ExprKind::Op(Op::Ite, args), ExprKind::Int(_) | ExprKind::Bv { .. })
                if is_constant(program, args[1]) || is_constant(program, args[2]) =>
            {
                let (then, otherwise) = (equal(program, args[1], b), equal(program, args[2], b));
                if let (Some(then), Some(otherwise)) = (then, otherwise) {
                    return Some(ite(program, args[0], then, otherwise));
                }
            }
            _ => {}
        }
    }
    None
}

pub(super) fn is_constant(program: &Program, e: ExprId) -> bool {
    match program.exprs.kind(e) {
        ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Bv { .. } | ExprKind::Str(_) => true,
        ExprKind::Op(Op::Neg, args) => matches!(program.exprs.kind(args[0]), ExprKind::Int(_)),
        _ => false,
    }
}

/// Whether two expressions have different values whatever the state.
pub(super) fn differ(program: &Program, a: ExprId, b: ExprId) -> bool {
    let exprs = &program.exprs;
    match (exprs.kind(a), exprs.kind(b)) {
        (ExprKind::Bool(a), ExprKind::Bool(b)) => a != b,
        (ExprKind::Bv { value: a, .. }, ExprKind::Bv { value: b, .. }) => a != b,
        (ExprKind::Op(Op::Not, args), _) if args[0] == b => true,
        (_, ExprKind::Op(Op::Not, args)) if args[0] == a => true,
        _ if exprs.ty(a) == TypeTable::INT => {
            let ((a, j), (b, k)) = (sum(program, a), sum(program, b));
            a == b && j != k
        }
        _ => false,
    }
}

/// An integer as something and a constant.
pub(super) fn sum(program: &Program, e: ExprId) -> (Option<ExprId>, BigInt) {
    if let Some(n) = program.exprs.literal(e) {
        return (None, n);
    }
    let plain = (Some(e), BigInt::zero());
    let ExprKind::Op(op @ (Op::Add | Op::Sub), args) = program.exprs.kind(e) else { return plain };
    let [a, b] = args[..] else { return plain };
    match (op, program.exprs.literal(a), program.exprs.literal(b)) {
        (Op::Add, None, Some(n)) => (Some(a), n),
        (Op::Sub, None, Some(n)) => (Some(a), -n),
        (Op::Add, Some(n), None) => (Some(b), n),
        _ => plain,
    }
}

fn number(program: &mut Program, n: BigInt) -> ExprId {
    program.exprs.int(n)
}

/// Something and a constant.
fn plus(program: &mut Program, e: Option<ExprId>, n: BigInt) -> ExprId {
    match e {
        None => number(program, n),
        Some(e) if n.is_zero() => e,
        Some(e) => {
            let n = number(program, n);
            program.exprs.op(Op::Add, [e, n], TypeTable::INT)
        }
    }
}

fn arithmetic(program: &mut Program, op: Op, args: &[ExprId]) -> Option<ExprId> {
    if let &[a] = args {
        return program.exprs.literal(a).map(|n| number(program, -n));
    }
    let &[a, b] = args else { return None };
    let ((x, j), (y, k)) = (sum(program, a), sum(program, b));
    match op {
        Op::Add => match (x, y) {
            (x, None) => Some(plus(program, x, j + k)),
            (None, y) => Some(plus(program, y, j + k)),
            _ => None,
        },
        Op::Sub if x == y => Some(number(program, j - k)),
        Op::Sub if y.is_none() => Some(plus(program, x, j - k)),
        Op::Lt if x == y => Some(program.exprs.bool(j < k)),
        Op::Le if x == y => Some(program.exprs.bool(j <= k)),
        Op::Gt if x == y => Some(program.exprs.bool(j > k)),
        Op::Ge if x == y => Some(program.exprs.bool(j >= k)),
        Op::Mul => match (x, y) {
            (None, None) => Some(number(program, j * k)),
            (None, _) if j == BigInt::from(1) => Some(b),
            (_, None) if k == BigInt::from(1) => Some(a),
            (None, _) if j.is_zero() => Some(a),
            (_, None) if k.is_zero() => Some(b),
            _ => None,
        },
        Op::Div if x.is_none() && y.is_none() && !k.is_zero() => Some(number(program, numbers::div(&j, &k))),
        Op::Mod if x.is_none() && y.is_none() && !k.is_zero() => Some(number(program, numbers::modulo(&j, &k))),
        _ => None,
    }
}

/// The value of a map at an index.
pub(super) fn select(program: &mut Program, map: ExprId, index: &[ExprId]) -> ExprId {
    let mut at = map;
    loop {
        match program.exprs.kind(at).clone() {
            ExprKind::Op(Op::Store, args) if args.len() == index.len() + 2 => {
                let written = &args[1..=index.len()];
                if written == index {
                    return args[index.len() + 1];
                }
                if !written.iter().zip(index).any(|(&a, &b)| differ(program, a, b)) {
                    break;
                }
                at = args[0];
            }
            ExprKind::Call { func, args, .. }
                if matches!(program.funcs[func].kind, FunctionKind::Builtin(Builtin::MapConst)) =>
            {
                return args[0];
            }
            ExprKind::Op(Op::Ite, args) => {
                let (then, otherwise) = (select(program, args[1], index), select(program, args[2], index));
                return ite(program, args[0], then, otherwise);
            }
            _ => break,
        }
    }
    let crate::ir::Type::Map { result, .. } = *program.types.get(program.exprs.ty(map)) else {
        panic!("internal: only maps are read at an index")
    };
    let args: Vec<ExprId> = std::iter::once(at).chain(index.iter().copied()).collect();
    program.exprs.op(Op::Select, args, result)
}

/// The map with another value at an index.
pub(super) fn store(program: &mut Program, map: ExprId, index: &[ExprId], value: ExprId) -> ExprId {
    let ty = program.exprs.ty(map);
    let args: Vec<ExprId> = std::iter::once(map).chain(index.iter().copied()).chain([value]).collect();
    program.exprs.op(Op::Store, args, ty)
}
