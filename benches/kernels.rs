//! Every kernel of the search that this CPU can run, below the same prefixes, and the textbook
//! recursion on the whole board.
//!
//! `cargo bench --bench kernels` measures, `cargo bench -- --test` runs everything once. A kernel's
//! figure is for the prefixes that fill the two central rows, the first queen in the left half: few
//! enough to repeat.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use queens::board::{BoardSize, Square};
use queens::kernels::{Counts, Occupancy, Placement, RemainingRows, SearchKernel, Workspace};

mod textbook;

/// The central rows filled in every way with the first queen in the left half: (remaining rows,
/// columns used).
fn prefixes(size: BoardSize) -> Vec<(RemainingRows, u32)> {
    let n = size.get();
    let empty = Occupancy::default();
    let mut prefixes = Vec::new();
    for first in (0..n / 2).map(|column| Square::new(n / 2 - 1, column)) {
        let one = empty.with(size, first);
        for second in
            (0..n).map(|column| Square::new(n / 2, column)).filter(|&square| one.is_free(size, square))
        {
            let two = one.with(size, second);
            prefixes.push((RemainingRows::below(size, &two), two.columns));
        }
    }
    prefixes
}

fn count_all(kernel: SearchKernel, prefixes: &[(RemainingRows, u32)], workspace: &mut Workspace) -> Counts {
    let mut counts = Counts::default();
    for (rows, columns) in prefixes {
        counts += kernel.count(rows, 0, &[Placement::root(*columns)], workspace);
    }
    counts
}

fn kernels(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("kernels");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(3));
    for n in [10, 12, 13] {
        let prefixes = prefixes(BoardSize::new(n).expect("a size within 1 to 32"));
        let mut workspace = Workspace::new();
        for kernel in SearchKernel::available() {
            let nodes = count_all(kernel, &prefixes, &mut workspace).nodes;
            group.throughput(Throughput::Elements(nodes));
            group.bench_function(BenchmarkId::new(kernel.name().to_string(), n), |bencher| {
                bencher.iter(|| count_all(kernel, black_box(&prefixes), &mut workspace));
            });
        }
    }
    group.finish();
}

fn baseline(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("textbook");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(3));
    for n in [10, 12, 13] {
        group.bench_function(BenchmarkId::from_parameter(n), |bencher| {
            bencher.iter(|| textbook::count(black_box(n)));
        });
    }
    group.finish();
}

criterion_group!(benches, kernels, baseline);
criterion_main!(benches);
