//! Whether two declarations may mean one object or function: as far as memory and calls can tell, their types are compatible (C17 6.2.7, 6.5.2.2).

use std::rc::Rc;

use ivl::source::Span;

use crate::clang::{Kind, Node};
use crate::types::{FuncType, IntType, Record, Scalar, Type, TypeRef};

use super::{Key, Lower};

impl<'a> Lower<'a> {
    /// Whether two files may mean one variable by these types, as far as its place in memory tells.
    pub(super) fn are_one(&self, ty: &Type, other: &Type) -> bool {
        match (ty, other) {
            (Type::Array(one, _), Type::Array(another, _)) => self.are_one(one, another),
            (Type::Array(..), _) | (_, Type::Array(..)) => false,
            (Type::Record(one), Type::Record(another)) => {
                one == another || self.are_one_record(&self.types.records[*one], &self.types.records[*another])
            }
            _ => match (self.types.scalar(ty), self.types.scalar(other)) {
                (Some(Scalar::Int(one)), Some(Scalar::Int(another))) => one.bits == another.bits,
                (None, None) => match (self.types.size(ty), self.types.size(other)) {
                    (Some(one), Some(another)) => one == another,
                    _ => true,
                },
                (one, another) => one == another,
            },
        }
    }

    fn are_one_record(&self, one: &Record, another: &Record) -> bool {
        if !one.complete || !another.complete {
            return true;
        }
        let are_alike =
            one.size == another.size && one.union_ == another.union_ && one.fields.len() == another.fields.len();
        are_alike
            && one.fields.iter().zip(&another.fields).all(|(field, other)| {
                (field.bit_offset, field.width) == (other.bit_offset, other.width)
                    && self.types.size(&field.ty) == self.types.size(&other.ty)
                    && self.are_one(&field.ty, &other.ty)
            })
    }

    /// Refuses a call of a function whose definition, of the program, has other parameters or another result than the call takes it to have.
    pub(super) fn check_type_of_call(&mut self, key: &Key, called: &TypeRef, args: &'a [Node], span: Span) {
        let Some(&(unit, node)) = self.decls.func_nodes.get(key).filter(|(unit, _)| self.models.unit != Some(*unit))
        else {
            return;
        };
        let (Type::Func(called), Some(defined)) = (&**called, self.try_type(unit, node)) else { return };
        let Type::Func(defined) = &*defined else { return };
        let params: Vec<&Node> = node.inner.iter().filter(|part| part.kind == Kind::ParmVarDecl).collect();
        let params: Option<Vec<TypeRef>> = params.into_iter().map(|param| self.try_type(unit, param)).collect();
        let given = self.passed_types(called, args);
        let params = params.unwrap_or_default();
        let is_promoted = called.unprototyped || defined.unprototyped;
        let takes = given.iter().zip(&params).all(|(given, param)| self.passes(given, param, is_promoted));
        let gives = *called.ret == Type::Void || self.passes(&called.ret, &defined.ret, false);
        if !takes || !gives {
            self.of_another_type(&key.1, span);
        }
    }

    /// Refuses such a call.
    pub(super) fn of_another_type(&mut self, name: &str, span: Span) {
        self.error(format!("`{name}` is called as a function of another type than it is defined with"), span);
    }

    /// The types of what a call gives: those that the prototype says, else those of the arguments.
    fn passed_types(&mut self, called: &Rc<FuncType>, args: &'a [Node]) -> Vec<TypeRef> {
        if called.unprototyped { args.iter().map(|arg| self.ty(arg)).collect() } else { called.params.clone() }
    }

    /// Whether what is passed as one type arrives as another. Without a prototype, it is promoted.
    fn passes(&self, given: &Type, taken: &Type, is_promoted: bool) -> bool {
        let promoted = |ty: &Type| match self.types.scalar(&super::stmt::decayed(&Rc::new(ty.clone()))) {
            Some(Scalar::Int(int)) if is_promoted => Some(Scalar::Int(IntType { bits: int.bits.max(32), ..int })),
            Some(Scalar::Float(32)) if is_promoted => Some(Scalar::Float(64)),
            scalar => scalar,
        };
        match (promoted(given), promoted(taken)) {
            (Some(Scalar::Int(one)), Some(Scalar::Int(another))) => one.bits == another.bits,
            (None, None) => self.types.first_member(taken).is_some() || self.are_one(given, taken),
            (None, Some(_)) | (Some(_), None) => [given, taken].iter().any(|ty| self.types.first_member(ty).is_some()),
            (one, another) => one == another,
        }
    }
}
