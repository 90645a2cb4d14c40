//! Implements [`Storage`] for [`FaultyStorage`]. A fault may strike at any of these calls.

use std::ffi::OsString;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use super::{Change, Fate, FaultyStorage, Names, Node};
use crate::run::storage::{InputFile, OutputFile, PathKind, Storage};

struct OpenFile {
    storage: FaultyStorage,
    node: usize,
}

impl Write for OpenFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.storage.let_others_act();
        let mut state = self.storage.state();
        let (written, answer) = match state.fate(true) {
            Fate::Done => (bytes.len(), Ok(bytes.len())),
            Fate::Half(error) => (bytes.len() / 2, Err(error)),
            Fate::NotDone(error) => (0, Err(error)),
            Fate::Unheard(error) => (bytes.len(), Err(error)),
        };
        state.contents(self.node).extend_from_slice(&bytes[..written]);
        answer
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl OutputFile for OpenFile {
    fn sync(&mut self) -> io::Result<()> {
        let node = self.node;
        self.storage.step(false, |state| {
            if let Node::File { current, durable } = &mut state.nodes[node] {
                durable.clone_from(current);
            }
            Ok(())
        })
    }

    fn is_in_place(&self, path: &Path) -> io::Result<bool> {
        self.storage
            .step(false, |state| Ok(state.find(path).is_ok_and(|node| node == self.node) && !state.renumbers))
    }
}

/// Reads a file in chunks. Every read sees the file's contents at that moment.
struct InChunks {
    storage: FaultyStorage,
    node: usize,
    position: usize,
}

impl Read for InChunks {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.storage.step(false, |state| {
            let length = buffer.len().min(state.chunk);
            let bytes = state.contents(self.node);
            let read = bytes.get(self.position..).unwrap_or_default().read(&mut buffer[..length])?;
            self.position += read;
            Ok(read)
        })
    }
}

impl InputFile for InChunks {
    fn rewind(&mut self) -> io::Result<()> {
        self.position = 0;
        Ok(())
    }
}

struct SimulatedLock {
    storage: FaultyStorage,
    node: usize,
}

impl Drop for SimulatedLock {
    fn drop(&mut self) {
        self.storage.state().locked.remove(&self.node);
    }
}

impl Storage for FaultyStorage {
    fn kind(&self, path: &Path) -> io::Result<Option<PathKind>> {
        self.step(false, |state| match state.find(path) {
            Ok(node) => Ok(Some(match state.nodes[node] {
                Node::Directory { .. } => PathKind::Directory,
                Node::File { .. } => PathKind::Other,
            })),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        })
    }

    fn create_directory(&self, path: &Path) -> io::Result<()> {
        self.step(true, |state| state.make(path, Node::directory(Names::new())).map(drop))
    }

    fn list(&self, directory: &Path) -> io::Result<Vec<OsString>> {
        self.step(false, |state| {
            let node = state.find(directory)?;
            match &state.nodes[node] {
                Node::Directory { current, .. } => Ok(current.keys().cloned().collect()),
                Node::File { .. } => Err(ErrorKind::NotADirectory.into()),
            }
        })
    }

    fn length(&self, path: &Path) -> io::Result<Option<u64>> {
        self.step(false, |state| Ok(state.find(path).ok().map(|node| state.contents(node).len() as u64)))
    }

    fn read(&self, path: &Path) -> io::Result<Box<dyn InputFile>> {
        let node = self.step(false, |state| state.find(path))?;
        Ok(Box::new(InChunks { storage: self.clone(), node, position: 0 }))
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn OutputFile>> {
        let node = self.step(true, |state| state.make(path, Node::file(b"")))?;
        Ok(Box::new(OpenFile { storage: self.clone(), node }))
    }

    fn copy_owner(&self, model: &Path, path: &Path) -> io::Result<()> {
        self.step(false, |state| state.find(model).and_then(|_| state.find(path)).map(|_| ()))
    }

    fn append(&self, path: &Path) -> io::Result<Box<dyn OutputFile>> {
        let node = self.step(true, |state| state.make_file(path))?;
        Ok(Box::new(OpenFile { storage: self.clone(), node }))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        assert_eq!(from.parent(), to.parent());
        self.step(false, |state| {
            state.find(from)?;
            let name = |path: &Path| path.file_name().unwrap().to_owned();
            state.change(from.parent().unwrap(), Change::Rename(name(from), name(to)))
        })
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.step(false, |state| {
            state.find(path)?;
            state.change(path.parent().unwrap(), Change::Remove(path.file_name().unwrap().to_owned()))
        })
    }

    fn sync_directory(&self, directory: &Path) -> io::Result<()> {
        self.step(false, |state| {
            let node = state.find(directory)?;
            if let Node::Directory { current, durable, pending } = &mut state.nodes[node] {
                durable.clone_from(current);
                pending.clear();
            }
            Ok(())
        })
    }

    fn lock(&self, path: &Path, holder: &str) -> io::Result<Option<Box<dyn Send>>> {
        let mut lock: Option<Box<dyn Send>> = None;
        let outcome = self.step(true, |state| {
            let node = state.make_file(path)?;
            if state.locked.insert(node) {
                *state.contents(node) = holder.as_bytes().to_vec();
                lock = Some(Box::new(SimulatedLock { storage: self.clone(), node }));
            }
            Ok(())
        });
        outcome.map(|()| lock)
    }

    fn is_locked(&self, path: &Path) -> io::Result<bool> {
        self.step(false, |state| Ok(state.find(path).is_ok_and(|node| state.locked.contains(&node))))
    }
}
