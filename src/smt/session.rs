//! One Z3 context with one incremental solver.

use std::cell::{Cell, RefCell};
use std::ffi::CStr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use z3::{Context, set_global_param};
use z3_sys::*;

use super::deferred::{Deferred, LEMMAS, Wanted};
use super::handle::Term;
use super::instances::Instances;
use super::model::Model;
use super::params::{self, Value};
use super::settings::{ALWAYS_TRUE, Arrays, CACHED, NONLINEAR, Settings};
use crate::base::budget::{Budget, Lease, Limits, Stop, Stops};

/// The answer of one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Sat,
    Unsat,
    /// The solver's reason, for example "incomplete quantifiers".
    Unknown(String),
    Stopped(Stop),
}

/// One context and one solver in it.
pub struct Session {
    /// Owns the context, with whoever else reads models of it.
    context: Context,
    pub(super) ctx: Z3_context,
    solver: Cell<Z3_solver>,
    settings: Settings,
    /// The solver that replaces the first when arithmetic is too hard for it.
    replaced: Cell<bool>,
    /// What the solver makes of arrays; the settings say with what it begins.
    arrays: Cell<Arrays>,
    instances: Option<Box<Instances>>,
    deferred: RefCell<Deferred<Session>>,
    interrupt: Arc<Mutex<Option<Handle>>>,
    hook: u64,
    /// Pays for the work outside of queries.
    budget: Budget,
    /// Set when Z3 refused to build something: out of memory, or a bug of ours.
    pub(super) refused: Cell<Option<ErrorCode>>,
    pub(super) fresh: Cell<u32>,
    queries: Cell<u64>,
    rlimit: Cell<u64>,
    /// Time that Z3 took to be told, to decide and to make models.
    spent: Cell<Duration>,
}

/// Up to which count of resource units work goes on that is no query; without a limit, to its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allowance(Option<u64>);

impl Allowance {
    pub const NOTHING: Allowance = Allowance(Some(0));
}

/// A context as the interrupting thread sees it.
struct Handle(Z3_context);

// SAFETY: only `Z3_interrupt` is called through it, which Z3 allows from any thread.
unsafe impl Send for Handle {}

impl Session {
    /// A fresh context and solver. The budget's cancellation interrupts it; its work outside of queries is charged to
    /// the budget.
    pub fn new(settings: &Settings, budget: &Budget) -> Session {
        super::version::ready();
        // SAFETY: the session gives the solver back, and the hook is forgotten before the context is deleted.
        unsafe {
            if let Some(bytes) = settings.memory {
                set_global_param("memory_max_size", &(bytes >> 20).max(1).to_string());
            }
            // Entries of tables that equal the value elsewhere say what was decided, as opposed to left open.
            set_global_param("model.compact", "false");
            let params = settings.params(settings.arrays.unwrap_or_default(), false);
            let (context, solver) = params::open(&params);
            let ctx = context.get_z3_context();
            let interrupt = Arc::new(Mutex::new(Some(Handle(ctx))));
            let handle = interrupt.clone();
            let hook = budget.cancel().on_cancel(move || {
                if let Ok(guard) = handle.lock()
                    && let Some(Handle(ctx)) = &*guard
                {
                    Z3_interrupt(*ctx);
                }
            });
            let session = Session {
                context,
                ctx,
                solver: Cell::new(solver),
                settings: settings.clone(),
                replaced: Cell::new(false),
                arrays: Cell::new(settings.arrays.unwrap_or_default()),
                deferred: RefCell::default(),
                instances: settings.count_instances.then(|| Instances::new(ctx)),
                interrupt,
                hook,
                budget: budget.within(Limits::default()),
                refused: Cell::new(None),
                fresh: Cell::new(0),
                queries: Cell::new(0),
                rlimit: Cell::new(0),
                spent: Cell::new(Duration::ZERO),
            };
            session.configure(&params);
            session
        }
    }

    fn configure(&self, params: &[(String, String)]) {
        for (name, text) in params {
            // SAFETY: the solver belongs to the context.
            let value = unsafe { params::typed(self.ctx, self.solver.get(), name, text) };
            self.set_params(&[(name, value.expect("internal: parameters are checked before sessions are made"))]);
        }
        if let Some(instances) = &self.instances {
            // SAFETY: the session drops its solvers with the counter, and uses them no more.
            unsafe { instances.attach(self.solver.get()) };
        }
    }

    /// Forgets what was asserted. Terms stay.
    pub fn begin_anew(&self) {
        self.deferred.take();
        // SAFETY: the old solver is used no more.
        unsafe { Z3_solver_dec_ref(self.ctx, self.new_solver()) };
    }

    /// Makes an empty solver the session's; the old one is the caller's.
    fn new_solver(&self) -> Z3_solver {
        let params = self.settings.params(self.arrays.get(), self.replaced.get());
        // SAFETY: the context lives as long as the session.
        let old = self.solver.replace(unsafe { params::new_solver(self.ctx, &params) });
        self.configure(&params);
        old
    }

    /// Puts everything into a solver that knows products of variables, at the cost of speed elsewhere. Not within a
    /// scope, and not against the user's choice. False: nothing is new.
    fn replace_solver(&self) -> bool {
        let chosen = self.settings.extra.iter().any(|(name, _)| params::same(name, NONLINEAR.0));
        if chosen || self.replaced.get() {
            return false;
        }
        self.replaced.set(true);
        self.refresh()
    }

    /// Whether *sat* means that there is a model.
    pub fn is_exact(&self) -> bool {
        self.arrays.get() == Arrays::Exact
    }

    /// From now on nothing is left out about arrays. Not within a scope. False: nothing is new.
    pub fn be_exact(&self) -> bool {
        let before = self.arrays.replace(Arrays::Exact);
        let refreshed = before == Arrays::ByNeed && self.refresh();
        if !refreshed {
            self.arrays.set(before);
        }
        refreshed
    }

    /// Puts everything into a solver that knows nothing else: what the old one has learned and instantiated may stand in
    /// the way. Not within a scope. False: nothing is new.
    pub fn refresh(&self) -> bool {
        // SAFETY: the assertions are kept alive by the old solver until the new one has them.
        unsafe {
            if self.scopes() > 0 {
                return false;
            }
            let Some(assertions) = Z3_solver_get_assertions(self.ctx, self.solver.get()) else { return false };
            Z3_ast_vector_inc_ref(self.ctx, assertions);
            let old = self.new_solver();
            for i in 0..Z3_ast_vector_size(self.ctx, assertions) {
                if let Some(formula) = Z3_ast_vector_get(self.ctx, assertions, i) {
                    Z3_solver_assert(self.ctx, self.solver.get(), formula);
                }
            }
            Z3_ast_vector_dec_ref(self.ctx, assertions);
            Z3_solver_dec_ref(self.ctx, old);
        }
        true
    }

    fn set_params(&self, values: &[(&str, Value)]) {
        // SAFETY: the solver belongs to the context, and both live as long as the session.
        unsafe { params::set(self.ctx, self.solver.get(), values) }
    }

    /// Whether quantifiers are instantiated until a model satisfies them: complete for more formulas, and slow.
    pub fn model_based_quantifiers(&self, on: bool) {
        self.set_params(&[("smt.mbqi", Value::Bool(on))]);
    }

    /// Which way literals are tried first that were not assigned before: to true, or as Z3 sees fit.
    pub fn prefer_true(&self, on: bool) {
        let phase = if on { ALWAYS_TRUE } else { CACHED };
        self.set_params(&[("smt.phase_selection", Value::Uint(phase))]);
    }

    pub fn assert(&self, formula: Term) {
        // SAFETY: the term belongs to this context.
        self.timed(|| unsafe { Z3_solver_assert(self.ctx, self.solver.get(), formula.of(self.ctx)) });
        self.note_error();
    }

    /// A term equals another one, of which the solver is told a lemma or all where a model says otherwise; false: that was said before.
    pub fn defer(&self, term: Term, equal: Term, lemma: impl Fn(&Session, &Model) -> Option<Term> + 'static) -> bool {
        self.deferred.borrow_mut().add(term, equal, Box::new(lemma))
    }

    /// Asserts what the last model of a query contradicts, which may have had others; false: nothing.
    fn assert_contradicted(&self, models: &mut u32) -> bool {
        if self.settings.never_deferred || self.deferred.borrow().is_empty() {
            return false;
        }
        let Some(model) = self.model() else { return false };
        *models += 1;
        let lemmas = *models <= LEMMAS;
        let told = self.deferred.borrow_mut().contradicted(self, &model, self.scopes() > 0, lemmas);
        for wanted in &told {
            self.assert(match *wanted {
                Wanted::Lemma(formula) => formula,
                Wanted::Equation(term, equal) => self.eq(term, equal),
            });
        }
        !told.is_empty()
    }

    /// A literal that says the same as a formula that is a literal or a constant.
    pub fn literal(&self, formula: Term) -> Term {
        if formula != self.bool(true) && formula != self.bool(false) {
            return formula;
        }
        let literal = self.fresh_constant("literal", self.bool_sort());
        self.assert(self.eq(literal, formula));
        literal
    }

    pub fn push(&self) {
        // SAFETY: plain call.
        unsafe { Z3_solver_push(self.ctx, self.solver.get()) };
    }

    pub fn pop(&self) {
        // SAFETY: only called after a push.
        unsafe { Z3_solver_pop(self.ctx, self.solver.get(), 1) };
        self.deferred.borrow_mut().end_scope();
    }

    /// Scopes that were pushed and not popped.
    fn scopes(&self) -> u32 {
        // SAFETY: plain call.
        unsafe { Z3_solver_get_num_scopes(self.ctx, self.solver.get()) }
    }

    /// Is the asserted set satisfiable together with these literals?
    pub fn check(&self, assumptions: &[Term], budget: &Budget) -> Outcome {
        let mut models = 0;
        loop {
            if budget.left().is_some() {
                self.settle();
            }
            if let Some(stop) = budget.check().err().or_else(|| self.refusal(budget)) {
                return Outcome::Stopped(stop);
            }
            let lease = match budget.lease(Stops::InTime) {
                Ok(lease) => lease,
                Err(stop) => return Outcome::Stopped(stop),
            };
            let answer = self.ask(assumptions, budget, &lease);
            let spent = self.newly_spent();
            // Z3 does not always say so.
            let used_up = lease.units().is_some_and(|units| spent >= units);
            lease.spend(spent);
            match answer {
                Z3_L_TRUE if self.assert_contradicted(&mut models) => continue,
                Z3_L_TRUE => return Outcome::Sat,
                Z3_L_FALSE => return Outcome::Unsat,
                _ => {}
            }
            match self.undecided(budget) {
                // A lease may be less than the budget.
                Outcome::Stopped(Stop::Rlimit) | Outcome::Unknown(_) if used_up => {}
                // Z3 says "(incomplete (theory arithmetic))".
                Outcome::Unknown(reason)
                    if reason.contains("arithmetic") && self.is_exact() && self.replace_solver() => {}
                Outcome::Unknown(_) if self.assert_contradicted(&mut models) => {}
                outcome => return outcome,
            }
        }
    }

    fn ask(&self, assumptions: &[Term], budget: &Budget, lease: &Lease) -> Z3_lbool {
        let timeout = budget.time_left().map_or(u32::MAX, |t| t.as_millis().clamp(1, u32::MAX as u128 - 1) as u32);
        let rlimit = lease.units().map_or(0, |units| units.clamp(1, u32::MAX as u64) as u32);
        self.set_params(&[("timeout", Value::Uint(timeout)), ("rlimit", Value::Uint(rlimit))]);
        let literals: Vec<Z3_ast> = assumptions.iter().map(|t| t.of(self.ctx)).collect();
        self.queries.set(self.queries.get() + 1);
        // SAFETY: the literals belong to this context and outlive the call.
        self.timed(|| unsafe {
            Z3_solver_check_assumptions(self.ctx, self.solver.get(), literals.len() as u32, literals.as_ptr())
        })
    }

    /// Why the last query has no answer.
    fn undecided(&self, budget: &Budget) -> Outcome {
        self.note_error();
        if let Some(stop) = self.refusal(budget) {
            return Outcome::Stopped(stop);
        }
        // SAFETY: Z3 owns the string until the next call.
        let reason = unsafe { CStr::from_ptr(Z3_solver_get_reason_unknown(self.ctx, self.solver.get())) }
            .to_string_lossy()
            .into_owned();
        if let Err(stop) = budget.check() {
            return Outcome::Stopped(stop);
        }
        // Z3 counts in whole milliseconds, and does not always say that it was its clock that ended the query.
        if budget.time_left().is_some_and(|t| t.as_millis() <= 1) {
            return Outcome::Stopped(Stop::Timeout);
        }
        match reason.as_str() {
            "timeout" => Outcome::Stopped(Stop::Timeout),
            "memout" => Outcome::Stopped(Stop::Memory),
            "max. resource limit exceeded" => Outcome::Stopped(Stop::Rlimit),
            _ => Outcome::Unknown(reason),
        }
    }

    /// The assumptions that the last `Unsat` answer needed; `None`: Z3 does not say.
    pub fn unsat_core(&self) -> Option<Vec<Term>> {
        // SAFETY: the vector is reference-counted here; its elements live as long as the context.
        unsafe {
            let core = Z3_solver_get_unsat_core(self.ctx, self.solver.get())?;
            Z3_ast_vector_inc_ref(self.ctx, core);
            let terms = (0..Z3_ast_vector_size(self.ctx, core))
                .filter_map(|i| Z3_ast_vector_get(self.ctx, core, i).map(|term| Term::new(self.ctx, term)))
                .collect();
            Z3_ast_vector_dec_ref(self.ctx, core);
            Some(terms)
        }
    }

    /// The model of the last `Sat` answer (or the candidate of an `Unknown` one).
    pub fn model(&self) -> Option<Model> {
        // SAFETY: the solver and its model belong to the context.
        self.timed(|| unsafe {
            Z3_solver_get_model(self.ctx, self.solver.get()).map(|model| Model::new(&self.context, model))
        })
    }

    /// Runs something that only Z3 works on.
    fn timed<T>(&self, run: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = run();
        self.spent.set(self.spent.get() + start.elapsed());
        result
    }

    /// Time spent in Z3 so far, without the building of terms.
    pub fn spent(&self) -> Duration {
        self.spent.get()
    }

    /// `check` calls so far.
    pub fn queries(&self) -> u64 {
        self.queries.get()
    }

    /// Resource units used up to the end of the last query.
    pub fn rlimit(&self) -> u64 {
        self.rlimit.get()
    }

    /// How long formulas may be built and asserted with this lease.
    pub fn allowance(&self, lease: &Lease) -> Allowance {
        Allowance(lease.units().map(|units| self.rlimit.get().saturating_add(units)))
    }

    /// Whether there is something left of an allowance.
    pub fn has_left(&self, Allowance(until): Allowance) -> bool {
        until.is_none_or(|until| self.rlimit_count() < until)
    }

    /// Formulas were built and asserted with this lease, which costs units, too.
    pub fn spend(&self, lease: Lease) {
        if lease.units().is_some() {
            lease.spend(self.newly_spent());
        }
    }

    /// Charges what was spent outside of queries; returns all that the session has spent.
    pub fn settle(&self) -> u64 {
        self.budget.charge(self.newly_spent());
        self.rlimit.get()
    }

    /// Resource units that were spent since this was asked last.
    fn newly_spent(&self) -> u64 {
        let before = self.rlimit.replace(self.rlimit_count());
        self.rlimit.get().saturating_sub(before)
    }

    /// How often each quantifier was instantiated, by name, if the settings ask for it.
    pub fn instances(&self) -> Vec<(String, u64)> {
        self.instances.as_ref().map(|instances| instances.counts()).unwrap_or_default()
    }

    fn rlimit_count(&self) -> u64 {
        // SAFETY: the statistics object is reference-counted here.
        unsafe {
            let Some(stats) = Z3_solver_get_statistics(self.ctx, self.solver.get()) else { return self.rlimit.get() };
            Z3_stats_inc_ref(self.ctx, stats);
            let mut count = self.rlimit.get();
            for i in 0..Z3_stats_size(self.ctx, stats) {
                if CStr::from_ptr(Z3_stats_get_key(self.ctx, stats, i)).to_bytes() == b"rlimit count" {
                    // Large counts are no integers there.
                    count = match Z3_stats_is_uint(self.ctx, stats, i) {
                        true => Z3_stats_get_uint_value(self.ctx, stats, i) as u64,
                        false => Z3_stats_get_double_value(self.ctx, stats, i) as u64,
                    };
                }
            }
            Z3_stats_dec_ref(self.ctx, stats);
            count
        }
    }

    /// Everything asserted, as SMT-LIB 2.
    pub fn to_smtlib(&self) -> String {
        self.deferred.borrow_mut().rest().for_each(|(term, equal)| self.assert(self.eq(term, equal)));
        // SAFETY: Z3 owns the string until the next call.
        unsafe { CStr::from_ptr(Z3_solver_to_string(self.ctx, self.solver.get())) }.to_string_lossy().into_owned()
    }

    pub(super) fn symbol(&self, name: &str) -> Z3_symbol {
        // SAFETY: the context lives as long as the session.
        unsafe { params::symbol(self.ctx, name) }
    }

    /// Keeps the first error that Z3 reports while terms are built; `check` turns it into a stop.
    pub(super) fn note_error(&self) {
        // SAFETY: plain call.
        let code = unsafe { Z3_get_error_code(self.ctx) };
        if code != ErrorCode::Ok && self.refused.get().is_none() {
            self.refused.set(Some(code));
        }
    }

    /// What is built, if Z3 has such a term: which sorts an operator takes, it knows best.
    pub fn attempt(&self, build: impl FnOnce() -> Option<Term>) -> Option<Term> {
        let before = self.refused.get();
        let built = build();
        match self.refused.get() {
            Some(code) if before.is_none() && code != ErrorCode::MemoutFail => {
                self.refused.set(None);
                None
            }
            _ => built,
        }
    }

    fn refusal(&self, budget: &Budget) -> Option<Stop> {
        match self.refused.get()? {
            ErrorCode::MemoutFail => Some(Stop::Memory),
            // Cancellation surfaces as an exception when it hits while terms are built.
            ErrorCode::Exception if self.budget.cancel().is_cancelled() => {
                Some(budget.check().err().unwrap_or(Stop::Interrupted))
            }
            code => {
                // SAFETY: Z3 owns the string until the next call.
                let message = unsafe { CStr::from_ptr(Z3_get_error_msg(self.ctx, code)) }.to_string_lossy();
                panic!("internal: Z3 refused a term: {message}")
            }
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.settle();
        self.budget.cancel().forget(self.hook);
        if let Ok(mut guard) = self.interrupt.lock() {
            *guard = None;
        }
        // SAFETY: the context lives until its last owner is dropped, this one or a model.
        unsafe { Z3_solver_dec_ref(self.ctx, self.solver.get()) };
    }
}
