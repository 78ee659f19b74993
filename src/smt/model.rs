//! Models: values of terms, one level at a time, and function tables.

use std::ffi::CStr;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use z3::Context;
use z3_sys::*;

use super::handle::{Func, Sort, Term};

/// A model of a satisfiable query. The context of its session lives as long as it.
pub struct Model {
    /// Keeps the context.
    _context: Context,
    ctx: Z3_context,
    model: Z3_model,
}

/// A value, looked at one level deep.
#[derive(Clone, Debug, PartialEq)]
pub enum View {
    Bool(bool),
    Int(BigInt),
    Real(BigRational),
    Bv {
        value: BigUint,
        width: u32,
    },
    /// An element of an uninterpreted sort; the number tells elements of one session apart.
    Element(u64),
    /// A datatype value: its constructor and fields.
    Constructor(Func, Vec<Term>),
    /// `store(array, index…, value)`
    Store {
        array: Term,
        index: Vec<Term>,
        value: Term,
    },
    /// The map that is this value everywhere.
    ConstArray(Term),
    /// The map that a function of the model tabulates.
    AsArray(Func),
    /// `RNE` and so on, by SMT-LIB name.
    RoundingMode(ivl::ast::RoundingMode),
    Float,
    /// Not a value in a form that is understood: a lambda, an algebraic number, …
    Other(String),
}

/// A function's interpretation: entries and the value elsewhere.
pub struct FuncTable {
    pub entries: Vec<(Vec<Term>, Term)>,
    pub default: Term,
}

impl Model {
    /// # Safety
    /// The model belongs to the context.
    pub(super) unsafe fn new(context: &Context, model: Z3_model) -> Model {
        let ctx = context.get_z3_context();
        // SAFETY: by the contract of this function; released in `drop`.
        unsafe { Z3_model_inc_ref(ctx, model) };
        Model { _context: context.clone(), ctx, model }
    }

    /// The value of a term, completed where the model leaves it open.
    pub fn eval(&self, term: Term) -> Option<Term> {
        let mut value = term.of(self.ctx);
        // SAFETY: the term belongs to the session's context.
        let done = unsafe { Z3_model_eval(self.ctx, self.model, term.of(self.ctx), true, &mut value) };
        done.then_some(Term::new(self.ctx, value))
    }

    /// Whether a Boolean term is true; false where the model leaves it open.
    pub fn is_true(&self, term: Term) -> bool {
        let mut value = term.of(self.ctx);
        // SAFETY: the terms belong to the session's context.
        unsafe {
            Z3_model_eval(self.ctx, self.model, term.of(self.ctx), false, &mut value)
                && Z3_get_bool_value(self.ctx, value) == Z3_L_TRUE
        }
    }

    /// The table of a function; `None` when the model does not mention it.
    pub fn function(&self, func: Func) -> Option<FuncTable> {
        let ctx = self.ctx;
        // SAFETY: the interpretation and its entries are reference-counted here.
        unsafe {
            let interp = Z3_model_get_func_interp(ctx, self.model, func.of(ctx))?;
            Z3_func_interp_inc_ref(ctx, interp);
            let mut entries = Vec::new();
            for i in 0..Z3_func_interp_get_num_entries(ctx, interp) {
                let Some(entry) = Z3_func_interp_get_entry(ctx, interp, i) else { continue };
                Z3_func_entry_inc_ref(ctx, entry);
                let args: Vec<Term> = (0..Z3_func_entry_get_num_args(ctx, entry))
                    .filter_map(|k| Z3_func_entry_get_arg(ctx, entry, k).map(|term| Term::new(ctx, term)))
                    .collect();
                if let Some(value) = Z3_func_entry_get_value(ctx, entry) {
                    entries.push((args, Term::new(ctx, value)));
                }
                Z3_func_entry_dec_ref(ctx, entry);
            }
            let default = Z3_func_interp_get_else(ctx, interp).map(|term| Term::new(ctx, term));
            Z3_func_interp_dec_ref(ctx, interp);
            Some(FuncTable { entries, default: default? })
        }
    }

    /// The elements of an uninterpreted sort, as far as the model mentions it.
    pub fn universe(&self, sort: Sort) -> Vec<Term> {
        let ctx = self.ctx;
        // SAFETY: the sort belongs to the session's context, and its elements to the model.
        unsafe {
            let Some(elements) = Z3_model_get_sort_universe(ctx, self.model, sort.of(ctx)) else { return Vec::new() };
            Z3_ast_vector_inc_ref(ctx, elements);
            let element = |i| Z3_ast_vector_get(ctx, elements, i).map(|term| Term::new(ctx, term));
            let all = (0..Z3_ast_vector_size(ctx, elements)).filter_map(element).collect();
            Z3_ast_vector_dec_ref(ctx, elements);
            all
        }
    }

    /// The tables that the model has for symbols of no declaration, such as Z3's division by zero, by name.
    pub fn tables(&self) -> Vec<(String, FuncTable)> {
        let ctx = self.ctx;
        // SAFETY: the declarations belong to the model; names are copied at once.
        unsafe {
            (0..Z3_model_get_num_funcs(ctx, self.model))
                .filter_map(|i| Z3_model_get_func_decl(ctx, self.model, i))
                .filter(|&decl| Z3_get_decl_kind(ctx, decl) != DeclKind::Uninterpreted)
                .filter_map(|decl| {
                    let name = Z3_get_symbol_string(ctx, Z3_get_decl_name(ctx, decl)?);
                    let name = CStr::from_ptr(name).to_string_lossy().into_owned();
                    Some((name, self.function(Func::new(ctx, decl))?))
                })
                .collect()
        }
    }

    /// A value's outermost form. Only for terms that [`Model::eval`] or a table returned.
    pub fn view(&self, value: Term) -> View {
        let ctx = self.ctx;
        // SAFETY: kinds are checked before the calls that depend on them; strings are copied at once.
        unsafe {
            let text = |p: Z3_string| CStr::from_ptr(p).to_string_lossy().into_owned();
            let other = || View::Other(text(Z3_ast_to_string(ctx, value.of(ctx))));
            let Some(sort) = Z3_get_sort(ctx, value.of(ctx)) else { return other() };
            match (Z3_get_ast_kind(ctx, value.of(ctx)), Z3_get_sort_kind(ctx, sort)) {
                (_, SortKind::FloatingPoint) => View::Float,
                (AstKind::Numeral, kind) => {
                    let digits = text(Z3_get_numeral_string(ctx, value.of(ctx)));
                    let view = match kind {
                        SortKind::Int => digits.parse().ok().map(View::Int),
                        SortKind::Real => digits.parse().ok().map(View::Real),
                        SortKind::Bv => {
                            digits.parse().ok().map(|value| View::Bv { value, width: Z3_get_bv_sort_size(ctx, sort) })
                        }
                        _ => None,
                    };
                    view.unwrap_or_else(other)
                }
                (AstKind::App, kind) => self.view_application(value, kind).unwrap_or_else(other),
                _ => other(),
            }
        }
    }

    /// # Safety
    /// `value` must be an application.
    unsafe fn view_application(&self, value: Term, sort: SortKind) -> Option<View> {
        let ctx = self.ctx;
        // SAFETY: by the contract of this function.
        unsafe {
            let app = Z3_to_app(ctx, value.of(ctx))?;
            let decl = Z3_get_app_decl(ctx, app)?;
            let args: Vec<Term> = (0..Z3_get_app_num_args(ctx, app))
                .filter_map(|i| Z3_get_app_arg(ctx, app, i).map(|term| Term::new(ctx, term)))
                .collect();
            use ivl::ast::RoundingMode as Mode;
            Some(match Z3_get_decl_kind(ctx, decl) {
                DeclKind::True => View::Bool(true),
                DeclKind::False => View::Bool(false),
                DeclKind::Store => match &args[..] {
                    [array, index @ .., value] => View::Store { array: *array, index: index.to_vec(), value: *value },
                    _ => return None,
                },
                DeclKind::ConstArray => View::ConstArray(*args.first()?),
                DeclKind::AsArray => View::AsArray(Func::new(ctx, Z3_get_as_array_func_decl(ctx, value.of(ctx))?)),
                DeclKind::DtConstructor => View::Constructor(Func::new(ctx, decl), args),
                DeclKind::FpaRmNearestTiesToEven => View::RoundingMode(Mode::NearestEven),
                DeclKind::FpaRmNearestTiesToAway => View::RoundingMode(Mode::NearestAway),
                DeclKind::FpaRmTowardPositive => View::RoundingMode(Mode::TowardPositive),
                DeclKind::FpaRmTowardNegative => View::RoundingMode(Mode::TowardNegative),
                DeclKind::FpaRmTowardZero => View::RoundingMode(Mode::TowardZero),
                _ if sort == SortKind::Uninterpreted && args.is_empty() => {
                    View::Element(Z3_get_ast_id(ctx, value.of(ctx)) as u64)
                }
                _ => return None,
            })
        }
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        // SAFETY: counted in `new`; the context lives until the field that keeps it is dropped.
        unsafe { Z3_model_dec_ref(self.ctx, self.model) };
    }
}
