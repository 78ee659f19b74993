//! Horn clauses for Spacer, in a process of their own.
//!
//! Spacer cannot be interrupted reliably, and some inputs end it. So the text of the clauses goes to a child of this
//! process, which is the same program under a hidden command ([`serve`]), with limits of its own: it ends with its
//! parent, with its time and with its memory, and is killed when its answer is not wanted any more.

use std::ffi::{CStr, CString};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

use z3_sys::Z3_eval_smtlib2_string;

use super::params::context;
use crate::base::child::end_with_us;

/// The hidden command that runs [`serve`].
pub const COMMAND: &str = "serve-horn";

/// The environment variable that says where rmt is.
pub const PROGRAM: &str = "RMT_PROGRAM";

/// Reads commands of SMT-LIB until the end of the input, executes them and writes what they print. `seconds` and
/// `megabytes` are limits; beyond, the process is killed by the system.
pub fn serve(seconds: u32, megabytes: u64) -> std::io::Result<()> {
    limit(seconds, megabytes);
    let mut script = Vec::new();
    std::io::stdin().lock().read_to_end(&mut script)?;
    let Ok(script) = CString::new(script) else {
        return Err(std::io::Error::new(std::io::ErrorKind::InvalidData, "a zero byte in a script"));
    };
    let context = context();
    // SAFETY: the context lives; Z3 owns the text, which is copied, until the next call. Mistakes are part of it.
    let answer = unsafe { CStr::from_ptr(Z3_eval_smtlib2_string(context.get_z3_context(), script.as_ptr())) };
    let answer = answer.to_bytes().to_vec();
    let mut out = std::io::stdout().lock();
    out.write_all(&answer)?;
    out.flush()
}

/// Memory that counts though nothing is in it: stacks and the allocators' own.
const RESERVED: u64 = 2 << 30;

/// Ends this process after that time, or with that memory.
fn limit(seconds: u32, megabytes: u64) {
    // The stack of the thread that executes commands is reserved already, and counted.
    let bytes = megabytes.saturating_mul(1 << 20).saturating_add(RESERVED);
    // SAFETY: plain calls about this process; the structure outlives the call that reads it.
    unsafe {
        #[cfg(target_os = "linux")]
        {
            let no_core = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
            libc::setrlimit(libc::RLIMIT_CORE, &no_core);
        }
        let memory = libc::rlimit { rlim_cur: bytes as libc::rlim_t, rlim_max: bytes as libc::rlim_t };
        libc::setrlimit(libc::RLIMIT_DATA, &memory);
        libc::alarm(seconds.max(1));
    }
}

/// A script that is being executed.
pub struct Running {
    child: Child,
    output: Option<JoinHandle<Vec<u8>>>,
}

/// Begins to execute a script. `None`: no process can be started.
pub fn start(script: &str, time: Option<Duration>, megabytes: u64) -> Option<Running> {
    let seconds = time.map_or(u64::from(u32::MAX), |t| t.as_secs() + 2).min(100_000);
    let mut child = end_with_us(&mut Command::new(executable()?))
        .arg(COMMAND)
        .arg(seconds.to_string())
        .arg(megabytes.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take()?;
    let mut output = child.stdout.take()?;
    let script = script.to_string();
    // The child reads everything before it writes, so one thread does both.
    let output = std::thread::spawn(move || {
        let mut answer = Vec::new();
        if input.write_all(script.as_bytes()).is_ok() {
            drop(input);
            // A child that was killed leaves a part, which nobody takes for an answer.
            let _ = output.read_to_end(&mut answer);
        }
        answer
    });
    Some(Running { child, output: Some(output) })
}

impl Running {
    /// What the script has printed, once it is done; `None`: it goes on. A child that failed has printed nothing.
    pub fn poll(&mut self) -> Option<String> {
        let status = self.child.try_wait().ok()??;
        let text = self.output.take().and_then(|thread| thread.join().ok()).unwrap_or_default();
        Some(if status.success() { String::from_utf8_lossy(&text).into_owned() } else { String::new() })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
        if let Some(output) = self.output.take() {
            let _ = output.join();
        }
    }
}

/// The program that has [`COMMAND`], as the environment says ([`PROGRAM`]): whatever the name of rmt is. Where it says
/// nothing, in tests and for users of the library, `rmt` beside their own program or one folder above it.
pub fn executable() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os(PROGRAM) {
        return Some(PathBuf::from(named)).filter(|path| path.is_file());
    }
    let own = std::env::current_exe().ok()?;
    let name = format!("rmt{}", std::env::consts::EXE_SUFFIX);
    own.ancestors().skip(1).take(2).map(|folder| folder.join(&name)).find(|path| path.is_file())
}
