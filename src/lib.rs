//! rmt decides reachability modulo theories: can this program violate an assertion?
//!
//! A program is a text in the intermediate verification language (IVL, a superset of sequential Boogie; the package
//! `ivl` reads and prints it). The answer is a [`verdict::Verdict`]: safe, safe up to a bound, unsafe with an execution
//! that an interpreter has replayed, or unknown with the reason.
//!
//! # As a library
//!
//! [`parse()`] or [`translate()`], then [`resolve()`]; then ask: [`check()`] looks for an execution that violates an assertion,
//! [`verify()`] for procedures that do not keep their contracts. [`render()`], [`to_json()`] and [`render_verification()`]
//! say what the command line says.
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
//! All else is private. What follows is for who works on rmt; `cargo doc --no-deps --document-private-items` has its links.
//!
//! # Floors
//!
//! Modules import from lower floors only; `tests/tidy` reads this table and checks the imports.
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
//! - [`ir`]: the typed program. Types and expressions are interned, variables are unique in the program, control flow
//!   is basic blocks. The invariants are listed in [`ir::verify`], which runs after every pass in debug builds.
//! - [`verdict`]: verdicts, traces (what the engines exchange: initial values and decisions) and executions (what
//!   users see: steps and values).
//! - [`smt`]: terms, solver sessions, models; the only module that names the Z3 bindings (packages `z3` and `z3-sys`). In
//!   debug builds a session refuses the terms of another one.
//! - [`mod@resolve`]: scopes, types and type inference; from the syntax tree to [`ir`].
//! - [`mod@cfg`]: facts about a program: flow, loops, call graph, mod sets, liveness.
//! - [`interp`]: the concrete interpreter; it replays traces, and explores small programs exhaustively for tests.
//! - [`report`]: verdicts as text, as JSON and as witnesses.
//! - [`pass`]: rewriting of programs, one file a pass; see `docs/passes.md`.
//! - [`vc`]: a procedure as a formula: passive form, a term DAG compiled once, its instances, which are evaluated as far
//!   as constants go; values of models.
//! - [`infer`]: procedures by themselves: modular verification against contracts, and Houdini, which finds out which of
//!   many guessed clauses hold; with it, summaries for the search.
//! - [`reach`]: the engine: a call tree, inlined on demand. After Lal, Qadeer, Lahiri: A Solver for Reachability
//!   Modulo Theories, CAV 2012.
//! - [`engine`]: the seam: what an engine is asked and answers, and the oracle that answers its own queries.
//! - [`forms`]: the forms of a program that provers and the checker of certificates begin with.
//! - [`certify`]: the checker of certificates: what must be trusted of a proof, apart from how it was found.
//! - [`prove`]: provers without a bound, each an engine that asks queries which are IVL programs.
//! - [`driver`]: which passes, in which order; [`driver::strategy`]: which engines, in which turns, by the table in
//!   [`driver::portfolio`] and the limits in [`driver::limits`]; [`driver::readings`]: in which ways a program is read;
//!   [`driver::checks`]: what is known of single checks;
//!   [`driver::oracle`] answers their queries; replays every violation, rechecks certificates.
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
//! Where a verdict was decided: each reading of the program (`driver::readings`) goes through the turns of
//! `driver::portfolio`, and whoever has an answer first is named by the verdict. `--stats` prints this way for a run: who was
//! asked, about which reading, what the answer was, and what it cost.
//!
//! ```text
//!   the program that verdicts are about, in a reading: numbers or bit-vectors, IEEE 754 or reals, texts as they are or any
//!     ── driver::strategy: a glance ▶ search (a probe) ▶ induction (cheap) ▶ search ▶ provers, search; again, with more units
//!     prover: forms::desugared or forms::normal ── its queries, IVL programs ── driver::oracle ⇄ reach, infer ──▶ Answer
//!     ── a proof: the certificate; a violation: a trace, replayed as that of the search
//!     ── nobody has an answer: driver::checks, which assumes some checks and asks about the others ──▶ what is open
//! ```
//!
//! Where the user asks for variable abstraction, `reach::abstraction` stands around the search:
//!
//! ```text
//!   prepared program ── pass::abstract_vars, for the tracked globals ──▶ reach::search ──▶ no violation: the verdict
//!     ── a violation: reach::refine::Path, the program of its path with all globals ──▶ feasible: the verdict
//!     ── spurious: reach::refine::minimal_set ──▶ more tracked globals, and again
//! ```
//!
//! Modular verification takes another way from the same program:
//!
//! ```text
//!   ── infer::modular: inline, unroll, reducible, contracts, cut ──▶ acyclic procedures without calls
//!   ── infer::goals: an assertion is a block ──▶ vc ── infer::query ⇄ smt::Session ──▶ findings
//!   ── interp::replay, of the procedure without calls and loops ──▶ Verification ── report
//! ```
//!
//! Threads take one of two ways to one thread (`driver::threads` says when): in the pipeline `sequentialise`, or in its place
//! and that of inlining on demand
//!
//! ```text
//!   ── prune, entry, contracts, loops, order (up to a bound), error_flag ──▶ one block ── vc, smt ──▶ Verdict<Trace>
//! ```
//!
//! Boundedness travels in one channel, the [`pass::Effect`]s of passes and the verdict of the engine. A replay that
//! disagrees makes the verdict unknown, never unsafe.
//!
//! # Decisions that the code alone does not explain
//!
//! - **Elaboration has no way back.** Code expressions, polymorphism, definitional axioms and frame conditions are
//!   rewritten before the program is cloned for the passes, and traces are replayed on the result: the interpreter
//!   knows neither type variables nor code expressions. What it writes out independently of the passes is what they
//!   could get wrong: contracts, loops, assertions, calls.
//! - **The interpreter is a second semantics.** [`interp`] imports nothing from [`pass`] or [`vc`]. When both agree
//!   on a trace, two descriptions of the language do.
//! - **An error flag of the program's own** (`pass::own_flag`) is written as assertions before anybody is asked: where a
//!   program as Corral leaves it lets its flag fall, there it fails. So the search, slices and Horn clauses know what may fail.
//! - **Loops are recursive procedures** after the pass `loops`, irreducible ones included, and carry the attribute
//!   `{:loop_procedure}`, by which [`reach`] knows a back edge from a recursive call. So a program that `rmt emit`
//!   printed after that pass has the same bounds when it is read again.
//! - **Loops with a constant trip count cost no bound**: [`reach`] finds the count by running them on what constants
//!   determine, so that `for (i = 0; i < 27; i++)` hides nothing behind it.
//! - **What is constant stays constant**: a body is evaluated under what is known of its arguments and of memory
//!   (`vc::evaluate`), and within the bound the calls that it reaches are evaluated in the order of the program, until
//!   the formula has `--ahead` clauses. So branches that constants decide vanish with what lies behind them, and a part
//!   of a program without inputs costs what running it costs. What is beyond that is inlined on demand.
//! - **What suits a program is one table** (`reach::suited`). Where the state is many maps, the solver leaves out axioms of
//!   maps that directed equations do not need: unsat is right all the same, and a candidate must replay before the search
//!   gives it back. One that does not brings all axioms back, in the same session.
//! - **Loop invariants are assertions** at the loop head. Loops are unrolled, not cut, so an invariant says
//!   nothing about iterations beyond the bound.
//! - **Terms live as long as their session.** A session owns one context without reference counting: stratified
//!   inlining only ever adds, and a context that is dropped as a whole needs no bookkeeping for each term. Models keep
//!   the context alive.
//! - **Programs do not change while they are encoded.** A [`vc::vocabulary::Vocabulary`] lies above the program: it has
//!   the incarnations of variables and the expressions over them, so all threads share one program. A
//!   [`vc::encoder::Encoder`] makes terms and clauses of it; its session asserts clauses as they are made, for in which
//!   order terms and assertions come is part of what the solver goes by.
//! - **An open call has a summary**: its outputs and the globals that it may modify are arbitrary, and where its
//!   contract has `ensures` clauses, these hold unless it returns because of a violation. [`infer`] finds further ones,
//!   about the typestate when a search takes long, about more when it takes much longer or gives no proof: they are
//!   clauses of the prepared program, so that [`reach`] knows of one kind of summary alone. How long is counted in
//!   resource units of the solver, so that it does not depend on the machine. `{:inline n}` on procedures is not
//!   read: the search decides what is inlined.
//! - **The call tree is a graph.** Calls that no execution makes both may share an instance (`reach::sharing`). What the
//!   bound counts is the same for all callers of an instance, and a unit of work (`reach::unit`) names calls by the
//!   path to them, so the instances on such a path are not shared.
//! - **Goals are numbers.** Where many questions are asked (`driver::survey`), a constant says which assertion may fail,
//!   and a question is an assumption about it; so all questions share one session.
//! - **What a query does not mention, the solver does not see.** Types, constants, functions and the axioms about
//!   them are translated on first use.
//! - **The entry procedure is called by nobody.** The pass `entry` makes a caller for one that is, so that the return
//!   of the entry is one point.
//! - **Traces of C know nothing of C.** The front end annotates what it makes (`{:shown}`, `{:block}`, `{:cell}`,
//!   `{:input}`: see `docs/language.md`); replay turns that into steps with the names of the source, whatever its
//!   language, also when the program was printed and read again.
//! - **What is spent is spent of all around it.** [`base::budget`]s are nested, and sessions charge what they spend, in
//!   queries and between them. Before it works, a query takes a lease on the units that it may spend: with `--jobs`, a
//!   fair share of what is left, after which it asks for more; so a limit holds whatever the number of threads.
//! - **Threads are a program's business up to one pass.** Where the entry can reach an `async` call, [`pass::preempt`]
//!   writes out where threads may be interrupted, and the program so made is the one that verdicts are about;
//!   [`pass::order`] makes one formula of all their interleavings, [`pass::sequentialise`] one thread of a number of rounds,
//!   and their ways back put decisions in the order of time. Replay runs the interleaving. Where the user sets no bound, [`reach::schedules`] runs the program under many schedules as well.
//!   Programs without threads meet none of this.
//! - **Deep recursion is not on the call stack.** Call trees and executions are as deep as the bound, so walks over
//!   them keep their own stacks; commands run on a thread with a large stack for deeply nested expressions.
//!
//! # Divergences from the design
//!
//! - Of the safe layer of `z3`, `smt` uses contexts and the parameters of the process; solvers, their parameters, models
//!   and terms are raw (`z3-sys`). A safe solver has no way to its handle, by which instances of quantifiers are counted
//!   and parameters described, it cannot be Z3's simple solver, and it and its parameters are made in the context of the
//!   thread alone, where a session has one of its own. That is not for speed: a million sums cost 3.7 to 4.0 seconds with
//!   references counted and without, and `Z3_mk_solver` with `combined_solver.ignore_solver1` spends the same units as
//!   the simple solver (without that option 30,852 for 227,346 on a sample).
//! - Elaboration is part of the driver and comes before replay; in the design everything between [`ir`] and [`vc`] is
//!   a pass that maps traces back.
//! - A pass takes a program (and the entry procedure where it matters) and computes the facts of [`mod@cfg`] that it
//!   needs itself. `entry` and `error_flag` also say where executions begin and which variable is the flag.
//! - Passive form lives in [`vc`], not in a pass: its result is not a program of the language.
//! - [`verdict::Verdict`] has a type parameter, for a violation is a trace inside and an execution outside.
//! - `--jobs` uses plain scoped threads ([`base::workers`]): programs, entries, procedures and units of search are what
//!   is done side by side, each in a solver context of its own, which stays on its thread. `rayon` would be for work
//!   without a solver, and that of one program is short (`cargo bench -p benches`); `tracing` is not used.
//! - Findings of [`infer`] are replayed by [`infer`] itself, in the procedure whose calls and loops are written out:
//!   they are no executions of the program, which is what the driver replays.
//! - The C front end reads clang's tree line by line with a reader of its own, not with the crate `clang-ast`: reading
//!   is most of the work of a translation, and what JSON in general allows costs time there.
//! - Long searches infer summaries of what assertions mention, and begin anew with them; wider inference waits for a
//!   bound without a proof, and gets a share of what the search has cost. Where a long search reaches a candidate, it looks at a slice of the program
//!   ([`pass::slice`]) before it inlines more: no execution there is none in the program, and an execution there is
//!   tried out in the program by the interpreter (`reach::trial`), or decided by a search along it (`reach::route`).
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
