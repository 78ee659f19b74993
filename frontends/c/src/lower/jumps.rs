//! Where control may go within a function other than to what stands next.

use crate::clang::{Id, Kind, Node};

/// The labels that statements jump to.
pub(super) fn find_gotos(node: &Node, found: &mut Vec<Id>) {
    found.extend(node.label.filter(|_| node.kind == Kind::GotoStmt));
    node.inner.iter().for_each(|n| find_gotos(n, found));
}

/// The labels whose address is taken.
pub(super) fn find_taken_labels(node: &Node, found: &mut Vec<Id>) {
    if let (Kind::AddrLabelExpr, Some(id)) = (node.kind, node.label)
        && !found.contains(&id)
    {
        found.push(id);
    }
    node.inner.iter().chain(&node.array_filler).for_each(|n| find_taken_labels(n, found));
}

/// The labels in a statement.
pub(super) fn find_labels(node: &Node, found: &mut Vec<Id>) {
    found.extend(node.label.filter(|_| node.kind == Kind::LabelStmt));
    node.inner.iter().for_each(|n| find_labels(n, found));
}

/// Whether a statement has a case of a switch around it.
pub(super) fn has_free_case(node: &Node) -> bool {
    match node.kind {
        Kind::CaseStmt | Kind::DefaultStmt => true,
        Kind::SwitchStmt => false,
        _ => node.inner.iter().any(has_free_case),
    }
}
