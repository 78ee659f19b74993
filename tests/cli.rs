//! The binary as users run it: arguments, exit codes, output formats, signals.

#[path = "support/clang.rs"]
mod clang;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const SAFE: &str = "tests/cli/safe.bpl";
const UNSAFE: &str = "tests/cli/unsafe.bpl";
const BOUNDED: &str = "tests/cli/bounded.bpl";
const REJECTED: &str = "tests/cli/rejected.bpl";
const ENTRIES: &str = "tests/cli/entries.bpl";
const CONTRACTS: &str = "tests/cli/contracts.bpl";
const SEVERAL: &str = "tests/cli/several.bpl";
const HARD: &str = "tests/cli/hard.bpl";
const ARRAY: &str = "tests/cli/array.bpl";
const ARRAY_OTHER: &str = "tests/cli/array_other.bpl";
const NONLINEAR: &str = "tests/cli/nonlinear.bpl";

/// What a run printed and its exit code.
struct Ran {
    out: String,
    err: String,
    code: i32,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rmt"));
    command.args(arguments).current_dir(root()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn ran(output: Output) -> Ran {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    let err = text(output.stderr);
    let code = output.status.code().unwrap_or_else(|| panic!("ended by a signal: {err}"));
    assert!(!err.contains("panicked"), "{err}");
    Ran { out: text(output.stdout), err, code }
}

fn rmt(arguments: &[&str]) -> Ran {
    ran(command(arguments).output().expect("rmt runs"))
}

/// Runs with a text as standard input.
fn rmt_reads(arguments: &[&str], input: &str) -> Ran {
    let mut child = command(arguments).stdin(Stdio::piped()).spawn().expect("rmt runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_string();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("rmt ends");
    writer.join().expect("the writer ends").expect("rmt reads its input");
    ran(output)
}

/// The verdict's word in the last line of a text report: `x.bpl: safe up to bound 3 (…)` → `safe up to bound 3`.
fn verdict(report: &str) -> &str {
    let line = report.lines().rfind(|l| !l.is_empty()).unwrap_or_default();
    let verdict = line.split_once(": ").map_or(line, |(_, v)| v);
    verdict.split([':', '(']).next().unwrap_or_default().trim()
}

fn programs(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("the folder can be read").path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "bpl"));
    paths.sort();
    assert!(!paths.is_empty());
    paths
}

#[test]
fn version_tells_that_of_z3() {
    let ran = rmt(&["--version"]);
    assert_eq!(ran.code, 0);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[0], format!("rmt {}", env!("CARGO_PKG_VERSION")));
    assert!(lines[1].starts_with("Z3 ") && lines[1].contains('.'), "{}", ran.out);
}

#[test]
fn exit_codes() {
    let cases: [(&[&str], i32); 22] = [
        (&["check", SAFE], 0),
        (&["check", SAFE, "--require-proof"], 0),
        (&["check", UNSAFE], 10),
        (&["check", UNSAFE, "--engine", "static", "--bound", "0"], 10),
        (&["check", BOUNDED, "--bound", "1"], 0),
        (&["check", BOUNDED, "--bound", "1", "--require-proof"], 20),
        (&["check", REJECTED], 3),
        (&["resolve", REJECTED], 3),
        (&["emit", REJECTED], 3),
        (&["resolve", SAFE], 0),
        (&["check", "tests/cli/missing.bpl"], 2),
        (&["resolve", "tests/cli/missing.bpl"], 2),
        (&["check", "--no-such-flag", SAFE], 2),
        (&["check", SAFE, "--bound", "-1"], 2),
        (&["check", SAFE, "--timeout", "-1"], 2),
        (&["check", SAFE, "--engine", "none"], 2),
        (&["check"], 2),
        (&[], 2),
        (&["emit", SAFE, "-p", "no-such-pass"], 2),
        (&["emit", SAFE, "-p", "error-flag", "-p", "contracts"], 2),
        (&["emit", SAFE, "-p", "entry,contracts,inline"], 0),
        (&["check", SAFE, UNSAFE, BOUNDED, "--bound", "1"], 10),
    ];
    for (arguments, code) in cases {
        let ran = rmt(arguments);
        assert_eq!(ran.code, code, "{arguments:?}\n{}{}", ran.out, ran.err);
        assert!(![2, 3].contains(&code) || !ran.err.is_empty() || !ran.out.is_empty(), "{arguments:?} says nothing");
    }
}

#[test]
fn z3_parameters_are_checked() {
    assert_eq!(rmt(&["check", SAFE, "--z3", "smt.arith.solver=2", "--z3", "smt.relevancy=0"]).code, 0);
    for (parameter, message) in [
        ("smt.no_such_thing=1", "no parameter smt.no_such_thing"),
        ("smt.arith.solver=fast", "not \"fast\""),
        ("smt.mbqi=2", "true or false"),
        ("smt.mbqi", "name=value"),
        ("=", "no parameter"),
    ] {
        let ran = rmt(&["check", SAFE, "--z3", parameter]);
        assert_eq!(ran.code, 2, "{parameter}: {}{}", ran.out, ran.err);
        assert!(ran.err.contains(message), "{parameter}: {}", ran.err);
    }
}

#[test]
fn a_dash_is_standard_input() {
    let ran = rmt_reads(&["check", "-"], "procedure main() { assert false; }");
    assert_eq!(ran.code, 10, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("<stdin>: unsafe"), "{}", ran.out);
    assert_eq!(rmt_reads(&["resolve", "-"], "").code, 0);
    assert_eq!(rmt_reads(&["resolve", "-"], "procedure").code, 3);
}

#[test]
fn json_has_the_documented_members() {
    let ran = rmt(&["check", SAFE, UNSAFE, BOUNDED, REJECTED, "--bound", "1", "--format", "json", "--stats"]);
    let objects: Vec<serde_json::Value> =
        ran.out.lines().map(|l| serde_json::from_str(l).unwrap_or_else(|e| panic!("{e}: {l}"))).collect();
    let verdicts: Vec<&str> = objects.iter().filter_map(|o| o["verdict"].as_str()).collect();
    assert_eq!(verdicts, ["safe", "unsafe", "safe-up-to-bound", "rejected"]);
    for object in &objects {
        assert_eq!(object["rmt"], env!("CARGO_PKG_VERSION"));
        assert!(object["file"].is_string(), "{object}");
    }
    for object in &objects[..3] {
        assert_eq!(object["entry"], "main");
        assert!(object["assumptions"].is_array(), "{object}");
        let stats = &object["stats"];
        assert!(stats["phases"].is_array(), "{stats}");
        assert_eq!(stats["engines"][0]["engine"], "bounded", "{stats}");
        for count in ["inlined", "open_calls", "queries", "rlimit", "peak_memory"] {
            assert!(stats[count].is_u64(), "{count} in {stats}");
        }
    }
    assert!(objects[0]["certificate"].is_string());
    assert_eq!(objects[2]["bound"], 1);
    let failure = &objects[1]["failure"];
    assert_eq!((&failure["kind"], &failure["procedure"]), (&"assertion".into(), &"main".into()));
    assert_eq!((&failure["at"]["line"], &failure["at"]["file"]), (&5.into(), &UNSAFE.into()));
    let steps = objects[1]["trace"]["steps"].as_array().expect("a trace has steps");
    assert!(steps.iter().all(|s| s["kind"].is_string() && s["depth"].is_u64()), "{steps:?}");
    assert!(objects[3]["diagnostics"].as_str().is_some_and(|d| d.contains("undeclared")), "{}", objects[3]);

    let ran = rmt(&["check", HARD, "--timeout", "0.5", "--format", "json"]);
    let object: serde_json::Value = serde_json::from_str(ran.out.trim()).expect("one object");
    assert_eq!((&object["verdict"], &object["reason"]["kind"]), (&"unknown".into(), &"timeout".into()), "{object}");
}

#[test]
fn jobs_change_nothing() {
    let files = [BOUNDED, UNSAFE, SAFE, REJECTED, UNSAFE, "tests/cli/missing.bpl", BOUNDED];
    let arguments = |jobs| [&["check", "--bound", "2", "--jobs", jobs], &files[..]].concat();
    let (one, two) = (rmt(&arguments("1")), rmt(&arguments("2")));
    assert_eq!((one.out, one.code), (two.out, two.code));
}

#[test]
fn jobs_share_the_entries_of_a_file() {
    let names = ["zero", "one", "two", "three", "four"];
    let entry = |(i, name)| format!("procedure {{:entrypoint}} {name}(x: int) {{ assert x != 3 || {i} > 1; }}\n");
    let text: String = names.iter().enumerate().map(entry).collect();
    let arguments = |jobs| ["check", "-", "--bound", "0", "--format", "json", "--no-trace", "--jobs", jobs];
    let (one, four) = (rmt_reads(&arguments("1"), &text), rmt_reads(&arguments("4"), &text));
    assert_eq!((&one.out, one.code), (&four.out, four.code));
    assert!(!one.out.contains("\"trace\""), "{}", one.out);
    let entries = one.out.lines().map(|line| names.iter().position(|n| line.contains(&format!("\"entry\":\"{n}\""))));
    assert_eq!(entries.collect::<Vec<_>>(), [Some(0), Some(1), Some(2), Some(3), Some(4)]);
}

#[test]
fn what_emit_prints_is_the_same_program() {
    for path in programs("tests/cases/check") {
        let name = path.to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("a case can be read");
        let directive = text.lines().next().and_then(|l| l.strip_prefix("// check: ")).expect("a directive");
        let mut words = directive.split_whitespace();
        let expected = words.next().expect("a verdict");
        let options: Vec<String> = words
            .map(|w| w.split_once('=').unwrap_or_else(|| panic!("{name}: {w}")))
            .map(|(key, value)| format!("--{key}={value}"))
            .collect();
        let emitted = rmt(&["emit", &name]);
        assert_eq!(emitted.code, 0, "{name}: {}", emitted.err);
        let resolved = rmt_reads(&["resolve", "-"], &emitted.out);
        assert_eq!(resolved.code, 0, "{name}: {}\n{}", resolved.err, emitted.out);
        let mut arguments = vec!["check", "-"];
        arguments.extend(options.iter().map(String::as_str));
        let checked = rmt_reads(&arguments, &emitted.out);
        let found = match verdict(&checked.out) {
            v if v.starts_with("safe up to bound") => "safe-up-to-bound",
            v => v,
        };
        assert_eq!(found, expected, "{name}: {}{}\n{}", checked.out, checked.err, emitted.out);
    }
}

#[test]
fn emit_prints_after_passes() {
    for file in [SAFE, UNSAFE, BOUNDED, "samples/contracts.bpl"] {
        let ran = rmt(&["emit", "-p", "all", file]);
        assert_eq!(ran.code, 0, "{file}: {}", ran.err);
        assert!(ran.out.contains("procedure"), "{file}: {}", ran.out);
        let resolved = rmt_reads(&["resolve", "-"], &ran.out);
        assert_eq!(resolved.code, 0, "{file}: {}\n{}", resolved.err, ran.out);
    }
}

#[test]
fn every_stage_can_be_dumped() {
    for stage in ["ast", "ir", "passive", "vc", "smt"] {
        for file in [UNSAFE, BOUNDED] {
            let ran = rmt(&["check", file, "--bound", "1", "--dump", stage]);
            assert!(!ran.out.trim().is_empty(), "{stage} of {file} is empty: {}", ran.err);
            if stage != "smt" {
                assert_eq!(ran.code, 0, "{stage} of {file}: {}", ran.err);
            } else {
                assert!(ran.out.contains("(assert"), "{}", ran.out);
            }
            if ["ast", "ir"].contains(&stage) {
                let resolved = rmt_reads(&["resolve", "-"], &ran.out);
                assert_eq!(resolved.code, 0, "{stage} of {file}: {}\n{}", resolved.err, ran.out);
            }
        }
    }
}

#[test]
fn entries_are_chosen_or_listed() {
    let ran = rmt(&["check", ENTRIES]);
    assert_eq!(ran.code, 3);
    assert!(ran.err.contains("candidates: first, second"), "{}", ran.err);
    let ran = rmt(&["check", ENTRIES, "--entry", "third"]);
    assert_eq!(ran.code, 3);
    assert!(ran.err.contains("no procedure third") && ran.err.contains("first, second"), "{}", ran.err);
    let ran = rmt(&["check", ENTRIES, "--entry", "bodiless"]);
    assert_eq!(ran.code, 3);
    assert!(ran.err.contains("has no body"), "{}", ran.err);
    assert_eq!(rmt(&["check", ENTRIES, "--entry", "first"]).code, 0);
    assert_eq!(rmt(&["check", ENTRIES, "--entry", "first", "--entry", "second"]).code, 10);
}

#[test]
fn every_failing_assertion_is_reported() {
    let ran = rmt(&["check", SEVERAL, "--bound", "2", "--unroll-limit", "0", "--all"]);
    assert_eq!((ran.code, ran.out.matches("call main(").count()), (10, 2), "{}", ran.out);
    assert!(ran.out.ends_with(": 5 assertions: 2 unsafe, 2 safe, 1 safe up to the bound\n"), "{}", ran.out);
    let ran = rmt(&["check", SEVERAL, "--bound", "5", "--each", "--format", "json", "--no-trace"]);
    let objects: Vec<serde_json::Value> = ran.out.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    let line =
        |o: &serde_json::Value| (o["assertion"]["at"]["line"].as_u64(), o["verdict"].as_str().map(str::to_string));
    let found: Vec<_> = objects.iter().map(line).collect();
    let expected = [(2, "unsafe"), (2, "safe"), (3, "safe"), (9, "unsafe"), (12, "safe")];
    assert_eq!(found, expected.map(|(line, verdict)| (Some(line), Some(verdict.to_string()))));
}

#[test]
fn places_that_nothing_comes_to_are_listed() {
    for jobs in ["1", "3"] {
        let ran = rmt(&["reach", SEVERAL, "--branches", "--bound", "5", "--jobs", jobs]);
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
        let lines: Vec<&str> = ran.out.lines().collect();
        let at = |line: &str, what: &str| format!("{SEVERAL}:{line}: {what}: dead");
        assert_eq!(lines[0], at("3:11", "procedure dead"), "{}", ran.out);
        // Which side of the branch is dead.
        let branch = lines[1].strip_prefix(&format!("{SEVERAL}:10:7: branch of main, where ")).unwrap_or_default();
        assert!(branch.ends_with(": dead") && branch.len() > ": dead".len(), "{}", ran.out);
        assert_eq!(lines[2], format!("{SEVERAL}: 9 places: 7 reached, 2 dead"));
    }
    let ran = rmt(&["reach", SEVERAL, "--branches", "--all", "--line", "3", "--line", "4"]);
    let lines: Vec<&str> = ran.out.lines().collect();
    let expected = ["3:11: procedure dead: dead", "4:11: procedure main: reached", " 2 places: 1 reached, 1 dead"];
    assert_eq!(lines, expected.map(|line| format!("{SEVERAL}:{line}")));
    assert_eq!(rmt(&["reach", SEVERAL, "--line", "7"]).code, 2);
}

/// The first assertion of the program fails where the solver does not see it; nothing behind it is ever executed.
#[test]
fn what_is_behind_a_violation_is_not_executed() {
    let ran = rmt(&["check", "tests/cli/undecided.bpl", "--each", "--bound", "1", "--format", "json", "--no-trace"]);
    let second = ran.out.lines().last().expect("a verdict");
    assert!(second.contains("\"line\":6") && !second.contains("\"unsafe\""), "{}", ran.out);
    let ran = rmt(&["reach", "tests/cli/undecided.bpl", "--branches", "--all", "--bound", "1"]);
    let then = ran.out.lines().find(|l| l.contains("tests/cli/undecided.bpl:7:7")).expect("the branch is listed");
    assert!(!then.ends_with("reached"), "{}", ran.out);
}

#[test]
fn entry_blocks_may_be_branch_targets() {
    let ran = rmt(&["reach", "tests/cli/ring.bpl", "--branches", "--timeout", "20"]);
    assert!(ran.out.ends_with(": 4 places: 4 reached\n"), "{}", ran.out);
}

#[test]
fn units_of_work_are_the_whole_check() {
    let folder = std::env::temp_dir().join(format!("rmt-units-{}", std::process::id()));
    let path = folder.to_string_lossy().into_owned();
    let ran = rmt(&["check", "samples/driver.bpl", "--bound", "1", "--jobs", "3", "--save-units", &path]);
    assert_eq!((ran.code, ran.out.lines().count()), (0, 3), "{}{}", ran.out, ran.err);
    let codes: Vec<i32> = ran.out.lines().map(|unit| rmt(&["check", "--resume-unit", unit]).code).collect();
    assert!(codes.contains(&10) && codes.iter().all(|code| [0, 10].contains(code)), "{codes:?}");
    let ran = rmt(&["check", "--resume-unit", SAFE]);
    assert_eq!(ran.code, 3);
    assert!(ran.err.contains("not a unit of work"), "{}", ran.err);
    std::fs::remove_dir_all(folder).expect("the folder can be removed");
}

#[test]
fn globals_are_tracked_as_asked() {
    let program = "var a, b, c: int; procedure main() { a := 1; b := a; c := 2; b := b + c; assert a == 1; }";
    let tracked = |options: &[&str]| {
        let ran = rmt_reads(&[&["check", "-", "--stats", "--format", "json"], options].concat(), program);
        let object: serde_json::Value = serde_json::from_str(ran.out.trim()).expect("one object");
        assert_eq!(object["verdict"], "safe", "{object}");
        object["stats"]["abstraction"]["tracked"].clone()
    };
    assert!(tracked(&["--track-all"]).is_null());
    for algorithm in ["storm", "alg1", "alg2", "core"] {
        assert_eq!(tracked(&["--refine", algorithm]), serde_json::json!(["a"]), "{algorithm}");
    }
    assert_eq!(tracked(&["--track", "c,a"]), serde_json::json!(["a", "c"]));
    let ran = rmt_reads(&["check", "-", "--track", "d"], program);
    assert_eq!(ran.code, 3);
    assert!(ran.err.contains("no global d"), "{}", ran.err);
    assert_eq!(rmt(&["check", SAFE, "--track-all", "--refine", "core"]).code, 2);
}

/// `// rmt check samples/x.bpl --bound 3: unsafe`
#[test]
fn samples_do_what_their_first_line_says() {
    for path in programs("samples") {
        let text = std::fs::read_to_string(&path).expect("a sample can be read");
        let line = text.lines().next().and_then(|l| l.strip_prefix("// rmt ")).expect("a command");
        let (arguments, expected) = line.split_once(": ").expect("a verdict");
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        let ran = rmt(&arguments);
        assert_eq!(verdict(&ran.out), expected, "{line}\n{}{}", ran.out, ran.err);
    }
}

#[test]
fn timeouts_are_kept() {
    let started = Instant::now();
    let ran = rmt(&["check", HARD, "--timeout", "1"]);
    assert_eq!((ran.code, verdict(&ran.out)), (20, "unknown"), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("time limit"), "{}", ran.out);
    // On an idle machine it is little more than a second.
    assert!(started.elapsed() < Duration::from_secs(6), "{:?}", started.elapsed());
}

#[test]
fn resource_limits_are_kept() {
    let ran = rmt(&["check", HARD, "--rlimit", "100000"]);
    assert_eq!((ran.code, verdict(&ran.out)), (20, "unknown"), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("resource limit"), "{}", ran.out);
}

/// What is spent, and whether the limit ended the work.
fn spent(arguments: &[&str], units: u64, jobs: &str) -> (u64, bool) {
    let (limit, rest) =
        (units.to_string(), ["--timeout", "0", "--rlimit", &units.to_string(), "--jobs", jobs, "--stats"]);
    let ran = rmt(&[arguments, &rest].concat());
    let row = ran.out.lines().find(|line| line.starts_with("solver resource units"));
    let number = row.and_then(|row| row.split_whitespace().last()).and_then(|number| number.parse().ok());
    let ended = ran.out.contains("resource limit") || ran.out.contains("Rlimit");
    (number.unwrap_or_else(|| panic!("{arguments:?} {limit}: {}{}", ran.out, ran.err)), ended)
}

#[test]
fn resource_limits_are_kept_whatever_the_number_of_jobs() {
    let mut ended = 0;
    for (arguments, units) in [
        (&["check", HARD][..], 50_000),
        (&["check", NONLINEAR], 20_000),
        (&["check", "samples/driver_fixed.bpl"], 20_000),
        (&["check", "samples/compiler.bpl", "--all"], 20_000),
        (&["check", "samples/driver_fixed.bpl", "--summaries", "houdini"], 40_000),
        (&["check", "samples/driver_fixed.bpl", "--refine", "core"], 20_000),
        (&["reach", "samples/driver_fixed.bpl"], 20_000),
        (&["verify", HARD], 50_000),
        (&["verify", NONLINEAR, "--smoke"], 20_000),
        (&["houdini", NONLINEAR], 20_000),
        (&["houdini", HARD], 20_000),
    ] {
        for jobs in ["1", "2", "4"] {
            let (spent, over) = spent(arguments, units, jobs);
            ended += u32::from(over);
            assert!(spent * 10 <= units * 11, "{arguments:?} with {jobs} jobs: {spent} of {units}");
            assert!(
                !over || spent * 10 >= units * 9,
                "{arguments:?} with {jobs} jobs gives up after {spent} of {units}"
            );
        }
    }
    // Else the limits were too high to show anything.
    assert!(ended >= 21, "only {ended} runs reached the limit");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_with_a_verdict() {
    let child = command(&["check", HARD, "--timeout", "0", "--stats"]).spawn().expect("rmt runs");
    std::thread::sleep(Duration::from_millis(1500));
    let id = libc::pid_t::try_from(child.id()).expect("a process id");
    // SAFETY: the process is our child, and nobody has waited for it yet.
    assert_eq!(unsafe { libc::kill(id, libc::SIGINT) }, 0);
    let started = Instant::now();
    let ran = ran(child.wait_with_output().expect("rmt ends"));
    assert_eq!(ran.code, 20, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("unknown") && ran.out.contains("interrupted"), "{}", ran.out);
    assert!(ran.out.contains("solver checks"), "no statistics: {}", ran.out);
    // On an idle machine it is a few hundredths of a second.
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
}

#[test]
fn a_reader_may_go_away() {
    for arguments in [&["check", UNSAFE][..], &["emit", SAFE], &["check", UNSAFE, "--dump", "ir"], &["--version"]] {
        let mut child: Child = command(arguments).spawn().expect("rmt runs");
        drop(child.stdout.take());
        let mut err = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("messages are UTF-8");
        let status = child.wait().expect("rmt ends");
        assert!(!err.contains("panicked") && status.code() != Some(101), "{arguments:?}: {status}\n{err}");
    }
    for arguments in [&["resolve", REJECTED][..], &["check", REJECTED], &["check", SAFE, "--z3", "?"]] {
        let mut child: Child = command(arguments).spawn().expect("rmt runs");
        drop(child.stderr.take());
        let status = child.wait().expect("rmt ends");
        assert!([Some(2), Some(3)].contains(&status.code()), "{arguments:?}: {status}");
    }
}

#[test]
fn verify_tells_what_fails() {
    // Guards are arbitrary constants, so `Good` fails, too.
    let cases: [(&[&str], i32); 8] = [
        (&["--proc", "Bad"], 10),
        (&["--proc", "Unsure"], 20),
        (&["--proc", "Nothing*"], 0),
        (&["--no-proc", "*"], 0),
        (&["--proc", "*s*", "--jobs", "2"], 20),
        (&["--error-limit", "0"], 10),
        (&["--timeout", "-1"], 2),
        (&["--z3", "no.such=1"], 2),
    ];
    for (arguments, code) in cases {
        let arguments = [&["verify", CONTRACTS], arguments].concat();
        let ran = rmt(&arguments);
        assert_eq!(ran.code, code, "{arguments:?}\n{}{}", ran.out, ran.err);
    }
    assert_eq!(rmt(&["verify", REJECTED]).code, 3);
    assert_eq!(rmt(&["verify", SAFE, "tests/cli/missing.bpl"]).code, 2);
    let ran = rmt(&["verify", CONTRACTS, "--format", "json", "--stats"]);
    let objects: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("a line is an object")).collect();
    let verdicts: Vec<_> = objects.iter().map(|o| (o["procedure"].as_str(), o["verdict"].as_str())).collect();
    let expected = [("Good", "refuted"), ("Bad", "refuted"), ("Unsure", "unknown")].map(|(p, v)| (Some(p), Some(v)));
    assert_eq!(verdicts, expected);
    assert_eq!(objects[1]["findings"][0]["certainty"], "replayed");
    assert_eq!(objects[1]["findings"][0]["failure"]["at"]["line"], 18);
    assert_eq!(objects[2]["findings"][0]["certainty"], "undecided");
    assert!(objects[0]["stats"]["queries"].as_u64() > Some(0));
}

#[test]
fn houdini_finds_what_verify_accepts() {
    let ran = rmt(&["houdini", CONTRACTS]);
    assert!(ran.out.starts_with("up = true\nsmall = false  (postcondition fails at tests/cli/contracts.bpl:14:1"));
    assert_eq!(ran.code, 10);
    let annotated = rmt(&["houdini", CONTRACTS, "--annotate"]);
    assert_eq!(annotated.code, 0);
    assert!(annotated.out.contains("ensures r >= n;") && !annotated.out.contains("r <= n"), "{}", annotated.out);
    assert_eq!(rmt_reads(&["verify", "-", "--proc", "Good"], &annotated.out).code, 0);
    let ran = rmt(&["houdini", CONTRACTS, "--format", "json", "--jobs", "2"]);
    let first = ran.out.lines().next().unwrap_or_default();
    let object: serde_json::Value = serde_json::from_str(first).expect("the first line is an object");
    assert_eq!(object["candidates"][1]["name"], "small");
    assert_eq!(object["candidates"][1]["holds"], false);
    assert_eq!(object["candidates"][1]["kind"], "postcondition");
}

/// Runs a shell command in which `$RMT` is the program.
fn shell(script: &str) -> Ran {
    let mut command = Command::new("sh");
    command.args(["-c", script]).env("RMT", env!("CARGO_BIN_EXE_rmt")).current_dir(root());
    ran(command.stdin(Stdio::null()).output().expect("sh runs"))
}

#[test]
fn what_is_used_every_day_is_one_screen() {
    let ran = shell("\"$RMT\" check -h");
    assert!(ran.out.lines().count() <= 50, "{}", ran.out);
    let ran = shell("\"$RMT\" check --help");
    for group in ["What to check:", "How far:", "Engines:", "Reports:", "C files:"] {
        assert!(ran.out.contains(group), "{group} is missing in\n{}", ran.out);
    }
}

#[test]
fn words_of_other_tools_are_answered() {
    let ran = shell("\"$RMT\" check tests/cli/safe.bpl --unwind 5");
    assert!(ran.err.contains("here this is --bound 4 "), "{}", ran.err);
    let ran = shell("\"$RMT\" check tests/cli/safe.bpl -lm -Wl,-z,now");
    assert!(ran.out.contains("safe"), "{}{}", ran.out, ran.err);
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = std::env::temp_dir().join(format!("rmt-manual-{}", std::process::id()));
    let ran = shell(&format!("\"$RMT\" man {}", folder.display()));
    assert!(ran.err.is_empty(), "{}", ran.err);
    for page in ["rmt.1", "rmt-check.1", "rmt-verify.1", "rmt-suite.1"] {
        let text = std::fs::read_to_string(folder.join(page)).unwrap_or_else(|error| panic!("{page}: {error}"));
        assert!(text.contains(".SH SYNOPSIS"), "{page}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder is removed");
}

#[test]
fn an_answer_that_cannot_be_written_is_an_error() {
    let files = std::env::temp_dir().join(format!("rmt-unwritten-{}", std::process::id()));
    std::fs::create_dir_all(&files).expect("the folder is made");
    std::fs::copy(SAFE, files.join("safe.bpl")).expect("a file is copied");
    let suite = format!("suite {} --no-cache", files.display());
    let commands = [
        "",
        "--help",
        "--version",
        "check -h",
        "check tests/cli/unsafe.bpl",
        "check tests/cli/unsafe.bpl --format json",
        "check tests/cli/unsafe.bpl --format sarif",
        "check tests/cli/unsafe.bpl --format junit",
        "check tests/cli/unsafe.bpl --dump ir",
        "check tests/cli/rejected.bpl --format json",
        "verify tests/cli/contracts.bpl",
        "verify tests/cli/contracts.bpl --format sarif",
        "reach tests/cli/several.bpl --branches",
        "houdini tests/cli/contracts.bpl --annotate",
        "emit tests/cli/safe.bpl",
        "fmt -",
        "doctor",
        "completions bash",
        &suite,
    ];
    for command in commands {
        let ran = shell(&format!("$RMT {command} < tests/cli/safe.bpl > /dev/full"));
        assert_eq!((ran.code, ran.err.contains("rmt: standard output: ")), (2, true), "{command}: {}", ran.err);
        let closed = shell(&format!("$RMT {command} < tests/cli/safe.bpl >&-"));
        assert_eq!((closed.code, &*closed.err), (2, "rmt: standard output is closed\n"), "{command}");
        // A reader that goes away is told nothing.
        let gone = shell(&format!("{{ $RMT {command} < tests/cli/safe.bpl; echo \"code $?\" >&2; }} | true"));
        let code = gone.err.lines().last().and_then(|line| line.strip_prefix("code "));
        assert!(["0", "2", "10", "3"].contains(&code.unwrap_or_default()), "{command}: {}", gone.err);
        assert!(!gone.err.contains("standard output"), "{command}: {}", gone.err);
    }
    std::fs::remove_dir_all(&files).expect("the folder is removed");
    // Files are answers, too.
    for options in ["--html /dev/full", "--html /dev/null/page.html"] {
        let ran = shell(&format!("$RMT check tests/cli/safe.bpl {options}"));
        assert_eq!((ran.code, ran.err.starts_with("rmt: /dev/")), (2, true), "{options}: {}", ran.err);
    }
}

#[test]
fn jobs_have_a_limit() {
    assert_eq!(rmt(&["check", SAFE, "--jobs", "1024"]).code, 0);
    let ran = rmt(&["check", SAFE, "--jobs", "100000"]);
    assert_eq!((ran.code, ran.err.contains("1..=1024")), (2, true), "{}", ran.err);
}

#[test]
fn a_denied_entrypoint_is_none() {
    let text = "procedure {:entrypoint false} a() { assert false; } procedure {:entrypoint} b() { }";
    let ran = rmt_reads(&["check", "-"], text);
    assert_eq!((ran.code, ran.out.lines().count()), (0, 1), "{}", ran.out);
}

#[test]
fn without_executions_everything_holds() {
    let text = "const c: int; axiom c > 0; axiom c < 0; procedure main() { assert false; }";
    let check = rmt_reads(&["check", "-"], text);
    assert_eq!((check.code, check.out.contains("there is no execution")), (0, true), "{}", check.out);
    let each = rmt_reads(&["check", "-", "--each", "--format", "json"], text);
    assert_eq!((each.code, each.out.contains("no-execution")), (0, true), "{}", each.out);
    let path = std::env::temp_dir().join(format!("rmt-vacuous-{}.bpl", std::process::id()));
    std::fs::write(&path, text).expect("the file is written");
    let verify = rmt(&["verify", &path.to_string_lossy()]);
    assert_eq!((verify.code, verify.err.contains("there is no execution")), (0, true), "{}{}", verify.out, verify.err);
    std::fs::remove_file(&path).expect("the file is removed");
}

#[test]
fn mistakes_get_advice() {
    let cases = [
        ("var counter: int; procedure p() { counte := 1; }", "did you mean `counter`?"),
        ("procedure step(); procedure p() { call stpe(); }", "did you mean `step`?"),
        ("function area(w: int): int; procedure p() { assert aera(1) > 0; }", "did you mean `area`?"),
        ("type Color; var c: color;", "did you mean `Color`?"),
        ("procedure p() { goto Ende; End: return; }", "did you mean `End`?"),
        ("procedure step(); procedure p() { step(); }", "called by `call step(…);`"),
        ("procedure step() returns (r: int); procedure p() { var x: int; x := step(); }", "called by `call`"),
        ("procedure p(a: bool, b: bool) { assert a & b; }", "conjunction is `&&`"),
        ("procedure p(a: bool, b: bool) { assert a | b; }", "disjunction is `||`"),
        ("procedure p(a: bool, b: bool) { assert a and b; }", "conjunction is `&&`"),
        ("procedure p(a: bool, b: bool) { assert a or b; }", "disjunction is `||`"),
        ("procedure p() { var x: int; x++; }", "`x := x + 1;`"),
        ("procedure p() { var x: int; x += 1; }", "`x := x + 1;`"),
        ("procedure p(a: int) { while a > 0 { } }", "conditions stand in parentheses"),
        ("procedure p(a: int) { if a > 0 { } }", "conditions stand in parentheses"),
        ("procedure p(a: int) { assert a % 2 == 0; }", "the remainder is `mod`"),
        ("procedure p() { var where: int; }", "this word is reserved"),
        ("procedure p(b: bool) { var x: int; x := b; }", "this is of type `bool`"),
        ("procedure p(b: bool) { assert not b; }", "negation is `!`"),
        ("procedure p(b: bool) { assert b == not b; }", "negation is `!`"),
        ("procedure p(b: bool) { assert not(b); }", "negation is `!`"),
        ("procedure p(a: bool) { assert a xor true; }", "exclusive disjunction is `!=`"),
        ("procedure p(a: bool) { assert a implies a; }", "implication is `==>`"),
        ("procedure p(a: bool) { assert a <-> a; }", "equivalence is `<==>`"),
        ("procedure p(n: int) { if (n) { } }", "did you mean `n != 0`?"),
        ("var m: [int]int; procedure p(n: int) { while (m[n]) { } }", "declared here"),
        ("procedure p(n: int, b: bool) { assert n == b; }", "declared here"),
        ("procedure p(n: int) { assert n / 2 == 1; }", "the quotient of integers is `div`"),
        ("procedure p(x: bv8) { assert x + x == x; }", "bvadd"),
        ("procedure p() { assert True; }", "did you mean `true`?"),
        ("procedure p() { var x: int = 3; }", "by a statement of its own"),
        ("procedure p() { int x; }", "`var x: int;`"),
        ("procedure p(n: int) { if (n == 3) return; }", "a body stands in braces"),
        ("procedure p() { asert true; }", "did you mean `assert`?"),
        ("procedur p() { }", "did you mean `procedure`?"),
        ("int main(void) { return 0; }", "files of C end in `.c`"),
        ("procedure p(b: bool) { assert b + 1 == 2; }", "this is of type `int`"),
        ("procedure p() { assert q > 0; assert q < 9; assume q == 3; }", "it stands at 2 more places"),
    ];
    for (text, advice) in cases {
        let ran = rmt_reads(&["resolve", "-"], text);
        let errors = ran.err.matches("error: ").count();
        assert_eq!((ran.code, errors, ran.err.contains(advice)), (3, 1, true), "{text}\n{}", ran.err);
    }
}

#[test]
fn houdini_says_that_it_reads_boogie() {
    let ran = rmt(&["houdini", "no_such_file.c"]);
    assert_eq!((ran.code, ran.err.contains("this command reads Boogie")), (2, true), "{}", ran.err);
    let ran = rmt(&["verify", "no_such_file.c"]);
    assert_eq!((ran.code, ran.err.contains("no_such_file.c: ")), (2, true), "{}", ran.err);
}

#[test]
fn an_entry_is_a_function_too() {
    let ran = rmt(&["check", ENTRIES, "--function", "no_such_procedure"]);
    assert_eq!((ran.code, ran.err.contains("there is no procedure no_such_procedure")), (3, true), "{}", ran.err);
    let ran = rmt(&["check", ENTRIES, "--function", "fisrt"]);
    assert_eq!((ran.code, ran.err.contains("did you mean `first`?")), (3, true), "{}", ran.err);
    if clang::have_clang() {
        let ran = rmt(&["check", "tests/cli/c/main.c", "tests/cli/c/half.c", "--function", "hafl"]);
        assert_eq!((ran.code, ran.err.contains("did you mean `half`?")), (3, true), "{}", ran.err);
        assert!(ran.err.contains("functions with bodies: half, main"), "{}", ran.err);
    }
}

/// A program in C in a file of its own, and what `check` says of it.
fn checked_c(name: &str, text: &str, options: &[&str]) -> Ran {
    let path = std::env::temp_dir().join(format!("rmt-{name}-{}.c", std::process::id()));
    std::fs::write(&path, text).expect("the file is written");
    let ran = rmt(&[&["check", &path.to_string_lossy()], options].concat());
    std::fs::remove_file(&path).expect("the file is removed");
    ran
}

#[test]
fn colors_are_as_asked() {
    let commands: [&[&str]; 8] = [
        &["check", REJECTED],
        &["resolve", REJECTED],
        &["emit", REJECTED],
        &["check", UNSAFE],
        &["verify", CONTRACTS],
        &["houdini", CONTRACTS],
        &["check", "--help"],
        &["check", "--no-such-option"],
    ];
    for arguments in commands {
        let colored = |options: &[&str]| {
            let mut command = command(&[arguments, options].concat());
            let ran = ran(command.env("NO_COLOR", "1").output().expect("rmt runs"));
            (ran.out + &ran.err).contains('\x1b')
        };
        assert!(!colored(&[]) && !colored(&["--color", "never"]), "{arguments:?}");
        assert!(colored(&["--color", "always"]), "{arguments:?}");
    }
    let ran = rmt(&["check", REJECTED, "--format", "json", "--color", "always"]);
    assert!(!ran.out.contains("\\u001b") && ran.err.contains('\x1b'), "{}{}", ran.out, ran.err);
    if clang::have_clang() {
        let ran = checked_c("colors", "int main(void) { return x; }", &["--color", "always"]);
        assert_eq!((ran.code, ran.err.contains('\x1b')), (3, true), "{}", ran.err);
    }
}

#[test]
fn a_condition_is_underlined_to_its_end() {
    if clang::have_clang() {
        let text = "#include <assert.h>\n#define SLOTS 4\nint n;\nint main(void) { assert(n == SLOTS); return 0; }\n";
        let ran = checked_c("underlined", text, &["--bound", "1"]);
        let under = format!("{} │{}^^^^^^^^^^\n", " ", " ".repeat(25));
        assert_eq!((ran.code, ran.out.contains(&under)), (10, true), "{}", ran.out);
    }
}

/// What only rmt calls things: names of its theories, of its models of libraries, of what passes make.
#[test]
fn messages_have_no_names_of_ours() {
    let boogie = [
        "type T; var x: T; procedure p(n: int) { assert x == n; }",
        "type T; procedure p(a: [T]int, b: [int]T) { assert a == b; }",
        "type C a; procedure p(x: C int, y: C bool) { assert x == y; }",
        "datatype D { D(x: int) } procedure p(d: D) { assert d->y == 0; assert d; }",
        "procedure p() { start: goto next; }",
        "procedure p() { $start: goto a; b: return; }",
        "procedure p(n: int) { while (n) { break out; } }",
        "procedure p(n: int) returns (r: int) { call p(1); call r := p(); }",
        "function f(x: int): int; axiom (forall x: int :: {g(x)} f(x));",
        "var x: bv8; procedure p() { x := x[9:1]; x := x ++ x; }",
        "procedure p() { par q() | r(); async call s(); yield 3; }",
        "const unique a: int; procedure p() modifies a; { a := 1; }",
        "type T = [T]int; procedure {:entrypoint 3} p(); implementation q() {}",
        "function {:builtin \"none\"} f(x: int): int; procedure p() { assert f(1) == 2; }",
        "procedure p(x: int) requires x; ensures old(y) == 1; modifies z; { }",
        "procedure p() { call {:async 1} p() ; havoc w; assume {:partition} 3; }",
    ];
    let c = [
        "int main(void) { return x + ; }",
        "int f(int); int main(void) { asm(\"nop\"); return f(3); }",
        "int main(void) { int a[3]; a = 0; struct s t; return t.x; }",
        "#include <setjmp.h>\njmp_buf b; int main(void) { return setjmp(b); }",
        "int main(void) { _Complex double z = 1; return z != 0; }",
        "int main(void) { __int128 x = 1; return (int)(x << 100); }",
        "#include <assert.h>\nint main(void) { int x; { extern int y; x = y; } assert(x != 3); return 0; }",
        "#include <pthread.h>\nint main(void) { pthread_t t; pthread_create(&t, 0, (void *)3, 0); return 0; }",
        "#include <stdarg.h>\nint f(int n, ...) { va_list l; va_start(l, n); return va_arg(l, int) + va_arg(l, int); }\n\
         int main(void) { return f(1, 2); }",
        "#include <stdlib.h>\n#include <string.h>\nint main(void) { char *s = malloc(3); strcpy(s, \"abc\"); free(s); free(s); }",
        "#include <stdio.h>\n#include <assert.h>\nint main(void) { FILE *f = fopen(\"x\", \"r\"); assert(f); return fgetc(f); }",
        "int main(void) { void *p = &&out; goto *p; out: return 0; }",
    ];
    let is_ours = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && !"$_@%#".contains(c));
        let rest = word.strip_prefix('$').unwrap_or_default();
        rest.starts_with(|c: char| c.is_alphabetic()) && word != "$start"
            || ["Sort_", "__rmt_", "T@", "%lbl", "main_", "$$"].iter().any(|prefix| word.starts_with(prefix))
            || word.contains("::Why")
            || word.contains("ProcId(")
            || word.contains("Some(")
    };
    let mut ran = Vec::new();
    for text in boogie {
        for arguments in [["check", "-"], ["verify", "-"], ["resolve", "-"]] {
            ran.push((text, rmt_reads(&arguments, text)));
        }
    }
    if clang::have_clang() {
        for text in c {
            ran.push((text, checked_c("names", text, &["--bound", "1", "--check", "all", "--timeout", "20"])));
        }
    }
    for (text, Ran { out, err, .. }) in ran {
        for line in out.lines().chain(err.lines()) {
            // Lines of the source begin with their number.
            let is_source = line.trim_start().starts_with(|c: char| c.is_ascii_digit()) && line.contains(" │ ");
            let found = line.split_whitespace().find(|word| is_ours(word));
            assert!(is_source || found.is_none(), "{found:?} of {text}\n{out}{err}");
        }
    }
}

/// Horn clauses are solved by another process of the same program.
#[test]
fn a_program_of_another_name_has_all_provers() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("other-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder is made");
    let program = folder.join("foo");
    std::fs::hard_link(env!("CARGO_BIN_EXE_rmt"), &program).expect("a program has two names");
    let arguments = ["check", "tests/cases/prove/chc/two_counters.bpl", "--provers", "only:chc", "--require-proof"];
    let output = Command::new(&program).args(arguments).current_dir(root()).output().expect("foo runs");
    let ran = ran(output);
    assert_eq!((ran.code, ran.out.contains("Horn clauses")), (0, true), "{}{}", ran.out, ran.err);
    std::fs::remove_dir_all(&folder).expect("the folder is removed");
}

#[test]
fn a_certificate_names_the_function_that_it_is_about() {
    if !clang::have_clang() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("rmt-function-{}", std::process::id()));
    let text = folder.display().to_string();
    let program = "tests/cli/c/sum.c";
    let arguments = ["check", program, "--entry", "sum", "--provers", "only:induction", "--certificate", &text];
    let checked = rmt(&arguments);
    assert_eq!(checked.code, 0, "{}{}", checked.out, checked.err);
    let again = rmt(&["recheck", &text, program]);
    assert_eq!(again.code, 0, "{}{}", again.out, again.err);
    std::fs::remove_dir_all(&folder).expect("the folder is removed");
}

#[test]
fn what_a_proof_takes_for_granted_is_said_again() {
    if !clang::have_clang() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("rmt-granted-{}", std::process::id()));
    let (proof, program) = (folder.join("proof").display().to_string(), folder.join("count.c"));
    std::fs::create_dir_all(&folder).expect("the folder is made");
    let text = "#include <assert.h>\nint some(void);\nint main(void) {\n    int n = some(), i = 0;\n    \
                while (i < n) i++;\n    assert(n < 0 || i == n);\n}\n";
    std::fs::write(&program, text).expect("the program is written");
    let program = program.display().to_string();
    let checked = rmt(&["check", &program, "--provers", "only:induction", "--certificate", &proof]);
    assert_eq!(checked.code, 0, "{}{}", checked.out, checked.err);
    let again = rmt(&["recheck", &proof, &program]);
    let granted = |out: &str| -> Vec<String> {
        out.lines().filter_map(|line| Some(line.split_once("taken for granted")?.1.to_string())).collect()
    };
    assert!(!granted(&checked.out).is_empty(), "{}", checked.out);
    assert_eq!(granted(&again.out), granted(&checked.out), "{}", again.out);
    std::fs::remove_dir_all(&folder).expect("the folder is removed");
}

#[test]
fn a_certificate_has_programs_though_the_proof_has_none() {
    let program = "tests/cli/by_twos.bpl";
    let folder = std::env::temp_dir().join(format!("rmt-twos-{}", std::process::id()));
    let text = folder.display().to_string();
    for (provers, engine, programs) in [("all", "shrink", 4), ("only:execution", "execution", 0)] {
        let checked = rmt(&["check", program, "--provers", provers, "--certificate", &text]);
        assert!(checked.out.contains("safe (proved by execution"), "{}{}", checked.out, checked.err);
        let manifest = std::fs::read(folder.join("proof.json")).expect("there is a manifest");
        let manifest: serde_json::Value = serde_json::from_slice(&manifest).expect("it is JSON");
        assert_eq!(manifest["engine"], engine, "{manifest}");
        let obligations = manifest["obligations"].as_array().expect("there is a list");
        assert_eq!(obligations.len(), programs, "{manifest}");
        for obligation in obligations {
            let path = folder.join(obligation.as_str().expect("it is a name")).display().to_string();
            assert_eq!(rmt(&["verify", &path]).code, 0, "{path}");
        }
        let again = rmt(&["recheck", &text, program]);
        assert_eq!(again.code, 0, "{}{}", again.out, again.err);
    }
    std::fs::remove_dir_all(&folder).expect("the folder is removed");
}

#[test]
fn a_proof_can_be_taken_away_and_checked_again() {
    let folder = std::env::temp_dir().join(format!("rmt-proof-{}", std::process::id()));
    let (proof, queries) = (folder.join("proof"), folder.join("queries"));
    let (proof_text, queries_text) = (proof.display().to_string(), queries.display().to_string());
    let arguments = ["check", ARRAY, "--provers", "only:shrink", "--certificate", &proof_text];
    let ran = rmt(&[&arguments[..], &["--dump-queries", &queries_text]].concat());
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("safe (proved by loop shrinking"), "{}", ran.out);
    // Each obligation verifies by itself, each query can be asked again.
    for entry in std::fs::read_dir(&proof).expect("there is a folder").flatten() {
        if entry.path().extension().is_some_and(|ending| ending == "bpl") {
            let path = entry.path().display().to_string();
            assert_eq!(rmt(&["verify", &path]).code, 0, "{path}");
        }
    }
    for entry in std::fs::read_dir(&queries).expect("there is a folder").flatten() {
        let text = std::fs::read_to_string(entry.path()).expect("a query is a text");
        let words: Vec<&str> = text.lines().next().unwrap_or_default().split_whitespace().skip(2).collect();
        assert!(!words.is_empty(), "{text}");
        assert!([0, 10].contains(&rmt(&words).code), "{words:?}");
    }
    let ran = rmt(&["recheck", &proof_text, ARRAY]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    // Of another program it says nothing.
    let ran = rmt(&["recheck", &proof_text, ARRAY_OTHER]);
    assert_eq!(ran.code, 20, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("refused"), "{}", ran.out);
    // What was edited does not count.
    let manifest = proof.join("proof.json");
    let text = std::fs::read_to_string(&manifest).expect("there is a manifest");
    let edited = text.replacen("\"points\",\n      \"1\"", "\"points\",\n      \"2\"", 1);
    assert_ne!(text, edited);
    std::fs::write(&manifest, edited).expect("it can be written");
    let ran = rmt(&["recheck", &proof_text, ARRAY]);
    assert_eq!(ran.code, 20, "{}{}", ran.out, ran.err);
    // Nor does it speak for itself.
    let boasting = text.replacen("\"method\": \"", "\"method\": \"nothing\\nprogram: safe ", 1);
    assert_ne!(text, boasting);
    std::fs::write(&manifest, boasting).expect("it can be written");
    let ran = rmt(&["recheck", &proof_text, ARRAY]);
    assert!(!ran.out.lines().any(|line| line.starts_with("program: safe")), "{}", ran.out);
    std::fs::write(&manifest, "{").expect("it can be written");
    assert_eq!(rmt(&["recheck", &proof_text, ARRAY]).code, 2);
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!(rmt(&["check", ARRAY, "--provers", "nobody"]).code, 2);
}

#[test]
fn other_kinds_of_files_are_no_boogie() {
    for (file, says) in [("x.cpp", "C++ is not supported"), ("x.h", "a header is no program"), ("x.py", "ending .py")] {
        let ran = rmt(&["check", file]);
        assert!(ran.code == 2 && ran.err.contains(says), "{}", ran.err);
    }
}

#[test]
fn documents_about_all_assertions_are_documents() {
    for format in ["sarif", "junit"] {
        for which in ["--all", "--each"] {
            let ran = rmt(&["check", which, "--format", format, "tests/cli/unsafe.bpl", "--bound", "1"]);
            assert!(ran.out.starts_with(['{', '<']), "{which} {format}: {}", ran.out);
        }
    }
}
