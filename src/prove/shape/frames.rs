//! Recursion as loops: what a call waits with is kept in a block of memory of its own, a *frame*.
//!
//! ```text
//! call r := f(e); …   →   frame := $next; $next := $next + K; $live[frame] := true;
//!                         below[frame] := top; place[frame] := 1; x.of[frame] := x; …; top := frame;
//!                         parameters := e; havoc locals; goto «start of f»;
//! return;             →   if (top == 0) return;   frame := top; top := below[frame];
//!                         if (place[frame] == 1) { x := x.of[frame]; …; $live[frame] := false; r := result; … }
//! ```
//!
//! Every run of the program is one of the new program: frames take rooms between those of the program's blocks, and what the
//! prover says holds wherever blocks lie, as long as they begin at different multiples of the size of a room.

use crate::base::ids::{BlockId, ExprId, ProcId, TypeId, VarId};
use crate::cfg::heap::Heap;
use crate::cfg::liveness::liveness;
use crate::engine::{Declined, Question};
use crate::ir::build::{fresh_local, split_block};
use crate::ir::{
    Attr, Attribute, AttributeValue, Attributes, Block, Body, Cmd, CmdKind, ExprKind, Names, Op, Program, Transfer,
    TypeTable, VarKind,
};
use ivl::source::Span;

/// The program with a loop for each procedure that calls itself. `None`: there is none that does.
pub fn explicit(question: &Question) -> Result<Option<Program>, Declined> {
    let calls_itself = |proc: &ProcId| question.program.procs[*proc].cmds().any(|cmd| cmd.callee() == Some(*proc));
    let recursive: Vec<ProcId> = question.program.procs.ids().filter(calls_itself).collect();
    if recursive.is_empty() {
        return Ok(None);
    }
    let mut program = question.program.clone();
    let memory = Memory::of(&program).ok_or_else(|| Declined("recursion without blocks of memory".into()))?;
    let globals = program.globals.len();
    for proc in recursive {
        unfold(&mut program, question.entry, proc, &memory)?;
    }
    let mut written = program.globals.split_off(globals);
    program.globals.extend(&written);
    written.extend([Some(memory.next), Some(memory.live), memory.heap].into_iter().flatten());
    for proc in program.procs.ids() {
        let modifies = &mut program.procs[proc].modifies;
        let more: Vec<VarId> = written.iter().copied().filter(|v| !modifies.contains(v)).collect();
        modifies.extend(more);
    }
    Ok(Some(program))
}

/// What the C front end keeps of blocks.
struct Memory {
    next: VarId,
    live: VarId,
    heap: Option<VarId>,
    /// The size of a room.
    room: ExprId,
}

impl Memory {
    fn of(program: &Program) -> Option<Memory> {
        let heap = Heap::of(program, &program.globals);
        let next = heap.next?;
        let step = |cmd: &Cmd| match &cmd.kind {
            CmdKind::Assign(pairs) => match (&pairs[..], pairs.first().map(|p| program.exprs.kind(p.1))) {
                ([(var, _)], Some(ExprKind::Op(Op::Add, args)))
                    if *var == next && *program.exprs.kind(args[0]) == ExprKind::Var(next) =>
                {
                    Some(args[1])
                }
                _ => None,
            },
            _ => None,
        };
        let room = program.procs.iter().flat_map(|p| p.cmds()).find_map(step)?;
        Some(Memory { next, live: heap.live?, heap: heap.dynamic, room })
    }
}

/// A call of a procedure by itself, at the end of a block.
struct Site {
    /// The block that ends with the call.
    block: BlockId,
    after: BlockId,
    ins: Vec<ExprId>,
    outs: Vec<VarId>,
    span: Span,
}

fn unfold(program: &mut Program, entry: ProcId, proc: ProcId, memory: &Memory) -> Result<(), Declined> {
    let own = program.procs[proc].clone();
    let no = |why: &str| Err(Declined(format!("{} is recursive and {why}", own.name)));
    if !own.requires.is_empty() || !own.ensures.is_empty() || !own.type_params.is_empty() {
        return no("has a contract");
    }
    let Some(mut body) = own.body.clone() else { return no("has no body") };
    let mut names = Names::of_blocks(&body);
    let sites = split(&mut body, proc, &mut names);
    // What is needed behind the calls; they are as they were.
    let kept: Vec<Vec<VarId>> = {
        let mut asked = program.clone();
        let mut with_calls = body.clone();
        for site in &sites {
            let kind =
                CmdKind::Call { callee: proc, types: Box::new([]), ins: site.ins.clone(), outs: site.outs.clone() };
            with_calls.blocks[site.block].cmds.push(Cmd::new(kind, site.span));
        }
        asked.procs[proc].body = Some(with_calls);
        let live = liveness(&asked, entry, &[]);
        let is_own = |v: &VarId| own.ins.contains(v) || own.outs.contains(v) || body.locals.contains(v);
        let needed = |site: &Site| live.live_in(proc, site.after).iter().copied().filter(is_own);
        sites.iter().map(|site| needed(site).filter(|v| !site.outs.contains(v)).collect()).collect()
    };
    if kept.iter().flatten().any(|&v| program.types.is_map(program.vars[v].ty)) {
        return no("keeps maps");
    }
    let mut frames = Frames::new(program, &mut body, &own.name, memory);
    // Parameters are assigned by now.
    let mut parameters = Vec::new();
    let mut fresh = own.outs.clone();
    fresh.extend(own.body.iter().flat_map(|b| b.locals.iter().copied()));
    for &var in &own.ins {
        let (name, ty) = (frames.program.vars[var].name.clone(), frames.program.vars[var].ty);
        frames.program.vars[var].kind = VarKind::Local;
        frames.program.vars[var].where_clause = None;
        body.locals.push(var);
        parameters.push(frames.program.new_var(format!("{name}.first"), VarKind::In, ty, own.span));
    }
    let start = body.entry;
    for (number, (site, kept)) in sites.iter().zip(&kept).enumerate() {
        let mut cmds = frames.push(number, kept, site.span);
        cmds.extend(Cmd::assign(own.ins.iter().copied().zip(site.ins.iter().copied()).collect(), site.span));
        cmds.extend(Cmd::havoc(fresh.clone(), site.span));
        body.blocks[site.block].cmds.extend(cmds);
        body.blocks[site.block].transfer = Transfer::Goto(vec![start]);
    }
    let returns: Vec<BlockId> = body.blocks.ids().filter(|&b| body.blocks[b].transfer == Transfer::Return).collect();
    let mut block = |body: &mut Body, cmds: Vec<Cmd>, transfer: Transfer| {
        body.blocks.push(Block { name: names.fresh("frames"), cmds, transfer, span: own.span })
    };
    let mut back = Vec::new();
    for (number, (site, kept)) in sites.iter().zip(&kept).enumerate() {
        let cmds = frames.pop(number, kept, &own.outs, &site.outs, &mut body);
        back.push(block(&mut body, cmds, Transfer::Goto(vec![site.after])));
    }
    let (ended, waits) = frames.ended();
    let ended = block(&mut body, vec![ended], Transfer::Return);
    let waits = block(&mut body, waits, Transfer::Goto(back));
    for at in returns {
        body.blocks[at].transfer = Transfer::Goto(vec![ended, waits]);
    }
    let first = frames.first(own.ins.iter().copied().zip(parameters.iter().copied()));
    body.entry = block(&mut body, first, Transfer::Goto(vec![start]));
    program.procs[proc].ins = parameters;
    program.procs[proc].body = Some(body);
    Ok(())
}

/// Blocks end where the procedure calls itself; the calls are taken out.
fn split(body: &mut Body, proc: ProcId, names: &mut Names) -> Vec<Site> {
    let mut sites = Vec::new();
    let mut pending: Vec<BlockId> = body.blocks.ids().collect();
    while let Some(block) = pending.pop() {
        let Some(at) = body.blocks[block].cmds.iter().position(|cmd| cmd.callee() == Some(proc)) else { continue };
        let after = split_block(body, block, at + 1, names);
        let call = body.blocks[block].cmds.pop().expect("internal: the call is there");
        let CmdKind::Call { ins, outs, .. } = call.kind else { panic!("internal: not a call") };
        sites.push(Site { block, after, ins, outs, span: call.span });
        pending.push(after);
    }
    sites
}

/// The variables of a procedure's frames.
struct Frames<'a> {
    program: &'a mut Program,
    memory: &'a Memory,
    /// The last frame, or 0.
    top: VarId,
    frame: VarId,
    /// The frame below, and which call waits: by frame.
    below: VarId,
    place: VarId,
    /// What variables held: by frame.
    held: Vec<(VarId, VarId)>,
    name: String,
}

impl<'a> Frames<'a> {
    fn new(program: &'a mut Program, body: &mut Body, name: &str, memory: &'a Memory) -> Frames<'a> {
        let top = fresh_local(program, body, "$top", TypeTable::INT, Span::NONE);
        let frame = fresh_local(program, body, "$frame", TypeTable::INT, Span::NONE);
        let mut frames =
            Frames { program, memory, top, frame, below: top, place: top, held: Vec::new(), name: name.into() };
        frames.below = frames.map("below", TypeTable::INT);
        frames.place = frames.map("place", TypeTable::INT);
        frames
    }

    /// A map of frames: a global, since it begins once.
    fn map(&mut self, name: &str, result: TypeId) -> VarId {
        let ty = self.program.types.map(Box::new([TypeTable::INT]), result);
        let map = self.program.new_var(format!("$frame.{}.{name}", self.name), VarKind::Global, ty, Span::NONE);
        self.program.globals.push(map);
        map
    }

    fn held(&mut self, var: VarId) -> VarId {
        if let Some((_, map)) = self.held.iter().find(|(v, _)| *v == var) {
            return *map;
        }
        let (name, ty) = (self.program.vars[var].name.to_string(), self.program.vars[var].ty);
        let map = self.map(&name, ty);
        self.held.push((var, map));
        map
    }

    fn set(&mut self, var: VarId, e: ExprId) -> Cmd {
        Cmd::new(CmdKind::Assign(vec![(var, e)]), Span::NONE)
    }

    fn store(&mut self, map: VarId, value: ExprId) -> Cmd {
        let ty = self.program.vars[map].ty;
        let args = [self.program.var_expr(map), self.program.var_expr(self.frame), value];
        let stored = self.program.exprs.op(Op::Store, args, ty);
        self.set(map, stored)
    }

    fn load(&mut self, map: VarId, ty: TypeId) -> ExprId {
        let args = [self.program.var_expr(map), self.program.var_expr(self.frame)];
        self.program.exprs.op(Op::Select, args, ty)
    }

    /// A frame for the call with this number.
    fn push(&mut self, number: usize, kept: &[VarId], span: Span) -> Vec<Cmd> {
        let next = self.program.var_expr(self.memory.next);
        let named = Attribute {
            name: Attr::Block.name().into(),
            args: vec![AttributeValue::Str(format!("call of {}", self.name).into())],
        };
        let born = CmdKind::Assign(vec![(self.frame, next)]);
        let mut cmds = vec![Cmd { kind: born, attrs: Attributes::from([named]), span }];
        let after = self.program.exprs.op(Op::Add, [next, self.memory.room], TypeTable::INT);
        cmds.push(self.set(self.memory.next, after));
        let (yes, no) = (self.program.exprs.bool(true), self.program.exprs.bool(false));
        cmds.push(self.store(self.memory.live, yes));
        if let Some(heap) = self.memory.heap {
            cmds.push(self.store(heap, no));
        }
        let (top, number) = (self.program.var_expr(self.top), self.program.exprs.int(number as i64));
        cmds.push(self.store(self.below, top));
        cmds.push(self.store(self.place, number));
        for &var in kept {
            let (map, value) = (self.held(var), self.program.var_expr(var));
            cmds.push(self.store(map, value));
        }
        let frame = self.program.var_expr(self.frame);
        cmds.push(self.set(self.top, frame));
        cmds
    }

    /// Back behind the call with this number: what the last frame holds, and the results.
    fn pop(&mut self, number: usize, kept: &[VarId], from: &[VarId], to: &[VarId], body: &mut Body) -> Vec<Cmd> {
        let (place, number) = (self.load(self.place, TypeTable::INT), self.program.exprs.int(number as i64));
        let here = self.program.exprs.eq(place, number);
        let mut cmds = vec![Cmd::assume(here, Span::NONE)];
        let mut results = Vec::new();
        for (&from, &to) in from.iter().zip(to) {
            let ty = self.program.vars[from].ty;
            let result = fresh_local(self.program, body, "$result", ty, Span::NONE);
            let value = self.program.var_expr(from);
            cmds.push(self.set(result, value));
            results.push((to, self.program.var_expr(result)));
        }
        for &var in kept {
            let (map, ty) = (self.held(var), self.program.vars[var].ty);
            let value = self.load(map, ty);
            cmds.push(self.set(var, value));
        }
        let below = self.load(self.below, TypeTable::INT);
        cmds.push(self.set(self.top, below));
        let dead = self.program.exprs.bool(false);
        cmds.push(self.store(self.memory.live, dead));
        cmds.extend(Cmd::assign(results, Span::NONE));
        cmds
    }

    /// No call waits; or one does, and its frame is looked at.
    fn ended(&mut self) -> (Cmd, Vec<Cmd>) {
        let (top, zero) = (self.program.var_expr(self.top), self.program.exprs.int(0));
        let none = self.program.exprs.eq(top, zero);
        let some = self.program.exprs.not(none);
        let look = self.set(self.frame, top);
        (Cmd::assume(none, Span::NONE), vec![Cmd::assume(some, Span::NONE), look])
    }

    fn first(&mut self, parameters: impl Iterator<Item = (VarId, VarId)>) -> Vec<Cmd> {
        let zero = self.program.exprs.int(0);
        let mut cmds = vec![self.set(self.top, zero)];
        for (local, parameter) in parameters {
            let value = self.program.var_expr(parameter);
            cmds.push(self.set(local, value));
        }
        cmds
    }
}
