//! Checks documents against JSON schemas, as far as those of `tests/schemas` go: a keyword that is not known here, and
//! that a value reaches, fails.

use serde_json::{Map, Value};

/// What is wrong with a document, each with its place.
pub fn mistakes(schema: &Value, document: &Value) -> Vec<String> {
    let mut check = Check { root: schema, found: Vec::new() };
    check.value(schema, document, "");
    check.found
}

struct Check<'a> {
    root: &'a Value,
    found: Vec<String>,
}

impl<'a> Check<'a> {
    fn value(&mut self, schema: &'a Value, value: &Value, at: &str) {
        let keywords = match schema {
            Value::Object(keywords) => keywords,
            Value::Bool(true) => return,
            _ => return self.wrong(at, "nothing may stand here"),
        };
        for (keyword, wanted) in keywords {
            if !self.keyword(keywords, (keyword.as_str(), wanted), value, at) {
                self.wrong(at, &format!("{keyword} {wanted}, not {value}"));
            }
        }
    }

    /// Whether a value keeps a keyword of a schema; what is wrong with its parts is noted.
    fn keyword(
        &mut self,
        all: &'a Map<String, Value>,
        (keyword, wanted): (&str, &'a Value),
        value: &Value,
        at: &str,
    ) -> bool {
        let size = |value: &Value| value.as_array().map(Vec::len).or(value.as_object().map(Map::len)).unwrap_or(0);
        let limit = || wanted.as_u64().expect("a number") as usize;
        match keyword {
            "$schema" | "$id" | "id" | "$defs" | "definitions" | "title" | "description" | "default" | "format" => {}
            "$ref" => {
                let path = wanted.as_str().and_then(|path| path.strip_prefix('#')).expect("a reference within");
                let root = self.root;
                self.value(root.pointer(path).expect("it is there"), value, at);
            }
            "type" => {
                let kinds: Vec<&Value> = wanted.as_array().map_or(vec![wanted], |kinds| kinds.iter().collect());
                return kinds.iter().any(|kind| is_of(kind.as_str().expect("a type"), value));
            }
            "const" => return value == wanted,
            "enum" => return wanted.as_array().expect("values").contains(value),
            "minimum" => return value.as_f64().is_none_or(|value| Some(value) >= wanted.as_f64()),
            "maximum" => return value.as_f64().is_none_or(|value| Some(value) <= wanted.as_f64()),
            "minItems" | "minProperties" => return size(value) >= limit(),
            "maxItems" => return size(value) <= limit(),
            "uniqueItems" => {
                let items = value.as_array().map_or(&[][..], Vec::as_slice);
                return !wanted.as_bool().expect("a truth value")
                    || items.iter().enumerate().all(|(index, item)| !items[..index].contains(item));
            }
            "required" => {
                let names = wanted.as_array().expect("names").iter().filter_map(Value::as_str);
                return value.as_object().is_none_or(|members| names.into_iter().all(|n| members.contains_key(n)));
            }
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    self.value(wanted, item, &format!("{at}/{index}"));
                }
            }
            "properties" => {
                for (name, member) in value.as_object().into_iter().flatten() {
                    if let Some(schema) = wanted.get(name) {
                        self.value(schema, member, &format!("{at}/{name}"));
                    }
                }
            }
            "additionalProperties" => {
                let known = |name: &str| all.get("properties").is_some_and(|known| known.get(name).is_some());
                for (name, member) in value.as_object().into_iter().flatten().filter(|(name, _)| !known(name)) {
                    self.value(wanted, member, &format!("{at}/{name}"));
                }
            }
            "anyOf" => return self.keeping(wanted, value) > 0,
            "oneOf" => return self.keeping(wanted, value) == 1,
            "not" => return !mistakes_in(self.root, wanted, value).is_empty(),
            other => self.wrong(at, &format!("the keyword {other} is not known here")),
        }
        true
    }

    /// How many of these schemas a value keeps.
    fn keeping(&self, schemas: &Value, value: &Value) -> usize {
        let schemas = schemas.as_array().expect("schemas").iter();
        schemas.filter(|schema| mistakes_in(self.root, schema, value).is_empty()).count()
    }

    fn wrong(&mut self, at: &str, what: &str) {
        self.found.push(format!("{at}: {what}"));
    }
}

fn mistakes_in(root: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let mut check = Check { root, found: Vec::new() };
    check.value(schema, value, "");
    check.found
}

fn is_of(kind: &str, value: &Value) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        _ => panic!("the type {kind} is none"),
    }
}

#[test]
fn schemas_refuse() {
    use serde_json::json;
    let schema = json!({
        "type": "object", "required": ["a"], "additionalProperties": false,
        "properties": {"a": {"$ref": "#/definitions/number"}, "b": {"type": "array", "items": {"enum": [1, 2]}, "minItems": 1}},
        "definitions": {"number": {"type": "integer", "minimum": 1}},
    });
    let count = |document: Value| mistakes(&schema, &document).len();
    assert_eq!(count(json!({"a": 1, "b": [2]})), 0);
    let wrong = [json!({}), json!({"a": 0}), json!({"a": "1"}), json!({"a": 1, "c": 1}), json!({"a": 1, "b": [3]})];
    for document in wrong.into_iter().chain([json!({"a": 1, "b": []}), json!([])]) {
        assert!(count(document.clone()) > 0, "{document}");
    }
}
