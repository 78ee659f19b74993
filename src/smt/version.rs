//! The version of the linked Z3, checked at run time: the bindings need a recent one.

use std::ffi::CStr;
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub u32, pub u32, pub u32);

/// The oldest libz3 that the bindings work with.
pub const OLDEST: Version = Version(4, 13, 3);

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}

/// Finds the libz3 that this process runs with, and says where. Errors: there is none.
pub fn library() -> Result<libz3::Origin, libz3::Missing> {
    libz3::load()
}

/// What comes before anything of Z3.
pub(super) fn ready() {
    if let Err(missing) = libz3::load() {
        panic!("internal: {missing}")
    }
}

/// The version of the libz3 that this process runs with.
pub fn z3_version() -> Version {
    ready();
    let (mut major, mut minor, mut build, mut revision) = (0, 0, 0, 0);
    // SAFETY: four out-parameters that live through the call.
    unsafe { z3_sys::Z3_get_version(&mut major, &mut minor, &mut build, &mut revision) };
    Version(major, minor, build)
}

/// The full version text, with the build's own remarks.
pub fn z3_full_version() -> String {
    ready();
    // SAFETY: Z3 returns a static zero-terminated string.
    unsafe { CStr::from_ptr(z3_sys::Z3_get_full_version()) }.to_string_lossy().into_owned()
}

/// `Err` with the version found when it is too old.
pub fn check_version() -> Result<(), (Version, Version)> {
    let found = z3_version();
    if found < OLDEST { Err((found, OLDEST)) } else { Ok(()) }
}
