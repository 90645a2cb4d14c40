//! Benchmarks every method on one thread, with each of its kernels that this CPU supports. Each benchmark is
//! a whole count, including the start of the thread.
//!
//! Run it with `cargo bench --package queens-bench`. Append `-- --test` to run every benchmark once without
//! measuring. To measure the textbook recursion, run `queens ladder`.

use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use queens::{Count, Kernel, Method, Outcome};

/// Counts a whole board on one thread.
fn count(n: usize, method: Method, kernel: Kernel) -> Outcome {
    let count = Count::new(n).expect("a size within 1 to 32").method(method).kernel(kernel).threads(1);
    count.prepare().and_then(|prepared| prepared.run(&mut ())).expect("this CPU has the kernel")
}

fn kernels(criterion: &mut Criterion) {
    for &method in Method::ALL {
        let mut group = criterion.benchmark_group(method.name());
        group
            .sample_size(10)
            .warm_up_time(Duration::from_millis(300))
            .measurement_time(Duration::from_secs(3));
        for n in [12, 14] {
            for kernel in method.available() {
                let nodes = count(n, method, kernel).sums().nodes;
                group.throughput(Throughput::Elements(nodes as u64));
                group.bench_function(BenchmarkId::new(kernel.name(), n), |bencher| {
                    bencher.iter(|| count(n, method, kernel));
                });
            }
        }
        group.finish();
    }
}

criterion_group!(benches, kernels);
criterion_main!(benches);
