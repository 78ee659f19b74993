//! All procedures of a program, several at a time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::goals::{Grouping, split_all};
use super::modular::{self, Isolated};
use super::procedure::{Config, Examined, verify_procedure};
use super::smoke;
use crate::base::budget::Budget;
use crate::base::ids::ProcId;
use crate::base::workers;
use crate::ir::Program;
use crate::vc::vocabulary::Vocabulary;
use crate::verdict::Why;

/// What is to be done.
pub struct Task<'a> {
    /// The program that verdicts are about.
    pub program: &'a Program,
    /// Which procedures: a part of [`modular::to_verify`], in order.
    pub procs: &'a [ProcId],
    pub modular: modular::Config,
    pub config: Config,
    /// Look for code that assumptions make unreachable.
    pub smoke: bool,
    /// Procedures at a time.
    pub jobs: usize,
    /// Gives the work on a procedure its budget.
    pub within: &'a Within<'a>,
    /// Called when a procedure is done.
    pub done: &'a (dyn Fn(Progress, &Examined) + Sync),
}

/// Calls what is to be done for a procedure with the budget that it has.
pub type Within<'a> = dyn Fn(ProcId, &mut dyn FnMut(&Budget)) + Sync + 'a;

/// No limits, for [`Task::within`].
pub fn unlimited(_: ProcId, work: &mut dyn FnMut(&Budget)) {
    work(&Budget::unlimited());
}

#[derive(Clone, Copy, Debug)]
pub struct Progress {
    pub done: usize,
    pub all: usize,
}

/// Verifies each procedure by itself; the results are in the order of the procedures, whatever the number of jobs.
pub fn verify(task: &Task) -> Vec<Examined> {
    let Isolated { program: isolated, declined } = modular::isolate(task.program.clone(), task.procs, &task.modular);
    let done = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<Examined>>> = Mutex::new(vec![None; task.procs.len()]);
    let (compiled, split) = split_all(&isolated, task.procs, Grouping::Single);
    let words = Vocabulary::new(&compiled);
    let probes = task.smoke.then(|| smoke::probed(&isolated, task.procs));
    let probes = probes.as_ref().map(|(program, split)| (Vocabulary::new(program), split));
    // Threads that procedures leave over work on parts of one.
    let jobs = (task.jobs / task.procs.len().max(1)).max(1);
    workers::each(
        "verify",
        task.jobs,
        task.procs.len(),
        || (),
        |(), index| {
            let proc = task.procs[index];
            (task.within)(proc, &mut |budget| {
                let mut verified = verify_procedure(&isolated, &words, &split[index], &task.config, (jobs, budget));
                if declined.contains(&proc) {
                    let tangled = "loops with too many entries".into();
                    verified.verification.gave_up = Some(Why::Unsupported(tangled));
                }
                if let Some((words, probes)) = &probes
                    && verified.verification.is_verified()
                {
                    smoke::find_unreachable(&isolated, words, &probes[index], &task.config, &mut verified, budget);
                }
                let now = Progress { done: done.fetch_add(1, Ordering::Relaxed) + 1, all: task.procs.len() };
                (task.done)(now, &verified);
                if let Ok(mut results) = results.lock() {
                    results[index] = Some(verified);
                }
            });
        },
    );
    let results = results.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    results.into_iter().flatten().collect()
}
