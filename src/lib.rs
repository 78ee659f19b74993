//! rmt decides reachability modulo theories: can this program violate an assertion?
//!
//! A program is text in the intermediate verification language (IVL, a superset of sequential Boogie; the package
//! `ivl` parses and prints it). The answer is a [`verdict::Verdict`]: safe, safe up to a bound, unsafe with an execution
//! that an interpreter has replayed, or unknown with the reason.
//!
//! # As a library
//!
//! Call [`parse()`] or [`translate()`], then [`resolve()`]. On the result, [`check()`] searches for an execution that violates
//! an assertion, [`verify()`] for procedures that violate their contracts. [`render()`], [`to_json()`] and
//! [`render_verification()`] give the output of the command line.
//!
//! ```
//! let text = "
//!     procedure main() {
//!         var i: int;
//!         i := 0;
//!         while (i < 10) { i := i + 3; }
//!         assert i == 10;
//!     }";
//! let program = rmt::resolve(&rmt::parse("loop.bpl", text)?)?;
//! let outcome = rmt::check(&program, &rmt::CheckOptions::default())?;
//! assert!(matches!(outcome.verdict, rmt::Verdict::Unsafe(_)));
//! assert!(rmt::render(&program, &outcome).contains("where i = 12"));
//! # Ok::<(), rmt::Rejected>(())
//! ```
//!
//! Everything else is private. The rest of this page is for developers of rmt; its links work in
//! `cargo doc --no-deps --document-private-items`.
//!
//! # Floors
//!
//! Floors are layers: modules import from lower floors only. `tests/tidy` reads this table and checks the imports.
//!
//! | floor | modules |
//! |--|--|
//! | 0 | base |
//! | 1 | ir, verdict, smt |
//! | 2 | resolve, cfg, interp, report, engine |
//! | 3 | pass |
//! | 4 | vc |
//! | 5 | infer |
//! | 6 | reach, forms |
//! | 7 | certify |
//! | 8 | prove |
//! | 9 | driver |
//! | 10 | api |
//! | 11 | cli |
//!
//! - [`base`]: typed ids, budgets (time, solver resources, memory, Ctrl-C), worker threads, statistics.
//! - [`ir`]: the typed program. Types and expressions are interned, variables are unique in the program, and control flow
//!   consists of basic blocks. [`ir::verify`] lists the invariants; it runs after every pass in debug builds.
//! - [`verdict`]: verdicts, traces (what the engines exchange: initial values and decisions) and executions (what
//!   users see: steps and values).
//! - [`smt`]: terms, solver sessions, models; the only module that names the Z3 bindings (packages `z3` and `z3-sys`). In
//!   debug builds a session rejects the terms of another session.
//! - [`mod@resolve`]: scopes, types and type inference; translates the syntax tree to [`ir`].
//! - [`mod@cfg`]: facts about a program: flow, loops, call graph, mod sets, liveness.
//! - [`interp`]: the concrete interpreter; it replays traces, and explores small programs exhaustively for tests.
//! - [`report`]: verdicts as text, JSON, SARIF, JUnit, pages and witnesses; statistics.
//! - [`pass`]: program transformations, one file or folder per pass; see `docs/passes.md`.
//! - [`vc`]: a procedure as a formula: passive form, a term DAG that is compiled once, and its instances, which are
//!   evaluated as far as constants allow; also the values of models.
//! - [`infer`]: procedures in isolation: modular verification against contracts, and Houdini, which determines which of
//!   many guessed clauses hold; by means of Houdini, also summaries for the search.
//! - [`reach`]: the reachability engine: a call tree, inlined on demand. After Lal, Qadeer, Lahiri: A Solver for Reachability
//!   Modulo Theories, CAV 2012.
//! - [`engine`]: the interface between the driver and the engines: the question to an engine, its answer, and the oracle
//!   that answers the engine's own queries.
//! - [`forms`]: the forms of a program from which provers and the certificate checker start.
//! - [`certify`]: the certificate checker: what must be trusted of a proof, independent of how the proof was found.
//! - [`prove`]: unbounded provers; each is an engine whose queries are IVL programs.
//! - [`driver`]: decides which passes run, and in which order; replays every violation and rechecks certificates.
//!   [`driver::strategy`] decides which engines run, and in which turns, by the table in [`driver::portfolio`] and the limits
//!   in [`driver::limits`]. [`driver::readings`] decides in which ways a program is read, [`driver::checks`] determines what is
//!   known about single checks, and [`driver::oracle`] answers the queries of the engines.
//! - [`cli`]: arguments, configuration, commands.
//! - [`api`]: the interface of the library.
//!
//! # The way of a program
//!
//! ```text
//! Boogie text ── ivl::parse ──────┐
//! C text ────── rmt_c::translate ─┴─▶ ivl::ast ── resolve ──▶ ir::Program
//!   ── driver::elaborate: code_expr, monomorphise, isomorphic_types, definitions, implementations,
//!       frames
//!   ──▶ the program that verdicts are about
//!   ── driver::pipeline: prune, entry, contracts, sequentialise, loops, error_flag ──▶ acyclic procedures;
//!                                                        one question: can the entry return?
//!   ── vc: passive, template, encoder ──▶ clauses ── reach::search ⇄ smt::Session ──▶ Verdict<Trace>
//!   ── pass::Back, from the last pass to the first ──▶ a Trace of the program that verdicts are about
//!   ── interp::replay ──▶ Verdict<Execution> ── report ──▶ text or JSON
//! ```
//!
//! Where a verdict is decided: each reading of the program (`driver::readings`) goes through the turns of
//! `driver::portfolio`, and the verdict names the engine that has an answer first. `--stats` prints this path for a run:
//! which engine was asked, about which reading, what the answer was, and what it cost.
//!
//! ```text
//!   the program that verdicts are about, in a reading: numbers or bit-vectors, IEEE 754 or reals, texts as they are or any
//!     ── driver::strategy: a glance ▶ search (a probe) ▶ induction (cheap) ▶ search ▶ provers, search; again, with more units
//!     prover: forms::desugared or forms::normal ── its queries, IVL programs ── driver::oracle ⇄ reach, infer ──▶ Answer
//!     ── a proof: the certificate; a violation: a trace, replayed as that of the search
//!     ── nobody has an answer: driver::checks, which assumes some checks and asks about the others ──▶ what is open
//! ```
//!
//! If the user requests variable abstraction, `reach::abstraction` wraps the search:
//!
//! ```text
//!   prepared program ── pass::abstract_vars, for the tracked globals ──▶ reach::search ──▶ no violation: the verdict
//!     ── a violation: reach::refine::Path, the program of its path with all globals ──▶ feasible: the verdict
//!     ── spurious: reach::refine::minimal_set ──▶ more tracked globals, and again
//! ```
//!
//! Modular verification takes another path from the same program:
//!
//! ```text
//!   ── infer::modular: inline, unroll, reducible, contracts, cut ──▶ acyclic procedures without calls
//!   ── infer::goals: an assertion is a block ──▶ vc ── infer::query ⇄ smt::Session ──▶ findings
//!   ── interp::replay, of the procedure without calls and loops ──▶ Verification ── report
//! ```
//!
//! Programs with threads are reduced to one thread in one of two ways (`driver::threads` states when each is used): by
//! `sequentialise` in the pipeline, or by the following path, which replaces both `sequentialise` and inlining on demand:
//!
//! ```text
//!   ── prune, entry, contracts, loops, order (up to a bound), error_flag ──▶ one block ── vc, smt ──▶ Verdict<Trace>
//! ```
//!
//! Boundedness is passed on in one channel: the [`pass::Effect`]s of passes and the verdict of the engine. If a replay
//! disagrees, the verdict becomes unknown, never unsafe.
//!
//! # Decisions that the code alone does not explain
//!
//! - **Elaboration does not map traces back.** Code expressions, polymorphism, definitional axioms and frame conditions are
//!   rewritten before the program is cloned for the passes. Traces are replayed on the result, because the interpreter
//!   supports neither type variables nor code expressions. Independently of the passes, the interpreter implements what
//!   they could get wrong: contracts, loops, assertions, calls.
//! - **The interpreter is a second semantics.** [`interp`] imports nothing from [`pass`] or [`vc`]. If it agrees with them
//!   on a trace, two descriptions of the language agree.
//! - **A program's own error flag** (`pass::own_flag`) is rewritten to assertions before any engine is asked: a program as
//!   Corral leaves it then fails where it clears its flag. So the search, slices and Horn clauses know what may fail.
//! - **Loops are recursive procedures** after the pass `loops`, including irreducible loops. They carry the attribute
//!   `{:loop_procedure}`, by which [`reach`] distinguishes a back edge from a recursive call. So a program that `rmt emit`
//!   printed after that pass has the same bounds when it is parsed again.
//! - **Loops with a constant trip count cost no bound**: [`reach`] finds the count by running them on what constants
//!   determine, so that `for (i = 0; i < 27; i++)` does not hide what follows it.
//! - **Constants stay constant**: a body is evaluated under what is known about its arguments and memory (`vc::evaluate`).
//!   Within the bound, the calls that it reaches are evaluated in program order, until the formula has `--ahead` clauses. So
//!   branches that constants decide disappear together with what lies behind them, and a part of a program without inputs
//!   costs what running it costs. Everything beyond that is inlined on demand.
//! - **One table selects what suits a program** (`reach::suited`). If maps make up much of the state, the solver omits the
//!   map axioms that directed equations do not need. An unsat answer is still sound, and a candidate must replay before the
//!   search returns it. A candidate that does not replay brings all axioms back, in the same session.
//! - **Loop invariants are assertions** at the loop head. Loops are unrolled, not cut, so an invariant says
//!   nothing about iterations beyond the bound.
//! - **Terms live as long as their session.** A session owns one context without reference counting: stratified
//!   inlining only ever adds, and a context that is dropped as a whole needs no bookkeeping for each term. Models keep
//!   the context alive.
//! - **Programs do not change while they are encoded.** A [`vc::vocabulary::Vocabulary`] is a layer above the program: it
//!   holds the incarnations of variables and the expressions over them, so all threads share one program. A
//!   [`vc::encoder::Encoder`] makes terms and clauses from it. Its session asserts clauses as they are made, because the order
//!   of terms and assertions influences the solver.
//! - **An open call has a summary**: its outputs and the globals that it may modify are arbitrary. If its contract has
//!   `ensures` clauses, these hold unless the call returns because of a violation. [`infer`] finds further summaries: about
//!   the typestate if a search takes long, about more if it takes much longer or gives no proof. They are clauses of the
//!   prepared program, so [`reach`] handles only one kind of summary. How long a search takes is counted in resource units
//!   of the solver, so that it does not depend on the machine. The search does not read `{:inline n}`: it decides itself
//!   what is inlined.
//! - **The call tree is a graph.** Calls that never occur in the same execution may share an instance (`reach::sharing`).
//!   What the bound counts is the same for all callers of an instance. A unit of work (`reach::unit`) names calls by the
//!   path to them, so the instances on such a path are not shared.
//! - **Goals are numbers.** If many questions are asked (`driver::survey`), a constant states which assertion may fail, and
//!   a question is an assumption about this constant. So all questions share one session.
//! - **The solver sees only what a query mentions.** Types, constants, functions and the axioms about them are translated
//!   on first use.
//! - **No procedure calls the entry procedure.** If one does, the pass `entry` adds a caller, which becomes the entry, so
//!   that the return of the entry is one point.
//! - **Traces of C programs contain nothing specific to C.** The front end annotates what it generates (`{:shown}`,
//!   `{:block}`, `{:cell}`, `{:input}`: see `docs/language.md`). Replay turns the annotations into steps with the names of
//!   the source, whatever its language, even if the program was printed and parsed again.
//! - **Spending counts against all enclosing budgets.** [`base::budget`]s are nested, and sessions charge what they spend,
//!   in queries and between them. Before it starts, a query takes a lease on the units that it may spend: with `--jobs`, a
//!   fair share of what is left, after which it requests more. So a limit holds whatever the number of threads.
//! - **Threads exist in a program only up to one pass.** If the entry can reach an `async` call, [`pass::preempt`] makes
//!   explicit where threads may be interrupted, and verdicts are about the resulting program. [`pass::order`] makes one
//!   formula of all interleavings of the threads, [`pass::sequentialise`] one thread with a number of rounds. When they map
//!   traces back, both put decisions in the order of time. Replay runs the interleaving. If the user sets neither a bound nor contexts,
//!   [`reach::schedules`] also runs the program under many schedules. None of this applies to programs without threads.
//! - **Deep recursion does not use the call stack.** Call trees and executions are as deep as the bound, so traversals of
//!   them keep their own stacks; commands run on a thread with a large stack for deeply nested expressions.
//!
//! # Divergences from the design
//!
//! - From the safe layer of `z3`, `smt` uses contexts and the parameters of the process; solvers, their parameters, models
//!   and terms are raw (`z3-sys`). A safe solver does not expose its handle, which is needed to count instances of
//!   quantifiers and to describe parameters. It cannot be Z3's simple solver. It and its parameters are made only in the
//!   context of the thread, whereas a session has its own context. Speed is not the reason: a million sums cost 3.7 to 4.0
//!   seconds with references counted and without, and `Z3_mk_solver` with `combined_solver.ignore_solver1` spends the same
//!   units as the simple solver (without that option 30,852 for 227,346 on a sample).
//! - Elaboration is part of the driver and comes before replay; in the design everything between [`ir`] and [`vc`] is
//!   a pass that maps traces back.
//! - A pass takes a program (and the entry procedure where it matters) and itself computes the facts of [`mod@cfg`] that it
//!   needs. `entry` and `error_flag` also say where executions begin and which variable is the flag.
//! - Passive form lives in [`vc`], not in a pass: its result is not a program of the language.
//! - [`verdict::Verdict`] has a type parameter, because a violation is a trace internally and an execution externally.
//! - `--jobs` uses plain scoped threads ([`base::workers`]). Programs, entries, procedures and units of search are processed
//!   in parallel, each in its own solver context, which stays on its thread. `rayon` would be for work without a solver,
//!   and that work is short for one program (`cargo bench -p benches`); `tracing` is not used.
//! - Findings of [`infer`] are replayed by [`infer`] itself, in the procedure with its calls and loops written out: they are
//!   not executions of the program, which are what the driver replays.
//! - The C front end reads clang's tree line by line with its own reader, not with the crate `clang-ast`: reading is most
//!   of the work of a translation, and what JSON in general allows costs time there.
//! - Long searches infer summaries of what assertions mention, and restart with them. Wider inference waits for a bound
//!   without a proof, or for a much longer search, and gets a share of what the search has cost. If a long search reaches a candidate, it looks at a
//!   slice of the program ([`pass::slice`]) before it inlines more. If the slice has no execution, the program has none. An
//!   execution of the slice is tried out in the program by the interpreter (`reach::trial`), or decided by a search along it
//!   (`reach::route`).
//! - All globals are tracked unless the user asks for abstraction: `docs/abstraction.md` has the evidence.

// The architecture is for readers of the sources, where its links lead somewhere.
#![allow(rustdoc::private_intra_doc_links)]

#[deny(missing_docs)]
mod api;
#[deny(missing_docs)]
mod base;
mod certify;
mod cfg;
mod cli;
mod driver;
mod engine;
mod forms;
mod infer;
mod interp;
mod ir;
mod pass;
mod prove;
mod reach;
mod report;
mod resolve;
mod smt;
mod vc;
#[deny(missing_docs)]
mod verdict;

pub use api::{
    CheckOptions, Outcome, Parsed, Program, Rejected, check, parse, render, render_verification, resolve, to_json,
    translate, verify,
};
pub use base::budget::{Limits, Stop};
pub use ivl::source::Span;
pub use verdict::{
    Binding, Bound, Certainty, Certificate, Check, CutOff, Execution, Failure, Finding, SourceLine, Step, StepKind,
    Value, Verdict, Verification, Why,
};

/// The modules, for the tests and tools of this repository. No part of the interface: all of it may change at any time.
#[doc(hidden)]
pub mod internal {
    macro_rules! open {
        ($($module:ident)*) => { $(pub mod $module { pub use crate::$module::*; })* };
    }
    open! { base certify cfg driver engine forms infer interp ir pass prove reach report resolve smt vc verdict }
    pub use crate::cli::main;
}
