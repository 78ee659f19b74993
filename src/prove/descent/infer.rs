//! Which guesses hold in a product, and for which runs: loop by loop, for most attempts fail early.
//!
//! Where others do not do, guesses about all links of lists are asked about: they make questions hard. Where it depends on
//! the run whether control comes to a claim, it goes on with some of them.

use super::attempt::{Attempt, Besides};
use super::cases::Case;
use super::plan::Plan;
use crate::base::budget::Budget;
use crate::base::ids::VarId;
use crate::engine::Oracle;

/// What is known once guesses have been looked at.
pub struct Inferred {
    /// About fewer runs, maybe.
    pub attempt: Attempt,
    /// In words.
    pub figures: String,
    /// The guesses that hold, by position, in order.
    pub kept: Vec<usize>,
    /// Whether control comes to no claim.
    pub holds: bool,
    /// In how many loops runs keep in step.
    pub passed: usize,
    /// For products of the same make about fewer runs.
    pub known: Known,
}

/// What is known of a product about the runs of some cases: of the first loops, which guesses hold. Control comes to no claim
/// before the last of these loops.
pub struct Known {
    cases: Vec<Case>,
    kept: Vec<Vec<usize>>,
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

/// Asks which guesses hold. Where that depends on the run, goes on with the product that `narrowed` makes for some. What is
/// `known` of products of the same make is not asked again.
pub fn infer(
    attempt: Attempt,
    name: &str,
    narrowed: &dyn Fn(Plan) -> Attempt,
    known: &[Known],
    oracle: &mut dyn Oracle,
    budget: &Budget,
) -> Inferred {
    let cases = attempt.plan.cases.clone();
    let known = known.iter().filter(|known| cases.starts_with(&known.cases));
    let known = known.max_by_key(|known| known.kept.len()).map_or(&[][..], |known| &known.kept);
    let mut new = Known { cases, kept: Vec::new() };
    let mut i = Inference { name, attempt, kept: Vec::new(), linked: 0, undecided: 0, oracle, budget };
    let (mut reached, mut passed, mut count) = (Vec::new(), 0, 0);
    for n in 0..i.attempt.loops() {
        let mut guesses = i.attempt.guesses_at(n);
        count += guesses.len();
        let all = guesses.clone();
        if let Some(held) = known.get(n) {
            i.kept.extend(held);
            guesses.retain(|k| !held.contains(k));
        }
        let unlinked = i.linked == 0;
        let mut case = None;
        if n + 1 >= known.len() {
            // At the last loop, that may do; if not, others may hold of fewer runs.
            let again = n + 1 == known.len();
            (reached, case) = i.ask(n, if again { &[] } else { &guesses });
            if !reached.is_empty() && i.links_do(n) {
                reached.clear();
            }
            if !reached.is_empty() && case.is_none() && again {
                (reached, case) = i.ask(n, &guesses);
            }
        }
        if new.cases == i.attempt.plan.cases && i.undecided == 0 && unlinked {
            new.kept.push(all.into_iter().filter(|k| i.kept.contains(k)).collect());
        }
        if !reached.is_empty() {
            let Some(case) = case else { break };
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
    /// Keeps the guesses at a loop that hold; the claims that control comes to, and a case of whose runs it comes to none.
    fn ask(&mut self, n: usize, guesses: &[usize]) -> (Vec<String>, Option<Case>) {
        self.ask_besides(n, guesses, Besides::ClaimsAndCases)
    }

    fn ask_besides(&mut self, n: usize, guesses: &[usize], besides: Besides) -> (Vec<String>, Option<Case>) {
        let asked = self.attempt.asked(n, &self.kept, guesses, besides);
        let name = format!("{}-guesses-{}", self.name, n + 1);
        let answer = self.oracle.houdini(&name, &asked.program, &asked.guards, self.budget);
        self.undecided += answer.fallen.iter().filter(|f| f.undecided.is_some()).count();
        let holds = |guard: &VarId| answer.survivors.binary_search(guard).is_ok();
        self.kept.extend(guesses.iter().filter(|k| holds(&self.attempt.guessed.guard(**k))));
        self.kept.sort_unstable();
        let reached = asked.claims.into_iter().filter(|(guard, _)| !holds(guard)).map(|(_, name)| name).collect();
        // What is known of the loops that were come to last tells most.
        (reached, asked.cases.iter().rfind(|(guard, _)| holds(guard)).map(|&(_, case)| case))
    }

    /// Whether control comes to no claim at this loop with what is true of all links there and in front; then that is kept.
    fn links_do(&mut self, n: usize) -> bool {
        let links: Vec<(usize, Vec<usize>)> = (self.linked..=n).map(|n| (n, self.attempt.links_at(n))).collect();
        let (before, undecided) = (self.kept.clone(), self.undecided);
        for (n, links) in links.iter().filter(|(_, links)| !links.is_empty()) {
            self.ask_besides(*n, links, Besides::Nothing);
        }
        let found = self.kept.len() > before.len();
        if found && self.ask_besides(n, &[], Besides::Claims).0.is_empty() {
            self.linked = n + 1;
            return true;
        }
        self.kept = before;
        self.undecided = undecided;
        false
    }
}
