//! Derives docs/json.schema.json from the serialized types. `SCHEMA=overwrite cargo test -p queens-cli
//! schema` updates it.

use std::{env, fs};

use queens::Count;
use queens::check::plausibility::Check;
use queens::plan::Shard;
use queens::run::{Host, MergeSources};
use queens_format::wire::comparison::Comparison;
use queens_format::wire::estimate::EstimateRecord;
use queens_format::wire::merge::MergeRecord;
use queens_format::wire::record::Record;
use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::{Value, json};

use super::cluster::PlanObject;
use super::event::Event;
use super::explore::ladder::LadderObject;
use super::explore::solutions::SolutionObject;
use super::json::Numbered;
use super::no_result::{ErrorObject, StoppedObject};
use super::result::CountReport;
use super::selftest::SelftestReport;
use super::status::run_status::RunObject;
use super::status::shards_status::ShardsObject;
use super::total_objects::{CountObject, MergeObject, ShardObject};
use super::verify::VerifyObject;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/json.schema.json");

fn file() -> Value {
    serde_json::from_str(&fs::read_to_string(FILE).unwrap()).unwrap()
}

/// A definition and its name in the schema.
type Definition = (&'static str, Value);

fn definition<T: JsonSchema>(name: &'static str, generator: &mut SchemaGenerator) -> Definition {
    (name, T::json_schema(generator).to_value())
}

/// Joins each description's lines, and removes Rust's names for number types.
fn tidy(schema: &mut Schema) {
    schema.remove("format");
    if let Some(Value::String(description)) = schema.get_mut("description") {
        *description = description.replace('\n', " ");
    }
    transform_subschemas(&mut tidy, schema);
}

fn derived() -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let with = &mut generator;
    let printed = [
        definition::<CountObject>("count", with),
        definition::<Numbered<RunObject>>("status_of_run", with),
        definition::<Numbered<ShardsObject>>("status_of_shards", with),
        definition::<Numbered<EstimateRecord>>("estimate", with),
        definition::<Numbered<VerifyObject>>("verify", with),
        definition::<PlanObject>("plan", with),
        definition::<ShardObject>("work", with),
        definition::<MergeObject>("merge", with),
        definition::<Numbered<SelftestReport>>("selftest", with),
        definition::<Numbered<LadderObject>>("ladder", with),
        definition::<SolutionObject>("list", with),
        definition::<SolutionObject>("find", with),
        definition::<Numbered<StoppedObject<'_>>>("stopped", with),
        definition::<Numbered<ErrorObject<'_>>>("error", with),
    ];
    let others = [
        definition::<Event>("event", with),
        definition::<Record>("record", with),
        definition::<MergeRecord>("merge_record", with),
        definition::<Comparison>("comparison", with),
    ];
    let refer = |name: &str| json!({ "$ref": format!("#/$defs/{name}") });
    let any_of: Vec<_> = printed.iter().map(|(name, _)| refer(name)).collect();
    let status = json!({ "anyOf": [refer("status_of_run"), refer("status_of_shards")] });
    let mut definitions = generator.take_definitions(false);
    let all = printed.into_iter().chain(others).chain([("status", status)]);
    definitions.extend(all.map(|(name, schema)| (name.to_owned(), schema)));
    let mut schema = json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What `queens COMMAND --json` prints, and what `queens publish` reads: $defs has a schema for \
            every command, named after it, for the `event` lines of --progress json, and for `record`, \
            `merge_record` and `comparison`",
        "anyOf": any_of,
        "$defs": definitions,
    });
    tidy(&mut schema);
    schema.to_value()
}

/// Formats JSON with at most 120 columns per line, except for long strings.
fn wrapped(value: &Value, indent: usize) -> String {
    let in_lines = |[open, close]: [char; 2], parts: Vec<String>| {
        let margin = " ".repeat(indent);
        let parts = parts.join(&format!(",\n{margin}  "));
        format!("{open}\n{margin}  {parts}\n{margin}{close}")
    };
    let line = value.to_string();
    match value {
        _ if indent + line.len() <= 120 => line,
        Value::Object(fields) => {
            let field = |(name, value)| format!("{}: {}", json!(name), wrapped(value, indent + 2));
            in_lines(['{', '}'], fields.iter().map(field).collect())
        }
        Value::Array(items) => {
            in_lines(['[', ']'], items.iter().map(|item| wrapped(item, indent + 2)).collect())
        }
        _ => line,
    }
}

#[test]
fn schema_is_that_of_the_types() {
    let schema = derived();
    if env::var_os("SCHEMA").is_some_and(|value| value == "overwrite") {
        fs::write(FILE, wrapped(&schema, 0) + "\n").unwrap();
    }
    assert!(file() == schema, "{FILE} does not match the types; SCHEMA=overwrite regenerates it");
}

/// In the schema, stand-in types describe the engine's types and the totals in records.
#[test]
fn fields_of_the_engine_are_described() {
    fn fields(value: &Value) -> Vec<&str> {
        value.as_object().unwrap().keys().map(String::as_str).collect()
    }
    fn written(value: &impl Serialize) -> Value {
        serde_json::to_value(value).unwrap()
    }
    let host = Host::this();
    let merged = json!({ "shards": 1, "machines": [{ "host": host, "shards": 1 }], "kernels": {} });
    let merged: MergeSources = serde_json::from_value(merged).unwrap();
    let schema = derived();
    for (name, value) in
        [("host", written(&host)), ("shard", written(&Shard::WHOLE)), ("merged", written(&merged))]
    {
        assert_eq!(fields(&value), fields(&schema["$defs"][name]["properties"]), "{name}");
    }
    let counted = Count::new(6).unwrap().prepare().unwrap().run(&mut ()).unwrap();
    let mut count = CountReport::new(counted.total.unwrap(), None);
    count.checks = Check::of_total(count.total.n, count.total.solutions);
    let recorded = written(&count.object());
    let count = &schema["$defs"]["count"];
    let described = fields(&count["properties"]);
    assert!(fields(&recorded).iter().all(|field| described.contains(field)), "{recorded}");
    let required = count["required"].as_array().unwrap();
    assert!(required.iter().all(|field| recorded.get(field.as_str().unwrap()).is_some()), "{recorded}");
}
