//! Modular verification with the defaults of the command and no limits.

use rmt::internal::infer::{self, Examined, modular};
use rmt::internal::ir::Program;

pub fn verified(program: &Program) -> Vec<Examined> {
    let modular = modular::Config::default();
    infer::verify(&infer::Task {
        program,
        procs: &modular::to_verify(program, &modular),
        modular,
        config: infer::Config::default(),
        smoke: false,
        jobs: 1,
        within: &infer::unlimited,
        done: &|_, _| {},
    })
}
