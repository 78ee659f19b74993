//! Loops without a contract that run a constant number of times are written out where something is proved.
//!
//! ```text
//! head: if !c goto end; s; goto head; end:   →   if !c goto end; s; if !c goto end; s; … assert !c; end:
//! ```

use ivl::source::Span;
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};
use rustc_hash::FxHashMap;

use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::{Scalar, limits};

use super::super::{Lower, Storage};
use super::{INT, bare};

/// More rounds, and more statements, are not written out.
const MOST_ROUNDS: u64 = 64;
const MOST_STATEMENTS: u64 = 20_000;

impl<'a> Lower<'a> {
    /// How often `for (i = a; i < b; i += c)` runs at most, if its body leaves `i` alone. Its statements are those from
    /// `mark` on. Where it does not say what `i` is at first, that is what was assigned in front of it, or else any value
    /// of its type.
    pub(super) fn rounds(&mut self, [init, cond, step]: [&'a Node; 3], mark: usize) -> Option<u64> {
        let unit = self.frame.unit;
        let [left, right] = &cond.inner[..] else { return None };
        let counter = bare(left).referenced_decl.as_ref()?.id;
        let is_it = |node: &Node| bare(node).referenced_decl.as_ref().is_some_and(|decl| decl.id == counter);
        let register = match self.slot(bare(left)).map(|slot| slot.storage) {
            Some(Storage::Reg(var)) => Some(var),
            _ => None,
        };
        let known = match (init.kind, &init.inner[..]) {
            (Kind::DeclStmt, [decl]) if decl.id == counter => {
                self.constant(unit, decl.inner.iter().find(|n| super::super::decl::is_expr(n))?)?.into()
            }
            (Kind::BinaryOperator, [place, value]) if init.opcode.as_deref() == Some("=") && is_it(place) => {
                self.constant(unit, value)?.into()
            }
            (Kind::Null, _) => register.and_then(|var| self.constant_before(mark, var)),
            _ => return None,
        };
        let last = self.constant(unit, right)?;
        let by: BigInt = match (step.kind, step.opcode.as_deref(), &step.inner[..]) {
            (Kind::UnaryOperator, Some("++"), [place]) if is_it(place) => 1.into(),
            (Kind::UnaryOperator, Some("--"), [place]) if is_it(place) => (-1).into(),
            (Kind::CompoundAssignOperator, Some("+="), [place, by]) if is_it(place) => self.constant(unit, by)?,
            (Kind::CompoundAssignOperator, Some("-="), [place, by]) if is_it(place) => -self.constant(unit, by)?,
            _ => return None,
        };
        let ty = self.ty(bare(left));
        let first = match (known.clone(), self.types.scalar(&ty)) {
            (Some(first), _) => first,
            (None, Some(Scalar::Int(ty))) => {
                if by.is_negative() {
                    limits(ty).1
                } else {
                    limits(ty).0
                }
            }
            _ => return None,
        };
        let far = match cond.opcode.as_deref()? {
            "<" | ">" => last - &first,
            "!=" => last - known.as_ref()?,
            "<=" => last - &first + 1,
            ">=" => last - &first - 1,
            _ => return None,
        };
        if cond.kind != Kind::BinaryOperator || by.is_zero() {
            return None;
        }
        if far.is_negative() != by.is_negative() {
            return far.is_zero().then_some(0);
        }
        let (distance, width) = (far.abs(), by.abs());
        let rounds: BigInt = (distance + &width - 1) / width;
        if let (Some(first), Some(var)) = (known, register) {
            self.remember_count(mark, var, first + &rounds * by);
        }
        rounds.to_u64()
    }

    /// What a register holds in front of a statement, where the statements up to there say so.
    fn constant_before(&self, mark: usize, var: VarId) -> Option<BigInt> {
        for stmt in self.out[..mark].iter().rev() {
            match &stmt.kind {
                StmtKind::Set(own, value) if *own == var => return value.constant().cloned(),
                StmtKind::Label(label) => {
                    let (counter, value) = self.frame.contract.counted.get(label)?;
                    return (*counter == var).then(|| value.clone());
                }
                kind if kind.assigned() == Some(var) => return None,
                _ => {}
            }
        }
        None
    }

    /// Behind a loop that ends by its condition alone, and whose counter only its step changes, the counter is known.
    fn remember_count(&mut self, mark: usize, var: VarId, value: BigInt) {
        let Some(Stmt { kind: StmtKind::Label(end), .. }) = self.out.last() else { return };
        let end = *end;
        let of_loop = &self.out[mark..];
        let leaves = |stmt: &&Stmt| match &stmt.kind {
            StmtKind::Goto(label) | StmtKind::Branch(_, label, _) => *label == end,
            StmtKind::Leave(_, label) => *label == Some(end),
            _ => false,
        };
        let changes = |stmt: &&Stmt| stmt.kind.assigned() == Some(var);
        if of_loop.iter().filter(leaves).count() == 1 && of_loop.iter().filter(changes).count() == 1 {
            self.frame.contract.counted.insert(end, (var, value));
        }
    }

    /// Writes a loop out, whose statements are those from `mark` on: its first is the label where it begins.
    pub(super) fn unroll(&mut self, mark: usize, rounds: u64, span: Span) {
        let length = (self.out.len() - mark) as u64;
        if rounds > MOST_ROUNDS || rounds.saturating_mul(length) > MOST_STATEMENTS {
            return;
        }
        let body = self.out.split_off(mark);
        let (Some(Stmt { kind: StmtKind::Label(head), .. }), Some(Stmt { kind: StmtKind::Label(end), .. })) =
            (body.first(), body.last())
        else {
            panic!("internal: a loop without a beginning or an end")
        };
        let (head, end) = (*head, *end);
        let inside: Vec<LabelId> = body.iter().filter_map(|stmt| label_of(&stmt.kind)).filter(|l| *l != end).collect();
        let mut entry = self.copy_of(head);
        for _ in 0..=rounds {
            let mut names: FxHashMap<LabelId, LabelId> = FxHashMap::default();
            for &label in &inside {
                let copy = if label == head { entry } else { self.copy_of(label) };
                names.insert(label, copy);
            }
            let next = self.copy_of(head);
            for stmt in &body[..body.len() - 1] {
                let mut stmt = stmt.clone();
                match &mut stmt.kind {
                    // The way back goes on to the next copy.
                    StmtKind::Goto(label) if *label == head => *label = next,
                    StmtKind::Goto(label) | StmtKind::Branch(_, label, _) | StmtKind::Label(label) => {
                        if let Some(copy) = names.get(label) {
                            *label = *copy;
                        }
                    }
                    StmtKind::Leave(_, Some(label)) => {
                        if let Some(copy) = names.get(label) {
                            *label = *copy;
                        }
                    }
                    _ => {}
                }
                self.out.push(stmt);
            }
            entry = next;
        }
        self.emit(StmtKind::Label(entry), span);
        let message = format!("the loop goes on after {rounds} rounds");
        self.emit(StmtKind::Assert(Expr::int(0, INT, span), Failure::Assertion(message.into())), span);
        self.emit(StmtKind::End, span);
        self.emit(StmtKind::Label(end), span);
    }

    fn copy_of(&mut self, label: LabelId) -> LabelId {
        let copy = Label { name: None, scope: self.program.labels[label.index()].scope.clone() };
        self.program.labels.push(copy);
        LabelId(self.program.labels.len() as u32 - 1)
    }
}

fn label_of(stmt: &StmtKind) -> Option<LabelId> {
    match stmt {
        StmtKind::Label(label) => Some(*label),
        _ => None,
    }
}
