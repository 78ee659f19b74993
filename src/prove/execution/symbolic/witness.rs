//! A path with inputs: the execution that it stands for.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::super::given::{Given, Run};
use super::model::Model;
use super::state::{Count, Event, History, Past, State};
use super::term::{Node, Terms};
use crate::base::budget::Budget;
use crate::base::ids::{BlockId, ProcId};
use crate::interp::passed::Passed;
use crate::ir::Program;
use crate::ir::cover::Goals;
use crate::verdict::Value;

/// Runs a path, so many commands at the latest. `goals`: to be told what it passes of them. Where the path has not
/// ended, it goes on with any inputs, as far as the program leaves it no choice.
pub fn run<'g>(
    (program, entry): (&Program, ProcId),
    terms: &Terms,
    state: &State<'_>,
    goals: Option<&'g Goals>,
    longest: u64,
    budget: &Budget,
) -> Run<'g> {
    let mut given = Given::default();
    given.passed = goals.map(|goals| Passed::new(goals, program, entry));
    for (input, value) in state.model.told() {
        let int = || Value::Int(value.into());
        match *terms.node(input) {
            Node::Input(n) => drop(given.values.insert((n, false), int())),
            Node::Truth(n) => drop(given.values.insert((n, true), Value::Bool(value == 1))),
            Node::Cell(n, at) => given.cells.entry((n, false)).or_default().push((at, int())),
            Node::TruthCell(n, at) => given.cells.entry((n, true)).or_default().push((at, Value::Bool(value == 1))),
            _ => {}
        }
    }
    if let Some(recalled) = recalled(terms, state) {
        (given.picks, given.inputs) = (recalled.picks, recalled.inputs);
    }
    given.run((program, entry), longest, budget)
}

/// What an execution along a path reaches in order.
#[derive(Default)]
struct Recalled {
    inputs: Vec<u32>,
    picks: FxHashMap<u64, BlockId>,
    /// Branches on the execution.
    branches: u64,
    /// How many of both the path counts.
    counted: Count,
}

/// Of the ways that were merged on a path, the execution goes along those whose guards hold.
fn recalled(terms: &Terms, state: &State) -> Option<Recalled> {
    let mut recalled = Recalled::default();
    recalled.along(terms, &state.model, &state.history, None)?;
    recalled.until(state.count());
    Some(recalled)
}

impl Recalled {
    /// What happened on a path since another event.
    fn along(&mut self, terms: &Terms, model: &Model, history: &History, since: Option<&Rc<Past>>) -> Option<()> {
        let mut events = Vec::new();
        let mut at = history.as_ref();
        while let Some(past) = at.filter(|past| since.is_none_or(|since| !Rc::ptr_eq(past, since))) {
            events.push(past);
            at = past.before.as_ref();
        }
        for past in events.into_iter().rev() {
            match &past.event {
                Event::Pick { branches, target } => {
                    let branches = self.branches + (branches - self.counted.branches);
                    self.picks.insert(branches, *target);
                }
                Event::Merge { parted, ways, merged } => {
                    self.until(*parted);
                    let way = ways.iter().find(|way| model.satisfies(terms, way.guard))?;
                    self.along(terms, model, &way.history, past.before.as_ref())?;
                    self.until(way.end);
                    self.counted = *merged;
                }
            }
        }
        Some(())
    }

    fn until(&mut self, count: Count) {
        self.inputs.extend(self.counted.opened..count.opened);
        self.branches += count.branches - self.counted.branches;
        self.counted = count;
    }
}
