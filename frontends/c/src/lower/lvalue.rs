//! Places: what can be read, written, or have its address taken.

use std::rc::Rc;
use std::sync::Arc;

use ivl::source::Span;

use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::{Field, IntType, Scalar, Type, TypeRef};

use super::{Lower, Slot, Storage};

/// Where an lvalue is.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// A register, with the width if it stands for a bit-field.
    Reg {
        var: VarId,
        width: Option<u32>,
    },
    Mem {
        addr: Expr,
        bits: Option<BitField>,
        hint: Option<Arc<str>>,
    },
    /// A record in registers; the offset in bits of the part that is meant.
    Split {
        leaves: Rc<Vec<(u64, VarId)>>,
        base: u64,
    },
}

impl<'a> Lower<'a> {
    pub(super) fn place_of(&mut self, slot: &Slot, span: Span) -> Place {
        match &slot.storage {
            Storage::Reg(var) => Place::Reg { var: *var, width: None },
            Storage::Mem(obj) => {
                let hint = self.program.objs[obj.index()].name.clone();
                let addr = Expr::new(ExprKind::Obj(*obj), Scalar::Ptr, span);
                Place::Mem { addr, bits: None, hint: Some(hint) }
            }
            Storage::Own(var) => {
                let addr = Expr::new(ExprKind::Var(*var), Scalar::Ptr, span);
                Place::Mem { addr, bits: None, hint: Some(self.program.vars[var.index()].name.clone()) }
            }
            Storage::Split(leaves) => Place::Split { leaves: leaves.clone(), base: 0 },
        }
    }

    pub(super) fn slot(&mut self, node: &'a Node) -> Option<Slot> {
        let decl = node.referenced_decl.as_ref()?;
        if let Some(slot) = self.frame.slots.get(&decl.id) {
            return Some(slot.clone());
        }
        let key = self.decls.units[self.frame.unit].globals.get(&decl.id)?.clone();
        self.global(&key)
    }

    /// The place of an lvalue, or of a record that an expression yields. Reported if there is none.
    pub(super) fn place(&mut self, node: &'a Node) -> Option<Place> {
        let span = self.span(node);
        match node.kind {
            Kind::ParenExpr | Kind::ConstantExpr => self.place(node.inner.first()?),
            Kind::DeclRefExpr => {
                if let Some(argument) = self.stands_for(node) {
                    return self.place(argument);
                }
                let Some(slot) = self.slot(node) else {
                    if node.referenced_decl.as_ref().is_some_and(|d| d.kind == Kind::FunctionDecl) {
                        let func = self.function_ref(node)?;
                        self.program.funcs[func.index()].address_taken = true;
                        let addr = Expr::new(ExprKind::Func(func), Scalar::Ptr, span);
                        return Some(Place::Mem { addr, bits: None, hint: None });
                    }
                    self.error("this variable is not known", span);
                    return None;
                };
                Some(self.place_of(&slot, span))
            }
            Kind::MemberExpr => self.member(node, span),
            Kind::ArraySubscriptExpr => {
                let [a, b] = &node.inner[..] else { return None };
                let ty_a = self.ty(a);
                let (base, index) = if matches!(*ty_a, Type::Ptr(_)) { (a, b) } else { (b, a) };
                let elem = self.ty(node);
                let is_address = std::mem::take(&mut self.frame.is_address);
                let ptr = self.value(base);
                let mark = self.out.len();
                let index = self.value(index);
                let index = self.within_row(base, index, is_address, span);
                let ptr = self.pin(ptr, mark);
                let addr = self.ptr_add(ptr, index, &elem, span)?;
                Some(Place::Mem { addr, bits: None, hint: None })
            }
            Kind::UnaryOperator => match node.opcode.as_deref() {
                Some("*") => {
                    if let Some(place) = self.number_place(node, span) {
                        return Some(place);
                    }
                    let addr = self.value(node.inner.first()?);
                    Some(Place::Mem { addr, bits: None, hint: None })
                }
                Some("__extension__" | "__real__") => self.place(node.inner.first()?),
                _ => {
                    self.error("this expression has no place", span);
                    None
                }
            },
            Kind::StringLiteral => {
                let obj = self.string(node)?;
                let addr = Expr::new(ExprKind::Obj(obj), Scalar::Ptr, span);
                Some(Place::Mem { addr, bits: None, hint: None })
            }
            Kind::PredefinedExpr => self.place(node.inner.first()?),
            Kind::CompoundLiteralExpr => {
                let ty = self.ty(node);
                let obj = self.block("$literal", &ty, span);
                let slot = Slot { storage: Storage::Mem(obj), ty, vla_size: None };
                self.emit(StmtKind::Alloc(obj, None), span);
                let init = node.inner.first()?;
                self.initialise(&slot, init, span);
                Some(self.place_of(&slot, span))
            }
            Kind::ImplicitCastExpr | Kind::CStyleCastExpr
                if matches!(
                    node.cast_kind.as_deref(),
                    Some("NoOp" | "LValueToRValue" | "LValueBitCast" | "AtomicToNonAtomic" | "NonAtomicToAtomic")
                ) =>
            {
                self.place(node.inner.last()?)
            }
            Kind::CallExpr
            | Kind::AtomicExpr
            | Kind::StmtExpr
            | Kind::ConditionalOperator
            | Kind::BinaryOperator
            | Kind::VAArgExpr
            | Kind::OpaqueValueExpr
            | Kind::ChooseExpr
            | Kind::GenericSelectionExpr
            | Kind::InitListExpr
            | Kind::ImplicitValueInitExpr
            | Kind::BinaryConditionalOperator => {
                let addr = self.record_value(node)?;
                Some(Place::Mem { addr, bits: None, hint: None })
            }
            _ => {
                self.error("this kind of place is not supported", span);
                None
            }
        }
    }

    fn member(&mut self, node: &'a Node, span: Span) -> Option<Place> {
        let base = node.inner.first()?;
        let base_ty = self.ty(base);
        let record_ty = match &*base_ty {
            Type::Ptr(inner) => inner.clone(),
            _ => base_ty.clone(),
        };
        let Type::Record(index) = *record_ty else {
            self.error("a member of something that is no record", span);
            return None;
        };
        let id = node.referenced_member_decl?;
        let record = &self.types.records[index];
        let Some(field) = record.fields.iter().find(|f| f.id == id).cloned() else {
            let name = record.name.clone();
            self.error(format!("the layout of `{name}` is not supported"), span);
            return None;
        };
        let record_name = record.name.clone();
        let field = Field { last: self.is_open(node), ..field };
        let place = if node.is_arrow {
            let addr = self.value(base);
            Place::Mem { addr, bits: None, hint: None }
        } else {
            self.place(base)?
        };
        if let Place::Reg { .. } = place {
            self.error("a member of something that is no record", span);
        }
        self.field_place(place, &record_name, &field, span)
    }

    /// Whether a member is an array that may go on behind its end: without a length, or where the object may be larger than
    /// its type says.
    pub(super) fn is_open(&mut self, member: &'a Node) -> bool {
        match &*self.ty(member) {
            Type::Array(_, None | Some(0)) => self.ends_its_object(member),
            Type::Array(..) => self.ends_its_object(member) && !is_of_variable(member),
            _ => false,
        }
    }

    /// Whether nothing lies behind a place in its object, as far as members say. What has an index has neighbours.
    fn ends_its_object(&mut self, node: &'a Node) -> bool {
        let node = unwrapped(node);
        if node.kind == Kind::ArraySubscriptExpr {
            return false;
        }
        let (Kind::MemberExpr, Some(base), Some(id)) = (node.kind, node.inner.first(), node.referenced_member_decl)
        else {
            return true;
        };
        let record = match &*self.ty(base) {
            Type::Ptr(inner) => inner.clone(),
            _ => self.ty(base),
        };
        let Type::Record(index) = *record else { return true };
        let field = self.types.records[index].fields.iter().find(|field| field.id == id);
        let is_last = field.is_none_or(|field| field.last);
        is_last && (node.is_arrow || self.ends_its_object(base))
    }

    /// A field's place in that of its record; `None` where that is none of a record.
    pub(super) fn field_place(&mut self, place: Place, record: &Arc<str>, field: &Field, span: Span) -> Option<Place> {
        match place {
            Place::Split { leaves, base } => {
                let at = base + field.bit_offset;
                if self.types.scalar(&field.ty).is_none() {
                    return Some(Place::Split { leaves, base: at });
                }
                let var = leaves.iter().find(|(offset, _)| *offset == at)?.1;
                Some(Place::Reg { var, width: field.width })
            }
            Place::Mem { addr, hint, .. } => {
                let bits = field.width.map(|width| BitField {
                    first: (field.bit_offset % 8) as u32,
                    width,
                    back: (field.bit_offset / 8 - field.location / 8) as u32,
                });
                let addr = self.offset(addr, (field.bit_offset / 8) as i64, span);
                let addr = self.part(addr, field, span);
                let prefix = hint.unwrap_or_else(|| {
                    // A record without a name is called after its place.
                    if record.contains(':') { "anonymous".into() } else { record.clone() }
                });
                let hint = if field.name.is_empty() { prefix } else { format!("{prefix}.{}", field.name).into() };
                Some(Place::Mem { addr, bits, hint: Some(hint) })
            }
            Place::Reg { .. } => None,
        }
    }

    /// A member that is an array keeps apart from the other members, whatever its index. Without elements, it is what lies behind it.
    fn part(&self, addr: Expr, field: &Field, span: Span) -> Expr {
        match &*field.ty {
            Type::Array(_, count) if addr.constant().is_none() => {
                let size = self.types.size(&field.ty);
                let is_open = field.last || count.is_none_or(|count| count == 0);
                let (length, least) = (size.filter(|_| !is_open), size.unwrap_or(0));
                Expr::new(ExprKind::Part { base: addr, length, least, array: true }, Scalar::Ptr, span)
            }
            _ => addr,
        }
    }

    /// `&p->member`, `&a[i]`: what goes there concerns no other member and element.
    pub(super) fn address_of(&mut self, operand: &'a Node, address: Expr, span: Span) -> Expr {
        let is_part = matches!(unwrapped(operand).kind, Kind::MemberExpr | Kind::ArraySubscriptExpr);
        let known = address.constant().is_some() || matches!(&*address.kind, ExprKind::Part { .. });
        let ty = self.ty(operand);
        match self.types.size(&ty) {
            Some(size) if size > 0 && is_part && !known && !self.goes_on(operand, &ty) => {
                let part = ExprKind::Part { base: address, length: Some(size), least: size, array: false };
                Expr::new(part, Scalar::Ptr, span)
            }
            _ => address,
        }
    }

    /// Whether what stands last in a record may go on behind the place of it: with one element at most, or at the end of the object.
    fn goes_on(&mut self, operand: &'a Node, ty: &Type) -> bool {
        let Type::Record(index) = ty else { return false };
        let record = &self.types.records[*index];
        match record.fields.last().filter(|_| !record.union_).map(|field| field.ty.clone()).as_deref() {
            Some(Type::Array(_, Some(count))) if *count > 1 => {
                matches!(unwrapped(operand).kind, Kind::MemberExpr) && self.ends_its_object(operand)
            }
            Some(Type::Array(..)) => true,
            Some(last) => self.goes_on(operand, last),
            None => false,
        }
    }

    /// A constant number of bytes on: one step of that size.
    pub(super) fn offset(&mut self, addr: Expr, bytes: i64, span: Span) -> Expr {
        if bytes == 0 {
            return addr;
        }
        // `offsetof` is an address based on null.
        if let Some(n) = addr.constant() {
            return Expr::int(n + bytes, Scalar::Ptr, span);
        }
        if let ExprKind::PtrAdd { base, index, scale } = &*addr.kind
            && let Some(n) = index.constant()
        {
            let total = n * *scale + bytes;
            let (index, scale) = match i64::try_from(&total) {
                Ok(total) if total > 0 => (Expr::int(1, index.ty, span), total),
                _ => (Expr::int(total, index.ty, span), 1),
            };
            return Expr::new(ExprKind::PtrAdd { base: base.clone(), index, scale }, Scalar::Ptr, span);
        }
        let one = Expr::int(1, Scalar::Int(self.types.ptr_int(true)), span);
        Expr::new(ExprKind::PtrAdd { base: addr, index: one, scale: bytes }, Scalar::Ptr, span)
    }

    /// `ptr + index` for elements of a type.
    pub(super) fn ptr_add(&mut self, ptr: Expr, index: Expr, elem: &Type, span: Span) -> Option<Expr> {
        if let Type::Vla(..) = elem {
            let size = self.vla_size(elem, false, span)?;
            let wide = Scalar::Int(self.types.ptr_int(true));
            let (index, size) = (self.convert(index, wide, span), self.convert(size, wide, span));
            let index = Expr::new(ExprKind::Binary(BinOp::Mul, index, size), wide, span);
            return Some(Expr::new(ExprKind::PtrAdd { base: ptr, index, scale: 1 }, Scalar::Ptr, span));
        }
        let Some(scale) = self.types.gnu_size(elem) else {
            self.error("arithmetic on a pointer to a type of unknown size", span);
            return None;
        };
        // The address of an element of an object at null.
        if let (Some(start), Some(index)) = (ptr.constant(), index.constant()) {
            return Some(Expr::int(start + index * scale, Scalar::Ptr, span));
        }
        let kind = ExprKind::PtrAdd { base: ptr, index, scale: scale as i64 };
        Some(Expr::new(kind, Scalar::Ptr, span))
    }

    /// Reads a scalar.
    pub(super) fn load(&mut self, place: Place, ty: Scalar, span: Span) -> Expr {
        match place {
            Place::Reg { var, .. } => Expr::new(ExprKind::Var(var), ty, span),
            Place::Mem { addr, bits, hint } => {
                let site = self.site(ty, bits, hint);
                Expr::new(ExprKind::Load(addr, site), ty, span)
            }
            Place::Split { .. } => {
                self.error("a record where a value is needed", span);
                Expr::int(0, ty, span)
            }
        }
    }

    /// Writes a scalar of the place's type; bit-fields keep what fits. Gives the value that is then there.
    pub(super) fn store(&mut self, place: Place, value: Expr, span: Span) -> Expr {
        let ty = value.ty;
        match place {
            Place::Reg { var, width } => {
                let value = match width {
                    Some(width) => self.narrow(value, width, span),
                    None => value,
                };
                self.emit(StmtKind::Set(var, value), span);
                Expr::new(ExprKind::Var(var), ty, span)
            }
            Place::Mem { addr, bits, hint } => {
                let value = match bits {
                    Some(BitField { width, .. }) => self.narrow(value, width, span),
                    None => value,
                };
                let site = self.site(ty, bits, hint);
                self.emit(StmtKind::Store { addr, value: value.clone(), site }, span);
                value
            }
            Place::Split { .. } => {
                self.error("a record where a value is needed", span);
                value
            }
        }
    }

    /// Writes a scalar whose value is wanted: the value that was written, whatever others write afterwards.
    pub(super) fn store_wanted(&mut self, place: Place, value: Expr, wanted: bool, span: Span) -> Expr {
        let shared = match &place {
            Place::Reg { var, .. } => self.program.vars[var.index()].global,
            _ => true,
        };
        if !wanted || !shared {
            return self.store(place, value, span);
        }
        let width = match &place {
            Place::Reg { width, .. } => *width,
            Place::Mem { bits, .. } => bits.map(|bits| bits.width),
            Place::Split { .. } => None,
        };
        let value = match width {
            Some(width) => self.narrow(value, width, span),
            None => value,
        };
        let value = self.snapshot(value);
        self.store(place, value.clone(), span);
        value
    }

    /// The value that a bit-field of that width gets: `x << k >> k`.
    fn narrow(&mut self, value: Expr, width: u32, span: Span) -> Expr {
        let ty = value.ty;
        let Scalar::Int(int) = ty else { return value };
        if int.boolean || width >= int.bits {
            return value;
        }
        // A type of the width itself: the casts there and back cut the value down.
        let narrow = Scalar::Int(IntType::new(width, int.signed));
        let cut = Expr::new(ExprKind::Cast(value), narrow, span);
        Expr::new(ExprKind::Cast(cut), ty, span)
    }

    /// The address of a place in memory.
    pub(super) fn address(&mut self, place: Place, span: Span) -> Expr {
        match place {
            Place::Mem { addr, .. } => addr,
            _ => {
                self.error("the address of this is not supported", span);
                Expr::int(0, Scalar::Ptr, span)
            }
        }
    }

    /// Copies a record.
    pub(super) fn copy(&mut self, dst: Expr, src: Expr, ty: &TypeRef, span: Span) {
        let Some(size) = self.types.size(ty) else {
            return self.error("a copy of a record of unknown size", span);
        };
        // The cells are copied one by one, and `*p = *p->next` changes `p->next`.
        let (dst, src) = (self.settled(dst), self.settled(src));
        let byte = Scalar::Int(IntType::new(8, false));
        let dst_site = self.site(byte, None, None);
        let src_site = self.site(byte, None, None);
        self.emit(StmtKind::Copy { dst, src, size, dst_site, src_site }, span);
    }

    /// The block of a string literal.
    pub(super) fn string(&mut self, node: &'a Node) -> Option<ObjId> {
        let span = self.span(node);
        let ty = self.ty(node);
        let Type::Array(elem, Some(length)) = &*ty else { return None };
        let size = self.types.size(elem)?;
        let Some(mut units) = node.value_text().and_then(|text| super::literals::string_units(text, size)) else {
            self.error("this string is not understood", span);
            return None;
        };
        units.resize(*length as usize, 0);
        if let Some(&obj) = self.defined.strings.get(&(units.clone(), size)) {
            return Some(obj);
        }
        let obj = ObjId(self.program.objs.len() as u32);
        self.program.objs.push(Obj {
            name: format!("$string{}", self.defined.strings.len()).into(),
            kind: ObjKind::Literal,
            size: self.types.size(&ty),
            align: self.types.align(&ty),
            layout: "".into(),
            external: false,
            read_only: true,
            constants: vec![],
            span,
        });
        self.defined.strings.insert((units.clone(), size), obj);
        let scalar = self.types.scalar(elem)?;
        let unsigned = matches!(scalar, Scalar::Int(int) if !int.signed);
        let ((), stmts) = self.aside(|this| {
            for (i, unit) in units.iter().enumerate() {
                let base = Expr::new(ExprKind::Obj(obj), Scalar::Ptr, span);
                // An index, so that the block counts as an array of its elements.
                let index = Expr::int(i, Scalar::Int(this.types.ptr_int(true)), span);
                let addr = Expr::new(ExprKind::PtrAdd { base, index, scale: size as i64 }, Scalar::Ptr, span);
                let signed =
                    if size == 1 && *unit > 127 && !unsigned { i64::from(*unit) - 256 } else { i64::from(*unit) };
                let site = this.site(scalar, None, None);
                this.emit(StmtKind::Store { addr, value: Expr::int(signed, scalar, span), site }, span);
            }
        });
        self.program.init.extend(stmts);
        Some(obj)
    }
}

/// Whether a member is of a variable, which is as large as its type says.
fn is_of_variable(member: &Node) -> bool {
    let node = unwrapped(member);
    match (node.kind, node.inner.first()) {
        (Kind::MemberExpr, Some(base)) => !node.is_arrow && is_of_variable(base),
        (kind, _) => kind == Kind::DeclRefExpr,
    }
}

pub(super) fn unwrapped(node: &Node) -> &Node {
    match (node.kind, node.inner.first()) {
        (Kind::ParenExpr, Some(inner)) => unwrapped(inner),
        _ => node,
    }
}
