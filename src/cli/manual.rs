//! `rmt man`: a manual page for each command, made of what the command line says of itself.

use std::fs;
use std::path::Path;

use clap::CommandFactory;

use super::args::Cli;
use super::{USAGE, warn};

pub fn run(folder: &Path) -> u8 {
    let written = fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(Cli::command(), folder));
    match written {
        Ok(()) => 0,
        Err(error) => {
            warn(&format!("rmt: {}: {error}\n", folder.display()));
            USAGE
        }
    }
}
