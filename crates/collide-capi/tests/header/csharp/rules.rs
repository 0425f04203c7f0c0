//! What the parameters of a C function add to a method of C#. The words are those of `Lines`.

use crate::roles::Role;

pub(super) fn rules(role: Role) -> &'static [&'static str] {
    match role {
        Role::This => &["argument this"],
        Role::Updated => &["argument this", "call Check(Native.{function}({arguments}), this);"],
        Role::Receiver => &["local var {name} = this;", "argument &{name}"],
        Role::Items => &["given ReadOnlySpan<{kind}> {name}", "pinned {kind}* {name}Items = &Ref({name})"],
        Role::MoreItems => &[
            "given ReadOnlySpan<{kind}> {name}",
            "local Same({first}.Length, {name}.Length);",
            "pinned {kind}* {name}Items = &Ref({name})",
        ],
        Role::Points => &[
            "given ReadOnlySpan<float> {name}",
            "local Same({name}.Length / 2 * 2, {name}.Length);",
            "pinned float* {name}Items = &Ref({name})",
        ],
        Role::MorePoints => &[
            "given ReadOnlySpan<float> {name}",
            "local Same(2 * {first}.Length, {name}.Length);",
            "pinned float* {name}Items = &Ref({name})",
        ],
        Role::Point => &[
            "given float x",
            "given float y",
            "local var {name} = stackalloc float[2];",
            "local {name}[0] = x;",
            "local {name}[1] = y;",
            "argument {name}",
        ],
        Role::Count => &["argument Size({first}.Length)"],
        Role::PointCount => &["argument Size({first}.Length / 2)"],
        Role::OwnCount => &["argument Size({owner}.Length)"],
        Role::OneCount => &["argument Size(1)"],
        Role::Number => &["given {kind} {name}", "argument {value}"],
        Role::Optional => &["optional {kind} {name} = {default}", "argument {value}"],
        Role::Struct => &["given {kind} {name}", "argument &{name}"],
        Role::OptionalStruct => &["optional {kind} {name} = default({kind})", "argument &{name}"],
        Role::Options => &["options {kind} {name}", "argument &{name}"],
        Role::OptionList => &[
            "more ReadOnlySpan<{kind}> {name} = default(ReadOnlySpan<{kind}>)",
            "block fixed ({kind}* {name}Items = &Ref({name}))",
            "before {options}.{name} = {name}Items;",
            "before {options}.{Count} = {name}.Length;",
        ],
        Role::OptionCallback => &[
            "more {kind} {name} = null",
            "local var passing = new Passing({name});",
            "local {options}.{name} = passing.Pointer;",
            "result passing.End();",
        ],
        Role::Ask => &["ask {kind} {name} = default({kind})", "argument &{name}"],
        Role::Filters => &[
            "filters ReadOnlySpan<{kind}> {name} = default(ReadOnlySpan<{kind}>)",
            "block fixed ({kind}* {name}Items = &Ref({name}))",
            "before ask.Use({name}Items, {name}.Length, {first}.Length);",
        ],
        Role::Object => &["object {kind} {name}", "argument {name}"],
        Role::Results => {
            &["object {kind} {name}", "argument {name}", "call Check(Native.{function}({arguments}), {name});"]
        }
        Role::Text => &[
            "block using (var {name} = new Bytes())",
            "argument {name}",
            "returns string",
            "after return {name}.ToString();",
        ],
        Role::Bytes => &[
            "block using (var {name} = new Bytes())",
            "argument {name}",
            "returns byte[]",
            "after return {name}.ToArray();",
        ],
        Role::Made => &["local IntPtr made;", "argument &made", "result SetHandle(made);"],
        Role::Copy => &["local IntPtr made;", "argument &made", "returns {kind}", "result return new {kind}(made);"],
        Role::Each | Role::EachFound => &[
            "local var {name} = new {kind}[{first}.Length];",
            "pinned {kind}* {name}Items = {name}",
            "returns {kind}[]",
            "result return {name};",
        ],
        Role::Found => &[
            "local var {name} = new bool[{first}.Length];",
            "block fixed (bool* {name}Items = {name})",
            "argument (byte*){name}Items",
            "returns {Answer}?[]",
            "result return Found({answer}, {name});",
        ],
        Role::EachThere => &[
            "out out {kind}[] {name}",
            "local {name} = new {kind}[{first}.Length];",
            "pinned {kind}* {name}Items = {name}",
        ],
        Role::There => &[
            "out out bool[] {name}",
            "local {name} = new bool[{first}.Length];",
            "block fixed (bool* {name}Items = {name})",
            "argument (byte*){name}Items",
        ],
        Role::One => &["local {kind} answer;", "argument &answer", "returns {kind}", "result return answer;"],
        Role::OneNumber => &["local {kind} answer;", "argument &answer", "returns long", "result return (long)answer;"],
        Role::OneBool => &["local {kind} answer;", "argument &answer", "returns bool", "result return answer != 0;"],
        Role::OneOrZero => &[
            "local {kind} answer;",
            "argument &answer",
            "returns {kind}?",
            "result return answer.{Field} != 0 ? answer : ({kind}?)null;",
        ],
        Role::ValueFlag => &[
            "local byte there;",
            "argument &there",
            "returns {Answer}?",
            "result return there != 0 ? answer : ({Answer}?)null;",
        ],
        Role::Flag => &[
            "out out {Answer} {answer}",
            "local byte there;",
            "argument &there",
            "returns bool",
            "result {answer} = answer;",
            "also return there != 0;",
        ],
        Role::List => &[
            "object ref {kind}[] memory",
            "list {kind}[] memory",
            "pinned {kind}* {name}Items = Room(ref memory, count)",
            "returns ReadOnlySpan<{kind}>",
            "result return new ReadOnlySpan<{kind}>(memory, 0, count);",
        ],
        Role::Lists => {
            &["out out {kind}[] {name}", "local {name} = new {kind}[count];", "pinned {kind}* {name}Items = {name}"]
        }
        Role::Room => &["start var count = (int)Native.{length}(this);", "argument Size(count)"],
        Role::TotalRoom => &["argument Size(count)"],
        // The first call only asks for the length. If it fails, so does the second.
        Role::Total => &[
            "local var total = UIntPtr.Zero;",
            "local Native.{function}({asked}, null, Size(0), &total);",
            "local var count = (int)total;",
            "argument &total",
        ],
        Role::Kept => &[
            "local {kind}* {name};",
            "argument &{name}",
            "returns {kind}[]",
            "result return Kept<{kind}>({name}, keptCount, {keeper});",
        ],
        Role::KeptCount => &["local UIntPtr keptCount;", "argument &keptCount"],
        Role::Listing => &[
            "local {kind}s found;",
            "argument &found",
            "returns {kind}[]",
            "result return Kept<{kind}>(found.{name}, found.count, this);",
        ],
        Role::ListingCount => {
            &["local {kind} answer;", "argument &answer", "returns long", "result return (long)answer.PairCount;"]
        }
        Role::Unused => &["argument null"],
    }
}
