//! `a == b` of records, which C does not have, and CBMC has: all members are equal.
//!
//! ```text
//! __rmt_same(&a, &b)   →   a.x == b.x && a.y == b.y
//! ```

use ivl::source::Span;

use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::contracts::SAME;
use crate::types::{INT, IntType, Scalar, Type, TypeRef};

use super::Lower;
use super::lvalue::Place;

/// More scalars than that are not compared one by one.
const MOST: usize = 256;

impl<'a> Lower<'a> {
    /// `None`: this is no comparison of records.
    pub(super) fn same_records(&mut self, name: &str, args: &'a [Node], span: Span) -> Option<Expr> {
        let ([a, b], SAME) = (args, name) else { return None };
        let types = [a, b].map(|arg| {
            let mut arg = arg;
            while let (Kind::ImplicitCastExpr | Kind::ParenExpr, Some(inner)) = (arg.kind, arg.inner.last()) {
                arg = inner;
            }
            let pointer = self.ty(arg);
            match &*pointer {
                Type::Ptr(record) => record.clone(),
                _ => pointer.clone(),
            }
        });
        let [Type::Record(r), Type::Record(s)] = [&*types[0], &*types[1]] else {
            self.error("this comparison is not supported", span);
            return Some(Expr::int(0, INT, span));
        };
        if r != s {
            self.error("records of different types are compared", span);
        }
        let (a, b) = (self.value(a), self.value(b));
        let (a, b) = (self.snapshot(a), self.snapshot(b));
        let [a, b] = [a, b].map(|addr| Place::Mem { addr, bits: None, hint: None });
        let mut pairs = vec![];
        self.pairs(&types[0], (a, b), &mut pairs, span);
        if pairs.len() > MOST {
            self.error("a comparison of records of that many members is not supported", span);
            return Some(Expr::int(0, INT, span));
        }
        let equal = pairs.into_iter().map(|(a, b)| Expr::new(ExprKind::Cmp(CmpOp::Eq, a, b), INT, span));
        let all = equal.reduce(|all, one| Expr::new(ExprKind::And(all, one), INT, span));
        Some(all.unwrap_or_else(|| Expr::int(1, INT, span)))
    }

    /// The scalars of two places of a type.
    fn pairs(&mut self, ty: &TypeRef, (a, b): (Place, Place), into: &mut Vec<(Expr, Expr)>, span: Span) {
        if into.len() > MOST {
            return;
        }
        if let Some(scalar) = self.types.scalar(ty) {
            return into.push((self.load(a, scalar, span), self.load(b, scalar, span)));
        }
        match &**ty {
            Type::Record(r) if !self.types.records[*r].union_ => {
                let record = self.types.records[*r].clone();
                for field in record.fields.iter().filter(|field| field.width.is_none() || !field.name.is_empty()) {
                    let places = [a.clone(), b.clone()].map(|at| self.field_place(at, &record.name, field, span));
                    if let [Some(a), Some(b)] = places {
                        self.pairs(&field.ty, (a, b), into, span);
                    }
                }
            }
            Type::Array(element, Some(count)) => {
                let size = self.types.size(element).unwrap_or(0);
                for i in 0..(*count).min(MOST as u64 + 1) {
                    let places = [a.clone(), b.clone()].map(|at| self.at(at, i * size, span));
                    self.pairs(element, places.into(), into, span);
                }
            }
            // Which member of a union counts is not known: all of its bytes do.
            _ => {
                let byte = Scalar::Int(IntType::new(8, false));
                for i in 0..self.types.size(ty).unwrap_or(0).min(MOST as u64 + 1) {
                    let [a, b] = [a.clone(), b.clone()].map(|at| self.at(at, i, span));
                    into.push((self.load(a, byte, span), self.load(b, byte, span)));
                }
            }
        }
    }

    fn at(&mut self, place: Place, bytes: u64, span: Span) -> Place {
        match place {
            Place::Mem { addr, hint, .. } => {
                Place::Mem { addr: self.offset(addr, bytes as i64, span), bits: None, hint }
            }
            other => other,
        }
    }
}
