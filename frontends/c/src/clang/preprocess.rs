//! Reads what holds contracts: preprocessed by clang, rewritten, and read as C.

use std::io::Write;
use std::process::{Command, Stdio};

use ivl::diag::Diagnostic;
use ivl::source::{SourceMap, Span, decode};

use super::{Failure, Input, Parsed, arguments, command, parsed, standard_input};
use crate::config::Config;
use crate::contracts::{self, Comparison, Rewritten};
use crate::files::Files;

type Read = Result<Parsed, Vec<Diagnostic>>;

/// How clang refuses `a == b` of records.
const RECORDS: &str = "invalid operands to binary expression";

/// The tree of an input that holds contracts, or something else that CBMC's language has and C has not; `None`: it holds
/// none, or cannot be preprocessed. `said`: why clang refuses it.
pub(super) fn without_contracts(sources: &mut SourceMap, input: Input, config: &Config, said: &str) -> Option<Read> {
    let (Input::File(path) | Input::Followed(path, _)) = input else { return None };
    let is_concerned = |text: &String| contracts::concerns(text) || said.contains(RECORDS);
    let text = preprocessed(input, config).filter(is_concerned)?;
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
    let places = ["-fdiagnostics-print-source-range-info", "-ferror-limit=0"];
    let quiet = ["-Wno-implicit-function-declaration", "-w"];
    let extra: Vec<String> = quiet.iter().chain(&places).map(|flag| flag.to_string()).collect();
    let attempt = |made: &str| {
        let input = Input::Preprocessed(path, made);
        parsed(command(input, config, &extra), input)
    };
    let mut made = rewritten.text().to_string();
    let mut outcome = attempt(&made);
    if let Err(Failure::Rejected(said)) = &outcome
        && let comparisons = comparisons(said)
        && !comparisons.is_empty()
    {
        rewritten.compare_records(&comparisons);
        made = rewritten.text().to_string();
        outcome = attempt(&made);
    }
    Some(match outcome {
        Ok(mut tree) => {
            rewritten.restore(&mut tree.root);
            tree.said.clear();
            Ok(tree)
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

/// The comparisons of records that clang refuses, from the last one to the first.
fn comparisons(said: &str) -> Vec<Comparison> {
    let refused =
        said.lines().filter_map(|line| line.split_once("error: ").filter(|(_, said)| said.starts_with(RECORDS)));
    let mut found: Vec<Comparison> = refused.filter_map(|(place, _)| comparison(place)).collect();
    found.sort_by_key(|comparison| std::cmp::Reverse(comparison.operator));
    found.dedup_by_key(|comparison| comparison.operator);
    found
}

/// `<stdin>:12:6:{12:4-12:5}{12:9-12:10}: `
fn comparison(place: &str) -> Option<Comparison> {
    let place_of = |text: &str| {
        let (row, column) = text.split_once(':')?;
        Some((row.parse().ok()?, column.parse().ok()?))
    };
    let (operator, ranges) = place.split_once(":{")?;
    let (left, right) = ranges.split_once("}{")?;
    let right = &right[..right.find('}')?];
    let operator = operator.split_once(':')?.1;
    let (left, right) = (left.split_once('-')?.0, right.split_once('-')?.1);
    Some(Comparison { operator: place_of(operator)?, left: place_of(left)?, right: place_of(right)? })
}

/// `<stdin>:12:6`
fn without_ranges(place: &str) -> &str {
    place.split(":{").next().unwrap_or(place).trim_end_matches([' ', ':'])
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
        let mut parts = without_ranges(place).rsplitn(3, ':').map(str::trim);
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
