//! Declarations: types, enumerators, globals, functions.

use std::rc::Rc;
use std::sync::Arc;

use ivl::source::Span;
use num_bigint::BigInt;
use num_traits::Zero;
use rustc_hash::FxHashMap;

use crate::cir::*;
use crate::clang::type_text::{self, Names};
use crate::clang::{Id, Kind, Node, TypeText};
use crate::types::{INT, IntType, RawField, Record, Scalar, Type, TypeRef, Types};

use super::streams::is_standard_name;
use super::{Frame, Key, Lower, Slot, Storage, Unit};

/// The names that are in force at a place of a unit.
struct Scope<'u> {
    unit: &'u mut Unit,
    types: &'u mut Types,
    unsigned_char: bool,
    /// Of what `typeof` mentions.
    variables: FxHashMap<Arc<str>, TypeRef>,
}

impl Names for Scope<'_> {
    fn typedef(&self, name: &str) -> Option<TypeRef> {
        let local = self.unit.scopes.iter().rev().find_map(|(typedefs, _)| typedefs.get(name));
        local.or_else(|| self.unit.typedefs.get(name)).cloned().or_else(|| {
            // Typedefs that clang knows by itself.
            match name {
                "__int128_t" => Some(Rc::new(Type::Int(IntType::new(128, true)))),
                "__uint128_t" => Some(Rc::new(Type::Int(IntType::new(128, false)))),
                _ => None,
            }
        })
    }

    fn tag(&mut self, keyword: &str, name: &str) -> TypeRef {
        let local = self.unit.scopes.iter().rev().find_map(|(_, tags)| tags.get(name));
        if let Some(ty) = local.or_else(|| self.unit.tags.get(name)) {
            return ty.clone();
        }
        let ty = if keyword == "enum" {
            Rc::new(Type::Int(IntType::new(32, false)))
        } else {
            incomplete(self.types, name, keyword == "union")
        };
        self.unit.tags.insert(name.into(), ty.clone());
        ty
    }

    fn target32(&self) -> bool {
        self.types.target32
    }

    fn unsigned_char(&self) -> bool {
        self.unsigned_char
    }

    fn variable(&self, name: &str) -> Option<TypeRef> {
        self.variables.get(name).cloned()
    }

    fn member(&self, record: &Type, name: &str) -> Option<TypeRef> {
        let Type::Record(index) = record else { return None };
        let fields = &self.types.records[*index].fields;
        let own = fields.iter().find(|f| &*f.name == name).map(|f| f.ty.clone());
        own.or_else(|| fields.iter().filter(|f| f.name.is_empty()).find_map(|f| self.member(&f.ty, name)))
    }
}

fn incomplete(types: &mut Types, name: &str, union_: bool) -> TypeRef {
    types.records.push(Record {
        name: name.into(),
        union_,
        transparent: false,
        complete: false,
        fields: vec![],
        size: 0,
        align: 1,
    });
    Rc::new(Type::Record(types.records.len() - 1))
}

impl<'a> Lower<'a> {
    /// Reads all declarations of a file.
    pub(super) fn collect(&mut self, unit: usize, tree: &'a Node) {
        self.decls.units[unit].hidden_tags = self.hidden_tags(tree);
        for node in &tree.inner {
            let name = self.decls.linked.name(node);
            let is_static = node.storage_class.as_deref() == Some("static");
            match node.kind {
                Kind::FunctionDecl => {
                    // A function that was declared static stays so.
                    let local: Key = (Some(unit), name.clone());
                    let known = self.decls.func_decls.contains_key(&local);
                    let key = if is_static || known { local } else { (None, name) };
                    self.decls.units[unit].functions.insert(node.id, key.clone());
                    if let Some(target) = self.alias(node) {
                        let local: Key = (Some(unit), target.clone());
                        let target = if self.decls.func_nodes.contains_key(&local) { local } else { (None, target) };
                        self.decls.aliases.insert(key.clone(), target);
                    }
                    let defined = node.inner.iter().any(|n| n.kind == Kind::CompoundStmt);
                    if defined {
                        // Inline definitions in several files are the same function; weak ones give way.
                        let known = self.decls.func_nodes.entry(key.clone()).or_insert((unit, node));
                        if is_weak(known.1) && !is_weak(node) {
                            *known = (unit, node);
                        }
                        self.decls.func_decls.insert(key, (unit, node));
                    } else {
                        self.decls.func_decls.entry(key).or_insert((unit, node));
                    }
                }
                Kind::VarDecl => self.collect_global(unit, node, is_static),
                _ => self.type_decl(unit, node),
            }
        }
        self.collect_nested(unit, tree);
        for node in &tree.inner {
            if matches!(node.kind, Kind::FunctionDecl | Kind::VarDecl) {
                self.find_escapes(unit, node);
            }
        }
    }

    /// The name that a declaration is another one of.
    fn alias(&mut self, node: &Node) -> Option<Arc<str>> {
        let attr = node.inner.iter().find(|n| n.kind == Kind::AliasAttr)?;
        // It stands in the text alone: `alias("f")`.
        let span = self.span(attr);
        let target = self.sources.text(span).and_then(|text| text.split('"').nth(1)).map(Arc::from);
        if target.is_none() {
            self.error("this alias is not understood", span);
        }
        target
    }

    fn collect_global(&mut self, unit: usize, node: &'a Node, is_static: bool) {
        if self.alias(node).is_some() {
            let span = self.span(node);
            self.error("another name of a variable (`alias`) is not supported", span);
        }
        let name = self.decls.linked.name(node);
        let local: Key = (Some(unit), name.clone());
        let key = if is_static || self.decls.globals.contains_key(&local) { local } else { (None, name) };
        self.decls.units[unit].globals.insert(node.id, key.clone());
        self.decls.globals.entry(key).or_default().decls.push((unit, node));
    }

    /// `extern` declarations in blocks.
    fn collect_nested(&mut self, unit: usize, node: &'a Node) {
        for child in &node.inner {
            if child.kind == Kind::DeclStmt {
                for decl in &child.inner {
                    match decl.kind {
                        Kind::VarDecl if decl.storage_class.as_deref() == Some("extern") => {
                            self.collect_global(unit, decl, false);
                        }
                        Kind::FunctionDecl => {
                            let name = self.decls.linked.name(decl);
                            let local: Key = (Some(unit), name.clone());
                            let key = if self.decls.func_decls.contains_key(&local) { local } else { (None, name) };
                            self.decls.units[unit].functions.insert(decl.id, key.clone());
                            self.decls.func_decls.entry(key).or_insert((unit, decl));
                        }
                        _ => {}
                    }
                }
            }
            self.collect_nested(unit, child);
        }
    }

    /// A typedef, record or enumeration, at file scope or in the innermost block.
    pub(super) fn type_decl(&mut self, unit: usize, node: &'a Node) {
        let name: Arc<str> = node.name().into();
        match node.kind {
            Kind::TypedefDecl => {
                // `typedef struct { … } T;`: clang calls the record `struct T` from here on.
                if let Some(decl) = unnamed_tag(node)
                    && let Some(ty) = self.tag_by_id(unit, decl)
                {
                    self.bind_tag(unit, name.clone(), ty);
                }
                if let Some(ty) = self.try_type(unit, node) {
                    self.refuse_hiding(unit, node, Some(&ty));
                    self.decls.units[unit].cache.clear();
                    let unit = &mut self.decls.units[unit];
                    let map = unit.scopes.last_mut().map_or(&mut unit.typedefs, |(typedefs, _)| typedefs);
                    map.insert(name, ty);
                }
            }
            Kind::RecordDecl => self.record_decl(unit, node),
            Kind::EnumDecl => self.enum_decl(unit, node),
            Kind::FileScopeAsmDecl => self.asm_of_file(),
            _ => {}
        }
    }

    fn bind_tag(&mut self, unit: usize, name: Arc<str>, ty: TypeRef) {
        let unit = &mut self.decls.units[unit];
        unit.cache.clear();
        let map = unit.scopes.last_mut().map_or(&mut unit.tags, |(_, tags)| tags);
        map.insert(name, ty);
    }

    fn tag_by_id(&self, unit: usize, id: Id) -> Option<TypeRef> {
        let key: Arc<str> = format!("#{id:?}").into();
        self.decls.units[unit].tags.get(&key).cloned()
    }

    /// The names by which clang refers to a record or enumeration without a name: its place.
    fn location_name(node: &Node) -> Option<Arc<str>> {
        let place = node.loc.as_ref()?;
        Some(format!("{}:{}:{}", place.presumed_file, place.presumed_line, place.column).into())
    }

    fn record_decl(&mut self, unit: usize, node: &'a Node) {
        let union_ = node.tag_used.as_deref() == Some("union");
        let name: Arc<str> = node.name().into();
        // The declaration of a tag in a block hides one outside.
        let key = if name.is_empty() { Self::location_name(node) } else { Some(name.clone()) };
        let Some(key) = key else { return };
        let in_block = !self.decls.units[unit].scopes.is_empty();
        let here = match self.decls.units[unit].scopes.last() {
            Some((_, tags)) => tags.get(&key),
            None => self.decls.units[unit].tags.get(&key),
        };
        let ty = match here {
            Some(ty) => ty.clone(),
            None if in_block || !self.decls.units[unit].tags.contains_key(&key) => {
                let ty = incomplete(&mut self.types, &key, union_);
                if name.is_empty() {
                    // What is called after its place is known outside of its block, too: values leave statement expressions.
                    self.decls.units[unit].tags.insert(key.clone(), ty.clone());
                }
                self.bind_tag(unit, key, ty.clone());
                ty
            }
            None => self.decls.units[unit].tags[&key].clone(),
        };
        self.decls.units[unit].tags.insert(format!("#{:?}", node.id).into(), ty.clone());
        for child in &node.inner {
            if matches!(child.kind, Kind::RecordDecl | Kind::EnumDecl) {
                self.type_decl(unit, child);
            }
        }
        if !node.complete_definition {
            return;
        }
        let Type::Record(index) = *ty else { return };
        if self.decls.units[unit].hidden_tags.contains(node.name()) {
            // Uses of the record are reported.
            return;
        }
        self.refuse_hiding(unit, node, Some(&ty));
        let mut raw = vec![];
        let (mut packed, mut align, mut understood, mut most) = (false, None, true, self.config.dialect.pack);
        let mut transparent = false;
        for child in &node.inner {
            match child.kind {
                Kind::FieldDecl => match self.try_type(unit, child) {
                    Some(ty) => {
                        let width = if child.is_bitfield {
                            child.inner.first().and_then(|n| n.value_text()?.parse().ok())
                        } else {
                            None
                        };
                        understood &= width.is_some() == child.is_bitfield;
                        understood &= child.inner.iter().all(|part| part.kind != Kind::UnknownAttr);
                        let field_packed = child.inner.iter().any(|n| n.kind == Kind::PackedAttr);
                        let align = self.align_attr(unit, child).max(self.atomic_align(child.ty.as_ref(), &ty));
                        let name = child.name().into();
                        let constant = is_constant(child);
                        raw.push(RawField { id: child.id, name, ty, width, packed: field_packed, align, constant });
                    }
                    None => understood = false,
                },
                Kind::PackedAttr => packed = true,
                Kind::TransparentUnionAttr => transparent = true,
                Kind::UnknownAttr => understood = false,
                Kind::MaxFieldAlignmentAttr => {
                    let span = self.span(node);
                    let text = self.sources.get(span.file).map(|f| f.text.clone());
                    most =
                        super::pragma::pack(text.as_deref().and_then(|t| t.get(..span.start as usize)).unwrap_or(""));
                    understood &= most.is_some();
                }
                _ => {}
            }
        }
        if let Some(a) = self.align_attr(unit, node) {
            align = Some(a);
        }
        if !understood {
            // Uses of the record are reported, not its declaration.
            return;
        }
        let name = if node.name().is_empty() { self.types.records[index].name.clone() } else { name };
        if let Some(record) = self.types.layout(name, union_, raw, packed, most, align) {
            self.types.records[index] = Record { transparent, ..record };
        }
    }

    /// What is atomic lies at a multiple of its size, where that is a power of two that the machine has instructions for.
    pub(super) fn atomic_align(&self, text: Option<&TypeText>, ty: &Type) -> Option<u64> {
        let text = text?;
        let is_atomic = std::iter::once(&text.qual).chain(&text.desugared).any(|text| text.starts_with("_Atomic("));
        let mut elem = ty;
        while let Type::Array(inner, _) | Type::Vla(inner, _) = elem {
            elem = inner;
        }
        let most = if self.types.target32 { 8 } else { 16 };
        self.types.size(elem).filter(|size| is_atomic && size.is_power_of_two() && *size <= most)
    }

    fn align_attr(&mut self, unit: usize, node: &'a Node) -> Option<u64> {
        let attrs = node.inner.iter().filter(|n| n.kind == Kind::AlignedAttr);
        let mut align = None;
        for attr in attrs {
            let value = match attr.inner.first() {
                Some(arg) => self.constant(unit, arg).and_then(|v| u64::try_from(v).ok()),
                None => Some(16),
            };
            align = align.max(value);
        }
        align
    }

    fn enum_decl(&mut self, unit: usize, node: &'a Node) {
        let mut next = BigInt::from(0);
        let (mut low, mut high) = (BigInt::from(0), BigInt::from(0));
        for child in node.inner.iter().filter(|n| n.kind == Kind::EnumConstantDecl) {
            if let Some(value) = child.inner.first().and_then(|init| self.constant(unit, init)) {
                next = value;
            }
            self.decls.units[unit].enumerators.insert(child.id, next.clone());
            low = low.min(next.clone());
            high = high.max(next.clone());
            next += 1;
        }
        let signed = low < BigInt::from(0);
        let fits = |bits: u32| {
            let (least, most) = crate::types::limits(IntType::new(bits, signed));
            least <= low && high <= most
        };
        let packed = self.config.dialect.short_enums || node.inner.iter().any(|n| n.kind == Kind::PackedAttr);
        let least = if packed { 8 } else { 32 };
        let bits = [8, 16, 32].into_iter().find(|&b| b >= least && fits(b)).unwrap_or(64);
        let ty = Rc::new(Type::Int(IntType::new(bits, signed)));
        let name: Arc<str> = node.name().into();
        let key = if name.is_empty() { Self::location_name(node) } else { Some(name) };
        if let Some(key) = key {
            self.bind_tag(unit, key, ty.clone());
        }
        self.decls.units[unit].tags.insert(format!("#{:?}", node.id).into(), ty);
    }

    /// The value of a constant expression, as far as declarations need it.
    pub(super) fn constant(&mut self, unit: usize, node: &'a Node) -> Option<BigInt> {
        if let Some(text) = node.value_text()
            && matches!(node.kind, Kind::ConstantExpr | Kind::IntegerLiteral)
        {
            return text.parse().ok();
        }
        if let Some(crate::clang::node::Literal::Number(n)) = &node.value {
            // clang prints the code of a character as an unsigned number.
            let int = matches!(self.try_type(unit, node).as_deref(), Some(Type::Int(IntType::INT)));
            return Some(if int { (*n as i32).into() } else { (*n).into() });
        }
        let mut operand = |i: usize| node.inner.get(i).and_then(|n| self.constant(unit, n));
        match node.kind {
            Kind::ConstantExpr | Kind::ParenExpr => operand(0),
            Kind::ImplicitCastExpr | Kind::CStyleCastExpr => {
                let value = operand(0)?;
                match &*self.try_type(unit, node)? {
                    Type::Int(int) => Some(super::wrap(&value, *int)),
                    _ => None,
                }
            }
            Kind::UnaryOperator => {
                let value = operand(0)?;
                let value = match node.opcode.as_deref()? {
                    "-" => -value,
                    "+" | "__extension__" => value,
                    "~" => -value - 1,
                    _ => return None,
                };
                self.in_type(unit, node, value)
            }
            Kind::BinaryOperator => {
                let (a, b) = (operand(0)?, operand(1)?);
                let value = match (node.opcode.as_deref()?, b.is_zero()) {
                    ("+", _) => a + b,
                    ("-", _) => a - b,
                    ("*", _) => a * b,
                    // Towards zero, as in C.
                    ("/", false) => a / b,
                    ("%", false) => a % b,
                    ("<<", _) => a << u32::try_from(b).ok()?,
                    (">>", _) => a >> u32::try_from(b).ok()?,
                    ("|", _) => a | b,
                    ("&", _) => a & b,
                    ("^", _) => a ^ b,
                    _ => return None,
                };
                self.in_type(unit, node, value)
            }
            Kind::UnaryExprOrTypeTraitExpr if unit == self.frame.unit => {
                self.size_of(node, Span::NONE)?.constant().cloned()
            }
            Kind::DeclRefExpr => {
                let decl = node.referenced_decl.as_ref()?;
                self.decls.units[unit].enumerators.get(&decl.id).cloned()
            }
            _ => None,
        }
    }

    /// What an unsigned result is in the range of its type.
    fn in_type(&mut self, unit: usize, node: &'a Node, value: BigInt) -> Option<BigInt> {
        match self.try_type(unit, node).as_deref() {
            Some(Type::Int(int)) if !int.signed => Some(super::wrap(&value, *int)),
            _ => Some(value),
        }
    }

    pub(super) fn parse_type(&mut self, unit: usize, text: &str) -> Option<TypeRef> {
        if let Some(ty) = self.decls.units[unit].cache.get(text) {
            return Some(ty.clone());
        }

        let unsigned_char = self.config.dialect.unsigned_char;
        let is_typeof = text.contains("typeof");
        let variables = if is_typeof { self.mentioned(unit, text) } else { FxHashMap::default() };
        let names = &mut Scope { unit: &mut self.decls.units[unit], types: &mut self.types, unsigned_char, variables };
        let ty = type_text::parse(text, names)?;
        if is_typeof {
            // Elsewhere, the names are those of other variables.
            return Some(ty);
        }
        self.decls.units[unit].cache.insert(text.into(), ty.clone());
        Some(ty)
    }

    /// The variables that a text mentions, with their types.
    fn mentioned(&mut self, unit: usize, text: &str) -> FxHashMap<Arc<str>, TypeRef> {
        let mut found = FxHashMap::default();
        for word in text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()) {
            let local = self.frame.visible.iter().rev().find(|(name, _)| **name == *word);
            let local = local.and_then(|(_, id)| self.frame.slots.get(id)).map(|slot| slot.ty.clone());
            let ty = match local {
                Some(ty) => Some(ty),
                None => {
                    let keys = [(Some(unit), Arc::from(word)), (None, Arc::from(word))];
                    let decl = keys.iter().find_map(|key| self.decls.globals.get(key)?.decls.first().copied());
                    decl.filter(|(_, node)| node.ty.as_ref().is_some_and(|ty| !ty.qual.contains("typeof")))
                        .and_then(|(unit, node)| self.try_type(unit, node))
                }
            };
            found.extend(ty.map(|ty| (Arc::from(word), ty)));
        }
        found
    }

    /// The type of a node; `None` if it is not understood.
    pub(super) fn try_type(&mut self, unit: usize, node: &Node) -> Option<TypeRef> {
        let text = node.ty.as_ref()?;
        let ty = self.parse_type(unit, &text.qual);
        match (ty, &text.desugared) {
            (None, Some(desugared)) => self.parse_type(unit, desugared),
            (ty, _) => ty,
        }
    }

    /// The type of a node of the current function. Not understood: reported.
    pub(super) fn ty(&mut self, node: &Node) -> TypeRef {
        let unit = self.frame.unit;
        match self.try_type(unit, node) {
            Some(ty) => ty,
            None => {
                let span = self.span(node);
                let text = node.ty.as_ref().map_or("?", |t| &t.qual).to_string();
                self.error(format!("the type `{text}` is not supported"), span);
                Rc::new(Type::Int(IntType::INT))
            }
        }
    }

    /// The function of a name; its body is lowered later.
    pub(super) fn function(&mut self, key: &Key) -> FuncId {
        if let Some(func) = self.defined.functions.get(key) {
            return *func;
        }
        let func = FuncId(self.program.funcs.len() as u32);
        self.defined.functions.insert(key.clone(), func);
        // Statics of several files may share a name.
        let called = key.1.strip_prefix(super::CALLED).filter(|_| self.decls.func_nodes.contains_key(key));
        let mut name: Arc<str> = called.map_or(key.1.clone(), Arc::from);
        while !self.defined.function_names.insert(name.clone()) {
            name = format!("{name}.s").into();
        }
        let found = self.decls.func_nodes.get(key).or_else(|| self.decls.func_decls.get(key)).copied();
        let span =
            found.map_or(ivl::source::Span::NONE, |(_, node)| self.files.token(self.sources, node.loc.as_deref()));
        self.program.funcs.push(Func {
            name,
            params: vec![],
            ret: None,
            locals: vec![],
            objs: vec![],
            variadic: found.is_some_and(|(_, node)| node.variadic),
            unprototyped: false,
            body: None,
            span,
            close: span,
            address_taken: false,
            squeezing: None,
        });
        if let Some((_, node)) = found {
            self.check_attributes(node);
        }
        if let Some((unit, node)) = self.decls.func_nodes.get(key).copied() {
            self.defined.pending.push_back((func, unit, node));
        }
        func
    }

    /// The storage of a global; its initialiser is lowered on the first use.
    pub(super) fn global(&mut self, key: &Key) -> Option<Slot> {
        if let Some(slot) = self.defined.global_slots.get(key) {
            return Some(slot.clone());
        }
        let decls = self.decls.globals.get(key)?.decls.clone();
        // Weak definitions give way.
        let ranks: [fn(&Node) -> bool; 4] =
            [|n| has_init(n) && !is_weak(n), |n| !is_external(n) && !is_weak(n), has_init, |n| !is_external(n)];
        let chosen = ranks.iter().find_map(|is_chosen| decls.iter().find(|(_, n)| is_chosen(n)));
        let chosen = chosen.or(decls.first()).copied()?;
        let (unit, node) = chosen;
        self.check_attributes(node);
        let external = is_external(node) || self.is_set_elsewhere(key, unit, node);
        let span = self.files.token(self.sources, node.loc.as_deref());
        // `int a[];` may get its length elsewhere.
        let mut ty = self.global_type(unit, node, span);
        if self.types.size(&ty).is_none() {
            for (unit, node) in &decls {
                let other = self.global_type(*unit, node, span);
                if self.types.size(&other).is_some() {
                    ty = other;
                }
            }
        }
        for (unit, node) in decls.iter().filter(|(declared, _)| *declared != unit) {
            let other = self.global_type(*unit, node, span);
            if !self.are_one(&ty, &other) {
                let here = self.files.token(self.sources, node.loc.as_deref());
                self.error(format!("`{}` is declared with another type in another file", key.1), here);
            }
        }
        let mut name = key.1.clone();
        while !self.defined.global_names.insert(name.clone()) {
            name = format!("{name}.s").into();
        }
        // Who does not know that it is constant may write it.
        let is_known = decls.iter().all(|(_, other)| is_constant(other) == is_constant(node));
        let addressed = !is_known || self.uses.addressed_globals.contains(key) && !self.is_number_alone(key);
        let whole = self.uses.whole_globals.contains(key);
        let mut slot = self.make_slot(&name, &ty, addressed, whole, true, external, span);
        if node.tls.is_some() {
            self.own_slot(&mut slot, external, span);
        }
        self.align_slot(&slot, unit, node);
        self.declare_constant(&slot, node);
        self.defined.global_slots.insert(key.clone(), slot.clone());
        if !external {
            self.global_init(unit, node, &slot, span);
        } else {
            if let Storage::Reg(var) = slot.storage {
                self.program.init.push(Stmt { kind: StmtKind::Havoc(var), span });
                // POSIX: it points to an array, of which the last is null.
                if matches!(&*key.1, "environ" | "__environ") && matches!(*slot.ty, Type::Ptr(_)) {
                    let (own, null) = (ExprKind::Var(var), Expr::int(0, Scalar::Ptr, span));
                    let is_there = ExprKind::Cmp(CmpOp::Ne, Expr::new(own, Scalar::Ptr, span), null);
                    let kind = StmtKind::Assume(Expr::new(is_there, INT, span));
                    self.program.init.push(Stmt { kind, span });
                }
            }
            // The library defines its streams, and nothing but itself looks into them.
            let is_stream = is_standard_name(&key.1) && matches!(*slot.ty, Type::Ptr(_));
            if !is_stream {
                let points = if self.types.has_pointers(&ty) {
                    " (pointers: null or to memory that is not the program's)"
                } else {
                    ""
                };
                let assumption = format!("the undefined variable `{}` has any value at the start{points}", key.1);
                self.notes.assumptions.insert(assumption);
            }
        }
        Some(slot)
    }

    /// Whether a variable, or what of it, is not to be written.
    pub(super) fn declare_constant(&mut self, slot: &Slot, node: &Node) -> bool {
        let obj = match &slot.storage {
            Storage::Mem(obj) => *obj,
            Storage::Reg(var) if is_constant(node) => {
                self.constant_globals.insert(*var);
                return false;
            }
            Storage::Split(leaves) if is_constant(node) => {
                self.constant_globals.extend(leaves.iter().map(|(_, var)| *var));
                return false;
            }
            _ => return false,
        };
        let constants = self.types.constants(&slot.ty);
        let decl = &mut self.program.objs[obj.index()];
        decl.read_only = is_constant(node);
        decl.constants = if decl.read_only { vec![] } else { constants };
        decl.read_only || !decl.constants.is_empty()
    }

    fn global_type(&mut self, unit: usize, node: &Node, span: ivl::source::Span) -> TypeRef {
        self.try_type(unit, node).unwrap_or_else(|| {
            let text = node.ty.as_ref().map_or("?", |t| &t.qual).to_string();
            self.error(format!("the type `{text}` is not supported"), span);
            Rc::new(Type::Int(IntType::INT))
        })
    }

    /// Refuses attributes that change the meaning of a declaration in ways that are not understood.
    pub(super) fn check_attributes(&mut self, node: &Node) {
        for attr in node.inner.iter().filter(|part| part.kind == Kind::UnknownAttr) {
            let span = self.span(attr);
            let text = self.sources.text(span).unwrap_or("?").to_string();
            self.error(format!("the attribute `{text}` is not supported"), span);
        }
    }

    /// `_Alignas` and its kin.
    pub(super) fn align_slot(&mut self, slot: &Slot, unit: usize, node: &'a Node) {
        if let (Storage::Mem(obj), Some(align)) = (&slot.storage, self.align_attr(unit, node)) {
            let obj = &mut self.program.objs[obj.index()];
            obj.align = obj.align.max(align);
        }
    }

    /// Lowers the initialiser of a global into the program's start.
    pub(super) fn global_init(&mut self, unit: usize, node: &'a Node, slot: &Slot, span: ivl::source::Span) {
        let frame = std::mem::take(&mut self.frame);
        let scopes = std::mem::take(&mut self.decls.units[unit].scopes);
        self.decls.units[unit].cache.clear();
        self.frame = Frame { unit, ..Frame::default() };
        self.frame.names.insert("$t".into(), self.program.vars.len() as u32);
        self.frame.names.insert("$init".into(), self.program.objs.len() as u32);
        let init = node.inner.iter().find(|n| is_expr(n));
        let (_, stmts) = self.aside(|this| {
            // Compound literals at file scope are globals as well.
            this.initialise_static(slot, init, span);
        });
        self.begin_with(node, stmts);
        let inner = std::mem::replace(&mut self.frame, frame);
        self.program.init_locals.extend(inner.locals);
        for obj in inner.objs {
            self.program.objs[obj.index()].kind = ObjKind::Global;
        }
        self.decls.units[unit].scopes = scopes;
        self.decls.units[unit].cache.clear();
    }

    /// What gives a variable with static storage the value that it begins with; one that a thread has for itself, in each thread.
    pub(super) fn begin_with(&mut self, node: &Node, stmts: Vec<Stmt>) {
        if node.tls.is_some() {
            self.program.init_own.extend(stmts.iter().cloned());
        }
        self.program.init.extend(stmts);
    }

    /// A variable that each thread has for itself: where it is in memory, and there are threads, each makes a block for it.
    pub(super) fn own_slot(&mut self, slot: &mut Slot, external: bool, span: Span) {
        match &slot.storage {
            Storage::Reg(var) => self.program.thread_locals.push(*var),
            Storage::Split(leaves) => self.program.thread_locals.extend(leaves.iter().map(|(_, var)| *var)),
            Storage::Mem(obj) if self.models.uses.threads && !external => {
                let name = self.program.objs[obj.index()].name.clone();
                if obj.index() + 1 == self.program.objs.len() {
                    self.program.objs.pop();
                }
                let var = self.variable(&name, Scalar::Ptr, true, span);
                self.program.thread_locals.push(var);
                slot.storage = Storage::Own(var);
            }
            Storage::Mem(obj) if self.models.uses.threads => {
                let name = &self.program.objs[obj.index()].name;
                self.notes.assumptions.insert(format!("one thread alone uses the thread-local `{name}`"));
            }
            Storage::Mem(_) | Storage::Own(_) => {}
        }
    }

    /// Decides where a variable lives, and makes its place.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn make_slot(
        &mut self,
        name: &str,
        ty: &TypeRef,
        addressed: bool,
        whole: bool,
        global: bool,
        external: bool,
        span: ivl::source::Span,
    ) -> Slot {
        let scalar = self.types.scalar(ty);
        let storage = match scalar {
            Some(scalar) if !addressed => Storage::Reg(self.variable(name, scalar, global, span)),
            None if !addressed
                && !whole
                && !external
                && matches!(**ty, Type::Record(_))
                && !self.types.has_union(ty)
                && !(global && self.config.checks.race && self.types.has_bit_fields(ty))
                && self.types.size(ty).is_some() =>
            {
                let mut leaves = vec![];
                self.leaves(ty, 0, name, &mut leaves);
                let leaves = leaves.into_iter().map(|(at, path, scalar, width)| {
                    let var = self.variable(&path, scalar, global, span);
                    self.program.vars[var.index()].width = width;
                    (at, var)
                });
                Storage::Split(Rc::new(leaves.collect()))
            }
            _ => {
                let size = self.types.size(ty);
                if size.is_none() && !external && !matches!(**ty, Type::Vla(..) | Type::VaList) {
                    self.error("the size of this variable's type is not known", span);
                }
                Storage::Mem(if global {
                    let obj = ObjId(self.program.objs.len() as u32);
                    self.program.objs.push(Obj {
                        name: name.into(),
                        kind: ObjKind::Global,
                        size,
                        align: self.types.align(ty),
                        layout: self.types.layout_text(ty).into(),
                        external,
                        read_only: false,
                        constants: vec![],
                        span,
                    });
                    obj
                } else {
                    self.block(name, ty, span)
                })
            }
        };
        Slot { storage, ty: ty.clone(), vla_size: None }
    }

    fn variable(&mut self, name: &str, ty: Scalar, global: bool, span: ivl::source::Span) -> VarId {
        if !global {
            return self.register(name, ty, span);
        }
        let var = VarId(self.program.vars.len() as u32);
        self.program.vars.push(Var { name: name.into(), ty, width: None, global, span });
        self.program.globals.push(var);
        var
    }

    /// The scalar members of a record outside arrays: offset in bits, path, type, width of a bit-field.
    fn leaves(&self, ty: &Type, base: u64, path: &str, into: &mut Vec<(u64, String, Scalar, Option<u32>)>) {
        let Type::Record(r) = ty else { return };
        for field in &self.types.records[*r].fields {
            let name = if field.name.is_empty() { path.to_string() } else { format!("{path}.{}", field.name) };
            match self.types.scalar(&field.ty) {
                Some(_) if field.width.is_some() && field.name.is_empty() => {}
                Some(scalar) => into.push((base + field.bit_offset, name, scalar, field.width)),
                None => self.leaves(&field.ty, base + field.bit_offset, &name, into),
            }
        }
    }

    /// Names of types declared from now on belong to a block.
    pub(super) fn enter_scope(&mut self) {
        let unit = self.frame.unit;
        self.decls.units[unit].scopes.push((FxHashMap::default(), FxHashMap::default()));
        self.frame.scopes.push(self.frame.visible.len());
    }

    pub(super) fn leave_scope(&mut self) {
        let unit = self.frame.unit;
        let names = self.frame.scopes.pop().unwrap_or(0);
        self.frame.visible.truncate(names);
        if let Some((typedefs, tags)) = self.decls.units[unit].scopes.pop()
            && !(typedefs.is_empty() && tags.is_empty())
        {
            self.decls.units[unit].cache.clear();
        }
    }
}

fn is_weak(node: &Node) -> bool {
    node.inner.iter().any(|part| part.kind == Kind::WeakAttr)
}

/// Whether what is declared is constant; of an array, its elements.
pub(super) fn is_constant(node: &Node) -> bool {
    let Some(ty) = &node.ty else { return false };
    type_text::is_constant(&ty.qual) || ty.desugared.as_ref().is_some_and(|text| type_text::is_constant(text))
}

/// Whether a child of a declaration is an expression rather than an attribute or a type: expressions alone have types
/// and stand in functions or initialisers.
pub(super) fn is_expr(node: &Node) -> bool {
    let is_type =
        matches!(node.kind, Kind::RecordType | Kind::EnumType | Kind::ElaboratedType | Kind::VariableArrayType);
    node.ty.is_some() && !is_type
}

/// Whether a variable has an initialiser.
pub(super) fn has_init(node: &Node) -> bool {
    node.inner.iter().any(is_expr)
}

/// Whether a declaration is of a variable that is defined elsewhere.
pub(super) fn is_external(node: &Node) -> bool {
    node.storage_class.as_deref() == Some("extern") && !has_init(node)
}

/// The record or enumeration without a name that a typedef names.
fn unnamed_tag(node: &Node) -> Option<Id> {
    let ty = node.inner.first()?;
    let ty = if ty.kind == Kind::ElaboratedType { ty.inner.first()? } else { ty };
    if !matches!(ty.kind, Kind::RecordType | Kind::EnumType) {
        return None;
    }
    let decl = ty.decl.as_ref()?;
    decl.name.as_deref().unwrap_or("").is_empty().then_some(decl.id)
}
