//! Text → syntax tree.
//!
//! ```text
//! characters → token (scanner) → context (keywords, declarations) → ivl.lalrpop (one declaration at a time) → ast
//! ```

use lalrpop_util::{ParseError, lalrpop_mod};

use crate::action::Context;
use crate::ast::Program;
use crate::context::{Piece, outline};
use crate::diag::Diagnostic;
use crate::expected;
use crate::report::Report;
use crate::source::{FileId, SourceMap, Span};
use crate::token::{Lexeme, Token, lex};

lalrpop_mod!(
    #[allow(clippy::all, unused)]
    ivl
);

/// The declarations of one file and what is wrong with it, in the order of the text. If there are errors, the program
/// lacks the declarations where they stand, so it is good for nothing but finding more errors.
///
/// Takes time and memory linear in the text, and no more stack for deep nesting. What is returned is nested at most 5,000
/// levels deep in its expressions, 500 in its blocks, 200 in its types; deeper texts are refused. Panics if `sources` has no such file.
pub fn parse(sources: &SourceMap, file: FileId) -> (Program, Vec<Diagnostic>) {
    let Some(source) = sources.get(file) else { panic!("internal: no file {file:?} was added") };
    let text = &*source.text;
    let mut report = Report::default();
    let lexemes = lex(text, file, &mut report);
    let (lexemes, pieces) = outline(lexemes, file, &mut report);
    let mut context = Context::new(text, file, report);
    let parser = ivl::DeclarationParser::new();
    let mut program = Program::default();
    for piece in pieces.into_iter().filter(|piece| !piece.skip) {
        if context.report.is_full() {
            break;
        }
        context.next_declaration();
        let tokens = lexemes[piece.tokens.clone()].iter().map(|l| Ok((l.start, l.token, l.end)));
        match parser.parse(&mut context, tokens) {
            Ok(decls) => program.decls.extend(decls),
            Err(error) => {
                let diagnostic = explain(error, text, file, &lexemes, &piece);
                context.report.add(diagnostic);
            }
        }
    }
    (program, context.report.finish())
}

/// A syntax error in words.
fn explain(
    error: ParseError<u32, Token, ()>,
    text: &str,
    file: FileId,
    lexemes: &[Lexeme],
    piece: &Piece,
) -> Diagnostic {
    let (found, expected) = match error {
        ParseError::UnrecognizedToken { token: (start, token, end), expected } => {
            (Some(Lexeme { token, start, end }), expected)
        }
        ParseError::ExtraToken { token: (start, token, end) } => (Some(Lexeme { token, start, end }), Vec::new()),
        // The next declaration, or the end of the text, comes too early.
        ParseError::UnrecognizedEof { expected, .. } => (lexemes.get(piece.tokens.end).copied(), expected),
        ParseError::InvalidToken { .. } | ParseError::User { .. } => {
            unreachable!("internal: neither scanner nor actions fail")
        }
    };
    if let Some(call) = forgotten_call(lexemes, piece, found) {
        let name = &text[call.start as usize..call.end as usize];
        let message = format!("`{name}(…)` is an expression where a statement should be");
        let span = Span::new(file, call.start as usize, call.end as usize);
        return Diagnostic::error(message, span).note(format!("a procedure is called by `call {name}(…);`"));
    }
    let at_start = found.is_some_and(|f| f.start == lexemes[piece.tokens.start].start);
    let place = |l: Lexeme| Span::new(file, l.start as usize, l.end as usize);
    let before = lexemes[piece.tokens.clone()].iter().rev().find(|l| found.is_none_or(|f| l.end <= f.start)).copied();
    let span = match (found, before) {
        (Some(found), _) => place(found),
        // The end of the file is where its last token ends; comments may follow.
        (None, Some(last)) => Span { start: last.end, ..place(last) },
        (None, None) => Span::new(file, text.len(), text.len()),
    };
    let found_text = match found {
        Some(l) => expected::describe(l.token, &text[l.start as usize..l.end as usize]),
        None => "the end of the file".to_string(),
    };
    let message = match at_start {
        true => format!("expected a declaration, found {found_text}"),
        false => format!("expected {}, found {found_text}", expected::list(&expected)),
    };
    let mut diagnostic = Diagnostic::error(message, span);
    let words = |l: Lexeme| &text[l.start as usize..l.end as usize];
    let advice = |l: Lexeme| expected::advice(l.token, words(l), before.map_or("", words), &expected);
    if let Some(advice) = found.and_then(advice) {
        diagnostic = diagnostic.note(advice);
    } else if let Some(meant) =
        if at_start { found } else { before }.and_then(|l| expected::keyword(words(l), &expected))
    {
        diagnostic = diagnostic.note(format!("did you mean `{meant}`?"));
    }
    // A semicolon is missed at the end of the line before, not where the next line begins.
    if let Some(before) = before
        && text[before.end as usize..span.start as usize].contains('\n')
        && expected.iter().any(|e| e == "\";\"")
    {
        diagnostic = diagnostic.related(place(before), "after this");
    }
    if let Some(open) = unclosed(lexemes, piece, found) {
        diagnostic = diagnostic.related(place(open), "this is not closed");
    }
    diagnostic
}

/// The name in front of `(…);`, if the statement with the error is that.
fn forgotten_call(lexemes: &[Lexeme], piece: &Piece, found: Option<Lexeme>) -> Option<Lexeme> {
    let tokens = &lexemes[piece.tokens.clone()];
    let at = tokens.iter().position(|l| found.is_some_and(|f| l.start >= f.start))?;
    let ends = |l: &Lexeme| matches!(l.token, Token::Semicolon | Token::LBrace | Token::RBrace | Token::Colon);
    let start = tokens[..at].iter().rposition(ends)? + 1;
    let [name, open, rest @ ..] = &tokens[start..] else { return None };
    if (name.token, open.token) != (Token::Ident, Token::LParen) {
        return None;
    }
    let mut depth = 1;
    for (number, lexeme) in rest.iter().enumerate() {
        match lexeme.token {
            Token::LParen => depth += 1,
            Token::RParen => depth -= 1,
            Token::Semicolon | Token::LBrace | Token::RBrace => return None,
            _ => {}
        }
        if depth == 0 {
            let ended = rest.get(number + 1).is_some_and(|l| l.token == Token::Semicolon);
            return ended.then_some(*name);
        }
    }
    None
}

/// If a declaration ends too early: the innermost bracket that it leaves open.
fn unclosed(lexemes: &[Lexeme], piece: &Piece, found: Option<Lexeme>) -> Option<Lexeme> {
    let tokens = &lexemes[piece.tokens.clone()];
    if found.is_some_and(|f| tokens.last().is_some_and(|last| f.start <= last.start)) {
        return None;
    }
    let mut open = Vec::new();
    for lexeme in tokens {
        match lexeme.token {
            Token::LParen | Token::LBracket | Token::LBrace | Token::BarBrace => open.push(*lexeme),
            Token::RParen | Token::RBracket | Token::RBrace | Token::BraceBar => _ = open.pop(),
            _ => {}
        }
    }
    open.pop()
}
