//! Spacer, in several configurations.

use std::time::{Duration, Instant};

use crate::base::budget::Budget;
use crate::smt::horn::{Running, start};

/// How Spacer is told to work.
pub struct Configuration {
    pub name: &'static str,
    options: &'static [(&'static str, &'static str)],
}

/// The configurations, in the order in which they are tried.
pub const CONFIGURATIONS: &[Configuration] = &[
    Configuration { name: "default", options: &[("inline_eager", "false"), ("inline_linear", "false")] },
    Configuration { name: "global", options: &[("spacer.global", "true"), ("spacer.ground_pobs", "false")] },
    Configuration { name: "inlining", options: &[] },
    Configuration { name: "counterexamples", options: &[("spacer.use_lemma_as_cti", "true")] },
];

impl Configuration {
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

/// At a time.
const SIDE_BY_SIDE: usize = 2;
/// Another configuration begins after that time at the latest.
const PATIENCE: Duration = Duration::from_millis(300);
const NAP: Duration = Duration::from_millis(2);
/// For one process.
const MEGABYTES: u64 = 4_000;

/// Runs the configurations until one has a solution that `accept` takes, or there is certainly none.
pub fn solve(clauses: &str, budget: &Budget, accept: &mut dyn FnMut(&'static str, &str) -> bool) -> Solved {
    let mut waiting = CONFIGURATIONS.iter();
    let mut running: Vec<(&Configuration, Running)> = Vec::new();
    let mut last = None;
    loop {
        if budget.check().is_err() {
            return Solved::Unknown;
        }
        let idle = running.is_empty() || last.is_none_or(|begun: Instant| begun.elapsed() > PATIENCE);
        if idle && running.len() < SIDE_BY_SIDE {
            if let Some(next) = waiting.next() {
                let megabytes = budget.memory().map_or(MEGABYTES, |m| (m >> 20).clamp(100, MEGABYTES));
                let Some(child) = start(&next.script(clauses), budget.time_left(), megabytes) else {
                    return Solved::Unknown;
                };
                running.push((next, child));
                last = Some(Instant::now());
            } else if running.is_empty() {
                return Solved::Unknown;
            }
        }
        let mut index = 0;
        while index < running.len() {
            let Some(text) = running[index].1.poll() else {
                index += 1;
                continue;
            };
            let (configuration, _) = running.remove(index);
            match text.split_whitespace().next() {
                Some("sat") if accept(configuration.name, &text) => {
                    return Solved::Solution;
                }
                Some("unsat") => return Solved::Refuted,
                _ => {}
            }
        }
        std::thread::sleep(NAP);
    }
}
