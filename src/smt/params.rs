//! Z3's solver parameters by name: `smt.arith.solver=2` → an unsigned number, because Z3 describes it as one.
//!
//! Z3 takes a parameter only with a value of the described kind, and refuses everything else in the middle of the
//! work. So what users write is checked here, before there is any.
//!
//! Some parameters ([`READ_ONCE`]) are read when a solver is made, and only from Z3's parameters of the whole process.
//! So these are changed for as long as it takes to make one.

use std::ffi::{CStr, CString};
use std::fmt;
use std::sync::Mutex;

use z3::{Context, get_global_param, set_global_param};
use z3_sys::*;

/// What Z3 reads of its module `smt` when it makes a solver, and not again.
const READ_ONCE: [&str; 6] =
    ["auto_config", "case_split", "qi.cost", "qi.eager_threshold", "relevancy", "theory_aware_branching"];

/// Held while the parameters of the process are changed.
static CREATION: Mutex<()> = Mutex::new(());

/// A value as Z3 wants it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Uint(u32),
    Bool(bool),
    Double(f64),
    Symbol(String),
}

/// What is wrong with a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamMistake {
    /// The solver has no parameter of that name.
    Unknown { name: String },
    /// Not a value of the parameter's kind.
    Kind { name: String, value: String, kind: &'static str },
    /// Refused for a reason of Z3's own.
    Refused { name: String, value: String, reason: String },
}

impl fmt::Display for ParamMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamMistake::Unknown { name } => write!(f, "Z3's solver has no parameter {name}"),
            ParamMistake::Kind { name, value, kind } => {
                write!(f, "the Z3 parameter {name} takes {kind}, not {value:?}")
            }
            ParamMistake::Refused { name, value, reason } => write!(f, "Z3 refuses {name}={value}: {reason}"),
        }
    }
}

/// Does a session take these parameters?
pub fn check_params(params: &[(String, String)]) -> Result<(), ParamMistake> {
    if params.is_empty() {
        return Ok(());
    }
    // SAFETY: the solver is given back before the context is dropped.
    unsafe {
        let (context, solver) = open(&[]);
        let ctx = context.get_z3_context();
        let result = params.iter().try_for_each(|(name, text)| {
            let value = typed(ctx, solver, name, text)?;
            set(ctx, solver, &[(name, value)]);
            match Z3_get_error_code(ctx) {
                ErrorCode::Ok => Ok(()),
                code => Err(ParamMistake::Refused {
                    name: name.clone(),
                    value: text.clone(),
                    reason: CStr::from_ptr(Z3_get_error_msg(ctx, code)).to_string_lossy().into_owned(),
                }),
            }
        });
        Z3_solver_dec_ref(ctx, solver);
        result
    }
}

/// A context that counts no references to terms and reports errors through its error code alone.
pub(super) fn context() -> Context {
    super::version::ready();
    // SAFETY: the configuration is deleted after its only use; the context gets an owner.
    unsafe {
        let config = Z3_mk_config().expect("internal: Z3 makes no configuration");
        let ctx = Z3_mk_context(config).expect("internal: Z3 makes no context");
        Z3_del_config(config);
        Z3_set_error_handler(ctx, None);
        Context::from_raw(ctx)
    }
}

/// A context and a solver in it, made with these parameters.
///
/// # Safety
/// The caller gives the solver back.
pub(super) unsafe fn open(params: &[(String, String)]) -> (Context, Z3_solver) {
    let context = context();
    // SAFETY: by the contract of this function.
    let solver = unsafe { new_solver(context.get_z3_context(), params) };
    (context, solver)
}

/// # Safety
/// The context lives; the caller gives the solver back.
pub(super) unsafe fn new_solver(ctx: Z3_context, params: &[(String, String)]) -> Z3_solver {
    let alone = CREATION.lock();
    let read_once = params.iter().filter(|(name, _)| READ_ONCE.contains(&short(name)));
    let named = read_once.map(|(name, value)| (format!("smt.{}", short(name)), value));
    let before: Vec<_> = named.filter_map(|(name, value)| Some((replace_global(&name, value)?, name))).collect();
    // SAFETY: plain calls.
    let solver = unsafe {
        let solver = Z3_mk_simple_solver(ctx).expect("internal: Z3 makes no solver");
        Z3_solver_inc_ref(ctx, solver);
        if !before.is_empty() {
            // What was made so far is a promise: Z3 makes the solver, and reads its parameters, when it is first used.
            Z3_solver_get_num_scopes(ctx, solver);
        }
        solver
    };
    for (value, name) in before.iter().rev() {
        set_global_param(name, value);
    }
    drop(alone);
    solver
}

/// Sets a parameter of the whole process, and gives back the value it had; `None`: there is none of that name, as Z3
/// then also tells the error output.
fn replace_global(name: &str, value: &str) -> Option<String> {
    let before = get_global_param(name)?;
    set_global_param(name, value);
    Some(before)
}

/// Whether two names are the same parameter's: a name may go without its `smt.`.
pub(super) fn same(a: &str, b: &str) -> bool {
    short(a) == short(b)
}

fn short(name: &str) -> &str {
    name.strip_prefix("smt.").unwrap_or(name)
}

/// The value that a text stands for, of the kind that Z3 describes. A name may go without its `smt.`.
///
/// # Safety
/// The solver belongs to the context, and both live.
pub(super) unsafe fn typed(ctx: Z3_context, solver: Z3_solver, name: &str, text: &str) -> Result<Value, ParamMistake> {
    let wrong = |kind| ParamMistake::Kind { name: name.into(), value: text.into(), kind };
    // SAFETY: as for this function.
    match unsafe { kind(ctx, solver, name) } {
        Some(ParamKind::Uint) => text.parse().map(Value::Uint).map_err(|_| wrong("a number from 0 to 4294967295")),
        Some(ParamKind::Bool) => text.parse().map(Value::Bool).map_err(|_| wrong("true or false")),
        Some(ParamKind::Double) => match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Value::Double(number)),
            _ => Err(wrong("a decimal number")),
        },
        Some(ParamKind::Symbol | ParamKind::String) => Ok(Value::Symbol(text.into())),
        _ => Err(ParamMistake::Unknown { name: name.into() }),
    }
}

/// # Safety
/// As for [`typed`].
unsafe fn kind(ctx: Z3_context, solver: Z3_solver, name: &str) -> Option<ParamKind> {
    // SAFETY: the descriptions are reference-counted here; names are zero-terminated.
    unsafe {
        let descriptions = Z3_solver_get_param_descrs(ctx, solver)?;
        Z3_param_descrs_inc_ref(ctx, descriptions);
        let names = [Some(name), name.strip_prefix("smt.")];
        let kinds = names.into_iter().flatten().filter_map(|name| {
            let name = CString::new(name).ok()?;
            let kind = Z3_param_descrs_get_kind(ctx, descriptions, Z3_mk_string_symbol(ctx, name.as_ptr())?);
            (kind != ParamKind::Invalid).then_some(kind)
        });
        let found = { kinds }.next();
        Z3_param_descrs_dec_ref(ctx, descriptions);
        found
    }
}

/// Sets parameters of a solver.
///
/// # Safety
/// As for [`typed`].
pub(super) unsafe fn set(ctx: Z3_context, solver: Z3_solver, params: &[(&str, Value)]) {
    // SAFETY: the parameter set is reference-counted here; all strings are zero-terminated.
    unsafe {
        let set = Z3_mk_params(ctx).expect("internal: Z3 makes no parameters");
        Z3_params_inc_ref(ctx, set);
        for (name, value) in params {
            let name = symbol(ctx, name);
            match value {
                Value::Uint(number) => Z3_params_set_uint(ctx, set, name, *number),
                Value::Bool(on) => Z3_params_set_bool(ctx, set, name, *on),
                Value::Double(number) => Z3_params_set_double(ctx, set, name, *number),
                Value::Symbol(text) => Z3_params_set_symbol(ctx, set, name, symbol(ctx, text)),
            }
        }
        Z3_solver_set_params(ctx, solver, set);
        Z3_params_dec_ref(ctx, set);
    }
}

/// # Safety
/// The context lives.
pub(super) unsafe fn symbol(ctx: Z3_context, name: &str) -> Z3_symbol {
    let text = CString::new(name.replace('\0', "?")).expect("internal: no zero byte is left");
    // SAFETY: a zero-terminated string that outlives the call.
    unsafe { Z3_mk_string_symbol(ctx, text.as_ptr()) }.expect("internal: Z3 makes no symbol")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, value: &str) -> Result<(), ParamMistake> {
        check_params(&[(name.to_string(), value.to_string())])
    }

    #[test]
    fn parameters_of_the_process_are_given_back() {
        let _alone = CREATION.lock();
        let before = replace_global("smt.case_split", "3").expect("Z3 has the parameter");
        assert_ne!(before, "3");
        assert_eq!(replace_global("smt.case_split", &before).as_deref(), Some("3"));
    }

    #[test]
    fn parameters_are_of_their_kind() {
        assert_eq!(check("smt.arith.solver", "2"), Ok(()));
        assert_eq!(check("arith.solver", "2"), Ok(()));
        assert_eq!(check("smt.mbqi", "true"), Ok(()));
        assert_eq!(check("smt.qi.eager_threshold", "5"), Ok(()));
        assert!(matches!(check("smt.mbqi", "1"), Err(ParamMistake::Kind { .. })));
        assert!(matches!(check("smt.arith.solver", "-1"), Err(ParamMistake::Kind { .. })));
        assert!(matches!(check("smt.qi.eager_threshold", "much"), Err(ParamMistake::Kind { .. })));
        assert!(matches!(check("smt.no_such_thing", "1"), Err(ParamMistake::Unknown { .. })));
        assert!(matches!(check("", "1"), Err(ParamMistake::Unknown { .. })));
    }
}
