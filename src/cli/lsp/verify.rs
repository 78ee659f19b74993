//! Verification in the background: `rmt verify` and `rmt check` read the text, so that whatever they take is taken of
//! another process.

use std::io::Write;
use std::process::{Command, Stdio};

use lsp_server::{Message, Request};
use lsp_types::Uri;
use lsp_types::request::{CodeLensRefresh, Request as _};

use super::Documents;
use super::document::Document;
use crate::report::told::Told;

/// Seconds for each procedure.
const TIME: &str = "10";

/// Starts it; the results are written to the document, if that is still the same, and the client is told.
pub fn start(uri: Uri, documents: Documents, client: crossbeam_channel::Sender<Message>) {
    let taken = documents.lock().ok().and_then(|d| d.get(uri.as_str()).map(|d| (d.text.clone(), d.version)));
    let Some((text, version)) = taken else { return };
    std::thread::spawn(move || {
        let Ok(reports) = reports(&["verify"], &text) else { return };
        if !change(&documents, &uri, version, |document| {
            document.verified(&uri, &reports);
            // A client that went away hears nothing more.
            let _ = client.send(Message::Notification(document.publish(&uri)));
            let id = format!("lens {version}");
            let refresh = Request::new(id.into(), CodeLensRefresh::METHOD.into(), serde_json::Value::Null);
            let _ = client.send(Message::Request(refresh));
        }) {
            return;
        }
        // A text without an entry has no proof as a whole. Horn clauses are what gives invariants.
        if let Ok(proofs) = self::reports(&["check", "--provers", "only:chc"], &text) {
            change(&documents, &uri, version, |document| document.proved(&proofs));
        }
    });
}

/// Whether the document is still the same; only then is it changed.
fn change(documents: &Documents, uri: &Uri, version: u64, with: impl FnOnce(&mut Document)) -> bool {
    let Ok(mut documents) = documents.lock() else { return false };
    let document = documents.get_mut(uri.as_str()).filter(|document| document.version == version);
    document.map(with).is_some()
}

/// What a command says about the text.
fn reports(command: &[&str], text: &str) -> std::io::Result<Vec<Told>> {
    let mut child = Command::new(std::env::current_exe()?)
        .args(command)
        .args(["--format", "json", "--no-trace", "--timeout", TIME, "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(text.as_bytes())?;
    }
    let output = child.wait_with_output()?;
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(lines.lines().filter_map(|line| Told::read(line).ok()).collect())
}
