//! Products of programs: peeled loops, renamed copies, lock step and snapshots, judged by the explorer and by modular
//! verification.

#[path = "support/load.rs"]
#[allow(dead_code)]
mod load;

use rmt::internal::base::ids::{BlockId, ExprId, ProcId, VarId};
use rmt::internal::cfg::loops::loops;
use rmt::internal::infer::{self, Task, modular};
use rmt::internal::interp::explore::{Options, Outcome, explore};
use rmt::internal::ir::build::{Loop, Renaming, copy_region, lock_step, peel, redirect, snapshot};
use rmt::internal::ir::verify::verify;
use rmt::internal::ir::{AssertKind, Body, Cmd, CmdKind, Names, Op, Program, TypeTable};

use load::load_beside_triggers;

/// The program of a text and the body of its procedure `P`, taken out.
fn taken(text: &str) -> (Program, ProcId, Body) {
    let mut program = load_beside_triggers("product.bpl", text).expect("the text is a program").program;
    let proc = program.proc_by_name("P").expect("there is P");
    let body = program.procs[proc].body.take().expect("P has a body");
    (program, proc, body)
}

fn put_back(mut program: Program, proc: ProcId, body: Body) -> Program {
    program.procs[proc].body = Some(body);
    assert_eq!(verify(&program), Vec::new());
    program
}

fn outcome(program: &Program, proc: ProcId, bound: u32) -> &'static str {
    match explore(program, proc, &Options { bound, ..Options::default() }) {
        Outcome::Safe { cut_off: false } => "safe",
        Outcome::Safe { cut_off: true } => "cut",
        Outcome::Unsafe(_) => "unsafe",
        Outcome::TooBig | Outcome::Unclear(_) => "?",
    }
}

fn is_verified(program: &Program, proc: ProcId) -> bool {
    let results = infer::verify(&Task {
        program,
        procs: &[proc],
        modular: modular::Config::default(),
        config: infer::Config::default(),
        smoke: false,
        jobs: 1,
        within: &infer::unlimited,
        done: &|_, _| {},
    });
    results[0].verification.is_verified()
}

fn local(program: &Program, body: &Body, name: &str) -> VarId {
    *body.locals.iter().find(|&&v| &*program.vars[v].name == name).expect("the local is declared")
}

fn assertion(condition: ExprId) -> Cmd {
    Cmd::new(CmdKind::Assert(condition, AssertKind::Invariant), ivl::source::Span::NONE)
}

const COUNT: &str = "procedure P() {
  var i: int;
  i := 0;
  while (i < 4) { i := i + 1; assert i != 3; }
}";

#[test]
fn a_peeled_iteration_is_no_iteration_of_the_loop() {
    let bounds = |times: usize| {
        let (mut program, proc, mut body) = taken(COUNT);
        let nest = loops(&body);
        let mut names = Names::of_blocks(&body);
        let l = Loop { header: nest[0].header, members: &nest[0].members };
        let copies = peel(&mut program, &mut body, l, times, &mut names);
        assert_eq!(copies.len(), times);
        let program = put_back(program, proc, body);
        (0..4).map(|bound| outcome(&program, proc, bound)).collect::<Vec<_>>()
    };
    assert_eq!(bounds(0), ["cut", "cut", "unsafe", "unsafe"]);
    assert_eq!(bounds(1), ["cut", "unsafe", "unsafe", "unsafe"]);
    assert_eq!(bounds(2), ["unsafe", "unsafe", "unsafe", "unsafe"]);
}

/// The blocks of a loop, and last the one behind it, which assumes that its condition is false.
fn with_exit(body: &Body, l: &rmt::internal::cfg::loops::Loop) -> Vec<BlockId> {
    let targets = body.blocks[l.header].transfer.targets();
    let exit = targets.iter().copied().find(|t| !l.members.contains(t)).expect("the loop is left");
    l.members.iter().copied().chain([exit]).collect()
}

/// Two loops one after the other, the second a copy of the first over `j` and `t`.
fn sequence() -> (Program, ProcId, Body) {
    let (mut program, proc, mut body) = taken(
        "procedure P(n: int) {
           var i, s, j, t: int;
           i, s, j, t := 0, 0, 0, 0;
           while (i < n) { i := i + 1; s := s + i; }
           assert s == t;
         }",
    );
    let nest = loops(&body);
    let l = &nest[0];
    let var = |name: &str| local(&program, &body, name);
    let renaming =
        Renaming { vars: [(var("i"), var("j")), (var("s"), var("t"))].into_iter().collect(), ..Renaming::default() };
    let region = with_exit(&body, l);
    let mut names = Names::of_blocks(&body);
    let copies = copy_region(&mut program, &mut body, &region, &renaming, &mut names);
    // The first loop leaves for its copy.
    let done = region[region.len() - 1];
    let after = body.blocks[done].transfer.targets()[0];
    redirect(&mut body, done, &[(after, copies[&l.header])].into_iter().collect());
    (program, proc, body)
}

/// Whether the loops, with the invariant that both agree at the heads, are verified.
fn agree(in_lock_step: bool) -> bool {
    let (mut program, proc, mut body) = sequence();
    let nest = loops(&body);
    // Inner loops first, otherwise in no order that matters: the first is the one that is entered from outside.
    let i = local(&program, &body, "i");
    let assigns = |l: &&rmt::internal::cfg::loops::Loop| {
        let mut cmds = l.members.iter().flat_map(|&m| &body.blocks[m].cmds);
        cmds.any(|c| matches!(&c.kind, CmdKind::Assign(pairs) if pairs.iter().any(|&(v, _)| v == i)))
    };
    let (mut first, mut second) = (&nest[0], &nest[1]);
    if !assigns(&first) {
        std::mem::swap(&mut first, &mut second);
    }
    let mut names = Names::of_blocks(&body);
    let mut heads = vec![first.header];
    if in_lock_step {
        let (first_region, second_region) = (with_exit(&body, first), with_exit(&body, second));
        let a = Loop { header: first.header, members: &first_region };
        let b = Loop { header: second.header, members: &second_region };
        let alone = lock_step(&mut program, &mut body, a, b, &mut names).expect("the loops follow each other");
        heads.extend([alone.0, alone.1]);
    }
    let mut equal = Vec::new();
    for (a, b) in [("i", "j"), ("s", "t")] {
        let (a, b) = (local(&program, &body, a), local(&program, &body, b));
        let (a, b) = (program.var_expr(a), program.var_expr(b));
        equal.push(program.exprs.op(Op::Eq, [a, b], TypeTable::BOOL));
    }
    let invariant = program.exprs.and(&equal);
    for head in heads {
        body.blocks[head].cmds.insert(0, assertion(invariant));
    }
    let program = put_back(program, proc, body);
    if in_lock_step {
        assert_ne!(outcome(&program, proc, 3), "unsafe");
    }
    is_verified(&program, proc)
}

#[test]
fn a_renamed_copy_does_the_same() {
    let (program, proc, body) = sequence();
    let program = put_back(program, proc, body);
    assert_ne!(outcome(&program, proc, 3), "unsafe");
}

#[test]
fn loops_in_lock_step_are_related_by_an_invariant() {
    assert!(!agree(false));
    assert!(agree(true));
}

#[test]
fn a_snapshot_is_the_value_at_the_loop_head() {
    for (difference, expected) in [(1, "safe"), (2, "unsafe")] {
        let (mut program, proc, mut body) = taken(COUNT.replace("assert i != 3;", "").as_str());
        let i = local(&program, &body, "i");
        let nest = loops(&body);
        let copy = snapshot(&mut program, &mut body, nest[0].header, i);
        // At the end of the iteration, `i == copy + difference`.
        let (i, copy) = (program.var_expr(i), program.var_expr(copy));
        let step = program.exprs.int(difference);
        let sum = program.exprs.op(Op::Add, [copy, step], TypeTable::INT);
        let holds = program.exprs.op(Op::Eq, [i, sum], TypeTable::BOOL);
        let last = nest[0]
            .members
            .iter()
            .copied()
            .find(|&m| m != nest[0].header && body.blocks[m].transfer.targets().contains(&nest[0].header));
        body.blocks[last.expect("the loop has a back edge")].cmds.push(assertion(holds));
        let program = put_back(program, proc, body);
        assert_eq!(outcome(&program, proc, 4), expected);
    }
}
