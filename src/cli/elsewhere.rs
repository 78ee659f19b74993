//! What options of other tools are here: who writes `--unwind 5` is told `--bound 4`. Options that compilers and linkers
//! take, and that say nothing about what a program does, are passed over.
//!
//! ```text
//! rmt check x.c --unwind 5   →   error: no option --unwind; here this is --bound 4 (they count rounds; …)
//! rmt check x.c -lm          →   rmt check x.c
//! ```

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Options of CBMC, ESBMC, SMACK, Corral, CPAchecker, Symbiotic and KLEE, and what says the same here.
const OPTIONS: [(&str, &str); 48] = [
    ("--32", "--m32"),
    ("--64", "(the default)"),
    ("--all-claims", "--all"),
    ("--all-properties", "--all"),
    ("--array-theory", "(nothing: arrays are always Z3's)"),
    ("--bounds-check", "--check bounds, which is on unasked"),
    ("--bitwuzla", "(nothing: the solver is Z3)"),
    ("--boolector", "(nothing: the solver is Z3)"),
    ("--context-bound", "--contexts N"),
    ("--conversion-check", "--check conversion"),
    ("--data-races-check", "--check race"),
    ("--deadlock-check", "--check deadlock"),
    ("--div-by-zero-check", "--check div, which is on unasked"),
    ("--entry-points", "--entry PROCEDURE"),
    ("--entryFunction", "--entry PROCEDURE"),
    ("--exit-on-error", "(the default)"),
    ("--floatbv", "--float ieee"),
    ("--graphml-witness", "--witness FILE"),
    ("--incremental-bmc", "(the default, without --bound)"),
    ("--integer-encoding", "--int math or --int bits"),
    ("--json-ui", "--format json"),
    ("--k-induction", "(the default, without --bound: provers besides the search)"),
    ("--kInductionKind", "(the default, without --bound: provers besides the search)"),
    ("--loop-limit", "--bound N-1"),
    ("--malloc-fail-null", "(the default; --malloc-never-fails is the opposite)"),
    ("--malloc-may-fail", "(the default; --malloc-never-fails is the opposite)"),
    ("--max-time", "--timeout SECONDS"),
    ("--memory-leak-check", "--check leak"),
    ("--memlimit", "--memory MEGABYTES"),
    ("--multi-property", "--all"),
    ("--no-malloc-may-fail", "--malloc-never-fails"),
    ("--no-unwinding-assertions", "(the default; --require-proof is the opposite)"),
    ("--only-output-states-covering-new", "--test-suite FOLDER"),
    ("--overflow-check", "--check overflow, which is on unasked"),
    ("--pointer-check", "--check deref, which is on unasked"),
    ("--pointer-overflow-check", "--check pointer-overflow"),
    ("--recursion-bound", "--bound N-1"),
    ("--signed-overflow-check", "--check overflow, which is on unasked"),
    ("--stop-on-fail", "(the default; --all is the opposite)"),
    ("--time-limit", "--timeout SECONDS"),
    ("--trace", "(the default; --no-trace is the opposite)"),
    ("--undefined-shift-check", "--check shift, which is on unasked"),
    ("--unroll", "--bound N-1"),
    ("--unsigned-overflow-check", "--check unsigned"),
    ("--unwind", "--bound N-1"),
    ("--unwinding-assertions", "--require-proof"),
    ("--unwindset", "--bound N-1, for all loops; loops with a constant number of rounds cost no bound"),
    ("--xml-ui", "--format json"),
];

/// What to say of an option that is another tool's.
pub fn tip(mistake: &clap::Error, arguments: &[String]) -> Option<String> {
    if mistake.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let Some(ContextValue::String(name)) = mistake.get(ContextKind::InvalidArg) else { return None };
    let (_, here) = OPTIONS.iter().find(|(there, _)| there == name)?;
    let Some(behind) = here.strip_prefix("--bound N-1") else {
        return Some(format!("no option {name}; here this is {here}"));
    };
    // Their bounds count rounds, ours back edges.
    let behind_name = arguments.iter().skip_while(|argument| *argument != name).nth(1);
    let behind_sign = arguments.iter().find_map(|argument| argument.strip_prefix(name.as_str())?.strip_prefix('='));
    let value = behind_sign.or(behind_name.map(String::as_str));
    let bound = value.and_then(|value| value.parse::<u32>().ok()).filter(|rounds| *rounds > 0);
    let bound = bound.map_or("N-1".into(), |rounds| (rounds - 1).to_string());
    let here = format!("--bound {bound}{behind}");
    Some(format!(
        "no option {name}; here this is {here} (they count rounds; a bound counts how often a round is repeated)"
    ))
}

/// Whether an argument says how a program is linked or where output goes, which changes nothing of what it does.
pub fn is_of_linkers(text: &str) -> bool {
    const WORDS: [&str; 5] = ["-c", "-shared", "-static", "-rdynamic", "-pipe"];
    const STARTS: [&str; 3] = ["-l", "-L", "-Wl,"];
    WORDS.contains(&text) || STARTS.iter().any(|start| text.starts_with(start) && text.len() > start.len())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::super::args::Cli;
    use super::*;

    fn told(arguments: &[&str]) -> Option<String> {
        let arguments: Vec<String> = arguments.iter().map(|argument| argument.to_string()).collect();
        let Err(mistake) = Cli::try_parse_from(&arguments) else { return None };
        tip(&mistake, &arguments)
    }

    #[test]
    fn options_of_others_are_told_by_what_they_mean() {
        let unwound = told(&["rmt", "check", "x.c", "--unwind", "5"]).unwrap_or_default();
        assert!(unwound.starts_with("no option --unwind; here this is --bound 4 "), "{unwound}");
        let limited = told(&["rmt", "check", "x.c", "--unroll=3"]).unwrap_or_default();
        assert!(limited.starts_with("no option --unroll; here this is --bound 2 "), "{limited}");
        assert_eq!(
            told(&["rmt", "check", "x.c", "--floatbv"]).as_deref(),
            Some("no option --floatbv; here this is --float ieee")
        );
        assert_eq!(told(&["rmt", "check", "x.c", "--no-such-thing"]), None);
    }

    #[test]
    fn no_option_of_the_table_is_one_of_ours() {
        for (there, _) in OPTIONS {
            let Err(mistake) = Cli::try_parse_from(["rmt", "check", "x.c", there]) else {
                panic!("{there} is an option of check");
            };
            assert_eq!(mistake.kind(), ErrorKind::UnknownArgument, "{there}");
        }
    }

    #[test]
    fn flags_of_linkers_are_told_from_ours() {
        assert!(["-lm", "-L/usr/lib", "-Wl,-z,now", "-c"].into_iter().all(is_of_linkers));
        assert!(["-l", "--all", "-k", "-b"].into_iter().all(|flag| !is_of_linkers(flag)));
    }
}
