//! The ways of a fork are followed to where they meet, and are one path from there on. Forks on these ways are forks of the same kind, so
//! a loop that is left after 0, 1, 2 … rounds is left once.
//!
//! A way that does not come there (it ends, or has to wait: it is beyond the bound) goes on by itself, and the path that the others become
//! takes for granted that it is one of them. The same holds for what is assumed on a way: the path is then *not whole*.

use super::joins::Join;
use super::merge::{are_apart, merged};
use super::search::{Followed, Search, Went};
use super::state::State;
use crate::base::budget::Stop;
use crate::base::ids::VarId;

/// Forks within forks whose ways are followed to where they meet.
const MOST_NESTED: u32 = 100;

impl<'p> Search<'p, '_, '_, '_> {
    /// The ways of a fork where they meet, as few as may be. `Err`: what ends the search.
    pub fn together(
        &mut self,
        fork: &State<'p>,
        ways: Vec<State<'p>>,
    ) -> Result<Result<Vec<State<'p>>, Followed<'p>>, Stop> {
        let Some(join) = self.joins.of(self.program, fork).filter(|_| self.nested < MOST_NESTED) else {
            return Ok(Ok(ways));
        };
        self.nested += 1;
        self.frontier.forks += 1;
        let (lost, mut met) = (self.runner.lost, Vec::new());
        let ended = self.follow_to(join, ways, &mut met);
        self.nested -= 1;
        if let Some(ended) = ended? {
            return Ok(Err(ended));
        }
        let is_whole = lost == self.runner.lost;
        let mut together: Vec<State> = Vec::new();
        let of_one = self.alike(fork, met);
        let is_whole = is_whole && of_one.len() == 1;
        for ways in of_one {
            together.extend(self.merged(fork, join, ways, is_whole));
        }
        Ok(Ok(together))
    }

    /// Ways that can be one, by groups.
    fn alike(&mut self, fork: &State<'p>, met: Vec<State<'p>>) -> Vec<Vec<State<'p>>> {
        let Some(first) = met.first() else { return Vec::new() };
        let hot: Vec<VarId> =
            self.frontier.visited.live(first).into_iter().filter(|&var| self.heat.is_hot(var)).collect();
        let terms = &self.runner.calculator.terms;
        let mut groups: Vec<Vec<State>> = Vec::new();
        for way in met {
            let can = |group: &&mut Vec<State>| {
                let other = &group[0];
                way.guard.alike == fork.guard.alike
                    && other.guard.alike == fork.guard.alike
                    && way.guesses == other.guesses
                    && !hot.iter().any(|&var| are_apart(terms, &way.vars[var], &other.vars[var]))
            };
            match groups.iter_mut().find(can) {
                Some(group) => group.push(way),
                None => groups.push(vec![way]),
            }
        }
        groups
    }

    /// One path for several; else they.
    fn merged(&mut self, fork: &State<'p>, join: Join, ways: Vec<State<'p>>, is_whole: bool) -> Vec<State<'p>> {
        if ways.len() < 2 {
            return ways;
        }
        let live = self.frontier.visited.live(&ways[0]);
        let Some(mut one) = merged(&mut self.runner.calculator, fork, &ways, &live, is_whole) else {
            return ways;
        };
        if join.is_beginning() {
            let at = join.depth() - 1;
            one.has_arrived = true;
            let decided = one.decided();
            let rounds = |way: &State| way.frames[at].rounds.clone();
            let least = ways.iter().try_fold(rounds(&ways[0]), |least, way| least.least(&rounds(way), decided));
            let Some(least) = least else { return ways };
            one.frames[at].rounds = least;
        }
        self.frontier.merges += 1;
        vec![one]
    }

    /// Follows ways to a join.
    fn follow_to(
        &mut self,
        join: Join,
        mut ways: Vec<State<'p>>,
        met: &mut Vec<State<'p>>,
    ) -> Result<Option<Followed<'p>>, Stop> {
        while let Some(mut way) = ways.pop() {
            loop {
                if join.is_met(&way) {
                    met.push(way);
                    break;
                }
                match self.advance(&mut way)? {
                    Went::On => {}
                    Went::Forked(inner) => {
                        self.runner.lost += u64::from(inner.is_empty());
                        match self.together(&way, inner)? {
                            Ok(inner) => ways.extend(inner),
                            Err(ended) => return Ok(Some(ended)),
                        }
                        break;
                    }
                    Went::Turned => {
                        self.runner.lost += 1;
                        self.wait(way);
                        break;
                    }
                    Went::Ended(Followed::Last(outcome)) => return Ok(Some(Followed::Last(outcome))),
                    Went::Ended(_) => {
                        self.runner.lost += 1;
                        self.frontier.paths += 1;
                        break;
                    }
                }
            }
        }
        Ok(None)
    }
}
