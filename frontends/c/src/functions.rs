//! The functions of a C file that others can call: those with external linkage, and those whose address is taken.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

use ivl::diag::Diagnostic;
use ivl::source::SourceMap;

use crate::clang::Kind;
use crate::config::Config;
use crate::constants::{self, Constants};
use crate::lower::{self, mentioned};
use crate::taken;

/// The functions of a file.
pub struct Functions {
    /// Those that others can call, in the order of the text. Functions of headers are none of a file.
    pub callable: Vec<Function>,
    /// All that have a body, in the file or in its headers.
    pub bodies: Vec<Body>,
    /// Those that headers declare.
    pub declared: BTreeSet<String>,
    /// Those whose addresses the file takes, and variables.
    pub taken: BTreeSet<String>,
    pub constants: Constants,
}

/// A function that others can call.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    /// What calls it in the environment of the configuration: [`Config::caller`].
    pub caller: Option<String>,
}

/// The text of a function.
pub struct Body {
    pub name: String,
    pub file: PathBuf,
    pub is_static: bool,
    /// In bytes of the file.
    pub text: Range<usize>,
    /// The functions that it mentions.
    pub names: BTreeSet<String>,
}

/// These functions. Errors: the file is no C.
pub fn functions(sources: &mut SourceMap, file: &Path, config: &Config) -> Result<Functions, Vec<Diagnostic>> {
    let (unit, config) = crate::read_file(sources, file, config)?;
    let own = file.display().to_string();
    let (mut taken, mut bodies, mut candidates) = (BTreeSet::new(), vec![], vec![]);
    let mut declared = BTreeSet::new();
    for node in &unit.inner {
        taken::taken(node, &mut taken);
        let has_body = node.inner.iter().any(|inner| inner.kind == Kind::CompoundStmt);
        let Some(range) = node.range.as_ref().filter(|_| node.kind == Kind::FunctionDecl) else { continue };
        if *range.file != *own {
            declared.insert(node.name().to_string());
        }
        if !has_body {
            continue;
        }
        let is_static = node.storage_class.as_deref() == Some("static");
        if *range.file == *own {
            candidates.push((node.name().to_string(), is_static));
        }
        let mut names = vec![];
        mentioned(node, &mut names);
        bodies.push(Body {
            name: node.name().to_string(),
            file: PathBuf::from(&*range.file),
            is_static,
            text: range.start as usize..range.end as usize,
            names: names.into_iter().collect(),
        });
    }
    let mut found: Vec<String> = vec![];
    for (name, is_static) in candidates {
        if (!is_static || taken.contains(&name)) && !found.contains(&name) {
            found.push(name);
        }
    }
    let constants = constants::of_unit(&unit);
    let callers = lower::callers(sources, unit, &config, &found);
    let callable = found.into_iter().zip(callers).map(|(name, caller)| Function { name, caller }).collect();
    Ok(Functions { callable, bodies, declared, taken, constants })
}
