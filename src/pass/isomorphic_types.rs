//! A type that axioms make a copy of another is replaced by it.
//!
//! ```text
//! type U;  function box(i: int): U;  function unbox(u: U): int;        function box(i: int): int { i }
//! axiom (forall i: int :: unbox(box(i)) == i);                    →    function unbox(u: int): int { u }
//! axiom (forall u: U :: box(unbox(u)) == u);
//! ```
//!
//! Two inverse functions are a bijection, and an uninterpreted type has no structure that the bijection could miss: every
//! model of one program is a model of the other up to names. Without the axioms, which speak of infinitely many values
//! and never cease to produce new ones, queries can be decided. Generated preludes have such pairs for boxed values.
//! Part of elaboration, on the monomorphic program.

use rustc_hash::FxHashMap;

use crate::base::ids::{AxiomId, ExprId, FuncId, TypeId, VarId};
use crate::ir::roots::map_roots;
use crate::ir::visit::Rewriter;
use crate::ir::{Definition, ExprArena, ExprKind, FunctionKind, Op, Program, QuantifierKind, Type, VarKind};

/// The program is monomorphic.
pub fn merge_isomorphic_types(program: &mut Program) {
    while let Some(bijection) = bijection(program) {
        bijection.apply(program);
    }
}

/// Inverse functions, the axioms that say so, and the type that is a copy of another.
struct Bijection {
    funcs: [FuncId; 2],
    axioms: [AxiomId; 2],
    copy: TypeId,
    of: TypeId,
}

fn bijection(program: &Program) -> Option<Bijection> {
    let mut inverses: FxHashMap<(FuncId, FuncId), AxiomId> = FxHashMap::default();
    for (id, axiom) in program.axioms.iter_enumerated() {
        let Some((left, right)) = left_inverse(program, axiom.expr) else { continue };
        if let Some(&other) = inverses.get(&(right, left)) {
            let (a, b) = (program.funcs[left].result, program.funcs[right].result);
            for (copy, of) in [(a, b), (b, a)] {
                if is_uninterpreted(program, copy) && is_plain(program, of) && copy != of {
                    if clashing_uniques(program, copy, of) {
                        continue;
                    }
                    return Some(Bijection { funcs: [left, right], axioms: [other, id], copy, of });
                }
            }
        }
        inverses.insert((left, right), id);
    }
    None
}

/// `forall x :: f(g(x)) == x` gives `(f, g)`.
fn left_inverse(program: &Program, axiom: ExprId) -> Option<(FuncId, FuncId)> {
    let exprs = &program.exprs;
    let ExprKind::Quantifier(q) = exprs.kind(axiom) else { return None };
    let (QuantifierKind::Forall, &[var]) = (q.kind, &*q.vars) else { return None };
    let ExprKind::Op(Op::Eq, sides) = exprs.kind(q.body) else { return None };
    let unary = |e| match exprs.kind(e) {
        ExprKind::Call { func, args, .. }
            if args.len() == 1 && matches!(program.funcs[*func].kind, FunctionKind::Uninterpreted) =>
        {
            Some((*func, args[0]))
        }
        _ => None,
    };
    let is_var = |e| *exprs.kind(e) == ExprKind::Var(var);
    let applied = if is_var(sides[1]) { sides[0] } else { sides[1] };
    let other = if is_var(sides[1]) { sides[1] } else { sides[0] };
    let (f, inner) = unary(applied)?;
    let (g, argument) = unary(inner)?;
    (is_var(argument) && is_var(other)).then_some((f, g))
}

fn is_uninterpreted(program: &Program, ty: TypeId) -> bool {
    matches!(program.types.get(ty), Type::Con(con, _) if program.type_cons[*con].constructors.is_none())
}

/// A type without parts, in which the copy cannot occur.
fn is_plain(program: &Program, ty: TypeId) -> bool {
    matches!(program.types.get(ty), Type::Int | Type::Real | Type::Bv(_)) || is_uninterpreted(program, ty)
}

fn uniques(program: &Program, ty: TypeId) -> impl Iterator<Item = VarId> {
    let is_unique = move |c: &&VarId| {
        let var = &program.vars[**c];
        var.ty == ty && var.kind == VarKind::Const { unique: true }
    };
    program.consts.iter().filter(is_unique).copied()
}

/// Unique constants of one type differ, those of different types need not. One alone differs from none.
fn clashing_uniques(program: &Program, a: TypeId, b: TypeId) -> bool {
    uniques(program, a).nth(1).is_some() && uniques(program, b).nth(1).is_some()
}

impl Bijection {
    fn apply(self, program: &mut Program) {
        for ty in [self.copy, self.of] {
            let all: Vec<VarId> = uniques(program, ty).collect();
            if let [alone] = all[..] {
                program.vars[alone].kind = VarKind::Const { unique: false };
            }
        }
        for func in self.funcs {
            let body = program.var_expr(program.funcs[func].params[0]);
            program.funcs[func].kind = FunctionKind::Defined { body, style: Definition::Axiom };
        }
        let axioms = std::mem::take(&mut program.axioms);
        let kept = axioms.iter_enumerated().filter(|(id, _)| !self.axioms.contains(id));
        program.axioms = kept.map(|(_, axiom)| axiom.clone()).collect();

        // Types are interned after their parts, so one sweep finds all that mention the copy.
        let mut map: FxHashMap<TypeId, TypeId> = FxHashMap::from_iter([(self.copy, self.of)]);
        for index in 0..program.types.len() {
            let id = TypeId(index as u32);
            if let Type::Map { binders, args, result } = program.types.get(id).clone() {
                let mapped = |t: &TypeId| map.get(t).copied().unwrap_or(*t);
                let (args, result): (Box<[TypeId]>, TypeId) = (args.iter().map(mapped).collect(), mapped(&result));
                let new = program.types.intern(Type::Map { binders, args, result });
                if new != id {
                    map.insert(id, new);
                }
            }
        }
        for var in program.vars.iter_mut() {
            var.ty = map.get(&var.ty).copied().unwrap_or(var.ty);
        }
        for func in program.funcs.iter_mut() {
            func.result = map.get(&func.result).copied().unwrap_or(func.result);
        }
        let mut rewriter = Rewriter::new(|_: &mut ExprArena, _| None).with_types(map);
        map_roots(program, |exprs, e| rewriter.rewrite(exprs, e));
    }
}
