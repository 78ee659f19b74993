//! Short ways to write expressions over integers and maps.

use num_bigint::BigInt;

use crate::base::ids::{ExprId, TypeId, VarId};
use crate::ir::build::fresh_local;
use crate::ir::{Attr, Attribute, AttributeValue, Body, Op, Program, Type, TypeTable};
use ivl::source::Span;

/// Builds expressions of a program.
pub struct Terms<'a>(pub &'a mut Program);

impl Terms<'_> {
    pub fn var(&mut self, var: VarId) -> ExprId {
        self.0.var_expr(var)
    }

    pub fn int(&mut self, value: impl Into<BigInt>) -> ExprId {
        self.0.exprs.int(value)
    }

    pub fn add(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.0.exprs.op(Op::Add, [a, b], TypeTable::INT)
    }

    pub fn sub(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.0.exprs.op(Op::Sub, [a, b], TypeTable::INT)
    }

    pub fn mul(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.0.exprs.op(Op::Mul, [a, b], TypeTable::INT)
    }

    /// The remainder that is not negative.
    pub fn modulo(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.0.exprs.op(Op::Mod, [a, b], TypeTable::INT)
    }

    pub fn le(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.0.exprs.op(Op::Le, [a, b], TypeTable::BOOL)
    }

    pub fn lt(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.0.exprs.op(Op::Lt, [a, b], TypeTable::BOOL)
    }

    pub fn eq(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.0.exprs.eq(a, b)
    }

    pub fn and(&mut self, all: &[ExprId]) -> ExprId {
        self.0.exprs.and(all)
    }

    pub fn not(&mut self, e: ExprId) -> ExprId {
        self.0.exprs.not(e)
    }

    pub fn implies(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.0.exprs.implies(a, b)
    }

    pub fn ite(&mut self, condition: ExprId, then: ExprId, other: ExprId) -> ExprId {
        let ty = self.0.exprs.ty(then);
        self.0.exprs.op(Op::Ite, [condition, then, other], ty)
    }

    pub fn select(&mut self, map: ExprId, at: ExprId) -> ExprId {
        let ty = self.range(map);
        self.0.exprs.op(Op::Select, [map, at], ty)
    }

    pub fn store(&mut self, map: ExprId, at: ExprId, value: ExprId) -> ExprId {
        let ty = self.0.exprs.ty(map);
        self.0.exprs.op(Op::Store, [map, at, value], ty)
    }

    /// What a map's cells hold.
    pub fn range(&self, map: ExprId) -> TypeId {
        match self.0.types.get(self.0.exprs.ty(map)) {
            Type::Map { result, .. } => *result,
            _ => panic!("internal: not a map"),
        }
    }

    /// The value of an integer literal.
    pub fn literal(&self, e: ExprId) -> Option<BigInt> {
        literal(self.0, e)
    }
}

/// The value of an integer literal.
pub fn literal(program: &Program, e: ExprId) -> Option<BigInt> {
    program.exprs.literal(e)
}

/// Whether values are maps from integers alone.
pub fn is_memory(program: &Program, ty: TypeId) -> bool {
    matches!(program.types.get(ty), Type::Map { binders: 0, args, .. } if args[..] == [TypeTable::INT])
}

/// A variable that a prover keeps beside the program: nothing is guessed of it as of one of the program's own.
pub fn ghost(program: &mut Program, body: &mut Body, name: &str, ty: TypeId, span: Span) -> VarId {
    let var = fresh_local(program, body, name, ty, span);
    program.vars[var].attrs = [Attribute::with(Attr::Heap, vec![AttributeValue::Str("about".into())])].into();
    var
}
