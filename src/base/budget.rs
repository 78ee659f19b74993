//! What a run may spend: wall time, solver resources, memory; and the user's Ctrl-C.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Why work stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    Timeout,
    Interrupted,
    Rlimit,
    Memory,
}

/// A cancellation flag shared between threads, and what to call when it is raised.
#[derive(Clone, Default)]
pub struct Cancel(Arc<Shared>);

type Hook = Box<dyn Fn() + Send>;

#[derive(Default)]
struct Shared {
    raised: AtomicBool,
    next: AtomicU64,
    hooks: Mutex<Vec<(u64, Hook)>>,
}

impl Cancel {
    /// Raises the flag and calls the hooks.
    pub fn cancel(&self) {
        self.0.raised.store(true, Ordering::SeqCst);
        if let Ok(hooks) = self.0.hooks.lock() {
            hooks.iter().for_each(|(_, hook)| hook());
        }
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.raised.load(Ordering::SeqCst)
    }

    /// Calls `hook` when the flag is raised, until [`Cancel::forget`] with the returned number.
    pub fn on_cancel(&self, hook: impl Fn() + Send + 'static) -> u64 {
        let number = self.0.next.fetch_add(1, Ordering::Relaxed);
        if let Ok(mut hooks) = self.0.hooks.lock() {
            hooks.push((number, Box::new(hook)));
        }
        number
    }

    pub fn forget(&self, number: u64) {
        if let Ok(mut hooks) = self.0.hooks.lock() {
            hooks.retain(|(n, _)| *n != number);
        }
    }
}

impl fmt::Debug for Cancel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cancel").field(&self.is_cancelled()).finish()
    }
}

/// The budget of one query. Every loop over the solver checks it.
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    /// Solver resource units (Z3's rlimit) that are left; `None`: unlimited.
    rlimit: Option<u64>,
    /// Peak resident memory allowed, in bytes.
    pub memory: Option<u64>,
    cancel: Cancel,
}

impl Budget {
    pub fn new(timeout: Option<Duration>, rlimit: Option<u64>, memory: Option<u64>, cancel: Cancel) -> Budget {
        Budget { deadline: timeout.map(|t| Instant::now() + t), rlimit, memory, cancel }
    }

    pub fn unlimited() -> Budget {
        Budget::new(None, None, None, Cancel::default())
    }

    /// `Err` with the reason once the budget is used up.
    pub fn check(&self) -> Result<(), Stop> {
        if self.deadline.is_some_and(|d| Instant::now() >= d) {
            return Err(Stop::Timeout);
        }
        if self.cancel.is_cancelled() {
            return Err(Stop::Interrupted);
        }
        if self.rlimit == Some(0) {
            return Err(Stop::Rlimit);
        }
        Ok(())
    }

    /// Time left until the deadline; `None`: no deadline.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|d| d.saturating_duration_since(Instant::now()))
    }

    pub fn rlimit_left(&self) -> Option<u64> {
        self.rlimit
    }

    /// The same budget with at most that many solver resource units.
    pub fn limited_to(&self, rlimit: Option<u64>) -> Budget {
        let limit = match (self.rlimit, rlimit) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Budget { rlimit: limit, ..self.clone() }
    }

    /// The same budget, which ends after that time at the latest.
    pub fn at_most(&self, time: Duration) -> Budget {
        let end = Instant::now() + time;
        Budget { deadline: Some(self.deadline.map_or(end, |deadline| deadline.min(end))), ..self.clone() }
    }

    /// The same budget, ended by another cancellation.
    pub fn with_cancel(&self, cancel: Cancel) -> Budget {
        Budget { cancel, ..self.clone() }
    }

    /// Takes solver resource units out of the budget.
    pub fn spend_rlimit(&mut self, units: u64) {
        if let Some(left) = &mut self.rlimit {
            *left = left.saturating_sub(units);
        }
    }

    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }
}
