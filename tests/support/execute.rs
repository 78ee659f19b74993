//! Runs a deterministic program: of the targets of a jump, exactly one may begin with assumptions that hold.

use rmt::base::ids::{BlockId, ProcId, VarId};
use rmt::interp::{Evaluator, Interpretation, Limits, on_deep_stack};
use rmt::ir::{CmdKind, Program, Transfer};

/// Commands executed before giving up.
const LONGEST_RUN: u64 = 1_000_000;

/// How an execution ends.
#[derive(Debug, PartialEq, Eq)]
pub enum End {
    Returned,
    /// An assertion does not hold.
    Violated,
}

/// Executes the procedure; initial values are any. The error says where the program is not deterministic.
pub fn execute(program: &Program, entry: ProcId) -> Result<End, String> {
    on_deep_stack(|| {
        let mut run =
            Run { program, eval: Evaluator::new(program, Interpretation::default(), Limits::default()), steps: 0 };
        run.any(&program.globals)?;
        run.procedure(entry)
    })
}

struct Run<'p> {
    program: &'p Program,
    eval: Evaluator<'p>,
    steps: u64,
}

impl<'p> Run<'p> {
    fn any(&mut self, vars: &[VarId]) -> Result<(), String> {
        for &var in vars {
            let ty = self.program.vars[var].ty;
            let value = self.eval.domain.any(ty).ok_or("a type without a value")?;
            self.eval.set(var, Ok(value));
        }
        Ok(())
    }

    fn holds(&mut self, e: rmt::base::ids::ExprId) -> Result<bool, String> {
        self.eval.holds(e).map_err(|stuck| format!("{stuck:?}"))
    }

    fn procedure(&mut self, proc: ProcId) -> Result<End, String> {
        let program = self.program;
        let Some(body) = &program.procs[proc].body else { return Err("a call of something without a body".into()) };
        let mut block = body.entry;
        loop {
            for cmd in &body.blocks[block].cmds {
                self.steps += 1;
                if self.steps > LONGEST_RUN {
                    return Err("it runs too long".into());
                }
                match &cmd.kind {
                    CmdKind::Assign(pairs) => {
                        let values: Vec<_> = pairs.iter().map(|&(_, e)| self.eval.eval(e)).collect();
                        for (&(var, _), value) in pairs.iter().zip(values) {
                            self.eval.set(var, value);
                        }
                    }
                    CmdKind::Havoc(vars) => self.any(vars)?,
                    CmdKind::Assume(e) => {
                        if !self.holds(*e)? {
                            return Err(format!("an assumption is false in {}", program.procs[proc].name));
                        }
                    }
                    CmdKind::Assert(e, _) => {
                        if !self.holds(*e)? {
                            return Ok(End::Violated);
                        }
                    }
                    CmdKind::Call { callee, ins, outs, .. } => {
                        if self.call(*callee, ins, outs)? == End::Violated {
                            return Ok(End::Violated);
                        }
                    }
                }
            }
            match &body.blocks[block].transfer {
                Transfer::Goto(targets) => block = self.choose(body, targets)?,
                Transfer::Return => return Ok(End::Returned),
                Transfer::ReturnExpr(_) => return Err("a code expression".into()),
            }
        }
    }

    fn choose(&mut self, body: &rmt::ir::Body, targets: &[BlockId]) -> Result<BlockId, String> {
        let mut open = vec![];
        for &target in targets {
            let first = body.blocks[target].cmds.first();
            let blocked = match first.map(|cmd| &cmd.kind) {
                Some(CmdKind::Assume(e)) if targets.len() > 1 => !self.holds(*e)?,
                _ => false,
            };
            if !blocked {
                open.push(target);
            }
        }
        match open[..] {
            [only] => Ok(only),
            _ => Err(format!("{} ways to go on", open.len())),
        }
    }

    fn call(&mut self, callee: ProcId, ins: &[rmt::base::ids::ExprId], outs: &[VarId]) -> Result<End, String> {
        let proc = &self.program.procs[callee];
        let locals = proc.body.as_ref().map_or(&[][..], |b| &b.locals);
        let args: Vec<_> = ins.iter().map(|&e| self.eval.eval(e)).collect();
        let own: Vec<VarId> = proc.ins.iter().chain(&proc.outs).chain(locals).copied().collect();
        let saved: Vec<_> = own.iter().map(|&v| self.eval.var(v).clone()).collect();
        for (&v, slot) in proc.ins.iter().zip(args) {
            self.eval.set(v, slot);
        }
        let end = self.procedure(callee)?;
        let results: Vec<_> = proc.outs.iter().map(|&v| self.eval.var(v).clone()).collect();
        for (&v, slot) in own.iter().zip(saved) {
            self.eval.set(v, slot);
        }
        for (&v, slot) in outs.iter().zip(results) {
            self.eval.set(v, slot);
        }
        Ok(end)
    }
}
