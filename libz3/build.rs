//! Writes a jump for each function of Z3, and says where the library is that release builds contain.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    println!("cargo:rerun-if-env-changed=RMT_Z3_INSIDE");
    println!("cargo:rustc-check-cfg=cfg(z3_is_loaded)");
    println!("cargo:rustc-check-cfg=cfg(z3_inside)");
    let of_target = |name: &str| std::env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    let arch = of_target("ARCH");
    let loadable = of_target("OS") == "linux" && ["x86_64", "aarch64"].contains(&arch.as_str());
    if !loadable || std::env::var_os("CARGO_FEATURE_LINKED").is_some() {
        return;
    }
    let Ok(folder) = std::env::var("Z3_LIBRARY_PATH_OVERRIDE") else { return };
    let library = Path::new(&folder).join("libz3.so");
    let headers = Path::new(&folder).with_file_name("include");
    println!("cargo:rerun-if-changed={}", library.display());
    if !library.exists() {
        println!("cargo:warning=Z3 is not in {folder}; run scripts/setup, or the system's libz3 will be used");
        return;
    }
    let names = names(&headers);
    assert!(!names.is_empty(), "no headers of Z3 in {}", headers.display());
    let out = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    std::fs::write(Path::new(&out).join("jumps.rs"), jumps(&names, &arch)).expect("OUT_DIR can be written");
    println!("cargo:rustc-cfg=z3_is_loaded");
    println!("cargo:rustc-env=Z3_LIBRARY={}", library.display());
    // To try packages, other builds have it inside, too.
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") || std::env::var_os("RMT_Z3_INSIDE").is_some()
    {
        println!("cargo:rustc-cfg=z3_inside");
        println!("cargo:rustc-env=Z3_INSIDE={}", stripped(&library, Path::new(&out)).display());
    }
}

/// The library without the names of its functions, an eighth of it, which only debuggers read; as it is where there is
/// no `strip`.
fn stripped(library: &Path, out: &Path) -> PathBuf {
    let small = out.join("libz3.so");
    let made = Command::new("strip").arg("-o").arg(&small).arg(library).status();
    if made.is_ok_and(|status| status.success()) { small } else { library.to_path_buf() }
}

/// The functions that the headers declare: `Z3_ast Z3_API Z3_mk_true(Z3_context c);`
fn names(headers: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(headers).into_iter().flatten().flatten() {
        let Ok(text) = std::fs::read_to_string(entry.path()) else { continue };
        for part in text.split("Z3_API Z3_").skip(1) {
            let end = part.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(part.len());
            if part[end..].trim_start().starts_with('(') {
                names.push(format!("Z3_{}", &part[..end]));
            }
        }
    }
    names.sort();
    names.dedup();
    names
}

/// Each function jumps to where its entry of the table says. Hidden, so that libz3 itself does not come this way.
fn jumps(names: &[String], arch: &str) -> String {
    let mut text = String::from("core::arch::global_asm!(\n");
    let mut line = |code: &str| writeln!(text, "    {code:?},").expect("a text can be written");
    for (index, name) in names.iter().enumerate() {
        let at = 8 * index;
        let jump = match arch {
            "x86_64" => format!("jmp *rmt_z3_table+{at}(%rip)"),
            _ => format!("adrp x16, rmt_z3_table+{at}; ldr x16, [x16, :lo12:rmt_z3_table+{at}]; br x16"),
        };
        for code in [
            format!(".section .text.{name},\"ax\",%progbits"),
            format!(".globl {name}"),
            format!(".hidden {name}"),
            format!(".type {name},%function"),
            format!("{name}: {jump}"),
            format!(".size {name}, .-{name}"),
        ] {
            line(&code);
        }
    }
    for code in [
        ".section .bss.rmt_z3_table,\"aw\",%nobits",
        ".balign 8",
        ".globl rmt_z3_table",
        ".hidden rmt_z3_table",
        &format!("rmt_z3_table: .zero {}", 8 * names.len()),
        ".text",
    ] {
        line(code);
    }
    if arch == "x86_64" {
        text.push_str("    options(att_syntax)\n");
    }
    text.push_str(");\n\n/// In the order of the table.\n");
    writeln!(text, "const NAMES: [&std::ffi::CStr; {}] = [", names.len()).expect("a text can be written");
    for name in names {
        writeln!(text, "    c\"{name}\",").expect("a text can be written");
    }
    text.push_str("];\n");
    text
}
