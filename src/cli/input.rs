//! From the files on the command line to programs.

use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use ivl::ast;
use ivl::diag::Diagnostic;
use ivl::source::{FileId, SourceMap, Span, decode};

use super::args::CArgs;
use super::color::with_color;
use super::config::c_config;
use super::{REJECTED, USAGE, warn};
use crate::api::{configured, left_out};
use crate::base::stats::Stats;
use crate::driver::elaborate::parse_files;
use crate::driver::readings::Reading;
use crate::verdict::{Verdict, Why};

/// Files that make a program.
pub enum Input {
    /// Boogie: the paths.
    Boogie(Vec<String>),
    /// C, and how it is read.
    C { files: Vec<PathBuf>, config: Box<rmt_c::Config>, goal: Goal },
}

/// The property that a C program is checked for.
#[derive(Clone, Debug)]
pub struct Goal {
    /// As a property file says it.
    pub specification: String,
    /// [`rmt_c::Property::tracked_only`]
    pub tracked_only: bool,
    /// Whether it is known to be safe.
    pub expected: Option<bool>,
}

/// A program as its text says it.
pub struct Source {
    pub ast: ast::Program,
    /// Assumptions that a verdict about it rests on.
    pub assumptions: Vec<String>,
    /// Functions that a C program calls and does not define.
    pub externals: Vec<rmt_c::External>,
    /// The C compiler's.
    pub warnings: String,
    /// Whether bit-vectors may be better than numbers.
    pub bitwise: bool,
    /// Whether some executions are left out, so that a proof says nothing.
    pub restricted: bool,
    /// Whether texts were not followed, and could be.
    pub abridged: bool,
    /// Whether there are checks that nobody asked for and that cost provers most.
    pub late: bool,
    /// Whether real numbers stand for floating-point ones.
    pub exact_floats: bool,
    /// The text that builds the arguments of a C program's entry function.
    pub harness: Option<rmt_c::HarnessText>,
}

/// Why there is no program.
pub enum Failed {
    /// Said already; the exit code.
    Said(u8),
    Rejected(Vec<Diagnostic>),
}

impl From<Vec<Diagnostic>> for Failed {
    fn from(diagnostics: Vec<Diagnostic>) -> Failed {
        Failed::Rejected(diagnostics)
    }
}

impl Input {
    /// How reports call it.
    pub fn name(&self) -> String {
        match self {
            Input::Boogie(files) if files[0] == "-" => "<stdin>".to_string(),
            Input::Boogie(files) => files[0].clone(),
            Input::C { files, .. } => {
                let names: Vec<String> = files.iter().map(|f| f.display().to_string()).collect();
                names.join(" ")
            }
        }
    }

    pub fn expected(&self) -> Option<bool> {
        match self {
            Input::Boogie(_) => None,
            Input::C { goal, .. } => goal.expected,
        }
    }

    /// The same with marks on what counts for coverage.
    pub fn covering(&self) -> Input {
        match self {
            Input::Boogie(files) => Input::Boogie(files.clone()),
            Input::C { files, config, goal } => {
                let config = Box::new(rmt_c::Config { cover: true, ..(**config).clone() });
                Input::C { files: files.clone(), config, goal: goal.clone() }
            }
        }
    }

    /// The verdict about what was asked. Of memory that is left at the end, what is still pointed to may not count.
    pub fn judged(&self, verdict: Verdict) -> Verdict {
        match (self, verdict) {
            (Input::C { goal, .. }, Verdict::Unsafe(execution))
                if goal.tracked_only && execution.failure.message.as_deref().is_some_and(is_leak) =>
            {
                let what = "valid-memtrack, where memory is left at the end that may still be pointed to".to_string();
                Verdict::Unknown(Why::Unsupported(what))
            }
            (_, verdict) => verdict,
        }
    }

    /// Whether [`Input::judged`] looks at verdicts.
    pub fn is_judged(&self) -> bool {
        matches!(self, Input::C { goal, .. } if goal.tracked_only)
    }

    /// The entries that reports and `driver::entry` are told of: for C, none, since its translation marks one.
    pub fn named_entries<'a>(&self, named: &'a [String]) -> &'a [String] {
        match self {
            Input::Boogie(_) => named,
            Input::C { .. } => &[],
        }
    }

    /// The name of an entry as its author knows it.
    pub fn entry_name(&self, procedure: &str) -> String {
        match self {
            Input::Boogie(_) => procedure.to_string(),
            Input::C { config, .. } => config.entry.clone(),
        }
    }

    /// Reads it, together with more Boogie files.
    pub fn read(&self, sources: &mut SourceMap, with: &[String], stats: &mut Stats) -> Result<Source, Failed> {
        let source = self.read_with(Reading::default(), sources, with, stats)?;
        warn(&source.warnings);
        Ok(source)
    }

    /// The same, read in that way, with warnings for others to say.
    pub fn read_with(
        &self,
        reading: Reading,
        sources: &mut SourceMap,
        with: &[String],
        stats: &mut Stats,
    ) -> Result<Source, Failed> {
        let (boogie, c): (Vec<&String>, _) = match self {
            Input::Boogie(files) => (files.iter().chain(with).collect(), None),
            Input::C { files, config, .. } => (with.iter().collect(), Some((files, config))),
        };
        let (ast, assumptions, externals) = Default::default();
        let warnings = String::new();
        let (bitwise, abridged, late, exact_floats) = (false, false, false, false);
        let harness = None;
        let mut source = Source {
            ast,
            assumptions,
            externals,
            warnings,
            bitwise,
            restricted: false,
            abridged,
            late,
            exact_floats,
            harness,
        };
        if let Some((files, config)) = c {
            for file in files {
                readable(file).map_err(Failed::Said)?;
            }
            let config = configured(config, reading);
            let translated = stats.time("translate", || rmt_c::translate(sources, files, &config))?;
            source = Source {
                ast: translated.program,
                assumptions: translated.assumptions.into_iter().chain(left_out(reading)).collect(),
                externals: translated.externals,
                warnings: render(&translated.warnings, sources),
                bitwise: translated.bitwise,
                restricted: translated.restricted,
                abridged: translated.abridged,
                late: translated.late,
                exact_floats: translated.exact_floats,
                harness: translated.harness,
            };
        }
        let ids: Result<Vec<FileId>, u8> = boogie.into_iter().map(|path| read(sources, path)).collect();
        let ids = ids.map_err(Failed::Said)?;
        let parsed = stats.time("parse", || parse_files(sources, &ids))?;
        source.ast.decls.extend(parsed.decls);
        Ok(source)
    }
}

/// The programs of a command: each Boogie file is one, all C files together are another, and each task definition. C
/// programs count once for each property, or else for each entry.
pub fn programs(paths: &[String], entries: &[String], c: &CArgs) -> Result<Vec<Input>, Diagnostic> {
    let mut inputs = Vec::new();
    let (mut files, mut properties, mut tasks) = (Vec::new(), Vec::new(), Vec::new());
    for path in paths {
        match Path::new(path).extension().and_then(|e| e.to_str()) {
            Some("c" | "i") => files.push(PathBuf::from(path)),
            Some("prp") => properties.push(rmt_c::Property::read(Path::new(path))?),
            Some("yml") => tasks.push(rmt_c::Task::read(Path::new(path))?),
            ending => {
                is_boogie(path, ending)?;
                inputs.push(Input::Boogie(vec![path.clone()]));
            }
        }
    }
    if !properties.is_empty() && files.is_empty() && tasks.is_empty() {
        return Err(Diagnostic::error("a property file without a C program", Span::NONE));
    }
    let goals: Vec<_> = properties.iter().map(|property| (property, None)).collect();
    inputs.extend(c_programs(files, &goals, entries, c)?);
    for task in tasks {
        inputs.extend(task_programs(task, &properties, c)?);
    }
    Ok(inputs)
}

/// Refuses files of other languages, which would be read as Boogie. What has no ending, such as a pipe, is Boogie.
fn is_boogie(path: &str, ending: Option<&str>) -> Result<(), Diagnostic> {
    const CPP: [&str; 9] = ["cc", "cpp", "cxx", "c++", "C", "ii", "hh", "hpp", "hxx"];
    let is = match ending {
        None | Some("bpl") => return Ok(()),
        Some(ending) if CPP.contains(&ending) => "C++ is not supported".to_string(),
        Some("h") => "a header is no program; name the C files that include it".to_string(),
        Some(ending) => format!(
            "no program is known by the ending .{ending}; rmt reads .c and .i (C), .bpl (Boogie), .prp (a property), and .yml (a \
             task)"
        ),
    };
    Err(Diagnostic::error(format!("{path}: {is}"), Span::NONE))
}

/// All files as one program, and the Boogie files to read with it.
pub fn one_program(paths: &[String], entries: &[String], c: &CArgs) -> Result<(Input, Vec<String>), Diagnostic> {
    let (c_files, boogie): (Vec<&String>, Vec<&String>) = paths.iter().partition(|path| is_c(path));
    let boogie: Vec<String> = boogie.into_iter().cloned().collect();
    let c_files = c_files.into_iter().map(PathBuf::from).collect();
    Ok(match c_programs(c_files, &[], entries, c)?.into_iter().next() {
        Some(input) => (input, boogie),
        None => (Input::Boogie(boogie), Vec::new()),
    })
}

/// The programs of a task: one for each property that is asked for, or else for each that is supported.
fn task_programs(task: rmt_c::Task, asked: &[rmt_c::Property], c: &CArgs) -> Result<Vec<Input>, Diagnostic> {
    let c = CArgs { m32: task.target32, ..c.clone() };
    let mut goals = Vec::new();
    let mut unsupported = None;
    for listed in &task.properties {
        match rmt_c::Property::read(&listed.file) {
            Ok(property) if asked.is_empty() || asked.contains(&property) => goals.push((property, listed.expected)),
            Ok(_) => {}
            Err(diagnostic) => unsupported = Some(diagnostic),
        }
    }
    match unsupported {
        Some(diagnostic) if goals.is_empty() && asked.is_empty() => return Err(diagnostic),
        _ if goals.is_empty() => return Err(Diagnostic::error("the task has no such property", Span::NONE)),
        _ => {}
    }
    let goals: Vec<_> = goals.iter().map(|(property, expected)| (property, *expected)).collect();
    c_programs(task.files, &goals, &[], &c)
}

/// How C files are read, of which this is the first.
pub fn c_settings(first: &Path, c: &CArgs) -> Result<rmt_c::Config, Diagnostic> {
    let mut config = c_config(c);
    let beside = first.with_file_name("compile_commands.json");
    let database = c.compile_commands.clone().or_else(|| beside.is_file().then_some(beside));
    if let Some(database) = database {
        config.file_args = rmt_c::compile_commands(&database)?;
    }
    Ok(config)
}

/// The program of C files, for each property or else each entry.
fn c_programs(
    files: Vec<PathBuf>,
    properties: &[(&rmt_c::Property, Option<bool>)],
    entries: &[String],
    c: &CArgs,
) -> Result<Vec<Input>, Diagnostic> {
    let Some(first) = files.first() else { return Ok(Vec::new()) };
    let config = c_settings(first, c)?;
    let program = |config, goal| Input::C { files: files.clone(), config: Box::new(config), goal };
    if !properties.is_empty() {
        let with_property = |&(property, expected): &(&rmt_c::Property, Option<bool>)| {
            let (specification, tracked_only) = (property.text.clone(), property.tracked_only);
            program(property.configure(&config), Goal { specification, tracked_only, expected })
        };
        return Ok(properties.iter().map(with_property).collect());
    }
    let main = [config.entry.clone()];
    let entries = if entries.is_empty() { &main } else { entries };
    let with_entry = |entry: &String| {
        let config = rmt_c::Config { entry: entry.clone(), ..config.clone() };
        let goal = Goal { specification: rmt_c::specification(&config), tracked_only: false, expected: None };
        program(config, goal)
    };
    Ok(entries.iter().map(with_entry).collect())
}

fn is_leak(message: &str) -> bool {
    message.starts_with("memory is leaked")
}

pub fn is_c(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|e| e == "c" || e == "i")
}

/// Says why a file cannot be read, if so.
pub fn readable(path: &Path) -> Result<(), u8> {
    std::fs::File::open(path).and_then(|mut file| file.read(&mut [0])).map(|_| ()).map_err(|error| {
        warn(&format!("rmt: {}: {error}\n", path.display()));
        USAGE
    })
}

/// Refuses a C file where procedures are verified by their contracts.
pub fn is_refused_c(path: &str) -> bool {
    let refused = path.ends_with(".c") || path.ends_with(".i");
    if refused {
        warn(&format!(
            "rmt: {path}: this command reads Boogie; `rmt check {path}` looks for violations in C, and `rmt emit {path}` \
             prints C as Boogie\n"
        ));
    }
    refused
}

/// Reads a file (`-`: standard input) into the source map; prints why not, and gives the exit code.
pub fn read(sources: &mut SourceMap, path: &str) -> Result<FileId, u8> {
    let mut bytes = Vec::new();
    let (name, result) = match path {
        "-" => ("<stdin>", std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ())),
        path => (path, std::fs::read(path).map(|read| bytes = read)),
    };
    if let Err(error) = result {
        let advice = match error.kind() {
            ErrorKind::IsADirectory => format!("; `rmt suite {name}` checks what is in it"),
            _ => String::new(),
        };
        warn(&format!("rmt: {name}: {error}{advice}\n"));
        return Err(USAGE);
    }
    if bytes.len() >= u32::MAX as usize {
        warn(&format!("rmt: {name}: files of 4 GiB and more are not supported\n"));
        return Err(REJECTED);
    }
    Ok(sources.add(name.to_string(), decode(bytes)))
}

/// Diagnostics as text for standard error.
pub fn render(diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    render_for(diagnostics, sources, with_color(&std::io::stderr()))
}

/// Diagnostics as text, with a count when something is wrong.
pub fn render_for(diagnostics: &[Diagnostic], sources: &SourceMap, color: bool) -> String {
    /// More would only scroll the first ones away.
    const SHOWN: usize = 50;
    let mut text: String = diagnostics.iter().take(SHOWN).map(|d| d.render_for(sources, color) + "\n").collect();
    if diagnostics.len() > SHOWN {
        text.push_str(&format!("… and {} more\n", diagnostics.len() - SHOWN));
    }
    text
}

/// Says what is wrong; the exit code.
pub fn say(failed: Failed, sources: &SourceMap) -> u8 {
    match failed {
        Failed::Said(code) => code,
        Failed::Rejected(diagnostics) => {
            warn(&render(&diagnostics, sources));
            REJECTED
        }
    }
}

/// Says what is wrong with the arguments; the exit code.
pub fn say_usage(diagnostic: &Diagnostic) -> u8 {
    debug_assert_eq!(diagnostic.span, Span::NONE, "internal: arguments have no place");
    warn(&format!("rmt: {}\n", diagnostic.message));
    USAGE
}
