//! What the parameters of a C function add to a method of C++. The words are those of `Lines`.

use crate::roles::Role;

pub(super) fn rules(role: Role) -> &'static [&'static str] {
    match role {
        Role::This | Role::Updated => &["argument get()"],
        Role::Items => &["given View<{kind}> {name}", "argument {name}.data()"],
        Role::MoreItems => {
            &["given View<{kind}> {name}", "local same({first}.size(), {name}.size());", "argument {name}.data()"]
        }
        Role::Points => {
            &["given View<float> {name}", "local both({name}.size() / 2, {name});", "argument {name}.data()"]
        }
        Role::MorePoints => {
            &["given View<float> {name}", "local both({first}.size(), {name});", "argument {name}.data()"]
        }
        Role::Point => &["given float x", "given float y", "local const float {name}[2] = {x, y};", "argument {name}"],
        Role::Count => &["argument {first}.size()"],
        Role::PointCount => &["argument {first}.size() / 2"],
        Role::OwnCount => &["argument {owner}.size()"],
        Role::OneCount => &["argument one"],
        Role::Number => &["given {kind} {name}", "argument {name}"],
        Role::Optional => &["optional {kind} {name} = {default}", "argument {name}"],
        Role::Receiver | Role::Struct => &["given {kind}{name}", "argument &{name}"],
        Role::OptionalStruct => &["optional const {kind} &{name} = {}", "argument &{name}"],
        Role::OptionList => &[
            "lists View<{kind}> {name} = {}",
            "before {options}.{name} = {name}.data();",
            "before {options}.{count} = {name}.size();",
        ],
        Role::Options => &["options {kind}{name} = {defaults}", "argument &{name}"],
        // The callback and the filters are in the structure.
        Role::OptionCallback | Role::Filters => &[],
        Role::Ask => &["ask const {kind} &{name} = {}", "argument &{name}"],
        Role::Object | Role::Results => &["object {kind}{name}", "argument {name}.get()"],
        Role::Text => {
            &["before Buffer {name};", "argument {name}.get()", "returns std::string", "result return {name}.text();"]
        }
        Role::Bytes => &["object Buffer &{name}", "argument {name}.get()"],
        Role::Made => &["argument made"],
        Role::Copy => &[],
        Role::Each => &[
            "out std::vector<{kind}> &{name}",
            "list std::vector<{kind}> {name}",
            "before {name}.resize({first}.size());",
            "argument {name}.data()",
        ],
        Role::EachFound | Role::EachThere => &[
            "out std::vector<std::optional<{kind}>> &{name}",
            "list std::vector<std::optional<{kind}>> {name}",
            "before std::vector<{kind}> answers({first}.size());",
            "argument answers.data()",
        ],
        Role::Found | Role::There => &[
            "before std::vector<std::uint8_t> {name}({first}.size());",
            "argument {name}.data()",
            "result optional(answers, {name}, {answer});",
        ],
        Role::One | Role::OneNumber => &["returns {kind}", "call return written<{kind}>({function}, {arguments});"],
        Role::OneBool => &["returns bool", "call return written<{kind}>({function}, {arguments}) != 0;"],
        Role::OneOrZero => &[
            "returns std::optional<{kind}>",
            "call const auto answer = written<{kind}>({function}, {arguments});",
            "result return answer.{field} != 0 ? std::optional(answer) : std::nullopt;",
        ],
        Role::Flag | Role::ValueFlag => {
            &["returns std::optional<{Answer}>", "call return if_found<{Answer}>({function}, {arguments});"]
        }
        Role::List => &[
            "out std::vector<{kind}> &{name}",
            "list std::vector<{kind}> {name}",
            "before {name}.resize(count);",
            "argument {name}.data()",
        ],
        Role::Lists => &["out std::vector<{kind}> &{name}", "before {name}.resize(count);", "argument {name}.data()"],
        Role::Room => &["local const std::size_t count = {length}(get());", "argument count"],
        Role::TotalRoom => &["argument count"],
        // The first call only asks for the length. If it fails, so does the second.
        Role::Total => &[
            "local std::size_t count = 0;",
            "local static_cast<void>({function}({asked}, nullptr, 0, &count));",
            "argument &count",
        ],
        Role::Kept => &[
            "local const {kind} *{name} = nullptr;",
            "argument &{name}",
            "returns View<{kind}>",
            "result return {{name}, count};",
        ],
        Role::KeptCount => &["local std::size_t count = 0;", "argument &count"],
        Role::Listing => &[
            "local {kind}s found;",
            "argument &found",
            "returns View<{kind}>",
            "result return {found.{name}, found.count};",
        ],
        Role::ListingCount => {
            &["returns std::uint64_t", "call return written<{kind}>({function}, {arguments}).pair_count;"]
        }
        Role::Unused => &["argument nullptr"],
    }
}
