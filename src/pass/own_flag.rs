//! Programs that keep an error flag of their own, as Corral leaves them: it falls where something goes wrong, every
//! procedure returns at once, and the entry asserts it at the end. What goes wrong becomes an assertion where it does.
//!
//! ```text
//! main:  f := true; call P(); assert f;              →    main:  f := true; call P();
//! P:     …; call Q(); goto on, out;                  →    P:     …; call Q(); goto on;
//!        on: assume f; …   out: assume !f; return;   →           on: …
//! L:     …; call Q(); goto on;                       →    L:     …; s := f; f := false; call Q(); f := s; goto on;
//! Q:     …; f := false; goto on, out; …              →    Q:     …; assert !f; assume false; …
//! ```
//!
//! In the new program, `f` says whether what goes wrong is told: it is not below calls without a way out, as loops have them
//! whose last round is outside of them. Where there are none of these, `f` goes, and the assertion is `false`.
//!
//! Both programs have violations or neither has. An execution that violates `assert f` has a first command at which `f`
//! falls; until then `f` is true, so the tests of `f` are what the new program has for them, and it comes to the same
//! command. There all active calls have a way out, for `f` is false when each returns: the new assertion fails. Conversely,
//! where the new assertion fails, `f` falls in the old program, each active call has a way out on which nothing
//! blocks, and the entry has nothing between the call and the assertion: that is what is checked here. The new assertions have the place of
//! the old one.

use rustc_hash::FxHashSet;

use crate::base::ids::{BlockId, ExprId, ProcId, VarId};
use crate::cfg::call_graph::{bottom_up, reachable};
use crate::cfg::free_vars::FreeVars;
use crate::cfg::threads::is_concurrent;
use crate::ir::build::fresh_local;
use crate::ir::roots::{Place, procedure_roots};
use crate::ir::{
    AssertKind, Block, Body, Cmd, CmdKind, ExprKind, Op, Procedure, Program, Transfer, TypeTable, VarKind,
};
use ivl::source::Span;

/// The program without its flag; `None`: it has none of this kind.
pub fn run(program: &Program, entry: ProcId) -> Option<Program> {
    let (flag, assertion) = asserted(program, entry)?;
    if is_concurrent(program, entry) {
        return None;
    }
    let procs = reachable(program, entry);
    let mut known = Known { program, flag, failing: FxHashSet::default(), free: FreeVars::default() };
    known.find_failing(entry);
    known.entry_is_plain(entry)?;
    let mut untold = Vec::new();
    for &proc in &procs {
        let blocked = known.blocked_calls(proc, entry)?;
        untold.extend(blocked.into_iter().map(|(block, at)| (proc, block, at)));
    }
    let assertion = assertion.clone();
    Some(rewritten(program.clone(), &procs, flag, (&assertion, &untold)))
}

/// The flag that the entry asserts, with the assertion; there is no other in its block.
fn asserted(program: &Program, entry: ProcId) -> Option<(VarId, &Cmd)> {
    let body = program.procs[entry].body.as_ref()?;
    let mut asserted = body.blocks[body.entry].cmds.iter().filter(|cmd| matches!(cmd.kind, CmdKind::Assert(..)));
    let (cmd, None) = (asserted.next()?, asserted.next()) else { return None };
    let CmdKind::Assert(e, AssertKind::Assert) = cmd.kind else { return None };
    let ExprKind::Var(flag) = *program.exprs.kind(e) else { return None };
    let var = &program.vars[flag];
    (var.kind == VarKind::Global && var.ty == TypeTable::BOOL).then_some((flag, cmd))
}

struct Known<'p> {
    program: &'p Program,
    flag: VarId,
    /// The procedures that may return when the flag has fallen in them, but for the entry.
    failing: FxHashSet<ProcId>,
    free: FreeVars,
}

impl Known<'_> {
    fn find_failing(&mut self, entry: ProcId) {
        for group in bottom_up(self.program) {
            loop {
                let more = |proc: &ProcId| *proc != entry && !self.failing.contains(proc) && self.may_fail(*proc);
                let Some(proc) = group.iter().copied().find(more) else { break };
                self.failing.insert(proc);
            }
        }
    }

    fn may_fail(&self, proc: ProcId) -> bool {
        let Some(body) = &self.program.procs[proc].body else { return false };
        body.blocks.iter().any(|block| {
            let falls = |cmd: &Cmd| sets(self.program, cmd, self.flag) == Some(false) || self.is_failing(cmd);
            let mut all = block.cmds.iter().enumerate().filter(|(_, cmd)| falls(cmd));
            all.any(|(at, _)| self.leads_out(body, block, at + 1))
        })
    }

    fn value(&self, e: ExprId) -> Option<bool> {
        match *self.program.exprs.kind(e) {
            ExprKind::Bool(value) => Some(value),
            _ => None,
        }
    }

    fn is_failing(&self, cmd: &Cmd) -> bool {
        cmd.callee().is_some_and(|callee| self.failing.contains(&callee))
    }

    /// Nothing but assignments of other variables, which cannot block.
    fn is_harmless(&self, cmd: &Cmd) -> bool {
        match &cmd.kind {
            CmdKind::Assume(e) => self.value(*e) == Some(true),
            CmdKind::Assign(pairs) => pairs.iter().all(|&(var, _)| var != self.flag),
            _ => false,
        }
    }

    /// Whether the entry raises the flag, calls one procedure that may fail, and asserts it.
    fn entry_is_plain(&self, entry: ProcId) -> Option<()> {
        let body = self.program.procs[entry].body.as_ref()?;
        let block = &body.blocks[body.entry];
        let raised = block.cmds.iter().position(|cmd| sets(self.program, cmd, self.flag) == Some(true))?;
        let called = block.cmds.iter().position(|cmd| self.is_failing(cmd))?;
        let asserted = block.cmds.iter().position(|cmd| matches!(cmd.kind, CmdKind::Assert(..)))?;
        let first_call = block.cmds.iter().position(|cmd| cmd.callee().is_some())?;
        let in_order = raised < first_call && called < asserted && block.transfer == Transfer::Return;
        let between = &block.cmds[called + 1..asserted.max(called + 1)];
        let once = block.cmds.iter().filter(|cmd| cmd.assigned().any(|var| var == self.flag)).count() == 1;
        let behind = block.cmds[asserted..].iter().all(|cmd| cmd.callee().is_none());
        let unread = block.cmds[..raised].iter().all(|cmd| !is_test(self.program, cmd, self.flag, false));
        let is_called = self.program.procs.iter().any(|p| p.cmds().any(|cmd| cmd.callee() == Some(entry)));
        (in_order && once && behind && unread && !is_called && between.iter().all(|cmd| self.is_harmless(cmd)))
            .then_some(())
    }

    /// The calls of a procedure behind which an execution is blocked where the flag has fallen, by block and position.
    /// `None`: the procedure uses the flag in other ways.
    fn blocked_calls(&mut self, proc: ProcId, entry: ProcId) -> Option<Vec<(BlockId, usize)>> {
        let procedure = &self.program.procs[proc];
        let fails = self.failing.contains(&proc);
        let has_checks = procedure.ensures.iter().any(|clause| !clause.free || fails)
            || (proc != entry && procedure.requires.iter().any(|clause| !clause.free));
        if has_checks || procedure.implements.is_some() || self.speaks_of_flag(procedure) {
            return None;
        }
        let mut blocked = Vec::new();
        let Some(body) = &procedure.body else { return (!procedure.modifies.contains(&self.flag)).then_some(blocked) };
        if proc == entry {
            let only_block = body.blocks.ids().all(|id| id == body.entry || body.blocks[id].cmds.is_empty());
            return only_block.then_some(blocked);
        }
        for (id, block) in body.blocks.iter_enumerated() {
            for (at, cmd) in block.cmds.iter().enumerate() {
                let falls = sets(self.program, cmd, self.flag) == Some(false);
                let is_other = !falls && cmd.assigned().any(|var| var == self.flag);
                if is_other || matches!(cmd.kind, CmdKind::Assert(..)) {
                    return None;
                }
                if (falls || self.is_failing(cmd)) && !self.leads_out(body, block, at + 1) {
                    if falls || !self.blocks(body, block, at + 1) {
                        return None;
                    }
                    blocked.push((id, at));
                }
            }
        }
        Some(blocked)
    }

    /// Whether a procedure mentions the flag otherwise than to test it.
    fn speaks_of_flag(&mut self, procedure: &Procedure) -> bool {
        let (program, flag) = (self.program, self.flag);
        let mut tests: FxHashSet<ExprId> = FxHashSet::default();
        let assumed = procedure.cmds().filter_map(|cmd| match cmd.kind {
            CmdKind::Assume(e) | CmdKind::Assert(e, _) => Some(e),
            _ => None,
        });
        let required = procedure.requires.iter().map(|clause| clause.expr);
        tests.extend(assumed.chain(required).filter(|&e| test(program, e, flag).is_some()));
        let mut speaks = false;
        let mut look = |e: ExprId| speaks |= !tests.contains(&e) && self.free.of(program, e).contains(&flag);
        procedure_roots(procedure, &mut |place, e| {
            if place == Place::Meaning {
                look(e);
            }
        });
        let locals = procedure.body.iter().flat_map(|body| &body.locals);
        let own = procedure.ins.iter().chain(&procedure.outs).chain(locals).chain(&program.globals);
        own.filter_map(|&var| program.vars[var].where_clause).for_each(look);
        // A procedure that required the flag to be down would not be entered.
        speaks || procedure.requires.iter().any(|clause| test(program, clause.expr, flag) == Some(false))
    }

    /// Whether from that command of a block on, where the flag has fallen, a return is reached.
    fn leads_out(&self, body: &Body, block: &Block, from: usize) -> bool {
        let returns = |&target: &BlockId| {
            let Block { cmds, transfer, .. } = &body.blocks[target];
            let is_out = |cmd: &Cmd| is_test(self.program, cmd, self.flag, false) || self.is_harmless(cmd);
            *transfer == Transfer::Return && cmds.iter().all(is_out)
        };
        let ends = block.transfer == Transfer::Return || block.transfer.targets().iter().any(returns);
        ends && block.cmds[from..].iter().all(|cmd| self.is_harmless(cmd))
    }

    /// Whether from that command of a block on, nothing is done before the flag is assumed to be up.
    fn blocks(&self, body: &Body, block: &Block, from: usize) -> bool {
        let is_idle = |cmd: &&Cmd| matches!(cmd.kind, CmdKind::Assume(e) if self.value(e) == Some(true));
        let assumes = |&target: &BlockId| {
            let first = body.blocks[target].cmds.iter().find(|cmd| !is_idle(cmd));
            first.is_some_and(|cmd| is_test(self.program, cmd, self.flag, true))
        };
        let targets = block.transfer.targets();
        block.cmds[from..].iter().all(|cmd| is_idle(&cmd)) && !targets.is_empty() && targets.iter().all(assumes)
    }
}

/// What a command gives the flag, if it does nothing else.
fn sets(program: &Program, cmd: &Cmd, flag: VarId) -> Option<bool> {
    match &cmd.kind {
        CmdKind::Assign(pairs) => match (&pairs[..], pairs.first().map(|&(_, e)| program.exprs.kind(e))) {
            ([(var, _)], Some(ExprKind::Bool(value))) if *var == flag => Some(*value),
            _ => None,
        },
        _ => None,
    }
}

/// What an expression says that the flag is.
fn test(program: &Program, e: ExprId, flag: VarId) -> Option<bool> {
    match program.exprs.kind(e) {
        ExprKind::Var(var) if *var == flag => Some(true),
        ExprKind::Op(Op::Not, args) => test(program, args[0], flag).map(|is| !is),
        _ => None,
    }
}

fn is_test(program: &Program, cmd: &Cmd, flag: VarId, wanted: bool) -> bool {
    matches!(cmd.kind, CmdKind::Assume(e) if test(program, e, flag) == Some(wanted))
}

/// The program in which what made the flag fall fails, but for what is done below `untold` calls.
fn rewritten(
    mut program: Program,
    procs: &[ProcId],
    flag: VarId,
    (assertion, untold): (&Cmd, &[(ProcId, BlockId, usize)]),
) -> Program {
    let (up, down) = (program.var_expr(flag), program.exprs.bool(false));
    let asserted = if untold.is_empty() { down } else { program.exprs.not(up) };
    for &proc in procs {
        let requires = std::mem::take(&mut program.procs[proc].requires);
        let kept = requires.into_iter().filter(|clause| test(&program, clause.expr, flag).is_none()).collect();
        program.procs[proc].requires = kept;
        let Some(mut body) = program.procs[proc].body.take() else { continue };
        let own: FxHashSet<(BlockId, usize)> =
            untold.iter().filter(|&&(of, ..)| of == proc).map(|&(_, block, at)| (block, at)).collect();
        let saved =
            (!own.is_empty()).then(|| fresh_local(&mut program, &mut body, "told", TypeTable::BOOL, Span::NONE));
        let is_out = |block: &Block| block.cmds.iter().any(|cmd| is_test(&program, cmd, flag, false));
        let out: FxHashSet<BlockId> = body.blocks.ids().filter(|&id| is_out(&body.blocks[id])).collect();
        for id in body.blocks.ids() {
            let block = &mut body.blocks[id];
            if let Transfer::Goto(targets) = &mut block.transfer
                && !targets.iter().all(|target| out.contains(target))
            {
                targets.retain(|target| !out.contains(target));
            }
            for (at, cmd) in std::mem::take(&mut block.cmds).into_iter().enumerate() {
                let set = |var, e| Cmd::new(CmdKind::Assign(vec![(var, e)]), cmd.span);
                if matches!(cmd.kind, CmdKind::Assert(..)) || is_test(&program, &cmd, flag, true) {
                    continue;
                } else if is_test(&program, &cmd, flag, false) {
                    block.cmds.push(Cmd { kind: CmdKind::Assume(down), ..cmd });
                } else if sets(&program, &cmd, flag) == Some(false) {
                    let never = Cmd::assume(down, cmd.span);
                    block.cmds.push(Cmd { kind: CmdKind::Assert(asserted, AssertKind::Assert), ..assertion.clone() });
                    block.cmds.push(never);
                } else if let Some(saved) = saved.filter(|_| own.contains(&(id, at))) {
                    let before = [set(saved, up), set(flag, down)];
                    let after = program.var_expr(saved);
                    let after = set(flag, after);
                    block.cmds.extend(before);
                    block.cmds.extend([cmd, after]);
                } else {
                    block.cmds.push(cmd);
                }
            }
        }
        program.procs[proc].body = Some(body);
    }
    program
}
