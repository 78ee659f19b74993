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

/// Lets the system's allocator keep what is freed. Each context of Z3 begins with tables of 8 MB, and there are many one
/// after another.
pub fn keep_freed() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: plain calls; the first is the largest size that the allocator takes.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, 32 << 20);
        libc::mallopt(libc::M_TRIM_THRESHOLD, 256 << 20);
        libc::mallopt(libc::M_TOP_PAD, 1 << 20);
    }
}
