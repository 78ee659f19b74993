//! Houdini as a library, as a prover calls it: guesses of one's own go in; those that hold together come out, and why
//! each other one fell.

#[path = "support/load.rs"]
#[allow(dead_code)]
mod load;
#[path = "support/verified.rs"]
mod verified;

use rmt::internal::base::budget::Budget;
use rmt::internal::base::ids::{BlockId, ExprId, ProcId, VarId};
use rmt::internal::cfg::loops::loops;
use rmt::internal::infer::houdini::{Attached, Inferred, Place, Refutation, Task, annotate, attach, infer};
use rmt::internal::infer::modular;
use rmt::internal::ir::{Op, Program, TypeTable};
use rmt::internal::smt::Settings;
use rustc_hash::FxHashMap;

use load::load_beside_triggers;
use verified::verified;

const COUNT: &str = "
procedure Count(n: int) returns (i: int)
{
  var twice: int;
  i, twice := 0, 0;
  while (i < n) { i, twice := i + 1, twice + 2; }
  assert n >= 0 ==> twice == 2 * n;
}
procedure Main()
{
  var r: int;
  call r := Count(7);
  assert r == 7;
}
";

/// The program, `Count`, and the head of its loop.
fn counting() -> (Program, ProcId, BlockId) {
    let program = load_beside_triggers("count.bpl", COUNT).expect("the text is a program").program;
    let proc = program.proc_by_name("Count").expect("it is declared");
    let head = loops(program.procs[proc].body.as_ref().expect("it has a body"))[0].header;
    (program, proc, head)
}

fn var(program: &Program, name: &str) -> VarId {
    let found = program.vars.iter_enumerated().find(|(_, v)| &*v.name == name);
    found.expect("it is declared").0
}

fn compare(program: &mut Program, op: Op, a: ExprId, b: ExprId) -> ExprId {
    program.exprs.op(op, [a, b], TypeTable::BOOL)
}

fn inferred(program: &Program, guards: &[VarId], jobs: usize) -> Inferred {
    let modular = modular::Config::default();
    infer(&Task {
        program,
        procs: &modular::to_verify(program, &modular),
        guards,
        implied: &FxHashMap::default(),
        modular,
        solver: Settings::default(),
        jobs,
        budget: &|_| Budget::unlimited(),
    })
}

fn is_verified(program: &Program) -> bool {
    verified(program).iter().all(|r| r.verification.is_verified())
}

#[test]
fn guesses_of_all_kinds_are_sifted() {
    let (mut program, proc, head) = counting();
    let [i, n, twice] = ["i", "n", "twice"].map(|name| {
        let var = var(&program, name);
        program.var_expr(var)
    });
    let (zero, two) = (program.exprs.int(0), program.exprs.int(2));
    let double = program.exprs.op(Op::Mul, [two, i], TypeTable::INT);
    let invariant = Place::Invariant(head);
    let guesses: Vec<(Place, ExprId, Option<&str>)> = vec![
        (Place::Requires, compare(&mut program, Op::Ge, n, zero), None),
        (Place::Requires, compare(&mut program, Op::Le, n, zero), Some("precondition")),
        (invariant, compare(&mut program, Op::Le, i, n), None),
        (invariant, compare(&mut program, Op::Eq, twice, double), None),
        (invariant, compare(&mut program, Op::Eq, i, n), Some("loop invariant on entry")),
        (invariant, compare(&mut program, Op::Le, twice, i), Some("loop invariant after an iteration")),
        (Place::Ensures, compare(&mut program, Op::Eq, i, n), None),
        (Place::Ensures, compare(&mut program, Op::Lt, i, n), Some("postcondition")),
    ];
    assert!(!is_verified(&program), "there is something to find");
    let attached: Vec<Attached> = guesses.iter().map(|&(place, expr, _)| Attached { proc, place, expr }).collect();
    let guards = attach(&mut program, &attached);
    for jobs in [1, 2] {
        let Inferred { survivors, fallen, .. } = inferred(&program, &guards, jobs);
        assert_eq!(survivors.len() + fallen.len(), guards.len());
        for (guard, &(_, _, why)) in guards.iter().zip(&guesses) {
            let fell = fallen.iter().find(|f| f.guard == *guard);
            assert_eq!(fell.map(|f| f.what), why);
            assert_eq!(fell.is_none(), survivors.contains(guard));
            assert!(fell.is_none_or(|f| f.refutation == Refutation::Model));
        }
        assert!(is_verified(&annotate(&program, &guards, &survivors)));
    }
}

/// A pool of hundreds: `i <= k` for many `k`, each refuted by an iteration of its own, and as many that hold.
#[test]
fn a_large_pool_takes_few_queries() {
    let (mut program, proc, head) = counting();
    let i = var(&program, "i");
    let i = program.var_expr(i);
    let mut attached = Vec::new();
    for k in 0..200 {
        let (above, below) = (program.exprs.int(k), program.exprs.int(-k));
        for expr in [compare(&mut program, Op::Le, i, above), compare(&mut program, Op::Ge, i, below)] {
            attached.push(Attached { proc, place: Place::Invariant(head), expr });
        }
    }
    let guards = attach(&mut program, &attached);
    let Inferred { survivors, stats, .. } = inferred(&program, &guards, 1);
    let expected: Vec<VarId> = guards.iter().copied().skip(1).step_by(2).collect();
    assert_eq!(survivors, expected);
    // The bounds above fall one after the other; what holds is not asked about one by one.
    assert!(stats.queries <= 210, "{} queries", stats.queries);
}
