//! Generates JSON with a few changed values, as if another program, another version or an editor had written
//! it.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

/// Generates small values of every type.
fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<i64>().prop_map(Value::from),
        (0..40_u64).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[0-9]{1,40}".prop_map(Value::from),
        ".{0,40}".prop_map(Value::from),
        select(vec![
            json!(null),
            json!(true),
            json!([]),
            json!({}),
            json!(u64::MAX),
            json!("rows"),
            json!("ab".repeat(16))
        ]),
    ]
}

/// Returns a JSON pointer to every value in `value`, and to a missing field in each object.
fn pointers(value: &Value, at: &str) -> Vec<String> {
    let within: Vec<_> = match value {
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), value)).collect(),
        Value::Array(values) => values.iter().enumerate().map(|(i, value)| (i.to_string(), value)).collect(),
        _ => return Vec::new(),
    };
    let deeper = within.into_iter().flat_map(|(name, value)| {
        let at = format!("{at}/{name}");
        [at.clone()].into_iter().chain(pointers(value, &at))
    });
    deeper.chain([format!("{at}/unknown")]).collect()
}

/// Generates copies of `whole` with up to three values replaced, removed or added.
pub fn altered(whole: Value) -> impl Strategy<Value = Value> {
    let change = (select(pointers(&whole, "")), option::of(value()));
    vec(change, 1..4).prop_map(move |changes| {
        let mut altered = whole.clone();
        for (pointer, value) in changes {
            let (around, name) = pointer.rsplit_once('/').expect("a pointer begins with a slash");
            match (altered.pointer_mut(around), value) {
                (Some(Value::Object(fields)), Some(value)) => drop(fields.insert(name.to_owned(), value)),
                (Some(Value::Object(fields)), None) => drop(fields.remove(name)),
                (Some(Value::Array(values)), Some(value)) => values.push(value),
                (Some(Value::Array(values)), None) => drop(values.pop()),
                _ => {}
            }
        }
        altered
    })
}
