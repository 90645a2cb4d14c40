//! Checks values against a JSON Schema, limited to the keywords of docs/json.schema.json, and
//! notes which fields were seen. The crate `jsonschema` notes none, and takes 38 s of CPU time to build.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

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
        let words = self.at(place).as_object().expect("a schema is an object").clone();
        for (word, asks) in &words {
            let right = match word.as_str() {
                "$schema" | "$defs" | "title" | "description" => true,
                "$ref" => {
                    self.check(asks.as_str().unwrap().strip_prefix('#').unwrap(), value)?;
                    true
                }
                "anyOf" => self.check_any(place, asks.as_array().unwrap().len(), value),
                "const" => value == asks,
                "enum" => asks.as_array().unwrap().contains(value),
                "type" => types(asks).iter().any(|name| is_of_type(value, name)),
                "minimum" => value.as_f64().is_none_or(|number| number >= asks.as_f64().unwrap()),
                "maximum" => value.as_f64().is_none_or(|number| number <= asks.as_f64().unwrap()),
                "pattern" => {
                    assert_eq!(asks, "^[0-9]+$", "no other pattern is known here");
                    value.as_str().is_some_and(|text| {
                        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
                    })
                }
                "items" => {
                    for item in value.as_array().into_iter().flatten() {
                        self.check(&format!("{place}/items"), item)?;
                    }
                    true
                }
                "properties" | "required" | "additionalProperties" => true,
                other => panic!("{place} has '{other}', which is not known here"),
            };
            if !right {
                return Err(format!("{value} is not as {place}/{word} asks"));
            }
        }
        match value.as_object() {
            Some(fields) => self.check_fields(place, &words, fields),
            None => Ok(()),
        }
    }

    fn check_any(&mut self, place: &str, choices: usize, value: &Value) -> bool {
        (0..choices).any(|choice| {
            let mut attempt = self.clone();
            let fits = attempt.check(&format!("{place}/anyOf/{choice}"), value).is_ok();
            if fits {
                *self = attempt;
            }
            fits
        })
    }

    fn check_fields(
        &mut self,
        place: &str,
        words: &serde_json::Map<String, Value>,
        fields: &serde_json::Map<String, Value>,
    ) -> Result<(), String> {
        let Some(properties) = words.get("properties") else {
            for value in fields.values().filter(|_| words.contains_key("additionalProperties")) {
                self.check(&format!("{place}/additionalProperties"), value)?;
            }
            return Ok(());
        };
        assert_eq!(words["additionalProperties"], false, "{place} lets unknown fields pass");
        for (field, value) in fields {
            if properties.get(field).is_none() {
                return Err(format!("{place} has no field '{field}'"));
            }
            self.check(&format!("{place}/properties/{field}"), value)?;
        }
        let missing = words["required"]
            .as_array()
            .unwrap()
            .iter()
            .find(|field| !fields.contains_key(field.as_str().unwrap()));
        if let Some(field) = missing {
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
            match schema {
                Value::Object(words) => {
                    found.extend(words.contains_key("required").then(|| place.to_owned()));
                    words.iter().for_each(|(word, part)| collect(part, &format!("{place}/{word}"), found));
                }
                Value::Array(parts) => {
                    parts
                        .iter()
                        .enumerate()
                        .for_each(|(i, part)| collect(part, &format!("{place}/{i}"), found));
                }
                _ => {}
            }
        }
        let mut found = Vec::new();
        collect(&self.root, "", &mut found);
        found
    }
}

fn types(asks: &Value) -> Vec<&str> {
    match asks {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        name => vec![name.as_str().unwrap()],
    }
}

/// Returns whether a value has the type of this name.
pub fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("there is no type '{other}'"),
    }
}
