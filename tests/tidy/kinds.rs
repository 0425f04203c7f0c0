//! Matches over kinds of shape: a new kind must be a compile error, not a silent answer.

use syn::visit::{self, Visit};
use syn::{Arm, ExprMatch, ImplItemFn, ItemFn, Pat};

use crate::{check, sources};

/// The crates that decide about shapes.
const FOLDERS: [&str; 2] = ["crates/collide-core/src/", "crates/collide-world/src/"];

/// The kinds of shape.
const KINDS: [&str; 5] = ["Circle", "Rect", "OrientedRect", "Capsule", "Polygon"];

/// The functions that have a faster way for some kinds, and one that answers for every kind.
const FOR_EVERY_KIND: [&str; 3] = [
    "crates/collide-core/src/measure/distance.rs: distance",
    "crates/collide-core/src/measure/distance.rs: closest_points",
    "crates/collide-world/src/pairs/cells/candidates.rs: decide",
];

#[test]
fn a_match_over_kinds_of_shape_names_them() {
    let sources = sources(&[".rs"]);
    let engine = sources.iter().filter(|(name, _)| FOLDERS.iter().any(|folder| name.starts_with(folder)));
    let mut faults = Vec::new();
    for (name, text) in engine {
        let mut matches = Matches::default();
        matches.visit_file(&syn::parse_file(text).unwrap());
        faults.extend(matches.found.into_iter().map(|function| format!("{name}: {function}")));
    }
    faults.retain(|fault| !FOR_EVERY_KIND.contains(&fault.as_str()));
    check("matches over kinds of shape with an arm for all others", faults);
}

/// The functions with a match that names kinds of shape, and has an arm for everything else.
#[derive(Default)]
struct Matches {
    function: String,
    found: Vec<String>,
}

impl<'ast> Visit<'ast> for Matches {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.function = item.sig.ident.to_string();
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.function = item.sig.ident.to_string();
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_expr_match(&mut self, expression: &'ast ExprMatch) {
        let takes_all = |arm: &Arm| takes_all(&arm.pat);
        if expression.arms.iter().any(|arm| names_kind(&arm.pat)) && expression.arms.iter().any(takes_all) {
            self.found.push(self.function.clone());
        }
        visit::visit_expr_match(self, expression);
    }
}

/// Whether a pattern names a kind of shape.
fn names_kind(pattern: &Pat) -> bool {
    let mut names = Names(false);
    names.visit_pat(pattern);
    names.0
}

struct Names(bool);

impl<'ast> Visit<'ast> for Names {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.0 |= path.segments.last().is_some_and(|last| KINDS.iter().any(|kind| last.ident == kind));
    }
}

/// Whether a pattern matches every value: it has no condition.
fn takes_all(pattern: &Pat) -> bool {
    match pattern {
        Pat::Wild(_) => true,
        Pat::Ident(pattern) => pattern.subpat.as_ref().is_none_or(|(_, inner)| takes_all(inner)),
        Pat::Tuple(pattern) => pattern.elems.iter().all(takes_all),
        Pat::Reference(pattern) => takes_all(&pattern.pat),
        _ => false,
    }
}
