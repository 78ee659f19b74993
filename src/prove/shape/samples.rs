//! Whether what was found holds of runs of the program: a second opinion about what states and kinds mean.
//!
//! ```text
//! t := $next; $next := $next + K; $site := $site[t := 7];    run with drawn inputs; at each loop head:
//! one of the states says what variables and the objects they point to hold, and all other objects are of one of the kinds
//! ```
//!
//! Nothing of the abstract steps is used: a run is one of the interpreter, and edges are counted in its heap.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};

use super::explore::Explored;
use super::flow::Flow;
use super::heap::{Cell, Class, FIRST, Key, MANY, Map, ObjId, Object, Out, Value, is_root};
use super::state::State;
use super::subject::Subject;
use crate::base::budget::Budget;
use crate::base::ids::{BlockId, ProcId, VarId};
use crate::interp::draws::below;
use crate::interp::machine::{At, End};
use crate::interp::run::{Inputs, run};
use crate::interp::{Evaluator, Interpretation};
use crate::ir::build::fresh_local;
use crate::ir::{Cmd, CmdKind, Op, Program, Type, TypeTable};
use crate::prove::loops::steps::add;
use crate::verdict::{MapBase, MapValue, Value as Concrete};
use ivl::source::Span;

/// Runs, the heaps that are enough, commands of a run, and how often a loop head is looked at in one.
const RUNS: u64 = 100;
const ENOUGH: u64 = 300;
const LONGEST: u64 = 6_000;
const VISITS: u32 = 20;
/// Of so many numbers, one is zero, and of so many choices, one is the first: by turns, for loops to be short and long.
const RARE: [usize; 3] = [2, 4, 10];

/// What was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sampled {
    /// Heaps at loop heads.
    pub heaps: u64,
    /// Objects that no variable held, in all of them.
    pub objects: u64,
}

/// What was found of a program does not hold of it: what is met.
#[derive(Debug)]
pub struct Unforeseen(pub String);

/// Runs the program. `Err`: a heap that the states and kinds do not describe, or a violation.
pub fn sampled(subject: &Subject, explored: &Explored, budget: &Budget) -> Result<Sampled, Unforeseen> {
    if subject.threads {
        return Ok(Sampled::default());
    }
    let (program, entry, site) = noted(subject);
    let mut by_block: FxHashMap<BlockId, Vec<&State>> = FxHashMap::default();
    for (block, state) in explored.seen.iter().filter(|(block, _)| subject.point(*block).cut) {
        by_block.entry(*block).or_default().push(state);
    }
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

/// The program as one procedure that notes which site each block comes from.
fn noted(subject: &Subject) -> (Program, ProcId, VarId) {
    let (mut program, mut body) = (subject.program.clone(), subject.body.clone());
    let ty = program.types.map(Box::new([TypeTable::INT]), TypeTable::INT);
    let site = fresh_local(&mut program, &mut body, "$site", ty, Span::NONE);
    let mut places: Vec<(BlockId, usize)> = subject.sites.keys().copied().collect();
    places.sort();
    for &(block, at) in places.iter().rev() {
        let Some(var) = body.blocks[block].cmds[at].assigned().next() else { continue };
        let number = program.exprs.int(place_number(&places, (block, at)));
        let args = [program.var_expr(site), program.var_expr(var), number];
        let stored = program.exprs.op(Op::Store, args, ty);
        let note = Cmd::new(CmdKind::Assign(vec![(site, stored)]), Span::NONE);
        body.blocks[block].cmds.insert(at + 1, note);
    }
    add(&mut program, "all".into(), body);
    let entry = program.procs.ids().last().expect("internal: a procedure was added");
    (program, entry, site)
}

fn place_number(places: &[(BlockId, usize)], place: (BlockId, usize)) -> i64 {
    places.binary_search(&place).map_or(-1, |n| n as i64)
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
        match *self.program.types.get(self.program.vars[var].ty) {
            Type::Int if below(&mut self.random, self.rare) == 0 => Some(Concrete::Int(BigInt::ZERO)),
            Type::Int => Some(Concrete::Int(BigInt::from([1, 2, 3, 5, -1][below(&mut self.random, 5)]))),
            Type::Bool => Some(Concrete::Bool(below(&mut self.random, self.rare) == 0)),
            // What nobody has written is no null pointer.
            Type::Map { result: TypeTable::INT, binders: 0, .. } => {
                let base = MapBase::Const(Concrete::Int(BigInt::from(7)));
                Some(Concrete::Map(MapValue { base, entries: BTreeMap::new() }.into()))
            }
            _ => None,
        }
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

/// A block of memory of a run.
struct Block {
    class: Class,
    root: Option<ObjId>,
    is_live: bool,
    is_heap: bool,
    /// Edges into it, by where they come from.
    ins: Vec<(i128, Cell, i64)>,
    /// Paths to it, up to [`MANY`], where those are counted.
    paths: u8,
}

/// The heap of a run, at one moment.
struct Run<'a, 'p> {
    subject: &'a Subject,
    eval: &'a Evaluator<'p>,
    /// By where they begin.
    blocks: BTreeMap<i128, Block>,
    vars: FxHashMap<Map, VarId>,
}

/// What objects in scope and unknown numbers of a state are in a run.
#[derive(Default)]
struct Binding {
    objects: BTreeMap<ObjId, i128>,
    numbers: BTreeMap<u32, i128>,
}

impl Binding {
    fn object(&mut self, object: ObjId, start: i128) -> bool {
        let is_other = self.objects.iter().any(|(&o, &s)| o != object && s == start);
        *self.objects.entry(object).or_insert(start) == start && !is_other
    }
}

fn number(value: &Concrete) -> Option<i128> {
    match value {
        Concrete::Int(n) => i128::try_from(n.clone()).ok(),
        Concrete::Bool(b) => Some(i128::from(*b)),
        _ => None,
    }
}

impl<'a, 'p> Run<'a, 'p> {
    fn new(subject: &'a Subject, eval: &'a Evaluator<'p>, site: VarId, block: BlockId) -> Option<Run<'a, 'p>> {
        let vars = subject.maps.iter().map(|(&var, &map)| (map, var)).collect();
        let mut run = Run { subject, eval, blocks: BTreeMap::new(), vars };
        let next = run.var(subject.next)?;
        let mut places: Vec<(BlockId, usize)> = subject.sites.keys().copied().collect();
        places.sort();
        let mut start = subject.room;
        while start < next {
            let (class, root) = if start < subject.start {
                let number = (start / subject.room - 1) as u32;
                (number as Class, Some(number))
            } else {
                let place = places.get(usize::try_from(run.at(site, start)?).ok()?)?;
                (subject.sites[place].class, subject.sites[place].root)
            };
            let is_live = run.cell(start, (subject.live, 0)) == Some(1);
            let is_heap = subject.heap.is_some_and(|heap| run.cell(start, (heap, 0)) == Some(1));
            run.blocks.insert(start, Block { class, root, is_live, is_heap, ins: Vec::new(), paths: 0 });
            start += subject.room;
        }
        for (&map, &var) in &run.vars.clone() {
            if subject.about.contains(&map) || subject.unread.contains(&map) {
                continue;
            }
            let Ok(Concrete::Map(cells)) = eval.var(var) else { continue };
            for (key, value) in &cells.entries {
                let (Some(from), Some(to)) = (key.first().and_then(number), number(value)) else { continue };
                let (source, target) = (from - from.rem_euclid(subject.room), to - to.rem_euclid(subject.room));
                let is_live = run.blocks.get(&source).is_some_and(|b| b.is_live);
                if let (true, Some(block)) = (is_live, run.blocks.get_mut(&target)) {
                    block.ins.push((source, (map, (from - source) as i64), (to - target) as i64));
                }
            }
        }
        if subject.flow == Flow::Paths {
            run.count_paths(block);
        }
        Some(run)
    }

    /// Blocks in circles, or behind them, keep a number of paths that no state and no kind has.
    fn count_paths(&mut self, head: BlockId) {
        let (uncounted, rootless) = (&self.subject.unflagged, self.subject.rootless());
        let live = self.subject.point(head).live.iter().filter(|var| !self.subject.maps.contains_key(var));
        let held: Vec<i128> = live.filter(|var| rootless.is_root(**var)).filter_map(|&var| self.var(var)).collect();
        let mut counted: BTreeMap<i128, usize> = BTreeMap::new();
        while counted.len() < self.blocks.len() {
            let edges = |block: &Block| -> Vec<i128> {
                let counts = block.ins.iter().filter(|edge| !uncounted.contains(&edge.1.0));
                counts.map(|edge| edge.0).collect()
            };
            let is_next = |(start, block): &(&i128, &Block)| {
                !counted.contains_key(*start) && edges(block).iter().all(|from| counted.contains_key(from))
            };
            let Some((&start, block)) = self.blocks.iter().find(is_next) else { break };
            let roots = held.iter().filter(|n| **n - n.rem_euclid(self.subject.room) == start).count();
            let known: usize = edges(block).iter().map(|from| counted[from]).sum();
            let paths = known + roots + usize::from(block.root.is_some());
            counted.insert(start, paths.min(usize::from(MANY)));
        }
        drop(rootless);
        for (start, block) in &mut self.blocks {
            block.paths = counted.get(start).map_or(u8::MAX, |&paths| paths as u8);
        }
    }

    fn var(&self, var: VarId) -> Option<i128> {
        number(self.eval.var(var).as_ref().ok()?)
    }

    fn at(&self, map: VarId, index: i128) -> Option<i128> {
        let Ok(Concrete::Map(cells)) = self.eval.var(map) else { return None };
        match (cells.entries.get(&vec![Concrete::Int(index.into())]), &cells.base) {
            (Some(value), _) | (None, MapBase::Const(value)) => number(value),
            _ => None,
        }
    }

    fn cell(&self, start: i128, (map, at): Cell) -> Option<i128> {
        self.at(self.vars[&map], start + i128::from(at))
    }

    /// Whether the state says what variables hold, and what is in the objects in scope.
    fn is_described(&self, state: &State) -> bool {
        self.binding(state).is_some()
    }

    fn binding(&self, state: &State) -> Option<Binding> {
        let mut binding = Binding::default();
        for (&start, block) in &self.blocks {
            if let Some(root) = block.root
                && state.heap.objects.contains_key(&root)
            {
                binding.objects.insert(root, start);
            }
        }
        // Addresses in objects that are found later wait.
        for (&var, value) in &state.vars {
            if !self.subject.maps.contains_key(&var) && !self.is(state, &mut binding, value, self.var(var), None) {
                return None;
            }
        }
        let mut done = BTreeSet::new();
        while let Some((&object, &start)) = binding.objects.iter().find(|(o, _)| !done.contains(*o)) {
            done.insert(object);
            let known = &state.heap.objects[&object];
            let block = self.blocks.get(&start)?;
            if known.class != block.class || !self.counts(known, block) {
                return None;
            }
            for (&cell, slot) in &known.slots {
                if !self.is(state, &mut binding, &slot.value, self.cell(start, cell), Some(start)) {
                    return None;
                }
            }
        }
        state.heap.objects.keys().all(|o| binding.objects.contains_key(o)).then_some(binding)
    }

    /// Whether a value is that number. `own`: where the object begins that the cell is in.
    fn is(
        &self,
        state: &State,
        binding: &mut Binding,
        value: &Value,
        concrete: Option<i128>,
        own: Option<i128>,
    ) -> bool {
        let within = |(low, high): super::heap::Range, n: i128| {
            low.is_none_or(|low| low <= n) && high.is_none_or(|high| n <= high)
        };
        let Some(n) = concrete else { return !matches!(value, Value::Num(_) | Value::Ptr(..) | Value::Out(_)) };
        match value {
            Value::Num(m) => *m == n,
            Value::Sym(s) => within(state.ranges[s], n) && *binding.numbers.entry(*s).or_insert(n) == n,
            Value::Within(range) => within(*range, n),
            Value::Ptr(object, at) => {
                let start = n - i128::from(*at);
                self.blocks.contains_key(&start) && binding.object(*object, start)
            }
            Value::Near(object, low, high) => {
                let start = n - n.rem_euclid(self.subject.room);
                let at = (n - start) as i64;
                self.blocks.contains_key(&start) && binding.object(*object, start) && *low <= at && at <= *high
            }
            Value::Own(at) => own.is_some_and(|own| own + i128::from(*at) == n),
            Value::Out(out) => own.is_some_and(|own| self.is_out(out, n, own)),
        }
    }

    /// Whether an address is one in an object of that class, from which that points back.
    fn is_out(&self, out: &Out, n: i128, own: i128) -> bool {
        let start = n - i128::from(out.at);
        let Some(target) = self.blocks.get(&start) else { return false };
        let own = &self.blocks[&own];
        let back: BTreeSet<(Cell, i64)> =
            own.ins.iter().filter(|edge| edge.0 == start).map(|edge| (edge.1, edge.2)).collect();
        target.class == out.class
            && target.root.is_none()
            && (out.loose
                || (out.back.is_subset(&back)
                    && back.iter().all(|edge| out.back.contains(edge) || out.open.contains(&edge.0))))
    }

    /// Whether as many edges come into the block as the counters say. Pointers to a dead block may be forgotten.
    fn counts(&self, known: &Object, block: &Block) -> bool {
        if self.subject.flow == Flow::Paths {
            return block.paths == known.paths || !block.is_live;
        }
        let mut counted: BTreeMap<Key, (usize, bool)> = BTreeMap::new();
        for (key, &count) in &known.ins {
            let entry = counted.entry(Key { flag: false, ..*key }).or_default();
            (entry.0, entry.1) = (entry.0 + usize::from(count), entry.1 | (count == MANY));
        }
        let mut seen: BTreeMap<Key, usize> = BTreeMap::new();
        for &(from, cell, at) in &block.ins {
            *seen.entry(Key { from: self.blocks[&from].class, cell, at, flag: false }).or_default() += 1;
        }
        let keys: BTreeSet<Key> = counted.keys().chain(seen.keys()).copied().collect();
        keys.iter().all(|key| {
            let ((least, open), seen) =
                (counted.get(key).copied().unwrap_or_default(), seen.get(key).copied().unwrap_or(0));
            seen >= least && (seen == least || open || !block.is_live)
        })
    }

    /// How many objects no variable holds; each is of one of the kinds, and none is lost that is not said to be.
    fn others(&self, state: &State, explored: &Explored, head: BlockId) -> Result<u64, Unforeseen> {
        let binding = self.binding(state).ok_or_else(|| Unforeseen("no state is like it".into()))?;
        let in_scope: FxHashSet<i128> = binding.objects.values().copied().collect();
        let mut found = 0;
        for (&start, block) in self.blocks.iter().filter(|(start, _)| !in_scope.contains(*start)) {
            if !block.is_live || block.root.is_some_and(|root| root < FIRST && is_root(root)) {
                continue;
            }
            found += 1;
            if !explored.kinds.iter().any(|(kind, heads)| {
                let is_earlier = |&h: &BlockId| self.subject.point(h).reached[head];
                heads.iter().any(is_earlier) && self.is_of(state, kind, start, block)
            }) {
                let name = super::words::name(self.subject, block.class);
                return Err(Unforeseen(format!("a {name} is of none of the kinds")));
            }
        }
        if !self.is_counted(state) {
            return Err(Unforeseen("the number of blocks is another".into()));
        }
        if self.subject.allocated.is_some() && !state.lost && !self.all_reached(&in_scope) {
            return Err(Unforeseen("a block is lost".into()));
        }
        if !self.has_homes(&binding, state) {
            return Err(Unforeseen("objects of two homes belong together".into()));
        }
        Ok(found)
    }

    /// Whether each object can have a home as the groups and the edges say.
    fn has_homes(&self, binding: &Binding, state: &State) -> bool {
        let homes = self.subject.homes();
        let mut groups: BTreeMap<i128, i128> = self.blocks.keys().map(|&start| (start, start)).collect();
        let mut join = |a: i128, b: i128| {
            if self.blocks[&a].is_live && self.blocks[&b].is_live {
                let (a, b) = (groups[&a], groups[&b]);
                groups.values_mut().filter(|group| **group == b).for_each(|group| *group = a);
            }
        };
        for (&start, block) in &self.blocks {
            for &(from, cell, _) in &block.ins {
                if homes.is_tight(self.blocks[&from].class, cell) {
                    join(from, start);
                }
            }
        }
        for (object, least) in &state.heap.groups {
            if let (Some(&a), Some(&b)) = (binding.objects.get(object), binding.objects.get(least)) {
                join(a, b);
            }
        }
        let heads = self.blocks.iter().filter(|(_, block)| block.is_live && homes.heads.contains(&block.class));
        let mut seen = BTreeSet::new();
        heads.into_iter().all(|(start, _)| seen.insert(groups[start]))
    }

    fn is_of(&self, state: &State, kind: &Object, start: i128, block: &Block) -> bool {
        kind.class == block.class
            && self.counts(kind, block)
            && kind.slots.iter().all(|(&cell, slot)| {
                let concrete = self.cell(start, cell);
                match slot.value {
                    Value::Ptr(root, at) => {
                        let goes = |n: i128| {
                            self.blocks.get(&(n - i128::from(at))).is_some_and(|target| target.root == Some(root))
                        };
                        concrete.is_some_and(goes)
                    }
                    _ => self.is(state, &mut Binding::default(), &slot.value, concrete, Some(start)),
                }
            })
    }

    /// `$allocated`, less the number of blocks that are to be freed.
    fn is_counted(&self, state: &State) -> bool {
        let Some(allocated) = self.subject.allocated.and_then(|v| self.var(v)) else { return true };
        let live = self.blocks.values().filter(|b| b.is_live && b.is_heap).count();
        allocated - live as i128 == state.surplus
    }

    /// Whether some way leads from the objects in scope to each that lives.
    fn all_reached(&self, in_scope: &FxHashSet<i128>) -> bool {
        let mut reached = in_scope.clone();
        loop {
            let is_next = |(start, block): &(&i128, &Block)| {
                !reached.contains(*start) && block.ins.iter().any(|edge| reached.contains(&edge.0))
            };
            let Some((&start, _)) = self.blocks.iter().find(is_next) else { break };
            reached.insert(start);
        }
        self.blocks.iter().all(|(start, block)| !block.is_live || reached.contains(start))
    }
}
