//! Expressions: values, effects, and records by address.

use ivl::source::Span;
use num_bigint::BigInt;

use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::{IntType, Scalar, Type, TypeRef};

use super::Lower;
use super::lvalue::Place;

const INT: Scalar = Scalar::Int(IntType::INT);

impl<'a> Lower<'a> {
    /// Evaluates for its effects alone.
    pub(super) fn effect(&mut self, node: &'a Node) {
        let span = self.span(node);
        match node.kind {
            Kind::ParenExpr | Kind::ConstantExpr => {
                if let Some(inner) = node.inner.first() {
                    self.effect(inner);
                }
            }
            Kind::ImplicitCastExpr | Kind::CStyleCastExpr => {
                if let Some(inner) = node.inner.last() {
                    if node.cast_kind.as_deref() == Some("LValueToRValue") && self.is_checked(inner) {
                        return self.discard(node);
                    }
                    self.effect(inner);
                }
            }
            Kind::BinaryOperator => {
                let [a, b] = &node.inner[..] else { return self.malformed(span) };
                match node.opcode.as_deref() {
                    Some("=") => {
                        self.assign(node, a, b, false);
                    }
                    Some(op @ ("&&" | "||")) => {
                        let skip = self.label(None);
                        if op == "&&" {
                            self.jump_unless(a, skip);
                        } else {
                            self.jump_if(a, skip);
                        }
                        self.effect(b);
                        self.emit(StmtKind::Label(skip), span);
                    }
                    Some(",") => {
                        self.effect(a);
                        self.effect(b);
                    }
                    _ => self.discard(node),
                }
            }
            Kind::CompoundAssignOperator => {
                self.compound(node, false);
            }
            Kind::UnaryOperator => match (node.opcode.as_deref(), node.inner.first()) {
                (Some(op @ ("++" | "--")), Some(operand)) => {
                    self.step(operand, op == "++", node.is_postfix, false, span);
                }
                (Some("-" | "~" | "!"), _) => self.discard(node),
                (_, Some(operand)) => self.effect(operand),
                _ => {}
            },
            Kind::ConditionalOperator => {
                let [c, a, b] = &node.inner[..] else { return self.malformed(span) };
                let (otherwise, end) = (self.label(None), self.label(None));
                self.jump_unless(c, otherwise);
                self.effect(a);
                self.emit(StmtKind::Goto(end), span);
                self.emit(StmtKind::Label(otherwise), span);
                self.effect(b);
                self.emit(StmtKind::Label(end), span);
            }
            Kind::CallExpr => {
                self.call(node, false);
            }
            Kind::StmtExpr => {
                if let Some(body) = node.inner.first() {
                    self.stmt(body);
                }
            }
            Kind::DeclRefExpr
            | Kind::IntegerLiteral
            | Kind::CharacterLiteral
            | Kind::FloatingLiteral
            | Kind::StringLiteral
            | Kind::UnaryExprOrTypeTraitExpr
            | Kind::PredefinedExpr => {}
            Kind::MemberExpr | Kind::ArraySubscriptExpr => node.inner.iter().for_each(|n| self.effect(n)),
            _ => {
                let ty = self.ty(node);
                if self.types.scalar(&ty).is_some() {
                    self.value(node);
                } else if *ty == Type::Void {
                    match (node.kind, node.inner.last()) {
                        (Kind::ChooseExpr | Kind::GenericSelectionExpr, _) => match self.chosen(node) {
                            Some(chosen) => self.effect(chosen),
                            None => self.malformed(span),
                        },
                        (_, Some(inner)) => self.effect(inner),
                        _ => {}
                    }
                } else {
                    self.record_value(node);
                }
            }
        }
    }

    /// A value that nobody reads is computed, for the computation may fail.
    fn discard(&mut self, node: &'a Node) {
        let ty = self.ty(node);
        if self.types.scalar(&ty).is_none() {
            return self.effect_of_parts(node);
        }
        let value = self.value(node);
        if self.config.checks != crate::config::Checks::default() {
            self.snapshot(value);
        }
    }

    fn effect_of_parts(&mut self, node: &'a Node) {
        node.inner.iter().for_each(|part| self.effect(part));
    }

    /// Whether reading a place is a check.
    fn is_checked(&self, place: &Node) -> bool {
        match (place.kind, place.inner.first()) {
            (Kind::ParenExpr, Some(inner)) => self.is_checked(inner),
            (Kind::UnaryOperator | Kind::MemberExpr | Kind::ArraySubscriptExpr, _) => true,
            (Kind::DeclRefExpr, _) => self.config.checks.uninit,
            _ => false,
        }
    }

    /// The value of a scalar expression.
    pub(super) fn value(&mut self, node: &'a Node) -> Expr {
        let span = self.span(node);
        match self.try_value(node, span) {
            Some(e) => e,
            None => {
                if !self.diags.iter().any(|d| d.span == span) {
                    self.error("this expression is not supported", span);
                }
                let ty = self.ty(node);
                let ty = self.types.scalar(&ty).unwrap_or(INT);
                self.zero(ty, span)
            }
        }
    }

    fn try_value(&mut self, node: &'a Node, span: Span) -> Option<Expr> {
        match node.kind {
            Kind::ParenExpr => Some(self.value(node.inner.first()?)),
            Kind::ConstantExpr => {
                let ty = self.ty(node);
                match (self.types.scalar(&ty), node.value_text().and_then(|t| t.parse::<BigInt>().ok())) {
                    (Some(ty @ Scalar::Int(_)), Some(value)) => Some(Expr::int(value, ty, span)),
                    _ => Some(self.value(node.inner.first()?)),
                }
            }
            Kind::IntegerLiteral => {
                let ty = self.ty(node);
                let ty = self.scalar(&ty, span);
                let value: BigInt = node.value_text()?.parse().ok()?;
                Some(Expr::int(value, ty, span))
            }
            Kind::CharacterLiteral => {
                let crate::clang::node::Literal::Number(value) = node.value.as_ref()? else { return None };
                // clang prints the code as an unsigned number.
                let ty = self.ty(node);
                let ty = self.scalar(&ty, span);
                let value = if ty == INT { i64::from(*value as i32) } else { *value };
                Some(Expr::int(value, ty, span))
            }
            Kind::FloatingLiteral => {
                let ty = self.ty(node);
                let ty = self.scalar(&ty, span);
                Some(Expr::new(ExprKind::FloatConst(node.value_text()?.into()), ty, span))
            }
            Kind::DeclRefExpr => {
                let decl = node.referenced_decl.as_ref()?;
                if decl.kind == Kind::EnumConstantDecl {
                    let ty = self.ty(node);
                    let ty = self.scalar(&ty, span);
                    let value = self.units[self.frame.unit].enumerators.get(&decl.id)?.clone();
                    return Some(Expr::int(value, ty, span));
                }
                let place = self.place(node)?;
                let ty = self.ty(node);
                let ty = self.scalar(&ty, span);
                Some(self.load(place, ty, span))
            }
            Kind::ImplicitCastExpr | Kind::CStyleCastExpr => self.cast(node, span),
            Kind::UnaryOperator => self.unary(node, span),
            Kind::BinaryOperator => self.binary(node, span),
            Kind::CompoundAssignOperator => self.compound(node, true),
            Kind::ConditionalOperator => {
                let [c, a, b] = &node.inner[..] else { return None };
                let c = self.value(c);
                Some(self.conditional(c, |this| this.value(a), |this| this.value(b), span))
            }
            Kind::BinaryConditionalOperator => {
                // common, opaque, condition, true part (of the opaque value), false part
                let [common, opaque, cond, then, otherwise] = &node.inner[..] else {
                    let [common, cond, then, otherwise] = &node.inner[..] else { return None };
                    let value = self.value(common);
                    let value = self.snapshot(value);
                    self.bind_opaque(cond, &value);
                    self.bind_opaque(then, &value);
                    let cond = self.value(cond);
                    return Some(self.conditional(cond, |this| this.value(then), |this| this.value(otherwise), span));
                };
                let value = self.value(common);
                let value = self.snapshot(value);
                self.frame.opaque.insert(opaque.id, value);
                let cond = self.value(cond);
                Some(self.conditional(cond, |this| this.value(then), |this| this.value(otherwise), span))
            }
            Kind::OpaqueValueExpr => match self.frame.opaque.get(&node.id) {
                Some(value) => Some(value.clone()),
                None => Some(self.value(node.inner.first()?)),
            },
            Kind::CallExpr => self.call(node, true),
            Kind::StmtExpr => {
                let body = node.inner.first()?;
                let (last, before) = body.inner.split_last()?;
                self.enter_scope();
                let open = self.frame.open.len();
                before.iter().for_each(|stmt| self.stmt(stmt));
                let last = innermost(last, self);
                let value = self.value(last);
                let value = self.snapshot(value);
                self.close_blocks(open, span);
                self.leave_scope();
                Some(value)
            }
            Kind::UnaryExprOrTypeTraitExpr => self.size_of(node, span),
            Kind::VAArgExpr => {
                let ty = self.ty(node);
                let ty = self.scalar(&ty, span);
                self.assumptions.insert("variadic arguments may have any value".to_string());
                let var = self.temp(ty, span);
                self.emit(StmtKind::Havoc(var), span);
                self.program.va_vars.push(var);
                Some(Expr::new(ExprKind::Var(var), ty, span))
            }
            Kind::ImplicitValueInitExpr => {
                let ty = self.ty(node);
                let ty = self.scalar(&ty, span);
                Some(self.zero(ty, span))
            }
            Kind::GNUNullExpr => {
                let ty = self.ty(node);
                let ty = self.scalar(&ty, span);
                Some(Expr::int(0, ty, span))
            }
            Kind::InitListExpr if node.inner.len() == 1 => Some(self.value(&node.inner[0])),
            Kind::AddrLabelExpr => self.label_address(node, span),
            Kind::ChooseExpr | Kind::GenericSelectionExpr => {
                let chosen = self.chosen(node)?;
                Some(self.value(chosen))
            }
            Kind::TypeTraitExpr => self.type_trait(span),
            Kind::MemberExpr | Kind::ArraySubscriptExpr | Kind::CompoundLiteralExpr => {
                let place = self.place(node)?;
                let ty = self.ty(node);
                let ty = self.scalar(&ty, span);
                Some(self.load(place, ty, span))
            }
            _ => None,
        }
    }

    /// The part of `__builtin_choose_expr` or `_Generic` that counts.
    pub(super) fn chosen(&mut self, node: &'a Node) -> Option<&'a Node> {
        if node.kind == Kind::GenericSelectionExpr {
            return node.inner.iter().find(|part| part.selected)?.inner.last();
        }
        let [cond, yes, no] = &node.inner[..] else { return None };
        let cond = self.constant(self.frame.unit, cond)?;
        Some(if cond == BigInt::from(0) { no } else { yes })
    }

    /// `__builtin_types_compatible_p(A, B)`, whose types stand in the text alone.
    fn type_trait(&mut self, span: Span) -> Option<Expr> {
        let text = self.sources.text(span)?.to_string();
        let inside = text.strip_prefix("__builtin_types_compatible_p")?.trim().strip_prefix('(')?.strip_suffix(')')?;
        let (a, b) = inside.split_once(',').filter(|(_, b)| !b.contains(','))?;
        let unit = self.frame.unit;
        let (a, b) = (self.parse_type(unit, a.trim())?, self.parse_type(unit, b.trim())?);
        Some(Expr::int(u8::from(a == b), INT, span))
    }

    fn bind_opaque(&mut self, node: &'a Node, value: &Expr) {
        if node.kind == Kind::OpaqueValueExpr {
            self.frame.opaque.insert(node.id, value.clone());
        } else {
            node.inner.iter().for_each(|n| self.bind_opaque(n, value));
        }
    }

    /// `c ? a : b`; only the chosen side happens.
    fn conditional(
        &mut self,
        c: Expr,
        a: impl FnOnce(&mut Self) -> Expr,
        b: impl FnOnce(&mut Self) -> Expr,
        span: Span,
    ) -> Expr {
        let (a, a_stmts) = self.aside(a);
        let (b, b_stmts) = self.aside(b);
        let ty = a.ty;
        if a_stmts.is_empty() && b_stmts.is_empty() {
            return Expr::new(ExprKind::Cond(c, a, b), ty, span);
        }
        let temp = self.temp(ty, span);
        let (otherwise, end) = (self.label(None), self.label(None));
        self.emit(StmtKind::Branch(Expr::new(ExprKind::Not(c), INT, span), otherwise), span);
        self.out.extend(a_stmts);
        self.emit(StmtKind::Set(temp, a), span);
        self.emit(StmtKind::Goto(end), span);
        self.emit(StmtKind::Label(otherwise), span);
        self.out.extend(b_stmts);
        self.emit(StmtKind::Set(temp, b), span);
        self.emit(StmtKind::Label(end), span);
        Expr::new(ExprKind::Var(temp), ty, span)
    }

    fn size_of(&mut self, node: &'a Node, span: Span) -> Option<Expr> {
        let ty = match (&node.arg_type, node.inner.first()) {
            (Some(text), _) => {
                let unit = self.frame.unit;
                let found = self.parse_type(unit, &text.qual);
                match (found, &text.desugared) {
                    (None, Some(desugared)) => self.parse_type(unit, desugared)?,
                    (found, _) => found?,
                }
            }
            (None, Some(operand)) => {
                let mut strip = operand;
                while strip.kind == Kind::ParenExpr {
                    strip = strip.inner.first()?;
                }
                let ty = self.ty(operand);
                if let Type::Vla(..) = *ty {
                    let slot = if strip.kind == Kind::DeclRefExpr { self.slot(strip) } else { None };
                    let size = slot.and_then(|s| s.vla_size);
                    if let Some(var) = size {
                        return Some(Expr::new(ExprKind::Var(var), self.program.vars[var.index()].ty, span));
                    }
                }
                ty
            }
            _ => return None,
        };
        let value = match node.name() {
            "sizeof" if matches!(*ty, Type::Vla(..)) => return self.vla_size(&ty, true, span),
            "sizeof" => self.types.gnu_size(&ty)?,
            "alignof" | "_Alignof" | "__alignof" | "__alignof__" => self.types.align(&ty),
            _ => return None,
        };
        let size_t = Scalar::Int(self.types.ptr_int(false));
        Some(Expr::int(value, size_t, span))
    }

    /// `e != 0`
    pub(super) fn truth(&mut self, e: Expr, span: Span) -> Expr {
        if let ExprKind::Cmp(..) | ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..) = &*e.kind {
            return e;
        }
        let zero = self.zero(e.ty, span);
        Expr::new(ExprKind::Cmp(CmpOp::Ne, e, zero), INT, span)
    }

    pub(super) fn convert(&mut self, e: Expr, to: Scalar, span: Span) -> Expr {
        if e.ty == to {
            return e;
        }
        if let (Scalar::Int(IntType { boolean: true, .. }), false) = (to, e.ty == to) {
            let truth = self.truth(e, span);
            return Expr::new(ExprKind::Cast(truth), to, span);
        }
        if let (Some(value), Scalar::Int(int), Scalar::Int(_) | Scalar::Ptr) = (e.constant(), to, e.ty) {
            return Expr::int(wrap(value, int), to, span);
        }
        Expr::new(ExprKind::Cast(e), to, span)
    }

    fn cast(&mut self, node: &'a Node, span: Span) -> Option<Expr> {
        let inner = node.inner.last()?;
        match node.cast_kind.as_deref()? {
            "LValueToRValue" => {
                if inner.ty.as_ref().is_some_and(|t| t.qual.contains("volatile")) {
                    self.assumptions.insert("volatile variables change only where the program writes them".to_string());
                }
                let ty = self.ty(node);
                let ty = self.scalar(&ty, span);
                let place = self.place(inner)?;
                Some(self.load(place, ty, span))
            }
            "ArrayToPointerDecay" => {
                let place = self.place(inner)?;
                Some(self.address(place, span))
            }
            "FunctionToPointerDecay" | "BuiltinFnToFnPtr" => {
                let place = self.place(inner)?;
                Some(self.address(place, span))
            }
            "NullToPointer" => {
                self.effect(inner);
                Some(Expr::int(0, Scalar::Ptr, span))
            }
            "NoOp" | "BitCast" | "AtomicToNonAtomic" | "NonAtomicToAtomic" => {
                let ty = self.ty(node);
                let value = self.value(inner);
                self.name_block(&value, &ty);
                match self.types.scalar(&ty) {
                    Some(ty) => Some(self.convert(value, ty, span)),
                    None => Some(value),
                }
            }
            "IntegralCast"
            | "IntegralToFloating"
            | "FloatingToIntegral"
            | "FloatingCast"
            | "IntegralToPointer"
            | "PointerToIntegral"
            | "IntegralToBoolean"
            | "PointerToBoolean"
            | "FloatingToBoolean"
            | "BooleanToSignedIntegral" => {
                let ty = self.ty(node);
                let ty = self.scalar(&ty, span);
                let value = self.value(inner);
                Some(self.convert(value, ty, span))
            }
            "ToVoid" => {
                self.effect(inner);
                Some(Expr::int(0, INT, span))
            }
            _ => None,
        }
    }

    fn unary(&mut self, node: &'a Node, span: Span) -> Option<Expr> {
        let operand = node.inner.first()?;
        let op = node.opcode.as_deref()?;
        match op {
            "++" | "--" => self.step(operand, op == "++", node.is_postfix, true, span),
            "&" => {
                let place = self.place(operand)?;
                Some(self.address(place, span))
            }
            "*" => {
                let ty = self.ty(node);
                let place = self.place(node)?;
                // Function designators and arrays stand for their addresses.
                match self.types.scalar(&ty) {
                    Some(ty) => Some(self.load(place, ty, span)),
                    None => Some(self.address(place, span)),
                }
            }
            "+" | "__extension__" | "__real__" => Some(self.value(operand)),
            "!" => {
                let value = self.value(operand);
                let truth = self.truth(value, span);
                Some(Expr::new(ExprKind::Not(truth), INT, span))
            }
            "-" => {
                let value = self.value(operand);
                let ty = value.ty;
                match (value.constant(), ty) {
                    (Some(n), Scalar::Int(int)) if wrap(&-n, int) == -n => Some(Expr::int(-n, ty, span)),
                    _ => Some(Expr::new(ExprKind::Unary(UnOp::Neg, value), ty, span)),
                }
            }
            "~" => {
                let value = self.value(operand);
                let ty = value.ty;
                Some(Expr::new(ExprKind::Unary(UnOp::BitNot, value), ty, span))
            }
            _ => None,
        }
    }

    /// `++x`, `x--` and so on.
    fn step(&mut self, operand: &'a Node, up: bool, postfix: bool, wanted: bool, span: Span) -> Option<Expr> {
        let full = self.ty(operand);
        let ty = self.scalar(&full, span);
        let place = self.place(operand)?;
        let place = self.stable_place(place);
        let mut old = self.load(place.clone(), ty, span);
        if wanted && postfix {
            old = self.snapshot(old);
        }
        let new = match (&*full, ty) {
            (Type::Ptr(elem), _) => {
                let one = Expr::int(if up { 1 } else { -1 }, Scalar::Int(self.types.ptr_int(true)), span);
                self.ptr_add(old.clone(), one, elem, span)?
            }
            (_, Scalar::Float(_)) => {
                let one = Expr::new(ExprKind::FloatConst("1.0".into()), ty, span);
                Expr::new(ExprKind::Binary(if up { BinOp::Add } else { BinOp::Sub }, old.clone(), one), ty, span)
            }
            (_, Scalar::Int(int)) => {
                let wide = if int.bits < 32 { INT } else { ty };
                let value = self.convert(old.clone(), wide, span);
                let one = Expr::int(1, wide, span);
                let sum = Expr::new(ExprKind::Binary(if up { BinOp::Add } else { BinOp::Sub }, value, one), wide, span);
                self.convert(sum, ty, span)
            }
            _ => return None,
        };
        let stored = self.store(place, new, span);
        Some(if postfix {
            old
        } else if wanted {
            self.snapshot(stored)
        } else {
            stored
        })
    }

    /// A place that stays the same while the program goes on.
    fn stable_place(&mut self, place: Place) -> Place {
        match place {
            Place::Mem { addr, bits, hint } if !constant_address(&addr) => {
                let addr = self.snapshot(addr);
                Place::Mem { addr, bits, hint }
            }
            other => other,
        }
    }

    fn assign(&mut self, node: &'a Node, lhs: &'a Node, rhs: &'a Node, wanted: bool) -> Option<Expr> {
        let span = self.span(node);
        let ty = self.ty(lhs);
        if self.types.scalar(&ty).is_none() {
            let src = self.record_value(rhs)?;
            let mark = self.out.len();
            let place = self.place(lhs)?;
            let src = self.pin(src, mark);
            let dst = self.address(place, span);
            self.copy(dst.clone(), src, &ty, span);
            return Some(dst);
        }
        let start = self.out.len();
        let value = self.value(rhs);
        let mark = self.out.len();
        let place = self.place(lhs)?;
        if mark > start && self.out.len() > mark {
            self.ordered();
        }
        let value = self.pin(value, mark);
        if wanted && matches!(place, Place::Mem { .. }) {
            let value = self.snapshot(value);
            return Some(self.store(place, value, span));
        }
        let stored = self.store(place, value, span);
        Some(if wanted { self.snapshot(stored) } else { stored })
    }

    fn compound(&mut self, node: &'a Node, wanted: bool) -> Option<Expr> {
        let span = self.span(node);
        let [lhs, rhs] = &node.inner[..] else { return None };
        let full = self.ty(lhs);
        let ty = self.scalar(&full, span);
        let op = node.opcode.as_deref()?.strip_suffix('=')?;
        let value = self.value(rhs);
        let mark = self.out.len();
        let place = self.place(lhs)?;
        let value = self.pin(value, mark);
        let place = self.stable_place(place);
        let old = self.load(place.clone(), ty, span);
        let new = if let Type::Ptr(elem) = &*full {
            let index = if op == "-" { self.negate(value, span) } else { value };
            self.ptr_add(old, index, elem, span)?
        } else {
            let unit = self.frame.unit;
            let mut named = |text: &Option<Box<crate::clang::node::TypeText>>| -> Option<TypeRef> {
                let text = text.as_ref()?;
                self.parse_type(unit, &text.qual).or_else(|| self.parse_type(unit, text.desugared.as_ref()?))
            };
            let lhs_ty = named(&node.compute_lhs_type)?;
            let result_ty = named(&node.compute_result_type)?;
            let lhs_ty = self.scalar(&lhs_ty, span);
            let result_ty = self.scalar(&result_ty, span);
            let old = self.convert(old, lhs_ty, span);
            let result = Expr::new(ExprKind::Binary(operator(op)?, old, value), result_ty, span);
            self.convert(result, ty, span)
        };
        let new = if wanted { self.snapshot(new) } else { new };
        Some(self.store(place, new, span))
    }

    fn compared(&mut self, cmp: CmpOp, a: &Expr, b: &Expr) {
        if a.constant().is_some() || b.constant().is_some() {
            return;
        }
        self.assumptions.insert(if matches!(cmp, CmpOp::Eq | CmpOp::Ne) {
            "no block begins where another ends, and none where a freed one was".to_string()
        } else {
            "pointers that are compared by order point into one block".to_string()
        });
    }

    /// Both of two operands have effects, whose order C leaves open.
    pub(super) fn ordered(&mut self) {
        self.assumptions.insert(
            "operands and arguments are evaluated from left to right, what is assigned before where to".to_string(),
        );
    }

    fn negate(&mut self, e: Expr, span: Span) -> Expr {
        if let Some(n) = e.constant() {
            return Expr::int(-n, Scalar::Int(self.types.ptr_int(true)), span);
        }
        let wide = Scalar::Int(self.types.ptr_int(true));
        let e = self.convert(e, wide, span);
        Expr::new(ExprKind::Unary(UnOp::Neg, e), wide, span)
    }

    fn binary(&mut self, node: &'a Node, span: Span) -> Option<Expr> {
        let [a, b] = &node.inner[..] else { return None };
        let op = node.opcode.as_deref()?;
        match op {
            "=" => return self.assign(node, a, b, true),
            "," => {
                self.effect(a);
                return Some(self.value(b));
            }
            "&&" | "||" => {
                let left = self.value(a);
                let left = self.truth(left, span);
                let (right, stmts) = self.aside(|this| {
                    let right = this.value(b);
                    this.truth(right, span)
                });
                if stmts.is_empty() {
                    let kind = if op == "&&" { ExprKind::And(left, right) } else { ExprKind::Or(left, right) };
                    return Some(Expr::new(kind, INT, span));
                }
                let temp = self.temp(INT, span);
                let end = self.label(None);
                let left = Expr::new(ExprKind::Cast(left), INT, span);
                self.emit(StmtKind::Set(temp, left), span);
                let decided = Expr::new(ExprKind::Var(temp), INT, span);
                let decided = if op == "&&" { Expr::new(ExprKind::Not(decided), INT, span) } else { decided };
                self.emit(StmtKind::Branch(decided, end), span);
                self.out.extend(stmts);
                self.emit(StmtKind::Set(temp, right), span);
                self.emit(StmtKind::Label(end), span);
                return Some(Expr::new(ExprKind::Var(temp), INT, span));
            }
            _ => {}
        }
        let (ty_a, ty_b) = (self.ty(a), self.ty(b));
        let ty = self.ty(node);
        let ty = self.scalar(&ty, span);
        let start = self.out.len();
        let left = self.value(a);
        let mark = self.out.len();
        let right = self.value(b);
        if mark > start && self.out.len() > mark {
            self.ordered();
        }
        let left = self.pin(left, mark);
        if let Some(cmp) = comparison(op) {
            if left.ty == Scalar::Ptr && right.ty == Scalar::Ptr {
                self.compared(cmp, &left, &right);
            }
            // Pointers and integers may be compared; both as addresses.
            let right = if right.ty != left.ty { self.convert(right, left.ty, span) } else { right };
            return Some(Expr::new(ExprKind::Cmp(cmp, left, right), INT, span));
        }
        match (op, &*ty_a, &*ty_b) {
            ("+", Type::Ptr(elem), _) => self.ptr_add(left, right, elem, span),
            ("+", _, Type::Ptr(elem)) => self.ptr_add(right, left, elem, span),
            ("-", Type::Ptr(elem), Type::Ptr(_)) => {
                self.assumptions.insert("pointers that are subtracted point into one block".to_string());
                let scale = self.types.gnu_size(elem)? as i64;
                Some(Expr::new(ExprKind::PtrSub { a: left, b: right, scale }, ty, span))
            }
            ("-", Type::Ptr(elem), _) => {
                let index = self.negate(right, span);
                self.ptr_add(left, index, elem, span)
            }
            _ => Some(Expr::new(ExprKind::Binary(operator(op)?, left, right), ty, span)),
        }
    }

    /// The address of a record that an expression yields.
    pub(super) fn record_value(&mut self, node: &'a Node) -> Option<Expr> {
        let span = self.span(node);
        match node.kind {
            Kind::ParenExpr | Kind::ConstantExpr => self.record_value(node.inner.first()?),
            Kind::CallExpr => self.call(node, true),
            Kind::BinaryOperator => {
                let [a, b] = &node.inner[..] else { return None };
                match node.opcode.as_deref()? {
                    "=" => self.assign(node, a, b, true),
                    "," => {
                        self.effect(a);
                        self.record_value(b)
                    }
                    _ => None,
                }
            }
            Kind::ConditionalOperator => {
                let [c, a, b] = &node.inner[..] else { return None };
                let c = self.value(c);
                let null = || Expr::int(0, Scalar::Ptr, span);
                let value = self.conditional(
                    c,
                    |this| this.record_value(a).unwrap_or_else(null),
                    |this| this.record_value(b).unwrap_or_else(null),
                    span,
                );
                Some(value)
            }
            Kind::StmtExpr => {
                let body = node.inner.first()?;
                let (last, before) = body.inner.split_last()?;
                self.enter_scope();
                before.iter().for_each(|stmt| self.stmt(stmt));
                let value = self.record_value(last);
                self.leave_scope();
                value
            }
            Kind::ChooseExpr | Kind::GenericSelectionExpr => {
                let chosen = self.chosen(node)?;
                self.record_value(chosen)
            }
            Kind::VAArgExpr => {
                self.assumptions.insert("variadic arguments may have any value".to_string());
                let ty = self.ty(node);
                let obj = self.block("$va", &ty, span);
                self.emit(StmtKind::Alloc(obj, None), span);
                Some(Expr::new(ExprKind::Obj(obj), Scalar::Ptr, span))
            }
            Kind::InitListExpr | Kind::ImplicitValueInitExpr => {
                let ty = self.ty(node);
                let obj = self.block("$literal", &ty, span);
                let slot = super::Slot { storage: super::Storage::Mem(obj), ty, vla_size: None };
                self.emit(StmtKind::Alloc(obj, None), span);
                self.initialise(&slot, node, span);
                Some(Expr::new(ExprKind::Obj(obj), Scalar::Ptr, span))
            }
            Kind::ImplicitCastExpr | Kind::CStyleCastExpr
                if !matches!(node.cast_kind.as_deref(), Some("LValueToRValue" | "NoOp" | "BitCast")) =>
            {
                self.error("this conversion is not supported", span);
                None
            }
            Kind::ImplicitCastExpr | Kind::CStyleCastExpr => self.record_value(node.inner.last()?),
            Kind::DeclRefExpr
            | Kind::MemberExpr
            | Kind::ArraySubscriptExpr
            | Kind::UnaryOperator
            | Kind::CompoundLiteralExpr
            | Kind::StringLiteral
            | Kind::PredefinedExpr => {
                let place = self.place(node)?;
                Some(self.address(place, span))
            }
            _ => {
                self.error("this expression is not supported", span);
                None
            }
        }
    }
}

/// The expression of a statement expression's last statement, whose labels are set.
fn innermost<'n>(node: &'n Node, this: &mut Lower<'_>) -> &'n Node {
    match (node.kind, node.inner.last()) {
        (Kind::LabelStmt, Some(inner)) => {
            this.label_here(node);
            innermost(inner, this)
        }
        (Kind::AttributedStmt, Some(inner)) => innermost(inner, this),
        _ => node,
    }
}

/// The value as an integer type represents it: modulo two to the width.
pub(crate) fn wrap(value: &BigInt, int: IntType) -> BigInt {
    if int.boolean {
        return BigInt::from(u8::from(*value != BigInt::from(0)));
    }
    let modulus = BigInt::from(1) << int.bits;
    let mut value = ((value % &modulus) + &modulus) % &modulus;
    if int.signed && value >= BigInt::from(1) << (int.bits - 1) {
        value -= modulus;
    }
    value
}

fn constant_address(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Obj(_) => true,
        ExprKind::PtrAdd { base, index, .. } => constant_address(base) && index.constant().is_some(),
        _ => false,
    }
}

fn operator(op: &str) -> Option<BinOp> {
    Some(match op {
        "+" => BinOp::Add,
        "-" => BinOp::Sub,
        "*" => BinOp::Mul,
        "/" => BinOp::Div,
        "%" => BinOp::Rem,
        "<<" => BinOp::Shl,
        ">>" => BinOp::Shr,
        "&" => BinOp::And,
        "|" => BinOp::Or,
        "^" => BinOp::Xor,
        _ => return None,
    })
}

fn comparison(op: &str) -> Option<CmpOp> {
    Some(match op {
        "==" => CmpOp::Eq,
        "!=" => CmpOp::Ne,
        "<" => CmpOp::Lt,
        "<=" => CmpOp::Le,
        ">" => CmpOp::Gt,
        ">=" => CmpOp::Ge,
        _ => return None,
    })
}
