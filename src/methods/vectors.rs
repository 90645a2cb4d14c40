pub use crate::methods::halves::kernels::vector::{Step, Vector};
pub mod portable {
    pub use crate::methods::halves::kernels::portable::Portable;
}
pub mod avx2 {
    pub use crate::methods::halves::kernels::avx2::Avx2;
}
pub mod avx512 {
    pub use crate::methods::halves::kernels::avx512::Avx512;
}
pub mod kernel {
    pub use crate::methods::halves::kernels::HalvesKernel as VectorKernel;
}
