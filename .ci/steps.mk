# The steps of .ci/run, with their dependencies. make starts them in the order of STEPS. The first ones are
# long, or other steps wait for them. Steps that build in the same folder wait for each other, while a third
# step runs what is already built.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.SILENT:
step = .ci/step $@

# Checks that wait more than they compute; they run one at a time.
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

# The library must not pull in the program's dependencies.
engine-alone:
	$(step) bash -c 'tree=$$(cargo tree --package queens --edges normal --prefix none --locked) && \
		! grep -E "^(clap|indicatif|console|minijinja|pulldown-cmark|ctor|signal-hook|queens-)" <<<"$$tree"'

# Counting does not need explore/. Without it, the program must still build and print the same. This step
# rebuilds target/debug/queens with other settings, so it runs after all tests that use this program.
counting-alone: tests tests-without-avx512 tests-without-simd check-environment
	$(step) cargo clippy --package queens-cli --no-default-features --all-targets --locked -- -D warnings
	.ci/step $@-tests cargo test --quiet --package queens-cli --no-default-features --locked -- \
		transcripts_show_what_the_program_says

documentation: export RUSTDOCFLAGS = -D warnings
documentation:
	$(step) cargo doc --workspace --no-deps --locked

# All later steps select the same packages. Otherwise, cargo would build the dependencies with different
# features, and build the engine again.
#
# The tests run with the command that the README gives to newcomers, so that this command is tested, too.
README_TESTS := $(shell sed -n 's/^\(cargo test.*\)$$/\1/p' README.md | head -n 1)
build-tests: lints
	$(step) $(or $(README_TESTS),$(error README.md shows no test command)) --no-run
tests: build-tests
	$(step) $(README_TESTS)

# The program's tests that depend on which kernel it chooses. They run as on machines without AVX-512, and as
# on machines without any vector extension. tests/older_cpus.rs does the same for the engine. If this machine
# lacks AVX-512, the tests have already run with AVX2.
older_cpu = cargo test --quiet --test suite -- count:: --skip selftest
tests-without-avx512: build-tests
	! grep -qw avx512f /proc/cpuinfo || QUEENS_CPU=avx2 $(step) $(older_cpu)
tests-without-simd: build-tests
	QUEENS_CPU=scalar $(step) $(older_cpu)

release:
	$(step) cargo build --release --locked

# Only a release build can count these in seconds. They are units of boards that take hours to years, with
# every vector kernel, and a whole board with two methods.
larger-boards: release packages
	$(step) bash -c '"$$QUEENS" selftest --large && QUEENS_CPU=avx2 "$$QUEENS" selftest --time 2s --json | jq --exit-status \
		".failures == [] and ([.units[].n] | sort == [range(20; 33)]) and all(.units[]; .counted == .agree)" && \
		"$$QUEENS" count 18 --double-check --no-checkpoint'

# Installs all packages at once, while the program is being built. If a package is missing, the check that
# needs it reports this.
packages:
	(. scripts/common.sh && need "chromium fonts-dejavu-core parallel procps shellcheck slurmctld slurmd slurm-client munge faketime \
		gcc-aarch64-linux-gnu gcc-mingw-w64-x86-64 zip unzip wine64 qemu-user-static jq yamllint" \
		chromium parallel pgrep shellcheck slurmd munged faketime aarch64-linux-gnu-gcc x86_64-w64-mingw32-gcc zip unzip \
		/usr/lib/wine/wine64 qemu-aarch64-static jq yamllint) >"$$LOGS/packages" 2>&1 || true

waiting: release packages
	for check in $(WAITING); do .ci/step $$check scripts/$$check.sh; done

check-dist: release packages
check-environment: build-tests packages
# Like counting-alone, this step rebuilds target/debug/queens with other settings.
check-package: counting-alone
# These run the programs built by check-dist.
check-arm check-windows: check-dist
check-arm check-dist check-package check-environment check-windows:
	$(step) scripts/$@.sh
