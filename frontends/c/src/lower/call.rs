//! Calls.

use std::sync::Arc;

use ivl::source::Span;
use num_traits::Zero;

use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::test_case::External;
use crate::types::{Scalar, Type, TypeRef};

use super::Lower;
use super::designator::designator;
use super::environment::pointee;
use super::lvalue::Place;

impl<'a> Lower<'a> {
    /// The function that a reference names, which is no call of it.
    pub(super) fn function_ref(&mut self, node: &Node) -> Option<FuncId> {
        let key = self.function_key(node)?;
        let called = format!("{}{}", super::CALLED, key.1);
        let is_builtin = !self.decls.func_nodes.contains_key(&key) && crate::MODELS.contains(&format!("{called}("));
        Some(self.function(&if is_builtin { (None, called.into()) } else { key }))
    }

    pub(super) fn function_key(&self, node: &Node) -> Option<super::Key> {
        let decl = node.referenced_decl.as_ref()?;
        if decl.kind != Kind::FunctionDecl {
            return None;
        }
        let unit = self.frame.unit;
        let known = self.decls.units[unit].functions.get(&decl.id).cloned();
        let key = known.unwrap_or_else(|| (None, decl.name.as_deref().unwrap_or("").into()));
        Some(self.decls.aliases.get(&key).cloned().unwrap_or(key))
    }

    /// A call; its value, or the address of the record that it returns. `None` for calls without a value.
    pub(super) fn call(&mut self, node: &'a Node, wanted: bool) -> Option<Expr> {
        let value = self.call_alone(node, wanted);
        let value = if self.models.uses.errno { self.left_in_number(node, value) } else { value };
        node.inner.iter().for_each(|arg| _ = self.frame.ahead.remove(&arg.id));
        value
    }

    /// The same, whatever it leaves in `errno`.
    fn call_alone(&mut self, node: &'a Node, wanted: bool) -> Option<Expr> {
        let span = self.span(node);
        let (callee, args) = node.inner.split_first()?;
        let ret_ty = self.ty(node);
        let named = designator(callee);
        if let Some(reference) = named
            && let Some(key) = self.function_key(reference)
        {
            let key = self.of_posix(&key, &ret_ty).or_else(|| self.instead(&key)).unwrap_or(key);
            let defined = self.decls.func_nodes.contains_key(&key);
            let name = key.1.clone();
            // The last argument of `strcpy_chk` and the like is the size of the target.
            let (key, name, args) = match checked_builtin(&name).filter(|_| !defined) {
                Some(plain) => ((None, Arc::from(plain)), Arc::from(plain), &args[..args.len().saturating_sub(1)]),
                None => match plain_builtin(&name).filter(|_| !defined) {
                    Some(plain) => ((None, Arc::from(plain)), Arc::from(plain), args),
                    None => (key, name, args),
                },
            };
            let defined = self.decls.func_nodes.contains_key(&key);
            let is_other = modelled_builtin(&name).is_none() && self.has_another_model(&key, args.len(), &ret_ty, span);
            let key = match modelled_builtin(&name) {
                Some(model) => (None, model.into()),
                None if is_other => (Some(usize::MAX), name.clone()),
                None => key,
            };
            let defined = defined && !is_other || self.decls.func_nodes.contains_key(&key);
            // The models do not look at formats.
            let of_models = self.decls.func_nodes.get(&key).is_some_and(|(unit, _)| self.models.unit == Some(*unit));
            let key = if of_models { self.sort_of_records(&name, args).unwrap_or(key) } else { key };
            let own = defined && !(of_models && super::printf::is_family(&name));
            if !defined || of_models {
                self.cancellation_point(&name, span);
                self.check_uses(&name, args, span);
                let done = self.call_with_literal(&name, args, span);
                if let Some(done) = done.or_else(|| self.number_of_text(&name, args, &ret_ty, span)) {
                    return done;
                }
            }
            if let Some(done) = self.special_call(&name, own, args, &ret_ty, wanted, span) {
                return done;
            }
            if of_models && is_result_alone(&name) {
                // The system looks at the numbers that it is given.
                for arg in args {
                    let ty = self.ty(arg);
                    if matches!(self.types.scalar(&ty), Some(Scalar::Int(_))) {
                        let number = self.looked_at(arg);
                        self.look_at(&number, span);
                    } else if !wanted {
                        self.effect(arg);
                    }
                }
                if !wanted {
                    return None;
                }
            }
            let func = self.function(&key);
            // The compiler's own functions have a type in their declaration alone.
            let text = reference.referenced_decl.as_ref().and_then(|d| d.ty.as_ref()).map(|t| t.qual.clone());
            let fty = text.and_then(|text| self.parse_type(self.frame.unit, &text));
            let fty = fty.unwrap_or_else(|| self.ty(reference));
            self.check_type_of_call(&key, &fty, args, span);
            // The models are read once it is known that something of them is missing.
            if !defined && modelled_builtin(&name).is_none() {
                let result = crate::types::type_text(self.types.scalar(&ret_ty));
                self.notes.externals.insert(External { name: name.to_string(), result });
                self.undefined(&name, span);
            }
            let value = self.finish_call(Callee::Direct(func), &fty, args, &ret_ty, defined, span);
            if let Some(ExprKind::Var(ret)) = value.as_ref().map(|value| &*value.kind)
                && !wanted
            {
                self.defined.unused.insert(*ret, func);
            }
            if !defined && modelled_builtin(&name).is_none() && !harmless(&name) {
                self.given_away(Some(&key), args, span);
            }
            if !defined {
                self.as_asked(&key, value.as_ref(), span);
            }
            if of_models && let Some(value) = &value {
                self.known_option(&name, args, value, span);
            }
            if !defined && self.never_returns(&key) {
                self.emit(StmtKind::End, span);
            }
            return value;
        }
        self.indirect_call(callee, args, &ret_ty, span)
    }

    /// A call of what a pointer leads to.
    fn indirect_call(&mut self, callee: &'a Node, args: &'a [Node], ret_ty: &TypeRef, span: Span) -> Option<Expr> {
        let pointer_ty = self.ty(callee);
        let address = self.called_address(callee, span);
        let fty = match &*pointer_ty {
            Type::Ptr(inner) => inner.clone(),
            _ => pointer_ty.clone(),
        };
        let value = self.finish_call(Callee::Indirect(address), &fty, args, ret_ty, true, span);
        // What is scanned is given functions of which nothing is known.
        if self.config.environment.is_some() {
            self.given_away(None, args, span);
        }
        value
    }

    /// The model of `qsort` for elements of a size that may hold more than bytes.
    fn sort_of_records(&mut self, name: &str, args: &'a [Node]) -> Option<super::Key> {
        let [_, _, size, _] = args else { return None };
        let size = self.constant(self.frame.unit, size).filter(|size| name == "qsort" && !size.is_zero())?;
        let model = |of: &str| (None, Arc::from(format!("__rmt_qsort_{of}")));
        let of_size = model(&size.to_string());
        match self.decls.func_nodes.contains_key(&of_size) {
            true => Some(of_size),
            false => (size % 4u8).is_zero().then(|| model("records")),
        }
    }

    /// Calls a function of the models for what it does.
    pub(super) fn call_model(&mut self, name: &str, args: Vec<Expr>, span: Span) {
        let func = self.function(&(None, Arc::from(name)));
        self.emit(StmtKind::Call { ret: None, callee: Callee::Direct(func), args, ret_ty: None }, span);
    }

    /// The result of a function of the models, which has that type.
    pub(super) fn model_value(&mut self, name: &str, args: Vec<Expr>, ty: Scalar, span: Span) -> Expr {
        let func = self.function(&(None, Arc::from(name)));
        let ret = self.temp(ty, span);
        self.emit(StmtKind::Call { ret: Some(ret), callee: Callee::Direct(func), args, ret_ty: Some(ty) }, span);
        Expr::new(ExprKind::Var(ret), ty, span)
    }

    /// The last statement calls a function of which nothing is known: it may have written to what it was given, but where its
    /// declaration says that this is constant, and keep it.
    fn given_away(&mut self, callee: Option<&super::Key>, args: &'a [Node], span: Span) {
        let checks = self.config.checks;
        let Some(StmtKind::Call { args: values, ret_ty, .. }) = self.out.last().map(|stmt| &stmt.kind) else { return };
        if !checks.uninit && !checks.late {
            return;
        }
        let (values, result) = (values.clone(), *ret_ty);
        // A function that a pointer is to may have freed it by now.
        let checked = callee.is_some();
        // A result that is a record has a place in front.
        let first = values.len() - args.len().min(values.len());
        let constant = if first > 0 || result == Some(Scalar::Ptr) { vec![] } else { self.constant_to(callee) };
        for (i, ptr) in values.into_iter().enumerate() {
            let arg = i.checked_sub(first);
            let is_function = |ty: &Type| matches!(ty, Type::Ptr(to) if matches!(**to, Type::Func(_)));
            if ptr.ty != Scalar::Ptr
                || ptr.constant().is_some()
                || arg.is_some_and(|arg| is_function(&self.ty(&args[arg])))
            {
                continue;
            }
            let constant = arg.and_then(|arg| constant.get(arg)).is_some_and(|constant| *constant);
            self.hand_over(ptr, (constant, checked), span);
        }
    }

    /// Of each parameter of a function that is scanned with others, whether it only reads what that is to. If it may write to what
    /// another one is to, it may keep it there.
    fn constant_to(&self, callee: Option<&super::Key>) -> Vec<bool> {
        let known = callee.filter(|_| self.config.environment.is_some());
        let declared = known.and_then(|key| Some((key, self.decls.func_decls.get(key)?)));
        let Some(((_, name), (_, node))) = declared else { return vec![] };
        if RELEASE.iter().any(|part| name.contains(part)) {
            return vec![];
        }
        let params = || node.inner.iter().filter(|inner| inner.kind == Kind::ParmVarDecl);
        if params().any(|param| is_pointer(param) && !only_reads(param)) {
            return vec![];
        }
        params().map(only_reads).collect()
    }

    /// A block gets into other hands: see [`Library::Given`].
    pub(super) fn hand_over(&mut self, ptr: Expr, (constant, checked): (bool, bool), span: Span) {
        let site = self.byte_site();
        self.emit(StmtKind::Library(Library::Given { ptr, site, constant, checked }), span);
    }

    /// Whether a function is declared not to return.
    fn never_returns(&self, key: &super::Key) -> bool {
        self.decls.func_decls.get(key).is_some_and(|(_, node)| is_no_return(node))
    }

    /// Whether what the models call so takes other arguments: then the program means a function of its own. One that gives nothing is
    /// refused where a result is expected, for it is the library's all the same.
    fn has_another_model(&mut self, key: &super::Key, arguments: usize, result: &Type, span: Span) -> bool {
        let Some((unit, node)) = self.decls.func_nodes.get(key) else { return false };
        let params = node.inner.iter().filter(|n| n.kind == Kind::ParmVarDecl).count();
        let takes_other = if node.variadic { arguments < params } else { arguments != params };
        let gives_nothing = node.ty.as_ref().is_some_and(|ty| ty.qual.starts_with("void ("));
        let is_of_models = self.models.unit == Some(*unit);
        if is_of_models && !takes_other && gives_nothing && *result != Type::Void {
            self.of_another_type(&key.1, span);
        }
        is_of_models && takes_other
    }

    /// GNU has another `strerror_r` than POSIX, which gives a number.
    fn of_posix(&self, key: &super::Key, result: &Type) -> Option<super::Key> {
        let is_own = self.decls.func_nodes.get(key).is_some_and(|(unit, _)| self.models.unit != Some(*unit));
        let is_meant = &*key.1 == "strerror_r" && matches!(result, Type::Int(_)) && !is_own;
        is_meant.then(|| (None, Arc::from("__xpg_strerror_r")))
    }

    pub(super) fn undefined(&mut self, name: &str, span: Span) {
        const CONTROL: [&str; 14] = [
            "vfork",
            "pthread_sigqueue",
            "pthread_atfork",
            // Locks that no model knows.
            "pthread_mutex_consistent",
            "pthread_mutex_setprioceiling",
            "pthread_mutexattr_setrobust",
            "pthread_mutexattr_setrobust_np",
            "pthread_rwlock_timedrdlock_np",
            "pthread_rwlock_timedwrlock_np",
            "sem_open",
            "sem_close",
            "sem_unlink",
            "at_quick_exit",
            "on_exit",
        ];
        const WRITERS: [&str; 2] = ["sscanf_s", "vswscanf"];
        if CONTROL.contains(&name) {
            self.error(format!("`{name}` is not supported"), span);
        } else if WRITERS.contains(&name) {
            self.error(format!("`{name}` is not supported: its effect on memory is not modelled"), span);
        } else if ["__builtin_", "__sync_", "__atomic_"].iter().any(|prefix| name.starts_with(prefix)) {
            self.error(format!("`{name}` is not supported"), span);
        } else if !harmless(name) {
            self.notes.assumptions
                .insert(format!("the undefined function `{name}` returns, with any result (a pointer: to memory of its own), and changes nothing else"));
        }
    }

    fn finish_call(
        &mut self,
        callee: Callee,
        fty: &TypeRef,
        args: &'a [Node],
        ret_ty: &TypeRef,
        defined: bool,
        span: Span,
    ) -> Option<Expr> {
        let mark = self.out.len();
        let mut values = vec![];
        let mut callee = callee;
        let (params, variadic) = match &**fty {
            Type::Func(f) => (f.params.clone(), f.variadic),
            _ => (vec![], false),
        };
        // What the program does not define looks at no arguments.
        let variadic = variadic && defined;
        let mut result_block = None;
        let ret_scalar = self.types.scalar(ret_ty);
        if ret_scalar.is_none() && **ret_ty != Type::Void {
            let obj = self.block("$returned", ret_ty, span);
            self.emit(StmtKind::Alloc(obj, None), span);
            let addr = Expr::new(ExprKind::Obj(obj), Scalar::Ptr, span);
            values.push(addr.clone());
            result_block = Some(addr);
        }
        let start = self.out.len();
        let first = values.len();
        let mut effects = 0;
        for (i, arg) in args.iter().enumerate() {
            let before = self.out.len();
            let ty = self.ty(arg);
            let value = if self.types.scalar(&ty).is_some() {
                let value = self.value(arg);
                // Without a prototype, the parameter's type is the definition's.
                match params.get(i).map(super::stmt::decayed).and_then(|p| self.types.scalar(&p)) {
                    Some(ty) => self.convert(value, ty, span),
                    None => value,
                }
            } else {
                let record = self.record_value(arg).unwrap_or_else(|| Expr::int(0, Scalar::Ptr, span));
                // A transparent union is given as its first member.
                match params.get(i).and_then(|param| self.types.first_member(param)) {
                    Some(member) => {
                        let value = self.load(Place::Mem { addr: record, bits: None, hint: None }, member, span);
                        self.snapshot(value)
                    }
                    None => record,
                }
            };
            if self.out.len() > before {
                effects += 1;
                values = values.into_iter().map(|v| self.pin(v, before)).collect();
            }
            values.push(value);
        }
        if effects > 1 {
            self.ordered();
        }
        if !defined && self.config.checks.race {
            // They are read, though nothing more is known of them.
            values = values.into_iter().map(|value| self.snapshot(value)).collect();
        }
        if variadic {
            let mark = self.out.len();
            let rest = values.split_off((first + params.len()).min(values.len()));
            let types: Vec<TypeRef> = args.iter().skip(params.len()).map(|arg| self.ty(arg)).collect();
            let block = self.variadic_block(rest.into_iter().zip(types).collect(), span);
            // Registers keep what they hold while the block is filled, memory does not.
            values = values.into_iter().map(|v| self.pin(v, mark)).collect();
            values.push(block);
        }
        if self.out.len() > start
            && let Callee::Indirect(address) = callee
        {
            callee = Callee::Indirect(self.pin(address, mark));
        }
        // A result that nobody reads still has a place.
        let ret = ret_scalar.map(|ty| self.temp(ty, span));
        self.emit(StmtKind::Call { ret, callee, args: values, ret_ty: ret_scalar }, span);
        match (ret, ret_scalar) {
            (Some(var), Some(ty)) => Some(Expr::new(ExprKind::Var(var), ty, span)),
            _ => result_block,
        }
    }
}

/// Whether a declaration says of a function that it does not return.
pub(super) fn is_no_return(node: &Node) -> bool {
    node.inner.iter().any(|part| matches!(part.kind, Kind::NoReturnAttr | Kind::C11NoReturnAttr))
        || node.ty.as_ref().is_some_and(|ty| ty.qual.contains("((noreturn))"))
}

/// `strlen` for `__builtin_strlen` and `fputs` for `fputs_unlocked`, where they have models.
fn plain_builtin(name: &str) -> Option<&str> {
    const UNLOCKED: [&str; 15] = [
        "clearerr", "feof", "ferror", "fflush", "fgetc", "fgets", "fileno", "fputc", "fputs", "fread", "fwrite",
        "getc", "getchar", "putc", "putchar",
    ];
    let unlocked = || name.strip_suffix("_unlocked").filter(|plain| UNLOCKED.contains(plain));
    name.strip_prefix("__builtin_").or_else(unlocked).filter(|plain| super::is_modelled(plain))
}

/// The function that one of the compiler is a checked form of.
fn checked_builtin(name: &str) -> Option<&str> {
    const PLAIN: [&str; 6] = ["strcpy", "strcat", "strncpy", "strncat", "stpcpy", "memccpy"];
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    let plain = name.strip_prefix("__")?.strip_suffix("_chk")?;
    PLAIN.contains(&plain).then_some(plain)
}

/// The model of a function of the compiler, if there is one.
fn modelled_builtin(name: &str) -> Option<String> {
    let model = format!("__rmt_{}", name.strip_prefix("__builtin_")?);
    crate::MODELS.contains(&format!(" {model}(")).then_some(model)
}

/// Whether a model says no more than what a function gives.
fn is_result_alone(name: &str) -> bool {
    const NAMES: [&str; 22] = [
        "puts", "putchar", "fputs", "fputc", "putc", "close", "fsync", "access", "unlink", "remove", "rename", "mkdir",
        "rmdir", "chdir", "chmod", "usleep", "kill", "sleep", "getpid", "isatty", "dup2", "ftell",
    ];
    NAMES.contains(&name)
}

/// What the names of functions say that take what they are given, whatever their parameters say.
const RELEASE: [&str; 8] = ["free", "release", "unref", "put", "destroy", "close", "drop", "delete"];

fn is_pointer(param: &Node) -> bool {
    param
        .ty
        .as_ref()
        .is_some_and(|ty| ty.qual.contains('*') || ty.desugared.as_ref().is_some_and(|ty| ty.contains('*')))
}

/// Whether a function that is given a pointer for that parameter only reads what it is to. What is constant and of no type is often kept.
fn only_reads(param: &Node) -> bool {
    let Some(pointee) = pointee(param) else { return false };
    let is = |word| pointee.split_whitespace().any(|part| part == word);
    is("const") && !is("void") && !pointee.contains(['*', '('])
}

/// Functions of which nobody expects more than any result: they neither keep what they are given nor write there.
fn harmless(name: &str) -> bool {
    const HARMLESS: [&str; 10] =
        ["printf", "fprintf", "vprintf", "vfprintf", "perror", "srand", "ftello", "system", "rewinddir", "dirfd"];
    name.starts_with("__VERIFIER_nondet")
        || name.starts_with("rmt_any_")
        || name.starts_with("__SMACK_nondet")
        || name.starts_with("nondet")
        || HARMLESS.contains(&name)
}
