//! Imitates older CPUs by hiding kernels, and tests that hidden kernels are neither chosen nor run.
//!
//! `Kernel::limit_to` affects the whole process, so this test must not share a process with other tests.
#![allow(clippy::disallowed_methods, reason = "tests open files as other programs do")]

use queens::board::BoardSize;
use queens::check::verify::Verification;
use queens::methods::MethodError;
use queens::run::SavedRun;
use queens::{Count, CountError, Kernel, Method};

/// Checks that every method chooses a `visible` kernel, and that only visible kernels can be requested.
fn check_choices(visible: &[Kernel]) {
    for &method in Method::ALL {
        let kernels = method.available();
        assert!(kernels.iter().all(|kernel| visible.contains(kernel)), "{method}: {kernels:?}");
        assert_eq!(method.kernel(None), Ok(kernels[0]));
        for &kernel in Kernel::ALL {
            let count = Count::new(10).unwrap().method(method).kernel(kernel).threads(1).prepare();
            if kernels.contains(&kernel) {
                let ready = count.unwrap();
                assert_eq!(ready.kernel(), kernel);
                assert_eq!(ready.run(&mut ()).unwrap().sums().solutions, 724, "{method}, {kernel}");
            } else {
                let refused = count.map(drop).unwrap_err();
                let is_missing = matches!(
                    refused,
                    CountError::Method(MethodError::NoKernel { .. } | MethodError::NoKernelOfMethod { .. })
                );
                assert!(is_missing, "{method}, {kernel}: {refused}");
            }
        }
    }
    // The fastest method depends on the fastest visible kernel.
    let first_of_colours = if visible[0] <= Kernel::Avx2 { 18 } else { 14 };
    for (n, method) in [(first_of_colours - 1, Method::Cross), (first_of_colours, Method::Colours)] {
        assert_eq!(Method::fastest(BoardSize::new(n).unwrap(), None), method, "N = {n}");
    }
}

/// Counts a run with each visible kernel, and recounts a sample of its units with the other visible kernels.
fn check_recounts(visible: &[Kernel]) {
    let folder = tempfile::tempdir().unwrap();
    for kernel in Method::Cross.available() {
        let path = folder.path().join(kernel.name());
        let count = Count::new(12).unwrap().method(Method::Cross).kernel(kernel).saved_in(&path);
        count.prepare().unwrap().run(&mut ()).unwrap();
        let (inspection, entries) = SavedRun::at(&path).sample(|units| units.min(40), 1).unwrap();
        let plan = inspection.manifest.plan(&path).unwrap();
        let findings = Verification::of(&plan).threads(2).run(entries, None, &mut ()).unwrap();
        assert!(findings.complete && findings.mismatches.is_empty() && findings.same_kernel == 0);
        let kernels: Vec<_> = findings.recounted_by_kernel.into_keys().collect();
        assert!(kernels.iter().all(|other| *other != kernel && visible.contains(other)), "{kernels:?}");
    }
}

#[test]
fn hidden_kernels_are_neither_chosen_nor_run() {
    let all = Kernel::all_available();
    for &limit in Kernel::ALL.iter().filter(|kernel| **kernel <= Kernel::Portable) {
        Kernel::limit_to(limit);
        let visible: Vec<Kernel> = all.iter().copied().filter(|kernel| *kernel >= limit).collect();
        assert_eq!(Kernel::all_available(), visible, "up to {limit}");
        check_choices(&visible);
        check_recounts(&visible);
    }
    // A later limit replaces an earlier one.
    Kernel::limit_to(Kernel::ALL[0]);
    assert_eq!(Kernel::all_available(), all);
}
