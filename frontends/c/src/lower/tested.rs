//! Which pointers functions compare with null: by the names of parameters and members.
//!
//! ```text
//! if (!p || p->next == NULL)   →   p, next          assert(p)   →   nothing: it says what callers must pass
//! ```

use std::collections::BTreeSet;

use crate::clang::{Kind, Node};

/// The names in a function's text that are compared with null.
pub fn tested(node: &Node, found: &mut BTreeSet<String>) {
    if node.kind == Kind::UnaryExprOrTypeTraitExpr {
        return;
    }
    compared(node, found);
    let skipped = usize::from(is_check(node));
    node.inner.iter().skip(skipped).for_each(|inner| tested(inner, found));
}

/// Whether it is how an `assert` is written out.
fn is_check(node: &Node) -> bool {
    matches!(node.kind, Kind::IfStmt | Kind::WhileStmt | Kind::ConditionalOperator)
        && node.inner.iter().skip(1).any(fails)
}

/// What an expression or statement itself compares with null.
fn compared(node: &Node, found: &mut BTreeSet<String>) {
    let at = |i: usize| node.inner.get(i);
    let op = node.opcode.as_deref();
    match node.kind {
        Kind::UnaryOperator if op == Some("!") => found.extend(at(0).and_then(named)),
        Kind::BinaryOperator if matches!(op, Some("==" | "!=")) => {
            for (side, other) in [(at(0), at(1)), (at(1), at(0))] {
                if other.is_some_and(is_null) {
                    found.extend(side.and_then(named));
                }
            }
        }
        Kind::BinaryOperator if matches!(op, Some("&&" | "||")) => {
            found.extend(at(0).and_then(named));
            found.extend(at(1).and_then(named));
        }
        Kind::IfStmt | Kind::WhileStmt | Kind::ConditionalOperator if !is_check(node) => {
            found.extend(at(0).and_then(named));
        }
        Kind::DoStmt => found.extend(at(1).and_then(named)),
        Kind::ForStmt => found.extend(at(2).and_then(named)),
        _ => {}
    }
}

/// What a function's text compares with null before it assigns it, in the order of the text: what it was given may be null.
///
/// ```text
/// s = grow(s); if (!s) return;   →   nothing          while (n) n = n->next;   →   n
/// ```
pub fn tested_at_first(node: &Node) -> BTreeSet<String> {
    let (mut found, mut assigned) = (BTreeSet::new(), BTreeSet::new());
    in_order(node, |_| true, &mut found, &mut assigned);
    same(node, &assigned, &mut found);
    found
}

/// What variables begin with that are compared, and not assigned.
///
/// ```text
/// struct list *l = data; if (!l) return;   →   l, data
/// ```
fn same(node: &Node, assigned: &BTreeSet<String>, found: &mut BTreeSet<String>) {
    if node.kind == Kind::VarDecl
        && found.contains(node.name())
        && !assigned.contains(node.name())
        && let Some(value) = node.inner.last()
    {
        found.extend(named(value));
    }
    node.inner.iter().for_each(|inner| same(inner, assigned, found));
}

/// The same, but for what it assigns the result of a call alone.
///
/// ```text
/// n->key = copy(key); if (!n->key) return;   →   nothing          n = n->next; if (!n) return;   →   n
/// ```
pub fn tested_unless_called(node: &Node, found: &mut BTreeSet<String>) {
    let is_called = |value: &Node| called(value).is_some();
    in_order(node, is_called, found, &mut BTreeSet::new());
}

fn in_order(
    node: &Node,
    counts: impl Fn(&Node) -> bool + Copy,
    found: &mut BTreeSet<String>,
    assigned: &mut BTreeSet<String>,
) {
    let mut here = BTreeSet::new();
    compared(node, &mut here);
    for inner in node.inner.iter().filter_map(assignment) {
        if let [to, value] = &inner.inner[..]
            && counts(value)
        {
            named(to).iter().for_each(|name| _ = here.remove(name));
        }
    }
    found.extend(here.into_iter().filter(|name| !assigned.contains(name)));
    if is_check(node) {
        node.inner.iter().skip(1).for_each(|inner| in_order(inner, counts, found, assigned));
        return;
    }
    if node.kind != Kind::UnaryExprOrTypeTraitExpr {
        node.inner.iter().for_each(|inner| in_order(inner, counts, found, assigned));
    }
    if let (Some(_), [to, value]) = (assignment(node), &node.inner[..])
        && counts(value)
    {
        assigned.extend(named(to));
    }
}

/// The assignment that an expression is.
fn assignment(node: &Node) -> Option<&Node> {
    match node.kind {
        Kind::ParenExpr | Kind::ImplicitCastExpr | Kind::CStyleCastExpr => assignment(node.inner.first()?),
        Kind::BinaryOperator if node.opcode.as_deref() == Some("=") => Some(node),
        _ => None,
    }
}

/// The names of pointers that a function's text compares with others: they may be to one object.
///
/// ```text
/// for (i = 0; i < a->count; i++) if (a->items[i] == item) …   →   item
/// ```
pub fn equated(node: &Node, found: &mut BTreeSet<String>) {
    let is_pointer = |node: &Node| node.ty.as_ref().is_some_and(|ty| ty.qual.ends_with('*')) && !is_null(node);
    if let (Some("==" | "!="), [left, right]) = (node.opcode.as_deref(), &node.inner[..])
        && is_pointer(left)
        && is_pointer(right)
    {
        found.extend([left, right].into_iter().filter_map(named));
    }
    node.inner.iter().for_each(|inner| equated(inner, found));
}

/// The functions whose results a function's text compares with null, at once or when they are in a variable or member: these
/// may be null. `tested`: what it compares.
pub fn fallible(node: &Node, tested: &BTreeSet<String>, found: &mut BTreeSet<String>) {
    let at = |i: usize| node.inner.get(i);
    let op = node.opcode.as_deref();
    let given = match node.kind {
        Kind::VarDecl => at(node.inner.len().wrapping_sub(1)).map(|value| (Some(node.name().to_string()), value)),
        Kind::BinaryOperator if op == Some("=") => at(0).zip(at(1)).map(|(to, value)| (named(to), value)),
        _ => None,
    };
    if let Some((Some(to), value)) = given
        && tested.contains(&to)
    {
        found.extend(called(value));
    }
    match node.kind {
        Kind::UnaryOperator if op == Some("!") => found.extend(at(0).and_then(called)),
        Kind::BinaryOperator if matches!(op, Some("==" | "!=")) => {
            for (side, other) in [(at(0), at(1)), (at(1), at(0))] {
                if other.is_some_and(is_null) {
                    found.extend(side.and_then(called));
                }
            }
        }
        Kind::IfStmt | Kind::WhileStmt | Kind::ConditionalOperator => found.extend(at(0).and_then(called)),
        _ => {}
    }
    node.inner.iter().for_each(|inner| fallible(inner, tested, found));
}

/// The function whose result an expression is.
fn called(node: &Node) -> Option<String> {
    match node.kind {
        Kind::ParenExpr | Kind::ImplicitCastExpr | Kind::CStyleCastExpr => called(node.inner.first()?),
        Kind::CallExpr => named(node.inner.first()?),
        _ => None,
    }
}

/// The variable or member that an expression is.
pub(super) fn named(node: &Node) -> Option<String> {
    match node.kind {
        Kind::ParenExpr | Kind::ImplicitCastExpr | Kind::CStyleCastExpr => named(node.inner.first()?),
        Kind::BinaryOperator if node.opcode.as_deref() == Some("=") => named(node.inner.first()?),
        Kind::DeclRefExpr => node.referenced_decl.as_ref().and_then(|decl| decl.name.as_deref()).map(str::to_string),
        Kind::MemberExpr => Some(node.name().trim_start_matches("->").trim_start_matches('.').to_string()),
        _ => None,
    }
}

fn is_null(node: &Node) -> bool {
    match node.kind {
        Kind::ParenExpr | Kind::ImplicitCastExpr | Kind::CStyleCastExpr => {
            node.cast_kind.as_deref() == Some("NullToPointer") || node.inner.first().is_some_and(is_null)
        }
        Kind::GNUNullExpr => true,
        Kind::IntegerLiteral => node.value_text() == Some("0"),
        _ => false,
    }
}

/// Whether a branch is where an `assert` fails.
fn fails(node: &Node) -> bool {
    let is = |node: &Node| {
        let name = node.referenced_decl.as_ref().and_then(|decl| decl.name.as_deref());
        matches!(name, Some("__assert_fail" | "__assert_rtn" | "__assert"))
    };
    node.kind != Kind::CompoundStmt && (is(node) || node.inner.iter().any(fails))
}

/// The names in a function's text that say how far something is shifted: callers pass small numbers.
pub fn shift_counts(node: &Node, found: &mut BTreeSet<String>) {
    if let (Some("<<" | ">>" | "<<=" | ">>="), [_, count]) = (node.opcode.as_deref(), &node.inner[..]) {
        found.extend(named(count));
    }
    node.inner.iter().for_each(|inner| shift_counts(inner, found));
}

/// The functions that a text names where it is evaluated.
pub fn mentioned(node: &Node, found: &mut Vec<String>) {
    if node.kind == Kind::UnaryExprOrTypeTraitExpr {
        return;
    }
    if let Some(decl) = node.referenced_decl.as_ref().filter(|decl| decl.kind == Kind::FunctionDecl)
        && let Some(name) = decl.name.as_deref()
    {
        found.push(name.to_string());
    }
    node.inner.iter().for_each(|inner| mentioned(inner, found));
}
