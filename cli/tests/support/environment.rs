//! The environment for child processes, which is the same wherever the tests are started.

use std::ffi::OsStr;
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ};

/// Prefixes of the variables that child processes inherit. They locate programs and temporary files, simulate
/// a CPU, or serve a loader, an emulator or a measurement. All other variables, such as QUEENS_THREADS,
/// NO_COLOR and TZ, are removed, so that they do not affect the tests.
const INHERITED_VARIABLES: &[&str] =
    &["PATH", "HOME", "TMPDIR", "QUEENS_CPU", "LD_", "DYLD_", "QEMU_", "FAKETIME", "LLVM_PROFILE"];

/// Prepares a command with no input, captured output, a clean environment and default signal actions.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    LazyLock::force(&SIGNAL_HANDLERS);
    let is_passed_on =
        |name: &OsStr| INHERITED_VARIABLES.iter().any(|known| name.to_string_lossy().starts_with(known));
    let mut command = Command::new(program);
    command.env_clear().envs(std::env::vars_os().filter(|(name, _)| is_passed_on(name)));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Installs an empty handler for every signal ignored when the tests started, as under nohup. A
/// child process inherits ignored signals, but not handlers. The standard library itself resets SIGPIPE and
/// blocked signals.
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
