//! Runs a program forwards, one execution at a time. What the program leaves open, a [`Policy`] decides.
//!
//! Contracts, where clauses and `old` must be written out as commands (the pass `contracts` does that). Replay and
//! exploration do not use this: they are second opinions about what programs mean, and of each other.
//!
//! Several threads run by turns. One that reaches an assumption which does not hold waits: what it did since others
//! could last run is undone, and others have their turn; when they have changed something, it tries again. So an atomic
//! section that waits in its midst begins only where it reaches its end.

mod policy;
mod threads;

pub use self::policy::{At, Condition, End, Policy, Turn, TurnAt, note_goto, note_value};
use self::threads::{Frame, Start, State, Thread, Threads, Undo};
use super::eval::Evaluator;
use super::maps::Before;
use super::marks::{Mark, mark};
use super::stuck::{Slot, Stuck};
use crate::base::budget::Budget;
use crate::base::ids::{BlockId, ExprId, ProcId, VarId};
use crate::ir::{AssertKind, Attr, Block, Body, Cmd, CmdKind, Program, Transfer, VarKind, has_attribute, is_marked};

/// Commands between two looks at the clock.
const PATIENCE: u64 = 1024;

/// An execution that goes on step by step. The state is in `eval`; initial values are set there before it runs.
pub struct Machine<'p, P: Policy<'p>> {
    program: &'p Program,
    pub eval: Evaluator<'p>,
    pub policy: P,
    frames: Vec<Frame<'p, P::Note>>,
    threads: Threads<'p, P::Note>,
    /// Commands so far.
    pub commands: u64,
}

impl<'p, P: Policy<'p>> Machine<'p, P> {
    pub fn new(eval: Evaluator<'p>, policy: P) -> Machine<'p, P> {
        Machine { program: eval.program, eval, policy, frames: Vec::new(), threads: Threads::default(), commands: 0 }
    }

    /// Runs a procedure, at most so many commands. Its parameters are left as they are.
    pub fn run(&mut self, entry: ProcId, note: P::Note, longest: u64, budget: &Budget) -> End {
        self.frames.clear();
        self.threads = Threads::default();
        if self.enter(entry, note, &[], Vec::new()).is_none() {
            return End::Blocked;
        }
        for step in 0..longest {
            if step % PATIENCE == 0
                && let Err(stop) = budget.check_time()
            {
                return End::Stopped(stop);
            }
            match self.step() {
                Some(End::Blocked) => match self.go_back() {
                    None => {}
                    Some(end) => return end,
                },
                Some(End::Returned) => match self.end_thread() {
                    None => {}
                    Some(end) => return end,
                },
                Some(end) => return end,
                None => {}
            }
        }
        End::TooLong
    }

    /// How the thread that runs ends, if it does.
    fn step(&mut self) -> Option<End> {
        let Some(frame) = self.frames.last_mut() else { return Some(End::Returned) };
        self.commands += 1;
        let block = &frame.body.blocks[frame.block];
        match block.cmds.get(frame.next) {
            Some(cmd) => {
                frame.next += 1;
                let ended = self.command(cmd);
                if ended.is_none() && !cmd.attrs.is_empty() {
                    self.policy.passed(&mut self.eval, cmd);
                }
                ended
            }
            None => match &block.transfer {
                Transfer::Goto(targets) => self.goto(targets),
                Transfer::Return => self.leave(),
                Transfer::ReturnExpr(_) => Some(End::Stuck(Stuck::NotLowered)),
            },
        }
    }

    /// Sets a variable, so that it can be undone.
    fn put(&mut self, var: VarId, slot: Slot) {
        let before = self.eval.swap(var, slot);
        self.threads.log(|| Undo::Set(var, Before::All(before)));
    }

    /// `None`: it has no body. Parameters without arguments are left as they are.
    fn enter(&mut self, proc: ProcId, mut note: P::Note, outs: &'p [VarId], args: Vec<Slot>) -> Option<()> {
        let procedure = &self.program.procs[proc];
        let body = procedure.body.as_ref()?;
        let own = procedure.ins.iter().chain(&procedure.outs).chain(&body.locals);
        let saved = own.map(|&var| (var, self.eval.var(var).clone())).collect();
        for &var in procedure.outs.iter().chain(&body.locals) {
            let slot = self.policy.initial(&mut self.eval, &mut note, var);
            self.put(var, slot);
        }
        procedure.ins.iter().zip(args).for_each(|(&var, slot)| self.put(var, slot));
        let is_atomic = is_marked(&self.program.exprs, &procedure.attrs, Attr::Atomic);
        let was_atomic = is_atomic.then(|| self.threads.enter_atomic());
        self.frames.push(Frame { proc, body, block: body.entry, next: 0, note, saved, outs, was_atomic });
        self.threads.log(|| Undo::Entered);
        self.policy.arrive(&self.eval, At { proc, block: body.entry });
        Some(())
    }

    /// How the execution ends, if it does.
    fn command(&mut self, cmd: &'p Cmd) -> Option<End> {
        if let Some(mark) = mark(cmd) {
            return self.mark(&mark);
        }
        let frame = self.frames.last_mut().expect("internal: a command belongs to an activation");
        let at = At { proc: frame.proc, block: frame.block };
        if let CmdKind::Assign(_) | CmdKind::Call { .. } = &cmd.kind
            && !cmd.exprs().all(|e| self.policy.settle(&mut self.eval, e).is_some())
        {
            return Some(End::Blocked);
        }
        match &cmd.kind {
            CmdKind::Assume(e) => match self.holds(*e, Condition::Assumed) {
                Ok(true) => {}
                Ok(false) => return Some(End::Blocked),
                Err(end) => return Some(end),
            },
            CmdKind::Assert(e, kind) => match self.holds(*e, Condition::Asserted) {
                Ok(true) if *kind == AssertKind::Race && self.policy.races(&mut self.eval, *e) => {
                    return Some(End::Violated { proc: at.proc, condition: *e, span: cmd.span });
                }
                Ok(true) => {}
                Ok(false) => return Some(End::Violated { proc: at.proc, condition: *e, span: cmd.span }),
                Err(end) => return Some(end),
            },
            CmdKind::Assign(pairs) if pairs.len() == 1 => {
                let (var, e) = pairs[0];
                if self.eval.symbols.is_none() || !self.eval.update(var, e) {
                    let before = self.eval.assign(var, e);
                    self.threads.log(|| Undo::Set(var, before));
                }
            }
            CmdKind::Assign(pairs) => {
                let values: Vec<Slot> = pairs.iter().map(|&(_, e)| self.eval.named_value(e)).collect();
                pairs.iter().zip(values).for_each(|(&(var, _), value)| self.put(var, value));
            }
            CmdKind::Havoc(vars) => {
                for &var in vars {
                    let slot = self.policy.havoc(&mut self.eval, at, &mut frame.note, var);
                    let before = self.eval.swap(var, slot);
                    self.threads.log(|| Undo::Set(var, Before::All(before)));
                }
            }
            CmdKind::Call { callee, ins, outs, .. } => {
                let Some(note) = self.policy.call(at, &mut frame.note, *callee) else { return Some(End::Blocked) };
                let args: Vec<Slot> = ins.iter().map(|&e| self.eval.named_value(e)).collect();
                if has_attribute(&cmd.attrs, Attr::Async) {
                    return self.spawn(*callee, note, args);
                }
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
            Err(stuck) => self.policy.unknown(&mut self.eval, e, condition).ok_or(End::Stuck(stuck)),
        }
    }

    fn goto(&mut self, targets: &'p [BlockId]) -> Option<End> {
        let frame = self.frames.last().expect("internal: a block belongs to an activation");
        let (at, body) = (At { proc: frame.proc, block: frame.block }, frame.body);
        let mut open = targets.to_vec();
        if targets.len() > 1 {
            for beyond_yields in [true, false] {
                open.clear();
                for &target in targets {
                    match self.is_open(body, target, beyond_yields) {
                        Ok(true) => open.push(target),
                        Ok(false) => {}
                        Err(end) => return Some(end),
                    }
                }
                // What does not hold may do so when others have run.
                if !open.is_empty() || !self.threads.are_several() {
                    break;
                }
            }
        }
        let frame = self.frames.last_mut()?;
        let Some(target) = self.policy.goto(body, at, &mut frame.note, &open) else { return Some(End::Blocked) };
        (frame.block, frame.next) = (target, 0);
        self.policy.arrive(&self.eval, At { proc: at.proc, block: target });
        None
    }

    /// Whether the assumptions at the beginning of a block hold, those behind the first yield included or not.
    fn is_open(&mut self, body: &Body, block: BlockId, beyond_yields: bool) -> Result<bool, End> {
        let Block { cmds, transfer, .. } = &body.blocks[block];
        for cmd in cmds {
            match cmd.kind {
                CmdKind::Assume(_) if !beyond_yields && matches!(mark(cmd), Some(Mark::Yield { .. })) => {
                    return Ok(true);
                }
                CmdKind::Assume(e) if !self.holds(e, Condition::Ahead)? => return Ok(false),
                CmdKind::Assume(_) => {}
                CmdKind::Assert(_, AssertKind::Race) => {}
                _ => return Ok(true),
            }
        }
        // Where a thread may say what it is about to access, and stay there, it may also go on.
        let says =
            |target: &&BlockId| body.blocks[**target].cmds.iter().any(|cmd| has_attribute(&cmd.attrs, Attr::Race));
        match transfer.targets() {
            targets @ [on, ..] if beyond_yields && targets[1..].iter().any(|target| says(&target)) => {
                self.is_open(body, *on, true)
            }
            _ => Ok(true),
        }
    }

    fn leave(&mut self) -> Option<End> {
        let frame = self.frames.pop()?;
        self.policy.leave(&self.eval, frame.proc);
        if let Some(before) = frame.was_atomic {
            self.threads.leave_atomic(before);
        }
        // Whoever looks at the results of the entry finds them in its variables.
        if !self.frames.is_empty() || !self.threads.is_first() {
            let results: Vec<Slot> =
                self.program.procs[frame.proc].outs.iter().map(|&var| self.eval.var(var).clone()).collect();
            frame.saved.iter().for_each(|(var, slot)| self.put(*var, slot.clone()));
            frame.outs.iter().zip(results).for_each(|(&var, value)| self.put(var, value));
        }
        self.threads.log(|| Undo::Left(frame));
        None
    }

    /// Does what a mark says.
    fn mark(&mut self, mark: &Mark) -> Option<End> {
        match mark {
            Mark::Yield { before_access } if self.threads.in_atomic == 0 => {
                return self.turn(if *before_access { TurnAt::Access } else { TurnAt::Mark });
            }
            Mark::Yield { .. } => {}
            Mark::Begin { nests } => {
                self.threads.in_atomic = if *nests { self.threads.in_atomic + 1 } else { 1 };
            }
            Mark::End { nests } => {
                self.threads.in_atomic = if *nests { self.threads.in_atomic.saturating_sub(1) } else { 0 };
            }
            // Which numbers threads have is nobody's choice here.
            Mark::Number { .. } => return Some(End::Stuck(Stuck::NotLowered)),
        }
        None
    }

    /// Makes a thread.
    fn spawn(&mut self, callee: ProcId, note: P::Note, args: Vec<Slot>) -> Option<End> {
        if !self.threads.are_several() {
            let program = self.program;
            let is_own = |v: &VarId| is_marked(&program.exprs, &program.vars[*v].attrs, Attr::ThreadLocal);
            self.threads.locals = program.globals.iter().copied().filter(is_own).collect();
        }
        let any = |var: VarId| {
            let ty = self.program.vars[var].ty;
            (var, self.eval.domain.any(ty).ok_or(Stuck::NoValues(ty)))
        };
        let own = self.threads.locals.iter().copied().map(any).collect();
        let start = Some(Start { callee, note, args });
        self.threads.all.push(Thread { state: State::Ready, frames: Vec::new(), start, own });
        self.threads.log(|| Undo::Spawned);
        if self.threads.in_atomic == 0 { self.turn(TurnAt::Mark) } else { None }
    }

    /// The thread that runs has ended.
    fn end_thread(&mut self) -> Option<End> {
        let now = self.threads.now;
        self.threads.all[now].state = State::Ended;
        self.threads.in_atomic = 0;
        self.turn(TurnAt::End)
    }

    /// Takes the thread that runs back to where its turn began.
    fn go_back(&mut self) -> Option<End> {
        let Some(changes) = self.threads.changes.replace(Vec::new()) else { return Some(End::Blocked) };
        let mut first = None;
        for change in changes.into_iter().rev() {
            match change {
                Undo::Set(var, before) => self.eval.restore(var, before),
                Undo::Entered => first = self.frames.pop(),
                Undo::Left(frame) => self.frames.push(frame),
                Undo::Spawned => drop(self.threads.all.pop()),
                Undo::Began(callee, args) => {
                    let start = first.take().map(|frame| Start { callee, note: frame.note, args });
                    self.threads.all[self.threads.now].start = start;
                }
            }
        }
        for (frame, &(block, next)) in self.frames.iter_mut().zip(&self.threads.positions) {
            (frame.block, frame.next) = (block, next);
        }
        self.threads.in_atomic = 0;
        if self.policy.undone() {
            return self.begin();
        }
        let now = self.threads.now;
        self.threads.all[now].state = State::Waiting;
        self.turn(TurnAt::Wait)
    }

    /// Another thread may run.
    fn turn(&mut self, at: TurnAt) -> Option<End> {
        let has_written = |changes: &Vec<Undo<'p, P::Note>>| {
            let program = self.program;
            let writes = |c: &Undo<'p, P::Note>| match c {
                Undo::Set(var, _) => program.vars[*var].kind == VarKind::Global,
                _ => false,
            };
            changes.iter().any(writes)
        };
        if self.threads.changes.as_ref().is_none_or(has_written) {
            let waiting = self.threads.all.iter_mut().filter(|thread| thread.state == State::Waiting);
            waiting.for_each(|thread| thread.state = State::Ready);
        }
        let (now, ready) = (self.threads.now, self.threads.ready());
        if ready.is_empty() {
            return Some(if at == TurnAt::Wait { End::Blocked } else { End::Returned });
        }
        let place = |frame: &Frame<'p, P::Note>| (frame.body, At { proc: frame.proc, block: frame.block }, frame.next);
        let place = self.frames.last().map(place);
        let next = self.policy.turn(&mut self.eval, &Turn { at, place, now, ready: &ready });
        if next != now {
            self.switch(next);
        }
        self.threads.positions.clear();
        self.threads.positions.extend(self.frames.iter().map(|frame| (frame.block, frame.next)));
        match &mut self.threads.changes {
            Some(changes) => changes.clear(),
            None => self.threads.changes = Some(Vec::new()),
        }
        self.begin()
    }

    /// A thread that has not begun does so.
    fn begin(&mut self) -> Option<End> {
        let Start { callee, note, args } = self.threads.all[self.threads.now].start.take()?;
        self.threads.log(|| Undo::Began(callee, args.clone()));
        match self.enter(callee, note, &[], args) {
            Some(()) => None,
            None => Some(End::Stuck(Stuck::NotLowered)),
        }
    }

    /// Puts the variables of the thread that runs away, and those of another in their place.
    fn switch(&mut self, next: usize) {
        let now = self.threads.now;
        let mut frames = std::mem::take(&mut self.frames);
        frames.iter_mut().rev().for_each(|frame| self.exchange(frame));
        let own = self.threads.locals.iter().map(|&v| (v, self.eval.var(v).clone())).collect();
        let thread = &mut self.threads.all[now];
        (thread.frames, thread.own) = (frames, own);
        let thread = &mut self.threads.all[next];
        let (mut frames, own) = (std::mem::take(&mut thread.frames), std::mem::take(&mut thread.own));
        own.into_iter().for_each(|(var, slot)| self.eval.set(var, slot));
        frames.iter_mut().for_each(|frame| self.exchange(frame));
        self.frames = frames;
        self.threads.now = next;
    }

    /// The variables of an activation change places with what they held before it.
    fn exchange(&mut self, frame: &mut Frame<'p, P::Note>) {
        for (var, slot) in &mut frame.saved {
            *slot = self.eval.swap(*var, slot.clone());
        }
    }
}
