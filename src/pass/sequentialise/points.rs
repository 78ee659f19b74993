//! One body: its yields, spawns and assertions as blocks.

use ivl::source::Span;
use rustc_hash::FxHashSet;

use super::schedule::Event;
use super::{Atomic, State, greater};
use crate::base::ids::{BlockId, ExprId, IdVec, ProcId, VarId};
use crate::cfg::free_vars::FreeVars;
use crate::cfg::threads::{Mark, is_atomic, is_spawn, mark};
use crate::ir::build::{fresh_local, where_clauses};
use crate::ir::{
    ACCESS, Attr, Block, Body, Cmd, CmdKind, Name, Names, Op, Program, Transfer, TypeTable, VarKind, string_attribute,
};
use crate::pass::{Back, Origin};

/// The variables in which an activation keeps its own state while a thread that it spawned runs.
struct Kept {
    round: VarId,
    atomic: Option<(VarId, VarId)>,
    number: Option<VarId>,
    own: Vec<(VarId, VarId)>,
}

/// One body while its blocks are split.
pub(super) struct Points<'a> {
    program: &'a mut Program,
    back: &'a mut Back,
    state: &'a State,
    stopping: &'a FxHashSet<ProcId>,
    proc: ProcId,
    body: Body,
    origins: IdVec<BlockId, Origin>,
    names: Names,
    kept: Option<Kept>,
    /// The number of the thread that was spawned last.
    child: Option<VarId>,
    /// Where a thread stops at a yield, and where a stopped call is left.
    stop: Option<BlockId>,
    out: Option<BlockId>,
    free: FreeVars,
}

impl Points<'_> {
    /// The new body and where its blocks come from.
    pub fn rewrite(
        program: &mut Program,
        back: &mut Back,
        state: &State,
        stopping: &FxHashSet<ProcId>,
        proc: ProcId,
        old: Body,
    ) -> (Body, IdVec<BlockId, Origin>) {
        let names = Names::of_blocks(&old);
        let body = Body { locals: old.locals.clone(), blocks: IdVec::new(), entry: old.entry };
        let mut points = Points {
            program,
            back,
            state,
            stopping,
            proc,
            body,
            origins: IdVec::new(),
            names,
            kept: None,
            child: None,
            stop: None,
            out: None,
            free: FreeVars::default(),
        };
        points.blocks(&old);
        (points.body, points.origins)
    }

    fn blocks(&mut self, old: &Body) {
        // The first part of each old block keeps its number; the other parts are added behind.
        for (id, block) in old.blocks.iter_enumerated() {
            self.origins.push(Origin { start: Some(id), ..Origin::default() });
            let Block { name, span, .. } = block;
            self.body.blocks.push(Block {
                name: name.clone(),
                cmds: Vec::new(),
                transfer: Transfer::Return,
                span: *span,
            });
        }
        let before = self.enter_atomic(old);
        for (id, block) in old.blocks.iter_enumerated() {
            let mut current = id;
            let inside = self.state.sections.inside(self.proc, old, id);
            for (cmd, inside) in block.cmds.iter().zip(inside) {
                current = self.command(current, cmd, inside);
            }
            if let (Some((inside, before)), Transfer::Return) = (before, &block.transfer) {
                let was = self.program.var_expr(before);
                self.put(current, Cmd::assign(vec![(inside, was)], block.span));
            }
            self.body.blocks[current].transfer = block.transfer.clone();
            self.origins[current].end = Some(id);
        }
    }

    /// The body of an atomic procedure remembers whether its caller was in an atomic section.
    fn enter_atomic(&mut self, old: &Body) -> Option<(VarId, VarId)> {
        let Atomic { inside, .. } = self.state.atomic?;
        let span = self.program.procs[self.proc].span;
        if !is_atomic(self.program, &self.program.procs[self.proc]) {
            return None;
        }
        let before = self.local("was_atomic", inside, span);
        let was = self.program.var_expr(inside);
        let begin = self.add("begin", span);
        self.put(begin, Cmd::assign(vec![(before, was)], span));
        self.section(begin, true, true, span);
        self.body.blocks[begin].transfer = Transfer::Goto(vec![old.entry]);
        self.body.entry = begin;
        Some((inside, before))
    }

    /// `inside`: it may run in an atomic section.
    fn command(&mut self, current: BlockId, cmd: &Cmd, inside: bool) -> BlockId {
        let span = cmd.span;
        match (mark(cmd), &cmd.kind) {
            (Some(Mark::Yield), _) => {
                let is_access = string_attribute(&cmd.attrs, Attr::Yield) == Some(ACCESS);
                self.yields(current, is_access, inside, span)
            }
            (Some(Mark::Begin { nests }), _) => self.section(current, true, nests, span),
            (Some(Mark::End { nests }), _) => self.section(current, false, nests, span),
            (Some(mark @ (Mark::Own | Mark::Child)), CmdKind::Havoc(vars)) => {
                self.put(current, Some(cmd.clone()));
                let number = match mark {
                    Mark::Own => self.state.numbers.map(|n| n.current),
                    _ => self.child(span),
                };
                if let (Some(number), &[var]) = (number, &vars[..]) {
                    let (asked, number) = (self.program.var_expr(var), self.program.var_expr(number));
                    let equal = self.program.exprs.eq(asked, number);
                    self.put(current, Some(Cmd::assume(equal, span)));
                }
                current
            }
            (_, CmdKind::Assert(e, _)) => self.assertion(current, *e, cmd),
            (_, CmdKind::Call { callee, .. }) => {
                if is_spawn(cmd) {
                    return self.spawn(current, cmd, inside);
                }
                self.put(current, Some(cmd.clone()));
                if self.stopping.contains(callee) { self.after_call(current, span) } else { current }
            }
            _ => {
                self.put(current, Some(cmd.clone()));
                current
            }
        }
    }

    /// A section begins or ends.
    fn section(&mut self, current: BlockId, begins: bool, nests: bool, span: Span) -> BlockId {
        let Some(Atomic { inside, .. }) = self.state.atomic else { return current };
        let (now, zero, one) = (self.program.var_expr(inside), self.program.exprs.int(0), self.program.exprs.int(1));
        let exprs = &mut self.program.exprs;
        let next = match (begins, nests) {
            (true, true) => exprs.op(Op::Add, [now, one], TypeTable::INT),
            (true, false) => one,
            (false, false) => zero,
            (false, true) => {
                let (fewer, left) =
                    (exprs.op(Op::Sub, [now, one], TypeTable::INT), exprs.op(Op::Gt, [now, zero], TypeTable::BOOL));
                exprs.op(Op::Ite, [left, fewer, zero], TypeTable::INT)
            }
        };
        self.put(current, Cmd::assign(vec![(inside, next)], span));
        current
    }

    fn yields(&mut self, current: BlockId, is_access: bool, may_be_inside: bool, span: Span) -> BlockId {
        let on = self.add("on", span);
        let mut targets = vec![self.event("stay", Event::Stay, on, span)];
        // Where threads are interrupted at accesses, it makes no difference to be so elsewhere, but for good.
        let rounds = if self.state.preemptive && !is_access { 1 } else { self.state.contexts };
        for round in 1..rounds {
            let block = self.event(&format!("to_{round}"), Event::Move(round), on, span);
            let cmds = self.state.move_to(self.program, round, span);
            self.body.blocks[block].cmds.extend(cmds);
            targets.push(block);
        }
        if let Some(Atomic { inside, late }) = self.state.atomic {
            let no = self.program.exprs.bool(false);
            for &block in &targets {
                self.put(block, Cmd::assign(vec![(late, no)], span));
            }
            if !may_be_inside {
                targets.push(self.stop(span));
                self.body.blocks[current].transfer = Transfer::Goto(targets);
                return on;
            }
            let outside = self.outside(inside);
            for &block in &targets {
                self.body.blocks[block].cmds.insert(0, Cmd::assume(outside, span));
            }
            let (is_inside, late) = (self.within(inside), self.program.var_expr(late));
            let held = self.add("held", span);
            self.put(held, Some(Cmd::assume(is_inside, span)));
            if is_access {
                // What was spawned in this section and has run already is not to be seen here.
                let in_time = self.program.exprs.not(late);
                self.put(held, Some(Cmd::assume(in_time, span)));
            }
            self.body.blocks[held].transfer = Transfer::Goto(vec![on]);
            targets.push(held);
        }
        targets.push(self.stop(span));
        self.body.blocks[current].transfer = Transfer::Goto(targets);
        on
    }

    /// The block in which a thread stops at a yield.
    fn stop(&mut self, span: Span) -> BlockId {
        if let Some(stop) = self.stop {
            return stop;
        }
        let stop = self.add("stop", span);
        if let Some(Atomic { inside, .. }) = self.state.atomic {
            let outside = self.outside(inside);
            self.put(stop, Some(Cmd::assume(outside, span)));
        }
        let stopped = self.state.set(self.program, self.state.stopped, true);
        self.put(stop, Cmd::assign(vec![stopped], span));
        self.back.threads.events.insert((self.proc, stop), Event::Stop);
        *self.stop.insert(stop)
    }

    fn assertion(&mut self, current: BlockId, e: ExprId, cmd: &Cmd) -> BlockId {
        let span = cmd.span;
        let negated = self.program.exprs.not(e);
        let fail = self.add("fail", span);
        self.back.threads.events.insert((self.proc, fail), Event::Fail);
        self.put(fail, Some(Cmd { kind: CmdKind::Assume(negated), attrs: cmd.attrs.clone(), span }));
        let mut flags =
            [self.state.failed, self.state.stopped].map(|flag| self.state.set(self.program, flag, true)).to_vec();
        if let Some(failing) = self.state.failing {
            let failed = self.program.var_expr(self.state.failed);
            let first = self.program.exprs.not(failed);
            self.put(fail, Some(Cmd::assume(first, span)));
            let goals = &mut self.back.threads.goals;
            flags.push((failing, self.program.exprs.int(goals.len())));
            goals.push((self.proc, cmd.clone()));
        }
        self.put(fail, Cmd::assign(flags, span));
        let on = self.add("ok", span);
        self.put(on, Some(Cmd::assume(e, span)));
        self.body.blocks[current].transfer = Transfer::Goto(vec![fail, on]);
        on
    }

    fn after_call(&mut self, current: BlockId, span: Span) -> BlockId {
        let stopped = self.program.var_expr(self.state.stopped);
        let returned = self.program.exprs.not(stopped);
        let out = match self.out {
            Some(out) => out,
            None => {
                let out = self.add("out", span);
                self.put(out, Some(Cmd::assume(stopped, span)));
                *self.out.insert(out)
            }
        };
        let on = self.add("returned", span);
        self.put(on, Some(Cmd::assume(returned, span)));
        self.body.blocks[current].transfer = Transfer::Goto(vec![out, on]);
        on
    }

    fn spawn(&mut self, current: BlockId, cmd: &Cmd, may_be_inside: bool) -> BlockId {
        let CmdKind::Call { callee, types, ins, .. } = &cmd.kind else { panic!("internal: a spawn is a call") };
        let (state, span) = (self.state, cmd.span);
        let args = self.arguments(current, ins, span);
        self.keep(current, span);
        self.number(current, span);
        let on = self.add("spawned", span);
        let restore = self.add("parent", span);
        let go = self.add("child", span);
        let begin = |points: &mut Self, in_atomic: bool| {
            let mut targets = Vec::new();
            if !in_atomic || state.preemptive {
                targets.push(points.event("now", Event::Start, go, span));
            }
            if let (Some((_, late)), true, Some(&now)) =
                (points.kept.as_ref().and_then(|kept| kept.atomic), in_atomic, targets.first())
            {
                // What runs at once has run before the section ends.
                let yes = points.program.exprs.bool(true);
                points.put(now, Cmd::assign(vec![(late, yes)], span));
            }
            for round in 1..state.contexts {
                let block = points.event(&format!("in_{round}"), Event::StartIn(round), go, span);
                let cmds = state.move_to(points.program, round, span);
                points.body.blocks[block].cmds.extend(cmds);
                targets.push(block);
            }
            targets.push(points.event("never", Event::Never, restore, span));
            targets
        };
        let plain = begin(self, false);
        match state.atomic.filter(|_| may_be_inside) {
            None => self.body.blocks[current].transfer = Transfer::Goto(plain),
            Some(Atomic { inside, .. }) => {
                let within = begin(self, true);
                let (is_inside, outside) = (self.within(inside), self.outside(inside));
                let free = self.add("free", span);
                self.put(free, Some(Cmd::assume(outside, span)));
                self.body.blocks[free].transfer = Transfer::Goto(plain);
                let held = self.add("inside", span);
                self.put(held, Some(Cmd::assume(is_inside, span)));
                self.body.blocks[held].transfer = Transfer::Goto(within);
                self.back.threads.events.insert((self.proc, held), Event::InAtomic);
                self.body.blocks[current].transfer = Transfer::Goto(vec![free, held]);
            }
        }
        self.begin_thread(go, span);
        let call = CmdKind::Call { callee: *callee, types: types.clone(), ins: args, outs: Vec::new() };
        let attrs = cmd.attrs.iter().filter(|a| !a.is(crate::ir::Attr::Async)).cloned().collect();
        self.put(go, Some(Cmd { kind: call, attrs, span }));
        let swap = self.add("swap", span);
        let stopped = self.program.var_expr(state.stopped);
        let returned = self.program.exprs.not(stopped);
        let finished = self.event("finished", Event::Finished, swap, span);
        self.put(finished, Some(Cmd::assume(returned, span)));
        let halted = self.event("halted", Event::Halted, swap, span);
        self.put(halted, Some(Cmd::assume(stopped, span)));
        self.body.blocks[go].transfer = Transfer::Goto(vec![finished, halted]);
        let kept_round = self.kept.as_ref().map_or(state.round, |kept| kept.round);
        let cmds = state.back_to(self.program, kept_round, span);
        self.body.blocks[swap].cmds.extend(cmds);
        self.body.blocks[swap].transfer = Transfer::Goto(vec![restore]);
        self.restore(restore, span);
        self.body.blocks[restore].transfer = Transfer::Goto(vec![on]);
        on
    }

    /// The arguments, kept in variables where they depend on what may change before the thread begins.
    fn arguments(&mut self, current: BlockId, ins: &[ExprId], span: Span) -> Vec<ExprId> {
        let mut args = Vec::new();
        for &e in ins {
            let vars = self.free.of(self.program, e).to_vec();
            if vars.iter().any(|&v| self.program.vars[v].kind == VarKind::Global) {
                let ty = self.program.exprs.ty(e);
                let var = fresh_local(self.program, &mut self.body, "argument", ty, span);
                self.back.vars.insert(var, None);
                self.put(current, Cmd::assign(vec![(var, e)], span));
                args.push(self.program.var_expr(var));
            } else {
                args.push(e);
            }
        }
        args
    }

    /// Keeps the thread's state while the other runs.
    fn keep(&mut self, current: BlockId, span: Span) {
        if self.kept.is_none() {
            let state = self.state;
            let round = self.local("parent_round", state.round, span);
            let atomic = state
                .atomic
                .map(|a| (self.local("parent_atomic", a.inside, span), self.local("parent_late", a.late, span)));
            let number = state.numbers.map(|n| self.local("parent_thread", n.current, span));
            let own = state.own.iter().map(|&var| (var, self.local("parent_own", var, span))).collect();
            self.kept = Some(Kept { round, atomic, number, own });
        }
        let pairs = self.kept_pairs().into_iter().map(|(var, kept)| (kept, self.program.var_expr(var))).collect();
        self.put(current, Cmd::assign(pairs, span));
    }

    /// The variables of the state, and those that keep them.
    fn kept_pairs(&self) -> Vec<(VarId, VarId)> {
        let Some(kept) = &self.kept else { return Vec::new() };
        let mut pairs = vec![(self.state.round, kept.round)];
        if let (Some(a), Some((inside, late))) = (self.state.atomic, kept.atomic) {
            pairs.extend([(a.inside, inside), (a.late, late)]);
        }
        if let (Some(numbers), Some(number)) = (self.state.numbers, kept.number) {
            pairs.push((numbers.current, number));
        }
        pairs.extend(&kept.own);
        pairs
    }

    /// The new thread has a number, whether it begins or not.
    fn number(&mut self, block: BlockId, span: Span) {
        if let Some(numbers) = self.state.numbers {
            self.put(block, Cmd::havoc(vec![numbers.current], span));
            let above = greater(self.program, numbers, numbers.current, numbers.last);
            self.put(block, Some(Cmd::assume(above, span)));
            let number = self.program.var_expr(numbers.current);
            self.put(block, Cmd::assign(vec![(numbers.last, number)], span));
        }
    }

    /// The new thread is in no atomic section, and has variables of its own.
    fn begin_thread(&mut self, block: BlockId, span: Span) {
        let state = self.state;
        if let Some(Atomic { inside, late }) = state.atomic {
            let none = vec![(inside, self.program.exprs.int(0)), state.set(self.program, late, false)];
            self.put(block, Cmd::assign(none, span));
        }
        if !state.own.is_empty() {
            self.put(block, Cmd::havoc(state.own.clone(), span));
            let clauses = where_clauses(self.program, state.own.iter().copied(), span);
            self.body.blocks[block].cmds.extend(clauses);
        }
    }

    /// The parent's state again; the child's number stays known.
    fn restore(&mut self, block: BlockId, span: Span) {
        if let (Some(numbers), Some(child)) = (self.state.numbers, self.child(span)) {
            let number = self.program.var_expr(numbers.current);
            self.put(block, Cmd::assign(vec![(child, number)], span));
        }
        let no = self.state.set(self.program, self.state.stopped, false);
        let mut pairs = vec![no];
        for (var, kept) in self.kept_pairs() {
            if var != self.state.round {
                pairs.push((var, self.program.var_expr(kept)));
            }
        }
        self.put(block, Cmd::assign(pairs, span));
    }

    fn child(&mut self, span: Span) -> Option<VarId> {
        let numbers = self.state.numbers?;
        if self.child.is_none() {
            self.child = Some(self.local("child", numbers.current, span));
        }
        self.child
    }

    /// A local of the type of a variable.
    fn local(&mut self, name: &str, like: VarId, span: Span) -> VarId {
        let ty = self.program.vars[like].ty;
        let var = fresh_local(self.program, &mut self.body, name, ty, span);
        self.back.vars.insert(var, None);
        var
    }

    fn outside(&mut self, inside: VarId) -> ExprId {
        let (inside, zero) = (self.program.var_expr(inside), self.program.exprs.int(0));
        self.program.exprs.eq(inside, zero)
    }

    fn within(&mut self, inside: VarId) -> ExprId {
        let outside = self.outside(inside);
        self.program.exprs.not(outside)
    }

    fn put(&mut self, block: BlockId, cmd: Option<Cmd>) {
        self.body.blocks[block].cmds.extend(cmd);
    }

    /// A block that says something about the schedule and goes on.
    fn event(&mut self, name: &str, event: Event, to: BlockId, span: Span) -> BlockId {
        let block = self.add(name, span);
        self.body.blocks[block].transfer = Transfer::Goto(vec![to]);
        self.back.threads.events.insert((self.proc, block), event);
        block
    }

    /// A block that returns until it is told otherwise.
    fn add(&mut self, name: &str, span: Span) -> BlockId {
        self.origins.push(Origin::default());
        let name: Name = self.names.fresh(name);
        self.body.blocks.push(Block { name, cmds: Vec::new(), transfer: Transfer::Return, span })
    }
}
