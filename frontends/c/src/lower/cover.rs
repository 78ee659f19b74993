//! What is counted where one asks for coverage: functions, statements, and both sides of each condition that decides.
//!
//! ```text
//! if (a && !b) s;   →   if !a { false side of a; goto otherwise }  true side of a
//!                       if !b { false side of b; goto then }       true side of b; goto otherwise
//! ```
//!
//! As gcov does, parts of `&&` and `||` count by themselves, and cases of a switch that begin at one place count once. What
//! is constant decides nothing. Only the program itself counts: neither models of the C library nor headers of the system.

use ivl::source::Span;
use rustc_hash::FxHashMap;

use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::INT;

use super::{HARNESS, Lower};

/// The sides of a switch by the labels that they lead to.
pub(super) struct Sides {
    condition: u32,
    of: FxHashMap<LabelId, u32>,
    /// That of a label behind the switch.
    beyond: u32,
}

impl<'a> Lower<'a> {
    /// Whether what stands at a place counts.
    fn counts(&self, span: Span) -> bool {
        let is_own = |func: FuncId| *self.program.funcs[func.index()].name != *HARNESS;
        let is_counted = self.config.cover && !self.frame.uncounted && Some(self.frame.unit) != self.models.unit;
        is_counted
            && self.frame.func.is_some_and(is_own)
            && self.sources.get(span.file).is_some_and(|file| !crate::files::is_system_path(&file.name))
    }

    /// Whether a condition counts.
    pub(super) fn covers(&mut self, cond: &'a Node) -> bool {
        self.config.cover && {
            let span = self.span(cond);
            self.counts(span) && !self.is_constant(cond)
        }
    }

    pub(super) fn cover_function(&mut self, span: Span) {
        if self.counts(span) {
            self.emit(StmtKind::Cover(Cover::Function), span);
        }
    }

    /// A statement begins that does something where it stands, or whose condition stands there.
    pub(super) fn cover_line(&mut self, node: &Node, span: Span) {
        if !self.counts(span) {
            return;
        }
        let does_something = match node.kind {
            Kind::CompoundStmt | Kind::NullStmt | Kind::EmptyDecl | Kind::Null | Kind::AttributedStmt => false,
            Kind::CaseStmt | Kind::DefaultStmt | Kind::LabelStmt | Kind::DoStmt => false,
            Kind::DeclStmt => node.inner.iter().any(|decl| {
                decl.storage_class.as_deref() != Some("static") && decl.inner.iter().any(super::decl::is_expr)
            }),
            _ => true,
        };
        if does_something {
            self.emit(StmtKind::Cover(Cover::Line), span);
        }
    }

    fn condition_number(&mut self) -> u32 {
        self.program.conditions += 1;
        self.program.conditions - 1
    }

    /// To the label if the condition is what is wanted.
    pub(super) fn covered_jump(&mut self, cond: &'a Node, wanted: bool, target: LabelId, told: Told) {
        let span = self.span(cond);
        match (cond.kind, cond.opcode.as_deref(), &cond.inner[..]) {
            (Kind::ParenExpr, _, [inner]) => self.covered_jump(inner, wanted, target, told),
            (Kind::UnaryOperator, Some("!"), [inner]) => self.jump_where(inner, !wanted, target),
            (Kind::BinaryOperator, Some(op @ ("&&" | "||")), [a, b]) => {
                // What decides alone is that a part is false, of `&&`, or true.
                let alone = op == "||";
                if alone == wanted {
                    self.jump_where(a, wanted, target);
                    self.jump_where(b, wanted, target);
                } else {
                    let skip = self.label(None);
                    self.jump_where(a, alone, skip);
                    self.jump_where(b, wanted, target);
                    self.emit(StmtKind::Label(skip), span);
                }
            }
            _ => {
                let condition = self.condition_number();
                let value = self.value(cond);
                let value = self.truth(value, span);
                let stays = if wanted { Expr::new(ExprKind::Not(value), INT, span) } else { value };
                let stay = self.label(None);
                let side = |holds: bool| StmtKind::Cover(Cover::Branch { condition, side: u32::from(!holds) });
                self.emit(StmtKind::Branch(stays, stay, told), span);
                self.emit(side(wanted), span);
                self.emit(StmtKind::Goto(target), span);
                self.emit(StmtKind::Label(stay), span);
                self.emit(side(!wanted), span);
            }
        }
    }

    fn jump_where(&mut self, cond: &'a Node, wanted: bool, target: LabelId) {
        if wanted {
            self.jump_if(cond, target, None);
        } else {
            self.jump_unless(cond, target, None);
        }
    }

    /// The value of `a && b` and its kin.
    pub(super) fn covered_truth(&mut self, node: &'a Node, span: Span) -> Expr {
        let (temp, end) = (self.temp(INT, span), self.label(None));
        self.emit(StmtKind::Set(temp, Expr::int(0, INT, span)), span);
        self.covered_jump(node, false, end, None);
        self.emit(StmtKind::Set(temp, Expr::int(1, INT, span)), span);
        self.emit(StmtKind::Label(end), span);
        Expr::new(ExprKind::Var(temp), INT, span)
    }

    /// The sides of a switch with that body.
    pub(super) fn sides(&mut self, body: &[Stmt]) -> Sides {
        let condition = self.condition_number();
        let (mut of, mut beyond, mut is_label) = (FxHashMap::default(), 0, false);
        for stmt in body {
            let StmtKind::Label(label) = stmt.kind else {
                is_label = false;
                continue;
            };
            beyond += u32::from(!is_label);
            is_label = true;
            of.insert(label, beyond - 1);
        }
        Sides { condition, of, beyond }
    }

    /// Control goes to a label of a switch.
    pub(super) fn cover_side(&mut self, sides: &Option<Sides>, label: LabelId, span: Span) {
        if let Some(Sides { condition, of, beyond }) = sides {
            let side = of.get(&label).copied().unwrap_or(*beyond);
            self.emit(StmtKind::Cover(Cover::Branch { condition: *condition, side }), span);
        }
    }
}
