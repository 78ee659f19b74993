//! Smaller inputs: what a scapegoat draws where the primary has drawn something.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use rustc_hash::FxHashSet;

use super::cuts::Cuts;
use super::relax::Memory;
use crate::base::ids::{ExprId, VarId};
use crate::cfg::free_vars::FreeVars;
use crate::ir::{Body, Cmd, CmdKind, ExprKind, Op, Program, TypeTable};
use crate::prove::terms::literal;

/// Of so many draws, each is made smaller.
const MOST_DRAWN: usize = 4;

/// What is drawn instead of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Draw {
    /// That much less, where it is that large.
    Less(BigInt),
    /// An address: the block is smaller, by the value of this variable, and ends where the primary's ends.
    SameEnd(VarId),
    /// Whether a loop goes on: what the primary will draw next. The scapegoat leaves one iteration earlier.
    LeaveEarly { at_zero: bool },
}

/// Where no draw is mentioned, it is the primary's.
#[derive(Clone, Debug, Default)]
pub struct Shrink {
    /// In words, for notes and certificates.
    pub name: String,
    pub draws: BTreeMap<VarId, Draw>,
    /// Of the block at that address, the second byte is left out instead of the first: what is in memory at the start is
    /// drawn, too.
    pub second: Option<VarId>,
    /// Loops in which the primary runs one iteration ahead whatever the addresses are: by position among the loops.
    pub lead: Vec<usize>,
}

impl Shrink {
    /// Whether a loop is run through once less.
    pub fn is_of_loop(&self) -> bool {
        !self.lead.is_empty() || self.draws.values().any(|draw| matches!(draw, Draw::LeaveEarly { .. }))
    }
}

/// Shrinks to be tried, the most promising first.
pub fn shrinks(program: &Program, cuts: &Cuts, memory: &Memory) -> Vec<Shrink> {
    let mut found = Vec::new();
    let mut outside = draws_outside_loops(program, cuts);
    outside.retain(|v| !memory.rooms.contains(v) && memory.placed.iter().all(|(at, _)| at != v));
    let sizes: Vec<VarId> = memory.placed.iter().map(|&(_, size)| size).collect();
    let mut drawn = feeding(program, &cuts.body, &sizes, &outside);
    let sized = !drawn.is_empty();
    if !sized {
        drawn = feeding_conditions(program, cuts, &outside);
        drawn.retain(|&v| is_number(program, &cuts.body, v));
    }
    drawn.truncate(MOST_DRAWN);
    let mut others: Vec<VarId> = outside.iter().copied().filter(|v| sized && !drawn.contains(v)).collect();
    others.retain(|&v| is_number(program, &cuts.body, v));
    others.truncate(MOST_DRAWN);
    let sets = with_numbers(&subsets(&drawn), &others);
    let named = |set: &[VarId]| set.iter().map(|&v| &*program.vars[v].name).collect::<Vec<_>>().join(", ");
    let less = |set: &[VarId]| set.iter().map(|&v| (v, Draw::Less(1.into()))).collect::<BTreeMap<VarId, Draw>>();
    let same_end = |set: &[VarId]| {
        let mut draws = less(set);
        draws.extend(memory.placed.iter().map(|&(at, size)| (at, Draw::SameEnd(size))));
        draws
    };
    for set in sets.iter().filter(|_| sized) {
        let name = format!("{} smaller, without the first", named(set));
        found.push(Shrink { name, draws: same_end(set), ..Shrink::default() });
    }
    for set in sets.iter().filter(|_| sized) {
        for &(at, size) in &memory.placed {
            if !feeding(program, &cuts.body, &[size], set).is_empty() {
                let name =
                    format!("{} smaller, without the first, of {} the second", named(set), program.vars[at].name);
                found.push(Shrink { name, draws: same_end(set), second: Some(at), ..Shrink::default() });
            }
        }
    }
    for set in &sets {
        let name = format!("{} smaller, without the last", named(set));
        found.push(Shrink { name, draws: less(set), ..Shrink::default() });
    }
    for (position, at_zero, var) in builders(program, cuts) {
        let draws = BTreeMap::from([(var, Draw::LeaveEarly { at_zero })]);
        found.push(Shrink {
            name: format!("loop {} left an iteration early", position + 1),
            draws,
            ..Shrink::default()
        });
        let name = format!("the first iteration of loop {} left out", position + 1);
        found.push(Shrink { name, lead: vec![position], ..Shrink::default() });
    }
    found
}

/// Whether it is nothing but drawn, from a range wider than that of characters.
fn is_number(program: &Program, body: &Body, var: VarId) -> bool {
    let assigns = |c: &Cmd| matches!(&c.kind, CmdKind::Assign(pairs) if pairs.iter().any(|(v, _)| *v == var));
    if body.cmds().any(assigns) {
        return false;
    }
    range_of(program, body, var).is_some_and(|(low, high)| high - low > BigInt::from(u16::MAX))
}

/// Indices and lengths that say nothing about sizes may be about cells behind the one that is left out: sets with all of
/// these, with none, with one of them.
fn with_numbers(sets: &[Vec<VarId>], numbers: &[VarId]) -> Vec<Vec<VarId>> {
    let mut found: Vec<Vec<VarId>> = Vec::new();
    let mut add = |set: &[VarId], more: &[VarId]| {
        let set: Vec<VarId> = set.iter().chain(more).copied().collect();
        if !found.contains(&set) {
            found.push(set);
        }
    };
    sets.iter().take(1).for_each(|set| add(set, numbers));
    for set in sets {
        add(set, &[]);
        numbers.iter().for_each(|&number| add(set, &[number]));
        add(set, numbers);
    }
    found
}

/// All of them, each, then pairs.
fn subsets(all: &[VarId]) -> Vec<Vec<VarId>> {
    let mut subsets: Vec<Vec<VarId>> = Vec::new();
    if !all.is_empty() {
        subsets.push(all.to_vec());
    }
    if all.len() > 1 {
        subsets.extend(all.iter().map(|&v| vec![v]));
    }
    if all.len() > 2 {
        for (i, &a) in all.iter().enumerate() {
            subsets.extend(all[i + 1..].iter().map(|&b| vec![a, b]));
        }
    }
    subsets
}

/// Integers that are drawn outside of loops.
fn draws_outside_loops(program: &Program, cuts: &Cuts) -> Vec<VarId> {
    let mut found = Vec::new();
    for (block, b) in cuts.body.blocks.iter_enumerated() {
        if cuts.cuts.iter().any(|c| c.members.as_ref().is_some_and(|m| m.contains(&block))) {
            continue;
        }
        for cmd in &b.cmds {
            if let CmdKind::Havoc(vars) = &cmd.kind {
                found.extend(vars.iter().filter(|&&v| program.vars[v].ty == TypeTable::INT));
            }
        }
    }
    found
}

/// The candidates that the values of these variables are made of.
fn feeding(program: &Program, body: &Body, roots: &[VarId], candidates: &[VarId]) -> Vec<VarId> {
    let mut free = FreeVars::default();
    let mut reached: FxHashSet<VarId> = roots.iter().copied().collect();
    loop {
        let before = reached.len();
        for cmd in body.blocks.iter().flat_map(|b| &b.cmds) {
            if let CmdKind::Assign(pairs) = &cmd.kind {
                for &(var, e) in pairs {
                    if reached.contains(&var) && program.vars[var].ty == TypeTable::INT {
                        reached.extend(free.of(program, e));
                    }
                }
            }
        }
        if reached.len() == before {
            break;
        }
    }
    candidates.iter().copied().filter(|v| reached.contains(v)).collect()
}

/// The candidates that conditions in loops are about.
fn feeding_conditions(program: &Program, cuts: &Cuts, candidates: &[VarId]) -> Vec<VarId> {
    let mut free = FreeVars::default();
    let mut roots = Vec::new();
    for members in cuts.cuts.iter().filter_map(|c| c.members.as_ref()) {
        for (block, b) in cuts.body.blocks.iter_enumerated() {
            if !members.contains(&block) {
                continue;
            }
            for cmd in &b.cmds {
                if let CmdKind::Assume(e) = cmd.kind {
                    roots.extend(free.of(program, e));
                }
            }
        }
    }
    feeding(program, &cuts.body, &roots, candidates)
}

/// Loops that a drawn value alone ends: position among the loops, whether zero ends it, the value.
fn builders(program: &Program, cuts: &Cuts) -> Vec<(usize, bool, VarId)> {
    let mut found = Vec::new();
    for (position, members) in cuts.cuts.iter().filter_map(|c| c.members.as_ref()).enumerate() {
        let inside = |b| cuts.body.blocks.get(b).filter(|_| members.contains(&b));
        let drawn: FxHashSet<VarId> = cuts
            .body
            .blocks
            .ids()
            .filter_map(inside)
            .flat_map(|b| &b.cmds)
            .flat_map(|cmd| match &cmd.kind {
                CmdKind::Havoc(vars) => vars.clone(),
                _ => Vec::new(),
            })
            .collect();
        for block in cuts.body.blocks.ids().filter(|b| members.contains(b)) {
            let b = &cuts.body.blocks[block];
            // An exit, or the condition in front of one.
            let leaves = b.transfer.targets().iter().any(|t| !members.contains(t));
            let Some(CmdKind::Assume(e)) = b.cmds.first().map(|c| &c.kind) else { continue };
            if !leaves || b.cmds.len() > 1 {
                continue;
            }
            if let Some((var, at_zero)) = compared_with_zero(program, *e)
                && drawn.contains(&var)
                && !found.contains(&(position, at_zero, var))
            {
                found.push((position, at_zero, var));
            }
        }
    }
    found
}

/// `v == 0` or its negation.
fn compared_with_zero(program: &Program, e: ExprId) -> Option<(VarId, bool)> {
    match program.exprs.kind(e) {
        ExprKind::Op(Op::Not, args) => compared_with_zero(program, args[0]).map(|(v, zero)| (v, !zero)),
        ExprKind::Op(op @ (Op::Eq | Op::Neq), args) => match program.exprs.kind(args[0]) {
            ExprKind::Var(v) if literal(program, args[1]) == Some(0.into()) => Some((*v, *op == Op::Eq)),
            _ => None,
        },
        _ => None,
    }
}

/// The constant range that is assumed of a variable as soon as it is drawn, wherever it is drawn. It is not empty.
pub fn range_of(program: &Program, body: &Body, var: VarId) -> Option<(BigInt, BigInt)> {
    let mut range = None;
    for block in body.blocks.iter() {
        for (position, cmd) in block.cmds.iter().enumerate() {
            let CmdKind::Havoc(vars) = &cmd.kind else { continue };
            if !vars.contains(&var) {
                continue;
            }
            let Some(CmdKind::Assume(e)) = block.cmds.get(position + 1).map(|c| &c.kind) else { return None };
            let here = between(program, *e, var).filter(|(low, high)| low <= high)?;
            if vars.len() > 1 || range.get_or_insert_with(|| here.clone()) != &here {
                return None;
            }
        }
    }
    range
}

/// `low <= v && v <= high`
fn between(program: &Program, e: ExprId, var: VarId) -> Option<(BigInt, BigInt)> {
    let ExprKind::Op(Op::And, sides) = program.exprs.kind(e) else { return None };
    let is_var = |e: ExprId| *program.exprs.kind(e) == ExprKind::Var(var);
    match sides.iter().map(|&s| program.exprs.kind(s)).collect::<Vec<_>>()[..] {
        [ExprKind::Op(Op::Le, low), ExprKind::Op(Op::Le, high)] if is_var(low[1]) && is_var(high[0]) => {
            Some((literal(program, low[0])?, literal(program, high[1])?))
        }
        _ => None,
    }
}
