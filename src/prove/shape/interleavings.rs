//! Whether what was found of a program with threads holds of its runs under drawn schedules: a second opinion about what
//! threads are said to do between two steps of one.
//!
//! ```text
//! goto here, there;  here: T  there: P(e)     async call thread(locals);  T     thread: the body, from there on
//! ```
//!
//! Some runs let threads be interrupted wherever they may be: none violates an assertion, and at loop heads variables are as
//! some state says. Others interrupt them where all states are interrupted alone. There, and as long as it waits for its
//! turn, what a state knows of each thread holds; and each object is of one of the kinds.

use rustc_hash::FxHashMap;

use super::explore::Explored;
use super::heaps::{Own, Run, number};
use super::notes::{ENOUGH, RARE, Sampled, Unforeseen, VISITS, by_block, drawn, noted};
use super::state::State;
use super::subject::Subject;
use super::threads::{Split, split_mark};
use super::turns::Place;
use crate::base::budget::Budget;
use crate::base::ids::{BlockId, Id, ProcId, VarId};
use crate::interp::draws::below;
use crate::interp::eval::Limits;
use crate::interp::machine::{At, End, Machine, Policy, Turn, TurnAt};
use crate::interp::on_deep_stack;
use crate::interp::stuck::{Slot, Stuck};
use crate::interp::{Evaluator, Interpretation};
use crate::ir::{Attr, Attribute, Attributes, Body, CmdKind, Procedure, Program, Transfer, VarKind};
use ivl::source::Span;

/// Runs, and commands of one.
const RUNS: u64 = 24;
const LONGEST: u64 = 2_000;
/// In one of so many places where threads may be interrupted, one is: by turns.
const STAYS: [usize; 4] = [1, 2, 4, 12];

/// The program as its threads run it.
struct Threaded {
    program: Program,
    entry: ProcId,
    site: VarId,
    /// What each thread has for itself.
    own: Vec<VarId>,
    /// Where a command was put in, in the order of places.
    put_in: Vec<Place>,
}

/// Runs the program under drawn schedules. `Err`: a run that the states and kinds do not describe, or a violation.
pub fn interleaved(subject: &Subject, explored: &Explored, budget: &Budget) -> Result<Sampled, Unforeseen> {
    let Some(threaded) = threaded(subject) else { return Ok(Sampled::default()) };
    let by_block = by_block(subject, explored);
    let mut sampled = Sampled::default();
    for number in 0..RUNS {
        let schedule = Schedule {
            subject,
            explored,
            threaded: &threaded,
            by_block: &by_block,
            rare: RARE[number as usize % RARE.len()],
            stays: STAYS[number as usize / 2 % STAYS.len()],
            random: 0x9e37_79b9_7f4a_7c15 ^ (number + 1),
            is_whole: number % 2 == 0 && sampled.heaps < ENOUGH,
            parked: Vec::new(),
            visits: FxHashMap::default(),
            sampled,
            fault: None,
        };
        let (end, schedule) = on_deep_stack(|| schedule.run(budget));
        sampled = schedule.sampled;
        if let Some(fault) = schedule.fault {
            return Err(Unforeseen(fault));
        }
        match end {
            End::Violated { .. } => return Err(Unforeseen("an interleaving violates an assertion".into())),
            End::Stopped(_) => break,
            _ => {}
        }
    }
    Ok(sampled)
}

/// Each spawn calls a procedure that goes on where the new thread begins. `None`: it is not seen where that is.
fn threaded(subject: &Subject) -> Option<Threaded> {
    let (mut program, entry, site) = noted(subject);
    let mut put_in: Vec<Place> = subject.sites.keys().copied().collect();
    put_in.sort();
    let mut body = program.procs[entry].body.take()?;
    let is_shared =
        |v: &VarId| program.types.is_map(program.vars[*v].ty) || *v == subject.next || Some(*v) == subject.allocated;
    let (shared, own): (Vec<VarId>, Vec<VarId>) = body.locals.iter().copied().partition(is_shared);
    for &var in &shared {
        program.vars[var].kind = VarKind::Global;
    }
    program.globals = shared;
    body.locals.clear();
    let args: Vec<_> = own.iter().map(|&var| program.var_expr(var)).collect();
    let mut starts = Vec::new();
    for block in body.blocks.ids() {
        let Some(at) = body.blocks[block].cmds.iter().position(|c| split_mark(c) == Some(Split::Spawn)) else {
            continue;
        };
        let Transfer::Goto(targets) = &body.blocks[block].transfer else { return None };
        let [one, other] = targets[..] else { return None };
        let (one, other) = (behind_choice(&body, one), behind_choice(&body, other));
        let is_child = |t: BlockId| body.blocks[t].cmds.first().and_then(split_mark) == Some(Split::Child);
        let (here, there) = if is_child(one) { (other, one) } else { (one, other) };
        if !is_child(there) {
            return None;
        }
        let callee = ProcId::from_index(entry.index() + 1 + starts.len());
        let cmd = &mut body.blocks[block].cmds[at];
        cmd.kind = CmdKind::Call { callee, types: Box::default(), ins: args.clone(), outs: Vec::new() };
        cmd.attrs = Attributes::from([Attribute::marker(Attr::Async)]);
        body.blocks[block].transfer = Transfer::Goto(vec![here]);
        starts.push(there);
    }
    for &start in &starts {
        program.procs.push(procedure(own.clone(), Body { entry: start, ..body.clone() }));
    }
    body.locals.clone_from(&own);
    program.procs[entry].body = Some(body);
    Some(Threaded { program, entry, site, own, put_in })
}

/// Where control goes if a choice that stands for two ways is made in favour of this one.
fn behind_choice(body: &Body, block: BlockId) -> BlockId {
    match (&body.blocks[block].cmds[..], &body.blocks[block].transfer) {
        ([only], Transfer::Goto(targets)) if matches!(only.kind, CmdKind::Assume(_)) && split_mark(only).is_none() => {
            targets.first().copied().unwrap_or(block)
        }
        _ => block,
    }
}

fn procedure(ins: Vec<VarId>, body: Body) -> Procedure {
    Procedure {
        name: "thread".into(),
        type_params: Vec::new(),
        ins,
        outs: Vec::new(),
        requires: Vec::new(),
        ensures: Vec::new(),
        modifies: Vec::new(),
        body: Some(body),
        attrs: Attributes::from([]),
        implements: None,
        span: Span::NONE,
    }
}

impl Threaded {
    /// Where the subject has the command with this index.
    fn original(&self, (block, index): Place) -> Place {
        let before = |n: usize, &(b, at): &Place| n + usize::from(b == block && index > at + 1 + n);
        (block, index - self.put_in.iter().filter(|p| p.0 == block).fold(0, before))
    }
}

/// A thread that waits for its turn where it was interrupted, and what its variables hold.
struct Parked {
    place: Place,
    own: Own,
}

struct Schedule<'a> {
    subject: &'a Subject,
    explored: &'a Explored,
    threaded: &'a Threaded,
    by_block: &'a FxHashMap<BlockId, Vec<&'a State>>,
    rare: usize,
    stays: usize,
    random: u64,
    /// Threads are interrupted only where all states are.
    is_whole: bool,
    /// By thread; `None`: it has not begun, has ended, or is not where all states are interrupted.
    parked: Vec<Option<Parked>>,
    visits: FxHashMap<BlockId, u32>,
    sampled: Sampled,
    fault: Option<String>,
}

impl<'a> Schedule<'a> {
    fn run(self, budget: &Budget) -> (End, Schedule<'a>) {
        let Threaded { program, entry, .. } = self.threaded;
        let eval = Evaluator::new(program, Interpretation::default(), Limits::default());
        let mut machine = Machine::new(eval, self);
        for &var in program.consts.iter().chain(&program.globals) {
            let slot = machine.policy.slot(&mut machine.eval, var);
            machine.eval.set(var, slot);
        }
        let end = machine.run(*entry, (), LONGEST, budget);
        (end, machine.policy)
    }

    fn slot(&mut self, eval: &mut Evaluator<'_>, var: VarId) -> Slot {
        let program = &self.threaded.program;
        let ty = program.vars[var].ty;
        drawn(program, var, &mut self.random, self.rare).or_else(|| eval.domain.any(ty)).ok_or(Stuck::NoValues(ty))
    }

    /// What the thread that runs has in its variables, as far as they matter in that block.
    fn own(&self, eval: &Evaluator<'_>, block: BlockId) -> Own {
        let held = |var: VarId| eval.var(var).as_ref().ok().and_then(number);
        let own = |var: &VarId| self.threaded.own.contains(var);
        self.subject.point(block).live.iter().copied().filter(own).map(|var| (var, held(var))).collect()
    }

    fn run_of<'e, 'p>(&self, eval: &'e Evaluator<'p>) -> Option<Run<'e, 'p>>
    where
        'a: 'e,
    {
        Run::new(self.subject, eval, self.threaded.site, self.subject.body.entry)
    }

    /// All threads are interrupted.
    fn compare(&mut self, eval: &Evaluator<'_>) {
        let Some(mut run) = self.run_of(eval) else { return };
        for Parked { place, own } in self.parked.iter().flatten() {
            run.own = Some(own);
            if !self.explored.turns.any(*place, |state| run.is_described(state)) {
                self.fault = Some("a thread waits in a way that was not foreseen: no state is like it".into());
                return;
            }
        }
        run.own = None;
        match run.is_covered(self.explored) {
            Ok(()) => {
                self.sampled.heaps += 1;
                self.sampled.objects += run.blocks.len() as u64;
            }
            Err(Unforeseen(why)) => self.fault = Some(format!("a heap is met that was not foreseen: {why}")),
        }
    }
}

impl<'p> Policy<'p> for Schedule<'_> {
    type Note = ();

    fn initial(&mut self, eval: &mut Evaluator<'p>, (): &mut (), var: VarId) -> Slot {
        self.slot(eval, var)
    }

    fn havoc(&mut self, eval: &mut Evaluator<'p>, _: At, (): &mut (), var: VarId) -> Slot {
        self.slot(eval, var)
    }

    fn goto(&mut self, _: &Body, _: At, (): &mut (), open: &[BlockId]) -> Option<BlockId> {
        match open {
            [] => None,
            [only] => Some(*only),
            // As in runs of one thread.
            several if below(&mut self.random, self.rare) == 0 => Some(several[0]),
            several => Some(several[1 + below(&mut self.random, several.len() - 1)]),
        }
    }

    fn call(&mut self, _: At, (): &mut (), _: ProcId) -> Option<()> {
        Some(())
    }

    fn arrive(&mut self, eval: &Evaluator<'p>, at: At) {
        let visits = self.visits.entry(at.block).or_default();
        *visits += 1;
        if self.fault.is_some() || *visits > VISITS || !self.subject.point(at.block).cut {
            return;
        }
        let Some(run) = self.run_of(eval) else { return };
        let mut states = self.by_block.get(&at.block).into_iter().flatten();
        let is_whole = self.is_whole;
        if !states.any(|state| if is_whole { run.is_described(state) } else { run.has_variables_of(state) }) {
            self.fault = Some("a loop is entered in a way that was not foreseen: no state is like it".into());
        }
    }

    fn turn(&mut self, eval: &mut Evaluator<'p>, turn: &Turn<'p, '_>) -> usize {
        let place = turn.place.map(|(_, at, index)| self.threaded.original((at.block, index)));
        if self.is_whole && self.fault.is_none() {
            while self.parked.len() <= turn.now {
                self.parked.push(None);
            }
            let is_marked = matches!(turn.at, TurnAt::Access | TurnAt::Mark);
            let is_parked = self.parked[turn.now].is_some();
            match place {
                Some(place) if is_marked && self.explored.turns.is_always(place) => {
                    self.parked[turn.now] = Some(Parked { place, own: self.own(eval, place.0) });
                    self.compare(eval);
                }
                Some(_) if is_marked => {
                    self.parked[turn.now] = None;
                    return turn.now;
                }
                // What it has done in part would have to be left out.
                _ if !is_parked => self.is_whole = false,
                None => {
                    self.parked[turn.now] = None;
                    let run = self.run_of(eval);
                    self.is_whole &= run.is_some_and(|run| !run.is_locked());
                }
                Some(_) => {}
            }
        }
        let goes_on = turn.ready.contains(&turn.now) && below(&mut self.random, self.stays) > 0;
        if goes_on { turn.now } else { turn.ready[below(&mut self.random, turn.ready.len())] }
    }
}
