//! Variable abstraction (Figures 3 and 5 of the Corral paper): globals that are not tracked lose their values.
//!
//! With x tracked and y not (Figure 3); and with a Boolean constant b that says whether y is (Figure 5):
//!
//! ```text
//! y := e;            →                         y := e;
//! x := x + y;        →  havoc a; x := a;       havoc a; assume b ==> a == x + y; x := a;
//! assume y > x;      →                         assume b ==> y > x;
//! assert y > x;      →  assert false;          assert b && y > x;
//! havoc y;           →                         havoc y;
//! call y := P(y);    →  havoc a; call c := P(a);
//! ```
//!
//! The value of `a` is no decision of the old program, which computes it: it has no counterpart in traces.
//!
//! DIVERGENCE: procedures have contracts here: those of their clauses that mention a global that is not tracked go. In
//! Figure 5, what is assigned to a global that is not tracked is left alone, for nothing reads it.

use rustc_hash::FxHashMap;

use super::{Back, Effect, Step};
use crate::base::ids::{ExprId, TypeId, VarId};
use crate::cfg::free_vars::FreeVars;
use crate::ir::build::fresh_local;
use crate::ir::{Body, Cmd, CmdKind, Program, VarKind};
use ivl::source::Span;

/// Whether a global keeps its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tracked {
    Yes,
    No,
    /// If this Boolean constant is true.
    If(VarId),
}

/// Abstracts all procedures. Where clauses and `old` must be written out (`contracts`).
pub fn run(mut program: Program, tracked: &dyn Fn(VarId) -> Tracked) -> Step {
    let (mut back, mut free_vars) = (Back::default(), FreeVars::default());
    for id in program.procs.ids() {
        let mut ensures = std::mem::take(&mut program.procs[id].ensures);
        ensures.retain(|c| {
            let globals = free_vars.of(&program, c.expr).iter().filter(|&&v| is_global(&program, v));
            globals.copied().all(|v| tracked(v) == Tracked::Yes)
        });
        program.procs[id].ensures = ensures;
        if let Some(mut body) = program.procs[id].body.take() {
            abstract_body(&mut program, &mut body, tracked, &mut free_vars, &mut back);
            program.procs[id].body = Some(body);
        }
    }
    Step { program, back, effect: Effect::Over }
}

/// Abstracts one body; new variables are noted in `back`.
pub fn abstract_body(
    program: &mut Program,
    body: &mut Body,
    tracked: &dyn Fn(VarId) -> Tracked,
    free_vars: &mut FreeVars,
    back: &mut Back,
) {
    let mut work = Abstraction { program, tracked, free_vars, back, spare: FxHashMap::default(), taken: 0 };
    for id in body.blocks.ids() {
        for cmd in std::mem::take(&mut body.blocks[id].cmds) {
            work.taken = 0;
            let mut cmds = work.command(body, cmd);
            body.blocks[id].cmds.append(&mut cmds);
        }
    }
}

fn is_global(program: &Program, var: VarId) -> bool {
    program.vars[var].kind == VarKind::Global
}

struct Abstraction<'a> {
    program: &'a mut Program,
    tracked: &'a dyn Fn(VarId) -> Tracked,
    free_vars: &'a mut FreeVars,
    back: &'a mut Back,
    /// Locals of this body for arbitrary values, by type and by number within one command.
    spare: FxHashMap<(TypeId, usize), VarId>,
    taken: usize,
}

/// Under which condition an expression has its value.
enum Known {
    Always,
    Never,
    If(ExprId),
}

impl Abstraction<'_> {
    fn command(&mut self, body: &mut Body, cmd: Cmd) -> Vec<Cmd> {
        let Cmd { kind, attrs, span } = cmd;
        let mut before = Vec::new();
        let kind = match kind {
            CmdKind::Assign(pairs) => {
                let mut kept = Vec::with_capacity(pairs.len());
                for (var, e) in pairs {
                    if !self.is_dropped(var) {
                        kept.push((var, self.value(body, e, Some(var), span, &mut before)));
                    }
                }
                (!kept.is_empty()).then_some(CmdKind::Assign(kept))
            }
            CmdKind::Havoc(mut vars) => {
                vars.retain(|&v| !self.is_dropped(v));
                (!vars.is_empty()).then_some(CmdKind::Havoc(vars))
            }
            CmdKind::Assume(e) => match self.known(e, None) {
                Known::Always => Some(CmdKind::Assume(e)),
                Known::Never => None,
                Known::If(condition) => Some(CmdKind::Assume(self.program.exprs.implies(condition, e))),
            },
            CmdKind::Assert(e, what) => Some(match self.known(e, None) {
                Known::Always => CmdKind::Assert(e, what),
                Known::Never => CmdKind::Assert(self.program.exprs.bool(false), what),
                Known::If(condition) => CmdKind::Assert(self.program.exprs.and(&[condition, e]), what),
            }),
            CmdKind::Call { callee, types, ins, outs } => {
                let ins = ins.into_iter().map(|e| self.value(body, e, None, span, &mut before)).collect();
                let outs = outs
                    .into_iter()
                    .map(|v| if self.is_dropped(v) { self.spare(body, self.program.vars[v].ty, span) } else { v })
                    .collect();
                Some(CmdKind::Call { callee, types, ins, outs })
            }
        };
        before.extend(kind.map(|kind| Cmd { kind, attrs, span }));
        before
    }

    /// The expression, or an arbitrary value. For `into` itself, what it held before counts as known: where it is not
    /// tracked, its new value does not matter either.
    fn value(&mut self, body: &mut Body, e: ExprId, into: Option<VarId>, span: Span, before: &mut Vec<Cmd>) -> ExprId {
        let known = self.known(e, into);
        if let Known::Always = known {
            return e;
        }
        let spare = self.spare(body, self.program.exprs.ty(e), span);
        let arbitrary = self.program.var_expr(spare);
        let mut add = |kind| before.push(Cmd::new(kind, span));
        add(CmdKind::Havoc(vec![spare]));
        if let Known::If(condition) = known {
            let equation = self.program.exprs.eq(arbitrary, e);
            add(CmdKind::Assume(self.program.exprs.implies(condition, equation)));
        }
        arbitrary
    }

    fn spare(&mut self, body: &mut Body, ty: TypeId, span: Span) -> VarId {
        let key = (ty, self.taken);
        self.taken += 1;
        if let Some(&known) = self.spare.get(&key) {
            return known;
        }
        let var = fresh_local(self.program, body, "arbitrary", ty, span);
        self.back.vars.insert(var, None);
        self.spare.insert(key, var);
        var
    }

    fn known(&mut self, e: ExprId, except: Option<VarId>) -> Known {
        let mut conditions = Vec::new();
        for &var in self.free_vars.of(self.program, e) {
            if Some(var) == except || !is_global(self.program, var) {
                continue;
            }
            match (self.tracked)(var) {
                Tracked::Yes => {}
                Tracked::No => return Known::Never,
                Tracked::If(constant) => conditions.push(constant),
            }
        }
        if conditions.is_empty() {
            return Known::Always;
        }
        let conditions: Vec<ExprId> = conditions.into_iter().map(|c| self.program.var_expr(c)).collect();
        Known::If(self.program.exprs.and(&conditions))
    }

    /// A global that nothing of the new program mentions.
    fn is_dropped(&self, var: VarId) -> bool {
        is_global(self.program, var) && (self.tracked)(var) == Tracked::No
    }
}
