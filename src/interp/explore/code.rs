//! Procedures as lists of small steps, in which the contract of the language is spelled out.

use crate::base::ids::{BlockId, ExprId, Id, ProcId, VarId};
use crate::ir::roots::old_globals;
use crate::ir::{Clause, CmdKind, Program, Transfer, VarKind};

use super::nest::Nest;

/// One step; a choice inside it is made before it is tried again.
#[derive(Clone, Debug)]
pub enum Micro<'p> {
    Assign(&'p [(VarId, ExprId)]),
    /// No values from here on.
    Havoc(Vec<VarId>),
    Assume(ExprId),
    Assert(ExprId),
    /// These constants differ.
    Distinct(Vec<VarId>),
    /// The globals under `old` get values, which are kept.
    Snapshot,
    Call {
        callee: ProcId,
        ins: &'p [ExprId],
        outs: &'p [VarId],
    },
    Goto(&'p [BlockId]),
    /// Out-parameters get values, and control returns.
    Exit,
}

/// A procedure to explore.
#[derive(Clone, Debug)]
pub struct Code<'p> {
    /// The steps of each block of the body; one more for the entry, where execution begins.
    pub blocks: Vec<Vec<Micro<'p>>>,
    pub nest: Nest,
    /// Constants and globals, in-parameters, out-parameters, locals: the order of values in a state.
    /// The old globals follow.
    pub vars: Vec<VarId>,
    pub olds: Vec<VarId>,
    /// See [`super::live::live_at_blocks`]; the explorer adds it.
    pub live: Vec<Vec<bool>>,
}

impl<'p> Code<'p> {
    pub fn new(program: &'p Program, proc: ProcId, is_entry: bool) -> Code<'p> {
        let decl = &program.procs[proc];
        let wheres = |vars: &mut dyn Iterator<Item = VarId>| -> Vec<Micro<'p>> {
            vars.filter_map(|v| program.vars[v].where_clause).map(Micro::Assume).collect()
        };
        let clause = |make: fn(ExprId) -> Micro<'p>| move |c: &Clause| make(c.expr);
        let free = |c: &&Clause| c.free;
        let checked = |c: &&Clause| !c.free;

        let mut prologue = Vec::new();
        if is_entry {
            prologue.extend(distinct_constants(program));
            prologue.extend(program.axioms.iter().map(|a| Micro::Assume(a.expr)));
            prologue.extend(wheres(&mut program.globals.iter().copied()));
        }
        prologue.push(Micro::Snapshot);
        if is_entry {
            prologue.extend(decl.requires.iter().filter(checked).map(clause(Micro::Assume)));
        }

        let mut vars: Vec<VarId> = program.consts.iter().chain(&program.globals).copied().collect();
        vars.extend(decl.ins.iter().chain(&decl.outs));
        let olds = old_globals(program, proc);
        let Some(body) = &decl.body else {
            let changed: Vec<VarId> = decl.outs.iter().chain(&decl.modifies).copied().collect();
            let assumed = wheres(&mut changed.iter().copied());
            prologue.extend(decl.requires.iter().filter(free).map(clause(Micro::Assume)));
            prologue.push(Micro::Havoc(changed));
            prologue.extend(assumed);
            prologue.extend(decl.ensures.iter().map(clause(Micro::Assume)));
            prologue.push(Micro::Exit);
            return Code { blocks: vec![prologue], nest: Nest::default(), vars, olds, live: Vec::new() };
        };
        vars.extend(&body.locals);
        prologue.extend(wheres(&mut decl.ins.iter().chain(&decl.outs).chain(&body.locals).copied()));
        prologue.extend(decl.requires.iter().filter(free).map(clause(Micro::Assume)));
        // Not an edge of the body, so not the back edge of a loop whose head is the entry block.
        prologue.push(Micro::Goto(std::slice::from_ref(&body.entry)));

        let mut blocks: Vec<Vec<Micro<'p>>> = Vec::with_capacity(body.blocks.len() + 1);
        for block in body.blocks.iter() {
            let mut steps = Vec::with_capacity(block.cmds.len() + 1);
            for cmd in &block.cmds {
                match &cmd.kind {
                    CmdKind::Assign(pairs) => steps.push(Micro::Assign(pairs)),
                    CmdKind::Havoc(vars) => {
                        steps.push(Micro::Havoc(vars.clone()));
                        steps.extend(wheres(&mut vars.iter().copied()));
                    }
                    CmdKind::Assume(e) => steps.push(Micro::Assume(*e)),
                    CmdKind::Assert(e, _) => steps.push(Micro::Assert(*e)),
                    CmdKind::Call { callee, ins, outs, .. } => {
                        steps.push(Micro::Call { callee: *callee, ins, outs });
                    }
                }
            }
            match &block.transfer {
                Transfer::Goto(targets) => steps.push(Micro::Goto(targets)),
                Transfer::Return | Transfer::ReturnExpr(_) => {
                    steps.extend(decl.ensures.iter().filter(checked).map(clause(Micro::Assert)));
                    steps.extend(decl.ensures.iter().filter(free).map(clause(Micro::Assume)));
                    steps.push(Micro::Exit);
                }
            }
            blocks.push(steps);
        }
        blocks.push(prologue);
        Code { blocks, nest: Nest::new(body), vars, olds, live: Vec::new() }
    }

    /// The block that stands for the procedure's entry.
    pub fn start(&self) -> BlockId {
        BlockId::from_index(self.blocks.len() - 1)
    }
}

/// Unique constants of one type, where there are several.
fn distinct_constants<'p>(program: &Program) -> Vec<Micro<'p>> {
    let mut groups: Vec<(crate::base::ids::TypeId, Vec<VarId>)> = Vec::new();
    for &c in &program.consts {
        let var = &program.vars[c];
        if var.kind == (VarKind::Const { unique: true }) {
            match groups.iter_mut().find(|(ty, _)| *ty == var.ty) {
                Some((_, group)) => group.push(c),
                None => groups.push((var.ty, vec![c])),
            }
        }
    }
    groups.into_iter().filter(|(_, g)| g.len() > 1).map(|(_, g)| Micro::Distinct(g)).collect()
}
