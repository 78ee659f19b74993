//! What the productions of the grammar build: nodes with spans, limits on what hostile input can ask for, and the few
//! rules of the language that a grammar cannot say.

mod declaration;
mod literal;

use rustc_hash::FxHashMap;

use crate::ast::*;
use crate::context::civl;
use crate::diag::Diagnostic;
use crate::report::Report;
use crate::source::{FileId, Span};

/// How deep an expression may be nested.
pub const MAX_EXPRESSION_DEPTH: u32 = 5_000;
/// How deep a type may be nested.
const MAX_TYPE_DEPTH: u32 = 200;
/// How long a chain of `else if` may be.
const MAX_ELSE_IFS: u32 = 2_000;

/// What the actions know and collect while one file is parsed.
pub struct Context<'s> {
    text: &'s str,
    file: FileId,
    /// Equal names share one allocation.
    names: FxHashMap<&'s str, Name>,
    pub report: Report,
    /// The `return e;` that no code expression has claimed yet.
    returns: Vec<Span>,
    /// One complaint about depth for each declaration is enough.
    deep: bool,
}

/// A type and how deep it is nested.
#[derive(Clone, Debug)]
pub struct DeepType {
    pub ty: Type,
    pub depth: u32,
}

/// `{:attrs} x, y: T where e`
#[derive(Debug)]
pub struct Group {
    pub attrs: Vec<Attribute>,
    pub names: Vec<Ident>,
    pub ty: Type,
    pub where_clause: Option<Expr>,
}

/// What procedures and implementations begin with.
#[derive(Debug)]
pub struct Signature {
    pub attrs: Vec<Attribute>,
    pub name: Ident,
    pub type_params: Vec<Ident>,
    pub ins: Vec<Group>,
    pub outs: Vec<Group>,
}

/// An `if` statement and how many follow it as `else if`.
#[derive(Debug)]
pub struct IfChain {
    pub stmt: Stmt,
    pub length: u32,
}

#[derive(Debug)]
pub enum QuantifierItem {
    Attribute(Attribute),
    Trigger(Trigger),
}

/// Where a group of variables stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Where clauses may stand here.
    Free,
    /// They may not; what stands here.
    Bare(&'static str),
}

impl<'s> Context<'s> {
    pub fn new(text: &'s str, file: FileId, report: Report) -> Context<'s> {
        Context { text, file, names: FxHashMap::default(), report, returns: Vec::new(), deep: false }
    }

    /// Forgets what belonged to the last declaration.
    pub fn next_declaration(&mut self) {
        self.returns.clear();
        self.deep = false;
    }

    pub fn span(&self, start: u32, end: u32) -> Span {
        Span { file: self.file, start, end }
    }

    fn text(&self, start: u32, end: u32) -> &'s str {
        &self.text[start as usize..end as usize]
    }

    fn error(&mut self, message: impl Into<String>, span: Span) {
        self.report.add(Diagnostic::error(message, span));
    }

    fn too_deep(&mut self, what: &str, limit: u32, span: Span) {
        if !self.deep {
            self.deep = true;
            self.error(format!("{what} nested too deeply (at most {limit} levels)"), span);
        }
    }

    pub fn ident(&mut self, start: u32, end: u32) -> Ident {
        let text = self.text(start, end);
        let text = text.strip_prefix('\\').unwrap_or(text);
        let name = self.names.entry(text).or_insert_with(|| text.into()).clone();
        Ident { name, span: self.span(start, end) }
    }

    // Types

    pub fn basic_type(&mut self, kind: TypeKind, start: u32, end: u32) -> DeepType {
        DeepType { ty: Type { kind, span: self.span(start, end) }, depth: 1 }
    }

    pub fn named_type(&mut self, name: Ident) -> DeepType {
        let span = name.span;
        DeepType { ty: Type { kind: TypeKind::Named(name, Vec::new()), span }, depth: 1 }
    }

    /// One more argument for a type constructor.
    pub fn apply(&mut self, mut application: DeepType, arg: DeepType, end: u32) -> DeepType {
        application.ty.span.end = end;
        application.depth = application.depth.max(arg.depth + 1);
        match &mut application.ty.kind {
            TypeKind::Named(_, args) => args.push(arg.ty),
            _ => unreachable!("internal: only named types are applied"),
        }
        self.limit_type(application)
    }

    pub fn map_type(
        &mut self,
        type_params: Vec<Ident>,
        args: Vec<DeepType>,
        result: DeepType,
        start: u32,
        end: u32,
    ) -> DeepType {
        let depth = 1 + args.iter().map(|arg| arg.depth).fold(result.depth, u32::max);
        let args = args.into_iter().map(|arg| arg.ty).collect();
        let kind = TypeKind::Map { type_params, args, result: Box::new(result.ty) };
        self.limit_type(DeepType { ty: Type { kind, span: self.span(start, end) }, depth })
    }

    fn limit_type(&mut self, deep: DeepType) -> DeepType {
        if deep.depth <= MAX_TYPE_DEPTH {
            return deep;
        }
        let span = deep.ty.span;
        self.too_deep("type", MAX_TYPE_DEPTH, span);
        DeepType { ty: Type { kind: TypeKind::Bool, span }, depth: 1 }
    }

    // Expressions

    pub fn expr(&mut self, kind: ExprKind, start: u32, end: u32) -> Expr {
        let span = self.span(start, end);
        let expr = Expr::new(kind, span);
        if expr.depth <= MAX_EXPRESSION_DEPTH {
            return expr;
        }
        self.too_deep("expression", MAX_EXPRESSION_DEPTH, span);
        Expr::new(ExprKind::Bool(true), span)
    }

    pub fn binary(&mut self, op: BinaryOp, a: Expr, b: Expr, start: u32, end: u32) -> Expr {
        self.expr(ExprKind::Binary(op, a, b), start, end)
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of a quantifier, called by one production each")]
    pub fn quantifier(
        &mut self,
        kind: QuantifierKind,
        type_params: Vec<Ident>,
        vars: Vec<Group>,
        items: Vec<QuantifierItem>,
        body: Expr,
        start: u32,
        end: u32,
    ) -> Expr {
        let vars = self.formals(vars, Place::Bare("bound variables"));
        let mut attrs = Vec::new();
        let mut triggers = Vec::new();
        for item in items {
            match item {
                QuantifierItem::Attribute(mut attr) if &*attr.name.name == "nopats" => {
                    match (attr.args.pop(), attr.args.is_empty()) {
                        (Some(AttributeArg::Expr(e)), true) => {
                            triggers.push(Trigger { positive: false, exprs: vec![e], span: attr.span });
                        }
                        _ => self.error("`{:nopats e}` takes one expression", attr.span),
                    }
                }
                QuantifierItem::Attribute(attr) => attrs.push(attr),
                QuantifierItem::Trigger(trigger) => triggers.push(trigger),
            }
        }
        if kind == QuantifierKind::Lambda
            && let Some(trigger) = triggers.first()
        {
            let span = trigger.span;
            self.error("a lambda expression has no triggers", span);
        }
        self.expr(ExprKind::Quantifier(Quantifier { kind, type_params, vars, attrs, triggers, body }), start, end)
    }

    pub fn let_in(
        &mut self,
        names: Vec<(Vec<Attribute>, Ident)>,
        values: Vec<Expr>,
        attrs: Vec<Attribute>,
        body: Expr,
        start: u32,
        end: u32,
    ) -> Expr {
        if names.len() != values.len() {
            let message = format!("{} variables are bound to {} values", names.len(), values.len());
            let span = self.span(start, end);
            self.error(message, span);
        }
        let vars = names.into_iter().zip(values).map(|((attrs, name), value)| LetVar { attrs, name, value }).collect();
        self.expr(ExprKind::Let { vars, attrs, body }, start, end)
    }

    /// `|{ locals stmts }|`: blocks that each begin with their only label and end with `goto` or `return e`.
    pub fn code(&mut self, locals: Vec<VarDecl>, stmts: Vec<Stmt>, start: u32, close: u32, end: u32) -> Expr {
        while self.returns.last().is_some_and(|span| span.start >= start) {
            self.returns.pop();
        }
        let mut in_block = false;
        for stmt in &stmts {
            let wrong = match &stmt.kind {
                StmtKind::Label(_) if in_block => Some("a block of a code expression has one label only"),
                StmtKind::Label(_) => {
                    in_block = true;
                    None
                }
                _ if !in_block => Some("a block of a code expression begins with a label"),
                StmtKind::If { .. } | StmtKind::While { .. } | StmtKind::Break(_) => {
                    Some("a code expression has no structured statements")
                }
                StmtKind::Return => Some("`return` needs a value in a code expression"),
                StmtKind::Goto(_) | StmtKind::ReturnExpr(_) => {
                    in_block = false;
                    None
                }
                _ => None,
            };
            if let Some(wrong) = wrong {
                self.error(wrong, stmt.span);
                in_block = false;
                break;
            }
        }
        let close = self.span(close, end);
        if in_block || stmts.is_empty() {
            self.error("a code expression ends with `goto` or `return`", close);
        }
        self.expr(ExprKind::Code(Body { locals, stmts, close }), start, end)
    }

    pub fn attribute(&mut self, name: Ident, args: Vec<Expr>, start: u32, end: u32) -> Attribute {
        let args = args
            .into_iter()
            .map(|arg| match *arg.kind {
                ExprKind::Str(text) => AttributeArg::Str(text),
                kind => AttributeArg::Expr(Expr { kind: Box::new(kind), ..arg }),
            })
            .collect();
        Attribute { name, args, span: self.span(start, end) }
    }

    // Statements

    pub fn one_call(&mut self, mut attrs: Vec<Attribute>, outs: Vec<Ident>, callee: Ident, args: Vec<Expr>) -> Call {
        let count = attrs.len();
        attrs.retain(|attr| !(&*attr.name.name == "async" && attr.args.is_empty()));
        Call { async_: attrs.len() < count, attrs, free: false, outs, callee, args }
    }

    pub fn call(&mut self, async_: bool, free: bool, mut calls: Vec<Call>, start: u32, end: u32) -> StmtKind {
        if calls.len() > 1 {
            let span = self.span(start, end);
            self.report.add(civl("parallel calls", "are", span));
        }
        let call = calls.swap_remove(0);
        StmtKind::Call(Call { async_: async_ || call.async_, free, ..call })
    }

    pub fn civl_stmt(&mut self, what: &str, start: u32, end: u32) -> StmtKind {
        let span = self.span(start, end);
        self.report.add(civl(what, "are", span));
        self.hint(start, end)
    }

    /// `yield;` does nothing but let other threads run.
    pub fn yield_stmt(&mut self, start: u32, end: u32) -> StmtKind {
        let span = self.span(start, end);
        let name = Ident { name: "yield".into(), span };
        let attrs = vec![Attribute { name, args: Vec::new(), span }];
        StmtKind::Assume { attrs, expr: self.expr(ExprKind::Bool(true), start, end) }
    }

    pub fn hint(&mut self, start: u32, end: u32) -> StmtKind {
        StmtKind::Hint(self.text(start, end).split_whitespace().collect::<Vec<_>>().join(" "))
    }

    pub fn return_expr(&mut self, value: Expr, start: u32, end: u32) -> StmtKind {
        self.returns.push(self.span(start, end));
        StmtKind::ReturnExpr(value)
    }

    pub fn if_stmt(
        &mut self,
        attrs: Vec<Attribute>,
        guard: Guard,
        then: Block,
        else_: Option<(Else, u32)>,
        start: u32,
        end: u32,
    ) -> IfChain {
        let span = self.span(start, end);
        let (mut else_, length) = match else_ {
            Some((else_, length)) => (Some(else_), length + 1),
            None => (None, 0),
        };
        let mut chain = length;
        if length > MAX_ELSE_IFS {
            self.too_deep("`else if`", MAX_ELSE_IFS, span);
            else_ = None;
            chain = 0;
        }
        IfChain { stmt: Stmt { kind: StmtKind::If { attrs, guard, then, else_ }, span }, length: chain }
    }

    // Variables

    /// Each group by itself, as formals and bound variables are.
    fn formals(&mut self, groups: Vec<Group>, place: Place) -> Vec<Variable> {
        if let Place::Bare(what) = place {
            for group in &groups {
                if let Some(clause) = &group.where_clause {
                    let span = clause.span;
                    self.error(format!("{what} have no where clauses"), span);
                }
            }
        }
        self.variables(None, groups)
    }

    /// One variable for each name. `shared`: attributes for all groups.
    pub fn variables(&mut self, shared: Option<Vec<Attribute>>, groups: Vec<Group>) -> Vec<Variable> {
        let count = groups.iter().map(|group| group.names.len()).sum();
        let shared = shared.map(|attrs| if self.may_copy(count, &attrs, None, 0) { attrs } else { Vec::new() });
        let mut vars = Vec::with_capacity(count);
        for group in groups {
            let attrs = shared.clone().unwrap_or(group.attrs);
            let Group { mut names, ty, where_clause, .. } = group;
            if !self.may_copy(names.len(), &attrs, where_clause.as_ref(), ty.span.end - ty.span.start) {
                names.truncate(1);
            }
            let Some(last) = names.pop() else { continue };
            for name in names {
                let (attrs, ty, where_clause) = (attrs.clone(), ty.clone(), where_clause.clone());
                vars.push(Variable { attrs, name, ty, where_clause });
            }
            vars.push(Variable { attrs, name: last, ty, where_clause });
        }
        vars
    }

    /// Names that are declared together get a copy each of what is said of them. Reports it if there are too many names
    /// for so large a declaration (the copies would take the square of the text), or if it is too deep.
    fn may_copy(&mut self, count: usize, attrs: &[Attribute], clause: Option<&Expr>, type_size: u32) -> bool {
        const MAX_SIZE: usize = 1 << 23;
        const MAX_DEPTH: u32 = 1_000;
        let size_of = |span: Span| (span.end - span.start) as usize;
        let attr_size = attrs.iter().map(|attr| size_of(attr.span)).sum::<usize>();
        let size = attr_size + clause.map_or(0, |e| size_of(e.span)) + type_size as usize;
        let depth = clause.map_or(0, |e| e.depth).max(attrs_depth(attrs));
        if count < 2 || (count.saturating_mul(size) <= MAX_SIZE && depth <= MAX_DEPTH) {
            return true;
        }
        let span = clause.map(|e| e.span).or(attrs.first().map(|attr| attr.span)).unwrap_or(self.span(0, 0));
        self.error("this is too large to be shared by so many names; declare them one by one", span);
        false
    }
}

/// A variable as the whole left side of an assignment.
pub fn whole_variable(base: Ident) -> Lhs {
    let span = base.span;
    Lhs { base, path: Vec::new(), span }
}
