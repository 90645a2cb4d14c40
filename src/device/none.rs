//! No devices: what stands in for `wgpu` without the feature `gpu`. A [`Gpu`] has no values, so none of
//! its functions can ever be called.

use std::sync::Arc;
use std::time::Duration;

use super::{DeviceError, DeviceInfo, Source};

pub struct Adapter {
    pub info: DeviceInfo,
}

pub struct Buffer;

pub struct Bindings;

#[derive(Debug)]
pub enum Gpu {}

impl Gpu {
    pub fn adapters() -> Result<Vec<Adapter>, DeviceError> {
        Err(DeviceError::NotBuilt)
    }

    pub fn open(_: &Adapter) -> Result<Arc<Self>, DeviceError> {
        Err(DeviceError::NotBuilt)
    }

    pub fn info(&self) -> &DeviceInfo {
        match *self {}
    }

    pub fn failed(&self, _: String) -> DeviceError {
        match *self {}
    }

    pub fn check(&self) -> Result<(), DeviceError> {
        match *self {}
    }

    pub fn storage(&self, _: u64) -> Buffer {
        match *self {}
    }

    pub fn bind(&self, _: &Source, _: &[&Buffer], _: &[&Buffer]) -> Bindings {
        match *self {}
    }

    pub fn write(&self, _: &Buffer, _: u64, _: &[u32]) {
        match *self {}
    }

    pub fn clear(&self, _: &Buffer) {
        match *self {}
    }

    pub fn run(&self, _: &Bindings, _: u32, _: Duration) -> Result<Vec<u32>, DeviceError> {
        match *self {}
    }
}
