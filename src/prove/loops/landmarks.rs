//! Iterations that matter besides those of points: where an induction variable has a value that the program keeps in a
//! variable (`a[pos] := x; … while (a[i] != x) …`), or had when another loop ended.
//!
//! Where loops end is remembered:
//!
//! ```text
//! L: goto B, X;  B: assume i < n; …  X: assume i >= n; …   →   X: assume i >= n; end_i := i; …
//! ```

use crate::base::ids::{BlockId, ExprId, VarId};
use crate::cfg::flow::predecessors;
use crate::ir::build::fresh_local;
use crate::ir::visit::walk;
use crate::ir::{Cmd, CmdKind, ExprKind, Op, TypeTable, VarKind};

use super::invariants::limits;
use super::shape::{Loop, Shape, variables};
use crate::forms::inlined::{Flat, command, is_branch};

/// Candidates of each kind.
const MOST: usize = 3;

/// Remembers what the first induction variable of each loop but the last is when it ends.
pub fn remember_ends(flat: &mut Flat, shape: &Shape) -> Vec<VarId> {
    let mut ends = Vec::new();
    let preds = predecessors(&flat.body);
    for l in shape.loops.iter().rev().skip(1).rev() {
        let Some(counter) = l.inductions.first() else { continue };
        let exits: Vec<BlockId> = flat
            .body
            .blocks
            .ids()
            .filter(|b| !l.members.contains(b) && preds[*b].iter().any(|p| l.members.contains(p)))
            .collect();
        if exits.iter().any(|&exit| preds[exit].iter().any(|p| !l.members.contains(p))) {
            continue;
        }
        let Flat { program, body } = flat;
        let name = format!("end_{}", program.vars[counter.var].name);
        let span = body.blocks[l.header].span;
        let end = fresh_local(program, body, &name, TypeTable::INT, span);
        let now = program.var_expr(counter.var);
        for exit in exits {
            let cmds = &mut body.blocks[exit].cmds;
            let at = usize::from(cmds.first().is_some_and(is_branch));
            cmds.insert(at, command(CmdKind::Assign(vec![(end, now)])));
        }
        ends.push(end);
    }
    ends
}

/// Integers that no loop assigns and that say where something is in an array or what is compared with; `ends` come
/// first.
pub fn landmarks(flat: &Flat, shape: &Shape, ends: &[VarId]) -> Vec<VarId> {
    let mut found: Vec<VarId> = ends.to_vec();
    let program = &flat.program;
    let mut places: Vec<ExprId> = Vec::new();
    walk(&program.exprs, flat.body.cmds().flat_map(Cmd::exprs), |_, kind| match kind {
        ExprKind::Op(Op::Select, args) => places.extend(&args[1..]),
        ExprKind::Op(Op::Store, args) => places.extend(&args[1..args.len() - 1]),
        _ => {}
    });
    for var in places.into_iter().flat_map(|e| variables(program, e)) {
        // What a lambda binds is no variable of the program.
        let is_bound = program.vars[var].kind == VarKind::Bound;
        let is_kept = !is_bound && shape.loops.iter().all(|l| !l.assigned.contains(&var));
        if is_kept && program.vars[var].ty == TypeTable::INT && !found.contains(&var) {
            found.push(var);
        }
    }
    // Addresses of arrays are no indices.
    found.retain(|&var| ends.contains(&var) || !program.vars[var].name.starts_with("addr."));
    found.truncate(ends.len().min(MOST) + MOST);
    found
}

/// What the value of an induction variable may be taken off: the last index, and the number of elements.
pub fn mirrors(flat: &mut Flat, l: &Loop) -> Vec<ExprId> {
    let program = &mut flat.program;
    let mut found = Vec::new();
    for limit in limits(program, l) {
        let (last, one) = match program.exprs.kind(limit) {
            ExprKind::Int(n) => (Some(n - 1), None),
            _ => (None, Some(program.exprs.int(1))),
        };
        let last = match (last, one) {
            (Some(n), _) => program.exprs.int(n),
            (None, Some(one)) => program.exprs.op(Op::Sub, [limit, one], TypeTable::INT),
            (None, None) => continue,
        };
        found.extend([last, limit]);
    }
    found.truncate(2 * MOST);
    found
}
