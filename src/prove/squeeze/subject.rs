//! Programs that can be squeezed: one loop over arrays, and loops behind it that check what it has computed.

use rustc_hash::{FxHashMap, FxHashSet};

use super::collapse::collapse;
use super::symbolic::{Path, paths, value_behind};
use crate::base::ids::{BlockId, ExprId, VarId};
use crate::cfg::liveness::liveness;
use crate::cfg::maps::is_map;
use crate::engine::{Declined, Question};
use crate::forms;
use crate::forms::inlined::{Flat, is_branch};
use crate::ir::visit::{has_quantifier, walk};
use crate::ir::{Cmd, CmdKind, ExprKind, Op, Program, TypeTable};
use crate::prove::loops::named::name_apart;
use crate::prove::loops::shape::{Induction, Loop, Shape, shape, variables};
use crate::prove::loops::steps::add;

/// Lengths that are tried.
const MOST_LENGTHS: usize = 3;

/// The program as it is.
pub struct Original {
    pub flat: Flat,
    pub shape: Shape,
}

/// The program with the loops behind the first collapsed.
pub struct Subject {
    pub flat: Flat,
    pub shape: Shape,
    /// The arrays, each with how its elements are addressed.
    pub arrays: Vec<Array>,
    /// What may be the length.
    pub lengths: Vec<VarId>,
    /// What matters at the head of the loop and is assigned in it, but for induction variables.
    pub carried: Vec<VarId>,
    /// Integers that are chosen behind the loop.
    pub witnesses: Vec<VarId>,
    /// The conditions of an iteration, and what it makes of the state.
    pub conditions: Vec<ExprId>,
    pub next: FxHashMap<VarId, ExprId>,
}

/// An array in a map: element `i` is at `base + i * stride`.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    pub map: VarId,
    pub base: Option<VarId>,
    pub stride: i64,
}

impl Original {
    pub fn of(question: &Question) -> Result<Original, Declined> {
        let no = |why: &str| Err(Declined(why.into()));
        let mut flat = forms::inlined(question)?;
        let Some(guessed) = shape(&flat) else { return no("a loop has several entries") };
        let Some(first) = guessed.loops.first() else { return no("no loops") };
        if guessed.loops.iter().any(|l| l.depth > 0) {
            return no("loops in loops");
        }
        if !flat.body.cmds().any(|cmd| matches!(cmd.kind, CmdKind::Assert(..))) {
            return no("nothing is asserted");
        }
        forget_ranges(&mut flat, first);
        let Some(shape) = shape(&flat) else { return no("a loop has several entries") };
        let only = &shape.loops[0];
        for block in flat.body.blocks.ids().filter(|b| only.members.contains(b)) {
            if flat.body.blocks[block].cmds.iter().any(|c| matches!(c.kind, CmdKind::Havoc(_))) {
                return no("the loop chooses something");
            }
        }
        if only.assigned.iter().any(|&v| is_map(&flat.program, v)) {
            return no("the loop assigns maps");
        }
        let original = Original { flat: name_apart(flat), shape };
        if original.arrays().is_empty() {
            return no("no arrays");
        }
        Ok(original)
    }

    /// The maps that nothing assigns.
    fn arrays(&self) -> Vec<Array> {
        let assigned: Vec<VarId> = self.flat.body.cmds().flat_map(|c| c.assigned()).collect();
        arrays(&self.flat, &assigned, &self.shape.loops[0])
    }

    /// The program with one loop. Induction variables and invariants hold by now.
    pub fn collapsed(&self) -> Result<Subject, Declined> {
        let mut flat = Flat { program: self.flat.program.clone(), body: self.flat.body.clone() };
        collapse(&mut flat, &self.shape);
        let mut shape = shape(&flat).filter(|s| s.loops.len() == 1).ok_or_else(|| Declined("several loops".into()))?;
        let (only, first) = (&mut shape.loops[0], &self.shape.loops[0]);
        only.inductions.clone_from(&first.inductions);
        only.invariants.clone_from(&first.invariants);
        let assigned: Vec<VarId> = flat.body.cmds().flat_map(|c| c.assigned()).collect();
        let lengths = lengths(&flat, &assigned, &shape);
        let behind = reached(&flat, shape.loops[0].header);
        let members = shape.loops[0].members.clone();
        let header = shape.loops[0].header;
        let Flat { program, body } = &mut flat;
        let ways = paths(program, body, header, &|b| b == header || !members.contains(&b));
        let ways = ways.ok_or_else(|| Declined("an iteration has too many ways".into()))?;
        let rounds: Vec<&Path> = ways.iter().filter(|p| p.end == header).collect();
        let mut next = FxHashMap::default();
        for &var in &shape.loops[0].assigned {
            next.insert(var, value_behind(program, &rounds, var));
        }
        let mut conditions: Vec<ExprId> = Vec::new();
        for &condition in ways.iter().flat_map(|p| &p.conditions) {
            if !conditions.contains(&condition) {
                conditions.push(condition);
            }
        }
        let witnesses = witnesses(&flat, &behind, &members);
        // The first loop must not tell of what others, collapsed, have computed.
        let others = self.shape.loops[1..].iter();
        if others.into_iter().any(|l| reached(&flat, l.header).contains(&header)) {
            return Err(Declined("a loop is in front of the first".into()));
        }
        let arrays = self.arrays();
        let carried = Vec::new();
        let mut subject = Subject { flat, shape, arrays, lengths, carried, witnesses, conditions, next };
        subject.find_carried();
        Ok(subject)
    }
}

impl Subject {
    pub fn only(&self) -> &Loop {
        &self.shape.loops[0]
    }

    /// The induction variable that counts iterations.
    pub fn counter(&self) -> Option<&Induction> {
        self.only().inductions.iter().find(|i| i.step.magnitude() == &1u32.into())
    }

    fn find_carried(&mut self) {
        let only = &self.shape.loops[0];
        let counts = |v: &VarId| only.inductions.iter().any(|i| i.var == *v);
        let mut program = self.flat.program.clone();
        add(&mut program, "all".into(), self.flat.body.clone());
        let all = program.procs.ids().next().expect("internal: a procedure was added");
        let live = liveness(&program, all, &[]);
        let live = live.live_in(all, only.header).iter().copied();
        self.carried = live.filter(|v| only.assigned.contains(v) && !counts(v)).collect();
    }

    /// Whether nothing assigns a variable.
    pub fn is_given(&self, var: VarId) -> bool {
        !self.flat.body.cmds().flat_map(Cmd::assigned).any(|v| v == var)
    }

    /// Whether an expression has the same value from the head of the loop on.
    pub fn is_kept(&self, e: ExprId) -> bool {
        let behind = reached(&self.flat, self.only().header);
        let assigned: FxHashSet<VarId> =
            behind.iter().flat_map(|&b| &self.flat.body.blocks[b].cmds).flat_map(Cmd::assigned).collect();
        variables(&self.flat.program, e).all(|v| !assigned.contains(&v))
    }
}

/// The blocks that control can reach from a block.
fn reached(flat: &Flat, start: BlockId) -> FxHashSet<BlockId> {
    let mut seen = FxHashSet::from_iter([start]);
    let mut pending = vec![start];
    while let Some(block) = pending.pop() {
        let targets = flat.body.blocks[block].transfer.targets();
        pending.extend(targets.iter().copied().filter(|&t| seen.insert(t)));
    }
    seen
}

/// What is chosen behind the loop, but for which way to go.
fn witnesses(flat: &Flat, behind: &FxHashSet<BlockId>, members: &FxHashSet<BlockId>) -> Vec<VarId> {
    let mut told: FxHashSet<VarId> = FxHashSet::default();
    for cmd in flat.body.cmds().filter(|c| !is_branch(c)) {
        told.extend(cmd.exprs().flat_map(|e| variables(&flat.program, e)));
    }
    let mut found = Vec::new();
    for block in flat.body.blocks.ids().filter(|b| behind.contains(b) && !members.contains(b)) {
        for cmd in &flat.body.blocks[block].cmds {
            let CmdKind::Havoc(vars) = &cmd.kind else { continue };
            for &var in vars {
                if flat.program.vars[var].ty == TypeTable::INT && told.contains(&var) && !found.contains(&var) {
                    found.push(var);
                }
            }
        }
    }
    found
}

/// Drops what the program assumes of sums and of elements: that they are in range does not tell it of a sum that lacks an
/// element, or of an element that another iteration reads. Without assumptions, there are more executions.
fn forget_ranges(flat: &mut Flat, only: &Loop) {
    let Flat { program, body } = flat;
    let is_sum = |v: VarId| only.assigned.contains(&v) && only.inductions.iter().all(|i| i.var != v);
    let assigned: FxHashSet<VarId> = body.cmds().flat_map(Cmd::assigned).collect();
    for block in body.blocks.ids().collect::<Vec<_>>() {
        let is_in_range = |v: VarId| is_sum(v) || (is_map(program, v) && !assigned.contains(&v));
        body.blocks[block].cmds.retain(|cmd| match cmd.kind {
            CmdKind::Assume(e) if !is_branch(cmd) => {
                !variables(program, e).any(is_in_range) || has_quantifier(&program.exprs, e)
            }
            _ => true,
        });
    }
}

/// The maps from integers that nothing assigns, with how accesses address elements.
fn arrays(flat: &Flat, assigned: &[VarId], only: &Loop) -> Vec<Array> {
    let program = &flat.program;
    let mut found: Vec<Array> = Vec::new();
    let accesses = flat.body.cmds().flat_map(|c| c.exprs());
    walk(&program.exprs, accesses, |_, kind| {
        if let ExprKind::Op(Op::Select, args) = kind
            && let [map, index] = args[..]
            && let ExprKind::Var(map) = *program.exprs.kind(map)
            && program.exprs.ty(index) == TypeTable::INT
            && flat.body.locals.contains(&map)
            && !assigned.contains(&map)
        {
            let (base, stride) = address(program, index, only);
            let array = Array { map, base, stride };
            if !found.contains(&array) {
                found.push(array);
            }
        }
    });
    // Where elements are addressed from a base, other accesses are to some of them.
    let based: Vec<VarId> = found.iter().filter(|a| a.base.is_some()).map(|a| a.map).collect();
    found.retain(|a| a.base.is_some() || !based.contains(&a.map));
    found
}

/// `b + i * c` or `b + i`, or else any index.
fn address(program: &Program, index: ExprId, only: &Loop) -> (Option<VarId>, i64) {
    let ExprKind::Op(Op::Add, args) = program.exprs.kind(index) else { return (None, 1) };
    let ExprKind::Var(base) = *program.exprs.kind(args[0]) else { return (None, 1) };
    if let ExprKind::Op(Op::Mul, factors) = program.exprs.kind(args[1])
        && let ExprKind::Int(stride) = program.exprs.kind(factors[1])
        && let Ok(stride) = i64::try_from(stride.clone())
        && stride > 0
    {
        return (Some(base), stride);
    }
    let moves = variables(program, args[1]).any(|v| only.assigned.contains(&v));
    if moves && !only.assigned.contains(&base) { (Some(base), 1) } else { (None, 1) }
}

/// Integers on which the loop's conditions depend, and that are never assigned, or only havocked in front of the loop.
fn lengths(flat: &Flat, assigned: &[VarId], shape: &Shape) -> Vec<VarId> {
    let (program, only) = (&flat.program, &shape.loops[0]);
    let mut found: Vec<VarId> = only.facts.iter().flat_map(|&f| variables(program, f)).collect();
    // Where a loop counts down, its start is computed from the length.
    found.extend(only.inductions.iter().map(|i| i.var).filter(|v| !found.contains(v)).collect::<Vec<_>>());
    let mut at = 0;
    // What they are computed from comes behind them.
    while let Some(&var) = found.get(at) {
        for cmd in flat.body.cmds() {
            if let CmdKind::Assign(pairs) = &cmd.kind {
                let values = pairs.iter().filter(|(v, _)| *v == var).flat_map(|&(_, e)| variables(program, e));
                for source in values.collect::<Vec<_>>() {
                    if !found.contains(&source) {
                        found.push(source);
                    }
                }
            }
        }
        at += 1;
    }
    let given = |v: VarId| {
        let is_assigned = |c: &Cmd| matches!(c.kind, CmdKind::Assign(_)) && c.assigned().any(|a| a == v);
        !assigned.contains(&v) || (!flat.body.cmds().any(is_assigned) && !only.assigned.contains(&v))
    };
    let is_local = |v: &VarId| flat.body.locals.contains(v);
    let mut seen = Vec::new();
    found.retain(|v| {
        let is_new = !seen.contains(v);
        seen.push(*v);
        is_new && program.vars[*v].ty == TypeTable::INT && is_local(v) && given(*v)
    });
    found.truncate(MOST_LENGTHS);
    found
}
