//! Commands: what blocks do, and what commands mention.

use ivl::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use super::attribute::Attributes;
use crate::base::ids::{ExprId, ProcId, TypeId, VarId};

/// A step of a block.
#[derive(Clone, Debug)]
pub struct Cmd {
    pub kind: CmdKind,
    pub attrs: Attributes,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum CmdKind {
    /// Parallel; the variables are distinct. Map and field updates are stores by now.
    Assign(Vec<(VarId, ExprId)>),
    /// All at once; where clauses are assumed afterwards.
    Havoc(Vec<VarId>),
    Assume(ExprId),
    Assert(ExprId, AssertKind),
    Call {
        callee: ProcId,
        types: Box<[TypeId]>,
        ins: Vec<ExprId>,
        outs: Vec<VarId>,
    },
}

/// The source of an assertion in the user's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssertKind {
    Assert,
    /// A loop invariant; it stands at the loop head and is checked on each arrival.
    Invariant,
    /// The same where the loop is cut at its head: before the loop is entered.
    InvariantOnEntry,
    /// The same at the end of an iteration.
    InvariantMaintained,
    /// A checked `requires` of that callee, at a call; and where the clause is written.
    Requires(ProcId, Span),
    /// A checked `ensures`, at a return; and where the clause is written.
    Ensures(Span),
    /// That an access conflicts with none that another thread is about to make.
    Race,
    /// Nothing: control may stop here. The position of the place among those that are asked for.
    Stop(usize),
}

impl AssertKind {
    /// Its name in messages, and where the condition is written when that is elsewhere.
    pub fn describe(self) -> (&'static str, Option<Span>) {
        match self {
            AssertKind::Assert | AssertKind::Stop(_) => ("assertion", None),
            AssertKind::Race => ("access", None),
            AssertKind::Invariant => ("loop invariant", None),
            AssertKind::InvariantOnEntry => ("loop invariant on entry", None),
            AssertKind::InvariantMaintained => ("loop invariant after an iteration", None),
            AssertKind::Requires(_, clause) => ("precondition", Some(clause)),
            AssertKind::Ensures(clause) => ("postcondition", Some(clause)),
        }
    }
}

impl Cmd {
    /// A command without attributes.
    pub fn new(kind: CmdKind, span: Span) -> Cmd {
        Cmd { kind, attrs: Attributes::from([]), span }
    }

    pub fn assume(e: ExprId, span: Span) -> Cmd {
        Cmd::new(CmdKind::Assume(e), span)
    }

    /// The parallel assignment; `None` if nothing is assigned.
    pub fn assign(pairs: Vec<(VarId, ExprId)>, span: Span) -> Option<Cmd> {
        (!pairs.is_empty()).then(|| Cmd::new(CmdKind::Assign(pairs), span))
    }

    /// `None` if there are no variables.
    pub fn havoc(vars: Vec<VarId>, span: Span) -> Option<Cmd> {
        (!vars.is_empty()).then(|| Cmd::new(CmdKind::Havoc(vars), span))
    }

    /// The procedure that is called.
    pub fn callee(&self) -> Option<ProcId> {
        match self.kind {
            CmdKind::Call { callee, .. } => Some(callee),
            _ => None,
        }
    }

    /// The variables that it assigns, havocs or gets results in. What a callee modifies is not among them.
    pub fn assigned(&self) -> impl Iterator<Item = VarId> {
        let (pairs, vars): (&[(VarId, ExprId)], &[VarId]) = match &self.kind {
            CmdKind::Assign(pairs) => (pairs, &[]),
            CmdKind::Havoc(vars) | CmdKind::Call { outs: vars, .. } => (&[], vars),
            CmdKind::Assume(_) | CmdKind::Assert(..) => (&[], &[]),
        };
        pairs.iter().map(|&(var, _)| var).chain(vars.iter().copied())
    }

    /// Replaces the variables that it assigns.
    pub fn map_assigned(&mut self, mut map: impl FnMut(VarId) -> VarId) {
        match &mut self.kind {
            CmdKind::Assign(pairs) => pairs.iter_mut().for_each(|(var, _)| *var = map(*var)),
            CmdKind::Havoc(vars) | CmdKind::Call { outs: vars, .. } => vars.iter_mut().for_each(|var| *var = map(*var)),
            CmdKind::Assume(_) | CmdKind::Assert(..) => {}
        }
    }

    /// The expressions that it evaluates; those of its attributes are not among them.
    pub fn exprs(&self) -> impl Iterator<Item = ExprId> {
        let (pairs, exprs): (&[(VarId, ExprId)], &[ExprId]) = match &self.kind {
            CmdKind::Assign(pairs) => (pairs, &[]),
            CmdKind::Assume(e) | CmdKind::Assert(e, _) => (&[], std::slice::from_ref(e)),
            CmdKind::Call { ins, .. } => (&[], ins),
            CmdKind::Havoc(_) => (&[], &[]),
        };
        pairs.iter().map(|&(_, e)| e).chain(exprs.iter().copied())
    }

    /// Replaces the expressions that it evaluates.
    pub fn map_exprs(&mut self, mut map: impl FnMut(ExprId) -> ExprId) {
        match &mut self.kind {
            CmdKind::Assign(pairs) => pairs.iter_mut().for_each(|(_, e)| *e = map(*e)),
            CmdKind::Assume(e) | CmdKind::Assert(e, _) => *e = map(*e),
            CmdKind::Call { ins, .. } => ins.iter_mut().for_each(|e| *e = map(*e)),
            CmdKind::Havoc(_) => {}
        }
    }
}

/// What is assigned to variables to which these commands assign once.
pub fn assigned_once<'a>(cmds: impl IntoIterator<Item = &'a Cmd>) -> FxHashMap<VarId, ExprId> {
    let mut found: FxHashMap<VarId, ExprId> = FxHashMap::default();
    let mut twice: FxHashSet<VarId> = FxHashSet::default();
    for cmd in cmds {
        if let CmdKind::Assign(pairs) = &cmd.kind {
            twice.extend(pairs.iter().filter_map(|&(v, e)| found.insert(v, e).map(|_| v)));
        }
    }
    found.retain(|v, _| !twice.contains(v));
    found
}
