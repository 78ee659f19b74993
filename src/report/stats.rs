//! The table of `--stats`.

use std::fmt::Write;

use super::{Report, text};
use crate::base::stats::Stats;
use crate::verdict::{BOUNDED, Bound, Status};

/// Phases with their times, then the counts; a row a line. At last the names of tracked globals.
pub fn table(stats: &Stats) -> String {
    let mut rows: Vec<(String, String)> = Vec::new();
    let mut total = 0.0;
    for (phase, spent) in &stats.phases {
        let seconds = spent.as_secs_f64();
        total += seconds;
        rows.push((format!("time: {phase}"), format!("{seconds:.3} s")));
    }
    rows.push(("time: all phases".into(), format!("{total:.3} s")));
    rows.push(("inlined procedures".into(), stats.inlined.to_string()));
    rows.push(("open call sites".into(), stats.open_calls.to_string()));
    rows.push(("solver checks".into(), stats.queries.to_string()));
    rows.push(("solver resource units".into(), stats.rlimit.to_string()));
    if let Some(tracked) = &stats.tracked {
        rows.push(("abstract searches".into(), tracked.searches.to_string()));
        rows.push(("checks of paths".into(), tracked.checks.to_string()));
        rows.push(("tracked globals".into(), format!("{} of {}", tracked.names.len(), tracked.all)));
    }
    if let Some(bound) = stats.bound {
        rows.push(("bound reached".into(), bound.to_string()));
    }
    if stats.peak_memory > 0 {
        rows.push(("peak memory".into(), format!("{:.1} MB", stats.peak_memory as f64 / 1e6)));
    }
    let names = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let values = rows.iter().map(|(_, value)| value.len()).max().unwrap_or(0);
    let mut out = rows.iter().fold(String::new(), |mut out, (name, value)| {
        let _ = writeln!(out, "{name:names$}  {value:>values$}");
        out
    });
    if let Some(tracked) = stats.tracked.as_ref().filter(|t| !t.names.is_empty()) {
        let _ = writeln!(out, "tracked: {}", tracked.names.join(", "));
    }
    // Bounded search alone is what the rows above are about.
    for run in stats.engines.iter().filter(|run| stats.engines.len() > 1 || run.engine != BOUNDED) {
        let reading = if run.reading.is_empty() { String::new() } else { format!(" ({})", run.reading) };
        let (seconds, units) = (run.spent.as_secs_f64(), run.units);
        let _ = writeln!(out, "{}{reading}: {} ({seconds:.3} s, {units} units)", run.engine, run.outcome);
        for note in &run.notes {
            let _ = writeln!(out, "  {note}");
        }
    }
    out
}

/// A line for each check, with what is known of it.
pub fn checks(report: &Report) -> String {
    report.checks.iter().fold(String::new(), |mut out, check| {
        let status = match &check.status {
            Status::Proved(engine) => format!("proved by {engine}"),
            Status::Violated => "violated".to_string(),
            Status::UpTo(Bound(bound)) => format!("not violated up to bound {bound}"),
            Status::Open => "open".to_string(),
        };
        let _ = writeln!(out, "check {}: {status}", text::check_text(check, report.sources));
        out
    })
}

/// The table of `--quantifier-stats`: how often each quantifier was instantiated, the most frequent first.
pub fn instances(stats: &Stats) -> String {
    let mut rows: Vec<(&String, u64)> = stats.instances.iter().map(|(name, &count)| (name, count)).collect();
    rows.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    rows.iter().fold("instances  quantifier\n".into(), |mut out, (name, count)| {
        let _ = writeln!(out, "{count:>9}  {name}");
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::stats::TrackedGlobals;
    use std::time::Duration;

    #[test]
    fn rows_are_aligned() {
        let stats = Stats {
            phases: vec![("resolve", Duration::from_millis(12)), ("search", Duration::from_millis(1500))],
            inlined: 3,
            queries: 4,
            rlimit: 123_456,
            open_calls: 0,
            bound: Some(2),
            peak_memory: 45_600_000,
            tracked: Some(TrackedGlobals { names: vec!["g".into(), "h".into()], all: 7, searches: 3, checks: 5 }),
            ..Stats::default()
        };
        let expected = "\
time: resolve          0.012 s
time: search           1.500 s
time: all phases       1.512 s
inlined procedures           3
open call sites              0
solver checks                4
solver resource units   123456
abstract searches            3
checks of paths              5
tracked globals         2 of 7
bound reached                2
peak memory            45.6 MB
tracked: g, h
";
        assert_eq!(table(&stats), expected);
    }
}
