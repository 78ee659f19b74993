//! How a program is compiled.

use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

use super::super::range::Range;
use super::code::{Assigned, Binary, Block, Code, Compiled, Image, Instruction, Kind, Lambda, MapCode, Opened, Place};
use super::floats::Width;
use crate::base::ids::{ExprId, FuncId, Id, IdVec, ProcId, TypeId, VarId};
use crate::interp::draws::{Draws, Limited};
use crate::ir::visit::walk;
use crate::ir::{
    Attr, Builtin, Cmd, CmdKind, ExprKind, FunctionKind, Op, Program, Transfer, Type, TypeTable, has_attribute,
    string_attribute,
};

/// More functions within each other are not expanded.
const DEEP: usize = 40;
/// What is shared is compiled wherever it is. Beyond so many expressions, nothing is.
const MOST_COMPILED: usize = 4_000_000;

impl Image {
    pub fn new(program: &Program, entry: ProcId) -> Image {
        let mut compiler = Compiler::new(program);
        let draws = Draws::new(program, entry, &[]);
        let procs = program.procs.iter_enumerated().map(|(proc, _)| compiler.procedure(proc, proc == entry, &draws));
        let procs: Vec<Option<Compiled>> = procs.collect();
        let ins = &program.procs[entry].ins;
        let given = program.consts.iter().chain(&program.globals).chain(ins);
        let given = given.map(|&var| compiler.opened(var, range_of(draws.given.get(&var)))).collect();
        let is_memory = |var: &&VarId| string_attribute(&program.vars[**var].attrs, Attr::Heap) == Some("cells");
        let memory = program.globals.iter().filter(is_memory).filter_map(|&var| match compiler.place(var) {
            Place::Map(slot) => Some(slot),
            _ => None,
        });
        let memory = memory.collect();
        let (mut axioms, mut known) = (Vec::new(), Vec::new());
        for axiom in program.axioms.iter() {
            match compiler.constant(axiom.expr) {
                Some(constant) => known.push(constant),
                None => axioms.push(compiler.code(axiom.expr)),
            }
        }
        Image {
            procs: procs.into_iter().collect(),
            given,
            ints: compiler.ints,
            maps: compiler.maps,
            memory,
            axioms,
            known,
        }
    }
}

fn range_of(limited: Option<&Limited>) -> Range {
    let end = |n: Option<&BigInt>, none: i128| n.and_then(ToPrimitive::to_i128).unwrap_or(none);
    let (least, most) = limited.map_or((None, None), |limited| limited.ends());
    Range { least: end(least, i128::MIN), most: end(most, i128::MAX) }
}

pub(super) struct Compiler<'p> {
    pub(super) program: &'p Program,
    places: Vec<Place>,
    /// Parameters of functions that are expanded, which are a number where they are.
    numbers: FxHashMap<VarId, i128>,
    ints: usize,
    maps: usize,
    blocks: usize,
    /// Functions that are expanded, one within the other.
    expanded: Vec<FuncId>,
    /// Expressions so far.
    compiled: usize,
}

impl<'p> Compiler<'p> {
    fn new(program: &'p Program) -> Compiler<'p> {
        let (mut ints, mut maps) = (0, 0);
        let next = |count: &mut usize| {
            *count += 1;
            *count - 1
        };
        let places = program.vars.iter().map(|var| match var.ty {
            _ if kind_of(program, var.ty).is_some() => Place::Int(next(&mut ints)),
            _ if is_map(program, var.ty) => Place::Map(next(&mut maps)),
            _ => Place::None,
        });
        let places = places.collect();
        let (numbers, expanded) = (FxHashMap::default(), Vec::new());
        Compiler { program, places, numbers, ints, maps, blocks: 0, expanded, compiled: 0 }
    }

    fn place(&self, var: VarId) -> Place {
        self.places[var.index()]
    }

    fn opened(&self, var: VarId, range: Range) -> Opened {
        let ty = match self.program.types.get(self.program.vars[var].ty) {
            Type::Map { result, .. } => *result,
            _ => self.program.vars[var].ty,
        };
        Opened { place: self.place(var), kind: kind_of(self.program, ty).unwrap_or(Kind::Int), range }
    }

    /// `constant == e`
    fn constant(&mut self, axiom: ExprId) -> Option<(usize, Code)> {
        let ExprKind::Op(Op::Eq, args) = self.program.exprs.kind(axiom) else { return None };
        let ExprKind::Var(var) = *self.program.exprs.kind(args[0]) else { return None };
        let at = self.program.consts.iter().position(|&other| other == var)?;
        matches!(self.place(var), Place::Int(_)).then(|| (at, self.code(args[1])))
    }

    fn procedure(&mut self, proc: ProcId, is_entry: bool, draws: &Draws) -> Option<Compiled> {
        let procedure = &self.program.procs[proc];
        let body = procedure.body.as_ref()?;
        let mut blocks = IdVec::default();
        for (id, block) in body.blocks.iter_enumerated() {
            let range = |var: VarId| range_of(draws.ranges.get(&(proc, id, var)));
            let code: Vec<Instruction> = block.cmds.iter().map(|cmd| self.instruction(cmd, range)).collect();
            let next = match &block.transfer {
                Transfer::Goto(targets) => Some(targets.clone()),
                Transfer::Return | Transfer::ReturnExpr(_) => None,
            };
            let assumed = code.iter().take_while(|i| matches!(i, Instruction::Assume(_))).count();
            blocks.push(Block { code, next, assumed, number: self.blocks });
            self.blocks += 1;
        }
        let range = |var: VarId| match is_entry {
            true => range_of(draws.ranges.get(&(proc, body.entry, var))),
            false => Range::ALL,
        };
        let own = || procedure.outs.iter().chain(&body.locals);
        let mut known = Vec::new();
        for (&var, &e) in draws.known.iter().filter(|_| is_entry) {
            if let (Place::Int(_), Some(at)) = (self.place(var), own().position(|&other| other == var)) {
                known.push((at, self.code(e)));
            }
        }
        let own = own().map(|&var| self.opened(var, range(var))).collect();
        let places = |vars: &[VarId]| vars.iter().map(|&var| self.place(var)).collect();
        Some(Compiled {
            entry: body.entry,
            blocks,
            ins: places(&procedure.ins),
            outs: places(&procedure.outs),
            own,
            known,
        })
    }

    /// `range`: what is assumed of a variable that gets any value.
    fn instruction(&mut self, cmd: &Cmd, range: impl Fn(VarId) -> Range) -> Instruction {
        match &cmd.kind {
            CmdKind::Assume(e) => Instruction::Assume(self.code(*e)),
            CmdKind::Assert(e, _) => Instruction::Assert(self.code(*e)),
            CmdKind::Assign(pairs) => match pairs[..] {
                [(var, e)] => Instruction::Set(self.place(var), self.assigned(e)),
                _ => Instruction::SetAll(pairs.iter().map(|&(var, e)| (self.place(var), self.assigned(e))).collect()),
            },
            CmdKind::Havoc(vars) => Instruction::Havoc(vars.iter().map(|&var| self.opened(var, range(var))).collect()),
            CmdKind::Call { .. } if has_attribute(&cmd.attrs, Attr::Async) => Instruction::Unknown,
            CmdKind::Call { callee, ins, outs, .. } => Instruction::Call {
                callee: *callee,
                args: ins.iter().map(|&e| self.assigned(e)).collect(),
                outs: outs.iter().map(|&var| self.place(var)).collect(),
            },
        }
    }

    fn assigned(&mut self, e: ExprId) -> Assigned {
        match self.program.exprs.ty(e) {
            ty if kind_of(self.program, ty).is_some() => Assigned::Int(self.code(e)),
            ty if is_map(self.program, ty) => Assigned::Map(self.map(e)),
            _ => Assigned::None,
        }
    }

    pub(super) fn code(&mut self, e: ExprId) -> Code {
        let program = self.program;
        self.compiled += 1;
        if self.compiled > MOST_COMPILED {
            return Code::Unknown;
        }
        match program.exprs.kind(e) {
            ExprKind::Bool(b) => Code::Const(i128::from(*b)),
            ExprKind::Int(n) => n.to_i128().map_or(Code::Unknown, Code::Const),
            ExprKind::Float(bits) => bits.to_i128().map_or(Code::Unknown, Code::Const),
            ExprKind::Var(var) => match (self.numbers.get(var), self.place(*var)) {
                (Some(&n), _) => Code::Const(n),
                (None, Place::Int(slot)) => Code::Var(slot),
                (None, _) => Code::Unknown,
            },
            ExprKind::Op(op, args) => self.op(*op, args),
            ExprKind::Call { func, types, args } if types.is_empty() => match &program.funcs[*func].kind {
                FunctionKind::Defined { body, .. } if self.is_to_expand(*func) => self.body_of(*func, args, *body),
                FunctionKind::Builtin(builtin) => self.builtin(e, builtin, args),
                _ => Code::Unknown,
            },
            _ => Code::Unknown,
        }
    }

    /// Not within itself.
    fn is_to_expand(&self, func: FuncId) -> bool {
        self.expanded.len() < DEEP && !self.expanded.contains(&func)
    }

    /// The body of a function with arguments for its parameters: where one is a variable or a number, it stands for the parameter.
    fn body_of(&mut self, func: FuncId, args: &'p [ExprId], body: ExprId) -> Code {
        let params = &self.program.funcs[func].params;
        let args: Vec<Assigned> = args.iter().map(|&arg| self.assigned(arg)).collect();
        let own: Vec<Place> = params.iter().map(|&param| self.place(param)).collect();
        let mut bound = Vec::new();
        for ((&param, &place), arg) in params.iter().zip(&own).zip(args) {
            match arg {
                Assigned::Int(Code::Const(n)) => drop(self.numbers.insert(param, n)),
                Assigned::Int(Code::Var(slot)) => self.places[param.index()] = Place::Int(slot),
                Assigned::Map(MapCode::Var(slot)) => self.places[param.index()] = Place::Map(slot),
                arg => bound.push((place, arg)),
            }
        }
        self.expanded.push(func);
        let body = self.code(body);
        self.expanded.pop();
        for (&param, place) in params.iter().zip(own) {
            self.numbers.remove(&param);
            self.places[param.index()] = place;
        }
        // No argument mentions a parameter of the function.
        let within = |body, pair| Code::Let(Box::new((pair, body)));
        if let Code::Const(_) = body { body } else { bound.into_iter().rev().fold(body, within) }
    }

    pub(super) fn op(&mut self, op: Op, args: &'p [ExprId]) -> Code {
        let program = self.program;
        let kind = |&e: &ExprId| kind_of(program, program.exprs.ty(e));
        if op == Op::Select {
            let [map, index] = args else { return Code::Unknown };
            return Code::Select(self.map(*map), Box::new(self.code(*index)));
        }
        if !args.iter().all(|arg| kind(arg).is_some()) {
            return Code::Unknown;
        }
        if let Some(Kind::Float(width)) = args.last().and_then(kind)
            && let Some(code) = self.float_op(op, width, args)
        {
            return code;
        }
        let binary = match op {
            Op::And => return Code::And(args.iter().map(|&arg| self.code(arg)).collect()),
            Op::Or => return Code::Or(args.iter().map(|&arg| self.code(arg)).collect()),
            Op::Not => return Code::Not(Box::new(self.code(args[0]))),
            Op::Neg => {
                return match self.code(args[0]) {
                    Code::Const(n) => n.checked_neg().map_or(Code::Unknown, Code::Const),
                    code => Code::Neg(Box::new(code)),
                };
            }
            Op::Implies => return Code::Implies(Box::new([self.code(args[0]), self.code(args[1])])),
            Op::Ite => {
                return Code::Ite(Box::new([self.code(args[0]), self.code(args[1]), self.code(args[2])]));
            }
            Op::Add => Binary::Add,
            Op::Sub => Binary::Sub,
            Op::Mul => Binary::Mul,
            Op::Div => Binary::Div,
            Op::Mod => Binary::Mod,
            Op::Eq | Op::Iff => Binary::Eq,
            Op::Neq => Binary::Neq,
            Op::Lt => Binary::Lt,
            Op::Le => Binary::Le,
            Op::Gt => Binary::Gt,
            Op::Ge => Binary::Ge,
            _ => return Code::Unknown,
        };
        Code::Binary(binary, Box::new([self.code(args[0]), self.code(args[1])]))
    }

    fn map(&mut self, e: ExprId) -> MapCode {
        let program = self.program;
        self.compiled += 1;
        if self.compiled > MOST_COMPILED {
            return MapCode::Unknown;
        }
        match program.exprs.kind(e) {
            ExprKind::Var(var) => match self.place(*var) {
                Place::Map(slot) => MapCode::Var(slot),
                _ => MapCode::Unknown,
            },
            ExprKind::Op(Op::Store, args) => match args[..] {
                [map, index, value] => MapCode::Store(Box::new((self.map(map), self.code(index), self.code(value)))),
                _ => MapCode::Unknown,
            },
            ExprKind::Call { func, args, .. } => match &program.funcs[*func].kind {
                FunctionKind::Builtin(Builtin::MapConst) => MapCode::Same(Box::new(self.code(args[0]))),
                _ => MapCode::Unknown,
            },
            ExprKind::Lambda { type_params, vars, body }
                if type_params.is_empty() && is_map(program, program.exprs.ty(e)) =>
            {
                let Place::Int(var) = self.place(vars[0]) else { return MapCode::Unknown };
                let (mut ints, mut maps) = (Vec::new(), Vec::new());
                walk(&program.exprs, [*body], |_, kind| {
                    if let ExprKind::Var(other) = *kind {
                        match self.place(other) {
                            Place::Int(slot) if slot != var => ints.push(slot),
                            Place::Map(slot) => maps.push(slot),
                            _ => {}
                        }
                    }
                });
                for slots in [&mut ints, &mut maps] {
                    slots.sort_unstable();
                    slots.dedup();
                }
                MapCode::Lambda(Rc::new(Lambda { var, body: self.code(*body), ints, maps }))
            }
            _ => MapCode::Unknown,
        }
    }
}

/// What the numbers of a type stand for; `None`: it is none that is followed.
pub(super) fn kind_of(program: &Program, ty: TypeId) -> Option<Kind> {
    match *program.types.get(ty) {
        Type::Int => Some(Kind::Int),
        Type::Bool => Some(Kind::Truth),
        Type::Float { exponent, significand } => Width::of(exponent, significand).map(Kind::Float),
        _ => None,
    }
}

/// Maps from integers to numbers are followed.
fn is_map(program: &Program, ty: TypeId) -> bool {
    matches!(program.types.get(ty), Type::Map { binders: 0, args, result }
        if args[..] == [TypeTable::INT] && kind_of(program, *result).is_some())
}
