//! What a violation leaves behind on request: a test case to compile and run.

use std::path::Path;

use super::input::Input;
use crate::verdict::{Execution, StepKind};

/// Writes `inputs.c` and `run.sh` into a folder. Errors: the file system's.
pub fn write_test_case(
    folder: &Path,
    input: &Input,
    externals: &[rmt_c::External],
    execution: &Execution,
) -> std::io::Result<()> {
    let Input::C { files, config } = input else {
        return Err(std::io::Error::other("only C programs have test cases"));
    };
    let case = rmt_c::test_case(files, externals, config, &inputs(execution));
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join("inputs.c"), case.inputs)?;
    let script = folder.join("run.sh");
    std::fs::write(&script, case.script)?;
    make_executable(&script)
}

#[cfg(unix)]
fn make_executable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> std::io::Result<()> {
    Ok(())
}

/// What the execution got from outside.
fn inputs(execution: &Execution) -> rmt_c::Inputs {
    let mut inputs = rmt_c::Inputs::default();
    let mut entered = false;
    for step in &execution.steps {
        match &step.kind {
            StepKind::Input { input } => inputs.calls.push((input.name.clone(), input.text.clone())),
            StepKind::Call { args, .. } if !entered => {
                entered = true;
                inputs.arguments = args.iter().map(|a| a.text.clone()).collect();
            }
            _ => {}
        }
    }
    inputs
}
