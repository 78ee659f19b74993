//! Random programs: no prover proves what an explorer finds violated, and certificates are refused that prove nothing.
//!
//! `RMT_RANDOM=N` tries N programs, `RMT_RANDOM_FROM=S` begins with seed S. `RMT_LOOPS=N` tries N programs with loops
//! over integers and arrays.

#[path = "support/generate.rs"]
#[allow(dead_code)]
mod generate;
#[path = "support/generate_loops.rs"]
mod generate_loops;
#[path = "support/load.rs"]
#[allow(dead_code)]
mod load;

use std::time::Duration;

use rmt::internal::base::budget::{Budget, Cancel, Limits};
use rmt::internal::certify::check::How;
use rmt::internal::driver::recheck;
use rmt::internal::driver::strategy::{Engines, decide};
use rmt::internal::driver::unrolled;
use rmt::internal::engine::{Answer, Engine, Forms, Question};
use rmt::internal::interp::explore::{Options, Outcome, explore};
use rmt::internal::interp::replay;
use rmt::internal::prove::ENGINES;
use rmt::internal::prove::execution::follow;
use rmt::internal::smt::Settings;
use rmt::internal::verdict::{Certificate, Invariant, InvariantPlace, Verdict};

use generate::{INTS, Size, generate};
use generate_loops::{CELLS, Loops, generate_loops};
use load::{Loaded, entry, load};

/// Programs in a normal run, of each prover.
const PROGRAMS: u64 = 40;
/// What a prover may take for one of them.
const PATIENCE: Duration = Duration::from_secs(3);

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn prove(loaded: &Loaded, prover: &'static dyn Engine) -> Verdict {
    prove_within(loaded, prover, PATIENCE)
}

fn prove_within(loaded: &Loaded, prover: &'static dyn Engine, patience: Duration) -> Verdict {
    let solver = Settings::default();
    let engines = Engines { search: None, provers: vec![prover], solver: &solver, jobs: 1, queries: None };
    let entry = entry(loaded).expect("there is an entry");
    let budget = Budget::new(Limits { timeout: Some(patience), ..Limits::default() }, Cancel::default());
    decide(
        &Question { program: &loaded.program, entry, bound: None, forms: &Forms::of(&loaded.program, entry) },
        &engines,
        &budget,
    )
    .verdict
}

#[test]
fn nothing_violated_is_proved() {
    let count = number("RMT_RANDOM").unwrap_or(PROGRAMS);
    let from = number("RMT_RANDOM_FROM").unwrap_or(0);
    for &prover in ENGINES {
        let (mut proved, mut violated, mut failures) = (0, 0, Vec::new());
        for seed in from..from + count {
            let text = generate(seed, Size::default());
            let loaded = load("random.bpl", &text).expect("generated programs are accepted");
            let options = Options { bound: 3, ints: INTS, states: 20_000, ..Options::default() };
            let outcome = explore(&loaded.program, entry(&loaded).expect("there is an entry"), &options);
            violated += u32::from(matches!(outcome, Outcome::Unsafe(_)));
            let Verdict::Safe(_) = prove(&loaded, prover) else { continue };
            proved += 1;
            if let Outcome::Unsafe(_) = outcome {
                println!("seed {seed}: {} proves what is violated\n{text}", prover.name());
                failures.push(seed);
            }
        }
        println!("{}: {proved} of {count} proved, {violated} violated", prover.name());
        assert!(failures.is_empty(), "{}: seeds {failures:?}", prover.name());
    }
}

/// Paths that are followed with a solver end in what an explorer finds, both ways; violations replay.
#[test]
fn paths_and_explorer_agree() {
    let count = number("RMT_RANDOM").unwrap_or(3 * PROGRAMS);
    let from = number("RMT_RANDOM_FROM").unwrap_or(0);
    let (mut proved, mut violated, mut failures) = (0, 0, Vec::new());
    for seed in from..from + count {
        let text = generate(seed, Size::default());
        let loaded = load("random.bpl", &text).expect("generated programs are accepted");
        let entry = entry(&loaded).expect("there is an entry");
        let forms = Forms::of(&loaded.program, entry);
        let question = Question { program: &loaded.program, entry, bound: None, forms: &forms };
        let limits = Limits { timeout: Some(A_TURN), ..Limits::default() };
        let answer = follow(&question, &Budget::new(limits, Cancel::default()));
        let options = Options { bound: 3, ints: INTS, states: 20_000, ..Options::default() };
        let wrong = match (&answer, explore(&loaded.program, entry, &options)) {
            (Answer::Safe(_), Outcome::Unsafe(_)) => Some("what is violated is proved"),
            (Answer::Unsafe(_), Outcome::Safe { cut_off: false }) => Some("what is safe is violated"),
            (Answer::Unsafe(trace), _) => {
                violated += 1;
                let replayed = replay(&loaded.program, trace, &Budget::unlimited());
                replayed.is_err().then_some("a violation does not replay")
            }
            (Answer::Safe(_), _) => {
                proved += 1;
                None
            }
            _ => None,
        };
        if let Some(wrong) = wrong {
            println!("seed {seed}: {wrong}\n{text}");
            failures.push(seed);
        }
    }
    println!("{proved} of {count} proved, {violated} violated");
    assert!(failures.is_empty(), "seeds {failures:?}");
    assert!(count < 100 || proved > 0 && violated > 0);
}

/// Programs with loops in a normal run, and what a prover may take for one of them.
const LOOPS: u64 = 12;
const A_TURN: Duration = Duration::from_millis(700);

/// What an explorer finds of a program in which arrays have few values, for integers in that range.
fn explored(few: &str, ints: std::ops::RangeInclusive<i64>) -> Outcome {
    let loaded = load("few.bpl", few).expect("generated programs are accepted");
    let options = Options { bound: 6, ints, states: 60_000, ..Options::default() };
    explore(&loaded.program, entry(&loaded).expect("there is an entry"), &options)
}

/// The program with the first assertion that small arrays do not violate; `None`: there is no such assertion.
fn late(seed: u64) -> Option<Loops> {
    let candidates = (0..6).map(|assertion| generate_loops(seed, assertion));
    candidates.into_iter().find(|program| !matches!(explored(&program.few, 0..=1), Outcome::Unsafe(_)))
}

/// Assertions that hold of small arrays hold of all, or fail later.
#[test]
fn no_loop_that_fails_late_is_proved() {
    let count = number("RMT_LOOPS").unwrap_or(LOOPS);
    let from = number("RMT_RANDOM_FROM").unwrap_or(0);
    let (mut violated, mut unclear, mut failures) = (0, 0, Vec::new());
    let (mut proofs, mut others) = (vec![0; ENGINES.len()], 0);
    for seed in from..from + count {
        let Some(program) = late(seed) else { continue };
        let outcome = explored(&program.few, -1..=CELLS as i64);
        let is_violated = matches!(outcome, Outcome::Unsafe(_));
        violated += u32::from(is_violated);
        unclear += u32::from(matches!(outcome, Outcome::TooBig | Outcome::Unclear(_)));
        others += u32::from(!is_violated);
        // Proofs of what is safe only tell that this test can fail.
        if !is_violated && count > 100 && others % 8 != 0 {
            continue;
        }
        let loaded = load("loops.bpl", &program.text).expect("generated programs are accepted");
        for (prover, proved) in ENGINES.iter().zip(&mut proofs) {
            let Verdict::Safe(certificate) = prove_within(&loaded, *prover, A_TURN) else { continue };
            *proved += 1;
            if is_violated {
                println!("seed {seed}: {} proves what is violated\n{}", prover.name(), program.text);
                failures.push(seed);
            } else if let Some(why) = refused(&loaded, &certificate) {
                println!("seed {seed}: a certificate of {} is refused: {why}\n{}", prover.name(), program.text);
                failures.push(seed);
            }
        }
    }
    let named: Vec<String> = ENGINES.iter().zip(&proofs).map(|(e, n)| format!("{} {n}", e.name())).collect();
    println!("{count} programs, {violated} violated, {unclear} unclear; proofs: {}", named.join(", "));
    assert!(failures.is_empty(), "seeds {failures:?}");
    assert!(count < 12 || (violated > 0 && proofs.iter().sum::<u32>() > 0));
}

fn horn_clauses() -> &'static dyn Engine {
    *ENGINES.iter().find(|engine| engine.name() == "chc").expect("there are Horn clauses")
}

/// Why a certificate is not accepted; `None`: it is.
fn refused(loaded: &Loaded, certificate: &Certificate) -> Option<String> {
    let entry = entry(loaded).expect("there is an entry");
    let forms = Forms::of(&loaded.program, entry);
    let question = Question { program: &loaded.program, entry, bound: None, forms: &forms };
    let (solver, budget) = (Settings::default(), Budget::unlimited());
    let how = How { solver: &solver, jobs: 1, other: None };
    let engines = [ENGINES, &[&unrolled::Searched]].concat();
    recheck::recheck(&question, certificate, &engines, &how, &budget).err().map(|declined| declined.0)
}

const TWOS: &str = "procedure main(n: int) { var i, s: int; i, s := 0, 0;
    while (i < n) { i, s := i + 1, s + 2; } assert n < 0 || s == 2 * n; }";

#[test]
fn certificates_are_for_their_programs() {
    let twos = load("twos.bpl", TWOS).expect("the program is accepted");
    let Verdict::Safe(certificate) = prove(&twos, horn_clauses()) else { panic!("not proved") };
    assert_eq!(refused(&twos, &certificate), None);
    let threes = load("threes.bpl", &TWOS.replace("s + 2", "s + 3")).expect("the program is accepted");
    assert!(refused(&threes, &certificate).is_some());
}

/// Of the proof by bounded search.
fn by_search(loaded: &Loaded) -> Certificate {
    let entry = entry(loaded).expect("there is an entry");
    let forms = Forms::of(&loaded.program, entry);
    let question = Question { program: &loaded.program, entry, bound: None, forms: &forms };
    let (solver, budget) = (Settings::default(), Budget::unlimited());
    let how = How { solver: &solver, jobs: 1, other: None };
    unrolled::certificate(&question, &how, &budget).expect("there is a certificate")
}

const ROUNDS: &str = "procedure main() { var i, s: int; i, s := 0, 0;
    while (i < 5) { i, s := i + 1, s + 2; } assert s == 10; }";
const RESTORED: &str = "var x: int;
    procedure f() modifies x; { if (*) { x := x + 1; call f(); x := x - 1; } }
    procedure {:entrypoint} main() modifies x; { x := 0; call f(); assert x == 0; }";
/// Deep recursion of which a run sees each call.
const FIBONACCI: &str = "procedure fib(n: int) returns (r: int)
    { var a, b: int; if (n < 2) { r := n; } else { call a := fib(n - 1); call b := fib(n - 2); r := a + b; } }
    procedure {:entrypoint} main() { var r: int; call r := fib(20); assert r == 6765; }";

/// What bounded search proves whatever the bound: loops that end, and summaries.
#[test]
fn certificates_of_searches_are_for_their_programs() {
    let others = [("s + 2", "s + 3"), ("x - 1", "x - 2"), ("a + b", "a + b + 1")];
    for (text, (part, instead)) in [ROUNDS, RESTORED, FIBONACCI].into_iter().zip(others) {
        let other = text.replace(part, instead);
        let loaded = load("search.bpl", text).expect("the program is accepted");
        let certificate = by_search(&loaded);
        assert_eq!(refused(&loaded, &certificate), None, "{text}");
        let other = load("other.bpl", &other).expect("the program is accepted");
        assert!(refused(&other, &certificate).is_some(), "{text}");
        for rounds in ["0", "2", "4000000000", "some"] {
            let (parameters, invariants) = (vec![("rounds".into(), rounds.into())], Vec::new());
            let edited = Certificate { parameters, invariants, ..certificate.clone() };
            assert!(refused(&loaded, &edited).is_some(), "{rounds} rounds of {text}");
        }
        let forged = Invariant { procedure: "main".into(), place: InvariantPlace::Ensures, formula: "false".into() };
        let forged = Certificate { invariants: vec![forged], ..certificate };
        assert!(refused(&other, &forged).is_some(), "{text}");
    }
    // What is assumed of a callee is verified.
    let wrong = load("wrong.bpl", &RESTORED.replace("x - 1", "x - 2")).expect("the program is accepted");
    let formula = "x == old(x)".to_string();
    let forged = Invariant { procedure: "f".into(), place: InvariantPlace::Ensures, formula };
    let certificate =
        Certificate { invariants: vec![forged], ..by_search(&load("r.bpl", RESTORED).expect("accepted")) };
    assert!(refused(&wrong, &certificate).is_some());
}

/// A string is set up, and then x.
const SETS: &str = "function {:builtin \"MapConst\"} everywhere(x: bool): [int]bool;
    var {:heap \"next\"} $next: int; var {:heap \"size\"} $size: [int]int; var {:heap \"live\"} $live: [int]bool; var x: int;
    procedure put() modifies x; { x := 1; }
    procedure {:entrypoint} main() modifies $next, $size, $live, x; {
        var t, n, i: int;
        $live := everywhere(false); $next := 1000; havoc n; assume 1 <= n && n <= 50;
        t := {:block t, n} $next; $next := $next + 100; $size[t] := n; $live[t] := true;
        i := 0; while (i < n) { i := i + 1; }
        x := 0; call put(); assert x == 1;
        assert $live[t - t mod 100] && t - t mod 100 <= t && t - (t - t mod 100) + 1 <= $size[t - t mod 100];
    }";

/// Who is not asked about programs with threads proves nothing about them.
#[test]
fn certificates_are_not_for_programs_with_threads() {
    let alone = load("sets.bpl", SETS).expect("the program is accepted");
    let descent = *ENGINES.iter().find(|engine| engine.name() == "descent").expect("there is size descent");
    let Verdict::Safe(certificate) = prove(&alone, descent) else { panic!("not proved") };
    assert_eq!(refused(&alone, &certificate), None);
    let beside = load("sets.bpl", &SETS.replace("call put", "call {:async} put")).expect("the program is accepted");
    assert!(refused(&beside, &certificate).is_some());
}

#[test]
fn certificates_assume_nothing() {
    let wrong = load("wrong.bpl", &TWOS.replace("s == 2", "s == 3")).expect("the program is accepted");
    let invariant = |place, formula: &str| Invariant { procedure: "main".into(), place, formula: formula.into() };
    let head = InvariantPlace::Loop("anon3_LoopHead".into());
    let with = |invariant| Certificate { engine: "chc".into(), invariants: vec![invariant], ..Certificate::default() };
    for forged in [
        with(invariant(InvariantPlace::Requires, "false")),
        with(invariant(InvariantPlace::Ensures, "true; axiom false")),
        with(invariant(head.clone(), "false")),
        with(invariant(head.clone(), "n == n; axiom false")),
        // A code expression without a way to its end ends executions.
        with(invariant(head.clone(), "|{ A: assume n < 0; return true; }|")),
        with(invariant(head.clone(), "(forall k: int :: k != 0 || !|{ A: assume false; return false; }|)")),
        Certificate {
            engine: "induction".into(),
            parameters: vec![("k".into(), "1".into())],
            ..with(invariant(head, "|{ A: assume n < 0; return true; }|"))
        },
        Certificate {
            engine: "chc".into(),
            parameters: vec![("functions".into(), "function f(x: int): bool { !f(x) } axiom false;".into())],
            ..Certificate::default()
        },
    ] {
        assert!(refused(&wrong, &forged).is_some(), "{forged:?}");
    }
}
