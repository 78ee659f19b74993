//! The answer about an entry of a program, as the command line asks for it.

use std::rc::Rc;
use std::sync::Mutex;

use ivl::diag::Diagnostic;
use rmt_c::Checks;

use super::{Batch, Checking};
use crate::base::budget::{Budget, Limits};
use crate::base::watchdog;
use crate::certify::check::How;
use crate::cfg::threads::is_concurrent;
use crate::cli::args::{FloatArg, IntArg, StageArg};
use crate::cli::contexts::Contexts;
use crate::cli::input::{self, Input};
use crate::cli::progress::ProgressLine;
use crate::driver::Checked;
use crate::driver::bounded::{Bounded, Threads};
use crate::driver::endless::endless_loops;
use crate::driver::limits::{CERTIFICATE_BY_OTHERS, CERTIFICATE_BY_SEARCH};
use crate::driver::readings::{self, Others, Paths, Read, Reading, Who};
use crate::driver::strategy::{Engines, decide};
use crate::driver::unrolled;
use crate::engine::{Declined, Forms, Made, Question};
use crate::prove::ENGINES;
use crate::reach::Config;
use crate::verdict::execution::Given;
use crate::verdict::{Certificate, Verdict};

/// A program in one of its readings, and one of its entries.
struct Asked<'a, 'c> {
    batch: &'a Batch<'a>,
    held: Held<'a, 'c>,
    number: usize,
    line: &'a Mutex<&'a mut ProgressLine>,
    /// All readings so far but for the first.
    others: Others<Other<'c>>,
}

/// The program as it was read first, or in another reading; and what engines made of it, from one turn to the next.
enum Held<'a, 'c> {
    First(&'a Checking<'c>, Made),
    Other(Rc<Other<'c>>),
}

struct Other<'c> {
    checking: Checking<'c>,
    made: Made,
}

impl<'c> Asked<'_, 'c> {
    fn checking(&self) -> &Checking<'c> {
        match &self.held {
            Held::First(checking, _) => checking,
            Held::Other(other) => &other.checking,
        }
    }

    fn made(&self) -> &Made {
        match &self.held {
            Held::First(_, made) => made,
            Held::Other(other) => &other.made,
        }
    }
}

impl Read for Asked<'_, '_> {
    fn reading(&self) -> Reading {
        self.checking().reading
    }

    fn is_bitwise(&self) -> bool {
        let Checking { source, reading, .. } = self.checking();
        source.bitwise && !reading.bits && self.batch.args.c.int == IntArg::Auto
    }

    fn is_abridged(&self) -> bool {
        self.checking().source.abridged
    }

    fn is_late(&self) -> bool {
        let Checking { source, reading, .. } = self.checking();
        source.late && !reading.without_late
    }

    fn is_exact(&self) -> bool {
        let Checking { source, reading, .. } = self.checking();
        source.exact_floats && !reading.ieee && self.batch.args.c.float == FloatArg::Auto
    }

    fn may_race(&self) -> bool {
        let Checking { input, program, entries, reading, .. } = self.checking();
        let Input::C { config, .. } = input else { return false };
        let Batch { args, provers, .. } = self.batch;
        let is_asked = config.checks == Checks::BY_DEFAULT && provers.with_search() && args.dump.is_none();
        is_asked && !reading.is_of_threads() && is_concurrent(program, entries[self.number])
    }

    fn read(&self, reading: Reading) -> Option<Self> {
        let make = || {
            let first = self.checking();
            let read = self.batch.read(first.input, reading).ok()?;
            Some(Other { checking: Checking { config: first.config.clone(), ..read }, made: Made::default() })
        };
        let other = self.others.get(reading, make)?;
        Some(Asked { held: Held::Other(other), others: self.others.clone(), ..*self })
    }

    fn ask<T>(&mut self, who: Who, paths: Paths, ask: impl FnOnce(&Question, &Engines) -> T) -> T {
        let Batch { args, provers, .. } = self.batch;
        let (with_search, provers) = who.of(&provers.engines(), provers.with_search(), paths);
        let Checking { name, program, config, entries, .. } = self.checking();
        let line = self.line;
        let mut progress = |now| {
            if let Ok(mut line) = line.lock() {
                line.show(name, now);
            }
        };
        let want_smtlib = args.dump == Some(StageArg::Smt);
        let threads = self.batch.threads();
        let search = Bounded { want_smtlib, threads, ..Bounded::new(config.clone(), &mut progress) };
        let engines = Engines {
            search: with_search.then_some(&search),
            provers,
            solver: &config.solver,
            jobs: config.jobs,
            queries: args.dump_queries.as_deref(),
        };
        let entry = entries[self.number];
        ask(
            &Question { program, entry, bound: config.bound, forms: &Forms::kept(program, entry, self.made()) },
            &engines,
        )
    }

    /// Whether a violation needs that a text is any text.
    fn is_of_any_text(verdict: &Verdict) -> bool {
        let is_any = |input: &Given| input.value.name == rmt_c::ANY_TEXT;
        matches!(verdict, Verdict::Unsafe(execution) if execution.inputs.iter().any(is_any))
    }
}

impl Batch<'_> {
    /// The answer about an entry of a program, by its number; and the program that it is about, if that was read otherwise
    /// than what was asked about.
    pub(super) fn answer<'c>(
        &self,
        (checking, number): (&Checking<'c>, usize),
        budget: &Budget,
        line: &mut ProgressLine,
    ) -> (Checked, Option<Checking<'c>>) {
        let line = Mutex::new(line);
        let held = Held::First(checking, Made::default());
        let mut asked = Asked { batch: self, held, number, line: &line, others: Others::default() };
        let (checked, other) = readings::answer(&mut asked, budget);
        // Nobody else holds it then.
        drop(asked);
        let other = other.and_then(|Asked { held, others, .. }| {
            others.forget();
            match held {
                Held::First(..) => None,
                Held::Other(other) => {
                    Some(Rc::into_inner(other).expect("internal: a reading is held once in the end").checking)
                }
            }
        });
        (checked, other)
    }

    /// How far threads are followed.
    pub(super) fn threads(&self) -> Threads {
        let goes_on = self.limits.timeout.is_some() || self.limits.rlimit.is_some();
        let contexts = match self.args.contexts {
            Some(Contexts::Rounds(rounds)) => Some(rounds),
            Some(Contexts::All) | None => None,
        };
        let is_ordered = self.args.contexts == Some(Contexts::All);
        Threads { contexts, cooperative: self.args.cooperative, goes_on, is_ordered }
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
        let limits = Limits { timeout: is_by_prover.then_some(CERTIFICATE_BY_SEARCH), ..Limits::default() };
        let by_search = unrolled::certificate(&question, &how, &budget.within(limits));
        let made = by_search.or_else(|why| self.by_another(&question, config, budget).ok_or(why));
        // What has nothing to verify can be proved again by the prover that has made it.
        Some(made.or_else(|why| if is_by_prover { Ok(certificate.clone()) } else { Err(why) }))
    }

    /// A certificate with obligations, by one of the provers that are asked.
    fn by_another(&self, question: &Question, config: &Config, budget: &Budget) -> Option<Certificate> {
        let provers: Vec<_> = self.provers.engines().into_iter().filter(|prover| !prover.proves_again()).collect();
        let engines = Engines { search: None, provers, solver: &config.solver, jobs: config.jobs, queries: None };
        let limits = Limits { timeout: Some(CERTIFICATE_BY_OTHERS), ..Limits::default() };
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
