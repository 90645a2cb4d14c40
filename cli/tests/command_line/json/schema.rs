//! Compares the names of fields with docs/json.schema.json. It does not compare types, because other tests
//! compare values. The crate `jsonschema` would take 38 s of CPU time to build.

use serde_json::{Map, Value};

pub struct Schema {
    root: Value,
}

impl Schema {
    pub fn new(text: &str) -> Self {
        Self { root: serde_json::from_str(text).expect("the schema is JSON") }
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
            self.check(&format!("{place}/properties/{field}"), value)?;
        }
        let required = part["required"].as_array().unwrap().iter().filter_map(Value::as_str);
        match required.into_iter().find(|&field| !fields.contains_key(field)) {
            Some(field) => Err(format!("{place} lacks {field}")),
            None => Ok(()),
        }
    }
}
