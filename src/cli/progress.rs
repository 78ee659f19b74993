//! The progress line: bound, open call sites, queries. Only on a terminal; it vanishes at the end.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::reach::Progress;

/// Quick checks show nothing.
const FIRST_SHOWN_AFTER: Duration = Duration::from_millis(300);

/// How many things are done of those that there are.
pub struct CountLine {
    things: &'static str,
    bar: Option<ProgressBar>,
    all: usize,
    started: std::time::Instant,
    enabled: bool,
}

impl CountLine {
    pub fn new(all: usize, things: &'static str) -> CountLine {
        let enabled = std::io::stderr().is_terminal();
        CountLine { things, bar: None, all, started: std::time::Instant::now(), enabled }
    }

    pub fn show(&mut self, file: &str, done: usize) {
        if !self.enabled || self.started.elapsed() < FIRST_SHOWN_AFTER {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::new(self.all as u64);
            if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} ({elapsed})") {
                bar.set_style(style);
            }
            bar.set_message(format!("{} of {file}", self.things));
            bar
        });
        bar.set_position(done as u64);
    }

    pub fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

pub struct ProgressLine {
    bar: Option<ProgressBar>,
    started: std::time::Instant,
    enabled: bool,
}

impl ProgressLine {
    pub fn new(enabled: bool) -> ProgressLine {
        let enabled = enabled && std::io::stderr().is_terminal();
        ProgressLine { bar: None, started: std::time::Instant::now(), enabled }
    }

    pub fn show(&mut self, file: &str, now: Progress) {
        if !self.enabled || self.started.elapsed() < FIRST_SHOWN_AFTER {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} ({elapsed})") {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(120));
            bar
        });
        bar.set_message(format!(
            "{file}: bound {}, {} inlined, {} open calls, {} queries",
            now.bound, now.inlined, now.open, now.queries
        ));
    }

    pub fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}
