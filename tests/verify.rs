//! The IR verifier finds programs that break its rules: a valid program is damaged in one way at a time.

use ivl::source::{SourceMap, Span};
use rmt::internal::base::ids::{BlockId, CodeId, ExprId, FuncId, ProcId, TypeConId, TypeId, VarId};
use rmt::internal::ir::verify::{Rule, verify};
use rmt::internal::ir::{
    AssertKind, Cmd, CmdKind, Expr, ExprKind, FunctionKind, Op, Program, Quantifier, QuantifierKind, Transfer, Type,
    TypeTable, VarKind,
};

const PROGRAM: &str = "
type C _;
datatype D { A(i: int), B() }
const k: int;
var g: int;
function f<a>(x: C a): a;
function inc(n: int): int { n + 1 }
axiom (forall<a> x: C a :: f(x) == f(x));
axiom (forall n: int :: inc(n) > k);
procedure P(a: int) returns (r: int)
  requires a > 0;
  modifies g;
  ensures r > old(g);
{
  var l: int;
  l := a;
  while (l > 0) { l := l - 1; g := g + 1; }
  assert |{ var c: bool; X: c := l > a; goto Y; Y: return c; }|;
  r := inc(l);
}
procedure Q(b: bool) { var m: int; call m := P(1); assert b; }
";

fn program() -> Program {
    let mut sources = SourceMap::default();
    let file = sources.add("p.bpl".into(), PROGRAM.into());
    let (ast, diagnostics) = ivl::parse(&sources, file);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let (program, diagnostics) = rmt::internal::resolve::resolve(&ast, &sources);
    program.unwrap_or_else(|| panic!("{diagnostics:#?}"))
}

fn var(program: &Program, name: &str) -> VarId {
    let named = program.vars.iter_enumerated().find(|(_, v)| &*v.name == name);
    named.unwrap_or_else(|| panic!("no variable {name}")).0
}

fn func(program: &Program, name: &str) -> FuncId {
    let named = program.funcs.iter_enumerated().find(|(_, f)| &*f.name == name);
    named.unwrap_or_else(|| panic!("no function {name}")).0
}

/// Appends a command to the entry block of a procedure.
fn push(program: &mut Program, proc: &str, kind: CmdKind) {
    let body = body(program, proc);
    let entry = body.entry;
    body.blocks[entry].cmds.push(Cmd { kind, attrs: [].into(), span: Span::NONE });
}

fn body<'p>(program: &'p mut Program, proc: &str) -> &'p mut rmt::internal::ir::Body {
    let id: ProcId = program.proc_by_name(proc).expect("the procedure is there");
    program.procs[id].body.as_mut().expect("it has a body")
}

fn assume(program: &mut Program, proc: &str, e: ExprId) {
    push(program, proc, CmdKind::Assume(e));
}

/// Damages the program; the first violation is of that rule.
fn breaks(rule: Rule, damage: impl FnOnce(&mut Program)) {
    let mut program = program();
    damage(&mut program);
    let violations = verify(&program);
    assert_eq!(violations.first().map(|v| v.rule), Some(rule), "{violations:#?}");
}

#[test]
fn a_resolved_program_is_valid() {
    assert_eq!(verify(&program()), []);
}

#[test]
fn types() {
    breaks(Rule::TypeShape, |p| {
        let con = TypeConId(0);
        p.types.intern(Type::Con(con, [].into()));
    });
    breaks(Rule::TypeScope, |p| {
        let loose = p.types.intern(Type::Bound { depth: 0, index: 0 });
        let g = var(p, "g");
        p.vars[g].ty = loose;
    });
    breaks(Rule::Range, |p| {
        let g = var(p, "g");
        p.vars[g].ty = TypeId(9999);
    });
    breaks(Rule::TypeScope, |p| {
        // A type parameter of f in a local of Q.
        let f = func(p, "f");
        let param = p.types.intern(Type::Param(p.funcs[f].type_params[0]));
        let m = var(p, "m");
        p.vars[m].ty = param;
    });
}

#[test]
fn declarations() {
    breaks(Rule::Declaration, |p| {
        let l = var(p, "l");
        body(p, "Q").locals.push(l);
    });
    breaks(Rule::Declaration, |p| {
        let g = var(p, "g");
        p.vars[g].kind = VarKind::Local;
    });
    breaks(Rule::Declaration, |p| {
        let k = var(p, "k");
        p.vars[k].where_clause = Some(p.exprs.bool(true));
    });
}

#[test]
fn typing() {
    breaks(Rule::Typing, |p| {
        let (yes, one) = (p.exprs.bool(true), p.exprs.int(1));
        let e = p.exprs.op(Op::Add, [yes, one], TypeTable::INT);
        let e = p.exprs.eq(e, one);
        assume(p, "Q", e);
    });
    breaks(Rule::Typing, |p| {
        let one = p.exprs.int(1);
        assume(p, "Q", one);
    });
    breaks(Rule::Typing, |p| {
        let (m, yes) = (var(p, "m"), p.exprs.bool(true));
        push(p, "Q", CmdKind::Assign(vec![(m, yes)]));
    });
    breaks(Rule::Typing, |p| {
        let (func, yes) = (func(p, "inc"), p.exprs.bool(true));
        let kind = ExprKind::Call { func, types: [].into(), args: [yes].into() };
        let call = p.exprs.intern(Expr { kind, ty: TypeTable::INT });
        let e = p.exprs.eq(call, call);
        assume(p, "Q", e);
    });
    breaks(Rule::Typing, |p| {
        let kind = ExprKind::Bv { value: 256_u32.into(), width: 8 };
        let ty = p.types.bv(8);
        let wide = p.exprs.intern(Expr { kind, ty });
        let e = p.exprs.eq(wide, wide);
        assume(p, "Q", e);
    });
}

#[test]
fn scopes() {
    breaks(Rule::Scope, |p| {
        let b = var(p, "b");
        let e = p.var_expr(b);
        assume(p, "P", e);
    });
    breaks(Rule::Scope, |p| {
        let n = var(p, "n");
        let n = p.var_expr(n);
        let e = p.exprs.eq(n, n);
        assume(p, "P", e);
    });
    breaks(Rule::Scope, |p| {
        // A code expression's local outside.
        let c = p.codes[CodeId(0)].body.locals[0];
        let e = p.var_expr(c);
        assume(p, "P", e);
    });
    breaks(Rule::Scope, |p| {
        // A global in an axiom.
        let g = var(p, "g");
        let g = p.var_expr(g);
        p.axioms.iter_mut().next().expect("an axiom").expr = p.exprs.eq(g, g);
    });
    breaks(Rule::Typing, |p| {
        // Binds what is not to be bound.
        let l = var(p, "l");
        let body = p.exprs.bool(true);
        let kind = ExprKind::Quantifier(Box::new(Quantifier {
            kind: QuantifierKind::Forall,
            type_params: [].into(),
            vars: [l].into(),
            triggers: [].into(),
            weight: None,
            name: None,
            place: Default::default(),
            body,
        }));
        let e = p.exprs.intern(Expr { kind, ty: TypeTable::BOOL });
        assume(p, "P", e);
    });
}

#[test]
fn commands() {
    breaks(Rule::Target, |p| {
        let (b, yes) = (var(p, "b"), p.exprs.bool(true));
        push(p, "Q", CmdKind::Assign(vec![(b, yes)]));
    });
    breaks(Rule::Target, |p| {
        let (m, one) = (var(p, "m"), p.exprs.int(1));
        push(p, "Q", CmdKind::Assign(vec![(m, one), (m, one)]));
    });
    breaks(Rule::Target, |p| {
        let k = var(p, "k");
        push(p, "Q", CmdKind::Havoc(vec![k]));
    });
    breaks(Rule::Call, |p| {
        let callee = p.proc_by_name("P").expect("P is there");
        push(p, "Q", CmdKind::Call { callee, types: [].into(), ins: vec![], outs: vec![] });
    });
    breaks(Rule::Call, |p| {
        let callee = p.proc_by_name("P").expect("P is there");
        let (m, yes) = (var(p, "m"), p.exprs.bool(true));
        push(p, "Q", CmdKind::Call { callee, types: [].into(), ins: vec![yes], outs: vec![m] });
    });
    breaks(Rule::Range, |p| {
        let yes = p.exprs.bool(true);
        push(p, "Q", CmdKind::Assert(yes, AssertKind::Requires(ProcId(99), Span::NONE)));
    });
    breaks(Rule::Target, |p| {
        let (proc, k) = (p.proc_by_name("P").expect("P is there"), var(p, "k"));
        p.procs[proc].modifies.push(k);
    });
}

#[test]
fn flow() {
    let transfer = |p: &mut Program, transfer: Transfer| {
        let body = body(p, "Q");
        let entry = body.entry;
        body.blocks[entry].transfer = transfer;
    };
    breaks(Rule::Flow, |p| transfer(p, Transfer::Goto(vec![])));
    breaks(Rule::Flow, |p| transfer(p, Transfer::Goto(vec![BlockId(77)])));
    breaks(Rule::Flow, |p| transfer(p, Transfer::Goto(vec![BlockId(0), BlockId(0)])));
    breaks(Rule::Flow, |p| {
        let yes = p.exprs.bool(true);
        transfer(p, Transfer::ReturnExpr(yes));
    });
    breaks(Rule::Flow, |p| {
        let body = body(p, "P");
        let first = body.blocks[BlockId(0)].name.clone();
        body.blocks[BlockId(1)].name = first;
    });
    breaks(Rule::Flow, |p| body(p, "P").entry = BlockId(99));
}

#[test]
fn datatypes() {
    breaks(Rule::Datatype, |p| {
        let (a, b) = (func(p, "A"), func(p, "B"));
        let FunctionKind::Constructor { fields, .. } = &p.funcs[a].kind else { panic!("A is a constructor") };
        let field = fields[0];
        p.funcs[field].kind = FunctionKind::Selector { constructor: b, field: 0 };
    });
    breaks(Rule::Datatype, |p| {
        let a = func(p, "A");
        let con = p.type_cons.ids().find(|&c| p.type_cons[c].constructors.is_some()).expect("a datatype");
        p.type_cons[con].constructors = Some(vec![a, func(p, "inc")]);
    });
}
