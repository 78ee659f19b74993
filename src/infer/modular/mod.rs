//! Every procedure by itself: acyclic, without calls, its contract and those of its callees written out.
//!
//! What violates an assertion afterwards need not be an execution of the program: calls do whatever the callee's
//! contract allows, and loops begin in whatever state their invariants allow. What violates none is correct, if the
//! contracts of the callees are. After K. R. M. Leino, This is Boogie 2, and M. Barnett, K. R. M. Leino,
//! Weakest-Precondition of Unstructured Programs, PASTE 2005.

mod contracts;
mod inline;
mod selective;

use crate::base::ids::ProcId;
use crate::ir::{Attr, Program, bool_attribute, has_attribute};
use crate::pass::cut::cut_loops;
use crate::pass::reducible::split_side_entries;
use crate::pass::unroll::unroll_loops;

pub use inline::inline_calls;

/// How procedures are taken apart.
#[derive(Clone, Copy, Debug, Default)]
pub struct Config {
    /// Follow back edges that often instead of cutting loops: what is beyond is not looked at.
    pub loop_unroll: Option<u32>,
    /// Then inline this many levels, whatever the attributes say: what is inlined is assumed to keep its contract.
    pub inline_depth: Option<u32>,
    /// What `{:inline n}` means.
    pub inline: Inlining,
}

/// What becomes of calls of procedures marked `{:inline n}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Inlining {
    /// The attribute is not looked at.
    None,
    /// Bodies take their place; what is deeper is not looked at.
    #[default]
    Assume,
    /// The same; that nothing is deeper is asserted.
    Assert,
    /// The same; deeper calls do what contracts say, and the procedures are verified, too.
    Spec,
}

/// The procedures that have a body to verify: not those marked `{:verify false}`, nor those that are inlined.
pub fn to_verify(program: &Program, config: &Config) -> Vec<ProcId> {
    let wanted = |id: &ProcId| {
        let proc = &program.procs[*id];
        let skips = matches!(config.inline, Inlining::Assume | Inlining::Assert);
        let inlined = skips && has_attribute(&proc.attrs, Attr::Inline);
        proc.body.is_some() && bool_attribute(&program.exprs, &proc.attrs, Attr::Verify) != Some(false) && !inlined
    };
    program.procs.ids().filter(wanted).collect()
}

/// A program with nothing but procedures that stand by themselves.
pub struct Isolated {
    pub program: Program,
    /// Procedures whose control flow is too tangled to be taken apart; they have no bodies.
    pub declined: Vec<ProcId>,
}

/// Takes the procedures apart. `procs`, in order, are those that keep their bodies.
pub fn isolate(mut program: Program, procs: &[ProcId], config: &Config) -> Isolated {
    let mut declined = Vec::new();
    if config.inline != Inlining::None {
        inline::inline_calls(&mut program, procs, config.inline, None);
    }
    if config.inline_depth.is_some() {
        inline::inline_calls(&mut program, procs, config.inline, config.inline_depth);
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
        selective::assume_before_start(&program.exprs, &mut body, &program.procs[id].attrs);
        if !split_side_entries(&mut program, &mut body) {
            declined.push(id);
            continue;
        }
        if let Some(times) = config.loop_unroll {
            unroll_loops(&mut program, &mut body, times as usize);
        }
        contracts::expand(&mut program, &contracts, id, &mut body);
        cut_loops(&mut program, &mut body);
        program.procs[id].body = Some(body);
    }
    #[cfg(debug_assertions)]
    crate::ir::verify::assert_valid(&program, "isolation");
    Isolated { program, declined }
}
