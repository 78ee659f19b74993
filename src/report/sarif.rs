//! Many verdicts as SARIF 2.1.0, which editors and code hosts show: a result for each check that fails, with the
//! execution as a code flow. What was not decided and what is no program are notifications of the run.
//!
//! Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::catalogue::{Kind, kinds};
use super::told::{Failure, Mistake, Position, Step, Told, Trace};

/// Steps of a code flow at each end; viewers are slow with more.
const SHOWN: usize = 1_000;

/// The report, as JSON. `text` gives a file's text, where it can be read.
pub fn render(all: &[Told], text: &dyn Fn(&str) -> Option<String>) -> String {
    let mut texts = Texts { read: text, known: BTreeMap::new() };
    let (mut results, mut notifications) = (Vec::new(), Vec::new());
    let mut seen = BTreeMap::new();
    for told in all {
        for (failure, trace, certain) in told.failures() {
            results.push(result(told, failure, trace, certain, &mut texts, &mut seen));
        }
        notifications.extend(told.mistakes.iter().map(notification));
        if ["unknown", "rejected"].contains(&told.verdict.as_str()) && told.mistakes.is_empty() {
            let message = format!("{}: {}", told.about(), told.says());
            notifications.push(json!({"level": "warning", "message": {"text": message}}));
        }
    }
    let rules: Vec<Value> = kinds().map(|kind| rule(&kind)).collect();
    let rejected = all.iter().any(|told| told.verdict == "rejected");
    let run = json!({
        "tool": {"driver": {
            "name": "rmt",
            "version": env!("CARGO_PKG_VERSION"),
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "rules": rules,
        }},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": !rejected, "toolExecutionNotifications": notifications}],
        "results": results,
    });
    let log = json!({"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]});
    format!("{log:#}")
}

/// What is said of a kind of check.
fn rule(kind: &Kind) -> Value {
    let tags = kind.weaknesses().into_iter().map(|cwe| format!("external/cwe/{}", cwe.to_lowercase()));
    let tags: Vec<String> = std::iter::once("correctness".to_string()).chain(tags).collect();
    let mut rule = json!({
        "id": kind.code,
        "shortDescription": {"text": kind.title},
        "fullDescription": {"text": kind.meaning()},
        "help": {"text": kind.text, "markdown": kind.text},
        "defaultConfiguration": {"level": "error"},
        "properties": {"tags": tags},
    });
    if let Some(address) = kind.address() {
        rule["helpUri"] = json!(address);
    }
    rule
}

/// The code of a failure, and its position among the rules. Reports without codes are about assertions.
fn rule_of(failure: &Failure) -> (usize, &'static str) {
    let code = |kind: Kind| kind.code;
    let found = kinds().map(code).enumerate().find(|(_, code)| *code == failure.code);
    found.unwrap_or((0, "RMT-assertion"))
}

fn result(
    told: &Told,
    failure: &Failure,
    trace: Option<&Trace>,
    certain: bool,
    texts: &mut Texts,
    seen: &mut BTreeMap<String, usize>,
) -> Value {
    let (index, code) = rule_of(failure);
    let values: Vec<String> = failure.values.iter().map(|b| format!("{} = {}", b.name, b.value)).collect();
    let values = if values.is_empty() { String::new() } else { format!(", where {}", values.join(", ")) };
    let fingerprint = fingerprint(told, failure, texts, seen);
    let mut result = json!({
        "ruleId": code,
        "ruleIndex": index,
        "level": if certain { "error" } else { "warning" },
        "message": {"text": format!("{}{values}", failure.says())},
        "partialFingerprints": {"rmt/v1": fingerprint},
    });
    if let Some(place) = failure.place() {
        let mut location = location(place);
        location["logicalLocations"] = json!([{"name": failure.procedure, "kind": "function"}]);
        result["locations"] = json!([location]);
    }
    let related = [&failure.related, if failure.source.is_some() { &failure.at } else { &None }];
    let words = ["the condition is written here", "in the checked text"];
    let related = related.into_iter().zip(words).enumerate().filter_map(|(id, (place, words))| {
        let mut location = location(place.as_ref()?);
        location["id"] = json!(id);
        location["message"] = json!({"text": words});
        Some(location)
    });
    let related: Vec<Value> = related.collect();
    if !related.is_empty() {
        result["relatedLocations"] = json!(related);
    }
    if let Some(flow) = trace.and_then(|trace| code_flow(trace, failure)) {
        result["codeFlows"] = json!([flow]);
    }
    result
}

/// The execution: a flow for each thread.
fn code_flow(trace: &Trace, failure: &Failure) -> Option<Value> {
    let mut threads: BTreeMap<u32, Vec<Value>> = BTreeMap::new();
    let steps = &trace.steps;
    let mut last = 0;
    for (order, step) in steps.iter().enumerate() {
        if steps.len() > 2 * SHOWN && (SHOWN..steps.len() - SHOWN).contains(&order) {
            continue;
        }
        last = step.thread.unwrap_or(0);
        if let Some(location) = flow_location(step, order + 1) {
            threads.entry(last).or_default().push(location);
        }
    }
    if let Some(place) = failure.place() {
        let mut location = location(place);
        location["message"] = json!({"text": failure.says()});
        let order = steps.len() + 1;
        let end = json!({"location": location, "executionOrder": order, "importance": "essential"});
        threads.entry(failure.thread.unwrap_or(last)).or_default().push(end);
    }
    let flows: Vec<Value> = threads.iter().map(|(id, at)| json!({"id": id.to_string(), "locations": at})).collect();
    (!flows.is_empty()).then(|| json!({"threadFlows": flows}))
}

fn flow_location(step: &Step, order: usize) -> Option<Value> {
    let mut location = location(step.place()?);
    location["message"] = json!({"text": step.says()});
    let important = ["call", "input", "spawn"].contains(&step.kind.as_str());
    let importance = if important { "important" } else { "unimportant" };
    let values = step.changes.iter().chain(&step.args).chain(&step.results);
    let state: serde_json::Map<String, Value> = values.map(|b| (b.name.clone(), json!({"text": b.value}))).collect();
    let mut at = json!({
        "location": location,
        "nestingLevel": step.depth,
        "executionOrder": order,
        "importance": importance,
    });
    if !state.is_empty() {
        at["state"] = Value::Object(state);
    }
    Some(at)
}

fn notification(mistake: &Mistake) -> Value {
    let level = if mistake.severity == "error" { "error" } else { "warning" };
    let mut notification = json!({"level": level, "message": {"text": mistake.message}});
    if let Some(at) = &mistake.at {
        let mut place = location(at);
        if let (Some(end), Some(_)) = (&mistake.end, at.column) {
            place["physicalLocation"]["region"]["endLine"] = json!(end.line);
            place["physicalLocation"]["region"]["endColumn"] = json!(end.column);
        }
        notification["locations"] = json!([place]);
    }
    notification
}

fn location(place: &Position) -> Value {
    let mut region = json!({"startLine": place.line});
    if let Some(column) = place.column {
        region["startColumn"] = json!(column);
    }
    json!({"physicalLocation": {"artifactLocation": {"uri": uri(&place.file)}, "region": region}})
}

/// A path as a reference: what is not allowed there is written as `%20`.
fn uri(path: &str) -> String {
    let mut out = String::from(if path.starts_with('/') { "file://" } else { "" });
    for byte in path.trim_start_matches("./").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(byte as char),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// The texts of files, read once.
struct Texts<'a> {
    read: &'a dyn Fn(&str) -> Option<String>,
    known: BTreeMap<String, Option<String>>,
}

impl Texts<'_> {
    fn line(&mut self, place: &Position) -> Option<String> {
        let read = self.read;
        let text = self.known.entry(place.file.clone()).or_insert_with(|| read(&place.file)).as_ref()?;
        text.lines().nth(place.line.checked_sub(1)?).map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

/// The same as long as the check, its procedure and its line's text are; where the line stands does not matter. Results
/// that are alike in all of this are numbered.
fn fingerprint(told: &Told, failure: &Failure, texts: &mut Texts, seen: &mut BTreeMap<String, usize>) -> String {
    let line = failure.place().and_then(|place| texts.line(place)).unwrap_or_default();
    let file = failure.place().map_or(told.file.as_str(), |place| &place.file);
    let message = failure.message.as_deref().unwrap_or_default();
    let text = [file, &failure.procedure, &failure.kind, message, &failure.condition, &line].join("\0");
    let hash: String = Sha256::digest(text).iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let number = seen.entry(hash.clone()).or_default();
    *number += 1;
    format!("{hash}:{number}")
}
