//! Operators: arithmetic, comparisons, assignments.

use ivl::source::Span;

use crate::cir::*;
use crate::clang::Node;
use crate::types::{INT, Scalar, Type, TypeRef};

use super::lvalue::Place;
use super::{Lower, wrap};

impl<'a> Lower<'a> {
    pub(super) fn unary(&mut self, node: &'a Node, span: Span) -> Option<Expr> {
        let operand = node.inner.first()?;
        let op = node.opcode.as_deref()?;
        match op {
            "++" | "--" => self.step(operand, op == "++", node.is_postfix, true, span),
            "&" => {
                self.frame.is_address = true;
                let place = self.place(operand);
                self.frame.is_address = false;
                let place = place?;
                let address = self.address(place, span);
                Some(self.address_of(operand, address, span))
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
    pub(super) fn step(
        &mut self,
        operand: &'a Node,
        up: bool,
        postfix: bool,
        wanted: bool,
        span: Span,
    ) -> Option<Expr> {
        let full = self.ty(operand);
        let ty = self.scalar(&full, span);
        let place = self.place(operand)?;
        let place = self.stable_place(place);
        let atomic = operand.is_atomic();
        if atomic {
            self.emit(StmtKind::Atomic(true), span);
        }
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
        let stored = self.store_wanted(place, new, wanted && !postfix, span);
        if atomic {
            self.emit(StmtKind::Atomic(false), span);
        }
        Some(if postfix { old } else { stored })
    }

    /// A place that stays the same while the program goes on.
    pub(super) fn stable_place(&mut self, place: Place) -> Place {
        match place {
            Place::Mem { addr, bits, hint } if !constant_address(&addr) => {
                let addr = self.snapshot(addr);
                Place::Mem { addr, bits, hint }
            }
            other => other,
        }
    }

    pub(super) fn assign(&mut self, node: &'a Node, lhs: &'a Node, rhs: &'a Node, wanted: bool) -> Option<Expr> {
        let span = self.span(node);
        let ty = self.ty(lhs);
        if self.types.scalar(&ty).is_none() {
            let src = self.record_value(rhs)?;
            let mark = self.out.len();
            let place = self.place(lhs)?;
            let src = self.pin(src, mark);
            let dst = self.address(place, span);
            let dst = self.settled(dst);
            if let Some(size) = self.types.size(&ty) {
                self.check_record_overlap([lhs, rhs], [&dst, &src], size, span);
            }
            let atomic = lhs.is_atomic();
            if atomic {
                self.emit(StmtKind::Atomic(true), span);
            }
            self.copy(dst.clone(), src, &ty, span);
            if atomic {
                self.emit(StmtKind::Atomic(false), span);
            }
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
        if lhs.is_atomic() {
            let place = self.stable_place(place);
            let value = self.snapshot(value);
            self.emit(StmtKind::Atomic(true), span);
            let stored = self.store_wanted(place, value, wanted, span);
            self.emit(StmtKind::Atomic(false), span);
            return Some(stored);
        }
        let stored = self.store_wanted(place, value, wanted, span);
        Some(if wanted { self.snapshot(stored) } else { stored })
    }

    pub(super) fn compound(&mut self, node: &'a Node, wanted: bool) -> Option<Expr> {
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
        let atomic = lhs.is_atomic();
        // What is added is known before the step begins.
        let value = if atomic { self.snapshot(value) } else { value };
        if atomic {
            self.emit(StmtKind::Atomic(true), span);
        }
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
        let stored = self.store_wanted(place, new, wanted, span);
        if atomic {
            self.emit(StmtKind::Atomic(false), span);
        }
        Some(stored)
    }

    pub(super) fn compared(&mut self, cmp: CmpOp, a: &Expr, b: &Expr) {
        if a.constant().is_some() || b.constant().is_some() {
            return;
        }
        self.notes.assumptions.insert(if matches!(cmp, CmpOp::Eq | CmpOp::Ne) {
            "no block begins where another ends, and none where a freed one was".to_string()
        } else {
            "pointers that are compared by order point into one block".to_string()
        });
    }

    /// Both of two operands have effects, whose order C leaves open.
    pub(super) fn ordered(&mut self) {
        self.notes.assumptions.insert(
            "operands and arguments are evaluated from left to right, what is assigned before where to".to_string(),
        );
    }

    pub(super) fn negate(&mut self, e: Expr, span: Span) -> Expr {
        if let Some(n) = e.constant() {
            return Expr::int(-n, Scalar::Int(self.types.ptr_int(true)), span);
        }
        let wide = Scalar::Int(self.types.ptr_int(true));
        let e = self.convert(e, wide, span);
        Expr::new(ExprKind::Unary(UnOp::Neg, e), wide, span)
    }

    pub(super) fn binary(&mut self, node: &'a Node, span: Span) -> Option<Expr> {
        let [a, b] = &node.inner[..] else { return None };
        let op = node.opcode.as_deref()?;
        match op {
            "=" => return self.assign(node, a, b, true),
            "," => {
                self.effect(a);
                return Some(self.value(b));
            }
            "&&" | "||" if self.covers(node) => return Some(self.covered_truth(node, span)),
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
                self.emit(StmtKind::Branch(decided, end, None), span);
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
            let (left, right) = match cmp {
                CmpOp::Eq | CmpOp::Ne => self.as_pointers(left, right),
                _ => (left, right),
            };
            if left.ty == Scalar::Ptr && right.ty == Scalar::Ptr {
                self.compared(cmp, &left, &right);
                if let (Type::Ptr(elem), false) = (&*ty_a, matches!(cmp, CmpOp::Eq | CmpOp::Ne)) {
                    let distance = self.types.gnu_size(elem);
                    self.are_beside(&left, &right, distance);
                }
            }
            // Pointers and integers may be compared; both as addresses.
            let right = if right.ty != left.ty { self.convert(right, left.ty, span) } else { right };
            return Some(Expr::new(ExprKind::Cmp(cmp, left, right), INT, span));
        }
        match (op, &*ty_a, &*ty_b) {
            ("+", Type::Ptr(elem), _) => self.ptr_add(left, right, elem, span),
            ("+", _, Type::Ptr(elem)) => self.ptr_add(right, left, elem, span),
            ("-", Type::Ptr(elem), Type::Ptr(_)) => {
                let scale = self.types.gnu_size(elem)? as i64;
                self.are_beside(&left, &right, Some(scale as u64));
                Some(Expr::new(ExprKind::PtrSub { a: left, b: right, scale }, ty, span))
            }
            ("-", Type::Ptr(elem), _) => {
                let index = self.negate(right, span);
                self.ptr_add(left, index, elem, span)
            }
            _ => Some(Expr::new(ExprKind::Binary(operator(op)?, left, right), ty, span)),
        }
    }
}

fn constant_address(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Obj(_) => true,
        ExprKind::PtrAdd { base, index, .. } => constant_address(base) && index.constant().is_some(),
        ExprKind::Part { base, .. } => constant_address(base),
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
