//! What a run may spend: wall time, solver resources, memory; and the user's Ctrl-C.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Why work stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The time is over.
    Timeout,
    /// The user wants it to end.
    Interrupted,
    /// The solver's resource units are used up.
    Rlimit,
    /// The memory is used up.
    Memory,
}

/// A cancellation flag shared between threads, and what to call when it is raised.
#[derive(Clone, Default)]
pub struct Cancel {
    flag: Arc<Flag>,
    /// Ends the connection to the flag that raises this one, too.
    _above: Option<Arc<Connection>>,
}

type Hook = Box<dyn Fn() + Send>;

#[derive(Default)]
struct Flag {
    raised: AtomicBool,
    next: AtomicU64,
    hooks: Mutex<Vec<(u64, Hook)>>,
}

struct Connection {
    above: Cancel,
    hook: u64,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.above.forget(self.hook);
    }
}

impl Flag {
    fn raise(&self) {
        self.raised.store(true, Ordering::SeqCst);
        if let Ok(hooks) = self.hooks.lock() {
            hooks.iter().for_each(|(_, hook)| hook());
        }
    }
}

impl Cancel {
    /// A flag that is raised with this one, and can be raised by itself.
    pub fn scope(&self) -> Cancel {
        let flag = Arc::<Flag>::default();
        let raised = flag.clone();
        let hook = self.on_cancel(move || raised.raise());
        if self.is_cancelled() {
            flag.raise();
        }
        Cancel { flag, _above: Some(Arc::new(Connection { above: self.clone(), hook })) }
    }

    /// Raises the flag and calls the hooks.
    pub fn cancel(&self) {
        self.flag.raise();
    }

    /// Whether the flag is raised.
    pub fn is_cancelled(&self) -> bool {
        self.flag.raised.load(Ordering::SeqCst)
    }

    /// Calls `hook` when the flag is raised, until [`Cancel::forget`] with the returned number.
    pub fn on_cancel(&self, hook: impl Fn() + Send + 'static) -> u64 {
        let number = self.flag.next.fetch_add(1, Ordering::Relaxed);
        if let Ok(mut hooks) = self.flag.hooks.lock() {
            hooks.push((number, Box::new(hook)));
        }
        number
    }

    /// Calls the hook of that number no more.
    pub fn forget(&self, number: u64) {
        if let Ok(mut hooks) = self.flag.hooks.lock() {
            hooks.retain(|(n, _)| *n != number);
        }
    }
}

impl fmt::Debug for Cancel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cancel").field(&self.is_cancelled()).finish()
    }
}

/// Limits of a run; `None`: no limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Wall time.
    pub timeout: Option<Duration>,
    /// Solver resource units (Z3's rlimit).
    pub rlimit: Option<u64>,
    /// Peak resident memory in bytes.
    pub memory: Option<u64>,
}

impl Limits {
    /// So many solver resource units.
    pub fn units(units: u64) -> Limits {
        Limits { rlimit: Some(units), ..Limits::default() }
    }
}

/// The means of a piece of work. Every loop over the solver checks it.
///
/// Budgets are nested: what is spent of one is spent of those that it is part of. So a piece of work gets a part, and
/// nobody has to add up afterwards.
#[derive(Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    turn: Option<Arc<Turn>>,
    memory: Option<u64>,
    account: Arc<Account>,
    cancel: Cancel,
}

/// The present turn of work that has several.
#[derive(Debug)]
struct Turn {
    deadline: Mutex<Option<Instant>>,
}

/// Solver resource units, shared between threads.
#[derive(Debug, Default)]
struct Account {
    limit: Limit,
    spent: AtomicU64,
    /// Units that queries at work may still spend.
    leased: AtomicU64,
    /// Queries at work.
    leases: AtomicU64,
    /// So many threads ask at a time.
    sharers: u64,
    /// The most that a piece of work has spent which cannot be interrupted.
    largest: AtomicU64,
    part_of: Option<Arc<Account>>,
}

/// The units of an account; another turn may have more.
#[derive(Debug)]
struct Limit(AtomicU64);

impl Limit {
    /// None.
    const NONE: u64 = u64::MAX;

    fn of(units: Option<u64>) -> Limit {
        Limit(AtomicU64::new(units.unwrap_or(Limit::NONE)))
    }

    fn units(&self) -> Option<u64> {
        Some(self.0.load(Ordering::SeqCst)).filter(|&units| units != Limit::NONE)
    }
}

impl Default for Limit {
    fn default() -> Limit {
        Limit::of(None)
    }
}

/// Units of a budget that one piece of work may spend. What it does not spend goes back.
pub struct Lease<'b> {
    account: &'b Account,
    stops: Stops,
    reserved: u64,
    spent: u64,
}

impl Budget {
    /// A budget of its own, part of none.
    pub fn new(limits: Limits, cancel: Cancel) -> Budget {
        let Limits { timeout, rlimit, memory } = limits;
        let account = Arc::new(Account { limit: Limit::of(rlimit), ..Account::default() });
        Budget { deadline: timeout.map(|t| Instant::now() + t), turn: None, memory, account, cancel }
    }

    /// A budget of its own for work that goes on in several turns, the first of which is over.
    pub fn in_turns(memory: Option<u64>) -> Budget {
        let over = Budget::new(Limits { memory, ..Limits::units(0) }, Cancel::default());
        Budget { turn: Some(Arc::new(Turn { deadline: Mutex::default() })), ..over }
    }

    /// Gives the next turn to a budget that has several, and to its parts: what is left of another budget.
    pub fn renew(&self, next: &Budget) {
        let limit = next.left().map_or(Limit::NONE, |units| self.spent().saturating_add(units));
        self.account.limit.0.store(limit, Ordering::SeqCst);
        if let Some(turn) = &self.turn {
            *turn.deadline.lock().unwrap_or_else(PoisonError::into_inner) = next.deadline();
        }
    }

    /// A budget without limits.
    pub fn unlimited() -> Budget {
        Budget::new(Limits::default(), Cancel::default())
    }

    /// A part of this budget with limits of its own, which begin now.
    pub fn within(&self, limits: Limits) -> Budget {
        let deadline = limits.timeout.map(|t| Instant::now() + t);
        Budget {
            deadline: lower(self.deadline, deadline),
            turn: self.turn.clone(),
            memory: lower(self.memory, limits.memory),
            account: self.part(limits.rlimit, 1),
            cancel: self.cancel.clone(),
        }
    }

    /// A part of this budget that can be cancelled by itself.
    pub fn scope(&self) -> Budget {
        self.with_cancel(self.cancel.scope())
    }

    /// A part of this budget that another flag ends.
    pub fn with_cancel(&self, cancel: Cancel) -> Budget {
        Budget { cancel, ..self.within(Limits::default()) }
    }

    /// All that is left of this budget, for so many threads: none of them takes what the others need for their queries.
    pub fn shared_by(&self, threads: usize) -> Budget {
        Budget { account: self.part(self.left(), threads as u64), ..self.within(Limits::default()) }
    }

    fn part(&self, limit: Option<u64>, sharers: u64) -> Arc<Account> {
        Arc::new(Account {
            limit: Limit::of(limit),
            sharers,
            part_of: Some(self.account.clone()),
            ..Account::default()
        })
    }

    /// `Err` with the reason once the budget is used up.
    pub fn check(&self) -> Result<(), Stop> {
        self.check_time()?;
        if self.left() == Some(0) { Err(Stop::Rlimit) } else { Ok(()) }
    }

    /// The same for work that asks no solver.
    pub fn check_time(&self) -> Result<(), Stop> {
        if self.deadline().is_some_and(|d| Instant::now() >= d) {
            return Err(Stop::Timeout);
        }
        if self.cancel.is_cancelled() {
            return Err(Stop::Interrupted);
        }
        Ok(())
    }

    /// Time left until the deadline; `None`: no deadline.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline().map(|d| d.saturating_duration_since(Instant::now()))
    }

    fn deadline(&self) -> Option<Instant> {
        let of = |turn: &Arc<Turn>| *turn.deadline.lock().unwrap_or_else(PoisonError::into_inner);
        lower(self.deadline, self.turn.as_ref().and_then(of))
    }

    /// Whether there is an end to it, in time or in solver resource units.
    pub fn is_limited(&self) -> bool {
        self.deadline().is_some() || self.left().is_some()
    }

    /// Peak resident memory allowed, in bytes.
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// Solver resource units that are left, of this budget and of those that it is part of.
    pub fn left(&self) -> Option<u64> {
        self.account.chain().filter_map(|a| Some(a.limit.units()?.saturating_sub(a.spent.load(Ordering::SeqCst)))).min()
    }

    /// Solver resource units spent so far.
    pub fn spent(&self) -> u64 {
        self.account.spent.load(Ordering::SeqCst)
    }

    /// Takes solver resource units out of this budget and of those that it is part of.
    pub fn charge(&self, units: u64) {
        for account in self.account.chain() {
            account.spent.fetch_add(units, Ordering::SeqCst);
        }
    }

    /// Units for one piece of work. Where others have taken all that is left, waits for what they give back.
    pub fn lease(&self, stops: Stops) -> Result<Lease<'_>, Stop> {
        loop {
            self.check()?;
            let least = match stops {
                Stops::InTime => 1,
                Stops::Never => self.account.chain().map(|a| a.largest.load(Ordering::SeqCst)).fold(1, u64::max),
            };
            let reserved = self.account.reserve(u64::MAX, least);
            let lease = Lease { account: &self.account, stops, reserved, spent: 0 };
            if reserved > 0 {
                return Ok(lease);
            }
            drop(lease);
            std::thread::sleep(RETURN);
        }
    }

    /// The flag that ends all that is done with this budget.
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }
}

/// Whether work stops when it has spent its units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stops {
    /// A query.
    InTime,
    /// The building of formulas: it may spend as much as the largest one before, so that much is leased, if it is left.
    Never,
}

/// How often it is looked whether other threads have given units back.
const RETURN: Duration = Duration::from_millis(1);

/// Of a shared budget a query gets at least this part: to be interrupted and to begin again costs, too.
const LEAST_PART: u64 = 16;

impl Account {
    /// This one and all that it is part of.
    fn chain(&self) -> impl Iterator<Item = &Account> {
        std::iter::successors(Some(self), |account| account.part_of.as_deref())
    }

    /// Reserves units, here and above: no more than wanted, and no less than the least, if so many are left.
    fn reserve(&self, wanted: u64, least: u64) -> u64 {
        let mut given = wanted;
        let others = self.leases.fetch_add(1, Ordering::SeqCst);
        if let Some(limit) = self.limit.units() {
            let take = |leased: u64| {
                let left = limit.saturating_sub(self.spent.load(Ordering::SeqCst)).saturating_sub(leased);
                let share = left / self.sharers.saturating_sub(others).max(1);
                given = wanted.min(share.max(limit / LEAST_PART).max(least).min(left));
                Some(leased + given)
            };
            // Never refused.
            let _ = self.leased.fetch_update(Ordering::SeqCst, Ordering::SeqCst, take);
        }
        let reserved = self.part_of.as_ref().map_or(given, |above| above.reserve(given, least));
        self.give_back(given - reserved);
        reserved
    }

    fn give_back(&self, units: u64) {
        if self.limit.units().is_some() {
            self.leased.fetch_sub(units, Ordering::SeqCst);
        }
    }
}

impl Lease<'_> {
    /// How many; `None`: as many as it takes.
    pub fn units(&self) -> Option<u64> {
        (self.reserved < u64::MAX).then_some(self.reserved)
    }

    /// Ends the lease: so many were spent, perhaps a few more than there were.
    pub fn spend(mut self, units: u64) {
        self.spent = units;
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        for account in self.account.chain() {
            account.spent.fetch_add(self.spent, Ordering::SeqCst);
            account.give_back(self.reserved);
            account.leases.fetch_sub(1, Ordering::SeqCst);
            if self.stops == Stops::Never {
                account.largest.fetch_max(self.spent, Ordering::SeqCst);
            }
        }
    }
}

/// The smaller of two limits.
fn lower<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    a.into_iter().chain(b).min()
}
