//! Many questions about one program: which assertions fail, which places are reached. They share the call tree and the
//! solver session.
//!
//! All that is open is asked for at once, and what is found is taken out, until nothing is found: as many questions as
//! there are findings, and one. Only if the last answer is no proof, what is left is asked for one by one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ivl::source::Span;

use super::bounded::{Threads, carry_over};
use super::confirm::confirm;
use super::pipeline;
use super::unsupported::weakened;
use crate::base::budget::Budget;
use crate::base::ids::{ExprId, Id, ProcId};
use crate::base::memory;
use crate::base::stats::Stats;
use crate::interp::replay::replay_quietly;
use crate::ir::{AssertKind, Attr, Program, string_attribute};
use crate::pass::Back;
use crate::pass::error_flag::{Assertion, Goals};
use crate::pass::original;
use crate::pass::preempt::{self, NotFollowed};
use crate::pass::sequentialise;
use crate::pass::targets::Target;
use crate::reach::{Acyclic, Config, Hooks, OneTurn, Progress, Search, with_search};
use crate::vc::vacuity::is_without_executions;
use crate::verdict::{Answered, Bound, Certificate, Decision, Execution, Failure, Subject, Trace, Value, Verdict, Why};

/// The program and settings of all questions.
#[derive(Clone, Copy)]
pub struct About<'a> {
    pub program: &'a Program,
    pub entry: ProcId,
    pub config: &'a Config,
    pub threads: Threads,
}

/// Where threads yield, or why that cannot be followed.
type Yields = Result<Option<Program>, NotFollowed>;

impl<'a> About<'a> {
    fn yields(&self) -> Yields {
        preempt::run(self.program, self.entry, self.threads.cooperative)
    }

    /// The same about the program in which threads yield.
    fn with(self, yields: &'a Yields) -> About<'a> {
        match yields {
            Ok(Some(program)) => About { program, ..self },
            _ => self,
        }
    }
}

/// Asks about every assertion that the entry may reach by itself, in the order of the text.
pub fn check_each(
    about: About,
    budget: &Budget,
    progress: &mut (dyn FnMut(Progress, usize) + Send),
) -> (Vec<Answered<Execution>>, Stats) {
    let yields = about.yields();
    let about = about.with(&yields);
    let mut found = |goal: usize, trace: Trace, way: &Way| {
        let trace = original(about.program, trace, way.backs);
        vec![(goal, confirm_goal(about.program, trace, &way.goals.assertions[goal], budget))]
    };
    let Surveyed { goals, verdicts, stats } = survey(about, &yields, budget, progress, &|_| true, &mut found);
    let answer = |(assertion, verdict): (&Assertion, Option<_>)| {
        let (what, related) = assertion.kind.describe();
        // A procedure that a pass made calls the entry.
        let proc = if assertion.proc.index() < about.program.procs.len() { assertion.proc } else { about.entry };
        let procedure = about.program.procs[proc].name.to_string();
        Some(Answered {
            subject: Subject { what, span: assertion.span, related, procedure, side: None },
            verdict: verdict?,
        })
    };
    let mut answers: Vec<_> = goals.assertions.iter().zip(verdicts).filter_map(answer).collect();
    answers.sort_by_key(|a| (a.subject.span.file, a.subject.span.start));
    (answers, stats)
}

/// The verdict about a place: [`Verdict::Unsafe`] means that an execution comes there.
pub type Reachability = Verdict<()>;

/// Asks for each of the targets, which the program has from [`crate::pass::targets::run`], whether executions of the entry reach it.
/// `mine`: the positions to ask for.
pub fn reach_targets(
    about: About,
    marked: &[Target],
    mine: &dyn Fn(usize) -> bool,
    budget: &Budget,
    progress: &mut (dyn FnMut(Progress, usize) + Send),
) -> (Vec<Option<Reachability>>, Stats) {
    let yields = about.yields();
    let about = about.with(&yields);
    // Where threads yield, blocks are others.
    let kept = if matches!(yields, Ok(None)) { marked } else { &[] };
    let of_block: BTreeMap<_, usize> = kept.iter().enumerate().map(|(i, t)| ((t.proc, t.block), i)).collect();
    let position = |assertion: &Assertion| match assertion.kind {
        AssertKind::Stop(position) => Some(position),
        _ => None,
    };
    let mut found = |goal: usize, trace: Trace, way: &Way| {
        let trace = original(about.program, trace, way.backs);
        let confirmed = confirm_goal(about.program, trace.clone(), &way.goals.assertions[goal], budget);
        if let Verdict::Unknown(why) = confirmed {
            return vec![(goal, Verdict::Unknown(why))];
        }
        // What is passed on the way is reached as well.
        let passed = trace.decisions.iter().filter_map(|decision| match decision {
            Decision::Goto { proc, block, .. } => of_block.get(&(*proc, *block)).copied(),
            _ => None,
        });
        let passed: BTreeSet<usize> = passed.collect();
        let reached = |(g, a): &(usize, &Assertion)| *g == goal || position(a).is_some_and(|p| passed.contains(&p));
        let goals = way.goals.assertions.iter().enumerate();
        goals.filter(reached).map(|(goal, _)| (goal, Verdict::Unsafe(()))).collect()
    };
    let wanted = |assertion: &Assertion| position(assertion).is_some_and(mine);
    let Surveyed { goals, verdicts, stats } = survey(about, &yields, budget, progress, &wanted, &mut found);
    // Of what no execution can reach, nothing is left in the goals.
    let nothing = |i| mine(i).then_some(Verdict::Safe(Certificate::nothing_to_check()));
    let mut all: Vec<Option<Reachability>> = (0..marked.len()).map(nothing).collect();
    for (assertion, verdict) in goals.assertions.iter().zip(verdicts) {
        if let (Some(position), Some(verdict)) = (position(assertion), verdict) {
            all[position] = Some(verdict);
        }
    }
    (all, stats)
}

/// The goals, a verdict for each that was asked for, and what it took.
struct Surveyed<T> {
    goals: Goals,
    verdicts: Vec<Option<Verdict<T>>>,
    stats: Stats,
}

/// The way back from a trace to goals of the program.
struct Way<'a> {
    backs: &'a [Back],
    goals: &'a Goals,
}

/// Gets a goal and a trace to it; returns verdicts of that goal and perhaps others.
type Found<'a, T> = dyn FnMut(usize, Trace, &Way) -> Vec<(usize, Verdict<T>)> + 'a;

fn survey<T>(
    about: About,
    yields: &Yields,
    budget: &Budget,
    progress: &mut (dyn FnMut(Progress, usize) + Send),
    wanted: &dyn Fn(&Assertion) -> bool,
    found: &mut Found<T>,
) -> Surveyed<T> {
    let About { program, entry, config, threads } = about;
    let rounds = threads.rounds(program, entry).map_or(sequentialise::CONTEXTS, |rounds| rounds as usize);
    let mut stats = Stats::default();
    let prepared = stats.time("passes", || pipeline::prepare_goals(program.clone(), entry, rounds));
    let pipeline::Prepared { program: mut changed, entry: start, error, can_fail, goals, backs, effect } = prepared;
    let mut goals = goals.expect("internal: goals were asked for");
    // In the end, assertions of threads are asserted again, by the one that calls the entry.
    let of_threads = backs.iter().find(|back| !back.threads.goals.is_empty());
    for (assertion, (proc, _)) in goals.assertions.iter_mut().zip(of_threads.iter().flat_map(|b| &b.threads.goals)) {
        assertion.proc = *proc;
    }
    for assertion in &mut goals.assertions {
        let old = |proc, back: &Back| back.procs.get(&proc).copied().unwrap_or(proc);
        assertion.proc = backs.iter().rev().fold(assertion.proc, old);
    }
    let open: BTreeSet<usize> = (0..goals.assertions.len()).filter(|&g| wanted(&goals.assertions[g])).collect();
    let mut verdicts: Vec<Option<Verdict<T>>> = goals.assertions.iter().map(|_| None).collect();
    let not_followed = yields.as_ref().err().map(|NotFollowed(why)| Why::Unsupported(why.clone()));
    let beyond = not_followed.or_else(|| program.weakened.then(weakened));
    if beyond.is_some() || !can_fail || open.is_empty() {
        for goal in open {
            verdicts[goal] = Some(match &beyond {
                Some(why) => Verdict::Unknown(why.clone()),
                None => Verdict::Safe(Certificate::nothing_to_check()),
            });
        }
        return Surveyed { goals, verdicts, stats };
    }
    let asked: Vec<ExprId> = goals.assertions.iter().map(|a| a.asked).collect();
    let excluded: Vec<ExprId> = asked.iter().map(|&e| changed.exprs.not(e)).collect();
    let wanted: Vec<ExprId> = open.iter().map(|&g| asked[g]).collect();
    let any = changed.exprs.or(&wanted);
    let mut is_certain = |trace: &Trace| {
        let Some(goal) = failing(trace, &goals) else { return false };
        let trace = original(program, trace.clone(), &backs);
        let replayed = replay_quietly(program, &trace, budget);
        replayed.is_ok_and(|execution| execution.certain && fails_at(&execution, &goals.assertions[goal]))
    };
    let question = Acyclic { program: Arc::new(changed), entry: start, error };
    let (all, answered) = (open.len(), AtomicUsize::new(0));
    let progress = &mut |now| progress(now, answered.load(Ordering::Relaxed));
    let hooks = Hooks { turns: &OneTurn, progress, is_certain: &mut is_certain };
    let way = Way { backs: &backs, goals: &goals };
    let note = |left: usize| answered.store(all - left, Ordering::Relaxed);
    let mut rounds = Rounds { way, asked, excluded, open, verdicts, found, note: &note };
    let reached = with_search(&question, config, budget, false, hooks, |search| {
        search.assume(any);
        match rounds.together(search) {
            Some(proof) => {
                let bound = config.bound.unwrap_or(search.bound());
                rounds.all_hold(|| carry_over(Verdict::Safe(proof.clone()), effect, bound));
            }
            None => {
                rounds.one_by_one(search, |verdict, bound| carry_over(verdict, effect, config.bound.unwrap_or(bound)))
            }
        }
    });
    let mut verdicts = rounds.verdicts;
    stats.merge(&reached.stats);
    stats.peak_memory = memory::peak();
    let fails = verdicts.iter().any(|v| matches!(v, Some(Verdict::Unsafe(_))));
    if fails && is_without_executions(program, &config.solver, budget, &mut stats) {
        for verdict in verdicts.iter_mut().flatten() {
            *verdict = Verdict::Safe(Certificate::no_execution());
        }
    }
    Surveyed { goals, verdicts, stats }
}

/// The questions while they are asked.
struct Rounds<'r, T> {
    way: Way<'r>,
    /// The condition under which the search looks for a goal, and for any other.
    asked: Vec<ExprId>,
    excluded: Vec<ExprId>,
    /// The goals without an answer.
    open: BTreeSet<usize>,
    verdicts: Vec<Option<Verdict<T>>>,
    found: &'r mut Found<'r, T>,
    /// Hears how many goals are open.
    note: &'r dyn Fn(usize),
}

impl<T> Rounds<'_, T> {
    /// Asks for all that is open until nothing is found; returns the proof that nothing is left, if there is one.
    fn together(&mut self, search: &mut Search) -> Option<Certificate> {
        while !self.open.is_empty() {
            match search.ask(&[]) {
                Verdict::Unsafe(trace) => {
                    let goal = failing(&trace, self.way.goals).filter(|goal| self.open.contains(goal))?;
                    self.answer(search, goal, trace);
                }
                Verdict::Safe(certificate) => return Some(certificate),
                _ => return None,
            }
        }
        None
    }

    fn all_hold(&mut self, verdict: impl Fn() -> Verdict<T>) {
        for goal in std::mem::take(&mut self.open) {
            self.verdicts[goal] = Some(verdict());
        }
    }

    /// Asks for what is open, one by one; a verdict of the search is carried over with the bound that it has reached.
    fn one_by_one(&mut self, search: &mut Search, carry_over: impl Fn(Verdict<T>, Bound) -> Verdict<T>) {
        while let Some(&goal) = self.open.first() {
            let verdict = match search.ask(&[self.asked[goal]]) {
                Verdict::Unsafe(trace) => {
                    self.answer(search, goal, trace);
                    continue;
                }
                Verdict::Safe(certificate) => Verdict::Safe(certificate),
                Verdict::SafeUpTo(bound) => Verdict::SafeUpTo(bound),
                Verdict::Unknown(why) => Verdict::Unknown(why),
            };
            self.open.remove(&goal);
            self.verdicts[goal] = Some(carry_over(verdict, search.bound()));
        }
    }

    /// Takes what a trace to a goal says out of the questions.
    fn answer(&mut self, search: &mut Search, goal: usize, trace: Trace) {
        for (goal, verdict) in (self.found)(goal, trace, &self.way) {
            if self.open.remove(&goal) {
                self.verdicts[goal] = Some(verdict);
                search.assume(self.excluded[goal]);
            }
        }
        (self.note)(self.open.len());
    }
}

/// The execution of a trace, if the interpreter agrees that it is one and that it ends at this assertion. Another one
/// may fail on the way where the solver did not decide it.
fn confirm_goal(program: &Program, trace: Trace, assertion: &Assertion, budget: &Budget) -> Verdict<Execution> {
    match confirm(program, trace, budget) {
        Verdict::Unsafe(execution) if !fails_at(&execution, assertion) => {
            Verdict::Unknown(Why::ReplayDisagrees("another assertion fails before".into()))
        }
        verdict => verdict,
    }
}

fn fails_at(execution: &Execution, assertion: &Assertion) -> bool {
    let Failure { span, what, label, .. } = &execution.failure;
    // What a front end adds has no place; its failures are shown at calls.
    let same_place = match assertion.span {
        Span::NONE => label.as_deref() == string_attribute(&assertion.attrs, Attr::Msg),
        place => place == *span,
    };
    same_place && *what == assertion.kind.describe().0
}

/// The goal that fails at the end of a trace.
fn failing(trace: &Trace, goals: &Goals) -> Option<usize> {
    let (_, value) = trace.state.iter().find(|(var, _)| *var == goals.which)?;
    match value {
        Value::Int(number) => usize::try_from(number).ok().filter(|goal| *goal < goals.assertions.len()),
        _ => None,
    }
}
