//! Any bytes as a manifest: an answer or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use queens::run::Manifest;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(manifest) = Manifest::parse(bytes)
        && manifest.units < 10_000
    {
        let units = (0..manifest.units).filter(|&unit| manifest.has_unit(unit)).count();
        assert_eq!(units as u64, manifest.unit_count());
    }
});
