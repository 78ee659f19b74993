//! The program in the form that Horn clauses and k-induction are about: everything that is asserted or assumed is a command, calls are
//! few, and each ends its block.
//!
//! ```text
//! requires, ensures, where, old, invariants  →  assert and assume             (as the bounded search has them)
//! call y := P(e);   (not recursive, small)   →  the body of P
//! A: S; call y := P(e); T;                   →  A: S; call y := P(e); goto A#1;   A#1: T;
//! ```
//!
//! Contracts are gone afterwards, and so are attributes: what a procedure says about itself is what is found out. A
//! program in this form with invariants and contracts that verify is a proof of the program that it was made of.

use ivl::source::SourceMap;
use rustc_hash::FxHashMap;

use crate::base::ids::{BlockId, IdVec, ProcId};
use crate::cfg::call_graph::{bottom_up, callees, reachable};
use crate::cfg::mod_sets::mod_sets;
use crate::engine::{Declined, Question};
use crate::infer::modular::{Inlining, inline_calls};
use crate::ir::Names;
use crate::ir::build::split_block;
use crate::ir::{Attr, Attribute, AttributeValue, Attributes, Body, CmdKind, Program, has_attribute};
use crate::pass::definitions::use_definitions_beside_triggers;
use crate::pass::monomorphise::monomorphise;
use crate::pass::prune;
use crate::pass::reducible::split_side_entries;
use crate::resolve::resolve;

/// A program in that form, and where executions begin: in a procedure that nothing calls.
#[derive(Clone)]
pub struct NormalForm {
    pub program: Program,
    pub entry: ProcId,
}

/// Commands that inlining may make of a procedure.
const LARGEST: usize = 4_000;
/// A procedure that is called more than once is inlined up to that many commands.
const SMALL: usize = 200;
/// In programs that are no larger than [`LARGEST`], a larger one is where all its calls together become no more than that: what is true
/// of a body is found sooner than a contract that says enough of all calls (`kinds.tsv`).
const TOGETHER: usize = 1_500;

/// Brings a program into that form.
pub(super) fn normal(question: &Question) -> Result<NormalForm, Declined> {
    if let Some(what) = unsupported(question.program, question.entry) {
        return Err(Declined(what));
    }
    let desugared = super::desugared(question);
    let (mut program, entry) = (desugared.program.clone(), desugared.entry);
    strip(&mut program, entry);
    inline(&mut program, entry);
    let program = prune::run(program, entry).program;
    let mut program = program;
    for id in program.procs.ids() {
        let Some(mut body) = program.procs[id].body.take() else { continue };
        split_at_calls(&mut body);
        if !split_side_entries(&mut program, &mut body) {
            return Err(Declined("loops with too many entries".into()));
        }
        program.procs[id].body = Some(body);
    }
    let modified = mod_sets(&program);
    for (proc, modified) in program.procs.iter_mut().zip(modified.iter()) {
        proc.modifies.clone_from(modified);
    }
    Names::unique(&mut program);
    Ok(NormalForm { program, entry })
}

/// What executions of the entry can reach that has no meaning here.
fn unsupported(program: &Program, entry: ProcId) -> Option<String> {
    let further: Vec<ProcId> = program.procs.iter().filter_map(|p| p.implements).collect();
    for proc in reachable(program, entry) {
        if further.contains(&proc) {
            return Some(format!("several implementations (of {})", program.procs[proc].name));
        }
        let blocks = program.procs[proc].body.iter().flat_map(|b| b.blocks.iter());
        for cmd in blocks.flat_map(|b| &b.cmds) {
            if matches!(cmd.kind, CmdKind::Call { .. }) && has_attribute(&cmd.attrs, Attr::Async) {
                return Some(format!("async calls (in {})", program.procs[proc].name));
            }
        }
    }
    None
}

/// Takes away what commands say by now, what only other engines read, and what executions of the entry cannot call.
fn strip(program: &mut Program, entry: ProcId) {
    let none = Attributes::from([]);
    let mut called = IdVec::filled(false, program.procs.len());
    for proc in reachable(program, entry) {
        called[proc] = true;
    }
    for (proc, called) in program.procs.iter_mut().zip(called.iter()) {
        proc.requires.clear();
        proc.ensures.clear();
        proc.attrs = none.clone();
        if !called {
            proc.body = None;
        }
        for cmd in proc.body.iter_mut().flat_map(|b| b.blocks.iter_mut()).flat_map(|b| &mut b.cmds) {
            cmd.attrs = none.clone();
        }
    }
    for var in program.vars.iter_mut() {
        var.where_clause = None;
        var.attrs = none.clone();
    }
}

/// Inlines what is not recursive: what is called once, and what is small.
fn inline(program: &mut Program, entry: ProcId) {
    let callees = callees(program);
    let mut sites: FxHashMap<ProcId, usize> = FxHashMap::default();
    for_each_call(program, |callee| *sites.entry(callee).or_default() += 1);
    let one = program.exprs.int(1);
    let mark = Attributes::from([Attribute { name: "inline".into(), args: vec![AttributeValue::Expr(one)] }]);
    let whole: usize = program.procs.iter().map(|proc| proc.cmds().count()).sum();
    let together = if whole <= LARGEST { TOGETHER } else { 0 };
    let mut sizes = IdVec::filled(0_usize, program.procs.len());
    let mut inlined = IdVec::filled(false, program.procs.len());
    for group in bottom_up(program) {
        for &proc in &group {
            let Some(body) = &program.procs[proc].body else { continue };
            let size_of = |kind: &CmdKind| match kind {
                CmdKind::Call { callee, .. } if inlined[*callee] => sizes[*callee] + 2,
                _ => 1,
            };
            let blocks = body.blocks.iter();
            let size: usize = blocks.map(|b| 1 + b.cmds.iter().map(|c| size_of(&c.kind)).sum::<usize>()).sum();
            let recursive = group.len() > 1 || callees[proc].contains(&proc);
            let calls = sites.get(&proc).copied().unwrap_or(0);
            let limit = if calls == 1 { LARGEST } else { SMALL.max(together / calls.max(1)) };
            sizes[proc] = size;
            inlined[proc] = proc != entry && !recursive && size <= limit;
        }
    }
    let kept: Vec<ProcId> = program.procs.ids().filter(|&p| program.procs[p].body.is_some() && !inlined[p]).collect();
    for proc in program.procs.ids().filter(|&p| inlined[p]) {
        program.procs[proc].attrs = mark.clone();
    }
    inline_calls(program, &kept, Inlining::Spec, None);
    for proc in program.procs.iter_mut() {
        proc.attrs = Attributes::from([]);
    }
    for proc in program.procs.ids().filter(|&p| inlined[p]) {
        program.procs[proc].body = None;
    }
}

fn for_each_call(program: &Program, mut visit: impl FnMut(ProcId)) {
    let bodies = program.procs.iter().filter_map(|p| p.body.as_ref());
    for cmd in bodies.flat_map(|b| b.blocks.iter()).flat_map(|b| &b.cmds) {
        if let CmdKind::Call { callee, .. } = cmd.kind {
            visit(callee);
        }
    }
}

/// Calls end their blocks, and the block behind has no other way in.
fn split_at_calls(body: &mut Body) {
    let mut names = Names::of_blocks(body);
    let mut pending: Vec<BlockId> = body.blocks.ids().collect();
    while let Some(id) = pending.pop() {
        let cmds = &body.blocks[id].cmds;
        let Some(at) = cmds.iter().position(|c| matches!(c.kind, CmdKind::Call { .. })) else { continue };
        pending.push(split_block(body, id, at + 1, &mut names));
    }
}

/// The program that a text stands for, ready to be verified.
pub fn read_back(text: &str) -> Option<Program> {
    let mut sources = SourceMap::default();
    let file = sources.add("obligation".into(), text.into());
    let (tree, diagnostics) = ivl::parse(&sources, file);
    if !diagnostics.is_empty() {
        return None;
    }
    let (program, _) = resolve(&tree, &sources);
    let (mut program, _) = monomorphise(program?).ok()?;
    use_definitions_beside_triggers(&mut program);
    Some(program)
}
