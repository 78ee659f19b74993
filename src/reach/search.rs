//! Stratified inlining (Figure 2 of the Corral paper), and eager inlining as the baseline.
//!
//! One incremental session holds the conditions of everything that is inlined. Per query, an open call site is either
//! blocked (its negated literal is assumed) or left to its summary. An under-approximation blocks all of them: an
//! execution there is real. An over-approximation blocks those beyond the bound alone: if there is none, nothing
//! within the bound is left to find, and if the refutation needed no blocked site, nothing at all. Otherwise the open
//! sites on its path are inlined.

mod directed;
mod learn;
mod scout;
mod widen;

use std::cell::OnceCell;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::bound::Costs;
use super::config::{Acyclic, Config, Engine, Hooks, Progress, Reached, Turns};
use super::deepening::Deepening;
use super::node::SiteId;
use super::pool::Pool;
use super::sharing::Sharing;
use super::suited::{Suited, suited};
use super::tree::{Ahead, Growth, Path, Tree};
use super::unit::{Placed, Unit};
use crate::base::budget::{Budget, Lease, Limits, Stop, Stops};
use crate::base::ids::{ExprId, ProcId, VarId};
use crate::base::stats::Stats;
use crate::cfg::liveness::liveness;
use crate::cfg::relevance::Follow;
use crate::infer::summaries::Scope;
use crate::ir::Program;
use crate::smt::{Outcome, Session, Term};
use crate::verdict::{Bound, Certificate, Trace, Verdict, Why};

/// Asks several times whether the entry can return; what was inlined once stays.
pub fn with_search<'a, T>(
    question: &Acyclic,
    config: &'a Config,
    budget: &'a Budget,
    want_smtlib: bool,
    hooks: Hooks<'a>,
    ask: impl FnOnce(&mut Search<'a, '_>) -> T,
) -> Reached<T> {
    let &Acyclic { ref program, entry, error } = question;
    let (learned, mut stats) = (Default::default(), Stats::default());
    let live = stats.time("liveness", || liveness(program, entry, &[error]));
    let Suited { solver, ahead, widens, learns, follow, scouts_after, .. } = suited(config, program);
    let session = stats.time("solver start", || Session::new(&solver, budget));
    let start = Instant::now();
    let growth = Growth {
        costs: config.costs.clone().unwrap_or_else(|| Costs::new(program, entry, config.unroll_limit)),
        sharing: Sharing::new(program, entry, config.sharing),
        ahead: Ahead {
            bound: config.bound.map_or(config.first, |bound| bound.0),
            clauses: ahead,
            beyond: config.bound.is_none() || config.is_passing && !config.shuts,
            shuts: config.bound.is_some() && config.shuts,
        },
    };
    let mut tree = Tree::new(program, (entry, error), &live, session, growth);
    tree.growing(budget.lease(Stops::Never).ok(), Tree::add_entry);
    stats.add_time("vc", own_time(tree.session(), start, Duration::ZERO));
    let Hooks { turns, progress, is_certain } = hooks;
    let lessons = if learns { config.lessons(program, entry) } else { VecDeque::new() };
    let mut search = Search {
        tree,
        config,
        budget,
        stats,
        entry,
        error,
        lessons,
        learned: &learned,
        summaries: None,
        part: Part::default(),
        widens,
        widened: 0,
        widened_by: 0,
        follow,
        scouts_after,
        scouted: 0,
        core: Vec::new(),
        until: None,
        refreshed: false,
        fixed: Vec::new(),
        asked: Vec::new(),
        assumed: Vec::new(),
        bound: 0,
        cut: Vec::new(),
        told: Told::default(),
        turns,
        progress,
        is_certain,
    };
    let answer = ask(&mut search);
    let mut stats = search.newly_done();
    let Search { tree, summaries, cut, .. } = search;
    let session = tree.session();
    stats.rlimit += session.settle();
    let smtlib = want_smtlib.then(|| session.to_smtlib());
    Reached { answer, stats, smtlib, summaries, cut }
}

/// The part of the executions that a search is about.
#[derive(Default)]
struct Part<'a> {
    unit: Unit,
    placed: Placed,
    /// Takes what is split off.
    pool: Option<&'a Pool>,
    /// Resource units spent when it was split last.
    spent: u64,
}

/// A call tree and its solver session.
pub struct Search<'a, 'p> {
    tree: Tree<'p>,
    config: &'a Config,
    budget: &'a Budget,
    stats: Stats,
    entry: ProcId,
    error: VarId,
    /// What is still to be inferred when the search takes long.
    lessons: VecDeque<Lesson>,
    /// The program with the summaries that were inferred, by lesson.
    learned: &'p [OnceCell<Arc<Program>>; LESSONS],
    summaries: Option<String>,
    part: Part<'a>,
    /// Whether calls are inlined that no path asked for.
    widens: bool,
    /// Resource units that growth took which no path asked for.
    widened: u64,
    /// Call sites that it brought.
    widened_by: usize,
    /// How far slices follow values, and the resource units that the search takes before it looks at one.
    follow: Follow,
    scouts_after: u64,
    /// The bounds below this one were looked at in a slice.
    scouted: u32,
    /// The literals that the last refutation needed.
    core: Vec<Term>,
    /// The resource units of the session at which a search that is directed along a candidate ends.
    until: Option<u64>,
    /// Whether the solver has begun again for an undecided confirmation.
    refreshed: bool,
    /// What the present question takes for granted.
    fixed: Vec<Term>,
    /// The same and what all take for granted, as conditions on constants.
    asked: Vec<ExprId>,
    assumed: Vec<ExprId>,
    bound: u32,
    /// Whose further rounds the last refutation at a bound left out.
    cut: Vec<ProcId>,
    /// What was told in the turns before.
    told: Told,
    turns: &'a dyn Turns,
    progress: &'a mut (dyn FnMut(Progress) + Send),
    is_certain: &'a mut (dyn FnMut(&Trace) -> bool + Send),
}

/// Counts of a search up to the end of a turn.
#[derive(Default)]
struct Told {
    inlined: u64,
    open: u64,
    queries: u64,
    spent: Duration,
}

/// What is inferred in a search at most.
const LESSONS: usize = 2;

/// What is to be inferred when a search takes long.
struct Lesson {
    scope: Scope,
    /// Resource units that the search takes before.
    after: u64,
}

/// Why a round ends without a result.
enum Halt {
    GiveUp(Why),
    /// The search has taken long: it is time to infer summaries.
    Learn,
}

impl From<Why> for Halt {
    fn from(why: Why) -> Halt {
        Halt::GiveUp(why)
    }
}

/// The end of the work at one bound.
enum Round {
    Done(Verdict<Trace>),
    /// Nothing within the bound, but something beyond it is open.
    Exhausted,
}

impl<'a, 'p> Search<'a, 'p> {
    /// Can the entry return when these conditions on constants hold?
    pub fn ask(&mut self, fixed: &[ExprId]) -> Verdict<Trace> {
        self.asked = fixed.to_vec();
        self.fix_asked();
        self.answer()
    }

    fn fix_asked(&mut self) {
        let Search { tree, asked, .. } = self;
        self.fixed = asked.iter().map(|&e| tree.closed(e)).collect();
    }

    fn answer(&mut self) -> Verdict<Trace> {
        let verdict = self.deepen();
        match self.tree.unsupported() {
            Some(what) => Verdict::Unknown(Why::Unsupported(what.into())),
            None => verdict,
        }
    }

    /// Can the entry return on the executions of the unit? What is split off goes to the pool.
    pub fn ask_unit(&mut self, unit: Unit, pool: Option<&'a Pool>) -> Verdict<Trace> {
        let (start, asked) = (Instant::now(), self.tree.session().spent());
        let Ok(placed) = unit.place(&mut self.tree) else {
            return Verdict::Unknown(Why::Unsupported("a unit of work of another program".into()));
        };
        self.stats.add_time("vc", own_time(self.tree.session(), start, asked));
        self.fixed = placed.literals.clone();
        self.part = Part { unit, placed, pool, spent: 0 };
        self.answer()
    }

    /// Leaves the executions through a call to whoever waits for work.
    fn share(&mut self) -> Result<(), Why> {
        let Some(pool) = self.part.pool.filter(|pool| pool.is_hungry()) else { return Ok(()) };
        let spent = self.tree.session().rlimit();
        if spent - self.part.spent < self.config.split_after {
            return Ok(());
        }
        let Some((site, path)) = self.part.placed.best_split(&self.tree) else { return Ok(()) };
        self.part.spent = spent;
        let mut other = self.part.unit.clone();
        other.through.push(path.clone());
        pool.give(other);
        self.part.unit.not_through.push(path);
        self.part.placed.not_through(&self.tree, site);
        self.fixed = self.part.placed.literals.clone();
        if pool.is_complete() { Err(Why::Stopped(Stop::Interrupted)) } else { Ok(()) }
    }

    /// What is left of the unit after splits.
    pub fn unit(&self) -> &Unit {
        &self.part.unit
    }

    /// From now on this condition on constants holds.
    pub fn assume(&mut self, condition: ExprId) {
        self.assumed.push(condition);
        let condition = self.tree.closed(condition);
        self.tree.session().assert(condition);
    }

    /// The bound that the search has reached.
    pub fn bound(&self) -> Bound {
        Bound(self.bound)
    }

    fn deepen(&mut self) -> Verdict<Trace> {
        let mut deepening = Deepening::new(self.config);
        loop {
            self.bound = deepening.now().0;
            let round = match self.config.engine {
                Engine::Stratified => self.stratified(),
                Engine::Static => self.static_inlining(),
            };
            match round {
                Ok(Round::Done(verdict)) => return verdict,
                Ok(Round::Exhausted) => {
                    if self.tree.unsupported().is_none() {
                        self.turns.finished(deepening.now(), &self.cut);
                    }
                    if let Some(verdict) = deepening.exhausted() {
                        return verdict;
                    }
                }
                Err(Halt::Learn) => self.learn(),
                Err(Halt::GiveUp(why)) => return deepening.given_up(why),
            }
        }
    }

    fn stratified(&mut self) -> Result<Round, Halt> {
        loop {
            // What is directed along a candidate is no unit of work.
            if self.until.is_none() {
                self.share()?;
            }
            let open = self.tree.open.clone();
            let (blocked, allowed) = self.beyond_and_within();
            // Query 1: every open call is blocked.
            if !allowed.is_empty() {
                match self.check(&open)? {
                    Outcome::Unsat if self.core_is_fixed() => return Ok(Round::Done(proved())),
                    Outcome::Sat => match self.violation()? {
                        Some(violation) => return Ok(Round::Done(violation)),
                        None => continue,
                    },
                    // An incomplete theory may still be refuted below.
                    Outcome::Unknown(_) => match self.confirm(&open, false)? {
                        Confirmed::Violation(verdict) => return Ok(Round::Done(verdict)),
                        Confirmed::Refuted => continue,
                        Confirmed::Undecided(_) => {}
                    },
                    _ => {}
                }
            }
            // Query 2: calls within the bound are left to their summaries.
            let undecided = match self.check(&blocked)? {
                Outcome::Unsat if self.core_is_fixed() => return Ok(Round::Done(proved())),
                Outcome::Unsat => return Ok(self.exhausted()),
                Outcome::Sat => None,
                Outcome::Unknown(reason) => Some(reason),
                Outcome::Stopped(stop) => return Err(Why::Stopped(stop).into()),
            };
            let path = match (self.path(), &undecided) {
                (Err(Why::Incomplete(_)), Some(reason)) => {
                    self.with_all_axioms(reason.clone())?;
                    continue;
                }
                (path, _) => path?,
            };
            let mut wanted = path.open_sites();
            if !wanted.is_empty() {
                if self.has_taken_long() && self.scouted <= self.bound {
                    self.scouted = self.bound + 1;
                    if let Some(round) = self.scout() {
                        return Ok(round);
                    }
                    if self.turns.is_over() {
                        self.scouted = self.bound;
                    }
                    // Routes that were followed have inlined some.
                    wanted.retain(|site| self.tree.sites[site.0].inlined.is_none());
                }
                self.inline(&wanted)?;
                self.widen()?;
            } else if undecided.is_none() {
                // A path without open calls is an execution already.
                if let Some(violation) = self.violation()? {
                    return Ok(Round::Done(violation));
                }
            } else {
                match self.confirm(&open, true)? {
                    Confirmed::Violation(verdict) => return Ok(Round::Done(verdict)),
                    Confirmed::Refuted => {}
                    Confirmed::Undecided(reason) => self.with_all_axioms(reason)?,
                }
            }
        }
    }

    /// Has the solver go on with all axioms of maps, of which it may have had too few to decide. Errors: it has had them all.
    fn with_all_axioms(&mut self, reason: String) -> Result<(), Halt> {
        let session = self.tree.session();
        if session.is_exact() || !session.be_exact() { Err(Why::Incomplete(reason).into()) } else { Ok(()) }
    }

    /// Inlines everything within the bound, or some more than `most` instances.
    fn inline_all(&mut self, most: usize) -> Result<(), Why> {
        while self.tree.nodes.len() <= most {
            let (_, wanted) = self.beyond_and_within();
            if wanted.is_empty() {
                break;
            }
            self.inline(&wanted)?;
        }
        Ok(())
    }

    fn static_inlining(&mut self) -> Result<Round, Halt> {
        self.inline_all(usize::MAX)?;
        let open = self.tree.open.clone();
        loop {
            match self.check(&open)? {
                Outcome::Sat => {
                    if let Some(violation) = self.violation()? {
                        return Ok(Round::Done(violation));
                    }
                }
                Outcome::Unsat if self.core_is_fixed() => return Ok(Round::Done(proved())),
                Outcome::Unsat => return Ok(self.exhausted()),
                _ => match self.confirm(&open, true)? {
                    Confirmed::Violation(verdict) => return Ok(Round::Done(verdict)),
                    Confirmed::Refuted => {}
                    Confirmed::Undecided(reason) => self.with_all_axioms(reason)?,
                },
            }
        }
    }

    /// Nothing is left within the bound. A blocked call took part in the refutation; was it needed?
    fn exhausted(&mut self) -> Round {
        self.cut = self.cut_off();
        if self.until.is_some() || !self.tree.shut.is_empty() {
            return Round::Exhausted;
        }
        // Nothing to wait for: what is known stays known.
        match self.tree.session().check(&self.fixed, &self.budget.within(Limits::units(CONFIRMATION))) {
            Outcome::Unsat => Round::Done(proved()),
            _ => Round::Exhausted,
        }
    }

    /// The procedures of the blocked calls that the last refutation needed, and of all that are shut.
    fn cut_off(&self) -> Vec<ProcId> {
        let (session, sites) = (self.tree.session(), &self.tree.sites);
        let needed = self.tree.open.iter().filter(|s| self.core.contains(&session.not(sites[s.0].literal)));
        let mut cut: Vec<ProcId> = needed.chain(&self.tree.shut).map(|s| sites[s.0].callee).collect();
        cut.sort_unstable();
        cut.dedup();
        cut
    }

    /// The last query is undecided because of quantifiers. Its candidate model may be a violation all the same, which
    /// the replay can tell where it can decide the quantifiers. Else its path is decided alone, with model-based
    /// instantiation; a path that is refuted is excluded from later queries. Where nothing else is left to try, what that
    /// may take grows as long as the user's limits allow it.
    fn confirm(&mut self, blocked: &[SiteId], is_last: bool) -> Result<Confirmed, Why> {
        let Ok(path) = self.path() else {
            return Ok(Confirmed::Undecided("the solver gives no candidate".into()));
        };
        let literals = path.literals.clone();
        let through_open_call = !path.open_sites().is_empty();
        if !through_open_call && let Some(model) = self.tree.session().model() {
            let trace = self.tree.trace(&model, &path);
            if self.replays(&trace) {
                return Ok(Confirmed::Violation(Verdict::Unsafe(trace)));
            }
        }
        let mut assumed = self.assumed(blocked);
        assumed.extend(literals.iter().copied());
        let mut patience = 1;
        let confirmed = loop {
            let units = |units: u64| Limits::units(units.saturating_mul(patience));
            self.tree.session().model_based_quantifiers(true);
            let outcome = self.query(&assumed, |_| units(CONFIRMATION));
            let is_cut = outcome == Outcome::Stopped(Stop::Rlimit) && self.budget.check().is_ok();
            let confirmed = self.confirmed(outcome, &literals, through_open_call)?;
            let Confirmed::Undecided(why) = confirmed else { break confirmed };
            match self.any_violation(blocked, units(ANOTHER))? {
                Some(confirmed) => break confirmed,
                None if is_cut && is_last && self.until.is_none() && self.is_limited() => patience *= 4,
                None => break Confirmed::Undecided(why),
            }
        };
        self.tree.session().model_based_quantifiers(false);
        Ok(confirmed)
    }

    /// Whether a limit of the user's ends the search if nothing else does.
    fn is_limited(&self) -> bool {
        self.budget.time_left().is_some() || self.budget.left().is_some()
    }

    /// What the answer about the candidate's path says of it.
    fn confirmed(&mut self, outcome: Outcome, literals: &[Term], through_open_call: bool) -> Result<Confirmed, Why> {
        Ok(match outcome {
            Outcome::Sat => match self.violation()? {
                Some(verdict) => Confirmed::Violation(verdict),
                None => Confirmed::Refuted,
            },
            // The refutation may rest on a blocked call only where the path passes through one.
            Outcome::Unsat if !through_open_call => {
                self.exclude(self.fixed.iter().chain(literals));
                Confirmed::Refuted
            }
            Outcome::Unsat => Confirmed::Undecided("the candidate passes through a blocked call".into()),
            Outcome::Unknown(reason) => Confirmed::Undecided(reason),
            Outcome::Stopped(Stop::Rlimit) if self.budget.check().is_ok() => {
                Confirmed::Undecided("the instantiation of quantifiers does not end".into())
            }
            Outcome::Stopped(stop) => return Err(Why::Stopped(stop)),
        })
    }

    /// Where instantiation does not end on the candidate's path, it may on another one: asks for any. Refuted: what was
    /// found is none, and the solver knows more now.
    fn any_violation(&mut self, blocked: &[SiteId], limits: Limits) -> Result<Option<Confirmed>, Why> {
        if !std::mem::replace(&mut self.refreshed, true) {
            self.tree.session().refresh();
        }
        self.tree.session().model_based_quantifiers(true);
        let assumed = self.assumed(blocked);
        Ok(match self.query(&assumed, |_| limits) {
            Outcome::Sat => Some(self.violation()?.map_or(Confirmed::Refuted, Confirmed::Violation)),
            _ => None,
        })
    }

    fn inline(&mut self, sites: &[SiteId]) -> Result<(), Why> {
        let (start, asked) = (Instant::now(), self.tree.session().spent());
        let mut in_time = Ok(());
        for &site in sites {
            in_time = self.lease().map_err(Why::Stopped).map(|lease| {
                self.tree.growing(Some(lease), |tree| tree.inline(site));
            });
            if in_time.is_err() {
                break;
            }
        }
        self.tree.refresh_open();
        self.stats.add_time("vc", own_time(self.tree.session(), start, asked));
        in_time
    }

    /// Satisfiable with these sites blocked?
    fn check(&mut self, blocked: &[SiteId]) -> Result<Outcome, Halt> {
        (self.progress)(Progress {
            bound: self.bound,
            open: self.tree.open.len(),
            inlined: self.tree.nodes.len(),
            queries: self.tree.session().queries(),
        });
        let literals = self.assumed(blocked);
        let outcome = self.ask_solver(&literals);
        if !self.lessons.is_empty() && outcome == Outcome::Stopped(Stop::Rlimit) && self.budget.check().is_ok() {
            return Err(Halt::Learn);
        }
        if let Some(limit) = self.budget.memory()
            && crate::base::memory::peak() > limit
        {
            return Err(Why::Stopped(Stop::Memory).into());
        }
        match outcome {
            Outcome::Stopped(stop) => Err(Why::Stopped(stop).into()),
            outcome => Ok(outcome),
        }
    }

    /// Asks, but no longer than until it is time to infer summaries.
    fn ask_solver(&mut self, literals: &[Term]) -> Outcome {
        let until = self.lessons.front().map(|lesson| lesson.after).into_iter().chain(self.until).min();
        self.query(literals, |session| {
            let patience = until.map(|until| until.saturating_sub(session.rlimit()));
            Limits { rlimit: patience, ..Limits::default() }
        })
    }

    /// Asks the solver within these limits. What it has learned when a turn is over it knows in the next one.
    fn query(&mut self, literals: &[Term], limits: impl Fn(&Session) -> Limits) -> Outcome {
        loop {
            let session = self.tree.session();
            let outcome = session.check(literals, &self.budget.within(limits(session)));
            if !matches!(outcome, Outcome::Stopped(_)) || !self.waits() {
                return outcome;
            }
        }
    }

    /// Units for the building of formulas.
    fn lease(&mut self) -> Result<Lease<'a>, Stop> {
        loop {
            match self.budget.lease(Stops::Never) {
                Err(_) if self.waits() => {}
                lease => return lease,
            }
        }
    }

    /// Whether a candidate is a violation beyond doubt.
    fn replays(&mut self, trace: &Trace) -> bool {
        loop {
            let is_certain = (self.is_certain)(trace);
            if is_certain || !self.waits() {
                return is_certain;
            }
        }
    }

    /// Whether a turn is over, and now there is another.
    fn waits(&mut self) -> bool {
        self.turns.is_over() && {
            let done = self.newly_done();
            self.turns.next(done)
        }
    }

    /// What was done since it was asked last, but for units.
    fn newly_done(&mut self) -> Stats {
        let mut stats = std::mem::take(&mut self.stats);
        let session = self.tree.session();
        let now = Told {
            inlined: self.tree.nodes.len() as u64,
            open: self.tree.open.len() as u64,
            queries: session.queries(),
            spent: session.spent(),
        };
        stats.inlined += now.inlined - self.told.inlined;
        stats.open_calls += now.open.saturating_sub(self.told.open);
        stats.queries += now.queries - self.told.queries;
        stats.add_time("solver", now.spent.saturating_sub(self.told.spent));
        stats.bound = Some(self.bound);
        self.told = now;
        stats
    }

    fn has_taken_long(&self) -> bool {
        self.tree.session().rlimit() >= self.scouts_after
    }

    /// Whether the last refutation needed no blocked call, nor that nothing is behind one.
    fn core_is_fixed(&mut self) -> bool {
        let session = self.tree.session();
        // Where Z3 does not say, all that was assumed.
        let all = || self.tree.open.iter().map(|site| session.not(self.tree.sites[site.0].literal)).collect();
        self.core = session.unsat_core().unwrap_or_else(all);
        self.tree.shut.is_empty() && self.core.iter().all(|literal| self.fixed.contains(literal))
    }

    /// The open call sites beyond the bound, and those within it.
    fn beyond_and_within(&self) -> (Vec<SiteId>, Vec<SiteId>) {
        self.tree.open.iter().partition(|site| self.tree.sites[site.0].cost > self.bound)
    }

    /// From now on these literals are not all true.
    fn exclude<'t>(&self, literals: impl Iterator<Item = &'t Term>) {
        let session = self.tree.session();
        let negated: Vec<Term> = literals.map(|&literal| session.not(literal)).collect();
        session.assert(session.or(&negated));
    }

    /// What is fixed, and that these sites are blocked.
    fn assumed(&self, blocked: &[SiteId]) -> Vec<Term> {
        let session = self.tree.session();
        let negated = blocked.iter().map(|s| session.not(self.tree.sites[s.0].literal));
        self.fixed.iter().copied().chain(negated).collect()
    }

    /// The path of the last model.
    fn path(&mut self) -> Result<Path, Why> {
        let (start, asked) = (Instant::now(), self.tree.session().spent());
        let found = self.tree.session().model().and_then(|model| self.tree.path(&model));
        self.stats.add_time("paths", own_time(self.tree.session(), start, asked));
        found.ok_or_else(|| match self.budget.check() {
            Err(stop) => Why::Stopped(stop),
            Ok(()) => Why::Incomplete("the solver gives no path".into()),
        })
    }

    /// The violation of the last model. `None`: it was none, for something was left out about maps or the elements of
    /// types, which from now on is not.
    fn violation(&mut self) -> Result<Option<Verdict<Trace>>, Why> {
        let path = self.path()?;
        let model = self.tree.session().model();
        let model = model.ok_or_else(|| Why::Incomplete("the solver gives no model".into()))?;
        let trace = self.tree.trace(&model, &path);
        drop(model);
        if !self.tree.session().is_exact() && !self.replays(&trace) && self.tree.session().be_exact() {
            return Ok(None);
        }
        let has_too_many = self.tree.limits_types(&trace, &self.config.solver, self.budget, &mut self.stats);
        Ok((!has_too_many).then_some(Verdict::Unsafe(trace)))
    }
}

/// The time since `start`, when `asked` had been spent in Z3, that was not spent there.
fn own_time(session: &Session, start: Instant, asked: Duration) -> Duration {
    start.elapsed().saturating_sub(session.spent().saturating_sub(asked))
}

/// Z3 resource units for what may be left undecided: one path with model-based instantiation, which often does not end;
/// whether a refutation needs the bound.
const CONFIRMATION: u64 = 500_000;
/// The same for any path at all: the last thing that is tried.
const ANOTHER: u64 = 2_000_000;

/// What became of the candidate of an undecided query.
enum Confirmed {
    Violation(Verdict<Trace>),
    /// From now on, the solver does not find it again: its path is infeasible, and excluded, or it contradicts what the
    /// solver was told since.
    Refuted,
    Undecided(String),
}

fn proved() -> Verdict<Trace> {
    Verdict::Safe(Certificate::over_approximation_refuted())
}
