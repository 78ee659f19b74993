//! Small programs with threads, made at random, and all their interleavings.

use std::collections::{BTreeMap, HashSet};

#[path = "interleave_text.rs"]
mod text;

/// Globals `g0`, `g1`, …, and locals `l0`, `l1` of each procedure.
const GLOBALS: usize = 2;
/// Behind these, a lock for each of them, and flags that threads set.
const LOCKS: usize = GLOBALS;
const FLAGS: usize = GLOBALS + LOCKS;
const ALL: usize = FLAGS + 2;
const LOCALS: usize = 2;
/// Of maps: an element that no thread takes for itself, and the first that one may.
const STATIC: i64 = 5;
const NEXT: i64 = 10;

#[derive(Clone, Copy, Debug)]
pub enum Place {
    Global(usize),
    Local(usize),
    /// Of one of two maps, in which all elements are 0 at first.
    Element(usize, Index),
}

#[derive(Clone, Copy, Debug)]
pub enum Index {
    Number(i64),
    Local(usize),
}

/// `place + offset`, or a number.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    place: Option<Place>,
    offset: i64,
}

#[derive(Clone, Copy, Debug)]
pub struct Condition {
    left: Term,
    equal: bool,
    right: Term,
}

#[derive(Clone, Debug)]
pub enum Stmt {
    Assign(Place, Term),
    /// `g0, l := g1, t`: one step.
    Swap(usize, usize, Term),
    Assume(Condition),
    Assert(Condition),
    If(Condition, Vec<Stmt>, Vec<Stmt>),
    Either(Vec<Stmt>, Vec<Stmt>),
    /// As long as the condition holds; without one, any number of times.
    While(Option<Condition>, Vec<Stmt>),
    Atomic(Vec<Stmt>),
    Call(usize),
    Spawn(usize),
}

/// Procedure 0 begins; calls and spawns are of procedures with higher numbers.
#[derive(Clone, Debug)]
pub struct Program {
    procs: Vec<Vec<Stmt>>,
}

// ---- Generation.

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    fn place(&mut self) -> Place {
        if self.below(3) == 0 {
            Place::Local(self.below(LOCALS as u64) as usize)
        } else {
            Place::Global(self.below(GLOBALS as u64) as usize)
        }
    }

    fn term(&mut self) -> Term {
        let place = (self.below(3) > 0).then(|| self.place());
        let offset = self.below(3) as i64 - i64::from(place.is_some());
        Term { place, offset: offset.max(0) }
    }

    fn condition(&mut self) -> Condition {
        let left = Term { place: Some(self.place()), offset: 0 };
        Condition { left, equal: self.below(2) == 0, right: self.term() }
    }
}

fn assign(place: Place, number: i64) -> Stmt {
    Stmt::Assign(place, Term { place: None, offset: number })
}

fn is(place: Place, number: i64) -> Condition {
    Condition { left: Term { place: Some(place), offset: 0 }, equal: true, right: Term { place: None, offset: number } }
}

/// One after the other.
fn in_order(stmts: Vec<Stmt>) -> Stmt {
    Stmt::If(is(Place::Local(0), -1), Vec::new(), stmts)
}

/// What a procedure may do.
struct Making {
    random: Random,
    /// Its number, and that of all.
    proc: u64,
    procs: u64,
    spawns_left: u64,
    /// Loops, and steps that several threads may make alike, are more or less frequent.
    has_loops: bool,
    counts: bool,
    /// Whether locks guard globals, and how many of so many statements do not care.
    locks: Option<u64>,
}

impl Making {
    fn stmts(&mut self, count: u64, depth: u64, in_atomic: bool) -> Vec<Stmt> {
        (0..count).map(|_| self.stmt(depth, in_atomic)).collect()
    }

    fn stmt(&mut self, depth: u64, in_atomic: bool) -> Stmt {
        if self.has_loops && depth > 1 && self.random.below(5) == 0 {
            return self.repeated(in_atomic);
        }
        if let Some(sloppy) = self.locks
            && !in_atomic
        {
            return self.with_locks(depth, sloppy);
        }
        if self.counts && self.random.below(2) == 0 {
            let place = Place::Global(self.random.below(GLOBALS as u64) as usize);
            let offset = 1 + self.random.below(3) as i64 / 2;
            let from = (self.random.below(6) > 0).then_some(place);
            return Stmt::Assign(place, Term { place: from, offset });
        }
        let r = &mut self.random;
        match r.below(20) {
            0..=6 => Stmt::Assign(r.place(), r.term()),
            7 => Stmt::Swap(r.below(GLOBALS as u64) as usize, r.below(LOCALS as u64) as usize, r.term()),
            8..=9 => Stmt::Assume(r.condition()),
            10 => Stmt::Assert(r.condition()),
            13 if depth > 0 => {
                let c = r.condition();
                Stmt::If(c, self.stmts(1, depth - 1, in_atomic), self.stmts(1, depth - 1, in_atomic))
            }
            14 if depth > 0 => Stmt::Either(self.stmts(1, depth - 1, in_atomic), self.stmts(1, depth - 1, in_atomic)),
            15..=16 if depth > 0 && !in_atomic => {
                let mut stmts = self.stmts(2, depth - 1, true);
                // A thread that is spawned in an atomic section begins behind it.
                if let Some(spawn) = self.spawn(6) {
                    stmts.push(spawn);
                }
                Stmt::Atomic(stmts)
            }
            17 if !in_atomic && self.proc + 1 < self.procs => {
                let callee = self.proc + 1 + self.random.below(self.procs - self.proc - 1);
                Stmt::Call(callee as usize)
            }
            18..=19 if !in_atomic && (depth > 0 || !self.has_loops) => {
                self.spawn(1).unwrap_or_else(|| self.stmt(0, in_atomic))
            }
            _ => Stmt::Assign(r.place(), r.term()),
        }
    }

    /// What holds a lock, waits for what others do, or does nothing that others see.
    fn with_locks(&mut self, depth: u64, sloppy: u64) -> Stmt {
        let r = &mut self.random;
        if r.below(20) < sloppy {
            self.locks = None;
            let stmt = self.stmt(depth, false);
            self.locks = Some(sloppy);
            return stmt;
        }
        let (lock, flag) = (r.below(LOCKS as u64) as usize, FLAGS + r.below(2) as usize);
        let local = Place::Local(r.below(LOCALS as u64) as usize);
        let number = r.below(3) as i64;
        let (place, data) = (Place::Global(GLOBALS + lock), Place::Global(lock));
        let copy = |place| Stmt::Assign(local, Term { place: Some(place), offset: 0 });
        let fails = Stmt::Assert(Condition { equal: r.below(8) == 0, ..is(local, number + r.below(3) as i64) });
        match r.below(25) {
            0..=8 => Stmt::Either(self.locked(lock, depth), Vec::new()),
            9..=10 => {
                let take = vec![assign(place, 1), assign(local, 1)];
                let tried = Stmt::Atomic(vec![Stmt::If(is(place, 0), take, vec![assign(local, 0)])]);
                let (body, other) = (self.guarded(lock, depth), self.stmts(u64::from(sloppy > 0), 0, false));
                in_order(vec![tried, Stmt::If(is(local, 1), body, other)])
            }
            11 => assign(Place::Global(flag), 1),
            12 => Stmt::Assume(is(Place::Global(flag), 1)),
            13..=14 if sloppy > 0 => in_order(vec![Stmt::Assume(is(Place::Global(flag), 1)), copy(data), fails]),
            15 if sloppy > 0 => in_order(vec![Stmt::Assume(is(place, 0)), copy(data), fails]),
            16 if sloppy > 0 => in_order(vec![copy(place), fails]),
            17 if sloppy > 0 => assign(place, number / 2),
            18..=19 => self.spawn(1).unwrap_or(assign(local, number)),
            20..=21 => fails,
            22 => self.looked_at(lock),
            _ => assign(local, number),
        }
    }

    /// Takes a lock that was looked at before, or does as if; what is asserted in between may tell.
    fn looked_at(&mut self, lock: usize) -> Stmt {
        let place = Place::Global(GLOBALS + lock);
        let (seen, told) = (Place::Local(0), Place::Local(1));
        let r = &mut self.random;
        let fails = Stmt::Assert(Condition { equal: false, ..is(told, 1) });
        let between = match r.below(4) {
            0 => vec![fails],
            1 => vec![Stmt::If(is(seen, 1), vec![assign(told, 1)], vec![assign(told, 0)]), fails],
            2 => vec![assign(told, 1), Stmt::If(is(seen, 1), vec![fails], Vec::new())],
            _ => Vec::new(),
        };
        let mut all = vec![Stmt::Assign(seen, Term { place: Some(place), offset: 0 })];
        all.extend(between);
        if r.below(4) > 0 {
            all.push(Stmt::Assume(is(seen, 0)));
        }
        all.push(assign(place, 1));
        let free = assign(place, 0);
        in_order(vec![Stmt::Atomic(all), free])
    }

    /// A thread says that it has ended; the first one waits for another, and looks at what it has done.
    fn end(&mut self) -> Stmt {
        let r = &mut self.random;
        if self.proc > 0 {
            let flag = FLAGS + self.proc as usize - 1;
            let ends = |one_in: u64, r: &mut Random| {
                let other = Stmt::Assume(is(Place::Global(FLAGS + r.below(2) as usize), 1));
                let waits = (r.below(one_in) == 0).then_some(other);
                waits.into_iter().chain([assign(Place::Global(flag), 1)]).collect()
            };
            return match r.below(2) {
                0 => assign(Place::Global(flag), 1),
                _ => Stmt::Either(ends(2, r), ends(2, r)),
            };
        }
        let (flag, data) = (FLAGS + r.below(self.procs - 1) as usize, Place::Global(r.below(GLOBALS as u64) as usize));
        let fails = Condition { equal: r.below(4) == 0, ..is(data, r.below(4) as i64) };
        in_order(vec![Stmt::Assume(is(Place::Global(flag), 1)), Stmt::Assert(fails)])
    }

    /// Takes a lock, and gives it back.
    fn locked(&mut self, lock: usize, depth: u64) -> Vec<Stmt> {
        let place = Place::Global(GLOBALS + lock);
        let mut all = vec![Stmt::Atomic(vec![Stmt::Assume(is(place, 0)), assign(place, 1)])];
        all.extend(self.guarded(lock, depth));
        all
    }

    /// What is done by who holds a lock, which is given back.
    fn guarded(&mut self, lock: usize, depth: u64) -> Vec<Stmt> {
        let mut all = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            let r = &mut self.random;
            let sloppy = self.locks.unwrap_or(0);
            let own = if r.below(30) < sloppy { r.below(GLOBALS as u64) as usize } else { lock };
            let (own, local) = (Place::Global(own), Place::Local(r.below(LOCALS as u64) as usize));
            let number = r.below(3) as i64;
            let from = |place, offset| Term { place: Some(place), offset };
            let condition =
                Condition { left: from(own, 0), equal: r.below(3) == 0, right: Term { place: None, offset: number } };
            match r.below(14) {
                0..=3 => all.push(Stmt::Assign(own, from(own, 1 + number / 2))),
                4..=5 => all.push(Stmt::Assign(local, from(own, 0))),
                6 => all.push(Stmt::Assign(own, from(local, number))),
                7 => all.push(Stmt::Assert(Condition { equal: number == 2, ..is(own, 1 + r.below(4) as i64) })),
                8 => all.push(Stmt::Assume(condition)),
                9 if depth > 0 => all.push(Stmt::If(condition, self.guarded_only(own), Vec::new())),
                10 if depth > 0 => all.extend(self.locked(1 - lock, 0)),
                11 => all.push(assign(Place::Global(FLAGS + self.random.below(2) as usize), 1)),
                12 => all.extend(self.spawn(2)),
                _ => all.push(assign(own, number)),
            }
        }
        if self.random.below(12) > 0 {
            all.push(assign(Place::Global(GLOBALS + lock), 0));
        }
        all
    }

    /// What is done with both locks, or by who holds the outer one.
    fn within_locks(&mut self, (outer, inner): (Place, Place)) -> Vec<Stmt> {
        let r = &mut self.random;
        let (data, local) = (Place::Global(0), Place::Local(0));
        let copy = |place| Stmt::Assign(local, Term { place: Some(place), offset: 0 });
        let is_free = is(inner, 0);
        match r.below(12) {
            0..=1 => vec![assign(data, r.below(2) as i64)],
            2..=4 => {
                let counted = self.counted((outer, data));
                between(inner, counted)
            }
            5 => self.counted((outer, data)),
            6..=7 => vec![Stmt::Assert(is_free)],
            8 => vec![Stmt::Atomic(vec![copy(inner), Stmt::Assert(is(local, 0))])],
            9 => vec![Stmt::Atomic(vec![
                Stmt::If(is_free, Vec::new(), vec![Stmt::Assert(is(local, r.below(2) as i64))]),
                Stmt::Assume(is_free),
            ])],
            10 => {
                let counted = self.counted((outer, data));
                vec![Stmt::Atomic(vec![Stmt::If(is_free, Vec::new(), counted), Stmt::Assume(is_free)])]
            }
            _ => vec![Stmt::Assume(is(data, r.below(2) as i64))],
        }
    }

    /// Counts from what is at a place up to a number, some of the way.
    fn counted(&mut self, (outer, data): (Place, Place)) -> Vec<Stmt> {
        const TO: u64 = 4;
        let r = &mut self.random;
        let local = Place::Local(0);
        let from = if r.below(3) == 0 { outer } else { data };
        let next = Stmt::Assign(local, Term { place: Some(local), offset: 1 });
        let number = r.below(TO) as i64 + 2;
        let looks = match r.below(4) {
            0 => Stmt::Assign(data, Term { place: Some(local), offset: 0 }),
            _ => Stmt::Assert(Condition { equal: false, ..is(local, number) }),
        };
        let goes_on = Condition { equal: false, ..is(local, TO as i64) };
        let copy = Stmt::Assign(local, Term { place: Some(from), offset: 0 });
        vec![copy, Stmt::While(Some(goes_on), vec![next, looks])]
    }

    fn guarded_only(&mut self, own: Place) -> Vec<Stmt> {
        vec![Stmt::Assign(own, Term { place: Some(own), offset: 1 + self.random.below(2) as i64 })]
    }

    /// A loop, of which many wait for other threads.
    fn repeated(&mut self, in_atomic: bool) -> Stmt {
        let r = &mut self.random;
        let condition = (r.below(8) > 0).then(|| r.condition());
        let (global, local) = (r.below(GLOBALS as u64) as usize, r.below(LOCALS as u64) as usize);
        let copy = Term { place: Some(Place::Global(global)), offset: 0 };
        let mut stmts = match r.below(6) {
            0 => Vec::new(),
            1 => vec![Stmt::Assign(Place::Local(local), copy)],
            2 => vec![Stmt::Swap(global, local, r.term())],
            3 => vec![Stmt::Assign(Place::Global(global), copy)],
            _ => self.stmts(1, 0, in_atomic),
        };
        if self.random.below(3) == 0 {
            stmts.extend(self.stmts(1, 0, in_atomic));
        }
        if !in_atomic && self.random.below(4) == 0 {
            stmts = vec![Stmt::Atomic(stmts)];
        }
        Stmt::While(condition, stmts)
    }

    /// Waits with a lock until others have done something, or looks again and again with a lock whether they have.
    fn waits(&mut self) -> Vec<Stmt> {
        let r = &mut self.random;
        let own = r.below(LOCKS as u64) as usize;
        let (lock, data) = (Place::Global(GLOBALS + own), Place::Global(own));
        let local = Place::Local(r.below(LOCALS as u64) as usize);
        let asked = if r.below(3) == 0 { Place::Global(FLAGS + r.below(2) as usize) } else { data };
        let goes_on = Condition { equal: r.below(3) == 0, ..is(asked, 1 + r.below(2) as i64) };
        let take = Stmt::Atomic(vec![Stmt::Assume(is(lock, 0)), assign(lock, 1)]);
        let (give, copy) = (assign(lock, 0), Stmt::Assign(local, Term { place: Some(asked), offset: 0 }));
        let (sees, goes_on_with) = (is(local, 1), Condition { equal: false, ..is(local, 1) });
        let way = r.below(5);
        let mut between = || self.also((own, local));
        match way {
            0..=2 => {
                let (first, before, behind) = (between(), between(), between());
                let last = between();
                let round = [before, vec![give.clone()], behind, vec![take.clone()], last].concat();
                [vec![take], first, vec![Stmt::While(Some(goes_on), round), copy, give]].concat()
            }
            3 => {
                let round = [vec![take, copy], between(), vec![give], between()].concat();
                vec![Stmt::While(Some(goes_on_with), round)]
            }
            _ => {
                let (got, not) = (vec![assign(lock, 1), assign(local, 1)], vec![assign(local, 0)]);
                let tried = Stmt::Atomic(vec![Stmt::If(is(lock, 0), got, not)]);
                let looks = [between(), vec![copy, give]].concat();
                vec![Stmt::While(Some(goes_on_with), vec![tried, Stmt::If(sees, looks, between())])]
            }
        }
    }

    /// What may stand in a round of a loop that waits.
    fn also(&mut self, (own, local): (usize, Place)) -> Vec<Stmt> {
        let r = &mut self.random;
        let (lock, data) = (Place::Global(GLOBALS + own), Place::Global(own));
        let flag = Place::Global(FLAGS + r.below(2) as usize);
        let (from, number) = (|place| Term { place: Some(place), offset: 0 }, r.below(3) as i64);
        match r.below(24) {
            0 => vec![Stmt::Assign(local, from(data))],
            1 => vec![Stmt::Assign(data, from(data))],
            2 => vec![Stmt::Assign(local, Term { place: Some(local), offset: 1 })],
            3 => vec![assign(flag, number)],
            4 => vec![assign(data, number)],
            5 => vec![Stmt::Assert(Condition { equal: false, ..is(data, number) })],
            6 => vec![Stmt::Assert(is(lock, number / 2))],
            7 => vec![Stmt::Assign(data, Term { place: Some(data), offset: 1 }), assign(data, number)],
            8 => vec![Stmt::If(is(data, number), vec![assign(local, number)], vec![assign(flag, 1)])],
            9 => vec![Stmt::Either(vec![assign(local, 0)], vec![assign(local, number)])],
            10 => vec![Stmt::Assign(local, from(flag)), assign(flag, 1), Stmt::Assign(flag, from(local))],
            11 => vec![Stmt::While(Some(is(flag, 1)), vec![Stmt::Assign(local, from(flag))])],
            _ => Vec::new(),
        }
    }

    /// What is done with maps.
    fn with_elements(&mut self) -> Vec<Stmt> {
        let r = &mut self.random;
        let local = r.below(LOCALS as u64) as usize;
        let (next, own) = (Place::Global(0), Place::Local(local));
        let at = |map: usize| Place::Element(map, Index::Local(local));
        let copy = Stmt::Assign(own, Term { place: Some(next), offset: 0 });
        let fixed = Place::Element(r.below(6) as usize / 5, Index::Number([STATIC, STATIC, NEXT][r.below(3) as usize]));
        match r.below(21) {
            0..=5 => {
                let step = if r.below(12) == 0 { r.below(2) as i64 - 1 } else { 1 + r.below(2) as i64 };
                let goes_on = Stmt::Assign(next, Term { place: Some(next), offset: step });
                let mut all = vec![copy, goes_on, assign(at(1), 1), assign(at(0), 1)];
                all.truncate(if r.below(6) == 0 { 3 } else { 4 });
                vec![if r.below(8) == 0 { in_order(all) } else { Stmt::Atomic(all) }]
            }
            6..=10 => {
                let asked = if r.below(10) == 0 { at(1) } else { at(0) };
                vec![Stmt::If(is(asked, 1), vec![assign(at(1), 0)], Vec::new())]
            }
            11..=13 => {
                let number = [STATIC, STATIC, NEXT, NEXT + 1][r.below(4) as usize];
                let told = Place::Global(1);
                match r.below(3) {
                    0 => vec![assign(own, number)],
                    1 => vec![assign(told, number)],
                    _ => vec![Stmt::Assign(own, Term { place: Some(told), offset: 0 })],
                }
            }
            14 => vec![Stmt::Assume(is(at(0), 1)), assign(at(1), 0)],
            15..=16 => vec![assign(fixed, r.below(4).min(1) as i64)],
            17 => vec![Stmt::Either(vec![copy], vec![assign(own, STATIC)]), assign(at(1), r.below(2) as i64)],
            18 => self.spawn(1).into_iter().collect(),
            19 => {
                let looks = Stmt::Assert(is(Place::Element(1, Index::Number(STATIC)), 1));
                between(Place::Global(GLOBALS), vec![looks])
            }
            _ => vec![Stmt::Assign(next, Term { place: Some(next), offset: r.below(3) as i64 / 2 })],
        }
    }

    /// One in so many times, as long as there are threads to be spawned.
    fn spawn(&mut self, one_in: u64) -> Option<Stmt> {
        if self.proc + 1 >= self.procs || self.spawns_left == 0 || self.random.below(one_in) > 0 {
            return None;
        }
        self.spawns_left -= 1;
        Some(Stmt::Spawn((self.proc + 1 + self.random.below(self.procs - self.proc - 1)) as usize))
    }
}

/// The program of that number.
pub fn generate(seed: u64) -> Program {
    generate_longer(seed, 0)
}

/// The same with that many more statements in each procedure.
pub fn generate_longer(seed: u64, more: u64) -> Program {
    made(seed, more, (false, false), None)
}

/// The same with loops.
#[allow(dead_code)]
pub fn generate_waiting(seed: u64, more: u64) -> Program {
    made(seed, more, (true, false), (seed % 4 == 1).then_some(2))
}

/// Threads that wait with locks, and others that do something with them.
#[allow(dead_code)]
pub fn generate_polling(seed: u64) -> Program {
    let mut making = Making { locks: Some([0, 0, 4][(seed % 3) as usize]), ..making(seed, 2) };
    let mut program = Program { procs: Vec::new() };
    for proc in 0..making.procs {
        making.proc = proc;
        let mut stmts = if proc == 0 { vec![Stmt::Spawn(1)] } else { Vec::new() };
        for _ in 0..1 + making.random.below(2) {
            stmts.extend(match making.random.below(5) {
                0..=1 => making.waits(),
                2 => making.stmts(1, 0, false),
                _ => {
                    let lock = making.random.below(LOCKS as u64) as usize;
                    making.locked(lock, 0)
                }
            });
        }
        let fails = Condition { equal: making.random.below(3) == 0, ..making.random.condition() };
        stmts.extend((making.random.below(2) == 0).then_some(Stmt::Assert(fails)));
        program.procs.push(stmts);
    }
    program
}

/// Threads that take elements of maps for themselves and give them back, more or less as allocators do: `m0` has what may be given
/// back, `m1` what is in use, `g0` what comes next.
#[allow(dead_code)]
pub fn generate_elements(seed: u64) -> Program {
    let mut making = Making { locks: Some(0), ..making(seed, 3) };
    let mut program = Program { procs: Vec::new() };
    for proc in 0..making.procs {
        making.proc = proc;
        let mut stmts = Vec::new();
        if proc == 0 {
            stmts.push(assign(Place::Global(0), NEXT));
            stmts.push(assign(Place::Element(1, Index::Number(STATIC)), 1));
        }
        for _ in 0..2 + making.random.below(3) {
            stmts.extend(making.with_elements());
        }
        if proc == 0 {
            let at = 2 + making.random.below(stmts.len() as u64 - 1) as usize;
            let mut way = making.with_elements();
            if making.random.below(2) == 0 {
                way.push(assign(Place::Element(0, Index::Number(STATIC)), 1));
            }
            let spawn = match making.random.below(2) {
                0 => Stmt::Either(vec![Stmt::Spawn(1)], way),
                _ => Stmt::Spawn(1),
            };
            stmts.insert(at, spawn);
        }
        let kept = Place::Element(1, Index::Number(STATIC));
        stmts.extend((proc == 0 || making.random.below(3) == 0).then(|| Stmt::Assert(is(kept, 1))));
        program.procs.push(stmts);
    }
    program
}

/// The same with many steps that are alike, of more threads.
#[allow(dead_code)]
pub fn generate_counting(seed: u64, more: u64) -> Program {
    made(seed, more, (false, true), None)
}

/// The same with locks, which guard the globals more or less.
#[allow(dead_code)]
pub fn generate_locking(seed: u64, more: u64) -> Program {
    made(seed, more, (false, false), Some([0, 1, 2, 4, 8][(seed / 7 % 5) as usize]))
}

/// Two threads of a few steps with a lock, a global and flags, and one question when they have come so far.
#[allow(dead_code)]
pub fn generate_asked(seed: u64) -> Program {
    let mut making = Making { locks: Some(0), ..making(seed, 0) };
    let data = Place::Global(0);
    let lock = Place::Global(GLOBALS);
    let mut procs = vec![Vec::new()];
    for own in [FLAGS, FLAGS + 1] {
        let (flag, other) = (Place::Global(own), Place::Global(2 * FLAGS + 1 - own));
        let mut stmts = Vec::new();
        for _ in 0..1 + making.random.below(3) {
            match making.random.below(6) {
                0..=1 => stmts.push(assign(data, making.random.below(3) as i64)),
                2 => stmts.extend(making.locked(0, 0)),
                3 => stmts.push(making.looked_at(0)),
                n => {
                    stmts.push(Stmt::Atomic(vec![Stmt::Assume(is(lock, 0)), assign(lock, 1)]));
                    stmts.push(Stmt::Atomic(vec![assign(lock, 0), assign(flag, n as i64 % 2)]));
                }
            }
        }
        let (sets, waits) = (vec![assign(flag, 1)], vec![Stmt::Assume(is(other, 1)), assign(flag, 1)]);
        stmts.extend(match making.random.below(5) {
            0 => sets,
            1 => waits,
            2 => vec![Stmt::Either(sets, waits)],
            3 => vec![Stmt::Either(waits, sets)],
            _ => Vec::new(),
        });
        procs.push(stmts);
    }
    let r = &mut making.random;
    let spawns = vec![Stmt::Spawn(1), Stmt::Spawn(2)];
    let asked = if r.below(3) == 0 { lock } else { data };
    let copy = Stmt::Assign(Place::Local(0), Term { place: Some(asked), offset: 0 });
    let looks = vec![Stmt::Assume(is(Place::Global(FLAGS + r.below(2) as usize), 1)), copy];
    procs[0] = match r.below(2) {
        0 => vec![Stmt::Either(spawns, vec![assign(lock, 1)])],
        _ => spawns,
    };
    match r.below(2) {
        0 => procs[0].push(Stmt::Atomic(looks)),
        _ => procs[0].extend(looks),
    }
    procs[0].push(Stmt::Assert(Condition { equal: false, ..is(Place::Local(0), r.below(3) as i64) }));
    Program { procs }
}

/// Two threads that take one lock, and another one within it, and count from what is there as far as constants say, or not; or
/// look whether the inner lock is free.
#[allow(dead_code)]
pub fn generate_counted(seed: u64) -> Program {
    let mut making = Making { locks: Some(0), ..making(seed, 0) };
    let (outer, inner) = (Place::Global(GLOBALS), Place::Global(GLOBALS + 1));
    let mut procs = vec![vec![Stmt::Spawn(1)]];
    for _ in 0..2 {
        let mut stmts = Vec::new();
        for _ in 0..1 + making.random.below(2) {
            let mut within = Vec::new();
            for _ in 0..1 + making.random.below(3) {
                within.extend(making.within_locks((outer, inner)));
            }
            if making.random.below(4) == 0 {
                stmts.extend(making.counted((outer, Place::Global(1))));
            }
            stmts.extend(match making.random.below(8) {
                0 => within,
                _ => between(outer, within),
            });
        }
        procs.push(stmts);
    }
    let first = procs.remove(1);
    procs[0].extend(first);
    Program { procs }
}

/// Takes a lock, and gives it back behind the statements.
fn between(lock: Place, stmts: Vec<Stmt>) -> Vec<Stmt> {
    let mut all = vec![Stmt::Atomic(vec![Stmt::Assume(is(lock, 0)), assign(lock, 1)])];
    all.extend(stmts);
    all.push(assign(lock, 0));
    all
}

fn making(seed: u64, spawns_left: u64) -> Making {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    for _ in 0..8 {
        random.below(2);
    }
    let procs = 2 + random.below(2);
    Making { random, proc: 0, procs, spawns_left, has_loops: false, counts: false, locks: None }
}

fn made(seed: u64, more: u64, (has_loops, counts): (bool, bool), locks: Option<u64>) -> Program {
    let spawns_left = if counts || locks.is_some() { 4 } else { 2 };
    let mut making = Making { has_loops, counts, locks, ..making(seed, spawns_left) };
    let procs = making.procs;
    let mut program = Program { procs: Vec::new() };
    for proc in 0..procs {
        making.proc = proc;
        let count = 2 + more + making.random.below(3);
        let mut stmts = making.stmts(count, 2, false);
        if proc == 0 {
            // Whatever comes of it, there is a second thread.
            let spawn = Stmt::Spawn(1 + making.random.below(procs - 1) as usize);
            let at = making.random.below(stmts.len() as u64) as usize;
            // Or there is none on another way, where locks are as they begin there.
            let held = (locks.is_some() && making.random.below(4) == 0).then(|| making.random.below(LOCKS as u64));
            stmts.insert(
                at,
                match held {
                    Some(lock) => Stmt::Either(vec![spawn], vec![assign(Place::Global(GLOBALS + lock as usize), 1)]),
                    None => spawn,
                },
            );
        }
        if making.random.below(3) == 0 {
            stmts.push(Stmt::Assert(making.random.condition()));
        }
        if locks.is_some() && making.random.below(2) == 0 {
            stmts.push(making.end());
        }
        program.procs.push(stmts);
    }
    program
}

// ---- Exploration.

/// What is left to do of a procedure: its locals, and statements, the next one last.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Frame {
    locals: [i64; LOCALS],
    rest: Vec<Next>,
}

/// A statement by its address, or the end of an atomic section.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Next {
    Stmt(*const Stmt),
    /// A loop again, which may have so many rounds more.
    Again(*const Stmt, Option<u32>),
    EndAtomic,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Thread {
    frames: Vec<Frame>,
    children: Vec<usize>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    globals: [i64; ALL],
    /// By map and index.
    elements: BTreeMap<(usize, i64), i64>,
    threads: Vec<Thread>,
    round: usize,
    /// Whose turns are left in this round; the last one runs.
    turns: Vec<usize>,
    in_atomic: bool,
    /// Threads that were spawned in the present atomic section.
    waiting: Vec<usize>,
    /// Rounds of each loop, at most.
    bound: Option<u32>,
}

fn schedule(stmts: &[Stmt], rest: &mut Vec<Next>) {
    rest.extend(stmts.iter().rev().map(|s| Next::Stmt(s)));
}

fn activation(program: &Program, proc: usize) -> Frame {
    let mut frame = Frame { locals: [0; LOCALS], rest: Vec::new() };
    schedule(&program.procs[proc], &mut frame.rest);
    frame
}

/// Whether an execution of that many rounds violates an assertion.
pub fn explore(program: &Program, rounds: usize) -> bool {
    let main = Thread { frames: vec![activation(program, 0)], children: Vec::new() };
    let start = State {
        globals: [0; ALL],
        elements: BTreeMap::new(),
        threads: vec![main],
        round: 0,
        turns: vec![0],
        in_atomic: false,
        waiting: Vec::new(),
        bound: None,
    };
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some(state) = open.pop() {
        let mut successors = Vec::new();
        if let Some(&now) = state.turns.last() {
            if step(program, &state, now, &mut successors) {
                return true;
            }
            if !state.in_atomic {
                let mut next = state.clone();
                next.turns.pop();
                successors.push(next);
            }
        } else if state.round + 1 < rounds {
            let mut next = state.clone();
            next.round += 1;
            order(&state.threads, 0, &mut next.turns);
            next.turns.reverse();
            successors.push(next);
        }
        for next in successors {
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    false
}

/// Whether some execution violates an assertion, whoever runs when. `None`: there are more states.
pub fn explore_all(program: &Program, most: usize) -> Option<bool> {
    explore_rounds(program, most, None)
}

/// The same where each loop has at most so many rounds.
pub fn explore_rounds(program: &Program, most: usize, bound: Option<u32>) -> Option<bool> {
    let main = Thread { frames: vec![activation(program, 0)], children: Vec::new() };
    // In an atomic section, the turn is that of who is in it.
    let start = State {
        globals: [0; ALL],
        elements: BTreeMap::new(),
        threads: vec![main],
        round: 0,
        turns: Vec::new(),
        in_atomic: false,
        waiting: Vec::new(),
        bound,
    };
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some(state) = open.pop() {
        if seen.len() > most {
            return None;
        }
        for now in 0..state.threads.len() {
            if state.in_atomic && state.turns != [now] {
                continue;
            }
            let mut successors = Vec::new();
            if step(program, &state, now, &mut successors) {
                return Some(true);
            }
            for mut next in successors {
                next.turns = if next.in_atomic { vec![now] } else { Vec::new() };
                next.waiting.clear();
                next.threads.iter_mut().for_each(|thread| thread.children.clear());
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
    }
    Some(false)
}

/// What a thread spawned has its turn before it.
fn order(threads: &[Thread], thread: usize, turns: &mut Vec<usize>) {
    threads[thread].children.iter().for_each(|&child| order(threads, child, turns));
    turns.push(thread);
}

fn value(state: &State, now: usize, term: Term) -> i64 {
    term.offset
        + match term.place {
            None => 0,
            Some(Place::Global(n)) => state.globals[n],
            Some(Place::Local(n)) => local(state, now, n),
            Some(Place::Element(map, at)) => {
                state.elements.get(&(map, index(state, now, at))).copied().unwrap_or_default()
            }
        }
}

fn local(state: &State, now: usize, n: usize) -> i64 {
    state.threads[now].frames.last().map_or(0, |f| f.locals[n])
}

fn index(state: &State, now: usize, index: Index) -> i64 {
    match index {
        Index::Number(n) => n,
        Index::Local(n) => local(state, now, n),
    }
}

fn holds(state: &State, now: usize, c: Condition) -> bool {
    (value(state, now, c.left) == value(state, now, c.right)) == c.equal
}

/// One step of a thread; whether it violates an assertion.
fn step(program: &Program, state: &State, now: usize, successors: &mut Vec<State>) -> bool {
    let mut next = state.clone();
    let Some(frame) = next.threads[now].frames.last_mut() else {
        return false;
    };
    match frame.rest.pop() {
        None => {
            next.threads[now].frames.pop();
            successors.push(next);
        }
        Some(Next::EndAtomic) => {
            next.in_atomic = false;
            let waiting = std::mem::take(&mut next.waiting);
            next.turns.extend(waiting.into_iter().rev());
            successors.push(next);
        }
        Some(Next::Again(stmt, left)) => {
            let Stmt::While(c, stmts) = find(program, stmt) else { panic!("only loops come again") };
            again((stmt, c.as_ref(), stmts), left, now, (state, next), successors);
        }
        Some(Next::Stmt(stmt)) => {
            // The program outlives its exploration.
            let stmt = find(program, stmt);
            return perform(program, stmt, now, state, next, successors);
        }
    }
    false
}

/// The statement at an address.
fn find(program: &Program, address: *const Stmt) -> &Stmt {
    fn within(stmts: &[Stmt], address: *const Stmt) -> Option<&Stmt> {
        stmts.iter().find_map(|stmt| {
            if std::ptr::eq(stmt, address) {
                return Some(stmt);
            }
            match stmt {
                Stmt::If(_, a, b) | Stmt::Either(a, b) => within(a, address).or_else(|| within(b, address)),
                Stmt::Atomic(stmts) | Stmt::While(_, stmts) => within(stmts, address),
                _ => None,
            }
        })
    }
    program.procs.iter().find_map(|stmts| within(stmts, address)).expect("statements are those of the program")
}

/// The head of a loop.
fn again(
    (stmt, condition, stmts): (*const Stmt, Option<&Condition>, &[Stmt]),
    left: Option<u32>,
    now: usize,
    (state, next): (&State, State),
    successors: &mut Vec<State>,
) {
    let (enters, leaves) = match condition {
        Some(c) => (holds(state, now, *c), !holds(state, now, *c)),
        None => (true, true),
    };
    if enters && left != Some(0) {
        let mut round = next.clone();
        if let Some(frame) = round.threads[now].frames.last_mut() {
            frame.rest.push(Next::Again(stmt, left.map(|left| left - 1)));
            schedule(stmts, &mut frame.rest);
        }
        successors.push(round);
    }
    if leaves {
        successors.push(next);
    }
}

fn perform(
    program: &Program,
    stmt: &Stmt,
    now: usize,
    state: &State,
    mut next: State,
    successors: &mut Vec<State>,
) -> bool {
    let assign = |next: &mut State, place: Place, value: i64| match place {
        Place::Global(n) => next.globals[n] = value,
        Place::Element(map, at) => {
            next.elements.insert((map, index(state, now, at)), value);
        }
        Place::Local(n) => {
            if let Some(frame) = next.threads[now].frames.last_mut() {
                frame.locals[n] = value;
            }
        }
    };
    let enter = |mut next: State, stmts: &[Stmt]| {
        if let Some(frame) = next.threads[now].frames.last_mut() {
            schedule(stmts, &mut frame.rest);
        }
        next
    };
    match stmt {
        Stmt::Assign(place, term) => assign(&mut next, *place, value(state, now, *term)),
        Stmt::Swap(global, local, term) => {
            assign(&mut next, Place::Local(*local), state.globals[*global]);
            assign(&mut next, Place::Global(*global), value(state, now, *term));
        }
        Stmt::Assume(c) if !holds(state, now, *c) => return false,
        Stmt::Assume(_) => {}
        Stmt::Assert(c) if !holds(state, now, *c) => return true,
        Stmt::Assert(_) => {}
        Stmt::If(c, then, otherwise) => {
            next = enter(next, if holds(state, now, *c) { then } else { otherwise });
        }
        Stmt::Either(one, other) => {
            successors.push(enter(next.clone(), one));
            next = enter(next, other);
        }
        Stmt::While(c, stmts) => {
            again((stmt, c.as_ref(), stmts), state.bound, now, (state, next), successors);
            return false;
        }
        Stmt::Atomic(stmts) => {
            next.in_atomic = true;
            if let Some(frame) = next.threads[now].frames.last_mut() {
                frame.rest.push(Next::EndAtomic);
            }
            next = enter(next, stmts);
        }
        Stmt::Call(proc) => next.threads[now].frames.push(activation(program, *proc)),
        Stmt::Spawn(proc) => {
            let child = next.threads.len();
            next.threads.push(Thread { frames: vec![activation(program, *proc)], children: Vec::new() });
            next.threads[now].children.push(child);
            if next.in_atomic { next.waiting.push(child) } else { next.turns.push(child) }
        }
    }
    successors.push(next);
    false
}
