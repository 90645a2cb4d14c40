//! Compares the names of fields with docs/json.schema.json and remembers those that it has seen. It does not
//! compare types, because other tests compare values. The crate `jsonschema` cannot tell which fields never
//! occur.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

/// The fields seen in an object that the schema describes.
#[derive(Clone, Default)]
pub struct Seen {
    /// Fields that one of the values had.
    pub ever: BTreeSet<String>,
    /// Fields that all of them had.
    pub always: Option<BTreeSet<String>>,
}

/// A schema, and the fields seen in each of its objects.
#[derive(Clone)]
pub struct Schema {
    root: Value,
    pub seen: BTreeMap<String, Seen>,
}

impl Schema {
    pub fn new(text: &str) -> Self {
        Self { root: serde_json::from_str(text).expect("the schema is JSON"), seen: BTreeMap::new() }
    }

    /// The part of the schema at `place`.
    pub fn at(&self, place: &str) -> &Value {
        self.root.pointer(place).unwrap_or_else(|| panic!("the schema has no {place}"))
    }

    /// Checks `value` against the schema at `place`; an error names where they differ.
    pub fn check(&mut self, place: &str, value: &Value) -> Result<(), String> {
        let part = self.at(place).clone();
        if let Some(other) = part["$ref"].as_str() {
            return self.check(other.strip_prefix('#').unwrap(), value);
        }
        if let Some(choices) = part["anyOf"].as_array() {
            let fitting = (0..choices.len()).find_map(|choice| {
                let mut attempt = self.clone();
                attempt.check(&format!("{place}/anyOf/{choice}"), value).ok().map(|()| attempt)
            });
            *self = fitting.ok_or_else(|| format!("{value} is none of {place}/anyOf"))?;
            return Ok(());
        }
        match value {
            Value::Array(items) if part.get("items").is_some() => {
                items.iter().try_for_each(|item| self.check(&format!("{place}/items"), item))
            }
            Value::Object(fields) if part.get("properties").is_some() => {
                self.check_fields(place, &part, fields)
            }
            Value::Object(fields) if part.get("additionalProperties").is_some() => {
                fields.values().try_for_each(|one| self.check(&format!("{place}/additionalProperties"), one))
            }
            Value::Array(_) | Value::Object(_) => Err(format!("{place} has no parts")),
            _ => Ok(()),
        }
    }

    fn check_fields(&mut self, place: &str, part: &Value, fields: &Map<String, Value>) -> Result<(), String> {
        assert_eq!(part["additionalProperties"], false, "{place} lets unknown fields pass");
        for (field, value) in fields {
            if part["properties"].get(field).is_none() {
                return Err(format!("{place} has no field '{field}'"));
            }
            self.check(&format!("{place}/properties/{field}"), value)?;
        }
        let required = part["required"].as_array().unwrap().iter().filter_map(Value::as_str);
        if let Some(field) = required.into_iter().find(|&field| !fields.contains_key(field)) {
            return Err(format!("{place} lacks {field}"));
        }
        let names: BTreeSet<String> = fields.keys().cloned().collect();
        let seen = self.seen.entry(place.to_owned()).or_default();
        seen.always = Some(match seen.always.take() {
            Some(always) => always.intersection(&names).cloned().collect(),
            None => names.clone(),
        });
        seen.ever.extend(names);
        Ok(())
    }

    /// The places of all objects with fields of their own.
    pub fn objects(&self) -> Vec<String> {
        fn collect(schema: &Value, place: &str, found: &mut Vec<String>) {
            for (word, part) in schema.as_object().into_iter().flatten() {
                collect(part, &format!("{place}/{word}"), found);
            }
            for (i, part) in schema.as_array().into_iter().flatten().enumerate() {
                collect(part, &format!("{place}/{i}"), found);
            }
            found.extend(schema.get("required").map(|_| place.to_owned()));
        }
        let mut found = Vec::new();
        collect(&self.root, "", &mut found);
        found
    }
}
