//! The heap of a run of the program, at one moment, and whether states and kinds describe it. Nothing of the abstract steps
//! is used: edges are counted in the heap.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use super::explore::Explored;
use super::flow::Flow;
use super::heap::{Cell, Class, FIRST, Holder, Key, MANY, Map, ObjId, Object, Out, Range, Value, is_root};
use super::notes::Unforeseen;
use super::state::State;
use super::subject::Subject;
use crate::base::ids::{BlockId, VarId};
use crate::interp::Evaluator;
use crate::verdict::{MapBase, MapValue, Value as Concrete};

/// A block of memory of a run.
pub struct Block {
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
pub struct Run<'a, 'p> {
    subject: &'a Subject,
    eval: &'a Evaluator<'p>,
    /// By where they begin.
    pub blocks: BTreeMap<i128, Block>,
    vars: FxHashMap<Map, VarId>,
    /// What the variables of a thread hold that does not run; others are not compared.
    pub own: Option<&'a Own>,
}

/// What the variables of a thread hold, as far as that is a number.
pub type Own = FxHashMap<VarId, Option<i128>>;

/// Of so many objects, all ways are tried to be shared or not.
const MOST_LOOSE: usize = 6;

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

pub fn number(value: &Concrete) -> Option<i128> {
    match value {
        Concrete::Int(n) => i128::try_from(n.clone()).ok(),
        Concrete::Bool(b) => Some(i128::from(*b)),
        _ => None,
    }
}

impl<'a, 'p> Run<'a, 'p> {
    pub fn new(subject: &'a Subject, eval: &'a Evaluator<'p>, site: VarId, block: BlockId) -> Option<Run<'a, 'p>> {
        let vars = subject.maps.iter().map(|(&var, &map)| (map, var)).collect();
        let mut run = Run { subject, eval, blocks: BTreeMap::new(), vars, own: None };
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
                // Variables that threads share are cells of blocks of which nobody says that they live.
                let is_variable = subject.threads && source < subject.start;
                let is_live = run.blocks.get(&source).is_some_and(|b| b.is_live || is_variable);
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
        match self.own.and_then(|own| own.get(&var)) {
            Some(&number) => number,
            None => number(self.eval.var(var).as_ref().ok()?),
        }
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
    pub fn is_described(&self, state: &State) -> bool {
        self.binding(state).is_some()
    }

    /// Whether the state says what variables hold.
    pub fn has_variables_of(&self, state: &State) -> bool {
        self.variables(state).is_some_and(|binding| self.has_classes_of(state, &binding))
    }

    fn has_classes_of(&self, state: &State, binding: &Binding) -> bool {
        let class = |start: &i128| self.blocks.get(start).map(|block| block.class);
        binding.objects.iter().all(|(object, start)| class(start) == Some(state.heap.objects[object].class))
    }

    fn variables(&self, state: &State) -> Option<Binding> {
        let mut binding = Binding::default();
        for (&start, block) in &self.blocks {
            if let Some(root) = block.root
                && state.heap.objects.contains_key(&root)
            {
                binding.objects.insert(root, start);
            }
        }
        // Addresses in objects that are found later wait.
        let is_compared =
            |var: &VarId| !self.subject.maps.contains_key(var) && self.own.is_none_or(|own| own.contains_key(var));
        for (&var, value) in &state.vars {
            if is_compared(&var) && !self.is(&state.ranges, &mut binding, value, self.var(var), None) {
                return None;
            }
        }
        Some(binding)
    }

    /// What threads count is told by [`Run::is_covered`].
    fn binding(&self, state: &State) -> Option<Binding> {
        let mut binding = self.variables(state)?;
        let has_threads = self.subject.threads;
        let mut done = BTreeSet::new();
        while let Some((&object, &start)) = binding.objects.iter().find(|(o, _)| !done.contains(*o)) {
            done.insert(object);
            let known = &state.heap.objects[&object];
            let block = self.blocks.get(&start)?;
            if known.class != block.class || !(has_threads || self.counts(known, block, |_| true)) {
                return None;
            }
            for (&cell, slot) in &known.slots {
                if !self.is(&state.ranges, &mut binding, &slot.value, self.cell(start, cell), Some(start)) {
                    return None;
                }
            }
        }
        let are_all_there = has_threads || state.heap.objects.keys().all(|o| binding.objects.contains_key(o));
        are_all_there.then_some(binding)
    }

    /// Whether a value is that number. `own`: where the object begins that the cell is in.
    fn is(
        &self,
        ranges: &BTreeMap<u32, Range>,
        binding: &mut Binding,
        value: &Value,
        concrete: Option<i128>,
        own: Option<i128>,
    ) -> bool {
        let within = |(low, high): Range, n: i128| low.is_none_or(|low| low <= n) && high.is_none_or(|high| n <= high);
        let Some(n) = concrete else { return !matches!(value, Value::Num(_) | Value::Ptr(..) | Value::Out(_)) };
        match value {
            Value::Num(m) => *m == n,
            Value::Sym(s) => within(ranges[s], n) && *binding.numbers.entry(*s).or_insert(n) == n,
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
    /// `from`: of which blocks edges are counted.
    fn counts(&self, known: &Object, block: &Block, from: impl Fn(i128) -> bool) -> bool {
        if self.subject.flow == Flow::Paths {
            return block.paths == known.paths || !block.is_live;
        }
        let mut counted: BTreeMap<Key, (usize, bool)> = BTreeMap::new();
        for (key, &count) in &known.ins {
            let entry = counted.entry(Key { flag: false, ..*key }).or_default();
            (entry.0, entry.1) = (entry.0 + usize::from(count), entry.1 | (count == MANY));
        }
        let mut seen: BTreeMap<Key, usize> = BTreeMap::new();
        for &(from, cell, at) in block.ins.iter().filter(|edge| from(edge.0)) {
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
    pub fn others(&self, state: &State, explored: &Explored, head: BlockId) -> Result<u64, Unforeseen> {
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
                heads.iter().any(is_earlier) && self.is_of(kind, start, block, |_| true)
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

    fn is_of(&self, kind: &Object, start: i128, block: &Block, from: impl Fn(i128) -> bool) -> bool {
        kind.class == block.class
            && self.counts(kind, block, from)
            && kind.slots.iter().all(|(&cell, slot)| {
                let concrete = self.cell(start, cell);
                match slot.value {
                    Value::Ptr(root, at) => {
                        let goes = |n: i128| {
                            self.blocks.get(&(n - i128::from(at))).is_some_and(|target| target.root == Some(root))
                        };
                        concrete.is_some_and(goes)
                    }
                    _ => self.is(&BTreeMap::new(), &mut Binding::default(), &slot.value, concrete, Some(start)),
                }
            })
    }

    /// Where there are threads, all of them interrupted: whether each object is of one of the kinds, but for some of those that
    /// nothing of what is shared leads to, which threads have by themselves.
    pub fn is_covered(&self, explored: &Explored) -> Result<(), Unforeseen> {
        let mut shared: FxHashSet<i128> =
            self.blocks.iter().filter(|(_, block)| block.root.is_some()).map(|(&start, _)| start).collect();
        loop {
            let before = shared.len();
            let is_next = |block: &Block| block.ins.iter().any(|edge| shared.contains(&edge.0));
            let next: Vec<i128> = self.blocks.iter().filter(|(_, b)| is_next(b)).map(|(&start, _)| start).collect();
            shared.extend(next);
            if shared.len() == before {
                break;
            }
        }
        let rest: Vec<i128> = self.blocks.keys().copied().filter(|start| !shared.contains(start)).collect();
        if rest.len() > MOST_LOOSE {
            return Ok(());
        }
        let mut why = None;
        for chosen in 0..1_u32 << rest.len() {
            let mut shared = shared.clone();
            shared.extend(rest.iter().enumerate().filter(|(n, _)| chosen >> n & 1 == 1).map(|(_, &start)| start));
            let missing =
                self.blocks.iter().find(|(start, block)| !self.is_of_a_kind(explored, &shared, **start, block));
            let Some((_, block)) = missing else { return Ok(()) };
            why.get_or_insert_with(|| super::words::name(self.subject, block.class));
        }
        Err(Unforeseen(format!("a {} is of none of the kinds", why.unwrap_or_default())))
    }

    fn is_of_a_kind(&self, explored: &Explored, shared: &FxHashSet<i128>, start: i128, block: &Block) -> bool {
        let is_shared = shared.contains(&start);
        let from = |from: i128| shared.contains(&from);
        let is_of = |kind: &Object| kind.holder == Holder::Shared && self.is_of(kind, start, block, from);
        !is_shared || explored.kinds.keys().any(is_of)
    }

    /// Whether some lock is taken.
    pub fn is_locked(&self) -> bool {
        let held = |cells: &MapValue| cells.entries.values().any(|value| number(value) == Some(1));
        self.subject.locks.iter().any(|lock| match self.eval.var(self.vars[lock]) {
            Ok(Concrete::Map(cells)) => held(cells),
            _ => true,
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
