//! Does one procedure keep its contract? Every assertion that may fail, up to a limit.

use ivl::source::Span;

use super::goals::{Check, Goal, Split};
use super::query::{Path, Query};
use crate::base::budget::Budget;
use crate::base::ids::ProcId;
use crate::base::stats::Stats;
use crate::interp::replay::{Disagreement, replay_unamended};
use crate::ir::unresolve::unresolve_expr;
use crate::ir::{Attr, Program, string_attribute};
use crate::pass::Back;
use crate::smt::{Outcome, Settings};
use crate::vc::vocabulary::Vocabulary;
use crate::verdict::verification::{Certainty, Finding, Verification};
use crate::verdict::{Decision, Execution, Failure, Trace, Why};

#[derive(Clone, Debug)]
pub struct Config {
    pub solver: Settings,
    /// Findings per procedure; `None`: all.
    pub error_limit: Option<usize>,
    /// One query for each assertion.
    pub split: bool,
}

impl Default for Config {
    fn default() -> Config {
        Config { solver: Settings::default(), error_limit: Some(5), split: false }
    }
}

/// What became of one procedure.
#[derive(Clone, Debug)]
pub struct Verified {
    pub proc: ProcId,
    pub verification: Verification,
    pub stats: Stats,
}

/// Verifies a procedure of an isolated program whose goals were split; `words` are of the program that has them.
pub fn verify_procedure(
    program: &Program,
    words: &Vocabulary,
    split: &Split,
    config: &Config,
    budget: &Budget,
) -> Verified {
    let mut stats = Stats::default();
    let Split { proc, goals, back, took } = split;
    let proc = *proc;
    stats.add_time("goals", *took);
    let declared = &program.procs[proc];
    let mut verification = Verification {
        procedure: declared.name.to_string(),
        span: declared.span,
        findings: Vec::new(),
        gave_up: None,
        unreachable: Vec::new(),
    };
    if !goals.is_empty() {
        let start = std::time::Instant::now();
        let query = Query::new(words.above(), proc, &config.solver, budget);
        stats.add_time("vc", start.elapsed());
        match query {
            Err(stop) => verification.gave_up = Some(Why::Stopped(stop)),
            Ok(query) => {
                let mut run = Run { program, query, goals, back, config, budget, stats };
                verification.gave_up = run.all(&mut verification.findings).err();
                stats = run.stats;
                stats.queries = run.query.session().queries();
                stats.rlimit = run.query.session().settle();
                stats.instances.extend(run.query.session().instances());
            }
        }
    }
    verification.findings.sort_by_key(|f| f.failure.span);
    Verified { proc, verification, stats }
}

/// Why the interpreter does not follow a model.
enum Lost {
    Disagrees(Disagreement),
    /// Another assertion fails on the way, one that is not assumed behind it.
    FailsEarlier,
}

impl Lost {
    fn describe(&self, program: &Program) -> String {
        match self {
            Lost::Disagrees(disagreement) => disagreement.describe(program),
            Lost::FailsEarlier => "another assertion fails before this one".into(),
        }
    }
}

struct Run<'a> {
    program: &'a Program,
    query: Query<'a>,
    goals: &'a [Goal],
    back: &'a Back,
    config: &'a Config,
    budget: &'a Budget,
    stats: Stats,
}

impl Run<'_> {
    fn all(&mut self, findings: &mut Vec<Finding>) -> Result<(), Why> {
        if let Some(what) = self.query.unsupported() {
            return Err(Why::Unsupported(what.to_string()));
        }
        let parts = self.parts();
        for part in &parts {
            let off: Vec<_> = match parts.len() {
                1 => Vec::new(),
                _ => {
                    let others = self.goals.iter().enumerate().filter(|(i, _)| !part.contains(i));
                    others.flat_map(|(_, goal)| self.query.off(goal)).collect()
                }
            };
            while !self.is_full(findings) {
                let start = std::time::Instant::now();
                let outcome = self.query.check(&off, self.budget);
                self.stats.add_time("solver", start.elapsed());
                let reason = match outcome {
                    Outcome::Unsat => break,
                    Outcome::Sat => None,
                    Outcome::Unknown(reason) => Some(reason),
                    Outcome::Stopped(stop) => return Err(Why::Stopped(stop)),
                };
                let Some(finding) = self.finding(reason.clone()) else {
                    let reason = reason.unwrap_or_else(|| "the solver gives no path".into());
                    return Err(Why::Incomplete(reason));
                };
                findings.push(finding);
            }
        }
        Ok(())
    }

    fn is_full(&self, findings: &[Finding]) -> bool {
        self.config.error_limit.is_some_and(|limit| findings.len() >= limit)
    }

    /// The goals of each query.
    fn parts(&self) -> Vec<Vec<usize>> {
        let mut parts: Vec<Vec<usize>> = Vec::new();
        let mut current = None;
        for (i, goal) in self.goals.iter().enumerate() {
            match parts.last_mut() {
                Some(last) if !self.config.split && current == Some(goal.part) => last.push(i),
                _ => parts.push(vec![i]),
            }
            current = Some(goal.part);
        }
        parts
    }

    /// What the last query found; its goal is switched off.
    fn finding(&mut self, undecided: Option<String>) -> Option<Finding> {
        let query = &mut self.query;
        let model = query.session().model()?;
        let path = query.path(&model)?;
        let trace = query.trace(&model, &path);
        drop(model);
        let goal = self.goals.iter().find(|goal| query.ends_at(&path, goal))?;
        for literal in query.off(goal) {
            query.session().assert(literal);
        }
        let check = goal.checks[0].clone();
        let blocks = self.described(&path);
        let start = std::time::Instant::now();
        let replayed = self.replay(trace, &check);
        self.stats.add_time("replay", start.elapsed());
        let (certainty, execution) = match (replayed, undecided) {
            (Ok(execution), None) => (Certainty::Replayed, Some(execution)),
            (Ok(execution), Some(_)) if execution.certain && !self.program.weakened => {
                (Certainty::Replayed, Some(execution))
            }
            (Ok(execution), Some(reason)) => (Certainty::Undecided(reason), Some(execution)),
            (Err(lost), None) => (Certainty::NotReplayed(lost.describe(self.program)), None),
            (Err(_), Some(reason)) => (Certainty::Undecided(reason), None),
        };
        let failure = match &execution {
            Some(execution) => execution.failure.clone(),
            None => self.failure(&check),
        };
        Some(Finding { failure, certainty, execution, path: blocks })
    }

    /// What is known of a failure without an execution.
    fn failure(&self, check: &Check) -> Failure {
        let (what, related) = check.kind.describe();
        Failure {
            span: check.span,
            source: None,
            related,
            what,
            condition: unresolve_expr(self.program, check.condition, Span::NONE).to_string(),
            values: Vec::new(),
            message: string_attribute(&check.attrs, Attr::Msg).map(str::to_string),
            procedure: self.program.procs[self.query.proc].name.to_string(),
        }
    }

    /// Follows a trace in the isolated procedure to the failure of this check.
    fn replay(&self, trace: Trace, check: &Check) -> Result<Execution, Lost> {
        let mut trace = self.back.trace(trace);
        trace.decisions.retain(|decision| match decision {
            Decision::Goto { proc, block, .. } => {
                let body = self.program.procs[*proc].body.as_ref();
                body.is_some_and(|body| body.blocks[*block].transfer.targets().len() > 1)
            }
            _ => true,
        });
        match replay_unamended(self.program, &trace, self.budget) {
            Ok(execution) if execution.failure.span == check.span => Ok(execution),
            Ok(_) => Err(Lost::FailsEarlier),
            Err(disagreement) => Err(Lost::Disagrees(disagreement)),
        }
    }

    /// The blocks of the procedure on a path.
    fn described(&self, path: &Path) -> Vec<(String, Span)> {
        let Some(body) = &self.program.procs[self.query.proc].body else { return Vec::new() };
        let origins = &self.back.blocks[&self.query.proc];
        let starts = self.query.blocks(path).into_iter().filter_map(|b| origins[b].start);
        let span = |block: &crate::ir::Block| match block.cmds.iter().find(|c| c.span != Span::NONE) {
            Some(cmd) => cmd.span,
            None => block.span,
        };
        starts.map(|b| (body.blocks[b].name.to_string(), span(&body.blocks[b]))).collect()
    }
}
