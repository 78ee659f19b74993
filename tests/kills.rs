//! Runs that end before their time: the process is killed or interrupted, a child of it is, or its time or its solver units run
//! out. The verdict is true or there is none, no process is left behind, and no file is a part of one.
//!
//! `RMT_KILLS=N` tries N runs, `RMT_KILLS_SEED=S` others.

#![cfg(target_os = "linux")]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Runs in a normal run.
const RUNS: u64 = 6;
/// For what follows from a signal, on a busy machine.
const SOON: Duration = Duration::from_secs(20);
/// The variable by which processes are known that come from one run.
const MARK: &str = "RMT_KILLED_RUN";

/// A program, who is asked, and whether it is safe.
struct Subject {
    text: &'static str,
    provers: &'static str,
    safe: bool,
}

const SUBJECTS: &[Subject] = &[
    // Spacer has an answer.
    Subject {
        text: "procedure mc(n: int) returns (r: int) { if (n > 100) { r := n - 10; } else {
            call r := mc(n + 11); call r := mc(r); } }
            procedure {:entrypoint} main(n: int) { var r: int; call r := mc(n); assert n <= 101 ==> r == 91; }",
        provers: "only:chc",
        safe: true,
    },
    // It has none.
    Subject {
        text: "procedure main(n: int) { var i, s: int; i, s := 0, 0; while (i < n) { i, s := i + 1, s + i * i; }
            assert 0 <= n ==> s >= 0 && 6 * s == n * (n - 1) * (2 * n - 1); }",
        provers: "only:chc",
        safe: true,
    },
    // Two obligations.
    Subject {
        text: "procedure main(n: int) { var a: [int]int; var i: int; i := 0; while (i < n) { a[i] := 42; i := i + 1; }
            i := 0; while (i < n) { assert a[i] == 42; i := i + 1; } }",
        provers: "all",
        safe: true,
    },
    // A violation in late rounds.
    Subject {
        text: "procedure main(n: int) { var i, s: int; i, s := 0, 0; while (i < n) { i, s := i + 1, s + 2; }
            assert s == 2 * i && s != 24; }",
        provers: "all",
        safe: false,
    },
];

#[derive(Clone, Copy, Debug)]
enum End {
    Signal(libc::c_int),
    /// Of a process that solves Horn clauses.
    Child,
    Time,
    Units,
}

const ENDS: [End; 6] = [
    End::Signal(libc::SIGKILL),
    End::Signal(libc::SIGINT),
    End::Signal(libc::SIGTERM),
    End::Child,
    End::Time,
    End::Units,
];

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n.max(1)
    }
}

#[test]
fn runs_that_end_early_leave_nothing_behind() {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let count = number("RMT_KILLS").unwrap_or(RUNS);
    let mut random = Random(number("RMT_KILLS_SEED").unwrap_or(16));
    let scratch = std::env::temp_dir().join(format!("rmt-kills-{}", std::process::id()));
    let mut said = std::collections::BTreeMap::new();
    let usual: Vec<Duration> = SUBJECTS.iter().map(|subject| whole_run(&scratch, subject)).collect();
    for number in 0..count {
        let which = random.below(SUBJECTS.len() as u64) as usize;
        let end = ENDS[number as usize % ENDS.len()];
        let moment = Duration::from_micros(random.below(usual[which].as_micros() as u64 * 5 / 4));
        let run = Run::new(&scratch, number, &SUBJECTS[which]);
        let word = run.ended(end, moment).unwrap_or_else(|why| {
            panic!("run {number}, {end:?} after {moment:?}: {why}\n{}", SUBJECTS[which].text);
        });
        *said.entry(word).or_insert(0) += 1;
    }
    println!("{said:?}");
    let _ = std::fs::remove_dir_all(&scratch);
}

/// The time of a run that nobody ends, as far as it matters.
fn whole_run(scratch: &Path, subject: &Subject) -> Duration {
    let run = Run::new(scratch, u64::MAX, subject);
    let started = Instant::now();
    let mut child = run.command(&["--timeout", "2"]).spawn().expect("rmt runs");
    let _ = child.wait();
    let spent = started.elapsed();
    run.sound(subject.safe, true).expect("a run that nobody ends is sound");
    spent
}

struct Run<'a> {
    mark: String,
    folder: PathBuf,
    subject: &'a Subject,
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Run<'_> {
    fn new<'a>(scratch: &Path, number: u64, subject: &'a Subject) -> Run<'a> {
        let folder = scratch.join(number.to_string());
        std::fs::create_dir_all(&folder).expect("a folder is made");
        std::fs::write(folder.join("program.bpl"), subject.text).expect("a file is written");
        Run { mark: format!("{}-{number}", std::process::id()), folder, subject }
    }

    fn command(&self, more: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rmt"));
        let out = std::fs::File::create(self.folder.join("sarif.json")).expect("a file is made");
        let words = ["check", "program.bpl", "--format", "sarif", "--html", "page.html", "--certificate", "proof"];
        command.args(words).args(["--provers", self.subject.provers]).args(more).current_dir(&self.folder);
        command.env(MARK, &self.mark).stdin(Stdio::null()).stdout(out).stderr(Stdio::null());
        command
    }

    /// Ends the run in that way; what it said, in a word.
    fn ended(&self, end: End, moment: Duration) -> Result<String, String> {
        let seconds = moment.as_secs_f64().max(0.001).to_string();
        let units = (moment.as_micros() as u64 + 1).to_string();
        let more = match end {
            End::Time => ["--timeout", &seconds],
            End::Units => ["--rlimit", &units],
            _ => ["--timeout", "2"],
        };
        let mut child = self.command(&more).spawn().map_err(|e| e.to_string())?;
        match end {
            End::Signal(signal) => {
                std::thread::sleep(moment);
                send(child.id(), signal);
            }
            End::Child => {
                std::thread::sleep(moment);
                self.kill_one_that_serves(&mut child);
            }
            End::Time | End::Units => {}
        }
        let code = child.wait().map_err(|e| e.to_string())?.code();
        self.nobody_is_left()?;
        let by_itself = match (end, code) {
            (End::Signal(libc::SIGKILL | libc::SIGTERM), None) => false,
            (_, Some(0 | 10 | 20)) => true,
            // Interrupted before it listens.
            (End::Signal(libc::SIGINT), None) => false,
            _ => return Err(format!("exit code {code:?}")),
        };
        self.sound(self.subject.safe, by_itself)
    }

    /// Kills a process that works for this one, once there is any.
    fn kill_one_that_serves(&self, child: &mut Child) {
        while let Ok(None) = child.try_wait() {
            if let Some(&served) = self.processes().iter().find(|&&id| id != child.id()) {
                send(served, libc::SIGKILL);
                return;
            }
            std::thread::sleep(Duration::from_millis(3));
        }
    }

    /// The processes of this run.
    fn processes(&self) -> Vec<u32> {
        let mark = format!("{MARK}={}\0", self.mark);
        let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        ids.filter(|id: &u32| {
            let environment = std::fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
            environment.windows(mark.len()).any(|part| part == mark.as_bytes())
        })
        .collect()
    }

    fn nobody_is_left(&self) -> Result<(), String> {
        let begun = Instant::now();
        while begun.elapsed() < SOON {
            if self.processes().is_empty() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Err(format!("processes are left: {:?}", self.processes()))
    }

    /// Whether what is left is whole and true; the verdict. `by_itself`: the process ended itself, and has to have said one.
    fn sound(&self, safe: bool, by_itself: bool) -> Result<String, String> {
        self.certificate()?;
        self.page()?;
        for file in files(&self.folder) {
            if by_itself && file.extension().is_some_and(|e| e == "part") {
                return Err(format!("a part is left: {}", file.display()));
            }
        }
        let text = std::fs::read_to_string(self.folder.join("sarif.json")).map_err(|e| e.to_string())?;
        if text.is_empty() && !by_itself {
            return Ok("nothing".into());
        }
        let report: Value = serde_json::from_str(&text).map_err(|e| format!("a part of SARIF: {e}\n{text}"))?;
        let results = report["runs"][0]["results"].as_array().ok_or("SARIF without results")?;
        let unsafe_ = results.iter().any(|result| result["level"] == "error");
        let proved = self.folder.join("proof/proof.json").exists();
        match (safe, unsafe_, proved) {
            (true, true, _) => Err(format!("a safe program is called unsafe: {text}")),
            (false, _, true) => Err("a proof of a program that is not safe".into()),
            (_, true, _) => Ok("unsafe".into()),
            (_, _, true) => Ok("safe".into()),
            _ => Ok("unknown".into()),
        }
    }

    /// A certificate is whole, with all that it names.
    fn certificate(&self) -> Result<(), String> {
        let folder = self.folder.join("proof");
        let Ok(text) = std::fs::read_to_string(folder.join("proof.json")) else { return Ok(()) };
        let manifest: Value = serde_json::from_str(&text).map_err(|e| format!("a part of a certificate: {e}"))?;
        let obligations = manifest["obligations"].as_array().ok_or("a certificate without obligations")?;
        for obligation in obligations {
            let name = obligation.as_str().ok_or("no name")?;
            let text = std::fs::read_to_string(folder.join(name)).map_err(|e| format!("{name}: {e}"))?;
            if !text.trim_end().ends_with('}') {
                return Err(format!("a part of an obligation: {name}"));
            }
        }
        Ok(())
    }

    fn page(&self) -> Result<(), String> {
        match std::fs::read_to_string(self.folder.join("page.html")) {
            Ok(text) if !text.trim_end().ends_with("</html>") => Err("a part of a page".into()),
            _ => Ok(()),
        }
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

fn send(id: u32, signal: libc::c_int) {
    let id = libc::pid_t::try_from(id).expect("a process id");
    // SAFETY: the process carries the mark of this test, or is its child that nobody has waited for.
    unsafe { libc::kill(id, signal) };
}
