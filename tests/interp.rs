//! The interpreter from outside: expressions whose value is known, doubtful or missing, and traces that do not fit.

#[path = "support/load.rs"]
#[allow(dead_code)]
mod load;

use rmt::internal::base::budget::{self, Budget, Cancel};
use rmt::internal::base::ids::VarId;
use rmt::internal::interp::explore::{Options, Outcome, explore};
use rmt::internal::interp::replay::{Condition, DisagreementKind};
use rmt::internal::interp::text::value_text;
use rmt::internal::interp::{Evaluator, Interpretation, Limits, Stuck, on_deep_stack, replay};
use rmt::internal::ir::Program;
use rmt::internal::verdict::{Decision, Division, FuncValue, Open, StepKind, Trace, Value};

use load::{entry, load};

/// The value of an expression as text, or why there is none. Variables have the first value of their type.
fn value(declarations: &str, expression: &str) -> Result<String, Stuck> {
    value_with(declarations, expression, Limits::default(), Open::default())
}

fn value_with(declarations: &str, expression: &str, limits: Limits, open: Open) -> Result<String, Stuck> {
    let text = format!("{declarations}\nprocedure main() {{ assume {{:value {expression}}} true; }}");
    let loaded = load("expression.bpl", &text).unwrap_or_else(|e| panic!("{e}"));
    let program = &loaded.program;
    let body = program.procs[entry(&loaded).unwrap()].body.as_ref().unwrap();
    let cmd = &body.blocks[body.entry].cmds[0];
    let rmt::internal::ir::AttributeValue::Expr(e) = cmd.attrs[0].args[0] else {
        panic!("{expression} does not resolve")
    };
    on_deep_stack(|| {
        let mut eval = Evaluator::new(program, Interpretation::new(&[], &open), limits);
        for &v in program.globals.iter().chain(&program.consts) {
            if let Some(any) = eval.domain.any(program.vars[v].ty) {
                eval.set(v, Ok(any));
            }
        }
        eval.eval(e).map(|v| value_text(program, &v))
    })
}

#[track_caller]
fn is(declarations: &str, expression: &str, expected: &str) {
    assert_eq!(value(declarations, expression).as_deref(), Ok(expected), "{expression}");
}

#[test]
fn stuck_operands_do_not_matter_where_another_decides() {
    let d = "function {:builtin \"str.len\"} f(x: int) returns (bool); var a: bool; var m: [int]int;";
    assert!(matches!(value(d, "f(1)"), Err(Stuck::Builtin(_))));
    is(d, "f(1) && false", "false");
    is(d, "true || f(1)", "true");
    is(d, "f(1) ==> true", "true");
    is(d, "a ==> f(1)", "true");
    is(d, "if true then 1 else (if f(1) then 2 else 3)", "1");
    is(d, "if f(1) then 4 else 4", "4");
    is(d, "m[3 := 5][3]", "5");
    assert!(matches!(value(d, "f(1) && true"), Err(Stuck::Builtin(_))));
    assert!(matches!(value(d, "(if f(1) then 1 else 2) == 1"), Err(Stuck::Builtin(_))));
}

#[test]
fn quantifiers_are_decided_where_few_values_matter() {
    let d = "var m: [int]int; var n: [int,int]bool; var k: int; var s: [bv32]bool; type T; var t: T; \
             function {:inline} twice(x: int): int { x + x } \
             function {:inline} at(a: [int]int, x: int): int { a[x] } \
             function {:inline} same(x: int, y: int): bool { not(x != y) } \
             function {:inline} not(b: bool): bool { !b }";
    // By the guard.
    is(d, "(forall i: int :: 0 <= i && i < 10 ==> twice(i) < 19)", "true");
    is(d, "(forall i: int :: 0 <= i && i < 10 ==> twice(i) < 18)", "false");
    is(d, "(exists i, j: int :: 0 <= i && i < j && j <= 4 && twice(i) == j + 2)", "true");
    is(d, "(forall i: int :: i == 7 ==> twice(i) == 14)", "true");
    // By the type.
    is(d, "(forall a, b: bool :: a ==> (b ==> a))", "true");
    is(d, "(forall x: T :: x == t)", "true");
    is(d, "(exists x: T :: x != t)", "false");
    // By the places where the variable stands.
    is(d, "(forall i: int :: m[i] == 0)", "true");
    is(d, "(forall i: int :: m[3 := 1][i] == 0)", "false");
    is(d, "(forall i: int :: m[3 := 1][i] == 0 || i == 3)", "true");
    is(d, "(exists i: int :: i > k && i < k + 2)", "true");
    is(d, "(exists i: int :: i > k && i < k + 1)", "false");
    is(d, "(exists x: real :: 0.0 < x && x < 0.001)", "true");
    is(d, "(forall i, j: int :: !n[i, j])", "true");
    is(d, "(forall i, j: int :: n[1, 2 := true][i, j] ==> j < i)", "false");
    assert_eq!(value(d, "(forall i, j: int :: n[1, 2 := true][i, j] ==> i < j)"), Err(Stuck::Unsure(true)));
    is(d, "(forall i, j: int :: n[1, 2 := true][i, j] ==> i == 1 && j == 2)", "true");
    // Two that are compared with each other.
    is(d, "(forall i, j: int :: m[3 := 1][i] == 1 && m[3 := 1][j] == 1 ==> i == j)", "true");
    is(d, "(forall i, j: int :: m[3 := 1][i] == 1 && m[3 := 1][j] == 0 ==> i == j)", "false");
    is(d, "(forall i, j: int :: m[i] == 0 && m[j] == 0 ==> i == j)", "false");
    is(d, "(exists i, j, l: int :: i != j && j != l && l != i && m[3 := 1][l] == 0 && i != 3 && j != 3)", "true");
    is(d, "(lambda i, j: int :: i == j)[4, 4] && !(lambda i, j: int :: i == j)[4, 5]", "true");
    is(d, "(forall b: bv32 :: s[5bv32 := true][b] <==> b == 5bv32)", "true");
    is(d, "(forall i: int :: (exists j: int :: i == 5 || m[j] == 0))", "true");
    is(d, "(forall i: int :: at(m[3 := 1], i) == 1 <==> same(3, i))", "true");
    is(d, "(forall i: int :: at(m[3 := 1], i) == 1 ==> same(i, 2))", "false");
    // Not at all: true or false as far as was seen, which negation turns round.
    assert_eq!(value(d, "(forall i: int :: twice(i) mod 2 == 0)"), Err(Stuck::Unsure(true)));
    assert_eq!(value(d, "(forall i: int :: (exists j: int :: j == i))"), Err(Stuck::Unsure(true)));
    assert_eq!(value(d, "(exists i: int :: twice(i) == 1)"), Err(Stuck::Unsure(false)));
    assert_eq!(value(d, "!(exists i: int :: twice(i) == 1)"), Err(Stuck::Unsure(true)));
    is(d, "(exists i: int :: twice(i) == 2)", "true");
    is(d, "(forall i: int :: twice(i) != 2)", "false");
    assert_eq!(value(d, "if (exists i: int :: twice(i) == 1) then 1 else 2"), Err(Stuck::Undecided));
}

#[test]
fn maps_are_extensional() {
    let d = "var m: [int]int; var b: [bool]int; var c: [bool,bool]bool; function {:inline} sq(x: int): int { x * x }";
    is(d, "m[1 := 2][1 := 0] == m", "true");
    is(d, "b[true := 1][false := 1]", "[else 1]");
    is(d, "b[true := 1]", "[true := 1, else 0]");
    is(d, "b[false := 1]", "[true := 0, else 1]");
    is(d, "b[false := 1] == b[true := 1]", "false");
    is(d, "(lambda x: bool :: if x then 3 else 4)", "[true := 3, else 4]");
    is(d, "(lambda x, y: bool :: x && y) == c[true, true := true]", "true");
    is(d, "(lambda i: int :: if i == 3 then 7 else m[i])", "[3 := 7, else 0]");
    is(d, "(lambda i: int :: sq(i))[12]", "144");
    is(d, "(lambda i: int :: sq(i))[3 := 1][3]", "1");
    is(d, "(lambda i: int :: sq(i)) == (lambda i: int :: i + 1)", "false");
    assert_eq!(value(d, "(lambda i: int :: sq(i)) == (lambda i: int :: i * i)"), Err(Stuck::Unsure(true)));
    is(d, "(lambda i: int :: sq(i)) == (lambda j: int :: sq(j))[1 := 2]", "false");
}

#[test]
fn depth_and_sharing() {
    let d = "function down(n: int) returns (int) { if n == 0 then 0 else 1 + down(n - 1) } \
             function forever(n: int) returns (int) { forever(n + 1) }";
    is(d, "down(1000)", "1000");
    assert_eq!(value(d, "forever(0)"), Err(Stuck::Depth));
    // A tree of 2^100 nodes.
    let chain: String = (0..100).map(|_| "(var x := x + x; ").collect();
    let text = format!("(var x := 1; {chain} x{}", ")".repeat(101));
    is("", &text, "1267650600228229401496703205376");
    let limits = Limits { fuel: 1000, ..Limits::default() };
    let slow = "(forall i: int :: 0 <= i && i < 5000 ==> i * i >= i)";
    assert_eq!(value_with("", slow, limits, Open::default()), Err(Stuck::Fuel));
}

#[test]
fn division_by_zero_is_the_models() {
    let entries = [(vec![Value::Int(5.into())], Value::Int(77.into()))].into();
    let table = FuncValue { entries, default: Value::Int(1.into()) };
    let open = Open { divisions: vec![(Division::Div, table)], ..Open::default() };
    let with = |e: &str| value_with("", e, Limits::default(), open.clone());
    assert_eq!(with("5 div 0"), Ok("77".to_string()));
    assert_eq!(with("5 mod 0"), Ok("0".to_string()));
    assert_eq!(with("4 div 0"), Ok("1".to_string()));
}

const PROGRAM: &str = "
var g: int where g >= 0;
const c: int;
axiom c > 3;
procedure p(x: int) returns (y: int)
  ensures y > x;
{
  y := x + 1;
}
procedure main(n: int)
  requires n >= 1;
  modifies g;
{
  var i: int;
  havoc g;
  goto left, right;
left:
  call i := p(g);
  assume i == n;
  assert i != c;
  return;
right:
  assert (exists k: int :: k * k == 2 * g * g + 1 && k > 100);
}
";

fn program() -> Program {
    load("program.bpl", PROGRAM).unwrap_or_else(|e| panic!("{e}")).program
}

fn named(program: &Program, name: &str) -> VarId {
    program.vars.ids().find(|&v| &*program.vars[v].name == name).unwrap()
}

fn int(n: i64) -> Value {
    Value::Int(n.into())
}

/// A trace into block `left` with these values of `n` and `c`, and of `g` after the havoc.
fn trace(program: &Program, n: i64, c: i64, g: i64) -> Trace {
    let main = program.proc_by_name("main").unwrap();
    let body = program.procs[main].body.as_ref().unwrap();
    let target = body.blocks.ids().find(|&b| &*body.blocks[b].name == "left").unwrap();
    Trace {
        entry: main,
        state: vec![(named(program, "n"), int(n)), (named(program, "c"), int(c))],
        functions: Vec::new(),
        decisions: vec![
            Decision::Value { var: named(program, "g"), value: int(g) },
            Decision::Goto { proc: main, block: body.entry, target },
        ],
        open: Open::default(),
    }
}

fn refused(program: &Program, trace: &Trace) -> DisagreementKind {
    let disagreement = replay(program, trace, &Budget::unlimited()).unwrap_err();
    assert!(disagreement.describe(program).contains("main"), "{}", disagreement.describe(program));
    disagreement.kind
}

#[test]
fn a_right_trace_replays() {
    let program = program();
    let execution = replay(&program, &trace(&program, 4, 4, 3), &Budget::unlimited()).unwrap();
    assert!(execution.certain);
    assert_eq!(execution.failure.what, "assertion");
    assert_eq!(execution.failure.condition, "i != c");
    let values: Vec<(&str, &str)> = execution.failure.values.iter().map(|b| (&*b.name, &*b.text)).collect();
    assert!(values.contains(&("i", "4")) && values.contains(&("c", "4")), "{values:?}");
    assert!(execution.initial.iter().all(|b| b.name != "g"), "g is overwritten before it is read");
    let call =
        execution.steps.iter().position(|s| matches!(&s.kind, StepKind::Call { procedure, .. } if procedure == "p"));
    assert_eq!(execution.steps[call.unwrap() + 1].depth, 1);
}

#[test]
fn wrong_traces_are_refused() {
    let program = program();
    let right = || trace(&program, 4, 4, 3);
    // A false assumption, a false where clause, a false precondition of the entry.
    assert!(matches!(refused(&program, &trace(&program, 5, 4, 3)), DisagreementKind::Blocked(Condition::Assume, _)));
    assert!(matches!(refused(&program, &trace(&program, 4, 4, -1)), DisagreementKind::Blocked(Condition::Where(_), _)));
    assert!(matches!(
        refused(&program, &trace(&program, 0, 4, 3)),
        DisagreementKind::Blocked(Condition::Requires(_), _)
    ));
    // A false axiom about a constant that the trace speaks of.
    assert!(matches!(refused(&program, &trace(&program, 4, 3, 3)), DisagreementKind::Blocked(Condition::Axiom(_), _)));
    // Nothing is violated.
    assert_eq!(refused(&program, &trace(&program, 4, 5, 3)), DisagreementKind::NoViolation { unsure: None });
    // A decision is missing, or of something else.
    let mut short = right();
    short.decisions.pop();
    assert!(matches!(refused(&program, &short), DisagreementKind::NoGoto { found: None, .. }));
    let mut foreign = right();
    foreign.decisions.insert(0, Decision::Value { var: named(&program, "i"), value: int(1) });
    assert!(matches!(refused(&program, &foreign), DisagreementKind::NoGoto { found: Some(_), .. }));
    // A value of the wrong type.
    let mut typed = right();
    typed.decisions[0] = Decision::Value { var: named(&program, "g"), value: Value::Bool(true) };
    assert!(matches!(refused(&program, &typed), DisagreementKind::IllTyped(_)));
}

#[test]
fn ignorance_is_no_refusal() {
    let program = program();
    let mut undecided = trace(&program, 4, 4, 3);
    let main = undecided.entry;
    let body = program.procs[main].body.as_ref().unwrap();
    let target = body.blocks.ids().find(|&b| &*body.blocks[b].name == "right").unwrap();
    undecided.decisions[1] = Decision::Goto { proc: main, block: body.entry, target };
    let disagreement = replay(&program, &undecided, &Budget::unlimited()).unwrap_err();
    assert!(matches!(disagreement.kind, DisagreementKind::CannotEvaluate(Condition::Assert, _, Stuck::Unsure(false))));
    assert!(disagreement.is_ignorance());
}

#[test]
fn missing_values_are_found() {
    let program = program();
    // Of `n`, which must be positive, of `c`, which must be above 3 (the axiom suggests 4), of `g`.
    let mut trace = trace(&program, 0, 0, 0);
    trace.state.clear();
    trace.decisions.remove(0);
    // n becomes 1, g stays 0, so that i is 1, as assumed.
    assert_eq!(refused(&program, &trace), DisagreementKind::NoViolation { unsure: None });
    trace.state.push((named(&program, "n"), int(4)));
    trace.decisions.insert(0, Decision::Value { var: named(&program, "g"), value: int(3) });
    assert!(replay(&program, &trace, &Budget::unlimited()).is_ok());
}

#[test]
fn deep_recursion_and_budgets() {
    let text = "
procedure down(n: int) { if (n > 0) { call down(n - 1); } else { assert n != 0; } }
procedure main() { call down(20000); }
procedure {:entrypoint} spin() { again: goto again; }
";
    let loaded = load("deep.bpl", text).unwrap_or_else(|e| panic!("{e}"));
    let program = &loaded.program;
    let main = program.proc_by_name("main").unwrap();
    let down = program.proc_by_name("down").unwrap();
    let body = program.procs[down].body.as_ref().unwrap();
    let mut branches = body.blocks[body.entry].transfer.targets().iter();
    let (then, other) = (*branches.next().unwrap(), *branches.next().unwrap());
    let goto = |target| Decision::Goto { proc: down, block: body.entry, target };
    let mut decisions = vec![goto(then); 20000];
    decisions.push(goto(other));
    let mut trace = Trace { entry: main, state: Vec::new(), functions: Vec::new(), decisions, open: Open::default() };
    let execution = replay(program, &trace, &Budget::unlimited()).unwrap_or_else(|d| panic!("{}", d.describe(program)));
    assert_eq!(execution.steps.iter().map(|s| s.depth).max(), Some(20001));
    // An endless loop ends with the budget.
    trace.entry = program.proc_by_name("spin").unwrap();
    let cancel = Cancel::default();
    cancel.cancel();
    let stopped = replay(program, &trace, &Budget::new(budget::Limits::default(), cancel)).unwrap_err();
    assert!(matches!(stopped.kind, DisagreementKind::Stopped(_)));
}

#[test]
fn exploration_gives_up_honestly() {
    let outcome = |text: &str, states| {
        let loaded = load("limits.bpl", text).unwrap_or_else(|e| panic!("{e}"));
        explore(&loaded.program, entry(&loaded).unwrap(), &Options { states, ..Options::default() })
    };
    let many = "procedure main() { var a, b: bv8; if (a == b) { assert true; } }";
    assert_eq!(outcome(many, 100), Outcome::TooBig);
    assert_eq!(outcome(many, 1_000_000), Outcome::Safe { cut_off: false });
    let real = "procedure main() { var r: real; assert r == r + 0.0; }";
    assert!(matches!(outcome(real, 100), Outcome::Unclear(Stuck::NoValues(_))));
    // A violation counts even where something else is unclear.
    let both = "procedure main() { var r: real; if (*) { assume r > 1.0; } else { assert false; } }";
    assert!(matches!(outcome(both, 100), Outcome::Unsafe(_)));
}
