//! Documents about verdicts: SARIF and witnesses by their schemas, JUnit, the page.

#[path = "support/clang.rs"]
mod clang;
#[path = "support/schema.rs"]
mod schema;

use std::path::Path;
use std::process::{Command, Output};

const UNSAFE: &str = "tests/cli/unsafe.bpl";
const FILES: [&str; 3] = [UNSAFE, "tests/cli/safe.bpl", "tests/cli/rejected.bpl"];

fn rmt(arguments: &[&str]) -> (String, i32) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Output { stdout, status, .. } =
        Command::new(env!("CARGO_BIN_EXE_rmt")).args(arguments).current_dir(root).output().expect("rmt runs");
    (String::from_utf8(stdout).expect("UTF-8"), status.code().expect("rmt ends by itself"))
}

/// Fails with what a schema of `tests/schemas` says against a document.
fn must_keep(schema: &str, document: &serde_json::Value) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schemas").join(schema);
    let text = std::fs::read_to_string(path).expect("the schema is there");
    let schema = serde_json::from_str(&text).expect("a schema is JSON");
    let mistakes = schema::mistakes(&schema, document);
    assert!(mistakes.is_empty(), "{}\n{document:#}", mistakes.join("\n"));
}

fn sarif(arguments: &[&str]) -> serde_json::Value {
    let (text, _) = rmt(&[arguments, &["--format", "sarif"]].concat());
    let value: serde_json::Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
    must_keep("sarif-2.1.0.json", &value);
    let _: serde_sarif::sarif::Sarif = serde_json::from_value(value.clone()).expect("SARIF by its types");
    value
}

#[test]
fn sarif_has_a_result_and_the_way_to_it() {
    let log = sarif(&[&["check"], &FILES[..]].concat());
    let run = &log["runs"][0];
    let result = &run["results"][0];
    assert_eq!(run["results"].as_array().map(Vec::len), Some(1), "{log:#}");
    assert_eq!(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], UNSAFE);
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 5);
    let flow = &result["codeFlows"][0]["threadFlows"][0]["locations"];
    let said: Vec<&str> =
        flow.as_array().expect("steps").iter().filter_map(|s| s["location"]["message"]["text"].as_str()).collect();
    assert!(said[0].starts_with("call main(") && said.last() == Some(&"assertion fails"), "{said:?}");
    let notification = &run["invocations"][0]["toolExecutionNotifications"][0];
    assert!(notification["message"]["text"].as_str().is_some_and(|t| t.contains("undeclared")), "{notification}");
    assert!(notification["locations"][0]["physicalLocation"]["region"]["endColumn"].is_u64(), "{notification}");
}

#[test]
fn sarif_of_procedures_and_threads() {
    let log = sarif(&["verify", "tests/cli/contracts.bpl"]);
    assert!(log["runs"][0]["results"].as_array().is_some_and(|results| !results.is_empty()), "{log:#}");
    let clean = sarif(&["check", "tests/cli/safe.bpl"]);
    assert_eq!(clean["runs"][0]["results"].as_array().map(Vec::len), Some(0));
}

/// A check fails in the thread that makes it, whichever went last before.
#[test]
fn sarif_shows_the_thread_that_fails() {
    let path = std::env::temp_dir().join(format!("rmt-thread-{}.bpl", std::process::id()));
    let text = "var done: bool;\nprocedure work() { done := true; }\n\
                procedure {:entrypoint} main() { done := false; async call work(); assert !done; }\n";
    std::fs::write(&path, text).expect("the file can be written");
    let log = sarif(&["check", &path.to_string_lossy(), "--bound", "1"]);
    std::fs::remove_file(&path).expect("the file can be removed");
    let flows = log["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"].as_array().expect("a flow each").clone();
    let last = |flow: &serde_json::Value| {
        let at = flow["locations"].as_array().and_then(|at| at.last()).cloned().unwrap_or_default();
        (flow["id"].clone(), at["location"]["message"]["text"].clone())
    };
    assert_eq!(flows.len(), 2, "{log:#}");
    assert_eq!(last(&flows[0]), ("0".into(), "assertion fails".into()), "{log:#}");
    assert_ne!(last(&flows[1]).1, "assertion fails", "{log:#}");
}

#[test]
fn fingerprints_survive_shifted_lines() {
    let folder = std::env::temp_dir().join(format!("rmt-fingerprints-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let path = folder.join("m.bpl");
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(UNSAFE)).expect("it is there");
    let print = |text: &str| {
        std::fs::write(&path, text).expect("the file can be written");
        let log = sarif(&["check", &path.to_string_lossy()]);
        log["runs"][0]["results"][0]["partialFingerprints"]["rmt/v1"].as_str().expect("a fingerprint").to_string()
    };
    let first = print(&text);
    assert_eq!(first, print(&format!("// one\n\n// two\n{text}")), "lines above do not count");
    assert_ne!(first, print(&text.replace("assert ", "assert 1 == 1 && ")), "another check is another result");
    std::fs::remove_dir_all(folder).expect("the folder can be removed");
}

/// The witness that a check of a program in C leaves.
fn witness(program: &str, options: &[&str], code: i32) -> serde_json::Value {
    let path = std::env::temp_dir().join(format!("rmt-witness-{program}-{}.yml", std::process::id()));
    let (name, file) = (path.to_string_lossy().into_owned(), format!("tests/cli/c/{program}"));
    let (text, ended) = rmt(&[&["check", &file, "--witness", &name], options].concat());
    assert_eq!(ended, code, "{text}");
    let yaml = std::fs::read_to_string(&path).expect("a witness");
    std::fs::remove_file(path).expect("the witness can be removed");
    let witness = serde_saphyr::from_str(&yaml).expect("a witness is YAML");
    must_keep("witness-2.0.json", &witness);
    let metadata = &witness[0]["metadata"];
    let hash = &metadata["task"]["input_file_hashes"][&file];
    assert_eq!(hash.as_str().map(str::len), Some(64), "{witness:#}");
    let uuid: Vec<usize> = metadata["uuid"].as_str().expect("an identifier").split('-').map(str::len).collect();
    assert_eq!(uuid, [8, 4, 4, 4, 12], "{witness:#}");
    witness
}

#[test]
fn witnesses_of_proofs_have_invariants_of_loops() {
    if !clang::have_clang() {
        return;
    }
    let witness = witness("counters.c", &["--check", "none", "--provers", "only:chc"], 0);
    assert_eq!(witness[0]["entry_type"], "invariant_set");
    let content = witness[0]["content"].as_array().expect("invariants");
    let at = |line: u64| content.iter().filter(move |part| part["invariant"]["location"]["line"] == line);
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/c/counters.c"));
    for (number, line) in (1..).zip(text.expect("the program is there").lines()) {
        let is_loop = line.trim_start().starts_with("while") || line.trim_start().starts_with("for");
        assert_eq!(at(number).next().is_some(), is_loop, "line {number}: {witness:#}");
    }
    // Not `old`, which is out of scope at both.
    let said: Vec<&str> = content.iter().filter_map(|part| part["invariant"]["value"].as_str()).collect();
    assert!(said.iter().all(|value| !value.contains('$') && !value.contains("main_")), "{said:?}");
    assert!(
        said.iter().any(|value| value.contains("(long long)made") && value.contains("(long long)left")),
        "{said:?}"
    );
}

#[test]
fn witnesses_of_violations_keep_the_schema() {
    if clang::have_clang() {
        let witness = witness("main.c", &["tests/cli/c/half.c"], 10);
        assert_eq!(witness[0]["entry_type"], "violation_sequence");
        let segments = witness[0]["content"].as_array().expect("segments");
        let kinds: Vec<_> = segments.iter().filter_map(|s| s["segment"][0]["waypoint"]["type"].as_str()).collect();
        assert!(
            kinds.len() > 1 && kinds.iter().position(|kind| *kind == "target") == Some(kinds.len() - 1),
            "{kinds:?}"
        );
    }
}

#[test]
fn junit_counts_failures_and_errors() {
    let (text, code) = rmt(&[&["check", "--format", "junit"], &FILES[..]].concat());
    assert_eq!(code, 10);
    assert!(text.contains("<testsuites tests=\"3\" failures=\"1\" errors=\"1\""), "{text}");
    assert!(text.contains("<failure message=\"unsafe: assertion fails at tests/cli/unsafe.bpl:5:3\""), "{text}");
    let opened = text.matches("<testcase").count();
    assert_eq!(opened, text.matches("</testcase>").count() + text.matches("\"/>").count(), "{text}");
}

/// The page is looked at by a browser where there is one.
#[test]
fn the_page_is_a_file_by_itself() {
    let path = std::env::temp_dir().join(format!("rmt-page-{}.html", std::process::id()));
    let name = path.to_string_lossy().into_owned();
    let (_, code) = rmt(&[&["check", "--html", &name], &FILES[..]].concat());
    assert_eq!(code, 10);
    let page = std::fs::read_to_string(&path).expect("the page is there");
    assert!(!page.contains("http://") && !page.contains("src=") && !page.contains("/*DATA*/"), "nothing is elsewhere");
    assert_eq!(page.matches("</script>").count(), 1);
    assert!(page.contains("\"sources\":{") && page.contains(UNSAFE));
    let browser = ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|browser| Command::new(browser).arg("--version").output().is_ok_and(|output| output.status.success()));
    if let Some(browser) = browser {
        let flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--dump-dom"];
        let output =
            Command::new(browser).args(flags).arg(format!("file://{name}")).output().expect("the browser runs");
        let dom = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(dom.contains("data-ready="), "the script ends: {dom}");
        assert!(dom.contains("3 verdicts: 1 rejected, 1 safe, 1 unsafe"), "{dom}");
        assert!(dom.contains("assertion fails") && dom.contains("class=\"row seen here bad\""), "{dom}");
    }
    std::fs::remove_file(path).expect("the page can be removed");
}
