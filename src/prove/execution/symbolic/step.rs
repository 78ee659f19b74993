//! One command along a path, or where control goes next.

use super::eval::{Calculator, Split};
use super::rounds::{Loops, Rounds};
use super::solver::{Feasible, Solver};
use super::state::{Frame, State};
use super::term::{FALSE, TRUE, TermId};
use super::turns::Turns;
use super::value::Val;
use crate::base::budget::Stop;
use crate::base::ids::{BlockId, ExprId, ProcId, VarId};
use crate::ir::{Cmd, CmdKind, ExprKind, Transfer};

/// How often a query is asked that takes longer than what is left of a turn: there may be no longer ones.
const MOST_ASKED: u32 = 3;

/// What comes of a step.
pub enum Stepped<'p> {
    On,
    /// The execution returns, or reaches an assumption that does not hold.
    Ended,
    /// With inputs for which an assertion does not hold, and the state in which it does.
    Violated(Box<State<'p>>),
    /// The path goes on in several ways.
    Forked(Vec<State<'p>>),
    /// The path is not followed any further.
    Dropped(&'static str),
}

/// Runs paths.
pub struct Runner<'p, 'b> {
    pub calculator: Calculator<'p>,
    pub solver: Solver,
    pub loops: Loops,
    pub turns: Turns<'b>,
    /// What was run so far.
    pub commands: u64,
    pub missed: Option<Missed>,
    /// There is no more time: what comes of a step is not to be used.
    pub stopped: Option<Stop>,
    /// How often a condition ended executions: it is not only a choice between ways that are all followed.
    pub lost: u64,
}

/// Not all that may happen was looked at.
#[derive(Clone, Copy)]
pub struct Missed {
    pub why: &'static str,
    /// The bound within which all was looked at, and one more.
    pub within: u32,
}

impl<'p> Runner<'p, '_> {
    /// Something that may happen on a path is not looked at.
    pub fn miss(&mut self, state: &State, why: &'static str) {
        if self.stopped.is_some() {
            return;
        }
        let missed = self.missed.get_or_insert(Missed { why, within: state.need.bound });
        missed.within = missed.within.min(state.need.bound);
    }

    /// A step of a path.
    pub fn step(&mut self, state: &mut State<'p>) -> Stepped<'p> {
        let Some(frame) = state.frames.last() else { return Stepped::Ended };
        let (body, block, next) = (frame.body, frame.block, frame.next);
        let stepped = match body.blocks[block].cmds.get(next) {
            Some(cmd) => {
                Self::goes_to(state, block, next + 1);
                self.command(state, cmd)
            }
            None => match &body.blocks[block].transfer {
                Transfer::Goto(targets) => self.goto(state, targets),
                Transfer::Return => Ok(self.leave(state)),
                Transfer::ReturnExpr(_) => Ok(Stepped::Dropped("a code expression")),
            },
        };
        match stepped {
            Ok(stepped) => stepped,
            Err(split) => {
                Self::goes_to(state, block, next);
                self.fork(state, &split)
            }
        }
    }

    fn goes_to(state: &mut State<'p>, block: BlockId, next: usize) {
        if let Some(frame) = state.frames.last_mut() {
            (frame.block, frame.next) = (block, next);
        }
    }

    /// Both ways of a condition, as far as they are possible.
    fn fork(&mut self, state: &State<'p>, &Split { condition, is_guess }: &Split) -> Stepped<'p> {
        if let Some(true) | Some(false) = state.ranges.known(&self.calculator.terms, condition) {
            return Stepped::Dropped("a condition does not tell values apart");
        }
        let negated = self.calculator.terms.not(condition);
        let (way, mut other) = (self.on_way(state, condition), self.on_way(state, negated));
        if let Some(other) = other.as_mut().filter(|_| is_guess) {
            other.guesses += 1;
        }
        Stepped::Forked(way.into_iter().chain(other).collect())
    }

    /// The path on which a condition holds, too; `None`: there is none, or nobody knows.
    fn on_way(&mut self, state: &State<'p>, condition: TermId) -> Option<State<'p>> {
        let model = match self.feasible(state, condition) {
            Feasible::Yes(model) => model,
            Feasible::No => return None,
            Feasible::Unknown => {
                self.miss(state, "the solver does not know whether a path goes on");
                self.lost += 1;
                return None;
            }
        };
        let mut way = state.clone();
        way.model = model;
        way.take(&mut self.calculator.terms, condition);
        Some(way)
    }

    fn feasible(&mut self, state: &State<'p>, condition: TermId) -> Feasible {
        let known = (&state.groups, &state.ranges, &state.model);
        let mut asked = 0;
        loop {
            let feasible = self.solver.feasible(&mut self.calculator.terms, known, condition, &self.turns);
            asked += 1;
            // What a solver was not given the time for says nothing of the path.
            if !matches!(feasible, Feasible::Unknown) || !self.turns.is_over() {
                return feasible;
            }
            if let Err(stop) = self.turns.go_on(self.commands) {
                self.stopped = Some(stop);
                return feasible;
            }
            if asked == MOST_ASKED {
                return feasible;
            }
        }
    }

    /// What is left open gets a value of its own.
    pub fn open(&mut self, state: &mut State<'p>, var: VarId) {
        let value = self.calculator.open(state.opened, self.calculator.program.vars[var].ty);
        state.opened += 1;
        state.vars[var] = value;
    }

    fn command(&mut self, state: &mut State<'p>, cmd: &'p Cmd) -> Result<Stepped<'p>, Split> {
        match &cmd.kind {
            CmdKind::Assume(e) => return self.assume(state, *e),
            CmdKind::Assert(e, _) => return self.assert(state, *e),
            CmdKind::Assign(pairs) => {
                if let [(var, e)] = pairs[..]
                    && self.calculator.overwrite(state, var, e)?.is_some()
                {
                    return Ok(Stepped::On);
                }
                let mut values = Vec::with_capacity(pairs.len());
                for &(var, e) in pairs {
                    values.push((var, self.calculator.eval(state, e)?));
                }
                values.into_iter().for_each(|(var, value)| state.vars[var] = value);
            }
            CmdKind::Havoc(vars) => vars.iter().for_each(|&var| self.open(state, var)),
            CmdKind::Call { callee, ins, outs, .. } => {
                let mut args = Vec::with_capacity(ins.len());
                for &e in ins {
                    args.push(self.calculator.eval(state, e)?);
                }
                return Ok(self.enter(state, *callee, outs, Some(args)));
            }
        }
        Ok(Stepped::On)
    }

    /// An activation begins. Parameters without arguments are left as they are.
    pub fn enter(
        &mut self,
        state: &mut State<'p>,
        proc: ProcId,
        outs: &'p [VarId],
        args: Option<Vec<Val>>,
    ) -> Stepped<'p> {
        let program = self.calculator.program;
        let procedure = &program.procs[proc];
        let Some(body) = &procedure.body else { return Stepped::Dropped("a procedure has no body") };
        let own = procedure.ins.iter().chain(&procedure.outs).chain(&body.locals);
        let saved = own.map(|&var| (var, state.vars[var].clone())).collect();
        for &var in procedure.outs.iter().chain(&body.locals) {
            self.open(state, var);
        }
        for (&var, value) in procedure.ins.iter().zip(args.into_iter().flatten()) {
            state.vars[var] = value;
        }
        let before = state.frames.iter().rev().find(|frame| frame.proc == proc).map(|frame| &frame.rounds);
        let mut rounds = Rounds::begin(before, state.decided());
        rounds.go(&self.loops, proc, body.entry, state.decided());
        state.need = state.need.max(rounds.entered.into());
        state.frames.push(Frame { proc, body, block: body.entry, next: 0, saved, outs, rounds });
        Stepped::On
    }

    fn leave(&mut self, state: &mut State<'p>) -> Stepped<'p> {
        let Some(frame) = state.frames.pop() else { return Stepped::Ended };
        if state.frames.is_empty() {
            return Stepped::Ended;
        }
        let results: Vec<Val> =
            self.calculator.program.procs[frame.proc].outs.iter().map(|&var| state.vars[var].clone()).collect();
        frame.saved.iter().for_each(|(var, value)| state.vars[*var] = value.clone());
        frame.outs.iter().zip(results).for_each(|(&var, value)| state.vars[var] = value);
        Stepped::On
    }

    fn assume(&mut self, state: &mut State<'p>, e: ExprId) -> Result<Stepped<'p>, Split> {
        let condition = match self.calculator.condition(state, e)? {
            Some(TRUE) => return Ok(Stepped::On),
            Some(FALSE) => return Ok(Stepped::Ended),
            Some(condition) => condition,
            // More executions than there are.
            None => return Ok(Stepped::On),
        };
        Ok(self.suppose(state, condition))
    }

    /// A condition holds from here on.
    fn suppose(&mut self, state: &mut State<'p>, condition: TermId) -> Stepped<'p> {
        match self.feasible(state, condition) {
            Feasible::Yes(model) => {
                state.model = model;
                state.take(&mut self.calculator.terms, condition);
                self.lost += 1;
                Stepped::On
            }
            Feasible::No => Stepped::Ended,
            Feasible::Unknown => Stepped::Dropped("the solver does not know whether a path goes on"),
        }
    }

    fn assert(&mut self, state: &mut State<'p>, e: ExprId) -> Result<Stepped<'p>, Split> {
        let condition = match self.calculator.condition(state, e)? {
            Some(TRUE) => return Ok(Stepped::On),
            Some(condition) => condition,
            None => {
                self.miss(state, "an assertion is about what is not followed");
                return Ok(Stepped::On);
            }
        };
        let negated = self.calculator.terms.not(condition);
        match self.feasible(state, negated) {
            Feasible::Yes(model) => {
                let mut violated = state.clone();
                violated.model = model;
                violated.take(&mut self.calculator.terms, negated);
                Ok(Stepped::Violated(Box::new(violated)))
            }
            // What follows from the others is no news.
            Feasible::No => Ok(Stepped::On),
            Feasible::Unknown => {
                self.miss(state, "the solver does not know whether an assertion holds");
                Ok(self.suppose(state, condition))
            }
        }
    }

    /// Goes on as if the assertion behind which a path is held.
    pub fn beyond(&mut self, state: &mut State<'p>) -> Stepped<'p> {
        let Some(frame) = state.frames.last() else { return Stepped::Ended };
        let cmd = frame.next.checked_sub(1).and_then(|at| frame.body.blocks[frame.block].cmds.get(at));
        match cmd.map(|cmd| &cmd.kind) {
            Some(CmdKind::Assert(e, _)) => {
                self.assume(state, *e).unwrap_or(Stepped::Dropped("a condition does not tell values apart"))
            }
            _ => Stepped::Dropped("a violation was not met again"),
        }
    }

    /// Control reaches a block from another one.
    fn arrives_at(&self, state: &mut State<'p>, block: BlockId) {
        Self::goes_to(state, block, 0);
        state.branches += 1;
        state.has_arrived = true;
        let decided = state.decided();
        if let Some(frame) = state.frames.last_mut() {
            state.need = state.need.max(frame.rounds.go(&self.loops, frame.proc, block, decided));
        }
    }

    fn goto(&mut self, state: &mut State<'p>, targets: &'p [BlockId]) -> Result<Stepped<'p>, Split> {
        if let [only] = targets {
            self.arrives_at(state, *only);
            return Ok(Stepped::On);
        }
        let mut open = Vec::with_capacity(targets.len());
        for &target in targets {
            match self.ahead(state, target)? {
                FALSE => {}
                condition => open.push((target, condition)),
            }
        }
        if let [(target, _)] = open[..] {
            self.arrives_at(state, target);
            return Ok(Stepped::On);
        }
        let are_exclusive = matches!(open[..], [(_, a), (_, b)] if self.calculator.terms.not(a) == b);
        let mut ways = Vec::with_capacity(open.len());
        for (target, condition) in open {
            if let Some(mut way) = self.on_way(state, condition) {
                way.pick(target);
                way.guard.alike += u32::from(!are_exclusive);
                self.arrives_at(&mut way, target);
                ways.push(way);
            }
        }
        Ok(Stepped::Forked(ways))
    }

    /// The outcome of the assumptions at the beginning of a block.
    fn ahead(&mut self, state: &mut State<'p>, block: BlockId) -> Result<TermId, Split> {
        let Some(frame) = state.frames.last() else { return Ok(TRUE) };
        let cmds = &frame.body.blocks[block].cmds;
        let mut all = Vec::new();
        for cmd in cmds {
            let CmdKind::Assume(e) = cmd.kind else { break };
            match self.calculator.condition(state, e)? {
                Some(FALSE) => return Ok(FALSE),
                Some(condition) => all.push(condition),
                None => {}
            }
        }
        Ok(self.calculator.terms.and(all))
    }
}

/// The variables and frames of a path that has not begun.
pub fn start<'p>(runner: &mut Runner<'p, '_>, entry: ProcId) -> State<'p> {
    let program = runner.calculator.program;
    let mut state = State {
        vars: program.vars.ids().map(|_| Val::Unknown).collect(),
        frames: Vec::new(),
        ranges: super::ranges::Ranges::default(),
        groups: super::groups::Groups::default(),
        model: super::model::Model::default(),
        opened: 0,
        branches: 0,
        history: None,
        guard: super::state::Guard::default(),
        picked: 0,
        has_arrived: false,
        compared: (0, 0),
        need: super::rounds::Need::default(),
        is_alike: false,
        guesses: 0,
        visits: super::novelty::Visits::default(),
        node: super::tree::Tree::ROOT,
        news: Vec::new(),
    };
    for &var in program.consts.iter().chain(&program.globals).chain(&program.procs[entry].ins) {
        runner.open(&mut state, var);
    }
    // What is not supposed only leaves more executions: what is about all cells of a map would take long.
    let is_short = |e| !matches!(program.exprs.kind(e), ExprKind::Quantifier(_));
    for axiom in program.axioms.iter().filter(|axiom| is_short(axiom.expr)) {
        if runner.turns.is_over() {
            break;
        }
        let _ = runner.assume(&mut state, axiom.expr);
    }
    runner.enter(&mut state, entry, &[], None);
    state
}
