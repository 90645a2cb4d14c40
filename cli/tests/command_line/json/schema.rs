//! Compares objects with docs/json.schema.json: the names of fields, and the types and limits of values.
//! Knows only what that schema uses; the crate `jsonschema` would take 38 s of CPU time to build.

use std::cell::RefCell;
use std::collections::BTreeSet;

use serde_json::{Map, Value};

pub struct Schema {
    root: Value,
    /// The places of the fields that some object had.
    seen: RefCell<BTreeSet<String>>,
}

impl Schema {
    pub fn new(text: &str) -> Self {
        Self { root: serde_json::from_str(text).expect("the schema is JSON"), seen: RefCell::default() }
    }

    /// Checks `value` against the schema at `place`; an error names where they differ.
    pub fn check(&self, place: &str, value: &Value) -> Result<(), String> {
        let part = self.root.pointer(place).unwrap_or_else(|| panic!("the schema has no {place}"));
        if let Some(other) = part["$ref"].as_str() {
            return self.check(other.strip_prefix('#').unwrap(), value);
        }
        if let Some(choices) = part["anyOf"].as_array() {
            let fits = |choice| self.check(&format!("{place}/anyOf/{choice}"), value).is_ok();
            let is_any = (0..choices.len()).any(fits);
            return if is_any { Ok(()) } else { Err(format!("{value} is none of {place}/anyOf")) };
        }
        check_value(place, part, value)?;
        match value {
            Value::Array(items) if part.get("items").is_some() => {
                items.iter().try_for_each(|item| self.check(&format!("{place}/items"), item))
            }
            Value::Object(fields) if part.get("properties").is_some() => {
                self.check_fields(place, part, fields)
            }
            Value::Object(fields) if part.get("additionalProperties").is_some() => {
                fields.values().try_for_each(|one| self.check(&format!("{place}/additionalProperties"), one))
            }
            Value::Array(_) | Value::Object(_) => Err(format!("{place} has no parts")),
            _ => Ok(()),
        }
    }

    fn check_fields(&self, place: &str, part: &Value, fields: &Map<String, Value>) -> Result<(), String> {
        assert_eq!(part["additionalProperties"], false, "{place} lets unknown fields pass");
        for (field, value) in fields {
            if part["properties"].get(field).is_none() {
                return Err(format!("{place} has no field '{field}'"));
            }
            let place = format!("{place}/properties/{field}");
            self.check(&place, value)?;
            self.seen.borrow_mut().insert(place);
        }
        let required = part["required"].as_array().unwrap().iter().filter_map(Value::as_str);
        match required.into_iter().find(|&field| !fields.contains_key(field)) {
            Some(field) => Err(format!("{place} lacks {field}")),
            None => Ok(()),
        }
    }

    /// The fields of the definition that no object had so far.
    pub fn unseen(&self, definition: &str) -> Vec<String> {
        let place = format!("/$defs/{definition}/properties");
        let fields = self.root.pointer(&place).and_then(Value::as_object).expect("a definition with fields");
        let seen = self.seen.borrow();
        fields.keys().filter(|field| !seen.contains(&format!("{place}/{field}"))).cloned().collect()
    }
}

/// Checks the type of a value and its limits.
fn check_value(place: &str, part: &Value, value: &Value) -> Result<(), String> {
    let is_of = |name: &str| match name {
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{place} has the unknown type {other}"),
    };
    let types: Vec<_> = match &part["type"] {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        name => name.as_str().into_iter().collect(),
    };
    let fits = |name: &str, holds: &dyn Fn(&Value) -> bool| part.get(name).is_none_or(holds);
    let is_at = |limit: &Value, above: bool| {
        let numbers = value.as_f64().zip(limit.as_f64());
        numbers.is_none_or(|(number, limit)| if above { number >= limit } else { number <= limit })
    };
    let is_right = (types.is_empty() || types.into_iter().any(is_of))
        && fits("const", &|one| one == value)
        && fits("enum", &|all| all.as_array().unwrap().contains(value))
        && fits("minimum", &|limit| is_at(limit, true))
        && fits("maximum", &|limit| is_at(limit, false))
        && fits("pattern", &|pattern| value.as_str().is_none_or(|text| matches(pattern, text)));
    if is_right { Ok(()) } else { Err(format!("{value} is not what {place} describes")) }
}

/// Whether a text has one of the patterns in the schema.
fn matches(pattern: &Value, text: &str) -> bool {
    match pattern.as_str().unwrap() {
        "^[0-9]+$" => !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()),
        "^[0-9a-f]{64}$" => text.len() == 64 && text.bytes().all(|byte| b"0123456789abcdef".contains(&byte)),
        other => panic!("the test does not know {other}"),
    }
}

#[test]
fn notices_names_types_and_limits() {
    let schema = Schema::new(
        r##"{"$defs": {"a": {"type": "object", "additionalProperties": false, "required": ["n"], "properties": {
            "n": {"type": "integer", "minimum": 1, "maximum": 32}, "count": {"type": "string", "pattern": "^[0-9]+$"},
            "time": {"type": ["number", "null"]}, "kind": {"enum": ["x"]}}}}}"##,
    );
    let fits = |text: &str| schema.check("/$defs/a", &serde_json::from_str(text).unwrap()).is_ok();
    assert!(fits(r#"{"n": 32, "count": "92", "time": null}"#) && fits(r#"{"n": 1, "time": 0.5}"#));
    for wrong in [
        "{}",
        r#"{"n": 0}"#,
        r#"{"n": 33}"#,
        r#"{"n": 1.5}"#,
        r#"{"n": "8"}"#,
        r#"{"n": 8, "m": 1}"#,
        "[]",
        r#"{"n": 8, "count": 92}"#,
        r#"{"n": 8, "count": "x"}"#,
        r#"{"n": 8, "time": "1"}"#,
        r#"{"n": 8, "kind": "y"}"#,
    ] {
        assert!(!fits(wrong), "{wrong}");
    }
    assert_eq!(schema.unseen("a"), ["kind"]);
}
