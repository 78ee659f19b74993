//! Whether there is clang to test with.

use std::process::Command;

/// Without clang, a test of C fails; with `RMT_WITHOUT_CLANG` set, it says that it does nothing.
pub fn have_clang() -> bool {
    have("clang")
}

/// The same for any of the tools that tests of C run.
pub fn have(tool: &str) -> bool {
    if Command::new(tool).arg("--version").output().is_ok_and(|o| o.status.success()) {
        return true;
    }
    assert!(
        std::env::var_os("RMT_WITHOUT_CLANG").is_some(),
        "there is no {tool} to test with; RMT_WITHOUT_CLANG=1 leaves out the tests that need it"
    );
    eprintln!("RMT_WITHOUT_CLANG is set: nothing is tested here without {tool}");
    false
}
