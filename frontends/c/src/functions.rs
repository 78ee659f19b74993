//! The functions of a C file that others can call: those with external linkage, and those whose address is taken.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use ivl::diag::Diagnostic;
use ivl::source::SourceMap;

use crate::clang::{self, Kind};
use crate::config::Config;
use crate::lower::{self, mentioned};

/// A function that others can call.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    /// What calls it in the environment of the configuration: [`Config::caller`].
    pub caller: Option<String>,
    /// Where its text is, in bytes of a file, that of the functions it uses, and what stands between functions of its file.
    pub uses: Vec<(PathBuf, Range<usize>)>,
}

/// These functions, in the order of the text. Functions of headers are none of a file. Errors: the file is no C.
pub fn functions(sources: &mut SourceMap, file: &Path, config: &Config) -> Result<Vec<Function>, Vec<Diagnostic>> {
    let path = [file.to_path_buf()];
    let config = crate::in_dialect(&path, config).map_err(|diagnostic| vec![diagnostic])?;
    let (unit, _) = clang::read(sources, clang::Input::File(file), &config)?;
    let mut names = vec![];
    mentioned(&unit, false, &mut names);
    let taken: BTreeSet<String> = names.into_iter().filter(|(_, called)| !called).map(|(name, _)| name).collect();
    let own = file.display().to_string();
    let is_own = |node: &clang::Node| node.range.as_ref().is_some_and(|range| *range.file == *own);
    let mut found: Vec<String> = vec![];
    for node in unit.inner.iter().filter(|node| node.kind == Kind::FunctionDecl && is_own(node)) {
        let has_body = node.inner.iter().any(|inner| inner.kind == Kind::CompoundStmt);
        let is_seen = node.storage_class.as_deref() != Some("static") || taken.contains(node.name());
        if has_body && is_seen && !found.iter().any(|name| name == node.name()) {
            found.push(node.name().to_string());
        }
    }
    let used: Vec<_> = found.iter().map(|name| uses(&unit, name, &own)).collect();
    let callers = lower::callers(sources, unit, &config, &found);
    let each = found.into_iter().zip(callers).zip(used);
    Ok(each.map(|((name, caller), uses)| Function { name, caller, uses }).collect())
}

/// [`Function::uses`] of a function of that file.
fn uses(unit: &clang::Node, name: &str, file: &str) -> Vec<(PathBuf, Range<usize>)> {
    let has_body = |node: &&clang::Node| node.inner.iter().any(|inner| inner.kind == Kind::CompoundStmt);
    let functions = || unit.inner.iter().filter(|node| node.kind == Kind::FunctionDecl).filter(has_body);
    let bodies: BTreeMap<&str, &clang::Node> = functions().map(|node| (node.name(), node)).collect();
    let (mut reached, mut waiting) = (BTreeSet::new(), vec![name.to_string()]);
    while let Some(name) = waiting.pop() {
        if let Some((&name, node)) = bodies.get_key_value(&*name)
            && reached.insert(name)
        {
            let mut names = vec![];
            mentioned(node, false, &mut names);
            waiting.extend(names.into_iter().map(|(name, _)| name));
        }
    }
    let mut found: Vec<(PathBuf, Range<usize>)> = vec![];
    found.extend(
        reached.iter().filter_map(|name| place(bodies[name])).map(|(file, range)| (PathBuf::from(file), range)),
    );
    let mut between = 0;
    for (_, range) in functions().filter_map(place).filter(|(of, _)| *of == file) {
        if between < range.start {
            found.push((PathBuf::from(file), between..range.start));
        }
        between = between.max(range.end);
    }
    found.push((PathBuf::from(file), between..usize::MAX));
    found
}

/// Where a declaration is, in bytes of a file.
fn place(node: &clang::Node) -> Option<(&str, Range<usize>)> {
    let range = node.range.as_ref()?;
    Some((&range.file, range.start as usize..range.end as usize))
}
