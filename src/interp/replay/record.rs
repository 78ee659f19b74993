//! The execution as users see it, written down while it happens.
//!
//! Of a program whose entry is `{:annotated}`, they see what its annotations say and nothing else: see `shown.rs`.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;

use ivl::source::Span;
use rustc_hash::FxHashMap;

use super::annotation;
use super::shown::{self, Shown, binding, shown_name};
use crate::base::ids::{ExprId, IdVec, ProcId, VarId};
use crate::interp::eval::Evaluator;
use crate::interp::maps::Before;
use crate::interp::text::{list_text, value_text};
use crate::ir::unresolve::Expressions;
use crate::ir::{Attr, Attribute, AttributeValue, Cmd, ExprKind, Procedure, Program, is_marked, string_attribute};
use crate::verdict::execution::{Binding, Given, SourceLine, TOLD, Turn};
use crate::verdict::{Execution, Failure, MapBase, MapValue, Step, StepKind, Value};

/// Steps beyond those that must be kept.
const ROOM: usize = 100_000;

/// The inputs that say whether an allocation succeeds.
const ALLOCATIONS: [&str; 4] = ["malloc", "calloc", "realloc", "mmap"];

pub(super) struct Recorder<'p> {
    program: &'p Program,
    steps: Vec<Step>,
    inputs: Vec<Given>,
    /// How many steps are kept before the middle is thinned.
    room: usize,
    forgotten: u64,
    /// The position in the original source, for each activation.
    sources: Vec<Option<SourceLine>>,
    /// Of an annotated program.
    shown: Option<Shown>,
    /// Constants and globals: the initial value, and whether it was looked at before it was overwritten.
    initial: Vec<(VarId, Value)>,
    overwritten: IdVec<VarId, bool>,
    needed: IdVec<VarId, bool>,
    texts: FxHashMap<ExprId, String>,
    /// Made for the first text.
    expressions: Option<Expressions<'p>>,
    /// Nobody asks for the steps.
    quiet: bool,
    /// The thread that runs, once there are several.
    thread: Option<u32>,
}

/// What is known of a thread that does not run: where it is in the original source, and which activations are shown.
#[derive(Default)]
pub(super) struct View {
    sources: Vec<Option<SourceLine>>,
    activations: Vec<bool>,
}

impl<'p> Recorder<'p> {
    /// One that only tells what fails in the end, and what was looked at.
    pub fn quiet(program: &'p Program) -> Recorder<'p> {
        Recorder { quiet: true, ..Recorder::new(program) }
    }

    pub fn new(program: &'p Program) -> Recorder<'p> {
        Recorder {
            program,
            steps: Vec::new(),
            inputs: Vec::new(),
            room: ROOM,
            forgotten: 0,
            sources: Vec::new(),
            shown: None,
            initial: Vec::new(),
            overwritten: IdVec::filled(false, program.vars.len()),
            needed: IdVec::filled(false, program.vars.len()),
            texts: FxHashMap::default(),
            expressions: None,
            quiet: false,
            thread: None,
        }
    }

    /// The initial state is complete and the entry begins.
    pub fn start(&mut self, eval: &mut Evaluator<'_>, entry: ProcId) {
        let program = self.program;
        for &v in program.consts.iter().chain(&program.globals) {
            if let Ok(value) = eval.var(v) {
                self.initial.push((v, value.clone()));
            }
        }
        eval.cells =
            self.initial.iter().filter(|(_, value)| is_table(value)).map(|(v, _)| (*v, BTreeSet::new())).collect();
        self.shown = is_marked(&program.exprs, &program.procs[entry].attrs, Attr::Annotated).then(Shown::default);
        self.call(eval, entry, None);
    }

    /// Must be told before a variable is assigned, to know which initial values matter.
    pub fn before_assignment(&mut self, eval: &Evaluator<'_>, var: VarId) {
        if !self.overwritten[var] {
            self.overwritten[var] = true;
            self.needed[var] = eval.was_read(var);
        }
    }

    pub fn finish(self, eval: &Evaluator<'_>, failure: Failure, turns: Vec<Turn>, certain: bool) -> Execution {
        let matters = |v: VarId| if self.overwritten[v] { self.needed[v] } else { eval.was_read(v) };
        let visible = |v: VarId| self.shown.is_none() || shown_name(&self.program.vars[v].attrs).is_some();
        let initial = self.initial.iter().filter(|(v, _)| matters(*v) && visible(*v));
        let initial = initial.flat_map(|(v, value)| cells(self.program, eval, *v, value)).collect();
        let Recorder { steps, inputs, forgotten, .. } = self;
        Execution { initial, steps, inputs, turns, forgotten, failure, certain }
    }

    /// A thread is made; all steps up to here are the first one's.
    pub fn spawn(&mut self, procedure: &str, child: usize, span: Span) {
        if self.thread.is_none() {
            self.thread = Some(0);
            self.steps.iter_mut().for_each(|step| step.thread = Some(0));
        }
        let name = procedure.to_string();
        self.push(StepKind::Spawn { procedure: name, child: child as u32 }, span);
    }

    /// Another thread runs: its view takes the place of the present one.
    pub fn exchange(&mut self, view: &mut View, thread: usize) {
        std::mem::swap(&mut self.sources, &mut view.sources);
        if let Some(shown) = &mut self.shown {
            shown.exchange(&mut view.activations);
        }
        self.thread = Some(thread as u32);
    }

    fn source(&self) -> Option<&SourceLine> {
        self.sources.last().and_then(|s| s.as_ref())
    }

    fn push(&mut self, kind: StepKind, span: Span) {
        if self.quiet {
            return;
        }
        let active = match &self.shown {
            None => self.sources.len(),
            Some(shown) if shown.is_visible() => shown.active(),
            Some(_) => return,
        };
        let depth = active.saturating_sub(1) as u32;
        let step = Step { span, source: self.source().cloned(), depth, thread: self.thread, kind };
        self.steps.push(step);
        if self.steps.len() >= self.room {
            self.thin();
        }
    }

    /// Forgets the middle of a long execution, but for what its inputs and callers are.
    fn thin(&mut self) {
        let before = self.steps.len();
        let last = self.steps.split_off(before - TOLD);
        let mut number = 0;
        self.steps.retain(|step| {
            number += 1;
            number <= TOLD
                || matches!(step.kind, StepKind::Call { .. } | StepKind::Return { .. } | StepKind::Input { .. })
        });
        self.steps.extend(last);
        self.forgotten += (before - self.steps.len()) as u64;
        self.room = self.steps.len() + ROOM;
    }

    /// The text of an expression.
    fn text(&mut self, e: ExprId) -> String {
        if let Some(known) = self.texts.get(&e) {
            return known.clone();
        }
        let program = self.program;
        let expressions = self.expressions.get_or_insert_with(|| Expressions::new(program));
        let text = expressions.of(e, Span::NONE).to_string();
        self.texts.insert(e, text.clone());
        text
    }

    /// Records what a command's attributes say.
    pub fn annotations(&mut self, eval: &mut Evaluator<'_>, cmd: &Cmd) {
        if cmd.attrs.is_empty() {
            return;
        }
        if let Some(line) = annotation::source_line(self.program, &cmd.attrs, self.source())
            && let Some(source) = self.sources.last_mut()
        {
            *source = line;
        }
        for args in annotation::prints(&cmd.attrs) {
            let words: Vec<String> = args.iter().map(|arg| self.printed(eval, arg)).collect();
            self.push(StepKind::Print { text: words.join(" ") }, cmd.span);
        }
        if let Some(shown) = &mut self.shown {
            for kind in shown.before(eval, &cmd.attrs) {
                self.push(kind, cmd.span);
            }
        }
    }

    /// Records what a command's attributes say of the state after it.
    pub fn annotations_after(&mut self, eval: &mut Evaluator<'_>, cmd: &Cmd) {
        if cmd.attrs.is_empty() {
            return;
        }
        if let Some(shown) = &mut self.shown
            && let Some(input) = shown.after(self.program, eval, cmd)
        {
            if shown.is_visible() || !ALLOCATIONS.contains(&&*input.name) {
                self.inputs.push(Given { thread: self.thread.unwrap_or(0), value: input.clone() });
            }
            self.push(StepKind::Input { input }, cmd.span);
        }
    }

    fn printed(&mut self, eval: &mut Evaluator<'_>, arg: &AttributeValue) -> String {
        match arg {
            AttributeValue::Str(s) | AttributeValue::Text(s) => s.to_string(),
            AttributeValue::Expr(e) => match eval.eval(*e) {
                Ok(value) => value_text(self.program, &value),
                Err(_) => self.text(*e),
            },
        }
    }

    pub fn goto(&mut self, label: &str, span: Span) {
        if self.quiet || self.shown.is_some() {
            return;
        }
        self.push(StepKind::Goto { label: label.to_string() }, span);
    }

    pub fn assume(&mut self, e: ExprId, span: Span) {
        if !self.quiet && self.shown.is_none() && *self.program.exprs.kind(e) != ExprKind::Bool(true) {
            let condition = self.text(e);
            self.push(StepKind::Assume { condition }, span);
        }
    }

    /// Variables with the values that they had before.
    pub fn assign(&mut self, eval: &Evaluator<'_>, changes: &[(VarId, Before)], cmd: &Cmd) {
        if self.quiet {
            return;
        }
        let mut bindings = Vec::new();
        for (var, before) in changes {
            if let Some(shown) = &self.shown {
                if !is_marked(&self.program.exprs, &cmd.attrs, Attr::Silent) {
                    bindings.extend(shown.variable(self.program, eval, *var));
                }
            } else if let Ok(now) = eval.var(*var) {
                let name = &self.program.vars[*var].name;
                match before {
                    Before::All(before) => add_change(self.program, name, before.as_ref().ok(), now, &mut bindings),
                    Before::Cell(key, before) => add_cell(self.program, name, key, before, now, &mut bindings),
                }
            }
        }
        if self.shown.is_none() || !bindings.is_empty() {
            self.push(StepKind::Assign { changes: bindings }, cmd.span);
        }
    }

    /// Whether what a havoc gives is a number from outside. Addresses are none: which one it is matters to nobody, but
    /// blocks must not overlap.
    pub fn is_input(&self, cmd: &Cmd) -> bool {
        self.shown.is_none() || shown::is_number_from_outside(&cmd.attrs)
    }

    pub fn havoc(&mut self, eval: &Evaluator<'_>, vars: &[VarId], span: Span) {
        if self.quiet || self.shown.is_some() {
            return;
        }
        let changes = bindings(self.program, eval, vars);
        if !changes.is_empty() {
            self.push(StepKind::Havoc { changes }, span);
        }
    }

    /// A procedure is entered; its parameters have their values. `None`: it is the entry.
    pub fn call(&mut self, eval: &Evaluator<'_>, callee: ProcId, call: Option<Span>) {
        let proc = &self.program.procs[callee];
        let args = self.variables(eval, &proc.ins);
        let span = call.unwrap_or(proc.span);
        let procedure = self.procedure(callee);
        let depth = self.sources.len();
        match &mut self.shown {
            None => self.push(StepKind::Call { procedure, args }, span),
            Some(shown) => {
                let active = shown.active();
                if shown.enter(proc) {
                    let source = self.source().cloned();
                    let depth = active.saturating_sub(1) as u32;
                    let (thread, kind) = (self.thread, StepKind::Call { procedure, args });
                    self.steps.push(Step { span, source, depth, thread, kind });
                }
            }
        }
        debug_assert_eq!(depth, self.sources.len(), "internal: a call is one step");
        self.sources.push(self.source().cloned());
    }

    pub fn return_(&mut self, eval: &Evaluator<'_>, proc: ProcId, span: Span) {
        let results = self.variables(eval, &self.program.procs[proc].outs);
        self.push(StepKind::Return { procedure: self.procedure(proc), results }, span);
        self.sources.pop();
        if let Some(shown) = &mut self.shown {
            shown.leave();
        }
    }

    /// The name by which users know a procedure.
    fn procedure(&self, proc: ProcId) -> String {
        let proc = &self.program.procs[proc];
        let shown = self.shown.as_ref().and_then(|_| shown_name(&proc.attrs));
        shown.unwrap_or(&proc.name).to_string()
    }

    /// The values of variables that users know.
    fn variables(&self, eval: &Evaluator<'_>, vars: &[VarId]) -> Vec<Binding> {
        match &self.shown {
            _ if self.quiet => Vec::new(),
            None => bindings(self.program, eval, vars),
            Some(shown) => vars.iter().filter_map(|&v| shown.variable(self.program, eval, v)).collect(),
        }
    }

    /// A call whose only purpose is to tell a value.
    pub fn recorded_value(&mut self, eval: &Evaluator<'_>, cmd: &Cmd, proc: &Procedure) {
        let values: Vec<Value> = proc.ins.iter().filter_map(|&v| eval.var(v).clone().ok()).collect();
        let values = list_text(self.program, &values);
        let text = match annotation::recorded_expression(&cmd.attrs) {
            Some(name) => format!("{name} = {values}"),
            None => values,
        };
        self.push(StepKind::Print { text }, cmd.span);
    }

    /// The assertion that is false in the current state.
    #[allow(clippy::too_many_arguments)]
    pub fn failure(
        &mut self,
        eval: &mut Evaluator<'_>,
        condition: ExprId,
        what: &'static str,
        span: Span,
        related: Option<Span>,
        attrs: &[&[Attribute]],
        procedure: ProcId,
    ) -> Failure {
        let said = |attr| attrs.iter().find_map(|a| string_attribute(a, attr)).map(str::to_string);
        let (message, check) = (said(Attr::Msg), said(Attr::Check));
        let free = eval.free_vars(condition);
        let always = free.vars.is_empty() && free.olds.is_empty();
        if let Some(shown) = &self.shown {
            let values = attrs.iter().flat_map(|attrs| shown.values(eval, attrs)).collect();
            let source = self.source().cloned();
            let related = related.or_else(|| attrs.iter().find_map(|attrs| shown.made(attrs)));
            let procedure = shown_name(&self.program.procs[procedure].attrs).unwrap_or_default().to_string();
            let condition = message.clone().unwrap_or_default();
            let fault = attrs.iter().find_map(|attrs| shown.fault(eval, attrs));
            let block = attrs.iter().find_map(|attrs| shown.block(eval, attrs));
            let label = message.clone();
            // `invalid read: not within a live block`
            let message = match (message, fault) {
                (Some(message), Some((words, _))) => {
                    Some(format!("{}: {words}", message.split(": ").next().unwrap_or_default()))
                }
                (message, _) => message,
            };
            let written = message.as_deref().is_none_or(|message| message.starts_with("assertion `"));
            // An execution tells more exactly than the text.
            let check = fault.map(|(_, code)| code.to_string()).or(check);
            let thread = self.thread;
            return Failure {
                span,
                source,
                related,
                what,
                condition,
                values,
                message,
                label,
                written,
                check,
                procedure,
                thread,
                block,
                always,
            };
        }
        let tables = free.vars.iter().filter(|&&v| eval.var(v).as_ref().is_ok_and(is_table));
        let tables = tables.map(|&v| (v, BTreeSet::new())).collect();
        let outer = std::mem::replace(&mut eval.cells, tables);
        // Only what it looks at matters, not the answer.
        let _ = eval.holds(condition);
        let known = free.vars.iter().filter_map(|&v| Some((v, eval.var(v).as_ref().ok()?)));
        let mut values: Vec<Binding> = known.flat_map(|(v, value)| cells(self.program, eval, v, value)).collect();
        eval.cells = outer;
        for &v in &free.olds {
            if let Ok(value) = eval.old(v) {
                values.push(binding(self.program, &format!("old({})", self.program.vars[v].name), value));
            }
        }
        Failure {
            span,
            source: self.source().cloned(),
            related,
            what,
            condition: self.text(condition),
            values,
            label: message.clone(),
            message,
            check,
            written: true,
            procedure: self.procedure(procedure),
            thread: self.thread,
            block: None,
            always,
        }
    }
}

/// All indices of a map that has this one, if they are few.
fn indices(key: &[Value]) -> Option<BTreeSet<Vec<Value>>> {
    match key {
        [Value::Bv { width, .. }] if *width <= 12 => {
            Some((0..1u32 << width).map(|n| vec![Value::Bv { value: n.into(), width: *width }]).collect())
        }
        _ => None,
    }
}

/// Whether a value is a map of which single cells can be shown.
fn is_table(value: &Value) -> bool {
    matches!(value, Value::Map(map) if matches!(map.base, MapBase::Const(_)))
}

/// The value of a variable; of a map, the cells that were looked at, unless it was looked at as a whole.
fn cells(program: &Program, eval: &Evaluator<'_>, var: VarId, value: &Value) -> Vec<Binding> {
    let name = &program.vars[var].name;
    match (value, eval.cells.get(&var)) {
        (Value::Map(map), Some(cells)) if !cells.is_empty() => {
            let MapBase::Const(base) = &map.base else { return vec![binding(program, name, value)] };
            let cell = |key: &Vec<Value>| {
                let value = map.entries.get(key).unwrap_or(base);
                binding(program, &format!("{name}[{}]", list_text(program, key)), value)
            };
            cells.iter().map(cell).collect()
        }
        _ => vec![binding(program, name, value)],
    }
}

/// The variables that have values.
fn bindings(program: &Program, eval: &Evaluator<'_>, vars: &[VarId]) -> Vec<Binding> {
    let bind = |&v: &VarId| eval.var(v).as_ref().ok().map(|value| binding(program, &program.vars[v].name, value));
    vars.iter().filter_map(bind).collect()
}

/// The new value of a cell that was assigned, if it is another.
fn add_cell(program: &Program, name: &str, key: &[Value], before: &Value, map: &Value, out: &mut Vec<Binding>) {
    let Value::Map(map) = map else { return };
    let MapBase::Const(base) = &map.base else { return };
    let now = map.entries.get(key).unwrap_or(base);
    if now != before {
        add_change(program, &format!("{name}[{}]", list_text(program, key)), Some(before), now, out);
    }
}

/// The new value under its name; of a map that changed in some cells, those: `m[1]`, `m[1][2]`.
fn add_change(program: &Program, name: &str, before: Option<&Value>, now: &Value, out: &mut Vec<Binding>) {
    let (Some(Value::Map(old)), Value::Map(new)) = (before, now) else {
        out.push(binding(program, name, now));
        return;
    };
    if Arc::ptr_eq(old, new) {
        return;
    }
    let (MapBase::Const(old_base), MapBase::Const(new_base)) = (&old.base, &new.base) else {
        if old.base != new.base {
            out.push(binding(program, name, now));
            return;
        }
        for (key, value) in &new.entries {
            if old.entries.get(key) != Some(value) {
                out.push(binding(program, &format!("{name}[{}]", list_text(program, key)), value));
            }
        }
        return;
    };
    if old_base == new_base {
        changed_cells(old, new, old_base, &mut |key, a, b| {
            add_change(program, &format!("{name}[{}]", list_text(program, key)), Some(a), b, out);
        });
        return;
    }
    let Some(keys) = old.entries.keys().chain(new.entries.keys()).min().and_then(|key| indices(key)) else {
        out.push(binding(program, name, now));
        return;
    };
    for key in &keys {
        let (a, b) = (old.entries.get(key).unwrap_or(old_base), new.entries.get(key).unwrap_or(new_base));
        if a != b {
            add_change(program, &format!("{name}[{}]", list_text(program, key)), Some(a), b, out);
        }
    }
}

/// Calls `visit` where two tables with the same base differ, in the order of the indices.
fn changed_cells(old: &MapValue, new: &MapValue, base: &Value, visit: &mut dyn FnMut(&[Value], &Value, &Value)) {
    let (mut olds, mut news) = (old.entries.iter().peekable(), new.entries.iter().peekable());
    loop {
        let order = match (olds.peek(), news.peek()) {
            (None, None) => return,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some((a, _)), Some((b, _))) => a.cmp(b),
        };
        let a = if order.is_le() { olds.next() } else { None };
        let b = if order.is_ge() { news.next() } else { None };
        let Some((key, _)) = a.or(b) else { return };
        let (a, b) = (a.map_or(base, |(_, value)| value), b.map_or(base, |(_, value)| value));
        if a != b {
            visit(key, a, b);
        }
    }
}
