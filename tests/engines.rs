//! The seam: an engine of one file joins the strategy, and an engine that asks two queries is tested without a solver.

mod engines {
    pub mod exhaustive;
    pub mod inductive;
    pub mod scripted;
}
#[path = "support/load.rs"]
#[allow(dead_code)]
mod load;

use engines::exhaustive::Exhaustive;
use engines::inductive::Inductive;
use engines::scripted::Scripted;
use load::{Loaded, entry, load};
use rmt::internal::base::budget::{Budget, Limits};
use rmt::internal::certify::check::{How, verify_obligations};
use rmt::internal::driver::bounded::{Bounded, Start};
use rmt::internal::driver::strategy::{Engines, decide};
use rmt::internal::driver::{Checked, recheck};
use rmt::internal::engine::{Answer, Engine, Forms, Kept, Question};
use rmt::internal::prove::ENGINES;
use rmt::internal::reach;
use rmt::internal::smt::Settings;
use rmt::internal::verdict::{Bound, Verdict, Why};

/// The engines of these tests: a line each registers them.
const TOYS: &[&dyn Engine] = &[&Exhaustive, &Inductive];

/// All Booleans, so exploring ends; bounded search alone reaches no end.
const FLIPS: &str = "
var b: bool;
procedure main() modifies b; { b := true; while (*) { b := !b; b := !b; } assert b; }";
const FLIPS_ONCE: &str = "
var b: bool;
procedure main() modifies b; { b := true; while (*) { b := !b; } assert b; }";

fn named(name: &str) -> &'static dyn Engine {
    ENGINES.iter().copied().find(|engine| engine.name() == name).expect("there is such an engine")
}

fn program(text: &str) -> Loaded {
    load("program.bpl", text).unwrap_or_else(|diagnostics| panic!("{diagnostics}"))
}

fn ask(loaded: &Loaded, provers: &[&dyn Engine], with_search: bool, jobs: usize) -> Checked {
    let mut progress = |_| {};
    let config = reach::Config { summaries: reach::Summaries::Given, ..reach::Config::default() };
    let search = Bounded::new(config, &mut progress);
    let solver = Settings::default();
    let engines = Engines {
        search: with_search.then_some(&search),
        provers: provers.to_vec(),
        solver: &solver,
        jobs,
        queries: None,
    };
    let entry = entry(loaded).expect("there is an entry");
    let limits = Limits { timeout: Some(std::time::Duration::from_secs(60)), ..Limits::default() };
    let budget = Budget::new(limits, Default::default());
    decide(
        &Question { program: &loaded.program, entry, bound: None, forms: &Forms::of(&loaded.program, entry) },
        &engines,
        &budget,
    )
}

#[test]
fn an_engine_alone_proves_and_refutes() {
    let safe = ask(&program(FLIPS), &[&Exhaustive], false, 1).verdict;
    assert!(matches!(&safe, Verdict::Safe(certificate) if certificate.engine == "exhaustive"), "{safe:?}");
    // Its trace is replayed on the program, as every engine's.
    let unsafe_ = ask(&program(FLIPS_ONCE), &[&Exhaustive], false, 1).verdict;
    assert!(matches!(unsafe_, Verdict::Unsafe(_)), "{unsafe_:?}");
}

#[test]
fn an_engine_joins_the_strategy() {
    for jobs in [1, 2] {
        let checked = ask(&program(FLIPS), TOYS, true, jobs);
        assert!(matches!(&checked.verdict, Verdict::Safe(_)), "{jobs} jobs: {:?}", checked.verdict);
        let checked = ask(&program(FLIPS_ONCE), TOYS, true, jobs);
        assert!(matches!(checked.verdict, Verdict::Unsafe(_)), "{jobs} jobs: {:?}", checked.verdict);
    }
}

#[test]
fn what_was_declined_is_said() {
    let integers =
        program("procedure main(n: int) { var i: int; i := 0; while (i < n) { i := i + 1; } assert i >= n; }");
    let checked = ask(&integers, &[&Exhaustive], false, 1);
    let runs: Vec<&str> = checked.stats.engines.iter().map(|run| &*run.outcome).collect();
    assert_eq!(runs, ["declined: integers are not enumerated"]);
    assert!(matches!(checked.verdict, Verdict::Unknown(_)));
}

/// Nine numbers from 1 to 8 are not all different: that holds the solver up at each bound.
const SEATS: &str = "
var m0, m1, m2, m3, m4, m5, m6, m7: [int]int;
procedure main(p: int) modifies m0, m1, m2, m3, m4, m5, m6, m7; {
  var rounds: int;
  m1[p] := 1; m2[p] := 2; m3[p] := 3; m4[p] := 4; m5[p] := 5; m6[p] := 6; m7[p] := 7;
  rounds := 0;
  while (*) { rounds := rounds + 1; }
  call seats();
}
procedure seats() modifies m0; {
  var seat: [int]int;
  assume 1 <= seat[1] && seat[1] <= 8; assume 1 <= seat[2] && seat[2] <= 8; assume 1 <= seat[3] && seat[3] <= 8;
  assume 1 <= seat[4] && seat[4] <= 8; assume 1 <= seat[5] && seat[5] <= 8; assume 1 <= seat[6] && seat[6] <= 8;
  assume 1 <= seat[7] && seat[7] <= 8; assume 1 <= seat[8] && seat[8] <= 8; assume 1 <= seat[9] && seat[9] <= 8;
  assume DIFFERENT;
  assert false;
}";

#[test]
fn a_search_by_turns_that_goes_on_behind_a_bound_uses_up_its_turn() {
    let pairs = (1..=9).flat_map(|i| (1..i).map(move |j| format!("seat[{i}] != seat[{j}]")));
    let loaded = program(&SEATS.replace("DIFFERENT", &pairs.collect::<Vec<_>>().join(" && ")));
    let entry = entry(&loaded).expect("there is an entry");
    let forms = Forms::of(&loaded.program, entry);
    let question = Question { program: &loaded.program, entry, bound: None, forms: &forms };
    let mut progress = |_| {};
    let search = Bounded::new(reach::Config::default(), &mut progress);
    let turn = Budget::new(Limits::units(4_000_000), Default::default());
    let answered = search.answer_from(Start::at(1), &question, &turn);
    assert!(matches!(answered.answer, Answer::Unknown(_)), "{:?}", answered.answer);
    assert_eq!(turn.left(), Some(0));
}

#[test]
fn a_search_by_turns_goes_on_where_it_is() {
    let numbers = |end: usize| (1..end).map(move |i| format!("1 <= seat[{i}] && seat[{i}] <= 6"));
    let pairs = (1..=7).flat_map(|i| (1..i).map(move |j| format!("seat[{i}] != seat[{j}]")));
    let conditions = numbers(8).chain(pairs).collect::<Vec<_>>().join(" && ");
    let text = format!("procedure main() {{ var seat: [int]int; assume {conditions}; assert false; }}");
    let loaded = program(&text);
    let entry = entry(&loaded).expect("there is an entry");
    let question = Question { program: &loaded.program, entry, bound: None, forms: &Forms::of(&loaded.program, entry) };
    let mut progress = |_| {};
    let search = Bounded::new(reach::Config::default(), &mut progress);
    let at_once = Budget::unlimited();
    let whole = search.answer_from(Start::at(0), &question, &at_once);
    assert!(matches!(whole.answer, Answer::Safe(_)), "{:?}", whole.answer);
    let (all, mut waiting, mut turns) = (Budget::unlimited(), None, 1);
    let answered = loop {
        let turn = all.within(Limits::units(at_once.spent() / 10));
        let answered = search.answer_in_turn(&mut waiting, Start::at(0), &question, &turn);
        if waiting.is_none() {
            break answered;
        }
        assert!(matches!(answered.answer, Answer::Unknown(_)), "{:?}", answered.answer);
        turns += 1;
    };
    assert!(matches!(answered.answer, Answer::Safe(_)), "{:?}", answered.answer);
    assert!(turns > 4 && all.spent() < at_once.spent() * 2, "{turns} turns: {} for {}", all.spent(), at_once.spent());
}

#[test]
fn a_bound_that_was_reached_stays_so_where_a_turn_ends_behind_it() {
    let text = "procedure main() { var i: int; i := 0; while (*) { i := i + 1; } assert i != 7; }";
    let loaded = program(text);
    let entry = entry(&loaded).expect("there is an entry");
    let bound = Some(Bound(1));
    let question = Question { program: &loaded.program, entry, bound, forms: &Forms::of(&loaded.program, entry) };
    let mut progress = |_| {};
    let search = Bounded::new(reach::Config::default(), &mut progress);
    let all = Budget::unlimited();
    let whole = search.answer_from(Start::at(0), &question, &all);
    assert!(matches!(whole.answer, Answer::SafeUpTo(Bound(1))), "{:?}", whole.answer);
    for part in 1..=100 {
        let turn = Budget::new(Limits::units(all.spent() * part / 100), Default::default());
        let answered = search.answer_from(Start::at(0), &question, &turn);
        let is_told = match answered.answer {
            Answer::SafeUpTo(Bound(1)) => true,
            Answer::Unknown(Why::StoppedAfter(_, within)) => within < Bound(1),
            Answer::Unknown(Why::Stopped(_)) => true,
            _ => false,
        };
        assert!(is_told, "with {part} % of the units: {:?}", answered.answer);
    }
}

/// Sums of inputs never repeat, so paths reach no end. The assertion fails where a loop within a procedure that calls itself makes
/// ROUNDS rounds.
const SUMS: &str = "
var sum: int;
procedure main() modifies sum; { sum := 0; call add(); }
procedure add() modifies sum; {
  var x, rounds: int;
  rounds := 0;
  while (*) {
    havoc x;
    if (x > sum) { sum := sum + x; rounds := rounds + 1; assert rounds != ROUNDS; }
  }
  if (*) { call add(); }
}";

/// What following paths reaches in so many milliseconds.
fn by_paths(rounds: u32, milliseconds: u64) -> Verdict {
    let loaded = program(&SUMS.replace("ROUNDS", &rounds.to_string()));
    let entry = entry(&loaded).expect("there is an entry");
    let question = Question { program: &loaded.program, entry, bound: None, forms: &Forms::of(&loaded.program, entry) };
    let (settings, provers) = (Settings::default(), vec![named("execution")]);
    let engines = Engines { search: None, provers, solver: &settings, jobs: 1, queries: None };
    let timeout = Some(std::time::Duration::from_millis(milliseconds));
    let budget = Budget::new(Limits { timeout, ..Limits::default() }, Default::default());
    decide(&question, &engines, &budget).verdict
}

#[test]
fn paths_that_come_to_no_end_are_finished_bound_by_bound() {
    let verdict = by_paths(1_000_000, 16_000);
    assert!(matches!(verdict, Verdict::Unknown(Why::StoppedAfter(..))), "{verdict:?}");
}

#[test]
fn no_bound_is_finished_within_which_an_assertion_fails() {
    for rounds in 2..6 {
        for milliseconds in [5, 20, 80, 320] {
            match by_paths(rounds, milliseconds) {
                Verdict::Unsafe(_) | Verdict::Unknown(Why::Stopped(_) | Why::Incomplete(_)) => {}
                Verdict::Unknown(Why::StoppedAfter(_, Bound(bound))) if bound < rounds => {}
                verdict => panic!("{rounds} rounds, {milliseconds} ms: {verdict:?}"),
            }
        }
    }
}

#[test]
fn two_queries_without_a_solver() {
    let loaded = program("procedure main() { var x: int; x := 0; while (*) { x := x + 1; } assert x >= 0; }");
    let entry = entry(&loaded).expect("there is an entry");
    let forms = Forms::of(&loaded.program, entry);
    let question = Question { program: &loaded.program, entry, bound: None, forms: &forms };
    let budget = Budget::unlimited();
    // Nothing survives: the engine does not go on to verify.
    let mut oracle = Scripted::default();
    oracle.houdini.push_back(Kept::default());
    let answered = Inductive.answer(&question, &mut oracle, &budget);
    assert!(matches!(answered.answer, Answer::Unknown(_)));
    assert_eq!(oracle.asked, [("houdini", "guesses".to_string())]);
    // Everything survives, and every procedure verifies.
    let mut oracle = Scripted { keeps_all: true, ..Scripted::default() };
    oracle.verify.push_back(vec![engines::scripted::verified("main")]);
    let answered = Inductive.answer(&question, &mut oracle, &budget);
    assert!(matches!(answered.answer, Answer::Safe(_)), "{:?}", answered.answer);
    assert_eq!(oracle.asked, [("houdini", "guesses".to_string()), ("verify", "invariants".to_string())]);
}

#[test]
fn a_proof_is_checked_again() {
    let loaded = program("procedure main() { var x: int; x := 0; while (*) { x := x + 1; } assert x >= 0; }");
    let checked = ask(&loaded, &[&Inductive], false, 1);
    let Verdict::Safe(mut certificate) = checked.verdict else { panic!("{:?}", checked.verdict) };
    let entry = entry(&loaded).expect("there is an entry");
    let forms = Forms::of(&loaded.program, entry);
    let question = Question { program: &loaded.program, entry, bound: None, forms: &forms };
    let (solver, budget) = (Settings::default(), Budget::unlimited());
    let how = How { solver: &solver, jobs: 1, other: None };
    assert!(recheck::recheck(&question, &certificate, TOYS, &how, &budget).is_ok());
    // Edited by hand: what is claimed does not hold.
    certificate.invariants.iter_mut().for_each(|invariant| invariant.formula = "x >= 1".into());
    let again = recheck::rebuild(&question, &certificate, TOYS).expect("it is for this program");
    let checked = verify_obligations(&again.certificate, &how, &budget);
    assert!(again.proof(&checked).is_none());
    assert!(again.proof(&[]).is_none());
    // Nor is it what was built.
    assert!(recheck::recheck(&question, &certificate, TOYS, &how, &budget).is_err());
}
