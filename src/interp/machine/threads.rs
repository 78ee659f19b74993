//! Threads of a machine, and what the one that runs has changed in its turn.

use crate::base::ids::{BlockId, ProcId, VarId};
use crate::interp::maps::Before;
use crate::interp::stuck::Slot;
use crate::ir::Body;

/// An activation.
pub(super) struct Frame<'p, N> {
    pub proc: ProcId,
    pub body: &'p Body,
    pub block: BlockId,
    /// Index of the next command.
    pub next: usize,
    pub note: N,
    /// The earlier values of its variables.
    pub saved: Vec<(VarId, Slot)>,
    /// Variables of the caller that get the results.
    pub outs: &'p [VarId],
    /// Of an atomic procedure: in how many atomic sections its caller was.
    pub was_atomic: Option<usize>,
}

/// What a thread begins with.
pub(super) struct Start<N> {
    pub callee: ProcId,
    pub note: N,
    pub args: Vec<Slot>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Ready,
    /// Until others change something.
    Waiting,
    Ended,
}

/// What is kept of a thread while others run.
pub(super) struct Thread<'p, N> {
    pub state: State,
    pub frames: Vec<Frame<'p, N>>,
    pub start: Option<Start<N>>,
    /// Its values of thread-local globals.
    pub own: Vec<(VarId, Slot)>,
}

/// A change that can be undone.
pub(super) enum Undo<'p, N> {
    Set(VarId, Before),
    /// A frame was pushed.
    Entered,
    Left(Frame<'p, N>),
    Spawned,
    /// The thread has begun, with these arguments.
    Began(ProcId, Vec<Slot>),
}

/// All threads, and the one that runs.
pub(super) struct Threads<'p, N> {
    pub all: Vec<Thread<'p, N>>,
    pub now: usize,
    /// In how many atomic sections the one that runs is.
    pub in_atomic: usize,
    /// What it has changed in its turn; `None`: it is the only one so far.
    pub changes: Option<Vec<Undo<'p, N>>>,
    /// Where it was when its turn began.
    pub positions: Vec<(BlockId, usize)>,
    /// The globals that each thread has for itself.
    pub locals: Vec<VarId>,
}

impl<N> Default for Threads<'_, N> {
    fn default() -> Self {
        let first = Thread { state: State::Ready, frames: Vec::new(), start: None, own: Vec::new() };
        Threads { all: vec![first], now: 0, in_atomic: 0, changes: None, positions: Vec::new(), locals: Vec::new() }
    }
}

impl<'p, N> Threads<'p, N> {
    pub fn log(&mut self, change: impl FnOnce() -> Undo<'p, N>) {
        if let Some(changes) = &mut self.changes {
            changes.push(change());
        }
    }

    pub fn enter_atomic(&mut self) -> usize {
        self.in_atomic += 1;
        self.in_atomic - 1
    }

    pub fn leave_atomic(&mut self, before: usize) {
        self.in_atomic = before;
    }

    pub fn are_several(&self) -> bool {
        self.all.len() > 1
    }

    /// Whether the thread that began with the execution runs.
    pub fn is_first(&self) -> bool {
        self.now == 0
    }

    pub fn ready(&self) -> Vec<usize> {
        (0..self.all.len()).filter(|&thread| self.all[thread].state == State::Ready).collect()
    }
}
