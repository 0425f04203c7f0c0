//! The classes and functions of C++, `include/collide_calls.hpp`, from the interface as data.

mod rules;

use rules::rules;

use crate::abi::{Abi, Struct};
use crate::calls::{self, Call, accessor, default_of, length, snake};
use crate::docs;
use crate::lines::{Language, Lines};
use crate::roles::{Part, Role, view_of};

const HEAD: &str = "\
// Part of collide.hpp, which includes it: the calls of collide.h, generated from crates/collide-capi/src. Do not edit.
#ifndef COLLIDE_CALLS_HPP
#define COLLIDE_CALLS_HPP

#include \"collide_base.hpp\"

namespace collide {

";

const TAIL: &str = "\
} // namespace collide

#endif
";

const CPP: Language = Language {
    rules,
    places: &["given", "object", "out", "ask", "lists", "options", "optional"],
    call: "check({function}({arguments}));",
    name: |_, name| name.to_owned(),
    own: |(_, cpp)| cpp,
};

/// The objects that have methods of their own beside the calls: the calls are in a base class.
const BASES: [&str; 2] = ["CollideWorld", "CollideTrace"];

/// The object whose class is written by hand, because the calls use it.
const BUFFER: &str = "CollideBuffer";

/// The function whose method is written by hand, because it returns the class and not its base.
const COPY: &str = "collide_world_fork";

/// `CollideHits` as `Hits`, or the name of its base class.
fn class(object: &str) -> String {
    let name = object.strip_prefix("Collide").unwrap();
    if BASES.contains(&object) { format!("{name}Calls") } else { name.to_owned() }
}

/// The file.
pub(crate) fn file(abi: &Abi) -> String {
    let mut calls = calls::calls(abi);
    // In C++ a value that a function returns needs no other function.
    calls.retain(|call| call.function.name != COPY && (call.object.is_some() || returns_status(call)));
    let method = |call| Method { abi, calls: &calls, call }.text();
    let classes = in_order(abi, &calls).into_iter().map(|object| {
        let members = calls.iter().filter(|call| call.object == Some(object)).map(method).collect::<String>();
        let doc = comment("", &abi.objects.iter().find(|it| it.name == object).unwrap().doc);
        let owner = format!("Owner<{object}, collide_{}_free>", snake(object));
        // The class by hand makes objects in more ways.
        let rest = if BASES.contains(&object) { "\nprotected:\n    using Owner::Owner;\n" } else { "" };
        format!("{doc}class {} : public {owner} {{\npublic:\n{members}{rest}}};\n\n", class(object))
    });
    let functions = calls.iter().filter(|call| call.object.is_none()).map(method);
    HEAD.to_owned() + &classes.chain(functions).collect::<String>() + TAIL
}

fn returns_status(call: &Call<'_>) -> bool {
    call.function.returns.as_deref() == Some("CollideStatus")
}

/// The objects, each after those that its methods take.
fn in_order<'a>(abi: &'a Abi, calls: &[Call<'_>]) -> Vec<&'a str> {
    let mut left: Vec<&str> = abi.objects.iter().map(|it| it.name.as_str()).filter(|name| *name != BUFFER).collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let is_ready = |name: &&str| {
            let own = calls.iter().filter(|call| call.object == Some(*name));
            own.flat_map(|call| &call.parts).all(|part| part.item == *name || !left.contains(&part.item))
        };
        let next = left.iter().position(is_ready).expect("no objects whose methods take each other");
        order.push(left.remove(next));
    }
    order
}

/// A comment in lines of at most 120 characters.
fn comment(indent: &str, text: &str) -> String {
    let mut lines = vec![format!("{indent}//")];
    for word in text.split_whitespace() {
        if lines.last().unwrap().len() + 1 + word.len() > 120 {
            lines.push(format!("{indent}//"));
        }
        lines.last_mut().unwrap().extend([" ", word]);
    }
    lines.join("\n") + "\n"
}

/// The name of the method.
fn name(call: &Call<'_>) -> String {
    call.renamed().map_or_else(|| call.name.clone(), |(_, name)| name.to_owned())
}

/// The type of a number, a structure or a handle.
fn plain(name: &str) -> String {
    match name {
        "usize" => "std::size_t".to_owned(),
        "f32" => "float".to_owned(),
        "f64" => "double".to_owned(),
        _ => match name.split_at(1) {
            ("u", bits @ ("8" | "32" | "64")) => format!("std::uint{bits}_t"),
            ("i", bits @ "64") => format!("std::int{bits}_t"),
            _ => name.to_owned(),
        },
    }
}

struct Method<'a> {
    abi: &'a Abi,
    calls: &'a [Call<'a>],
    call: &'a Call<'a>,
}

impl Method<'_> {
    fn text(&self) -> String {
        let call = self.call;
        let lines = Lines::of(&CPP, call, |part| self.kind(part));
        if call.has(Role::Made) {
            return self.constructor(&lines);
        }
        let view = call.object.and_then(|object| view_of(self.abi, object));
        let columns = match view.filter(|view| view.name == call.function.name) {
            Some(_) => self.columns(self.structure(call.part(Role::One).unwrap().item).unwrap()),
            None => String::new(),
        };
        match call.function.returns.as_deref() {
            Some("CollideStatus") => self.method(&lines) + &columns + &self.single(),
            Some(number) => self.getter(number),
            None => panic!("{}: returns nothing", call.function.name),
        }
    }

    fn structure(&self, name: &str) -> Option<&Struct> {
        self.abi.structs.iter().find(|it| it.name == name)
    }

    /// The type of what a parameter is or points to, with a reference where the rules have none.
    fn kind(&self, part: &Part<'_>) -> String {
        let is_const = part.value.r#type.starts_with("*const");
        match part.role {
            Role::Object | Role::Results => format!("{}{} &", if is_const { "const " } else { "" }, class(part.item)),
            Role::Options if self.call.has(Role::OptionList) => format!("{} ", part.item),
            Role::Options | Role::Struct | Role::Receiver => match self.structure(part.item) {
                Some(_) => format!("const {} &", part.item),
                None => plain(part.item) + " ",
            },
            _ => plain(part.item),
        }
    }

    /// A method or a function, with its documentation.
    fn definition(&self, head: &str, body: &[String]) -> String {
        let indent = if self.call.object.is_some() { "    " } else { "" };
        let body = body.iter().map(|line| format!("{indent}    {line}\n")).collect::<String>();
        format!("{}{indent}{head} {{\n{body}{indent}}}\n", comment(indent, &self.doc()))
    }

    fn doc(&self) -> String {
        docs::of(self.calls, self.call, name, str::to_owned)
    }

    fn constructor(&self, lines: &Lines) -> String {
        let (object, function) = (self.call.object.unwrap(), &self.call.function.name);
        let (explicit, capture) = if lines.parameters.is_empty() { ("", "[]") } else { ("explicit ", "[&]") };
        let head = format!("{explicit}{}({})", class(object), self.declared(lines));
        let make = format!("{capture}({object} **made) {{ return {function}({}); }}", lines.arguments.join(", "));
        format!("{}    {head} : Owner({make}) {{}}\n", comment("    ", &self.doc()))
    }

    /// The parameters, with the default values of options.
    fn declared(&self, lines: &Lines) -> String {
        let options = self.call.part(Role::Options).and_then(|part| default_of(self.abi, part.item));
        lines.declared().replace("{defaults}", &format!("{}()", options.unwrap_or_default()))
    }

    fn getter(&self, number: &str) -> String {
        let (name, call) = (name(self.call), format!("{}(get())", self.call.function.name));
        let (kind, value) = match number {
            "u8" => ("bool".to_owned(), format!("{call} != 0")),
            _ => (plain(number), call),
        };
        self.definition(&format!("{kind} {name}() const noexcept"), &[format!("return {value};")])
    }

    fn method(&self, lines: &Lines) -> String {
        let (call, name) = (self.call, name(self.call));
        let is_const = call.object.is_some() && call.parts[0].value.r#type.starts_with("*const");
        let (first, last) = (if call.object.is_none() { "inline " } else { "" }, if is_const { " const" } else { "" });
        let head = |returns: &str, lines: &Lines| format!("{first}{returns} {name}({}){last}", self.declared(lines));
        let mut text = String::new();
        if let Some((vector, list)) = &lines.list {
            let mut few = lines.clone();
            few.parameters.retain(|(_, text)| !text.ends_with(&format!("&{list}")));
            let call = format!("this->{name}({});", lines.passed());
            let body = [format!("{vector} {list};"), call, format!("return {list};")];
            text = self.definition(&head(vector, &few), &body);
        }
        text + &self.definition(&head(&lines.returns, lines), &lines.body())
    }

    /// The method for one item of a query.
    fn single(&self) -> String {
        let Some(([name, list, answer], item)) = self.call.single() else { return String::new() };
        let (returns, ask, result) = match answer {
            "CollideHandle" => ("std::vector<Handle>".to_owned(), "all", format!("One::list(hits.{list}(0))")),
            "u8" => ("bool".to_owned(), "first", format!("hits.{list}(0)")),
            _ => {
                let returns = format!("std::optional<std::pair<Handle, {answer}>>");
                (returns, "first", format!("One::only(hits.of(0), hits.{list}(0))"))
            }
        };
        let kind = self.call.first().unwrap().item;
        let body = [
            "Hits hits;".to_owned(),
            format!("this->{}({{&{item}, 1}}, hits, One::{ask}(filter));", self.call.name),
            format!("return {result};"),
        ];
        let one = Call { is_one: true, ..self.call.clone() };
        let head = format!("{returns} {name}(const {kind} &{item}, const CollideFilter &filter = {{}}) const");
        Method { call: &one, ..*self }.definition(&head, &body)
    }

    /// The methods for the lists of a structure.
    fn columns(&self, view: &Struct) -> String {
        let (mut text, mut starts) = (String::new(), None);
        let all = format!("const {} all = {}();", view.name, name(self.call));
        for field in &view.fields {
            let (own, item) = (field.name.as_str(), field.r#type.strip_prefix("*const "));
            let list = format!("View<{}>", item.map(plain).unwrap_or_default());
            let (head, value) = match (item, starts) {
                (None, _) => continue,
                (Some("usize"), _) => {
                    starts = Some(own);
                    continue;
                }
                (Some("u8"), _) => (
                    format!("bool is_{own}(std::size_t index)"),
                    format!("all.{own} != nullptr && index < all.count && all.{own}[index] != 0"),
                ),
                (_, None) => {
                    (format!("{list} {own}()"), format!("column(all.{own}, all.{})", length(&view.fields, own)))
                }
                (_, Some(starts)) => (
                    format!("{list} {}(std::size_t index)", accessor(own, starts)),
                    format!("part(all.{own}, all.{starts}, all.count, index)"),
                ),
            };
            let body = format!("        {all}\n        return {value};\n");
            let doc = comment("    ", docs::first_paragraph(&field.doc));
            text.push_str(&format!("{doc}    {head} const {{\n{body}    }}\n"));
        }
        text
    }
}
