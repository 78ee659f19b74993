//! A procedure's body in place of a call.
//!
//! ```text
//! A: S; (the call) T; goto B;   →   A: S; goto P_A;     P_A: …; goto P_B;     P_B: …; goto A#1;     A#1: T; goto B;
//! ```
//!
//! What parameters, results and contracts mean is the user's business: the arguments are assigned at the end of `A`,
//! the results at the start of `A#1`.

use ivl::source::Span;

use super::rename::{Renaming, rename_cmds};
use super::{fresh_local, redirect};
use crate::base::ids::{BlockId, VarId};
use crate::ir::{Block, Body, Names, Procedure, Program, Transfer};
use rustc_hash::FxHashMap;

/// The variables of a procedure: parameters, results and the locals of its body.
pub fn own_vars(proc: &Procedure) -> impl Iterator<Item = VarId> {
    let locals = proc.body.iter().flat_map(|body| &body.locals);
    proc.ins.iter().chain(&proc.outs).chain(locals).copied()
}

/// New locals for the variables of a procedure that is entered.
pub fn activation(program: &mut Program, body: &mut Body, proc: &Procedure, span: Span) -> Renaming {
    let mut renaming = Renaming::default();
    for var in own_vars(proc) {
        let (name, ty) = (format!("{}_{}", proc.name, program.vars[var].name), program.vars[var].ty);
        renaming.vars.insert(var, fresh_local(program, body, &name, ty, span));
    }
    renaming
}

/// Where the parts of a body are that took the place of a call.
pub struct Spliced {
    /// The copy of each of its blocks.
    pub copies: FxHashMap<BlockId, BlockId>,
    /// The block behind its returns; it ends like the block in front did.
    pub after: BlockId,
}

/// Lets control pass through a copy of a procedure's body, over renamed variables, at the end of the block `at`.
pub fn splice(
    program: &mut Program,
    body: &mut Body,
    at: BlockId,
    proc: &Procedure,
    renaming: &Renaming,
    names: &mut Names,
) -> Spliced {
    let inner = proc.body.as_ref().expect("internal: only procedures with bodies take the place of calls");
    let Block { name, transfer, span, .. } = &body.blocks[at];
    let behind = Block { name: names.fresh(name), cmds: Vec::new(), transfer: transfer.clone(), span: *span };
    let after = body.blocks.push(behind);
    let mut copies = FxHashMap::default();
    for (id, block) in inner.blocks.iter_enumerated() {
        let mut copy = block.clone();
        copy.name = names.fresh(&format!("{}_{}", proc.name, block.name));
        rename_cmds(program, &mut copy.cmds, renaming);
        copies.insert(id, body.blocks.push(copy));
    }
    for copy in copies.values() {
        match &mut body.blocks[*copy].transfer {
            Transfer::Goto(_) => redirect(body, *copy, &copies),
            end => *end = Transfer::Goto(vec![after]),
        }
    }
    body.blocks[at].transfer = Transfer::Goto(vec![copies[&inner.entry]]);
    Spliced { copies, after }
}
