//! Summaries that one run of the program suggests: what recursive calls gave back, by what they were given.
//!
//! ```text
//! fib(5), with fib(4), fib(3), …    →    fib: ensures n == 5 ==> r == 5; ensures n == 4 ==> r == 3; …
//! ```
//!
//! A program without inputs that calls itself many thousand times may do so with few arguments. They are guesses: the run takes
//! some way where the program leaves one open, and sees numbers, truth values and bit-vectors alone.

use std::time::Duration;

use indexmap::IndexMap;
use indexmap::map::Entry;

use crate::base::budget::{Budget, Limits};
use crate::base::ids::{BlockId, ExprId, ProcId, VarId};
use crate::cfg::liveness::Liveness;
use crate::interp::eval::{self, Evaluator, Interpretation};
use crate::interp::machine::{At, Condition, Machine, Policy};
use crate::interp::on_deep_stack;
use crate::interp::stuck::{Slot, Stuck};
use crate::ir::{Body, Expr, ExprKind, Program, VarKind};
use crate::verdict::Value;

/// Calls that differ in what they are given, and calls within each other. With more of them there is no short table.
const MOST: usize = 128;
/// Commands of the run, and how long it may take.
const LONGEST: u64 = 30_000_000;
const PATIENCE: Duration = Duration::from_secs(5);
/// Nodes of one expression.
const FUEL: u64 = 1_000_000;

/// Values of variables, as far as they are known.
type Known = Vec<(VarId, Value)>;

/// Postconditions of those procedures; they need not hold. `program`: as the search has it, without loops; it gets
/// their expressions.
pub fn clauses(
    program: &mut Program,
    entry: ProcId,
    live: &Liveness,
    is_meant: &(dyn Fn(ProcId) -> bool + Sync),
    budget: &Budget,
) -> Vec<(ProcId, ExprId)> {
    let budget = budget.within(Limits { timeout: Some(PATIENCE), ..Limits::default() });
    let calls = on_deep_stack(|| {
        let eval =
            Evaluator::new(program, Interpretation::default(), eval::Limits { fuel: FUEL, ..Default::default() });
        let watch = Watch { program, live, is_meant, open: Vec::new(), seen: IndexMap::new() };
        let mut machine = Machine::new(eval, watch);
        // However it ends, what was seen was seen.
        machine.run(entry, (), LONGEST, &budget);
        machine.policy.seen
    });
    let told = calls.into_iter().filter_map(|((proc, before), after)| Some((proc, before, after?)));
    told.map(|(proc, before, after)| {
        let before: Vec<ExprId> = before.iter().map(|known| is(program, known, true)).collect();
        let after: Vec<ExprId> = after.iter().map(|known| is(program, known, false)).collect();
        let (premise, conclusion) = (program.exprs.and(&before), program.exprs.and(&after));
        (proc, program.exprs.implies(premise, conclusion))
    })
    .collect()
}

/// That a variable has a value, or that it had it when the procedure was called.
fn is(program: &mut Program, (var, value): &(VarId, Value), before: bool) -> ExprId {
    let v = &program.vars[*var];
    let (ty, was) = (v.ty, before && v.kind == VarKind::Global);
    let kind = if was { ExprKind::Old(*var) } else { ExprKind::Var(*var) };
    let e = program.exprs.intern(Expr { kind, ty });
    let value = match value {
        Value::Bool(true) => return e,
        Value::Bool(false) => return program.exprs.not(e),
        Value::Int(n) => ExprKind::Int(n.clone()),
        Value::Bv { value, width } => ExprKind::Bv { value: value.clone(), width: *width },
        other => panic!("internal: {other:?} is not tabulated"),
    };
    let value = program.exprs.intern(Expr { kind: value, ty });
    program.exprs.eq(e, value)
}

/// Looks on while the program runs.
struct Watch<'p> {
    program: &'p Program,
    live: &'p Liveness,
    is_meant: &'p (dyn Fn(ProcId) -> bool + Sync),
    /// What the activations were given.
    open: Vec<Known>,
    /// What calls gave back; `None`: not always the same.
    seen: IndexMap<(ProcId, Known), Option<Known>>,
}

impl Watch<'_> {
    fn known(&self, eval: &Evaluator, vars: &[VarId]) -> Known {
        let is_told = |value: &Value| matches!(value, Value::Bool(_) | Value::Int(_) | Value::Bv { .. });
        let known = |&var: &VarId| eval.var(var).clone().ok().filter(is_told).map(|value| (var, value));
        vars.iter().filter_map(known).collect()
    }
}

impl<'p> Policy<'p> for Watch<'p> {
    type Note = ();

    fn initial(&mut self, _: &mut Evaluator<'p>, (): &mut (), var: VarId) -> Slot {
        Err(Stuck::Unassigned(var))
    }

    fn havoc(&mut self, _: &mut Evaluator<'p>, _: At, (): &mut (), var: VarId) -> Slot {
        Err(Stuck::Unassigned(var))
    }

    /// An assertion that may hold does: the way on comes last.
    fn goto(&mut self, _: &Body, _: At, (): &mut (), open: &[BlockId]) -> Option<BlockId> {
        open.last().copied()
    }

    fn call(&mut self, _: At, (): &mut (), _: ProcId) -> Option<()> {
        (self.seen.len().max(self.open.len()) < MOST).then_some(())
    }

    fn unknown(&mut self, _: &mut Evaluator<'p>, _: ExprId, _: Condition) -> Option<bool> {
        Some(true)
    }

    /// There are no loops, so control reaches the first block when the procedure is called.
    fn arrive(&mut self, eval: &Evaluator<'p>, at: At) {
        if self.program.procs[at.proc].body.as_ref().is_some_and(|body| body.entry == at.block) {
            let meant = (self.is_meant)(at.proc);
            self.open.push(if meant { self.known(eval, self.live.needed_in(at.proc)) } else { Known::new() });
        }
    }

    fn leave(&mut self, eval: &Evaluator<'p>, proc: ProcId) {
        let Some(before) = self.open.pop().filter(|_| (self.is_meant)(proc)) else { return };
        let after = Some(self.known(eval, self.live.needed_out(proc)));
        match self.seen.entry((proc, before)) {
            Entry::Vacant(place) => drop(place.insert(after)),
            Entry::Occupied(mut place) if *place.get() != after => drop(place.insert(None)),
            Entry::Occupied(_) => {}
        }
    }
}
