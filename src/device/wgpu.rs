//! A device through Vulkan or Metal: its queue, buffers and programs, and its failures.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use wgpu::{BufferUsages, PollError};

use super::{DeviceError, DeviceInfo, DeviceKind, Source};

/// A device that can be opened.
pub struct Adapter {
    pub info: DeviceInfo,
    adapter: wgpu::Adapter,
}

/// Memory of a device.
pub struct Buffer(wgpu::Buffer);

/// A compiled program.
#[derive(Clone, Debug)]
struct Program(wgpu::ComputePipeline);

/// A program with the buffers that it works on, and those whose contents a run returns.
pub struct Bindings {
    program: Program,
    buffers: wgpu::BindGroup,
    outputs: Vec<wgpu::Buffer>,
    /// Memory from which the host reads the outputs.
    back: wgpu::Buffer,
}

/// An open device.
#[derive(Debug)]
pub struct Gpu {
    info: DeviceInfo,
    device: wgpu::Device,
    queue: wgpu::Queue,
    /// Compiling takes longer than counting a small board.
    programs: Mutex<HashMap<Source, Program>>,
    /// The errors reported by its driver.
    failure: Arc<Mutex<Option<String>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The outcome of a call of wgpu. Outside browsers it is there at once, though the call is `async`.
fn outcome<T>(call: impl Future<Output = T>) -> T {
    let mut call = pin!(call);
    loop {
        match call.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(outcome) => return outcome,
            Poll::Pending => std::thread::yield_now(),
        }
    }
}

impl Gpu {
    pub fn info(&self) -> &DeviceInfo {
        &self.info
    }

    /// All devices of this machine. Only a build without the feature `gpu` returns an error.
    pub fn adapters() -> Result<Vec<Adapter>, DeviceError> {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
        // The same for every build: by default, builds for tests request layers that are rarely
        // installed.
        descriptor.flags = wgpu::InstanceFlags::empty();
        let adapters = wgpu::Instance::new(descriptor).enumerate_adapters(wgpu::Backends::PRIMARY);
        let adapters = outcome(adapters).into_iter();
        Ok(adapters.map(|adapter| Adapter { info: info(&adapter.get_info()), adapter }).collect())
    }

    /// Opens a device.
    pub fn open(Adapter { info, adapter }: &Adapter) -> Result<Arc<Self>, DeviceError> {
        let unusable = |reason: String| DeviceError::Unusable { name: info.name.clone(), reason };
        let descriptor = wgpu::DeviceDescriptor {
            required_limits: wgpu::Limits::default().or_worse_values_from(&adapter.limits()),
            ..wgpu::DeviceDescriptor::default()
        };
        let opened = outcome(adapter.request_device(&descriptor));
        let (device, queue) = opened.map_err(|error| unusable(error.to_string()))?;
        let failure = Arc::new(Mutex::new(None));
        let keep = |failure: &Arc<Mutex<Option<String>>>| {
            let failure = Arc::clone(failure);
            move |reason: String| {
                lock(&failure).get_or_insert(reason);
            }
        };
        let on_loss = keep(&failure);
        let on_error = keep(&failure);
        device.set_device_lost_callback(move |reason, text| on_loss(format!("{reason:?}: {text}")));
        // The default handler panics.
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| on_error(error.to_string())));
        let gpu = Self { info: info.clone(), device, queue, programs: Mutex::default(), failure };
        gpu.check().map_err(|error| unusable(error.to_string()))?;
        Ok(Arc::new(gpu))
    }

    /// Destroys it, as a driver that resets it would: counts on it fail.
    #[cfg(test)]
    pub fn destroy(&self) {
        self.device.destroy();
    }

    /// The error of a device that cannot continue: what it did.
    pub fn failed(&self, what: String) -> DeviceError {
        DeviceError::Failed { name: self.info.name.clone(), what }
    }

    fn lost(&self, reason: &str) -> DeviceError {
        self.failed(format!("was lost: {reason}"))
    }

    /// Returns the first error that the driver has reported so far.
    pub fn check(&self) -> Result<(), DeviceError> {
        lock(&self.failure).as_deref().map_or(Ok(()), |reason| Err(self.lost(reason)))
    }

    /// A program, compiled at its first use. A failure shows in [`Gpu::check`].
    fn program(&self, source: &Source) -> Program {
        let compile = || {
            let module = self.device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: None,
                source: wgpu::ShaderSource::Wgsl(source.wgsl.into()),
            });
            let constants: Vec<_> =
                source.constants.iter().map(|&(name, value)| (name, f64::from(value))).collect();
            Program(self.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: None,
                layout: None,
                module: &module,
                entry_point: Some(source.entry),
                compilation_options: wgpu::PipelineCompilationOptions {
                    constants: &constants,
                    zero_initialize_workgroup_memory: false,
                },
                cache: None,
            }))
        };
        lock(&self.programs).entry(source.clone()).or_insert_with(compile).clone()
    }

    fn buffer(&self, size: u64, usage: BufferUsages) -> wgpu::Buffer {
        let descriptor = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
        self.device.create_buffer(&descriptor)
    }

    /// Memory of `size` bytes for programs.
    pub fn storage(&self, size: u64) -> Buffer {
        Buffer(self.buffer(size, BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST))
    }

    /// Gives a program its buffers, in the order of their bindings; a run returns the contents of `outputs`.
    pub fn bind(&self, source: &Source, buffers: &[&Buffer], outputs: &[&Buffer]) -> Bindings {
        let program = self.program(source);
        let entries: Vec<_> = (0..)
            .zip(buffers)
            .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.0.as_entire_binding() })
            .collect();
        let buffers = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &program.0.get_bind_group_layout(0),
            entries: &entries,
        });
        let outputs: Vec<_> = outputs.iter().map(|output| output.0.clone()).collect();
        let size = outputs.iter().map(wgpu::Buffer::size).sum();
        let back = self.buffer(size, BufferUsages::MAP_READ | BufferUsages::COPY_DST);
        Bindings { program, buffers, outputs, back }
    }

    /// Puts words into a buffer before the next run.
    pub fn write(&self, buffer: &Buffer, at: u64, words: &[u32]) {
        if !words.is_empty() {
            let bytes: Vec<_> = words.iter().map(|word| word.to_ne_bytes()).collect();
            self.queue.write_buffer(&buffer.0, at, bytes.as_flattened());
        }
    }

    /// Fills a buffer with zeros before the next run.
    pub fn clear(&self, buffer: &Buffer) {
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encoder.clear_buffer(&buffer.0, 0, None);
        self.queue.submit([encoder.finish()]);
    }

    /// Runs a program in `groups` workgroups and returns the contents of its outputs.
    ///
    /// # Errors
    /// If the device is lost, or has not answered within `patience`.
    pub fn run(
        &self,
        Bindings { program, buffers, outputs, back }: &Bindings,
        groups: u32,
        patience: Duration,
    ) -> Result<Vec<u32>, DeviceError> {
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&program.0);
        pass.set_bind_group(0, buffers, &[]);
        pass.dispatch_workgroups(groups, 1, 1);
        drop(pass);
        let mut at = 0;
        for output in outputs {
            encoder.copy_buffer_to_buffer(output, 0, back, at, output.size());
            at += output.size();
        }
        let submission = self.queue.submit([encoder.finish()]);
        back.map_async(wgpu::MapMode::Read, .., |_| {});
        let wait = wgpu::PollType::Wait { submission_index: Some(submission), timeout: Some(patience) };
        let waited = self.device.poll(wait);
        self.check()?;
        waited.map_err(|error| match error {
            PollError::Timeout => self.silent(patience),
            // A lost device says so before it calls back.
            error @ PollError::WrongSubmissionIndex(..) => self.lost(&error.to_string()),
        })?;
        let range = back.get_mapped_range(..).map_err(|error| self.lost(&error.to_string()))?;
        let words = range.as_chunks().0.iter().map(|bytes| u32::from_ne_bytes(*bytes)).collect();
        drop(range);
        back.unmap();
        Ok(words)
    }

    /// Gives up a device that does not answer. Closing it would wait for it for ever, so it is left
    /// open.
    fn silent(&self, patience: Duration) -> DeviceError {
        std::mem::forget((self.device.clone(), self.queue.clone()));
        self.failed(format!("has not answered for {} s", patience.as_secs_f64()))
    }
}

fn info(info: &wgpu::AdapterInfo) -> DeviceInfo {
    let kind = match info.device_type {
        wgpu::DeviceType::DiscreteGpu => DeviceKind::Discrete,
        wgpu::DeviceType::IntegratedGpu => DeviceKind::Integrated,
        wgpu::DeviceType::VirtualGpu => DeviceKind::Virtual,
        wgpu::DeviceType::Cpu => DeviceKind::Software,
        wgpu::DeviceType::Other => DeviceKind::Other,
    };
    let driver = [&*info.driver, &*info.driver_info].join(" ").trim().to_owned();
    DeviceInfo { name: info.name.clone(), kind, backend: info.backend.to_string(), driver }
}
