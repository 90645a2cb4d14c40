//! Limits the sizes of a thread's lists and tables, and so its memory.

/// The largest value of [`Limits::short_list`], which is the number of bits in the widest mask.
pub const MAX_SHORT_LIST: usize = 512;

/// The limits on a thread's lists and tables. Tests use lower limits, which small boards reach.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum number of placements in a list. Only a list for a single column set may have more.
    pub placements: u32,
    /// The maximum number of entries in the tables of all row pairs counted together. Only a single table may
    /// have more. At N = 32, a table has up to 13.8 million entries.
    pub entries: usize,
    /// The maximum number of placements in a list searched with masks. Must not exceed
    /// [`MAX_SHORT_LIST`].
    pub short_list: usize,
    /// The number of placements filtered at a time, a multiple of every vector width.
    pub filter_chunk: usize,
}

impl Limits {
    /// Returns the limits for boards with `n` rows.
    ///
    /// If a list is too long and has to be split, the other colour's search is repeated for each part. The
    /// table shows random units' CPU time under different limits, relative to limits of 2^20 placements and
    /// 10 * 2^20 entries. `k` is the number of white queens on even rows. The limits were measured
    /// alternately with `avx512` on both cores of an Intel Xeon (Sapphire Rapids), with six units at N = 26
    /// and two at N = 28. Ratios at N = 28 are accurate to a tenth:
    ///
    /// | lists, tables    | N = 26, k = 7 | 8    | 9    | N = 28, k = 7 | 8    | 9    |
    /// |------------------|---------------|------|------|---------------|------|------|
    /// | 2^20, 40 * 2^20  | 1.00          | 1.00 | 1.04 | 1.02          |      |      |
    /// | 2^22, 20 * 2^20  | 1.01          | 0.94 | 0.80 |               | 0.92 | 0.72 |
    /// | 2^23, 20 * 2^20  |               |      |      |               | 0.96 | 0.69 |
    /// | 2^23, 40 * 2^20  | 0.99          | 0.96 | 0.77 | 0.93          | 0.92 |      |
    /// | 2^24, 20 * 2^20  |               |      |      |               |      | 0.62 |
    ///
    /// Most lists are shorter than the limit, so making it depend on the number of queens would change
    /// nothing. From N = 29 on, lower limits keep a thread below 500 MB.
    pub const fn of(n: usize) -> Self {
        let placements = match n {
            ..=28 => 1 << 24,
            29..=31 => 1 << 23,
            _ => 1 << 22,
        };
        let entries = if 28 <= n && n <= 30 { 20 << 20 } else { 10 << 20 };
        Self { placements, entries, short_list: MAX_SHORT_LIST, filter_chunk: 1 << 16 }
    }
}
