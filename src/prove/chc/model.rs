//! What the solver says about the relations, as expressions of the program.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Num;
use rustc_hash::FxHashMap;

use super::sexpr::Sexpr;
use crate::base::ids::{ExprId, TypeId, VarId};
use crate::ir::{
    Attribute, AttributeValue, Attributes, Builtin, Expr, ExprKind, Function, FunctionKind, Op, Program, Quantifier,
    QuantifierKind, Type, TypeTable, Var, VarKind,
};
use ivl::source::Span;

/// The definitions of a model, by name.
pub struct Definitions<'m, 't> {
    of: FxHashMap<&'t str, Definition<'m, 't>>,
}

#[derive(Clone, Copy)]
struct Definition<'m, 't> {
    params: &'m [Sexpr<'t>],
    body: &'m Sexpr<'t>,
}

/// Why a definition is not understood.
#[derive(Debug)]
pub struct Foreign(pub String);

impl<'m, 't> Definitions<'m, 't> {
    /// Of what the solver has printed.
    pub fn read(model: &'m [Sexpr<'t>]) -> Definitions<'m, 't> {
        let mut of = FxHashMap::default();
        for define in model {
            let define = define.after("define-fun").or_else(|| define.after("define-fun-rec"));
            if let Some([name, params, _, body]) = define
                && let (Some(name), Some(params)) = (name.atom(), params.list())
            {
                of.insert(name, Definition { params, body });
            }
        }
        Definitions { of }
    }

    /// What a relation says of these values; `true` where the model says nothing.
    pub fn relation(&self, program: &mut Program, name: &str, args: &[ExprId]) -> Result<ExprId, Foreign> {
        let Some(definition) = self.of.get(name) else { return Ok(program.exprs.bool(true)) };
        let mut reader = Reader { definitions: self, program, scopes: Vec::new(), depth: 0 };
        reader.apply(*definition, args)
    }
}

struct Reader<'r, 'm, 't> {
    definitions: &'r Definitions<'m, 't>,
    program: &'r mut Program,
    scopes: Vec<(&'t str, ExprId)>,
    depth: usize,
}

/// Definitions within definitions.
const DEEPEST: usize = 50;

impl<'t> Reader<'_, '_, 't> {
    fn apply(&mut self, definition: Definition<'_, 't>, args: &[ExprId]) -> Result<ExprId, Foreign> {
        if self.depth >= DEEPEST || definition.params.len() != args.len() {
            return Err(Foreign("a recursive definition".into()));
        }
        let mut scope = Vec::new();
        for (param, &arg) in definition.params.iter().zip(args) {
            let name = param.list().and_then(|p| p.first()).and_then(Sexpr::atom);
            scope.push((name.ok_or_else(|| foreign(param))?, arg));
        }
        let outer = std::mem::replace(&mut self.scopes, scope);
        self.depth += 1;
        let result = self.expr(definition.body);
        self.depth -= 1;
        self.scopes = outer;
        result
    }

    fn expr(&mut self, e: &Sexpr<'t>) -> Result<ExprId, Foreign> {
        match e {
            Sexpr::Atom(text) => self.atom(text).ok_or_else(|| foreign(e)),
            Sexpr::List(items) => {
                let [head, rest @ ..] = &items[..] else { return Err(foreign(e)) };
                match (head.atom(), rest) {
                    (Some("let"), [bindings, body]) => self.bound(bindings, body),
                    (Some("!"), [body, ..]) => self.expr(body),
                    (Some("forall"), [vars, body]) => self.quantifier(QuantifierKind::Forall, vars, body),
                    (Some("exists"), [vars, body]) => self.quantifier(QuantifierKind::Exists, vars, body),
                    (Some("_"), [value, width]) => bit_vector(self.program, value, width).ok_or_else(|| foreign(e)),
                    (Some(name), args) => {
                        let args = self.all(args)?;
                        if let Some(&definition) = self.definitions.of.get(name) {
                            return self.apply(definition, &args);
                        }
                        self.operator(name, &args).ok_or_else(|| foreign(e))
                    }
                    (None, args) => {
                        let args = self.all(args)?;
                        self.indexed(head, &args).ok_or_else(|| foreign(e))
                    }
                }
            }
        }
    }

    fn all(&mut self, args: &[Sexpr<'t>]) -> Result<Vec<ExprId>, Foreign> {
        args.iter().map(|a| self.expr(a)).collect()
    }

    fn bound(&mut self, bindings: &Sexpr<'t>, body: &Sexpr<'t>) -> Result<ExprId, Foreign> {
        let mut new = Vec::new();
        for binding in bindings.list().unwrap_or_default() {
            let Some([Sexpr::Atom(name), value]) = binding.list() else { return Err(foreign(binding)) };
            new.push((*name, self.expr(value)?));
        }
        let before = self.scopes.len();
        self.scopes.extend(new);
        let body = self.expr(body);
        self.scopes.truncate(before);
        body
    }

    fn quantifier(&mut self, kind: QuantifierKind, vars: &Sexpr<'t>, body: &Sexpr<'t>) -> Result<ExprId, Foreign> {
        let before = self.scopes.len();
        let mut bound = Vec::new();
        for declared in vars.list().unwrap_or_default() {
            let Some([Sexpr::Atom(name), sort]) = declared.list() else { return Err(foreign(declared)) };
            let ty = self.ty(sort).ok_or_else(|| foreign(sort))?;
            let var = bound_var(self.program, &format!("q{}", bound.len()), ty);
            bound.push(var);
            let value = self.program.exprs.var(var, ty);
            self.scopes.push((name, value));
        }
        let body = self.expr(body);
        self.scopes.truncate(before);
        let body = body?;
        Ok(quantified(self.program, kind, bound, body))
    }

    fn ty(&mut self, sort: &Sexpr<'t>) -> Option<TypeId> {
        match sort {
            Sexpr::Atom("Int") => Some(TypeTable::INT),
            Sexpr::Atom("Bool") => Some(TypeTable::BOOL),
            Sexpr::Atom("Real") => Some(TypeTable::REAL),
            Sexpr::Atom(_) => None,
            Sexpr::List(items) => match &items[..] {
                [Sexpr::Atom("_"), Sexpr::Atom("BitVec"), Sexpr::Atom(width)] => {
                    Some(self.program.types.bv(width.parse().ok()?))
                }
                [Sexpr::Atom("Array"), args @ .., result] => {
                    let args: Option<Vec<TypeId>> = args.iter().map(|a| self.ty(a)).collect();
                    let result = self.ty(result)?;
                    Some(self.program.types.map(args?.into(), result))
                }
                _ => None,
            },
        }
    }

    fn atom(&mut self, text: &'t str) -> Option<ExprId> {
        if let Some((_, value)) = self.scopes.iter().rev().find(|(name, _)| *name == text) {
            return Some(*value);
        }
        if let Some(definition) = self.definitions.of.get(text).copied() {
            return self.apply(definition, &[]).ok();
        }
        let exprs = &mut self.program.exprs;
        match text {
            "true" => return Some(exprs.bool(true)),
            "false" => return Some(exprs.bool(false)),
            _ => {}
        }
        if let Some(digits) = text.strip_prefix("#x") {
            return bits(self.program, BigUint::from_str_radix(digits, 16).ok()?, 4 * digits.len() as u32);
        }
        if let Some(digits) = text.strip_prefix("#b") {
            return bits(self.program, BigUint::from_str_radix(digits, 2).ok()?, digits.len() as u32);
        }
        if let Some((whole, part)) = text.split_once('.') {
            let digits: BigInt = format!("{whole}{part}").parse().ok()?;
            let scale = BigInt::from(10).pow(part.len() as u32);
            let value = BigRational::new(digits, scale);
            return Some(exprs.intern(Expr { kind: ExprKind::Real(value), ty: TypeTable::REAL }));
        }
        Some(exprs.int(text.parse::<BigInt>().ok()?))
    }

    fn operator(&mut self, name: &str, args: &[ExprId]) -> Option<ExprId> {
        let first = self.program.exprs.ty(*args.first()?);
        let exprs = &mut self.program.exprs;
        let boolean = |exprs: &mut crate::ir::ExprArena, op, args: &[ExprId]| exprs.op(op, args, TypeTable::BOOL);
        Some(match (name, args) {
            ("not", &[a]) => exprs.not(a),
            ("and", _) => exprs.and(args),
            ("or", _) => exprs.or(args),
            ("=>", &[a, b]) => exprs.implies(a, b),
            ("=", &[a, b]) => super::values::equal(self.program, a, b),
            ("distinct", &[a, b]) => {
                let same = super::values::equal(self.program, a, b);
                self.program.exprs.not(same)
            }
            ("<", [_, _]) => boolean(exprs, Op::Lt, args),
            ("<=", [_, _]) => boolean(exprs, Op::Le, args),
            (">", [_, _]) => boolean(exprs, Op::Gt, args),
            (">=", [_, _]) => boolean(exprs, Op::Ge, args),
            ("-", &[a]) => match exprs.kind(a) {
                ExprKind::Int(n) => {
                    let n = -n.clone();
                    exprs.int(n)
                }
                _ => exprs.op(Op::Neg, args, first),
            },
            ("+" | "-" | "*", [a, rest @ ..]) => {
                let op = match name {
                    "+" => Op::Add,
                    "-" => Op::Sub,
                    _ => Op::Mul,
                };
                rest.iter().fold(*a, |sum, &b| exprs.op(op, [sum, b], first))
            }
            ("div", [_, _]) => exprs.op(Op::Div, args, TypeTable::INT),
            ("mod", [_, _]) => exprs.op(Op::Mod, args, TypeTable::INT),
            ("/", [_, _]) => exprs.op(Op::RealDiv, args, TypeTable::REAL),
            ("to_real", [_]) => exprs.op(Op::IntToReal, args, TypeTable::REAL),
            ("to_int", [_]) => exprs.op(Op::RealToInt, args, TypeTable::INT),
            ("ite", &[_, then, _]) => {
                let ty = exprs.ty(then);
                exprs.op(Op::Ite, args, ty)
            }
            ("select", _) => {
                let Type::Map { result, .. } = self.program.types.get(first) else { return None };
                let result = *result;
                self.program.exprs.op(Op::Select, args, result)
            }
            ("store", _) => exprs.op(Op::Store, args, first),
            ("concat", &[a, b]) => {
                let width = width_of(self.program, a)? + width_of(self.program, b)?;
                let ty = self.program.types.bv(width);
                self.program.exprs.op(Op::Concat, args, ty)
            }
            _ => return self.on_bits(name, args),
        })
    }

    /// An operator of bit-vectors, which the language knows as a function.
    fn on_bits(&mut self, name: &str, args: &[ExprId]) -> Option<ExprId> {
        let builtin = Builtin::parse(name, &[]);
        let width = width_of(self.program, args[0])?;
        use Builtin as B;
        let result = match builtin {
            B::BvUlt | B::BvUle | B::BvUgt | B::BvUge | B::BvSlt | B::BvSle | B::BvSgt | B::BvSge => TypeTable::BOOL,
            B::BvAdd
            | B::BvSub
            | B::BvMul
            | B::BvUdiv
            | B::BvUrem
            | B::BvSdiv
            | B::BvSrem
            | B::BvSmod
            | B::BvNeg
            | B::BvAnd
            | B::BvOr
            | B::BvXor
            | B::BvNot
            | B::BvNand
            | B::BvNor
            | B::BvXnor
            | B::BvShl
            | B::BvLshr
            | B::BvAshr => self.program.types.bv(width),
            _ => return None,
        };
        let arity = if matches!(builtin, B::BvNeg | B::BvNot) { 1 } else { 2 };
        let (first, rest) = args.split_first()?;
        if arity == 1 {
            return rest.is_empty().then(|| self.call(builtin, &[*first], result));
        }
        let folds = rest.len() == 1 || matches!(builtin, B::BvAdd | B::BvMul | B::BvAnd | B::BvOr | B::BvXor);
        (folds && !rest.is_empty())
            .then(|| rest.iter().fold(*first, |sum, &b| self.call(builtin.clone(), &[sum, b], result)))
    }

    fn indexed(&mut self, head: &Sexpr<'t>, args: &[ExprId]) -> Option<ExprId> {
        let ([name, indices @ ..], &[arg]) = (head.after("_")?, args) else { return None };
        let width = width_of(self.program, arg)?;
        let indices: Option<Vec<u32>> = indices.iter().map(|i| i.atom()?.parse().ok()).collect();
        match (name.atom()?, &indices?[..]) {
            ("extract", &[hi, lo]) if hi < width && lo <= hi => {
                let ty = self.program.types.bv(hi - lo + 1);
                Some(self.program.exprs.op(Op::Extract { hi: hi + 1, lo }, [arg], ty))
            }
            ("sign_extend", &[n]) => {
                let ty = self.program.types.bv(width + n);
                Some(self.call(Builtin::SignExtend(n), &[arg], ty))
            }
            ("zero_extend", &[n]) => {
                let ty = self.program.types.bv(width + n);
                Some(self.call(Builtin::ZeroExtend(n), &[arg], ty))
            }
            _ => None,
        }
    }

    /// The application of the program's function for an operator, which is declared if there is none.
    fn call(&mut self, builtin: Builtin, args: &[ExprId], result: TypeId) -> ExprId {
        let program = &mut *self.program;
        let types: Vec<TypeId> = args.iter().map(|&a| program.exprs.ty(a)).collect();
        let found = program.funcs.iter_enumerated().find(|(_, f)| {
            matches!(&f.kind, FunctionKind::Builtin(b) if *b == builtin)
                && f.result == result
                && f.type_params.is_empty()
                && f.params.iter().map(|&p| program.vars[p].ty).eq(types.iter().copied())
        });
        let func = match found {
            Some((func, _)) => func,
            None => {
                let text = builtin.text();
                let plain: String = text.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
                let mut name = format!("chc.{plain}.{}", program.funcs.len());
                while program.funcs.iter().any(|f| *f.name == name) {
                    name.push('_');
                }
                let params =
                    types.iter().enumerate().map(|(i, &ty)| bound_var(program, &format!("a{i}"), ty)).collect();
                let args = vec![AttributeValue::Str(text.into())];
                program.funcs.push(Function {
                    name: name.into(),
                    type_params: Vec::new(),
                    params,
                    result,
                    kind: FunctionKind::Builtin(builtin),
                    attrs: Attributes::from([Attribute { name: "bvbuiltin".into(), args }]),
                    span: Span::NONE,
                })
            }
        };
        let kind = ExprKind::Call { func, types: Box::new([]), args: args.into() };
        program.exprs.intern(Expr { kind, ty: result })
    }
}

fn foreign(e: &Sexpr) -> Foreign {
    let text = format!("{e:?}");
    Foreign(text.chars().take(100).collect())
}

fn width_of(program: &Program, e: ExprId) -> Option<u32> {
    match program.types.get(program.exprs.ty(e)) {
        Type::Bv(width) => Some(*width),
        _ => None,
    }
}

fn bit_vector(program: &mut Program, value: &Sexpr, width: &Sexpr) -> Option<ExprId> {
    let value = value.atom()?.strip_prefix("bv")?.parse().ok()?;
    bits(program, value, width.atom()?.parse().ok()?)
}

fn bits(program: &mut Program, value: BigUint, width: u32) -> Option<ExprId> {
    let ty = program.types.bv(width);
    Some(program.exprs.intern(Expr { kind: ExprKind::Bv { value, width }, ty }))
}

/// A variable for a quantifier.
pub fn bound_var(program: &mut Program, name: &str, ty: TypeId) -> VarId {
    program.vars.push(Var {
        name: name.into(),
        ty,
        kind: VarKind::Bound,
        where_clause: None,
        attrs: Attributes::from([]),
        span: Span::NONE,
    })
}

/// The body, quantified, if it mentions anything.
pub fn quantified(program: &mut Program, kind: QuantifierKind, vars: Vec<VarId>, body: ExprId) -> ExprId {
    let quantifier = Quantifier {
        kind,
        type_params: Box::new([]),
        vars: vars.into(),
        triggers: Box::new([]),
        weight: None,
        name: None,
        place: "".into(),
        body,
    };
    program.exprs.intern(Expr { kind: ExprKind::Quantifier(Box::new(quantifier)), ty: TypeTable::BOOL })
}
