//! The limits that steer who is asked for how long. A limit is counted in units, so that the same command comes to the same
//! verdict however busy the machine is; seconds are guards, for work that no solver counts.
//!
//! Each has its reason, and the benchmark that moves when it does (`tests/acceptance`, `benches`). Limits within an engine
//! stand with the engine.

use std::time::Duration;

use crate::verdict::Bound;

/// Z3's resource units that a second of a user's time limit stands for: about what a search of a C program spends. Where a
/// machine does more, the first pass over the provers ends early, and a second one begins; where it does less,
/// guards cut it off (`loops.tsv`, `descent.tsv`).
pub const UNITS_A_SECOND: u64 = 3_000_000;

/// Without a time limit, the first pass over the provers is that of so many seconds.
pub const UNLIMITED: Duration = Duration::from_secs(240);

/// Bounded search begins: what it decides at once needs nobody else (`benches/c.tsv`).
pub const PROBE: u64 = 300_000;

/// Then induction: where the guesses of its first step are enough, the search has ever more rounds to look at in vain
/// (`loops.tsv`: `strlen_unchecked.c`).
pub const CHEAP: u64 = 3_000_000;

/// Programs with more commands are not prepared for it twice: that costs no units, but time (`drivers`).
pub const CHEAP_LARGEST: usize = 1_000;

/// What it makes of a program is not counted: a guard.
pub const CHEAP_GUARD: Duration = Duration::from_secs(2);

/// Then the search before other provers, for violations that need some rounds (`samples`, `esbmc.tsv`).
pub const FIRST_TURN: u64 = 6_000_000;

/// The same where bounds have turns: what decides such programs needs some of them, and the Horn clauses behind have a long turn
/// of their own (`drivers`).
pub const FIRST_OF_TURNS: u64 = 30_000_000;

/// It takes no more than that part of what there is, so that short limits leave something to provers.
pub const FIRST_PART: f64 = 0.3;

/// Passes, trip counts and evaluation cost no units: a guard.
pub const FIRST_GUARD: Duration = Duration::from_secs(10);

/// Guards are so much longer than units should take: two processes may share a core before time counts.
pub const SLACK: f64 = 2.0;

/// What ended for want of units gets so many times the units in the next pass.
pub const GROWTH: u64 = 4;

/// Readings of a program take turns: the first is that long, and each the double of the one before (`benches/c.tsv`).
pub const READING: u64 = 6_000_000;

/// Before that, bit-vectors have a short one: where they decide, it is often by themselves (`c/juliet.tsv`: random numbers).
pub const BITS_AT_ONCE: u64 = 750_000;

/// What ends the first turn of a reading if units do not.
pub const READING_GUARD: Duration = Duration::from_secs(2);

/// A way to read a function that has a contract is tried that long before the next: most proofs take a tenth of it
/// (`c/contracts`).
pub const WAY: u64 = 15_000_000;
/// It takes no more than that part of what there is.
pub const WAY_PART: f64 = 0.3;
/// What ends it if units do not.
pub const WAY_GUARD: Duration = Duration::from_secs(10);

/// What nobody asked for is looked at that long when all else is decided (`esbmc.tsv`).
pub const LATE: u64 = 15_000_000;
/// See [`LATE`].
pub const LATE_GUARD: Duration = Duration::from_secs(5);
/// The bound up to which nothing of it may be found where a proof of all else is to stand (`ordinary.tsv`: what is never set is
/// read in the first rounds, and what is lost is lost in the second).
pub const LATE_BOUND: Bound = Bound(1);

/// The part of what there is in which floating-point numbers are rounded; then they are real numbers (`cases/c/floats`).
pub const FLOATS_PART: f64 = 0.3;

/// Data races and deadlocks that nobody asked for: units, and the part of what there is (`threads.tsv`).
pub const RACES: u64 = 10_000_000;
/// See [`RACES`].
pub const RACES_PART: f64 = 0.2;
/// What ends each if units do not.
pub const RACES_GUARD: Duration = Duration::from_secs(5);

/// The part of a turn in which texts may be any; then they are followed (`samples/c`).
pub const ANY_TEXTS_PART: f64 = 0.4;

/// The part of what there is in which the program is run with its texts, before all others are asked about any (`ordinary.tsv`).
pub const RUN_PART: f64 = 0.6;

/// The part of what there is in which paths are followed, before others are asked about fewer checks (`ordinary.tsv`).
pub const PATHS_PART: f64 = 0.4;
/// What ends it where there is much: most faults that paths find, they find in that time, and they go on beside all others.
pub const PATHS_GUARD: Duration = Duration::from_secs(6);

/// Then guesses of invariants: those that are enough often are in a few seconds, in which search gets a bound further at most
/// (`kinds.tsv`). What was found out is not lost for those behind.
pub const GUESSES: u64 = 40_000_000;
/// The part of what there is that they may take.
pub const GUESSES_PART: f64 = 0.25;
/// What ends them if units do not.
pub const GUESSES_GUARD: Duration = Duration::from_secs(10);

/// Then bounded search has a turn by itself (`ordinary.tsv`).
pub const SEARCH: u64 = 20_000_000;
/// The part of what there is that it may take.
pub const SEARCH_PART: f64 = 0.4;
/// What ends it if units do not.
pub const SEARCH_GUARD: Duration = Duration::from_secs(20);

/// Where a proof leaves nothing to verify: how long bounded search looks for a certificate if a prover has proved the
/// program, for others may do better, and how long these look for one.
pub const CERTIFICATE_BY_SEARCH: Duration = Duration::from_secs(3);
/// See [`CERTIFICATE_BY_SEARCH`].
pub const CERTIFICATE_BY_OTHERS: Duration = Duration::from_secs(20);

/// How far one round of threads is searched before several are, and what that may take of the solver (`threads.tsv`).
pub const EARLY: Bound = Bound(1);
/// See [`EARLY`].
pub const EARLY_UNITS: u64 = 20_000_000;
/// The part of what there is that it may take, so that all interleavings have theirs.
pub const EARLY_PART: f64 = 0.25;
/// What ends it if units do not.
pub const EARLY_GUARD: Duration = Duration::from_secs(10);

/// Turns of runs and of search where the user sets no bound: commands, and units (`threads.tsv`).
pub const RUNS: [(u64, Option<u64>); 2] = [(1_000_000, Some(30_000_000)), (20_000_000, None)];

/// Two rounds of threads come before all interleavings where the user sets a bound: what they find has few turns.
pub const FEW_ROUNDS: u64 = 2_000_000;
/// The part of what there is that they may take.
pub const ROUNDS_PART: f64 = 0.2;

/// All interleavings have a short turn before runs: what locks guard is decided at once (`c/threads/guarded`).
pub const ORDERED_FIRST: u64 = 6_000_000;
/// What ends it if units do not.
pub const ORDERED_FIRST_GUARD: Duration = Duration::from_secs(3);

/// Turns of all interleavings at once: units (`benches/contexts.tsv`, `threads.tsv`).
pub const ORDERED: [u64; 2] = [30_000_000, 300_000_000];
/// The part of what there is that a turn may take.
pub const ORDERED_PART: f64 = 0.5;
/// What ends them if units do not.
pub const ORDERED_GUARD: [Duration; 2] = [Duration::from_secs(30), Duration::from_secs(300)];

/// What it may take at least to ask whether an interleaving goes on beyond a bound (`threads.tsv`).
pub const BEYOND: u64 = 1_000_000;

/// What the inference of summaries may take of what the search has taken that reached a bound, and so may the search with what
/// it finds (`benches/c.tsv`).
pub const SUMMARIES_PART: u64 = 4;
/// Units that they may take in any case.
pub const SUMMARIES_LEAST: u64 = 200_000;

/// The part of a user's limits that is kept for the outcome of each check, where the program as a whole has none.
pub const CHECKS_PART: f64 = 0.1;
/// In larger programs, by commands, no checks are asked about by themselves: each question prepares the program anew (`drivers`).
pub const CHECKS_LARGEST: usize = 2_000;
/// It is no longer than that.
pub const CHECKS_GUARD: Duration = Duration::from_secs(6);
/// What a part of the checks may take, or one alone: little more than the cheap turn of induction, so that many have one.
pub const CHECK: u64 = 1_500_000;
/// The part of a user's limits that the search has where each check is asked about; the rest is for provers.
pub const EACH_PART: f64 = 0.4;
