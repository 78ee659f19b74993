//! Random programs with threads: the verdict must be that of an exploration of all interleavings of so many rounds.
//!
//! The exploration works on the generator's own syntax, and lets a thread be interrupted in front of every statement. It
//! shares nothing with rmt but the definition of rounds (`docs/threads.md`). Of some programs, each assertion is asked
//! about as well.
//!
//! `RMT_THREADS=N` tries N programs, `RMT_THREADS_FROM=S` begins with seed S.

#[path = "support/interleave.rs"]
mod interleave;
#[path = "support/load.rs"]
#[allow(dead_code)]
mod load;

use std::cell::Cell;
use std::time::Duration;

use interleave::{
    Program, explore, explore_all, explore_rounds, generate, generate_asked, generate_counted, generate_counting,
    generate_elements, generate_locking, generate_longer, generate_polling, generate_waiting,
};
use load::{entry, load};
use rmt::internal::base::budget::{Budget, Cancel, Limits};
use rmt::internal::driver::bounded::{Bounded, Threads};
use rmt::internal::driver::pipeline::prepare_ordered;
use rmt::internal::driver::runs::Runs;
use rmt::internal::driver::strategy::{Engines, decide};
use rmt::internal::driver::survey::{About, check_each};
use rmt::internal::engine::{Forms, Question};
use rmt::internal::pass::order::{Asked, Extent, NotOrdered};
use rmt::internal::pass::preempt;
use rmt::internal::reach::Config;
use rmt::internal::verdict::{Bound, Verdict};

/// Programs in a normal run.
const PROGRAMS: u64 = 150;
/// In one of so many programs, each assertion is asked about.
const EACH: u64 = 5;
/// Programs with more states are left out where all interleavings are explored.
const MOST_STATES: usize = 30_000;
/// What one check may take.
const PATIENCE: Duration = Duration::from_secs(60);

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

fn verdict(text: &str, contexts: Option<u32>) -> Verdict {
    verdict_within(1, PATIENCE, text, contexts)
}

fn verdict_within(bound: u32, patience: Duration, text: &str, contexts: Option<u32>) -> Verdict {
    let loaded = load("threads.bpl", text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let entry = entry(&loaded).expect("generated programs have an entry");
    let config = Config { bound: Some(Bound(bound)), ..Config::default() };
    let budget = Budget::new(Limits { timeout: Some(patience), ..Limits::default() }, Cancel::default());
    let mut silent = |_| {};
    let threads = Threads { contexts, is_ordered: contexts.is_none(), ..Threads::default() };
    let search = Bounded { threads, ..Bounded::new(config.clone(), &mut silent) };
    let engines =
        Engines { search: Some(&search), provers: Vec::new(), solver: &config.solver, jobs: 1, queries: None };
    decide(
        &Question { program: &loaded.program, entry, bound: config.bound, forms: &Forms::of(&loaded.program, entry) },
        &engines,
        &budget,
    )
    .verdict
}

/// Whether any assertion fails, asked one by one.
fn any_fails(text: &str, contexts: u32) -> Result<bool, String> {
    let loaded = load("threads.bpl", text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let entry = entry(&loaded).expect("generated programs have an entry");
    let config = Config { bound: Some(Bound(1)), ..Config::default() };
    let threads = Threads { contexts: Some(contexts), ..Threads::default() };
    let about = About { program: &loaded.program, entry, config: &config, threads };
    let budget = Budget::new(Limits { timeout: Some(PATIENCE), ..Limits::default() }, Cancel::default());
    let mut fails = false;
    for answered in check_each(about, &budget, &mut |_, _| {}).0 {
        match answered.verdict {
            Verdict::Unsafe(execution) if execution.failure.span == answered.subject.span => fails = true,
            Verdict::Safe(_) | Verdict::SafeUpTo(_) => {}
            other => return Err(format!("{other:?} of {}", answered.subject.what)),
        }
    }
    Ok(fails)
}

/// What is wrong with the verdict, if anything.
fn compare(program: &Program, contexts: Option<u32>, violated: bool) -> Result<(), String> {
    match (verdict(&program.to_string(), contexts), violated) {
        (Verdict::Unsafe(_), true) | (Verdict::SafeUpTo(_) | Verdict::Safe(_), false) => Ok(()),
        (found, _) => Err(format!("{found:?}, but violated: {violated}")),
    }
}

#[test]
fn verdicts_are_those_of_all_interleavings() {
    let (count, from) = (number("RMT_THREADS", PROGRAMS), number("RMT_THREADS_FROM", 0));
    let (mut wrong, mut violated, mut later) = (Vec::new(), 0, 0);
    for seed in from..from + count {
        let program = generate(seed);
        let mut before = false;
        for contexts in 1..=3 {
            let is_violated = explore(&program, contexts as usize);
            assert!(is_violated || !before, "more rounds have more executions:\n{program}");
            if let Err(why) = compare(&program, Some(contexts), is_violated) {
                println!("seed {seed}, {contexts} contexts: {why}\n{program}");
                wrong.push((seed, contexts));
            }
            if seed % EACH == 0 && any_fails(&program.to_string(), contexts) != Ok(is_violated) {
                println!("seed {seed}, {contexts} contexts, each assertion: not violated: {is_violated}\n{program}");
                wrong.push((seed, contexts));
            }
            violated += u32::from(is_violated);
            later += u32::from(is_violated && !before && contexts > 1);
            before = is_violated;
        }
    }
    println!("{count} programs: {violated} violations, {later} of them need more than a round");
    assert!(wrong.is_empty(), "{wrong:?}");
    // The generator makes programs of all kinds.
    assert!(count < 100 || (violated > 20 && later > 0 && u64::from(violated) < 3 * count));
}

#[test]
fn ordered_verdicts_are_those_of_all_interleavings() {
    let later = Cell::new(0);
    let generate = |seed| generate_longer(seed, seed % 4);
    let found = interleavings_are_followed(1, generate, |seed, program, is_violated| {
        later.set(later.get() + u64::from(is_violated && seed % 4 == 0 && !explore(program, 1)));
    });
    println!("of some of them, {} need more than a round", later.get());
    assert!(found.count < 100 || (found.violated > 20 && later.get() > 0 && found.violated < found.count));
}

/// Steps of several threads that are alike: of their orders, one is looked at.
#[test]
fn orders_that_are_left_out_are_not_missed() {
    let found = interleavings_are_followed(1, |seed| generate_counting(seed, seed % 2), |_, _, _| {});
    assert!(found.count < 100 || (found.violated > 20 && found.violated < found.count));
}

/// What locks guard: threads are not interrupted there.
#[test]
fn what_locks_guard_is_not_missed() {
    let found = interleavings_are_followed(1, |seed| generate_locking(seed, seed % 3), |_, _, _| {});
    let Found { count, tried, violated } = found;
    assert!(count < 100 || (violated > 20 && violated < tried - 20 && tried > count / 2));
}

/// What threads have for themselves of maps is not taken for more than it is.
#[test]
fn elements_that_others_reach_are_not_missed() {
    let Found { count, tried, violated } = interleavings_are_followed(2, generate_elements, |_, _, _| {});
    assert!(count < 100 || (violated > count / 10 && violated < tried / 2));
}

/// The same where little is asked: what is not guarded is not taken to be.
#[test]
fn what_locks_do_not_guard_is_not_missed() {
    // They are small.
    let Found { count, violated, .. } = interleavings_are_followed(10, generate_asked, |_, _, _| {});
    assert!(count < 100 || (violated > count / 5 && violated < 4 * count / 5));
}

/// Programs of a generator.
struct Found {
    count: u64,
    /// Those with few enough states.
    tried: u64,
    violated: u64,
}

/// The verdicts of so many times the programs that are asked for are those of all interleavings; what is told of each.
fn interleavings_are_followed(
    times: u64,
    generate: impl Fn(u64) -> Program,
    tell: impl Fn(u64, &Program, bool),
) -> Found {
    let (count, from) = (times * number("RMT_THREADS", PROGRAMS), number("RMT_THREADS_FROM", 0));
    let (mut wrong, mut violated, mut tried) = (Vec::new(), 0, 0);
    for seed in from..from + count {
        let program = generate(seed);
        let Some(is_violated) = explore_all(&program, MOST_STATES) else { continue };
        tried += 1;
        if let Err(why) = compare(&program, None, is_violated) {
            println!("seed {seed}: {why}\n{program}");
            wrong.push(seed);
        }
        violated += u64::from(is_violated);
        tell(seed, &program, is_violated);
    }
    println!("{count} programs, {tried} tried: {violated} violations");
    assert!(wrong.is_empty(), "{wrong:?}");
    Found { count, tried, violated }
}

/// Loops that wait: a proof is one of all executions, and what happens in few rounds is found.
#[test]
fn waiting_is_left_out_without_loss() {
    loops_are_followed(|seed| generate_waiting(seed, seed % 3));
}

/// The same where threads wait with locks.
#[test]
fn waiting_with_locks_is_left_out_without_loss() {
    loops_are_followed(generate_polling);
}

fn loops_are_followed(generate: impl Fn(u64) -> Program) {
    const BOUND: u32 = 2;
    const FEW_STATES: usize = 5_000;
    let (count, from) = (number("RMT_THREADS", PROGRAMS), number("RMT_THREADS_FROM", 0));
    let (mut wrong, mut violated, mut proved, mut open) = (Vec::new(), 0, 0, 0);
    for seed in from..from + count {
        let program = generate(seed);
        let text = program.to_string();
        if !text.contains("while") {
            continue;
        }
        let within = explore_rounds(&program, FEW_STATES, Some(BOUND));
        let all = explore_all(&program, FEW_STATES);
        let found = verdict_within(BOUND, PATIENCE / 10, &text, None);
        let is_right = match found {
            Verdict::Unsafe(_) => all != Some(false),
            Verdict::Safe(_) => within != Some(true) && all != Some(true),
            Verdict::SafeUpTo(_) => within != Some(true),
            Verdict::Unknown(_) => true,
        };
        violated += u64::from(matches!(found, Verdict::Unsafe(_)));
        proved += u64::from(matches!(found, Verdict::Safe(_)));
        open += u64::from(matches!(found, Verdict::Unknown(_)));
        if !is_right {
            println!("seed {seed}: {found:?}, but violated: {within:?} in {BOUND} rounds, {all:?}\n{program}");
            wrong.push(seed);
        }
    }
    println!("{count} programs: {violated} violations, {proved} proofs, {open} open");
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(count < 100 || (violated > 10 && proved > 10 && 10 * open < count));
}

/// What is within the bound is the same where failures are looked for, and where what is beyond. So a proof is one of all executions.
#[test]
fn proofs_are_of_one_bound() {
    const BOUND: u32 = 1;
    let (count, from) = (number("RMT_THREADS", PROGRAMS), number("RMT_THREADS_FROM", 0));
    let (mut wrong, mut violated, mut proved, mut left) = (Vec::new(), 0, 0, 0);
    for seed in from..from + count {
        let program = generate_counted(seed);
        let text = program.to_string();
        if (0..=BOUND).any(|bound| extent(&text, (bound, Asked::Failures)) != extent(&text, (bound, Asked::Beyond))) {
            println!("seed {seed}: not the same is within the bound\n{program}");
            wrong.push(seed);
        }
        let within = explore_rounds(&program, MOST_STATES, Some(BOUND));
        let all = explore_all(&program, MOST_STATES);
        let found = verdict_within(BOUND, PATIENCE, &text, None);
        let is_right = match found {
            Verdict::Unsafe(_) => all != Some(false),
            Verdict::Safe(_) => within != Some(true) && all != Some(true),
            Verdict::SafeUpTo(_) => within != Some(true),
            Verdict::Unknown(_) => false,
        };
        violated += u64::from(matches!(found, Verdict::Unsafe(_)));
        proved += u64::from(matches!(found, Verdict::Safe(_)));
        left += u64::from(matches!(found, Verdict::SafeUpTo(_)) && all == Some(true));
        if !is_right {
            println!("seed {seed}: {found:?}, but violated: {within:?} up to {BOUND}, {all:?}\n{program}");
            wrong.push(seed);
        }
    }
    println!("{count} programs: {violated} violations, {proved} proofs, {left} are violated beyond the bound");
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(count < 100 || (violated > 10 && proved > 10 && left > 10));
}

fn extent(text: &str, asked: (u32, Asked)) -> Result<Extent, NotOrdered> {
    let loaded = load("threads.bpl", text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let entry = entry(&loaded).expect("generated programs have an entry");
    let Ok(Some(marked)) = preempt::run(&loaded.program, entry, false) else { panic!("there are threads:\n{text}") };
    prepare_ordered(marked, entry, asked, &Budget::unlimited()).map(|ordered| ordered.extent)
}

/// Commands of the runs of one program.
const COMMANDS: u64 = 100_000;
/// More rounds than any of these programs needs.
const ALL_ROUNDS: usize = 8;

#[test]
fn runs_come_to_violations_that_are_there() {
    let (count, from) = (number("RMT_THREADS", PROGRAMS), number("RMT_THREADS_FROM", 0));
    let budget = Budget::new(Limits::default(), Cancel::default());
    let (mut wrong, mut missed, mut found) = (Vec::new(), 0, 0);
    for seed in from..from + count {
        let program = generate(seed);
        let text = program.to_string();
        let loaded = load("threads.bpl", &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let entry = entry(&loaded).expect("generated programs have an entry");
        let Ok(Some(marked)) = preempt::run(&loaded.program, entry, false) else { continue };
        let forms = Forms::of(&marked, entry);
        let runs = Runs::new(&Question { program: &marked, entry, bound: None, forms: &forms });
        let mut schedules = runs.schedules().expect("generated programs have no numbers of threads");
        match (runs.violation(&mut schedules, COMMANDS, &budget), explore(&program, ALL_ROUNDS)) {
            (Some(_), true) => found += 1,
            (Some(_), false) => wrong.push(seed),
            (None, violated) => missed += u32::from(violated),
        }
    }
    println!("{count} programs: {found} violations found by runs, {missed} missed");
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(missed * 10 <= found, "{missed} of {found} missed");
}
