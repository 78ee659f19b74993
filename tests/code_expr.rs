//! Code expressions with many paths: the result stays small, and means what evaluating them path by path gives.

use std::collections::BTreeSet;
use std::fmt::{Display, Formatter, Result as FmtResult, Write};

use ivl::source::SourceMap;
use rmt::internal::base::budget::Budget;
use rmt::internal::base::stats::Stats;
use rmt::internal::driver;
use rmt::internal::driver::elaborate::elaborate;
use rmt::internal::driver::entry::entries;
use rmt::internal::interp::explore::{Options, Outcome, explore};
use rmt::internal::ir::Program;
use rmt::internal::reach::Config;
use rmt::internal::verdict::Verdict;

/// `n` diamonds in a row; one side of each adds to `x`, the other to `y`. The sum is the same on all paths.
fn diamonds(n: u32, sum: u32) -> Program {
    let params: Vec<String> = (0..n).map(|i| format!("b{i}: bool")).collect();
    let mut text = format!("procedure main({}) {{ assert |{{ var x, y: int;\n", params.join(", "));
    let _ = writeln!(text, "S: x := 0; y := 0; goto D0;");
    for i in 0..n {
        let _ = writeln!(text, "D{i}: goto L{i}, R{i};");
        let _ = writeln!(text, "L{i}: assume b{i}; x := x + {i}; goto D{};", i + 1);
        let _ = writeln!(text, "R{i}: assume !b{i}; y := y + {i}; goto D{};", i + 1);
    }
    let _ = writeln!(text, "D{n}: return x + y == {sum}; }}|; }}");
    program(text)
}

fn program(text: String) -> Program {
    let mut sources = SourceMap::default();
    let file = sources.add("code.bpl".into(), text);
    let elaborated = elaborate(&sources, &[file], &mut Stats::default());
    elaborated.unwrap_or_else(|d| panic!("{}", d[0].render(&sources))).0
}

fn verdict(program: &Program) -> Verdict {
    let entry = entries(program, &[]).expect("there is an entry")[0];
    driver::check(program, entry, &Config::default(), &Budget::unlimited(), false, &mut |_| {}).verdict
}

#[test]
fn many_paths_need_no_more_than_many_blocks() {
    let nodes = |n| diamonds(n, 0).exprs.len();
    // Beyond the limit of variants, each diamond adds the same.
    assert!(nodes(40) - nodes(30) <= nodes(30) - nodes(20) + 10, "{} {} {}", nodes(20), nodes(30), nodes(40));
}

#[test]
fn values_meet_at_joins() {
    assert!(matches!(verdict(&diamonds(7, 21)), Verdict::Safe(_)));
    assert!(!matches!(verdict(&diamonds(7, 22)), Verdict::Safe(_) | Verdict::SafeUpTo(_)));
}

/// A formula about `p`, `q` and the local `t` of the code expression around it.
enum Formula {
    Var(char),
    Not(Box<Formula>),
    Binary(&'static str, Box<Formula>, Box<Formula>),
    Ite(Box<[Formula; 3]>),
    /// `f(e)`, where `f` is the identity.
    Applied(Box<Formula>),
    /// Each path assumes something or nothing, may assign to `t`, which is arbitrary before, and returns.
    Code(Vec<(Option<Formula>, Option<Formula>, Formula)>),
}

impl Display for Formula {
    fn fmt(&self, f: &mut Formatter) -> FmtResult {
        match self {
            Formula::Var(name) => write!(f, "{name}"),
            Formula::Not(e) => write!(f, "!({e})"),
            Formula::Binary(op, a, b) => write!(f, "(({a}) {op} ({b}))"),
            Formula::Ite(parts) => write!(f, "(if {} then {} else {})", parts[0], parts[1], parts[2]),
            Formula::Applied(e) => write!(f, "f({e})"),
            Formula::Code(paths) => {
                let labels: Vec<String> = (0..paths.len()).map(|i| format!("P{i}")).collect();
                write!(f, "|{{ var t: bool; S: goto {};", labels.join(", "))?;
                for (label, (assumed, assigned, value)) in labels.iter().zip(paths) {
                    write!(f, " {label}:")?;
                    assumed.as_ref().map_or(Ok(()), |e| write!(f, " assume {e};"))?;
                    assigned.as_ref().map_or(Ok(()), |e| write!(f, " t := {e};"))?;
                    write!(f, " return {value};")?;
                }
                write!(f, " }}|")
            }
        }
    }
}

impl Formula {
    fn random(random: &mut u64, depth: u32) -> Formula {
        let mut below = |n: u64| {
            *random ^= *random << 13;
            *random ^= *random >> 7;
            *random ^= *random << 17;
            *random % n
        };
        let (choice, name) = (below(9), ['p', 'q', 't'][below(3) as usize]);
        let op = ["&&", "||", "==>", "<==>", "==", "!=", "<=="][below(7) as usize];
        let (paths, parts) = (below(3) + 1, below(4));
        let mut next = || Formula::random(random, depth - 1);
        match choice {
            _ if depth == 0 => Formula::Var(name),
            0 => Formula::Var(name),
            1 => Formula::Not(Box::new(next())),
            2..=4 => Formula::Binary(op, Box::new(next()), Box::new(next())),
            5 => Formula::Ite(Box::new([next(), next(), next()])),
            6 => Formula::Applied(Box::new(next())),
            // The first path is always open.
            _ => {
                let path = |i| {
                    let assumed = (i > 0 && parts & 1 == 1).then(&mut next);
                    let assigned = (parts & 2 == 2).then(&mut next);
                    (assumed, assigned, next())
                };
                Formula::Code((0..paths).map(path).collect())
            }
        }
    }

    /// The values that it may have, for given values of the variables.
    fn outcomes(&self, p: bool, q: bool, t: bool) -> BTreeSet<bool> {
        let of = |e: &Formula| e.outcomes(p, q, t);
        match self {
            Formula::Var('p') => [p].into(),
            Formula::Var('q') => [q].into(),
            Formula::Var(_) => [t].into(),
            Formula::Not(e) => of(e).into_iter().map(|v| !v).collect(),
            Formula::Applied(e) => of(e),
            Formula::Binary(op, a, b) => {
                let b = of(b);
                let pairs = of(a).into_iter().flat_map(|x| b.iter().map(move |&y| (x, y)));
                let value = |(x, y): (bool, bool)| match *op {
                    "&&" => x && y,
                    "||" => x || y,
                    "==>" => !x || y,
                    "<==" => x || !y,
                    "!=" => x != y,
                    _ => x == y,
                };
                pairs.map(value).collect()
            }
            Formula::Ite(parts) => of(&parts[0]).into_iter().flat_map(|c| of(&parts[if c { 1 } else { 2 }])).collect(),
            Formula::Code(paths) => {
                let mut all = BTreeSet::new();
                for ((assumed, assigned, value), start) in paths.iter().flat_map(|path| [(path, false), (path, true)]) {
                    if assumed.as_ref().is_none_or(|e| e.outcomes(p, q, start).contains(&true)) {
                        let now = assigned.as_ref().map_or([start].into(), |e| e.outcomes(p, q, start));
                        all.extend(now.into_iter().flat_map(|t| value.outcomes(p, q, t)));
                    }
                }
                all
            }
        }
    }
}

#[test]
fn a_formula_means_what_its_evaluations_give() {
    let mut random = 0x2545_f491_4f6c_dd1d;
    let mut failing = 0;
    for round in 0..600 {
        let formula = Formula::random(&mut random, 4);
        let [p, q, t] = [1, 2, 4].map(|bit| round & bit != 0);
        let outcomes = formula.outcomes(p, q, t);
        let may_be = |value: bool| outcomes.contains(&value);
        let uses: [(String, bool); 4] = [
            (format!("assert {formula};"), may_be(false)),
            (format!("assume {formula}; assert false;"), may_be(true)),
            (format!("r := {formula}; assert r;"), may_be(false)),
            (format!("call asks({formula});"), may_be(false)),
        ];
        for (statement, fails) in uses {
            let text = format!(
                "function f(b: bool): bool {{ b }}\nprocedure asks(b: bool);\n  requires b;\n\
                 procedure main(p, q, t: bool) {{ var r: bool; assume p == {p} && q == {q} && t == {t}; {statement} }}"
            );
            let program = program(text.clone());
            let entry = entries(&program, &[]).expect("there is an entry")[0];
            match explore(&program, entry, &Options::default()) {
                Outcome::Safe { .. } => assert!(!fails, "round {round}: no violation found in\n{text}"),
                Outcome::Unsafe(_) => assert!(fails, "round {round}: a violation found in\n{text}"),
                other => panic!("round {round}: {other:?} of\n{text}"),
            }
            failing += usize::from(fails);
        }
    }
    assert!((400..2000).contains(&failing), "{failing} of 2400 fail: too one-sided to say anything");
}
