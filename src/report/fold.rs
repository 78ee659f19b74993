//! Rounds of a loop that are alike stand once: the first one, how many follow, and the last one.
//!
//! ```text
//! m.c:5:15     for (…; i < n; …) is true, where i = 0, n = 9
//! m.c:6:5        a[0] = 1
//! m.c:5:22     i = 1
//!              … 7 rounds like this, where nondet() gives 1, 4, 4, 2, 0, 0, 7
//! m.c:5:15     for (…; i < n; …) is true, where i = 8, n = 9
//! ```
//!
//! Rounds are alike if they have the same steps at the same places, whatever the values. Loops within loops are folded
//! from the inside.

use std::collections::HashMap;

/// A line of the trace.
pub(super) struct Line {
    pub place: String,
    pub depth: u32,
    pub thread: Option<u32>,
    pub text: String,
    /// What it has in common with lines that differ in values alone.
    pub shape: String,
    /// Of an input: the function and the value.
    pub input: Option<(String, String)>,
}

impl Line {
    /// One that is no step.
    pub fn remark(text: String) -> Line {
        Line { place: String::new(), depth: 0, thread: None, shape: text.clone(), text, input: None }
    }
}

/// Rounds, lines that are left out, and lines of one round.
const FEWEST: usize = 3;
const WORTHWHILE: usize = 3;
const LONGEST: usize = 200;
/// Inputs of the rounds that are left out, as far as they are listed.
const INPUTS: usize = 12;

/// The lines, folded.
pub(super) fn folded(mut lines: Vec<Line>) -> Vec<Line> {
    loop {
        let before = lines.len();
        lines = folded_once(lines);
        if lines.len() == before {
            return lines;
        }
    }
}

fn folded_once(lines: Vec<Line>) -> Vec<Line> {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut keys = Vec::with_capacity(lines.len());
    for line in &lines {
        let next = numbers.len();
        keys.push(*numbers.entry(&line.shape).or_insert(next));
    }
    let mut out = Vec::new();
    let mut rest = lines.into_iter();
    let mut at = 0;
    while at < keys.len() {
        let Some((period, rounds)) = repetition(&keys[at..]) else {
            out.extend(rest.next());
            at += 1;
            continue;
        };
        at += period * rounds;
        let first: Vec<Line> = rest.by_ref().take(period).collect();
        let middle: Vec<Line> = rest.by_ref().take(period * (rounds - 2)).collect();
        let fold = left_out(&first, &middle, rounds - 2);
        out.extend(first);
        out.push(fold);
        out.extend(rest.by_ref().take(period));
    }
    out
}

/// The length and the number of the rounds that these begin with.
fn repetition(keys: &[usize]) -> Option<(usize, usize)> {
    (1..=LONGEST.min(keys.len() / FEWEST)).find_map(|period| {
        let alike = keys.iter().zip(&keys[period..]).take_while(|(a, b)| a == b).count();
        let rounds = alike / period + 1;
        (rounds >= FEWEST && (rounds - 2) * period >= WORTHWHILE).then_some((period, rounds))
    })
}

fn left_out(first: &[Line], middle: &[Line], rounds: usize) -> Line {
    let mut text = format!("… {rounds} {} like this", if rounds == 1 { "round" } else { "rounds" });
    for (at, line) in first.iter().enumerate() {
        if let Some((function, _)) = &line.input {
            let same = middle.iter().skip(at).step_by(first.len());
            let values: Vec<&str> = same.filter_map(|line| Some(&*line.input.as_ref()?.1)).collect();
            if values.len() <= INPUTS {
                text += &format!(", where {function}() gives {}", values.join(", "));
            }
        }
    }
    let (depth, thread) = (first[0].depth, first[0].thread);
    let shape = format!("… {} {depth}", first[0].shape);
    Line { place: String::new(), depth, thread, text, shape, input: None }
}
