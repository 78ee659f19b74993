//! Conditions that share inputs, directly or by others, are a group. Whether a condition can hold on a path depends on the groups of
//! its own inputs alone (Cadar, Dunbar, Engler, *KLEE*, OSDI 2008, section 3.4: independence).

use std::rc::Rc;

use super::model::Shared;
use super::term::{Node, TermId, Terms};

/// The groups of a path's conditions: disjoint sets of inputs, as trees.
#[derive(Clone, Default)]
pub struct Groups {
    /// Another input of the group, nearer to the one that stands for it.
    above: Shared<TermId, TermId>,
    /// By the input that stands for it.
    groups: Shared<TermId, Rc<Group>>,
    /// The cells of a map that conditions are about, by when it was left open.
    cells: Shared<u32, Rc<Vec<TermId>>>,
    /// Conditions that were taken so far.
    taken: u32,
}

/// Conditions, each with when it was taken, and all their inputs.
#[derive(Clone, Default)]
struct Group {
    conditions: Vec<(u32, TermId)>,
    inputs: Vec<TermId>,
}

/// Conditions in the order in which they were taken, and all their inputs, sorted.
pub struct About {
    pub conditions: Vec<TermId>,
    pub inputs: Vec<TermId>,
}

impl Groups {
    /// How many conditions were taken.
    pub fn taken(&self) -> u32 {
        self.taken
    }

    /// A condition holds from here on.
    pub fn add(&mut self, terms: &mut Terms, condition: TermId) {
        let own = terms.inputs(condition);
        let taken = (self.taken, condition);
        self.taken += 1;
        self.note_cells(terms, &own);
        let roots = self.roots(&own);
        let size = |root: &TermId| self.groups.get(root).map_or(0, |group| group.inputs.len());
        let Some(largest) = roots.iter().copied().max_by_key(size) else { return };
        let alone = || Rc::new(Group { conditions: Vec::new(), inputs: vec![largest] });
        let mut group = self.groups.get(&largest).cloned().unwrap_or_else(alone);
        // Else there would be two that hold it, and it would be copied.
        self.groups.remove_mut(&largest);
        let all = Rc::make_mut(&mut group);
        for root in roots.into_iter().filter(|root| *root != largest) {
            match self.groups.get(&root) {
                Some(other) => {
                    all.conditions.extend(&other.conditions);
                    all.inputs.extend(&other.inputs);
                }
                None => all.inputs.push(root),
            }
            self.groups.remove_mut(&root);
            self.above.insert_mut(root, largest);
        }
        all.conditions.push(taken);
        self.groups.insert_mut(largest, group);
    }

    fn note_cells(&mut self, terms: &Terms, inputs: &[TermId]) {
        for &input in inputs {
            if let Node::Cell(map, _) | Node::TruthCell(map, _) = *terms.node(input)
                && self.above.get(&input).is_none()
                && self.groups.get(&input).is_none()
            {
                let mut cells = self.cells.get(&map).cloned().unwrap_or_default();
                Rc::make_mut(&mut cells).push(input);
                self.cells.insert_mut(map, cells);
            }
        }
    }

    /// The cells of a map that was left open as the n-th of which conditions tell something.
    pub fn cells(&self, map: u32) -> impl Iterator<Item = TermId> {
        self.cells.get(&map).into_iter().flat_map(|cells| cells.iter().copied())
    }

    /// The conditions on which it depends whether this one holds, and all inputs of these and of it.
    pub fn about(&self, terms: &mut Terms, condition: TermId) -> About {
        let own = terms.inputs(condition);
        self.of_inputs(&own)
    }

    /// The conditions on which it depends what these inputs may be, and all inputs of these, and they.
    pub fn of_inputs(&self, own: &[TermId]) -> About {
        let (mut conditions, mut inputs) = (Vec::new(), own.to_vec());
        for group in self.roots(own).iter().filter_map(|root| self.groups.get(root)) {
            conditions.extend(&group.conditions);
            inputs.extend(&group.inputs);
        }
        conditions.sort_unstable();
        inputs.sort_unstable();
        inputs.dedup();
        About { conditions: conditions.into_iter().map(|(_, condition)| condition).collect(), inputs }
    }

    /// The inputs that stand for the groups of these.
    fn roots(&self, inputs: &[TermId]) -> Vec<TermId> {
        let mut roots: Vec<TermId> = inputs.iter().map(|&input| self.root(input)).collect();
        roots.sort_unstable();
        roots.dedup();
        roots
    }

    fn root(&self, input: TermId) -> TermId {
        let mut root = input;
        while let Some(&above) = self.above.get(&root) {
            root = above;
        }
        root
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_joined_by_what_they_share() {
        let mut terms = Terms::default();
        let inputs: Vec<TermId> = (0..4).map(|n| terms.intern(Node::Input(n))).collect();
        let mut groups = Groups::default();
        let about = |terms: &mut Terms, at: &[usize]| {
            let sum = terms.intern(Node::Sum(0, at.iter().map(|&n| (inputs[n], 1)).collect()));
            terms.intern(Node::AtMostZero(sum))
        };
        let (first, second, third) = (about(&mut terms, &[0, 1]), about(&mut terms, &[2]), about(&mut terms, &[1, 2]));
        groups.add(&mut terms, first);
        groups.add(&mut terms, second);
        assert_eq!(groups.about(&mut terms, first).conditions, [first]);
        assert_eq!(groups.about(&mut terms, second).inputs, [inputs[2]]);
        let apart = groups.clone();
        groups.add(&mut terms, third);
        let all = groups.about(&mut terms, second);
        assert_eq!((all.conditions, all.inputs), (vec![first, second, third], inputs[..3].to_vec()));
        let other = about(&mut terms, &[3]);
        assert!(groups.about(&mut terms, other).conditions.is_empty());
        // Another path that shared them knows nothing of it.
        assert_eq!(apart.about(&mut terms, second).conditions, [second]);
    }
}
