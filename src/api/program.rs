//! From texts to a program that can be asked about.

use std::fmt;
use std::path::{Path, PathBuf};

use ivl::ast;
use ivl::diag::Diagnostic;
use ivl::source::{FileId, SourceMap, Span};

use crate::base::workers;
use crate::driver::elaborate::{parse_files, resolve_program};
use crate::driver::entry::entries;
use crate::driver::readings::Reading;
use crate::ir;

/// Why a text is no program, or a question none about it: diagnostics as rmt prints them, with places in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected(String);

impl Rejected {
    pub(super) fn new(diagnostics: &[Diagnostic], sources: &SourceMap) -> Rejected {
        Rejected(diagnostics.iter().map(|d| d.render(sources)).collect())
    }

    pub(super) fn plain(message: impl Into<String>) -> Rejected {
        Rejected::new(&[Diagnostic::error(message, Span::NONE)], &SourceMap::default())
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.trim_end())
    }
}

impl std::error::Error for Rejected {}

/// The syntax tree of a program, which `Display` prints as Boogie.
#[derive(Clone, Debug)]
pub struct Parsed {
    name: String,
    sources: SourceMap,
    ast: ast::Program,
    assumptions: Vec<String>,
    c: Option<FromC>,
}

/// How a program was made of C, for other readings of it.
#[derive(Clone, Debug)]
pub(super) struct FromC {
    files: Vec<PathBuf>,
    config: rmt_c::Config,
    pub(super) reading: Reading,
    /// Whether bit-vectors may be better than numbers.
    pub(super) bitwise: bool,
    /// Whether texts were not followed, and could be.
    pub(super) abridged: bool,
    /// Whether there are checks that nobody asked for and that cost provers most.
    pub(super) late: bool,
    /// Whether real numbers stand for floating-point ones.
    pub(super) exact_floats: bool,
}

/// How C is read for a reading of it.
pub(crate) fn configured(config: &rmt_c::Config, reading: Reading) -> rmt_c::Config {
    let mut config = config.clone();
    if reading.any_texts {
        config.texts = rmt_c::Texts::Any;
    }
    if reading.bits {
        config.ints = rmt_c::IntMode::Bits;
    }
    if reading.ieee {
        config.floats = rmt_c::FloatMode::Ieee;
    }
    config.checks.race |= reading.races;
    config.checks.deadlock |= reading.deadlocks;
    config.checks.lock |= reading.deadlocks;
    if reading.without_late {
        config.checks = config.checks.without_late();
    }
    config
}

/// What is taken for granted where checks are left out that nobody asked for.
pub(crate) fn left_out(reading: Reading) -> impl Iterator<Item = String> {
    let left_out = [
        "what is read was given a value (it was not decided: --check uninit)",
        "what is allocated is freed, or can be reached at the end (it was not decided: --check leak)",
    ];
    left_out.into_iter().filter(move |_| reading.without_late).map(str::to_string)
}

impl fmt::Display for Parsed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ast.fmt(f)
    }
}

/// Parses Boogie. Reports call the text by its name.
///
/// ```
/// let parsed = rmt::parse("id.bpl", "procedure id(x: int) returns (y: int) { y := x; }")?;
/// assert!(parsed.to_string().starts_with("procedure id(x: int)"));
///
/// let rejected = rmt::parse("half.bpl", "procedure P() { assert 1 < 2 }").unwrap_err();
/// assert!(rejected.to_string().starts_with("error: expected `;`, found `}`"));
/// # Ok::<(), rmt::Rejected>(())
/// ```
pub fn parse(name: &str, text: &str) -> Result<Parsed, Rejected> {
    if text.len() >= u32::MAX as usize {
        return Err(Rejected::plain("texts of 4 GiB and more are not supported"));
    }
    let mut sources = SourceMap::default();
    let file = sources.add(name.to_string(), text.to_string());
    let parsed = workers::on_deep_stack(|| parse_files(&sources, &[file]));
    match parsed {
        Ok(ast) => Ok(Parsed { name: name.to_string(), sources, ast, assumptions: Vec::new(), c: None }),
        Err(diagnostics) => Err(Rejected::new(&diagnostics, &sources)),
    }
}

/// Translates C files, together one program, whose executions begin in the function `entry`. Runs clang. What `rmt check`
/// checks by default is checked.
///
/// ```
/// let rejected = rmt::translate(&["no/such/file.c"], "main").unwrap_err();
/// assert!(rejected.to_string().contains("no/such/file.c"));
/// ```
pub fn translate<P: AsRef<Path>>(files: &[P], entry: &str) -> Result<Parsed, Rejected> {
    let files: Vec<PathBuf> = files.iter().map(|file| file.as_ref().to_path_buf()).collect();
    for file in &files {
        std::fs::File::open(file).map_err(|error| Rejected::plain(format!("{}: {error}", file.display())))?;
    }
    let config =
        rmt_c::Config { entry: entry.to_string(), checks: rmt_c::Checks::BY_DEFAULT, ..rmt_c::Config::default() };
    translated(files, config, Reading::default())
}

/// The program of C files in that reading.
fn translated(files: Vec<PathBuf>, config: rmt_c::Config, reading: Reading) -> Result<Parsed, Rejected> {
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    let mut sources = SourceMap::default();
    match rmt_c::translate(&mut sources, &files, &configured(&config, reading)) {
        Ok(done) => {
            let rmt_c::Translated { abridged, late, exact_floats, .. } = done;
            let bitwise = done.bitwise && !reading.bits;
            let c = Some(FromC { files, config, reading, bitwise, abridged, late, exact_floats });
            let assumptions = done.assumptions.into_iter().chain(left_out(reading)).collect();
            Ok(Parsed { name: names.join(" "), sources, ast: done.program, assumptions, c })
        }
        Err(diagnostics) => Err(Rejected::new(&diagnostics, &sources)),
    }
}

/// A program with its names and types resolved.
#[derive(Clone, Debug)]
pub struct Program {
    pub(super) name: String,
    pub(super) sources: SourceMap,
    pub(super) assumptions: Vec<String>,
    pub(super) resolved: ir::Program,
    warnings: String,
    pub(super) c: Option<FromC>,
}

impl Program {
    /// The warnings about it, as rmt prints them; empty if there are none.
    pub fn warnings(&self) -> &str {
        &self.warnings
    }

    /// The same in another reading; `None`: there is none, or not of the same texts, so that places would mean others.
    pub(super) fn read(&self, reading: Reading) -> Option<Program> {
        let FromC { files, config, .. } = self.c.as_ref()?;
        let parsed = translated(files.clone(), config.clone(), reading).ok()?;
        let mut ids = (0..).map(FileId);
        let text = |sources: &SourceMap, id| sources.get(id).map(|file| (file.name.clone(), file.text.clone()));
        let is_same = loop {
            let id = ids.next()?;
            match (text(&self.sources, id), text(&parsed.sources, id)) {
                (None, None) => break true,
                (a, b) if a != b => break false,
                _ => {}
            }
        };
        if is_same { resolve(&parsed).ok() } else { None }
    }

    /// The names of its procedures, in the order of the text.
    pub fn procedures(&self) -> impl Iterator<Item = &str> {
        self.resolved.procs.iter().map(|procedure| &*procedure.name)
    }

    /// Where executions begin unless a question says otherwise: the procedures marked `{:entrypoint}`, else `main`, else
    /// the only one with a body. None where that does not name one.
    pub fn entries(&self) -> Vec<&str> {
        let found = entries(&self.resolved, &[]).unwrap_or_default();
        found.into_iter().map(|entry| &*self.resolved.procs[entry].name).collect()
    }

    /// File, line and column of the beginning of a span; `None` for what stands in no text.
    pub fn locate(&self, span: Span) -> Option<(&str, usize, usize)> {
        self.sources.locate(span)
    }
}

/// Resolves names and types.
///
/// ```
/// let program = rmt::resolve(&rmt::parse("two.bpl", "procedure A(); procedure main() { call A(); }")?)?;
/// assert_eq!(program.procedures().collect::<Vec<_>>(), ["A", "main"]);
/// assert_eq!(program.entries(), ["main"]);
///
/// let untyped = rmt::parse("untyped.bpl", "procedure P() { assert 1; }")?;
/// assert!(rmt::resolve(&untyped).is_err());
/// # Ok::<(), rmt::Rejected>(())
/// ```
pub fn resolve(parsed: &Parsed) -> Result<Program, Rejected> {
    let Parsed { name, sources, ast, assumptions, c } = parsed;
    match workers::on_deep_stack(|| resolve_program(ast, sources)) {
        Ok((resolved, warnings)) => Ok(Program {
            name: name.clone(),
            sources: sources.clone(),
            assumptions: assumptions.clone(),
            resolved,
            warnings: warnings.iter().map(|w| w.render(sources)).collect(),
            c: c.clone(),
        }),
        Err(diagnostics) => Err(Rejected::new(&diagnostics, sources)),
    }
}
