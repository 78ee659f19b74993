//! Paths of one program, followed on in each turn of an engine that is asked about others: about the same program with fewer checks, with
//! texts that may be any, with integers as bit-vectors. The one program has all that these leave out, so what its paths reach holds, and
//! they need not begin anew with each.
//!
//! The search is on a thread of its own and waits there, where it is, when a turn is over.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::symbolic::{self, Outcome, Progress, Searched, Turn, Turns};
use super::{ALL, Execution, FEW, at_a_glance, followed, in_turn, noted, solvers_part, spent, told, unsuited};
use crate::base::budget::{Budget, Limits, Stop};
use crate::base::stats::Stats;
use crate::base::stepwise::{Side, Stepwise};
use crate::engine::{Answer, Answered, Engine, Oracle, Question};
use crate::forms::{self, Desugared};
use crate::verdict::{Bound, Why};

/// What the search says when its turn is over.
enum Said {
    Waits(Stop, Progress),
    Ended(Box<Searched>),
}

/// The search, on its thread.
type Search = Stepwise<Turn, Said>;

/// Where it is.
enum Stage {
    /// It waits, having come that far.
    Waits(Search, Progress),
    /// It has an answer about its program.
    Decided(Searched),
    /// It is over without one; all paths within that bound were followed.
    Open(Option<Bound>),
}

/// [`Execution`], which follows the paths of one program whatever it is asked about. What that reaches is no answer to what is asked: it
/// ends the work of all who are asked with the same budget, and is to be had from [`Continued::decided`].
pub struct Continued {
    stated: Arc<Desugared>,
    stage: Mutex<Stage>,
    whole: Budget,
}

impl Continued {
    /// Paths of the question's program, none of which is followed yet; `None`: they are not followed. `whole`: what ends with the answer.
    pub fn new(question: &Question, whole: &Budget) -> Option<Continued> {
        if unsuited(question).is_some() {
            return None;
        }
        let stated = forms::desugared(question);
        let (program, budget) = (stated.clone(), whole.within(Limits::default()));
        let work = move |side: Side<Turn, Said>| {
            let Some(first) = side.turn() else { return };
            let wait = |stop, progress: &Progress| {
                side.say(Said::Waits(stop, *progress));
                side.turn()
            };
            let turns = Turns::several(&budget, first, Box::new(wait));
            let found = symbolic::search(&program.program, program.entry, &ALL, None, turns);
            side.say(Said::Ended(Box::new(found)));
        };
        let stage = Mutex::new(Stage::Waits(Search::begin("paths", work)?, Progress::default()));
        Some(Continued { stated, stage, whole: whole.within(Limits::default()) })
    }

    /// A turn of paths alone, whatever else is asked. `None`: they are over without an answer.
    pub fn follow(&self, question: &Question, budget: &Budget) -> Option<Answered> {
        self.go_on(u64::MAX, &budget.within(solvers_part(question, budget)))
    }

    /// The answer about its program, which the question is about; `None`: there is none.
    pub fn decided(self, question: &Question) -> Option<Answered> {
        match std::mem::replace(&mut *self.stage(), Stage::Open(None)) {
            // What it took was said in each turn.
            Stage::Decided(found) => Some(Answered { stats: Stats::default(), ..told(question, &self.stated, found) }),
            Stage::Waits(..) | Stage::Open(_) => None,
        }
    }

    /// Up to which bound nothing is to be found in its program.
    pub fn within(&self) -> Option<Bound> {
        match &*self.stage() {
            Stage::Waits(_, progress) => progress.within,
            Stage::Decided(_) => None,
            Stage::Open(within) => *within,
        }
    }

    /// Whether there are paths of its program to follow.
    pub fn goes_on(&self) -> bool {
        !matches!(&*self.stage(), Stage::Open(_))
    }

    fn stage(&self) -> MutexGuard<'_, Stage> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Follows paths for a turn. `None`: they are over without an answer.
    fn go_on(&self, commands: u64, budget: &Budget) -> Option<Answered> {
        let mut stage = self.stage();
        let (mut search, before) = match std::mem::replace(&mut *stage, Stage::Open(None)) {
            Stage::Waits(search, before) => (search, before),
            decided @ Stage::Decided(_) => {
                *stage = decided;
                return Some(interrupted());
            }
            Stage::Open(within) => {
                *stage = Stage::Open(within);
                return None;
            }
        };
        let turn = Turn { budget: budget.within(Limits::default()), commands };
        search.give(turn);
        match search.hear() {
            Some(Said::Waits(stop, now)) => {
                *stage = Stage::Waits(search, now);
                // Its bound is about its own program.
                let answer = Answer::Unknown(Why::Stopped(stop));
                Some(Answered { answer, stats: spent(&now, &before), notes: vec![noted(&now)] })
            }
            Some(Said::Ended(found)) => match found.outcome {
                Outcome::Safe | Outcome::Unsafe(_) => {
                    let (stats, notes) = (spent(&found.progress, &before), vec![noted(&found.progress)]);
                    *stage = Stage::Decided(*found);
                    self.whole.cancel().cancel();
                    Some(Answered { stats, notes, ..interrupted() })
                }
                Outcome::Open(_) | Outcome::Stopped(_) => {
                    *stage = Stage::Open(found.progress.within);
                    None
                }
            },
            None => None,
        }
    }
}

/// Others are not to go on: there is an answer.
fn interrupted() -> Answered {
    Answered::free(Answer::Unknown(Why::Stopped(Stop::Interrupted)))
}

impl Engine for Continued {
    fn name(&self) -> &'static str {
        Execution.name()
    }

    fn answer(&self, question: &Question, _: &mut dyn Oracle, budget: &Budget) -> Answered {
        in_turn(question, budget, |part| self.go_on(u64::MAX, part).unwrap_or_else(|| followed(question, &ALL, part)))
    }

    fn glance(&self, question: &Question, _: &mut dyn Oracle, budget: &Budget) -> Option<Answered> {
        let follow = |part: &Budget| self.go_on(FEW.commands, part).unwrap_or_else(|| followed(question, &FEW, part));
        at_a_glance(question, budget, follow)
    }
}
