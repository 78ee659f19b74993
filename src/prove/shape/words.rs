//! What is known of objects, in words of C.

use super::explore::Kinds;
use super::heap::{Class, Key, MANY, Object, Value};
use super::subject::Subject;

/// An object's class, and what holds of each of its objects.
pub fn invariants(subject: &Subject, kinds: &Kinds) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for class in 0..subject.classes.len() as Class {
        let own: Vec<&Object> = kinds.keys().filter(|k| k.class == class).collect();
        if own.is_empty() {
            continue;
        }
        let live = |k: &&&Object| k.number((subject.live, 0)) != Some(0);
        let mut texts: Vec<String> = own.iter().filter(live).map(|kind| describe(subject, kind)).collect();
        if own.iter().any(|k| !live(&k)) {
            texts.push("freed".into());
        }
        texts.sort();
        texts.dedup();
        found.push((name(subject, class), texts.join("; or ")));
    }
    found
}

/// What the program calls the objects of a class.
pub fn name(subject: &Subject, class: Class) -> String {
    let text = &subject.classes[usize::from(class)];
    let end = text.find(['#', ' ', '[', '{']).unwrap_or(text.len());
    match &text[..end] {
        "" => "block".into(),
        name => name.to_string(),
    }
}

fn field(subject: &Subject, map: super::heap::Map) -> String {
    let text = &subject.map_names[usize::from(map)];
    text.rsplit('.').next().unwrap_or(text).to_string()
}

fn describe(subject: &Subject, kind: &Object) -> String {
    let mut parts = Vec::new();
    for (key, &count) in &kind.ins {
        parts.push(edges(subject, key, count));
    }
    if kind.ins.is_empty() {
        parts.push("no edge into it".into());
    }
    for (cell, slot) in kind.slots.iter().filter(|(cell, _)| !subject.about.contains(&cell.0)) {
        let field = field(subject, cell.0);
        parts.push(match &slot.value {
            Value::Num(0) => format!("{field} is 0"),
            Value::Num(n) => format!("{field} is {n}"),
            Value::Own(_) => format!("{field} goes to itself"),
            Value::Ptr(object, _) => format!("{field} goes to {}", name(subject, class_of(subject, *object))),
            Value::Out(out) if !out.back.is_empty() => {
                let back: Vec<String> = out.back.iter().map(|(cell, _)| self::field(subject, cell.0)).collect();
                format!("{field} goes to a {} whose {} comes back", name(subject, out.class), back.join(" and "))
            }
            Value::Out(out) => format!("{field} goes to a {}", name(subject, out.class)),
            Value::Within((low, high)) => {
                let bound = |n: &Option<i128>| n.map_or("any".to_string(), |n| n.to_string());
                format!("{field} from {} to {}", bound(low), bound(high))
            }
            Value::Sym(_) | Value::Near(..) => continue,
        });
    }
    parts.join(", ")
}

/// The class of a block that stays in scope.
fn class_of(subject: &Subject, object: u32) -> Class {
    let site = subject.sites.values().find(|site| site.root == Some(object));
    site.map_or(object as Class, |site| site.class)
}

fn edges(subject: &Subject, key: &Key, count: u8) -> String {
    let field = field(subject, key.cell.0);
    let from = name(subject, key.from);
    match count {
        1 => format!("exactly one {field}-edge into it, of a {from}"),
        MANY => format!("{MANY} or more {field}-edges into it, of {from}s"),
        n => format!("exactly {n} {field}-edges into it, of {from}s"),
    }
}
