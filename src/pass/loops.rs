//! Loops become recursive procedures, irreducible ones included, so that inlining alone handles both.
//!
//! ```text
//! H: …; goto B, E;           L: call x, exit := P_loop_H(x, y); goto E;
//! B: …; goto H;        →     procedure {:loop_procedure} P_loop_H(x₀, y₀) returns (x, exit) {
//! E: …                         x := x₀; goto H;
//!                              H: …; goto B, E';   B: …; goto back;
//!                              back: call x, exit := P_loop_H(x, y₀); return;   E': exit := 0; return; }
//! ```
//!
//! What `E` assumes first `E'` assumes as well: so the loop knows after which rounds it can be left.
//!
//! Each back edge is one tail call, so that an execution with n arrivals over back edges has n+1 nested activations
//! of the loop procedure, counted from its entry on. A loop with side entries takes an argument that says where to
//! begin. After section 2 of the Corral paper, which assumes this transformation.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Back, Effect, Origin, Step, keep_reachable};
use crate::base::ids::{BlockId, ExprId, IdVec, ProcId, VarId};
use crate::cfg::loops::{Loop, loops};
use crate::cfg::threads::mark;
use crate::ir::build::{Renaming, rename_cmds};
use crate::ir::visit::Walker;
use crate::ir::{
    Attr, Attribute, Attributes, Block, Body, Cmd, CmdKind, ExprKind, Name, Names, Procedure, Program, Transfer,
    TypeTable, Var, VarKind, has_attribute,
};
use ivl::source::Span;

/// Whether this pass made it of a loop.
pub fn is_loop_procedure(proc: &Procedure) -> bool {
    has_attribute(&proc.attrs, Attr::LoopProcedure)
}

/// The in-parameter of a loop procedure that brings in what an out-parameter takes out: they are assigned where it
/// begins.
pub fn incoming(program: &Program, proc: &Procedure) -> FxHashMap<VarId, VarId> {
    let Some(body) = proc.body.as_ref().filter(|_| is_loop_procedure(proc)) else { return FxHashMap::default() };
    let assigned = body.blocks[body.entry].cmds.iter().flat_map(|cmd| match &cmd.kind {
        CmdKind::Assign(pairs) => &pairs[..],
        _ => &[],
    });
    let copied = assigned.filter_map(|&(out, e)| match *program.exprs.kind(e) {
        ExprKind::Var(v) if proc.ins.contains(&v) && proc.outs.contains(&out) => Some((out, v)),
        _ => None,
    });
    copied.collect()
}

pub fn run(mut program: Program) -> Step {
    let mut back = Back::default();
    let mut proc_names = Names::of_procs(&program);
    for id in program.procs.ids() {
        let Some(body) = program.procs[id].body.take() else { continue };
        let mut nest = loops(&body);
        if nest.is_empty() {
            program.procs[id].body = Some(body);
            continue;
        }
        let origins = body.blocks.ids().map(Origin::same).collect();
        let block_names = Names::of_blocks(&body);
        let mut work = Extraction {
            program: &mut program,
            back: &mut back,
            proc: id,
            body,
            origins,
            used: Vec::new(),
            proc_names: &mut proc_names,
            block_names,
        };
        work.collect_used();
        for index in 0..nest.len() {
            let added = work.extract(&nest[index]);
            let mut around = nest[index].parent;
            while let Some(outer) = around {
                nest[outer].members.extend_from_slice(&added);
                around = nest[outer].parent;
            }
        }
        let Extraction { mut body, mut origins, .. } = work;
        keep_reachable(&mut body, &mut origins);
        program.procs[id].body = Some(body);
        back.blocks.insert(id, origins);
    }
    Step { program, back, effect: Effect::Equivalent }
}

/// One procedure while its loops are taken out, inner ones first.
struct Extraction<'a> {
    program: &'a mut Program,
    back: &'a mut Back,
    proc: ProcId,
    body: Body,
    origins: IdVec<BlockId, Origin>,
    /// For each block, the parameters and locals that it reads or assigns. Indexed by block.
    used: Vec<Used>,
    proc_names: &'a mut Names,
    block_names: Names,
}

#[derive(Clone, Default)]
struct Used {
    read: FxHashSet<VarId>,
    written: FxHashSet<VarId>,
}

/// The interface of a loop procedure.
struct Interface {
    proc: ProcId,
    /// Variables of the surrounding procedure that the loop reads or assigns, in order.
    used: Vec<VarId>,
    /// Those that it assigns.
    written: Vec<VarId>,
    /// Where control goes when the loop is left.
    exits: Vec<BlockId>,
    /// Caller's variable that receives the index into `exits`, when there are several.
    exit: Option<VarId>,
}

impl Extraction<'_> {
    fn collect_used(&mut self) {
        self.used = self.body.blocks.iter().map(|b| used_by(self.program, &b.cmds)).collect();
    }

    /// Returns the blocks that the surrounding procedure got.
    fn extract(&mut self, l: &Loop) -> Vec<BlockId> {
        let interface = self.interface(l);
        self.make_procedure(l, &interface);
        self.replace_by_call(l, &interface)
    }

    fn interface(&mut self, l: &Loop) -> Interface {
        let mut union = Used::default();
        for &member in &l.members {
            union.read.extend(&self.used[member.0 as usize].read);
            union.written.extend(&self.used[member.0 as usize].written);
        }
        let proc = &self.program.procs[self.proc];
        let own = proc.ins.iter().chain(&proc.outs).chain(&self.body.locals).copied();
        let used: Vec<VarId> = own.filter(|v| union.read.contains(v) || union.written.contains(v)).collect();
        let written = used.iter().copied().filter(|v| union.written.contains(v)).collect();
        let members: FxHashSet<BlockId> = l.members.iter().copied().collect();
        let mut exits = Vec::new();
        for &member in &l.members {
            for &target in self.body.blocks[member].transfer.targets() {
                if !members.contains(&target) && !exits.contains(&target) {
                    exits.push(target);
                }
            }
        }
        let header = &self.body.blocks[l.header];
        let wanted = format!("{}_loop_{}", proc.name, header.name);
        let span = header.span;
        let exit = (exits.len() > 1).then(|| self.new_local("exit", span));
        let attrs = Attributes::from([Attribute::marker(Attr::LoopProcedure)]);
        let name = self.proc_names.fresh(&wanted);
        let proc = self.program.procs.push(Procedure {
            name,
            type_params: Vec::new(),
            ins: Vec::new(),
            outs: Vec::new(),
            requires: Vec::new(),
            ensures: Vec::new(),
            modifies: self.program.procs[self.proc].modifies.clone(),
            body: None,
            attrs,
            implements: None,
            span,
        });
        self.back.procs.insert(proc, self.proc);
        Interface { proc, used, written, exits, exit }
    }

    /// A new integer variable of the surrounding procedure that no trace mentions.
    fn new_local(&mut self, name: &str, span: Span) -> VarId {
        let local = self.program.new_var(name, VarKind::Local, TypeTable::INT, span);
        self.back.vars.insert(local, None);
        self.body.locals.push(local);
        local
    }

    fn make_procedure(&mut self, l: &Loop, interface: &Interface) {
        let span = self.body.blocks[l.header].span;
        let mut renaming = Renaming::default();
        let (mut ins, mut outs, mut init) = (Vec::new(), Vec::new(), Vec::new());
        for &var in &interface.used {
            let Var { name, ty, .. } = self.program.vars[var].clone();
            let assigned = interface.written.contains(&var);
            let in_name = if assigned { format!("in_{name}") } else { name.to_string() };
            let param = self.program.new_var(in_name, VarKind::In, ty, span);
            self.back.vars.insert(param, Some(var));
            ins.push(param);
            let here = if assigned {
                let out = self.program.new_var(name, VarKind::Out, ty, span);
                self.back.vars.insert(out, Some(var));
                outs.push(out);
                init.push((out, self.program.var_expr(param)));
                out
            } else {
                param
            };
            renaming.vars.insert(var, here);
        }
        let exit = interface.exit.map(|_| {
            let exit = self.program.new_var("exit", VarKind::Out, TypeTable::INT, span);
            self.back.vars.insert(exit, None);
            outs.push(exit);
            exit
        });
        let at = (!l.side_entries.is_empty()).then(|| {
            let at = self.program.new_var("at", VarKind::In, TypeTable::INT, span);
            self.back.vars.insert(at, None);
            ins.push(at);
            at
        });

        let mut names: Names = l.members.iter().map(|m| self.body.blocks[*m].name.clone()).collect();
        let mut blocks: IdVec<BlockId, Block> = IdVec::new();
        let mut origins: IdVec<BlockId, Origin> = IdVec::new();
        let mut copy_of: FxHashMap<BlockId, BlockId> = FxHashMap::default();
        for &member in &l.members {
            let old = &self.body.blocks[member];
            let placeholder =
                Block { name: old.name.clone(), cmds: Vec::new(), transfer: Transfer::Return, span: old.span };
            copy_of.insert(member, blocks.push(placeholder));
            origins.push(self.origins[member]);
        }
        // The back edge: one tail call. It begins where the header begins.
        let mut again: Vec<ExprId> = interface.used.iter().map(|v| self.program.var_expr(renaming.var(*v))).collect();
        if at.is_some() {
            again.push(self.program.exprs.int(0));
        }
        let call = CmdKind::Call { callee: interface.proc, types: Box::new([]), ins: again, outs: outs.clone() };
        let back_edge =
            blocks.push(made_block(names.fresh("back"), vec![Cmd::new(call, span)], Transfer::Return, span));
        origins.push(Origin { end: None, ..self.origins[l.header] });
        for (index, &target) in interface.exits.iter().enumerate() {
            let number = self.program.exprs.int(index);
            let mut cmds = self.exit_test(target, interface);
            rename_cmds(self.program, &mut cmds, &renaming);
            cmds.extend(exit.map(|exit| Cmd::new(CmdKind::Assign(vec![(exit, number)]), span)));
            let block = made_block(names.fresh("exit"), cmds, Transfer::Return, span);
            copy_of.insert(target, blocks.push(block));
            origins.push(Origin { end: None, ..self.origins[target] });
        }
        let header = copy_of[&l.header];
        for &member in &l.members {
            let old = &self.body.blocks[member];
            let (mut cmds, mut transfer) = (old.cmds.clone(), old.transfer.clone());
            rename_cmds(self.program, &mut cmds, &renaming);
            if let Transfer::Goto(targets) = &mut transfer {
                for target in targets {
                    *target = if *target == l.header { back_edge } else { copy_of[target] };
                }
            }
            let block = &mut blocks[copy_of[&member]];
            (block.cmds, block.transfer) = (cmds, transfer);
        }
        // Entry: copy the parameters that are assigned, then begin at the header or at a side entry.
        let mut starts = vec![header];
        if let Some(at) = at {
            starts.clear();
            let places = std::iter::once(l.header).chain(l.side_entries.iter().copied());
            for (index, place) in places.enumerate() {
                let guard = self.equals(at, index);
                let cmds = vec![Cmd::assume(guard, span)];
                let target = Transfer::Goto(vec![copy_of[&place]]);
                starts.push(blocks.push(made_block(names.fresh("at"), cmds, target, span)));
                origins.push(Origin::default());
            }
        }
        let cmds = Cmd::assign(init, span).into_iter().collect();
        let entry = blocks.push(made_block(names.fresh("begin"), cmds, Transfer::Goto(starts), span));
        origins.push(Origin::default());

        let mut body = Body { locals: Vec::new(), blocks, entry };
        keep_reachable(&mut body, &mut origins);
        let proc = &mut self.program.procs[interface.proc];
        (proc.ins, proc.outs, proc.body) = (ins, outs, Some(body));
        self.back.blocks.insert(interface.proc, origins);
    }

    /// What is assumed first behind the loop, as far as it is about what the loop knows. There it is assumed as well:
    /// but in the loop it tells the rounds apart after which the loop can be left.
    fn exit_test(&self, exit: BlockId, interface: &Interface) -> Vec<Cmd> {
        // Marks of threads are no tests: others may run there once, and a section begins once.
        let is_assumption = |cmd: &&Cmd| matches!(cmd.kind, CmdKind::Assume(_)) && mark(cmd).is_none();
        let is_known = |var: &VarId| interface.used.contains(var);
        let tests = self.body.blocks[exit].cmds.iter().take_while(is_assumption);
        let tests = tests.take_while(|cmd| used_by(self.program, std::slice::from_ref(cmd)).read.iter().all(is_known));
        tests.cloned().collect()
    }

    fn equals(&mut self, var: VarId, value: usize) -> ExprId {
        let (var, value) = (self.program.var_expr(var), self.program.exprs.int(value));
        self.program.exprs.eq(var, value)
    }

    /// In the surrounding procedure, the header and the side entries become calls, which go where the loop was left;
    /// the other members become unreachable. Returns the added blocks.
    fn replace_by_call(&mut self, l: &Loop, interface: &Interface) -> Vec<BlockId> {
        let span = self.body.blocks[l.header].span;
        let mut added = Vec::new();
        if let Some(exit) = interface.exit {
            for (index, &target) in interface.exits.iter().enumerate() {
                let guard = self.equals(exit, index);
                let cmds = vec![Cmd::assume(guard, span)];
                added.push(self.add_block("left", cmds, Transfer::Goto(vec![target])));
            }
        }
        let next = if interface.exit.is_some() { &added } else { &interface.exits };
        for &member in &l.members {
            self.set_block(member, Vec::new(), Transfer::Goto(vec![l.header]));
            self.origins[member].end = None;
        }
        let places = std::iter::once(l.header).chain(l.side_entries.iter().copied());
        for (index, place) in places.enumerate() {
            let mut ins: Vec<ExprId> = interface.used.iter().map(|&v| self.program.var_expr(v)).collect();
            if !l.side_entries.is_empty() {
                ins.push(self.program.exprs.int(index));
            }
            let mut outs = interface.written.clone();
            outs.extend(interface.exit);
            let call = CmdKind::Call { callee: interface.proc, types: Box::new([]), ins, outs };
            let mut cmds = vec![Cmd::new(call, span)];
            let transfer = if next.is_empty() {
                // A loop that is never left.
                cmds.push(Cmd::assume(self.program.exprs.bool(false), span));
                Transfer::Return
            } else {
                Transfer::Goto(next.clone())
            };
            self.set_block(place, cmds, transfer);
        }
        added
    }

    fn set_block(&mut self, id: BlockId, cmds: Vec<Cmd>, transfer: Transfer) {
        self.used[id.0 as usize] = used_by(self.program, &cmds);
        let block = &mut self.body.blocks[id];
        (block.cmds, block.transfer) = (cmds, transfer);
    }

    fn add_block(&mut self, name: &str, cmds: Vec<Cmd>, transfer: Transfer) -> BlockId {
        self.used.push(used_by(self.program, &cmds));
        self.origins.push(Origin::default());
        let span = cmds.first().map_or(Span::NONE, |c| c.span);
        let name = self.block_names.fresh(name);
        self.body.blocks.push(made_block(name, cmds, transfer, span))
    }
}

fn made_block(name: Name, cmds: Vec<Cmd>, transfer: Transfer, span: Span) -> Block {
    Block { name, cmds, transfer, span }
}

/// The parameters and locals that commands read or assign.
fn used_by(program: &Program, cmds: &[Cmd]) -> Used {
    let mut used = Used::default();
    let local = |v: VarId| matches!(program.vars[v].kind, VarKind::In | VarKind::Out | VarKind::Local);
    let mut walker = Walker::default();
    for cmd in cmds {
        walker.walk(&program.exprs, cmd.exprs(), &mut |_, kind| {
            if let ExprKind::Var(v) = kind
                && local(*v)
            {
                used.read.insert(*v);
            }
        });
        used.written.extend(cmd.assigned().filter(|&v| local(v)));
    }
    used
}
