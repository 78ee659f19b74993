//! Copies of expressions.

use super::position::{Position, Root, Treatment};
use ivl::diag::Diagnostic;

use super::{Context, Round, Sigma, Types};
use crate::base::ids::{ExprId, FuncId, TypeId, VarId};
use crate::ir::visit::for_each_child;
use crate::ir::{
    Attribute, AttributeValue, Attributes, Expr, ExprKind, FunctionKind, Op, Quantifier, QuantifierKind, Trigger,
    TypeTable, Var, VarKind,
};

impl Round<'_> {
    /// The copy of a whole expression.
    pub(super) fn root(&mut self, e: ExprId, root: Root, context: &mut Context) -> ExprId {
        let position = Position::at(root);
        if position.is_assertion() {
            self.any_types.clear();
        }
        self.expr(e, position, context)
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

    /// Whether there is a quantifier over types in the expression, or in a function that it calls.
    fn over_types(&mut self, e: ExprId) -> bool {
        if let Some(&known) = self.uses.over_types.get(&e) {
            return known;
        }
        // For the time being, in case that a function calls itself.
        self.uses.over_types.insert(e, false);
        let kind = self.old.exprs.kind(e);
        let mut found = matches!(kind, ExprKind::Quantifier(q) if !q.type_params.is_empty());
        if let ExprKind::Call { func, .. } = kind {
            found |= self.expanded(*func).is_some();
        }
        for_each_child(kind, |c| found |= self.over_types(c));
        self.uses.over_types.insert(e, found);
        found
    }

    /// The body of a function that quantifies over types: it is expanded where it is called, because what becomes of
    /// the quantifier depends on the place.
    pub(super) fn expanded(&mut self, func: FuncId) -> Option<ExprId> {
        match self.old.funcs[func].kind {
            FunctionKind::Defined { body, .. } => self.over_types(body).then_some(body),
            _ => None,
        }
    }

    fn copy(&mut self, e: ExprId, position: Position, context: &mut Context) -> ExprId {
        let old = self.old;
        let expr = old.exprs.get(e);
        let kind = match &expr.kind {
            ExprKind::Var(v) => {
                if let Some(&value) = context.values.get(v) {
                    return value;
                }
                let var = self.var(*v, context);
                return self.new.var_expr(var);
            }
            ExprKind::Old(v) => ExprKind::Old(self.var(*v, context)),
            ExprKind::Op(op, args) => {
                if self.over_types(e)
                    && let Some(copy) = self.both_ways(*op, args, position, context)
                {
                    return copy;
                }
                let copies: Box<[ExprId]> = args
                    .iter()
                    .enumerate()
                    .map(|(i, &arg)| self.expr(arg, operand(*op, i, position), context))
                    .collect();
                match op {
                    // Instances may have left `true`, one conjunct, or conjunctions.
                    Op::And => {
                        let flat = self.flat(Op::And, &copies);
                        return self.new.exprs.and(&flat);
                    }
                    Op::Or => {
                        let flat = self.flat(Op::Or, &copies);
                        return self.new.exprs.or(&flat);
                    }
                    Op::Not if self.over_types(e) => return self.new.exprs.not(copies[0]),
                    Op::Implies if self.over_types(e) => return self.new.exprs.implies(copies[0], copies[1]),
                    // The types may have been different parameters: no value is of two types.
                    Op::Eq | Op::Neq if self.new.exprs.ty(copies[0]) != self.new.exprs.ty(copies[1]) => {
                        return self.new.exprs.bool(*op == Op::Neq);
                    }
                    Op::Select | Op::Store if self.is_polymorphic_map(old.exprs.ty(args[0])) => {
                        return self.access(e, *op, args, &copies, context);
                    }
                    _ => ExprKind::Op(*op, copies),
                }
            }
            ExprKind::Call { func, types, args } => {
                let args: Box<[ExprId]> = args.iter().map(|&a| self.expr(a, position.both(), context)).collect();
                let types = self.all_at(types, context);
                if self.uses.funcs.entry(*func).or_default().insert(types.clone()) {
                    self.uses.grown = true;
                }
                if let Some(body) = self.expanded(*func) {
                    return self.expand((e, *func), body, &types, &args, position, context);
                }
                ExprKind::Call { func: self.func(*func, &types), types: [].into(), args }
            }
            ExprKind::Quantifier(q) if !q.type_params.is_empty() => {
                let copies = self.instance_copies(e, q, position, context);
                return match q.kind {
                    QuantifierKind::Forall => self.new.exprs.and(&copies),
                    QuantifierKind::Exists => self.new.exprs.or(&copies),
                };
            }
            ExprKind::Quantifier(q) => self.quantifier(q, position, context),
            ExprKind::Lambda { type_params, .. } if !type_params.is_empty() => return self.map_lambda(e, context),
            ExprKind::Lambda { vars, body, .. } => {
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

    /// The operands of a conjunction or disjunction, with those of inner ones.
    fn flat(&self, op: Op, args: &[ExprId]) -> Vec<ExprId> {
        let mut flat = Vec::with_capacity(args.len());
        for &arg in args {
            match self.new.exprs.kind(arg) {
                ExprKind::Op(inner, parts) if *inner == op => flat.extend(parts.iter().copied()),
                _ => flat.push(arg),
            }
        }
        flat
    }

    /// Operators whose operands count both ways, taken apart so that each counts one way:
    ///
    /// ```text
    /// a <==> b            (a ==> b) && (b ==> a)
    /// if c then a else b  (c ==> a) && (!c ==> b)
    /// ```
    fn both_ways(&mut self, op: Op, args: &[ExprId], position: Position, context: &mut Context) -> Option<ExprId> {
        let boolean = |e: &ExprId| self.old.exprs.ty(*e) == TypeTable::BOOL;
        match op {
            Op::Iff | Op::Eq | Op::Neq if args.iter().all(boolean) => {
                let outer = if op == Op::Neq { position.negated() } else { position };
                let mut implication = |from: ExprId, to: ExprId| {
                    let from = self.expr(from, outer.negated(), context);
                    let to = self.expr(to, outer, context);
                    self.new.exprs.implies(from, to)
                };
                let both = [implication(args[0], args[1]), implication(args[1], args[0])];
                let both = self.new.exprs.and(&both);
                Some(if op == Op::Neq { self.new.exprs.not(both) } else { both })
            }
            Op::Ite if args.iter().all(boolean) => {
                let condition = self.expr(args[0], position.negated(), context);
                let yes = self.expr(args[1], position, context);
                let yes = self.new.exprs.implies(condition, yes);
                let condition = self.expr(args[0], position, context);
                let no = self.expr(args[2], position, context);
                let condition = self.new.exprs.not(condition);
                let no = self.new.exprs.implies(condition, no);
                Some(self.new.exprs.and(&[yes, no]))
            }
            _ => None,
        }
    }

    /// The body of a function in place of a call of it.
    fn expand(
        &mut self,
        (call, func): (ExprId, FuncId),
        body: ExprId,
        types: &[TypeId],
        args: &[ExprId],
        position: Position,
        context: &Context,
    ) -> ExprId {
        let function = &self.old.funcs[func];
        let mut inner = Context { sigma: Sigma::of(&function.type_params, types), ..Context::default() };
        inner.expanding = context.expanding.clone();
        if inner.expanding.iter().any(|&(_, f)| f == func) {
            self.refuse(format!("not supported: `{}` is recursive and quantifies over types", function.name));
            return self.new.exprs.bool(true);
        }
        inner.expanding.push((call, func));
        inner.values = function.params.iter().copied().zip(args.iter().copied()).collect();
        self.expr(body, position, &mut inner)
    }

    fn quantifier(&mut self, q: &Quantifier, position: Position, context: &mut Context) -> ExprKind {
        let vars = q.vars.iter().map(|&v| self.var(v, context)).collect();
        let mut triggers = Vec::with_capacity(q.triggers.len());
        for trigger in &q.triggers {
            // A function that is expanded triggers nothing.
            if !trigger.exprs.iter().any(|&e| self.over_types(e)) {
                let exprs = trigger.exprs.iter().map(|&e| self.expr(e, position.both(), context)).collect();
                triggers.push(Trigger { positive: trigger.positive, exprs });
            }
        }
        let body = self.expr(q.body, position.below(q.kind), context);
        let (kind, weight, name, place) = (q.kind, q.weight, q.name.clone(), q.place.clone());
        ExprKind::Quantifier(Box::new(Quantifier {
            kind,
            type_params: [].into(),
            vars,
            triggers: triggers.into(),
            weight,
            name,
            place,
            body,
        }))
    }

    /// One copy for each tuple of types.
    fn instance_copies(&mut self, e: ExprId, q: &Quantifier, position: Position, context: &mut Context) -> Vec<ExprId> {
        let mut tuples = self.instances(e, q, context);
        match position.treatment(q.kind) {
            Treatment::Instances => {}
            Treatment::InstancesAndFresh => {
                let fresh = self.skolem(e, q, position, context);
                if !tuples.contains(&fresh) {
                    tuples.push(fresh);
                }
            }
            Treatment::Dropped(value) => {
                if self.warned.insert(e) {
                    let message = "a quantifier over types is not assumed, because the type may be another each time; \
                                   a violation may be spurious";
                    self.warnings.push(Diagnostic::warning(message, self.span));
                }
                return vec![self.new.exprs.bool(value)];
            }
            Treatment::Refused => {
                self.refuse(position.why_refused());
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
                self.new.exprs.intern(Expr { kind, ty: TypeTable::BOOL })
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

    pub(super) fn bound_below(&self, e: ExprId) -> Vec<VarId> {
        let mut bound = Vec::new();
        crate::ir::visit::walk(&self.old.exprs, [e], |_, kind| match kind {
            ExprKind::Quantifier(q) => bound.extend(q.vars.iter().copied()),
            ExprKind::Lambda { vars, .. } => bound.extend(vars.iter().copied()),
            _ => {}
        });
        bound
    }

    /// The fresh types of a quantifier. An execution violates one assertion, so all assertions share theirs; the
    /// quantifiers of one assertion do not, since each may need another type to be false.
    ///
    /// A quantifier is told from others by its expression and the calls whose expansion it comes from, not by the types
    /// of quantifiers around it: those are of the same kind, so one choice of types for all of them is enough.
    fn skolem(&mut self, e: ExprId, q: &Quantifier, position: Position, context: &Context) -> Types {
        let key = (e, context.expanding.iter().map(|&(call, _)| call).collect());
        if position.is_assertion() {
            let params = q.type_params.len();
            let next = self.any_types.last().map_or(0, |(_, places)| places.end);
            let places = self.any_types.entry(key).or_insert(next..next + params).clone();
            return places.map(|place| self.uses.any_type(place)).collect();
        }
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
fn operand(op: Op, index: usize, position: Position) -> Position {
    match (op, index) {
        (Op::Not, _) | (Op::Implies, 0) => position.negated(),
        (Op::And | Op::Or | Op::Implies, _) => position,
        _ => position.both(),
    }
}
