//! What may be true of all cells that a loop has passed: what it tests of a cell before it goes on, or writes into it.
//!
//! ```text
//! while (*p == *q) { p++; q++; }     forall k :: was.p <= k && k < p ==> M[k] == M[k - was.p + was.q]
//! while (n) { n--; d[n] = c; }       forall k :: d + n <= k && k < d + was.n ==> M[k] == c
//! ```

use num_bigint::BigInt;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

use super::templates::{Templates, roots};
use crate::base::ids::{ExprId, VarId};
use crate::cfg::free_vars::FreeVars;
use crate::ir::visit::{Rewriter, substitute, walk};
use crate::ir::{Cmd, CmdKind, ExprArena, ExprKind, Op, Program, assigned_once};
use crate::prove::quantified::{bound, for_all};
use crate::prove::terms::{is_memory, literal};

/// Values pass through so many variables at most.
const MOST_NAMES: usize = 4;

/// A cell that moves on by one with each iteration: its address, and the variable in it that does.
struct Moving {
    address: ExprId,
    var: VarId,
    up: bool,
}

/// What may be true of a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Statement {
    holds: ExprId,
    /// The cell's address, if the loop writes it.
    written: Option<ExprId>,
}

/// Adds the guesses. `steps`: by which constants variables grow.
pub fn passed(t: &mut Templates, vars: &[VarId], steps: &FxHashMap<VarId, BigInt>, cmds: &[Cmd], assigned: &[VarId]) {
    let is_value = |v: &VarId| !steps.contains_key(v) && !is_memory(t.program, t.program.vars[*v].ty);
    let names: FxHashMap<VarId, ExprId> = assigned_once(cmds).into_iter().filter(|(v, _)| is_value(v)).collect();
    let statements = statements(t, cmds, &names);
    let cells = moving(t.program, &statements, vars, steps, assigned);
    for cell in &cells {
        let was = t.frozen("passed", cell.address);
        let starts: Vec<(VarId, ExprId)> = vars
            .iter()
            .filter(|v| **v != cell.var && steps.get(v) == steps.get(&cell.var))
            .map(|&v| {
                let own = t.program.var_expr(v);
                (v, t.frozen("beside", own))
            })
            .collect();
        for statement in &statements {
            // Facts about one cell by way of each other would be made of each other without end.
            let of = cells.iter().position(|c| reads_at(t.program, statement.holds, c.address));
            let of = statement.written.or_else(|| of.map(|n| cells[n].address));
            if of != Some(cell.address) {
                continue;
            }
            let (var, k) = bound(t.program);
            let holds = of_passed(t, cell, statement.holds, (k, was), &starts);
            let mut free = FreeVars::default();
            let changes = |v: &VarId| assigned.contains(v) && !is_memory(t.program, t.program.vars[*v].ty);
            if free.of(t.program, holds).iter().any(changes) {
                continue;
            }
            let (low, high) = if cell.up { (was, cell.address) } else { (cell.address, was) };
            // A loop that goes down may move on before it looks at the cell, or afterwards.
            let mut terms = t.t();
            let behind = [terms.le(low, k), terms.lt(k, high)];
            let in_front = [terms.lt(low, k), terms.le(k, high)];
            for between in [behind, in_front].into_iter().take(if cell.up { 1 } else { 2 }) {
                let between = t.t().and(&between);
                let body = t.t().implies(between, holds);
                let all = for_all(t.program, var, body);
                t.guess_of_all(all);
            }
        }
    }
}

/// The statement about the cell at `k`: other variables were as far from their starts when the loop passed it.
fn of_passed(
    t: &mut Templates,
    cell: &Moving,
    statement: ExprId,
    (k, was): (ExprId, ExprId),
    starts: &[(VarId, ExprId)],
) -> ExprId {
    let address = cell.address;
    let at_cell = |_: &mut ExprArena, e: ExprId| (e == address).then_some(k);
    let holds = Rewriter::new(at_cell).rewrite(&mut t.program.exprs, statement);
    let distance = t.t().sub(k, was);
    let own = t.program.var_expr(cell.var);
    let base = match t.program.exprs.kind(address) {
        ExprKind::Op(Op::Add, args) if args[1] == own => Some(args[0]),
        _ => None,
    };
    let mut values: FxHashMap<VarId, ExprId> = FxHashMap::default();
    let index = base.map_or(k, |base| t.t().sub(k, base));
    values.insert(cell.var, index);
    for &(v, start) in starts {
        let then = t.t().add(start, distance);
        values.insert(v, then);
    }
    substitute(&mut t.program.exprs, holds, &values)
}

/// What the loop tests, either way, and what holds behind what it writes; over variables that move, as far as that is seen.
fn statements(t: &mut Templates, cmds: &[Cmd], names: &FxHashMap<VarId, ExprId>) -> Vec<Statement> {
    let resolved =
        |t: &mut Templates, e: ExprId| (0..MOST_NAMES).fold(e, |e, _| substitute(&mut t.program.exprs, e, names));
    let mut tests = Vec::new();
    walk(&t.program.exprs, cmds.iter().flat_map(roots), |e, kind| match kind {
        ExprKind::Op(Op::Eq | Op::Neq, _) => tests.push(e),
        // Others with literals are ranges of types.
        ExprKind::Op(Op::Le | Op::Lt, sides) if sides.iter().all(|&s| literal(t.program, s).is_none()) => tests.push(e),
        _ => {}
    });
    let mut found = Vec::new();
    for test in tests {
        let test = resolved(t, test);
        let not = t.program.exprs.not(test);
        found.extend([test, not].map(|holds| Statement { holds, written: None }));
    }
    for (map, e) in cmds.iter().flat_map(|cmd| match &cmd.kind {
        CmdKind::Assign(pairs) => pairs.clone(),
        _ => Vec::new(),
    }) {
        if let ExprKind::Op(Op::Store, args) = t.program.exprs.kind(e).clone()
            && args.len() == 3
            && is_memory(t.program, t.program.vars[map].ty)
        {
            let (at, value) = (resolved(t, args[1]), resolved(t, args[2]));
            let cells = t.program.var_expr(map);
            let cell = t.t().select(cells, at);
            let holds = t.t().eq(cell, value);
            found.push(Statement { holds, written: Some(at) });
        }
    }
    found.sort();
    found.dedup();
    found
}

/// The addresses of cells in these statements that move on by one: a variable, or one that is added to what stays.
fn moving(
    program: &Program,
    statements: &[Statement],
    vars: &[VarId],
    steps: &FxHashMap<VarId, BigInt>,
    assigned: &[VarId],
) -> Vec<Moving> {
    let mut addresses = Vec::new();
    walk(&program.exprs, statements.iter().map(|s| s.holds), |_, kind| {
        if let ExprKind::Op(Op::Select, args) = kind
            && args.len() == 2
        {
            addresses.push(args[1]);
        }
    });
    addresses.sort();
    addresses.dedup();
    let mut free = FreeVars::default();
    let mut found = Vec::new();
    for address in addresses {
        let last = match program.exprs.kind(address) {
            ExprKind::Op(Op::Add, args) if args.len() == 2 => {
                if free.of(program, args[0]).iter().any(|v| assigned.contains(v)) {
                    continue;
                }
                args[1]
            }
            _ => address,
        };
        let ExprKind::Var(var) = *program.exprs.kind(last) else { continue };
        if let Some(step) = steps.get(&var).filter(|step| step.magnitude().is_one() && vars.contains(&var)) {
            found.push(Moving { address, var, up: *step > BigInt::zero() });
        }
    }
    found
}

/// Whether an expression reads the cell at this address.
fn reads_at(program: &Program, e: ExprId, at: ExprId) -> bool {
    let mut found = false;
    walk(&program.exprs, [e], |_, kind| found |= matches!(kind, ExprKind::Op(Op::Select, args) if args[1] == at));
    found
}
