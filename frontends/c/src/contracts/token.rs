//! Tokens of preprocessed C, as far as contracts are looked for in them.

use std::ops::Range;

use logos::Logos;

#[derive(Clone, Copy, Debug, Logos, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\x0B\x0C]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
#[logos(skip r"/\*([^*]|\*+[^*/])*\*+/")]
pub enum Kind {
    #[regex(r"[A-Za-z_$][A-Za-z0-9_$]*")]
    Name,
    #[regex(r"\.?[0-9]([eEpP][+-]|[A-Za-z0-9_.])*")]
    Number,
    #[regex(r#"(u8|u|U|L)?"([^"\\\n]|\\.)*""#)]
    #[regex(r"(u|U|L)?'([^'\\\n]|\\.)*'")]
    Literal,
    #[regex(r"#[^\n]*", allow_greedy = true)]
    Directive,
    #[token("==>")]
    Implies,
    #[token("(")]
    #[token("[")]
    #[token("{")]
    Open,
    #[token(")")]
    #[token("]")]
    #[token("}")]
    Close,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token("?")]
    Question,
    #[token(":")]
    Colon,
    #[token("=")]
    #[regex(r"<<=|>>=|[-+*/%&^|]=")]
    Assign,
    #[token("==")]
    #[token("!=")]
    #[token("<=")]
    #[token(">=")]
    #[token("->")]
    #[token("++")]
    #[token("--")]
    #[token("&&")]
    #[token("||")]
    #[token("<<")]
    #[token(">>")]
    #[token("...")]
    Other,
}

#[derive(Clone, Debug)]
pub struct Token {
    pub kind: Kind,
    pub range: Range<usize>,
}

/// A text and its tokens, with the partner of each bracket.
pub struct Tokens<'t> {
    pub text: &'t str,
    pub all: Vec<Token>,
    partners: Vec<usize>,
}

impl<'t> Tokens<'t> {
    /// Directives are no tokens here: they say where lines come from, which [`super::places`] reads.
    pub fn of(text: &'t str) -> Tokens<'t> {
        let mut all = vec![];
        for (kind, range) in Kind::lexer(text).spanned() {
            let kind = kind.unwrap_or(Kind::Other);
            if kind != Kind::Directive {
                all.push(Token { kind, range });
            }
        }
        let mut partners = vec![usize::MAX; all.len()];
        let mut open = vec![];
        for (i, token) in all.iter().enumerate() {
            match token.kind {
                Kind::Open => open.push(i),
                Kind::Close => {
                    if let Some(start) = open.pop() {
                        partners[start] = i;
                        partners[i] = start;
                    }
                }
                _ => {}
            }
        }
        Tokens { text, all, partners }
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn kind(&self, i: usize) -> Option<Kind> {
        self.all.get(i).map(|token| token.kind)
    }

    /// The text of a token; behind the last one, none.
    pub fn text(&self, i: usize) -> &'t str {
        self.all.get(i).map_or("", |token| &self.text[token.range.clone()])
    }

    pub fn is(&self, i: usize, text: &str) -> bool {
        self.text(i) == text
    }

    /// The bracket that belongs to one; `None`: there is none, or this is no bracket.
    pub fn partner(&self, i: usize) -> Option<usize> {
        self.partners.get(i).copied().filter(|&p| p != usize::MAX)
    }

    /// The token behind a bracket, or behind the bracketed tokens that it opens.
    pub fn skip(&self, i: usize) -> usize {
        match (self.kind(i), self.partner(i)) {
            (Some(Kind::Open), Some(close)) => close + 1,
            _ => i + 1,
        }
    }

    /// The parts between tokens of a kind that stand in no brackets.
    pub fn split(&self, from: usize, to: usize, by: Kind) -> Vec<(usize, usize)> {
        let (mut parts, mut start, mut i) = (vec![], from, from);
        while i < to {
            if self.kind(i) == Some(by) {
                parts.push((start, i));
                start = i + 1;
            }
            i = self.skip(i);
        }
        parts.push((start, to));
        parts
    }
}
