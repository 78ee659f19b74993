//! The least solution: all states at loop heads, and all kinds of objects out of scope, that executions reach.
//!
//! Both are finite sets: numbers of edges are counted up to [`super::heap::MANY`], and other numbers that take more than
//! a few values at a place are replaced by bounds. A state that depends on where a pointer goes waits for further kinds.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::heap::{Cell, Class, Holder, ObjId, Object, Range, Slot, Value, hull};
use super::interference::TAKEN;
use super::obligations::Step;
use super::paths::Uncounted;
use super::state::State;
use super::step::Next;
use super::stop::Stop;
use super::subject::Subject;
use super::turns::Turns;
use crate::base::budget::{Budget, Stop as OutOfBudget};
use crate::base::ids::{BlockId, VarId};
use crate::ir::Transfer;

/// Kinds, in the order in which they were found, and the loop heads at which objects of the kind left the scope.
pub type Kinds = IndexMap<Object, BTreeSet<BlockId>, FxBuildHasher>;

/// Where a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Var(BlockId, VarId),
    Cell(Class, Cell),
}

/// The numbers that were seen at a place.
#[derive(Clone, Debug, Default)]
struct Numbers {
    constants: BTreeSet<i128>,
    bounds: Option<Range>,
}

/// Constants that are told apart.
const MOST_CONSTANTS: usize = 4;
/// Steps of each command that are written down.
const LOGGED: usize = 1;
/// States that are looked at.
const MOST_STATES: usize = 250_000;

/// Bounds grow to the next of these, or of those that the program assumes.
const BOUNDS: &[i128] = &[
    i64::MIN as i128,
    i32::MIN as i128,
    -1,
    0,
    1,
    255,
    65_535,
    i32::MAX as i128,
    u32::MAX as i128,
    i64::MAX as i128,
    u64::MAX as i128,
];

/// What a state depends on.
#[derive(Clone, Copy)]
enum Asked {
    /// Which object the pointer in that cell goes to.
    Target(Cell),
    /// Of which kind an object in the fog is.
    Kind,
    /// What is in that cell of it.
    Content(Cell),
}

/// A state that waits for kinds of objects.
struct Waiting {
    class: Class,
    state: State,
    at: (BlockId, usize),
    object: ObjId,
    asked: Asked,
    /// What kinds have told so far of the contents of a cell.
    told: BTreeSet<Told>,
}

/// The holder, what is in a cell, and whether the object lives.
type Told = (Holder, bool, Option<Value>, Option<Value>);

impl Waiting {
    /// The state in which the object is of that kind. `None`: it is not, or nothing is new.
    fn resumed(&mut self, subject: &Subject, kind: &Object) -> Option<State> {
        match self.asked {
            Asked::Target(cell) => self.state.materialise(subject, self.object, cell, kind),
            Asked::Kind => self.state.clear(subject, self.object, kind),
            Asked::Content(cell) => {
                let value = |cell: &Cell| kind.slots.get(cell).map(|slot| slot.value.clone());
                let told = (kind.holder, kind.blank, value(&cell), value(&(subject.live, 0)));
                if self.told.contains(&told) {
                    return None;
                }
                let state = self.state.look(subject, self.object, cell, kind)?;
                self.told.insert(told);
                Some(state)
            }
        }
    }
}

/// Why there is no proof.
pub enum Failure {
    Alarm(String),
    GaveUp(String),
    /// A guard that was relied on is none, or a cell says nothing of homes.
    Weakened,
    Stopped(OutOfBudget),
}

/// All that executions reach, where nothing is violated on the way.
pub struct Explored {
    pub kinds: Kinds,
    pub log: Vec<Step>,
    pub seen: FxHashSet<(BlockId, State)>,
    pub turns: Turns,
    /// How many there were.
    pub steps: usize,
}

pub struct Explorer<'a> {
    subject: &'a Subject,
    pub kinds: Kinds,
    pub seen: FxHashSet<(BlockId, State)>,
    waiting: Vec<Waiting>,
    work: Vec<(State, BlockId, usize)>,
    numbers: BTreeMap<Place, Numbers>,
    pub steps: usize,
    /// Some steps of each command.
    pub log: Vec<Step>,
    logged: FxHashMap<(BlockId, usize), usize>,
    /// Where threads are interrupted behind marks.
    pub turns: Turns,
    bounds: BTreeSet<i128>,
}

impl<'a> Explorer<'a> {
    pub fn new(subject: &'a Subject) -> Explorer<'a> {
        let work = vec![(State::start(subject), subject.body.entry, 0)];
        Explorer {
            subject,
            kinds: Kinds::default(),
            seen: FxHashSet::default(),
            waiting: Vec::new(),
            work,
            numbers: BTreeMap::new(),
            steps: 0,
            log: Vec::new(),
            logged: FxHashMap::default(),
            turns: Turns::default(),
            bounds: subject.constants().into_iter().chain(BOUNDS.iter().copied()).collect(),
        }
    }

    /// Looks at everything.
    pub fn run(&mut self, budget: &Budget) -> Result<(), Failure> {
        while let Some((state, block, at)) = self.work.pop() {
            self.steps += 1;
            budget.check().map_err(Failure::Stopped)?;
            if self.steps > MOST_STATES {
                return Err(Failure::GaveUp("there are too many states".into()));
            }
            self.follow(state, block, at)?;
            if std::mem::take(&mut self.subject.homes().weakened) | std::mem::take(&mut self.subject.guards().weakened)
            {
                return Err(Failure::Weakened);
            }
        }
        Ok(())
    }

    /// The rest of a block.
    fn follow(&mut self, state: State, block: BlockId, from: usize) -> Result<(), Failure> {
        let subject = self.subject;
        let commands = subject.body.blocks[block].cmds.len();
        if state.thread.as_ref().is_some_and(|t| t.arriving) {
            if let Some(state) = self.interrupt(state, (block, 0))? {
                self.arrive(state, block)?;
            }
            return Ok(());
        }
        let mut states = vec![state];
        for at in from..commands {
            let mut next = Vec::new();
            for state in self.interrupt_all(states, (block, at), from)? {
                match subject.step(state.clone(), block, at) {
                    Ok(Next::States(mut after)) => {
                        after.iter_mut().for_each(|state| subject.account(state));
                        self.write_down(&state, (block, at), &after);
                        next.extend(after);
                    }
                    Ok(Next::Alarm(what)) => return Err(Failure::Alarm(what)),
                    Err(stop) => self.stop(stop, state, (block, at))?,
                }
            }
            if std::mem::take(&mut subject.guards().weakened) {
                return Err(Failure::Weakened);
            }
            states = next;
        }
        if matches!(subject.body.blocks[block].transfer, Transfer::Return) {
            // What it did stays.
            states.iter_mut().for_each(|s| subject.end_section(s));
            states.iter_mut().filter_map(|s| s.thread.as_mut()).for_each(|t| t.due = true);
        }
        states = self.interrupt_all(states, (block, commands), from)?;
        if let Transfer::Goto(targets) = &subject.body.blocks[block].transfer {
            for state in states {
                for &target in targets {
                    self.arrive(state.clone(), target)?;
                }
            }
        }
        Ok(())
    }

    fn stop(&mut self, stop: Stop, state: State, at: (BlockId, usize)) -> Result<(), Failure> {
        match stop {
            Stop::Resolve(object, cell) => self.resolve(state, at, object, cell),
            Stop::Clear(object) => self.clear(state, at, object, Asked::Kind),
            Stop::Look(object, cell) => self.clear(state, at, object, Asked::Content(cell)),
            Stop::GiveUp(why) => return Err(Failure::GaveUp(why)),
        }
        Ok(())
    }

    /// The same of several. `from`: where they go on that have waited for further kinds.
    fn interrupt_all(&mut self, states: Vec<State>, at: (BlockId, usize), from: usize) -> Result<Vec<State>, Failure> {
        let mut found = Vec::new();
        let is_marked = self.subject.is_turn(at);
        for state in states {
            let comes = |due: bool| is_marked && state.inside == 0 && (due || at.1 > from);
            let thread = state.thread.as_ref().filter(|thread| comes(thread.due));
            if let Some(thread) = thread {
                self.turns.come(at, thread.due);
            }
            let is_counted = thread.is_some();
            let interrupted = self.interrupt(state, at)?;
            if let (Some(state), true) = (&interrupted, is_counted) {
                let guards = self.subject.guards();
                self.turns.note(at, state, |class, cell| guards.is_written(class, cell));
            }
            found.extend(interrupted);
        }
        Ok(found)
    }

    /// Other threads run, if they may here. `None`: it depends on more, and is tried again.
    fn interrupt(&mut self, state: State, at: (BlockId, usize)) -> Result<Option<State>, Failure> {
        if !state.thread.as_ref().is_some_and(|t| t.due || t.arriving) {
            return Ok(Some(state));
        }
        let subject = self.subject;
        let outcome = subject.interrupt(state.clone());
        if std::mem::take(&mut subject.guards().weakened) {
            return Err(Failure::Weakened);
        }
        match outcome {
            Ok((state, kinds)) => {
                for kind in kinds {
                    self.add_kind(kind, at.0);
                }
                Ok(Some(state))
            }
            Err(stop) => self.stop(stop, state, at).map(|()| None),
        }
    }

    /// An object in the fog is looked at.
    fn clear(&mut self, state: State, at: (BlockId, usize), object: ObjId, asked: Asked) {
        let class = state.heap.objects[&object].class;
        let mut waiting = Waiting { class, state, at, object, asked, told: BTreeSet::new() };
        for kind in self.kinds.keys().filter(|k| k.class == class) {
            self.work.extend(waiting.resumed(self.subject, kind).map(|state| (state, at.0, at.1)));
        }
        self.waiting.push(waiting);
    }

    fn write_down(&mut self, before: &State, place: (BlockId, usize), after: &[State]) {
        let times = self.logged.entry(place).or_default();
        if *times < LOGGED {
            *times += 1;
            self.log.push(Step { place, before: before.clone(), after: after.to_vec() });
        }
    }

    fn arrive(&mut self, mut state: State, block: BlockId) -> Result<(), Failure> {
        let point = self.subject.point(block);
        if point.cut {
            // Objects whose locks were looked at may leave the scope.
            self.subject.end_section(&mut state);
        }
        if point.cut && state.thread.is_some() {
            state.vars.retain(|var, _| point.live.contains(var));
            // What leaves the scope is no thread's own.
            let held = state.held();
            let goes = |(o, known): (&ObjId, &Object)| known.holder == Holder::Mine && !held.contains(o);
            let is_leaving = state.heap.objects.iter().any(goes);
            let thread = state.thread.as_mut().filter(|thread| state.inside == 0 && (thread.committed || is_leaving));
            if let Some(thread) = thread {
                thread.arriving = true;
                self.work.push((state, block, 0));
                return Ok(());
            }
        }
        if point.cut || point.join {
            let kinds = state.settle(self.subject, point).map_err(|Uncounted(why)| {
                let weakened = std::mem::take(&mut self.subject.rootless().weakened);
                if weakened { Failure::Weakened } else { Failure::GaveUp(why) }
            })?;
            for kind in kinds {
                self.add_kind(kind, block);
            }
            if point.cut {
                self.widen(&mut state, block);
                state.rename();
            }
            if !self.seen.insert((block, state.clone())) {
                return Ok(());
            }
        }
        self.work.push((state, block, 0));
        Ok(())
    }

    fn resolve(&mut self, state: State, at: (BlockId, usize), object: ObjId, cell: Cell) {
        let Value::Out(out) = &state.heap.objects[&object].slots[&cell].value else {
            panic!("internal: the target is known")
        };
        let class = out.class;
        if state.thread.is_some() {
            self.work.push((state.emerge(object, cell, out), at.0, at.1));
            self.work.extend(state.aliases(self.subject, object, cell).into_iter().map(|alias| (alias, at.0, at.1)));
            return;
        }
        for alias in state.aliases(self.subject, object, cell) {
            self.work.push((alias, at.0, at.1));
        }
        let subject = self.subject;
        let is_seen = |(kind, heads): &(&Object, &BTreeSet<BlockId>)| {
            kind.class == class
                && (state.thread.is_some() || heads.iter().any(|&head| subject.point(head).reached[at.0]))
        };
        for (kind, _) in self.kinds.iter().filter(is_seen) {
            if let Some(state) = state.materialise(self.subject, object, cell, kind) {
                self.work.push((state, at.0, at.1));
            }
        }
        self.waiting.push(Waiting { class, state, at, object, asked: Asked::Target(cell), told: BTreeSet::new() });
    }

    /// An object of that kind left the scope at that loop head. Whoever reaches a place from there may meet it.
    fn add_kind(&mut self, mut kind: Object, head: BlockId) {
        for (&cell, slot) in &mut kind.slots {
            let place = Place::Cell(kind.class, cell);
            match slot.value {
                Value::Num(n) => {
                    if let Some(range) = self.seen_at(place, (Some(n), Some(n))) {
                        slot.value = Value::Within(range);
                    }
                }
                Value::Within(range) => {
                    if let Some(range) = self.seen_at(place, range) {
                        slot.value = Value::Within(range);
                    }
                }
                _ => {}
            }
        }
        let subject = self.subject;
        for cell in subject.guards().taken(kind.class) {
            let range = match kind.slots.get(&cell).map(|slot| &slot.value) {
                Some(Value::Num(n)) => (Some(*n), Some(*n)),
                Some(Value::Within(range)) => *range,
                _ => continue,
            };
            kind.slots.insert(cell, Slot { value: Value::Within(hull(range, TAKEN)), flag: false });
        }
        let told = kind.slots.len();
        kind.slots.retain(|_, slot| slot.value != Value::Within((None, None)));
        kind.blank &= kind.slots.len() == told;
        let heads = self.kinds.entry(kind.clone()).or_default();
        let reaches = |head: BlockId, w: &Waiting| w.state.thread.is_some() || subject.point(head).reached[w.at.0];
        let before = heads.clone();
        if !heads.insert(head) {
            return;
        }
        let is_new =
            |w: &&mut Waiting| w.class == kind.class && reaches(head, w) && !before.iter().any(|&h| reaches(h, w));
        for waiting in self.waiting.iter_mut().filter(is_new) {
            let at = waiting.at;
            self.work.extend(waiting.resumed(subject, &kind).map(|state| (state, at.0, at.1)));
        }
    }

    /// Replaces numbers of which there are too many by bounds.
    fn widen(&mut self, state: &mut State, block: BlockId) {
        let mut vars = state.vars.clone();
        for (&var, value) in &mut vars {
            self.widen_value(state, Place::Var(block, var), value);
        }
        state.vars = vars;
        let mut objects = state.heap.objects.clone();
        for object in objects.values_mut() {
            let class = object.class;
            for (&cell, slot) in &mut object.slots {
                self.widen_value(state, Place::Cell(class, cell), &mut slot.value);
            }
        }
        state.heap.objects = objects;
    }

    fn widen_value(&mut self, state: &mut State, place: Place, value: &mut Value) {
        if !matches!(value, Value::Num(_) | Value::Sym(_)) {
            return;
        }
        let range = state.range(value);
        if let Some(range) = self.seen_at(place, range) {
            *value = state.symbol(range);
        }
    }

    /// The bounds that stand for a number at a place; `None`: it is a constant that is told apart.
    fn seen_at(&mut self, place: Place, range: Range) -> Option<Range> {
        let numbers = self.numbers.entry(place).or_default();
        if let (Some(low), Some(high)) = range
            && low == high
            && (numbers.constants.contains(&low) || numbers.constants.len() < MOST_CONSTANTS)
        {
            numbers.constants.insert(low);
            return None;
        }
        let grown = match numbers.bounds {
            None => range,
            Some(old) => {
                let new = hull(old, range);
                let low = if new.0 == old.0 {
                    old.0
                } else {
                    new.0.and_then(|n| self.bounds.range(..=n).next_back().copied())
                };
                let high =
                    if new.1 == old.1 { old.1 } else { new.1.and_then(|n| self.bounds.range(n..).next().copied()) };
                (low, high)
            }
        };
        numbers.bounds = Some(grown);
        Some(grown)
    }
}
