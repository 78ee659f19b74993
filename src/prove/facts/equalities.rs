//! Affine equalities that hold at loop heads: `s == 2 * i`, whatever the bound.
//!
//! Abstract interpretation over the body as if nothing wrapped around; what is not affine has any value, and conditions are
//! equalities or nothing.

use std::collections::VecDeque;

use num_rational::BigRational;
use num_traits::{One, Zero};
use rustc_hash::{FxHashMap, FxHashSet};

use super::affine::{Row, System, integral};
use super::heads::Head;
use super::linear::{WRAPS, equation};
use crate::base::ids::{BlockId, ExprId, IdVec, ProcId, VarId};
use crate::cfg::heap::range;
use crate::cfg::liveness::Liveness;
use crate::ir::{Cmd, CmdKind, ExprKind, Op, Program, TypeTable};

/// Integer variables of a procedure, at most so many: a step is linear in them, and cubic in those that matter at a place.
const MOST: usize = 120;

/// The equalities at each loop head of a procedure, over constants and what is live there.
pub fn guesses(program: &mut Program, proc: ProcId, heads: &[Head], live: &Liveness) -> Vec<(usize, ExprId)> {
    let Some(analysis) = Analysis::new(program, proc, heads, live) else { return Vec::new() };
    let at = analysis.fixpoint();
    let Analysis { vars, .. } = analysis;
    let mut found = Vec::new();
    for (index, head) in heads.iter().enumerate().filter(|(_, head)| head.proc == proc) {
        let Some(mut known) = at[head.block].clone() else { continue };
        for (column, var) in vars.iter().enumerate() {
            if !head.knows(program, *var) {
                known.forget(column);
            }
        }
        for row in known.rows() {
            let formula = row_equation(program, &vars, row);
            found.push((index, formula));
        }
    }
    found
}

struct Analysis<'a> {
    program: &'a Program,
    proc: ProcId,
    vars: Vec<VarId>,
    columns: FxHashMap<VarId, usize>,
    live: &'a Liveness,
    /// What matters at heads though nobody reads it any more.
    kept: FxHashSet<VarId>,
}

impl<'a> Analysis<'a> {
    fn new(program: &'a Program, proc: ProcId, heads: &[Head], live: &'a Liveness) -> Option<Analysis<'a>> {
        let body = program.procs[proc].body.as_ref()?;
        let cmds = body.blocks.iter().flat_map(|b| &b.cmds);
        let assigned = cmds.flat_map(Cmd::assigned);
        let inputs = program.procs[proc].ins.iter();
        let fixed = inputs.chain(&program.consts).chain(&program.globals).copied();
        let mut vars: Vec<VarId> = assigned.chain(fixed).collect();
        vars.retain(|&var| program.vars[var].ty == TypeTable::INT);
        vars.sort();
        vars.dedup();
        let columns = vars.iter().enumerate().map(|(column, &var)| (var, column)).collect();
        let at_heads = heads.iter().filter(|head| head.proc == proc);
        let dead = at_heads.flat_map(|head| {
            head.here
                .iter()
                .filter(|var| !live.live_in(proc, head.block).contains(var))
                .copied()
                .collect::<Vec<VarId>>()
        });
        let kept = dead.chain(program.procs[proc].ins.iter().copied()).chain(program.consts.iter().copied()).collect();
        (!vars.is_empty() && vars.len() <= MOST).then_some(Analysis { program, proc, vars, columns, live, kept })
    }

    /// Forgets what does not matter at a block.
    fn project(&self, block: BlockId, state: &mut System) {
        let live = self.live.live_in(self.proc, block);
        for (column, var) in self.vars.iter().enumerate() {
            if !self.kept.contains(var) && !live.contains(var) {
                state.forget(column);
            }
        }
    }

    /// What holds at the start of each block; `None`: control does not come there.
    fn fixpoint(&self) -> IdVec<BlockId, Option<System>> {
        let body = self.program.procs[self.proc].body.as_ref().expect("internal: a procedure with loops has a body");
        let mut at: IdVec<BlockId, Option<System>> = IdVec::filled(None, body.blocks.len());
        at[body.entry] = Some(System::any(self.vars.len()));
        let mut pending = VecDeque::from([body.entry]);
        while let Some(block) = pending.pop_front() {
            let Some(mut state) = at[block].clone() else { continue };
            if !body.blocks[block].cmds.iter().all(|cmd| self.command(cmd, &mut state)) {
                continue;
            }
            for &target in body.blocks[block].transfer.targets() {
                let mut arriving = state.clone();
                self.project(target, &mut arriving);
                // Each change takes an equation away, so there are few.
                let joined = at[target].as_ref().map_or_else(|| arriving.clone(), |old| old.join(&arriving));
                if at[target].as_ref() != Some(&joined) {
                    at[target] = Some(joined);
                    pending.push_back(target);
                }
            }
        }
        at
    }

    /// `false`: executions end there.
    fn command(&self, cmd: &Cmd, state: &mut System) -> bool {
        match &cmd.kind {
            CmdKind::Assume(e) | CmdKind::Assert(e, _) => self.condition(*e, state),
            CmdKind::Assign(pairs) => {
                let mut affine = Vec::new();
                for (var, value) in pairs {
                    let Some(&column) = self.columns.get(var) else { continue };
                    match self.term(*value) {
                        Some(term) => affine.push((column, term)),
                        None => affine.push((column, self.zero())),
                    }
                }
                state.assign(&affine);
                for (var, value) in pairs {
                    if let Some(&column) = self.columns.get(var)
                        && self.term(*value).is_none()
                    {
                        state.forget(column);
                    }
                }
                true
            }
            _ => {
                for var in cmd.assigned().chain(self.modified(cmd)) {
                    if let Some(&column) = self.columns.get(&var) {
                        state.forget(column);
                    }
                }
                true
            }
        }
    }

    /// Globals that a call may change.
    fn modified(&self, cmd: &Cmd) -> Vec<VarId> {
        match cmd.kind {
            CmdKind::Call { callee, .. } => self.program.procs[callee].modifies.clone(),
            _ => Vec::new(),
        }
    }

    fn condition(&self, e: ExprId, state: &mut System) -> bool {
        match self.program.exprs.kind(e) {
            ExprKind::Bool(value) => *value,
            ExprKind::Op(Op::And, args) => args.iter().all(|&arg| self.condition(arg, state)),
            ExprKind::Op(Op::Eq, args) => match (self.term(args[0]), self.term(args[1])) {
                (Some(left), Some(right)) => {
                    let mut row: Row = left.iter().zip(&right).map(|(l, r)| l - r).collect();
                    // Terms have their constants on the left.
                    if let Some(last) = row.last_mut() {
                        *last = -std::mem::take(last);
                    }
                    state.meet(row)
                }
                _ => true,
            },
            _ => true,
        }
    }

    fn zero(&self) -> Row {
        vec![BigRational::zero(); self.vars.len() + 1]
    }

    /// Coefficients and constant of an affine expression.
    fn term(&self, e: ExprId) -> Option<Row> {
        let exprs = &self.program.exprs;
        let sum = |args: &[ExprId], sign: i64| {
            let mut sum = self.term(args[0])?;
            for &arg in &args[1..] {
                let scale = BigRational::from_integer(sign.into());
                sum.iter_mut().zip(self.term(arg)?).for_each(|(value, other)| *value += &scale * other);
            }
            Some(sum)
        };
        match exprs.kind(e) {
            ExprKind::Int(value) => {
                let mut row = self.zero();
                *row.last_mut()? = BigRational::from_integer(value.clone());
                Some(row)
            }
            ExprKind::Var(var) => {
                let mut row = self.zero();
                row[*self.columns.get(var)?] = BigRational::one();
                Some(row)
            }
            ExprKind::Op(Op::Add, args) if exprs.ty(e) == TypeTable::INT => sum(args, 1),
            ExprKind::Op(Op::Sub, args) if exprs.ty(e) == TypeTable::INT => sum(args, -1),
            ExprKind::Op(Op::Neg, args) if exprs.ty(e) == TypeTable::INT => {
                Some(self.term(args[0])?.into_iter().map(|value| -value).collect())
            }
            ExprKind::Op(Op::Mul, args) if args.len() == 2 => {
                let (left, right) = (self.term(args[0])?, self.term(args[1])?);
                let constant = |row: &Row| row[..self.vars.len()].iter().all(Zero::is_zero);
                let (factor, row) = if constant(&left) { (left, right) } else { (right, left) };
                let scale = factor.last().filter(|_| constant(&factor))?;
                Some(row.into_iter().map(|value| value * scale).collect())
            }
            // What wraps around seldom does, and a guess need not hold.
            ExprKind::Op(Op::Mod, args) if exprs.literal(args[1]).is_some_and(|n| n.bits() > WRAPS) => {
                self.term(args[0])
            }
            ExprKind::Call { func, args, .. } if args.len() == 1 && range(self.program, *func).is_some() => {
                self.term(args[0])
            }
            _ => None,
        }
    }
}

/// A row as an equation of integers.
fn row_equation(program: &mut Program, vars: &[VarId], row: &Row) -> ExprId {
    let (mut factors, mut terms) = (integral(row), Vec::new());
    // The constant is on the right.
    if let Some(last) = factors.last_mut() {
        *last = -std::mem::take(last);
    }
    for (n, factor) in factors.into_iter().enumerate() {
        terms.push((factor, vars.get(n).map(|&var| program.var_expr(var))));
    }
    equation(program, terms)
}
