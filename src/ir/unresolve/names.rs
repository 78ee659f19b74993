//! Names for a syntax tree: the program's own where they can be kept, with a suffix where two would clash.
//!
//! A local that hides a global is renamed only where the global is mentioned in the same scope, so that a
//! resolved source keeps its names: `x`, and for the second `x` of one scope `x#1`.

use crate::base::ids::{BlockId, FuncId, IdVec, ProcId, TypeConId, TypeParamId, VarId};
use crate::ir::{Block, FunctionKind, Name, Program, VarKind};

/// Identifiers that may not be used twice.
#[derive(Default)]
pub(super) struct Namespace(crate::ir::Names);

impl Namespace {
    /// A free name: `wanted`, or `wanted#n`.
    pub(super) fn claim(&mut self, wanted: &str) -> Name {
        self.0.fresh(&valid(wanted))
    }

    pub(super) fn release(&mut self, name: &Name) {
        self.0.release(name);
    }
}

/// The name with what no identifier may hold replaced by `_`.
fn valid(name: &str) -> Name {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "'~#$^_.?`\\".contains(c);
    if name.is_empty() {
        return "_".into();
    }
    let mut text: String = name.chars().map(|c| if allowed(c) { c } else { '_' }).collect();
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        text.insert(0, '_');
    }
    text.into()
}

/// The name of everything in the program, as far as it is settled by now.
pub(super) struct Names {
    pub(super) types: IdVec<TypeConId, Name>,
    pub(super) funcs: IdVec<FuncId, Name>,
    pub(super) procs: IdVec<ProcId, Name>,
    /// Constants and globals for good; all others while their scope is open.
    pub(super) vars: IdVec<VarId, Name>,
    pub(super) type_params: IdVec<TypeParamId, Name>,
    pub(super) type_space: Namespace,
    /// The variables of the open scope.
    scope: Namespace,
}

impl Names {
    pub(super) fn new(program: &Program) -> Names {
        let mut type_space = Namespace::default();
        let types = program.type_cons.iter().map(|c| type_space.claim(&c.name)).collect();
        // Functions and procedures share a namespace in Boogie.
        let mut callables = Namespace::default();
        let mut funcs: IdVec<FuncId, Name> = program
            .funcs
            .iter()
            .map(|f| if f.kind.has_own_name() { callables.claim(&f.name) } else { f.name.clone() })
            .collect();
        let procs = program.procs.iter().map(|p| callables.claim(&p.name)).collect();
        let mut globals = Namespace::default();
        let vars = program
            .vars
            .iter()
            .map(|v| match v.kind {
                VarKind::Const { .. } | VarKind::Global => globals.claim(&v.name),
                _ => valid(&v.name),
            })
            .collect();
        let type_params = program.type_params.iter().map(|p| valid(p)).collect();
        // Named after their constructor.
        for (id, func) in program.funcs.iter_enumerated() {
            match func.kind {
                FunctionKind::Selector { constructor, field } => {
                    let name = format!("{}#{}", field_name(program, constructor, field), funcs[constructor]);
                    funcs[id] = name.into();
                }
                FunctionKind::Tester { constructor } => funcs[id] = format!("is#{}", funcs[constructor]).into(),
                _ => {}
            }
        }
        Names { types, funcs, procs, vars, type_params, type_space, scope: Namespace::default() }
    }

    /// Opens the scope of a declaration that mentions these constants and globals.
    pub(super) fn open_scope(&mut self, mentioned: impl IntoIterator<Item = VarId>) {
        self.scope = Namespace::default();
        self.also_mentioned(mentioned);
    }

    /// More constants and globals that the open scope mentions.
    pub(super) fn also_mentioned(&mut self, vars: impl IntoIterator<Item = VarId>) {
        for v in vars {
            self.scope.0.take(self.vars[v].clone());
        }
    }

    /// Names a variable that the open scope declares.
    pub(super) fn declare(&mut self, program: &Program, var: VarId) -> Name {
        let name = self.scope.claim(&program.vars[var].name);
        self.vars[var] = name.clone();
        name
    }

    /// Names something that is no variable of the program.
    pub(super) fn fresh(&mut self, wanted: &str) -> Name {
        self.scope.claim(wanted)
    }

    pub(super) fn forget(&mut self, name: &Name) {
        self.scope.release(name);
    }

    pub(super) fn declare_type_param(&mut self, program: &Program, param: TypeParamId) -> Name {
        let name = self.type_space.claim(&program.type_params[param]);
        self.type_params[param] = name.clone();
        name
    }
}

/// The name of a constructor's field; different from the constructor's others.
pub(super) fn field_name(program: &Program, constructor: FuncId, field: usize) -> Name {
    let params = &program.funcs[constructor].params;
    let mut space = Namespace::default();
    let mut names = params.iter().map(|&v| space.claim(&program.vars[v].name));
    names.nth(field).unwrap_or_else(|| panic!("internal: {constructor:?} has no field {field}"))
}

/// The labels of a body's blocks.
pub(super) fn labels(blocks: &IdVec<BlockId, Block>) -> IdVec<BlockId, Name> {
    let mut space = Namespace::default();
    blocks.iter().map(|b| space.claim(&b.name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clashes_get_a_suffix_and_strange_names_become_identifiers() {
        let mut space = Namespace::default();
        let claimed: Vec<String> =
            ["x", "x", "x#1", "a b", "3d", "", "#"].iter().map(|n| space.claim(n).to_string()).collect();
        assert_eq!(claimed, ["x", "x#1", "x#2", "a_b", "_3d", "_", "#"]);
        space.release(&"x#1".into());
        assert_eq!(&*space.claim("x"), "x#1");
    }
}
