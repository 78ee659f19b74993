//! What runs of a program take to be compared with what was found of it: the program that notes where its blocks come from,
//! values that are drawn, and what is told.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use super::explore::Explored;
use super::state::State;
use super::subject::Subject;
use crate::base::ids::{BlockId, ProcId, VarId};
use crate::interp::draws::below;
use crate::ir::build::fresh_local;
use crate::ir::{Cmd, CmdKind, Op, Program, Type, TypeTable};
use crate::prove::loops::steps::add;
use crate::verdict::{MapBase, MapValue, Value as Concrete};
use ivl::source::Span;

/// Heaps that are enough, and how often a loop head is looked at in one run.
pub const ENOUGH: u64 = 300;
pub const VISITS: u32 = 20;
/// Of so many numbers, one is zero, and of so many choices, one is the first: by turns, for loops to be short and long.
pub const RARE: [usize; 3] = [2, 4, 10];

/// What was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sampled {
    /// Heaps at loop heads.
    pub heaps: u64,
    /// Objects that no variable held, in all of them.
    pub objects: u64,
}

/// What was found of a program does not hold of it: what is met.
#[derive(Debug)]
pub struct Unforeseen(pub String);

/// The states at each loop head.
pub fn by_block<'a>(subject: &Subject, explored: &'a Explored) -> FxHashMap<BlockId, Vec<&'a State>> {
    let mut found: FxHashMap<BlockId, Vec<&State>> = FxHashMap::default();
    for (block, state) in explored.seen.iter().filter(|(block, _)| subject.point(*block).cut) {
        found.entry(*block).or_default().push(state);
    }
    found
}

/// The program as one procedure that notes which site each block comes from.
pub fn noted(subject: &Subject) -> (Program, ProcId, VarId) {
    let (mut program, mut body) = (subject.program.clone(), subject.body.clone());
    let ty = program.types.map(Box::new([TypeTable::INT]), TypeTable::INT);
    let site = fresh_local(&mut program, &mut body, "$site", ty, Span::NONE);
    let mut places: Vec<(BlockId, usize)> = subject.sites.keys().copied().collect();
    places.sort();
    for &(block, at) in places.iter().rev() {
        let Some(var) = body.blocks[block].cmds[at].assigned().next() else { continue };
        let number = program.exprs.int(place_number(&places, (block, at)));
        let args = [program.var_expr(site), program.var_expr(var), number];
        let stored = program.exprs.op(Op::Store, args, ty);
        let note = Cmd::new(CmdKind::Assign(vec![(site, stored)]), Span::NONE);
        body.blocks[block].cmds.insert(at + 1, note);
    }
    add(&mut program, "all".into(), body);
    let entry = program.procs.ids().last().expect("internal: a procedure was added");
    (program, entry, site)
}

fn place_number(places: &[(BlockId, usize)], place: (BlockId, usize)) -> i64 {
    places.binary_search(&place).map_or(-1, |n| n as i64)
}

/// A value for a variable; in one of `rare` cases, zero. `None`: any of its type will do.
pub fn drawn(program: &Program, var: VarId, random: &mut u64, rare: usize) -> Option<Concrete> {
    match *program.types.get(program.vars[var].ty) {
        Type::Int if below(random, rare) == 0 => Some(Concrete::Int(BigInt::ZERO)),
        Type::Int => Some(Concrete::Int(BigInt::from([1, 2, 3, 5, -1][below(random, 5)]))),
        Type::Bool => Some(Concrete::Bool(below(random, rare) == 0)),
        // What nobody has written is no null pointer.
        Type::Map { result: TypeTable::INT, binders: 0, .. } => {
            let base = MapBase::Const(Concrete::Int(BigInt::from(7)));
            Some(Concrete::Map(MapValue { base, entries: BTreeMap::new() }.into()))
        }
        _ => None,
    }
}
