//! Annotations by which traces speak of the C program: names of variables and functions, blocks and their layout,
//! inputs. `docs/language.md` lists the attributes.

use ivl::ast;
use ivl::make::*;
use ivl::source::Span;

use crate::cir::*;
use crate::types::Scalar;

use super::Emit;

fn string(text: &str) -> ast::AttributeArg {
    ast::AttributeArg::Str(text.to_string())
}

fn value(e: ast::Expr) -> ast::AttributeArg {
    ast::AttributeArg::Expr(e)
}

/// A string literal, shortened.
fn short(text: &str) -> String {
    const LONGEST: usize = 40;
    let line = text.lines().next().unwrap_or_default();
    if line.len() == text.len() && text.len() <= LONGEST {
        return text.to_string();
    }
    line.chars().take(LONGEST).chain("…\"".chars()).collect()
}

impl Emit<'_> {
    /// The arguments, and how values of the type are to be read.
    fn with_kind(&self, mut args: Vec<ast::AttributeArg>, ty: Scalar) -> Vec<ast::AttributeArg> {
        match ty {
            Scalar::Ptr => args.push(string("pointer")),
            Scalar::Int(int) if int.signed && self.is_bits() => args.push(string("signed")),
            _ => {}
        }
        args
    }

    /// Puts an attribute on the last statement.
    pub(super) fn annotate(&mut self, attribute: ast::Attribute) {
        match self.out.last_mut().map(|stmt| &mut stmt.kind) {
            Some(
                ast::StmtKind::Assert { attrs, .. }
                | ast::StmtKind::Assume { attrs, .. }
                | ast::StmtKind::Assign { attrs, .. }
                | ast::StmtKind::Havoc { attrs, .. },
            ) => attrs.push(attribute),
            _ => panic!("internal: an annotation of nothing"),
        }
    }

    /// `{:shown "x"}` for variables that the C program has, and what is read in a step of its own.
    pub(super) fn shown(&self, var: VarId) -> Vec<ast::Attribute> {
        let decl = &self.program.vars[var.index()];
        if decl.name.starts_with(READ) {
            let text = self.sources.text(decl.span).filter(|text| !text.contains('\n') && text.len() <= 40);
            let name = text.filter(|text| !text.is_empty()).map(|text| format!("read {text}"));
            return name.map(|name| attr("shown", self.with_kind(vec![string(&name)], decl.ty))).into_iter().collect();
        }
        let is_own = decl.name.starts_with('$') || decl.span == Span::NONE || decl.name.ends_with(".from");
        if is_own { vec![] } else { vec![attr("shown", self.with_kind(vec![string(&decl.name)], decl.ty))] }
    }

    /// Shows the result of a function.
    pub(super) fn shown_result(&self, var: VarId) -> Vec<ast::Attribute> {
        vec![attr("shown", self.with_kind(vec![string("result")], self.program.vars[var.index()].ty))]
    }

    /// The address of the block that the last statements make is what a function returns.
    pub(super) fn made_by(&mut self, function: Option<&str>) {
        let Some(function) = function else { return };
        let given = attr("input", self.with_kind(vec![string(function)], Scalar::Ptr));
        let attrs = self.out.iter_mut().rev().find_map(|stmt| match &mut stmt.kind {
            ast::StmtKind::Assign { attrs, .. } | ast::StmtKind::Havoc { attrs, .. } => {
                attrs.iter().any(|attr| &*attr.name.name == "block").then_some(attrs)
            }
            _ => None,
        });
        attrs.expect("internal: no block is made").push(given);
    }

    /// A block that lives after the last statement.
    pub(super) fn new_block(&mut self, name: &str, layout: &str, at: ast::Expr, size: ast::Expr) {
        self.annotate(attr("block", vec![string(name), string(layout), value(at), value(size)]));
    }

    /// The last statement ends a block, as the program asks.
    pub(super) fn freed(&mut self, at: ast::Expr) {
        self.annotate(attr("freed", vec![value(at)]));
    }

    /// The last statement ends the block of a variable.
    pub(super) fn dead(&mut self, at: ast::Expr) {
        self.annotate(attr("dead", vec![value(at)]));
    }

    /// The last statement gives a variable an input.
    pub(super) fn input(&mut self, function: &str, ty: Scalar) {
        self.annotate(attr("input", self.with_kind(vec![string(function)], ty)));
    }

    /// The last statement writes a value to an address. Both are given as they are before it.
    pub(super) fn written(&mut self, at: ast::Expr, new: ast::Expr, ty: Scalar, site: SiteId) {
        let site = &self.program.sites[site.index()];
        let mut args = vec![value(at), value(new), string(site.hint.as_deref().unwrap_or("*"))];
        if site.bits.is_some() {
            args.push(string("part"));
        }
        self.annotate(attr("cell", self.with_kind(args, ty)));
    }

    /// What the last statement, an assertion, is about.
    pub(super) fn about(&mut self, e: &Expr, now: ast::Expr) {
        let text = self.sources.text(e.span).unwrap_or("");
        // Long texts stand in the excerpt of the source anyway.
        let name = if text.is_empty() || text.contains('\n') || text.len() > 60 { "the address" } else { text };
        let name = if is_place(e, name) { format!("&{name}") } else { name.to_string() };
        self.annotate(attr("where", self.with_kind(vec![string(&name), value(now)], e.ty)));
    }

    /// Control passes what is counted where one asks for coverage.
    pub(super) fn cover(&mut self, cover: Cover, span: Span) {
        let args = match cover {
            Cover::Function => vec![string("function"), string(&self.program.funcs[self.current.0].name)],
            Cover::Line => vec![string("line")],
            Cover::Branch { condition, side } => {
                vec![string("branch"), value(int(condition)), value(int(side))]
            }
        };
        self.push(assume(vec![attr("cover", args)], boolean(true)), span);
    }

    /// After the last statement, the program has so many arguments, the first of which begins at an address, and the others each so much
    /// behind the one before.
    pub(super) fn told_arguments(&mut self, count: &ast::Expr, first: &ast::Expr, apart: ast::Expr) {
        let args = vec![value(count.clone()), value(first.clone()), value(apart)];
        self.annotate(attr("arguments", args));
    }

    /// Control goes by a condition, or by what `!` negates in it, whose checks stand before. No statement does that in
    /// the text, where it may be a jump on the contrary.
    pub(super) fn condition(&mut self, told: &str, cond: &Expr, span: Span) {
        let cond = if let ExprKind::Not(inner) = &*cond.kind { inner } else { cond };
        let outer = std::mem::take(&mut self.out);
        let holds = self.cond(cond);
        self.out = outer;
        self.push(assume(vec![attr("condition", vec![string(told), value(holds)])], boolean(true)), span);
        self.about_variables(cond);
    }

    /// The last statement is about the variables of a condition, and what it reads from memory.
    pub(super) fn about_variables(&mut self, cond: &Expr) {
        let (mut found, mut read) = (vec![], vec![]);
        // With the conditions under which they count.
        let mut pending: Vec<(&Expr, Vec<(&Expr, bool)>)> = vec![(cond, vec![])];
        while let Some((e, under)) = pending.pop() {
            if let ExprKind::Load(addr, site) = &*e.kind {
                read.push((e, addr, *site, under));
                continue;
            }
            if let ExprKind::Var(variable) = *e.kind
                && !found.contains(&variable)
            {
                found.push(variable);
            }
            match &*e.kind {
                // What it is about has no single value.
                ExprKind::Quant { .. } => {}
                ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                    let holds = matches!(&*e.kind, ExprKind::And(..));
                    pending.push((b, under.iter().copied().chain([(a, holds)]).collect()));
                    pending.push((a, under));
                }
                ExprKind::Cond(c, a, b) => {
                    pending.push((b, under.iter().copied().chain([(c, false)]).collect()));
                    pending.push((a, under.iter().copied().chain([(c, true)]).collect()));
                    pending.push((c, under));
                }
                _ => pending.extend(e.children().into_iter().rev().map(|child| (child, under.clone()))),
            }
        }
        for variable in found {
            if let Some(shown) = self.shown(variable).first() {
                let mut args = shown.args.clone();
                args.insert(1, value(var(self.var_names[variable.index()].to_string())));
                self.annotate(attr("where", args));
            }
        }
        let mut named: Vec<String> = vec![];
        for (e, addr, site, under) in read {
            let text = self.sources.text(e.span).filter(|text| !text.contains('\n') && text.len() <= 40);
            let Some(text) = text.map(str::to_string).filter(|text| !text.is_empty() && !named.contains(text)) else {
                continue;
            };
            // Its checks stand before the assertion.
            let outer = std::mem::take(&mut self.out);
            let now = self.load(addr, site, e.span);
            let counts = under.into_iter().map(|(condition, holds)| {
                let condition = self.cond(condition);
                if holds { condition } else { not(condition) }
            });
            let counts = counts.reduce(and);
            self.out = outer;
            let args = [string(&text), value(now)].into_iter().chain(counts.map(value)).collect();
            self.annotate(attr("where", self.with_kind(args, e.ty)));
            named.push(text);
        }
    }

    /// The last statement, an assertion, is about the exact result of an operation.
    pub(super) fn result(&mut self, exact: &ast::Expr, span: Span) {
        if let Some(text) = self.sources.text(span).filter(|text| !text.contains('\n') && text.len() <= 60) {
            let text = text.to_string();
            self.annotate(attr("where", vec![string(&text), value(exact.clone())]));
        }
    }

    /// The blocks that live from the start: variables, strings, functions.
    pub(super) fn static_blocks(&mut self) {
        for (i, obj) in self.program.objs.iter().enumerate() {
            if obj.kind == ObjKind::Local {
                continue;
            }
            let at = self.obj_address(ObjId(i as u32));
            let name = match obj.kind {
                ObjKind::Literal => short(self.sources.text(obj.span).unwrap_or("\"…\"")),
                _ => obj.name.to_string(),
            };
            let layout = obj.layout.clone();
            self.push(assume(vec![], boolean(true)), Span::NONE);
            let size = self.word(obj.size.unwrap_or(0));
            self.new_block(&name, &layout, at, size);
        }
        for (i, func) in self.program.funcs.iter().enumerate() {
            if func.address_taken {
                let at = self.func_address(FuncId(i as u32));
                self.push(assume(vec![], boolean(true)), Span::NONE);
                let size = self.word(1);
                self.new_block(&func.name, "()", at, size);
            }
        }
    }
}

/// Whether an address is that of the place with this text, `a[i]` or `p->x`, and no value that stands there.
fn is_place(address: &Expr, text: &str) -> bool {
    let is_computed = matches!(&*address.kind, ExprKind::PtrAdd { .. } | ExprKind::Part { .. } | ExprKind::Obj(_));
    let before = text.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
    is_computed
        && (text.ends_with(']') || before.len() < text.len() && (before.ends_with('.') || before.ends_with("->")))
}
