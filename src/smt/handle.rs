//! What names a thing of a session: terms, sorts and functions. They are as small as pointers and live as long as their
//! session; in debug builds they know whose they are, and a session refuses those of another one.

use z3_sys::{Z3_ast, Z3_context, Z3_func_decl, Z3_sort};

/// Of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Term(Owned<Z3_ast>);

/// The sort of terms, of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sort(Owned<Z3_sort>);

/// A function symbol, of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Func(Owned<Z3_func_decl>);

/// A handle and, in debug builds, the context that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Owned<T> {
    handle: T,
    #[cfg(debug_assertions)]
    owner: Z3_context,
}

impl<T> Owned<T> {
    #[cfg_attr(not(debug_assertions), allow(unused_variables))]
    fn new(owner: Z3_context, handle: T) -> Owned<T> {
        Owned {
            handle,
            #[cfg(debug_assertions)]
            owner,
        }
    }

    #[cfg_attr(not(debug_assertions), allow(unused_variables))]
    fn of(self, owner: Z3_context) -> T {
        #[cfg(debug_assertions)]
        assert!(self.owner == owner, "internal: a session gets what belongs to another one");
        self.handle
    }
}

macro_rules! handles { ($($name:ident: $z3:ty;)*) => { $(
    impl $name {
        pub(super) fn new(ctx: Z3_context, handle: $z3) -> $name {
            $name(Owned::new(ctx, handle))
        }

        /// The handle, for the context that it belongs to.
        pub(super) fn of(self, ctx: Z3_context) -> $z3 {
            self.0.of(ctx)
        }
    }
)* }; }

handles! {
    Term: Z3_ast;
    Sort: Z3_sort;
    Func: Z3_func_decl;
}

#[cfg(test)]
mod tests {
    use crate::base::budget::Budget;
    use crate::smt::{Session, Settings};

    #[cfg(debug_assertions)]
    #[test]
    #[should_panic(expected = "what belongs to another one")]
    fn terms_stay_with_their_session() {
        let budget = Budget::unlimited();
        let (one, other) = (Session::new(&Settings::default(), &budget), Session::new(&Settings::default(), &budget));
        one.not(other.bool(true));
    }
}
