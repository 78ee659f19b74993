//! From arguments to checked configuration.

use std::time::Duration;

use ivl::diag::Diagnostic;
use ivl::source::Span;

use super::args::{
    CArgs, CheckArgs, CheckKind, EngineArg, FloatArg, InliningArg, IntArg, RefineArg, SolverArgs, SummariesArg,
};
use crate::base::budget::Limits;
use crate::base::ids::VarId;
use crate::ir::Program;
use crate::reach::refine::Refinement;
use crate::reach::{Abstraction, Config, Engine, Summaries, Thresholds};
use crate::smt::{ParamMistake, Settings, check_params};
use crate::verdict::Bound;

/// Seconds until a search without `--bound` gives up.
const DEEPENING_TIMEOUT: f64 = 60.0;

/// A mistake in the arguments.
pub enum Mistake {
    /// Not a `name=value`.
    Parameter(String),
    /// Not a parameter of the solver, or not a value for it.
    Z3(ParamMistake),
    /// Not a number of seconds.
    Timeout(f64),
}

impl std::fmt::Display for Mistake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Mistake::Parameter(text) => writeln!(f, "rmt: --z3 takes name=value, not {text}"),
            Mistake::Z3(mistake) => writeln!(f, "rmt: --z3: {mistake}"),
            Mistake::Timeout(seconds) => writeln!(f, "rmt: --timeout takes a number of seconds, not {seconds}"),
        }
    }
}

/// Limits of each procedure, and the solver's settings.
pub fn solver_config(args: &SolverArgs) -> Result<(Limits, Settings), Mistake> {
    let memory = args.memory.map(|mb| mb.saturating_mul(1 << 20));
    let limits = Limits { timeout: seconds(args.timeout)?, rlimit: args.rlimit, memory };
    Ok((limits, Settings { seed: args.seed, memory, extra: parameters(&args.z3)?, ..Settings::default() }))
}

pub fn seconds(timeout: f64) -> Result<Option<Duration>, Mistake> {
    match timeout {
        0.0 => Ok(None),
        seconds => Duration::try_from_secs_f64(seconds).map(Some).map_err(|_| Mistake::Timeout(seconds)),
    }
}

fn parameters(given: &[String]) -> Result<Vec<(String, String)>, Mistake> {
    let mut extra = Vec::new();
    for parameter in given {
        let (name, value) = parameter.split_once('=').ok_or_else(|| Mistake::Parameter(parameter.clone()))?;
        extra.push((name.to_string(), value.to_string()));
    }
    check_params(&extra).map_err(Mistake::Z3)?;
    Ok(extra)
}

pub fn limits(args: &CheckArgs) -> Result<Limits, Mistake> {
    let default = args.bound.is_none().then_some(DEEPENING_TIMEOUT);
    let timeout = args.timeout.or(default).map_or(Ok(None), seconds)?;
    Ok(Limits { timeout, rlimit: args.rlimit, memory: args.memory.map(|mb| mb.saturating_mul(1 << 20)) })
}

pub fn reach_config(args: &CheckArgs) -> Result<Config, Mistake> {
    let extra = parameters(&args.z3)?;
    Ok(Config {
        engine: match args.engine {
            EngineArg::Stratified => Engine::Stratified,
            EngineArg::Static => Engine::Static,
        },
        sharing: match args.inlining {
            InliningArg::Dag => Some(Thresholds::default()),
            InliningArg::Tree => None,
        },
        bound: args.bound.map(Bound),
        unroll_limit: args.unroll_limit,
        ahead: args.ahead,
        summaries: match args.summaries {
            SummariesArg::None => Summaries::None,
            SummariesArg::Given => Summaries::Given,
            SummariesArg::Typestate => Summaries::Typestate,
            SummariesArg::Houdini => Summaries::Houdini,
            SummariesArg::OnDemand => Summaries::OnDemand,
        },
        show_summaries: args.print_summaries,
        solver: Settings {
            seed: args.seed,
            memory: args.memory.map(|mb| mb.saturating_mul(1 << 20)),
            extra,
            ..Settings::default()
        },
        ..Config::default()
    })
}

/// Which globals of a program are tracked at first, unless all are.
pub fn abstraction(args: &CheckArgs, program: &Program) -> Result<Option<Abstraction>, Diagnostic> {
    let refinement = match args.refine {
        None if args.track.is_empty() => return Ok(None),
        Some(RefineArg::Storm) => Refinement::Storm,
        Some(RefineArg::Alg1) => Refinement::Alg1,
        Some(RefineArg::Alg2) => Refinement::Alg2,
        Some(RefineArg::Core) | None => Refinement::Core,
    };
    let global = |name: &String| {
        let found = program.globals.iter().copied().find(|&g| *program.vars[g].name == **name);
        found.ok_or_else(|| Diagnostic::error(format!("there is no global {name} to track"), Span::NONE))
    };
    let tracked = args.track.iter().map(global).collect::<Result<Vec<VarId>, Diagnostic>>()?;
    Ok(Some(Abstraction { tracked, refinement }))
}

/// Resource units of the first turn, a fraction of a second: many procedures are done with it, which parts of them would
/// not be in the same time.
pub const WHOLE: u64 = 300_000;

/// How C is read; the entry function and the arguments of single files are set where the files are known.
pub fn c_config(args: &CArgs) -> rmt_c::Config {
    rmt_c::Config {
        clang: args.clang.clone(),
        include_dirs: args.include_dirs.clone(),
        defines: args.defines.clone(),
        includes: args.includes.clone(),
        clang_args: args.clang_args.clone(),
        warnings: !args.no_warnings,
        target32: args.m32,
        checks: checks(&args.checks),
        ints: match args.int {
            IntArg::Auto | IntArg::Math => rmt_c::IntMode::Math,
            IntArg::Bits => rmt_c::IntMode::Bits,
        },
        floats: match args.float {
            FloatArg::Auto => rmt_c::FloatMode::Auto,
            FloatArg::Real => rmt_c::FloatMode::Real,
            FloatArg::Ieee => rmt_c::FloatMode::Ieee,
        },
        harness: rmt_c::HarnessOptions {
            array_size: args.array_size.max(1),
            depth: args.depth,
            alias: !args.no_alias,
            havoc_globals: args.havoc_globals,
        },
        malloc_never_fails: args.malloc_never_fails,
        havoc_asm: args.havoc_asm,
        error_functions: args.error_function.clone(),
        error_labels: args.error_label.clone(),
        ..rmt_c::Config::default()
    }
}

/// The checks in C besides assertions.
fn checks(kinds: &[CheckKind]) -> rmt_c::Checks {
    use CheckKind::{
        All, Bounds, Conversion, Deadlock, Default as Usual, Deref, Div, Format, Free, Leak, Lock, Overflow, Pointer,
        PointerOverflow, Race, Shift, Uninit, Unsigned,
    };
    if kinds.is_empty() {
        return rmt_c::Checks::BY_DEFAULT;
    }
    let is_default = kinds.contains(&Usual);
    let usual = if is_default { rmt_c::Checks::BY_DEFAULT } else { rmt_c::Checks::default() };
    let asked = |kind| kinds.contains(&kind) || kinds.contains(&All);
    rmt_c::Checks {
        deref: usual.deref || asked(Deref),
        bounds: usual.bounds || asked(Bounds),
        free: usual.free || asked(Free),
        leak: usual.leak || asked(Leak),
        cleanup: false,
        overflow: usual.overflow || asked(Overflow),
        div: usual.div || asked(Div),
        shift: usual.shift || asked(Shift),
        uninit: usual.uninit || asked(Uninit),
        format: usual.format || asked(Format),
        ends: usual.ends || asked(Format),
        pointer: asked(Pointer),
        distance: usual.distance || asked(Pointer),
        race: asked(Race),
        deadlock: asked(Deadlock),
        lock: asked(Lock),
        // What is asked for is not left out.
        late: is_default && ![Leak, Uninit, Format, Pointer].into_iter().any(asked),
        // What these find is no mistake in most programs.
        unsigned: kinds.contains(&Unsigned),
        conversion: kinds.contains(&Conversion),
        pointer_overflow: kinds.contains(&PointerOverflow),
    }
}
