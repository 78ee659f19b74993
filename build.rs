//! Where the package `libz3` does not find Z3 at run time (systems other than Linux), lets the built binary find the
//! pinned one without environment variables: its folder becomes the run path.

fn main() {
    println!("cargo:rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    if std::env::var_os("CARGO_FEATURE_VENDORED").is_some() {
        return;
    }
    println!("cargo:rerun-if-changed=build.rs");
    let on_linux = std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux");
    let Ok(folder) = std::env::var("Z3_LIBRARY_PATH_OVERRIDE") else { return };
    println!("cargo:rerun-if-changed={folder}");
    if !std::path::Path::new(&folder).join(library_name()).exists() {
        println!("cargo:warning=Z3 is not in {folder}; run scripts/setup, or the system's libz3 will be used");
        return;
    }
    // Before the bindings' own search path, which may name a system folder.
    println!("cargo:rustc-link-search=native={folder}");
    if !on_linux {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
    }
}

fn library_name() -> &'static str {
    if cfg!(target_os = "macos") { "libz3.dylib" } else { "libz3.so" }
}
