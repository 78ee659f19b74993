//! Where threads may be interrupted, as commands: in front of each access to a global that they share, and behind each
//! write. Corral's names for what threads do become marks of commands.
//!
//! ```text
//! x := y + 1;                       assume {:yield} true; x := y + 1; assume {:yield} true;
//! call corral_atomic_begin();   →   assume {:yield} true; assume {:atomic "begin"} true;
//! call t := corral_getThreadID();   havoc {:thread_id} t;
//! call corral_assert_not_reachable();   assert false;
//! ```
//!
//! A command is one step, like in Corral; a call is a step of its own up to the first command of the callee. An access
//! is marked only if it conflicts with one of another thread: one of the two writes. At a mark behind a write a thread
//! may only stay behind for good, for it is interrupted at the next access as well; where the way to that cannot be
//! blocked, the mark is left out. What is cooperative yields only where the program says so.
//!
//! Part of elaboration: traces are replayed in the program that this makes. That its marks are enough is tested by
//! comparison with an exploration that switches threads at any global.

mod race;

use ivl::source::Span;
use rustc_hash::FxHashSet;

use crate::base::ids::{BlockId, ExprId, IdVec, ProcId, VarId};
use crate::cfg::call_graph::bottom_up;
use crate::cfg::flow::{predecessors, reverse_postorder};
use crate::cfg::free_vars::FreeVars;
use crate::cfg::loops::loops;
use crate::cfg::threads::{
    Access, Accesses, Mark, Sharing, is_atomic, is_concurrent, is_spawn, mark, may_block, sharing,
};
use crate::ir::build::fresh_local;
use crate::ir::{
    ACCESS, AssertKind, Attr, Attribute, AttributeValue, Block, Body, Cmd, CmdKind, Expr, ExprKind, Op, Program,
    Transfer, VarKind, attributes_of, has_attribute, is_marked,
};

/// Blocks that are looked at for the next yield.
const AHEAD: usize = 8;

/// Why threads of a program are not followed, in words that stand behind "not supported:".
#[derive(Debug)]
pub struct NotFollowed(pub String);

/// The program with its marks; `None`: executions of the entry have one thread alone. If the entry is `{:race_free}`,
/// data races are violations. Error: why threads of this program are not followed.
pub fn run(program: &Program, entry: ProcId, cooperative: bool) -> Result<Option<Program>, NotFollowed> {
    if !is_concurrent(program, entry) {
        return Ok(None);
    }
    if let Some(why) = unsupported(program) {
        return Err(NotFollowed(why));
    }
    let mut program = program.clone();
    for id in program.procs.ids() {
        let Some(mut body) = program.procs[id].body.take() else { continue };
        for block in body.blocks.iter_mut() {
            let cmds = std::mem::take(&mut block.cmds);
            block.cmds = cmds.into_iter().map(|cmd| translated(&mut program, id, cmd)).collect();
        }
        program.procs[id].body = Some(body);
    }
    for id in program.procs.ids() {
        keep_results_local(&mut program, id);
    }
    // Threads that yield only where they say so do not race.
    if !cooperative && is_marked(&program.exprs, &program.procs[entry].attrs, Attr::RaceFree) {
        let sharing = sharing(&program, entry);
        let observed = observed(&program, &sharing);
        race::run(&mut program, entry, &sharing, &observed)?;
    }
    if is_marked(&program.exprs, &program.procs[entry].attrs, Attr::Annotated) {
        for id in program.procs.ids() {
            read_before_writing(&mut program, id);
        }
    }
    if !cooperative {
        let sharing = sharing(&program, entry);
        let shared = observed(&program, &sharing);
        let mut work = Yields { shared, sharing, accesses: Accesses::default(), assigning: FxHashSet::default() };
        work.find_assigning(&program);
        for id in program.procs.ids() {
            work.insert(&mut program, id);
        }
    }
    Ok(Some(program))
}

/// What is shared and may interrupt.
fn observed(program: &Program, sharing: &Sharing) -> FxHashSet<VarId> {
    let is_unobserved = |v: &VarId| has_attribute(&program.vars[*v].attrs, Attr::Unobserved);
    sharing.shared.iter().copied().filter(|v| !is_unobserved(v)).collect()
}

/// Why threads of this program are not followed.
fn unsupported(program: &Program) -> Option<String> {
    let spawns = program.procs.iter().flat_map(|p| p.cmds()).filter(|cmd| is_spawn(cmd));
    for cmd in spawns {
        if let CmdKind::Call { callee, outs, .. } = &cmd.kind {
            let name = &program.procs[*callee].name;
            if !outs.is_empty() {
                return Some(format!("results of the async call of {name}"));
            }
            if program.procs[*callee].body.is_none() && !program.procs[*callee].modifies.is_empty() {
                return Some(format!("the async call of {name}, which has no body"));
            }
        }
    }
    let own = program.procs.iter().flat_map(|p| p.cmds()).filter(|c| matches!(mark(c), Some(Mark::Own | Mark::Child)));
    let types: FxHashSet<_> = own.flat_map(|cmd| cmd.assigned()).map(|v| program.vars[v].ty).collect();
    (types.len() > 1).then(|| "thread numbers of several types".into())
}

/// Corral's procedures, which have no bodies, mean something by their names. The body of `own` is taken out, and holds the command.
fn translated(program: &mut Program, own: ProcId, cmd: Cmd) -> Cmd {
    let CmdKind::Call { callee, outs, .. } = &cmd.kind else { return cmd };
    let proc = &program.procs[*callee];
    if proc.body.is_some() || *callee == own {
        return cmd;
    }
    let yes = program.exprs.bool(true);
    let with = |kind, attribute: Attribute, cmd: &Cmd| {
        let attrs = cmd.attrs.iter().cloned().chain([attribute]).collect();
        Cmd { kind, attrs, span: cmd.span }
    };
    let text = |text: &str| vec![AttributeValue::Str(text.into())];
    match &*proc.name {
        "corral_yield" => with(CmdKind::Assume(yes), Attribute::marker(Attr::Yield), &cmd),
        "corral_atomic_begin" => with(CmdKind::Assume(yes), Attribute::with(Attr::Atomic, text("begin")), &cmd),
        "corral_atomic_end" => with(CmdKind::Assume(yes), Attribute::with(Attr::Atomic, text("end")), &cmd),
        "corral_getThreadID" if outs.len() == 1 => {
            with(CmdKind::Havoc(outs.clone()), Attribute::marker(Attr::ThreadId), &cmd)
        }
        "corral_getChildThreadID" if outs.len() == 1 => {
            with(CmdKind::Havoc(outs.clone()), Attribute::marker(Attr::ChildId), &cmd)
        }
        "corral_assert_not_reachable" => {
            let never = program.exprs.bool(false);
            Cmd { kind: CmdKind::Assert(never, AssertKind::Assert), ..cmd }
        }
        // A thread of which nothing is known does nothing.
        _ if is_spawn(&cmd) && proc.modifies.is_empty() && outs.is_empty() => Cmd::assume(yes, cmd.span),
        _ => cmd,
    }
}

/// A result goes to a global in a step of its own.
fn keep_results_local(program: &mut Program, id: ProcId) {
    let Some(mut body) = program.procs[id].body.take() else { return };
    for block in body.blocks.ids() {
        let cmds = std::mem::take(&mut body.blocks[block].cmds);
        for mut cmd in cmds {
            let mut after = Vec::new();
            let (span, spawns) = (cmd.span, is_spawn(&cmd));
            if let CmdKind::Call { callee, outs, .. } = &mut cmd.kind
                && (program.procs[*callee].body.is_some() || *callee == id)
                && !spawns
            {
                for out in outs.iter_mut() {
                    if program.vars[*out].kind != VarKind::Global {
                        continue;
                    }
                    let (name, ty) = (program.vars[*out].name.clone(), program.vars[*out].ty);
                    let local = fresh_local(program, &mut body, &name, ty, span);
                    after.push((*out, program.var_expr(local)));
                    *out = local;
                }
            }
            body.blocks[block].cmds.push(cmd);
            body.blocks[block].cmds.extend(Cmd::assign(after, span));
        }
    }
    program.procs[id].body = Some(body);
}

fn yield_mark(program: &mut Program, attribute: Attribute, span: Span) -> Cmd {
    let yes = program.exprs.bool(true);
    Cmd { kind: CmdKind::Assume(yes), attrs: [attribute].into(), span }
}

/// What a front end made of another language's assignment reads in one step and writes in another.
///
/// ```text
/// x := y + 1; M[p] := x;   →   t := y + 1; x := t; u := x; M[p] := u;
/// ```
fn read_before_writing(program: &mut Program, id: ProcId) {
    let Some(mut body) = program.procs[id].body.take() else { return };
    let mut free = FreeVars::default();
    for block in body.blocks.ids() {
        let cmds = std::mem::take(&mut body.blocks[block].cmds);
        for mut cmd in cmds {
            if let CmdKind::Assign(pairs) = &cmd.kind
                && pairs.iter().any(|&(var, _)| program.vars[var].kind == VarKind::Global)
            {
                let mut parts = Vec::new();
                for &(var, e) in pairs {
                    match program.exprs.kind(e) {
                        // Of a map, what is not written stays as it is by then.
                        ExprKind::Op(Op::Store, args) if *program.exprs.kind(args[0]) == ExprKind::Var(var) => {
                            parts.extend_from_slice(&args[1..]);
                        }
                        // Nor where many cells are written at once.
                        _ if program.types.is_map(program.vars[var].ty) => {}
                        _ => parts.push(e),
                    }
                }
                for part in parts {
                    let vars = free.of(program, part).to_vec();
                    if vars.iter().any(|&v| program.vars[v].kind == VarKind::Global) {
                        let read = fresh_local(program, &mut body, "read", program.exprs.ty(part), cmd.span);
                        body.blocks[block].cmds.extend(Cmd::assign(vec![(read, part)], cmd.span));
                        put_in_place(program, &mut cmd, part, read);
                    }
                }
            }
            body.blocks[block].cmds.push(cmd);
        }
    }
    program.procs[id].body = Some(body);
}

/// What a command assigns, and says of it, has the variable in place of a part.
fn put_in_place(program: &mut Program, cmd: &mut Cmd, part: ExprId, read: VarId) {
    let value = program.var_expr(read);
    let exprs = &mut program.exprs;
    cmd.map_exprs(|e| match exprs.get(e).clone() {
        _ if e == part => value,
        Expr { kind: ExprKind::Op(Op::Store, args), ty } => {
            let args: Vec<ExprId> = args.iter().map(|&arg| if arg == part { value } else { arg }).collect();
            exprs.op(Op::Store, args, ty)
        }
        _ => e,
    });
    let attrs = cmd.attrs.iter().cloned().map(|mut attribute| {
        for arg in &mut attribute.args {
            if *arg == AttributeValue::Expr(part) {
                *arg = AttributeValue::Expr(value);
            }
        }
        attribute
    });
    cmd.attrs = attrs.collect();
}

fn is_race_assertion(cmd: &Cmd) -> bool {
    matches!(cmd.kind, CmdKind::Assert(_, AssertKind::Race))
}

/// The mark in front of an access.
fn before_access() -> Attribute {
    Attribute::with(Attr::Yield, vec![AttributeValue::Str(ACCESS.into())])
}

/// Whether an atomic section goes on behind a command. What a callee does with it is not known.
fn within(cmd: &Cmd, before: bool) -> bool {
    match (mark(cmd), cmd.callee()) {
        (Some(Mark::Begin { .. }), _) => true,
        (Some(Mark::End { .. }), _) | (None, Some(_)) => false,
        _ => before,
    }
}

/// The blocks that control reaches in atomic sections alone that begin in this body.
fn sections(body: &Body) -> IdVec<BlockId, bool> {
    let mut inside = IdVec::filled(true, body.blocks.len());
    inside[body.entry] = false;
    let mut open: Vec<BlockId> = body.blocks.ids().collect();
    while let Some(block) = open.pop() {
        let Block { cmds, transfer, .. } = &body.blocks[block];
        let after = cmds.iter().fold(inside[block], |inside, cmd| within(cmd, inside));
        for &target in transfer.targets() {
            if inside[target] && !after {
                inside[target] = false;
                open.push(target);
            }
        }
    }
    inside
}

/// The numbers of blocks in reverse postorder.
fn numbers(body: &Body) -> IdVec<BlockId, usize> {
    let mut numbers = IdVec::filled(usize::MAX, body.blocks.len());
    for (number, block) in reverse_postorder(body).into_iter().enumerate() {
        numbers[block] = number;
    }
    numbers
}

struct Yields {
    sharing: Sharing,
    shared: FxHashSet<VarId>,
    accesses: Accesses,
    /// The procedures that assign shared variables in steps of their own, or spawn, or call such.
    assigning: FxHashSet<ProcId>,
}

/// What a command is for the threads around it.
#[derive(Clone, Copy, Default)]
struct Step {
    /// Others must be able to run before it.
    sees: bool,
    /// Others must be able to see what it did.
    is_seen: bool,
    may_block: bool,
}

impl Yields {
    fn insert(&mut self, program: &mut Program, id: ProcId) {
        if is_atomic(program, &program.procs[id]) {
            return;
        }
        let Some(body) = program.procs[id].body.clone() else { return };
        let returns = self.accesses.at_return(program, &program.procs[id]);
        let reads_at_return = returns.iter().any(|v| self.shared.contains(v));
        let sections = sections(&body);
        let waiting = self.waiting(program, id, &body, &sections);
        let order = numbers(&body);
        let mut made = body.clone();
        for block in body.blocks.ids() {
            let beside = self.sharing.beside(program, id, block);
            let mut inside = sections[block];
            let mut cmds = Vec::new();
            if waiting.contains(&block) {
                cmds.push(yield_mark(program, Attribute::marker(Attr::Yield), body.blocks[block].span));
            }
            for (index, cmd) in body.blocks[block].cmds.iter().enumerate() {
                let step = self.step(program, id, cmd);
                let was_inside = inside;
                inside = within(cmd, inside);
                if was_inside && inside {
                    cmds.push(cmd.clone());
                    continue;
                }
                // An assertion about races stands between a yield and the access.
                let has_yielded = cmds.last().is_some_and(is_race_assertion);
                if beside[index] && step.sees && !has_yielded {
                    let mut mark = yield_mark(program, before_access(), cmd.span);
                    // What the turns of a violation tell of the place.
                    let told =
                        [Attr::Silent, Attr::Access].into_iter().flat_map(|kind| attributes_of(&cmd.attrs, kind));
                    mark.attrs = mark.attrs.iter().chain(told).cloned().collect();
                    cmds.push(mark);
                }
                cmds.push(cmd.clone());
                if beside[index + 1] && step.is_seen && !self.comes_to_yield(program, id, &order, (block, index + 1)) {
                    cmds.push(yield_mark(program, Attribute::marker(Attr::Yield), cmd.span));
                }
            }
            if reads_at_return && beside.last() == Some(&true) && body.blocks[block].transfer == Transfer::Return {
                cmds.push(yield_mark(program, before_access(), body.blocks[block].span));
            }
            made.blocks[block].cmds = cmds;
        }
        program.procs[id].body = Some(made);
    }

    /// Finds the procedures that assign, callees first.
    fn find_assigning(&mut self, program: &Program) {
        for group in bottom_up(program) {
            let assigns = group.iter().any(|&id| {
                let body = program.procs[id].body.as_ref().filter(|_| !is_atomic(program, &program.procs[id]));
                body.is_some_and(|body| {
                    let sections = sections(body);
                    body.blocks.ids().any(|block| self.changes(program, id, body, (block, sections[block])))
                })
            });
            if assigns {
                self.assigning.extend(group);
            }
        }
    }

    /// The heads of loops that may wait for other threads: there is a way around on which no variable that they share is
    /// simply assigned, nor by a procedure that is called there. At the head, others may run, so that a round may be as late
    /// as any that follows it.
    fn waiting(
        &mut self,
        program: &Program,
        id: ProcId,
        body: &Body,
        sections: &IdVec<BlockId, bool>,
    ) -> FxHashSet<BlockId> {
        let mut waiting = FxHashSet::default();
        let before = predecessors(body);
        for l in loops(body) {
            let beside = self.sharing.beside(program, id, l.header).first() == Some(&true);
            // What a branch assumes stands at the beginning of its blocks.
            let first = body.blocks[l.header].cmds.first().map(|cmd| &cmd.kind);
            let assumes = matches!(first, Some(CmdKind::Assume(e)) if *program.exprs.kind(*e) != ExprKind::Bool(true))
                && before[l.header].iter().any(|&from| body.blocks[from].transfer.targets().len() > 1);
            if !beside || assumes || sections[l.header] || self.changes(program, id, body, (l.header, false)) {
                continue;
            }
            let mut open = vec![l.header];
            let mut seen = FxHashSet::default();
            while let Some(block) = open.pop() {
                for &target in body.blocks[block].transfer.targets() {
                    if target == l.header {
                        waiting.insert(l.header);
                    } else if l.members.contains(&target)
                        && seen.insert(target)
                        && !self.changes(program, id, body, (target, sections[target]))
                    {
                        open.push(target);
                    }
                }
            }
        }
        waiting
    }

    /// Whether a block spawns, or assigns a variable that threads share in a step of its own, or calls what does.
    fn changes(&mut self, program: &Program, id: ProcId, body: &Body, (block, inside): (BlockId, bool)) -> bool {
        let mut inside = inside;
        body.blocks[block].cmds.iter().any(|cmd| {
            inside = within(cmd, inside);
            is_spawn(cmd)
                || cmd.callee().is_some_and(|callee| self.assigning.contains(&callee))
                || matches!(cmd.kind, CmdKind::Assign(_)) && !inside && self.step(program, id, cmd).is_seen
        })
    }

    fn step(&mut self, program: &Program, proc: ProcId, cmd: &Cmd) -> Step {
        match mark(cmd) {
            Some(Mark::Begin { .. }) => return Step { sees: true, ..Step::default() },
            Some(Mark::End { .. }) => return Step { is_seen: true, ..Step::default() },
            Some(Mark::Yield | Mark::Own | Mark::Child) | None => {}
        }
        if is_race_assertion(cmd) || has_attribute(&cmd.attrs, Attr::Unobserved) {
            return Step::default();
        }
        let Access { reads, writes } = self.accesses.of(program, cmd);
        let touches = |vars: &[VarId], writing: bool| {
            vars.iter().any(|&v| self.shared.contains(&v) && self.sharing.conflicts(proc, v, writing))
        };
        let calls_atomic = cmd.callee().is_some_and(|callee| is_atomic(program, &program.procs[callee]));
        let is_seen = touches(&writes, true) || is_spawn(cmd) || calls_atomic;
        let sees = touches(&reads, false) || touches(&writes, true) || (calls_atomic && !is_spawn(cmd));
        Step { sees, is_seen, may_block: may_block(program, cmd) }
    }

    /// Whether each way from here passes a yield before it can be blocked. The bound on rounds blocks what goes back.
    fn comes_to_yield(
        &mut self,
        program: &Program,
        proc: ProcId,
        order: &IdVec<BlockId, usize>,
        from: (BlockId, usize),
    ) -> bool {
        let Some(body) = &program.procs[proc].body else { return false };
        let mut open = vec![from];
        let mut seen = Vec::new();
        while let Some((block, from)) = open.pop() {
            let mut steps =
                body.blocks[block].cmds[from..].iter().map(|cmd| (self.step(program, proc, cmd), mark(cmd)));
            match steps.find(|(step, mark)| step.sees || step.is_seen || step.may_block || mark.is_some()) {
                Some((Step { sees: true, .. }, _) | (_, Some(Mark::Yield))) => {}
                Some(_) => return false,
                None => {
                    let targets = body.blocks[block].transfer.targets();
                    let goes_back = targets.iter().any(|&t| order[t] <= order[block]);
                    if targets.is_empty() || goes_back || seen.len() > AHEAD || targets.iter().any(|t| seen.contains(t))
                    {
                        return false;
                    }
                    seen.extend_from_slice(targets);
                    open.extend(targets.iter().map(|&t| (t, 0)));
                }
            }
        }
        true
    }
}
