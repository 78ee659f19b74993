//! The declarator that a contract stands behind.

use super::out::Out;
use super::token::{Kind, Tokens};

/// What is no part of the type of a sibling.
const LEFT_OUT: [&str; 8] =
    ["static", "extern", "inline", "__inline", "__inline__", "_Noreturn", "__extension__", "register"];

/// Names that stand in front of brackets and name no function.
const WITH_BRACKETS: [&str; 8] =
    ["__attribute__", "__attribute", "__declspec", "__asm__", "asm", "_Alignas", "__typeof__", "typeof"];

const KEYWORDS: [&str; 14] = [
    "void",
    "char",
    "short",
    "int",
    "long",
    "signed",
    "unsigned",
    "float",
    "double",
    "_Bool",
    "const",
    "volatile",
    "restrict",
    "__restrict",
];

pub struct Head {
    /// The function's name.
    pub name: usize,
    /// The tokens of its type in front of the name.
    before: Vec<usize>,
    /// Each parameter, and its name if it has one.
    params: Vec<((usize, usize), Option<usize>)>,
    is_void: bool,
}

impl Head {
    /// Reads the tokens from `start` to the first clause.
    pub fn read(tokens: &Tokens, start: usize, clause: usize) -> Result<Head, (usize, String)> {
        let (mut i, mut before, mut name) = (start, vec![], None);
        while i < clause {
            let text = tokens.text(i);
            if WITH_BRACKETS.contains(&text) && tokens.is(i + 1, "(") {
                let end = tokens.skip(i + 1);
                if text.contains("typeof") {
                    before.extend(i..end);
                }
                i = end;
                continue;
            }
            if tokens.kind(i) == Some(Kind::Name) && tokens.is(i + 1, "(") {
                name = Some(i);
                break;
            }
            if tokens.is(i, "{") {
                return Err((i, "a type is defined in front of a contract".into()));
            }
            if !LEFT_OUT.contains(&text) {
                before.push(i);
            }
            i += 1;
        }
        let Some(name) = name else {
            return Err((clause, "this contract stands behind no declarator of a function that is understood".into()));
        };
        if before.is_empty() || before.first().is_some_and(|&first| tokens.is(first, "typedef")) {
            return Err((name, "contracts of types of functions are not supported".into()));
        }
        let end = tokens.skip(name + 1) - 1;
        let mut params = vec![];
        for (from, to) in tokens.split(name + 2, end, Kind::Comma) {
            if from == to || (to == from + 1 && tokens.is(from, "void")) {
                continue;
            }
            if tokens.is(from, "...") {
                return Err((from, "contracts of variadic functions are not supported".into()));
            }
            let param = param_name(tokens, from, to);
            if param.is_none() && (from..to).any(|i| tokens.kind(i) == Some(Kind::Open)) {
                return Err((from, "this parameter of a function with a contract needs a name".into()));
            }
            params.push(((from, to), param));
        }
        let kept = before.iter().filter(|&&i| !matches!(tokens.text(i), "const" | "volatile"));
        let is_void = kept.map(|&i| tokens.text(i)).eq(["void"]);
        Ok(Head { name, before, params, is_void })
    }

    /// `(int *p, int n)`
    pub fn params(&self, tokens: &Tokens, to: &mut Out) {
        to.add("(");
        for (n, &((from, end), name)) in self.params.iter().enumerate() {
            if n > 0 {
                to.add(", ");
            }
            (from..end).for_each(|i| to.token(tokens, i));
            if name.is_none() {
                to.add(&format!("__rmt_p{n}"));
            }
        }
        to.add(if self.params.is_empty() { "void) " } else { ") " });
    }

    /// `int prefix_f(int *p, int n)`
    pub fn declare(&self, tokens: &Tokens, to: &mut Out, prefix: &str) {
        self.before.iter().for_each(|&i| to.token(tokens, i));
        let name = tokens.text(self.name);
        to.add(&format!(" {prefix}{name}"));
        self.params(tokens, to);
    }

    /// `f(p, n)`
    fn call(&self, tokens: &Tokens, to: &mut Out) {
        to.token(tokens, self.name);
        to.add("(");
        for (n, &(_, name)) in self.params.iter().enumerate() {
            if n > 0 {
                to.add(", ");
            }
            match name {
                Some(name) => to.token(tokens, name),
                None => to.add(&format!("__rmt_p{n}")),
            }
        }
        to.add(")");
    }

    /// `T __rmt_result = f(p, n);`, or without the call: any result.
    pub fn result(&self, tokens: &Tokens, to: &mut Out, calls: bool) {
        if !self.is_void {
            to.add("__typeof__(");
            self.call(tokens, to);
            to.add(") __rmt_result");
            if calls {
                to.add(" = ");
            }
        }
        if calls {
            self.call(tokens, to);
        }
        to.add("; ");
    }

    pub fn give(&self, to: &mut Out) {
        if !self.is_void {
            to.add("return __rmt_result; ");
        }
    }
}

/// The name of a parameter: the last name outside of brackets, or that behind the star in `(*f)(int)`.
fn param_name(tokens: &Tokens, from: usize, to: usize) -> Option<usize> {
    let (mut i, mut last) = (from, None);
    while i < to {
        let text = tokens.text(i);
        if WITH_BRACKETS.contains(&text) && tokens.is(i + 1, "(") {
            i = tokens.skip(i + 1);
            continue;
        }
        if text == "(" && tokens.is(i + 1, "*") {
            return (i + 2..tokens.skip(i))
                .find(|&i| tokens.kind(i) == Some(Kind::Name) && !KEYWORDS.contains(&tokens.text(i)));
        }
        match tokens.kind(i) {
            Some(Kind::Name) => last = Some(i),
            // What is in front of a star is a type.
            _ if text == "*" => last = None,
            _ => {}
        }
        i = tokens.skip(i);
    }
    let last = last?;
    let is_tag = last > from && matches!(tokens.text(last - 1), "struct" | "union" | "enum");
    let types = (from..last).filter(|&i| !matches!(tokens.text(i), "const" | "volatile" | "register")).count();
    (!is_tag && types > 0 && !KEYWORDS.contains(&tokens.text(last))).then_some(last)
}
