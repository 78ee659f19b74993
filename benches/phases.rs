//! How long the phases take, one by one: `cargo bench -p benches`, or of one phase `cargo bench -p benches -- passes`.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput};
use ivl::source::{FileId, SourceMap};
use rmt::internal::base::budget::Budget;
use rmt::internal::base::ids::ProcId;
use rmt::internal::base::stats::Stats;
use rmt::internal::cfg::liveness::liveness;
use rmt::internal::driver::elaborate::{elaborate, parse_files, resolve_program};
use rmt::internal::driver::entry::entries;
use rmt::internal::driver::{check, pipeline};
use rmt::internal::ir::Program;
use rmt::internal::reach::{Acyclic, Config, Hooks, OneTurn, with_search};
use rmt::internal::verdict::Bound;

use benches::{Text, texts};

/// Nested expressions are walked recursively.
const STACK: usize = 512 << 20;

struct Loaded {
    sources: SourceMap,
    file: FileId,
    program: Program,
    entry: ProcId,
}

fn load(Text { name, text }: &Text) -> Loaded {
    let mut sources = SourceMap::default();
    let file = sources.add(format!("{name}.bpl"), text.clone());
    let (program, _) = elaborate(&sources, &[file], &mut Stats::default()).expect("it is a program");
    let entry = entries(&program, &[]).expect("it has an entry")[0];
    Loaded { sources, file, program, entry }
}

/// What comes before the search.
fn preparation(c: &mut Criterion) {
    for text in texts() {
        let Loaded { sources, file, program, entry } = load(&text);
        let named = |phase| BenchmarkId::new(phase, text.name);
        let ast = parse_files(&sources, &[file]).expect("it parses");
        let mut group = c.benchmark_group("preparation");
        group.throughput(Throughput::Bytes(text.text.len() as u64));
        group.bench_function(named("parse"), |b| b.iter(|| black_box(parse_files(&sources, &[file]))));
        group.bench_function(named("print"), |b| b.iter(|| black_box(ast.to_string())));
        group.bench_function(named("resolve"), |b| b.iter(|| black_box(resolve_program(&ast, &sources))));
        group.bench_function(named("passes"), |b| {
            b.iter_batched(|| program.clone(), |program| pipeline::prepare(program, entry), BatchSize::LargeInput)
        });
        let prepared = pipeline::prepare(program, entry);
        let question = Acyclic { program: Arc::new(prepared.program), entry: prepared.entry, error: prepared.error };
        group.bench_function(named("liveness"), |b| {
            b.iter(|| black_box(liveness(&question.program, question.entry, &[question.error])))
        });
        // Everything that is asserted before the first query; liveness and the start of the solver included.
        let (config, budget) = (Config { bound: Some(Bound(1)), ..Config::default() }, Budget::unlimited());
        let encode = || {
            let hooks = Hooks { turns: &OneTurn, progress: &mut |_| {}, is_certain: &mut |_| false };
            with_search(&question, &config, &budget, false, hooks, |_| ()).stats
        };
        group.sample_size(20);
        group.bench_function(named("encode"), |b| b.iter(|| black_box(encode())));
        group.finish();
    }
}

/// From the program to the verdict.
fn whole(c: &mut Criterion) {
    let mut group = c.benchmark_group("check");
    group.sample_size(10).measurement_time(Duration::from_secs(20));
    for (text, bound) in texts().into_iter().zip([3, 1]) {
        let Loaded { program, entry, .. } = load(&text);
        let config = Config { bound: Some(Bound(bound)), ..Config::default() };
        group.bench_function(BenchmarkId::new("bound", text.name), |b| {
            b.iter(|| black_box(check(&program, entry, &config, &Budget::unlimited(), false, &mut |_| {}).verdict))
        });
    }
    group.finish();
}

fn main() {
    let run = || {
        let mut criterion = Criterion::default().configure_from_args();
        preparation(&mut criterion);
        whole(&mut criterion);
        criterion.final_summary();
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(run).expect("a thread can be started");
    thread.join().expect("the benchmarks run");
}
