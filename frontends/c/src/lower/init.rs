//! Initialisers, and the text of string literals.

use ivl::source::Span;

use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::{Field, Scalar, Type, TypeRef};

use super::literals::string_units;
use super::lvalue::Place;
use super::{Lower, Slot, Storage};

/// Blocks of at most that many bytes are zeroed cell by cell where parts of them are then written.
impl<'a> Lower<'a> {
    /// A variable with static storage: zero where nothing is said.
    pub(super) fn initialise_static(&mut self, slot: &Slot, init: Option<&'a Node>, span: Span) {
        match init {
            Some(init) => {
                self.make_room(slot, init);
                // In registers, what the list leaves out is zero one by one.
                let zeroed = matches!(slot.storage, Storage::Mem(_) | Storage::Own(_));
                if zeroed {
                    self.zero_slot(slot, span);
                }
                self.initialise_with(slot, init, span, zeroed);
            }
            None => self.zero_slot(slot, span),
        }
    }

    /// A flexible array that is initialised is part of the variable.
    fn make_room(&mut self, slot: &Slot, init: &'a Node) {
        let (Storage::Mem(obj), Type::Record(index)) = (&slot.storage, &*slot.ty) else { return };
        let Some(last) = self.types.records[*index].fields.last().cloned() else { return };
        let list = strip(init);
        let element = match &*last.ty {
            Type::Array(elem, None | Some(0)) if list.kind == Kind::InitListExpr => self.types.size(elem),
            _ => None,
        };
        let named = self.types.records[*index].fields.iter().filter(|f| !(f.width.is_some() && f.name.is_empty()));
        let values = list.inner.get(named.count() - 1).map(strip);
        let (Some(element), Some(values)) = (element, values) else { return };
        let count = match values.kind {
            Kind::InitListExpr => {
                let own = self.try_type(self.frame.unit, values);
                match own.as_deref() {
                    Some(Type::Array(_, Some(count))) => *count,
                    _ => values.inner.len() as u64,
                }
            }
            _ if is_string(values) => {
                let text = string_node(values).value_text().and_then(|text| string_units(text, element));
                text.map_or(0, |units| units.len() as u64 + 1)
            }
            _ => 0,
        };
        let decl = &mut self.program.objs[obj.index()];
        decl.size = decl.size.map(|size| size.max(last.bit_offset / 8 + count * element));
    }

    fn zero_slot(&mut self, slot: &Slot, span: Span) {
        match &slot.storage {
            Storage::Reg(var) => {
                let ty = self.program.vars[var.index()].ty;
                let zero = self.zero(ty, span);
                self.emit(StmtKind::Set(*var, zero), span);
            }
            Storage::Split(leaves) => {
                for (_, var) in leaves.clone().iter() {
                    let ty = self.program.vars[var.index()].ty;
                    let zero = self.zero(ty, span);
                    self.emit(StmtKind::Set(*var, zero), span);
                }
            }
            Storage::Mem(obj) => {
                let whole = self.types.size(&slot.ty);
                let Some(size) = whole.max(self.program.objs[obj.index()].size) else { return };
                let addr = Expr::new(ExprKind::Obj(*obj), crate::types::Scalar::Ptr, span);
                self.zero_bytes(addr, size, span);
            }
            Storage::Own(var) => self.own_block(*var, &slot.ty, span),
        }
    }

    /// A block of zeroes for a variable that the thread has for itself.
    fn own_block(&mut self, ret: VarId, ty: &TypeRef, span: Span) {
        let size = Expr::int(self.types.size(ty).unwrap_or(0), Scalar::Int(self.types.ptr_int(false)), span);
        let (size, site) = (self.bytes(size), self.byte_site());
        let block = Library::Malloc { ret, size, zero: true, align: 1, called: None, stack: true, site, made: None };
        self.emit(StmtKind::Library(block), span);
    }

    pub(super) fn zero_bytes(&mut self, addr: Expr, size: u64, span: Span) {
        let site = self.site(crate::types::Scalar::Int(crate::types::IntType::new(8, false)), None, None);
        self.emit(StmtKind::Zero { addr, size, site }, span);
    }

    pub(super) fn zero(&mut self, ty: crate::types::Scalar, span: Span) -> Expr {
        match ty {
            crate::types::Scalar::Float(_) => Expr::new(ExprKind::FloatConst("0.0".into()), ty, span),
            _ => Expr::int(0, ty, span),
        }
    }

    /// A variable of a block.
    pub(super) fn initialise(&mut self, slot: &Slot, init: &'a Node, span: Span) {
        self.initialise_with(slot, init, span, false);
    }

    fn initialise_with(&mut self, slot: &Slot, init: &'a Node, span: Span, zeroed: bool) {
        let place = self.place_of(slot, span);
        // What the list leaves out is zero.
        let list = strip(init).kind == Kind::InitListExpr;
        let mut zeroed = zeroed;
        if let (Storage::Mem(_), true, false) = (&slot.storage, list || is_string(init), zeroed) {
            self.zero_slot(slot, span);
            zeroed = true;
        }
        self.init_place(place, &slot.ty.clone(), init, span, zeroed);
    }

    fn init_place(&mut self, place: Place, ty: &TypeRef, init: &'a Node, span: Span, zeroed: bool) {
        let init = strip(init);
        match (&**ty, init.kind) {
            // Arrays in a record of registers are never looked at.
            (Type::Array(..), _) if matches!(place, Place::Split { .. }) => self.effects_of(init),
            (_, Kind::ImplicitValueInitExpr) => self.zero_place(place, ty, span, zeroed),
            (Type::Array(elem, _), Kind::InitListExpr) => {
                let Some(size) = self.types.size(elem) else { return self.malformed(span) };
                // `char s[4] = { "abc" }`
                if let [only] = &init.inner[..]
                    && is_string(only)
                    && self.types.scalar(elem).is_some()
                {
                    return self.init_place(place, ty, only, span, zeroed);
                }
                let elements = if init.array_filler.is_empty() { &init.inner[..] } else { &init.array_filler[1..] };
                let addr = self.address(place, span);
                for (i, element) in elements.iter().enumerate() {
                    if element.kind == Kind::ImplicitValueInitExpr && zeroed {
                        continue;
                    }
                    let at = self.element(addr.clone(), i as u64, size, span);
                    let espan = self.span(element);
                    let espan = if espan == Span::NONE { span } else { espan };
                    self.init_place(Place::Mem { addr: at, bits: None, hint: None }, elem, element, espan, zeroed);
                }
            }
            (Type::Array(elem, length), _) if is_string(init) => {
                let Some(size) = self.types.size(elem) else { return self.malformed(span) };
                let units = string_node(init).value_text().and_then(|text| string_units(text, size));
                let (Some(units), Some(scalar)) = (units, self.types.scalar(elem)) else {
                    return self.error("this string is not understood", span);
                };
                let addr = self.address(place, span);
                let length = length.unwrap_or(units.len() as u64 + 1) as usize;
                for i in 0..length {
                    let unit = units.get(i).copied().unwrap_or(0);
                    if unit == 0 && zeroed {
                        continue;
                    }
                    let at = self.element(addr.clone(), i as u64, size, span);
                    let signed = matches!(scalar, crate::types::Scalar::Int(int) if int.signed);
                    let value = if size == 1 && unit > 127 && signed { i64::from(unit) - 256 } else { i64::from(unit) };
                    let value = Expr::int(value, scalar, span);
                    self.store(Place::Mem { addr: at, bits: None, hint: None }, value, span);
                }
            }
            (Type::Record(index), Kind::InitListExpr) => {
                let record = self.types.records[*index].clone();
                if record.union_ {
                    let field = match &init.field {
                        Some(named) => record.fields.iter().find(|f| f.id == named.id),
                        None => record.fields.first(),
                    };
                    let (Some(field), Some(value)) = (field, init.inner.first()) else { return };
                    if let Some(place) = self.field_place(place, &record.name, &within(field), span) {
                        self.init_place(place, &field.ty.clone(), value, span, zeroed);
                    }
                    return;
                }
                let named = |f: &&Field| !(f.width.is_some() && f.name.is_empty());
                for (field, value) in record.fields.iter().filter(named).zip(&init.inner) {
                    let fspan = self.span(value);
                    let fspan = if fspan == Span::NONE { span } else { fspan };
                    if let Some(place) = self.field_place(place.clone(), &record.name, &within(field), span) {
                        self.init_place(place, &field.ty.clone(), value, fspan, zeroed);
                    }
                }
            }
            (Type::Record(_), _) => {
                if let Some(src) = self.record_value(init) {
                    let dst = self.address(place, span);
                    self.copy(dst, src, ty, span);
                }
            }
            (_, Kind::InitListExpr) => {
                // `int x = { 1 };`
                match init.inner.first() {
                    Some(value) => self.init_place(place, ty, value, span, zeroed),
                    None => self.zero_place(place, ty, span, zeroed),
                }
            }
            _ => {
                let value = self.value(init);
                self.store(place, value, span);
            }
        }
    }

    fn effects_of(&mut self, init: &'a Node) {
        match init.kind {
            Kind::InitListExpr => init.inner.iter().chain(&init.array_filler).for_each(|n| self.effects_of(n)),
            Kind::ImplicitValueInitExpr | Kind::StringLiteral => {}
            _ => self.effect(init),
        }
    }

    fn zero_place(&mut self, place: Place, ty: &TypeRef, span: Span, zeroed: bool) {
        if zeroed {
            return;
        }
        match (place, self.types.scalar(ty)) {
            (Place::Split { leaves, base }, None) => {
                let Some(size) = self.types.size(ty) else { return };
                for (at, var) in leaves.iter() {
                    if (base..base + size * 8).contains(at) {
                        let zero = self.zero(self.program.vars[var.index()].ty, span);
                        self.emit(StmtKind::Set(*var, zero), span);
                    }
                }
            }
            (Place::Mem { addr, .. }, None) => {
                if let Some(size) = self.types.size(ty) {
                    self.zero_bytes(addr, size, span);
                }
            }
            (place, Some(scalar)) => {
                let zero = self.zero(scalar, span);
                self.store(place, zero, span);
            }
            (Place::Reg { .. }, None) => {}
        }
    }

    /// The address of an element: an index, so that the block counts as an array.
    fn element(&mut self, base: Expr, i: u64, size: u64, span: Span) -> Expr {
        let index = Expr::int(i, crate::types::Scalar::Int(self.types.ptr_int(true)), span);
        Expr::new(ExprKind::PtrAdd { base, index, scale: size as i64 }, crate::types::Scalar::Ptr, span)
    }
}

fn strip(node: &Node) -> &Node {
    match (node.kind, node.inner.first()) {
        (Kind::ParenExpr | Kind::ConstantExpr, Some(inner)) => strip(inner),
        _ => node,
    }
}

fn string_node(node: &Node) -> &Node {
    match (node.kind, node.inner.first()) {
        (Kind::ParenExpr | Kind::ConstantExpr | Kind::PredefinedExpr, Some(inner)) => string_node(inner),
        _ => node,
    }
}

fn is_string(node: &Node) -> bool {
    string_node(node).kind == Kind::StringLiteral
}

/// The same field, where what is set does not go on behind it.
fn within(field: &Field) -> Field {
    Field { last: false, ..field.clone() }
}
