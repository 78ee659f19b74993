//! Runs by cases: whether a loop is run through more than once.
//!
//! ```text
//! H: …; goto B, E;   B: …; goto R;   R: $round := true; goto H;
//! ```
//!
//! A smaller input that suits all runs is seldom there: where a string is empty, no shorter one can be had. So a product
//! may be about some runs alone, those with given values of `$round` when they violate an assertion, and another product
//! about the others. Loops are not nested and `$round` never falls, so what it is in the end is known once the
//! loop is left, and that it is true as soon as it is.

use super::cuts::Cuts;
use super::flatten::{Flat, plain};
use crate::base::ids::{BlockId, VarId};
use crate::cfg::flow::reverse_postorder;
use crate::cfg::loops::loops;
use crate::ir::build::redirect;
use crate::ir::{Block, CmdKind, Names, Transfer, TypeTable};
use crate::prove::terms::ghost;
use rustc_hash::{FxHashMap, FxHashSet};

/// Runs that come back to the head of a loop, or runs that do not: by position among the loops.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Case {
    pub position: usize,
    pub again: bool,
}

/// More loops than that are not told apart.
const MOST_LOOPS: usize = 8;

/// Adds the ghosts, one for each loop, in the order in which control reaches the loops.
pub fn follow_rounds(flat: &mut Flat) -> Vec<VarId> {
    let mut body = flat.take_body();
    let order = reverse_postorder(&body);
    let mut found = loops(&body);
    found.sort_by_key(|l| order.iter().position(|&b| b == l.header));
    let mut names = Names::of_blocks(&body);
    let mut rounds = Vec::new();
    for l in &found {
        let span = body.blocks[l.header].span;
        let round = ghost(&mut flat.program, &mut body, "$round", TypeTable::BOOL, span);
        let yes = flat.program.exprs.bool(true);
        let back = Block {
            name: names.fresh("round"),
            cmds: vec![plain(CmdKind::Assign(vec![(round, yes)]), span)],
            transfer: Transfer::Goto(vec![l.header]),
            span,
        };
        let back = body.blocks.push(back);
        let to: FxHashMap<BlockId, BlockId> = FxHashMap::from_iter([(l.header, back)]);
        l.members.iter().for_each(|&member| redirect(&mut body, member, &to));
        rounds.push(round);
    }
    let span = body.blocks[body.entry].span;
    let none: Vec<_> = rounds.iter().map(|&round| (round, flat.program.exprs.bool(false))).collect();
    if !none.is_empty() {
        body.blocks[body.entry].cmds.insert(0, plain(CmdKind::Assign(none), span));
    }
    flat.put_body(body);
    rounds
}

/// The ghosts by position among the loops of a body with cuts.
pub fn by_position(cuts: &Cuts, rounds: &[VarId]) -> Vec<VarId> {
    let all = cuts.cuts.iter().filter_map(|c| c.members.as_ref());
    let assigned = |round: &VarId, members: &FxHashSet<BlockId>| {
        members.iter().flat_map(|&b| &cuts.body.blocks[b].cmds).any(|cmd| match &cmd.kind {
            CmdKind::Assign(pairs) => pairs.iter().any(|(v, _)| v == round),
            _ => false,
        })
    };
    let round_of = |members| rounds.iter().copied().find(|round| assigned(round, members));
    all.map(|members| round_of(members).expect("internal: each loop has a ghost")).collect()
}

/// Whether each run is in one of these conjunctions.
pub fn are_exhaustive(all: &[Vec<Case>]) -> bool {
    let mut positions: Vec<usize> = all.iter().flatten().map(|c| c.position).collect();
    positions.sort_unstable();
    positions.dedup();
    let holds = |case: &Case, world: usize| {
        let bit = positions.binary_search(&case.position).expect("internal: a position of these");
        (world >> bit & 1 == 1) == case.again
    };
    positions.len() <= MOST_LOOPS
        && (0..1usize << positions.len()).all(|world| all.iter().any(|one| one.iter().all(|case| holds(case, world))))
}

/// `0:again,2:once`
pub fn write(cases: &[Case]) -> String {
    let one = |c: &Case| format!("{}:{}", c.position, if c.again { "again" } else { "once" });
    cases.iter().map(one).collect::<Vec<_>>().join(",")
}

/// What [`write()`] has written.
pub fn read(text: &str) -> Option<Vec<Case>> {
    let one = |part: &str| {
        let (position, again) = part.split_once(':')?;
        let again = match again {
            "again" => true,
            "once" => false,
            _ => return None,
        };
        Some(Case { position: position.parse().ok()?, again })
    };
    text.split(',').filter(|part| !part.is_empty()).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_cover_all_runs_or_not() {
        let parsed = |all: &[&str]| all.iter().map(|text| read(text).unwrap()).collect::<Vec<_>>();
        assert!(are_exhaustive(&parsed(&[""])));
        assert!(are_exhaustive(&parsed(&["0:again", "0:once"])));
        assert!(are_exhaustive(&parsed(&["1:again", "1:once,0:again", "0:once"])));
        assert!(!are_exhaustive(&parsed(&[])));
        assert!(!are_exhaustive(&parsed(&["0:again"])));
        assert!(!are_exhaustive(&parsed(&["0:again,1:once", "0:once", "0:again,2:once"])));
        assert_eq!(write(&read("0:again,2:once").unwrap()), "0:again,2:once");
        assert_eq!(read("0:never"), None);
    }
}
