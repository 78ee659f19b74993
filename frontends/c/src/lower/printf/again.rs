//! A text that a function makes again of the same format and the same arguments is taken to be as long as before: what these point to, and
//! the error number, may have changed in between, so it is said.
//!
//! ```text
//! n = vsnprintf(0, 0, f, a); …; vsnprintf(to, n + 1, f, b)   →   the second gives n, if `f` and the next of the lists are the same
//! ```

use ivl::source::Span;

use super::{Printer, To};
use crate::cir::*;
use crate::clang::Node;
use crate::lower::Lower;
use crate::lower::literals::string_argument;
use crate::lower::lvalue::Place;
use crate::types::{INT, Scalar};

/// A text of the function at hand.
#[derive(Clone)]
pub(in crate::lower) struct Made {
    /// The format, if that is a literal.
    format: Option<String>,
    /// What it was made of.
    of: Vec<VarId>,
    /// -1 before it is made.
    length: VarId,
}

/// What a text is made of: a literal, or what the format is, and values.
pub(super) struct Key {
    format: Option<String>,
    of: Vec<Expr>,
}

impl<'a> Lower<'a> {
    /// `None`: such texts are not remembered.
    pub(super) fn key(&mut self, args: &'a [Node], values: &[Option<Expr>], of: Printer, span: Span) -> Option<Key> {
        let Printer { place, to, listed, wide } = of;
        if to != To::Sized || wide {
            return None;
        }
        let format = string_argument(&args[place]).map(|text| text.to_string());
        let from = if format.is_some() { place + 1 } else { place };
        if !listed {
            return Some(Key { format, of: values.get(from..)?.iter().cloned().collect::<Option<Vec<Expr>>>()? });
        }
        // What a caller hands over as a list is none that a function of the program began.
        let list = args.get(place + 1).filter(|_| self.config.entry == "main")?;
        let addr = self.va_list(list)?;
        let next = self.load(Place::Mem { addr, bits: None, hint: None }, Scalar::Ptr, span);
        let mut of: Vec<Expr> = values.get(from..=place)?.iter().cloned().collect::<Option<_>>()?;
        of.push(self.snapshot(next));
        Some(Key { format, of })
    }

    /// How long the text was when it was made before, or -1.
    pub(super) fn length_before(&mut self, key: &Key, span: Span) -> (Made, Expr) {
        let types = |of: &[VarId]| of.iter().map(|var| self.program.vars[var.index()].ty).collect::<Vec<Scalar>>();
        let own: Vec<Scalar> = key.of.iter().map(|value| value.ty).collect();
        let known = self.frame.made.iter().find(|made| made.format == key.format && types(&made.of) == own).cloned();
        let is_new = known.is_none();
        let made = known.unwrap_or_else(|| self.new_text(key, span));
        let none = Expr::int(-1, INT, span);
        if is_new && self.frame.continues.is_empty() {
            return (made, none);
        }
        let assumption = "a text that a function makes again of the same format and arguments is as long as before: what they point to has not changed";
        self.notes.assumptions.insert(assumption.to_string());
        let same = made.of.iter().zip(&key.of).map(|(var, value)| {
            let before = Expr::new(ExprKind::Var(*var), value.ty, span);
            Expr::new(ExprKind::Cmp(CmpOp::Eq, before, value.clone()), INT, span)
        });
        let all = same.reduce(|a, b| Expr::new(ExprKind::And(a, b), INT, span));
        let length = Expr::new(ExprKind::Var(made.length), INT, span);
        let before = match all {
            Some(all) => Expr::new(ExprKind::Cond(all, length, none), INT, span),
            None => length,
        };
        let before = self.snapshot(before);
        (made, before)
    }

    fn new_text(&mut self, key: &Key, span: Span) -> Made {
        let of: Vec<VarId> = key.of.iter().map(|value| self.register("$made", value.ty, span)).collect();
        let length = self.register("$made", INT, span);
        let kind = StmtKind::Set(length, Expr::int(-1, INT, span));
        self.frame.hoisted.push(Stmt { kind, span });
        for (&var, value) in of.iter().zip(&key.of) {
            let zero = self.zero(value.ty, span);
            self.frame.hoisted.push(Stmt { kind: StmtKind::Set(var, zero), span });
        }
        let made = Made { format: key.format.clone(), of, length };
        self.frame.made.push(made.clone());
        made
    }

    pub(super) fn keep_length(&mut self, made: &Made, key: Key, length: &Expr, span: Span) {
        for (var, value) in made.of.iter().zip(key.of) {
            self.emit(StmtKind::Set(*var, value), span);
        }
        self.emit(StmtKind::Set(made.length, length.clone()), span);
    }
}
