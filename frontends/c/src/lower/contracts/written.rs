//! What a loop without an `assigns` clause writes, where its text says so.
//!
//! ```text
//! for (…) { r->coeffs[i] = 0; add(&v->x, w); }   →   the whole objects that r and, as add assigns *a, v point to
//! ```
//!
//! This is a guess that is checked: whatever the loop writes is asserted to be among it, as if a clause said so.

use rustc_hash::{FxHashMap, FxHashSet};

use ivl::source::Span;

use crate::cir::*;
use crate::clang::{Id, Kind, Node};
use crate::contracts::STUB;
use crate::types::Scalar;

use super::super::Lower;
use super::targets::What;
use super::{INT, Target, bare, called, without_brackets};

/// Chains of assigned pointers that are longer are not followed.
const DEEPEST: usize = 16;

/// Of functions that are called deeper, it is not asked what they assign.
const DEEPEST_CALL: usize = 4;

/// Where what is written begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Root {
    /// In the object that a variable points to, which the loop does not assign.
    Pointed(VarId),
    Object(ObjId),
    /// In what was allocated in the loop.
    New,
}

/// Assignments of a loop to registers.
#[derive(Default)]
struct Assigned<'s> {
    /// `None`: something else than a value gives it.
    values: FxHashMap<VarId, Vec<Option<&'s Expr>>>,
    /// Pointers to new blocks.
    new: FxHashSet<VarId>,
    /// Variables of the function whose scopes are in the loop.
    objects: FxHashSet<ObjId>,
}

impl<'a> Lower<'a> {
    /// What these statements write of memory that is older than they are; their targets, evaluated now. `None`: it is
    /// not known.
    pub(super) fn written(&mut self, stmts: &[Stmt], span: Span) -> Option<Vec<Target>> {
        let assigned = Assigned::of(stmts);
        let mut roots: Vec<Root> = vec![];
        for stmt in stmts {
            for address in self.addresses(stmt)? {
                for root in assigned.roots(address, DEEPEST)? {
                    if root != Root::New && !roots.contains(&root) {
                        roots.push(root);
                    }
                }
            }
        }
        let is_own = |var: &VarId| {
            let decl = &self.program.vars[var.index()];
            !decl.global || decl.name.starts_with('$')
        };
        let always = || Expr::int(1, INT, span);
        let globals = assigned.values.keys().chain(&assigned.new).copied().filter(|var| !is_own(var));
        let mut globals: Vec<VarId> = globals.collect();
        globals.sort_by_key(|var| var.index());
        let register = |var| Target { condition: always(), what: What::Register(var), span };
        let mut targets: Vec<Target> = globals.into_iter().map(register).collect();
        for root in roots {
            let pointer = match root {
                Root::Pointed(var) => Expr::new(ExprKind::Var(var), self.program.vars[var.index()].ty, span),
                Root::Object(obj) => Expr::new(ExprKind::Obj(obj), Scalar::Ptr, span),
                Root::New => continue,
            };
            targets.push(Target { condition: always(), what: self.whole(pointer, span), span });
        }
        Some(targets)
    }

    /// The addresses that a statement writes at.
    fn addresses<'s>(&self, stmt: &'s Stmt) -> Option<Vec<&'s Expr>> {
        Some(match &stmt.kind {
            StmtKind::Store { addr, .. } | StmtKind::Copy { dst: addr, .. } | StmtKind::Zero { addr, .. } => vec![addr],
            StmtKind::Call { callee: Callee::Direct(callee), args, .. } => {
                let name = self.program.funcs[callee.index()].name.clone();
                if self.is_pure(&name, DEEPEST_CALL) {
                    return Some(vec![]);
                }
                let written = self.written_by(&name)?;
                written.into_iter().map(|index| args.get(index)).collect::<Option<_>>()?
            }
            StmtKind::Call { callee: Callee::Indirect(_), .. } => return None,
            StmtKind::Library(library) => match library {
                Library::Memcpy { dst, .. } | Library::Memset { dst, .. } | Library::Any { dst, .. } => vec![dst],
                Library::Free { .. } | Library::Realloc { .. } | Library::Given { .. } => return None,
                Library::Malloc { .. } | Library::Room { .. } | Library::Text { .. } | Library::Block { .. } => vec![],
            },
            _ => vec![],
        })
    }

    /// Whether all functions of a name assign only variables of their own, as far as their text says.
    fn is_pure(&self, name: &str, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        let mut named = self.decls.func_nodes.iter().filter(|(key, _)| &*key.1 == name).map(|(_, (_, node))| *node);
        let is_pure = |node: &Node| {
            let mut own = FxHashSet::default();
            let is_variable = |n: &Node| matches!(n.kind, Kind::VarDecl | Kind::ParmVarDecl);
            below(node, &mut |n| {
                if is_variable(n) && n.storage_class.is_none() {
                    own.insert(n.id);
                }
                true
            });
            let is_own = |place: Option<&Node>| {
                let place = place.map(without_brackets).filter(|place| place.kind == Kind::DeclRefExpr);
                place.and_then(|place| place.referenced_decl.as_ref()).is_some_and(|decl| own.contains(&decl.id))
            };
            below(node, &mut |n| match (n.kind, n.opcode.as_deref()) {
                (Kind::BinaryOperator, Some("=")) | (Kind::CompoundAssignOperator, _) => is_own(n.inner.first()),
                (Kind::UnaryOperator, Some("++" | "--")) => is_own(n.inner.first()),
                (Kind::CallExpr, _) => called(n).is_some_and(|callee| self.is_pure(callee, depth)),
                (Kind::GCCAsmStmt | Kind::AtomicExpr, _) => false,
                _ => true,
            })
        };
        let is_there = named.clone().next().is_some();
        is_there && named.all(is_pure)
    }

    /// The parameters into whose objects the contract of a function lets it write; `None`: elsewhere, too.
    fn written_by(&self, stub: &str) -> Option<Vec<usize>> {
        if !stub.starts_with(STUB) {
            return None;
        }
        let units = 0..self.decls.units.len();
        let keys = std::iter::once(None).chain(units.map(Some)).map(|unit| (unit, stub.into()));
        let (_, node) = keys.into_iter().find_map(|key| self.decls.func_nodes.get(&key))?;
        let params: Vec<Id> = node.inner.iter().filter(|n| n.kind == Kind::ParmVarDecl).map(|n| n.id).collect();
        let mut found = vec![];
        targets_below(node, &mut |place| {
            let id = root_of(place)?;
            found.push(params.iter().position(|param| *param == id)?);
            Some(())
        })?;
        Some(found)
    }
}

impl<'s> Assigned<'s> {
    fn of(stmts: &'s [Stmt]) -> Assigned<'s> {
        let mut assigned = Assigned::default();
        for stmt in stmts {
            let value = match &stmt.kind {
                StmtKind::Library(Library::Malloc { ret, .. }) => {
                    assigned.new.insert(*ret);
                    continue;
                }
                StmtKind::Alloc(obj, _) => {
                    assigned.objects.insert(*obj);
                    continue;
                }
                StmtKind::Set(_, value) => Some(value),
                _ => None,
            };
            let Some(var) = stmt.kind.assigned_or_undefined() else { continue };
            assigned.values.entry(var).or_default().push(value);
        }
        assigned
    }

    /// Where an address may come from.
    fn roots(&self, address: &Expr, depth: usize) -> Option<Vec<Root>> {
        let depth = depth.checked_sub(1)?;
        match &*address.kind {
            ExprKind::Var(var) => match (self.values.get(var), self.new.contains(var)) {
                (None, false) => Some(vec![Root::Pointed(*var)]),
                (None, true) => Some(vec![Root::New]),
                (Some(values), false) => {
                    let mut all = vec![];
                    for value in values {
                        all.extend(self.roots((*value)?, depth)?);
                    }
                    Some(all)
                }
                (Some(_), true) => None,
            },
            ExprKind::Obj(obj) if self.objects.contains(obj) => Some(vec![Root::New]),
            ExprKind::Obj(obj) => Some(vec![Root::Object(*obj)]),
            ExprKind::PtrAdd { base, .. } | ExprKind::Part { base, .. } | ExprKind::Cast(base) => {
                self.roots(base, depth)
            }
            ExprKind::Cond(_, a, b) => Some([self.roots(a, depth)?, self.roots(b, depth)?].concat()),
            _ => None,
        }
    }
}

/// Whether something holds of a node and of all below it.
fn below<'n>(node: &'n Node, holds: &mut impl FnMut(&'n Node) -> bool) -> bool {
    holds(node) && node.inner.iter().all(|inner| below(inner, holds))
}

/// Shows what an assigns clause names; `None`: so said `show`.
fn targets_below<'n>(node: &'n Node, show: &mut impl FnMut(&'n Node) -> Option<()>) -> Option<()> {
    if let Some(name) = called(node)
        && name.starts_with("__rmt_target")
    {
        // The function, the condition, the place.
        show(node.inner.get(2)?)?;
    }
    node.inner.iter().try_for_each(|child| targets_below(child, show))
}

/// The parameter or variable whose object a place is in.
fn root_of(place: &Node) -> Option<Id> {
    let place = bare(place);
    match (place.kind, place.opcode.as_deref(), &place.inner[..]) {
        (Kind::DeclRefExpr, ..) => Some(place.referenced_decl.as_ref()?.id),
        (Kind::MemberExpr, _, [base]) if place.is_arrow => pointed(base),
        (Kind::MemberExpr, _, [base]) => root_of(base),
        (Kind::ArraySubscriptExpr, _, [base, _]) => pointed(base),
        (Kind::UnaryOperator, Some("*"), [base]) => pointed(base),
        (Kind::UnaryOperator, Some("&"), [inner]) => root_of(inner),
        (Kind::BinaryOperator, Some("+" | "-"), [base, _]) => pointed(base),
        _ => None,
    }
}

/// The same of a pointer: a variable's value, or an array.
fn pointed(pointer: &Node) -> Option<Id> {
    let is_loaded =
        |node: &Node| node.kind == Kind::ImplicitCastExpr && node.cast_kind.as_deref() == Some("LValueToRValue");
    let mut inner = pointer;
    while let (Kind::ParenExpr | Kind::ImplicitCastExpr | Kind::CStyleCastExpr, Some(next)) =
        (inner.kind, inner.inner.last())
    {
        if is_loaded(inner) && bare(next).kind != Kind::DeclRefExpr {
            return None;
        }
        inner = next;
    }
    root_of(inner)
}
