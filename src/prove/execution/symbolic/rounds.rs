//! How many rounds a path has made of the loops that it is in, and how often it has entered procedures that are active. A path is
//! within a bound if no loop made more rounds since it was entered, and no procedure was entered again more often
//! ([`Bound`](crate::verdict::Bound)). A round is free in which no condition was taken and no block chosen of several: where
//! constants decide, no path is short. So there is more within a bound here than the bound says.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::ids::{BlockId, Id, ProcId};
use crate::cfg::loops::{Loop, loops};
use crate::ir::Program;

/// Rounds of a loop without loops in it that are one in the wide measure, at first; twice as many count as one more.
const AT_ONCE: u32 = 16;

/// Within what a path is: the least bound, and how many rounds it makes where those of a loop that has none in it are many for one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Need {
    pub bound: u32,
    pub wide: u32,
}

impl Need {
    pub fn max(self, other: Need) -> Need {
        Need { bound: self.bound.max(other.bound), wide: self.wide.max(other.wide) }
    }

    pub fn min(self, other: Need) -> Need {
        Need { bound: self.bound.min(other.bound), wide: self.wide.min(other.wide) }
    }
}

impl From<u32> for Need {
    fn from(rounds: u32) -> Need {
        Need { bound: rounds, wide: rounds }
    }
}

/// Rounds of a loop that are free, at most: there may be no end to them.
const MOST_FREE: u32 = 10_000;

/// The loops that an activation is in, and itself.
#[derive(Clone)]
pub struct Rounds {
    /// How often its procedure was entered again until now, in a recursion.
    pub entered: u32,
    /// Decisions of the path when it began.
    pub since: u32,
    loops: Vec<Counted>,
}

/// A loop that control is in.
#[derive(Clone)]
struct Counted {
    header: BlockId,
    /// Since it was entered.
    rounds: u32,
    free: u32,
    /// Decisions of the path when its last round began.
    since: u32,
}

/// The loops of all bodies.
pub struct Loops(FxHashMap<(ProcId, BlockId), Inside>);

/// The blocks of a loop.
struct Inside {
    blocks: Vec<BlockId>,
    has_loops: bool,
}

impl Loops {
    pub fn new(program: &Program) -> Loops {
        let mut members = FxHashMap::default();
        for (id, proc) in program.procs.iter_enumerated() {
            let all: Vec<Loop> = proc.body.iter().flat_map(loops).collect();
            let around: FxHashSet<usize> = all.iter().filter_map(|inner| inner.parent).collect();
            for (n, Loop { header, members: mut blocks, .. }) in all.into_iter().enumerate() {
                blocks.sort_unstable_by_key(|block| block.index());
                members.insert((id, header), Inside { blocks, has_loops: around.contains(&n) });
            }
        }
        Loops(members)
    }

    fn contains(&self, proc: ProcId, header: BlockId, block: BlockId) -> bool {
        self.0
            .get(&(proc, header))
            .is_some_and(|inside| inside.blocks.binary_search_by_key(&block.index(), |b| b.index()).is_ok())
    }
}

impl Rounds {
    /// Those of an activation that begins, called by one with these if it is of the same procedure.
    pub fn begin(before: Option<&Rounds>, decided: u32) -> Rounds {
        let entered = before.map_or(0, |before| before.entered + u32::from(before.since < decided));
        Rounds { entered, since: decided, loops: Vec::new() }
    }

    /// Control goes from a block to another one. Returns the rounds that the loop has made whose round begins.
    pub fn go(&mut self, all: &Loops, proc: ProcId, to: BlockId, decided: u32) -> Need {
        while let Some(last) = self.loops.last()
            && !all.contains(proc, last.header, to)
        {
            self.loops.pop();
        }
        let Some(inside) = all.0.get(&(proc, to)) else { return Need::default() };
        match self.loops.last_mut() {
            Some(counted) if counted.header == to => {
                if counted.since < decided || counted.free >= MOST_FREE {
                    counted.rounds += 1;
                } else {
                    counted.free += 1;
                }
                counted.since = decided;
                let rounds = counted.rounds;
                match inside.has_loops {
                    true => rounds.into(),
                    false => Need { bound: rounds, wide: wide(rounds) },
                }
            }
            _ => {
                self.loops.push(Counted { header: to, rounds: 0, free: 0, since: decided });
                Need::default()
            }
        }
    }

    /// At most those of an execution that is on either path, of a path that has decided so much. `None`: they are not in the same loops.
    pub fn least(&self, other: &Rounds, decided: u32) -> Option<Rounds> {
        let is_alike = self.entered == other.entered
            && self.loops.len() == other.loops.len()
            && self.loops.iter().zip(&other.loops).all(|(one, other)| one.header == other.header);
        let least = |(one, other): (&Counted, &Counted)| Counted {
            header: one.header,
            rounds: one.rounds.min(other.rounds),
            free: one.free.max(other.free),
            since: one.since.min(other.since).min(decided),
        };
        let loops = || self.loops.iter().zip(&other.loops).map(least).collect();
        is_alike.then(|| Rounds { loops: loops(), ..*self })
    }

    /// What counts of an activation.
    pub fn made(&self) -> impl Iterator<Item = Made> {
        let loops = self.loops.iter().map(|counted| (Some(counted.header), counted.rounds));
        std::iter::once((None, self.entered)).chain(loops)
    }
}

/// Rounds of a loop; else how often something was entered again.
pub type Made = (Option<BlockId>, u32);

/// Whether all that follows on a path with the first numbers is within the bounds within which it is on one with the others. Of a loop that
/// control did not enter at its header, none are known: at one place, two paths may be in the same loops and count others.
pub fn are_no_more(these: &[Made], others: &[Made]) -> bool {
    these.len() == others.len() && these.iter().zip(others).all(|(this, other)| this.0 == other.0 && this.1 <= other.1)
}

/// What so many rounds count for in the wide measure: never more.
fn wide(rounds: u32) -> u32 {
    (rounds / AT_ONCE).checked_ilog2().map_or(0, |log| 1 + log)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A way that left the loop and came back began it again.
    #[test]
    fn paths_that_are_one_have_made_the_least_rounds() {
        let (outer, inner) = (BlockId::from_index(1), BlockId::from_index(2));
        let rounds = |counted: &[(BlockId, u32)]| Rounds {
            entered: 0,
            since: 0,
            loops: counted.iter().map(|&(header, rounds)| Counted { header, rounds, free: 0, since: 0 }).collect(),
        };
        let least = |one: &[(BlockId, u32)], other: &[(BlockId, u32)]| {
            rounds(one)
                .least(&rounds(other), 0)
                .map(|least| least.made().map(|(_, rounds)| rounds).collect::<Vec<u32>>())
        };
        assert_eq!(least(&[(outer, 1), (inner, 5)], &[(outer, 2), (inner, 0)]), Some(vec![0, 1, 0]));
        assert_eq!(least(&[(outer, 1)], &[(inner, 1)]), None);
    }

    #[test]
    fn the_wide_measure_is_never_more() {
        assert_eq!([0, 15, 16, 31, 32, 64].map(wide), [0, 0, 1, 1, 2, 3]);
        assert!((0..1000).all(|rounds| wide(rounds) <= rounds));
    }

    /// Two rounds of one loop say nothing of three of another one: it goes on to others.
    #[test]
    fn only_rounds_of_the_same_loops_are_compared() {
        let (outer, inner) = (Some(BlockId::from_index(1)), Some(BlockId::from_index(2)));
        assert!(are_no_more(&[(None, 0), (outer, 2)], &[(None, 0), (outer, 3)]));
        assert!(!are_no_more(&[(None, 0), (outer, 2)], &[(None, 0), (outer, 1)]));
        assert!(!are_no_more(&[(None, 0), (outer, 2)], &[(None, 0), (inner, 3)]));
        assert!(!are_no_more(&[(None, 0)], &[(None, 0), (outer, 0)]));
    }
}
