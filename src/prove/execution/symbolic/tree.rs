//! The forks of paths as a tree, whose leaves are the paths that wait. A path is drawn from it by going down from the root, to either
//! side with the same odds: so the thousand paths that a loop left behind are drawn as often, together, as one that parted from them
//! before the loop. The random path selection of C. Cadar, D. Dunbar, D. Engler, *KLEE*, OSDI 2008, section 3.4.

use crate::interp::draws::below;

/// A place in the tree.
pub type Node = usize;

pub struct Tree(Vec<Fork>);

#[derive(Default)]
struct Fork {
    before: Option<Node>,
    ways: Vec<Node>,
    /// Paths that wait here, and ways on which some do.
    waiting: u32,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree(vec![Fork::default()])
    }
}

impl Tree {
    pub const ROOT: Node = 0;

    /// A way on from a place.
    pub fn grow(&mut self, from: Node) -> Node {
        let way = self.0.len();
        self.0[from].ways.push(way);
        self.0.push(Fork { before: Some(from), ..Fork::default() });
        way
    }

    /// A path waits there.
    pub fn wait(&mut self, at: Node) {
        let mut next = Some(at);
        while let Some(at) = next {
            let fork = &mut self.0[at];
            fork.waiting += 1;
            next = fork.before.filter(|_| fork.waiting == 1);
        }
    }

    /// It does no longer.
    pub fn go_on(&mut self, at: Node) {
        let mut next = Some(at);
        while let Some(at) = next {
            let fork = &mut self.0[at];
            fork.waiting -= 1;
            next = fork.before.filter(|_| fork.waiting == 0);
        }
    }

    /// Where a path waits.
    pub fn draw(&self, random: &mut u64) -> Node {
        let mut at = Tree::ROOT;
        loop {
            let open: Vec<Node> = self.0[at].ways.iter().copied().filter(|&way| self.0[way].waiting > 0).collect();
            match open[..] {
                [] => return at,
                [only] => at = only,
                _ => at = open[below(random, open.len())],
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One path that parted early waits beside a thousand.
    #[test]
    fn each_side_is_drawn_as_often() {
        let mut tree = Tree::default();
        let (one, mut other) = (tree.grow(Tree::ROOT), tree.grow(Tree::ROOT));
        tree.wait(one);
        for _ in 0..1000 {
            let way = tree.grow(other);
            tree.wait(way);
            other = tree.grow(other);
        }
        let mut random = 1;
        let ones = (0..1000).filter(|_| tree.draw(&mut random) == one).count();
        assert!((400..600).contains(&ones), "{ones}");
        tree.go_on(one);
        assert!((0..1000).all(|_| tree.draw(&mut random) != one));
    }
}
