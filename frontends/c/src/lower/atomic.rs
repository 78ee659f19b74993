//! Atomic operations (`__sync_*`, `__atomic_*`, `<stdatomic.h>`): reads and writes that are one step for other threads.
//!
//! Operands are evaluated before the step, once, from left to right; memory orders are operands, too.

use ivl::source::Span;

use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::{INT, IntType, Scalar, Type, TypeRef};

use super::Lower;
use super::lvalue::Place;
use operation::{Atomic, Change, WrittenAs};

mod operation;

/// `memory_order_seq_cst`
const SEQ_CST: u8 = 5;

/// The operands of an operation beside the place.
#[derive(Default)]
struct Operands<'a> {
    /// Values, or where they are, in the order of the text.
    values: Vec<&'a Node>,
    /// Of those which are addresses of variables: the variables.
    in_place: Vec<(&'a Node, &'a Node)>,
    /// Memory orders, and whether a comparison may fail without cause.
    orders: Vec<&'a Node>,
    is_weak: bool,
    /// The values are addresses of them.
    generic: bool,
    /// What is added to a pointer counts bytes.
    bytes: bool,
}

impl<'a> Lower<'a> {
    /// A call of `__sync_*` or of an `__atomic_*` that clang takes for a function.
    pub(super) fn atomic_call(
        &mut self,
        name: &str,
        args: &'a [Node],
        ret_ty: &TypeRef,
        span: Span,
    ) -> Option<Option<Expr>> {
        let base = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
        let operation = match base {
            "__sync_synchronize" => return Some(None),
            "__atomic_thread_fence"
            | "__atomic_signal_fence"
            | "__c11_atomic_thread_fence"
            | "__c11_atomic_signal_fence"
            | "atomic_thread_fence"
            | "atomic_signal_fence" => {
                args.iter().for_each(|order| self.effect(order));
                self.memory_orders(&args.iter().collect::<Vec<_>>(), span);
                return Some(None);
            }
            "__atomic_always_lock_free" | "__atomic_is_lock_free" | "__c11_atomic_is_lock_free" => {
                args.iter().for_each(|arg| self.effect(arg));
                return Some(Some(Expr::int(1, INT, span)));
            }
            "__atomic_test_and_set" | "__atomic_clear" => {
                let ty = Scalar::Int(IntType::BOOL);
                let (place, orders) = args.split_first()?;
                let place = self.pointed(place)?;
                orders.iter().for_each(|order| self.effect(order));
                self.memory_orders(&orders.iter().collect::<Vec<_>>(), span);
                self.emit(StmtKind::Atomic(true), span);
                let old = self.load(place.clone(), ty, span);
                let old = self.snapshot(old);
                let sets = base.ends_with("set");
                self.store(place, Expr::int(u8::from(sets), ty, span), span);
                self.emit(StmtKind::Atomic(false), span);
                return Some(sets.then_some(old));
            }
            _ => match Atomic::of_sync(base.strip_prefix("__sync_")?) {
                Some(operation) => operation,
                None => {
                    self.error(format!("`{name}` is not supported"), span);
                    return Some(None);
                }
            },
        };
        if matches!(operation, Atomic::Clear) || base.ends_with("test_and_set") {
            self.weaker_order(span);
        }
        let (place, values) = args.split_first()?;
        let operands = Operands { values: values.iter().collect(), bytes: true, ..Operands::default() };
        let result = self.atomic(operation, place, &operands, span);
        let wanted = self.types.scalar(ret_ty);
        Some(match (result, wanted) {
            (Some(value), Some(ty)) => Some(self.convert(value, ty, span)),
            _ => None,
        })
    }

    /// An operation that clang has a kind of expression for; its name stands in the text alone, be it that of a header.
    pub(super) fn atomic_expr(&mut self, node: &'a Node, span: Span) -> Option<Expr> {
        let Some((operation, how)) = self.operation(node) else {
            self.error("this atomic operation is not supported", span);
            return None;
        };
        let place = node.inner.first()?;
        // clang has the memory order behind the place, whatever the text has.
        let operand = |index: usize| node.inner.get(index);
        let given =
            |indices: &[usize]| -> Vec<&'a Node> { indices.iter().filter_map(|&index| operand(index)).collect() };
        let (values, orders) = match operation {
            Atomic::Load if how == WrittenAs::Generic => (given(&[2]), given(&[1])),
            Atomic::Load => (vec![], given(&[1])),
            Atomic::Init => (given(&[1]), vec![]),
            Atomic::CompareExchange { .. } => (given(&[2, 4]), given(&[5, 1, 3])),
            Atomic::Exchange if how == WrittenAs::Generic => (given(&[2, 3]), given(&[1])),
            _ => (given(&[2]), given(&[1])),
        };
        let is_weak = match operation {
            Atomic::CompareExchange { weak } => match operand(5) {
                Some(flag) => self.constant(self.frame.unit, flag) != Some(0.into()),
                None => weak,
            },
            _ => false,
        };
        let in_place = self.in_place(self.frame.unit, node);
        let in_place = in_place.into_iter().map(|(index, variable)| (&node.inner[index], variable)).collect();
        let (generic, bytes) = (how == WrittenAs::Generic, how != WrittenAs::C11);
        let operands = Operands { values, in_place, orders, is_weak, generic, bytes };
        let result = self.atomic(operation, place, &operands, span)?;
        let ty = self.ty(node);
        match self.types.scalar(&ty) {
            Some(ty) => Some(self.convert(result, ty, span)),
            None => Some(result),
        }
    }

    /// Which operation a node is.
    fn operation(&mut self, node: &Node) -> Option<(Atomic, WrittenAs)> {
        let written = match &node.loc {
            Some(place) => self.files.token(self.sources, Some(place)),
            None => self.span(node),
        };
        let text = self.sources.text(written).unwrap_or("");
        let name = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or("");
        operation::of_expression(name)
    }

    /// The operands of an operation whose addresses are written there for their values alone: the variable in `&variable`,
    /// where it has the type of the place.
    pub(super) fn in_place<'n>(&mut self, unit: usize, node: &'n Node) -> Vec<(usize, &'n Node)> {
        let Some((operation, how)) = self.operation(node) else { return vec![] };
        let indices: &[usize] = match operation {
            Atomic::CompareExchange { .. } if how == WrittenAs::Generic => &[2, 4],
            Atomic::CompareExchange { .. } => &[2],
            Atomic::Exchange if how == WrittenAs::Generic => &[2, 3],
            _ if how == WrittenAs::Generic => &[2],
            _ => &[],
        };
        let pointer = node.inner.first().and_then(|place| self.try_type(unit, place));
        let Some(Type::Ptr(elem)) = pointer.as_deref() else { return vec![] };
        let Some(wanted) = self.types.scalar(elem) else { return vec![] };
        let mut found = vec![];
        for &index in indices {
            if let Some(operand) = node.inner.get(index).and_then(operand_of_address)
                && let Some(ty) = self.try_type(unit, operand)
                && self.types.scalar(&ty) == Some(wanted)
            {
                found.push((index, operand));
            }
        }
        found
    }

    /// Whether the order of all operations is that of a single one for all threads.
    fn memory_orders(&mut self, orders: &[&'a Node], span: Span) {
        let unit = self.frame.unit;
        for order in orders {
            if self.constant(unit, order) != Some(SEQ_CST.into()) {
                self.weaker_order(span);
            }
        }
    }

    fn weaker_order(&mut self, span: Span) {
        self.program.weaker_order.get_or_insert(span);
    }

    /// What a pointer points to.
    fn pointed(&mut self, pointer: &'a Node) -> Option<Place> {
        let addr = self.value(pointer);
        let addr = self.snapshot(addr);
        Some(Place::Mem { addr, bits: None, hint: None })
    }

    fn atomic(&mut self, operation: Atomic, pointer: &'a Node, operands: &Operands<'a>, span: Span) -> Option<Expr> {
        let pointer_ty = self.ty(pointer);
        let Type::Ptr(elem) = &*pointer_ty else { return None };
        let elem = elem.clone();
        let place = self.pointed(pointer)?;
        let Some(ty) = self.types.scalar(&elem) else {
            return self.atomic_record(operation, place, operands, &elem, span);
        };
        let mut given = vec![];
        let mut places = vec![];
        for (index, value) in operands.values.iter().enumerate() {
            let is_place = operands.generic || (index == 0 && matches!(operation, Atomic::CompareExchange { .. }));
            if is_place {
                let place = match operands.in_place.iter().find(|known| std::ptr::eq(known.0, *value)) {
                    Some((_, variable)) => self.place(variable)?,
                    None => self.pointed(value)?,
                };
                places.push(place.clone());
                let is_read = match operation {
                    Atomic::Load => false,
                    Atomic::Exchange => index == 0,
                    Atomic::CompareExchange { .. } => index == 1,
                    _ => true,
                };
                if is_read {
                    let value = self.load(place, ty, span);
                    given.push(self.snapshot(value));
                }
                continue;
            }
            let value = self.value(value);
            let value = match (operation, ty) {
                // What is added to a pointer is a number.
                (Atomic::Change { .. }, Scalar::Ptr) => value,
                _ => self.convert(value, ty, span),
            };
            given.push(self.snapshot(value));
        }
        self.effects(operands, operation, span);
        self.emit(StmtKind::Atomic(true), span);
        let result = match (operation, &places[..]) {
            (Atomic::CompareExchange { .. }, [expected, ..]) => {
                let expected = expected.clone();
                self.compare_exchange(place, expected, (given.pop()?, ty), operands.is_weak, span)
            }
            _ => {
                let old = self.load(place.clone(), ty, span);
                let old = self.snapshot(old);
                self.operate((operation, operands.bytes), place, (old, ty), (&elem, &given), span)?
            }
        };
        self.emit(StmtKind::Atomic(false), span);
        if let (true, Atomic::Load | Atomic::Exchange, Some(target)) = (operands.generic, operation, places.pop()) {
            self.store(target, result.clone(), span);
        }
        Some(result)
    }

    fn effects(&mut self, operands: &Operands<'a>, operation: Atomic, span: Span) {
        operands.orders.iter().for_each(|order| self.effect(order));
        // The first of them says whether a comparison of GNU C is a weak one.
        let has_flag = matches!(operation, Atomic::CompareExchange { .. }) && operands.orders.len() == 3;
        self.memory_orders(&operands.orders[usize::from(has_flag)..], span);
    }

    /// Writes if what is there is what is expected; else only reads, and says what is there.
    fn compare_exchange(
        &mut self,
        place: Place,
        expected: Place,
        (new, ty): (Expr, Scalar),
        is_weak: bool,
        span: Span,
    ) -> Expr {
        let old = self.load(place.clone(), ty, span);
        let old = self.snapshot(old);
        let hoped = self.load(expected.clone(), ty, span);
        let mut same = Expr::new(ExprKind::Cmp(CmpOp::Eq, old.clone(), hoped), INT, span);
        if is_weak {
            let any = self.temp(INT, span);
            self.emit(StmtKind::Havoc(any), span);
            let succeeds = Expr::new(ExprKind::Var(any), INT, span);
            let zero = Expr::int(0, INT, span);
            let succeeds = Expr::new(ExprKind::Cmp(CmpOp::Ne, succeeds, zero), INT, span);
            same = Expr::new(ExprKind::And(same, succeeds), INT, span);
        }
        let same = self.snapshot(same);
        self.swap_if(same.clone(), (place, new), Some((expected, old)), span);
        same
    }

    /// `if (same) place = new; else other = value;`
    fn swap_if(&mut self, same: Expr, (place, new): (Place, Expr), other: Option<(Place, Expr)>, span: Span) {
        let (fails, end) = (self.label(None), self.label(None));
        let differs = Expr::new(ExprKind::Not(same), INT, span);
        self.emit(StmtKind::Branch(differs, fails, None), span);
        self.store(place, new, span);
        self.emit(StmtKind::Goto(end), span);
        self.emit(StmtKind::Label(fails), span);
        if let Some((place, value)) = other {
            self.store(place, value, span);
        }
        self.emit(StmtKind::Label(end), span);
    }

    /// A record of an atomic type as it is in one step.
    pub(super) fn atomic_value(&mut self, record: &'a Node, span: Span) -> Option<Expr> {
        let ty = self.ty(record);
        let place = self.place(record)?;
        let addr = self.address(place, span);
        let addr = self.settled(addr);
        let obj = self.block("$loaded", &ty, span);
        self.emit(StmtKind::Alloc(obj, None), span);
        let value = Expr::new(ExprKind::Obj(obj), Scalar::Ptr, span);
        self.emit(StmtKind::Atomic(true), span);
        self.copy(value.clone(), addr, &ty, span);
        self.emit(StmtKind::Atomic(false), span);
        Some(value)
    }

    /// Records are loaded, stored and exchanged.
    fn atomic_record(
        &mut self,
        operation: Atomic,
        place: Place,
        operands: &Operands<'a>,
        ty: &TypeRef,
        span: Span,
    ) -> Option<Expr> {
        let mut given = vec![];
        for value in &operands.values {
            let addr = if operands.generic { self.value(value) } else { self.record_value(value)? };
            given.push(self.snapshot(addr));
        }
        self.effects(operands, operation, span);
        let addr = self.address(place, span);
        let result = match (operation, operands.generic, given.last()) {
            (Atomic::Load | Atomic::Exchange, true, Some(target)) => target.clone(),
            (Atomic::Load | Atomic::Exchange, ..) => {
                let obj = self.block("$loaded", ty, span);
                self.emit(StmtKind::Alloc(obj, None), span);
                Expr::new(ExprKind::Obj(obj), Scalar::Ptr, span)
            }
            (Atomic::Store | Atomic::Init, ..) => addr.clone(),
            _ => {
                self.error("this atomic operation on a record is not supported", span);
                return None;
            }
        };
        self.emit(StmtKind::Atomic(true), span);
        match (operation, &given[..]) {
            (Atomic::Load, _) => self.copy(result.clone(), addr, ty, span),
            (Atomic::Store | Atomic::Init, [new, ..]) => self.copy(addr, new.clone(), ty, span),
            (_, [new, ..]) => {
                self.copy(result.clone(), addr.clone(), ty, span);
                self.copy(addr, new.clone(), ty, span);
            }
            _ => {}
        }
        self.emit(StmtKind::Atomic(false), span);
        Some(result)
    }

    /// What an operation does when the old value is known and its operands are.
    fn operate(
        &mut self,
        (operation, bytes): (Atomic, bool),
        place: Place,
        (old, ty): (Expr, Scalar),
        (elem, given): (&Type, &[Expr]),
        span: Span,
    ) -> Option<Expr> {
        match (operation, given) {
            (Atomic::Load, _) => Some(old),
            (Atomic::Clear, _) => {
                let zero = self.zero(ty, span);
                self.store(place, zero, span);
                Some(old)
            }
            (Atomic::Store | Atomic::Exchange | Atomic::Init, [new, ..]) => {
                self.store(place, new.clone(), span);
                Some(old)
            }
            (Atomic::Change { how, gives_new }, [value, ..]) => {
                let new = self.changed(how, (old.clone(), ty), value.clone(), (elem, bytes), span)?;
                let new = self.snapshot(new);
                self.store(place, new.clone(), span);
                Some(if gives_new { new } else { old })
            }
            (Atomic::Swap { gives_truth }, [expected, new, ..]) => {
                let same = Expr::new(ExprKind::Cmp(CmpOp::Eq, old.clone(), expected.clone()), INT, span);
                let same = self.snapshot(same);
                self.swap_if(same.clone(), (place, new.clone()), None, span);
                Some(if gives_truth { same } else { old })
            }
            _ => None,
        }
    }

    /// The new value of a number or a pointer.
    fn changed(
        &mut self,
        how: Change,
        (old, ty): (Expr, Scalar),
        value: Expr,
        (elem, bytes): (&Type, bool),
        span: Span,
    ) -> Option<Expr> {
        let int = match (ty, how) {
            (Scalar::Int(int), _) => int,
            (Scalar::Ptr, Change::By(BinOp::Add | BinOp::Sub)) => {
                let index = if matches!(how, Change::By(BinOp::Sub)) { self.negate(value, span) } else { value };
                let byte = Type::Int(IntType::new(8, false));
                let target = match elem {
                    Type::Ptr(target) if !bytes => &**target,
                    _ => &byte,
                };
                return self.ptr_add(old, index, target, span);
            }
            (Scalar::Float(_), Change::By(op @ (BinOp::Add | BinOp::Sub))) => {
                return Some(Expr::new(ExprKind::Binary(op, old, value), ty, span));
            }
            _ => {
                self.error("this atomic operation is not supported on values of this type", span);
                return None;
            }
        };
        if let Change::To(order) = how {
            let is_old = Expr::new(ExprKind::Cmp(order, old.clone(), value.clone()), INT, span);
            return Some(Expr::new(ExprKind::Cond(is_old, old, value), ty, span));
        }
        // It wraps around.
        let natural = Scalar::Int(IntType { signed: false, ..int });
        let (a, b) = (self.convert(old, natural, span), self.convert(value, natural, span));
        let new = match how {
            Change::By(op) => Expr::new(ExprKind::Binary(op, a, b), natural, span),
            _ => {
                let both = Expr::new(ExprKind::Binary(BinOp::And, a, b), natural, span);
                Expr::new(ExprKind::Unary(UnOp::BitNot, both), natural, span)
            }
        };
        Some(self.convert(new, ty, span))
    }
}

/// The variable `x` in `&x`.
fn operand_of_address(node: &Node) -> Option<&Node> {
    match node.kind {
        Kind::ParenExpr => operand_of_address(node.inner.first()?),
        Kind::UnaryOperator if node.opcode.as_deref() == Some("&") => {
            node.inner.first().filter(|operand| operand.kind == Kind::DeclRefExpr)
        }
        _ => None,
    }
}
