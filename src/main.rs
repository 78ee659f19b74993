/// Syntax trees and programs are many small allocations.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    rmt::internal::main()
}

/// Runs before the runtime opens `/dev/null` for a closed standard output, where verdicts would go unseen.
#[cfg(target_os = "linux")]
extern "C" fn refuse_closed_stdout() {
    const MESSAGE: &[u8] = b"rmt: standard output is closed\n";
    const USAGE: i32 = 2;
    // SAFETY: plain system calls; nothing of the runtime is used.
    unsafe {
        if libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) == -1 {
            libc::write(libc::STDERR_FILENO, MESSAGE.as_ptr().cast(), MESSAGE.len());
            libc::_exit(USAGE);
        }
    }
}

#[cfg(target_os = "linux")]
#[used]
// SAFETY: the section holds functions without arguments, which the loader calls in front of `main`.
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = refuse_closed_stdout;
