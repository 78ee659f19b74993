//! Small C programs with threads, locks and atomic operations, made at random, and their interleavings: all, or those of so
//! many rounds (`docs/threads.md`).

use std::collections::HashSet;
use std::fmt::Write;

use crate::dice::Dice;

/// Threads that the first one makes.
const THREADS: usize = 2;

/// What one thread does, an instruction a step.
#[derive(Clone, Debug)]
pub enum Step {
    Read(usize, usize),
    /// `g = l + k`
    Write(usize, usize, i64),
    /// What is done to the atomic variable, and where its value goes.
    Atomic(usize, Atomic),
    Lock(usize),
    /// Tries to lock, or for a time: goes on there if that fails.
    TryLock(usize, bool, usize),
    Unlock(usize),
    WriteLock,
    ReadLock,
    /// Tries for a time.
    TimedWriteLock(usize),
    RwUnlock,
    Spin,
    SpinUnlock,
    Wait,
    Post,
    TimedWait(usize),
    /// Goes on there unless `l == k`.
    Unless(usize, i64, usize),
    Assert(usize, i64),
    Spawn(usize),
    Join(usize),
    /// `pthread_exit` or a return.
    End,
}

#[derive(Clone, Copy, Debug)]
pub enum Atomic {
    Load,
    Store(i64),
    PreIncrement,
    PostIncrement,
    PreDecrement,
    Add(i64),
    FetchAdd(i64),
    SubFetch(i64),
    Exchange(i64),
    /// Gives the value that was there, or that was expected.
    Compare(i64, i64),
    SyncCompare(i64, i64),
}

/// The instructions of each thread, the first one first, and the text.
pub struct Program {
    pub threads: Vec<Vec<Step>>,
    pub text: String,
}

struct Maker<'d> {
    dice: &'d mut Dice,
    steps: Vec<Step>,
    text: String,
    /// Locks that are held: a mutex is locked once, in one order.
    held: Vec<usize>,
    in_rw: bool,
    in_spin: bool,
    atomics_alone: bool,
}

pub fn generate(seed: u64) -> Program {
    let mut dice = Dice::new(seed);
    let mut text = String::from(
        "#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n#include <time.h>\n\
         static int g0, g1;\nstatic struct { int pad; _Atomic int a[2]; } s;\n\
         static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;\n\
         static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;\nstatic pthread_spinlock_t spin;\n\
         static sem_t sem;\nstatic const struct timespec now;\n",
    );
    let mut threads = vec![vec![]];
    for thread in 1..=THREADS {
        let mut maker = Maker::new(&mut dice);
        let count = 1 + maker.dice.below(4);
        maker.block(count);
        let exits = maker.dice.below(3) == 0;
        let end = if exits { "pthread_exit(0);" } else { "return 0;" };
        maker.steps.push(Step::End);
        let _ = write!(text, "static void *t{thread}(void *p) {{\n  int l0 = 0, l1 = 0;\n{}  {end}\n}}\n", maker.text);
        threads.push(maker.steps);
    }
    let mut main = Maker::new(&mut dice);
    let value = main.dice.below(2);
    let _ = write!(
        text,
        "int main(void) {{\n  int l0 = 0, l1 = 0;\n  pthread_t t[3];\n  pthread_spin_init(&spin, 0);\n  sem_init(&sem, 0, {value});\n"
    );
    for thread in 1..=THREADS {
        main.steps.push(Step::Spawn(thread));
        let _ = writeln!(main.text, "  pthread_create(&t[{thread}], 0, t{thread}, 0);");
    }
    let count = main.dice.below(3);
    main.block(count);
    if main.dice.below(2) == 0 {
        for thread in 1..=THREADS {
            main.steps.push(Step::Join(thread));
            let _ = writeln!(main.text, "  pthread_join(t[{thread}], 0);");
        }
        main.statement(0);
    }
    main.assertion();
    main.steps.push(Step::End);
    text += &main.text;
    text += "  return 0;\n}\n";
    threads[0] = main.steps;
    Program { threads, text }
}

impl Maker<'_> {
    fn new(dice: &mut Dice) -> Maker<'_> {
        let atomics_alone = dice.below(3) == 0;
        Maker { dice, steps: vec![], text: String::new(), held: vec![], in_rw: false, in_spin: false, atomics_alone }
    }

    fn block(&mut self, count: usize) {
        (0..count).for_each(|_| self.statement(2));
    }

    fn say(&mut self, text: &str) {
        self.text += "  ";
        self.text += text;
        self.text += "\n";
    }

    fn number(&mut self) -> i64 {
        self.dice.below(4) as i64 - 1
    }

    fn statement(&mut self, depth: usize) {
        let local = self.dice.below(2);
        let kind = self.dice.below(if depth > 0 { 16 } else { 9 });
        match kind {
            0 | 1 if !self.atomics_alone => {
                let global = self.dice.below(2);
                self.steps.push(Step::Read(local, global));
                self.say(&format!("l{local} = g{global};"));
            }
            2 | 3 if !self.atomics_alone => {
                let (global, number) = (self.dice.below(2), self.number());
                self.steps.push(Step::Write(global, local, number));
                self.say(&format!("g{global} = l{local} + {number};"));
            }
            0..=5 => self.atomic(local),
            6 | 7 => self.assertion(),
            8 => {
                if self.dice.below(2) == 0 {
                    self.steps.push(Step::Post);
                    self.say("sem_post(&sem);");
                } else {
                    self.steps.push(Step::TimedWait(local));
                    self.say(&format!("l{local} = sem_timedwait(&sem, &now) == 0;"));
                }
            }
            9 => {
                self.steps.push(Step::Wait);
                self.say("sem_wait(&sem);");
            }
            10 => {
                let number = self.number();
                let at = self.steps.len();
                self.steps.push(Step::Unless(local, number, 0));
                self.say(&format!("if (l{local} == {number}) {{"));
                self.inner(depth);
                self.steps[at] = Step::Unless(local, number, self.steps.len());
                self.say("}");
            }
            11 | 12 => self.locked(depth),
            13 => self.tried(depth),
            14 if !self.in_rw => self.read_write(depth),
            15 if !self.in_spin => {
                self.steps.push(Step::Spin);
                self.say("pthread_spin_lock(&spin);");
                self.in_spin = true;
                self.inner(depth);
                self.in_spin = false;
                self.steps.push(Step::SpinUnlock);
                self.say("pthread_spin_unlock(&spin);");
            }
            _ => self.atomic(local),
        }
    }

    fn inner(&mut self, depth: usize) {
        let count = 1 + self.dice.below(2);
        (0..count).for_each(|_| self.statement(depth - 1));
    }

    fn assertion(&mut self) {
        let (local, number) = (self.dice.below(2), self.number());
        self.steps.push(Step::Assert(local, number));
        self.say(&format!("assert(l{local} != {number});"));
    }

    fn locked(&mut self, depth: usize) {
        let mutex = self.dice.below(2);
        if self.held.contains(&mutex) {
            return;
        }
        self.steps.push(Step::Lock(mutex));
        self.say(&format!("pthread_mutex_lock(&m{mutex});"));
        self.held.push(mutex);
        self.inner(depth);
        self.held.pop();
        self.steps.push(Step::Unlock(mutex));
        self.say(&format!("pthread_mutex_unlock(&m{mutex});"));
    }

    fn tried(&mut self, depth: usize) {
        let (mutex, timed) = (self.dice.below(2), self.dice.below(2) == 0);
        if self.held.contains(&mutex) {
            return;
        }
        let at = self.steps.len();
        self.steps.push(Step::TryLock(mutex, timed, 0));
        let call = if timed { format!("timedlock(&m{mutex}, &now)") } else { format!("trylock(&m{mutex})") };
        self.say(&format!("if (pthread_mutex_{call} == 0) {{"));
        self.held.push(mutex);
        self.inner(depth);
        self.held.pop();
        self.steps.push(Step::Unlock(mutex));
        self.say(&format!("pthread_mutex_unlock(&m{mutex}); }}"));
        self.steps[at] = Step::TryLock(mutex, timed, self.steps.len());
    }

    fn read_write(&mut self, depth: usize) {
        self.in_rw = true;
        let at = self.steps.len();
        match self.dice.below(3) {
            0 => {
                self.steps.push(Step::ReadLock);
                self.say("pthread_rwlock_rdlock(&rw); {");
            }
            1 => {
                self.steps.push(Step::WriteLock);
                self.say("pthread_rwlock_wrlock(&rw); {");
            }
            _ => {
                self.steps.push(Step::TimedWriteLock(0));
                self.say("if (pthread_rwlock_timedwrlock(&rw, &now) == 0) {");
            }
        }
        self.inner(depth);
        self.steps.push(Step::RwUnlock);
        self.say("pthread_rwlock_unlock(&rw); }");
        let end = self.steps.len();
        if let Step::TimedWriteLock(target) = &mut self.steps[at] {
            *target = end;
        }
        self.in_rw = false;
    }

    fn atomic(&mut self, local: usize) {
        let (a, b) = (self.number(), self.number());
        let (what, text) = match self.dice.below(11) {
            0 => (Atomic::Load, "s.a[1]".to_string()),
            1 => (Atomic::Store(a), format!("s.a[1] = {a}")),
            2 => (Atomic::PreIncrement, "++s.a[1]".to_string()),
            3 => (Atomic::PostIncrement, "s.a[1]++".to_string()),
            4 => (Atomic::PreDecrement, "--s.a[1]".to_string()),
            5 => (Atomic::Add(a), format!("s.a[1] += {a}")),
            6 => (Atomic::FetchAdd(a), format!("atomic_fetch_add(&s.a[1], {a})")),
            7 => (Atomic::SubFetch(a), format!("__atomic_sub_fetch((int *)&s.a[1], {a}, __ATOMIC_SEQ_CST)")),
            8 => (Atomic::Exchange(a), format!("atomic_exchange(&s.a[1], {a})")),
            9 => (Atomic::SyncCompare(a, b), format!("__sync_val_compare_and_swap((int *)&s.a[1], {a}, {b})")),
            _ => {
                let call = format!("l{local} = {a}; atomic_compare_exchange_strong(&s.a[1], &l{local}, {b});");
                self.steps.push(Step::Atomic(local, Atomic::Compare(a, b)));
                return self.say(&call);
            }
        };
        self.steps.push(Step::Atomic(local, what));
        // Not all compilers take the value of an assignment to an atomic variable.
        let is_assignment = matches!(what, Atomic::Store(_) | Atomic::Add(_));
        self.say(&if is_assignment { format!("{text};") } else { format!("l{local} = {text};") });
    }
}

// ---- Executions.

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    globals: [i64; 2],
    atomic: i64,
    mutexes: [bool; 2],
    readers: usize,
    writes: bool,
    spins: bool,
    semaphore: i64,
    /// Where threads are, and their locals; `None`: not made yet.
    threads: Vec<Option<(usize, [i64; 2])>>,
}

/// What becomes of a step.
enum After {
    Violated,
    /// The states that may follow; none: it waits.
    States(Vec<State>),
    /// The program has ended.
    Over,
}

fn start(program: &Program) -> State {
    let semaphore = i64::from(program.text.contains("sem_init(&sem, 0, 1)"));
    let mut threads = vec![None; program.threads.len()];
    threads[0] = Some((0, [0, 0]));
    State {
        globals: [0; 2],
        atomic: 0,
        mutexes: [false; 2],
        readers: 0,
        writes: false,
        spins: false,
        semaphore,
        threads,
    }
}

fn step(program: &Program, state: &State, thread: usize) -> After {
    let Some((at, locals)) = state.threads[thread] else { return After::States(vec![]) };
    let mut next = state.clone();
    let mut locals = locals;
    let mut target = at + 1;
    let mut states = vec![];
    let waits = || After::States(vec![]);
    match program.threads[thread][at] {
        Step::Read(l, g) => locals[l] = state.globals[g],
        Step::Write(g, l, k) => next.globals[g] = locals[l] + k,
        Step::Atomic(l, what) => (next.atomic, locals[l]) = what.run(state.atomic, locals[l]),
        Step::Lock(m) if state.mutexes[m] => return waits(),
        Step::Lock(m) => next.mutexes[m] = true,
        Step::TryLock(m, timed, other) => {
            if state.mutexes[m] {
                // Waiting on for the time that is left is a step of others first.
                let _ = timed;
                target = other;
            } else {
                next.mutexes[m] = true;
            }
        }
        Step::Unlock(m) => next.mutexes[m] = false,
        Step::WriteLock if state.readers > 0 || state.writes => return waits(),
        Step::WriteLock => next.writes = true,
        Step::TimedWriteLock(other) if state.readers > 0 || state.writes => target = other,
        Step::TimedWriteLock(_) => next.writes = true,
        Step::ReadLock if state.writes => return waits(),
        Step::ReadLock => next.readers += 1,
        Step::RwUnlock if state.writes => next.writes = false,
        Step::RwUnlock => next.readers -= 1,
        Step::Spin if state.spins => return waits(),
        Step::Spin => next.spins = true,
        Step::SpinUnlock => next.spins = false,
        Step::Wait if state.semaphore == 0 => return waits(),
        Step::Wait => next.semaphore -= 1,
        Step::Post => next.semaphore += 1,
        Step::TimedWait(l) => {
            locals[l] = i64::from(state.semaphore > 0);
            next.semaphore -= locals[l];
        }
        Step::Unless(l, k, other) if locals[l] != k => target = other,
        Step::Unless(..) => {}
        Step::Assert(l, k) if locals[l] == k => return After::Violated,
        Step::Assert(..) => {}
        Step::Spawn(new) => next.threads[new] = Some((0, [0, 0])),
        Step::Join(other) => {
            let is_over = state.threads[other].is_some_and(|(at, _)| at == program.threads[other].len());
            if !is_over {
                return waits();
            }
        }
        Step::End if thread == 0 => return After::Over,
        Step::End => {}
    }
    next.threads[thread] = Some((target, locals));
    states.push(next);
    After::States(states)
}

impl Atomic {
    /// The new value, and what the operation gives.
    fn run(self, old: i64, local: i64) -> (i64, i64) {
        match self {
            Atomic::Load => (old, old),
            Atomic::Store(k) => (k, local),
            Atomic::PreIncrement => (old + 1, old + 1),
            Atomic::PostIncrement => (old + 1, old),
            Atomic::PreDecrement => (old - 1, old - 1),
            Atomic::Add(k) => (old + k, local),
            Atomic::FetchAdd(k) => (old + k, old),
            Atomic::SubFetch(k) => (old - k, old - k),
            Atomic::Exchange(k) => (k, old),
            Atomic::Compare(expected, new) if old == expected => (new, expected),
            Atomic::Compare(..) => (old, old),
            Atomic::SyncCompare(expected, new) => (if old == expected { new } else { old }, old),
        }
    }
}

fn is_over(program: &Program, state: &State, thread: usize) -> bool {
    state.threads[thread].is_some_and(|(at, _)| at == program.threads[thread].len())
}

/// Whether some interleaving violates an assertion.
pub fn any_violates(program: &Program) -> bool {
    let mut open = vec![start(program)];
    let mut seen: HashSet<State> = open.iter().cloned().collect();
    while let Some(state) = open.pop() {
        for thread in 0..program.threads.len() {
            if is_over(program, &state, thread) {
                continue;
            }
            match step(program, &state, thread) {
                After::Violated => return true,
                After::Over => {}
                After::States(states) => {
                    for next in states {
                        if seen.insert(next.clone()) {
                            open.push(next);
                        }
                    }
                }
            }
        }
    }
    false
}

/// The same of interleavings in so many rounds: of each, every thread has one turn, the first one the last; what is made has
/// a turn at once.
pub fn violates_in_rounds(program: &Program, rounds: usize) -> bool {
    // Who has its turn, in which round, and whether the first thread goes on behind it in that round.
    type At = (State, usize, usize, bool);
    let mut open: Vec<At> = vec![(start(program), 1, 0, false)];
    let mut seen: HashSet<At> = open.iter().cloned().collect();
    while let Some((state, round, thread, first)) = open.pop() {
        let mut add = |at: At| {
            if seen.insert(at.clone()) {
                open.push(at);
            }
        };
        // Its turn ends.
        if first && thread > 0 {
            add((state.clone(), round, 0, false));
        } else if thread == 0 {
            if round < rounds {
                add((state.clone(), round + 1, 1, false));
            }
        } else {
            add((state.clone(), round, (thread + 1) % program.threads.len(), false));
        }
        if is_over(program, &state, thread) {
            continue;
        }
        let spawned = match state.threads[thread].map(|(at, _)| &program.threads[thread][at]) {
            Some(Step::Spawn(new)) => Some(*new),
            _ => None,
        };
        match step(program, &state, thread) {
            After::Violated => return true,
            After::Over => {}
            After::States(states) => {
                for next in states {
                    match spawned {
                        Some(new) if round == 1 => add((next, round, new, true)),
                        // Made in a later round, it has its first turn at once as well.
                        Some(new) => add((next, round, new, true)),
                        None => add((next, round, thread, first)),
                    }
                }
            }
        }
    }
    false
}
