//! The memory of this process.

/// Peak resident memory in bytes; 0 where the system does not tell.
pub fn peak() -> u64 {
    // SAFETY: the structure is plain data, filled by the call.
    unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        if libc::getrusage(libc::RUSAGE_SELF, &mut usage) != 0 {
            return 0;
        }
        let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
        usage.ru_maxrss as u64 * unit
    }
}
