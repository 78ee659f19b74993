//! Tokens: what the text is made of, after Boogie's own scanner.
//!
//! [`lex`] reads a whole text at once. A token says only its kind; its text is the bytes of its range. Comments and
//! directives (`#if`, `#line`, …) leave no tokens. What Boogie reserves in one version and not in another is a
//! keyword here and may become a name again in [`crate::context`].

use logos::{FilterResult, Logos};

use crate::diag::Diagnostic;
use crate::directive::{self, Conditionals};
use crate::report::Report;
use crate::source::{FileId, Span};

/// A token and the bytes `start..end` where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme {
    pub token: Token,
    pub start: u32,
    pub end: u32,
}

/// What is wrong with a piece of text that is no token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LexError {
    #[default]
    UnexpectedCharacter,
    UnterminatedString,
    UnterminatedComment,
    Directive(&'static str),
}

impl From<directive::Fault> for LexError {
    fn from(fault: directive::Fault) -> Self {
        LexError::Directive(fault.0)
    }
}

/// Declares the tokens with fixed text, so that the text of a token is known for messages and for the printer.
macro_rules! tokens {
    (keywords { $($kw:ident $kw_text:literal)* } symbols { $($sym:ident $sym_text:literal $($other:literal)*,)* }) => {
        #[derive(Logos, Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[logos(error = LexError, extras = Conditionals, skip r"[ \t\r\n\f]+", skip(r"//[^\r\n]*", allow_greedy = true))]
        pub enum Token {
            $(#[token($kw_text)] $kw,)*
            $(#[token($sym_text)] $(#[token($other)])* $sym,)*

            #[regex(r"\\?[A-Za-z'~#$^_.?`][A-Za-z0-9'~#$^_.?`]*", priority = 1)]
            #[token("#if", directive::branch)]
            #[token("#elsif", directive::branch)]
            #[token("#else", directive::branch)]
            #[token("#endif", directive::branch)]
            #[token("#line", directive::line)]
            Ident,
            #[regex("[0-9]+")]
            Digits,
            #[regex("[0-9]+bv[0-9]+")]
            BvLiteral,
            #[regex(r"[0-9]+e-?[0-9]+")]
            #[regex(r"[0-9]+\.[0-9]+(e-?[0-9]+)?")]
            Decimal,
            #[regex(r"0x[0-9a-fA-F]+\.[0-9a-fA-F]+e-?[0-9]+f[0-9]+e[0-9]+")]
            #[regex(r"0(NaN|nan|\+oo|-oo)[0-9]+e[0-9]+")]
            Float,
            #[token("\"", string)]
            Str,
            #[token("/*", comment)]
            Comment,

            /// `7:0`, the bounds of an extraction; made by [`crate::context`] of three tokens.
            Bounds,
            /// The `<` of `<a>[T]U`; told apart from the other by [`crate::context`].
            MapLt,
            /// Stands where [`lex`] has reported an error.
            Error,
        }

        impl Token {
            /// Made of letters, so that it might have been a name.
            pub fn is_keyword(self) -> bool {
                matches!(self, $(Token::$kw)|*)
            }
        }

        /// The texts of the keywords.
        pub const KEYWORDS: &[&str] = &[$($kw_text),*];

        /// Whether a name needs a backslash to be read as one.
        pub fn is_reserved(name: &str) -> bool {
            matches!(name, $($kw_text)|* | "#if" | "#elsif" | "#else" | "#endif" | "#line")
        }
    };
}

tokens! {
    keywords {
        Action "action"
        Assert "assert"
        Assume "assume"
        Async "async"
        Atomic "atomic"
        Axiom "axiom"
        Bool "bool"
        Both "both"
        Break "break"
        Call "call"
        Complete "complete"
        Const "const"
        Datatype "datatype"
        Div "div"
        Else "else"
        Ensures "ensures"
        Exists "exists"
        Extends "extends"
        False "false"
        Forall "forall"
        Free "free"
        Function "function"
        Goto "goto"
        Havoc "havoc"
        Hide "hide"
        Hideable "hideable"
        If "if"
        Implementation "implementation"
        Int "int"
        Invariant "invariant"
        Is "is"
        Lambda "lambda"
        Left "left"
        Measure "measure"
        Mod "mod"
        Modifies "modifies"
        Old "old"
        Par "par"
        Pop "pop"
        Procedure "procedure"
        Pure "pure"
        Push "push"
        Real "real"
        Requires "requires"
        Return "return"
        Returns "returns"
        Reveal "reveal"
        Revealed "revealed"
        Right "right"
        Rna "RNA"
        RnaLong "roundNearestTiesToAway"
        Rne "RNE"
        RneLong "roundNearestTiesToEven"
        Rtn "RTN"
        RtnLong "roundTowardNegative"
        Rtp "RTP"
        RtpLong "roundTowardPositive"
        Rtz "RTZ"
        RtzLong "roundTowardZero"
        Then "then"
        True "true"
        Type "type"
        Unique "unique"
        Uses "uses"
        Var "var"
        Where "where"
        While "while"
        Yield "yield"
    }
    symbols {
        And "&&" "∧",
        Arrow "->",
        Assign ":=",
        BarBrace "|{",
        Bar "|",
        BraceBar "}|",
        Colon ":",
        Comma ",",
        Concat "++",
        DoubleColon "::" "•",
        Eq "==",
        Equals "=",
        Explies "<==" "⇐",
        Ge ">=" "≥",
        Gt ">",
        Iff "<==>" "⇔",
        Implies "==>" "⇒",
        LBrace "{",
        LBracket "[",
        LParen "(",
        Le "<=" "≤",
        Lt "<",
        Minus "-",
        Neq "!=" "≠",
        Not "!" "¬",
        Or "||" "∨",
        PartialOrder "<:",
        Plus "+",
        Pow "**",
        RBrace "}",
        RBracket "]",
        RParen ")",
        Semicolon ";",
        Slash "/",
        Star "*",
        SymExists "∃",
        SymForall "∀",
        SymLambda "λ",
    }
}

/// Reads to the closing quote on the same line. A quote after a backslash does not close the string, unless it is the
/// last one on its line: `"c:\src\"` stands in files that Boogie reads.
fn string(lex: &mut logos::Lexer<Token>) -> Result<(), LexError> {
    let mut last_quote = None;
    let mut after_backslash = false;
    for (i, b) in lex.remainder().bytes().enumerate() {
        match b {
            b'"' => {
                last_quote = Some(i);
                if !after_backslash {
                    break;
                }
            }
            b'\r' | b'\n' => break,
            _ => {}
        }
        after_backslash = b == b'\\';
    }
    match last_quote {
        Some(i) => {
            lex.bump(i + 1);
            Ok(())
        }
        None => {
            let line = lex.remainder().find(['\r', '\n']).unwrap_or(lex.remainder().len());
            lex.bump(line);
            Err(LexError::UnterminatedString)
        }
    }
}

/// Skips a comment and the comments nested in it.
fn comment(lex: &mut logos::Lexer<Token>) -> FilterResult<(), LexError> {
    let bytes = lex.remainder().as_bytes();
    let mut depth = 1;
    let mut i = 0;
    while i + 1 < bytes.len() {
        match (bytes[i], bytes[i + 1]) {
            (b'*', b'/') => {
                depth -= 1;
                i += 2;
                if depth == 0 {
                    lex.bump(i);
                    return FilterResult::Skip;
                }
            }
            (b'/', b'*') => {
                depth += 1;
                i += 2;
            }
            _ => i += 1,
        }
    }
    lex.bump(bytes.len());
    FilterResult::Error(LexError::UnterminatedComment)
}

/// The tokens of a text. What is no token becomes one [`Token::Error`] (a run of bad characters counts once) and a
/// diagnostic.
pub fn lex(text: &str, file: FileId, report: &mut Report) -> Vec<Lexeme> {
    let mut lexer = Token::lexer_with_extras(text, Conditionals::new(file));
    let mut lexemes: Vec<Lexeme> = Vec::with_capacity(text.len() / 4);
    while let Some(result) = lexer.next() {
        let range = lexer.span();
        let (start, end) = (range.start as u32, range.end as u32);
        match result {
            Ok(token) => lexemes.push(Lexeme { token, start, end }),
            Err(error) => match lexemes.last_mut() {
                Some(last) if last.token == Token::Error && last.end == start => last.end = end,
                _ => {
                    report.add(explain(error, &text[range.clone()], Span::new(file, range.start, range.end)));
                    lexemes.push(Lexeme { token: Token::Error, start, end });
                }
            },
        }
    }
    if let Some(open) = lexer.extras.unclosed() {
        report.add(Diagnostic::error("this `#if` has no `#endif`", Span::new(file, open.start, open.end)));
    }
    lexemes
}

/// What users of other languages look for.
fn instead_of(c: char) -> Option<&'static str> {
    match c {
        '&' => {
            Some("conjunction is `&&`; operations on the bits of bit-vectors are functions: `{:bvbuiltin \"bvand\"}`")
        }
        '%' => Some("the remainder is `mod`, the quotient `div`"),
        '~' => Some("negation is `!`; operations on the bits of bit-vectors are functions: `{:bvbuiltin \"bvnot\"}`"),
        '@' => Some("attributes are written `{:name value}`"),
        _ => None,
    }
}

fn explain(error: LexError, text: &str, span: Span) -> Diagnostic {
    match error {
        LexError::UnexpectedCharacter => {
            let c = text.chars().next().unwrap_or_default();
            let diagnostic = Diagnostic::error(format!("unexpected character `{}`", c.escape_debug()), span);
            match instead_of(c) {
                Some(advice) => diagnostic.note(advice),
                None => diagnostic,
            }
        }
        LexError::UnterminatedString => Diagnostic::error("this string has no end on its line", span),
        LexError::UnterminatedComment => {
            Diagnostic::error("this comment has no end", Span { end: span.start + 2, ..span })
        }
        LexError::Directive(what) => Diagnostic::error(what, span),
    }
}
