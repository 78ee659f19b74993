//! Loops whose number of rounds the program itself fixes, such as `for (i = 0; i < 27; i++)`: what section 4.2 of the
//! Corral paper leaves open. They are unrolled that far whatever the bound.
//!
//! Constants are propagated from the entry through all calls. Then each loop is run on what is known where it is
//! entered, round by round: tests of known values are decided, both ways are taken at others and what is known there
//! is what both agree on. The trip count is the number of rounds after which no way leads to the back edge. So neither
//! the form of the loop nor that of its counter matters.
//!
//! A wrong count is no wrong verdict: a loop that is unrolled further than the bound is explored further.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::base::ids::{BlockId, ExprId, IdVec, ProcId, VarId};
use crate::cfg::call_graph::{bottom_up, callees, reachable};
use crate::cfg::flow::reverse_postorder;
use crate::cfg::mod_sets::mod_sets;
use crate::interp::{Evaluator, Interpretation, Limits, Stuck};
use crate::ir::roots::procedure_roots;
use crate::ir::visit::Walker;
use crate::ir::{Cmd, CmdKind, ExprKind, Op, Program, Type, Var, VarKind};
use crate::pass::loops::is_loop_procedure;
use crate::verdict::Value;

/// Commands that the rounds of one loop may take: what this costs is small beside one query.
const PATIENCE: usize = 100_000;

/// Variables whose value is the same on every way here.
type Known = BTreeMap<VarId, Value>;

/// For the loops that `entry` reaches, how often their back edge is taken at most each time they are entered, where
/// constants decide that and it is at most `limit`. Procedures are acyclic but for calls.
pub fn trip_counts(program: &Program, entry: ProcId, limit: u32) -> FxHashMap<ProcId, u32> {
    let mut counts = FxHashMap::default();
    let procs = leading_to_loops(program, entry);
    if limit == 0 || procs.is_empty() {
        return counts;
    }
    let mut run = Run::new(program, &procs);
    let entered = run.where_loops_are_entered(&procs);
    for (proc, known) in entered.iter_enumerated() {
        if let Some(known) = known
            && let Some(count) = run.trip_count(proc, known.clone(), limit)
        {
            counts.insert(proc, count);
        }
    }
    counts
}

/// Whether there are loops whose constants decide a number of rounds, at most `limit`, that a small bound would cut off.
pub fn unrolls(program: &Program, entry: ProcId, limit: u32) -> bool {
    trip_counts(program, entry, limit).values().any(|&count| count > 1)
}

/// Of the blocks of an acyclic body those that an execution may reach, as far as constants tell. A wrong answer is possible
/// where the constants of axioms are wrong.
pub fn arrived_at(program: &Program, proc: ProcId) -> IdVec<BlockId, bool> {
    let mut run = Run::new(program, &[]);
    let scalar = |var: &Var| matches!(program.types.get(var.ty), Type::Bool | Type::Int | Type::Bv(_));
    run.tracked = program.vars.iter().map(|var| scalar(var) && !matches!(var.kind, VarKind::Const { .. })).collect();
    run.run(proc, &Known::new(), &mut |_, _| {})
}

/// The procedures that `entry` can call and that can call a loop, directly or not: itself and loops included, callers
/// before callees but for recursion.
fn leading_to_loops(program: &Program, entry: ProcId) -> Vec<ProcId> {
    let callees = callees(program);
    let mut called = IdVec::filled(false, program.procs.len());
    reachable(program, entry).into_iter().for_each(|p| called[p] = true);
    let mut leads: IdVec<ProcId, bool> = program.procs.iter().map(is_loop_procedure).collect();
    let mut found = Vec::new();
    for group in bottom_up(program) {
        if group.iter().any(|&p| leads[p] || callees[p].iter().any(|&callee| leads[callee])) {
            group.iter().for_each(|&p| leads[p] = true);
            found.extend(group.into_iter().filter(|&p| called[p]));
        }
    }
    found.reverse();
    found
}

/// Runs procedures on what is known.
struct Run<'p> {
    program: &'p Program,
    /// By procedure: the globals that it may modify.
    modified: IdVec<ProcId, Vec<VarId>>,
    /// The variables that are looked at: scalars, and of globals those that loops mention.
    tracked: IdVec<VarId, bool>,
    /// Holds the values that are known at the command that is looked at.
    evaluator: Evaluator<'p>,
    known: Known,
    /// What the rounds of the present loop took.
    commands: usize,
    /// Whether they tested something known: otherwise no round is the last one.
    decided: bool,
}

impl<'p> Run<'p> {
    /// `procs` are those that lead to loops.
    fn new(program: &'p Program, procs: &[ProcId]) -> Run<'p> {
        let limits = Limits { fuel: 1000, depth: 100 };
        let interpretation = Interpretation { lazy: true, ..Interpretation::default() };
        let mut evaluator = Evaluator::new(program, interpretation, limits);
        for axiom in program.axioms.iter() {
            if let Some((constant, value)) = definition(program, axiom.expr)
                && let Ok(value) = evaluator.eval(value)
            {
                evaluator.set(constant, Ok(value));
            }
        }
        Run {
            program,
            modified: mod_sets(program),
            tracked: tracked(program, procs),
            evaluator,
            known: Known::new(),
            commands: 0,
            decided: false,
        }
    }

    /// What is known wherever a loop is entered, by its procedure; `None` where none is.
    fn where_loops_are_entered(&mut self, procs: &[ProcId]) -> IdVec<ProcId, Option<Known>> {
        let mut entered: IdVec<ProcId, Option<Known>> = IdVec::filled(None, self.program.procs.len());
        // The same for each call, back edges included.
        let mut called = entered.clone();
        let mut changed = IdVec::filled(false, self.program.procs.len());
        // Executions begin in the entry, where nothing is known.
        changed[procs[0]] = true;
        called[procs[0]] = Some(Known::new());
        let program = self.program;
        while procs.iter().any(|&p| changed[p]) {
            for &proc in procs {
                if std::mem::take(&mut changed[proc]) {
                    let start = called[proc].clone().unwrap_or_default();
                    self.run(proc, &start, &mut |callee, known| {
                        changed[callee] |= meet(&mut called[callee], &known);
                        if callee != proc && is_loop_procedure(&program.procs[callee]) {
                            meet(&mut entered[callee], &known);
                        }
                    });
                }
            }
        }
        entered
    }

    /// How often the back edge is taken when the loop begins with what is `known`.
    fn trip_count(&mut self, proc: ProcId, mut known: Known, limit: u32) -> Option<u32> {
        self.commands = 0;
        for count in 0..=limit {
            let mut again = None;
            self.decided = false;
            self.run(proc, &known, &mut |callee, known| {
                if callee == proc {
                    meet(&mut again, &known);
                }
            });
            match again {
                None => return Some(count),
                Some(again) if self.decided && again != known && self.commands < PATIENCE => known = again,
                Some(_) => return None,
            }
        }
        None
    }

    /// Runs a body; `arrive` hears of the calls that it reaches. The blocks that it reaches.
    fn run(&mut self, proc: ProcId, start: &Known, arrive: &mut dyn FnMut(ProcId, Known)) -> IdVec<BlockId, bool> {
        let Some(body) = &self.program.procs[proc].body else { return IdVec::new() };
        let mut arrived = IdVec::filled(false, body.blocks.len());
        let mut states: IdVec<BlockId, Option<Known>> = IdVec::filled(None, body.blocks.len());
        states[body.entry] = Some(start.clone());
        for block in reverse_postorder(body) {
            let Some(known) = states[block].take() else { continue };
            arrived[block] = true;
            known.into_iter().for_each(|(var, value)| self.set(var, Some(value)));
            let block = &body.blocks[block];
            let goes_on = block.cmds.iter().all(|cmd| self.command(cmd, arrive));
            let known = std::mem::take(&mut self.known);
            known.keys().for_each(|&var| self.evaluator.set(var, Err(Stuck::Unassigned(var))));
            if goes_on {
                block.transfer.targets().iter().for_each(|&target| {
                    meet(&mut states[target], &known);
                });
            }
        }
        arrived
    }

    /// False: control does not get past the command.
    fn command(&mut self, cmd: &Cmd, arrive: &mut dyn FnMut(ProcId, Known)) -> bool {
        self.commands += 1;
        match &cmd.kind {
            CmdKind::Assign(pairs) => {
                let values: Vec<Option<Value>> = pairs.iter().map(|&(var, e)| self.value(var, e)).collect();
                pairs.iter().zip(values).for_each(|(&(var, _), value)| self.set(var, value));
            }
            CmdKind::Havoc(vars) => vars.iter().for_each(|&var| self.set(var, None)),
            CmdKind::Assume(e) | CmdKind::Assert(e, _) => {
                let holds = self.evaluator.holds(*e);
                self.decided |= holds.is_ok() && !matches!(self.program.exprs.kind(*e), ExprKind::Bool(_));
                return holds != Ok(false);
            }
            CmdKind::Call { callee, ins, outs, .. } => {
                let formals = &self.program.procs[*callee].ins;
                let args = formals.iter().zip(ins).filter_map(|(&var, &e)| Some((var, self.value(var, e)?)));
                let mut known: Known = args.collect();
                let globals = self.known.iter().filter(|(var, _)| self.program.vars[**var].kind == VarKind::Global);
                known.extend(globals.map(|(&var, value)| (var, value.clone())));
                arrive(*callee, known);
                let changed: Vec<VarId> = self.modified[*callee].iter().chain(outs).copied().collect();
                changed.into_iter().for_each(|var| self.set(var, None));
            }
        }
        true
    }

    /// The value that a variable gets, if it is looked at.
    fn value(&mut self, var: VarId, e: ExprId) -> Option<Value> {
        if self.tracked[var] { self.evaluator.eval(e).ok() } else { None }
    }

    fn set(&mut self, var: VarId, value: Option<Value>) {
        match value {
            Some(value) => {
                self.known.insert(var, value.clone());
                self.evaluator.set(var, Ok(value));
            }
            None => {
                if self.known.remove(&var).is_some() {
                    self.evaluator.set(var, Err(Stuck::Unassigned(var)));
                }
            }
        }
    }
}

/// Leaves what both know; returns whether `state` changed.
fn meet(state: &mut Option<Known>, other: &Known) -> bool {
    match state {
        Some(known) => {
            let before = known.len();
            known.retain(|var, value| other.get(var) == Some(value));
            known.len() < before
        }
        None => {
            *state = Some(other.clone());
            true
        }
    }
}

/// The constant that an axiom `c == e` defines.
fn definition(program: &Program, axiom: ExprId) -> Option<(VarId, ExprId)> {
    match program.exprs.kind(axiom) {
        ExprKind::Op(Op::Eq, sides) => match *program.exprs.kind(sides[0]) {
            ExprKind::Var(v) if matches!(program.vars[v].kind, VarKind::Const { .. }) => Some((v, sides[1])),
            _ => None,
        },
        _ => None,
    }
}

fn tracked(program: &Program, procs: &[ProcId]) -> IdVec<VarId, bool> {
    let scalar = |v: VarId| matches!(program.types.get(program.vars[v].ty), Type::Bool | Type::Int | Type::Bv(_));
    let local = |v: VarId| matches!(program.vars[v].kind, VarKind::In | VarKind::Out | VarKind::Local);
    let mut tracked: IdVec<VarId, bool> = program.vars.ids().map(|v| local(v) && scalar(v)).collect();
    let mut walker = Walker::default();
    for &proc in procs.iter().filter(|p| is_loop_procedure(&program.procs[**p])) {
        procedure_roots(&program.procs[proc], &mut |_, root| {
            walker.walk(&program.exprs, [root], &mut |_, kind| {
                if let ExprKind::Var(v) = *kind {
                    tracked[v] |= program.vars[v].kind == VarKind::Global && scalar(v);
                }
            });
        });
    }
    tracked
}
