//! How far bounded search has come, and which way it goes. Loops whose number of rounds the program itself fixes may be more than
//! the solver can take in, so where a turn comes to no answer, there are two ways, by turns:
//!
//! | way | such loops | finds |
//! |--|--|--|
//! | unrolled | have all their rounds, whatever the bound | what comes behind them |
//! | counted | count as all others | what their first rounds come to |

use super::bounded::{Bounded, Start};
use crate::base::budget::{Budget, Limits, Stop};
use crate::cfg::threads::is_concurrent;
use crate::engine::Question;
use crate::verdict::{Bound, CutOff, Verdict, Why};

/// Units of the first turn of a way; each has the double of the one before (`benches/c.tsv`).
const TURN: u64 = 1_000_000;

pub struct Course<'a, 'b> {
    pub search: &'a Bounded<'b>,
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
    /// Nothing is to be found below that bound.
    next: u32,
    /// What was not followed beyond the bound that was finished last.
    cut: Vec<CutOff>,
    /// More time does not help it.
    is_over: bool,
}

impl<'a, 'b> Course<'a, 'b> {
    pub fn new(search: &'a Bounded<'b>) -> Course<'a, 'b> {
        let last = Verdict::Unknown(Why::Stopped(Stop::Timeout));
        Course { search, unrolled: Way::default(), counted: None, units: TURN, last, about: Default::default() }
    }

    /// More time does not help it.
    pub fn is_over(&self) -> bool {
        self.ways().is_empty()
    }

    /// The ways that more time helps.
    pub fn ways(&self) -> Vec<Loops> {
        let ways = [(Loops::Counted, self.counted.as_ref()), (Loops::Unrolled, Some(&self.unrolled))];
        ways.into_iter().filter(|(_, way)| way.is_some_and(|way| !way.is_over)).map(|(loops, _)| loops).collect()
    }

    /// Where a way goes on.
    pub fn start(&mut self, loops: Loops) -> Start {
        Start { bound: self.way(loops).next, unrolls: loops == Loops::Unrolled }
    }

    /// What a way may spend of a turn, with as many ways behind it. The last round of turns uses up what there is.
    pub fn share(&self, turn: &Budget, behind: u64) -> Budget {
        let left = turn.left().unwrap_or(u64::MAX) / (behind + 1);
        let units = if left / 2 < self.units { left } else { self.units };
        turn.within(Limits::units(units.max(1)))
    }

    /// All ways have had their turn.
    pub fn goes_on(&mut self) {
        self.units = self.units.saturating_mul(2);
    }

    fn way(&mut self, loops: Loops) -> &mut Way {
        match loops {
            Loops::Unrolled => &mut self.unrolled,
            Loops::Counted => self.counted.get_or_insert_default(),
        }
    }

    /// Takes note of what a turn came to.
    pub fn heard(&mut self, loops: Loops, verdict: Verdict, question: &Question, turn: &Budget) {
        let left = self.search.left.lock().ok();
        let (cut, unrolls) = left.map_or((Vec::new(), false), |left| (left.cut.clone(), left.unrolls));
        let is_first = self.counted.is_none();
        let way = self.way(loops);
        match &verdict {
            // What was finished of threads is one of their rounds.
            Verdict::Unknown(Why::StoppedAfter(..)) if is_concurrent(question.program, question.entry) => {}
            Verdict::Unknown(Why::StoppedAfter(_, Bound(finished))) if *finished >= way.next => {
                (way.next, way.cut) = (finished + 1, cut);
            }
            Verdict::Unknown(Why::Stopped(_) | Why::StoppedAfter(..)) => {}
            // More rounds of threads may be to come.
            Verdict::SafeUpTo(_) if question.bound.is_none() => way.is_over = turn.check().is_ok(),
            _ => way.is_over = true,
        }
        if unrolls && is_first && question.bound.is_none() && !way.is_over {
            self.counted = Some(Way::default());
        }
        // What is known stays known.
        let stays = match (&self.last, &verdict) {
            (Verdict::SafeUpTo(_), Verdict::Unknown(_)) => true,
            (Verdict::Unknown(Why::StoppedAfter(_, before)), Verdict::Unknown(Why::StoppedAfter(_, now))) => {
                before > now
            }
            (Verdict::Unknown(Why::StoppedAfter(..)), Verdict::Unknown(Why::Stopped(_))) => true,
            _ => false,
        };
        if let Ok(mut left) = self.search.left.lock() {
            if stays {
                (left.contexts, left.cut) = self.about.clone();
            } else {
                self.about = (left.contexts, left.cut.clone());
            }
        }
        if !stays {
            self.last = verdict;
        }
    }

    /// What is known in the end: nothing is to be found within the bound that the further way has come to.
    pub fn last_word(self) -> Verdict {
        let Course { search, unrolled, counted, last, .. } = self;
        let further = counted.filter(|counted| counted.next > unrolled.next).unwrap_or(unrolled);
        let Some(bound) = further.next.checked_sub(1) else { return last };
        match last {
            Verdict::Unknown(Why::Stopped(stop) | Why::StoppedAfter(stop, _)) => {
                if let Ok(mut left) = search.left.lock() {
                    left.cut = further.cut;
                }
                Verdict::Unknown(Why::StoppedAfter(stop, Bound(bound)))
            }
            last => last,
        }
    }
}
