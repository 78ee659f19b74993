//! The attributes that are read are those that the documentation lists; what `false` says counts.

#[path = "support/load.rs"]
#[allow(dead_code)]
mod load;

use std::collections::BTreeSet;

use rmt::internal::driver::entry::entries;
use rmt::internal::ir::Attr;

/// The names `{:name …}` in the first columns of the table in `docs/language.md`.
fn documented() -> BTreeSet<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/language.md");
    let text = std::fs::read_to_string(path).expect("docs/language.md can be read");
    let section = text.split("## Attributes that are read").nth(1).expect("there is a section about attributes");
    let section = section.split("\n## ").next().unwrap_or_default();
    let first_cells = section.lines().filter(|l| l.starts_with("| `{:")).filter_map(|l| l.split(" | ").next());
    let names = first_cells.flat_map(|cell| cell.split("{:").skip(1));
    names.map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()).collect()
}

#[test]
fn the_documentation_lists_what_is_read() {
    let read: BTreeSet<String> = Attr::ALL.iter().map(|a| a.name().to_string()).collect();
    // The grammar has this one.
    let listed: BTreeSet<String> = documented().into_iter().filter(|name| name != "nopats").collect();
    assert_eq!(read.difference(&listed).collect::<Vec<_>>(), Vec::<&String>::new(), "read, but not in the table");
    assert_eq!(listed.difference(&read).collect::<Vec<_>>(), Vec::<&String>::new(), "in the table, but not read");
}

#[test]
fn a_procedure_that_is_no_entry_point_may_say_so() {
    let text =
        "procedure {:entrypoint false} a() {} procedure {:entrypoint} b() {} procedure {:entrypoint true} c() {}";
    let program = load::load("entries.bpl", text).expect("the text is a program").program;
    let found = entries(&program, &[]).expect("there are entries");
    let names: Vec<&str> = found.iter().map(|&p| &*program.procs[p].name).collect();
    assert_eq!(names, ["b", "c"]);
}
