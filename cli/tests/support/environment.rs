//! The environment that the tests' children inherit, which is the same wherever the tests are
//! started.

use std::ffi::OsStr;
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ};

/// The beginnings of the names of variables that are passed on. They say where programs and
/// temporary files are, which CPU is simulated, and what a loader, an emulator or a measurement
/// needs. Any other variable, from QUEENS_THREADS to NO_COLOR and TZ, changes no test.
const INHERITED_VARIABLES: &[&str] =
    &["PATH", "HOME", "TMPDIR", "QUEENS_CPU", "LD_", "DYLD_", "QEMU_", "FAKETIME", "LLVM_PROFILE"];

/// A program without input, whose output is kept, in an environment of its own, with the default
/// action of every signal.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    LazyLock::force(&SIGNAL_HANDLERS);
    let is_passed_on =
        |name: &OsStr| INHERITED_VARIABLES.iter().any(|known| name.to_string_lossy().starts_with(known));
    let mut command = Command::new(program);
    command.env_clear().envs(std::env::vars_os().filter(|(name, _)| is_passed_on(name)));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A child inherits that a signal is ignored, as by nohup, but not that it is caught: so the tests
/// catch the signals that they were started to ignore, and do nothing about them. The standard
/// library itself restores SIGPIPE and the signals that are blocked.
static SIGNAL_HANDLERS: LazyLock<()> = LazyLock::new(|| {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
    for signal in [SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ] {
        if mask >> (signal - 1) & 1 == 1 {
            signal_hook::flag::register(signal, Arc::default()).expect("the system accepts a handler");
        }
    }
});
