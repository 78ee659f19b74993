//! Programs with one change: an operator or number is another; of C, a statement is missing or done twice, a link is another,
//! a test is missing.

use std::collections::BTreeSet;
use std::ops::Range;

/// What operators become. The longest that fits is meant.
pub type Operators<'a> = &'a [(&'a str, &'a [&'a str])];

/// The text of the program without comments to the ends of lines.
pub fn without_comments(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default().trim_end());
    let mut program = String::new();
    for line in lines {
        program += line;
        program.push('\n');
    }
    program
}

/// One more and one less.
fn near(digits: &str) -> Vec<String> {
    let number = digits.parse::<u64>().ok();
    number.into_iter().flat_map(|n| [Some(n + 1), n.checked_sub(1)]).flatten().map(|n| n.to_string()).collect()
}

/// All programs with one operator or number changed.
pub fn operators(text: &str, range: Range<usize>, operators: Operators) -> Vec<String> {
    let mut found = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let rest = &text[at..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let letters = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        let (length, new) = match operators.iter().find(|(old, _)| rest.starts_with(old)) {
            Some((old, new)) => (old.len(), new.iter().map(|new| new.to_string()).collect()),
            None if digits > 0 => (digits, near(&rest[..digits])),
            None => (letters.max(rest.chars().next().map_or(1, char::len_utf8)), Vec::new()),
        };
        found.extend(new.iter().map(|new| format!("{}{new}{}", &text[..at], &text[at + length..])));
        at += length;
    }
    found
}

/// The members that are reached through pointers.
fn members(text: &str) -> BTreeSet<&str> {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split("->").skip(1).map(|rest| &rest[..rest.find(|c| !is_letter(c)).unwrap_or(rest.len())]).collect()
}

/// All C programs of which one line says something else: a statement is missing, a call of `free` is done twice or not at
/// all, a condition always holds, a loop goes round once, a link is another.
pub fn lines(text: &str) -> Vec<String> {
    let members = members(text);
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let said = line.trim();
        let mut other = |new: String| {
            let mut changed: Vec<&str> = lines.clone();
            changed[number] = &new;
            found.push(changed.join("\n") + "\n");
        };
        let indented = line.starts_with(' ') || line.starts_with('\t');
        let is_statement = indented && said.ends_with(';') && (said.contains('=') || said.contains('('));
        if is_statement && !said.starts_with("for") {
            match (said.split_once(" = "), said.split_once("*")) {
                // A declaration stays, its value goes.
                (Some((left, _)), Some((_, right)))
                    if left.contains('*') && right.contains('=') && left.contains(' ') =>
                {
                    other(format!("{left};"));
                }
                _ => other(";".into()),
            }
        }
        if said.starts_with("free(") {
            other(format!("{{ {said} {said} }}"));
        }
        for (word, new) in [("if (", "if (1 || "), ("while (", "while (1 || "), ("while (", "if (")] {
            if let Some((before, after)) = line.split_once(word)
                && before.chars().all(|c| !c.is_ascii_alphanumeric())
            {
                other(format!("{before}{new}{after}"));
            }
        }
        for (at, _) in line.match_indices("->") {
            let member = members.iter().filter(|m| line[at + 2..].starts_with(**m)).max_by_key(|m| m.len());
            let Some(member) = member else { continue };
            let (before, after) = (&line[..at], &line[at + 2 + member.len()..]);
            for new in members.iter().filter(|new| *new != member) {
                other(format!("{before}->{new}{after}"));
            }
        }
    }
    found
}
