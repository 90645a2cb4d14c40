//! The search on a GPU, by Vulkan or Metal: same units, same counts as the kernels of the CPU.
//!
//! # Idea
//!
//! The host places queens until 13 or 14 rows are left ([`stream`]), which is a negligible part of
//! the work. The device searches below: one placement a *lane*, an invocation with a stack of its
//! own, in the state of [`super::remaining`] (`search.wgsl`).
//!
//! A lane lives as long as the host sends *slices* ([`lanes`]). In a slice it does a fixed number
//! of steps, one queen each, and then saves its stack. A lane whose placement is done takes the
//! next one from a ring. That one decision keeps every slice below the time at which drivers reset
//! a device (0.5 to 10 s), lets a stop take effect at once, keeps all lanes busy however much the
//! placements differ, and stays below the loop limit of software devices.
//!
//! ```text
//! slice:  load the stack
//!         up to K times:
//!           no square to try:  take the next stack entry, or else the next placement of the ring
//!           put a queen on a square to try; remember the others if there are any
//!           look at the next two rows; when only these are left, count the ways to fill them
//!         save the stack
//! ```
//!
//! The state is four words: untried squares, columns, antidiagonals, diagonals. Entries of the
//! stack lie by level, then lane, in the memory of the workgroup, and only rows with untried
//! squares have one. The row follows from the number of columns used. The squares that a prefix
//! leaves open are a table for each part, so that lanes of different prefixes mix. After the pop
//! there is no branch. The last two rows are filled in closed form.
//!
//! Sums are kept for each part, in two words with a carry. The host reads them after each slice; a
//! part is done when as many placements are done as were sent. [`counter`] makes units of parts.
//!
//! # Trust
//!
//! A device counts N = 12 when it is opened, unit by unit against the scalar kernel, and is refused
//! when it differs. Tickets of the ring and sums begin just before they wrap around, so that this
//! check and every run depend on both. llvmpipe ends the loops of an invocation after 65,535 rounds
//! without a word: software devices get fewer steps, and every lane checks that its whole stack was
//! moved. If not, what was counted is void.
//!
//! # Cost
//!
//! Measured on software devices only, where it is slower than the CPU's kernels; docs/gpu.md says
//! what is not measured.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

pub use wgpu::Adapter;
use wgpu::{BufferUsages, PollError};

use super::kernels::scalar;
use super::{Prefixes, SearchUnits};
use crate::board::BoardSize;
use crate::methods::Units;
use crate::methods::counter::{Claims, Counter, CounterError};
use crate::methods::device::{DeviceError, DeviceInfo, DeviceKind};
use crate::methods::kernel::Kernel;

pub mod counter;
pub mod lanes;
pub mod stream;

pub use counter::GpuCounter;

/// The most rows that are left to a lane.
const MOST_ROWS: usize = 14;

/// Stack entries that a lane needs: a row with three rows left, its own included, has none.
const LEVELS: u32 = MOST_ROWS as u32 - 3;

/// Lanes of a workgroup.
const GROUP: u32 = 64;

/// The board that is counted when a device is opened.
const CHECKED: usize = 12;

/// How the lanes of a device are run.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Workgroups of 64 lanes.
    pub groups: u32,
    /// Steps of the first slice.
    pub first_steps: u32,
    /// The most steps of a slice.
    pub most_steps: u32,
    /// The most rows that are left to a lane, 3 to 14.
    pub most_rows: usize,
    /// Stack entries of a lane, three fewer than these rows. With less it counts wrongly.
    pub levels: u32,
    /// How long a slice should take: well below what a watchdog or a stop waits for, and long
    /// beside the time between two slices.
    pub slice: Duration,
    /// How long a slice may take before the device is given up.
    pub patience: Duration,
}

impl Settings {
    /// The settings for devices of a kind. The groups are guesses until a GPU is measured: enough
    /// lanes for its arithmetic units to have several groups each.
    #[must_use]
    pub fn of(kind: DeviceKind) -> Self {
        let (groups, most_steps) = match kind {
            // llvmpipe ends loops after 65,535 rounds.
            DeviceKind::Software => (16, 32_768),
            DeviceKind::Integrated => (256, 1 << 20),
            _ => (2048, 1 << 20),
        };
        Self {
            groups,
            first_steps: 1024,
            most_steps,
            most_rows: MOST_ROWS,
            levels: LEVELS,
            slice: Duration::from_millis(150),
            patience: Duration::from_secs(30),
        }
    }

    fn lanes(&self) -> u32 {
        self.groups * GROUP
    }
}

/// Why a device does not continue. What it holds is void.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GpuError {
    /// It is gone: reset by its driver, unplugged, or out of memory.
    #[error("the device '{name}' was lost: {reason}")]
    Lost {
        /// Which one.
        name: String,
        /// What its driver says.
        reason: String,
    },
    /// It does not answer.
    #[error("the device '{name}' has not answered for {} s", patience.as_secs_f64())]
    Silent {
        /// Which one.
        name: String,
        /// How long it was waited for.
        patience: Duration,
    },
    /// It does nothing with what it holds.
    #[error("the device '{name}' does not count the placements that were sent to it")]
    Stalled {
        /// Which one.
        name: String,
    },
    /// It ended loops early.
    #[error("the device '{name}' cut {lanes} of its lanes short, so that their counts are void")]
    CutShort {
        /// Which one.
        name: String,
        /// How many lanes noticed.
        lanes: u32,
    },
}

impl From<GpuError> for CounterError {
    fn from(error: GpuError) -> Self {
        Self::Failed { kernel: Kernel::GPU, reason: error.to_string() }
    }
}

/// A device that is open, has the program of the lanes, and counts right.
#[derive(Debug)]
pub struct Gpu {
    info: DeviceInfo,
    settings: Settings,
    device: wgpu::Device,
    queue: wgpu::Queue,
    pipeline: wgpu::ComputePipeline,
    /// What its driver complained about.
    failure: Arc<Mutex<Option<String>>>,
}

impl Gpu {
    /// All devices of this machine.
    #[must_use]
    pub fn adapters() -> Vec<(DeviceInfo, Adapter)> {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
        // The same for every build; the default asks builds for tests for layers that are rarely
        // there.
        descriptor.flags = wgpu::InstanceFlags::empty();
        let adapters = wgpu::Instance::new(descriptor).enumerate_adapters(wgpu::Backends::PRIMARY);
        pollster::block_on(adapters).into_iter().map(|adapter| (info(&adapter.get_info()), adapter)).collect()
    }

    /// Opens a device and checks that it counts N = 12 right.
    ///
    /// # Errors
    /// When it does not open, is lost meanwhile, or counts wrongly.
    pub fn open(info: DeviceInfo, adapter: &Adapter, settings: Settings) -> Result<Arc<Self>, DeviceError> {
        let gpu = Self::unchecked(info, adapter, settings)?;
        self_check(&gpu)?;
        Ok(gpu)
    }

    /// Opens a device with `settings`, whatever it counts.
    ///
    /// # Errors
    /// When it does not open.
    pub fn unchecked(
        info: DeviceInfo,
        adapter: &Adapter,
        settings: Settings,
    ) -> Result<Arc<Self>, DeviceError> {
        let unusable = |reason: String| DeviceError::Unusable { name: info.name.clone(), reason };
        let descriptor = wgpu::DeviceDescriptor {
            required_limits: wgpu::Limits::default().or_worse_values_from(&adapter.limits()),
            ..wgpu::DeviceDescriptor::default()
        };
        let opened = pollster::block_on(adapter.request_device(&descriptor));
        let (device, queue) = opened.map_err(|error| unusable(error.to_string()))?;
        let failure = Arc::new(Mutex::new(None));
        let keep = |failure: &Arc<Mutex<Option<String>>>| {
            let failure = Arc::clone(failure);
            move |reason: String| {
                failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(reason);
            }
        };
        let (on_loss, on_error) = (keep(&failure), keep(&failure));
        device.set_device_lost_callback(move |reason, text| on_loss(format!("{reason:?}: {text}")));
        // The default handler panics.
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| on_error(error.to_string())));
        let pipeline = pipeline(&device, settings.levels);
        let gpu = Arc::new(Self { info, settings, device, queue, pipeline, failure });
        gpu.check().map_err(|error| gpu.unusable(&error.to_string()))?;
        Ok(gpu)
    }

    /// What it is.
    #[must_use]
    pub fn info(&self) -> &DeviceInfo {
        &self.info
    }

    /// Destroys it, as a driver that resets it would: what counts on it fails.
    pub fn destroy(&self) {
        self.device.destroy();
    }

    fn unusable(&self, reason: &str) -> DeviceError {
        DeviceError::Unusable { name: self.info.name.clone(), reason: reason.to_owned() }
    }

    fn lost(&self, reason: String) -> GpuError {
        GpuError::Lost { name: self.info.name.clone(), reason }
    }

    fn cut_short(&self, lanes: u32) -> GpuError {
        GpuError::CutShort { name: self.info.name.clone(), lanes }
    }

    /// Whether its driver complained about anything so far.
    fn check(&self) -> Result<(), GpuError> {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.clone().map_or(Ok(()), |reason| Err(self.lost(reason)))
    }

    fn buffer(&self, size: u64, usage: BufferUsages) -> wgpu::Buffer {
        let descriptor = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
        self.device.create_buffer(&descriptor)
    }

    fn storage(&self, size: u64) -> wgpu::Buffer {
        self.buffer(size, BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST)
    }

    fn readable(&self, size: u64) -> wgpu::Buffer {
        self.buffer(size, BufferUsages::MAP_READ | BufferUsages::COPY_DST)
    }

    /// The buffers of the lanes, in the order of their bindings.
    fn bind(&self, buffers: &[&wgpu::Buffer]) -> wgpu::BindGroup {
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
    fn write(&self, buffer: &wgpu::Buffer, at: u64, words: &[u32]) {
        if !words.is_empty() {
            self.queue.write_buffer(buffer, at, bytemuck::cast_slice(words));
        }
    }

    /// Fills a buffer with zeros before the next run.
    fn clear(&self, buffer: &wgpu::Buffer) {
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encoder.clear_buffer(buffer, 0, None);
        self.queue.submit([encoder.finish()]);
    }

    /// Runs the lanes for a slice and returns what is in `outputs` then.
    fn run(
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
            error @ PollError::WrongSubmissionIndex(..) => self.lost(error.to_string()),
        })?;
        let range = back.get_mapped_range(..).map_err(|error| self.lost(error.to_string()))?;
        let words = bytemuck::pod_collect_to_vec(&range);
        drop(range);
        back.unmap();
        Ok(words)
    }

    /// Gives up a device that does not answer. Closing it would wait for it without end, so it is
    /// left open.
    fn silent(&self) -> GpuError {
        std::mem::forget((self.device.clone(), self.queue.clone()));
        GpuError::Silent { name: self.info.name.clone(), patience: self.settings.patience }
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

/// Counts a small board on the device and with the scalar kernel.
fn self_check(gpu: &Arc<Gpu>) -> Result<(), DeviceError> {
    let size = BoardSize::new(CHECKED).map_err(|error| gpu.unusable(&error.to_string()))?;
    let units = SearchUnits::standard(size, Prefixes::Cross);
    let (mut next, never, mut finished) = (0..units.count(), AtomicBool::new(false), Vec::new());
    let counted = GpuCounter::new(&units, gpu).and_then(|mut counter| {
        counter.run(&mut Claims::new(&mut || next.next(), &never), &mut |unit| finished.push(unit))
    });
    counted.map_err(|error| gpu.unusable(&error.to_string()))?;
    finished.sort_by_key(|unit| unit.unit);
    for unit in 0..units.count() {
        let parts = units.parts(unit);
        let count = |part: &super::PrefixPart| {
            u128::from(part.weight)
                * u128::from(scalar::count(&part.rows, part.row, &part.placements).solutions)
        };
        let expected = parts.iter().map(count).sum();
        let found = finished.get(unit as usize).filter(|found| found.unit == unit);
        let found = found.map_or(0, |found| found.solutions);
        if found != expected {
            let name = gpu.info.name.clone();
            return Err(DeviceError::Differs { name, n: CHECKED, unit, expected, found });
        }
    }
    Ok(())
}
