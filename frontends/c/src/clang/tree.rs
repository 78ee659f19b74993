//! The text of clang's syntax tree → [`Node`]s.
//!
//! The text is some 200 times as long as the program and most of the work of reading it, so it is read in one go, by
//! what clang's printer guarantees: each item stands on a line of its own, either `"key": value`, or what begins or ends
//! an object or an array.

use std::io::{Error, Read, Result};
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::node::{DeclRef, Extent, Id, Kind, Literal, Node, Place, TypeText};

/// Reads the tree of a file.
pub fn read(input: impl Read) -> Result<Node> {
    let mut tree = Tree {
        lines: Lines { input, buffer: vec![0; 1 << 20].into(), at: 0, end: 0 },
        texts: FxHashSet::default(),
        open: vec![],
        last: Position::default(),
        is_argument: false,
        written: None,
    };
    match tree.lines.next()?.text() {
        b"{" => tree.node(),
        _ => Err(Error::other("it is empty")),
    }
}

/// The lines of a text.
struct Lines<R> {
    input: R,
    buffer: Box<[u8]>,
    /// What is read and not yet a line.
    at: usize,
    end: usize,
}

impl<R: Read> Lines<R> {
    /// The next line, without its indentation and the comma at its end.
    fn next(&mut self) -> Result<Item<'_>> {
        let (start, end) = loop {
            let start = self.at + blanks(&self.buffer[self.at..self.end]);
            match memchr::memchr(b'\n', &self.buffer[start..self.end]) {
                Some(length) => break (start, start + length),
                None => self.fill()?,
            }
        };
        self.at = end + 1;
        let line = &self.buffer[start..end];
        Ok(Item(line.strip_suffix(b",").unwrap_or(line)))
    }

    /// Reads on.
    fn fill(&mut self) -> Result<()> {
        self.buffer.copy_within(self.at..self.end, 0);
        self.end -= self.at;
        self.at = 0;
        if self.end == self.buffer.len() {
            let mut larger = vec![0; self.end * 2];
            larger[..self.end].copy_from_slice(&self.buffer);
            self.buffer = larger.into();
        }
        match self.input.read(&mut self.buffer[self.end..])? {
            0 if self.end == 0 => return Err(Error::other("it ends early")),
            0 => {
                // The last line ends with the text.
                self.buffer[self.end] = b'\n';
                self.end += 1;
            }
            read => self.end += read,
        }
        Ok(())
    }
}

/// How many blanks a text begins with: indentation is most of a tree.
fn blanks(text: &[u8]) -> usize {
    let mut count = 0;
    while let Some(eight) = text[count..].first_chunk() {
        let others = u64::from_le_bytes(*eight) ^ u64::from_le_bytes(*b"        ");
        if others != 0 {
            return count + others.trailing_zeros() as usize / 8;
        }
        count += 8;
    }
    count + text[count..].iter().take_while(|c| **c == b' ').count()
}

/// A line.
#[derive(Clone, Copy)]
struct Item<'t>(&'t [u8]);

impl<'t> Item<'t> {
    fn text(self) -> &'t [u8] {
        self.0
    }

    /// What follows are parts of this item.
    fn opens(self) -> bool {
        matches!(self.0.last(), Some(b'{' | b'['))
    }

    /// The item around ends.
    fn closes(self) -> bool {
        matches!(self.0, b"}" | b"]")
    }

    /// `"key": value`; of what has no key, nothing and itself.
    fn member(self) -> (&'t [u8], &'t [u8]) {
        let key = self.0.strip_prefix(b"\"").and_then(|rest| Some((rest, memchr::memchr(b'"', rest)?)));
        match key {
            Some((rest, length)) if rest[length..].starts_with(b"\": ") => (&rest[..length], &rest[length + 3..]),
            _ => (b"", self.0),
        }
    }
}

/// clang prints the parts of a position only where they change.
#[derive(Clone, Default)]
struct Position {
    file: Arc<str>,
    line: u32,
    /// As line markers say.
    presumed_file: Option<Arc<str>>,
    presumed_line: Option<u32>,
}

struct Tree<R> {
    lines: Lines<R>,
    /// Names and types recur.
    texts: FxHashSet<Arc<str>>,
    /// The children read so far of the nodes at hand.
    open: Vec<Node>,
    last: Position,
    /// Whether the position at hand is that of a macro's argument.
    is_argument: bool,
    /// Where what the last range begins with is written, if a macro expands to it.
    written: Option<Place>,
}

impl<R: Read> Tree<R> {
    /// A node behind its `{`.
    fn node(&mut self) -> Result<Node> {
        let mut node = Node::default();
        loop {
            let item = self.lines.next()?;
            if item.closes() {
                // Functions of one name for several types have names of their own.
                let is_overloaded = node.linked.as_deref().is_some_and(|name| name.starts_with("_Z"));
                if !is_overloaded && !node.inner.iter().any(|part| part.kind == Kind::AsmLabelAttr) {
                    node.linked = None;
                }
                return Ok(node);
            }
            let (key, value) = item.member();
            let opens = item.opens();
            match key {
                b"id" => node.id = id(value),
                b"kind" => node.kind = kind(value),
                b"loc" if opens => node.loc = self.place()?.map(Box::new),
                b"range" if opens => {
                    node.range = self.range()?;
                    // Nothing else says which operation it is.
                    if matches!(node.kind, Kind::AtomicExpr | Kind::GCCAsmStmt) {
                        node.loc = self.written.take().map(Box::new);
                    }
                }
                b"inner" if opens => node.inner = self.nodes()?,
                b"array_filler" if opens => node.array_filler = self.nodes()?,
                b"type" if opens => node.ty = Some(self.type_text()?),
                b"argType" if opens => node.arg_type = Some(Box::new(self.type_text()?)),
                b"computeLHSType" if opens => node.compute_lhs_type = Some(Box::new(self.type_text()?)),
                b"computeResultType" if opens => node.compute_result_type = Some(Box::new(self.type_text()?)),
                b"referencedDecl" if opens => node.referenced_decl = Some(Box::new(self.decl_ref()?)),
                b"field" if opens => node.field = Some(Box::new(self.decl_ref()?)),
                b"decl" if opens => node.decl = Some(Box::new(self.decl_ref()?)),
                b"name" => node.name = Some(text(&mut self.texts, value)?),
                b"mangledName" => node.linked = Some(text(&mut self.texts, value)?),
                b"castKind" => node.cast_kind = Some(text(&mut self.texts, value)?),
                b"opcode" => node.opcode = Some(text(&mut self.texts, value)?),
                b"storageClass" => node.storage_class = Some(text(&mut self.texts, value)?),
                b"tagUsed" => node.tag_used = Some(text(&mut self.texts, value)?),
                b"tls" => node.tls = Some(text(&mut self.texts, value)?),
                b"value" if value.starts_with(b"\"") => node.value = Some(Literal::Text(text(&mut self.texts, value)?)),
                b"value" => node.value = number(value).map(Literal::Number),
                b"referencedMemberDecl" => node.referenced_member_decl = Some(id(value)),
                b"targetLabelDeclId" | b"labelDeclId" | b"declId" => node.label = Some(id(value)),
                b"isPostfix" => node.is_postfix = value == b"true",
                b"isArrow" => node.is_arrow = value == b"true",
                b"variadic" => node.variadic = value == b"true",
                b"completeDefinition" => node.complete_definition = value == b"true",
                b"isBitfield" => node.is_bitfield = value == b"true",
                b"isGNURange" => node.is_gnu_range = value == b"true",
                b"selected" => node.selected = value == b"true",
                _ if opens => self.skip()?,
                _ => {}
            }
        }
    }

    /// The nodes of an array behind its `[`.
    fn nodes(&mut self) -> Result<Box<[Node]>> {
        let first = self.open.len();
        loop {
            let item = self.lines.next()?;
            if item.closes() {
                return Ok(self.open.drain(first..).collect());
            }
            let node = if item.opens() { self.node()? } else { Node::default() };
            self.open.push(node);
        }
    }

    fn type_text(&mut self) -> Result<TypeText> {
        let mut ty = TypeText { qual: "".into(), desugared: None };
        loop {
            let item = self.lines.next()?;
            if item.closes() {
                return Ok(ty);
            }
            match item.member() {
                (b"qualType", value) => ty.qual = text(&mut self.texts, value)?,
                (b"desugaredQualType", value) => ty.desugared = Some(text(&mut self.texts, value)?),
                _ if item.opens() => self.skip()?,
                _ => {}
            }
        }
    }

    fn decl_ref(&mut self) -> Result<DeclRef> {
        let mut decl = DeclRef { id: Id::default(), kind: Kind::Null, name: None, ty: None };
        loop {
            let item = self.lines.next()?;
            if item.closes() {
                return Ok(decl);
            }
            match item.member() {
                (b"id", value) => decl.id = id(value),
                (b"kind", value) => decl.kind = kind(value),
                (b"name", value) => decl.name = Some(text(&mut self.texts, value)?),
                (b"type", b"{") => decl.ty = Some(self.type_text()?),
                _ if item.opens() => self.skip()?,
                _ => {}
            }
        }
    }

    fn range(&mut self) -> Result<Option<Extent>> {
        let (mut begin, mut end, mut written) = (None, None, None);
        loop {
            let item = self.lines.next()?;
            if item.closes() {
                self.written = written;
                // An argument of a macro may begin what its text ends.
                let end = end.filter(|end: &Place| {
                    begin.as_ref().is_some_and(|begin: &Place| begin.file == end.file && begin.offset <= end.offset)
                });
                return Ok(begin.map(|begin| Extent::new(begin, end)));
            }
            match item.member() {
                (b"begin", b"{") => {
                    self.written = None;
                    begin = self.place()?;
                    written = self.written.take();
                }
                (b"end", b"{") => end = self.place()?,
                _ if item.opens() => self.skip()?,
                _ => {}
            }
        }
    }

    /// A position behind its `{`; of what a macro expands to: where the macro is used, and of a macro's argument: where
    /// that is written.
    fn place(&mut self) -> Result<Option<Place>> {
        let (mut used, mut written) = (None, None);
        let (mut offset, mut column, mut length) = (None, 0, 0);
        let (mut line, mut presumed_line) = (None, None);
        loop {
            let item = self.lines.next()?;
            if item.closes() {
                break;
            }
            let opens = item.opens();
            match item.member() {
                (b"offset", value) => offset = number(value),
                (b"col", value) => column = number(value).unwrap_or(0),
                (b"tokLen", value) => length = number(value).unwrap_or(0),
                (b"line", value) => line = number(value),
                (b"presumedLine", value) => presumed_line = number(value),
                (b"file", value) => {
                    self.last.file = text(&mut self.texts, value)?;
                    self.last.presumed_file = None;
                }
                (b"presumedFile", value) => self.last.presumed_file = Some(text(&mut self.texts, value)?),
                (b"isMacroArgExpansion", value) => self.is_argument = value == b"true",
                (b"spellingLoc", _) if opens => {
                    written = self.place()?;
                    self.written.clone_from(&written);
                }
                (b"expansionLoc", _) if opens => {
                    self.is_argument = false;
                    used = self.place()?;
                    // What another macro in the argument stands for is written elsewhere.
                    let behind = |written: &Place| {
                        used.as_ref().is_some_and(|u: &Place| u.file == written.file && u.offset <= written.offset)
                    };
                    if std::mem::take(&mut self.is_argument) && written.as_ref().is_some_and(behind) {
                        used = written.take();
                    }
                }
                _ if opens => self.skip()?,
                _ => {}
            }
        }
        let Some(offset) = offset else { return Ok(used) };
        if let Some(line) = line {
            self.last.line = line;
        }
        if line.is_some() || presumed_line.is_some() {
            self.last.presumed_line = presumed_line;
        }
        let last = &self.last;
        Ok(Some(Place {
            file: last.file.clone(),
            offset,
            length,
            presumed_file: last.presumed_file.as_ref().unwrap_or(&last.file).clone(),
            presumed_line: last.presumed_line.unwrap_or(last.line),
            column,
        }))
    }

    /// To the end of what just began and is of no use, but for positions in it.
    fn skip(&mut self) -> Result<()> {
        loop {
            let item = self.lines.next()?;
            if item.closes() {
                return Ok(());
            }
            match item.member() {
                (b"loc" | b"begin" | b"end", b"{") => _ = self.place()?,
                _ if item.opens() => self.skip()?,
                _ => {}
            }
        }
    }
}

/// What stands between quotation marks; without them, all of it.
fn unquoted(quoted: &[u8]) -> &[u8] {
    quoted.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\"")).unwrap_or(quoted)
}

/// The text between quotation marks.
fn text(texts: &mut FxHashSet<Arc<str>>, quoted: &[u8]) -> Result<Arc<str>> {
    let inner = unquoted(quoted);
    if memchr::memchr(b'\\', inner).is_some() {
        return Ok(serde_json::from_slice::<String>(quoted)?.into());
    }
    let text = std::str::from_utf8(inner).map_err(Error::other)?;
    if let Some(known) = texts.get(text) {
        return Ok(known.clone());
    }
    let new: Arc<str> = text.into();
    texts.insert(new.clone());
    Ok(new)
}

/// `"0x1f"`
fn id(quoted: &[u8]) -> Id {
    let digits = unquoted(quoted).strip_prefix(b"0x").unwrap_or(b"");
    let digit = |c: u8| (c as char).to_digit(16).map_or(0, u64::from);
    Id(digits.iter().fold(0, |value, &c| value << 4 | digit(c)))
}

fn kind(quoted: &[u8]) -> Kind {
    std::str::from_utf8(unquoted(quoted)).map_or(Kind::Other, Kind::of_node)
}

fn number<N: std::str::FromStr>(digits: &[u8]) -> Option<N> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"{
  "id": "0x1f",
  "kind": "TranslationUnitDecl",
  "loc": {},
  "inner": [
    {},
    {
      "id": "0x2a",
      "kind": "VarDecl",
      "odd": [
        {
          "begin": {
            "offset": 4,
            "file": "a.c",
            "line": 2,
            "presumedFile": "b.h",
            "presumedLine": 7,
            "col": 1,
            "tokLen": 3,
            "includedFrom": {
              "file": "c.c"
            }
          }
        }
      ],
      "loc": {
        "spellingLoc": {
          "offset": 5,
          "line": 3,
          "presumedLine": 8,
          "col": 2,
          "tokLen": 1
        },
        "expansionLoc": {
          "offset": 9,
          "col": 6,
          "tokLen": 2
        }
      },
      "name": "a\"b",
      "type": {
        "qualType": "struct s[2]"
      }
    }
  ]
}"#;

    /// Few bytes at a time.
    struct Drops(&'static [u8]);

    impl Read for Drops {
        fn read(&mut self, to: &mut [u8]) -> Result<usize> {
            let few = self.0.len().min(7);
            let (now, rest) = self.0.split_at(few);
            to[..few].copy_from_slice(now);
            self.0 = rest;
            Ok(few)
        }
    }

    #[test]
    fn positions_go_on_from_the_last() {
        let tree = read(Drops(TEXT.as_bytes())).unwrap_or_else(|e| panic!("internal: {e}"));
        assert_eq!((tree.id, tree.kind), (Id(0x1f), Kind::TranslationUnitDecl));
        let [absent, variable] = &tree.inner[..] else { panic!("internal: {tree:?}") };
        assert_eq!((absent.kind, variable.kind), (Kind::Null, Kind::VarDecl));
        assert_eq!((variable.name(), variable.ty.as_ref().map(|ty| &*ty.qual)), ("a\"b", Some("struct s[2]")));
        let place = variable.loc.as_ref().unwrap_or_else(|| panic!("internal: no place"));
        assert_eq!((&*place.file, place.offset, place.length), ("a.c", 9, 2));
        assert_eq!((&*place.presumed_file, place.presumed_line, place.column), ("b.h", 8, 6));
    }

    #[test]
    fn half_a_tree_is_none() {
        assert!(read(Drops(&TEXT.as_bytes()[..TEXT.len() - 3])).is_err());
    }
}
