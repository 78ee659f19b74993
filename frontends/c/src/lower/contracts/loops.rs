//! Loops with invariants.
//!
//! ```text
//! for (a; c; b) assigns(x) invariant(I) decreases(d) s
//!   →   a; assert I; havoc x; assume I; if (c) { d0 := d; s; b; assert I; assert d < d0; assume false }
//! ```
//!
//! Without an `assigns` clause, x is what the text of the loop writes ([`super::written`]). If that is not clear, the way
//! back stays, and whoever cuts the loop finds out what it assigns. Where a program is checked rather than proved, the loop
//! stays, and the invariant is an assertion at its head.

use ivl::source::Span;
use rustc_hash::FxHashMap;

use crate::cir::*;
use crate::clang::{Id, Kind, Node};
use crate::config::Contracts;
use crate::types::Scalar;

use super::super::Lower;
use super::super::jumps::{find_gotos, find_labels, has_free_case};
use super::frames::{ON, Of};
use super::targets::What;
use super::{INT, Target, called, without_brackets};

const ON_ENTRY: &str = "the loop invariant does not hold on entry";
const MAINTAINED: &str = "the loop invariant is not maintained";

/// The parts of a loop.
#[derive(Clone, Copy)]
pub(in crate::lower) struct Parts<'a> {
    pub init: Option<&'a Node>,
    pub cond: Option<&'a Node>,
    pub step: Option<&'a Node>,
    pub body: &'a Node,
    /// Whether the condition comes behind the body.
    pub late: bool,
}

/// Where a loop is cut.
struct Cut {
    /// Whether it runs.
    on: VarId,
    /// Which statement makes the state arbitrary.
    at: usize,
    /// Where its round begins.
    start: usize,
}

#[derive(Default)]
struct Clauses<'a> {
    invariants: Vec<&'a Node>,
    decreases: Vec<&'a Node>,
    assigns: Option<Vec<&'a Node>>,
}

impl<'a> Lower<'a> {
    /// A loop; whether it was dealt with here.
    pub(in crate::lower) fn contracted_loop(&mut self, parts: Parts<'a>, span: Span) -> bool {
        if let (true, Some(cond)) = (parts.late, parts.cond)
            && let (Kind::BinaryOperator, Some(","), [marks, cond]) = {
                let inner = without_brackets(cond);
                (inner.kind, inner.opcode.as_deref(), &inner.inner[..])
            }
            && let Some(marks) = marks_of(marks)
        {
            self.loop_with(Parts { cond: Some(cond), ..parts }, marks, span);
            return true;
        }
        if let (Kind::IfStmt, [cond, _, body]) = (parts.body.kind, &parts.body.inner[..])
            && let Some(marks) = marks_of(cond)
        {
            self.loop_with(Parts { body, ..parts }, marks, span);
            return true;
        }
        false
    }

    /// What the loop without a contract is, whose statements are those from `mark` on.
    pub(in crate::lower) fn plain_loop(&mut self, mark: usize, rounds: Option<u64>, span: Span) {
        if let Some(rounds) = rounds {
            self.unroll(mark, rounds, span);
        }
    }

    /// How often the loop runs, where that is of interest.
    pub(in crate::lower) fn constant_rounds(&mut self, head: [&'a Node; 3], mark: usize) -> Option<u64> {
        if !self.proves() {
            return None;
        }
        self.rounds(head, mark)
    }

    fn proves(&self) -> bool {
        matches!(self.config.contracts, Contracts::Proved { .. })
    }

    /// Whether control may reach a place in a statement from outside, other than to its beginning.
    fn is_jumped_into(&self, body: &Node) -> bool {
        let (mut labels, mut inside) = (vec![], vec![]);
        find_labels(body, &mut labels);
        find_gotos(body, &mut inside);
        let count = |gotos: &[Id], label: &Id| gotos.iter().filter(|to| *to == label).count();
        let from_outside = |label: &Id| count(&self.frame.gotos, label) > count(&inside, label);
        has_free_case(body) || labels.iter().any(|label| from_outside(label) || self.frame.taken_labels.contains(label))
    }

    fn loop_with(&mut self, parts: Parts<'a>, marks: &'a Node, span: Span) {
        if self.proves() && self.is_jumped_into(parts.body) {
            self.error("jumps into a loop with a contract are not supported", span);
        }
        let clauses = clauses_of(marks);
        self.enter_scope();
        let open = self.frame.open.len();
        let older = self.program.vars.len();
        if let Some(init) = parts.init {
            self.stmt(init);
        }
        self.remember(marks, "__rmt_loop_entry");
        match (&clauses.assigns, self.proves()) {
            (Some(assigns), true) => {
                let mut targets = vec![];
                for call in assigns {
                    let at = self.span(call);
                    let name = called(call).unwrap_or_default();
                    targets.extend(self.target(name, &call.inner[1..], at).into_iter().flatten());
                }
                self.cut_loop(parts, &clauses, &targets, older, span);
            }
            (None, true) => self.loop_without_targets(parts, &clauses, span),
            (_, false) => self.checked_loop(parts, &clauses, span),
        }
        self.close_blocks(open, span);
        self.leave_scope();
    }

    /// An arbitrary round.
    fn cut_loop(&mut self, parts: Parts<'a>, clauses: &Clauses<'a>, targets: &[Target], older: usize, span: Span) {
        let (end, next) = (self.label(None), self.label(None));
        self.assert_all(&clauses.invariants, ON_ENTRY);
        let cut = self.begin_cut(targets, Of::Clause, span);
        self.round(parts, clauses, (end, next), span);
        self.assert_all(&clauses.invariants, MAINTAINED);
        self.refuse_registers(cut.start, targets, older);
        self.end_cut(cut, targets, end, span);
    }

    /// Whatever rounds came before: the targets in memory get any values.
    fn begin_cut(&mut self, targets: &[Target], of: Of, span: Span) -> Cut {
        let on = self.begin_loop_frame(targets, of, span);
        let at = self.out.len();
        self.havoc_memory(targets);
        Cut { on, at, start: self.out.len() }
    }

    /// The round that was made since ends here; the registers that it assigns get any values where it is cut.
    fn end_cut(&mut self, Cut { on, at, start }: Cut, targets: &[Target], end: LabelId, span: Span) {
        self.emit(StmtKind::Assume(Expr::int(0, INT, span)), span);
        self.switch_off_at_ways_out(start, end, on);
        self.havoc_registers(at, start, targets);
        self.emit(StmtKind::Label(end), span);
        self.emit(StmtKind::Set(on, Expr::int(0, INT, span)), span);
    }

    /// What whoever cuts the loop later forgets, where a round begins: no loop in it runs, and what it assigns has values
    /// of its type.
    fn begin_outside(&mut self, round: &[Stmt], span: Span) {
        let mut all: Vec<VarId> = assigned(round).map(|(_, var)| var).collect();
        all.sort_by_key(|var| var.index());
        all.dedup();
        for var in all {
            let decl = &self.program.vars[var.index()];
            let ty = decl.ty;
            if decl.name.starts_with(ON) {
                self.emit(StmtKind::Set(var, Expr::int(0, INT, span)), span);
            } else if !decl.global && !decl.name.starts_with('$') && matches!(ty, Scalar::Int(_)) {
                let any = self.temp(ty, span);
                self.emit(StmtKind::Havoc(any), span);
                let [any, own] = [any, var].map(|var| Expr::new(ExprKind::Var(var), ty, span));
                self.emit(StmtKind::Assume(Expr::new(ExprKind::Cmp(CmpOp::Eq, any, own), INT, span)), span);
            }
        }
    }

    fn havoc_memory(&mut self, targets: &[Target]) {
        let in_memory = |target: &&Target| !matches!(target.what, What::Register(_));
        let memory: Vec<Target> = targets.iter().filter(in_memory).cloned().collect();
        let older = self.program.sites.len();
        self.havoc_targets(&memory);
        self.frames.rounds.extend((older..self.program.sites.len()).map(|site| SiteId(site as u32)));
    }

    /// An arbitrary round of a loop whose text says what it writes; else the loop as it is, with its invariant assumed at
    /// its head once it was asserted on all ways there.
    fn loop_without_targets(&mut self, parts: Parts<'a>, clauses: &Clauses<'a>, span: Span) {
        let (head, end, next) = (self.label(None), self.label(None), self.label(None));
        self.assert_all(&clauses.invariants, ON_ENTRY);
        let start = self.out.len();
        self.round(parts, clauses, (end, next), span);
        self.assert_all(&clauses.invariants, MAINTAINED);
        let mut round = self.out.split_off(start);
        let returns = coming_back(&round);
        let own: Vec<Stmt> =
            round.iter().zip(returns).filter(|(_, returns)| *returns).map(|(stmt, _)| stmt.clone()).collect();
        // Where it is not clear of all of it, whoever cuts the loop tells its fields apart.
        let is_clear = self.written(&round, span).is_some();
        let Some(targets) = self.written(&own, span).filter(|_| is_clear) else {
            self.emit(StmtKind::Label(head), span);
            self.begin_outside(&round, span);
            self.out.append(&mut round);
            self.emit(StmtKind::Goto(head), span);
            self.emit(StmtKind::Label(end), span);
            return;
        };
        let cut = self.begin_cut(&targets, Of::Text, span);
        self.out.append(&mut round);
        self.end_cut(cut, &targets, end, span);
    }

    fn checked_loop(&mut self, parts: Parts<'a>, clauses: &Clauses<'a>, span: Span) {
        let (head, end, next) = (self.label(None), self.label(None), self.label(None));
        self.emit(StmtKind::Label(head), span);
        self.assert_all(&clauses.invariants, "the loop invariant does not hold");
        self.round(
            parts,
            &Clauses { invariants: vec![], decreases: clauses.decreases.clone(), assigns: None },
            (end, next),
            span,
        );
        self.emit(StmtKind::Goto(head), span);
        self.emit(StmtKind::Label(end), span);
        if clauses.assigns.is_some() {
            self.notes
                .assumptions
                .insert("loops assign nothing but what their `assigns` clauses say (rmt verify)".to_string());
        }
    }

    /// From the head to where the invariant must hold again.
    fn round(&mut self, parts: Parts<'a>, clauses: &Clauses<'a>, (end, next): (LabelId, LabelId), span: Span) {
        for invariant in &clauses.invariants {
            let at = self.span(invariant);
            let value = self.value(invariant);
            let value = self.truth(value, at);
            self.emit(StmtKind::Assume(value), at);
        }
        let before = self.measures(&clauses.decreases);
        let cond = parts.cond.filter(|cond| cond.kind != Kind::Null);
        if let (Some(cond), false) = (cond, parts.late) {
            self.jump_unless(cond, end, None);
        }
        self.loop_body(parts.body, end, next);
        self.emit(StmtKind::Label(next), span);
        if let Some(step) = parts.step.filter(|step| step.kind != Kind::Null) {
            self.effect(step);
        }
        if let (Some(cond), true) = (cond, parts.late) {
            self.jump_unless(cond, end, None);
        }
        if !clauses.decreases.is_empty() {
            let after = self.measures(&clauses.decreases);
            let at = self.span(clauses.decreases[0]);
            let less = descends(&before, &after, at);
            let message = Failure::Assertion("what the loop says to decrease does not".into());
            self.emit(StmtKind::Assert(less, message), at);
        }
    }

    fn measures(&mut self, decreases: &[&'a Node]) -> Vec<Expr> {
        let mut measures = vec![];
        for node in decreases {
            let value = self.value(node);
            measures.push(self.snapshot(value));
        }
        measures
    }

    fn assert_all(&mut self, invariants: &[&'a Node], message: &str) {
        for invariant in invariants {
            self.assert_clause(invariant, message);
        }
    }

    /// Where control does not come back to the head any more, the loop does not run: what is written there is none of its rounds'.
    fn switch_off_at_ways_out(&mut self, start: usize, end: LabelId, on: VarId) {
        let round = self.out.split_off(start);
        let returns = coming_back(&round);
        let inside: Vec<LabelId> = labels(&round).map(|(_, label)| label).chain([end]).collect();
        for (i, stmt) in round.into_iter().enumerate() {
            let off = Stmt { kind: StmtKind::Set(on, Expr::int(0, INT, stmt.span)), span: stmt.span };
            match &stmt.kind {
                // Who jumps here may come from anywhere.
                StmtKind::Label(_) if !returns[i] => self.out.extend([stmt, off]),
                StmtKind::Return => self.out.extend([off, stmt]),
                StmtKind::Goto(label) if !inside.contains(label) => self.out.extend([off, stmt]),
                _ if !returns[i] && (i == 0 || returns[i - 1]) => self.out.extend([off, stmt]),
                _ => self.out.push(stmt),
            }
        }
    }

    /// Registers that are older than the loop are assigned only if they are among the targets.
    fn refuse_registers(&mut self, start: usize, targets: &[Target], older: usize) {
        let is_target =
            |var: VarId| targets.iter().any(|target| matches!(target.what, What::Register(own) if own == var));
        let mut refused: Vec<(usize, VarId)> = vec![];
        let returns = coming_back(&self.out[start..]);
        for (i, var) in assigned(&self.out).skip_while(|(i, _)| *i < start).filter(|(i, _)| returns[*i - start]) {
            let decl = &self.program.vars[var.index()];
            if var.index() < older && !decl.global && !decl.name.starts_with('$') && !is_target(var) {
                refused.push((i, var));
            }
        }
        for (i, var) in refused.into_iter().rev() {
            let span = self.out[i].span;
            let name = self.program.vars[var.index()].name.clone();
            let message = format!("`{name}` is assigned, and the assigns clause of the loop does not allow it");
            let never = Expr::int(0, INT, span);
            let failure = StmtKind::Assert(never, Failure::Assertion(message.into()));
            self.out.insert(i, Stmt { kind: failure, span });
        }
    }

    /// Registers that the round assigns have any values at its start.
    fn havoc_registers(&mut self, cut: usize, start: usize, targets: &[Target]) {
        let mut all: Vec<VarId> = vec![];
        let returns = coming_back(&self.out[start..]);
        for (_, var) in assigned(&self.out).skip_while(|(i, _)| *i < start).filter(|(i, _)| returns[*i - start]) {
            let decl = &self.program.vars[var.index()];
            let is_ghost = decl.global && decl.name.starts_with('$');
            if !is_ghost && !all.contains(&var) {
                all.push(var);
            }
        }
        let span = self.out.get(cut).map_or(Span::NONE, |stmt| stmt.span);
        for target in targets {
            if let What::Register(var) = target.what
                && !all.contains(&var)
            {
                all.push(var);
            }
        }
        let havocs = all.into_iter().map(|var| Stmt { kind: StmtKind::Havoc(var), span });
        self.out.splice(cut..cut, havocs.collect::<Vec<_>>());
    }
}

/// From which statements of a round control may reach its end, and so to the head of the loop again.
fn coming_back(round: &[Stmt]) -> Vec<bool> {
    let places: FxHashMap<LabelId, usize> = labels(round).map(|(i, label)| (label, i)).collect();
    // Behind the last one, a round is over.
    let mut comes = vec![false; round.len() + 1];
    comes[round.len()] = true;
    loop {
        let mut is_more = false;
        for (i, stmt) in round.iter().enumerate().rev() {
            let to = |label: &LabelId| places.get(label).is_some_and(|&at| comes[at]);
            let here = match &stmt.kind {
                StmtKind::Return | StmtKind::End => false,
                StmtKind::Goto(label) => to(label),
                StmtKind::Branch(_, label, _) => comes[i + 1] || to(label),
                // The round of a loop within ends with what cannot be, for the next one is as arbitrary.
                _ => comes[i + 1],
            };
            is_more |= here && !comes[i];
            comes[i] |= here;
        }
        if !is_more {
            return comes;
        }
    }
}

fn labels(stmts: &[Stmt]) -> impl Iterator<Item = (usize, LabelId)> {
    stmts.iter().enumerate().filter_map(|(i, stmt)| match stmt.kind {
        StmtKind::Label(label) => Some((i, label)),
        _ => None,
    })
}

/// The registers that statements assign, and which ones do.
fn assigned(stmts: &[Stmt]) -> impl Iterator<Item = (usize, VarId)> {
    stmts.iter().enumerate().filter_map(|(i, stmt)| Some((i, stmt.kind.assigned()?)))
}

/// The statement expression that holds the clauses of a loop.
fn marks_of(node: &Node) -> Option<&Node> {
    let node = super::bare(node);
    let first = node.inner.first()?.inner.first()?;
    (node.kind == Kind::StmtExpr && called(first) == Some("__rmt_loop")).then_some(node)
}

fn clauses_of(marks: &Node) -> Clauses<'_> {
    let mut clauses = Clauses::default();
    for call in marks.inner[0].inner.iter() {
        match called(call) {
            Some("__rmt_invariant") => clauses.invariants.extend(call.inner.get(1)),
            Some("__rmt_decreases") => clauses.decreases.extend(&call.inner[1..]),
            Some("__rmt_loop_assigns") => _ = clauses.assigns.get_or_insert_default(),
            Some(name) if name.starts_with("__rmt_target") => clauses.assigns.get_or_insert_default().push(call),
            _ => {}
        }
    }
    clauses
}

/// Lexicographically: `a' < a || a' == a && (b' < b || …)`
fn descends(before: &[Expr], after: &[Expr], span: Span) -> Expr {
    let int = |kind| Expr::new(kind, INT, span);
    let mut less = Expr::int(0, INT, span);
    for (old, new) in before.iter().zip(after).rev() {
        let same = int(ExprKind::Cmp(CmpOp::Eq, new.clone(), old.clone()));
        let smaller = int(ExprKind::Cmp(CmpOp::Lt, new.clone(), old.clone()));
        less = int(ExprKind::Or(smaller, int(ExprKind::And(same, less))));
    }
    less
}
