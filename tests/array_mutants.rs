//! Mutants of the programs over arrays that are proved: one operator or number is another. None that has a violation is
//! proved.
//!
//! `RMT_MUTANTS=N` tries N mutants, spread over all programs; `RMT_MUTANTS_FROM=M` leaves out the first M.

#[path = "support/changes.rs"]
#[allow(dead_code)]
mod changes;
#[path = "support/load.rs"]
#[allow(dead_code)]
mod load;

use std::path::Path;
use std::time::Duration;

use changes::{operators, without_comments};
use load::{Loaded, entry, load};
use rmt::internal::base::budget::{Budget, Limits};
use rmt::internal::driver::bounded::Bounded;
use rmt::internal::driver::strategy::{Engines, decide};
use rmt::internal::engine::{Engine, Forms, Question};
use rmt::internal::prove::ENGINES;
use rmt::internal::reach;
use rmt::internal::smt::Settings;
use rmt::internal::verdict::{Bound, Verdict};

/// Mutants in a normal run.
const MUTANTS: usize = 10;
/// What is taken for a violation, and then for each prover.
const PATIENCE: Duration = Duration::from_secs(2);
/// Violations are looked for within it.
const BOUND: Bound = Bound(5);
/// What operators become. The longest that fits is meant.
const OPERATORS: &[(&str, &[&str])] = &[
    ("<==>", &[]),
    ("==>", &[]),
    (":=", &[]),
    ("::", &[]),
    ("//", &[]),
    ("==", &["!=", "<=", ">="]),
    ("!=", &["==", "<", ">"]),
    ("<=", &["<", ">=", "=="]),
    (">=", &[">", "<=", "=="]),
    ("&&", &["||"]),
    ("||", &["&&"]),
    ("<", &["<=", ">", "!="]),
    (">", &[">=", "<", "!="]),
    ("+", &["-", "*"]),
    ("-", &["+", "*"]),
    ("*", &["+", "-"]),
];

fn ask(loaded: &Loaded, prover: Option<&dyn Engine>) -> Verdict {
    let mut progress = |_| {};
    let search = Bounded::new(reach::Config::default(), &mut progress);
    let solver = Settings::default();
    let engines = Engines {
        search: prover.is_none().then_some(&search),
        provers: prover.into_iter().collect(),
        solver: &solver,
        jobs: 1,
        queries: None,
    };
    let budget = Budget::new(Limits { timeout: Some(PATIENCE), ..Limits::default() }, Default::default());
    let bound = prover.is_none().then_some(BOUND);
    let entry = entry(loaded).expect("there is an entry");
    decide(
        &Question { program: &loaded.program, entry, bound, forms: &Forms::of(&loaded.program, entry) },
        &engines,
        &budget,
    )
    .verdict
}

#[test]
fn no_violated_mutant_is_proved() {
    let mut all = Vec::new();
    for folder in ["arrays", "shrink", "squeeze"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/prove").join(folder);
        let files = std::fs::read_dir(folder).expect("the folder can be read");
        let mut paths: Vec<_> = files.map(|file| file.expect("the folder can be read").path()).collect();
        paths.retain(|path| path.extension().is_some_and(|e| e == "bpl"));
        paths.sort();
        for path in paths {
            let text = std::fs::read_to_string(&path).expect("the program can be read");
            let text = without_comments(&text);
            let range = text.find('{').unwrap_or(0)..text.find("{:squeeze}").unwrap_or(text.len());
            all.extend(operators(&text, range, OPERATORS).into_iter().map(|mutant| (path.clone(), mutant)));
        }
    }
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse().ok());
    let wanted = number("RMT_MUTANTS").unwrap_or(MUTANTS);
    let from = number("RMT_MUTANTS_FROM").unwrap_or(0);
    let step = (all.len() / wanted.max(1)).max(1);
    let (mut tried, mut violated, mut wrong) = (0, 0, Vec::new());
    for (path, mutant) in all.iter().skip(from).step_by(step).take(wanted) {
        let Ok(loaded) = load("mutant.bpl", mutant) else { continue };
        tried += 1;
        let Verdict::Unsafe(_) = ask(&loaded, None) else { continue };
        violated += 1;
        for engine in ENGINES.iter().filter(|engine| ["shrink", "squeeze"].contains(&engine.name())) {
            if let Verdict::Safe(_) = ask(&loaded, Some(*engine)) {
                wrong.push(format!("{} proves a mutant of {}:\n{mutant}", engine.name(), path.display()));
            }
        }
    }
    println!("{} mutants, {tried} tried, {violated} violated", all.len());
    assert!(violated > 0, "no mutant has a violation");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
