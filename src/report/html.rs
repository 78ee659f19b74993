//! Many verdicts as one page: a table with a filter, each execution as its source with the values beside the lines, the
//! invariants of proofs at their loops. The page is a file by itself; `page.html` draws it from the JSON of
//! `docs/json.md`.

use std::collections::BTreeMap;

use serde_json::Value;

const PAGE: &str = include_str!("page.html");

/// Where the data goes.
const DATA: &str = "/*DATA*/null";

/// The page of these reports, each a line of JSON. `text` gives a file's text, where it can be read.
pub fn render(lines: &[String], text: &dyn Fn(&str) -> Option<String>) -> String {
    let reports: Vec<Value> = lines.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let mut sources: BTreeMap<String, String> = BTreeMap::new();
    for report in &reports {
        files(report, &mut |file| {
            if !sources.contains_key(file)
                && let Some(text) = text(file)
            {
                sources.insert(file.to_string(), text);
            }
        });
    }
    let data = serde_json::json!({"rmt": env!("CARGO_PKG_VERSION"), "reports": reports, "sources": sources});
    // Within a script, a closing tag would end it, whatever stands around.
    let data = data.to_string().replace("</", "<\\/").replace("<!--", "<\\u0021--");
    PAGE.replacen(DATA, &data, 1)
}

/// Names the files that a report mentions.
fn files(value: &Value, say: &mut dyn FnMut(&str)) {
    match value {
        Value::Object(members) => {
            if let (Some(Value::String(file)), true) = (members.get("file"), members.contains_key("line")) {
                say(file);
            }
            members.values().for_each(|member| files(member, say));
        }
        Value::Array(elements) => elements.iter().for_each(|element| files(element, say)),
        _ => {}
    }
}
