//! The solver: terms, sessions and models. The only place that names the Z3 bindings.
//!
//! A [`Session`] owns one Z3 context and one incremental solver; its terms live until it is dropped
//! (the context counts no references), which is what stratified inlining wants: it only ever adds.

mod array;
mod constant;
mod datatype;
mod deferred;
mod function;
mod handle;
pub mod horn;
mod instances;
mod model;
mod params;
mod quantifier;
mod session;
mod settings;
mod term;
mod version;

pub use constant::Constant;
pub use datatype::{ConstructorDecl, ConstructorFuncs, FieldSort};
pub use handle::{Func, Sort, Term};
pub use model::{FuncTable, Model, View};
pub use params::{ParamMistake, check_params};
pub use quantifier::{Binder, BinderKind};
pub use session::{Allowance, Outcome, Session};
pub use settings::{Arrays, Settings};
pub use term::{FpArith, FpSource, FuncKind};
pub use version::{Version, check_version, library, z3_full_version, z3_version};
