//! Where executions begin in a function with pointers: C text that builds what they point to, and calls it.
//!
//! ```text
//! --entry push   →   static void *rmt_new_0_3(void) { … }  void rmt_harness(void) { push(rmt_new_0_3(), rmt_any_int()); }
//! ```
//!
//! The text stands behind that of the function's file, so that test cases build the same objects.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

use ivl::source::SourceMap;

use super::decl::is_external;
use super::{Key, Lower};
use crate::clang::{Kind, Node};
use crate::config::{Config, Environment};
use crate::types::{Field, Scalar, Type, TypeRef, type_text};

/// The function that the text defines.
pub const HARNESS: &str = "rmt_harness";

/// The function that calls one which is looked at by itself.
pub fn caller(function: &str) -> String {
    format!("{HARNESS}_{function}")
}

/// The text, where it belongs, and what it takes for granted.
pub struct Harness {
    pub unit: usize,
    pub text: String,
    /// The function that executions begin with.
    pub entry: String,
    pub assumptions: BTreeSet<String>,
}

impl Harness {
    /// A text that calls the entry in the environment of the configuration, for the first file.
    pub fn of_caller(text: String, config: &Config) -> Harness {
        let entry = caller(&config.entry);
        Harness { unit: 0, text, entry, assumptions: config.environment.map(Environment::told).into_iter().collect() }
    }
}

/// The harness of the entry function; `None` where any arguments will do.
pub fn harness(sources: &mut SourceMap, units: &[Arc<Node>], config: &Config) -> Option<Harness> {
    if config.entry == "main" && !config.harness.havoc_globals {
        return None;
    }
    let mut lower = super::start(sources, units, None, config);
    let key = super::entry_key(&lower, units.len(), &config.entry)?;
    let (unit, node) = lower.decls.func_nodes.get(&key).copied()?;
    lower.frame.unit = unit;
    let ty = lower.try_type(unit, node)?;
    let Type::Func(ty) = &*ty else { return None };
    if config.entry == "main" && !ty.params.is_empty() {
        return None;
    }
    let params: Vec<&Node> = node.inner.iter().filter(|n| n.kind == Kind::ParmVarDecl).collect();
    let types: Option<Vec<TypeRef>> =
        params.iter().map(|p| lower.try_type(unit, p).map(|ty| super::stmt::decayed(&ty))).collect();
    let types = types?;
    let pointers = types.iter().any(|ty| lower.types.has_pointers(ty));
    if !pointers && !config.harness.havoc_globals {
        return None;
    }
    let mut writer = Writer {
        lower: &mut lower,
        unit,
        config,
        pointees: vec![],
        asked: vec![],
        functions: String::new(),
        scalars: BTreeSet::new(),
        made: 0,
        loops: 0,
        assumptions: BTreeSet::new(),
    };
    let text = writer.text(&key, &params, &types);
    let assumptions = writer.assumptions;
    Some(Harness { unit, text, entry: HARNESS.to_string(), assumptions })
}

/// What pointers point to: the type, and its name in the text.
struct Pointee {
    ty: TypeRef,
    name: String,
    /// A pointer to it that can be written at file scope.
    path: String,
}

struct Writer<'w, 'a> {
    lower: &'w mut Lower<'a>,
    unit: usize,
    config: &'w Config,
    pointees: Vec<Pointee>,
    /// The functions that make a pointer, by pointee and depth, that are written.
    asked: Vec<(usize, u32)>,
    functions: String,
    /// The types whose any values are needed.
    scalars: BTreeSet<&'static str>,
    /// How many places make objects.
    made: u32,
    loops: u32,
    assumptions: BTreeSet<String>,
}

/// `rmt_any_unsigned_int`
pub(super) fn any(ty: &str) -> String {
    format!("rmt_any_{}", ty.replace(' ', "_").trim_start_matches('_'))
}

/// A type without the qualifiers in front, so that what has it can be written.
pub(super) fn unqualified(text: &str) -> &str {
    ["const ", "volatile "].iter().find_map(|qualifier| text.strip_prefix(qualifier)).map_or(text, unqualified)
}

/// How many objects of a type may be shared.
const POOL: u32 = 8;

/// The size of what `void *` points to, at most.
const BYTES: u32 = 8;

impl<'a> Writer<'_, 'a> {
    fn text(&mut self, key: &Key, params: &[&'a Node], types: &[TypeRef]) -> String {
        let mut body = String::new();
        if self.config.harness.havoc_globals {
            self.globals(&mut body);
        }
        let mut arguments = vec![];
        let mut room: Option<(String, String)> = None;
        for (i, (param, ty)) in params.iter().zip(types).enumerate() {
            let name = format!("rmt_argument_{i}");
            let written =
                if param.name().is_empty() { format!("argument {}", i + 1) } else { param.name().to_string() };
            let mut bounded = None;
            match self.lower.types.scalar(ty) {
                Some(Scalar::Ptr) => {
                    let _ = writeln!(body, "  void *{name};");
                    let _ = writeln!(body, "  unsigned long long {name}_room;");
                }
                Some(scalar) => {
                    let text = type_text(Some(scalar));
                    let _ = writeln!(body, "  {text} {name};");
                }
                None => {
                    let text = param.ty.as_ref().map_or("", |ty| unqualified(&ty.qual));
                    let _ = writeln!(body, "  __typeof__({text}) {name};");
                }
            }
            let text = param.ty.as_ref().map_or("", |ty| &ty.qual);
            let path = format!("(*(__typeof__({text}) *)0)");
            self.fill((&name, &path), ty, self.config.harness.depth, false, &mut body);
            if let Type::Ptr(_) = **ty {
                let _ = writeln!(body, "  {name}_room = {name} ? rmt_room : 0;");
                bounded = Some((format!("{name}_room"), written.clone()));
            } else if let (Type::Int(_), Some((elements, of))) = (&**ty, room.take())
                && is_length(param.name())
            {
                let _ = writeln!(body, "  if ({name} < 0) {name} = 0;");
                let _ = writeln!(body, "  if ({name} > {elements}) {name} = {elements};");
                self.assumptions.insert(format!(
                    "`{written}` of `{}` is at most the number of elements that `{of}` points to",
                    self.config.entry
                ));
            }
            room = bounded;
            arguments.push(name);
        }
        let _ = writeln!(body, "  {}({});", key.1, arguments.join(", "));
        if self.config.checks.leak {
            for i in 0..self.made {
                let _ = writeln!(body, "  rmt_taken_back(rmt_made_{i});");
            }
        }
        let mut text = "\nvoid *rmt_given(unsigned long long);\nvoid rmt_taken_back(void *);\n".to_string();
        for scalar in &self.scalars {
            let _ = writeln!(text, "{scalar} {}(void);", any(scalar));
        }
        text += "static unsigned long long rmt_room;\n";
        for i in 0..self.made {
            let _ = writeln!(text, "static void *rmt_made_{i};");
        }
        for (i, pointee) in self.pointees.iter().enumerate() {
            if !matches!(*pointee.ty, Type::Func(_) | Type::Void) {
                let _ = writeln!(text, "typedef __typeof__(*{}) {};", pointee.path, pointee.name);
            }
            let _ = writeln!(text, "static void *rmt_pool_{i}[{POOL}];");
            let _ = writeln!(text, "static unsigned long long rmt_rooms_{i}[{POOL}];");
            let _ = writeln!(text, "static int rmt_count_{i};");
        }
        for (pointee, depth) in &self.asked {
            let _ = writeln!(text, "static void *rmt_new_{pointee}_{depth}(void);");
        }
        text += &self.functions;
        let _ = writeln!(text, "\nvoid {HARNESS}(void) {{\n{body}}}");
        if !self.pointees.is_empty() {
            let options = &self.config.harness;
            self.assumptions.insert(format!(
                "pointers that `{}` is given are null or to whole objects: up to {} elements, structures {} deep, {}",
                self.config.entry,
                options.array_size,
                options.depth,
                if options.alias { "of one type perhaps shared" } else { "none of them shared" }
            ));
        }
        text
    }

    /// Every variable that is not constant gets any value.
    fn globals(&mut self, body: &mut String) {
        for (key, node) in self.variables() {
            let Some(ty) = self.lower.try_type(self.unit, node) else { continue };
            self.fill((&key.1, &key.1), &ty, self.config.harness.depth, false, body);
        }
        self.assumptions.insert("global variables have any values at the start".to_string());
    }

    /// The variables of the unit at file scope that can be written, by name.
    fn variables(&self) -> Vec<(Key, &'a Node)> {
        let mut found: Vec<(Key, &'a Node)> = vec![];
        for (key, decls) in &self.lower.decls.globals {
            let own = decls
                .decls
                .iter()
                .find(|(unit, node)| *unit == self.unit && !is_external(node) && !super::decl::is_constant(node));
            if let Some((_, node)) = own {
                found.push((key.clone(), node));
            }
        }
        found.sort_by(|a, b| a.0.1.cmp(&b.0.1));
        found.dedup_by(|a, b| a.0.1 == b.0.1);
        found
    }

    /// Gives an lvalue any value of its type. The path is an lvalue of its type that can be written at file scope.
    fn fill(&mut self, (place, path): (&str, &str), ty: &TypeRef, depth: u32, constant: bool, out: &mut String) {
        match &**ty {
            Type::Int(_) | Type::Float(_) => {
                let scalar = type_text(self.lower.types.scalar(ty));
                self.scalars.insert(scalar);
                let to = if constant { format!("*({scalar} *)&{place}") } else { place.to_string() };
                let _ = writeln!(out, "  {to} = {}();", any(scalar));
            }
            Type::Ptr(elem) => {
                let to = if constant { format!("*(void **)&{place}") } else { place.to_string() };
                let make = self.maker(elem, path, depth);
                let _ = writeln!(out, "  {to} = {make}();");
            }
            Type::Array(elem, Some(length)) => {
                self.loops += 1;
                let i = format!("rmt_i{}", self.loops);
                let _ = writeln!(out, "  for (int {i} = 0; {i} < {length}; {i}++) {{");
                let element = format!("{place}[{i}]");
                self.fill((&element, &format!("{path}[0]")), elem, depth, constant, out);
                let _ = writeln!(out, "  }}");
            }
            Type::Record(r) => {
                let record = self.lower.types.records[*r].clone();
                let all: Vec<&Field> =
                    record.fields.iter().filter(|f| !(f.width.is_some() && f.name.is_empty())).collect();
                let fields = if record.union_ { &all[..all.len().min(1)] } else { &all[..] };
                if record.union_ {
                    self.assumptions.insert("of unions that are given, the first member has a value".to_string());
                }
                for field in fields {
                    let constant = constant || field.constant;
                    if constant && field.width.is_some() {
                        continue;
                    }
                    let dot = if field.name.is_empty() { "" } else { "." };
                    let member = |of: &str| format!("{of}{dot}{}", field.name);
                    self.fill((&member(place), &member(path)), &field.ty, depth, constant, out);
                }
            }
            _ => {}
        }
    }

    /// The function that makes a pointer.
    fn maker(&mut self, elem: &TypeRef, path: &str, depth: u32) -> String {
        let known = self.pointees.iter().position(|p| p.ty == *elem);
        let index = known.unwrap_or(self.pointees.len());
        if known.is_none() {
            let name = format!("rmt_type_{index}");
            self.pointees.push(Pointee { ty: elem.clone(), name, path: path.to_string() });
        }
        if !self.asked.contains(&(index, depth)) {
            self.asked.push((index, depth));
            let function = self.make(index, depth);
            self.functions += &function;
        }
        format!("rmt_new_{index}_{depth}")
    }

    fn make(&mut self, index: usize, depth: u32) -> String {
        let ty = self.pointees[index].ty.clone();
        let mut out = format!("\nstatic void *rmt_new_{index}_{depth}(void) {{\n  int how = rmt_any_int();\n");
        self.scalars.insert("int");
        out += "  if (how == 0) return 0;\n";
        if let Type::Func(_) = *ty {
            self.choose_function(&ty, index, &mut out);
            return out + "}\n";
        }
        if self.config.harness.alias {
            self.choose_global(&ty, &mut out);
            let _ = writeln!(out, "  if (how > 0 && how <= rmt_count_{index}) {{");
            let _ = writeln!(out, "    rmt_room = rmt_rooms_{index}[how - 1];");
            let _ = writeln!(out, "    return rmt_pool_{index}[how - 1];\n  }}");
        }
        let flat = !self.lower.types.has_pointers(&ty);
        if depth == 0 && !flat {
            return out + "  return 0;\n}\n";
        }
        let site = self.made;
        self.made += 1;
        let (most, name) = match &*ty {
            Type::Void => (BYTES, "unsigned char".to_string()),
            _ if self.lower.types.size(&ty).is_none() => (1, "unsigned char".to_string()),
            _ => (if flat { self.config.harness.array_size } else { 1 }, self.pointees[index].name.clone()),
        };
        if most > 1 {
            self.scalars.insert("unsigned int");
            let _ = writeln!(out, "  unsigned int n = {}();", any("unsigned int"));
            let _ = writeln!(out, "  if (n < 1 || n > {most}) n = {most};");
        } else {
            out += "  unsigned int n = 1;\n";
        }
        let _ = writeln!(out, "  {name} *p = rmt_given(n * sizeof *p);");
        let _ = writeln!(out, "  rmt_made_{site} = p;");
        if self.config.harness.alias {
            let _ = writeln!(out, "  if (rmt_count_{index} < {POOL}) {{");
            let _ = writeln!(out, "    rmt_rooms_{index}[rmt_count_{index}] = n;");
            let _ = writeln!(out, "    rmt_pool_{index}[rmt_count_{index}++] = p;\n  }}");
        }
        let elem = match &*ty {
            Type::Void => std::rc::Rc::new(Type::Int(crate::types::IntType::new(8, false))),
            _ => ty.clone(),
        };
        let complete = self.lower.types.size(&elem).is_some();
        for i in 0..if complete { most } else { 0 } {
            let mut inner = String::new();
            let (place, path) = (format!("p[{i}]"), format!("(*({name} *)0)"));
            // What is pointed to may be constant.
            self.fill((&place, &path), &elem, depth.saturating_sub(1), true, &mut inner);
            let _ = writeln!(out, "  if ({i} < n) {{\n{inner}  }}");
        }
        if self.is_text(&ty) {
            out += "  *(char *)&p[n - 1] = 0;\n";
            self.assumptions.insert("arrays of characters that are given end in a zero".to_string());
        }
        out + "  rmt_room = n;\n  return p;\n}\n"
    }

    /// Whether elements are plain characters.
    fn is_text(&self, ty: &Type) -> bool {
        matches!(ty, Type::Int(int) if int.bits == 8 && !int.boolean && int.signed != self.config.dialect.unsigned_char)
    }

    /// A variable of the program of that type, or an array of it.
    fn choose_global(&mut self, ty: &TypeRef, out: &mut String) {
        let mut number = 0;
        for (key, node) in self.variables() {
            let (text, room) = match self.lower.try_type(self.unit, node).as_deref() {
                Some(own) if *own == **ty => (format!("&{}", key.1), 1),
                Some(Type::Array(elem, Some(length))) if elem == ty => (key.1.to_string(), *length),
                _ => continue,
            };
            number += 1;
            let _ =
                writeln!(out, "  if (how == -{number}) {{\n    rmt_room = {room};\n    return (void *){text};\n  }}");
        }
    }

    /// A function of the program of that type, or one that returns anything.
    fn choose_function(&mut self, ty: &TypeRef, index: usize, out: &mut String) {
        let Type::Func(signature) = &**ty else { return };
        let mut candidates: Vec<(Key, usize, &'a Node)> =
            self.lower.decls.func_nodes.iter().map(|(key, (unit, node))| (key.clone(), *unit, *node)).collect();
        candidates.sort_by(|a, b| a.0.cmp(&b.0));
        let mut number = 0;
        for (key, unit, node) in candidates {
            if unit != self.unit || &*key.1 == "main" || *key.1 == *self.config.entry {
                continue;
            }
            if self.lower.try_type(unit, node).is_some_and(|own| own == *ty) {
                number += 1;
                let _ = writeln!(out, "  if (how == {number}) return (void *){};", key.1);
            }
        }
        let scalar = self.lower.types.scalar(&signature.ret);
        let result = match (&*signature.ret, scalar) {
            (Type::Void, _) => "void".to_string(),
            (_, Some(scalar)) => type_text(Some(scalar)).to_string(),
            (_, None) => {
                *out += "  return 0;\n";
                return;
            }
        };
        let mut params = vec![];
        for (i, param) in signature.params.iter().enumerate() {
            match self.lower.types.scalar(&super::stmt::decayed(param)) {
                Some(scalar) => params.push(format!("{} a{i}", type_text(Some(scalar)))),
                None => {
                    *out += "  return 0;\n";
                    return;
                }
            }
        }
        let params = if params.is_empty() { "void".to_string() } else { params.join(", ") };
        let value = match scalar {
            None => String::new(),
            Some(Scalar::Ptr) => "return 0;".to_string(),
            Some(_) => {
                let text = type_text(scalar);
                self.scalars.insert(text);
                format!("return {}();", any(text))
            }
        };
        let stub = format!("\nstatic {result} rmt_function_{index}({params}) {{ {value} }}\n");
        if !self.functions.contains(&stub) {
            self.functions.insert_str(0, &stub);
        }
        let _ = writeln!(out, "  return (void *)rmt_function_{index};");
        self.assumptions.insert(
            "functions that are given are those of the program of that type, or return any result and change nothing"
                .to_string(),
        );
    }
}

/// Whether a parameter of that name says how many elements the one before it has.
pub(super) fn is_length(name: &str) -> bool {
    const WORDS: [&str; 12] =
        ["n", "len", "length", "size", "sz", "count", "num", "cnt", "nmemb", "nelem", "bytes", "nbytes"];
    let last = name.rsplit('_').next().unwrap_or(name).to_ascii_lowercase();
    WORDS.contains(&last.as_str()) || WORDS.iter().skip(1).any(|word| name.to_ascii_lowercase().ends_with(word))
}
