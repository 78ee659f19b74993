//! Reads what holds contracts: preprocessed by clang, rewritten, and read as C.

use std::io::Write;
use std::process::{Command, Stdio};

use ivl::diag::Diagnostic;
use ivl::source::{SourceMap, Span, decode};

use super::{Failure, Input, Node, arguments, attempt, standard_input};
use crate::config::Config;
use crate::contracts::{self, Rewritten};
use crate::files::Files;

type Read = Result<(Node, Vec<Diagnostic>), Vec<Diagnostic>>;

/// The tree of an input that holds contracts; `None`: it holds none, or cannot be preprocessed.
pub(super) fn without_contracts(sources: &mut SourceMap, input: Input, config: &Config) -> Option<Read> {
    let (Input::File(path) | Input::Followed(path, _)) = input else { return None };
    let text = preprocessed(input, config).filter(|text| contracts::concerns(text))?;
    let mut rewritten = match contracts::rewrite(&text) {
        Ok(rewritten) => rewritten,
        Err(refused) => {
            let (mut places, mistakes) = *refused;
            let mut files = Files::default();
            let said = mistakes.into_iter().map(|mistake| {
                let place = places.place(mistake.at);
                Diagnostic::error(mistake.message, place.map_or(Span::NONE, |place| files.part(sources, &place)))
            });
            return Some(Err(said.collect()));
        }
    };
    let made = rewritten.text().to_string();
    let extra = ["-Wno-implicit-function-declaration".to_string(), "-w".to_string()];
    Some(match attempt(Input::Preprocessed(path, &made), config, &extra) {
        Ok((mut node, _)) => {
            rewritten.restore(&mut node);
            Ok((node, vec![]))
        }
        Err(Failure::Rejected(text)) => Err(rejections(sources, &text, &made, &mut rewritten)),
        Err(Failure::Tree(error)) => {
            Err(vec![Diagnostic::error(format!("the syntax tree of clang cannot be read: {error}"), Span::NONE)])
        }
        Err(Failure::NotFound(error)) => {
            Err(vec![Diagnostic::error(format!("clang cannot be run: {error}"), Span::NONE)])
        }
    })
}

fn preprocessed(input: Input, config: &Config) -> Option<String> {
    let mut command = Command::new(&config.clang);
    command.args(["-E", "-w"]);
    arguments(&mut command, input, config, &[]);
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let text = standard_input(input);
    let stdin = child.stdin.take();
    let writer = std::thread::spawn(move || {
        if let Some(mut stdin) = stdin {
            // If clang is gone, its status says so.
            _ = stdin.write_all(text.as_bytes());
        }
    });
    let output = child.wait_with_output().ok();
    _ = writer.join();
    let output = output.filter(|output| output.status.success())?;
    Some(decode(output.stdout))
}

/// clang's errors about the rewritten text, placed in the files.
fn rejections(sources: &mut SourceMap, said: &str, text: &str, rewritten: &mut Rewritten) -> Vec<Diagnostic> {
    let mut files = Files::default();
    let mut found = vec![];
    for line in said.lines() {
        let Some((place, message)) = line.split_once("error: ") else { continue };
        let mut parts = place.trim_end_matches(": ").rsplitn(3, ':').map(str::trim);
        let mut number = || parts.next().and_then(|part| part.parse::<usize>().ok());
        let (column, row) = (number(), number());
        let at = row.zip(column).and_then(|(row, column)| {
            let start = text.split_inclusive('\n').take(row.checked_sub(1)?).map(str::len).sum::<usize>();
            rewritten.place(start + column.checked_sub(1)?)
        });
        found.push(Diagnostic::error(message, at.map_or(Span::NONE, |place| files.part(sources, &place))));
    }
    if found.is_empty() {
        found.push(Diagnostic::error("clang rejects the program", Span::NONE).note(said.trim()));
    }
    found
}
