//! Error kinds.

/// The kind of an error. A caller can use it to decide how to continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The request asks for something that does not exist or is impossible.
    Usage,
    /// An I/O operation, a memory allocation or the start of a thread failed, or a path is not the regular
    /// file or directory it should be.
    Io,
    /// The saved work belongs to a different run or plan.
    Mismatch,
    /// Only a different version of the program can read the saved work.
    OtherVersion,
    /// Another process is using the directory.
    Busy,
    /// The saved work is damaged, or two counts contradict each other.
    Corrupt,
    /// The stop flag was set.
    Stopped,
}
