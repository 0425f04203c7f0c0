//! The documentation of a method: the first paragraph of that of the C function, with the names of the language.

use crate::calls::Call;
use crate::roles::Role;

/// What the first paragraph must not mention, because other languages do not have it.
const ONLY_IN_C: [&str; 9] =
    ["`count`", "`room`", "`found`", "`there`", "`alive`", "`out`", "null", "an array", "`text`"];

pub(crate) fn first_paragraph(doc: &str) -> &str {
    doc.split('\n').next().unwrap()
}

/// The documentation of a call among all calls. `method` and `parameter` give the names.
pub(crate) fn of(
    calls: &[Call<'_>],
    call: &Call<'_>,
    method: impl Fn(&Call<'_>) -> String,
    parameter: impl Fn(&str) -> String,
) -> String {
    let function = call.function;
    let mut doc = first_paragraph(&function.doc).to_owned();
    for word in ONLY_IN_C {
        let rule = "the first paragraph is for all languages, the second says how in C";
        assert!(!doc.contains(word), "{}: its documentation mentions {word}: {rule}", function.name);
    }
    if call.is_one && call.object.is_some() {
        let many = calls.iter().find(|it| it.function.name == function.name).unwrap();
        doc = format!("`{}` for one item.", method(many));
    }
    if call.has(Role::ListingCount) {
        let many = calls.iter().find(|it| it.function.name == function.name).unwrap();
        doc = format!("The number of items that `{}` finds.", method(many));
    }
    for other in calls {
        doc = doc.replace(&format!("`{}`", other.function.name), &format!("`{}`", method(other)));
    }
    for value in &function.parameters {
        doc = doc.replace(&format!("`{}`", value.name), &format!("`{}`", parameter(&value.name)));
    }
    doc
}
