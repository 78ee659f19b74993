//! The answer about an entry of a program, and in which ways the program is read for it.
//!
//! ```text
//! any texts → unsafe by one of them → the texts themselves          numbers, bit-vectors, numbers for longer, …
//! ```

use std::time::Duration;

use ivl::diag::Diagnostic;
use rmt_c::Checks;

use super::{Batch, Checking};
use crate::base::budget::{Budget, Limits};
use crate::certify::check::How;
use crate::cfg::threads::is_concurrent;
use crate::cli::args::{FloatArg, IntArg, StageArg};
use crate::cli::input::{self, Input, Reading};
use crate::cli::progress::ProgressLine;
use crate::cli::watchdog;
use crate::driver::Checked;
use crate::driver::bounded::{Bounded, Threads};
use crate::driver::endless::endless_loops;
use crate::driver::strategy::{Engines, decide};
use crate::driver::unrolled;
use crate::engine::{Declined, Engine, Forms, Question};
use crate::prove::ENGINES;
use crate::prove::execution::Execution;
use crate::reach::Config;
use crate::verdict::{Certificate, Verdict, Why};

/// How long integers are tried as numbers at first, where bit-vectors may be better.
const FIRST_TURN: Duration = Duration::from_secs(2);
/// How long what nobody asked for is looked at when all else is decided.
const LATE_TURN: Duration = Duration::from_secs(5);
/// Where a proof leaves nothing to verify: how long bounded search looks for a certificate if a prover has proved the program, for
/// others may do better, and how long these look for one.
const SEARCH_TURN: Duration = Duration::from_secs(3);
const OTHERS_TURN: Duration = Duration::from_secs(20);

/// What is spent on data races and deadlocks of programs with threads where nobody asks for them.
const RACES_TURN: Duration = Duration::from_secs(2);
const RACES_UNITS: u64 = 10_000_000;

/// What was found, and the program that it is about, if that was read otherwise than what was asked about.
type Answered<'c> = (Checked, Option<Checking<'c>>);

impl Batch<'_> {
    /// The answer about an entry of a program, by its number. What nobody asked for and costs provers most is looked at in
    /// a short turn first, and again when all else is decided; if it stays open, the verdict names it as taken for granted.
    pub(super) fn answer<'c>(
        &self,
        asked: (&Checking<'c>, usize),
        budget: &Budget,
        line: &mut ProgressLine,
    ) -> Answered<'c> {
        let (checking, number) = asked;
        if let Some(found) = self.look_for_races(asked, budget, line) {
            return found;
        }
        if !checking.source.late {
            return self.answer_as_read(asked, budget, line);
        }
        let first = self.turn(FIRST_TURN, asked, budget, line);
        if !matches!(first.0.verdict, Verdict::Unknown(_)) || budget.check().is_err() {
            return first;
        }
        let Ok(without) = self.read(checking.input, Reading { without_late: true, ..checking.reading }) else {
            return self.answer_as_read(asked, budget, line);
        };
        let without = Checking { config: checking.config.clone(), ..without };
        let (found, other) = self.answer_as_read((&without, number), budget, line);
        let found = (found, Some(other.unwrap_or(without)));
        if !matches!(found.0.verdict, Verdict::Safe(_) | Verdict::SafeUpTo(_)) || budget.check().is_err() {
            return found;
        }
        let again = self.turn(LATE_TURN, asked, budget, line);
        if matches!(again.0.verdict, Verdict::Unknown(_)) { found } else { again }
    }

    fn turn<'c>(
        &self,
        length: Duration,
        asked: (&Checking<'c>, usize),
        budget: &Budget,
        line: &mut ProgressLine,
    ) -> Answered<'c> {
        let limits = Limits { timeout: Some(length), ..Limits::default() };
        watchdog::within(limits, budget, || {}, |part| self.answer_as_read(asked, part, line))
    }

    /// Floating-point numbers are taken for what they are, for a while; then real numbers stand for them.
    fn answer_as_read<'c>(
        &self,
        asked: (&Checking<'c>, usize),
        budget: &Budget,
        line: &mut ProgressLine,
    ) -> Answered<'c> {
        let (checking, number) = asked;
        if !checking.source.exact_floats || self.args.c.float != FloatArg::Auto {
            return self.answer_by_integers(asked, budget, line);
        }
        let Ok(ieee) = self.read(checking.input, Reading { ieee: true, ..checking.reading }) else {
            return self.answer_by_integers(asked, budget, line);
        };
        let ieee = Checking { config: checking.config.clone(), ..ieee };
        let turn = |most: Duration, line: &mut ProgressLine| {
            let timeout = budget.time_left().map_or(most, |left| most.min(left / 3));
            let limits = Limits { timeout: Some(timeout), ..Limits::default() };
            let work = |part: &Budget| self.answer_by_integers((&ieee, number), part, line);
            let (found, other) = watchdog::within(limits, budget, || {}, work);
            let is_decided = matches!(found.verdict, Verdict::Safe(_) | Verdict::Unsafe(_));
            is_decided.then_some((found, other))
        };
        if let Some((found, other)) = turn(FIRST_TURN, line) {
            return (found, Some(other.unwrap_or(ieee)));
        }
        let exact = self.answer_by_integers(asked, budget, line);
        // A violation may be one of real numbers alone.
        let is_doubted = matches!(exact.0.verdict, Verdict::Unsafe(_)) && budget.check().is_ok();
        match is_doubted.then(|| turn(LATE_TURN, line)).flatten() {
            Some((found, other)) => (found, Some(other.unwrap_or(ieee))),
            None => exact,
        }
    }

    fn answer_by_integers<'c>(
        &self,
        asked: (&Checking<'c>, usize),
        budget: &Budget,
        line: &mut ProgressLine,
    ) -> Answered<'c> {
        let (checking, number) = asked;
        if !checking.source.bitwise || self.args.c.int != IntArg::Auto {
            return self.follow_texts(asked, budget, line);
        }
        match self.read(checking.input, Reading { bits: true, ..checking.reading }) {
            Ok(bits) => {
                let bits = Checking { config: checking.config.clone(), ..bits };
                self.take_turns(asked, (bits, number), budget, line)
            }
            Err(_) => self.follow_texts(asked, budget, line),
        }
    }

    /// Where a C program makes threads and nobody says what is checked: a data race or a deadlock that little time
    /// comes to.
    fn look_for_races<'c>(
        &self,
        (checking, number): (&Checking<'c>, usize),
        budget: &Budget,
        line: &mut ProgressLine,
    ) -> Option<Answered<'c>> {
        let Input::C { config, .. } = checking.input else { return None };
        let is_asked = config.checks == Checks::BY_DEFAULT && self.provers.with_search() && self.args.dump.is_none();
        if !is_asked || !is_concurrent(&checking.program, checking.entries[number]) {
            return None;
        }
        let races = self.read(checking.input, Reading { races: true, ..checking.reading }).ok()?;
        let timeout = budget.time_left().map_or(RACES_TURN, |left| RACES_TURN.min(left / 5));
        let limits = Limits { timeout: Some(timeout), rlimit: Some(RACES_UNITS), ..Limits::default() };
        let found = watchdog::within(limits, budget, || {}, |part| self.races((&races, number), part, line));
        matches!(found.verdict, Verdict::Unsafe(_)).then_some((found, Some(races)))
    }

    /// What one round, runs under drawn schedules and a few rounds come to.
    fn races(&self, (races, number): (&Checking, usize), budget: &Budget, line: &mut ProgressLine) -> Checked {
        let Checking { name, program, config, entries, .. } = races;
        let mut progress = |now| line.show(name, now);
        let search = Bounded { threads: self.threads(), ..Bounded::new(config.clone(), &mut progress) };
        let engines =
            Engines { search: Some(&search), provers: Vec::new(), solver: &config.solver, jobs: 1, queries: None };
        let entry = entries[number];
        let forms = Forms::of(program, entry);
        decide(&Question { program, entry, bound: config.bound, forms: &forms }, &engines, budget)
    }

    /// Tries integers as numbers and as bit-vectors, each for a while in turn.
    fn take_turns<'c>(
        &self,
        numbers: (&Checking<'c>, usize),
        (bits, number): (Checking<'c>, usize),
        budget: &Budget,
        line: &mut ProgressLine,
    ) -> Answered<'c> {
        let mut standing: Option<(Answered<'c>, bool)> = None;
        let named = |((checked, other), is_bits): (Answered<'c>, bool), bits| match is_bits {
            true => (checked, Some(other.unwrap_or(bits))),
            false => (checked, other),
        };
        let mut slice = FIRST_TURN;
        loop {
            let mut goes_on = false;
            for is_bits in [false, true] {
                let limits = Limits { timeout: Some(slice), ..Limits::default() };
                let asked = if is_bits { (&bits, number) } else { numbers };
                let work = |part: &Budget| (self.follow_texts(asked, part, line), part.check().is_err());
                let (answered, is_cut) = watchdog::within(limits, budget, || {}, work);
                let verdict = &answered.0.verdict;
                let is_stopped = matches!(verdict, Verdict::Unknown(Why::Stopped(_) | Why::StoppedAfter(..)));
                if !is_open(verdict, is_cut) {
                    return named((answered, is_bits), bits);
                }
                goes_on |= is_stopped || is_cut;
                standing = Some(further(standing, (answered, is_bits)));
                if budget.check().is_err() {
                    goes_on = false;
                    break;
                }
            }
            match standing {
                Some(answered) if !goes_on => return named(answered, bits),
                _ => slice *= 2,
            }
        }
    }

    /// Follows texts only if a violation needs that one is any text, or if the program need only be run.
    fn follow_texts<'c>(
        &self,
        asked: (&Checking<'c>, usize),
        budget: &Budget,
        line: &mut ProgressLine,
    ) -> Answered<'c> {
        let (checking, number) = asked;
        if !checking.source.abridged {
            return (self.decide(asked, self.engines(), budget, line), None);
        }
        let limits = Limits { timeout: Some(FIRST_TURN), ..Limits::default() };
        let work = |part: &Budget| (self.decide(asked, self.engines(), part, line), part.check().is_err());
        let (first, is_cut) = watchdog::within(limits, budget, || {}, work);
        let is_open = is_open(&first.verdict, is_cut);
        if !is_open && !is_of_any_text(&first.verdict) {
            return (first, None);
        }
        let exact = match self.read(checking.input, Reading { any_texts: false, ..checking.reading }) {
            Ok(exact) => Checking { config: checking.config.clone(), ..exact },
            // There is time left, and no other reading.
            Err(_) if is_open => return (self.decide(asked, self.engines(), budget, line), None),
            Err(_) => return (first, None),
        };
        if is_open {
            let run = self.decide((&exact, number), self.execution(), budget, line);
            if !matches!(run.verdict, Verdict::Unknown(_)) {
                return (run, Some(exact));
            }
            let checked = self.decide(asked, self.engines(), budget, line);
            if matches!((&checked.verdict, &first.verdict), (Verdict::Unknown(_), Verdict::SafeUpTo(_))) {
                return (first, None);
            }
            if !is_of_any_text(&checked.verdict) {
                return (checked, None);
            }
        }
        (self.decide((&exact, number), self.engines(), budget, line), Some(exact))
    }

    /// Whether bounded search is asked, and the provers that are.
    fn engines(&self) -> (bool, Vec<&'static dyn Engine>) {
        (self.provers.with_search(), self.provers.engines())
    }

    /// The prover that runs the program, if it is asked.
    fn execution(&self) -> (bool, Vec<&'static dyn Engine>) {
        (false, self.provers.engines().into_iter().filter(|engine| engine.name() == Execution.name()).collect())
    }

    /// How far threads are followed.
    pub(super) fn threads(&self) -> Threads {
        let goes_on = self.limits.timeout.is_some() || self.limits.rlimit.is_some();
        Threads { contexts: self.args.contexts, cooperative: self.args.cooperative, goes_on }
    }

    /// What the engines find.
    fn decide(
        &self,
        asked: (&Checking, usize),
        (with_search, provers): (bool, Vec<&'static dyn Engine>),
        budget: &Budget,
        line: &mut ProgressLine,
    ) -> Checked {
        let (Checking { name, program, config, entries, .. }, number) = asked;
        let mut progress = |now| line.show(name, now);
        let want_smtlib = self.args.dump == Some(StageArg::Smt);
        let threads = self.threads();
        let search = Bounded { want_smtlib, threads, ..Bounded::new(config.clone(), &mut progress) };
        let engines = Engines {
            search: with_search.then_some(&search),
            provers,
            solver: &config.solver,
            jobs: config.jobs,
            queries: self.args.dump_queries.as_deref(),
        };
        let entry = entries[number];
        decide(&Question { program, entry, bound: config.bound, forms: &Forms::of(program, entry) }, &engines, budget)
    }

    /// The certificate to write of a proof, if one is wanted: one that anybody can verify, from whomever it is. Errors:
    /// why there is none; the verdict stands.
    pub(super) fn written_out(
        &self,
        (checking, number): (&Checking, usize),
        verdict: &Verdict,
        budget: &Budget,
    ) -> Option<Result<Certificate, Declined>> {
        let Verdict::Safe(certificate) = verdict else { return None };
        self.args.certificate.as_ref()?;
        if !certificate.obligations.is_empty() {
            return Some(Ok(certificate.clone()));
        }
        let Checking { program, entries, config, .. } = checking;
        let entry = entries[number];
        let question = Question { program, entry, bound: None, forms: &Forms::of(program, entry) };
        let how = How { solver: &config.solver, jobs: config.jobs, other: None };
        let is_by_prover = ENGINES.iter().any(|engine| *engine.name() == *certificate.engine);
        let limits = Limits { timeout: is_by_prover.then_some(SEARCH_TURN), ..Limits::default() };
        let by_search = unrolled::certificate(&question, &how, &budget.within(limits));
        let made = by_search.or_else(|why| self.by_another(&question, config, budget).ok_or(why));
        // What has nothing to verify can be proved again by the prover that has made it.
        Some(made.or_else(|why| if is_by_prover { Ok(certificate.clone()) } else { Err(why) }))
    }

    /// A certificate with obligations, by one of the provers that are asked.
    fn by_another(&self, question: &Question, config: &Config, budget: &Budget) -> Option<Certificate> {
        let provers: Vec<_> = self.provers.engines().into_iter().filter(|prover| !prover.proves_again()).collect();
        let engines = Engines { search: None, provers, solver: &config.solver, jobs: config.jobs, queries: None };
        let limits = Limits { timeout: Some(OTHERS_TURN), ..Limits::default() };
        let checked = watchdog::within(limits, budget, || {}, |part| decide(question, &engines, part));
        match checked.verdict {
            Verdict::Safe(certificate) if !certificate.obligations.is_empty() => Some(certificate),
            _ => None,
        }
    }

    /// Warns of loops of a C program that no execution leaves: a proof says nothing of what stands behind them.
    pub(super) fn endless(&self, asked: (&Checking, usize), verdict: &Verdict, budget: &Budget) -> String {
        let (Checking { input, program, entries, config, sources, .. }, number) = asked;
        if self.args.report.quiet || !matches!((input, verdict), (Input::C { .. }, Verdict::Safe(_))) {
            return String::new();
        }
        let warning = |span| {
            let warning = Diagnostic::warning("no execution leaves this loop", span);
            warning.note("the proof says nothing of what stands behind it")
        };
        let found = endless_loops(program, entries[number], config, budget);
        let warnings: Vec<Diagnostic> = found.into_iter().map(warning).collect();
        input::render(&warnings, sources)
    }
}

/// Of two answers that are open, the one that says more: the later one of one reading, and the first reading's if none says
/// anything.
fn further<'c>(before: Option<(Answered<'c>, bool)>, now: (Answered<'c>, bool)) -> (Answered<'c>, bool) {
    let Some(before) = before else { return now };
    let says = |answered: &(Answered<'c>, bool)| matches!(answered.0.0.verdict, Verdict::SafeUpTo(_));
    let is_further = match (says(&before), says(&now)) {
        (true, true) => before.1 == now.1,
        (false, false) => !now.1,
        (_, says_now) => says_now,
    };
    if is_further { now } else { before }
}

/// Whether a verdict is not the last word: none, or what was found until the turn was cut short.
fn is_open(verdict: &Verdict, is_cut: bool) -> bool {
    match verdict {
        Verdict::Unknown(_) => true,
        Verdict::SafeUpTo(_) => is_cut,
        Verdict::Safe(_) | Verdict::Unsafe(_) => false,
    }
}

/// Whether a violation needs that a text is any text.
fn is_of_any_text(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Unsafe(execution) if execution.inputs.iter().any(|input| input.value.name == rmt_c::ANY_TEXT))
}
