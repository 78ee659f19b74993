//! Developer check: round trip and monomorphisation of files.

use ivl::source::{SourceMap, decode};
use rmt::ir::unresolve::unresolve;
use rmt::ir::verify::verify;
use std::time::Instant;

fn load(name: &str, text: String) -> Result<rmt::ir::Program, String> {
    let mut sources = SourceMap::default();
    let file = sources.add(name.into(), text);
    let (ast, diags) = ivl::parse(&sources, file);
    if let Some(d) = diags.iter().find(|d| d.severity == ivl::diag::Severity::Error) {
        return Err(format!("parse: {}", d.render(&sources)));
    }
    let (p, diags) = rmt::resolve::resolve(&ast, &sources);
    match p {
        Some(p) => Ok(p),
        None => Err(format!("resolve: {}", diags.iter().map(|d| d.render(&sources)).collect::<String>())),
    }
}

fn check(path: &str, out: Option<&str>) -> String {
    let Ok(bytes) = std::fs::read(path) else { return "unreadable".into() };
    let t = Instant::now();
    let p = match load(path, decode(bytes)) {
        Ok(p) => p,
        Err(e) => return format!("REJECTED {}", e.lines().next().unwrap_or("")),
    };
    let t_load = t.elapsed();
    let t = Instant::now();
    let v = verify(&p);
    let t_verify = t.elapsed();
    if let Some(v) = v.first() {
        return format!("VERIFY {v}");
    }
    let t = Instant::now();
    let text = unresolve(&p).to_string();
    let t_print = t.elapsed();
    let flat = path.trim_start_matches("/tmp/peers/boogie/Test/").replace('/', "__");
    if let Some(out) = out {
        std::fs::write(format!("{out}/{flat}.print.bpl"), &text).unwrap();
    }
    let p2 = match load("printed.bpl", text.clone()) {
        Ok(p) => p,
        Err(e) => {
            if let Some(out) = out {
                std::fs::write(out, &text).unwrap();
            }
            return format!("REPRINT {}", e);
        }
    };
    if let Some(v) = verify(&p2).first() {
        return format!("VERIFY2 {v}");
    }
    let text2 = unresolve(&p2).to_string();
    if text != text2 {
        {
            let d = text.lines().zip(text2.lines()).find(|(a, b)| a != b);
            return format!("DIFFERS {d:?}");
        }
    }
    let counts = |p: &rmt::ir::Program| (p.funcs.len(), p.procs.len(), p.axioms.len(), p.type_cons.len());
    if counts(&p) != counts(&p2) {
        return format!("COUNTS {:?} {:?}", counts(&p), counts(&p2));
    }
    let mut p = p;
    let poly = !p.type_params.is_empty() || p.type_cons.iter().any(|c| c.arity > 0);
    let codes = p.codes.len();
    if let Err(d) = rmt::pass::code_expr::eliminate_code_exprs(&mut p) {
        return format!("CODE {}", d[0].message);
    }
    if let Some(v) = verify(&p).first() {
        return format!("VERIFY-CODE {v}");
    }
    let t = Instant::now();
    let mono = rmt::pass::monomorphise::monomorphise(p);
    let t_mono = t.elapsed();
    let (m, w) = match mono {
        Err(d) => return format!("MONO {}", d[0].message),
        Ok(x) => x,
    };
    if let Some(v) = verify(&m).first() {
        return format!("VERIFY-MONO {v}");
    }
    let text = unresolve(&m).to_string();
    if let Some(out) = out {
        std::fs::write(out, &text).unwrap();
    }
    match load("mono.bpl", text.clone()) {
        Ok(p) => {
            let text2 = unresolve(&p).to_string();
            if text != text2 {
                let d = text.lines().zip(text2.lines()).find(|(a, b)| a != b);
                return format!("MONO-DIFFERS {d:?}");
            }
        }
        Err(e) => return format!("MONO-REPRINT {}", e),
    }
    let ms = |d: std::time::Duration| d.as_millis();
    format!(
        "ok{}{}{} load {} verify {} print {} mono {}",
        if poly { " poly" } else { "" },
        if codes > 0 { " code" } else { "" },
        if w.is_empty() { "" } else { " WARNED" },
        ms(t_load),
        ms(t_verify),
        ms(t_print),
        ms(t_mono)
    )
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (out, files) = if args[0] == "-o" { (Some(args[1].clone()), args[2..].to_vec()) } else { (None, args) };
    let t = std::thread::Builder::new()
        .stack_size(1 << 30)
        .spawn(move || {
            for f in &files {
                let r = std::panic::catch_unwind(|| check(f, out.as_deref()))
                    .unwrap_or_else(|e| format!("PANIC {:?}", e.downcast_ref::<String>()));
                println!("{f}: {}", r.chars().take(1500).collect::<String>().replace('\n', " | "));
            }
        })
        .unwrap();
    t.join().unwrap();
}
