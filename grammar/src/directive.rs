//! Directives: lines that begin with `#if`, `#elsif`, `#else`, `#endif` (`FILE_0` is defined in the first of
//! the files that are taken together, `FILE_1` in the second, and no other name, so elsewhere `#if X` leaves its lines
//! out and `#if !X` keeps them) and `#line` (which is skipped: positions are those of the file that was read).
//!
//! `#` may begin a name, so a directive is one of these words in front on its line (`#line`: in the first column).

use std::ops::Range;

use logos::{FilterResult, Lexer, Logos};

use crate::source::FileId;

/// What is wrong with a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault(pub &'static str);

/// Which file it is, and the `#if`s that are open.
#[derive(Clone, Debug, Default)]
pub struct Conditionals {
    file: FileId,
    open: Vec<Branch>,
}

#[derive(Clone, Debug)]
struct Branch {
    at: Range<usize>,
    had_else: bool,
}

impl Conditionals {
    pub fn new(file: FileId) -> Self {
        Conditionals { file, open: Vec::new() }
    }

    /// Each `!` turns round whether the name is defined.
    fn hold(&self, condition: &str) -> bool {
        let name = condition.trim_start_matches(['!', ' ', '\t']);
        let negated = condition[..condition.len() - name.len()].matches('!').count() % 2 == 1;
        let defined = name.strip_prefix("FILE_").is_some_and(|number| number == self.file.0.to_string());
        defined != negated
    }

    /// Where the innermost `#if` without an end stands.
    pub fn unclosed(&self) -> Option<Range<usize>> {
        self.open.last().map(|branch| branch.at.clone())
    }
}

/// Tokens of a text that may hold directives.
pub trait Directed<'s>: Logos<'s, Source = str, Extras = Conditionals> {}

impl<'s, T: Logos<'s, Source = str, Extras = Conditionals>> Directed<'s> for T {}

/// Reads the directive in front of the lexer and skips the lines that it leaves out.
pub fn branch<'s, T: Directed<'s>>(lex: &mut Lexer<'s, T>) -> FilterResult<(), Fault> {
    let at = lex.span();
    let before = &lex.source()[..at.start];
    let line_start = before.trim_end_matches([' ', '\t']);
    if !(line_start.is_empty() || line_start.ends_with(['\n', '\r'])) {
        return FilterResult::Emit(());
    }
    let word = lex.slice();
    let condition = rest_of_line(lex);
    let holds = lex.extras.hold(condition);
    let open = &mut lex.extras.open;
    match word {
        "#if" => {
            open.push(Branch { at, had_else: false });
            if !holds {
                return skip_branch(lex, false);
            }
        }
        // The lines before were kept, so all further branches are left out.
        "#elsif" | "#else" => match open.last_mut() {
            Some(branch) if !branch.had_else => {
                branch.had_else = word == "#else";
                return skip_branch(lex, true);
            }
            Some(_) => return FilterResult::Error(Fault("the `#if` has its `#else` already")),
            None => return FilterResult::Error(Fault("there is no `#if` for this directive")),
        },
        _ => {
            if open.pop().is_none() {
                return FilterResult::Error(Fault("there is no `#if` for this directive"));
            }
        }
    }
    FilterResult::Skip
}

/// `#line N file`
pub fn line<'s, T: Directed<'s>>(lex: &mut Lexer<'s, T>) -> FilterResult<(), Fault> {
    let start = lex.span().start;
    if !(start == 0 || lex.source()[..start].ends_with(['\n', '\r'])) {
        return FilterResult::Emit(());
    }
    let number = rest_of_line(lex).split_whitespace().next();
    match number.map(str::parse::<i64>) {
        Some(Ok(_)) => FilterResult::Skip,
        _ => FilterResult::Error(Fault("`#line` needs a line number and may name a file")),
    }
}

fn rest_of_line<'s, T: Directed<'s>>(lex: &mut Lexer<'s, T>) -> &'s str {
    let rest = lex.remainder();
    let line = &rest[..rest.find(['\r', '\n']).unwrap_or(rest.len())];
    lex.bump(line.len());
    line.trim()
}

/// Skips lines up to a branch that holds, or to the end of the innermost `#if`. `taken`: a branch was kept already.
fn skip_branch<'s, T: Directed<'s>>(lex: &mut Lexer<'s, T>, mut taken: bool) -> FilterResult<(), Fault> {
    let mut nested = 0;
    while !lex.remainder().is_empty() {
        let rest = lex.remainder();
        let length = rest.find('\n').map_or(rest.len(), |i| i + 1);
        let line = rest[..length].trim();
        let word = line.split(|c: char| c.is_whitespace() || c == '!').next().unwrap_or_default();
        // A line that is kept from here on begins after this one.
        lex.bump(length);
        match word {
            "#if" => nested += 1,
            "#endif" if nested > 0 => nested -= 1,
            "#endif" => {
                lex.extras.open.pop();
                return FilterResult::Skip;
            }
            "#elsif" | "#else" if nested == 0 => {
                let holds = lex.extras.hold(line[word.len()..].trim());
                let Some(branch) = lex.extras.open.last_mut() else { break };
                if branch.had_else {
                    return FilterResult::Error(Fault("the `#if` has its `#else` already"));
                }
                branch.had_else = word == "#else";
                if !taken && (word == "#else" || holds) {
                    return FilterResult::Skip;
                }
            }
            _ => {}
        }
        // Whatever follows `#else` is left out, too, once a branch was kept.
        taken |= word == "#else" && nested == 0;
    }
    FilterResult::Skip
}
