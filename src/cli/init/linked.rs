//! Which files make a program, by the names of functions: a file with a `main`, those that define what it uses, and so on.
//! A reading of the tokens, without the preprocessor: what it gets wrong, the linker of the project knows better, and
//! whoever reads `rmt.toml` may say so.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The programs of a project.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Programs {
    /// By the file with the `main`, which comes first.
    pub with_main: Vec<Vec<PathBuf>>,
    pub without_main: Vec<PathBuf>,
}

/// The names of a file.
#[derive(Debug, Default)]
struct Names {
    /// Functions that other files may call.
    defined: BTreeSet<String>,
    /// All that is mentioned.
    used: BTreeSet<String>,
}

pub fn programs<'a>(folder: &Path, files: impl Iterator<Item = &'a PathBuf>) -> Programs {
    let read = |file: &'a PathBuf| {
        let text = std::fs::read(folder.join(file)).unwrap_or_default();
        (file, names(&String::from_utf8_lossy(&text)))
    };
    linked(&files.map(read).collect())
}

fn linked(files: &BTreeMap<&PathBuf, Names>) -> Programs {
    let mut definers: BTreeMap<&str, Vec<&PathBuf>> = BTreeMap::new();
    for (file, names) in files.iter().filter(|(_, names)| !names.defined.contains("main")) {
        names.defined.iter().for_each(|name| definers.entry(name).or_default().push(file));
    }
    let mut programs = Programs::default();
    for (&file, names) in files {
        if !names.defined.contains("main") {
            programs.without_main.push(file.clone());
            continue;
        }
        let mut program = vec![file];
        let mut defined: BTreeSet<&str> = names.defined.iter().map(String::as_str).collect();
        let mut next = 0;
        while let Some(&user) = program.get(next) {
            next += 1;
            for name in &files[user].used {
                if defined.contains(name.as_str()) {
                    continue;
                }
                let others = definers.get(name.as_str()).map_or(&[][..], Vec::as_slice);
                // What would define a name twice belongs to another program.
                let fits =
                    |other: &&&PathBuf| files[**other].defined.iter().all(|name| !defined.contains(name.as_str()));
                let near = others.iter().filter(fits).max_by_key(|other| other.parent() == user.parent());
                if let Some(&other) = near {
                    defined.extend(files[other].defined.iter().map(String::as_str));
                    program.push(other);
                }
            }
        }
        program[1..].sort();
        programs.with_main.push(program.into_iter().cloned().collect());
    }
    programs
}

/// A token: a name, or one character of another kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    Name(&'a str),
    Text,
    Other(char),
}

fn names(text: &str) -> Names {
    let mut names = Names::default();
    let (mut depth, mut parens) = (0_u32, 0_u32);
    // Of the declaration that is read: whether it is static, and the name in front of its last parenthesis.
    let (mut is_static, mut called) = (false, None);
    let mut before = Token::Other(';');
    // A main that is compiled only if somebody asks for it tests its file. Guards of headers have none.
    let mut conditions = 0_u32;
    for (token, starts_line) in tokens(text) {
        match token {
            Token::Name("if" | "ifdef" | "ifndef") if before == Token::Other('#') => conditions += 1,
            Token::Name("endif") if before == Token::Other('#') => conditions = conditions.saturating_sub(1),
            // Names of members are no functions.
            Token::Name(_) if before == Token::Other('.') => {}
            Token::Name(name) => {
                names.used.insert(name.to_string());
                is_static |= depth == 0 && name == "static";
            }
            Token::Other('(') => {
                if let (0, 0, Token::Name(name)) = (depth, parens, before)
                    && !name.starts_with("__attribute")
                {
                    called = Some(name);
                }
                parens += 1;
            }
            Token::Other(')') => parens = parens.saturating_sub(1),
            // `extern "C" {` opens no body.
            Token::Other('{') if before == Token::Text => {}
            Token::Other('{') => {
                if let (0, Token::Other(')'), Some(name), false) = (depth, before, called, is_static)
                    && (name != "main" || conditions == 0)
                {
                    names.defined.insert(name.to_string());
                }
                depth += 1;
            }
            Token::Other('}') => {
                // Branches of the preprocessor may open more than they close.
                depth = if starts_line { 0 } else { depth.saturating_sub(1) };
                parens = if depth == 0 { 0 } else { parens };
            }
            _ => {}
        }
        if depth == 0 && parens == 0 && matches!(token, Token::Other(';' | '}')) {
            (is_static, called) = (false, None);
        }
        before = token;
    }
    names
}

/// The tokens of a C text without its comments, each with whether it begins a line. Of directives, the names count alone.
fn tokens(text: &str) -> Vec<(Token<'_>, bool)> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let (mut starts_line, mut in_directive) = (true, false);
    while let Some(c) = rest.chars().next() {
        let skip = |end: Option<usize>| end.unwrap_or(rest.len());
        let length = if rest.starts_with("/*") {
            skip(rest[2..].find("*/").map(|at| at + 4))
        } else if rest.starts_with("//") {
            skip(rest.find('\n'))
        } else if rest.starts_with("\\\n") {
            2
        } else if rest.starts_with("->") {
            tokens.push((Token::Other('.'), starts_line));
            2
        } else if c == '"' || c == '\'' {
            if !in_directive {
                tokens.push((Token::Text, starts_line));
            }
            quoted(rest, c)
        } else if c.is_alphabetic() || c == '_' {
            let length = skip(rest.find(|c: char| !c.is_alphanumeric() && c != '_'));
            tokens.push((Token::Name(&rest[..length]), starts_line));
            length
        } else if c.is_ascii_digit() {
            skip(rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '.'))
        } else {
            in_directive = match c {
                '\n' => false,
                '#' => true,
                _ => in_directive,
            };
            if !c.is_whitespace() && (!in_directive || c == '#') {
                tokens.push((Token::Other(c), starts_line));
            }
            c.len_utf8()
        };
        starts_line = rest[..length].ends_with('\n');
        rest = &rest[length..];
    }
    tokens
}

/// The length of a literal, which ends with its line at the latest.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return at,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_that_a_text_defines() {
        let text = "#define CALL(x) helper(x)\n#include \"a.h\"\nextern \"C\" {\nstatic int own(int x) { return x; }\n\
                    EXPORT(char *) name(const char *(*f)(void)) /* it's */ { return \"}\" ; }\nstruct s { int x; };\n\
                    int array[] = { 1 }; int f(void) __attribute__((pure));\n#if A\nint g(int x) {\n#else\nint g(long x) {\n#endif\n  if (x) { own(x); }\n}\n\
                    unsigned h(void)\n{ return 1; }\n}\n";
        let names = names(text);
        assert_eq!(Vec::from_iter(&names.defined), ["g", "h", "name"]);
        assert!(names.used.contains("helper") && !names.used.contains("it"));
        let names = super::names("#ifdef TEST\nint main(void) { return s->member + t.other; }\n#endif\nint f() {}\n");
        assert_eq!(Vec::from_iter(&names.defined), ["f"]);
        assert!(!names.used.contains("member") && !names.used.contains("other"));
    }

    #[test]
    fn a_program_is_what_its_main_uses() {
        let file = |text: &str| names(text);
        let paths = ["a.c", "b.c", "lib/one.c", "lib/two.c", "z/one.c"].map(PathBuf::from);
        let texts = [
            "int main(void) { return one(); }",
            "int main(void) { return 0; }",
            "int one(void) { return two(); }",
            "int two(void) { return 2; }",
            "int one(void) { return 1; }",
        ];
        let files = paths.iter().zip(texts.map(file)).collect();
        let programs = linked(&files);
        assert_eq!(programs.with_main.len(), 2);
        assert_eq!(programs.with_main[1], ["b.c"].map(PathBuf::from));
        assert_eq!(programs.without_main.len(), 3);
    }
}
