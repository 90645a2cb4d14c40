//! Runs commands on a terminal.

use std::fs::File;
use std::io::Read;
use std::process::{Command, Stdio};

use nix::pty::{OpenptyResult, Winsize, openpty};

/// Runs a command on a terminal with this many columns. Returns everything it writes, with `\n` at line ends.
pub fn shown(command: &mut Command, columns: u16) -> String {
    let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    let OpenptyResult { master, slave } = openpty(&size, None).expect("the system has a terminal");
    let [stdin, stdout] = [(); 2].map(|()| slave.try_clone().unwrap());
    command.env("TERM", "xterm").stdin(stdin).stdout(stdout).stderr(slave);
    let mut child = command.spawn().expect("the program starts");
    // Without this, `command` would keep its ends of the terminal open.
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut bytes = Vec::new();
    // On Linux, reading fails once the other end is closed.
    let _ = File::from(master).read_to_end(&mut bytes);
    child.wait().unwrap();
    String::from_utf8(bytes).expect("text").replace("\r\n", "\n")
}
