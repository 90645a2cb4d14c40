//! JSON schemas for the engine's types. They are in this package because the engine does not depend on a
//! schema library.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// Rows of the board.
#[derive(JsonSchema)]
#[schemars(rename = "n")]
pub struct BoardRows(#[schemars(range(min = 1, max = 32))] pub u8);

/// The machine.
#[derive(JsonSchema)]
#[schemars(rename = "host")]
pub struct HostFields {
    /// As named by its maker, or `unknown`.
    pub cpu: String,
    /// Operating system and architecture, as in `linux x86_64`.
    pub os: String,
}

/// A part of a plan.
#[derive(JsonSchema)]
#[schemars(rename = "shard")]
pub struct ShardFields {
    /// From 0.
    pub number: u64,
    /// The plan's shards.
    #[schemars(range(min = 1))]
    pub of: u64,
}

/// The merged shards.
#[derive(JsonSchema)]
#[schemars(rename = "merged")]
pub struct MergedFields {
    /// The plan's shards.
    #[schemars(range(min = 1))]
    pub shards: u64,
    /// The machines that counted them, if the shards' results name any. Machines of one kind appear as one.
    pub machines: Vec<MachineFields>,
    /// The kernels that counted them, and how many shards each counted in whole or in part.
    pub kernels: BTreeMap<String, u64>,
}

/// A machine, and how many shards it counted in whole or in part.
#[derive(JsonSchema)]
#[schemars(inline)]
pub struct MachineFields {
    /// The machine.
    pub host: HostFields,
    /// Its shards.
    #[schemars(range(min = 1))]
    pub shards: u64,
}

/// Defines a type whose schema refers to a command's output. A record embeds this output unchanged.
macro_rules! printed_by {
    ($result:ident, $command:literal) => {
        #[doc = concat!("What `queens ", $command, " --json` prints.")]
        pub struct $result;

        impl JsonSchema for $result {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                $command.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "$ref": concat!("#/$defs/", $command) })
            }
        }
    };
}

printed_by!(CountResult, "count");
printed_by!(MergeResult, "merge");
