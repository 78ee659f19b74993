//! What a run passes that counts for coverage, and what it gets from outside: of each run that a [`Policy`] steers.
//!
//! [`Policy`]: super::machine::Policy

use std::collections::BTreeSet;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::eval::Evaluator;
use super::replay::shown::{Shown, number};
use crate::base::ids::{ProcId, VarId};
use crate::ir::cover::Goals;
use crate::ir::{Attr, Cmd, Program, Type, attributes_of, string_attribute};
use crate::verdict::execution::{Binding, Given};
use crate::verdict::{MapBase, Value};

/// Arguments of a program that are told, and characters of one.
const MOST_ARGUMENTS: usize = 1_000;
const LONGEST_ARGUMENT: u32 = 100_000;
/// Bytes that are read at once.
const LONGEST_READ: u32 = 1_000_000;

/// What models of the C library call with what the standard input gives: a byte or -1; where bytes are, and how many.
const BYTE: &str = "__rmt_input_byte";
const BYTES: &str = "__rmt_input_bytes";

/// What a run has passed so far.
pub struct Passed<'g> {
    goals: &'g Goals,
    /// By their numbers.
    pub reached: BTreeSet<usize>,
    pub outside: Outside,
    shown: Shown,
    /// The procedure that was entered last, until it has its parameters.
    entered: Option<ProcId>,
}

/// What a run gets from outside.
#[derive(Clone, Debug, Default)]
pub struct Outside {
    /// What functions gave that are not the program's, in order.
    pub inputs: Vec<Given>,
    /// The parameters of the first procedure that users know.
    pub parameters: Option<Vec<Binding>>,
    /// The arguments of the program, its name among them.
    pub arguments: Vec<Vec<u8>>,
    /// What the standard input gives until it ends.
    pub input: Vec<u8>,
    /// It has ended.
    is_ended: bool,
}

impl<'g> Passed<'g> {
    pub fn new(goals: &'g Goals, program: &Program, entry: ProcId) -> Passed<'g> {
        let mut shown = Shown::default();
        shown.enter(&program.procs[entry]);
        let (reached, outside) = Default::default();
        Passed { goals, reached, outside, shown, entered: Some(entry) }
    }

    /// A procedure is entered; its parameters have no values yet.
    pub fn call(&mut self, program: &Program, callee: ProcId) {
        self.shown.enter(&program.procs[callee]);
        self.entered = Some(callee);
    }

    pub fn leave(&mut self) {
        self.shown.leave();
    }

    /// Control reaches a block: what was entered has its parameters.
    pub fn arrive(&mut self, eval: &Evaluator<'_>) {
        let Some(proc) = self.entered.take() else { return };
        let ins = &eval.program.procs[proc].ins;
        let name = &*eval.program.procs[proc].name;
        if let BYTE | BYTES = name {
            let args: Vec<BigInt> = ins.iter().filter_map(|&var| number(eval.var(var).as_ref().ok()?, true)).collect();
            self.outside.read(eval, &args);
        }
        if self.outside.parameters.is_none() && self.shown.is_visible() {
            self.outside.parameters =
                Some(ins.iter().filter_map(|&var| self.shown.variable(eval.program, eval, var)).collect());
        }
    }

    /// A command was executed.
    pub fn command(&mut self, eval: &mut Evaluator<'_>, cmd: &Cmd) {
        let program = eval.program;
        if let Some(goal) = self.goals.number(program, cmd) {
            self.reached.insert(goal);
            return;
        }
        // What models of the C library ask for is nothing that a program is given.
        if let Some(value) = self.shown.after(program, eval, cmd)
            && self.shown.is_visible()
        {
            self.outside.inputs.push(Given { thread: 0, value });
        }
        if let Some(attr) = attributes_of(&cmd.attrs, Attr::Arguments).next() {
            let told: Vec<BigInt> = (0..3).filter_map(|i| number(&eval.eval(attr.expr(i)?).ok()?, false)).collect();
            if let [count, first, apart] = &told[..] {
                let count = count.to_usize().unwrap_or(usize::MAX).min(MOST_ARGUMENTS);
                self.outside.arguments = (0..count).map(|at| string(eval, &(first + apart * at))).collect();
            }
        }
    }
}

impl Outside {
    /// The standard input gives something.
    fn read(&mut self, eval: &Evaluator<'_>, args: &[BigInt]) {
        let bytes: Vec<BigInt> = match args {
            _ if self.is_ended => return,
            [byte] => vec![byte.clone()],
            [from, count] => {
                let count = count.to_u32().unwrap_or(0).min(LONGEST_READ);
                (0..count).map(|at| cell(eval, &(from + at)).unwrap_or_default()).collect()
            }
            _ => return,
        };
        self.is_ended = bytes.is_empty() || bytes == [BigInt::from(-1)];
        if !self.is_ended {
            self.input.extend(bytes.iter().map(byte));
        }
    }
}

fn byte(value: &BigInt) -> u8 {
    (value & BigInt::from(255)).to_u8().unwrap_or_default()
}

/// The string at an address.
fn string(eval: &Evaluator<'_>, first: &BigInt) -> Vec<u8> {
    let bytes = (0..LONGEST_ARGUMENT).map(|at| cell(eval, &(first + at)).unwrap_or_default());
    bytes.map(|value| byte(&value)).take_while(|&byte| byte != 0).collect()
}

/// What memory holds at an address; of what nobody looks at, nothing.
fn cell(eval: &Evaluator<'_>, at: &BigInt) -> Option<BigInt> {
    let program = eval.program;
    let is_memory = |var: &&VarId| string_attribute(&program.vars[**var].attrs, Attr::Heap) == Some("cells");
    program.globals.iter().filter(is_memory).find_map(|&var| {
        let (Ok(Value::Map(map)), Type::Map { .. }) = (eval.var(var), program.types.get(program.vars[var].ty)) else {
            return None;
        };
        let MapBase::Const(_) = map.base else { return None };
        let key = map.entries.keys().next().map(|key| like(&key[0], at))?;
        number(map.entries.get(&vec![key?])?, false)
    })
}

/// A number as an index of a map that has this one.
fn like(key: &Value, at: &BigInt) -> Option<Value> {
    match key {
        Value::Int(_) => Some(Value::Int(at.clone())),
        Value::Bv { width, .. } => Some(Value::Bv { value: at.to_biguint()?, width: *width }),
        _ => None,
    }
}
