//! The C functions as methods, and the functions that differ from the conventions.

use crate::abi::{Abi, Function, Value};
use crate::roles::{Part, Role, in_detail, list_of, role};

/// The functions that C# and C++ call by code of their own: they have callbacks, return pointers, or have a form that no
/// other function has.
const BY_HAND: [&str; 10] = [
    "collide_abi_version",
    "collide_version",
    "collide_last_error",
    "collide_copy_last_error",
    "collide_world_step",
    "collide_world_update_circles",
    "collide_buffer_new",
    "collide_buffer_data",
    "collide_buffer_len",
    "collide_trace_next",
];

/// The functions whose methods have another name: in C# and in C++.
const NAMES: [(&str, &str, &str); 6] = [
    ("collide_world_len", "Count", "size"),
    ("collide_world_step_within", "Step", "step"),
    ("collide_query_free_places", "FreePlaces", "free"),
    ("collide_cast_ray", "Cast", "cast_ray"),
    ("collide_cast_segment", "Cast", "cast_segment"),
    // The method for one item.
    ("collide_world_get_entities.one", "TryGet", "find"),
];

/// The parameters that may be left out: their values in C# and in C++. With a function, only there.
const DEFAULTS: [(&str, &str, &str); 3] =
    [("first", "0", "0"), ("touching", "Touching.Closed", "COLLIDE_CLOSED"), ("collide_polygon.radius", "0", "0")];

/// The functions that write all the items of a list whose length has another name: the function that returns the length.
const LENGTHS: [(&str, &str); 2] =
    [("collide_world_entities", "collide_world_len"), ("collide_world_contacts", "collide_world_pair_count")];

/// The functions without a flag whose answer is none if this field of it is 0.
const NONE_IF_ZERO: [(&str, &str); 2] = [("collide_closest_points", "distance"), ("collide_contact", "point_count")];

/// The lists of results whose methods have another name than the list.
const ACCESSORS: [(&str, &str); 2] = [("handles", "of"), ("ray_hits", "rays_of")];

/// The queries that also have a method for one item: its name, and the list of hits and the type that it answers from.
const SINGLES: [(&str, [&str; 3]); 6] = [
    ("collide_query_overlap", ["overlapping", "of", "CollideHandle"]),
    ("collide_query_sector", ["in_sector", "of", "CollideHandle"]),
    ("collide_query_ray", ["first_on_ray", "rays_of", "CollideRayHit"]),
    ("collide_query_segment", ["first_on_segment", "rays_of", "CollideRayHit"]),
    ("collide_query_blocked", ["is_blocked", "is_blocked", "u8"]),
    ("collide_query_sweep", ["first_swept", "impacts_of", "CollideImpact"]),
];

/// The calls after which an object reads its own results.
const UPDATES: [&str; 1] = ["collide_interest_update"];

#[derive(Clone)]
pub(crate) struct Call<'a> {
    pub(crate) function: &'a Function,
    /// The type of the object that has the method, if one has.
    pub(crate) object: Option<&'a str>,
    /// The name of the method in C++.
    pub(crate) name: String,
    pub(crate) parts: Vec<Part<'a>>,
    /// Whether the arrays of the function have one item.
    pub(crate) is_one: bool,
}

/// The calls that are generated: for each function one for arrays, one for one item, or both.
pub(crate) fn calls(abi: &Abi) -> Vec<Call<'_>> {
    let named = BY_HAND.into_iter().chain(NAMES.map(|(name, ..)| name.trim_end_matches(".one")));
    let named = named.chain(LENGTHS.map(|(name, _)| name)).chain(NONE_IF_ZERO.map(|(name, _)| name));
    for name in named.chain(SINGLES.map(|(name, _)| name)).chain(UPDATES) {
        assert!(abi.functions.iter().any(|it| it.name == name), "{name} of tests/header/calls.rs does not exist");
    }
    let is_left_out = |it: &Function| BY_HAND.contains(&it.name.as_str()) || it.name.ends_with("_free");
    let functions = abi.functions.iter().filter(|function| !is_left_out(function));
    functions.flat_map(|function| Call::of(abi, function).forms(abi)).collect()
}

impl<'a> Call<'a> {
    fn of(abi: &'a Abi, function: &'a Function) -> Self {
        let mut parts: Vec<Part<'_>> = Vec::new();
        for (index, value) in function.parameters.iter().enumerate() {
            let role = role(abi, function, index, &parts);
            let item = pointee(&value.r#type);
            let item = if role == Role::Listing { list_of(abi, item).unwrap() } else { item };
            parts.push(Part { role, name: value.name.clone(), item, value });
            parts.extend(parts_of(abi, parts.last().unwrap()));
        }
        // What is asked of handles has no filters.
        if parts.iter().any(|part| part.role == Role::Items && part.item == "CollideHandle") {
            parts.retain(|part| part.role != Role::Filters);
        }
        let owner = parts.iter().find(|part| matches!(part.role, Role::This | Role::Made));
        let object = owner.map(|part| part.item);
        let plain = function.name.strip_prefix("collide_").unwrap();
        let prefixes = [format!("{}_", snake(object.unwrap_or_default())), "query_".into(), "shapes_".into()];
        let name = prefixes.iter().find_map(|prefix| plain.strip_prefix(prefix.as_str())).unwrap_or(plain).to_owned();
        Call { function, object, name, parts, is_one: false }
    }

    /// The call for arrays and the call for one item, as far as there are such.
    fn forms(self, abi: &Abi) -> Vec<Self> {
        let has_items = self.has(Role::Items);
        let is_change = self.parts.iter().all(|part| match part.role {
            Role::Items => part.item.starts_with("Collide"),
            role => matches!(role, Role::This | Role::Count | Role::Each | Role::Flag),
        });
        let one = (has_items && (is_change || self.object.is_none())).then(|| self.one());
        let counted = self.has(Role::Listing).then(|| self.counted());
        let many = (!has_items || self.object.is_some()).then_some(self);
        let mut forms: Vec<Self> = many.into_iter().chain(one).chain(counted).collect();
        for call in &mut forms {
            let roles: Vec<Role> = (0..call.parts.len()).map(|index| in_detail(abi, call, index)).collect();
            call.parts.iter_mut().zip(roles).for_each(|(part, role)| part.role = role);
        }
        forms
    }

    /// The call for one item.
    fn one(&self) -> Self {
        let mut call = Call { is_one: true, ..self.clone() };
        let many = self.parts.iter().find(|part| self.object.is_some() && self.name.ends_with(&part.name));
        if let Some(Part { name, .. }) = many {
            call.name = call.name.replace(name, &singular(name));
        }
        call
    }

    /// The call that only counts the items of a list.
    fn counted(&self) -> Self {
        let mut call = Call { name: format!("count_{}", self.name), ..self.clone() };
        for part in &mut call.parts {
            part.role = match part.role {
                Role::Listing => Role::Unused,
                Role::Unused => Role::ListingCount,
                role => role,
            };
        }
        call
    }

    pub(crate) fn has(&self, role: Role) -> bool {
        self.part(role).is_some()
    }

    pub(crate) fn part(&self, role: Role) -> Option<&Part<'a>> {
        self.parts.iter().find(|part| part.role == role)
    }

    /// The name of a parameter: of an item if the call is for one.
    pub(crate) fn name_of(&self, part: &Part<'_>) -> String {
        if self.is_one && part.item.starts_with("Collide") { singular(&part.name) } else { part.name.clone() }
    }

    /// The name that differs from the conventions: in C# and in C++.
    pub(crate) fn renamed(&self) -> Option<(&'static str, &'static str)> {
        let key = if self.is_one && self.object.is_some() { ".one" } else { "" };
        let found = NAMES.iter().find(|(name, ..)| *name == format!("{}{key}", self.function.name));
        found.map(|(_, csharp, cpp)| (*csharp, *cpp))
    }

    /// The value of a parameter that may be left out: in C# and in C++.
    pub(crate) fn default_of(&self, part: &Part<'_>) -> Option<(&'static str, &'static str)> {
        let own = format!("{}.{}", self.function.name, part.name);
        let found = DEFAULTS.iter().find(|(name, ..)| *name == part.name || *name == own);
        found.map(|(_, csharp, cpp)| (*csharp, *cpp))
    }

    /// The method for one item of a query, and the name of that item.
    pub(crate) fn single(&self) -> Option<([&'static str; 3], String)> {
        let (_, single) = SINGLES.iter().find(|(name, _)| *name == self.function.name)?;
        Some((*single, singular(&self.first()?.name)))
    }

    /// The function that returns the length of the list.
    pub(crate) fn length(&self) -> String {
        match LENGTHS.iter().find(|(name, _)| *name == self.function.name) {
            Some((_, length)) => (*length).to_owned(),
            None => format!("{}_count", self.function.name.strip_suffix('s').unwrap_or_default()),
        }
    }

    /// The array that has the length of all.
    pub(crate) fn first(&self) -> Option<&Part<'a>> {
        self.part(Role::Items).or(self.part(Role::Points))
    }
}

/// The lists and the callbacks in the options of a call.
fn parts_of<'a>(abi: &'a Abi, options: &Part<'a>) -> Vec<Part<'a>> {
    if !matches!(options.role, Role::Options | Role::Ask) {
        return Vec::new();
    }
    let fields = &abi.structs.iter().find(|it| it.name == options.item).unwrap().fields;
    let parts = fields.iter().filter_map(|value| {
        let is_callback = abi.callbacks.iter().any(|call| call.name == value.r#type);
        let role = match options.role {
            _ if is_callback => Role::OptionCallback,
            _ if !value.r#type.starts_with("*const") => return None,
            Role::Ask => Role::Filters,
            Role::Options => Role::OptionList,
            role => panic!("{role:?} has no lists"),
        };
        Some(Part { role, name: value.name.clone(), item: pointee(&value.r#type), value })
    });
    parts.collect()
}

/// The type, or what a pointer points to.
pub(crate) fn pointee(text: &str) -> &str {
    text.rsplit(['*', ' ']).next().unwrap()
}

/// The function that returns the default values of a structure.
pub(crate) fn default_of<'a>(abi: &'a Abi, item: &str) -> Option<&'a str> {
    let is_default = |it: &&Function| it.name.ends_with("_default") && it.returns.as_deref() == Some(item);
    abi.functions.iter().find(is_default).map(|it| it.name.as_str())
}

/// The field of the answer that is 0 if there is none.
pub(crate) fn zero_of(function: &Function) -> Option<&'static str> {
    NONE_IF_ZERO.iter().find(|(name, _)| *name == function.name).map(|(_, field)| *field)
}

pub(crate) fn is_updated(function: &Function) -> bool {
    UPDATES.contains(&function.name.as_str())
}

/// The name of the method for the part of a list that has its starts in `starts`.
pub(crate) fn accessor(list: &str, starts: &str) -> String {
    match ACCESSORS.iter().find(|(name, _)| *name == list) {
        _ if starts != "starts" => list.to_owned(),
        Some((_, name)) => (*name).to_owned(),
        None => format!("{list}_of"),
    }
}

/// The field with the length of a list that has no starts.
pub(crate) fn length(fields: &[Value], list: &str) -> String {
    let own = format!("{list}_count");
    if fields.iter().any(|field| field.name == own) { own } else { "count".to_owned() }
}

/// `CollideRayHit` as `ray_hit`.
pub(crate) fn snake(name: &str) -> String {
    let name = name.strip_prefix("Collide").unwrap_or(name);
    let words = name.chars().map(|letter| match letter {
        'A'..='Z' => format!("_{}", letter.to_lowercase()),
        _ => letter.to_string(),
    });
    words.collect::<String>().trim_start_matches('_').to_owned()
}

/// `point_count` as `PointCount`.
pub(crate) fn upper(name: &str) -> String {
    let words = name.split('_').filter(|word| !word.is_empty());
    words.map(|word| word[..1].to_uppercase() + &word[1..].to_lowercase()).collect()
}

/// `entities` as `entity`.
fn singular(name: &str) -> String {
    match name.strip_suffix("ies") {
        Some(start) => format!("{start}y"),
        None => name.strip_suffix('s').unwrap_or(name).to_owned(),
    }
}
