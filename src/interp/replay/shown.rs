//! What traces show of an annotated program: variables and procedures that are `{:shown}`, writes to memory by the names
//! of the cells, inputs.
//!
//! ```text
//! var {:shown "p", "pointer"} p: int;
//! M[p + 8] := {:cell p + 8, 7, "node.key"} 7;     →     node#1.key = 7
//! havoc {:input "rand"} t;                        →     rand() gives 4
//! ```

use super::places::Places;
use super::record::binding;
use crate::base::ids::VarId;
use crate::interp::eval::Evaluator;
use crate::ir::{Attribute, AttributeValue, Cmd, CmdKind, Procedure, Program};
use crate::verdict::execution::Binding;
use crate::verdict::{StepKind, Value};

#[derive(Default)]
pub(super) struct Shown {
    places: Places,
    /// For each activation, whether its procedure is shown.
    activations: Vec<bool>,
}

/// The first argument of `{:shown}`.
pub(super) fn shown_name(attrs: &[Attribute]) -> Option<&str> {
    text(&attrs.iter().find(|a| &*a.name == "shown")?.args, 0)
}

fn text(args: &[AttributeValue], index: usize) -> Option<&str> {
    match args.get(index)? {
        AttributeValue::Str(s) | AttributeValue::Text(s) => Some(s),
        AttributeValue::Expr(_) => None,
    }
}

fn is_pointer(args: &[AttributeValue]) -> bool {
    text(args, args.len().wrapping_sub(1)) == Some("pointer")
}

fn value(eval: &mut Evaluator<'_>, args: &[AttributeValue], index: usize) -> Option<Value> {
    match args.get(index)? {
        AttributeValue::Expr(e) => eval.eval(*e).ok(),
        AttributeValue::Str(_) | AttributeValue::Text(_) => None,
    }
}

impl Shown {
    /// Notes an activation; whether it is shown.
    pub fn enter(&mut self, proc: &Procedure) -> bool {
        self.activations.push(shown_name(&proc.attrs).is_some());
        self.is_visible()
    }

    pub fn leave(&mut self) {
        self.activations.pop();
    }

    /// Whether what happens now is shown.
    pub fn is_visible(&self) -> bool {
        self.activations.last().is_some_and(|&shown| shown)
    }

    /// How many activations are shown.
    pub fn active(&self) -> usize {
        self.activations.iter().filter(|&&shown| shown).count()
    }

    fn text(&self, program: &Program, name: &str, value: &Value, pointer: bool) -> Binding {
        let mut binding = binding(program, name, value);
        if let (true, Value::Int(address)) = (pointer, value) {
            binding.text = self.places.pointer(address);
        }
        binding
    }

    /// A variable that is shown and has a value.
    pub fn variable(&self, program: &Program, eval: &Evaluator<'_>, var: VarId) -> Option<Binding> {
        let attrs = &program.vars[var].attrs;
        let shown = attrs.iter().find(|a| &*a.name == "shown")?;
        let value = eval.var(var).as_ref().ok()?;
        Some(self.text(program, text(&shown.args, 0)?, value, is_pointer(&shown.args)))
    }

    /// Writes to memory and the ends of blocks, before a command.
    pub fn before(&mut self, eval: &mut Evaluator<'_>, attrs: &[Attribute]) -> Vec<StepKind> {
        let mut steps = Vec::new();
        for attr in attrs {
            match &*attr.name {
                "freed" | "dead" => {
                    let Some(Value::Int(address)) = value(eval, &attr.args, 0) else { continue };
                    if &*attr.name == "freed" {
                        steps.push(StepKind::Print { text: format!("free({})", self.places.pointer(&address)) });
                    }
                    self.places.end(&address, if &*attr.name == "freed" { "freed" } else { "out of scope" });
                }
                "cell" => {
                    let (address, new) = (value(eval, &attr.args, 0), value(eval, &attr.args, 1));
                    if let (Some(Value::Int(address)), Some(new)) = (address, new) {
                        let hint = text(&attr.args, 2).unwrap_or("*");
                        let ambiguous = text(&attr.args, 3) == Some("part");
                        let Some(name) = self.places.cell(&address, hint, ambiguous) else { continue };
                        let pointer = attr.args.len() > 3 && is_pointer(&attr.args);
                        let change = self.text(eval.program, &name, &new, pointer);
                        steps.push(StepKind::Assign { changes: vec![change] });
                    }
                }
                _ => {}
            }
        }
        steps
    }

    /// New blocks and inputs, after a command.
    pub fn after(&mut self, program: &Program, eval: &mut Evaluator<'_>, cmd: &Cmd) -> Option<Binding> {
        for attr in cmd.attrs.iter().filter(|a| &*a.name == "block") {
            let (Some(name), Some(layout)) = (text(&attr.args, 0), text(&attr.args, 1)) else { continue };
            let (address, size) = (value(eval, &attr.args, 2), value(eval, &attr.args, 3));
            if let (Some(Value::Int(address)), Some(Value::Int(size))) = (address, size) {
                self.places.block(name, layout, address, size);
            }
        }
        let input = cmd.attrs.iter().find(|a| &*a.name == "input")?;
        let target = match &cmd.kind {
            CmdKind::Assign(pairs) => pairs.first()?.0,
            CmdKind::Havoc(vars) => *vars.first()?,
            _ => return None,
        };
        let given = eval.var(target).as_ref().ok()?.clone();
        Some(self.text(program, text(&input.args, 0)?, &given, is_pointer(&input.args[1..])))
    }

    /// `{:where}` of an assertion.
    pub fn values(&self, eval: &mut Evaluator<'_>, attrs: &[Attribute]) -> Vec<Binding> {
        let mut values = Vec::new();
        for attr in attrs.iter().filter(|a| &*a.name == "where") {
            if let (Some(name), Some(now)) = (text(&attr.args, 0), value(eval, &attr.args, 1)) {
                let pointer = attr.args.len() > 2 && is_pointer(&attr.args);
                values.push(self.text(eval.program, name, &now, pointer));
            }
        }
        values
    }
}
