//! The declarations for C#, `csharp/Native.cs`, from the interface as data.

mod columns;
pub(crate) mod methods;
mod rules;

use std::fmt::Write;

use crate::abi::{Abi, Constant, Enum, Function, Struct, Value};
use crate::calls::upper;
use crate::roles::{Part, view_of};

const HEAD: &str = "\
// The declarations of libcollide, generated from crates/collide-capi/src. Do not edit.
#pragma warning disable 0169, 0649 // the library writes some fields
using System;
using System.Runtime.InteropServices;

namespace Collide
{
";

/// The names that would hide those of the standard library.
const RENAMED: [(&str, &str); 1] = [("CollideBuffer", "Bytes")];

/// The words that C# keeps for itself.
const KEYWORDS: [&str; 6] = ["event", "in", "out", "params", "object", "base"];

/// The file.
pub(crate) fn declarations(abi: &Abi) -> String {
    let mut text = HEAD.to_owned();
    let writer = Writer { abi };
    abi.enums.iter().for_each(|group| writer.group(&mut text, group));
    abi.callbacks.iter().for_each(|call| writer.callback(&mut text, call));
    abi.structs.iter().for_each(|each| writer.structure(&mut text, each));
    for object in &abi.objects {
        writer.doc(&mut text, "    ", &object.doc);
        let (class, free) = (class(&object.name), abi.functions.iter().find(|it| frees(it, &object.name)).unwrap());
        let release =
            format!("protected override bool ReleaseHandle() {{ Native.{}(handle); return true; }}", free.name);
        let results = if view_of(abi, &object.name).is_some() { ", IResults" } else { "" };
        let head = format!("public sealed unsafe partial class {class} : NativeObject{results}");
        writeln!(text, "    {head}\n    {{\n        {release}\n    }}\n").unwrap();
    }
    text.push_str("    /// <summary>The functions of the library.</summary>\n");
    text.push_str("    public static unsafe class Native\n    {\n        const string Library = \"collide\";\n\n");
    abi.constants.iter().for_each(|constant| writer.constant(&mut text, constant));
    abi.functions.iter().for_each(|function| writer.function(&mut text, function));
    text.truncate(text.trim_end().len());
    text + "\n    }\n}\n"
}

/// Whether a function frees objects of this name.
fn frees(function: &Function, object: &str) -> bool {
    function.name.ends_with("_free")
        && matches!(function.parameters.as_slice(), [only] if only.r#type == format!("*mut {object}"))
}

/// `CollideRayHit` as `RayHit`.
fn class(name: &str) -> String {
    match RENAMED.iter().find(|(c, _)| *c == name) {
        Some((_, ours)) => (*ours).to_owned(),
        None => name.strip_prefix("Collide").unwrap_or(name).to_owned(),
    }
}

/// `point_count` as `pointCount`.
fn lower(name: &str) -> String {
    let name = upper(name);
    let name = name[..1].to_lowercase() + &name[1..];
    if KEYWORDS.contains(&name.as_str()) { format!("@{name}") } else { name }
}

/// The name of a constant in its group.
fn member(constant: &Constant) -> String {
    upper(constant.name.strip_prefix("COLLIDE_").unwrap())
}

struct Writer<'a> {
    abi: &'a Abi,
}

impl Writer<'_> {
    /// The C# type of a type of the interface.
    fn plain(&self, name: &str) -> String {
        if let Some(inner) = name.strip_prefix("*const ").or(name.strip_prefix("*mut ")) {
            return match inner {
                "void" => "IntPtr".to_owned(),
                _ if self.is_object(inner) => "IntPtr".to_owned(),
                _ => self.plain(inner) + "*",
            };
        }
        let number = match name {
            "u8" | "char" => "byte",
            "u32" => "uint",
            "u64" => "ulong",
            "i64" => "long",
            "usize" => "UIntPtr",
            "f32" => "float",
            "f64" => "double",
            _ if self.abi.callbacks.iter().any(|call| call.name == name) => "IntPtr",
            _ => return class(name),
        };
        number.to_owned()
    }

    fn is_object(&self, name: &str) -> bool {
        self.abi.objects.iter().any(|object| object.name == name)
    }

    /// The type of what a parameter is or points to. A length is an `int`.
    fn of_item(&self, part: &Part<'_>) -> String {
        match (part.value.of, self.plain(part.item).as_str()) {
            (Some(group), _) => group.to_owned(),
            (None, "UIntPtr") => "int".to_owned(),
            // A callback.
            (None, "IntPtr") => class(part.item),
            (None, plain) => plain.to_owned(),
        }
    }

    /// The type of a field or a parameter.
    fn of(&self, value: &Value) -> String {
        value.of.map_or_else(|| self.plain(&value.r#type), str::to_owned)
    }

    /// The documentation, with the names of C#.
    fn doc(&self, text: &mut String, indent: &str, doc: &str) {
        let mut doc = doc.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        for group in &self.abi.enums {
            for constant in &group.constants {
                let name = format!("`{}.{}`", group.name, member(constant));
                doc = doc.replace(&format!("`{}`", constant.name), &name);
            }
        }
        RENAMED.iter().for_each(|(c, ours)| doc = doc.replace(c, ours));
        let doc = doc.replace("`Collide", "`").replace(" Collide", " ").replace('\n', &format!("\n{indent}/// "));
        writeln!(text, "{indent}/// <summary>{doc}</summary>").unwrap();
    }

    fn constant(&self, text: &mut String, constant: &Constant) {
        self.doc(text, "        ", &constant.doc);
        writeln!(text, "        public const int {} = {};\n", member(constant), constant.value).unwrap();
    }

    fn group(&self, text: &mut String, Enum { name, r#type, constants }: &Enum) {
        if name.ends_with("Flags") {
            text.push_str("    [Flags]\n");
        }
        writeln!(text, "    public enum {name} : {}\n    {{", self.plain(r#type)).unwrap();
        for constant in constants {
            self.doc(text, "        ", &constant.doc);
            writeln!(text, "        {} = {},", member(constant), constant.value).unwrap();
        }
        text.push_str("    }\n\n");
    }

    fn callback(&self, text: &mut String, call: &Function) {
        self.doc(text, "    ", &call.doc);
        let (name, parameters) = (class(&call.name), self.parameters(call));
        let returns = call.returns.as_ref().map_or_else(|| "void".to_owned(), |name| self.plain(name));
        text.push_str("    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]\n");
        writeln!(text, "    public unsafe delegate {returns} Native{name}({parameters});\n").unwrap();
    }

    fn structure(&self, text: &mut String, each: &Struct) {
        self.doc(text, "    ", &each.doc);
        text.push_str("    [StructLayout(LayoutKind.Sequential)]\n");
        writeln!(text, "    public unsafe partial struct {}\n    {{", class(&each.name)).unwrap();
        each.fields.iter().for_each(|field| self.field(text, field));
        self.constructor(text, each);
        text.push_str("    }\n\n");
    }

    /// A constructor for items of calls that are only measures and that no function makes.
    fn constructor(&self, text: &mut String, each: &Struct) {
        let item = format!("*const {}", each.name);
        let is_item = self.abi.functions.iter().any(|it| it.parameters.iter().any(|given| given.r#type == item));
        let is_measure = |field: &Value| matches!(field.r#type.as_str(), "f32" | "usize" | "CollideShape");
        let made = format!("*mut {}", each.name);
        let is_made = self.abi.functions.iter().any(|it| {
            it.returns.as_ref() == Some(&each.name) || it.parameters.iter().any(|given| given.r#type == made)
        });
        if !is_item || is_made || !each.fields.iter().all(is_measure) {
            return;
        }
        let given = each.fields.iter().map(|field| {
            let kind = if field.r#type == "usize" { "int".to_owned() } else { self.plain(&field.r#type) };
            format!("{kind} {}", lower(&field.name))
        });
        let given = given.collect::<Vec<_>>().join(", ");
        writeln!(text, "\n        public {}({given}) : this()\n        {{", class(&each.name)).unwrap();
        for field in &each.fields {
            writeln!(text, "            {} = {};", upper(&field.name), lower(&field.name)).unwrap();
        }
        text.push_str("        }\n");
    }

    /// A field. A number that stands for a truth value, a length or an array is behind a property or a method.
    fn field(&self, text: &mut String, field: &Value) {
        let (public, private) = (upper(&field.name), lower(&field.name));
        if let Some((item, length)) =
            field.r#type.strip_prefix('[').and_then(|it| it.strip_suffix(']')?.split_once("; "))
        {
            writeln!(text, "        internal fixed {} {private}[{length}];", self.plain(item)).unwrap();
            return;
        }
        let kind = self.of(field);
        if field.r#type.starts_with('*') || kind == "IntPtr" {
            writeln!(text, "        internal {kind} {private};").unwrap();
            return;
        }
        let (of, get, set) = match field.r#type.as_str() {
            "u8" if field.of.is_none() && !field.name.ends_with("_count") => {
                ("bool", format!("{private} != 0"), "value ? (byte)1 : (byte)0")
            }
            "usize" => ("long", format!("(long)(ulong){private}"), "(UIntPtr)(ulong)value"),
            _ => {
                self.doc(text, "        ", &field.doc);
                writeln!(text, "        public {kind} {public};").unwrap();
                return;
            }
        };
        writeln!(text, "        internal {kind} {private};").unwrap();
        self.doc(text, "        ", &field.doc);
        let body = format!("{{ get {{ return {get}; }} set {{ {private} = {set}; }} }}");
        writeln!(text, "        public {of} {public} {body}").unwrap();
    }

    fn function(&self, text: &mut String, function: &Function) {
        self.doc(text, "        ", &function.doc);
        let returns = match function.returns.as_deref() {
            None => "void".to_owned(),
            Some("CollideStatus") => "Status".to_owned(),
            Some(name) => self.plain(name),
        };
        text.push_str("        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]\n");
        let (name, parameters) = (&function.name, self.parameters(function));
        writeln!(text, "        public static extern {returns} {name}({parameters});\n").unwrap();
    }

    /// The parameters. Objects are passed as such: they then live until the end of the call.
    fn parameters(&self, function: &Function) -> String {
        let parameters = function.parameters.iter().map(|parameter| {
            let object = parameter.r#type.rsplit(' ').next().filter(|name| self.is_object(name));
            let is_one = parameter.r#type.matches('*').count() == 1 && !parameter.out;
            let kind = match object {
                Some(name) if is_one && !frees(function, name) => class(name),
                _ => self.of(parameter),
            };
            format!("{kind} {}", lower(&parameter.name))
        });
        parameters.collect::<Vec<_>>().join(", ")
    }
}
