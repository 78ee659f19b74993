//! Expressions. Their trees may be thousands of levels deep, so what is still to be printed stands in a list of its own
//! and not on the stack.

use num_bigint::{BigInt, Sign};

use super::Printer;
use crate::ast::*;

/// How tightly an expression holds together, as in the grammar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// Also what is never an operand without parentheses.
    Equivalence,
    Implication,
    Logical,
    Comparison,
    Concatenation,
    Sum,
    Product,
    Power,
    Test,
    Prefix,
    Postfix,
    Atom,
}

/// What is still to be printed.
enum Todo<'a> {
    Text(&'static str),
    /// In parentheses if it is looser than the level.
    Expr(&'a Expr, Level),
    Name(&'a Ident),
    Type(&'a Type),
    Attrs(&'a [Attribute]),
    Bounds(u32, u32),
}

impl Printer {
    pub(super) fn expr(&mut self, e: &Expr) {
        let mut todo = vec![Todo::Expr(e, Level::Equivalence)];
        while let Some(next) = todo.pop() {
            match next {
                Todo::Text(text) => self.put(text),
                Todo::Name(name) => self.name(name),
                Todo::Type(ty) => self.ty(ty),
                Todo::Attrs(attrs) => self.attrs(attrs),
                Todo::Bounds(hi, lo) => self.put(&format!("[{hi}:{lo}]")),
                Todo::Expr(e, min) => {
                    let parentheses = level(e) < min;
                    if parentheses {
                        self.put("(");
                        todo.push(Todo::Text(")"));
                    }
                    let from = todo.len();
                    self.parts(e, &mut todo);
                    // They were listed in their order, and the last is printed first.
                    todo[from..].reverse();
                }
            }
        }
    }

    /// Prints what an expression begins with and lists the rest.
    fn parts<'a>(&mut self, e: &'a Expr, todo: &mut Vec<Todo<'a>>) {
        use Todo::{Attrs, Name, Text, Type};
        let whole = |e: &'a Expr| Todo::Expr(e, Level::Equivalence);
        match &*e.kind {
            ExprKind::Bool(b) => self.put(if *b { "true" } else { "false" }),
            ExprKind::Int(n) => self.put(&n.to_string()),
            ExprKind::Real { mantissa, exponent } => self.put(&decimal(mantissa, *exponent)),
            ExprKind::Bv { value, width } => self.put(&format!("{value}bv{width}")),
            ExprKind::Float(text) => self.put(text),
            ExprKind::Str(text) => self.string(text),
            ExprKind::RoundingMode(mode) => self.put(match mode {
                RoundingMode::NearestEven => "RNE",
                RoundingMode::NearestAway => "RNA",
                RoundingMode::TowardPositive => "RTP",
                RoundingMode::TowardNegative => "RTN",
                RoundingMode::TowardZero => "RTZ",
            }),
            ExprKind::Var(name) => self.name(name),
            ExprKind::Old(e) => todo.extend([Text("old("), whole(e), Text(")")]),
            ExprKind::Unary(op, e) => {
                let sign = match op {
                    UnaryOp::Not => "!",
                    UnaryOp::Neg => "-",
                };
                todo.extend([Text(sign), Todo::Expr(e, Level::Prefix)]);
            }
            ExprKind::Binary(op, a, b) => {
                let (left, right) = operand_levels(*op, a, b);
                todo.extend([Todo::Expr(a, left), Text(spaced(*op)), Todo::Expr(b, right)]);
            }
            ExprKind::Call(name, args) => {
                // The conversions are keywords and are meant as such.
                match &*name.name {
                    "int" | "real" if args.len() == 1 => self.put(&name.name),
                    _ => self.name(name),
                }
                todo.push(Text("("));
                list(args, todo);
                todo.push(Text(")"));
            }
            ExprKind::Select(m, args) => {
                todo.extend([Todo::Expr(m, Level::Postfix), Text("[")]);
                list(args, todo);
                todo.push(Text("]"));
            }
            ExprKind::Store(m, args, v) => {
                todo.extend([Todo::Expr(m, Level::Postfix), Text("[")]);
                list(args, todo);
                todo.extend([Text(if args.is_empty() { ":= " } else { " := " }), whole(v), Text("]")]);
            }
            ExprKind::Extract { arg, hi, lo } => todo.extend([Todo::Expr(arg, Level::Postfix), Todo::Bounds(*hi, *lo)]),
            ExprKind::Ite(c, a, b) => {
                todo.extend([Text("if "), whole(c), Text(" then "), whole(a), Text(" else "), whole(b)]);
            }
            ExprKind::Field(e, name) => todo.extend([Todo::Expr(e, Level::Postfix), Text("->"), Name(name)]),
            ExprKind::FieldUpdate(e, name, v) => {
                todo.extend([
                    Todo::Expr(e, Level::Postfix),
                    Text("->("),
                    Name(name),
                    Text(" := "),
                    whole(v),
                    Text(")"),
                ]);
            }
            ExprKind::Is(e, name) => todo.extend([Todo::Expr(e, Level::Prefix), Text(" is "), Name(name)]),
            ExprKind::Coerce(e, ty) => todo.extend([Todo::Expr(e, Level::Postfix), Text(" : "), Type(ty)]),
            ExprKind::Quantifier(q) => self.quantifier(q, todo),
            ExprKind::Let { vars, attrs, body } => {
                todo.push(Text("(var "));
                for (i, var) in vars.iter().enumerate() {
                    todo.extend([Text(if i == 0 { "" } else { ", " }), Attrs(&var.attrs), Name(&var.name)]);
                }
                for (i, var) in vars.iter().enumerate() {
                    todo.extend([Text(if i == 0 { " := " } else { ", " }), whole(&var.value)]);
                }
                todo.extend([Text("; "), Attrs(attrs), whole(body), Text(")")]);
            }
            ExprKind::Code(body) => self.code(body),
        }
    }

    fn quantifier<'a>(&mut self, q: &'a Quantifier, todo: &mut Vec<Todo<'a>>) {
        self.put(match q.kind {
            QuantifierKind::Forall => "(forall",
            QuantifierKind::Exists => "(exists",
            QuantifierKind::Lambda => "(lambda",
        });
        self.type_params(&q.type_params);
        if !q.vars.is_empty() {
            self.put(" ");
        }
        self.variables(&q.vars, true);
        todo.push(Todo::Text(" :: "));
        todo.push(Todo::Attrs(&q.attrs));
        for trigger in &q.triggers {
            todo.push(Todo::Text(if trigger.positive { "{ " } else { "{:nopats " }));
            list(&trigger.exprs, todo);
            todo.push(Todo::Text(if trigger.positive { " } " } else { "} " }));
        }
        todo.extend([Todo::Expr(&q.body, Level::Equivalence), Todo::Text(")")]);
    }
}

fn list<'a>(args: &'a [Expr], todo: &mut Vec<Todo<'a>>) {
    for (i, arg) in args.iter().enumerate() {
        if i > 0 {
            todo.push(Todo::Text(", "));
        }
        todo.push(Todo::Expr(arg, Level::Equivalence));
    }
}

fn level(e: &Expr) -> Level {
    match &*e.kind {
        ExprKind::Int(n) if n.sign() == Sign::Minus => Level::Prefix,
        ExprKind::Real { mantissa, .. } if mantissa.sign() == Sign::Minus => Level::Prefix,
        ExprKind::Binary(op, ..) => binary_level(*op),
        ExprKind::Unary(..) => Level::Prefix,
        ExprKind::Is(..) => Level::Test,
        ExprKind::Coerce(..) | ExprKind::Ite(..) => Level::Equivalence,
        ExprKind::Select(..) | ExprKind::Store(..) | ExprKind::Extract { .. } => Level::Postfix,
        ExprKind::Field(..) | ExprKind::FieldUpdate(..) => Level::Postfix,
        _ => Level::Atom,
    }
}

fn binary_level(op: BinaryOp) -> Level {
    match op {
        BinaryOp::Iff => Level::Equivalence,
        BinaryOp::Implies | BinaryOp::Explies => Level::Implication,
        BinaryOp::And | BinaryOp::Or => Level::Logical,
        BinaryOp::Eq | BinaryOp::Neq | BinaryOp::PartialOrder => Level::Comparison,
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => Level::Comparison,
        BinaryOp::Concat => Level::Concatenation,
        BinaryOp::Add | BinaryOp::Sub => Level::Sum,
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod | BinaryOp::RealDiv => Level::Product,
        BinaryOp::Pow => Level::Power,
    }
}

/// How tight the operands must be to stand without parentheses.
fn operand_levels(op: BinaryOp, a: &Expr, b: &Expr) -> (Level, Level) {
    let same = |e: &Expr| matches!(&*e.kind, ExprKind::Binary(o, ..) if *o == op);
    match op {
        BinaryOp::Iff => (if same(a) { Level::Equivalence } else { Level::Implication }, Level::Implication),
        // Both are of one level but do not mix, and neither do the logical ones.
        BinaryOp::Implies => (Level::Logical, if same(b) { Level::Implication } else { Level::Logical }),
        BinaryOp::Explies => (if same(a) { Level::Implication } else { Level::Logical }, Level::Logical),
        BinaryOp::And | BinaryOp::Or => (if same(a) { Level::Logical } else { Level::Comparison }, Level::Comparison),
        BinaryOp::Concat => (Level::Concatenation, Level::Sum),
        BinaryOp::Add | BinaryOp::Sub => (Level::Sum, Level::Product),
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod | BinaryOp::RealDiv => (Level::Product, Level::Power),
        BinaryOp::Pow => (Level::Test, Level::Power),
        _ => (Level::Concatenation, Level::Concatenation),
    }
}

fn spaced(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Iff => " <==> ",
        BinaryOp::Implies => " ==> ",
        BinaryOp::Explies => " <== ",
        BinaryOp::And => " && ",
        BinaryOp::Or => " || ",
        BinaryOp::Eq => " == ",
        BinaryOp::Neq => " != ",
        BinaryOp::PartialOrder => " <: ",
        BinaryOp::Lt => " < ",
        BinaryOp::Le => " <= ",
        BinaryOp::Gt => " > ",
        BinaryOp::Ge => " >= ",
        BinaryOp::Concat => " ++ ",
        BinaryOp::Add => " + ",
        BinaryOp::Sub => " - ",
        BinaryOp::Mul => " * ",
        BinaryOp::Div => " div ",
        BinaryOp::Mod => " mod ",
        BinaryOp::RealDiv => " / ",
        BinaryOp::Pow => " ** ",
    }
}

/// `12.50` if the exponent is small and negative, `15e3` otherwise.
fn decimal(mantissa: &BigInt, exponent: i32) -> String {
    const MAX_FRACTION: i32 = 40;
    if !(-MAX_FRACTION..0).contains(&exponent) {
        return format!("{mantissa}e{exponent}");
    }
    let fraction = exponent.unsigned_abs() as usize;
    let sign = if mantissa.sign() == Sign::Minus { "-" } else { "" };
    let digits = format!("{:0>width$}", mantissa.magnitude().to_string(), width = fraction + 1);
    let (whole, fraction) = digits.split_at(digits.len() - fraction);
    format!("{sign}{whole}.{fraction}")
}
