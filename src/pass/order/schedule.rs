//! From the values of a model to the interleaving that it describes.
//!
//! Each thread has a list of all that it may do, in the order of its program, with the conditions under which it does
//! it. Its segments have times; all segments in the order of these, and of threads where times are equal, are the
//! execution. It ends at the first failure.

use rustc_hash::FxHashMap;

use crate::base::ids::{BlockId, ProcId, VarId};
use crate::verdict::{Decision, Value};

/// Where a trace tells whether something holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source {
    Constant(bool),
    Var(VarId),
    Not(VarId),
}

/// What a thread may do.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub when: Source,
    pub step: Step,
}

#[derive(Clone, Debug)]
pub(super) enum Step {
    Goto {
        proc: ProcId,
        block: BlockId,
        target: BlockId,
    },
    /// A variable gets the value of another one.
    Value {
        var: VarId,
        from: VarId,
    },
    /// A procedure is entered; its variables begin with the values of that list.
    Initial(usize),
    /// Others may run, but do not.
    Stay,
    /// Others may run; it goes on at a time that a variable tells.
    Segment {
        clock: VarId,
    },
    Spawn {
        child: usize,
    },
    Fail,
}

/// All that threads may do.
#[derive(Clone, Debug, Default)]
pub struct Order {
    pub(super) threads: Vec<Vec<Entry>>,
    pub(super) lists: Vec<Vec<(VarId, VarId)>>,
}

/// What a thread does between two places where others may run.
struct Segment<'a> {
    time: num_bigint::BigInt,
    thread: usize,
    steps: Vec<&'a Step>,
}

impl Order {
    pub fn is_empty(&self) -> bool {
        self.threads.is_empty()
    }

    /// The decisions of the program with threads.
    pub fn in_time(&self, decisions: &[Decision]) -> Vec<Decision> {
        let value = |decision: &Decision| match decision {
            Decision::Value { var, value } | Decision::Initial { var, value } => Some((*var, value.clone())),
            _ => None,
        };
        let values: FxHashMap<VarId, Value> = decisions.iter().filter_map(value).collect();
        let mut segments: Vec<Segment> =
            self.threads.iter().enumerate().flat_map(|(thread, entries)| segments(thread, entries, &values)).collect();
        segments.sort_by(|a, b| (&a.time, a.thread).cmp(&(&b.time, b.thread)));
        let mut numbers = vec![0; self.threads.len()];
        let mut spawned = 0;
        let next: Vec<usize> = segments.iter().skip(1).map(|segment| segment.thread).collect();
        let mut told = Vec::new();
        for (index, segment) in segments.iter().enumerate() {
            for step in &segment.steps {
                match step {
                    Step::Goto { proc, block, target } => {
                        told.push(Decision::Goto { proc: *proc, block: *block, target: *target });
                    }
                    Step::Value { var, from } => {
                        told.extend(values.get(from).map(|value| Decision::Value { var: *var, value: value.clone() }));
                    }
                    Step::Initial(list) => {
                        let known = |&(var, from): &(VarId, VarId)| {
                            Some(Decision::Initial { var, value: values.get(&from)?.clone() })
                        };
                        told.extend(self.lists[*list].iter().filter_map(known));
                    }
                    Step::Stay => told.push(Decision::Turn { thread: numbers[segment.thread] }),
                    Step::Segment { .. } => {}
                    Step::Spawn { child } => {
                        spawned += 1;
                        numbers[*child] = spawned;
                    }
                    Step::Fail => return told,
                }
            }
            told.extend(next.get(index).map(|&thread| Decision::Turn { thread: numbers[thread] }));
        }
        told
    }
}

/// What a thread does in this model.
fn segments<'a>(thread: usize, entries: &'a [Entry], values: &FxHashMap<VarId, Value>) -> Vec<Segment<'a>> {
    let is_true = |var: &VarId| values.get(var) == Some(&Value::Bool(true));
    let holds = |source: &Source| match source {
        Source::Constant(value) => *value,
        Source::Var(var) => is_true(var),
        Source::Not(var) => !is_true(var),
    };
    let mut all = Vec::new();
    let mut now = (thread == 0).then(|| Segment { time: (-1).into(), thread, steps: Vec::new() });
    for Entry { when, step } in entries {
        if !holds(when) {
            continue;
        }
        if let Step::Segment { clock } = step {
            all.extend(now.take());
            let time = match values.get(clock) {
                Some(Value::Int(time)) => time.clone(),
                _ => 0.into(),
            };
            now = Some(Segment { time, thread, steps: Vec::new() });
        } else if let Some(now) = &mut now {
            now.steps.push(step);
        }
    }
    all.extend(now);
    all
}
