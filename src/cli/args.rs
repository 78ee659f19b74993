//! The command line as it is written.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use super::color::with_color;
use super::contexts::Contexts;
use crate::reach::UNROLL_LIMIT;
use crate::report::text::Style;
use crate::smt::horn::COMMAND;

/// The groups of options.
const WHAT: &str = "What to check";
const HOW_FAR: &str = "How far";
const ENGINES: &str = "Engines";
const REPORTS: &str = "Reports";

#[derive(Parser)]
#[command(
    name = "rmt",
    about = "Decides reachability modulo theories: can this program violate an assertion?",
    disable_version_flag = true,
    after_help = "Exit codes: 0 safe or safe up to the bound, 10 unsafe, 20 unknown, 2 usage, 3 input rejected."
)]
pub struct Cli {
    /// Print the versions of rmt and of the Z3 it runs with
    #[arg(short = 'V', long)]
    pub version: bool,
    /// With --version: what else is found of what rmt needs, as `rmt doctor` says it
    #[arg(long, requires = "version")]
    pub verbose: bool,
    /// Colors; auto: on terminals, unless NO_COLOR is set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColorArg::Auto, global = true)]
    pub color: ColorArg,
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Subcommand)]
pub enum Command {
    /// Look for executions that violate an assertion
    Check(Box<CheckArgs>),
    /// Check a proof that `check --certificate` left: its obligations are built anew and verified
    Recheck(RecheckArgs),
    /// Ask which procedures are called, and which branches are taken, on executions within the bound
    Reach(ReachArgs),
    /// Verify each procedure by itself: calls do what contracts say, loops what their invariants allow
    Verify(VerifyArgs),
    /// Look for bugs in the functions of C files, each called as its text takes for granted that it is
    Scan(Box<ScanArgs>),
    /// Find the largest set of guessed annotations (guarded by {:existential true} constants) that holds
    Houdini(HoudiniArgs),
    /// Write an rmt.toml for a project: from its compile_commands.json, its Makefile or its C files
    Init(InitArgs),
    /// Check many programs: folders, patterns, what rmt.toml names; each by a process of its own
    Suite(SuiteArgs),
    /// Check programs again whenever their files change, until Ctrl-C
    Watch(ProgramsArgs),
    /// Check what `suite --submit` left in a folder, together with other workers, on any machine
    Worker(WorkerArgs),
    /// Print the program, after passes if any are named
    Emit(EmitArgs),
    /// Format Boogie files; comments stay
    Fmt(FmtArgs),
    /// Serve an editor: the language server protocol over standard input and output, for Boogie and C
    Lsp,
    /// Parse, resolve and type-check only
    Resolve(ResolveArgs),
    /// Say what is found of what rmt needs: Z3 and its version, clang, where
    Doctor(DoctorArgs),
    /// Print shell completions
    Completions { shell: Shell },
    /// Say what a kind of check means, with an example; without a code: list them
    Explain {
        /// As reports name it: RMT-deref-null
        #[arg(value_name = "CODE")]
        code: Option<String>,
    },
    /// Write the manual pages, one for each command, into a folder
    #[command(name = "man")]
    Manual {
        /// Where `rmt.1`, `rmt-check.1`, … go; made if it is not there
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
    },
    /// Execute the Horn clauses of standard input: what `rmt` starts to prove programs safe
    #[command(name = COMMAND, hide = true)]
    ServeHorn { seconds: u32, megabytes: u64 },
}

impl Command {
    /// Whether it is of no use without Z3.
    pub fn asks_the_solver(&self) -> bool {
        match self {
            Command::Check(_)
            | Command::Recheck(_)
            | Command::Reach(_)
            | Command::Verify(_)
            | Command::Scan(_)
            | Command::Houdini(_)
            | Command::Suite(_)
            | Command::Watch(_)
            | Command::Worker(_)
            | Command::ServeHorn { .. } => true,
            Command::Emit(_)
            | Command::Fmt(_)
            | Command::Init(_)
            | Command::Lsp
            | Command::Resolve(_)
            | Command::Doctor(_)
            | Command::Explain { .. }
            | Command::Manual { .. }
            | Command::Completions { .. } => false,
        }
    }
}

#[derive(Args)]
pub struct DoctorArgs {
    /// The clang that parses C
    #[arg(long, value_name = "PATH", default_value = "clang")]
    pub clang: PathBuf,
}

#[derive(Args)]
#[command(args_override_self = true)]
pub struct CheckArgs {
    /// Boogie or C files (C files are one program together), properties, task definitions
    ///
    /// Boogie files, each a program of its own; C files, together one program; property files (.prp), for the C program;
    /// task definitions (.yml), each a program of its own. - is standard input (Boogie)
    #[arg(required_unless_present = "resume_unit", value_name = "FILE")]
    pub files: Vec<String>,
    /// Follow loops and recursion N times (default: further and further)
    ///
    /// Take each loop's back edge at most N times per entry, and re-enter each procedure at most N times while it is
    /// active. Without: 0, 1, 2, … until there is an answer or the time is over
    #[arg(short, long, value_name = "N")]
    #[arg(help_heading = HOW_FAR)]
    pub bound: Option<u32>,
    /// Let each thread have K turns, or any number: all
    ///
    /// Where there are threads: let each have K turns, one in each of K rounds; all: follow all interleavings at once.
    /// Without: all interleavings, and where that takes long, 2 to 4 rounds, or more where time is limited
    #[arg(short = 'k', long, value_name = "K")]
    #[arg(help_heading = HOW_FAR)]
    pub contexts: Option<Contexts>,
    /// Let threads take turns only where the program yields
    #[arg(long)]
    #[arg(help_heading = HOW_FAR, hide_short_help = true)]
    pub cooperative: bool,
    /// Unroll loops whose number of rounds is a constant of the program, and at most N, whatever the bound
    #[arg(long, value_name = "N", default_value_t = UNROLL_LIMIT)]
    #[arg(help_heading = HOW_FAR, hide_short_help = true)]
    pub unroll_limit: u32,
    /// Evaluate calls within the bound where they are met, until the formula has N clauses; later calls are inlined on
    /// demand (default: 3000; 0 where the state of the program is many maps)
    #[arg(long, value_name = "N")]
    #[arg(help_heading = HOW_FAR, hide_short_help = true)]
    pub ahead: Option<usize>,
    /// Where executions begin (default: main)
    ///
    /// Without: {:entrypoint}, main, or the only procedure with a body.
    #[arg(short, long, visible_alias = "function", value_name = "PROCEDURE")]
    #[arg(help_heading = WHAT)]
    pub entry: Vec<String>,
    /// Boogie declarations that every program is checked together with
    #[arg(long = "with", value_name = "FILE")]
    #[arg(help_heading = WHAT, hide_short_help = true)]
    pub with: Vec<String>,
    /// How calls are inlined
    #[arg(long, value_enum, default_value_t = EngineArg::Stratified)]
    #[arg(help_heading = ENGINES, hide_short_help = true)]
    pub engine: EngineArg,
    /// The shape of the inlined calls
    #[arg(long, value_enum, default_value_t = InliningArg::Dag)]
    #[arg(help_heading = ENGINES, hide_short_help = true)]
    pub inlining: InliningArg,
    /// Track all globals from the start (the default without --track and --refine)
    #[arg(long, conflicts_with_all = ["track", "refine"])]
    #[arg(help_heading = ENGINES, hide_short_help = true)]
    pub track_all: bool,
    /// Track these globals at first, and others only when a path shows that they matter
    #[arg(long, value_name = "GLOBALS", value_delimiter = ',', conflicts_with_all = ["all", "each"])]
    #[arg(help_heading = ENGINES, hide_short_help = true)]
    pub track: Vec<String>,
    /// The same, with none at first; how to find the globals that matter (with --track: core)
    #[arg(long, value_enum, value_name = "ALGORITHM", conflicts_with_all = ["all", "each"])]
    #[arg(help_heading = ENGINES, hide_short_help = true)]
    pub refine: Option<RefineArg>,
    /// What is known of calls that are not inlined
    #[arg(long, value_enum, default_value_t = SummariesArg::OnDemand)]
    #[arg(help_heading = ENGINES, hide_short_help = true)]
    pub summaries: SummariesArg,
    /// Print what was inferred of procedures and loops, as Boogie's free ensures; `error` there: an assertion failed
    #[arg(long)]
    #[arg(help_heading = ENGINES, hide_short_help = true)]
    pub print_summaries: bool,
    /// Give up after that many seconds (0: never)
    ///
    /// Default: 60 without --bound, else none.
    #[arg(short, long, value_name = "SECONDS")]
    #[arg(help_heading = HOW_FAR)]
    pub timeout: Option<f64>,
    /// Give up when the process takes more memory
    #[arg(long, value_name = "MEGABYTES")]
    #[arg(help_heading = HOW_FAR, hide_short_help = true)]
    pub memory: Option<u64>,
    /// Give up after that many of Z3's resource units: a limit that does not depend on the machine
    #[arg(long, value_name = "UNITS")]
    #[arg(help_heading = HOW_FAR, hide_short_help = true)]
    pub rlimit: Option<u64>,
    /// Seed of Z3's heuristics
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    #[arg(help_heading = ENGINES, hide_short_help = true)]
    pub seed: u32,
    /// Use N threads
    ///
    /// Check that many files or entries at a time; if there are fewer, several threads share the search of each
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = jobs())]
    #[arg(help_heading = HOW_FAR)]
    pub jobs: usize,
    /// Split the check into as many units of work as there are jobs, a file in that folder for each, and leave it there
    #[arg(long, value_name = "FOLDER", requires = "bound", conflicts_with_all = ["all", "each", "resume_unit"])]
    #[arg(help_heading = HOW_FAR, hide_short_help = true)]
    pub save_units: Option<PathBuf>,
    /// Check a unit of work; the program is safe if all its units are
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "bound", "entry", "with", "all", "each"])]
    #[arg(help_heading = HOW_FAR, hide_short_help = true)]
    pub resume_unit: Option<String>,
    /// Write a violation as a witness of SV-COMP, format 2.0
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = REPORTS, hide_short_help = true)]
    pub witness: Option<PathBuf>,
    /// Write a program that does what the violation does
    ///
    /// Write a C file with the inputs of a violation, and a script that compiles and runs the program with them
    #[arg(long, value_name = "FOLDER")]
    #[arg(help_heading = REPORTS)]
    pub test_case: Option<PathBuf>,
    /// Follow paths to whatever lines and branches can be reached, and write which are, as lcov does
    ///
    /// Look for inputs that reach each line and branch, say how many are reached, and write which, as a tracefile of lcov, which genhtml
    /// reads. Violations are said and do not end that
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all", "each", "save_units", "resume_unit"])]
    #[arg(help_heading = REPORTS)]
    pub cover: Option<PathBuf>,
    /// Write tests that together reach these lines and branches
    ///
    /// Write the inputs of these executions, each as C and in the format of Test-Comp, and a script that compiles and runs the program
    /// with each
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["all", "each", "save_units", "resume_unit"])]
    #[arg(help_heading = REPORTS)]
    pub test_suite: Option<PathBuf>,
    /// Write a proof that others can check
    ///
    /// Write a proof into that folder: proof.json, and Boogie programs that verify without inference
    #[arg(long, value_name = "FOLDER")]
    #[arg(help_heading = REPORTS)]
    pub certificate: Option<PathBuf>,
    /// Provers to ask: all, none, a list of names
    ///
    /// Which provers try to prove the program whatever the bound: all (the default without --bound), none (the default
    /// with it), a list of names; with only: in front, without bounded search
    #[arg(long, value_name = "LIST")]
    #[arg(help_heading = ENGINES)]
    pub provers: Option<String>,
    /// What the prover shape counts of each object
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = FlowArg::Edges)]
    #[arg(help_heading = ENGINES, hide_short_help = true)]
    pub flow: FlowArg,
    /// Write the queries of provers into that folder, each a Boogie program that rmt runs again
    #[arg(long, value_name = "FOLDER")]
    #[arg(help_heading = ENGINES, hide_short_help = true)]
    pub dump_queries: Option<PathBuf>,
    #[command(flatten)]
    pub report: ReportArgs,
    /// Report every assertion that fails
    ///
    /// Each with an execution on which no other fails before
    #[arg(long)]
    #[arg(help_heading = WHAT)]
    pub all: bool,
    /// Give a verdict for each assertion by itself
    #[arg(long)]
    #[arg(help_heading = WHAT, hide_short_help = true)]
    pub each: bool,
    /// Exit with 20 unless the program is proved safe whatever the bound
    #[arg(long)]
    #[arg(help_heading = WHAT, hide_short_help = true)]
    pub require_proof: bool,
    /// Print a stage instead of a verdict
    #[arg(long, value_enum, value_name = "STAGE")]
    #[arg(help_heading = ENGINES, hide_short_help = true)]
    pub dump: Option<StageArg>,
    /// A Z3 parameter, such as smt.arith.solver=2
    #[arg(long = "z3", value_name = "NAME=VALUE")]
    #[arg(help_heading = ENGINES, hide_short_help = true)]
    pub z3: Vec<String>,
    #[command(flatten)]
    pub c: CArgs,
}

#[derive(Args)]
pub struct RecheckArgs {
    /// The folder that `check --certificate` wrote
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// The program that was proved: the files that `check` was given
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// Have another solver decide each obligation, too: a program that reads a file of SMT-LIB 2, such as cvc5
    #[arg(long = "solver", value_name = "PATH")]
    pub solver_path: Option<PathBuf>,
    /// Boogie declarations that the program was checked together with
    #[arg(long = "with", value_name = "FILE")]
    pub with: Vec<String>,
    /// Verify that many procedures at a time
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = jobs())]
    pub jobs: usize,
    /// Print times and counts
    #[arg(long)]
    pub stats: bool,
    #[command(flatten)]
    pub solver: SolverArgs,
    #[command(flatten)]
    pub c: CArgs,
}

#[derive(Args)]
pub struct ReachArgs {
    /// Boogie and C files, together one program; - is standard input (Boogie)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// Ask for each target of a branch, besides the starts of procedures
    #[arg(long)]
    pub branches: bool,
    /// Ask only for what begins on this line; several times for several lines
    #[arg(long, value_name = "LINE")]
    pub line: Vec<usize>,
    /// Print all places, not only those that nothing reaches
    #[arg(long)]
    pub all: bool,
    /// Follow loops and recursion that far, as in check
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    pub bound: u32,
    /// Where executions begin (default: {:entrypoint}, main, or the only procedure with a body)
    #[arg(short, long, visible_alias = "function", value_name = "PROCEDURE")]
    pub entry: Vec<String>,
    /// Ask for that many places at a time
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = jobs())]
    pub jobs: usize,
    #[command(flatten)]
    pub solver: SolverArgs,
    #[command(flatten)]
    pub report: ReportArgs,
    #[command(flatten)]
    pub c: CArgs,
}

#[derive(Args)]
#[command(args_override_self = true)]
pub struct VerifyArgs {
    /// Boogie files, each a program of its own; - is standard input. Or C files and folders of them, together one program
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// Declarations that every FILE is verified together with
    #[arg(long = "with", value_name = "FILE")]
    #[arg(help_heading = WHAT)]
    pub with: Vec<String>,
    /// Verify the procedures of that name alone; * stands for any characters
    #[arg(long = "proc", value_name = "PATTERN")]
    #[arg(help_heading = WHAT)]
    pub procedures: Vec<String>,
    /// Leave out the procedures of that name
    #[arg(long = "no-proc", value_name = "PATTERN")]
    #[arg(help_heading = WHAT)]
    pub left_out: Vec<String>,
    /// Findings per procedure; 0: all
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(help_heading = WHAT)]
    pub error_limit: usize,
    /// Follow back edges that often instead of cutting loops; what is beyond is not looked at
    #[arg(long, value_name = "N")]
    #[arg(help_heading = HOW_FAR)]
    pub loop_unroll: Option<u32>,
    /// What becomes of calls of procedures marked {:inline n}
    #[arg(long, value_enum, default_value_t = InlineArg::Assume)]
    #[arg(help_heading = HOW_FAR)]
    pub inline: InlineArg,
    /// Ask the solver about each assertion by itself; else only where it takes long
    #[arg(long)]
    #[arg(help_heading = ENGINES)]
    pub split: bool,
    /// Report code that assumptions make unreachable
    #[arg(long)]
    #[arg(help_heading = WHAT)]
    pub smoke: bool,
    /// Print how often each quantifier was instantiated, the most frequent first: matching loops lead the list
    #[arg(long)]
    #[arg(help_heading = ENGINES)]
    pub quantifier_stats: bool,
    /// Verify that many procedures at a time
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = jobs())]
    #[arg(help_heading = HOW_FAR)]
    pub jobs: usize,
    /// Of C: verify that function alone, as --proc does
    #[arg(long, value_name = "FUNCTION", value_delimiter = ',')]
    pub enforce: Vec<String>,
    /// Of C: calls of these functions do what their contracts say, calls of others what their bodies do (default: contracts
    /// count wherever there are some)
    #[arg(long, value_name = "FUNCTION", value_delimiter = ',')]
    pub replace: Option<Vec<String>>,
    /// Of C: print the Boogie program of each function instead of verifying it
    #[arg(long)]
    pub emit: bool,
    #[command(flatten)]
    pub c: CArgs,
    #[command(flatten)]
    pub solver: SolverArgs,
    #[command(flatten)]
    pub report: ReportArgs,
}

#[derive(Args)]
pub struct HoudiniArgs {
    /// A Boogie file; - is standard input
    #[arg(value_name = "FILE")]
    pub file: String,
    /// Declarations that FILE is taken together with
    #[arg(long = "with", value_name = "FILE")]
    pub with: Vec<String>,
    /// Print the program with the survivors in place of the candidates
    #[arg(long)]
    pub annotate: bool,
    /// Inline calls this deep first; what is inlined is not checked again
    #[arg(long, value_name = "N")]
    pub inline_depth: Option<u32>,
    /// Look at that many procedures at a time
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = jobs())]
    pub jobs: usize,
    #[command(flatten)]
    pub solver: SolverArgs,
    #[command(flatten)]
    pub report: ReportArgs,
}

#[derive(Args)]
#[command(args_override_self = true)]
pub struct ScanArgs {
    /// C files, folders of them, compile_commands.json
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<String>,
    /// Look at functions of that name alone; * stands for any characters
    #[arg(short, long = "entry", value_name = "PATTERN")]
    #[arg(help_heading = WHAT)]
    pub entries: Vec<String>,
    /// Look at functions alone that a change matters to since that revision of Git
    #[arg(long, value_name = "REVISION")]
    #[arg(help_heading = WHAT)]
    pub since: Option<String>,
    /// Report what depends on callers that pass null, one object twice, or any numbers, too
    #[arg(long)]
    #[arg(help_heading = WHAT)]
    pub all: bool,
    /// Say of each function what came out, as soon as it is known
    #[arg(long)]
    #[arg(help_heading = REPORTS)]
    pub each: bool,
    /// Keep in that folder which functions nothing is found of: what means the same is not looked at again
    #[arg(long, value_name = "FOLDER")]
    #[arg(help_heading = HOW_FAR)]
    pub cache: Option<PathBuf>,
    /// Exit with 10 if there is a finding of that rank or above
    #[arg(long, value_enum, value_name = "RANK", default_value = "likely")]
    #[arg(help_heading = REPORTS)]
    pub fail_on: RankArg,
    /// Leave out what an earlier scan with --format json has found
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = REPORTS)]
    pub baseline: Option<PathBuf>,
    /// Follow loops and recursion N times
    #[arg(short, long, value_name = "N", default_value_t = 2)]
    #[arg(help_heading = HOW_FAR)]
    pub bound: u32,
    /// Look at a function for that many seconds
    #[arg(short, long, value_name = "SECONDS", default_value_t = 5.0)]
    #[arg(help_heading = HOW_FAR)]
    pub timeout: f64,
    /// Look at that many functions at a time
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = jobs())]
    #[arg(help_heading = HOW_FAR)]
    pub jobs: usize,
    #[command(flatten)]
    pub report: ReportArgs,
    #[command(flatten)]
    pub c: CArgs,
}

/// How sure it is that a finding is a bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum RankArg {
    /// It depends on what callers pass
    Possible,
    /// Callers keep to what the text takes for granted
    Likely,
    /// The function contradicts itself
    Certain,
}

#[derive(Args)]
pub struct InitArgs {
    /// The folder of the project
    #[arg(value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,
    /// Write rmt.toml anew if it is there
    #[arg(long)]
    pub force: bool,
}

/// Many programs, and where their verdicts are kept.
#[derive(Args)]
pub struct ProgramsArgs {
    /// Folders (all .bpl, .c, .i and .yml in them), patterns (`drivers/**/*.c`), files; each file is a program of its own.
    /// Without: what rmt.toml names
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
    /// The settings (default: rmt.toml in a folder that is given, or in this one)
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Options of `rmt check` for all programs
    #[arg(last = true, value_name = "OPTION")]
    pub flags: Vec<String>,
    /// Check that many programs at a time
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = jobs())]
    pub jobs: usize,
    /// Where verdicts are kept: what has the same text and options is not checked again
    #[arg(long, value_name = "FOLDER", default_value = ".rmt-cache")]
    pub cache: PathBuf,
    /// Neither use nor keep verdicts
    #[arg(long)]
    pub no_cache: bool,
}

#[derive(Args)]
pub struct SuiteArgs {
    #[command(flatten)]
    pub programs: ProgramsArgs,
    /// Begin no other program once a verdict is not as it should be
    #[arg(long)]
    pub fail_fast: bool,
    /// Of N parts, check the one of number I
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Check nothing, but leave what has no verdict in the folder of --cache, for workers
    #[arg(long, conflicts_with = "no_cache")]
    pub submit: bool,
    #[command(flatten)]
    pub report: ReportArgs,
}

/// A part of a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: usize,
    all: usize,
}

impl Shard {
    /// Every N-th.
    pub fn of<T>(self, all: Vec<T>) -> Vec<T> {
        all.into_iter().skip(self.number - 1).step_by(self.all).collect()
    }
}

/// A text that names no part.
#[derive(Debug)]
pub struct NoShard;

impl std::fmt::Display for NoShard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a part is written I/N, such as 1/4")
    }
}

impl std::error::Error for NoShard {}

impl std::str::FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Shard, NoShard> {
        let (number, all) = text.split_once('/').ok_or(NoShard)?;
        let (number, all) = (number.parse().map_err(|_| NoShard)?, all.parse().map_err(|_| NoShard)?);
        if (1..=all).contains(&number) { Ok(Shard { number, all }) } else { Err(NoShard) }
    }
}

#[derive(Args)]
pub struct WorkerArgs {
    /// The folder that `rmt suite --submit --cache FOLDER` wrote
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// Check that many programs at a time
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = jobs())]
    pub jobs: usize,
    /// Take the work of others who have not been heard of for that many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub lease: u64,
    /// Stay when nothing is left, for what is submitted later
    #[arg(long)]
    pub wait: bool,
}

#[derive(Args)]
pub struct FmtArgs {
    /// Boogie files, which are written anew; - is standard input, formatted to standard output
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// Write nothing; exit with 10 if a file is not formatted
    #[arg(long)]
    pub check: bool,
}

/// How results are printed.
#[derive(Args)]
pub struct ReportArgs {
    /// How to report
    #[arg(long, value_enum, default_value_t = FormatArg::Text)]
    #[arg(help_heading = REPORTS)]
    pub format: FormatArg,
    /// Write a page for the browser
    ///
    /// Write all verdicts into a page, with the executions beside their sources (check, verify, scan, suite)
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = REPORTS)]
    pub html: Option<PathBuf>,
    /// Report the verdict and the failing assertions, not what leads to them
    #[arg(long)]
    #[arg(help_heading = REPORTS, hide_short_help = true)]
    pub no_trace: bool,
    /// Print times per phase and counts
    #[arg(long)]
    #[arg(help_heading = REPORTS)]
    pub stats: bool,
    /// Verdicts and failing assertions alone
    ///
    /// No warnings, nothing of what leads to a violation
    #[arg(short, long)]
    #[arg(help_heading = REPORTS)]
    pub quiet: bool,
    /// The same as --stats
    #[arg(short, long, conflicts_with = "quiet")]
    #[arg(help_heading = REPORTS, hide_short_help = true)]
    pub verbose: bool,
}

impl ReportArgs {
    /// What leads to a violation is not wanted.
    pub fn no_trace(&self) -> bool {
        self.no_trace || self.quiet
    }

    pub fn style(&self) -> Style {
        Style { color: with_color(&std::io::stdout()), trace: !self.no_trace() }
    }

    pub fn stats(&self) -> bool {
        self.stats || self.verbose
    }

    /// Verdicts are gathered for a document about all.
    pub fn gathers(&self) -> bool {
        self.html.is_some() || matches!(self.format, FormatArg::Sarif | FormatArg::Junit)
    }
}

/// Limits of the solver for a procedure, and its parameters.
#[derive(Args)]
pub struct SolverArgs {
    /// Give up after that many seconds, in verify on a procedure (0: never)
    #[arg(short, long, value_name = "SECONDS", default_value_t = 60.0)]
    #[arg(help_heading = HOW_FAR)]
    pub timeout: f64,
    /// Give up when the process takes more memory
    #[arg(long, value_name = "MEGABYTES")]
    #[arg(help_heading = HOW_FAR)]
    pub memory: Option<u64>,
    /// Give up after that many of Z3's resource units, in verify and houdini on a procedure: a limit that does not depend
    /// on the machine
    #[arg(long, value_name = "UNITS")]
    #[arg(help_heading = HOW_FAR)]
    pub rlimit: Option<u64>,
    /// Seed of Z3's heuristics
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    #[arg(help_heading = ENGINES)]
    pub seed: u32,
    /// A Z3 parameter, such as smt.arith.solver=2
    #[arg(long = "z3", value_name = "NAME=VALUE")]
    #[arg(help_heading = ENGINES)]
    pub z3: Vec<String>,
}

#[derive(Args)]
pub struct EmitArgs {
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    #[arg(short, long, visible_alias = "function", value_name = "PROCEDURE")]
    pub entry: Vec<String>,
    /// Run a pass first, in the order given: prune, entry, contracts, sequentialise, loops, error-flag, inline; all: those
    /// in front of the search
    #[arg(short, long = "pass", value_name = "PASS")]
    pub passes: Vec<String>,
    #[command(flatten)]
    pub c: CArgs,
}

#[derive(Args)]
pub struct ResolveArgs {
    /// Boogie and C files, taken together as one program; - is standard input (Boogie)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    #[command(flatten)]
    pub c: CArgs,
}

/// How C is read; Boogie files need none of it.
#[derive(Args, Clone)]
#[command(next_help_heading = "C files")]
pub struct CArgs {
    /// Search headers in that directory
    #[arg(short = 'I', value_name = "DIRECTORY")]
    pub include_dirs: Vec<PathBuf>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub defines: Vec<String>,
    /// Read that file first (-include works, too)
    #[arg(long = "include", value_name = "FILE")]
    #[arg(hide_short_help = true)]
    pub includes: Vec<PathBuf>,
    /// For a machine with 32-bit pointers (-m32 works, too)
    #[arg(long)]
    pub m32: bool,
    /// The clang that parses C, 14 or newer
    #[arg(long, value_name = "PATH", default_value = "clang")]
    #[arg(hide_short_help = true)]
    pub clang: PathBuf,
    /// The compile_commands.json of the build
    ///
    /// How a build compiles the files (default: the compile_commands.json beside the first C file, if any)
    #[arg(long, value_name = "FILE")]
    pub compile_commands: Option<PathBuf>,
    /// Check that, besides assertions (default: deref, bounds, free, leak, overflow, div,
    /// shift, uninit, format)
    #[arg(long = "check", value_enum, value_name = "KIND", value_delimiter = ',')]
    pub checks: Vec<CheckKind>,
    /// A flag for clang (those that compilers have work by themselves: -std=…, -W…, -O…, -f…, -isystem DIRECTORY)
    #[arg(long = "clang-arg", value_name = "FLAG", allow_hyphen_values = true)]
    #[arg(hide_short_help = true)]
    pub clang_args: Vec<String>,
    /// Keep clang's warnings back (-w works, too)
    #[arg(long)]
    #[arg(hide_short_help = true)]
    pub no_warnings: bool,
    /// How integers are represented
    #[arg(long, value_enum, value_name = "KIND", default_value = "auto")]
    pub int: IntArg,
    /// How floating-point numbers are represented
    #[arg(long, value_enum, value_name = "KIND", default_value = "auto")]
    #[arg(hide_short_help = true)]
    pub float: FloatArg,
    /// Elements of the arrays that an entry function is given, at most
    #[arg(long, value_name = "N", default_value_t = 3)]
    #[arg(hide_short_help = true)]
    pub array_size: u32,
    /// How deep the structures are that an entry function is given
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(hide_short_help = true)]
    pub depth: u32,
    /// The pointers that an entry function is given are to different objects
    #[arg(long)]
    #[arg(hide_short_help = true)]
    pub no_alias: bool,
    /// Global variables have any values when the entry function is called
    #[arg(long)]
    #[arg(hide_short_help = true)]
    pub havoc_globals: bool,
    /// malloc and its kin always succeed
    #[arg(long)]
    #[arg(hide_short_help = true)]
    pub malloc_never_fails: bool,
    /// Inline assembly gives its outputs any value
    #[arg(long)]
    #[arg(hide_short_help = true)]
    pub havoc_asm: bool,
    /// A call of that function is an error, as one of reach_error is
    #[arg(long, value_name = "FUNCTION")]
    #[arg(hide_short_help = true)]
    pub error_function: Vec<String>,
    /// A label of that name must not be reached
    #[arg(long, value_name = "LABEL")]
    #[arg(hide_short_help = true)]
    pub error_label: Vec<String>,
}

/// Kinds of checks in C besides assertions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckKind {
    /// Assertions alone
    None,
    /// All that is listed here, but for unsigned, conversion and pointer-overflow
    All,
    /// What is checked where nobody says otherwise
    Default,
    /// Accesses are to live blocks and within their bounds
    Deref,
    /// Accesses are within the bounds of their blocks
    Bounds,
    /// What is freed was allocated, once and at its start
    Free,
    /// At the end, nothing that was allocated is left
    Leak,
    /// Signed arithmetic stays in range
    Overflow,
    /// No division by zero
    Div,
    /// Shift counts are within the width
    Shift,
    /// What is read was given a value before
    Uninit,
    /// Formats of printf and scanf have their arguments, of the right kinds
    Format,
    /// Pointers that are subtracted or ordered point into one block
    Pointer,
    /// No data races among threads
    Race,
    /// Not all threads wait for each other
    Deadlock,
    /// Who unlocks a lock holds it, and what is destroyed is held by nobody
    Lock,
    /// Unsigned arithmetic stays in range, too
    Unsigned,
    /// Conversions of integers keep the value
    Conversion,
    /// Pointer arithmetic stays in the block of the pointer, or one past its end
    PointerOverflow,
}

/// What is counted of the objects of linked structures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FlowArg {
    /// Edges into it
    Edges,
    /// Paths to it, as in the paper that the prover follows: for comparison
    Paths,
}

/// How the integers of C are represented.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum IntArg {
    /// Mathematical integers; where `check` gets a program that works on bits, both, in turn
    Auto,
    /// Mathematical integers, kept in the range of their type
    Math,
    /// Bit-vectors
    Bits,
}

/// How the floating-point numbers of C are represented.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FloatArg {
    /// Those of IEEE 754 for a while, then real numbers
    Auto,
    /// Real numbers
    Real,
    /// Those of IEEE 754, rounded
    Ieee,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EngineArg {
    /// On demand, as solver queries ask for them
    Stratified,
    /// Everything within the bound, before the first query
    Static,
}

/// How the globals that refute a path are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RefineArg {
    /// One after the other is left out, each time in a new program
    Storm,
    /// Divide and conquer, each time in a new program
    Alg1,
    /// Divide and conquer over one formula
    Alg2,
    /// Guided by unsat cores of one formula
    Core,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InliningArg {
    /// Calls that no execution makes both share an instance of their callee
    Dag,
    /// Each call has its own
    Tree,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SummariesArg {
    /// Nothing
    None,
    /// What their contracts say
    Given,
    /// That, and what Houdini infers about the globals that assertions mention, once a search has taken long
    Typestate,
    /// What contracts say, and what Houdini infers before the search
    Houdini,
    /// The same as typestate, and what Houdini infers once a bound is reached without a proof
    OnDemand,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InlineArg {
    /// The attribute is not looked at
    None,
    /// Bodies take their place; what is deeper is not looked at
    Assume,
    /// The same; that nothing is deeper is asserted
    Assert,
    /// The same; deeper calls do what contracts say, and the procedures are verified, too
    Spec,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorArg {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    Text,
    /// One JSON object a line and verdict; see docs/json.md
    Json,
    /// SARIF 2.1.0, for editors and code hosts (check, verify, scan, suite)
    Sarif,
    /// XML of JUnit, for continuous integration (check, verify, scan, suite)
    Junit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StageArg {
    /// The program as parsed
    Ast,
    /// The typed program, after all passes
    Ir,
    /// The passive form of each procedure
    Passive,
    /// The formula of each procedure
    Vc,
    /// What the solver got in the end, as SMT-LIB 2
    Smt,
}

/// Each job is a thread with a solver of its own.
fn jobs() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=1024)
}
