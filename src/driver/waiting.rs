//! A search that goes on in several turns. It waits between them where it is, so what the solver has learned it need not learn again.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::posed::Posed;
use crate::base::budget::{Budget, Stop};
use crate::base::ids::ProcId;
use crate::base::memory;
use crate::base::stats::Stats;
use crate::base::stepwise::{Side, Stepwise};
use crate::reach::{Hooks, Progress, Reached, Turns};
use crate::verdict::{Bound, Trace, Verdict, Why};

/// Bytes: where the process has reached more, a search that waits would be a burden, so it ends with its turn.
const MOST_MEMORY: u64 = 1 << 30;

/// A search between two turns.
pub struct Waiting {
    pub posed: Arc<Posed>,
    /// Its own, with what is left of a turn.
    budget: Budget,
    search: Stepwise<(), Said>,
}

/// What the search says in a turn.
enum Said {
    Progress(Progress),
    Waits(Box<Standing>),
    Ended(Box<Reached>),
}

/// What it has reached when its turn is over.
struct Standing {
    stop: Stop,
    done: Stats,
    /// Nothing is to be found within that bound.
    finished: Option<Bound>,
    cut: Vec<ProcId>,
}

/// The turns, as the search sees them.
struct Given {
    side: Side<(), Said>,
    budget: Budget,
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
        let (asked, own) = (posed.clone(), budget.within(Default::default()));
        let work = move |side: Side<(), Said>| {
            let Some(()) = side.turn() else { return };
            let first = asked.search.config.first.checked_sub(1).map(Bound);
            let finished = Mutex::new((first, Vec::new()));
            let given = Given { side, budget: own, finished, ended: Mutex::default() };
            let mut progress = |now| given.side.say(Said::Progress(now));
            let mut is_certain = |trace: &Trace| asked.is_certain(trace, &given.budget);
            let hooks = Hooks { turns: &given, progress: &mut progress, is_certain: &mut is_certain };
            let reached = asked.search.clone().run(&given.budget, hooks);
            let stats = reached.stats.without(&given.told().before);
            given.side.say(Said::Ended(Box::new(Reached { stats, ..reached })));
        };
        let search = Stepwise::begin("search", work)?;
        Some(Waiting { posed, budget, search })
    }

    /// A turn of the search: its outcome, and what waits for another one.
    pub fn go_on(mut self, turn: &Budget, progress: &mut dyn FnMut(Progress)) -> (Reached, Option<Waiting>) {
        let before = self.budget.spent();
        self.budget.renew(turn);
        let ends = self.budget.cancel().clone();
        let hook = turn.cancel().on_cancel(move || ends.cancel());
        if turn.cancel().is_cancelled() {
            self.budget.cancel().cancel();
        }
        self.search.give(());
        let mut said = self.search.hear();
        while let Some(Said::Progress(now)) = said {
            progress(now);
            said = self.search.hear();
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
            Some(Said::Progress(_)) | None => panic!("internal: the search ended without a word"),
        }
    }
}

impl Standing {
    /// In the words of a search that ends here, which was to reach that bound.
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

impl Given {
    fn told(&self) -> MutexGuard<'_, Ended> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turns for Given {
    fn is_over(&self) -> bool {
        matches!(self.budget.check(), Err(Stop::Timeout | Stop::Rlimit))
    }

    fn next(&self, mut done: Stats) -> bool {
        let now = std::mem::take(&mut self.told().now);
        done.merge(&now);
        self.told().before.merge(&now);
        let stop = self.budget.check().err().unwrap_or(Stop::Rlimit);
        let (finished, cut) = self.finished.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.side.say(Said::Waits(Box::new(Standing { stop, done, finished, cut })));
        self.side.turn().is_some()
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
