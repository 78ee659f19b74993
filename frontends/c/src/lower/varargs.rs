//! Variadic arguments: the caller puts them in a block, whose address is one more argument; a `va_list` holds the
//! address of the next one.
//!
//! ```text
//! sum(2, x, "s")      →   block[0] := x; block[64 + 16] := "s"; sum(2, block)
//! va_arg(ap, int)     →   p := *ap; *ap := p + 64; [p]
//! ```
//!
//! A list that is used up holds an address where nothing is: what is next in it nobody knows (C11 7.16, 3).
//!
//! Each kind of argument has a place of its own within a slot, so that memory stays typed.

use ivl::source::Span;

use crate::cir::*;
use crate::clang::Node;
use crate::types::{INT, IntType, Scalar, Type, TypeRef};

use super::Lower;
use super::lvalue::Place;

/// The distance of slots, in bytes.
const SLOT: i64 = 64;

/// Where a record's address is in a slot.
const RECORD: i64 = 32;

/// What a list holds that is used up.
const USED_UP: u8 = 1;

/// Where a value is in a slot.
fn place_in_slot(ty: Scalar) -> i64 {
    match ty {
        Scalar::Int(int) if int.bits <= 32 => 0,
        Scalar::Int(int) if int.bits == 64 => 8,
        Scalar::Ptr => 16,
        Scalar::Float(64) => 24,
        Scalar::Int(_) => 40,
        Scalar::Float(_) => 48,
    }
}

impl<'a> Lower<'a> {
    /// The block of the arguments beyond the parameters.
    pub(super) fn variadic_block(&mut self, values: Vec<(Expr, TypeRef)>, span: Span) -> Expr {
        if values.is_empty() {
            return Expr::int(0, Scalar::Ptr, span);
        }
        let char = Type::Int(IntType::new(8, true));
        let size = values.len() as u64 * SLOT as u64;
        let obj = self.block("$arguments", &Type::Array(char.into(), Some(size)), span);
        self.emit(StmtKind::Alloc(obj, None), span);
        let block = Expr::new(ExprKind::Obj(obj), Scalar::Ptr, span);
        for (i, (value, ty)) in values.into_iter().enumerate() {
            let (at, value) = match self.types.scalar(&ty) {
                Some(_) => (place_in_slot(value.ty), value),
                None => {
                    // The caller's copy.
                    let copy = self.block("$argument", &ty, span);
                    self.emit(StmtKind::Alloc(copy, None), span);
                    let slot = super::Slot { storage: super::Storage::Mem(copy), ty, vla_size: None };
                    self.copy_into_slot(&slot, value, span);
                    (RECORD, Expr::new(ExprKind::Obj(copy), Scalar::Ptr, span))
                }
            };
            let addr = self.offset(block.clone(), i as i64 * SLOT + at, span);
            self.store(Place::Mem { addr, bits: None, hint: None }, value, span);
        }
        block
    }

    /// The address of a `va_list`, which is an array on some machines.
    pub(super) fn va_list(&mut self, node: &'a Node) -> Option<Expr> {
        if matches!(&*self.ty(node), Type::Ptr(_)) && !self.types.target32 {
            let value = self.value(node);
            return Some(self.snapshot(value));
        }
        let span = self.span(node);
        let place = self.place(node)?;
        Some(self.address(place, span))
    }

    /// How many arguments of a list are left.
    pub(super) fn listed(&mut self, list: &'a Node, span: Span) -> Option<Expr> {
        let list = self.va_list(list)?;
        let next = self.load(Place::Mem { addr: list, bits: None, hint: None }, Scalar::Ptr, span);
        let next = self.snapshot(next);
        let size_t = Scalar::Int(self.types.ptr_int(false));
        let size = self.fact(BlockFact::Size, next.clone(), span);
        let offset = self.fact(BlockFact::Offset, next, span);
        let left = Expr::new(ExprKind::Binary(BinOp::Sub, size, offset), size_t, span);
        Some(Expr::new(ExprKind::Binary(BinOp::Div, left, Expr::int(SLOT, size_t, span)), size_t, span))
    }

    pub(super) fn va_start(&mut self, list: &'a Node, span: Span) {
        let Some(arguments) = self.frame.arguments else {
            return self.error("`va_start` outside a variadic function", span);
        };
        if let Some(addr) = self.va_list(list) {
            let first = Expr::new(ExprKind::Var(arguments), Scalar::Ptr, span);
            self.store(Place::Mem { addr, bits: None, hint: None }, first, span);
        }
    }

    pub(super) fn va_copy(&mut self, to: &'a Node, from: &'a Node, span: Span) {
        if let (Some(to), Some(from)) = (self.va_list(to), self.va_list(from)) {
            let next = self.load(Place::Mem { addr: from, bits: None, hint: None }, Scalar::Ptr, span);
            self.store(Place::Mem { addr: to, bits: None, hint: None }, next, span);
        }
    }

    /// A list that a function is given is not used up.
    pub(super) fn check_list(&mut self, list: &'a Node, span: Span) {
        if !self.config.checks.format {
            return;
        }
        if let Some(addr) = self.va_list(list) {
            let next = self.load(Place::Mem { addr, bits: None, hint: None }, Scalar::Ptr, span);
            let used_up = Expr::int(USED_UP, Scalar::Ptr, span);
            let is_left = Expr::new(ExprKind::Cmp(CmpOp::Ne, next, used_up), INT, span);
            let message = "an argument list is used again without `va_start` or `va_copy`";
            self.emit(StmtKind::Assert(is_left, Failure::Assertion(message.into())), span);
        }
    }

    /// After a function of the library has read a list.
    pub(super) fn use_up(&mut self, list: &'a Node, span: Span) {
        if let Some(addr) = self.va_list(list) {
            let used_up = Expr::int(USED_UP, Scalar::Ptr, span);
            self.store(Place::Mem { addr, bits: None, hint: None }, used_up, span);
        }
    }

    /// `va_arg`: the value, or the address of the record.
    pub(super) fn va_arg(&mut self, node: &'a Node, span: Span) -> Option<Expr> {
        self.notes.assumptions.insert("variadic arguments are read at the types that they are given with".to_string());
        let ty = self.ty(node);
        let addr = self.va_list(node.inner.first()?)?;
        let list = Place::Mem { addr, bits: None, hint: None };
        let now = self.load(list.clone(), Scalar::Ptr, span);
        let now = self.snapshot(now);
        let next = self.offset(now.clone(), SLOT, span);
        self.store(list, next, span);
        let (at, ty) = match self.types.scalar(&ty) {
            Some(ty) => (place_in_slot(ty), ty),
            None => (RECORD, Scalar::Ptr),
        };
        let addr = self.offset(now, at, span);
        let value = self.load(Place::Mem { addr, bits: None, hint: None }, ty, span);
        Some(self.snapshot(value))
    }
}
