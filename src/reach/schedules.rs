//! Runs of a program with threads under many schedules: a violation that a run reaches is found without a formula.
//!
//! Each run follows random priorities: the thread with the highest runs until it waits, ends, or reaches one of a few
//! places, drawn before the run, where its priority becomes the lowest. So a violation that needs d such places, of k
//! that there are, is found with a probability of at least 1/(n kᵈ) in each run of n threads, and most need one or two.
//! After Burckhardt, Kothari, Musuvathi, Nagarakatte: "A Randomized Scheduler with Probabilistic Guarantees of Finding
//! Bugs", ASPLOS 2010. What the program leaves open besides is drawn as well, mostly small.
//!
//! In some runs, threads get new priorities again and again instead; in others, each thread that reaches one place of
//! the program is held up there until no other can go on (Sen: "Race Directed Random Testing of Concurrent Programs",
//! PLDI 2008).
//!
//! A data race is seen in any state in which two threads are about to make conflicting accesses: what the one that waits
//! its turn is about to access is compared with each access of the others. The trace is that of the execution in which it
//! says so and stays there.

use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use crate::base::budget::Budget;
use crate::base::ids::{BlockId, ExprId, ProcId, VarId};
use crate::interp::draws::{Draws, Limited, below, value_of_type, within};
use crate::interp::eval::{Evaluator, Interpretation, Limits};
use crate::interp::machine::{At, End, Machine, Policy, Turn, TurnAt, note_value};
use crate::interp::on_deep_stack;
use crate::interp::stuck::{Slot, Stuck};
use crate::ir::{Attr, Body, CmdKind, Program, VarKind, has_attribute};
use crate::verdict::{Decision, Open, Trace};

/// Commands of the shortest runs.
const SHORTEST: u64 = 4_000;
/// What the start of a run costs, in commands.
const START: u64 = 500;
/// Runs that may reach what the interpreter does not know before all are given up.
const DOUBTS: u64 = 32;
/// What the longest of the runs before had is forgotten by such a part a run.
const FORGETS: u64 = 64;
/// How often priorities fall in a run, by its number.
const FALLS: [u64; 8] = [0, 1, 1, 2, 1, 2, 2, 3];
/// Turns after which a thread that goes on and on lets others run: so many, in some runs doubled so often.
const PATIENCE: (u64, usize) = (4, 6);
/// Kinds of runs: few change priorities, many do, threads are held up.
const KINDS: u64 = 3;
/// In one of so many turns, doubled up to so often, a thread of a restless run gets another priority.
const RESTLESS: (usize, usize) = (2, 5);
/// How often a thread tries other values before it waits.
const TRIES: u32 = 6;
/// In one of so many places, control does not go where it went before in this run.
const STRAY: usize = 8;

/// Runs of a program whose contracts are written out, one after another.
pub struct Schedules<'p> {
    program: &'p Program,
    entry: ProcId,
    draws: Draws,
    /// The number of the next run.
    number: u64,
    /// Runs that reached what the interpreter does not know.
    stuck: u64,
    seen: Seen,
}

/// What runs have seen.
#[derive(Default)]
struct Seen {
    /// The turns of the longest run.
    turns: u64,
    /// Places in front of accesses; first those of accesses that may race, if there are any.
    places: [Vec<Place>; 2],
}

/// A command of the program.
type Place = (ProcId, BlockId, usize);

impl<'p> Schedules<'p> {
    /// `None`: runs would not tell.
    pub fn new(program: &'p Program, entry: ProcId) -> Option<Schedules<'p>> {
        let unique = |v: &VarId| matches!(program.vars[*v].kind, VarKind::Const { unique: true });
        let numbers = |attr| program.procs.iter().any(|p| p.cmds().any(|cmd| has_attribute(&cmd.attrs, attr)));
        let is_told = !program.weakened
            && !program.consts.iter().any(unique)
            && !numbers(Attr::ThreadId)
            && !numbers(Attr::ChildId);
        let draws = Draws::new(program, entry, &[]);
        is_told.then_some(Schedules { program, entry, draws, number: 0, stuck: 0, seen: Seen::default() })
    }

    /// The outcome of the next runs, while commands are left.
    pub fn violation(&mut self, left: &mut u64, budget: &Budget) -> Option<Trace> {
        on_deep_stack(|| {
            while *left > 0 && self.stuck <= DOUBTS && budget.check_time().is_ok() {
                let ran = self.run(left, budget);
                self.number += 1;
                match ran {
                    Ran::Violated(trace) => return Some(trace),
                    Ran::Ended => {}
                    Ran::Stuck => self.stuck += 1,
                }
            }
            None
        })
    }

    fn run(&mut self, left: &mut u64, budget: &Budget) -> Ran {
        let (program, entry) = (self.program, self.entry);
        let limits = Limits { fuel: 1_000_000, ..Limits::default() };
        let mut eval = Evaluator::new(program, Interpretation::default(), limits);
        let mut dice = Dice::new(&self.draws, self.number, &self.seen);
        dice.entry_block = program.procs[entry].body.as_ref().map(|body| (entry, body.entry));
        let given = program.consts.iter().chain(&program.globals).chain(&program.procs[entry].ins);
        let given: Vec<VarId> = given.copied().collect();
        for &var in &given {
            let slot = dice.draw(&mut eval, self.draws.given.get(&var), var);
            eval.set(var, slot);
        }
        if program.axioms.iter().any(|axiom| eval.holds(axiom.expr) != Ok(true)) {
            return Ran::Stuck;
        }
        let state = given.iter().filter_map(|&var| Some((var, eval.var(var).clone().ok()?))).collect();
        let mut machine = Machine::new(eval, dice);
        let longest = SHORTEST * luby(self.number + 1);
        let end = machine.run(entry, (), longest.min(*left), budget);
        *left = left.saturating_sub(machine.commands + START);
        let turns = self.seen.turns;
        self.seen.turns = machine.policy.turns.max(turns - turns / FORGETS);
        for (place, may_race) in machine.policy.came_to {
            let places = &mut self.seen.places[usize::from(!may_race)];
            if !places.contains(&place) {
                places.push(place);
            }
        }
        match end {
            End::Violated { .. } => {
                let decisions = machine.policy.decisions;
                Ran::Violated(Trace { entry, state, functions: Vec::new(), decisions, open: Open::default() })
            }
            End::Stuck(_) => Ran::Stuck,
            End::Returned | End::Blocked | End::TooLong | End::Stopped(_) => Ran::Ended,
        }
    }
}

/// The series 1, 1, 2, 1, 1, 2, 4, …, from 1 on: short runs and long ones take the same time together. After Luby,
/// Sinclair, Zuckerman: "Optimal Speedup of Las Vegas Algorithms", IPL 1993.
fn luby(n: u64) -> u64 {
    let power = (n + 1).next_power_of_two();
    if power == n + 1 { power / 2 } else { luby(n + 1 - power / 2) }
}

/// How a run ended.
enum Ran {
    Violated(Trace),
    Ended,
    Stuck,
}

/// Decides what a run leaves open.
struct Dice<'a> {
    draws: &'a Draws,
    number: u64,
    random: u64,
    /// Of the threads so far.
    priorities: Vec<i64>,
    lowest: i64,
    /// The turns at which the priority of the thread that runs falls.
    falls: Vec<u64>,
    turns: u64,
    /// Turns of the same thread, one after another, and how many it may have.
    alone: u64,
    patience: u64,
    /// In one of so many turns, the thread that runs gets another priority; 0: in none.
    restless: usize,
    /// Where threads are held up.
    held: Option<Place>,
    /// Where the execution begins.
    entry_block: Option<(ProcId, BlockId)>,
    /// The places in front of accesses so far, and whether those may race.
    came_to: FxHashMap<Place, bool>,
    /// What threads that wait for their turn are about to access.
    pending: Vec<Pending>,
    now: usize,
    /// Where control went in this run.
    gone: FxHashMap<(ProcId, BlockId), BlockId>,
    decisions: Vec<Decision>,
    /// Of those, what was decided before this turn.
    before: usize,
    /// Something was drawn in this turn.
    has_drawn: bool,
    tries: u32,
}

impl<'a> Dice<'a> {
    fn new(draws: &'a Draws, number: u64, seen: &Seen) -> Dice<'a> {
        let mut random = 0x9e37_79b9_7f4a_7c15 ^ (number + 1).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let (kind, number) = (number % KINDS, number / KINDS);
        let count = FALLS[(number % FALLS.len() as u64) as usize];
        // Most runs are much shorter than the longest.
        let doublings = 64 - seen.turns.max(4).leading_zeros() as usize;
        let among = 1 << (2 + below(&mut random, doublings - 1));
        let falls = (0..count).map(|_| below(&mut random, among) as u64 + 1).collect();
        let restless = if kind == 1 { RESTLESS.0 << below(&mut random, RESTLESS.1) } else { 0 };
        let places = seen.places.iter().find(|places| !places.is_empty()).filter(|_| kind == 2);
        let held = places.map(|places| places[below(&mut random, places.len())]);
        let patience = PATIENCE.0 << below(&mut random, PATIENCE.1);
        Dice {
            draws,
            number,
            random,
            priorities: Vec::new(),
            lowest: 0,
            falls,
            turns: 0,
            alone: 0,
            patience,
            restless,
            held,
            entry_block: None,
            came_to: FxHashMap::default(),
            pending: Vec::new(),
            now: 0,
            gone: FxHashMap::default(),
            decisions: Vec::new(),
            before: 0,
            has_drawn: false,
            tries: 0,
        }
    }

    fn below(&mut self, n: usize) -> usize {
        below(&mut self.random, n)
    }

    fn integer(&mut self, range: Option<&Limited>) -> BigInt {
        let any = match self.number / 2 % 4 {
            0 => BigInt::from(self.below(4)),
            1 => BigInt::from(self.below(2)),
            2 => BigInt::from(self.below(12)),
            _ => {
                let which = self.below(self.draws.values.len());
                self.draws.values[which].clone()
            }
        };
        within(range, any, &mut self.random)
    }

    fn draw(&mut self, eval: &mut Evaluator<'_>, range: Option<&Limited>, var: VarId) -> Slot {
        let ty = eval.program.vars[var].ty;
        let value = value_of_type(eval, ty, &mut |is_truth| match is_truth {
            true => BigInt::from(self.below(2)),
            false => self.integer(range),
        });
        value.ok_or(Stuck::NoValues(ty))
    }

    /// Whether the thread that has run is at the place where threads are held up.
    fn is_held(&mut self, turn: &Turn<'_, '_>) -> bool {
        let Some((body, At { proc, block }, next)) = turn.place.filter(|_| turn.at == TurnAt::Access) else {
            return false;
        };
        let place = (proc, block, next);
        let is_last = next == body.blocks[block].cmds.len();
        let may_race = || is_last && body.blocks[block].transfer.targets().iter().any(|&target| waits(body, target));
        self.came_to.entry(place).or_insert_with(may_race);
        self.held == Some(place)
    }

    /// What the thread that has run is about to access, if it is in front of an access that may race.
    fn note_pending(&mut self, eval: &mut Evaluator<'_>, turn: &Turn<'_, '_>) {
        let Some((body, At { proc, block }, next)) = turn.place else { return };
        if next != body.blocks[block].cmds.len() {
            return;
        }
        for &target in body.blocks[block].transfer.targets().iter().filter(|target| waits(body, **target)) {
            let mut values = Vec::new();
            for cmd in &body.blocks[target].cmds {
                match &cmd.kind {
                    CmdKind::Assume(e) if eval.holds(*e) == Ok(true) => {}
                    CmdKind::Assign(pairs) if has_attribute(&cmd.attrs, Attr::Race) => {
                        values.extend(pairs.iter().map(|&(var, e)| (var, eval.eval(e))));
                        break;
                    }
                    _ => break,
                }
            }
            if !values.is_empty() {
                let jump = Decision::Goto { proc, block, target };
                self.pending.push(Pending { thread: turn.now, decision: self.decisions.len(), jump, values });
            }
        }
    }
}

/// What a thread is about to access.
struct Pending {
    thread: usize,
    /// The decision by which another has its turn.
    decision: usize,
    /// The one by which it says so and stays there.
    jump: Decision,
    /// What it says.
    values: Vec<(VarId, Slot)>,
}

/// Whether a thread that goes to the block says what it is about to access, and stays there.
fn waits(body: &Body, block: BlockId) -> bool {
    body.blocks[block].cmds.iter().any(|cmd| has_attribute(&cmd.attrs, Attr::Race))
}

impl<'p> Policy<'p> for Dice<'_> {
    type Note = ();

    fn initial(&mut self, eval: &mut Evaluator<'p>, (): &mut (), var: VarId) -> Slot {
        let known = self.draws.known.get(&var).map(|&e| eval.eval(e)).filter(Slot::is_ok);
        let range = self.entry_block.and_then(|(proc, block)| self.draws.ranges.get(&(proc, block, var)));
        let slot = known.unwrap_or_else(|| self.draw(eval, range, var));
        note_value(&mut self.decisions, &slot, |value| Decision::Initial { var, value });
        slot
    }

    fn havoc(&mut self, eval: &mut Evaluator<'p>, at: At, (): &mut (), var: VarId) -> Slot {
        self.has_drawn = true;
        let draws = self.draws;
        let slot = self.draw(eval, draws.ranges.get(&(at.proc, at.block, var)), var);
        note_value(&mut self.decisions, &slot, |value| Decision::Value { var, value });
        slot
    }

    fn goto(&mut self, body: &Body, at: At, (): &mut (), open: &[BlockId]) -> Option<BlockId> {
        let targets = body.blocks[at.block].transfer.targets();
        let target = match open {
            [] => return None,
            [only] => *only,
            several => {
                let others: Vec<BlockId> = several.iter().copied().filter(|target| !waits(body, *target)).collect();
                match others[..] {
                    [] => several[0],
                    [only] => only,
                    _ => {
                        self.has_drawn = true;
                        let (drawn, strays) = (self.below(others.len()), self.below(STRAY) == 0);
                        let known = self.gone.get(&(at.proc, at.block)).copied();
                        let before = known.filter(|known| !strays && others.contains(known));
                        before.unwrap_or(others[drawn])
                    }
                }
            }
        };
        if targets.len() > 1 {
            self.gone.entry((at.proc, at.block)).or_insert(target);
            self.decisions.push(Decision::Goto { proc: at.proc, block: at.block, target });
        }
        Some(target)
    }

    fn call(&mut self, _: At, (): &mut (), _: ProcId) -> Option<()> {
        Some(())
    }

    fn turn(&mut self, eval: &mut Evaluator<'p>, turn: &Turn<'p, '_>) -> usize {
        if turn.at == TurnAt::Wait {
            self.decisions.truncate(self.before);
        } else {
            (self.turns, self.tries) = (self.turns + 1, 0);
        }
        (self.before, self.has_drawn) = (self.decisions.len(), false);
        let last = turn.ready.last().map_or(0, |last| *last.max(&turn.now));
        while self.priorities.len() <= last {
            let priority = 1 + self.below(1_000) as i64;
            self.priorities.push(priority);
        }
        if matches!(turn.at, TurnAt::Access | TurnAt::Mark) {
            self.alone += 1;
            let is_held = self.is_held(turn);
            if self.falls.contains(&self.turns) || self.alone > self.patience || is_held {
                self.lowest -= 1;
                self.priorities[turn.now] = self.lowest;
            } else if self.restless > 0 && self.below(self.restless) == 0 {
                self.priorities[turn.now] = 1 + self.below(1_000) as i64;
            }
        }
        let first = turn.ready.iter().copied().max_by_key(|&thread| self.priorities[thread]);
        let next = first.unwrap_or(turn.now);
        if next != turn.now {
            self.alone = 0;
            if turn.at == TurnAt::Access {
                self.note_pending(eval, turn);
            }
        }
        self.pending.retain(|pending| pending.thread != next);
        self.now = next;
        self.decisions.push(Decision::Turn { thread: next as u32 });
        next
    }

    fn races(&mut self, eval: &mut Evaluator<'p>, condition: ExprId) -> bool {
        let mut is_race = |pending: &Pending| {
            let values = pending.values.iter();
            let saved: Vec<_> = values.map(|(var, slot)| (*var, eval.swap(*var, slot.clone()))).collect();
            let races = eval.holds(condition) == Ok(false);
            saved.into_iter().for_each(|(var, slot)| eval.set(var, slot));
            races
        };
        let Some(Pending { thread, decision, jump, .. }) = self.pending.iter().find(|pending| is_race(pending)) else {
            return false;
        };
        let stays = [Decision::Turn { thread: *thread as u32 }, jump.clone()];
        self.decisions.splice(decision..decision, stays);
        true
    }

    fn undone(&mut self) -> bool {
        self.decisions.truncate(self.before + 1);
        let again = self.has_drawn && self.tries < TRIES;
        self.tries += u32::from(again);
        again
    }
}
