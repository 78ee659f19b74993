//! From the order of the sequential program, thread after thread, to the order in time, round after round.
//!
//! The sequential program runs a thread to its end where it is spawned. What it does in round r happens after what its
//! predecessors in that order do in round r, and before what its successors do there: so the decisions of each round
//! are kept by themselves, in the order in which they come, and the rounds are put in a row. A thread that is spawned
//! in an atomic section begins behind it.

use rustc_hash::FxHashMap;

use crate::base::ids::{BlockId, ProcId};
use crate::ir::Cmd;
use crate::verdict::Decision;

/// What it means that control reaches a block that the pass made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// At a yield: the thread goes on.
    Stay,
    /// At a yield: the thread goes on in that round.
    Move(usize),
    /// At a yield: the thread goes on no more.
    Stop,
    /// A thread is to be spawned in an atomic section.
    InAtomic,
    /// A thread is spawned, and begins in the round of its parent: at once, or behind its parent's atomic section.
    Start,
    /// A thread is spawned, and begins in that round.
    StartIn(usize),
    /// A thread is spawned, and never begins.
    Never,
    /// A thread has returned.
    Finished,
    /// A thread goes on no more.
    Halted,
    /// An assertion fails.
    Fail,
}

/// The blocks that say something, by procedure and block.
#[derive(Clone, Debug, Default)]
pub struct Schedule {
    pub events: FxHashMap<(ProcId, BlockId), Event>,
    /// The assertions of threads, if each can be asked about: each is asserted again in the end, in this order.
    pub goals: Vec<(ProcId, Cmd)>,
}

/// What a thread does, as far as the order matters.
enum Item {
    Decision(Decision),
    /// Others may run.
    Turn,
    /// It spawns the thread of that number; others may run unless it is in an atomic section.
    Spawn {
        child: usize,
        in_atomic: bool,
    },
    /// An assertion fails.
    Fail,
}

/// A thread whose end has not come, in the order of the sequential program.
struct Active {
    thread: usize,
    round: usize,
    /// It was spawned in an atomic section, in this round: what happens there waits.
    late: Option<usize>,
    /// What was spawned in the present atomic section.
    waiting: Vec<(usize, Item)>,
    /// What is spawned next is spawned in an atomic section.
    in_atomic: bool,
}

#[derive(Default)]
struct Timeline {
    rounds: Vec<Vec<(usize, Item)>>,
    active: Vec<Active>,
    threads: usize,
}

impl Schedule {
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// The decisions of the concurrent program, in time; `back` maps the others.
    pub fn in_time(&self, decisions: Vec<Decision>, back: impl Fn(Decision) -> Option<Decision>) -> Vec<Decision> {
        let mut timeline = Timeline::default();
        timeline.begin(0, None);
        for decision in decisions {
            let event = match &decision {
                Decision::Goto { proc, target, .. } => self.events.get(&(*proc, *target)).copied(),
                _ => None,
            };
            match event {
                Some(event) => timeline.event(event),
                None => {
                    if let Some(decision) = back(decision) {
                        timeline.add(Item::Decision(decision));
                    }
                }
            }
        }
        timeline.decisions()
    }
}

impl Timeline {
    fn begin(&mut self, round: usize, late: Option<usize>) {
        let thread = self.threads;
        self.threads += 1;
        self.active.push(Active { thread, round, late, waiting: Vec::new(), in_atomic: false });
    }

    fn event(&mut self, event: Event) {
        let Some(now) = self.active.last_mut() else { return };
        let round = now.round;
        match event {
            Event::Stay | Event::Stop => self.add_turn(),
            Event::Move(round) => {
                self.add_turn();
                if let Some(now) = self.active.last_mut() {
                    now.round = round;
                }
            }
            Event::InAtomic => now.in_atomic = true,
            Event::Start => {
                let parent = self.active.len() - 1;
                let late = self.spawn().then_some(parent);
                self.begin(round, late);
            }
            Event::StartIn(round) => {
                self.spawn();
                self.begin(round, None);
            }
            Event::Never => {
                self.spawn();
                self.threads += 1;
            }
            Event::Finished => {
                self.add_turn();
                self.active.pop();
            }
            Event::Halted => {
                self.active.pop();
            }
            Event::Fail => self.add(Item::Fail),
        }
    }

    /// Returns whether that happens in an atomic section.
    fn spawn(&mut self) -> bool {
        let child = self.threads;
        let in_atomic = self.active.last_mut().is_some_and(|now| std::mem::take(&mut now.in_atomic));
        self.add(Item::Spawn { child, in_atomic });
        if !in_atomic {
            self.flush();
        }
        in_atomic
    }

    /// The thread lets others run; what waits for that runs.
    fn add_turn(&mut self) {
        self.add(Item::Turn);
        self.flush();
    }

    fn flush(&mut self) {
        let Some(now) = self.active.last_mut() else { return };
        for (thread, item) in std::mem::take(&mut now.waiting) {
            self.place(thread, item);
        }
    }

    fn add(&mut self, item: Item) {
        if let Some(now) = self.active.last() {
            self.place(now.thread, item);
        }
    }

    /// Puts what the innermost active thread does now into its round, or with what waits for an atomic section there.
    fn place(&mut self, thread: usize, item: Item) {
        let Some(now) = self.active.last() else { return };
        let round = now.round;
        let late = self.active.iter().rev().find_map(|a| a.late);
        if let Some(parent) = late
            && self.active[parent].round == round
        {
            return self.active[parent].waiting.push((thread, item));
        }
        if self.rounds.len() <= round {
            self.rounds.resize_with(round + 1, Vec::new);
        }
        self.rounds[round].push((thread, item));
    }

    /// Everything up to the first failure; threads get numbers as they are spawned in time.
    fn decisions(self) -> Vec<Decision> {
        let mut items: Vec<(usize, Item)> = self.rounds.into_iter().flatten().collect();
        let failure = items.iter().position(|(_, item)| matches!(item, Item::Fail));
        items.truncate(failure.map_or(items.len(), |at| at + 1));
        let mut numbers = vec![None; self.threads];
        numbers[0] = Some(0);
        let mut spawned = 1;
        let next: Vec<usize> = items.iter().skip(1).map(|(thread, _)| *thread).collect();
        let mut decisions = Vec::new();
        for (at, (thread, item)) in items.into_iter().enumerate() {
            let (turn, follower) = (matches!(item, Item::Turn), next.get(at).copied().unwrap_or(thread));
            match item {
                Item::Decision(decision) => decisions.push(decision),
                Item::Turn | Item::Fail => {}
                Item::Spawn { child, in_atomic } => {
                    numbers[child] = Some(spawned);
                    spawned += 1;
                    if in_atomic {
                        continue;
                    }
                    decisions.push(Decision::Turn { thread: numbers[follower].unwrap_or(0) });
                }
            }
            if turn {
                decisions.push(Decision::Turn { thread: numbers[follower].unwrap_or(0) });
            }
        }
        decisions
    }
}
