//! Memory safety of linked structures of any size: objects by the number of edges into them.
//!
//! ```text
//! subject: one body, C's maps ── explore: states at loop heads, kinds of objects out of scope, until nothing is new
//!   step, eval: a command in a state      heap: cells, edges, counters      forest: what is reachable
//!   threads, interference, guards: what other threads do between two steps
//!   scope: an object comes into scope when a pointer to it is read, and leaves it where no variable holds it
//! ```
//!
//! After S. Wolff, E. Gupta, Z. Esen, H. Hojjat, P. Rümmer, T. Wies, *Arithmetizing Shape Analysis*, CAV 2025, whose
//! invariants of single objects these are; here edges are counted instead of paths, so that cycles are nothing special,
//! and what leaks is told by a forest whose edges go up in rank. The argument is in `docs/proofs.md`.

mod choices;
mod eval;
mod explore;
mod forest;
mod frames;
mod guards;
mod heap;
mod interference;
mod obligations;
mod scope;
mod state;
mod step;
mod stop;
mod subject;
mod threads;
mod words;

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use self::explore::{Explorer, Failure, Kinds};
use self::heap::Map;
use self::obligations::Step;
use self::subject::{Subject, View, subject};
use crate::base::budget::Budget;
use crate::base::stats::Stats;
use crate::engine::{Answer, Answered, Declined, Engine, Oracle, Question};
use crate::verdict::{Certificate, Invariant, InvariantPlace, Obligation, Why};

/// What the engine is called.
const NAME: &str = "shape";

/// The engine.
pub struct Shape;

impl Engine for Shape {
    fn name(&self) -> &'static str {
        NAME
    }

    fn follows_threads(&self) -> bool {
        true
    }

    fn answer(&self, question: &Question, oracle: &mut dyn Oracle, budget: &Budget) -> Answered {
        let mut notes = Vec::new();
        let answer = match subject(question) {
            Ok(mut subject) => match explored(&mut subject, budget, &mut notes) {
                Ok(explored) => confirmed(&subject, &explored, oracle, budget),
                Err(why) => Answer::Unknown(why),
            },
            Err(declined) => Answer::Declined(declined),
        };
        Answered { answer, stats: Stats::default(), notes }
    }

    /// The invariants are found anew, and must be those of the certificate.
    fn obligations(&self, question: &Question, certificate: &Certificate) -> Result<Vec<Obligation>, Declined> {
        let mut subject = subject(question)?;
        let unlimited = Budget::unlimited();
        let explored = explored(&mut subject, &unlimited, &mut Vec::new())
            .map_err(|_| Declined("the invariants do not hold".into()))?;
        let again = proof(&subject, &explored);
        if again.invariants != certificate.invariants {
            return Err(Declined("the certificate has other invariants".into()));
        }
        Ok(again.obligations)
    }
}

/// All that executions come to, where nothing is violated on the way.
struct Explored {
    kinds: Kinds,
    log: Vec<Step>,
}

/// Looks at all that executions come to, in several ways ([`View`]); and where something may leak, another forest may show that it does not: one without the edges of a map, or with those of a
/// single map.
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

/// The same with one forest; besides, the maps with edges in it.
fn explored_once(subject: &Subject, budget: &Budget, notes: &mut Vec<String>) -> (Result<Explored, Why>, Vec<Map>) {
    let mut explorer = Explorer::new(subject);
    let mut outcome = explorer.run(budget);
    // What is guarded by which locks turns out on the way.
    while let Err(Failure::Weakened) = outcome {
        explorer = Explorer::new(subject);
        outcome = explorer.run(budget);
    }
    let (steps, states, kinds) = (explorer.steps, explorer.seen.len(), explorer.kinds.len());
    notes.push(format!("{steps} steps, {states} states, {kinds} kinds of objects"));
    let flagged = explorer.kinds.keys().flat_map(|kind| kind.ins.keys()).filter(|key| key.flag);
    let maps: BTreeSet<Map> = flagged.map(|key| key.cell.0).collect();
    let result = match outcome {
        Ok(()) => Ok(Explored { kinds: explorer.kinds, log: explorer.log }),
        Err(Failure::Alarm(what)) => Err(Why::Incomplete(format!("possible: {what}"))),
        Err(Failure::Weakened) => panic!("internal: it was tried again"),
        Err(Failure::GaveUp(why)) => Err(Why::Incomplete(why)),
        Err(Failure::Stopped(stop)) => Err(Why::Stopped(stop)),
    };
    (result, maps.into_iter().collect())
}

/// The proof, if its obligations hold.
fn confirmed(subject: &Subject, explored: &Explored, oracle: &mut dyn Oracle, budget: &Budget) -> Answer {
    let certificate = proof(subject, explored);
    let program = obligations::program(subject, &explored.log);
    let verified = oracle.verify("steps", &program, budget);
    if verified.len() == program.procs.len() && verified.iter().all(|v| v.is_verified()) {
        return Answer::Safe(certificate);
    }
    match budget.check() {
        Err(stop) => Answer::Unknown(Why::Stopped(stop)),
        Ok(()) => Answer::Unknown(Why::Incomplete("a step could not be confirmed".into())),
    }
}

fn proof(subject: &Subject, explored: &Explored) -> Certificate {
    let invariants = words::invariants(subject, &explored.kinds);
    let found = match &invariants[..] {
        [] => "no object is out of sight".into(),
        [(name, text)] if explored.kinds.len() <= 2 => format!("every {name}: {text}"),
        _ => format!("{} kinds of objects", explored.kinds.len()),
    };
    let invariant =
        |(name, formula)| Invariant { procedure: String::new(), place: InvariantPlace::Object(name), formula };
    Certificate {
        engine: NAME.into(),
        method: "object invariants".into(),
        found,
        rests_on: Vec::new(),
        lemma: "Every object that no variable holds is of one of the kinds, and every execution is in one of the states \
            that were looked at, in none of which an assertion is violated; the steps between them are those of the program."
            .into(),
        parameters: Vec::new(),
        invariants: invariants.into_iter().map(invariant).collect(),
        obligations: vec![obligations::steps(subject, &explored.log)],
    }
}
