//! The program as one body: calls replaced by what they call, globals made locals, no attributes but those that tell
//! what the heap is and where blocks of memory are allocated.

use rustc_hash::FxHashMap;

use crate::base::ids::{BlockId, ProcId, VarId};
use crate::engine::{Declined, Question};
use crate::ir::build::{Renaming, fresh_local, redirect, rename_cmd};
use crate::ir::{
    AssertKind, Attr, Attribute, AttributeValue, Attributes, Block, Body, Cmd, CmdKind, Names, Procedure, Program,
    Transfer, VarKind, attributes_of,
};
use crate::pass;
use ivl::source::Span;

/// More blocks than that are not looked at.
const MOST_BLOCKS: usize = 4000;

/// One procedure without calls and globals; nothing else has a body.
pub struct Flat {
    pub program: Program,
    pub proc: ProcId,
}

impl Flat {
    pub fn body(&self) -> &Body {
        self.program.procs[self.proc].body.as_ref().expect("internal: the flat procedure has a body")
    }

    pub fn take_body(&mut self) -> Body {
        self.program.procs[self.proc].body.take().expect("internal: the flat procedure has a body")
    }

    pub fn put_body(&mut self, body: Body) {
        self.program.procs[self.proc].body = Some(body);
    }
}

/// Inlines everything that the entry calls.
pub fn flatten(question: &Question) -> Result<Flat, Declined> {
    let mut program = pass::contracts::run(question.program.clone(), question.entry).program;
    let entry = &program.procs[question.entry];
    let mut own: Vec<VarId> = program.globals.iter().chain(&entry.ins).chain(&entry.outs).copied().collect();
    own.extend(entry.body.iter().flat_map(|b| &b.locals));
    let span = entry.span;
    let procs = std::mem::take(&mut program.procs);
    let mut inliner = Inliner {
        procs: procs.iter().cloned().collect(),
        active: Vec::new(),
        body: Body { locals: Vec::new(), blocks: Default::default(), entry: BlockId(0) },
        names: Names::default(),
        program,
    };
    for var in own {
        inliner.program.vars[var].kind = VarKind::Local;
        inliner.program.vars[var].where_clause = None;
        let about_heap = attributes_of(&inliner.program.vars[var].attrs, Attr::Heap).cloned().collect();
        inliner.program.vars[var].attrs = about_heap;
        inliner.body.locals.push(var);
    }
    inliner.program.globals.clear();
    let start = inliner.activation(question.entry, &Renaming::default(), None)?;
    let Inliner { mut program, mut body, .. } = inliner;
    body.entry = start;
    let proc = program.procs.push(Procedure {
        name: "descent".into(),
        type_params: Vec::new(),
        ins: Vec::new(),
        outs: Vec::new(),
        requires: Vec::new(),
        ensures: Vec::new(),
        modifies: Vec::new(),
        body: Some(body),
        attrs: Attributes::from([]),
        implements: None,
        span,
    });
    Ok(Flat { program, proc })
}

struct Inliner {
    program: Program,
    procs: Vec<Procedure>,
    active: Vec<ProcId>,
    body: Body,
    names: Names,
}

impl Inliner {
    /// A copy of a procedure's blocks; it goes on at `after`, or returns. Returns the copy of its entry block.
    fn activation(&mut self, id: ProcId, renaming: &Renaming, after: Option<BlockId>) -> Result<BlockId, Declined> {
        let name = self.procs[id.0 as usize].name.clone();
        if self.active.contains(&id) {
            return Err(Declined(format!("{name} is recursive")));
        }
        self.active.push(id);
        let Some(inner) = self.procs[id.0 as usize].body.clone() else {
            return Err(Declined(format!("{name} has no body")));
        };
        let mut copies = FxHashMap::default();
        for (block, b) in inner.blocks.iter_enumerated() {
            let transfer = match (&b.transfer, after) {
                (Transfer::Return, Some(after)) => Transfer::Goto(vec![after]),
                (other, _) => other.clone(),
            };
            copies.insert(block, self.block(&format!("{name}.{}", b.name), transfer, b.span)?);
        }
        for (block, b) in inner.blocks.iter_enumerated() {
            let mut current = copies[&block];
            if b.transfer != Transfer::Return {
                redirect(&mut self.body, current, &copies);
            }
            for cmd in &b.cmds {
                if let CmdKind::Call { callee, .. } = cmd.kind {
                    let cmd = rename_cmd(&mut self.program, cmd, renaming);
                    current = self.call(current, callee, &cmd)?;
                } else {
                    let cmd = self.plain(cmd, renaming);
                    self.body.blocks[current].cmds.push(cmd);
                }
            }
        }
        self.active.pop();
        Ok(copies[&inner.entry])
    }

    fn block(&mut self, name: &str, transfer: Transfer, span: Span) -> Result<BlockId, Declined> {
        if self.body.blocks.len() >= MOST_BLOCKS {
            return Err(Declined("the program is too large once calls are inlined".into()));
        }
        let name = self.names.fresh(name);
        Ok(self.body.blocks.push(Block { name, cmds: Vec::new(), transfer, span }))
    }

    /// The callee's body in place of a call at the end of a block; returns the block behind it.
    fn call(&mut self, current: BlockId, callee: ProcId, cmd: &Cmd) -> Result<BlockId, Declined> {
        let CmdKind::Call { ins, outs, .. } = &cmd.kind else { panic!("internal: not a call") };
        let span = cmd.span;
        let proc = &self.procs[callee.0 as usize];
        if !proc.type_params.is_empty() {
            return Err(Declined(format!("{} is polymorphic", proc.name)));
        }
        let (name, params, results) = (proc.name.clone(), proc.ins.clone(), proc.outs.clone());
        let locals: Vec<VarId> = proc.body.iter().flat_map(|b| b.locals.clone()).collect();
        let mut renaming = Renaming::default();
        for &var in params.iter().chain(&results).chain(&locals) {
            let (name, ty) = (format!("{name}.{}", self.program.vars[var].name), self.program.vars[var].ty);
            renaming.vars.insert(var, fresh_local(&mut self.program, &mut self.body, &name, ty, span));
        }
        let epilogue: Vec<_> =
            outs.iter().copied().zip(results.iter().map(|&v| renaming.var(v)).collect::<Vec<_>>()).collect();
        let epilogue: Vec<_> = epilogue.into_iter().map(|(to, from)| (to, self.program.var_expr(from))).collect();
        let name = self.body.blocks[current].name.clone();
        let transfer = self.body.blocks[current].transfer.clone();
        let after = self.block(&name, transfer, span)?;
        if !epilogue.is_empty() {
            self.body.blocks[after].cmds.push(plain(CmdKind::Assign(epilogue), span));
        }
        let args: Vec<_> = params.iter().map(|&v| renaming.var(v)).zip(ins.iter().copied()).collect();
        if !args.is_empty() {
            self.body.blocks[current].cmds.push(plain(CmdKind::Assign(args), span));
        }
        let fresh: Vec<VarId> = locals.iter().chain(&results).map(|&v| renaming.var(v)).collect();
        if !fresh.is_empty() {
            self.body.blocks[current].cmds.push(plain(CmdKind::Havoc(fresh), span));
        }
        let start = self.activation(callee, &renaming, Some(after))?;
        self.body.blocks[current].transfer = Transfer::Goto(vec![start]);
        Ok(after)
    }

    /// The command over the activation's variables; of its attributes `{:block}` alone stays, with address and size.
    fn plain(&mut self, cmd: &Cmd, renaming: &Renaming) -> Cmd {
        let mut new = rename_cmd(&mut self.program, cmd, renaming);
        if let CmdKind::Assert(_, kind) = &mut new.kind {
            *kind = AssertKind::Assert;
        }
        let mut attrs = Vec::new();
        for attr in attributes_of(&cmd.attrs, Attr::Block) {
            if let [.., AttributeValue::Expr(at), AttributeValue::Expr(size)] = attr.args[..] {
                let args = [at, size].map(|e| AttributeValue::Expr(renaming.expr(&mut self.program, e))).to_vec();
                attrs.push(Attribute { name: attr.name.clone(), args });
            }
        }
        new.attrs = attrs.into();
        new
    }
}

/// A command without attributes.
pub fn plain(kind: CmdKind, span: Span) -> Cmd {
    Cmd { kind, attrs: Attributes::from([]), span }
}
