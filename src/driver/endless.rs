//! Loops that no execution leaves: a proof says nothing of what stands behind them.
//!
//! ```text
//! for (i = 1; i; ++i) …   assert(false);      →   proved, and the loop is named
//! ```

use std::collections::BTreeSet;

use ivl::source::Span;

use super::bounded::Threads;
use super::check;
use super::survey::{About, reach_targets};
use crate::base::budget::{Budget, Limits};
use crate::base::ids::ProcId;
use crate::ir::{AssertKind, CmdKind, Program};
use crate::pass::targets::{TargetKind, of_loops};
use crate::reach::Config;
use crate::verdict::Verdict;

/// Solver resource units for finding ways out, a tenth of a second's worth, and for proving that a loop has none.
const UNITS: u64 = 200_000;
/// Loops for which a proof is tried.
const TRIED: usize = 4;

/// Loops that executions of the entry reach and that, as is proved for little, none leaves.
pub fn endless_loops(program: &Program, entry: ProcId, config: &Config, budget: &Budget) -> Vec<Span> {
    let mut program = program.clone();
    let targets = of_loops(&mut program);
    if targets.is_empty() {
        return Vec::new();
    }
    let config = Config { bound: None, jobs: 1, ..config.clone() };
    let about = About { program: &program, entry, config: &config, threads: Threads::default() };
    let own = || budget.within(Limits::units(UNITS));
    let (verdicts, _) = reach_targets(about, &targets, &|_| true, &own(), &mut |_, _| {});
    let is_reached = |position: &usize| matches!(verdicts[*position], Some(Verdict::Unsafe(())));
    let ways = |position: usize| -> BTreeSet<usize> {
        (0..targets.len()).filter(|&way| targets[way].kind == TargetKind::Exit(position)).collect()
    };
    let headers = (0..targets.len()).filter(|&i| targets[i].kind == TargetKind::Loop);
    let suspects = headers.filter(|header| is_reached(header) && !ways(*header).iter().any(is_reached));
    let is_endless = |header: &usize| {
        let only = only(&program, &ways(*header));
        matches!(check(&only, entry, &config, &own(), false, &mut |_| {}).verdict, Verdict::Safe(_))
    };
    let mut found: Vec<Span> = suspects.take(TRIED).filter(is_endless).map(|header| targets[header].span).collect();
    found.sort_by_key(|span| (span.file, span.start));
    found.dedup();
    found
}

/// The program with the assertions of these positions alone; the others are assumed.
fn only(program: &Program, positions: &BTreeSet<usize>) -> Program {
    let mut program = program.clone();
    let bodies = program.procs.iter_mut().filter_map(|proc| proc.body.as_mut());
    for cmd in bodies.flat_map(|body| body.blocks.iter_mut()).flat_map(|block| &mut block.cmds) {
        if let CmdKind::Assert(condition, kind) = &cmd.kind
            && !matches!(kind, AssertKind::Stop(position) if positions.contains(position))
        {
            cmd.kind = CmdKind::Assume(*condition);
        }
    }
    program
}
