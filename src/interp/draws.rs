//! What is drawn where a program leaves values open: integers that it compares with, and others, in the ranges that it
//! assumes of them.

use num_bigint::{BigInt, BigUint};
use num_traits::Signed;
use rustc_hash::FxHashMap;

use super::eval::Evaluator;
use crate::base::ids::{BlockId, ExprId, ProcId, TypeId, VarId};
use crate::ir::visit::walk;
use crate::ir::{Body, CmdKind, ExprKind, Op, Program, Type, VarKind};
use crate::verdict::{MapBase, MapValue, Value};

/// Integers that are drawn.
const MOST_VALUES: usize = 64;
/// Numbers out of a range of so many bits that begins above zero are addresses more often than not: drawn are so many bits of
/// them, so that they are aligned and far from each other.
const WIDE: (u64, u64) = (48, 20);

/// What may be drawn in a program.
pub struct Draws {
    /// Small integers, those given, and those in conditions with their neighbours.
    pub values: Vec<BigInt>,
    /// What is assumed of a variable where it is havocked, and of the locals of the entry at its beginning.
    pub ranges: FxHashMap<(ProcId, BlockId, VarId), Limited>,
    /// What is assumed of constants, globals and parameters there.
    pub given: FxHashMap<VarId, Limited>,
    /// What locals of the entry are assumed to be there.
    pub known: FxHashMap<VarId, ExprId>,
}

/// What is assumed of an integer.
#[derive(Clone, Default)]
pub struct Limited {
    least: Option<BigInt>,
    most: Option<BigInt>,
}

impl Draws {
    pub fn new(program: &Program, entry: ProcId, given: &[BigInt]) -> Draws {
        let mut values: Vec<BigInt> = [0, 1, 2, -1, 3].map(BigInt::from).to_vec();
        let mut add = |n: BigInt| {
            if !values.contains(&n) && values.len() < MOST_VALUES {
                values.push(n);
            }
        };
        given.iter().cloned().for_each(&mut add);
        let mut ranges = FxHashMap::default();
        for (proc, procedure) in program.procs.iter_enumerated() {
            let Some(body) = &procedure.body else { continue };
            for (id, block) in body.blocks.iter_enumerated() {
                for (at, cmd) in block.cmds.iter().enumerate() {
                    match &cmd.kind {
                        CmdKind::Havoc(vars) => {
                            let behind = block.cmds[at + 1..].iter().map_while(|next| match next.kind {
                                CmdKind::Assume(e) => Some(e),
                                _ => None,
                            });
                            for e in behind {
                                for &var in vars {
                                    narrow(program, e, var, ranges.entry((proc, id, var)).or_default());
                                }
                            }
                        }
                        CmdKind::Assume(e) | CmdKind::Assert(e, _) => walk(&program.exprs, [*e], |_, kind| {
                            if let ExprKind::Int(n) = kind
                                && n.bits() < 31
                            {
                                [n.clone(), n + 1, n - 1].into_iter().for_each(&mut add);
                            }
                        }),
                        _ => {}
                    }
                }
            }
        }
        let (mut given, mut known) = (FxHashMap::<VarId, Limited>::default(), FxHashMap::default());
        if let Some(body) = &program.procs[entry].body {
            for e in first_assumptions(body) {
                let mut mentioned = Vec::new();
                walk(&program.exprs, [e], |_, kind| {
                    if let ExprKind::Var(var) = *kind {
                        mentioned.push(var);
                    }
                });
                for var in mentioned {
                    let range = match program.vars[var].kind {
                        VarKind::Local => ranges.entry((entry, body.entry, var)).or_default(),
                        _ => given.entry(var).or_default(),
                    };
                    narrow(program, e, var, range);
                }
                if let ExprKind::Op(Op::Eq, args) = program.exprs.kind(e)
                    && let ExprKind::Var(var) = program.exprs.kind(args[0])
                    && body.locals.contains(var)
                {
                    known.insert(*var, args[1]);
                }
            }
        }
        Draws { values, ranges, given, known }
    }
}

/// What is assumed before control reaches a choice.
fn first_assumptions(body: &Body) -> Vec<ExprId> {
    let mut found = Vec::new();
    let mut block = body.entry;
    // A block may go back to itself.
    for _ in body.blocks.ids() {
        found.extend(body.blocks[block].cmds.iter().filter_map(|cmd| match cmd.kind {
            CmdKind::Assume(e) => Some(e),
            _ => None,
        }));
        match body.blocks[block].transfer.targets() {
            [only] => block = *only,
            _ => break,
        }
    }
    found
}

/// The integer, or one within the limits.
pub fn within(range: Option<&Limited>, any: BigInt, random: &mut u64) -> BigInt {
    match range {
        Some(range) => range.far(random).unwrap_or_else(|| range.nearest(any)),
        None => any,
    }
}

impl Limited {
    /// The least and the most that it may be.
    pub fn ends(&self) -> (Option<&BigInt>, Option<&BigInt>) {
        (self.least.as_ref(), self.most.as_ref())
    }

    /// The integer, or one within the limits.
    fn nearest(&self, any: BigInt) -> BigInt {
        match (&self.least, &self.most) {
            (Some(least), _) if any < *least => match &self.most {
                // Somewhere above the least, most often not far.
                Some(most) => (least + any.abs()).min(most.clone()),
                None => least + any.abs(),
            },
            (_, Some(most)) if any > *most => most.clone(),
            _ => any,
        }
    }

    /// A number out of a wide range above zero.
    fn far(&self, random: &mut u64) -> Option<BigInt> {
        let (least, most) = (self.least.as_ref()?, self.most.as_ref()?);
        let (least_bits, drawn) = WIDE;
        let bits = (most - least).bits();
        (bits >= least_bits && least.is_positive())
            .then(|| least + (BigInt::from(below(random, 1 << drawn)) << (bits - 1 - drawn)))
    }
}

/// Learns what a condition says about a variable.
fn narrow(program: &Program, e: ExprId, var: VarId, range: &mut Limited) {
    let ExprKind::Op(op, args) = program.exprs.kind(e) else { return };
    let is_var = |e| *program.exprs.kind(e) == ExprKind::Var(var);
    let constant = |e| match program.exprs.kind(e) {
        ExprKind::Int(n) => Some(n.clone()),
        ExprKind::Op(Op::Neg, args) => match program.exprs.kind(args[0]) {
            ExprKind::Int(n) => Some(-n),
            _ => None,
        },
        _ => None,
    };
    if *op == Op::And {
        args.iter().for_each(|&arg| narrow(program, arg, var, range));
        return;
    }
    let [a, b] = args[..] else { return };
    let (small, large, strict) = match op {
        Op::Le => (a, b, 0),
        Op::Lt => (a, b, 1),
        Op::Ge => (b, a, 0),
        Op::Gt => (b, a, 1),
        _ => return,
    };
    if is_var(large)
        && let Some(n) = constant(small)
    {
        let n: BigInt = n + strict;
        range.least = Some(range.least.take().map_or(n.clone(), |m| m.max(n)));
    } else if is_var(small)
        && let Some(n) = constant(large)
    {
        let n: BigInt = n - strict;
        range.most = Some(range.most.take().map_or(n.clone(), |m| m.min(n)));
    }
}

/// A value of a type, made of drawn integers, which for truth values (`true`) are 0 or 1; any value, where they have no
/// place.
pub fn value_of_type(eval: &mut Evaluator<'_>, ty: TypeId, draw: &mut dyn FnMut(bool) -> BigInt) -> Option<Value> {
    Some(match *eval.program.types.get(ty) {
        Type::Bool => Value::Bool(draw(true).is_positive()),
        Type::Int => Value::Int(draw(false)),
        Type::Bv(width) => {
            let modulus = BigInt::from(1) << width;
            let n = draw(false) % &modulus;
            let n = if n.is_negative() { n + modulus } else { n };
            Value::Bv { value: BigUint::try_from(n).ok()?, width }
        }
        Type::Map { binders: 0, ref args, result } if eval.domain.count_points(args).is_none() => {
            let base = MapBase::Const(value_of_type(eval, result, draw)?);
            Value::Map(MapValue { base, entries: Default::default() }.into())
        }
        _ => eval.domain.any(ty)?,
    })
}

/// The next number below `n` of a series. Xorshift (Marsaglia, JSS 2003).
pub fn below(random: &mut u64, n: usize) -> usize {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    (*random % n as u64) as usize
}
