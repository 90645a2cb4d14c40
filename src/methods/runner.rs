//! What counts the units of a method: a kernel of the CPU or a device, proven to be there.

use std::sync::Arc;

use super::halves::HalvesKernel;
use super::kernel::{self, Backend, Runnable};
use super::search::SearchKernel;
use super::{Device, Kernel, Method, MethodError, check_available};

/// What counts the units of a method: having the value proves that it can run here. So a kernel is
/// proved once, before anything is planned or opened.
#[derive(Clone, Debug)]
pub(crate) enum Runner {
    /// A kernel of the search, for `cross` and `rows`.
    Search(SearchKernel),
    /// A kernel of halves.
    Halves(HalvesKernel),
    /// A device, for `cross` and `rows`.
    Device(Arc<dyn Device>),
}

impl Runner {
    /// The name of its kernel in ledgers and results.
    pub fn kernel(&self) -> Kernel {
        match self {
            Self::Search(kernel) => kernel.name(),
            Self::Halves(kernel) => kernel.name(),
            Self::Device(_) => Kernel::Gpu,
        }
    }

    /// The device, if it is not the CPU.
    pub fn device(&self) -> Option<&Arc<dyn Device>> {
        match self {
            Self::Device(device) => Some(device),
            Self::Search(_) | Self::Halves(_) => None,
        }
    }
}

impl Method {
    /// What counts by this method: `device`, or on the CPU the kernel `asked` for, or else the
    /// fastest. Nothing replaces a requested kernel.
    ///
    /// # Errors
    /// If this CPU cannot count with the kernel by this method, or if no device can.
    pub(crate) fn runner(
        self,
        asked: Option<Kernel>,
        device: Option<&Arc<dyn Device>>,
    ) -> Result<Runner, MethodError> {
        match (self, device) {
            (Self::Halves, Some(_)) => Err(MethodError::NoDeviceForMethod { method: self }),
            (Self::Cross | Self::Rows, Some(device)) => Ok(Runner::Device(Arc::clone(device))),
            (Self::Halves, None) => self.proven(asked).map(Runner::Halves),
            (Self::Cross | Self::Rows, None) => self.proven(asked).map(Runner::Search),
        }
    }

    /// The kernel `asked` for on a backend of this method, or the fastest.
    fn proven<B: Backend>(self, asked: Option<Kernel>) -> Result<Runnable<B>, MethodError> {
        let Some(kernel) = asked else { return Ok(Runnable::fastest()) };
        let Some(proven) = Runnable::new(kernel) else {
            check_available(kernel)?;
            let available = kernel::list(&self.available());
            return Err(MethodError::NoKernelOfMethod { kernel, method: self, available });
        };
        Ok(proven)
    }

    /// The kernel to count with on the CPU: the requested one, or the fastest.
    ///
    /// # Errors
    /// If this CPU cannot count with it by this method.
    pub fn kernel(self, asked: Option<Kernel>) -> Result<Kernel, MethodError> {
        Ok(self.runner(asked, None)?.kernel())
    }
}
