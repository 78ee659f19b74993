//! C text to the intermediate verification language.
//!
//! ```text
//! clang's tree  →  cir (typed, effects apart, addresses explicit)  →  points-to: regions and cells  →  ivl::ast
//! ```

mod cir;
mod clang;
mod compile_commands;
mod config;
mod constants;
mod contracts;
mod dialect;
mod emit;
mod files;
mod functions;
mod lower;
mod points;
mod property;
mod taken;
mod task;
mod test_case;
mod test_suite;
mod turns;
mod types;
mod units;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ivl::ast;
use ivl::diag::Diagnostic;
use ivl::source::{SourceMap, Span};

pub use clang::Trees;
pub use compile_commands::{FileArguments, arguments, compile_commands, words};
pub use config::{Checks, Config, Contracts, Environment, FloatMode, HarnessOptions, IntMode, Nulls, Replaced, Texts};
pub use constants::{Constants, Declaration, Definition, constants};
pub use contracts::Contracted;
pub use dialect::Dialect;
pub use functions::{Body, Function, Functions, functions};
pub use lower::undefined_entry;
pub use property::{Property, specification};
pub use task::{Task, TaskProperty};
pub use test_case::{Call, External, Inputs, TestCase, test_case};
pub use test_suite::{TestSuite, exchanged_metadata, exchanged_test, test_suite};
pub use turns::{Turn, Until};
pub use units::Units;

/// A translated program.
#[derive(Clone, Debug)]
pub struct Translated {
    pub program: ast::Program,
    /// What a verdict on the program takes for granted, sorted.
    pub assumptions: Vec<String>,
    /// The procedure where executions begin. It has the attribute `{:entrypoint}`.
    pub entry: String,
    /// What the program calls and does not define, sorted.
    pub externals: Vec<External>,
    /// What builds the arguments of the entry function, if that takes C.
    pub harness: Option<HarnessText>,
    /// Whether it takes numbers apart into bits, which bit-vectors may be better at.
    pub bitwise: bool,
    /// Whether some executions are left out, as [`Config::cover`] allows: a proof says nothing then.
    pub restricted: bool,
    /// Whether contracts stand for functions that [`Replaced::WithLoops`] would leave as they are.
    pub has_open_callees: bool,
    /// Whether more would be known of texts with [`Texts::Exact`].
    pub abridged: bool,
    /// Whether something is checked that nobody asked for and that costs provers most: see [`Checks::late`].
    pub late: bool,
    /// Whether real numbers stand for floating-point ones: see [`FloatMode::Real`].
    pub exact_floats: bool,
    /// What clang warns of.
    pub warnings: Vec<Diagnostic>,
}

/// The input of executions in which a text is any text: see `models/io.c`.
pub const ANY_TEXT: &str = "__VERIFIER_nondet_text";

/// What a violation says of a value that was not given one.
pub const UNSET: &str = "a value is read that was never set";

/// C text that stands behind that of a file.
#[derive(Clone, Debug)]
pub struct HarnessText {
    pub file: PathBuf,
    pub text: String,
}

/// Models of the C library, in C.
const MODELS: &str = concat!(
    include_str!("../models/string.c"),
    include_str!("../models/errno.c"),
    include_str!("../models/ctype.c"),
    include_str!("../models/bits.c"),
    include_str!("../models/io.c"),
    include_str!("../models/streams.c"),
    include_str!("../models/system.c"),
    include_str!("../models/stdlib.c"),
    include_str!("../models/search.c"),
    include_str!("../models/options.c"),
    include_str!("../models/wchar.c"),
    include_str!("../models/wide.c"),
    include_str!("../models/signal.c"),
    include_str!("../models/math.c"),
    include_str!("../models/time.c"),
    include_str!("../models/files.c"),
    include_str!("../models/surroundings.c"),
    include_str!("../models/lists.c"),
    include_str!("../models/sockets.c"),
    include_str!("../models/lookups.c"),
    include_str!("../models/outputs.c"),
    include_str!("../models/attributes.c"),
    include_str!("../models/jumps.c"),
    include_str!("../models/threads.c"),
);

/// What a program uses of the models that costs something.
#[derive(Clone, Copy, Debug, Default)]
struct Uses {
    /// Threads are cancelled.
    cancels: bool,
    /// They have handlers for their end.
    handles: bool,
    /// They have values of keys.
    keys: bool,
    /// They end by functions that do not return.
    exits: bool,
    /// Nobody else could do what it waits for: neither threads nor processes nor handlers.
    alone: bool,
    /// The program makes threads.
    threads: bool,
    /// It jumps out of functions.
    jumps: bool,
    /// It raises signals.
    raises: bool,
    /// The program asks for `errno`.
    errno: bool,
    /// The program asks whether streams are at their end.
    stream_ends: bool,
    /// It closes a stream that is open from the start.
    closes: bool,
    /// It reads its options by `getopt` alone.
    options: bool,
    /// It has streams that write to memory.
    memory_streams: bool,
    /// Something is to be done or seen when the program ends.
    ends: bool,
}

/// The models, which know what is checked and used.
fn models(config: &Config, uses: Uses) -> String {
    let Checks { deadlock, lock, .. } = config.checks;
    // Where nobody says what is checked, what waits for itself.
    let deadlock = deadlock || uses.alone && config.checks.late;
    let ends = uses.exits && uses.ends;
    let unwinds = uses.exits && (ends || config.checks.tracks_blocks());
    let accesses = config.checks.deref || config.checks.bounds;
    let known = [
        ("COVERS", config.cover),
        ("CHECKS_ACCESSES", accesses),
        ("CHECKS_DEADLOCK", deadlock),
        ("CHECKS_LOCKS", lock),
        ("CHECKS_PROMISES", config.assertions && config.environment.is_none()),
        ("CANCELS", uses.cancels),
        ("HANDLES", uses.handles),
        ("KEYS", uses.keys),
        ("JUMPS", uses.jumps),
        ("RAISES", uses.raises),
        ("ERRNO", uses.errno),
        ("STREAM_ENDS", uses.stream_ends),
        ("CLOSES", uses.closes && config.checks.deref),
        ("OPTIONS", uses.options),
        ("MEMORY_STREAMS", uses.memory_streams),
        ("ENDS", ends),
        ("UNWINDS", unwinds),
        // Which texts callers pass is up to them, and so are the numbers that are read from them.
        ("RMT_ANY_NUMBERS", config.environment.is_some()),
    ];
    let known: String = known.iter().map(|(name, holds)| format!("#define {name} {}\n", u8::from(*holds))).collect();
    known + MODELS
}

/// Translates C files, taken together as one program. Their texts, and those of the headers that are mentioned, are
/// added to the sources; spans of the result are places in them.
pub fn translate(sources: &mut SourceMap, inputs: &[PathBuf], config: &Config) -> Result<Translated, Vec<Diagnostic>> {
    let mut result = None;
    // Trees of real programs are deep, and so is the recursion over them.
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(1 << 30);
        match thread.spawn_scoped(scope, || translate_here(sources, inputs, config)) {
            Ok(handle) => match handle.join() {
                Ok(translated) => result = Some(translated),
                Err(panic) => std::panic::resume_unwind(panic),
            },
            Err(error) => {
                let message = format!("no thread for the translation: {error}");
                result = Some(Err(vec![Diagnostic::error(message, Span::NONE)]));
            }
        }
    });
    result.unwrap_or_else(|| panic!("internal: no result of the translation"))
}

fn translate_here(sources: &mut SourceMap, inputs: &[PathBuf], config: &Config) -> Result<Translated, Vec<Diagnostic>> {
    let floats = match config.floats {
        FloatMode::Auto => FloatMode::Real,
        known => known,
    };
    let first = translate_with(sources, inputs, &Config { floats, ..config.clone() });
    match first {
        Err(refused) if floats != config.floats => {
            let exact = Config { floats: FloatMode::Ieee, ..config.clone() };
            translate_with(sources, inputs, &exact).map_err(|_| refused)
        }
        first => first,
    }
}

/// A file by itself, and how it was read.
fn read_file(
    sources: &mut SourceMap,
    file: &Path,
    config: &Config,
) -> Result<(Arc<clang::Node>, Config), Vec<Diagnostic>> {
    let config = in_dialect(&[file.to_path_buf()], config).map_err(|diagnostic| vec![diagnostic])?;
    let (unit, _) = clang::read(sources, clang::Input::File(file), &config)?;
    Ok((unit, config))
}

/// The same where it is known what floating-point numbers are.
fn translate_with(sources: &mut SourceMap, inputs: &[PathBuf], config: &Config) -> Result<Translated, Vec<Diagnostic>> {
    let config = &in_dialect(inputs, config).map_err(|diagnostic| vec![diagnostic])?;
    let mut units = vec![];
    let mut warnings = vec![];
    let mut given = config.caller.as_ref().map(|text| lower::Harness::of_caller(text.clone(), config));
    for (i, input) in inputs.iter().enumerate() {
        let read = match &given {
            Some(harness) if i == harness.unit => clang::Input::Followed(input, &harness.text),
            _ => clang::Input::File(input),
        };
        let (unit, said) = clang::read(sources, read, config)?;
        units.push(unit);
        // CBMC declares its own functions.
        let is_declared = |warning: &Diagnostic| warning.message.contains("declaration of function '__CPROVER_");
        warnings.extend(said.into_iter().filter(|warning| !is_declared(warning)));
    }
    let mut inner = config.clone();
    // Pointers that a function is given may be meant to point into one block.
    inner.checks.distance &= !inner.checks.late || config.entry == "main";
    if let Some(harness) = &given {
        inner.entry = harness.entry.clone();
    } else if config.contracts == Contracts::Checked
        && let Some(harness) = lower::harness(sources, &units, config)
    {
        let (file, text) = (&inputs[harness.unit], &harness.text);
        units[harness.unit] = clang::read(sources, clang::Input::Followed(file, text), config)?.0;
        inner.entry = harness.entry.clone();
        given = Some(harness);
    }
    let config = &inner;
    let lowered = lower::lower(sources, &units, config)?;
    drop(units);
    if lowered.program.funcs.iter().any(cir::Func::is_thread) {
        // What other threads hold is not known to be lost, and each flag is one more thing that they share.
        inner.checks = inner.checks.without_late();
    } else if inner.entry != "main" && inner.environment.is_none() {
        // What a function gives back may hold what it has allocated.
        inner.checks.leak &= !inner.checks.late;
    }
    let config = &inner;
    let points = points::analyse(&lowered.program, &lowered.types);
    let emitted = emit::emit(&lowered, &points, config, sources)?;
    let (own, harness) = match given {
        Some(given) => (given.assumptions, Some(HarnessText { file: inputs[given.unit].clone(), text: given.text })),
        None => Default::default(),
    };
    let assumptions = emitted.assumptions.into_iter().chain(own).collect::<BTreeSet<_>>().into_iter().collect();
    let (externals, abridged) = (lowered.externals.into_iter().collect(), lowered.abridged);
    let (bitwise, restricted) = (emitted.bitwise, emitted.restricted);
    Ok(Translated {
        program: emitted.program,
        assumptions,
        entry: emitted.entry,
        externals,
        harness,
        has_open_callees: lowered.has_open_callees,
        bitwise,
        restricted,
        abridged,
        late: emitted.late,
        exact_floats: emitted.exact_floats,
        warnings,
    })
}

/// The configuration with what the flags of the files say about the language, in which they must agree.
fn in_dialect(inputs: &[PathBuf], config: &Config) -> Result<Config, Diagnostic> {
    let mut agreed = None;
    for input in inputs {
        let own = input.canonicalize().ok().and_then(|path| config.file_args.get(&path));
        let dialect = Dialect::of(config.clang_args.iter().chain(own.into_iter().flatten()))?;
        if *agreed.get_or_insert(dialect) != dialect {
            let message = format!("{} is compiled with flags for another language or machine", input.display());
            return Err(Diagnostic::error(message, Span::NONE).note("the files of one program must agree in them"));
        }
    }
    let mut dialect = agreed.unwrap_or_default();
    dialect.target32 |= config.target32;
    Ok(Config { dialect, target32: dialect.target32, ..config.clone() })
}
