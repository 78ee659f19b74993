//! Code expressions with many paths: the result stays small, and means the same.

use std::fmt::Write;

use ivl::source::SourceMap;
use rmt::base::budget::Budget;
use rmt::base::stats::Stats;
use rmt::driver;
use rmt::driver::elaborate::elaborate;
use rmt::driver::entry::entries;
use rmt::ir::Program;
use rmt::reach::Config;
use rmt::verdict::Verdict;

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
    let mut sources = SourceMap::default();
    let file = sources.add("diamonds.bpl".into(), text);
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
