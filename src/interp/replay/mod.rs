//! Runs the program that the user wrote as a trace says, and insists that it ends in a violated assertion.
//!
//! The contract of the language is written out here a second time, independently of the passes:
//!
//! - Constants and globals are arbitrary at first; axioms and uniqueness hold. The where clauses of globals and the
//!   `requires` of the entry are assumed.
//! - A call evaluates its arguments, asserts the checked `requires`, and with a body: assumes where clauses of
//!   parameters, out-parameters and locals and the free `requires`, and runs the body. Without a body: the free
//!   `requires` are assumed, out-parameters and the `modifies` set become arbitrary, their where clauses and all
//!   `ensures` are assumed.
//! - A return asserts the checked `ensures`, then assumes the free ones.
//! - A havoc assumes the where clauses of its variables.
//! - A violated assertion ends the execution; a false assumption means that the trace is wrong.
//! - An `async` call asserts the checked `requires`, and makes a thread: see `threads.rs`.
//!
//! A variable may hold "no value" ([`Stuck`]) after an assignment that cannot be evaluated; that only matters if a
//! condition depends on it. Calls are frames in a list, so recursion may be as deep as the bound.

mod amend;
mod annotation;
mod disagreement;
pub mod places;
mod record;
pub(super) mod shown;
mod smaller;
mod start;
mod threads;

use std::rc::Rc;

use ivl::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

pub use disagreement::{Condition, Disagreement, DisagreementKind, describe_stuck};

use self::amend::{Amendment, Origin, amendments};
use self::record::Recorder;
use self::smaller::{Replayed, smaller};
use self::threads::Threads;
use super::eval::{Evaluator, Interpretation, Limits};
use super::maps::Before;
use super::marks;
use super::stuck::{Slot, Stuck};
use crate::base::budget::Budget;
use crate::base::ids::{BlockId, ExprId, FuncId, ProcId, VarId};
use crate::ir::cardinality::Cardinality;
use crate::ir::roots::old_globals;
use crate::ir::{
    AssertKind, Attr, Body, Clause, Cmd, CmdKind, ExprKind, Program, Transfer, TypeTable, has_attribute, is_marked,
};
use crate::verdict::{Decision, Execution, Failure, Open, Trace};

/// Commands executed before replay gives up.
const LONGEST_RUN: u64 = 50_000_000;
/// Commands between two looks at the clock.
const PATIENCE: u64 = 1024;

/// Amended traces that are tried before replay gives up.
const ATTEMPTS: usize = 200;

/// Executes the trace, with other values where it is arbitrary and contradicts an assumption. `Ok`: the execution, which
/// ends in a violated assertion. What the execution leaves undecided rests on the solver's word about the trace as it
/// came, so an amended one counts only if it leaves nothing undecided.
pub fn replay(program: &Program, trace: &Trace, budget: &Budget) -> Result<Execution, Disagreement> {
    super::on_deep_stack(|| replay_amended(program, trace, Told::Steps, budget).map(|(replayed, _)| replayed.execution))
}

/// The same for who asks what fails, and whether that is certain: the execution has no steps.
pub fn replay_quietly(program: &Program, trace: &Trace, budget: &Budget) -> Result<Execution, Disagreement> {
    super::on_deep_stack(|| replay_amended(program, trace, Told::End, budget).map(|(replayed, _)| replayed.execution))
}

/// The same with small inputs, where other values of them change nothing: for who reads the execution.
pub fn replay_small(program: &Program, trace: &Trace, budget: &Budget) -> Result<Execution, Disagreement> {
    super::on_deep_stack(|| {
        let (replayed, trace) = replay_amended(program, trace, Told::Steps, budget)?;
        if !replayed.execution.certain {
            return Ok(replayed.execution);
        }
        let again = |trace: &Trace, told| run(program, trace, told, budget, &mut FxHashSet::default()).ok();
        let variables = program.vars.len() as u64;
        let small = smaller(&trace, &replayed, variables, |trace| again(trace, Told::End));
        let told = small.and_then(|trace| again(&trace, Told::Steps));
        Ok(told.unwrap_or(replayed).execution)
    })
}

/// What a replay tells of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    /// All its steps.
    Steps,
    /// What fails in the end.
    End,
}

/// Also the trace that was replayed in the end.
fn replay_amended(
    program: &Program,
    trace: &Trace,
    told: Told,
    budget: &Budget,
) -> Result<(Replayed, Trace), Disagreement> {
    let mut settled = FxHashSet::default();
    let first = run(program, trace, told, budget, &mut settled);
    let first = match first {
        Ok(replayed) if replayed.execution.certain => return Ok((replayed, trace.clone())),
        first => first,
    };
    // Elements that nothing else mentions may be in the way of what quantifiers say.
    if !trace.open.elements.is_empty() {
        let open = Open { elements: Vec::new(), ..trace.open.clone() };
        let fewer = Trace { open, ..trace.clone() };
        match run(program, &fewer, told, budget, &mut FxHashSet::default()) {
            Ok(replayed) if replayed.execution.certain || first.is_err() => return Ok((replayed, fewer)),
            _ => {}
        }
    }
    let first = match first {
        Ok(replayed) => return Ok((replayed, trace.clone())),
        Err(failed) => failed,
    };
    let (mut trace, mut amendments) = (trace.clone(), first.amendments);
    for _ in 0..ATTEMPTS {
        if amendments.is_empty() || budget.check_time().is_err() {
            break;
        }
        amendments.into_iter().for_each(|amendment| amendment.apply(&mut trace));
        match run(program, &trace, told, budget, &mut settled) {
            Ok(replayed) if replayed.execution.certain => return Ok((replayed, trace)),
            Ok(_) => break,
            Err(failed) => amendments = failed.amendments,
        }
    }
    Err(first.disagreement)
}

/// Executes the trace with its own values alone: quicker than [`replay`], which may try many others.
pub fn replay_unamended(program: &Program, trace: &Trace, budget: &Budget) -> Result<Execution, Disagreement> {
    super::on_deep_stack(|| {
        let replayed = run(program, trace, Told::Steps, budget, &mut FxHashSet::default());
        replayed.map(|replayed| replayed.execution).map_err(|failed| failed.disagreement)
    })
}

/// A replay that failed.
struct Failed {
    disagreement: Disagreement,
    amendments: Vec<Amendment>,
}

fn run(
    program: &Program,
    trace: &Trace,
    told: Told,
    budget: &Budget,
    settled: &mut FxHashSet<FuncId>,
) -> Result<Replayed, Box<Failed>> {
    let mut replay = Replay::new(program, trace, budget);
    replay.recorder = match told {
        Told::Steps => Recorder::new(program),
        Told::End => Recorder::quiet(program),
    };
    let execution = replay.run().map_err(|disagreement| {
        let amendments = match disagreement.kind {
            DisagreementKind::Blocked(_, e) => {
                amendments(&mut replay.eval, trace, (&replay.origins, &replay.made_of), settled, e)
            }
            _ => Vec::new(),
        };
        Box::new(Failed { disagreement, amendments })
    })?;
    Ok(Replayed { execution, inputs: replay.inputs, steps: replay.steps })
}

/// Variables and what they held.
type Saved = Vec<(VarId, Slot)>;

/// An activation of a procedure.
struct Frame<'p> {
    proc: ProcId,
    body: &'p Body,
    block: BlockId,
    /// Index of the next command.
    next: usize,
    /// Earlier values of the procedure's variables: they belong to an outer activation.
    saved: Saved,
    saved_olds: Saved,
    /// The call in the frame below; `None` for the entry and for what a thread begins with.
    call: Option<&'p Cmd>,
    /// The thread that it spawned last.
    child: Option<usize>,
    /// Of an atomic procedure: in how many atomic sections its caller was.
    was_atomic: Option<usize>,
}

/// An axiom that is false for the values that stand for missing ones.
struct Doubt {
    vars: Vec<VarId>,
    funcs: Vec<FuncId>,
}

struct Replay<'p> {
    program: &'p Program,
    trace: &'p Trace,
    budget: &'p Budget,
    eval: Evaluator<'p>,
    frames: Vec<Frame<'p>>,
    /// The procedure that runs, for reports before there is a frame.
    entry: ProcId,
    /// Index of the next decision.
    decision: usize,
    steps: u64,
    recorder: Recorder<'p>,
    /// The globals under `old` in each procedure that was entered.
    olds: FxHashMap<ProcId, Rc<[VarId]>>,
    doubts: Vec<Doubt>,
    /// Of the program's types, once there is a doubt.
    cardinality: Option<Cardinality<'p>>,
    /// Whether a missing variable got another value to make a condition true.
    repaired: bool,
    /// An assertion that could not be decided and was passed.
    unsure: Option<ExprId>,
    /// Nothing was taken for true without being decided.
    certain: bool,
    /// Where the trace gave variables their last values.
    origins: FxHashMap<VarId, Origin>,
    /// Of maps that were put together of others: where those come from.
    made_of: FxHashMap<VarId, Vec<Origin>>,
    /// Of those, what the outside world gave.
    inputs: Vec<Origin>,
    threads: Threads<'p>,
}

/// A command either lets the execution go on or violates an assertion.
type Step = Result<Option<Box<Failure>>, Disagreement>;

/// Returns the failure when there is one.
macro_rules! unless_failed {
    ($step:expr) => {
        if let Some(failure) = $step? {
            return Ok(Some(failure));
        }
    };
}

impl<'p> Replay<'p> {
    fn new(program: &'p Program, trace: &'p Trace, budget: &'p Budget) -> Replay<'p> {
        let model = Interpretation::new(&trace.functions, &trace.open);
        Replay {
            program,
            trace,
            budget,
            eval: Evaluator::new(program, model, Limits::default()),
            frames: Vec::new(),
            entry: trace.entry,
            decision: 0,
            steps: 0,
            recorder: Recorder::new(program),
            olds: FxHashMap::default(),
            doubts: Vec::new(),
            cardinality: None,
            repaired: false,
            unsure: None,
            certain: true,
            origins: FxHashMap::default(),
            made_of: FxHashMap::default(),
            inputs: Vec::new(),
            threads: Threads::default(),
        }
    }

    fn run(&mut self) -> Result<Execution, Disagreement> {
        self.start()?;
        while let Some(frame) = self.frames.last_mut() {
            self.steps += 1;
            if self.steps.is_multiple_of(PATIENCE)
                && let Err(stop) = self.budget.check_time()
            {
                return Err(self.disagree(DisagreementKind::Stopped(stop), Span::NONE));
            }
            if self.steps > LONGEST_RUN {
                return Err(self.disagree(DisagreementKind::Steps, Span::NONE));
            }
            let body: &'p Body = frame.body;
            let block = &body.blocks[frame.block];
            let step = match block.cmds.get(frame.next) {
                Some(cmd) => {
                    frame.next += 1;
                    self.command(cmd)?
                }
                None => match &block.transfer {
                    Transfer::Goto(targets) => {
                        self.goto(targets)?;
                        None
                    }
                    Transfer::Return => self.return_()?,
                    Transfer::ReturnExpr(_) => {
                        return Err(self.disagree(DisagreementKind::NotLowered, block.span));
                    }
                },
            };
            if let Some(failure) = step {
                self.weigh_doubts();
                let recorder = std::mem::replace(&mut self.recorder, Recorder::new(self.program));
                let turns = self.threads.turns();
                return Ok(recorder.finish(&self.eval, *failure, turns, self.certain));
            }
        }
        let kind = match self.missing_number() {
            Some(var) => DisagreementKind::NoNumber(var),
            None => DisagreementKind::NoViolation { unsure: self.unsure },
        };
        Err(self.disagree(kind, Span::NONE))
    }

    /// A real variable that was read and that the trace has no value for: the solver's was irrational.
    fn missing_number(&self) -> Option<VarId> {
        let program = self.program;
        let entry = &program.procs[self.entry];
        let locals = entry.body.iter().flat_map(|body| &body.locals);
        let mut all = program.consts.iter().chain(&program.globals).chain(&entry.ins).chain(locals).copied();
        let is_missing = |v: &VarId| !self.origins.contains_key(v) && self.eval.was_read(*v);
        all.find(|v| program.vars[*v].ty == TypeTable::REAL && is_missing(v))
    }

    fn proc(&self) -> ProcId {
        self.frames.last().map_or(self.entry, |f| f.proc)
    }

    fn disagree(&self, kind: DisagreementKind, span: Span) -> Disagreement {
        Disagreement { kind, span, proc: self.proc(), decisions: self.decision }
    }

    /// What contradicts an axiom and was looked at may be wrong: the solver saw no need to choose it.
    fn weigh_doubts(&mut self) {
        let looked_at = |doubt: &Doubt| {
            doubt.vars.iter().any(|&v| self.eval.was_read(v)) || doubt.funcs.iter().any(|&f| self.eval.was_consulted(f))
        };
        if self.doubts.iter().any(looked_at) {
            self.certain = false;
        }
    }

    /// Of a map that is put together, its parts are noted.
    fn note_parts(&mut self, var: VarId, e: ExprId) {
        if let ExprKind::Lambda { .. } = self.eval.program.exprs.kind(e) {
            let free = self.eval.free_vars(e);
            let origins = |part: &VarId| {
                let (own, made_of) = (self.origins.get(part), self.made_of.get(part));
                own.into_iter().chain(made_of.into_iter().flatten()).copied().collect::<Vec<_>>()
            };
            let parts = free.vars.iter().flat_map(origins).collect();
            self.made_of.insert(var, parts);
        }
    }

    /// Takes the next decision if it is a value of the variable.
    fn decided(&mut self, wanted: VarId) -> Option<Slot> {
        let trace = self.trace;
        while let Some(Decision::Initial { .. }) = trace.decisions.get(self.decision) {
            // Of variables that a pass made.
            self.decision += 1;
        }
        match trace.decisions.get(self.decision) {
            Some(Decision::Value { var, value }) if *var == wanted => {
                self.origins.insert(wanted, Origin::Decision(self.decision));
                self.decision += 1;
                Some(Ok(value.clone()))
            }
            _ => None,
        }
    }

    /// A value from the trace, checked and in its one representation.
    fn checked(&mut self, var: VarId, slot: Slot, span: Span) -> Result<Slot, Disagreement> {
        let Ok(value) = slot else { return Ok(slot) };
        let ty = self.program.vars[var].ty;
        let value = self.eval.domain.normalise(&value, ty);
        if !self.eval.domain.fits(&value, ty) {
            return Err(self.disagree(DisagreementKind::IllTyped(var), span));
        }
        Ok(Ok(value))
    }

    /// A value for a variable of which nothing is known.
    fn arbitrary(&mut self, var: VarId) -> Slot {
        let ty = self.program.vars[var].ty;
        self.eval.domain.any(ty).ok_or(Stuck::NoValues(ty))
    }

    /// Gives the variables the values of the next decisions, any value where there is none, and returns those.
    fn choose(&mut self, vars: &[VarId], span: Span) -> Result<Vec<VarId>, Disagreement> {
        let mut missing = Vec::new();
        for &var in vars {
            let slot = match self.decided(var) {
                Some(slot) => self.checked(var, slot, span)?,
                None => {
                    missing.push(var);
                    self.arbitrary(var)
                }
            };
            self.assign(var, slot);
        }
        Ok(missing)
    }

    fn assign(&mut self, var: VarId, slot: Slot) {
        self.recorder.before_assignment(&self.eval, var);
        self.eval.set(var, slot);
    }

    fn goto(&mut self, targets: &[BlockId]) -> Result<(), Disagreement> {
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let (proc, from) = (frame.proc, frame.block);
        let span = frame.body.blocks[from].span;
        let to = match targets {
            [only] => *only,
            _ => {
                while let Some(Decision::Initial { .. }) = self.trace.decisions.get(self.decision) {
                    self.decision += 1;
                }
                match self.trace.decisions.get(self.decision) {
                    Some(Decision::Goto { proc: p, block, target })
                        if *p == proc && *block == from && targets.contains(target) =>
                    {
                        self.decision += 1;
                        *target
                    }
                    found => {
                        let found = found.cloned();
                        return Err(self.disagree(DisagreementKind::NoGoto { block: from, found }, span));
                    }
                }
            }
        };
        if let Some(frame) = self.frames.last_mut() {
            if targets.len() > 1 {
                self.recorder.goto(&frame.body.blocks[to].name, span);
            }
            frame.block = to;
            frame.next = 0;
        }
        Ok(())
    }

    fn command(&mut self, cmd: &'p Cmd) -> Step {
        self.recorder.annotations(&mut self.eval, cmd);
        if has_attribute(&cmd.attrs, Attr::Race) {
            self.threads.about_to_access = Some(self.place(cmd));
        }
        if let Some(mark) = marks::mark(cmd) {
            return self.mark(&mark, cmd).map(|()| None);
        }
        match &cmd.kind {
            CmdKind::Assign(pairs) if pairs.len() == 1 => {
                let (var, e) = pairs[0];
                self.note_parts(var, e);
                // It may read the variable, and a variable that is read before it is assigned has an initial value.
                let before = self.eval.assign(var, e);
                self.recorder.before_assignment(&self.eval, var);
                self.recorder.assign(&self.eval, &[(var, before)], cmd);
                self.recorder.annotations_after(&mut self.eval, cmd);
                Ok(None)
            }
            CmdKind::Assign(pairs) => {
                let values: Vec<Slot> = pairs.iter().map(|&(_, e)| self.eval.eval(e)).collect();
                let mut changes = Vec::with_capacity(pairs.len());
                for (&(var, _), slot) in pairs.iter().zip(values) {
                    self.recorder.before_assignment(&self.eval, var);
                    let before = self.eval.swap(var, slot);
                    changes.push((var, Before::All(before)));
                }
                self.recorder.assign(&self.eval, &changes, cmd);
                self.recorder.annotations_after(&mut self.eval, cmd);
                Ok(None)
            }
            CmdKind::Havoc(vars) => {
                let mut missing = self.choose(vars, cmd.span)?;
                if self.recorder.is_input(cmd) {
                    let given = vars.iter().filter(|var| !missing.contains(var));
                    self.inputs.extend(given.filter_map(|var| self.origins.get(var)));
                }
                let wheres: Vec<(ExprId, Condition, Span)> = self.where_clauses(vars, cmd.span);
                self.settle(&mut missing, &wheres)?;
                self.recorder.havoc(&self.eval, vars, cmd.span);
                self.recorder.annotations_after(&mut self.eval, cmd);
                Ok(None)
            }
            CmdKind::Assume(e) => {
                self.assume(*e, Condition::Assume, cmd.span)?;
                self.recorder.assume(*e, cmd.span);
                self.recorder.annotations_after(&mut self.eval, cmd);
                Ok(None)
            }
            CmdKind::Assert(e, kind) => {
                let (what, clause) = kind.describe();
                let clause = clause.or(self.threads.about_to_access.filter(|_| *kind == AssertKind::Race));
                self.assert(*e, what, cmd.span, clause, &[&cmd.attrs])
            }
            CmdKind::Call { callee, ins, outs, types } => {
                if !types.is_empty() {
                    return Err(self.disagree(DisagreementKind::NotLowered, cmd.span));
                }
                self.call(cmd, *callee, ins, outs)
            }
        }
    }

    /// Holds, as far as was seen; else the trace is wrong here.
    fn assume(&mut self, e: ExprId, condition: Condition, span: Span) -> Result<(), Disagreement> {
        match self.eval.holds(e) {
            Ok(true) => Ok(()),
            Err(Stuck::Unsure(true)) => {
                self.certain = false;
                Ok(())
            }
            Ok(false) => Err(self.disagree(DisagreementKind::Blocked(condition, e), span)),
            Err(stuck) => Err(self.disagree(DisagreementKind::CannotEvaluate(condition, e, stuck), span)),
        }
    }

    fn assert(
        &mut self,
        e: ExprId,
        what: &'static str,
        span: Span,
        related: Option<Span>,
        attrs: &[&[crate::ir::Attribute]],
    ) -> Step {
        match self.eval.holds(e) {
            Ok(true) => Ok(None),
            Err(Stuck::Unsure(true)) => {
                self.unsure.get_or_insert(e);
                self.certain = false;
                Ok(None)
            }
            Ok(false) => {
                let procedure = self.proc();
                let span = if span == Span::NONE { self.blamed() } else { span };
                let failure = self.recorder.failure(&mut self.eval, e, what, span, related, attrs, procedure);
                Ok(Some(Box::new(failure)))
            }
            Err(stuck) => Err(self.disagree(DisagreementKind::CannotEvaluate(Condition::Assert, e, stuck), span)),
        }
    }

    /// Of a command that a front end adds, the innermost call that has a place.
    fn place(&self, cmd: &Cmd) -> Span {
        if cmd.span == Span::NONE { called_at(&self.frames).unwrap_or(Span::NONE) } else { cmd.span }
    }

    /// A failure in what a front end adds is one of its caller. A thread that ends has none: it is where the first of the
    /// others waits.
    fn blamed(&self) -> Span {
        let own = called_at(&self.frames);
        own.or_else(|| self.threads.others().find_map(called_at)).unwrap_or(Span::NONE)
    }

    fn where_clauses(&self, vars: &[VarId], span: Span) -> Vec<(ExprId, Condition, Span)> {
        let clause = |&v: &VarId| self.program.vars[v].where_clause.map(|e| (e, Condition::Where(v), span));
        vars.iter().filter_map(clause).collect()
    }

    fn call(&mut self, cmd: &'p Cmd, callee: ProcId, ins: &[ExprId], outs: &'p [VarId]) -> Step {
        let program = self.program;
        let proc = &program.procs[callee];
        let args: Vec<Slot> = ins.iter().map(|&e| self.eval.eval(e)).collect();
        let (mut saved, saved_olds) = self.bind(callee, args.clone());
        let is_free = is_marked(&program.exprs, &cmd.attrs, Attr::Free);
        for clause in proc.requires.iter().filter(|c| !c.free && !is_free) {
            let attrs: [&[crate::ir::Attribute]; 2] = [&clause.attrs, &cmd.attrs];
            unless_failed!(self.assert(clause.expr, "precondition", cmd.span, Some(clause.span), &attrs));
        }
        if has_attribute(&cmd.attrs, Attr::Async) {
            self.leave(&[], &[], saved, saved_olds);
            return self.spawn(cmd, callee, args).map(|()| None);
        }
        if proc.body.is_some() {
            return self.activate(Some(cmd), cmd.span, callee, (saved, saved_olds)).map(|()| None);
        }
        let recorded = annotation::records_value(&proc.name);
        if recorded {
            self.recorder.recorded_value(&self.eval, cmd, proc);
        } else {
            self.recorder.call(&self.eval, callee, Some(cmd.span));
        }
        saved.extend(proc.outs.iter().map(|&v| (v, self.eval.swap(v, Err(Stuck::Unassigned(v))))));
        for clause in proc.requires.iter().filter(|c| c.free) {
            self.assume(clause.expr, Condition::Requires(callee), clause.span)?;
        }
        let changed: Vec<VarId> = proc.outs.iter().chain(&proc.modifies).copied().collect();
        let mut missing = self.choose(&changed, cmd.span)?;
        let mut conditions = self.where_clauses(&changed, cmd.span);
        conditions.extend(proc.ensures.iter().map(|c| (c.expr, Condition::Ensures(callee), c.span)));
        self.settle(&mut missing, &conditions)?;
        if !recorded {
            self.recorder.havoc(&self.eval, &proc.modifies, cmd.span);
            self.recorder.return_(&self.eval, callee, cmd.span);
        }
        self.leave(&proc.outs, outs, saved, saved_olds);
        Ok(None)
    }

    /// The parameters get these values, and `old` means now; returns what they were in an activation further out.
    fn bind(&mut self, callee: ProcId, args: Vec<Slot>) -> (Saved, Saved) {
        let ins = &self.program.procs[callee].ins;
        let saved = ins.iter().zip(args).map(|(&v, slot)| (v, self.eval.swap(v, slot))).collect();
        (saved, self.snapshot(callee))
    }

    /// A procedure with a body, whose parameters have their values, is entered. `call`: in the frame below.
    fn activate(
        &mut self,
        call: Option<&'p Cmd>,
        span: Span,
        callee: ProcId,
        (mut saved, saved_olds): (Saved, Saved),
    ) -> Result<(), Disagreement> {
        let program = self.program;
        let proc = &program.procs[callee];
        let Some(body) = &proc.body else { return Err(self.disagree(DisagreementKind::NoBody, span)) };
        self.recorder.call(&self.eval, callee, Some(span));
        for &v in proc.outs.iter().chain(&body.locals) {
            saved.push((v, self.eval.swap(v, Err(Stuck::Unassigned(v)))));
        }
        let was_atomic = is_marked(&program.exprs, &proc.attrs, Attr::Atomic).then(|| self.enter_atomic());
        let (block, next) = (body.entry, 0);
        self.frames.push(Frame { proc: callee, body, block, next, saved, saved_olds, call, child: None, was_atomic });
        self.enter(callee, body)
    }

    /// Puts the caller's variables back and gives it the results.
    fn leave(&mut self, formals: &[VarId], actuals: &[VarId], saved: Saved, saved_olds: Saved) {
        let results: Vec<Slot> = formals.iter().map(|&v| self.eval.var(v).clone()).collect();
        for (v, slot) in saved {
            self.eval.set(v, slot);
        }
        for (v, slot) in saved_olds {
            self.eval.set_old(v, slot);
        }
        for (&v, slot) in actuals.iter().zip(results) {
            self.assign(v, slot);
        }
    }

    /// Initial values of out-parameters and locals, and what is assumed of them and of the parameters.
    fn enter(&mut self, proc: ProcId, body: &'p Body) -> Result<(), Disagreement> {
        let program = self.program;
        let decl = &program.procs[proc];
        let vars: Vec<VarId> = decl.outs.iter().chain(&body.locals).copied().collect();
        for &v in &vars {
            let slot = self.arbitrary(v);
            self.eval.set(v, slot);
        }
        let mut missing = vars.clone();
        self.take_initial(&mut missing, decl.span)?;
        let all: Vec<VarId> = decl.ins.iter().chain(&vars).copied().collect();
        let mut conditions = self.where_clauses(&all, decl.span);
        let free = decl.requires.iter().filter(|c| c.free);
        conditions.extend(free.map(|c| (c.expr, Condition::Requires(proc), c.span)));
        self.settle(&mut missing, &conditions)
    }

    /// The decisions at a procedure entry; what got a value is missing no longer. Those of a procedure that is called
    /// before anything else is decided follow at once, and are left.
    fn take_initial(&mut self, missing: &mut Vec<VarId>, span: Span) -> Result<(), Disagreement> {
        let trace = self.trace;
        while let Some(Decision::Initial { var, value }) = trace.decisions.get(self.decision) {
            let Some(position) = missing.iter().position(|v| v == var) else { break };
            self.origins.insert(*var, Origin::Decision(self.decision));
            self.decision += 1;
            missing.remove(position);
            let slot = self.checked(*var, Ok(value.clone()), span)?;
            self.eval.set(*var, slot);
        }
        Ok(())
    }

    fn return_(&mut self) -> Step {
        let Some(frame) = self.frames.last() else { return Ok(None) };
        let program = self.program;
        let (id, span) = (frame.proc, frame.body.blocks[frame.block].span);
        let proc = &program.procs[id];
        let (free, checked): (Vec<&Clause>, Vec<&Clause>) = proc.ensures.iter().partition(|c| c.free);
        for clause in checked {
            let attrs: [&[crate::ir::Attribute]; 1] = [&clause.attrs];
            unless_failed!(self.assert(clause.expr, "postcondition", span, Some(clause.span), &attrs));
        }
        for clause in free {
            self.assume(clause.expr, Condition::Ensures(id), clause.span)?;
        }
        self.recorder.return_(&self.eval, id, span);
        let Some(Frame { saved, saved_olds, call, was_atomic, .. }) = self.frames.pop() else { return Ok(None) };
        if let Some(was_atomic) = was_atomic {
            self.leave_atomic(was_atomic);
        }
        match call.map(|call| &call.kind) {
            Some(CmdKind::Call { outs, .. }) => self.leave(&proc.outs, outs, saved, saved_olds),
            // What the entry's variables hold matters to nobody.
            _ if self.threads.is_first() => {}
            _ => self.leave(&[], &[], saved, saved_olds),
        }
        if self.frames.is_empty() {
            self.end_thread(span)?;
        }
        Ok(None)
    }

    /// Makes the current globals the old ones of a procedure that is entered; returns those of its caller.
    fn snapshot(&mut self, proc: ProcId) -> Saved {
        let program = self.program;
        let olds = self.olds.entry(proc).or_insert_with(|| old_globals(program, proc).into()).clone();
        olds.iter().map(|&g| (g, self.eval.swap_old(g, self.eval.var(g).clone()))).collect()
    }
}

/// The innermost call that has a place.
fn called_at(frames: &[Frame]) -> Option<Span> {
    let calls = frames.iter().rev().filter_map(|frame| frame.call);
    calls.map(|call| call.span).find(|span| *span != Span::NONE)
}
