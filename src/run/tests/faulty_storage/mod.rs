//! An in-memory file system that fails on demand, and that loses unsynced data in a power cut.
//!
//! For each file, it keeps the current and the durable contents. For each directory, it keeps the current
//! names, the durable names, and the changes in between. Syncing a file makes its contents durable, but not
//! its name. Syncing a directory makes its names durable, but not the contents of its files. Every call is a
//! step. A [`Fault`] strikes at a chosen step.

mod calls;
mod power_cut;

use std::collections::{BTreeMap, HashSet};
use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};

use crate::run::storage::Storage;

pub use power_cut::Loss;

/// A fault that strikes at the chosen step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The step fails without effect.
    Refuse,
    /// A write fails partway through. Any other step fails without effect.
    Tear,
    /// The step succeeds, but is reported as failed.
    Unheard,
    /// From this step on, the disk is full. Writes fail partway through, and nothing new can be created.
    Full,
    /// The process dies halfway through the step.
    Kill,
}

impl Fault {
    pub const ALL: [Self; 5] = [Self::Refuse, Self::Tear, Self::Unheard, Self::Full, Self::Kill];
}

type Names = BTreeMap<OsString, usize>;

enum Node {
    File { current: Vec<u8>, durable: Vec<u8> },
    Directory { current: Names, durable: Names, pending: Vec<Change> },
}

impl Node {
    fn directory(names: Names) -> Self {
        Self::Directory { current: names.clone(), durable: names, pending: Vec::new() }
    }

    fn file(bytes: &[u8]) -> Self {
        Self::File { current: bytes.to_vec(), durable: bytes.to_vec() }
    }
}

#[derive(Clone)]
enum Change {
    Add(OsString, usize),
    Remove(OsString),
    Rename(OsString, OsString),
}

impl Change {
    fn apply(&self, names: &mut Names) {
        match self {
            Self::Add(name, node) => {
                names.insert(name.clone(), *node);
            }
            Self::Remove(name) => {
                names.remove(name);
            }
            Self::Rename(from, to) => {
                if let Some(node) = names.remove(from) {
                    names.insert(to.clone(), node);
                }
            }
        }
    }
}

struct StorageState {
    nodes: Vec<Node>,
    locked: HashSet<usize>,
    steps: u64,
    fault: Option<(u64, Fault)>,
    struck: bool,
    /// A function to call before a given step, to simulate another process or thread.
    meanwhile: Option<(u64, Box<dyn FnOnce() + Send>)>,
    /// The maximum number of bytes that one read returns.
    chunk: usize,
    /// Whether the inode number of a file changes while it is open.
    renumbers: bool,
}

/// A step's outcome.
enum Fate {
    Done,
    Half(io::Error),
    NotDone(io::Error),
    Unheard(io::Error),
}

/// An in-memory file system. Clones share the same files.
#[derive(Clone)]
pub struct FaultyStorage(Arc<Mutex<StorageState>>);

/// Empty except for the durable directory `/runs`.
impl Default for FaultyStorage {
    fn default() -> Self {
        let nodes = vec![Node::directory(Names::from([("runs".into(), 1)])), Node::directory(Names::new())];
        Self(Arc::new(Mutex::new(StorageState {
            nodes,
            locked: HashSet::new(),
            steps: 0,
            fault: None,
            struck: false,
            meanwhile: None,
            chunk: usize::MAX,
            renumbers: false,
        })))
    }
}

impl StorageState {
    fn fate(&mut self, makes_something: bool) -> Fate {
        let step = self.steps;
        self.steps += 1;
        let Some((at, fault)) = self.fault else { return Fate::Done };
        if step < at {
            return Fate::Done;
        }
        self.struck = true;
        let error = io::Error::other(format!("{fault:?} at step {at}"));
        match fault {
            Fault::Kill if step == at => Fate::Half(error),
            Fault::Kill => Fate::NotDone(error),
            Fault::Full if makes_something => Fate::Half(ErrorKind::StorageFull.into()),
            Fault::Refuse if step == at => Fate::NotDone(error),
            Fault::Tear if step == at => Fate::Half(error),
            Fault::Unheard if step == at => Fate::Unheard(error),
            _ => Fate::Done,
        }
    }

    fn find(&self, path: &Path) -> io::Result<usize> {
        path.components().skip(1).try_fold(0, |node, component| match &self.nodes[node] {
            Node::Directory { current, .. } => {
                current.get(component.as_os_str()).copied().ok_or(ErrorKind::NotFound.into())
            }
            Node::File { .. } => Err(ErrorKind::NotADirectory.into()),
        })
    }

    fn change(&mut self, directory: &Path, change: Change) -> io::Result<()> {
        let node = self.find(directory)?;
        let Node::Directory { current, pending, .. } = &mut self.nodes[node] else { unreachable!() };
        change.apply(current);
        pending.push(change);
        Ok(())
    }

    fn make(&mut self, path: &Path, new: Node) -> io::Result<usize> {
        if self.find(path).is_ok() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        self.nodes.push(new);
        let node = self.nodes.len() - 1;
        self.change(path.parent().unwrap(), Change::Add(path.file_name().unwrap().to_owned(), node))?;
        Ok(node)
    }

    /// Returns the file at `path`. Creates it if it is missing.
    fn make_file(&mut self, path: &Path) -> io::Result<usize> {
        self.find(path).or_else(|_| self.make(path, Node::file(b"")))
    }

    fn contents(&mut self, node: usize) -> &mut Vec<u8> {
        match &mut self.nodes[node] {
            Node::File { current, .. } => current,
            Node::Directory { .. } => panic!("a directory is not a file"),
        }
    }
}

impl FaultyStorage {
    fn state(&self) -> MutexGuard<'_, StorageState> {
        self.0.lock().unwrap()
    }

    /// Makes `fault` strike `after` steps from now.
    pub fn strike(&self, after: u64, fault: Fault) {
        let mut state = self.state();
        state.fault = Some((state.steps + after, fault));
        state.struck = false;
    }

    /// Removes the fault, and returns whether it struck.
    pub fn calm(&self) -> bool {
        let mut state = self.state();
        state.fault = None;
        state.struck
    }

    /// Asserts that all new names are synced. Call this when something is reported as done, because a power
    /// cut would lose any other name.
    #[track_caller]
    pub fn done(&self) {
        let state = self.state();
        let made = state.nodes.iter().flat_map(|node| match node {
            Node::Directory { pending, .. } => pending.as_slice(),
            Node::File { .. } => &[],
        });
        let pending: Vec<_> = made
            .filter_map(|change| match change {
                Change::Add(name, _) | Change::Rename(_, name) => Some(name.clone()),
                Change::Remove(_) => None,
            })
            .collect();
        // Release the state first. If the assertion panics, dropping a held lock needs the state.
        drop(state);
        assert!(pending.is_empty(), "names that are not synced: {pending:?}");
    }

    /// Sets the maximum number of bytes that one read returns.
    pub fn chunk(&self, bytes: usize) {
        self.state().chunk = bytes;
    }

    /// Changes files' inode numbers while they are open, so that these numbers cannot identify them.
    pub fn renumber(&self) {
        self.state().renumbers = true;
    }

    /// Runs `act` after this many more steps, to simulate another process or thread.
    pub fn meanwhile(&self, after: u64, act: impl FnOnce() + Send + 'static) {
        let mut state = self.state();
        state.meanwhile = Some((state.steps + after, Box::new(act)));
    }

    fn let_others_act(&self) {
        let mut state = self.state();
        let steps = state.steps;
        let due = state.meanwhile.take_if(|(at, _)| *at <= steps);
        drop(state);
        if let Some((_, act)) = due {
            act();
        }
    }

    /// Sets the contents of the file at `path`, without counting a step. Open handles read the new contents.
    pub fn overwrite(&self, path: &str, bytes: &[u8]) {
        let mut state = self.state();
        let node = state.find(Path::new(path)).unwrap();
        *state.contents(node) = bytes.to_vec();
    }

    /// Replaces the file at `path`, without counting a step. Open handles still read the old file.
    pub fn replace(&self, path: &str, bytes: &[u8]) {
        let mut state = self.state();
        state.nodes.push(Node::file(bytes));
        let (node, path) = (state.nodes.len() - 1, Path::new(path));
        let name = path.file_name().unwrap().to_owned();
        state.change(path.parent().unwrap(), Change::Add(name, node)).unwrap();
    }

    /// Creates a durable file, without counting a step.
    pub fn put(&self, path: &str, bytes: &[u8]) {
        let mut state = self.state();
        let node = state.make_file(Path::new(path)).unwrap();
        state.nodes[node] = Node::file(bytes);
        drop(state);
        self.sync_directory(Path::new(path).parent().unwrap()).unwrap();
    }

    pub fn bytes(&self, path: &str) -> Vec<u8> {
        let mut state = self.state();
        let node = state.find(Path::new(path)).unwrap();
        state.contents(node).clone()
    }

    pub fn has(&self, path: &str) -> bool {
        self.state().find(Path::new(path)).is_ok()
    }

    fn step<T>(&self, makes: bool, act: impl FnOnce(&mut StorageState) -> io::Result<T>) -> io::Result<T> {
        self.let_others_act();
        let mut state = self.state();
        match state.fate(makes) {
            Fate::Done => act(&mut state),
            Fate::Half(error) | Fate::NotDone(error) => Err(error),
            Fate::Unheard(error) => act(&mut state).and(Err(error)),
        }
    }
}
