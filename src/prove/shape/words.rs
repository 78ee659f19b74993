//! What is known of objects, in words of C: kind by kind for the certificate, and what all kinds of a type have in common.

use std::collections::{BTreeMap, BTreeSet};

use super::explore::Kinds;
use super::flow::Flow;
use super::heap::{Cell, Class, Key, MANY, Object, Value};
use super::state::State;
use super::subject::Subject;
use crate::interp::replay::places::Places;
use crate::ir::{Attr, string_attribute};
use num_bigint::BigInt;

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

fn a(noun: &str) -> String {
    format!("{} {noun}", if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" })
}

/// What the program calls a cell of an object; `None`: nothing that a reader knows.
fn member(subject: &Subject, class: Class, (map, at): Cell) -> Option<String> {
    let label = &subject.classes[usize::from(class)];
    let start = label.find(['[', '{']);
    if let Some(layout) = start.map(|start| label[start..].split(' ').next().unwrap_or_default()) {
        let (mut places, base) = (Places::default(), BigInt::from(1));
        places.block("", layout, base.clone(), BigInt::from(u32::MAX));
        let found = places.cell(&(base + at), "", false)?;
        return found.rsplit_once('.').map(|(_, member)| member.to_string());
    }
    let text = &subject.map_names[usize::from(map)];
    let last = text.rsplit('.').next().unwrap_or(text);
    (last != "mem" && !last.starts_with(|c: char| c.is_ascii_digit())).then(|| last.to_string())
}

fn field(subject: &Subject, class: Class, cell: Cell) -> String {
    member(subject, class, cell).unwrap_or_else(|| format!("{}[{}]", subject.map_names[usize::from(cell.0)], cell.1))
}

/// What holds of each object of a kind.
pub fn describe(subject: &Subject, kind: &Object) -> String {
    let mut parts = Vec::new();
    for (key, &count) in &kind.ins {
        parts.push(edges(subject, key, count));
    }
    if subject.flow == Flow::Paths {
        parts.push(ways((kind.paths, kind.paths)));
    } else if kind.ins.is_empty() {
        parts.push("no edge into it".into());
    }
    for (cell, slot) in kind.slots.iter().filter(|(cell, _)| !subject.about.contains(&cell.0)) {
        let field = field(subject, kind.class, *cell);
        parts.push(match &slot.value {
            Value::Num(0) => format!("{field} is 0"),
            Value::Num(n) => format!("{field} is {n}"),
            Value::Own(_) => format!("{field} goes to itself"),
            Value::Ptr(object, _) => format!("{field} goes to {}", name(subject, class_of(subject, *object))),
            Value::Out(out) if !out.back.is_empty() => {
                let back: Vec<String> =
                    out.back.iter().map(|(cell, _)| self::field(subject, out.class, *cell)).collect();
                format!("{field} goes to {} whose {} comes back", a(&name(subject, out.class)), back.join(" and "))
            }
            Value::Out(out) => format!("{field} goes to {}", a(&name(subject, out.class))),
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

/// How many paths lead to an object: from so many to so many.
fn ways(span: (u8, u8)) -> String {
    match span {
        (0, 0) => "no path to it".into(),
        (1, 1) => "exactly one path to it".into(),
        (0, 1) => "at most one path to it".into(),
        (0, MANY) => "paths to it".into(),
        (1, MANY) => "at least one path to it".into(),
        (n, MANY) => format!("at least {n} paths to it"),
        (n, m) if n == m => format!("exactly {n} paths to it"),
        (n, m) => format!("{n} to {m} paths to it"),
    }
}

fn edges(subject: &Subject, key: &Key, count: u8) -> String {
    let field = field(subject, key.from, key.cell);
    let from = name(subject, key.from);
    match count {
        1 => format!("exactly one {field}-edge into it, of {}", a(&from)),
        MANY => format!("{MANY} or more {field}-edges into it, of {from}s"),
        n => format!("exactly {n} {field}-edges into it, of {from}s"),
    }
}

/// What holds of all objects, in one line: by type, what its kinds have in common. `states`: those at loop heads.
pub fn summary<'s>(subject: &Subject, kinds: &Kinds, states: impl Iterator<Item = &'s State> + Clone) -> String {
    let mut by_name: BTreeMap<String, Vec<&Object>> = BTreeMap::new();
    for kind in kinds.keys().filter(|kind| !is_variable(subject, kind.class)) {
        by_name.entry(name(subject, kind.class)).or_default().push(kind);
    }
    let mut sentences = Vec::new();
    for (name, kinds) in by_name {
        let is_live = |kind: &&Object| kind.number((subject.live, 0)) != Some(0);
        let (live, freed): (Vec<&Object>, Vec<&Object>) = kinds.into_iter().partition(is_live);
        if live.is_empty() {
            sentences.push(format!("every {name} that no variable points to is freed"));
            continue;
        }
        let (common, mut parts) = (Common::of(subject, &live), fields(subject, &live));
        let end = if freed.is_empty() { "" } else { ", or is freed" };
        if subject.flow == Flow::Paths {
            let counts = || live.iter().map(|kind| kind.paths);
            let span = (counts().min().unwrap_or(0), counts().max().unwrap_or(MANY));
            parts.insert(0, format!("every {name} that no variable points to has {}", ways(span)));
            sentences.push(parts.join(", ") + end);
            continue;
        }
        if common.fields.is_empty() && parts.is_empty() {
            continue;
        }
        parts.insert(0, format!("every {name}{} has {common} into it", but(subject, &name, &common, states.clone())));
        sentences.push(parts.join(", ") + end);
    }
    if sentences.is_empty() { "nothing points to what no variable holds".into() } else { sentences.join("; ") }
}

/// Whether the objects are one each, which lives from the start.
fn is_variable(subject: &Subject, class: Class) -> bool {
    i128::from(class) < subject.statics()
}

/// How many edges come into each of some objects: of all fields, and of each; the last are many.
struct Common {
    all: (u8, u8),
    fields: BTreeMap<String, (u8, u8)>,
}

fn counts(subject: &Subject, object: &Object) -> BTreeMap<String, u8> {
    let mut counts = BTreeMap::new();
    for (key, &count) in &object.ins {
        let sum: &mut u8 = counts.entry(field(subject, key.from, key.cell)).or_default();
        *sum = sum.saturating_add(count).min(MANY);
    }
    counts
}

impl Common {
    fn of(subject: &Subject, objects: &[&Object]) -> Common {
        let each: Vec<BTreeMap<String, u8>> = objects.iter().map(|o| counts(subject, o)).collect();
        let names: BTreeSet<&String> = each.iter().flat_map(|counts| counts.keys()).collect();
        let span =
            |numbers: Vec<u8>| (numbers.iter().min().copied().unwrap_or(0), numbers.iter().max().copied().unwrap_or(0));
        let of = |name: &String| span(each.iter().map(|counts| counts.get(name).copied().unwrap_or(0)).collect());
        let all = span(each.iter().map(|counts| counts.values().fold(0, |a, b| MANY.min(a + b))).collect());
        Common { all, fields: names.into_iter().map(|name| (name.clone(), of(name))).collect() }
    }

    /// Whether it is said that there is one edge of any field.
    fn is_one_of_several(&self) -> bool {
        self.all == (1, 1) && self.fields.len() > 1
    }

    fn holds(&self, subject: &Subject, object: &Object) -> bool {
        let other = Common::of(subject, &[object]);
        let is_within = |new: (u8, u8), old: (u8, u8)| old.0 <= new.0 && new.1 <= old.1;
        let known = |name: &String| self.fields.contains_key(name);
        let of = |name: &String| other.fields.get(name).copied().unwrap_or((0, 0));
        other.fields.keys().all(known)
            && if self.is_one_of_several() {
                is_within(other.all, self.all)
            } else {
                self.fields.iter().all(|(name, &span)| is_within(of(name), span))
            }
    }
}

impl std::fmt::Display for Common {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<String> = self.fields.keys().cloned().collect();
        if self.is_one_of_several() {
            return write!(f, "exactly one edge, {},", names.join(" or "));
        }
        let said = |(name, &(least, most)): (&String, &(u8, u8))| match (least, most) {
            (1, 1) => Some(format!("exactly one {name}-edge")),
            (0, 1) => Some(format!("at most one {name}-edge")),
            (0, MANY) => None,
            (0, n) => Some(format!("at most {n} {name}-edges")),
            (1, MANY) => Some(format!("at least one {name}-edge")),
            (n, MANY) => Some(format!("at least {n} {name}-edges")),
            (n, m) if n == m => Some(format!("exactly {n} {name}-edges")),
            (n, m) => Some(format!("{n} to {m} {name}-edges")),
        };
        match &self.fields.iter().filter_map(said).collect::<Vec<_>>()[..] {
            [] if names.is_empty() => f.write_str("no edge"),
            [] => f.write_str("edges"),
            said => f.write_str(&said.join(" and ")),
        }
    }
}

/// Which objects in scope are exceptions: what some variables point to, or what any does.
fn but<'s>(subject: &Subject, name: &str, common: &Common, states: impl Iterator<Item = &'s State>) -> String {
    let mut exceptions: Vec<BTreeSet<String>> = Vec::new();
    for state in states {
        for (&id, object) in state.heap.objects.iter().filter(|(_, o)| !is_variable(subject, o.class)) {
            let is_meant = self::name(subject, object.class) == name && object.number((subject.live, 0)) != Some(0);
            if !is_meant || common.holds(subject, object) {
                continue;
            }
            let points = state.vars.iter().filter(|(_, value)| matches!(value, Value::Ptr(o, _) if *o == id));
            let shown = points.filter_map(|(&v, _)| string_attribute(&subject.program.vars[v].attrs, Attr::Shown));
            exceptions.push(shown.map(|shown| shown.to_string()).collect());
        }
    }
    let mut named = Vec::new();
    while !exceptions.is_empty() {
        let all: BTreeSet<&String> = exceptions.iter().flatten().collect();
        let often = |v: &&&String| exceptions.iter().filter(|some| some.contains(**v)).count();
        match all.iter().max_by_key(often) {
            Some(&var) if named.len() < NAMED => named.push(var.clone()),
            _ => return " that no variable points to".into(),
        }
        exceptions.retain(|some| !some.contains(&named[named.len() - 1]));
    }
    if named.is_empty() { String::new() } else { format!(" but *{}", named.join(" and *")) }
}

/// Variables that are named as exceptions.
const NAMED: usize = 2;

/// What the fields hold that something is known of in all of the kinds.
fn fields(subject: &Subject, kinds: &[&Object]) -> Vec<String> {
    let Some((first, rest)) = kinds.split_first() else { return Vec::new() };
    let cells = || first.slots.keys().copied().filter(|cell| !subject.about.contains(&cell.0));
    let names = cells().filter_map(|cell| member(subject, first.class, cell));
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    names.for_each(|name| *times.entry(name).or_default() += 1);
    let mut found = Vec::new();
    for cell in cells() {
        if !rest.iter().all(|kind| kind.slots.contains_key(&cell)) {
            continue;
        }
        // Cells of one name cannot be told apart.
        let Some(field) = member(subject, first.class, cell).filter(|name| times[name] == 1) else { continue };
        let (mut numbers, mut targets) = (BTreeSet::new(), BTreeSet::new());
        for kind in kinds {
            match &kind.slots[&cell].value {
                Value::Num(n) => numbers.extend([Some(*n)]),
                Value::Own(_) => targets.extend(["itself".to_string()]),
                Value::Ptr(object, _) => targets.extend([name(subject, class_of(subject, *object))]),
                Value::Out(out) => {
                    let back: BTreeSet<String> =
                        out.back.iter().map(|(cell, _)| self::field(subject, out.class, *cell)).collect();
                    let back: Vec<String> = back.into_iter().collect();
                    let whose = if back.is_empty() { "" } else { &format!(" whose {} comes back", back.join(" and ")) };
                    targets.extend([format!("{}{whose}", a(&name(subject, out.class)))]);
                }
                Value::Within(_) | Value::Sym(_) | Value::Near(..) => numbers.extend([None]),
            }
        }
        let targets: Vec<String> = targets.into_iter().collect();
        let text = |n: i128| if n == 0 && !targets.is_empty() { "null".into() } else { n.to_string() };
        let ways: Option<Vec<String>> = numbers.into_iter().map(|n| n.map(text)).collect();
        match (ways, targets.is_empty()) {
            (None, _) => {}
            (Some(ways), true) => found.push(format!("{field} is {}", ways.join(" or "))),
            (Some(ways), false) if ways.is_empty() => found.push(format!("{field} goes to {}", targets.join(" or "))),
            (Some(ways), false) => {
                found.push(format!("{field} is {} or goes to {}", ways.join(" or "), targets.join(" or ")));
            }
        }
    }
    found
}
