//! The oracle of the engines: answers their queries with bounded search, modular verification and Houdini, and writes
//! each down as a program that `rmt` runs again.

use std::io;
use std::path::{Path, PathBuf};

use crate::base::budget::Budget;
use crate::base::ids::ProcId;
use crate::base::stats::Stats;
use crate::engine::{Because, Fallen, Guesses, Kept, Oracle};
use crate::infer::houdini::{self, Refutation};
use crate::infer::{modular, verify_all};
use crate::ir::unresolve::unresolve;
use crate::ir::{Attr, Attribute, AttributeValue, Program};
use crate::reach;
use crate::smt::Settings;
use crate::verdict::verification::Verification;
use crate::verdict::{Bound, Execution, Verdict};

/// The queries of one engine.
pub struct Desk<'a> {
    engine: &'static str,
    solver: &'a Settings,
    jobs: usize,
    /// Where queries are written.
    folder: Option<&'a Path>,
    asked: usize,
    pub stats: Stats,
    /// A query that could not be written.
    pub unwritten: Option<(PathBuf, io::Error)>,
}

impl<'a> Desk<'a> {
    pub fn new(engine: &'static str, solver: &'a Settings, jobs: usize, folder: Option<&'a Path>) -> Desk<'a> {
        Desk { engine, solver, jobs, folder, asked: 0, stats: Stats::default(), unwritten: None }
    }

    /// Writes a query, with the command that asks it again on its first line.
    fn write(&mut self, command: &str, name: &str, program: &Program) {
        self.asked += 1;
        let Some(folder) = self.folder else { return };
        let path = folder.join(format!("{}-{}-{name}.bpl", self.engine, self.asked));
        let text = format!("// rmt {command} {}\n{}", path.display(), unresolve(program));
        if let Err(error) = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, text)) {
            self.unwritten.get_or_insert((path, error));
        }
    }
}

impl Oracle for Desk<'_> {
    fn reach(
        &mut self,
        name: &str,
        program: &Program,
        entry: ProcId,
        bound: Bound,
        budget: &Budget,
    ) -> Verdict<Execution> {
        let Bound(rounds) = bound;
        self.write(&format!("check --bound {rounds} --entry {}", program.procs[entry].name), name, program);
        let config = reach::Config { bound: Some(bound), solver: self.solver.clone(), ..reach::Config::default() };
        let checked = super::check(program, entry, &config, budget, false, &mut |_| {});
        self.stats.merge(&checked.stats);
        checked.verdict
    }

    fn verify(&mut self, name: &str, program: &Program, budget: &Budget) -> Vec<Verification> {
        self.write("verify", name, program);
        // One finding says that there is no proof.
        let verified = verify_all(program, self.solver, self.jobs, Some(1), budget);
        for one in &verified {
            self.stats.merge(&one.stats);
        }
        verified.into_iter().map(|v| v.verification).collect()
    }

    fn houdini(&mut self, name: &str, program: &Program, guesses: &Guesses, budget: &Budget) -> Kept {
        if self.folder.is_some() {
            self.write("houdini", name, &with_marked_guards(program, guesses));
        }
        let modular = modular::Config::default();
        let budget = budget.shared_by(self.jobs);
        let inferred = houdini::infer(&houdini::Task {
            program,
            procs: &modular::to_verify(program, &modular),
            guards: &guesses.guards,
            implied: &guesses.implied,
            modular,
            // What is kept is verified, and a guess that needs all of what is deferred is not worth the time.
            solver: Settings { never_deferred: true, ..self.solver.clone() },
            jobs: self.jobs,
            budget: &|_| budget.scope(),
        });
        self.stats.merge(&inferred.stats);
        let fallen = inferred.fallen.into_iter().map(|one| Fallen {
            guard: one.guard,
            proc: one.proc,
            because: match one.refutation {
                Refutation::Model => Because::Refuted,
                Refutation::Undecided(_) => Because::Undecided,
                Refutation::TooHard => Because::TooHard,
                Refutation::Stopped(_) => Because::Stopped,
            },
        });
        Kept { fallen: fallen.collect(), survivors: inferred.survivors }
    }
}

/// The program with `{:existential true}` on the guards, by which `rmt houdini` knows them.
fn with_marked_guards(program: &Program, guesses: &Guesses) -> Program {
    let mut program = program.clone();
    let yes = program.exprs.bool(true);
    let mark = Attribute::with(Attr::Existential, vec![AttributeValue::Expr(yes)]);
    for &guard in &guesses.guards {
        let attrs = &program.vars[guard].attrs;
        if !attrs.iter().any(|a| a.name == mark.name) {
            program.vars[guard].attrs = attrs.iter().cloned().chain([mark.clone()]).collect();
        }
    }
    program
}
