fn main() {
    println!("cargo::rerun-if-changed=src/ivl.lalrpop");
    lalrpop::Configuration::new()
        .use_cargo_dir_conventions()
        .emit_rerun_directives(true)
        .process_file("src/ivl.lalrpop")
        .unwrap_or_else(|e| panic!("internal: the grammar: {e}"));
}
