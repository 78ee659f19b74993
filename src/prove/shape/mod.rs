//! Memory safety of linked structures of any size: objects by the number of edges into them.
//!
//! ```text
//! subject: one body, C's maps ── explore: states at loop heads, kinds of objects out of scope, until nothing is new
//!   step, eval: a command in a state      heap: cells, edges, counters      forest: what is reachable
//!   threads, interference, guards: what other threads do between two steps
//!   homes: which objects belong together      paths: the paper's flow, for comparison
//!   samples, heaps, interleavings, turns: runs of the program, compared with what was found of it
//!   scope: an object comes into scope when a pointer to it is read, and leaves it where no variable holds it
//! ```
//!
//! After S. Wolff, E. Gupta, Z. Esen, H. Hojjat, P. Rümmer, T. Wies, *Arithmetizing Shape Analysis*, CAV 2025, whose
//! invariants of single objects these are; here edges are counted instead of paths, so that cycles are nothing special,
//! and what leaks is told by a forest whose edges go up in rank. The argument is in `docs/proofs.md`.

mod choices;
mod eval;
mod explore;
mod flow;
mod forest;
mod frames;
mod guards;
mod heap;
mod heaps;
mod homes;
mod interference;
mod interleavings;
mod notes;
mod obligations;
mod paths;
mod samples;
mod scope;
mod state;
mod step;
mod stop;
mod subject;
mod threads;
mod turns;
mod words;

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use self::explore::{Explored, Explorer, Failure};
pub use self::flow::Flow;
use self::flow::Rootless;
use self::heap::Map;
pub use self::notes::{Sampled, Unforeseen};
use self::subject::{Subject, View, subject};
use crate::base::budget::Budget;
use crate::engine::{Answer, Answered, Declined, Engine, Oracle, Question, Verified};
use crate::verdict::{Certificate, Invariant, InvariantPlace, Why};

/// What the engine is called.
const NAME: &str = "shape";

/// The name of the parameter of certificates that says what is counted.
const FLOW: &str = "flow";

/// The engine, and what it counts.
pub struct Shape(pub Flow);

impl Engine for Shape {
    fn name(&self) -> &'static str {
        NAME
    }

    fn follows_threads(&self) -> bool {
        true
    }

    fn answer(&self, question: &Question, oracle: &mut dyn Oracle, budget: &Budget) -> Answered {
        Answered::noting(|notes| {
            let mut subject = subject(question, self.0)?;
            Ok(match explored(&mut subject, budget, notes) {
                Ok(explored) => confirmed(&subject, &explored, oracle, budget, notes),
                Err(why) => Answer::Unknown(why),
            })
        })
    }

    /// The invariants are found anew: of the certificate, it is looked at what is counted.
    fn rebuilt(&self, question: &Question, told: &Certificate) -> Result<Certificate, Declined> {
        let told = told.parameters.iter().find(|(name, _)| name == FLOW);
        let told = told.map_or(Flow::Edges.name(), |(_, flow)| flow);
        let flow = Flow::ALL.into_iter().find(|flow| flow.name() == told);
        let mut subject = subject(question, flow.ok_or_else(|| Declined("nobody counts that".into()))?)?;
        let unlimited = Budget::unlimited();
        let explored = explored(&mut subject, &unlimited, &mut Vec::new())
            .map_err(|_| Declined("the invariants do not hold".into()))?;
        sampled(&subject, &explored, &unlimited).map_err(|Unforeseen(why)| Declined(why))?;
        Ok(proof(&subject, &explored))
    }
}

/// Looks at all that executions reach, in several ways ([`View`]); with homes of objects ([`homes`]); and where something
/// may leak, another forest may show that it does not: one without the edges of a map, or with those of a single map. In
/// the same way, edges are left out where paths may go in circles.
fn explored(subject: &mut Subject, budget: &Budget, notes: &mut Vec<String>) -> Result<Explored, Why> {
    let mut why = Why::Incomplete(String::new());
    let mut maps = BTreeSet::new();
    for view in View::ALL {
        subject.look(view);
        match explored_once(subject, budget, notes) {
            (Err(Why::Incomplete(what)), flagged) => {
                why = Why::Incomplete(what);
                maps.extend(flagged);
            }
            (other, _) => return other,
        }
    }
    let homes: &[View] = if subject.threads || subject.flow == Flow::Paths { &[] } else { &View::ALL };
    for &view in homes {
        subject.look(view);
        let (stay, leave) = subject.heads();
        let with = |&class: &heap::Class| stay.iter().copied().chain([class]).collect();
        let candidates: Vec<FxHashSet<heap::Class>> =
            [stay.clone()].into_iter().chain(leave.iter().map(with)).collect();
        for heads in candidates.into_iter().filter(|heads| !heads.is_empty()) {
            subject.set_heads(heads);
            match explored_once(subject, budget, notes).0 {
                Err(Why::Incomplete(_)) => {}
                other => return other,
            }
        }
    }
    let without = maps.iter().map(|&map| FxHashSet::from_iter([map]));
    let only = maps.iter().map(|&map| maps.iter().copied().filter(|&m| m != map).collect());
    let forests: Vec<FxHashSet<Map>> = without.chain(only).collect();
    for view in View::ALL {
        subject.look(view);
        for unflagged in &forests {
            subject.unflagged.clone_from(unflagged);
            match explored_once(subject, budget, notes).0 {
                Err(Why::Incomplete(_)) => {}
                other => return other,
            }
        }
    }
    Err(why)
}

/// The same with one forest; besides, the maps with edges in it, or in what may be circles.
fn explored_once(subject: &Subject, budget: &Budget, notes: &mut Vec<String>) -> (Result<Explored, Why>, Vec<Map>) {
    *subject.rootless() = Rootless::default();
    let mut explorer = Explorer::new(subject);
    let mut outcome = explorer.run(budget);
    // What is guarded by which locks turns out on the way, which edges say nothing of homes, and which variables are no roots.
    while let Err(Failure::Weakened) = outcome {
        explorer = Explorer::new(subject);
        outcome = explorer.run(budget);
    }
    let (steps, states, kinds) = (explorer.steps, explorer.seen.len(), explorer.kinds.len());
    notes.push(format!("{steps} steps, {states} states, {kinds} kinds of objects"));
    let flagged = explorer.kinds.keys().flat_map(|kind| kind.ins.keys()).filter(|key| key.flag);
    let maps: BTreeSet<Map> = flagged.map(|key| key.cell.0).chain(subject.rootless().cyclic.iter().copied()).collect();
    let result = match outcome {
        Ok(()) => {
            let Explorer { kinds, log, seen, turns, .. } = explorer;
            Ok(Explored { kinds, log, seen, turns, steps })
        }
        Err(Failure::Alarm(what)) => Err(Why::Incomplete(format!("possible: {what}"))),
        Err(Failure::Weakened) => panic!("internal: it was tried again"),
        Err(Failure::GaveUp(why)) => Err(Why::Incomplete(why)),
        Err(Failure::Stopped(stop)) => Err(Why::Stopped(stop)),
    };
    (result, maps.into_iter().collect())
}

/// Compares what was found with runs of the program. `Err`: one that the states and kinds do not describe, or a violation.
fn sampled(subject: &Subject, explored: &Explored, budget: &Budget) -> Result<Sampled, Unforeseen> {
    let sampled = if subject.threads { interleavings::interleaved } else { samples::alone };
    sampled(subject, explored, budget)
}

/// How much of a program's runs was looked at, what is found of the program being as it is; and of how many sentences about
/// objects, of how many, runs tell if they are left out.
pub fn sample(question: &Question, flow: Flow, budget: &Budget) -> Result<(Sampled, usize, usize), Unforeseen> {
    let mut subject = subject(question, flow).map_err(|Declined(why)| Unforeseen(why))?;
    let explored = explored(&mut subject, budget, &mut Vec::new());
    let mut explored = explored.map_err(|_| Unforeseen("there is no proof".into()))?;
    let whole = sampled(&subject, &explored, budget)?;
    let sentence = |kind: &heap::Object| (kind.class, words::describe(&subject, kind));
    let sentences: BTreeSet<_> = explored.kinds.keys().map(sentence).collect();
    let all = explored.kinds.clone();
    let told = sentences.iter().filter(|left_out| {
        explored.kinds = all.clone();
        explored.kinds.retain(|kind, _| sentence(kind) != **left_out);
        sampled(&subject, &explored, budget).is_err()
    });
    Ok((whole, told.count(), sentences.len()))
}

/// The proof, if its obligations hold.
fn confirmed(
    subject: &Subject,
    explored: &Explored,
    oracle: &mut dyn Oracle,
    budget: &Budget,
    notes: &mut Vec<String>,
) -> Answer {
    match sampled(subject, explored, budget) {
        Ok(Sampled { heaps, objects }) => notes.push(format!("{heaps} heaps of runs, {objects} objects")),
        Err(Unforeseen(why)) => return Answer::Unknown(Why::Incomplete(why)),
    }
    let certificate = proof(subject, explored);
    let program = obligations::program(subject, &explored.log);
    let verified = oracle.verify(obligations::NAME, &program, budget);
    if let Some(verified) = Verified::of(&program, &verified) {
        return Answer::proved(certificate, verified);
    }
    match budget.check() {
        Err(stop) => Answer::Unknown(Why::Stopped(stop)),
        Ok(()) => Answer::Unknown(Why::Incomplete("a step could not be confirmed".into())),
    }
}

fn proof(subject: &Subject, explored: &Explored) -> Certificate {
    let invariants = words::invariants(subject, &explored.kinds);
    let at_heads = explored.seen.iter().filter(|(block, _)| subject.point(*block).cut);
    let found = words::summary(subject, &explored.kinds, at_heads.map(|(_, state)| state));
    let invariant =
        |(name, formula)| Invariant { procedure: String::new(), place: InvariantPlace::Object(name), formula };
    Certificate {
        engine: NAME.into(),
        method: "object invariants".into(),
        found,
        rests_on: Vec::new(),
        lemma: format!(
            "Every object that no variable holds is of one of the kinds, and every execution is in one of the states that \
            were looked at, in none of which an assertion is violated; the steps between them are those of the program. Of \
            these, {} are obligations: a sample of {}, of which the others are found again by whoever checks this.",
            obligations::count(subject, &explored.log),
            explored.steps
        ),
        parameters: vec![(FLOW.into(), subject.flow.name().into())],
        invariants: invariants.into_iter().map(invariant).collect(),
        obligations: vec![obligations::steps(subject, &explored.log)],
    }
}
