//! Runs a program forwards, one execution at a time. What the program leaves open, a [`Policy`] decides.
//!
//! Contracts, where clauses and `old` must be written out as commands (the pass `contracts` does that). Replay and
//! exploration do not use this: they are second opinions about what programs mean, and of each other.

use super::eval::Evaluator;
use super::stuck::{Slot, Stuck};
use crate::base::budget::{Budget, Stop};
use crate::base::ids::{BlockId, ExprId, ProcId, VarId};
use crate::ir::{Body, Cmd, CmdKind, Program, Transfer};
use ivl::source::Span;

/// Commands between two looks at the clock.
const PATIENCE: u64 = 1024;

/// Where an execution is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    pub proc: ProcId,
    pub block: BlockId,
}

/// Decides what a program leaves open.
pub trait Policy<'p> {
    /// Its memory of an activation.
    type Note;

    /// The value of an out-parameter or local before it is assigned.
    fn initial(&mut self, eval: &mut Evaluator<'p>, note: &mut Self::Note, var: VarId) -> Slot;

    /// The value of a havoc.
    fn havoc(&mut self, eval: &mut Evaluator<'p>, at: At, note: &mut Self::Note, var: VarId) -> Slot;

    /// The successor that control goes to; `open` are those whose leading assumptions hold, or the only one. `None`: the
    /// execution ends here.
    fn goto(&mut self, body: &Body, at: At, note: &mut Self::Note, open: &[BlockId]) -> Option<BlockId>;

    /// The note of an activation that a call begins; `None`: the execution ends here.
    fn call(&mut self, at: At, note: &mut Self::Note, callee: ProcId) -> Option<Self::Note>;

    /// The truth value that a condition without a value counts as; `None`: the execution ends here.
    fn unknown(&mut self, _condition: Condition) -> Option<bool> {
        None
    }

    /// Control comes to the beginning of a block.
    fn arrive(&mut self, _eval: &Evaluator<'p>, _at: At) {}
}

/// A condition on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    Assumed,
    Asserted,
}

/// How an execution ends.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// The entry returns.
    Returned,
    /// An assertion does not hold.
    Violated {
        proc: ProcId,
        condition: ExprId,
        span: Span,
    },
    /// An assumption does not hold, or the policy knows no way to go on.
    Blocked,
    /// A condition has no value.
    Stuck(Stuck),
    /// More commands than allowed.
    TooLong,
    Stopped(Stop),
}

/// An activation.
struct Frame<'p, N> {
    proc: ProcId,
    body: &'p Body,
    block: BlockId,
    /// Index of the next command.
    next: usize,
    note: N,
    /// The earlier values of its variables.
    saved: Vec<(VarId, Slot)>,
    /// Variables of the caller that get the results.
    outs: &'p [VarId],
}

/// An execution that goes on step by step. The state is in `eval`; initial values are set there before it runs.
pub struct Machine<'p, P: Policy<'p>> {
    program: &'p Program,
    pub eval: Evaluator<'p>,
    pub policy: P,
    frames: Vec<Frame<'p, P::Note>>,
    /// Commands so far.
    pub commands: u64,
}

impl<'p, P: Policy<'p>> Machine<'p, P> {
    pub fn new(eval: Evaluator<'p>, policy: P) -> Machine<'p, P> {
        Machine { program: eval.program, eval, policy, frames: Vec::new(), commands: 0 }
    }

    /// Runs a procedure, at most so many commands. Its parameters are left as they are.
    pub fn run(&mut self, entry: ProcId, note: P::Note, longest: u64, budget: &Budget) -> End {
        self.frames.clear();
        if self.enter(entry, note, &[], Vec::new()).is_none() {
            return End::Blocked;
        }
        for step in 0..longest {
            if step % PATIENCE == 0
                && let Err(stop) = budget.check_time()
            {
                return End::Stopped(stop);
            }
            let Some(frame) = self.frames.last_mut() else { return End::Returned };
            self.commands += 1;
            let block = &frame.body.blocks[frame.block];
            let ended = match block.cmds.get(frame.next) {
                Some(cmd) => {
                    frame.next += 1;
                    self.command(cmd)
                }
                None => match &block.transfer {
                    Transfer::Goto(targets) => self.goto(targets),
                    Transfer::Return => self.leave(),
                    Transfer::ReturnExpr(_) => Some(End::Stuck(Stuck::NotLowered)),
                },
            };
            if let Some(end) = ended {
                return end;
            }
        }
        End::TooLong
    }

    /// `None`: it has no body. Parameters without arguments are left as they are.
    fn enter(&mut self, proc: ProcId, mut note: P::Note, outs: &'p [VarId], args: Vec<Slot>) -> Option<()> {
        let procedure = &self.program.procs[proc];
        let body = procedure.body.as_ref()?;
        let own = procedure.ins.iter().chain(&procedure.outs).chain(&body.locals);
        let saved = own.map(|&var| (var, self.eval.var(var).clone())).collect();
        for &var in procedure.outs.iter().chain(&body.locals) {
            let slot = self.policy.initial(&mut self.eval, &mut note, var);
            self.eval.set(var, slot);
        }
        procedure.ins.iter().zip(args).for_each(|(&var, slot)| self.eval.set(var, slot));
        self.frames.push(Frame { proc, body, block: body.entry, next: 0, note, saved, outs });
        self.policy.arrive(&self.eval, At { proc, block: body.entry });
        Some(())
    }

    /// How the execution ends, if it does.
    fn command(&mut self, cmd: &'p Cmd) -> Option<End> {
        let frame = self.frames.last_mut().expect("internal: a command belongs to an activation");
        let at = At { proc: frame.proc, block: frame.block };
        match &cmd.kind {
            CmdKind::Assume(e) => match self.holds(*e, Condition::Assumed) {
                Ok(true) => {}
                Ok(false) => return Some(End::Blocked),
                Err(end) => return Some(end),
            },
            CmdKind::Assert(e, _) => match self.holds(*e, Condition::Asserted) {
                Ok(true) => {}
                Ok(false) => return Some(End::Violated { proc: at.proc, condition: *e, span: cmd.span }),
                Err(end) => return Some(end),
            },
            CmdKind::Assign(pairs) if pairs.len() == 1 => {
                let (var, e) = pairs[0];
                self.eval.assign(var, e);
            }
            CmdKind::Assign(pairs) => {
                let values: Vec<Slot> = pairs.iter().map(|&(_, e)| self.eval.eval(e)).collect();
                pairs.iter().zip(values).for_each(|(&(var, _), value)| self.eval.set(var, value));
            }
            CmdKind::Havoc(vars) => {
                for &var in vars {
                    let slot = self.policy.havoc(&mut self.eval, at, &mut frame.note, var);
                    self.eval.set(var, slot);
                }
            }
            CmdKind::Call { callee, ins, outs, .. } => {
                let Some(note) = self.policy.call(at, &mut frame.note, *callee) else { return Some(End::Blocked) };
                let args: Vec<Slot> = ins.iter().map(|&e| self.eval.eval(e)).collect();
                if self.enter(*callee, note, outs, args).is_none() {
                    return Some(End::Stuck(Stuck::NotLowered));
                }
            }
        }
        None
    }

    fn holds(&mut self, e: ExprId, condition: Condition) -> Result<bool, End> {
        match self.eval.holds(e) {
            Ok(holds) => Ok(holds),
            Err(stuck) => self.policy.unknown(condition).ok_or(End::Stuck(stuck)),
        }
    }

    fn goto(&mut self, targets: &'p [BlockId]) -> Option<End> {
        let frame = self.frames.last().expect("internal: a block belongs to an activation");
        let (at, body) = (At { proc: frame.proc, block: frame.block }, frame.body);
        let mut open = targets.to_vec();
        if targets.len() > 1 {
            open.clear();
            for &target in targets {
                match self.is_open(body, target) {
                    Ok(true) => open.push(target),
                    Ok(false) => {}
                    Err(end) => return Some(end),
                }
            }
        }
        let frame = self.frames.last_mut()?;
        let Some(target) = self.policy.goto(body, at, &mut frame.note, &open) else { return Some(End::Blocked) };
        (frame.block, frame.next) = (target, 0);
        self.policy.arrive(&self.eval, At { proc: at.proc, block: target });
        None
    }

    /// Whether the assumptions at the beginning of a block hold.
    fn is_open(&mut self, body: &Body, block: BlockId) -> Result<bool, End> {
        for cmd in &body.blocks[block].cmds {
            let CmdKind::Assume(e) = cmd.kind else { break };
            if !self.holds(e, Condition::Assumed)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn leave(&mut self) -> Option<End> {
        let Frame { proc, saved, outs, .. } = self.frames.pop()?;
        if self.frames.is_empty() {
            return Some(End::Returned);
        }
        let results: Vec<Slot> = self.program.procs[proc].outs.iter().map(|&var| self.eval.var(var).clone()).collect();
        saved.into_iter().for_each(|(var, slot)| self.eval.set(var, slot));
        outs.iter().zip(results).for_each(|(&var, value)| self.eval.set(var, value));
        None
    }
}
