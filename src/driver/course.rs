//! How far bounded search has come, and which way it goes. Loops whose number of rounds the program itself fixes may be more than
//! the solver can take in, and so may be all that may come behind what is cut off. So where a turn has no answer, there are two ways,
//! by turns:
//!
//! | way | such loops | behind what the bound cuts off | finds |
//! |--|--|--|--|
//! | unrolled | have all their rounds, whatever the bound | anything may come | what comes behind them, and that nothing does at any bound |
//! | counted | count as all others | nothing comes, where a program has a heap | what the first rounds reach |
//!
//! Where the same is asked again in a later turn, the search goes on from where it is.

use std::sync::{Arc, Mutex, PoisonError};

use super::bounded::{Bounded, Start};
use super::waiting::Waiting;
use crate::base::budget::{Budget, Limits, Stop};
use crate::cfg::threads::is_concurrent;
use crate::engine::{Answered, Question};
use crate::verdict::{Bound, CutOff, Verdict, Why};

/// Units of the first turn of a way; each has the double of the one before (`benches/c.tsv`).
const TURN: u64 = 1_000_000;

pub struct Course<'a, 'b> {
    pub search: &'a Bounded<'b>,
    so_far: SoFar,
    /// What the next one goes on from.
    kept: Kept,
}

/// What a search has reached when its turn is over.
type Kept = Arc<Mutex<Option<SoFar>>>;

/// How far a search is.
struct SoFar {
    /// What was asked: bounds up to that one.
    bound: Option<Bound>,
    has_begun: bool,
    unrolled: Way,
    /// `None`: there is no such loop, or it does not matter.
    counted: Option<Way>,
    /// Units of the next turn of a way, if there are two.
    units: u64,
    /// The last word of the search; the rounds of threads that it is about, and what was not followed further.
    last: Verdict,
    about: (Option<u32>, Vec<CutOff>),
}

/// Which way the search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loops {
    Unrolled,
    Counted,
}

/// How far it has come.
#[derive(Default)]
struct Way {
    /// Where it is, between two turns.
    waiting: Option<Waiting>,
    /// Units that it has had.
    spent: u64,
    /// Nothing is to be found below that bound.
    next: u32,
    /// What was not followed beyond the bound that was finished last.
    cut: Vec<CutOff>,
    /// More time does not help it.
    is_over: bool,
}

impl<'a, 'b> Course<'a, 'b> {
    /// Of a question's program, from where another left off that was asked the same. Of threads, each begins anew.
    pub fn of(question: &Question, search: &'a Bounded<'b>) -> Course<'a, 'b> {
        let kept = match is_concurrent(question.program, question.entry) {
            true => Kept::default(),
            false => question.forms.get(question, Kept::default).as_ref().clone(),
        };
        let before = kept.lock().unwrap_or_else(PoisonError::into_inner).take();
        let so_far = before.filter(|so_far| so_far.bound == question.bound).unwrap_or_else(|| SoFar::of(question));
        Course { search, so_far, kept }
    }

    /// More time does not help it.
    pub fn is_over(&self) -> bool {
        self.ways().is_empty()
    }

    /// Whether a turn came before.
    pub fn has_begun(&self) -> bool {
        self.so_far.has_begun
    }

    /// The ways that more time helps.
    pub fn ways(&self) -> Vec<Loops> {
        let ways = [(Loops::Counted, self.so_far.counted.as_ref()), (Loops::Unrolled, Some(&self.so_far.unrolled))];
        ways.into_iter().filter(|(_, way)| way.is_some_and(|way| !way.is_over)).map(|(loops, _)| loops).collect()
    }

    /// The ways that have a turn now, each with its part: an equal one where there is no more. Who has had less comes first.
    pub fn next(&mut self, turn: &Budget) -> Vec<(Loops, Budget)> {
        let mut ways = self.ways();
        ways.sort_by_key(|&way| self.so_far.way(way).spent);
        let limits = match (ways.len() as u64, turn.left()) {
            (0 | 1, _) => Limits::default(),
            (_, None) => Limits::units(self.so_far.units),
            (several, Some(left)) => Limits::units(self.so_far.units.min(left.div_ceil(several))),
        };
        ways.into_iter().map(|way| (way, turn.within(limits))).collect()
    }

    /// A turn of a way.
    pub fn ask(&mut self, loops: Loops, question: &Question, turn: &Budget) -> Answered {
        let before = turn.spent();
        let way = self.so_far.way(loops);
        let start = Start { bound: way.next, unrolls: loops == Loops::Unrolled };
        let answered = self.search.answer_in_turn(&mut way.waiting, start, question, turn);
        way.spent += turn.spent() - before;
        answered
    }

    /// All ways have had their turn.
    pub fn goes_on(&mut self) {
        self.so_far.units = self.so_far.units.saturating_mul(2);
    }

    /// Takes note of the outcome of a turn.
    pub fn heard(&mut self, loops: Loops, verdict: Verdict, question: &Question, turn: &Budget) {
        let Course { search, so_far, .. } = self;
        let Ok(mut left) = search.left.lock() else { return };
        so_far.has_begun = true;
        let cut = left.cut.clone();
        let is_first = so_far.counted.is_none();
        let way = so_far.way(loops);
        match &verdict {
            // What was finished of threads is one of their rounds.
            Verdict::Unknown(Why::StoppedAfter(..)) if is_concurrent(question.program, question.entry) => {}
            Verdict::Unknown(Why::StoppedAfter(_, Bound(finished))) if *finished >= way.next => {
                (way.next, way.cut) = (finished + 1, cut.clone());
            }
            Verdict::Unknown(Why::Stopped(_) | Why::StoppedAfter(..)) => {}
            // More rounds of threads may be to come.
            Verdict::SafeUpTo(_) if question.bound.is_none() => way.is_over = turn.check().is_ok(),
            _ => way.is_over = true,
        }
        if way.is_over {
            way.waiting = None;
        }
        if left.counts && is_first && question.bound.is_none() && !way.is_over {
            // What has all its rounds has its first ones.
            so_far.counted = Some(Way { next: way.next, cut: way.cut.clone(), ..Way::default() });
        }
        // What is known stays known.
        let stays = match (&so_far.last, &verdict) {
            (Verdict::SafeUpTo(_), Verdict::Unknown(_)) => true,
            (Verdict::Unknown(Why::StoppedAfter(_, before)), Verdict::Unknown(Why::StoppedAfter(_, now))) => {
                before > now
            }
            (Verdict::Unknown(Why::StoppedAfter(..)), Verdict::Unknown(Why::Stopped(_))) => true,
            _ => false,
        };
        if stays {
            (left.contexts, left.cut) = so_far.about.clone();
        } else {
            (so_far.last, so_far.about) = (verdict, (left.contexts, cut));
        }
    }

    /// What is known in the end: nothing is to be found within the bound that the further way has reached.
    pub fn last_word(self) -> Verdict {
        let Course { search, so_far, kept } = self;
        let SoFar { unrolled, counted, last, about, .. } = &so_far;
        let further = counted.as_ref().filter(|counted| counted.next > unrolled.next).unwrap_or(unrolled);
        let (verdict, cut) = match (further.next.checked_sub(1), last) {
            (Some(bound), Verdict::Unknown(Why::Stopped(stop) | Why::StoppedAfter(stop, _))) => {
                (Verdict::Unknown(Why::StoppedAfter(*stop, Bound(bound))), &further.cut)
            }
            (_, last) => (last.clone(), &about.1),
        };
        if let Ok(mut left) = search.left.lock() {
            (left.contexts, left.cut) = (about.0, cut.clone());
        }
        *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(so_far);
        verdict
    }
}

impl SoFar {
    /// Nothing yet.
    fn of(question: &Question) -> SoFar {
        let last = Verdict::Unknown(Why::Stopped(Stop::Timeout));
        let bound = question.bound;
        let (unrolled, about) = Default::default();
        SoFar { bound, has_begun: false, unrolled, counted: None, units: TURN, last, about }
    }

    fn way(&mut self, loops: Loops) -> &mut Way {
        match loops {
            Loops::Unrolled => &mut self.unrolled,
            Loops::Counted => self.counted.get_or_insert_default(),
        }
    }
}
