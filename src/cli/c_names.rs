//! The names of a C text by its tokens, without the preprocessor and without clang: for what must be quick, also where the
//! text is no C for the moment, and where a mistake costs little.

use std::collections::BTreeSet;
use std::ops::Range;

/// The names of a file.
#[derive(Debug, Default)]
pub struct Names {
    /// Functions that other files may call.
    pub defined: BTreeSet<String>,
    /// All that is mentioned.
    pub used: BTreeSet<String>,
}

/// A function with a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function<'a> {
    pub name: &'a str,
    pub is_static: bool,
    /// The names in the conditions of the `#if` that it stands in.
    conditions: Vec<&'a str>,
}

impl Function<'_> {
    /// Where the name stands in the text that the function was found in.
    pub fn place(&self, text: &str) -> Range<usize> {
        let start = self.name.as_ptr() as usize - text.as_ptr() as usize;
        start..start + self.name.len()
    }
}

/// A token: a name, or one character of another kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    Name(&'a str),
    Text,
    Other(char),
}

/// What a text defines and mentions, where these macros are defined.
pub fn names(text: &str, macros: &[&str]) -> Names {
    let mut names = Names::default();
    for function in functions(text) {
        // A main that is compiled only if somebody asks for it tests its file, and is none unless somebody does.
        let is_asked_for =
            function.conditions.is_empty() || function.conditions.iter().any(|name| macros.contains(name));
        if !function.is_static && (function.name != "main" || is_asked_for) {
            names.defined.insert(function.name.to_string());
        }
    }
    let mut before = Token::Other(';');
    for (token, _) in tokens(text) {
        // Names of members are no functions.
        if let (Token::Name(name), true) = (token, before != Token::Other('.')) {
            names.used.insert(name.to_string());
        }
        before = token;
    }
    names
}

/// The functions with bodies, in the order of the text.
pub fn functions(text: &str) -> Vec<Function<'_>> {
    let mut functions = vec![];
    let (mut depth, mut parens) = (0_u32, 0_u32);
    // Of the declaration that is read: whether it is static, and the name in front of its last parenthesis.
    let (mut is_static, mut called) = (false, None);
    let mut before = Token::Other(';');
    // The names of each condition, and whether the last one is being read.
    let (mut conditions, mut in_condition) = (Vec::<Vec<&str>>::new(), false);
    for (token, starts_line) in tokens(text) {
        match token {
            Token::Name("if" | "ifdef" | "ifndef") if before == Token::Other('#') => {
                conditions.push(vec![]);
                in_condition = true;
            }
            Token::Name("endif") if before == Token::Other('#') => _ = conditions.pop(),
            Token::Name(name) if in_condition => {
                conditions.iter_mut().next_back().into_iter().for_each(|c| c.push(name))
            }
            Token::Other('\n') => {
                in_condition = false;
                continue;
            }
            Token::Name(name) => is_static |= depth == 0 && name == "static",
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
                if let (0, Token::Other(')'), Some(name)) = (depth, before, called) {
                    let conditions = conditions.concat();
                    functions.push(Function { name, is_static, conditions });
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
    functions
}

/// The tokens of a C text without its comments, each with whether it begins a line. Of directives, the names count alone.
fn tokens(text: &str) -> Vec<(Token<'_>, bool)> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let (mut starts_line, mut in_directive) = (true, false);
    while let Some(c) = rest.chars().next() {
        let skip = |end: Option<usize>| end.unwrap_or(rest.len());
        let length = if let Some(comment) = rest.strip_prefix("/*") {
            skip(comment.find("*/").map(|at| at + 4))
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
            let was_in_directive = in_directive;
            in_directive = match c {
                '\n' => false,
                '#' => true,
                _ => in_directive,
            };
            let ends_directive = c == '\n' && was_in_directive;
            if !c.is_whitespace() && (!in_directive || c == '#') || ends_directive {
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
        let names = names(text, &[]);
        assert_eq!(Vec::from_iter(&names.defined), ["g", "h", "name"]);
        assert!(names.used.contains("helper") && !names.used.contains("it"));
        let text = "#if defined(TEST)\nint main(void) { return s->member + t.other; }\n#endif\nint f() {}\n";
        let names = super::names(text, &["OTHER"]);
        assert_eq!(Vec::from_iter(&names.defined), ["f"]);
        assert!(!names.used.contains("member") && !names.used.contains("other"));
        assert!(super::names(text, &["TEST"]).defined.contains("main"));
    }
}
