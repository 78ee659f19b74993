//! A search that goes on in several turns: it is on a thread of its own, and waits there, where it is, when a turn is over. What the solver
//! has learned by then it need not learn again.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use super::posed::Posed;
use crate::base::budget::{Budget, Stop};
use crate::base::ids::ProcId;
use crate::base::stats::Stats;
use crate::base::{memory, workers};
use crate::reach::{Hooks, Progress, Reached, Turns};
use crate::verdict::{Bound, Trace, Verdict, Why};

/// Bytes: where the process has come to more, a search that waits would be a burden, so it ends with its turn.
const MOST_MEMORY: u64 = 1 << 30;

/// A search between two turns.
pub struct Waiting {
    pub posed: Arc<Posed>,
    /// Its own, with what is left of a turn.
    budget: Budget,
    turns: Sender<()>,
    said: Receiver<Said>,
    thread: Option<JoinHandle<()>>,
}

/// What the search says in a turn.
enum Said {
    Progress(Progress),
    Waits(Box<Standing>),
    Ended(Box<Reached>),
}

/// What it has come to when its turn is over.
struct Standing {
    stop: Stop,
    done: Stats,
    /// Nothing is to be found within that bound.
    finished: Option<Bound>,
    cut: Vec<ProcId>,
}

/// The search's side.
struct Side {
    budget: Budget,
    turns: Mutex<Receiver<()>>,
    say: Mutex<Sender<Said>>,
    finished: Mutex<(Option<Bound>, Vec<ProcId>)>,
    ended: Mutex<Ended>,
}

/// What searches took that have ended.
#[derive(Default)]
struct Ended {
    /// In this turn.
    now: Stats,
    /// In those before: it was told.
    before: Stats,
}

impl Waiting {
    /// A search that waits for its first turn, which will be part of that budget. `None`: the system has no thread to give.
    pub fn begin(posed: Arc<Posed>, all: &Budget) -> Option<Waiting> {
        let budget = Budget::in_turns(all.memory());
        let (turns, given) = channel();
        let (say, said) = channel();
        let first = posed.search.config.first.checked_sub(1).map(Bound);
        let side = Side {
            budget: budget.within(Default::default()),
            turns: Mutex::new(given),
            say: Mutex::new(say),
            finished: Mutex::new((first, Vec::new())),
            ended: Mutex::default(),
        };
        let asked = posed.clone();
        let work = move || {
            if !side.has_turn() {
                return;
            }
            let mut progress = |now| side.says(Said::Progress(now));
            let mut is_certain = |trace: &Trace| asked.is_certain(trace, &side.budget);
            let hooks = Hooks { turns: &side, progress: &mut progress, is_certain: &mut is_certain };
            let reached = asked.search.clone().run(&side.budget, hooks);
            let stats = reached.stats.without(&side.told().before);
            side.says(Said::Ended(Box::new(Reached { stats, ..reached })));
        };
        let thread = workers::start("search", work).ok()?;
        Some(Waiting { posed, budget, turns, said, thread: Some(thread) })
    }

    /// A turn of the search: what it comes to, and what waits for another one.
    pub fn go_on(mut self, turn: &Budget, progress: &mut dyn FnMut(Progress)) -> (Reached, Option<Waiting>) {
        let before = self.budget.spent();
        self.budget.renew(turn);
        let ends = self.budget.cancel().clone();
        let hook = turn.cancel().on_cancel(move || ends.cancel());
        if turn.cancel().is_cancelled() {
            self.budget.cancel().cancel();
        }
        let mut said = self.turns.send(()).ok().and_then(|()| self.said.recv().ok());
        while let Some(Said::Progress(now)) = said {
            progress(now);
            said = self.said.recv().ok();
        }
        turn.cancel().forget(hook);
        turn.charge(self.budget.spent() - before);
        match said {
            Some(Said::Waits(standing)) => {
                let most = turn.memory().map_or(MOST_MEMORY, |limit| MOST_MEMORY.min(limit / 2));
                let stays = memory::peak() <= most && !self.budget.cancel().is_cancelled();
                (standing.reached(self.posed.search.config.bound), stays.then_some(self))
            }
            Some(Said::Ended(reached)) => (*reached, None),
            Some(Said::Progress(_)) | None => match self.thread.take().map(JoinHandle::join) {
                Some(Err(panic)) => std::panic::resume_unwind(panic),
                _ => panic!("internal: the search ended without a word"),
            },
        }
    }
}

impl Drop for Waiting {
    /// No thread is left behind.
    fn drop(&mut self) {
        self.turns = channel().0;
        // Whoever asked last has heard of a panic.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

impl Standing {
    /// In the words of a search that ends here, which was to come to that bound.
    fn reached(self, last: Option<Bound>) -> Reached {
        let Standing { stop, mut done, finished, cut } = self;
        // Those that are tried beyond it are not what it has come to.
        done.bound = Some(last.unwrap_or(finished.map_or(Bound(0), |Bound(bound)| Bound(bound + 1))).0);
        let answer = match finished {
            Some(bound) if last.is_some_and(|last| bound >= last) => Verdict::SafeUpTo(bound),
            Some(bound) => Verdict::Unknown(Why::StoppedAfter(stop, bound)),
            None => Verdict::Unknown(Why::Stopped(stop)),
        };
        Reached { answer, stats: done, smtlib: None, summaries: None, cut }
    }
}

impl Side {
    /// Waits for a turn. False: there is none.
    fn has_turn(&self) -> bool {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner).recv().is_ok()
    }

    fn told(&self) -> MutexGuard<'_, Ended> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nobody may want to know any more.
    fn says(&self, said: Said) {
        let _ = self.say.lock().unwrap_or_else(PoisonError::into_inner).send(said);
    }
}

impl Turns for Side {
    fn is_over(&self) -> bool {
        matches!(self.budget.check(), Err(Stop::Timeout | Stop::Rlimit))
    }

    fn next(&self, mut done: Stats) -> bool {
        let now = std::mem::take(&mut self.told().now);
        done.merge(&now);
        self.told().before.merge(&now);
        let stop = self.budget.check().err().unwrap_or(Stop::Rlimit);
        let (finished, cut) = self.finished.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.says(Said::Waits(Box::new(Standing { stop, done, finished, cut })));
        self.has_turn()
    }

    fn ended(&self, done: &Stats) {
        self.told().now.merge(done);
    }

    fn finished(&self, bound: Bound, cut: &[ProcId]) {
        let mut finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
        if finished.0 < Some(bound) {
            *finished = (Some(bound), cut.to_vec());
        }
    }
}
