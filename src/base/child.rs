//! Processes that this one starts, and that are not to outlive it.

use std::process::Command;

/// Has the system end the process when the thread that starts it is gone, or all of this process. Where the system cannot do
/// that, the process lives as long as it likes.
pub fn end_with_us(command: &mut Command) -> &mut Command {
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::process::CommandExt;
        let parent = libc::pid_t::try_from(std::process::id()).unwrap_or(0);
        // SAFETY: between fork and exec: plain system calls about the new process, nothing is allocated or locked.
        unsafe {
            command.pre_exec(move || {
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL as libc::c_ulong);
                // The parent may have been gone before that.
                if libc::getppid() != parent {
                    libc::_exit(1);
                }
                Ok(())
            });
        }
    }
    command
}
