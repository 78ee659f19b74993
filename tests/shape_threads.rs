//! Random programs whose threads hand objects on: what object invariants prove is violated in no interleaving.
//!
//! The exploration works on the generator's own syntax, and lets threads be interrupted in front of every statement. And what
//! is found of proved programs holds of their runs under drawn schedules; if it is left out that objects may be of some kind
//! that runs reach, that is seen.
//!
//! `RMT_EXCHANGES=N` tries N programs, `RMT_EXCHANGES_FROM=S` begins with seed S.

#[path = "support/exchange.rs"]
mod exchange;
#[path = "support/load.rs"]
#[allow(dead_code)]
mod load;

use std::time::Duration;

use exchange::{Outcome, explore, generate};
use load::{entry, load};
use rmt::internal::base::budget::{Budget, Cancel, Limits};
use rmt::internal::driver::strategy::{Engines, decide};
use rmt::internal::engine::{Forms, Question};
use rmt::internal::prove::shape::{Flow, Shape, sample};
use rmt::internal::smt::Settings;
use rmt::internal::verdict::Verdict;

/// Programs in a normal run.
const PROGRAMS: u64 = 24;
/// States of an exploration.
const MOST: usize = 100_000;
/// What the prover may take for one program.
const PATIENCE: Duration = Duration::from_secs(5);

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

fn verdict(text: &str) -> String {
    let loaded = load("exchange.bpl", text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let entry = entry(&loaded).expect("generated programs have an entry");
    let forms = Forms::of(&loaded.program, entry);
    let (prover, solver) = (Shape(Flow::Edges), Settings::default());
    let engines = Engines { search: None, provers: vec![&prover], solver: &solver, jobs: 1, queries: None };
    let budget = Budget::new(Limits { timeout: Some(PATIENCE), ..Limits::default() }, Cancel::default());
    match decide(&Question { program: &loaded.program, entry, bound: None, forms: &forms }, &engines, &budget).verdict {
        Verdict::Safe(_) => "safe".into(),
        Verdict::Unknown(why) => format!("{why:?}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn nothing_violated_is_proved() {
    let (count, from) = (number("RMT_EXCHANGES", PROGRAMS), number("RMT_EXCHANGES_FROM", 0));
    let (mut wrong, mut proved, mut violated, mut many, mut kept) = (Vec::new(), 0, 0, 0, 0);
    for seed in from..from + count {
        let program = generate(seed);
        let outcome = explore(&program, MOST);
        let found = verdict(&program.to_string());
        let is_proved = found == "safe";
        proved += u64::from(is_proved);
        violated += u64::from(outcome == Outcome::Violated);
        many += u64::from(outcome == Outcome::TooMany);
        kept += u64::from(outcome == Outcome::Kept);
        if is_proved && outcome == Outcome::Violated {
            println!("seed {seed}: proved, and violated\n{program}");
            wrong.push(seed);
        }
        if std::env::var("RMT_EXCHANGES_TELL").is_ok() {
            println!("seed {seed}: {outcome:?}, {found}");
        }
    }
    println!("{count} programs: {proved} proved; {violated} violated, {kept} not, {many} too large to tell");
    assert!(wrong.is_empty(), "{wrong:?}");
    // The generator makes programs of all kinds.
    assert!(count < 50 || (violated * 10 > count && proved * 10 > count));
}

/// Programs whose runs are compared in a normal run.
const COMPARED: u64 = 4;

#[test]
fn what_is_left_out_is_seen() {
    let (mut heaps, mut told, mut sentences) = (0, 0, 0);
    for seed in 0..number("RMT_EXCHANGES", COMPARED).min(COMPARED) {
        let text = generate(seed).to_string();
        let loaded = load("exchange.bpl", &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let entry = entry(&loaded).expect("generated programs have an entry");
        let question =
            Question { program: &loaded.program, entry, bound: None, forms: &Forms::of(&loaded.program, entry) };
        let budget = Budget::new(Limits { timeout: Some(PATIENCE), ..Limits::default() }, Cancel::default());
        match sample(&question, Flow::Edges, &budget) {
            Ok((sampled, seen, all)) => {
                (heaps, told, sentences) = (heaps + sampled.heaps, told + seen, sentences + all);
            }
            Err(why) => assert!(why.0 == "there is no proof", "seed {seed}: {}\n{text}", why.0),
        }
    }
    println!("{heaps} heaps; of {sentences} sentences about objects, {told} are missed where they are left out");
    assert!(heaps > 50 && told > 5, "{heaps} heaps, {told} of {sentences}");
}
