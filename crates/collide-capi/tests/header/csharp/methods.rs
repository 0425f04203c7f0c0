//! The methods of C#, `csharp/Calls.cs`, from the interface as data.

use super::rules::rules;
use super::{Writer, class, lower};
use crate::abi::Abi;
use crate::calls::{self, Call, snake, upper};
use crate::docs;
use crate::lines::{Language, Lines};
use crate::roles::{Role, view_of};

const HEAD: &str = "\
// The methods that call libcollide, generated from crates/collide-capi/src. Do not edit.
using System;
using static Collide.Call;

namespace Collide
{
";

const CSHARP: Language = Language {
    rules,
    places: &["given", "object", "out", "optional", "options", "ask", "filters", "more"],
    call: "Check(Native.{function}({arguments}));",
    name: |call, name| if name == "b" && call.is_one { "other".to_owned() } else { lower(name) },
    own: |(csharp, _)| csharp,
};

/// The functions of a property, which is written by hand.
const PROPERTIES: [&str; 2] = ["collide_world_settings", "collide_world_set_settings"];

/// The file.
pub(crate) fn file(abi: &Abi) -> String {
    let (writer, mut calls) = (Writer { abi }, calls::calls(abi));
    calls.retain(|call| !PROPERTIES.contains(&call.function.name.as_str()));
    let mut owners: Vec<String> = Vec::new();
    for name in calls.iter().map(owner) {
        if !owners.contains(&name) {
            owners.push(name);
        }
    }
    let types = owners.iter().map(|name| {
        let is_object = abi.objects.iter().any(|object| class(&object.name) == *name);
        let kind = if is_object { "sealed unsafe partial class" } else { "unsafe partial struct" };
        let own = calls.iter().filter(|call| owner(call) == *name);
        let text = own.map(|call| Method { writer: &writer, call, calls: &calls }.text()).collect::<String>();
        format!("    public {kind} {name}\n    {{\n{}\n    }}\n", text.trim_end())
    });
    HEAD.to_owned() + &types.collect::<Vec<_>>().join("\n") + "}\n"
}

/// The type that has the method.
fn owner(call: &Call<'_>) -> String {
    let value = call.part(Role::Receiver).or(call.part(Role::One)).map(|part| part.item);
    class(call.object.or(value).or(call.function.returns.as_deref()).unwrap())
}

/// The name of the method.
fn name(call: &Call<'_>) -> String {
    match call.renamed() {
        Some((name, _)) => name.to_owned(),
        None => upper(&call.name),
    }
}

struct Method<'a> {
    writer: &'a Writer<'a>,
    call: &'a Call<'a>,
    calls: &'a [Call<'a>],
}

impl Method<'_> {
    fn text(&self) -> String {
        let call = self.call;
        let view = call.object.and_then(|object| view_of(self.writer.abi, object));
        if view.is_some_and(|view| view.name == call.function.name) {
            return self.writer.columns(call.function);
        }
        let lines = Lines::of(&CSHARP, call, |part| self.writer.of_item(part));
        match call.function.returns.as_deref() {
            Some("CollideStatus") => self.method(&lines) + &self.single(),
            Some(number) if call.object.is_some() => self.getter(number),
            _ => self.factory(&lines),
        }
    }

    fn doc(&self) -> String {
        let mut doc = docs::of(self.calls, self.call, name, lower).replace("UINT64_MAX", "ulong.MaxValue");
        for field in self.writer.abi.structs.iter().flat_map(|it| &it.fields).filter(|field| field.name.contains('_')) {
            doc = doc.replace(&format!("`{}`", field.name), &format!("`{}`", upper(&field.name)));
        }
        let mut text = String::new();
        self.writer.doc(&mut text, "        ", &doc);
        text
    }

    /// A member in one line.
    fn short(&self, text: &str) -> String {
        format!("{}        public {text}\n\n", self.doc())
    }

    /// A member with a body.
    fn long(&self, head: &str, body: &[String]) -> String {
        let body = body.iter().map(|line| format!("            {line}\n")).collect::<String>();
        format!("{}        public {head}\n        {{\n{body}        }}\n\n", self.doc())
    }

    fn getter(&self, number: &str) -> String {
        let (name, native) = (name(self.call), format!("Native.{}(this)", self.call.function.name));
        let (kind, value) = match number {
            "usize" if name.ends_with("Count") => ("int".to_owned(), format!("(int){native}")),
            "usize" => ("long".to_owned(), format!("(long){native}")),
            "u8" => ("bool".to_owned(), format!("{native} != 0")),
            _ => (self.writer.plain(number), native),
        };
        self.short(&format!("{kind} {name} {{ get {{ return {value}; }} }}"))
    }

    /// A value that a function returns: a constructor, the default value, or a static method.
    fn factory(&self, lines: &Lines) -> String {
        let (owner, declared) = (owner(self.call), lines.declared());
        let native = format!("Native.{}({})", self.call.function.name, lines.arguments.join(", "));
        self.short(&match self.name_of_value().as_str() {
            "" => format!("{owner}({declared}) {{ this = {native}; }}"),
            "Default" => format!("static {owner} Default {{ get {{ return {native}; }} }}"),
            name => format!("static {owner} {name}({declared}) {{ return {native}; }}"),
        })
    }

    /// The name of a function that makes a value, without the name of its type; empty for a constructor.
    fn name_of_value(&self) -> String {
        upper(self.call.name.strip_prefix(&snake(&owner(self.call))).unwrap_or(&self.call.name))
    }

    fn method(&self, lines: &Lines) -> String {
        let (call, name, mut body) = (self.call, name(self.call), lines.body());
        let head = match self.name_of_value() {
            _ if call.has(Role::Made) => owner(call),
            value if call.object.is_none() && !call.is_one && value.is_empty() => {
                *body.last_mut().unwrap() = "this = answer;".to_owned();
                owner(call)
            }
            _ if call.object.is_none() && !call.is_one => format!("static {} {name}", lines.returns),
            _ => format!("{} {name}", lines.returns),
        };
        let fewer = self.with_defaults(&head, lines) + &self.with_array(lines);
        fewer + &self.long(&format!("{head}({})", lines.declared()), &body)
    }

    /// The method without its options.
    fn with_defaults(&self, head: &str, lines: &Lines) -> String {
        let Some(options) = self.call.part(Role::Options) else { return String::new() };
        let is_options = |place: usize| CSHARP.places[place] == "options";
        let is_more = |place: usize| CSHARP.places[place] == "more";
        let (mut few, mut passed) = (lines.clone(), lines.clone());
        few.parameters.retain(|(place, _)| !is_options(*place) && !is_more(*place));
        passed.parameters.retain(|(place, _)| !is_more(*place));
        for (_, text) in passed.parameters.iter_mut().filter(|(place, _)| is_options(*place)) {
            *text = format!("{}.Default", class(options.item));
        }
        let (declared, passed) = (few.declared(), passed.passed());
        self.short(&match self.call.has(Role::Made) {
            true => format!("{head}({declared}) : this({passed}) {{ }}"),
            false => format!("{head}({declared}) {{ {}({passed}); }}", name(self.call)),
        })
    }

    /// The method for one item of a query.
    fn single(&self) -> String {
        let Some(([single, list, answer], item)) = self.call.single() else { return String::new() };
        let (kind, list) = (class(self.call.first().unwrap().item), upper(list));
        let options = "Filter filter = default(Filter), double? tick = null";
        let (returns, out, ask, result) = match answer {
            "CollideHandle" => ("Handle[]", String::new(), "All", format!("hits.{list}(0).ToArray()")),
            "u8" => ("bool", String::new(), "First", format!("hits.{list}(0)")),
            _ => {
                let out = format!("out Handle entity, out {} hit, ", class(answer));
                ("bool", out, "First", format!("Only(hits, hits.{list}(0), out entity, out hit)"))
            }
        };
        let spans = (format!("new ReadOnlySpan<{kind}>(&{item}, 1)"), "new ReadOnlySpan<Filter>(&filter, 1)");
        let body = [
            "var hits = One();".to_owned(),
            format!("{}({}, hits, {ask}(tick), {});", name(self.call), spans.0, spans.1),
            format!("return {result};"),
        ];
        let one = Call { is_one: true, ..self.call.clone() };
        let head = format!("{returns} {}({kind} {item}, {out}{options})", upper(single));
        Method { call: &one, ..*self }.long(&head, &body)
    }

    /// The method that returns its list in a new array.
    fn with_array(&self, lines: &Lines) -> String {
        let Some((array, list)) = &lines.list else { return String::new() };
        let (name, passed) = (name(self.call), lines.passed());
        let mut few = lines.clone();
        few.parameters.retain(|(_, text)| !text.starts_with("ref "));
        let body = [format!("{array} {list} = null;"), format!("{name}({passed});"), format!("return {list};")];
        self.long(&format!("{array} {name}({})", few.declared()), &body)
    }
}
