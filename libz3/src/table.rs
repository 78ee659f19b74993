//! The table of Z3's functions, and how it is filled.

use std::ffi::{CStr, CString, c_void};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use crate::{Missing, Origin};

include!(concat!(env!("OUT_DIR"), "/jumps.rs"));

#[cfg(z3_inside)]
static INSIDE: &[u8] = include_bytes!(env!("Z3_INSIDE"));

unsafe extern "C" {
    /// Where each function is; the jumps read it.
    static rmt_z3_table: [AtomicPtr<c_void>; NAMES.len()];
}

/// State of the process, as what the system's loader knows would be.
static LOADED: OnceLock<Result<Origin, Missing>> = OnceLock::new();

pub fn load() -> Result<Origin, Missing> {
    LOADED.get_or_init(first).clone()
}

/// What is tried, in this order.
fn first() -> Result<Origin, Missing> {
    let mut tried = Vec::new();
    if let Some(path) = std::env::var_os("RMT_LIBZ3") {
        let path = path.to_string_lossy().into_owned();
        return match open(&path) {
            Ok(handle) => Ok(fill(handle, Origin::File(path.leak()))),
            Err(why) => Err(Missing(vec![why])),
        };
    }
    #[cfg(z3_inside)]
    match open_inside() {
        Ok(handle) => return Ok(fill(handle, Origin::Inside)),
        Err(why) => tried.push(why),
    }
    for path in [env!("Z3_LIBRARY"), "libz3.so"] {
        // The program of a release does not depend on the folder that it was built in.
        if cfg!(z3_inside) && path.contains('/') || path.contains('/') && !Path::new(path).exists() {
            continue;
        }
        match open(path) {
            Ok(handle) => return Ok(fill(handle, Origin::File(path))),
            Err(why) => tried.push(why),
        }
    }
    Err(Missing(tried))
}

/// A library that is open. It stays so.
struct Handle(*mut c_void);

/// The error is what the system's loader says.
fn open(path: &str) -> Result<Handle, Why> {
    let name = CString::new(path).map_err(|_| format!("{path}: not a path"))?;
    // SAFETY: a zero-terminated text; the library's own initialisation is trusted.
    let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    if !handle.is_null() {
        return Ok(Handle(handle));
    }
    // SAFETY: the error is a zero-terminated text until the next call of the loader on this thread.
    let why = unsafe {
        let error = libc::dlerror();
        if error.is_null() { String::new() } else { CStr::from_ptr(error).to_string_lossy().into_owned() }
    };
    Err(why)
}

/// What the loader or the system says, to be shown.
type Why = String;

/// Opens the library inside the program: as a file in memory, or where that is not allowed one that is gone at once.
#[cfg(z3_inside)]
fn open_inside() -> Result<Handle, Why> {
    in_memory().or_else(|_| in_temporary_file())
}

#[cfg(z3_inside)]
fn in_memory() -> Result<Handle, Why> {
    use std::io::Write;
    use std::os::fd::{AsRawFd, FromRawFd};
    // SAFETY: a zero-terminated name.
    let number = unsafe { libc::memfd_create(c"libz3".as_ptr(), libc::MFD_CLOEXEC) };
    if number < 0 {
        return Err(std::io::Error::last_os_error().to_string());
    }
    // SAFETY: the descriptor is new, and nobody else's.
    let mut file = unsafe { std::fs::File::from_raw_fd(number) };
    file.write_all(INSIDE).map_err(|error| error.to_string())?;
    open(&format!("/proc/self/fd/{}", file.as_raw_fd()))
}

#[cfg(z3_inside)]
fn in_temporary_file() -> Result<Handle, Why> {
    let path = std::env::temp_dir().join(format!("libz3-{}.so", std::process::id()));
    let write = |mut file: std::fs::File| std::io::Write::write_all(&mut file, INSIDE);
    // A name that is taken may be somebody else's trap.
    let written = std::fs::File::create_new(&path).and_then(write);
    let opened = match written {
        Ok(()) => open(&path.to_string_lossy()),
        Err(error) => return Err(format!("{}: {error}", path.display())),
    };
    let _ = std::fs::remove_file(&path);
    opened
}

/// Writes the places of the functions into the table. What an older library lacks ends the program when it is called.
fn fill(handle: Handle, origin: Origin) -> Origin {
    // SAFETY: the table has that many entries, zero at first, which is a pointer.
    let table = unsafe { &rmt_z3_table };
    for (entry, name) in table.iter().zip(NAMES) {
        // SAFETY: the library is open, and the name zero-terminated.
        let function = unsafe { libc::dlsym(handle.0, name.as_ptr()) };
        let function = if function.is_null() { absent as *mut c_void } else { function };
        entry.store(function, Ordering::Release);
    }
    origin
}

extern "C" fn absent() -> ! {
    eprintln!("rmt: this libz3 lacks a function that rmt calls; rmt doctor says which library it is");
    std::process::exit(2)
}
