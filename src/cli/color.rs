//! When text is in colors.

use std::ffi::OsString;

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};

/// Whether what a stream gets is in colors: they are for terminals, and not for users who set `NO_COLOR`, unless the
/// arguments say so.
pub fn with_color(stream: &impl RawStream) -> bool {
    AutoStream::choice(stream) != ColorChoice::Never
}

/// What `--color` says.
pub fn color_asked_for(arguments: &[OsString]) -> ColorChoice {
    let texts = arguments.iter().map(|argument| argument.to_str().unwrap_or_default());
    let behind = texts.clone().skip(1).chain([""]);
    let ours = texts.zip(behind).take_while(|(argument, _)| *argument != "--");
    let asked = ours.filter_map(|(argument, next)| match argument {
        "--color" => Some(next),
        _ => argument.strip_prefix("--color="),
    });
    match asked.last() {
        Some("always") => ColorChoice::AlwaysAnsi,
        Some("never") => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}
