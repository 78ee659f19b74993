//! Expressions and types as syntax.
//!
//! Expressions are shared in the program and trees in the syntax. A tree that would be too large is kept small
//! with `let`: `f(g(x), g(x))` becomes `(var e := g(x); f(e, e))`, which resolves to the same shared expression.

use ivl::ast::{self, BinaryOp, UnaryOp};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Unresolver;
use super::literal;
use crate::base::ids::{ExprId, FuncId, TypeId, TypeParamId, VarId};
use crate::ir::visit::for_each_child;
use crate::ir::{Attr, ExprKind, Op, Quantifier, QuantifierKind, Type};

/// Trees with more nodes than this are written with `let`, if that makes them much smaller or flatter.
const LARGE: u64 = 2_000;
/// How much smaller: the nodes of the tree for each different one.
const REPETITION: u64 = 4;
/// Parts that are higher than this are named, so that the text's nesting is bounded.
const HIGH: usize = 400;
/// A shared part with fewer nodes than this is repeated.
const WORTH_A_NAME: u64 = 8;
/// Longer conjunctions are nested in the shape of a balanced tree, so that no reader's stack overflows.
const LONG: usize = 64;

impl Unresolver<'_> {
    /// A whole expression: one that is no part of another, or the body of a binder.
    pub(super) fn whole(&mut self, e: ExprId) -> ast::Expr {
        let size = self.size(e);
        if size > LARGE {
            let order = self.post_order(e);
            if size > REPETITION * order.len() as u64 || self.height(&order) > 2 * HIGH {
                return self.with_lets(e, &order);
            }
        }
        self.expr(e)
    }

    fn node(&self, kind: ast::ExprKind) -> ast::Expr {
        ast::Expr::new(kind, self.span)
    }

    fn var(&self, var: VarId) -> ast::Expr {
        self.node(ast::ExprKind::Var(self.var_ident(var)))
    }

    fn expr(&mut self, e: ExprId) -> ast::Expr {
        if let Some(name) = self.lets.get(&e) {
            return self.node(ast::ExprKind::Var(self.ident(name)));
        }
        let program = self.program;
        let expr = program.exprs.get(e);
        let kind = match &expr.kind {
            ExprKind::Bool(b) => ast::ExprKind::Bool(*b),
            ExprKind::Int(value) => return literal::int(value, self.span),
            ExprKind::Real(value) => return literal::real(value, self.span),
            ExprKind::Bv { value, width } => ast::ExprKind::Bv { value: value.clone(), width: *width },
            ExprKind::Float(bits) => match program.types.get(expr.ty) {
                Type::Float { exponent, significand } => {
                    return literal::float(bits, *exponent, *significand, self.span);
                }
                other => panic!("internal: a float literal of type {other:?}"),
            },
            ExprKind::Str(text) => ast::ExprKind::Str(text.to_string()),
            ExprKind::RoundingMode(mode) => ast::ExprKind::RoundingMode(*mode),
            ExprKind::Var(v) => return self.var(*v),
            ExprKind::Old(v) => ast::ExprKind::Old(self.var(*v)),
            ExprKind::Op(op, args) => return self.operation(*op, args),
            ExprKind::Call { func, args, .. } => return self.call(*func, args, expr.ty),
            ExprKind::Quantifier(q) => return self.quantifier(q),
            ExprKind::Lambda { type_params, vars, body } => {
                return self.binder(ast::QuantifierKind::Lambda, type_params, vars, |this| {
                    (Vec::new(), Vec::new(), this.whole(*body))
                });
            }
            ExprKind::Code(code) => {
                let span = self.span;
                let body = self.body(&program.codes[*code].body);
                self.span = span;
                ast::ExprKind::Code(body)
            }
        };
        self.node(kind)
    }

    fn exprs(&mut self, es: &[ExprId]) -> Vec<ast::Expr> {
        es.iter().map(|&e| self.expr(e)).collect()
    }

    fn operation(&mut self, op: Op, args: &[ExprId]) -> ast::Expr {
        let binary = match op {
            Op::Not | Op::Neg => {
                let op = if op == Op::Not { UnaryOp::Not } else { UnaryOp::Neg };
                let arg = self.expr(args[0]);
                return self.node(ast::ExprKind::Unary(op, arg));
            }
            Op::IntToReal | Op::RealToInt => {
                let name = if op == Op::IntToReal { "real" } else { "int" };
                let args = self.exprs(args);
                return self.node(ast::ExprKind::Call(self.ident(name), args));
            }
            Op::Extract { hi, lo } => {
                let arg = self.expr(args[0]);
                return self.node(ast::ExprKind::Extract { arg, hi, lo });
            }
            Op::Ite => {
                let (c, t, e) = (self.expr(args[0]), self.expr(args[1]), self.expr(args[2]));
                return self.node(ast::ExprKind::Ite(c, t, e));
            }
            Op::Select => {
                let (map, index) = (self.expr(args[0]), self.exprs(&args[1..]));
                return self.node(ast::ExprKind::Select(map, index));
            }
            Op::Store => {
                let last = args.len() - 1;
                let (map, index, value) = (self.expr(args[0]), self.exprs(&args[1..last]), self.expr(args[last]));
                return self.node(ast::ExprKind::Store(map, index, value));
            }
            Op::And | Op::Or => {
                let mut flat = Vec::with_capacity(args.len());
                self.flatten(op, args, &mut flat);
                let op = if op == Op::And { BinaryOp::And } else { BinaryOp::Or };
                return self.junction(op, flat);
            }
            Op::Implies => BinaryOp::Implies,
            Op::Iff => BinaryOp::Iff,
            Op::Eq => BinaryOp::Eq,
            Op::Neq => BinaryOp::Neq,
            Op::Lt => BinaryOp::Lt,
            Op::Le => BinaryOp::Le,
            Op::Gt => BinaryOp::Gt,
            Op::Ge => BinaryOp::Ge,
            Op::Add => BinaryOp::Add,
            Op::Sub => BinaryOp::Sub,
            Op::Mul => BinaryOp::Mul,
            Op::Div => BinaryOp::Div,
            Op::Mod => BinaryOp::Mod,
            Op::RealDiv => BinaryOp::RealDiv,
            Op::Pow => BinaryOp::Pow,
            Op::Concat => BinaryOp::Concat,
        };
        let (a, b) = (self.expr(args[0]), self.expr(args[1]));
        self.node(ast::ExprKind::Binary(binary, a, b))
    }

    /// The operands, with those of inner conjunctions (disjunctions): resolution does not tell `a && (b && c)` from
    /// `a && b && c`.
    fn flatten(&mut self, op: Op, args: &[ExprId], flat: &mut Vec<ast::Expr>) {
        let program = self.program;
        for &arg in args {
            match program.exprs.kind(arg) {
                ExprKind::Op(inner, parts) if *inner == op && !self.lets.contains_key(&arg) => {
                    self.flatten(op, parts, flat);
                }
                _ => flat.push(self.expr(arg)),
            }
        }
    }

    /// `a && b && c`, nested to the left; balanced when long.
    fn junction(&self, op: BinaryOp, mut args: Vec<ast::Expr>) -> ast::Expr {
        if args.len() > LONG {
            let right = args.split_off(args.len() / 2);
            let (left, right) = (self.junction(op, args), self.junction(op, right));
            return self.node(ast::ExprKind::Binary(op, left, right));
        }
        args.into_iter()
            .reduce(|a, b| self.node(ast::ExprKind::Binary(op, a, b)))
            .unwrap_or_else(|| panic!("internal: {op:?} of nothing"))
    }

    fn call(&mut self, func: FuncId, args: &[ExprId], ty: TypeId) -> ast::Expr {
        let program = self.program;
        let function = &program.funcs[func];
        let args = self.exprs(args);
        let call = self.node(ast::ExprKind::Call(self.ident(&self.names.funcs[func]), args));
        let inferable =
            function.type_params.iter().all(|&p| function.params.iter().any(|&v| self.mentions(program.vars[v].ty, p)));
        if inferable {
            return call;
        }
        let ty = self.ty(ty);
        self.node(ast::ExprKind::Coerce(call, ty))
    }

    fn quantifier(&mut self, q: &Quantifier) -> ast::Expr {
        let kind = match q.kind {
            QuantifierKind::Forall => ast::QuantifierKind::Forall,
            QuantifierKind::Exists => ast::QuantifierKind::Exists,
        };
        self.binder(kind, &q.type_params, &q.vars, |this| {
            let mut attrs = Vec::new();
            if let Some(name) = &q.name {
                attrs.push(this.attribute(Attr::Qid.name(), vec![ast::AttributeArg::Str(name.to_string())]));
            }
            if let Some(weight) = q.weight {
                let weight = this.node(ast::ExprKind::Int(weight.into()));
                attrs.push(this.attribute(Attr::Weight.name(), vec![ast::AttributeArg::Expr(weight)]));
            }
            // A trigger speaks of the terms themselves.
            let lets = std::mem::take(&mut this.lets);
            let triggers = q
                .triggers
                .iter()
                .map(|t| ast::Trigger { positive: t.positive, exprs: this.exprs(&t.exprs), span: this.span })
                .collect();
            this.lets = lets;
            (attrs, triggers, this.whole(q.body))
        })
    }

    /// Declares what a quantifier or lambda binds while `inside` builds the rest of it.
    fn binder(
        &mut self,
        kind: ast::QuantifierKind,
        type_params: &[TypeParamId],
        vars: &[VarId],
        inside: impl FnOnce(&mut Self) -> (Vec<ast::Attribute>, Vec<ast::Trigger>, ast::Expr),
    ) -> ast::Expr {
        // A binder that occurs twice, once inside the other, gets its outer names back at its end.
        let outer: Vec<_> = vars.iter().map(|&v| self.names.vars[v].clone()).collect();
        let type_names = self.declare_type_params(type_params);
        let bound: Vec<ast::Variable> = vars.iter().map(|&v| self.declare(v)).collect();
        let (attrs, triggers, body) = inside(self);
        for ((&v, bound), outer) in vars.iter().zip(&bound).zip(outer) {
            self.names.forget(&bound.name.name);
            self.names.vars[v] = outer;
        }
        self.forget_type_params(&type_names);
        let quantifier = ast::Quantifier { kind, type_params: type_names, vars: bound, attrs, triggers, body };
        self.node(ast::ExprKind::Quantifier(quantifier))
    }

    pub(super) fn mentions(&self, ty: TypeId, param: TypeParamId) -> bool {
        match self.program.types.get(ty) {
            Type::Param(p) => *p == param,
            Type::Con(_, args) => args.iter().any(|&a| self.mentions(a, param)),
            Type::Map { args, result, .. } => {
                args.iter().any(|&a| self.mentions(a, param)) || self.mentions(*result, param)
            }
            _ => false,
        }
    }

    pub(super) fn ty(&mut self, ty: TypeId) -> ast::Type {
        let program = self.program;
        let kind = match program.types.get(ty) {
            Type::Bool => ast::TypeKind::Bool,
            Type::Int => ast::TypeKind::Int,
            Type::Real => ast::TypeKind::Real,
            Type::Bv(width) => self.plain_type(&format!("bv{width}")),
            Type::Float { exponent, significand } => self.plain_type(&format!("float{significand}e{exponent}")),
            Type::RoundingMode => self.plain_type("rmode"),
            Type::String => self.plain_type("string"),
            Type::Regex => self.plain_type("regex"),
            Type::Map { binders, args, result } => {
                let names: Vec<ast::Name> = (0..*binders).map(|_| self.names.type_space.claim("a")).collect();
                let type_params: Vec<ast::Ident> = names.iter().map(|n| self.ident(n)).collect();
                if *binders > 0 {
                    self.type_binders.push(names);
                }
                let args = args.iter().map(|&a| self.ty(a)).collect();
                let result = Box::new(self.ty(*result));
                if *binders > 0 {
                    self.type_binders.pop();
                    self.forget_type_params(&type_params);
                }
                ast::TypeKind::Map { type_params, args, result }
            }
            Type::Con(con, args) => {
                let name = self.ident(&self.names.types[*con]);
                ast::TypeKind::Named(name, args.iter().map(|&a| self.ty(a)).collect())
            }
            Type::Param(p) => self.plain_type(&self.names.type_params[*p].clone()),
            Type::Bound { depth, index } => {
                let level = self.type_binders.len().checked_sub(1 + *depth as usize);
                match level.and_then(|l| self.type_binders[l].get(*index as usize)) {
                    Some(name) => self.plain_type(&name.clone()),
                    None => panic!("internal: a type variable outside its map type"),
                }
            }
        };
        ast::Type { kind, span: self.span }
    }

    fn plain_type(&self, name: &str) -> ast::TypeKind {
        ast::TypeKind::Named(self.ident(name), Vec::new())
    }

    /// Nodes of the expression written out as a tree.
    fn size(&mut self, e: ExprId) -> u64 {
        if let Some(&size) = self.sizes.get(&e) {
            return size;
        }
        let mut size: u64 = 1;
        let program = self.program;
        for_each_child(program.exprs.kind(e), |c| size = size.saturating_add(self.size(c)));
        self.sizes.insert(e, size);
        size
    }

    /// The longest path down from the last of the expressions, which stand in post-order.
    fn height(&self, order: &[ExprId]) -> usize {
        let mut heights: FxHashMap<ExprId, usize> = FxHashMap::default();
        let mut height = 0;
        for &node in order {
            height = 0;
            for_each_child(self.program.exprs.kind(node), |c| height = height.max(heights[&c]));
            height += 1;
            heights.insert(node, height);
        }
        height
    }

    /// A large expression: the parts that occur several times outside of inner binders are named first, and some that
    /// are high. `order`: everything below it in post-order.
    fn with_lets(&mut self, e: ExprId, order: &[ExprId]) -> ast::Expr {
        let (outside, repeated) = self.repeated(e);
        // The named parts; those of a layer mention names of earlier layers only.
        let mut layers: Vec<Vec<ExprId>> = Vec::new();
        // The layers below a node, and its height above named parts.
        let mut below: FxHashMap<ExprId, (usize, usize)> = FxHashMap::default();
        for &node in order {
            let (mut layer, mut height) = (0, 0);
            for_each_child(self.program.exprs.kind(node), |c| {
                layer = layer.max(below[&c].0);
                height = height.max(below[&c].1);
            });
            let named = repeated.contains(&node) || (height >= HIGH && outside.contains(&node));
            if named && node != e {
                if layers.len() == layer {
                    layers.push(Vec::new());
                }
                layers[layer].push(node);
                below.insert(node, (layer + 1, 0));
            } else {
                below.insert(node, (layer, height + 1));
            }
        }
        let mut bound: Vec<Vec<ast::LetVar>> = Vec::new();
        for layer in &layers {
            let values: Vec<ast::Expr> = layer.iter().map(|&node| self.expr(node)).collect();
            let mut vars = Vec::with_capacity(layer.len());
            for (&node, value) in layer.iter().zip(values) {
                let name = self.names.fresh("e");
                vars.push(ast::LetVar { attrs: Vec::new(), name: self.ident(&name), value });
                self.lets.insert(node, name);
            }
            bound.push(vars);
        }
        let mut result = self.expr(e);
        for (layer, vars) in layers.iter().zip(bound).rev() {
            for node in layer {
                self.lets.remove(node);
            }
            for var in &vars {
                self.names.forget(&var.name.name);
            }
            result = self.node(ast::ExprKind::Let { vars, attrs: Vec::new(), body: result });
        }
        result
    }

    /// The parts of `root` with no binder between, and those of them that occur at several places and are worth a name.
    fn repeated(&mut self, root: ExprId) -> (FxHashSet<ExprId>, FxHashSet<ExprId>) {
        let (mut seen, mut repeated) = (FxHashSet::default(), FxHashSet::default());
        let mut stack = vec![root];
        while let Some(node) = stack.pop() {
            if self.lets.contains_key(&node) {
                continue;
            }
            if !seen.insert(node) {
                if self.size(node) >= WORTH_A_NAME {
                    repeated.insert(node);
                }
                continue;
            }
            if !matches!(self.program.exprs.kind(node), ExprKind::Quantifier(_) | ExprKind::Lambda { .. }) {
                for_each_child(self.program.exprs.kind(node), |c| stack.push(c));
            }
        }
        (seen, repeated)
    }

    /// Everything below `root`, children before parents.
    fn post_order(&self, root: ExprId) -> Vec<ExprId> {
        let mut order = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![(root, false)];
        while let Some((node, children_done)) = stack.pop() {
            if children_done {
                order.push(node);
            } else if seen.insert(node) {
                stack.push((node, true));
                for_each_child(self.program.exprs.kind(node), |c| stack.push((c, false)));
            }
        }
        order
    }
}
