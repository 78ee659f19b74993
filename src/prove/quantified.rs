//! Statements about all cells of a map.

use crate::base::ids::{ExprId, VarId};
use crate::ir::visit::walk;
use crate::ir::{
    Attributes, Expr, ExprKind, Op, Program, Quantifier, QuantifierKind, Trigger, TypeTable, Var, VarKind,
};
use ivl::source::Span;

/// A variable to be quantified over.
pub fn bound(program: &mut Program) -> (VarId, ExprId) {
    let name = format!("k.{}", program.vars.len()).into();
    let (ty, kind, attrs) = (TypeTable::INT, VarKind::Bound, Attributes::from([]));
    let var = program.vars.push(Var { name, ty, kind, where_clause: None, attrs, span: Span::NONE });
    (var, program.var_expr(var))
}

/// `forall k :: body`, with a cell at `k` as its trigger.
pub fn for_all(program: &mut Program, var: VarId, body: ExprId) -> ExprId {
    let k = program.var_expr(var);
    let mut cells = Vec::new();
    walk(&program.exprs, [body], |e, kind| {
        if matches!(kind, ExprKind::Op(Op::Select, args) if args[1] == k) {
            cells.push(e);
        }
    });
    cells.sort();
    for_all_cells(program, &[var], &cells[..cells.len().min(1)], None, body)
}

/// `forall k :: body`, with this trigger.
pub fn for_all_at(program: &mut Program, var: VarId, cell: ExprId, body: ExprId) -> ExprId {
    for_all_cells(program, &[var], &[cell], None, body)
}

/// `forall vars :: body`, with these cells together as its trigger; none: without one. The larger the weight, the later it is
/// instantiated.
pub fn for_all_cells(
    program: &mut Program,
    vars: &[VarId],
    cells: &[ExprId],
    weight: Option<u32>,
    body: ExprId,
) -> ExprId {
    let trigger = || Trigger { positive: true, exprs: cells.into() };
    let quantifier = Quantifier {
        kind: QuantifierKind::Forall,
        type_params: Box::new([]),
        vars: vars.into(),
        triggers: (!cells.is_empty()).then(trigger).into_iter().collect(),
        weight,
        name: None,
        place: "".into(),
        body,
    };
    program.exprs.intern(Expr { kind: ExprKind::Quantifier(Box::new(quantifier)), ty: TypeTable::BOOL })
}
