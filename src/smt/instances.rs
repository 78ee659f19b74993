//! How often the solver instantiates each quantifier: matching loops show up as numbers.

use std::cell::RefCell;
use std::ffi::{CStr, c_uint, c_void};
use std::ptr;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use z3_sys::*;

/// Counts by the names of quantifiers. Solvers hold its address, so it must not move.
pub(super) struct Instances {
    ctx: Z3_context,
    counts: RefCell<IndexMap<Z3_symbol, u64, FxBuildHasher>>,
}

impl Instances {
    pub fn new(ctx: Z3_context) -> Box<Instances> {
        Box::new(Instances { ctx, counts: RefCell::default() })
    }

    /// Lets a solver tell about its instances.
    ///
    /// # Safety
    /// The solver belongs to the context, and checks nothing after this is dropped.
    pub unsafe fn attach(&self, solver: Z3_solver) {
        let user = ptr::from_ref(self).cast_mut().cast::<c_void>();
        // SAFETY: the callbacks take the pointer for what it is.
        unsafe {
            Z3_solver_propagate_init(self.ctx, solver, user, Some(on_push), Some(on_pop), Some(on_fresh));
            Z3_solver_propagate_on_binding(self.ctx, solver, Some(on_instance));
        }
    }

    /// In the order in which they were first instantiated.
    pub fn counts(&self) -> Vec<(String, u64)> {
        // SAFETY: the symbols are strings of this context, which Z3 owns until the next call.
        let name = |&symbol: &Z3_symbol| unsafe { CStr::from_ptr(Z3_get_symbol_string(self.ctx, symbol)) };
        let counts = self.counts.borrow();
        counts.iter().map(|(symbol, count)| (name(symbol).to_string_lossy().into_owned(), *count)).collect()
    }
}

unsafe extern "C" fn on_instance(user: *mut c_void, _: Z3_solver_callback, quantifier: Z3_ast, _: Z3_ast) -> bool {
    // SAFETY: see `Instances::attach`.
    let instances = unsafe { &*user.cast::<Instances>() };
    // SAFETY: Z3 passes a quantifier of the context.
    if let Some(name) = unsafe { Z3_get_quantifier_id(instances.ctx, quantifier) } {
        *instances.counts.borrow_mut().entry(name).or_insert(0) += 1;
    }
    true
}

unsafe extern "C" fn on_push(_: *mut c_void, _: Z3_solver_callback) {}

unsafe extern "C" fn on_pop(_: *mut c_void, _: Z3_solver_callback, _: c_uint) {}

unsafe extern "C" fn on_fresh(user: *mut c_void, _: Z3_context) -> *mut c_void {
    user
}
