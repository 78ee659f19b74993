//! The functions that are looked at, each with what it takes to read it.
//!
//! ```text
//! static f → g, extern g, no header declares g   →   g is inner: looked at with f
//! ```

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ivl::source::SourceMap;
use rmt_c::{Function, Functions};

use super::super::args::{FormatArg, ScanArgs};
use super::super::pattern::matches;
use super::super::{REJECTED, input, print, warn, worse};
use super::elsewhere::Elsewhere;
use super::linked::Linked;
use super::since::{Since, Unknown};
use crate::report::json;

/// Bytes of what calls functions in one text, about: clang's tree of it takes some hundred times as much.
const LONG: usize = 1 << 16;

/// A function to look at.
pub struct Subject {
    pub function: Function,
    /// Its file, and those that define what it calls.
    pub files: Vec<PathBuf>,
    /// C text of what other files say once and for all.
    pub known: String,
    /// The same, with what calls the function, and others.
    pub together: Arc<str>,
    /// Whether it is for its callers, and looked at with them.
    pub is_inner: bool,
    /// Those of these functions, by number, that it leads to.
    pub inner: Vec<usize>,
}

impl Subject {
    pub fn file(&self) -> &Path {
        &self.files[0]
    }
}

/// The functions to look at, and what is to be said of files that are no C. Errors: Git does not know the revision.
pub fn subjects(args: &ScanArgs, files: &[PathBuf], config: &rmt_c::Config) -> Result<(Vec<Subject>, u8), Unknown> {
    let (mut read, code) = read(args, files, config);
    let constants =
        |(file, functions): &mut (PathBuf, Functions)| (file.clone(), std::mem::take(&mut functions.constants));
    let constants = read.iter_mut().map(constants).collect();
    let linked = Linked::new(read.iter().map(|(file, functions)| (&**file, functions)));
    let callable = |(index, (_, functions)): (usize, &'_ (PathBuf, Functions))| {
        functions.callable.iter().map(move |function| (index, function.clone())).collect::<Vec<_>>()
    };
    let mut functions: Vec<(usize, Function)> = read.iter().enumerate().flat_map(callable).collect();
    let is_asked = |name: &str| args.entries.iter().any(|pattern| matches(pattern, name));
    functions.retain(|(_, function)| args.entries.is_empty() || is_asked(&function.name));
    let known = read.iter().flat_map(|(_, functions)| functions.declared.iter().chain(&functions.taken));
    let known: HashSet<&str> = known.map(|name| &**name).collect();
    let inner = if args.entries.is_empty() { linked.inner(&known) } else { HashSet::new() };
    let scanned = read.iter().map(|(file, functions)| (&**file, functions)).collect();
    let mut since = args.since.as_deref().map(Since::new);
    let definitions = Elsewhere::new(constants).definitions(config);
    let mut subjects: Vec<Subject> = vec![];
    let (mut numbers, mut reached) = (HashMap::new(), vec![]);
    for (index, function) in functions {
        let (others, bodies) = linked.reached(index, &function.name);
        if let Some(since) = &mut since
            && !since.touches(&scanned, &bodies)?
        {
            continue;
        }
        let known = definitions[index].iter().filter(|known| !others.contains(&known.file));
        let known: Vec<&str> = known.map(|known| &*known.definition.text).collect();
        let files = std::iter::once(read[index].0.clone()).chain(others).collect();
        let own = bodies.first().map(|body| std::ptr::from_ref(*body)).filter(|own| inner.contains(own));
        numbers.extend(own.map(|own| (own, subjects.len())));
        let is_inner = own.is_some();
        reached.push(bodies);
        let known = known.join(" ");
        subjects.push(Subject { function, files, known, together: "".into(), is_inner, inner: vec![] });
    }
    for (subject, bodies) in subjects.iter_mut().zip(reached).filter(|(subject, _)| !subject.is_inner) {
        subject.inner = bodies.into_iter().filter_map(|body| numbers.get(&std::ptr::from_ref(body)).copied()).collect();
    }
    together(&mut subjects);
    Ok((subjects, code))
}

/// Gives functions of a file in a row one text with what calls all of them: a file is read once for each such text.
fn together(subjects: &mut [Subject]) {
    let is_same = |a: &Subject, b: &Subject| a.file() == b.file() && a.known == b.known;
    for row in subjects.chunk_by_mut(is_same) {
        let mut length = 0;
        let is_near = |subject: &Subject, _: &Subject| {
            length += subject.function.caller.as_ref().map_or(0, String::len);
            let fits = length < LONG;
            length *= usize::from(fits);
            fits
        };
        for chunk in row.chunk_by_mut(is_near) {
            let callers: Vec<&str> = chunk.iter().filter_map(|subject| subject.function.caller.as_deref()).collect();
            let text: Arc<str> = format!("{}\n{}", chunk[0].known, callers.concat()).into();
            chunk.iter_mut().for_each(|subject| subject.together = text.clone());
        }
    }
}

/// The functions of the files, and what is to be said of those that are no C.
fn read(args: &ScanArgs, files: &[PathBuf], config: &rmt_c::Config) -> (Vec<(PathBuf, Functions)>, u8) {
    let (mut read, mut code) = (vec![], 0);
    for file in files {
        let mut sources = SourceMap::default();
        match rmt_c::functions(&mut sources, file, config) {
            Ok(found) => read.push((file.clone(), found)),
            Err(diagnostics) => {
                warn(&input::render(&diagnostics, &sources));
                if args.each && args.report.format == FormatArg::Json {
                    let said = input::render_for(&diagnostics, &sources, false);
                    let name = file.display().to_string();
                    print(json::rejected(&name, &said, &diagnostics, &sources) + "\n");
                }
                code = worse(code, REJECTED);
            }
        }
    }
    (read, code)
}
