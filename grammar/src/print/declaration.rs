//! Declarations. Each ends with its line.

use super::Printer;
use crate::ast::*;

/// Function bodies that make the line longer get lines of their own.
const LINE_WIDTH: usize = 110;

impl Printer {
    pub(super) fn program(&mut self, program: &Program) {
        for (i, decl) in program.decls.iter().enumerate() {
            // What has a body or a contract stands apart.
            let tall = |d: &Decl| match d {
                Decl::Procedure(p) => p.body.is_some() || !p.specs.is_empty(),
                Decl::Implementation(_) | Decl::Datatype(_) => true,
                _ => false,
            };
            let kind = std::mem::discriminant::<Decl>;
            if i > 0 && (tall(decl) || tall(&program.decls[i - 1]) || kind(decl) != kind(&program.decls[i - 1])) {
                self.put("\n");
            }
            self.decl(decl);
            self.put("\n");
        }
    }

    pub(super) fn decl(&mut self, decl: &Decl) {
        match decl {
            Decl::Type(decl) => {
                self.put("type ");
                self.attrs(&decl.attrs);
                self.name(&decl.name);
                for param in &decl.params {
                    self.put(" ");
                    self.name(param);
                }
                if let Some(ty) = &decl.synonym {
                    self.put(" = ");
                    self.ty(ty);
                }
                self.put(";");
            }
            Decl::Datatype(decl) => self.datatype(decl),
            Decl::Const(decl) => self.constant(decl),
            Decl::Function(decl) => self.function(decl),
            Decl::Axiom(decl) => self.axiom(decl),
            Decl::Var(decl) => self.var_decl(decl),
            Decl::Procedure(decl) => self.procedure(decl),
            Decl::Implementation(decl) => {
                self.put("implementation ");
                self.signature(&decl.attrs, &decl.name, &decl.type_params, &decl.ins, &decl.outs);
                self.line();
                self.body(&decl.body);
            }
        }
    }

    fn datatype(&mut self, decl: &DatatypeDecl) {
        self.put("datatype ");
        self.attrs(&decl.attrs);
        self.name(&decl.name);
        self.type_params(&decl.params);
        self.put(" {");
        self.indent += 1;
        for (i, constructor) in decl.constructors.iter().enumerate() {
            self.put(if i == 0 { "" } else { "," });
            self.line();
            self.name(&constructor.name);
            self.put("(");
            self.variables(&constructor.fields, true);
            self.put(")");
        }
        self.indent -= 1;
        self.line();
        self.put("}");
    }

    fn constant(&mut self, decl: &ConstDecl) {
        self.put("const ");
        self.attrs(&decl.attrs);
        self.put(if decl.unique { "unique " } else { "" });
        self.names(&decl.names);
        self.put(": ");
        self.ty(&decl.ty);
        if let Some(spec) = &decl.parents {
            self.put(" extends");
            for (i, (unique, parent)) in spec.parents.iter().enumerate() {
                self.put(if i == 0 { " " } else { ", " });
                self.put(if *unique { "unique " } else { "" });
                self.name(parent);
            }
            self.put(if spec.complete { " complete" } else { "" });
        }
        match decl.uses.is_empty() {
            true => self.put(";"),
            false => self.uses(&decl.uses),
        }
    }

    fn uses(&mut self, axioms: &[AxiomDecl]) {
        self.put(" uses {");
        self.indent += 1;
        for axiom in axioms {
            self.line();
            self.axiom(axiom);
        }
        self.indent -= 1;
        self.line();
        self.put("}");
    }

    fn axiom(&mut self, decl: &AxiomDecl) {
        self.put("axiom ");
        self.attrs(&decl.attrs);
        self.expr(&decl.expr);
        self.put(";");
    }

    fn function(&mut self, decl: &FunctionDecl) {
        let start = self.out.len();
        self.put("function ");
        self.attrs(&decl.attrs);
        self.name(&decl.name);
        self.type_params(&decl.type_params);
        self.put("(");
        self.list(&decl.params, Printer::function_param);
        self.put(")");
        if decl.result.name.is_none() && decl.result.attrs.is_empty() {
            self.put(": ");
            self.ty(&decl.result.ty);
        } else {
            self.put(" returns (");
            self.function_param(&decl.result);
            self.put(")");
        }
        if let Some(body) = &decl.body {
            let mut text = Printer::default();
            text.expr(body);
            let tall = self.out.len() - start + text.out.len() > LINE_WIDTH;
            if tall {
                self.line();
                self.put("{");
                self.indent += 1;
                self.line();
                self.put(&text.out);
                self.indent -= 1;
                self.line();
                self.put("}");
            } else {
                self.put(" { ");
                self.put(&text.out);
                self.put(" }");
            }
        }
        if !decl.uses.is_empty() {
            self.uses(&decl.uses);
        } else if decl.body.is_none() {
            self.put(";");
        }
    }

    fn function_param(&mut self, param: &FunctionParam) {
        self.attrs(&param.attrs);
        if let Some(name) = &param.name {
            self.name(name);
            self.put(": ");
        }
        self.ty(&param.ty);
    }

    pub(super) fn var_decl(&mut self, decl: &VarDecl) {
        // One declaration has one set of attributes.
        let attrs_of = |var: &Variable| {
            let mut printer = Printer::default();
            printer.attrs(&var.attrs);
            printer.out
        };
        let mut rest = &decl.vars[..];
        while let Some(first) = rest.first() {
            let attrs = attrs_of(first);
            let count = rest.iter().take_while(|var| attrs_of(var) == attrs).count();
            if rest.len() < decl.vars.len() {
                self.line();
            }
            self.put("var ");
            self.put(&attrs);
            self.variables(&rest[..count], false);
            self.put(";");
            rest = &rest[count..];
        }
    }

    fn signature(&mut self, attrs: &[Attribute], name: &Ident, params: &[Ident], ins: &[Variable], outs: &[Variable]) {
        self.attrs(attrs);
        self.name(name);
        self.type_params(params);
        self.put("(");
        self.variables(ins, true);
        self.put(")");
        if !outs.is_empty() {
            self.put(" returns (");
            self.variables(outs, true);
            self.put(")");
        }
    }

    fn procedure(&mut self, decl: &ProcedureDecl) {
        self.put(if decl.pure_ { "pure procedure " } else { "procedure " });
        self.signature(&decl.attrs, &decl.name, &decl.type_params, &decl.ins, &decl.outs);
        self.put(if decl.body.is_none() { ";" } else { "" });
        self.indent += 1;
        for spec in &decl.specs {
            self.line();
            self.spec(spec);
        }
        self.indent -= 1;
        if let Some(body) = &decl.body {
            self.line();
            self.body(body);
        }
    }

    fn spec(&mut self, spec: &Spec) {
        let (keyword, free, attrs, expr) = match spec {
            Spec::Requires { free, attrs, expr, .. } => ("requires ", *free, attrs, expr),
            Spec::Ensures { free, attrs, expr, .. } => ("ensures ", *free, attrs, expr),
            Spec::Modifies { names, .. } => {
                self.put(if names.is_empty() { "modifies" } else { "modifies " });
                self.names(names);
                self.put(";");
                return;
            }
            Spec::Measure(measure) => return self.measure(measure),
        };
        self.put(if free { "free " } else { "" });
        self.put(keyword);
        self.attrs(attrs);
        self.expr(expr);
        self.put(";");
    }

    pub(super) fn measure(&mut self, measure: &Measure) {
        self.put("measure ");
        self.attrs(&measure.attrs);
        self.list(&measure.exprs, Printer::expr);
        self.put(";");
    }
}
