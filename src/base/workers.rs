//! Threads for work that goes on side by side.
//!
//! Plain scoped threads, for a worker owns what cannot be moved from one thread to another: a solver's context. All
//! have a name, and a stack for deeply nested expressions, whose memory is only reserved. The system may have fewer
//! threads to give than are wanted; what is to be done is done all the same.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Builder, JoinHandle, Scope, ScopedJoinHandle};

/// Expressions, and what is built of them, are walked recursively.
const STACK: usize = 1 << 30;

fn thread(name: &str) -> Builder {
    Builder::new().name(name.into()).stack_size(STACK)
}

/// Starts a thread that may outlive its maker; `Err`: the system has none to give.
pub fn start<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> std::io::Result<JoinHandle<T>> {
    thread(name).spawn(work)
}

/// Starts a thread beside this one; `None`: the system has none to give.
pub fn beside<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    name: &str,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    thread(name).spawn_scoped(scope, work).ok()
}

/// Does the work on a thread with a deep stack, and waits for it.
pub fn on_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let started = beside(scope, "deep", work).expect("internal: no thread with a deep stack");
        started.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// As many workers as are wanted, with their numbers from 0, at the same time. `lacking` is called for each that the
/// system has no thread for; where it has none at all, the first one works here. Ends when all have, and carries over
/// the panic of one.
pub fn at_once(name: &str, wanted: usize, work: impl Fn(usize) + Sync, lacking: impl Fn(usize)) {
    if wanted <= 1 {
        return work(0);
    }
    let work = &work;
    thread::scope(|scope| {
        let mut started = Vec::with_capacity(wanted);
        for number in 0..wanted {
            match beside(scope, &format!("{name} {number}"), move || work(number)) {
                Some(worker) => started.push(worker),
                None => lacking(number),
            }
        }
        if started.is_empty() {
            work(0);
        }
        for worker in started {
            if let Err(panic) = worker.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}

/// Does pieces of work, at most that many at a time, each by the next worker that is free. A worker makes what it needs
/// for all its pieces once.
pub fn each<W>(
    name: &str,
    jobs: usize,
    pieces: usize,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, usize) + Sync,
) {
    let next = AtomicUsize::new(0);
    let run = |_| {
        let mut own = worker();
        loop {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= pieces {
                return;
            }
            work(&mut own, piece);
        }
    };
    // Who is there does what others would have done.
    at_once(name, jobs.clamp(1, pieces.max(1)), run, |_| {});
}
