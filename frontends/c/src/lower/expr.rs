//! Expressions: values, effects, and records by address.

use ivl::source::Span;
use num_bigint::BigInt;

use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::{INT, Scalar, Type};

use super::Lower;

impl<'a> Lower<'a> {
    /// Evaluates for its effects alone.
    pub(super) fn effect(&mut self, node: &'a Node) {
        if self.frame.ahead.contains_key(&node.id) {
            return;
        }
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
            Kind::BinaryOperator => self.binary_effect(node, span),
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
            Kind::ConditionalOperator => self.conditional_effect(node, span),
            Kind::CallExpr => {
                self.call(node, false);
            }
            Kind::AtomicExpr => {
                self.atomic_expr(node, span);
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
            _ => self.other_effect(node, span),
        }
    }

    fn binary_effect(&mut self, node: &'a Node, span: Span) {
        let [a, b] = &node.inner[..] else { return self.malformed(span) };
        match node.opcode.as_deref() {
            Some("=") => {
                self.assign(node, a, b, false);
            }
            Some(op @ ("&&" | "||")) => {
                let skip = self.label(None);
                if op == "&&" {
                    self.jump_unless(a, skip, None);
                } else {
                    self.jump_if(a, skip, None);
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

    fn conditional_effect(&mut self, node: &'a Node, span: Span) {
        let [c, a, b] = &node.inner[..] else { return self.malformed(span) };
        if let Some(text) = self.assertion(b) {
            return self.asserted(c, &text);
        }
        let (otherwise, end) = (self.label(None), self.label(None));
        self.jump_unless(c, otherwise, None);
        self.effect(a);
        self.emit(StmtKind::Goto(end), span);
        self.emit(StmtKind::Label(otherwise), span);
        self.effect(b);
        self.emit(StmtKind::Label(end), span);
    }

    /// What has a value, or is a record, or nothing.
    fn other_effect(&mut self, node: &'a Node, span: Span) {
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

    /// A value that nobody reads is computed, for the computation may fail.
    pub(super) fn discard(&mut self, node: &'a Node) {
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

    /// Whether reading a place is a check, though what is read is not used.
    fn is_checked(&self, place: &Node) -> bool {
        match (place.kind, place.inner.first()) {
            (Kind::ParenExpr, Some(inner)) => self.is_checked(inner),
            (Kind::UnaryOperator | Kind::MemberExpr | Kind::ArraySubscriptExpr, _) => true,
            (Kind::DeclRefExpr, _) => self.config.checks.uninit || self.config.checks.race,
            _ => false,
        }
    }

    /// The value of a scalar expression.
    pub(super) fn value(&mut self, node: &'a Node) -> Expr {
        let span = self.span(node);
        match self.try_value(node, span) {
            Some(e) => e,
            None => {
                if !self.notes.diags.iter().any(|d| d.span == span) {
                    self.error("this expression is not supported", span);
                }
                let ty = self.ty(node);
                let ty = self.types.scalar(&ty).unwrap_or(INT);
                self.zero(ty, span)
            }
        }
    }

    fn try_value(&mut self, node: &'a Node, span: Span) -> Option<Expr> {
        if let Some(argument) = self.stands_for(node) {
            return Some(self.value(argument));
        }
        if let Some(known) = self.frame.ahead.get(&node.id) {
            return Some(known.clone());
        }
        match node.kind {
            Kind::ParenExpr => Some(self.value(node.inner.first()?)),
            Kind::ConstantExpr => {
                let ty = self.ty(node);
                match (self.types.scalar(&ty), node.value_text().and_then(|t| t.parse::<BigInt>().ok())) {
                    (Some(ty @ Scalar::Int(_)), Some(value)) => Some(Expr::int(value, ty, span)),
                    _ => Some(self.value(node.inner.first()?)),
                }
            }
            Kind::IntegerLiteral | Kind::CharacterLiteral | Kind::FloatingLiteral => self.literal(node, span),
            Kind::DeclRefExpr => {
                let decl = node.referenced_decl.as_ref()?;
                if decl.kind == Kind::EnumConstantDecl {
                    let ty = self.ty(node);
                    let ty = self.scalar(&ty, span);
                    let value = self.decls.units[self.frame.unit].enumerators.get(&decl.id)?.clone();
                    return Some(Expr::int(value, ty, span));
                }
                let place = self.place(node)?;
                let ty = self.ty(node);
                let ty = self.scalar(&ty, span);
                Some(self.load(place, ty, span))
            }
            Kind::ImplicitCastExpr | Kind::CStyleCastExpr => self.cast(node, span),
            Kind::UnaryOperator => self.unary(node, span),
            Kind::BinaryOperator if node.opcode.as_deref() == Some(",") => match self.remembered(node) {
                Some(value) => Some(value),
                None if self.misplaced_moment(node) => None,
                None => self.binary(node, span),
            },
            Kind::BinaryOperator => self.binary(node, span),
            Kind::CompoundAssignOperator => self.compound(node, true),
            Kind::ConditionalOperator => {
                let [c, a, b] = &node.inner[..] else { return None };
                Some(self.conditional(c, |this| this.value(a), |this| this.value(b), span))
            }
            Kind::BinaryConditionalOperator => self.binary_conditional(node, span),
            Kind::OpaqueValueExpr => match self.frame.opaque.get(&node.id) {
                Some(value) => Some(value.clone()),
                None => Some(self.value(node.inner.first()?)),
            },
            Kind::CallExpr => self.call(node, true),
            Kind::StmtExpr => match self.quantifier(node, span) {
                Some(value) => Some(value),
                None => self.statement_expression(node, span),
            },
            Kind::UnaryExprOrTypeTraitExpr => self.size_of(node, span),
            Kind::VAArgExpr => self.va_arg(node, span),
            Kind::AtomicExpr => self.atomic_expr(node, span),
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

    fn literal(&mut self, node: &Node, span: Span) -> Option<Expr> {
        let ty = self.ty(node);
        let ty = self.scalar(&ty, span);
        Some(match node.kind {
            Kind::FloatingLiteral => Expr::new(ExprKind::FloatConst(node.value_text()?.into()), ty, span),
            Kind::CharacterLiteral => {
                let crate::clang::node::Literal::Number(value) = node.value.as_ref()? else { return None };
                // clang prints the code as an unsigned number.
                let value = if ty == INT { i64::from(*value as i32) } else { *value };
                Expr::int(value, ty, span)
            }
            _ => {
                let value: BigInt = node.value_text()?.parse().ok()?;
                Expr::int(value, ty, span)
            }
        })
    }

    /// `a ?: b`
    fn binary_conditional(&mut self, node: &'a Node, span: Span) -> Option<Expr> {
        // common, opaque, condition, true part (of the opaque value), false part
        let [common, opaque, cond, then, otherwise] = &node.inner[..] else {
            let [common, cond, then, otherwise] = &node.inner[..] else { return None };
            let value = self.value(common);
            let value = self.snapshot(value);
            self.bind_opaque(cond, &value);
            self.bind_opaque(then, &value);
            return Some(self.conditional(cond, |this| this.value(then), |this| this.value(otherwise), span));
        };
        let value = self.value(common);
        let value = self.snapshot(value);
        self.frame.opaque.insert(opaque.id, value);
        Some(self.conditional(cond, |this| this.value(then), |this| this.value(otherwise), span))
    }

    /// `({ …; e; })`
    fn statement_expression(&mut self, node: &'a Node, span: Span) -> Option<Expr> {
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

    pub(super) fn bind_opaque(&mut self, node: &'a Node, value: &Expr) {
        if node.kind == Kind::OpaqueValueExpr {
            self.frame.opaque.insert(node.id, value.clone());
        } else {
            node.inner.iter().for_each(|n| self.bind_opaque(n, value));
        }
    }

    /// `c ? a : b`; only the chosen side happens.
    pub(super) fn conditional(
        &mut self,
        c: &'a Node,
        a: impl FnOnce(&mut Self) -> Expr,
        b: impl FnOnce(&mut Self) -> Expr,
        span: Span,
    ) -> Expr {
        let covers = self.covers(c);
        let decided = if covers { None } else { Some(self.value(c)) };
        let (a, a_stmts) = self.aside(a);
        let (b, b_stmts) = self.aside(b);
        let ty = a.ty;
        if let (Some(c), true, true) = (&decided, a_stmts.is_empty(), b_stmts.is_empty()) {
            return Expr::new(ExprKind::Cond(c.clone(), a, b), ty, span);
        }
        let temp = self.temp(ty, span);
        let (otherwise, end) = (self.label(None), self.label(None));
        match decided {
            Some(c) => self.emit(StmtKind::Branch(Expr::new(ExprKind::Not(c), INT, span), otherwise, None), span),
            None => self.jump_unless(c, otherwise, None),
        }
        self.out.extend(a_stmts);
        self.emit(StmtKind::Set(temp, a), span);
        self.emit(StmtKind::Goto(end), span);
        self.emit(StmtKind::Label(otherwise), span);
        self.out.extend(b_stmts);
        self.emit(StmtKind::Set(temp, b), span);
        self.emit(StmtKind::Label(end), span);
        Expr::new(ExprKind::Var(temp), ty, span)
    }

    pub(super) fn size_of(&mut self, node: &'a Node, span: Span) -> Option<Expr> {
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
            "sizeof" if matches!(*ty, Type::Vla(..)) => {
                return match self.named_size(node, &ty, span) {
                    None => self.vla_size(&ty, true, span),
                    known => known,
                };
            }
            "sizeof" => self.types.gnu_size(&ty)?,
            // Of what has no size, nothing is known.
            _ if matches!(*ty, Type::Record(_)) && self.types.size(&ty).is_none() => return None,
            "alignof" | "_Alignof" => {
                let atomic = self.atomic_align(node.arg_type.as_deref(), &ty).unwrap_or(1);
                self.types.align(&ty).max(atomic)
            }
            "__alignof" | "__alignof__" => self.types.preferred_align(&ty),
            _ => return None,
        };
        let size_t = Scalar::Int(self.types.ptr_int(false));
        Some(Expr::int(value, size_t, span))
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
                        if let Some(copy) = self.remembered(node) {
                            return Some(copy);
                        }
                        self.effect(a);
                        self.record_value(b)
                    }
                    _ => None,
                }
            }
            Kind::ConditionalOperator => {
                let [c, a, b] = &node.inner[..] else { return None };
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
            Kind::VAArgExpr => self.va_arg(node, span),
            Kind::AtomicExpr => self.atomic_expr(node, span),
            Kind::InitListExpr | Kind::ImplicitValueInitExpr => {
                let ty = self.ty(node);
                let obj = self.block("$literal", &ty, span);
                let slot = super::Slot { storage: super::Storage::Mem(obj), ty, vla_size: None };
                self.emit(StmtKind::Alloc(obj, None), span);
                self.initialise(&slot, node, span);
                Some(Expr::new(ExprKind::Obj(obj), Scalar::Ptr, span))
            }
            Kind::ImplicitCastExpr | Kind::CStyleCastExpr
                if !matches!(
                    node.cast_kind.as_deref(),
                    Some("LValueToRValue" | "NoOp" | "BitCast" | "AtomicToNonAtomic" | "NonAtomicToAtomic")
                ) =>
            {
                self.error("this conversion is not supported", span);
                None
            }
            Kind::ImplicitCastExpr | Kind::CStyleCastExpr => {
                let inner = node.inner.last()?;
                match node.cast_kind.as_deref() {
                    Some("LValueToRValue") if inner.is_atomic() => self.atomic_value(inner, span),
                    _ => self.record_value(inner),
                }
            }
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
