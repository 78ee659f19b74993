//! Snapshots of reports: `tests/cases/report/*.expect`. `RMT_BLESS=1` rewrites them.

use std::path::PathBuf;

use ivl::source::{SourceMap, Span};

use super::origin::UNKNOWN;
use super::text::Style;
use super::{Report, json, text};
use crate::base::budget::Stop;
use crate::base::stats::Stats;
use crate::verdict::execution::{Binding, SourceLine};
use crate::verdict::{Bound, Certificate, Execution, Failure, Step, StepKind, Value, Verdict, Why};

const PROGRAM: &str = "\
var m: [int]int;
procedure inc(a: int) returns (r: int) { r := a + 1; }
procedure main(n: int)
{
  var x, y: int;
  x := n; y := x + 1;
  havoc y;
  call x := inc(x);
  m[3] := x;
  assume x > n;
  assert {:msg \"too large\"} x < 6;
}
";

fn expect(name: &str, actual: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases/report").join(format!("{name}.expect"));
    if std::env::var_os("RMT_BLESS").is_some() {
        std::fs::write(&path, actual).expect("the snapshot can be written");
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(actual, expected, "{} differs; RMT_BLESS=1 rewrites it", path.display());
}

fn bind(name: &str, value: i32) -> Binding {
    Binding { name: name.into(), text: value.to_string(), value: Value::Int(value.into()) }
}

struct Fixture {
    sources: SourceMap,
    execution: Execution,
}

impl Fixture {
    fn new() -> Fixture {
        let mut sources = SourceMap::default();
        let file = sources.add("m.bpl".into(), PROGRAM.into());
        let at = |text: &str| {
            let start = PROGRAM.find(text).expect("the text stands in the program");
            Span::new(file, start, start + text.len())
        };
        let step = |text: &str, depth, kind| Step { span: at(text), source: None, depth, thread: None, kind };
        let assign = |name: &str, value| StepKind::Assign { changes: vec![bind(name, value)] };
        let annotated = SourceLine { file: "driver.c".into(), line: 12, column: None };
        let steps = vec![
            step("procedure main", 0, StepKind::Call { procedure: "main".into(), args: vec![bind("n", 5)] }),
            step("x := n", 0, assign("x", 5)),
            step("y := x", 0, assign("y", 6)),
            step("havoc y", 0, StepKind::Havoc { changes: vec![bind("y", 77)] }),
            step("call x", 0, StepKind::Call { procedure: "inc".into(), args: vec![bind("a", 5)] }),
            step("r := a", 1, assign("r", 6)),
            step("call x", 0, StepKind::Return { procedure: "inc".into(), results: vec![bind("r", 6)] }),
            step("call x", 0, assign("x", 6)),
            Step { source: Some(annotated), ..step("m[3]", 0, assign("m[3]", 6)) },
            step("assume x", 0, StepKind::Assume { condition: "x > n".into() }),
        ];
        let failure = Failure {
            span: at("assert {:msg \"too large\"} x < 6;"),
            source: None,
            related: None,
            what: "assertion",
            condition: "x < 6".into(),
            values: vec![bind("x", 6)],
            message: Some("too large".into()),
            check: None,
            label: Some("too large".into()),
            written: true,
            procedure: "main".into(),
            thread: None,
            block: None,
            always: false,
        };
        Fixture {
            sources,
            execution: Execution {
                initial: vec![bind("m[3]", 0)],
                steps,
                inputs: vec![],
                turns: vec![],
                forgotten: 0,
                failure,
                certain: true,
            },
        }
    }

    fn render(&self, verdict: &Verdict) -> (String, String) {
        let assumptions = vec!["no signed overflow".to_string()];
        let stats = Stats { inlined: 2, queries: 1, bound: Some(1), ..Stats::default() };
        let report = Report {
            file: "m.bpl",
            entry: "main",
            verdict,
            contexts: None,
            cut: &[],
            checks: &[],
            assumptions: &assumptions,
            expected: None,
            stats: Some(&stats),
            summaries: None,
            coverage: None,
            origin: &UNKNOWN,
            sources: &self.sources,
        };
        let text = text::render(&report, Style { color: false, trace: true });
        let object: serde_json::Value = serde_json::from_str(&json::render(&report)).expect("the report is JSON");
        (text, format!("{object:#}\n"))
    }
}

#[test]
fn an_execution() {
    let fixture = Fixture::new();
    let (text, json) = fixture.render(&Verdict::Unsafe(fixture.execution.clone()));
    expect("unsafe.txt", &text);
    expect("unsafe.json", &json);
}

#[test]
fn verdicts() {
    let fixture = Fixture::new();
    let all = [
        Verdict::Safe(Certificate::nothing_to_check()),
        Verdict::Safe(Certificate::over_approximation_refuted()),
        Verdict::SafeUpTo(Bound(3)),
        Verdict::Unknown(Why::Stopped(Stop::Timeout)),
        Verdict::Unknown(Why::StoppedAfter(Stop::Timeout, Bound(2))),
        Verdict::Unknown(Why::Incomplete("(incomplete quantifiers)".into())),
        Verdict::Unknown(Why::Unsupported("the operator `str.++`".into())),
    ];
    let (mut texts, mut jsons) = (String::new(), String::new());
    for verdict in &all {
        let (text, json) = fixture.render(verdict);
        texts.push_str(&text);
        jsons.push_str(&json);
    }
    expect("verdicts.txt", &texts);
    expect("verdicts.json", &jsons);
}
