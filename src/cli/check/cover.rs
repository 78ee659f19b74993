//! `--cover` and `--test-suite`: what executions reach, and with which inputs.

use std::path::PathBuf;

use super::{Answer, Batch, Checking};
use crate::base::budget::{Budget, Limits};
use crate::base::stats::Stats;
use crate::base::watchdog;
use crate::cli::{USAGE, evidence, whole, worse};
use crate::driver::Checked;
use crate::driver::cover::{COVER_PART, covered};
use crate::driver::readings::Reading;
use crate::engine::{Forms, Question};
use crate::pass;
use crate::prove::execution::cover::Test;
use crate::report::cover::Coverage;
use crate::verdict::Verdict;

/// What is covered of a program.
pub(super) struct Covered<'c> {
    /// The program with marks on what counts.
    pub checking: Checking<'c>,
    pub coverage: Coverage,
    tests: Vec<Test>,
    verdict: Verdict,
    stats: Stats,
}

impl Covered<'_> {
    /// Whether the coverage settles what the answer about the program is.
    pub fn is_decided(&self) -> bool {
        match self.verdict {
            Verdict::Safe(_) => !self.checking.source.restricted,
            Verdict::Unsafe(_) => true,
            _ => false,
        }
    }

    /// Adds what it took to what others did.
    pub fn add_to(&self, stats: &mut Stats) {
        stats.engines.splice(..0, self.stats.engines.iter().cloned());
    }

    /// The answer, if it is settled.
    pub fn checked(&self) -> Checked {
        Checked { stats: self.stats.clone(), ..Checked::at_once(self.verdict.clone()) }
    }
}

impl Batch<'_> {
    /// The coverage of a program, if that is asked for, and the program can be read so.
    pub(super) fn covered(&self, place: (usize, usize), hung: impl FnOnce() + Send) -> Option<Covered<'_>> {
        self.covering.get(place.0)?;
        let timeout = self.limits.timeout.map(|limit| limit.mul_f64(COVER_PART));
        let limits = Limits { timeout, ..self.limits };
        watchdog::within(limits, &self.all, hung, |budget| self.covered_within(place, budget))
    }

    fn covered_within(&self, (index, number): (usize, usize), budget: &Budget) -> Option<Covered<'_>> {
        let input = &self.covering[index];
        let mut checking = self.read(input, Reading::default()).ok()?;
        pass::cover::run(&mut checking.program);
        let Checking { program, sources, config, .. } = &checking;
        let entry = checking.entries[number];
        let question = Question { program, entry, bound: None, forms: &Forms::of(program, entry) };
        let (found, checked) = covered(&question, &config.solver, budget);
        let mut hits = vec![0; found.goals.all.len()];
        found.tests.iter().flat_map(|test| &test.passed).for_each(|&goal| hits[goal] += 1);
        let coverage = Coverage::new(&found.goals.all, &hits, found.tests.len(), sources);
        let Checked { verdict, stats, .. } = checked;
        Some(Covered { coverage, tests: found.tests, verdict, stats, checking })
    }

    /// Writes what was asked for.
    pub(super) fn leave_coverage(&self, answer: &mut Answer, (covered, index): (&Covered, usize)) {
        let place = |path: &Option<PathBuf>| path.as_ref().map(|path| self.place_of(path, index));
        let mut done = Vec::new();
        if let Some(file) = place(&self.args.cover) {
            let written = whole::replace(&file, &covered.coverage.lcov());
            done.push((file, written));
        }
        if let Some(folder) = place(&self.args.test_suite) {
            let Checking { input, source, .. } = &covered.checking;
            let written = evidence::write_test_suite(&folder, input, source, &covered.tests);
            done.push((folder, written));
        }
        for (path, result) in done {
            if let Err(error) = result {
                answer.err.push_str(&format!("rmt: {}: {error}\n", path.display()));
                answer.code = worse(answer.code, USAGE);
            }
        }
    }
}
