//! Threads: what spawns them, where several may be alive, and which globals they share.
//!
//! `async call P(e)` spawns a thread that runs `P`. The other marks are attributes of commands that do nothing else
//! ([`Mark`]).

use rustc_hash::FxHashSet;

use super::call_graph::reachable;
use super::flow::reached_from;
use super::free_vars::FreeVars;
use crate::base::ids::{BlockId, IdVec, ProcId, VarId};
use crate::ir::{
    Attr, Attribute, Cmd, CmdKind, ExprKind, Procedure, Program, Transfer, VarKind, has_attribute, is_marked,
    string_attribute,
};

/// What a command says to threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `assume {:yield} true`: others may run here.
    Yield,
    /// `assume {:atomic "begin"} true`: no other runs from here on. With "enter" for "begin", sections nest.
    Begin { nests: bool },
    /// `assume {:atomic "end"} true`, or "leave" where sections nest.
    End { nests: bool },
    /// `havoc {:thread_id} x`: the number of the thread that runs.
    Own,
    /// `havoc {:child_id} x`: the number of the thread that this activation spawned last.
    Child,
}

/// The mark of a command.
pub fn mark(cmd: &Cmd) -> Option<Mark> {
    match cmd.kind {
        CmdKind::Assume(_) if has_attribute(&cmd.attrs, Attr::Yield) => Some(Mark::Yield),
        CmdKind::Assume(_) => match string_attribute(&cmd.attrs, Attr::Atomic)? {
            begin @ ("begin" | "enter") => Some(Mark::Begin { nests: begin == "enter" }),
            end @ ("end" | "leave") => Some(Mark::End { nests: end == "leave" }),
            _ => None,
        },
        CmdKind::Havoc(_) if has_attribute(&cmd.attrs, Attr::ThreadId) => Some(Mark::Own),
        CmdKind::Havoc(_) if has_attribute(&cmd.attrs, Attr::ChildId) => Some(Mark::Child),
        _ => None,
    }
}

/// Whether an assumption says something although it is true.
pub fn is_thread_mark(attrs: &[Attribute]) -> bool {
    has_attribute(attrs, Attr::Yield) || has_attribute(attrs, Attr::Atomic)
}

/// Whether the command spawns a thread.
pub fn is_spawn(cmd: &Cmd) -> bool {
    cmd.callee().is_some() && has_attribute(&cmd.attrs, Attr::Async)
}

/// Whether a body runs as one step.
pub fn is_atomic(program: &Program, proc: &Procedure) -> bool {
    is_marked(&program.exprs, &proc.attrs, Attr::Atomic)
}

/// Whether each thread has a variable of its own.
pub fn is_thread_local(program: &Program, var: VarId) -> bool {
    is_marked(&program.exprs, &program.vars[var].attrs, Attr::ThreadLocal)
}

/// Whether executions of the entry can reach a spawn.
pub fn is_concurrent(program: &Program, entry: ProcId) -> bool {
    program.procs.iter().any(|p| p.cmds().any(is_spawn))
        && reachable(program, entry).into_iter().any(|p| program.procs[p].cmds().any(is_spawn))
}

/// Where several threads may be alive, and what they share.
pub struct Sharing {
    /// Procedures that may be entered while other threads are alive.
    beside: IdVec<ProcId, bool>,
    /// Of the others, the blocks that begin after a spawn; empty where there are none.
    after_spawn: IdVec<ProcId, Vec<BlockId>>,
    /// Procedures that spawn, themselves or by calls.
    spawning: IdVec<ProcId, bool>,
    /// The globals that several threads access, and some of them write; in order.
    pub shared: Vec<VarId>,
    threads: Vec<Thread>,
}

/// What the threads that begin in one procedure do while others are alive.
struct Thread {
    /// There may be several.
    is_repeated: bool,
    procs: FxHashSet<ProcId>,
    reads: FxHashSet<VarId>,
    writes: FxHashSet<VarId>,
}

impl Thread {
    fn accesses(&self, var: VarId) -> bool {
        self.reads.contains(&var) || self.writes.contains(&var)
    }
}

/// The sharing among the threads of the executions that begin in `entry`.
pub fn sharing(program: &Program, entry: ProcId) -> Sharing {
    let spawning = spawning(program);
    let count = program.procs.len();
    let none = IdVec::filled(Vec::new(), count);
    let beside = IdVec::filled(false, count);
    let mut sharing = Sharing { beside, after_spawn: none, spawning, shared: Vec::new(), threads: Vec::new() };
    sharing.find_beside(program, entry);
    let roots = sharing.roots(program, entry);
    sharing.threads = roots.into_iter().map(|(root, several)| sharing.thread(program, root, several)).collect();
    let is_shared = |g: &VarId| {
        let accesses = |thread: &Thread| u32::from(thread.accesses(*g)) * if thread.is_repeated { 2 } else { 1 };
        let is_written = sharing.threads.iter().any(|thread| thread.writes.contains(g));
        sharing.threads.iter().map(accesses).sum::<u32>() > 1 && is_written && !is_thread_local(program, *g)
    };
    sharing.shared = program.globals.iter().copied().filter(is_shared).collect();
    sharing
}

impl Sharing {
    /// For each command of a block, and for its end, whether other threads may be alive.
    pub fn beside(&self, program: &Program, proc: ProcId, block: BlockId) -> Vec<bool> {
        let Some(body) = &program.procs[proc].body else { return Vec::new() };
        let mut now = self.beside[proc] || self.after_spawn[proc].contains(&block);
        let mut each = vec![now];
        for cmd in &body.blocks[block].cmds {
            now |= cmd.callee().is_some_and(|callee| is_spawn(cmd) || self.spawning[callee]);
            each.push(now);
        }
        each
    }

    /// Procedures that the entry reaches by calls run alone until something is spawned; what threads reach does not.
    fn find_beside(&mut self, program: &Program, entry: ProcId) {
        let mut alone = vec![entry];
        let mut seen = FxHashSet::default();
        let mut busy: Vec<ProcId> = Vec::new();
        while let Some(proc) = alone.pop() {
            let Some(body) = program.procs[proc].body.as_ref().filter(|_| seen.insert(proc)) else { continue };
            let spawns = |b: &BlockId| {
                let calls = body.blocks[*b].cmds.iter();
                calls.filter_map(|c| Some((c, c.callee()?))).any(|(c, p)| is_spawn(c) || self.spawning[p])
            };
            let after: Vec<BlockId> = body.blocks.ids().filter(spawns).collect();
            let starts = after.iter().flat_map(|&b| body.blocks[b].transfer.targets()).copied();
            let reached = reached_from(body, starts);
            self.after_spawn[proc] = body.blocks.ids().filter(|b| reached[*b]).collect();
            for block in body.blocks.ids() {
                let beside = self.beside(program, proc, block);
                for (cmd, beside) in body.blocks[block].cmds.iter().zip(beside) {
                    match cmd.callee() {
                        Some(callee) if beside || is_spawn(cmd) => busy.push(callee),
                        Some(callee) => alone.push(callee),
                        None => {}
                    }
                }
            }
        }
        while let Some(proc) = busy.pop() {
            if !std::mem::replace(&mut self.beside[proc], true) {
                busy.extend(program.procs[proc].cmds().filter_map(Cmd::callee));
            }
        }
    }

    /// Whether an access in that procedure conflicts with one of another thread: one of the two writes.
    pub fn conflicts(&self, proc: ProcId, var: VarId, writes: bool) -> bool {
        let mut here = self.threads.iter().enumerate().filter(|(_, thread)| thread.procs.contains(&proc));
        here.any(|(own, _)| {
            self.threads.iter().enumerate().any(|(other, thread)| {
                let is_other = own != other || thread.is_repeated;
                is_other && (thread.writes.contains(&var) || (writes && thread.reads.contains(&var)))
            })
        })
    }

    fn thread(&self, program: &Program, root: ProcId, is_repeated: bool) -> Thread {
        let mut accesses = Accesses::default();
        let procs: FxHashSet<ProcId> = called(program, root).into_iter().collect();
        let mut thread = Thread { is_repeated, procs, reads: FxHashSet::default(), writes: FxHashSet::default() };
        for &proc in &thread.procs {
            let procedure = &program.procs[proc];
            let Some(body) = &procedure.body else { continue };
            for (id, block) in body.blocks.iter_enumerated() {
                let beside = self.beside(program, proc, id);
                for (cmd, _) in block.cmds.iter().zip(&beside).filter(|(_, beside)| **beside) {
                    let Access { reads, writes } = accesses.of(program, cmd);
                    thread.reads.extend(reads);
                    thread.writes.extend(writes);
                }
                if block.transfer == Transfer::Return && beside.last() == Some(&true) {
                    thread.reads.extend(accesses.at_return(program, procedure));
                }
            }
        }
        thread
    }

    /// The procedures that threads begin in, and whether there may be several such threads.
    fn roots(&self, program: &Program, entry: ProcId) -> Vec<(ProcId, bool)> {
        let mut roots = vec![(entry, false)];
        let reachable = reachable(program, entry);
        let is_called = reachable.iter().any(|&p| program.procs[p].cmds().any(|cmd| cmd.callee() == Some(entry)));
        for proc in reachable {
            let Some(body) = &program.procs[proc].body else { continue };
            let once = proc == entry && !is_called;
            for (id, block) in body.blocks.iter_enumerated() {
                for callee in block.cmds.iter().filter(|c| is_spawn(c)).filter_map(Cmd::callee) {
                    let in_circle = || reached_from(body, block.transfer.targets().iter().copied())[id];
                    match roots.iter_mut().find(|(root, _)| *root == callee) {
                        Some((_, is_repeated)) => *is_repeated = true,
                        None => roots.push((callee, !once || in_circle())),
                    }
                }
            }
        }
        roots
    }
}

/// The procedures that a thread runs, spawns left out; `root` is the first.
fn called(program: &Program, root: ProcId) -> Vec<ProcId> {
    let mut found = vec![root];
    let mut next = 0;
    while let Some(&proc) = found.get(next) {
        next += 1;
        for cmd in program.procs[proc].cmds().filter(|c| !is_spawn(c)) {
            found.extend(cmd.callee().filter(|callee| !found.contains(callee)));
        }
    }
    found
}

/// The procedures that spawn, themselves or by calls.
fn spawning(program: &Program) -> IdVec<ProcId, bool> {
    let mut spawning = IdVec::filled(false, program.procs.len());
    for group in super::call_graph::bottom_up(program) {
        let spawns = |p: &ProcId| {
            let calls = program.procs[*p].cmds().filter_map(|c| Some((c, c.callee()?)));
            calls.into_iter().any(|(cmd, callee)| is_spawn(cmd) || spawning[callee])
        };
        if group.iter().any(spawns) {
            group.into_iter().for_each(|p| spawning[p] = true);
        }
    }
    spawning
}

/// The globals that a step reads and writes.
#[derive(Clone, Debug, Default)]
pub struct Access {
    pub reads: Vec<VarId>,
    pub writes: Vec<VarId>,
}

/// Finds out what commands access.
#[derive(Default)]
pub struct Accesses {
    free: FreeVars,
}

impl Accesses {
    /// What a command accesses, the contract of a callee included; its body's commands are steps of their own.
    pub fn of(&mut self, program: &Program, cmd: &Cmd) -> Access {
        let is_global = |v: &VarId| program.vars[*v].kind == VarKind::Global;
        let mut access = Access::default();
        for e in cmd.exprs() {
            access.reads.extend(self.free.of(program, e).iter().copied().filter(is_global));
        }
        access.writes.extend(cmd.assigned().filter(is_global));
        if let CmdKind::Havoc(vars) = &cmd.kind {
            for clause in vars.iter().filter_map(|v| program.vars[*v].where_clause) {
                access.reads.extend(self.free.of(program, clause).iter().copied().filter(is_global));
            }
        }
        if let Some(callee) = cmd.callee() {
            let proc = &program.procs[callee];
            let ensures = proc.ensures.iter().filter(|_| proc.body.is_none());
            for clause in proc.requires.iter().chain(ensures) {
                access.reads.extend(self.free.of(program, clause.expr).iter().copied().filter(is_global));
            }
            if proc.body.is_none() {
                access.writes.extend(proc.modifies.iter().copied());
            }
        }
        access
    }

    /// What the contract of a procedure with a body reads when it returns.
    pub fn at_return(&mut self, program: &Program, proc: &Procedure) -> Vec<VarId> {
        let is_global = |v: &VarId| program.vars[*v].kind == VarKind::Global;
        let clauses = proc.ensures.iter().flat_map(|c| self.free.of(program, c.expr).to_vec());
        clauses.filter(is_global).collect()
    }
}

/// Whether the command can stop an execution for good.
pub fn may_block(program: &Program, cmd: &Cmd) -> bool {
    match &cmd.kind {
        CmdKind::Assume(e) => *program.exprs.kind(*e) != ExprKind::Bool(true),
        CmdKind::Havoc(vars) => vars.iter().any(|v| program.vars[*v].where_clause.is_some()),
        CmdKind::Call { .. } => true,
        CmdKind::Assign(_) | CmdKind::Assert(..) => false,
    }
}
