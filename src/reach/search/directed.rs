//! What a candidate of a slice reaches in the whole program: it is run, and if that fails, the search is directed along its
//! route ([`crate::reach::route`]): only what the slice has left out is left to choose.

use std::time::Instant;

use super::{Halt, Round, Search};
use crate::reach::route::{Choice, Route};
use crate::reach::trial::Candidate;
use crate::smt::Term;
use crate::verdict::{Trace, Verdict};

/// Resource units for the first candidate, beyond which another one is tried; each that was tried in vain adds as much to what the next
/// one gets.
const PATIENCE: u64 = 3_000_000;

/// What becomes of a candidate.
pub(super) enum Decided {
    Violation(Trace),
    /// No execution makes these choices, or none within the bound.
    Refuted {
        choices: Vec<Choice>,
        is_within: bool,
    },
    Undecided,
}

impl Search<'_, '_> {
    /// Decides a candidate, whose route is that in the slice, within the present bound, after so many were tried in vain.
    pub(super) fn decide(&mut self, candidate: &Candidate, route: &Route, undecided: usize) -> Decided {
        let start = Instant::now();
        let tree = &self.tree;
        let run = candidate.execute(tree.program(), tree.liveness, (&tree.costs, self.bound), self.budget);
        let found = run.filter(|trace| self.replays(trace));
        self.stats.add_time("trial runs", start.elapsed());
        match found {
            Some(trace) => Decided::Violation(trace),
            None => self.follow(candidate, route, PATIENCE * (undecided as u64 + 1)),
        }
    }

    fn follow(&mut self, candidate: &Candidate, route: &Route, patience: u64) -> Decided {
        let followed = route.followed(candidate, &mut self.tree);
        self.tree.refresh_open();
        let Some(route) = followed else { return Decided::Undecided };
        let session = self.tree.session();
        let mut literals: Vec<(Term, Choice)> = Vec::new();
        for edge in &route.edges {
            literals.push((session.literal(edge.taken), edge.choice));
            literals.extend(edge.others.iter().map(|&other| (session.not(session.literal(other)), edge.choice)));
        }
        let fixed = self.fixed.clone();
        let widens = std::mem::replace(&mut self.widens, false);
        self.fixed.extend(literals.iter().map(|(literal, _)| *literal));
        self.until = Some(self.tree.session().rlimit() + patience);
        let round = self.stratified();
        (self.fixed, self.widens, self.until) = (fixed, widens, None);
        let is_within = matches!(round, Ok(Round::Exhausted));
        match round {
            Ok(Round::Done(Verdict::Unsafe(trace))) => Decided::Violation(trace),
            Ok(Round::Done(Verdict::Safe(_)) | Round::Exhausted) if self.tree.unsupported().is_none() => {
                let needed = literals.iter().filter(|(literal, _)| self.core.contains(literal));
                Decided::Refuted { choices: needed.map(|(_, choice)| *choice).collect(), is_within }
            }
            Ok(_) | Err(Halt::GiveUp(_) | Halt::Learn) => Decided::Undecided,
        }
    }
}
