//! What may be true at the head of a loop of the program by itself: templates over what the loop assigns.

use num_bigint::BigInt;
use num_traits::Zero;
use rustc_hash::{FxHashMap, FxHashSet};

use super::dead::Live;
use super::passed::passed;
use super::pool::step_of;
use super::relax::Within;
use super::templates::{Facts, Templates, roots};
use crate::base::ids::{BlockId, ExprId, VarId};
use crate::cfg::free_vars::FreeVars;
use crate::cfg::heap::{is_bookkeeping, range};
use crate::cfg::loops::Loop;
use crate::ir::visit::walk;
use crate::ir::{Body, Cmd, CmdKind, ExprKind, Op, Program, TypeTable, assigned_once};
use crate::prove::terms::is_memory;

/// A ghost that holds where a cell is.
pub struct Key {
    pub map: VarId,
    pub var: VarId,
    /// What is assigned to it.
    pub at: ExprId,
    /// Where it is assigned.
    pub blocks: FxHashSet<BlockId>,
}

/// Of so many variables each two are compared.
const MOST_TOGETHER: usize = 5;
/// So many comparisons of the program are looked at.
const MOST_COMPARED: usize = 8;
const MOST_ENDS: usize = 3;

pub fn facts(program: &mut Program, body: &mut Body, l: &Loop, live: &Live, within: &[Within], keys: &[&Key]) -> Facts {
    let cmds: Vec<Cmd> = l.members.iter().flat_map(|&b| body.blocks[b].cmds.clone()).collect();
    let mut assigned: Vec<VarId> = cmds.iter().flat_map(Cmd::assigned).collect();
    assigned.sort();
    assigned.dedup();
    let of_loop = Templates { program, body, l, within, facts: Facts::default() };
    let mut t = of_loop;
    let vars: Vec<VarId> =
        assigned.iter().copied().filter(|&v| live.at(l.header, v) && !is_bookkeeping(t.program, v)).collect();
    let numbers: Vec<VarId> = vars.iter().copied().filter(|&v| t.program.vars[v].ty == TypeTable::INT).collect();
    let mut steps = steps(t.program, &cmds);
    steps.retain(|var, _| numbers.contains(var));
    for &var in &numbers {
        let e = t.program.var_expr(var);
        t.number(e, var, &cmds);
        t.place(e, &[var], keys);
    }
    for (e, of) in t.addresses(&cmds, live, &assigned) {
        t.place(e, &of, keys);
    }
    let pairs = t.compared(&cmds, live, &assigned);
    t.together(&numbers, &steps, &pairs);
    for &map in vars.iter().filter(|&&v| is_memory(t.program, t.program.vars[v].ty)).collect::<Vec<_>>() {
        t.cells(map, keys);
    }
    passed(&mut t, &numbers, &steps, &cmds, &assigned);
    let mut facts = t.facts;
    let mut seen = FxHashSet::default();
    facts.guesses.retain(|e| seen.insert(*e));
    facts.quantified.retain(|e| seen.insert(*e));
    facts
}

/// By which constants variables grow.
fn steps(program: &Program, cmds: &[Cmd]) -> FxHashMap<VarId, BigInt> {
    let once = assigned_once(cmds);
    let mut found = FxHashMap::default();
    for cmd in cmds {
        let CmdKind::Assign(pairs) = &cmd.kind else { continue };
        for &(var, e) in pairs {
            let e = match program.exprs.kind(e) {
                ExprKind::Var(other) => once.get(other).copied().unwrap_or(e),
                _ => e,
            };
            if let Some(step) = step_of(program, e) {
                found.insert(var, step);
            }
        }
    }
    found
}

impl Templates<'_> {
    fn number(&mut self, e: ExprId, var: VarId, cmds: &[Cmd]) {
        let name = self.program.vars[var].name.to_string();
        let was = self.frozen(&name, e);
        let (zero, one) = (self.t().int(0), self.t().int(1));
        for (a, b) in [(was, e), (e, was), (zero, e), (one, e)] {
            let ordered = self.t().le(a, b);
            self.guess(ordered);
        }
        for (low, high) in ranges(self.program, cmds, var) {
            let (low, high) = (self.t().int(low), self.t().int(high));
            let (above, below) = (self.t().le(low, e), self.t().le(e, high));
            let inside = self.t().and(&[above, below]);
            self.guess(inside);
        }
    }

    /// Where a pointer is: in its block, and in front of cells that were looked at.
    fn place(&mut self, e: ExprId, of: &[VarId], keys: &[&Key]) {
        let blocks: Vec<Within> = self.within.iter().copied().filter(|w| of.contains(&w.pointer)).collect();
        for block in &blocks {
            let (at, size) = (self.program.var_expr(block.at), self.program.var_expr(block.size));
            let end = self.t().add(at, size);
            let (after, before, not_behind) = (self.t().le(at, e), self.t().lt(e, end), self.t().le(e, end));
            [after, before, not_behind].into_iter().for_each(|e| self.guess(e));
        }
        let mut free = FreeVars::default();
        for key in keys {
            let vars = free.of(self.program, key.at).to_vec();
            let may_meet = self.within.iter().any(|w| vars.contains(&w.pointer) && blocks.iter().any(|b| b.at == w.at));
            if may_meet {
                let at = self.program.var_expr(key.var);
                let (before, behind) = (self.t().le(e, at), self.t().le(at, e));
                self.guess(before);
                self.guess(behind);
            }
        }
    }

    /// Addresses that the loop looks at, as expressions over what is live at its head and what it does not assign; with
    /// the variables that they mention.
    fn addresses(&mut self, cmds: &[Cmd], live: &Live, assigned: &[VarId]) -> Vec<(ExprId, Vec<VarId>)> {
        let mut free = FreeVars::default();
        let mut found: Vec<(ExprId, Vec<VarId>)> = Vec::new();
        let mut indices = Vec::new();
        walk(&self.program.exprs, cmds.iter().flat_map(roots), |_, kind| {
            if let ExprKind::Op(Op::Select | Op::Store, args) = kind {
                indices.push(args[1]);
            }
        });
        indices.sort();
        indices.dedup();
        for index in indices {
            if self.program.exprs.ty(index) != TypeTable::INT
                || matches!(self.program.exprs.kind(index), ExprKind::Var(_))
            {
                continue;
            }
            let vars = free.of(self.program, index).to_vec();
            let known = vars.iter().all(|&v| live.at(self.l.header, v) || !assigned.contains(&v));
            if known && vars.iter().any(|v| assigned.contains(v)) && !reads_memory(self.program, index) {
                found.push((index, vars));
            }
        }
        found
    }

    /// Variables that grow by constants: how far a multiple of one is from a multiple of the other.
    fn together(&mut self, vars: &[VarId], steps: &FxHashMap<VarId, BigInt>, pairs: &[(ExprId, ExprId)]) {
        let of = |v: &VarId| steps.get(v).filter(|step| !step.is_zero()).map(|step| (*v, step.clone()));
        let moving: Vec<(VarId, BigInt)> = vars.iter().filter_map(of).take(MOST_TOGETHER).collect();
        for (n, (a, step_a)) in moving.iter().enumerate() {
            for (b, step_b) in &moving[n + 1..] {
                let [a, b] = [a, b].map(|v| self.program.var_expr(*v));
                let mut t = self.t();
                let (times_a, times_b) = (t.int(step_b.clone()), t.int(step_a.clone()));
                let (a, b) = (t.mul(times_a, a), t.mul(times_b, b));
                let difference = t.sub(a, b);
                let was = self.frozen("together", difference);
                let same = self.t().eq(difference, was);
                let (more, less) = (self.t().le(was, difference), self.t().le(difference, was));
                [same, more, less].into_iter().for_each(|e| self.guess(e));
                // As long as something else has not reached its end.
                for &(x, y) in pairs.iter().take(MOST_ENDS) {
                    let end = self.t().eq(x, y);
                    let unless = self.program.exprs.or(&[end, same]);
                    self.guess(unless);
                }
            }
        }
    }

    /// What the loop compares, where that is known at the head.
    fn compared(&mut self, cmds: &[Cmd], live: &Live, assigned: &[VarId]) -> Vec<(ExprId, ExprId)> {
        let mut pairs: Vec<(ExprId, ExprId)> = Vec::new();
        let tests = cmds.iter().filter(|cmd| !matches!(cmd.kind, CmdKind::Assert(..))).flat_map(roots);
        walk(&self.program.exprs, tests, |_, kind| {
            if let ExprKind::Op(Op::Eq | Op::Neq | Op::Le | Op::Lt, args) = kind {
                pairs.push((args[0], args[1]));
            }
        });
        pairs.sort();
        pairs.dedup();
        let mut free = FreeVars::default();
        let mut known = |program: &Program, e: ExprId| {
            let vars = free.of(program, e);
            program.exprs.ty(e) == TypeTable::INT
                && !reads_memory(program, e)
                && vars.iter().all(|&v| live.at(self.l.header, v) || !assigned.contains(&v))
        };
        let program = &*self.program;
        pairs.retain(|&(a, b)| known(program, a) && known(program, b));
        pairs.retain(|&(a, b)| [a, b].iter().any(|&e| free.of(program, e).iter().any(|v| assigned.contains(v))));
        pairs.truncate(MOST_COMPARED);
        for &(a, b) in &pairs {
            let one = self.t().int(1);
            let next = self.t().add(b, one);
            for (a, b) in [(a, b), (b, a), (a, next)] {
                let ordered = self.t().le(a, b);
                self.guess(ordered);
            }
            let (less, more) = (self.t().lt(a, b), self.t().lt(b, a));
            self.guess(less);
            self.guess(more);
        }
        pairs
    }

    /// Cells that were looked at before hold what they held.
    fn cells(&mut self, map: VarId, keys: &[&Key]) {
        for key in keys.iter().filter(|key| key.map == map) {
            let (cells, at) = (self.program.var_expr(map), self.program.var_expr(key.var));
            let cell = self.t().select(cells, at);
            let was = self.frozen("cell", cell);
            let same = self.t().eq(cell, was);
            self.guess(same);
        }
    }
}

fn reads_memory(program: &Program, e: ExprId) -> bool {
    let mut reads = false;
    walk(&program.exprs, [e], |_, kind| reads |= matches!(kind, ExprKind::Op(Op::Select | Op::Store, _)));
    reads
}

/// What a variable is between that is brought back into a range.
fn ranges(program: &Program, cmds: &[Cmd], var: VarId) -> Vec<(BigInt, BigInt)> {
    let mut found = Vec::new();
    for cmd in cmds {
        let CmdKind::Assign(pairs) = &cmd.kind else { continue };
        for &(v, e) in pairs {
            if let ExprKind::Call { func, .. } = program.exprs.kind(e)
                && v == var
                && let Some(range) = range(program, *func)
                && !found.contains(&range)
            {
                found.push(range);
            }
        }
    }
    found
}
