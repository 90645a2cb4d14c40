# The steps of .ci/run, each after the steps that it needs. make starts them in the order of STEPS: first the
# long steps and those that others wait for. Two steps that build in the same folder wait for each other,
# while a third runs what is already built.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.SILENT:
step = .ci/step $@

# The checks that wait more than they compute, run one at a time.
WAITING := $(filter-out %-arm %-dist %-package %-environment %-windows,$(basename $(notdir $(wildcard scripts/check-*.sh))))

STEPS := lints release packages build-tests tests waiting check-dist check-environment check-windows check-arm \
	tests-without-simd tests-without-avx512 check-package larger-boards \
	documentation engine-alone counting-alone
all: $(STEPS)
.PHONY: all format $(STEPS)

format:
	$(step) cargo fmt --all --check

lints: format
	$(step) cargo clippy --workspace --all-targets --locked -- -D warnings

# Users of the library build none of the program's dependencies.
engine-alone:
	$(step) bash -c 'tree=$$(cargo tree --package queens --edges normal --prefix none --locked) && \
		! grep -E "^(clap|indicatif|console|minijinja|pulldown-cmark|ctor|signal-hook|queens-)" <<<"$$tree"'

# Counting needs nothing of explore/: the program builds and says the same without it. It builds
# target/debug/queens with other settings, so it runs when no test uses it any more.
counting-alone: tests tests-without-avx512 tests-without-simd check-environment
	$(step) cargo clippy --package queens-cli --no-default-features --all-targets --locked -- -D warnings
	.ci/step $@-tests cargo test --quiet --package queens-cli --no-default-features --locked -- \
		transcripts_show_what_the_program_says

documentation: export RUSTDOCFLAGS = -D warnings
documentation:
	$(step) cargo doc --workspace --no-deps --locked

# Every later step selects the same packages; otherwise, cargo would build the dependencies with different
# features, and the engine again.
#
# The README's own command, so that the command that newcomers are told to run is tested.
README_TESTS := $(shell sed -n 's/^\(cargo test.*\)$$/\1/p' README.md | head -n 1)
build-tests: lints
	$(step) $(or $(README_TESTS),$(error README.md shows no test command)) --no-run
tests: build-tests
	$(step) $(README_TESTS)

# The tests of the program's choice of a kernel, as on machines without AVX-512 and without any vector
# extension; those of the engine are in tests/older_cpus.rs. If this machine lacks AVX-512, the tests with
# AVX2 have already run.
older_cpu = cargo test --quiet --test suite -- count:: --skip selftest
tests-without-avx512: build-tests
	! grep -qw avx512f /proc/cpuinfo || QUEENS_CPU=avx2 $(step) $(older_cpu)
tests-without-simd: build-tests
	QUEENS_CPU=scalar $(step) $(older_cpu)

release:
	$(step) cargo build --release --locked

# What only the released program counts in seconds: units of boards that take hours to years, by every vector
# kernel, and a whole board by two methods.
larger-boards: release packages
	$(step) bash -c '"$$QUEENS" selftest --large && QUEENS_CPU=avx2 "$$QUEENS" selftest --time 2s --json | jq --exit-status \
		".failures == [] and ([.units[].n] | sort == [range(20; 33)]) and all(.units[]; .counted == .agree)" && \
		"$$QUEENS" count 18 --double-check --no-checkpoint'

# Installs all packages at once, while the program is built. A check reports if one of its packages is
# missing.
packages:
	(. scripts/common.sh && need "chromium fonts-dejavu-core parallel procps shellcheck slurmctld slurmd slurm-client munge faketime \
		gcc-aarch64-linux-gnu gcc-mingw-w64-x86-64 zip unzip wine64 qemu-user-static jq yamllint" \
		chromium parallel pgrep shellcheck slurmd munged faketime aarch64-linux-gnu-gcc x86_64-w64-mingw32-gcc zip unzip \
		/usr/lib/wine/wine64 qemu-aarch64-static jq yamllint) >"$$LOGS/packages" 2>&1 || true

waiting: release packages
	for check in $(WAITING); do .ci/step $$check scripts/$$check.sh; done

check-dist: release packages
check-environment: build-tests packages
# Like counting-alone, it builds target/debug/queens with other settings.
check-package: counting-alone
# These run the programs that check-dist builds.
check-arm check-windows: check-dist
check-arm check-dist check-package check-environment check-windows:
	$(step) scripts/$@.sh
