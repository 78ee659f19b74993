//! Between scanner and grammar: decides by context what the scanner cannot, and cuts the tokens into declarations.
//!
//! - Boogie reserved many words late (`datatype`, `is`, `measure`, …), some it reserves in part (`left`, `push`), and
//!   some only its old versions knew (`extends`, `par`). Each is a keyword here only where it does a keyword's work.
//! - Any keyword is a name after `{:`.
//! - `7:0` becomes one token, since `e : T` would make the grammar ambiguous.
//! - The `<` of a map type `<a>[T]U` becomes another token than the one of `e : C < f`.
//! - Each declaration becomes a [`Piece`] that is parsed by itself, so that an error in one does not hide the others.

use std::ops::Range;

use crate::diag::Diagnostic;
use crate::report::Report;
use crate::source::{FileId, Span};
use crate::token::{Lexeme, Token};

/// How deep brackets of all kinds may be nested.
const MAX_BRACKETS: usize = 5_000;
/// How deep braces may be nested; blocks weigh more than parentheses for those who walk the tree.
const MAX_BRACES: usize = 500;

/// The tokens of one declaration.
#[derive(Clone, Debug)]
pub struct Piece {
    pub tokens: Range<usize>,
    /// Something is wrong that has been reported already, so that parsing would only add noise.
    pub skip: bool,
}

/// See the module.
pub fn outline(raw: Vec<Lexeme>, file: FileId, report: &mut Report) -> (Vec<Lexeme>, Vec<Piece>) {
    let mut outline =
        Outline { file, out: Vec::with_capacity(raw.len()), pieces: Vec::new(), open: Vec::new(), braces: 0, report };
    let mut i = 0;
    while i < raw.len() {
        i += outline.step(&raw[i..]);
    }
    outline.close_piece();
    (outline.out, outline.pieces)
}

struct Outline<'d> {
    file: FileId,
    out: Vec<Lexeme>,
    pieces: Vec<Piece>,
    /// Brackets that are open.
    open: Vec<Token>,
    /// How many of them are braces.
    braces: usize,
    report: &'d mut Report,
}

impl Outline<'_> {
    /// Takes the first of the tokens `rest`, or several that form one; how many.
    fn step(&mut self, rest: &[Lexeme]) -> usize {
        let mut lexeme = rest[0];
        let next = rest.get(1).map(|l| l.token);
        if lexeme.token == Token::Digits
            && let [_, Lexeme { token: Token::Colon, .. }, Lexeme { token: Token::Digits, end, .. }, ..] = rest
        {
            self.out.push(Lexeme { token: Token::Bounds, start: lexeme.start, end: *end });
            return 3;
        }
        if lexeme.token == Token::Lt && opens_map_type(&rest[1..]) {
            lexeme.token = Token::MapLt;
        }
        if lexeme.token.is_keyword() && !self.is_keyword_here(lexeme.token, next) {
            lexeme.token = Token::Ident;
        }
        if self.starts_declaration(lexeme.token, next) {
            self.start_piece();
        }
        self.civl(lexeme, next);
        self.brackets(lexeme);
        if lexeme.token == Token::Error {
            self.skip_piece();
        }
        self.out.push(lexeme);
        1
    }

    /// The token that was emitted `back` tokens ago, within the text, 0 for the last.
    fn prev(&self, back: usize) -> Option<Token> {
        Some(self.out[self.out.len().checked_sub(back + 1)?].token)
    }

    /// The first token of the current declaration.
    fn head(&self) -> Option<Token> {
        self.out.get(self.pieces.last()?.tokens.start).map(|l| l.token)
    }

    fn is_keyword_here(&self, token: Token, next: Option<Token>) -> bool {
        let prev = self.prev(0);
        if prev == Some(Token::Colon) && self.prev(1) == Some(Token::LBrace) {
            return false;
        }
        let next_is = |tokens: &[Token]| next.is_some_and(|n| tokens.contains(&n));
        let next_is_name = next.is_some_and(is_name_like);
        match token {
            Token::Is => prev.is_some_and(ends_operand) && next_is_name,
            Token::Reveal | Token::Hide => self.at_statement() && (next_is_name || next_is(&[Token::Star])),
            Token::Push | Token::Pop => self.at_statement() && next_is(&[Token::Semicolon]),
            Token::Measure => {
                (self.at_statement() || prev == Some(Token::RParen)) && next.is_some_and(starts_expression)
            }
            Token::Par => self.at_statement() && (next_is_name || next_is(&[Token::Call, Token::LBrace])),
            Token::Async => next_is(&[Token::Call, Token::Free]),
            Token::Uses => next_is(&[Token::LBrace]) && self.open.is_empty() && prev != Some(Token::Colon),
            Token::Extends => {
                self.open.is_empty()
                    && self.head() == Some(Token::Const)
                    && prev.is_some_and(ends_type)
                    && (next_is_name || next_is(&[Token::Unique, Token::Semicolon]))
            }
            Token::Complete => {
                self.open.is_empty() && self.head() == Some(Token::Const) && next_is(&[Token::Semicolon])
            }
            Token::Yield => {
                let declares =
                    [Token::Procedure, Token::Invariant, Token::Left, Token::Right, Token::Both, Token::Atomic];
                (self.at_statement() && next_is(&[Token::Semicolon])) || (self.at_declaration() && next_is(&declares))
            }
            Token::Left | Token::Right | Token::Both | Token::Atomic => {
                self.at_declaration() && next_is(&[Token::Procedure, Token::Action])
            }
            Token::Action => self.at_declaration() && (next_is_name || next_is(&[Token::LBrace])),
            Token::Pure => {
                let declares = [Token::Procedure, Token::Action, Token::Left, Token::Right, Token::Both, Token::Atomic];
                self.at_declaration() && next_is(&declares)
            }
            Token::Datatype => self.at_declaration() && (next_is_name || next_is(&[Token::LBrace])),
            Token::Revealed => next_is(&[Token::Function]),
            Token::Hideable => next_is(&[Token::Axiom]),
            _ => true,
        }
    }

    /// Whether a statement may begin here (or a specification: what comes after a semicolon).
    fn at_statement(&self) -> bool {
        let after = |t: Option<Token>| {
            let ends = [Token::Semicolon, Token::LBrace, Token::BarBrace, Token::RBrace, Token::Colon];
            t.is_some_and(|t| ends.contains(&t))
        };
        match self.prev(0) {
            // After a label, not in `var x: T`.
            Some(Token::Colon) => self.prev(1) == Some(Token::Ident) && after(self.prev(2)),
            t => after(t),
        }
    }

    /// Whether a declaration may begin or go on with its second keyword here.
    fn at_declaration(&self) -> bool {
        self.open.is_empty()
            && match self.prev(0) {
                None => true,
                Some(t) => matches!(t, Token::Semicolon | Token::RBrace | Token::Error) || self.in_prefix(),
            }
    }

    /// Whether the current declaration has nothing yet but `pure`, `yield` and the like.
    fn in_prefix(&self) -> bool {
        let Some(piece) = self.pieces.last() else { return false };
        let tokens = &self.out[piece.tokens.start..];
        // No declaration has more than three of them; the bound keeps this from looking at whole declarations.
        !tokens.is_empty() && tokens.len() <= 3 && tokens.iter().all(|l| is_prefix(l.token))
    }

    fn starts_declaration(&self, token: Token, next: Option<Token>) -> bool {
        let starts = match token {
            // Nothing else contains these, so they also end what was left open by mistake.
            Token::Function | Token::Procedure | Token::Implementation | Token::Const | Token::Type => {
                !next.is_some_and(follows_operand)
            }
            // Axioms stand in the braces after `uses`, but in no other brackets.
            Token::Axiom => {
                self.braces == 0 || !matches!(self.head(), Some(Token::Const | Token::Function | Token::Revealed))
            }
            // Locals stand in braces, bindings after an opening parenthesis.
            Token::Var => self.open.is_empty() || (self.braces == 0 && self.prev(0) == Some(Token::Semicolon)),
            Token::Invariant => self.open.is_empty(),
            Token::Datatype | Token::Action | Token::Pure | Token::Revealed => true,
            Token::Left | Token::Right | Token::Both | Token::Atomic => true,
            Token::Hideable | Token::Yield => self.open.is_empty(),
            _ => false,
        };
        starts && (self.pieces.is_empty() || !self.in_prefix())
    }

    fn start_piece(&mut self) {
        self.close_piece();
        self.open.clear();
        self.braces = 0;
        let at = self.out.len();
        self.pieces.push(Piece { tokens: at..at, skip: false });
    }

    /// Sets the end of the last piece; tokens before the first one become a piece, too.
    fn close_piece(&mut self) {
        let end = self.out.len();
        match self.pieces.last_mut() {
            Some(piece) => piece.tokens.end = end,
            None if end > 0 => {
                let skip = self.out.iter().any(|l| l.token == Token::Error);
                self.pieces.push(Piece { tokens: 0..end, skip });
            }
            None => {}
        }
    }

    fn skip_piece(&mut self) {
        if let Some(piece) = self.pieces.last_mut() {
            piece.skip = true;
        }
    }

    /// Reports a declaration of Boogie's concurrent part.
    fn civl(&mut self, lexeme: Lexeme, next: Option<Token>) {
        if !self.open.is_empty() || self.pieces.last().is_none_or(|piece| piece.skip) {
            return;
        }
        let what = match lexeme.token {
            Token::Action => "`action` declarations",
            Token::Invariant => "`invariant` declarations",
            Token::Yield if next == Some(Token::Invariant) => "`yield invariant` declarations",
            Token::Yield => "`yield procedure` declarations",
            Token::Left | Token::Right | Token::Both | Token::Atomic if next == Some(Token::Action) => {
                "`action` declarations"
            }
            Token::Left | Token::Right | Token::Both | Token::Atomic => "mover types",
            _ => return,
        };
        let span = Span::new(self.file, lexeme.start as usize, lexeme.end as usize);
        self.report.add(civl(what, "are", span));
        self.skip_piece();
    }

    fn brackets(&mut self, lexeme: Lexeme) {
        match lexeme.token {
            Token::LParen | Token::LBracket => self.open.push(lexeme.token),
            Token::LBrace | Token::BarBrace => {
                self.open.push(lexeme.token);
                self.braces += 1;
            }
            Token::RParen if self.open.last() == Some(&Token::LParen) => _ = self.open.pop(),
            Token::RBracket if self.open.last() == Some(&Token::LBracket) => _ = self.open.pop(),
            // A brace also ends the parentheses that were left open before it.
            Token::RBrace | Token::BraceBar if self.braces > 0 => {
                while !matches!(self.open.pop(), None | Some(Token::LBrace | Token::BarBrace)) {}
                self.braces -= 1;
            }
            _ => {}
        }
        if self.open.len() > MAX_BRACKETS || self.braces > MAX_BRACES {
            if self.pieces.last().is_some_and(|piece| !piece.skip) {
                let span = Span::new(self.file, lexeme.start as usize, lexeme.end as usize);
                self.report.add(Diagnostic::error(
                    format!("brackets are nested too deeply (at most {MAX_BRACKETS}, and {MAX_BRACES} braces)"),
                    span,
                ));
            }
            self.skip_piece();
        }
    }
}

/// The diagnostic for what belongs to the concurrent part of Boogie.
pub fn civl(what: &str, verb: &str, span: Span) -> Diagnostic {
    Diagnostic::error(format!("{what} {verb} not supported (CIVL)"), span)
}

/// Whether the tokens after a `<` make it one of a map type: `a, b>[`. No expression begins with a bracket.
fn opens_map_type(rest: &[Lexeme]) -> bool {
    let mut rest = rest.iter().map(|l| l.token);
    loop {
        if !rest.next().is_some_and(is_name_like) {
            return false;
        }
        match rest.next() {
            Some(Token::Comma) => {}
            Some(Token::Gt) => return rest.next() == Some(Token::LBracket),
            _ => return false,
        }
    }
}

/// A name, or a keyword that may turn out to be one.
fn is_name_like(token: Token) -> bool {
    use Token::*;
    matches!(
        token,
        Ident
            | Action
            | Async
            | Atomic
            | Both
            | Complete
            | Datatype
            | Extends
            | Hide
            | Hideable
            | Is
            | Left
            | Measure
            | Par
            | Pop
            | Pure
            | Push
            | Reveal
            | Revealed
            | Right
            | Uses
            | Yield
    )
}

/// What may stand after a variable, and never after the keyword of a declaration: `(type: int`, `const := 1`.
fn follows_operand(token: Token) -> bool {
    use Token::*;
    matches!(token, Colon | Assign | Semicolon | RParen | RBracket | Eq | Neq | Le | Gt | Ge | Plus | Minus | Star)
        || matches!(token, And | Or | Implies | Iff | Arrow)
}

fn is_prefix(token: Token) -> bool {
    use Token::*;
    matches!(token, Pure | Revealed | Hideable | Yield | Left | Right | Both | Atomic)
}

fn is_literal(token: Token) -> bool {
    use Token::*;
    matches!(token, Digits | BvLiteral | Decimal | Float | Str | True | False)
        || matches!(token, Rne | RneLong | Rna | RnaLong | Rtp | RtpLong | Rtn | RtnLong | Rtz | RtzLong)
}

fn ends_operand(token: Token) -> bool {
    is_literal(token) || matches!(token, Token::Ident | Token::RParen | Token::RBracket | Token::BraceBar)
}

fn ends_type(token: Token) -> bool {
    matches!(token, Token::Ident | Token::RParen | Token::Int | Token::Bool | Token::Real)
}

fn starts_expression(token: Token) -> bool {
    use Token::*;
    is_literal(token)
        || is_name_like(token)
        || matches!(token, LParen | LBrace | Minus | Not | If | Old | Int | Real | BarBrace)
}
