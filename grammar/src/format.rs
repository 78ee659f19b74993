//! Formatting: the spaces between tokens and the indentation of lines become regular; tokens, comments and the author's
//! line breaks stay. What the rules say nothing about keeps its spaces.

use crate::diag::Diagnostic;
use crate::report::Report;
use crate::source::FileId;
use crate::token::{Lexeme, Token, lex};

/// Why a text is left as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unformatted {
    /// Some of it is no token.
    NoTokens(Vec<Diagnostic>),
    /// The result would have other tokens or comments: a mistake of this module.
    Differs,
}

/// The text, formatted; what is formatted stays as it is. Errors: some of it is no token of the language.
pub fn format(text: &str) -> Result<String, Unformatted> {
    let pieces = pieces(text).map_err(Unformatted::NoTokens)?;
    let formatted = lay_out(&pieces);
    let again = self::pieces(&formatted).map_err(|_| Unformatted::Differs)?;
    let same = pieces.len() == again.len() && pieces.iter().zip(&again).all(|(a, b)| a.says() == b.says());
    if same { Ok(formatted) } else { Err(Unformatted::Differs) }
}

/// What stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Token(Token),
    /// `//…`, to the end of its line.
    LineComment,
    BlockComment,
    /// A line for the scanner, such as `#if`, and what it leaves out.
    Directive,
}

#[derive(Clone, Copy, Debug)]
struct Piece<'a> {
    kind: Kind,
    text: &'a str,
    /// Line ends and spaces in front.
    lines: usize,
    spaces: usize,
}

impl Piece<'_> {
    /// What must not change.
    fn says(&self) -> (Kind, Vec<&str>) {
        let lines =
            self.text.lines().map(|line| if self.kind == Kind::BlockComment { line.trim() } else { line.trim_end() });
        (self.kind, lines.collect())
    }

    fn is(&self, token: Token) -> bool {
        self.kind == Kind::Token(token)
    }

    fn token(&self) -> Option<Token> {
        match self.kind {
            Kind::Token(token) => Some(token),
            _ => None,
        }
    }
}

fn pieces(text: &str) -> Result<Vec<Piece<'_>>, Vec<Diagnostic>> {
    let mut report = Report::default();
    let lexemes = lex(text, FileId(0), &mut report);
    let mistakes = report.finish();
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    let mut pieces = Vec::with_capacity(lexemes.len() * 2);
    let mut at = 0;
    for Lexeme { token, start, end } in lexemes {
        let (start, end) = (start as usize, end as usize);
        let (lines, spaces) = gap(&text[at..start], &mut pieces);
        pieces.push(Piece { kind: Kind::Token(token), text: &text[start..end], lines, spaces });
        at = end;
    }
    gap(&text[at..], &mut pieces);
    Ok(pieces)
}

/// Adds the comments between two tokens; the line ends and spaces behind them.
fn gap<'a>(text: &'a str, pieces: &mut Vec<Piece<'a>>) -> (usize, usize) {
    let mut rest = text;
    loop {
        let trimmed = rest.trim_start_matches([' ', '\t', '\r', '\n', '\u{c}']);
        let space = &rest[..rest.len() - trimmed.len()];
        let (lines, spaces) = (space.matches('\n').count(), space.len());
        if trimmed.is_empty() {
            return (lines, spaces);
        }
        let (kind, length) = if trimmed.starts_with("//") {
            (Kind::LineComment, trimmed.find('\n').unwrap_or(trimmed.len()))
        } else if trimmed.starts_with("/*") {
            (Kind::BlockComment, comment_length(trimmed))
        } else {
            (Kind::Directive, trimmed.trim_end().len())
        };
        pieces.push(Piece { kind, text: trimmed[..length].trim_end(), lines, spaces });
        rest = &trimmed[length..];
    }
}

/// With the comments nested in it.
fn comment_length(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        match &text.as_bytes()[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] if depth == 1 => return at + 2,
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
    }
    text.len()
}

/// Where a line is.
#[derive(Default)]
struct Layout {
    /// Of each open bracket: whether lines within are indented by it as a block.
    open: Vec<bool>,
    /// The statement or declaration goes on.
    within: bool,
    /// Something of a declaration's head stands before, so that clauses are its parts.
    declared: bool,
}

impl Layout {
    fn blocks(&self) -> usize {
        self.open.iter().filter(|block| **block).count()
    }

    /// How deep a line that begins with this piece stands.
    fn indent(&self, piece: &Piece) -> usize {
        use Token::{BraceBar, Else, LBrace, RBrace};
        let blocks = self.blocks();
        let closes = piece.is(RBrace) || piece.is(BraceBar);
        if closes && self.open.last() == Some(&true) {
            return 2 * (blocks - 1);
        }
        let clause = piece.token().is_some_and(is_clause);
        let goes_on = match piece.kind {
            Kind::Token(LBrace | Else) => self.open.len() > blocks,
            Kind::Token(_) => self.within || clause && (self.declared || blocks > 0),
            _ => self.within && self.open.len() > blocks,
        };
        2 * (blocks + usize::from(goes_on))
    }

    /// After a piece. `opens`: it opens a block.
    fn step(&mut self, piece: &Piece, opens: bool) {
        use Token::{BarBrace, BraceBar, Colon, LBrace, LBracket, LParen, RBrace, RBracket, RParen, Semicolon};
        let Kind::Token(token) = piece.kind else { return };
        match token {
            LParen | LBracket => {
                self.open.push(false);
                self.within = true;
            }
            LBrace | BarBrace => {
                self.open.push(opens);
                self.within = !opens;
                self.declared &= !opens;
            }
            RParen | RBracket => _ = self.open.pop(),
            RBrace | BraceBar => {
                let block = self.open.pop();
                self.within = block != Some(true) || self.open.iter().any(|block| !block);
            }
            Semicolon => {
                self.within = self.open.iter().any(|block| !block);
                // A procedure without a body ends its head so; its clauses follow.
            }
            Colon if self.open.last() == Some(&true) && !self.declared => {}
            Token::Procedure | Token::Implementation | Token::Action => (self.within, self.declared) = (true, true),
            Token::Var | Token::Const | Token::Axiom | Token::Function | Token::Type if self.blocks() == 0 => {
                (self.within, self.declared) = (true, false);
            }
            _ => self.within = true,
        }
    }
}

/// The beginnings of clauses.
fn is_clause(token: Token) -> bool {
    use Token::{Ensures, Free, Invariant, Modifies, Requires};
    matches!(token, Requires | Ensures | Modifies | Invariant | Free)
}

fn lay_out(pieces: &[Piece]) -> String {
    let mut out = String::new();
    let mut layout = Layout::default();
    for (number, piece) in pieces.iter().enumerate() {
        let before = number.checked_sub(1).map(|n| &pieces[n]);
        let clause = piece.token().is_some_and(is_clause) && layout.open.len() == layout.blocks();
        if clause {
            layout.within = false;
        }
        let label = is_label(pieces, number, &layout);
        let after_line = before.is_some_and(|p| matches!(p.kind, Kind::LineComment | Kind::Directive));
        if piece.lines > 0 || after_line || piece.kind == Kind::Directive && before.is_some() {
            let closes = piece.is(Token::RBrace);
            let opened = before.is_some_and(|p| p.is(Token::LBrace));
            let blank = piece.lines > 1 && !closes && !opened;
            if before.is_some() {
                out.push_str(if blank { "\n\n" } else { "\n" });
            }
            let indent = match piece.kind {
                Kind::Directive => 0,
                // A label stands out from its statements.
                _ if label => layout.indent(piece).saturating_sub(2),
                _ => layout.indent(piece),
            };
            out.extend(std::iter::repeat_n(' ', indent));
        } else if before.is_some() && piece.kind == Kind::LineComment {
            // Comments may stand below each other.
            out.extend(std::iter::repeat_n(' ', piece.spaces.max(1)));
        } else if before.is_some_and(|before| is_spaced(pieces, number, before, piece, &layout)) {
            out.push(' ');
        }
        out.push_str(piece.text);
        let opens = opens_block(pieces, number, &layout);
        layout.step(piece, opens);
        if label_ends(pieces, number, &layout) {
            layout.within = false;
        }
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// `L` of `L:` in front of a statement.
fn is_label(pieces: &[Piece], number: usize, layout: &Layout) -> bool {
    let next = pieces.get(number + 1).and_then(Piece::token);
    let name = matches!(pieces[number].token(), Some(Token::Ident));
    name && next == Some(Token::Colon) && !layout.within && layout.open.last() == Some(&true)
}

/// The colon of a label.
fn label_ends(pieces: &[Piece], number: usize, layout: &Layout) -> bool {
    let begins = |p: &Piece| matches!(p.token(), Some(Token::Semicolon | Token::LBrace | Token::RBrace | Token::Colon));
    let first = number < 2 || begins(&pieces[number - 2]) || pieces[number - 2].token().is_none();
    let name = number > 0 && pieces[number - 1].is(Token::Ident);
    pieces[number].is(Token::Colon) && name && first && layout.open.last() == Some(&true)
}

/// Whether a brace opens statements or members: not attributes, triggers, or what stands in parentheses.
fn opens_block(pieces: &[Piece], number: usize, layout: &Layout) -> bool {
    if pieces[number].is(Token::BarBrace) {
        return true;
    }
    let attribute = pieces.get(number + 1).is_some_and(|next| next.is(Token::Colon));
    let in_parentheses = layout.open.last() == Some(&false);
    let trigger = number > 0 && (pieces[number - 1].is(Token::DoubleColon));
    pieces[number].is(Token::LBrace) && !attribute && !in_parentheses && !trigger
}

/// Whether a space stands between two pieces of a line.
fn is_spaced(pieces: &[Piece], number: usize, before: &Piece, piece: &Piece, layout: &Layout) -> bool {
    use Token::*;
    let (Some(left), Some(right)) = (before.token(), piece.token()) else { return true };
    let in_attribute = number >= 2 && pieces[number - 2].is(LBrace) && before.is(Colon);
    if in_attribute || left == LBrace && right == Colon {
        return (piece.spaces > 0) && !(left == LBrace && right == Colon) && !in_attribute;
    }
    let operand_ends = |token: Token| {
        matches!(
            token,
            Ident | Digits | BvLiteral | Decimal | Float | Str | RParen | RBracket | RBrace | True | False | BraceBar
        )
    };
    match (left, right) {
        (_, Semicolon | Comma | RParen | RBracket) => false,
        (LParen | LBracket | Not, _) => false,
        (Comma | Semicolon, _) | (_, Returns) => true,
        (
            _,
            Assign | And | Or | Implies | Explies | Iff | Eq | Neq | Le | Ge | PartialOrder | Concat | DoubleColon
            | Pow,
        ) => true,
        (
            Assign | And | Or | Implies | Explies | Iff | Eq | Neq | Le | Ge | PartialOrder | Concat | DoubleColon
            | Pow,
            _,
        ) => true,
        (_, Plus | Slash) | (Plus | Slash, _) => true,
        (_, Minus) if operand_ends(left) => true,
        (Minus, _) => {
            let operator = number >= 2 && pieces[number - 2].token().is_some_and(operand_ends);
            operator || (piece.spaces > 0) && !matches!(right, Digits | Ident | LParen | Decimal)
        }
        (
            If | While | Assert | Assume | Returns | Then | Else | Return | Axiom | Requires | Ensures | Invariant,
            LParen,
        ) => true,
        (RParen | Else | Ident, LBrace) if opens_block(pieces, number, layout) => true,
        _ => piece.spaces > 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn becomes(text: &str, expected: &str) {
        assert_eq!(format(text).as_deref(), Ok(expected));
        assert_eq!(format(expected).as_deref(), Ok(expected), "formatted text stays");
    }

    #[test]
    fn statements_are_indented() {
        becomes(
            "procedure P( x:int )returns(r: int)\nrequires x>0; // why\nensures r==x;\n{\nvar i: int;\n\n\n\
             /* a */ while(i<x)\ninvariant i<=x;\n{\ni:=i+1;\nif(*){ goto L; } else { r:=-1; }\n}\nL:\nassert {:msg \"m\"} x==1 &&\n\
             i==2;\n}",
            "procedure P(x:int) returns (r: int)\n  requires x>0; // why\n  ensures r == x;\n{\n  var i: int;\n\n  \
             /* a */ while (i<x)\n    invariant i <= x;\n  {\n    i := i + 1;\n    if (*) { goto L; } else { r := -1; }\n  }\nL:\n  \
             assert {:msg \"m\"} x == 1 &&\n    i == 2;\n}\n",
        );
    }

    #[test]
    fn what_is_left_out_stays() {
        becomes("#if X\nvar  a b\n#endif\nvar x:int;", "#if X\nvar  a b\n#endif\nvar x:int;\n");
    }

    #[test]
    fn triggers_open_no_blocks() {
        becomes(
            "axiom(forall x:int::{f(x)}\nf(x)>0);\nconst c:int;\n// end\n",
            "axiom (forall x:int :: {f(x)}\n  f(x)>0);\nconst c:int;\n// end\n",
        );
    }

    #[test]
    fn what_is_no_token_is_refused() {
        assert!(matches!(format("var x: int @"), Err(Unformatted::NoTokens(_))));
        assert_eq!(format("").as_deref(), Ok(""));
    }
}
