//! Whether what was found holds of runs of the program: a second opinion about what states and kinds mean.
//!
//! ```text
//! t := $next; $next := $next + K; $site := $site[t := 7];    run with drawn inputs; at each loop head:
//! one of the states says what variables and the objects they point to hold, and all other objects are of one of the kinds
//! ```
//!
//! Nothing of the abstract steps is used: a run is one of the interpreter, and edges are counted in its heap
//! ([`super::heaps`]). Programs with threads are run under many schedules ([`super::interleavings`]).

use rustc_hash::FxHashMap;

use super::explore::Explored;
use super::heaps::Run;
use super::notes::{ENOUGH, RARE, Sampled, Unforeseen, VISITS, by_block, drawn, noted};
use super::state::State;
use super::subject::Subject;
use crate::base::budget::Budget;
use crate::base::ids::{BlockId, VarId};
use crate::interp::draws::below;
use crate::interp::machine::{At, End};
use crate::interp::run::{Inputs, run};
use crate::interp::{Evaluator, Interpretation};
use crate::ir::Program;
use crate::verdict::Value as Concrete;

/// Runs, and commands of one.
const RUNS: u64 = 250;
const LONGEST: u64 = 6_000;

/// Runs a program of one thread. `Err`: a heap that the states and kinds do not describe, or a violation.
pub fn alone(subject: &Subject, explored: &Explored, budget: &Budget) -> Result<Sampled, Unforeseen> {
    let (program, entry, site) = noted(subject);
    let by_block = by_block(subject, explored);
    let mut sampled = Sampled::default();
    for number in 0..RUNS {
        let mut draws = Draws {
            subject,
            explored,
            by_block: &by_block,
            program: &program,
            site,
            rare: RARE[number as usize % RARE.len()],
            random: 0x9e37_79b9_7f4a_7c15 ^ (number + 1),
            visits: FxHashMap::default(),
            sampled,
            fault: None,
        };
        let ran = run(&program, entry, &mut draws, Interpretation::default(), LONGEST, budget);
        sampled = draws.sampled;
        if let Some(fault) = draws.fault {
            return Err(Unforeseen(fault));
        }
        if let End::Violated { .. } = ran.end {
            return Err(Unforeseen("a run violates an assertion".into()));
        }
        if matches!(ran.end, End::Stopped(_)) || sampled.heaps >= ENOUGH {
            break;
        }
    }
    Ok(sampled)
}

struct Draws<'a> {
    subject: &'a Subject,
    explored: &'a Explored,
    by_block: &'a FxHashMap<BlockId, Vec<&'a State>>,
    program: &'a Program,
    site: VarId,
    rare: usize,
    random: u64,
    visits: FxHashMap<BlockId, u32>,
    sampled: Sampled,
    fault: Option<String>,
}

impl Inputs for Draws<'_> {
    fn value(&mut self, var: VarId) -> Option<Concrete> {
        drawn(self.program, var, &mut self.random, self.rare)
    }

    fn choose(&mut self, _: At, open: &[BlockId]) -> usize {
        // An allocation that fails is the first of two ways.
        if below(&mut self.random, self.rare) == 0 { 0 } else { 1 + below(&mut self.random, open.len() - 1) }
    }

    fn visit(&mut self, eval: &Evaluator<'_>, at: At) {
        let visits = self.visits.entry(at.block).or_default();
        *visits += 1;
        if self.fault.is_some() || *visits > VISITS || !self.subject.point(at.block).cut {
            return;
        }
        let Some(run) = Run::new(self.subject, eval, self.site, at.block) else { return };
        let states = self.by_block.get(&at.block).map_or(&[][..], |states| states);
        let alike: Vec<&&State> = states.iter().filter(|state| run.is_described(state)).collect();
        match alike.iter().find_map(|state| run.others(state, self.explored, at.block).ok()) {
            Some(objects) => {
                self.sampled.heaps += 1;
                self.sampled.objects += objects;
            }
            None => {
                let why = alike.iter().find_map(|state| run.others(state, self.explored, at.block).err());
                let why = why.map_or_else(|| "no state is like it".into(), |unforeseen| unforeseen.0);
                self.fault = Some(format!("a heap is met that was not foreseen: {why}"));
            }
        }
    }
}
