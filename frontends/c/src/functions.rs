//! The functions of a C file that others can call: those with external linkage, and those whose address is taken.

use std::collections::BTreeSet;
use std::path::Path;

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
    let callers = lower::callers(sources, unit, &config, &found);
    Ok(found.into_iter().zip(callers).map(|(name, caller)| Function { name, caller }).collect())
}
