//! Which guesses hold in a product, and for which runs: loop by loop, for most attempts fail early.
//!
//! Where others do not do, guesses about all links of lists are asked about: they make questions hard. Where it depends on
//! the run whether control reaches a claim, it goes on with some of them.

use super::attempt::{Attempt, Besides};
use super::cases::Case;
use super::plan::Plan;
use crate::base::budget::Budget;
use crate::base::ids::VarId;
use crate::engine::{Because, Oracle};

/// What is known once guesses have been looked at.
pub struct Inferred {
    /// About fewer runs, maybe.
    pub attempt: Attempt,
    /// In words.
    pub figures: String,
    /// The guesses that hold, by position, in order.
    pub kept: Vec<usize>,
    /// Whether control reaches no claim.
    pub holds: bool,
    /// In how many loops runs keep in step.
    pub passed: usize,
    /// For products of the same make about fewer runs.
    pub known: Known,
}

/// What is known of a product about the runs of some cases: of the first loops, which guesses hold. Control reaches no claim
/// before the last of these loops.
#[derive(Default)]
pub struct Known {
    cases: Vec<Case>,
    kept: Vec<Vec<usize>>,
    /// The claims that it reaches at the last one.
    reached: Vec<String>,
}

struct Inference<'a> {
    name: &'a str,
    attempt: Attempt,
    /// In order.
    kept: Vec<usize>,
    /// At how many loops it is known what is true of all links.
    linked: usize,
    undecided: usize,
    oracle: &'a mut dyn Oracle,
    budget: &'a Budget,
}

/// Asks which guesses hold. Where that depends on the run, goes on with the product that `narrowed` makes for some, if it is
/// there. What is `known` of products of the same make is not asked again.
pub fn infer(
    attempt: Attempt,
    name: &str,
    narrowed: Option<&dyn Fn(Plan) -> Attempt>,
    known: &[Known],
    oracle: &mut dyn Oracle,
    budget: &Budget,
) -> Inferred {
    let cases = attempt.plan.cases.clone();
    let nothing = Known::default();
    let known = known.iter().filter(|known| cases.starts_with(&known.cases));
    let known = known.max_by_key(|known| known.kept.len()).unwrap_or(&nothing);
    let mut new = Known { cases, ..Known::default() };
    let mut i = Inference { name, attempt, kept: Vec::new(), linked: 0, undecided: 0, oracle, budget };
    let (mut reached, mut passed, mut count) = (Vec::new(), 0, 0);
    for n in 0..i.attempt.loops() {
        let all = i.attempt.guesses_at(n);
        count += all.len();
        let held = known.kept.get(n).map_or(&[][..], |held| held);
        i.kept.extend(held);
        let rest: Vec<usize> = all.iter().copied().filter(|k| !held.contains(k)).collect();
        let unlinked = i.linked == 0;
        let mut case = None;
        // What is known of the last loop may do, or not; then others may hold of fewer runs.
        let again = n + 1 == known.kept.len();
        if n + 1 >= known.kept.len() {
            let asked_before = again && known.cases == new.cases;
            reached = match asked_before {
                true => known.reached.clone(),
                false => i.ask(n, if again { &[] } else { &rest }, Besides::Claims).0,
            };
            if !reached.is_empty() && !asked_before && i.links_do(n) {
                reached.clear();
            }
            if !reached.is_empty() && narrowed.is_some() {
                case = i.ask(n, &[], Besides::Cases).1;
            }
            if !reached.is_empty() && case.is_none() && again && !asked_before {
                (reached, case) = i.ask(n, &rest, Besides::ClaimsAndCases);
            }
        }
        if new.cases == i.attempt.plan.cases && i.undecided == 0 && unlinked {
            new.kept.push(all.into_iter().filter(|k| i.kept.contains(k)).collect());
            new.reached = reached.clone();
        }
        if !reached.is_empty() {
            let (Some(case), Some(narrowed)) = (case, narrowed) else { break };
            let mut plan = i.attempt.plan.clone();
            plan.cases.push(case);
            i.attempt = narrowed(plan);
            reached.clear();
        }
        passed += 1;
    }
    let figures = format!(
        "{} blocks, {} of {count} guesses hold{}{}{}",
        i.attempt.blocks(),
        i.kept.len(),
        if i.linked > 0 { ", with links" } else { "" },
        if i.undecided > 0 { format!(" ({} undecided)", i.undecided) } else { String::new() },
        if reached.is_empty() { String::new() } else { format!("; ends {}", reached.join(", ")) },
    );
    Inferred { attempt: i.attempt, figures, kept: i.kept, holds: reached.is_empty(), passed, known: new }
}

impl Inference<'_> {
    /// Keeps the guesses at a loop that hold; the claims that control reaches, and a case of whose runs it reaches none.
    fn ask(&mut self, n: usize, guesses: &[usize], besides: Besides) -> (Vec<String>, Option<Case>) {
        let asked = self.attempt.asked(n, &self.kept, guesses, besides);
        let name = format!("{}-guesses-{}", self.name, n + 1);
        let answer = self.oracle.houdini(&name, &asked.program, &asked.guards, self.budget);
        self.undecided += answer.fallen.iter().filter(|f| f.because != Because::Refuted).count();
        let holds = |guard: &VarId| answer.survivors.binary_search(guard).is_ok();
        self.kept.extend(guesses.iter().filter(|k| holds(&self.attempt.guessed.guard(**k))));
        self.kept.sort_unstable();
        let reached = asked.claims.into_iter().filter(|(guard, _)| !holds(guard)).map(|(_, name)| name).collect();
        // What is known of the loops that were reached last tells most.
        (reached, asked.cases.iter().rfind(|(guard, _)| holds(guard)).map(|&(_, case)| case))
    }

    /// Whether control reaches no claim at this loop with what is true of all links there and in front; then that is kept.
    fn links_do(&mut self, n: usize) -> bool {
        let links: Vec<(usize, Vec<usize>)> = (self.linked..=n).map(|n| (n, self.attempt.links_at(n))).collect();
        let (before, undecided) = (self.kept.clone(), self.undecided);
        for (n, links) in links.iter().filter(|(_, links)| !links.is_empty()) {
            self.ask(*n, links, Besides::Nothing);
        }
        let found = self.kept.len() > before.len();
        if found && self.ask(n, &[], Besides::Claims).0.is_empty() {
            self.linked = n + 1;
            return true;
        }
        self.kept = before;
        self.undecided = undecided;
        false
    }
}
