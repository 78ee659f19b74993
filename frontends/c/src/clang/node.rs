//! The nodes of clang's syntax tree, with the members that the translation reads. Trees are large: what is kept of a
//! node is small.

use std::sync::Arc;

use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};

/// What tells nodes apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub u64);

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
    CleanupAttr,
    AsmLabelAttr,
    WeakAttr,
    AnnotateAttr,
    NoReturnAttr,
    C11NoReturnAttr,
    TransparentUnionAttr,
    /// An attribute that changes nothing here is [`Kind::Other`].
    #[serde(skip)]
    UnknownAttr,
    ElaboratedType,
    RecordType,
    EnumType,
    VariableArrayType,
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

impl Kind {
    pub fn named(name: &str) -> Kind {
        let name: StrDeserializer<'_, Error> = name.into_deserializer();
        Kind::deserialize(name).unwrap_or(Kind::Other)
    }

    /// The kind of a node; attributes that may change what a program means are told from those that do not.
    pub fn of_node(name: &str) -> Kind {
        match Kind::named(name) {
            Kind::Other if name.ends_with("Attr") && !HARMLESS.contains(&name) => Kind::UnknownAttr,
            kind => kind,
        }
    }
}

/// Attributes that say something to the optimiser, the linker or the reader alone.
const HARMLESS: [&str; 110] = [
    "AcquireCapabilityAttr",
    "AcquiredAfterAttr",
    "AcquiredBeforeAttr",
    "AllocAlignAttr",
    "AllocSizeAttr",
    "AlwaysInlineAttr",
    "AnyX86NoCallerSavedRegistersAttr",
    "ArtificialAttr",
    "AssertCapabilityAttr",
    "AssumeAlignedAttr",
    "AssumptionAttr",
    "AvailabilityAttr",
    "BTFDeclTagAttr",
    "BuiltinAttr",
    "CDeclAttr",
    "CFGuardAttr",
    "CFICanonicalJumpTableAttr",
    "CallbackAttr",
    "CapabilityAttr",
    "ColdAttr",
    "CommonAttr",
    "ConstAttr",
    "ConvergentAttr",
    "DeprecatedAttr",
    "DiagnoseIfAttr",
    "DisableSanitizerInstrumentationAttr",
    "DisableTailCallsAttr",
    "EnumExtensibilityAttr",
    "ErrorAttr",
    "ExcludeFromExplicitInstantiationAttr",
    "ExternalSourceSymbolAttr",
    "FallThroughAttr",
    "FastCallAttr",
    "FlagEnumAttr",
    "FlattenAttr",
    "FormatArgAttr",
    "FormatAttr",
    "GNUInlineAttr",
    "GuardedByAttr",
    "HotAttr",
    "LeafAttr",
    "LikelyAttr",
    "LockReturnedAttr",
    "LocksExcludedAttr",
    "LoopHintAttr",
    "MSABIAttr",
    "MayAliasAttr",
    "MinSizeAttr",
    "MinVectorWidthAttr",
    "ModeAttr",
    "NoAliasAttr",
    "NoBuiltinAttr",
    "NoCommonAttr",
    "NoDebugAttr",
    "NoDerefAttr",
    "NoDestroyAttr",
    "NoDuplicateAttr",
    "NoEscapeAttr",
    "NoInlineAttr",
    "NoInstrumentFunctionAttr",
    "NoMergeAttr",
    "NoProfileFunctionAttr",
    "NoRandomizeLayoutAttr",
    "NoSanitizeAttr",
    "NoSpeculativeLoadHardeningAttr",
    "NoSplitStackAttr",
    "NoStackProtectorAttr",
    "NoThreadSafetyAnalysisAttr",
    "NoThrowAttr",
    "NonNullAttr",
    "NonStringAttr",
    "OptimizeNoneAttr",
    "OverloadableAttr",
    "PassObjectSizeAttr",
    "PtGuardedByAttr",
    "PureAttr",
    "RandomizeLayoutAttr",
    "RegparmAttr",
    "ReleaseCapabilityAttr",
    "RequiresCapabilityAttr",
    "RestrictAttr",
    "RetainAttr",
    "ReturnsNonNullAttr",
    "ReturnsTwiceAttr",
    "ScopedLockableAttr",
    "SectionAttr",
    "SentinelAttr",
    "SpeculativeLoadHardeningAttr",
    "StdCallAttr",
    "StrictFPAttr",
    "SysVABIAttr",
    "TLSModelAttr",
    "TargetAttr",
    "TryAcquireCapabilityAttr",
    "TypeNonNullAttr",
    "TypeNullUnspecifiedAttr",
    "TypeNullableAttr",
    "TypeVisibilityAttr",
    "UnavailableAttr",
    "UninitializedAttr",
    "UnlikelyAttr",
    "UnusedAttr",
    "UsedAttr",
    "VectorCallAttr",
    "VisibilityAttr",
    "WarnUnusedAttr",
    "WarnUnusedResultAttr",
    "WarningAttr",
    "X86ForceAlignArgPointerAttr",
    "ZeroCallUsedRegsAttr",
];

/// A type as clang prints it.
#[derive(Clone, Debug)]
pub struct TypeText {
    pub qual: Arc<str>,
    pub desugared: Option<Arc<str>>,
}

/// A reference to a declaration that stands elsewhere.
#[derive(Clone, Debug)]
pub struct DeclRef {
    pub id: Id,
    pub kind: Kind,
    pub name: Option<Arc<str>>,
    pub ty: Option<TypeText>,
}

/// The value of a literal: text or number.
#[derive(Clone, Debug)]
pub enum Literal {
    Text(Arc<str>),
    Number(i64),
}

/// A token.
#[derive(Clone, Debug)]
pub struct Place {
    pub file: Arc<str>,
    /// In bytes.
    pub offset: u32,
    pub length: u32,
    /// As line markers say, for they are part of names that clang makes.
    pub presumed_file: Arc<str>,
    pub presumed_line: u32,
    pub column: u32,
}

/// From the start of the first token to the end of the last, in bytes of a file. Of what a macro expands to: its use.
#[derive(Clone, Debug)]
pub struct Extent {
    pub file: Arc<str>,
    pub start: u32,
    pub end: u32,
}

impl Extent {
    pub fn new(begin: Place, end: Option<Place>) -> Extent {
        let end = match end {
            Some(end) if end.file == begin.file && end.offset >= begin.offset => end.offset + end.length,
            _ => begin.offset + begin.length,
        };
        Extent { file: begin.file, start: begin.offset, end }
    }
}

/// A node: its members and its children.
#[derive(Debug, Default)]
pub struct Node {
    pub id: Id,
    /// `Null` for absent children.
    pub kind: Kind,
    pub inner: Box<[Node]>,
    /// `None`: at no place in a file, as what is built in. Of an atomic operation that a macro expands to: where its name
    /// is written.
    pub loc: Option<Box<Place>>,
    pub range: Option<Extent>,
    pub name: Option<Arc<str>>,
    pub ty: Option<TypeText>,
    pub cast_kind: Option<Arc<str>>,
    pub value: Option<Literal>,
    pub opcode: Option<Arc<str>>,
    pub is_postfix: bool,
    pub is_arrow: bool,
    pub referenced_member_decl: Option<Id>,
    pub referenced_decl: Option<Box<DeclRef>>,
    pub compute_lhs_type: Option<Box<TypeText>>,
    pub compute_result_type: Option<Box<TypeText>>,
    pub storage_class: Option<Arc<str>>,
    pub variadic: bool,
    pub tag_used: Option<Arc<str>>,
    pub complete_definition: bool,
    pub is_bitfield: bool,
    /// The label that a jump goes to, that stands here, or whose address this is.
    pub label: Option<Id>,
    pub arg_type: Option<Box<TypeText>>,
    pub field: Option<Box<DeclRef>>,
    pub array_filler: Box<[Node]>,
    /// The declaration of a record or enumeration type.
    pub decl: Option<Box<DeclRef>>,
    pub is_gnu_range: bool,
    /// How a variable is local to its thread, if so.
    pub tls: Option<Arc<str>>,
    /// The chosen one of a generic selection.
    pub selected: bool,
    /// The name for the linker, where `__asm__("…")` gives one.
    pub linked: Option<Arc<str>>,
}

impl Node {
    /// Whether an operand is of an `_Atomic` type, which is read and written in one step.
    pub fn is_atomic(&self) -> bool {
        let is_own = |text: &str| {
            let unqualified = text.trim_start_matches("volatile ").trim_start_matches("const ");
            unqualified.starts_with("_Atomic(") && unqualified.ends_with(')')
        };
        let text = self.ty.as_ref();
        text.is_some_and(|ty| [Some(&ty.qual), ty.desugared.as_ref()].into_iter().flatten().any(|text| is_own(text)))
    }

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
