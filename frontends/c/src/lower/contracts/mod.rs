//! What contracts mean.
//!
//! [`crate::contracts`] made functions of them: one calls a function in any state that its contract allows and asserts
//! what it must ensure, one stands for it where it is called. Marks, whose names begin with `__rmt_`, say what is what:
//!
//! ```text
//! __rmt_assume_clause(is_fresh(p, n) && *p > 0)   →   p := malloc(n); assume *p > 0;
//! __rmt_assert_clause(is_fresh(p, n) && *p > 0)   →   assert the n bytes from p on are accessible …; assert *p > 0;
//! (__rmt_old(), e)                                →   the value that e had at __rmt_olds()
//! ```

mod clauses;
mod frames;
mod given;
mod loops;
mod moments;
mod opened;
mod quantifiers;
mod targets;
mod unroll;
mod written;
mod zeroes;

use std::collections::BTreeMap;
use std::sync::Arc;

use ivl::source::{SourceMap, Span};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use crate::cir::*;
use crate::clang::{Id, Kind, Node};
use crate::config::{Config, Contracts, Replaced};
use crate::contracts::{Contracted, KEEP, PROVE, STUB};
use crate::types::{INT, Scalar};

use super::{Key, Lower};

pub(super) use frames::Frames;
pub(super) use loops::Parts;
pub(super) use targets::Target;

/// A pointer that was said to be to a block of its own, or to accessible memory.
#[derive(Clone)]
pub(super) struct Given {
    pointer: Expr,
    /// How many bytes are its own; `None`: those of its block.
    size: Option<Expr>,
    /// Where this is not zero; `None`: in any case.
    when: Option<Expr>,
    /// Of what records it is, if nothing else may be there.
    record: Option<usize>,
    /// Whether nothing that was given before is there.
    fresh: bool,
}

/// What is known of the contract that the function at hand was made for.
#[derive(Default)]
pub(super) struct State {
    /// What has its value of an earlier moment, by the expression that says so.
    remembered: FxHashMap<Id, Expr>,
    /// What is assigned.
    targets: Vec<Target>,
    /// The pointers that were said to be to blocks of their own, or to accessible memory.
    given: Vec<Given>,
    /// Where these stand, and under which conditions it was said: one of these is not zero. Without any: in any case.
    known: FxHashMap<String, Vec<VarId>>,
    /// The conditions that what is said now stands behind, from the outermost on, each the flag that says that it holds.
    conditions: Vec<VarId>,
    /// Where the outermost of them begins.
    condition_from: usize,
    /// By the label behind a loop: its counter, and what it is there.
    counted: FxHashMap<LabelId, (VarId, BigInt)>,
}

/// The functions that have a contract and a body.
pub fn contracted(sources: &mut SourceMap, units: &[Arc<Node>], config: &Config) -> Vec<Contracted> {
    let mut lower = super::start(sources, units, None, config);
    let mut found: BTreeMap<String, Span> = BTreeMap::new();
    let proofs: Vec<Key> = lower.decls.func_nodes.keys().filter(|key| key.1.starts_with(PROVE)).cloned().collect();
    for (unit, proof) in proofs {
        let name = &proof[PROVE.len()..];
        let keys = [(unit, name.into()), (None, name.into())];
        let defined = keys.iter().find_map(|key| lower.decls.func_nodes.get(key)).copied();
        if let Some((_, node)) = defined {
            let span = lower.files.token(lower.sources, node.loc.as_deref());
            found.insert(name.to_string(), span);
        }
    }
    found.into_iter().map(|(name, span)| Contracted { name, span }).collect()
}

impl<'a> Lower<'a> {
    /// The function that stands for one where it is called, because it has a contract.
    pub(super) fn instead(&mut self, key: &Key) -> Option<Key> {
        let prefix = match &self.config.contracts {
            Contracts::Checked => KEEP,
            Contracts::Proved { replaced } => {
                let is_replaced = match replaced {
                    Replaced::All => true,
                    Replaced::WithLoops => {
                        self.decls.func_nodes.get(key).is_none_or(|(_, node)| has_loop(node, &key.1))
                    }
                    Replaced::Named(names) => names.iter().any(|name| **name == *key.1),
                };
                if !is_replaced {
                    return None;
                }
                STUB
            }
        };
        // What holds the contract calls the function itself.
        let current = self.frame.func.map_or("", |func| &self.program.funcs[func.index()].name);
        if [PROVE, KEEP].iter().any(|prefix| current.strip_prefix(prefix) == Some(&*key.1)) {
            return None;
        }
        let name = format!("{prefix}{}", key.1);
        let units = std::iter::once(self.frame.unit).chain(key.0).chain(0..self.decls.units.len());
        let keys = units.map(|unit| (Some(unit), name.as_str().into()));
        let found = keys.into_iter().find(|key: &Key| self.decls.func_nodes.contains_key(key))?;
        let is_open = self.decls.func_nodes.get(key).is_some_and(|(_, node)| !has_loop(node, &key.1));
        self.notes.has_open_callees |= is_open && prefix == STUB;
        Some(found)
    }

    /// A mark. `None`: this is none.
    pub(super) fn contract_call(&mut self, name: &str, args: &'a [Node], span: Span) -> Option<Option<Expr>> {
        let at = args.first().map_or(span, |arg| self.span(arg));
        match (name, args) {
            ("__rmt_assume_clause", [clause]) => self.assume_clause(clause),
            ("__rmt_assert_clause", [clause]) => self.assert_clause(clause, "a clause of a contract does not hold"),
            ("__rmt_olds", []) => self.remember_olds(),
            ("__rmt_frame", []) => self.frame.contract.targets.clear(),
            ("__rmt_target" | "__rmt_target_whole" | "__rmt_target_from" | "__rmt_target_upto", _) => {
                let target = self.target(name, args, at);
                self.frame.contract.targets.extend(target.into_iter().flatten());
            }
            ("__rmt_begin", []) => {
                let targets = std::mem::take(&mut self.frame.contract.targets);
                self.begin_frame(targets, span);
            }
            ("__rmt_end", []) => {}
            ("__rmt_havoc", []) => {
                let targets = std::mem::take(&mut self.frame.contract.targets);
                self.havoc_targets(&targets);
                self.frame.contract.targets = targets;
            }
            ("__CPROVER_is_fresh" | "__CPROVER_pointer_in_range_dfcc" | "__CPROVER_pointer_equals", _) => {
                let message = format!("`{name}` is not supported here: it is a condition of its own, or behind `==>`");
                self.error(message, span);
            }
            _ => return None,
        }
        Some(None)
    }

    fn int(kind: ExprKind, span: Span) -> Expr {
        Expr::new(kind, INT, span)
    }

    fn size_t(&self) -> Scalar {
        Scalar::Int(self.types.ptr_int(false))
    }
}

/// Whether a function may go on for long by itself: it has a loop, or calls itself.
fn has_loop(node: &Node, name: &str) -> bool {
    let loops = [Kind::ForStmt, Kind::WhileStmt, Kind::DoStmt, Kind::GotoStmt, Kind::IndirectGotoStmt];
    loops.contains(&node.kind) || called(node) == Some(name) || node.inner.iter().any(|inner| has_loop(inner, name))
}

/// What is left of an expression without brackets and conversions.
fn bare(node: &Node) -> &Node {
    match (node.kind, node.inner.last()) {
        (Kind::ParenExpr | Kind::ConstantExpr | Kind::ImplicitCastExpr | Kind::CStyleCastExpr, Some(inner)) => {
            bare(inner)
        }
        _ => node,
    }
}

/// The same, as long as conversions keep the value.
fn without_brackets(node: &Node) -> &Node {
    match (node.kind, node.inner.last()) {
        (Kind::ParenExpr | Kind::ConstantExpr, Some(inner)) => without_brackets(inner),
        _ => node,
    }
}

/// The name of the function that is called.
fn called(node: &Node) -> Option<&str> {
    if node.kind != Kind::CallExpr {
        return None;
    }
    bare(node.inner.first()?).referenced_decl.as_ref()?.name.as_deref()
}

fn is_pointer_predicate(name: &str) -> bool {
    matches!(
        name,
        "__CPROVER_is_fresh"
            | "__CPROVER_r_ok"
            | "__CPROVER_w_ok"
            | "__CPROVER_rw_ok"
            | "__CPROVER_pointer_in_range_dfcc"
            | "__CPROVER_pointer_equals"
    )
}
