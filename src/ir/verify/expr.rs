//! The rules of expressions: each node has the type that its parts give it.

use num_bigint::BigUint;

use super::assignment::Assignment;
use super::{Rule, Verifier};
use crate::base::ids::{ExprId, FuncId, Id, TypeId, TypeParamId, VarId};
use crate::ir::visit::for_each_child;
use crate::ir::{ExprKind, Op, Type, TypeTable, VarKind};

impl Verifier<'_> {
    /// Checks the nodes below `e` that have not been checked.
    pub(super) fn typing(&mut self, e: ExprId) {
        let program = self.program;
        let mut stack = vec![e];
        while let Some(e) = stack.pop() {
            if !self.in_range(e) {
                self.report(Rule::Range, format!("expression {e:?}"));
                continue;
            }
            if !self.typed.insert(e) {
                continue;
            }
            let kind = program.exprs.kind(e);
            let mut parts_fit = true;
            for_each_child(kind, |c| {
                parts_fit &= self.in_range(c);
                stack.push(c);
            });
            if parts_fit && !self.node(e) {
                self.report(Rule::Typing, format!("{e:?} of type {:?}: {kind:?}", program.exprs.ty(e)));
            }
        }
    }

    fn node(&mut self, e: ExprId) -> bool {
        let program = self.program;
        let expr = program.exprs.get(e);
        if expr.ty.index() >= program.types.len() {
            return false;
        }
        let ty = program.types.get(expr.ty);
        match &expr.kind {
            ExprKind::Bool(_) => *ty == Type::Bool,
            ExprKind::Int(_) => *ty == Type::Int,
            ExprKind::Real(_) => *ty == Type::Real,
            ExprKind::Bv { value, width } => *ty == Type::Bv(*width) && fits(value, *width),
            ExprKind::Float(bits) => match ty {
                Type::Float { exponent, significand } => fits(bits, exponent + significand),
                _ => false,
            },
            ExprKind::Str(_) => *ty == Type::String,
            ExprKind::RoundingMode(_) => *ty == Type::RoundingMode,
            ExprKind::Var(v) => program.vars.get(*v).is_some_and(|v| v.ty == expr.ty),
            ExprKind::Old(v) => program.vars.get(*v).is_some_and(|v| v.ty == expr.ty && v.kind == VarKind::Global),
            ExprKind::Op(op, args) => {
                let args: Vec<TypeId> = args.iter().map(|&a| program.exprs.ty(a)).collect();
                self.operation(*op, &args, expr.ty)
            }
            ExprKind::Call { func, types, args } => self.function_call(*func, types, args, expr.ty),
            ExprKind::Quantifier(q) => {
                *ty == Type::Bool
                    && program.exprs.ty(q.body) == TypeTable::BOOL
                    && self.binds(&q.type_params, &q.vars)
                    && !(q.vars.is_empty() && q.type_params.is_empty())
                    && q.triggers.iter().all(|t| !t.exprs.is_empty())
            }
            ExprKind::Lambda { type_params, vars, body } => {
                self.binds(type_params, vars) && self.lambda(type_params, vars, *body, ty)
            }
            ExprKind::Code(code) => {
                let Some(code_expr) = program.codes.get(*code) else { return false };
                self.body(&code_expr.body, super::Owner::Code(*code));
                *ty == Type::Bool
            }
        }
    }

    /// Checks that the variables of a binder exist, differ, and are of the right kind.
    fn binds(&self, type_params: &[TypeParamId], vars: &[VarId]) -> bool {
        let program = self.program;
        let distinct = |i: usize| !vars[..i].contains(&vars[i]);
        type_params.iter().all(|p| p.index() < program.type_params.len())
            && vars.iter().all(|&v| program.vars.get(v).is_some_and(|v| v.kind == VarKind::Bound))
            && (0..vars.len()).all(distinct)
    }

    fn lambda(&self, type_params: &[TypeParamId], vars: &[VarId], body: ExprId, ty: &Type) -> bool {
        let program = self.program;
        let Type::Map { binders, args, result } = ty else { return false };
        let mut bound = vec![None; *binders as usize];
        *binders as usize == type_params.len()
            && args.len() == vars.len()
            && args.iter().zip(vars).all(|(&a, &v)| self.map_part(*binders, a, program.vars[v].ty, &mut bound))
            && self.map_part(*binders, *result, program.exprs.ty(body), &mut bound)
    }

    fn map_part(&self, binders: u32, part: TypeId, actual: TypeId, bound: &mut [Option<TypeId>]) -> bool {
        if binders == 0 { part == actual } else { self.matches(part, 0, actual, bound) }
    }

    fn function_call(&self, func: FuncId, types: &[TypeId], args: &[ExprId], ty: TypeId) -> bool {
        let program = self.program;
        let Some(function) = program.funcs.get(func) else { return false };
        if function.type_params.len() != types.len()
            || function.params.len() != args.len()
            || types.iter().any(|t| t.index() >= program.types.len())
        {
            return false;
        }
        let assignment = Assignment::of(&function.type_params, types);
        let params = function.params.iter().map(|&v| program.vars[v].ty);
        params.zip(args).all(|(param, &arg)| self.instance(param, &assignment, program.exprs.ty(arg)))
            && self.instance(function.result, &assignment, ty)
    }

    fn operation(&self, op: Op, args: &[TypeId], ty: TypeId) -> bool {
        const BOOL: TypeId = TypeTable::BOOL;
        const INT: TypeId = TypeTable::INT;
        const REAL: TypeId = TypeTable::REAL;
        let types = &self.program.types;
        let is_float = |t: TypeId| matches!(types.get(t), Type::Float { .. });
        let is_number = |t: TypeId| t == INT || t == REAL || is_float(t);
        let width = |t: TypeId| match types.get(t) {
            Type::Bv(width) => Some(*width),
            _ => None,
        };
        match (op, args) {
            (Op::Not, &[a]) => a == BOOL && ty == BOOL,
            (Op::And | Op::Or, args) => args.len() >= 2 && args.iter().all(|&a| a == BOOL) && ty == BOOL,
            (Op::Implies | Op::Iff, &[a, b]) => a == BOOL && b == BOOL && ty == BOOL,
            // inside of polymorphic declarations values of different types may be compared; they are never equal
            // once the type parameters are instantiated and the types differ still
            (Op::Eq | Op::Neq, &[a, b]) => (a == b || self.mentions_param(a) || self.mentions_param(b)) && ty == BOOL,
            (Op::Lt | Op::Le | Op::Gt | Op::Ge, &[a, b]) => a == b && is_number(a) && ty == BOOL,
            (Op::Neg, &[a]) => is_number(a) && a == ty,
            (Op::Add | Op::Sub | Op::Mul, &[a, b]) => is_number(a) && a == b && a == ty,
            (Op::Div | Op::Mod, &[a, b]) => a == INT && b == INT && ty == INT,
            (Op::RealDiv, &[a, b]) => (a == REAL || is_float(a)) && a == b && a == ty,
            (Op::Pow, &[a, b]) => a == REAL && b == REAL && ty == REAL,
            (Op::IntToReal, &[a]) => a == INT && ty == REAL,
            (Op::RealToInt, &[a]) => a == REAL && ty == INT,
            (Op::Concat, &[a, b]) => match (width(a), width(b), width(ty)) {
                (Some(a), Some(b), Some(all)) => u64::from(a) + u64::from(b) == u64::from(all),
                _ => false,
            },
            (Op::Extract { hi, lo }, &[a]) => {
                lo <= hi && width(a).is_some_and(|a| hi <= a) && width(ty) == Some(hi.saturating_sub(lo))
            }
            (Op::Ite, &[c, a, b]) => c == BOOL && a == b && a == ty,
            (Op::Select, [map, index @ ..]) => self.access(*map, index, ty),
            (Op::Store, [map, index @ .., value]) => *map == ty && self.access(*map, index, *value),
            _ => false,
        }
    }

    /// A map of that type, selected at such an index, gives such a value.
    fn access(&self, map: TypeId, index: &[TypeId], value: TypeId) -> bool {
        let Type::Map { binders, args, result } = self.program.types.get(map) else { return false };
        let mut bound = vec![None; *binders as usize];
        args.len() == index.len()
            && args.iter().zip(index).all(|(&a, &i)| self.map_part(*binders, a, i, &mut bound))
            && self.map_part(*binders, *result, value, &mut bound)
    }
}

fn fits(value: &BigUint, width: u32) -> bool {
    value.bits() <= u64::from(width)
}
