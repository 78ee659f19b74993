//! Does one procedure keep its contract? Every assertion that may fail, up to a limit.

use std::collections::BTreeMap;

use ivl::source::Span;
use rustc_hash::FxHashSet;

use super::goals::{Check, Goal, Split};
use super::parts::{Part, Ways};
use super::query::{FIRST_TURN, Path, Query};
use super::queue::{Answer, Question, Queue};
use crate::base::budget::{Budget, Stop};
use crate::base::ids::{ProcId, VarId};
use crate::base::stats::Stats;
use crate::base::workers;
use crate::interp::replay::{Disagreement, replay, replay_unamended};
use crate::ir::unresolve::unresolve_expr;
use crate::ir::{Attr, Body, Program, string_attribute};
use crate::pass::Back;
use crate::smt::{Outcome, Settings, Term};
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
    /// Resource units after which a query is split.
    pub first_turn: u64,
    /// Whether literals are tried as true first. That suits contracts about maps, and products of numbers not at all.
    pub prefer_true: bool,
    /// Whether goals that the solver gives up are asked about again with models of quantifiers. Then triggers are no longer all
    /// that brings a quantifier to bear.
    pub by_models: bool,
}

impl Default for Config {
    fn default() -> Config {
        let (solver, first_turn) = (Settings::default(), FIRST_TURN);
        Config { solver, error_limit: Some(5), split: false, first_turn, prefer_true: false, by_models: false }
    }
}

/// A question becomes at most so many: few enough to share what they have in common, enough to leave the hard ones
/// alone.
const MOST_PARTS: usize = 32;

/// A question that takes another turn has that many times the units.
const GROWTH: u64 = 6;

/// What models of quantifiers may cost: most mistakes in contracts about arrays take a tenth of it.
const BY_MODELS: u64 = 2_000_000;

/// What became of one procedure.
#[derive(Clone, Debug)]
pub struct Examined {
    pub proc: ProcId,
    pub verification: Verification,
    pub stats: Stats,
}

/// Verifies a procedure of an isolated program whose goals were split; `words` are of the program that has them. Parts of
/// a hard question are looked at by so many threads.
pub fn verify_procedure(
    program: &Program,
    words: &Vocabulary,
    split: &Split,
    config: &Config,
    (jobs, budget): (usize, &Budget),
) -> Examined {
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
    if let Some(body) = words.program.procs[proc].body.as_ref().filter(|_| !goals.is_empty()) {
        let ways = Ways::new(body, goals.iter().map(|goal| goal.block));
        let budget = budget.shared_by(jobs);
        let job = Job { program, words, proc, body, goals, ways: &ways, back, config, budget: &budget };
        let questions = questions(goals, config.split);
        let first = |goals: &Vec<usize>| Question { part: ways.part(goals), units: config.first_turn, tuned: true };
        let queue = Queue::new(questions.iter().map(first));
        workers::at_once("parts", jobs, |_| work(&job, &queue), |_| {});
        let answers = queue.into_answers();
        verification.gave_up = answers.gave_up;
        verification.findings = reported(answers.findings, goals, config.error_limit);
        stats.merge(&answers.stats);
    }
    verification.findings.sort_by_key(|f| f.failure.span);
    Examined { proc, verification, stats }
}

/// The goals of each question.
fn questions(goals: &[Goal], split: bool) -> Vec<Vec<usize>> {
    let mut questions: Vec<Vec<usize>> = Vec::new();
    let mut current = None;
    for (i, goal) in goals.iter().enumerate() {
        match questions.last_mut() {
            Some(last) if !split && current == Some(goal.part) => last.push(i),
            _ => questions.push(vec![i]),
        }
        current = Some(goal.part);
    }
    questions
}

/// Of what was found, by goal, what is reported: a postcondition fails once.
fn reported(findings: BTreeMap<usize, Finding>, goals: &[Goal], limit: Option<usize>) -> Vec<Finding> {
    let mut seen = FxHashSet::default();
    let new = findings.into_iter().filter(|(goal, _)| seen.insert(goals[*goal].on)).map(|(_, finding)| finding);
    new.take(limit.unwrap_or(usize::MAX)).collect()
}

/// What is to be done for a procedure.
struct Job<'a> {
    program: &'a Program,
    /// Of the program in which goals are split, as they are in the body.
    words: &'a Vocabulary<'a>,
    proc: ProcId,
    body: &'a Body,
    goals: &'a [Goal],
    ways: &'a Ways,
    back: &'a Back,
    config: &'a Config,
    budget: &'a Budget,
}

impl Job<'_> {
    /// Whether so much fails in front of a part that nobody would hear of a failure in it.
    fn is_beyond_limit(&self, part: &Part, queue: &Queue) -> bool {
        let (Some(limit), Some(&first)) = (self.config.error_limit, self.ways.goals(part).first()) else {
            return false;
        };
        let failing: FxHashSet<VarId> =
            queue.failing_before(first).into_iter().map(|goal| self.goals[goal].on).collect();
        failing.len() >= limit
    }

    /// The program with the body of this procedure alone.
    fn alone(&self) -> Program {
        let mut program = self.words.program.clone();
        for id in program.procs.ids().filter(|&id| id != self.proc) {
            program.procs[id].body = None;
        }
        program
    }
}

/// Answers questions until there are none. Each has a solver of its own, so that answers do not depend on who has which.
fn work(job: &Job, queue: &Queue) {
    let mut alone: Option<Program> = None;
    while let Some(question) = queue.next() {
        let mut answer = Answer::default();
        if question.part.is_whole() {
            ask(job, job.words.above(), &question, &mut answer);
        } else if !job.is_beyond_limit(&question.part, queue) {
            let program = alone.get_or_insert_with(|| job.alone());
            program.procs[job.proc].body = Some(job.ways.restricted(job.body, &question.part));
            ask(job, Vocabulary::new(program), &question, &mut answer);
        }
        queue.answered(answer);
    }
}

/// Asks about a part; the words are of a program in which the procedure has no executions but those of the part.
fn ask(job: &Job, words: Vocabulary, question: &Question, answer: &mut Answer) {
    let start = std::time::Instant::now();
    let make = if question.tuned { Query::new } else { Query::untuned };
    let query = make(words, job.proc, &job.config.solver, job.budget);
    answer.stats.add_time("vc", start.elapsed());
    match query {
        Err(stop) => answer.gave_up = Some(Why::Stopped(stop)),
        Ok(query) => match query.unsupported() {
            Some(what) => answer.gave_up = Some(Why::Unsupported(what.to_string())),
            None => Run { job, query }.answer(question, answer),
        },
    }
}

/// What is asked instead of a question for which the units did not suffice: about its parts with more of them; what has
/// none, with other parameters first.
fn instead(ways: &Ways, question: &Question) -> Vec<Question> {
    let mut parts = ways.split(&question.part, MOST_PARTS);
    if parts.is_empty() {
        if question.tuned {
            return vec![Question { tuned: false, ..question.clone() }];
        }
        parts.push(question.part.clone());
    }
    let units = question.units.saturating_mul(GROWTH);
    parts.into_iter().map(|part| Question { part, units, tuned: true }).collect()
}

/// How a model is followed.
type Replay = fn(&Program, &Trace, &Budget) -> Result<Execution, Disagreement>;

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

/// What models of quantifiers say about goals.
enum ByModels {
    Holds,
    Fails(Box<(usize, Finding)>),
    Unknown,
}

fn is_certain(finding: &Finding) -> bool {
    finding.certainty == Certainty::Replayed
}

struct Run<'a, 'p> {
    job: &'a Job<'a>,
    query: Query<'p>,
}

impl Run<'_, '_> {
    /// Looks for the goals that fail in a part; if the units do not suffice, says what is to be asked instead.
    fn answer(&mut self, question: &Question, answer: &mut Answer) {
        let mut assumed = Vec::new();
        // What is hard as a whole is split before another way is tried.
        let first = self.job.config.prefer_true;
        let both = [first, !first];
        let ways = if question.part.is_whole() && self.job.goals.len() > 1 { &both[..1] } else { &both[..] };
        while self.job.config.error_limit.is_none_or(|limit| answer.findings.len() < limit) {
            let start = std::time::Instant::now();
            let outcome = self.query.take_turn(&assumed, question.units, self.job.budget, ways);
            answer.stats.add_time("solver", start.elapsed());
            let reason = match outcome {
                Outcome::Unsat => break,
                Outcome::Sat => None,
                Outcome::Unknown(reason) => Some(reason),
                Outcome::Stopped(Stop::Rlimit) if self.job.budget.left() != Some(0) => {
                    answer.instead = instead(self.job.ways, question);
                    break;
                }
                Outcome::Stopped(stop) => {
                    answer.gave_up = Some(Why::Stopped(stop));
                    break;
                }
            };
            let start = std::time::Instant::now();
            let mut found = self.finding(reason.clone());
            answer.stats.add_time("replay", start.elapsed());
            let asks = self.job.config.by_models && reason.is_some();
            if asks && !found.as_ref().is_some_and(|(_, finding)| is_certain(finding)) {
                let start = std::time::Instant::now();
                match self.by_models(&assumed, first) {
                    ByModels::Holds => break,
                    ByModels::Fails(better) => found = Some(*better),
                    ByModels::Unknown => {}
                }
                answer.stats.add_time("models", start.elapsed());
            }
            let Some((goal, finding)) = found else {
                let reason = reason.unwrap_or_else(|| "the solver gives no path".into());
                answer.gave_up = Some(Why::Incomplete(reason));
                break;
            };
            answer.findings.insert(goal, finding);
            assumed.extend(self.query.off(&self.job.goals[goal]));
        }
        let session = self.query.session();
        answer.stats.queries = session.queries();
        answer.stats.rlimit = session.settle();
        answer.stats.instances.extend(session.instances());
    }

    /// The same question again, with quantifiers instantiated until a model satisfies them.
    fn by_models(&mut self, assumed: &[Term], first: bool) -> ByModels {
        self.query.session().model_based_quantifiers(true);
        let outcome = self.query.take_turn(assumed, BY_MODELS, self.job.budget, &[first]);
        let found = match outcome {
            Outcome::Sat => self.finding(None).filter(|(_, finding)| is_certain(finding)),
            _ => None,
        };
        self.query.session().model_based_quantifiers(false);
        match (outcome, found) {
            (Outcome::Unsat, _) => ByModels::Holds,
            (_, Some((goal, finding))) => ByModels::Fails(Box::new((goal, Finding { hard: true, ..finding }))),
            _ => ByModels::Unknown,
        }
    }

    /// What the last query found, and of which goal.
    fn finding(&mut self, undecided: Option<String>) -> Option<(usize, Finding)> {
        let query = &mut self.query;
        let model = query.session().model()?;
        let path = query.path(&model)?;
        let trace = query.trace(&model, &path);
        drop(model);
        let (index, goal) = self.job.goals.iter().enumerate().find(|(_, goal)| query.ends_at(&path, goal))?;
        let check = goal.checks[0].clone();
        let blocks = self.described(&path);
        let replayed = self.replay(trace, &check, if undecided.is_some() { replay } else { replay_unamended });
        let hard = undecided.is_some();
        let (certainty, execution) = match (replayed, undecided) {
            (Ok(execution), None) => (Certainty::Replayed, Some(execution)),
            (Ok(execution), Some(_)) if execution.certain && !self.job.program.weakened => {
                (Certainty::Replayed, Some(execution))
            }
            (Ok(execution), Some(reason)) => (Certainty::Undecided(reason), Some(execution)),
            (Err(lost), None) => (Certainty::NotReplayed(lost.describe(self.job.program)), None),
            (Err(_), Some(reason)) => (Certainty::Undecided(reason), None),
        };
        let failure = match &execution {
            Some(execution) => execution.failure.clone(),
            None => self.failure(&check),
        };
        Some((index, Finding { failure, certainty, hard, execution, path: blocks }))
    }

    /// What is known of a failure without an execution.
    fn failure(&self, check: &Check) -> Failure {
        let (what, related) = check.kind.describe();
        Failure {
            span: check.span,
            source: None,
            related,
            what,
            condition: unresolve_expr(self.job.program, check.condition, Span::NONE).to_string(),
            values: Vec::new(),
            message: string_attribute(&check.attrs, Attr::Msg).map(str::to_string),
            check: string_attribute(&check.attrs, Attr::Check).map(str::to_string),
            label: string_attribute(&check.attrs, Attr::Msg).map(str::to_string),
            written: true,
            procedure: self.job.program.procs[self.query.proc].name.to_string(),
            thread: None,
            block: None,
            always: false,
        }
    }

    /// Follows a trace in the isolated procedure to the failure of this check.
    fn replay(&self, trace: Trace, check: &Check, replay: Replay) -> Result<Execution, Lost> {
        let mut trace = self.job.back.trace(trace);
        trace.decisions.retain(|decision| match decision {
            Decision::Goto { proc, block, .. } => {
                let body = self.job.program.procs[*proc].body.as_ref();
                body.is_some_and(|body| body.blocks[*block].transfer.targets().len() > 1)
            }
            _ => true,
        });
        match replay(self.job.program, &trace, self.job.budget) {
            Ok(execution) if execution.failure.span == check.span => Ok(execution),
            Ok(_) => Err(Lost::FailsEarlier),
            Err(disagreement) => Err(Lost::Disagrees(disagreement)),
        }
    }

    /// The blocks of the procedure on a path.
    fn described(&self, path: &Path) -> Vec<(String, Span)> {
        let Some(body) = &self.job.program.procs[self.query.proc].body else { return Vec::new() };
        let origins = &self.job.back.blocks[&self.query.proc];
        let starts = self.query.blocks(path).into_iter().filter_map(|b| origins[b].start);
        let span = |block: &crate::ir::Block| match block.cmds.iter().find(|c| c.span != Span::NONE) {
            Some(cmd) => cmd.span,
            None => block.span,
        };
        starts.map(|b| (body.blocks[b].name.to_string(), span(&body.blocks[b]))).collect()
    }
}
