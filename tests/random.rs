//! Random programs: the engine and the explorer must agree, and every violation must replay.
//!
//! `RMT_RANDOM=N` tries N programs, `RMT_RANDOM_FROM=S` begins with seed S; `RMT_RANDOM_WITH=NAMES` (separated by
//! commas, see [`configuration`]) are the configurations to try, else the default and for each seed another one.

#[path = "support/generate.rs"]
mod generate;
#[path = "support/generate_routes.rs"]
mod generate_routes;
#[path = "support/load.rs"]
#[allow(dead_code)]
mod load;

use std::ops::Range;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use ivl::source::Span;
use rmt::internal::base::budget::{Budget, Cancel, Limits};
use rmt::internal::base::ids::{BlockId, ProcId};
use rmt::internal::driver;
use rmt::internal::interp::explore::{Options, Outcome, explore};
use rmt::internal::interp::replay;
use rmt::internal::ir::{AssertKind, Block, Cmd, CmdKind, Program, Transfer};
use rmt::internal::pass::{self, error_flag, own_flag};
use rmt::internal::reach::refine::Refinement;
use rmt::internal::reach::{self, Summaries};
use rmt::internal::smt::Arrays;
use rmt::internal::verdict::{Bound, Verdict, Why};

use generate::{INTS, Size, generate};
use load::{entry, load};

/// Programs in a normal run.
const PROGRAMS: u64 = 300;
/// What one query to the engine may take.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Debug, Default)]
struct Tally {
    safe: u32,
    cut: u32,
    violated: u32,
    big: u32,
    /// The engine needed too long.
    slow: u32,
    proved: u32,
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn engine_and_explorer_agree() {
    let count = number("RMT_RANDOM").unwrap_or(PROGRAMS);
    let from = number("RMT_RANDOM_FROM").unwrap_or(0);
    let tally = compare_all(from..from + count, &|seed| {
        let names = vec!["default".to_string(), OTHERS[seed as usize % OTHERS.len()].to_string()];
        (generate(seed, Size::default()), names)
    });
    // The generator makes programs of all kinds.
    assert!(count < 100 || (tally.safe > 0 && tally.cut > 0 && tally.violated > 0 && tally.proved > 0));
}

/// Candidates of slices, most of which are none, lead to what is there.
#[test]
fn what_slices_propose_and_the_explorer_agree() {
    let count = number("RMT_RANDOM").unwrap_or(PROGRAMS / 2);
    let from = number("RMT_RANDOM_FROM").unwrap_or(0);
    let names = ["routes", "grown", "evaluated", "sliced", "acting", "typestate", "jobs"];
    let tally = compare_all(from..from + count, &|seed| {
        (generate_routes::generate(seed), vec![names[seed as usize % names.len()].to_string()])
    });
    assert!(count < 100 || (tally.safe > 0 && tally.violated > 0 && tally.proved > 0));
}

/// The programs of these seeds, each with configurations.
fn compare_all(seeds: Range<u64>, program: &dyn Fn(u64) -> (String, Vec<String>)) -> Tally {
    let mut tally = Tally::default();
    let mut failures = Vec::new();
    for seed in seeds {
        let (text, mut names) = program(seed);
        if let Ok(others) = std::env::var("RMT_RANDOM_WITH") {
            names = others.split(',').map(str::to_string).collect();
        }
        let compared = std::panic::catch_unwind(AssertUnwindSafe(|| compare(&text, seed, &names, &mut tally)));
        if let Err(why) = compared.unwrap_or_else(|_| Err("a panic".to_string())) {
            println!("seed {seed}, bound {}: {why}\n{text}", seed % 3);
            failures.push(seed);
        }
    }
    println!("{tally:?}");
    assert!(failures.is_empty(), "seeds {failures:?}");
    tally
}

/// A search that is split is violated iff one of its parts is.
#[test]
fn units_together_are_the_whole() {
    let count = number("RMT_RANDOM").unwrap_or(PROGRAMS) / 3;
    let from = number("RMT_RANDOM_FROM").unwrap_or(0);
    let (mut splits, mut violated) = (0, 0);
    for seed in from..from + count {
        let bound = (seed % 3) as u32;
        let text = if seed % 2 == 0 { generate(seed, Size::default()) } else { generate_routes::generate(seed) };
        let loaded = load("random.bpl", &text).expect("generated programs are accepted");
        let entry = entry(&loaded).expect("generated programs have an entry");
        let config = reach::Config { bound: Some(Bound(bound)), ..reach::Config::default() };
        let run = |config: &reach::Config| {
            let budget = Budget::new(Limits { timeout: Some(PATIENCE), ..Limits::default() }, Cancel::default());
            driver::check(&loaded.program, entry, config, &budget, false, &mut |_| {}).verdict
        };
        let whole = run(&config);
        let budget = Budget::new(Limits { timeout: Some(PATIENCE), ..Limits::default() }, Cancel::default());
        let Ok(units) = driver::split(&loaded.program, entry, &config, &budget, 3, &mut |_| {}) else { continue };
        if matches!(whole, Verdict::Unknown(_)) {
            continue;
        }
        splits += 1;
        let parts: Vec<Verdict> =
            units.into_iter().map(|unit| run(&reach::Config { unit, ..config.clone() })).collect();
        let is_violated = |verdict: &Verdict| matches!(verdict, Verdict::Unsafe(_));
        assert_eq!(is_violated(&whole), parts.iter().any(is_violated), "seed {seed}: {whole:?}, in parts {parts:?}");
        violated += u32::from(is_violated(&whole));
    }
    println!("{splits} split, {violated} violated");
    assert!(count < 100 || (violated > 0 && splits > violated));
}

/// A program that keeps an error flag of its own has the violations of the one in which that is written as assertions.
#[test]
fn a_flag_of_the_programs_own_is_its_assertions() {
    let count = number("RMT_RANDOM").unwrap_or(PROGRAMS);
    let from = number("RMT_RANDOM_FROM").unwrap_or(0);
    let (mut violated, mut blocked) = (0, 0);
    for seed in from..from + count {
        let loaded = load("random.bpl", &generate(seed, Size::default())).expect("generated programs are accepted");
        let main = entry(&loaded).expect("generated programs have an entry");
        let Some((program, start, is_cut)) = with_a_flag(loaded.program, main, seed) else { continue };
        let options = Options { bound: (seed % 3) as u32, ints: INTS, states: 20_000, ..Options::default() };
        let before = explore(&program, start, &options);
        if matches!(before, Outcome::TooBig) {
            continue;
        }
        // Where nothing falls that is told, there is nothing to write as an assertion.
        let Some(rewritten) = own_flag::run(&program, start) else {
            assert!(is_cut && !matches!(before, Outcome::Unsafe(_)), "seed {seed}: the flag is not found");
            continue;
        };
        let after = explore(&rewritten, start, &options);
        let is_violated = matches!(before, Outcome::Unsafe(_));
        assert_eq!(is_violated, matches!(after, Outcome::Unsafe(_)), "seed {seed}: {before:?}, but {after:?}");
        violated += u32::from(is_violated);
        blocked += u32::from(is_cut && !is_violated);
    }
    println!("{violated} violated, {blocked} not, where a call has no way out");
    assert!(count < 100 || (violated > 10 && blocked > 10));
}

/// The program as Corral would leave it, where it may fail; and whether some call has no way out.
fn with_a_flag(program: Program, main: ProcId, seed: u64) -> Option<(Program, ProcId, bool)> {
    let (step, main) = pass::entry::run(pass::prune::run(program, main).program, main);
    let mut stated = pass::contracts::run(step.program, main).program;
    // Contracts are commands by now.
    for proc in stated.procs.iter_mut().filter(|proc| proc.body.is_some()) {
        (proc.requires, proc.ensures) = (Vec::new(), Vec::new());
    }
    let start = pass::entry::add_caller(&mut stated, main, &mut pass::Back::default());
    let own = stated.procs[start].body.clone()?;
    let flagged = error_flag::run(stated, start, false);
    let (mut program, flag) = (flagged.step.program, flagged.error);
    if !flagged.can_fail {
        return None;
    }
    // It is up where the other one is down.
    let (raised, up) = (program.var_expr(flag), program.var_expr(flag));
    let (down, yes, no) = (program.exprs.not(up), program.exprs.bool(true), program.exprs.bool(false));
    let (mut number, mut is_cut) = (seed, false);
    for body in program.procs.iter_mut().filter_map(|proc| proc.body.as_mut()) {
        let is_out = |block: &Block| block.cmds.iter().any(|cmd| cmd.kind == CmdKind::Assume(raised));
        let out: Vec<BlockId> = body.blocks.ids().filter(|&id| is_out(&body.blocks[id])).collect();
        for block in body.blocks.iter_mut() {
            if let Transfer::Goto(targets) = &mut block.transfer
                && targets.iter().any(|target| out.contains(target))
            {
                number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                if number >> 33 & 3 == 0 {
                    targets.retain(|target| !out.contains(target));
                    is_cut = true;
                }
            }
            block.cmds.retain(|cmd| cmd.kind != CmdKind::Assign(vec![(flag, no)]));
            for cmd in &mut block.cmds {
                cmd.kind = match &cmd.kind {
                    CmdKind::Assume(e) if *e == raised => CmdKind::Assume(down),
                    CmdKind::Assume(e) if *e == down => CmdKind::Assume(up),
                    CmdKind::Assign(pairs) if pairs[..] == [(flag, yes)] => CmdKind::Assign(vec![(flag, no)]),
                    kind => kind.clone(),
                };
            }
        }
    }
    let mut body = own;
    let block = &mut body.blocks[body.entry];
    block.cmds.insert(0, Cmd::new(CmdKind::Assign(vec![(flag, yes)]), Span::NONE));
    block.cmds.push(Cmd::new(CmdKind::Assert(up, AssertKind::Assert), Span::NONE));
    program.procs[start].body = Some(body);
    Some((program, start, is_cut))
}

/// The configurations besides the default.
const OTHERS: [&str; 17] = [
    "acting",
    "routes",
    "shut",
    "shut-sliced",
    "by-need",
    "demand",
    "static",
    "dag",
    "tree",
    "jobs",
    "typestate",
    "sliced",
    "houdini",
    "storm",
    "alg1",
    "alg2",
    "core",
];

/// A configuration by its name: how calls are inlined, two threads, or the algorithm that refines an abstraction.
fn configuration(name: &str, program: &Program) -> reach::Config {
    let refined = |refinement| Some(reach::Abstraction { tracked: Vec::new(), refinement });
    // The explorer knows no exceptions from the bound.
    let summaries = Summaries::Typestate;
    let mut config = reach::Config { unroll_limit: 0, ahead: Some(0), summaries, ..reach::Config::default() };
    match name {
        "default" => (config.summaries, config.ahead) = (Summaries::default(), None),
        // What is left out about maps, candidates that are none must bring back.
        "by-need" => config.solver.arrays = Some(Arrays::ByNeed),
        // Call by call, as all below.
        "demand" => config.summaries = Summaries::default(),
        // Programs are too small for the thresholds of every day.
        "dag" => config.sharing = Some(reach::Thresholds::NONE),
        "tree" => config.sharing = None,
        // From the first query on, and in the midst of it.
        "typestate" => config.long = 0,
        // The first candidate is looked for in a slice.
        "sliced" => (config.long, config.summaries) = (0, Summaries::Given),
        // The same of a slice that follows the typestate.
        "acting" => {
            (config.long, config.summaries) = (0, Summaries::Given);
            config.solver.arrays = Some(Arrays::ByNeed);
        }
        // And candidates that are decided where calls share instances.
        "routes" => {
            (config.long, config.summaries) = (0, Summaries::Given);
            (config.solver.arrays, config.sharing) = (Some(Arrays::ByNeed), Some(reach::Thresholds::NONE));
        }
        // The same of a slice that grows along its paths; and where constants decide what they can.
        "grown" => config = reach::Config { at_once: 0, ..configuration("routes", program) },
        "evaluated" => config = reach::Config { at_once: 0, ahead: Some(3000), ..configuration("routes", program) },
        // Nothing is behind calls beyond the bound; the same of a slice.
        "shut" => (config.shuts, config.ahead) = (true, None),
        "shut-sliced" => config = reach::Config { shuts: true, ..configuration("evaluated", program) },
        "late" => (config.long, config.jobs, config.split_after) = (3000, 2, 0),
        "houdini" => config.summaries = Summaries::Houdini,
        "jobs" => (config.jobs, config.split_after) = (2, 0),
        "static" => config.engine = reach::Engine::Static,
        "storm" => config.abstraction = refined(Refinement::Storm),
        "alg1" => config.abstraction = refined(Refinement::Alg1),
        "alg2" => config.abstraction = refined(Refinement::Alg2),
        "core" => config.abstraction = refined(Refinement::Core),
        // Not from nothing.
        "half" => {
            let tracked = program.globals.iter().copied().step_by(2).collect();
            config.abstraction = Some(reach::Abstraction { tracked, refinement: Refinement::Core });
        }
        _ => panic!("there is no configuration {name}"),
    }
    config
}

fn compare(text: &str, seed: u64, names: &[String], tally: &mut Tally) -> Result<(), String> {
    let bound = (seed % 3) as u32;
    let loaded = load("random.bpl", text)?;
    let entry = entry(&loaded)?;
    let options = |bound| Options { bound, ints: INTS, states: 20_000, ..Options::default() };
    let outcome = explore(&loaded.program, entry, &options(bound));
    match &outcome {
        Outcome::Safe { cut_off: false } => tally.safe += 1,
        Outcome::Safe { cut_off: true } => tally.cut += 1,
        Outcome::Unsafe(trace) => {
            tally.violated += 1;
            replay(&loaded.program, trace, &Budget::unlimited())
                .map_err(|d| format!("the explorer's trace does not replay: {}", d.describe(&loaded.program)))?;
        }
        Outcome::TooBig => tally.big += 1,
        Outcome::Unclear(stuck) => return Err(format!("the explorer is stuck: {stuck:?}")),
    }
    for name in names {
        let config = reach::Config { bound: Some(Bound(bound)), ..configuration(name, &loaded.program) };
        let budget = Budget::new(Limits { timeout: Some(PATIENCE), ..Limits::default() }, Cancel::default());
        let verdict = driver::check(&loaded.program, entry, &config, &budget, false, &mut |_| {}).verdict;
        agree(&outcome, &verdict, tally).map_err(|why| format!("with {name}: {why}"))?;
        // A proof holds at all bounds.
        if let Verdict::Safe(_) = verdict
            && let Outcome::Unsafe(_) = explore(&loaded.program, entry, &options(bound + 2))
        {
            return Err(format!("proved with {name}, but violated at bound {}", bound + 2));
        }
    }
    Ok(())
}

fn agree(outcome: &Outcome, verdict: &Verdict, tally: &mut Tally) -> Result<(), String> {
    match (outcome, verdict) {
        (_, Verdict::Unknown(Why::Stopped(_))) => tally.slow += 1,
        // What a candidate may cost is limited.
        (_, Verdict::Unknown(Why::Incomplete(reason))) if reason.ends_with("resource limit was reached") => {
            tally.slow += 1;
        }
        (_, Verdict::Unknown(why)) => return Err(format!("the engine does not know: {why:?}")),
        (Outcome::Safe { .. }, Verdict::Unsafe(_)) => {
            return Err("the explorer finds no violation, the engine one".to_string());
        }
        (Outcome::Unsafe(_), Verdict::Safe(_) | Verdict::SafeUpTo(_)) => {
            return Err(format!("the explorer finds a violation, the engine says {verdict:?}"));
        }
        (_, Verdict::Safe(_)) => tally.proved += 1,
        _ => {}
    }
    Ok(())
}
