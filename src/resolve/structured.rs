//! The shape of a body: statements cut into runs at labels and at structured statements, labels checked, runs named.
//!
//! A run is a label (or none), simple statements, and how it ends. Runs without a label are named as Boogie names
//! them (`anon0`, `anon1`, …; a different prefix if labels begin with that one), so that traces can be compared.

use ivl::ast::{self, Else, Guard, Ident, Invariant, Measure, Stmt, StmtKind};
use ivl::diag::Diagnostic;
use ivl::source::Span;
use rustc_hash::FxHashMap;

use super::Resolver;
use crate::ir::Name;

/// The statements between two braces.
pub(super) struct List<'a> {
    /// At least one.
    pub runs: Vec<Run<'a>>,
    pub close: Span,
}

pub(super) struct Run<'a> {
    pub label: Option<&'a Ident>,
    pub simple: &'a [Stmt],
    pub end: End<'a>,
    /// The block that starts the run.
    pub block: usize,
    pub name: Name,
}

pub(super) enum End<'a> {
    /// Goes on with the next run.
    Fall,
    If {
        arms: Vec<Arm<'a>>,
        otherwise: Option<List<'a>>,
        span: Span,
    },
    While {
        guard: &'a Guard,
        attrs: &'a [ast::Attribute],
        invariants: &'a [Invariant],
        measures: &'a [Measure],
        body: List<'a>,
        span: Span,
    },
    Break(Option<&'a Ident>, Span),
    Goto(&'a [Ident], Span),
    Return(Span),
    ReturnExpr(&'a ast::Expr, Span),
}

/// `if` or `else if`
pub(super) struct Arm<'a> {
    pub guard: &'a Guard,
    pub attrs: &'a [ast::Attribute],
    pub then: List<'a>,
    pub span: Span,
}

/// The runs of a body, with what is known of their names.
pub(super) struct Shape<'a> {
    pub list: List<'a>,
    /// The block of each label.
    pub labels: FxHashMap<&'a str, usize>,
    /// How many runs there are; they are the first blocks.
    pub runs: usize,
    pub names: AnonNames,
}

/// Made-up block names.
pub(super) struct AnonNames {
    prefix: String,
    next: u32,
}

impl AnonNames {
    pub fn fresh(&mut self) -> String {
        self.next += 1;
        format!("{}{}", self.prefix, self.next - 1)
    }

    /// Makes sure that the prefix starts no label.
    fn avoid(&mut self, label: &str) {
        if let Some(rest) = label.strip_prefix(&self.prefix) {
            self.prefix.push(if rest.starts_with('0') { '1' } else { '0' });
        }
    }
}

impl<'a> Resolver<'a> {
    pub(super) fn shape(&mut self, body: &'a ast::Body) -> Shape<'a> {
        let names = AnonNames { prefix: "anon".into(), next: 0 };
        let mut shape =
            Shape { list: cut(&body.stmts, body.close, false), labels: FxHashMap::default(), runs: 0, names };
        let mut first: FxHashMap<&'a str, Span> = FxHashMap::default();
        let Shape { list, labels, runs, names } = &mut shape;
        for_each_run(list, &mut |run| {
            run.block = *runs;
            *runs += 1;
            let Some(label) = run.label else { return };
            names.avoid(&label.name);
            if labels.insert(&label.name, run.block).is_some() {
                let diagnostic = Diagnostic::error(format!("the label `{}` is declared twice", label.name), label.span);
                self.report(diagnostic.related(first[&*label.name], "first declared here"));
            } else {
                first.insert(&label.name, label.span);
            }
        });
        for_each_run(list, &mut |run| {
            run.name = match run.label {
                Some(label) => label.name.clone(),
                None => names.fresh().into(),
            };
        });
        shape
    }
}

/// Cuts statements into runs. In the body of a loop that ends with a loop, an empty run follows, to break to.
fn cut(stmts: &[Stmt], close: Span, loop_body: bool) -> List<'_> {
    let mut runs: Vec<Run> = Vec::new();
    let mut rest = stmts;
    while let Some(first) = rest.first() {
        let label = match &first.kind {
            StmtKind::Label(label) => {
                rest = &rest[1..];
                Some(label)
            }
            _ => None,
        };
        let simple = rest.iter().take_while(|s| is_simple(s)).count();
        let (cmds, after) = rest.split_at(simple);
        let end = match after.first() {
            None | Some(Stmt { kind: StmtKind::Label(_), .. }) => {
                rest = after;
                End::Fall
            }
            Some(s) => {
                rest = &after[1..];
                end_of(s)
            }
        };
        runs.push(Run { label, simple: cmds, end, block: 0, name: Name::default() });
    }
    let ends_in_loop = matches!(runs.last(), Some(Run { end: End::While { .. }, .. }));
    if runs.is_empty() || (loop_body && ends_in_loop) {
        runs.push(Run { label: None, simple: &[], end: End::Fall, block: 0, name: Name::default() });
    }
    List { runs, close }
}

fn is_simple(s: &Stmt) -> bool {
    !matches!(
        s.kind,
        StmtKind::Label(_)
            | StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::Break(_)
            | StmtKind::Goto(_)
            | StmtKind::Return
            | StmtKind::ReturnExpr(_)
    )
}

fn end_of(s: &Stmt) -> End<'_> {
    match &s.kind {
        StmtKind::If { .. } => {
            let mut arms = Vec::new();
            let mut current = s;
            loop {
                let StmtKind::If { attrs, guard, then, else_ } = &current.kind else {
                    panic!("internal: `else if` without an `if`")
                };
                let then = cut(&then.stmts, then.close, false);
                arms.push(Arm { guard, attrs, then, span: current.span });
                match else_ {
                    None => return End::If { arms, otherwise: None, span: s.span },
                    Some(Else::Block(b)) => {
                        let otherwise = Some(cut(&b.stmts, b.close, false));
                        return End::If { arms, otherwise, span: s.span };
                    }
                    Some(Else::If(next)) => current = next,
                }
            }
        }
        StmtKind::While { attrs, guard, invariants, measures, body } => {
            let body = cut(&body.stmts, body.close, true);
            End::While { guard, attrs, invariants, measures, body, span: s.span }
        }
        StmtKind::Break(label) => End::Break(label.as_ref(), s.span),
        StmtKind::Goto(labels) => End::Goto(labels, s.span),
        StmtKind::Return => End::Return(s.span),
        StmtKind::ReturnExpr(e) => End::ReturnExpr(e, s.span),
        _ => panic!("internal: a simple statement ends no run"),
    }
}

/// Visits the runs in the order of the text, outer ones before inner ones.
fn for_each_run<'a>(list: &mut List<'a>, visit: &mut dyn FnMut(&mut Run<'a>)) {
    for run in &mut list.runs {
        visit(run);
        match &mut run.end {
            End::If { arms, otherwise, .. } => {
                for arm in arms {
                    for_each_run(&mut arm.then, visit);
                }
                if let Some(list) = otherwise {
                    for_each_run(list, visit);
                }
            }
            End::While { body, .. } => for_each_run(body, visit),
            End::Fall | End::Break(..) | End::Goto(..) | End::Return(_) | End::ReturnExpr(..) => {}
        }
    }
}
