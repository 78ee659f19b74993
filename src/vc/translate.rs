//! Types, constants, functions and expressions as solver terms. Everything is made on first use, and so are the
//! axioms that speak of it: what a query does not mention, the solver never sees.

use rustc_hash::{FxHashMap, FxHashSet};

use super::functions::{Definitions, KeptBody};
use super::theory;
use crate::base::ids::{AxiomId, ExprId, FuncId, TypeConId, TypeId, VarId};
use crate::ir::visit::{for_each_child, walk};
use crate::ir::{AttributeValue, ExprKind, FunctionKind, Op, Program, QuantifierKind, Type, VarKind};
use crate::smt::{Binder, BinderKind, ConstructorDecl, FieldSort, Func, FuncKind, Session, Sort, Term};

#[derive(Clone)]
pub struct Translator {
    sorts: FxHashMap<TypeId, Sort>,
    cons: FxHashMap<TypeConId, Sort>,
    vars: FxHashMap<VarId, Term>,
    funcs: FxHashMap<FuncId, Func>,
    closed: FxHashMap<ExprId, Term>,
    /// Axioms by the constants and functions that they mention, expanded.
    axioms: Axioms,
    bodies: FxHashMap<FuncId, KeptBody>,
    /// Constants and functions that the query uses, in order of first use.
    pub used_consts: Vec<VarId>,
    pub used_funcs: Vec<FuncId>,
    /// Functions by constructor symbol, for reading models.
    pub constructors: FxHashMap<Func, FuncId>,
    /// The first thing that no theory of the solver interprets.
    pub unsupported: Option<String>,
    uniques: FxHashMap<TypeId, (Func, u32)>,
    /// Functions that make no triggers.
    never_patterns: FxHashSet<FuncId>,
    /// The type `bv0` and its value.
    empty_bits: Option<(Sort, Term)>,
    pending: Vec<AxiomId>,
}

fn never_patterns(program: &Program) -> FxHashSet<FuncId> {
    let is_true = |args: &[AttributeValue]| match args {
        [] => true,
        [AttributeValue::Expr(e)] => *program.exprs.kind(*e) == ExprKind::Bool(true),
        _ => false,
    };
    let marked =
        |f: &crate::ir::Function| f.attrs.iter().any(|a| a.is(crate::ir::Attr::NeverPattern) && is_true(&a.args));
    program.funcs.iter_enumerated().filter(|(_, f)| marked(f)).map(|(id, _)| id).collect()
}

#[derive(Clone)]
struct Axioms {
    exprs: Vec<ExprId>,
    of_const: FxHashMap<VarId, Vec<AxiomId>>,
    of_func: FxHashMap<FuncId, Vec<AxiomId>>,
    /// Those that mention neither.
    bare: Vec<AxiomId>,
    asserted: FxHashSet<AxiomId>,
}

impl Translator {
    /// Prepares the axioms of a monomorphic program.
    pub fn new(program: &mut Program, definitions: &mut Definitions) -> Translator {
        let mut axioms = Axioms {
            exprs: Vec::new(),
            of_const: FxHashMap::default(),
            of_func: FxHashMap::default(),
            bare: Vec::new(),
            asserted: FxHashSet::default(),
        };
        for id in program.axioms.ids() {
            let raw = program.axioms[id].expr;
            let expr = definitions.expand(program, raw, &mut |_, _| None);
            axioms.exprs.push(expr);
            let mut bare = true;
            walk(&program.exprs, [expr], |_, kind| match kind {
                ExprKind::Var(v) if matches!(program.vars[*v].kind, VarKind::Const { .. }) => {
                    axioms.of_const.entry(*v).or_default().push(id);
                    bare = false;
                }
                ExprKind::Call { func, .. } if !matches!(program.funcs[*func].kind, FunctionKind::Builtin(_)) => {
                    axioms.of_func.entry(*func).or_default().push(id);
                    bare = false;
                }
                _ => {}
            });
            if bare {
                axioms.bare.push(id);
            }
        }
        let mut bodies = FxHashMap::default();
        for id in program.funcs.ids() {
            bodies.extend(definitions.kept_body(program, id).map(|body| (id, body)));
        }
        let pending = axioms.bare.clone();
        Translator {
            sorts: FxHashMap::default(),
            cons: FxHashMap::default(),
            vars: FxHashMap::default(),
            funcs: FxHashMap::default(),
            closed: FxHashMap::default(),
            axioms,
            bodies,
            used_consts: Vec::new(),
            used_funcs: Vec::new(),
            constructors: FxHashMap::default(),
            unsupported: None,
            uniques: FxHashMap::default(),
            never_patterns: never_patterns(program),
            empty_bits: None,
            pending,
        }
    }

    /// Asserts the axioms about everything that was used since the last call.
    pub fn assert_axioms(&mut self, session: &Session, program: &Program) {
        while let Some(id) = self.pending.pop() {
            if self.axioms.asserted.insert(id) {
                let axiom = self.closed(session, program, self.axioms.exprs[id.0 as usize]);
                session.assert(axiom);
            }
        }
    }

    /// Asserts all axioms, used or not.
    pub fn assert_all_axioms(&mut self, session: &Session, program: &Program) {
        self.pending = program.axioms.ids().collect();
        self.assert_axioms(session, program);
    }

    pub fn sort(&mut self, session: &Session, program: &Program, ty: TypeId) -> Sort {
        if let Some(&sort) = self.sorts.get(&ty) {
            return sort;
        }
        let sort = match program.types.get(ty) {
            Type::Bool => session.bool_sort(),
            Type::Int => session.int_sort(),
            Type::Real => session.real_sort(),
            Type::Bv(0) => self.empty_bits(session).0,
            Type::Bv(width) => session.bv_sort(*width),
            Type::Float { exponent, significand } => session.fp_sort(*exponent, *significand),
            Type::RoundingMode => session.rounding_mode_sort(),
            Type::String | Type::Regex => self.unsupported("strings", session),
            Type::Map { args, result, .. } if args.is_empty() => self.sort(session, program, *result),
            Type::Map { args, result, .. } => {
                let domain: Vec<Sort> = args.iter().map(|&a| self.sort(session, program, a)).collect();
                let range = self.sort(session, program, *result);
                session.array_sort(&domain, range)
            }
            Type::Con(con, _) => self.constructed(session, program, *con),
            Type::Param(_) | Type::Bound { .. } => panic!("internal: a type parameter is left"),
        };
        self.sorts.insert(ty, sort);
        sort
    }

    /// SMT-LIB has no empty bit-vectors: `bv0` is a type of its own with one value, which comes along.
    fn empty_bits(&mut self, session: &Session) -> (Sort, Term) {
        *self.empty_bits.get_or_insert_with(|| {
            let only = ConstructorDecl { name: "bv0".into(), tester: "is%bv0".into(), fields: Vec::new() };
            let made = session.datatypes(&[("bv0".into(), vec![only])]);
            (made[0].0, session.apply(made[0].1[0].constructor, &[]))
        })
    }

    fn unsupported(&mut self, what: &str, session: &Session) -> Sort {
        self.unsupported.get_or_insert_with(|| what.to_string());
        session.uninterpreted_sort(&format!("unsupported {what}"))
    }

    fn constructed(&mut self, session: &Session, program: &Program, con: TypeConId) -> Sort {
        if let Some(&sort) = self.cons.get(&con) {
            return sort;
        }
        if program.type_cons[con].constructors.is_none() {
            let sort = session.uninterpreted_sort(&format!("{}%{}", program.type_cons[con].name, con.0));
            self.cons.insert(con, sort);
            return sort;
        }
        let group = datatype_group(program, con);
        let mut decls = Vec::new();
        for &member in &group {
            let constructors = program.type_cons[member].constructors.iter().flatten();
            let mut list = Vec::new();
            for &constructor in constructors {
                let FunctionKind::Constructor { fields, .. } = &program.funcs[constructor].kind else { continue };
                let mut sorts = Vec::new();
                for &field in fields {
                    let function = &program.funcs[field];
                    let sort = match program.types.get(function.result) {
                        Type::Con(c, _) if group.contains(c) => {
                            FieldSort::Group(group.iter().position(|g| g == c).unwrap_or(0))
                        }
                        _ => FieldSort::Known(self.sort(session, program, function.result)),
                    };
                    sorts.push((format!("{}%{}", function.name, field.0), sort));
                }
                let name = &program.funcs[constructor].name;
                list.push(ConstructorDecl {
                    name: format!("{name}%{}", constructor.0),
                    tester: format!("is%{name}%{}", constructor.0),
                    fields: sorts,
                });
            }
            decls.push((format!("{}%{}", program.type_cons[member].name, member.0), list));
        }
        for (&member, (sort, funcs)) in group.iter().zip(session.datatypes(&decls)) {
            self.cons.insert(member, sort);
            let constructors = program.type_cons[member].constructors.iter().flatten();
            for (&constructor, made) in constructors.zip(funcs) {
                self.constructors.insert(made.constructor, constructor);
                self.funcs.insert(constructor, made.constructor);
                if let FunctionKind::Constructor { fields, .. } = &program.funcs[constructor].kind {
                    for (&field, selector) in fields.iter().zip(made.selectors) {
                        self.funcs.insert(field, selector);
                    }
                }
                for (id, f) in program.funcs.iter_enumerated() {
                    if matches!(f.kind, FunctionKind::Tester { constructor: c } if c == constructor) {
                        self.funcs.insert(id, made.tester);
                    }
                }
            }
        }
        self.cons[&con]
    }

    /// A constant of the program, or the stand-in for a bound variable.
    fn var(&mut self, session: &Session, program: &Program, var: VarId) -> Term {
        if let Some(&term) = self.vars.get(&var) {
            return term;
        }
        let declared = &program.vars[var];
        let sort = self.sort(session, program, declared.ty);
        let term = session.constant(&format!("{}%{}", declared.name, var.0), sort);
        self.vars.insert(var, term);
        if let VarKind::Const { unique } = declared.kind {
            self.used_consts.push(var);
            self.pending.extend(self.axioms.of_const.get(&var).into_iter().flatten());
            if unique {
                self.make_unique(session, declared.ty, sort, term);
            }
        }
        term
    }

    /// Unique constants differ: `number(c)` is another number for each.
    fn make_unique(&mut self, session: &Session, ty: TypeId, sort: Sort, constant: Term) {
        let (number, count) = self.uniques.entry(ty).or_insert_with(|| {
            let name = format!("unique%{}", ty.0);
            (session.function(&name, &[sort], session.int_sort(), FuncKind::Free), 0)
        });
        let own = session.int(&(*count).into());
        *count += 1;
        session.assert(session.eq(session.apply(*number, &[constant]), own));
    }

    fn func(&mut self, session: &Session, program: &Program, func: FuncId) -> Func {
        if let Some(&known) = self.funcs.get(&func) {
            return known;
        }
        let declared = &program.funcs[func];
        let datatype = match &declared.kind {
            FunctionKind::Constructor { datatype, .. } => Some(*datatype),
            FunctionKind::Selector { constructor, .. } | FunctionKind::Tester { constructor } => {
                match &program.funcs[*constructor].kind {
                    FunctionKind::Constructor { datatype, .. } => Some(*datatype),
                    _ => None,
                }
            }
            _ => None,
        };
        if let Some(datatype) = datatype {
            self.constructed(session, program, datatype);
            return self.funcs[&func];
        }
        let domain: Vec<Sort> =
            declared.params.iter().map(|&p| self.sort(session, program, program.vars[p].ty)).collect();
        let range = self.sort(session, program, declared.result);
        let body = self.bodies.get(&func).copied();
        let kind = if body.is_some_and(|b| b.recursive) { FuncKind::Recursive } else { FuncKind::Free };
        let made = session.function(&format!("{}%{}", declared.name, func.0), &domain, range, kind);
        self.funcs.insert(func, made);
        match body {
            Some(KeptBody { body, recursive }) => {
                let params: Vec<Term> = declared.params.iter().map(|&p| self.var(session, program, p)).collect();
                let body = self.closed(session, program, body);
                if recursive {
                    session.define(made, &params, body);
                } else {
                    session.assert(equation(session, &declared.name, session.apply(made, &params), &params, body));
                }
            }
            None => self.used_funcs.push(func),
        }
        self.pending.extend(self.axioms.of_func.get(&func).into_iter().flatten());
        made
    }

    /// Lets a variable stand for a term. Each variable at most once.
    pub fn stand_in(&mut self, var: VarId, term: Term) {
        self.vars.insert(var, term);
    }

    /// The solver's symbol for an uninterpreted function that the query uses.
    pub fn known_func(&self, func: FuncId) -> Option<Func> {
        self.funcs.get(&func).copied()
    }

    /// The term of a constant that the query uses.
    pub fn known_const(&self, var: VarId) -> Option<Term> {
        self.vars.get(&var).copied()
    }

    /// The term of an expression without incarnations. Bound variables are constants until they are bound.
    pub fn closed(&mut self, session: &Session, program: &Program, root: ExprId) -> Term {
        if let Some(&term) = self.closed.get(&root) {
            return term;
        }
        let mut stack = vec![(root, false)];
        let mut children = Vec::new();
        while let Some((e, children_done)) = stack.pop() {
            if self.closed.contains_key(&e) {
                continue;
            }
            children.clear();
            for_each_child(program.exprs.kind(e), |c| children.push(c));
            if !children_done && !children.is_empty() {
                stack.push((e, true));
                stack.extend(children.iter().rev().map(|&c| (c, false)));
                continue;
            }
            let args: Vec<Term> = children.iter().map(|c| self.closed[c]).collect();
            let term = self.build(session, program, e, &args);
            self.closed.insert(e, term);
        }
        self.closed[&root]
    }

    /// The term of an expression from the terms of its children (in the order of `for_each_child`).
    pub fn build(&mut self, session: &Session, program: &Program, e: ExprId, args: &[Term]) -> Term {
        let expr = program.exprs.get(e);
        match &expr.kind {
            ExprKind::Bool(value) => session.bool(*value),
            ExprKind::Int(value) => session.int(value),
            ExprKind::Real(value) => session.real(value),
            ExprKind::Bv { width: 0, .. } => self.empty_bits(session).1,
            ExprKind::Bv { value, width } => session.bv(value, *width),
            ExprKind::Float(bits) => {
                let sort = self.sort(session, program, expr.ty);
                let Type::Float { exponent, significand } = *program.types.get(expr.ty) else {
                    panic!("internal: a float literal of another type")
                };
                session.fp_from_bits(session.bv(bits, exponent + significand), sort)
            }
            ExprKind::Str(text) => {
                let sort = self.sort(session, program, expr.ty);
                session.constant(&format!("string {text}"), sort)
            }
            ExprKind::RoundingMode(mode) => session.rounding_mode(*mode),
            ExprKind::Var(var) => self.var(session, program, *var),
            ExprKind::Op(op, operands) => {
                let is_float = matches!(program.types.get(program.exprs.ty(operands[0])), Type::Float { .. });
                let is_empty_map = matches!(op, Op::Select | Op::Store)
                    && matches!(program.types.get(program.exprs.ty(operands[0])), Type::Map { args, .. } if args.is_empty());
                let is_empty = |e: ExprId| *program.types.get(program.exprs.ty(e)) == Type::Bv(0);
                match op {
                    // A map without arguments is its only value.
                    Op::Select if is_empty_map => args[0],
                    Op::Store if is_empty_map => args[1],
                    Op::Extract { hi, lo } if hi == lo => self.empty_bits(session).1,
                    Op::Concat if is_empty(operands[0]) => args[1],
                    Op::Concat if is_empty(operands[1]) => args[0],
                    _ => theory::operator(session, *op, args, is_float),
                }
            }
            ExprKind::Call { func, .. } => match &program.funcs[*func].kind {
                FunctionKind::Builtin(builtin) => {
                    let types: Vec<TypeId> = program.funcs[*func].params.iter().map(|&p| program.vars[p].ty).collect();
                    let result = program.funcs[*func].result;
                    self.builtin(session, program, builtin, args, &types, result)
                }
                _ => {
                    let symbol = self.func(session, program, *func);
                    session.apply(symbol, args)
                }
            },
            ExprKind::Quantifier(q) => {
                let vars: Vec<Term> = q.vars.iter().map(|&v| self.var(session, program, v)).collect();
                let mut rest = args;
                let (mut triggers, mut no_triggers) = (Vec::new(), Vec::new());
                for trigger in &q.triggers {
                    let (terms, others) = rest.split_at(trigger.exprs.len());
                    rest = others;
                    if trigger.positive {
                        triggers.push(terms.to_vec());
                    } else {
                        no_triggers.extend_from_slice(terms);
                    }
                }
                if triggers.is_empty() {
                    no_triggers.extend(self.never_patterns(program, q.body));
                }
                let kind = match q.kind {
                    QuantifierKind::Forall => BinderKind::Forall,
                    QuantifierKind::Exists => BinderKind::Exists,
                };
                session.quantifier(&Binder {
                    kind,
                    vars: &vars,
                    triggers: &triggers,
                    no_triggers: &no_triggers,
                    weight: q.weight.unwrap_or(1),
                    name: &q.label(),
                    body: rest[0],
                })
            }
            ExprKind::Lambda { vars, .. } => {
                let vars: Vec<Term> = vars.iter().map(|&v| self.var(session, program, v)).collect();
                session.lambda(&vars, args[0])
            }
            ExprKind::Old(_) => panic!("internal: `old` is left in front of the solver"),
            ExprKind::Code(_) => panic!("internal: a code expression is left in front of the solver"),
        }
    }

    /// The applications of functions marked `{:never_pattern}`, which the solver must not take for triggers.
    fn never_patterns(&self, program: &Program, body: ExprId) -> Vec<Term> {
        if self.never_patterns.is_empty() {
            return Vec::new();
        }
        let mut terms = Vec::new();
        walk(&program.exprs, [body], |e, kind| {
            if let ExprKind::Call { func, .. } = kind
                && self.never_patterns.contains(func)
            {
                terms.extend(self.closed.get(&e));
            }
        });
        terms
    }

    fn builtin(
        &mut self,
        session: &Session,
        program: &Program,
        builtin: &crate::ir::Builtin,
        args: &[Term],
        params: &[TypeId],
        result: TypeId,
    ) -> Term {
        let result_sort = self.sort(session, program, result);
        let domain = match program.types.get(result) {
            Type::Map { args, .. } if args.len() == 1 => Some(self.sort(session, program, args[0])),
            _ => None,
        };
        if params.iter().chain([&result]).any(|&ty| *program.types.get(ty) == Type::Bv(0)) {
            self.unsupported.get_or_insert_with(|| format!("the operator {} on bv0", builtin.text()));
            return session.fresh_constant("unsupported", result_sort);
        }
        let from = params.last().map(|&p| program.types.get(p));
        let element = params.iter().rev().find_map(|&p| match program.types.get(p) {
            Type::Map { result, .. } => Some(*result),
            _ => None,
        });
        let element = element.map(|e| self.sort(session, program, e));
        match theory::builtin(session, builtin, args, &theory::Signature { result_sort, domain, from, element }) {
            Some(term) => term,
            None => {
                self.unsupported.get_or_insert_with(|| format!("the operator {}", builtin.text()));
                session.fresh_constant("unsupported", result_sort)
            }
        }
    }
}

/// The datatypes that must be declared together with `con`: those that it reaches and that reach it back.
fn datatype_group(program: &Program, con: TypeConId) -> Vec<TypeConId> {
    let fields_of = |c: TypeConId| {
        let mut found = Vec::new();
        for &constructor in program.type_cons[c].constructors.iter().flatten() {
            if let FunctionKind::Constructor { fields, .. } = &program.funcs[constructor].kind {
                for &field in fields {
                    if let Type::Con(other, _) = program.types.get(program.funcs[field].result)
                        && program.type_cons[*other].constructors.is_some()
                    {
                        found.push(*other);
                    }
                }
            }
        }
        found
    };
    let reach = |from: TypeConId| {
        let mut found = vec![from];
        let mut next = 0;
        while let Some(&c) = found.get(next) {
            next += 1;
            for other in fields_of(c) {
                if !found.contains(&other) {
                    found.push(other);
                }
            }
        }
        found
    };
    reach(con).into_iter().filter(|&c| reach(c).contains(&con)).collect()
}

/// What a body says of a function that triggers match: `forall params :: {f(params)} f(params) == body`.
fn equation(session: &Session, name: &str, application: Term, params: &[Term], body: Term) -> Term {
    session.quantifier(&Binder {
        kind: BinderKind::Forall,
        vars: params,
        triggers: &[vec![application]],
        no_triggers: &[],
        weight: 1,
        name,
        body: session.eq(application, body),
    })
}
