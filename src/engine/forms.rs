//! What engines make of a question's program before they begin, kept for the next one that asks.

use std::any::{Any, TypeId};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::Question;
use crate::base::ids::ProcId;
use crate::ir::Program;

type ByType = FxHashMap<TypeId, Arc<dyn Any + Send + Sync>>;

/// What was made of one program with one entry, by type.
#[derive(Default)]
pub struct Made(Mutex<ByType>);

/// Forms of one program with one entry, by type: each is made when it is first asked for.
pub struct Forms<'a> {
    program: &'a Program,
    entry: ProcId,
    made: Shelf<'a>,
}

enum Shelf<'a> {
    Own(Made),
    Shared(&'a Made),
}

impl<'a> Forms<'a> {
    /// None is made yet.
    pub fn of(program: &'a Program, entry: ProcId) -> Forms<'a> {
        Forms { program, entry, made: Shelf::Own(Made::default()) }
    }

    /// Those that were made of the same program, and will be.
    pub fn kept(program: &'a Program, entry: ProcId, made: &'a Made) -> Forms<'a> {
        Forms { program, entry, made: Shelf::Shared(made) }
    }

    /// The form of that type. The forms of another program are no use: then it is made for this one alone.
    pub fn get<T: Any + Send + Sync>(&self, question: &Question, make: impl FnOnce() -> T) -> Arc<T> {
        if !std::ptr::eq(self.program, question.program) || self.entry != question.entry {
            return Arc::new(make());
        }
        let known = self.made().get(&TypeId::of::<T>()).cloned();
        // Others may ask meanwhile; who is late takes what is there.
        let form = known.unwrap_or_else(|| {
            let form: Arc<dyn Any + Send + Sync> = Arc::new(make());
            self.made().entry(TypeId::of::<T>()).or_insert(form).clone()
        });
        form.downcast().unwrap_or_else(|_| panic!("internal: a form is kept under its own type"))
    }

    fn made(&self) -> std::sync::MutexGuard<'_, ByType> {
        let Made(made) = match &self.made {
            Shelf::Own(made) => made,
            Shelf::Shared(made) => made,
        };
        made.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
