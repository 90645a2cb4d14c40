//! Files whose line ends a program has converted, or before which it has put a mark.

use super::*;

/// A file as programs leave it that convert texts, and the words for it.
fn conversions(bytes: &[u8]) -> [(Vec<u8>, &'static str); 3] {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let crlf = text.replace('\n', "\r\n");
    [
        (crlf.clone().into_bytes(), "CR LF instead of LF"),
        (format!("\u{feff}{text}").into_bytes(), "a byte order mark (BOM)"),
        (format!("\u{feff}{crlf}").into_bytes(), ""),
    ]
}

#[test]
fn repair_restores_converted_line_ends_without_recounting() {
    for (converted, words) in conversions(lines(0..4).as_bytes()) {
        let storage = with_units([]);
        storage.put(LEDGER, &converted);
        let error = open_error(&storage, Options::default());
        assert!(
            matches!(error, RunError::Corrupt { line: Some(1), damage: Damage::Converted, .. }),
            "{error}"
        );
        assert!(error.to_string().contains(words), "{error}");
        assert_eq!(finished(&reopen(&storage, REPAIR).unwrap()), (0..4).collect());
        assert_eq!(storage.bytes(LEDGER), lines(0..4).as_bytes());
        assert_eq!(storage.bytes(REJECTED), b"");
    }
    // Contradictions and damage are found behind other line ends, too.
    let storage = with_units([]);
    let other = line(&Entry { solutions: 1, ..entry(1) });
    let damaged = lines([2]).replace("scalar", "scalat");
    storage.put(LEDGER, (lines([0, 1, 3]) + &other + &damaged).replace('\n', "\r\n").as_bytes());
    assert_eq!(finished(&reopen(&storage, REPAIR).unwrap()), BTreeSet::from([0, 3]));
    let rejected = String::from_utf8(storage.bytes(REJECTED)).unwrap();
    assert_eq!(rejected, lines([1]) + &other + &damaged);
}

#[test]
fn names_the_conversion_of_a_sealed_file() {
    for file in [MANIFEST, RESULT] {
        let bytes = with_result().bytes(file);
        let cut = (bytes[..bytes.len() - 1].to_vec(), "its last line lacks its line end");
        for (converted, words) in conversions(&bytes).into_iter().chain([cut]) {
            let storage = with_result();
            storage.put(file, &converted);
            let error = open_error(&storage, Options::default());
            assert!(is_corrupt(&error) && error.to_string().contains(words), "{error}");
            reopen(&storage, REPAIR).unwrap();
            ends_well(&storage, Options::default());
            assert_eq!(storage.bytes(file), bytes);
            // Damage besides is not taken for a conversion.
            let digit = converted.iter().rposition(u8::is_ascii_hexdigit).unwrap();
            let mut damaged = converted.clone();
            damaged[digit] ^= 1;
            storage.put(file, &damaged);
            let error = open_error(&storage, Options::default()).to_string();
            assert!(error.contains("checksum"), "{error}");
        }
    }
}
