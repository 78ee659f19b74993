//! Threads: who runs, and when others may.
//!
//! An `async` call makes a thread, which begins when it has its first turn. Others may have a turn at a `{:yield}`, after
//! a spawn, and when a thread ends; in an atomic section (from `{:atomic "begin"}` to `{:atomic "end"}`, from "enter" to
//! "leave", which nest, in a procedure that is `{:atomic}`, or up to the end of the thread) only then. The decisions say who has it ([`Decision::Turn`]).
//! Each thread has its own values of parameters, locals and `{:thread_local}` globals; all else is one for all.

use ivl::source::Span;

use super::disagreement::{Disagreement, DisagreementKind};
use super::record::View;
use super::{Frame, Replay};
use crate::base::ids::{ProcId, VarId};
use crate::interp::marks::Mark;
use crate::interp::stuck::Slot;
use crate::ir::{Attr, Cmd, CmdKind, has_attribute, is_marked};
use crate::verdict::execution::{Turn, TurnEnd};
use crate::verdict::{Decision, Value};

/// What a thread keeps while others run.
#[derive(Default)]
pub(super) struct Thread<'p> {
    frames: Vec<Frame<'p>>,
    /// The call that it begins with, and the arguments; until it has begun.
    start: Option<(&'p Cmd, ProcId, Vec<Slot>)>,
    view: View,
    own: Vec<(VarId, Slot)>,
    has_ended: bool,
    /// The place of an access whose address was asked about.
    asked: Option<Span>,
    /// What the program was told as its number.
    number: Option<Value>,
}

/// All threads, and the one that runs.
pub(super) struct Threads<'p> {
    all: Vec<Thread<'p>>,
    now: usize,
    /// In how many atomic sections the one that runs is.
    in_atomic: usize,
    turns: Vec<Turn>,
    /// Where the one that runs could have been interrupted since its turn began.
    came_to: Vec<Span>,
    /// Where one waits in front of an access, to see whether others conflict with it.
    pub about_to_access: Option<Span>,
}

impl Default for Threads<'_> {
    fn default() -> Self {
        let all = vec![Thread::default()];
        Threads { all, now: 0, in_atomic: 0, turns: Vec::new(), came_to: Vec::new(), about_to_access: None }
    }
}

impl<'p> Threads<'p> {
    /// The calls that the threads are in that do not run.
    pub fn others(&self) -> impl Iterator<Item = &[Frame<'p>]> {
        self.all.iter().enumerate().filter(|&(at, _)| at != self.now).map(|(_, thread)| &thread.frames[..])
    }

    /// All turns, where there are several threads.
    pub fn turns(&mut self) -> Vec<Turn> {
        if self.all.len() > 1 {
            self.pass(TurnEnd::Violation);
        }
        std::mem::take(&mut self.turns)
    }

    /// The turn of the thread that runs is over.
    fn pass(&mut self, end: TurnEnd) {
        let came_to = std::mem::take(&mut self.came_to);
        self.turns.push(Turn { thread: self.now as u32, came_to, end });
    }

    /// Whether the thread that began with the execution runs.
    pub fn is_first(&self) -> bool {
        self.now == 0
    }
}

impl<'p> Replay<'p> {
    /// Does what a mark says.
    pub(super) fn mark(&mut self, mark: &Mark, cmd: &'p Cmd) -> Result<(), Disagreement> {
        match mark {
            Mark::Yield { before_access } if self.threads.in_atomic == 0 => {
                let place = self.place(cmd);
                // The variables of a block end without a word in the text.
                let is_told = *before_access && !has_attribute(&cmd.attrs, Attr::Silent);
                if is_told {
                    // What has no text is the inside of a function of a library: its accesses are one. So are an access
                    // and what is asked about its address in front of it.
                    let inside = cmd.span == Span::NONE && self.threads.came_to.last() == Some(&place);
                    let is_asked = has_attribute(&cmd.attrs, Attr::Access);
                    let now = self.threads.now;
                    let asked = std::mem::replace(&mut self.threads.all[now].asked, is_asked.then_some(place));
                    if !inside && (is_asked || asked != Some(place)) {
                        self.threads.came_to.push(place);
                    }
                }
                self.turn(cmd.span, if is_told { TurnEnd::Before } else { TurnEnd::Next })
            }
            Mark::Yield { .. } => Ok(()),
            Mark::Begin { nests } => {
                self.threads.in_atomic = if *nests { self.threads.in_atomic + 1 } else { 1 };
                Ok(())
            }
            Mark::End { nests } => {
                self.threads.in_atomic = if *nests { self.threads.in_atomic.saturating_sub(1) } else { 0 };
                Ok(())
            }
            Mark::Number { of_child } => self.number(*of_child, cmd),
        }
    }

    /// The body of a procedure is an atomic section; returns in how many the thread was before.
    pub(super) fn enter_atomic(&mut self) -> usize {
        self.threads.in_atomic += 1;
        self.threads.in_atomic - 1
    }

    /// The thread is in so many sections as before.
    pub(super) fn leave_atomic(&mut self, before: usize) {
        self.threads.in_atomic = before;
    }

    /// A new thread, whose arguments have these values.
    pub(super) fn spawn(&mut self, cmd: &'p Cmd, callee: ProcId, args: Vec<Slot>) -> Result<(), Disagreement> {
        let own = self.thread_locals().into_iter().map(|v| (v, self.arbitrary(v))).collect();
        if self.program.procs[callee].body.is_none() {
            return Err(self.disagree(DisagreementKind::NotLowered, cmd.span));
        }
        self.threads.all.push(Thread { start: Some((cmd, callee, args)), own, ..Thread::default() });
        let child = self.threads.all.len() - 1;
        if let Some(frame) = self.frames.last_mut() {
            frame.child = Some(child);
        }
        self.recorder.spawn(&self.program.procs[callee].name, child, cmd.span);
        if self.threads.in_atomic > 0 {
            return Ok(());
        }
        self.threads.came_to.push(self.place(cmd));
        self.turn(cmd.span, TurnEnd::Before)
    }

    /// The thread that runs has returned from its first procedure; another one may go on.
    pub(super) fn end_thread(&mut self, span: Span) -> Result<(), Disagreement> {
        let now = self.threads.now;
        self.threads.all[now].has_ended = true;
        self.threads.in_atomic = 0;
        self.turn(span, TurnEnd::Ended)
    }

    /// Others may run: the next decision says who does.
    fn turn(&mut self, span: Span, end: TurnEnd) -> Result<(), Disagreement> {
        while let Some(Decision::Initial { .. }) = self.trace.decisions.get(self.decision) {
            self.decision += 1;
        }
        let Some(&Decision::Turn { thread }) = self.trace.decisions.get(self.decision) else { return Ok(()) };
        self.decision += 1;
        let next = thread as usize;
        if self.threads.all.get(next).is_none_or(|thread| thread.has_ended) {
            // The end of the trace needs nobody to go on.
            return match self.trace.decisions.len() == self.decision {
                true => Ok(()),
                false => Err(self.disagree(DisagreementKind::NoThread(thread), span)),
            };
        }
        self.switch(next, end)
    }

    /// Puts the variables of the thread that runs away, and those of another in their place.
    fn switch(&mut self, next: usize, end: TurnEnd) -> Result<(), Disagreement> {
        let now = self.threads.now;
        if next == now {
            return Ok(());
        }
        self.threads.pass(end);
        let mut frames = std::mem::take(&mut self.frames);
        frames.iter_mut().rev().for_each(|frame| self.exchange(frame));
        let own = self.thread_locals().into_iter().map(|v| (v, self.eval.var(v).clone())).collect();
        let thread = &mut self.threads.all[now];
        (thread.frames, thread.own) = (frames, own);
        let thread = &mut self.threads.all[next];
        let (mut frames, own, start) =
            (std::mem::take(&mut thread.frames), std::mem::take(&mut thread.own), thread.start.take());
        for (var, slot) in own {
            self.assign(var, slot);
        }
        frames.iter_mut().for_each(|frame| self.exchange(frame));
        self.frames = frames;
        self.threads.now = next;
        let mut view = std::mem::take(&mut self.threads.all[next].view);
        self.recorder.exchange(&mut view, next);
        self.threads.all[now].view = view;
        match start {
            Some((cmd, callee, args)) => self.begin(cmd, callee, args),
            None => Ok(()),
        }
    }

    /// The variables of an activation change places with what they held before it.
    fn exchange(&mut self, frame: &mut Frame<'p>) {
        for (var, slot) in &mut frame.saved {
            *slot = self.eval.swap(*var, slot.clone());
        }
        for (var, slot) in &mut frame.saved_olds {
            *slot = self.eval.swap_old(*var, slot.clone());
        }
    }

    /// A thread has its first turn.
    fn begin(&mut self, cmd: &'p Cmd, callee: ProcId, args: Vec<Slot>) -> Result<(), Disagreement> {
        let own = self.thread_locals();
        self.choose(&own, cmd.span)?;
        let wheres = self.where_clauses(&own, cmd.span);
        self.settle(&mut [], &wheres)?;
        let saved = self.bind(callee, args);
        self.activate(None, cmd.span, callee, saved)
    }

    fn thread_locals(&self) -> Vec<VarId> {
        let program = self.program;
        let is_own = |v: &VarId| is_marked(&program.exprs, &program.vars[*v].attrs, Attr::ThreadLocal);
        program.globals.iter().copied().filter(is_own).collect()
    }

    /// Numbers are positive, and no two threads have the same one.
    fn number(&mut self, of_child: bool, cmd: &'p Cmd) -> Result<(), Disagreement> {
        let CmdKind::Havoc(vars) = &cmd.kind else { return Ok(()) };
        let whose = if of_child { self.frames.last().and_then(|frame| frame.child) } else { Some(self.threads.now) };
        self.choose(vars, cmd.span)?;
        self.recorder.havoc(&self.eval, vars, cmd.span);
        let (Some(whose), &[var]) = (whose, &vars[..]) else { return Ok(()) };
        let Ok(value) = self.eval.var(var).clone() else { return Ok(()) };
        let is_positive = match &value {
            Value::Int(n) => n.sign() == num_bigint::Sign::Plus,
            Value::Bv { value, .. } => value.bits() > 0,
            _ => false,
        };
        let is_taken = self.threads.all.iter().enumerate().any(|(t, thread)| {
            if t == whose {
                thread.number.as_ref().is_some_and(|n| *n != value)
            } else {
                thread.number.as_ref() == Some(&value)
            }
        });
        if is_taken || !is_positive {
            return Err(self.disagree(DisagreementKind::NotItsNumber(var), cmd.span));
        }
        self.threads.all[whose].number = Some(value);
        Ok(())
    }
}
