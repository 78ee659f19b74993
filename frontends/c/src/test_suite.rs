//! Many executions as tests: the inputs of each as C, with one script for all; and in the format in which testers exchange them
//! (D. Beyer, T. Lemberger, *TestCov: Robust Test-Suite Execution and Coverage Measurement*, ASE 2019).

use std::fmt::Write;
use std::path::PathBuf;

use crate::HarnessText;
use crate::config::Config;
use crate::test_case::{External, Inputs, compiled, harness_text, inputs_text};

/// The files of a test suite, besides those of the exchange format.
#[derive(Clone, Debug)]
pub struct TestSuite {
    /// `001.c` and so on: the inputs of each test.
    pub inputs: Vec<String>,
    /// `harness.c`, as in [`crate::TestCase`].
    pub harness: Option<String>,
    /// `run.sh`: compiles the program with the inputs of each test, and runs it.
    pub script: String,
}

/// The test suite of executions.
pub fn test_suite(
    files: &[PathBuf],
    (externals, harness): (&[External], Option<&HarnessText>),
    config: &Config,
    tests: &[Inputs],
) -> TestSuite {
    let inputs = tests.iter().map(|test| inputs_text((externals, harness), config, test)).collect();
    let mut script = String::from(
        "#!/bin/sh\n# Compiles the program with the inputs of each test, and runs it; CC and CFLAGS say how it is compiled.\n\
         here=$(cd \"$(dirname \"$0\")\" && pwd)\n\
         run() {\n  timeout \"${TIMEOUT:-10}\" \"$here/$1\" < \"$here/$1.in\" > \"$here/$1.out\" 2>&1\n  echo \"$1: status $?\"\n}\n",
    );
    for (number, test) in tests.iter().enumerate() {
        let name = format!("{:03}", number + 1);
        let compile = compiled((files, harness), config, test);
        let _ = writeln!(script, "{compile} \"$here/{name}.c\" -lm -o \"$here/{name}\" && run {name}");
    }
    TestSuite { inputs, harness: harness.map(harness_text), script }
}

/// A test in the exchange format: what `__VERIFIER_nondet_…` functions return, in order.
pub fn exchanged_test(inputs: &Inputs, is_violation: bool) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" \
         \"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n",
    );
    text += if is_violation { "<testcase coversError=\"true\">\n" } else { "<testcase>\n" };
    for call in &inputs.calls {
        if let Some(ty) = call.name.strip_prefix("__VERIFIER_nondet_") {
            let _ = writeln!(text, "  <input type=\"{}\">{}</input>", escaped(ty), escaped(&call.value));
        }
    }
    text + "</testcase>\n"
}

/// What is said of all tests: about which program they are.
pub fn exchanged_metadata(files: &[PathBuf], config: &Config, hash: &str, created: &str) -> String {
    let named: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    let all = [
        ("sourcecodelang", "C".to_string()),
        ("producer", concat!("rmt ", env!("CARGO_PKG_VERSION")).to_string()),
        ("specification", format!("COVER( init({}()), FQL(COVER EDGES(@DECISIONEDGE)) )", config.entry)),
        ("programfile", named.join(" ")),
        ("programhash", hash.to_string()),
        ("entryfunction", config.entry.clone()),
        ("architecture", if config.target32 { "32bit" } else { "64bit" }.to_string()),
        ("creationtime", created.to_string()),
    ];
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN\" \
         \"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n<test-metadata>\n",
    );
    for (name, value) in all {
        let _ = writeln!(text, "  <{name}>{}</{name}>", escaped(&value));
    }
    text + "</test-metadata>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
