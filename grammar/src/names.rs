//! Names of a text: where each is declared, and what each use means. Found from the tokens alone, so that it works in a
//! text that somebody is typing.

use std::ops::Range;

use crate::report::Report;
use crate::source::FileId;
pub use crate::token::KEYWORDS;
use crate::token::{Lexeme, Token, lex};

/// Whether a text is a name that something may have.
pub fn is_name(text: &str) -> bool {
    let mut report = Report::default();
    let lexemes = lex(text, FileId(0), &mut report);
    let [only] = &lexemes[..] else { return false };
    only.token == Token::Ident && only.end as usize - only.start as usize == text.len() && report.finish().is_empty()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Type,
    Constructor,
    Field,
    Const,
    Function,
    Global,
    Procedure,
    Parameter,
    Local,
    Bound,
    Label,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Kind::Type => "type",
            Kind::Constructor => "constructor",
            Kind::Field => "field",
            Kind::Const => "const",
            Kind::Function => "function",
            Kind::Global | Kind::Local => "var",
            Kind::Procedure => "procedure",
            Kind::Parameter => "parameter",
            Kind::Bound => "bound",
            Kind::Label => "label",
        }
    }
}

/// A declaration of a name. Ranges are of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    pub name: String,
    pub kind: Kind,
    pub at: Range<usize>,
    /// Where the name has this meaning.
    pub scope: Range<usize>,
    /// The declaration in one line: `var x: int`.
    pub text: String,
}

/// The names of a text.
#[derive(Clone, Debug, Default)]
pub struct Names {
    pub declared: Vec<Declared>,
    /// Each name that stands in the text, and what it means.
    uses: Vec<(Range<usize>, usize)>,
}

impl Names {
    pub fn of(text: &str) -> Names {
        let tokens = lex(text, FileId(0), &mut Report::default());
        let mut reader = Reader { text, tokens: &tokens, names: Names::default() };
        reader.declarations();
        reader.uses();
        reader.names
    }

    /// The declaration of the name that stands at a byte.
    pub fn at(&self, offset: usize) -> Option<&Declared> {
        self.meaning(offset).map(|index| &self.declared[index])
    }

    fn meaning(&self, offset: usize) -> Option<usize> {
        self.uses.iter().find(|(at, _)| at.start <= offset && offset <= at.end).map(|(_, index)| *index)
    }

    /// The place of the name that stands at a byte, if it is one that the text declares.
    pub fn place(&self, offset: usize) -> Option<Range<usize>> {
        self.uses.iter().find(|(at, _)| at.start <= offset && offset <= at.end).map(|(at, _)| at.clone())
    }

    /// What may be said at a byte: of equal names, the innermost alone.
    pub fn visible(&self, offset: usize) -> Vec<&Declared> {
        let mut visible: Vec<&Declared> = Vec::new();
        let mut here: Vec<&Declared> = self.declared.iter().filter(|d| d.scope.contains(&offset)).collect();
        here.sort_by_key(|declared| declared.scope.len());
        for declared in here {
            if !visible.iter().any(|known| known.name == declared.name) {
                visible.push(declared);
            }
        }
        visible
    }

    /// What has a name already, wherever the name that stands at a byte has its meaning.
    pub fn taken(&self, offset: usize, name: &str) -> Option<&Declared> {
        let own = self.at(offset)?;
        let meets = |other: &Declared| other.scope.start < own.scope.end && own.scope.start < other.scope.end;
        self.declared.iter().find(|other| other.name == name && **other != *own && meets(other))
    }

    /// All places of the name that stands at a byte, its declaration among them.
    pub fn occurrences(&self, offset: usize) -> Vec<Range<usize>> {
        let Some(meaning) = self.meaning(offset) else { return Vec::new() };
        self.uses.iter().filter(|(_, index)| *index == meaning).map(|(at, _)| at.clone()).collect()
    }
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Lexeme],
    names: Names,
}

fn is_declaration(token: Token) -> bool {
    use Token::{Axiom, Const, Datatype, Function, Implementation, Procedure, Type, Var};
    matches!(token, Axiom | Const | Datatype | Function | Implementation | Procedure | Type | Var)
}

impl Reader<'_> {
    fn token(&self, at: usize) -> Option<Token> {
        self.tokens.get(at).map(|lexeme| lexeme.token)
    }

    fn word(&self, at: usize) -> &str {
        let Lexeme { start, end, .. } = self.tokens[at];
        self.text[start as usize..end as usize].trim_start_matches('\\')
    }

    fn range(&self, at: usize) -> Range<usize> {
        self.tokens[at].start as usize..self.tokens[at].end as usize
    }

    /// Behind the attributes that begin here.
    fn behind_attributes(&self, mut at: usize) -> usize {
        while self.token(at) == Some(Token::LBrace) && self.token(at + 1) == Some(Token::Colon) {
            while self.token(at).is_some_and(|token| token != Token::RBrace) {
                at += 1;
            }
            at += 1;
        }
        at
    }

    /// From one declaration to the next.
    fn declarations(&mut self) {
        let (mut depth, mut starts) = (0_usize, Vec::new());
        for (at, lexeme) in self.tokens.iter().enumerate() {
            match lexeme.token {
                Token::LBrace | Token::LParen | Token::BarBrace => depth += 1,
                Token::RBrace | Token::RParen | Token::BraceBar => depth = depth.saturating_sub(1),
                token if depth == 0 && is_declaration(token) => starts.push(at),
                // What is not closed ends before the next procedure all the same.
                Token::Procedure | Token::Implementation => {
                    depth = 0;
                    starts.push(at);
                }
                _ => {}
            }
        }
        for (number, &start) in starts.iter().enumerate() {
            let end = starts.get(number + 1).copied().unwrap_or(self.tokens.len());
            self.declaration(start, end);
        }
    }

    fn declaration(&mut self, start: usize, end: usize) {
        let whole = 0..self.text.len() + 1;
        let scope = self.range(start).start..self.range(end - 1).end;
        let mut at = self.behind_attributes(start + 1);
        let kind = match self.tokens[start].token {
            Token::Const => Kind::Const,
            Token::Var => Kind::Global,
            Token::Function => Kind::Function,
            Token::Procedure => Kind::Procedure,
            Token::Type | Token::Datatype => Kind::Type,
            Token::Implementation | Token::Axiom => return self.body(start, end, &scope),
            _ => return,
        };
        if matches!(kind, Kind::Const | Kind::Global) {
            at += usize::from(self.token(at) == Some(Token::Unique));
            return self.list(at, end, kind, &whole);
        }
        if self.token(at) == Some(Token::Ident) && at < end {
            let text = self.head(start, end);
            self.declare(at, kind, &whole, text);
        }
        match self.tokens[start].token {
            Token::Datatype => self.constructors(at, end, &whole),
            Token::Type => {}
            _ => self.body(start, end, &scope),
        }
    }

    /// A declaration up to its body, in one line.
    fn head(&self, start: usize, end: usize) -> String {
        let stop = (start..end).find(|&at| match self.tokens[at].token {
            Token::Semicolon | Token::Requires | Token::Ensures | Token::Modifies | Token::Free => true,
            Token::LBrace => self.token(at + 1) != Some(Token::Colon),
            _ => false,
        });
        let stop = stop.unwrap_or(end).max(start + 1);
        let text = &self.text[self.range(start).start..self.range(stop - 1).end];
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn declare(&mut self, at: usize, kind: Kind, scope: &Range<usize>, text: String) {
        let name = self.word(at).to_string();
        self.names.declared.push(Declared { name, kind, at: self.range(at), scope: scope.clone(), text });
    }

    /// `a, b: T`, with attributes; the type ends the text of each.
    fn list(&mut self, mut at: usize, end: usize, kind: Kind, scope: &Range<usize>) {
        let mut found = Vec::new();
        while at < end {
            at = self.behind_attributes(at);
            match self.token(at) {
                Some(Token::Ident) if at < end => found.push(at),
                _ => return,
            }
            match self.token(at + 1) {
                Some(Token::Comma) => at += 2,
                Some(Token::Colon) => break,
                _ => return,
            }
        }
        let ty = self.type_text(at + 2, end);
        for at in found {
            let text = format!("{} {}: {ty}", kind.word(), self.word(at));
            self.declare(at, kind, scope, text);
        }
    }

    fn type_text(&self, from: usize, end: usize) -> String {
        let (mut depth, mut at) = (0, from);
        while at < end {
            match self.tokens[at].token {
                Token::LBracket | Token::LParen => depth += 1,
                Token::RParen if depth == 0 => break,
                Token::RBracket | Token::RParen => depth -= 1,
                Token::Comma | Token::Semicolon | Token::DoubleColon | Token::Where | Token::LBrace if depth == 0 => {
                    break;
                }
                _ => {}
            }
            at += 1;
        }
        if at == from { String::new() } else { self.text[self.range(from).start..self.range(at - 1).end].to_string() }
    }

    fn constructors(&mut self, start: usize, end: usize, whole: &Range<usize>) {
        let mut depth = 0;
        for at in start..end {
            match self.tokens[at].token {
                Token::LParen => depth += 1,
                Token::RParen => depth -= 1,
                Token::Ident if depth == 0 && self.token(at + 1) == Some(Token::LParen) => {
                    let text = format!("constructor {}", self.word(at));
                    self.declare(at, Kind::Constructor, whole, text);
                }
                Token::Ident if depth == 1 && self.begins_list(at) => self.list(at, end, Kind::Field, whole),
                _ => {}
            }
        }
    }

    /// A name behind an opening parenthesis or a parameter, so that a list of names may begin here.
    fn begins_list(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.token(before));
        matches!(before, Some(Token::LParen | Token::Comma | Token::RBrace)) && {
            let mut at = at;
            while self.token(at) == Some(Token::Ident) && self.token(at + 1) == Some(Token::Comma) {
                at += 2;
            }
            self.token(at) == Some(Token::Ident) && self.token(at + 1) == Some(Token::Colon)
        }
    }

    /// Parameters, locals, labels and bound variables of a declaration.
    fn body(&mut self, start: usize, end: usize, scope: &Range<usize>) {
        let mut in_head = true;
        let mut listed = 0;
        for at in start + 1..end {
            match self.tokens[at].token {
                Token::Requires | Token::Ensures | Token::Modifies | Token::Semicolon => in_head = false,
                Token::LBrace if self.token(at + 1) != Some(Token::Colon) => in_head = false,
                Token::Var => self.list(self.behind_attributes(at + 1), end, Kind::Local, scope),
                Token::Forall
                | Token::Exists
                | Token::Lambda
                | Token::SymForall
                | Token::SymExists
                | Token::SymLambda => {
                    listed = self.bound(at, end);
                }
                Token::Ident if in_head && at >= listed && self.begins_list(at) => {
                    let before = self.names.declared.len();
                    self.list(at, end, Kind::Parameter, scope);
                    listed = at + 2 * (self.names.declared.len() - before);
                }
                Token::Ident if !in_head && self.is_label(at) => {
                    let text = format!("label {}", self.word(at));
                    self.declare(at, Kind::Label, scope, text);
                }
                _ => {}
            }
        }
    }

    fn is_label(&self, at: usize) -> bool {
        use Token::{Colon, LBrace, RBrace, Semicolon};
        self.token(at + 1) == Some(Colon) && matches!(self.token(at - 1), Some(Semicolon | LBrace | RBrace | Colon))
    }

    /// The variables of a quantifier, which reach to the end of its parentheses; where they end.
    fn bound(&mut self, start: usize, end: usize) -> usize {
        let (mut depth, mut close) = (0, start);
        while close < end {
            match self.tokens[close].token {
                Token::LParen => depth += 1,
                Token::RParen if depth == 0 => break,
                Token::RParen => depth -= 1,
                _ => {}
            }
            close += 1;
        }
        let scope = self.range(start).start..self.range(close.min(self.tokens.len() - 1)).end;
        let colons = (start..close).find(|&at| self.tokens[at].token == Token::DoubleColon).unwrap_or(close);
        let mut at = start + 1;
        while at < colons {
            let before = self.names.declared.len();
            self.list(at, colons, Kind::Bound, &scope);
            at += 2 * (self.names.declared.len() - before).max(1);
            while at < colons && self.tokens[at - 1].token != Token::Comma {
                at += 1;
            }
        }
        colons
    }

    /// What each name means: of those that are declared around it, the innermost that can stand there.
    fn uses(&mut self) {
        for at in 0..self.tokens.len() {
            if self.tokens[at].token != Token::Ident || self.is_attribute(at) {
                continue;
            }
            let place = self.range(at);
            let declared = &self.names.declared;
            let fits = |d: &&(usize, &Declared)| {
                d.1.name == self.word(at)
                    && d.1.scope.contains(&place.start)
                    && (d.1.at == place || self.can_be(at, d.1.kind))
            };
            let candidates: Vec<(usize, &Declared)> = declared.iter().enumerate().collect();
            let own = |d: &&(usize, &Declared)| (d.1.at != place, d.1.scope.len());
            if let Some((index, _)) = candidates.iter().filter(fits).min_by_key(own) {
                self.names.uses.push((place, *index));
            }
        }
    }

    fn is_attribute(&self, at: usize) -> bool {
        at >= 2 && self.token(at - 1) == Some(Token::Colon) && self.token(at - 2) == Some(Token::LBrace)
    }

    fn can_be(&self, at: usize, kind: Kind) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.token(before));
        let called = self.token(at + 1) == Some(Token::LParen);
        let statement =
            (0..at).rev().find(|&i| matches!(self.tokens[i].token, Token::Semicolon | Token::LBrace | Token::RBrace));
        let first = self.token(statement.map_or(0, |i| i + 1));
        let jump = matches!(first, Some(Token::Goto | Token::Break));
        match kind {
            Kind::Label => jump || matches!(before, Some(Token::Goto | Token::Break)),
            Kind::Field => before == Some(Token::Arrow),
            Kind::Procedure => called || before == Some(Token::Implementation) || before == Some(Token::RBrace),
            Kind::Function | Kind::Constructor => called || before == Some(Token::Is),
            _ => !jump && !called && before != Some(Token::Arrow),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "var x: int;\nprocedure P(x: int) returns (r: int) { var y: [int]bool; L: r := x; goto L; }\n\
                        procedure Q() modifies x; { call x := P(x); assert (forall x: int :: x > 0) || x == 0; }\n";

    fn text_of(offset: usize) -> String {
        Names::of(TEXT).at(offset).map_or(String::new(), |declared| declared.text.clone())
    }

    #[test]
    fn uses_find_their_declarations() {
        assert_eq!(text_of(TEXT.find(":= x;").expect("a use") + 3), "parameter x: int");
        assert_eq!(text_of(TEXT.find("P(x);").expect("a use")), "procedure P(x: int) returns (r: int)");
        assert_eq!(text_of(TEXT.find("P(x);").expect("a use") + 2), "var x: int");
        assert_eq!(text_of(TEXT.find(":: x").expect("a use") + 3), "bound x: int");
        assert_eq!(text_of(TEXT.find("y:").expect("a use")), "var y: [int]bool");
        assert_eq!(text_of(TEXT.find("goto L").expect("a use") + 5), "label L");
    }

    #[test]
    fn occurrences_are_those_of_one_meaning() {
        let names = Names::of(TEXT);
        assert_eq!(names.occurrences(4).len(), 5);
        assert_eq!(names.occurrences(TEXT.find(":= x;").expect("a use") + 3).len(), 2);
        assert_eq!(names.occurrences(TEXT.find(":: x").expect("a use") + 3).len(), 2);
        assert!(names.occurrences(0).is_empty());
    }
}
