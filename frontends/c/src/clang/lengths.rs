//! Lengths of arrays: clang's tree has them where a type is named, of other declarations it has their text alone.
//!
//! The text is read again where its names have the same types, and what clang makes of it becomes part of the declaration:
//!
//! ```text
//! char b[strlen(s) + 1];   →   static void __rmt_lengths_0(void) { __typeof__(char *) s; typedef char __rmt_length[strlen(s) + 1]; }
//! ```

use std::fmt::Write;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::node::{Id, Kind, Node};

/// In front of the names of functions that hold lengths.
const LENGTHS: &str = "__rmt_lengths_";

/// A variable of a function.
struct Local {
    name: Arc<str>,
    id: Id,
    ty: Arc<str>,
}

/// C text that has the lengths in a tree that are more than sums and products of variables; `None`: there are none.
pub(super) fn text(root: &mut Node) -> Option<String> {
    let (mut text, mut count) = (String::new(), 0);
    each(root, &mut vec![], &mut |_, lengths, locals| {
        let mut known = vec![];
        lengths.iter().for_each(|length| mention(length, locals, &mut known));
        _ = write!(text, "static void {LENGTHS}{count}(void) {{ ");
        known.iter().for_each(|&at| _ = write!(text, "__typeof__({}) {}; ", locals[at].ty, locals[at].name));
        for (i, length) in lengths.iter().enumerate() {
            _ = write!(text, "typedef char __rmt_length_{i}[{length}]; ");
        }
        text += "}\n";
        count += 1;
    });
    (count > 0).then_some(text)
}

/// Brings the lengths in a tree of a file, and of its [`text()`] behind it, to the declarations whose they are.
pub(super) fn place(root: &mut Node) {
    let is_lengths = |node: &Node| node.kind == Kind::FunctionDecl && node.name().starts_with(LENGTHS);
    let (read, own): (Vec<Node>, _) = std::mem::take(&mut root.inner).into_vec().into_iter().partition(is_lengths);
    root.inner = own.into();
    let mut read = read.into_iter();
    each(root, &mut vec![], &mut |node, _, locals| {
        let Some(mut function) = read.next() else { return };
        let mut parts = std::mem::take(&mut node.inner).into_vec();
        let mut names = FxHashMap::default();
        let declarations = function.inner.iter_mut().flat_map(|body| &mut body.inner).flat_map(|stmt| &mut stmt.inner);
        for declaration in declarations {
            let local = locals.iter().rev().find(|local| *local.name == *declaration.name());
            names.extend(local.map(|local| (declaration.id, local.id)));
            for mut length in std::mem::take(&mut declaration.inner) {
                if length.kind == Kind::VariableArrayType {
                    settle(&mut length, node, &names);
                    parts.push(length);
                }
            }
        }
        node.inner = parts.into();
    });
}

/// What is read of a length stands where its declaration does, and is about the variables there.
fn settle(part: &mut Node, declaration: &Node, names: &FxHashMap<Id, Id>) {
    part.loc.clone_from(&declaration.loc);
    part.range.clone_from(&declaration.range);
    if let Some(decl) = &mut part.referenced_decl
        && let Some(own) = names.get(&decl.id)
    {
        decl.id = *own;
    }
    part.inner.iter_mut().chain(&mut part.array_filler).for_each(|inner| settle(inner, declaration, names));
}

type Visit<'v> = dyn FnMut(&mut Node, &[&str], &[Local]) + 'v;

/// Visits the variables whose types have lengths that are to be read, with the variables in scope.
fn each(node: &mut Node, locals: &mut Vec<Local>, visit: &mut Visit) {
    let outer = locals.len();
    for child in node.inner.iter_mut().chain(&mut node.array_filler) {
        each(child, locals, visit);
    }
    match node.kind {
        Kind::VarDecl | Kind::ParmVarDecl => {
            let Some(ty) = node.ty.clone() else { return };
            let lengths: Vec<&str> = lengths(&ty.qual).into_iter().filter(|length| !is_plain(length, locals)).collect();
            if !lengths.is_empty() {
                visit(node, &lengths, locals);
            }
            let (name, ty) = (node.name().into(), ty.desugared.unwrap_or(ty.qual));
            locals.push(Local { name, id: node.id, ty });
        }
        Kind::DeclStmt => {}
        _ => locals.truncate(outer),
    }
}

/// The lengths in a type's text that are no numbers.
fn lengths(text: &str) -> Vec<&str> {
    let (mut found, mut depth, mut start) = (vec![], 0, 0);
    for (at, c) in text.char_indices().filter(|_| !text.contains("typeof")) {
        match c {
            '[' if depth == 0 => (depth, start) = (1, at + 1),
            '[' => depth += 1,
            ']' if depth == 1 => {
                depth = 0;
                found.push(text[start..at].trim());
            }
            ']' => depth -= 1,
            _ => {}
        }
    }
    let is_number = |length: &str| length.bytes().all(|c| c.is_ascii_digit());
    found.retain(|length| !is_number(length) && *length != "*");
    found
}

/// Names and numbers in a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Whether a length is a sum or product of variables and numbers, which need not be read again.
fn is_plain(length: &str, locals: &[Local]) -> bool {
    let is_known =
        |word: &str| word.bytes().all(|c| c.is_ascii_digit()) || locals.iter().any(|local| *local.name == *word);
    let (mut rest, mut behind_operand) = (length.trim_start(), false);
    while let Some(c) = rest.chars().next() {
        let word = words(rest).next().filter(|word| rest.starts_with(word));
        let fits = match c {
            '(' => !behind_operand,
            ')' => behind_operand,
            '+' | '-' | '*' | '/' | '%' => std::mem::replace(&mut behind_operand, false),
            _ => !std::mem::replace(&mut behind_operand, true) && word.is_some_and(is_known),
        };
        if !fits {
            return false;
        }
        rest = rest[word.map_or(1, str::len)..].trim_start();
    }
    behind_operand
}

/// Finds the variables that a text mentions, and in front of them those that their types mention.
fn mention(text: &str, locals: &[Local], known: &mut Vec<usize>) {
    for word in words(text) {
        if let Some(at) = locals.iter().rposition(|local| *local.name == *word)
            && !known.contains(&at)
        {
            mention(&locals[at].ty, &locals[..at], known);
            known.push(at);
        }
    }
}
