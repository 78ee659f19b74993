//! What traces show of an annotated program: variables and procedures that are `{:shown}`, writes to memory by the names
//! of the cells, inputs.
//!
//! ```text
//! var {:shown "p", "pointer"} p: int;
//! M[p + 8] := {:cell p + 8, 7, "node.key"} 7;     →     node#1.key = 7
//! havoc {:input "rand"} t;                        →     rand() gives 4
//! ```

use ivl::source::Span;
use num_bigint::BigInt;

use super::places::Places;
use crate::base::ids::VarId;
use crate::interp::bitvectors;
use crate::interp::eval::Evaluator;
use crate::interp::text::value_text;
use crate::ir::{Attr, Attribute, AttributeValue, Cmd, CmdKind, Procedure, Program, attributes_of};
use crate::verdict::execution::{Binding, Block};
use crate::verdict::{StepKind, Value};

#[derive(Default)]
pub(in crate::interp) struct Shown {
    places: Places,
    /// For each activation, whether its procedure is shown.
    activations: Vec<bool>,
}

/// The first argument of `{:shown}`.
pub(super) fn shown_name(attrs: &[Attribute]) -> Option<&str> {
    text(&attributes_of(attrs, Attr::Shown).next()?.args, 0)
}

fn text(args: &[AttributeValue], index: usize) -> Option<&str> {
    match args.get(index)? {
        AttributeValue::Str(s) | AttributeValue::Text(s) => Some(s),
        AttributeValue::Expr(_) => None,
    }
}

/// How a value is to be read: the last argument may say it.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Plain,
    /// An address.
    Pointer,
    /// A bit-vector that stands for a signed number.
    Signed,
}

impl Kind {
    fn of(args: &[AttributeValue]) -> Kind {
        match text(args, args.len().wrapping_sub(1)) {
            Some("pointer") => Kind::Pointer,
            Some("signed") => Kind::Signed,
            _ => Kind::Plain,
        }
    }
}

/// `{:input}` that is no address.
pub(super) fn is_number_from_outside(attrs: &[Attribute]) -> bool {
    attributes_of(attrs, Attr::Input).any(|attr| Kind::of(&attr.args) != Kind::Pointer)
}

/// An integer or a bit-vector as a number.
pub(in crate::interp) fn number(value: &Value, signed: bool) -> Option<BigInt> {
    match value {
        Value::Int(n) => Some(n.clone()),
        Value::Bv { value, width } if signed => Some(bitvectors::signed(value, *width)),
        Value::Bv { value, .. } => Some(value.clone().into()),
        _ => None,
    }
}

/// A floating-point number of a usual format, in as few digits as tell it from others.
fn decimal(value: &Value) -> Option<String> {
    match value {
        Value::Float { bits, exponent: 8, significand: 24 } => {
            Some(format!("{:?}", f32::from_bits(bits.try_into().ok()?)))
        }
        Value::Float { bits, exponent: 11, significand: 53 } => {
            Some(format!("{:?}", f64::from_bits(bits.try_into().ok()?)))
        }
        _ => None,
    }
}

fn value(eval: &mut Evaluator<'_>, args: &[AttributeValue], index: usize) -> Option<Value> {
    match args.get(index)? {
        AttributeValue::Expr(e) => eval.eval(*e).ok(),
        AttributeValue::Str(_) | AttributeValue::Text(_) => None,
    }
}

/// An argument that is an address or a size.
fn address(eval: &mut Evaluator<'_>, args: &[AttributeValue], index: usize) -> Option<BigInt> {
    number(&value(eval, args, index)?, false)
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

    /// The activations of another thread take the place of the present ones.
    pub fn exchange(&mut self, activations: &mut Vec<bool>) {
        std::mem::swap(&mut self.activations, activations);
    }

    /// Whether what happens now is shown.
    pub fn is_visible(&self) -> bool {
        self.activations.last().is_some_and(|&shown| shown)
    }

    /// How many activations are shown.
    pub fn active(&self) -> usize {
        self.activations.iter().filter(|&&shown| shown).count()
    }

    fn text(&self, program: &Program, name: &str, value: &Value, kind: Kind) -> Binding {
        let mut binding = binding(program, name, value);
        if let Some(number) = number(value, kind == Kind::Signed) {
            binding.text = if kind == Kind::Pointer { self.places.pointer(&number) } else { number.to_string() };
        } else if let Some(text) = decimal(value) {
            binding.text = text;
        }
        binding
    }

    /// A variable that is shown and has a value.
    pub fn variable(&self, program: &Program, eval: &Evaluator<'_>, var: VarId) -> Option<Binding> {
        let attrs = &program.vars[var].attrs;
        let shown = attributes_of(attrs, Attr::Shown).next()?;
        let value = eval.var(var).as_ref().ok()?;
        Some(self.text(program, text(&shown.args, 0)?, value, Kind::of(&shown.args)))
    }

    /// Writes to memory, the ends of blocks and conditions, before a command.
    pub fn before(&mut self, eval: &mut Evaluator<'_>, attrs: &[Attribute]) -> Vec<StepKind> {
        let mut steps = Vec::new();
        for attr in attrs {
            match attr.known() {
                Some(kind @ (Attr::Freed | Attr::Dead)) => {
                    let Some(address) = address(eval, &attr.args, 0) else { continue };
                    if kind == Attr::Freed {
                        steps.push(StepKind::Print { text: format!("free({})", self.places.pointer(&address)) });
                    }
                    self.places.end(&address, if kind == Attr::Freed { "freed" } else { "out of scope" });
                }
                Some(Attr::Cell) => {
                    let (address, new) = (address(eval, &attr.args, 0), value(eval, &attr.args, 1));
                    if let (Some(address), Some(new)) = (address, new) {
                        let Some(hint) = text(&attr.args, 2) else { continue };
                        let ambiguous = text(&attr.args, 3) == Some("part");
                        let Some(name) = self.places.cell(&address, hint, ambiguous) else { continue };
                        let change = self.text(eval.program, &name, &new, Kind::of(&attr.args[3..]));
                        steps.push(StepKind::Assign { changes: vec![change] });
                    }
                }
                Some(Attr::Condition) => {
                    if let (Some(condition), Some(Value::Bool(holds))) =
                        (text(&attr.args, 0), value(eval, &attr.args, 1))
                    {
                        let values = self.values(eval, attrs);
                        steps.push(StepKind::Condition { text: condition.to_string(), holds, values });
                    }
                }
                _ => {}
            }
        }
        steps
    }

    /// New blocks and inputs, after a command.
    pub fn after(&mut self, program: &Program, eval: &mut Evaluator<'_>, cmd: &Cmd) -> Option<Binding> {
        let mut made = None;
        for attr in attributes_of(&cmd.attrs, Attr::Block) {
            let (Some(name), Some(layout)) = (text(&attr.args, 0), text(&attr.args, 1)) else { continue };
            let (address, size) = (address(eval, &attr.args, 2), address(eval, &attr.args, 3));
            if let (Some(address), Some(size)) = (address, size) {
                self.places.block(name, layout, address.clone(), size);
                self.places.made(&address, cmd.span);
                made = value(eval, &attr.args, 2);
            }
        }
        let input = attributes_of(&cmd.attrs, Attr::Input).next()?;
        // What takes the address may be a command of its own.
        let given = match (made, &cmd.kind) {
            (Some(address), _) => address,
            (None, CmdKind::Assign(pairs)) => eval.var(pairs.first()?.0).as_ref().ok()?.clone(),
            (None, CmdKind::Havoc(vars)) => eval.var(*vars.first()?).as_ref().ok()?.clone(),
            _ => return None,
        };
        Some(self.text(program, text(&input.args, 0)?, &given, Kind::of(&input.args[1..])))
    }

    /// Where the first block of `{:blocks}` was made.
    pub fn made(&self, attrs: &[Attribute]) -> Option<Span> {
        attributes_of(attrs, Attr::Blocks).next().and_then(|_| self.places.first_left())
    }

    /// What is wrong with the address that `{:access}` is about.
    pub fn fault(&self, eval: &mut Evaluator<'_>, attrs: &[Attribute]) -> Option<(&'static str, &'static str)> {
        attributes_of(attrs, Attr::Access).next()?;
        self.places.fault(&told(eval, attrs)?)
    }

    /// The block that the address of an assertion belongs to.
    pub fn block(&self, eval: &mut Evaluator<'_>, attrs: &[Attribute]) -> Option<Block> {
        self.places.nearest(&told(eval, attrs)?)
    }

    /// `{:where}` and `{:blocks}` of an assertion or a condition; with an address whose access is out of bounds, what these are.
    pub fn values(&self, eval: &mut Evaluator<'_>, attrs: &[Attribute]) -> Vec<Binding> {
        let mut values = Vec::new();
        let mut is_accessed = attributes_of(attrs, Attr::Access).next().is_some();
        for attr in attrs {
            let Some(name) = text(&attr.args, 0) else { continue };
            match attr.known() {
                Some(Attr::Where) => {
                    let Some(now) = value(eval, &attr.args, 1) else { continue };
                    if value(eval, &attr.args, 2) == Some(Value::Bool(false)) {
                        continue;
                    }
                    let kind = Kind::of(&attr.args[2..]);
                    let mut told = self.text(eval.program, name, &now, kind);
                    if kind == Kind::Pointer
                        && std::mem::take(&mut is_accessed)
                        && let Some(bounds) = number(&now, false).and_then(|address| self.places.bounds(&address))
                    {
                        told.text = format!("{} ({bounds})", told.text);
                    }
                    values.push(told);
                }
                Some(Attr::Blocks) => {
                    let blocks = self.places.numbered();
                    let value = Value::Int(blocks.len().into());
                    values.push(Binding { name: name.to_string(), text: blocks.join(", "), value });
                }
                _ => {}
            }
        }
        values
    }
}

/// The first address that an assertion tells.
fn told(eval: &mut Evaluator<'_>, attrs: &[Attribute]) -> Option<BigInt> {
    let told = attributes_of(attrs, Attr::Where).find(|attr| Kind::of(&attr.args) == Kind::Pointer)?;
    address(eval, &told.args, 1)
}

/// A name and its value, as text and as such.
pub(super) fn binding(program: &Program, name: &str, value: &Value) -> Binding {
    Binding { name: name.to_string(), text: value_text(program, value), value: value.clone() }
}
