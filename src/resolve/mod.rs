//! Name resolution and type checking: the syntax tree -> the typed program of [`crate::ir`].
//!
//! Follows the rules of Boogie (K. R. M. Leino, *This is Boogie 2*, and the tool as it is today). What this floor
//! decides for the rest of the house:
//!
//! * Names: types, functions, procedures and variables have a name space each; labels one per body.
//! * Overloading and coercions are gone: `/` on ints works on `int` converted to `real`, `old` stands at variables
//!   alone, `let` is replaced by sharing.
//! * Structured statements, map and field assignments, `call forall`, `measure` clauses and the order `<:` are lowered.
//! * `modifies` clauses may be incomplete: the sets are computed later.
//! * `async` calls and `free` calls are kept as calls with an attribute of that name.
//!
//! DIVERGENCE from Boogie: extracting bits beyond the end of a
//! bit-vector is refused; `modifies` clauses are not checked against the body.

mod attributes;
mod blocks;
mod call_forall;
mod datatypes;
mod decls;
mod expr;
mod externs;
mod floats;
mod functions;
mod infer;
mod known_attributes;
mod maps;
mod measures;
mod operators;
mod order;
mod pools;
mod procedures;
mod quantifiers;
mod recursion;
mod registry;
mod scopes;
mod show;
mod stmt;
mod structured;
mod tables;
mod types;
mod undeclared;

use std::sync::Arc;

use ivl::ast;
use ivl::diag::{Diagnostic, Severity};
use ivl::source::{SourceMap, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use self::infer::{Infer, Ty};
use self::scopes::Scopes;
use self::tables::{KnownAttributes, TypeNames};
use crate::base::ids::{CodeId, ExprId, FuncId, ProcId, TypeConId, TypeId, TypeParamId, VarId};
use crate::ir::{self, Attributes};

/// Resolves a program. Errors among the diagnostics mean that there is no program.
///
/// `sources` is where the text of attributes comes from that do not resolve. Expressions are nested at most as deep
/// as [`ast::Expr::depth`] says; the caller provides a stack for that.
pub fn resolve(program: &ast::Program, sources: &SourceMap) -> (Option<ir::Program>, Vec<Diagnostic>) {
    let mut resolver = Resolver::new(sources);
    resolver.declare_types(program);
    resolver.declare_values(program);
    resolver.resolve_declarations(program);
    resolver.check_recursive_calls();
    resolver.order_axioms(program);
    resolver.check_recursion();
    resolver.finish()
}

/// Everything that is known while a program is resolved.
struct Resolver<'a> {
    sources: &'a SourceMap,
    /// What has been made so far. Its types are in `infer.table` until the end.
    program: ir::Program,
    diagnostics: Vec<Diagnostic>,
    errors: usize,
    types: TypeNames<'a>,
    infer: Infer,
    vars: Scopes<'a>,
    funcs: FxHashMap<ir::Name, FuncId>,
    procs: FxHashMap<&'a str, ProcId>,
    datatypes: FxHashMap<TypeConId, datatypes::Datatype>,
    registry: registry::Registry,
    cx: Context,
    no_attrs: Attributes,
    /// `<:`, once something uses it.
    order: Option<FuncId>,
    /// Whether a top-level expression is being elaborated.
    inferring: bool,
    made: Made,
    known_attributes: KnownAttributes<'a>,
    /// The functions of pools of terms, by name and type.
    pools: FxHashMap<(String, TypeId), FuncId>,
    /// The procedures declared `pure`.
    pure_procs: FxHashSet<ProcId>,
    /// Of the procedures that have a `measure` clause.
    measures: FxHashMap<ProcId, Vec<ExprId>>,
}

/// What the runs over one top-level expression made at which places of the syntax tree: later runs must use the same,
/// because types that were found mention them.
#[derive(Default)]
struct Made {
    type_params: FxHashMap<usize, TypeParamId>,
    vars: FxHashMap<usize, VarId>,
    codes: FxHashMap<usize, CodeId>,
}

/// Where an expression stands.
#[derive(Clone, Copy)]
struct Context {
    state: State,
    /// Inside of a trigger.
    trigger: bool,
    /// Inside of `old`.
    old: bool,
}

/// Which states an expression may speak of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// None: axioms and functions.
    None,
    /// The present one: preconditions.
    One,
    /// The present one and that at procedure entry.
    Two,
}

/// An expression with its type, which may not be known yet; then the expression is not built.
#[derive(Clone, Copy, Debug)]
struct Typed {
    expr: ExprId,
    ty: Ty,
}

/// Each run over an expression finds types that the one before left open; nothing known needs more than three.
const MAX_RUNS: u32 = 100;

/// Stands where no expression could be built.
const UNBUILT: ExprId = ExprId(0);

impl Typed {
    const ERROR: Typed = Typed { expr: UNBUILT, ty: Ty::ERROR };

    fn is_error(self) -> bool {
        self.ty.is_error()
    }
}

impl<'a> Resolver<'a> {
    fn new(sources: &'a SourceMap) -> Self {
        let mut program = ir::Program::default();
        // so that `UNBUILT` exists
        program.exprs.bool(true);
        Resolver {
            sources,
            program,
            diagnostics: Vec::new(),
            errors: 0,
            types: TypeNames::default(),
            infer: Infer::default(),
            vars: Scopes::default(),
            funcs: FxHashMap::default(),
            procs: FxHashMap::default(),
            datatypes: FxHashMap::default(),
            registry: registry::Registry::default(),
            cx: Context { state: State::One, trigger: false, old: false },
            no_attrs: Arc::new([]),
            order: None,
            inferring: false,
            made: Made::default(),
            known_attributes: KnownAttributes::default(),
            pools: FxHashMap::default(),
            pure_procs: FxHashSet::default(),
            measures: FxHashMap::default(),
        }
    }

    fn finish(mut self) -> (Option<ir::Program>, Vec<Diagnostic>) {
        self.diagnostics.sort_by_key(|d| (d.span.file, d.span.start));
        // what several names share is resolved for each of them
        self.diagnostics.dedup_by(|a, b| a.span == b.span && a.message == b.message);
        self.join_undeclared();
        if self.errors > 0 {
            return (None, self.diagnostics);
        }
        self.program.types = self.infer.table;
        (Some(self.program), self.diagnostics)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        self.diagnostics.push(diagnostic);
    }

    fn error(&mut self, message: impl Into<String>, span: Span) {
        self.report(Diagnostic::error(message, span));
    }

    /// Runs `f` and takes back what it complained about. `None` if it complained.
    fn quietly<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let (kept, errors) = (self.diagnostics.len(), self.errors);
        let result = f(self);
        let good = self.errors == errors;
        self.diagnostics.truncate(kept);
        self.errors = errors;
        good.then_some(result)
    }

    /// Runs `f` in a changed context.
    fn within<T>(&mut self, cx: Context, f: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.cx, cx);
        let result = f(self);
        self.cx = outer;
        result
    }

    fn in_state<T>(&mut self, state: State, f: impl FnOnce(&mut Self) -> T) -> T {
        self.within(Context { state, trigger: false, old: false }, f)
    }

    /// Elaborates a top-level expression, or the expressions of one statement: runs `f` until all types are known
    /// (see [`infer`]). `f` must have no other effect than its result.
    fn inferring<T>(&mut self, mut f: impl FnMut(&mut Self) -> T) -> T {
        if self.inferring {
            return f(self);
        }
        self.inferring = true;
        let mut runs = 0;
        let result = loop {
            runs += 1;
            assert!(runs < MAX_RUNS, "internal: type inference does not end");
            let errors = self.errors;
            let result = f(self);
            let (again, ambiguous) = self.infer.finish_run();
            if !again || self.errors > errors {
                break result;
            }
            for a in ambiguous {
                let ty = self.show_id(a.ty);
                let message = format!("nothing determines the type parameter `{}`: taking `{ty}`", a.name);
                self.report(Diagnostic::warning(message, a.span));
            }
        };
        self.infer.forget();
        self.made = Made::default();
        self.inferring = false;
        result
    }
}
