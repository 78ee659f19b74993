//! Copies of expressions.

use super::position::{Position, Root, Treatment};
use super::{Context, Round, Sigma, Types};
use crate::base::ids::{ExprId, VarId};
use crate::ir::visit::for_each_child;
use crate::ir::{
    Attribute, AttributeValue, Attributes, Expr, ExprKind, Op, Quantifier, QuantifierKind, Trigger, Type, Var, VarKind,
};

impl Round<'_> {
    /// The copy of a whole expression.
    pub(super) fn root(&mut self, e: ExprId, root: Root, context: &mut Context) -> ExprId {
        self.expr(e, Position::at(root), context)
    }

    fn expr(&mut self, e: ExprId, position: Position, context: &mut Context) -> ExprId {
        if let Some(&done) = context.done.get(&e) {
            return done;
        }
        let over_types = self.over_types(e);
        let copy = self.copy(e, position, context);
        if !over_types {
            context.done.insert(e, copy);
        }
        copy
    }

    /// Whether there is a quantifier over types in the expression.
    fn over_types(&mut self, e: ExprId) -> bool {
        if let Some(&known) = self.uses.over_types.get(&e) {
            return known;
        }
        let kind = self.old.exprs.kind(e);
        let mut found = matches!(kind, ExprKind::Quantifier(q) if !q.type_params.is_empty());
        for_each_child(kind, |c| found |= self.over_types(c));
        self.uses.over_types.insert(e, found);
        found
    }

    fn copy(&mut self, e: ExprId, position: Position, context: &mut Context) -> ExprId {
        let old = self.old;
        let expr = old.exprs.get(e);
        let kind = match &expr.kind {
            ExprKind::Var(v) => {
                let var = self.var(*v, context);
                return self.new.var_expr(var);
            }
            ExprKind::Old(v) => ExprKind::Old(self.var(*v, context)),
            ExprKind::Op(op, args) => {
                let copies: Box<[ExprId]> = args
                    .iter()
                    .enumerate()
                    .map(|(i, &arg)| self.expr(arg, operand(*op, i, position, self.is_bool(expr.ty)), context))
                    .collect();
                if matches!(op, Op::Select | Op::Store)
                    && let Type::Map { binders, .. } = self.uses.types.get(old.exprs.ty(args[0]))
                    && *binders > 0
                {
                    return self.access(e, *op, args, &copies, context);
                }
                match op {
                    // Instances may have left `true` or one conjunct.
                    Op::And => return self.new.exprs.and(&copies),
                    Op::Or => return self.new.exprs.or(&copies),
                    _ => ExprKind::Op(*op, copies),
                }
            }
            ExprKind::Call { func, types, args } => {
                let args = args.iter().map(|&a| self.expr(a, position.both(), context)).collect();
                let types = self.all_at(types, context);
                if self.uses.funcs.entry(*func).or_default().insert(types.clone()) {
                    self.uses.grown = true;
                }
                ExprKind::Call { func: self.func(*func, &types), types: [].into(), args }
            }
            ExprKind::Quantifier(q) if !q.type_params.is_empty() => {
                return self.over_types_copy(e, q, position, context);
            }
            ExprKind::Quantifier(q) => self.quantifier(q, position, context),
            ExprKind::Lambda { type_params, vars, body } => {
                if !type_params.is_empty() {
                    self.refuse("not supported: a lambda over types");
                }
                let vars = vars.iter().map(|&v| self.var(v, context)).collect();
                let body = self.expr(*body, position.both(), context);
                ExprKind::Lambda { type_params: [].into(), vars, body }
            }
            ExprKind::Code(_) => panic!("internal: a code expression in monomorphisation"),
            leaf => leaf.clone(),
        };
        let ty = self.ty(expr.ty, context);
        self.new.exprs.intern(Expr { kind, ty })
    }

    fn quantifier(&mut self, q: &Quantifier, position: Position, context: &mut Context) -> ExprKind {
        let vars = q.vars.iter().map(|&v| self.var(v, context)).collect();
        let triggers = q.triggers.iter().map(|t| self.trigger(t, position, context)).collect();
        let body = self.expr(q.body, position.below(q.kind), context);
        let (kind, weight, name) = (q.kind, q.weight, q.name.clone());
        ExprKind::Quantifier(Box::new(Quantifier { kind, type_params: [].into(), vars, triggers, weight, name, body }))
    }

    fn trigger(&mut self, trigger: &Trigger, position: Position, context: &mut Context) -> Trigger {
        let exprs = trigger.exprs.iter().map(|&e| self.expr(e, position.both(), context)).collect();
        Trigger { positive: trigger.positive, exprs }
    }

    /// A quantifier over types: its instances.
    fn over_types_copy(&mut self, e: ExprId, q: &Quantifier, position: Position, context: &mut Context) -> ExprId {
        let copies = self.instance_copies(e, q, position, context);
        match q.kind {
            QuantifierKind::Forall => self.new.exprs.and(&copies),
            QuantifierKind::Exists => self.new.exprs.or(&copies),
        }
    }

    /// One copy for each tuple of types.
    fn instance_copies(&mut self, e: ExprId, q: &Quantifier, position: Position, context: &mut Context) -> Vec<ExprId> {
        let mut tuples = self.instances(e, q, context);
        match position.treatment(q.kind) {
            Treatment::Instances => {}
            Treatment::InstancesAndFresh => {
                let fresh = self.skolem(e, q, context);
                if !tuples.contains(&fresh) {
                    tuples.push(fresh);
                }
            }
            Treatment::Refused => {
                self.refuse("not supported: a quantifier over types in this position");
                return Vec::new();
            }
        }
        let mut copies = Vec::with_capacity(tuples.len());
        for types in tuples {
            let mut inner = Context { done: Default::default(), ..context.clone() };
            let Sigma(values) = &mut inner.sigma;
            values.extend(q.type_params.iter().copied().zip(types.iter().copied()));
            // Variables bound below may have been copied for other types.
            let bound = self.bound_below(e);
            inner.vars.retain(|v, _| !bound.contains(v));
            let copy = if q.vars.is_empty() {
                self.expr(q.body, position.below(q.kind), &mut inner)
            } else {
                let kind = self.quantifier(q, position, &mut inner);
                self.new.exprs.intern(Expr { kind, ty: crate::ir::TypeTable::BOOL })
            };
            copies.push(copy);
        }
        copies
    }

    /// The top of an axiom: the copies of a quantifier over types stand by themselves.
    pub(super) fn axiom(&mut self, e: ExprId) -> Vec<ExprId> {
        let mut context = Context::default();
        let position = Position::at(Root::Axiom);
        if let ExprKind::Quantifier(q) = self.old.exprs.kind(e)
            && q.kind == QuantifierKind::Forall
            && !q.type_params.is_empty()
        {
            return self.instance_copies(e, q, position, &mut context);
        }
        vec![self.expr(e, position, &mut context)]
    }

    fn bound_below(&self, e: ExprId) -> Vec<VarId> {
        let mut bound = Vec::new();
        crate::ir::visit::walk(&self.old.exprs, [e], |_, kind| match kind {
            ExprKind::Quantifier(q) => bound.extend(q.vars.iter().copied()),
            ExprKind::Lambda { vars, .. } => bound.extend(vars.iter().copied()),
            _ => {}
        });
        bound
    }

    /// The fresh types of a quantifier.
    fn skolem(&mut self, e: ExprId, q: &Quantifier, context: &Context) -> Types {
        let key = (e, context.sigma.values());
        if let Some(known) = self.uses.skolems.get(&key) {
            return known.clone();
        }
        let names: Vec<String> = q.type_params.iter().map(|&p| self.old.type_params[p].to_string()).collect();
        let fresh: Types = names.iter().map(|name| self.uses.fresh_type(name, self.span)).collect();
        self.uses.skolems.insert(key, fresh.clone());
        self.uses.grown = true;
        fresh
    }

    /// The copy of a variable.
    pub(super) fn var(&mut self, v: VarId, context: &mut Context) -> VarId {
        let old = self.old;
        let Var { name, ty, kind, span, attrs, .. } = &old.vars[v];
        let program_wide = matches!(kind, VarKind::Const { .. } | VarKind::Global);
        let known = if program_wide { self.globals.get(&v) } else { context.vars.get(&v) };
        if let Some(&known) = known {
            return known;
        }
        let ty = self.ty(*ty, context);
        let copy = Var { name: name.clone(), ty, kind: *kind, where_clause: None, attrs: [].into(), span: *span };
        let id = self.new.vars.push(copy);
        if program_wide {
            self.globals.insert(v, id);
        } else {
            context.vars.insert(v, id);
        }
        self.new.vars[id].attrs = self.attributes(attrs, context);
        id
    }

    pub(super) fn attributes(&mut self, attrs: &Attributes, context: &mut Context) -> Attributes {
        if attrs.is_empty() {
            return attrs.clone();
        }
        let copy = |this: &mut Self, arg: &AttributeValue, context: &mut Context| match arg {
            AttributeValue::Expr(e) => AttributeValue::Expr(this.root(*e, Root::Attribute, context)),
            other => other.clone(),
        };
        attrs
            .iter()
            .map(|a| Attribute {
                name: a.name.clone(),
                args: a.args.iter().map(|arg| copy(self, arg, context)).collect(),
            })
            .collect()
    }
}

/// Where the `index`-th operand stands.
fn operand(op: Op, index: usize, position: Position, boolean: bool) -> Position {
    match (op, index) {
        (Op::Not, _) | (Op::Implies, 0) => position.negated(),
        (Op::And | Op::Or | Op::Implies, _) => position,
        (Op::Ite, 1 | 2) if boolean => position,
        _ => position.both(),
    }
}
