//! What a verdict leaves behind on request: a witness; of a violation, a test case to compile and run.

use std::io::Error;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use ivl::source::{SourceMap, Span};
use sha2::{Digest, Sha256};

use super::input::{Input, Source};
use super::whole::replace;
use crate::interp::passed::Outside;
use crate::prove::execution::cover::Test;
use crate::report::witness::{self, Evidence, Subject};
use crate::verdict::execution::{Given, Turn, TurnEnd};
use crate::verdict::{Execution, StepKind};

/// Writes a witness of SV-COMP. Errors: the file system's, and that only C programs have witnesses.
pub fn write_witness(path: &Path, input: &Input, sources: &SourceMap, evidence: Evidence) -> Result<(), Error> {
    let Input::C { files, config, goal } = input else {
        return Err(Error::other("only C programs have witnesses"));
    };
    let mut hashed = Vec::new();
    for file in files {
        hashed.push((file.display().to_string(), hex(&Sha256::digest(std::fs::read(file)?))));
    }
    let mut subject = Subject {
        files: hashed,
        specification: goal.specification.clone(),
        data_model: if config.target32 { "ILP32" } else { "LP64" },
        id: String::new(),
        created: now(),
    };
    // The same evidence at the same time has the same witness.
    subject.id = hex(&Sha256::digest(witness::render(evidence, sources, &subject)));
    // As an identifier that is made from a name.
    subject.id.replace_range(12..13, "8");
    subject.id.replace_range(16..17, "a");
    replace(path, &witness::render(evidence, sources, &subject))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The time in UTC: `2026-01-31T12:00:00Z`; `SOURCE_DATE_EPOCH` sets it.
fn now() -> String {
    let given = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse::<u64>().ok());
    let since = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    time_text(given.unwrap_or_else(since))
}

fn time_text(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Years from March on, so that leap days come last: 400 of them have 146,097 days.
    let days = days + 719_468;
    let day_of_era = days % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + days / 146_097 * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

/// Writes `inputs.c` and `run.sh` into a folder. Errors: the file system's, and that only C programs have test cases.
pub fn write_test_case(
    folder: &Path,
    input: &Input,
    source: &Source,
    sources: &SourceMap,
    execution: &Execution,
) -> Result<(), Error> {
    let Input::C { files, config, .. } = input else {
        return Err(Error::other("only C programs have test cases"));
    };
    let case =
        rmt_c::test_case(files, (&source.externals, source.harness.as_ref()), config, &inputs(execution, sources));
    std::fs::create_dir_all(folder)?;
    replace(&folder.join("inputs.c"), &case.inputs)?;
    if let Some(harness) = case.harness {
        replace(&folder.join("harness.c"), &harness)?;
    }
    let script = folder.join("run.sh");
    replace(&script, &case.script)?;
    make_executable(&script)
}

#[cfg(unix)]
fn make_executable(path: &Path) -> Result<(), Error> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> Result<(), Error> {
    Ok(())
}

/// Writes tests into a folder: the inputs of each as C and as Test-Comp has them, and a script that compiles and runs the program
/// with each. Errors: the file system's, and that only C programs have tests.
pub fn write_test_suite(folder: &Path, input: &Input, source: &Source, tests: &[Test]) -> Result<(), Error> {
    let Input::C { files, config, .. } = input else {
        return Err(Error::other("only C programs have tests"));
    };
    std::fs::create_dir_all(folder)?;
    let inputs: Vec<rmt_c::Inputs> = tests.iter().map(outside).collect();
    let suite = rmt_c::test_suite(files, (&source.externals, source.harness.as_ref()), config, &inputs);
    if let Some(harness) = suite.harness {
        replace(&folder.join("harness.c"), &harness)?;
    }
    for (number, (text, (test, inputs))) in suite.inputs.iter().zip(tests.iter().zip(&inputs)).enumerate() {
        replace(&folder.join(format!("{:03}.c", number + 1)), text)?;
        std::fs::write(folder.join(format!("{:03}.in", number + 1)), &inputs.standard_input)?;
        let case = rmt_c::exchanged_test(inputs, test.is_violation);
        replace(&folder.join(format!("testcase-{}.xml", number + 1)), &case)?;
    }
    let hashed = files.first().map(std::fs::read).transpose()?.map(|text| hex(&Sha256::digest(text)));
    replace(
        &folder.join("metadata.xml"),
        &rmt_c::exchanged_metadata(files, config, &hashed.unwrap_or_default(), &now()),
    )?;
    let script = folder.join("run.sh");
    replace(&script, &suite.script)?;
    make_executable(&script)
}

/// The inputs of a test.
fn outside(test: &Test) -> rmt_c::Inputs {
    let Outside { inputs, parameters, arguments, input, .. } = &test.outside;
    rmt_c::Inputs {
        calls: inputs.iter().map(call).collect(),
        arguments: parameters.iter().flatten().map(|parameter| parameter.text.clone()).collect(),
        program_arguments: arguments.clone(),
        standard_input: input.clone(),
        ..rmt_c::Inputs::default()
    }
}

/// The inputs of an execution.
fn inputs(execution: &Execution, sources: &SourceMap) -> rmt_c::Inputs {
    let entered = execution.steps.iter().find_map(|step| match &step.kind {
        StepKind::Call { args, .. } => Some(args.iter().map(|a| a.text.clone()).collect()),
        _ => None,
    });
    let says = |text: &str| execution.failure.message.as_ref().is_some_and(|message| message.starts_with(text));
    rmt_c::Inputs {
        calls: execution.inputs.iter().map(call).collect(),
        arguments: entered.unwrap_or_default(),
        program_arguments: Vec::new(),
        standard_input: Vec::new(),
        turns: execution.turns.iter().filter_map(|turn| in_lines(turn, sources)).collect(),
        hangs: says("deadlock"),
        unset: says(rmt_c::UNSET),
    }
}

fn call(given: &Given) -> rmt_c::Call {
    let Given { thread, value } = given;
    rmt_c::Call { thread: *thread, name: value.name.clone(), value: value.text.clone() }
}

/// A turn by the lines where it ends; `None`: it does nothing.
fn in_lines(turn: &Turn, sources: &SourceMap) -> Option<rmt_c::Turn> {
    let line = |span| sources.locate(span).map(|(file, line, _)| (file, line));
    let until_access = |at: Option<Span>, behind| {
        let Some((file, number)) = at.and_then(line) else { return rmt_c::Until::End };
        let count = turn.came_to.iter().filter(|&&span| line(span) == Some((file, number))).count().max(1) as u32;
        let file = Path::new(file).file_name().unwrap_or_default().to_string_lossy().into_owned();
        rmt_c::Until::Access { file, line: number as u32, count, behind }
    };
    let until = match turn.end {
        TurnEnd::Before if turn.came_to.is_empty() => return None,
        TurnEnd::Before => until_access(turn.came_to.last().copied(), false),
        TurnEnd::Next if turn.came_to.is_empty() => rmt_c::Until::Next,
        TurnEnd::Next => until_access(turn.came_to.last().copied(), true),
        TurnEnd::Ended => rmt_c::Until::End,
        TurnEnd::Violation => rmt_c::Until::Violation,
    };
    Some(rmt_c::Turn { thread: turn.thread, until })
}

#[cfg(test)]
mod tests {
    use super::time_text;

    #[test]
    fn times() {
        assert_eq!(time_text(0), "1970-01-01T00:00:00Z");
        assert_eq!(time_text(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(time_text(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(time_text(1_798_761_599), "2026-12-31T23:59:59Z");
    }
}
