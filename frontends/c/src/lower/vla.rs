//! Variable-length arrays. clang's tree has the text of a length: `int[2 * n + 1]`. What else than sums and products of
//! variables stands there is read by clang once more ([`crate::clang`]), and is part of the declaration.
//!
//! A length is computed where the array is declared and kept in a register under its text.

use std::rc::Rc;
use std::sync::Arc;

use ivl::source::Span;
use num_bigint::BigInt;

use crate::cir::*;
use crate::types::{INT, IntType, Scalar, Type, TypeRef};

use super::{Lower, Storage};
use crate::clang::{Id, Kind, Node};

/// A length that was computed.
#[derive(Clone)]
pub(super) struct Length {
    value: VarId,
    /// The variables that it speaks of, if they never change.
    of: Option<Vec<Id>>,
}

impl<'a> Lower<'a> {
    /// Computes the lengths in the type of a declaration.
    pub(super) fn lengths_of(&mut self, node: &'a Node, ty: &Type, span: Span) {
        match ty {
            // Of a typedef, whose lengths are known.
            Type::Vla(elem, text) if text.starts_with('$') => self.lengths_of(node, elem, span),
            Type::Vla(elem, text) if has_length(elem, text) => {
                // The same twice is computed once: it has one value.
                if read(node, text).is_some_and(may_change) {
                    self.error(format!("the length `{text}`, twice in one type, is not supported"), span);
                }
                self.lengths_of(node, elem, span);
            }
            Type::Vla(elem, text) => {
                // It has the value that it had, if it speaks of the same variables and they have theirs for good.
                let of = if read(node, text).is_some() { None } else { self.settled_names(text) };
                let known = self.frame.lengths.get(text).into_iter().flatten();
                let again = of.is_some() && { known }.any(|length| length.of == of);
                if !again && let Some(length) = self.length(read(node, text), text, span) {
                    let length = self.snapshot(length);
                    if let ExprKind::Var(var) = &*length.kind {
                        self.frame.lengths.entry(text.clone()).or_default().push(Length { value: *var, of });
                    }
                }
                self.lengths_of(node, elem, span);
            }
            Type::Ptr(elem) | Type::Array(elem, _) => self.lengths_of(node, elem, span),
            _ => {}
        }
    }

    /// The lengths of a typedef are those at its declaration, whatever their text amounts to later.
    pub(super) fn settle_lengths(&mut self, node: &'a Node, span: Span) {
        let unit = self.frame.unit;
        let name: Arc<str> = node.name().into();
        let known = |this: &Self| this.decls.units[unit].scopes.last().and_then(|(types, _)| types.get(&name).cloned());
        let Some(ty) = known(self) else { return };
        let settled = self.settled_lengths(node, &ty, span);
        if settled != ty {
            self.decls.units[unit].cache.clear();
            if let Some((types, _)) = self.decls.units[unit].scopes.last_mut() {
                types.insert(name, settled);
            }
        }
    }

    fn settled_lengths(&mut self, node: &'a Node, ty: &TypeRef, span: Span) -> TypeRef {
        match &**ty {
            Type::Vla(elem, text) if !text.starts_with('$') => {
                let elem = self.settled_lengths(node, elem, span);
                let Some(length) = self.length(read(node, text), text, span) else { return ty.clone() };
                let var = self.register("$length", length.ty, span);
                self.emit(StmtKind::Set(var, length), span);
                let length = var;
                let text: Arc<str> = format!("$length.{}", length.0).into();
                self.frame.lengths.insert(text.clone(), vec![Length { value: length, of: None }]);
                Rc::new(Type::Vla(elem, text))
            }
            Type::Ptr(elem) => Rc::new(Type::Ptr(self.settled_lengths(node, elem, span))),
            Type::Array(elem, n) => Rc::new(Type::Array(self.settled_lengths(node, elem, span), *n)),
            _ => ty.clone(),
        }
    }

    /// The size of a variable-length array in bytes; of its newest declaration, or of the only one.
    pub(super) fn vla_size(&mut self, ty: &Type, newest: bool, span: Span) -> Option<Expr> {
        let size_t = Scalar::Int(self.types.ptr_int(false));
        let Type::Vla(elem, text) = ty else {
            return self.types.size(ty).map(|size| Expr::int(size, size_t, span));
        };
        let known = self.frame.lengths.get(text).cloned().unwrap_or_default();
        let count = match (&known[..], newest) {
            ([only], _) | ([.., only], true) => Expr::new(ExprKind::Var(only.value), size_t, span),
            ([], _) => self.length(None, text, span)?,
            _ => {
                self.error("which of several arrays of this length is meant is not understood", span);
                return None;
            }
        };
        let size = self.vla_size(elem, newest, span)?;
        Some(Expr::new(ExprKind::Binary(BinOp::Mul, count, size), size_t, span))
    }

    /// The size of an array type that an expression names, whose lengths are parts of it.
    pub(super) fn named_size(&mut self, node: &'a Node, ty: &Type, span: Span) -> Option<Expr> {
        let (mut elem, mut lengths) = (ty, node.inner.iter());
        let mut size = None;
        while let Type::Vla(inner, text) = elem {
            if text.starts_with('$') || text.parse::<u64>().is_ok() || node.arg_type.is_none() {
                return None;
            }
            let length = self.length(Some(lengths.next()?), text, span)?;
            size = Some(match size {
                Some(size) => Expr::new(ExprKind::Binary(BinOp::Mul, size, length.clone()), length.ty, span),
                None => length,
            });
            elem = inner;
        }
        let (count, size) = (size?, self.types.size(elem)?);
        let size = Expr::int(size, count.ty, span);
        Some(Expr::new(ExprKind::Binary(BinOp::Mul, count.clone(), size), count.ty, span))
    }

    /// A length, as it was read by clang, or else of its text.
    fn length(&mut self, read: Option<&'a Node>, text: &Arc<str>, span: Span) -> Option<Expr> {
        let size_t = Scalar::Int(self.types.ptr_int(false));
        let value = match read {
            Some(node) => Some(self.value(node)),
            None => {
                let tokens = tokens(text);
                let mut reader = Reader { lower: self, tokens: &tokens, at: 0, span };
                reader.sum().filter(|_| reader.at == tokens.len())
            }
        };
        match value {
            Some(value) => {
                let value = self.snapshot(value);
                if self.config.checks.bounds && value.constant().is_none() {
                    let least = Expr::int(0, value.ty, span);
                    let positive = Expr::new(ExprKind::Cmp(CmpOp::Gt, value.clone(), least), INT, span);
                    let message = "the length of a variable-length array is not positive";
                    self.emit(StmtKind::Assert(positive, Failure::Assertion(message.into())), span);
                }
                Some(self.convert(value, size_t, span))
            }
            None => {
                self.error(format!("the length `{text}` of this array is not supported"), span);
                None
            }
        }
    }

    /// The variables in a length, if none of them changes once it is declared.
    fn settled_names(&self, text: &str) -> Option<Vec<Id>> {
        let unit = self.frame.unit;
        let names = tokens(text).into_iter().filter(|token| token.starts_with(|c: char| c.is_alphabetic() || c == '_'));
        let settled = |name: &str| {
            let (_, id) = self.frame.visible.iter().rev().find(|(n, _)| **n == *name)?;
            let variable = (unit, *id);
            let changes = self.uses.addressed.contains(&variable) || self.uses.assigned.contains(&variable);
            (!changes).then_some(*id)
        };
        names.map(settled).collect()
    }

    /// The value of a local or global variable that is a number or a pointer.
    pub(super) fn named_value(&mut self, name: &str, span: Span) -> Option<Expr> {
        let (place, ty) = self.named_place(name, span)?;
        Some(self.load(place, ty, span))
    }

    fn named_place(&mut self, name: &str, span: Span) -> Option<(super::lvalue::Place, Scalar)> {
        let local = self.frame.visible.iter().rev().find(|(n, _)| **n == *name).map(|(_, id)| *id);
        let slot = match local {
            Some(id) => self.frame.slots.get(&id)?.clone(),
            None => {
                let unit = self.frame.unit;
                let keys = [(Some(unit), Arc::from(name)), (None, Arc::from(name))];
                let key = keys.into_iter().find(|key| self.decls.globals.contains_key(key))?;
                self.global(&key)?
            }
        };
        let ty = self.types.scalar(&slot.ty)?;
        if let Storage::Split(_) = slot.storage {
            return None;
        }
        Some((self.place_of(&slot, span), ty))
    }
}

/// What clang has read of a length in the type of a declaration.
fn read<'a>(node: &'a Node, text: &str) -> Option<&'a Node> {
    if node.kind == Kind::VariableArrayType {
        let is_same = node
            .ty
            .as_ref()
            .and_then(|ty| ty.qual.split_once('['))
            .is_some_and(|(_, rest)| rest.strip_prefix(text).is_some_and(|rest| rest.starts_with(']')));
        if is_same {
            return node.inner.last();
        }
    }
    node.inner.iter().find_map(|part| read(part, text))
}

/// Whether an expression may have another value at once.
fn may_change(node: &Node) -> bool {
    let is_step = || matches!(node.opcode.as_deref(), Some("++" | "--" | "="));
    matches!(node.kind, Kind::CallExpr | Kind::StmtExpr | Kind::CompoundAssignOperator)
        || is_step()
        || node.inner.iter().any(may_change)
}

fn has_length(ty: &Type, length: &str) -> bool {
    match ty {
        Type::Vla(elem, text) => **text == *length || has_length(elem, length),
        Type::Ptr(elem) | Type::Array(elem, _) => has_length(elem, length),
        _ => false,
    }
}

fn tokens(text: &str) -> Vec<&str> {
    let mut found = vec![];
    let mut rest = text.trim_start();
    while let Some(c) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let end = if word(c) { rest.find(|c| !word(c)).unwrap_or(rest.len()) } else { c.len_utf8() };
        found.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    found
}

/// Sums and products of variables and numbers.
struct Reader<'r, 'l> {
    lower: &'r mut Lower<'l>,
    tokens: &'r [&'r str],
    at: usize,
    span: Span,
}

impl Reader<'_, '_> {
    fn operator(&mut self, of: &[&str]) -> Option<BinOp> {
        let found = self.tokens.get(self.at).filter(|t| of.contains(t))?;
        self.at += 1;
        Some(match *found {
            "+" => BinOp::Add,
            "-" => BinOp::Sub,
            "*" => BinOp::Mul,
            "/" => BinOp::Div,
            _ => BinOp::Rem,
        })
    }

    fn sum(&mut self) -> Option<Expr> {
        let mut value = self.product()?;
        while let Some(op) = self.operator(&["+", "-"]) {
            let right = self.product()?;
            value = self.binary(op, value, right);
        }
        Some(value)
    }

    fn product(&mut self) -> Option<Expr> {
        let mut value = self.atom()?;
        while let Some(op) = self.operator(&["*", "/", "%"]) {
            let right = self.atom()?;
            value = self.binary(op, value, right);
        }
        Some(value)
    }

    fn atom(&mut self) -> Option<Expr> {
        let token = *self.tokens.get(self.at)?;
        self.at += 1;
        if token == "(" {
            let value = self.sum()?;
            self.at += 1;
            return (self.tokens.get(self.at - 1) == Some(&")")).then_some(value);
        }
        if token.starts_with(|c: char| c.is_ascii_digit()) {
            let digits = token.trim_end_matches(['u', 'U', 'l', 'L']);
            let suffix = token[digits.len()..].to_ascii_lowercase();
            let bits = if suffix.contains('l') { 64 } else { 32 };
            let ty = IntType::new(bits, !suffix.contains('u'));
            let value: BigInt = digits.parse().ok()?;
            return (value <= crate::types::limits(ty).1).then(|| Expr::int(value, Scalar::Int(ty), self.span));
        }
        self.lower.named_value(token, self.span).filter(|value| matches!(value.ty, Scalar::Int(_)))
    }

    /// After the usual arithmetic conversions.
    fn binary(&mut self, op: BinOp, a: Expr, b: Expr) -> Expr {
        let promoted = |ty: Scalar| match ty {
            Scalar::Int(int) if int.bits >= 32 => int,
            _ => IntType::INT,
        };
        let (x, y) = (promoted(a.ty), promoted(b.ty));
        let bits = x.bits.max(y.bits);
        let unsigned = [x, y].iter().any(|t| t.bits == bits && !t.signed);
        let ty = Scalar::Int(IntType::new(bits, !unsigned));
        let (a, b) = (self.lower.convert(a, ty, self.span), self.lower.convert(b, ty, self.span));
        Expr::new(ExprKind::Binary(op, a, b), ty, self.span)
    }
}
