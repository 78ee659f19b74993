//! What can be done about a finding: for a program, a test case that does what the violation does.

use std::path::Path;
use std::process::{Command, Stdio};

use crossbeam_channel::Sender;
use lsp_server::{Message, Notification};
use lsp_types::notification::{Notification as _, ShowMessage};
use lsp_types::{CodeActionOrCommand, CodeActionParams, MessageType, ShowMessageParams, Uri};

use super::checks::TIME;
use super::place;
use crate::base::child::end_with_us;
use crate::cli::suite::read_like;

/// The command that writes a test case; its argument is the name of the file.
pub const TEST_CASE: &str = "rmt.testCase";

/// The actions for what is marked at a place.
pub fn actions(params: &CodeActionParams) -> Vec<CodeActionOrCommand> {
    let is_of_program = |source: &Option<String>| source.as_deref() == Some("rmt check");
    if !params.context.diagnostics.iter().any(|diagnostic| is_of_program(&diagnostic.source)) {
        return vec![];
    }
    let title = "Write a test case that does this".to_string();
    let arguments = Some(vec![params.text_document.uri.as_str().into()]);
    vec![CodeActionOrCommand::Command(lsp_types::Command { title, command: TEST_CASE.into(), arguments })]
}

/// Writes a test case for the program of a file, in the background; the client is told where it is.
pub fn write_test_case(uri: Uri, client: Sender<Message>) {
    std::thread::spawn(move || {
        let written = place::path(&uri).and_then(|path| written(&path));
        let (typ, message) = match written {
            Some(folder) => (MessageType::INFO, format!("rmt: the test case is in {folder}")),
            None => (MessageType::WARNING, "rmt: there is no violation to write a test case of".to_string()),
        };
        let params = ShowMessageParams { typ, message };
        // A client that went away hears nothing more.
        let _ = client.send(Message::Notification(Notification::new(ShowMessage::METHOD.into(), params)));
    });
}

/// The folder of the test case: beside the file.
fn written(path: &Path) -> Option<String> {
    let name = format!("{}-test-case", path.file_stem()?.to_string_lossy());
    let folder = path.with_file_name(name).display().to_string();
    let mut task = read_like(path, "check");
    task.flags.extend(["--timeout", TIME, "--test-case", &folder].map(str::to_string));
    let mut process = Command::new(std::env::current_exe().ok()?);
    process.args(task.arguments()).current_dir(&task.folder);
    process.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let ended = end_with_us(&mut process).status().ok()?;
    (ended.code() == Some(10)).then_some(folder)
}
