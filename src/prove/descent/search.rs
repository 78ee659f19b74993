//! Which products are tried, in which order.

use std::time::{Duration, Instant};

use super::Prepared;
use super::attempt::{Attempt, Outcome};
use super::cases::Case;
use super::cuts::{Cuts, cut};
use super::infer::{Known, infer};
use super::plan::{Alignment, Plan};
use super::shrink::{Shrink, shrinks};
use rustc_hash::FxHashMap;

use crate::base::budget::{Budget, Limits};
use crate::engine::{Answer, Declined, Oracle, Verified};
use crate::verdict::Why;

/// What one product may take of what is left.
const ATTEMPT_SHARE: f64 = 0.5;
/// What one that goes for the whole may take: most of those fail soon.
const WHOLE_SHARE: f64 = 0.8;
const ATTEMPT_LEAST: Duration = Duration::from_secs(5);

/// A way to build products, whatever the shrink.
#[derive(Clone, Copy)]
struct Way {
    /// Iterations in front.
    peel: usize,
    /// Whether loops are cut behind their tests.
    behind_test: bool,
    /// Whether runs may get out of step.
    dynamic: bool,
}

/// The cheapest first.
const WAYS: [Way; 8] = [
    Way { peel: 1, behind_test: false, dynamic: false },
    Way { peel: 1, behind_test: true, dynamic: false },
    Way { peel: 2, behind_test: false, dynamic: false },
    Way { peel: 1, behind_test: false, dynamic: true },
    Way { peel: 2, behind_test: true, dynamic: false },
    Way { peel: 1, behind_test: true, dynamic: true },
    Way { peel: 2, behind_test: false, dynamic: true },
    Way { peel: 2, behind_test: true, dynamic: true },
];

/// By position.
const BEHIND_TESTS: usize = 1;

/// A product that verifies.
pub struct Proved {
    pub attempt: Attempt,
    /// The guesses that hold, by position.
    pub kept: Vec<usize>,
    pub verified: Verified,
}

struct Search<'a> {
    prepared: &'a Prepared,
    /// Cut at heads, and behind tests.
    cuts: [Cuts; 2],
    shrinks: [Vec<Shrink>; 2],
    oracle: &'a mut dyn Oracle,
    budget: &'a Budget,
    notes: &'a mut Vec<String>,
    /// By way and shrink.
    known: FxHashMap<(usize, usize), Vec<Known>>,
    tried: usize,
}

/// Products for all runs. Where one suits some runs alone, others are looked for the others.
pub fn search(
    prepared: &Prepared,
    oracle: &mut dyn Oracle,
    budget: &Budget,
    notes: &mut Vec<String>,
) -> Result<Vec<Proved>, Box<Answer>> {
    let cuts = match [false, true].map(|behind_test| cut(&prepared.flat, behind_test)) {
        [Ok(heads), Ok(tests)] => [heads, tests],
        [Err(declined), _] | [_, Err(declined)] => return Err(Box::new(Answer::Declined(declined))),
    };
    let all = [0, 1].map(|n| shrinks(&prepared.flat.program, &cuts[n], &prepared.memory));
    if all.iter().all(Vec::is_empty) {
        return Err(Box::new(Answer::Declined(Declined("nothing that the program draws can be smaller".into()))));
    }
    let mut search =
        Search { prepared, cuts, shrinks: all, oracle, budget, notes, known: FxHashMap::default(), tried: 0 };
    let mut proved = Vec::new();
    let mut open = vec![Vec::new()];
    while let Some(cases) = open.pop() {
        let product = search.product(&cases)?;
        // Of the cases that the product is about besides, each may not be the run's.
        let all = &product.attempt.plan.cases;
        open.extend((cases.len()..all.len()).map(|n| {
            let mut rest = all[..=n].to_vec();
            rest[n].again = !rest[n].again;
            rest
        }));
        proved.push(product);
    }
    Ok(proved)
}

impl Search<'_> {
    /// A product for some of the runs that belong to all of these cases.
    fn product(&mut self, cases: &[Case]) -> Result<Proved, Box<Answer>> {
        let most = self.shrinks.iter().map(Vec::len).max().unwrap_or(0);
        let mut waiting: Vec<(usize, usize)> = (0..WAYS.len())
            .flat_map(|a| (0..most).map(move |shrink| (a, shrink)))
            .filter(|&(a, shrink)| shrink < self.shrinks[usize::from(WAYS[a].behind_test)].len())
            .collect();
        // Of lists, the last node or the first is seldom the one that suits some runs alone.
        let lists = |&shrink: &usize| cases.is_empty() && self.first_way(shrink) == BEHIND_TESTS;
        for shrink in (0..most).filter(lists).collect::<Vec<_>>() {
            if let (Some(product), _) = self.attempt(BEHIND_TESTS, shrink, cases, true) {
                return Ok(product);
            }
        }
        // Of each shrink, in how many loops runs kept in step, and how many guesses held, where it did best.
        let mut best = vec![(0, 0); most];
        loop {
            if let Err(stop) = self.budget.check() {
                return Err(Box::new(Answer::Unknown(Why::Stopped(stop))));
            }
            // Each shrink once, then those that do best.
            let better = |shrink: usize| best.iter().filter(|other| **other > best[shrink]).count();
            let rank = |&(a, shrink): &(usize, usize)| match a == self.first_way(shrink) {
                true => (0, shrink),
                false => (1, 2 * a + better(shrink)),
            };
            let Some(next) = (0..waiting.len()).min_by_key(|&n| rank(&waiting[n])) else {
                let why = format!("none of {} products verifies", self.tried);
                return Err(Box::new(Answer::Unknown(Why::Incomplete(why))));
            };
            let (a, shrink) = waiting.remove(next);
            let (product, score) = self.attempt(a, shrink, cases, false);
            if let Some(product) = product {
                return Ok(product);
            }
            best[shrink] = best[shrink].max(score);
        }
    }

    /// Where lists become smaller, loops are cut behind the tests that find their ends.
    fn first_way(&self, shrink: usize) -> usize {
        let is_list = self.shrinks[1].get(shrink).is_some_and(Shrink::is_of_loop);
        if is_list { BEHIND_TESTS } else { 0 }
    }

    /// The product if it verifies; in how many loops runs keep in step, and how many guesses hold. `whole`: about the runs of
    /// these cases, not about some of them.
    fn attempt(
        &mut self,
        way: usize,
        position: usize,
        cases: &[Case],
        whole: bool,
    ) -> (Option<Proved>, (usize, usize)) {
        let Way { peel, behind_test, dynamic } = WAYS[way];
        let n = usize::from(behind_test);
        let (cuts, shrink) = (&self.cuts[n], &self.shrinks[n][position]);
        // Behind its last node, the primary tests once more.
        let tail = if behind_test || shrink.lead.is_empty() { 1 } else { 2 };
        let align = Alignment { peel, tail, dynamic };
        let plan = Plan { shrink: shrink.name.clone(), behind_test, align, cases: cases.to_vec() };
        let attempt = Attempt::new(self.prepared, cuts, shrink, plan);
        if dynamic && !attempt.has_dynamic {
            return (None, (0, 0));
        }
        self.tried += 1;
        let part = if whole { WHOLE_SHARE } else { ATTEMPT_SHARE };
        let share = self.budget.time_left().map(|left| left.mul_f64(part).max(ATTEMPT_LEAST));
        let own = self.budget.within(Limits { timeout: share, ..Limits::default() });
        let start = Instant::now();
        let name = self.tried.to_string();
        let narrowed = |plan: Plan| Attempt::new(self.prepared, cuts, shrink, plan);
        let narrowed: Option<&dyn Fn(Plan) -> Attempt> = if whole { None } else { Some(&narrowed) };
        let known = self.known.entry((way, position)).or_default();
        let inferred = infer(attempt, &name, narrowed, known, self.oracle, &own);
        known.push(inferred.known);
        let mut note = format!("{name}: {}: {}", inferred.attempt.name, inferred.figures);
        let score = (inferred.passed, inferred.kept.len());
        let mut proved = None;
        if inferred.holds {
            match inferred.attempt.verify(&inferred.kept, &name, self.oracle, &own) {
                Outcome::Fails(why) => note.push_str(&format!("; {why}")),
                Outcome::Verifies { verified, smaller_run } => {
                    let beside = if smaller_run {
                        "a smaller run reaches the end, too"
                    } else {
                        "no smaller run reaches the end"
                    };
                    note.push_str(&format!("; {beside}; proved"));
                    proved = Some(Proved { attempt: inferred.attempt, kept: inferred.kept, verified });
                }
            }
        }
        self.notes.push(format!("{note} in {:.1}s", start.elapsed().as_secs_f64()));
        (proved, score)
    }
}
