//! The order of modules inside each crate: a module imports only from layers below its own.
//!
//! A layer is a module at the root of a crate. An import through a name that the root re-exports counts as an import of
//! the layer that defines the name. Tests inside a file count like all other code; a file named `tests.rs`, or
//! below a folder `tests`, may use all layers.

use crate::imports::{Import, crates, imports};
use crate::{check, sources};

/// The layers of a crate from the top down.
struct Layers {
    package: &'static str,
    order: Order,
}

enum Order {
    /// Each layer with those that it may use.
    MayUse(&'static [(&'static str, &'static [&'static str])]),
    /// A layer may use those on all floors below its own.
    Floors(&'static [&'static [&'static str]]),
}

const LAYERS: &[Layers] = &[
    Layers {
        package: "collide-core",
        order: Order::MayUse(&[
            ("columns", &["decide", "shape", "exact", "named"]),
            ("int", &["decide", "shape", "into_arg", "named"]),
            ("swept", &["measure", "decide", "convex", "shape", "exact", "into_arg"]),
            ("measure", &["decide", "shape", "exact", "into_arg"]),
            ("decide", &["convex", "shape", "exact", "into_arg", "named"]),
            ("convex", &["shape", "exact"]),
            ("shape", &["rounding", "exact", "into_arg", "named"]),
            ("rounding", &["exact"]),
            ("exact", &[]),
            ("into_arg", &[]),
            ("named", &[]),
        ]),
    },
    Layers {
        package: "collide-world",
        order: Order::MayUse(&[
            (
                "world",
                &[
                    "record", "snapshot", "interest", "ask", "swept", "movement", "query", "tick", "history", "pairs",
                    "store", "base",
                ],
            ),
            ("record", &["snapshot", "interest", "ask", "movement", "query", "store", "base"]),
            ("snapshot", &["store", "base"]),
            ("interest", &["query", "search", "store", "base"]),
            ("ask", &["movement", "query", "base"]),
            ("swept", &["movement", "query", "search", "history", "pairs", "store", "base"]),
            ("movement", &["query", "search", "store", "base"]),
            ("query", &["search", "history", "pairs", "store", "base"]),
            ("search", &["history", "store", "base"]),
            ("tick", &["history", "pairs", "store", "base"]),
            ("history", &["store", "base"]),
            ("pairs", &["store", "base"]),
            ("store", &["base"]),
            ("base", &[]),
        ]),
    },
    Layers {
        package: "collide-cli",
        order: Order::MayUse(&[
            ("allocator", &[]),
            ("fuzzing", &["input"]),
            (
                "commands",
                &[
                    "failure",
                    "output",
                    "player",
                    "input",
                    "options",
                    "messages",
                    "extent",
                    "statistics",
                    "progress",
                    "shortage",
                ],
            ),
            ("failure", &["output", "player", "input", "options", "messages"]),
            ("output", &["player", "input", "options", "messages", "extent", "statistics", "progress", "shortage"]),
            ("player", &["input", "options", "messages", "extent", "statistics", "progress", "shortage"]),
            ("input", &["options", "messages", "extent", "statistics", "progress", "shortage"]),
            ("options", &["messages", "extent", "statistics", "progress", "shortage"]),
            ("messages", &["extent", "statistics", "progress", "shortage"]),
            ("extent", &["statistics", "progress", "shortage"]),
            ("statistics", &["progress", "shortage"]),
            ("progress", &["shortage"]),
            ("shortage", &[]),
        ]),
    },
    Layers {
        package: "collide-broad",
        order: Order::Floors(&[
            &["conformance"],
            &["strategies"],
            &["brute_force", "grid", "r_tree", "sweep_and_prune"],
            &["levels"],
            &["cell_list"],
            &["max_tree", "radix", "statistics", "workers", "broad_phase"],
        ]),
    },
    Layers {
        package: "collide-scenes",
        order: Order::Floors(&[&["kind"], &["city"], &["convex"], &["layout"], &["scene"], &["form", "random"]]),
    },
    Layers {
        package: "collide-cluster",
        order: Order::Floors(&[
            &["fuzzing"],
            &["join", "keeper"],
            &["folder"],
            &["saved"],
            &["member"],
            &["flow"],
            &["state"],
            &["wire"],
            &["feed", "question", "rows", "settings"],
            &["error"],
            &["hosts", "tiles"],
            &["events", "handles", "report", "settable", "workers"],
        ]),
    },
    Layers {
        package: "collide-rules",
        order: Order::Floors(&[&["attack", "bots", "fittings", "spawn"], &["game"], &["layers", "map"], &["team"]]),
    },
    Layers { package: "collide-page", order: Order::Floors(&[&["browser"], &["arena", "playground"]]) },
    Layers {
        package: "collide-viewer",
        order: Order::Floors(&[
            &["attach"],
            &["server"],
            &["arena"],
            &["connections"],
            &["guard", "heap", "inspector", "limits", "network", "page", "playground", "recording"],
        ]),
    },
    Layers {
        package: "collide-capi",
        order: Order::Floors(&[
            &["crowd", "measures"],
            &["batch", "contact", "interest", "movement", "past"],
            &["query", "record", "tick"],
            &["bytes", "centers", "hits"],
            &["ask"],
            &["world"],
            &["convex", "memory", "settings"],
            &["budget", "shape"],
            &["border"],
            &["failure", "version"],
        ]),
    },
    Layers {
        package: "collide-py",
        order: Order::Floors(&[
            &["contacts", "crowd"],
            &["interest", "movement", "stateless", "world"],
            &["queries"],
            &["convex", "entities"],
            &["budget", "settings", "shapes"],
            &["coordinates", "hits", "options", "report", "trace"],
            &["arrays"],
            &["errors", "pickle", "shared_world"],
        ]),
    },
    Layers {
        package: "collide-wasm",
        order: Order::Floors(&[
            &["convex", "interest", "measures", "movement", "places"],
            &["questions"],
            &["batch", "move_options", "terms", "world"],
            &["columns", "entities", "settings", "trace"],
            &["angle", "shapes"],
            &["answer", "budget", "error"],
        ]),
    },
    Layers {
        package: "collide-bevy",
        order: Order::Floors(&[
            &["follow", "plugin"],
            &["crowd", "draw", "motion", "restore", "spatial", "step", "sync"],
            &["answers", "collisions", "transform", "vectors"],
            &["entity_query", "pose", "scratch"],
            &["components", "entity_map", "events", "phases"],
        ]),
    },
];

#[test]
fn layers_use_only_those_below() {
    let sources = sources(&[".rs"]);
    let mut faults = Vec::new();
    for (package, files) in crates(&sources) {
        let Some(Layers { order, .. }) = LAYERS.iter().find(|layers| layers.package == package) else {
            faults.push(format!("{package} has no list of layers"));
            continue;
        };
        for file in files.keys().filter(|file| layer(file).is_some_and(|layer| !order.has(layer))) {
            faults.push(format!("{package}: {file} is in no layer of the list"));
        }
        for Import { from, to, name, .. } in imports(&files) {
            let Some(user) = layer(&from) else { continue };
            match layer(&to) {
                None => faults.push(format!("{package}: {from} uses `{name}`, which the root defines, not a layer")),
                Some(used) if used == user || order.allows(user, used) => {}
                Some(used) => faults.push(format!("{package}: {from}: {user} must not use {used} (`{name}`)")),
            }
        }
    }
    check("imports that break the order of layers", faults);
}

/// The layer of a file; `None` for the root of a crate.
fn layer(file: &str) -> Option<&str> {
    let first = file.split('/').next()?;
    Some(first.trim_end_matches(".rs")).filter(|layer| !matches!(*layer, "lib" | "main"))
}

impl Order {
    fn has(&self, layer: &str) -> bool {
        match self {
            Self::MayUse(layers) => layers.iter().any(|(name, _)| *name == layer),
            Self::Floors(floors) => floors.iter().any(|floor| floor.contains(&layer)),
        }
    }

    fn allows(&self, layer: &str, used: &str) -> bool {
        match self {
            Self::MayUse(layers) => layers.iter().any(|(name, below)| *name == layer && below.contains(&used)),
            Self::Floors(floors) => {
                let mut below = floors.iter().skip_while(|floor| !floor.contains(&layer)).skip(1);
                below.any(|floor| floor.contains(&used))
            }
        }
    }
}
