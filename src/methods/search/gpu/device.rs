//! An open device: its buffers and its runs.

use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use wgpu::{Adapter, BufferUsages, PollError};

use super::{GROUP, GpuError, Settings};
use crate::methods::MethodError;
use crate::methods::device::{DeviceInfo, DeviceKind};

/// A device that is open and has the program of the lanes.
#[derive(Debug)]
pub struct Gpu {
    info: DeviceInfo,
    pub(super) settings: Settings,
    device: wgpu::Device,
    queue: wgpu::Queue,
    pipeline: wgpu::ComputePipeline,
    /// The errors reported by its driver.
    failure: Arc<Mutex<Option<String>>>,
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

    /// All devices of this machine.
    pub fn adapters() -> Vec<(DeviceInfo, Adapter)> {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
        // The same for every build: by default, builds for tests request layers that are rarely
        // installed.
        descriptor.flags = wgpu::InstanceFlags::empty();
        let adapters = wgpu::Instance::new(descriptor).enumerate_adapters(wgpu::Backends::PRIMARY);
        outcome(adapters).into_iter().map(|adapter| (info(&adapter.get_info()), adapter)).collect()
    }

    /// Opens a device with `settings`, without a check of its counts.
    ///
    /// # Errors
    /// If it does not open.
    pub fn unchecked(
        info: DeviceInfo,
        adapter: &Adapter,
        settings: Settings,
    ) -> Result<Arc<Self>, MethodError> {
        let unusable = |reason: String| MethodError::UnusableDevice { name: info.name.clone(), reason };
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
                failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(reason);
            }
        };
        let on_loss = keep(&failure);
        let on_error = keep(&failure);
        device.set_device_lost_callback(move |reason, text| on_loss(format!("{reason:?}: {text}")));
        // The default handler panics.
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| on_error(error.to_string())));
        let pipeline = pipeline(&device, settings.levels);
        let gpu = Arc::new(Self { info, settings, device, queue, pipeline, failure });
        gpu.check().map_err(|error| gpu.unusable(&error.to_string()))?;
        Ok(gpu)
    }

    /// Destroys it, as a driver that resets it would: counts on it fail.
    #[cfg(test)]
    pub fn destroy(&self) {
        self.device.destroy();
    }

    pub(super) fn unusable(&self, reason: &str) -> MethodError {
        MethodError::UnusableDevice { name: self.info.name.clone(), reason: reason.to_owned() }
    }

    /// The error of a device that cannot continue: what it did.
    pub(super) fn failed(&self, what: String) -> GpuError {
        GpuError { name: self.info.name.clone(), what }
    }

    fn lost(&self, reason: &str) -> GpuError {
        self.failed(format!("was lost: {reason}"))
    }

    /// Whether its driver complained about anything so far.
    pub(super) fn check(&self) -> Result<(), GpuError> {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.as_deref().map_or(Ok(()), |reason| Err(self.lost(reason)))
    }

    fn buffer(&self, size: u64, usage: BufferUsages) -> wgpu::Buffer {
        let descriptor = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
        self.device.create_buffer(&descriptor)
    }

    pub(super) fn storage(&self, size: u64) -> wgpu::Buffer {
        self.buffer(size, BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST)
    }

    pub(super) fn readable(&self, size: u64) -> wgpu::Buffer {
        self.buffer(size, BufferUsages::MAP_READ | BufferUsages::COPY_DST)
    }

    /// The buffers of the lanes, in the order of their bindings.
    pub(super) fn bind(&self, buffers: &[&wgpu::Buffer]) -> wgpu::BindGroup {
        let entries: Vec<_> = (0..)
            .zip(buffers)
            .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
            .collect();
        self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &self.pipeline.get_bind_group_layout(0),
            entries: &entries,
        })
    }

    /// Puts words into a buffer before the next run.
    pub(super) fn write(&self, buffer: &wgpu::Buffer, at: u64, words: &[u32]) {
        if !words.is_empty() {
            let bytes: Vec<_> = words.iter().map(|word| word.to_ne_bytes()).collect();
            self.queue.write_buffer(buffer, at, bytes.as_flattened());
        }
    }

    /// Fills a buffer with zeros before the next run.
    pub(super) fn clear(&self, buffer: &wgpu::Buffer) {
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encoder.clear_buffer(buffer, 0, None);
        self.queue.submit([encoder.finish()]);
    }

    /// Runs the lanes for a slice and returns the contents of `outputs`.
    pub(super) fn run(
        &self,
        bindings: &wgpu::BindGroup,
        outputs: &[&wgpu::Buffer],
        back: &wgpu::Buffer,
    ) -> Result<Vec<u32>, GpuError> {
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, bindings, &[]);
        pass.dispatch_workgroups(self.settings.groups, 1, 1);
        drop(pass);
        let mut at = 0;
        for output in outputs {
            encoder.copy_buffer_to_buffer(output, 0, back, at, output.size());
            at += output.size();
        }
        let submission = self.queue.submit([encoder.finish()]);
        back.map_async(wgpu::MapMode::Read, .., |_| {});
        let wait = wgpu::PollType::Wait {
            submission_index: Some(submission),
            timeout: Some(self.settings.patience),
        };
        let waited = self.device.poll(wait);
        self.check()?;
        waited.map_err(|error| match error {
            PollError::Timeout => self.silent(),
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
    fn silent(&self) -> GpuError {
        std::mem::forget((self.device.clone(), self.queue.clone()));
        self.failed(format!("has not answered for {} s", self.settings.patience.as_secs_f64()))
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

fn pipeline(device: &wgpu::Device, levels: u32) -> wgpu::ComputePipeline {
    let constants = [("GROUP", GROUP.into()), ("LEVELS", levels.into())];
    device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &device.create_shader_module(wgpu::include_wgsl!("search.wgsl")),
        entry_point: Some("search"),
        compilation_options: wgpu::PipelineCompilationOptions {
            constants: &constants,
            zero_initialize_workgroup_memory: false,
        },
        cache: None,
    })
}
