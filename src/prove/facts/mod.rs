//! Facts about integers at loop heads that are cheap to find: guessed from what the program mentions, kept by Houdini.
//!
//! ```text
//! i, s := 0, 0;                          i >= 0   i <= n   s >= i …      (bounds: what is compared, what is assigned)
//! while (i < n) {                        s == 2 * i                      (equalities: abstract interpretation)
//!   i, s := i + 1, s + 2;                s mod 2 == 0                    (remainders)
//! }
//! ```
//!
//! A fact is an invariant of a certificate as any other: nothing rests on how it was found.

mod affine;
mod bounds;
mod equalities;
mod remainders;

use rustc_hash::FxHashSet;

use crate::base::budget::{Budget, Limits};
use crate::base::ids::{BlockId, ExprId, ProcId, VarId};
use crate::cfg::liveness::{Liveness, liveness};
use crate::cfg::loops::loops;
use crate::engine::{Guesses, Oracle};
use crate::forms::NormalForm;
use crate::ir::{AssertKind, Cmd, CmdKind, Program, TypeTable, VarKind};
use ivl::source::Span;

/// Solver units for all guesses together: a fraction of a second.
const UNITS: u64 = 2_000_000;

/// A loop head, and the integer variables that matter there.
pub struct Head {
    pub proc: ProcId,
    pub block: BlockId,
    pub live: Vec<VarId>,
    /// Those of them that the loop assigns.
    pub assigned: Vec<VarId>,
}

/// What holds whenever control comes to a loop head; an expression of the plain program.
#[derive(Clone, Copy, Debug)]
pub struct Fact {
    pub proc: ProcId,
    pub block: BlockId,
    pub formula: ExprId,
}

/// Which facts are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinds {
    /// Remainders alone: Spacer finds inequalities and equalities by itself.
    Remainders,
    All,
}

/// Guesses of these kinds, whether they hold or not. Their expressions are added to the program.
pub fn guesses(plain: &mut NormalForm, kinds: Kinds) -> Vec<Fact> {
    let live = liveness(&plain.program, plain.entry, &[]);
    let heads = heads(&plain.program, &live);
    let program = &mut plain.program;
    let mut found = remainders::guesses(program, &heads);
    if kinds == Kinds::All {
        let procs: Vec<ProcId> = program.procs.ids().filter(|&p| program.procs[p].body.is_some()).collect();
        for proc in procs {
            found.extend(equalities::guesses(program, proc, &heads));
        }
        found.extend(bounds::guesses(program, &heads));
    }
    let mut seen = FxHashSet::default();
    let facts = found.into_iter().map(|(head, formula)| {
        let Head { proc, block, .. } = heads[head];
        Fact { proc, block, formula }
    });
    facts.filter(|fact| seen.insert((fact.proc, fact.block, fact.formula))).collect()
}

/// Those of the guesses that hold together, where whatever the program asserts holds; `shape` is what is done to the
/// program with the guesses at its loop heads before it is asked about.
pub fn kept(
    plain: &NormalForm,
    guesses: Vec<Fact>,
    shape: impl FnOnce(&mut Program),
    oracle: &mut dyn Oracle,
    budget: &Budget,
) -> Vec<Fact> {
    if guesses.is_empty() {
        return guesses;
    }
    let mut program = plain.program.clone();
    for cmd in program.procs.iter_mut().filter_map(|p| p.body.as_mut()).flat_map(|b| b.cmds_mut()) {
        // What the program asserts holds, or the certificate does not verify.
        if let CmdKind::Assert(e, _) = cmd.kind {
            cmd.kind = CmdKind::Assume(e);
        }
    }
    let mut guards = Vec::new();
    for fact in &guesses {
        let kind = VarKind::Const { unique: false };
        let guard = program.new_var(format!("guess_{}", guards.len()), kind, TypeTable::BOOL, Span::NONE);
        program.consts.push(guard);
        guards.push(guard);
        let guard = program.var_expr(guard);
        let guarded = program.exprs.implies(guard, fact.formula);
        if let Some(body) = &mut program.procs[fact.proc].body {
            let invariant = Cmd::new(CmdKind::Assert(guarded, AssertKind::Invariant), Span::NONE);
            body.blocks[fact.block].cmds.insert(0, invariant);
        }
    }
    shape(&mut program);
    let guards = Guesses { guards };
    let kept = oracle.houdini("facts", &program, &guards, &budget.within(Limits::units(UNITS))).survivors;
    let holds: Vec<bool> = guards.guards.iter().map(|guard| kept.contains(guard)).collect();
    guesses.into_iter().zip(holds).filter(|(_, holds)| *holds).map(|(fact, _)| fact).collect()
}

/// The loop heads of all procedures.
fn heads(program: &Program, live: &Liveness) -> Vec<Head> {
    let mut heads = Vec::new();
    for proc in program.procs.ids() {
        let Some(body) = &program.procs[proc].body else { continue };
        for l in loops(body) {
            let is_integer = |var: &VarId| program.vars[*var].ty == TypeTable::INT;
            let all: Vec<VarId> = live.live_in(proc, l.header).iter().copied().filter(is_integer).collect();
            let changed = l.region().assigned(body);
            let assigned = all.iter().copied().filter(|var| changed.contains(var)).collect();
            heads.push(Head { proc, block: l.header, live: all, assigned });
        }
    }
    heads
}
