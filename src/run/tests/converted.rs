//! Files whose line ends a program has converted, or before which it has put a byte order mark.

use super::*;

/// A file as left by programs that convert texts, and the words for what they did.
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
        let storage = with_ledger(&converted);
        let error = open_error(&storage, RESUME);
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
    let bad = other_line(1) + &damaged_line(2);
    let storage = with_ledger((lines([0, 1, 3]) + &bad).replace('\n', "\r\n"));
    assert_eq!(finished(&reopen(&storage, REPAIR).unwrap()), BTreeSet::from([0, 3]));
    assert_eq!(storage.bytes(REJECTED), (lines([1]) + &bad).as_bytes());
}

#[test]
fn names_the_conversion_of_a_sealed_file() {
    for file in [MANIFEST, RESULT] {
        let bytes = with_result().bytes(file);
        let cut = (bytes[..bytes.len() - 1].to_vec(), "its last line lacks its line end");
        for (converted, words) in conversions(&bytes).into_iter().chain([cut]) {
            let storage = with_result();
            storage.put(file, &converted);
            assert_corrupt(&storage, words);
            reopen(&storage, REPAIR).unwrap();
            ends_well(&storage, RESUME);
            assert_eq!(storage.bytes(file), bytes);
            // Damage besides is not taken for a conversion.
            let digit = converted.iter().rposition(u8::is_ascii_hexdigit).unwrap();
            let mut damaged = converted.clone();
            damaged[digit] ^= 1;
            storage.put(file, &damaged);
            assert_corrupt(&storage, "checksum");
        }
    }
}
