//! What a file says once and for all of numbers that other files use: variables that it never changes, and functions that
//! always return the same.
//!
//! ```text
//! int verbose = 0;   int version(void) { return 3; }      →   both are constants, unless another file changes `verbose`
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use ivl::diag::Diagnostic;
use ivl::source::SourceMap;

use crate::clang::{Kind, Node};
use crate::config::Config;

/// The constants of a file, and those it may take from others.
#[derive(Default)]
pub struct Constants {
    /// Variables and functions with external linkage that the file defines, by name.
    pub defined: BTreeMap<String, Definition>,
    /// Variables that the file may change: they are assigned, or their addresses are taken.
    pub changed: BTreeSet<String>,
    /// Variables and functions that the file uses and does not define, by name.
    pub open: BTreeMap<String, Declaration>,
}

/// Whether it is a function, and the type of its number as clang writes it.
#[derive(Clone, PartialEq, Eq)]
pub struct NumberType(bool, String);

/// A constant.
#[derive(Clone)]
pub struct Definition {
    pub ty: NumberType,
    /// In C.
    pub text: String,
}

/// What is defined in another file.
pub struct Declaration {
    pub ty: NumberType,
    /// Where it is declared.
    pub file: PathBuf,
}

/// The constants of a file. Errors: the file is no C.
pub fn constants(sources: &mut SourceMap, file: &Path, config: &Config) -> Result<Constants, Vec<Diagnostic>> {
    Ok(of_unit(&crate::read_file(sources, file, config)?.0))
}

/// The constants of a translation unit.
pub fn of_unit(unit: &Node) -> Constants {
    let mut found = Constants::default();
    let (mut used, mut own) = (BTreeSet::new(), BTreeSet::new());
    for node in &unit.inner {
        uses(node, None, &mut used, &mut found.changed);
        let (name, Some(ty)) = (node.name().to_string(), &node.ty) else { continue };
        let storage = node.storage_class.as_deref();
        let (is_defined, value) = match node.kind {
            Kind::VarDecl => {
                let value = node.inner.iter().find(|inner| inner.ty.is_some());
                if value.is_none() && own.contains(&name) {
                    continue;
                }
                let text = value.map_or(Some("0".into()), number).filter(|_| node.tls.is_none());
                (storage != Some("extern") || value.is_some(), text)
            }
            Kind::FunctionDecl => {
                let body = node.inner.iter().find(|inner| inner.kind == Kind::CompoundStmt);
                (body.is_some(), body.and_then(returned))
            }
            _ => continue,
        };
        if is_defined {
            own.insert(name.clone());
        }
        let Some(result) = number_type(&ty.qual) else { continue };
        let text = match (node.kind, value) {
            _ if storage == Some("static") => None,
            (Kind::VarDecl, Some(value)) => Some(format!("{result} {name} = {value};")),
            (_, Some(value)) => Some(format!("{result} {name}(void) {{ return {value}; }}")),
            (_, None) => None,
        };
        let ty = NumberType(node.kind == Kind::FunctionDecl, result.to_string());
        match (is_defined, text) {
            (true, Some(text)) => _ = found.defined.insert(name, Definition { ty, text }),
            // Without a value it may have been one that only reserves the variable.
            (true, None) => _ = found.defined.remove(&name),
            (false, _) => {
                if let Some(place) = &node.loc {
                    let file = PathBuf::from(&*place.file);
                    found.open.entry(name).or_insert(Declaration { ty, file });
                }
            }
        }
    }
    found.open.retain(|name, _| used.contains(name) && !own.contains(name));
    found
}

/// The variables and functions that a node mentions, and those variables among them that are not only read.
fn uses(node: &Node, parent: Option<&Node>, used: &mut BTreeSet<String>, changed: &mut BTreeSet<String>) {
    if let Some((decl, name)) = node.referenced_decl.as_ref().and_then(|decl| Some((decl, decl.name.as_deref()?))) {
        let is_read = parent.is_some_and(|parent| parent.cast_kind.as_deref() == Some("LValueToRValue"));
        used.insert(name.to_string());
        if !is_read && decl.kind == Kind::VarDecl {
            changed.insert(name.to_string());
        }
    }
    let around = if node.kind == Kind::ParenExpr { parent } else { Some(node) };
    node.inner.iter().for_each(|inner| uses(inner, around, used, changed));
}

/// What a function body returns that does nothing else, as C text.
fn returned(body: &Node) -> Option<String> {
    let [only] = &*body.inner else { return None };
    let [value] = &*only.inner else { return None };
    if only.kind == Kind::ReturnStmt { number(value) } else { None }
}

/// A literal with or without a sign, as C text.
fn number(node: &Node) -> Option<String> {
    match (node.kind, &*node.inner) {
        (Kind::IntegerLiteral, _) => node.value_text().map(String::from),
        (Kind::ImplicitCastExpr | Kind::ParenExpr | Kind::ConstantExpr, [inner]) => number(inner),
        (Kind::UnaryOperator, [inner]) if node.opcode.as_deref() == Some("-") => Some(format!("-{}", number(inner)?)),
        _ => None,
    }
}

/// The number type of a variable, or of what a function without arguments returns; `None` for other types.
fn number_type(ty: &str) -> Option<&str> {
    let result = ty.strip_suffix(" (void)").or(ty.strip_suffix(" ()")).unwrap_or(ty);
    let plain = result.strip_prefix("const ").unwrap_or(result);
    let is_number =
        plain.split(' ').all(|word| matches!(word, "unsigned" | "char" | "short" | "int" | "long" | "_Bool"));
    is_number.then_some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types() {
        assert_eq!(number_type("const unsigned int"), Some("const unsigned int"));
        assert_eq!(number_type("long (void)"), Some("long"));
        assert_eq!(number_type("volatile int"), None);
        assert_eq!(number_type("int (int)"), None);
        assert_eq!(number_type("int *"), None);
    }
}
