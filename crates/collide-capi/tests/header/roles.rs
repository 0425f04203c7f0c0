//! What each parameter of a C function is for, by the conventions of its name and type.

use crate::abi::{Abi, Function, Value};
use crate::calls::{Call, default_of, is_updated, pointee, snake, zero_of};

/// The numbers that are x and y of each item.
const POINTS: [&str; 4] = ["points", "positions", "motions", "centers"];

/// What a parameter is for. Each language has a rule for each role.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Role {
    /// The object that has the method; one that then reads its own results.
    This,
    Updated,
    /// The value that has the method.
    Receiver,
    /// An array. The first one has the length of all.
    Items,
    MoreItems,
    /// x and y of each item, and of one item.
    Points,
    MorePoints,
    Point,
    /// The length of the arrays: that of items, of points, and one.
    Count,
    PointCount,
    OneCount,
    /// The length of an array that has its own.
    OwnCount,
    /// A number, and one that may be left out.
    Number,
    Optional,
    Struct,
    /// A structure that may be left out.
    OptionalStruct,
    /// A structure that has default values, and its lists and callbacks.
    Options,
    OptionList,
    OptionCallback,
    /// The options of a query, and a filter for each item.
    Ask,
    Filters,
    /// Another object, and one for results.
    Object,
    Results,
    /// A buffer for text, and one for bytes.
    Text,
    Bytes,
    /// A new object, and one that a method makes.
    Made,
    Copy,
    /// An array for an answer to each item; one whose answers perhaps do not exist, and whether they do.
    Each,
    EachFound,
    Found,
    EachThere,
    There,
    /// An answer: a value, a number, a truth value, a value that is none if a field is 0.
    One,
    OneNumber,
    OneBool,
    OneOrZero,
    /// Whether the answer before it exists: of a method of an object, and of a value.
    Flag,
    ValueFlag,
    /// An array for a list, or for one of several lists; the room in it, and the length of the list.
    List,
    Lists,
    Room,
    TotalRoom,
    Total,
    /// A list that the library keeps, and its length.
    Kept,
    KeptCount,
    /// A structure with a list; what counts its items instead; what a call does not use.
    Listing,
    ListingCount,
    Unused,
}

#[derive(Clone)]
pub(crate) struct Part<'a> {
    pub(crate) role: Role,
    pub(crate) name: String,
    /// The type, or what a pointer points to.
    pub(crate) item: &'a str,
    pub(crate) value: &'a Value,
}

/// The role of a parameter, after those before it.
pub(crate) fn role(abi: &Abi, function: &Function, index: usize, before: &[Part<'_>]) -> Role {
    let Value { name, r#type, .. } = &function.parameters[index];
    let item = pointee(r#type);
    let is_object = abi.objects.iter().any(|object| object.name == item);
    let had = |role: Role| before.iter().any(|part| part.role == role);
    let follows = |other: &str| function.parameters[index..].iter().any(|it| it.name == other);
    let own_count = format!("{name}_count");
    let is_alone = had(Role::Count) || !follows("count") && !follows(&own_count);
    match (r#type.trim_end_matches(item).trim(), name.as_str()) {
        ("*mut *mut", _) => Role::Made,
        ("*mut *const", _) => Role::Kept,
        (pointer, name) if is_object => match name {
            _ if index == 0 => Role::This,
            "text" => Role::Text,
            _ if item == "CollideBuffer" && pointer == "*mut" => Role::Bytes,
            _ => Role::Object,
        },
        ("*const", "ask") => Role::Ask,
        ("*const", _) if default_of(abi, item).is_some() => Role::Options,
        ("*const", _) if is_alone => Role::Struct,
        ("*const", name) if POINTS.contains(&name) => Role::Points,
        ("*const", _) => Role::Items,
        ("*mut", _) if had(Role::Kept) => Role::KeptCount,
        ("*mut", _) if had(Role::Room) => Role::Total,
        ("*mut", _) if follows("room") => Role::List,
        ("*mut", _) if had(Role::One) || had(Role::Each) => Role::Flag,
        ("*mut", _) if list_of(abi, item).is_some() => Role::Listing,
        ("*mut", _) if had(Role::Listing) => Role::Unused,
        ("*mut", _) if had(Role::Items) => Role::Each,
        ("*mut", _) => Role::One,
        ("", "room") => Role::Room,
        ("", "count") => Role::Count,
        ("", name) if before.iter().any(|part| name == format!("{}_count", part.name)) => Role::OwnCount,
        ("", _) if !abi.callbacks.iter().any(|call| call.name == item) => Role::Number,
        _ => panic!("{}: `{name}` follows no convention: see BY_HAND in tests/header/calls.rs", function.name),
    }
}

/// The role in more detail, which depends on the other parameters, and on whether the arrays have one item.
pub(crate) fn in_detail(abi: &Abi, call: &Call<'_>, index: usize) -> Role {
    let part = &call.parts[index];
    let is_first = !call.parts[..index].iter().any(|it| matches!(it.role, Role::Items | Role::Points));
    let flag = call.part(Role::Flag).map(|flag| flag.name.as_str());
    match part.role {
        Role::This if is_updated(call.function) => Role::Updated,
        Role::Items if call.is_one && is_receiver(call, part) => Role::Receiver,
        Role::Items if call.is_one => Role::Struct,
        Role::Items if !is_first && !call.has(Role::OwnCount) => Role::MoreItems,
        Role::Points if call.is_one => Role::Point,
        Role::Points if !is_first => Role::MorePoints,
        Role::Count if call.is_one => Role::OneCount,
        Role::Count if !call.has(Role::Items) => Role::PointCount,
        Role::Number if call.default_of(part).is_some() => Role::Optional,
        Role::Struct if matches!(part.name.as_str(), "filter" | "budget") => Role::OptionalStruct,
        Role::Object if view_of(abi, part.item).is_some() => Role::Results,
        Role::Made if call.has(Role::This) => Role::Copy,
        Role::Each if !call.is_one => match flag {
            None => Role::Each,
            Some("found") => Role::EachFound,
            Some(_) => Role::EachThere,
        },
        Role::One | Role::Each => match part.item {
            "u8" => Role::OneBool,
            "u64" => Role::OneNumber,
            _ if zero_of(call.function).is_some() => Role::OneOrZero,
            _ => Role::One,
        },
        Role::Flag if call.has(Role::Each) && !call.is_one => {
            if part.name == "found" {
                Role::Found
            } else {
                Role::There
            }
        }
        Role::Flag if call.object.is_none() => Role::ValueFlag,
        Role::List if call.parts.iter().filter(|it| it.role == Role::List).count() > 1 => Role::Lists,
        Role::Room if call.has(Role::Total) => Role::TotalRoom,
        role => role,
    }
}

/// The items of a structure that is a list: it has the name of an item, with an `s`.
pub(crate) fn list_of<'a>(abi: &'a Abi, item: &str) -> Option<&'a str> {
    let one = item.strip_suffix('s')?;
    abi.structs.iter().map(|it| it.name.as_str()).find(|name| *name == one)
}

/// Whether a parameter is the value that has the method, in a language where values have methods.
fn is_receiver(call: &Call<'_>, part: &Part<'_>) -> bool {
    call.object.is_none() && matches!(part.name.as_str(), "a" | "shapes")
}

/// The function that returns the results in an object.
pub(crate) fn view_of<'a>(abi: &'a Abi, object: &str) -> Option<&'a Function> {
    let start = format!("collide_{}_view", snake(object));
    abi.functions.iter().find(|it| it.name.starts_with(&start))
}
