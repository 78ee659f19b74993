//! Programs run on given inputs.

#[path = "support/load.rs"]
#[allow(dead_code)]
mod load;

use rmt::internal::base::budget::{self, Budget, Cancel, Stop};
use rmt::internal::base::ids::{BlockId, VarId};
use rmt::internal::driver::pipeline::{self, Pass};
use rmt::internal::interp::machine::{At, End};
use rmt::internal::interp::run::{Inputs, Ran, run};
use rmt::internal::interp::{Evaluator, Interpretation};
use rmt::internal::ir::Program;
use rmt::internal::verdict::Value;

use load::{entry, load};

const SUM: &str = "
var g: int;
procedure add(x: int) returns (r: int)
  requires x >= 0;
  ensures r == old(g) + x;
  modifies g;
{ g := g + x; r := g; }
procedure {:entrypoint} main(n: int) returns (sum: int)
  modifies g;
{
  var i: int;
  i := 0;
  head: goto body, done;
  body: assume i < n; call sum := add(i); i := i + 1; goto head;
  done: assume i >= n; assert sum < 10; return;
}";

const CHOICE: &str = "
procedure {:entrypoint} main() returns (x: int)
{ goto left, right; left: x := 1; return; right: havoc x; assume x > 2; return; }";

/// Integers by the names of variables; the same way everywhere; what `i` is at the arrivals at `head`.
#[derive(Default)]
struct Given {
    values: Vec<(VarId, i64)>,
    way: usize,
    watched: Option<VarId>,
    seen: Vec<i64>,
}

impl Given {
    fn value_of(&self, var: VarId) -> Option<Value> {
        self.values.iter().find(|(v, _)| *v == var).map(|&(_, n)| Value::Int(n.into()))
    }
}

impl Inputs for Given {
    fn start(&mut self, var: VarId) -> Option<Value> {
        self.value_of(var)
    }

    fn value(&mut self, var: VarId) -> Option<Value> {
        self.value_of(var)
    }

    fn choose(&mut self, _: At, _: &[BlockId]) -> usize {
        self.way
    }

    fn visit(&mut self, eval: &Evaluator<'_>, at: At) {
        let Some(var) = self.watched else { return };
        let block = &eval.program.procs[at.proc].body.as_ref().expect("it runs").blocks[at.block];
        if &*block.name == "head"
            && let Ok(Value::Int(n)) = eval.var(var)
        {
            self.seen.push(i64::try_from(n.clone()).expect("a small number"));
        }
    }
}

fn named(program: &Program, name: &str) -> VarId {
    program.vars.iter_enumerated().find(|(_, v)| &*v.name == name).expect("the variable is declared").0
}

/// The run of a program whose contracts are written out.
fn ran(text: &str, values: &[(&str, i64)], way: usize, longest: u64, budget: &Budget) -> (Program, Given, Ran) {
    let loaded = load("run.bpl", text).expect("the text is a program");
    let entry = entry(&loaded).expect("there is an entry");
    let prepared =
        pipeline::run(loaded.program, entry, &[Pass::Prune, Pass::Entry, Pass::Contracts]).expect("they go together");
    let program = prepared.program;
    let values = values.iter().map(|&(name, n)| (named(&program, name), n)).collect();
    let watched = program.vars.iter_enumerated().find(|(_, v)| &*v.name == "i").map(|(id, _)| id);
    let mut given = Given { values, way, watched, seen: Vec::new() };
    let ran = run(&program, prepared.entry, &mut given, Interpretation::default(), longest, budget);
    (program, given, ran)
}

fn end(text: &str, values: &[(&str, i64)], way: usize) -> End {
    ran(text, values, way, 10_000, &Budget::unlimited()).2.end
}

#[test]
fn inputs_decide_how_it_ends() {
    let (program, given, result) = ran(SUM, &[("n", 4), ("g", 1)], 0, 10_000, &Budget::unlimited());
    assert_eq!(result.end, End::Returned);
    assert_eq!(given.seen, [0, 1, 2, 3, 4]);
    let sum = (named(&program, "sum"), Value::Int(7.into()));
    assert!(result.state.contains(&sum) && result.state.contains(&(named(&program, "g"), Value::Int(7.into()))));
    assert!(matches!(end(SUM, &[("n", 5), ("g", 1)], 0), End::Violated { .. }));
    // No round: what the result is given before it is assigned decides.
    assert!(matches!(end(SUM, &[("n", 0), ("sum", 10)], 0), End::Violated { .. }));
    assert_eq!(end(SUM, &[("n", 0), ("sum", 9)], 0), End::Returned);
}

#[test]
fn choices_and_havocs_are_given() {
    assert_eq!(end(CHOICE, &[("x", 0)], 0), End::Returned);
    assert_eq!(end(CHOICE, &[("x", 0)], 1), End::Blocked);
    assert_eq!(end(CHOICE, &[("x", 3)], 1), End::Returned);
}

#[test]
fn runs_are_limited() {
    let cancel = Cancel::default();
    let budget = Budget::new(budget::Limits::default(), cancel.clone());
    assert_eq!(ran(SUM, &[("n", 1_000_000)], 0, 100, &budget).2.end, End::TooLong);
    cancel.cancel();
    assert_eq!(ran(SUM, &[("n", 1_000_000)], 0, 100, &budget).2.end, End::Stopped(Stop::Interrupted));
}
