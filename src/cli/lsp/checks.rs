//! Functions of C, checked in the background: `main` as a program (`rmt check`), the others each by itself (`rmt scan`), as
//! `rmt.toml` and `compile_commands.json` say that the file is read.
//!
//! ```text
//! opened, saved ── settings_of ──▶ the flags ── the same text as before? the lines are kept
//!    ── rmt check, rmt scan: a line for each function, as soon as it is known ──▶ diagnostics, lenses
//! ```

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

use lsp_server::{Message, Request};
use lsp_types::request::{CodeLensRefresh, Request as _};
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Position, Range, Uri,
};

use tempfile::TempDir;

use super::document::{Document, UNDECIDED};
use super::running::Running;
use super::{Documents, place};
use crate::base::child::end_with_us;
use crate::cli::c_names::functions;
use crate::cli::suite::{Task, read_like};
use crate::report::told::{self, Told};

/// Seconds for each function, and for each at first.
pub const TIME: &str = "10";
const BRIEFLY: &str = "1";
/// Steps that are told of a violation: the last ones, since they are nearest to it.
const STEPS: usize = 40;

/// What is kept as long as the server runs.
#[derive(Clone)]
pub struct Kept {
    /// What was said of a text, by all that it depends on.
    lines: Arc<Mutex<HashMap<String, Vec<String>>>>,
    /// Of functions, for the texts that have them, too.
    folder: Option<Arc<TempDir>>,
}

impl Kept {
    /// Without a folder, functions are looked at again.
    pub fn new() -> Kept {
        Kept { lines: Arc::default(), folder: tempfile::tempdir().ok().map(Arc::new) }
    }
}

/// The check of a document.
struct Check {
    uri: Uri,
    path: PathBuf,
    /// What the document says as long as nobody changes it, or checks it again.
    number: u64,
    documents: Documents,
    client: crossbeam_channel::Sender<Message>,
    running: Running,
    kept: Kept,
}

/// Starts it. What is in no file, or not saved, is not checked.
pub fn start(uri: Uri, documents: Documents, client: crossbeam_channel::Sender<Message>, running: Running, kept: Kept) {
    let number = running.number();
    let begin = |document: &mut Document| {
        document.check = number;
        document.text.clone()
    };
    let Some(text) = documents.lock().ok().and_then(|mut all| all.get_mut(uri.as_str()).map(begin)) else { return };
    let is_saved = |path: &PathBuf| {
        // Editors may read the ends of lines as they like.
        std::fs::read(path).is_ok_and(|saved| String::from_utf8_lossy(&saved).lines().eq(text.lines()))
    };
    let Some(path) = place::path(&uri).filter(is_saved) else { return };
    let check = Check { uri, path, number, documents, client, running, kept };
    std::thread::spawn(move || check.run(&text));
}

impl Check {
    fn run(&self, text: &str) {
        let all = functions(text);
        let seen: Vec<&str> = all.iter().filter(|function| !function.is_static).map(|function| function.name).collect();
        self.change(|document| document.begin(&seen));
        let has_main = seen.contains(&"main");
        if has_main {
            self.ask("check", TIME, &[]);
        }
        let others: Vec<String> =
            all.iter().map(|f| f.name).filter(|name| *name != "main").map(str::to_string).collect();
        let named: Vec<String> = others.iter().flat_map(|name| ["--entry".to_string(), name.clone()]).collect();
        // Functions that a macro defines have no name in the text: without a main, all are looked at.
        if !has_main {
            self.scan(&[]);
        } else if !others.is_empty() {
            self.scan(&named);
        }
        self.change(Document::end);
    }

    /// Scans these functions, or all: first briefly, then those that nothing is known of.
    fn scan(&self, named: &[String]) {
        self.ask("scan", BRIEFLY, named);
        let mut open = vec![];
        self.change(|document| open = document.again());
        if !open.is_empty() {
            let named: Vec<String> = open.into_iter().flat_map(|name| ["--entry".to_string(), name]).collect();
            self.ask("scan", TIME, &named);
        }
    }

    /// Runs a command on the file, and says what it says.
    fn ask(&self, command: &str, time: &str, options: &[String]) {
        let mut task = read_like(&self.path, command);
        task.flags.extend(options.iter().cloned());
        task.flags.extend(["--timeout".to_string(), time.to_string()]);
        if command == "scan" {
            let cache = self.kept.folder.as_ref().map(|folder| format!("--cache={}", folder.path().display()));
            task.flags.extend(cache.into_iter().chain(["--each".to_string()]));
        }
        let key = task.key();
        let known = key.as_ref().and_then(|key| self.kept.lines.lock().ok()?.get(key).cloned());
        if let Some(lines) = known {
            lines.iter().for_each(|line| _ = self.say(command, &task.folder, line));
            return;
        }
        let Some(lines) = self.lines(command, &task) else { return };
        if let (Some(key), Ok(mut kept)) = (key, self.kept.lines.lock()) {
            kept.insert(key, lines);
        }
    }

    /// All that a process says, each line told of when it comes. `None`: the text changed meanwhile.
    fn lines(&self, command: &str, task: &Task) -> Option<Vec<String>> {
        let mut process = Command::new(std::env::current_exe().ok()?);
        process.args(task.arguments()).current_dir(&task.folder);
        process.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = end_with_us(&mut process).spawn().ok()?;
        let (stdout, pid) = (child.stdout.take()?, child.id());
        // A change that comes before the process is known does not end it.
        if !self.is_wanted() {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        self.running.begin(self.uri.as_str(), child);
        if !self.is_wanted() {
            self.running.finish_now(self.uri.as_str(), pid);
            return None;
        }
        let mut lines = Vec::new();
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if !self.say(command, &task.folder, &line) {
                break;
            }
            lines.push(line);
        }
        (self.running.finish(self.uri.as_str(), pid) && self.is_wanted()).then_some(lines)
    }

    fn is_wanted(&self) -> bool {
        let documents = self.documents.lock().ok();
        documents.is_some_and(|all| all.get(self.uri.as_str()).is_some_and(|document| document.check == self.number))
    }

    /// Changes the document and tells the client; whether it is still the same.
    fn change(&self, with: impl FnOnce(&mut Document)) -> bool {
        let Ok(mut documents) = self.documents.lock() else { return false };
        let document = documents.get_mut(self.uri.as_str()).filter(|document| document.check == self.number);
        let Some(document) = document else { return false };
        with(document);
        // A client that went away hears nothing more.
        let _ = self.client.send(Message::Notification(document.publish(&self.uri)));
        document.refreshes += 1;
        let id = format!("lens {} {} {}", self.uri.as_str(), self.number, document.refreshes);
        let refresh = Request::new(id.into(), CodeLensRefresh::METHOD.into(), serde_json::Value::Null);
        let _ = self.client.send(Message::Request(refresh));
        true
    }

    /// Says what a report says; whether the document is still the same.
    fn say(&self, command: &str, folder: &Path, line: &str) -> bool {
        let Ok(told) = Told::read(line) else { return true };
        self.change(|document| {
            for mistake in told.mistakes.iter().filter(|mistake| mistake.severity == "error") {
                let at = mistake.at.as_ref().filter(|at| folder.join(&at.file) == self.path);
                let range = at.map_or(Range::default(), |at| document.line_from(at));
                let message = format!("not checked: {}", mistake.message);
                let severity = Some(DiagnosticSeverity::WARNING);
                document.found(Diagnostic {
                    range,
                    severity,
                    message,
                    source: source(command),
                    ..Diagnostic::default()
                });
            }
            if let Some(title) = title(&told) {
                document.say(&told.entry, title);
            }
            for (failure, trace, _) in told.failures() {
                document.found(self.finding(command, folder, document, &told, failure, trace));
            }
        })
    }

    fn finding(
        &self,
        command: &str,
        folder: &Path,
        document: &Document,
        told: &Told,
        failure: &told::Failure,
        trace: Option<&told::Trace>,
    ) -> Diagnostic {
        let at = failure.place();
        let here = at.filter(|at| folder.join(&at.file) == self.path);
        // What is wrong in another file is told at the function that reaches it.
        let range = here.map(|at| document.line_from(at)).unwrap_or_else(|| {
            let own = functions(&document.text).into_iter().find(|function| function.name == told.entry);
            own.map_or(Range::default(), |function| document.range(&function.place(&document.text)))
        });
        let elsewhere = at.filter(|_| here.is_none()).map_or(String::new(), |at| format!(" (at {at})"));
        let steps = trace.map_or(&[][..], |trace| &trace.steps);
        let steps = &steps[steps.len().saturating_sub(STEPS)..];
        let related = steps.iter().filter_map(|step| {
            Some(DiagnosticRelatedInformation { location: location(folder, step.place()?)?, message: step.says() })
        });
        let is_sure = command == "check" || told.rank.as_deref() == Some("certain");
        Diagnostic {
            range,
            severity: Some(if is_sure { DiagnosticSeverity::ERROR } else { DiagnosticSeverity::WARNING }),
            code: (!failure.code.is_empty()).then(|| NumberOrString::String(failure.code.clone())),
            source: source(command),
            message: format!("{}{elsewhere}", failure.says()),
            related_information: Some(related.collect()),
            ..Diagnostic::default()
        }
    }
}

fn source(command: &str) -> Option<String> {
    Some(format!("rmt {command}"))
}

/// What stands above a function.
fn title(told: &Told) -> Option<String> {
    let up_to = told.bound.map_or(String::new(), |bound| format!(" up to {bound}"));
    Some(match told.verdict.as_str() {
        "safe" => "safe".to_string(),
        "safe-up-to-bound" => format!("safe{up_to}"),
        "nothing-found" => format!("nothing found{up_to}"),
        "unsafe" => format!("unsafe: {}", told.failures().first()?.0.says()),
        "unknown" if up_to.is_empty() => UNDECIDED.to_string(),
        "unknown" => format!("{UNDECIDED}; nothing found{up_to}"),
        _ => return None,
    })
}

/// A place in a file, as the protocol counts. The text of another file is not looked at: its lines are ASCII, as a rule.
fn location(folder: &Path, at: &told::Position) -> Option<Location> {
    let start = Position::new(at.line.saturating_sub(1) as u32, at.column.unwrap_or(1).saturating_sub(1) as u32);
    Some(Location { uri: place::uri(&folder.join(&at.file))?, range: Range { start, end: start } })
}
