//! What a program mentions, as it would be at a loop head: integers, truth values, cells of maps, comparisons.
//!
//! ```text
//! tail := M.head[r + 12];                 integers: M.head[r + 12]
//! assert live[p - p mod K];               truth values: live[p]; starts of blocks: p
//! v := M.mem[a + i * 4]; if (v < key)     accesses: M.mem from a by 4 at i; cells of M.mem are compared: _ < key
//! ```

use num_bigint::BigInt;
use num_traits::{One, Signed};
use rustc_hash::{FxHashMap, FxHashSet};

use super::generalised::assertions;
use super::heads::{Definitions, Head, commands, of_blocks};
use super::linear::{Linear, change};
use crate::base::ids::{ExprId, VarId};
use crate::ir::visit::walk;
use crate::ir::{Body, Cmd, CmdKind, ExprKind, Op, Program, Type, TypeTable, VarKind};
use crate::prove::terms::{Terms, is_memory};

/// Terms of a kind at one head, at most.
const MOST: usize = 24;

/// Where cells of a map are looked at one after the other.
#[derive(Clone, Debug)]
pub struct Access {
    pub map: VarId,
    /// What the loop leaves as it is.
    pub base: Linear,
    /// How far neighbours are apart.
    pub step: BigInt,
    /// What indices are made of: those of them that are known at the head, and what they are compared with.
    pub ends: Vec<ExprId>,
    /// Whether what the cells hold may be indices.
    pub holds_indices: bool,
}

/// What cells of a map are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Other {
    Term(ExprId),
    /// Another cell of the same map.
    Cell,
}

/// What the program mentions, at a head.
#[derive(Default)]
pub struct Mentioned {
    /// Integers; those that the loop changes are `changing`.
    pub integers: Vec<ExprId>,
    pub changing: Vec<ExprId>,
    /// Truth values that the loop may change.
    pub truths: Vec<ExprId>,
    /// Maps whose cells are truth values that are looked at.
    pub truth_maps: Vec<ExprId>,
    /// Starts of blocks, and what divides them.
    pub starts: Vec<(ExprId, BigInt)>,
    pub accesses: Vec<Access>,
    /// `cell op other`.
    pub cells: Vec<(VarId, Op, Other)>,
    /// `left op right`.
    pub comparisons: Vec<(Op, ExprId, ExprId)>,
}

/// Adds what is new, while there is room.
fn put<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if list.len() < MOST && !list.contains(&item) {
        list.push(item);
    }
}

impl Mentioned {
    /// `constant`: see [`constant_cells`].
    pub fn at(program: &mut Program, source: &Source, head: &Head, constant: &[(VarId, ExprId)]) -> Mentioned {
        let Some(body) = program.procs[head.proc].body.take() else { return Mentioned::default() };
        let (assigned, live) = (head.assigned(program, TypeTable::INT), head.live(program, TypeTable::INT));
        let [assigned, live] = [assigned.collect(), live.collect::<Vec<VarId>>()];
        let flags: Vec<VarId> = head.assigned(program, TypeTable::BOOL).collect();
        let mentioned = Mentioned::default();
        let (seen, fixed) = (FxHashSet::default(), Vec::new());
        let mut found = Found { program, head, source, assigned, mentioned, seen, fixed };
        for n in 0..found.assigned.len() {
            let e = found.program.var_expr(found.assigned[n]);
            put(&mut found.mentioned.integers, e);
        }
        for var in flags {
            let e = found.program.var_expr(var);
            put(&mut found.mentioned.truths, e);
        }
        for cmd in commands(&body, head) {
            found.assignments(cmd);
        }
        for cmd in commands(&body, head) {
            found.command(cmd);
        }
        for var in live {
            let e = found.program.var_expr(var);
            put(&mut found.mentioned.integers, e);
        }
        found.ends_of_fixed();
        if !head.is_of_loop() {
            found.known_cells(constant);
        }
        let mut mentioned = found.mentioned;
        mentioned.truths.retain(|&e| head.changes(program, e));
        mentioned.changing = mentioned.integers.iter().copied().filter(|&e| head.changes(program, e)).collect();
        program.procs[head.proc].body = Some(body);
        mentioned
    }
}

impl Mentioned {
    /// Forgets starts that are none of these integers' kind, and cells there.
    pub fn keep_starts(&mut self, program: &Program, large: &[ExprId]) {
        if large.is_empty() {
            return;
        }
        let dropped: Vec<ExprId> = self.starts.iter().map(|s| s.0).filter(|start| !large.contains(start)).collect();
        self.starts.retain(|(start, _)| !dropped.contains(start));
        let is_kept = |e: &ExprId| !matches!(program.exprs.kind(*e), ExprKind::Op(Op::Select, args) if dropped.contains(&args[1]));
        self.integers.retain(is_kept);
        self.changing.retain(is_kept);
        self.truths.retain(is_kept);
    }
}

/// Cells of all procedures, by map and index, whose index has one value in an execution: who calls may have given them values.
pub fn constant_cells(program: &Program) -> Vec<(VarId, ExprId)> {
    let mut found = Vec::new();
    let roots: Vec<ExprId> = program.procs.iter().flat_map(|proc| proc.cmds()).flat_map(Cmd::exprs).collect();
    walk(&program.exprs, roots, |_, kind| {
        if let ExprKind::Op(Op::Select | Op::Store, args) = kind
            && let ExprKind::Var(map) = *program.exprs.kind(args[0])
            && program.exprs.literal(args[1]).is_none()
            && is_memory(program, program.vars[map].ty)
            && is_same(program, args[1])
        {
            found.push((map, args[1]));
        }
    });
    found
}

/// Whether an expression has one value in an execution.
fn is_same(program: &Program, e: ExprId) -> bool {
    let mut any = false;
    walk(&program.exprs, [e], |_, kind| {
        any |= matches!(kind, ExprKind::Var(var) if !matches!(program.vars[*var].kind, VarKind::Const { .. }));
    });
    !any
}

/// What is known of a procedure, whatever the head.
pub struct Source {
    pub definitions: Definitions,
    /// What it asserts of cells.
    pub assertions: Vec<ExprId>,
    /// Order comparisons of integers as they are, both ways.
    comparisons: Vec<(Op, ExprId, ExprId)>,
    /// Maps whose cells become indices.
    of_indices: FxHashSet<VarId>,
    /// Maps that say something of whole blocks.
    pub of_blocks: FxHashSet<VarId>,
}

impl Source {
    pub fn of(program: &Program, body: &Body) -> Source {
        let (of_indices, of_blocks) = (of_indices(program, body), of_blocks(program, body));
        let (definitions, comparisons) = (Definitions::of(program, body, &of_blocks), comparisons(program, body));
        Source { definitions, assertions: assertions(program, body, &of_blocks), comparisons, of_indices, of_blocks }
    }
}

fn comparisons(program: &Program, body: &Body) -> Vec<(Op, ExprId, ExprId)> {
    let mut found = Vec::new();
    let roots: Vec<ExprId> = body.cmds().flat_map(Cmd::exprs).collect();
    walk(&program.exprs, roots, |_, kind| {
        if let ExprKind::Op(op @ (Op::Le | Op::Lt | Op::Ge | Op::Gt), args) = kind {
            found.extend([(*op, args[0], args[1]), (op.mirrored(), args[1], args[0])]);
        }
    });
    found
}

/// Maps whose cells become indices of maps, by themselves or in sums.
fn of_indices(program: &Program, body: &Body) -> FxHashSet<VarId> {
    let (mut maps, mut vars) = (FxHashSet::default(), FxHashSet::default());
    let mut values: FxHashMap<VarId, Vec<ExprId>> = FxHashMap::default();
    for cmd in body.cmds() {
        let CmdKind::Assign(pairs) = &cmd.kind else { continue };
        for &(var, value) in pairs.iter().filter(|(var, _)| program.vars[*var].ty == TypeTable::INT) {
            values.entry(var).or_default().push(value);
        }
    }
    let mut waiting: Vec<ExprId> = Vec::new();
    walk(&program.exprs, body.cmds().flat_map(Cmd::exprs), |_, kind| {
        if let ExprKind::Op(Op::Select | Op::Store, args) = kind {
            waiting.push(args[1]);
        }
    });
    while let Some(e) = waiting.pop() {
        let mut new = Vec::new();
        walk(&program.exprs, [e], |_, kind| match kind {
            ExprKind::Var(var) if vars.insert(*var) => new.push(*var),
            ExprKind::Op(Op::Select, args) => {
                if let ExprKind::Var(map) = program.exprs.kind(args[0]) {
                    maps.insert(*map);
                }
            }
            _ => {}
        });
        waiting.extend(new.iter().filter_map(|var| values.get(var)).flatten());
    }
    maps
}

struct Found<'a> {
    program: &'a mut Program,
    head: &'a Head,
    source: &'a Source,
    /// Integers that the loop assigns.
    assigned: Vec<VarId>,
    mentioned: Mentioned,
    seen: FxHashSet<ExprId>,
    /// Indices that the loop leaves as they are, and where they count from.
    fixed: Vec<Fixed>,
}

/// An index of single cells.
#[derive(PartialEq)]
struct Fixed {
    map: VarId,
    base: Linear,
    step: BigInt,
    index: ExprId,
}

impl Found<'_> {
    fn here(&mut self, e: ExprId) -> Option<ExprId> {
        self.source.definitions.at(self.program, self.head, e)
    }

    fn command(&mut self, cmd: &Cmd) {
        let mut parts = Vec::new();
        let seen = &mut self.seen;
        walk(&self.program.exprs, cmd.exprs(), |e, kind| {
            if seen.insert(e)
                && let ExprKind::Op(op, args) = kind
            {
                parts.push((*op, args.clone()));
            }
        });
        for (op, args) in parts {
            match op {
                Op::Select if args.len() == 2 => self.cell(args[0], args[1]),
                Op::Store if args.len() == 3 => {
                    self.cell(args[0], args[1]);
                    if let ExprKind::Var(map) = *self.program.exprs.kind(args[0]) {
                        self.compared(map, Op::Eq, args[2]);
                    }
                }
                Op::Le | Op::Lt | Op::Ge | Op::Gt | Op::Eq | Op::Neq
                    if self.program.exprs.ty(args[0]) == TypeTable::INT =>
                {
                    self.comparison(op, args[0], args[1]);
                    self.comparison(op.mirrored(), args[1], args[0]);
                }
                _ => {}
            }
        }
    }

    /// What variables take that the loop changes.
    fn assignments(&mut self, cmd: &Cmd) {
        let CmdKind::Assign(pairs) = &cmd.kind else { return };
        for &(var, e) in pairs {
            if self.assigned.contains(&var) {
                let to = self.program.var_expr(var);
                self.comparison(Op::Eq, to, e);
            }
        }
    }

    /// A cell that is looked at.
    fn cell(&mut self, map: ExprId, index: ExprId) {
        let ExprKind::Var(map_var) = *self.program.exprs.kind(map) else { return };
        let ty = self.program.vars[map_var].ty;
        if !is_memory(self.program, ty) || !self.head.knows(self.program, map_var) {
            return;
        }
        if matches!(self.program.types.get(ty), Type::Map { result: TypeTable::BOOL, .. }) {
            put(&mut self.mentioned.truth_maps, map);
        }
        let starts = self.starts(index);
        let is_start = !starts.is_empty();
        if !is_start {
            self.access(map_var, index);
        }
        let indices: Vec<ExprId> = match is_start {
            true => starts.iter().map(|s| s.0).collect(),
            false => self.here(index).into_iter().collect(),
        };
        for start in starts {
            put(&mut self.mentioned.starts, start);
        }
        let range = match self.program.types.get(ty) {
            Type::Map { result, .. } => *result,
            _ => return,
        };
        // What a cell holds that lies elsewhere in each iteration is said of all; of a block that is there now, also by itself.
        for index in indices {
            if !is_start && self.head.changes(self.program, index) {
                continue;
            }
            let cell = Terms(self.program).select(map, index);
            match range {
                TypeTable::INT => put(&mut self.mentioned.integers, cell),
                TypeTable::BOOL => put(&mut self.mentioned.truths, cell),
                _ => {}
            }
        }
    }

    /// The starts of blocks that an index of the form `p - p mod K` can be, and `K`.
    fn starts(&mut self, index: ExprId) -> Vec<(ExprId, BigInt)> {
        let exprs = &self.program.exprs;
        let ExprKind::Op(Op::Sub, args) = exprs.kind(index) else { return Vec::new() };
        let [pointer, rest] = args[..] else { return Vec::new() };
        let ExprKind::Op(Op::Mod, rest) = exprs.kind(rest) else { return Vec::new() };
        let (Some(unit), true) = (exprs.literal(rest[1]), rest[0] == pointer) else { return Vec::new() };
        let whole = self.here(pointer);
        // How far it is from a start may not be known at the head.
        let sum = whole.unwrap_or_else(|| self.source.definitions.expanded(self.program, self.head, pointer));
        let atoms = Linear::of(self.program, sum).atoms;
        let single = atoms.into_iter().filter(|(_, factor)| factor.is_one());
        single.filter_map(|(atom, _)| Some((self.here(atom)?, unit.clone()))).collect()
    }

    /// Cells that are looked at one after the other.
    fn access(&mut self, map: VarId, index: ExprId) {
        let index = self.source.definitions.expanded(self.program, self.head, index);
        let mut base = Linear::of(self.program, index);
        let (mut moving, mut steps) = (Vec::new(), Vec::new());
        // In another call there may be another array; what is multiplied is not what says where it begins.
        let may_begin = !self.head.is_of_loop() && base.atoms.values().any(|factor| !factor.is_one());
        for (atom, factor) in std::mem::take(&mut base.atoms) {
            let stays = !self.head.changes(self.program, atom) || may_begin && factor.is_one();
            if self.here(atom) == Some(atom) && stays {
                base.atoms.insert(atom, factor);
            } else {
                moving.push(atom);
                steps.push(BigInt::from(factor.magnitude().clone()));
            }
        }
        self.fixed(map, &base);
        steps.dedup();
        let [step] = &steps[..] else { return };
        base.number = BigInt::ZERO;
        let same = |known: &Access| known.map == map && known.base == base && known.step == *step;
        let position = match self.mentioned.accesses.iter().position(same) {
            Some(position) => position,
            None if self.mentioned.accesses.len() == MOST => return,
            None => {
                let holds_indices = self.source.of_indices.contains(&map);
                self.mentioned.accesses.push(Access { map, base, step: step.clone(), ends: Vec::new(), holds_indices });
                self.mentioned.accesses.len() - 1
            }
        };
        let ends = self.ends(&moving);
        let access = &mut self.mentioned.accesses[position];
        ends.into_iter().for_each(|end| put(&mut access.ends, end));
    }

    /// Each part of what stays may be an index of its own: in `a + i * 4`, `i` counts from `a`.
    fn fixed(&mut self, map: VarId, base: &Linear) {
        for (&index, factor) in &base.atoms {
            let mut base = Linear { number: BigInt::ZERO, ..base.clone() };
            base.atoms.remove(&index);
            let step = BigInt::from(factor.magnitude().clone());
            put(&mut self.fixed, Fixed { map, base, step, index });
        }
    }

    /// Ranges end at single cells as well, in front of them or behind.
    fn ends_of_fixed(&mut self) {
        for fixed in std::mem::take(&mut self.fixed) {
            let behind = self.next(fixed.index);
            let same = |a: &&mut Access| a.map == fixed.map && a.base == fixed.base && a.step == fixed.step;
            for access in self.mentioned.accesses.iter_mut().filter(same) {
                put(&mut access.ends, fixed.index);
                put(&mut access.ends, behind);
            }
        }
    }

    /// Indices that the head knows, and behind the last that are compared with them; then what is behind those indices.
    fn ends(&mut self, moving: &[ExprId]) -> Vec<ExprId> {
        let mut found = Vec::new();
        for &atom in moving {
            found.extend(self.here(atom));
            let compared: Vec<(Op, ExprId)> = self
                .source
                .comparisons
                .iter()
                .filter(|compared| compared.1 == atom)
                .map(|&(op, _, right)| (op, right))
                .take(MOST)
                .collect();
            for (op, right) in compared {
                if let Some(limit) = self.here(right) {
                    let mut limit = Linear::of(self.program, limit);
                    limit.number += u8::from(matches!(op, Op::Le | Op::Gt));
                    found.push(limit.expr(self.program));
                }
            }
        }
        // What those are that the loop changes in the beginning; what goes down from there has the cell there behind it.
        for end in found.clone() {
            let same = self.mentioned.comparisons.iter().filter(|&&(op, left, _)| op == Op::Eq && left == end);
            let given: Vec<ExprId> = same.map(|&(.., right)| right).collect();
            let falls = given.iter().any(|&value| change(self.program, end, value).is_some_and(|n| n.is_negative()));
            for value in given {
                if !self.head.changes(self.program, value) {
                    found.push(value);
                    found.extend(falls.then(|| self.next(value)));
                }
            }
        }
        for &atom in moving {
            if let Some(index) = self.here(atom) {
                found.push(self.next(index));
            }
        }
        found
    }

    /// The next index.
    fn next(&mut self, index: ExprId) -> ExprId {
        let mut next = Linear::of(self.program, index);
        next.number += 1;
        next.expr(self.program)
    }

    fn comparison(&mut self, op: Op, left: ExprId, right: ExprId) {
        if self.program.exprs.ty(right) != TypeTable::INT {
            return;
        }
        let behind = self.source.definitions.behind(self.program, left);
        if let ExprKind::Op(Op::Select, args) = self.program.exprs.kind(behind)
            && let ExprKind::Var(map) = *self.program.exprs.kind(args[0])
            && args.len() == 2
        {
            self.compared(map, op, right);
        }
        if let (Some(left), Some(right)) = (self.here(left), self.here(right)) {
            put(&mut self.mentioned.comparisons, (op, left, right));
        }
    }

    /// A cell of the map is compared with this, or gets it.
    fn compared(&mut self, map: VarId, op: Op, other: ExprId) {
        if !self.head.knows(self.program, map) {
            return;
        }
        let behind = self.source.definitions.behind(self.program, other);
        let is_cell = matches!(self.program.exprs.kind(behind), ExprKind::Op(Op::Select, args)
            if *self.program.exprs.kind(args[0]) == ExprKind::Var(map));
        if is_cell {
            put(&mut self.mentioned.cells, (map, op, Other::Cell));
        }
        // A variable may hold what a cell was; the cell may be one that a variable says, as the least so far.
        let is_variable = matches!(self.program.exprs.kind(other), ExprKind::Var(_));
        let terms = [(is_variable || !is_cell).then_some(other), is_cell.then_some(behind)];
        for term in terms.into_iter().flatten() {
            if let Some(other) = self.here(term) {
                put(&mut self.mentioned.cells, (map, op, Other::Term(other)));
            }
        }
        // What a variable is compared with, a cell that gets it may be.
        if op == Op::Eq && is_variable {
            let compared = self.source.comparisons.iter().filter(|compared| compared.1 == other);
            let numbers = compared.filter(|(.., right)| self.program.exprs.literal(*right).is_some());
            let numbers: Vec<(Op, ExprId)> = numbers.map(|&(op, _, number)| (op, number)).take(MOST).collect();
            let zero = (!numbers.is_empty()).then(|| (Op::Ge, self.program.exprs.int(0)));
            for (op, number) in numbers.into_iter().chain(zero) {
                put(&mut self.mentioned.cells, (map, op, Other::Term(number)));
            }
        }
    }

    /// Those of [`constant_cells`] that are known at the head.
    fn known_cells(&mut self, cells: &[(VarId, ExprId)]) {
        for &(map, index) in cells {
            if self.head.knows(self.program, map) && self.starts(index).is_empty() {
                let map = self.program.var_expr(map);
                let cell = Terms(self.program).select(map, index);
                if self.program.exprs.ty(cell) == TypeTable::INT {
                    put(&mut self.mentioned.integers, cell);
                }
            }
        }
    }
}
