//! Prints the translation of C files: `emit [-w ENTRY] FILE…`
fn main() {
    let mut config = rmt_c::Config::default();
    let mut inputs = vec![];
    for arg in std::env::args().skip(1) {
        if let Some(dir) = arg.strip_prefix("-I") {
            config.include_dirs.push(dir.into());
        } else if let Some(define) = arg.strip_prefix("-D") {
            config.defines.push(define.into());
        } else if arg == "--malloc-never-fails" {
            config.malloc_never_fails = true;
        } else if arg == "--int=bits" {
            config.ints = rmt_c::IntMode::Bits;
        } else if arg == "-m32" {
            config.target32 = true;
        } else if let Some(list) = arg.strip_prefix("--check=") {
            for kind in list.split(',') {
                let c = &mut config.checks;
                match kind {
                    "deref" => c.deref = true,
                    "bounds" => c.bounds = true,
                    "free" => c.free = true,
                    "leak" => c.leak = true,
                    "overflow" => c.overflow = true,
                    "div" => c.div = true,
                    "shift" => c.shift = true,
                    "uninit" => c.uninit = true,
                    _ => eprintln!("no such check: {kind}"),
                }
            }
        } else {
            inputs.push(arg.into());
        }
    }
    let mut sources = ivl::source::SourceMap::default();
    match rmt_c::translate(&mut sources, &inputs, &config) {
        Ok(translated) => {
            for assumption in &translated.assumptions {
                println!("// assumes: {assumption}");
            }
            println!("{}", translated.program);
        }
        Err(diags) => {
            diags.iter().for_each(|d| eprint!("{}", d.render(&sources)));
            std::process::exit(3);
        }
    }
}
