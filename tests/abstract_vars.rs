//! Variable abstraction: what the pass makes of each kind of command.

#[allow(dead_code)] // other tests use the rest
#[path = "support/load.rs"]
mod load;

use rmt::internal::base::ids::VarId;
use rmt::internal::ir::Program;
use rmt::internal::ir::unresolve::unresolve;
use rmt::internal::pass::abstract_vars::{self, Tracked};

use load::load;

const PROGRAM: &str = "var x, y: int;
procedure P(a: int) returns (r: int) { y := a; }
procedure main() {
  var l, k: int;
  l, x := y, x + 1;
  x, y := x + y, x;
  assume y > 0;
  assume x > l;
  havoc x, y;
  havoc y;
  call y := P(x);
  call l := P(y + x);
  assert x > 0;
  assert y > x;
}
";

/// What the pass makes of the commands of `main`, a line each.
fn abstracted(tracked: &dyn Fn(&Program, VarId) -> Tracked) -> Vec<String> {
    let program = load("p.bpl", PROGRAM).expect("the program is correct").program;
    let before = program.clone();
    let step = abstract_vars::run(program, &|v| tracked(&before, v));
    let text = unresolve(&step.program).to_string();
    let main = &text[text.find("procedure main").expect("main is there")..];
    let lines = main.lines().map(str::trim).filter(|l| l.ends_with(';') && !l.starts_with("var"));
    lines.map(str::to_string).collect()
}

#[test]
fn globals_that_are_not_tracked_go() {
    let without = |name: &'static str| {
        abstracted(&move |p: &Program, v| if *p.vars[v].name == *name { Tracked::No } else { Tracked::Yes })
    };
    let expected = [
        "havoc arbitrary;",
        "l, x := arbitrary, x + 1;",
        "havoc arbitrary;",
        "x := arbitrary;",
        "assume x > l;",
        "havoc x;",
        "call arbitrary := P(x);",
        "havoc arbitrary;",
        "call l := P(arbitrary);",
        "assert x > 0;",
        "assert false;",
        "return;",
    ];
    assert_eq!(without("y"), expected);
}

#[test]
fn a_constant_says_whether_a_global_is_tracked() {
    // `main` has a local of that type, which stands in for the constant.
    let constant = |p: &Program| p.vars.iter_enumerated().find(|(_, v)| &*v.name == "k").map(|(id, _)| id);
    let found = abstracted(&move |p: &Program, v| match &*p.vars[v].name {
        "y" => Tracked::If(constant(p).expect("k is there")),
        _ => Tracked::Yes,
    });
    let expected = [
        "havoc arbitrary;",
        "assume k ==> arbitrary == y;",
        "l, x := arbitrary, x + 1;",
        "havoc arbitrary;",
        "assume k ==> arbitrary == x + y;",
        "x, y := arbitrary, x;",
        "assume k ==> y > 0;",
        "assume x > l;",
        "havoc x, y;",
        "havoc y;",
        "call y := P(x);",
        "havoc arbitrary;",
        "assume k ==> arbitrary == y + x;",
        "call l := P(arbitrary);",
        "assert x > 0;",
        "assert k && y > x;",
        "return;",
    ];
    assert_eq!(found, expected);
}
