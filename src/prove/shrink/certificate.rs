//! Certificates: the number of points, and for each loop which iterations a point stands for, by name.
//!
//! ```text
//! points 1; induction L: i + 1; loop L, by i, offset 0; guarded no
//! ```

use super::obligations::{self, Plan};
use super::{Engine, MOST_POINTS, Shrink, Subject, is_nested};
use crate::base::ids::ExprId;
use crate::engine::Declined;
use crate::forms::inlined::Flat;
use crate::ir::Program;
use crate::prove::loops::emit::{Also, Select};
use crate::prove::loops::invariants;
use crate::prove::loops::named::{self, Parameter};
use crate::prove::loops::shape::{Loop, Shape};
use crate::prove::loops::steps::steps;
use crate::verdict::Certificate;

/// The parameters. A loop begins with the third.
const POINTS: &str = "points";
const GUARDED: &str = "guarded";
const LOOP: &str = "loop";
const BY: &str = "by";
const OFFSET: &str = "offset";
const NEXT: &str = "next";
const OPPOSITE: &str = "opposite";
const MIRROR: &str = "mirror";
const LANDMARK: &str = "landmark";

/// What stands for the number of the iteration; no variable is called so.
const COUNT: &str = "(count)";

pub fn certificate(flat: &Flat, shape: &Shape, plan: &Plan) -> Certificate {
    let loops = shape.loops.len();
    let guarded = if plan.guarded { "yes" } else { "no" };
    let mut parameters = vec![(POINTS.into(), plan.k.to_string()), (GUARDED.into(), guarded.into())];
    parameters.extend(named::inductions(flat, shape));
    parameters.extend(shape.loops.iter().zip(&plan.selects).flat_map(|(l, s)| selected(flat, l, s)));
    let kept: Vec<Vec<ExprId>> = shape.loops.iter().map(|l| l.invariants.clone()).collect();
    let held = "invariants";
    Certificate {
        engine: Shrink.name().into(),
        method: "loop shrinking".into(),
        found: format!(
            "{loops} {} to {} {}",
            if loops == 1 { "loop" } else { "loops" },
            plan.k,
            if plan.k == 1 { "iteration" } else { "iterations" }
        ),
        rests_on: Vec::new(),
        lemma: "An iteration that is inserted in front of a residual program makes no violation that a residual \
                program for as many points has not; so a violation of the program is one of the residual program from \
                the beginning, which has none."
            .into(),
        parameters,
        invariants: named::invariants(flat, shape, held),
        obligations: named::obligations([
            (held, invariants::annotated(flat, shape, &kept)),
            ("steps", steps(flat, shape).0),
            ("insertion", obligations::insertion(flat, shape, plan)),
            ("residual", obligations::residual(flat, shape, plan)),
        ]),
    }
}

/// Where invariants alone are enough.
pub fn without_points(flat: &Flat, shape: &Shape) -> Certificate {
    let enough = "enough";
    Certificate {
        engine: Shrink.name().into(),
        method: "loop shrinking".into(),
        found: "invariants alone".into(),
        rests_on: Vec::new(),
        lemma:
            "The invariants hold where control first reaches their loops, and after each iteration from states where \
                they hold; in such states, no assertion fails."
                .into(),
        parameters: vec![(POINTS.into(), "0".into())],
        invariants: named::invariants(flat, shape, enough),
        obligations: named::obligations([(enough, invariants::enough(flat, shape))]),
    }
}

/// The certificate that another one tells of.
pub fn rebuilt(subject: Subject, told: &Certificate) -> Result<Certificate, Declined> {
    again(subject, told).ok_or_else(|| Declined("the certificate is not one of this program".into()))
}

fn again(Subject { mut flat, mut shape, landmarks, mirrors }: Subject, told: &Certificate) -> Option<Certificate> {
    let guesses = invariants::guesses(&mut flat, &shape);
    named::keep_invariants(&flat, &mut shape, &guesses, &told.invariants)?;
    let (k, rest) = value(&told.parameters, POINTS)?;
    let k: usize = k.parse().ok()?;
    if k == 0 {
        return rest.is_empty().then(|| without_points(&flat, &shape));
    }
    let (guarded, rest) = value(rest, GUARDED)?;
    let mut rest = named::keep_inductions(&flat, &mut shape, rest)?;
    let mut selects = Vec::new();
    for (l, mirrors) in shape.loops.iter().zip(&mirrors) {
        let (label, own) = value(rest, LOOP)?;
        let end = own.iter().position(|(name, _)| name == LOOP).unwrap_or(own.len());
        let (own, others) = own.split_at(end);
        rest = others;
        let landmark = match value(own, LANDMARK) {
            Some((name, _)) => Some(named::variable(&flat.program, &landmarks, name)?),
            None => None,
        };
        if label != named::label(&flat, l) || landmark.is_some_and(|v| l.assigned.contains(&v)) {
            return None;
        }
        selects.push(Select { landmark, ..select(&flat.program, l, mirrors, own)? });
    }
    let is_special = selects.iter().any(|s| s.landmark.is_some() || s.also.is_some());
    let is_twice = selects.iter().any(|s| s.landmark.is_some() && s.also.is_some());
    let alone = !is_special || (k == 1 && !is_nested(&shape) && !is_twice);
    if !(1..=MOST_POINTS).contains(&k) || (k > 1 && is_nested(&shape)) || !alone || !rest.is_empty() {
        return None;
    }
    Some(certificate(&flat, &shape, &Plan { k, selects, guarded: guarded == "yes" }))
}

/// The value of a parameter, and what stands behind it.
fn value<'a>(parameters: &'a [Parameter], name: &str) -> Option<(&'a str, &'a [Parameter])> {
    let at = parameters.iter().position(|(n, _)| n == name)?;
    Some((&parameters[at].1, &parameters[at + 1..]))
}

/// Which iterations of a loop a point stands for.
fn selected(flat: &Flat, l: &Loop, s: &Select) -> Vec<Parameter> {
    let program = &flat.program;
    let by = s.induction.as_ref().map_or(COUNT.to_string(), |i| program.vars[i.var].name.to_string());
    let mut words = vec![(LOOP, named::label(flat, l)), (BY, by), (OFFSET, s.offset.to_string())];
    words.extend(s.also.map(|also| match also {
        Also::Next(by) => (NEXT, by.to_string()),
        Also::Opposite(sum) => (OPPOSITE, named::text(program, sum)),
    }));
    words.extend(s.mirror.map(|e| (MIRROR, named::text(program, e))));
    words.extend(s.landmark.map(|v| (LANDMARK, program.vars[v].name.to_string())));
    words.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
}

/// The same, of such words.
fn select(program: &Program, l: &Loop, mirrors: &[ExprId], words: &[Parameter]) -> Option<Select> {
    let word = |name: &str| value(words, name).map(|(value, _)| value);
    let induction = match word(BY)? {
        COUNT => None,
        name => Some(l.inductions.iter().find(|i| *program.vars[i.var].name == *name)?.clone()),
    };
    let mirror = match word(MIRROR) {
        Some(told) => Some(named::expression(program, mirrors, told)?),
        None => None,
    };
    let also = match (word(NEXT), word(OPPOSITE)) {
        (Some(by), None) => Some(Also::Next(by.parse().ok().filter(|&by| by != 0)?)),
        (None, Some(told)) => Some(Also::Opposite(named::expression(program, mirrors, told)?)),
        (None, None) => None,
        (Some(_), Some(_)) => return None,
    };
    Some(Select { mirror, also, offset: word(OFFSET)?.parse().ok()?, ..Select::by(induction, l.depth) })
}
