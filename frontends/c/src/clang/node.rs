//! The nodes of clang's syntax tree, with the members that the translation reads.
//!
//! clang prints a position's file and line only where they change, so every part of a tree that holds positions must be
//! read, even if nothing else of it is of use. Trees are large: what is kept of a node is small.

use std::fmt;
use std::sync::Arc;

use clang_ast::{Id, SourceLocation, SourceRange};
use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};

/// The kinds that the translation knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Kind {
    TranslationUnitDecl,
    TypedefDecl,
    RecordDecl,
    FieldDecl,
    IndirectFieldDecl,
    EnumDecl,
    EnumConstantDecl,
    FunctionDecl,
    ParmVarDecl,
    VarDecl,
    StaticAssertDecl,
    EmptyDecl,
    FileScopeAsmDecl,
    LabelDecl,
    PackedAttr,
    AliasAttr,
    AlignedAttr,
    MaxFieldAlignmentAttr,
    ConstructorAttr,
    DestructorAttr,
    ElaboratedType,
    RecordType,
    EnumType,
    CompoundStmt,
    DeclStmt,
    IfStmt,
    WhileStmt,
    DoStmt,
    ForStmt,
    SwitchStmt,
    CaseStmt,
    DefaultStmt,
    BreakStmt,
    ContinueStmt,
    GotoStmt,
    IndirectGotoStmt,
    LabelStmt,
    ReturnStmt,
    NullStmt,
    GCCAsmStmt,
    AttributedStmt,
    IntegerLiteral,
    CharacterLiteral,
    FloatingLiteral,
    StringLiteral,
    DeclRefExpr,
    ParenExpr,
    ImplicitCastExpr,
    CStyleCastExpr,
    UnaryOperator,
    BinaryOperator,
    CompoundAssignOperator,
    ConditionalOperator,
    BinaryConditionalOperator,
    ArraySubscriptExpr,
    MemberExpr,
    CallExpr,
    InitListExpr,
    ImplicitValueInitExpr,
    CompoundLiteralExpr,
    UnaryExprOrTypeTraitExpr,
    StmtExpr,
    OpaqueValueExpr,
    ConstantExpr,
    PredefinedExpr,
    VAArgExpr,
    ChooseExpr,
    GenericSelectionExpr,
    GNUNullExpr,
    AddrLabelExpr,
    OffsetOfExpr,
    TypeTraitExpr,
    AtomicExpr,
    #[default]
    #[serde(rename = "null")]
    Null,
    #[serde(other)]
    Other,
}

/// A type as clang prints it.
#[derive(Clone, Debug, Deserialize)]
pub struct TypeText {
    #[serde(rename = "qualType")]
    pub qual: Box<str>,
    #[serde(rename = "desugaredQualType")]
    pub desugared: Option<Box<str>>,
}

/// A reference to a declaration that stands elsewhere.
#[derive(Clone, Debug, Deserialize)]
pub struct DeclRef {
    pub id: Id,
    pub kind: Kind,
    pub name: Option<Box<str>>,
    #[serde(rename = "type")]
    pub ty: Option<TypeText>,
}

/// The value of a literal: text or number.
#[derive(Clone, Debug)]
pub enum Literal {
    Text(Box<str>),
    Number(i64),
}

impl<'de> Deserialize<'de> for Literal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Literal, D::Error> {
        struct AnyLiteral;

        impl Visitor<'_> for AnyLiteral {
            type Value = Literal;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a text or a number")
            }

            fn visit_str<E>(self, text: &str) -> Result<Literal, E> {
                Ok(Literal::Text(text.into()))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Literal, E> {
                Ok(Literal::Number(number))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Literal, E> {
                i64::try_from(number).map(Literal::Number).map_err(E::custom)
            }
        }

        deserializer.deserialize_any(AnyLiteral)
    }
}

/// From the start of the first token to the end of the last, in bytes of a file. Of what a macro expands to: its use.
#[derive(Clone, Debug)]
pub struct Extent {
    pub file: Arc<str>,
    pub start: u32,
    pub end: u32,
}

impl Extent {
    /// `None`: at no place in a file, as what is built in.
    fn of(range: SourceRange) -> Option<Extent> {
        let begin = range.begin.expansion_loc?;
        let end = match range.end.expansion_loc {
            Some(end) if end.file == begin.file && end.offset >= begin.offset => end.offset + end.tok_len,
            _ => begin.offset + begin.tok_len,
        };
        // Texts are shorter than 4 GB: spans count so, too.
        Some(Extent { file: begin.file, start: begin.offset as u32, end: end as u32 })
    }
}

fn extent<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Extent>, D::Error> {
    SourceRange::deserialize(deserializer).map(Extent::of)
}

/// A node: its members and its children.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Node {
    #[serde(default)]
    pub id: Id,
    /// Missing for absent children.
    #[serde(default)]
    pub kind: Kind,
    #[serde(default)]
    pub inner: Box<[Node]>,
    pub loc: Option<Box<SourceLocation>>,
    #[serde(default, deserialize_with = "extent")]
    pub range: Option<Extent>,
    pub name: Option<Box<str>>,
    #[serde(rename = "type")]
    pub ty: Option<TypeText>,
    pub cast_kind: Option<Box<str>>,
    pub value: Option<Literal>,
    pub opcode: Option<Box<str>>,
    #[serde(default)]
    pub is_postfix: bool,
    #[serde(default)]
    pub is_arrow: bool,
    pub referenced_member_decl: Option<Id>,
    pub referenced_decl: Option<Box<DeclRef>>,
    #[serde(rename = "computeLHSType")]
    pub compute_lhs_type: Option<Box<TypeText>>,
    pub compute_result_type: Option<Box<TypeText>>,
    pub storage_class: Option<Box<str>>,
    #[serde(default)]
    pub variadic: bool,
    pub tag_used: Option<Box<str>>,
    #[serde(default)]
    pub complete_definition: bool,
    #[serde(default)]
    pub is_bitfield: bool,
    pub target_label_decl_id: Option<Id>,
    pub decl_id: Option<Id>,
    pub arg_type: Option<Box<TypeText>>,
    pub field: Option<Box<DeclRef>>,
    #[serde(rename = "array_filler", default)]
    pub array_filler: Box<[Node]>,
    /// The declaration of a record or enumeration type.
    pub decl: Option<Box<DeclRef>>,
    #[serde(rename = "isGNURange", default)]
    pub is_gnu_range: bool,
    /// How a variable is local to its thread, if so.
    pub tls: Option<Box<str>>,
    pub label_decl_id: Option<Id>,
    /// The chosen one of a generic selection.
    #[serde(default)]
    pub selected: bool,
}

impl Node {
    /// The text of a literal or constant.
    pub fn value_text(&self) -> Option<&str> {
        match &self.value {
            Some(Literal::Text(text)) => Some(text),
            _ => None,
        }
    }

    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or("")
    }
}
