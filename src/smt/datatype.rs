//! Algebraic datatypes, possibly mutually recursive.

use z3_sys::*;

use super::handle::{Func, Sort};
use super::session::Session;

/// One constructor: its name and its fields.
pub struct ConstructorDecl {
    pub name: String,
    pub tester: String,
    pub fields: Vec<(String, FieldSort)>,
}

/// The sort of a field: known, or the `n`-th datatype of the group that is being declared.
#[derive(Clone, Copy)]
pub enum FieldSort {
    Known(Sort),
    Group(usize),
}

/// The functions of one constructor.
pub struct ConstructorFuncs {
    pub constructor: Func,
    pub tester: Func,
    pub selectors: Vec<Func>,
}

impl Session {
    /// Declares a group of datatypes at once. Returns the sort and the constructors' functions of each.
    pub fn datatypes(&self, group: &[(String, Vec<ConstructorDecl>)]) -> Vec<(Sort, Vec<ConstructorFuncs>)> {
        const NONE: &str = "internal: Z3 refused a datatype";
        // SAFETY: every handle belongs to this context; constructors and lists are deleted after use.
        unsafe {
            let names: Vec<Z3_symbol> = group.iter().map(|(name, _)| self.symbol(name)).collect();
            let mut constructors = Vec::new();
            let mut lists = Vec::new();
            for (_, decls) in group {
                let mut handles: Vec<Z3_constructor> = decls.iter().map(|d| self.constructor(d)).collect();
                let list = Z3_mk_constructor_list(self.ctx, handles.len() as u32, handles.as_mut_ptr()).expect(NONE);
                lists.push(list);
                constructors.push(handles);
            }
            // Filled by the call; any sort will do before.
            let mut sorts: Vec<Z3_sort> = vec![self.bool_sort().of(self.ctx); group.len()];
            Z3_mk_datatypes(self.ctx, group.len() as u32, names.as_ptr(), sorts.as_mut_ptr(), lists.as_mut_ptr());
            self.note_error();
            let mut result = Vec::new();
            for ((sort, handles), (_, decls)) in sorts.iter().zip(&constructors).zip(group) {
                let funcs = handles
                    .iter()
                    .zip(decls)
                    .map(|(&handle, decl)| {
                        let any =
                            Z3_mk_func_decl(self.ctx, self.symbol("any"), 0, std::ptr::null(), *sort).expect(NONE);
                        let (mut constructor, mut tester) = (any, any);
                        let mut selectors = vec![any; decl.fields.len()];
                        Z3_query_constructor(
                            self.ctx,
                            handle,
                            decl.fields.len() as u32,
                            &mut constructor,
                            &mut tester,
                            selectors.as_mut_ptr(),
                        );
                        Z3_del_constructor(self.ctx, handle);
                        ConstructorFuncs {
                            constructor: Func::new(self.ctx, constructor),
                            tester: Func::new(self.ctx, tester),
                            selectors: selectors.into_iter().map(|selector| Func::new(self.ctx, selector)).collect(),
                        }
                    })
                    .collect();
                result.push((Sort::new(self.ctx, *sort), funcs));
            }
            for list in lists {
                Z3_del_constructor_list(self.ctx, list);
            }
            result
        }
    }

    fn constructor(&self, decl: &ConstructorDecl) -> Z3_constructor {
        let names: Vec<Z3_symbol> = decl.fields.iter().map(|(name, _)| self.symbol(name)).collect();
        let sorts: Vec<Option<Z3_sort>> = decl
            .fields
            .iter()
            .map(|(_, sort)| match sort {
                FieldSort::Known(sort) => Some(sort.of(self.ctx)),
                FieldSort::Group(_) => None,
            })
            .collect();
        let mut refs: Vec<u32> = decl
            .fields
            .iter()
            .map(|(_, sort)| match sort {
                FieldSort::Known(_) => 0,
                FieldSort::Group(n) => *n as u32,
            })
            .collect();
        // SAFETY: all arrays have one element a field and outlive the call.
        unsafe {
            Z3_mk_constructor(
                self.ctx,
                self.symbol(&decl.name),
                self.symbol(&decl.tester),
                names.len() as u32,
                names.as_ptr(),
                sorts.as_ptr(),
                refs.as_mut_ptr(),
            )
        }
        .expect("internal: Z3 refused a constructor")
    }
}
