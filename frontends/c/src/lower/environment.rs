//! What a function that is scanned is given: little, and as callers do who keep to what its text takes for granted.
//!
//! ```text
//! int find(struct list *l, const char *key, size_t n)
//!   →   l: null if `find` asks whether it is, or one element, whose members are made likewise; key: n characters, or if `find`
//!       looks for its end, as many as come before that
//! ```
//!
//! Pointers that nobody compares with null are to objects, all of them different; numbers that count or index are small
//! and fit the arrays, others lie in the middle of their range. An [`Environment`] says which of this callers do not keep
//! to. After Ramos, Engler: Under-Constrained Symbolic Execution, USENIX Security 2015 (inputs of a function by itself),
//! and Das, Lahiri, Lal, Li: Angelic Verification, CAV 2015 (what is taken for granted is what the text allows).

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

use ivl::source::{SourceMap, Span};

use super::counted::{counted, counts, filled, most_counted};
use super::earlier::{self, Variable};
use super::harness::{Harness, any, caller, is_length, unqualified};
use super::meant::{Meant, meant};
use super::tested::{equated, mentioned, shift_counts, tested, tested_at_first, tested_unless_called};
use super::texts::is_text;
use super::{Key, Lower};
use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::config::{Config, Environment, Nulls};
use crate::files::is_system_path;
use crate::types::{Field, INT, Scalar, Type, TypeRef, type_text};

/// How the variable begins that has what a function gives back.
pub(super) const RESULT: &str = "rmt_result";

/// How deep structures are.
const DEPTH: u32 = 2;
/// What counts or indexes is at most that.
const SMALL: u32 = 3;
/// Elements of an array, and bytes of what `void *` points to, where nothing says how many.
const ELEMENTS: u32 = 8;

/// The variable that has an argument of a function.
fn argument(function: &str, number: usize) -> String {
    format!("rmt_argument_{number}_{function}")
}

/// The variable that has a pointer to what such an argument may be, too: to an object that others lead to.
fn within(function: &str, number: usize) -> String {
    format!("rmt_within_{number}_{function}")
}

/// An lvalue of a type that can be written anywhere.
fn lvalue(ty: &str) -> String {
    format!("(*(__typeof__({ty}) *)0)")
}

/// The text that calls the entry function in an environment.
pub fn harness(
    sources: &mut SourceMap,
    units: &[Arc<Node>],
    config: &Config,
    environment: Environment,
) -> Option<Harness> {
    let mut lower = super::start(sources, units, None, config);
    let key = super::entry_key(&lower, units.len(), &config.entry)?;
    let (unit, _) = lower.decls.func_nodes.get(&key).copied()?;
    let variables = earlier::variables(&mut lower, unit);
    of(&mut lower, &key, &variables, environment)
}

/// The texts that call functions of a file.
pub fn callers(sources: &mut SourceMap, unit: Arc<Node>, config: &Config, names: &[String]) -> Vec<Option<String>> {
    let (units, environment) = ([unit], config.environment.unwrap_or_default());
    let mut lower = super::start(sources, &units, None, config);
    let variables = earlier::variables(&mut lower, 0);
    let text = |name: &String| {
        let key = super::entry_key(&lower, 1, name)?;
        Some(of(&mut lower, &key, &variables, environment)?.text)
    };
    names.iter().map(text).collect()
}

/// `variables`: those of the file that others may have set.
fn of(lower: &mut Lower, key: &Key, variables: &[Variable], environment: Environment) -> Option<Harness> {
    let (unit, node) = lower.decls.func_nodes.get(key).copied()?;
    lower.frame.unit = unit;
    let params: Vec<&Node> = node.inner.iter().filter(|n| n.kind == Kind::ParmVarDecl).collect();
    let types: Option<Vec<TypeRef>> =
        params.iter().map(|p| lower.try_type(unit, p).map(|ty| super::stmt::decayed(&ty))).collect();
    let types = types?;
    let Type::Func(signature) = &*lower.try_type(unit, node)? else { return None };
    let returns = match (&*signature.ret, lower.types.scalar(&signature.ret)) {
        (_, Some(Scalar::Ptr)) => Returned::Pointer,
        (Type::Record(_), None) => Returned::Record,
        _ => Returned::Other,
    };
    let own = tested_at_first(node);
    let reached = reached(lower, unit, key, node);
    let (mut members, mut named, mut small) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut equal = BTreeSet::new();
    for &(unit, node) in &reached {
        equated(node, &mut equal);
        tested_unless_called(node, &mut members);
        shift_counts(node, &mut small);
        earlier::named(lower, unit, node, &mut named);
    }
    let (mut arguments, mut inner) = (Meant::new(), Meant::new());
    meant(lower, unit, node, &mut arguments);
    for (_, node) in reached.iter().filter(|(of, _)| *of == unit) {
        meant(lower, unit, node, &mut inner);
    }
    let texts = params.iter().filter(|param| is_to_constants(param) && is_text(lower, unit, node, param));
    let texts = texts.map(|param| param.name().to_string()).collect();
    let mut writer = Writer {
        lower,
        entry: &key.1,
        environment,
        own,
        members,
        small,
        equal,
        within: vec![],
        arguments,
        inner,
        texts,
        out: String::new(),
        scalars: BTreeSet::new(),
        loops: 0,
        unions: 0,
        pointers: 0,
        functions: 0,
    };
    for variable in variables.iter().filter(|variable| named.contains(&variable.key)) {
        writer.variable(variable);
    }
    let text = writer.text((&params, &types), returns);
    let assumptions = BTreeSet::from([environment.told()]);
    Some(Harness { unit, text, entry: caller(&key.1), assumptions })
}

fn is_to_any(ty: &Type) -> bool {
    matches!(ty, Type::Ptr(elem) if matches!(**elem, Type::Void))
}

fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Int(_) | Type::Float(_))
}

fn is_byte(elem: &Type) -> bool {
    matches!(elem, Type::Int(int) if int.bits == 8)
}

/// The text of the type that a parameter points to.
pub(super) fn pointee(param: &Node) -> Option<&str> {
    let (pointee, _) = param.ty.as_ref()?.qual.rsplit_once('*')?;
    Some(pointee)
}

/// Whether what a parameter points to is constant: nothing is put behind its end.
fn is_to_constants(param: &Node) -> bool {
    pointee(param).is_some_and(|pointee| pointee.split_whitespace().any(|word| word == "const"))
}

/// The bodies of a function and of those that it calls, each with its unit.
fn reached<'a>(lower: &Lower<'a>, unit: usize, entry: &Key, node: &'a Node) -> Vec<(usize, &'a Node)> {
    let mut found = vec![(unit, node)];
    let mut seen = BTreeSet::from([entry.clone()]);
    let mut open = vec![(unit, node)];
    while let Some((unit, node)) = open.pop() {
        let mut names = vec![];
        mentioned(node, &mut names);
        for name in names {
            let keys = [(Some(unit), name.as_str().into()), (None, name.as_str().into())];
            let callee = keys.iter().find_map(|key| Some((key, *lower.decls.func_nodes.get(key)?)));
            if let Some((key, callee)) = callee
                && seen.insert(key.clone())
            {
                found.push(callee);
                open.push(callee);
            }
        }
    }
    found
}

/// The functions whose results somebody compares with null.
pub fn fallible(lower: &Lower) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (_, node) in lower.decls.func_nodes.values() {
        let mut own = BTreeSet::new();
        tested(node, &mut own);
        super::tested::fallible(node, &own, &mut found);
    }
    found
}

impl Lower<'_> {
    /// What a function of the project gives that is defined in another file: null if somebody asks for it, and numbers that
    /// are not large, unless callers may be of any kind.
    pub(super) fn as_asked(&mut self, key: &Key, result: Option<&Expr>, span: Span) {
        let (Some(environment), Some(result)) = (self.config.environment, result) else { return };
        if is_of_system(self, key) {
            return;
        }
        let compare = |op, n: i64| {
            let limit = Expr::int(n, result.ty, span);
            Expr::new(ExprKind::Cmp(op, result.clone(), limit), INT, span)
        };
        match result.ty {
            Scalar::Ptr if environment.nulls != Nulls::Any && !self.fallible.contains(&*key.1) => {
                self.emit(StmtKind::Assume(compare(CmpOp::Ne, 0)), span);
            }
            Scalar::Int(int) if int.bits > 16 && !environment.large => {
                self.emit(StmtKind::Assume(compare(CmpOp::Le, most(int.bits).into())), span);
                if int.signed {
                    self.emit(StmtKind::Assume(compare(CmpOp::Ge, -1)), span);
                }
            }
            _ => {}
        }
    }
}

impl<'a> Lower<'a> {
    /// The address of a function that is called. In a table that another file of the project has, there are functions, unless callers may
    /// be of any kind.
    pub(super) fn called_address(&mut self, callee: &'a Node, span: Span) -> Expr {
        let address = self.value(callee);
        let is_asked = self.config.environment.is_some_and(|environment| environment.nulls != Nulls::Any);
        if !is_asked || !self.is_elsewhere(callee) {
            return address;
        }
        let address = self.snapshot(address);
        let null = Expr::int(0, address.ty, span);
        let is_there = Expr::new(ExprKind::Cmp(CmpOp::Ne, address.clone(), null), INT, span);
        self.emit(StmtKind::Assume(is_there), span);
        address
    }

    /// Whether an lvalue is of a variable that is declared here and defined in another file.
    fn is_elsewhere(&self, node: &Node) -> bool {
        match node.kind {
            Kind::ParenExpr | Kind::ImplicitCastExpr | Kind::CStyleCastExpr | Kind::ArraySubscriptExpr => {
                node.inner.first().is_some_and(|inner| self.is_elsewhere(inner))
            }
            Kind::MemberExpr if !node.is_arrow => node.inner.first().is_some_and(|inner| self.is_elsewhere(inner)),
            Kind::DeclRefExpr => {
                let decl = node.referenced_decl.as_ref();
                let key = decl.and_then(|decl| self.decls.units[self.frame.unit].globals.get(&decl.id));
                let decls = key.and_then(|key| self.decls.globals.get(key));
                decls.is_some_and(|decls| decls.decls.iter().all(|(_, node)| super::decl::is_external(node)))
            }
            _ => false,
        }
    }
}

/// Whether a header of the system declares a function, or nobody does.
fn is_of_system(lower: &Lower, key: &Key) -> bool {
    let Some((_, node)) = lower.decls.func_decls.get(key) else { return true };
    let Some(range) = &node.range else { return true };
    is_system_path(&range.file)
}

/// Numbers of so many bits that nothing counts or indexes are at most that: products of two of them do not overflow.
fn most(bits: u32) -> u32 {
    1 << (bits / 2 - 1).min(20)
}

struct Writer<'w, 'a> {
    lower: &'w mut Lower<'a>,
    /// The function that is called.
    entry: &'w str,
    environment: Environment,
    /// What the function compares with null.
    own: BTreeSet<String>,
    /// The same with what it calls.
    members: BTreeSet<String>,
    /// The names of numbers that are small, whatever they are called.
    small: BTreeSet<String>,
    /// The names of pointers that are compared with others.
    equal: BTreeSet<String>,
    /// Of parameters that are: what they are to, and the variable that has a pointer to one of those in what other parameters are to.
    within: Vec<(TypeRef, String)>,
    /// What its parameters, and members, are to that are to anything.
    arguments: Meant,
    inner: Meant,
    /// The parameters that it takes for texts which end in a zero.
    texts: BTreeSet<String>,
    out: String,
    scalars: BTreeSet<&'static str>,
    loops: u32,
    /// Unions that values are written to, one in another.
    unions: u32,
    /// Variables that have pointers to what is given.
    pointers: u32,
    /// Functions that are given.
    functions: u32,
}

/// What the function gives back: the caller has it then, and what it points to is not lost.
enum Returned {
    Pointer,
    Record,
    Other,
}

/// What is to be given a value.
struct Place<'p> {
    /// An lvalue.
    at: &'p str,
    /// An lvalue of its type, which the first may not be.
    path: &'p str,
    name: &'p str,
    is_null: bool,
    constant: bool,
    /// Other members may count what it points to.
    is_member: bool,
}

impl Writer<'_, '_> {
    fn text(&mut self, (params, types): (&[&Node], &[TypeRef]), returns: Returned) -> String {
        let mut head = String::new();
        let mut same: Vec<(TypeRef, usize)> = vec![];
        for (i, (param, ty)) in params.iter().zip(types).enumerate().skip(1) {
            if let (Type::Ptr(elem), true) = (&**ty, self.equal.contains(param.name())) {
                let _ = writeln!(head, "static void *{};", within(self.entry, i));
                self.within.push((elem.clone(), within(self.entry, i)));
            }
        }
        for (i, (param, ty)) in params.iter().zip(types).enumerate() {
            let next = params.get(i + 1).zip(types.get(i + 1));
            let counted = next.is_some_and(|(next, of)| is_length(next.name()) && matches!(**of, Type::Int(_)));
            let known = self.arguments.get(param.name()).cloned().flatten().filter(|_| is_to_any(ty));
            let text = param.ty.as_ref().map_or("int", |ty| &ty.qual);
            let (text, ty) = known.as_ref().map_or((text, ty), |(text, ty)| (text, ty));
            let at = argument(self.entry, i);
            let path = lvalue(text);
            match self.lower.types.scalar(ty) {
                Some(Scalar::Ptr) => _ = writeln!(head, "static void *{at};"),
                Some(scalar) => _ = writeln!(head, "static {} {at};", type_text(Some(scalar))),
                None => _ = writeln!(head, "static __typeof__({}) {at};", unqualified(text)),
            }
            let is_null = self.may_be_null(self.own.contains(param.name()));
            let place = Place { at: &at, path: &path, name: param.name(), is_null, constant: true, is_member: false };
            let Type::Ptr(elem) = &**ty else {
                // The array in front is as long as it says.
                let counts = i > 0 && is_length(param.name()) && matches!(&*types[i - 1], Type::Ptr(_));
                if !(counts && matches!(**ty, Type::Int(_)) && self.is_flat(&types[i - 1])) {
                    self.value(&place, ty, DEPTH);
                }
                continue;
            };
            if counted && !self.is_flat(ty) && self.lower.types.size(elem).is_some() {
                self.elements(&place, elem);
                same.push((elem.clone(), i));
                continue;
            }
            let length = next
                .filter(|_| counted && self.is_flat(ty))
                .map(|(next, of)| (argument(self.entry, i + 1), next.name().to_string(), of.clone()));
            if let Some((at, name, of)) = &length {
                let place = Place { at, path: at, name, is_null: false, constant: true, is_member: false };
                self.value(&place, of, DEPTH);
            }
            let shared = same.iter().find(|(of, _)| of == elem).map(|(_, j)| *j);
            let others = [
                shared.filter(|_| self.environment.shared).map(|j| argument(self.entry, j)),
                Some(within(self.entry, i)).filter(|name| self.within.iter().any(|(_, of)| of == name)),
            ];
            for other in others.iter().flatten() {
                let choice = self.any("int");
                let _ = writeln!(self.out, "  if ({other} && {choice}) {at} = {other}; else {{");
            }
            self.pointer(&place, elem, DEPTH, length.as_ref().map(|(at, ..)| at.as_str()));
            others.iter().flatten().for_each(|_| self.out += "  }\n");
            same.push((elem.clone(), i));
        }
        let arguments: Vec<String> = (0..params.len()).map(|i| argument(self.entry, i)).collect();
        let given_back = format!("{RESULT}_{}", self.entry);
        let call = format!("{}({})", self.entry, arguments.join(", "));
        let result = match returns {
            Returned::Pointer => {
                let _ = writeln!(head, "static void *{given_back};");
                format!("{given_back} = (void *)")
            }
            Returned::Record => {
                let _ = writeln!(head, "static __typeof__({call}) {given_back};");
                format!("{given_back} = ")
            }
            Returned::Other => String::new(),
        };
        let body = std::mem::take(&mut self.out);
        let mut text = "\nvoid *rmt_given(unsigned long long);\nvoid *rmt_counted(unsigned long long);\nvoid rmt_taken_back(void *);\n".to_string();
        for scalar in &self.scalars {
            let _ = writeln!(text, "{scalar} {}(void);", any(scalar));
        }
        let _ = writeln!(text, "{head}\nvoid {}(void) {{\n{body}  {result}{call};\n}}", caller(self.entry));
        text
    }

    /// Gives a variable of the file a value, as others do before.
    fn variable(&mut self, variable: &Variable) {
        let name = &*variable.key.1;
        let is_null = self.may_be_null(self.members.contains(name));
        let place = Place { at: name, path: name, name, is_null, constant: false, is_member: false };
        self.value(&place, &variable.ty, DEPTH - 1);
    }

    /// The member of a union that has a value: one with pointers, if there is one, for they must point somewhere.
    fn of_union<'f>(&mut self, members: &[&'f Field]) -> Vec<&'f Field> {
        let with_pointers = members.iter().find(|member| self.lower.types.has_pointers(&member.ty));
        with_pointers.or(members.first()).copied().into_iter().collect()
    }

    fn may_be_null(&self, is_tested: bool) -> bool {
        match self.environment.nulls {
            Nulls::Never => false,
            Nulls::Tested => is_tested,
            Nulls::Any => true,
        }
    }

    /// Whether a pointer is to elements without pointers.
    fn is_flat(&self, ty: &Type) -> bool {
        let Type::Ptr(elem) = ty else { return false };
        matches!(**elem, Type::Void) || is_number(elem)
    }

    /// Whether the size of elements is known.
    fn is_complete(&self, elem: &TypeRef) -> bool {
        self.lower.types.size(elem).is_some() && !matches!(**elem, Type::Void)
    }

    fn any(&mut self, scalar: &'static str) -> String {
        self.scalars.insert(scalar);
        format!("{}()", any(scalar))
    }

    /// Gives a place a value as callers do.
    fn value(&mut self, place: &Place, ty: &TypeRef, depth: u32) {
        let Place { at, path, constant, .. } = *place;
        match &**ty {
            Type::Int(int) => {
                let scalar = type_text(self.lower.types.scalar(ty));
                let value = self.any(scalar);
                let to = if constant { format!("*({scalar} *)&{at}") } else { at.to_string() };
                let _ = writeln!(self.out, "  {to} = {value};");
                if int.bits <= 8 || self.environment.large {
                    return;
                }
                let most = if counts(place.name) || self.small.contains(place.name) { SMALL } else { most(int.bits) };
                if int.signed {
                    let _ = writeln!(self.out, "  if ({at} < 0) {to} = 0;");
                }
                let _ = writeln!(self.out, "  if ({at} > {most}) {to} = {most};");
            }
            Type::Float(_) => {
                let scalar = type_text(self.lower.types.scalar(ty));
                let value = self.any(scalar);
                let _ = writeln!(self.out, "  *({scalar} *)&{at} = {value};");
            }
            Type::Ptr(elem) => {
                self.pointer(place, elem, depth, None);
                for (_, within) in self.within.clone().iter().filter(|(of, _)| of == elem) {
                    let choice = self.any("int");
                    let _ = writeln!(self.out, "  if ({choice}) {within} = *(void **)&{at};");
                }
            }
            Type::Array(elem, Some(length)) => {
                self.loops += 1;
                let i = format!("rmt_i{}", self.loops);
                let _ = writeln!(self.out, "  for (int {i} = 0; {i} < {length}; {i}++) {{");
                let (at, path) = (format!("{at}[{i}]"), format!("{path}[0]"));
                self.value(&Place { at: &at, path: &path, ..*place }, elem, depth);
                self.out += "  }\n";
            }
            Type::Record(r) => {
                let record = self.lower.types.records[*r].clone();
                let all: Vec<&Field> =
                    record.fields.iter().filter(|f| !(f.width.is_some() && f.name.is_empty())).collect();
                let is_of_any_size = record.union_ || self.environment.large;
                let counted = if is_of_any_size { vec![] } else { counted(&all, ty) };
                let fields = if record.union_ { self.of_union(&all) } else { all };
                self.unions += u32::from(record.union_);
                // What counts comes before what it counts.
                let counting = |field: &Field| counted.iter().find(|(array, _)| std::ptr::eq(*array, field));
                let (last, first): (Vec<&Field>, Vec<&Field>) =
                    fields.iter().partition(|field| counting(field).is_some());
                for (n, field) in first.iter().chain(&last).enumerate() {
                    if n == first.len()
                        && last.len() == 1
                        && let Some((elements, room)) = filled(&first).filter(|(elements, _)| elements.width.is_none())
                    {
                        let room = format!("{at}.{}", room.name);
                        let _ = write!(self.out, "  if ({at}.{} > {room})", elements.name);
                        self.set(at, elements, &room);
                    }
                    let constant = field.width.is_none();
                    if field.constant && !constant {
                        continue;
                    }
                    let dot = if field.name.is_empty() { "" } else { "." };
                    let (at, path) = (format!("{at}{dot}{}", field.name), format!("{path}{dot}{}", field.name));
                    let is_null = self.may_be_null(self.members.contains(&*field.name));
                    let inner = Place { at: &at, path: &path, name: &field.name, is_null, constant, is_member: true };
                    match (&*field.ty, counting(field)) {
                        (Type::Ptr(elem), Some((_, own))) => {
                            self.counted_elements(&inner, elem, (place.at, own), depth);
                        }
                        _ => self.value(&inner, &field.ty, depth),
                    }
                }
                self.unions -= u32::from(record.union_);
            }
            _ => {}
        }
    }

    /// An lvalue of the type that a member is meant to have that points to anything, and what it points to then.
    fn meant(&self, place: &Place, elem: &Type) -> Option<(String, TypeRef)> {
        let is_to_any = place.is_member && matches!(elem, Type::Void);
        let (text, ty) = self.inner.get(place.name).filter(|_| is_to_any)?.as_ref()?;
        let Type::Ptr(elem) = &**ty else { return None };
        Some((lvalue(text), elem.clone()))
    }

    /// Gives a place a pointer. `length`: to how many elements.
    fn pointer(&mut self, place: &Place, elem: &TypeRef, depth: u32, length: Option<&str>) {
        if let Some((path, elem)) = self.meant(place, elem) {
            return self.pointer(&Place { path: &path, ..*place }, &elem, depth, length);
        }
        let at = format!("*(void **)&{}", place.at);
        let flat = !self.lower.types.has_pointers(elem);
        if matches!(**elem, Type::Func(_)) {
            self.function(&at, place);
            return;
        }
        if depth == 0 && !flat && place.is_null {
            let _ = writeln!(self.out, "  {at} = 0;");
            return;
        }
        self.unless_null(place, |this| this.object(place, elem, depth, length));
    }

    /// Gives a place a pointer that is not null, to what is given values.
    fn object(&mut self, place: &Place, elem: &TypeRef, depth: u32, length: Option<&str>) {
        let at = format!("*(void **)&{}", place.at);
        let flat = !self.lower.types.has_pointers(elem);
        let complete = self.is_complete(elem);
        let size = if complete { format!("sizeof(*{})", place.path) } else { "1".to_string() };
        let bytes = is_byte(elem);
        if bytes && length.is_none() && !place.is_member && self.texts.contains(place.name) {
            self.words(&at);
            return;
        }
        let count = match length {
            Some(length) => format!("({length} > 0 ? {length} : 1)"),
            None if !complete || bytes => ELEMENTS.to_string(),
            None if place.is_member && flat => (SMALL + 1).to_string(),
            None => "1".to_string(),
        };
        let made = if length.is_some() { "rmt_counted" } else { "rmt_given" };
        let pointer = self.made(place, &format!("{made}((unsigned long long){count} * {size})"));
        if let Type::Int(int) = &**elem
            && int.bits > 8
        {
            // Numbers that lie in arrays are as large as others.
            self.each(&pointer, elem, &count, 0);
        }
        if bytes && length.is_none() {
            // A text ends.
            let _ = writeln!(self.out, "  ((char *){pointer})[{SMALL}] = 0;");
        }
        let object = format!("(*{pointer})");
        if complete && !flat && depth == 0 {
            self.ends(&Place { at: &object, path: &object, name: "", is_member: true, ..*place }, elem);
        } else if complete && matches!(**elem, Type::Record(_) | Type::Ptr(_)) {
            // What is behind a pointer to a pointer goes by the same name.
            let is_null = matches!(**elem, Type::Ptr(_)) && place.is_null;
            let inner = Place { at: &object, path: &object, name: "", is_null, constant: true, is_member: false };
            self.value(&inner, elem, depth.saturating_sub(1));
        }
    }

    /// Gives a place a pointer to a block that is made. Returns a variable of its type that has it, too.
    fn made(&mut self, place: &Place, block: &str) -> String {
        self.pointers += 1;
        let pointer = format!("rmt_p{}", self.pointers);
        let Place { at, path, .. } = place;
        let _ = writeln!(self.out, "  __typeof__({path}) {pointer} = {block};\n  *(void **)&{at} = (void *){pointer};");
        pointer
    }

    /// Gives a member a pointer to as many elements as other members of its record count; to a few or none, if these are zero.
    fn counted_elements(&mut self, place: &Place, elem: &TypeRef, (record, members): (&str, &[&Field]), depth: u32) {
        let flat = !self.lower.types.has_pointers(elem);
        let meant = self.meant(place, elem);
        if let Some((path, elem)) = meant.as_ref().filter(|(_, elem)| is_number(elem)) {
            return self.counted_elements(&Place { path, ..*place }, elem, (record, members), depth);
        }
        if depth == 0 && !flat || meant.is_some() {
            if place.is_null && depth == 0 {
                // It leads no further.
                members.iter().for_each(|member| self.set(record, member, "0"));
            }
            self.pointer(place, elem, depth, None);
            return;
        }
        self.loops += 1;
        let n = format!("rmt_n{}", self.loops);
        let bytes = is_byte(elem);
        let size = if self.is_complete(elem) { format!("sizeof(*{})", place.path) } else { "1".to_string() };
        for member in members.iter().filter(|member| !counts(&member.name)) {
            let _ = write!(self.out, "  if ({record}.{} > {SMALL})", member.name);
            self.set(record, member, &SMALL.to_string());
        }
        let _ = writeln!(self.out, "  unsigned long long {n} = 0;\n{}", most_counted(&n, record, members));
        let _ = writeln!(self.out, "  if ({n} > 0) {{");
        // A text of so many characters ends behind them. Which member of a union there is, callers say.
        let made = if self.unions > 0 { "rmt_given" } else { "rmt_counted" };
        let pointer = self.made(place, &format!("{made}(({n} + {}) * {size})", u32::from(bytes)));
        if bytes {
            let _ = writeln!(self.out, "    ((char *){pointer})[{n}] = 0;");
        } else if !matches!(**elem, Type::Void | Type::Float(_)) {
            self.each(&pointer, elem, &n, depth.saturating_sub(1));
        }
        self.out += "  } else {\n";
        self.unless_null(place, |this| this.object(place, elem, depth, None));
        self.out += "  }\n";
    }

    /// Gives a member a value, be it constant.
    fn set(&mut self, record: &str, member: &Field, value: &str) {
        let scalar = type_text(self.lower.types.scalar(&member.ty));
        let number = format!("{record}.{}", member.name);
        let place = if member.width.is_none() { format!("*({scalar} *)&{number}") } else { number };
        let _ = writeln!(self.out, "  {place} = {value};");
    }

    /// Gives a pointer to a text with nothing behind its end.
    fn words(&mut self, at: &str) {
        let any = self.any("unsigned int");
        let _ = writeln!(self.out, "  {{\n    unsigned int n = {any};\n    if (n > {SMALL}) n = {SMALL};");
        let _ = writeln!(self.out, "    {at} = rmt_counted(n + 1);\n    ((char *){at})[n] = 0;\n  }}");
    }

    /// Gives a place null, where it may be, or what is written.
    fn unless_null(&mut self, place: &Place, write: impl FnOnce(&mut Self)) {
        if place.is_null {
            let choice = self.any("int");
            let _ = writeln!(self.out, "  *(void **)&{} = 0;\n  if ({choice}) {{", place.at);
        }
        write(self);
        if place.is_null {
            self.out += "  }\n";
        }
    }

    /// Gives values to so many elements behind a pointer, which a variable has.
    fn each(&mut self, pointer: &str, elem: &TypeRef, count: &str, depth: u32) {
        self.loops += 1;
        let i = format!("rmt_i{}", self.loops);
        let _ = writeln!(self.out, "  for (int {i} = 0; {i} < {count}; {i}++) {{");
        let at = format!("{pointer}[{i}]");
        let inner = Place { at: &at, path: &at, name: "", is_null: false, constant: true, is_member: false };
        self.value(&inner, elem, depth);
        self.out += "  }\n";
    }

    /// Gives a place a pointer to as many objects as something may count.
    fn elements(&mut self, place: &Place, elem: &TypeRef) {
        self.unless_null(place, |this| {
            let pointer = this.made(place, &format!("rmt_counted({SMALL} * sizeof(*{}))", place.path));
            this.each(&pointer, elem, &SMALL.to_string(), DEPTH - 1);
        });
    }

    /// The last object: its pointers are null where they may be, or would lead further; what counts what is null is zero.
    fn ends(&mut self, place: &Place, ty: &TypeRef) {
        match &**ty {
            Type::Ptr(elem) if !place.is_null && self.is_flat(ty) && !self.inner.contains_key(place.name) => {
                self.pointer(place, elem, 0, None);
            }
            Type::Ptr(_) => _ = writeln!(self.out, "  *(void **)&{} = 0;", place.at),
            Type::Record(r) => {
                let record = self.lower.types.records[*r].clone();
                let all: Vec<&Field> = record.fields.iter().collect();
                let counted = if record.union_ || self.environment.large { vec![] } else { counted(&all, ty) };
                for field in if record.union_ { self.of_union(&all) } else { all } {
                    let dot = if field.name.is_empty() { "" } else { "." };
                    let [at, path] = [place.at, place.path].map(|of| format!("{of}{dot}{}", field.name));
                    let is_null = self.may_be_null(self.members.contains(&*field.name));
                    let inner = Place { at: &at, path: &path, name: &field.name, is_null, ..*place };
                    self.ends(&inner, &field.ty);
                    if let Some((_, own)) = counted.iter().find(|(array, _)| std::ptr::eq(*array, field))
                        && (is_null || !self.is_flat(&field.ty))
                    {
                        own.iter().for_each(|member| self.set(place.at, member, "0"));
                    }
                }
            }
            _ => {}
        }
    }

    /// A function of which nothing is known.
    fn function(&mut self, at: &str, place: &Place) {
        self.functions += 1;
        let name = format!("rmt_function_{}_{}", self.functions, self.entry);
        let _ = writeln!(self.out, "  {{\n    __typeof__(*{}) {name};\n    {at} = (void *){name};\n  }}", place.path);
        if place.is_null {
            let choice = self.any("int");
            let _ = writeln!(self.out, "  if ({choice}) {at} = 0;");
        }
    }
}
