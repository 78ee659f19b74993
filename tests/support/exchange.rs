//! Small programs whose threads hand objects on through shared variables, made at random, and all their interleavings.
//!
//! Shared are two pointers, a number and two locks; objects have a pointer, a number and a lock. Threads take objects out
//! under locks, in atomic sections or without either, write what they have by themselves, put it back, remember what they
//! have seen of it, and look again. Most follow a discipline; in some, part of it is missing.

use std::collections::HashSet;
use std::fmt;

/// Shared pointers, locks, and objects that are there at a time.
const HEADS: usize = 2;
const LOCKS: usize = 2;
const OBJECTS: usize = 3;
/// Local pointers and numbers.
const POINTERS: usize = 3;
const NUMBERS: usize = 2;
/// Threads, the first included.
const THREADS: usize = 3;
/// The numbers are those below.
const VALUES: u64 = 3;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lock {
    Shared(usize),
    /// The lock of the object that a local pointer goes to.
    Of(usize),
}

#[derive(Clone, Debug)]
pub enum Condition {
    IsNull(usize),
    Same(usize, usize),
    Number(usize, u8),
    Equal(usize, usize),
}

#[derive(Clone, Debug)]
pub enum Stmt {
    Acquire(Lock),
    Release(Lock),
    /// Whether the lock was free; if so, it is taken.
    Try(Lock, Vec<Stmt>, Vec<Stmt>),
    Atomic(Vec<Stmt>),
    New(usize, u8),
    Free(usize),
    Null(usize),
    Copy(usize, usize),
    LoadHead(usize, usize),
    StoreHead(usize, Option<usize>),
    LoadNext(usize, usize),
    StoreNext(usize, Option<usize>),
    LoadValue(usize, usize),
    StoreValue(usize, u8),
    /// The lock of an object is made anew.
    StoreLock(usize),
    LoadShared(usize),
    StoreShared(u8),
    Assume(Condition, bool),
    Assert(Condition, bool),
    If(Condition, Vec<Stmt>, Vec<Stmt>),
    Either(Vec<Stmt>, Vec<Stmt>),
    Loop(Vec<Stmt>),
    Spawn(usize, usize),
}

/// Procedure 0 begins and spawns the others.
#[derive(Clone, Debug)]
pub struct Program {
    procs: Vec<Vec<Stmt>>,
}

// ---- Text.

/// The size of rooms for objects.
const ROOM: u64 = 65_536;

struct Text(String);

impl Text {
    fn line(&mut self, text: fmt::Arguments) {
        self.0.push_str(&text.to_string());
        self.0.push('\n');
    }

    fn check(&mut self, p: usize) {
        self.line(format_args!("assert $live[p{p}];"));
    }

    fn cell(&mut self, lock: Lock) -> String {
        match lock {
            Lock::Shared(n) => format!("lock{n}"),
            Lock::Of(p) => {
                self.check(p);
                format!("M.lock[p{p}]")
            }
        }
    }

    fn stmts(&mut self, stmts: &[Stmt]) {
        stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn branch(&mut self, condition: &str, then: &[Stmt], otherwise: &[Stmt]) {
        self.line(format_args!("if ({condition}) {{"));
        self.stmts(then);
        self.line(format_args!("}} else {{"));
        self.stmts(otherwise);
        self.line(format_args!("}}"));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Acquire(lock) => {
                let cell = self.cell(*lock);
                self.line(format_args!("assume {{:atomic \"enter\"}} true; assume {cell} == 0; {cell} := 1;"));
                self.line(format_args!("assume {{:atomic \"leave\"}} true;"));
            }
            Stmt::Release(lock) => {
                let cell = self.cell(*lock);
                self.line(format_args!("{cell} := 0;"));
            }
            Stmt::Try(lock, then, otherwise) => {
                let cell = self.cell(*lock);
                self.line(format_args!("assume {{:atomic \"enter\"}} true; if ({cell} == 0) {{"));
                self.line(format_args!("assume {cell} == 0; {cell} := 1; got := 1;"));
                self.line(format_args!("}} else {{ got := 0; }} assume {{:atomic \"leave\"}} true;"));
                self.branch("got == 1", then, otherwise);
            }
            Stmt::Atomic(stmts) => {
                self.line(format_args!("assume {{:atomic \"enter\"}} true;"));
                self.stmts(stmts);
                self.line(format_args!("assume {{:atomic \"leave\"}} true;"));
            }
            Stmt::New(p, n) => {
                self.line(format_args!("p{p} := $next; $next := $next + {ROOM};"));
                self.line(format_args!("$live[p{p}] := true; $heap[p{p}] := true;"));
                self.line(format_args!("M.next[p{p}] := 0; M.lock[p{p}] := 0;"));
                // That is what the map was set to at the start.
                if *n != 0 || *p == 1 {
                    self.line(format_args!("M.value[p{p}] := {n};"));
                }
            }
            Stmt::Free(p) => {
                self.check(*p);
                self.line(format_args!("$live[p{p}] := false;"));
            }
            Stmt::Null(p) => self.line(format_args!("p{p} := 0;")),
            Stmt::Copy(p, q) => self.line(format_args!("p{p} := p{q};")),
            Stmt::LoadHead(p, h) => self.line(format_args!("p{p} := head{h};")),
            Stmt::StoreHead(h, None) => self.line(format_args!("head{h} := 0;")),
            Stmt::StoreHead(h, Some(p)) => self.line(format_args!("head{h} := p{p};")),
            Stmt::LoadNext(p, q) => {
                self.check(*q);
                self.line(format_args!("p{p} := M.next[p{q}];"));
            }
            Stmt::StoreNext(p, q) => {
                self.check(*p);
                match q {
                    None => self.line(format_args!("M.next[p{p}] := 0;")),
                    Some(q) => self.line(format_args!("M.next[p{p}] := p{q};")),
                }
            }
            Stmt::LoadValue(x, p) => {
                self.check(*p);
                self.line(format_args!("x{x} := M.value[p{p}];"));
            }
            Stmt::StoreValue(p, n) => {
                self.check(*p);
                self.line(format_args!("M.value[p{p}] := {n};"));
            }
            Stmt::StoreLock(p) => {
                self.check(*p);
                self.line(format_args!("M.lock[p{p}] := 0;"));
            }
            Stmt::LoadShared(x) => self.line(format_args!("x{x} := number;")),
            Stmt::StoreShared(n) => self.line(format_args!("number := {n};")),
            Stmt::Assume(c, holds) => self.line(format_args!("assume {};", text(c, *holds))),
            Stmt::Assert(c, holds) => self.line(format_args!("assert {};", text(c, *holds))),
            Stmt::If(c, then, otherwise) => self.branch(&text(c, true), then, otherwise),
            Stmt::Either(then, otherwise) => self.branch("*", then, otherwise),
            Stmt::Loop(stmts) => {
                self.line(format_args!("while (*) {{"));
                self.stmts(stmts);
                self.line(format_args!("}}"));
            }
            Stmt::Spawn(proc, p) => self.line(format_args!("async call t{proc}(p{p});")),
        }
    }
}

fn text(condition: &Condition, holds: bool) -> String {
    let operator = if holds { "==" } else { "!=" };
    match condition {
        Condition::IsNull(p) => format!("p{p} {operator} 0"),
        Condition::Same(p, q) => format!("p{p} {operator} p{q}"),
        Condition::Number(x, n) => format!("x{x} {operator} {n}"),
        Condition::Equal(x, y) => format!("x{x} {operator} x{y}"),
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "function {{:builtin \"MapConst\"}} none(x: bool): [int]bool;")?;
        writeln!(f, "function {{:builtin \"MapConst\"}} all(x: int): [int]int;")?;
        writeln!(f, "var {{:heap \"next\"}} {{:unobserved}} $next: int; var {{:heap \"live\"}} $live: [int]bool;")?;
        writeln!(f, "var {{:heap \"dynamic\"}} {{:unobserved}} $heap: [int]bool;")?;
        writeln!(f, "var head0, head1, number, lock0, lock1: int;")?;
        writeln!(f, "var {{:heap \"cells\"}} M.next, M.value, M.lock: [int]int;")?;
        for (number, stmts) in self.procs.iter().enumerate() {
            match number {
                0 => writeln!(f, "procedure {{:entrypoint}} t0() {{")?,
                _ => writeln!(f, "procedure t{number}(given: int) {{")?,
            }
            writeln!(f, "var p0, p1, p2, x0, x1, got: int;")?;
            if number == 0 {
                writeln!(f, "$live := none(false); M.value := all(0); $next := {ROOM};")?;
                writeln!(f, "head0 := 0; head1 := 0; number := 0; lock0 := 0; lock1 := 0;")?;
            }
            let given = if number == 0 { "0" } else { "given" };
            writeln!(f, "p0 := {given}; p1 := 0; p2 := 0; x0 := 0; x1 := 0; got := 0;")?;
            let mut text = Text(String::new());
            match stmts.split_last() {
                // A thread may end in the midst of a section.
                Some((Stmt::Atomic(last), before)) => {
                    text.stmts(before);
                    text.line(format_args!("assume {{:atomic \"enter\"}} true;"));
                    text.stmts(last);
                }
                _ => text.stmts(stmts),
            }
            writeln!(f, "{}}}", text.0)?;
        }
        Ok(())
    }
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

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn value(&mut self) -> u8 {
        self.below(VALUES) as u8
    }

    fn local(&mut self) -> usize {
        self.below(POINTERS as u64) as usize
    }
}

/// How a program protects what it shares.
struct Making {
    random: Random,
    /// The lock of each shared pointer.
    guards: [usize; HEADS],
    /// In one of so many places, a part of the discipline is missing.
    slips: u64,
    /// In one of so many places, an atomic section stands for a lock, or around one.
    sections: u64,
    /// Whether objects have numbers that differ.
    differ: bool,
    /// Whether objects' own locks are used.
    own_locks: bool,
}

impl Making {
    fn slip(&mut self) -> bool {
        let slips = self.slips;
        self.random.one_in(slips)
    }

    fn value(&mut self) -> u8 {
        if self.differ { self.random.value() } else { 1 }
    }

    /// What is done under the lock of a shared pointer.
    fn locked(&mut self, head: usize, stmts: Vec<Stmt>) -> Vec<Stmt> {
        if self.slip() {
            return stmts;
        }
        let lock = if self.slip() { Lock::Shared(1 - self.guards[head]) } else { Lock::Shared(self.guards[head]) };
        let sections = self.sections;
        if self.random.one_in(sections) {
            if self.random.one_in(2) {
                return vec![Stmt::Atomic(stmts)];
            }
            let mut all = vec![Stmt::Acquire(lock)];
            all.extend(stmts);
            all.push(Stmt::Release(lock));
            return vec![Stmt::Atomic(all)];
        }
        let mut all = stmts;
        all.push(Stmt::Release(lock));
        if self.random.one_in(8) {
            return vec![Stmt::Try(lock, all, Vec::new())];
        }
        all.insert(0, Stmt::Acquire(lock));
        all
    }

    /// The first object of a list is taken off.
    fn take(&mut self, p: usize, head: usize) -> Vec<Stmt> {
        let q = (p + 1) % POINTERS;
        let mut some = vec![Stmt::LoadNext(q, p), Stmt::StoreHead(head, Some(q))];
        if !self.slip() {
            some.push(Stmt::StoreNext(p, None));
        }
        some.push(Stmt::Null(q));
        let rest = match self.random.below(3) {
            0 => vec![Stmt::StoreHead(head, None)],
            _ => vec![Stmt::If(Condition::IsNull(p), Vec::new(), some)],
        };
        let mut stmts = vec![Stmt::LoadHead(p, head)];
        stmts.extend(rest);
        self.locked(head, stmts)
    }

    /// An object is put in front of a list, or in an empty place.
    fn put(&mut self, p: usize, head: usize) -> Vec<Stmt> {
        let q = (p + 1) % POINTERS;
        let stmts = if self.random.one_in(2) {
            vec![Stmt::LoadHead(q, head), Stmt::StoreNext(p, Some(q)), Stmt::StoreHead(head, Some(p)), Stmt::Null(q)]
        } else {
            let full = if self.random.one_in(2) { vec![Stmt::Free(p)] } else { Vec::new() };
            let empty = vec![Stmt::StoreHead(head, Some(p))];
            vec![Stmt::LoadHead(q, head), Stmt::If(Condition::IsNull(q), empty, full), Stmt::Null(q)]
        };
        self.locked(head, stmts)
    }

    /// What is done with an object that a thread has by itself, or believes to have.
    fn own(&mut self, p: usize, count: u64) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        for _ in 0..count {
            match self.random.below(8) {
                0..=2 => stmts.push(Stmt::StoreValue(p, self.value())),
                3 => {
                    let n = self.value();
                    stmts.extend([Stmt::StoreValue(p, n), Stmt::LoadValue(0, p)]);
                    stmts.push(Stmt::Assert(Condition::Number(0, n), true));
                }
                4 if self.own_locks => stmts.push(Stmt::StoreLock(p)),
                5 => {
                    let q = (p + 2) % POINTERS;
                    stmts.extend([Stmt::New(q, self.value()), Stmt::StoreNext(p, Some(q)), Stmt::Null(q)]);
                }
                _ => stmts.push(Stmt::LoadValue(1, p)),
            }
        }
        stmts
    }

    fn if_some(&self, p: usize, stmts: Vec<Stmt>) -> Stmt {
        Stmt::If(Condition::IsNull(p), Vec::new(), stmts)
    }

    fn end(&mut self, p: usize) -> Vec<Stmt> {
        let head = self.random.below(HEADS as u64) as usize;
        match self.random.below(6) {
            0..=3 => self.put(p, head),
            4 => vec![Stmt::Free(p)],
            _ => Vec::new(),
        }
    }

    /// Something that threads do again and again.
    fn act(&mut self) -> Vec<Stmt> {
        let (p, head) = (self.random.local(), self.random.below(HEADS as u64) as usize);
        let kind = self.random.below(12);
        let mut stmts = match kind {
            0..=1 => {
                let mut stmts = vec![Stmt::New(p, self.value())];
                stmts.extend(self.put(p, head));
                stmts
            }
            2..=4 => self.exchange(p, head),
            5..=7 => self.remember(p, head),
            8 => self.walk(p, head),
            9 => self.flagged(p, head),
            10 if self.own_locks => self.by_own_lock(p, head),
            _ => self.reread(p, head),
        };
        if self.random.one_in(2) {
            stmts.push(Stmt::Null(p));
        }
        let sections = self.sections;
        if self.random.one_in(3 * sections) { vec![Stmt::Atomic(flat(stmts))] } else { stmts }
    }

    /// Takes an object out, writes it by itself, and puts it back.
    fn exchange(&mut self, p: usize, head: usize) -> Vec<Stmt> {
        let mut stmts = self.take(p, head);
        let count = 1 + self.random.below(2);
        let mut own = self.own(p, count);
        own.extend(self.end(p));
        stmts.push(self.if_some(p, own));
        stmts
    }

    /// Remembers what an object is and what is in it, gives the lock back, and looks again.
    fn remember(&mut self, p: usize, head: usize) -> Vec<Stmt> {
        let q = (p + 1) % POINTERS;
        let see = vec![Stmt::LoadHead(p, head), self.if_some(p, vec![Stmt::LoadValue(0, p)])];
        let mut stmts = self.locked(head, see);
        if self.random.one_in(3) {
            let n = self.value();
            stmts.push(Stmt::Assume(Condition::Number(0, n), true));
        }
        let mut again = vec![Stmt::LoadValue(1, p), Stmt::Assert(Condition::Equal(0, 1), true)];
        if self.random.one_in(3) {
            again = vec![Stmt::LoadValue(1, p), self.if_some(q, vec![Stmt::Assert(Condition::Number(1, 1), true)])];
        }
        if self.random.one_in(4) {
            again.push(Stmt::StoreValue(p, self.value()));
        }
        let same = Stmt::If(Condition::Same(p, q), again, Vec::new());
        let look = if self.slip() { vec![same] } else { vec![Stmt::LoadHead(q, head), self.if_some(q, vec![same])] };
        let looks = self.locked(head, look);
        stmts.push(self.if_some(p, flat(looks)));
        stmts
    }

    /// Reads without a lock, and again under one.
    fn reread(&mut self, p: usize, head: usize) -> Vec<Stmt> {
        let read = vec![Stmt::LoadValue(1, p), Stmt::Assert(Condition::Equal(0, 1), true)];
        let mut inner = vec![Stmt::LoadValue(0, p)];
        inner.extend(self.locked(head, read));
        vec![Stmt::LoadHead(p, head), self.if_some(p, inner)]
    }

    /// Goes to the second object of a list.
    fn walk(&mut self, p: usize, head: usize) -> Vec<Stmt> {
        let q = (p + 1) % POINTERS;
        let mut second = vec![Stmt::LoadValue(0, q)];
        match self.random.below(4) {
            0 => second.push(Stmt::StoreValue(q, self.value())),
            1 => second.extend([Stmt::StoreNext(p, None), Stmt::Free(q)]),
            2 => second.extend([Stmt::StoreNext(p, None), Stmt::Copy(p, q)]),
            _ => {}
        }
        let first = vec![Stmt::LoadNext(q, p), self.if_some(q, second)];
        let look = vec![Stmt::LoadHead(p, head), self.if_some(p, first)];
        self.locked(head, look)
    }

    /// A shared number says whether an object is there, or how it is.
    fn flagged(&mut self, p: usize, head: usize) -> Vec<Stmt> {
        let n = self.random.value();
        if self.random.one_in(2) {
            let mut stmts = self.take(p, head);
            stmts.push(Stmt::StoreShared(n));
            let own = self.own(p, 1);
            stmts.push(self.if_some(p, own));
            stmts.push(Stmt::StoreShared(0));
            let put = self.put(p, head);
            stmts.push(self.if_some(p, put));
            stmts
        } else {
            let see = vec![Stmt::LoadHead(p, head), Stmt::LoadShared(1)];
            let mut stmts = self.locked(head, see);
            let then = if self.random.one_in(2) { self.own(p, 1) } else { vec![Stmt::LoadValue(0, p)] };
            let inner = self.if_some(p, then);
            stmts.push(Stmt::If(Condition::Number(1, n), vec![inner], Vec::new()));
            stmts
        }
    }

    /// Takes an object's own lock under that of the list, and keeps it longer.
    fn by_own_lock(&mut self, p: usize, head: usize) -> Vec<Stmt> {
        let own = Lock::Of(p);
        let mut stmts = self.locked(head, vec![Stmt::LoadHead(p, head), self.if_some(p, vec![Stmt::Acquire(own)])]);
        let n = self.value();
        let mut inner = vec![Stmt::StoreValue(p, n), Stmt::LoadValue(0, p)];
        if !self.slip() {
            inner.push(Stmt::Assert(Condition::Number(0, n), true));
        }
        inner.push(Stmt::Release(own));
        stmts.push(self.if_some(p, inner));
        stmts
    }
}

/// Without atomic sections in atomic sections, and without waits there that would never end.
fn flat(stmts: Vec<Stmt>) -> Vec<Stmt> {
    let each = |stmt: Stmt| match stmt {
        Stmt::Atomic(stmts) => flat(stmts),
        Stmt::If(c, then, otherwise) => vec![Stmt::If(c, flat(then), flat(otherwise))],
        Stmt::Try(lock, then, otherwise) => vec![Stmt::Try(lock, flat(then), flat(otherwise))],
        other => vec![other],
    };
    stmts.into_iter().flat_map(each).collect()
}

/// The program of that number.
pub fn generate(seed: u64) -> Program {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    for _ in 0..8 {
        random.below(2);
    }
    let guards = [0, random.below(2) as usize];
    let slips = [1_000_000, 40, 15, 6][random.below(4) as usize];
    let sections = [3, 6, 1_000][random.below(3) as usize];
    let (differ, own_locks) = (!random.one_in(3), random.one_in(3));
    let mut making = Making { random, guards, slips, sections, differ, own_locks };
    let kinds = 1 + making.random.below(2) as usize;
    let mut program = Program { procs: vec![Vec::new()] };
    for _ in 0..kinds {
        let mut stmts = making.act();
        if making.random.one_in(2) {
            let more = making.act();
            stmts = vec![Stmt::Either(stmts, more)];
        }
        if !making.random.one_in(4) {
            stmts = vec![Stmt::Loop(stmts)];
        }
        if making.random.one_in(8) {
            let given = making.own(0, 1);
            stmts.insert(0, making.if_some(0, given));
        }
        program.procs.push(stmts);
    }
    let mut main = Vec::new();
    for head in 0..1 + making.random.below(2) as usize {
        let p = making.random.local();
        main.push(Stmt::New(p, making.value()));
        main.push(Stmt::StoreHead(head, Some(p)));
        if !making.random.one_in(4) {
            main.push(Stmt::Null(p));
        }
    }
    let given = making.random.local();
    let spawns: Vec<Stmt> = (1..=kinds).map(|kind| Stmt::Spawn(kind, given)).collect();
    match making.random.below(3) {
        0 => main.extend(spawns),
        _ => main.push(Stmt::Loop(spawns)),
    }
    if making.random.one_in(2) {
        let stmts = making.act();
        main.push(if making.random.one_in(2) { Stmt::Loop(stmts) } else { Stmt::Either(stmts, Vec::new()) });
    } else {
        main.push(Stmt::Loop(vec![Stmt::Null(0)]));
    }
    program.procs[0] = main;
    program
}

// ---- Exploration.

/// One step of a thread.
#[derive(Clone, Debug)]
enum Step {
    Do(Stmt),
    Check(usize),
    /// Takes the lock, or waits.
    Take(Lock),
    /// Takes the lock, or goes on elsewhere.
    TryElse(Lock, usize),
    Begin,
    End,
    Unless(Condition, usize),
    Jump(usize),
    /// Goes on here or there.
    OrJump(usize),
}

fn compile(stmts: &[Stmt], steps: &mut Vec<Step>) {
    for stmt in stmts {
        match stmt {
            Stmt::Acquire(lock) => {
                check_of(*lock, steps);
                steps.push(Step::Take(*lock));
            }
            Stmt::Try(lock, then, otherwise) => {
                check_of(*lock, steps);
                branch(steps, |at| Step::TryElse(*lock, at), then, otherwise);
            }
            Stmt::Atomic(stmts) => {
                steps.push(Step::Begin);
                compile(stmts, steps);
                steps.push(Step::End);
            }
            Stmt::If(c, then, otherwise) => branch(steps, |at| Step::Unless(c.clone(), at), then, otherwise),
            Stmt::Either(then, otherwise) => branch(steps, Step::OrJump, then, otherwise),
            Stmt::Loop(stmts) => {
                let head = steps.len();
                steps.push(Step::Jump(0));
                compile(stmts, steps);
                steps.push(Step::Jump(head));
                steps[head] = Step::OrJump(steps.len());
            }
            Stmt::Release(lock) => {
                check_of(*lock, steps);
                steps.push(Step::Do(stmt.clone()));
            }
            Stmt::Free(p)
            | Stmt::LoadNext(_, p)
            | Stmt::StoreNext(p, _)
            | Stmt::LoadValue(_, p)
            | Stmt::StoreValue(p, _)
            | Stmt::StoreLock(p) => steps.extend([Step::Check(*p), Step::Do(stmt.clone())]),
            _ => steps.push(Step::Do(stmt.clone())),
        }
    }
}

fn check_of(lock: Lock, steps: &mut Vec<Step>) {
    if let Lock::Of(p) = lock {
        steps.push(Step::Check(p));
    }
}

fn branch(steps: &mut Vec<Step>, test: impl Fn(usize) -> Step, then: &[Stmt], otherwise: &[Stmt]) {
    let head = steps.len();
    steps.push(Step::Jump(0));
    compile(then, steps);
    let end = steps.len();
    steps.push(Step::Jump(0));
    steps[head] = test(steps.len());
    compile(otherwise, steps);
    steps[end] = Step::Jump(steps.len());
}

/// Of an object; 0 is no object, others are numbered from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Object {
    next: u8,
    value: u8,
    lock: u8,
    live: bool,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Thread {
    proc: u8,
    at: u16,
    pointers: [u8; POINTERS],
    numbers: [u8; NUMBERS],
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    heads: [u8; HEADS],
    number: u8,
    locks: [u8; LOCKS],
    objects: Vec<Object>,
    threads: Vec<Thread>,
    /// The thread that is in an atomic section.
    section: Option<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Violated,
    /// Of those executions that have few objects and threads, none is.
    Kept,
    /// There are too many states.
    TooMany,
}

/// Whether an execution violates an assertion, of those with few objects at a time and few threads.
pub fn explore(program: &Program, most: usize) -> Outcome {
    let compiled = |stmts: &Vec<Stmt>| {
        let mut steps = Vec::new();
        compile(stmts, &mut steps);
        steps
    };
    let procs: Vec<Vec<Step>> = program.procs.iter().map(compiled).collect();
    let main = Thread { proc: 0, at: 0, pointers: [0; POINTERS], numbers: [0; NUMBERS] };
    let start = State {
        heads: [0; HEADS],
        number: 0,
        locks: [0; LOCKS],
        objects: Vec::new(),
        threads: vec![main],
        section: None,
    };
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some(state) = open.pop() {
        for now in 0..state.threads.len() {
            if state.section.is_some_and(|thread| usize::from(thread) != now) {
                continue;
            }
            let thread = &state.threads[now];
            let Some(step) = procs[usize::from(thread.proc)].get(usize::from(thread.at)) else { continue };
            let mut successors = Vec::new();
            if perform(step, &state, now, &mut successors) {
                return Outcome::Violated;
            }
            for mut next in successors {
                next.tidy();
                if seen.len() < most && seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
    }
    if seen.len() < most { Outcome::Kept } else { Outcome::TooMany }
}

impl State {
    /// Objects that nobody can reach are forgotten, others numbered by where they are met.
    fn tidy(&mut self) {
        let mut order: Vec<u8> = Vec::new();
        let meet = |order: &mut Vec<u8>, p: u8| {
            if p != 0 && !order.contains(&p) {
                order.push(p);
            }
        };
        let locals = self.threads.iter().flat_map(|thread| thread.pointers);
        self.heads.into_iter().chain(locals).for_each(|p| meet(&mut order, p));
        let mut at = 0;
        while at < order.len() {
            let next = self.objects[usize::from(order[at]) - 1].next;
            meet(&mut order, next);
            at += 1;
        }
        let renamed = |p: u8| order.iter().position(|&o| o == p).map_or(0, |n| n as u8 + 1);
        let object = |&o: &u8| {
            let old = self.objects[usize::from(o) - 1];
            Object { next: renamed(old.next), ..old }
        };
        let objects = order.iter().map(object).collect();
        self.heads = self.heads.map(renamed);
        self.threads.iter_mut().for_each(|thread| thread.pointers = thread.pointers.map(renamed));
        self.objects = objects;
    }

    fn holds(&self, now: usize, condition: &Condition) -> bool {
        let Thread { pointers, numbers, .. } = &self.threads[now];
        match *condition {
            Condition::IsNull(p) => pointers[p] == 0,
            Condition::Same(p, q) => pointers[p] == pointers[q],
            Condition::Number(x, n) => numbers[x] == n,
            Condition::Equal(x, y) => numbers[x] == numbers[y],
        }
    }

    /// Nothing may be written where no object is: that has been looked at before.
    fn object(&mut self, now: usize, p: usize) -> Option<&mut Object> {
        let number = usize::from(self.threads[now].pointers[p]);
        self.objects.get_mut(number.checked_sub(1)?)
    }

    fn lock(&mut self, now: usize, lock: Lock) -> Option<&mut u8> {
        match lock {
            Lock::Shared(n) => self.locks.get_mut(n),
            Lock::Of(p) => self.object(now, p).map(|object| &mut object.lock),
        }
    }
}

/// Whether the step violates an assertion; else, what comes of it.
fn perform(step: &Step, state: &State, now: usize, successors: &mut Vec<State>) -> bool {
    let mut next = state.clone();
    next.threads[now].at += 1;
    match step {
        Step::Check(p) => match next.object(now, *p) {
            Some(Object { live: true, .. }) => {}
            _ => return true,
        },
        Step::Take(lock) => match next.lock(now, *lock) {
            Some(cell) if *cell == 0 => *cell = 1,
            _ => return false,
        },
        Step::TryElse(lock, otherwise) => match next.lock(now, *lock) {
            Some(cell) if *cell == 0 => *cell = 1,
            _ => next.threads[now].at = *otherwise as u16,
        },
        Step::Begin => next.section = Some(now as u8),
        Step::End => next.section = None,
        Step::Unless(c, otherwise) if !state.holds(now, c) => next.threads[now].at = *otherwise as u16,
        Step::Unless(..) => {}
        Step::Jump(to) => next.threads[now].at = *to as u16,
        Step::OrJump(to) => {
            successors.push(next.clone());
            next.threads[now].at = *to as u16;
        }
        Step::Do(Stmt::Assert(c, holds)) if state.holds(now, c) != *holds => return true,
        Step::Do(Stmt::Assume(c, holds)) if state.holds(now, c) != *holds => return false,
        Step::Do(stmt) => {
            if apply(stmt, &mut next, now).is_none() {
                return false;
            }
        }
    }
    successors.push(next);
    false
}

/// `None`: it is not done, for there would be too many threads or objects.
fn apply(stmt: &Stmt, next: &mut State, now: usize) -> Option<()> {
    let pointer = |next: &State, p: Option<usize>| p.map_or(0, |p| next.threads[now].pointers[p]);
    match *stmt {
        Stmt::Release(lock) => *next.lock(now, lock)? = 0,
        Stmt::New(p, value) => {
            if next.objects.len() == OBJECTS {
                return None;
            }
            next.objects.push(Object { next: 0, value, lock: 0, live: true });
            next.threads[now].pointers[p] = next.objects.len() as u8;
        }
        Stmt::Free(p) => next.object(now, p)?.live = false,
        Stmt::Null(p) => next.threads[now].pointers[p] = 0,
        Stmt::Copy(p, q) => next.threads[now].pointers[p] = next.threads[now].pointers[q],
        Stmt::LoadHead(p, h) => next.threads[now].pointers[p] = next.heads[h],
        Stmt::StoreHead(h, p) => next.heads[h] = pointer(next, p),
        Stmt::LoadNext(p, q) => next.threads[now].pointers[p] = next.object(now, q)?.next,
        Stmt::StoreNext(p, q) => {
            let target = pointer(next, q);
            next.object(now, p)?.next = target;
        }
        Stmt::LoadValue(x, p) => next.threads[now].numbers[x] = next.object(now, p)?.value,
        Stmt::StoreValue(p, n) => next.object(now, p)?.value = n,
        Stmt::StoreLock(p) => next.object(now, p)?.lock = 0,
        Stmt::LoadShared(x) => next.threads[now].numbers[x] = next.number,
        Stmt::StoreShared(n) => next.number = n,
        Stmt::Spawn(proc, p) => {
            if next.threads.len() == THREADS {
                return None;
            }
            let mut pointers = [0; POINTERS];
            pointers[0] = next.threads[now].pointers[p];
            next.threads.push(Thread { proc: proc as u8, at: 0, pointers, numbers: [0; NUMBERS] });
        }
        Stmt::Assume(..) | Stmt::Assert(..) => {}
        _ => panic!("a statement of several steps"),
    }
    Some(())
}
