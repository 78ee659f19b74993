//! Every procedure by itself: acyclic, without calls, its contract and those of its callees written out.
//!
//! What violates an assertion afterwards need not be an execution of the program: calls do whatever the callee's
//! contract allows, and loops begin in whatever state their invariants allow. What violates none is correct, if the
//! contracts of the callees are. After K. R. M. Leino, This is Boogie 2, and M. Barnett, K. R. M. Leino,
//! Weakest-Precondition of Unstructured Programs, PASTE 2005.

mod contracts;
mod cut;
mod inline;
mod reducible;
mod unroll;

use crate::base::ids::{BlockId, ProcId};
use crate::ir::{Attributes, Body, Cmd, CmdKind, Program, has_attribute};
use ivl::source::Span;

pub use contracts::int_attribute;

/// How procedures are taken apart.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// Follow back edges that often instead of cutting loops: what is beyond is not looked at.
    pub loop_unroll: Option<u32>,
    /// Inline this deep, whatever the attributes say.
    pub inline_depth: Option<u32>,
    /// Put the bodies of `{:inline n}` procedures where they are called.
    pub inline: bool,
}

impl Default for Config {
    fn default() -> Config {
        Config { loop_unroll: None, inline_depth: None, inline: true }
    }
}

/// The procedures that have a body to verify: not those marked `{:verify false}`, nor those that are inlined.
pub fn to_verify(program: &Program, config: &Config) -> Vec<ProcId> {
    let wanted = |id: &ProcId| {
        let proc = &program.procs[*id];
        let inlined = config.inline && has_attribute(&proc.attrs, "inline");
        proc.body.is_some() && !contracts::is_false(program, &proc.attrs, "verify") && !inlined
    };
    program.procs.ids().filter(wanted).collect()
}

/// The program with nothing but procedures that stand by themselves. `procs` are those that keep their bodies.
pub fn isolate(mut program: Program, procs: &[ProcId], config: &Config) -> Program {
    if config.inline {
        inline::inline_calls(&mut program, procs, config.inline_depth);
    }
    let contracts = contracts::Contracts::of(&program);
    for id in program.procs.ids() {
        if procs.binary_search(&id).is_err() {
            program.procs[id].body = None;
            program.procs[id].implements = None;
        }
    }
    for &id in procs {
        let mut body = program.procs[id].body.take().expect("internal: only procedures with bodies are verified");
        if let Some(times) = config.loop_unroll {
            unroll::unroll_loops(&mut program, &mut body, times as usize);
        }
        reducible::split_side_entries(&mut program, &mut body);
        contracts::expand(&mut program, &contracts, id, &mut body);
        cut::cut_loops(&mut program, &mut body);
        program.procs[id].body = Some(body);
    }
    #[cfg(debug_assertions)]
    crate::ir::verify::assert_valid(&program, "isolation");
    program
}

fn command(kind: CmdKind, span: Span) -> Cmd {
    Cmd { kind, attrs: Attributes::from([]), span }
}

/// What is assumed of variables that were havocked.
fn where_clauses(program: &Program, vars: impl IntoIterator<Item = crate::base::ids::VarId>, span: Span) -> Vec<Cmd> {
    vars.into_iter()
        .filter_map(|v| program.vars[v].where_clause)
        .map(|clause| command(CmdKind::Assume(clause), span))
        .collect()
}

/// Drops the blocks that control cannot reach.
fn drop_unreachable(body: &mut Body) {
    let number = crate::cfg::flow::depth_first(body).number;
    crate::cfg::flow::retain_blocks(body, |b: BlockId| number[b].is_some());
}
