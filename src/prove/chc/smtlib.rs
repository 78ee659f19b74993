//! Sorts and expressions as SMT-LIB.

use std::fmt::Write;

use num_bigint::BigInt;
use num_traits::Signed;
use rustc_hash::FxHashMap;

use crate::base::ids::{ExprId, TypeId, VarId};
use crate::ir::visit::for_each_child;
use crate::ir::{Builtin, Expr, ExprKind, FunctionKind, Op, Program, Type};

/// The sort of a type. Values of uninterpreted types are compared and nothing else, so integers stand for them.
pub fn sort(program: &Program, ty: TypeId) -> Option<String> {
    Some(match program.types.get(ty) {
        Type::Bool => "Bool".into(),
        Type::Int => "Int".into(),
        Type::Real => "Real".into(),
        Type::Bv(0) => return None,
        Type::Bv(width) => format!("(_ BitVec {width})"),
        Type::Con(con, _) if program.type_cons[*con].constructors.is_none() => "Int".into(),
        Type::Map { binders: 0, args, result } if !args.is_empty() => {
            let mut text = String::from("(Array");
            for &ty in args.iter().chain([result]) {
                let _ = write!(text, " {}", sort(program, ty)?);
            }
            text + ")"
        }
        _ => return None,
    })
}

/// The name of a variable of clauses.
pub fn symbol(program: &Program, var: VarId) -> String {
    let name = &program.vars[var].name;
    let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '.' }).collect();
    format!("{plain}!{}", var.0)
}

/// Whether an expression, its parts aside, can be written.
pub fn is_known(program: &Program, e: ExprId) -> bool {
    let Expr { kind, ty } = program.exprs.get(e);
    let known = match kind {
        ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Var(_) => true,
        ExprKind::Bv { width, .. } => *width > 0,
        // What division by zero is, programs and solvers do not agree about.
        ExprKind::Op(Op::Div | Op::Mod | Op::RealDiv, args) => is_nonzero(program, args[1]),
        ExprKind::Op(Op::Pow, _) => false,
        ExprKind::Op(_, args) => args.iter().all(|&a| sort(program, program.exprs.ty(a)).is_some()),
        ExprKind::Call { func, .. } => builtin(program, e, *func).is_some(),
        _ => false,
    };
    known && sort(program, *ty).is_some()
}

fn is_nonzero(program: &Program, e: ExprId) -> bool {
    match program.exprs.kind(e) {
        ExprKind::Int(n) => n.sign() != num_bigint::Sign::NoSign,
        ExprKind::Real(r) => *r.numer() != BigInt::from(0),
        ExprKind::Op(Op::Neg, args) => is_nonzero(program, args[0]),
        _ => false,
    }
}

fn builtin(program: &Program, e: ExprId, func: crate::base::ids::FuncId) -> Option<String> {
    let FunctionKind::Builtin(builtin) = &program.funcs[func].kind else { return None };
    let ExprKind::Call { args, .. } = program.exprs.kind(e) else { return None };
    use Builtin as B;
    let plain = matches!(
        builtin,
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
            | B::BvComp
            | B::BvShl
            | B::BvLshr
            | B::BvAshr
            | B::BvUlt
            | B::BvUle
            | B::BvUgt
            | B::BvUge
            | B::BvSlt
            | B::BvSle
            | B::BvSgt
            | B::BvSge
            | B::Concat
            | B::SignExtend(_)
            | B::ZeroExtend(_)
            | B::RotateLeft(_)
            | B::RotateRight(_)
            | B::Repeat(_)
            | B::Extract { .. }
            | B::Add
            | B::Sub
            | B::Mul
            | B::Lt
            | B::Le
            | B::Gt
            | B::Ge
            | B::Eq
            | B::Not
            | B::And
            | B::Or
            | B::Xor
            | B::Implies
            | B::Ite
            | B::ToReal
            | B::ToInt
    );
    let divides = matches!(builtin, B::Div | B::Mod) && args.len() == 2 && is_nonzero(program, args[1]);
    (plain || divides).then(|| builtin.text())
}

/// Writes an expression of which every part is known; what occurs several times is named once.
pub fn write_expr(program: &Program, root: ExprId, text: &mut String) {
    let mut uses: FxHashMap<ExprId, u32> = FxHashMap::default();
    let mut order = Vec::new();
    let mut stack = vec![(root, false)];
    while let Some((e, done)) = stack.pop() {
        if done {
            order.push(e);
            continue;
        }
        let count = uses.entry(e).or_default();
        *count += 1;
        if *count > 1 {
            continue;
        }
        stack.push((e, true));
        for_each_child(program.exprs.kind(e), |c| stack.push((c, false)));
    }
    let mut written: FxHashMap<ExprId, String> = FxHashMap::default();
    let mut lets = 0;
    for e in order {
        let own = shallow(program, e, &written);
        let leaf = !own.starts_with('(') || own.len() < 12;
        if uses[&e] > 1 && !leaf {
            let name = format!("?{lets}");
            let _ = write!(text, "(let (({name} {own})) ");
            lets += 1;
            written.insert(e, name);
        } else {
            written.insert(e, own);
        }
    }
    text.push_str(&written[&root]);
    (0..lets).for_each(|_| text.push(')'));
}

fn shallow(program: &Program, e: ExprId, written: &FxHashMap<ExprId, String>) -> String {
    let kind = program.exprs.kind(e);
    let apply = |operator: &str, args: &[ExprId]| {
        let mut text = format!("({operator}");
        for arg in args {
            text.push(' ');
            text.push_str(&written[arg]);
        }
        text + ")"
    };
    match kind {
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Int(value) => int(value),
        ExprKind::Real(value) => {
            let size = format!("(/ {}.0 {}.0)", value.numer().abs(), value.denom());
            if value.is_negative() { format!("(- {size})") } else { size }
        }
        ExprKind::Bv { value, width } => format!("(_ bv{value} {width})"),
        ExprKind::Var(var) => symbol(program, *var),
        ExprKind::Op(op, args) => match operator(*op) {
            Some(name) => apply(&name, args),
            None => format!("(not {})", apply("=", args)),
        },
        ExprKind::Call { func, args, .. } => {
            let name = builtin(program, e, *func).expect("internal: an unknown function in a clause");
            apply(&name, args)
        }
        _ => panic!("internal: clauses have no such expressions"),
    }
}

fn int(value: &BigInt) -> String {
    if value.is_negative() { format!("(- {})", value.abs()) } else { value.to_string() }
}

/// `None`: the negation of equality.
fn operator(op: Op) -> Option<String> {
    Some(match op {
        Op::Not => "not".into(),
        Op::And => "and".into(),
        Op::Or => "or".into(),
        Op::Implies => "=>".into(),
        Op::Iff | Op::Eq => "=".into(),
        Op::Neq => return None,
        Op::Lt => "<".into(),
        Op::Le => "<=".into(),
        Op::Gt => ">".into(),
        Op::Ge => ">=".into(),
        Op::Neg | Op::Sub => "-".into(),
        Op::Add => "+".into(),
        Op::Mul => "*".into(),
        Op::Div => "div".into(),
        Op::Mod => "mod".into(),
        Op::RealDiv => "/".into(),
        Op::Pow => "^".into(),
        Op::IntToReal => "to_real".into(),
        Op::RealToInt => "to_int".into(),
        Op::Concat => "concat".into(),
        // Ours excludes the high bit, SMT-LIB's includes it.
        Op::Extract { hi, lo } => format!("(_ extract {} {lo})", hi.saturating_sub(1)),
        Op::Ite => "ite".into(),
        Op::Select => "select".into(),
        Op::Store => "store".into(),
    })
}
