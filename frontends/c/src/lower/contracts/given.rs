//! Memory that contracts speak of: it is made where they are assumed, and looked at where they are asserted.

use std::collections::hash_map::Entry;

use ivl::source::Span;
use num_bigint::BigInt;

use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::{IntType, Scalar, Type, TypeRef};

use super::super::Lower;
use super::super::lvalue::Place;
use super::clauses::Take;
use super::targets::What;
use super::{Given, INT, State, bare};

const APART: &str = "records with pointers in them, of which contracts say that they are accessible, share no bytes with \
                     what accessible pointers to other types point to";

/// A pointer that has any value where these flags are zero, and a condition holds, if any.
pub(super) struct Unknown {
    place: Place,
    known: Vec<VarId>,
    ty: TypeRef,
    when: Option<Expr>,
}

impl<'a> Lower<'a> {
    /// Where what is said now holds; `None`: in any case.
    pub(super) fn condition(&self, span: Span) -> Option<Expr> {
        self.frame.contract.conditions.last().map(|&flag| Self::int(ExprKind::Var(flag), span))
    }

    fn give(&mut self, pointer: Expr, size: Option<Expr>, ty: &Type, span: Span) {
        let when = self.condition(span);
        self.frame.contract.given.push(Given { pointer, size, when, record: record(ty), fresh: true });
    }

    /// What a function is given that is accessible, it may give back.
    pub(super) fn show(&mut self, pointer: &'a Node, span: Span) {
        let ty = self.ty(bare(pointer));
        let pointer = self.value(pointer);
        let pointer = self.convert(pointer, Scalar::Ptr, span);
        let (pointer, when) = (self.snapshot(pointer), self.condition(span));
        self.frame.contract.given.push(Given { pointer, size: None, when, record: record(&ty), fresh: false });
    }

    /// `p := malloc(n)`: a block of its own, with any contents.
    pub(super) fn make_fresh(&mut self, pointer: &'a Node, size: &'a Node, span: Span) {
        let target = self.behind_parameters(pointer);
        if !matches!(target.kind, Kind::DeclRefExpr | Kind::MemberExpr | Kind::ArraySubscriptExpr | Kind::UnaryOperator)
        {
            return self
                .error("only of a variable, a member or an element can be said that it points to a fresh block", span);
        }
        let (ty, bytes) = (self.ty(target), self.value(size));
        let bytes = self.convert(bytes, self.size_t(), span);
        let Some(place) = self.place(target) else { return };
        let (place, _) = self.first_said(place, span);
        let block = self.block_of_size(bytes, &ty, span);
        self.give(block.clone(), None, &ty, span);
        self.store(place, block, span);
    }

    fn block_of_size(&mut self, bytes: Expr, ty: &Type, span: Span) -> Expr {
        let bytes = self.snapshot(bytes);
        // Larger ones cannot be allocated.
        let most =
            Expr::int((BigInt::from(1) << (self.types.ptr_int(false).bits.min(48) - 2)) - 1, self.size_t(), span);
        self.emit(StmtKind::Assume(Self::int(ExprKind::Cmp(CmpOp::Le, bytes.clone(), most), span)), span);
        let site = self.site(Scalar::Int(IntType::new(8, false)), None, None);
        let ret = self.temp(Scalar::Ptr, span);
        let size = Bytes { unit: bytes.unit(), count: bytes };
        let made = Library::Malloc { ret, size, zero: false, align: 1, called: None, stack: false, site, made: None };
        self.emit(StmtKind::Library(made), span);
        let block = Expr::new(ExprKind::Var(ret), Scalar::Ptr, span);
        self.name_block(&block, ty);
        block
    }

    /// A record that a function is proved with comes from nowhere: it is any, and its address goes to the parameter.
    pub(in crate::lower) fn make_record(&mut self, parameter: VarId, ty: &Type, span: Span) {
        let Some(size) = self.types.size(ty) else { return };
        let size = Expr::int(size, self.size_t(), span);
        let block = self.block_of_size(size, ty, span);
        self.emit(StmtKind::Set(parameter, block), span);
    }

    /// The bytes are accessible, none of those before, and where a function gives them, of a new block. As CBMC has it,
    /// they may lie beside others in one object: who was proved with blocks of their own does not leave them.
    pub(super) fn assert_fresh(&mut self, pointer: &'a Node, size: &'a Node, take: Take, span: Span) {
        let ty = self.ty(bare(pointer));
        let pointer = self.value(pointer);
        let pointer = self.convert(pointer, Scalar::Ptr, span);
        let pointer = self.snapshot(pointer);
        let size = self.value(size);
        let size = self.convert(size, self.size_t(), span);
        let size = self.snapshot(size);
        let accessible = self.accessible_bytes(pointer.clone(), size.clone(), span);
        self.take(accessible, take, span);
        for other in self.frame.contract.given.clone().into_iter().filter(|given| given.fresh) {
            let apart = match other.size {
                Some(length) => self.apart((&pointer, &size), (&other.pointer, &length), span),
                None => {
                    let number = self.block_number(pointer.clone(), span);
                    let other = self.block_number(other.pointer, span);
                    Self::int(ExprKind::Cmp(CmpOp::Ne, number, other), span)
                }
            };
            let apart = match other.when {
                Some(when) => Self::int(ExprKind::Or(Self::int(ExprKind::Not(when), span), apart), span),
                None => apart,
            };
            self.take(apart, take, span);
        }
        if let Some(mark) = self.own_mark() {
            let mark = Expr::new(ExprKind::Var(mark), self.size_t(), span);
            self.take(Self::int(ExprKind::Since { addr: pointer.clone(), mark }, span), take, span);
        }
        self.give(pointer, Some(size), &ty, span);
    }

    /// Whether neither of two ranges of bytes begins within the other.
    fn apart(&self, (a, m): (&Expr, &Expr), (b, n): (&Expr, &Expr), span: Span) -> Expr {
        let begins_in = |addr: &Expr, base: &Expr, length: &Expr| {
            let size = Expr::int(1, self.size_t(), span);
            let within = ExprKind::Within { addr: addr.clone(), size, base: base.clone(), length: length.clone() };
            Self::int(ExprKind::Not(Self::int(within, span)), span)
        };
        Self::int(ExprKind::And(begins_in(a, b, n), begins_in(b, a, m)), span)
    }

    fn block_number(&mut self, ptr: Expr, span: Span) -> Expr {
        let ret = self.temp(self.size_t(), span);
        self.emit(StmtKind::Library(Library::Block { ret, ptr, fact: BlockFact::Number }), span);
        Expr::new(ExprKind::Var(ret), self.size_t(), span)
    }

    /// A pointer that nothing was said of yet gets somewhere to point to.
    pub(super) fn make_accessible(&mut self, pointer: &'a Node, size: &'a Node, span: Span) {
        let Some(unknown) = self.unknown_pointer(pointer) else { return };
        // Of what it is reckoned from, the rest is said by who asks for accessible bytes.
        let is_itself = std::ptr::eq(self.behind_parameters(pointer), self.reckoned_from(pointer));
        let size = if is_itself { self.value(size) } else { Expr::int(0, self.size_t(), span) };
        let size = self.convert(size, self.size_t(), span);
        self.give_block_unless_said(unknown, size, span);
    }

    pub(super) fn give_block_unless_said(&mut self, unknown: Unknown, size: Expr, span: Span) {
        let end = self.label(None);
        for &flag in &unknown.known {
            self.emit(StmtKind::Branch(Self::int(ExprKind::Var(flag), span), end, None), span);
        }
        if let Some(when) = unknown.when {
            self.emit(StmtKind::Branch(Self::int(ExprKind::Not(when), span), end, None), span);
        }
        self.give_block(unknown.place, size, &unknown.ty, span);
        self.emit(StmtKind::Label(end), span);
    }

    /// A pointer that has any value: it is a variable or in memory, and nothing was said of it yet.
    pub(super) fn unknown_pointer(&mut self, pointer: &'a Node) -> Option<Unknown> {
        let target = self.reckoned_from(pointer);
        let span = self.span(target);
        let is_deref = target.kind == Kind::UnaryOperator && target.opcode.as_deref() == Some("*");
        if !matches!(target.kind, Kind::DeclRefExpr | Kind::MemberExpr | Kind::ArraySubscriptExpr) && !is_deref {
            if self.is_proved() && !matches!(target.kind, Kind::StringLiteral | Kind::IntegerLiteral) {
                self.error(
                    "that this is accessible is not supported: of a variable, a member or an element it is",
                    span,
                );
            }
            return None;
        }
        let ty = self.ty(target);
        if !matches!(&*ty, Type::Ptr(_)) {
            return None;
        }
        let place = self.place(target)?;
        let (place, known) = self.first_said(place, span);
        let known = known?;
        if self.is_proved() {
            return Some(Unknown { place, known, ty, when: None });
        }
        // Where a contract stands for a function, all pointers have values but the result and what is assigned.
        if bare(target).referenced_decl.as_ref().is_some_and(|decl| decl.name.as_deref() == Some("__rmt_result")) {
            return Some(Unknown { place, known, ty, when: None });
        }
        let assigned = self.assigned(place.clone(), span)?;
        Some(Unknown { place, known, ty, when: Some(assigned) })
    }

    /// Whether a place in which there is a pointer is among what is assigned; `None`: never.
    fn assigned(&mut self, place: Place, span: Span) -> Option<Expr> {
        let register = match &place {
            Place::Mem { .. } => None,
            _ => match *self.load(place.clone(), Scalar::Ptr, span).kind {
                ExprKind::Var(var) => Some(var),
                _ => None,
            },
        };
        let mut ways = vec![];
        for target in self.frame.contract.targets.clone() {
            let inside = match (&place, target.what) {
                (_, What::Register(var)) if register == Some(var) => Expr::int(1, INT, span),
                (Place::Mem { .. }, What::Memory { value: Some((scalar, _)), .. }) if scalar != Scalar::Ptr => continue,
                (Place::Mem { addr, .. }, What::Memory { addr: base, size: length, .. }) => {
                    let size = Expr::int(self.types.ptr_size(), self.size_t(), span);
                    Self::int(ExprKind::Within { addr: addr.clone(), size, base, length }, span)
                }
                (Place::Mem { addr, .. }, What::Block(pointer)) => {
                    Self::int(ExprKind::Beside(addr.clone(), pointer), span)
                }
                _ => continue,
            };
            ways.push(Self::int(ExprKind::And(target.condition, inside), span));
        }
        ways.into_iter().reduce(|a, b| Self::int(ExprKind::Or(a, b), span))
    }

    /// A place that is settled, and where something was said of the pointer there: where one of these is not zero. `None`:
    /// in any case.
    fn first_said(&mut self, place: Place, span: Span) -> (Place, Option<Vec<VarId>>) {
        match place {
            Place::Mem { addr, bits, hint } => {
                let known = self.say(format!("*{:?}", without_spans(&addr)));
                (Place::Mem { addr: self.snapshot(addr), bits, hint }, known)
            }
            _ => {
                let now = self.load(place.clone(), Scalar::Ptr, span);
                (place, self.say(format!("{:?}", without_spans(&now))))
            }
        }
    }

    /// Where something was said of what a text stands for. From now on, it is said where the present conditions hold.
    fn say(&mut self, text: String) -> Option<Vec<VarId>> {
        let State { known, conditions, .. } = &mut self.frame.contract;
        let earlier = match known.entry(text) {
            Entry::Vacant(place) => {
                place.insert(conditions.last().copied().into_iter().collect());
                return Some(vec![]);
            }
            Entry::Occupied(place) => place.into_mut(),
        };
        if earlier.is_empty() || conditions.iter().any(|flag| earlier.contains(flag)) {
            return None;
        }
        let before = earlier.clone();
        match conditions.last() {
            Some(&flag) => earlier.push(flag),
            None => earlier.clear(),
        }
        Some(before)
    }

    pub(in crate::lower) fn is_proved(&self) -> bool {
        self.frame.func.is_some_and(|func| self.program.funcs[func.index()].name.starts_with(crate::contracts::PROVE))
    }

    /// Somewhere: in a block of its own, or in one of those that were given before. Records are elements of arrays of them.
    fn give_block(&mut self, place: Place, size: Expr, ty: &Type, span: Span) {
        let element = record(ty);
        let size = self.snapshot(size);
        let more = self.temp(self.size_t(), span);
        self.emit(StmtKind::Havoc(more), span);
        let more = Expr::new(ExprKind::Var(more), self.size_t(), span);
        self.emit(StmtKind::Assume(Self::int(ExprKind::Cmp(CmpOp::Le, size, more.clone()), span)), span);
        let own_type = if element.is_some() { ty } else { &Type::Void };
        let own = self.block_of_size(more, own_type, span);
        let chosen = self.temp(Scalar::Ptr, span);
        self.emit(StmtKind::Set(chosen, own.clone()), span);
        for other in self.frame.contract.given.clone() {
            if self.are_apart(element, other.record) {
                self.grant(APART);
                continue;
            }
            let next = self.perhaps_not(other.when, span);
            self.emit(StmtKind::Set(chosen, other.pointer), span);
            self.emit(StmtKind::Label(next), span);
        }
        self.grant(match self.is_proved() {
            true => "a pointer of which a contract says that it is accessible points into no global variable",
            false => "a pointer that a contract gives back as accessible points into new memory, or into what it requires to be",
        });
        if element.is_some() {
            self.grant("records that contracts say are accessible are whole elements of an array, or alone");
        }
        // Not at its start alone; that it is within the block is said by who asks for accessible bytes.
        let size = element.and_then(|record| self.types.size(&Type::Record(record)));
        let scale = size.filter(|&size| size > 0).map_or(1, |size| size as i64);
        let signed = Scalar::Int(self.types.ptr_int(true));
        let index = self.temp(signed, span);
        self.emit(StmtKind::Havoc(index), span);
        let index = Expr::new(ExprKind::Var(index), signed, span);
        let most: BigInt = (BigInt::from(1) << 46) / scale - 1;
        for (low, high) in
            [(Expr::int(-most.clone(), signed, span), index.clone()), (index.clone(), Expr::int(most, signed, span))]
        {
            self.emit(StmtKind::Assume(Self::int(ExprKind::Cmp(CmpOp::Le, low, high), span)), span);
        }
        let base = Expr::new(ExprKind::Var(chosen), Scalar::Ptr, span);
        let at = Expr::new(ExprKind::PtrAdd { base, index, scale }, Scalar::Ptr, Span::NONE);
        self.give(own, None, own_type, span);
        self.store(place, at, span);
    }

    /// Whether what two clauses give shares nothing. Pointers stand where nothing else does, else each would be a number.
    fn are_apart(&self, a: Option<usize>, b: Option<usize>) -> bool {
        let has_pointers = |record: Option<usize>| record.is_some_and(|r| self.types.has_pointers(&Type::Record(r)));
        a != b && (a.is_some() && b.is_some() || has_pointers(a) || has_pointers(b))
    }

    /// Goes on, or to the label that is returned; there in any case where the condition does not hold.
    fn perhaps_not(&mut self, when: Option<Expr>, span: Span) -> LabelId {
        let (choice, next) = (self.temp(INT, span), self.label(None));
        self.emit(StmtKind::Havoc(choice), span);
        self.emit(StmtKind::Branch(Self::int(ExprKind::Var(choice), span), next, None), span);
        if let Some(when) = when {
            self.emit(StmtKind::Branch(Self::int(ExprKind::Not(when), span), next, None), span);
        }
        next
    }

    fn grant(&mut self, what: &str) {
        self.notes.assumptions.insert(what.to_string());
    }
}

/// The record that a pointer is to.
fn record(pointer: &Type) -> Option<usize> {
    match pointer {
        Type::Ptr(inner) => match **inner {
            Type::Record(record) => Some(record),
            _ => None,
        },
        _ => None,
    }
}

/// The same place, wherever it is written.
fn without_spans(e: &Expr) -> Expr {
    let mut e = e.clone();
    fn clear(e: &mut Expr) {
        e.span = Span::NONE;
        if let ExprKind::Load(_, site) | ExprKind::Zeroed { site, .. } = &mut *e.kind {
            *site = SiteId(0);
        }
        e.children_mut().into_iter().for_each(clear);
    }
    clear(&mut e);
    e
}
