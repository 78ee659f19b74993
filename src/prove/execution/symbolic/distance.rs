//! How far control is from what is not covered, in blocks: on the way through calls, and behind the end of what is active. No condition is
//! looked at. After KLEE's search by the distance to uncovered instructions.

use rustc_hash::FxHashMap;

use super::state::{Frame, State};
use crate::base::ids::{BlockId, ProcId};
use crate::ir::cover::Places;
use crate::ir::{Body, Cmd, Program, Transfer};

/// What nothing reaches.
const FAR: u32 = 1 << 20;

pub struct Distances {
    /// From the beginning of blocks to what is not covered.
    goal: FxHashMap<(ProcId, BlockId), u32>,
    /// To the end of the procedure.
    end: FxHashMap<(ProcId, BlockId), u32>,
}

impl Distances {
    /// `reached`: what is covered, of what stands at these places.
    pub fn new(program: &Program, places: &Places, reached: &[bool]) -> Distances {
        let mut distances = Distances { goal: FxHashMap::default(), end: FxHashMap::default() };
        let bodies = || program.procs.iter_enumerated().filter_map(|(id, proc)| Some((id, proc.body.as_ref()?)));
        loop {
            let mut is_done = true;
            for (proc, body) in bodies() {
                for block in body.blocks.ids().rev() {
                    let goal = distances.from(program, (places, reached), (proc, body, block), 0);
                    let end = match &body.blocks[block].transfer {
                        Transfer::Goto(targets) => 1 + distances.least(&distances.end, proc, targets),
                        _ => 0,
                    };
                    for (map, new) in [(&mut distances.goal, goal), (&mut distances.end, end)] {
                        let old = map.entry((proc, block)).or_insert(FAR);
                        if new < *old {
                            *old = new;
                            is_done = false;
                        }
                    }
                }
            }
            if is_done {
                return distances;
            }
        }
    }

    fn least(&self, map: &FxHashMap<(ProcId, BlockId), u32>, proc: ProcId, targets: &[BlockId]) -> u32 {
        targets.iter().filter_map(|&target| map.get(&(proc, target))).copied().min().unwrap_or(FAR)
    }

    /// From a command of a block on.
    fn from(
        &self,
        program: &Program,
        (places, reached): (&Places, &[bool]),
        (proc, body, block): (ProcId, &Body, BlockId),
        next: usize,
    ) -> u32 {
        let cmds = &body.blocks[block].cmds;
        let through = |(at, cmd): (usize, &Cmd)| {
            if let Some(&goal) = places.get(&(proc, block, at)) {
                return (!reached[goal]).then_some(0);
            }
            let callee = cmd.callee()?;
            let entry = program.procs[callee].body.as_ref()?.entry;
            Some(1 + self.goal.get(&(callee, entry)).copied().unwrap_or(FAR))
        };
        let own = cmds.iter().enumerate().skip(next).filter_map(through).min().unwrap_or(FAR);
        let beyond = match &body.blocks[block].transfer {
            Transfer::Goto(targets) => 1 + self.least(&self.goal, proc, targets),
            _ => FAR,
        };
        own.min(beyond).min(FAR)
    }

    /// That of a path.
    pub fn of(&self, program: &Program, known: (&Places, &[bool]), state: &State<'_>) -> u32 {
        let (mut best, mut left) = (FAR, 0);
        for &Frame { proc, body, block, next, .. } in state.frames.iter().rev() {
            best = best.min(left + self.from(program, known, (proc, body, block), next));
            left += 1 + self.end.get(&(proc, block)).copied().unwrap_or(FAR);
            if left >= best {
                break;
            }
        }
        best
    }
}
