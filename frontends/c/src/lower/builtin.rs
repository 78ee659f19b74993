//! Functions with a meaning of their own: verification conventions, what models of the library say, ends of the program.

use std::sync::Arc;

use ivl::source::Span;

use crate::cir::*;
use crate::clang::Node;
use crate::types::{INT, Scalar, TypeRef};

use super::Lower;
use super::literals::string_argument;

/// `None`: no such call. `Some(value)`: done.
pub(super) type Done = Option<Option<Expr>>;

impl<'a> Lower<'a> {
    /// `None`: an ordinary call. `Some(value)`: done.
    pub(super) fn special_call(
        &mut self,
        name: &str,
        defined: bool,
        args: &'a [Node],
        ret_ty: &TypeRef,
        wanted: bool,
        span: Span,
    ) -> Done {
        let named = self.config.error_functions.iter().any(|f| f == name);
        if named || (self.config.assertions && matches!(name, "reach_error" | "__VERIFIER_error")) {
            let never = Expr::int(0, INT, span);
            let message = format!("{name}() is called");
            self.emit(StmtKind::Assert(never, Failure::Assertion(message.into())), span);
            self.emit(StmtKind::End, span);
            return Some(None);
        }
        if defined {
            return None;
        }
        if let Some(done) = self.contract_call(name, args, span) {
            return Some(done);
        }
        if let Some(done) = self.promise(name, args, span) {
            return Some(done);
        }
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        let special = self
            .verification_call(name, args, span)
            .or_else(|| self.model_call(name, args, span))
            .or_else(|| self.end_call(name, args, span))
            .or_else(|| self.allocation(name, args, span))
            .or_else(|| self.block_call(name, args, span))
            .or_else(|| self.compiler_builtin(name, args, ret_ty, span))
            .or_else(|| self.input_call(name, args, span))
            .or_else(|| self.formatted(name, args, wanted, span).map(Some))
            .or_else(|| self.memory_primitive(name, args, span).map(Some))
            .or_else(|| self.same_records(name, args, span).map(Some))
            .or_else(|| self.cprover_call(name, args, span))
            .or_else(|| self.pure_call(name, args, ret_ty, span).map(Some));
        let Some(done) = special else { return self.atomic_call(name, args, ret_ty, span) };
        // Callers that want a value get one of the right type.
        let done = match (done, self.types.scalar(ret_ty)) {
            (Some(value), Some(ty)) if value.ty != ty => Some(self.convert(value, ty, span)),
            (None, Some(ty)) if wanted => Some(self.any(ty, span)),
            (done, _) => done,
        };
        Some(done)
    }

    /// What a program promises the compiler: it is undefined otherwise. Where a function is scanned, its callers see to it, and
    /// where a property asks for something else, only executions that keep to it count.
    fn promise(&mut self, name: &str, args: &'a [Node], span: Span) -> Done {
        if !self.config.assertions || self.config.environment.is_some() {
            return None;
        }
        let (holds, message) = match (name, args) {
            ("__builtin_unreachable", _) => (Expr::int(0, INT, span), "__builtin_unreachable() is reached"),
            ("__builtin_assume", [cond]) => {
                let cond = self.value(cond);
                (self.truth(cond, span), "__builtin_assume() is given what does not hold")
            }
            _ => return None,
        };
        let ends = name == "__builtin_unreachable";
        self.emit(StmtKind::Assert(holds, Failure::Assertion(message.into())), span);
        if ends {
            self.emit(StmtKind::End, span);
        }
        Some(None)
    }

    /// What tools of verification let programs say.
    fn verification_call(&mut self, name: &str, args: &'a [Node], span: Span) -> Done {
        Some(match (name, args) {
            (
                "__assert_fail" | "__assert" | "__assert_rtn" | "__VERIFIER_fail" | "_assert" | "__ESBMC_unreachable",
                _,
            ) => {
                let text = args.first().and_then(string_argument);
                let message = match text {
                    Some(text) => format!("assertion `{text}` failed"),
                    None => "assertion failed".to_string(),
                };
                self.fail(&message, span);
                None
            }
            (
                "assert"
                | "__VERIFIER_assert"
                | "__CPROVER_assert"
                | "__CPROVER_precondition"
                | "__CPROVER_postcondition"
                | "__ESBMC_assert"
                | "__SEA_assert"
                | "sassert"
                | "static_assert",
                [cond, ..],
            ) => {
                let cond = self.value(cond);
                let cond = self.truth(cond, span);
                if self.config.assertions {
                    let text = self.sources.text(span).unwrap_or("assertion").to_string();
                    self.emit(StmtKind::Assert(cond, Failure::Assertion(text.into())), span);
                } else {
                    self.emit(StmtKind::Assume(cond), span);
                }
                None
            }
            (
                "__VERIFIER_assume"
                | "__CPROVER_assume"
                | "__ESBMC_assume"
                | "__SEA_assume"
                | "assume"
                | "__VERIFIER_ignore_unless",
                [cond],
            ) => {
                let cond = self.value(cond);
                let cond = self.truth(cond, span);
                self.emit(StmtKind::Assume(cond), span);
                None
            }
            (
                "__CPROVER_atomic_begin"
                | "__CPROVER_atomic_end"
                | "__ESBMC_atomic_begin"
                | "__ESBMC_atomic_end"
                | "__VERIFIER_atomic_begin"
                | "__VERIFIER_atomic_end",
                _,
            ) => {
                self.emit(StmtKind::Atomic(name.ends_with("begin")), span);
                None
            }
            (
                "__SMACK_code" | "__SMACK_mod" | "__SMACK_decl" | "__SMACK_top_decl" | "__SMACK_value"
                | "__SMACK_values",
                _,
            ) => {
                self.error("code of another verifier's language is not supported", span);
                None
            }
            ("__ESBMC_init_object", [object]) => {
                self.any_object(object, span);
                None
            }
            _ => return None,
        })
    }

    /// What models of the library and harnesses say.
    fn model_call(&mut self, name: &str, args: &'a [Node], span: Span) -> Done {
        Some(match (name, args) {
            // A harness means the bytes of the block to be any, and so to be set.
            ("__rmt_any", [ptr]) => {
                let checks = self.config.checks;
                let ptr = self.value(ptr);
                if checks.uninit || checks.late {
                    self.hand_over(ptr, (false, false), span);
                }
                None
            }
            // What models take for granted.
            ("__rmt_granted", [text]) => {
                self.notes.assumptions.extend(string_argument(text));
                None
            }
            // What models check; whether they do says the configuration.
            ("__rmt_check", [cond, text]) => {
                let message = string_argument(text).unwrap_or_default().to_string();
                let cond = self.value(cond);
                let cond = self.truth(cond, span);
                self.emit(StmtKind::Assert(cond, Failure::Assertion(message.into())), span);
                None
            }
            _ => return None,
        })
    }

    /// Calls that end the program.
    fn end_call(&mut self, name: &str, args: &'a [Node], span: Span) -> Done {
        Some(match (name, args) {
            (
                "abort" | "exit" | "_exit" | "_Exit" | "quick_exit" | "__VERIFIER_ignore" | "trap" | "unreachable"
                | "abort_",
                _,
            ) => {
                args.iter().for_each(|arg| self.effect(arg));
                if name == "exit" {
                    self.run_destructors(span);
                }
                let ignored = matches!(name, "__VERIFIER_ignore" | "unreachable");
                let never = StmtKind::Assume(Expr::int(0, INT, span));
                self.emit(if ignored { never } else { StmtKind::End }, span);
                None
            }
            _ => return None,
        })
    }

    /// What is to run when the program ends.
    fn run_destructors(&mut self, span: Span) {
        for func in self.program.fini.clone() {
            let call = StmtKind::Call { ret: None, callee: Callee::Direct(func), args: vec![], ret_ty: None };
            self.emit(call, span);
        }
    }

    pub(super) fn any(&mut self, ty: Scalar, span: Span) -> Expr {
        let var = self.temp(ty, span);
        self.emit(StmtKind::Havoc(var), span);
        Expr::new(ExprKind::Var(var), ty, span)
    }

    /// Control must not come here.
    fn fail(&mut self, message: &str, span: Span) {
        let never = Expr::int(0, INT, span);
        if self.config.assertions {
            let message: Arc<str> = message.into();
            self.emit(StmtKind::Assert(never, Failure::Assertion(message)), span);
        }
        self.emit(StmtKind::End, span);
    }
}
