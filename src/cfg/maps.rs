//! What a program does with maps: how many its state has, and whether it does more than to read and write them.

use crate::base::ids::{TypeId, VarId};
use crate::ir::roots::for_each_root;
use crate::ir::visit::Walker;
use crate::ir::{ExprKind, FunctionKind, Op, Program, Type};

/// Programs with that many maps spend most of the time on them.
const MANY: usize = 8;

/// The maps of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Maps {
    /// Globals that are maps.
    pub globals: usize,
    /// Whether all that is done with maps is to read and to write them: none is compared, none holds maps or is indexed by
    /// them.
    pub are_plain: bool,
}

impl Maps {
    /// Whether the state is mostly maps, as the memory of drivers.
    pub fn are_many(&self) -> bool {
        self.globals >= MANY
    }
}

/// Whether a variable is a map.
pub fn is_map(program: &Program, var: VarId) -> bool {
    program.types.is_map(program.vars[var].ty)
}

/// The maps of the program.
pub fn maps(program: &Program) -> Maps {
    let is_map = |ty: TypeId| program.types.is_map(ty);
    let is_nested = |ty: TypeId| match program.types.get(ty) {
        Type::Map { binders, args, result } => *binders > 0 || is_map(*result) || args.iter().any(|&arg| is_map(arg)),
        _ => false,
    };
    let globals = program.globals.iter().filter(|&&global| is_map(program.vars[global].ty)).count();
    let mut are_plain = !program.vars.iter().any(|var| is_nested(var.ty));
    let mut walker = Walker::default();
    for_each_root(program, |_, root| {
        walker.walk(&program.exprs, [root], &mut |_, kind| match kind {
            ExprKind::Op(Op::Eq | Op::Neq, sides) => are_plain &= !is_map(program.exprs.ty(sides[0])),
            // Defined functions are their bodies.
            ExprKind::Call { func, args, .. } if !matches!(program.funcs[*func].kind, FunctionKind::Defined { .. }) => {
                are_plain &= !args.iter().any(|&arg| is_map(program.exprs.ty(arg)));
            }
            _ => {}
        });
    });
    Maps { globals, are_plain }
}
