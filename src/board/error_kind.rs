//! The kinds of errors, by what they mean to a caller.

/// An error's kind, by which a caller can decide how to continue. The message gives the details.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The request names something that does not exist or cannot be done.
    Usage,
    /// The system refused a file, memory or a thread, or a path is not the regular file or directory that it
    /// should be.
    Io,
    /// Saved work belongs to another run or another plan.
    Mismatch,
    /// Only another version of the program can read the saved work.
    OtherVersion,
    /// Another process uses the directory.
    Busy,
    /// Saved work is damaged, or two counts contradict each other.
    Corrupt,
    /// The stop flag was set.
    Stopped,
}
