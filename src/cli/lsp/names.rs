//! What the names of a Boogie text answer: references, symbols, completion, renaming.

use std::collections::HashMap;

use ivl::names::{Declared, KEYWORDS, Kind, is_name};
use lsp_types::{
    CompletionItem, CompletionItemKind, DocumentSymbol, Location, Position, Range, SymbolKind, TextEdit, Uri,
    WorkspaceEdit,
};

use super::document::{Document, Language};

/// All places of the name at a place.
pub fn references(document: &Document, uri: &Uri, at: Position, with_declaration: bool) -> Vec<Location> {
    let offset = document.offset(at);
    let declared = document.names.at(offset).map(|declared| declared.at.clone());
    let places = document.names.occurrences(offset).into_iter();
    let places = places.filter(|place| with_declaration || declared.as_ref() != Some(place));
    places.map(|place| Location { uri: uri.clone(), range: document.range(&place) }).collect()
}

/// The declarations of a text; what a procedure declares is below it.
pub fn symbols(document: &Document) -> Vec<DocumentSymbol> {
    let whole = document.text.len() + 1;
    let is_outer = |declared: &&Declared| declared.scope == (0..whole) && declared.kind != Kind::Field;
    let mut outer: Vec<&Declared> = document.names.declared.iter().filter(is_outer).collect();
    outer.sort_by_key(|declared| declared.at.start);
    let mut symbols = Vec::new();
    for (index, declared) in outer.iter().enumerate() {
        let end = outer.get(index + 1).map_or(document.text.len(), |next| next.at.start);
        let is_within = |inner: &&Declared| {
            inner.kind != Kind::Bound && inner.scope != (0..whole) && (declared.at.start..end).contains(&inner.at.start)
        };
        let has_parts = matches!(declared.kind, Kind::Procedure | Kind::Function);
        let inner = document.names.declared.iter().filter(is_within).filter(|_| has_parts);
        let children = inner.map(|inner| symbol(document, inner, vec![])).collect();
        symbols.push(symbol(document, declared, children));
    }
    symbols
}

fn symbol(document: &Document, declared: &Declared, children: Vec<DocumentSymbol>) -> DocumentSymbol {
    let kind = match declared.kind {
        Kind::Type => SymbolKind::STRUCT,
        Kind::Constructor => SymbolKind::CONSTRUCTOR,
        Kind::Field => SymbolKind::FIELD,
        Kind::Const => SymbolKind::CONSTANT,
        Kind::Function | Kind::Procedure => SymbolKind::FUNCTION,
        Kind::Global | Kind::Parameter | Kind::Local | Kind::Bound => SymbolKind::VARIABLE,
        Kind::Label => SymbolKind::KEY,
    };
    let range = document.range(&declared.at);
    // What is below something is within its range.
    let end = children.iter().map(|child| child.range.end).max().unwrap_or(range.end).max(range.end);
    #[allow(deprecated)] // A member that the protocol has no more use for.
    DocumentSymbol {
        name: declared.name.clone(),
        detail: Some(declared.text.clone()),
        kind,
        tags: None,
        deprecated: None,
        range: Range { start: range.start, end },
        selection_range: range,
        children: (!children.is_empty()).then_some(children),
    }
}

/// What may be said at a place; which of it begins as what stands there, the client finds out.
pub fn completion(document: &Document, at: Position) -> Vec<CompletionItem> {
    let visible = document.names.visible(document.offset(at));
    let named = visible.into_iter().map(|declared| CompletionItem {
        label: declared.name.clone(),
        detail: Some(declared.text.clone()),
        kind: Some(match declared.kind {
            Kind::Type => CompletionItemKind::STRUCT,
            Kind::Constructor => CompletionItemKind::CONSTRUCTOR,
            Kind::Field => CompletionItemKind::FIELD,
            Kind::Const => CompletionItemKind::CONSTANT,
            Kind::Function | Kind::Procedure => CompletionItemKind::FUNCTION,
            Kind::Global | Kind::Parameter | Kind::Local | Kind::Bound => CompletionItemKind::VARIABLE,
            Kind::Label => CompletionItemKind::REFERENCE,
        }),
        ..CompletionItem::default()
    });
    let words = KEYWORDS.iter().map(|word| CompletionItem {
        label: (*word).to_string(),
        kind: Some(CompletionItemKind::KEYWORD),
        ..CompletionItem::default()
    });
    let is_boogie = document.language == Language::Boogie;
    named.chain(words).filter(|_| is_boogie).collect()
}

/// What would be renamed at a place.
pub fn renamed(document: &Document, at: Position) -> Option<Range> {
    document.names.place(document.offset(at)).map(|place| document.range(&place))
}

/// Why a name cannot become another.
pub fn mistake(document: &Document, at: Position, name: &str) -> Option<String> {
    if !is_name(name) {
        return Some(format!("\"{name}\" is no name"));
    }
    let taken = document.names.taken(document.offset(at), name)?;
    let line = document.range(&taken.at).start.line + 1;
    Some(format!("{name} is taken: line {line}: {}", taken.text))
}

/// All places of a name, with another in its place.
pub fn rename(document: &Document, uri: Uri, at: Position, name: &str) -> WorkspaceEdit {
    let places = document.names.occurrences(document.offset(at));
    let edits: Vec<TextEdit> =
        places.iter().map(|at| TextEdit { range: document.range(at), new_text: name.to_string() }).collect();
    #[allow(clippy::mutable_key_type)] // The protocol's own.
    let changes = HashMap::from([(uri, edits)]);
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}
