//! The answer about an entry of a program, and in which ways the program is read for it.
//!
//! ```text
//! any texts → unsafe by one of them → the texts themselves          numbers, bit-vectors, numbers for longer, …
//! ```

use std::time::Duration;

use ivl::diag::Diagnostic;

use super::{Batch, Checking};
use crate::base::budget::{Budget, Limits};
use crate::cli::args::{IntArg, StageArg};
use crate::cli::input::{self, Input, Reading};
use crate::cli::progress::ProgressLine;
use crate::cli::watchdog;
use crate::driver::Checked;
use crate::driver::bounded::{Bounded, Threads};
use crate::driver::endless::endless_loops;
use crate::driver::recheck::How;
use crate::driver::strategy::{Engines, decide};
use crate::driver::unrolled;
use crate::engine::{Declined, Engine, Question};
use crate::prove::ENGINES;
use crate::prove::execution::Execution;
use crate::verdict::{Certificate, Verdict, Why};

/// How long integers are tried as numbers at first, where bit-vectors may be better.
const FIRST_TURN: Duration = Duration::from_secs(2);

/// What was found, and the program that it is about, if that was read otherwise than what was asked about.
type Answered<'c> = (Checked, Option<Checking<'c>>);

impl Batch<'_> {
    /// The answer about an entry of a program, by its number.
    pub(super) fn answer<'c>(
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

    /// Tries integers as numbers and as bit-vectors, each for a while in turn.
    fn take_turns<'c>(
        &self,
        numbers: (&Checking<'c>, usize),
        (bits, number): (Checking<'c>, usize),
        budget: &Budget,
        line: &mut ProgressLine,
    ) -> Answered<'c> {
        let is_over = |checked: &Checked| !matches!(checked.verdict, Verdict::Unknown(_)) || budget.check().is_err();
        let is_stopped =
            |checked: &Checked| matches!(checked.verdict, Verdict::Unknown(Why::Stopped(_) | Why::StoppedAfter(..)));
        let mut slice = FIRST_TURN;
        loop {
            let limits = Limits { timeout: Some(slice), ..Limits::default() };
            let mut turn = |asked: (&Checking<'c>, usize)| {
                watchdog::within(limits, budget, || {}, |part| self.follow_texts(asked, part, line))
            };
            let as_numbers = turn(numbers);
            if is_over(&as_numbers.0) {
                return as_numbers;
            }
            let (checked, other) = turn((&bits, number));
            if !matches!(checked.verdict, Verdict::Unknown(_)) {
                return (checked, Some(other.unwrap_or(bits)));
            }
            if is_over(&checked) || !is_stopped(&as_numbers.0) && !is_stopped(&checked) {
                return as_numbers;
            }
            slice *= 2;
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
        let first = watchdog::within(limits, budget, || {}, |part| self.decide(asked, self.engines(), part, line));
        let is_open = matches!(first.verdict, Verdict::Unknown(_));
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
        let threads = Threads { contexts: self.args.contexts, cooperative: self.args.cooperative };
        let search = Bounded { want_smtlib, threads, ..Bounded::new(config.clone(), &mut progress) };
        let engines = Engines {
            search: with_search.then_some(&search),
            provers,
            solver: &config.solver,
            jobs: config.jobs,
            queries: self.args.dump_queries.as_deref(),
        };
        decide(&Question { program, entry: entries[number], bound: config.bound }, &engines, budget)
    }

    /// The certificate to write of a proof that bounded search has found. `None`: no other than the verdict's is wanted.
    pub(super) fn written_out(
        &self,
        (checking, number): (&Checking, usize),
        verdict: &Verdict,
        budget: &Budget,
    ) -> Option<Result<Certificate, Declined>> {
        let Verdict::Safe(certificate) = verdict else { return None };
        if self.args.certificate.is_none() || !certificate.obligations.is_empty() {
            return None;
        }
        let Checking { program, entries, config, .. } = checking;
        let question = Question { program, entry: entries[number], bound: None };
        let how = How { solver: &config.solver, jobs: config.jobs, other: None };
        let made = unrolled::certificate(&question, &how, budget);
        // A certificate without obligations that a prover has made can be checked again all the same.
        if made.is_err() && ENGINES.iter().any(|engine| *engine.name() == *certificate.engine) {
            None
        } else {
            Some(made)
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

/// Whether a violation needs that a text is any text.
fn is_of_any_text(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Unsafe(execution) if execution.inputs.iter().any(|input| input.name == rmt_c::ANY_TEXT))
}
