//! Certificates of bounded search: the proof as a Boogie program.
//!
//! ```text
//! main: …; call f(); …                     main: …; (f, where it calls (f, where it calls f)); …       ensures !error
//! f: …; call f(); …                 →      f: …; call f(); …                                           ensures summaries
//! ```
//!
//! What a search refutes is the program as it stands behind the passes: loops are procedures, and assertions raise
//! `error`. What it has not inlined does anything that its summary allows. So a proof is a number of *rounds*, as deep as
//! recursive procedures are inlined, and summaries of what is called beyond; all else is inlined. Both are looked for anew here,
//! whatever the search did: it inlines fewer calls, on demand, but not all of them as deep. Proofs by running the program get
//! such certificates, too.

use std::time::Duration;

use ivl::ast::{self, Decl, Spec, StmtKind};
use ivl::source::{SourceMap, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::elaborate::elaborate_beside_triggers;
use super::pipeline::{self, Prepared};
use super::tabulated;
use crate::base::budget::{Budget, Limits};
use crate::base::ids::{ExprId, ProcId};
use crate::base::stats::Stats;
use crate::certify::check::{How, verify};
use crate::cfg::call_graph::{bottom_up, callees, reachable};
use crate::cfg::flow::{drop_unreachable, join_blocks};
use crate::cfg::liveness::liveness;
use crate::cfg::mod_sets::mod_sets;
use crate::cfg::threads::is_concurrent;
use crate::engine::annotate::{attach, named, written};
use crate::engine::{Answer, Answered, Declined, Engine, Oracle, Question};
use crate::infer::summaries::{self, Scope, Task};
use crate::ir::unresolve::{unresolve, unresolve_expr};
use crate::ir::{AssertKind, Attributes, Clause, Cmd, CmdKind, Name, Names, Program, Transfer};
use crate::pass::{Effect, inline};
use crate::reach::arrived_at;
use crate::verdict::{BOUNDED, Certificate, Invariant, InvariantPlace, Obligation};

/// The number of rounds, as a parameter.
const ROUNDS: &str = "rounds";
/// The rounds that are tried, without summaries and with them; and those that are tried then.
const FEW: [u32; 3] = [0, 1, 2];
const MANY: [u32; 6] = [4, 8, 16, 32, 65, 101];
/// Statements of the program with all that is inlined.
const LARGEST: u64 = 60_000;
/// Solver units for one attempt, and for summaries.
const UNITS: u64 = 30_000_000;
/// For all together.
const PATIENCE: Duration = Duration::from_secs(20);
/// A procedure that calls nothing is inlined in those whose summaries are verified, up to that many statements of it.
const SMALL: usize = 40;

const LEMMA: &str = "The program is the input in which contracts are written out, loops are recursive procedures, and an \
    assertion that fails sets error and returns. Calls are inlined, of procedures that call themselves as many rounds deep as \
    the parameter says; deeper calls do anything that the postconditions allow, which are verified by induction over the depth of \
    recursion. The entry never returns with error set. So no execution violates an assertion.";

/// Looks for a certificate that the program is safe. Errors: why there is none; the program may be safe all the same.
pub fn certificate(question: &Question, how: &How, budget: &Budget) -> Result<Certificate, Declined> {
    let budget = &budget.within(Limits { timeout: Some(PATIENCE), ..Limits::default() });
    let unrolled = Unrolled::of(question)?;
    let (mut inferred, mut too_many) = (Vec::new(), u32::MAX);
    for (rounds, source) in attempts().filter(|(rounds, _)| *rounds == 0 || unrolled.is_recursive()) {
        if budget.check().is_err() {
            break;
        }
        if rounds >= too_many {
            continue;
        }
        let invariants = match source {
            Source::None => Vec::new(),
            Source::Run => unrolled.tabulated(budget),
            Source::Inference => {
                if rounds == 0 {
                    inferred = unrolled.inferred(how, budget);
                }
                inferred.clone()
            }
        };
        if source != Source::None && invariants.is_empty() {
            continue;
        }
        let Ok(certificate) = unrolled.certificate(rounds, invariants) else {
            too_many = rounds.max(1);
            continue;
        };
        let checked = verify(&certificate.obligations[0], how, &budget.within(Limits::units(UNITS)));
        let Err(failed) = checked.outcome else { return Ok(certificate) };
        if source == Source::Inference {
            // A summary that was found to hold of less than is written here is no help.
            inferred.retain(|summary| failed.iter().all(|(procedure, _)| *procedure != summary.procedure));
        }
    }
    Err(Declined("the proof by bounded search cannot be told as a short program".into()))
}

/// What is tried, in order: rounds, and where summaries come from.
fn attempts() -> impl Iterator<Item = (u32, Source)> {
    let few = |source| FEW.map(|rounds| (rounds, source));
    let many = MANY.into_iter().flat_map(|rounds| [(rounds, Source::Inference), (rounds, Source::None)]);
    few(Source::None).into_iter().chain(few(Source::Inference)).chain([(0, Source::Run)]).chain(many)
}

/// Where summaries come from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    None,
    /// Contracts and Houdini.
    Inference,
    /// A run of the program, which tells what some calls give back.
    Run,
}

fn found(rounds: u32, summaries: usize) -> String {
    let many = |n: usize, one: &str, more: &str| format!("{n} {}", if n == 1 { one } else { more });
    let rounds = many(rounds as usize, "round", "rounds");
    if summaries == 0 { rounds } else { format!("{rounds}, {}", many(summaries, "summary", "summaries")) }
}

/// Bounded search as far as its certificates go.
pub struct Searched;

impl Engine for Searched {
    fn name(&self) -> &'static str {
        BOUNDED
    }

    fn answer(&self, _: &Question, _: &mut dyn Oracle, _: &Budget) -> Answered {
        Answered::free(Answer::Declined(Declined("it is asked first of all".into())))
    }

    fn rebuilt(&self, question: &Question, told: &Certificate) -> Result<Certificate, Declined> {
        let rounds = match &told.parameters[..] {
            [(name, value)] if name == ROUNDS => value.parse().ok(),
            _ => None,
        };
        let rounds = rounds.ok_or_else(|| Declined("no number of rounds".into()))?;
        let invariants = told.invariants.iter().map(written).collect::<Result<_, _>>()?;
        Unrolled::of(question)?.certificate(rounds, invariants)
    }
}

/// The program behind the passes.
struct Unrolled {
    prepared: Prepared,
    /// The number of the group of procedures that call each other, and whether they do.
    groups: FxHashMap<String, (usize, bool)>,
    entry: String,
}

impl Unrolled {
    fn of(question: &Question) -> Result<Unrolled, Declined> {
        if is_concurrent(question.program, question.entry) {
            return Err(Declined("a program with threads".into()));
        }
        let mut prepared = pipeline::prepare(question.program.clone(), question.entry);
        if prepared.effect == Effect::Under {
            return Err(Declined("a program whose executions are not all kept".into()));
        }
        let called = reachable(&prepared.program, prepared.entry);
        if called.iter().any(|&p| prepared.program.procs.iter().any(|q| q.implements == Some(p))) {
            return Err(Declined("several implementations".into()));
        }
        Names::unique(&mut prepared.program);
        let program = &prepared.program;
        let direct = callees(program);
        let mut groups = FxHashMap::default();
        for (number, group) in bottom_up(program).into_iter().enumerate() {
            let recursive = group.len() > 1 || direct[group[0]].contains(&group[0]);
            for proc in group {
                groups.insert(program.procs[proc].name.to_string(), (number, recursive));
            }
        }
        let entry = program.procs[prepared.entry].name.to_string();
        Ok(Unrolled { prepared, groups, entry })
    }

    fn is_recursive(&self) -> bool {
        self.groups.values().any(|(_, recursive)| *recursive)
    }

    /// Postconditions that hold of calls in one run.
    fn tabulated(&self, budget: &Budget) -> Vec<Invariant> {
        if !self.is_recursive() {
            return Vec::new();
        }
        let Prepared { program, entry, error, .. } = &self.prepared;
        let mut program = program.clone();
        let live = liveness(&program, *entry, &[*error]);
        let is_recursive =
            |proc| self.groups.get(&*self.prepared.program.procs[proc].name).is_some_and(|group| group.1);
        let clauses = tabulated::clauses(&mut program, *entry, &live, &is_recursive, budget);
        self.written(&program, clauses)
    }

    /// Postconditions that hold: what contracts say and what Houdini finds.
    fn inferred(&self, how: &How, budget: &Budget) -> Vec<Invariant> {
        let Prepared { program, entry, error, .. } = &self.prepared;
        let mut program = program.clone();
        let live = liveness(&program, *entry, &[*error]);
        let given = self.given(&mut program);
        let (solver, jobs, scope) = (how.solver.clone(), how.jobs, Scope::Everything);
        let task = Task { entry: *entry, error: *error, live: &live, scope, solver, units: UNITS, jobs, budget };
        let inferred = summaries::summarise(&mut program, &task);
        self.written(&program, given.into_iter().chain(inferred.clauses))
    }

    /// Postconditions as the certificate has them.
    fn written(&self, program: &Program, clauses: impl IntoIterator<Item = (ProcId, ExprId)>) -> Vec<Invariant> {
        let written = |(proc, clause): (ProcId, ExprId)| Invariant {
            procedure: program.procs[proc].name.to_string(),
            place: InvariantPlace::Ensures,
            formula: unresolve_expr(program, clause, Span::NONE).to_string(),
        };
        clauses.into_iter().map(written).filter(|invariant| invariant.procedure != self.entry).collect()
    }

    /// What contracts say of returns without a violation.
    fn given(&self, program: &mut Program) -> Vec<(ProcId, ExprId)> {
        let raised = program.var_expr(self.prepared.error);
        let modified = mod_sets(program);
        let mut clauses = Vec::new();
        for proc in program.procs.ids() {
            let fails = modified[proc].contains(&self.prepared.error);
            for clause in program.procs[proc].ensures.clone() {
                let said = if fails { program.exprs.or(&[raised, clause.expr]) } else { clause.expr };
                clauses.push((proc, said));
            }
        }
        clauses
    }

    /// The certificate of so many rounds, with summaries beyond.
    fn certificate(&self, rounds: u32, invariants: Vec<Invariant>) -> Result<Certificate, Declined> {
        Ok(Certificate {
            engine: BOUNDED.into(),
            method: "bounded search".into(),
            found: found(rounds, invariants.len()),
            lemma: LEMMA.into(),
            parameters: vec![(ROUNDS.to_string(), rounds.to_string())],
            obligations: vec![self.obligation(rounds, &invariants)?],
            invariants,
            ..Certificate::default()
        })
    }

    /// The program in that many rounds, with summaries beyond. Errors: it is too large, or something is not of the program.
    fn obligation(&self, rounds: u32, summaries: &[Invariant]) -> Result<Obligation, Declined> {
        let mut program = self.prepared.program.clone();
        strip(&mut program, self.prepared.entry);
        program.procs.iter_mut().for_each(|proc| proc.ensures.clear());
        if self.prepared.can_fail {
            let entry = &mut program.procs[self.prepared.entry];
            let (attrs, span) = (Attributes::from([]), entry.span);
            let raised = program.var_expr(self.prepared.error);
            let expr = program.exprs.not(raised);
            program.procs[self.prepared.entry].ensures.push(Clause { free: false, expr, attrs, span });
        }
        let mut tree = named(&program)?;
        for summary in summaries.iter().rev() {
            // What has no body is not verified.
            let proc = program.proc_by_name(&summary.procedure).filter(|&p| program.procs[p].body.is_some());
            if summary.place != InvariantPlace::Ensures || summary.procedure == self.entry || proc.is_none() {
                return Err(Declined(format!("no summary: {} of {}", summary.place, summary.procedure)));
            }
            attach(&mut tree, summary, &self.entry)?;
        }
        let levels = Levels { groups: &self.groups, rounds };
        let decls = std::mem::take(&mut tree.decls);
        let (procedures, others): (Vec<Decl>, Vec<Decl>) =
            decls.into_iter().partition(|decl| matches!(decl, Decl::Procedure(_)));
        let procedures: Vec<ast::ProcedureDecl> = procedures
            .into_iter()
            .filter_map(|decl| match decl {
                Decl::Procedure(p) => Some(p),
                _ => None,
            })
            .collect();
        levels.check_size(&procedures, &self.entry)?;
        tree.decls = others;
        tree.decls.extend(levels.unroll(procedures, &self.entry).into_iter().map(Decl::Procedure));
        Ok(Obligation { name: "program".into(), text: inlined(&tree.to_string(), &self.entry)? })
    }
}

/// Inlines the copies, and takes away what nobody calls any more.
fn inlined(text: &str, entry: &str) -> Result<String, Declined> {
    let mut sources = SourceMap::default();
    let file = sources.add("unrolled".into(), text.into());
    let program = elaborate_beside_triggers(&sources, &[file], &mut Stats::default());
    let (program, _) = program.map_err(|all| Declined(all.iter().map(|d| d.render(&sources)).collect()))?;
    let entry = program.proc_by_name(entry).ok_or_else(|| Declined("there is no entry".into()))?;
    let step = inline::run(program, entry, LARGEST as usize).ok_or_else(too_large)?;
    let mut program = step.program;
    cut_short(&mut program, entry);
    let called = reachable(&program, entry);
    for id in program.procs.ids().filter(|id| !called.contains(id)) {
        program.procs[id].body = None;
    }
    if let Some(body) = &mut program.procs[entry].body {
        body.locals.iter().for_each(|&var| program.vars[var].name = own_name(&program.vars[var].name));
        body.blocks.iter_mut().for_each(|block| block.name = own_name(&block.name));
    }
    Names::unique(&mut program);
    let names: FxHashSet<Name> = called.into_iter().map(|proc| program.procs[proc].name.clone()).collect();
    let mut tree = unresolve(&program);
    tree.decls.retain(|decl| !matches!(decl, Decl::Procedure(p) if !names.contains(&*p.name.name)));
    Ok(tree.to_string())
}

/// `x` of `f#1_f#2_x`: what is inlined has the names of all that is around it.
fn own_name(name: &str) -> Name {
    let digit = |c: char| c.is_ascii_digit();
    let copies = name.split('#').rev().filter_map(|part| part.trim_start_matches(digit).strip_prefix('_'));
    copies.into_iter().find(|own| !own.is_empty()).unwrap_or(name).into()
}

/// Where constants decide which way the entry goes, the other ways are said to be none: an assertion that nobody comes there
/// takes their place. So rounds of a loop with a constant trip count are as many as they are.
fn cut_short(program: &mut Program, entry: ProcId) {
    let arrived = arrived_at(program, entry);
    let never = program.exprs.bool(false);
    let Some(body) = &mut program.procs[entry].body else { return };
    for id in body.blocks.ids().filter(|id| !arrived[*id]) {
        let block = &mut body.blocks[id];
        block.cmds = vec![Cmd::new(CmdKind::Assert(never, AssertKind::Assert), block.span)];
        block.transfer = Transfer::Return;
    }
    drop_unreachable(body);
    // Readers of the text, Boogie among them, are slow with many blocks.
    join_blocks(body);
}

fn too_large() -> Declined {
    Declined("the program is too large with all that is inlined".into())
}

/// Takes away what is written out by now, and the bodies of what is never called.
fn strip(program: &mut Program, entry: ProcId) {
    let none = Attributes::from([]);
    let called = reachable(program, entry);
    let modified = mod_sets(program);
    for id in program.procs.ids() {
        let proc = &mut program.procs[id];
        proc.requires.clear();
        proc.attrs = none.clone();
        proc.modifies.clone_from(&modified[id]);
        if !called.contains(&id) {
            proc.body = None;
        }
        for cmd in proc.body.iter_mut().flat_map(|body| body.cmds_mut()) {
            cmd.attrs = none.clone();
        }
    }
    for var in program.vars.iter_mut() {
        var.where_clause = None;
        var.attrs = none.clone();
    }
}

/// Copies of procedures, one for each round.
struct Levels<'a> {
    groups: &'a FxHashMap<String, (usize, bool)>,
    rounds: u32,
}

impl Levels<'_> {
    /// The copy that a call means, from a copy of that level; 0: the procedure itself, with its summaries.
    fn level(&self, caller: &str, level: u32, callee: &str) -> u32 {
        let (Some(&(from, _)), Some(&(to, recursive))) = (self.groups.get(caller), self.groups.get(callee)) else {
            return 0;
        };
        match (from == to, recursive) {
            (true, _) if level < self.rounds => level + 1,
            (true, _) => 0,
            (false, true) => self.rounds.min(1),
            (false, false) => 1,
        }
    }

    /// How many copies there are.
    fn copies(&self, name: &str) -> u32 {
        match self.groups.get(name) {
            Some((_, true)) => self.rounds,
            _ => 1,
        }
    }

    fn unroll(&self, procedures: Vec<ast::ProcedureDecl>, entry: &str) -> Vec<ast::ProcedureDecl> {
        let small = |p: &ast::ProcedureDecl| {
            p.body.as_ref().is_some_and(|body| body.stmts.len() <= SMALL && calls(body).next().is_none())
        };
        let small: Vec<String> = procedures.iter().filter(|p| small(p)).map(|p| p.name.name.to_string()).collect();
        let mut all = Vec::new();
        for procedure in procedures {
            let name = procedure.name.name.to_string();
            if name == entry {
                all.push(copy(&procedure, &|callee| self.level(&name, 0, callee)));
                continue;
            }
            for level in 1..=self.copies(&name) {
                if procedure.body.is_none() {
                    break;
                }
                let mut copy = copy(&procedure, &|callee| self.level(&name, level, callee));
                copy.specs.retain(|spec| !matches!(spec, Spec::Ensures { .. }));
                copy.name.name = format!("{name}#{level}").into();
                all.push(copy);
            }
            let has_summary = procedure.specs.iter().any(|spec| matches!(spec, Spec::Ensures { .. }));
            let mut itself = copy(&procedure, &|callee| u32::from(small.iter().any(|s| s == callee)));
            if !has_summary {
                itself.body = None;
            }
            all.push(itself);
        }
        all
    }

    /// Whether all that is inlined in the entry is not too much. Callees come before callers, and later rounds before
    /// earlier ones.
    fn check_size(&self, procedures: &[ast::ProcedureDecl], entry: &str) -> Result<(), Declined> {
        let mut by_group: Vec<&ast::ProcedureDecl> = procedures.iter().collect();
        by_group.sort_by_key(|p| self.groups.get(&*p.name.name).map_or(0, |group| group.0));
        let mut sizes: FxHashMap<(&str, u32), u64> = FxHashMap::default();
        let mut text = 0;
        for group in by_group.chunk_by(|a, b| self.groups.get(&*a.name.name) == self.groups.get(&*b.name.name)) {
            let most = group.iter().map(|p| self.copies(&p.name.name)).max().unwrap_or(1);
            for level in (1..=most).rev() {
                for procedure in group {
                    let Some(body) = &procedure.body else { continue };
                    let name = &*procedure.name.name;
                    let inside = calls(body).map(|callee| {
                        let called = self.level(name, level, callee);
                        sizes.get(&(callee, called)).copied().unwrap_or(0)
                    });
                    let size = inside.fold(body.stmts.len() as u64, u64::saturating_add);
                    sizes.insert((name, level), size);
                    text += body.stmts.len() as u64;
                }
                if text > LARGEST {
                    return Err(too_large());
                }
            }
        }
        let inlined = sizes.get(&(entry, 1)).copied().unwrap_or(0);
        if inlined > LARGEST { Err(too_large()) } else { Ok(()) }
    }
}

/// A procedure whose calls mean copies of that level.
fn copy(of: &ast::ProcedureDecl, level: &dyn Fn(&str) -> u32) -> ast::ProcedureDecl {
    let mut copy = of.clone();
    for stmt in copy.body.iter_mut().flat_map(|body| &mut body.stmts) {
        if let StmtKind::Call(call) = &mut stmt.kind {
            let level = level(&call.callee.name);
            if level > 0 {
                call.callee.name = format!("{}#{level}", call.callee.name).into();
            }
        }
    }
    copy
}

fn calls(body: &ast::Body) -> impl Iterator<Item = &str> {
    body.stmts.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Call(call) => Some(&*call.callee.name),
        _ => None,
    })
}
