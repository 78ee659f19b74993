//! Commands: what the states after one are.

use std::collections::BTreeSet;

use super::guards::SOMEWHERE;
use super::heap::{Cell, Heap, Holder, Key, MANY, Map, ObjId, Slot, Value};
use super::state::State;
use super::stop::{Stop, other};
use super::subject::{Subject, stores};
use super::threads::{Split, given, split_mark};
use crate::base::ids::{BlockId, ExprId, VarId};
use crate::cfg::threads::{Mark, mark};
use crate::ir::{Attr, AttributeValue, Cmd, CmdKind, ExprKind, FunctionKind, Op, attributes_of, string_attribute};

/// The outcome of a command.
pub enum Next {
    States(Vec<State>),
    /// The assertion may fail.
    Alarm(String),
}

impl Subject {
    /// One command.
    pub fn step(&self, mut state: State, block: BlockId, at: usize) -> Result<Next, Stop> {
        let cmd = &self.body.blocks[block].cmds[at];
        if self.threads
            && let CmdKind::Assume(_) = &cmd.kind
            && let Some(next) = self.heed(&mut state, cmd)
        {
            return next.map(|()| Next::States(vec![state]));
        }
        match &cmd.kind {
            CmdKind::Assume(e) => {
                if state.thread.is_none() {
                    return Ok(Next::States(self.refine(state, *e, true)?));
                }
                // Who waits for a condition looks at it, also where it does not hold.
                self.truth(&mut state, *e)?;
                let found = self.refine(state.clone(), *e, true)?;
                self.account(&mut state);
                if found.is_empty() {
                    self.wait(&state);
                }
                Ok(Next::States(found))
            }
            CmdKind::Assert(e, _) => {
                if self.truth(&mut state, *e)? == Some(true) || self.refine(state.clone(), *e, false)?.is_empty() {
                    return Ok(Next::States(vec![state]));
                }
                Ok(Next::Alarm(alarm(self, cmd)))
            }
            CmdKind::Havoc(vars) => {
                for &var in vars {
                    match self.maps.get(&var) {
                        None => {
                            state.vars.remove(&var);
                        }
                        Some(map) if self.unread.contains(map) => {}
                        Some(map) if self.is_untouched(&state, *map, block) => {
                            state.defaults.remove(map);
                        }
                        Some(_) => return Err(Stop::GiveUp("a map is chosen anew".into())),
                    }
                    if Some(var) == self.allocated {
                        return Err(Stop::GiveUp("the number of blocks is chosen".into()));
                    }
                }
                Ok(Next::States(vec![state]))
            }
            CmdKind::Assign(pairs) => self.assign(state, pairs, (block, at)).map(Next::States),
            CmdKind::Call { .. } => Err(Stop::GiveUp("a call".into())),
        }
    }

    /// What a mark says; `None`: the command is none.
    fn heed(&self, state: &mut State, cmd: &Cmd) -> Option<Result<(), Stop>> {
        let outside = || Err(Stop::GiveUp("a thread is spawned in an atomic section".into()));
        match (split_mark(cmd), mark(cmd)) {
            (Some(_), _) if state.inside > 0 => return Some(outside()),
            (Some(Split::Spawn), _) => return Some(self.spawn(state, cmd)),
            (Some(Split::Child), _) => state.become_child(),
            (_, Some(Mark::Yield)) => {
                if let (0, Some(thread)) = (state.inside, &mut state.thread) {
                    thread.due |= thread.committed;
                }
            }
            (_, Some(Mark::Begin { nests })) => state.inside = if nests { state.inside.saturating_add(1) } else { 1 },
            (_, Some(Mark::End { nests })) => {
                state.inside = if nests { state.inside.saturating_sub(1) } else { 0 };
                if state.inside == 0 {
                    self.end_section(state);
                }
            }
            _ => return None,
        }
        Some(Ok(()))
    }

    fn spawn(&self, state: &mut State, cmd: &Cmd) -> Result<(), Stop> {
        let mut found = BTreeSet::new();
        for e in given(&self.program, cmd) {
            if let Value::Ptr(object, _) | Value::Near(object, ..) = self.eval(state, e)? {
                found.insert(object);
            }
        }
        state.spawn(found)
    }

    fn assign(&self, mut state: State, pairs: &[(VarId, ExprId)], place: (BlockId, usize)) -> Result<Vec<State>, Stop> {
        if let [(var, e)] = *pairs {
            if var == self.next {
                return Ok(vec![state]);
            }
            if let Some(site) = self.sites.get(&place) {
                let object = state.allocate(site.class, site.root);
                state.vars.insert(var, Value::Ptr(object, 0));
                return Ok(vec![state]);
            }
            if Some(var) == self.allocated {
                return self.count(state, e).map(|state| vec![state]);
            }
            if let Some(&map) = self.maps.get(&var) {
                return self.assign_map(state, (var, map), e, place.0);
            }
        }
        let mut values = Vec::new();
        for &(var, e) in pairs {
            if self.maps.contains_key(&var) || var == self.next || Some(var) == self.allocated {
                return Err(Stop::GiveUp("several maps are assigned at once".into()));
            }
            values.push((var, self.eval(&mut state, e)?));
        }
        state.vars.extend(values);
        Ok(vec![state])
    }

    /// `$allocated := e`
    fn count(&self, mut state: State, e: ExprId) -> Result<State, Stop> {
        let own = |e: ExprId| matches!(self.program.exprs.kind(e), ExprKind::Var(v) if Some(*v) == self.allocated);
        match self.program.exprs.kind(e) {
            ExprKind::Op(op @ (Op::Add | Op::Sub), args) if own(args[0]) => {
                let Value::Num(n) = self.eval(&mut state, args[1])? else {
                    return Err(Stop::GiveUp("the number of blocks changes by an unknown number".into()));
                };
                state.surplus += if *op == Op::Add { n } else { -n };
                Ok(state)
            }
            _ => match self.eval(&mut state, e)? {
                Value::Num(n) if state.all_in_scope() => {
                    state.surplus = n - state.to_be_freed(self);
                    Ok(state)
                }
                _ => Err(Stop::GiveUp("the number of blocks is set".into())),
            },
        }
    }

    fn assign_map(
        &self,
        mut state: State,
        (var, map): (VarId, Map),
        e: ExprId,
        block: BlockId,
    ) -> Result<Vec<State>, Stop> {
        if self.unread.contains(&map) {
            return Ok(vec![state]);
        }
        if let Some(stores) = stores(&self.program.exprs, var, e) {
            let mut cells = Vec::new();
            for (at, value) in stores {
                let (at, value) = (self.address(&mut state, map, at)?, self.eval(&mut state, value)?);
                cells.push((at, if let Value::Near(..) = value { state.unknown() } else { value }));
            }
            return self.store_all(state, map, cells);
        }
        match self.program.exprs.kind(e).clone() {
            ExprKind::Call { func, args, .. }
                if matches!(self.program.funcs[func].kind, FunctionKind::Builtin(_))
                    && args.len() == 1
                    && self.is_untouched(&state, map, block) =>
            {
                let Value::Num(n) = self.eval(&mut state, args[0])? else {
                    return Err(Stop::GiveUp("a map is set to something unknown".into()));
                };
                state.defaults.insert(map, n);
                Ok(vec![state])
            }
            _ => Err(Stop::GiveUp("a map is assigned as a whole".into())),
        }
    }

    /// Stores values in cells of one map, one after the other.
    fn store_all(&self, state: State, map: Map, cells: Vec<(Value, Value)>) -> Result<Vec<State>, Stop> {
        let mut states = vec![state];
        for (at, value) in cells {
            let mut after = Vec::new();
            for state in states {
                match at {
                    Value::Near(object, low, high) => after.push(self.store_near(state, object, (map, low, high))?),
                    Value::Ptr(object, at) if self.in_room(at) => {
                        after.extend(self.store(state, object, (map, at), value.clone())?);
                    }
                    _ => return Err(Stop::GiveUp("something is stored where no pointer is known to go".into())),
                }
            }
            states = after;
        }
        Ok(states)
    }

    /// Stores a value in a cell; a block that dies loses its contents.
    fn store(&self, mut state: State, object: ObjId, cell: Cell, value: Value) -> Result<Vec<State>, Stop> {
        if state.thread.is_some() {
            let holds = |o: ObjId, holder: Holder| state.heap.objects[&o].holder == holder;
            if holds(object, Holder::Other) {
                return Err(other(object));
            }
            if let Value::Ptr(target, _) = value
                && holds(target, Holder::Other)
            {
                return Err(other(target));
            }
            if state.heap.objects[&object].fog {
                if !self.locks.contains(&cell.0) {
                    return Err(Stop::Clear(object));
                }
                if state.heap.objects[&object].is_unclear(cell, self.live) {
                    return Err(Stop::Look(object, cell));
                }
            }
            self.lock(&mut state, object, cell, &value)?;
            state.note(object, cell, true);
        }
        let mut states = vec![state];
        if cell == (self.live, 0) && value != Value::Num(1) {
            if value != Value::Num(0) {
                return Err(Stop::GiveUp("a block may live or not".into()));
            }
            let cells: Vec<Cell> = states[0].heap.objects[&object].slots.keys().copied().collect();
            for cell in cells.into_iter().filter(|(map, _)| !self.about.contains(map)) {
                states = write_all(states, object, cell, None)?;
            }
            for state in &mut states {
                state.heap.object(object).blank = false;
                if let Some(thread) = &mut state.thread {
                    thread.locks.retain(|lock| lock.0 != object);
                }
            }
        }
        let counts = cell.1 == 0 && (cell.0 == self.live || Some(cell.0) == self.heap) && self.allocated.is_some();
        let before = states[0].to_be_freed(self);
        let mut states = write_all(states, object, cell, Some(value))?;
        if counts {
            for state in &mut states {
                state.surplus -= state.to_be_freed(self) - before;
            }
        }
        Ok(states)
    }
}

impl Subject {
    /// No cell of the map was looked at or written, of objects out of scope either.
    fn is_untouched(&self, state: &State, map: Map, block: BlockId) -> bool {
        state.thread.is_none()
            && state.heap.objects.values().all(|o| o.slots.keys().all(|cell| cell.0 != map))
            && state.heap.movable().next().is_none()
            && !self.is_behind_allocations(block)
    }

    /// Stores a value in one of several cells: what they hold is not known, and no edge.
    fn store_near(&self, mut state: State, object: ObjId, (map, low, high): (Map, i64, i64)) -> Result<State, Stop> {
        let known = state.heap.object(object);
        if known.fog {
            return Err(Stop::Clear(object));
        }
        let hit = |cell: &Cell| cell.0 == map && cell.1 >= low && cell.1 <= high;
        let is_edge = |slot: &Slot| matches!(slot.value, Value::Ptr(..) | Value::Out(_));
        if self.about.contains(&map)
            || self.locks.contains(&map)
            || known.holder == Holder::Other
            || known.slots.iter().any(|(cell, slot)| hit(cell) && is_edge(slot))
        {
            return Err(Stop::GiveUp("something is stored where no pointer is known to go".into()));
        }
        known.slots.retain(|cell, _| !hit(cell));
        known.blank = false;
        state.note(object, (map, SOMEWHERE), true);
        Ok(state)
    }
}

fn write_all(states: Vec<State>, object: ObjId, cell: Cell, value: Option<Value>) -> Result<Vec<State>, Stop> {
    let mut found = Vec::new();
    for state in states {
        let heaps = state.heap.write(object, cell, value.clone(), state.threads)?;
        found.extend(heaps.into_iter().map(|heap| State { heap, ..state.clone() }));
    }
    Ok(found)
}

impl Heap {
    /// The heaps after a cell has got a value (`None`: it is forgotten). What changes is the cell, the counters of its
    /// old and new targets, and whether these point back; so both are in scope, and which of their pointers go to the
    /// object is known.
    fn write(&self, object: ObjId, cell: Cell, value: Option<Value>, threads: bool) -> Result<Vec<Heap>, Stop> {
        if self.objects[&object].holder != Holder::Shared {
            return Ok(vec![self.overwritten(object, cell, value)]);
        }
        let old = self.objects[&object].slots.get(&cell).cloned();
        let targets: BTreeSet<ObjId> = [old.as_ref().map(|s| &s.value), value.as_ref()]
            .into_iter()
            .flatten()
            .filter_map(|v| match v {
                Value::Ptr(target, _) if *target != object => Some(*target),
                _ => None,
            })
            .collect();
        if old.as_ref().is_some_and(|s| matches!(s.value, Value::Out(_))) {
            return Err(Stop::Resolve(object, cell));
        }
        if let Some(&target) = targets.iter().find(|target| self.objects[target].fog) {
            return Err(Stop::Clear(target));
        }
        for target in targets.into_iter().filter(|_| !threads) {
            for (&back, slot) in &self.objects[&target].slots {
                if matches!(slot.value, Value::Out(_)) && self.may_be(target, back, object) {
                    return Err(Stop::Resolve(target, back));
                }
            }
        }
        let mut heaps = vec![self.clone()];
        if let Some(Slot { value: Value::Ptr(target, at), flag }) = old {
            heaps[0].object(object).slots.remove(&cell);
            let key = self.key(object, cell, at, flag);
            if self.paths.is_some() {
                // They are counted anew at the next loop head.
            } else if threads && self.objects[&target].count(&key) == 0 {
                // Other threads cannot have left it so.
                return Ok(Vec::new());
            } else {
                heaps = heaps.into_iter().flat_map(|heap| heap.take_off(target, key)).collect();
            }
        }
        for heap in &mut heaps {
            match &value {
                None => {
                    heap.object(object).slots.remove(&cell);
                }
                Some(value) => {
                    heap.object(object).slots.insert(cell, Slot { value: value.clone(), flag: false });
                    if let (Value::Ptr(target, at), None) = (value, &self.paths) {
                        let (target, key) = (*target, self.key(object, cell, *at, false));
                        let target = heap.object(target);
                        let count = target.count(&key);
                        target.set_count(key, count + 1);
                    }
                }
            }
        }
        Ok(heaps)
    }

    /// The same for an object of one thread, whose edges are not counted.
    fn overwritten(&self, object: ObjId, cell: Cell, value: Option<Value>) -> Heap {
        let mut heap = self.clone();
        let slots = &mut heap.object(object).slots;
        match value {
            None => slots.remove(&cell),
            Some(value) => slots.insert(cell, Slot { value, flag: false }),
        };
        heap
    }

    /// One edge less. Of many, many may be left, or one less than what counts as many.
    fn take_off(mut self, target: ObjId, key: Key) -> Vec<Heap> {
        let count = self.objects[&target].count(&key);
        assert!(count > 0, "internal: an edge that is not counted");
        let many = (count == MANY).then(|| self.clone());
        self.object(target).set_count(key, count - 1);
        let mut found: Vec<Heap> = many.into_iter().collect();
        if self.fits(target, &key) {
            found.push(self);
        }
        found
    }
}

fn alarm(subject: &Subject, cmd: &Cmd) -> String {
    let text = string_attribute(&cmd.attrs, Attr::Msg).unwrap_or("an assertion may fail");
    let line = attributes_of(&cmd.attrs, Attr::SourceLine).next().and_then(|a| match a.args.first() {
        Some(AttributeValue::Expr(e)) => match subject.program.exprs.kind(*e) {
            ExprKind::Int(n) => Some(n.to_string()),
            _ => None,
        },
        _ => None,
    });
    match line {
        Some(line) => format!("{text} (line {line})"),
        None => text.to_string(),
    }
}
