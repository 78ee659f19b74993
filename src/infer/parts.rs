//! The parts of a hard question: by assertion, then by the way that control takes.
//!
//! A part is about the executions that pass through some blocks and avoid others. Where a part is split at a block, an
//! execution either passes through it or avoids it.

use fixedbitset::FixedBitSet;

use crate::base::ids::{BlockId, IdVec};
use crate::cfg::flow::reverse_postorder;
use crate::ir::{Body, Transfer};

/// So many goals or fewer are not split where there are more: most are easy, and have their hypotheses in common.
const TOGETHER: usize = 3;

/// The control flow between the entry of an acyclic procedure and its goals, by position in the order of its blocks.
pub struct Ways {
    /// Blocks come before their successors.
    order: Vec<BlockId>,
    targets: Vec<Vec<usize>>,
    /// The block of each goal; `None`: control cannot reach it.
    goals: Vec<Option<usize>>,
}

/// Executions that end in a goal: those that avoid some blocks, and pass through others.
#[derive(Clone, Debug)]
pub struct Part {
    avoided: FixedBitSet,
    passed: FixedBitSet,
}

impl Part {
    /// Whether it has all executions.
    pub fn is_whole(&self) -> bool {
        self.avoided.is_clear() && self.passed.is_clear()
    }
}

impl Ways {
    pub fn new(body: &Body, goals: impl Iterator<Item = BlockId>) -> Ways {
        let order = reverse_postorder(body);
        let mut position: IdVec<BlockId, Option<usize>> = IdVec::filled(None, body.blocks.len());
        for (at, &block) in order.iter().enumerate() {
            position[block] = Some(at);
        }
        let targets = |&block: &BlockId| body.blocks[block].transfer.targets().iter().filter_map(|&t| position[t]);
        Ways {
            targets: order.iter().map(|block| targets(block).collect()).collect(),
            goals: goals.map(|goal| position[goal]).collect(),
            order,
        }
    }

    /// The executions that end in one of these goals, whatever their way.
    pub fn part(&self, goals: &[usize]) -> Part {
        let none = FixedBitSet::with_capacity(self.targets.len());
        self.towards(Part { avoided: none.clone(), passed: none }, goals)
    }

    /// The goals that an execution of a part may end in.
    pub fn goals(&self, part: &Part) -> Vec<usize> {
        let open = |block: &Option<usize>| block.is_some_and(|block| !part.avoided.contains(block));
        (0..self.goals.len()).filter(|&goal| open(&self.goals[goal])).collect()
    }

    /// At most so many parts that together are as good as one (two, where it has one goal); none: it has one way.
    pub fn split(&self, part: &Part, at_most: usize) -> Vec<Part> {
        let goals = self.goals(part);
        if goals.len() > 1 {
            let size = goals.len().div_ceil(at_most).max(TOGETHER.min(goals.len().div_ceil(2)));
            return goals.chunks(size).map(|some| self.towards(part.clone(), some)).collect();
        }
        let Some(block) = self.halving(part) else { return Vec::new() };
        let (mut past, mut through) = (part.clone(), part.clone());
        past.avoided.insert(block);
        through.passed.insert(block);
        vec![self.towards(past, &goals), self.towards(through, &goals)]
    }

    /// A body that has no executions but those of a part.
    pub fn restricted(&self, body: &Body, part: &Part) -> Body {
        let mut body = body.clone();
        let next = self.next_passed(part);
        for (at, &block) in self.order.iter().enumerate() {
            if let Transfer::Goto(targets) = &mut body.blocks[block].transfer {
                let open: Vec<BlockId> = self.onwards(part, &next, at).map(|target| self.order[target]).collect();
                targets.retain(|target| open.contains(target));
            }
        }
        body
    }

    /// Of a part what ends in one of these goals: all other blocks are avoided.
    fn towards(&self, mut part: Part, goals: &[usize]) -> Part {
        for (goal, block) in self.goals.iter().enumerate() {
            if let Some(block) = block
                && !goals.contains(&goal)
            {
                part.avoided.insert(*block);
            }
        }
        let through = self.through(&part);
        part.avoided.extend((0..self.targets.len()).filter(|&block| through[block] == 0.0));
        part
    }

    /// The block that is on as close to half of the ways as one is.
    fn halving(&self, part: &Part) -> Option<usize> {
        let through = self.through(part);
        // The entry is on all.
        let all = through[0];
        let larger = |block: usize| through[block].max(all - through[block]);
        let best = (0..through.len()).min_by(|&a, &b| larger(a).total_cmp(&larger(b)))?;
        (larger(best) < all).then_some(best)
    }

    /// How many ways of a part are through each block.
    fn through(&self, part: &Part) -> Vec<f64> {
        let count = self.targets.len();
        let next = self.next_passed(part);
        let open = |block: &usize| !part.avoided.contains(*block);
        let (mut from, mut to) = (vec![0.0; count], vec![0.0; count]);
        from[0] = f64::from(u8::from(open(&0)));
        for at in (0..count).filter(open) {
            for target in self.onwards(part, &next, at) {
                from[target] += from[at];
            }
        }
        for &goal in self.goals.iter().flatten().filter(|&goal| open(goal) && next[*goal].is_none()) {
            to[goal] = 1.0;
        }
        for at in (0..count).rev().filter(open) {
            to[at] += self.onwards(part, &next, at).map(|target| to[target]).sum::<f64>();
        }
        from.into_iter().zip(to).map(|(from, to)| from * to).collect()
    }

    /// For each block the next one that is to be passed through.
    fn next_passed(&self, part: &Part) -> Vec<Option<usize>> {
        let mut next = vec![None; self.targets.len()];
        for at in (1..next.len()).rev() {
            next[at - 1] = if part.passed.contains(at) { Some(at) } else { next[at] };
        }
        next
    }

    /// Where control goes from a block. An edge that leaps over a block in the order is on no way through it.
    fn onwards(&self, part: &Part, next: &[Option<usize>], at: usize) -> impl Iterator<Item = usize> {
        let last = next[at].unwrap_or(usize::MAX);
        let open = move |&target: &usize| target <= last && !part.avoided.contains(target);
        self.targets[at].iter().copied().filter(open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ways(targets: Vec<Vec<usize>>, goals: &[usize]) -> Ways {
        let order = (0..targets.len()).map(|at| BlockId(at as u32)).collect();
        Ways { order, targets, goals: goals.iter().map(|&goal| Some(goal)).collect() }
    }

    fn count(ways: &Ways, part: &Part) -> f64 {
        ways.through(part)[0]
    }

    #[test]
    fn parts_are_by_goal_then_by_way() {
        // Branches to 1 and 2, which join in 3; to 4 and 5, which join in 6; goals 7 and 8.
        let targets = vec![vec![1, 2], vec![3], vec![3], vec![4, 5], vec![6], vec![6], vec![7, 8], vec![], vec![]];
        let ways = ways(targets, &[7, 8]);
        let whole = ways.part(&[0, 1]);
        assert_eq!(count(&ways, &whole), 8.0);
        let by_goal = ways.split(&whole, 2);
        assert_eq!(by_goal.iter().map(|p| ways.goals(p)).collect::<Vec<_>>(), [[0], [1]]);
        let halves = ways.split(&by_goal[0], 2);
        assert_eq!(halves.iter().map(|p| count(&ways, p)).collect::<Vec<_>>(), [2.0, 2.0]);
        let single: Vec<Part> = halves.iter().flat_map(|half| ways.split(half, 2)).collect();
        assert_eq!(single.len(), 4);
        assert!(single.iter().all(|part| count(&ways, part) == 1.0 && ways.split(part, 2).is_empty()));
    }

    #[test]
    fn no_way_is_of_two_parts() {
        // From 0 directly to 3, or by 1, or by 2.
        let ways = ways(vec![vec![1, 2, 3], vec![3], vec![3], vec![]], &[3]);
        let halves = ways.split(&ways.part(&[0]), 2);
        assert_eq!(halves.iter().map(|p| count(&ways, p)).collect::<Vec<_>>(), [2.0, 1.0]);
        assert!(halves[1].passed.contains(1) && halves[1].avoided.contains(2));
    }
}
