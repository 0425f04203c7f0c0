//! Every public call of the types that do work has a limit, or a reason why its cost is bounded.

use std::fs;

use super::{check, root};

/// Why the cost of a call is bounded.
enum Bound {
    /// By a limit of work that the caller sets with this.
    Limit(&'static str),
    /// By a limit of this method: it sets the limit, or is the same call with one.
    Limited(&'static str),
    /// By what it is given, reads and returns, each a bounded number of times.
    Linear,
    /// It looks up or sets single values.
    Constant,
    /// It looks at each entity near a single query a bounded number of times: at most linear in the entities.
    Near,
    /// It is for tools, and its cost is stated there.
    Tool,
}

use Bound::{Constant, Limit, Limited, Linear, Near, Tool};

const CALLS: [(&str, Bound, &[&str]); 19] = [
    ("World", Limit("Budget"), &["step_within"]),
    ("World", Limited("step_within"), &["step", "count_pairs"]),
    ("World", Limit("MoveOptions::budget"), &["move_batch_into"]),
    ("World", Limit("SeparateOptions::budget"), &["separate_into"]),
    ("World", Limit("Budget"), &["swept_pairs_into"]),
    // Each tick of the history once.
    ("World", Near, &["sweep_through"]),
    // The pairs of the last step, which has a limit.
    ("World", Linear, &["contacts_into", "pairs", "events", "events_of", "events_between", "fingerprint"]),
    (
        "World",
        Linear,
        &[
            "refresh",
            "insert_batch",
            "remove_batch",
            "iter",
            "changed_since",
            "set_batch",
            "set_by_slot",
            "update_circles",
            "update_each",
            "rebase",
            "restore",
            "save",
            "save_into",
            "validate",
            "clone",
            "clone_from",
            "extend",
            "from_iter",
            "clone_present_into",
            "memory",
            "index_memory",
            "tree_boxes",
            "take",
            "explain",
            "crowds",
            "start_recording",
            "write_recorded",
        ],
    ),
    (
        "World",
        Constant,
        &[
            "new",
            "settings",
            "set_settings",
            "tick",
            "report",
            "recent",
            "at",
            "clamp_time",
            "stop_recording",
            "is_recording",
            "queries",
            "len",
            "is_empty",
            "fmt",
            // The first after a step builds a map of all entities.
            "entity",
            "has",
            "shape",
            "insert",
            "remove",
            "set",
            "translate",
            "insert_at",
        ],
    ),
    ("World", Tool, &["visits"]),
    (
        "Queries",
        Limited("within"),
        &[
            "overlap_batch_into",
            "sector_batch_into",
            "ray_batch_into",
            "segment_batch_into",
            "sweep_batch_into",
            "nearest_batch_into",
            "blocked_batch_into",
            "slide_batch_into",
            "free_batch_into",
            "turn_batch_into",
            "ask",
        ],
    ),
    ("Queries", Near, &["overlap", "sector", "ray", "segment", "blocked", "sweep", "nearest", "slide", "free", "turn"]),
    ("Queries", Constant, &["within", "entering", "except", "filtered", "shape"]),
    (
        "Batch",
        Limited("within"),
        &["pairs_into", "pairs_with", "pairs_between_into", "pairs_between_with", "count_pairs", "count_pairs_between"],
    ),
    ("Batch", Constant, &["new", "settings", "set_settings", "within", "fmt"]),
    ("Interest", Limit("Budget"), &["update_within"]),
    ("Interest", Limited("update_within"), &["update"]),
    ("Interest", Linear, &["changes", "views", "observers_of"]),
    (
        "Interest",
        Constant,
        &[
            "new",
            "insert",
            "set",
            "remove",
            "get",
            "len",
            "is_empty",
            "report",
            "status",
            "viewpoint",
            "view",
            "visible",
            "entered",
            "left",
        ],
    ),
];

#[test]
fn every_call_has_a_limit_or_a_reason() {
    let api = fs::read_to_string(root().join("docs/api/collide-world.txt")).unwrap();
    let api = api.replace("<'_>", "").replace("<'a>", "");
    let mut faults = Vec::new();
    for kind in ["World", "Queries", "Batch", "Interest"] {
        let calls = api.lines().filter_map(|line| line.split_once(&format!("fn collide_world::{kind}::")));
        let calls = calls.map(|(_, rest)| rest.split(['(', '<']).next().unwrap_or_default());
        let named: Vec<&str> = CALLS.iter().filter(|row| row.0 == kind).flat_map(|row| row.2.iter().copied()).collect();
        let calls: Vec<&str> = calls.collect();
        faults
            .extend(calls.iter().filter(|call| !named.contains(call)).map(|call| format!("{kind}::{call}: no bound")));
        faults.extend(named.iter().filter(|call| !calls.contains(call)).map(|call| format!("{kind}::{call}: no call")));
    }
    for (kind, bound, calls) in &CALLS {
        let limit = match bound {
            Limit(limit) => (*limit).to_owned(),
            Limited(other) => format!("{kind}::{other}"),
            Linear | Constant | Near | Tool => continue,
        };
        let found = api.contains(&format!("collide_world::{limit}")) || {
            let (of, setter) = limit.split_once("::").unwrap_or((&limit, ""));
            api.lines()
                .any(|line| line.contains(&format!("collide_world::{of}")) && line.contains(&format!("::{setter}(")))
        };
        if !found {
            faults.push(format!("{calls:?}: there is no {limit}"));
        }
    }
    check("calls without a bound", faults);
}
