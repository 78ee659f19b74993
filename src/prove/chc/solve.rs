//! Spacer, in several configurations.

use std::time::{Duration, Instant};

use crate::base::budget::Budget;
use crate::smt::horn::{Running, start};

/// How Spacer is told to work.
pub struct Configuration {
    pub name: &'static str,
    options: &'static [(&'static str, &'static str)],
    /// Whether it is about elements of arrays: for the program itself, where it has arrays.
    is_quantified: bool,
}

/// The configurations, in the order in which they are tried. Quantified: after A. Gurfinkel, S. Shoham, Y. Vizel,
/// Quantifiers on Demand, ATVA 2018.
pub const CONFIGURATIONS: &[Configuration] = &[
    Configuration::new("default", &[("inline_eager", "false"), ("inline_linear", "false")]),
    Configuration {
        is_quantified: true,
        ..Configuration::new(
            "quantifiers",
            &[("spacer.q3", "true"), ("spacer.q3.use_qgen", "true"), ("spacer.ground_pobs", "false")],
        )
    },
    Configuration::new("global", &[("spacer.global", "true"), ("spacer.ground_pobs", "false")]),
    Configuration::new("inlining", &[]),
    Configuration::new("counterexamples", &[("spacer.use_lemma_as_cti", "true")]),
];

impl Configuration {
    const fn new(name: &'static str, options: &'static [(&'static str, &'static str)]) -> Configuration {
        Configuration { name, options, is_quantified: false }
    }

    fn is_for(&self, problem: &Problem) -> bool {
        !self.is_quantified || problem.exact && problem.has_arrays
    }

    fn script(&self, clauses: &str) -> String {
        let mut script = String::new();
        for (option, value) in self.options {
            let folder = if option.starts_with("spacer") { "fp" } else { "fp.xform" };
            script.push_str(&format!("(set-option :{folder}.{option} {value})\n"));
        }
        script + clauses + "(check-sat)\n(get-model)\n"
    }
}

/// What Spacer says.
pub enum Solved {
    /// A solution that was accepted.
    Solution,
    /// There is none.
    Refuted,
    /// Nobody knows.
    Unknown,
}

/// Clauses that Spacer is asked to solve.
pub struct Problem {
    pub clauses: String,
    /// Whether they say all that the program does: else that there is no solution means nothing.
    pub exact: bool,
    pub has_arrays: bool,
}

/// One run of Spacer.
struct Attempt<'c> {
    problem: usize,
    configuration: &'c Configuration,
    running: Running,
    begun: Instant,
}

/// At a time.
const SIDE_BY_SIDE: usize = 2;
/// Another attempt begins after that time.
const PATIENCE: Duration = Duration::from_millis(300);
/// An attempt has at least that time before it makes room for another.
const TURN: Duration = Duration::from_secs(2);
const NAP: Duration = Duration::from_millis(2);
/// For one process.
const MEGABYTES: u64 = 4_000;

/// Runs the configurations until one has a solution that `accept` takes, or there is certainly none. `accept` gets the
/// position of the problem, the name of the configuration and what was printed.
pub fn solve(
    problems: &[Problem],
    budget: &Budget,
    accept: &mut dyn FnMut(usize, &'static str, &str) -> bool,
) -> Solved {
    let all = CONFIGURATIONS.iter().flat_map(|c| (0..problems.len()).map(move |p| (p, c)));
    let all = all.filter(|&(p, c)| c.is_for(&problems[p]));
    let mut waiting = all.collect::<Vec<_>>().into_iter();
    let mut running: Vec<Attempt> = Vec::new();
    let mut last: Option<Instant> = None;
    loop {
        if budget.check().is_err() {
            return Solved::Unknown;
        }
        if running.len() == SIDE_BY_SIDE && waiting.len() > 0 {
            let share = budget.time_left().map_or(TURN, |t| t / (waiting.len() as u32 / 2 + 2));
            running.retain({
                let mut dropped = false;
                move |attempt| {
                    let over = !dropped && attempt.begun.elapsed() > share.max(TURN);
                    dropped |= over;
                    !over
                }
            });
        }
        let idle = running.is_empty() || last.is_none_or(|begun| begun.elapsed() > PATIENCE);
        if idle && running.len() < SIDE_BY_SIDE {
            if let Some((problem, configuration)) = waiting.next() {
                let megabytes = budget.memory().map_or(MEGABYTES, |m| (m >> 20).clamp(100, MEGABYTES));
                let script = configuration.script(&problems[problem].clauses);
                let Some(child) = start(&script, budget.time_left(), megabytes) else { return Solved::Unknown };
                let begun = Instant::now();
                running.push(Attempt { problem, configuration, running: child, begun });
                last = Some(begun);
            } else if running.is_empty() {
                return Solved::Unknown;
            }
        }
        let mut index = 0;
        while index < running.len() {
            let Some(text) = running[index].running.poll() else {
                index += 1;
                continue;
            };
            let Attempt { problem, configuration, .. } = running.remove(index);
            match text.split_whitespace().next() {
                Some("sat") if accept(problem, configuration.name, &text) => return Solved::Solution,
                Some("unsat") if problems[problem].exact => return Solved::Refuted,
                _ => {}
            }
        }
        std::thread::sleep(NAP);
    }
}
